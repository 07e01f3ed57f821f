"""Retreat into Us/Them (19.2): attackers go to ground in the hex they could not take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.rifle_and_spade import reorganizing, rout, stacking, us_them
from wargame.rifle_and_spade.hiding import close_terrain
from wargame.rifle_and_spade.retreat_move import draw_fire, present
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Situation

US_THEM = "us them"
LEAVE = "leave"
DONE = "done"
GIVE_WAY = "give way"
FIGHT_ON = "fight on"


@frozen
class Plan:
    """What the owner of attackers that retreat has decided.

    Args:
        situation: The position; units may have been reorganized.
        leaving: Those who leave the hex.
        staying: Those who go to ground in it.
        refused: Whether the defender would rather go on with the assault (19.2.3).
        barred: Why Us/Them was not open, for the choice of a hex.
    """

    situation: Situation
    leaving: tuple[str, ...]
    staying: tuple[str, ...] = ()
    refused: bool = False
    barred: tuple[tuple[str, Ruling], ...] = ()


@implements("RS", "19.2", "19.2.1", "19.2.2", "19.2.4")
def bar(situation: Situation, names: Sequence[str]) -> Ruling | None:
    """Return why attackers may not go to ground in their hex, or None where some of them may."""
    at = situation.piece(names[0]).at
    label = situation.board.label(at)
    what = f"Us/Them in {label}"
    if at in situation.shared:
        return refusal(what, f"{label} is in Us/Them already; nobody retreats into it.",
                       "RS 19.2.4")  # fmt: skip
    if not close_terrain(situation.ground, at):
        return refusal(what, f"{label} is open ground.", "RS 19.2", "RS 19.2.1")
    if not any(_fit(situation, (name,)) for name in names):
        return refusal(what, "None of the units could hide there.", "RS 19.2.2", "RS 3.7.10")
    return None


def can_go_to_ground(situation: Situation, names: Sequence[str]) -> bool:
    """Return whether every one of these attackers could go to ground in the hex."""
    return bar(situation, names) is None and _fit(situation, names)


def _fit(situation: Situation, names: Iterable[str]) -> bool:
    """Return whether these units, and no others of their side, could hide in the hex together."""
    pieces = [evolve(situation.piece(name), hiding="terrain", work="", order="") for name in names]
    return stacking.fits(situation, pieces, pieces[0].at)


def plan(
    situation: Situation, names: Sequence[str], *, may_leave: bool
) -> Generator[Step, Any, Plan]:
    """Ask the attacker who goes to ground and who leaves, and the defender whether that is well.

    Args:
        situation: The position.
        names: The attackers.
        may_leave: Whether all of them have a way out; otherwise they go to ground if they can.
    """
    names = tuple(names)
    why = bar(situation, names)
    if why is not None:
        return Plan(situation, names, barred=((US_THEM, why),))
    if may_leave:
        option: Option = yield _ground_or_leave(situation, names)
        if option.key == LEAVE:
            return Plan(situation, names)
    if not _fit(situation, names):
        situation, names = yield from _reorganized(situation, names)
    staying = yield from _who_stays(situation, names)
    leaving = tuple(name for name in names if name not in staying)
    refused = yield from _fights_on(situation, staying, leaving)
    return Plan(situation, leaving, staying, refused)


@implements("RS", "19.2.2")
def _reorganized(
    situation: Situation, names: tuple[str, ...]
) -> Generator[Step, Any, tuple[Situation, tuple[str, ...]]]:
    """Let attackers of whom not all can go to ground reorganize, so that more of them can."""
    piece = situation.piece(names[0])
    at, side = piece.at, situation.side(piece)
    others = {each.unit for each in situation.at(at, side)}.difference(names)
    after = yield from reorganizing.offer(situation, at, "retreat", side=side)
    return after, tuple(each.unit for each in after.at(at, side) if each.unit not in others)


def _ground_or_leave(situation: Situation, names: Sequence[str]) -> Choice:
    piece = situation.piece(names[0])
    options = (
        Option(US_THEM, "go to ground in the hex"),
        Option(LEAVE, "leave the hex"),
    )
    purpose = f"Retreat from {situation.board.label(piece.at)}: into Us/Them, or out"
    return Choice(situation.side(piece), purpose, options, ("RS 19.2",), position=situation)


@implements("RS", "19.2.2", "3.7.10")
def _who_stays(
    situation: Situation, names: tuple[str, ...]
) -> Generator[Step, Any, tuple[str, ...]]:
    """Ask who goes to ground where not all of them can, one after the other."""
    if _fit(situation, names):
        return names
    chosen: tuple[str, ...] = ()
    while able := [n for n in names if n not in chosen and _fit(situation, (*chosen, n))]:
        options = [Option(name, situation.unit(name).name) for name in able]
        if chosen:
            options.append(Option(DONE, "no more; the others leave the hex"))
        full = [name for name in names if name not in chosen and name not in able]
        barred = [(name, _no_room(situation, name)) for name in full]
        piece = situation.piece(names[0])
        purpose = f"Who goes to ground in {situation.board.label(piece.at)}"
        option: Option = yield Choice(
            situation.side(piece),
            purpose,
            options,
            ("RS 19.2.2",),
            tuple(barred),
            position=situation,
        )
        if option.key == DONE:
            break
        chosen = (*chosen, option.key)
    return chosen


def _no_room(situation: Situation, name: str) -> Ruling:
    why = f"{situation.unit(name).name} finds no room to hide beside the others."
    return refusal(name, why, "RS 3.7.10")


@implements("RS", "19.2.3")
def _fights_on(
    situation: Situation, staying: tuple[str, ...], leaving: tuple[str, ...]
) -> Generator[Step, Any, bool]:
    """Ask the defender, where Us/Them would drive some of them out, whether to fight on instead.

    There is nothing to go on with when nobody is left who could attack.
    """
    coming = (situation.piece(name) for name in (*staying, *leaving))
    if not any(each.wave and situation.unit(each).rifle for each in coming):
        return False
    piece = situation.piece(staying[0])
    side = situation.other(situation.side(piece))
    shared = us_them.enter(situation.without(leaving), piece.at, staying)
    over = stacking.excess(shared, piece.at, side)
    if not over:
        return False
    options = (
        Option(GIVE_WAY, "go to ground; what is too much retreats"),
        Option(FIGHT_ON, "go on with the assault"),
    )
    label = situation.board.label(piece.at)
    purpose = f"The attackers would go to ground in {label}, which has not room for all"
    option: Option = yield Choice(side, purpose, options, ("RS 19.2.3",), position=situation)
    return option.key == FIGHT_ON


@implements("RS", "19.2", "19.2.2", "19.1.8", "19.1.10", "8.1")
def carry_out(
    situation: Situation, staying: Sequence[str], at: Hex
) -> Generator[Step, Any, Situation]:
    """Take attackers into Us/Them: fire at them first, then both sides hide, then the excess goes.

    Args:
        situation: The position, those who leave having left.
        staying: Those who go to ground.
        at: The hex.
    """
    left = present(situation, staying, at)
    if not left:
        return situation
    side = situation.unit(left[0]).side
    pieces = [evolve(situation.piece(name), wave=0, order="") for name in left]
    after = situation.replace_pieces(*pieces)
    after = yield from draw_fire(after, Trigger("retreats", left, at))
    left = present(after, left, at)
    after = rout.confuse(after, left)
    if not left or not after.at(at, after.other(side)):
        return after
    return (yield from _share(after, at, side))


@implements("RS", "19.2.2", "8.1")
def _share(situation: Situation, at: Hex, side: str) -> Generator[Step, Any, Situation]:
    """Let both sides of a hex go to ground; what is too much leaves, the attackers' first.

    Firing at those who leave may bring others out of hiding again, so it is done until all hide.
    """
    after = situation
    while us_them.both_sides(after, at) and not all(each.hiding for each in after.at(at)):
        comers = [piece.unit for piece in after.at(at, side)]
        after = us_them.enter(after, at, comers)
        for each in (side, after.other(side)):
            if stacking.excess(after, at, each):
                after = yield from reorganizing.offer(after, at, "retreat", side=each)
        after = yield from stacking.enforce(after, at, first=side)
    return after
