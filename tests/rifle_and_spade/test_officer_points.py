"""Officer points from turn to turn: the matrix, halves, caps, dawn; and the usual figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.charts import shelf_with
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import brigiment, hq, position, unit
from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError, RequestError
from wargame.rifle_and_spade import officer_points
from wargame.rifle_and_spade.formations import GainLoss
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.officer_points_table import (
    officer_points_chart,
    usual_gains,
    usual_maximum,
)

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\nggg\n"


def brigade(
    points: int = 6, light: str = "night", rules: Any = GALLIPOLI_1915, turn: int = 9, **more: Any
) -> Situation:
    """Return the 88th Brigade, with two battalions and a matrix whose six entries differ."""
    usual: dict[str, Any] = {"maximum": 12, "day": [-2, 2, 3], "night": [-3, 1, 4]} | more
    return position(
        BOARD,
        units=[
            hq("88 HQ", at="6.6", brigiment="88"),
            unit("L 1/Essex", at="6.5", brigiment="88", battalion="1/Essex"),
            unit("R 1/Essex", at="6.4", brigiment="88", battalion="1/Essex"),
            unit("L 4/Worc", at="7.5", brigiment="88", battalion="4/Worc"),
            unit("L 2/Hants", brigiment="88", battalion="2/Hants"),
        ],
        brigiment=[brigiment("88", points=points, **usual)],
        light=light,
        turn=turn,
        rules=rules,
    )


def gained(**more: Any) -> object:
    return officer_points.gain(brigade(**more), "88").value


@pytest.mark.cases("RS", "10.1", "10.1.2", "3.5.3")
@pytest.mark.parametrize(
    ("order", "light", "value"),
    [
        ("attack", "day", -2),
        ("attack", "twilight", -2),
        ("attack", "night", -3),
        ("initial attack", "day", -2),
        ("stalled attack", "night", -3),
        ("defense", "day", 2),
        ("defense", "night", 1),
        ("cordon defense", "twilight", 2),
        ("disorganized defense", "day", 1),
        ("disorganized defense", "night", Fraction(1, 2)),
        ("general reserve", "day", 0),
        ("march", "night", 0),
    ],
)
def test_the_order_and_the_light_say_what_is_gained(order: str, light: str, value: object) -> None:
    assert gained(order=order, light=light) == value


@pytest.mark.cases("RS", "10.1.3", "11.14.4", "11.14.12/5")
def test_a_regrouping_gains_little_until_all_have_arrived() -> None:
    assert gained(order="regroup", light="night") == Fraction(1, 2)
    assert gained(order="regroup", light="night", regrouping=0) == 4
    assert gained(order="regroup", light="day", regrouping=3) == 3


@pytest.mark.cases("RS", "11.8.1", "10.1.2")
def test_an_attack_that_is_only_scheduled_gains_as_a_defense() -> None:
    assert gained(order="attack", scheduled=11, light="night") == 1


@pytest.mark.cases("RS", "10.1.4")
def test_who_is_not_released_gains_nothing_and_begins_at_the_maximum() -> None:
    waiting = brigade(points=3, released=False)
    assert officer_points.gain(waiting, "88").value == 0
    assert officer_points.begin(waiting, "88").points_of("88") == 12
    assert brigade(points=None).points_of("88") == 12  # type: ignore[arg-type] # not said


@pytest.mark.cases("RS", "10.1", "2.0/3c", "10.0", "10.2.3")
def test_losses_stop_at_none() -> None:
    assert run(officer_points.adjust(brigade(6, order="attack"), "88")).outcome.points_of("88") == 3
    assert run(officer_points.adjust(brigade(2, order="attack"), "88")).outcome.points_of("88") == 0
    nothing = run(officer_points.adjust(brigade(0, order="attack"), "88"))
    assert nothing.outcome.points_of("88") == 0
    assert not nothing.told


@pytest.mark.cases("RS", "10.1.2", "1.4.6")
@pytest.mark.parametrize(("face", "left"), [(0, 8), (4, 8), (5, 7), (9, 7)])
def test_half_a_point_is_gained_on_four_or_less(face: int, left: int) -> None:
    situation = brigade(7, order="disorganized defense")
    assert run(officer_points.adjust(situation, "88"), face).outcome.points_of("88") == left
    assert officer_points.chance_up(situation, Fraction(1, 2)) == Fraction(1, 2)


@pytest.mark.cases("RS", "1.4.6")
def test_by_a_switch_halves_are_rolled_with_a_pair() -> None:
    rules = evolve(GALLIPOLI_1915, id="pairs", halves_by_one_die=False)
    situation = brigade(7, order="disorganized defense", rules=rules)
    assert run(officer_points.adjust(situation, "88"), 50).outcome.points_of("88") == 8
    assert run(officer_points.adjust(situation, "88"), 51).outcome.points_of("88") == 7
    assert officer_points.chance_up(situation, Fraction(1, 2)) == Fraction(51, 100)


@pytest.mark.cases("RS", "10.1.5")
def test_nobody_gains_beyond_the_maximum_and_no_die_is_asked_for() -> None:
    assert (
        run(officer_points.adjust(brigade(12, order="defense"), "88")).outcome.points_of("88") == 12
    )
    full = run(officer_points.adjust(brigade(12, order="disorganized defense"), "88"))
    assert full.outcome.points_of("88") == 12
    assert not full.asked
    two = brigade(11, order="regroup", regrouping=1)
    assert run(officer_points.adjust(two, "88")).outcome.points_of("88") == 12


@pytest.mark.cases("RS", "10.1.6")
@pytest.mark.parametrize(("points", "cap"), [(2, 4), (4, 4), (5, 9), (9, 9), (0, 4)])
def test_at_half_or_less_one_stops_at_half(points: int, cap: int) -> None:
    situation = brigade(points, maximum=9)
    ruling = officer_points.half_maximum(situation, "88")
    assert ruling.value == cap == officer_points.cap(situation, "88")
    assert officer_points.settled(situation, "88", 7).value == max(min(points + 7, cap), points)


@pytest.mark.cases("RS", "10.1.6", "11.14.12", "11.14.18")
def test_entering_regroup_lifts_the_cap_until_it_has_done_its_work() -> None:
    entered = brigade(2, maximum=9, order="regroup", regrouping=0)
    assert officer_points.cap(entered, "88") == 9
    left = brigade(2, maximum=9, order="defense", regrouped=True)
    assert officer_points.cap(left, "88") == 9
    above = run(officer_points.adjust(brigade(4, maximum=9, regrouped=True), "88")).outcome
    assert above.points_of("88") == 5
    assert not above.command("88").regrouped
    still = run(officer_points.adjust(brigade(2, maximum=9, regrouped=True), "88")).outcome
    assert still.command("88").regrouped


@pytest.mark.cases("RS", "10.1.6", "11.14.17")
def test_by_a_switch_only_leaving_regroup_lifts_the_cap() -> None:
    rules = evolve(GALLIPOLI_1915, id="leaving", half_maximum_lifts_on_entering=False)
    entered = brigade(2, maximum=9, order="regroup", regrouping=0, regrouped=True, rules=rules)
    assert officer_points.cap(entered, "88") == 4
    left = brigade(2, maximum=9, order="defense", regrouped=True, rules=rules)
    assert officer_points.cap(left, "88") == 9


@pytest.mark.cases("RS", "10.1.5", "11.14.17")
def test_points_above_a_maximum_that_has_fallen_are_kept() -> None:
    situation = brigade(12, maximum=12)
    fallen = situation.with_command(evolve(situation.command("88"), maximum=10))
    assert officer_points.settled(fallen, "88", 1).value == 12
    assert officer_points.settled(fallen, "88", -1).value == 11


@pytest.mark.cases("RS", "10.1.7")
def test_dawn_gives_something_for_each_battalion_still_there() -> None:
    dawn = brigade(7, light="twilight", turn=11)
    assert officer_points.dawn_bonus(dawn, "88", Fraction(3, 2)).value == 3
    assert officer_points.dawn_bonus(dawn, "88", Fraction(1, 4)).value == Fraction(1, 2)
    assert run(officer_points.dawn(dawn, "88", Fraction(3, 2))).outcome.points_of("88") == 10
    assert run(officer_points.dawn(dawn, "88", Fraction(1, 4)), 4).outcome.points_of("88") == 8
    other = run(officer_points.dawn(brigade(7, turn=12), "88", Fraction(3, 2)))
    assert other.outcome.points_of("88") == 7
    assert not officer_points.dawn_bonus(brigade(7, turn=12), "88", Fraction(1)).allowed


@pytest.mark.cases("RS", "10.1.7", "1.4.6")
def test_other_fractions_at_dawn_are_rolled_with_a_pair() -> None:
    dawn = brigade(7, light="twilight", turn=1)
    each = Fraction(2, 3)
    assert run(officer_points.dawn(dawn, "88", each), 33).outcome.points_of("88") == 9
    assert run(officer_points.dawn(dawn, "88", each), 34).outcome.points_of("88") == 8


@pytest.mark.cases("RS", "10.1", "9.4.2")
def test_every_brigiment_is_adjusted() -> None:
    both = position(
        BOARD,
        units=[unit("A", at="6.6", brigiment="86"), unit("B", at="6.5", brigiment="87")],
        brigiment=[
            brigiment("86", points=6, day=[-2, 1, 2], order="attack"),
            brigiment("87", points=7, day=[-2, 1, 2], order="defense"),
        ],
    )
    after = run(officer_points.adjust_all(both)).outcome
    assert after.officers == (("86", 4), ("87", 8))
    with pytest.raises(RequestError, match="88"):
        officer_points.points_of(both, "88")


# ------------------------------------------------------------------------- the usual figures


@pytest.mark.cases("RS", "10.1.2", "10.1.1", "11.14.12", "10.1.6")
def test_the_figures_in_print_are_met() -> None:
    shelf = ChartShelf()
    for quality in (1, 2):  # of one of which the 88th, a brigade of regulars, is
        gains = usual_gains(shelf, quality)
        assert gains.night[:2] == (-3, 1)  # 10.1.2
    assert usual_maximum(shelf, 2, 4) == 14  # the 3rd Australian Brigade, 11.14.12
    assert usual_maximum(shelf, 3, 3) == 9  # 10.1.6
    assert officer_points_chart(shelf).provenance.ours


@pytest.mark.cases("RS", "10.1.2", "11.14.4", "9.1.7")
def test_worse_staffs_never_gain_more_and_regrouping_is_worth_it() -> None:
    shelf = ChartShelf()
    table = [usual_gains(shelf, quality) for quality in range(1, 6)]
    assert all(isinstance(each, GainLoss) for each in table)
    for better, worse in pairwise(table):
        for one, other in zip(better.day + better.night, worse.day + worse.night, strict=True):
            assert one >= other
    for gains in table:
        for attack, defense, regroup in (gains.day, gains.night):
            assert attack < 0 <= defense < regroup
        assert gains.night[0] < gains.day[0]
    for battalions in (1, 2, 3, 4):
        most = [usual_maximum(shelf, quality, battalions) for quality in range(1, 6)]
        assert most == sorted(most, reverse=True)


def test_no_such_class_is_a_sentence() -> None:
    with pytest.raises(RequestError, match=r"1 \(best\) to 5"):
        usual_gains(ChartShelf(), 6)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("quality = 5", "quality = 4", "the classes 1 to 5"),
        ("[-2, 1, 3]", "[-2, 1]", "three"),
        ("[-2, 1, 3]", "[-20, 1, 3]", "-9 to 9"),
        ("battalion = 4", "battalion = 40", "0 to 9"),
    ],
)
def test_mistakes_in_an_owners_chart_are_told(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    own = shelf_with(tmp_path, "officer_points", old, new)
    with pytest.raises(DataError, match=said):
        officer_points_chart(own)
