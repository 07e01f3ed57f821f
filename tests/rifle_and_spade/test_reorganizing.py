"""Reorganizing: combining, breaking down, detaching guns, gathering pickets."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.rifle_and_spade.positions import assault, brigiment, gun, hq, mg, picket, position, unit
from wargame.core.drivers import play
from wargame.core.errors import Refused
from wargame.core.procedure import Chance
from wargame.rifle_and_spade.orders.standing import standing as stands
from wargame.rifle_and_spade.reorganizing import (
    Exchange,
    Window,
    break_down,
    combine,
    offer,
    options,
    reorganize,
    ruling,
)
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\nx steep_scrub\n\ng\nx\n"
AT = "10.50"
OWN: dict[str, Any] = {"brigiment": "27", "battalion": "2/27"}
QUARTER = Fraction(1, 4)


def half(id: str, **more: Any) -> Any:
    """Return a half-battalion of the 2/27."""
    return unit(id, steps=2, **OWN | more)


def company(id: str, **more: Any) -> Any:
    """Return a company of the 2/27."""
    return unit(id, steps=1, size="company", **OWN | more)


def sled(*on_map: Any, **fields: Any) -> Situation:
    """Return a position whose counter sled has two half-battalions and four companies."""
    there = {each.id for each in on_map}
    spare = [half("L"), half("R"), *(company(f"Coy {n}") for n in range(1, 5))]
    return position(BOARD, [*on_map, *(u for u in spare if u.id not in there)], **fields)


def why(situation: Situation, exchange: Exchange, window: Window = "before movement") -> str:
    """Return why an exchange is refused; it must be, with a ruling and in deed."""
    found = ruling(situation, exchange, window)
    assert found.status == "refused"
    with pytest.raises(Refused):
        reorganize(situation, exchange, window)
    return found.sentence


def standing(situation: Situation) -> dict[str, Any]:
    """Return the steps of every unit on the map."""
    return {piece.unit: piece.steps for piece in situation.pieces}


@pytest.mark.cases("RS", "3.2", "3.2.1")
def test_a_company_may_become_a_reduced_half_battalion_and_two_a_full_one() -> None:
    """RS-10."""
    one = sled(company("Coy 1", at=AT))
    assert standing(combine(one, ["Coy 1"], "L")) == {"L": 1}
    two = sled(company("Coy 1", at=AT), company("Coy 2", at=AT))
    assert standing(combine(two, ["Coy 1", "Coy 2"], "L")) == {"L": 2}


@pytest.mark.cases("RS", "3.2.1")
def test_units_of_two_battalions_hexes_or_arms_do_not_combine() -> None:
    """RS-10."""
    stranger = unit("S", at=AT, steps=1, brigiment="27", battalion="1/27")
    exchange = Exchange(("Coy 1", "S"), (("L", 2),))
    assert "one battalion" in why(sled(company("Coy 1", at=AT), stranger), exchange)
    apart = sled(company("Coy 1", at=AT), company("Coy 2", at="10.49"))
    assert "one hex" in why(apart, Exchange(("Coy 1", "Coy 2"), (("L", 2),)))
    guns = mg("MG", at=AT, **OWN)
    mixed = sled(company("Coy 1", at=AT), guns)
    assert "one arm" in why(mixed, Exchange(("Coy 1", "MG"), (("Coy 1", 1), ("MG", 0))))
    staff = sled(hq("27 HQ", at=AT, **OWN), hq("spare", **OWN))
    assert "headquarters" in why(staff, Exchange(("27 HQ",), (("spare", 0),)))
    foe = unit("T", "Ottoman", at=AT, steps=1, **OWN)
    two_sides = sled(company("Coy 1", at=AT), foe, shared=[AT])
    assert "two sides" in why(two_sides, Exchange(("Coy 1", "T"), (("L", 2),)))
    alone = position(BOARD, [unit("I", at=AT, steps=1), unit("J")])
    assert "one battalion" in why(alone, Exchange(("I",), (("J", 1),)))


@pytest.mark.cases("RS", "3.2.1")
def test_steps_neither_come_nor_go() -> None:
    situation = sled(half("L", at=AT))
    broken = break_down(situation, "L", {"Coy 1": 1, "Coy 2": 1})
    assert standing(broken) == {"Coy 1": 1, "Coy 2": 1}
    assert standing(break_down(situation, "L", {"L": 1, "Coy 1": 1})) == {"L": 1, "Coy 1": 1}
    assert "2 steps cannot become 3" in why(situation, Exchange(("L",), (("Coy 1", 1), ("R", 2))))
    assert "up to 1" in why(situation, Exchange(("L",), (("Coy 1", 2),)))
    assert "up to 1" in why(situation, Exchange(("L",), (("L", 2), ("Coy 1", 0))))
    in_use = sled(half("L", at=AT), company("Coy 1", at="10.49"))
    assert "on the map" in why(in_use, Exchange(("L",), (("Coy 1", 1), ("Coy 2", 1))))
    assert "each named once" in why(situation, Exchange(("L",), ()))


@pytest.mark.cases("RS", "3.2.1")
def test_machine_guns_keep_their_guns() -> None:
    guns = [
        mg("platoon", at=AT, machine_guns=2, **OWN),
        mg("a", machine_guns=1, **OWN),
        mg("b", machine_guns=1, **OWN),
    ]
    situation = position(BOARD, guns)
    (found,) = options(situation, situation.board.hex(AT))
    assert standing(reorganize(situation, found)) == {"a": 0, "b": 0}
    assert "machine-gun" in why(situation, Exchange(("platoon",), (("a", 0),)))
    pair = position(BOARD, [evolve(guns[0], at=""), *(evolve(g, at=AT) for g in guns[1:])])
    (back,) = options(pair, pair.board.hex(AT))
    assert standing(reorganize(pair, back)) == {"platoon": 0}


@pytest.mark.cases("RS", "3.2.1", "3.2.5")
def test_when_units_may_reorganize() -> None:
    """RS-Q09."""
    pair = Exchange(("Coy 1", "Coy 2"), (("L", 2),))
    moved = sled(company("Coy 1", at=AT, acted=True), company("Coy 2", at=AT))
    assert "moved already" in why(moved, pair)
    assert ruling(moved, pair, "after assault").value is True
    waiting = sled(company("Coy 1", at=AT), company("Coy 2", at=AT), foe(), active="Ottoman")
    assert "own movement" in why(waiting, pair)
    waves = [company(f"Coy {n}", at=AT, wave=1) for n in (1, 2)]
    assaulting = sled(*waves, assault=[assault(AT)])
    assert "assault marker" in why(assaulting, pair)
    assert "assault marker" in why(assaulting, pair, "after assault")
    assert ruling(assaulting, pair, "retreat").value is True


def foe() -> Any:
    """Return an Ottoman unit out of the way."""
    return unit("T", "Ottoman", at="10.49")


@pytest.mark.cases("RS", "3.2")
def test_units_reorganize_in_one_posture_and_what_is_made_has_the_worst_of_them() -> None:
    pair = Exchange(("Coy 1", "Coy 2"), (("L", 2),))
    column = sled(company("Coy 1", at=AT, order="column"), company("Coy 2", at=AT))
    assert "posture" in why(column, pair)
    shaken = sled(company("Coy 1", at=AT, confused=True), company("Coy 2", at=AT))
    assert reorganize(shaken, pair).piece("L").confused
    for mark in ("isolated", "loose", "unsupplied"):
        marked = sled(company("Coy 1", at=AT), company("Coy 2", at=AT, **{mark: True}))
        assert getattr(reorganize(marked, pair).piece("L"), mark)


BATTERY = {"weapon": "18 pdr"}


@pytest.mark.cases("RS", "3.2.2")
def test_wheeled_guns_detach_sections_and_take_them_back() -> None:
    """RS-11: in Steep Scrub."""
    units = [gun("B", at="10.49", steps=2, **BATTERY), gun("S", steps=1, **BATTERY)]
    situation = position(BOARD, units)
    apart = break_down(situation, "B", {"B": 1, "S": 1})
    assert standing(apart) == {"B": 1, "S": 1}
    assert standing(combine(apart, ["B", "S"], "B")) == {"B": 2}
    whole = position(BOARD, [gun("B", at=AT, steps=2, **BATTERY), gun("C", steps=2, **BATTERY)])
    assert "one step" in why(whole, Exchange(("B",), (("C", 2),)))
    assert standing(break_down(whole, "B", {"B": 1, "C": 1})) == {"B": 1, "C": 1}


@pytest.mark.cases("RS", "3.2.2")
def test_only_wheels_of_one_weapon_detach_and_no_battery_is_over_full() -> None:
    mules = [
        gun("B", at=AT, steps=2, mountain=True, weapon="10 pdr"),
        gun("S", steps=1, mountain=True, weapon="10 pdr"),
    ]
    detach = Exchange(("B",), (("B", 1), ("S", 1)))
    assert "wheeled" in why(position(BOARD, mules), detach)
    other = [gun("B", at=AT, steps=2, weapon="18 pdr"), gun("S", steps=1, weapon="15 pdr")]
    assert "weapons" in why(position(BOARD, other), detach)
    full = [gun("B", at=AT, steps=2, **BATTERY), gun("S", at=AT, steps=1, **BATTERY)]
    assert "up to 2" in why(position(BOARD, full), Exchange(("B", "S"), (("B", 3),)))
    short = [gun("B", at=AT, steps=2, left=1, **BATTERY), gun("S", at=AT, steps=1, **BATTERY)]
    situation = position(BOARD, short)
    assert [each.into for each in options(situation, situation.board.hex(AT))] == [(("B", 2),)]


def pickets(count: int, **more: Any) -> list[Any]:
    """Return pickets of the 27th Regiment, of two battalions by turns."""
    return [
        picket(f"P{n}", at=AT, **{"brigiment": "27", "battalion": f"{1 + n % 2}/27"} | more)
        for n in range(count)
    ]


def regiment(count: int, *more: Any, spare: int = 2) -> Situation:
    """Return pickets with other units of their regiment, and spare company counters."""
    own: dict[str, Any] = {"brigiment": "27", "battalion": "3/27"}
    free = [unit(f"C{n}", "Ottoman", steps=1, size="company", **own) for n in range(spare)]
    return position(BOARD, [*pickets(count), *more, *free], active="Ottoman")


def beside(**more: Any) -> Any:
    """Return a half-battalion of the pickets' regiment that stands with them."""
    own = {"brigiment": "27", "battalion": "3/27"}
    return unit("L 3/27", "Ottoman", at=AT, steps=2, **own | more)


FOUR = ("P0", "P1", "P2", "P3")


@pytest.mark.cases("RS", "3.2.4")
def test_four_pickets_beside_their_regiment_make_a_step() -> None:
    """RS-12."""
    short = regiment(4, beside(left=1))
    joined = reorganize(short, Exchange((*FOUR, "L 3/27"), (("L 3/27", 2),)))
    assert standing(joined) == {"L 3/27": 2}
    company = reorganize(regiment(4, beside()), Exchange(FOUR, (("C0", 1),)))
    assert standing(company) == {"L 3/27": 2, "C0": 1}
    cell = short.board.hex(AT)
    assert {each.into for each in options(short, cell)} == {(("L 3/27", 2),), (("C0", 1),)}


@pytest.mark.cases("RS", "3.2.4")
def test_three_pickets_make_nothing_and_eight_two_steps() -> None:
    """RS-12."""
    three = regiment(3, beside(left=1))
    assert options(three, three.board.hex(AT)) == ()
    eight = regiment(8, beside())
    names = tuple(f"P{n}" for n in range(8))
    made = reorganize(eight, Exchange(names, (("C0", 1), ("C1", 1))))
    assert standing(made) == {"L 3/27": 2, "C0": 1, "C1": 1}
    six = Exchange((*names[:3], "L 3/27"), (("L 3/27", 2), ("C0", Fraction(3, 4))))
    assert "by 4" in why(regiment(3, beside()), six)


@pytest.mark.cases("RS", "3.2.4")
def test_pickets_need_a_unit_of_theirs_beside_them() -> None:
    alone = regiment(4)
    assert "No other unit" in why(alone, Exchange(FOUR, (("C0", 1),)))
    stranger = regiment(4, unit("X", "Ottoman", at=AT, brigiment="26"))
    assert "No other unit" in why(stranger, Exchange(FOUR, (("C0", 1),)))
    full = regiment(4, beside(), spare=0)
    assert options(full, full.board.hex(AT)) == ()
    others = regiment(4, unit("Y", "Ottoman", at=AT, brigiment="26", left=1))
    assert "regiment" in why(others, Exchange((*FOUR, "Y"), (("Y", 2),)))


@pytest.mark.cases("RS", "3.2.3")
def test_only_a_cordon_defense_makes_pickets() -> None:
    spare = [picket(f"P{n}", "Entente", **OWN) for n in range(4)]
    situation = sled(company("Coy 1", at=AT), *spare)
    names = dict.fromkeys(("P0", "P1", "P2", "P3"), QUARTER)
    exchange = Exchange(("Coy 1",), names.items())
    assert "Cordon" in why(situation, exchange)
    assert standing(break_down(situation, "Coy 1", names, cordon=True)) == names
    cell = situation.board.hex(AT)
    assert exchange in options(situation, cell, cordon=True)
    assert exchange not in options(situation, cell)


@pytest.mark.cases("RS", "3.2", "3.2.1")
def test_what_is_worth_offering_is_offered_until_one_has_done() -> None:
    situation = sled(half("L", at=AT, left=1), half("R", at=AT, left=1))
    cell = situation.board.hex(AT)
    found = options(situation, cell)
    assert Exchange(("L", "R"), (("L", 2),)) in found
    assert all(ruling(situation, each).value is True for each in found)
    kept = play(lambda: offer(situation, cell), Chance(Random(1), lambda _: "end"))
    assert kept.outcome is situation
    last = play(lambda: offer(situation, cell), Chance(Random(1), lambda c: c.options[-1].key))
    assert last.outcome != situation


@given(st.integers(0, 400))
def test_reorganizing_at_random_conserves_steps_and_ends(seed: int) -> None:
    random = Random(seed)
    units = [half("L", at=AT, left=random.choice([1, 2])), company("Coy 1", at=AT)]
    units += [half("R", at=AT)] if random.random() < 0.5 else []
    situation = sled(*units)
    cell = situation.board.hex(AT)
    after = play(lambda: offer(situation, cell), Chance(random)).outcome
    assert sum(p.steps for p in after.pieces) == sum(p.steps for p in situation.pieces)
    assert all(p.steps <= after.unit(p).steps for p in after.pieces)


def test_nothing_is_offered_that_breaks_a_stacking_limit() -> None:
    units = [gun("B", at="10.49", steps=2, mountain=False, left=2, order="limbered", **BATTERY)]
    units.append(gun("S", steps=1, **BATTERY))
    situation = position(BOARD + "\nlink road 10.50 10.49\n", units)
    assert options(situation, situation.board.hex("10.49")) == ()


@pytest.mark.cases("RS", "9.3.2", "11.6.3", "3.2.1")
def test_what_isolated_units_are_made_into_is_isolated_and_as_deaf_to_their_order() -> None:
    known = [brigiment("27", order="defense", deaf=["L"])]
    situation = sled(half("L", at=AT, isolated=True), brigiment=known)
    parts = break_down(situation, "L", {"Coy 1": 1, "Coy 2": 1})
    for name in ("Coy 1", "Coy 2"):
        assert parts.piece(name).isolated
        assert stands(parts, parts.piece(name)) == "deaf"
    joined = combine(parts.replace_pieces(evolve(parts.piece("Coy 1"), isolated=False)),
                     ["Coy 1", "Coy 2"], "L")  # fmt: skip
    assert joined.piece("L").isolated
    assert joined.command("27").order.deaf == {"L"}
