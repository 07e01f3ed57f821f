"""What a game on the screen does, whatever is played: answers, dice, the journal, saved games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wargame.core.errors import WargameError
from wargame.core.procedure import Choice
from wargame.core.replies import LONGEST, written
from widgets.base import TeachingBox
from widgets.explorers.deciding import Deciding
from widgets.explorers.frame import shown_on
from widgets.explorers.game_plan import Saved
from widgets.explorers.game_screen import Moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from widgets.explorers.game_plan import Player
    from widgets.explorers.game_play import Play
    from widgets.explorers.game_screen import Screen

MOST_SEED = 2**32 - 1
LOWEST, HIGHEST = 120, 4000
"""How low and how high a map may be, in pixels."""


class PlayedGame(Deciding, TeachingBox):
    """A game on the screen: whatever is played, this is how a reader plays it.

    A kind of game says what its panels are, and what they show.

    Args:
        play: The game to begin.
        panels: Its panels, for the play and the height of the map in pixels.
        height: The height of the map.
    """

    moment: Callable[[Play], Moment] = Moment
    """Makes what the panels show of a game."""

    def __init__(self, play: Play, panels: Callable[[Play, int], Screen], height: int) -> None:
        """Build the widget and go on to the reader's first question."""
        self.play = play
        self.panels: Any = panels(play, height)
        super().__init__(list(self.panels.rows()))
        self.add_class("wg-game")
        play.go_on()
        self._show()
        self.panels.map.on_pick(self._pick)
        self.panels.sequence.on_intent(self._intent)
        self.panels.dice.on_request(self._dice)
        self.panels.listen(self._moved)

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def run(self) -> Run:  # type: ignore[override]  # there is always one
        """The game under way: its request, journal, branches and announcements."""
        return self.play.run

    @property
    def situation(self) -> Any:  # noqa: ANN401 - of any kind of game
        """Where everybody stands now, in the middle of a movement or a fire too."""
        return self.play.situation

    @property
    def outcome(self) -> Any:  # noqa: ANN401 - of any kind of game
        """How the game has ended; nothing while it goes on."""
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

    def answer(self, option: str, reason: str = "") -> None:
        """Answer the pending question, also in place of a side that plays by itself.

        Args:
            option: The key of an option.
            reason: Why, for the debrief; what stands in the field for it unless given.

        Raises:
            RequestError: No decision is asked for.
            Refused: The option is not open; the sentence says why.
        """
        self._do(lambda: self._decide(option, reason))

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
            player: The name of a player, a function, or ``you``.

        Raises:
            WidgetError: There is no such side or player.
        """
        self._do(lambda: self.play.set_players({side: player}))

    def throw_by_itself(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - the lesson's own words
        """Throw all dice from the next on without asking, or ask again."""
        self.play.auto_dice = bool(on)
        self._show()

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
        self._do(lambda: self.play.load(Saved.from_json(data, self.play.family.games)))

    # ---- how it hangs together ------------------------------------------------------------------

    def _do(self, act: Callable[[], None]) -> None:
        """Do what a reader asks for and show what has come of it, or why it could not be."""
        with shown_on(self.panels.map):
            self._act(act)

    def _decide(self, option: str, reason: str = "") -> None:
        self.play.check_seen(option)
        self._with_reason(lambda: self.play.decide(option), reason)

    def _choose(self, label: str) -> None:
        self.play.check_seen(label)
        self._with_reason(lambda: self.play.choose(label))

    def _with_reason(self, act: Callable[[], None], reason: str = "") -> None:
        """Take a decision; why is kept in the journal and with what was said."""
        play, line, request = self.play, len(self.run.journal), self.run.request
        typed = written(reason or self.panels.reason.value, LONGEST["reason"]).strip()
        play.reason = typed
        try:
            act()
        finally:
            play.reason = ""
        self.panels.reason.value = ""
        if isinstance(request, Choice):
            key = str(self.run.journal[line].answer)
            self._decided(play.game.title, request, line, key, typed)

    def _act(self, act: Callable[[], None]) -> None:
        try:
            act()
        finally:
            self._show()

    def _show(self) -> None:
        self.panels.show(type(self).moment(self.play))

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
        return str(self.panels.text(type(self).moment(self.play)))

    def static_html(self) -> str:
        """Return map, question, journal and explanations without script."""
        return str(self.panels.html())
