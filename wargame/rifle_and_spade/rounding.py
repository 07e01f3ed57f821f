"""How figures with fractions are written (1.4.5-1.4.7)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.rifle_and_spade.dice import HUNDRED, hundredths

if TYPE_CHECKING:
    from wargame.rifle_and_spade.units import Steps

__all__ = ["HUNDRED", "decimals", "plain", "points_text"]


@lru_cache(maxsize=1 << 10)
def decimals(value: Fraction) -> str:
    """Return a chart result with its two decimals: ``1.36``."""
    whole, fraction = hundredths(value)
    return f"{whole}.{fraction:02d}"


def plain(number: Steps) -> Steps:
    """Return a whole number as int and anything else as it is."""
    return number.numerator if number.denominator == 1 else number


def points_text(value: Steps) -> str:
    """Return fire points or steps as the book writes them: ``2``, ``2.5``, ``0.25``."""
    fraction = Fraction(value)
    if fraction.denominator == 1:
        return str(fraction.numerator)
    return f"{float(fraction):.4f}".rstrip("0")
