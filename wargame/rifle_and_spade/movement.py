"""Movement (14): the activation of a stack, choice by choice, and the subsegment of all stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, as_cases
from wargame.rifle_and_spade import (
    activation,
    column,
    entering,
    guns,
    posture,
    reorganizing_in_play,
    to_assault,
)
from wargame.rifle_and_spade.activation import Activation, Offer
from wargame.rifle_and_spade.costs import allowance, entry_cost, points, reach
from wargame.rifle_and_spade.orders import picket_rout, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Barred
    from wargame.rifle_and_spade.state import Situation

    Bar = Callable[[Situation, tuple[str, ...], Hex], Ruling | None]

__all__ = [
    "activate_to_move",
    "allowance",
    "entry_cost",
    "go_on",
    "movement_subsegment",
    "openings",
    "points",
    "reach",
]

END, DONE, DROP, REORGANIZE = "end", "done", "drop", "reorganize"
CASES = as_cases(("RS 14.1", "RS 14.1.5"))


# ---- the subsegment


@implements("RS", "2.0/4c.iii", "14.1.7", "14.1.8", "14.4.6")
def movement_subsegment(
    situation: Situation,
    able: Iterable[str],
    waiting: Iterable[str] = (),
    bar: Bar | None = None,
) -> Generator[Step, Any, Situation]:
    """Let the active side move its stacks one after the other, in the order it likes.

    Until the first of them moves, units that are to move may be reorganized (3.2.1).

    Args:
        situation: The position.
        able: The units that may be activated to move.
        waiting: Units of brigiments activated earlier, which have waited to assault with these.
        bar: What the scenario forbids: given the situation, the units and a hex, the refusal.
    """
    left, held = dict.fromkeys(able), frozenset(waiting)
    open_hexes = reorganizing_in_play.places(situation, left)
    while True:
        stacks = _stacks(situation, (*left, *sorted(held)))
        if not stacks:
            return situation
        answer: Option = yield _which_stack(situation, stacks, left, open_hexes)
        if answer.key == DONE:
            return situation
        word, _, label = answer.key.partition(" ")
        if word == REORGANIZE:
            cell = situation.board.hex(label)
            situation, left = yield from _reorganized(situation, cell, left)
            open_hexes = tuple(each for each in open_hexes if each != cell)
            continue
        open_hexes = ()
        names = _named(situation, stacks, answer.key)
        later = frozenset(left).difference(names)
        run = Activation(situation, names, waiting=held & frozenset(names), bar=bar, later=later)
        run = yield from _activate(run)
        situation = run.situation
        used = frozenset(names) - run.behind
        left = {name: None for name in left if name not in used}
        held -= used


@implements("RS", "3.2.1")
def _reorganized(
    situation: Situation, cell: Hex, left: dict[str, None]
) -> Generator[Step, Any, tuple[Situation, dict[str, None]]]:
    """Let units in a hex be reorganized before anybody moves; what is made of them may move."""
    after = yield from reorganizing_in_play.in_hex(situation, cell, left)
    made = (piece.unit for piece in after.at(cell) if not situation.on_map(piece.unit))
    return after, {name: None for name in (*left, *made) if after.on_map(name)}


@implements("RS", "14.1", "14.1.7")
def _stacks(situation: Situation, names: Iterable[str]) -> dict[Hex, list[str]]:
    """Return the units that may still be activated, by hex."""
    found: dict[Hex, list[str]] = {}
    for name in names:
        if not situation.on_map(name):
            continue
        piece = situation.piece(name)
        if situation.side(piece) != situation.active or piece.wave or piece.task or piece.acted:
            continue
        found.setdefault(piece.at, []).append(name)
    return found


def _which_stack(
    situation: Situation,
    stacks: dict[Hex, list[str]],
    left: Iterable[str],
    open_hexes: Iterable[Hex] = (),
) -> Choice:
    owed = progress.done_bar(situation, (name for name in left if situation.on_map(name)))
    options = [] if owed else [Option(DONE, "end the Movement Subsegment")]
    barred = ((DONE, owed),) if owed else ()
    label = situation.board.label
    for at, names in stacks.items():
        who = ", ".join(names)
        options.append(Option(label(at), f"move the stack at {label(at)}: {who}"))
        if len(names) > 1:
            options += [Option(name, f"move {name} by itself") for name in names]
    options += [
        Option(f"{REORGANIZE} {label(at)}", f"first reorganize those in {label(at)}")
        for at in open_hexes
    ]
    side = situation.active
    return Choice(
        side,
        f"{side}: which stack moves",
        options,
        ("RS 14.1.7", "RS 14.1.8"),
        barred,
        position=situation,
    )


def _named(situation: Situation, stacks: dict[Hex, list[str]], key: str) -> tuple[str, ...]:
    for at, names in stacks.items():
        if key in names:
            return (key,)
        if situation.board.label(at) == key:
            return tuple(names)
    return ()


# ---- one stack


@implements("RS", "14.1", "14.1.7", "14.1.8")
def activate_to_move(
    situation: Situation,
    names: Iterable[str],
    waiting: Iterable[str] = (),
    bar: Bar | None = None,
) -> Generator[Step, Any, Situation]:
    """Move one stack from first to last; return the situation after.

    Args:
        situation: The position.
        names: The units of the stack, all in one hex.
        waiting: Those of them that belong to brigiments activated earlier (14.4.6).
        bar: What the scenario forbids.
    """
    names = tuple(names)
    held = frozenset(waiting) & frozenset(names)
    run = yield from _activate(Activation(situation, names, waiting=held, bar=bar))
    return run.situation


def go_on(run: Activation) -> Generator[Step, Any, Situation]:
    """Move a stack on that has begun elsewhere, as when it enters the map (15.1.1)."""
    run = yield from _activate(run)
    return run.situation


def _activate(run: Activation) -> Generator[Step, Any, Activation]:
    start = run
    run = yield from _moved(run)
    return evolve(run, situation=progress.noted(start, run))


def _moved(run: Activation) -> Generator[Step, Any, Activation]:
    while not run.over:
        offers, bars = openings(run)
        choice = _choice(run, offers, bars)
        answer: Option = yield choice
        if answer.key == END:
            return (yield from _ended(run))
        offer = next(each for each in offers if each.key == answer.key)
        run = yield from offer.act(run, *offer.args)
        run = _used(run)
    return (yield from _ended(run, ask=True))


def _choice(run: Activation, offers: list[Offer], bars: list[Barred]) -> Choice:
    options = [offer.option for offer in offers]
    if run.waiting and any(offer.act is to_assault.attack for offer in offers):
        why = "Those who have waited for another brigiment must now move to assault."
        bars.append(activation.barred(END, why, "RS 14.4.6"))
    elif owed := progress.end_bar(run, {option.key for option in options}):
        over = [key for key in (option.key for option in options) if _ends(key)]
        bars += [(key, owed) for key in (END, *over)]
        options = [option for option in options if option.key not in over]
    else:
        options.insert(0, Option(END, "end this movement"))
    taken = {option.key for option in options}
    closed: dict[str, Ruling] = {}
    for key, why_not in bars:
        if key not in taken:
            closed.setdefault(key, why_not)
    who = ", ".join(run.names)
    left = activation.points_of(run.left)
    purpose = f"{who} at {run.label(run.cell)}: {left} left"
    return Choice(run.side, purpose, options, CASES, tuple(closed.items()), position=run.situation)


@implements("RS", "11.8.3", "11.11.5", "11.14.5")
def _ends(key: str) -> bool:
    """Return whether an option comes to ending the movement: who hides does not go on."""
    return key == posture.UNHIDE or key.startswith(f"{posture.HIDE} ")


def openings(run: Activation) -> tuple[list[Offer], list[Barred]]:
    """Return what a stack may do now, and what it may not, with the reasons."""
    offers: list[Offer] = []
    bars: list[Barred] = []
    for source in _SOURCES:
        for each in source(run):
            if isinstance(each, Offer):
                offers.append(each)
            else:
                bars.append(each)
    return offers, bars


def _used(run: Activation) -> Activation:
    """Mark the units that have done something as activated this turn."""
    fresh = [
        evolve(piece, acted=True)
        for name in run.names
        if run.situation.on_map(name)
        and not (piece := run.situation.piece(name)).acted
        and not run.fresh
    ]
    return evolve(run, situation=run.situation.replace_pieces(*fresh)) if fresh else run


@implements("RS", "17.4.10", "7.2.1", "7.2/1", "14.4.1")
def _ended(run: Activation, *, ask: bool = False) -> Generator[Step, Any, Activation]:
    """End a movement: announce it if nobody has fired yet, then let a stopped stack hide."""
    run = yield from activation.announced(run)
    if ask and run.names:
        run = yield from posture.hide_after(run)
    return run


# ---- dropping units off


@implements("RS", "14.1.7")
def _dropping(run: Activation) -> Iterator[Offer | Barred]:
    if len(run.names) == 1:
        return
    for name in run.names:
        words = "leave behind" if run.fresh else "drop"
        yield Offer(f"{DROP} {name}", f"{words} {name}", _drop, (name,))


@implements("RS", "14.1.7", "17.4.10")
def _drop(run: Activation, name: str) -> Generator[Step, Any, Activation]:
    """Drop a unit off: before anything is done it is not activated, afterwards it is finished."""
    rest = tuple(each for each in run.names if each != name)
    if run.fresh:
        waiting = run.waiting - {name}
        return evolve(run, names=rest, waiting=waiting, behind=run.behind | {name})
    alone = yield from activation.announced(evolve(run, names=(name,)))
    situation = alone.situation
    cell = run.cell
    rest = tuple(n for n in rest if situation.on_map(n) and situation.piece(n).at == cell)
    over = not rest or (alone.over and bool(alone.shot_at) and _all_confused(situation, rest))
    return evolve(run, situation=situation, names=rest, over=over)


def _all_confused(situation: Situation, names: tuple[str, ...]) -> bool:
    return all(situation.piece(name).confused for name in names)


_SOURCES: tuple[Callable[[Activation], Iterator[Offer | Barred]], ...] = (
    posture.offers,
    entering.offers,
    to_assault.offers,
    column.offers,
    guns.offers,
    picket_rout.offers,
    _dropping,
)
"""Where the options of a stack come from, in the order they are listed."""
