"""Maps without colour: kinds of ground that touch are told apart by their hatches alone."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from wargame.core.board_file import load_board
from wargame.core.data import scenario_folder
from widgets.svg import look_of
from widgets.svg_marks import pattern

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from wargame.core.board import Board, TerrainKind

BOARDS = {
    name: load_board(scenario_folder() / f"{name}.toml")
    for name in (
        *("gaza_1917/board", "gaza_1917/sector", "lebanon_82/board"),
        *("gallipoli_1915/anzac", "gallipoli_1915/krithia", "gallipoli_1915/sedd_el_bahr"),
    )
}
SIDE, SHIFT = 72, 24
"""Pixels of a patch of ground, and by how many two patches are slid over each other."""

MOST = 0.6
"""The share of ink that two hatches may have in common: a cross is two diagonals."""

INK = """async ([svg, side]) => {
  const picture = new Image();
  picture.src = `data:image/svg+xml;base64,${btoa(svg)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(side, side).getContext("2d");
  canvas.filter = "grayscale(1)";
  canvas.drawImage(picture, 0, 0, side, side);
  const { data } = canvas.getImageData(0, 0, side, side);
  const grey = Array.from({ length: side * side }, (_, at) => data[4 * at]);
  const paper = [...grey].sort((a, b) => a - b)[Math.floor(grey.length * 0.9)];
  return grey.map((each) => (each < paper - 8 ? 1 : 0));
}"""
"""Where a patch is darker than its own ground, by enough for a printer to show."""

ALIKE = """([one, other, side, shift]) => {
  const from = shift, to = side - shift;
  let best = 0;
  for (let dx = -shift; dx < shift; dx++) for (let dy = -shift; dy < shift; dy++) {
    let both = 0, either = 0;
    for (let y = from; y < to; y++) for (let x = from; x < to; x++) {
      const a = one[y * side + x], b = other[(y + dy) * side + x + dx];
      both += a & b;
      either += a | b;
    }
    best = Math.max(best, either ? both / either : 1);
  }
  return best;
}"""
"""The share of ink that two patches have in common where they lie best on each other."""


def looks_that_touch(board: Board) -> set[tuple[TerrainKind, TerrainKind]]:
    """Return pairs of looks of ground that lie side by side somewhere."""
    found = set()
    for at, cell in board.cells.items():
        for next_to in at.neighbours():
            other = board.cells.get(next_to)
            if other is not None and cell.terrain[0] < other.terrain[0]:
                found.add((look_of(board, cell.terrain[0]), look_of(board, other.terrain[0])))
    return found


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_ground_that_touches_differs_by_hatch(board: Board) -> None:
    pairs = looks_that_touch(board)
    assert pairs
    assert [f"{a.name}, {b.name}" for a, b in pairs if a.hatch == b.hatch] == []
    assert [f"{a.name}, {b.name}" for a, b in pairs if a.letter == b.letter] == []


def patch(look: TerrainKind) -> str:
    tile = pattern("ground", look)
    fill = "url(#fill-ground)" if tile else look.colour
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{SIDE}">'
        f'<defs>{tile}</defs><rect width="{SIDE}" height="{SIDE}" fill="{fill}"/></svg>'
    )


def test_every_two_hatches_differ_in_grey(browser: Browser) -> None:
    """In each colour that a board gives it, for a pale hatch on pale ground would vanish."""
    kinds = {
        (look.hatch, look.colour): look
        for board in BOARDS.values()
        for look in board.terrain.values()
    }
    page = browser.new_page()
    inks = {key: page.evaluate(INK, [patch(look), SIDE]) for key, look in kinds.items()}
    bare = [key for key, ink in inks.items() if key[0] != "none" and not any(ink)]
    assert bare == [], "hatches that cannot be seen in grey"
    assert not any(any(ink) for (hatch, _), ink in inks.items() if hatch == "none")
    one_each = {hatch: ink for (hatch, _), ink in inks.items() if hatch != "none"}
    assert len(one_each) >= 6
    alike = {
        f"{a}, {b}": round(page.evaluate(ALIKE, [one_each[a], one_each[b], SIDE, SHIFT]), 2)
        for a, b in combinations(sorted(one_each), 2)
    }
    itself = page.evaluate(ALIKE, [one_each["dots"], one_each["dots"], SIDE, SHIFT])
    page.close()
    assert itself == 1, "the measure knows a hatch again"
    assert {pair: share for pair, share in alike.items() if share > MOST} == {}
