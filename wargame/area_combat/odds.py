"""The odds of a battle under two plans: exact where they can be, never simulated in silence."""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from math import floor, log10, prod, sqrt
from random import Random
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.area_combat.battle import WHO
from wargame.area_combat.chain import WHOLE, follow_bounded, follow_exactly
from wargame.area_combat.forces import value
from wargame.area_combat.layout import WIDEST, count, left, saved
from wargame.area_combat.plans import FIGHT_ON, Plan, callable_planes
from wargame.area_combat.program import ENDED, program_of
from wargame.area_combat.simulate import simulated
from wargame.core.errors import RequestError, one_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.chain import Number, Tally
    from wargame.area_combat.forces import Force
    from wargame.area_combat.program import Ended, Program

Method = Literal["exact", "bounded", "simulated"]
METHODS: tuple[Method, ...] = ("exact", "bounded", "simulated")
Chance = Fraction | float
"""A fraction when the odds are exact."""

EXACT_STATES = {True: 60, False: 300}
"""States up to which a battle is followed in fractions; fewer when losses are kept apart: each is
then many states."""
ARRAY_STATES = 600
"""States from which on arrays are quicker than plain Python, where there is numpy."""
PLAIN_STATES = 10_000
"""States up to which a battle is followed without numpy."""
LOSS_STATES = {True: 20_000, False: 600}
"""States up to which it is followed when losses are kept apart, with numpy and without."""
LIMIT = 400_000
"""States up to which a battle is followed at all."""
RUNS = 10_000
"""Battles that are fought by chance when there are more states."""
TOLERANCE, FLOOR = 1e-8, 1e-12
"""In whole numbers: what may still fight at the end, and what is dropped for being less likely."""
STILL, FAINT = 2e-7, 1e-12
"""The same in arrays. All of it is counted in the bound."""
MOST_RUNS = 10_000_000


@frozen
class End:
    """A way a battle may end.

    Args:
        ended: ``taken``, ``held``, ``empty``, ``broken off``; ``endless`` when nobody left can hit.
        attacker: Attackers still in the battle, or leaving it by decision, at the end.
        defender: The same of the defender.
        chance: How likely it is.
    """

    ended: Ended
    attacker: Force
    defender: Force
    chance: Chance


@frozen
class BattleOdds:
    """What comes of a battle under two plans.

    Units that went away alive before the end are counted by :meth:`away`; those that land and go
    back aboard are counted as what they were.

    Args:
        battle: The battle.
        method: ``exact``, ``bounded`` or ``simulated``.
        bound: No chance is off by more than this, and no mean number of units by more than this
            for each unit; 0 when exact, and when simulated, for which there is the error.
        error: The standard error of the chance to win, when simulated.
        sentence: How the numbers were come by.
        states: States between two rounds that there may be.
    """

    battle: Battle
    method: Method
    bound: float
    error: float
    sentence: str
    states: int
    _program: Program = field(repr=False, eq=False)
    _tally: Tally = field(repr=False, eq=False)

    @property
    def win(self) -> Chance:
        """The chance that the attacker takes the territory."""
        return self.chance("taken")

    @property
    def loss(self) -> Chance:
        """The chance that the defender holds it, the attacker being gone but by decision."""
        return self.chance("held")

    @property
    def draw(self) -> Chance:
        """The chance that nobody is left on the ground."""
        return self.chance("empty")

    @property
    def broken_off(self) -> Chance:
        """The chance that the attacker breaks off."""
        return self.chance("broken off")

    @property
    def endless(self) -> Chance:
        """The chance that it comes to units that cannot hit each other."""
        return self.chance("endless")

    def chance(self, ended: Ended) -> Chance:
        """Return the chance of a way to end."""
        return self._part(sum(n for (how, _), n in self._tally.ends.items() if how == ended))

    @cached_property
    def ends(self) -> tuple[End, ...]:
        """Every way to end, the likeliest first."""
        layout = self._program.scene.layout
        found: dict[tuple[Ended, Force, Force], Number] = {}
        for (how, key), number in self._tally.ends.items():
            end = (how, layout.force(key, "attacker"), layout.force(key, "defender"))
            found[end] = found.get(end, 0) + number
        ordered = sorted(found.items(), key=lambda each: -each[1])
        return tuple(End(*end, self._part(number)) for end, number in ordered)

    def survivors(self, who: Who) -> dict[str, dict[int, Chance]]:
        """Return for each type how many are still in the battle at its end, with the chances."""
        layout = self._program.scene.layout
        found: dict[str, dict[int, Number]] = {each.id: {} for each in layout.types[who]}
        for (_, key), number in self._tally.ends.items():
            for name, chances in found.items():
                many = layout.get(key, count(who, name))
                chances[many] = chances.get(many, 0) + number
        return {
            name: {many: self._part(chances[many]) for many in sorted(chances)}
            for name, chances in found.items()
        }

    def remaining(self, who: Who) -> dict[str, Chance]:
        """Return for each type how many are still in the battle at its end, on average."""
        return {
            name: self._sum(many * chance for many, chance in chances.items())
            for name, chances in self.survivors(who).items()
        }

    def away(self, who: Who) -> dict[str, Chance]:
        """Return for each type how many went away alive before the end, on average."""
        types = self._program.scene.layout.types[who]
        return {each.id: self._part(self._tally.left.get(left(who, each.id), 0)) for each in types}

    def lost(self, who: Who) -> dict[str, Chance]:
        """Return for each type how many are lost, on average."""
        army, remaining, away = self.battle.army(who), self.remaining(who), self.away(who)
        forces = (army.engaged, army.called, callable_planes(army, self.battle))
        return {
            name: self._sum(force.of(name) for force in forces) - remaining[name] - away[name]
            for name in remaining
        }

    def value_lost(self, who: Who) -> Chance:
        """Return what a side loses, in IP, on average."""
        units = self.battle.units
        return self._sum(units.unit(name).cost * many for name, many in self.lost(who).items())

    def taken_within(self, most: int) -> Chance:
        """Return the chance that the attacker takes the territory and loses no more than so much.

        Args:
            most: What he may lose, in IP.

        Raises:
            RequestError: The losses were not kept apart.
        """
        return self._sum(
            chance for lost, chance in self._losses("attacker", "taken").items() if lost <= most
        )

    def losses(self, who: Who) -> dict[int, Chance]:
        """Return the chance of each loss of a side, in IP.

        Raises:
            RequestError: The losses were not kept apart.
        """
        return self._losses(who, *ENDED)

    def _losses(self, who: Who, *ended: Ended) -> dict[int, Chance]:
        scene = self._program.scene
        if not scene.track:
            allowed = "battle_odds(…, losses=True), which keeps them apart"
            raise RequestError("losses", "odds that know their mean only", allowed)
        army, units = self.battle.army(who), self.battle.units
        forces = (army.engaged, army.called, callable_planes(army, self.battle))
        whole, layout = sum(value(force, units) for force in forces), scene.layout
        found: dict[int, Number] = {}
        for (how, key), number in self._tally.ends.items():
            if how in ended:
                kept = layout.value(key, who) + layout.get(key, saved(who))
                found[whole - kept] = found.get(whole - kept, 0) + number
        return {lost: self._part(found[lost]) for lost in sorted(found)}

    @cached_property
    def rounds(self) -> dict[int, Chance]:
        """The chance of each number of rounds; bounded even when all else is exact."""
        tally = self._tally
        if self.method == "exact":
            tally = follow_bounded(self._program)
        return {
            number: float(Fraction(each) / tally.whole) for number, each in tally.rounds.items()
        }

    @property
    def mean_rounds(self) -> Chance:
        """The rounds that are fought, on average."""
        return self._part(self._tally.fought)

    def _part(self, number: Number) -> Chance:
        part = Fraction(number) / self._tally.whole
        return part if self.method == "exact" else float(part)

    def _sum(self, parts: Iterable[Chance]) -> Chance:
        return sum(parts, Fraction(0) if self.method == "exact" else 0.0)


def states_of(program: Program) -> int:
    """Return how many states there may be between two rounds."""
    layout = program.scene.layout
    names = [count(who, each.id) for who in WHO for each in layout.types[who]]
    most = program.start + sum(
        program.joined(who, force)
        for who in WHO
        for force in (program.scene.battle.army(who).called,)
    )
    return prod(layout.get(most, name) + 1 for name in names)


def battle_odds(  # noqa: PLR0913 - two plans, and how far to go
    battle: Battle,
    attacker: Plan = FIGHT_ON,
    defender: Plan = FIGHT_ON,
    *,
    method: Method | None = None,
    losses: bool = False,
    limit: int = LIMIT,
    runs: int = RUNS,
    seed: int = 0,
) -> BattleOdds:
    """Return the odds of a battle under two plans.

    Args:
        battle: The battle, between two rounds.
        attacker: What the attacker will do.
        defender: What the defender will do.
        method: How to find them; without it exactly, if there are few states, else with a bound,
            and only beyond the limit by simulation.
        losses: Whether to keep battles apart by what was lost, for :meth:`BattleOdds.losses`.
        limit: The greatest number of states that are followed.
        runs: Battles that are fought when they are simulated.
        seed: Of the dice of a simulation.

    Raises:
        RequestError: There is no such method, or a plan names an unknown type.
    """
    if method is not None and method not in METHODS:
        raise RequestError("method", shown(method), one_of(METHODS, str(method)))
    if type(runs) is not int or not 1 <= runs <= MOST_RUNS:
        raise RequestError("runs", shown(runs), f"1 to {MOST_RUNS:,}")
    program = program_of(battle, {"attacker": attacker, "defender": defender}, track=losses)
    states = states_of(program)
    why = _too_large(program, states, limit)
    how = method or (
        "simulated" if why else "exact" if states <= EXACT_STATES[losses] else "bounded"
    )
    if how == "simulated":
        return _simulated(program, states, why or "As asked", runs, seed)
    if how == "exact":
        tally = follow_exactly(program)
        said = f"Exact: {states:,} states followed in fractions."
        return BattleOdds(battle, "exact", 0.0, 0.0, said, states, program, tally)
    tally, bound = _bounded(program, states)
    said = (
        f"Followed state by state, {states:,} of them at most; by rounding and by what was dropped "
        f"no chance is off by more than 1 in {_one_in(bound):,}."
    )
    return BattleOdds(battle, "bounded", bound, 0.0, said, states, program, tally)


def _one_in(bound: float) -> int:
    """Return the greatest round number in which a bound is no more than one."""
    return int(10 ** floor(-log10(max(bound, sys.float_info.epsilon))))


def _bounded(program: Program, states: int) -> tuple[Tally, float]:
    """Follow a battle with a bound: in arrays, if there are many states and there is numpy."""
    if states > ARRAY_STATES and has_numpy():
        # Loaded only now: the project does not require numpy, and it takes its time.
        from wargame.area_combat.arrays import follow_in_arrays

        found = follow_in_arrays(program, tolerance=STILL, floor=FAINT)
        if found is not None:
            return found
    tally = follow_bounded(program, tolerance=TOLERANCE, floor=FLOOR)
    return tally, float(Fraction(tally.missing) / WHOLE)


def has_numpy() -> bool:
    """Return whether numpy is there, which this project does not require."""
    return find_spec("numpy") is not None


def _too_large(program: Program, states: int, limit: int) -> str:
    """Return why a battle has to be simulated, or nothing when it can be followed."""
    layout = program.scene.layout
    if states > limit:
        return f"{states:,} states, more than the limit of {limit:,}"
    quick = has_numpy()
    most = LOSS_STATES[quick] if program.scene.track else limit if quick else PLAIN_STATES
    more = f"{states:,} states, more than {most:,}"
    if states > most and program.scene.track:
        return f"{more}, and losses kept apart make them many times as many"
    if states > most:
        return f"{more}, and numpy is not installed"
    if states > PLAIN_STATES and layout.low.bit_length() > WIDEST:
        return f"{states:,} states, of so many types that none fits into {WIDEST} bits"
    return ""


def _simulated(program: Program, states: int, why: str, runs: int, seed: int) -> BattleOdds:
    """Fight battles by chance, and say why."""
    tally = simulated(program, runs, Random(seed))
    won = sum(each for (how, _), each in tally.ends.items() if how == "taken") / runs
    error = sqrt(max(won * (1 - won), 1 / runs) / runs)
    said = (
        f"{why}: {runs:,} battles were fought by chance. "
        f"The chance to win has a standard error of {100 * error:.2f} points."
    )
    battle = program.scene.battle
    return BattleOdds(battle, "simulated", 0.0, error, said, states, program, tally)
