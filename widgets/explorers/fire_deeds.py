"""What a target may be doing while it is fired at, and the what-if switches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from attrs import evolve, frozen

from wargame.rifle_and_spade import hiding, works_position
from wargame.rifle_and_spade.triggers import Deed

if TYPE_CHECKING:
    from wargame.rifle_and_spade.ruleset import Light
    from wargame.rifle_and_spade.shot import FireOccasion
    from wargame.rifle_and_spade.state import Piece, Situation
    from widgets.explorers.fire_plan import FirePlan

Doing = Literal["still"] | Deed
STILL: Literal["still"] = "still"
WORDS: dict[Doing, str] = {
    STILL: "keeps still (commanded fire)",
    "enters": "moves into the hex",
    "stays within": "moves within the hex",
    "ends": "ends its movement there",
    "retreats": "retreats into the hex",
    "lands": "lands from boats",
    "embarks": "embarks",
    "column": "enters or leaves column",
    "engineering": "starts to dig",
    "prolongs": "prolongs a gun by hand",
    "drags": "drags a gun",
    "unhides": "comes out of hiding",
    "fires": "has fired out of hiding",
}
"""Every deed, as a menu names it."""
COMING = frozenset({"enters", "retreats", "lands", "prolongs", "drags"})
"""Deeds that lead from one hex to another."""
LONG = frozenset({"engineering", "prolongs", "drags"})
IDLE = frozenset({STILL, "unhides", "fires", "engineering"})
"""Deeds without movement points."""
WAVES = frozenset({"enters", "stays within"})
"""Deeds that may be a movement to assault."""
DEEDS: tuple[Doing, ...] = (STILL, *get_args(Deed))


def occasion_of(deed: Doing) -> FireOccasion:
    """Return the occasion of a fire that a deed invites."""
    if deed == STILL:
        return "commanded"
    return "counter" if deed in {"unhides", "fires"} else "opportunity"


@frozen
class WhatIf:
    """The what-if switches; None leaves a thing as it stands.

    Args:
        hide: Whether the target hides, as far as it can.
        work: Whether the target is inside a fieldwork of its hex.
        column: Whether the target is in column, or limbered.
        confused: Whether the firers are Confused.
        out: Whether firers that hide come out for this fire.
        light: day, twilight or night.
    """

    hide: bool | None = None
    work: bool | None = None
    column: bool | None = None
    confused: bool | None = None
    out: bool = False
    light: Light | None = None

    @property
    def any(self) -> bool:
        """Whether anything is other than it stands."""
        return self != AS_IS


AS_IS = WhatIf()


def changed(plan: FirePlan) -> Situation:
    """Return the position of a plan: the deed worked in, and then the switches."""
    situation, what_if = plan.situation, plan.what_if
    if what_if.light is not None:
        situation = evolve(situation, light=what_if.light)
    doing = frozenset(plan.doing)
    marks = [
        _in_action(plan, situation.piece(name)) if name in doing else situation.piece(name)
        for name in plan.standing
    ]
    marks = [_in_order(situation, _in_work(situation, each, what_if), what_if) for each in marks]
    situation = situation.replace_pieces(*marks)
    if what_if.hide is not None:
        hidden = [_hidden(situation, each.unit, on=what_if.hide) for each in marks]
        situation = situation.replace_pieces(*hidden)
    firing = (_firing(plan, situation, situation.piece(name)) for name in plan.firers)
    return situation.replace_pieces(*firing)


def _in_action(plan: FirePlan, piece: Piece) -> Piece:
    """Return a piece as it is while it does the deed."""
    if plan.left is not None:
        piece = evolve(piece, came_from=plan.left)
    if plan.wave:
        return evolve(piece, wave=plan.wave, work="", hiding="")
    moves = plan.deed not in {STILL, "engineering"} and not plan.covered
    return evolve(piece, hiding="") if moves else piece


def _in_work(situation: Situation, piece: Piece, what_if: WhatIf) -> Piece:
    if what_if.work is None or bool(piece.work) == what_if.work:
        return piece
    if what_if.work:
        work = works_position.work_for(situation, situation.unit(piece), piece.at)
        return piece if work is None or piece.wave else evolve(piece, work=work.id, hiding="")
    return evolve(piece, work="", hiding="" if piece.hiding == "work" else piece.hiding)


def _in_order(situation: Situation, piece: Piece, what_if: WhatIf) -> Piece:
    unit = situation.unit(piece)
    if what_if.column is None or bool(piece.order) == what_if.column:
        return piece
    if not what_if.column:
        return evolve(piece, order="")
    if unit.arm == "headquarters" or (unit.gun is not None and unit.gun.fixed):
        return piece
    order: Literal["limbered", "column"] = "limbered" if unit.artillery else "column"
    return evolve(piece, order=order, work="", hiding="")


def _hidden(situation: Situation, name: str, *, on: bool) -> Piece:
    """Return a piece in hiding by the first way open to it, or out of hiding."""
    piece = situation.piece(name)
    if not on:
        return evolve(piece, hiding="")
    ways = () if piece.hiding else hiding.ways_to_hide(situation, (name,))
    return evolve(piece, hiding=ways[0]) if ways else piece


def _firing(plan: FirePlan, situation: Situation, piece: Piece) -> Piece:
    confused = plan.what_if.confused
    if confused is not None:
        piece = evolve(piece, confused=confused)
    return come_out(plan, situation, piece) if plan.what_if.out else piece


def come_out(plan: FirePlan, situation: Situation, piece: Piece) -> Piece:
    """Return a firer come out of hiding for the fire, where it may (7.6.5)."""
    here = plan.aimed
    if here is None or not piece.hiding:
        return piece
    out = hiding.comes_out(situation, piece, here, occasion_of(plan.deed))
    return evolve(piece, hiding="") if out else piece
