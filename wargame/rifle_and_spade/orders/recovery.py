"""What a brigiment in regroup does each turn (11.14.12): steps come back, units exchange steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import battalions, stacking
from wargame.rifle_and_spade.column_roster import origin
from wargame.rifle_and_spade.costs import ways
from wargame.rifle_and_spade.orders import regroup, standing
from wargame.rifle_and_spade.orders.approach import zone
from wargame.rifle_and_spade.state import Piece

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.battalions import Body
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Size, Steps, Unit

ROUTED_EVERY, MISSING_EVERY = 2, 4
"""Turns between two routed steps, and between two missing ones (11.14.12/2-3)."""
DONE = "done"
_SIZES: tuple[Size, ...] = ("half-battalion", "company", "battalion")
"""The counters in which a body comes back, the first there is."""
Sort = Literal["routed", "missing"]


# ---- the cycle


@implements("RS", "11.14.12/2", "11.14.12/3", "3.5.5")
def due(situation: Situation, brigiment: str) -> Ruling:
    """Return how many steps come back in the coming Adjust Officer Points Segment.

    The first such segment after entering is the first turn (RS-Q50): routed steps come back on the
    second, fourth and so on, missing ones on the fourth, eighth and so on.
    """
    command, label = situation.command(brigiment), f"Steps back to {brigiment}"
    if command.order.kind != "regroup" or command.regrouping is None:
        return refusal(label, f"{brigiment} is not in regroup.", "RS 11.14.12")
    turn = command.regrouping + 1
    found = regroup.count(situation, brigiment)
    routed, missing = command.routed, command.missing
    if turn == 1:
        missing, routed = (int(part.value or 0) for part in found.parts[:2])  # type: ignore[arg-type]
    parts = (
        _share("Routed", turn, ROUTED_EVERY, routed, "RS 11.14.12/2"),
        _share("Missing", turn, MISSING_EVERY, missing, "RS 11.14.12/3"),
    )
    amount = sum(part.value for part in parts if isinstance(part.value, int))
    said = f"Turn {turn} in regroup."
    return Ruling(label, amount, said, ("RS 11.14.12",), parts, rule="sum", unit="steps")


def _share(label: str, turn: int, every: int, left: int, case: str) -> Ruling:
    if turn % every:
        return figure(label, 0, f"One every {every} turns; this is turn {turn}.", case)
    said = f"One of {left}, on turn {turn}." if left else "None is left."
    return figure(label, min(left, 1), said, case)


@implements("RS", "11.14.12", "11.14.12/2", "11.14.12/3", "11.14.12/4")
def segment(situation: Situation, brigiment: str) -> Generator[Step, Any, Situation]:
    """Carry a brigiment in regroup through its Adjust Officer Points Segment, officers aside.

    The count on the first turn, then a routed step every second and a missing one every fourth,
    then exchanges of steps.
    """
    command = situation.command(brigiment)
    if command.order.kind != "regroup" or command.regrouping is None:
        return situation
    if command.regrouping == 0:
        yield regroup.count(situation, brigiment)
        situation = regroup.counted(situation, brigiment)
    turn = command.regrouping + 1
    now = evolve(situation.command(brigiment), regrouping=turn)
    situation = situation.with_command(now)
    if turn % ROUTED_EVERY == 0:
        situation = yield from recover(situation, brigiment, "routed")
    if turn % MISSING_EVERY == 0:
        situation = yield from recover(situation, brigiment, "missing")
    return (yield from exchange(situation, brigiment))


# ---- a step comes back


@implements("RS", "11.14.12/2", "11.14.12/3", "11.14.16")
def recover(situation: Situation, brigiment: str, sort: Sort) -> Generator[Step, Any, Situation]:
    """Let one routed or missing step join a unit, or bring one back; nothing where none is left.

    Where no unit can take it, it stays among those that may come back.
    """
    command = situation.command(brigiment)
    left = command.routed if sort == "routed" else command.missing
    takers = receivers(situation, brigiment) if left else {}
    if not takers:
        return situation
    name = yield from _who_takes(situation, brigiment, sort, tuple(takers))
    places = takers[name]
    at = places[0]
    if len(places) > 1:
        at = yield from _where(situation, brigiment, name, places)
    less = (
        evolve(command, routed=left - 1) if sort == "routed" else evolve(command, missing=left - 1)
    )
    after = _joined(situation.with_command(less), name, at)
    return regroup.booked(after, brigiment, -1)


def _who_takes(
    situation: Situation, brigiment: str, sort: Sort, names: tuple[str, ...]
) -> Generator[Step, Any, str]:
    if len(names) == 1:
        return names[0]
    options = [Option(name, _words(situation, name)) for name in names]
    side = situation.army.brigiment(brigiment).side
    purpose = f"{brigiment}: who takes a {sort} step"
    answer: Option = yield Choice(side, purpose, options, ("RS 11.14.16",), position=situation)
    return answer.key


def _words(situation: Situation, name: str) -> str:
    return f"rebuild {name}" if situation.on_map(name) else f"bring back {name}"


def _where(
    situation: Situation, brigiment: str, name: str, places: tuple[Hex, ...]
) -> Generator[Step, Any, Hex]:
    label = situation.board.label
    options = [Option(label(cell), f"in {label(cell)}") for cell in places]
    side = situation.army.brigiment(brigiment).side
    answer: Option = yield Choice(
        side, f"Where {name} comes back", options, ("RS 11.14.16",), position=situation
    )
    return situation.board.hex(answer.key)


def _joined(situation: Situation, name: str, at: Hex) -> Situation:
    if situation.on_map(name):
        piece = situation.piece(name)
        return situation.replace_pieces(evolve(piece, steps=piece.steps + 1))
    return evolve(situation, pieces=(*situation.pieces, Piece(name, at, 1)))


@implements("RS", "11.14.13", "11.14.15", "11.14.16")
def receivers(situation: Situation, brigiment: str) -> Mapping[str, tuple[Hex, ...]]:
    """Return the units that a step can join, each with the hexes it can do so in.

    Rifles on the map short of steps, and of each battalion that has lost any a counter that is off
    the map. No battalion comes to more steps than it began with.
    """
    steps = battalions.left(situation, brigiment)
    found: dict[str, tuple[Hex, ...]] = {}
    for piece in standing.own_pieces(situation, brigiment):
        unit = situation.unit(piece)
        lacks = unit.arm == "rifle" and unit.size != "picket" and piece.steps + 1 <= unit.steps
        if lacks and _short(situation, unit, steps) and _room(situation, piece.unit, piece.at):
            found[unit.id] = (piece.at,)
    for unit in _lost_units(situation, brigiment):
        if _short(situation, unit, steps):
            places = _places(situation, brigiment, unit)
            if places:
                found[unit.id] = places
    return dict(sorted(found.items()))


def _short(situation: Situation, unit: Unit, steps: Mapping[Body, Steps]) -> bool:
    body = origin(situation.army, unit), unit.battalion
    return steps.get(body, 0) + 1 <= battalions.original_steps(situation, body)


def _lost_units(situation: Situation, brigiment: str) -> list[Unit]:
    """Return of every battalion the first counter off the map, of the size it comes back in."""
    free: dict[str, dict[Size, Unit]] = {}
    for unit in situation.roster.units.values():
        own = unit.brigiment == brigiment and unit.arm == "rifle" and unit.battalion
        if own and unit.size in _SIZES and unit.steps >= 1 and not situation.on_map(unit.id):
            free.setdefault(unit.battalion, {}).setdefault(unit.size, unit)
    return [next(sizes[each] for each in _SIZES if each in sizes) for sizes in free.values()]


def _places(situation: Situation, brigiment: str, unit: Unit) -> tuple[Hex, ...]:
    goal = regroup.point(situation.command(brigiment).order)
    if goal is None:
        return ()
    foes = situation.occupied[situation.other(unit.side)]
    hexes = sorted(zone(situation, goal), key=lambda cell: (cell not in goal.hexes, cell))
    return tuple(cell for cell in hexes if cell not in foes and _room(situation, unit.id, cell))


def _room(situation: Situation, name: str, at: Hex) -> bool:
    """Return whether a unit has room for a step more in a hex, which it can enter on foot."""
    rows = ways(situation.ground, situation.shelf).rows(at)
    after, side = _joined(situation, name, at), situation.unit(name).side
    return all(row.passable for row in rows) and stacking.fits(after, after.at(at, side), at)


# ---- exchanging steps


@implements("RS", "11.14.12/4", "11.14.15")
def exchange_ruling(situation: Situation, giver: str, taker: str, steps: int = 1) -> Ruling:
    """Return whether one unit may give steps to another: rifles of a brigiment in regroup."""
    label, case = f"{giver} gives {taker} {steps}", "RS 11.14.12/4"
    given = situation.piece(giver)
    why = _unlike(situation, giver, taker) or _too_many(situation, giver, taker, steps)
    if why:
        return refusal(label, why, case)
    if given.steps == steps:
        said = f"{giver} goes to the Destroyed box, from which it may come back."
        return figure(label, True, said, case, "RS 11.14.16")
    return figure(label, True, f"{giver} keeps {given.steps - steps}.", case)


def _unlike(situation: Situation, giver: str, taker: str) -> str:
    """Return why two units exchange no steps at all."""
    one, other = situation.unit(giver), situation.unit(taker)
    command = situation.commanded(situation.piece(giver))
    if command is None or command.order.kind != "regroup" or command.regrouping is None:
        return "They are not in regroup."
    if one.brigiment != other.brigiment or giver == taker:
        return "Two units of one brigade or regiment exchange steps."
    if {one.arm, other.arm} != {"rifle"} or "picket" in {one.size, other.size}:
        return "Only rifles exchange steps."
    return ""


def _too_many(situation: Situation, giver: str, taker: str, steps: int) -> str:
    """Return why so many steps are too many."""
    given, taken = situation.piece(giver), situation.piece(taker)
    other = situation.unit(taker)
    if not 1 <= steps <= given.steps:
        return f"{giver} has {given.steps} steps to give."
    if taken.steps + steps > other.steps:
        return f"{taker} has room for {other.steps - taken.steps} more."
    after = _exchanged(situation, giver, taker, steps)
    if not stacking.fits(after, after.at(taken.at, other.side), taken.at):
        return "There is no room for so many in its hex."
    return ""


def _exchanged(situation: Situation, giver: str, taker: str, steps: int) -> Situation:
    one, other = situation.piece(giver), situation.piece(taker)
    after = situation.replace_pieces(evolve(other, steps=other.steps + steps))
    if one.steps == steps:
        return after.without([giver])
    return after.replace_pieces(evolve(one, steps=one.steps - steps))


@implements("RS", "11.14.12/4")
def exchanged(situation: Situation, giver: str, taker: str, steps: int = 1) -> Situation:
    """Return the situation after an exchange; nothing is lost by it.

    Raises:
        Refused: It is not allowed.
    """
    found = exchange_ruling(situation, giver, taker, steps)
    if not found.allowed:
        raise Refused(found)
    return _exchanged(situation, giver, taker, steps)


@implements("RS", "11.14.12/4")
def exchange(situation: Situation, brigiment: str) -> Generator[Step, Any, Situation]:
    """Let the owner exchange steps, one at a time, until it has done.

    Who has taken a step gives none in the same segment, so that it comes to an end.
    """
    side, takers = situation.army.brigiment(brigiment).side, set[str]()
    givers = set[str]()
    while True:
        names = [piece.unit for piece in standing.own_pieces(situation, brigiment)]
        pairs = {
            f"{one} > {other}": (one, other)
            for one in names
            if one not in takers
            for other in names
            if other not in givers and exchange_ruling(situation, one, other).allowed
        }
        if not pairs:
            return situation
        options = [
            Option(DONE, "no more exchanges"),
            *(Option(key, f"{one} gives a step to {other}") for key, (one, other) in pairs.items()),
        ]
        answer: Option = yield Choice(
            side, f"{brigiment} exchanges steps", options, ("RS 11.14.12/4",), position=situation
        )
        if answer.key == DONE:
            return situation
        one, other = pairs[answer.key]
        situation = exchanged(situation, one, other)
        takers.add(other)
        givers.add(one)
