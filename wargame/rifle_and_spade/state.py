"""The situation: where every unit stands and in what state. Every act returns a new one."""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from attrs import evolve, field, frozen

from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.formations import NO_ARMY, Army
from wargame.rifle_and_spade.toll import Loss

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.ruleset import Light, Ruleset
    from wargame.rifle_and_spade.toll import Cause, Ration
    from wargame.rifle_and_spade.units import Roster, Steps, Unit
    from wargame.rifle_and_spade.works import Work

Cover = Literal["", "terrain", "work", "ridge"]
"""How a unit hides (7.2.7): not at all, in close terrain, in a fieldwork, behind a ridge."""
Mode = Literal["", "column", "limbered"]


@implements("RS", "3.3", "6.1.1", "6.1.1/1", "6.1.1/2", "6.1.1/3", "6.1.1/4", "7.2.3", "16.1")
@frozen
class Piece:
    """A unit on the map with its markers.

    Args:
        unit: The unit's id.
        at: Its hex.
        steps: The steps it has left; 0 for machine guns and headquarters.
        work: The fieldwork it occupies; empty when it stands in none, or on top.
        hiding: How it hides; empty when it does not.
        order: column, limbered, or neither.
        confused: Whether its morale state is Confused rather than Good (16.1).
        came_from: The hex it entered its own from, for its relative position there (6.1.6).
        wave: Under an assault marker, the number of its wave from 1; 0 otherwise.
        task: The long action it performs: engineering, prolong, drag, one hex; or empty.
        shots: Shoots of artillery so far this turn (17.7.8).
        fired: Whether it fired so that it may not move (artillery), or used its commanded fire.
        acted: Whether it was activated for an action this turn.
        engaged: Units that a gun has fired at this turn while they moved (17.7.7); its own name
            stands there once it has had its commanded fire.
        isolated: Whether it is out of messaging range of its headquarters (9.3.2).
        loose: Whether it was released by itself while its brigiment waits (101.7.4).
        unsupplied: Whether an independent unit is out of supply (20.1.2).
    """

    unit: str
    at: Hex
    steps: Steps
    work: str = ""
    hiding: Cover = ""
    order: Mode = ""
    confused: bool = False
    came_from: Hex | None = None
    wave: int = 0
    task: str = ""
    shots: int = 0
    fired: bool = False
    acted: bool = False
    engaged: frozenset[str] = frozenset()
    isolated: bool = False
    loose: bool = False
    unsupplied: bool = False


@frozen
class Assault:
    """An assault marker.

    Args:
        at: The hex.
        attacker: The side that placed it (18.2.2).
        waves: How many waves have entered (17.4.12).
        wire: Whether any of them crossed barbed wire (6.5.2).
    """

    at: Hex
    attacker: str
    waves: int = 1
    wire: bool = False


def _sorted(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=attrgetter("unit")))


@frozen
class Situation:
    """A position.

    Args:
        ground: The map under its rules.
        roster: Every unit there is.
        pieces: The units on the map.
        sides: Both sides, the first player first.
        active: The side that acts.
        works: The fieldworks.
        light: day, twilight or night.
        turn: The game turn.
        lit: Hexes in a searchlight.
        held: The side that last held each hex it entered, as pairs in order.
        shared: Hexes in Us/Them.
        assaults: The assault markers.
        officers: Officer points by brigiment, as pairs in order; empty without command rules.
        losses: Steps lost so far.
        rations: What limits on digging still allow.
        shelf: Where charts are looked for.
        army: The formations.
        commands: The state of command of each brigiment in play, in order of their ids.
        last_chit: The side that pulled the last command chit this turn; empty at first (2.3.2).
    """

    ground: Field
    roster: Roster
    pieces: tuple[Piece, ...] = field(converter=_sorted)
    sides: tuple[str, str]
    active: str
    works: tuple[Work, ...] = ()
    light: Light = "day"
    turn: int = 1
    lit: frozenset[Hex] = frozenset()
    held: tuple[tuple[Hex, str], ...] = ()
    shared: frozenset[Hex] = frozenset()
    assaults: tuple[Assault, ...] = ()
    officers: tuple[tuple[str, int], ...] = ()
    losses: tuple[Loss, ...] = ()
    rations: tuple[Ration, ...] = ()
    shelf: ChartShelf = ChartShelf()
    army: Army = NO_ARMY
    commands: tuple[Command, ...] = ()
    last_chit: str = ""

    @property
    def board(self) -> Board:
        """The map."""
        return self.ground.board

    @property
    def ruleset(self) -> Ruleset:
        """The rules in force."""
        return self.ground.ruleset

    @cached_property
    def _by_unit(self) -> dict[str, Piece]:
        return {piece.unit: piece for piece in self.pieces}

    @cached_property
    def _by_hex(self) -> dict[Hex, tuple[Piece, ...]]:
        found: dict[Hex, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            found[piece.at] = (*found.get(piece.at, ()), piece)
        return found

    @cached_property
    def occupied(self) -> Mapping[str, frozenset[Hex]]:
        """The hexes that each side stands in."""
        return {side: frozenset(each.at for each in self.of(side)) for side in self.sides}

    @cached_property
    def _by_side(self) -> dict[str, tuple[Piece, ...]]:
        units, (first, second) = self.roster.units, self.sides
        found: tuple[list[Piece], list[Piece]] = [], []
        for piece in self.pieces:
            found[units[piece.unit].side != first].append(piece)
        return {first: tuple(found[0]), second: tuple(found[1])}

    @cached_property
    def _works(self) -> dict[Hex, tuple[Work, ...]]:
        found: dict[Hex, tuple[Work, ...]] = {}
        for work in self.works:
            found[work.at] = (*found.get(work.at, ()), work)
        return found

    @cached_property
    def holders(self) -> Mapping[Hex, str]:
        """The side that last held each hex."""
        return dict(self.held)

    @property
    def inactive(self) -> str:
        """The side that does not act."""
        return self.other(self.active)

    def other(self, side: str) -> str:
        """Return the opponent of *side*.

        Raises:
            RequestError: It is none of the two sides.
        """
        if side not in self.sides:
            raise RequestError("side", shown(side), one_of(self.sides, side))
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def unit(self, piece: Piece | str) -> Unit:
        """Return what is printed on a piece's counter."""
        name = piece if isinstance(piece, str) else piece.unit
        known = self.roster.units.get(name)
        return self.roster[name] if known is None else known

    def side(self, piece: Piece) -> str:
        """Return whose a piece is."""
        return self.roster.units[piece.unit].side

    def piece(self, name: str) -> Piece:
        """Return the piece of a unit.

        Raises:
            RequestError: The unit is unknown, or not on the map.
        """
        try:
            return self._by_unit[name]
        except KeyError:
            unit = self.roster[name]
            raise RequestError("unit", f"{unit.id}, off the map", "a unit on the map") from None

    def on_map(self, name: str) -> bool:
        """Return whether a unit is on the map."""
        return name in self._by_unit

    def at(self, cell: Hex, side: str | None = None) -> tuple[Piece, ...]:
        """Return the pieces in a hex, of one side or of both, in order of their names."""
        there = self._by_hex.get(cell, ())
        if side is None or not there:
            return there
        units = self.roster.units
        return tuple([piece for piece in there if units[piece.unit].side == side])

    def of(self, side: str) -> tuple[Piece, ...]:
        """Return the pieces of a side."""
        return self._by_side.get(side, ())

    def works_at(self, cell: Hex) -> tuple[Work, ...]:
        """Return the works in a hex."""
        return self._works.get(cell, ())

    def work(self, name: str) -> Work | None:
        """Return the work called *name*."""
        return next((work for work in self.works if work.id == name), None)

    def work_of(self, piece: Piece) -> Work | None:
        """Return the work that a piece occupies, which protects it."""
        if not piece.work:
            return None
        return next((work for work in self.works_at(piece.at) if work.id == piece.work), None)

    def assault_at(self, cell: Hex) -> Assault | None:
        """Return the assault marker in a hex."""
        return next((each for each in self.assaults if each.at == cell), None)

    def wire_between(self, one: Hex, other: Hex) -> Work | None:
        """Return the work whose barbed wire one must cross between two adjacent hexes."""
        for work, toward in (
            *((work, other) for work in self.works_at(one)),
            *((work, one) for work in self.works_at(other)),
        ):
            if work.wire and work.at.direction_to(toward) in work.wire:
                return work
        return None

    def points_of(self, brigiment: str) -> int | None:
        """Return a brigiment's officer points, or None where no command rules are used."""
        return next((points for name, points in self.officers if name == brigiment), None)

    def replace_pieces(self, *changed: Piece) -> Situation:
        """Return the situation with these pieces in place of those of the same units."""
        new = {piece.unit: piece for piece in changed}
        return evolve(self, pieces=tuple(new.get(each.unit, each) for each in self.pieces))

    def without(self, names: Iterable[str]) -> Situation:
        """Return the situation with these units off the map."""
        gone = frozenset(names)
        return evolve(self, pieces=tuple(each for each in self.pieces if each.unit not in gone))

    def hold(self, cell: Hex, side: str) -> Situation:
        """Return the situation with *side* as the last to hold a hex."""
        if self.holders.get(cell) == side:
            return self
        return evolve(self, held=tuple(sorted({**self.holders, cell: side}.items())))

    @implements("RS", "11.14.12/1", "11.14.15", "20.2.5")
    def lose(self, piece: Piece, steps: Steps, cause: Cause) -> Situation:
        """Book steps taken from a piece; the piece itself is changed or removed elsewhere.

        Steps of guns and cavalry are booked to their side: no regroup brings them back. Out of
        supply, whatever is lost has surrendered.
        """
        if not steps:
            return self
        unit = self.unit(piece)
        whose = (unit.brigiment if unit.arm == "rifle" else "") or unit.side
        if self.starved(piece):
            cause = "surrender"
        booked = {(each.brigiment, each.cause): each.steps for each in self.losses}
        booked[whose, cause] = booked.get((whose, cause), 0) + steps
        return evolve(self, losses=tuple(Loss(*key, n) for key, n in sorted(booked.items())))

    @implements("RS", "20.2", "20.2.2", "20.2.5")
    def starved(self, piece: Piece) -> bool:
        """Return whether a piece, or one of its side in its hex, is out of supply."""
        without = {each.brigiment for each in self.commands if each.out_of_supply}
        stack = (piece, *self.at(piece.at, self.side(piece)))
        return any(each.unsupplied or self.unit(each).brigiment in without for each in stack)

    def without_steps(self, piece: Piece, steps: Steps, cause: Cause) -> Situation:
        """Return the situation after a piece lost steps: booked, and removed when none is left.

        A unit without steps (machine guns, headquarters) is removed by any loss.
        """
        lost = min(steps, piece.steps)
        left = piece.steps - lost
        booked = self.lose(piece, lost, cause)
        if left > 0:
            return booked.replace_pieces(evolve(piece, steps=left))
        return booked.without([piece.unit])

    @cached_property
    def _commands(self) -> dict[str, Command]:
        return {each.brigiment: each for each in self.commands}

    def command(self, brigiment: str) -> Command:
        """Return the state of command of a brigiment.

        Raises:
            RequestError: There is no such brigiment in play.
        """
        try:
            return self._commands[brigiment]
        except KeyError:
            where, found = "brigiment", shown(brigiment)
            raise RequestError(where, found, one_of(self._commands, brigiment)) from None

    def commanded(self, piece: Piece) -> Command | None:
        """Return the state of command over a piece; None for independents, or without command."""
        return self._commands.get(self.roster.units[piece.unit].brigiment)

    def with_command(self, *changed: Command) -> Situation:
        """Return the situation with these in place of the commands of the same brigiments."""
        new = {**self._commands, **{each.brigiment: each for each in changed}}
        return evolve(self, commands=tuple(new[name] for name in sorted(new)))

    @implements("RS", "10.1.4", "15.1.2")
    def waits(self, brigiment: str) -> bool:
        """Return whether all of a brigiment waits to be released; it has no points till then."""
        command = self._commands.get(brigiment)
        if command is None or command.released:
            return False
        loose = (piece for piece in self.pieces if piece.loose)
        return all(self.unit(piece).brigiment != brigiment for piece in loose)

    def spend(self, brigiment: str, points: int) -> Situation:
        """Return the situation after a brigiment spent officer points (never below none)."""
        if self.waits(brigiment):
            return self
        left = tuple((n, max(p - points, 0) if n == brigiment else p) for n, p in self.officers)
        return evolve(self, officers=left)
