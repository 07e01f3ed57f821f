"""What must hold of every line on any ground: symmetry, and the cases told as plainly as may be."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rifle_and_spade.positions import RANGES, any_hex, random_field
from wargame.core.grid import Hex, Hexside
from wargame.core.ruling import Ruling
from wargame.core.sightline import sight_line
from wargame.rifle_and_spade.ground import Field, Spot
from wargame.rifle_and_spade.sight import Look, sight, verdict

LOOKS = 12
RANKS = {"Open": 0, "Partial": 1, "Blocked": 2}

seeds = st.integers(0, 10**6)


def looks(seed: int) -> list[Look]:
    """Return some looks over random ground."""
    random, field = Random(seed), random_field(seed)
    ends = [(any_hex(field, random), any_hex(field, random)) for _ in range(LOOKS)]
    return [Look(field, one, other, RANGES) for one, other in ends]


@pytest.mark.cases("RS", "5.2.6")
@given(seeds)
def test_sight_is_symmetric(seed: int) -> None:
    for each in looks(seed):
        back = Look(each.field, each.target, each.spotter, RANGES)
        assert verdict(each) == verdict(back)


@given(seeds)
def test_the_explanation_says_what_the_verdict_says_and_survives_json(seed: int) -> None:
    random = Random(seed)
    for each in looks(seed):
        crossing = Hexside.of(each.target, random.randrange(6)) if random.random() < 0.3 else None
        asked = Look(each.field, each.spotter, each.target, RANGES, crossing=crossing)
        ruling = sight(asked)
        assert ruling.value == verdict(asked)
        assert Ruling.from_json(ruling.to_json()) == ruling
        if ruling.value is not None:
            assert len(ruling.parts) == 9
            assert sum(part.counts for part in ruling.parts) == 1


@pytest.mark.cases("RS", "5.2.9", "5.2.9/a", "5.2.9/b", "5.2.12", "5.2.13")
@given(seeds)
def test_another_reading_of_the_cases_agrees(seed: int) -> None:
    for each in looks(seed):
        assert verdict(each) == plainly(each)


def plainly(look: Look) -> str | None:
    """Return the verdict case by case, trying every choice of a hex beside a hexside run along."""
    distance = look.spotter.distance(look.target)
    if distance > RANGES.day:
        return "Blocked"
    if distance <= 1:
        return "Open"
    field, met, ridges = look.field, [], [-1]
    line = sight_line(look.spotter, look.target)
    for event in line.events:
        if event.hex is not None:
            met.append([event.hex])
        elif event.kind == "along" and event.hexside is not None:
            level = field.ridge_level(event.hexside)
            if level is not None:
                ridges.append(level)
            else:
                met.append([cell for cell in event.hexside.hexes if cell in field.board])
    if not all(cells and all(cell in field.board for cell in cells) for cells in met):
        return None
    for a, b in pairwise(line.hexes):
        if a.distance(b) == 1 and not {look.spotter, look.target} & {a, b}:
            level = field.ridge_level(Hexside.between(a, b))
            ridges += [] if level is None else [level]
    return _cases(field, [[field.spots[cell] for cell in cells] for cells in met], ridges)


def _cases(field: Field, met: list[list[Spot]], ridges: list[int]) -> str:
    (start,), *between, (end,) = met
    low, high = sorted((start.level, end.level))
    if start.ravine or end.ravine:
        return "Blocked"
    if any(all(spot.top > high for spot in spots) for spots in between) or max(ridges) > high:
        return "Blocked"
    if low == high and any(all(_stops(spot, high) for spot in spots) for spots in between):
        return "Blocked"
    ways = [list(way) for way in product(*met)]
    slopes = min(RANKS[_worst(field, way)] for way in ways)
    dimmed = any(low < level <= high for level in ridges)
    return ("Partial" if dimmed else "Open", "Partial", "Blocked")[slopes]


def _stops(spot: Spot, level: int) -> bool:
    return spot.top > level or (spot.blocking and spot.top == level)


def _worst(field: Field, way: list[Spot]) -> str:
    slopes = {*_slopes(field, way), *_slopes(field, way[::-1])}
    return ("Blocked" if True in slopes else "Partial") if slopes else "Open"


def _slopes(field: Field, way: list[Spot]) -> set[bool]:
    """Return whether each slope that hides the end of *way* is a crest."""
    found = set()
    for i, (upper, foot) in enumerate(pairwise(way), start=1):
        if upper.level > foot.level and all(
            spot.down_slope and spot.level <= foot.level for spot in way[i:]
        ):
            found.add(_crest(field, upper.hex, foot.hex))
    return found


def _crest(field: Field, one: Hex, other: Hex) -> bool:
    return one.distance(other) == 1 and field.crest(Hexside.between(one, other))
