"""First Krithia: how long it lasts, and who has won, level by level."""

from __future__ import annotations

import pytest
from attrs import evolve

from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.krithia import SCENARIO, plan
from wargame.rifle_and_spade.krithia_rules import (
    DRAW,
    ENTENTE,
    MAJOR,
    MINOR,
    OTTOMAN,
    OTTOMAN_MAJOR,
    duration,
    historical_victory,
    line,
    line_taken,
    ottoman_pits,
    pits_taken,
    player_victory,
    taken,
    unused_parts,
)
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.sequence import hours_of, light_of
from wargame.rifle_and_spade.state import Situation

HEAD = load_scenario(SCENARIO).opening
START = load_scenario(SCENARIO).situation
PITS = ottoman_pits(START)


def without_ottomans(situation: Situation = START) -> Situation:
    return situation.without([piece.unit for piece in situation.of(OTTOMAN)])


def with_pits(count: int) -> Situation:
    """Return a position in which so many pits have been captured."""
    situation = START
    for pit in PITS[:count]:
        situation = situation.without([p.unit for p in situation.at(pit.at, OTTOMAN)])
        situation = situation.hold(pit.at, ENTENTE)
    return situation


def part(ruling: Ruling, label: str) -> Ruling:
    return next(each for each in ruling.parts if each.label == label)


@pytest.mark.cases("GB", "102.3.4")
def test_the_discrepancy_of_the_duration_is_named() -> None:
    ruling = duration()
    assert ruling.value == HEAD.last_turn == plan().last_turn == 39
    assert HEAD.turn == 33
    assert hours_of(33) == "8 am to 10 am"
    assert hours_of(39) == "8 pm to midnight"
    assert [each.value for each in ruling.parts if each.status == "skipped"] == [38]
    assert HEAD.light == light_of(33)


@pytest.mark.cases("GB", "102.3", "102.0", "102.3.5", "102.3.6")
def test_no_supply_and_no_reinforcements() -> None:
    assert set(unused_parts()) == {"1", "2"}
    assert not plan().sources
    assert not plan().arrivals


@pytest.mark.cases("GB", "102.3.11/ottoman-major", "102.3.12")
def test_at_the_start_it_stands_as_in_history() -> None:
    ruling = historical_victory(START, PITS)
    assert ruling.value == OTTOMAN_MAJOR
    assert player_victory(START, PITS).value == "as in history: a draw"
    assert "met already" not in "".join(each.sentence for each in ruling.parts)


@pytest.mark.cases("GB", "102.3.11/draw", "102.3.11/entente-minor", "102.3.11/ottoman-major")
@pytest.mark.parametrize(
    ("count", "level", "value"),
    [
        (0, OTTOMAN_MAJOR, "as in history: a draw"),
        (1, DRAW, "Entente, 1 above history"),
        (4, DRAW, "Entente, 1 above history"),
        (5, MINOR, "Entente, 2 above history"),
        (11, MINOR, "Entente, 2 above history"),
    ],
)
def test_pits_decide_between_the_lower_levels(count: int, level: str, value: str) -> None:
    situation = with_pits(count)
    assert pits_taken(situation, PITS).value == count
    assert historical_victory(situation, PITS).value == level
    assert player_victory(situation, PITS).value == value


@pytest.mark.cases("GB", "102.3.11", "102.3.11/entente-major")
def test_the_whole_line_on_the_map_is_a_major_victory() -> None:
    situation = without_ottomans()
    for cell in line(situation.ground)[1:]:
        situation = situation.hold(cell, ENTENTE)
    assert historical_victory(situation, PITS).value == DRAW, "one pit lies on the line"
    situation = situation.hold(line(situation.ground)[0], ENTENTE)
    ruling = historical_victory(situation, PITS)
    assert ruling.value == MAJOR
    assert player_victory(situation, PITS).value == "Entente, 3 above history"
    assert all(each.status == "skipped" for each in ruling.parts[1:])


@pytest.mark.cases("GB", "102.3.3", "102.3.11")
def test_what_lies_off_the_map_is_not_asked_for() -> None:
    ruling = line_taken(START)
    assert ruling.value == 0
    assert part(ruling, "15.24").status == "skipped"
    assert part(ruling, "19.22").status == "skipped"
    assert len([each for each in ruling.parts if each.counts]) == 14


def test_a_pit_retaken_or_contested_does_not_count() -> None:
    situation = with_pits(1)
    pit = PITS[0]
    assert taken(situation, pit.at)
    assert not taken(situation.hold(pit.at, OTTOMAN), pit.at)
    foe = evolve(START.of(OTTOMAN)[0], at=pit.at, work="")
    back = evolve(without_ottomans(situation), pieces=(foe, *situation.of(ENTENTE)))
    assert not taken(back, pit.at)
