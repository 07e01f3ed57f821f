"""A game of Fire & Movement looked back on: turn by turn, with the luck of the dice."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from wargame.core.errors import shown
from wargame.fire_and_movement.debrief import Debrief
from widgets.base import TeachingBox
from widgets.errors import WidgetError
from widgets.explorers.frame import wide_html
from widgets.given import whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.fire_and_movement.debrief import Decision, Throw, TurnRecord

WHO = "DebriefView"
GREATEST, MOST = 5, 100
"""How many of the luckiest throws are listed, and how many may be."""
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
NOTE = (
    "Dice: what the thrown results take if whoever may stand retreats. Average: what such dice "
    "take in the long run. Lost besides: by standing, by retreats cut short, by choice."
)


class DebriefView(TeachingBox):
    """What a game cost turn by turn, beside what its dice take on average; and who decided what.

    Args:
        found: The game looked back on.
        greatest: How many of the throws that favoured a side most are listed.

    Raises:
        WidgetError: It is no debrief, or there is no such number.
    """

    def __init__(self, found: Debrief, *, greatest: int = GREATEST) -> None:
        """Lay the tables out."""
        if not isinstance(found, Debrief):
            raise WidgetError(WHO, shown(found), "what wargame.fire_and_movement.debrief returns")
        self.found = found
        self.greatest = whole(f"{WHO}, greatest", greatest, 0, MOST)
        place = wide_html()
        place.value = self.static_html()
        super().__init__([place])

    def static_html(self) -> str:
        """Return the tables."""
        found = self.found
        parts = [
            *(f"<p><b>{escape(said)}</b></p>" for said in verdict(found)),
            _turns_html(found),
            *(f"<p>{escape(said)}</p>" for said in (*luck(found), NOTE)),
            _table_html("The dice that decided most", *_thrown(found, self.greatest)),
            _table_html("Stands and charges", *_decided(found)),
        ]
        return f"{_STYLE}<div class='wg-debrief'>{''.join(parts)}</div>"

    def text_twin(self) -> str:
        """Return the same as text."""
        found = self.found
        heads = ["Turn", *_heads(found), "Taken", "Given up", "Points"]
        rows = [heads, *(_row(found, each) for each in found.turns), _total(found)]
        parts = [*verdict(found), *_columns(rows), *luck(found), NOTE]
        for title, (names, lines) in (
            ("The dice that decided most", _thrown(found, self.greatest)),
            ("Stands and charges", _decided(found)),
        ):
            parts += [title, *_columns([names, *lines])] if lines else []
        return "\n".join(parts)


# ---- words


def verdict(found: Debrief) -> list[str]:
    """Return how it ended; that it has not, of a game under way."""
    return ["The game is not over." if found.verdict is None else f"{found.verdict.value}."]


def luck(found: Debrief) -> list[str]:
    """Return for each side what its dice came to."""
    said = []
    for side in found.sides:
        off = found.luck(side)
        word = "more" if off > 0 else "fewer"
        than = f"{_decimal(abs(off))} {word} than on average" if off else "just the average"
        rest = found.lost(side) - found.by_dice(side)
        besides = f"; {_decimal(rest)} besides" if rest else ""
        taken = found.by_dice(side)
        steps = f"{_decimal(taken)} step{'' if taken == 1 else 's'}"
        said.append(f"{side}: the dice took {steps}, {than}{besides}.")
    return said


def _decimal(number: Fraction | int) -> str:
    text = f"{float(number):.1f}".removesuffix(".0").replace("-", "\N{MINUS SIGN}")
    return "0" if text == "\N{MINUS SIGN}0" else text


def _heads(found: Debrief) -> list[str]:
    return [f"{side}: {what}" for side in found.sides for what in ("lost", "dice", "average")]


def _row(found: Debrief, each: TurnRecord) -> list[str]:
    label = each.situation.board.label
    figures = [
        _decimal(number)
        for side in found.sides
        for number in (each.lost[side], each.by_dice(side), each.expected(side))
    ]
    hexes = (", ".join(map(label, cells)) for cells in (each.taken, each.given_up))
    return [each.name, *figures, *hexes, str(each.points)]


def _total(found: Debrief) -> list[str]:
    figures = [
        _decimal(number)
        for side in found.sides
        for number in (found.lost(side), found.by_dice(side), found.expected(side))
    ]
    return ["Together", *figures, "", "", str(found.turns[-1].points)]


def _thrown(found: Debrief, count: int) -> tuple[list[str], list[list[str]]]:
    """Return the throws that favoured a side most: heads and rows."""
    heads = ["Journal line", "Turn", "What for", "Die", "Result", "Better by", "For"]
    return heads, [_throw(found, throw) for throw in found.greatest(count)]


def _throw(found: Debrief, throw: Throw) -> list[str]:
    side = max(found.sides, key=throw.favour)
    said = [throw.purpose, str(throw.face), throw.outcome, _decimal(throw.favour(side)), side]
    return [str(throw.line), str(throw.turn), *said]


def _decided(found: Debrief) -> tuple[list[str], list[list[str]]]:
    """Return stands and charges: heads and rows."""
    heads = ["Journal line", "Turn", "Who", "Asked", "Answered"]
    return heads, [_decision(each) for each in found.decisions]


def _decision(each: Decision) -> list[str]:
    return [str(each.line), str(each.turn), each.who, each.ask, each.answer]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


# ---- tables


def _turns_html(found: Debrief) -> str:
    groups = "".join(
        f"<th scope='colgroup' colspan='3'>{escape(side)}, steps</th>" for side in found.sides
    )
    names = ["lost", "dice", "average"] * len(found.sides)
    heads = "".join(f"<th scope='col'>{each}</th>" for each in names)
    first = f"{escape(found.sides[0])}"
    rows = "".join(_line(_row(found, each)) for each in found.turns)
    return (
        "<table><caption>Turn by turn</caption>"
        f"<thead><tr><td></td>{groups}"
        f"<th scope='colgroup' colspan='3'>{first}, victory hexes</th></tr>"
        f"<tr><th scope='col' class='wg-said'>Turn</th>{heads}<th scope='col'>taken</th>"
        "<th scope='col'>given up</th><th scope='col'>points</th></tr></thead>"
        f"<tbody>{rows}</tbody><tfoot>{_line(_total(found))}</tfoot></table>"
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
