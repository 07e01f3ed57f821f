"""Reinforcements (15): who comes when and where, the file at a map edge, and entering the map.

Units at sea come by the rules of their game (15.1.3); where a scenario lets them simply appear in a
hex, they do. Units from off the map stand in a file of notional hexes behind the entry hex, and
each pays for every one of them that it goes through.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade import activation, independents, movement, release, stacking
from wargame.rifle_and_spade.activation import Activation
from wargame.rifle_and_spade.costs import NEVER, halves, in_points, on_road, points, ways
from wargame.rifle_and_spade.state import Piece
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Mode, Situation
    from wargame.rifle_and_spade.units import Unit

    Bar = Callable[[Situation, tuple[str, ...], Hex], Ruling | None]

Way = Literal["edge", "appears"]
STAY, DONE = "stay", "done"
CASES = ("RS 15.0", "RS 15.1")


@frozen
class Arrival:
    """Units that come on a game turn.

    Args:
        turn: The game turn.
        units: The units, in the order of their file.
        at: The hexes they may come by: entry hexes on the edge, or hexes to appear in.
        way: "edge" for units from off the map (15.1.1), "appears" for those put in a hex at once.
        column: Whether they may come in Column, and their guns limbered; infantry is asked.
        orders: The kinds of order that their brigiment may be given on arrival; none where its
            order is part of the scenario.
    """

    turn: int
    units: tuple[str, ...]
    at: tuple[Hex, ...]
    way: Way = "edge"
    column: bool = True
    orders: tuple[str, ...] = ()


@frozen
class Release:
    """A brigiment that waits on the map and is released on a game turn (15.1.2).

    Args:
        turn: The game turn.
        brigiment: Its id.
        orders: The kinds of order that it may be given then; none where it keeps the one it has.
    """

    turn: int
    brigiment: str
    orders: tuple[str, ...] = ()


@frozen
class Waiting:
    """A unit that has arrived but is not on the map yet.

    Args:
        unit: The unit.
        at: The hex it will enter by.
        way: How.
        order: Column, limbered or neither.
    """

    unit: str
    at: Hex
    way: Way
    order: Mode = ""


File = tuple[Waiting, ...]


# ---- arriving


@implements("RS", "2.0/1", "15.0", "15.1", "15.1.3")
def arrive(
    situation: Situation, waiting: File, arrivals: Iterable[Arrival]
) -> Generator[Step, Any, tuple[Situation, File]]:
    """Bring the units of this turn to their edge or hex, and those who had no room before.

    Args:
        situation: The position.
        waiting: Who has arrived already but is not on the map.
        arrivals: The schedule.
    """
    known = tuple(arrivals)
    waiting = yield from _by_another_hex(situation, waiting, known)
    for arrival in known:
        if arrival.turn == situation.turn:
            yield _announced(situation, arrival)
            waiting = (*waiting, *(yield from _at_a_hex(situation, arrival)))
    return placed(situation, waiting)


def _announced(situation: Situation, arrival: Arrival) -> Ruling:
    said = f"{', '.join(arrival.units)} come on turn {situation.turn}."
    return finding("Reinforcements", arrival.units, said, *CASES)


def _at_a_hex(situation: Situation, arrival: Arrival) -> Generator[Step, Any, File]:
    """Ask by which hex each unit comes, where there are several."""
    found = []
    deployed = yield from _deployed(situation, arrival)
    for name in arrival.units:
        places = arrival.at
        if arrival.way == "appears":
            places = _free(situation, name, places) or places
        at = yield from _by_which(situation, name, places)
        mode = _mode(situation, arrival, name) if name not in deployed else ""
        found.append(Waiting(name, at, arrival.way, mode))
    return tuple(found)


def _by_which(
    situation: Situation, name: str, places: tuple[Hex, ...]
) -> Generator[Step, Any, Hex]:
    if len(places) == 1:
        return places[0]
    label, side = situation.board.label, situation.roster[name].side
    options = [Option(label(each), f"{name} comes by {label(each)}") for each in places]
    purpose = f"Where {name} comes"
    answer: Option = yield Choice(side, purpose, options, CASES, position=situation)
    return situation.board.hex(answer.key)


def _free(situation: Situation, name: str, places: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the hexes without enemies in them."""
    foe = situation.other(situation.roster[name].side)
    return tuple(at for at in places if not situation.at(at, foe))


@implements("GB", "102.2.3")
def _by_another_hex(
    situation: Situation, waiting: File, arrivals: tuple[Arrival, ...]
) -> Generator[Step, Any, File]:
    """Let those who wait for a hex choose again among those without enemies."""
    found = []
    for each in waiting:
        at = each.at
        if each.way == "appears":
            due = (arrival.at for arrival in arrivals if each.unit in arrival.units)
            places = _free(situation, each.unit, next(due, ()))
            if places:
                at = yield from _by_which(situation, each.unit, places)
        found.append(evolve(each, at=at))
    return tuple(found)


def _mode(situation: Situation, arrival: Arrival, name: str) -> Mode:
    columns = arrival.column and arrival.way == "edge"
    return mode_of(situation.roster[name]) if columns else ""


@implements("RS", "15.1.1")
def _deployed(situation: Situation, arrival: Arrival) -> Generator[Step, Any, frozenset[str]]:
    """Ask which infantry does not come in Column, as it may; guns cannot but be limbered."""
    left = [name for name in arrival.units if _mode(situation, arrival, name) == "column"]
    found: set[str] = set()
    while left:
        options = [Option(name, f"{name} comes deployed") for name in left]
        options.append(Option(DONE, "nobody else: in Column"))
        side = situation.roster[left[0]].side
        purpose = "Who does not come in Column"
        answer: Option = yield Choice(side, purpose, options, ("RS 15.1.1",), position=situation)
        if answer.key == DONE:
            break
        found.add(answer.key)
        left.remove(answer.key)
    return frozenset(found)


@implements("RS", "15.1.1", "14.2", "14.3")
def mode_of(unit: Unit) -> Mode:
    """Return how a unit comes along a road: limbered guns, infantry in Column."""
    if unit.gun is not None:
        return "limbered"
    return "" if unit.arm == "headquarters" else "column"


def placed(situation: Situation, waiting: File) -> tuple[Situation, File]:
    """Put those on the map who simply appear and find room; the others wait on.

    Nobody appears among enemies, nor above the stacking limit.
    """
    left = []
    for each in waiting:
        side = situation.roster[each.unit].side
        piece = _new(situation, each)
        friends = situation.at(each.at, side)
        free = not situation.at(each.at, situation.other(side))
        if each.way != "appears" or not free:
            left.append(each)
        elif stacking.fits(situation, (*friends, piece), each.at):
            situation = _on_the_map(situation, (piece,))
        else:
            left.append(each)
    return situation, tuple(left)


def _new(situation: Situation, each: Waiting) -> Piece:
    return Piece(each.unit, each.at, situation.roster[each.unit].steps, order=each.order)


@implements("RS", "15.1.5", "15.1.4")
def _on_the_map(situation: Situation, pieces: Iterable[Piece]) -> Situation:
    """Return the situation with new pieces; their brigiments are released with their arrival."""
    for piece in pieces:
        side = situation.roster[piece.unit].side
        situation = evolve(situation, pieces=(*situation.pieces, piece)).hold(piece.at, side)
        command = situation.commanded(piece)
        if command is not None:
            situation = release.release(situation, command.brigiment)
    return situation


# ---- the file at an entry hex


@implements("RS", "15.1.4", "15.1.1")
def at_the_edge(situation: Situation, waiting: File) -> Situation:
    """Return the position as if those who wait at an edge stood in their entry hex already.

    Their brigiment is given its order as they come, and it is written from there.
    """
    new = tuple(_new(situation, each) for each in waiting if each.way == "edge")
    return evolve(situation, pieces=(*situation.pieces, *new)) if new else situation


@implements("RS", "15.1.1")
def file_of(situation: Situation, waiting: File, at: Hex) -> tuple[File, ...]:
    """Return the notional hexes behind an entry hex, the foremost first, with who is in each.

    As many stand in one as could stand in the entry hex. By RS-Q56 the first of them is the entry
    hex itself: those in it pay for it once, those behind them once more, and so on.
    """
    groups: list[list[Waiting]] = []
    for each in waiting:
        if each.at != at or each.way != "edge":
            continue
        if groups:
            together = [_new(situation, other) for other in (*groups[-1], each)]
            if stacking.fits(situation, together, at):
                groups[-1].append(each)
                continue
        groups.append([each])
    return tuple(map(tuple, groups))


@implements("RS", "15.1.1", "14.1.5", "14.1.6")
def _price(situation: Situation, unit: Unit, order: str, at: Hex) -> int:
    """Return what a unit pays for one hex of the kind of an entry hex, in half points."""
    known = ways(situation.ground, situation.shelf)
    links = situation.board.links
    roads = [
        row.cost
        for kind, row in known.table.links.items()
        if any(at in side.hexes for side in links.get(kind, ()))
    ]
    if roads and on_road(unit, order):
        return halves(min(roads))
    rows = known.rows(at)
    if not all(row.passable for row in rows):
        return NEVER
    return halves(max(row.wheeled if unit.wheeled else row.foot for row in rows))


@implements("RS", "15.1.1")
def entry_points(situation: Situation, waiting: File, name: str) -> Ruling:
    """Return what a unit pays to enter the map from its place in the file, in points."""
    each = next((one for one in waiting if one.unit == name and one.way == "edge"), None)
    label = f"{name} enters"
    if each is None:
        return refusal(label, f"{name} does not wait at the edge.", "RS 15.1.1")
    groups = file_of(situation, waiting, each.at)
    place = next(n for n, group in enumerate(groups, start=1) if each in group)
    price = _price(situation, situation.roster[name], each.order, each.at)
    where = situation.board.label(each.at)
    if price >= NEVER:
        return refusal(label, f"{name} cannot enter {where}.", "RS 15.1.1", "RS 14.1.9")
    parts = (
        figure("Hexes", place, f"Number {place} of the file at {where}.", "RS 15.1.1"),
        figure("Each", in_points(price), f"As for {where}.", "RS 14.1.5", unit="points"),
    )
    said = f"{place} hexes like {where}, the entry hex among them."
    value = in_points(place * price)
    return finding(label, value, said, "RS 15.1.1", parts=parts, unit="points")


# ---- entering the map


@implements("RS", "15.1.1", "15.1.5", "2.0/4c.iii")
def enter_the_map(
    situation: Situation, waiting: File, brigiment: str, bar: Bar | None = None
) -> Generator[Step, Any, tuple[Situation, File]]:
    """Let the units of an active brigiment that wait at the edge enter, and move on from there.

    They come before anybody else of the brigiment moves (our reading: the file stands there from
    the Reinforcement Phase on); who is kept out, or stays out, closes up and tries next turn.

    Args:
        situation: The position.
        waiting: Who waits.
        brigiment: The active one; independent units come with one of their division or corps.
        bar: What orders and the scenario forbid those who move.
    """
    asked = waiting
    stays: frozenset[str] = frozenset()
    while True:
        names = [n for n in _able(situation, waiting, brigiment) if n not in stays]
        if not names:
            return situation, waiting
        name = names[0]
        run, refused = _entering(situation, asked, name, bar)
        if run is None:
            assert refused is not None  # noqa: S101 - one of the two
            yield refused
            stays |= {name}
            continue
        at = situation.board.label(run.cell)
        options = (Option(at, f"{name} enters {at}"), Option(STAY, f"{name} stays off the map"))
        side, purpose = situation.active, f"{name} at the edge"
        answer: Option = yield Choice(side, purpose, options, ("RS 15.1.1",), position=situation)
        if answer.key == STAY:
            stays |= {name}
            continue
        waiting = tuple(each for each in waiting if each.unit != name)
        trigger = Trigger("enters", (), run.cell)
        run = yield from activation.draw_fire(run, trigger)
        situation = run.situation
        if run.names:
            situation = yield from movement.go_on(run)


@implements("RS", "9.7.1", "9.7.2")
def _able(situation: Situation, waiting: File, brigiment: str) -> Iterable[str]:
    units, army = situation.roster.units, situation.army
    bonds = independents.bonds(army, brigiment)
    for each in waiting:
        unit = units[each.unit]
        free = not unit.brigiment and independents.belongs_to(army, unit.id) in bonds
        ours = unit.brigiment == brigiment or free
        if each.way == "edge" and unit.side == situation.active and ours:
            yield each.unit


def _entering(
    situation: Situation, waiting: File, name: str, bar: Bar | None
) -> tuple[Activation | None, Ruling | None]:
    """Return a unit just inside its entry hex with its points paid, or why it cannot enter."""
    cost = entry_points(situation, waiting, name)
    if not cost.allowed:
        return None, cost
    each = next(one for one in waiting if one.unit == name)
    side, label = situation.roster[name].side, f"{name} enters"
    piece = evolve(_new(situation, each), acted=True)
    where = situation.board.label(each.at)
    if situation.at(each.at, situation.other(side)):
        return None, refusal(label, f"Enemies are in {where}.", "RS 15.1.1", "RS 14.1.10")
    if not stacking.fits(situation, (*situation.at(each.at, side), piece), each.at):
        return None, refusal(label, f"There is no room in {where}.", "RS 15.1.1", "RS 3.7")
    inside = _on_the_map(situation, (piece,))
    value = cost.value
    spent = int(2 * value)  # type: ignore[operator,arg-type]  # points are numbers
    if spent > points(inside, piece):
        why = f"That takes {cost.value} points, more than it has."
        return None, refusal(label, why, "RS 15.1.1", "RS 14.1.5", allowed=(cost,))
    run = Activation(inside, (name,), spent=spent, moved=True, long=False, bar=bar, entered=True)
    return run, None


def schedule_by_turn(arrivals: Iterable[Arrival]) -> Mapping[int, tuple[str, ...]]:
    """Return who comes on each game turn, for those who look ahead."""
    found: dict[int, tuple[str, ...]] = {}
    for each in sorted(arrivals, key=lambda one: one.turn):
        found[each.turn] = (*found.get(each.turn, ()), *each.units)
    return found
