"""Fire (17): resolving one shot, with what it costs and the morale check it calls for."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.procedure import Roll, bands_of
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import actions, dice, morale, officers, us_them
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.fire_rulings import fire_ruling, too_weak
from wargame.rifle_and_spade.fire_table import DIE, fire_results
from wargame.rifle_and_spade.fire_total import net_of
from wargame.rifle_and_spade.losses import take_losses
from wargame.rifle_and_spade.rounding import HUNDRED, decimals

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Band, Step
    from wargame.rifle_and_spade.fire_points import Strength
    from wargame.rifle_and_spade.fire_table import FireResults
    from wargame.rifle_and_spade.shot import Shot
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps

Check = Literal["", "passed", "failed", "routed", "ignored"]
NEAR_MISS = "near miss"


@frozen
class Fired:
    """What a fire did.

    Args:
        situation: The position after it.
        lost: The units hit, once for every hit.
        check: What the morale check came to; empty when none was due.
    """

    situation: Situation
    lost: tuple[str, ...] = ()
    check: Check = ""


@implements("RS", "17.2", "17.2/2", "17.2/5", "1.4.4", "17.2.7")
def resolve(shot: Shot) -> Generator[Step, Any, Fired]:
    """Resolve a shot: strength, net modifier, die, fraction, losses, morale.

    Args:
        shot: The fire.

    Returns:
        The position after it.
    """
    found = strength(shot)
    table = fire_results(shot.situation.shelf)
    booked = book(shot, found)
    if table.start(found.points) < 0:
        yield too_weak(shot, found)
        return Fired(booked)
    net = net_of(shot, found)
    main: Band = yield main_roll(shot, table, found, net.value)
    result = Fraction(main.outcome)
    hits, near = yield from _fraction(shot, result)
    yield fire_ruling(shot, found, net, main, hits, near=near)
    return (yield from after_hits(shot, booked, hits, near=near))


def main_roll(shot: Shot, table: FireResults, found: Strength, net: int) -> Roll:
    """Return the roll of the main die, its faces grouped by the result."""
    purpose = f"Fire at {shot.situation.board.label(shot.target)}"
    return Roll(
        purpose,
        DIE,
        table.bands(found.points, net),
        ("RS 17.2/3", "RS 17.2/4"),
        first=0,
        position=shot.situation,
        about=shot,
    )


@lru_cache(maxsize=1 << 10)
@implements("RS", "1.4.6", "17.2.5")
def fraction_bands(result: Fraction, near: Fraction, *, nothing: bool = False) -> tuple[Band, ...]:
    """Return the percentile faces of a fire result by the hits they give.

    A roll at or under the two decimals rounds up. Where the whole number is 0, a miss by no more
    than *near* is a near miss. A fraction of .00 never rounds up (the reading of RS-Q03).

    Args:
        result: The fire result, in step losses with two decimals.
        near: How close a near miss is.
        nothing: Whether a roll of 00 does succeed against .00.
    """
    whole, _ = dice.hundredths(result)
    last = dice.chances_up(result, of_nothing=nothing) - 1
    close = last + int(near * HUNDRED) if last >= 0 and not whole else last

    def outcome(face: int) -> str:
        if face <= last:
            return str(whole + 1)
        return NEAR_MISS if face <= close else str(whole)

    return bands_of([outcome(face) for face in range(HUNDRED)], first=0)


def _fraction(shot: Shot, result: Fraction) -> Generator[Step, Any, tuple[int, bool]]:
    """Roll for the fraction of a result; return the hits, and whether it was a near miss."""
    situation = shot.situation
    near = fire_mods(situation.shelf).limits.near_miss
    bands = fraction_bands(result, near, nothing=situation.ruleset.fraction_of_nothing)
    if len(bands) == 1:  # nothing to find out
        return int(bands[0].outcome), False
    purpose = f"Fraction of {decimals(result)} at {situation.board.label(shot.target)}"
    band: Band = yield Roll(
        purpose,
        HUNDRED,
        bands,
        ("RS 1.4.6", "RS 17.2.5"),
        first=0,
        position=situation,
        about=shot,
    )
    near_miss = band.outcome == NEAR_MISS
    return 0 if near_miss else int(band.outcome), near_miss


@implements("RS", "17.2.5", "17.2.7")
def after_hits(
    shot: Shot, situation: Situation, hits: int, *, near: bool
) -> Generator[Step, Any, Fired]:
    """Apply losses, then the morale check that a loss or a near miss calls for."""
    names = tuple(piece.unit for piece in shot.targets)
    taken = yield from take_losses(situation, names, hits, shot.moving)
    after = officers.pay_for_losses(situation, taken.situation)
    left = tuple(name for name in names if after.on_map(name))
    removed = [name for name in names if name not in left]
    steps = _steps(shot.situation, names) - _steps(after, left)
    owed = near or morale.owes_check(after, names, steps, removed)
    check: Check = ""
    if owed and left:
        checked = yield from morale.morale_check(after, left, "fire")
        after, check = checked.situation, checked.result
    return Fired((yield from _end_of_us_them(shot, after)), taken.lost, check)


@implements("RS", "8.3.4")
def _end_of_us_them(shot: Shot, situation: Situation) -> Generator[Step, Any, Situation]:
    """End Us/Them where a fire has left one side alone; who drove the other off hides no more.

    Those who were fired at on their way out may yet be thrown back; their movement sees to that.
    """
    target = shot.target
    if target not in situation.shared or us_them.both_sides(situation, target):
        return situation
    if any(situation.on_map(name) for name in shot.movers):
        return situation
    opportunity = shot.occasion != "commanded"
    within = opportunity and any(not shot.distance(piece) for piece in shot.pieces)
    settled = us_them.settle(situation, [target] if within else ())
    return (yield from us_them.retain(settled))


def _steps(situation: Situation, names: Iterable[str]) -> Steps:
    return sum((situation.piece(name).steps for name in names), start=0)


@implements("RS", "7.2.2", "13.1.15", "17.3.1", "17.7.7", "17.7.8", "17.7.9")
def book(shot: Shot, found: Strength) -> Situation:
    """Return the situation with the firers marked: shoots of guns, commanded fire, digging stopped.

    Range zero fire is no shoot of a gun's (17.7.8). Those from whom the whole target is immune by
    now have fired all the same (7.2.2); those who found no room at the hexside have not.
    """
    fired = {part.piece.unit for part in found.parts} | set(found.immune)
    if shot.occasion != "commanded":
        situation = actions.interrupt(shot.situation, fired)
    else:
        situation = shot.situation
    changed = [
        _marked(shot, situation.piece(name))
        for name in sorted(fired)
        if shot.occasion == "commanded" or situation.unit(name).artillery
    ]
    return situation.replace_pieces(*changed) if changed else situation


def _marked(shot: Shot, piece: Piece) -> Piece:
    """Return a piece that has used its commanded fire, or a gun that has fired."""
    if not shot.situation.unit(piece).artillery:
        return evolve(piece, fired=True)
    own = {piece.unit} if shot.occasion == "commanded" else shot.moving
    shots = piece.shots + 1 if shot.distance(piece) else piece.shots
    return evolve(piece, shots=shots, engaged=piece.engaged | own, fired=True)
