"""How the kinds of terrain of Gallipoli 1915 are called and drawn where a board does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.board import TerrainKind

if TYPE_CHECKING:
    from wargame.core.board import Board

LOOKS: dict[str, TerrainKind] = {
    "grassland": TerrainKind("Grassland", "g", "#e6e8c2"),
    "open": TerrainKind("Open", "o", "#efe9cf"),
    "trees": TerrainKind("Trees", "t", "#d5e2b0", "stipple", "palms"),
    "scrub": TerrainKind("Scrub", "s", "#b9c98f", "dots"),
    "folded scrub": TerrainKind("Folded scrub", "f", "#b9c98f", "dots"),
    "steep scrub": TerrainKind("Steep scrub", "p", "#a3b57a", "cross"),
    "town": TerrainKind("Town", "T", "#d9b8a8", "brick", "town"),
    "ravine": TerrainKind("Ravine", "r", "#cbb48f", "diagonal"),
    "sea": TerrainKind("Sea", "w", "#bcd4e6", "waves"),
    "shoals": TerrainKind("Shoals", "h", "#cfe2ee", "horizontal"),
}
"""By kind; each has a hatch or glyph of its own besides its colour."""


def dressed(board: Board) -> Board:
    """Return a board in these looks, with its own letters; kinds unknown here stay as they are."""
    looks = {
        kind: evolve(LOOKS[kind], letter=look.letter) if kind in LOOKS else look
        for kind, look in board.terrain.items()
    }
    return evolve(board, terrain=looks)
