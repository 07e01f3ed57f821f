"""A game under way: answers, dice, whoever plays by itself, and the line of play."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from wargame.core.drivers import check_line
from wargame.core.errors import DataError, Refused, RequestError, shown
from wargame.core.procedure import Choice, Roll
from wargame.core.run import Run
from widgets.explorers.game_plan import Saved, barred_at, options_at, player_named
from widgets.given import among, whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.drivers import Entry, Journal
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from widgets.explorers.game_plan import Family, Game, Player


class Play:
    """A game under way.

    The journal of the run is what has been played; the line goes on from there with what was
    taken back, until something else is answered.

    Args:
        family: The kind of game.
        game: The scenario.
        seed: The dice.
    """

    def __init__(self, family: Family, game: Game, seed: int) -> None:
        """Begin."""
        self.family, self.game, self.seed = family, game, seed
        self.run = _started(game)
        self.line: Journal = ()
        self.players: dict[str, Player] = {}
        self.named: dict[str, str] = {}
        self.auto_dice = False
        self.dice: Callable[[Roll, Journal], int | None] | None = None
        """Throws in place of this game's own dice, where it returns a face."""
        self.hidden = ""
        self.reason = ""
        self.landed: tuple[Roll, int] | None = None
        self.records: list[dict[str, Any]] = []
        self._told_before = self._answered_before = 0

    @property
    def situation(self) -> Any:  # noqa: ANN401 - of any kind of game
        """Where everybody stands now."""
        return self.family.position(self.run)

    @property
    def outcome(self) -> Any:  # noqa: ANN401 - of any kind of game
        """How the game has ended, once it has."""
        return self.family.ended(self.run)

    @property
    def told(self) -> tuple[Ruling, ...]:
        """What was announced since the reader last did something, and what a roll is for."""
        since = self.run.told[self._told_before :]
        asked = self.family.explained(self.run)
        return since if asked is None else (*since, asked)

    @property
    def answered(self) -> Journal:
        """What was answered since the reader last did something: by dice, and by other sides."""
        return self.run.journal[self._answered_before :]

    def set_players(self, given: object) -> None:
        """Say who plays by itself.

        Args:
            given: From sides to the name of a player, ``you``, or a function.

        Raises:
            WidgetError: There is no such side or player.
        """
        made = player_named(self.family, given, self.situation.sides)
        for side, (name, player) in made.items():
            self.named[side] = name
            if player is None:
                self.players.pop(side, None)
            else:
                self.players[side] = player

    def hide(self, side: object) -> None:
        """Hide the display of a side; with nothing, of none.

        Raises:
            WidgetError: There is no such side.
        """
        sides = self.situation.sides
        self.hidden = among(f"{self.family.who}, hide", side, ("", *sides))

    def pass_to(self, side: object) -> None:
        """Show the display of a side, and hide the other's.

        Raises:
            WidgetError: There is no such side.
        """
        sides = self.situation.sides
        self.hidden = self.situation.other(among(f"{self.family.who}, side", side, sides))

    def check_seen(self, answer: str) -> None:
        """Check that whoever is asked has the screen.

        Raises:
            RequestError: Its display is hidden.
        """
        request = self.run.request
        if self.hidden and isinstance(request, Choice) and request.who == self.hidden:
            where, found = f"answer {shown(answer)}", f"a question to the {self.hidden}, hidden"
            raise RequestError(where, found, "a question that is seen", "Hand the screen over.")

    def decide(self, option: str) -> None:
        """Answer the pending question, then go on until the reader is asked.

        What stands in :attr:`reason` is kept beside the answer, and is gone then.
        """
        if not isinstance(self.run.request, Choice):
            raise RequestError("answer", shown(option), "nothing, for no decision is asked for")
        self.run.request.option(option)  # refused before anything changes
        self._begin()
        reason, self.reason = self.reason, ""
        self._give(option, reason)
        self._answered_before += 1
        self.go_on()

    def throw(self, face: int | None = None) -> None:
        """Throw the dice that are asked for, or set them, then go on likewise."""
        roll = self.run.request
        if not isinstance(roll, Roll):
            raise RequestError("throw", "no roll to make", "a moment that waits for dice")
        thrown = self._face(roll) if face is None else face
        roll.band(thrown)  # refused before anything changes
        self._begin()
        self._give(thrown)
        self._answered_before += 1
        self.go_on()

    def leave(self) -> None:
        """Let the side that plays by itself answer."""
        request = self.run.request
        if not isinstance(request, Choice) or request.who not in self.players:
            allowed = f"a question to {' or '.join(self.players) or 'a side that plays by itself'}"
            raise RequestError("leave", "a question that is yours", allowed)
        self._begin()
        self.go_on()

    def _begin(self) -> None:
        """Begin something that the reader does: from here on it is told what happens."""
        self._told_before, self.landed = len(self.run.told), None
        self._answered_before = len(self.run.journal)

    def _give(self, answer: int | str, reason: str = "") -> None:
        """Give one answer, and keep the record."""
        request, number = self.run.request, len(self.run.journal)
        self.run.answer(answer, reason)
        if isinstance(request, Roll) and isinstance(answer, int):
            self.landed = (request, answer)
        self.records.append({"kind": "answer", "line": number} | self.run.journal[-1].to_json())
        if self.line[: number + 1] != self.run.journal:
            self.line = self.run.journal  # another way than before; that one is a branch

    def go_on(self) -> None:
        """Answer what is not the reader's to answer."""
        while (request := self.run.request) is not None:
            if isinstance(request, Roll):
                if not self.auto_dice:
                    return
                self._give(self._face(request))
            elif request.who in self.players:
                self._give(self.players[request.who](request, self.situation))
            else:
                return

    def _face(self, roll: Roll) -> int:
        """Return the throw that belongs to this place of the journal, or that of foreign dice."""
        if self.dice is not None and (face := self.dice(roll, self.run.journal)) is not None:
            return face
        dice = Random(f"{self.seed}/{len(self.run.journal)}/{roll.purpose}")
        return dice.randint(roll.first, roll.last)

    def choose(self, label: str) -> None:
        """Take the option of a hex.

        Args:
            label: Its printed number.

        Raises:
            RequestError: No option or several belong to it.
            Refused: What one might do there is not open.
        """
        board, request = self.situation.board, self.run.request
        cell = board.hex(label)
        found = options_at(board, request, self.place).get(cell, [])
        if label in found or len(found) == 1:
            self.decide(label if label in found else found[0])
            return
        if found:
            allowed = f"one of the options {', '.join(found)} in the list"
            raise RequestError(f"choose {label}", f"{len(found)} options there", allowed)
        self._check_closed(cell)

    def _check_closed(self, cell: Hex) -> None:
        """Say why there is no option in a hex."""
        board, request = self.situation.board, self.run.request
        barred = barred_at(board, request, self.place)
        if isinstance(request, Choice) and cell in barred:
            request.option(barred[cell])
        why = None if request is None else self.family.closed(request, cell)
        if why is not None:
            raise Refused(why)
        raise RequestError(f"choose {board.label(cell)}", "no option there", "a marked hex")

    def place(self, key: str) -> Hex | None:
        """Return the hex that the key of an option is about."""
        return self.family.place(self.situation, key)

    # ---- through the journal --------------------------------------------------------------------

    def go_to(self, line: int) -> None:
        """Go to the moment after so many answers of the line.

        Raises:
            WidgetError: There are not so many.
        """
        whole(f"{self.family.who}, line", line, 0, len(self.line))
        here = len(self.run.journal)
        if line < here:
            self.run.go_to(line)
        self._begin()
        for entry in self.line[here:line]:
            if self._readers(entry):  # what came before it was told when it was played
                self._told_before = len(self.run.told)
            self.run.answer(entry.answer, entry.reason)
        self._answered_before = len(self.run.journal)

    def reader_line(self, step: int) -> int:
        """Return the nearest place of the line, before or after, where the reader is asked.

        Args:
            step: -1 for before, 1 for after.
        """
        end = len(self.line)
        place = len(self.run.journal) + step
        while 0 < place < end and not self._readers(self.line[place]):
            place += step
        return max(0, min(place, end))

    def _readers(self, entry: Entry) -> bool:
        return entry.who not in self.players if entry.who else not self.auto_dice

    def switch(self, branch: int) -> None:
        """Go to the end of a kept branch."""
        self.run.switch(branch)
        self._arrive()

    def saved(self) -> Saved:
        """Return the game to keep."""
        rules = self.family.rules(self.situation)
        return Saved(self.game.name, self.seed, self.run.journal, rules=rules)

    def load(self, saved: Saved) -> None:
        """Go on with a saved game.

        Raises:
            RequestError: It is a game of another scenario.
            DataError: Its rules are not known, or its journal does not fit.
        """
        if saved.scenario != self.game.name:
            where, found = "saved game, scenario", shown(saved.scenario)
            raise RequestError(where, found, f"{self.game.name}, which is played here")
        game = self.game
        if saved.rules != self.family.rules(self.situation):
            game = self.family.by_rules(game, saved.rules)
        run = _followed(game, saved.journal)
        self.game, self.run, self.seed = game, run, saved.seed
        self._arrive()

    def _arrive(self) -> None:
        self.line = self.run.journal
        self._begin()


def _started(game: Game) -> Run:
    return Run(lambda: game.play(game.start()))


def _followed(game: Game, journal: Journal) -> Run:
    """Return a game after all answers of a journal.

    Raises:
        DataError: A line does not fit; its number is named.
    """
    run = _started(game)
    for number, entry in enumerate(journal, start=1):
        where = f"journal line {number}"
        if run.request is None:
            raise DataError(where, shown(entry.ask), "the end of the journal")
        check_line(entry, run.request, number)
        try:
            run.answer(entry.answer, entry.reason)
        except Refused as refused:
            allowed = "an answer that can be carried out"
            raise DataError(where, shown(entry.answer), allowed, str(refused)) from refused
        if run.journal[-1] != entry:
            asked = run.journal[-1].who or "nobody, for it is a roll"
            raise DataError(where, f"an answer of {shown(entry.who)}", asked)
    return run
