"""Fieldworks drawn: which way they face, where they end, and that all stays within the hex."""

from __future__ import annotations

import re
from math import hypot
from typing import TYPE_CHECKING, Any

import pytest

from tests.rifle_and_spade.positions import position, work
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.works import WORK_KINDS, Work
from widgets.svg import centre
from widgets.svg_works import (
    SAYS,
    beyond_svg,
    hexsides_html,
    work_words,
    works_html,
    works_svg,
    works_words,
)

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

FLAT = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\n"
NAMES = ("SE", "NE", "N", "NW", "SW", "S")


def dug(kind: str, **more: Any) -> Situation:
    return position(FLAT, works=[work("W", kind, "7.5", **more)])


def drawn(situation: Situation) -> str:
    return works_svg(situation.board, situation.works)


def points(svg: str) -> list[tuple[float, float]]:
    """Return the places that a drawing moves or draws lines to."""
    found = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", svg)
    return [(float(x), float(y)) for x, y in found]


def test_every_kind_of_work_has_a_drawing_and_an_entry() -> None:
    for kind in WORK_KINDS:
        ways = {"front": ["N"], "ends": ["NE", "NW"], "wire": ["N"]}
        alone = {
            "rifle pit": (),
            "gun pit": ("front",),
            "fort": (),
            "barbed wire": ("wire",),
        }.get(kind, ("front", "ends"))
        situation = dug(kind, **{name: ways[name] for name in alone})
        assert "<path" in drawn(situation), kind
        assert SAYS[kind] in works_html(situation.works)
    assert set(SAYS) == set(WORK_KINDS)


@pytest.mark.parametrize("kind", ["shallow trench", "fire trench"])
@pytest.mark.parametrize("side", NAMES)
def test_a_trench_lies_toward_its_front_with_its_teeth_outward(kind: str, side: str) -> None:
    at = NAMES.index(side)
    ends = [NAMES[(at + 1) % 6], NAMES[(at - 1) % 6]]
    situation = dug(kind, front=[side], ends=ends)
    (built,) = situation.works
    x, y = centre(situation.board, built.at)
    there = centre(situation.board, built.at.neighbour(at))
    toward = (there[0] - x, there[1] - y)
    teeth = drawn(situation).rpartition("<path")[2]
    for px, py in points(teeth):
        assert (px - x) * toward[0] + (py - y) * toward[1] > 0
    assert drawn(situation).count("<circle") == 2


def test_connected_trenches_meet_on_their_hexside() -> None:
    situation = position(
        FLAT,
        works=[
            work("A", "fire trench", "7.5", front=["NE"], ends=["N", "SE"]),
            work("B", "fire trench", "8.5", front=["NE"], ends=["NW", "SE"]),
        ],
    )
    dots = [
        set(re.findall(r'<circle cx="(-?[\d.]+)" cy="(-?[\d.]+)"', works_svg(situation.board, [w])))
        for w in situation.works
    ]
    assert len(dots[0] & dots[1]) == 1


def test_all_of_it_stays_within_the_hex() -> None:
    for situation in (
        dug("fort"),
        dug("fire trench", circular=True, wire=list(NAMES)),
        dug("gun pit", front=["N", "NE"]),
        dug("rifle pit"),
    ):
        x, y = centre(situation.board, situation.works[0].at)
        assert all(hypot(px - x, py - y) <= 32 for px, py in points(drawn(situation)))


def test_a_work_beyond_the_map_is_left_out() -> None:
    situation = dug("rifle pit")
    far = Work("X", "rifle pit", situation.board.hex("7.5").neighbour(0).neighbour(0), "Ottoman")
    assert works_svg(situation.board, [far]).count("<path") == 0


def test_a_work_under_construction_is_pale() -> None:
    situation = position(FLAT, works=[work("W", "rifle pit", "7.5", progress=1)])
    assert "opacity" in drawn(situation)


def test_a_work_in_words() -> None:
    (trench,) = dug("fire trench", front=["N"], ends=["NE", "NW"], wire=["N"]).works
    assert work_words(trench, NAMES) == "fire trench (W), front N, ends NE NW, wire N"
    (ring,) = dug("fire trench", circular=True).works
    assert "front all round" in work_words(ring, NAMES)
    (wire,) = dug("barbed wire", wire=["S"]).works
    assert work_words(wire, NAMES) == "barbed wire (W), S"
    (pit,) = dug("rifle pit").works
    assert work_words(pit, NAMES) == "rifle pit (W)"


def test_the_scenario_is_told_and_drawn() -> None:
    situation = load_scenario().situation
    board = situation.board
    told = {board.label(cell): words for cell, words in works_words(situation).items()}
    assert told["5.1"].startswith("fort (Fort Nr. 1), front all round")
    assert "beyond the area" in told["3.3"]
    assert beyond_svg(board).count("Z") == sum(
        "outside" in cell.features for cell in board.cells.values()
    )
    legend = hexsides_html(board)
    assert all(word in legend for word in ("Ridge", "Cliff", "Beach", "beyond the area"))


def test_without_anything_there_is_no_legend() -> None:
    board = dug("rifle pit").board
    assert works_html([]) == hexsides_html(board) == beyond_svg(board) == ""
