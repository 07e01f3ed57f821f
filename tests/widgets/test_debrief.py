"""DebriefView: the tables of a game looked back on, as HTML and as text."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.widgets.shared import HOSTILE
from wargame.core.debrief import Decision, Throw
from wargame.core.errors import DataError
from wargame.fire_and_movement.debrief import Debrief, debrief
from wargame.fire_and_movement.gaza_game import opening, second_battle
from wargame.fire_and_movement.gaza_victory import victory_hexes
from widgets import DebriefView, GameTable
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from collections.abc import Mapping

BOTH = {"British": "policy", "Central Powers": "policy"}
SIDES = ("British", "Central Powers")


@cache
def found() -> Debrief:
    """Return the debrief of a game of two plain players, to its end."""
    game = GameTable(players=BOTH, auto_dice=True)
    prizes = victory_hexes(game.situation.board)
    return debrief(partial(second_battle, opening()), game.run.journal, prizes)


def toll(british: str, central: str) -> Mapping[str, Fraction]:
    return dict(zip(SIDES, map(Fraction, (british, central)), strict=True))


def test_every_turn_has_its_line_in_both() -> None:
    view = DebriefView(found())
    text, html = view.text_twin(), view.static_html()
    assert len(found().turns) == 10
    for each in found().turns:
        assert each.name in text
        assert f">{each.name}</th>" in html
    assert f"{found().verdict.value}." in text  # type: ignore[union-attr]
    assert repr(view) == text
    assert view.children[0].value == html


def test_the_last_line_adds_up() -> None:
    (line,) = [each for each in repr(DebriefView(found())).splitlines() if "Together" in each]
    lost = [str(found().lost(side)) for side in SIDES]
    assert line.split()[1::3][:2] == lost


@pytest.mark.parametrize(
    ("cost", "average", "said"),
    [
        ("2", "3/2", "British: the dice took 2 steps, 0.5 more than on average"),
        ("1", "3/2", "British: the dice took 1 step, 0.5 fewer than on average"),
        ("1", "1", "British: the dice took 1 step, just the average"),
    ],
)
def test_luck_is_said_in_words(cost: str, average: str, said: str) -> None:
    throw = Throw(3, 1, "Combat at 1310", 2, "Ex", toll(cost, "0"), toll(average, "0"))
    one = evolve(found().turns[0], throws=(throw,), lost={"British": 4, "Central Powers": 0})
    view = DebriefView(evolve(found(), turns=(one,)))
    assert said in repr(view)
    assert f"{4 - int(cost)} besides." in repr(view)


def test_a_throw_is_listed_for_the_side_it_favoured() -> None:
    throw = Throw(3, 1, "Combat at 1310", 2, "(A)", toll("1", "0"), toll("1/2", "1/2"))
    one = evolve(found().turns[0], throws=(throw,))
    text = repr(DebriefView(evolve(found(), turns=(one,)), greatest=1))
    (line,) = [each for each in text.splitlines() if "Combat at 1310" in each]
    assert " ".join(line.split()) == "3 1 Combat at 1310 2 (A) 1 Central Powers"


def test_what_is_not_there_has_no_table() -> None:
    view = DebriefView(evolve(found(), decisions=(), verdict=None), greatest=0)
    for text in (repr(view), view.static_html()):
        assert "Stands and charges" not in text
        assert "The dice that decided most" not in text
        assert "The game is not over." in text


def test_words_are_escaped() -> None:
    hostile = Decision(1, 1, "British", HOSTILE, HOSTILE)
    html = DebriefView(evolve(found(), decisions=(hostile,))).static_html()
    assert HOSTILE not in html
    assert "&lt;img" in html


@pytest.mark.parametrize("given", [None, 7, ()])
def test_anything_else_is_refused(given: Any) -> None:
    with pytest.raises(WidgetError, match="DebriefView"):
        DebriefView(given)


@pytest.mark.parametrize("count", [-1, 101, True, "5"])
def test_the_number_of_throws_is_a_small_number(count: Any) -> None:
    with pytest.raises(WidgetError, match="greatest"):
        DebriefView(found(), greatest=count)


def test_text_that_is_no_saved_game_is_refused() -> None:
    with pytest.raises(DataError, match="saved game"):
        DebriefView("a game")
