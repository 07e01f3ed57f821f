"""What comes about in the middle of a movement and stays so, even if it passes (RS-Q36).

An enemy who steps into view of a reserve and out again has set it free, and its order must fail. A
movement asks of every hex what orders forbid, so that is when one looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import release
from wargame.rifle_and_spade.orders import continuation
from wargame.rifle_and_spade.threat import WITHIN

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.plan import Bar
    from wargame.rifle_and_spade.state import Situation

_SHY = frozenset({"general reserve", "march", "regroup"})
"""The orders that fail when the enemy comes near."""


@define
class Watch:
    """What an active side has brought about so far in a subsegment.

    Args:
        bars: What forbids a stack a hex; the first that does counts.
        loose: Units that a threat has released by themselves.
        doomed: Why the orders of brigiments must fail, by brigiment.
        freed: Brigiments that a threat has released.
    """

    bars: tuple[Bar, ...]
    loose: set[str] = field(factory=set)
    doomed: dict[str, str] = field(factory=dict)
    freed: set[str] = field(factory=set)
    _last: Situation | None = None
    _known: set[Hex] = field(factory=set)

    def bar(self, situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
        """Return what forbids a stack a hex, having looked at the position if it is new."""
        if situation is not self._last:
            self._last = situation
            self.look(situation)
        for bar in self.bars:
            why = bar(situation, names, there)
            if why is not None:
                return why
        return None

    @implements("RS", "11.2.1")
    @implements("GB", "101.7.4")
    def look(self, situation: Situation) -> None:
        """Take down what the position brings about, if anybody stands where nobody stood before."""
        new = situation.occupied[situation.active] - self._known
        if not new:
            return
        self._known |= new
        shy = _shy(situation)
        if not shy or not _near(situation, shy, new):
            return
        flagged = continuation.flag_failures(situation)
        self._note(situation, flagged)
        freed, _ = release.by_threat(flagged)
        self.loose.update(piece.unit for piece in freed.pieces if piece.loose)
        self._note(flagged, freed)

    def _note(self, before: Situation, after: Situation) -> None:
        for one, other in zip(before.commands, after.commands, strict=True):
            if other.doomed and not one.doomed:
                self.doomed.setdefault(other.brigiment, other.doomed)
            if other.released and not one.released:
                self.freed.add(other.brigiment)

    def settled(self, situation: Situation) -> Situation:
        """Return the situation with all that was taken down; formations may have changed."""
        for name in sorted(self.freed):
            situation = release.release(situation, name)
        situation = release.set_loose(situation, sorted(self.loose)) if self.loose else situation
        changed = [
            evolve(command, doomed=self.doomed[command.brigiment])
            for command in situation.commands
            if not command.doomed and command.brigiment in self.doomed
        ]
        return situation.with_command(*changed) if changed else situation


def _shy(situation: Situation) -> tuple[Command, ...]:
    """Return the enemy commands that something happens to when the active side comes near."""
    foe, brigiments = situation.inactive, situation.army.brigiments
    return tuple(
        command
        for command in situation.commands
        if brigiments[command.brigiment].side == foe
        and not command.doomed
        and (not command.released or continuation.acting_kind(command.order) in _SHY)
    )


def _near(situation: Situation, shy: tuple[Command, ...], new: set[Hex] | frozenset[Hex]) -> bool:
    """Return whether a hex is near enough to one that those commands care about."""
    names = {command.brigiment for command in shy}
    units, attached = situation.roster.units, situation.ruleset.attached
    cells = {
        piece.at
        for piece in situation.pieces
        if units[piece.unit].brigiment in names or attached.get(piece.unit) in names
    }
    for command in shy:
        if command.order.kind == "regroup":
            cells.update(cell for _, goal in command.order.goals for cell in goal.hexes)
    reach = WITHIN[situation.light] + 1
    return any(cell.distance(at) <= reach for cell in cells for at in new)
