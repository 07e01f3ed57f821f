"""The browser half: pinned exactly, bundled whole, asking nobody for anything."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.frame.repository import FRONT_END, STATIC

if TYPE_CHECKING:
    from pathlib import Path

EXACT = re.compile(r"\d+\.\d+\.\d+")
ADDRESS = re.compile(r"https?://[^\s\"'`)]*")
NAMESPACES = ("http://www.w3.org/",)  # names that look like addresses; nobody fetches them
LOADS = {
    ".js": re.compile(r"""\bimport\s*(?:\(|["'{*])|\bfrom\s*["']"""),
    ".css": re.compile(r"""@import|url\(\s*["']?(?!data:|#)"""),
}


def package(name: str) -> Any:
    return json.loads((FRONT_END / name).read_text("utf-8"))


def entries() -> list[str]:
    """Return the names of the widgets, by the rule that build.mjs states."""
    files = (FRONT_END / "src").glob("*.ts")
    names = [path.name.removesuffix(".ts") for path in files]
    return sorted(n for n in names if not n.endswith((".test", ".d")) and not n.startswith("_"))


def bundles() -> list[Path]:
    return sorted([*STATIC.glob("*.js"), *STATIC.glob("*.css")])


def test_versions_are_exact_and_the_lock_agrees() -> None:
    manifest, lock = package("package.json"), package("package-lock.json")
    asked = manifest["dependencies"] | manifest["devDependencies"] | manifest["overrides"]
    assert [name for name, version in asked.items() if not EXACT.fullmatch(version)] == []
    locked = {name: lock["packages"][f"node_modules/{name}"]["version"] for name in asked}
    assert locked == asked


def test_the_lock_names_no_download_address_but_checks_every_file() -> None:
    packages = package("package-lock.json")["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if name and "integrity" not in entry] == []


def test_every_widget_is_bundled_with_its_style() -> None:
    styled = [name for name in entries() if (FRONT_END / "src" / f"{name}.css").is_file()]
    wanted = {f"{name}.js" for name in entries()} | {f"{name}.css" for name in styled}
    assert {path.name for path in bundles()} == wanted, "run `make front`"


@pytest.mark.parametrize("path", bundles(), ids=lambda path: path.name)
def test_a_bundle_loads_nothing(path: Path) -> None:
    text = path.read_text("utf-8")
    assert LOADS[path.suffix].findall(text) == []
    assert [a for a in ADDRESS.findall(text) if not a.startswith(NAMESPACES)] == []


def test_the_licences_of_what_is_bundled_travel_with_it() -> None:
    text = (STATIC / "THIRD-PARTY.txt").read_text("utf-8")
    assert "d3-zoom" in text
    assert "Permission to use, copy, modify" in text
