"""The files about the real ground: what they say holds, and a bad one is refused in a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from wargame.core.data import scenario_folder
from wargame.core.errors import DataError, RequestError
from wargame.core.georef_file import (
    georef_names,
    georef_of,
    load_georef,
    read_georef,
    read_ground,
)

if TYPE_CHECKING:
    from pathlib import Path

BOUNDS = {"gaza": (1322, 845), "gallipoli": (402, 330), "lebanon": (3536, 2319)}
"""For each sheet, metres from side to side of a hex and the root mean square of the residuals."""
BOARDS = [(name, board) for name in BOUNDS for board in load_georef(name).boards]

every_sheet = pytest.mark.parametrize("name", sorted(BOUNDS))
every_board = pytest.mark.parametrize(("name", "board_id"), BOARDS)


def test_every_battlefield_is_there() -> None:
    assert georef_names() == tuple(sorted(BOUNDS))


@every_sheet
def test_the_residuals_are_what_the_lesson_says(name: str) -> None:
    fit = load_georef(name).fit()
    width, rms = BOUNDS[name]
    assert fit.width == pytest.approx(width, abs=1)
    assert fit.rms == pytest.approx(rms, abs=1)
    if load_georef(name).width:
        assert fit.width == pytest.approx(load_georef(name).width, rel=0.06)


@every_sheet
def test_no_anchor_lies_two_hexes_off(name: str) -> None:
    fit = load_georef(name).fit()
    assert fit.worst.metres < 2 * fit.width


@every_sheet
def test_stretching_fits_the_anchors_better_and_others_no_better(name: str) -> None:
    """More figures to fit with: a smaller residual is no better map."""
    sheet = load_georef(name)
    plain, stretched = sheet.fit(), sheet.fit("affine")
    assert stretched.rms < plain.rms
    unseen = [sum(m.metres**2 for m in fit.left_out()) for fit in (plain, stretched)]
    assert unseen[1] > unseen[0]


@every_board
def test_a_board_lies_where_its_ground_is(name: str, board_id: str) -> None:
    sheet = georef_of(board_id)
    assert sheet.id == name
    board, fit, ground = sheet.board(board_id), sheet.fit(), sheet.ground()
    assert board.id == board_id
    assert board.numbering is sheet.numbering
    outside = [cell for cell in board.cells if fit.point(cell) not in ground.frame]
    assert outside == []
    assert all(fit.hex_at(fit.point(cell)) == cell for cell in board.cells)


@every_board
def test_the_sea_of_a_board_is_the_real_sea_but_for_its_edge(name: str, board_id: str) -> None:
    sheet = load_georef(name)
    board, fit, ground = sheet.board(board_id), sheet.fit(), sheet.ground()
    sea = {cell for cell in board.cells if board.cells[cell].terrain[0] == "sea"}
    wrong = [cell for cell in board.cells if ground.is_land(fit.point(cell)) == (cell in sea)]
    at_the_edge = {
        c for c in board.cells if {n in sea for n in board.neighbours(c)} == {True, False}
    }
    deep = [cell for cell in wrong if cell not in at_the_edge]
    assert len(deep) <= max(2, 0.01 * len(board.cells))


@every_sheet
def test_anchors_stand_in_named_hexes(name: str) -> None:
    sheet = load_georef(name)
    names = {
        cell: content.name
        for board in map(sheet.board, sheet.boards)
        for cell, content in board.cells.items()
    }
    for anchor in sheet.anchors:
        assert anchor.printed, anchor.name
        known = [names[cell] for cell in anchor.cells if cell in names]
        assert all(anchor.name in each or "Belah" in each for each in known), anchor.name


@every_sheet
def test_each_layer_and_each_figure_has_its_credit(name: str) -> None:
    sheet = load_georef(name)
    assert {"coast", "rivers", "relief"} <= sheet.credits.keys()
    used = {each.credit for each in sheet.anchors} | {each.credit for each in sheet.places}
    assert used <= sheet.credits.keys()
    assert sheet.credits.keys() - used == {"coast", "rivers", "relief"}, "nobody else is credited"
    assert sheet.provenance.kind == "derived"


@every_sheet
def test_coasts_run_from_edge_to_edge_or_close(name: str) -> None:
    ground = load_georef(name).ground()
    frame = ground.frame
    for line in ground.coast:
        if line[0] == line[-1]:
            continue
        for end in (line[0], line[-1]):
            near = (end.lat - frame.south, frame.north - end.lat)
            gaps = (*near, end.lon - frame.west, frame.east - end.lon)
            assert min(map(abs, gaps)) < 0.0002


def test_a_peak_is_lower_in_the_data_than_on_the_ground() -> None:
    """What the file's head and the lesson say of it."""
    sheet = load_georef("gallipoli")
    top = next(each for each in sheet.places if each.name == "Koja Chemen Tepe")
    assert sheet.ground().relief.height(top.point) < 250


def changed(name: str, folder: Path, old: str, new: str) -> Path:
    """Return a copy of a file with one thing changed."""
    text = (scenario_folder() / "geo" / f"{name}.toml").read_text("utf-8")
    assert re.search(old, text, re.DOTALL)
    path = folder / "bad.toml"
    path.write_text(re.sub(old, new, text, count=1, flags=re.DOTALL), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"row-column"', '"rows"', "bad.toml, map.numbering: found 'rows'"),
        (r'\["0913", "0914"\]', '["913"]', "anchor Gaza, hex number"),
        (r'\["0913", "0914"\]', "[]", "anchor Gaza, hexes: found none"),
        ("lat = 31.50161", "lat = 91.0", "anchor Gaza: found 91.0"),
        ('credit = "geonames"', 'credit = "geoname"', "anchor Gaza, credit"),
        ("coast = ", "shore = ", "credits, credit: found 'coast'"),
        (r"\[\[anchor\]\]\s+name = \"Deir.*?\[\[place\]\]", "[[place]]", "found 1 anchors"),
        ("lon = 34.46672", 'lon = "east"', "bad.toml, anchor"),
        ("name = ", "nam = ", "bad.toml"),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(DataError, match=re.escape(told)):
        read_georef(changed("gaza", tmp_path, old, new))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('coast = \\[\n  \\[\n    "', 'coast = [\n  [\n    "x ', "bad.toml, coast: found"),
        ('coast = \\[\n  \\[\n    "', 'coast = [\n  [\n    "nan ', "bad.toml, coast: found"),
        ('coast = \\[\n  \\[\n    "', 'coast = [\n  [\n    "31.0 ', "figures; allowed: pairs"),
        ('rows = \\[\n  "', 'rows = [\n  "0 ', "rows of several lengths"),
        ("step = [0-9.]+", "step = 0.0", "relief.step: found 0.0"),
        ("south = [0-9.]+", "south = 40.0", "frame: found no area"),
    ],
)
def test_bad_ground_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(DataError, match=re.escape(told)):
        read_ground(changed("ground/gaza", tmp_path, old, new))


def test_a_sheet_or_board_that_is_not_there_is_named() -> None:
    with pytest.raises(RequestError, match="did you mean gaza"):
        load_georef("gazza")
    with pytest.raises(RequestError, match="did you mean anzac"):
        georef_of("anzak")
    with pytest.raises(RequestError, match="board: found 'krithia'"):
        load_georef("gaza").board("krithia")
