"""Who may dig at all, and what jobs are open."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import (
    FOREST,
    assault,
    gun,
    hq,
    picket,
    position,
    unit,
    work,
)
from wargame.core.drivers import play
from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade.digging import jobs, obstacle
from wargame.rifle_and_spade.engineering import engineering_subsegment
from wargame.rifle_and_spade.scene import SceneUnit

BOARD = "column-row 29.53\ns scrub\n\n" + "sssssss\n" * 7
HERE, NORTH = "31.50", "31.51"
BOTH = frozenset({"A", "B"})


class AsksForA:
    """Answers every choice with the name of a unit."""

    def roll(self, roll: Roll) -> int:
        """Throw nothing."""
        raise AssertionError(roll)

    def choose(self, choice: Choice) -> str:
        """Ask for the unit A."""
        return choice.option("A").key


@pytest.mark.cases("RS", "13.1.5", "13.1.15/b2", "13.1.2", "9.2.9", "12.0", "6.3.5")
@pytest.mark.parametrize(
    ("who", "case"),
    [
        (unit("A"), None),
        (picket("A", "Entente"), None),
        (unit("A", confused=True), "RS 13.1.5"),
        (unit("A", order="column"), "RS 7.1.3"),
        (unit("A", arm="cavalry"), "RS 13.1.2"),
        (hq("A"), "RS 9.2.9"),
        (unit("A", acted=True), "RS 12.0"),
        (unit("A", task="drag"), "RS 12.0"),
        (gun("A", fixed=True), "RS 6.3.5"),
    ],
)
def test_who_may_dig_at_all(who: SceneUnit, case: str | None) -> None:
    """RS 13.1.5 and the rest: nobody is offered a job that it may not take, and it is told why."""
    situation = position(BOARD, units=[evolve(who, at=HERE), unit("B", at=NORTH)], rules=FOREST)
    ruling = obstacle(situation, "A")
    assert (ruling is None) is (case is None)
    assert bool(jobs(situation, frozenset({"A"}))) is (case is None)
    if ruling is not None:
        assert str(ruling.cases[0]) == case
        with pytest.raises(Refused) as refused:
            play(partial(engineering_subsegment, situation, BOTH), AsksForA())
        assert refused.value.ruling == ruling


@pytest.mark.cases("RS", "13.1.15/b2")
def test_not_under_an_assault_marker() -> None:
    """RS 13.1.15/b2: an assault in the hex bars all digging there."""
    units = [unit("A", at=HERE), unit("X", "Ottoman", at=HERE, wave=1)]
    situation = position(BOARD, units=units, assault=[assault(HERE, "Ottoman")], rules=FOREST)
    ruling = obstacle(situation, "A")
    assert ruling is not None
    assert str(ruling.cases[0]) == "RS 13.1.15/b2"
    assert not jobs(situation, BOTH)


@pytest.mark.cases("RS", "13.1.10", "13.1.11", "13.1.12", "13.1.14", "6.1.5", "13.1.13")
@pytest.mark.parametrize(
    ("there", "keys"),
    [
        (None, ["rifle pit"]),
        ("rifle pit", ["shallow trench"]),
        ("shallow trench", ["fire trench", "turn W"]),
        ("fire trench", ["turn W"]),
        ("fort", []),
        ("gun pit", ["rifle pit"]),
        ("barbed wire", ["rifle pit"]),
    ],
)
def test_what_is_open(there: str | None, keys: list[str]) -> None:
    """RS 13.1.10 to 13.1.14: up the ladder one step at a time; forts stay as they are."""
    more = {"front": ["N"], "ends": ["NE", "NW"]} if there and "trench" in there else {}
    works = [work("W", there, HERE, "Entente", **more)] if there else []
    situation = position(BOARD, units=[unit("A", at=HERE)], works=works, rules=FOREST)
    assert [job.key for job in jobs(situation, BOTH)] == [f"{HERE} {key}" for key in keys]


@pytest.mark.cases("RS", "13.1.17", "6.1.1/5")
def test_in_us_them_each_side_digs_its_own() -> None:
    """RS 13.1.17: the enemy's work in the hex is no bar to one of one's own, by night."""
    units = [
        unit("A", at=HERE, hiding="terrain"),
        unit("X", "Ottoman", at=HERE, hiding="work", work="W"),
    ]
    works = [work("W", "rifle pit", HERE)]
    for light, count in (("night", 1), ("twilight", 0), ("day", 0)):
        situation = position(
            BOARD, units=units, works=works, shared=[HERE], light=light, rules=FOREST
        )
        assert len(jobs(situation, BOTH)) == count
