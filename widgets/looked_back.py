"""From a saved game to its debrief, whatever was played: the family that it belongs to does it."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from attrs import evolve

from wargame.area_combat import debrief as battles
from wargame.core.debrief import Debrief
from wargame.core.errors import DataError, one_of, shown
from wargame.core.run import Run
from wargame.fire_and_movement import debrief as movement
from wargame.fire_and_movement.gaza_victory import victory_hexes
from wargame.rifle_and_spade import debrief as spade
from widgets.errors import WidgetError
from widgets.explorers import game_scenarios, table_plan
from widgets.explorers.battle_source import loaded
from widgets.explorers.game_plan import Saved
from widgets.explorers.game_play import Play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.debrief import TurnRecord
    from wargame.core.drivers import Journal
    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from widgets.explorers.game_plan import Game

    Found = Debrief[TurnRecord]
    Reasons = Mapping[tuple[int, str], str]

GAZA = "gaza_1917/"
BATTLE = "battle"
"""The key that a saved battle has, and a saved game has not."""


def look_back(given: object, where: str = "debrief", reasons: Reasons | None = None) -> Found:
    """Return the debrief of a game.

    Args:
        given: A saved game or battle, as data or as its text; a GuidedGame, GameTable or
            BattleExplorer under way; or a debrief.
        where: Who asks, for errors.
        reasons: Reasons that were given elsewhere, by the line of the journal and what was asked
            there; a reason that the journal has stays.

    Raises:
        DataError: It is no saved game, or its journal does not fit.
        WidgetError: It is something else.
    """
    if isinstance(given, Debrief):
        return given
    known = reasons or {}
    play = getattr(given, "play", None)
    if isinstance(play, Play):  # it knows a beginning of its own too
        saved = play.saved()
        return _of_family(play.game, evolve(saved, journal=_reasoned(saved.journal, known)))
    if callable(getattr(given, "save", None)):
        given = given.save()  # type: ignore[attr-defined]  # just looked for
    if isinstance(given, str):
        given = _read(given)
    if not isinstance(given, dict):
        allowed = "a game under way, a saved game, or what a debrief() of a family returns"
        raise WidgetError(where, shown(given), allowed)
    if BATTLE in given:
        plan, journal = loaded(given)
        return battles.debrief(plan.battle, _reasoned(journal, known), plan.odds)
    read = Saved.from_json(given)
    return _game(evolve(read, journal=_reasoned(read.journal, known)))


def _reasoned(journal: Journal, reasons: Reasons) -> Journal:
    """Return a journal with reasons beside decisions that have none."""
    return tuple(
        evolve(entry, reason=reasons[line, entry.ask])
        if entry.who and not entry.reason and (line, entry.ask) in reasons
        else entry
        for line, entry in enumerate(journal)
    )


def _read(text: str) -> Any:  # noqa: ANN401 - whatever JSON holds
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError("saved game", str(error), "JSON text") from error


def _game(saved: Saved) -> Found:
    """Return the debrief of a saved game of either family."""
    name = saved.scenario
    games = {**game_scenarios.GAMES, **table_plan.GAMES}
    if name not in games:
        cure = "A game that began from a position of its own: DebriefView(game) in its notebook."
        raise DataError("saved game, scenario", shown(name), one_of(games, name), cure)
    game = games[name]
    if name in table_plan.GAMES:
        there = table_plan.position(Run(partial(_begun, game)))
        if saved.rules != table_plan.rules_in(there):
            game = table_plan.by_rules(game, saved.rules)
    return _of_family(game, saved)


def _of_family(game: Game, saved: Saved) -> Found:
    start: Procedure = partial(_begun, game)
    if saved.scenario in game_scenarios.GAMES:
        return spade.debrief(start, saved.journal, scenario=saved.scenario, title=game.title)
    scenario = _scenario(game)
    prizes: tuple[tuple[Hex, int], ...] = ()
    if scenario.startswith(GAZA):
        begun = game.start() or table_plan.GAMES[scenario].start()
        prizes = victory_hexes(begun.situation.board)
    found: Any = movement.debrief(start, saved.journal, prizes, scenario=scenario)
    return cast("Found", evolve(found, printed=saved.scenario in table_plan.GAMES))


def _scenario(game: Game) -> str:
    """Return the scenario that a game is, or is a variant of, by what it is called; or nothing."""
    known = (
        (each.title, name.removesuffix(table_plan.SET_UP))
        for name, each in table_plan.GAMES.items()
        if game.title.startswith(each.title)
    )
    return max(known, key=lambda each: len(each[0]), default=("", ""))[1]


def _begun(game: Game) -> Any:  # noqa: ANN401 - the steps of any game
    return game.play(game.start())
