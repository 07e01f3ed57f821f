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
    from collections.abc import Generator

    from wargame.core.procedure import Band, Roll, Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation

REVERTS, GOES_ON = "reverts", "goes on"


def committed(situation: Situation, brigiment: str, battalion: str) -> tuple[str, ...]:
    """Return the committed units of a battalion on the map."""
    order = situation.command(brigiment).order
    return tuple(
        piece.unit
        for piece in standing.own_pieces(situation, brigiment)
        if piece.unit in order.committed
        and (situation.unit(piece).battalion or piece.unit) == battalion
    )


@implements("RS", "11.14.11")
def revert_ruling(situation: Situation, brigiment: str, battalion: str) -> Ruling:
    """Return the exact chance that committed units of a battalion turn to the Regroup Point.

    It is rolled for as committing is, once for all units of the battalion.
    """
    label, order = f"{battalion} turns to the regroup point", situation.command(brigiment).order
    if order.kind != "regroup" or regroup.point(order) is None:
        return refusal(label, f"{brigiment} is not under Regroup orders.", "RS 11.14.11")
    if not committed(situation, brigiment, battalion):
        return refusal(label, f"Nobody of {battalion} is committed.", "RS 11.14.11")
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
    names = committed(situation, brigiment, battalion)
    band: Band = yield revert_roll(situation, brigiment, battalion)
    turns = band.outcome == REVERTS
    said = f"{battalion} {'turns to the regroup point' if turns else 'keeps its objective'}."
    yield finding(f"{battalion} reverts", turns, said, "RS 11.14.11")
    if not turns:
        return situation
    command = situation.command(brigiment)
    order, goal = command.order, regroup.point(command.order)
    assert goal is not None  # noqa: S101 - or nothing could be rolled
    new = evolve(
        order,
        goals=tuple(sorted({**dict(order.goals), **dict.fromkeys(names, goal)}.items())),
        routes=tuple(pair for pair in order.routes if pair[0] not in names),
        committed=order.committed - frozenset(names),
    )
    return situation.with_command(evolve(command, order=new))
