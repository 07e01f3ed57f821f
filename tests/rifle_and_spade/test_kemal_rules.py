"""Kemal's Counterattack: the depots, what is held, and victory level by level."""

from __future__ import annotations

import pytest
from attrs import evolve

from wargame.rifle_and_spade.kemal_rules import (
    CRUSHING,
    ENTENTE,
    ENTENTE_MAJOR,
    ENTENTE_MINOR,
    KEMAL,
    LADDER,
    MEDIUM,
    MILLENNIAL,
    OTTOMAN,
    bar,
    chunnuk_bair,
    contested,
    high_ground,
    historical_victory,
    holder,
    player_victory,
    unused_parts,
    without_lost_depots,
)
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.state import Piece, Situation

NAMED = ("Battleship Hill", "Baby 700", "The Nek")


def start() -> Situation:
    return load_scenario("gallipoli_1915/kemals_counterattack").situation


def taken(situation: Situation, side: str, *names: str) -> Situation:
    """Return a position in which a side holds these places and nobody stands there."""
    for name in names:
        at = situation.board.hex(name) if name[0].isdigit() else situation.board.place(name)
        situation = situation.without([piece.unit for piece in situation.at(at)])
        situation = situation.hold(at, side)
    return situation


def moved(situation: Situation, unit: str, place: str) -> Situation:
    at = situation.board.place(place)
    return situation.replace_pieces(evolve(situation.piece(unit), at=at))


def of_history() -> Situation:
    return taken(start(), OTTOMAN, *NAMED)


def bair_of(side: str) -> Situation:
    labels = map(start().board.label, chunnuk_bair(start().ground))
    return taken(start(), side, *labels)


@pytest.mark.cases("GB", "102.2.12/entente-minor", "102.2.13")
def test_it_begins_with_the_entente_holding_on() -> None:
    ruling = historical_victory(start())
    assert ruling.value == ENTENTE_MINOR
    assert [part.label for part in ruling.parts] == [
        MILLENNIAL,
        CRUSHING,
        MEDIUM,
        ENTENTE_MAJOR,
        ENTENTE_MINOR,
    ]
    assert player_victory(start()).value == "Entente by 1"


@pytest.mark.cases("GB", "102.2.12/ottoman-medium", "102.2.13")
def test_what_history_came_to_is_a_draw() -> None:
    assert historical_victory(of_history()).value == MEDIUM
    assert player_victory(of_history()).value == "draw"


@pytest.mark.cases("GB", "102.2.12/ottoman-medium")
def test_the_medium_victory_needs_every_part_of_it() -> None:
    for name in NAMED:
        rest = [each for each in NAMED if each != name]
        assert historical_victory(taken(start(), OTTOMAN, *rest)).value == ENTENTE_MINOR, name
    lost = taken(of_history(), ENTENTE, "39.60")
    assert historical_victory(lost).value == ENTENTE_MINOR
    chessboard = taken(start(), OTTOMAN, "Battleship Hill", "Baby 700", "The Chessboard")
    assert historical_victory(chessboard).value == MEDIUM


@pytest.mark.cases("GB", "102.2.12/ottoman-medium")
def test_us_them_in_the_nek_or_the_chessboard_is_enough() -> None:
    situation = taken(start(), OTTOMAN, "Battleship Hill", "Baby 700")
    shared = moved(situation, "L 1/57", "The Chessboard")
    part = contested(shared, "The Chessboard")
    assert (part.value, "Us/Them" in part.sentence) == (True, True)
    assert historical_victory(shared).value == MEDIUM
    assert holder(shared, shared.board.place("The Chessboard")) == ""
    baby = moved(of_history(), "L 1 Bn" if of_history().on_map("L 1 Bn") else "R 2 Bn", "Baby 700")
    assert historical_victory(moved(baby, "L 1/57", "Baby 700")).value == ENTENTE_MINOR


@pytest.mark.cases("GB", "102.2.12/entente-major", "102.2.13")
def test_the_entente_needs_all_of_chunnuk_bair() -> None:
    situation = bair_of(ENTENTE)
    assert historical_victory(situation).value == ENTENTE_MAJOR
    assert player_victory(situation).value == "Entente by 2"
    back = moved(situation, "L 1/57", "Chunnuk Bair")
    assert historical_victory(back).value == ENTENTE_MINOR


@pytest.mark.cases("GB", "102.2.12/ottoman-crushing", "102.2.13")
def test_all_high_ground_crushes_the_entente() -> None:
    situation = start()
    for cell in high_ground(situation.ground):
        situation = taken(situation, OTTOMAN, situation.board.label(cell))
    ruling = historical_victory(situation)
    assert ruling.value == CRUSHING
    assert player_victory(situation).value == "Ottoman by 1"
    one = taken(situation, ENTENTE, "34.54")
    ruling = historical_victory(one)
    assert ruling.value == MEDIUM
    part = ruling.find("High ground")
    assert part is not None
    assert "Not 34.54." in part.sentence


@pytest.mark.cases("GB", "102.2.12/ottoman-millennial", "102.2.13")
def test_nobody_of_the_entente_left_is_millennial() -> None:
    situation = start()
    gone = situation.without([piece.unit for piece in situation.of(ENTENTE)])
    assert historical_victory(gone).value == MILLENNIAL
    assert player_victory(gone).value == "Ottoman by 2"


@pytest.mark.cases("GB", "102.2.12", "102.2.13")
def test_the_ladder_runs_from_the_best_of_one_side_to_that_of_the_other() -> None:
    assert LADDER == (ENTENTE_MAJOR, ENTENTE_MINOR, MEDIUM, CRUSHING, MILLENNIAL)


def test_every_level_says_why_it_is_not_met() -> None:
    for part in historical_victory(start()).parts[:-1]:
        assert part.sentence.startswith("Not so: ")
        assert part.parts


@pytest.mark.cases("GB", "101.4.1")
def test_depots_do_not_move_and_do_not_retreat() -> None:
    situation = start()
    there = situation.board.hex("47.52")
    why = bar(situation, ("Boghali depot",), there)
    assert why is not None
    assert (why.allowed, why.cases[0].number) == (False, "101.4.1")
    assert bar(situation, ("L 1/57",), there) is None
    assert without_lost_depots(situation) is situation
    fled = situation.replace_pieces(evolve(situation.piece("Boghali depot"), at=there))
    assert not without_lost_depots(fled).on_map("Boghali depot")
    assert without_lost_depots(fled).on_map("Maidos depot")


@pytest.mark.cases("GB", "102.0", "102.2.10")
def test_supply_and_ships_are_left_out() -> None:
    assert {str(each.cases[0]) for each in unused_parts().values()} == {"GB 102.0", "GB 102.2.10"}


@pytest.mark.cases("GB", "101.7.5", "102.2.8")
def test_two_batteries_wait_with_the_77th() -> None:
    units = start().roster.units
    assert set(KEMAL.attached.values()) == {"77"}
    for name in KEMAL.attached:
        assert units[name].artillery
        assert not units[name].brigiment
    assert isinstance(start().piece("1 Field/39"), Piece)
