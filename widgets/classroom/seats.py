"""Games at which somebody sits: what may be done there, and that it is kept at once."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from wargame.core.errors import WargameError
from wargame.core.procedure import Choice, Roll
from widgets.explorers.battle import BattleExplorer
from widgets.explorers.frame import shown_on
from widgets.explorers.game import GuidedGame
from widgets.explorers.game_base import PlayedGame
from widgets.explorers.game_plan import Saved
from widgets.explorers.table import GameTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.drivers import Journal
    from wargame.core.procedure import Request
    from widgets.explorers.battle_plan import BattlePlan

TAKING_BACK = {"go", "switch", "first", "previous", "next", "last", "leave"}
"""What one asks of the sequence of play that moves the board to another moment."""


class Keeper(Protocol):
    """What a game asks of the classroom."""

    def begin(self) -> None:
        """Refuse to act on a board that has gone on elsewhere, or is closed."""

    def check_side(self, request: Request | None) -> None:
        """Refuse to answer for another side."""

    def check_back(self, what: str) -> None:
        """Refuse to move a shared board to another moment, or to rule it."""

    def check_dice(self) -> None:
        """Refuse to set dice that are frozen."""

    def keep(self, data: dict[str, Any]) -> None:
        """Keep the board."""

    def dice(self, roll: Roll, journal: Journal) -> int | None:
        """Return the throw of frozen dice; nothing where they are free."""


class Seated(PlayedGame):
    """What a game does besides when somebody of a class plays it."""

    keeper: Keeper | None = None

    def sit(self, keeper: Keeper) -> None:
        """Play on under the eyes of a keeper.

        Args:
            keeper: Who says what may be done, and keeps what was.
        """
        self.keeper = keeper
        self.play.dice = keeper.dice

    def follow(self, data: dict[str, Any]) -> None:
        """Show a board as it was kept.

        Args:
            data: What :meth:`save` returned.

        Raises:
            WargameError: It is no game of this scenario.
        """
        self.play.load(Saved.from_json(data, self.play.family.games))
        self._show()

    def _act(self, act: Callable[[], None]) -> None:
        if self.keeper is None:
            super()._act(act)
            return
        self.keeper.begin()
        super()._act(act)
        self.keeper.keep(self.save())

    def _decide(self, option: str, reason: str = "") -> None:
        if self.keeper is not None:
            self.keeper.check_side(self.run.request)
        super()._decide(option, reason)

    def _choose(self, label: str) -> None:
        if self.keeper is not None:
            self.keeper.check_side(self.run.request)
        super()._choose(label)

    def _intent(self, kind: str, key: str, line: int) -> None:
        if self.keeper is not None and kind in TAKING_BACK:
            self.keeper.check_back(kind)
        super()._intent(kind, key, line)

    def _dice(self, kind: str, face: int) -> None:
        if self.keeper is not None and kind != "throw":
            self.keeper.check_dice()
        super()._dice(kind, face)

    def _moved(self, name: str, value: Any) -> None:  # noqa: ANN401 - of any control
        if self.keeper is not None and name not in {"auto", "save"}:
            try:
                with shown_on(self.panels.map):
                    self.keeper.check_back(name)
            except WargameError:
                self._show()  # the control goes back to what holds
                return
        super()._moved(name, value)


class SeatedGame(Seated, GuidedGame):
    """A scenario of Rifle and Spade in a class."""


class SeatedTable(Seated, GameTable):
    """A game of Fire & Movement in a class."""


class SeatedBattle(BattleExplorer):
    """A battle for a territory in a class."""

    keeper: Keeper | None = None

    def sit(self, keeper: Keeper) -> None:
        """Play on under the eyes of a keeper.

        Args:
            keeper: Who says what may be done, and keeps what was.
        """
        self.keeper = keeper

    def follow(self, data: dict[str, Any]) -> None:
        """Show a battle as it was kept.

        Args:
            data: What :meth:`save` returned.
        """
        self.load(data)

    def throw(self, face: int | None = None) -> None:
        """Throw the roll that is asked for, or set it; frozen dice fall as they do for all."""
        request = self.run.request
        if face is None and self.keeper is not None and isinstance(request, Roll):
            face = self.keeper.dice(request, self.run.journal)
        elif face is not None and self.keeper is not None:
            with shown_on(self.panels.map):
                self.keeper.check_dice()
        super().throw(face)

    def decide(self, option: str, reason: str = "") -> None:
        """Take the decision that is asked for."""
        if self.keeper is not None and isinstance(self.run.request, Choice):
            with shown_on(self.panels.map):
                self.keeper.check_side(self.run.request)
        super().decide(option, reason)

    def _by_chance(self, request: Request) -> int | str:
        if self.keeper is not None and isinstance(request, Roll):
            face = self.keeper.dice(request, self.run.journal)
            if face is not None:
                return face
        return super()._by_chance(request)

    def _told(self, act: Callable[..., None]) -> Callable[..., None]:
        def seated(*args: Any) -> None:  # noqa: ANN401 - an event
            self._kept(lambda: act(*args))

        return super()._told(seated)

    def _from_form(self, act: Callable[[BattlePlan], BattlePlan]) -> None:
        with suppress(WargameError), shown_on(self.panels.map):
            self._kept(lambda: super(SeatedBattle, self)._from_form(act))

    def _kept(self, act: Callable[[], None]) -> None:
        if self.keeper is None:
            act()
            return
        self.keeper.begin()
        act()
        self.keeper.keep(self.save())
