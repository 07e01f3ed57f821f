"""GameTable: a whole game of Fire & Movement, question by question, to its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.errors import shown
from wargame.fire_and_movement.state import Situation
from widgets.errors import WidgetError
from widgets.explorers.game_base import HIGHEST, LOWEST, MOST_SEED, PlayedGame
from widgets.explorers.game_play import Play
from widgets.explorers.table_panels import Moment, Panels
from widgets.explorers.table_plan import DEFAULT, ended, family_for
from widgets.given import flag, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.fire_and_movement.turn import Ended, Game
    from widgets.explorers.game_plan import Player


class GameTable(PlayedGame):
    """A game of Fire & Movement, question by question: Gaza 1917, or Lebanon 1982, 2006, 1976.

    Map with the reach of whoever moves, sequence of play, pending question with its options, dice,
    explanation of what has just happened, and the victory as things stand. Both sides may sit at
    one screen, or one plays by itself. Everything can be taken back: the journal goes to any
    moment, and what was played from there is kept as a branch. Everything a reader can do has a
    method that does the same without a browser, and raises what the widget shows.

    Args:
        game: The name of a scenario, or a game under way.
        seed: The dice. The same answer at the same place of the journal meets the same throw, also
            when it was taken back, or saved and loaded.
        players: Who plays by itself, by side: ``policy``, the project's plain player, whose control
            says what it does; ``at random``, or a function from a question, or from a question and
            a position, to the key of an option; ``you`` or nothing is the reader.
        auto_dice: Whether dice are thrown without asking.
        set_up: Whether both sides are asked for their set-up first; else it is as drawn up.
        height: The height of the map in pixels.

    Raises:
        WidgetError: There is no such game, side, player or keyword.
    """

    panels: Panels
    moment = Moment

    def __init__(  # noqa: PLR0913 - what a game is begun with
        self,
        game: str | Game = DEFAULT,
        *,
        seed: int = 1917,
        players: Mapping[str, str | Player] | None = None,
        auto_dice: bool = False,
        set_up: bool = False,
        height: int = 520,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and go on to the reader's first question."""
        if unknown:
            words = "game, seed, players, auto_dice, set_up, height"
            raise WidgetError("GameTable", f"keyword {shown(next(iter(unknown)))}", words)
        family, found = family_for(game, set_up=flag("GameTable, set_up", set_up))
        height = whole("GameTable, height", height, LOWEST, HIGHEST)
        play = Play(family, found, whole("GameTable, seed", seed, 0, MOST_SEED))
        play.auto_dice = flag("GameTable, auto_dice", auto_dice)
        play.set_players({} if players is None else players)
        super().__init__(play, Panels, height)

    @property
    def situation(self) -> Situation:
        """Where everybody stands now."""
        found = self.play.situation
        assert isinstance(found, Situation)  # noqa: S101 - every game of this family has one
        return found

    @property
    def outcome(self) -> Ended | None:
        """How the game has ended, with its verdict; nothing while it goes on."""
        return ended(self.run)
