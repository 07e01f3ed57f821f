"""The charts of orders, support and initiative: their anchors, and that they rise as they must."""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any

import pytest

from tests.rifle_and_spade.charts import shelf_with
from tests.rifle_and_spade.positions import brigiment, position, unit
from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError, RequestError
from wargame.rifle_and_spade import initiative_table
from wargame.rifle_and_spade.initiative_table import initiative_chart
from wargame.rifle_and_spade.orders.order import GROUPS
from wargame.rifle_and_spade.orders_table import (
    SELECTABLE,
    SUPPORTED,
    OrdersChart,
    orders_chart,
    support_chart,
)

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\nggg\n"
MANY = 20


@pytest.fixture
def chart() -> OrdersChart:
    return orders_chart(ChartShelf())


# ------------------------------------------------------------------- 11.1.2


@pytest.mark.cases("RS", "11.1.2", "11.2.3", "11.8.6", "11.11.10/1", "11.14.19/1")
def test_no_officer_points_fail_and_many_need_no_roll(chart: OrdersChart) -> None:
    for column in ("attack", "defense", "regroup"):
        assert chart.target(column, 0) == "F"
        assert chart.target(column, MANY) is None
        assert all(isinstance(chart.target(column, points), int) for points in range(1, 10))


@pytest.mark.cases("RS", "11.1.2", "11.3.2")
def test_a_change_always_has_a_number(chart: OrdersChart) -> None:
    numbers = [chart.target("change", points) for points in range(MANY)]
    assert all(isinstance(each, int) and 0 <= each < 99 for each in numbers)


@pytest.mark.cases("RS", "11.1.2")
def test_the_numbers_are_those_of_the_rationale(chart: OrdersChart) -> None:
    for column, risk in (("attack", 75), ("regroup", 60), ("defense", 50)):
        for points in range(1, MANY):
            number = chart.target(column, points)  # type: ignore[arg-type]
            exact = 100 - risk * 0.8**points
            if number is None:
                assert 100 - exact < 6.5
            else:
                assert number == floor(exact + 0.5)
    for points in range(17):
        assert chart.target("change", points) == floor(80 - 65 * 0.9**points + 0.5)


@pytest.mark.cases("RS", "11.1.2")
def test_points_help_and_an_attack_is_the_first_to_fail(chart: OrdersChart) -> None:
    def ease(column: Any, points: int) -> int:
        target = chart.target(column, points)
        return 100 if target is None else -1 if target == "F" else int(target)

    for column in ("attack", "defense", "regroup", "change"):
        assert all(ease(column, p) <= ease(column, p + 1) for p in range(MANY))
    for points in range(1, MANY):
        attack, regroup, defense = (ease(c, points) for c in ("attack", "regroup", "defense"))
        assert ease("change", points) < attack <= regroup <= defense


# ------------------------------------------------------------------- 11.1.3


@pytest.mark.cases("RS", "11.1.3", "11.1.10", "11.6", "9.8.4", "9.2.2", "9.1.7")
def test_the_modifiers_have_the_signs_that_the_text_gives_them(chart: OrdersChart) -> None:
    drms = chart.drms
    assert drms.completed < 0
    assert drms.isolated > 0
    assert drms.intermingled > 0
    assert drms.far(0).points == 0
    assert all(one.points < other.points for one, other in pairwise(drms.distance))
    assert drms.far(500).points == drms.distance[-1].points < drms.no_way
    assert list(drms.quality) == sorted(drms.quality)
    assert drms.quality[0] < drms.quality[2] == 0 < drms.quality[4]


# ------------------------------------------------------------------- 11.3.1


@pytest.mark.cases("RS", "11.3.1", "11.9.2", "11.10.1", "11.12.2", "11.13.1")
def test_the_matrix_leads_only_where_one_may_go(chart: OrdersChart) -> None:
    for present in GROUPS:
        reached = set(chart.matrix.get(present, {}))
        if present == "stalled attack":
            assert not reached
        elif present == "disorganized defense":
            assert reached == {"defense", "regroup"}
        else:
            assert reached == set(SELECTABLE)


@pytest.mark.cases("RS", "11.14.1", "11.15.1", "11.5.10", "11.3.1")
def test_regroup_is_easy_to_reach_and_reserve_easy_to_leave(chart: OrdersChart) -> None:
    for line in chart.matrix.values():
        assert line["regroup"] == min(line.values())
        assert line["regroup"] < line["defense"]
    for present, line in chart.matrix.items():
        for new, points in line.items():
            assert chart.matrix["general reserve"][new] <= points, present
    assert chart.commit.points < 0
    assert chart.step("attack", "initial attack") is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('attack = ["F", "40"', 'attack = ["G", "40"', "number from 0 to 99"),
        ('attack = ["F", "40"', 'attack = ["F", "400"', "number from 0 to 99"),
        ('attack = ["F", "40"', 'attack = ["F", "60"', "rise with officer points"),
        ('change = ["15"', 'change = ["F"', "numbers from 0 to 99"),
        ('defense = ["F"', 'defense = ["50"', "'F' for no officer points"),
        ("quality = [-10,", "quality = [", "one a class"),
        ("up_to = 8", "up_to = 3", "rising 'up_to'"),
        ("isolated = 5", "isolated = 500", "-99 to 99"),
        ('{ "defense" = 5, "regroup"', '{ "stalled attack" = 5, "regroup"', "one of attack"),
    ],
)
def test_mistakes_in_an_owners_chart_are_told(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(DataError, match=said):
        orders_chart(shelf_with(tmp_path, "orders", old, new))


def test_the_owners_chart_takes_the_place_of_ours(tmp_path: Path) -> None:
    own = orders_chart(shelf_with(tmp_path, "orders", "isolated = 5", "isolated = 3"))
    assert own.drms.isolated == 3


# ------------------------------------------------------------------- 11.5.1


@pytest.mark.cases("RS", "11.5.1", "11.5.2", "11.4.9", "11.12.6")
def test_the_support_in_print_is_allowed() -> None:
    chart = support_chart(ChartShelf())
    assert chart.most("attack", 3) >= 1  # the 175th Regiment, figure of 11.4.9
    for battalions in range(1, 7):
        assert chart.most("cordon defense", battalions) == battalions - 1  # 11.12.6
    for kind in GROUPS:
        assert (kind in SUPPORTED) == (chart.most(kind, 4) > 0)


@pytest.mark.cases("RS", "11.5.1")
def test_somebody_is_always_in_line_and_more_battalions_never_mean_fewer() -> None:
    chart = support_chart(ChartShelf())
    for kind in SUPPORTED:
        figures = [chart.most(kind, battalions) for battalions in range(9)]
        assert figures == sorted(figures)
        assert figures[1] == 0
        assert all(figures[n] < n for n in range(1, 9))
    for battalions in range(7):
        assert chart.most("attack", battalions) <= chart.most("defense", battalions)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"regroup" = [', '"march" = [', "an order without support"),
        ('"regroup" = [0, 1', '"regroup" = [2, 1', "0 to 1"),
    ],
)
def test_mistakes_in_an_owners_chart_of_support_are_told(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(DataError, match=said):
        support_chart(shelf_with(tmp_path, "support", old, new))


# --------------------------------------------------------------- 2.3.1, 2.4.1


def armies(*orders: str, foe: str = "defense", **more: Any) -> Situation:
    """Return as many Entente brigades as there are orders, against one regiment."""
    board = BOARD + "\n6.6 features=key_ground\n7.6 features=key_ground\n6.3 features=key_ground\n"
    brigades = [brigiment(str(86 + i), order=order) for i, order in enumerate(orders)]
    units = [unit(f"U{i}", at="6.6", brigiment=str(86 + i)) for i in range(len(orders))]
    return position(
        more.pop("board", board),
        units=[*units, unit("T", "Ottoman", at="7.3", brigiment="26")],
        brigiment=[*brigades, brigiment("26", "Ottoman", order=foe)],
        **more,
    )


def drm(situation: Situation, side: str = "Entente") -> object:
    return initiative_table.initiative_drm(situation, side).value


@pytest.mark.cases("RS", "2.3", "2.3.1")
def test_disorder_costs_initiative_and_a_plan_gains_it() -> None:
    assert drm(armies("attack", "defense", "march")) == 0
    assert drm(armies("attack", "defense", "stalled attack")) == 1
    assert drm(armies("attack", "disorganized defense", "stalled attack")) == 2
    assert drm(armies("initial attack", "defense", "march")) == -1
    assert drm(armies("attack"), "Ottoman") == 0


@pytest.mark.cases("RS", "2.3.1")
def test_key_ground_goes_to_whoever_holds_more_of_it() -> None:
    held = armies("attack", held={"6.6": "Entente", "7.6": "Entente", "6.3": "Ottoman"})
    assert (drm(held), drm(held, "Ottoman")) == (-1, 0)
    even = armies("attack", held={"6.6": "Entente", "6.3": "Ottoman"})
    assert (drm(even), drm(even, "Ottoman")) == (0, 0)
    assert drm(armies("attack", board=BOARD)) == 0


@pytest.mark.cases("RS", "2.3", "2.3.2")
def test_the_lower_result_wins_and_a_tie_goes_to_who_did_not_pull_last() -> None:
    first = armies("attack")
    assert initiative_table.winner(first, (3, 4)).value == "Entente"
    assert initiative_table.winner(first, (4, 3)).value == "Ottoman"
    assert initiative_table.winner(first, (4, 4)).value == ""
    assert initiative_table.winner(armies("attack", last_chit="Entente"), (4, 4)).value == "Ottoman"
    assert initiative_table.winner(armies("stalled attack"), (3, 4)).value == "Ottoman"
    with pytest.raises(RequestError, match="0 to 9"):
        initiative_table.winner(first, (3, 10))


@pytest.mark.cases("RS", "2.4", "2.4.1", "2.4.2")
def test_order_lets_a_side_choose_and_darkness_does_not() -> None:
    def choose(*orders: str, **more: Any) -> object:
        return initiative_table.discretion(armies(*orders, **more), "Entente").value

    assert choose("attack", "defense") == 5
    assert choose("attack", "defense", "stalled attack") == 4
    assert choose("stalled attack") == 3
    assert choose("attack", light="night") == 4
    assert choose("initial attack") == 6


@pytest.mark.cases("RS", "2.2", "2.3", "2.4")
def test_three_dice_at_once_say_what_two_throws_would() -> None:
    situation = armies("attack", foe="disorganized defense")
    for ours in range(10):
        for theirs in range(10):
            won = initiative_table.winner(situation, (ours, theirs)).value
            for neutral in range(10):
                once = str(initiative_table.in_one_throw(situation, (ours, theirs), neutral).value)
                if won == "":
                    assert once == ""
                    continue
                highest = initiative_table.discretion(situation, str(won)).value
                how = "chooses" if neutral <= highest else "pulls at random"  # type: ignore[operator]
                assert once == f"{won} {how}"


@pytest.mark.cases("RS", "2.3.1", "2.4.1")
def test_the_figures_of_initiative_keep_both_sides_in_the_game() -> None:
    chart = initiative_chart(ChartShelf())
    worst = max(rung.points for rung in chart.initiative.disorder)
    best = chart.initiative.planned + chart.initiative.ground
    assert worst - best < 9
    assert [rung.points for rung in chart.sequencing.thresholds] == [5, 4, 3]
    assert chart.provenance.ours


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("at_least = 66\npoints = 2", "at_least = 10\npoints = 2", "rising 'at_least'"),
        ("at_least = 0", "at_least = 5", "one from 0"),
        ("night = 1", "night = 90", "-10 to 10"),
    ],
)
def test_mistakes_in_an_owners_chart_of_initiative_are_told(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(DataError, match=said):
        initiative_chart(shelf_with(tmp_path, "initiative", old, new))
