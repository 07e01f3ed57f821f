"""Which stacks bear on a hex, and as what: the choice of firers in every kind of fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.eligibility import Aim, aim
from wargame.rifle_and_spade.fire_drm import prohibited
from wargame.rifle_and_spade.hiding import comes_out, may_fire_hiding
from wargame.rifle_and_spade.shot import Shot, reaches

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.shot import FireOccasion
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Trigger


GO = "go"
"""The key of the option to fire with those chosen so far."""


@frozen
class Bearing:
    """A stack that can fire at a hex.

    Args:
        at: Where it stands.
        target: The hex it can fire at.
        units: Those of it that bear.
        near: Whether it is adjacent to the target, or in it.
        machine_guns: Those that bear with machine guns.
        hidden: Whether they must come out of hiding for it (7.6.5).
    """

    at: Hex
    target: Hex
    units: tuple[str, ...]
    near: bool
    machine_guns: tuple[str, ...] = ()
    hidden: bool = False

    def only(self, units: Collection[str]) -> Bearing:
        """Return the bearing of some of its units."""
        return evolve(
            self,
            units=tuple(name for name in self.units if name in units),
            machine_guns=tuple(name for name in self.machine_guns if name in units),
        )


@implements("RS", "17.1.2")
def bearings_on(  # noqa: PLR0913 - a question of fire has this many sides
    situation: Situation,
    firing: Iterable[Piece],
    target: Hex,
    trigger: Trigger | None = None,
    *,
    occasion: FireOccasion = "opportunity",
    hidden: bool = False,
    spent: Collection[str] = (),
) -> tuple[Bearing, ...]:
    """Return the stacks that can fire at a hex and hurt somebody there.

    Args:
        situation: The position.
        firing: Who may fire at all.
        target: The hex.
        trigger: What invites the fire.
        occasion: commanded, opportunity or counter.
        hidden: Whether to look for those who would have to come out of hiding, instead of others.
        spent: Units that have fired in this chain already (7.6.6).
    """
    found: dict[Hex, list[Aim]] = {}
    far = reaches(situation)
    for piece in firing:
        if piece.at.distance(target) > far[piece.unit] or piece.unit in spent:
            continue
        ready = _ready(situation, piece, target, occasion, hidden=hidden)
        if ready is None:
            continue
        how = aim(situation, ready, target, trigger, occasion)
        if isinstance(how, Aim):
            found.setdefault(piece.at, []).append(how)
    return tuple(
        bearing
        for at, aims in found.items()
        if (bearing := _bearing(situation, at, target, aims, trigger, hidden=hidden))
    )


def _ready(
    situation: Situation, piece: Piece, target: Hex, occasion: FireOccasion, *, hidden: bool
) -> Piece | None:
    """Return the piece as it would fire: as it is, or come out of hiding."""
    open_already = not piece.hiding or may_fire_hiding(situation, piece, target)
    if open_already or not hidden:
        return piece if open_already and not hidden else None
    out = comes_out(situation, piece, target, occasion)
    return evolve(piece, hiding="") if out else None


def _bearing(  # noqa: PLR0913 - a question of fire has this many sides
    situation: Situation,
    at: Hex,
    target: Hex,
    aims: list[Aim],
    trigger: Trigger | None,
    *,
    hidden: bool,
) -> Bearing | None:
    """Return a stack's bearing without those from whom all targets are immune; None if all are."""
    names = tuple(each.piece.unit for each in aims)
    shot = Shot(situation, names, target, "opportunity", trigger)
    targets = shot.targets
    able = [
        each for each in aims if not all(prohibited(shot, each.piece, mark) for mark in targets)
    ]
    if not able or not targets:
        return None
    return Bearing(
        at,
        target,
        tuple(each.piece.unit for each in able),
        at.distance(target) <= 1,
        tuple(each.piece.unit for each in able if each.machine_guns),
        hidden,
    )


# ---- who of those that bear fires


@implements("RS", "3.7", "17.3", "17.4")
def choose_firers(  # noqa: PLR0913 - a choice of firers has this many sides
    situation: Situation,
    side: str,
    firing: Iterable[Bearing],
    target: Hex,
    case: str,
    why_not: Callable[[list[Bearing], Bearing], Ruling | None],
) -> Generator[Step, Any, tuple[str, ...]]:
    """Let a side put together one fire: stack by stack, or unit by unit out of a stack.

    Args:
        situation: The position.
        side: Who fires.
        firing: The stacks that bear on the target.
        target: The hex.
        case: The case that lets them combine.
        why_not: Says why a stack may not join those chosen so far; None where it may.

    Returns:
        The units that fire.
    """
    chosen: list[Bearing] = []
    left = {_key(situation, each): each for each in firing}
    purpose = f"{side}: who fires at {situation.board.label(target)}"
    while left:
        found = [(key, each, why_not(chosen, each)) for key, each in left.items()]
        offers = {key: part for name, each, bar in found if bar is None
                  for key, part in _parts(name, each)}  # fmt: skip
        if not offers:
            break
        options = [Option(GO, "fire with those chosen")] if chosen else []
        options += [
            Option(key, f"from {situation.board.label(each.at)}: {', '.join(each.units)}")
            for key, each in offers.items()
        ]
        barred = tuple((key, bar) for key, _, bar in found if bar is not None)
        answer: Option = yield Choice(side, purpose, options, (case,), barred, position=situation)
        if answer.key == GO:
            break
        taken = offers[answer.key]
        chosen.append(taken)
        left = dict(_without(left.items(), taken))
    return tuple(dict.fromkeys(name for each in chosen for name in each.units))


def _key(situation: Situation, bearing: Bearing) -> str:
    word = "out " if bearing.hidden else ""
    return f"{word}{situation.board.label(bearing.at)}"


def _parts(key: str, bearing: Bearing) -> Iterable[tuple[str, Bearing]]:
    """Yield a stack as it may be chosen: whole, or each of its units by itself."""
    yield key, bearing
    if len(bearing.units) > 1:
        for name in bearing.units:
            yield f"{key} {name}", bearing.only((name,))


def _without(left: Iterable[tuple[str, Bearing]], taken: Bearing) -> Iterable[tuple[str, Bearing]]:
    """Yield what is left of the stacks once some units have been taken."""
    for key, each in left:
        rest = [name for name in each.units if name not in taken.units]
        if rest:
            yield key, each.only(rest)
