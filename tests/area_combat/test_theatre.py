"""A theatre as a value, and set-up files that do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.theatre import load_theatre
from wargame.core.errors import RequestError

PLAIN = """
id = "small"
title = "Small"
atlas = "europe"
[origin]
kind = "derived"
source = "an example"
[balance]
germany = 5
[[stand]]
area = "Germany"
nation = "germany"
force = "3 inf"
[[stand]]
area = "gb"
nation = "uk"
force = "2 tanks"
"""


def test_units_move_and_none_is_made_or_lost() -> None:
    theatre = load_theatre()
    after = theatre.moved("germany", "ua", "be", {"armor": 4, "ss-panzer": 1})
    assert after.force("ua", "germany").of("armor") == 0
    assert after.force("be", "germany") == read_force("5 inf, 2 art, 6 arm, 1 ss, 1 fighter")
    assert sum(len(force) for *_, force in after.placed) == sum(
        len(force) for *_, force in theatre.placed
    )
    with pytest.raises(RequestError, match="armor"):
        theatre.moved("germany", "ua", "be", {"armor": 5})
    assert theatre == load_theatre()


@pytest.mark.cases("AA", "AA-7.4")
def test_a_treasury_never_falls_below_nothing() -> None:
    theatre = load_theatre().with_balance("italy", -25)
    assert theatre.balance("italy") == 0
    assert theatre.with_balance("italy", 4).balance("italy") == 4


def test_a_side_is_friendly_to_all_its_nations() -> None:
    theatre = load_theatre().with_owner("mo", "germany")
    assert theatre.friendly("it", nation_named("germany"))
    assert theatre.friendly("mo", nation_named("italy"))
    assert not theatre.friendly("sw", nation_named("germany"))
    assert [nation for nation, _ in theatre.in_area("gb")] == ["united-kingdom", "united-states"]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"3 inf"', '"3 ing"', r"small.toml, stand\[0\], force"),
        ('"uk"', '"germany"', "units of Germany"),
        ('"Germany"', '"Germania"', "did you mean Germany"),
        ("germany = 5", "germany = -5", "small.toml, balance, Germany: found -5"),
        ('"gb"', '"ge"', "units of United Kingdom"),
        ('area = "gb"\nnation = "uk"', 'area = "ge"\nnation = "germany"', "Germany twice"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused_with_its_place(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    assert before in PLAIN
    (tmp_path / "small.toml").write_text(PLAIN.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(RequestError, match=says):
        load_theatre("small", tmp_path)


def test_a_set_up_of_ones_own_is_read(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(PLAIN, encoding="utf-8")
    theatre = load_theatre("small", tmp_path)
    assert theatre.force("gb", "united-kingdom") == read_force("2 armor")
    assert theatre.balance("germany") == 5
