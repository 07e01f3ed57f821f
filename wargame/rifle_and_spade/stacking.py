"""Stacking (3.7): how much of one side may stand in a hex, and the order within a stack."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.movement_table import Limits, limits, movement_table

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.board import Board
    from wargame.core.charts import ChartShelf
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps, Unit


class Tally(NamedTuple):
    """What of a stack counts, line by line of the limits.

    Args:
        rifles: Rifle and cavalry steps, but for those in Column on a road.
        guns: Artillery units, but for those limbered on a road.
        wheeled: Steps of wheeled artillery not limbered.
        column: Rifle and cavalry steps in Column.
        limbered: Artillery units limbered.
        stuck: Wheeled artillery limbered where wheels go by road only, or not at all.
        hiding: Rifle and cavalry steps that hide outside fieldworks.
        hidden_guns: Artillery units that hide.
        outside_guns: Those of them that are in no fieldwork.
    """

    rifles: Steps
    guns: int
    wheeled: Steps
    column: Steps
    limbered: int
    stuck: int
    hiding: Steps
    hidden_guns: int
    outside_guns: int


@frozen
class Line:
    """One line of the limits, with what a stack has of it.

    Args:
        label: What it limits.
        found: What the stack has.
        most: What it may have.
        case: Its number in the book.
        units: The units that count on it.
    """

    label: str
    found: Steps
    most: Steps
    case: str
    units: tuple[str, ...]

    @property
    def over(self) -> bool:
        """Whether it is exceeded."""
        return self.found > self.most

    def ruling(self) -> Ruling:
        """Return the line as an explanation."""
        said = f"{value_text(self.found)} of at most {value_text(self.most)}."
        return figure(self.label, self.found, said, f"RS {self.case}")


@lru_cache(maxsize=32)
def road_hexes(board: Board, shelf: ChartShelf) -> frozenset[Hex]:
    """Return the hexes of a map through which a road or track of the chart runs."""
    kinds = movement_table(shelf).links
    sides = (side for kind in kinds for side in board.links.get(kind, ()))
    return frozenset(cell for side in sides for cell in side.hexes)


@implements("RS", "3.7", "3.7.1", "3.7.2", "3.7.9", "9.2.3")
def tally(situation: Situation, pieces: Iterable[Piece], cell: Hex) -> Tally:
    """Return what of a stack counts; machine guns, headquarters and markers do not.

    On a road or track, units in Column or limbered stand on it, over and above what stands in the
    hex (the reading of RS-Q10); a switch of the ruleset counts them with the rest.
    """
    road = _on_road(situation, cell)
    extra = road and situation.ruleset.roads_add_room
    wheels = limits(situation.shelf, situation.board.cell(cell).terrain).wheels
    no_way = wheels == "never" or (wheels == "road" and not road)
    rifles: Steps = 0
    wheeled: Steps = 0
    column: Steps = 0
    hiding: Steps = 0
    guns = limbered = stuck = hidden = outside = 0
    for piece in pieces:
        unit = situation.unit(piece)
        if unit.rifle:
            in_column = piece.order == "column"
            column += piece.steps if in_column else 0
            rifles += 0 if in_column and extra else piece.steps
            hiding += piece.steps if piece.hiding and not piece.work else 0
        elif unit.artillery:
            on_wheels = piece.order == "limbered"
            limbered += on_wheels
            guns += not (on_wheels and extra)
            wheeled += piece.steps if unit.wheeled and not on_wheels else 0
            stuck += on_wheels and unit.wheeled and no_way
            hidden += bool(piece.hiding)
            outside += bool(piece.hiding and not piece.work)
    return Tally(rifles, guns, wheeled, column, limbered, stuck, hiding, hidden, outside)


def _on_road(situation: Situation, cell: Hex) -> bool:
    return cell in road_hexes(situation.board, situation.shelf)


@implements("RS", "3.7.5", "3.7.7", "3.7.8", "3.7.8/a", "3.7.8/b")
def fits(situation: Situation, pieces: Iterable[Piece], cell: Hex) -> bool:
    """Return whether these pieces of one side may stand in a hex together, without the words."""
    stack = tuple(pieces)
    counted = [piece for piece in stack if piece.steps]
    if not counted:
        return True
    most = limits(situation.shelf, situation.board.cell(cell).terrain)
    found = tally(situation, counted, cell)
    return (
        found.rifles <= most.rifles
        and found.guns <= most.guns
        and found.wheeled <= most.wheeled_steps
        and found.column <= most.column
        and found.limbered <= most.limbered
        and not found.stuck
        and not (found.column and found.limbered)
        and found.hiding <= most.hiding
        and (found.hidden_guns <= most.hiding_guns or not found.outside_guns)
        and not _crowded(situation, counted)
    )


@implements("RS", "3.7.5", "3.7.7", "3.7.8", "3.7.9", "3.7.10", "3.7.10/a", "3.7.10/b")
def lines(situation: Situation, pieces: Iterable[Piece], cell: Hex) -> tuple[Line, ...]:
    """Return every limit that concerns a stack of one side, with what the stack has of it."""
    stack = tuple(piece for piece in pieces if piece.steps)
    most = limits(situation.shelf, situation.board.cell(cell).terrain)
    found = tally(situation, stack, cell)
    rifles = [piece for piece in stack if situation.unit(piece).rifle]
    guns = [piece for piece in stack if situation.unit(piece).artillery]
    column = _names(piece for piece in rifles if piece.order == "column")
    limbered = _names(piece for piece in guns if piece.order == "limbered")
    known = (
        Line("Rifle steps", found.rifles, most.rifles, "3.7.5", _names(rifles)),
        Line("Artillery units", found.guns, most.guns, "3.7.5", _names(guns)),
        *_wheeled_lines(situation, guns, found, most),
        Line("Rifle steps in Column", found.column, most.column, "3.7.8", column),
        Line("Limbered artillery units", found.limbered, most.limbered, "3.7.8", limbered),
        Line(
            "Limbered beside a Column",
            found.limbered if found.column else 0,
            0,
            "3.7.8",
            (*column, *limbered),
        ),
        *_hiding_lines(rifles, guns, found, most),
        *_crowded(situation, stack, all_of_them=True),
    )
    return tuple(line for line in known if line.units)


def _wheeled_lines(
    situation: Situation, guns: Iterable[Piece], found: Tally, most: Limits
) -> tuple[Line, ...]:
    """Return the limits of wheeled artillery: steps unlimbered, and limbered ones off the road."""
    wheeled = [piece for piece in guns if situation.unit(piece).wheeled]
    standing = _names(piece for piece in wheeled if piece.order != "limbered")
    rolling = _names(piece for piece in wheeled if piece.order == "limbered")
    label = "Wheeled artillery steps unlimbered"
    return (
        Line(label, found.wheeled, most.wheeled_steps, "3.7.8", standing),
        Line("Limbered wheels off the road", found.stuck, 0, "3.7.8", rolling),
    )


def _hiding_lines(
    rifles: Iterable[Piece], guns: Iterable[Piece], found: Tally, most: Limits
) -> tuple[Line, ...]:
    """Return the limits of what hides; guns that all hide in fieldworks have none (3.7.10/b)."""
    hiding = _names(piece for piece in rifles if piece.hiding and not piece.work)
    hidden = _names(piece for piece in guns if piece.hiding)
    room = most.hiding_guns if found.outside_guns else max(most.hiding_guns, found.hidden_guns)
    return (
        Line("Rifle steps hiding outside fieldworks", found.hiding, most.hiding, "3.7.10", hiding),
        Line("Artillery units hiding", found.hidden_guns, room, "3.7.10", hidden),
    )


def _names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(piece.unit for piece in pieces)


@implements("RS", "3.7.9", "6.3.3")
def _crowded(
    situation: Situation, stack: Iterable[Piece], *, all_of_them: bool = False
) -> tuple[Line, ...]:
    """Return the fieldworks that hold more than they can; on demand those that do not as well."""
    inside: dict[str, list[Piece]] = {}
    for piece in stack:
        if piece.work:
            inside.setdefault(piece.work, []).append(piece)
    if not inside:
        return ()
    table, found = movement_table(situation.shelf), []
    for name, occupants in inside.items():
        work = situation.work(name)
        if work is None:
            continue
        rifles = [piece for piece in occupants if situation.unit(piece).rifle]
        guns = [piece for piece in occupants if situation.unit(piece).artillery]
        held = sum((piece.steps for piece in rifles), Fraction(0))
        label = f"Rifle steps in {work.kind} {work.id}"
        found.append(Line(label, held, table.capacity(work.kind), "3.7.9", _names(rifles)))
        if work.kind == "gun pit":
            found.append(Line(f"Batteries in {work.id}", len(guns), 1, "6.3.3", _names(guns)))
    return tuple(line for line in found if all_of_them or line.over)


@implements("RS", "3.7", "3.7.5", "3.7.7")
def stack_ruling(situation: Situation, pieces: Iterable[Piece], cell: Hex | None = None) -> Ruling:
    """Return whether these pieces of one side may stand together, limit by limit.

    Args:
        situation: The position.
        pieces: The pieces of one side; as they would stand.
        cell: The hex; that of the first piece where none is said.
    """
    stack = tuple(pieces)
    if not stack:
        return figure("Stacking", True, "Nobody stands there.", "RS 3.7")
    at = stack[0].at if cell is None else cell
    found = lines(situation, stack, at)
    over = [line for line in found if line.over]
    where = situation.board.describe(at)
    parts = tuple(line.ruling() for line in found)
    if not over:
        said = f"{where}: within every limit."
        return finding("Stacking", True, said, "RS 3.7.5", parts=parts)
    words = " ".join(
        f"{line.label}: {value_text(line.found)} where {value_text(line.most)} may be."
        for line in over
    )
    cases = tuple(dict.fromkeys(f"RS {line.case}" for line in over))
    return refusal("Stacking", f"{where}. {words}", *cases, allowed=parts)


@implements("RS", "3.7.12")
def excess(situation: Situation, cell: Hex, side: str) -> tuple[str, ...]:
    """Return the units of a side that count on a limit that is exceeded in a hex."""
    stack = situation.at(cell, side)
    if fits(situation, stack, cell):
        return ()
    over = (line.units for line in lines(situation, stack, cell) if line.over)
    return tuple(dict.fromkeys(name for names in over for name in names))


@implements("RS", "3.7.12")
def enforce(
    situation: Situation, cell: Hex, first: str | None = None
) -> Generator[Step, Any, Situation]:
    """Make what is over the limits of a hex retreat; return the situation after.

    The owner chooses what leaves; which way it goes is the retreat's affair (RS-Q11).

    Args:
        situation: The position.
        cell: The hex.
        first: The side whose units leave first (the attackers of 19.2.2); the active side where
            none is said.
    """
    # here, since a retreat itself rests on the limits of this module
    from wargame.rifle_and_spade import retreat

    leads = first or situation.active
    for side in (leads, situation.other(leads)):
        while over := excess(situation, cell, side):
            chosen = over[0] if len(over) == 1 else (yield _who_leaves(situation, over, cell)).key
            situation = yield from retreat.retreat(situation, (chosen,), "overstacked")
            if situation.on_map(chosen) and situation.piece(chosen).at == cell:
                break
    return situation


def _who_leaves(situation: Situation, over: tuple[str, ...], cell: Hex) -> Choice:
    why = stack_ruling(situation, situation.at(cell, situation.unit(over[0]).side), cell)
    barred = tuple((piece.unit, why) for piece in situation.at(cell) if piece.unit not in over)
    return Choice(
        situation.unit(over[0]).side,
        f"Too many in {situation.board.label(cell)}: who leaves",
        [Option(name, situation.unit(name).name) for name in over],
        ("RS 3.7.12",),
        barred,
        position=situation,
    )


_ORDER = {"headquarters": 0, "artillery": 1, "machine gun": 2, "rifle": 3, "cavalry": 3}


@implements("RS", "3.7.3")
def stacking_order(situation: Situation, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return a stack from top to bottom.

    Headquarters, artillery, machine guns, the rifle or cavalry unit with the most steps, the rest;
    likes by their names.
    """

    def place(piece: Piece) -> tuple[int, Steps, str]:
        unit = situation.unit(piece)
        return (_ORDER[unit.arm], -piece.steps if unit.rifle else 0, piece.unit)

    return tuple(sorted(pieces, key=place))


@implements("RS", "3.7.6")
def prorated(printed: Steps, full: Steps, left: Steps) -> Steps:
    """Return a fire value for the steps that a counter is marked as having.

    Args:
        printed: The value at full strength.
        full: The steps at full strength.
        left: The steps it is marked with.
    """
    if full in {0, left}:
        return printed
    share = Fraction(printed) * left / full
    return share.numerator if share.denominator == 1 else share


@implements("RS", "3.7.6")
def gun_points(unit: Unit, left: Steps) -> Ruling:
    """Return the fire value of artillery with some of its steps."""
    printed: Steps = unit.gun.points if unit.gun else 0
    parts = (
        figure("Printed", printed, f"At {value_text(unit.steps)} steps.", "RS 3.1.7/6"),
        figure("Steps", left, "The steps it is marked with.", "RS 3.7.6"),
    )
    value = prorated(printed, unit.steps, left)
    said = "The printed value, in proportion to the steps."
    return finding("Fire value", value, said, "RS 3.7.6", parts=parts, unit="points")
