"""Assault (RS 18): strengths, rounds, losses, morale, breaking off, and how it ends."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from tests.rifle_and_spade.assault_positions import (
    FAILS,
    FROM,
    HERE,
    PASSES,
    assaulted,
    at,
    attacker,
    defender,
    fight,
    first,
    long_example,
    pieces,
    strengths,
)
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import gun, hq, mg, picket, unit, work
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade import assault
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915

# ---- who fights, and with what


@pytest.mark.cases("RS", "18.3", "18.3.1", "18.4/1", "16.1.2")
def test_the_strengths_of_the_long_example() -> None:
    assert list(first(long_example()).strengths) == [8, 2]
    one, other = assault.base_strengths(long_example(), long_example().assaults[0])
    assert (one.value, other.value) == (8, 2)


@pytest.mark.cases("RS", "18.2.3", "18.1.4")
def test_guns_and_machine_guns_add_nothing_to_an_attack() -> None:
    """RS-65."""
    units = (attacker("A"), mg("MG", at=HERE), gun("G", at=HERE), unit("B", at=HERE))
    situation = assaulted([*units, defender("D")])
    ruling = assault.base_strength(situation, situation.assaults[0], "attacker")
    assert ruling.value == 2
    skipped = {part.label for part in ruling.parts[0].parts if part.status == "skipped"}
    assert skipped == {"MG", "G", "B"}


@pytest.mark.cases("RS", "18.2.1", "18.1.2", "18.2.3")
def test_all_waves_make_one_stack_and_cavalry_counts_as_rifles() -> None:
    waves = (attacker("A"), attacker("B", wave=2), attacker("C", wave=3, arm="cavalry"))
    assert strengths(*waves, defender("D"))[0] == 6


@pytest.mark.cases("RS", "18.3.2")
def test_a_confused_picket_counts_a_quarter() -> None:
    """RS-66."""
    assert strengths(attacker("A"), picket("P", at=HERE, confused=True))[1] == Fraction(1, 4)
    assert strengths(attacker("A"), picket("P", at=HERE))[1] == Fraction(1, 4)


@pytest.mark.cases("RS", "18.2.4", "18.3.1")
def test_headquarters_and_guns_defend() -> None:
    assert strengths(attacker("A"), hq("HQ", "Ottoman", at=HERE))[1] == Fraction(1, 4)
    assert strengths(attacker("A"), gun("G", "Ottoman", at=HERE, points=4))[1] == 1
    howitzer = gun("G", "Ottoman", at=HERE, angle="high", points=4)
    assert strengths(attacker("A"), howitzer)[1] == Fraction(1, 2)
    half = gun("G", "Ottoman", at=HERE, points=4, left=1)
    assert strengths(attacker("A"), half, defender("D"))[1] == 3


@pytest.mark.cases("RS", "18.2.5")
def test_no_hexside_limits_an_assault() -> None:
    many = [attacker(name) for name in "ABC"]
    assert strengths(*many, *(defender(name) for name in "DEF"))[1] == 6


@pytest.mark.cases("RS", "18.3.1", "17.4.8", "14.2.10")
def test_a_column_is_caught_unready_and_falls_out_of_it() -> None:
    situation = assaulted([attacker("A"), defender("D", order="column")])
    assert list(first(situation).strengths) == [2, 1]
    after = fight(situation, 99, PASSES, "stay", "retreat", "12.12", "hold", "stay", "stay")
    assert after.outcome.piece("D").order == ""


# ---- a round up to the dice


@pytest.mark.cases("RS", "18.4/2", "18.4/2a", "18.4/3", "18.4/4", "18.4/5", "6.5.2")
def test_the_first_round_of_the_long_example() -> None:
    """RS-69, round 1: 8 / 2, halved to 4 / 1, shifted to 2 / 0.75."""
    fought = first(long_example())
    assert (fought.drms, fought.bands[1].low, fought.bands[1].high) == ((4, 1), 57, 67)
    ruling = fought.ruling()
    values = {part.label: part.value for part in ruling.parts}
    assert values["Base box"] == "4 / 1"
    assert values["Final box"] == ruling.value == "2 / 0.75"
    assert values["Net modifier of the attacker"] == 4
    assert values["Net modifier of the defender"] == 1
    assert ruling.find("Halved to 4 / 1") is not None


@pytest.mark.cases("RS", "18.4/3", "6.5.2")
def test_modifiers_last_one_round_and_two_where_wire_was_crossed() -> None:
    wired = long_example()
    dry = evolve(wired, assaults=(evolve(wired.assaults[0], wire=False),))
    assert [first(wired, number).modified for number in (1, 2, 3)] == [True, True, False]
    assert [first(dry, number).modified for number in (1, 2, 3)] == [True, False, False]
    ruling = first(dry, 2).ruling()
    net = ruling.find("Net modifiers")
    assert net is not None
    assert net.status == "skipped"
    assert first(dry, 2).drms == (0, 0)
    assert ruling.value == "4 / 1"


@pytest.mark.cases("RS", "18.4/4", "18.4/4a", "18.4/4b")
def test_every_shift_is_told() -> None:
    """RS-67 and RS-68."""
    chart = first(long_example()).chart
    base = chart.base(4, 1)
    assert [part.value for part in assault.shifts(chart, base, 2, -1)] == [-2, 1]
    half = chart.base(Fraction(1, 2), Fraction(1, 2))
    *_, passed = assault.shifts(chart, half, 0, 3)
    assert (passed.value, str(passed.cases[0])) == (2, "RS 18.4/4a")
    *_, taken = assault.shifts(chart, chart.base(6, 4), -2, 0)
    assert (taken.value, str(taken.cases[0])) == (-2, "RS 18.4/4b")


@pytest.mark.cases("RS", "18.4/2b")
def test_a_weakling_is_destroyed_without_a_roll() -> None:
    units = [*(attacker(name) for name in "ABCE"), picket("P", at=HERE)]
    situation = assaulted(units)
    assert first(situation).ruling().value == "defender"
    found = fight(situation)  # eight steps are too many to hide
    assert not any(isinstance(each, Roll) for each in found.asked)
    assert pieces(found.outcome) == ["A", "B", "C", "E"]
    assert found.outcome.losses[0].steps == Fraction(1, 4)


@pytest.mark.cases("RS", "18.4/4c")
def test_a_weakling_after_the_shifts_is_destroyed_without_a_roll() -> None:
    units = [attacker("A", steps=2, left=1, confused=True), *(defender(n) for n in "DEF")]
    trench = [work("T", "fire trench", HERE, front=["N"], ends=["NW", "SE"])]
    inside = [*units[:1], *(evolve(each, work="T") for each in units[1:])]
    situation = assaulted(inside, trench)
    assert first(situation).final.weakling == "attacker"
    assert first(situation).final_ruling().cases[0].number == "18.4/4c"
    found = fight(situation, "stay")
    assert pieces(found.outcome) == ["D", "E", "F"]
    assert found.outcome.holders[situation.board.hex(HERE)] == "Ottoman"


# ---- the whole of the long example


@pytest.mark.cases("RS", "18.4", "18.4/6", "18.4/7", "18.4/8", "18.4.2", "19.2", "19.2.2")
def test_the_long_example_round_by_round() -> None:
    """RS-69, RS-Q80: the defender's check in round three is made and does no harm."""
    rounds = (
        (61, PASSES, PASSES, "stay", "stay"),  # one step each; both pass
        (77, PASSES, "stay", "stay"),
        (57, FAILS, "us them", "A", "B", "done", "hold", "stay", "hold", 70),
    )
    found = fight(long_example(), *(answer for each in rounds for answer in each))
    heads = [each.value for each in found.told if each.label.startswith("Assault at 11.11, round")]
    assert heads == ["2 / 0.75", "1.5 / 0.5", "6 / 1.5"]
    bases = [part.value for each in found.told if (part := each.find("Base box")) is not None]
    assert bases == ["4 / 1", "3.5 / 0.75", "6 / 1.5"]
    sums = [
        tuple(part.value for part in each.parts[:2])
        for each in found.told
        if each.label.startswith("Assault at 11.11, round")
    ]
    assert sums == [(8, 2), (7, Fraction(3, 2)), (6, Fraction(3, 2))]
    after = found.outcome
    assert sum(piece.steps for piece in after.of("Entente")) == 5
    assert after.shared == {after.board.hex(HERE)}
    assert pieces(after) == ["A", "B", "Mtn"]
    assert all(piece.hiding for piece in after.at(after.board.hex(HERE)))
    assert (at(after, "C"), at(after, "D")) == (FROM, FROM)
    assert all(piece.confused and not piece.wave for piece in after.of("Entente"))
    assert not after.assaults
    assert not after.on_map("Coy")
    assert not after.on_map("MG")


@pytest.mark.cases("RS", "18.4/6")
def test_without_the_switch_the_defender_does_not_check_beside_a_broken_attacker() -> None:
    situation = assaulted(
        [attacker("A"), attacker("B"), defender("D")],
        rules=evolve(GALLIPOLI_1915, defender_checks_too=False),
    )
    one = situation.assaults[0]
    result = run(assault.fight_round(situation, one, 1), 61, FAILS, "leave", "hold", "stay")
    assert result.outcome.piece("D").steps == 1
    asked = [each.purpose for each in result.asked if each.purpose.startswith("Morale")]
    assert asked == ["Morale of A at 11.11"]


# ---- losses


@pytest.mark.cases("RS", "18.4.2")
def test_the_largest_unit_loses_first_and_the_owner_chooses_among_equals() -> None:
    units = [attacker("A", steps=1), attacker("B"), attacker("C", morale=60), defender("D")]
    situation = assaulted(units)
    found = run(assault.fight_round(situation, situation.assaults[0], 1), 99, "C", PASSES, "stay",
                "stay")  # fmt: skip
    choice = found.asked[1]
    assert isinstance(choice, Choice)
    assert [option.key for option in choice.options] == ["B", "C"]
    assert found.outcome.piece("C").steps == 1


@pytest.mark.cases("RS", "18.4.2")
def test_one_hit_takes_all_pickets_and_machine_guns_but_only_after_the_rifles() -> None:
    units = [
        attacker("A"),
        defender("D", steps=1),
        picket("P", at=HERE),
        mg("MG", "Ottoman", at=HERE),
        gun("G", "Ottoman", at=HERE),
    ]
    situation = assaulted(units)
    first_hit = run(assault.fight_round(situation, situation.assaults[0], 1), 0, PASSES, "stay",
                    "stay").outcome  # fmt: skip
    assert pieces(first_hit, side="Ottoman") == ["G", "MG", "P"]
    second = run(assault.fight_round(first_hit, situation.assaults[0], 2), 0, PASSES, "stay",
                 "stay").outcome  # fmt: skip
    assert pieces(second, side="Ottoman") == ["G"]


@pytest.mark.cases("RS", "18.4.2", "10.3")
def test_one_hit_takes_all_guns_and_headquarters_that_are_left() -> None:
    units = [
        attacker("A"),
        gun("G", "Ottoman", at=HERE),
        hq("HQ", "Ottoman", at=HERE, brigiment="26"),
    ]
    situation = assaulted(units, officers={"26": 9})
    found = fight(situation, 0, 9, "stay")
    assert pieces(found.outcome) == ["A"]
    assert found.asked[1].purpose == "Leader casualties of 26"
    assert found.outcome.points_of("26") < 9
    assert found.outcome.holders[situation.board.hex(HERE)] == "Entente"


@pytest.mark.cases("RS", "18.4/6")
def test_losing_machine_guns_calls_for_a_check_unless_the_switch_says_otherwise() -> None:
    """RS-Q65."""
    units = [attacker("A"), mg("MG", "Ottoman", at=HERE), gun("G", "Ottoman", at=HERE)]
    for counts, asked in ((True, 4), (False, 3)):
        rules = evolve(GALLIPOLI_1915, lost_machine_guns_count=counts)
        situation = assaulted(units, rules=rules)
        answers: list[int | str] = [0, PASSES, "stay", "stay"] if counts else [0, "stay", "stay"]
        found = run(assault.fight_round(situation, situation.assaults[0], 1), *answers)
        assert len(found.asked) == asked
