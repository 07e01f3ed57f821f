"""The short text form carries a board through a test, a question or a file and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.board import Board, Cell, TerrainKind
from wargame.core.errors import DataError
from wargame.core.grid import COLUMN_ROW, ROW_COLUMN, Hex, Hexside, Numbering

TEXT = """\
row-column 0914
. open
t open trench

..t
.tt

0914 name=Tank_Redoubt height=2 features=coast,gaza
link track 0914 0913
side river 0914-0913
"""

words = st.text(max_size=8)
kinds = st.lists(words, min_size=1, max_size=3).map(tuple)
letters = st.characters(codec="utf-8", categories=["L", "N", "P", "S"])


@st.composite
def boards(draw: st.DrawFn) -> Board:
    numbering: Numbering = draw(st.sampled_from([ROW_COLUMN, COLUMN_ROW]))
    figures = draw(st.sets(st.tuples(st.integers(3, 9), st.integers(3, 9)), max_size=12))
    terrains = draw(st.lists(kinds, min_size=1, max_size=4))
    cells = {
        numbering.to_hex(*pair): Cell(
            draw(st.sampled_from(terrains)),
            draw(st.integers(-3, 30)),
            draw(st.frozensets(words, max_size=3)),
            draw(words),
        )
        for pair in sorted(figures)
    }
    sides = sorted({Hexside.of(cell, d) for cell in cells for d in range(6)})
    hexsides = {side: draw(st.frozensets(words, min_size=1, max_size=2)) for side in sides[:3]}
    inner = [side for side in sides if all(each in cells for each in side.hexes)]
    links = {draw(words): frozenset([side]) for side in inner[:2]}
    terrain = {t[-1]: TerrainKind("x", draw(letters), "#000000") for t in terrains[:2]}
    return Board("b", "B", numbering, cells, terrain, hexsides, links)


def plain(board: Board) -> object:
    cells = {at: (c.terrain, c.height, c.features, c.name) for at, c in board.cells.items()}
    return board.numbering.name, cells, board.hexsides, board.links


@given(boards())
def test_a_board_comes_back_from_its_text(board: Board) -> None:
    text = board.to_text()
    back = Board.from_text(text)
    assert plain(back) == plain(board)
    assert back.to_text() == text


def test_the_text_of_the_manual_is_what_the_engine_writes() -> None:
    assert Board.from_text(TEXT).to_text() == TEXT


def test_the_text_reads_west_to_east_and_north_to_south() -> None:
    board = Board.from_text(TEXT)
    assert board.cell(board.hex("0912")).terrain == ("open", "trench")
    assert board.cell(board.hex("1014")).terrain == ("open",)
    assert board.cell(board.hex("0914")).name == "Tank Redoubt"


def test_a_row_without_hexes_parts_nothing() -> None:
    board = Board.from_text("row-column 0102\n. open\n\n.\n \n.")
    assert set(map(board.label, board.cells)) == {"0102", "0302"}
    assert Board.from_text(board.to_text()).cells == board.cells


def test_an_empty_board_has_a_text() -> None:
    assert not Board.from_text(Board("b", "B", ROW_COLUMN, {}).to_text()).cells


def test_more_kinds_than_letters_still_have_a_text() -> None:
    cells = {Hex(q, 0): Cell((f"kind {q}",)) for q in range(-90, 0)}
    board = Board("b", "B", ROW_COLUMN, cells)
    assert Board.from_text(board.to_text()).cells.keys() == cells.keys()


def test_windows_line_ends_do_no_harm() -> None:
    assert Board.from_text(TEXT.replace("\n", "\r\n")).to_text() == TEXT


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("row-column", "row-colum", r"the first line: found 'row-colum'; .*did you mean"),
        ("0914\n.", "914\n.", r"hex number \(row-column\): found '914'"),
        (". open", ".. open", r"key: found '\.\.'; allowed: one visible character"),
        (". open", ".", r"key, \.: found no terrain"),
        (". open", ". open\n  ", r"line 3: found only spaces"),
        ("..t", ".xt", r"rows, row 1, letter 2: found 'x'; allowed: \., t"),
        ("name=", "nam=", r"line 8, hex 0914: found 'nam=Tank_Redoubt'; allowed: name=…"),
        ("height=2", "height=high", r"line 8, .*'height=high'"),
        ("height=2", "height=" + "9" * 5000, r"line 8, hex 0914"),
        ("0914 name", "0909 name", r"line 8, hex: found 0909; allowed: a hex that the rows"),
        ("track 0914 0913", "track 0914 0912", r"line 9, hexside .*: found '0914-0912'"),
        ("track 0914 0913", "track 0914 0909", r"line 9, hex: found 0909"),
        ("river 0914-0913", "river 0914", r"line 10, hex number \(row-column\): found ''"),
        ("river 0914-0913", "river 2020-2021", r"line 10, hexside: found 2020-2021"),
        ("side river 0914-0913", "  ", r"line 10, mark: found '  '"),
        ("row-column 0914", "row-column 0900", r"rows, row 1, letter 2: found a hex numbered 09-1"),
        ("..t", "." * 20_001, r"rows: found more letters than that; allowed: at most 20000"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_by_its_place(old: str, new: str, said: str) -> None:
    assert TEXT.count(old) >= 1
    with pytest.raises(DataError, match=f"^board text, {said}"):
        Board.from_text(TEXT.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "\n\n", " ", "row-column", "no such thing"])
def test_no_board_at_all_is_a_sentence(text: str) -> None:
    with pytest.raises(DataError, match="board text"):
        Board.from_text(text)


def test_the_sea_of_a_sketch_looks_like_sea_and_other_ground_keeps_its_colour() -> None:
    """By its place in the key it came out as green as a meadow."""
    board = Board.from_text("row-column 0102\n. open\n~ sea\nh hill\n\n.~\n~h\n")
    sea, hill = board.terrain["sea"], board.terrain["hill"]
    red, green, blue = (int(sea.colour[at : at + 2], 16) for at in (1, 3, 5))
    assert blue > green > red
    assert sea.hatch == "waves"
    assert (hill.colour, hill.hatch) == ("#d8c3a5", "none")
