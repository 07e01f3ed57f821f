"""Reinforcements (15): arriving, the file at the edge of the map, entering it."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.campaigns import Quiet, campaign, game
from tests.rifle_and_spade.positions import brigiment, division, gun, hq, position, unit
from wargame.core.drivers import play
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade import cup, reinforcements, release, turn
from wargame.rifle_and_spade.orders.change import may_change
from wargame.rifle_and_spade.reinforcements import (
    Arrival,
    Waiting,
    arrive,
    enter_the_map,
    entry_points,
    file_of,
)

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

ROAD = "column-row 10.50\ng grassland\nw sea\n\n{}\n\n"
MARKS = "link road 10.50 11.49 12.49\n"
SIX = tuple(f"B {n}" for n in range(1, 7))


class Script:
    """Answers choices by the first of these keys that is open, else by the last option."""

    def __init__(self, *keys: str) -> None:
        """Prefer these keys."""
        self.keys = keys
        self.asked: list[Choice] = []

    def roll(self, roll: Roll) -> int:
        """Return the highest face."""
        return roll.last

    def choose(self, choice: Choice) -> str:
        """Return the preferred key."""
        self.asked.append(choice)
        keys = [option.key for option in choice.options]
        return next((key for key in self.keys if key in keys), keys[-1])


def board(first: str = "ggg") -> str:
    """Return three columns with a road from the north-west corner."""
    return ROAD.format(f"{first}\nggg\nggg\nggg") + MARKS


def edge(*more: Any, ground: str = "ggg", **fields: Any) -> Situation:
    """Return a brigade off the map and a friendly one on it."""
    units = [
        *(unit(name, brigiment="B", battalion="1") for name in SIX),
        hq("B HQ", brigiment="B"),
        gun("battery"),
        unit("A 1", at="12.47", brigiment="A"),
        unit("Z 1", "Ottoman", at="10.47", brigiment="Z"),
        *more,
    ]
    known = [brigiment("B", released=False), brigiment("A"), brigiment("Z", "Ottoman")]
    return position(board(ground), units, brigiment=known, active="Entente", **fields)


def crowd(at: str) -> list[Any]:
    """Return as many friends as a hex holds."""
    return [unit(f"crowd {n}", at=at, steps=8) for n in (1, 2)]


def queue(situation: Situation, *names: str, order: Any = "column") -> tuple[Waiting, ...]:
    """Return units that wait at 10.50."""
    return tuple(Waiting(name, situation.board.hex("10.50"), "edge", order) for name in names)


@pytest.mark.cases("RS", "15.0", "15.1", "2.0/1", "15.1.1", "14.2", "14.3")
def test_units_come_to_their_edge_on_their_turn() -> None:
    situation = edge(turn=3)
    at = situation.board.hex("10.50")
    schedule = [Arrival(3, ("B 1", "battery", "B HQ"), (at,)), Arrival(4, ("B 2",), (at,))]
    played = play(lambda: arrive(situation, (), schedule), Script())
    after, waiting = played.outcome
    assert after == situation
    orders = [(each.unit, each.order) for each in waiting]
    assert orders == [("B 1", "column"), ("battery", "limbered"), ("B HQ", "")]
    assert played.told[0].value == ("B 1", "battery", "B HQ")
    assert reinforcements.schedule_by_turn(schedule) == {3: ("B 1", "battery", "B HQ"), 4: ("B 2",)}


@pytest.mark.cases("RS", "15.1.3", "15.1.5", "15.1.4")
def test_who_simply_appears_stands_in_his_hex_if_there_is_room() -> None:
    situation = edge(turn=3)
    places = tuple(map(situation.board.hex, ("10.50", "11.49")))
    schedule = [Arrival(3, ("B 1", "B 2"), places, "appears")]
    assert not may_change(situation, "B").allowed
    played = play(lambda: arrive(situation, (), schedule), Script("11.49"))
    after, waiting = played.outcome
    assert waiting == ()
    assert [after.piece(name).at for name in ("B 1", "B 2")] == [places[1], places[1]]
    assert after.command("B").released
    assert may_change(after, "B").allowed
    assert cup.chits(after, "Entente") == ("A", "B")
    full = edge(*crowd("11.49"), turn=3)
    after, waiting = play(lambda: arrive(full, (), schedule), Script("11.49")).outcome
    assert [each.unit for each in waiting] == ["B 1", "B 2"]
    gone = after.without(["crowd 1", "crowd 2"])
    assert play(lambda: arrive(gone, waiting, ()), Script()).outcome[1] == ()


@pytest.mark.cases("GB", "102.2.3")
@pytest.mark.cases("RS", "15.1.3")
def test_with_one_hex_in_enemy_hands_they_come_by_the_other() -> None:
    """GB 102.2.3, 104.3.9: only with both of them taken does nobody come."""
    situation = edge(turn=3)
    places = tuple(map(situation.board.hex, ("10.47", "11.49")))
    schedule = [Arrival(3, ("B 1",), places, "appears")]
    after, waiting = play(lambda: arrive(situation, (), schedule), Script()).outcome
    assert waiting == ()
    assert after.piece("B 1").at == places[1]
    other = edge(unit("Z 2", "Ottoman", at="11.49", brigiment="Z"), turn=3)
    left = play(lambda: arrive(other, (), schedule), Script("11.49")).outcome[1]
    assert [each.unit for each in left] == ["B 1"]
    free = evolve(other.without(["Z 1"]), turn=4)
    after, waiting = play(lambda: arrive(free, left, schedule), Script()).outcome
    assert waiting == ()
    assert after.piece("B 1").at == places[0]


@pytest.mark.cases("RS", "15.1.3")
def test_nobody_appears_among_enemies() -> None:
    situation = edge(turn=3)
    schedule = [Arrival(3, ("B 1",), (situation.board.hex("10.47"),), "appears")]
    assert len(play(lambda: arrive(situation, (), schedule), Script()).outcome[1]) == 1


@pytest.mark.cases("RS", "15.1.1", "14.2")
def test_the_kth_of_a_column_pays_k_hexes_of_road() -> None:
    """RS-50 with the reading RS-Q56."""
    situation = edge()
    waiting = queue(situation, *SIX)
    at = situation.board.hex("10.50")
    assert [len(group) for group in file_of(situation, waiting, at)] == [1] * 6
    costs = [entry_points(situation, waiting, name).value for name in SIX]
    assert costs == [Fraction(k, 2) if k % 2 else k // 2 for k in range(1, 7)]
    assert not entry_points(situation, waiting, "B HQ").allowed


@pytest.mark.cases("RS", "15.1.1")
def test_off_the_road_more_stand_abreast_and_the_ground_is_paid() -> None:
    situation = edge()
    waiting = queue(situation, *SIX, order="")
    groups = file_of(situation, waiting, situation.board.hex("10.50"))
    assert sum(map(len, groups)) == 6
    assert len(groups) < 6
    first = entry_points(situation, waiting, "B 1").value
    assert first == 1
    assert entry_points(situation, waiting, SIX[-1]).value == len(groups)


@pytest.mark.cases("RS", "15.1.1", "15.1.5", "2.0/4c.iii")
def test_who_enters_has_paid_and_may_go_on_from_the_entry_hex() -> None:
    situation = edge()
    waiting = queue(situation, "B 1", "B 2")
    loose = frozenset(each.unit for each in waiting)
    assert cup.chits(situation, "Entente") == ("A",)
    assert cup.chits(situation, "Entente", loose) == ("A", "B")
    script = Script("10.50", "11.49", "12.49")
    after, left = play(lambda: enter_the_map(situation, waiting, "B"), script).outcome
    assert left == ()
    assert after.command("B").released
    assert after.piece("B 1").acted
    assert after.piece("B 1").at != situation.board.hex("10.50")
    purposes = [choice.purpose for choice in script.asked]
    assert "B 1 at the edge" in purposes
    spent = next(p for p in purposes if p.startswith("B 2 at 10.50"))
    fresh = next(p for p in purposes if p.startswith("B 1 at 10.50"))
    assert spent != fresh.replace("B 1", "B 2")


@pytest.mark.cases("RS", "15.1.1")
def test_who_stays_out_waits_on_and_others_of_another_brigade_do_too() -> None:
    situation = edge()
    waiting = (*queue(situation, "B 1"), *queue(situation, "battery", order="limbered"))
    after, left = play(lambda: enter_the_map(situation, waiting, "B"), Script("stay")).outcome
    assert left == waiting
    assert not after.on_map("B 1")
    script = Script("stay")
    play(lambda: enter_the_map(situation, waiting, "A"), script)
    assert [choice.purpose for choice in script.asked] == ["battery at the edge"]


@pytest.mark.cases("RS", "15.1.1", "3.7", "14.1.9", "14.1.10")
def test_enemies_a_full_hex_or_ground_that_bars_keep_one_out() -> None:
    for case, situation in (
        ("RS 14.1.10", edge(unit("Z 2", "Ottoman", at="10.50", brigiment="Z"))),
        ("RS 3.7", edge(*crowd("10.50"))),
    ):
        waiting = queue(situation, "B 1", order="" if case == "RS 3.7" else "column")
        played = play(partial(enter_the_map, situation, waiting, "B"), Script())
        assert played.outcome[1] == waiting
        assert case in [str(each) for each in played.told[0].cases]
    at_sea = position(
        "column-row 10.50\ng grassland\nw sea\n\nwg\ngg\n",
        [unit("B 1", brigiment="B"), unit("Z 1", "Ottoman", at="11.49", brigiment="Z")],
        brigiment=[brigiment("B"), brigiment("Z", "Ottoman")],
        active="Entente",
    )
    refused = entry_points(at_sea, queue(at_sea, "B 1", order=""), "B 1")
    assert str(refused.cases[1]) == "RS 14.1.9"


@pytest.mark.cases("RS", "15.1.1", "14.1.5")
def test_who_is_too_far_back_waits_for_the_next_turn() -> None:
    situation = edge(*(unit(f"C {n}", brigiment="B", battalion="2") for n in range(30)))
    names = (*SIX, *(f"C {n}" for n in range(30)))
    waiting = queue(situation, *names)
    played = play(lambda: enter_the_map(situation, waiting, "B"), Script("stay"))
    assert len(played.outcome[1]) == len(waiting)
    assert any("more than it has" in ruling.sentence for ruling in played.told)


@pytest.mark.cases("RS", "15.1.4")
def test_a_brigade_that_has_not_come_yet_gets_no_orders() -> None:
    situation = edge()
    assert not may_change(situation, "B").allowed
    assert may_change(situation, "A").allowed
    released = release.release(situation, "B")
    assert "entered" in may_change(released, "B").sentence


@pytest.mark.cases("RS", "9.7.2", "9.7.1", "15.1.1")
def test_independents_enter_with_a_brigade_of_their_own_division() -> None:
    divisions = [division("29"), division("RND")]
    known = [brigiment("B", division="29", released=False), brigiment("A", division="RND"),
             brigiment("Z", "Ottoman")]  # fmt: skip
    units = [unit("B 1", brigiment="B"), gun("battery"), unit("A 1", at="12.47", brigiment="A"),
             unit("Z 1", "Ottoman", at="10.47", brigiment="Z")]  # fmt: skip
    situation = position(
        board(), units, brigiment=known, division=divisions, independents={"battery": "29"},
        active="Entente",
    )  # fmt: skip
    waiting = queue(situation, "battery", order="limbered")
    asked = {}
    for name in ("A", "B"):
        script = Script("stay")
        play(partial(enter_the_map, situation, waiting, name), script)
        asked[name] = [choice.purpose for choice in script.asked]
    assert asked == {"A": [], "B": ["battery at the edge"]}


@pytest.mark.cases("RS", "15.1.1")
def test_infantry_need_not_come_in_column() -> None:
    situation = edge(turn=3)
    at = situation.board.hex("10.50")
    schedule = [Arrival(3, ("B 1", "battery", "B 2"), (at,))]
    script = Script("B 2", "done")
    waiting = play(lambda: arrive(situation, (), schedule), script).outcome[1]
    assert {each.unit: each.order for each in waiting} == {
        "B 1": "column", "battery": "limbered", "B 2": "",
    }  # fmt: skip
    assert [option.key for option in script.asked[0].options] == ["B 1", "B 2", "done"]


@pytest.mark.cases("RS", "2.0/1", "15.1.1", "15.1.4")
def test_a_brigade_that_comes_to_the_edge_is_given_its_order_too() -> None:
    situation = campaign({"B": {"released": False}}, turn=4)
    away = situation.without(
        [p.unit for p in situation.pieces if situation.unit(p).brigiment == "B"]
    )
    at = (situation.board.hex("8.9"),)
    schedule = tuple(Arrival(4, (f"{half} 1/B",), at, orders=("attack",)) for half in "LR")
    start = game(away, arrivals=schedule)
    script = Quiet({"its order on arrival": "attack", "objectives of": "line", "one end": "8.15"})
    after = play(lambda: turn.reinforcement_phase(start), script).outcome
    assert [words for words in script.purposes if "on arrival" in words] == [
        "B: its order on arrival"
    ]
    assert after.situation.command("B").order.kind == "attack"
    assert set(dict(after.situation.command("B").order.goals)) == {"L 1/B", "R 1/B"}
    assert not after.situation.on_map("L 1/B")
    assert [each.unit for each in after.waiting] == ["L 1/B", "R 1/B"]
