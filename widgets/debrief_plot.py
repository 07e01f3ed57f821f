"""The luck of a game as it went: a line for each side, drawn without colour."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

from widgets.debrief_words import signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.debrief_words import Found

WIDTH, HEIGHT = 640, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 150, 22, 28
DASHES = ("none", "7 4")
"""Solid for the first side, dashed for the second."""
MOST_NAMES = 12
"""More turns than these have no number each."""


def plot(found: Found) -> str:
    """Return the luck of both sides added up, turn by turn; nothing where no die was thrown."""
    if not found.throws:
        return ""
    lines = {
        side: [Fraction(0), *accumulate(each.luck(side) for each in found.turns)]
        for side in found.sides
    }
    numbers = [number for line in lines.values() for number in line]
    high, low = max(Fraction(1), *numbers), min(Fraction(-1), *numbers)
    drawn = "".join(
        _line(found, side, line, at, (low, high)) for at, (side, line) in enumerate(lines.items())
    )
    said = "; ".join(f"{side} {signed(line[-1])}" for side, line in lines.items())
    label = f"Luck added up, {found.period} by {found.period}. In the end: {said}."
    return (
        f"<figure><svg viewBox='0 0 {WIDTH} {HEIGHT}' role='img' aria-label='{escape(label)}' "
        f"font-family='Georgia, serif' font-size='12'>{_frame(found, low, high)}{drawn}</svg>"
        f"<figcaption>{escape(label)} Above the line: the dice took more than on average."
        "</figcaption></figure>"
    )


def _x(found: Found, at: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, len(found.turns))


def _y(number: Fraction | int, low: Fraction, high: Fraction) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * float((high - number) / Fraction(high - low))


def _frame(found: Found, low: Fraction, high: Fraction) -> str:
    """Return the line of no luck, the scale and the turns."""
    end = WIDTH - RIGHT
    parts = [
        f"<line x1='{LEFT}' x2='{end}' y1='{_y(n, low, high):.1f}' y2='{_y(n, low, high):.1f}' "
        f"stroke='#000' stroke-width='{width}' {dots}/>"
        f"<text x='{LEFT - 6}' y='{_y(n, low, high) + 4:.1f}' text-anchor='end'>{signed(n)}</text>"
        for n, width, dots in (
            (high, 0.4, "stroke-dasharray='1 3'"),
            (0, 0.9, ""),
            (low, 0.4, "stroke-dasharray='1 3'"),
        )
    ]
    every = 1 + (len(found.turns) - 1) // MOST_NAMES
    parts += [
        f"<text x='{_x(found, at):.1f}' y='{HEIGHT - 8}' text-anchor='middle'>{each.turn}</text>"
        for at, each in enumerate(found.turns, start=1)
        if not (at - 1) % every
    ]
    return "".join(parts)


def _line(
    found: Found, side: str, line: Sequence[Fraction], at: int, span: tuple[Fraction, Fraction]
) -> str:
    """Return the line of a side, with its name at the end; names stand apart."""
    points = [(_x(found, turn), _y(number, *span)) for turn, number in enumerate(line)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    marks = "".join(
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='3'/>" if not at
        else f"<rect x='{x - 3:.1f}' y='{y - 3:.1f}' width='6' height='6' fill='#fff' "
        "stroke='#000' stroke-width='1.2'/>"
        for x, y in points[1:]
    )  # fmt: skip
    place = TOP + 14 + 34 * at
    sample = WIDTH - RIGHT + 14
    return (
        f"<polyline points='{path}' fill='none' stroke='#000' stroke-width='1.6' "
        f"stroke-dasharray='{DASHES[at]}'/>{marks}"
        f"<line x1='{sample}' x2='{sample + 26}' y1='{place}' y2='{place}' stroke='#000' "
        f"stroke-width='1.6' stroke-dasharray='{DASHES[at]}'/>"
        f"<text x='{sample}' y='{place + 15}'>{escape(side)}</text>"
    )
