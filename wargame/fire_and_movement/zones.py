"""Zones of control (6.0): the six hexes round a unit, always in force, whoever else stands there.

What a zone does to a moving unit (6.1) is decided here for one step: :class:`Mover` holds what must
be known of the unit, and prices a step once the ground has been priced.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Case, Ruling, figure, finding, skipped
from wargame.fire_and_movement.terrain_costs import HALVES, NEVER, in_points, points_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.core.board import Board, Cell
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece, Roster, Unit

COMMANDO = "commando"
MINEFIELD, FORTIFICATION = "minefield", "fortification"
NOBODY: frozenset[Hex] = frozenset()


@frozen
class Bound:
    """A kind of unit that keeps to one kind of road or railway.

    Args:
        link: The road or railway.
        cases: The cases that say so.
    """

    link: str
    cases: tuple[str, ...]


def minds_every_zone(mover: Unit, enemy: Unit) -> tuple[str, ...]:
    """Say that every enemy's zone hinders every unit: the system's rule."""
    del mover, enemy
    return ()


def pays_everywhere(unit: Unit, cell: Cell) -> tuple[str, ...]:
    """Say that nobody leaves a zone for nothing on account of the ground: the system's rule."""
    del unit, cell
    return ()


@lru_cache(maxsize=8192)
def around(cell: Hex) -> frozenset[Hex]:
    """Return the six hexes round a hex."""
    return frozenset(cell.neighbours())


@implements("FM8", "6.0/1")
@implements("FM7", "6.0/1")
def exerts(situation: Situation, name: str) -> bool:
    """Return whether a unit exerts a zone of control: all do that have no black hexagon."""
    return situation.unit(name).zone


@implements("FM8", "6.0", "6.0/2", "6.0/3", "6.0/4", "6.0/5", "6.0/6")
@implements("FM7", "6.0", "6.0/2", "6.0/3", "6.0/4", "6.0/5", "6.0/6", "6.0/7")
def controlled(situation: Situation, side: str) -> frozenset[Hex]:
    """Return the hexes in a side's zones of control; enemies there change nothing.

    Zones reach into every terrain and across every hexside, save into hexes that the game's rules
    close to them (``Ruleset.zone_free``).
    """
    known, spared = situation.roster.units, situation.ruleset.zone_free
    places = [each.at for each in situation.of(side) if known[each.unit].zone]
    return _zones(situation.board, spared, places)


def _zones(board: Board, spared: frozenset[str], places: Iterable[Hex]) -> frozenset[Hex]:
    found = NOBODY.union(*map(around, places))
    if not spared:
        return found
    cells = board.cells
    return frozenset(
        cell for cell in found if cell not in cells or not _spared(cells[cell], spared)
    )


def _spared(cell: Cell, kinds: frozenset[str]) -> bool:
    return bool(kinds & cell.features) or not kinds.isdisjoint(cell.terrain)


def zone_against(situation: Situation, name: str) -> frozenset[Hex]:
    """Return the enemy zones that hinder the movement of a unit, exemptions left out.

    Retreats do not ask this: an exemption concerns movement only (FM-Q56); they ask
    :func:`controlled`.
    """
    return _threat(situation, situation.unit(name))[0]


def _threat(situation: Situation, unit: Unit) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Return the zones that hinder a unit, and the hexes of its enemies."""
    rules, known = situation.ruleset, situation.known
    key = (unit.side, _minded(situation.roster, rules.ignores_zone, unit.id))
    if key not in known:
        pieces = situation.of(situation.other(unit.side))
        known[key] = _faced(pieces, key[1], situation.board, rules.zone_free)
    found: tuple[frozenset[Hex], frozenset[Hex]] = known[key]
    return found


@lru_cache(maxsize=1024)
def _minded(
    roster: Roster, exempt: Callable[[Unit, Unit], tuple[str, ...]], name: str
) -> frozenset[str]:
    """Return the units whose zones hinder a unit where they are its enemies."""
    unit, known = roster.unit(name), roster.units.values()
    return frozenset(each.id for each in known if each.zone and not exempt(unit, each))


@lru_cache(maxsize=256)
def _faced(
    pieces: tuple[Piece, ...], minded: frozenset[str], board: Board, spared: frozenset[str]
) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Return the zones of those pieces that are minded, and the hexes of all.

    One side stands still while the other moves, so that a phase asks for the same ones again.
    """
    places = [each.at for each in pieces if each.unit in minded]
    return _zones(board, spared, places), frozenset(each.at for each in pieces)


def in_enemy_zone(situation: Situation, who: str, cell: Hex) -> bool:
    """Return whether a hex lies in an enemy zone of control.

    Args:
        situation: The position.
        who: A side: every zone of its opponent counts. Or a unit's id: only those zones count that
            hinder its movement.
        cell: The hex.
    """
    if who in situation.sides:
        return cell in controlled(situation, situation.other(who))
    return cell in zone_against(situation, who)


def zone_ruling(situation: Situation, who: str, cell: Hex) -> Ruling:
    """Return the same as :func:`in_enemy_zone`, enemy by enemy.

    Args:
        situation: The position.
        who: A side, or a unit's id.
        cell: The hex.
    """
    rules, label = situation.ruleset, situation.board.label(cell)
    unit = None if who in situation.sides else situation.unit(who)
    side = unit.side if unit else who
    near = [p for p in situation.of(situation.other(side)) if cell in around(p.at)]
    parts = [_neighbour(situation, unit, piece.unit, cell) for piece in near]
    inside = any(part.counts for part in parts)
    where = "lies in" if inside else "is free of"
    said = f"{label} {where} enemy zones of control."
    return finding("Enemy zone", inside, said, rules.case("6.0"), parts=parts)


def _neighbour(situation: Situation, unit: Unit | None, name: str, cell: Hex) -> Ruling:
    rules, enemy = situation.ruleset, situation.unit(name)
    content = situation.board.cells.get(cell)
    exempt = rules.ignores_zone(unit, enemy) if unit else ()
    if not enemy.zone:
        why = f"{enemy.name} has a black hexagon: it exerts no zone."
        return skipped(enemy.name, why, rules.case("6.0/1"))
    if content and _spared(content, rules.zone_free):
        return skipped(enemy.name, "Zones do not extend into this hex.", rules.case("6.0/3"))
    if exempt and unit:
        why = f"The zone of {enemy.name} does not hinder {unit.name}."
        return skipped(enemy.name, why, *exempt)
    return figure(enemy.name, True, f"{enemy.name} is adjacent.", rules.case("6.0/1"))


@frozen(eq=False)
class Mover:
    """A unit about to move: what prices its steps.

    Args:
        situation: The position.
        unit: The unit.
        start: Its hex; None while it comes onto the map.
        allowance: Its printed movement allowance, in half points.
        zone: The enemy zones that hinder it.
        enemies: Hexes with enemy units.
        free: The cases by which it leaves the zone it starts in without paying; empty if it pays.
        under_way: Whether it has moved already, so that where it began is a hex like any other.
    """

    situation: Situation
    unit: Unit
    start: Hex | None
    allowance: int
    zone: frozenset[Hex]
    enemies: frozenset[Hex]
    free: tuple[str, ...] = ()
    under_way: bool = False

    @property
    def surcharge(self) -> int:
        """What a mobile unit pays to enter a zone: half its allowance, whole points (6.1/5)."""
        points = self.allowance // HALVES
        return points // 2 * HALVES

    @property
    def commando(self) -> bool:
        """Whether it never pays for zones (6.1/7), and no mine between them stops it (FM-Q18)."""
        return self.unit.kind == COMMANDO

    @property
    def begins_in_zone(self) -> bool:
        """Whether it starts in an enemy zone."""
        return self.start in self.zone

    def sets_out(self, here: Hex | None) -> bool:
        """Return whether a step out of a hex is the unit's first."""
        return here == self.start and not self.under_way

    @property
    def stops(self) -> bool:
        """Whether it must stop in the zone that it enters: see :meth:`halts`."""
        if self.unit.mobile:
            return False
        return self.situation.ruleset.leg_halts_again or not self.begins_in_zone

    @implements("FM8", "6.1", "6.1/1", "6.1/4")
    @implements("FM7", "6.1", "6.1/1")
    def halts(self, cell: Hex) -> bool:
        """Return whether the unit must stop in a hex: a leg unit in a zone that it has entered.

        A leg unit that started in a zone and left it halts in the next one too: version 8 says so;
        version 7 is silent, and is read alike (``Ruleset.leg_halts_again``).
        """
        return cell in self.zone and self.stops and not self.sets_out(cell)

    @implements("FM8", "6.1/2", "6.1/3", "6.1/5", "6.1/7")
    @implements("FM7", "6.1/2", "6.1/3", "6.1/4", "6.1/5", "6.1/7")
    @implements("GAZA", "14.0/4")
    def price(self, here: Hex, there: Hex, ground: int) -> int:
        """Return the whole price of a step, in half points; :data:`NEVER` if the zones bar it.

        Args:
            here: The hex left, adjacent to *there*.
            there: The hex entered.
            ground: What the ground costs, in half points.
        """
        if there not in self.zone:
            return ground
        inside, first = here in self.zone, self.sets_out(here)
        if inside and not self.commando and mined(self.situation, here, there):
            return NEVER
        spared = self.commando or (inside and first and bool(self.free))
        if self.unit.mobile:
            if inside and not self.situation.ruleset.mobile_between_zones:
                return NEVER
            return ground if spared else ground + self.surcharge
        if not inside or spared:
            return ground
        # only from where it begins: the whole allowance is no longer there later
        return self.allowance if first and ground <= self.allowance else NEVER

    def zone_part(self, here: Hex | None, there: Hex, ground: int) -> Ruling | None:
        """Return what zones add to a step onto *there*, in points; None where there is none."""
        rules = self.situation.ruleset
        inside = here in self.zone
        if there not in self.zone:
            said = "It leaves the zone for a free hex at the ordinary price."
            return figure("Zone of control", 0, said, rules.case("6.1/3")) if inside else None
        if self.commando:
            return skipped("Zone of control", "Commandos never pay.", rules.case("6.1/7"))
        if inside and self.sets_out(here) and self.free:
            said = "Units in these trenches leave a zone without paying."
            return skipped("Zone of control", said, *self.free)
        if self.unit.mobile:
            said = f"Half of {points_words(self.allowance)}, rounded down, to enter a zone."
            cost = in_points(self.surcharge)
            return figure("Zone of control", cost, said, rules.case("6.1/5"), unit="points")
        if inside:
            said = "From zone to zone: it takes the whole allowance, terrain included."
            cost = in_points(self.allowance - ground)
            return figure("Zone of control", cost, said, rules.case("6.1/2"), unit="points")
        said = "It must stop here."
        return figure("Zone of control", 0, said, *halt_cases(self))


def halt_cases(moving: Mover) -> tuple[Case, ...]:
    """Return the cases by which a leg unit stops in a zone; version 7 prints one of them only."""
    rules = moving.situation.ruleset
    later = moving.begins_in_zone and rules.edition == "FM8"
    return rules.cases("6.1/4" if later else "6.1/1")


@implements("FM8", "6.1/6")
@implements("FM7", "6.1/6")
def mined(situation: Situation, here: Hex, there: Hex) -> bool:
    """Return whether a step from zone to zone is barred: over mines, or into a fortification."""
    board = situation.board
    if FORTIFICATION in board.cells[there].features:
        return True
    return bool(board.hexsides) and MINEFIELD in board.side(here, there)


def mover(situation: Situation, name: str) -> Mover:
    """Return a unit on the map as it is about to move."""
    piece, unit = situation.piece(name), situation.unit(name)
    zone, enemies = _threat(situation, unit)
    allowance = HALVES * unit.faces[piece.face].movement
    free: tuple[str, ...] = ()
    if piece.at in zone:
        free = situation.ruleset.leaves_zone(unit, situation.board.cell(piece.at))
    return Mover(situation, unit, piece.at, allowance, zone, enemies, free)


def comer(situation: Situation, name: str, face: int = 0) -> Mover:
    """Return a unit that comes onto the map, as it is about to move."""
    unit = situation.unit(name)
    zone, enemies = _threat(situation, unit)
    return Mover(situation, unit, None, HALVES * unit.faces[face].movement, zone, enemies)
