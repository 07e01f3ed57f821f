"""The rule questions that may be asked of Rifle and Spade by name, and their positions."""

from __future__ import annotations

from wargame.core.charts import ChartShelf
from wargame.core.grid import Hexside
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure
from wargame.rifle_and_spade.ruleset import Light, observation_ranges
from wargame.rifle_and_spade.scene import FAMILY
from wargame.rifle_and_spade.sight import Look, sight
from wargame.rifle_and_spade.state import Situation


@question("rs.sight", scene=FAMILY)
def line_of_sight(
    situation: Situation, *, spotter: str, target: str, light: str = "day", crossing: str = ""
) -> Ruling:
    """Whether one hex sees another: Open, Partial or Blocked, case by case.

    Args:
        situation: The position; of a piece of ground, only the ground counts.
        spotter: The printed number one looks from.
        target: The printed number one looks at.
        light: day, twilight or night.
        crossing: The hex that the target has just left over a ridge, for opportunity fire.
    """
    board = situation.board
    seen = board.hex(target)
    side = Hexside.between(board.hex(crossing), seen) if crossing else None
    light_: Light = light  # type: ignore[assignment]  # sight() refuses what is no light
    ranges = observation_ranges(ChartShelf())
    look = Look(situation.ground, board.hex(spotter), seen, ranges, light_, situation.lit, side)
    return sight(look)


@question("rs.ridge_level", scene=FAMILY)
def ridge_level(situation: Situation, *, one: str, other: str) -> Ruling:
    """The height level of the ridge or cliff between two hexes."""
    board = situation.board
    level = situation.ground.ridge_level(Hexside.between(board.hex(one), board.hex(other)))
    said = "There is no ridge there."
    if level is not None:
        said = "It stands one level above the lower of its land hexes."
    return figure("Ridge level", level, said, "RS 5.2.11", "RS 5.2.10")
