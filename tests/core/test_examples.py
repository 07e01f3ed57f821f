"""An example file's claims agree, disagree with a reason, or could not be asked: never a crash."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from wargame.core import examples, questions
from wargame.core.errors import DataError, Refused, RequestError
from wargame.core.examples import (
    Checked,
    CheckedClaim,
    build_scene,
    check_example,
    load_example,
    scene_builder,
)
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, not_covered, refusal, skipped, total

HEAD = """
[example]
id = "T-01"
title = "A test"
game = "test"
cases = ["GAZA 14.0/2"]
"""


@pytest.fixture(autouse=True)
def _only_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "_questions", {})
    monkeypatch.setattr(examples, "_builders", {})

    @scene_builder("test")
    def scene(table: dict[str, Any], where: str) -> object:
        if "die" not in table:
            raise DataError(f"{where}, scene", "no die", "a die")
        return table["die"]

    @question("test.sum", scene="test")
    def add(die: object, *, bonus: int = 0) -> Ruling:
        """Add a bonus to the die."""
        assert isinstance(die, int)
        unused = skipped("Trench", "The defender is not British.", value=-1)
        parts = [figure("Die", die, "Thrown.", "FM8 8.2"), figure("Bonus", bonus, "Given."), unused]
        return total("Sum", parts, "Die and bonus.", "GAZA 14.0/2")

    @question("test.charge")
    def charge(*, far: bool, loud: bool = False) -> Ruling:
        """Charge, or not."""
        if far and loud:
            raise Refused(refusal("Charge", "Too far away, and too loud.", "GAZA 13.1"))
        if far:
            return refusal("Charge", "Too far away.", "GAZA 13.1")
        allowed = figure("Charge", True, "Near enough.")
        return finding("May charge", True, "Yes.", parts=[allowed])

    @question("test.half")
    def half() -> Ruling:
        """Return a half."""
        return figure("Half", Fraction(1, 2), "It is.")

    @question("test.unknown")
    def unknown() -> Ruling:
        """Return what the engine does not know."""
        return not_covered("Weather", "No rule is known.")


def check(tmp_path: Path, claim: str, head: str = HEAD) -> Checked:
    path = tmp_path / "example.toml"
    path.write_text(f"{head}\n[scene]\ndie = 4\n\n[[claim]]\n{claim}\n", encoding="utf-8")
    return check_example(load_example(path))


def only(checked: Checked) -> CheckedClaim:
    (claim,) = checked.claims
    return claim


@pytest.mark.parametrize(
    "claim",
    [
        'ask = "test.sum"\nexpect = 4',
        'ask = "test.sum"\nexpect = 6\ngiven = { bonus = 2 }\nbecause = "GAZA 14.0/2"',
        'ask = "test.sum"\nexpect = 6\ngiven = { bonus = "2" }\nbecause = "FM8:8.2"',
        'ask = "test.sum"\npart = "Die"\nexpect = 4',
        'ask = "test.sum"\npart = "Trench"',
        'ask = "test.charge"\ngiven.far = false\nexpect = true',
        'ask = "test.charge"\ngiven.far = true\nrefused = true\nbecause = "GAZA 13.1"',
        'ask = "test.charge"\ngiven = { far = true, loud = true }\nrefused = true',
        'ask = "test.half"\nexpect = { fraction = "1/2" }',
        'ask = "test.half"\nexpect = "1/2"',
    ],
)
def test_claims_that_agree(tmp_path: Path, claim: str) -> None:
    checked = check(tmp_path, claim)
    assert (checked.status, only(checked).verdict) == ("agree", "agree")
    assert only(checked).ruling is not None


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        (
            'ask = "test.sum"\nexpect = 5',
            "The claim says 5, the rules give 4: Die and bonus.",
        ),
        (
            'ask = "test.sum"\npart = "Trench"\nexpect = -1',
            "The claim says -1, the rules give no value: The defender is not British.",
        ),
        (
            'ask = "test.sum"\nexpect = 4\nbecause = "GAZA 13.4"',
            "The answer agrees, but not by GAZA 13.4; it rests on FM8 8.2, GAZA 14.0/2.",
        ),
        (
            'ask = "test.half"\nexpect = { fraction = "1/2" }\nbecause = "GAZA 13.4"',
            "The answer agrees, but not by GAZA 13.4; it rests on no case.",
        ),
        ('ask = "test.charge"\ngiven.far = true\nexpect = true', "Too far away."),
        ('ask = "test.charge"\ngiven.far = false\nrefused = true', "Yes."),
        (
            'ask = "test.charge"\ngiven.far = false\nexpect = 1',
            "The claim says 1, the rules give true: Yes.",
        ),
        (
            'ask = "test.charge"\ngiven = { far = true, loud = true }\nexpect = true',
            "Too far away, and too loud.",
        ),
    ],
)
def test_claims_that_disagree_say_why(tmp_path: Path, claim: str, why: str) -> None:
    checked = check(tmp_path, claim)
    assert (checked.status, only(checked).why) == ("disagree", why)


@pytest.mark.parametrize(
    ("claim", "why"),
    [
        ('ask = "test.total"\nexpect = 4', "question: found 'test.total'"),
        ('ask = "test.sum"\nexpect = 4\ngiven.bonsu = 1', "fact 'bonsu'; allowed: bonus"),
        (
            'ask = "test.sum"\nexpect = 4\npart = "Dice"',
            "No part is called 'Dice'; there are: Sum, Die",
        ),
        ('ask = "test.unknown"', "The engine has no rule for this, so nothing can be claimed"),
        ('ask = "test.charge"', "found no far"),
    ],
)
def test_claims_that_cannot_be_held_against_the_rules(tmp_path: Path, claim: str, why: str) -> None:
    checked = check(tmp_path, claim)
    assert checked.status == "error"
    assert why in only(checked).why


def test_the_worst_claim_decides(tmp_path: Path) -> None:
    good, bad = 'ask = "test.sum"\nexpect = 4', 'ask = "test.sum"\nexpect = 5'
    wrong = 'ask = "nothing"'
    assert check(tmp_path, f"{good}\n[[claim]]\n{bad}").status == "disagree"
    assert check(tmp_path, f"{bad}\n[[claim]]\n{wrong}").status == "error"
    assert Checked(check(tmp_path, good).example, ()).status == "error"


def test_the_result_is_plain_json(tmp_path: Path) -> None:
    data = json.loads(json.dumps(check(tmp_path, 'ask = "test.sum"\nexpect = 4').to_json()))
    assert {"id", "game", "cases", "status", "claims"} <= set(data)
    (claim,) = data["claims"]
    assert (claim["status"], claim["expect"]) == ("agree", 4)
    assert Ruling.from_json(claim["ruling"]).value == 4


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "A test"', "", r"example\.title: found nothing there"),
        ('game = "test"', 'game = "test"\nmap = 1', r"example: found an unknown key 'map'"),
        ('["GAZA 14.0/2"]', '"GAZA 14.0/2"', r"example\.cases: found .*; allowed: a list"),
        ('["GAZA 14.0/2"]', '["GAZA"]', r"example\.cases, rule case: found 'GAZA'"),
        ('game = "test"', 'game = "test"\nkind = "guess"', r"example\.kind: found 'guess'; .*own"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_head_is_named_by_its_place(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(DataError, match=rf"^example\.toml, {said}"):
        check(tmp_path, 'ask = "test.sum"', HEAD.replace(old, new))


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ('ask = "test.sum"\npart = 3', r"claim\[0\]\.part: found 3; allowed: text"),
        ('ask = "test.sum"\nbecause = "x"', r"claim 1, because, rule case: found 'x'"),
        ('ask = "test.sum"\nbecause = "GAZA 99"', r"claim 1, because, catalogue GAZA: found 99"),
        ('ask = "test.sum"\nrefused = true\nexpect = 1', r"claim 1: found refused and expect"),
    ],
)
def test_a_mistake_in_a_claim_is_named_by_its_place(tmp_path: Path, claim: str, said: str) -> None:
    with pytest.raises(DataError, match=rf"^example\.toml, {said}"):
        check(tmp_path, claim)


def test_an_example_claims_something(tmp_path: Path) -> None:
    path = tmp_path / "example.toml"
    path.write_text(f"claim = []\n{HEAD}", encoding="utf-8")
    with pytest.raises(DataError, match=r"claim: found an empty list; allowed: at least one claim"):
        load_example(path)


def test_a_position_that_does_not_fit_is_an_error_of_the_claim(tmp_path: Path) -> None:
    checked = check(tmp_path, 'ask = "test.sum"\nexpect = 4')
    with pytest.raises(DataError, match="T-01, scene: found no die"):
        build_scene("test", {}, "T-01")
    with pytest.raises(RequestError, match="family 'chess'; allowed: test"):
        build_scene("chess", {}, "T-01")
    assert checked.status == "agree"
