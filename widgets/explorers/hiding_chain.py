"""The chain of counter-fire (7.6.5) step by step: what a run of it came to, and numbered arrows."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.procedure import Request, Roll
from wargame.core.run import Run
from wargame.rifle_and_spade import opportunity
from widgets.svg import centre, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation

NOW, BEFORE = "#a1260d", "#7d6a58"
HIDE = "hide"


@frozen
class Event:
    """One step of a chain.

    Args:
        words: What happened.
        line: How many answers had been given by then.
        fire: The number of the fire, from 1; 0 for every other step.
        starts: The hexes the fire came from.
        target: The hex fired at.
        cases: The cases that say so.
    """

    words: str
    line: int
    fire: int = 0
    starts: tuple[Hex, ...] = ()
    target: Hex | None = None
    cases: tuple[str, ...] = ()


def willing(request: Request) -> int | str:
    """Answer as one who fires whenever he can, comes out for it, hides again, and hits nothing."""
    if isinstance(request, Roll):
        return request.last
    keys = [option.key for option in request.options]
    out = [key for key in keys if key.startswith(f"{opportunity.OUT} ")]
    if opportunity.HOLD in keys:
        fires = [key for key in keys if key not in out and key != opportunity.HOLD]
        return next(iter([*fires, *out]), keys[0])
    return HIDE if HIDE in keys else keys[0]


def events_of(
    procedure: Procedure, journal: Iterable[int | str], start: Situation, opening: str = ""
) -> tuple[Event, ...]:
    """Return what has happened after some answers, step by step.

    Args:
        procedure: The chain.
        journal: The answers.
        start: The position it began with, to know where the firers stand.
        opening: How the chain begins, in words; empty where nobody comes out of hiding for it.
    """
    run, found = Run(procedure), list[Event]()
    if opening:
        found.append(Event(opening, 0, cases=("RS 7.6.5/1",)))
    found += _told(run.told, 0, found, start)
    for answer in journal:
        request, told = run.request, len(run.told)
        assert request is not None  # noqa: S101 - these answers were given to it before
        run.answer(answer)
        line = len(run.journal)
        cases = tuple(map(str, request.cases))
        found.append(Event(_answered(request, answer), line, cases=cases))
        found += _told(run.told[told:], line, found, start)
    return tuple(found)


def _answered(request: Request, answer: int | str) -> str:
    """Return what was thrown, or decided and by whom."""
    if isinstance(request, Roll):
        face = f"{answer:02}" if request.faces > 10 else f"{answer}"  # noqa: PLR2004 - a pair
        return f"{request.purpose}: {face}, {request.band(answer).outcome}."
    label = request.option(answer).label
    if opportunity.HOLD in [option.key for option in request.options]:
        return f"{request.who}: {label}."
    return f"{request.purpose}: {label}."


def _told(
    told: Iterable[Ruling], line: int, before: Iterable[Event], start: Situation
) -> Iterator[Event]:
    fires = sum(1 for each in before if each.fire)
    for ruling in told:
        cases = tuple(map(str, ruling.cases))
        if not ruling.label.startswith("Fire at "):
            yield Event(f"{ruling.label}: {ruling.sentence}", line, cases=cases)
            continue
        fires += 1
        names, _, label = ruling.sentence.partition(":")[0].rpartition(" at ")
        there = [start.piece(name).at for name in names.split(", ") if start.on_map(name)]
        starts, target = tuple(dict.fromkeys(there)), start.board.hex(label)
        yield Event(f"{ruling.sentence}", line, fires, starts, target, cases)


def arrows_svg(board: Board, events: Iterable[Event]) -> str:
    """Return a numbered arrow for every fire; the last is the darkest and the thickest."""
    fires = [each for each in events if each.fire]
    drawn = [
        _arrow(board, at, event.target, event.fire, now=event is fires[-1])
        for event in fires
        for at in event.starts
        if event.target is not None and at != event.target
    ]
    return f'<g class="wg-hiding-chain">{"".join(drawn)}</g>' if drawn else ""


def _arrow(board: Board, start: Hex, end: Hex, count: int, *, now: bool) -> str:
    (x1, y1), (x2, y2) = centre(board, start), centre(board, end)
    length = max(hypot(x2 - x1, y2 - y1), 1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    aside = -uy * 8, ux * 8  # so that fire and reply do not lie on each other
    x1, y1, x2, y2 = x1 + aside[0], y1 + aside[1], x2 + aside[0], y2 + aside[1]
    tail, tip = (x1 + ux * 8, y1 + uy * 8), (x2 - ux * 13, y2 - uy * 13)
    base = tip[0] - ux * 12, tip[1] - uy * 12
    line = f"M{number(tail[0])} {number(tail[1])}L{number(base[0])} {number(base[1])}"
    wings = "".join(f"L{number(base[0] - uy * by)} {number(base[1] + ux * by)}" for by in (7, -7))
    colour, width = (NOW, 4) if now else (BEFORE, 2.6)
    x, y = tail
    return (
        f'<path d="{line}" stroke="#fff" stroke-width="{width + 3}" fill="none"/>'
        f'<path d="{line}" stroke="{colour}" stroke-width="{width}" fill="none"/>'
        f'<path d="M{number(tip[0])} {number(tip[1])}{wings}Z" fill="{colour}" stroke="#fff" '
        f'stroke-width="1.2"/><circle cx="{number(x)}" cy="{number(y)}" r="9" '
        f'fill="{colour if now else "#fff"}" stroke="{colour}" stroke-width="2"/>'
        f'<text x="{number(x)}" y="{number(y + 4)}" text-anchor="middle" font-size="12" '
        f'font-weight="700" fill="{"#fff" if now else colour}">{count}</text>'
    )
