"""The three combat tables, cell by cell, against a transcription made independently of ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError, RequestError
from wargame.core.procedure import bands_of
from wargame.fire_and_movement.crt import (
    CODES,
    MEANING,
    Alignment,
    CombatResultsTable,
    column_origin,
    crt_named,
    load_crt,
)

DATA = json.loads((Path(__file__).parents[1] / "data" / "fire_and_movement_crt.json").read_text())
TABLES = {"FM8": "system_v8", "GAZA": "gaza_1917", "LEB82": "lebanon_82"}
ALIGNED: tuple[Alignment, ...] = ("left", "right")
LINES = [
    (book, line["name"], alignment)
    for book in TABLES
    for line in DATA["games"][book]["lines"]
    for alignment in ALIGNED
]


def table(book: str) -> CombatResultsTable:
    return crt_named(TABLES[book], ChartShelf())


def line_data(book: str, name: str) -> dict[str, Any]:
    return next(line for line in DATA["games"][book]["lines"] if line["name"] == name)


def transcribed(book: str, name: str, alignment: str, die: int, index: int) -> str:
    """Return a cell as the transcription's own note tells to read it."""
    first = line_data(book, name)["first_column"][alignment]
    return str(DATA["games"][book]["grid"][str(die)][first + index])


@pytest.mark.cases("FM8", "CRT", "CRT/1", "CRT/2", "CRT/3", "CRT/4", "CRT/5", "CRT/6")
@pytest.mark.cases("GAZA", "CRT", "CRT/1", "CRT/2", "CRT/3", "CRT/4", "CRT/5", "CRT/6")
@pytest.mark.cases("LEB82", "CRT", "CRT/1", "CRT/2", "CRT/3", "CRT/4")
@pytest.mark.parametrize(("book", "name", "alignment"), LINES)
def test_every_cell_of_every_line_in_both_alignments(
    book: str, name: str, alignment: Alignment
) -> None:
    chart = table(book).chart(name, alignment)
    columns = line_data(book, name)["columns"]
    assert [(h.low, h.high) for h in chart.columns.headings] == [tuple(pair) for pair in columns]
    for index, (low, high) in enumerate(columns):
        for die in range(1, 7):
            wanted = transcribed(book, name, alignment, die, index)
            for differential in (low, high):
                ruling = chart.look_up(die, differential)
                assert ruling.value == wanted, (die, differential)
                assert {f"{book} CRT"} < {str(case) for case in ruling.cases}


def test_every_line_is_there_and_no_other() -> None:
    for book in TABLES:
        names = [line["name"] for line in DATA["games"][book]["lines"]]
        assert list(table(book).lines) == names
        assert list(table(book).order) == names


@pytest.mark.cases("FM8", "CRT/6")
@pytest.mark.cases("GAZA", "CRT/6")
def test_the_grids_are_one_and_the_same() -> None:
    grids = [table(book).grid for book in TABLES]
    assert grids[0] == grids[1] == grids[2]
    assert {code for row in grids[0] for code in row} == set(CODES) == set(MEANING)


@pytest.mark.cases("FM8", "CRT/7", "CRT/8")
@pytest.mark.parametrize(("book", "name", "alignment"), LINES)
def test_differentials_off_the_line_use_its_end_column(
    book: str, name: str, alignment: Alignment
) -> None:
    chart = table(book).chart(name, alignment)
    first, last = chart.columns.headings[0].low, chart.columns.headings[-1].high
    for die in range(1, 7):
        for beyond in (1, 30):
            low, high = chart.look_up(die, first - beyond), chart.look_up(die, last + beyond)
            assert (low.value, high.value) == (chart.cells[die - 1][0], chart.cells[die - 1][-1])
            for ruling in (low, high):
                assert {"FM8 CRT/7", "FM8 CRT/8"} < {str(c) for r in ruling.walk() for c in r.cases}


def test_below_and_above_as_the_transcription_clamps() -> None:
    assert DATA["clamp"]["below_lowest"] == "use lowest column"
    assert DATA["clamp"]["above_highest"] == "use highest column"


@pytest.mark.parametrize(("book", "name", "alignment"), LINES)
def test_the_grid_column_of_a_differential_is_where_it_is_looked_up(
    book: str, name: str, alignment: Alignment
) -> None:
    crt = table(book)
    for differential in range(-15, 20):
        place = crt.chart(name, alignment).columns.locate(differential)
        wanted = place.index + crt.offset(name, alignment)
        assert crt.column(name, alignment, differential) == wanted


LEBANON = [
    (line["name"], die, index)
    for line in DATA["games"]["LEB82"]["lines"]
    for die in range(1, 7)
    for index in range(len(line["columns"]))
]
PRINTED = {
    (cell["line"], cell["die"], tuple(cell["column"])): cell["result"]
    for cell in DATA["games"]["LEB82"]["printed_cells"]
}


@pytest.mark.cases("LEB82", "CRT/1", "CRT/2", "CRT/3", "CRT/4")
@pytest.mark.parametrize("name", [line["name"] for line in DATA["games"]["LEB82"]["lines"]])
def test_which_cells_lebanon_prints_and_which_are_ours(name: str) -> None:
    chart = table("LEB82").chart(name, "right")
    cells = [(die, index) for line, die, index in LEBANON if line == name]
    for die, index in cells:
        heading = chart.columns.headings[index]
        printed = PRINTED.get((name, die, (heading.low, heading.high)))
        origin = chart.origin(die - 1, index)
        assert origin.kind == ("reconstructed" if printed is None else "printed"), (die, index)
        assert printed in {None, chart.cells[die - 1][index]}
        assert chart.look_up(die, heading.low).provenance == origin


def test_lebanon_prints_seventy_five_cells() -> None:
    assert len(PRINTED) == 75
    printed = [
        (name, die, index)
        for name, die, index in LEBANON
        if table("LEB82").chart(name, "right").origin(die - 1, index).kind == "printed"
    ]
    assert (len(printed), len(LEBANON)) == (75, 234)


def test_lebanon_moved_to_the_left_keeps_only_what_stays_in_place() -> None:
    for name in table("LEB82").lines:
        chart = table("LEB82").chart(name, "left")
        kinds = {chart.origin(row, 0).kind for row in range(6)}
        wide = len(chart.columns.headings) == 12
        assert kinds == ({"printed", "reconstructed"} if wide else {"reconstructed"})


def test_a_column_is_only_as_sure_as_its_weakest_cell() -> None:
    lebanon = table("LEB82").chart("Clear", "right")
    for index in range(12):
        origin = column_origin(lebanon, index)
        assert origin is not None
        assert origin.kind == "reconstructed"  # die 4 to 6 are printed nowhere
    gaza = column_origin(table("GAZA").chart("Sand", "left"), 0)
    assert gaza is not None
    assert gaza.kind == "printed"


def test_read_from_the_right_terrain_helps_nobody_and_from_the_left_it_does() -> None:
    """What FM-Q01 turns on, in one line each."""
    lines = ("CP in Trench or Gaza", "Town", "Hill, Village, Oasis, Wadi")
    plain, crt = "Clear, British in Trench", table("GAZA")
    for differential in range(-2, 11):
        right = {crt.column(name, "right", differential) for name in (*lines, plain)}
        left = [crt.column(name, "left", differential) for name in (*lines, plain)]
        assert len(right) == 1
        assert left == [left[3] - 3, left[3] - 2, left[3] - 1, left[3]]


def test_a_line_may_be_named_by_the_ground_it_serves() -> None:
    assert table("GAZA").line("sand").name == "Sand"
    assert table("LEB82").line("Beirut").name == "Rough, River, Beirut"
    with pytest.raises(RequestError, match="Mountain"):
        table("FM8").line("Jungle")
    with pytest.raises(RequestError, match="left, right"):
        table("FM8").chart("Mountain", "centre")


def test_bands_join_neighbouring_faces_alike() -> None:
    column = [str(code) for code in table("GAZA").chart("Sand", "left").column(7)]
    assert column == ["D2", "Ex", "Ex", "Ex", "•", "A1"]
    bands = [(band.low, band.high, band.outcome) for band in bands_of(column)]
    assert bands == [(1, 1, "D2"), (2, 4, "Ex"), (5, 5, "•"), (6, 6, "A1")]


GOOD = """
id = "own"
title = "Own"
cases = ["FM8 CRT"]
clamp_cases = ["FM8 CRT/7"]
grid = ["De De", "De De", "De De", "De De", "De De", "De De"]
[provenance]
kind = "printed"
[[line]]
name = "Clear"
terrains = ["clear"]
columns = ["0", "+1"]
case = "FM8 CRT/5"
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"De De", "De De"]', '"De De"]', "six rows alike"),
        ('["De De",', '["De",', "six rows alike"),
        ('["De De",', '["De XX",', "grid, row 1"),
        ('"0", "+1"', '"0", "+2"', "differentials without a gap"),
        ('"0", "+1"', '"0", "+1", "+2"', "1 to 2"),
        ('"0", "+1"', '"0", "one"', "line Clear"),
        ('"0", "+1"', "", "found 0 columns"),
        ('case = "FM8 CRT/5"', 'case = "FM8 CRT/5"\nprinted = [1]', "six counts"),
        ("grid =", "grids =", "grid"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(GOOD)
    assert load_crt(path).chart("Clear", "left").look_up(1, 0).value == "De"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(DataError, match=r"own\.toml") as caught:
        load_crt(path)
    assert sentence in str(caught.value)


@pytest.mark.cases("FM8", "CRT/7", "CRT/8")
def test_the_owners_own_table_goes_before_ours(tmp_path: Path) -> None:
    folder = tmp_path / "fire_and_movement"
    folder.mkdir()
    (folder / "gaza_1917.toml").write_text(GOOD)
    own = crt_named("gaza_1917", ChartShelf(tmp_path))
    assert own.title == "Own"
    assert own.chart("Clear", "left").look_up(6, 99).value == "De"
