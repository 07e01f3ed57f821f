"""One round of assault worked out up to the dice (18.4/1 to 18.4/5)."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure, finding, skipped
from wargame.rifle_and_spade import fire_total
from wargame.rifle_and_spade.assault_strength import (
    attackers,
    base_strengths,
    defenders,
    strength,
)
from wargame.rifle_and_spade.assault_table import assault_chart
from wargame.rifle_and_spade.dice import percentile
from wargame.rifle_and_spade.rounding import points_text

if TYPE_CHECKING:
    from wargame.core.procedure import Band, Roll
    from wargame.rifle_and_spade.assault_table import AssaultChart, Reached
    from wargame.rifle_and_spade.state import Assault, Piece, Situation


@frozen
class Round:
    """A round of assault combat, worked out up to the dice; every figure is worked out when asked.

    Args:
        situation: The position at its start.
        marker: The assault.
        number: Which round it is, from 1.
    """

    situation: Situation
    marker: Assault
    number: int = 1

    @property
    def chart(self) -> AssaultChart:
        """The charts of assault."""
        return assault_chart(self.situation.shelf)

    @cached_property
    def attackers(self) -> tuple[Piece, ...]:
        """Who attacks."""
        return attackers(self.situation, self.marker)

    @cached_property
    def defenders(self) -> tuple[Piece, ...]:
        """Who defends."""
        return defenders(self.situation, self.marker)

    @cached_property
    def strengths(self) -> tuple[Fraction, Fraction]:
        """The base assault strengths of the attacker and of the defender."""
        situation = self.situation
        return strength(situation, self.attackers), strength(situation, self.defenders)

    @cached_property
    def base(self) -> Reached:
        """The base box, or the side destroyed before any shift."""
        return self.chart.base(*self.strengths)

    @property
    @implements("RS", "18.4/3", "6.5.2")
    def modified(self) -> bool:
        """Whether modifiers count: in the first round, and the second if wire was crossed."""
        return self.number == 1 or (self.number == 2 and self.marker.wire)  # noqa: PLR2004 - two

    @cached_property
    def modifiers(self) -> tuple[Ruling, Ruling] | None:
        """The net modifiers of the attacker and the defender; None in rounds without."""
        if not self.modified:
            return None
        one = tuple(piece.unit for piece in self.attackers)
        other = tuple(piece.unit for piece in self.defenders)
        return (
            fire_total.assault_drm(self.situation, one, other),
            fire_total.assault_drm(self.situation, other, one),
        )

    @cached_property
    def drms(self) -> tuple[int, int]:
        """The net modifiers as numbers."""
        if self.modifiers is None:
            return 0, 0
        one, other = (each.value for each in self.modifiers)
        assert isinstance(one, int)  # noqa: S101 - modifiers are whole
        assert isinstance(other, int)  # noqa: S101 - modifiers are whole
        return one, other

    @cached_property
    def final(self) -> Reached:
        """The box that is rolled on, or the side destroyed without a roll."""
        if self.base.weakling or not self.modified:
            return self.base
        return self.chart.shifted(self.base, *self.drms)

    @property
    def bands(self) -> tuple[Band, ...]:
        """The numbers of the final box by who loses a step."""
        return self.chart.box(self.final).bands

    @property
    def where(self) -> str:
        """The hex, as the map prints it."""
        return self.situation.board.label(self.marker.at)

    @implements("RS", "18.4/5", "18.4.1")
    def roll(self) -> Roll:
        """Return the roll for losses; nothing modifies it."""
        purpose = f"Assault at {self.where}, round {self.number}"
        roll = percentile(purpose, self.bands, "RS 18.4/5")
        return evolve(roll, position=self.situation, about=self)

    def ruling(self) -> Ruling:
        """Return the round as an explanation: strengths, base box, modifiers, final box."""
        label = f"Assault at {self.where}, round {self.number}"
        parts = (
            *base_strengths(self.situation, self.marker),
            self.base_ruling(),
            *self.modifier_rulings(),
            self.final_ruling(),
        )
        if self.final.weakling:
            said = f"The {self.final.weakling} is too weak for the table and is destroyed."
            return finding(label, self.final.weakling, said, "RS 18.4", parts=parts)
        said = "; ".join(f"{_span(band)} {_HITS[band.outcome]}" for band in self.bands)
        return finding(label, _written(self, self.final), f"{said}.", "RS 18.4", parts=parts)

    def base_ruling(self) -> Ruling:
        """Return the base box, with the halving it took (18.4/2)."""
        attack, defence = self.strengths
        parts = []
        for count in range(1, self.base.halvings + 1):
            one, other = (points_text(each / 2**count) for each in (attack, defence))
            said = f"{points_text(self.chart.most)} is the most on the table: both are halved."
            parts.append(figure(f"Halved to {one} / {other}", True, said, "RS 18.4/2a"))
        label = "Base box"
        if self.base.weakling:
            return finding(label, self.base.weakling, _doom(self.base.weakling), "RS 18.4/2b",
                           parts=parts)  # fmt: skip
        value = _written(self, self.base)
        said = f"{points_text(attack)} against {points_text(defence)} is column / row {value}."
        return finding(label, value, said, "RS 18.4/2", parts=parts)

    def modifier_rulings(self) -> tuple[Ruling, ...]:
        """Return the net modifiers, or why none count in this round (18.4/3)."""
        if self.base.weakling:
            return ()
        if self.modifiers is None:
            why = "Modifiers count in the first round only, and in the second if wire was crossed."
            return (skipped("Net modifiers", why, "RS 18.4/3", "RS 6.5.2"),)
        named = zip(("attacker", "defender"), self.modifiers, strict=True)
        return tuple(
            finding(
                f"Net modifier of the {role}", net.value,
                f"As if the {role} fired: only modifiers that count in assault.",
                "RS 18.4/3", parts=(net,),
            )
            for role, net in named
        )  # fmt: skip

    def final_ruling(self) -> Ruling:
        """Return the final box with each shift (18.4/4)."""
        label = "Final box"
        if self.base.weakling:
            return automatic(label, self.base.weakling, _doom(self.base.weakling), "RS 18.4/2b")
        origin = self.chart.origin(self.final)
        if not self.modified:
            said = "Without modifiers the base box is the final box."
            return figure(label, _written(self, self.base), said, "RS 18.4/4", provenance=origin)
        parts = shifts(self.chart, self.base, *self.drms)
        if self.final.weakling:
            return finding(label, self.final.weakling, _doom(self.final.weakling), "RS 18.4/4c",
                           parts=parts)  # fmt: skip
        value = _written(self, self.final)
        return finding(label, value, f"The shifts lead to {value}.", "RS 18.4/4", "RS 18.4.1",
                       parts=parts, provenance=origin)  # fmt: skip


_HITS = {
    "defender": "costs the defender a step",
    "both": "costs each side a step",
    "attacker": "costs the attacker a step",
}


def _span(band: Band) -> str:
    return f"{band.low:02}" if band.low == band.high else f"{band.low:02}-{band.high:02}"


def _written(fight: Round, reached: Reached) -> str:
    strengths = fight.chart.strengths
    column, row = points_text(strengths[reached.column]), points_text(strengths[reached.row])
    return f"{column} / {row}"


def _doom(who: str) -> str:
    least = "stands at the least strength while the other is still off the table"
    return f"The {who} {least}: destroyed outright."


def _shift(label: str, who: str, modifier: int, way: str) -> Ruling:
    moved = (
        f"moves the {who} by {-modifier:+} {label.lower()} ({way})" if modifier else "moves nothing"
    )
    return figure(label, -modifier, f"A modifier of {modifier:+} {moved}.", "RS 18.4/4")


@implements("RS", "18.4/4", "18.4/4a", "18.4/4b")
def shifts(chart: AssaultChart, base: Reached, attacker: int, defender: int) -> tuple[Ruling, ...]:
    """Return the shifts that two net modifiers make, and what passes to the other side.

    Args:
        chart: The charts of assault.
        base: The base box.
        attacker: The attacker's net modifier.
        defender: The defender's.
    """
    parts = [
        _shift("Columns", "attacker", attacker, "right is plus"),
        _shift("Rows", "defender", defender, "down is plus"),
    ]
    column, row = base.column - attacker, base.row - defender
    floor = max(-min(column, row), 0)
    ceiling = max(max(column, row) - chart.last, 0)
    if floor:
        low, gains = ("attacker", "rows") if column < row else ("defender", "columns")
        said = f"The {low} is at the least strength: {floor} left over for the other's {gains}."
        parts.append(figure("Passed on", floor, said, "RS 18.4/4a"))
    if ceiling:
        high, loses = ("attacker", "rows") if column > row else ("defender", "columns")
        said = (
            f"The {high} is at the greatest strength; {ceiling} more come off the other's {loses}."
        )
        parts.append(figure("Taken off", -ceiling, said, "RS 18.4/4b"))
    return tuple(parts)
