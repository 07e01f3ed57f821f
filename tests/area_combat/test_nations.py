"""Nations: their retreat numbers and railways (AA-1.34, AA-8.5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.area_combat.nations import load_nations, nation_named, rail_capacity, retreat_number
from wargame.area_combat.ruleset import READINGS
from wargame.core.errors import DataError, RequestError


@pytest.mark.cases("AA", "AA-8.5", "AA-8.6", "AA-8.7", "AA-8.8", "AA-8.9", "AA-8.10", "AA-8.11")
@pytest.mark.parametrize(
    ("nation", "most"),
    [("germany", 9), ("italy", 5), ("ussr", 6), ("uk", 6), ("japan", 6), ("usa", 10)],
)
def test_what_the_railways_of_a_nation_carry(nation: str, most: int) -> None:
    ruling = rail_capacity(nation_named(nation), READINGS)
    assert (ruling.value, ruling.unit, ruling.reconstructed) == (most, "units", False)


@pytest.mark.cases("AA", "AA-8.5", "AA-1.34")
def test_what_the_text_does_not_list_is_the_rulesets_and_says_so() -> None:
    china = nation_named("China")
    assert rail_capacity(china, READINGS).value == 0
    assert rail_capacity(china, READINGS.replace(unlisted_rail=3)).value == 3
    assert rail_capacity(china, READINGS).reconstructed
    assert "AA-Q22" in retreat_number(china, READINGS).sentence


@pytest.mark.parametrize(
    ("word", "nation"),
    [
        ("Germany", "germany"),
        ("U.S.A.", "united-states"),
        ("Soviet Union", "soviet-union"),
        (" UK ", "united-kingdom"),
        ("Rumania", "german-minors"),
        ("german minor allies", "german-minors"),
    ],
)
def test_a_word_names_a_nation(word: str, nation: str) -> None:
    assert nation_named(word).id == nation


def test_an_unknown_nation_is_answered_with_the_nearest() -> None:
    with pytest.raises(RequestError, match=r"did you mean germany"):
        nation_named("Germny")


NEUTRAL = '[[nation]]\nid = "x"\nname = "X"\nside = "neutral"\n'
PLAIN = NEUTRAL.replace("neutral", "axis")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (NEUTRAL, r"nations.toml.*'neutral'.*axis, allies"),
        (PLAIN + PLAIN, r"nations.toml, nation x: found the id twice"),
        (
            PLAIN + "retreats_from = 7\n",
            r"nations.toml, nation x, retreats_from: found 7; .*0 to 6",
        ),
        (PLAIN + "rail = 1000\n", r"nation x, rail: found 1000"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "nations.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=sentence):
        load_nations(tmp_path)
