"""Disorganized Defense (11.13): holding the line or falling back, chosen anew each turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import isolation
from wargame.rifle_and_spade.orders import standing
from wargame.rifle_and_spade.orders.order import Goal

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Piece, Situation

HOLD, FALL_BACK = "hold", "fall back"
STAY, GO = "stay", "fall back"
_PICKET = "picket"


def placements(situation: Situation, brigiment: str, order: Order) -> Iterator[Ruling]:
    """Yield nothing to place: units hold where they are, or fall back to their headquarters."""
    how = FALL_BACK if order.falls_back else HOLD
    said = f"{brigiment} chooses between holding the line and falling back: {how}."
    if situation.army.brigiment(brigiment).headquarters or not order.falls_back:
        yield figure("Option", how, said, "RS 11.13.2")


# ---- the two options


@implements("RS", "11.13.4", "11.13.4/2")
def may_fall_back(situation: Situation, brigiment: str) -> Ruling:
    """Return whether a brigiment may fall back to its headquarters.

    That must not be foremost: some other friend stands as near to the enemy nearest to it. It is
    asked when the option is chosen, and a later breach makes them hold the line (RS-Q47).
    """
    label = f"{brigiment} falls back"
    if situation.command(brigiment).order.kind != "disorganized defense":
        why = "Only in Disorganized Defense does one choose to fall back."
        return refusal(label, why, "RS 11.13.2")
    at = isolation.headquarters_hex(situation, brigiment)
    if at is None:
        return refusal(label, "Its headquarters is not on the map.", "RS 11.13.4")
    side = situation.army.brigiment(brigiment).side
    foes = situation.occupied[situation.other(side)]
    where = situation.board.label(at)
    if foes and _foremost(situation, at, side, foes):
        why = f"Its headquarters in {where} is closer to the enemy than any other friend."
        return refusal(label, why, "RS 11.13.4/2")
    said = f"The objective is its headquarters in {where}, with a radius of 1."
    return figure(label, where, said, "RS 11.13.4")


def _foremost(situation: Situation, at: Hex, side: str, foes: Collection[Hex]) -> bool:
    """Return whether a headquarters is nearer to the enemy than every other friend.

    Each headquarters has a counter of its own, so friends in its hex are as near as it is.
    """
    mine = min(at.distance(foe) for foe in foes)
    others = [piece for piece in situation.of(side) if piece.at != at]
    beside = len(situation.at(at, side)) > 1
    return not beside and all(
        min(piece.at.distance(foe) for foe in foes) > mine for piece in others
    )


@implements("RS", "11.13.2", "11.13.3", "11.13.7")
def hold_the_line(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with every unit in line to hold where it stands."""
    goals = {
        piece.unit: Goal((piece.at,))
        for piece in _bound(situation, brigiment)
        if standing.standing(situation, piece) != "machine guns"
    }
    return _with_goals(situation, brigiment, goals, falls_back=False)


@implements("RS", "11.13.4", "11.13.8")
def fall_back(
    situation: Situation, brigiment: str, staying: Collection[str] = frozenset()
) -> Situation:
    """Return the situation with the units in line to fall back to their headquarters.

    Those in contact hold by day and at twilight; at night their owner says who does.

    Args:
        situation: The position.
        brigiment: Whose.
        staying: Units in contact at night that hold all the same.

    Raises:
        Refused: They may not fall back.
    """
    found = may_fall_back(situation, brigiment)
    if not found.allowed:
        raise Refused(found)
    at = isolation.headquarters_hex(situation, brigiment)
    assert at is not None  # noqa: S101 - or they could not fall back
    goals = {
        piece.unit: Goal((piece.at,))
        if _holds(situation, piece) or (piece.unit in staying and _near(situation, piece))
        else Goal((at,), 1)
        for piece in _bound(situation, brigiment)
    }
    return _with_goals(situation, brigiment, goals, falls_back=True)


def _near(situation: Situation, piece: Piece) -> bool:
    return standing.contact(situation, piece.at, situation.side(piece))


def _holds(situation: Situation, piece: Piece) -> bool:
    return situation.light != "night" and _near(situation, piece)


def _bound(situation: Situation, brigiment: str) -> list[Piece]:
    """Return the units whose objectives the option sets: in line, neither committed nor pickets."""
    return [
        piece
        for piece in standing.in_line(situation, brigiment)
        if standing.standing(situation, piece) != "committed"
        and situation.unit(piece).size != _PICKET
    ]


def _with_goals(
    situation: Situation, brigiment: str, goals: dict[str, Goal], *, falls_back: bool
) -> Situation:
    command = situation.command(brigiment)
    order = command.order
    kept = {name: goal for name, goal in order.goals if _keeps(situation, order, name)}
    routes = tuple((name, way) for name, way in order.routes if name in kept)
    new = evolve(
        order,
        line=(),
        goals=tuple(sorted({**kept, **goals}.items())),
        routes=routes,
        falls_back=falls_back,
    )
    return situation.with_command(evolve(command, order=new))


def _keeps(situation: Situation, order: Order, name: str) -> bool:
    """Return whether a unit keeps its objective whatever the option: committed, or a picket."""
    unit = situation.roster.units.get(name)
    return name in order.committed or (unit is not None and unit.size == _PICKET)


@implements("RS", "11.13.4/2", "11.13.4")
def settle(situation: Situation) -> Situation:
    """Return the situation with brigiments that may no longer fall back holding the line."""
    for command in situation.commands:
        name, order = command.brigiment, command.order
        falling = order.kind == "disorganized defense" and order.falls_back
        if falling and not may_fall_back(situation, name).allowed:
            situation = hold_the_line(situation, name)
    return situation


# ---- choosing


@implements("RS", "11.13.2", "11.13.3", "11.13.4", "11.13.8")
def choose(situation: Situation, brigiment: str) -> Generator[Step, Any, Situation]:
    """Let the owner choose between the two, in the Change Orders Segment; nothing is rolled."""
    side = situation.army.brigiment(brigiment).side
    options = [Option(HOLD, "hold the line where they stand")]
    barred = []
    found = may_fall_back(situation, brigiment)
    if found.allowed:
        options.append(Option(FALL_BACK, "fall back to their headquarters"))
    else:
        barred.append((FALL_BACK, found))
    purpose = f"{brigiment} in Disorganized Defense"
    answer: Option = yield Choice(
        side, purpose, options, ("RS 11.13.2",), tuple(barred), position=situation
    )
    if answer.key == HOLD:
        return hold_the_line(situation, brigiment)
    staying = yield from _staying(situation, brigiment, side)
    return fall_back(situation, brigiment, staying)


def _staying(
    situation: Situation, brigiment: str, side: str
) -> Generator[Step, Any, frozenset[str]]:
    """Ask of every unit in contact at night whether it stays."""
    staying = set()
    if situation.light != "night":
        return frozenset()
    for piece in _bound(situation, brigiment):
        if not _near(situation, piece):
            continue
        options = (Option(STAY, "hold where it stands"), Option(GO, "fall back"))
        purpose = f"{piece.unit}, in contact at night"
        answer: Option = yield Choice(side, purpose, options, ("RS 11.13.4",), position=situation)
        if answer.key == STAY:
            staying.add(piece.unit)
    return frozenset(staying)
