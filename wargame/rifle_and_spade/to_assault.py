"""Movement to assault (14.4): the officer point, the check, the waves, the assault marker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import activation, entering, morale, officers, stacking
from wargame.rifle_and_spade.costs import NEVER, entry_cost, ways, wire_cost
from wargame.rifle_and_spade.orders import attack as attack_orders
from wargame.rifle_and_spade.orders import movement_bar
from wargame.rifle_and_spade.state import Assault
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Activation, Barred, Offer
    from wargame.rifle_and_spade.state import Situation

ASSAULT = "assault"
CHECKED: Final = "move to assault"


def offers(run: Activation) -> Iterator[Offer | Barred]:
    """Yield the hexes that a stack may move to assault, and why it may not assault others."""
    if run.hid:
        return
    board = run.situation.board
    for there in (run.cell, *board.neighbours(run.cell)):
        if not run.enemies(there):
            continue
        bar = obstacle(run, there)
        key = f"{ASSAULT} {run.label(there)}"
        if bar is None:
            yield activation.Offer(key, f"move to assault {run.label(there)}", attack, (there,))
        else:
            yield key, bar[1]


@implements("RS", "14.4", "14.4.2", "14.4.3", "14.4.4")
def obstacle(run: Activation, there: Hex) -> Barred | None:
    """Return why a stack may not move to assault a hex; None where it may."""
    return _unfit(run) or _no_points(run) or _no_way(run, there)


@implements("RS", "14.4.2", "14.4.3", "14.4.4", "14.2.7", "16.1.2", "9.2.11")
def _unfit(run: Activation) -> Barred | None:
    units = run.situation.roster.units
    for piece in run.pieces:
        unit = units[piece.unit]
        if not unit.rifle:
            why = f"{unit.name} may not move to assault: leave it behind."
            return activation.barred(ASSAULT, why, "RS 14.4.3")
        if piece.order:
            why = f"{unit.name} must leave Column first."
            return activation.barred(ASSAULT, why, "RS 14.4.2", "RS 14.2.7")
        if piece.confused:
            why = f"{unit.name} is Confused and must rally first."
            return activation.barred(ASSAULT, why, "RS 14.4.2", "RS 16.1.2")
    return None


@implements("RS", "14.4.1", "10.2.2")
def _no_points(run: Activation) -> Barred | None:
    if not run.situation.officers:
        return None
    for brigiment in _payers(run, run.names):
        if not officers.can_afford(run.situation, brigiment, CHECKED):
            return ASSAULT, officers.afford(run.situation, brigiment, CHECKED)
    return None


def _payers(run: Activation, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the brigiments whose units these are; independent units pay nothing."""
    found = {run.situation.unit(name).brigiment for name in names}
    return tuple(sorted(found - {""}))


@implements("RS", "14.4", "14.4.6", "8.3.1/2", "6.5.1")
def _no_way(run: Activation, there: Hex) -> Barred | None:
    inside = there == run.cell
    if inside and not run.shared:
        return activation.barred(ASSAULT, "In an assault already.", "RS 14.4")
    if run.shared and not inside:
        why = "Out of Us/Them one assaults only the enemy in the same hex."
        return activation.barred(ASSAULT, why, "RS 8.3.1")
    cost = _wire_inside(run) if inside else run.prices[there][0]
    if cost >= NEVER:
        return ASSAULT, entry_cost(run.situation, run.names, there)
    if cost > run.left:
        why = f"That takes {activation.points_of(cost)}; {activation.points_of(run.left)} left."
        return activation.barred(ASSAULT, why, "RS 14.1.5", "RS 14.4.6")
    return _no_room(run, there) or _not_ordered(run, there) or entering.forbidden(run, there)


def _not_ordered(run: Activation, there: Hex) -> Barred | None:
    why = movement_bar.assault_bar(run.situation, run.names, there)
    return None if why is None else (ASSAULT, why)


def _no_room(run: Activation, there: Hex) -> Barred | None:
    come = [evolve(p, at=there, work="", hiding="", wave=1) for p in run.pieces]
    stack = (*run.friends(there), *come)
    if stacking.fits(run.situation, stack, there):
        return None
    return ASSAULT, stacking.stack_ruling(run.situation, stack, there)


def _wire_inside(run: Activation) -> int:
    """Return the half points for wire that units in Us/Them crossed to get there (8.3.1/2)."""
    cell = run.cell
    return max(wire_cost(run.situation, piece.came_from, cell) for piece in run.pieces)


# ---- going in


@implements("RS", "14.4.1", "14.4.6", "16.3/1", "8.3.1/2")
def attack(run: Activation, there: Hex) -> Generator[Step, Any, Activation]:
    """Move to assault: pay the officer point, check morale, and go in as one wave.

    Units of brigiments that have waited pay and check by themselves (14.4.6); all that pass go in
    together. Whoever fails stays where it is, in the same morale as before.
    """
    run = evolve(run, tried=True)
    home = _groups(run)
    going: list[str] = []
    for group in home:
        passed, run = yield from _check(run, group)
        going += group if passed else ()
    going = [name for name in going if run.situation.on_map(name)]
    if not going:
        return evolve(run, over=True)
    run = evolve(run, names=tuple(going))
    if there == run.cell:
        return (yield from _out_of_us_them(run))
    return (yield from _into(run, there))


@implements("RS", "14.4.6")
def _groups(run: Activation) -> list[tuple[str, ...]]:
    """Return the stacks that check by themselves: the active one, then each that has waited."""
    mine = tuple(name for name in run.names if name not in run.waiting)
    others: dict[str, tuple[str, ...]] = {}
    for name in run.names:
        if name in run.waiting:
            whose = run.situation.unit(name).brigiment
            others[whose] = (*others.get(whose, ()), name)
    return [group for group in (mine, *others.values()) if group]


def _check(
    run: Activation, group: tuple[str, ...]
) -> Generator[Step, Any, tuple[bool, Activation]]:
    situation: Situation = run.situation
    for brigiment in _payers(run, group):
        if not officers.can_afford(situation, brigiment, CHECKED):
            return False, run
        situation = officers.spend(situation, brigiment, CHECKED)
    if all(attack_orders.needs_no_check(situation, situation.piece(name)) for name in group):
        return True, evolve(run, situation=situation)
    checked = yield from morale.morale_check(situation, group, CHECKED)
    after = evolve(run, situation=checked.situation)
    return checked.result in {"passed", "ignored"}, after


def _wave(situation: Situation, there: Hex) -> int:
    marker = situation.assault_at(there)
    return marker.waves + 1 if marker else 1


@implements("RS", "14.4", "14.4.5", "17.4.12", "6.5.2", "6.5.3")
def _into(run: Activation, there: Hex) -> Generator[Step, Any, Activation]:
    here = run.cell
    cost, side = run.prices[there]
    wire = wire_cost(run.situation, here, there)
    edge = ways(run.situation.ground, run.situation.shelf).edge(here, there)
    wave = _wave(run.situation, there)
    gone = [
        evolve(p, at=there, came_from=here, work="", hiding="", wave=wave, acted=True)
        for p in run.pieces
    ]
    run = run.changed(*gone, spent=cost)
    trigger = Trigger("enters", (), there, here, side, crossing=edge.ridge, wave=wave)
    run = yield from activation.draw_fire(run, trigger)
    return _marked(run, there, wave, wired=bool(wire))


@implements("RS", "8.3.1/2", "14.4.1", "17.4.12", "17.4.5")
def _out_of_us_them(run: Activation) -> Generator[Step, Any, Activation]:
    there, wire = run.cell, _wire_inside(run)
    wave = _wave(run.situation, there)
    up = [evolve(p, work="", hiding="", wave=wave, acted=True) for p in run.pieces]
    run = run.changed(*up, spent=wire)
    trigger = Trigger("stays within", (), there, None, wire, wave=wave)
    run = yield from activation.draw_fire(run, trigger)
    return _marked(run, there, wave, wired=bool(wire))


@implements("RS", "14.4", "14.4.5", "6.5.2", "18.2.2")
def _marked(run: Activation, there: Hex, wave: int, *, wired: bool) -> Activation:
    """Return the activation, over, with the assault marker if any of the wave has survived.

    A marker that is there already counts the wave even when none of it is left.
    """
    situation = run.situation
    before = situation.assault_at(there)
    alive = any(piece.wave for piece in situation.at(there, situation.active))
    if before is None and not alive:
        return evolve(run, over=True)
    first = before or Assault(there, situation.active)
    marker = evolve(first, waves=max(wave, first.waves), wire=first.wire or wired)
    others = tuple(each for each in situation.assaults if each.at != there)
    after = evolve(situation, assaults=(*others, marker))
    return evolve(run, situation=after, over=True)
