"""A game looked back on, whatever it was: turn by turn, with the luck of the dice."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wargame.core.history import history_of
from widgets.base import TeachingBox
from widgets.debrief_words import (
    decisions,
    fact_names,
    heads,
    last_row,
    luck,
    row,
    throws,
    verdict,
)
from widgets.explorers.frame import wide_html
from widgets.given import flag, whole
from widgets.looked_back import look_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.history import Event
    from widgets.debrief_words import Found

WHO = "DebriefView"
GREATEST, MOST = 5, 100
"""How many of the luckiest throws are listed, and how many may be."""
LUCKIEST = "The dice that decided most"
NO_HISTORY = "No historical course belongs to it: it is the players' own."
_STYLE = """<style>
.wg-debrief { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px); overflow-x: auto; }
.wg-debrief table { border-collapse: collapse; font-variant-numeric: tabular-nums;
  margin: 0 0 .9em; }
.wg-debrief caption { text-align: left; font-weight: 600; padding: .4em 0; }
.wg-debrief table th, .wg-debrief table td { padding: .25em .6em; text-align: right;
  vertical-align: top; font-weight: 400; }
.wg-debrief table th.wg-said, .wg-debrief table td.wg-said { text-align: left; }
.wg-debrief table th[scope=row] { text-align: left; padding-left: 0; white-space: nowrap; }
.wg-debrief table th[scope=colgroup] { text-align: center; font-weight: 600; }
.wg-debrief table thead tr:last-child th { border-bottom: 1px solid
  color-mix(in srgb, currentColor 28%, transparent); }
.wg-debrief table tfoot th, .wg-debrief table tfoot td { font-weight: 600;
  border-top: 1px solid color-mix(in srgb, currentColor 28%, transparent); }
.wg-debrief p { margin: .4em 0; }
</style>"""


class DebriefView(TeachingBox):
    """What a game cost turn by turn, beside what its dice take on average; and who decided what.

    Args:
        given: A GuidedGame, GameTable or BattleExplorer; what its ``save()`` returned, or the text
            of that; or what ``debrief()`` of a family returns.
        greatest: How many of the throws that favoured a side most are listed.
        history: Whether the course of the day is told below, each sentence with its source.

    Raises:
        WidgetError: It is no game, or there is no such number.
        DataError: It is no saved game, or its journal does not fit.
    """

    def __init__(self, given: object, *, greatest: int = GREATEST, history: bool = False) -> None:
        """Lay the tables out."""
        self.found = look_back(given, WHO)
        self.greatest = whole(f"{WHO}, greatest", greatest, 0, MOST)
        self.history = flag(f"{WHO}, history", history)
        place = wide_html()
        place.value = self.static_html()
        super().__init__([place])

    def static_html(self) -> str:
        """Return the tables."""
        found = self.found
        parts = [
            *(f"<p><b>{escape(said)}</b></p>" for said in verdict(found)),
            *(f"<p>{escape(said)}</p>" for said in found.words),
            _turns_html(found),
            *(f"<p>{escape(said)}</p>" for said in (*luck(found), found.note) if said),
            _table_html(LUCKIEST, *throws(found, self.greatest)),
            _table_html(found.decided, *decisions(found, found.decisions)),
            *(f"<p>{escape(said)}</p>" for said in self._day()),
        ]
        return f"{_STYLE}<div class='wg-debrief'>{''.join(parts)}</div>"

    def text_twin(self) -> str:
        """Return the same as text."""
        found = self.found
        names = [found.period.capitalize(), *heads(found), *map(str.capitalize, fact_names(found))]
        rows = [names, *(row(found, each) for each in found.turns), last_row(found)]
        parts = [*verdict(found), *found.words, *_columns(rows), *luck(found), found.note]
        for title, (names, lines) in (
            (LUCKIEST, throws(found, self.greatest)),
            (found.decided, decisions(found, found.decisions)),
        ):
            parts += [title, *_columns([names, *lines])] if lines else []
        return "\n".join(filter(None, [*parts, *self._day()]))

    def _day(self) -> Iterator[str]:
        """Yield the course of the day, where it is asked for."""
        if not self.history:
            return
        day = history_of(self.found.scenario)
        if day is None:
            yield NO_HISTORY
            return
        yield f"What happened then: {day.title}"
        yield from map(event_words, day.event)
        yield f"{day.result} ({', '.join(day.sources)})"
        costs = (f"{each.side}: {each.what} ({', '.join(each.sources)})" for each in day.cost)
        yield f"What it cost. {'; '.join(costs)}." if day.cost else "What it cost is not known."
        yield f"Not known from these sources: {day.missing}"
        yield from (f"{each.key}: {each.title} ({each.read})." for each in day.source)


def event_words(event: Event) -> str:
    """Return what happened, and by which source."""
    return f"{event.when}: {event.what} ({', '.join(event.sources)})"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


# ---- tables


def _turns_html(found: Found) -> str:
    facts = fact_names(found)
    groups = "".join(
        f"<th scope='colgroup' colspan='3'>{escape(side)}, {found.unit}s</th>"
        for side in found.sides
    )
    if facts:
        groups += f"<th scope='colgroup' colspan='{len(facts)}'>{escape(found.group)}</th>"
    names = [*["lost", "dice", "average"] * len(found.sides), *facts]
    tops = "".join(f"<th scope='col'>{escape(each)}</th>" for each in names)
    rows = "".join(_line(row(found, each)) for each in found.turns)
    period = found.period.capitalize()
    return (
        f"<table><caption>{period} by {found.period}</caption>"
        f"<thead><tr><td></td>{groups}</tr>"
        f"<tr><th scope='col' class='wg-said'>{period}</th>{tops}</tr></thead>"
        f"<tbody>{rows}</tbody><tfoot>{_line(last_row(found))}</tfoot></table>"
    )


def _line(cells: Sequence[str]) -> str:
    rest = "".join(f"<td>{escape(each)}</td>" for each in cells[1:])
    return f"<tr><th scope='row'>{escape(cells[0])}</th>{rest}</tr>"


def _table_html(title: str, heads: Iterable[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    top = "".join(f"<th scope='col' class='wg-said'>{escape(each)}</th>" for each in heads)
    body = "".join(
        "<tr>" + "".join(f"<td class='wg-said'>{escape(each)}</td>" for each in row) + "</tr>"
        for row in rows
    )
    return (
        f"<table><caption>{escape(title)}</caption><thead><tr>{top}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )
