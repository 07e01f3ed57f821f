"""What a game may replace: the readings in doubt, and the observation ranges."""

from __future__ import annotations

import pytest

from wargame.core.charts import ChartShelf
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ruleset import LIGHTS, observation_ranges


def test_the_readings_follow_the_printed_examples_unless_told_otherwise() -> None:
    assert GALLIPOLI_1915.slope_hides_its_own_level
    assert GALLIPOLI_1915.crossing_before_range


@pytest.mark.cases("RS", "5.2.1")
def test_one_observes_furthest_by_day_and_not_even_the_next_hex_at_night() -> None:
    ranges = observation_ranges(ChartShelf())
    day, twilight, night = (ranges.within(light) for light in LIGHTS)
    assert day > twilight >= 1
    assert night == 0
    assert ranges.provenance.kind == "reconstructed"
