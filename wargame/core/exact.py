"""Exact numbers read from text that a stranger may have written."""

from __future__ import annotations

import re
from fractions import Fraction

_FRACTION = re.compile(r"[+-]?\d{1,1000}(/\d{1,1000}|\.\d{1,1000})?", re.ASCII)


def fraction_of(text: str) -> Fraction | None:
    """Return the number written as ``3``, ``-1/2`` or ``0.5``, or nothing when it is none.

    Exponents are not read: ``1e999999999`` is a short text and an endless number.
    """
    if not _FRACTION.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):  # nothing can be divided by 0
        return None
