"""A board file is read whole or not at all, and a mistake is named by its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.boards import GOOD
from wargame.core.board import Board
from wargame.core.board_file import load_board
from wargame.core.errors import DataError
from wargame.core.grid import Hexside
from wargame.core.provenance import Provenance


def load(folder: Path, text: str) -> Board:
    path = folder / "map.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


def test_everything_in_the_file_is_on_the_board(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    gaza, trench = board.cell(board.hex("0914")), board.cell(board.hex("0912"))
    assert {board.label(each) for each in board.cells} == {"0914", "0913", "0912", "1013", "1012"}
    assert gaza.name == "Gaza"
    assert gaza.features == {"objective", "coast"}
    assert gaza.provenance == Provenance("reconstructed", note="from the text")
    assert (trench.terrain, trench.height) == (("open", "trench"), 10)
    assert trench.provenance == board.provenance == Provenance("printed", "GAZA map")
    assert board.linked("road", board.hex("0913"), board.hex("1013"))
    assert board.terrain["trench"].hatch == "dots"
    assert board.credits == ("somebody",)


def test_a_hexside_at_the_edge_of_the_map_may_carry_something(tmp_path: Path) -> None:
    board = load(tmp_path, GOOD)
    edge = Hexside.between(board.hex("0914"), board.numbering.parse("0915"))
    assert board.hexsides[edge] == {"river"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "gaza"\n', "", r"board\.id: found nothing there"),
        ('id = "gaza"', "id = 3", r"board\.id: found 3; allowed: text"),
        ('id = "gaza"', 'id = "gaza"\nrow = 1', r"board: found an unknown key 'row'; .* rows\?"),
        ('"row-column"', '"rowcolumn"', r"board\.numbering: found 'rowcolumn'; .*did you mean"),
        ('"0914"\nrows', '"914"\nrows', r"board, hex number \(row-column\): found '914'"),
        ('rows = ["..t", " tt"]', 'rows = "..t"', r"board\.rows: found '..t'; allowed: a list"),
        ('"..t"', '"..x"', r"board, rows, row 1, letter 3: found 'x'; allowed: \., t"),
        ('"..t"', '"..t..........."', r"board, rows, row 1, letter 4 \(heights\)"),
        ('"00a"', '"00A"', r"board, rows, row 1, letter 3 \(heights\)"),
        ('= "printed"', '= "print"', r"board\.provenance\.kind: found 'print'; .* printed"),
        ('"open", "trench"]', '"open", "trnch"]', r"key, t: found 'trnch'; .*did you mean"),
        ('t = ["open", "trench"]', "t = []", r"key, t: found no terrain"),
        ('"." = ["open"]', '".." = ["open"]', r"key: found '\.\.'"),
        ('"#aaaaaa"', '"grey"', r"terrain\['trench'\]: found 'grey'; allowed: a colour such as"),
        ('"dots"', '"dotted"', r"terrain\['trench'\]: found 'dotted'; .*did you mean dots"),
        ('hex = "0914"', 'hex = "0909"', r"place 1, hex: found 0909"),
        ('"0914", "0913"]\n\n[[link', '"0914", "x"]\n\n[[link', r"features 1, hex number"),
        ('"0913", "1013"]', '"1013"]', r"link 1, hexside \(row-column\): found '0914-1013'"),
        ('"0914-0915"]', '"0815-0816"]', r"hexside 1, hexside: found 0815-0816"),
        ('"0914-0915"]', '"0914 0915"]', r"hexside 1, hex number"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_by_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert GOOD.count(old) == 1
    with pytest.raises(DataError, match=rf"^map\.toml, {said}"):
        load(tmp_path, GOOD.replace(old, new))


def test_several_mistakes_are_told_together(tmp_path: Path) -> None:
    text = GOOD.replace('id = "gaza"', "id = 1").replace('title = "Before Gaza"', "title = 2")
    with pytest.raises(
        DataError, match=r"board\.id: found 1; allowed: text\. Also board\.title: 2\."
    ):
        load(tmp_path, text)


def test_a_map_that_leaves_the_numbered_grid_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace('top_left = "0914"', 'top_left = "0901"')
    with pytest.raises(DataError, match="row 1, letter 3: found a hex numbered 09-1"):
        load(tmp_path, text)
