"""Ground made for the tests of sight: strips of hexes, and a hexside to run along."""

from __future__ import annotations

from random import Random
from typing import Any

from wargame.core.board import Board, Cell
from wargame.core.board_text import board_from_text
from wargame.core.grid import COLUMN_ROW, Hex, Hexside
from wargame.core.provenance import Provenance
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field, GroundClass
from wargame.rifle_and_spade.ruleset import ObservationRanges, Ruleset
from wargame.rifle_and_spade.sight import Look, sight, verdict

RANGES = ObservationRanges(15, 5, 0, Provenance("derived", "a test"))
KEY = {
    "g": "grassland",
    "s": "scrub",
    "t": "town",
    "r": "ravine",
    "w": "sea",
    "f": "forest",
    "b": "bank",
}
FOREST = Ruleset(
    "forest",
    "A game with tall trees",
    {
        **GALLIPOLI_1915.ground,
        "forest": GroundClass(close=True, elevated=True),
        "bank": GroundClass(elevated=True, down_slope=True),
    },
)
AS_PRINTED = Ruleset(
    "as_printed",
    "The print to the letter",
    FOREST.ground,
    slope_hides_its_own_level=False,
    crossing_before_range=False,
)


def strip(letters: str, heights: str, *marks: str, rules: Ruleset = FOREST) -> Field:
    """Return a column of hexes, 10.50 at its north end and the numbers falling to the south."""
    key = [f"{letter} {kind}" for letter, kind in KEY.items()]
    facts = [f"10.{50 - i} height={height}" for i, height in enumerate(heights)]
    text = "\n".join(["column-row 10.50", *key, "", *letters, "", *facts, *marks])
    return Field(board_from_text(text), rules)


def along(
    letters: str, heights: str, *marks: str, start: str = "10.50", end: str = "12.50"
) -> Field:
    """Return the four hexes of a line along a hexside: its ends, then the two beside it.

    The line from 10.50 to 12.50 runs between 11.50 and 11.49. A letter ``-`` is no hex.
    """
    places = (start, end, "11.50", "11.49")
    cells = {
        COLUMN_ROW.parse(label): Cell((KEY[letter],), height=int(height))
        for label, letter, height in zip(places, letters, heights, strict=True)
        if letter != "-"
    }
    sides: dict[Hexside, frozenset[str]] = {}
    for mark in marks:
        kind, where = mark.split()
        sides[COLUMN_ROW.parse_side(where)] = frozenset({kind})
    return Field(Board("along", "Along a hexside", COLUMN_ROW, cells, hexsides=sides), FOREST)


def look(field: Field, spotter: str, target: str, **more: Any) -> Look:
    """Return a look from one printed number to another."""
    board = field.board
    return Look(field, board.hex(spotter), board.hex(target), more.pop("ranges", RANGES), **more)


def seen(field: Field, spotter: str, target: str, **more: Any) -> tuple[str, str]:
    """Return the verdict and the case that decides, having checked that both agree."""
    asked = look(field, spotter, target, **more)
    ruling = sight(asked)
    assert ruling.value == verdict(asked)
    return str(ruling.value), decider(ruling)


def down(field: Field, **more: Any) -> tuple[str, str]:
    """Return what is seen from the north end of a strip to its south end; both ways agree."""
    labels = sorted(map(field.board.label, field.board.cells), reverse=True)
    found = seen(field, labels[0], labels[-1], **more)
    if not more:
        assert seen(field, labels[-1], labels[0]) == found
    return found


def decider(ruling: Ruling) -> str:
    """Return the last figures of the number of the case that decides."""
    (decides,) = [part for part in ruling.parts if part.counts]
    return decides.cases[0].number.partition("/")[2]


def random_field(seed: int, columns: int = 12, rows: int = 12) -> Field:
    """Return a board with everything that sight knows, and here and there a hex missing."""
    random = Random(seed)
    kinds = [*random.choices(list(KEY.values()), k=2), "grassland", "scrub", "scrub"]
    most = random.randint(0, 3)
    cells, sides = {}, {}
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            if random.random() > 0.01:
                at = COLUMN_ROW.to_hex(column, row)
                cells[at] = Cell((random.choice(kinds),), height=random.randint(0, most))
    for at in cells:
        for direction in range(3):
            if random.random() < 0.12:
                kind = random.choice(["ridge", "cliff", "crest"])
                sides[Hexside(at, direction)] = frozenset({kind})
    return Field(Board("random", "Random ground", COLUMN_ROW, cells, hexsides=sides), FOREST)


def any_hex(field: Field, random: Random) -> Hex:
    """Return a hex of the board."""
    return random.choice(sorted(field.board.cells))
