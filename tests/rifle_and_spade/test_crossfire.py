"""Crossfire (RS 17.6): through two hexsides that do not touch, by those who are free of it."""

from __future__ import annotations

import pytest

from tests.rifle_and_spade.fire_positions import (
    HERE,
    NORTH,
    NORTH_EAST,
    SOUTH,
    SOUTH_EAST,
    field,
    fire_at,
    ground,
)
from tests.rifle_and_spade.positions import gun, mg, unit, work
from wargame.rifle_and_spade.crossfire import crossfire, possible_crossfire
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.fire_total import net_drm_ruling
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.state import Situation

FOE = unit("foe", "Ottoman", at=HERE)


def crossed(situation: Situation, *firers: str) -> set[str]:
    """Return the printed numbers of the hexes that make crossfire on the middle hex."""
    return set(map(situation.board.label, crossfire(fire_at(situation, *firers))))


@pytest.mark.cases("RS", "17.6")
@pytest.mark.parametrize(
    ("other", "wanted"),
    [(NORTH_EAST, False), (SOUTH_EAST, True), (SOUTH, True), ("9.9", True), ("9.10", False),
     (NORTH, False)],
)  # fmt: skip
def test_two_hexsides_without_a_common_corner(other: str, wanted: bool) -> None:  # noqa: FBT001
    """RS-Q72."""
    situation = field(FOE, unit("a", at=NORTH), unit("b", at=other))
    assert bool(crossed(situation, "a", "b")) is wanted


@pytest.mark.cases("RS", "17.6", "7.6.4")
@pytest.mark.parametrize(
    ("firer", "wanted"),
    [
        (unit("b", at=SOUTH), True),
        (mg("b", at="10.8"), True),
        (gun("b", at="10.6"), True),
        (gun("b", at=SOUTH, ammunition="HE"), False),
        (gun("b", at=SOUTH, angle="high"), False),
        (gun("b", at=SOUTH, angle="high", hiding="terrain"), False),
    ],
)
def test_who_makes_crossfire(firer: SceneUnit, wanted: bool) -> None:  # noqa: FBT001
    situation = field(FOE, unit("a", at=NORTH), firer, board=ground("s", "10.6 height=2"))
    assert bool(crossed(situation, "a", "b")) is wanted


@pytest.mark.cases("RS", "17.6.2")
def test_those_under_possible_crossfire_themselves_do_not_count() -> None:
    """RS-Q73: possible crossfire asks who is able to fire, not who does."""
    units = [FOE, unit("a", at=NORTH), unit("b", at=SOUTH)]
    assert crossed(field(*units), "a", "b") == {NORTH, SOUTH}
    threat = unit("threat", "Ottoman", at="10.12")
    assert crossed(field(*units, threat), "a", "b") == set()
    hiding = field(*units, unit("threat", "Ottoman", at="10.12", hiding="terrain"),
                   board=ground("s"))  # fmt: skip
    assert crossed(hiding, "a", "b") == {NORTH, SOUTH}
    third = field(*units, threat, unit("c", at=SOUTH_EAST), unit("d", at="9.9"))
    assert crossed(third, "a", "b", "c", "d") == {SOUTH, SOUTH_EAST, "9.9"}


@pytest.mark.cases("RS", "17.6.2", "17.1.2/3")
def test_a_gun_that_faces_away_threatens_nobody() -> None:
    pit = work("pit", "gun pit", "10.12", front=["N", "NE"])
    there = gun("pit gun", "Ottoman", at="10.12", work="pit")
    units = [FOE, unit("a", at=NORTH), there]
    board = NORTH
    situation = field(*units, works=[pit])
    assert not possible_crossfire(situation, situation.board.hex(board), "Entente")
    turned = field(*units, works=[work("pit", "gun pit", "10.12", front=["S", "SE"])])
    assert possible_crossfire(turned, turned.board.hex(board), "Entente")


@pytest.mark.cases("RS", "17.6.1", "6.2.3", "6.4.9")
@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("", True), ("rifle pit", True), ("shallow trench", False), ("fire trench", False),
     ("fort", False)],
)  # fmt: skip
def test_trenches_protect_from_it(kind: str, wanted: bool) -> None:  # noqa: FBT001
    works = [work("w", kind, HERE, front=["NE", "SE"], ends=["N", "S"])] if kind else []
    inside = unit("foe", "Ottoman", at=HERE, work="w" if kind else "")
    situation = field(inside, unit("a", at="9.10"), unit("b", at=SOUTH_EAST), works=works)
    shot = fire_at(situation, "a", "b")
    said = net_drm_ruling(shot, strength(shot)).to_text()
    assert ("Crossfire" in said) is wanted


@pytest.mark.cases("RS", "17.6")
def test_fire_within_the_hex_comes_through_no_hexside() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE), unit("a", at=HERE), unit("b", at=NORTH),
                      shared=[HERE], board=ground("s"))  # fmt: skip
    assert crossed(situation, "a", "b") == set()
