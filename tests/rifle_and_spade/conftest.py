"""Who stands on the other side of the movements that these tests walk through."""

from __future__ import annotations

import pytest

from tests.rifle_and_spade.moves import Enemy


@pytest.fixture
def enemy(monkeypatch: pytest.MonkeyPatch) -> Enemy:
    """Stand by with an enemy who notes everything and holds fire."""
    return Enemy().watch(monkeypatch)
