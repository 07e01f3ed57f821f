"""The plan of one attack, without any widget: what a reader has chosen and what follows."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.procedure import Choice, first_option
from wargame.fire_and_movement.attack import Attack, declare, eligible_attackers, targets
from wargame.fire_and_movement.bombardment import DRAW, Bombardment, check_bombardment
from wargame.fire_and_movement.combat import assess, fight, fight_odds, modifiers
from wargame.fire_and_movement.crt import ALIGNMENTS, CODES
from wargame.fire_and_movement.gaza_1917 import CAVALRY_DIVISIONS

if TYPE_CHECKING:
    from wargame.core.drivers import Odds
    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.combat import Assessment
    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker

NO_COMBAT = "no combat"
"""Stands for a result where bombardment left nothing to fight."""


def stand_fast(choice: Choice) -> str:
    """Decide to stand wherever the rules allow it, and else for the first option."""
    for option in choice.options:
        if option.key.partition(":")[0] == "stand":
            return option.key
    return first_option(choice)


@frozen
class CombatPlan:
    """What a reader has chosen.

    Args:
        situation: The position.
        target: The defended hex, if one is chosen.
        attackers: Ids of the attacking units.
        fire: Markers the attacker lays on the target: ids of open ones, ``draw`` for blind ones.
        reply: Markers the defender lays, with the hex they are laid on.
        charging: Divisions that charge.
        kress: Whether Kress leads.
        waived: Modifiers set aside, to see what they are worth.
        stand: Whether both sides stand where they may, instead of retreating.
    """

    situation: Situation
    target: Hex | None = None
    attackers: tuple[str, ...] = ()
    fire: tuple[str, ...] = ()
    reply: tuple[tuple[Hex, str], ...] = ()
    charging: frozenset[str] = frozenset()
    kress: bool = False
    waived: frozenset[str] = frozenset()
    stand: bool = False

    @property
    def attack(self) -> Attack:
        """The attack as planned.

        Raises:
            RequestError: No hex is chosen.
        """
        if self.target is None:
            raise RequestError("attack", "no target", "a defended hex", "Choose one on the map.")
        return Attack(
            self.situation,
            self.target,
            self.attackers,
            charging=self.charging,
            kress=self.kress,
            waived=self.waived,
        )

    @property
    def declaration(self) -> Ruling:
        """Whether the attack may be declared."""
        return declare(self.attack)

    @property
    def ready(self) -> bool:
        """Whether there is an attack that may be declared."""
        return self.target is not None and bool(self.attackers) and self.declaration.allowed

    @property
    def assessment(self) -> Assessment:
        """The attack worked out, before any bombardment."""
        return assess(self.attack)

    @property
    def shots(self) -> tuple[Bombardment, ...]:
        """The bombardments of both sides, attacker's first."""
        if not self.situation.ruleset.bombards_only or self.target is None:
            return ()
        active, inactive = self.situation.active, self.situation.inactive
        own = (Bombardment(active, self.target, self.fire),) if self.fire else ()
        hexes = dict.fromkeys(cell for cell, _ in self.reply)
        theirs = tuple(
            Bombardment(inactive, cell, tuple(name for at, name in self.reply if at == cell))
            for cell in hexes
        )
        return (*own, *theirs)

    def procedure(self) -> Procedure:
        """Return the procedure that resolves the plan."""
        return partial(fight, self.attack, self.shots)

    @cached_property
    def odds(self) -> Odds:
        """The exact chances of every outcome of the plan."""
        return fight_odds(self.attack, self.shots, stand_fast if self.stand else first_option)

    def chances(self) -> dict[str, Fraction]:
        """Return the chance of each result of the table, from the defender's ruin to nothing."""
        found = self.odds.distribution(lambda outcome: outcome.code or NO_COMBAT)
        return {code: found[code] for code in (*CODES, NO_COMBAT) if code in found}

    def require_fire(self) -> None:
        """Refuse support fire that may not be placed.

        Raises:
            Refused: The ruling says why.
        """
        for shot in self.shots:
            ruling = check_bombardment(self.situation, shot)
            if not ruling.allowed:
                raise Refused(ruling)

    def booked(self, outcome: CombatOutcome) -> CombatPlan:
        """Return a fresh plan on the position after *outcome*, this attack booked as fought."""
        before, attack = self.situation, self.attack
        after = evolve(
            outcome.situation,
            attacked=before.attacked | {attack.target},
            fought=before.fought | set(attack.attackers),
            charged=before.charged | attack.charging,
            kress_used=before.kress_used or attack.kress,
        )
        return CombatPlan(after, stand=self.stand)

    def aligned(self, alignment: str) -> CombatPlan:
        """Return the plan under another alignment of the table (FM-Q01)."""
        if alignment not in ALIGNMENTS:
            raise RequestError("alignment", shown(alignment), one_of(ALIGNMENTS, alignment))
        rules = self.situation.ruleset.replace(alignment=alignment)
        return evolve(self, situation=evolve(self.situation, ruleset=rules))

    def targets(self) -> tuple[Hex, ...]:
        """Return the hexes that may be attacked."""
        return targets(self.situation)

    def candidates(self) -> dict[Hex, tuple[str, ...]]:
        """Return the hexes that may join the attack, each with the units that come with it."""
        if self.target is None:
            return {}
        found: dict[Hex, tuple[str, ...]] = {}
        for piece in eligible_attackers(self.situation, self.target):
            found[piece.at] = (*found.get(piece.at, ()), piece.unit)
        return found

    def modifiers(self) -> tuple[tuple[str, str], ...]:
        """Return what can be set aside: pairs of key and name."""
        return modifiers(self.attack) if self.ready else ()

    def divisions(self) -> tuple[str, ...]:
        """Return the cavalry divisions among the attackers that may still charge."""
        named = {self.situation.unit(name).formation for name in self.attackers}
        return tuple(
            short
            for short, formation in CAVALRY_DIVISIONS.items()
            if formation in named and short not in self.situation.charged
        )

    def markers(self, side: str) -> tuple[Marker, ...]:
        """Return the open markers that a side has ready."""
        return self.situation.markers(side, pool=False)

    def blind(self, side: str) -> int:
        """Return how many markers a side has left to draw."""
        return len(self.situation.markers(side, pool=True))

    def aim(self, target: Hex) -> CombatPlan:
        """Return a fresh plan against another hex."""
        return CombatPlan(self.situation, target, stand=self.stand)

    def toggled(self, cell: Hex) -> CombatPlan:
        """Return the plan with the units of a hex joining or leaving it."""
        names = self.candidates().get(cell, ())
        if set(names) <= set(self.attackers):
            left = tuple(name for name in self.attackers if name not in names)
        else:
            left = (*self.attackers, *names)
        return self.with_attackers(left)

    def with_attackers(self, names: tuple[str, ...]) -> CombatPlan:
        """Return the plan with exactly these attackers; what no longer fits is dropped.

        Raises:
            RequestError: A unit does not exist.
        """
        for name in names:
            self.situation.unit(name)
        plan = evolve(self, attackers=tuple(dict.fromkeys(names)))
        hexes = {self.situation.piece(name).at for name in plan.attackers}
        return evolve(
            plan,
            charging=plan.charging & set(plan.divisions()),
            reply=tuple(each for each in plan.reply if each[0] in hexes),
        )

    def with_fire(self, *markers: str) -> CombatPlan:
        """Return the plan with these markers on the target; ``draw`` stands for a blind one.

        Raises:
            RequestError: A marker does not exist.
        """
        for name in markers:
            if name != DRAW:
                self.situation.roster.marker(name)
        return evolve(self, fire=markers)

    def with_reply(self, cell: Hex, *markers: str) -> CombatPlan:
        """Return the plan with these markers of the defender on one attacking hex, and no other."""
        for name in markers:
            if name != DRAW:
                self.situation.roster.marker(name)
        return evolve(self, reply=tuple((cell, name) for name in markers))
