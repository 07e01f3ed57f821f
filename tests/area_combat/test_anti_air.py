"""Guns of cities and complexes against attacking planes (AA-2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.area_combat.battles import battle, one_round, units
from wargame.area_combat.anti_air import FIRST, SECOND, has_guns
from wargame.area_combat.ruleset import READINGS


@pytest.mark.cases("AA", "AA-1.6", "AA-2.1", "AA-1.11", "AA-2.6")
@pytest.mark.parametrize(
    ("works", "guns", "fires"),
    [
        (("city",), ("city", "complex"), True),
        (("complex",), ("city", "complex"), True),
        (("city",), ("complex",), False),
        (("complex",), ("complex",), True),
        ((), ("city", "complex"), False),
    ],
)
def test_guns_stand_in_cities_and_complexes(
    works: tuple[str, ...], guns: tuple[str, ...], *, fires: bool
) -> None:
    start = battle("1 fighter", "1 inf", rules=READINGS.replace(guns=guns), works=works)
    assert has_guns(start).value is fires
    _, told = one_round(start)
    assert ("guns: fighter" in told.thrown()) is fires


@pytest.mark.cases("AA", "AA-2.2", "AA-2.3", "AA-2.4")
@pytest.mark.parametrize(
    ("faces", "again", "left", "lost"),
    [
        ([1], [1], "", "1 fighter"),
        *(([1], [face], "", "") for face in range(2, 7)),
        ([2], [], "1 fighter", ""),
        ([3], [], "1 fighter", ""),
        *(([face], [], "", "") for face in range(4, 7)),
    ],
)
def test_what_each_face_does_to_a_plane(
    faces: Sequence[int], again: Sequence[int], left: str, lost: str
) -> None:
    start = battle("1 inf, 1 fighter", "3 inf", works=("city",))
    dice = {"guns: fighter": faces, "guns again: fighter": again}
    after, told = one_round(start, dice)
    assert after.attacker.left == units(left)
    assert after.attacker.lost == units(lost)
    assert ("guns again: fighter" in told.thrown()) is bool(again)


@pytest.mark.cases("AA", "AA-2.4")
def test_a_plane_is_destroyed_once_in_thirty_six() -> None:
    again = next(band.width for band in FIRST if band.outcome == "again")
    destroyed = next(band.width for band in SECOND if band.outcome == "destroyed")
    assert (again * destroyed, 6 * 6) == (1, 36)


@pytest.mark.cases("AA", "AA-1.7", "AA-5.2")
def test_the_guns_fire_before_the_air_battle_and_in_the_first_round_only() -> None:
    start = battle("1 inf, 1 fighter", "3 inf, 1 fighter", works=("complex",))
    after, told = one_round(start)
    assert told.thrown()[0] == "guns: fighter"
    assert told.thrown()[1] == "air attack: fighter"
    _, told = one_round(after)
    assert "guns: fighter" not in told.thrown()


@pytest.mark.cases("AA", "AA-2.1")
def test_the_guns_do_not_fire_at_the_defenders_planes() -> None:
    _, told = one_round(battle("1 inf", "1 inf, 1 fighter", works=("city",)))
    assert "guns: fighter" not in told.thrown()


@pytest.mark.cases("AA", "AA-2.5")
@pytest.mark.parametrize(("shots", "fired"), [(3, 3), (1, 1), (0, 0), (9, 5)])
def test_no_more_planes_are_shot_at_than_the_limit(shots: int, fired: int) -> None:
    rules = READINGS.replace(shots=shots)
    _, told = one_round(battle("5 fighter", "3 inf", rules=rules, works=("city",)))
    assert told.thrown().count("guns: fighter") == fired


@pytest.mark.cases("AA", "AA-2.5")
def test_the_defender_chooses_which_planes_are_shot_at() -> None:
    start = battle("3 fighter, 2 bomber", "3 inf", works=("city",))
    keys = {"target of the guns": ["bomber", "fighter", "bomber"]}
    _, told = one_round(start, {}, keys)
    targets = told.asked("target of the guns")
    assert [each.who for each in targets] == ["defender"] * 3
    assert [each for each in told.thrown() if each.startswith("guns")] == [
        "guns: fighter",
        "guns: bomber",
        "guns: bomber",
    ]


@pytest.mark.cases("AA", "AA-2.5")
def test_a_plane_is_shot_at_once() -> None:
    start = battle("3 fighter, 1 bomber", "3 inf", works=("city",))
    keys = {"target of the guns": ["bomber", "fighter", "fighter"]}
    _, told = one_round(start, {}, keys)
    assert len(told.asked("target of the guns")) == 1
    assert told.thrown().count("guns: bomber") == 1
    assert told.thrown().count("guns: fighter") == 2


@pytest.mark.cases("AA", "AA-2.2", "AA-2.4")
def test_a_die_of_the_guns_explains_itself() -> None:
    start = battle("1 inf, 1 fighter", "3 inf", works=("city",))
    _, told = one_round(start, {"guns: fighter": [1]})
    first, second = (each.about.ruling() for each in told.rolls[:2])
    assert "2 or 3: the fighter flies home" in first.sentence
    assert "destroyed" in second.sentence
    assert first.find("Anti-aircraft guns of the territory") is not None
