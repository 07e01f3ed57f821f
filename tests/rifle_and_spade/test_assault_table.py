"""The charts of assault (RS 18.3.1, RS 18.4.1), and how two strengths and shifts meet in a box."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rifle_and_spade.charts import shelf_with
from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError
from wargame.rifle_and_spade.assault_table import AssaultChart, Box, Reached, assault_chart

CHART = assault_chart(ChartShelf())
QUARTER = Fraction(1, 4)


def who(attack: str, defence: str, number: int) -> str:
    """Return whose step a number costs in a box named by its headings."""
    box = CHART.box(CHART.base(Fraction(attack), Fraction(defence)))
    return next(band.outcome for band in box.bands if band.low <= number <= band.high)


def named(reached: Reached) -> tuple[str, str]:
    return str(CHART.strengths[reached.column]), str(CHART.strengths[reached.row])


@pytest.mark.cases("RS", "18.4.1", "18.4.2")
def test_the_boxes_of_the_long_example_are_as_printed() -> None:
    whole = CHART.box(CHART.base(Fraction(2), Fraction(3, 4)))
    spans = [(band.low, band.high, band.outcome) for band in whole.bands]
    assert spans == [(0, 56, "defender"), (57, 67, "both"), (68, 99, "attacker")]
    assert who("3/2", "1/2", 77) == "attacker"
    assert who("6", "3/2", 57) == "both"


@pytest.mark.cases("RS", "18.4.1")
def test_the_print_is_told_from_the_model() -> None:
    assert CHART.origin(CHART.base(Fraction(2), Fraction(3, 4))).kind == "printed"
    assert CHART.origin(CHART.base(Fraction(6), Fraction(3, 2))).kind == "reconstructed"
    assert CHART.origin(CHART.base(Fraction(1), Fraction(1))).kind == "reconstructed"


@pytest.mark.cases("RS", "18.4.1", "18.4/4", "18.4/4a")
def test_the_headings_are_those_that_the_text_counts_along() -> None:
    four, row = CHART.index(4), CHART.index(1)
    assert CHART.strengths[four - 4] == 2
    assert CHART.strengths[CHART.index(Fraction(7, 2)) - 4] == Fraction(3, 2)
    assert [CHART.strengths[row - back] for back in (1, 2)] == [Fraction(3, 4), Fraction(1, 2)]
    assert CHART.strengths[CHART.index(Fraction(1, 2)) + 2] == 1
    assert [CHART.least, CHART.most] == [QUARTER, 6]


@pytest.mark.cases("RS", "18.4.1")
def test_more_of_one_side_never_helps_the_other() -> None:
    for row in CHART.boxes:
        assert all(a.alone <= b.alone and a.both <= b.both for a, b in pairwise(row))
    for above, below in pairwise(CHART.boxes):
        pairs = zip(above, below, strict=True)
        assert all(a.alone >= b.alone and a.both >= b.both for a, b in pairs)


@pytest.mark.cases("RS", "18.3.1", "18.3.2", "16.1.2")
def test_the_values_of_the_long_example_are_printed() -> None:
    one, half = Fraction(1), Fraction(1, 2)
    printed = {
        "rifle_step": one, "machine_gun_section": one, "shrapnel_with_infantry": half,
        "confused": half, "least": QUARTER,
    }  # fmt: skip
    for name, figure in printed.items():
        assert CHART.value(name) == figure
        assert CHART.values[name].provenance.kind == "printed"
    ours = set(CHART.values) - set(printed)
    assert {CHART.values[name].provenance.kind for name in ours} == {"reconstructed"}


@pytest.mark.cases("RS", "18.4/2")
def test_strengths_between_headings_are_rounded_down() -> None:
    assert named(CHART.base(Fraction(21, 8), Fraction(7, 8))) == ("5/2", "3/4")


@pytest.mark.cases("RS", "18.4/2a")
@pytest.mark.parametrize(
    ("attack", "defence", "box", "halvings"),
    [
        ("8", "2", ("4", "1"), 1),
        ("13", "3", ("3", "3/4"), 2),
        ("2", "8", ("1", "4"), 1),
        ("7", "3/4", ("7/2", "1/4"), 1),  # rounded after halving: 3/8
        ("7", "3/8", ("7/2", "1/4"), 1),  # below the least after halving, but not rounded down
        ("25/4", "1", ("3", "1/2"), 1),
    ],
)
def test_both_are_halved_until_they_fit(
    attack: str, defence: str, box: tuple[str, str], halvings: int
) -> None:
    reached = CHART.base(Fraction(attack), Fraction(defence))
    assert named(reached) == box
    assert reached.halvings == halvings
    assert not reached.weakling


@pytest.mark.cases("RS", "18.4/2b")
@pytest.mark.parametrize(
    ("attack", "defence", "weak"),
    [
        ("8", "1/4", "defender"),
        ("1/4", "13/2", "attacker"),
        ("14", "1/2", "defender"),
        ("16", "3/8", "defender"),
        ("6", "1/4", ""),
    ],
)
def test_a_weakling_against_what_is_off_the_table_is_destroyed(
    attack: str, defence: str, weak: str
) -> None:
    assert CHART.base(Fraction(attack), Fraction(defence)).weakling == weak


def shifted(attack: str, defence: str, one: int, other: int) -> Reached:
    return CHART.shifted(CHART.base(Fraction(attack), Fraction(defence)), one, other)


@pytest.mark.cases("RS", "18.4/4")
def test_a_modifier_moves_its_side_the_other_way() -> None:
    """RS-67: attacker +2 is two columns to the left, defender -1 one row down."""
    base, after = CHART.base(4, 1), shifted("4", "1", 2, -1)
    assert (after.column - base.column, after.row - base.row) == (-2, 1)


@pytest.mark.cases("RS", "18.4/4a")
def test_what_leads_below_the_least_goes_to_the_other_side() -> None:
    """RS-68: +3 on a defender of 0.5 is one row up and two columns to the right."""
    assert named(shifted("1/2", "1/2", 0, 3)) == ("1", "1/4")
    assert named(shifted("1/2", "1/2", 3, 0)) == ("1/4", "1")
    assert named(shifted("1/4", "1/4", 1, 2)) == ("1/2", "1/4")


@pytest.mark.cases("RS", "18.4/4b")
def test_what_leads_past_the_most_comes_off_the_other_side() -> None:
    assert named(shifted("6", "4", -2, 0)) == ("6", "3")
    assert named(shifted("4", "6", 0, -2)) == ("3", "6")


@pytest.mark.cases("RS", "18.4/4c")
def test_a_weakling_after_the_shifts_is_destroyed() -> None:
    assert shifted("6", "1/4", -1, 0).weakling == "defender"
    assert shifted("6", "1/4", 0, 1).weakling == "defender"
    assert shifted("1/4", "6", 1, 0).weakling == "attacker"
    assert not shifted("6", "1/4", 0, 0).weakling


def in_turn(column: int, row: int, last: int) -> tuple[int, int] | str:
    """Work 18.4/4a to 4c out in the order of the text, side by side."""
    if column < 0:
        column, row = 0, row - column
    if row < 0:
        column, row = column - row, 0
    if column > last:
        row, column = row - (column - last), last
    if row > last:
        column, row = column - (row - last), last
    if row < 0:
        return "defender"
    return "attacker" if column < 0 else (column, row)


@pytest.mark.cases("RS", "18.4/4a", "18.4/4b", "18.4/4c")
@given(st.integers(0, 13), st.integers(0, 13), st.integers(-20, 20), st.integers(-20, 20))
def test_the_shifts_agree_with_the_text_step_by_step(
    column: int, row: int, one: int, other: int
) -> None:
    reached = CHART.shifted(Reached(column, row), one, other)
    wanted = in_turn(column - one, row - other, CHART.last)
    assert wanted == (reached.weakling or (reached.column, reached.row))


def test_a_box_may_lack_a_result() -> None:
    assert [band.outcome for band in Box(-1, 40).bands] == ["both", "attacker"]
    assert [band.outcome for band in Box(40, 40).bands] == ["defender", "attacker"]
    assert [band.outcome for band in Box(50, 99).bands] == ["defender", "both"]


def own(folder: Path, old: str, new: str) -> AssaultChart:
    """Return the charts of a folder in which one phrase of ours was replaced."""
    return assault_chart(shelf_with(folder, "assault", old, new))


def test_the_owner_s_chart_takes_the_place_of_ours(tmp_path: Path) -> None:
    chart = own(tmp_path, '"36/39 53/56', '"-/39 50/-')
    assert chart.boxes[0][:2] == (Box(-1, 39), Box(50, 50))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("36/39 ", "", "rows[0]: found 13 boxes; allowed: 14 boxes"),
        ("36/39", "40/39", "'40/39'; allowed: two last numbers"),
        ("36/39", "36", "'36'; allowed: two last numbers"),
        ("36/39", "x/39", "'x/39'; allowed: two last numbers"),
        ('strengths = ["1/4", "1/2"', 'strengths = ["1/2", "1/4"', "headings above 0 that rise"),
        ("[value.column]", "[value.colum]", "each of rifle_step"),
        ("attacker = 2\n", "attacker = 7\n", "box: found 7; allowed: 1/4"),
        ('  "00/04 01/08', '# "00/04 01/08', "found 13 rows; allowed: 14 rows"),
    ],
)
def test_a_chart_that_cannot_be_used_is_refused(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    with pytest.raises(DataError) as refused:
        own(tmp_path, old, new)
    assert words in str(refused.value)
