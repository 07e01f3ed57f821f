"""Who fights in an assault (18.2), and how strong each side is (18.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, skipped, total
from wargame.rifle_and_spade.assault_table import assault_chart
from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.stacking import prorated

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.assault_table import AssaultChart, Role
    from wargame.rifle_and_spade.state import Assault, Piece, Situation
    from wargame.rifle_and_spade.units import Unit


@implements("RS", "18.1.2", "18.2.1", "18.2.2", "18.2.3")
def attackers(situation: Situation, marker: Assault) -> tuple[Piece, ...]:
    """Return who attacks: rifles and cavalry under the marker, however many waves they came in."""
    return tuple(
        piece
        for piece in situation.at(marker.at, marker.attacker)
        if piece.wave and situation.unit(piece).rifle
    )


@implements("RS", "18.2.1", "18.2.4")
def defenders(situation: Situation, marker: Assault) -> tuple[Piece, ...]:
    """Return who defends: every unit of the other side in the hex but limbered artillery."""
    return tuple(
        piece
        for piece in situation.at(marker.at, situation.other(marker.attacker))
        if piece.order != "limbered"
    )


@implements("RS", "18.1.4")
def bystanders(situation: Situation, marker: Assault) -> tuple[Piece, ...]:
    """Return the units on the attacker's side in the hex that take no part."""
    fighting = {piece.unit for piece in attackers(situation, marker)}
    there = situation.at(marker.at, marker.attacker)
    return tuple(piece for piece in there if piece.unit not in fighting)


def _base(chart: AssaultChart, unit: Unit, piece: Piece, *, infantry: bool) -> tuple[Fraction, str]:
    """Return what a unit counts in good order, and in what words."""
    if unit.gun is not None:
        if unit.gun.angle == "low" and unit.gun.ammunition == "shrapnel":
            points = prorated(unit.gun.points, unit.steps, piece.steps)
            key = "shrapnel_with_infantry" if infantry else "shrapnel_alone"
            company = "with infantry" if infantry else "without infantry"
            value = points * chart.value(key)
            return value, f"Shrapnel, {points_text(points)} fire points, {company}"
        value = piece.steps * chart.value("other_gun_step")
        return value, f"Gunners, {_steps(piece)}"
    if unit.arm == "headquarters":
        return chart.value("headquarters"), "A headquarters"
    if unit.arm == "machine gun":
        return chart.value(_machine_gun(unit)), f"A machine-gun {unit.size}"
    return piece.steps * chart.value("rifle_step"), f"Rifles, {_steps(piece)}"


def _steps(piece: Piece) -> str:
    return "1 step" if piece.steps == 1 else f"{points_text(piece.steps)} steps"


def _machine_gun(unit: Unit) -> str:
    return "machine_gun" if unit.size == "subsection" else "machine_gun_section"


def _factor(chart: AssaultChart, piece: Piece) -> Fraction:
    factor = chart.value("confused") if piece.confused else Fraction(1)
    return factor * chart.value("column") if piece.order == "column" else factor


def _with_infantry(situation: Situation, pieces: Iterable[Piece]) -> bool:
    return any(situation.unit(piece).infantry for piece in pieces)


@implements("RS", "18.2.5")
def strength(situation: Situation, pieces: tuple[Piece, ...]) -> Fraction:
    """Return the base assault strength of a side (18.3, 18.3.2), without explaining it.

    No hexside limits it: every unit that fights counts in full.
    """
    chart = assault_chart(situation.shelf)
    infantry = _with_infantry(situation, pieces)
    added = sum(
        (
            _base(chart, situation.unit(piece), piece, infantry=infantry)[0] * _factor(chart, piece)
            for piece in pieces
        ),
        Fraction(0),
    )
    return max(added, chart.value("least"))


@implements("RS", "18.3", "18.3.1", "18.3.2", "18.4/1", "16.1.2", "9.2.11")
def base_strength(situation: Situation, marker: Assault, role: Role) -> Ruling:
    """Return the base assault strength of a side, unit by unit.

    Args:
        situation: The position.
        marker: The assault.
        role: attacker or defender.
    """
    fighting = (attackers if role == "attacker" else defenders)(situation, marker)
    chart, infantry = assault_chart(situation.shelf), _with_infantry(situation, fighting)
    parts = [_unit_ruling(situation, chart, piece, infantry=infantry) for piece in fighting]
    if role == "attacker":
        parts += [_bystander(situation, piece) for piece in bystanders(situation, marker)]
    added = total("Sum of the units", parts, "The values of the units, added up.", "RS 18.3")
    value, least = strength(situation, fighting), chart.values["least"]
    label = f"Base strength of the {role}"
    if value == added.value:
        said = f"The {role} fights with {points_text(value)}."
    else:
        said = f"A strength below {points_text(least.figure)} counts as {points_text(value)}."
    return finding(label, value, said, "RS 18.4/1", "RS 18.3.2", parts=(added,))


@implements("RS", "18.4/1")
def base_strengths(situation: Situation, marker: Assault) -> tuple[Ruling, Ruling]:
    """Return the base assault strengths of the attacker and of the defender."""
    return (
        base_strength(situation, marker, "attacker"),
        base_strength(situation, marker, "defender"),
    )


def _unit_ruling(
    situation: Situation, chart: AssaultChart, piece: Piece, *, infantry: bool
) -> Ruling:
    unit = situation.unit(piece)
    base, words = _base(chart, unit, piece, infantry=infantry)
    origin = chart.values[_origin(unit, infantry=infantry)].provenance
    value, states = base * _factor(chart, piece), []
    parts = [figure(words, base, f"{words}: {points_text(base)}.", "RS 18.3.1", provenance=origin)]
    for name, holds in (("confused", piece.confused), ("column", piece.order == "column")):
        if holds:
            by = chart.values[name]
            states.append(name.capitalize())
            said = f"{name.capitalize()}: times {points_text(by.figure)}."
            parts.append(
                figure(name.capitalize(), by.figure, said, "RS 18.3.1", provenance=by.provenance)
            )
    state = f", {' and '.join(states)}," if states else ""
    said = f"{unit.name}{state} counts {points_text(value)}."
    return finding(unit.name, value, said, "RS 18.3.1", parts=parts)


def _origin(unit: Unit, *, infantry: bool) -> str:
    if unit.gun is not None:
        if unit.gun.angle == "low" and unit.gun.ammunition == "shrapnel":
            return "shrapnel_with_infantry" if infantry else "shrapnel_alone"
        return "other_gun_step"
    if unit.arm == "headquarters":
        return "headquarters"
    return _machine_gun(unit) if unit.arm == "machine gun" else "rifle_step"


def _bystander(situation: Situation, piece: Piece) -> Ruling:
    unit = situation.unit(piece)
    if unit.rifle:
        why, number = f"{unit.name} did not move to assault and takes no part.", "18.1.4"
    else:
        why, number = f"{unit.name}: only rifles and cavalry attack.", "18.2.3"
    return skipped(unit.name, why, f"RS {number}", value=0)
