"""The voluntary rout of pickets (11.12.7/4), which gathers a brigiment for new orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import activation, rout
from wargame.rifle_and_spade.orders import pickets

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Activation, Barred, Offer
    from wargame.rifle_and_spade.state import Situation

ROUT = "rout"


@implements("RS", "11.12.7/4")
def may_rout(situation: Situation, names: Iterable[str]) -> Ruling:
    """Return whether units may rout of their own will: pickets on duty, whose steps come back."""
    label = "Voluntary rout"
    for name in names:
        if not pickets.bound(situation, situation.piece(name)):
            return refusal(label, f"{name} is no picket on duty.", "RS 11.12.7/4")
    said = "Their steps may rejoin in a later regroup."
    return figure(label, True, said, "RS 11.12.7/4", "RS 11.14.13")


@implements("RS", "11.12.7/4", "11.12.9")
def voluntary_rout(situation: Situation, names: Iterable[str]) -> Generator[Step, Any, Situation]:
    """Let pickets rout.

    Raises:
        Refused: One of them is no picket on duty.
    """
    runners = tuple(names)
    found = may_rout(situation, runners)
    if not found.allowed:
        raise Refused(found)
    after: Situation = yield from rout.rout(situation, runners)
    return after


def offers(run: Activation) -> Iterator[Offer | Barred]:
    """Yield the voluntary rout of a stack of pickets that has not done anything yet."""
    situation = run.situation
    if not situation.commands or not run.fresh:
        return
    if all(pickets.bound(situation, piece) for piece in run.pieces):
        yield activation.Offer(ROUT, "rout, to rejoin in a later regroup", _routed)


def _routed(run: Activation) -> Generator[Step, Any, Activation]:
    after = yield from voluntary_rout(run.situation, run.names)
    return evolve(run, situation=after, names=(), over=True)
