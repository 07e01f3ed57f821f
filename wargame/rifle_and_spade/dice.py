"""Dice and rounding (1.4): how rolls are read, and what becomes of fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.core.errors import RequestError, shown
from wargame.core.procedure import Band, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Case
    from wargame.rifle_and_spade.units import Steps

TEN = 10
HUNDRED = 100


@implements("RS", "1.4.1")
def range_between(board: Board, one: Hex, other: Hex) -> Ruling:
    """Return the range between two hexes: 0 within a hex, 1 to the adjacent one."""
    words = f"{board.label(one)} to {board.label(other)}"
    return figure("Range", one.distance(other), f"{words}, in hexes.", "RS 1.4.1", unit="hexes")


@implements("RS", "1.4.2")
def d10(purpose: str, bands: Iterable[Band], *cases: str | Case) -> Roll:
    """Return the request for one die, read 0 to 9."""
    return Roll(purpose, TEN, bands, cases, first=0)


@implements("RS", "1.4.2")
def percentile(purpose: str, bands: Iterable[Band], *cases: str | Case) -> Roll:
    """Return the request for a pair of dice, read 00 to 99."""
    return Roll(purpose, HUNDRED, bands, cases, first=0)


@implements("RS", "1.4.2")
def pair(tens: int, ones: int) -> int:
    """Return what a pair of dice shows: 0 and 0 are nothing, not a hundred.

    Raises:
        RequestError: One of them is no face of a die.
    """
    return TEN * face(tens, "tens") + face(ones, "ones")


def face(value: int, die: str) -> int:
    """Return a face of a ten-sided die.

    Raises:
        RequestError: It is none.
    """
    if type(value) is not int or not 0 <= value < TEN:
        raise RequestError(f"dice, {die}", shown(value), "a face from 0 to 9")
    return value


@implements("RS", "1.4.3")
def succeeds(roll: int, needed: int) -> bool:
    """Return whether a roll, modified already, succeeds: at or under the number needed."""
    return roll <= needed


@implements("RS", "1.4.3")
def success_bands(needed: int, faces: int = HUNDRED, drm: int = 0) -> tuple[Band, ...]:
    """Return the faces that succeed and those that fail.

    Args:
        needed: The number to roll at or under.
        faces: 10 for a die, 100 for a pair.
        drm: What is added to the roll.
    """
    highest = max(min(needed - drm, faces - 1), -1)
    bands = (Band(0, highest, "success"), Band(highest + 1, faces - 1, "failure"))
    return tuple(band for band in bands if band.width > 0)


@frozen
class Throw:
    """Five dice thrown at once.

    Args:
        main: The green die: the main result.
        fraction: Red and white: the fraction of a loss.
        morale: Black and grey: the morale check.
    """

    main: int
    fraction: int
    morale: int

    def ruling(self) -> Ruling:
        """Return the throw as an explanation."""
        parts = (
            figure("Main", self.main, "The green die.", "RS 1.4.4"),
            figure("Fraction", self.fraction, "Red tens and white ones.", "RS 1.4.4"),
            figure("Morale", self.morale, "Black tens and grey ones.", "RS 1.4.4"),
        )
        said = f"Main {self.main}, fraction {self.fraction:02}, morale {self.morale:02}."
        value = (self.main, self.fraction, self.morale)
        return finding("Five dice", value, said, "RS 1.4.4", "RS 1.4.2", parts=parts)


@implements("RS", "1.4.4")
def five_dice(green: int, red: int, white: int, black: int, grey: int) -> Throw:
    """Return what five dice of five colours, thrown at once to resolve a fire, are read as.

    Raises:
        RequestError: One of them is no face of a die.
    """
    return Throw(face(green, "green"), pair(red, white), pair(black, grey))


@implements("RS", "1.4.5")
def round_down(value: Steps) -> int:
    """Return a final value without its fraction."""
    return value if isinstance(value, int) else value.numerator // value.denominator


@implements("RS", "1.4.5")
def down_to_table(value: Steps, headings: Iterable[Steps]) -> Steps | None:
    """Return the greatest heading of a table that is not above a value; None below them all."""
    return max((each for each in headings if each <= value), default=None)


@implements("RS", "1.4.7")
def halved(value: Steps, times: int = 1) -> Steps:
    """Return a value halved, once or more, and kept exact: rounding comes after all adding."""
    exact = Fraction(value, 2**times)
    return exact.numerator if exact.denominator == 1 else exact


@implements("RS", "1.4.5", "1.4.7")
def rounded_sum(label: str, parts: Iterable[Ruling], *cases: str | Case, unit: str = "") -> Ruling:
    """Return the sum of exact parts, rounded down once at the end."""
    exact = total(f"{label}, exact", parts, "Added up before any rounding.", "RS 1.4.7", unit=unit)
    amount = exact.value
    assert isinstance(amount, int | Fraction)  # noqa: S101 - a sum always is
    said = "The sum is whole." if round_down(amount) == amount else "The sum is rounded down."
    all_cases = (*cases, "RS 1.4.5")
    return finding(label, round_down(amount), said, *all_cases, parts=(exact,), unit=unit)


def hundredths(value: Steps) -> tuple[int, int]:
    """Return the whole and the two-digit fraction of a value.

    A fraction that does not end at two digits is taken to the nearest: 8/3 is 2.67 (9.5.6).
    """
    cents = round_down(value * HUNDRED + Fraction(1, 2))
    return divmod(cents, HUNDRED)


@implements("RS", "1.4.6")
def chances_up(value: Steps, *, of_nothing: bool = False) -> int:
    """Return how many of the hundred rolls round a value up.

    A roll succeeds at or under the two digits, so .36 has 37 of them (the reading of RS-Q02).

    Args:
        value: The result.
        of_nothing: Whether a fraction of .00 is rolled for and a roll of 00 then succeeds
            (RS-Q03); otherwise nothing is rolled.
    """
    _, fraction = hundredths(value)
    return fraction + 1 if fraction or of_nothing else 0


@lru_cache(maxsize=1024)
@implements("RS", "1.4.6")
def decimal_roll(
    purpose: str, value: Steps, *cases: str | Case, of_nothing: bool = False
) -> Roll | None:
    """Return the request that rounds a decimal value; its outcomes are the whole results.

    Args:
        purpose: What the roll is for.
        value: The result with its fraction.
        cases: Cases besides 1.4.6.
        of_nothing: See :func:`chances_up`.

    Returns:
        The roll; None where there is no fraction to roll for.
    """
    whole, _ = hundredths(value)
    up = chances_up(value, of_nothing=of_nothing)
    if not up:
        return None
    bands = [Band(0, up - 1, str(whole + 1))]
    if up < HUNDRED:
        bands.append(Band(up, HUNDRED - 1, str(whole)))
    return percentile(purpose, bands, *cases, "RS 1.4.6")


@implements("RS", "1.4.6")
def decimal(
    purpose: str, value: Steps, *cases: str | Case, of_nothing: bool = False
) -> Generator[Step, Any, int]:
    """Round a decimal value by a roll, which is asked for only where there is a fraction."""
    roll = decimal_roll(purpose, value, *cases, of_nothing=of_nothing)
    if roll is None:
        return hundredths(value)[0]
    band = yield roll
    return int(band.outcome)


@implements("RS", "1.4.6", "1.4.3")
def decimal_rounding(value: Steps, roll: int, *, of_nothing: bool = False) -> Ruling:
    """Return what a decimal value becomes with a percentile roll.

    Raises:
        RequestError: The roll is none of a pair of dice.
    """
    if type(roll) is not int or not 0 <= roll < HUNDRED:
        raise RequestError("decimal rounding, roll", shown(roll), "a roll from 0 to 99")
    whole, fraction = hundredths(value)
    up = chances_up(value, of_nothing=of_nothing)
    parts = (
        figure("Whole", whole, "What is certain.", "RS 1.4.6"),
        figure("Fraction", fraction, f"{up} of 100 rolls round it up.", "RS 1.4.6"),
    )
    if not up:
        said = "There is no fraction, so nothing is rolled."
    elif succeeds(roll, fraction):
        said = f"The roll of {roll:02} is at or under {fraction:02}: rounded up."
    else:
        said = f"The roll of {roll:02} is over {fraction:02}: rounded down."
    result = whole + (roll < up)
    return finding("Rounded", result, said, "RS 1.4.6", "RS 1.4.3", parts=parts)
