"""Whatever stands in a file of a stranger: it is read, or refused with the documented error.

Starting from good files, values are swapped for anything TOML can say, and the text is cut, doubled
and peppered. Nothing but DataError or RequestError may come out, and no markup may get through.
"""

from __future__ import annotations

import tomllib
import xml.etree.ElementTree as ET
from contextlib import suppress
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.boards import GOOD
from tests.twists import SCRIPT, anything, torn, twisted
from wargame.core.board import Board
from wargame.core.board_file import BoardFile, build_board
from wargame.core.data import parse_toml, structure
from wargame.core.errors import DataError, RequestError
from wargame.core.examples import Example, check_example
from wargame.core.ruling import Ruling, figure
from widgets.legend import legend_html
from widgets.svg import board_svg, defs, static_map

EXAMPLE = """
[example]
id = "FM-00"
title = "A short attack"
game = "gaza_1917"
cases = ["GAZA 14.0/2"]
kind = "own"
reading = ""

[[claim]]
ask = "fm.result"
expect = "D2"
given = { die = 2, differential = "3", shifts = [1, -1] }
because = "GAZA 14.0/2"

[[claim]]
ask = "no.such"
refused = true

[scene]
board = "row-column 0914"
units = [{ id = "a", hex = "0914", strength = "1/2" }]
"""


def read_board(text: str) -> Board:
    return build_board(structure(parse_toml(text, "f.toml"), BoardFile, "f.toml"), "f.toml")


def read_example(text: str) -> object:
    return check_example(structure(parse_toml(text, "f.toml"), Example, "f.toml")).to_json()


def try_board(data: object) -> None:
    """Build a board of *data* and draw it; refusing is fine."""
    with suppress(DataError, RequestError):
        board = build_board(structure(data, BoardFile, "f.toml"), "f.toml")
        Board.from_text(board.to_text())


def try_example(data: object) -> None:
    """Check an example of *data*; refusing is fine."""
    with suppress(DataError, RequestError):
        check_example(structure(data, Example, "f.toml")).to_json()


# ------------------------------------------------------------------------------ what comes out


def test_the_good_files_are_good() -> None:
    assert len(read_board(GOOD).cells) == 5
    assert read_example(EXAMPLE)


@given(twisted(GOOD))
def test_twisted_boards(data: object) -> None:
    try_board(data)


@given(twisted(EXAMPLE))
def test_twisted_examples(data: object) -> None:
    try_example(data)


@given(torn(GOOD))
def test_torn_boards(text: str) -> None:
    with suppress(DataError, RequestError):
        read_board(text)


@given(torn(EXAMPLE))
def test_torn_examples(text: str) -> None:
    with suppress(DataError, RequestError):
        read_example(text)


@given(torn(read_board(GOOD).to_text()))
def test_torn_board_texts(text: str) -> None:
    with suppress(DataError, RequestError):
        Board.from_text(text).to_text()


@given(st.text(max_size=80))
def test_any_text_at_all(text: str) -> None:
    for read in (read_board, read_example, Board.from_text):
        with suppress(DataError, RequestError):
            read(text)


@given(anything)
def test_any_data_as_a_ruling(data: object) -> None:
    with suppress(DataError, RequestError):
        Ruling.from_json(data)


@pytest.mark.parametrize("read", [read_board, read_example])
@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 100_000,
        "a = " + "{a = " * 100_000,
        "[[claim]]\n" * 50_000,
        "[board]\nrows = [" + "'......................................'," * 20_000 + "]",
        "a.b = 1\n" * 100_000,
        "a = '''" + "x" * 900_000,
        "é" * 900_000,
    ],
    ids=["lists", "tables", "claims", "rows", "keys", "string", "letters"],
)
def test_huge_and_deep_files_are_refused(read: Any, text: str) -> None:
    with pytest.raises(DataError):
        read(text)


# ------------------------------------------------------------------------------ markup is text


def test_markup_in_a_ruling_is_shown_as_text() -> None:
    html = figure(SCRIPT, SCRIPT, SCRIPT, unit=SCRIPT).to_html()
    assert "<script" not in html
    assert unescape(html).count(SCRIPT) == 4


def hostile_board() -> Board:
    """Return a board that has markup wherever a file may put a word of its own."""
    data = tomllib.loads(GOOD)
    bad = SCRIPT
    data["board"] |= {"id": bad, "title": bad, "credits": [bad]}
    data["board"]["provenance"] |= {"source": bad, "note": bad}
    data["key"]["t"] = [bad]
    data["terrain"][bad] = {"name": bad, "letter": "<", "colour": "#aaaaaa", "hatch": "dots"}
    for kind in ("place", "features"):
        data[kind][0]["name"] = bad
    for kind in ("link", "hexside"):
        data[kind][0]["kind"] = bad
    data["place"][0]["features"] = [bad]
    return build_board(structure(data, BoardFile, "f.toml"), "f.toml")


def test_markup_in_a_board_is_shown_as_text() -> None:
    board = hostile_board()
    layers = f'<svg xmlns="http://www.w3.org/2000/svg">{defs(board)}{board_svg(board)}</svg>'
    for drawing in (layers, static_map(board, "", {}, board.title)):
        tree = ET.fromstring(drawing)  # noqa: S314 - our own drawing
        for element in tree.iter():
            assert not element.tag.endswith("script")
            assert not any(name.startswith("on") for name in element.attrib)
    assert "<script" not in legend_html(board, {SCRIPT: "infantry"})


def test_markup_survives_the_text_form_as_text() -> None:
    board = hostile_board()
    back = Board.from_text(board.to_text())
    assert back.place(SCRIPT) == board.place(SCRIPT)
    assert back.hexsides == board.hexsides
    assert back.links == board.links
