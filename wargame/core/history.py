"""What happened on the day, beside what was played: told in our words, each sentence by its source.

A game's folder of scenarios may hold a ``history.toml``. It says nothing without a source, and it
says what no source at hand tells; a scenario that it does not know has no history here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import Factory, frozen

from wargame.core.data import read_toml, scenario_folder, structure
from wargame.core.errors import DataError, one_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FILE = "history.toml"


@frozen
class Source:
    """Where a sentence is from.

    Args:
        key: The letters that stand behind the sentence.
        title: Author, title, year, page: what it takes to look it up.
        read: How it was read: the page itself, an excerpt, or a retelling of it.
    """

    key: str
    title: str
    read: str


@frozen
class Event:
    """Something that happened.

    Args:
        when: The day, and the hour where that is known.
        what: What happened, in our words.
        sources: The keys of its sources.
        turn: The game turn it belongs to, where the scenario's turns are hours or days; else 0.
    """

    when: str
    what: str
    sources: tuple[str, ...]
    turn: int = 0


@frozen
class Cost:
    """What it cost a side.

    Args:
        side: Who.
        what: How many, in words.
        sources: The keys of its sources.
    """

    side: str
    what: str
    sources: tuple[str, ...]


@frozen
class History:
    """The historical course of a scenario.

    Args:
        scenario: Its name.
        title: What it was called, and when.
        result: How it ended.
        sources: The keys of the sources for the end.
        event: What happened, in order.
        cost: What it cost.
        source: The sources.
        missing: What no source at hand tells.
        ask: Questions for whoever compares the two.
    """

    scenario: str
    title: str
    result: str
    sources: tuple[str, ...]
    event: tuple[Event, ...]
    source: tuple[Source, ...]
    missing: str
    cost: tuple[Cost, ...] = Factory(tuple)
    ask: tuple[str, ...] = Factory(tuple)

    def in_turn(self, turn: int) -> tuple[Event, ...]:
        """Return what happened in the hours of a game turn."""
        return tuple(each for each in self.event if each.turn == turn)

    @property
    def elsewhere(self) -> tuple[Event, ...]:
        """What happened at no turn that is known, or outside the turns."""
        return tuple(each for each in self.event if not each.turn)

    def cited(self) -> Iterator[str]:
        """Yield every key of a source that is named."""
        told: tuple[Event | Cost | History, ...] = (self, *self.event, *self.cost)
        for each in told:
            yield from each.sources


@frozen
class _File:
    battle: list[History]


@lru_cache(maxsize=8)
def _read(folder: Path) -> dict[str, History]:
    path = folder / FILE
    found = structure(read_toml(path), _File, path.name).battle
    for battle in found:
        where = f"{path.name}, {battle.scenario}"
        known = [each.key for each in battle.source]
        if len(set(known)) < len(known):
            raise DataError(f"{where}, source", "a key twice", "keys that differ")
        told: tuple[Event | Cost | History, ...] = (battle, *battle.event, *battle.cost)
        if not all(each.sources for each in told):
            raise DataError(where, "a sentence without a source", one_of(known))
        for key in battle.cited():
            if key not in known:
                raise DataError(f"{where}, sources", shown(key), one_of(known, key))
    return {battle.scenario: battle for battle in found}


def history_of(scenario: str, folder: Path | None = None) -> History | None:
    """Return the historical course of a scenario; nothing where none is known.

    Args:
        scenario: Its name, ``game/scenario``.
        folder: The folder of all games; the project's own unless given.

    Raises:
        DataError: The file says something without a source, or cannot be read.
    """
    game, _, rest = scenario.partition("/")
    games = folder or scenario_folder()
    names = (each.name for each in games.iterdir() if (each / FILE).is_file())
    if not rest or game not in names:
        return None
    return _read(games / game).get(scenario)


def known_histories(folder: Path | None = None) -> tuple[History, ...]:
    """Return every historical course there is."""
    games = folder or scenario_folder()
    folders: Iterable[Path] = sorted(each.parent for each in games.glob(f"*/{FILE}"))
    return tuple(each for game in folders for each in _read(game).values())
