"""What lines of sight cost: the field of view of a hex, one line explained. Figures, no verdicts.

Run it with ``python -m tests.benchmarks.sight``. Where the package hexon is installed, plain lines
(no terrain at all) drawn by it in the same run are what the field of view is compared with; the
project does not depend on it. It always draws a line to every hex of the map, while a field of view
walks only those within range: hence the second range, at which every line is walked.

The very first view is timed with everything forgotten but the board itself made ready, which is
timed apart. Other work on the machine disturbs the figures: what is compared is measured in turns.
"""

from __future__ import annotations

from functools import partial
from gc import collect
from importlib import import_module
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from wargame.core.board import Board, Cell
from wargame.core.charts import ChartShelf
from wargame.core.grid import COLUMN_ROW, Hex, Hexside
from wargame.core.provenance import Provenance
from wargame.core.sightline import AS_IT_LIES, walk
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.ruleset import ObservationRanges, observation_ranges
from wargame.rifle_and_spade.sight import Look, sight, verdict
from wargame.rifle_and_spade.sight_path import course
from wargame.rifle_and_spade.view import field_of_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ACROSS = 60
SPOTTERS = 7
BOUND = 4
WHOLE = 2 * ACROSS
"""A range that no two hexes of the map exceed."""


def _ranges(reach: int) -> ObservationRanges:
    return ObservationRanges(reach, reach, reach, Provenance("derived", "a benchmark"))


def broken_ground() -> Board:
    """Return a board of 60 x 60 hexes with hills, scrub, towns, ravines, ridges and crests."""
    random = Random(1915)
    hills = [(random.randrange(ACROSS), random.randrange(ACROSS)) for _ in range(40)]
    kinds = ("grassland", "grassland", "scrub", "scrub", "steep scrub", "town", "ravine")
    cells = {}
    for column in range(1, ACROSS + 1):
        for row in range(1, ACROSS + 1):
            near = min((x - column) ** 2 + (y - row) ** 2 for x, y in hills)
            kind = random.choice(kinds[: 3 if random.random() < 0.7 else None])
            cells[COLUMN_ROW.to_hex(column, row)] = Cell((kind,), height=max(0, 5 - near // 6))
    sides: dict[Hexside, frozenset[str]] = {}
    for cell in cells:
        for direction in range(3):
            if random.random() < 0.06:
                kind = random.choice(("ridge", "cliff", "crest"))
                sides[Hexside(cell, direction)] = frozenset({kind})
    return Board("broken", "Invented ground", COLUMN_ROW, cells, hexsides=sides)


def lines() -> Iterator[Line]:
    """Yield every figure with its bound."""
    board = broken_ground()
    centre = COLUMN_ROW.to_hex(ACROSS // 2, ACROSS // 2)
    spotters = [centre, *Random(1).sample(sorted(board.cells), SPOTTERS)]
    field = Field(board, GALLIPOLI_1915)
    yield Line("the board made ready, once", _timed(lambda: field.relief), "ms")
    if _plain_lines(centre, spotters) is None:
        print("  hexon is not installed: its plain lines are not measured")
    for reach, name in ((observation_ranges(ChartShelf()).day, "range {}"), (WHOLE, "all lines")):
        yield from _views(board, spotters, name.format(reach), _ranges(reach))
    yield from _single(field, spotters)


def _views(
    board: Board, spotters: list[Hex], name: str, ranges: ObservationRanges
) -> Iterator[Line]:
    centre, *others = spotters
    first, again, cached = [], [], []
    for other in others:
        field = _as_new(board)
        first.append(_beside_hexon(field, centre, ranges))
        again.append(_beside_hexon(field, other, ranges))
        cached.append(_timed(partial(field_of_view, field, centre, ranges)))
    for what, rounds in (("the very first", first), ("another hex", again)):
        own = median(one for one, _ in rounds)
        yield Line(f"field of view, {name}, {what}", own, "ms")
        plain = [drawn for _, drawn in rounds if drawn is not None]
        if plain:
            yield Line(f"  {len(board.cells)} plain lines by hexon", median(plain), "ms")
            yield Line("  as many times faster", median(plain) / own, "times", least=BOUND)
    yield Line(f"field of view, {name}, the same again", max(cached), "ms", most=1)
    faster = median(one for one, _ in first) / max(cached)
    yield Line("  as many times faster than the first", faster, "times")


def _beside_hexon(
    field: Field, spotter: Hex, ranges: ObservationRanges
) -> tuple[float, float | None]:
    """Return how long a field of view takes, and hexon's plain lines from the same hex."""
    own = _timed(partial(field_of_view, field, spotter, ranges))
    return own, _plain_lines(spotter, list(field.board.cells))


def _as_new(board: Board) -> Field:
    """Return the board made ready, with no line walked yet on any board."""
    course.cache_clear()
    walk.cache_clear()
    field = Field(board, GALLIPOLI_1915)
    field.turned(AS_IT_LIES)
    collect()  # what the last round left behind is none of this one's business
    return field


def _single(field: Field, spotters: list[Hex]) -> Iterator[Line]:
    random, cells = Random(2), sorted(field.board.cells)
    targets = random.sample(cells, 200)
    far = _ranges(WHOLE)
    looks = [Look(field, spotters[0], target, far) for target in targets]
    scattered = [Look(field, random.choice(cells), target, far) for target in targets]
    explained = median(_timed(partial(sight, k)) for k in looks)
    yield Line("one line explained, from the same hex", explained, "ms", most=0.3)
    explained = median(_timed(partial(sight, k)) for k in scattered)
    yield Line("one line explained, from anywhere", explained, "ms", most=0.3)
    judged = median(_timed(partial(verdict, k)) for k in looks)
    yield Line("one line without the words", judged, "ms")


def _plain_lines(start: Hex, ends: list[Hex]) -> float | None:
    """Return how long hexon takes for a plain line to each hex; None if it is not installed."""
    try:
        coordinates = import_module("hexon.structs.coordinates")
    except ImportError:
        return None
    draw, at = coordinates.axial_line_draw, coordinates.AxialCoord
    here, there = at(*start), [at(*end) for end in ends if end != start]

    def all_lines() -> None:
        for end in there:
            draw(here, end)

    return _timed(all_lines)


def _timed(action: Callable[[], object]) -> float:
    """Return how many milliseconds an action takes."""
    start = perf_counter()
    action()
    return 1000 * (perf_counter() - start)


def main() -> None:
    """Print the figures."""
    printed("Lines of sight", lines())


if __name__ == "__main__":
    main()
