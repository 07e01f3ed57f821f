"""Railways: twice the allowance, friendly lines only, so many units a turn."""

from __future__ import annotations

import pytest

from wargame.area_combat.nations import nation_named
from wargame.area_combat.rail import (
    COMBAT,
    carried,
    interdicted_on,
    may_rail,
    rail_allowance,
    rail_reach,
)
from wargame.area_combat.regrouping import ways_of
from wargame.area_combat.theatre import Theatre, load_theatre
from wargame.area_combat.units import UnitType, load_units
from wargame.core.errors import RequestError

UNITS = load_units()
INFANTRY, ARMOR, FIGHTER = (UNITS.named(each) for each in ("infantry", "armor", "fighter"))


@pytest.fixture
def theatre() -> Theatre:
    return load_theatre()


@pytest.mark.cases("AA", "AA-8.1", "AA-8.2")
def test_infantry_goes_two_and_armor_four_territories(theatre: Theatre) -> None:
    assert (rail_allowance(INFANTRY).value, rail_allowance(ARMOR).value) == (2, 4)
    assert set(rail_reach(theatre, "germany", "ge", INFANTRY)) == {
        "fr", "it", "po", "hu", "be", "bt", "ua", "ro", "bu", "yu",
    }  # fmt: skip
    assert "st" not in rail_reach(theatre, "soviet-union", "ka", INFANTRY)
    ways = rail_reach(theatre, "soviet-union", "ka", ARMOR)
    assert ways["cc"] == ("ar", "ur", "st", "cc")


@pytest.mark.cases("AA", "AA-8.1", "AA-8.2", "AA-8.4")
@pytest.mark.parametrize(
    ("start", "end", "unit", "phase", "case"),
    [
        ("ge", "no", INFANTRY, "", "AA-8.2"),
        ("no", "ge", INFANTRY, "", "AA-8.2"),
        ("ge", "mo", ARMOR, "", "AA-8.1"),
        ("mo", "ur", INFANTRY, "", "AA-8.1"),
        ("ge", "ua", FIGHTER, "", "AA-8.1"),
        ("ge", "ua", INFANTRY, COMBAT, "AA-8.4"),
        ("fr", "ua", INFANTRY, "", "AA-8.1"),
    ],
)
def test_a_rail_move_that_cannot_be_says_why(  # noqa: PLR0913 - the facts of a move
    theatre: Theatre, start: str, end: str, unit: object, phase: str, case: str
) -> None:
    phases = {"phase": phase} if phase else {}
    refused = may_rail(theatre, "germany", unit, start, end, **phases)  # type: ignore[arg-type]
    assert not refused.allowed
    assert refused.cases[0].number == case


@pytest.mark.cases("AA", "AA-8.5", "AA-8.6", "AA-8.7", "AA-8.8", "AA-8.9", "AA-8.10", "AA-8.11")
@pytest.mark.parametrize(
    ("nation", "most"),
    [
        ("germany", 9),
        ("italy", 5),
        ("soviet-union", 6),
        ("united-kingdom", 6),
        ("japan", 6),
        ("united-states", 10),
        ("german-minors", 0),
    ],
)
def test_the_railways_of_a_nation_carry_so_many(theatre: Theatre, nation: str, most: int) -> None:
    home = {"soviet-union": ("mo", "ur")}.get(nation, ("ge", "po"))
    home = (
        ("gb", "gb") if nation_named(nation).name in {"United Kingdom", "United States"} else home
    )
    if home == ("gb", "gb") or nation == "japan":
        theatre = theatre.with_owner("gb", nation).with_owner("ge", nation).with_owner("po", nation)
        home = ("ge", "po")
    if most:
        assert may_rail(theatre, nation, INFANTRY, *home, most).allowed
        assert may_rail(carried(theatre, nation, most - 1), nation, INFANTRY, *home).allowed
    assert not may_rail(theatre, nation, INFANTRY, *home, most + 1).allowed
    assert not may_rail(carried(theatre, nation, most), nation, INFANTRY, *home).allowed


@pytest.mark.cases("AA", "AA-8.3")
def test_enemy_bombers_on_the_way_may_strike(theatre: Theatre) -> None:
    bombed = theatre.replace(interdictions=(("po", "united-kingdom"), ("hu", "germany")))
    assert interdicted_on(bombed, "germany", "ge", ("po", "ua")) == ("po",)
    assert interdicted_on(bombed, "germany", "po", ("hu",)) == ("po",)
    assert interdicted_on(bombed, "united-kingdom", "ge", ("po",)) == ()


@pytest.mark.cases("AA", "AA-8.3")
def test_trains_go_round_enemy_bombers_where_the_line_allows(theatre: Theatre) -> None:
    straight = rail_reach(theatre, "germany", "ge", ARMOR)
    assert straight["ua"] == ("po", "ua")
    bombed = theatre.replace(interdictions=(("po", "united-kingdom"),))
    round_it = rail_reach(bombed, "germany", "ge", ARMOR)
    assert round_it["ua"] == ("hu", "ro", "ua")
    assert rail_reach(bombed, "germany", "ge", INFANTRY)["ua"] == ("po", "ua")
    assert round_it["po"] == ("po",)
    assert set(round_it) == set(straight)
    own = theatre.replace(interdictions=(("po", "germany"),))
    assert rail_reach(own, "germany", "ge", ARMOR) == straight


@pytest.mark.cases("AA", "AA-8.3", "AA-6.4")
def test_a_train_is_offered_beside_a_march_when_it_spares_dice(theatre: Theatre) -> None:
    def ways(position: Theatre, unit: UnitType) -> set[str]:
        return {way.key for way in ways_of(position, "germany", "ge", unit, 1)}

    bombed = theatre.replace(interdictions=(("po", "united-kingdom"),))
    assert "ua rail" not in ways(theatre, ARMOR)
    assert {"ua walk", "ua rail"} <= ways(bombed, ARMOR)
    assert "po rail" not in ways(bombed, ARMOR)


def test_nobody_takes_units_off_the_railways(theatre: Theatre) -> None:
    with pytest.raises(RequestError, match="0 units or more"):
        carried(theatre, "germany", -1)
    assert theatre.balance("germany") == 30
