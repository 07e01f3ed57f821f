"""Unit counters as SVG: a standard symbol in the frame of its side, the factors, the steps."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

from widgets.assets import built
from widgets.svg import centre, number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex

Frame = Literal["rectangle", "diamond"]

CARD = 37
SHIFT = 6
ROOM, GAP = (34, 44, 52), 2
"""How wide one, two, and three or more small counters beside each other may be, in board units."""
_CARDS = {"rectangle": ("#eaf2fa", "#17406d"), "diamond": ("#faeee4", "#7a2e12")}


@frozen
class Counter:
    """A counter to draw.

    Args:
        at: Its hex.
        short: What names it on the counter.
        factors: The figures it prints ("5-6-4").
        steps: Steps it has left.
        full: Steps it has at full strength.
        kind: The arm, a key of the standard symbols.
        size: The echelon ("brigade").
        frame: ``rectangle`` for one side, ``diamond`` for the other, as in APP-6.
        says: One phrase for readers who do not see it.
        dimmed: Whether it is shown as out of play this phase.
        badges: Letters for its markers, drawn in tags along its edge; *says* has them in words.
        small: Whether a stack of such counters lies small and side by side, within the middle of
            its hex, so that what stands in the hex stays in sight.
    """

    at: Hex
    short: str
    factors: str
    steps: int
    full: int
    kind: str
    size: str
    frame: Frame
    says: str
    dimmed: bool = False
    badges: tuple[str, ...] = ()
    small: bool = False


@cache
def _symbols() -> dict[str, dict[str, Any]]:
    """Return every symbol that the front end's build has drawn, by frame, arm and size."""
    drawn: dict[str, dict[str, Any]] = json.loads(built("symbols.json").read_text("utf-8"))
    return drawn


@lru_cache(maxsize=256)
def symbol(kind: str, size: str, frame: Frame) -> str:
    """Return the standard symbol of an arm and echelon in the frame of a side, as SVG elements.

    An arm or size without a sign of its own is drawn as infantry, or without its size. The signs
    are those of APP-6, younger than many a battle; the legend says so.
    """
    drawn = _symbols()
    names = (f"{frame}/{kind}/{size}", f"{frame}/{kind}/", f"{frame}/infantry/{size}")
    known = next((drawn[name] for name in names if name in drawn), drawn[f"{frame}/infantry/"])
    left, top, width, height = known["box"]
    scale = min(31 / width, 21 / height)
    x, y = -scale * (left + width / 2), -scale * (top + height / 2) - 3
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({scale:.3f})">{known["svg"]}</g>'
    )


def counters_svg(board: Board, counters: Iterable[Counter]) -> str:
    """Return counters as SVG elements; all units of a stack can be seen.

    They lie one over the other, or small and side by side if they ask for it.
    """
    stacks: dict[Hex, list[Counter]] = {}
    for counter in counters:
        stacks.setdefault(counter.at, []).append(counter)
    return "".join(_stack(board, at, stack) for at, stack in stacks.items() if at in board)


def _stack(board: Board, at: Hex, stack: list[Counter]) -> str:
    x, y = centre(board, at)
    if any(counter.small for counter in stack):
        return _side_by_side(stack, x, y)
    middle = (len(stack) - 1) / 2
    return "".join(
        _card(counter, x + (i - middle) * SHIFT * 1.8, y + (middle - i) * SHIFT + 2)
        for i, counter in enumerate(stack)
    )


def _side_by_side(stack: list[Counter], x: float, y: float) -> str:
    """Draw a stack in rows, small enough to lie within the ring that fieldworks are drawn on."""
    columns = ceil(sqrt(len(stack)))
    rows = ceil(len(stack) / columns)
    scale = ROOM[min(columns, len(ROOM)) - 1] / (columns * (CARD + GAP))
    drawn = []
    for i, counter in enumerate(stack):
        row, place = divmod(i, columns)
        across = place - (min(columns, len(stack) - row * columns) - 1) / 2
        drawn.append(_card(counter, across * (CARD + GAP), (row - (rows - 1) / 2) * (CARD + GAP)))
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({scale:.3f})">{"".join(drawn)}</g>'
    )


def _card(counter: Counter, x: float, y: float) -> str:
    paper, edge = _CARDS[counter.frame]
    half, faded = CARD / 2, ' opacity=".55"' if counter.dimmed else ""
    small = 6.4 if len(counter.short) <= 8 else 5.2  # noqa: PLR2004 - what fits across a counter
    return (
        f'<g class="wg-counter" transform="translate({number(x)} {number(y)})"{faded}>'
        f'<rect x="{-half}" y="{-half}" width="{CARD}" height="{CARD}" rx="4" fill="{paper}" '
        f'stroke="{edge}" stroke-width="1.6"/>'
        f"{symbol(counter.kind, counter.size, counter.frame)}"
        f'<text x="0" y="{half - 2.4}" text-anchor="middle" font-size="10" font-weight="700" '
        f'fill="#111">{word(counter.factors)}</text>'
        f'<text x="{-half + 2.5}" y="{-half + 7}" font-size="{small}" fill="#111">'
        f"{word(counter.short)}</text>"
        f"{_pips(counter, half)}{_tags(counter, half)}</g>"
    )


def _tags(counter: Counter, half: float) -> str:
    """Draw a tag for each badge, dark on light with a frame, along the left edge of the card."""
    drawn = []
    for i, badge in enumerate(counter.badges):
        width, top = 4.4 + 3.8 * len(badge), 10 - half + 8.4 * i
        drawn.append(
            f'<rect x="{number(-half - 1.5)}" y="{number(top)}" width="{number(width)}" '
            'height="7.8" rx="2" fill="#fff6b0" stroke="#111" stroke-width=".8"/>'
            f'<text x="{number(width / 2 - half - 1.5)}" y="{number(top + 6.2)}" font-size="6.4" '
            f'text-anchor="middle" font-weight="700" fill="#111">{word(badge)}</text>'
        )
    return "".join(drawn)


def _pips(counter: Counter, half: float) -> str:
    """Draw a dot for each step at full strength, filled while the unit still has it.

    All dots of a kind are one path, for a changed layer of counters must show within two frames.
    """
    circle = "a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0"
    dots = [
        f"M{number(half - 5.9 - 5 * i)} {number(4.6 - half)}{circle}" for i in range(counter.full)
    ]
    kinds = (("#111", dots[: counter.steps]), ("#fff", dots[counter.steps :]))
    return "".join(
        f'<path d="{"".join(some)}" stroke="#111" stroke-width=".8" fill="{fill}"/>'
        for fill, some in kinds
        if some
    )
