"""``wargame handout``: a page is written, or a sentence says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wargame import handouts
from widgets.handout.__main__ import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_it_writes_a_page(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    out = tmp_path / "combat.html"
    code, _, _ = run("handout", "FM 01", "--out", str(out), "--paper", "letter", "--interactive")
    assert code == 0
    page = out.read_text("utf-8")
    assert "<title>Combat</title>" in page
    assert "size: letter;" in page
    assert '<form class="question"' in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "no lesson"),
        (("--guide", "FM 01"), "--guide with something of a lesson"),
        (("--guide", "--interactive"), "--guide with something of a lesson"),
    ],
)
def test_what_does_not_fit_is_said(
    run: Callable[..., tuple[int, str, str]], words: tuple[str, ...], said: str
) -> None:
    code, out, error = run("handout", *words)
    assert (code, out) == (2, "")
    assert said in error


def test_without_the_notebook_extra_it_says_how_to_get_it(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handouts, "find_spec", lambda _: None)
    code, _, error = run("handout", "FM 01")
    assert code == 2
    assert "notebook extra" in error


def test_the_program_behind_it_names_the_page_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["RS 09"]) == 0
    assert main(["--guide"]) == 0
    assert "Wrote teachers_guide.html" in capsys.readouterr().out
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == ["rifle_and_spade_09_officer_points.html", "teachers_guide.html"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["RS 99"], "RS 00 (rifle_and_spade/00_the_field)"),
        (["RS 09", "--out", "notes.ipynb"], "ends in .html"),
        (["RS 09", "--out", "nowhere/page.html"], "No such file"),
    ],
)
def test_a_fault_is_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
