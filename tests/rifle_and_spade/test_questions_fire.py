"""The questions about fire that may be asked by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rifle_and_spade.fire_positions import HERE, NORTH, NORTH_EAST, SOUTH, field, ground
from tests.rifle_and_spade.positions import hq, mg, unit
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_fire
from wargame.rifle_and_spade.state import Situation


def scene() -> Situation:
    """Return a position that every question can be asked about."""
    return field(
        unit("foe", "Ottoman", at=HERE, came_from=SOUTH),
        unit("a", at=NORTH),
        mg("b", at=NORTH_EAST),
        unit("c", at="9.9", hiding="terrain"),
        hq("hq", at=NORTH),
        board=ground("s", "side ridge 10.10-10.9"),
    )


def asked(name: str, **facts: Any) -> Ruling:
    ruling = ask(name, facts, scene())
    assert Ruling.from_json(ruling.to_json()) == ruling
    return ruling


FIRE: dict[str, Any] = {"firers": ("a", "b"), "target": HERE}
MOVES: dict[str, Any] = {"occasion": "opportunity", "movers": ("foe",)}


@pytest.mark.cases("RS", "17.1", "17.2", "17.2/1", "17.2/2", "17.4.11")
def test_what_is_settled_before_the_die() -> None:
    assert questions_fire.DEEDS[0] == "enters"
    assert asked("rs.fire_points", **FIRE).value == 3
    assert asked("rs.fire_drm", **FIRE).value == 1
    assert asked("rs.fire", **FIRE).value == 1
    moved = asked("rs.fire_drm", **FIRE, **MOVES, hexside_points=Fraction(1), left=SOUTH)
    assert moved.value == 1 - 3 - 3
    crossed = asked("rs.fire_drm", **FIRE, **MOVES, crossing=SOUTH, left=SOUTH)
    assert crossed.value == 1 - 3 + 2
    digs = asked("rs.fire_drm", **FIRE, **MOVES, deed="engineering")
    assert digs.value == 1 - 2
    weak = asked("rs.fire", firers=("hq",), target=HERE)
    assert "no effect" in weak.sentence


@pytest.mark.cases("RS", "17.1.2", "17.2/2d", "17.6", "17.6.2")
def test_who_may_fire_pairs_and_crossfire() -> None:
    assert asked("rs.may_fire", firers=("a",), target=HERE).value is True
    assert not asked("rs.may_fire", firers=("c",), target=HERE).allowed
    assert asked("rs.pair_drm", firer="a", mark="foe").value == 1
    assert asked("rs.crossfire", **FIRE).value == ()
    assert asked("rs.crossfire", firers=("hq",), target=HERE).value == ()
    assert asked("rs.possible_crossfire", at=HERE, side="Ottoman").value is False


@pytest.mark.cases("RS", "17.2.3", "17.2.5", "17.2.6", "7.6.5")
def test_tables_losses_and_the_order_of_fires() -> None:
    assert asked("rs.fire_result", points=Fraction(3), modified=-5).value == Fraction("0.90")
    assert asked("rs.fraction", result=Fraction("0.46"), roll=60).value == "near miss"
    assert asked("rs.losses", at=HERE, hits=2).value == ("foe", "foe")
    assert asked("rs.counter_fire", firers=("c",), target=HERE).value == (
        "foe at 9.9", "c at 10.10",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "facts", "said"),
    [
        ("rs.fire", {"firers": (), "target": HERE}, "one unit or more"),
        ("rs.fire", {"firers": ("nobody",), "target": HERE}, "nobody"),
        ("rs.fire", {**FIRE, "occasion": "wild"}, "wild"),
        ("rs.fire", {**FIRE, **MOVES, "deed": "dances"}, "dances"),
        ("rs.fire", {**FIRE, "movers": ("nobody",)}, "nobody"),
        ("rs.fraction", {"result": Fraction(1, 3), "roll": 5}, "two decimals"),
        ("rs.fraction", {"result": Fraction(1), "roll": 100}, "00 to 99"),
        ("rs.losses", {"at": SOUTH, "hits": 1}, "side fired at"),
        ("rs.possible_crossfire", {"at": HERE, "side": "Martian"}, "Martian"),
    ],
)
def test_a_question_that_does_not_fit_is_refused(name: str, facts: Any, said: str) -> None:
    with pytest.raises(RequestError, match=said):
        ask(name, facts, scene())
