"""GuidedGame: a scenario played step by step, with its map, its dice and its explanations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wargame.core.errors import WargameError, shown
from wargame.rifle_and_spade.scenario import DEFAULT
from widgets.base import TeachingBox
from widgets.errors import WidgetError
from widgets.explorers.frame import shown_on
from widgets.explorers.game_panels import NOBODY, Moment, Panels
from widgets.explorers.game_plan import Saved, game_named
from widgets.explorers.game_play import Play
from widgets.given import flag, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from wargame.rifle_and_spade.clearing import Ended
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.game_plan import Player

MOST_SEED = 2**32 - 1
LOWEST, HIGHEST = 120, 4000


class GuidedGame(TeachingBox):
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
        game = game_named(name)
        height = whole("GuidedGame, height", height, LOWEST, HIGHEST)
        self.play = Play(game, whole("GuidedGame, seed", seed, 0, MOST_SEED))
        self.play.auto_dice = flag("GuidedGame, auto_dice", auto_dice)
        self.play.set_players({} if players is None else players)
        self.play.hide(hide)
        self.panels = Panels(game, self.situation, height)
        super().__init__(list(self.panels.rows()))
        self.play.go_on()
        self._show()
        self.panels.map.on_pick(self._pick)
        self.panels.sequence.on_intent(self._intent)
        self.panels.dice.on_request(self._dice)
        self.panels.listen(self._moved)

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def run(self) -> Run:
        """The game under way: its request, journal, branches and announcements."""
        return self.play.run

    @property
    def situation(self) -> Situation:
        """Where everybody stands now, in the middle of a movement or a fire too."""
        return self.play.situation

    @property
    def outcome(self) -> Ended | None:
        """How the game has ended, with both victories; nothing while it goes on."""
        return self.play.outcome

    @property
    def told(self) -> tuple[Ruling, ...]:
        """What was announced since the reader last did something, and what a roll is for."""
        return self.play.told

    @property
    def records(self) -> list[dict[str, Any]]:
        """Every answer that was given, taken back or not, as plain data."""
        return self.play.records

    # ---- what a reader does, also from Python ---------------------------------------------------

    def answer(self, option: str) -> None:
        """Answer the pending question, also in place of a side that plays by itself.

        Args:
            option: The key of an option.

        Raises:
            RequestError: No decision is asked for.
            Refused: The option is not open; the sentence says why.
        """
        self._do(lambda: self._decide(option))

    def throw(self, face: int | None = None) -> None:
        """Throw the dice that are asked for, or set them.

        Args:
            face: What lies there; None throws.

        Raises:
            RequestError: No roll is asked for.
            Refused: The dice have no such face.
        """
        self._do(lambda: self.play.throw(face))

    def choose(self, label: str) -> None:
        """Take the option of a hex, as a click on it does.

        Args:
            label: Its printed number.

        Raises:
            RequestError: The map has no such hex, or no option or several belong to it.
            Refused: What one might do there is not open; the sentence says why.
        """
        self._do(lambda: self._choose(label))

    def go_to(self, line: int) -> None:
        """Go to the moment after so many answers; what comes after it is kept, and lies ahead.

        Args:
            line: How many answers, of those given and those that lie ahead.

        Raises:
            RequestError: There are not so many.
        """
        self._do(lambda: self.play.go_to(line))

    def first(self) -> None:
        """Go to the beginning."""
        self.go_to(0)

    def previous(self) -> None:
        """Go back to the last question that was the reader's own."""
        self.go_to(self.play.reader_line(-1))

    def next(self) -> None:
        """Go on along the line to the next question that is the reader's own."""
        self.go_to(self.play.reader_line(1))

    def last(self) -> None:
        """Go to the end of the line."""
        self.go_to(len(self.play.line))

    def switch(self, branch: int) -> None:
        """Go to the end of a kept branch; the present line is kept too.

        Args:
            branch: Its number among the branches of :attr:`run`.

        Raises:
            RequestError: There is no such branch.
        """
        self._do(lambda: self.play.switch(branch))

    def leave(self) -> None:
        """Let the side that plays by itself answer.

        Raises:
            RequestError: Whoever is asked is the reader.
        """
        self._do(self.play.leave)

    def set_player(self, side: str, player: str | Player) -> None:
        """Let a side play by itself from its next question on, or give it to the reader.

        Args:
            side: Which side.
            player: ``defends``, ``attacks``, a function, or ``you``.

        Raises:
            WidgetError: There is no such side or player.
        """
        self._do(lambda: self.play.set_players({side: player}))

    def throw_by_itself(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - the lesson's own words
        """Throw all dice from the next on without asking, or ask again."""
        self.play.auto_dice = bool(on)
        self._show()

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

    def save(self) -> dict[str, Any]:
        """Return the game as JSON data: scenario, version, seed, journal."""
        return self.play.saved().to_json()

    def load(self, data: object) -> None:
        """Go on with a saved game.

        Args:
            data: What :meth:`save` returned, or its text.

        Raises:
            DataError: It is no saved game, or its journal does not fit; the present one stays.
            RequestError: It is a game of another scenario.
        """
        self._do(lambda: self.play.load(Saved.from_json(data)))

    # ---- how it hangs together ------------------------------------------------------------------

    def _do(self, act: Callable[[], None]) -> None:
        """Do what a reader asks for and show what has come of it, or why it could not be."""
        with shown_on(self.panels.map):
            self._act(act)

    def _decide(self, option: str) -> None:
        self.play.check_seen(option)
        self.play.decide(option)

    def _choose(self, label: str) -> None:
        self.play.check_seen(label)
        self.play.choose(label)

    def _act(self, act: Callable[[], None]) -> None:
        try:
            act()
        finally:
            self._show()

    def _show(self) -> None:
        self.panels.show(Moment(self.play))

    def _pick(self, cell: Hex) -> None:
        self._told(lambda: self.choose(self.situation.board.label(cell)))

    def _intent(self, kind: str, key: str, line: int) -> None:
        """Act on what the sequence view asks; it shows an error itself."""
        play = self.play
        acts: dict[str, Callable[[], None]] = {
            "answer": lambda: self._decide(key),
            "throw": play.throw,
            "go": lambda: play.go_to(line),
            "switch": lambda: play.switch(line),
            "leave": play.leave,
            "first": lambda: play.go_to(0),
            "previous": lambda: play.go_to(play.reader_line(-1)),
            "next": lambda: play.go_to(play.reader_line(1)),
            "last": lambda: play.go_to(len(play.line)),
        }
        self._act(acts[kind])

    def _dice(self, kind: str, face: int) -> None:
        """Act on what the dice tray asks; it shows an error itself."""
        self._act(lambda: self.play.throw(None if kind == "throw" else face))

    def _moved(self, name: str, value: Any) -> None:  # noqa: ANN401 - of any control
        if name == "auto":
            self._told(lambda: self.throw_by_itself(value))
        elif name == "hide":
            self._told(lambda: self.hide("" if value == NOBODY else value))
        elif name == "save":
            self.panels.kept.value = json.dumps(self.save(), ensure_ascii=False)
        elif name == "load":
            self._told(lambda: self.load(value))
        else:
            self._told(lambda: self.set_player(name, value))

    def _told(self, act: Callable[[], None]) -> None:
        """Do what a control asks for; an error is shown already, and goes no further."""
        try:
            act()
        except WargameError:
            return

    def text_twin(self) -> str:
        """Return where the game is, what is asked, the map and the explanations as text."""
        return self.panels.text(Moment(self.play))

    def static_html(self) -> str:
        """Return map, question, journal and explanations without script."""
        return self.panels.html()
