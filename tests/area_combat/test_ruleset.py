"""The switches of house rules."""

from __future__ import annotations

import pytest

from wargame.area_combat.ruleset import READINGS
from wargame.core.errors import RequestError


def test_a_switch_is_set_on_a_copy() -> None:
    house = READINGS.replace(spill=False)
    assert (house.spill, READINGS.spill) == (False, True)
    assert house != READINGS


def test_an_unknown_switch_is_answered_with_the_nearest() -> None:
    with pytest.raises(RequestError, match=r"did you mean spill"):
        READINGS.replace(spil=False)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("first", "ground", r"rules, first: found 'ground'; allowed: artillery, air"),
        ("spill", "yes", r"rules, spill: found 'yes'; allowed: true or false"),
        ("shots", -1, r"rules, shots: found -1"),
        ("shots", True, r"rules, shots: found True"),
        ("unlisted_retreat", 7, r"rules, unlisted_retreat: found 7"),
        ("guns", ("castle",), r"rules, guns: found .*castle.*; allowed: city, complex"),
        ("guns", "city", r"rules, guns: found 'city'"),
    ],
)
def test_a_value_that_no_switch_has_is_refused(name: str, value: object, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        READINGS.replace(**{name: value})
