"""A Fire & Movement position as a lesson shows it."""

from __future__ import annotations

import pytest

from wargame.core.errors import RequestError
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.combat import assess
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation
from widgets import fm_view
from widgets.errors import WidgetError


@pytest.fixture(scope="module")
def gaza() -> Situation:
    return load_scenario().situation


def test_a_map_of_a_position_has_every_counter_and_begins_where_it_is_told(gaza: Situation) -> None:
    shown = fm_view.situation_map(gaza, "1310", reach=1, height=300)
    assert len(shown.counters) == len(gaza.pieces)
    assert "48th Regiment" in shown.text_twin()
    assert "0914" not in shown.text_twin()
    assert "0914" in fm_view.situation_map(gaza).text_twin()
    assert shown.height == 300


def test_a_map_refuses_what_it_has_not_got(gaza: Situation) -> None:
    with pytest.raises(RequestError, match="9999"):
        fm_view.situation_map(gaza, "9999")
    with pytest.raises(WidgetError, match="did you mean height"):
        fm_view.situation_map(gaza, hight=300)


def test_attacks_stand_side_by_side_in_the_order_of_the_table(gaza: Situation) -> None:
    attack = Attack(gaza, gaza.board.hex("1310"), ("BR-161", "BR-1E", "BR-163"))
    trench, clear = assess(attack), assess(attack.waive("terrain:trench"))
    shown = fm_view.odds_view({"trench": trench, "clear": clear}, label="What a trench is worth")
    assert shown.order == ["D3", "D2", "Ex", "A2", "(A)", "•"]
    assert [each["name"] for each in shown.series] == ["trench", "clear"]
    assert shown.text_twin().startswith("What a trench is worth")
    assert shown.series[1]["chances"]["Ex"] == "1/2"
    assert shown.meanings["D3"].endswith("and one step is lost")


def test_a_unit_is_described_once(gaza: Situation) -> None:
    """Neither the side nor the formation is said twice."""
    said = [gaza.describe(piece) for piece in gaza.pieces]
    assert "160th Brigade, 53rd Division (British), 5-5-3, 2 steps" in said
    assert "2nd Machine-gun Group, Asia Corps (Central Powers), 2-3-4, 1 step" in said
    assert not [text for text in said if "(British) (British)" in text]
