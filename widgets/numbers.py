"""Numbers as people type them: ``3``, ``1/3``, ``1½``, ``0.333``, ``33.3 %``."""

from __future__ import annotations

import re
from fractions import Fraction

from attrs import frozen

from wargame.core.exact import fraction_of

COARSEST = Fraction(1, 200)
"""A rounded answer is good for its last decimal, but never for less than the second."""

_GLYPHS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅙": "1/6", "⅚": "5/6"}
_MIXED = re.compile(r"(\d{1,9}) +(\d{1,9}/\d{1,9})", re.ASCII)
_LONGEST = 60


@frozen
class Written:
    """A number with the care it was written with.

    Args:
        value: The number as it stands.
        half: Half of its last decimal place; 0 for a whole number or a fraction, which are exact.
    """

    value: Fraction
    half: Fraction = Fraction(0)

    def rounds(self, exact: Fraction) -> bool:
        """Return whether *exact* rounds to this."""
        return abs(self.value - exact) <= self.half

    def means(self, exact: Fraction) -> bool:
        """Return whether this is *exact*, or rounded from it with enough places.

        What is possible is neither never nor certain: 0 and 1 are no roundings.
        """
        if self.value in {0, 1}:
            return self.value == exact
        return abs(self.value - exact) <= min(self.half, COARSEST)


def read_number(typed: str) -> Written | None:
    """Return the number that a person typed, or nothing when it is none.

    A comma is a decimal point, as in much of the world; a minus sign may be the typographer's.
    """
    text = typed.strip()
    if len(text) > _LONGEST:
        return None
    for glyph, plain in _GLYPHS.items():
        text = text.replace(glyph, f" {plain}")
    text = text.strip().replace(",", ".").replace("−", "-").replace("\u2044", "/")
    sign = -1 if text.startswith("-") else 1
    text = text[1:].strip() if text[:1] in {"+", "-"} else text
    of_hundred = text.endswith("%")
    text = re.sub(r"\s*/\s*", "/", text.removesuffix("%").strip())
    if text.startswith("."):
        text = f"0{text}"
    value = _unsigned(text)
    if value is None:
        return None
    places = len(text.partition(".")[2])
    exact = not places and not of_hundred
    half = Fraction(0) if exact or "/" in text else Fraction(1, 2 * 10**places)
    scale = Fraction(1, 100) if of_hundred else Fraction(1)
    return Written(sign * value * scale, half * scale)


def _unsigned(text: str) -> Fraction | None:
    mixed = _MIXED.fullmatch(text)
    if mixed:
        whole, part = fraction_of(mixed[1]), fraction_of(mixed[2])
        return None if whole is None or part is None else whole + part
    return fraction_of(text) if text[:1].isdigit() else None
