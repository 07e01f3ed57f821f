"""Positions of Lebanon '82 for the tests: the board with a few units of the scenario on it."""

from __future__ import annotations

from attrs import evolve

from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece

ISRAELI, ARAB, SYRIAN, PLO = "Israeli", "Arab", "Syrian", "PLO"
SCENARIOS = ("peace_for_galilee", "invasion_2006", "invasion_1976")
IN_1982, IN_2006, IN_1976 = SCENARIOS


def lebanon(scenario: str = IN_1982) -> Situation:
    """Return a scenario as drawn up."""
    return load_scenario(f"lebanon_82/{scenario}").situation


def standing(*places: str, scenario: str = IN_1982, active: str = "") -> Situation:
    """Return a scenario with these units alone, ``"SY-47 0908"``, or ``"SY-47 0908 1"``."""
    situation = lebanon(scenario)
    pieces = []
    for place in places:
        name, label, *face = place.split()
        pieces.append(Piece(name, situation.board.hex(label), int(face[0]) if face else 0))
    return evolve(situation, pieces=tuple(pieces), active=active or situation.active)
