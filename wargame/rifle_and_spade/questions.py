"""The rule questions that may be asked of Rifle and Spade by name, and their positions."""

from __future__ import annotations

from typing import Any

from attrs import Factory, frozen

from wargame.core.board_text import board_from_text
from wargame.core.charts import ChartShelf
from wargame.core.data import structure
from wargame.core.errors import DataError, one_of, shown
from wargame.core.examples import scene_builder
from wargame.core.grid import Hexside
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.ruleset import Light, observation_ranges
from wargame.rifle_and_spade.sight import Look, sight

FAMILY = "rifle_and_spade"
RULESETS = {GALLIPOLI_1915.id: GALLIPOLI_1915}


@frozen
class Scene:
    """A small piece of ground for an example: rules and a board in text."""

    board: str
    ruleset: str = GALLIPOLI_1915.id
    lit: list[str] = Factory(list)


@frozen
class Ground:
    """The position of an example.

    Args:
        field: The ground under its rules.
        lit: Printed numbers of hexes in a searchlight.
    """

    field: Field
    lit: tuple[str, ...]


@scene_builder(FAMILY)
def build_scene(table: dict[str, Any], where: str) -> Ground:
    """Return the ground that a ``[scene]`` table describes.

    Raises:
        DataError: The table does not fit.
    """
    scene = structure(table, Scene, f"{where}, scene")
    if scene.ruleset not in RULESETS:
        words = one_of(RULESETS, scene.ruleset)
        raise DataError(f"{where}, scene, ruleset", shown(scene.ruleset), words)
    board = board_from_text(scene.board)
    ground = Ground(Field(board, RULESETS[scene.ruleset]), tuple(scene.lit))
    known = ground.field.ruleset.ground
    for cell in board.cells.values():
        for kind in cell.terrain:
            if kind not in known:
                raise DataError(f"{where}, scene, board", f"terrain {kind}", one_of(known, kind))
    return ground


@question("rs.sight", scene=FAMILY)
def line_of_sight(
    ground: Ground, *, spotter: str, target: str, light: str = "day", crossing: str = ""
) -> Ruling:
    """Whether one hex sees another: Open, Partial or Blocked, case by case.

    Args:
        ground: The ground.
        spotter: The printed number one looks from.
        target: The printed number one looks at.
        light: day, twilight or night.
        crossing: The hex that the target has just left over a ridge, for opportunity fire.
    """
    board = ground.field.board
    seen = board.hex(target)
    side = Hexside.between(board.hex(crossing), seen) if crossing else None
    light_: Light = light  # type: ignore[assignment]  # sight() refuses what is no light
    lit = frozenset(board.hex(label) for label in ground.lit)
    ranges = observation_ranges(ChartShelf())
    look = Look(ground.field, board.hex(spotter), seen, ranges, light_, lit, side)
    return sight(look)


@question("rs.ridge_level", scene=FAMILY)
def ridge_level(ground: Ground, *, one: str, other: str) -> Ruling:
    """The height level of the ridge or cliff between two hexes."""
    board = ground.field.board
    level = ground.field.ridge_level(Hexside.between(board.hex(one), board.hex(other)))
    said = "There is no ridge there."
    if level is not None:
        said = "It stands one level above the lower of its land hexes."
    return figure("Ridge level", level, said, "RS 5.2.11", "RS 5.2.10")
