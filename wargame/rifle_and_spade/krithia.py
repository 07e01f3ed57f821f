"""First Battle of Krithia (102.3): the game from setting up to the verdict.

The turn itself is :mod:`~wargame.rifle_and_spade.turn`; here stands what the scenario adds: the
Ottoman guns set up last, the Entente's objectives before play, and the ship.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import located
from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import krithia_naval, stacking, turn
from wargame.rifle_and_spade.krithia_rules import (
    ENTENTE,
    LAST_TURN,
    OTTOMAN,
    historical_victory,
    ottoman_pits,
    player_victory,
)
from wargame.rifle_and_spade.orders import composing, kinds, objectives
from wargame.rifle_and_spade.plan import Plan, not_before_the_last_turn
from wargame.rifle_and_spade.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Piece, Situation

SCENARIO = "gallipoli_1915/first_krithia"
TITLE = "First Battle of Krithia"
HISTORY, WRITE = "history", "write"
"""The options of a brigade whose objectives the Entente sets before play."""


@lru_cache(maxsize=1)
def plan() -> Plan:
    """Return what the scenario adds to the sequence of play.

    There are neither reinforcements nor supply sources: the introductory scenarios do not evaluate
    supply (102.0), and a side without sources is always in supply. The board ends where the area
    does.
    """
    pits = ottoman_pits(load_scenario(SCENARIO).situation)
    return Plan(
        TITLE,
        LAST_TURN,
        support=krithia_naval.gunfire,
        take_off=krithia_naval.without_spent_ship,
        decided=not_before_the_last_turn,
        historical=partial(historical_victory, pits=pits),
        player=partial(player_victory, pits=pits),
    )


@implements("GB", "102.3.1", "102.3.2", "102.3.5", "102.3.10")
def opening(charts: Path | str | None = None) -> turn.Game:
    """Return the game at its start, everybody set up and ordered as the scenario's file has it.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
    """
    situation = load_scenario(SCENARIO, charts).situation
    for command in situation.commands:
        order = objectives.with_goals(situation, command.brigiment, command.order)
        situation = situation.with_command(evolve(command, order=order))
    return turn.Game(situation, plan())


@implements("GB", "102.3", "102.3.9")
def first_krithia(game: turn.Game | Situation | None = None) -> Steps:
    """Play the scenario to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a turn; where nothing
            is given, the scenario's own beginning, with the Ottoman guns and the Entente's
            objectives still to be set.

    Returns:
        :class:`~wargame.rifle_and_spade.clearing.Ended`, with both victories.
    """
    if game is None:
        return before_play(opening())
    return turn.play_on(game if isinstance(game, turn.Game) else turn.Game(game, plan()))


def before_play(game: turn.Game) -> Steps:
    """Set up what is still open, then play on."""
    yield Checkpoint("Before play, Ottoman artillery", game, before_play)
    game = evolve(game, situation=(yield from set_up_guns(game.situation)))
    return (yield from _with_orders(game))


def _with_orders(game: turn.Game) -> Steps:
    yield Checkpoint("Before play, Entente orders", game, _with_orders)
    game = evolve(game, situation=(yield from entente_orders(game.situation)))
    return (yield from turn.play_on(game))


# ---- setting up


@lru_cache(maxsize=1)
def battery_places() -> Mapping[str, tuple[Hex, ...]]:
    """Return for each Ottoman battery the hexes in which it may be set up."""
    scenario = load_scenario(SCENARIO)
    board = scenario.situation.board
    with located("first_krithia.toml, batteries"):
        return {
            scenario.situation.roster[name].id: tuple(map(board.hex, places))
            for name, places in scenario.opening.batteries.items()
        }


@implements("GB", "102.3.7", "101.3.3")
def set_up_guns(situation: Situation) -> Generator[Step, Any, Situation]:
    """Let the Ottoman side set up its artillery, when everybody else stands on the map.

    The tables of the set-up are not at hand, so all others stand where the scenario's file has
    them; each battery chooses among the hexes that are written for it.
    """
    places = battery_places()
    standing = situation.without(places)
    for name, cells in places.items():
        battery = situation.piece(name)
        rulings = {cell: _may_stand(standing, battery, cell) for cell in cells}
        label = situation.board.label
        purpose = f"Where {name} is set up"
        options = [
            Option(label(cell), f"{label(cell)}, {_ground(situation, cell)}")
            for cell, ruling in rulings.items()
            if ruling.allowed
        ]
        barred = tuple((label(cell), why) for cell, why in rulings.items() if not why.allowed)
        answer: Option = yield Choice(
            OTTOMAN, purpose, options, ("GB 102.3.7",), barred, position=standing
        )
        placed = evolve(battery, at=situation.board.hex(answer.key))
        standing = evolve(standing, pieces=(*standing.pieces, placed))
    return standing


def _may_stand(situation: Situation, battery: Piece, cell: Hex) -> Ruling:
    stack = (*situation.at(cell, OTTOMAN), evolve(battery, at=cell))
    return stacking.stack_ruling(situation, stack, cell)


def _ground(situation: Situation, cell: Hex) -> str:
    content = situation.board.cell(cell)
    return content.name or f"{content.terrain[-1]}, level {content.height}"


@implements("GB", "102.3.9")
def entente_orders(situation: Situation) -> Generator[Step, Any, Situation]:
    """Let the Entente set objectives and routes; the kinds of its orders are given.

    A brigade keeps the plan of history where nothing else is written.
    """
    army = situation.army.brigiments
    for name in [c.brigiment for c in situation.commands if army[c.brigiment].side == ENTENTE]:
        kind = situation.command(name).order.kind
        options = [
            Option(HISTORY, f"{kind}: the plan of history"),
            Option(WRITE, f"{kind}: objectives and routes of your own"),
        ]
        purpose = f"Objectives of {name}"
        answer: Option = yield Choice(
            ENTENTE, purpose, options, ("GB 102.3.9",), position=situation
        )
        if answer.key == WRITE:
            order = yield from composing.compose(situation, name, kind, at_start=True)
            if order is not None:
                situation = with_order(situation, name, order)
    return situation


def order_ruling(situation: Situation, brigiment: str, order: Order) -> Ruling:
    """Return whether a brigade may begin the battle with an order."""
    return kinds.may_issue(situation, brigiment, order, at_start=True)


def with_order(situation: Situation, brigiment: str, order: Order) -> Situation:
    """Return the situation with another order for a brigade, everybody in line with a goal."""
    order = objectives.with_goals(situation, brigiment, order)
    return situation.with_command(evolve(situation.command(brigiment), order=order))
