"""Errors are sentences with a place, a finding, what is allowed and a cure."""

from __future__ import annotations

import pytest

from wargame.core.errors import (
    DataError,
    Refused,
    RequestError,
    WargameError,
    located,
    one_of,
    shown,
)
from wargame.core.ruling import refusal


def test_sentence_has_place_finding_and_what_is_allowed() -> None:
    error = RequestError("question fm.crt, die", "7", "1 to 6")
    assert str(error) == "question fm.crt, die: found 7; allowed: 1 to 6."


def test_cure_follows_as_a_sentence_of_its_own() -> None:
    error = DataError("a.toml", "no rows", "rows of letters", "Draw the map first.")
    assert str(error) == "a.toml: found no rows; allowed: rows of letters. Draw the map first."


def test_refusal_speaks_with_its_ruling_and_is_no_input_error() -> None:
    refused = Refused(refusal("Attack", "The hexes are not adjacent.", "FM8 8.1"))
    assert str(refused) == "The hexes are not adjacent."
    assert isinstance(refused, WargameError)
    assert not isinstance(refused, RequestError)


def test_located_errors_name_the_way_down_from_the_file() -> None:
    with pytest.raises(DataError, match=r"^map\.toml, place 2, hex: found 9999; allowed: a hex"):  # noqa: SIM117 - the blocks inside each other are the point
        with located("map.toml"), located("place 2"):
            raise RequestError("hex", "9999", "a hex of the map")


def test_a_quotation_is_never_long() -> None:
    assert shown("x" * 500) == "'" + "x" * 58 + "…"


@pytest.mark.parametrize("value", [10**5000, [10**5000]], ids=["number", "in a list"])
def test_a_number_that_python_will_not_print_is_still_shown(value: object) -> None:
    assert shown(value) == "something too large to show"


def test_near_words_are_suggested() -> None:
    assert one_of(["trench", "town"], "trench ") == "trench, town (did you mean trench?)"


def test_long_lists_are_cut() -> None:
    assert (
        one_of([f"w{i}" for i in range(20)])
        == ", ".join(f"w{i}" for i in range(12)) + " and 8 more"
    )


def test_an_empty_list_is_said_in_words() -> None:
    assert one_of([]) == "nothing (there is none)"
