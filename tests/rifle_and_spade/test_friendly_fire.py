"""Friendly fire restrictions (RS 17.8): there is sight, and yet the fire is not allowed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.fire_positions import (
    FAR_NORTH,
    FAR_SOUTH,
    HERE,
    NORTH,
    NORTH_EAST,
    SOUTH,
    field,
    ground,
    may,
    trigger,
)
from tests.rifle_and_spade.positions import FOREST, assault, gun, mg, unit

OPEN: dict[str, Any] = {"occasion": "opportunity"}


@pytest.mark.cases("RS", "17.1.2/5", "17.8.3")
def test_nobody_fires_into_or_out_of_an_assault_but_at_those_who_enter() -> None:
    situation = field(
        unit("own", at=HERE),
        unit("helper", at=NORTH),
        unit("first", "Ottoman", at=HERE, wave=1),
        unit("second", "Ottoman", at=HERE, wave=2, came_from=SOUTH),
        unit("passer", "Ottoman", at="11.9"),
        assault=[assault(HERE, "Ottoman", waves=1)],
    )
    assert may(situation, "helper", **OPEN) == "RS 17.8.3"
    assert may(situation, "own", "11.9", **OPEN) == "RS 17.8.3"
    enters = trigger(situation, "enters", "second", left=FAR_SOUTH, wave=2)
    assert may(situation, "helper", trigger=enters, **OPEN) == "yes"
    assert may(situation, "own", trigger=enters, **OPEN) == "yes"
    rises = trigger(situation, "stays within", "second", wave=2)
    assert may(situation, "helper", trigger=rises, **OPEN) == "RS 17.8.3"
    assert may(situation, "own", trigger=rises, **OPEN) == "yes"


@pytest.mark.cases("RS", "17.8.1")
def test_friends_in_the_field_of_fire() -> None:
    """RS-Q77: the line comes in through the hexside opposite that which the enemy crosses."""
    situation = field(
        unit("own", at=HERE),
        unit("opposite", at=NORTH),
        unit("beside", at=NORTH_EAST),
        unit("mover", "Ottoman", at=HERE, came_from=SOUTH),
    )
    enters = trigger(situation, "enters", "mover", left=SOUTH)
    assert may(situation, "opposite", trigger=enters, **OPEN) == "RS 17.8.1"
    assert may(situation, "beside", trigger=enters, **OPEN) == "yes"
    assert may(situation, "own", trigger=enters, **OPEN) == "yes"
    alone = situation.without(["own"])
    assert may(alone, "opposite", trigger=enters, **OPEN) == "yes"


@pytest.mark.cases("RS", "17.8.2")
@pytest.mark.parametrize(
    ("facts", "wanted"),
    [((), "RS 17.8.2"), (("10.12 height=1",), "yes"), (("10.10 height=-1",), "yes")],
)
def test_machine_guns_do_not_fire_over_heads_on_the_flat(
    facts: tuple[str, ...], wanted: str
) -> None:
    situation = field(
        mg("a", at=FAR_NORTH),
        unit("between", at=NORTH),
        unit("foe", "Ottoman", at=HERE),
        board=ground("g", *facts),
    )
    assert may(situation, "a") == wanted
    assert may(situation.without(["between"]), "a") == "yes"


@pytest.mark.cases("RS", "17.8.2")
def test_along_a_hexside_one_free_hex_will_do() -> None:
    units = [mg("a", at="8.10"), unit("foe", "Ottoman", at=HERE), unit("x", at="9.10")]
    assert may(field(*units), "a") == "yes"
    assert may(field(*units, unit("y", "Ottoman", at="9.9")), "a") == "RS 17.8.2"


@pytest.mark.cases("RS", "17.8.2", "17.4.5")
def test_a_mover_fired_at_in_the_hex_it_left_is_not_in_the_way() -> None:
    situation = field(mg("a", at=FAR_NORTH), unit("mover", "Ottoman", at=NORTH, came_from=HERE))
    nearer = trigger(situation, "enters", "mover", left=HERE)
    assert may(situation, "a", trigger=nearer, **OPEN) == "yes"


@pytest.mark.cases("RS", "17.8.4", "17.7.5", "8.2.2")
def test_artillery_stays_out_of_hexes_with_friends() -> None:
    """RS-Q74: within Us/Them shrapnel may, by a switch of the ruleset."""
    units = [
        gun("far", at=FAR_NORTH),
        gun("near", at=HERE),
        unit("foe", "Ottoman", at=HERE),
        unit("own", at=HERE),
    ]
    mixed = field(*units, board=ground("s"))
    assert may(mixed, "far") == "RS 17.8.4"
    assert may(mixed, "near", **OPEN) == "yes"
    shared = field(*units, board=ground("s"), shared=[HERE])
    assert may(shared, "far") == "RS 17.8.4"
    assert may(shared, "near", **OPEN) == "yes"
    strict = field(*units, board=ground("s"), shared=[HERE], rules=STRICT)
    assert may(strict, "near", **OPEN) == "RS 17.7.5"


@pytest.mark.cases("RS", "17.8.4", "19.1.8")
def test_nor_at_an_enemy_who_has_just_left_them() -> None:
    situation = field(
        gun("far", at=FAR_NORTH),
        unit("own", at=HERE),
        unit("runner", "Ottoman", at=SOUTH, came_from=HERE),
    )
    away = trigger(situation, "retreats", "runner", left=HERE)
    assert may(situation, "far", trigger=away, **OPEN) == "RS 17.8.4"
    assert may(situation, "far", SOUTH, trigger=away, **OPEN) == "yes"


STRICT = type(FOREST)(
    "strict", "Artillery never in Us/Them", FOREST.ground, guns_fire_within_us_them=False
)
