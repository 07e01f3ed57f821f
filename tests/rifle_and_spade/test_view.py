"""The field of view of a hex."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rifle_and_spade.positions import RANGES, random_field, strip
from wargame.core.errors import RequestError
from wargame.core.grid import Hex
from wargame.rifle_and_spade.ruleset import LIGHTS, Light
from wargame.rifle_and_spade.sight import Look, sight, verdict
from wargame.rifle_and_spade.view import field_of_view


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("seed", range(4))
def test_the_view_says_of_every_hex_what_a_single_look_says(seed: int, light: str) -> None:
    field = random_field(seed, 20, 9)
    known = next(each for each in LIGHTS if each == light)
    for spotter in sorted(field.board.cells)[:: 40 + seed]:
        view = field_of_view(field, spotter, RANGES, known)
        assert view.keys() == field.board.cells.keys()
        looks = {to: Look(field, spotter, to, RANGES, known) for to in field.board.cells}
        assert dict(view) == {to: verdict(asked) for to, asked in looks.items()}


@pytest.mark.cases("RS", "5.2.3")
@given(st.integers(0, 10**6), st.sampled_from(LIGHTS))
@settings(max_examples=25)  # a whole map of single looks is the slow one
def test_what_is_lit_is_seen_as_by_day_like_in_a_single_look(seed: int, light: Light) -> None:
    random, field = Random(seed), random_field(seed, 12, 10)
    cells = sorted(field.board.cells)
    spotter, lit = random.choice(cells), frozenset(random.sample(cells, 25))
    view = field_of_view(field, spotter, RANGES, light, lit)
    for to, found in view.items():
        assert found == sight(Look(field, spotter, to, RANGES, light, lit)).value


@pytest.mark.cases("RS", "5.2.3")
def test_a_lit_hex_off_the_map_is_no_matter_and_only_the_lit_ones_are_seen_at_night() -> None:
    field = strip("g" * 12, "1" * 12)
    spotter, lit = field.board.hex("10.50"), field.board.hex("10.42")
    view = field_of_view(field, spotter, RANGES, "night", frozenset({lit, Hex(99, 99)}))
    assert view.keys() == field.board.cells.keys()
    assert {cell for cell, found in view.items() if found == "Open"} == {spotter, lit}


def test_asking_again_costs_nothing_and_the_answer_cannot_be_spoilt() -> None:
    field = random_field(3)
    spotter = next(iter(field.board.cells))
    view = field_of_view(field, spotter, RANGES)
    assert field_of_view(field, spotter, RANGES, "day") is view
    with pytest.raises(TypeError):
        view[spotter] = "Blocked"  # type: ignore[index]
    assert field_of_view(random_field(4), spotter, RANGES) is not view


def test_a_spotter_off_the_map_and_an_unknown_light_are_refused() -> None:
    field = strip("gg", "11")
    with pytest.raises(RequestError):
        field_of_view(field, Hex(99, 99), RANGES)
    with pytest.raises(RequestError, match=r"'dusk'.*twilight"):
        field_of_view(field, field.board.hex("10.50"), RANGES, "dusk")  # type: ignore[arg-type]
