"""Committing battalions in support (11.5.9, 11.5.10): what it takes, the exact chance, the roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal
from wargame.rifle_and_spade.dice import percentile
from wargame.rifle_and_spade.officer_points import battalions_left
from wargame.rifle_and_spade.orders import change, channel, standing
from wargame.rifle_and_spade.orders.order import Goal, called
from wargame.rifle_and_spade.orders_table import orders_chart, support_chart

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Band, Roll, Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Piece, Situation

COMMITTED, HELD = "committed", "in support"


@implements("RS", "11.5.1", "11.5.2", "11.5.3")
def support_limit(situation: Situation, brigiment: str, kind: OrderKind) -> Ruling:
    """Return how many battalions an order of a kind may keep in support."""
    there = battalions_left(situation, brigiment)
    chart = support_chart(situation.shelf)
    most = chart.most(kind, len(there))
    case = "RS 11.5.1" if kind in chart.battalions else "RS 11.5.2"
    said = f"Of {len(there)} battalions under {called(kind)}."
    origin = chart.provenance if kind in chart.battalions else None
    return figure("In support at most", most, said, case, provenance=origin, unit="battalions")


def in_support(situation: Situation, brigiment: str) -> dict[str, tuple[str, ...]]:
    """Return the battalions that have units in support, each with those units on the map."""
    support = situation.command(brigiment).order.support
    found: dict[str, tuple[str, ...]] = {}
    for piece in standing.own_pieces(situation, brigiment):
        if piece.unit in support:
            battalion = situation.unit(piece).battalion or piece.unit
            found[battalion] = (*found.get(battalion, ()), piece.unit)
    return found


@implements("RS", "11.5.9", "11.5.9/1", "11.5.9/2", "11.6.1", "11.6.2")
def requirement(situation: Situation, name: str) -> Ruling:
    """Return whether a unit in support may be committed: not isolated, and not before the line.

    A place within or behind the channel of march is not asked for once everybody in line is at his
    objective, nor where nobody in line has one (our reading); only the former completes an order.
    """
    piece, label = situation.piece(name), f"Commit {name}"
    command = situation.commanded(piece)
    if command is None or name not in command.order.support:
        return refusal(label, f"{name} is not in support.", "RS 11.5.10")
    if piece.isolated:
        return refusal(label, f"{name} is isolated.", "RS 11.5.9/2", "RS 11.6.1")
    return _placed(situation, piece, label)


def _placed(situation: Situation, piece: Piece, label: str) -> Ruling:
    brigiment = situation.unit(piece).brigiment
    arrived = standing.all_there(situation, brigiment)
    if arrived or not standing.with_goals(situation, brigiment):
        why = "Everybody in line is at his objective" if arrived else standing.NO_GOALS
        said = f"{why}, so it does not matter where it stands."
        return figure(label, True, said, "RS 11.5.9")
    where = channel.within_or_behind(situation, piece)
    if not where.value:
        return evolve(refusal(label, where.sentence, "RS 11.5.9/1"), parts=(where,))
    said = "It stands within or behind the channel of march."
    return finding(label, True, said, "RS 11.5.9/1", parts=(where,))


@implements("RS", "11.5.10", "11.3.1", "11.3.5", "11.13.10")
def commit_ruling(situation: Situation, brigiment: str, battalion: str) -> Ruling:
    """Return the exact chance to commit units of a battalion in support, or the refusal.

    Committing changes no order, so by RS-Q39 it is allowed on the turn from midnight too; a switch
    of the ruleset forbids it. Units that do not meet the requirement stay behind.
    """
    label = f"Commit {battalion}"
    names = in_support(situation, brigiment).get(battalion, ())
    if not names:
        why = f"{battalion} has no units in support under the orders of {brigiment}."
        return refusal(label, why, "RS 11.5.10")
    if change.is_midnight(situation.turn) and not situation.ruleset.commits_at_midnight:
        why = "On the turn from midnight to 4 am nobody is committed."
        return refusal(label, why, "RS 11.3.5")
    asked = tuple(requirement(situation, name) for name in names)
    if not any(each.allowed for each in asked):
        why = f"No unit of {battalion} may be committed."
        return refusal(label, why, "RS 11.5.9", allowed=asked)
    chart = orders_chart(situation.shelf)
    said = "The line for units in support."
    step = figure(
        "Matrix", chart.commit.points, said, "RS 11.3.1", "RS 11.5.10", provenance=chart.provenance
    )
    found = change.check_ruling(situation, brigiment, label, step)
    return found.with_parts(*asked)


@implements("RS", "11.5.10")
def commit_roll(situation: Situation, brigiment: str, battalion: str) -> Roll:
    """Return the roll to commit units of a battalion; one for all of them.

    Raises:
        Refused: None of them may be.
    """
    ruling = commit_ruling(situation, brigiment, battalion)
    if not ruling.allowed:
        raise Refused(ruling)
    bands = change.bands_of_check(ruling, COMMITTED, HELD)
    roll = percentile(f"{brigiment}: commit {battalion}", bands, "RS 11.5.10")
    return evolve(roll, position=situation)


@implements("RS", "11.5.10", "11.1.6")
def committed(
    situation: Situation,
    brigiment: str,
    goals: Mapping[str, Goal],
    routes: Mapping[str, Iterable[Hex]] | None = None,
) -> Situation:
    """Return the situation with units committed: in line, each with its objective.

    Whether an objective and a route are valid (11.5.11) is asked beforehand, of
    :mod:`~wargame.rifle_and_spade.orders.support`.

    Args:
        situation: The position.
        brigiment: Whose.
        goals: For each unit its commit objective.
        routes: Routes of march that differ from the default.

    Raises:
        Refused: A unit may not be committed.
    """
    for name in goals:
        asked = requirement(situation, name)
        if not asked.allowed:
            raise Refused(asked)
    command = situation.command(brigiment)
    order = command.order
    ways = {name: tuple(way) for name, way in (routes or {}).items()}
    new = evolve(
        order,
        support=order.support - goals.keys(),
        committed=order.committed | goals.keys(),
        goals=tuple(sorted({**dict(order.goals), **goals}.items())),
        routes=tuple(sorted({**dict(order.routes), **ways}.items())),
    )
    return situation.with_command(evolve(command, order=new))


@implements("RS", "11.5.10")
def try_to_commit(
    situation: Situation, brigiment: str, battalion: str
) -> Generator[Step, Any, bool]:
    """Roll to commit units of a battalion; return whether that succeeds."""
    band: Band = yield commit_roll(situation, brigiment, battalion)
    succeeds = band.outcome == COMMITTED
    said = f"{battalion} is committed." if succeeds else f"{battalion} stays in support."
    yield finding(f"Committing {battalion}", succeeds, said, "RS 11.5.10")
    return succeeds
