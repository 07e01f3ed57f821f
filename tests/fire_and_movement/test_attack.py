"""Who may attack whom: every refusal with its case, and what would be allowed (8.0, 8.2, 8.2.1)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    AROUND,
    CENTRE,
    SYSTEMS,
    attack,
    gaza,
    labels,
    position,
)
from wargame.core.errors import Refused, RequestError
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.attack import (
    Attack,
    declare,
    defended_hexes,
    eligible_attackers,
    targets,
)
from wargame.fire_and_movement.state import Situation

UNITS = (
    "r1 Red 4-4-4 0203",
    "r2 Red 4-4-4 0204",
    "far Red 4-4-4 0105",
    "b1 Blue 4-4-4 0303",
    "b2 Blue 4-4-4 0302",
    "b3 Blue 4-4-4 0503",
)


def numbers(ruling: Ruling) -> set[str]:
    return {case.number for case in ruling.cases}


def refused(ruling: Ruling, *cases: str) -> str:
    """Check that a declaration is refused by these cases and shows the check that failed."""
    assert (ruling.status, ruling.value, ruling.label) == ("refused", False, "Declaration")
    assert numbers(ruling) == set(cases)
    *passed, failed = ruling.parts
    assert all(part.allowed for part in passed)
    assert (failed.status, failed.sentence) == ("refused", ruling.sentence)
    return ruling.sentence


@pytest.mark.cases("FM8", "8.0/1", "8.2", "8.2/2", "8.2/8", "8.2.1/1")
@pytest.mark.cases("FM7", "8.0/1", "8.2", "8.2/2", "8.2/8", "8.2.1/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_adjacent_units_of_the_active_side_may_attack(ruleset: str) -> None:
    situation = position(*UNITS, ruleset=ruleset)
    for names in (("r1",), ("r2",), ("r1", "r2")):
        ruling = declare(attack(situation, *names))
        assert ruling.allowed
        assert {case.book for each in ruling.walk() for case in each.cases} == {
            situation.ruleset.edition
        }
        labels_ = [part.label for part in ruling.parts]
        assert labels_ == [
            "Target",
            "First attack this phase",
            "Attackers",
            *(f"Attacker {name}" for name in names),
        ]
        assert attack(situation, *names).require_legal() == attack(situation, *names)


@pytest.mark.cases("FM8", "8.2", "8.0/4")
@pytest.mark.cases("FM7", "8.2", "8.0/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_empty_hex_or_ones_own_is_no_target(ruleset: str) -> None:
    situation = position(*UNITS, ruleset=ruleset)
    for at in ("0304", "0204"):
        said = refused(declare(attack(situation, "r1", at=at)), "8.2", "8.0/4")
        assert said == f"No enemy of Red stands in {at}; defended hexes: 0302, 0303."


@pytest.mark.cases("FM8", "8.0/1")
@pytest.mark.cases("FM7", "8.0/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_only_the_side_whose_turn_it_is_attacks(ruleset: str) -> None:
    situation = position(*UNITS, ruleset=ruleset)
    said = refused(declare(attack(situation, "b2")), "8.0/1")
    assert said == "b2 belongs to Blue, but it is the turn of Red."
    turned = evolve(situation, active="Blue")
    assert declare(attack(turned, "b1", at="0203")).allowed


@pytest.mark.cases("FM8", "8.2", "8.2/6")
@pytest.mark.cases("FM7", "8.2", "8.2/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_attacker_is_adjacent(ruleset: str) -> None:
    situation = position(*UNITS, ruleset=ruleset)
    number = "8.2/6" if ruleset == "system_v8" else "8.2/3"
    said = refused(declare(attack(situation, "r1", "far")), "8.2", number)
    assert said == "far in 0105 is 3 hexes from 0303; an attacker is adjacent."


@pytest.mark.cases("FM8", "8.0/3")
@pytest.mark.cases("FM7", "8.0/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_defender_suffers_one_attack_a_phase(ruleset: str) -> None:
    situation = position(*UNITS, ruleset=ruleset)
    target = situation.board.hex(CENTRE)
    again = evolve(situation, attacked=frozenset({target}))
    said = refused(declare(attack(again, "r1")), "8.0/3")
    assert said == "0303 was attacked already; a unit suffers one attack in a phase."
    assert labels(situation, targets(situation)) == ["0302", "0303"]
    assert labels(again, targets(again)) == ["0302"]


@pytest.mark.cases("FM8", "8.2/5")
@pytest.mark.cases("FM7", "8.2/4", "8.2/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_unit_attacks_once_and_who_did_not_may_still(ruleset: str) -> None:
    situation = evolve(position(*UNITS, ruleset=ruleset), fought=frozenset({"r1"}))
    second = {"8.2/5", "8.2/3"} if ruleset == "system_v8" else {"8.2/6", "8.2/4"}
    said = refused(declare(attack(situation, "r1", "r2")), *second)
    assert said == "r1 attacked already this phase."
    assert declare(attack(situation, "r2")).allowed
    able = eligible_attackers(situation, situation.board.hex(CENTRE))
    assert [piece.unit for piece in able] == ["r2"]


@pytest.mark.cases("FM8", "8.2/7")
@pytest.mark.cases("FM7", "8.2/7")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_nobody_attacks_over_a_prohibited_side_or_into_prohibited_ground(ruleset: str) -> None:
    fenced = position(*UNITS, ruleset=ruleset, marks=["side prohibited 0303-0203"])
    said = refused(declare(attack(fenced, "r1")), "8.2/7")
    assert said == "r1 cannot attack 0303: the hexside is prohibited."
    assert declare(attack(fenced, "r2")).allowed
    assert refused(declare(attack(fenced, "r1", "r2")), "8.2/7") == said
    for kind in ("sea", "lake"):
        flooded = position(*UNITS, ruleset=ruleset, centre=kind)
        said = refused(declare(attack(flooded, "r1")), "8.2/7")
        assert said == f"r1 cannot attack 0303: {kind} is prohibited."
        assert eligible_attackers(flooded, flooded.board.hex(CENTRE)) == ()


@pytest.mark.cases("FM8", "8.2.1/1")
@pytest.mark.cases("FM7", "8.2.1/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_attack_without_attackers_names_those_who_could(ruleset: str) -> None:
    situation = position(*UNITS, ruleset=ruleset)
    nobody = Attack(situation, situation.board.hex(CENTRE), ())
    said = refused(declare(nobody), "8.2.1/1")
    assert said == "An attack needs at least one unit; able to attack 0303: r1, r2."


@pytest.mark.cases("FM8", "8.2/1", "8.2/4", "8.2/6", "8.0/4")
@pytest.mark.cases("FM7", "8.2/1", "8.2/3", "8.2/5", "8.0/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_hex_may_be_attacked_from_all_six_sides_or_any_of_them(ruleset: str) -> None:
    units = [f"r{n} Red 1-1-1 {at}" for n, at in enumerate(AROUND)]
    situation = position(*units, "b1 Blue 1-1-1 0303", ruleset=ruleset)
    target = situation.board.hex(CENTRE)
    able = [piece.unit for piece in eligible_attackers(situation, target)]
    assert sorted(able) == [f"r{n}" for n in range(6)]
    assert declare(attack(situation, *able)).allowed
    for number in range(1, 6):
        assert declare(attack(situation, *able[:number])).allowed
    assert targets(situation) == (target,)


def test_defended_hexes_are_those_next_to_an_attacker() -> None:
    situation = position(*UNITS)
    assert labels(situation, defended_hexes(situation)) == ["0302", "0303"]
    turned = evolve(situation, active="Blue")
    assert labels(turned, defended_hexes(turned)) == ["0203", "0204"]


def test_a_hex_off_the_map_has_no_eligible_attackers() -> None:
    situation = position("r1 Red 1-1-1 0105", "b1 Blue 1-1-1 0303")
    for cell in situation.piece("r1").at.neighbours():
        if cell not in situation.board:
            assert eligible_attackers(situation, cell) == ()


@pytest.mark.parametrize(
    ("names", "at", "sentence"),
    [
        (("nobody",), CENTRE, "nobody"),
        (("r1",), "0909", "0909"),
    ],
)
def test_what_does_not_exist_is_an_error_and_no_matter_of_rules(
    names: tuple[str, ...], at: str, sentence: str
) -> None:
    situation = position(*UNITS)
    with pytest.raises(RequestError, match=sentence):
        declare(attack(situation, *names, at=at))


def test_a_refused_attack_changes_nothing_and_carries_its_ruling() -> None:
    situation = position(*UNITS)
    before = situation_facts(situation)
    with pytest.raises(Refused, match="an attacker is adjacent") as caught:
        attack(situation, "far").require_legal()
    assert caught.value.ruling.status == "refused"
    assert situation_facts(situation) == before


def situation_facts(situation: Situation) -> tuple[Any, ...]:
    return situation.pieces, situation.ready, situation.attacked, situation.fought


def test_attackers_are_named_once_in_any_order() -> None:
    situation = position(*UNITS)
    assert attack(situation, "r2", "r1", "r2") == attack(situation, "r1", "r2")


@pytest.mark.cases("GAZA", "16.3")
def test_a_stack_attacks_with_all_its_units() -> None:
    situation = gaza()
    said = refused(declare(attack(situation, "BR-161", at="1310")), "16.3")
    assert "shares 1311 with 161st Brigade; stacks attack together: both or none." in said
    assert declare(attack(situation, "BR-161", "BR-1E", at="1310")).allowed
    assert declare(attack(situation, "BR-ICB", at="1310")).allowed


@pytest.mark.cases("GAZA", "16.3")
def test_a_stack_defends_as_one() -> None:
    situation = gaza()
    fight = attack(situation, "BR-161", "BR-1E", at="1310")
    assert [piece.unit for piece in fight.defenders] == ["CP-2AK", "CP-48"]


def test_stacks_are_no_matter_where_there_are_none() -> None:
    ruling = declare(attack(position(*UNITS), "r1"))
    assert ruling.find("Stacks") is None
    assert declare(attack(gaza(), "BR-ICB", at="1310")).find("Stacks") is not None


@pytest.mark.parametrize("more", [{"charging": frozenset({"IMD"})}, {"kress": True}])
def test_a_shift_that_may_not_be_had_refuses_the_attack(more: dict[str, Any]) -> None:
    situation = gaza()
    if "charging" in more:
        situation = evolve(situation, charged=frozenset({"IMD"}))
    ruling = declare(attack(situation, "BR-6M", at="1706", **more))
    assert ruling.status == "refused"
    assert ruling.parts[-1].label in {"Charge", "Kress"}
