"""The heat map of area battles: what it counts, what it says of it, what it refuses."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from wargame.area_combat.odds import battle_odds
from wargame.core.errors import WargameError
from widgets.battle_heatmap import BattleHeatmap
from widgets.errors import WidgetError
from widgets.explorers import battle_plan
from widgets.explorers.battle_plan import exactly


def small(**given: Any) -> BattleHeatmap:
    return BattleHeatmap(
        "2 inf, 1 arm", "2 inf", **{"most_rows": 1, "most_columns": 3, "runs": 50, **given}
    )


@pytest.fixture(scope="module")
def heat() -> BattleHeatmap:
    return small()


def test_every_cell_is_a_battle_of_its_own(heat: BattleHeatmap) -> None:
    assert set(heat.cells) == {(row, column) for row in range(2) for column in range(4)}
    assert heat.cells[0, 0].chance == 0, "nobody attacks"
    battle = heat.plan.battle
    assert heat.cells[1, 2].chance == exactly(battle_odds(battle).win)
    for row in range(2):
        chances = [heat.cells[row, column].chance for column in range(4)]
        assert chances == sorted(chances)


def test_the_twin_is_a_table_with_the_given_battle_in_brackets(heat: BattleHeatmap) -> None:
    title, about, head, top, *_ = heat.text_twin().splitlines()
    assert title == "Chance in per cent that the attacker takes the territory"
    assert "Germany attacks with 2 infantry, 1 armor" in about
    assert head.split() == ["armor", "\\", "infantry", "0", "1", "2", "3"]
    assert top.split()[0] == "1"
    assert top.split()[3] == f"[{heat.cells[1, 2].words}]"
    assert "Framed: 1 armor, 2 infantry" in heat.text_twin()
    assert "<caption>Chance in per cent" in heat.static_html()
    assert repr(heat) == heat.text_twin()


def test_simulated_cells_are_marked_and_their_error_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(battle_plan, "QUICK_BOUNDED", dict.fromkeys((True, False), 150))
    heat = BattleHeatmap(
        "4 inf, 2 arm", "4 inf, 2 arm", most_rows=2, most_columns=4, runs=50, seed=3
    )
    assert heat.cells[2, 4].method == "simulated"
    assert heat.cells[2, 4].words.startswith("~")
    assert "50 battles a cell, a standard error of" in heat.text_twin()
    assert "simulated" not in small().text_twin()


def test_numbers_of_the_defender_may_be_varied() -> None:
    heat = small(who="defender", rows="armor", columns="infantry")
    assert heat.given == (0, 2)
    assert heat.cells[0, 0].chance == 1
    assert heat.cells[0, 1].chance > heat.cells[0, 3].chance
    assert "defender" in heat.figure().axes[0].get_xlabel()


def test_the_given_battle_is_always_on_the_map() -> None:
    heat = BattleHeatmap("3 inf, 1 arm", "1 inf", most_rows=1, most_columns=1)
    assert heat.most == (1, 3)


@pytest.mark.parametrize("paper", ["screen", "a4"])
def test_it_is_drawn_with_a_label_in_every_cell(heat: BattleHeatmap, paper: str) -> None:
    figure = heat.figure(paper)
    axes = figure.axes[0]
    assert [text.get_text() for text in axes.texts] == [each.words for each in heat.cells.values()]
    assert len(axes.patches) == 2, "the frame, and its white edge"
    with Image.open(BytesIO(figure.png(60))) as picture:
        assert picture.width > 300
    assert heat.table_text() in figure.text_twin()


def test_a_notebook_gets_picture_and_table(heat: BattleHeatmap) -> None:
    data, _ = heat._repr_mimebundle_()
    assert set(data) == {"image/png", "text/plain"}
    assert heat.table_text() in data["text/plain"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"rows": "amor"}, "did you mean armor"),
        ({"rows": "inf", "columns": "infantry"}, "two types that differ"),
        ({"rows": "SS panzer", "nations": ("italy", "soviet-union")}, "SS panzer"),
        ({"most_rows": 0}, "a whole number from 1"),
        ({"most_rows": 20, "most_columns": 20}, "at most 250"),
        ({"who": "both"}, "attacker, defender"),
        ({"runs": 0}, "a whole number from 1"),
        ({"seed": -1}, "a whole number from 0"),
        ({"paper": "a5"}, "screen, a4"),
        ({"paper": 4}, "screen, a4"),
        ({"rules": {"frist": "air"}}, "did you mean first"),
    ],
)
def test_what_it_cannot_take_is_a_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(WargameError, match=words):
        small(**given)


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.battle_heatmap.find_spec", lambda _: None)
    with pytest.raises(WidgetError, match=r"no matplotlib.*extra 'plots'"):
        small()
