"""Fire strength (RS 17.1, 17.2/1): what counts, the limit of a hexside, range zero, exclusions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rifle_and_spade.fire_positions import HERE, NORTH, SOUTH, field, fire_at, ground, trigger
from tests.rifle_and_spade.positions import gun, hq, mg, picket, unit, work
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.fire_points import strength, strength_ruling
from wargame.rifle_and_spade.shot import Shot, fire_kind

FOE = unit("foe", "Ottoman", at=HERE)


def points(shot: Shot) -> Fraction | int:
    """Return the strength of a shot, having checked that the explanation comes to the same."""
    found = strength(shot)
    ruling = strength_ruling(shot, found)
    assert ruling.value == found.points
    assert Ruling.from_json(ruling.to_json()) == ruling
    return found.points


@pytest.mark.cases("RS", "17.1", "17.1.4", "17.2/1", "3.1.6")
def test_points_are_those_of_the_steps_that_are_left() -> None:
    situation = field(
        FOE,
        unit("whole", at=NORTH, steps=2, rifles=3),
        unit("half", at=SOUTH, steps=2, left=1, rifles=3),
        picket("picket", "Entente", at="11.10", steps="1/4"),
    )
    assert points(fire_at(situation, "whole")) == 3
    assert points(fire_at(situation, "half")) == Fraction(3, 2)
    assert points(fire_at(situation, "picket")) == Fraction(1, 4)
    assert points(fire_at(situation, "whole", "half", "picket")) == Fraction(19, 4)


@pytest.mark.cases("RS", "17.1.3", "3.7.6")
def test_a_stack_fires_two_rifle_steps_and_five_points_of_machine_guns() -> None:
    """RS-Q62: the limit is on what is printed, for each stack by itself."""
    situation = field(
        FOE,
        unit("a", at=NORTH),
        unit("b", at=NORTH),
        mg("c", at=NORTH, machine_guns=4),
        mg("d", at=NORTH, machine_guns=3),
        mg("e", at=NORTH, machine_guns=2),
        unit("f", at=SOUTH),
        gun("g", at=NORTH, points=7),
    )
    found = strength(fire_at(situation, "a", "b", "c", "d", "e"))
    assert found.points == 2 + 5
    assert {part.piece.unit for part in found.parts} == {"a", "c", "d"}
    assert found.beyond == ("b", "e")
    assert points(fire_at(situation, "a", "b", "f")) == 4
    assert points(fire_at(situation, "a", "b", "g")) == 9
    said = strength_ruling(fire_at(situation, "a", "b")).to_text()
    assert "no more of its stack" in said


@pytest.mark.cases("RS", "17.1.3", "16.1.2")
def test_the_best_of_a_stack_fire_first() -> None:
    situation = field(
        FOE,
        unit("a", at=NORTH, confused=True),
        unit("b", at=NORTH),
        unit("c", at=NORTH, steps=1, rifles=2),
    )
    found = strength(fire_at(situation, "a", "b", "c"))
    assert [(part.piece.unit, part.used) for part in found.parts] == [("c", 2), ("b", 1)]


@pytest.mark.cases("RS", "17.1.3", "17.1.7", "1.4.7")
def test_the_limit_comes_before_the_multipliers() -> None:
    situation = field(
        unit("a", "Ottoman", at=HERE, steps=4),
        unit("mover", at=HERE, came_from=SOUTH),
        active="Entente",
    )
    into = trigger(situation, "enters", "mover", left=SOUTH, wave=1)
    assert points(fire_at(situation, "a", trigger=into)) == 4


@pytest.mark.cases("RS", "17.1.7", "17.7.3", "17.1.8", "16.1.2")
def test_range_zero_doubles_small_arms_and_halves_shrapnel() -> None:
    situation = field(
        unit("rifles", "Ottoman", at=HERE),
        mg("guns", "Ottoman", at=HERE, machine_guns=2),
        gun("shrapnel", "Ottoman", at=HERE, points=3),
        gun("shell", "Ottoman", at=HERE, ammunition="HE"),
        gun("howitzer", "Ottoman", at=HERE, angle="high"),
        unit("shaky", "Ottoman", at="9.10", confused=True),
        unit("mover", at=HERE, came_from=SOUTH),
    )
    into = trigger(situation, "enters", "mover", left=SOUTH, wave=1)
    assert points(fire_at(situation, "rifles", trigger=into)) == 4
    assert points(fire_at(situation, "guns", trigger=into)) == 4
    assert points(fire_at(situation, "shrapnel", trigger=into)) == Fraction(3, 2)
    assert points(fire_at(situation, "shaky", trigger=into)) == 1
    found = strength(fire_at(situation, "shell", "howitzer", trigger=into))
    assert found.points == 0
    assert len(found.barred) == 2


@pytest.mark.cases("RS", "17.1.7", "19.1.8")
def test_a_retreat_is_not_fired_at_twice_as_hard() -> None:
    situation = field(
        unit("rifles", "Ottoman", at=HERE),
        gun("shrapnel", "Ottoman", at=HERE),
        unit("runner", at=SOUTH, came_from=HERE),
    )
    away = trigger(situation, "retreats", "runner", left=HERE)
    assert points(fire_at(situation, "rifles", trigger=away)) == 2
    assert points(fire_at(situation, "shrapnel", trigger=away)) == 1


@pytest.mark.cases("RS", "17.2/1", "7.5.1")
def test_those_from_whom_all_are_immune_add_nothing() -> None:
    situation = field(
        unit("hider", "Ottoman", at=HERE, work="pits", hiding="work"),
        unit("a", at=NORTH),
        gun("b", at=NORTH),
        works=[work("pits", "rifle pit", HERE)],
    )
    found = strength(fire_at(situation, "a", "b"))
    assert (found.points, found.immune) == (2, ("a",))
    assert "immune" in strength_ruling(fire_at(situation, "a", "b")).to_text()


@pytest.mark.cases("RS", "17.2/1", "17.5")
def test_one_target_in_the_open_is_enough() -> None:
    situation = field(
        unit("hider", "Ottoman", at=HERE, hiding="terrain"),
        unit("open", "Ottoman", at=HERE),
        unit("a", at=NORTH),
        board=ground("s"),
    )
    assert points(fire_at(situation, "a")) == 2
    assert points(fire_at(situation.without(["open"]), "a")) == 0
    above = field(
        unit("hider", "Ottoman", at=HERE, hiding="terrain"),
        unit("a", at=NORTH),
        board=ground("s", "10.11 height=1"),
    )
    assert points(fire_at(above, "a")) == 2


@pytest.mark.cases("RS", "17.1.1", "17.7.2")
def test_rifles_and_machine_guns_fire_as_infantry_and_guns_by_their_angle() -> None:
    situation = field(
        unit("a"), mg("b"), gun("c"), gun("d", angle="high"), hq("e"), unit("f", "Ottoman")
    )
    kinds = [fire_kind(situation.unit(name)) for name in "abcd"]
    assert kinds == ["infantry", "infantry", "low", "high"]
