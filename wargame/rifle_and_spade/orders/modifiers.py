"""What modifies the rolls to continue and to change orders (11.1.3), each with its case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, finding, skipped, total
from wargame.rifle_and_spade import communications, intermingling, isolation
from wargame.rifle_and_spade.formations import NUMERALS
from wargame.rifle_and_spade.officer_points import regrouping
from wargame.rifle_and_spade.orders import standing
from wargame.rifle_and_spade.orders.order import called
from wargame.rifle_and_spade.orders_table import orders_chart
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from wargame.core.provenance import Provenance
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Situation

Check = Literal["continue", "change"]
_KNOWN: Recall[dict[tuple[str, Check], Ruling]] = Recall(8)
NEVER_COMPLETED: tuple[OrderKind, ...] = ("cordon defense", "disorganized defense")


@implements("RS", "11.1.10", "11.14.18", "11.8.1")
def completed(situation: Situation, brigiment: str) -> Ruling:
    """Return whether the order of a brigiment is completed: all survivors are at their objectives.

    An order that gives nobody an objective is not completed by that (our reading). A regrouping is
    completed by entering regroup. An attack that is only scheduled is a defense of where they
    stand, so all are there (11.8.1, 11.11.2).
    """
    command = situation.command(brigiment)
    order, label = command.order, "Completed"
    if order.kind in NEVER_COMPLETED:
        why = f"{called(order.kind).capitalize()} never counts as completed."
        return skipped(label, why, "RS 11.1.10", value=False)
    if order.kind == "regroup":
        if regrouping(command):
            return automatic(label, True, "It has entered regroup.", "RS 11.14.18")
        return skipped(label, "It has not entered regroup yet.", "RS 11.14.18", value=False)
    there, waits = standing.with_goals(situation, brigiment), order.scheduled is not None
    away = [piece.unit for piece, goal in there if not (waits or goal.reached(piece.at))]
    if not there:
        return skipped(label, f"{standing.NO_GOALS}.", "RS 11.1.10", value=False)
    if away:
        why = f"Not at their objectives: {', '.join(away)}."
        return skipped(label, why, "RS 11.1.10", value=False)
    return figure(label, True, "All surviving units are at their objectives.", "RS 11.1.10")


@implements("RS", "4.1.4", "11.1.3", "11.6", "9.1.7", "9.2.2", "9.6", "9.8.4")
def modifiers(situation: Situation, brigiment: str, check: Check) -> Ruling:
    """Return the net modifier of a brigiment's roll to continue or to change its order.

    What was found for a position is kept: a check, its roll and its what-ifs all rest on one sum.

    Args:
        situation: The position.
        brigiment: Whose order.
        check: What is rolled for; only the cases that apply differ.
    """
    known = _KNOWN.of((situation,), dict)
    if (brigiment, check) not in known:
        known[brigiment, check] = _added_up(situation, brigiment, check)
    return known[brigiment, check]


def _added_up(situation: Situation, brigiment: str, check: Check) -> Ruling:
    command = situation.command(brigiment)
    parts = (
        _completed(situation, brigiment),
        _isolated(situation, brigiment),
        _intermingled(situation, brigiment),
        _division(situation, command, check),
        _quality(situation, brigiment),
    )
    case = "RS 11.2.3" if check == "continue" else "RS 11.3.2"
    said = "All modifiers of the roll; what is positive is adverse."
    return total("Modifiers", parts, said, case, "RS 11.1.3")


def _origin(situation: Situation) -> Provenance:
    return orders_chart(situation.shelf).provenance


def _part(
    situation: Situation,
    label: str,
    points: int,
    said: str,
    *cases: str,
    parts: tuple[Ruling, ...] = (),
) -> Ruling:
    origin = _origin(situation)
    return finding(label, points, said, "RS 11.1.3", *cases, parts=parts, provenance=origin)


def _completed(situation: Situation, brigiment: str) -> Ruling:
    points = orders_chart(situation.shelf).drms.completed
    fact = completed(situation, brigiment)
    if fact.counts:
        return _part(situation, "Completed order", points, fact.sentence, *map(str, fact.cases))
    return skipped("Completed order", fact.sentence, *fact.cases, value=points)


def _isolated(situation: Situation, brigiment: str) -> Ruling:
    each = orders_chart(situation.shelf).drms.isolated
    names = isolation.isolated_units(situation, brigiment)
    if not names:
        return skipped("Isolated units", "Nobody is isolated.", "RS 11.6", value=0)
    said = f"{len(names)} isolated, {each:+} each: {', '.join(names)}."
    return _part(situation, "Isolated units", each * len(names), said, "RS 11.6")


def _intermingled(situation: Situation, brigiment: str) -> Ruling:
    points = orders_chart(situation.shelf).drms.intermingled
    fact = intermingling.intermingled(situation, brigiment)
    if not fact.value:
        return skipped("Intermingled", fact.sentence, "RS 9.8.4", value=points, parts=(fact,))
    return _part(situation, "Intermingled", points, fact.sentence, "RS 9.8.4", parts=(fact,))


def _division(situation: Situation, command: Command, check: Check) -> Ruling:
    label = "Way to the division"
    if not situation.army.brigiment(command.brigiment).division:
        return skipped(label, "It belongs to no division.", "RS 9.6", value=0)
    drms = orders_chart(situation.shelf).drms
    way = communications.division_path(situation, command.brigiment, check)
    if not way.allowed:
        return _part(situation, label, drms.no_way, way.sentence, "RS 9.6", parts=(way,))
    if not way.counts:
        return skipped(label, way.sentence, *way.cases, value=0)
    assert isinstance(way.value, int)  # noqa: S101 - a length
    points = drms.far(way.value).points
    return _part(situation, label, points, way.sentence, "RS 9.6", "RS 9.2.2", parts=(way,))


def _quality(situation: Situation, brigiment: str) -> Ruling:
    quality = situation.army.brigiment(brigiment).quality
    points = orders_chart(situation.shelf).drms.quality[quality - 1]
    said = f"The staff of {brigiment} is of class {NUMERALS[quality]}."
    return _part(situation, "Class", points, said, "RS 9.1.7")
