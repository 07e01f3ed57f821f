"""Where a case of version 8 stands in version 7, held against the titles of both catalogues."""

from __future__ import annotations

import pytest

from wargame.core.errors import RequestError
from wargame.core.rulebook import catalogue
from wargame.fire_and_movement.editions import ADDED, MOVED, edition_case

SAME_MATTER = {
    "0.0": "System rules preface",
    "2.3/4": "Important: illustrated units",
    "5.2/1": "MA limit and no saving",
    "5.2/2": "MA limit and no saving",
    "7.2/3": "Used this turn and returned",
    "7.2/4": "Used this turn and returned",
    "7.2/6": "Random draw",
    "8.1.2/1": "a) target",
    "8.1.2/2": "b) markers",
    "8.1.2/3": "c) differential",
    "8.1.2/5": "d) roll",
    "8.2/3": "One attack per unit per game turn",
    "8.2/6": "One hex, all sides",
    "8.3/1": "Important: reduce means eliminate",
    "CRT": "Combat Results Table (v7)",
}
"""Cases that both editions have under titles that differ."""

ONLY_V7 = {"1.0/1", "7.0/1", "8.1.2/3", "8.1.5/3", "8.2.1/3", "8.3.1/4", "8.4/4", "6.0/3", "6.1/4"}


@pytest.mark.parametrize("number", list(catalogue("FM8")))
def test_every_case_of_version_8_is_found_in_version_7_by_its_title(number: str) -> None:
    title = catalogue("FM8")[number].title
    assert edition_case("FM8", number).number == number
    if number in ADDED:
        with pytest.raises(RequestError, match=number):
            edition_case("FM7", number)
        return
    found = edition_case("FM7", number)
    assert found.book == "FM7"
    assert catalogue("FM7")[found.number].title == SAME_MATTER.get(number, title)


def test_what_only_version_7_prints_is_nobodys_counterpart() -> None:
    met = {edition_case("FM7", number).number for number in catalogue("FM8") if number not in ADDED}
    assert set(catalogue("FM7")) - met == ONLY_V7 | {"5.4/5", "5.4/x1"}


def test_nothing_is_said_to_have_moved_that_stayed() -> None:
    assert all(old != new for old, new in MOVED.items())
    assert not ADDED & set(MOVED)
    assert set(catalogue("FM8")) >= {*MOVED, *ADDED}
