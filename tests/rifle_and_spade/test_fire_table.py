"""The Fire Results Table (RS 17.2.3): anchors, edges, and what a person reads."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rifle_and_spade.charts import shelf_with
from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError
from wargame.rifle_and_spade.fire_table import fire_results

if TYPE_CHECKING:
    from pathlib import Path

TABLE = fire_results(ChartShelf())
NAME = "rifle_and_spade/fire_results"


def result(points: str, modified: int) -> str:
    return f"{float(TABLE.cell(Fraction(points), modified).result):.2f}"


@pytest.mark.cases("RS", "17.2.3", "17.2.4", "17.2/4")
def test_the_two_printed_cells_stand_as_printed() -> None:
    assert result("6.5", -7) == "2.21"
    assert result("3", -5) == "0.90"
    kinds = {
        (points, modified): TABLE.look_up(Fraction(points), modified).provenance
        for points, modified in (("6.5", -7), ("3", -5), ("3", -6))
    }
    assert [each.kind for each in kinds.values() if each] == [
        "printed",
        "printed",
        "reconstructed",
    ]


@pytest.mark.cases("RS", "17.2.4")
def test_a_die_beyond_the_table_shifts_columns() -> None:
    """RS 17.2.4: -9 on column 2 is -7 on column 3; -14 on column 3 is -7 on 6.5."""
    assert TABLE.cell(2, -9) == TABLE.cell(3, -7).__class__(
        -7, TABLE.start(3), TABLE.start(2), TABLE.cell(3, -7).result
    )
    assert result("3", -14) == "2.21"
    assert result("3", 16) == result("2", 14)


@pytest.mark.cases("RS", "17.2.4")
def test_past_the_right_edge_the_last_column_is_used_and_past_the_left_none() -> None:
    last = TABLE.columns[-1]
    assert TABLE.cell(last, -20).result == TABLE.cell(last, -7).result
    assert "last column" in TABLE.look_up(last, -20).to_text()
    assert TABLE.cell(TABLE.least, 15).result == 0
    assert "left edge" in TABLE.look_up(TABLE.least, 15).sentence


@pytest.mark.cases("RS", "17.2/1")
def test_points_are_rounded_down_to_a_column_and_too_few_have_no_effect() -> None:
    assert result("2.9", 0) == result("2.5", 0)
    assert TABLE.start(Fraction(1, 8)) == -1
    assert TABLE.look_up(Fraction(1, 8), -20).value == 0
    assert "under 0.25" in TABLE.look_up(Fraction(1, 8), 0).sentence


@pytest.mark.cases("RS", "17.2.3")
def test_more_points_and_a_lower_die_never_do_less() -> None:
    for row in TABLE.cells:
        assert all(one <= other for one, other in pairwise(row))
    for low, high in pairwise(TABLE.cells):
        assert all(one >= other for one, other in zip(low, high, strict=True))
    assert TABLE.rows == tuple(range(-7, 15))
    halves = [Fraction(n, 2) for n in range(4, 14)]
    assert [c for c in TABLE.columns if 2 <= c <= Fraction(13, 2)] == halves


@pytest.mark.cases("RS", "17.2/3")
@given(st.fractions(0, 20, max_denominator=8), st.integers(-30, 30))
def test_bands_say_what_every_face_says(points: Fraction, net: int) -> None:
    bands = TABLE.bands(points, net)
    for band in bands:
        for die in range(band.low, band.high + 1):
            assert Fraction(band.outcome) == TABLE.cell(points, die + net).result


@pytest.mark.cases("RS", "17.2/4", "17.2.4")
@given(st.fractions(0, 20, max_denominator=8), st.integers(-30, 30))
def test_the_explanation_has_the_value_of_the_cell(points: Fraction, modified: int) -> None:
    assert TABLE.look_up(points, modified).value == TABLE.cell(points, modified).result


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("-7, -6", "-7, -5", "rise by one"),
        ('"0.25", "0.5"', '"0.5", "0.25"', "fire points that rise"),
        ('["0.12", ', '["0.12", "0.12", ', "rows of"),
        ('["0.12", ', '["0.123", ', "two decimals"),
        ('["0.12", ', '["-0.12", ', "two decimals"),
        ('"6.5/-7"', '"six"', "6.5/-7"),
    ],
)
def test_a_damaged_table_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    own = shelf_with(tmp_path, "fire_results", old, new)
    with pytest.raises(DataError, match=said):
        fire_results(own)
