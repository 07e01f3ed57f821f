"""What lines of sight cost: the field of view of a hex, one line explained. Figures, no verdicts.

Run it with ``python -m tests.benchmarks.sight``. Where the package hexon is installed, plain lines
(no terrain at all) drawn by it in the same run are what the field of view is compared with; the
project does not depend on it.
"""

from __future__ import annotations

from functools import partial
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
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.ruleset import ObservationRanges, observation_ranges
from wargame.rifle_and_spade.sight import Look, sight, verdict
from wargame.rifle_and_spade.view import field_of_view

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ACROSS = 60
SPOTTERS = 5
BOUND = 4


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
    plain = _plain_lines(centre, tuple(board.cells))
    if plain is None:
        print("  hexon is not installed: its plain lines are not measured")
    else:
        yield Line(f"{len(board.cells)} plain lines by hexon", plain, "ms")
    for reach in (observation_ranges(ChartShelf()).day, 30):
        name, ranges = f"{reach} hexes", _ranges(reach)
        first = _timed(partial(field_of_view, field, centre, ranges))
        yield Line(f"field of view, {name}, the very first", first, "ms")
        again = _views(Field(board, GALLIPOLI_1915), spotters[1:], ranges)
        yield Line(f"field of view, {name}, median of {SPOTTERS} hexes", again, "ms")
        if plain is not None:
            yield Line(
                "  hexon's plain lines / the very first", plain / first, "times", least=BOUND
            )
            yield Line("  hexon's plain lines / the median", plain / again, "times", least=BOUND)
        cached = _timed(partial(field_of_view, field, centre, ranges))
        yield Line("  the same again", cached, "ms", most=1)
    yield from _single(field, spotters)


def _views(field: Field, spotters: list[Hex], ranges: ObservationRanges) -> float:
    assert field.relief
    times = [_timed(partial(field_of_view, field, at, ranges)) for at in spotters]
    return median(times)


def _single(field: Field, spotters: list[Hex]) -> Iterator[Line]:
    random, cells = Random(2), sorted(field.board.cells)
    targets = random.sample(cells, 200)
    far = _ranges(2 * ACROSS)
    looks = [Look(field, spotters[0], target, far) for target in targets]
    scattered = [Look(field, random.choice(cells), target, far) for target in targets]
    explained = median(_timed(partial(sight, k)) for k in looks)
    yield Line("one line explained, from the same hex", explained, "ms", most=0.3)
    explained = median(_timed(partial(sight, k)) for k in scattered)
    yield Line("one line explained, from anywhere", explained, "ms", most=0.3)
    judged = median(_timed(partial(verdict, k)) for k in looks)
    yield Line("one line without the words", judged, "ms")


def _plain_lines(start: Hex, ends: tuple[Hex, ...]) -> float | None:
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

    return median(_timed(all_lines) for _ in range(5))


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
