"""Gallipoli 1915: what its exclusive rules put in place of the series' (101.1)."""

from __future__ import annotations

from wargame.rifle_and_spade.ground import GroundClass
from wargame.rifle_and_spade.ruleset import Ruleset

GALLIPOLI_1915 = Ruleset(
    id="gallipoli_1915",
    title="Gallipoli 1915",
    # 101.1.2: grassland is open; both kinds of scrub are close and down-slope blocking; a town is
    # close and blocking; trees are decoration
    ground={
        "grassland": GroundClass(),
        "open": GroundClass(),
        "trees": GroundClass(),
        "folded scrub": GroundClass(close=True, down_slope=True),
        "steep scrub": GroundClass(close=True, down_slope=True),
        "scrub": GroundClass(close=True, down_slope=True),
        "town": GroundClass(close=True, blocking=True),
        "ravine": GroundClass(ravine=True),
        "sea": GroundClass(sea=True),
        "shoals": GroundClass(sea=True),
    },
    only_coastal_guns_observed=True,
)
"""The ground of the peninsula."""
