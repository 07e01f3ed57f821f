"""Strengths and the differential (8.2.1 c and d, 8.2.3; 7.2): every point with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.core.words import count

if TYPE_CHECKING:
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.units import Marker, Piece

FORTIFICATION = "fortification"


def differential(attack: Attack) -> Ruling:
    """Return attack strength minus defence strength, in strength points (8.2.1 d).

    Args:
        attack: The attack, with the markers already revealed on it.
    """
    rules = attack.situation.ruleset
    attacking, defending = attack_strength(attack), defense_strength(attack)
    assert isinstance(defending.value, int)  # noqa: S101 - a sum of whole numbers
    less = finding(
        "Less the defence strength",
        -defending.value,
        "The defender's total is taken away.",
        parts=(defending,),
    )
    said = "Attack strength minus defence strength."
    return total("Differential", (attacking, less), said, rules.case("8.2.1/10"))


@implements("FM8", "8.2.1/9", "2.3.2/1")
@implements("FM7", "8.2.1/10", "2.3.2/1")
@implements("LEB82", "16.0", "16.0/1")
def attack_strength(attack: Attack) -> Ruling:
    """Return the attackers' total: the printed attack strengths and the value of their markers.

    A unit that prints an attack of 0 adds nothing, but it may attack, and take the losses: the book
    leaves out a "not" (FM-Q45).
    """
    situation = attack.situation
    parts = [_printed(attack, piece, "attack") for piece in attack.pieces]
    halved = _fortified(attack)
    parts += [_marker(attack, marker, halved=halved) for marker in attack.fire(attack.attack_fire)]
    case = situation.ruleset.case("8.2.1/9")
    said = "All attacking units and their markers."
    return total("Attack strength", parts, said, case, unit="points")


@implements("FM8", "8.2.1/9", "2.3.2/3", "8.2.3", "8.2.3/1", "8.2.3/3")
@implements("FM7", "8.2.1/10", "2.3.2/3", "8.2.3", "8.2.3/1", "8.2.3/3")
def defense_strength(attack: Attack) -> Ruling:
    """Return the defenders' total; a fortification doubles what the counters print (8.2.3)."""
    rules = attack.situation.ruleset
    parts = [_printed(attack, piece, "defense") for piece in attack.defenders]
    if _fortified(attack):
        printed = sum(part.value for part in parts if isinstance(part.value, int))
        said = "The printed defence counts double in a fortification."
        parts.append(figure("Fortification", printed, said, *rules.cases("8.2.3", "8.2.3/1")))
    parts += [_marker(attack, marker, halved=False) for marker in attack.fire(attack.defense_fire)]
    case = rules.case("8.2.1/9")
    said = "All defending units and their markers."
    return total("Defence strength", parts, said, case, unit="points")


def _fortified(attack: Attack) -> bool:
    cell = attack.situation.board.cell(attack.target)
    return FORTIFICATION in cell.features and f"terrain:{FORTIFICATION}" not in attack.waived


@implements("FM8", "8.2/9")
@implements("FM7", "8.2/9")
def _printed(attack: Attack, piece: Piece, which: str) -> Ruling:
    """Return one unit's printed strength, whole: it cannot be split (8.2/9)."""
    unit, face = attack.situation.unit(piece.unit), attack.situation.roster.face(piece)
    points = face.attack if which == "attack" else face.defense
    left = f"{count(face.steps, 'step')} left"
    said = f"The counter prints {face} ({left if piece.face else 'full strength'})."
    case = attack.situation.ruleset.case("8.2/9")
    return figure(unit.name, points, said, case, provenance=unit.provenance)


@implements("FM8", "7.2/8", "7.2/9", "2.3.2/4", "8.2.3/2")
@implements("FM7", "7.2/7", "7.2/8", "8.2.3/2")
def _marker(attack: Attack, marker: Marker, *, halved: bool) -> Ruling:
    """Return what one marker adds: its value, halved and rounded down against a fortification."""
    rules = attack.situation.ruleset
    name = marker.name or f"Marker +{marker.value}"
    if halved:
        said = f"+{marker.value}, halved against a fortification and rounded down."
        case = rules.case("8.2.3/2")
        return figure(name, marker.value // 2, said, case, provenance=marker.provenance)
    said = "A marker adds its whole value to one combat."
    spared = ("8.2.3/3",) if _fortified(attack) else ()
    cases = rules.cases("7.2/8", "7.2/9", *spared)
    return figure(name, marker.value, said, *cases, provenance=marker.provenance)
