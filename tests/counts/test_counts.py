"""The counts of both Gaza set-ups, taken again and compared."""

from __future__ import annotations

import pytest

from tests.counts.counting import SCENARIOS, counts, written


@pytest.mark.cases("GAZA", "18.2", "18.2/3", "18.2/4", "18.1/1")
@pytest.mark.cases("FM8", "8.2", "8.2/6")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_position_permits_what_was_counted(scenario: str) -> None:
    """If the change is meant: ``python -m tests.counts.counting`` writes the counts anew."""
    assert counts(scenario) == written(scenario).read_text(encoding="utf-8")
