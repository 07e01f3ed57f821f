"""The field of view of a hex."""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.rifle_and_spade.positions import RANGES, random_field, strip
from wargame.core.errors import RequestError
from wargame.core.grid import Hex
from wargame.rifle_and_spade.ruleset import LIGHTS
from wargame.rifle_and_spade.sight import Look, verdict
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


def test_asking_again_costs_nothing_and_the_answer_cannot_be_spoilt() -> None:
    field = random_field(3)
    spotter = next(iter(field.board.cells))
    view = field_of_view(field, spotter, RANGES)
    start = perf_counter()
    assert field_of_view(field, spotter, RANGES, "day") is view
    assert perf_counter() - start < 0.001
    with pytest.raises(TypeError):
        view[spotter] = "Blocked"  # type: ignore[index]
    assert field_of_view(random_field(4), spotter, RANGES) is not view


def test_a_spotter_off_the_map_and_an_unknown_light_are_refused() -> None:
    field = strip("gg", "11")
    with pytest.raises(RequestError):
        field_of_view(field, Hex(99, 99), RANGES)
    with pytest.raises(RequestError, match=r"'dusk'.*twilight"):
        field_of_view(field, field.board.hex("10.50"), RANGES, "dusk")  # type: ignore[arg-type]
