"""Assault (RS 18): before the first round, morale, breaking off, and how it ends."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.assault_positions import (
    FAILS,
    FROM,
    HERE,
    OPEN,
    PASSES,
    ROUTS,
    assaulted,
    at,
    attacker,
    defender,
    fight,
    first,
    long_example,
    pieces,
)
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import assault as marker
from tests.rifle_and_spade.positions import gun, mg, position, unit, work
from wargame.core.errors import RequestError
from wargame.rifle_and_spade import assault

# ---- before and after


@pytest.mark.cases("RS", "18.1.1")
def test_limbered_guns_are_lost_before_the_first_round() -> None:
    units = [attacker("A"), gun("G", "Ottoman", at=HERE, order="limbered")]
    found = fight(assaulted(units), "stay")
    assert pieces(found.outcome) == ["A"]


@pytest.mark.cases("RS", "7.6.7", "18.4/3")
def test_nobody_who_fights_hides_and_the_winner_may_hide_again() -> None:
    units = [attacker("A"), defender("D", steps=1, hiding="terrain")]
    situation = assaulted(units)
    ready = run(assault.prepare(situation, situation.assaults[0])).outcome
    assert ready.piece("D").hiding == ""
    won = fight(situation, 0, "terrain").outcome
    assert won.piece("A").hiding == "terrain"
    assert not won.assaults


@pytest.mark.cases("RS", "18.1.3", "18.4/8", "8.3.4", "6.1.2")
def test_the_winner_holds_the_hex_and_takes_its_trench() -> None:
    trench = work("T", "shallow trench", HERE, front=["N"], ends=["NW", "SE"])
    units = [attacker("A"), attacker("B"), defender("D", steps=1, work="T")]
    won = fight(assaulted(units, [trench]), 0, "stay").outcome
    assert won.holders[won.board.hex(HERE)] == "Entente"
    assert [won.piece(name).work for name in "AB"] == ["T", "T"]
    assert won.works[0].owner == "Entente"
    assert [piece.wave for piece in won.pieces] == [0, 0]


@pytest.mark.cases("RS", "18.1.4", "18.4/6", "19.2.4")
def test_a_bystander_goes_with_those_who_fail() -> None:
    """RS-64: a machine gun hiding in Us/Them adds nothing, and retreats with the rifles."""
    units = [
        attacker("A"),
        mg("MG", at=HERE, hiding="terrain"),
        defender("D", hiding="terrain"),
    ]
    situation = assaulted(units, shared=[HERE])
    assert first(situation).strengths[0] == 2
    found = fight(situation, 99, FAILS, "hold", "stay", "stay")
    assert (at(found.outcome, "A"), at(found.outcome, "MG")) == (FROM, FROM)
    assert not found.outcome.shared
    assert not found.outcome.piece("D").hiding


@pytest.mark.cases("RS", "18.1.4", "18.4/6")
def test_a_rout_takes_the_bystanders_along() -> None:
    units = [attacker("A"), mg("MG", at=HERE), defender("D")]
    found = fight(assaulted(units), 99, ROUTS, "stay")
    assert pieces(found.outcome) == ["D"]


@pytest.mark.cases("RS", "18.4/6")
def test_bystanders_retreat_when_nobody_is_left_to_attack() -> None:
    units = [attacker("A", steps=1), mg("MG", at=HERE), defender("D")]
    found = fight(assaulted(units, board=OPEN), 99, "10.11", "hold")
    assert at(found.outcome, "MG") == "10.11"
    assert pieces(found.outcome) == ["D"]


@pytest.mark.cases("RS", "18.4/6", "19.1/1")
def test_a_broken_defender_leaves_the_hex_to_the_attacker() -> None:
    found = fight(assaulted([attacker("A"), defender("D")], board=OPEN), 0, FAILS, "12.11", "hold")
    assert at(found.outcome, "D") == "12.11"
    assert found.outcome.piece("D").confused
    assert found.outcome.holders[found.outcome.board.hex(HERE)] == "Entente"


@pytest.mark.cases("RS", "18.4/6")
def test_nobody_retreats_from_an_enemy_who_is_gone() -> None:
    situation = assaulted([attacker("A", steps=1), defender("D")], board=OPEN)
    found = fight(situation, 20, FAILS)
    assert pieces(found.outcome) == ["D"]
    assert not found.outcome.piece("D").confused


@pytest.mark.cases("RS", "18.4/7", "19.1/2")
def test_the_attacker_is_asked_first_whether_to_break_off() -> None:
    situation = assaulted([attacker("A"), defender("D")], board=OPEN)
    found = fight(situation, 0, PASSES, "retreat", "hold")
    assert at(found.outcome, "A") == FROM
    found = fight(situation, 0, PASSES, "stay", "retreat", "12.11", "hold")
    assert at(found.outcome, "D") == "12.11"
    asked = [each.who for each in found.asked if each.purpose.startswith("Assault at 11.11: ")]  # type: ignore[union-attr] # choices
    assert asked == ["Entente", "Ottoman"]


@pytest.mark.cases("RS", "18.4/7", "19.1.11")
def test_nobody_breaks_off_into_captivity() -> None:
    round_about = [
        unit(f"E{i}", "Entente", at=label)
        for i, label in enumerate(("11.10", "11.12", "10.11", "10.12", "12.11", "12.12"))
    ]
    situation = assaulted([attacker("A"), defender("D"), *round_about])
    asked = assault.stay_or_retreat(situation, situation.assaults[0], "defender")
    assert [option.key for option in asked.options] == ["stay"]
    assert [key for key, _ in asked.barred] == ["retreat"]


@pytest.mark.cases("RS", "18.0", "18.1", "18.2.2")
def test_the_active_side_resolves_its_assaults_in_the_order_it_likes() -> None:
    units = [
        attacker("A"),
        defender("D", steps=1),
        attacker("B", at="10.11", came_from="10.12"),
        defender("E", steps=1, at="10.11"),
    ]
    text = "column-row 10.12\ng grassland\n\nggg\nggg\nggg\n"
    situation = position(text, units, assault=[marker(HERE), marker("10.11")])
    found = run(assault.assault_subsegment(situation), HERE, 0, 0)
    order = [each.purpose for each in found.asked[1:]]
    assert order == ["Assault at 11.11, round 1", "Assault at 10.11, round 1"]
    assert not found.outcome.assaults
    idle = evolve(situation, active="Ottoman")
    assert run(assault.assault_subsegment(idle)).outcome == idle


def test_a_hex_without_an_assault_is_refused_in_a_sentence() -> None:
    situation = long_example()
    with pytest.raises(RequestError, match=r"assault: found 10\.11, without an assault"):
        run(assault.resolve_assault(situation, situation.board.hex("10.11")))


@pytest.mark.cases("RS", "18.1.4", "18.4/6")
def test_an_assault_whose_attackers_are_gone_is_over() -> None:
    units = [mg("MG", at=HERE), defender("D")]
    found = fight(assaulted(units, board=OPEN), "10.11", "hold")
    assert not found.outcome.assaults
    assert at(found.outcome, "MG") == "10.11"
    down = [mg("MG", at=HERE, hiding="terrain"), defender("D", hiding="terrain")]
    shared = assaulted(down, shared=[HERE])
    assert fight(shared).outcome == evolve(shared, assaults=())


@pytest.mark.cases("RS", "19.2.3")
def test_a_defender_cannot_fight_on_against_nobody() -> None:
    units = [attacker("A", steps=1), mg("MG", at=HERE), *(defender(name) for name in "DEF")]
    found = fight(assaulted(units), 99, "us them", "hold", "D", "12.11", "hold", "stay")
    assert pieces(found.outcome) == ["E", "F", "MG"]
    assert found.outcome.shared


def test_a_side_may_keep_one_of_two_trenches_when_the_other_side_is_gone() -> None:
    """RS 8.3.2: both had dug in Us/Them."""
    trenches = [
        work("T", "shallow trench", HERE, front=["N"], ends=["NW", "SE"]),
        work("C", "shallow trench", HERE, "Entente", front=["S"], ends=["NE", "SW"],
             close_quarters=True),
    ]  # fmt: skip
    units = [attacker("A"), attacker("B"), defender("D", steps=1, hiding="terrain")]
    found = fight(assaulted(units, trenches, shared=[HERE]), 0, "T", "stay")
    assert [each.id for each in found.outcome.works] == ["T"]
