"""What a guided game can play, how it is saved, and which hex an option means."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame import __version__
from wargame.core.drivers import Entry
from wargame.core.errors import DataError, one_of, shown
from wargame.core.procedure import Choice
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import clearing_rules, kemal, kemal_rules, krithia, krithia_rules
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr, opening
from wargame.rifle_and_spade.policy import attack, defend
from wargame.rifle_and_spade.scenario import DEFAULT
from wargame.rifle_and_spade.sequence import outline
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Request, Steps

Player = Callable[[Choice, Situation], str]
"""Answers a question, knowing the position."""
PLAYERS: Mapping[str, Player] = {"defends": defend, "attacks": attack}
"""The players there are, by what they do."""
READER, OWN = "you", "its own rule"
WORDS = (READER, *PLAYERS)
"""What a side can be set to."""
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
        victory: How it would end in a position.
    """

    name: str
    title: str
    outline: Callable[[], Ruling]
    start: Callable[[], Any]
    play: Callable[[Any], Steps]
    victory: Callable[[Situation], Ruling]


GAMES: Mapping[str, Game] = {
    DEFAULT: Game(
        DEFAULT,
        "Clearing Sedd el Bahr, 26 April 1915",
        lambda: outline(clearing_rules.unused_parts()),
        opening,
        clearing_sedd_el_bahr,
        clearing_rules.historical_victory,
    ),
    kemal.SCENARIO: Game(
        kemal.SCENARIO,
        "Kemal's Counterattack, 25 April 1915",
        lambda: outline(kemal_rules.unused_parts()),
        lambda: None,
        kemal.kemals_counterattack,
        kemal_rules.historical_victory,
    ),
    krithia.SCENARIO: Game(
        krithia.SCENARIO,
        "First Battle of Krithia, 28 April 1915",
        lambda: outline(krithia_rules.unused_parts()),
        lambda: None,
        krithia.first_krithia,
        lambda situation: krithia.plan().historical(situation),
    ),
}
"""The scenarios that can be played, by name."""


def game_named(name: object) -> Game:
    """Return a game by its name.

    Raises:
        WidgetError: There is no such game.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise WidgetError("GuidedGame, name", shown(name), one_of(GAMES, str(name)))
    return GAMES[name]


def player_named(given: object, sides: tuple[str, ...]) -> dict[str, tuple[str, Player | None]]:
    """Return who plays a side, by side: a word and a function; none is the reader.

    Args:
        given: From a side to ``defends``, ``attacks``, ``you``, or a player of one's own.
        sides: The sides there are.

    Raises:
        WidgetError: There is no such side or player.
    """
    if not isinstance(given, Mapping):
        raise WidgetError("GuidedGame, players", shown(given), "a dict of sides to players")
    found: dict[str, tuple[str, Player | None]] = {}
    for side, player in given.items():
        if side not in sides:
            raise WidgetError("GuidedGame, players", shown(side), one_of(sides, str(side)))
        if isinstance(player, str) and player in WORDS:
            found[side] = (player, PLAYERS.get(player))
        elif callable(player):
            found[side] = (OWN, player)
        else:
            known = one_of(WORDS, str(player))
            raise WidgetError(f"GuidedGame, {side}", shown(player), f"{known}, or a function")
    return found


@frozen
class Saved:
    """A saved game.

    Args:
        scenario: Its name.
        seed: Its dice.
        journal: Every answer given.
        version: The version of this program that saved it.
    """

    scenario: str
    seed: int
    journal: tuple[Entry, ...]
    version: str = __version__

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON data."""
        return {
            "scenario": self.scenario,
            "version": self.version,
            "seed": self.seed,
            "journal": [entry.to_json() for entry in self.journal],
        }

    @classmethod
    def from_json(cls, data: object) -> Saved:
        """Return the game that :meth:`to_json` wrote, also from its text.

        Raises:
            DataError: It is no saved game.
        """
        if isinstance(data, str):
            try:
                data = json.loads(data)
            except ValueError as error:
                raise DataError("saved game", str(error), "JSON text") from error
        keys = {"scenario": str, "version": str, "seed": int, "journal": list}
        if not isinstance(data, dict):
            raise DataError("saved game", shown(data), f"an object with {', '.join(keys)}")
        for key, kind in keys.items():
            value = data.get(key)
            if not isinstance(value, kind) or isinstance(value, bool):
                raise DataError(f"saved game, {key}", shown(value), f"a {kind.__name__}")
        if data["scenario"] not in GAMES:
            where, found = "saved game, scenario", data["scenario"]
            raise DataError(where, shown(found), one_of(GAMES, found))
        lines = tuple(map(Entry.from_json, data["journal"]))
        return cls(data["scenario"], data["seed"], lines, data["version"])


def hexes_in(board: Board, words: str) -> list[Hex]:
    """Return the hexes that a text names by their printed numbers."""
    labels = [label for label in _LABEL.findall(words) if board.numbering.pattern.fullmatch(label)]
    return [cell for cell in map(board.numbering.parse, labels) if cell in board]


def options_at(board: Board, request: Request | None) -> dict[Hex, list[str]]:
    """Return the options of a question by the hex that each is about: the first its key names."""
    found: dict[Hex, list[str]] = {}
    for option in request.options if isinstance(request, Choice) else ():
        for cell in hexes_in(board, option.key)[:1]:
            found.setdefault(cell, []).append(option.key)
    return found


def barred_at(board: Board, request: Request | None) -> dict[Hex, str]:
    """Return, by hex, the key of what one may not do there."""
    found: dict[Hex, str] = {}
    for key, _ in request.barred if isinstance(request, Choice) else ():
        for cell in hexes_in(board, key)[:1]:
            found.setdefault(cell, key)
    return found


def subject_of(request: Request | None, situation: Situation) -> list[Hex]:
    """Return the hexes that a question is about: those it names, and where its units stand."""
    if request is None:
        return []
    said = request.purpose
    found = hexes_in(situation.board, said)
    listed = said.partition("fire at ")[2].partition(" (")[0].split(", ")
    found += [situation.piece(name).at for name in listed if situation.on_map(name)]
    return list(dict.fromkeys(found))
