"""When a marker that was used may be used again (10.4, 18.3, 18.5, 18.6)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from wargame.core.errors import RequestError
from wargame.fire_and_movement.fire_day import NEVER, TURNS, ready_again


@pytest.mark.cases("GAZA", "10.4/1", "18.3/1")
@pytest.mark.parametrize(
    ("turn", "again"),
    [
        ("Zero Hour", "Morning, 17 April"),
        ("Morning, 17 April", "Morning, 18 April"),
        ("Afternoon, 17 April", "Morning, 18 April"),
        ("Evening, 18 April", "Morning, 19 April"),
        ("Morning, 19 April", NEVER),
        ("Evening, 19 April", NEVER),
    ],
)
def test_a_marker_of_the_pool_comes_back_on_the_next_morning(turn: str, again: str) -> None:
    ruling = ready_again("artillery", turn)
    assert ruling.value == again
    assert {str(case) for case in ruling.cases} == {"GAZA 18.3/1", "GAZA 10.4/1"}


@pytest.mark.cases("GAZA", "18.5/1", "18.6")
@pytest.mark.parametrize(("kind", "number"), [("air", "18.5/1"), ("naval", "18.6")])
def test_air_and_naval_markers_serve_in_every_turn(kind: str, number: str) -> None:
    for turn, following in pairwise(TURNS):
        ruling = ready_again(kind, turn)
        assert ruling.value == following
        assert [str(case) for case in ruling.cases] == [f"GAZA {number}"]
    assert ready_again(kind, TURNS[-1]).value == NEVER


def test_a_turn_or_kind_that_does_not_exist_is_named() -> None:
    with pytest.raises(RequestError, match="Zero Hour"):
        ready_again("air", "Midnight")
    with pytest.raises(RequestError, match="artillery"):
        ready_again("rocket", TURNS[0])
