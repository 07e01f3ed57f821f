"""The movement phases (4.1, 5.1, 5.5): one unit after the other, until the player is done."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.errors import Refused
from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement.rail import rail_ends, rail_path
from wargame.fire_and_movement.reach import Reach, arriving, reach
from wargame.fire_and_movement.terrain_costs import points_text, points_words
from wargame.fire_and_movement.units import Piece
from wargame.fire_and_movement.waypoints import (
    any_leg,
    describe,
    key_of,
    leg_named,
    legs,
    why_no_leg,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Roster, Unit
    from wargame.fire_and_movement.waypoints import Leg

END, STAY = "end", "stay"
BY_WAY = "by way"
"""The key of the wish to name a hex that the move is to pass."""
RAIL = "rail "
"""Before the hex in the key of a move by rail."""

Entry = tuple[str, tuple["Hex", ...]]
"""A unit that may come onto the map in this phase, and the hexes through which it may."""


@frozen
class MovementPhase:
    """A movement phase under way.

    Args:
        situation: The position.
        mobile: Whether it is the Mobile Movement Phase.
        entries: Units that wait off the map and may come on, with the hexes they may enter.
        held: Units that were asked and stay where they are.
        railed: The unit that moved by rail, if one has.
    """

    situation: Situation
    mobile: bool = False
    entries: tuple[Entry, ...] = ()
    held: frozenset[str] = frozenset()
    railed: str = ""


@frozen(eq=False)
class Move:
    """A unit about to move: what the choice of its end, or of its way, is asked in.

    Args:
        phase: The phase.
        unit: The unit.
        face: Which side of its counter shows.
        ahead: Where it can go from the hexes that it is known to pass; None before any is named.
        asks_way: Whether a hex to pass is asked for, and not the end.
    """

    phase: MovementPhase
    unit: str
    face: int = 0
    ahead: Reach | None = None
    asks_way: bool = False

    @cached_property
    def reach(self) -> Reach:
        """Where it can go."""
        if self.ahead is not None:
            return self.ahead
        situation = self.phase.situation
        entries = dict(self.phase.entries).get(self.unit)
        if entries is None:
            return reach(situation, self.unit)
        return arriving(situation, self.unit, entries, self.face)

    @cached_property
    def rails(self) -> tuple[Hex, ...]:
        """Where it can go by rail and not otherwise."""
        phase = self.phase
        if self.ahead is not None or self.reach.mover.start is None:
            return ()
        if phase.situation.ruleset.rail is None:
            return ()
        near = frozenset(self.reach.ends)
        ends = rail_ends(phase.situation, self.unit, phase.railed)
        return tuple(cell for cell in ends if cell not in near)

    def by(self, leg: Leg) -> Move:
        """Return the move as it goes on from a hex that it is to pass."""
        return evolve(self, ahead=self.reach.by(leg.cell, straight=leg.straight), asks_way=False)

    @property
    def so_far(self) -> str:
        """The hexes that it is known to pass, for the question; nothing before any is named."""
        way, board = self.reach.origin.way, self.phase.situation.board
        passed = way if self.reach.mover.start is None else way[1:]
        return f", by way of {', '.join(map(board.label, passed))}" if passed else ""


@implements("FM8", "4.1/2", "4.1/7", "5.0", "5.5", "5.5/3", "5.2")
@implements("FM7", "4.1/2", "4.1/7", "5.0", "5.5", "5.4/5", "5.5/2", "5.2")
def movement_phase(
    situation: Situation,
    *,
    mobile: bool = False,
    entries: Mapping[str, Iterable[Hex]] | None = None,
) -> Steps:
    """Run the active side's Movement Phase, or its Mobile Movement Phase.

    Args:
        situation: The position; ``moved`` and ``spent`` hold what happened in this player turn and
            are cleared by whoever begins one.
        mobile: Whether it is the Mobile Movement Phase.
        entries: Units that wait off the map and may come on now, with the hexes they may enter.

    Returns:
        The :class:`~wargame.fire_and_movement.state.Situation` at its end.
    """
    waiting = tuple((name, tuple(cells)) for name, cells in sorted((entries or {}).items()))
    return (yield from moves(MovementPhase(situation, mobile, waiting)))


def moves(phase: MovementPhase) -> Steps:
    """Move units one by one until the active side ends the phase; return the situation."""
    while True:
        yield Checkpoint(
            "mobile movement phase" if phase.mobile else "movement phase", phase, moves
        )
        answer: Option = yield _next_unit(phase)
        if answer.key == END:
            return phase.situation
        phase = yield from _one_move(Move(phase, answer.key, _face(phase, answer.key)))


def _face(phase: MovementPhase, name: str) -> int:
    known = dict(phase.entries)
    return 0 if name in known else phase.situation.piece(name).face


@implements("FM8", "4.1/3", "5.2/2", "5.2/9", "5.5/1", "5.5/2")
@implements("FM7", "4.1/3", "5.2/1", "5.2/7", "5.5/1", "5.4/4")
@implements("GAZA", "10.3/1")
def may_move(situation: Situation, name: str, *, mobile: bool = False) -> Ruling:
    """Return whether a unit on the map may move now.

    Args:
        situation: The position in a movement phase of its active side.
        name: The unit.
        mobile: Whether it is the Mobile Movement Phase.

    Raises:
        RequestError: The unit does not exist or is not on the map.
    """
    unit, rules = situation.unit(name), situation.ruleset
    situation.piece(name)
    refused = _out_of_turn(situation, unit, mobile=mobile) or _done(situation, unit, mobile=mobile)
    if refused is not None:
        return refused
    said = f"{unit.name} may move."
    return finding("Eligible", True, said, rules.case("5.5" if mobile else "5.1"))


def may_come(situation: Situation, name: str, *, mobile: bool = False) -> Ruling:
    """Return whether a unit off the map that may come onto it would do so in this phase.

    Args:
        situation: The position in a movement phase of its active side.
        name: The unit.
        mobile: Whether it is the Mobile Movement Phase.

    Raises:
        RequestError: The unit does not exist.
    """
    unit = situation.unit(name)
    refused = _out_of_turn(situation, unit, mobile=mobile)
    if refused is not None:
        return refused
    said = f"{unit.name} may come onto the map."
    return finding("Eligible", True, said, situation.ruleset.case("5.1"))


def _out_of_turn(situation: Situation, unit: Unit, *, mobile: bool) -> Ruling | None:
    """Return why a unit does not move in this phase whatever it has done, if so."""
    rules = situation.ruleset
    if mobile and not rules.mobile_phases:
        return _stays(f"{rules.title} has no Mobile Movement Phase.", "GAZA 10.3/1")
    if unit.side != situation.active:
        why = f"{unit.name} is {unit.side}, and {situation.active} moves."
        return _stays(why, str(rules.case("5.2")))
    if mobile and not unit.mobile:
        why = f"{unit.name} is a leg unit: only mobile units move in this phase."
        return _stays(why, str(rules.case("5.5/2")))
    return None


def _done(situation: Situation, unit: Unit, *, mobile: bool) -> Ruling | None:
    """Return why a unit of this phase has no move left, if so."""
    rules = situation.ruleset
    if unit.id in situation.moved:
        return _has_moved(rules, unit, mobile=mobile)
    if unit.id in situation.spent:
        why = f"{unit.name} has advanced or was displaced: it does no more in this player turn."
        return _stays(why, str(rules.case("5.2/9")))
    if not situation.face(unit.id).movement:
        return _stays(f"{unit.name} has no movement points.", str(rules.case("5.2/1")))
    return None


@lru_cache(maxsize=1024)
def _has_moved(rules: Ruleset, unit: Unit, *, mobile: bool) -> Ruling:
    why = f"{unit.name} has moved in this player turn."
    return refusal("Eligible", why, rules.case("5.5/1" if mobile else "5.2/9"))


def _barred(situation: Situation, name: str, *, mobile: bool) -> tuple[str, Ruling]:
    unit = situation.roster.units[name]
    if name in situation.moved and (unit.mobile or not mobile):
        return name, _has_moved(situation.ruleset, unit, mobile=mobile)
    return name, may_move(situation, name, mobile=mobile)


@lru_cache(maxsize=1024)
def _stays(why: str, case: str) -> Ruling:
    return refusal("Eligible", why, case)


def eligible(phase: MovementPhase) -> tuple[Piece, ...]:
    """Return the units on the map that may still move and were not held back."""
    situation, units = phase.situation, phase.situation.roster.units
    if phase.mobile and not situation.ruleset.mobile_phases:
        return ()
    out = situation.moved | situation.spent | phase.held
    return tuple(
        piece
        for piece in situation.of(situation.active)
        if piece.unit not in out
        and (units[piece.unit].mobile or not phase.mobile)
        and units[piece.unit].faces[piece.face].movement
    )


def _next_unit(phase: MovementPhase) -> Choice:
    situation, board, roster = phase.situation, phase.situation.board, phase.situation.roster
    able = eligible(phase)
    options = [_END, *(_unit_option(roster, board, piece) for piece in able)]
    options += [
        Option(name, f"{situation.unit(name).name}, which comes onto the map")
        for name, _ in phase.entries
        if name not in phase.held
    ]
    over = situation.moved | situation.spent
    here = {piece.unit for piece in situation.of(situation.active)}
    barred = tuple(_barred(situation, each, mobile=phase.mobile) for each in sorted(over & here))
    purpose = f"{situation.active}: next unit to move"
    cases = situation.ruleset.cases("5.5") if phase.mobile else situation.ruleset.cases("5.1")
    return Choice(situation.active, purpose, tuple(options), cases, barred, position=phase)


_END = Option(END, "end the phase")
_STAY = Option(STAY, "stays where it is")
_BY_WAY = Option(BY_WAY, "by way of a hex, to be named next")


@lru_cache(maxsize=2048)
def _unit_option(roster: Roster, board: Board, piece: Piece) -> Option:
    unit = roster.unit(piece.unit)
    return Option(unit.id, f"{unit.name} in {board.label(piece.at)}, {roster.face(piece)}")


@lru_cache(maxsize=8192)
def _end_option(board: Board, cell: Hex, by: str = "") -> Option:
    return Option(by + board.label(cell), f"{by}to {board.describe(cell)}")


def _where(move: Move) -> Choice:
    situation = move.phase.situation
    unit, board = situation.unit(move.unit), situation.board
    options = [_STAY, *(_end_option(board, cell) for cell in move.reach.ends)]
    options += [_end_option(board, cell, RAIL) for cell in move.rails]
    barred: tuple[tuple[str, Ruling], ...] = ()
    if any_leg(move.reach):
        options.insert(1, _BY_WAY)
    else:
        why = f"{unit.name} passes no hex from which its move could go on and end."
        barred = ((BY_WAY, refusal("Passing", why, situation.ruleset.case("5.2/1"))),)
    cases = _where_cases(situation.ruleset, rails=bool(move.rails))
    purpose = f"{unit.name}: where its move ends{move.so_far}"
    return Choice(situation.active, purpose, tuple(options), cases, barred, position=move)


def _which_way(move: Move) -> Choice:
    """Ask for a hex that the move is to pass; who may not be one is said with the reason."""
    situation, found = move.phase.situation, move.reach
    unit, board, open_to = situation.unit(move.unit), situation.board, legs(found)
    options = tuple(Option(key_of(found, leg), describe(found, leg)) for leg in open_to)
    shut = found.spent.keys() - {leg.cell for leg in open_to if not leg.straight} - {found.here}
    barred = tuple((board.label(cell), why_no_leg(found, cell)) for cell in sorted(shut))
    purpose = f"{unit.name}: a hex that its move passes{move.so_far}"
    cases = situation.ruleset.cases("5.1/2", "5.2/1")
    asked = evolve(move, asks_way=True)
    return Choice(situation.active, purpose, options, cases, barred, position=asked)


def _where_cases(rules: Ruleset, *, rails: bool) -> tuple[Any, ...]:
    cases = rules.cases("5.1/1", "5.2/1", "5.3/3")
    return (*cases, "GAZA 15.0") if rails else cases


def _one_move(move: Move) -> Generator[Step, Any, MovementPhase]:
    """Ask where a unit's move ends, by way of what if that matters, and move it there."""
    phase = move.phase
    answer: Option = yield _where(move)
    while answer.key == BY_WAY:
        named: Option = yield _which_way(move)
        move = move.by(leg_named(move.reach, named.key))
        answer = yield _where(move)
    if answer.key == STAY:
        return evolve(phase, held=phase.held | {move.unit})
    board = phase.situation.board
    if answer.key.startswith(RAIL):
        end = board.hex(answer.key.removeprefix(RAIL))
        path = rail_path(phase.situation, move.unit, end)
        yield _told(phase.situation, move.unit, path, "by rail", "GAZA 15.0")
        return evolve(_moved(move, path), railed=move.unit)
    end = board.hex(answer.key)
    path = move.reach.path(end)
    allowance = move.reach.mover.allowance
    cost, whole = points_text(move.reach.spent[end]), points_words(allowance)
    case = str(phase.situation.ruleset.case("5.1/2"))
    yield _told(phase.situation, move.unit, path, f"for {cost} of {whole}", case)
    return _moved(move, path)


def _told(situation: Situation, name: str, path: tuple[Hex, ...], how: str, case: str) -> Ruling:
    board = situation.board
    way = ", ".join(map(board.label, path))
    said = f"{situation.unit(name).name} moves {way}, {how}."
    return finding(f"Move of {situation.unit(name).name}", board.label(path[-1]), said, case)


@implements("GAZA", "15.0/1")
def _moved(move: Move, path: tuple[Hex, ...]) -> MovementPhase:
    """Return the phase with a unit at the end of its path; it does not move again."""
    phase, situation = move.phase, move.phase.situation
    others = (piece for piece in situation.pieces if piece.unit != move.unit)
    after = evolve(
        situation,
        pieces=(*others, Piece(move.unit, path[-1], move.face)),
        moved=situation.moved | {move.unit},
        waiting=tuple(each for each in situation.waiting if each.id != move.unit),
    )
    after = situation.ruleset.after_move(after, move.unit, path)
    left = tuple(each for each in phase.entries if each[0] != move.unit)
    return evolve(phase, situation=after, entries=left)


def moved(situation: Situation, name: str, end: Hex, *, mobile: bool = False) -> Situation:
    """Return the position after a unit moves to a hex by its cheapest way, for scripts and tests.

    Raises:
        Refused: It may not move now, or not there.
    """
    may = may_move(situation, name, mobile=mobile)
    if not may.allowed:
        raise Refused(may)
    move = Move(MovementPhase(situation, mobile), name, situation.piece(name).face)
    if end not in move.reach.ends:
        raise Refused(move.reach.why_not(end))
    return _moved(move, move.reach.path(end)).situation
