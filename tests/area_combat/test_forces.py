"""Forces: typing them is forgiving, and what cannot be is said in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.area_combat.forces import (
    MOST,
    NOBODY,
    Force,
    described,
    force_of,
    ground,
    less,
    minus,
    more,
    planes,
    plus,
    read_force,
    types_in,
    value,
)
from wargame.area_combat.units import load_units
from wargame.core.errors import RequestError

UNITS = load_units()
FIVE_AND_THREE = (("infantry", 5), ("artillery", 3))


@pytest.mark.parametrize(
    "text",
    [
        "5 inf, 3 art",
        "5 inf 3 art",
        "5inf3art",
        "infantry 5, artillery 3",
        "infantry 5 artillery 3",
        "3 guns and 5 infantry",
        "5 x inf + 3 x arty",
        "inf: 5; art = 3",
        "2 inf, 3 art, 3 inf",
        "5× infantry & 3× artillery",
        "  5 INF ,, 3 Art.  ",
        "5 inf\n3 art",
        "5 inf, 2 art, art",
        "5 inf, art, art, art, 0 tanks",
    ],
)
def test_a_force_may_be_typed_in_many_ways(text: str) -> None:
    assert read_force(text).counts == FIVE_AND_THREE


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("", ()),
        ("tank", (("armor", 1),)),
        ("2 inf tank", (("infantry", 2), ("armor", 1))),
        ("inf art tank", (("infantry", 1), ("artillery", 1), ("armor", 1))),
        ("2 light infantry 1 jet fighter", (("light-infantry", 2), ("jet-fighter", 1))),
        ("light infantry infantry", (("infantry", 1), ("light-infantry", 1))),
    ],
)
def test_words_without_numbers_or_commas(text: str, counts: tuple[tuple[str, int], ...]) -> None:
    assert read_force(text).counts == counts


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("5 tnak", r"force: found 'tnak'.*did you mean tank\?"),
        ("5 inf, 3 dragons", r"force: found 'dragons'; allowed: infantry, light infantry"),
        ("5 inf 3", r"found '5 inf 3'; allowed: a number and a unit"),
        ("7", r"found '7'"),
        ("10 infantry 5", r"found '10 infantry 5'"),
        ("999 inf", r"force, infantry: found 999; allowed: 0 to 200"),
        ("150 inf, 150 inf", r"force, infantry: found 300"),
        ("inf dragon", r"found 'inf dragon'"),
        ("99999999999 inf", r"a number and a unit"),
        ("light infantry " * 60 + "dragon", r"found 'light infantry"),
        ("a" + " " * 900 + "b", r"found 'a b'"),
        ("inf, " * 300, r"found 1500 characters; allowed: at most 1000"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        read_force(text)


def test_the_sentence_names_the_field_that_was_typed_in() -> None:
    with pytest.raises(RequestError, match=r"^attacker: found 'tnak'"):
        read_force("tnak", where="attacker")


@given(st.text(max_size=40))
def test_any_text_is_a_force_or_a_sentence(text: str) -> None:
    try:
        force = read_force(text)
    except RequestError:
        return
    assert all(0 < number <= MOST for _, number in force)


FORCES = st.dictionaries(
    st.sampled_from([each.id for each in UNITS]), st.integers(0, MOST), max_size=6
).map(lambda counts: force_of(counts, UNITS))


@given(FORCES)
def test_a_force_described_is_read_back(force: Force) -> None:
    assert read_force(described(force, UNITS) if force else "") == force


@given(FORCES, FORCES)
def test_adding_and_taking_away(one: Force, other: Force) -> None:
    both = one
    for name, number in other:
        both = more(both, name, UNITS, number)
    assert minus(both, other) == one
    assert len(both) == len(one) + len(other)
    assert value(both, UNITS) == value(one, UNITS) + value(other, UNITS)
    assert [each.id for each in types_in(both, UNITS)] == [name for name, _ in both]
    for name, number in other:
        both = less(both, name, number)
    assert both == one


@given(FORCES)
def test_every_unit_fights_on_the_ground_or_flies(force: Force) -> None:
    assert len(ground(force, UNITS)) + len(planes(force, UNITS)) == len(force)


def test_nothing_at_all() -> None:
    assert (described(NOBODY, UNITS), bool(NOBODY), len(NOBODY)) == ("nothing", False, 0)


def test_more_cannot_be_taken_than_there_is() -> None:
    force = read_force("2 inf")
    assert plus(force, {"infantry": -1, "armor": 2}, UNITS) == read_force("1 inf, 2 tank")
    with pytest.raises(RequestError, match="infantry: found -1"):
        plus(force, {"infantry": -3}, UNITS)
