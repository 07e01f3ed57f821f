"""An attack from declaration to result: assessed, thrown, and its exact odds (8.2, 8.2.1)."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    BRITISH,
    CENTRAL_POWERS,
    SYSTEMS,
    attack,
    gaza,
    played,
    position,
)
from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import Ruling
from wargame.core.run import Run
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.bombardment import DRAW, Bombardment
from wargame.fire_and_movement.combat import (
    assess,
    fight,
    fight_odds,
    lapse,
    modifiers,
    successors,
    throw,
)
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.units import StepLoss

# What the comments of the scenario file tell a reader to try: differential, line, column.
TO_TRY = [
    ("0914", ("BR-160", "BR-53MMG"), 2, "CP in Trench or Gaza", "+2,+3"),
    ("1016", ("BR-158", "BR-159"), 5, "Sand", "+4,+5"),
    ("1016", ("BR-158", "BR-159", "BR-160", "BR-53MMG"), 12, "Sand", "+8"),
    ("1014", ("BR-160", "BR-53MMG", "BR-157"), 7, "CP in Trench or Gaza", "+4,+5"),
    ("1113", ("BR-156",), 4, "Hill, Village, Oasis, Wadi", "+4,+5"),
    ("1111", ("BR-162", "BR-54MMG", "BR-163"), 12, "CP in Trench or Gaza", "+10"),
    ("1210", ("BR-163",), 0, "CP in Trench or Gaza", "0"),
    ("1310", ("BR-161", "BR-1E", "BR-ICB"), 4, "CP in Trench or Gaza", "+4,+5"),
    ("1310", ("BR-161", "BR-1E", "BR-ICB", "BR-163"), 10, "CP in Trench or Gaza", "+10"),
    ("1410", ("BR-4LH",), 1, "Clear, British in Trench", "+1"),
    ("1706", ("BR-6M",), -1, "CP in Trench or Gaza", "-1"),
    ("1806", ("BR-1LH", "BR-2LH"), 5, "Clear, British in Trench", "+4,+5"),
]


@pytest.mark.cases("FM8", "8.2.1", "8.2.1/10", "CRT")
@pytest.mark.cases("GAZA", "CRT")
@pytest.mark.parametrize(("at", "names", "differential", "line", "column"), TO_TRY)
def test_the_attacks_of_the_lesson(
    at: str, names: tuple[str, ...], differential: int, line: str, column: str
) -> None:
    found = assess(attack(gaza(), *names, at=at))
    assert (found.differential, found.line, found.column) == (differential, line, column)
    assert found.ruling.value == column
    assert [part.label for part in found.ruling.parts] == [
        "Declaration",
        "Differential",
        "Terrain line",
        "Column",
        "Results by die",
    ]


@pytest.mark.cases("FM8", "8.2.1", "8.2.1/10", "CRT")
@pytest.mark.cases("FM7", "8.2.1", "8.2.1/11")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_printed_example_on_clear_ground(ruleset: str) -> None:
    """FM-01: 12 against 9 is +3; on a clear line that is D2 Ex Ex Ex • A1."""
    situation = position(
        "r1 Red 4-4-10 0203",
        "r2 Red 4-4-10 0204",
        "b1 Blue 2-3-8 0303",
        ruleset=ruleset,
        markers=["r1m Red +2", "r2m Red +2", "b1m Blue +6"],
    )
    fired = attack(situation, attack_fire=("r1m", "r2m"), defense_fire=("b1m",))
    found = assess(fired)
    assert (found.differential, found.column) == (3, "+2,+3")
    assert found.results == ("D2", "Ex", "Ex", "Ex", "•", "A1")
    assert found.chances == {
        "D2": Fraction(1, 6),
        "Ex": Fraction(1, 2),
        "•": Fraction(1, 6),
        "A1": Fraction(1, 6),
    }
    number = "8.2.1/10" if ruleset == "system_v8" else "8.2.1/11"
    assert [case.number for case in found.ruling.cases] == [number]


@pytest.mark.cases("LEB82", "CRT")
def test_lebanon_reads_its_own_table_from_the_right() -> None:
    situation = position(
        "r1 Red 9-4-4 0203", "b1 Blue 2-3-4 0303", ruleset="lebanon_82", centre="mountain"
    )
    found = assess(attack(situation))
    assert (found.differential, found.line, found.column) == (6, "Mountain", "+6,+7")
    assert found.results == ("D3", "D2", "D2", "Ex", "Ex", "Ex")
    results = found.ruling.find("Results by die")
    assert results is not None
    assert "LEB82 CRT" in map(str, results.cases)
    assert results.reconstructed  # three of the six cells are printed nowhere


def test_an_attack_that_may_not_be_declared_is_not_assessed() -> None:
    with pytest.raises(Refused, match="attack together"):
        assess(attack(gaza(), "BR-161", at="1310"))


def test_the_die_asks_for_the_results_of_the_column() -> None:
    plan = attack(gaza(), "BR-6M", at="1706")
    result, script = played(partial(throw, plan), 3)
    (roll, *_) = script.asked
    assert isinstance(roll, Roll)
    assert (roll.purpose, roll.faces, roll.drawn) == ("Combat at 1706 Hairpin Redoubt", 6, False)
    assert [roll.band(face).outcome for face in range(1, 7)] == list(assess(plan).results)
    assert result.outcome.code == assess(plan).results[2]
    assert result.told[0].label == "Attack on 1706 Hairpin Redoubt"


def shots(plan: Attack, *markers: str, side: str = BRITISH, at: str = "") -> Bombardment:
    board = plan.situation.board
    return Bombardment(side, board.hex(at) if at else plan.target, markers)


def outpost() -> Attack:
    """Return an attack on a unit of one step, which one hit removes."""
    return attack(gaza(), "BR-162", "BR-54MMG", at="1111")


@pytest.mark.cases("GAZA", "18.4/4")
def test_a_hex_emptied_by_bombardment_is_not_fought_over() -> None:
    plan = outpost()
    result, script = played(partial(fight, plan, (shots(plan, DRAW),)), 15, 1)
    outcome: CombatOutcome = result.outcome
    assert (outcome.code, outcome.emptied, outcome.retreats) == ("", True, ())
    assert [loss.before.unit for loss in outcome.losses] == ["CP-2J"]
    assert len(script.asked) == 2  # the draw and one roll, no combat
    lapsed = result.told[-1]
    assert (lapsed.value, [str(case) for case in lapsed.cases]) == ("emptied", ["GAZA 18.4/4"])
    assert "may advance" in lapsed.sentence


@pytest.mark.cases("GAZA", "18.4/5")
def test_both_sides_bombard_before_the_combat() -> None:
    plan = attack(gaza(), "BR-161", "BR-1E", at="1310")
    fire = (
        shots(plan, DRAW),
        shots(plan, "CP-AIR-1", DRAW, side=CENTRAL_POWERS, at="1311"),
    )
    result, script = played(partial(fight, plan, fire), 15, 19, 6, 1, 1, 6, 3)
    assert script.purposes[:7] == [
        "British at 1310: turn over marker 1",
        "Central Powers at 1311: turn over marker 2",
        "Bombardment of 2nd Machine-gun Group, Asia Corps in 1310",
        "Bombardment of 48th Regiment in 1310",
        "Bombardment of 161st Brigade in 1311",
        "Bombardment of 1st Tank Detachment, E Company in 1311",
        "Combat at 1310 Tank Redoubt",
    ]
    (ruling,) = [each for each in result.told if each.label.startswith("Attack on")]
    less = ruling.find("Less the defence strength")
    assert less is not None
    assert less.value == -7  # 48th Regiment in trench lost a step: 4 + 3
    assert result.outcome.steps_lost(CENTRAL_POWERS) >= 1


@pytest.mark.cases("GAZA", "18.4/5")
def test_without_attackers_the_attack_falls() -> None:
    situation = gaza()
    weak = evolve(
        situation,
        pieces=[
            evolve(each, face=1) if each.unit == "BR-163" else each for each in situation.pieces
        ],
    )
    plan = attack(weak, "BR-163", at="1210")
    fire = (shots(plan, DRAW, DRAW, side=CENTRAL_POWERS, at="1211"),)
    result, _ = played(partial(fight, plan, fire), 19, 18, 1)
    outcome: CombatOutcome = result.outcome
    assert (outcome.code, outcome.emptied) == ("", False)
    assert result.told[-1].value == "no attackers"
    assert "GAZA 18.4/5" in map(str, result.told[-1].cases)


@pytest.mark.cases("GAZA", "13.3/2", "18.4/5")
def test_who_died_in_the_bombardment_counts_no_more() -> None:
    """Neither strength nor formation: with the other division gone nothing is lost to 17.0."""
    situation = gaza()
    weak = evolve(
        situation,
        pieces=[
            evolve(each, face=1) if each.unit == "BR-157" else each for each in situation.pieces
        ],
    )
    plan = attack(weak, "BR-160", "BR-53MMG", "BR-157", at="1014")
    fire = (shots(plan, DRAW, DRAW, side=CENTRAL_POWERS, at="1114"),)
    for face, shift, strength in ((1, 0, 7), (6, -1, 10)):
        result, _ = played(partial(fight, plan, fire), 19, 18, face, 3)
        (ruling,) = [each for each in result.told if each.label.startswith("Attack on")]
        total, paid = ruling.find("Attack strength"), ruling.find("Coordination")
        assert total is not None
        assert paid is not None
        assert (total.value, paid.value if paid.counts else 0) == (strength, shift)


@pytest.mark.cases("GAZA", "13.3/2")
def test_a_battalion_takes_over_the_attack_of_its_regiment() -> None:
    situation = gaza(active=CENTRAL_POWERS)
    weak = evolve(
        situation,
        pieces=[
            evolve(each, face=1) if each.unit == "CP-31" else each for each in situation.pieces
        ],
    )
    plan = attack(weak, "CP-31", "CP-79", at="1015")
    fire = (Bombardment(BRITISH, weak.board.hex("1014"), (DRAW,)),)
    result, _ = played(partial(fight, plan, fire), 15, 1, 3)
    (ruling,) = [each for each in result.told if each.label.startswith("Attack on")]
    assert ruling.find("31st Regiment") is None
    names = [part.label for part in getattr(ruling.find("Attack strength"), "parts", ())]
    assert len(names) == 2
    assert any("Battalion" in name for name in names)


def test_successors_are_those_that_took_a_place() -> None:
    situation = gaza()
    regiment = evolve(situation.piece("CP-31"), face=1)
    other = situation.piece("CP-79")
    losses = [
        StepLoss(regiment, situation.roster.after_loss(regiment)),
        StepLoss(other, situation.roster.after_loss(other)),
        StepLoss(situation.piece("CP-2J"), None),
    ]
    assert successors(losses) == {"CP-31": "CP-31-BN"}


def test_a_combat_that_can_be_fought_does_not_lapse() -> None:
    assert lapse(outpost()) is None


@pytest.mark.cases("FM8", "8.2.1/2", "8.2.1/7", "8.2.1/9")
@pytest.mark.cases("FM7", "8.2.1/2", "8.2.1/8", "8.2.1/10")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_where_fire_adds_to_combat_it_is_placed_and_revealed_first(ruleset: str) -> None:
    situation = position(
        "r1 Red 4-4-10 0203",
        "b1 Blue 2-3-8 0303",
        ruleset=ruleset,
        markers=["r1m Red +2", "b1m Blue +6"],
    )
    answers = ("place", "place", 1, 1, 5)
    result, script = played(partial(fight, attack(situation)), *answers)
    assert [type(request) for request in script.asked[:2]] == [Choice, Choice]
    assert script.purposes[4] == "Combat at 0303"
    (ruling,) = [each for each in result.told if each.label.startswith("Attack on")]
    total = ruling.find("Differential")
    assert total is not None
    assert total.value == 6 - 9
    assert result.outcome.situation.ready == frozenset()


@pytest.mark.parametrize(
    ("at", "names", "more", "keys"),
    [
        ("1310", ("BR-ICB",), {}, ["terrain:open", "terrain:trench"]),
        (
            "1014",
            ("BR-160", "BR-53MMG", "BR-157"),
            {},
            ["terrain:open", "terrain:trench", "shift:coordination"],
        ),
        (
            "1806",
            ("BR-1LH", "BR-2LH"),
            {"charging": frozenset({"ANZMD"})},
            ["terrain:open", "shift:charge"],
        ),
    ],
)
def test_what_can_be_set_aside_is_listed_and_does_what_it_says(
    at: str, names: tuple[str, ...], more: dict[str, frozenset[str]], keys: list[str]
) -> None:
    plan = attack(gaza(), *names, at=at, **more)
    assert [key for key, _ in modifiers(plan)] == keys
    for key in keys:
        waived = plan.waive(key)
        assert [other for other, _ in modifiers(waived)] == keys
        ruling = assess(waived).ruling
        label = key.partition(":")[2].capitalize()
        part = ruling.find(label)
        assert part is not None
        assert part.status == "skipped"
        assert part.sentence == "Set aside, to see what it is worth."
    assert assess(plan.waive()).ruling == assess(plan).ruling


def test_a_fortification_can_be_set_aside_too() -> None:
    situation = position(
        "r1 Red 4-4-4 0203", "b1 Blue 2-3-4 0303", marks=["0303 features=fortification"]
    )
    plan = attack(situation)
    assert ("terrain:fortification", "fortification") in modifiers(plan)
    found = [assess(each).differential for each in (plan, plan.waive("terrain:fortification"))]
    assert found == [-2, 1]


def test_odds_take_the_first_choice_unless_told_otherwise() -> None:
    plan = attack(gaza(), "BR-1LH", "BR-2LH", at="1806")
    chances = assess(plan).chances
    found = fight_odds(plan)
    assert found.distribution(lambda outcome: outcome.code) == chances
    assert found.chance(lambda outcome: bool(outcome.stood)) == 0

    def stand(choice: Choice) -> str:
        return choice.options[-1].key

    standing = fight_odds(plan, policy=stand)
    assert standing.distribution(lambda outcome: outcome.code) == chances
    starred = sum(chances.get(code, 0) for code in ("A1", "A2", "D2"))
    assert standing.chance(lambda outcome: bool(outcome.stood)) == starred > 0


def test_a_fight_can_be_taken_back_to_the_die() -> None:
    plan = attack(gaza(), "BR-161", "BR-1E", at="1310")
    run = Run(partial(fight, plan, (shots(plan, DRAW),)))
    for face in (15, 1, 1):
        run.answer(face)
    assert [mark.name for mark in run.marks] == ["bombardment resolved", "before the die"]
    told = [ruling.to_text() for ruling in run.told]
    assert run.request is not None
    run.answer(6)
    run.go_back_to("bombardment resolved")
    assert [ruling.to_text() for ruling in run.told] == told
    assert run.request is not None
    assert run.request.purpose == "Combat at 1310 Tank Redoubt"


def test_an_explanation_is_plain_data() -> None:
    ruling = assess(attack(gaza(), "BR-161", "BR-1E", "BR-ICB", at="1310")).ruling
    again = Ruling.from_json(json.loads(json.dumps(ruling.to_json())))
    assert again == ruling
    assert again.to_text() == ruling.to_text()
