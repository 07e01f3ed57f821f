"""What a game on the screen is begun with, how it is saved, and which hex an option means."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame import __version__
from wargame.core.drivers import Entry
from wargame.core.errors import DataError, one_of, shown
from wargame.core.procedure import Choice
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Request, Steps
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run

Player = Callable[[Choice, Any], str]
"""Answers a question, knowing the position."""
READER, OWN = "you", "its own rule"
_LABEL = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?![\d.])|(?<!\d)\d{4}(?!\d)")


@frozen
class Game:
    """A scenario that can be played step by step.

    Args:
        name: Its folder and file.
        title: What a person reads.
        outline: Its sequence of play, with what it passes over.
        start: Where it begins, made anew for each game; None where it has a beginning of its own.
        play: Plays it from there.
        victory: How it would end in a position; nothing where that cannot be said yet.
    """

    name: str
    title: str
    outline: Callable[[], Ruling]
    start: Callable[[], Any]
    play: Callable[[Any], Steps]
    victory: Callable[[Any], Ruling | None]


def _as_it_is(game: Game, rules: dict[str, Any] | None) -> Game:
    """Return a game whose rules cannot be switched."""
    if rules is not None:
        raise DataError("saved game, rules", shown(rules), f"none, for {game.title} has one set")
    return game


@frozen
class Family:
    """What games of one kind have in common, for whoever shows them.

    Args:
        who: The widget that plays them, as it is called.
        games: The games there are, by name.
        players: Who can play a side by itself, by what it is called, given the side.
        position: Where everybody stands now in a game under way.
        ended: How a game has ended; nothing while it goes on.
        explained: What the roll or the decision that is asked for comes from, if there is more to
            say of it.
        place: The hex that the key of an option is about in a position.
        closed: Why nothing can be done in a hex, where a question knows more than it says.
        rules: The rules in force in a position as data, where rules can be switched.
        by_rules: A game under rules that were saved; it refuses what it does not know.
        about: What the project's player of a side does in a position, in a sentence.
    """

    who: str
    games: Mapping[str, Game]
    players: Callable[[str], Mapping[str, Player]]
    position: Callable[[Run], Any]
    ended: Callable[[Run], Any]
    explained: Callable[[Run], Ruling | None]
    place: Callable[[Any, str], Hex | None]
    closed: Callable[[Request, Hex], Ruling | None] = lambda _request, _cell: None
    rules: Callable[[Any], dict[str, Any] | None] = lambda _situation: None
    by_rules: Callable[[Game, dict[str, Any] | None], Game] = _as_it_is
    about: Callable[[Any, str], str] = lambda _situation, _side: ""


def game_named(family: Family, name: object) -> Game:
    """Return a game by its name.

    Raises:
        WidgetError: There is no such game.
    """
    if not isinstance(name, str) or name not in family.games:
        raise WidgetError(f"{family.who}, name", shown(name), one_of(family.games, str(name)))
    return family.games[name]


def player_named(
    family: Family, given: object, sides: tuple[str, ...]
) -> dict[str, tuple[str, Player | None]]:
    """Return who plays a side, by side: a word and a function; none is the reader.

    Args:
        family: The kind of game.
        given: From a side to the name of a player, ``you``, or a player of one's own.
        sides: The sides there are.

    Raises:
        WidgetError: There is no such side or player.
    """
    if not isinstance(given, Mapping):
        raise WidgetError(f"{family.who}, players", shown(given), "a dict of sides to players")
    found: dict[str, tuple[str, Player | None]] = {}
    for side, player in given.items():
        if side not in sides:
            raise WidgetError(f"{family.who}, players", shown(side), one_of(sides, str(side)))
        known = family.players(side)
        words = words_for(family, side)
        if isinstance(player, str) and player in words:
            found[side] = (player, _with_position(known.get(player)))
        elif callable(player):
            found[side] = (OWN, _with_position(player))
        else:
            allowed = f"{one_of(words, str(player))}, or a function"
            raise WidgetError(f"{family.who}, {side}", shown(player), allowed)
    return found


def _with_position(player: Callable[..., str] | None) -> Player | None:
    """Return a player that is asked with the position, also one that wants the question alone."""
    if player is None or len(signature(player).parameters) > 1:
        return player
    return lambda choice, _position: player(choice)


def words_for(family: Family, side: str) -> tuple[str, ...]:
    """Return what a side can be set to."""
    return (READER, *family.players(side))


@frozen
class Saved:
    """A saved game.

    Args:
        scenario: Its name.
        seed: Its dice.
        journal: Every answer given.
        version: The version of this program that saved it.
        rules: The rules it was played by, with every switch, where rules can be switched.
    """

    scenario: str
    seed: int
    journal: tuple[Entry, ...]
    version: str = __version__
    rules: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON data."""
        rules = {} if self.rules is None else {"rules": self.rules}
        return {
            "scenario": self.scenario,
            "version": self.version,
            "seed": self.seed,
            **rules,
            "journal": [entry.to_json() for entry in self.journal],
        }

    @classmethod
    def from_json(cls, data: object, known: Collection[str] = ()) -> Saved:
        """Return the game that :meth:`to_json` wrote, also from its text.

        Args:
            data: What was written.
            known: The scenarios there are; without any, all are taken.

        Raises:
            DataError: It is no saved game.
        """
        if isinstance(data, str):
            try:
                data = json.loads(data)
            except (ValueError, RecursionError) as error:
                raise DataError("saved game", str(error), "JSON text") from error
        keys = {"scenario": str, "version": str, "seed": int, "journal": list}
        if not isinstance(data, dict):
            raise DataError("saved game", shown(data), f"an object with {', '.join(keys)}")
        for key, kind in keys.items():
            value = data.get(key)
            if not isinstance(value, kind) or isinstance(value, bool):
                raise DataError(f"saved game, {key}", shown(value), f"a {kind.__name__}")
        if known and data["scenario"] not in known:
            where, found = "saved game, scenario", data["scenario"]
            raise DataError(where, shown(found), one_of(known, found))
        rules = data.get("rules")
        if not isinstance(rules, dict | None):
            raise DataError("saved game, rules", shown(rules), "an object")
        lines = tuple(_line(*each) for each in enumerate(data["journal"], start=1))
        return cls(data["scenario"], data["seed"], lines, data["version"], rules)


def _line(number: int, data: object) -> Entry:
    """Return a line of a saved journal; one that is damaged is named by its number."""
    try:
        return Entry.from_json(data)
    except DataError as error:
        raise DataError(f"saved game, journal line {number}", error.found, error.allowed) from error


def hexes_in(board: Board, words: str) -> list[Hex]:
    """Return the hexes that a text names by their printed numbers."""
    labels = [label for label in _LABEL.findall(words) if board.numbering.pattern.fullmatch(label)]
    return [cell for cell in map(board.numbering.parse, labels) if cell in board]


def first_named(board: Board, key: str) -> Hex | None:
    """Return the hex that a key names first, if it names one."""
    return next(iter(hexes_in(board, key)), None)


def options_at(
    board: Board, request: Request | None, place: Callable[[str], Hex | None] | None = None
) -> dict[Hex, list[str]]:
    """Return the options of a question by the hex that each is about.

    Args:
        board: The map.
        request: The question.
        place: Tells the hex of a key; the first that it names where nothing is said.
    """
    found: dict[Hex, list[str]] = {}
    for option in request.options if isinstance(request, Choice) else ():
        cell = place(option.key) if place else first_named(board, option.key)
        if cell is not None:
            found.setdefault(cell, []).append(option.key)
    return found


def barred_at(
    board: Board, request: Request | None, place: Callable[[str], Hex | None] | None = None
) -> dict[Hex, str]:
    """Return, by hex, the key of what one may not do there; see :func:`options_at`."""
    found: dict[Hex, str] = {}
    for key, _ in request.barred if isinstance(request, Choice) else ():
        cell = place(key) if place else first_named(board, key)
        if cell is not None:
            found.setdefault(cell, key)
    return found
