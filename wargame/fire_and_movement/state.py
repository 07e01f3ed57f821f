"""The situation: where every unit stands and what was done this phase. Phases return new ones."""

from __future__ import annotations

import re
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.words import count
from wargame.fire_and_movement.crt import CombatResultsTable, crt_named
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.units import Face, Marker, Roster, StepLoss, Unit


def _sorted(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces, key=attrgetter("unit")))


@frozen(order=True)
class Waiting:
    """A unit or marker that is not on the map yet.

    Args:
        id: The unit or marker.
        box: Where it waits, such as ``reinforcements`` or ``amphibious``.
    """

    id: str
    box: str


@frozen(order=True)
class Fallen:
    """A depletion or an elimination that has happened.

    Args:
        turn: The turn.
        unit: Whose counter was turned over or taken off.
        side: The side it belongs to.
        by: The side that did it.
        eliminated: Whether it is gone, rather than depleted.
    """

    turn: int
    unit: str
    side: str
    by: str
    eliminated: bool


@frozen
class Situation:
    """A position in the middle of a player turn.

    Args:
        board: The map.
        ruleset: The rules in force.
        roster: Every unit and marker there is.
        pieces: The units on the map.
        active: The side whose turn it is: the attacker.
        sides: Both sides, the first player first.
        ready: Support fire markers that may still be used, by id.
        attacked: Hexes that were attacked this phase.
        fought: Units that attacked this phase.
        charged: Divisions that have used their charge.
        kress_used: Whether Kress has been placed this phase.
        shelf: Where charts are looked for.
        turn: The game turn, from 1.
        moved: Units that moved in this player turn's Movement Phase (5.5).
        spent: Units that may do nothing more this player turn: they advanced, or were displaced
            while their side attacked (8.3.1, 8.5).
        waiting: Units and markers that are not on the map yet.
        tally: Every depletion and elimination so far.
        sites: Surface-to-air missile sites that stand.
        fired: Those of them that have fired this combat phase.
        gone: Support fire markers removed for good.
        mobile: Whether it is a mobile phase, in which only mobile units act (4.1).
        held: Hexes whose holder matters, each with the nationality that entered it last.
    """

    board: Board
    ruleset: Ruleset
    roster: Roster
    pieces: tuple[Piece, ...] = field(converter=_sorted)
    active: str
    sides: tuple[str, str]
    ready: frozenset[str] = frozenset()
    attacked: frozenset[Hex] = frozenset()
    fought: frozenset[str] = frozenset()
    charged: frozenset[str] = frozenset()
    kress_used: bool = False
    shelf: ChartShelf = ChartShelf()
    turn: int = 1
    moved: frozenset[str] = frozenset()
    spent: frozenset[str] = frozenset()
    waiting: tuple[Waiting, ...] = ()
    tally: tuple[Fallen, ...] = ()
    sites: frozenset[Hex] = frozenset()
    fired: frozenset[Hex] = frozenset()
    gone: frozenset[str] = frozenset()
    mobile: bool = False
    held: frozenset[tuple[Hex, str]] = frozenset()

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
    def _by_side(self) -> dict[str, tuple[Piece, ...]]:
        found: dict[str, list[Piece]] = {side: [] for side in self.sides}
        for piece in self.pieces:
            found[self.unit(piece.unit).side].append(piece)
        return {side: tuple(pieces) for side, pieces in found.items()}

    @cached_property
    def known(self) -> dict[object, Any]:
        """What others have worked out of this position, to be asked again: it never changes."""
        return {}

    @cached_property
    def _by_pool(self) -> dict[tuple[str, bool], tuple[Marker, ...]]:
        known = self.roster.markers
        found: dict[tuple[str, bool], tuple[Marker, ...]] = {}
        for marker in (known[name] for name in sorted(self.ready) if name in known):
            key = (marker.side, marker.pool)
            found[key] = (*found.get(key, ()), marker)
        return found

    @property
    def inactive(self) -> str:
        """The side that defends."""
        return self.other(self.active)

    def other(self, side: str) -> str:
        """Return the opponent of *side*.

        Raises:
            RequestError: There is no such side.
        """
        if side not in self.sides:
            raise RequestError("sides", shown(side), one_of(self.sides, str(side)))
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    @cached_property
    def crt(self) -> CombatResultsTable:
        """The combat results table in force."""
        return crt_named(self.ruleset.crt, self.shelf)

    def unit(self, name: str) -> Unit:
        """Return a unit by its id.

        Raises:
            RequestError: There is none.
        """
        return self.roster.unit(name)

    def piece(self, name: str) -> Piece:
        """Return where a unit stands.

        Raises:
            RequestError: The unit does not exist or is not on the map.
        """
        if name not in self._by_unit:
            unit = self.unit(name)
            raise RequestError("map", f"{unit.name} ({name})", "a unit that is on the map")
        return self._by_unit[name]

    def face(self, name: str) -> Face:
        """Return the side of a unit's counter that shows."""
        return self.roster.face(self.piece(name))

    def at(self, cell: Hex, side: str = "") -> tuple[Piece, ...]:
        """Return the units in a hex, all or those of one side."""
        here = self._by_hex.get(cell, ())
        if not side:
            return here
        return tuple(piece for piece in here if self.unit(piece.unit).side == side)

    def of(self, side: str) -> tuple[Piece, ...]:
        """Return the units of one side on the map."""
        return self._by_side.get(side, ())

    def enemies_at(self, cell: Hex) -> tuple[Piece, ...]:
        """Return the defending units in a hex: those of the inactive side."""
        return self.at(cell, self.inactive)

    def markers(self, side: str, *, pool: bool) -> tuple[Marker, ...]:
        """Return the markers of *side* still ready: those drawn blind, or those openly known."""
        return self._by_pool.get((side, pool), ())

    def after_losses(self, losses: Iterable[StepLoss], by: str = "") -> Situation:
        """Return the situation with these losses taken and booked.

        Args:
            losses: The losses.
            by: The side that caused them; the owner's opponent where nothing is said.
        """
        pieces, tally = {piece.unit: piece for piece in self.pieces}, list(self.tally)
        for loss in losses:
            name, gone = loss.before.unit, loss.after is None
            pieces.pop(name, None)
            if loss.after is not None:
                pieces[loss.after.unit] = loss.after
            side = self.unit(name).side
            tally.append(Fallen(self.turn, name, side, by or self.other(side), gone))
        return evolve(self, pieces=pieces.values(), tally=tuple(sorted(tally)))

    def at_phase_start(self) -> Situation:
        """Return the situation without the marks of an earlier phase: all may fight again.

        Who fought in the Combat Phase does not fight in the Mobile Combat Phase (4.1).
        """
        fought = self.fought if self.mobile else frozenset[str]()
        return evolve(self, attacked=frozenset(), fought=fought, kress_used=False)

    def spend(self, markers: Iterable[str]) -> Situation:
        """Return the situation with these markers used."""
        return evolve(self, ready=self.ready - frozenset(markers))

    def steps(self, side: str) -> int:
        """Return how many steps *side* has on the map."""
        return sum(self.roster.steps(piece) for piece in self.of(side))

    def describe(self, piece: Piece) -> str:
        """Return one phrase: name, formation, figures and steps of a unit on the map."""
        unit, face = self.unit(piece.unit), self.roster.face(piece)
        # the side is named anyway, and a unit may be called after its formation
        group = re.sub(r" \([^()]*\)$", "", unit.formation)
        group = f", {group}" if group and group not in unit.name else ""
        return f"{unit.name}{group} ({unit.side}), {face}, {count(face.steps, 'step')}"
