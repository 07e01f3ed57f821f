"""The exact chances of a fire: step losses, near miss, morale, rout. Nothing is simulated."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.drivers import odds
from wargame.core.procedure import first_option
from wargame.rifle_and_spade import fire
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.fire_table import DIE, fire_results
from wargame.rifle_and_spade.fire_total import net_drm
from wargame.rifle_and_spade.rounding import HUNDRED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.procedure import Policy
    from wargame.rifle_and_spade.fire import Check
    from wargame.rifle_and_spade.shot import Shot
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps


@frozen
class FireOutcome:
    """One thing a fire can come to.

    Args:
        hits: Step losses by the table.
        near: Whether it is a near miss.
        lost: The units hit, once for every hit taken.
        check: What the morale check comes to; empty when none is due.
        steps: Steps that the target has lost, rout included.
        situation: The position after it.
    """

    hits: int
    near: bool
    lost: tuple[str, ...]
    check: Check
    steps: Steps
    situation: Situation


@frozen
class FireChances:
    """The exact chances of a fire.

    Args:
        outcomes: Every outcome with its chance; the chances sum to one.
    """

    outcomes: tuple[tuple[Fraction, FireOutcome], ...]

    def by_hits(self) -> Mapping[int, Fraction]:
        """Return the chance of each number of step losses by the table."""
        found: dict[int, Fraction] = defaultdict(Fraction)
        for chance, outcome in self.outcomes:
            found[outcome.hits] += chance
        return dict(sorted(found.items()))

    @property
    def near_miss(self) -> Fraction:
        """The chance of a near miss."""
        return sum((p for p, outcome in self.outcomes if outcome.near), start=Fraction(0))

    def by_check(self) -> Mapping[Check, Fraction]:
        """Return the chance of each result of the morale check; empty where none is due."""
        found: dict[Check, Fraction] = defaultdict(Fraction)
        for chance, outcome in self.outcomes:
            found[outcome.check] += chance
        return dict(found)

    @property
    def expected_steps(self) -> Fraction:
        """The mean of the steps lost, rout included."""
        return sum((p * Fraction(each.steps) for p, each in self.outcomes), start=Fraction(0))


def table_chances(shot: Shot) -> Mapping[tuple[int, bool], Fraction]:
    """Return the chances of the hits and of a near miss, by the table alone."""
    found, situation = strength(shot), shot.situation
    table = fire_results(situation.shelf)
    if table.start(found.points) < 0:
        return {(0, False): Fraction(1)}
    near = fire_mods(situation.shelf).limits.near_miss
    chances: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    for main in table.bands(found.points, net_drm(shot, found)):
        nothing = situation.ruleset.fraction_of_nothing
        for band in fire.fraction_bands(Fraction(main.outcome), near, nothing=nothing):
            missed = band.outcome == fire.NEAR_MISS
            key = (0 if missed else int(band.outcome), missed)
            chances[key] += Fraction(main.width * band.width, DIE * HUNDRED)
    return chances


def fire_chances(shot: Shot, policy: Policy = first_option) -> FireChances:
    """Return the exact chances of a shot.

    Args:
        shot: The fire.
        policy: Decides for the target where it has a choice (who takes a loss, whether an officer
            leads from the front); the first option unless given.
    """
    booked = fire.book(shot, strength(shot))
    before = _steps(booked, shot)
    outcomes = []
    for (hits, near), chance in sorted(table_chances(shot).items()):
        after = odds(partial(fire.after_hits, shot, booked, hits, near=near), policy)
        for share, fired in after.outcomes:
            lost = before - _steps(fired.situation, shot)
            outcome = FireOutcome(hits, near, fired.lost, fired.check, lost, fired.situation)
            outcomes.append((chance * share, outcome))
    return FireChances(tuple(outcomes))


def _steps(situation: Situation, shot: Shot) -> Steps:
    names = (piece.unit for piece in shot.targets)
    there = (situation.piece(name).steps for name in names if situation.on_map(name))
    return sum(there, start=0)
