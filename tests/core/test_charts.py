"""A look-up says which row and column it used, which shifts moved it, and whose figure it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.charts import Axis, Beyond, Chart, ChartShelf, Interval, interval
from wargame.core.errors import RequestError
from wargame.core.provenance import Provenance
from wargame.core.ruling import Ruling, figure, skipped

LABELS = ("-2", "-1", "0", "+1", "+2,+3", "+4")
PRINT, OURS = Provenance("printed", "GAZA CRT"), Provenance("reconstructed")


def axis(below: Beyond = "clamp", above: Beyond = "clamp") -> Axis:
    return Axis("Differential", map(interval, LABELS), below, above, ["GAZA CRT"])


DIE = Axis("Die", [interval(str(face)) for face in range(1, 7)], line="row")
CHART = Chart(
    "Gaza CRT",
    DIE,
    axis(),
    tuple(tuple(f"{row}{column}" for column in range(6)) for row in range(6)),
    PRINT,
    ["GAZA CRT"],
    {(0, 0): OURS},
)


def shift(value: int) -> Ruling:
    return figure("Surprise", value, "The attack is at night.", unit="columns")


# ------------------------------------------------------------------------------ headings


@pytest.mark.parametrize(
    ("label", "low", "high"), [("-2", -2, -2), ("−2", -2, -2), ("0", 0, 0), ("+2,+3", 2, 3)]
)
def test_a_heading_is_read_as_printed(label: str, low: int, high: int) -> None:
    assert interval(label) == Interval(low, high, label)


@pytest.mark.parametrize("label", ["", "two", "1-2", "+2,"])
def test_a_heading_that_is_no_number_is_a_sentence(label: str) -> None:
    with pytest.raises(RequestError, match="chart heading"):
        interval(label)


@pytest.mark.parametrize("labels", [[], ["1", "0"], ["1", "1"], ["1,3", "2"]])
def test_headings_rise_and_share_nothing(labels: list[str]) -> None:
    with pytest.raises(RequestError, match=r"chart, Differential: .*headings that rise"):
        Axis("Differential", map(interval, labels))


def test_a_chart_has_a_cell_for_every_heading() -> None:
    with pytest.raises(
        RequestError, match=r"Half: found 1 rows of 6 cells; allowed: 6 rows of 6 cells"
    ):
        Chart("Half", DIE, axis(), (("a",) * 6,), PRINT)


# ------------------------------------------------------------------------------ locating


@given(st.integers(-20, 20), st.lists(st.integers(-5, 5), max_size=4))
def test_a_figure_moves_by_its_shifts_and_stops_at_the_ends(value: int, shifts: list[int]) -> None:
    start = {-2: 0, -1: 1, 0: 2, 1: 3, 2: 4, 3: 4, 4: 5}[min(max(value, -2), 4)]
    found = axis().locate(value, map(shift, shifts))
    assert found.index == min(max(start + sum(shifts), 0), 5)
    assert found.ruling.value == LABELS[found.index]


def test_a_shift_that_does_not_apply_stays_in_the_trail_and_moves_nothing() -> None:
    unused = skipped("Kress", "Kress is not placed.", value=1)
    found = axis().locate(0, [unused, shift(1)])
    assert found.index == 3
    assert unused in found.ruling.parts


@pytest.mark.parametrize(
    ("value", "shifts", "sentence"),
    [
        (0, [], "Differential 0 is looked up in column 0."),
        (9, [], "Differential +9 is looked up in column +4."),
        (3, [-1], "Differential +3 … column +1. The shifts move it by −1 from column +2,+3."),
        (4, [1], "Differential +4 … column +4. The shifts lead past the last column, so … used."),
        (
            -2,
            [-1],
            "Differential −2 … column -2. The shifts lead past the first column, so … used.",
        ),
    ],
)
def test_the_sentence_tells_the_way(value: int, shifts: list[int], sentence: str) -> None:
    said = axis().locate(value, map(shift, shifts)).ruling.sentence
    assert re.fullmatch(re.escape(sentence).replace("…", ".*"), said)


def test_a_figure_off_the_chart_says_so_with_the_case_of_the_policy() -> None:
    start = axis().locate(9).ruling.parts[0]
    assert start.sentence == "+9 lies above the chart, so column +4 is used."
    assert [str(each) for each in start.cases] == ["GAZA CRT"]


@pytest.mark.parametrize(
    ("value", "shifts", "said"),
    [
        (-3, [], "found -3; allowed: -2 to 4"),
        (5, [], "found 5; allowed: -2 to 4"),
        (4, [1], "found column 7; allowed: 1 to 6"),
        (-2, [-1], "found column 0; allowed: 1 to 6"),
    ],
)
def test_a_chart_that_refuses_says_what_it_covers(value: int, shifts: list[int], said: str) -> None:
    with pytest.raises(RequestError, match=f"chart, Differential: {said}"):
        axis("refuse", "refuse").locate(value, map(shift, shifts))


def test_a_gap_between_headings_belongs_to_none() -> None:
    with pytest.raises(RequestError, match="a value that a heading covers"):
        Axis("Strength", [interval("1"), interval("3")]).locate(2)


# ------------------------------------------------------------------------------ looking up


def test_a_result_names_its_row_and_column_and_their_rulings() -> None:
    result = CHART.look_up(4, 3, [shift(-1)])
    assert result.value == "33"
    assert result.sentence == "Gaza CRT: die 4, column +1."
    assert [part.label for part in result.parts] == ["Row", "Column"]
    assert result.parts[0].sentence == "Die 4 is looked up in row 4."


def test_every_cell_is_reached() -> None:
    values = [-2, -1, 0, 1, 2, 4]
    table = [[CHART.look_up(die, value).value for value in values] for die in range(1, 7)]
    assert tuple(map(tuple, table)) == CHART.cells
    assert CHART.column(2) == tuple(row[2] for row in CHART.cells)


def test_a_cell_may_have_another_origin_than_its_chart() -> None:
    assert CHART.look_up(1, -2).provenance == OURS
    assert CHART.look_up(1, -2).reconstructed
    assert CHART.look_up(1, -1).provenance == PRINT


def test_a_die_that_has_no_such_face_is_refused() -> None:
    with pytest.raises(RequestError, match="chart, Die: found 7; allowed: 1 to 6"):
        CHART.look_up(7, 0)


# ------------------------------------------------------------------------------ whose charts

PROJECT = "fire_and_movement/gaza_1917"


def test_the_charts_of_the_owner_replace_the_charts_of_the_project(tmp_path: Path) -> None:
    own = tmp_path / "fire_and_movement" / "mine.toml"
    own.parent.mkdir()
    own.write_text("")
    assert ChartShelf(tmp_path).path("fire_and_movement/mine") == own.resolve()
    (own.parent / "gaza_1917.toml").write_text("")
    assert ChartShelf(tmp_path).path(PROJECT).is_relative_to(tmp_path.resolve())


def test_what_the_owner_does_not_have_comes_from_the_project(tmp_path: Path) -> None:
    assert ChartShelf(tmp_path).path(PROJECT) == ChartShelf().path(PROJECT)
    assert ChartShelf().path(PROJECT).is_file()


def test_a_chart_that_nobody_has_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"did you mean fire_and_movement/gaza_1917"):
        ChartShelf(tmp_path).path("fire_and_movement/gaza_1918")


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match=r"charts: .*allowed: a folder of TOML charts"):
        ChartShelf(tmp_path / "nowhere").path(PROJECT)
