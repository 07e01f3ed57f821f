"""Who holds the hex after each round of an assault, for print (matplotlib)."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from wargame.core.errors import one_of, shown
from widgets.errors import WidgetError
from widgets.explorers.assault_words import HOLDS, LEFT_OUT, chances_lines, holds, losses_words

if TYPE_CHECKING:
    from widgets.explorers.assault_plan import AssaultPlan
    from widgets.plot_sheet import Page, PlotFigure, Sheet

LOOKS = (
    (HOLDS[0], "#73382a", ""),
    (HOLDS[3], "#c99b57", "//"),
    (HOLDS[2], "#8a8a8a", "xx"),
    (HOLDS[1], "#f1e7cc", ".."),
)
"""How each part of a bar is drawn: lightness and hatch tell them apart without colour."""


def holding(plan: AssaultPlan, title: str, paper: str = "screen") -> PlotFigure:
    """Return a bar for each round: how likely each side holds the hex by then.

    Args:
        plan: The assault.
        title: What the position is called.
        paper: ``screen``, or ``a4`` for a page.

    Raises:
        WidgetError: There is no such paper, or no matplotlib.
    """
    sheet = _sheet(paper)
    from widgets.plot_sheet import Page, Room, Words

    room = Room(len(plan.odds.standings) * sheet.row + 5 * sheet.line())
    notes = losses_words(plan), LEFT_OUT
    words = Words(f"Assault at {plan.label}: who holds the hex", title, notes)
    page = Page(sheet, words, room, "\n".join(chances_lines(plan)))
    _draw(page, plan)
    return page.figure


def _sheet(paper: str) -> Sheet:
    where = "AssaultExplorer.figure"
    if find_spec("matplotlib") is None:
        cure = "Install the project with its extra 'plots'."
        raise WidgetError(where, "no matplotlib", "an installation that has it", cure)
    from widgets.plot_sheet import SHEETS

    if paper not in SHEETS:
        raise WidgetError(f"{where}, paper", shown(paper), one_of(SHEETS, str(paper)))
    return SHEETS[paper]


def _draw(page: Page, plan: AssaultPlan) -> None:
    from widgets.plot_sheet import INK, MARGIN

    sheet, standings = page.sheet, plan.odds.standings
    width = sheet.width - 2 * MARGIN - sheet.label - 0.35
    axes = page.axes(MARGIN + sheet.label, 2.6 * sheet.line(), width, len(standings) * sheet.row)
    left = [0.0] * len(standings)
    for name, colour, hatch in LOOKS:
        shares = [float(holds(each)[name]) for each in standings]
        look: dict[str, Any] = {"color": colour, "edgecolor": INK, "linewidth": 0.8, "hatch": hatch}
        axes.barh(range(len(standings)), shares, left=left, height=0.64, label=name, **look)
        left = [before + share for before, share in zip(left, shares, strict=True)]
    axes.set_ylim(len(standings) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    rounds = [f"after round {number}" for number in range(1, len(standings) + 1)]
    axes.set_yticks(range(len(standings)), rounds, fontsize=sheet.font, color=INK)
    quarters = {0: "0", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1: "100 %"}
    axes.set_xticks(list(quarters), list(quarters.values()), fontsize=sheet.font * 0.9, color=INK)
    axes.tick_params(length=0)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(LOOKS), frameon=False,
                fontsize=sheet.font * 0.9, borderpad=0)  # fmt: skip
