"""Unit types: their factors, where these come from, and files that cannot be used (AA-4.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.area_combat.units import UnitType, load_units
from wargame.core.errors import DataError, RequestError

GOOD = """
[origin]
mine = { kind = "reconstructed", source = "a house" }

[[unit]]
id = "infantry"
name = "infantry"
many = "infantry"
arm = "infantry"
attack = 1
defense = 2
movement = 1
cost = 3
origin = "mine"
"""


def table(tmp_path: Path, text: str) -> Path:
    """Write a file of unit types; return its folder."""
    (tmp_path / "units.toml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.cases("AA", "AA-4.3", "AA-4.4", "AA-4.5", "AA-4.6", "AA-4.7", "AA-4.8")
@pytest.mark.parametrize(
    ("name", "attack", "defense", "dice"),
    [
        ("fighter", 2, 3, 1),
        ("dive-bomber", 1, 1, 1),
        ("bomber", 1, 1, 1),
        ("jet-fighter", 4, 4, 2),
        ("jet-bomber", 2, 2, 1),
    ],
)
def test_the_values_between_planes(name: str, attack: int, defense: int, dice: int) -> None:
    unit = load_units().unit(name)
    values = unit.air_factor(attacking=True), unit.air_factor(attacking=False), unit.air_dice
    assert values == (attack, defense, dice)


def test_factors_that_the_text_does_not_print_say_so() -> None:
    assert all(each.provenance.ours for each in load_units())


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("inf", "infantry"),
        ("Infantry", "infantry"),
        ("TANKS", "armor"),
        ("armour", "armor"),
        ("arty.", "artillery"),
        ("dive-bombers", "dive-bomber"),
        ("dive bomber", "dive-bomber"),
        (" ftr ", "fighter"),
        ("jets", "jet-fighter"),
        ("SS panzers", "ss-panzer"),
        ("shock troops", "shock"),
    ],
)
def test_a_word_names_a_type_in_many_ways(word: str, name: str) -> None:
    assert load_units().named(word).id == name


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("tnak", "tank"),
        ("infnatry", "infantry or light infantry"),
        ("figther", "fighter"),
        ("stukka", "stuka"),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest(word: str, near: str) -> None:
    with pytest.raises(RequestError) as caught:
        load_units().named(word)
    assert f"(did you mean {near}" in str(caught.value)
    assert "armor, SS panzer, fighter, dive-bomber" in str(caught.value)
    assert "tank," not in str(caught.value)


def test_a_word_like_nothing_gets_the_names_alone() -> None:
    with pytest.raises(RequestError) as caught:
        load_units().named("zzzz")
    assert "did you mean" not in str(caught.value)


def test_no_word_names_two_types() -> None:
    units = load_units()
    for each in units:
        for word in (each.id, each.name, each.many, *each.short):
            assert units.named(word) is each


def test_the_order_of_the_file_is_the_order_of_the_table() -> None:
    units = load_units()
    ranks = [units.rank(each.id) for each in units]
    assert ranks == sorted(set(ranks))
    assert "infantry" in units
    assert "dragon" not in units
    with pytest.raises(RequestError, match="dragon"):
        units.unit("dragon")


@pytest.mark.cases("AA", "AA-1.31")
def test_units_that_land_by_a_way_of_their_own_are_a_type_of_their_own() -> None:
    units = load_units()
    landed = units.named("paras by air")
    assert (landed.id, landed.plain, landed.landed) == ("airborne-by-air", "airborne", "air")
    assert landed.count(2) == "2 airborne infantry by air"
    assert units.named("SS panzers by sea").attack == units.unit("ss-panzer").attack
    assert landed not in tuple(units)
    assert "infantry-by-sea" in units
    assert "infantry-by-air" not in units
    assert "fighter-by-sea" not in units
    assert units.rank("infantry") < units.rank("infantry-by-sea") < units.rank("light-infantry")
    assert units.landed("airborne", "air") == "airborne-by-air"
    assert units.landed("fighter", "air") == "fighter"
    with pytest.raises(RequestError, match="did you mean infantry by sea"):
        units.named("infntry by sea")


def test_a_folder_of_ones_own_replaces_the_usual_set(tmp_path: Path) -> None:
    units = load_units(table(tmp_path, GOOD))
    assert [each.id for each in units] == ["infantry"]
    assert units.unit("infantry").provenance.source == "a house"
    assert units.unit("infantry").count(3) == "3 infantry"


ROW = GOOD[GOOD.index("[[unit]]") :]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (GOOD.replace('arm = "infantry"', 'arm = "cavalry"'), "units.toml, unit.*'cavalry'.*armor"),
        (GOOD + ROW, "units.toml, unit infantry: found the id twice"),
        (GOOD.replace("attack = 1", "attack = 7"), "unit infantry, attack: found 7; .*0 to 6"),
        (GOOD.replace("defense = 2", "defense = -1"), "unit infantry, defense: found -1"),
        (GOOD.replace("cost = 3", "cost = 5000"), "unit infantry, cost: found 5000; .*0 to 1000"),
        (GOOD.replace("movement = 1", "movement = 99"), "unit infantry, movement: found 99"),
        (GOOD.replace('origin = "mine"', 'origin = "mein"'), "origin: found 'mein'.*mine"),
        (GOOD.replace("attack = 1", 'attack = "one"'), "attack.*'one'.*whole number"),
        (GOOD + 'colour = "red"\n', "unknown key 'colour'"),
        (GOOD.replace("cost = 3\n", ""), "cost.*nothing there"),
        (GOOD + "air_dice = 3\n", "unit infantry, air_dice: found 3; .*1 or 2"),
        (GOOD + 'role = "fighter"\n', "unit infantry, role: found 'fighter'"),
        (GOOD + "lifts = 21\n", "unit infantry, lifts: found 21"),
        ("[origin]\nunit = 3", "units.toml"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_a_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    with pytest.raises(DataError, match=sentence):
        load_units(table(tmp_path, text))


def test_a_plane_needs_a_role() -> None:
    with pytest.raises(RequestError, match=r"fighter, dive-bomber or bomber"):
        UnitType("kite", "kite", "kites", "air", 1, 1, 1, 1)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"units\.toml"):
        load_units(tmp_path)
