"""Readings that change results, each with its switch: what is seen with it and without it.

Each function takes the rules and returns what can be seen on the table under them. Switches for the
differences between the editions are in ``switchings.py``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.lebanon import IN_2006, lebanon, standing
from tests.fire_and_movement.moving import on
from tests.fire_and_movement.positions import gaza, played, position
from wargame.core import grid
from wargame.core.drivers import Played
from wargame.core.run import Run
from wargame.fire_and_movement import lebanon_2006, lebanon_victory
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.bombardment import DRAW, Bombardment, check_bombardment
from wargame.fire_and_movement.differences import differing_fields
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.lebanon_control import BEIRUT, having
from wargame.fire_and_movement.lebanon_game import begun
from wargame.fire_and_movement.phase import combat_phase
from wargame.fire_and_movement.results import apply_result
from wargame.fire_and_movement.retreat import retreats
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.state import Fallen, Situation
from wargame.fire_and_movement.switches import rules_data, rules_from_data
from wargame.fire_and_movement.units import Piece

GAZA, LEBANON = ruleset_named("gaza_1917"), ruleset_named("lebanon_82")


def under(situation: Situation, rules: Ruleset) -> Situation:
    return evolve(situation, ruleset=rules)


def an_air_marker_beside_another(rules: Ruleset) -> object:
    """FM-Q29: whether the British may lay their air marker on a hex beside one from the pool."""
    situation = under(gaza(), rules)
    shot = Bombardment("British", situation.board.hex("1310"), (DRAW, "BR-AIR-1"))
    return check_bombardment(situation, shot).allowed


def after_an_announcement(rules: Ruleset) -> object:
    """FM-Q30: what comes when a hex was bombarded and an attack on it announced."""
    run = Run(partial(combat_phase, under(gaza(), rules)))
    for answer in ("no", "no", "fire@draw@1706", "done", "yes", "yes", "done", 1, 6):
        run.answer(answer)
    assert run.request is not None
    return run.request.purpose


def exchange_in_a_bastion(rules: Ruleset) -> object:
    """FM-Q50: how many steps a Syrian unit in a bastion loses to an exchange."""
    units = ("i Israeli 8-7-7 0203", "d Arab 1-3-4 0303 nationality=Syrian")
    situation = position(*units, ruleset="lebanon_82", marks=("0303 features=bastion",))
    situation = under(evolve(situation, ready=frozenset()), rules)
    attack = Attack(situation, situation.board.hex("0303"), ("i",))
    result: tuple[Played, object] = played(partial(apply_result, attack, "Ex"))
    return result[0].outcome.steps_lost("Arab")


def added_to_the_dice(rules: Ruleset) -> object:
    """FM-Q53: what the PLO adds for an Israeli unit that was depleted and eliminated later."""
    situation = under(standing("PLO-02 2925", scenario=IN_2006), rules)
    tally = tuple(
        Fallen(turn, "IS-36-A1", "Israeli", "Arab", eliminated=turn == 2) for turn in (1, 2)
    )
    return lebanon_2006.modifiers(evolve(situation, tally=tally))[1].value


def falls_back_through_a_zone(rules: Ruleset) -> object:
    """FM-Q56: whether a PLO unit falls back through the zone of an Israeli one."""
    units = ("plo Arab 2-3-6 0304 nationality=PLO", "i Israeli 6-6-8 0202 nationality=Israeli")
    situation = under(on(*units, ruleset="lebanon_82"), rules)
    zone = situation.board.hex("0303")
    return any(zone in way.path for way in retreats(situation, "plo", 2).open)


def hexes_of_beirut(rules: Ruleset) -> object:
    """FM-Q59: how many hexes of Beirut the PLO holds with a unit in one of them."""
    situation = standing("IS-91-A1 0717", "PLO-01 0719", "SY-47 0908")
    return lebanon_victory.standings(under(begun(situation).situation, rules)).plo_hexes


Seen = Callable[[Ruleset], object]
READINGS: dict[str, tuple[Ruleset, dict[str, Any], Seen, object, object]] = {
    "FM-Q29": (
        GAZA, {"uncounted": frozenset({"British air"})}, an_air_marker_beside_another, False, True,
    ),
    "FM-Q30": (
        GAZA, {"announced_bind": False}, after_an_announcement,
        "Combat at 1706 Hairpin Redoubt", "British: next attack",
    ),
    "FM-Q50": (
        LEBANON, {"sheltered": frozenset({"PLO", "Syrian"})}, exchange_in_a_bastion, 1, 0,
    ),
    "FM-Q53": (
        ruleset_named("lebanon_2006"), {"dice_off_twice": True}, added_to_the_dice, 4, 5,
    ),
    "FM-Q56": (LEBANON, {"exempt_in_retreat": True}, falls_back_through_a_zone, False, True),
    "FM-Q59": (LEBANON, {"held_by_presence": True}, hexes_of_beirut, 5, 1),
}  # fmt: skip


@pytest.mark.parametrize("reading", READINGS)
def test_a_reading_and_the_other_one(reading: str) -> None:
    own, change, seen, ours, other = READINGS[reading]
    rules = own.replace(**change)
    assert (seen(own), seen(rules)) == (ours, other)
    assert not differing_fields(rules, rules_from_data(rules_data(rules))), "it is saved"


def test_both_tests_of_the_arabs_are_never_met_in_a_position() -> None:
    """So it decides nothing that the PLO is tested first (FM-Q59)."""
    random = Random(1)
    for _ in range(60):
        situation = begun(lebanon()).situation
        cells = having(situation.board, BEIRUT)
        names = random.sample([piece.unit for piece in situation.pieces], len(cells))
        pieces = tuple(Piece(*each) for each in zip(names, cells, strict=True))
        left = frozenset(random.sample(sorted(situation.sites), random.randint(0, 6)))
        now = lebanon_victory.standings(evolve(situation, pieces=pieces, sites=left))
        assert not now.plo_hexes > now.sites > now.free_hexes


def test_every_reading_has_its_place_in_the_code() -> None:
    """The sixty readings of the system and its games, each named where it is carried out."""
    folder = Path(inspect.getfile(lebanon_victory)).parent
    code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    code += Path(inspect.getfile(grid)).read_text(encoding="utf-8")  # FM-Q43: how maps are numbered
    named = set(re.findall(r"FM-Q\d\d", code))
    assert sorted(named) == [f"FM-Q{number:02}" for number in range(1, 61)]
