"""Engineering: begin, go on, pause, finish, and everything that interrupts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import (
    FOREST,
    gun,
    hq,
    mg,
    position,
    unit,
    work,
)
from wargame.core.drivers import play
from wargame.core.procedure import Chance, Choice, Roll
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import actions, engineering, hiding
from wargame.rifle_and_spade.digging import jobs
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.project import Shape, project
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.works import connected
from wargame.rifle_and_spade.works_position import capture, complete

BOARD = "column-row 29.53\ns scrub\n\n" + "sssssss\n" * 7
HERE, NORTH = "31.50", "31.51"
EVERYBODY = frozenset({"A", "B", "C", "MG", "Bty", "Cav", "HQ"})


class Script:
    """Answers choices in order and then digs no more; throws a fixed face."""

    def __init__(self, *keys: str, face: int = 9) -> None:
        """Remember what to answer."""
        self.keys, self.face = list(keys), face
        self.asked: list[Choice] = []

    def roll(self, roll: Roll) -> int:
        """Throw the face, tenfold for percentile dice."""
        return self.face if roll.faces == 10 else 11 * self.face

    def choose(self, choice: Choice) -> str:
        """Take the next answer."""
        self.asked.append(choice)
        if choice.purpose == "Engineering" and not self.keys:
            return "end"
        return choice.option(self.keys.pop(0)).key


def dig(situation: Situation, *keys: str, able: frozenset[str] = EVERYBODY) -> Situation:
    """Return the situation after an Engineering Subsegment."""
    script = Script(*keys)
    after = play(lambda: engineering.engineering_subsegment(situation, able), script).outcome
    assert not script.keys
    assert isinstance(after, Situation)
    return after


def next_turn(situation: Situation) -> Situation:
    """Return the same a turn later: everybody may act again."""
    fresh = (evolve(piece, acted=False) for piece in situation.pieces)
    return evolve(situation.replace_pieces(*fresh), turn=situation.turn + 1)


def alone(*units: Any, **more: Any) -> Situation:
    """Return a position without limits on digging, and nobody near."""
    more.setdefault("rules", FOREST)
    return position(BOARD, units=units, **more)


def state(situation: Situation) -> dict[str, tuple[str, int, str]]:
    """Return the works: their kind, progress and what is in hand."""
    return {w.id: (w.kind, w.progress, w.building) for w in situation.works}


@pytest.mark.cases("RS", "13.0", "13.1", "13.1.2", "13.1.3", "13.1.4", "13.1.7", "13.1.8")
def test_a_rifle_pit() -> None:
    """RS 13.1: begun in one subsegment, finished as the next begins, its builders inside."""
    begun = dig(alone(unit("A", at=HERE), unit("B", at=HERE)), f"{HERE} rifle pit", "A")
    assert state(begun) == {"rifle pit 31.50/1": ("rifle pit", 0, "new rifle pit")}
    piece = begun.piece("A")
    assert (piece.task, piece.acted, piece.work) == ("engineering", True, "")
    assert not begun.piece("B").acted
    assert not actions.may_act(begun, "A").allowed
    done = dig(next_turn(begun))
    assert state(done) == {"rifle pit 31.50/1": ("rifle pit", 0, "")}
    assert (done.piece("A").work, done.piece("A").task) == ("rifle pit 31.50/1", "")
    assert not done.piece("B").work
    assert not done.piece("A").acted


@pytest.mark.cases("RS", "13.1")
def test_the_switch() -> None:
    """RS 13.1, GB 102.1.7: a ruleset without engineering asks nothing at all."""
    rules = evolve(GALLIPOLI_1915, engineering=False)
    situation = alone(unit("A", at=HERE), rules=rules)
    played = play(lambda: engineering.engineering_subsegment(situation, EVERYBODY), Script())
    assert played.outcome == situation


@pytest.mark.cases("RS", "13.1", "13.1.10", "13.1.11", "6.4.2", "13.1.19")
def test_up_the_ladder() -> None:
    """RS 13.1.10, 13.1.11: pit to shallow trench to fire trench, turn by turn, with pauses."""
    situation = alone(
        unit("A", at=HERE), works=[work("rifle pit 31.50/1", "rifle pit", HERE, "Entente")]
    )
    shape = "front 1 2 ends 0 3"
    situation = dig(situation, f"{HERE} shallow trench", shape)
    assert project(situation.works[0]) is not None
    situation = dig(next_turn(situation))
    assert state(situation) == {
        "rifle pit 31.50/1": ("rifle pit", 1, "paused shallow trench; front 1 2; ends 0 3")
    }
    assert not situation.piece("A").task
    situation = dig(next_turn(situation))
    assert situation.works[0].progress == 1
    situation = dig(next_turn(situation), f"{HERE} go on rifle pit 31.50/1")
    situation = dig(next_turn(situation), f"{HERE} fire trench")
    assert state(situation) == {
        "shallow trench 31.50/1": ("shallow trench", 0, "fire trench; front 1 2; ends 0 3")
    }
    assert situation.piece("A").work == ""
    for _ in range(3):
        situation = dig(next_turn(situation), f"{HERE} go on shallow trench 31.50/1")
    situation = dig(next_turn(situation))
    (trench,) = situation.works
    assert (trench.id, trench.kind) == ("fire trench 31.50/1", "fire trench")
    assert [trench.front, trench.ends, trench.wire] == [{1, 2}, {0, 3}, {1, 2}]
    assert situation.piece("A").work == trench.id


@pytest.mark.cases("RS", "13.1.12", "13.1.2")
def test_turning_a_fire_trench() -> None:
    """RS-46 (RS 13.1.12): it takes the turns and the men that building it takes."""
    trench = work("F", "fire trench", HERE, "Entente", front=["N"], ends=["NE", "NW"])
    few = alone(unit("A", at=HERE, steps=1, work="F"), works=[trench])
    turned = dig(few, f"{HERE} turn F", "front 5 ends 0 4")
    assert not dig(next_turn(turned)).works[0].progress
    situation = alone(unit("A", at=HERE), mg("MG", at=HERE), works=[trench])
    situation = dig(situation, f"{HERE} turn F", "front 5 ends 0 4")
    for n in range(1, 4):
        situation = dig(next_turn(situation), f"{HERE} go on F")
        assert situation.works[0].progress == n
        assert situation.works[0].front == {2}
    situation = dig(next_turn(situation))
    assert [situation.works[0].front, situation.works[0].wire] == [{5}, {5}]
    gallipoli = evolve(situation, ground=position(BOARD).ground)
    keys = [job.key for job in jobs(next_turn(gallipoli), EVERYBODY)]
    assert keys == [f"{HERE} turn F"]


@pytest.mark.cases("RS", "13.1.9", "6.3.2", "6.3.1", "6.1.5")
def test_gun_pits() -> None:
    """RS 13.1.9, 6.3.2: each battery digs its own; widening and turning take as long."""
    situation = alone(gun("Bty", at=HERE), gun("B", at=HERE))
    for name, shape in (("Bty", "front 0 1"), ("B", "front 3 4")):
        situation = dig(situation, f"{HERE} gun pit {name}", shape)
    names = ["gun pit 31.50/1", "gun pit 31.50/2"]
    keys = [
        f"{HERE} go on {name} {digger}" for name, digger in zip(names, ("Bty", "B"), strict=True)
    ]
    situation = dig(next_turn(situation), *keys)
    assert {w.progress for w in situation.works} == {1}
    situation = dig(next_turn(situation))
    assert [situation.piece(each).work for each in ("Bty", "B")] == names
    for key, shape, facings in (
        (f"{HERE} widen {names[0]}", "front 0 1 2", {0, 1, 2}),
        (f"{HERE} turn {names[1]}", "front 1 2", {1, 2}),
    ):
        changed = dig(situation, key, shape)
        digger = next(piece for piece in changed.pieces if piece.task)
        assert not digger.work
        changed = dig(next_turn(changed), f"{HERE} go on {key.split(' ', 2)[2]} {digger.unit}")
        assert all(w.front != facings for w in changed.works)
        changed = dig(next_turn(changed))
        assert any(w.front == facings and complete(w) for w in changed.works)
    again = [job.key for job in jobs(situation, frozenset({"Bty"}))]
    assert f"{HERE} gun pit Bty" in again


def interrupted(how: str, situation: Situation) -> Situation:
    """Return the situation after something tore A from its digging."""
    piece = situation.piece("A")
    ways: dict[str, Callable[[], Situation]] = {
        "confused": lambda: situation.replace_pieces(evolve(piece, confused=True)),
        "torn": lambda: actions.interrupt(situation, ["A"]),
        "hid": lambda: hiding.hide(situation, ["A"], "terrain"),
        "killed": lambda: situation.without(["A"]),
        "weakened": lambda: situation.replace_pieces(evolve(piece, steps=1)),
        "": lambda: situation,
    }
    return ways[how]()


@pytest.mark.cases(
    "RS", "13.1.15", "13.1.15/b1", "13.1.15/b3", "13.1.15/b4", "13.1.16", "13.1.8", "7.6.1"
)
@pytest.mark.parametrize("how", ["confused", "torn", "hid", "killed", "weakened", ""])
def test_interruption(how: str) -> None:
    """RS 13.1.15: the last turn's work is lost, no more; RS 13.1.8: it has had its turn."""
    trench = work("F", "shallow trench", HERE, "Entente", front=["N"], ends=["NE", "NW"])
    situation = dig(alone(unit("A", at=HERE), works=[trench]), f"{HERE} fire trench")
    situation = dig(next_turn(situation), f"{HERE} go on F")
    assert situation.works[0].progress == 1
    situation = interrupted(how, situation)
    if situation.on_map("A"):
        assert not actions.may_act(situation, "A").allowed
    situation = dig(next_turn(situation))
    assert situation.works[0].progress == (1 if how else 2)
    assert situation.works[0].building.startswith("paused ")


@pytest.mark.cases("RS", "13.1.15", "13.1.19")
def test_of_a_hole_not_begun_in_earnest_nothing_stays() -> None:
    """RS 13.1.15: an interrupted first turn leaves no work at all; RS 13.1.19: a later one does."""
    begun = dig(alone(unit("A", at=HERE)), f"{HERE} rifle pit")
    torn = actions.interrupt(begun, ["A"])
    assert not dig(next_turn(torn)).works
    bty = dig(alone(gun("Bty", at=HERE)), f"{HERE} gun pit Bty", "front 0 1")
    bty = dig(next_turn(bty))
    assert bty.works[0].building == "paused new gun pit; front 0 1; for Bty"
    assert not bty.piece("Bty").task


@pytest.mark.cases("RS", "13.1.19")
def test_others_may_join_but_not_strangers() -> None:
    """RS 13.1.19: one thing at a time in a hex, and only those of one activation."""
    situation = dig(alone(unit("A", at=HERE), unit("B", at=HERE)), f"{HERE} rifle pit", "A")
    keys = [job.key for job in jobs(situation, frozenset({"A", "B"}))]
    assert keys == [f"{HERE} go on rifle pit 31.50/1"]
    assert not jobs(situation, frozenset({"B"}))
    after = dig(next_turn(situation), able=frozenset({"B"}))
    assert after.works == situation.works
    assert after.piece("A").task == "engineering"
    assert not jobs(evolve(situation, active="Ottoman"), EVERYBODY)
    enemy = evolve(situation, active="Ottoman")
    assert dig(enemy, able=frozenset()).works == situation.works


@pytest.mark.cases("RS", "13.1.20", "6.1.3")
def test_capture_of_what_is_in_hand() -> None:
    """RS 13.1.20: progress since the last finished work is lost; RS 6.1.3: the rest is captured."""
    pit = work("R", "rifle pit", HERE, "Entente")
    situation = dig(alone(unit("A", at=HERE), works=[pit]), f"{HERE} shallow trench", "circular")
    situation = dig(next_turn(situation))
    assert situation.works[0].progress == 1
    enemy = position(BOARD, units=[unit("X", "Ottoman", at=HERE)], rules=FOREST)
    taken = capture(evolve(enemy, works=situation.works))
    assert state(taken) == {"R": ("rifle pit", 0, "")}
    assert taken.works[0].owner == "Ottoman"


def quinns(light: str = "night") -> Situation:
    """Return both sides in Us/Them."""
    units = [
        unit("A", at=HERE, hiding="terrain"),
        unit("C", "Ottoman", at=HERE, hiding="terrain"),
    ]
    return alone(*units, shared=[HERE], light=light)


@pytest.mark.cases("RS", "13.1.17", "13.1.18", "8.3.2", "7.6.1", "6.4.1")
def test_quinns_post() -> None:
    """RS-47 (RS 13.1.17): both dig hidden by night, not by day, and their works join nothing."""
    assert not jobs(quinns("day"), EVERYBODY)
    assert not jobs(quinns("twilight"), EVERYBODY)
    situation = dig(quinns(), f"{HERE} rifle pit")
    assert (situation.piece("A").hiding, situation.piece("A").task) == ("terrain", "engineering")
    situation = dig(evolve(situation, active="Ottoman"), f"{HERE} rifle pit", able=EVERYBODY)
    situation = dig(
        next_turn(evolve(situation, active="Entente")),
        f"{HERE} shallow trench",
        "front 1 2 ends 0 3",
    )
    situation = dig(next_turn(evolve(situation, active="Ottoman")), able=EVERYBODY)
    theirs = situation.piece("C")
    assert (theirs.work, theirs.hiding) == ("rifle pit 31.50/2", "work")
    situation = dig(
        next_turn(evolve(situation, active="Entente")), f"{HERE} go on rifle pit 31.50/1"
    )
    situation = dig(next_turn(situation))
    ours = situation.work("shallow trench 31.50/1")
    assert ours is not None
    assert {w.close_quarters for w in situation.works} == {True}
    beside = evolve(ours, id="N", at=ours.at.neighbour(3), close_quarters=False)
    beside = evolve(beside, ends=frozenset({0, 3}))
    assert not connected(ours, beside)


@pytest.mark.cases("RS", "13.1.18")
def test_joining_a_close_quarters_trench_when_it_is_over() -> None:
    """RS 13.1.18: it joins others after it was worked on with Us/Them at an end."""
    trench = work(
        "S", "shallow trench", HERE, "Entente", front=["NE", "N"], ends=["SE", "NW"],
        close_quarters=True,
    )  # fmt: skip
    situation = alone(unit("A", at=HERE, work="S"), works=[trench])
    same = "front 1 2 ends 0 3"
    situation = dig(situation, f"{HERE} turn S", same)
    situation = dig(next_turn(situation), f"{HERE} go on S")
    situation = dig(next_turn(situation))
    (made,) = situation.works
    assert not made.close_quarters
    assert Shape(made.front, made.ends).key == same
    keys = [job for job in jobs(next_turn(situation), EVERYBODY) if " turn " in job.key]
    assert same not in [shape.key for shape in keys[0].shapes]


# ---- the enemy's answer


def watched(**more: Any) -> Situation:
    """Return a unit that may dig beside an enemy who sees it."""
    return alone(unit("A", at=HERE, **more), unit("X", "Ottoman", at=NORTH))


@pytest.mark.cases("RS", "13.1.6", "7.6.2", "7.6.2/1", "7.6.2/2", "7.2/3")
@pytest.mark.parametrize("cover", ["", "terrain"])
def test_beginning_to_dig_invites_fire(cover: str) -> None:
    """RS 13.1.6, 7.6.2: one trigger, coming out of hiding included; afterwards one may hide."""
    script = Script(f"{HERE} rifle pit", f"{HERE} {NORTH}", "hide terrain")
    situation = watched(hiding=cover)
    after = play(lambda: engineering.engineering_subsegment(situation, EVERYBODY), script).outcome
    fires = [choice for choice in script.asked if choice.who == "Ottoman"]
    assert len(fires) == 1
    assert "engineering" in fires[0].purpose
    assert (after.piece("A").hiding, after.piece("A").task) == ("terrain", "")
    assert after.piece("A").acted


@pytest.mark.cases("RS", "13.1", "13.1.15")
def test_progress_is_announced() -> None:
    """RS 13.1: what is noted is said, with what was lost."""
    begun = dig(alone(unit("A", at=HERE)), f"{HERE} rifle pit")
    said = []
    for each in (begun, actions.interrupt(begun, ["A"])):
        steps = engineering.note_progress(next_turn(each), EVERYBODY)
        ruling = next(steps)
        assert isinstance(ruling, Ruling)
        said.append((ruling.value, "interrupted" in ruling.sentence, ruling.reconstructed))
    assert said == [(1, False, True), (0, True, True)]


@pytest.mark.cases("RS", "13.1")
def test_any_play_ends_and_leaves_sound_works() -> None:
    """RS 13.1: random digging over many turns, with an enemy near, always ends and stays legal."""
    works = [
        work("F", "fire trench", HERE, "Entente", front=["N"], ends=["NE", "NW"]),
        work("P", "gun pit", "32.50", "Entente", front=["N", "NE"]),
    ]
    units = [
        unit("A", at=HERE, work="F"), unit("B", at="33.50"), mg("MG", at="33.50"),
        gun("Bty", at="32.50", work="P"), unit("Cav", at="33.49", arm="cavalry"),
        hq("HQ", at=HERE), unit("X", "Ottoman", at=NORTH, hiding="terrain"),
    ]  # fmt: skip
    for seed in range(6):
        situation = position(BOARD, units=units, works=works, turn=9)
        for _ in range(12):
            situation = play(
                partial(engineering.engineering_subsegment, situation, EVERYBODY),
                Chance(Random(seed)),
            ).outcome
            situation = next_turn(situation)
            for piece in situation.pieces:
                assert not piece.work or situation.work_of(piece) is not None
                assert not (piece.work and piece.task == "engineering")
            names = [w.id for w in situation.works]
            assert len(set(names)) == len(names)
            for made in situation.works:
                project(made)
