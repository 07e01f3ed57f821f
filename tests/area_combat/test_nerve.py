"""Who retreats by its die, and who never does (AA-1.31 to AA-1.41)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.area_combat.battles import battle, one_round, units
from wargame.area_combat import nerve
from wargame.area_combat.battle import Battle, Who
from wargame.area_combat.moment import Kind, Shots
from wargame.area_combat.nations import retreat_number
from wargame.area_combat.ruleset import READINGS
from wargame.area_combat.shots import Shot

NUMBERS = {
    "germany": 6,
    "german-minors": 5,
    "italy": 5,
    "japan": 6,
    "soviet-union": 5,
    "united-kingdom": 6,
    "united-states": 6,
}


def on(start: Battle, who: Who, unit: str = "infantry", **more: Any) -> int:
    """Return the lowest face on which a unit retreats; 0 for none."""
    kind: Kind = "attack" if who == "attacker" else "defence"
    return Shot(start, Shots(who, unit, 1, kind, **more)).retreats_on


def why(start: Battle, who: Who, unit: str = "infantry", **more: Any) -> str:
    """Return why a unit does not retreat."""
    kind: Kind = "attack" if who == "attacker" else "defence"
    ruling = nerve.ruling(start, Shots(who, unit, 1, kind, **more))
    assert ruling.status == "skipped"
    return ruling.sentence


@pytest.mark.cases(
    "AA", "AA-1.34", "AA-1.35", "AA-1.36", "AA-1.37", "AA-1.38", "AA-1.39", "AA-1.40", "AA-1.41"
)
@pytest.mark.parametrize(("nation", "low"), NUMBERS.items())
def test_each_nation_has_its_retreat_number(nation: str, low: int) -> None:
    start = battle("1 inf", "1 inf", (nation, nation))
    assert (on(start, "attacker"), on(start, "defender")) == (low, low)
    printed = retreat_number(start.attacker.nation, READINGS)
    assert (printed.value, printed.origin) == (low, printed.provenance)
    assert not printed.reconstructed


@pytest.mark.cases("AA", "AA-1.34")
def test_a_nation_that_is_not_listed_takes_the_default() -> None:
    start = battle("1 inf", "1 inf", ("china", "france"))
    assert (on(start, "attacker"), on(start, "defender")) == (6, 6)
    assert retreat_number(start.attacker.nation, READINGS).reconstructed
    rules = READINGS.replace(unlisted_retreat=5)
    assert on(battle("1 inf", "1 inf", ("china", "china"), rules), "attacker") == 5


@pytest.mark.cases("AA", "AA-1.33")
def test_artillery_does_not_retreat() -> None:
    start = battle("1 art", "1 art")
    assert (on(start, "attacker", "artillery"), on(start, "defender", "artillery")) == (0, 0)
    assert "Artillery" in why(start, "attacker", "artillery")


@pytest.mark.cases("AA", "AA-1.35", "AA-1.39")
def test_ss_panzers_and_shock_troops_do_not_retreat() -> None:
    start = battle("1 ss", "1 shock")
    assert (on(start, "attacker", "ss-panzer"), on(start, "defender", "shock")) == (0, 0)
    assert "never retreats" in why(start, "defender", "shock")


@pytest.mark.cases("AA", "AA-1.31")
def test_parachutists_do_not_retreat() -> None:
    start = battle("1 para", "1 inf", landing="air")
    assert on(start, "attacker", "airborne") == 0
    assert on(start, "defender") == 5


@pytest.mark.cases("AA", "AA-1.31")
def test_parachutists_do_not_retreat_where_others_walk_and_retreat() -> None:
    start = battle("1 inf, 1 para, 1 para by air", "1 inf")
    assert (on(start, "attacker"), on(start, "attacker", "airborne")) == (6, 6)
    assert on(start, "attacker", "airborne-by-air") == 0
    assert "parachute" in why(start, "attacker", "airborne-by-air")


@pytest.mark.cases("AA", "AA-1.31", "AA-3.10")
def test_landings_from_the_sea_do_not_retreat_where_others_walk_and_retreat() -> None:
    start = battle("1 inf, 1 inf by sea", "1 inf", aboard=1)
    assert on(start, "attacker") == 6
    assert "(AA-Q05)" in why(start, "attacker", "infantry-by-sea")
    house = battle(
        "1 inf, 1 inf by sea", "3 inf", rules=READINGS.replace(landings="converted"), aboard=1
    )
    after, _ = one_round(house, {"attack: infantry": [6], "attack: infantry-by-sea": [6]})
    assert dict(after.attacker.went) == {
        "the start line": units("1 inf"),
        "transports": units("1 light"),
    }


@pytest.mark.cases("AA", "AA-1.31", "AA-3.10")
def test_landings_from_the_sea_ignore_the_die_or_go_aboard_as_light_infantry() -> None:
    start = battle("2 armor", "3 inf", landing="sea", aboard=1)
    assert on(start, "attacker", "armor") == 0
    house = battle(
        "2 armor", "3 inf", rules=READINGS.replace(landings="converted"), landing="sea", aboard=1
    )
    assert on(house, "attacker", "armor") == 6
    after, told = one_round(house, {"attack: armor": [6, 6]})
    assert after.attacker.left == units("1 light")
    assert dict(after.attacker.went) == {"transports": units("1 light")}
    assert after.ground_of("attacker") == units("1 armor")
    assert after.ground.aboard == 0
    assert "no room left" in told.rolls[1].about.ruling().to_text()


@pytest.mark.cases("AA", "AA-1.32", "AA-3.7")
@pytest.mark.parametrize(
    ("works", "unshaken", "low"),
    [
        (("city",), ("city", "complex"), 0),
        (("complex",), ("city", "complex"), 0),
        (("city",), ("complex",), 5),
        (("complex",), ("complex",), 0),
        ((), ("city", "complex"), 5),
    ],
)
def test_defenders_of_a_city_or_complex_do_not_retreat(
    works: tuple[str, ...], unshaken: tuple[str, ...], low: int
) -> None:
    start = battle("1 inf", "1 inf", rules=READINGS.replace(unshaken=unshaken), works=works)
    assert on(start, "defender") == low
    assert on(start, "attacker") == 6


@pytest.mark.cases("AA", "AA-3.9")
def test_aa_20_a_marked_unit_does_not_retreat() -> None:
    start = battle("2 inf", "1 inf")
    assert on(start, "defender", marked=True) == 0
    after, _ = one_round(start, {"attack: infantry": [1], "defence: infantry": [6]})
    assert (after.defender.lost, after.defender.left) == (units("1 inf"), units(""))


@pytest.mark.cases("AA", "AA-1.18")
@pytest.mark.parametrize(
    ("triggers", "attacker", "defender"), [("both", 6, 5), ("attack", 6, 0), ("defense", 0, 5)]
)
def test_which_dice_make_units_retreat(triggers: str, attacker: int, defender: int) -> None:
    start = battle("1 inf", "1 inf", rules=READINGS.replace(triggers=triggers))
    assert (on(start, "attacker"), on(start, "defender")) == (attacker, defender)


@pytest.mark.cases("AA", "AA-3.4", "AA-1.30")
@pytest.mark.parametrize("ground", [{"refuges": ()}, {"island": True}])
def test_a_defender_with_nowhere_to_go_fights_on_or_is_lost(ground: dict[str, Any]) -> None:
    start = battle("2 inf", "1 inf", **ground)
    assert on(start, "defender") == 0
    assert "nowhere to go" in why(start, "defender")
    house = battle("2 inf", "1 inf", rules=READINGS.replace(nowhere="lost"), **ground)
    after, _ = one_round(house, {"defence: infantry": [5]})
    assert after.defender.lost == units("1 inf")


@pytest.mark.cases("AA", "AA-1.18", "AA-1.29", "AA-1.30")
def test_the_die_of_a_planes_raid_never_makes_it_retreat() -> None:
    start = battle("1 bomber", "1 inf", ("italy", "italy"))
    assert Shot(start, Shots("attacker", "bomber", 1, "raid")).retreats_on == 0


@pytest.mark.cases("AA", "AA-1.34")
def test_a_hit_counts_before_a_retreat() -> None:
    start = battle("1 ss, 1 armor, 1 fighter", "9 inf", ("germany", "italy"))
    armor = Shot(start, Shots("attacker", "armor", 1, "attack", supported=True))
    assert [band.outcome for band in armor.roll().bands] == ["hit", "miss", "retreat"]
    bomber = Shot(start, Shots("attacker", "ss-panzer", 1, "attack", supported=True))
    assert [band.outcome for band in bomber.roll().bands] == ["hit", "miss"]
