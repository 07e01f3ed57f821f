"""Committed units of a regrouping brigiment that go to its Regroup Point after all (11.14.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal
from wargame.rifle_and_spade.dice import percentile
from wargame.rifle_and_spade.orders import change, regroup, standing
from wargame.rifle_and_spade.orders_table import orders_chart

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from wargame.core.procedure import Band, Roll, Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Situation

REVERTS, GOES_ON = "reverts", "goes on"


def committed(situation: Situation, brigiment: str) -> dict[str, tuple[str, ...]]:
    """Return the battalions with committed units on the map that can be told to come back.

    Those out of reach of messages go on to their objectives (11.6.1; our reading).
    """
    found: dict[str, tuple[str, ...]] = {}
    for piece in standing.own_pieces(situation, brigiment):
        if standing.standing(situation, piece) == "committed" and not piece.isolated:
            battalion = situation.unit(piece).battalion or piece.unit
            found[battalion] = (*found.get(battalion, ()), piece.unit)
    return found


def open_to(situation: Situation, brigiment: str) -> tuple[str, ...]:
    """Return the battalions of a brigiment that may try to turn to its Regroup Point now."""
    if situation.command(brigiment).order.kind != "regroup":
        return ()
    found = committed(situation, brigiment)
    return tuple(name for name in found if revert_ruling(situation, brigiment, name).allowed)


@implements("RS", "11.14.11", "11.6.1")
def revert_ruling(situation: Situation, brigiment: str, battalion: str) -> Ruling:
    """Return the exact chance that committed units of a battalion turn to the Regroup Point.

    It is rolled for as committing is, once for all units of the battalion.
    """
    label, order = f"{battalion} turns to the regroup point", situation.command(brigiment).order
    if order.kind != "regroup" or regroup.point(order) is None:
        return refusal(label, f"{brigiment} is not under Regroup orders.", "RS 11.14.11")
    if battalion not in committed(situation, brigiment):
        why = f"Nobody of {battalion} is committed and within reach of messages."
        return refusal(label, why, "RS 11.14.11", "RS 11.6.1")
    if change.is_midnight(situation.turn) and not situation.ruleset.commits_at_midnight:
        why = "On the turn from midnight to 4 am nobody is committed."
        return refusal(label, why, "RS 11.3.5")
    chart = orders_chart(situation.shelf)
    said = "The line for units in support."
    step = figure(
        "Matrix", chart.commit.points, said, "RS 11.3.1", "RS 11.14.11", provenance=chart.provenance
    )
    return change.check_ruling(situation, brigiment, label, step)


@implements("RS", "11.14.11")
def revert_roll(situation: Situation, brigiment: str, battalion: str) -> Roll:
    """Return the roll for it.

    Raises:
        Refused: They may not.
    """
    ruling = revert_ruling(situation, brigiment, battalion)
    if not ruling.allowed:
        raise Refused(ruling)
    bands = change.bands_of_check(ruling, REVERTS, GOES_ON)
    roll = percentile(f"{brigiment}: {battalion} to the regroup point", bands, "RS 11.14.11")
    return evolve(roll, position=situation)


@implements("RS", "11.14.11")
def try_to_revert(
    situation: Situation, brigiment: str, battalion: str
) -> Generator[Step, Any, Situation]:
    """Roll for it; those who turn are units in line like any other."""
    names = committed(situation, brigiment)[battalion]
    band: Band = yield revert_roll(situation, brigiment, battalion)
    turns = band.outcome == REVERTS
    said = f"{battalion} {'turns to the regroup point' if turns else 'keeps its objective'}."
    yield finding(f"{battalion} reverts", turns, said, "RS 11.14.11")
    if not turns:
        return situation
    command = situation.command(brigiment)
    order, goal = command.order, regroup.point(command.order)
    assert goal is not None  # noqa: S101 - or nothing could be rolled
    turned = frozenset(names) | _gone_into(situation, order, names)
    new = evolve(
        order,
        goals=tuple(sorted({**dict(order.goals), **dict.fromkeys(turned, goal)}.items())),
        routes=tuple(pair for pair in order.routes if pair[0] not in turned),
        committed=order.committed - turned,
    )
    return situation.with_command(evolve(command, order=new))


def _gone_into(situation: Situation, order: Order, names: Collection[str]) -> frozenset[str]:
    """Return committed units off the map of the same battalion, which these were made of (3.2)."""
    units = situation.roster.units
    battalions = {units[name].battalion for name in names} - {""}
    return frozenset(
        name
        for name in order.committed
        if not situation.on_map(name) and units[name].battalion in battalions
    )
