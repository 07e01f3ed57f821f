"""Stacking: how much of one side may stand in a hex, and the order within a stack."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit, work
from wargame.core.drivers import play
from wargame.core.procedure import Chance, first_option
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import retreat
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.stacking import (
    enforce,
    excess,
    fits,
    gun_points,
    prorated,
    stack_ruling,
    stacking_order,
)
from wargame.rifle_and_spade.state import Situation

STEEP = "column-row 10.50\nx steep_scrub\ng grassland\n\nx\ng\n"
ROAD = STEEP + "\nlink road 10.50 10.49\n"
AT = "10.50"


def rifles(steps: int, *, column: int = 0, at: str = AT) -> list[SceneUnit]:
    """Return half-battalions of so many steps together, some of those steps in Column."""
    units = [unit(f"R {n}", at=at, steps=1) for n in range(steps - column)]
    return units + [unit(f"C {n}", at=at, steps=1, order="column") for n in range(column)]


def guns(unlimbered: int = 0, limbered: int = 0, at: str = AT) -> list[SceneUnit]:
    """Return one-step sections unlimbered, and whole batteries limbered."""
    units = [gun(f"S {n}", at=at, steps=1) for n in range(unlimbered)]
    return units + [gun(f"B {n}", at=at, order="limbered") for n in range(limbered)]


def ruled(board: str, units: list[SceneUnit], **more: Any) -> Ruling:
    """Return the ruling on the hex that everybody stands in; both ways of asking agree."""
    situation = position(board, units, **more)
    stack = situation.at(situation.board.hex(AT), "Entente")
    ruling = stack_ruling(situation, stack)
    assert fits(situation, stack, situation.board.hex(AT)) is ruling.allowed
    return ruling


@pytest.mark.cases("RS", "3.7", "3.7.2", "3.7.5", "3.7.8", "3.7.8/a", "3.7.8/b")
@pytest.mark.parametrize(
    ("board", "units"),
    [
        (STEEP, rifles(16) + guns(1)),
        (STEEP, rifles(16, column=2) + guns(1)),
        (ROAD, rifles(18, column=2) + guns(1)),
        (ROAD, rifles(16) + guns(1, limbered=1)),
    ],
)
def test_what_may_stand_in_steep_scrub(board: str, units: list[SceneUnit]) -> None:
    """RS-14, the stacks that are legal."""
    ruling = ruled(board, units)
    assert ruling.value is True, ruling.sentence


@pytest.mark.cases("RS", "3.7", "3.7.2", "3.7.5", "3.7.8", "3.7.8/a", "3.7.8/b")
@pytest.mark.parametrize(
    ("board", "units", "why"),
    [
        (STEEP, rifles(17), "Rifle steps: 17"),
        (STEEP, rifles(18, column=2), "Rifle steps: 18"),
        (STEEP, guns(2), "Wheeled artillery steps unlimbered: 2"),
        (STEEP, rifles(3, column=3), "in Column: 3"),
        (ROAD, rifles(3, column=3), "in Column: 3"),
        (ROAD, rifles(2, column=2) + guns(limbered=1), "beside a Column"),
        (STEEP, guns(limbered=1), "off the road"),
        (ROAD, guns(limbered=2), "Limbered artillery units: 2"),
        (ROAD, rifles(17), "Rifle steps: 17"),
    ],
)
def test_what_may_not_stand_in_steep_scrub(board: str, units: list[SceneUnit], why: str) -> None:
    """RS-14, the stacks that are not."""
    ruling = ruled(board, units)
    assert ruling.status == "refused"
    assert why in ruling.sentence


@pytest.mark.cases("RS", "3.7.8")
def test_a_switch_counts_the_column_on_a_road_with_the_rest() -> None:
    """RS-Q10, the other reading."""
    rules = evolve(GALLIPOLI_1915, roads_add_room=False)
    assert ruled(ROAD, rifles(18, column=2), rules=rules).status == "refused"
    assert ruled(ROAD, rifles(16, column=2), rules=rules).value is True


@pytest.mark.cases("RS", "3.7.1")
def test_machine_guns_and_headquarters_take_no_room() -> None:
    extras = [mg("MG 1", at=AT), mg("MG 2", at=AT, order="column"), hq("86", at=AT)]
    assert ruled(STEEP, rifles(16) + extras).value is True


@pytest.mark.cases("RS", "3.7.2")
def test_cavalry_counts_with_the_rifles_and_mountain_guns_are_not_on_wheels() -> None:
    cavalry = unit("5 Sqn", arm="cavalry", at=AT, steps=1)
    assert ruled(STEEP, [*rifles(16), cavalry]).status == "refused"
    mountain = gun("21 Kohat", at=AT, steps=2, mountain=True)
    assert ruled(STEEP, [mountain]).value is True


@pytest.mark.cases("RS", "3.7.7")
def test_each_side_has_the_limits_to_itself() -> None:
    foes = [unit(f"T {n}", "Ottoman", at=AT, steps=1, hiding="terrain") for n in range(4)]
    assert ruled(STEEP, rifles(16) + foes, shared=[AT]).value is True


@pytest.mark.cases("RS", "3.7.9", "6.3.3")
def test_those_in_fieldworks_count_and_a_work_holds_only_so_many() -> None:
    trench = [work("T1", "rifle pit", AT, "Entente")]
    dug = [unit(f"D {n}", at=AT, steps=1, work="T1") for n in range(4)]
    assert ruled(STEEP, rifles(12) + dug, works=trench).value is True
    assert ruled(STEEP, rifles(13) + dug, works=trench).status == "refused"
    fifth = [*dug, unit("D 5", at=AT, steps=1, work="T1")]
    crowded = ruled(STEEP, fifth, works=trench)
    assert "rifle pit T1: 5" in crowded.sentence
    pit = [work("G1", "gun pit", AT, "Entente", front=["N", "NE"])]
    pair = [gun("a", at=AT, steps=1, work="G1", mountain=True)]
    assert ruled(STEEP, pair, works=pit).value is True


@pytest.mark.cases("RS", "6.3.3")
def test_three_gun_pits_of_one_battery_each_may_share_a_hex() -> None:
    """RS-19: legal where the terrain has room for three; two in one pit are not."""
    board = "column-row 10.50\ng grassland\n\ng\n"
    pits = [work(f"G{n}", "gun pit", AT, "Entente", front=[("N", "SE", "SW")[n]]) for n in range(3)]
    batteries = [gun(f"B {n}", at=AT, work=f"G{n}") for n in range(3)]
    assert ruled(board, batteries, works=pits).value is True
    doubled = [gun(f"B {n}", at=AT, work="G1") for n in range(2)]
    assert "Batteries in G1: 2" in ruled(board, doubled, works=pits).sentence


@pytest.mark.cases("RS", "3.7.10", "3.7.10/a", "3.7.10/b")
def test_four_steps_hide_outside_fieldworks_and_more_in_them() -> None:
    hidden = [unit(f"H {n}", at=AT, steps=1, hiding="terrain") for n in range(4)]
    assert ruled(STEEP, [*hidden, *rifles(2)]).value is True
    assert ruled(STEEP, [*hidden, unit("H 5", at=AT, steps=1, hiding="ridge")]).status == "refused"
    pit = [work("P1", "rifle pit", AT, "Entente")]
    inside = unit("in", at=AT, steps=1, work="P1", hiding="work")
    assert ruled(STEEP, [*hidden, inside], works=pit).value is True
    assert ruled(STEEP, [*hidden, mg("MG", at=AT, hiding="terrain")]).value is True


@pytest.mark.cases("RS", "3.7.10", "3.7.10/a", "3.7.10/b")
def test_one_battery_hides_or_all_that_are_in_fieldworks() -> None:
    board = "column-row 10.50\ng grassland\n\ng\n"
    pits = [work(f"G{n}", "gun pit", AT, "Entente", front=[("N", "SE", "SW")[n]]) for n in range(3)]
    dug = [gun(f"B {n}", at=AT, work=f"G{n}", hiding="work") for n in range(2)]
    assert ruled(board, dug, works=pits).value is True
    assert ruled(board, [*dug, gun("out", at=AT)], works=pits).value is True
    assert ruled(board, [*dug, gun("out", at=AT, hiding="ridge")], works=pits).status == "refused"
    assert ruled(board, [gun("out", at=AT, hiding="ridge")], works=pits).value is True


def test_an_empty_stack_is_within_the_limits() -> None:
    situation = position(STEEP, rifles(1))
    assert stack_ruling(situation, ()).value is True


@pytest.mark.cases("RS", "3.7.3")
def test_the_order_of_a_stack_is_headquarters_guns_machine_guns_then_the_strongest() -> None:
    units = [
        unit("A weak", at=AT, steps=2, left=1),
        unit("B strong", at=AT, steps=2),
        mg("MG", at=AT),
        gun("Bty", at=AT, steps=1),
        hq("86", at=AT),
    ]
    situation = position(STEEP, units)
    order = [piece.unit for piece in stacking_order(situation, situation.pieces)]
    assert order == ["86", "Bty", "MG", "B strong", "A weak"]


@pytest.mark.cases("RS", "3.7.6")
def test_a_battery_marked_as_one_step_fires_its_share() -> None:
    """RS-13."""
    assert prorated(4, 2, 1) == 2
    assert prorated(3, 2, 1) == Fraction(3, 2)
    assert prorated(4, 2, 2) == 4
    assert prorated(1, 0, 0) == 1
    battery = position(STEEP, [gun("B", at=AT, steps=2, points=4)]).unit("B")
    assert gun_points(battery, 1).value == 2


@pytest.mark.cases("RS", "3.7.12")
def test_what_is_too_much_retreats_and_the_owner_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """RS-Q11."""
    gone: list[tuple[str, str]] = []

    def away(situation: Situation, names: tuple[str, ...], role: str) -> Any:
        gone.append((names[0], role))
        yield from ()
        return situation.without(names)

    monkeypatch.setattr(retreat, "retreat", away)
    situation = position(STEEP, [*rifles(18), mg("MG", at=AT)])
    at = situation.board.hex(AT)
    over = excess(situation, at, "Entente")
    assert len(over) == 18
    assert "MG" not in over
    done = play(lambda: enforce(situation, at), Chance(Random(1), first_option))
    assert len(gone) == 2
    assert {role for _, role in gone} == {"overstacked"}
    assert excess(done.outcome, at, "Entente") == ()


def test_a_stack_within_the_limits_stays() -> None:
    situation = position(STEEP, rifles(2))
    at = situation.board.hex(AT)
    assert (
        play(lambda: enforce(situation, at), Chance(Random(1), first_option)).outcome is situation
    )
