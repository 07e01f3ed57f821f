"""Kemal's Counterattack (102.2): the game from the Ottoman orders to the verdict.

The turn itself is :mod:`~wargame.rifle_and_spade.turn`; here stands what the scenario adds: who
comes, which regiment is released, that turn 5 has no Command Phase, and the orders that the Ottoman
side sets before play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.rifle_and_spade import turn
from wargame.rifle_and_spade.kemal_rules import (
    OPENING_ORDERS,
    OTTOMAN,
    bar,
    historical_victory,
    player_victory,
    without_lost_depots,
)
from wargame.rifle_and_spade.kemal_schedule import arrivals, releases, schedule
from wargame.rifle_and_spade.orders import composing, kinds
from wargame.rifle_and_spade.plan import Plan, not_before_the_last_turn
from wargame.rifle_and_spade.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from wargame.core.procedure import Step, Steps
    from wargame.rifle_and_spade.orders.order import Order, OrderKind
    from wargame.rifle_and_spade.state import Situation

SCENARIO = "gallipoli_1915/kemals_counterattack"
TITLE = "Kemal's Counterattack"
FIRST_TURN, LAST_TURN = 5, 10
WRITE = "write"
"""The option of a regiment whose owner writes an order of his own."""
CASES = ("GB 102.2.8", "GB 102.2.7")


@implements("GB", "102.2", "102.2.5", "102.2.6", "102.2.7", "102.2.10", "102.2.11", "102.0")
def plan(situation: Situation) -> Plan:
    """Return what the scenario adds to the sequence of play.

    Supply sources are none, so that everybody is in supply, which the introductory scenarios do not
    evaluate; no ship fires; the board ends where the area does.

    Args:
        situation: The position, for its board and its units.
    """
    return Plan(
        TITLE,
        LAST_TURN,
        arrivals(situation),
        releases(situation),
        no_command=frozenset({FIRST_TURN}),
        bar=bar,
        take_off=without_lost_depots,
        decided=not_before_the_last_turn,
        historical=historical_victory,
        player=player_victory,
    )


@implements("GB", "102.2.1", "102.2.2", "102.2.4", "102.2.14", "101.3", "101.3.3", "101.4.2")
def opening(charts: Path | str | None = None) -> turn.Game:
    """Return the game at its start, with the orders of history; any game may begin with it.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
    """
    return _game(load_scenario(SCENARIO, charts).situation)


def _game(situation: Situation) -> turn.Game:
    return turn.Game(situation, plan(situation))


@implements("GB", "102.2", "102.2.8")
def kemals_counterattack(game: turn.Game | Situation | None = None) -> Steps:
    """Play the scenario to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a turn; the scenario's
            own beginning, with the Ottoman orders still to be set, where nothing is given.

    Returns:
        :class:`~wargame.rifle_and_spade.clearing.Ended`, with both victories.
    """
    if game is None:
        return _before_play(opening())
    return turn.play_on(game if isinstance(game, turn.Game) else _game(game))


def _before_play(game: turn.Game) -> Steps:
    yield Checkpoint("Before play, Ottoman orders", game, _before_play)
    situation = yield from ottoman_orders(game.situation)
    return (yield from turn.play_on(evolve(game, situation=situation)))


@implements("GB", "102.2.7", "102.2.8")
@implements("RS", "11.1")
def ottoman_orders(situation: Situation) -> Generator[Step, Any, Situation]:
    """Let the Ottoman side set the orders of its regiments before play, with objectives and routes.

    Each regiment has plans written for it, the first of which is what it did; or its owner writes
    an order of a kind that it may begin with. Where none is written, the one of history stays.
    """
    for brigiment, allowed in OPENING_ORDERS.items():
        order = yield from _opening_order(situation, brigiment, allowed)
        if order is not None:
            found = kinds.may_issue(situation, brigiment, order)
            yield found
            if found.allowed:
                command = evolve(situation.command(brigiment), order=order)
                situation = situation.with_command(command)
    return situation


def _opening_order(
    situation: Situation, brigiment: str, allowed: tuple[OrderKind, ...]
) -> Generator[Step, Any, Order | None]:
    """Ask for one of the written plans, or for a kind of order to write."""
    written = {str(number): line for number, line in enumerate(schedule().plans(brigiment), 1)}
    options = [Option(key, f"{line.order}: {line.title}") for key, line in written.items()]
    options += [
        Option(f"{WRITE} {kind}", f"write an order of your own: {kind}") for kind in allowed
    ]
    purpose = f"The order that {brigiment} begins with"
    answer: Option = yield Choice(
        OTTOMAN, purpose, options, CASES, position=situation, barred=_barred(brigiment, allowed)
    )
    if answer.key in written:
        return written[answer.key].written(situation)
    kind = next(each for each in allowed if answer.key == f"{WRITE} {each}")
    return (yield from composing.compose(situation, brigiment, kind, at_start=True))


def _barred(brigiment: str, allowed: tuple[OrderKind, ...]) -> tuple[tuple[str, Ruling], ...]:
    return tuple(
        (f"{WRITE} {kind}", _refused(brigiment, kind, allowed))
        for kind in ("attack", "defense", "general reserve")
        if kind not in allowed
    )


def _refused(brigiment: str, kind: str, allowed: tuple[OrderKind, ...]) -> Ruling:
    why = f"{brigiment} begins with {' or '.join(allowed)}, not with {kind}."
    return refusal(f"{brigiment} begins with {kind}", why, "GB 102.2.8")
