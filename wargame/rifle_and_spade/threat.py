"""Imminent threat (5.3): whether a hex is almost at risk of small-arms fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, skipped
from wargame.rifle_and_spade.ruleset import observation_ranges
from wargame.rifle_and_spade.sight import Look, sight, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ruleset import Light
    from wargame.rifle_and_spade.state import Situation

WITHIN: dict[Light, int] = {"day": 3, "twilight": 2, "night": 1}
"""How near an enemy must be by each light (5.3.1), in hexes; at night, in contact."""
FARTHEST = max(WITHIN.values())
"""How near an enemy must be in any light."""
HEADQUARTERS = "headquarters"


@implements("RS", "5.3", "5.3.1", "5.3.1/1", "5.3.1/2")
def imminent_threat(
    situation: Situation, cell: Hex, side: str, light: Light | None = None
) -> Ruling:
    """Return whether a hex is under imminent threat for a side, and by whom.

    Any enemy unit counts, hiding or not, whatever it is (the reading of RS-Q21); a switch of the
    ruleset leaves out a headquarters that stands alone.

    Args:
        situation: The position.
        cell: The hex.
        side: Whose hex it is: the other side's units threaten it.
        light: The light to ask for; that of the turn where none is said.
    """
    by = light or situation.light
    label = f"Imminent threat to {situation.board.label(cell)}"
    case = "RS 5.3.1/2" if by == "night" else "RS 5.3.1/1"
    foe = situation.other(side)
    near = _near(situation, cell, foe, by)
    parts = tuple(_judged(situation, at, cell, foe, by) for at in near)
    threats = [part for part in parts if part.counts]
    reach = "in contact" if by == "night" else f"within {WITHIN[by]} hexes and in sight by daylight"
    if threats:
        said = f"{', '.join(part.label for part in threats)}: {reach}."
        return finding(label, True, said, case, parts=parts)
    return finding(label, False, f"No enemy is {reach}.", case, parts=parts)


@implements("RS", "5.3.1")
def threatened(situation: Situation, cell: Hex, side: str, light: Light | None = None) -> bool:
    """Return whether a hex is under imminent threat for a side, without the words."""
    by = light or situation.light
    foe = situation.other(side)
    return any(
        _threatens(situation, at, foe)
        and (by == "night" or verdict(_look(situation, at, cell)) in {"Open", "Partial"})
        for at in _near(situation, cell, foe, by)
    )


def _near(situation: Situation, cell: Hex, foe: str, light: Light) -> Iterator[Hex]:
    """Yield the enemy hexes near enough, the nearest first."""
    near = (at for at in situation.occupied[foe] if at.distance(cell) <= WITHIN[light])
    yield from sorted(near, key=lambda at: (at.distance(cell), at))


def _threatens(situation: Situation, at: Hex, foe: str) -> bool:
    """Return whether the units of a hex count as a threat.

    A ship at sea does not, being no counter; nor, on request, a lone headquarters.
    """
    there = situation.at(at, foe)
    if len(there) == 1 and situation.unit(there[0]).size == "ship":
        return False
    if situation.ruleset.lone_headquarters_threaten:
        return True
    return any(situation.unit(piece).arm != HEADQUARTERS for piece in situation.at(at, foe))


def _look(situation: Situation, at: Hex, cell: Hex) -> Look:
    """Return the question of sight from an enemy to the hex, as if by daylight."""
    return Look(situation.ground, at, cell, observation_ranges(situation.shelf), "day")


def _judged(situation: Situation, at: Hex, cell: Hex, foe: str, light: Light) -> Ruling:
    """Return whether the enemies in a hex near by are a threat."""
    names = ", ".join(piece.unit for piece in situation.at(at, foe))
    label = f"{names} in {situation.board.label(at)}"
    distance = at.distance(cell)
    if not _threatens(situation, at, foe):
        return skipped(label, "A headquarters alone is no threat.", "RS 5.3.1")
    if light == "night":
        return figure(label, True, f"At range {distance} it is in contact.", "RS 5.3.1/2")
    seen = sight(_look(situation, at, cell))
    if seen.value in {"Open", "Partial"}:
        said = f"At range {distance} it would see the hex by daylight: {seen.value}."
        return finding(label, True, said, "RS 5.3.1/1", "RS 5.2.5", parts=(seen,))
    why = f"At range {distance} it would not see the hex even by daylight."
    return skipped(label, why, "RS 5.3.1/1", "RS 5.2.5", parts=(seen,))
