"""Who may fire (17.1.2): range, sight, posture, facing and what the unit has done already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import hiding, messaging, release, us_them, works_position
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.friendly_fire import flat_trajectory_bar, friendly_fire_bar
from wargame.rifle_and_spade.orders import activity_bar
from wargame.rifle_and_spade.shot import SEEN, crossing_into, reach, seen, targets_at

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.shot import FireOccasion
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Trigger
    from wargame.rifle_and_spade.units import Gun, Unit

SHIP = "ship"
"""The size of counters that stand for a ship while it fires."""


@frozen
class Aim:
    """A piece that may fire at a hex.

    Args:
        piece: The piece.
        rifles: Whether its rifles bear.
        machine_guns: Whether its machine guns bear.
        gun: Whether it fires as artillery.
        spotter: The unit that observes for it; empty when it sees for itself (17.7.6).
    """

    piece: Piece
    rifles: bool = False
    machine_guns: bool = False
    gun: bool = False
    spotter: str = ""


@implements("RS", "17.1.2")
def aim(
    situation: Situation,
    piece: Piece,
    target: Hex,
    trigger: Trigger | None = None,
    occasion: FireOccasion = "commanded",
) -> Aim | Ruling:
    """Return how a piece may fire at a hex, or the refusal that says why it may not.

    Args:
        situation: The position.
        piece: Who would fire.
        target: The hex to fire at.
        trigger: What invites the fire, unless it is commanded.
        occasion: commanded, opportunity or counter.
    """
    unit = situation.unit(piece)
    bar = (
        _out_of_range(situation, piece, unit, target)
        or _posture_bar(situation, piece, target)
        or _facing_bar(situation, piece, unit, target, trigger)
        or _used_bar(situation, piece, unit, trigger, occasion)
        or (
            activity_bar.fire_bar(situation, piece.unit)
            if occasion == "commanded"
            else release.fire_bar(situation, piece)
        )
        or friendly_fire_bar(situation, piece, target, trigger)
        or _at_ships(situation, piece, target)
    )
    if bar is not None:
        return bar
    if unit.gun is not None:
        return _gun_aim(situation, piece, unit.gun, target, trigger)
    return _infantry_aim(situation, piece, unit, target, trigger)


def explained(found: Aim | Ruling, situation: Situation, target: Hex) -> Ruling:
    """Return the answer of :func:`aim` as a ruling for people."""
    if isinstance(found, Ruling):
        return found
    what = [
        word
        for word, bears in (
            ("rifles", found.rifles),
            ("machine guns", found.machine_guns),
            ("the gun", found.gun),
        )
        if bears
    ]
    label = situation.board.label(target)
    said = f"In range and in sight of {label}: {' and '.join(what)}."
    if found.spotter:
        said += f" {found.spotter} observes for it."
    return figure(f"{found.piece.unit} may fire", True, said, "RS 17.1.2")


@implements("RS", "17.1.2/1", "17.1.2/2", "17.1.4", "17.1.5", "17.1.6", "17.7.3", "9.2.10")
def _out_of_range(situation: Situation, piece: Piece, unit: Unit, target: Hex) -> Ruling | None:
    distance, far, gun = piece.at.distance(target), reach(situation, piece), unit.gun
    label = f"{piece.unit} may fire"
    if unit.arm == "headquarters":
        return refusal(label, "Headquarters do not fire.", "RS 17.1.6")
    if distance > far:
        case = "RS 17.1.4" if gun is None else "RS 17.1.5"
        return refusal(label, f"Range {distance}; it reaches {far}.", case)
    if gun and distance == 0 and (gun.angle == "high" or gun.ammunition != "shrapnel"):
        why = "Only low-angle shrapnel fires at range zero."
        return refusal(label, why, "RS 17.7.3", "RS 17.1.7")
    return None


@implements("RS", "17.1.2/4", "17.1.2/6", "7.6.3", "17.7.4", "8.3.1/3", "14.2.7")
def _posture_bar(situation: Situation, piece: Piece, target: Hex) -> Ruling | None:
    label = f"{piece.unit} may fire"
    if piece.order:
        how = "in column" if piece.order == "column" else "limbered"
        return refusal(label, f"It is {how}.", "RS 17.1.2/6")
    if piece.hiding and not hiding.may_fire_hiding(situation, piece, target):
        return refusal(label, "It is hiding.", "RS 7.6.3", "RS 17.1.2/4")
    if piece.at in situation.shared and target != piece.at:
        return refusal(label, "In Us/Them it fires at the enemy in its own hex only.", "RS 8.3.1/3")
    return None


@implements("RS", "17.1.2/3", "6.3.2", "6.1.6")
def _facing_bar(
    situation: Situation, piece: Piece, unit: Unit, target: Hex, trigger: Trigger | None
) -> Ruling | None:
    """Bar a gun whose work faces another way; in its own hex the way the enemy came in decides."""
    work = situation.work_of(piece) if unit.artillery else None
    if work is None:
        return None
    if target != piece.at:
        bears = works_position.may_fire_from(work, target)
    else:
        marks = targets_at(situation, unit.side, target, trigger)
        bears = any(works_position.may_fire_from(work, target, each) for each in marks)
    if bears:
        return None
    label = f"{piece.unit} may fire"
    return refusal(label, "Its work does not face that way.", "RS 6.3.2", "RS 17.1.2/3")


@implements("RS", "17.3.1")
def had_commanded_fire(unit: Unit, piece: Piece) -> bool:
    """Return whether a piece has used its one commanded fire of the turn.

    *fired* says so for infantry. A gun is marked *fired* by its opportunity fire too, which does
    not take its commanded fire away (17.7.8); it has used that when it is in its own *engaged*.
    """
    return piece.unit in piece.engaged if unit.artillery else piece.fired


@implements("RS", "14.3.6", "17.4.2", "17.4.3", "17.7.7", "17.7.9")
def _used_bar(
    situation: Situation,
    piece: Piece,
    unit: Unit,
    trigger: Trigger | None,
    occasion: FireOccasion,
) -> Ruling | None:
    """Bar by what the unit did this turn; infantry may opportunity-fire without limit (17.4.2).

    A gun that acted has moved, unless it digs, or has fired, after which nothing lets it move.
    """
    label = f"{piece.unit} may fire"
    if occasion == "commanded":
        why_not = _commanded_bar(piece, unit, label)
        if why_not is not None:
            return why_not
    elif unit.artillery and piece.acted and not piece.fired and piece.task != "engineering":
        return refusal(label, "Artillery does not move and fire in one turn.", "RS 17.7.9")
    elif unit.artillery and trigger is not None and piece.engaged & set(trigger.units):
        why = "It has had its one opportunity fire at that stack."
        return refusal(label, why, "RS 17.7.7")
    return _ship_bar(situation, piece, label) if unit.size == SHIP else None


@implements("GB", "101.1.2/3", "102.3.8")
def _ship_bar(situation: Situation, piece: Piece, label: str) -> Ruling | None:
    """Bar a ship that lies over shoals, or that has had its one shot."""
    if situation.board.cell(piece.at).terrain[0] == "shoals":
        return refusal(label, "Ships do not fire from shoals.", "GB 101.1.2/3")
    if piece.shots:
        return refusal(label, "The ship has had its one shot.", "GB 102.3.8")
    return None


@implements("RS", "13.1.8", "17.3.1", "17.3.2", "17.3.3")
def _commanded_bar(piece: Piece, unit: Unit, label: str) -> Ruling | None:
    """Bar a second commanded fire, and those who have acted.

    Before the Movement Subsegment these are the units that dug, even if they have left off since.
    """
    if had_commanded_fire(unit, piece):
        return refusal(label, "It has had its commanded fire this turn.", "RS 17.3.1")
    if piece.task == "engineering":
        return refusal(label, "It digs this turn.", "RS 17.3.2", "RS 13.1.8")
    if piece.acted:
        return refusal(label, "It has had its action this turn.", "RS 17.3.2", "RS 17.3.3")
    return None


@implements("GB", "101.1.2/2")
def _at_ships(situation: Situation, piece: Piece, target: Hex) -> Ruling | None:
    """Bar fire at a hex of the sea where there are only ships, which are no counters."""
    if not situation.ground.spots[target].sea:
        return None
    there = situation.at(target)
    if not there or any(situation.unit(each).size != SHIP for each in there):
        return None
    why = "Ships are no counters of this game: nobody fires at them."
    return refusal(f"{piece.unit} may fire", why, "GB 101.1.2/2")


def _infantry_aim(
    situation: Situation, piece: Piece, unit: Unit, target: Hex, trigger: Trigger | None
) -> Aim | Ruling:
    label, distance = f"{piece.unit} may fire", piece.at.distance(target)
    limits = fire_mods(situation.shelf).limits
    if seen(situation, piece.at, target, crossing_into(target, trigger)) not in SEEN:
        return refusal(label, "The line of sight is blocked.", "RS 17.1.2/1", "RS 5.2.5")
    rifles = bool(unit.rifles) and distance <= limits.rifle_range
    machine_guns = bool(unit.machine_guns) and distance <= limits.machine_gun_range
    flat = flat_trajectory_bar(situation, piece, target, trigger) if machine_guns else None
    if flat is not None:
        machine_guns = False
    if not rifles and not machine_guns:
        return flat or refusal(label, "It has nothing that reaches so far.", "RS 17.1.4")
    return Aim(piece, rifles, machine_guns)


@implements("RS", "17.7.6", "5.2.5")
@implements("GB", "101.9")
def _gun_aim(
    situation: Situation, piece: Piece, gun: Gun, target: Hex, trigger: Trigger | None
) -> Aim | Ruling:
    """Let a gun see for itself, or find it an observer within messaging range (17.7.6).

    A low-angle gun needs a line of sight of its own in any case, except for its range.
    """
    label, look = f"{piece.unit} may fire", _Look(situation, target, trigger)
    if look.observes(piece):
        return Aim(piece, gun=True)
    if gun.angle == "low":
        if situation.ruleset.only_coastal_guns_observed and not gun.coastal:
            why = "It does not see the hex, and only coastal guns fire by observation here."
            return refusal(label, why, "RS 17.7.6", "GB 101.9")
        crossing = crossing_into(target, trigger)
        if seen(situation, piece.at, target, crossing, any_range=True) not in SEEN:
            return refusal(label, "Something blocks its line.", "RS 17.7.6", "RS 17.1.2/1")
    spotter = look.spotter(piece)
    if spotter is None:
        why = "Neither it nor any friend within messaging range sees the hex."
        return refusal(label, why, "RS 17.7.6", "RS 17.1.2/2")
    return Aim(piece, gun=True, spotter=spotter)


@frozen
class _Look:
    """A look for artillery at whoever is in a hex."""

    situation: Situation
    target: Hex
    trigger: Trigger | None

    @implements("RS", "7.5.2", "8.3.6", "17.7.6")
    def observes(self, piece: Piece) -> bool:
        """Return whether a unit sees somebody there.

        Those who hide see as well as others, except across the ridge behind which they hide. Who
        hides behind a ridge cannot be spotted across it either.
        """
        situation, target = self.situation, self.target
        if piece.hiding == "ridge" and hiding.hidden_from(situation, piece, target):
            return False
        near = piece.at.distance(target)
        if piece.at in situation.shared and near > us_them.spotting_range(situation, piece):
            return False
        if seen(situation, piece.at, target, crossing_into(target, self.trigger)) not in SEEN:
            return False
        marks = targets_at(situation, situation.side(piece), target, self.trigger)
        behind = (m.hiding == "ridge" and hiding.hidden_from(situation, m, piece.at) for m in marks)
        return not marks or not all(behind)

    def spotter(self, piece: Piece) -> str | None:
        """Return a friend of a gun, in messaging range of it, that sees there: the nearest."""
        situation, side = self.situation, self.situation.side(piece)
        friends = sorted(
            (each for each in situation.of(side) if each.unit != piece.unit),
            key=lambda each: (each.at.distance(self.target), each.unit),
        )
        return next(
            (
                friend.unit
                for friend in friends
                if self.observes(friend) and messaging.linked(situation, piece.at, friend.at, side)
            ),
            None,
        )
