"""Intermingled units (9.8): friends between units of one body, in contact."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import brigiment, gun, hq, mg, position, unit
from wargame.rifle_and_spade.intermingling import intermingled, is_intermingled, proofs
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\nggggg\nggggg\nggggg\n"
SIDE = "Ottoman"


def own(name: str, at: str, battalion: str = "2/57", **more: Any) -> Any:
    """Return a unit of the 57th."""
    return unit(name, SIDE, at=at, brigiment="57", battalion=battalion, **more)


def line(*between: Any, enemies: bool = True) -> Situation:
    """Return two half-battalions of the 2/57 two hexes apart with what stands between them."""
    foes = [unit(f"F{at}", at=at) for at in ("11.49", "13.49")] if enemies else [unit("F")]
    units = [own("L", "11.50"), own("R", "13.50"), *between, *foes]
    return position(BOARD, units, brigiment=[brigiment("57", SIDE), brigiment("72", SIDE)])


def told(situation: Situation) -> bool:
    """Return whether the 57th is intermingled; the words and the plain answer agree."""
    value = intermingled(situation, "57").value
    assert value is is_intermingled(situation, "57")
    return bool(value)


@pytest.mark.cases("RS", "9.8", "9.8.1")
def test_another_battalion_or_another_regiment_between_intermingles() -> None:
    assert not told(line())
    assert told(line(own("other", "12.50", "1/57")))
    stranger = unit("72", SIDE, at="12.50", brigiment="72", battalion="1/72")
    both = line(stranger)
    assert told(both)
    assert [proof.body for proof in proofs(both, "57")] == ["57", "2/57"]
    (first, *_) = proofs(both, "57")
    assert [both.board.label(cell) for cell in first.path] == ["11.50", "12.50", "13.50"]
    assert not is_intermingled(both, "72"), "it divides others and is not divided"


@pytest.mark.cases("RS", "9.8.1")
def test_one_blocked_shortest_path_is_enough_and_the_ends_do_not_count() -> None:
    open_way = line(own("other", "12.50", "1/57"), own("third", "12.48", "1/57"))
    assert told(open_way.without(["third"])), "the way by 12.51 is free, yet one is not"
    beside = line(own("other", "11.50", "1/57"))
    assert not told(beside), "in the hex of one of the two is not between them"
    aside = line(own("other", "12.49", "1/57"))
    assert not told(aside), "on no shortest path"


@pytest.mark.cases("RS", "9.8.1")
def test_only_units_in_contact_count() -> None:
    assert not told(line(own("other", "12.50", "1/57"), enemies=False))


@pytest.mark.cases("RS", "9.8.2")
@pytest.mark.parametrize(
    "ignored",
    [
        mg("MG", SIDE, at="12.50", brigiment="72"),
        gun("battery", SIDE, at="12.50"),
        unit("horse", SIDE, arm="cavalry", at="12.50"),
        unit("enemy", at="12.50"),
    ],
)
def test_machine_guns_independents_and_enemies_are_ignored(ignored: Any) -> None:
    assert not told(line(ignored))


@pytest.mark.cases("RS", "9.8.1")
def test_a_headquarters_counts_as_the_print_has_no_exception_for_it() -> None:
    assert told(line(hq("72 HQ", SIDE, at="12.50", brigiment="72")))


@pytest.mark.cases("RS", "9.8.3")
def test_a_flying_column_is_a_brigiment_of_its_own() -> None:
    units = [
        unit("L", SIDE, at="11.50", brigiment="FC", battalion="2/57"),
        unit("R", SIDE, at="13.50", brigiment="FC", battalion="1/72"),
        own("organic", "12.50"),
        unit("F1", at="11.49"),
        unit("F2", at="13.49"),
    ]
    known = [brigiment("57", SIDE, battalions=["2/57"]), brigiment("FC", SIDE, column=True)]
    situation = position(BOARD, units, brigiment=known)
    assert is_intermingled(situation, "FC")
    assert not is_intermingled(situation, "57")
