"""A fire as the explorer plans it: who fires at which hex, what the target does, and what if."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.grid import Hexside
from wargame.core.ruling import refusal
from wargame.rifle_and_spade import fire, hiding, morale, works_position
from wargame.rifle_and_spade.eligibility import aim, explained
from wargame.rifle_and_spade.fire_chances import FireChances, fire_chances
from wargame.rifle_and_spade.fire_drm import prohibited
from wargame.rifle_and_spade.fire_points import Strength, strength
from wargame.rifle_and_spade.fire_rulings import aimed_ruling
from wargame.rifle_and_spade.fire_table import FireResults, fire_results
from wargame.rifle_and_spade.fire_total import net_drm
from wargame.rifle_and_spade.shot import Shot, reach, seen
from wargame.rifle_and_spade.triggers import Trigger
from widgets.explorers.fire_deeds import (
    AS_IS,
    COMING,
    LONG,
    STILL,
    WhatIf,
    changed,
    come_out,
    occasion_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.sight import Verdict
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Deed
    from wargame.rifle_and_spade.units import Steps
    from widgets.explorers.fire_deeds import Doing


@frozen
class Firer:
    """A unit that one might let fire, and whether it may.

    Args:
        piece: The unit, as it stands in the position of the plan.
        able: Whether its fire bears on the hex and hurts somebody there.
        ruling: The reason.
    """

    piece: Piece
    able: bool
    ruling: Ruling


@frozen
class FirePlan:
    """A planned fire; every change returns a new plan.

    Args:
        situation: The position as it was given.
        side: The side that fires.
        target: The hex where the target stands.
        firers: The units that fire, by id.
        deed: What the target does: ``still``, or the deed of a trigger.
        movers: Those of the target that do it; all of them when empty.
        left: The hex they came from.
        points: Movement points spent on hexsides.
        inside: Such points spent within the hex fired at.
        wave: The number of the wave of an assault; 0 for none.
        covered: Whether they stay within trenches.
        ridge: Whether they have just come over the ridge from *left*.
        at_left: Whether the hex they left is fired at instead.
        what_if: The switches.
    """

    situation: Situation
    side: str
    target: Hex | None = None
    firers: tuple[str, ...] = ()
    deed: Doing = STILL
    movers: tuple[str, ...] = ()
    left: Hex | None = None
    points: Steps = 0
    inside: Steps = 0
    wave: int = 0
    covered: bool = False
    ridge: bool = False
    at_left: bool = False
    what_if: WhatIf = AS_IS

    # ---- who is there ---------------------------------------------------------------------------

    @property
    def foe(self) -> str:
        """The side fired at."""
        return self.situation.other(self.side)

    def targets(self) -> tuple[Hex, ...]:
        """Return every hex where the other side stands."""
        return tuple(sorted(self.situation.occupied[self.foe]))

    @cached_property
    def standing(self) -> tuple[str, ...]:
        """The units in the target hex."""
        if self.target is None:
            return ()
        return tuple(piece.unit for piece in self.situation.at(self.target, self.foe))

    @property
    def doing(self) -> tuple[str, ...]:
        """Those of the target that do something."""
        if self.deed == STILL:
            return ()
        return tuple(name for name in self.standing if not self.movers or name in self.movers)

    @property
    def aimed(self) -> Hex | None:
        """The hex fired at."""
        return self.left if self.at_left and self.left is not None else self.target

    # ---- the fire -------------------------------------------------------------------------------

    @cached_property
    def position(self) -> Situation:
        """The position with the deed and the what-if switches worked in."""
        return changed(self)

    @cached_property
    def trigger(self) -> Trigger | None:
        """What invites the fire; nothing for commanded fire at a target that keeps still."""
        if self.deed == STILL or self.target is None:
            return None
        deed: Deed = self.deed
        crossing = None
        if self.ridge and self.left is not None:
            crossing = Hexside.between(self.left, self.target)
        here, there = (0, self.inside) if self.at_left else (self.inside, 0)
        return Trigger(
            deed, self.doing, self.target, self.left, self.points, here, there, crossing,
            wave=self.wave, covered=self.covered, long=self.deed in LONG,
        )  # fmt: skip

    @cached_property
    def shot(self) -> Shot:
        """The fire; only where there are firers and a target."""
        assert self.aimed is not None  # noqa: S101 - asked of plans that are ready
        return Shot(self.position, self.firers, self.aimed, occasion_of(self.deed), self.trigger)

    @property
    def ready(self) -> bool:
        """Whether there are a target and a firer."""
        return self.target is not None and bool(self.firers)

    @cached_property
    def strength(self) -> Strength:
        """The fire points."""
        return strength(self.shot)

    @property
    def table(self) -> FireResults:
        """The Fire Results Table in force."""
        return fire_results(self.situation.shelf)

    @property
    def start(self) -> int:
        """The column of the fire points; -1 where they are too few."""
        return self.table.start(self.strength.points)

    @property
    def weak(self) -> bool:
        """Whether the fire points are too few to do anything."""
        return self.start < 0

    @cached_property
    def net(self) -> int:
        """The net modifier; 0 for a fire too weak to need one."""
        return 0 if self.weak else net_drm(self.shot, self.strength)

    @cached_property
    def ruling(self) -> Ruling:
        """All that is settled before the dice, and the morale check that may follow."""
        found = aimed_ruling(self.shot)
        if self.weak:
            return found
        names = tuple(piece.unit for piece in self.shot.targets)
        checks = [name for name in names if self.position.unit(name).arm != "headquarters"]
        return (
            found.with_parts(morale.check_ruling(self.position, names, "fire")) if checks else found
        )

    @cached_property
    def chances(self) -> FireChances:
        """The exact chances; where the target's owner has a choice, the first option is taken."""
        return fire_chances(self.shot)

    def procedure(self) -> Procedure:
        """Return the resolution of the fire, to be run."""
        return partial(fire.resolve, self.shot)

    # ---- who may fire ---------------------------------------------------------------------------

    @cached_property
    def candidates(self) -> tuple[Firer, ...]:
        """Every unit in reach of the hex fired at, and those chosen: first those that may fire."""
        here = self.aimed
        if here is None:
            return ()
        found = [
            self.judged(piece)
            for piece in self.position.of(self.side)
            if piece.at.distance(here) <= reach(self.position, piece) or piece.unit in self.firers
        ]
        return tuple(sorted(found, key=lambda each: _order(each, here)))

    def judged(self, piece: Piece) -> Firer:
        """Return whether a unit may fire at the hex, with the reason."""
        assert self.aimed is not None  # noqa: S101 - asked once a target is chosen
        occasion = occasion_of(self.deed)
        if self.what_if.out:
            piece = come_out(self, self.position, piece)
        found = aim(self.position, piece, self.aimed, self.trigger, occasion)
        ruling = explained(found, self.position, self.aimed)
        if ruling.allowed:
            shot = Shot(self.position, (piece.unit,), self.aimed, occasion, self.trigger)
            if all(prohibited(shot, piece, mark) for mark in shot.targets):
                why = "Every target is immune from its fire."
                ruling = refusal(f"{piece.unit} may fire", why, "RS 17.2/1", "RS 7.5.1")
        return Firer(piece, ruling.allowed, ruling)

    def at(self, cell: Hex) -> tuple[Firer, ...]:
        """Return those of the candidates that stand in a hex."""
        return tuple(each for each in self.candidates if each.piece.at == cell)

    def lines(self) -> dict[Hex, Verdict | None]:
        """Return each firing hex with its sight of the hex fired at."""
        here, side = self.aimed, self.trigger.crossing if self.trigger else None
        if here is None:
            return {}
        crossing = side if here == self.target else None
        cells = dict.fromkeys(self.position.piece(name).at for name in self.firers)
        return {at: seen(self.position, at, here, crossing) for at in cells if at != here}

    # ---- changes --------------------------------------------------------------------------------

    def aim(self, target: Hex | None) -> FirePlan:
        """Return a plan against another hex; it keeps those firers that may fire there."""
        fresh = FirePlan(self.situation, self.side, target, what_if=self.what_if)
        able = {each.piece.unit for each in fresh.candidates if each.able}
        return evolve(fresh, firers=tuple(name for name in self.firers if name in able))

    def with_firers(self, names: Iterable[str]) -> FirePlan:
        """Return the plan with exactly these firers, in order of their names."""
        return evolve(self, firers=tuple(sorted(set(names))))

    def with_deed(self, deed: Doing) -> FirePlan:
        """Return the plan with another deed; what cannot belong to it is dropped."""
        if deed == STILL:
            return evolve(
                self, deed=deed, movers=(), left=None, points=0, inside=0, wave=0,
                covered=False, ridge=False, at_left=False,
            )  # fmt: skip
        if deed in COMING:
            return evolve(self, deed=deed)
        return evolve(self, deed=deed, left=None, ridge=False, at_left=False)

    def with_what_if(self, **switches: Any) -> FirePlan:  # noqa: ANN401 - of any switch
        """Return the plan with switches set; one that changes nothing is taken back."""
        plan = self
        for name, value in switches.items():
            asked, plain = (
                evolve(plan, what_if=evolve(plan.what_if, **{name: each}))
                for each in (value, getattr(AS_IS, name))
            )
            alike = asked.position.pieces == plain.position.pieces
            same = alike and asked.position.light == plain.position.light
            plan = plain if same and name != "out" else asked
        return plan

    def ridge_from(self) -> bool:
        """Return whether a ridge lies between the target and the hex it came from."""
        if self.left is None or self.target is None:
            return False
        return (
            self.situation.ground.ridge_level(Hexside.between(self.left, self.target)) is not None
        )

    def may_hide(self) -> bool:
        """Return whether somebody of the target could hide, or does."""
        base = evolve(self, what_if=evolve(self.what_if, hide=None)).position
        return any(
            base.piece(name).hiding or hiding.ways_to_hide(base, (name,)) for name in self.standing
        )

    def may_use_work(self) -> bool:
        """Return whether somebody of the target is in a fieldwork, or could be in one there."""
        base = self.position
        return any(
            base.piece(name).work
            or works_position.work_for(base, base.unit(name), base.piece(name).at) is not None
            for name in self.standing
        )


def _order(each: Firer, here: Hex) -> tuple[bool, int, Hex, str]:
    return not each.able, each.piece.at.distance(here), each.piece.at, each.piece.unit
