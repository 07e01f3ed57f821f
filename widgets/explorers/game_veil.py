"""What of a game is hidden when two players share one screen (3.8, 4.4).

A side's display is hidden: its orders and officer points, what it is asked and answers, and what
lies underneath in its stacks. The position itself is untouched; only less of it is shown.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice
from wargame.rifle_and_spade.assault_round import Round
from wargame.rifle_and_spade.inspecting import seen
from wargame.rifle_and_spade.state import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.drivers import Entry
    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.ruling import Ruling

COVERED = "behind the screen"
_OWN_CASES = ("9.", "10.", "11.", "16.6", "20.", "102.2.8", "102.3.9")
"""What a player's own display is for: formations, officer points, orders, supply."""
_OF_CUPS = ("2.3", "2.4")
"""Initiative and sequencing: what comes of them is open, what they are made of names orders."""


@frozen
class Veil:
    """What hides the display of a side.

    Args:
        side: The side whose display is hidden; empty when nothing is.
        situation: Where everybody stands.
        request: What is asked.
        before_play: Whether play has not begun (101.8).
    """

    side: str
    situation: Situation
    request: Request | None = None
    before_play: bool = False

    @cached_property
    def shown(self) -> Situation:
        """The position without what the other side may not look at in stacks."""
        situation = self.situation
        if not self.side:
            return situation
        return situation.without(self._under)

    @cached_property
    def _under(self) -> frozenset[str]:
        """The units that may not be looked at."""
        situation, eye = self.situation, self.situation.other(self.side)
        open_hex = self._assaulted
        known: set[str] = set()
        for cell in situation.occupied[self.side]:
            whole = cell == open_hex
            known.update(seen(situation, cell, eye, assaulted=whole, before_play=self.before_play))
        own = (piece.unit for piece in situation.of(self.side))
        return frozenset(name for name in own if name not in known)

    @property
    def _assaulted(self) -> Hex | None:
        """The hex whose assault is being resolved, where everything is shown (3.8.3)."""
        about = getattr(self.request, "about", None)
        return about.marker.at if isinstance(about, Round) else None

    # ---- what is asked and answered -------------------------------------------------------------

    @property
    def asks_behind(self) -> bool:
        """Whether the question is for the side whose display is hidden, or a roll tells of it."""
        return self.covers_request(self.request)

    def covers_request(self, request: Request | None) -> bool:
        """Return whether a request may not be shown."""
        if not self.side or request is None:
            return False
        if isinstance(request, Choice):
            return request.who == self.side
        return self._tells_of(request.purpose)

    def covers_entry(self, entry: Entry) -> bool:
        """Return whether a line of the journal may not be shown."""
        if not self.side:
            return False
        return entry.who == self.side if entry.who else self._tells_of(entry.ask)

    def line(self, line: dict[str, Any]) -> dict[str, Any]:
        """Return a line of the journal with nothing but whose it is."""
        who = line["who"] or self.side
        return line | {"who": who, "ask": COVERED, "answer": "…"}

    def words(self, said: str) -> str:
        """Return words with nobody in them who may not be looked at."""
        if not self.side or self._units is None:
            return said
        return self._units.sub("a unit underneath", said)

    def standing(self, ruling: Ruling) -> Ruling:
        """Return how things stand, such as the victory, with nobody in it who may not be seen."""
        if not self.side or self._units is None:
            return ruling
        label, sentence = self.words(ruling.label), self.words(ruling.sentence)
        parts = tuple(map(self.standing, ruling.parts))
        return evolve(ruling, label=label, sentence=sentence, parts=parts)

    # ---- what is announced ----------------------------------------------------------------------

    def told(self, rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
        """Return what was announced, as far as it may be known."""
        given = tuple(rulings)
        if not self.side:
            return given
        return tuple(known for ruling in given if (known := self._known(ruling)) is not None)

    def _known(self, ruling: Ruling) -> Ruling | None:
        head = f"{ruling.label}. {ruling.sentence}"
        if self._display(ruling) and self._brigiments.search(self._words(ruling)):
            return None
        if self._units is not None and self._units.search(head):
            return None
        if _among(ruling, _OF_CUPS):
            return evolve(ruling, parts=())
        units = self._units
        if any(
            (self._display(part) and self._brigiments.search(self._words(part)))
            or (units is not None and units.search(f"{part.label}. {part.sentence}"))
            for part in ruling.walk()
        ):
            return evolve(ruling, parts=())
        return ruling

    @staticmethod
    def _display(ruling: Ruling) -> bool:
        return _among(ruling, _OWN_CASES)

    @staticmethod
    def _words(ruling: Ruling) -> str:
        return " ".join(f"{each.label}. {each.sentence}" for each in ruling.walk())

    # ---- names ----------------------------------------------------------------------------------

    @cached_property
    def _brigiments(self) -> re.Pattern[str]:
        """Any name of a brigiment of the hidden side."""
        made = self.situation.army.brigiments.values()
        own = [each for each in made if each.side == self.side]
        return _any_of([name for each in own for name in (each.id, each.name)])

    @cached_property
    def _units(self) -> re.Pattern[str] | None:
        """Any name of a unit that may not be looked at."""
        units = self.situation.roster.units
        names = [name for unit in self._under for name in (unit, units[unit].name) if name]
        return _any_of(names) if names else None

    def _tells_of(self, purpose: str) -> bool:
        """Return whether a roll is for something of the hidden display."""
        if purpose.startswith(("Initiative:", "Sequencing die", "Command chit", "Naval")):
            return False
        if self._brigiments.search(purpose) and not purpose.startswith("Morale of"):
            return True
        return self._units is not None and self._units.search(purpose) is not None


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Return what finds any of these names where it stands as a word of its own."""
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w/.])(?:{either or '(?!)'})(?![\w/]|\.\d)")


def _among(ruling: Ruling, numbers: tuple[str, ...]) -> bool:
    return any(f"{case.number}.".startswith(numbers) for case in ruling.cases)
