"""What Gallipoli 1915 makes of its terrain."""

from __future__ import annotations

import pytest

from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915


@pytest.mark.parametrize(("kind", "traits"), [
    ("grassland", set()),
    ("trees", set()),
    ("folded scrub", {"close", "down_slope"}),
    ("steep scrub", {"close", "down_slope"}),
    ("town", {"close", "blocking"}),
    ("ravine", {"ravine"}),
    ("shoals", {"sea"}),
])  # fmt: skip
def test_terrain(kind: str, traits: set[str]) -> None:
    every = ("close", "blocking", "elevated", "down_slope", "ravine", "sea")
    assert {name for name in every if getattr(GALLIPOLI_1915.ground[kind], name)} == traits
