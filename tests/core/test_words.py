"""Words that depend on a number."""

from __future__ import annotations

from wargame.core.words import count


def test_one_of_a_thing_is_said_otherwise_than_several() -> None:
    assert [count(number, "hex", "hexes") for number in range(3)] == ["0 hexes", "1 hex", "2 hexes"]
    assert [count(number, "marker") for number in (1, 2)] == ["1 marker", "2 markers"]
