"""Bars on a sheet: one for each thing that may happen, as long as its chance."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import frozen
from matplotlib.patches import Patch, Rectangle

from widgets.plot_sheet import INK, MARGIN, PALE_INK, PAPER, PLAIN, Page, Room, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from wargame.fire_and_movement.chances import Sufferer

LOOKS: dict[Sufferer, tuple[str, str]] = {
    "defender": ("#0072b2", ""),
    "both": ("#b9b9b9", "xxx"),
    "attacker": ("#e69f00", "///"),
    "nobody": (PAPER, ""),
}
"""Colour and hatch by who suffers: apart in grey, and for eyes that see fewer colours."""
WORDS: dict[Sufferer, str] = {
    "defender": "against the defender",
    "both": "against both",
    "attacker": "against the attacker",
    "nobody": "against neither",
}

NAMES = 1.5
"""The room for what a bar stands for, in that for the names of rows."""


@frozen
class Bar:
    """One bar.

    Args:
        label: What it stands for.
        chance: Its exact length, 0 to 1.
        words: What is written at its end.
        suffers: Who suffers by it.
    """

    label: str
    chance: Fraction
    words: str
    suffers: Sufferer


def bars_room(sheet: Sheet, bars: int) -> Room:
    """Return the room that so many bars take with key and axis."""
    return Room(bars * sheet.row + 5 * sheet.line())


def draw_bars(page: Page, bars: Sequence[Bar]) -> None:
    """Draw horizontal bars from the top down, each with its label, and the key above them."""
    sheet = page.sheet
    label = sheet.label * NAMES
    width = sheet.width - 2 * MARGIN - label - 0.15
    axes = page.axes(MARGIN + label, 2.6 * sheet.line(), width, len(bars) * sheet.row)
    axes.set_xlim(0, 1)
    axes.set_ylim(len(bars), 0)
    for row, bar in enumerate(bars):
        _draw_bar(axes, row, bar, sheet)
    _scale(axes, sheet)
    axes.set_yticks([])
    axes.spines["left"].set(visible=True, color=INK)
    kinds = dict.fromkeys(bar.suffers for bar in bars)
    key = [Patch(label=WORDS[kind], **_look(kind)) for kind in kinds]
    look: dict[str, Any] = {"frameon": False, "fontsize": sheet.font * 0.9, "labelcolor": INK}
    axes.legend(
        handles=key, loc="lower left", bbox_to_anchor=(0, 1), ncols=len(key), borderpad=0, **look
    )


def _look(kind: Sufferer) -> dict[str, Any]:
    colour, hatch = LOOKS[kind]
    return {"facecolor": colour, "hatch": hatch, "edgecolor": INK, "linewidth": 0.8}


def _draw_bar(axes: Axes, row: int, bar: Bar, sheet: Sheet) -> None:
    axes.add_patch(Rectangle((0, row + 0.18), float(bar.chance), 0.64, **_look(bar.suffers)))
    look: dict[str, Any] = {"fontsize": sheet.font, "va": "center", "color": INK, **PLAIN}
    inside = bar.chance > Fraction(4, 5)
    after: dict[str, Any] = {"xytext": (-6 if inside else 6, 0), "textcoords": "offset points"}
    if inside:
        after |= {"ha": "right", "bbox": {"facecolor": PAPER, "edgecolor": "none", "pad": 2}}
    axes.annotate(bar.words, (float(bar.chance), row + 0.5), **look, **after)
    name = "\n".join(sheet.wrapped(bar.label, sheet.label * NAMES - 0.1))
    before: dict[str, Any] = {"xytext": (-6, 0), "textcoords": "offset points", "ha": "right"}
    axes.annotate(name, (0, row + 0.5), **look, **before)


def _scale(axes: Axes, sheet: Sheet) -> None:
    sixths = {n / 6: str(Fraction(n, 6)) for n in range(7)}
    size = sheet.font * 0.9
    axes.set_xticks(list(sixths), list(sixths.values()), fontsize=size, color=PALE_INK)
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="x", color="#d9d9d9", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.set_xlabel("Chance", fontsize=size, color=PALE_INK, **PLAIN)
