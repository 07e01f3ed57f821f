"""Opportunity fire (17.4) and the chain of counter-fire that hiding units set off (7.6.5).

One trigger is one invitation: the other side may fire once, with all adjacent stacks and the
machine guns in range together, or with one distant stack. Those who hide may come out for it; then
they take the fire of enemies in the open, fire, take the fire of enemies who come out in their
turn, and may hide again. Nobody fires twice in a chain (7.6.6), so it ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import refusal
from wargame.rifle_and_spade import column, fire, hiding, us_them
from wargame.rifle_and_spade.bearing import Bearing, bearings_on, choose_firers
from wargame.rifle_and_spade.shot import Shot
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.shot import FireOccasion
    from wargame.rifle_and_spade.state import Cover, Situation

HOLD, ALL, SOME, OUT = "hold", "all", "some", "out"
PAIR = 2
"""Of so many stacks any choice is an option of its own."""
Posture = Literal["any", "open", "hiding"]
"""Who may answer a trigger: everybody, those in the open, those who come out of hiding."""


@frozen
class Reaction:
    """What came of a trigger.

    Args:
        situation: The position after it.
        stopped: Whether the acting stack failed a morale check, routed or is gone.
        shot_at: Whether it was fired at.
        spent: The units of either side that have fired in the chain.
    """

    situation: Situation
    stopped: bool = False
    shot_at: bool = False
    spent: frozenset[str] = frozenset()


@frozen
class _Answer:
    """An answer in the making: who has come out of hiding for it so far.

    Args:
        situation: The position.
        out: The units that came out, each with how it hid.
        spent: Who has fired in the chain.
        shared: The hexes that were in Us/Them when it began.
    """

    situation: Situation
    spent: frozenset[str]
    shared: frozenset[Hex] = frozenset()
    out: tuple[tuple[str, Cover], ...] = ()


@implements("RS", "17.4", "17.4.1", "17.4.6", "17.4.7", "7.6.5", "7.6.6")
def opportunity_fire(
    situation: Situation,
    trigger: Trigger,
    spent: frozenset[str] = frozenset(),
    posture: Posture = "any",
) -> Generator[Step, Any, Reaction]:
    """Offer the other side its fire at a trigger, and resolve it.

    Args:
        situation: The position; the units of the trigger are where it says.
        trigger: What they did.
        spent: Units that have fired in the same chain and may not again.
        posture: Who may answer.

    Returns:
        The position after it, and whether the acting stack must stop.
    """
    acting = [name for name in trigger.units if situation.on_map(name)]
    if all(situation.unit(name).arm == "headquarters" for name in acting):
        return Reaction(situation, stopped=not acting, spent=spent)
    side = situation.other(situation.unit(acting[0]).side)
    answer = _Answer(situation, spent, situation.shared)
    while True:
        bearings = _answers(answer, side, trigger, posture)
        if not bearings:
            return (yield from _held(answer, trigger))
        taken: Option = yield _question(answer.situation, side, trigger, bearings)
        if taken.key == HOLD:
            return (yield from _held(answer, trigger))
        word, _, label = taken.key.partition(" ")
        if word == OUT:
            at = situation.board.hex(label)
            answer = yield from _come_out(answer, at, bearings)
            if _gone(answer.situation, trigger):
                return (yield from _held(answer, trigger))
        else:
            firers, target = yield from _named(answer.situation, side, taken.key, bearings)
            return (yield from _fire(answer, firers, target, trigger))


def _gone(situation: Situation, trigger: Trigger) -> bool:
    return not any(situation.on_map(name) for name in trigger.units)


@implements("RS", "17.4.5", "17.7.7")
def _answers(answer: _Answer, side: str, trigger: Trigger, posture: Posture) -> tuple[Bearing, ...]:
    """Return the stacks that could answer: at the hex entered, or at the one left.

    Guns that waited to see where a stack went may take one of the hexes before.
    """
    situation, spent = answer.situation, answer.spent
    ready = situation.of(side)
    hiders = [piece for piece in ready if piece.hiding] if posture != "open" else []
    if posture == "hiding":
        out = frozenset(name for name, _ in answer.out)
        ready = tuple(piece for piece in ready if piece.unit in out)
    found: list[Bearing] = []
    for target in (trigger.at, trigger.left):
        if target is not None:
            found += bearings_on(situation, ready, target, trigger, spent=spent)
            found += bearings_on(situation, hiders, target, trigger, hidden=True, spent=spent)
    guns = [piece for piece in ready if trigger.passed and situation.unit(piece).artillery]
    for target in trigger.passed if guns else ():
        found += bearings_on(situation, guns, target, trigger, spent=spent)
    return tuple(found)


@implements("RS", "17.4")
def _question(
    situation: Situation, side: str, trigger: Trigger, bearings: tuple[Bearing, ...]
) -> Choice:
    """Return the choice of an answer: all near stacks together, one stack, some, or none (RS-Q66).

    *Near* are the stacks that are adjacent or in the hex itself; machine guns in range join them.
    """
    label = situation.board.label
    options = [Option(HOLD, "hold fire")]
    for target in dict.fromkeys(each.target for each in bearings):
        here = [each for each in bearings if each.target == target and not each.hidden]
        joint = [each for each in here if each.near or each.machine_guns]
        if len(joint) > 1:
            who = ", ".join(label(each.at) for each in joint)
            said = f"fire at {label(target)} together from {who}"
            options.append(Option(f"{label(target)} {ALL}", said))
        options += [
            Option(
                f"{label(target)} {label(each.at)}",
                f"fire at {label(target)} from {label(each.at)}: {', '.join(each.units)}",
            )
            for each in here
        ]
        if len(joint) > PAIR or any(len(each.units) > 1 for each in here):
            said = f"choose who fires at {label(target)}"
            options.append(Option(f"{label(target)} {SOME}", said))
    for at in dict.fromkeys(each.at for each in bearings if each.hidden):
        names = dict.fromkeys(n for b in bearings if b.at == at and b.hidden for n in b.units)
        said = f"come out of hiding in {label(at)}: {', '.join(names)}"
        options.append(Option(f"{OUT} {label(at)}", said))
    purpose = f"{side}: fire at {', '.join(trigger.units)} ({trigger.deed})"
    return Choice(side, purpose, tuple(options), ("RS 17.4", "RS 17.4.5"), position=situation)


@implements("RS", "17.4")
def _named(
    situation: Situation, side: str, key: str, bearings: tuple[Bearing, ...]
) -> Generator[Step, Any, tuple[tuple[str, ...], Hex]]:
    """Return the firers and the target of an option; ask for them one by one where it is *some*."""
    first, _, second = key.partition(" ")
    target = situation.board.hex(first)
    here = [each for each in bearings if each.target == target and not each.hidden]
    if second == SOME:
        names = yield from choose_firers(situation, side, here, target, "RS 17.4", _apart)
        return names, target
    if second != ALL:
        at = situation.board.hex(second)
        return next(each.units for each in here if each.at == at), target
    joint = (each.units if each.near else each.machine_guns for each in here)
    return tuple(name for names in joint for name in names), target


def _apart(chosen: list[Bearing], other: Bearing) -> Ruling | None:
    """Return why a stack may not fire together with others: one that is distant fires alone."""
    stacks = {each.at for each in chosen} | {other.at}
    if len(stacks) == 1 or all(map(_joins, (*chosen, other))):
        return None
    why = "Of the distant stacks machine guns alone join the others; any other fires by itself."
    return refusal("Combined fire", why, "RS 17.4")


def _joins(bearing: Bearing) -> bool:
    return bearing.near or bearing.units == bearing.machine_guns


@implements("RS", "7.6.5/1", "7.6.5/2")
def _come_out(
    answer: _Answer, at: Hex, bearings: tuple[Bearing, ...]
) -> Generator[Step, Any, _Answer]:
    """Bring a stack out of hiding: enemies in the open fire at it before it fires itself."""
    situation = answer.situation
    named = (name for each in bearings if each.at == at and each.hidden for name in each.units)
    names = tuple(dict.fromkeys(named))
    how = tuple((name, situation.piece(name).hiding) for name in names)
    after, spent = yield from expose(situation, names, "unhides", answer.spent)
    return evolve(answer, situation=after, spent=spent, out=(*answer.out, *how))


@implements("RS", "7.6.5/2", "7.6.5/4")
def expose(
    situation: Situation,
    names: Iterable[str],
    deed: Literal["unhides", "fires"],
    spent: frozenset[str],
) -> Generator[Step, Any, tuple[Situation, frozenset[str]]]:
    """Let the enemy answer each stack that comes out of hiding, or has fired out of it.

    The first is answered by those in the open, the second by those who come out in their turn.

    Args:
        situation: The position.
        names: The units, of one side; those off the map do not matter.
        deed: What they do: they come out, which is done here, or they have fired.
        spent: Who has fired in the chain.

    Returns:
        The position after it, and who has fired by then.
    """
    stacks: dict[Hex, list[str]] = {}
    for name in names:
        if situation.on_map(name):
            stacks.setdefault(situation.piece(name).at, []).append(name)
    posture: Posture = "open" if deed == "unhides" else "hiding"
    for at, units in stacks.items():
        left = tuple(name for name in units if situation.on_map(name))
        if not left:
            continue
        if deed == "unhides":
            situation = hiding.unhide(situation, left)
        trigger = Trigger(deed, left, at)
        back = yield from opportunity_fire(situation, trigger, spent, posture)
        situation, spent = back.situation, back.spent
    return situation, spent


@implements("RS", "7.6.5/3", "7.6.5/4", "17.4.11")
def _fire(
    answer: _Answer, firers: tuple[str, ...], target: Hex, trigger: Trigger
) -> Generator[Step, Any, Reaction]:
    """Fire, then let hiding enemies come out against those who came out for it."""
    occasion: FireOccasion = "counter" if trigger.deed in {"unhides", "fires"} else "opportunity"
    shot = Shot(answer.situation, firers, target, occasion, trigger)
    marks = tuple(piece.unit for piece in shot.targets if piece.unit not in trigger.units)
    fired = yield from fire.resolve(shot)
    situation = yield from after_fire(fired.situation, marks, may_hide=True)
    spent = answer.spent | set(firers)
    stopped = fired.check in {"failed", "routed"} or _gone(situation, trigger)
    came = [name for name, _ in answer.out if name in firers]
    situation, spent = yield from expose(situation, came, "fires", spent)
    answer = evolve(answer, situation=situation)
    situation = yield from go_down(situation, _again(answer, firers, stopped=stopped))
    return Reaction(situation, stopped, shot_at=True, spent=spent)


@implements("RS", "7.2.1", "14.2.8")
def after_fire(
    situation: Situation, marks: Iterable[str], *, may_hide: bool
) -> Generator[Step, Any, Situation]:
    """Let a stack that was fired at leave column, and hide if it was opportunity fire.

    One that moves is asked by its movement.

    Args:
        situation: The position after the fire.
        marks: The units fired at; those off the map do not matter.
        may_hide: Whether they may hide now.
    """
    still = tuple(name for name in marks if situation.on_map(name))
    situation = yield from column.leave_under_fire(situation, still)
    return (yield from offer_cover(situation, still)) if may_hide else situation


@implements("RS", "7.1.2", "7.2.1", "7.2.2")
def offer_cover(situation: Situation, names: tuple[str, ...]) -> Generator[Step, Any, Situation]:
    """Ask the owner of units whether they hide, and how, where they can.

    Those inside works are asked apart from those outside. Where there is no room for all of them
    each is asked by itself.

    Args:
        situation: The position.
        names: Units of one side in one hex.
    """
    pieces = [situation.piece(name) for name in names]
    for inside in (True, False):
        group = [p.unit for p in pieces if not p.hiding and bool(p.work) is inside]
        if not group:
            continue
        parts = [group] if hiding.ways_to_hide(situation, group) else [[name] for name in group]
        for part in parts:
            situation = yield from _offer(situation, part)
    return situation


def _offer(situation: Situation, names: list[str]) -> Generator[Step, Any, Situation]:
    ways = hiding.ways_to_hide(situation, names)
    if not ways:
        return situation
    at = situation.board.label(situation.piece(names[0]).at)
    side = situation.unit(names[0]).side
    options = [Option("stay", "stay as they are")]
    options += [Option(f"hide {way}", f"hide: {way}") for way in ways]
    purpose = f"{side}: hide in {at}, {', '.join(names)}"
    answer: Option = yield Choice(
        side, purpose, tuple(options), ("RS 7.2.1", "RS 7.2.2"), position=situation
    )
    chosen = next((way for way in ways if answer.key == f"hide {way}"), None)
    return situation if chosen is None else hiding.hide(situation, names, chosen)


@implements("RS", "8.3.1/3", "8.3.1/4", "8.3.3", "8.3.4")
def _again(
    answer: _Answer, firers: Iterable[str] = (), *, stopped: bool = False
) -> tuple[tuple[str, Cover], ...]:
    """Return those who came out and may go down again, each with how it hid.

    In Us/Them, who has fired stays out if the enemy in the hex is gone (RS-Q69): destroyed, or on
    its way out and not *stopped*, after which it is thrown back.
    """
    situation, fired = answer.situation, frozenset(firers)
    found = []
    for name, cover in answer.out:
        if not situation.on_map(name):
            continue
        at = situation.piece(name).at
        rid = at not in situation.shared or not (stopped or us_them.both_sides(situation, at))
        if not (name in fired and at in answer.shared and rid):
            found.append((name, cover))
    return tuple(found)


@implements("RS", "7.6.5/5", "8.3.1/3", "8.3.1/4")
def go_down(
    situation: Situation, out: Iterable[tuple[str, Cover]]
) -> Generator[Step, Any, Situation]:
    """Let those who came out of hiding hide again as they did; in Us/Them they must.

    Args:
        situation: The position.
        out: The units, each with how it hid; those off the map do not matter.
    """
    stacks: dict[tuple[Hex, Cover], list[str]] = {}
    for name, cover in out:
        if situation.on_map(name) and not situation.piece(name).hiding:
            stacks.setdefault((situation.piece(name).at, cover), []).append(name)
    for (at, cover), names in stacks.items():
        back = hiding.rehide(situation, names, [cover] * len(names))
        down = [name for name in names if back.piece(name).hiding]
        if not down:
            continue
        if at not in situation.shared:
            side, label = situation.unit(down[0]).side, situation.board.label(at)
            options = (Option("stay", "stay in the open"), Option("hide", "hide again"))
            purpose = f"{side}: {', '.join(down)} in {label}, hide again"
            taken: Option = yield Choice(
                side, purpose, options, ("RS 7.6.5/5",), position=situation
            )
            if taken.key == "stay":
                continue
        situation = back
    return situation


def _held(answer: _Answer, trigger: Trigger) -> Generator[Step, Any, Reaction]:
    """End without a fire: whoever came out for nothing may go down again."""
    situation = yield from go_down(answer.situation, _again(answer))
    return Reaction(situation, _gone(situation, trigger), spent=answer.spent)
