"""From hex to hex (14.1): which hexes are open, and what entering one does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import activation, hiding, stacking, us_them, works_position
from wargame.rifle_and_spade.costs import NEVER, entry_cost, ways
from wargame.rifle_and_spade.movement_table import limits, movement_table
from wargame.rifle_and_spade.orders import march
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Activation, Barred, Offer
    from wargame.rifle_and_spade.state import Cover, Piece, Situation
    from wargame.rifle_and_spade.triggers import Deed
    from wargame.rifle_and_spade.units import Steps

ON_TOP, HIDDEN, ONE_HEX = "on top", "hidden", "one hex"


def offers(run: Activation) -> Iterator[Offer | Barred]:
    """Yield the adjacent hexes that a stack can enter, and why it cannot enter the others."""
    board = run.situation.board
    if stuck := _stuck(run):
        label = run.label
        yield from ((activation.barred(label(n), *stuck)) for n in board.neighbours(run.cell))
        return
    for there in board.neighbours(run.cell):
        why = obstacle(run, there)
        if why is not None:
            yield why
            continue
        yield from _ways_in(run, there)


@implements("RS", "14.3.3", "14.3.6", "14.3.9", "14.3.10")
def _stuck(run: Activation) -> tuple[str, str] | None:
    """Return why no hex at all is open to a stack: guns in it that are not limbered."""
    units = run.situation.roster.units
    for piece in run.pieces:
        unit = units[piece.unit]
        if unit.gun is None:
            continue
        if unit.gun.fixed:
            return f"{unit.name} stands in a permanent mount and never moves.", "RS 14.3.9"
        if not piece.order:
            return f"{unit.name} is not limbered.", "RS 14.3"
        if piece.fired:
            return f"{unit.name} has fired this turn.", "RS 14.3.6"
    return None


def _ways_in(run: Activation, there: Hex) -> Iterator[Offer | Barred]:
    """Yield the ways to enter a hex that is open: how it costs, hidden, or on top of a work."""
    label = run.label(there)
    cost, _ = run.prices[there]
    hidden = _may_stay_hidden(run, there)
    if march.off_road(run, there, cost):
        why = f"{label} is off the road along which they march."
        yield activation.barred(label, why, "RS 11.16.5/3")
        return
    if cost > run.left:
        words = (activation.points_of(cost), activation.points_of(run.left))
        why = f"{label} takes {words[0]}; {words[1]} left."
        yield activation.barred(label, why, "RS 14.1.5")
        if run.fresh and run.long and not run.shared:
            key = f"{ONE_HEX} {label}"
            said = f"take all the time there is to enter {label}"
            yield activation.Offer(key, said, enter_one_hex, (there,))
        return
    points = activation.points_of(cost)
    if hidden:
        said = f"go to {label} in hiding ({points})"
        yield activation.Offer(f"{label} {HIDDEN}", said, enter, (there, HIDDEN))
    if run.hid:
        if not hidden:
            yield activation.barred(label, "Those who hide must stop.", "RS 7.2.4")
        return
    yield activation.Offer(label, f"go to {label} ({points})", enter, (there, ""))
    if _has_work(run, there):
        said = f"go to {label} and stay on top of the work ({points})"
        yield activation.Offer(f"{label} {ON_TOP}", said, enter, (there, ON_TOP))


@implements("RS", "7.3/1", "7.3/2", "7.4")
def _may_stay_hidden(run: Activation, there: Hex) -> bool:
    """Return whether a stack can hide all along: behind a ridge, or into a fire trench."""
    if run.shared or there in run.situation.shared:
        return False
    if run.pieces[0].hiding != "ridge" and not run.situation.works_at(there):
        return False
    if not hiding.moves_hidden(run.situation, run.names, there):
        return False
    covers = _covers(run, there)
    if "work" in covers.values() and not _all_get_in(run, there):
        return False
    come = (evolve(p, at=there, work="", hiding=covers[p.unit]) for p in run.pieces)
    outside = [p for p in come if p.hiding != "work"]
    return stacking.fits(run.situation, (*run.friends(there), *outside), there)


@implements("RS", "6.1.2")
def _all_get_in(run: Activation, there: Hex) -> bool:
    """Return whether the works of a hex have room for a whole stack of infantry."""
    situation = run.situation
    steps: Steps = 0
    for piece in run.pieces:
        unit = situation.unit(piece)
        work = works_position.work_for(situation, unit, there)
        if work is None:
            return False
        steps += piece.steps if unit.rifle else 0
        held = sum(p.steps for p in situation.at(there) if p.work == work.id)
        if held + steps > movement_table(situation.shelf).capacity(work.kind):
            return False
    return True


def _has_work(run: Activation, there: Hex) -> bool:
    """Return whether somebody of the stack would go into a work of a hex."""
    situation = run.situation
    return bool(situation.works_at(there)) and any(
        not piece.order and works_position.work_for(situation, situation.unit(piece), there)
        for piece in run.pieces
    )


# ---- what bars a hex


@implements("RS", "14.1.9", "14.1.10", "3.7.8", "8.3.1/1", "8.3.5")
def obstacle(run: Activation, there: Hex) -> Barred | None:
    """Return why a stack may not move into an adjacent hex, points apart; None where it may."""
    label = run.label(there)
    joins = there in run.situation.shared and bool(run.friends(there))
    if run.enemies(there) and not joins:
        why = f"Enemies are in {label}: only a movement to assault leads there."
        return activation.barred(label, why, "RS 14.1.10")
    if run.shared:
        ruling = us_them.may_leave(run.situation, run.names, there)
        if not ruling.allowed:
            return label, ruling
    if run.prices[there][0] >= NEVER:
        return label, entry_cost(run.situation, run.names, there)
    if joins:
        if any(piece.order for piece in run.pieces):
            why = f"In {label} they must hide, and nobody hides in Column or limbered."
            return activation.barred(label, why, "RS 7.1.3", "RS 8.3.5")
        ruling = us_them.may_reinforce(run.situation, run.names, there)
        return forbidden(run, there) if ruling.allowed else (label, ruling)
    return crowded(run, there) or forbidden(run, there)


def crowded(run: Activation, there: Hex) -> Barred | None:
    """Return why a hex has no room for a stack; None where it has."""
    if _plainly_fits(run, there):
        return None
    come = [evolve(p, at=there, work="", hiding="", wave=0) for p in run.pieces]
    stack = (*run.friends(there), *come)
    if stacking.fits(run.situation, stack, there):
        return None
    return run.label(there), stacking.stack_ruling(run.situation, stack, there)


def _plainly_fits(run: Activation, there: Hex) -> bool:
    """Return whether a stack has room at a glance: no guns, nobody in Column, few enough rifles."""
    units = run.situation.roster.units
    steps: Steps = 0
    for piece in (*run.friends(there), *run.pieces):
        if piece.order or units[piece.unit].gun is not None:
            return False
        steps += piece.steps
    terrain = run.situation.board.cells[there].terrain
    return steps <= limits(run.situation.shelf, terrain).rifles


def forbidden(run: Activation, there: Hex) -> Barred | None:
    """Return what the scenario forbids about a hex."""
    why = run.bar(run.situation, run.names, there) if run.bar else None
    return None if why is None else (run.label(there), why)


# ---- entering


@implements("RS", "14.1.5", "14.1.7", "6.1.4", "6.4.3", "6.4.4", "6.4.5", "17.4.5", "17.4.7")
def enter(run: Activation, there: Hex, how: str) -> Generator[Step, Any, Activation]:
    """Move a stack into an adjacent hex: pay, enter, let the enemy fire, go into the work there.

    Args:
        run: The stack.
        there: The hex.
        how: "hidden", "on top", or empty for the usual way.
    """
    cost, side = run.prices[there]
    return (yield from _enter(run, there, how, cost, side))


def _enter(
    run: Activation, there: Hex, how: str, cost: int, side: int
) -> Generator[Step, Any, Activation]:
    here, before, out_of_us_them = run.cell, run.pieces, run.shared
    covers = _covers(run, there) if how == HIDDEN else {}
    covered = how != ON_TOP and _covered(run, there)
    slips = hiding.leaves_hidden(run.situation, run.names, there)
    edge = ways(run.situation.ground, run.situation.shelf).edge(here, there)
    moved = [
        evolve(p, at=there, came_from=here, work="", hiding=covers.get(p.unit, ""), task="")
        for p in before
    ]
    run = run.changed(*moved, spent=cost)
    run = evolve(run, situation=run.situation.hold(there, run.side))
    if covered or _unseen(covers):
        run = evolve(run, situation=activation.occupy(run.situation, run.names))
    deployed = tuple(piece.unit for piece in before if not piece.order)
    if not _unseen(covers):
        left = None if slips else here
        trigger = Trigger("enters", (), there, left, side, crossing=edge.ridge, covered=covered)
        run = yield from activation.draw_fire(run, trigger)
    if out_of_us_them and run.over:
        run = _thrown_back(run, before, there)
    return _settled(run, there, deployed if how != ON_TOP else ())


def _covers(run: Activation, there: Hex) -> dict[str, Cover]:
    return {p.unit: hiding.cover_after(run.situation, p, there) for p in run.pieces}


def _unseen(covers: dict[str, Cover]) -> bool:
    """Return whether a stack moves under ground, where nobody can fire at it (17.4.7).

    Behind a ridge it hides from some and not from others, who may.
    """
    return bool(covers) and all(cover == "work" for cover in covers.values())


def _covered(run: Activation, there: Hex) -> bool:
    if not run.situation.works_at(there) or not _all_get_in(run, there):
        return False
    return all(works_position.enter_without_on_top(run.situation, p, there) for p in run.pieces)


@implements("RS", "8.3.1/1")
def _thrown_back(run: Activation, before: tuple[Piece, ...], there: Hex) -> Activation:
    """Return a stack that fire stopped on its way out of Us/Them to where it was, hiding again."""
    situation = _returned(run.situation, before, there)
    names = [n for n in run.names if situation.on_map(n) and situation.piece(n).at != there]
    return evolve(run, situation=hiding.hide_where_they_are(situation, names))


def _returned(situation: Situation, before: tuple[Piece, ...], there: Hex) -> Situation:
    """Return the situation with those of *before* who are in a hex back where they came from."""
    back = []
    for old in before:
        if situation.on_map(old.unit) and situation.piece(old.unit).at == there:
            piece = situation.piece(old.unit)
            work = "" if piece.order else old.work
            back.append(evolve(piece, at=old.at, came_from=old.came_from, work=work, task=""))
    return situation.replace_pieces(*back)


def _settled(run: Activation, there: Hex, deployed: tuple[str, ...]) -> Activation:
    """Return a stack at rest in the hex it entered: in its work, hiding if it is Us/Them."""
    situation = run.situation
    here = [n for n in deployed if situation.on_map(n) and situation.piece(n).at == there]
    if there in situation.shared:
        come = [n for n in run.names if situation.on_map(n) and situation.piece(n).at == there]
        situation = us_them.reinforce(situation, come)
        run = evolve(run, over=True)
    if situation.shared or situation.works_at(there):
        situation = us_them.settle(situation)
    if situation.works_at(there):
        situation = activation.occupy(situation, here)
    return evolve(run, situation=situation)


# ---- one hex at least, and other long movements


@implements("RS", "14.1.11", "12.2")
def enter_one_hex(run: Activation, there: Hex) -> Generator[Step, Any, Activation]:
    """Enter one hex that costs more than there is, as a long action of the whole subsegment."""
    return (yield from long_move(run, there, "enters", ONE_HEX))


@implements("RS", "12.2", "16.3/3")
def long_move(
    run: Activation, there: Hex, deed: Deed, task: str
) -> Generator[Step, Any, Activation]:
    """Take a stack into an adjacent hex as a long action; stopped by fire, it has not got there.

    No points are tallied, so none count for the fire (17.4.11).
    """
    here, before = run.cell, run.pieces
    edge = ways(run.situation.ground, run.situation.shelf).edge(here, there)
    gone = [
        evolve(p, at=there, came_from=here, work="", hiding="", task=task, acted=True)
        for p in before
    ]
    run = run.changed(*gone)
    trigger = Trigger(deed, (), there, here, crossing=edge.ridge, long=True)
    run = yield from activation.draw_fire(run, trigger)
    if run.over:
        return evolve(run, situation=_returned(run.situation, before, there))
    situation = run.situation.hold(there, run.side)
    done = tuple(evolve(situation.piece(name), task="") for name in run.names)
    run = evolve(run, situation=situation.replace_pieces(*done), over=True)
    return _settled(run, there, tuple(piece.unit for piece in before if not piece.order))
