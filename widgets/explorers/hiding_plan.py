"""Hiding as the explorer looks at it: one unit, its ways to hide, and what each firer can do."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import commanded, hiding
from wargame.rifle_and_spade.bearing import bearings_on
from wargame.rifle_and_spade.eligibility import aim
from wargame.rifle_and_spade.fire_drm import prohibited
from wargame.rifle_and_spade.fire_total import base_drm
from wargame.rifle_and_spade.shot import Shot

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from wargame.rifle_and_spade.state import Cover, Piece, Situation

Says = Literal["immune", "hidden", "not hidden", "no fire"]
POSTURES: tuple[Cover, ...] = ("", *hiding.COVERS)
NAMES: dict[Cover, str] = {
    "": "not hiding",
    "work": "hiding in the fieldwork",
    "terrain": "hiding in close terrain",
    "ridge": "hiding behind the ridge",
}


@frozen
class Entry:
    """What one firer can do to the unit in one posture.

    Args:
        firer: The firer.
        cover: How the unit hides.
        says: immune from its fire, hidden with a modifier, not hidden from it, or it cannot fire.
        value: The modifier; None where there is none.
        why: The reason in one sentence.
        ruling: The whole explanation.
    """

    firer: str
    cover: Cover
    says: Says
    value: int | None
    why: str
    ruling: Ruling


@frozen
class HidingPlan:
    """A unit of a position, how it hides, who fires at it, and at whom it comes out to fire.

    Args:
        situation: The position as it was given.
        unit: The unit that hides.
        cover: How it hides; empty for not at all.
        firer: The enemy from whose eyes the map is drawn; empty where there is none.
        target: The hex at which it comes out to fire, for the chain; None where there is none.
    """

    situation: Situation
    unit: str
    cover: Cover
    firer: str = ""
    target: Hex | None = None

    @classmethod
    def of(cls, situation: Situation, unit: str = "") -> HidingPlan:
        """Return a plan for a unit; without one, for the first that hides.

        Raises:
            RequestError: There is no such unit on the map.
        """
        if not unit:
            first = [piece for piece in situation.pieces if piece.hiding]
            unit = (first or situation.of(situation.active) or situation.pieces)[0].unit
        piece = situation.piece(unit)
        plan = cls(situation, unit, piece.hiding)
        firers = plan.firers()
        plan = evolve(plan, firer=firers[0].unit if firers else "")
        targets = plan.targets()
        return evolve(plan, target=targets[0] if targets else None)

    # ---- the unit -------------------------------------------------------------------------------

    @property
    def side(self) -> str:
        """Whose unit it is."""
        return self.situation.unit(self.unit).side

    @property
    def at(self) -> Hex:
        """Where it stands."""
        return self.situation.piece(self.unit).at

    @cached_property
    def exposed(self) -> Situation:
        """The position with the unit out of hiding."""
        return hiding.unhide(self.situation, [self.unit])

    def may_hide(self, cover: Cover) -> Ruling:
        """Return whether the unit may hide so, with the reason; not hiding is always open."""
        if not cover:
            return figure("Not hiding", True, "Nobody has to hide.", "RS 7.2")
        return hiding.may_hide(self.exposed, [self.unit], cover)

    def hidden(self, cover: Cover) -> Situation:
        """Return the position with the unit hiding in a way."""
        return hiding.hide(self.exposed, [self.unit], cover) if cover else self.exposed

    @cached_property
    def position(self) -> Situation:
        """The position with the unit hiding as chosen."""
        return self.hidden(self.cover)

    # ---- who fires at it ------------------------------------------------------------------------

    def firers(self) -> tuple[Piece, ...]:
        """Return the enemies that have anything to fire with, the nearest first."""
        foe = self.situation.other(self.side)
        armed = [
            piece
            for piece in self.situation.of(foe)
            if self.situation.unit(piece).arm != "headquarters"
        ]
        return tuple(sorted(armed, key=lambda piece: (piece.at.distance(self.at), piece.unit)))

    def entry(self, firer: str, cover: Cover) -> Entry:
        """Return what an enemy can do to the unit when it hides in a way."""
        situation = hiding.unhide(self.hidden(cover), [firer])
        one, mark = situation.piece(firer), situation.piece(self.unit)
        found = aim(situation, one, self.at)
        if isinstance(found, Ruling):
            return Entry(firer, cover, "no fire", None, found.sentence, found)
        shot = Shot(situation, (firer,), self.at)
        ruling = base_drm(shot, self.unit)
        unseen = hiding.hidden_from(situation, mark, one.at)
        if prohibited(shot, one, mark):
            barred = _immune(firer, self.unit, cover)
            return Entry(firer, cover, "immune", None, barred.sentence, barred)
        value = ruling.value
        assert isinstance(value, int)  # noqa: S101 - a modifier is whole
        why = _modifiers(ruling)
        if cover and not unseen:
            why = f"Its line does not cross the ridge, or it is adjacent. {why}"
        return Entry(firer, cover, "hidden" if unseen else "not hidden", value, why, ruling)

    def table(self) -> dict[str, tuple[Entry, ...]]:
        """Return every firer with an entry for each posture open to the unit."""
        open_to = [cover for cover in POSTURES if self.may_hide(cover).allowed]
        return {
            piece.unit: tuple(self.entry(piece.unit, cover) for cover in open_to)
            for piece in self.firers()
        }

    def safe_from(self) -> frozenset[Hex]:
        """Return every hex from which the chosen firer could not hurt the unit as it hides."""
        if not self.firer or not self.cover:
            return frozenset()
        position = self.position
        shot = Shot(position, (self.firer,), self.at)
        firer, mark = position.piece(self.firer), position.piece(self.unit)
        cells = (cell for cell in self.situation.board.cells if cell != self.at)
        return frozenset(cell for cell in cells if prohibited(shot, evolve(firer, at=cell), mark))

    # ---- the chain ------------------------------------------------------------------------------

    @cached_property
    def _targets(self) -> tuple[Hex, ...]:
        position = self.position
        piece, foe = position.piece(self.unit), position.other(self.side)
        return tuple(
            cell
            for cell in sorted(position.occupied[foe])
            if any(
                bearings_on(position, [piece], cell, occasion="commanded", hidden=hidden)
                for hidden in (False, True)
            )
        )

    def targets(self) -> tuple[Hex, ...]:
        """Return the hexes at which the unit can fire, coming out of hiding where it must."""
        return self._targets

    def opening(self) -> str:
        """Return in words that the unit comes out of hiding to fire; empty where it need not."""
        piece, label = self.position.piece(self.unit), self.situation.board.label
        if self.target is None or hiding.may_fire_hiding(self.position, piece, self.target):
            return ""
        where, there = label(piece.at), label(self.target)
        return f"{self.unit} comes out of hiding in {where} to fire at {there}."

    def procedure(self) -> Procedure | None:
        """Return the fire of the unit with all that it sets off; None where it can fire nowhere."""
        if self.target is None:
            return None
        acting = evolve(self.position, active=self.side)
        return partial(commanded.fire_on_command, acting, (self.unit,), self.target)

    # ---- changes --------------------------------------------------------------------------------

    def hide(self, cover: str) -> HidingPlan:
        """Return the plan with the unit hiding in another way.

        Raises:
            RequestError: There is no such way.
            Refused: It is not open to the unit; the ruling says why.
        """
        for each in POSTURES:
            if each == cover:
                ruling = self.may_hide(each)
                if not ruling.allowed:
                    raise Refused(ruling)
                return evolve(self, cover=each).fire_at(self.target)
        allowed = one_of([each or "(nothing)" for each in POSTURES], str(cover))
        raise RequestError("way to hide", shown(cover), allowed)

    def seen_by(self, firer: str) -> HidingPlan:
        """Return the plan through the eyes of another enemy.

        Raises:
            RequestError: There is no such firer.
        """
        known = [piece.unit for piece in self.firers()]
        if firer not in known:
            raise RequestError("firer", shown(firer), one_of(known, str(firer)))
        return evolve(self, firer=firer)

    def fire_at(self, target: Hex | None) -> HidingPlan:
        """Return the plan with another target, or the first there is where that one is none."""
        targets = self.targets()
        if target not in targets:
            target = targets[0] if targets else None
        return evolve(self, target=target)


def _immune(firer: str, unit: str, cover: Cover) -> Ruling:
    """Return why a unit is immune from a firer."""
    label = f"{firer} fires at {unit}"
    if cover == "ridge":
        why = "Its line comes in across the ridge, from beyond the next hex: immune (P)."
        return refusal(label, why, "RS 7.4.2", "RS 7.5.2")
    why = "Such fire at those who hide there is prohibited: immune (P)."
    return refusal(label, why, "RS 7.5.1")


def _modifiers(ruling: Ruling) -> str:
    """Return the modifiers that the chosen pair is made of."""
    chosen = next(part for part in ruling.parts if part.counts)
    return "; ".join(f"{part.label} {part.value:+d}" for part in chosen.parts) + "."
