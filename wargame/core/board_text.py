"""The short text form of a board, for tests, questions and example files.

::

    row-column 0914          the scheme, and the number of the first letter's hex
    . open                   the key: a letter and the kinds of terrain it stands for
    t open trench

    ..t                      the map, west to east and north to south; a space is no hex
    .tt

    0914 name=Tank_Redoubt height=2 features=coast,gaza
    link track 0914 0913
    side river 0914-0913

What is not one word in it (a space is ``_``) is written as ``%`` and figures, as in web addresses.
"""

from __future__ import annotations

import re
import sys
from itertools import chain, groupby
from typing import TYPE_CHECKING
from urllib.parse import unquote

from wargame.core.board import Board, TerrainKind
from wargame.core.board_sketch import Sketch, check_key
from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.grid import NUMBERINGS, Hex, Orientation
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_PLAIN = ("#e9dfc7", "#c9d8b6", "#d8c3a5", "#b8cfe0", "#d9b8b8", "#c8c0d8", "#e0d39a", "#b7b7a4")
_SEA = ("#8fb9dc", "waves")
"""The sea is the sea on every map; plain colours would make it a meadow."""
_SPARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_WHOLE = re.compile(r"-?\d{1,6}", re.ASCII)
_TEXT = Provenance("derived", "a board written as text")


def board_from_text(text: str) -> Board:
    """Return the board written as *text*.

    Raises:
        DataError: A line does not fit; the sentence names it.
    """
    sections = [*_sections(text), [], []]
    head, rows, marks = sections[0], sections[1], sections[2:]
    with located("board text"):
        sketch, first, key = _head(head)
        sketch.letters(first, [line for _, line in rows], key, _TEXT)
        for number, line in chain.from_iterable(marks):
            with located(f"line {number}"):
                _mark(line, sketch)
    return Board(
        id="text",
        title="a board written as text",
        numbering=sketch.numbering,
        cells=sketch.cells,
        terrain=_terrain(key),
        hexsides=sketch.hexsides,
        links=sketch.links,
        provenance=_TEXT,
    )


def _sections(text: str) -> list[list[tuple[int, str]]]:
    """Return the lines with their numbers, parted where a line is empty."""
    lines = enumerate(text.splitlines(), start=1)
    return [list(group) for filled, group in groupby(lines, lambda each: each[1] != "") if filled]


def _head(lines: list[tuple[int, str]]) -> tuple[Sketch, str, dict[str, list[str]]]:
    scheme, _, first = lines[0][1].strip().partition(" ") if lines else ("", "", "")
    if scheme not in NUMBERINGS:
        raise DataError("the first line", shown(scheme), one_of(NUMBERINGS, scheme))
    key = {}
    for number, line in lines[1:]:
        words = line.split()
        if not words:
            raise DataError(f"line {number}", "only spaces", "a letter and kinds of terrain")
        key[words[0]] = [_read(word) for word in words[1:]]
    check_key(key)
    return Sketch(NUMBERINGS[scheme]), first.strip(), key


def _terrain(key: Mapping[str, Sequence[str]]) -> dict[str, TerrainKind]:
    """Return kinds of terrain with plain colours, the sea with its own.

    A kind keeps the letter it stands under.
    """
    letters: dict[str, str] = {}
    for letter, kinds in key.items():
        letters.setdefault(kinds[-1], letter)
    names = dict.fromkeys(chain.from_iterable(key.values()))
    return {
        kind: TerrainKind(
            kind.capitalize(),
            letters.get(kind, "?"),
            *(_SEA if kind == "sea" else (_PLAIN[i % len(_PLAIN)], "none")),
        )
        for i, kind in enumerate(names)
    }


def _mark(line: str, sketch: Sketch) -> None:
    match line.split():
        case ["side", kind, *sides]:
            for written in sides:
                sketch.side(_read(kind), written)
        case ["link", kind, *path]:
            sketch.path(_read(kind), path)
        case [label, *facts]:
            for fact in facts:
                _fact(label, fact, sketch)
        case _:
            raise RequestError("mark", shown(line), "a hex, 'side' or 'link' line")


def _fact(label: str, fact: str, sketch: Sketch) -> None:
    name, _, value = fact.partition("=")
    if name == "name":
        sketch.mark(label, name=_read(value))
    elif name == "height" and _WHOLE.fullmatch(value):
        sketch.mark(label, height=int(value))
    elif name == "features":
        sketch.mark(label, features=[_read(word) for word in value.split(",")])
    else:
        raise RequestError(f"hex {label}", shown(fact), "name=…, height=… or features=…")


def _word(text: str) -> str:
    """Return *text* as one word: spaces as ``_``, and what would be misread as ``%`` and figures.

    An empty text is a lone ``%``.
    """
    return "".join(map(_figures, text)).replace(" ", "_") or "%"


def _figures(letter: str) -> str:
    if letter.isprintable() and letter not in "%_,":
        return letter
    return "".join(f"%{byte:02X}" for byte in letter.encode())


def _read(word: str) -> str:
    """Return the text that :func:`_word` wrote."""
    return "" if word == "%" else unquote(word.replace("_", " "))


def board_to_text(board: Board) -> str:
    """Return *board* in the short text form (terrain, names, heights, features, sides, links)."""
    grid = _grid(board) if board.cells else [[Hex(0, 0)]]
    key = _letters(board, grid)
    head = [f"{board.numbering.name} {board.label(grid[0][0])}"]
    head += [f"{letter} {' '.join(map(_word, kinds))}" for kinds, letter in key.items()]
    rows = [_map_line(board, row, key) for row in grid]
    marks = [*_fact_lines(board), *_side_lines(board)]
    blocks = [head, rows, marks] if marks else [head, rows]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _letters(board: Board, grid: list[list[Hex]]) -> dict[tuple[str, ...], str]:
    """Return a letter for each terrain met, its own where that is free."""
    key: dict[tuple[str, ...], str] = {}
    for at in chain.from_iterable(grid):
        terrain = board.cells[at].terrain if at in board.cells else ()
        if terrain and terrain not in key:
            kind = board.terrain.get(terrain[-1])
            wanted = chain([kind.letter] if kind else [], _SPARE, _more_letters())
            taken = set(key.values())
            key[terrain] = next(letter for letter in wanted if letter not in taken)
    return key


def _more_letters() -> Iterator[str]:
    return filter(str.isalpha, map(chr, range(0x391, sys.maxunicode)))


def _grid(board: Board) -> list[list[Hex]]:
    """Return every hex of the map's bounding box, as printed: west to east, north to south."""
    figures = [board.numbering.to_figures(cell) for cell in board.cells]
    firsts, seconds = [a for a, _ in figures], [b for _, b in figures]
    first = range(min(firsts), max(firsts) + 1)
    second = range(max(seconds), min(seconds) - 1, -1)
    to_hex = board.numbering.to_hex
    if board.numbering.orientation is Orientation.POINTY:
        return [[to_hex(row, column) for column in second] for row in first]
    return [[to_hex(column, row) for column in first] for row in second]


def _map_line(board: Board, row: list[Hex], key: dict[tuple[str, ...], str]) -> str:
    """Return one row of letters; a row without hexes is a single space, so it parts nothing."""
    letters = (key[board.cells[at].terrain] if at in board.cells else " " for at in row)
    return "".join(letters).rstrip() or " "


def _fact_lines(board: Board) -> list[str]:
    lines = []
    for at, cell in board.cells.items():
        facts = [f"name={_word(cell.name)}"] if cell.name else []
        facts += [f"height={cell.height}"] if cell.height else []
        marks = ",".join(_word(mark) for mark in sorted(cell.features))
        facts += [f"features={marks}"] if marks else []
        if facts:
            lines.append(f"{board.label(at)} {' '.join(facts)}")
    return sorted(lines)


def _side_lines(board: Board) -> list[str]:
    lines = []
    for side, kinds in board.hexsides.items():
        pair = "-".join(board.label(each) for each in side.hexes)
        lines += [f"side {_word(kind)} {pair}" for kind in kinds]
    for kind, sides in board.links.items():
        for side in sides:
            one, other = side.hexes
            lines.append(f"link {_word(kind)} {board.label(one)} {board.label(other)}")
    return sorted(lines)
