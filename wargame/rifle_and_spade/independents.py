"""Independent units (9.7) and assigned ones (9.4.5): who may be activated with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, finding, refusal
from wargame.rifle_and_spade.eligibility import had_commanded_fire

if TYPE_CHECKING:
    from wargame.rifle_and_spade.formations import Army
    from wargame.rifle_and_spade.state import Situation


@implements("RS", "9.1.1", "9.1.2", "9.1.4")
def above(army: Army, brigiment: str) -> tuple[str, ...]:
    """Return the formations above a brigiment, the nearest first.

    Its division, then the corps; where it is in a square brigade, that, then the division that the
    square brigade names as its corps, and so on.
    """
    found: list[str] = []
    name = army.brigiment(brigiment).division
    while name and name not in found:
        found.append(name)
        name = army.divisions[name].corps if name in army.divisions else ""
    return tuple(found)


def independent(situation: Situation, unit: str) -> bool:
    """Return whether a unit belongs to no brigiment."""
    return not situation.unit(unit).brigiment


@implements("RS", "9.4.4", "9.4.5", "9.7", "9.7.1", "9.7.2", "9.7.3")
def may_activate(situation: Situation, unit: str, brigiment: str) -> Ruling:
    """Return whether a unit may be activated with a brigiment, and by what bond.

    An independent unit that the formations do not name is taken to belong to the army, so any
    brigiment of its side will do. It is activated once a turn: one that has moved, worked or fired
    on command this turn waits for the next. Opportunity fire needs no activation and takes none.

    Args:
        situation: The position.
        unit: The unit.
        brigiment: The brigade, regiment or flying column being activated.
    """
    counter, formation = situation.unit(unit), situation.army.brigiment(brigiment)
    label = f"{unit} with {brigiment}"
    if counter.side != formation.side:
        return refusal(label, f"{unit} is of the other side.", "RS 9.7")
    if counter.brigiment == brigiment:
        return automatic(label, True, f"{unit} is assigned to {brigiment}.", "RS 9.4.5")
    if counter.brigiment:
        why = f"{unit} is assigned to {counter.brigiment} and acts with it alone."
        return refusal(label, why, "RS 9.4.5")
    return _bond(situation, unit, brigiment, label)


def _bond(situation: Situation, unit: str, brigiment: str, label: str) -> Ruling:
    """Return whether an independent unit may be activated with a brigiment of its side."""
    if spent(situation, unit):
        why = f"{unit} has acted this turn; one brigiment a turn activates it."
        return refusal(label, why, "RS 9.7.3")
    whose = belongs_to(situation.army, unit)
    case = "RS 9.7.2" if whose in situation.army.divisions else "RS 9.7.1"
    if whose and whose not in above(situation.army, brigiment):
        return refusal(label, f"{brigiment} does not belong to {whose}, as {unit} does.", case)
    said = f"{unit} is independent of {whose or 'the army'}, to which {brigiment} belongs."
    return finding(label, True, said, case, "RS 9.4.4")


def spent(situation: Situation, unit: str) -> bool:
    """Return whether a unit has been activated this turn: it acted, or fired on command."""
    piece = situation.piece(unit)
    return piece.acted or had_commanded_fire(situation.unit(piece), piece)


@implements("RS", "9.1.2", "9.1.4", "9.7.1", "9.7.2")
def belongs_to(army: Army, unit: str) -> str:
    """Return the formation an independent unit belongs to, its own for a headquarters of one.

    Empty for those that no formation names: they are the army's.
    """
    led = (name for name, each in army.divisions.items() if each.headquarters == unit)
    return army.independents.get(unit) or next(led, "")


@implements("RS", "9.7.1", "9.7.2")
def bonds(army: Army, brigiment: str) -> frozenset[str]:
    """Return the formations whose independent units a brigiment may activate; "" for the army."""
    return frozenset({"", *above(army, brigiment)})


def with_brigiment(situation: Situation, brigiment: str) -> tuple[str, ...]:
    """Return the independent units on the map that may be activated with a brigiment."""
    army = situation.army
    side, chain = army.brigiment(brigiment).side, bonds(army, brigiment)
    return tuple(
        piece.unit
        for piece in situation.of(side)
        if not situation.unit(piece).brigiment
        and belongs_to(army, piece.unit) in chain
        and not spent(situation, piece.unit)
    )


@implements("RS", "9.4.5", "9.7.3", "2.0/4c")
def able(situation: Situation, brigiment: str) -> frozenset[str]:
    """Return the units that may act while a brigiment is active: its own, and independents.

    Which of the independents really do is for the player: whoever acts is spent for the turn.
    """
    side = situation.army.brigiment(brigiment).side
    own = {p.unit for p in situation.of(side) if situation.unit(p).brigiment == brigiment}
    return frozenset(own.union(with_brigiment(situation, brigiment)))
