"""Small positions for the tests of movement: five rows of five hexes, 0105 top left, 0501 last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.fire_and_movement.positions import BLUE, RED, unit
from wargame.fire_and_movement.scenario import build_scene
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.reach import Reach

PLAIN = ("ccccc",) * 5
KEY = ("c clear", "j jungle", "r rough", "v clear village", "~ sea", "m mountain", "w woods")
GAZA_KEY = (
    "c open", "s sand", "h hill", "t open trench", "k hill trench", "G open town", "~ sea",
    "w wadi", "o oasis", "v open village", "y open marsh",
)  # fmt: skip
LEBANON_KEY = ("c clear", "r rough", "m mountain", "t rough town", "b clear beirut", "~ sea")
KEYS = {"gaza_1917": GAZA_KEY, "lebanon_82": LEBANON_KEY}
__all__ = ["BLUE", "PLAIN", "RED", "at", "ends", "ground", "on", "spent"]


def _unit(written: str) -> dict[str, Any]:
    facts = unit(written)
    return facts | {key: facts[key] == "yes" for key in ("mobile", "zone") if key in facts}


def ground(rows: Iterable[str], key: Iterable[str] = KEY, marks: Iterable[str] = ()) -> str:
    """Return a board whose first letter is hex 0105."""
    used = "".join(rows)
    lines = [line for line in key if line[0] in used]
    return "\n".join(["row-column 0105", *lines, "", *rows, "", *marks]) + "\n"


def on(
    *units: str,
    rows: Iterable[str] = PLAIN,
    marks: Iterable[str] = (),
    ruleset: str = "system_v8",
    active: str = "",
) -> Situation:
    """Return a position; units as in ``positions.unit``, with ``mobile=yes`` and ``zone=no``."""
    written = [_unit(each) for each in units]
    table = {
        "ruleset": ruleset,
        "board": ground(rows, KEYS.get(ruleset, KEY), marks),
        "active": active or written[0]["side"],
        "unit": written,
    }
    situation = build_scene(table, "a test")
    assert isinstance(situation, Situation)
    return situation


def at(situation: Situation, label: str) -> Hex:
    """Return the hex with a printed number."""
    return situation.board.hex(label)


def ends(reach: Reach) -> list[str]:
    """Return the printed numbers of the hexes in which a move may end, sorted."""
    return sorted(map(reach.mover.situation.board.label, reach.ends))


def spent(reach: Reach) -> dict[str, int]:
    """Return what each hex costs, in half points, by printed number."""
    label = reach.mover.situation.board.label
    return {label(cell): cost for cell, cost in reach.spent.items()}
