"""Dice and rounding: how rolls are read, and what becomes of fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.rifle_and_spade.positions import strip
from wargame.core.drivers import odds
from wargame.core.errors import RequestError
from wargame.core.procedure import Band
from wargame.core.ruling import figure
from wargame.rifle_and_spade.dice import (
    chances_up,
    d10,
    decimal,
    decimal_roll,
    decimal_rounding,
    down_to_table,
    five_dice,
    halved,
    hundredths,
    pair,
    percentile,
    range_between,
    round_down,
    rounded_sum,
    succeeds,
    success_bands,
)


@pytest.mark.cases("RS", "1.4.1")
def test_range_counts_hexes_and_is_nothing_within_one() -> None:
    board = strip("ggg", "000").board
    here = board.hex("10.50")
    assert range_between(board, here, here).value == 0
    assert range_between(board, here, board.hex("10.49")).value == 1
    assert range_between(board, here, board.hex("10.48")).value == 2


@pytest.mark.cases("RS", "1.4.2")
def test_dice_begin_at_zero_and_a_pair_of_zeros_is_nothing() -> None:
    """RS-02."""
    die = d10("test", [Band(0, 9, "any")])
    dice = percentile("test", [Band(0, 99, "any")])
    assert (die.first, die.last) == (0, 9)
    assert (dice.first, dice.last) == (0, 99)
    assert pair(0, 0) == 0
    assert pair(3, 6) == 36
    with pytest.raises(RequestError, match="tens"):
        pair(10, 0)


@pytest.mark.cases("RS", "1.4.3")
def test_a_roll_succeeds_at_or_under_the_number() -> None:
    assert succeeds(37, 37)
    assert not succeeds(38, 37)
    assert success_bands(37) == (Band(0, 37, "success"), Band(38, 99, "failure"))
    assert success_bands(4, 10, drm=2) == (Band(0, 2, "success"), Band(3, 9, "failure"))
    assert success_bands(4, 10, drm=5) == (Band(0, 9, "failure"),)
    assert success_bands(4, 10, drm=-9) == (Band(0, 9, "success"),)


@pytest.mark.cases("RS", "1.4.4")
def test_five_dice_are_read_by_their_colours() -> None:
    """RS-03."""
    throw = five_dice(4, 3, 6, 8, 0)
    assert (throw.main, throw.fraction, throw.morale) == (4, 36, 80)
    assert throw.ruling().value == (4, 36, 80)
    with pytest.raises(RequestError, match="green"):
        five_dice(10, 0, 0, 0, 0)


@pytest.mark.cases("RS", "1.4.5")
def test_final_fractions_are_dropped() -> None:
    """RS-04."""
    assert round_down(Fraction("1.8")) == 1
    assert round_down(Fraction("0.8")) == 0
    assert round_down(3) == 3
    columns: list[int | Fraction] = [Fraction(1, 4), Fraction(1, 2), 1, 2]
    assert down_to_table(Fraction("1.8"), columns) == 1
    assert down_to_table(Fraction("0.3"), columns) == Fraction(1, 4)
    assert down_to_table(Fraction("0.2"), columns) is None


@pytest.mark.cases("RS", "1.4.7")
def test_halves_are_added_before_anything_is_rounded() -> None:
    parts = [figure("one", halved(3), "Half."), figure("other", halved(3), "Half.")]
    assert halved(3) == Fraction(3, 2)
    assert halved(6, 2) == Fraction(3, 2)
    assert type(halved(4)) is int
    assert rounded_sum("Points", parts).value == 3
    assert rounded_sum("Points", parts[:1]).value == 1


@pytest.mark.cases("RS", "1.4.6")
@pytest.mark.parametrize(("roll", "losses"), [(0, 2), (36, 2), (37, 1), (99, 1)])
def test_a_decimal_is_rounded_up_at_or_under_its_fraction(roll: int, losses: int) -> None:
    """RS-05."""
    value = Fraction("1.36")
    assert decimal_rounding(value, roll).value == losses
    asked = decimal_roll("losses", value)
    assert asked is not None
    assert asked.band(roll).outcome == str(losses)
    assert chances_up(value) == 37


@pytest.mark.cases("RS", "1.4.6")
def test_nothing_is_rolled_for_a_fraction_of_nothing_unless_the_reading_says_so() -> None:
    """RS-Q03."""
    assert decimal_roll("losses", 1) is None
    assert decimal_rounding(1, 0).value == 1
    assert decimal_rounding(1, 0, of_nothing=True).value == 2
    assert decimal_rounding(1, 1, of_nothing=True).value == 1
    chances = odds(lambda: decimal("losses", 2))
    assert chances.chance(lambda losses: losses == 2) == 1


@pytest.mark.cases("RS", "1.4.6")
def test_the_chance_of_the_higher_result_is_one_more_than_the_fraction() -> None:
    chances = odds(lambda: decimal("losses", Fraction("0.9")))
    assert chances.chance(lambda losses: losses == 1) == Fraction(91, 100)
    sure = decimal_roll("losses", Fraction("0.99"))
    assert sure is not None
    assert [band.outcome for band in sure.bands] == ["1"]


@pytest.mark.cases("RS", "1.4.6")
def test_an_endless_fraction_is_taken_to_the_nearest_two_digits() -> None:
    assert hundredths(Fraction(8, 3)) == (2, 67)
    assert hundredths(Fraction(1, 3)) == (0, 33)
    assert hundredths(Fraction(1999, 1000)) == (2, 0)


def test_a_roll_that_no_pair_of_dice_shows_is_refused() -> None:
    with pytest.raises(RequestError, match="0 to 99"):
        decimal_rounding(1, 100)
