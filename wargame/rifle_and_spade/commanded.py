"""Commanded fire (17.3): the active side's own fire, before it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import refusal
from wargame.rifle_and_spade import fire, hiding, messaging, opportunity
from wargame.rifle_and_spade.bearing import Bearing, bearings_on, choose_firers
from wargame.rifle_and_spade.eligibility import had_commanded_fire
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.shot import Shot, targets_at
from wargame.rifle_and_spade.works_position import entry_sides

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Piece, Situation

END = "end"
HERE = -1
"""In place of a hexside: fire within the hex."""
Lane = tuple["Hex", int, str]
"""A stack's hex, a hexside of it, and whether rifles or machine guns fire across it."""


@implements("RS", "17.3", "17.3.1")
def commanded_fire(situation: Situation, able: Collection[str]) -> Generator[Step, Any, Situation]:
    """Run the commanded fire subsegment: target by target, until the active side ends it.

    Args:
        situation: The position.
        able: The units that may fire: those activated now that do not dig.
    """
    across: set[Lane] = set()
    while True:
        bearings = _all_bearings(situation, able, across)
        targets = tuple(dict.fromkeys(each.target for each in bearings))
        if not targets:
            return situation
        board, side = situation.board, situation.active
        options = [Option(END, "end commanded fire")]
        options += [Option(board.label(at), f"fire at {board.describe(at)}") for at in targets]
        answer: Option = yield Choice(
            side,
            f"{side}: commanded fire",
            tuple(options),
            ("RS 17.3", "RS 17.1.2"),
            position=situation,
        )
        if answer.key == END:
            return situation
        target = board.hex(answer.key)
        firing = [each for each in bearings if each.target == target]
        firers = yield from _firers(situation, firing, target)
        across.update(lane for name in firers for lane in _lanes(situation, name, target))
        situation = yield from fire_on_command(situation, firers, target)


def _all_bearings(
    situation: Situation, able: Collection[str], across: Collection[Lane]
) -> list[Bearing]:
    """Return the stacks that can fire on command, for every enemy hex; hiding ones come out."""
    there = (situation.piece(name) for name in able if situation.on_map(name))
    firing = [piece for piece in there if _free(situation, piece)]
    hiders = [piece for piece in firing if piece.hiding]
    found: list[Bearing] = []
    for target in sorted(situation.occupied[situation.inactive]):
        for pieces, hidden in ((firing, False), (hiders, True)):
            if pieces:
                found += bearings_on(situation, pieces, target, occasion="commanded", hidden=hidden)
    return [left for each in found if (left := _with_room(situation, each, across)).units]


def _free(situation: Situation, piece: Piece) -> bool:
    """Return whether a piece may be ordered to fire at all."""
    return not piece.order and not had_commanded_fire(situation.unit(piece), piece)


@implements("RS", "17.1.3")
def _with_room(situation: Situation, bearing: Bearing, across: Collection[Lane]) -> Bearing:
    """Return a bearing without those whose stack has fired across the same hexside already.

    What is left over of a stack may fire in another direction, but the limit of a hexside cannot be
    had twice by firing in two goes (our reading).
    """
    if not across:
        return bearing
    lanes = {name: _lanes(situation, name, bearing.target) for name in bearing.units}
    return bearing.only([n for n, taken in lanes.items() if not taken or not taken <= set(across)])


def _lanes(situation: Situation, name: str, target: Hex) -> set[Lane]:
    """Return the hexsides that a unit's rifles and machine guns fire across; none for guns."""
    piece, unit = situation.piece(name), situation.unit(name)
    near = piece.at.distance(target) <= fire_mods(situation.shelf).limits.rifle_range
    kinds = ["rifles"] if unit.rifles and near else []
    kinds += ["machine guns"] if unit.machine_guns else []
    sides = entry_sides(target, piece.at) or (HERE,)
    return {(piece.at, side, kind) for side in sides for kind in kinds}


@implements("RS", "17.3", "17.3.4")
def _firers(
    situation: Situation, firing: list[Bearing], target: Hex
) -> Generator[Step, Any, tuple[str, ...]]:
    """Choose who fires; all stacks of one fire are within messaging range of each other."""

    def why_not(chosen: list[Bearing], other: Bearing) -> Ruling | None:
        if all(_in_touch(situation, each, other) for each in chosen):
            return None
        why = f"{situation.board.label(other.at)} is not within messaging range of those chosen."
        return refusal("Combined fire", why, "RS 17.3.4", "RS 9.3")

    side = situation.active
    return (yield from choose_firers(situation, side, firing, target, "RS 17.3.4", why_not))


@implements("RS", "9.3", "9.3.5")
def _in_touch(situation: Situation, one: Bearing, other: Bearing) -> bool:
    """Return whether two stacks are within messaging range of each other, by a chain (RS-Q67).

    Units of a brigiment trace it through their own alone; where independent units fire along, any
    friends will do.
    """
    if one.at == other.at:
        return True
    whose = {situation.unit(name).brigiment for name in (*one.units, *other.units)}
    brigiment = whose.pop() if len(whose) == 1 else ""
    side = situation.active
    return messaging.linked(situation, one.at, other.at, side, brigiment or None)


@implements("RS", "7.2.2", "7.6.5")
def fire_on_command(
    situation: Situation, firers: tuple[str, ...], target: Hex
) -> Generator[Step, Any, Situation]:
    """Carry out one commanded fire: who hides comes out, the target may hide, then the fire.

    The firers are committed even if the target hides (7.2.2). Those who came out are fired at
    before they fire by enemies in the open, and after it by enemies who come out (7.6.5).

    Args:
        situation: The position.
        firers: The units that fire, by id.
        target: The hex.
    """
    out = tuple(
        (name, piece.hiding)
        for name in firers
        if not hiding.may_fire_hiding(situation, piece := situation.piece(name), target)
    )
    names = [name for name, _ in out]
    situation, spent = yield from opportunity.expose(situation, names, "unhides", frozenset())
    side = situation.unit(firers[0]).side
    enemies = tuple(piece.unit for piece in situation.at(target, situation.other(side)))
    situation = yield from opportunity.offer_cover(situation, enemies)
    left = tuple(name for name in firers if situation.on_map(name))
    if left and (marks := targets_at(situation, side, target)):
        fired = yield from fire.resolve(Shot(situation, left, target, "commanded"))
        names_of = (piece.unit for piece in marks)
        situation = yield from opportunity.after_fire(fired.situation, names_of, may_hide=False)
    spent |= set(left)
    situation, _ = yield from opportunity.expose(situation, names, "fires", spent)
    return (yield from opportunity.go_down(situation, out))
