"""``wargame debrief``: a page is written, or a sentence says why not."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from wargame import debriefs
from wargame.core.replies import Reply, Student, class_export, export_text
from widgets import BattleExplorer
from widgets.debrief_file import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@cache
def battle() -> dict[str, Any]:
    explorer = BattleExplorer(seed=3)
    explorer.play_out()
    return explorer.save()


def kept(tmp_path: Path) -> Path:
    path = tmp_path / "our battle.json"
    path.write_text(json.dumps(battle()), "utf-8")
    return path


def test_it_writes_a_page(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    code, _, _ = run("debrief", str(kept(tmp_path)), "--out", str(out), "--paper", "letter")
    assert code == 0
    page = out.read_text("utf-8")
    assert "<title>Debrief: The battle for the territory</title>" in page
    assert "size: letter;" in page


def test_without_the_notebook_extra_it_says_how_to_get_it(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(debriefs, "find_spec", lambda _: None)
    code, _, error = run("debrief", "x.json")
    assert code == 2
    assert "notebook extra" in error


def test_the_program_behind_it_names_the_page_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bet = Reply("bet", "b", "How does it end?", "taken", True, reason="Two to one.")
    told = class_export({}, [Student("Ada", replies=(bet,)), Student("Bo", replies=(bet,))])
    (tmp_path / "class.json").write_text(export_text(told), "utf-8")
    assert main([str(kept(tmp_path)), "--replies", "class.json"]) == 0
    assert "Wrote our battle_debrief.html" in capsys.readouterr().out
    page = (tmp_path / "our battle_debrief.html").read_text("utf-8")
    assert page.count("Two to one.") == 2
    assert ">Ada</td>" in page


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "JSON text"),
        ("[]", "a saved game"),
        ('{"scenario": "x/y", "version": "0", "seed": 1, "journal": []}', "position of its own"),
        ("x" * 2_000_001, "at most 2,000,000"),
    ],
)
def test_what_is_no_saved_game_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, "utf-8")
    assert main([str(path), "--out", str(tmp_path / "page.html")]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_other_mistakes_are_sentences_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err
    assert main([str(kept(tmp_path)), "--out", "page.pdf"]) == 2
    assert ".html" in capsys.readouterr().err
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\xff")
    assert main([str(tmp_path / "bytes.json")]) == 2
    assert "JSON text" in capsys.readouterr().err
