"""``wargame examples`` and ``wargame check``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

SUM = 'ask = "toy.sum"\ngiven = {one = 2'

pytestmark = pytest.mark.usefixtures("toys")


def _change(folder: Path, before: str, after: str, name: str = "toy_01.toml") -> Path:
    text = (folder / "toy_01.toml").read_text(encoding="utf-8")
    assert before in text
    path = folder / name
    path.write_text(text.replace(before, after), encoding="utf-8")
    return path


def test_an_example_that_agrees(run: Run, example_files: Path) -> None:
    code, out, err = run("examples")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "TOY-01: agree. Two and two (claims: 2)",
        "Examples: 1; 1 agree, 0 disagree, 0 error.",
    ]
    assert example_files.is_dir()


def test_json_has_the_promised_keys(run: Run, example_files: Path) -> None:
    (example_files / "broken.toml").write_text("[example", encoding="utf-8")
    code, out, _ = run("examples", "--json")
    assert code == 1
    broken, good = json.loads(out)
    assert {"id", "game", "cases", "status", "claims"} <= broken.keys() & good.keys()
    assert (good["id"], good["game"], good["status"]) == ("TOY-01", "toy", "agree")
    assert [claim["status"] for claim in good["claims"]] == ["agree", "agree"]
    assert (broken["id"], broken["status"], broken["claims"]) == ("broken", "error", [])
    assert "broken.toml: found a mistake in the TOML" in broken["why"]


def test_one_that_disagrees_says_why(run: Run, example_files: Path) -> None:
    _change(example_files, "expect = 4", "expect = 5")
    code, out, _ = run("examples", "TOY-01")
    assert code == 1
    assert out.splitlines()[:9] == [
        "TOY-01: disagree. Two and two (claims: 2)",
        "  Claim 1: disagree.",
        "    Asked: toy.sum one=2 other=2",
        "    Claimed: 5",
        "    Why: The claim says 5, the rules give 4: One and the other.",
        "    Ruling:",
        "      Sum: 4 - One and the other. [GAZA 14.0/2]",
        "        + One: +2 - Given.",
        "        + Other: +2 - Given.",
    ]


def test_only_the_examples_named_are_run(run: Run, example_files: Path) -> None:
    _change(example_files, "TOY-01", "TOY-02", "toy_02.toml")
    (example_files / "broken.toml").write_text("[example", encoding="utf-8")
    code, out, _ = run("examples", "TOY-02")
    assert code == 0
    assert "TOY-01" not in out
    assert run("examples", "broken")[0] == 1


def test_an_unknown_name_gets_near_ones(run: Run, example_files: Path) -> None:
    code, out, err = run("examples", "TOY-1", "--json")
    assert (code, out) == (2, "")
    assert "did you mean TOY-01" in err
    (example_files / "toy_01.toml").unlink()
    assert "found no example files" in run("examples")[2]


def test_check_gives_every_claim_with_its_ruling(run: Run, example_files: Path) -> None:
    code, out, err = run("check", str(example_files / "toy_01.toml"))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == [
        "TOY-01: Two and two",
        "  Cases: GAZA 14.0/2",
        "  Reading: as printed",
        "  Claim 1: agree.",
    ]
    assert "    Claimed: refused, because of GAZA 14.0/1" in lines
    assert "      ✗ Sum: refused - 9 is too great; 8 is allowed. [GAZA 14.0/1]" in lines
    assert lines[-1] == "TOY-01: agree."


def test_check_of_a_claim_that_cannot_be_asked(run: Run, example_files: Path) -> None:
    path = _change(example_files, SUM, SUM.replace("sum", "sun"))
    code, out, _ = run("check", str(path))
    assert code == 1
    assert "  Claim 1: error." in out
    assert "did you mean toy.sum" in out
    data = json.loads(run("check", str(path), "--json")[1])
    assert (data["status"], data["claims"][0]["ruling"]) == ("error", None)


def test_check_of_a_file_that_does_not_fit(run: Run, example_files: Path) -> None:
    path = _change(example_files, "title =", "titel =")
    code, out, err = run("check", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("wargame: toy_01.toml, example")
    assert err.count("\n") == 1
    assert run("check", str(example_files))[0] == 2
