"""Us/Them: how it begins, what one may do in it, and how it ends."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import assault, gun, hq, mg, picket, position, unit, work
from wargame.core.drivers import play
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade import us_them
from wargame.rifle_and_spade.ruleset import observation_ranges
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 29.53\ns scrub\n\n" + "sssssss\n" * 7
HERE, NORTH, SOUTH = "31.50", "31.51", "31.49"
TRENCH = work("T", "shallow trench", HERE, front=["SW", "NW"], ends=["N", "S"])


class First:
    """Takes the named option of every choice."""

    def __init__(self, key: str) -> None:
        """Remember the option."""
        self.key = key

    def roll(self, roll: Roll) -> int:
        """Throw nothing."""
        raise AssertionError(roll)

    def choose(self, choice: Choice) -> str:
        """Take it."""
        return choice.option(self.key).key


def shared(**more: Any) -> Situation:
    """Return a picket in its trench and two companies below it."""
    units = [
        picket("Picket", at=HERE, work="T", hiding="work"),
        unit("A", at=HERE, hiding="terrain", came_from=SOUTH),
        mg("MG", at=HERE, hiding="terrain"),
        unit("Behind", at=SOUTH),
    ]
    units += more.pop("units", [])
    held = more.pop("held", {HERE: "Ottoman", SOUTH: "Entente"})
    return position(BOARD, units=units, works=[TRENCH], shared=[HERE], held=held, **more)


@pytest.mark.cases("RS", "8.0", "8.1", "8.2.1", "8.3", "6.1.1/5", "7.2/2")
def test_everybody_hides() -> None:
    """RS 8.1, 8.2.1: both sides hide; RS 6.1.1/5: the first comer in the work, the other on top."""
    situation = position(
        BOARD,
        units=[
            unit("Def", "Ottoman", at=HERE, work="T", task="engineering"),
            unit("Def 2", "Ottoman", at=HERE),
            unit("Att", at=HERE, wave=2),
            unit("Elsewhere", at=SOUTH),
        ],
        works=[TRENCH],
        assault=[assault(HERE, waves=2)],
    )
    here = situation.board.hex(HERE)
    assert us_them.original_occupier(situation, here) == "Ottoman"
    after = us_them.enter(situation, here, ["Att"])
    assert after.shared == {here}
    state = {p.unit: (p.work, p.hiding, p.wave, p.task) for p in after.pieces}
    assert state == {
        "Def": ("T", "work", 0, ""),
        "Def 2": ("", "terrain", 0, ""),
        "Att": ("", "terrain", 0, ""),
        "Elsewhere": ("", "", 0, ""),
    }
    assert us_them.both_sides(after, here)


@pytest.mark.cases("RS", "6.1.1/5", "6.1.3")
def test_whose_hex_it_was() -> None:
    """RS 6.1.1/5 (RS-Q22): the owner of its works, but for those dug in Us/Them; else unknown."""
    situation = shared()
    here = situation.board.hex(HERE)
    assert us_them.original_occupier(situation, here) == "Ottoman"
    dug = tuple(evolve(w, close_quarters=True) for w in situation.works)
    assert us_them.original_occupier(evolve(situation, works=dug), here) is None
    wrong = situation.replace_pieces(
        evolve(situation.piece("Picket"), work=""), evolve(situation.piece("A"), work="T")
    )
    assert not us_them.enter(wrong, here, ["A"]).piece("A").work


@pytest.mark.cases("RS", "8.2.2")
def test_guns_elsewhere_do_not_fire_in() -> None:
    """RS 8.2.2: from outside never; from inside it is range zero."""
    situation = shared()
    here, south = situation.board.hex(HERE), situation.board.hex(SOUTH)
    assert not us_them.artillery_may_fire_into(situation, south, here)
    assert us_them.artillery_may_fire_into(situation, here, here)
    assert us_them.artillery_may_fire_into(situation, here, south)


@pytest.mark.cases("RS", "8.3.1", "8.3.1/1", "7.6.2/1")
def test_the_ways_out() -> None:
    """RS 8.3.1/1: only into an adjacent hex without enemies that one's own side entered last."""
    enemy = unit("Them", "Ottoman", at="32.50")
    held = {HERE: "Ottoman", SOUTH: "Entente", "32.50": "Entente", "30.50": "Ottoman"}
    situation = shared(units=[enemy], held=held)
    label = situation.board.hex
    found = {
        each: us_them.may_leave(situation, ["A"], label(each)).allowed
        for each in (SOUTH, "32.50", "30.50", NORTH, "31.48")
    }
    assert found == {SOUTH: True, "32.50": False, "30.50": False, NORTH: False, "31.48": False}
    assert us_them.may_leave(situation, ["Behind"], label("31.48")).allowed
    out = us_them.leave(situation, ["A"])
    assert not out.piece("A").hiding
    assert out.piece("MG").hiding == "terrain"


@pytest.mark.cases("RS", "8.3.1/2")
def test_assault_within_the_hex() -> None:
    """RS 8.3.1/2: against the enemy there; the wire crossed to come in costs again."""
    situation = shared()
    assert us_them.may_assault_inside(situation, ["A"]).allowed
    assert not us_them.may_assault_inside(situation, ["Behind"]).allowed
    assert not us_them.may_assault_inside(situation.without(["Picket"]), ["A"]).allowed
    assert us_them.wire_crossed(situation, situation.piece("A")) is None
    wired = tuple(evolve(w, wire=frozenset({5})) for w in situation.works)
    crossed = evolve(situation, works=wired)
    assert us_them.wire_crossed(crossed, crossed.piece("A")) == crossed.works[0]
    assert us_them.wire_crossed(crossed, crossed.piece("MG")) is None


@pytest.mark.cases("RS", "8.3.1/3", "8.3.3")
def test_back_into_hiding_after_fire() -> None:
    """RS 8.3.1/3: who fired must hide again; RS-Q69: unless no enemy is left in the hex."""
    situation = us_them.leave(shared(), ["A", "Picket"])
    again = us_them.after_firing(situation, ["A", "Picket", "Behind"])
    assert {p.unit: p.hiding for p in again.pieces} == {
        "A": "terrain", "MG": "terrain", "Picket": "work", "Behind": "",
    }  # fmt: skip
    alone = situation.without(["Picket"])
    assert not us_them.after_firing(alone, ["A"]).piece("A").hiding


@pytest.mark.cases("RS", "8.3.3", "8.3.4")
def test_the_end_of_it() -> None:
    """RS 8.3.3: stayers hide on when the others went; RS 8.3.4: not when they were driven off."""
    situation = shared()
    here = situation.board.hex(HERE)
    assert us_them.settle(situation) is situation
    gone = situation.without(["Picket"])
    left = us_them.settle(gone)
    assert not left.shared
    assert {p.hiding for p in left.at(here)} == {"terrain"}
    driven = us_them.settle(gone, [here])
    assert not driven.shared
    assert {p.hiding for p in driven.at(here)} == {""}
    assert us_them.settle(situation, [here]).at(here) == situation.at(here)
    empty = us_them.settle(situation.without([p.unit for p in situation.at(here)]), [here])
    assert not empty.shared
    trench = left.work("T")
    assert trench is not None
    assert trench.owner == "Entente"


@pytest.mark.cases("RS", "8.3.2", "13.1.17")
@pytest.mark.parametrize("keep", ["T", "rifle pit 31.50/1"])
def test_which_work_is_kept(keep: str) -> None:
    """RS 8.3.2: the side that is left chooses between its own work and the other's; pits stay."""
    ours = work("rifle pit 31.50/1", "rifle pit", HERE, "Entente", close_quarters=True)
    pits = [work(f"P{n}", "gun pit", HERE, "Entente", front=["N", "NE"]) for n in range(2)]
    units = [
        unit("A", at=HERE, hiding="work", work="rifle pit 31.50/1"),
        unit("Them", "Ottoman", at=HERE, hiding="work", work="T"),
    ]
    situation = position(BOARD, units=units, works=[TRENCH, ours, *pits], shared=[HERE])
    for both in (situation, evolve(situation, shared=frozenset())):
        assert play(partial(us_them.retain, both), First("none")).outcome == both
    alone = us_them.settle(situation.without(["Them"]))
    after = play(lambda: us_them.retain(alone), First(keep)).outcome
    assert {w.id for w in after.works} == {keep, "P0", "P1"}
    piece = after.piece("A")
    kept = keep != "T"
    assert (piece.work, piece.hiding) == (("rifle pit 31.50/1", "work") if kept else ("", ""))


@pytest.mark.cases("RS", "8.3.5")
def test_reinforcing() -> None:
    """RS 8.3.5: either side may, by plain movement, no more than can hide; they hide on arrival."""
    situation = shared(
        units=[unit("R", at=SOUTH), unit("S", at=SOUTH, steps=3), hq("HQ", at=SOUTH)]
    )
    here = situation.board.hex(HERE)
    assert us_them.may_reinforce(situation, ["R", "HQ"], here).allowed
    assert not us_them.may_reinforce(situation, ["S"], here).allowed
    assert not us_them.may_reinforce(situation, ["R"], situation.board.hex(SOUTH)).allowed
    assert not us_them.may_reinforce(evolve(situation, shared=frozenset()), ["R"], here).allowed
    moved = situation.replace_pieces(evolve(situation.piece("R"), at=here))
    after = us_them.reinforce(moved, ["R"])
    assert (after.piece("R").hiding, after.piece("R").work) == ("terrain", "")
    theirs = shared(units=[unit("R", "Ottoman", at=NORTH)])
    came = theirs.replace_pieces(evolve(theirs.piece("R"), at=here))
    after = us_them.reinforce(came, ["R"])
    assert (after.piece("R").hiding, after.piece("R").work) == ("work", "T")
    assert us_them.reinforce(came.without(["R"]), ["R"]) == came.without(["R"])


@pytest.mark.cases("RS", "8.3.6")
@pytest.mark.parametrize(("light", "reach"), [("day", 1), ("twilight", 1), ("night", 0)])
def test_how_far_one_spots(light: Any, reach: int) -> None:
    """RS 8.3.6: from Us/Them one hex by day and twilight, none by night; elsewhere as usual."""
    situation = shared(light=light, units=[gun("Gun", at=NORTH)])
    assert us_them.spotting_range(situation, situation.piece("A")) == reach
    usual = observation_ranges(situation.shelf).within(light)
    assert us_them.spotting_range(situation, situation.piece("Gun")) == usual
