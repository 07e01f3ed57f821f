"""A made-up board of 4,000 hexes, drawn by the project's own renderer.

The country is invented, but as busy as a real map: eight kinds of ground in patches, places with
names, a railway, a line of trenches and sixty counters.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from wargame.core.board import HATCHES, Board, Cell, TerrainKind
from wargame.core.grid import ROW_COLUMN, Hex, Hexside
from widgets import HexMap
from widgets.svg_counters import Counter

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMNS, ROWS = 80, 50
COUNTERS = 60
PATCH = 18
"""About how many hexes a patch of ground has."""

_COLOURS = ("#efe6cf", "#f0d9a0", "#d6bb92", "#cfc4b4", "#a9cfe6", "#d9dfae", "#d8b3a4", "#b9d3a0")
TERRAIN = {
    hatch: TerrainKind(hatch, hatch[0], colour, hatch)
    for hatch, colour in zip(HATCHES, _COLOURS, strict=True)
} | {"trench": TerrainKind("trench", "T", "#efe6cf", glyph="trench")}


def big_board() -> Board:
    """Return the board; the same every time."""
    random = Random(1917)
    ground = _patches(random)
    cells = {}
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            trench = ("trench",) if row == ROWS // 2 and column % 4 else ()
            name = f"Place {row}.{column}" if (row * COLUMNS + column) % 131 == 0 else ""
            at = ROW_COLUMN.parse(f"{row:02}{column:02}")
            cells[at] = Cell((ground(column, row), *trench), name=name)
    line = [ROW_COLUMN.parse(f"{ROWS // 3:02}{column:02}") for column in range(1, COLUMNS)]
    railway = frozenset(Hexside.between(one, other) for one, other in zip(line, line[1:]))  # noqa: B905, RUF007 - neighbours of a row
    return Board("big", "Invented country", ROW_COLUMN, cells, TERRAIN, links={"railroad": railway})


def _patches(random: Random) -> Callable[[int, int], str]:
    """Return the ground by place: each hex has that of the nearest of some scattered seeds."""
    seeds = [
        (random.random() * COLUMNS, random.random() * ROWS, random.choice(HATCHES))
        for _ in range(COLUMNS * ROWS // PATCH)
    ]

    def ground(column: int, row: int) -> str:
        return min(seeds, key=lambda s: (s[0] - column) ** 2 + (s[1] - row) ** 2)[2]

    return ground


def counters(board: Board, turn: int = 0) -> list[Counter]:
    """Return counters; another turn puts them elsewhere."""
    random = Random(turn)
    cells = random.sample(sorted(board.cells), COUNTERS)
    return [_counter(number, cell) for number, cell in enumerate(cells)]


def _counter(number: int, cell: Hex) -> Counter:
    return Counter(
        at=cell,
        short=str(number + 1),
        factors=f"{number % 7}-{number % 5}-4",
        steps=1 + number % 2,
        full=2,
        kind=("infantry", "cavalry", "artillery")[number % 3],
        size="regiment",
        frame="rectangle" if number % 2 else "diamond",
        says=f"Unit {number + 1}",
    )


def state(turns: int) -> dict[str, Any]:
    """Return what a browser is told of the map, and the counter layers of some turns."""
    board = big_board()
    shown = HexMap(board)
    overlays = []
    for turn in range(turns):
        shown.show_counters(counters(board, turn))
        overlays.append(shown.overlay_svg)
    told = {name: getattr(shown, name) for name in shown.keys if not name.startswith("_")}
    del told["layout"], told["tabbable"], told["tooltip"]
    return {"state": told, "overlays": overlays}
