"""A small situation for each difference between the editions that a ruleset can switch.

Each function takes the rules and returns what can be seen on the table under them.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from tests.fire_and_movement.fields import aftermath, combat, field, followed, options
from tests.fire_and_movement.moving import on
from tests.fire_and_movement.positions import attack, played, position
from wargame.fire_and_movement.bombardment_phase import bombardment_phase
from wargame.fire_and_movement.combat import assess, fight
from wargame.fire_and_movement.movement_costs import entry_cost
from wargame.fire_and_movement.reach import along
from wargame.fire_and_movement.support_fire import allotted

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation

    Outcome = Callable[[Ruleset], object]

MARKERS = ("r1m Red +1", "r2m Red +2", "r6m Red +6", "b4m Blue +4")
PAIR = ("a Red 4-4-4 0203", "d Blue 2-3-4 0303")
NORTH = ("a Red 4-4-4 0406", "b Red 4-4-4 0405")
THREE = (*NORTH, "c Red 4-4-4 0504", "d Blue 2-9-4 0505")
CROWD = (
    *NORTH, "d Blue 3-3-4 0505", "f1 Blue 1-1-4 0604", "f2 Blue 1-1-4 0703", "f3 Blue 1-1-4 0603",
    "f4 Blue 1-1-4 0605",
)  # fmt: skip


def under(situation: Situation, rules: Ruleset) -> Situation:
    """Return a position under some rules."""
    return evolve(situation, ruleset=rules)


def draws_for_an_allotment(rules: Ruleset) -> object:
    """D-01: how many draws it takes to take two of three markers."""
    situation = under(position(*PAIR, markers=MARKERS), rules)
    pool = situation.markers("Red", pool=True)
    _, script = played(partial(allotted, situation, pool, 2))
    return len(script.asked)


def known_before_the_second_marker(rules: Ruleset) -> object:
    """D-02: whether the attacker's first marker is known when he decides on his second."""
    plan = attack(under(position(*PAIR, markers=MARKERS), rules), "a")
    _, script = played(partial(fight, plan), "place")
    return script.purposes.index("Red: marker 2") > 2


def asked_under_bombardment(rules: Ruleset) -> object:
    """D-03: whether the bombarded side is asked for a marker."""
    units = ("a Red 4-4-4 0101", "d Blue 2-3-4 0303")
    situation = under(position(*units, markers=MARKERS), rules)
    _, script = played(partial(bombardment_phase, situation), "0303", "draw")
    return any("against the bombardment" in purpose for purpose in script.purposes)


def cost_of_standing(rules: Ruleset) -> object:
    """D-07: what three attackers pay that all stand after A2."""
    plan = combat(under(field(*THREE), rules), "a", "b", "c")
    run = aftermath(plan, "A2")
    key = next(key for key in options(run) if key.startswith("stand"))
    return followed(plan, "A2", *[key] * (1 if ":" in key else 3)).steps_lost("Red")


def attackers_may_stand(rules: Ruleset) -> object:
    """D-08: whether attackers may stand after A2."""
    run = aftermath(combat(under(field(*THREE), rules), "a", "b", "c"), "A2")
    return any(key.startswith("stand") for key in options(run))


def crowd_makes_way(rules: Ruleset) -> object:
    """D-11: whether a crowd of friends makes way in a chain."""
    situation = under(field(*CROWD, sea=["0606", "0704", "0705", "0503"]), rules)
    run = aftermath(combat(situation, "a", "b"), "D2")
    run.answer("retreat")
    return "0605-0604" in options(run)


def dead_are_followed(rules: Ruleset) -> object:
    """D-14: whether anybody may advance into the hex of a unit that had nowhere to go."""
    situation = field(*NORTH, "d Blue 2-3-4 0505", sea=["0506", "0504", "0606", "0605"])
    run = aftermath(combat(under(situation, rules), "a", "b"), "D2")
    run.answer("retreat")
    return "a@0505" in options(run)


def mobile_from_zone_to_zone(rules: Ruleset) -> object:
    """D-20: whether a mobile unit that starts in a zone goes straight into another."""
    units = ("m Red 4-4-9 0304 mobile=yes", "x Blue 2-3-4 0204")
    situation = under(on(*units), rules)
    return along(situation, "m", (situation.board.hex("0303"),)).allowed


def on_from_a_second_zone(rules: Ruleset) -> object:
    """D-21: whether a leg unit that began in a zone walks through another."""
    units = ("r Red 4-4-9 0305", "a Blue 2-3-4 0205", "b Blue 2-3-4 0604")
    situation = under(on(*units, rows=("ccccc",) * 6), rules)
    path = tuple(map(situation.board.hex, ("0405", "0505", "0504", "0404")))
    return along(situation, "r", path).allowed


def price_of_a_road(rules: Ruleset) -> object:
    """D-26: what a step along a road costs."""
    units = ("u Israeli 4-4-6 0203", "v Arab 2-3-4 0501")
    situation = on(*units, ruleset="lebanon_82", marks=["link road 0203 0303"])
    board = situation.board
    here, there = board.hex("0203"), board.hex("0303")
    return entry_cost(under(situation, rules), "u", here, there).value


def price_of_a_jungle(rules: Ruleset) -> object:
    """D-27: what a jungle hex costs; nothing where no chart prices it."""
    rows = ("ccccc", "ccccc", "ccjcc", "ccccc", "ccccc")
    situation = under(on("u Red 4-4-6 0203", "v Blue 2-3-4 0501", rows=rows), rules)
    here, there = situation.board.hex("0203"), situation.board.hex("0303")
    return entry_cost(situation, "u", here, there).allowed


def mountain_column(rules: Ruleset) -> object:
    """D-34: the results of an even fight for a mountain, die 1 to 6."""
    units = ("a Red 3-4-4 0203", "d Blue 2-3-4 0303")
    situation = under(position(*units, centre="mountain"), rules)
    return assess(attack(situation, "a")).results


OUTCOMES: dict[str, Outcome] = {
    "D-01": draws_for_an_allotment,
    "D-02": known_before_the_second_marker,
    "D-03": asked_under_bombardment,
    "D-07": cost_of_standing,
    "D-08": attackers_may_stand,
    "D-11": crowd_makes_way,
    "D-14": dead_are_followed,
    "D-20": mobile_from_zone_to_zone,
    "D-21": on_from_a_second_zone,
    "D-26": price_of_a_road,
    "D-27": price_of_a_jungle,
    "D-34": mountain_column,
}
"""The situation of each difference that can be switched."""
