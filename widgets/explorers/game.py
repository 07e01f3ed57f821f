"""GuidedGame: a scenario played step by step, with its map, its dice and its explanations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.errors import shown
from wargame.rifle_and_spade.scenario import DEFAULT
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.under_way import ended
from widgets.errors import WidgetError
from widgets.explorers.game_base import HIGHEST, LOWEST, MOST_SEED, PlayedGame
from widgets.explorers.game_panels import NOBODY, Moment, Panels
from widgets.explorers.game_plan import game_named
from widgets.explorers.game_play import Play
from widgets.explorers.game_scenarios import FAMILY
from widgets.given import flag, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.rifle_and_spade.clearing import Ended
    from widgets.explorers.game_plan import Player


class GuidedGame(PlayedGame):
    """A scenario of Rifle and Spade, question by question.

    Map, sequence of play, pending question with its options, dice, explanation of what has just
    happened, and the victory as things stand. Everything can be taken back: the journal goes to
    any moment, and what was played from there is kept as a branch. Everything a reader can do has a
    method that does the same without a browser, and raises what the widget shows.

    Args:
        name: The scenario.
        seed: The dice. The same answer at the same place of the journal meets the same throw, also
            when it was taken back, or saved and loaded.
        players: Who plays by itself, by side: ``defends`` or ``attacks``, or a function from a
            question and a position to the key of an option; ``you`` or nothing is the reader.
        auto_dice: Whether dice are thrown without asking.
        hide: The side whose display is hidden, for two players at one screen (3.8, 4.4): its orders
            and officer points, its questions, and what lies underneath in its stacks.
        height: The height of the map in pixels.

    Raises:
        WidgetError: There is no such scenario, side, player or keyword.
    """

    panels: Panels
    moment = Moment

    def __init__(  # noqa: PLR0913 - what a game is begun with
        self,
        name: str = DEFAULT,
        *,
        seed: int = 1915,
        players: Mapping[str, str | Player] | None = None,
        auto_dice: bool = False,
        hide: str = "",
        height: int = 440,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and go on to the reader's first question."""
        if unknown:
            words = "name, seed, players, auto_dice, hide, height"
            raise WidgetError("GuidedGame", f"keyword {shown(next(iter(unknown)))}", words)
        game = game_named(FAMILY, name)
        height = whole("GuidedGame, height", height, LOWEST, HIGHEST)
        play = Play(FAMILY, game, whole("GuidedGame, seed", seed, 0, MOST_SEED))
        play.auto_dice = flag("GuidedGame, auto_dice", auto_dice)
        play.set_players({} if players is None else players)
        play.hide(hide)
        super().__init__(play, Panels, height)

    @property
    def situation(self) -> Situation:
        """Where everybody stands now, in the middle of a movement or a fire too."""
        found = self.play.situation
        assert isinstance(found, Situation)  # noqa: S101 - every game of this family has one
        return found

    @property
    def outcome(self) -> Ended | None:
        """How the game has ended, with both victories; nothing while it goes on."""
        return ended(self.run)

    def hide(self, side: str = "") -> None:
        """Hide the display of a side, and show the other's; with nothing, show both.

        What is saved holds the whole game all the same, and so does :attr:`situation`.

        Args:
            side: Whose display is not to be seen.

        Raises:
            WidgetError: There is no such side.
        """
        self._do(lambda: self.play.hide(side))

    def pass_to(self, side: str) -> None:
        """Hand the screen to a side: its own display is shown, and the other's hidden.

        Raises:
            WidgetError: There is no such side.
        """
        self._do(lambda: self.play.pass_to(side))

    def _moved(self, name: str, value: Any) -> None:  # noqa: ANN401 - of any control
        if name == "hide":
            self._told(lambda: self.hide("" if value == NOBODY else value))
        else:
            super()._moved(name, value)
