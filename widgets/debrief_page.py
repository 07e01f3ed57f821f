"""The debrief as one page for paper: what happened, the luck, the decisions, and the day itself.

The page holds everything it needs, has no script and asks no network; it prints on one sheet after
the other without colour. Whatever a player wrote stands on it as text.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from wargame import __version__
from wargame.core.errors import one_of, shown
from wargame.core.history import history_of
from wargame.core.replies import Reply, Student
from widgets.debrief_plot import plot
from widgets.debrief_words import (
    decimal,
    decisions,
    exact,
    figures,
    luck,
    signed,
    stretches,
    throws,
    verdict,
)
from widgets.errors import WidgetError
from widgets.handout.page import SIZES, Choices, document
from widgets.looked_back import look_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.debrief import Decision, TurnRecord
    from wargame.core.history import Event, History
    from widgets.debrief_words import Found, Rows
    from widgets.handout.page import Paper

WHO = "debrief page"
GREATEST, MOST_DECISIONS = 8, 16
"""How many dice are listed, and how many decisions without a reason."""
KEPT = 3
"""Line, turn and side: words of our own, which are not cut within."""
ON_A_SHEET = 20
"""The lines of a table that is not cut between two sheets."""
KINDS = {"bet": "Bet", "answer": "Answer", "decision": "Decision"}
ASK = (
    "At which moment could the other side still have won? Go back to its line in the journal.",
    "Which decision would you take again although it went wrong, and which not although it paid?",
    "What did you not know when you decided, and could you have found it out?",
)
_STYLE = """<style>
.debrief table { width: 100%; }
.debrief td.n, .debrief th.n { text-align: right; font-variant-numeric: tabular-nums; }
.debrief th[scope=colgroup] { text-align: center; }
.debrief th[scope=row] { font-weight: 600; }
.debrief tfoot { display: table-row-group; } .debrief .plain th { white-space: nowrap; }
.debrief tfoot th, .debrief tfoot td { border-top: 0.4mm solid var(--ink); font-weight: 600; }
.debrief .beside td { width: 40%; } .debrief td p { margin: 0 0 1mm; }
.debrief .both ul { padding-left: 5mm; } .debrief .both li { margin-bottom: 1mm; }
.debrief .both { display: grid; grid-template-columns: 1fr 1fr; gap: 6mm; align-items: start; }
.debrief td { overflow-wrap: anywhere; } .debrief td.kept { overflow-wrap: normal; }
.debrief .reason { font-style: italic; }
.debrief .sources li { margin-bottom: 0.8mm; }
.debrief .lines { height: 15mm; break-inside: avoid; border-bottom: 0.25mm solid var(--line); }
@media (max-width: 30em) { .debrief .both { display: block; }
  .debrief { overflow-x: auto; } }
</style>"""


def debrief_page(
    saved: object, replies: Iterable[Reply | Student] = (), *, paper: Paper = "a4"
) -> str:
    """Return the debrief of a game as one HTML page that needs nothing else.

    Args:
        saved: What ``save()`` of a game or battle returned, its text, or the game itself.
        replies: What was said: bets, answers, and decisions with reasons; of several learners as
            :class:`~wargame.core.replies.Student`.
        paper: The sheet that it is printed on: ``a4`` or ``letter``.

    Raises:
        DataError: It is no saved game, or its journal does not fit.
        WidgetError: There is no such sheet, or it is something else.
    """
    if paper not in SIZES:
        raise WidgetError(f"{WHO}, paper", shown(paper), one_of(SIZES, str(paper)))
    said = list(_named(replies))
    found = look_back(saved, WHO, _reasons(said))
    day = history_of(found.scenario)
    title = f"Debrief: {found.title}" if found.title else "Debrief"
    body = "".join((*_head(found, title), *_course(found, day), *_figures(found),
                    *_decided(found, said), *_end(day)))  # fmt: skip
    foot = f"{title} · wargame {__version__}"
    page = f"{_STYLE}<main class='debrief'>{body}</main>"
    return document(title, page, Choices(paper), foot)


def _named(replies: Iterable[Reply | Student]) -> Iterator[tuple[str, Reply]]:
    """Yield who said what.

    Raises:
        WidgetError: Something is no reply.
    """
    for each in replies:
        if isinstance(each, Student):
            yield from ((each.name, reply) for reply in each.replies)
        elif isinstance(each, Reply):
            yield "", each
        else:
            raise WidgetError(f"{WHO}, replies", shown(each), "replies, or students with theirs")


def _reasons(said: Iterable[tuple[str, Reply]]) -> dict[tuple[int, str], str]:
    """Return the reasons of decisions, by the line of the journal and what was asked there."""
    found: dict[tuple[int, str], list[str]] = {}
    for name, reply in said:
        line = reply.facts.get("line")
        if reply.kind == "decision" and reply.reason and type(line) is int:
            why = f"{name}: {reply.reason}" if name else reply.reason
            found.setdefault((line, reply.prompt), []).append(why)
    return {place: " / ".join(reasons) for place, reasons in found.items()}


# ---- what happened


def _head(found: Found, title: str) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    sides = " against ".join(found.sides)
    turns = len(found.turns)
    told = f"{sides}; {turns} {found.period}{'' if turns == 1 else 's'} played."
    yield f"<p class='see'>{escape(told)}</p>"
    ended = " ".join(verdict(found))
    why = "" if found.verdict is None else escape(found.verdict.sentence)
    yield f"<p><b>{'In the end: ' if why else ''}{escape(ended)}</b> {why}</p>"
    yield "".join(f"<p>{escape(said)}</p>" for said in found.words)


def _course(found: Found, day: History | None) -> Iterator[str]:
    """Yield what happened turn by turn, and beside it the day."""
    period = found.period
    if day is None:
        yield f"<h2>What happened, {period} by {period}</h2>{_turns(found)}"
        yield (
            "<p class='see'>No historical course stands beside it: this one is the players' own, "
            "and no source tells of it.</p>"
        )
        return
    yield f"<h2>What happened, and the day itself</h2><p>{escape(day.title)}. {_result(day)}</p>"
    if found.printed and any(event.turn for event in day.event):
        yield _beside(found, day)
        if day.elsewhere:
            yield f"<p><b>At no {period} of its own:</b></p>{_events(day.elsewhere)}"
    else:
        yield (
            f"<div class='both'><div><h3>Your game</h3>{_turns(found)}</div>"
            f"<div><h3>What happened then</h3>{_events(day.event)}</div></div>"
        )
    costs = "; ".join(
        f"{escape(each.side)}: {escape(each.what)} {_cited(each.sources)}" for each in day.cost
    )
    own = ", ".join(
        f"{escape(side)} {decimal(found.lost(side))} {found.unit}s" for side in found.sides
    )
    yield f"<p><b>What it cost, on the day:</b> {costs or 'no source at hand tells'}.</p>"
    yield f"<p><b>What it cost, in the game:</b> {own}.</p>"


def _result(day: History) -> str:
    return f"{escape(day.result)} {_cited(day.sources)}"


def _cited(keys: Sequence[str]) -> str:
    return f"<cite>({escape(', '.join(keys))})</cite>"


def _turns(found: Found) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(name)}</th><td>{_told(each)}</td></tr>"
        for name, each in stretches(found)
    )
    return f"<table class='tall plain'><tbody>{rows}</tbody></table>"


def _told(each: TurnRecord) -> str:
    facts = [f"{name}: {text}." for name, text in each.facts().items() if text]
    lost = ", ".join(f"{side} {decimal(steps)}" for side, steps in each.lost.items())
    said = [*each.told, *(fact[:1].upper() + fact[1:] for fact in facts)]
    return f"<p><b>Lost:</b> {escape(lost)}. {escape(' '.join(said))}</p>"


def _beside(found: Found, day: History) -> str:
    """Return a table of game and day, turn by turn; the turns of the day that were not played."""
    played = {each.turn: each for each in found.turns}
    turns = sorted(played.keys() | {event.turn for event in day.event if event.turn})
    rows = "".join(
        f"<tr><th scope='row'>{escape(_name(found, turn))}</th>"
        f"<td>{_told(played[turn]) if turn in played else '<p>not played</p>'}</td>"
        f"<td>{_events(day.in_turn(turn), plain=True)}</td></tr>"
        for turn in turns
    )
    heads = "".join(f"<th scope='col'>{each}</th>" for each in ("", "Your game", "The day"))
    return (
        f"<table class='tall beside'><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _name(found: Found, turn: int) -> str:
    return next((each.name for each in found.turns if each.turn == turn), f"Turn {turn}")


def _events(events: Sequence[Event], *, plain: bool = False) -> str:
    lines = [
        f"<b>{escape(each.when)}:</b> {escape(each.what)} {_cited(each.sources)}" for each in events
    ]
    if plain:
        return "".join(f"<p>{line}</p>" for line in lines)
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


# ---- the figures


def _figures(found: Found) -> Iterator[str]:
    """Yield what was lost, and what the dice take on average."""
    yield "<h2>Expected and actual losses</h2>"
    yield _losses(found)
    yield "".join(f"<p>{escape(said)}</p>" for said in luck(found))
    yield plot(found)
    if found.note:
        yield f"<p class='see'>{escape(found.note)}</p>"
    yield _table("The dice that decided most", *throws(found, GREATEST))


def _losses(found: Found) -> str:
    groups = "".join(
        f"<th scope='colgroup' colspan='4'>{escape(side)}, {found.unit}s</th>"
        for side in found.sides
    )
    names = ("lost", "by dice", "average", "luck")
    heads = "".join(f"<th scope='col' class='n'>{each}</th>" for each in names * 2)
    told = stretches(found)
    rows = "".join(_figure_row(found, name, each) for name, each in told)
    last = _figure_row(found, "Together", found)
    tall = " class='tall'" if len(told) > ON_A_SHEET else ""
    return (
        f"<table{tall}><thead><tr><td></td>{groups}</tr><tr><th></th>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody><tfoot>{last}</tfoot></table>"
        "<p class='see'>Luck: what the dice took above the average; a minus is good luck. Each "
        "figure is worked out as an exact fraction, which the page keeps beside it, and is shown "
        "with one decimal.</p>"
    )


def _figure_row(found: Found, name: str, each: TurnRecord | Found) -> str:
    numbers = figures(found, each)
    cells = []
    for at in range(0, len(numbers), 3):
        lost, dice, mean = numbers[at : at + 3]
        cells += [_cell(decimal(lost), lost), _cell(decimal(dice), dice),
                  _cell(decimal(mean), mean), _cell(signed(dice - mean), dice - mean)]  # fmt: skip
    return f"<tr><th scope='row'>{escape(name)}</th>{''.join(cells)}</tr>"


def _cell(text: str, number: Fraction) -> str:
    value = exact(number)
    return f"<td class='n'><data value='{number}' title='{value}'>{text}</data></td>"


def _table(title: str, heads: Sequence[str], rows: Rows, *, kept: int = 0) -> str:
    """Return a table; words of its first columns, so many as are kept, are not cut."""
    if not rows:
        return ""
    top = "".join(f"<th scope='col'>{escape(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(_cells(row, kept))}</tr>" for row in rows)
    return (
        f"<h3>{escape(title)}</h3><table class='tall'><thead><tr>{top}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _cells(row: Sequence[str], kept: int) -> Iterator[str]:
    for at, cell in enumerate(row):
        style = " class='kept'" if at < kept else ""
        yield f"<td{style}>{escape(cell)}</td>"


# ---- decisions, and the end


def _decided(found: Found, said: Sequence[tuple[str, Reply]]) -> Iterator[str]:
    yield "<h2>Key decisions, and why</h2>"
    chosen, more = _chosen(found.decisions)
    if chosen:
        yield _table(f"{found.decided}; and whatever a reason was given for",
                     *decisions(found, chosen), kept=KEPT)  # fmt: skip
    else:
        yield "<p>No decision of this kind was taken, and no reason was given for another.</p>"
    if more:
        yield f"<p class='see'>{more} more without a reason stand in the journal.</p>"
    if not any(each.reason for each in chosen):
        yield "<p class='see'>No reasons were kept. What would you have written?</p>"
    yield _replies([(name, each) for name, each in said if each.kind != "decision"])


def _chosen(listed: Sequence[Decision]) -> tuple[list[Decision], int]:
    """Return the decisions that the page has room for, and how many it has not."""
    bare = [each for each in listed if not each.reason]
    left_out = {each.line for each in bare[MOST_DECISIONS:]}
    return [each for each in listed if each.line not in left_out], len(left_out)


def _replies(said: Sequence[tuple[str, Reply]]) -> str:
    """Return the bets and answers."""
    heads = ["Who", "What", "Asked", "Said", "Right", "Reason"]
    words = {True: "yes", False: "no", None: ""}
    rows = [
        [name, KINDS[each.kind], each.prompt, each.said, words[each.right], each.reason]
        for name, each in said
    ]
    if not any(name for name, _ in said):
        heads, rows = heads[1:], [row[1:] for row in rows]
    return _table("Bets and answers", heads, rows)


def _end(day: History | None) -> Iterator[str]:
    asked = (*(day.ask if day else ()), *ASK)
    yield "<h2>To discuss</h2>"
    yield f"<ol>{''.join(f'<li>{escape(each)}</li>' for each in asked)}</ol>"
    yield "<div class='lines'></div><div class='lines'></div>"
    yield "<h2>Where this is from</h2>"
    yield (
        f"<p>The game: its journal, replayed by wargame {__version__}; a number of a journal line "
        "is where to go back to.</p>"
    )
    if day is None:
        return
    sources = "".join(
        f"<li><b>{escape(each.key)}</b>: {escape(each.title)} ({escape(each.read)}).</li>"
        for each in day.source
    )
    yield f"<p>The day, in our words:</p><ul class='sources'>{sources}</ul>"
    yield f"<p><b>Not known from these:</b> {escape(day.missing)}</p>"
