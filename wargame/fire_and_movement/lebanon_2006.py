"""Israel in Lebanon, July 2006 (LEB82 20 to 24): limited fire, the news cycle, a throw of dice.

South and east of the Litani only: nobody crosses its hexsides. There are no Syrians, no missile
sites, no bastions and no reinforcements. The PLO units stand for Hezbollah.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.fire_and_movement import lebanon_setup, turn
from wargame.fire_and_movement.allotment import begin_turn, track_named
from wargame.fire_and_movement.bombardment_phase import bombardment_phase
from wargame.fire_and_movement.lebanon_places import ARAB, ISRAELI, PLO, slots_2006
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation, Waiting

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

    from wargame.core.procedure import Band, Step, Steps
    from wargame.fire_and_movement.lebanon_places import Slot

SCENARIO = "lebanon_82/invasion_2006"
LENGTH = 30
"""The turns as they begin: not printed, taken from 18.0 (FM-Q53)."""
DRAW = "draw"
SIDES = 6
"""Faces of the die."""
FOR_A_DEPLETED, FOR_AN_ELIMINATED = 1, 4
"""What an Israeli unit adds to the die of the PLO."""
ASIDE = "set aside"
"""The box of markers that take no part."""


# ---- the length of the game


@implements("LEB82", "23.0", "23.0/1")
def news_cycle(israeli: int, plo: int) -> Ruling:
    """Return the last turn of the game: one earlier for each unit eliminated, whosever it was.

    Args:
        israeli: Israeli units eliminated.
        plo: PLO units eliminated.
    """
    case = "LEB82 23.0"
    parts = (
        figure("Length", LENGTH, "Not printed; as long as the game of 1982 (FM-Q53).", case),
        figure("Israeli units", -israeli, f"{israeli} eliminated.", case),
        figure("PLO units", -plo, f"{plo} eliminated.", case),
    )
    return total("Last turn", parts, "One turn less for each unit.", case, unit="turns")


def eliminated(situation: Situation, side: str) -> int:
    """Return how many units of a side have been eliminated."""
    return sum(each.eliminated and each.side == side for each in situation.tally)


def last_turn(situation: Situation) -> Ruling:
    """Return the last turn of a game as it stands."""
    return news_cycle(eliminated(situation, ISRAELI), eliminated(situation, ARAB))


def _last(situation: Situation) -> int:
    return LENGTH - sum(each.eliminated for each in situation.tally)


@implements("LEB82", "23.0/2", "24.0")
def is_over(situation: Situation) -> bool:
    """Return whether play stops: the last turn has passed, or one side is gone (FM-Q53)."""
    if situation.turn > _last(situation):
        return True
    return not all(situation.of(side) for side in situation.sides)


def is_last(situation: Situation) -> bool:
    """Return whether the game ends with this turn."""
    return situation.turn >= _last(situation)


# ---- victory


@implements("LEB82", "24.0/1", "24.0/2")
def israeli_modifier(towns: int, plo: int) -> Ruling:
    """Return what Israel adds to its die.

    Args:
        towns: Lebanese town hexes that it occupies; Beirut is a city.
        plo: PLO units eliminated.
    """
    parts = (
        figure("Towns", towns, f"{towns} Lebanese town hexes occupied.", "LEB82 24.0/1"),
        figure("PLO units", plo, f"{plo} eliminated.", "LEB82 24.0/2"),
    )
    return total("Israeli modifier", parts, "Added to the Israeli die.", "LEB82 24.0")


@implements("LEB82", "24.0/3", "24.0/4")
def plo_modifier(depleted: int, gone: int) -> Ruling:
    """Return what the PLO adds to its die.

    An Israeli unit counts once: as eliminated, or else as depleted (FM-Q53), unless
    ``Ruleset.dice_off_twice`` counts it as both.

    Args:
        depleted: Israeli units depleted and still there, or all depleted ones if it does.
        gone: Israeli units eliminated.
    """
    parts = (
        figure(
            "Depleted", FOR_A_DEPLETED * depleted, f"Israeli units: {depleted}.", "LEB82 24.0/3"
        ),
        figure("Eliminated", FOR_AN_ELIMINATED * gone, f"Israeli units: {gone}.", "LEB82 24.0/4"),
    )
    return total("PLO modifier", parts, "Added to the die of the PLO.", "LEB82 24.0")


def modifiers(situation: Situation) -> tuple[Ruling, Ruling]:
    """Return what Israel and what the PLO add to their dice in a position."""
    board = situation.board
    contents = [board.cell(piece.at) for piece in situation.of(ISRAELI)]
    towns = sum("town" in each.terrain and "lebanon" in each.features for each in contents)
    own = [each for each in situation.tally if each.side == ISRAELI]
    gone = {each.unit for each in own if each.eliminated}
    depleted = {each.unit for each in own if not each.eliminated}
    if not situation.ruleset.dice_off_twice:
        depleted -= gone
    ours = israeli_modifier(towns, eliminated(situation, ARAB))
    return ours, plo_modifier(len(depleted), len(gone))


@implements("LEB82", "24.0")
def dice_off(situation: Situation) -> Generator[Step, Any, Ruling]:
    """Throw both dice and judge the game: the higher total wins; equal totals are a draw (FM-Q53).

    For ``Plan.judge``.
    """
    totals = []
    for who, modifier in zip((ISRAELI, PLO), modifiers(situation), strict=True):
        faces = bands_of([str(face) for face in range(1, SIDES + 1)])
        purpose, cases = f"{who}: the die of victory", ("LEB82 24.0",)
        band: Band = yield Roll(purpose, SIDES, faces, cases, position=situation)
        die = figure("Die", int(band.outcome), "As thrown.", "LEB82 24.0")
        totals.append(total(who, (die, modifier), "Die and modifier.", "LEB82 24.0"))
    return winner(*totals)


def winner(israel: Ruling, plo: Ruling) -> Ruling:
    """Return who has won from both totals."""
    one, other = israel.value, plo.value
    assert isinstance(one, int)  # noqa: S101 - sums of whole numbers
    assert isinstance(other, int)  # noqa: S101
    who = DRAW if one == other else ISRAELI if one > other else PLO
    said = f"Israel {one}, PLO {other}: {'nobody wins' if who == DRAW else f'{who} wins'}."
    return finding("Victory", who, said, "LEB82 24.0", parts=(israel, plo))


# ---- the game


PLAN = Plan(
    "Lebanon 2006",
    LENGTH,
    first=ISRAELI,
    support=partial(begin_turn, track=track_named("lebanon_82/2006"), first=ISRAELI),
    bombardment=bombardment_phase,
    over=is_over,
    is_last=is_last,
    judge=dice_off,
)
"""What the scenario adds to the sequence of play; nobody arrives (21.0)."""


@implements("LEB82", "20.4", "21.0")
def opening(charts: Path | str | None = None) -> turn.Game:
    """Return the game as drawn up, at the Support Fire Marker Phase of turn 1.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
    """
    return begun(load_scenario(SCENARIO, charts).situation)


@implements("LEB82", "20.3", "22.0")
def begun(situation: Situation) -> turn.Game:
    """Return the game from a set-up; markers that are not ready take no part: Israel has twelve.

    Seven of them are drawn in each of the first five turns, and all twelve later (FM-Q52): the turn
    track ``lebanon_82/2006`` says so.
    """
    idle = sorted(set(situation.roster.markers) - situation.ready)
    waiting = tuple(Waiting(name, ASIDE) for name in idle)
    situation = evolve(situation, turn=1, active=ISRAELI, waiting=waiting, sites=frozenset())
    return turn.Game(situation, PLAN)


def slots() -> Mapping[str, tuple[Slot, ...]]:
    """Return where units may begin."""
    return slots_2006(load_scenario(SCENARIO).situation)


def invasion_2006(game: turn.Game | Situation | None = None) -> Steps:
    """Play the scenario of 2006 to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a player turn. Where
            nothing is given, both sides are asked for their set-up first.
    """
    if game is None:
        return _setting_up(lebanon_setup.empty(load_scenario(SCENARIO).situation, slots()))
    if isinstance(game, Situation):
        game = turn.Game(game, PLAN, "start")
    return turn.play_game(game)


_setting_up = turn.FromSetUp(lebanon_setup.where, lebanon_setup.next_placed, begun)
