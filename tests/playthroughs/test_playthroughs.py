"""The goldens: a combat phase of each side, played again and compared word by word."""

from __future__ import annotations

import pytest

from tests.playthroughs.telling import SIDES, golden, playthrough


@pytest.mark.cases("GAZA", "18.1/2", "18.1/3", "18.1/4", "13.4/1", "17.0")
@pytest.mark.parametrize("side", SIDES)
def test_a_combat_phase_is_told_as_it_was_told_before(side: str) -> None:
    """If the change is meant: ``python -m tests.playthroughs.telling`` writes the goldens anew."""
    assert playthrough(side) == golden(side).read_text(encoding="utf-8")
