"""Live games in a room: a board for each student or team, kept after every answer."""

from __future__ import annotations

from random import Random
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.procedure import Choice
from widgets.classroom.errors import Denied
from widgets.classroom.gallery import INSTRUMENTS, instrument
from widgets.classroom.positions import GONE_ON
from widgets.classroom.seats import SeatedBattle, SeatedGame, SeatedTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.drivers import Journal
    from wargame.core.procedure import Request, Roll
    from widgets.classroom.gallery import Instrument
    from widgets.classroom.rooms import Classroom

SEATED: Mapping[str, type[SeatedGame | SeatedTable | SeatedBattle]] = {
    "GuidedGame": SeatedGame,
    "GameTable": SeatedTable,
    "BattleExplorer": SeatedBattle,
}
"""The games that a class can play, by the widget that plays them."""
FROZEN = "The dice of this class are frozen: throw them, they fall as they do for everybody."


def board_games() -> dict[str, str]:
    """Return the games that the boards of a room can be of: names in the gallery, and titles."""
    return {each.name: each.title for each in INSTRUMENTS.values() if each.widget in SEATED}


def frozen_face(seed: int, roll: Roll, journal: Journal) -> int:
    """Return how frozen dice fall: the same for the same question, however a board came to it.

    Which question it is, is told by its words and by how often it was asked on this board before.

    Args:
        seed: What the dice are frozen by.
        roll: What is thrown for.
        journal: What was answered before.
    """
    before = sum(not entry.who and entry.ask == roll.purpose for entry in journal)
    return Random(f"{seed}/{before}/{roll.purpose}").randint(roll.first, roll.last)


class Board:
    """A board as one page shows it: the page of its student, of one of its team, or the teacher's.

    It must be made in the function that makes the page, or in one of its events.

    Args:
        room: The classroom of the server.
        token: Whose page it is.

    Raises:
        RequestError: The room has no boards, or of a game that there is not.
        Denied: The token is nobody's.
    """

    def __init__(self, room: Classroom, token: str) -> None:
        """Show the board as it was kept; where there is none yet, begin."""
        self._room, self._token = room, token
        self.member = room.who(token)
        self.now = room.room(token)
        game = _game(self.now.board)
        self.widget = _made(game, self._players(game))
        self.sides = _sides(self.widget)
        self.version = -1
        self.follow()
        if not self.version and not self.now.closed:
            self._first()
        self.widget.sit(self)

    def _players(self, game: Instrument) -> dict[str, Any]:
        """Return who plays by itself: with sides or teams nobody does, unless one is alone."""
        if game.widget not in {"GuidedGame", "GameTable"}:
            return {}
        if not self.member.side:
            return {"players": {}} if self.member.team else {}
        if self.member.team:
            return {"players": {}}
        given = game.options.get("players", {})
        own = self.member.side.casefold()
        return {"players": {side: who for side, who in given.items() if side.casefold() != own}}

    def _first(self) -> None:
        """Keep the beginning, so that all of a team play with the same dice."""
        try:
            self.version = self._room.keep_board(self._token, self.widget.save(), 0)
        except Denied:  # another of the team was first
            self.follow()

    # ---- following ------------------------------------------------------------------------------

    def follow(self) -> None:
        """Look at the room anew; show the board as it was kept last."""
        self.now = self._room.room(self._token)
        version = self._room.board_version(self._token)
        if version == self.version:
            return
        self.version = version
        data = self._room.board_of(self._token)
        if data is not None:
            self.widget.follow(data)

    def push(self, how: str) -> None:
        """Give the position of this board, the teacher's, to all boards.

        Args:
            how: ``push`` as it is, ``back`` a question back, ``on`` a question on along what was
                played.

        Raises:
            WargameError: It cannot go there, or it is not the teacher's.
        """
        self.follow()
        moves = {"push": None, "back": ("previous", "back"), "on": ("next", "forward")}
        if how not in moves:
            raise RequestError("all boards", shown(how), one_of(moves))
        names = moves[how]
        if names:
            getattr(self.widget, names[isinstance(self.widget, SeatedBattle)])()
        self.version = self._room.push_board(self._token, self.widget.save())

    # ---- what the game asks ---------------------------------------------------------------------

    def begin(self) -> None:
        """Refuse to act on a board that has gone on elsewhere; it is shown as it is now."""
        if self._room.board_version(self._token) != self.version:
            self.follow()
            raise Denied(GONE_ON)

    def keep(self, data: dict[str, Any]) -> None:
        """Keep the board, unless another of the team was quicker."""
        try:
            self.version = self._room.keep_board(self._token, data, self.version)
        except Denied:
            self.version = -1
            self.follow()
            raise

    def check_side(self, request: Request | None) -> None:
        """Refuse to answer for another side than one's own, where the room has sides."""
        side = self._side
        if side and isinstance(request, Choice) and request.who not in {side, ""}:
            found, allowed = f"a question to the {request.who}", f"a question to the {side}"
            cure = "Wait until your side is asked."
            raise RequestError("your board", found, allowed, cure)

    def check_back(self, what: str) -> None:
        """Refuse to move or rule a board that two sides share."""
        if self._side and self.member.team:
            allowed = "an answer for your own side"
            cure = "Ask your teacher, who can take every board back."
            raise RequestError(
                "your board", f"{shown(what)}, which both sides share", allowed, cure
            )

    def check_dice(self) -> None:
        """Refuse to set dice that are frozen."""
        if self.now.seed is not None:
            raise Denied(FROZEN)

    def dice(self, roll: Roll, journal: Journal) -> int | None:
        """Return the throw of frozen dice; nothing where they are free."""
        seed = self._room.room(self._token).seed
        return None if seed is None else frozen_face(seed, roll, journal)

    @property
    def doubt(self) -> str:
        """What a teacher should know of the sides of the room; empty where they fit the game."""
        named = {side.casefold() for side in self.sides}
        if self.member.kind != "teacher" or {side.casefold() for side in self.now.sides} <= named:
            return ""
        return (
            f"The sides of this game are called {' and '.join(self.sides)}. Students of a side "
            "with another name may answer for everybody."
        )

    @property
    def _side(self) -> str:
        """The side of whoever plays, as the game calls it; empty where the game has none such."""
        own = self.member.side.casefold()
        return next((side for side in self.sides if side.casefold() == own), "")


def _game(name: str) -> Instrument:
    known = board_games()
    if name not in known:
        raise RequestError("board of the room", shown(name), one_of(known, name))
    return instrument(name)


def _made(game: Instrument, options: Mapping[str, Any]) -> SeatedGame | SeatedTable | SeatedBattle:
    given = {**game.options, "seed": randbelow(2**31), **options}
    return SEATED[game.widget](*game.given, **given)


def _sides(made: SeatedGame | SeatedTable | SeatedBattle) -> tuple[str, ...]:
    if isinstance(made, SeatedBattle):
        return ("attacker", "defender")
    return tuple(made.play.situation.sides)
