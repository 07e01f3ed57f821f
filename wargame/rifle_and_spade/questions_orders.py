"""The rule questions about officer points from turn to turn, orders and initiative, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.drivers import play
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, automatic, figure
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import initiative_table
from wargame.rifle_and_spade import officer_points as officers
from wargame.rifle_and_spade.orders import change, committing, continuation
from wargame.rifle_and_spade.orders.order import GROUPS, called
from wargame.rifle_and_spade.scene import FAMILY

if TYPE_CHECKING:
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Situation

TWO = 2


def _kind(name: str, where: str) -> OrderKind:
    found = next((kind for kind in GROUPS if kind == name), None)
    if found is None:
        raise RequestError(f"question {where}, kind", shown(name), one_of(GROUPS, name))
    return found


@question("rs.officer_gain", scene=FAMILY)
def officer_gain(situation: Situation, *, brigiment: str) -> Ruling:
    """The officer points that a brigade or regiment gains or loses this turn by its order.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return officers.gain(situation, brigiment)


@question("rs.half_maximum", scene=FAMILY)
def half_maximum(situation: Situation, *, brigiment: str) -> Ruling:
    """How far the officer points of a brigade or regiment may rise now.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return officers.half_maximum(situation, brigiment)


@question("rs.officers_adjusted", scene=FAMILY)
def officers_adjusted(
    situation: Situation, *, brigiment: str, rolls: tuple[int, ...] = ()
) -> Ruling:
    """The officer points of a brigade or regiment after it was adjusted for its order.

    Args:
        situation: The position.
        brigiment: Its name.
        rolls: The die for half a point, where one is needed.
    """
    script = Scripted("rs.officers_adjusted", rolls, ())
    played = play(lambda: officers.adjust(situation, brigiment), script)
    script.finish()
    after: Situation = played.outcome
    label = f"Officer points of {brigiment}"
    if played.told:
        return played.told[-1]
    return automatic(label, after.points_of(brigiment), "They stay as they are.", "RS 10.1")


@question("rs.continuation", scene=FAMILY)
def orders_continuation(situation: Situation, *, brigiment: str) -> Ruling:
    """The exact chance that the order of a brigade or regiment continues.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return continuation.continuation(situation, brigiment)


@question("rs.degraded_order", scene=FAMILY)
def degraded_order(situation: Situation, *, brigiment: str) -> Ruling:
    """What the order of a brigade or regiment becomes when it fails.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    order = situation.command(brigiment).order
    new = continuation.degraded(order)
    if new is None:
        said = f"{called(order.kind).capitalize()} never fails."
        return automatic("Degraded order", order.kind, said, "RS 11.13.11")
    return figure(
        "Degraded order", new, f"{called(order.kind).capitalize()} fails to it.", "RS 11.2.4"
    )


@question("rs.change", scene=FAMILY)
def change_orders(situation: Situation, *, brigiment: str, kind: str) -> Ruling:
    """The exact chance to change to an order, or why that is not allowed.

    Args:
        situation: The position.
        brigiment: Its name.
        kind: The new order, such as ``attack``.
    """
    return change.change_ruling(situation, brigiment, _kind(kind, "rs.change"))


@question("rs.support_limit", scene=FAMILY)
def support_limit(situation: Situation, *, brigiment: str, kind: str) -> Ruling:
    """How many battalions may be in support under an order.

    Args:
        situation: The position.
        brigiment: Its name.
        kind: The order, such as ``attack``.
    """
    return committing.support_limit(situation, brigiment, _kind(kind, "rs.support_limit"))


@question("rs.commit", scene=FAMILY)
def commit(situation: Situation, *, brigiment: str, battalion: str) -> Ruling:
    """The exact chance to commit a battalion in support, or why that is not allowed.

    Args:
        situation: The position.
        brigiment: Its name.
        battalion: The battalion.
    """
    return committing.commit_ruling(situation, brigiment, battalion)


@question("rs.initiative", scene=FAMILY)
def initiative(situation: Situation, *, rolls: tuple[int, ...], neutral: int) -> Ruling:
    """Who is active and whether he chooses the brigiment, with three dice thrown at once.

    Args:
        situation: The position.
        rolls: The dice of the two sides, the first player's first.
        neutral: The die of neither, for the sequencing.
    """
    if len(rolls) != TWO:
        found = f"{len(rolls)} dice"
        raise RequestError("question rs.initiative, rolls", found, "one for each side")
    return initiative_table.in_one_throw(situation, (rolls[0], rolls[1]), neutral)


@question("rs.initiative_drm", scene=FAMILY)
def initiative_drm(situation: Situation, *, side: str) -> Ruling:
    """What is added to a side's die for the initiative.

    Args:
        situation: The position.
        side: The side.
    """
    return initiative_table.initiative_drm(situation, side)


@question("rs.discretion", scene=FAMILY)
def discretion(situation: Situation, *, side: str) -> Ruling:
    """The highest roll on which an active side chooses which of its brigiments acts.

    Args:
        situation: The position.
        side: The side.
    """
    return initiative_table.discretion(situation, side)
