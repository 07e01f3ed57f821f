"""Syria in Lebanon, 1976 (LEB82 25 to 27): Syrians against the PLO for Beirut and Sidon.

The book leaves open who begins, how long it lasts and what markers there are: Syria first, thirty
turns without pressure, the markers of the PLO as always, and the Syrian one each turn (FM-Q55).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement import lebanon_setup, turn
from wargame.fire_and_movement.allotment import begin_turn, track_named
from wargame.fire_and_movement.bombardment_phase import bombardment_phase
from wargame.fire_and_movement.lebanon_control import BEIRUT, SIDON, having, holders
from wargame.fire_and_movement.lebanon_places import PLO, SYRIAN, slots_1976
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.procedure import Steps

SCENARIO = "lebanon_82/invasion_1976"
LENGTH = 30


@implements("LEB82", "27.0")
def captured(situation: Situation) -> Ruling:
    """Return whether Syria has captured Beirut and Sidon: the last to have entered each hex."""
    parts = (holders(situation, BEIRUT, SYRIAN), holders(situation, SIDON, SYRIAN))
    due = len(having(situation.board, BEIRUT)) + len(having(situation.board, SIDON))
    held = sum(part.value for part in parts if isinstance(part.value, int))
    said = f"Syria has captured {held} of the {due} hexes of Beirut and Sidon."
    if held < due:
        return refusal("Capture", said, "LEB82 27.0", allowed=parts)
    return finding("Capture", True, said, "LEB82 27.0", parts=parts)


@implements("LEB82", "27.0/1")
def destroyed(situation: Situation) -> Ruling:
    """Return whether the PLO is eliminated while a Syrian unit is left."""
    plo, syrians = len(situation.of(PLO)), len(situation.of(SYRIAN))
    said = f"{plo} PLO and {syrians} Syrian units are left."
    if plo or not syrians:
        return refusal("Elimination", said, "LEB82 27.0/1")
    return finding("Elimination", True, said, "LEB82 27.0/1")


@implements("LEB82", "27.0", "27.0/1")
def won_at_once(situation: Situation) -> Ruling | None:
    """Return the victory of Syria once it has either; the rest of the turns are not played."""
    plo_gone = not situation.of(PLO)
    if not plo_gone and len(situation.held) < len(having(situation.board, BEIRUT)):
        return None
    for test in (captured(situation), destroyed(situation)):
        if test.allowed:
            return finding("Victory", SYRIAN, test.sentence, *test.cases, parts=(test,))
    return None


@implements("LEB82", "27.0/2")
def is_over(situation: Situation) -> bool:
    """Return whether play stops since no Syrian unit is left to win."""
    return not situation.of(SYRIAN)


@implements("LEB82", "27.0/2")
def verdict(situation: Situation) -> Ruling:
    """Return who has won when the last turn is over: the PLO, unless Syria has."""
    syria = won_at_once(situation)
    if syria is not None:
        return syria
    parts = (captured(situation), destroyed(situation))
    said = "Syria has neither captured Beirut and Sidon nor eliminated the PLO."
    return finding("Victory", PLO, said, "LEB82 27.0/2", parts=parts)


PLAN = Plan(
    "Lebanon 1976",
    LENGTH,
    first=SYRIAN,
    support=partial(begin_turn, track=track_named("lebanon_82/1976"), first=SYRIAN),
    bombardment=bombardment_phase,
    won=won_at_once,
    over=is_over,
    verdict=verdict,
)
"""What the scenario adds to the sequence of play."""


def opening(charts: Path | str | None = None) -> turn.Game:
    """Return the game as drawn up, at the Support Fire Marker Phase of turn 1.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
    """
    return begun(load_scenario(SCENARIO, charts).situation)


@implements("LEB82", "26.0")
def begun(situation: Situation) -> turn.Game:
    """Return the game from a set-up."""
    return turn.Game(evolve(situation, turn=1, active=SYRIAN), PLAN)


def invasion_1976(game: turn.Game | Situation | None = None) -> Steps:
    """Play the scenario of 1976 to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a player turn. Where
            nothing is given, both sides are asked for their set-up first.
    """
    if game is None:
        ready = load_scenario(SCENARIO).situation
        return _setting_up(lebanon_setup.empty(ready, slots_1976(ready)))
    if isinstance(game, Situation):
        game = turn.Game(game, PLAN, "start")
    return turn.play_game(game)


_setting_up = turn.FromSetUp(lebanon_setup.where, lebanon_setup.next_placed, begun)
