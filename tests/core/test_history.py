"""The historical course of scenarios: nothing without a source, and nothing invented."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wargame.core.errors import DataError
from wargame.core.history import history_of, known_histories

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
[[battle]]
scenario = "game/one"
title = "One"
result = "It ended."
sources = ["A"]
missing = "All else."
[[battle.event]]
turn = 2
when = "noon"
what = "Something."
sources = ["A"]
[[battle.event]]
when = "later"
what = "More."
sources = ["A"]
[[battle.source]]
key = "A"
title = "A book"
read = "excerpt"
"""


def folder(tmp_path: Path, text: str) -> Path:
    """Return a folder of games with this history; a new one each time, for they are kept."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "history.toml").write_text(text, "utf-8")
    return tmp_path


def test_every_sentence_of_ours_has_a_source_that_is_named() -> None:
    told = known_histories()
    assert len({each.scenario for each in told}) == len(told) == 7
    for each in told:
        assert each.missing
        assert each.ask
        assert {source.key for source in each.source} == set(each.cited())


def test_events_are_found_by_their_turn(tmp_path: Path) -> None:
    day = history_of("game/one", folder(tmp_path, TEXT))
    assert day is not None
    assert [each.what for each in day.in_turn(2)] == ["Something."]
    assert [each.what for each in day.elsewhere] == ["More."]
    assert day.in_turn(3) == ()


@pytest.mark.parametrize("name", ["game/two", "other/one", "game", "", "../game/one"])
def test_what_is_not_known_has_no_history(tmp_path: Path, name: str) -> None:
    assert history_of(name, folder(tmp_path, TEXT)) is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('sources = ["A"]\nmissing', 'sources = ["B"]\nmissing', "'B'"),
        ('"More."\nsources = ["A"]', '"More."\nsources = []', "without a source"),
        ('read = "excerpt"', 'read = "no"\n[[battle.source]]\nkey = "A"\ntitle = ""\nread = ""',
         "a key twice"),
        ('title = "One"', 'name = "One"', "name"),
    ],
)  # fmt: skip
def test_a_history_without_sources_is_refused(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in TEXT
    with pytest.raises(DataError, match=said):
        history_of("game/one", folder(tmp_path, TEXT.replace(old, new)))
