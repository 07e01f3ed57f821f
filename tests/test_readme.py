"""What the README says is so: its example runs, what it names exists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.frame.repository import ROOT
from wargame.core.replies import Reply, export_text, student_export

if TYPE_CHECKING:
    from pathlib import Path

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = dict(re.findall(r"^```(\w+)\n(.*?)^```", README, re.DOTALL | re.MULTILINE))
LINKS = re.findall(r"\]\(([^)]+)\)", README)


def test_the_first_example_runs_and_prints_what_it_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = re.findall(r"print\(.*\)  # (\d+/\d+)$", BLOCKS["python"], re.MULTILINE)
    assert said == ["1/3"]
    exec(compile(BLOCKS["python"], "README.md", "exec"), {})  # noqa: S102 - our own words
    printed = capsys.readouterr().out.splitlines()
    assert said[0] in printed
    assert printed[0].startswith("Attack on 1310 Tank Redoubt")
    assert "Fraction(1, 3)" in printed[-1]


def test_the_first_example_is_about_ten_lines() -> None:
    assert len([line for line in BLOCKS["python"].splitlines() if line]) <= 10


@pytest.mark.parametrize("link", LINKS)
def test_what_it_links_exists(link: str) -> None:
    assert (ROOT / link.partition("#")[0]).exists()


def test_the_commands_it_names_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"^make (\w+)", BLOCKS["sh"], re.MULTILINE)
    assert targets == ["lab", "test"]
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_its_example_reads_what_students_hand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "handed_in").mkdir()
    said = [Reply("answer", "a#1", "Who?", "I", right=True), Reply("bet", "b", "What?", "Ex")]
    text = export_text(student_export("Ada", said))
    (tmp_path / "handed_in" / "ada.json").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    exec(compile(BLOCKS["py"], "README.md", "exec"), {})  # noqa: S102 - our own words
    assert capsys.readouterr().out == "Ada 1 of 1\n"


@pytest.mark.parametrize("room", re.findall(r"^\| `([\w/]+)` \|", README, re.MULTILINE))
def test_every_room_on_its_map_is_there(room: str) -> None:
    assert (ROOT / room).is_dir()
