"""Officer points: costs, leader casualties, leading from the front."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import HERE, run, stack
from tests.rifle_and_spade.positions import FOREST, unit
from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError, Refused, RequestError
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade import morale, officers
from wargame.rifle_and_spade.toll import Loss

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.rifle_and_spade.officers import OfficerChart
    from wargame.rifle_and_spade.state import Situation


@pytest.fixture
def chart() -> OfficerChart:
    return officers.officer_chart(ChartShelf())


def stand(points: int | None = 5, **more: Any) -> Situation:
    """Return one half-battalion of a brigade with so many officer points."""
    line = unit("A", at=HERE, size="half-battalion", morale=75, brigiment="88", confused=True)
    return stack(line, officers={} if points is None else {"88": points}, **more)


@pytest.mark.cases("RS", "10.2.1", "14.4.1")
def test_moving_to_assault_costs_one_point_as_printed(chart: OfficerChart) -> None:
    cost = chart.cost("move to assault")
    assert cost.points == 1
    assert cost.provenance is not None
    assert cost.provenance.kind == "printed"


@pytest.mark.cases("RS", "10.2.1", "10.2", "16.5")
def test_losses_cost_points_and_only_some_rallies_do(chart: OfficerChart) -> None:
    assert chart.cost("step lost to fire").points > 0
    assert chart.cost("step lost to assault").points > 0
    assert chart.cost("rally in contact").points > chart.cost("rally elsewhere").points == 0


@pytest.mark.cases("RS", "10.3.1", "9.5.5")
def test_a_modified_six_loses_two(chart: OfficerChart) -> None:
    row = chart.lost(8 + chart.drms["emergency flying column"])
    assert row.points == 2
    assert row.provenance is not None
    assert row.provenance.kind == "printed"


@pytest.mark.cases("RS", "10.3.1", "16.6.1")
def test_higher_rolls_never_lose_less_and_some_ask_more_than_two(chart: OfficerChart) -> None:
    lost = [chart.lost(face).points for face in range(-2, 12)]
    assert all(one <= other for one, other in pairwise(lost))
    assert lost[0] == 0
    assert lost[-1] > officers.TO_LEAD


@pytest.mark.cases("RS", "10.3.1")
def test_the_roll_groups_the_faces_by_what_they_lose() -> None:
    roll = officers.casualty_roll(ChartShelf(), "88", -2)
    assert [(band.low, band.high, band.outcome) for band in roll.bands] == [
        (0, 4, "0"), (5, 7, "1"), (8, 9, "2"),
    ]  # fmt: skip


def test_an_activity_that_the_chart_does_not_list_is_refused(chart: OfficerChart) -> None:
    with pytest.raises(RequestError, match="move to assault"):
        chart.cost("move to asault")  # type: ignore[arg-type]


@pytest.mark.parametrize("ends", ["", "[[casualties]]\nup_to = 2\npoints = 0\n" * 2])
def test_a_chart_whose_rows_do_not_rise_is_refused(tmp_path: Path, ends: str) -> None:
    own = tmp_path / "rifle_and_spade" / "officers.toml"
    own.parent.mkdir()
    head = 'costs = []\n[drms]\n[provenance]\nkind = "reconstructed"\n'
    rows = ends or "casualties = []\n"
    own.write_text(rows + head if not ends else head + ends, encoding="utf-8")
    with pytest.raises(DataError, match="casualties"):
        officers.officer_chart(ChartShelf(tmp_path))


@pytest.mark.cases("RS", "10.0", "10.2", "10.2.2")
def test_an_activity_is_barred_without_the_points() -> None:
    assert officers.afford(stand(1), "88", "move to assault").value == 1
    refused = officers.afford(stand(0), "88", "move to assault")
    assert not refused.allowed
    assert "0 officer points" in refused.sentence
    for points in (0, 1):
        situation = stand(points)
        can = officers.can_afford(situation, "88", "move to assault")
        assert can is officers.afford(situation, "88", "move to assault").allowed
    assert officers.spend(stand(4), "88", "move to assault").points_of("88") == 3


@pytest.mark.cases("RS", "10.2.4", "9.7.4")
def test_independent_units_spend_nothing() -> None:
    situation = stand(1)
    assert officers.afford(situation, "", "move to assault").value == 0
    assert officers.spend(situation, "", "move to assault") == situation


@pytest.mark.cases("GB", "102.1.7")
def test_without_command_nothing_is_spent() -> None:
    situation = stand(None, rules=evolve(FOREST, command=False))
    found = officers.afford(situation, "88", "move to assault")
    assert found.value == 0
    assert str(found.cases[0]) == "GB 102.1.7"


@pytest.mark.cases("RS", "10.2", "10.2.3", "10.2.4")
def test_lost_steps_cost_points_down_to_nothing() -> None:
    before = stand(2)
    after = before.without_steps(before.piece("A"), 1, "fire")
    assert officers.pay_for_losses(before, after).points_of("88") == 1
    more = evolve(after, losses=(Loss("88", "fire", 9), Loss("Entente", "fire", 4)))
    assert officers.pay_for_losses(after, more).points_of("88") == 0
    assert officers.pay_for_losses(before, before) == before


@pytest.mark.cases("RS", "10.2")
def test_steps_that_run_cost_nothing_and_quarters_add_up() -> None:
    before = stand(5)
    ran = evolve(before, losses=(Loss("88", "rout", 2),))
    assert officers.pay_for_losses(before, ran).points_of("88") == 5
    quarters = [evolve(before, losses=(Loss("88", "fire", n / 4),)) for n in range(5)]  # type: ignore[arg-type]
    paid = [
        officers.pay_for_losses(one, other).points_of("88") for one, other in pairwise(quarters)
    ]
    assert paid == [5, 5, 5, 4]


@pytest.mark.cases("RS", "10.3", "10.2.3")
def test_lost_leaders_cost_what_the_roll_says() -> None:
    assert run(officers.lose_leaders(stand(5), "88"), 9).outcome.points_of("88") == 1
    assert run(officers.lose_leaders(stand(1), "88"), 9).outcome.points_of("88") == 0
    nobody = stand(None)
    assert run(officers.lose_leaders(nobody, "88")).outcome == nobody


@pytest.mark.cases("RS", "16.6", "10.2.2")
@pytest.mark.parametrize("points", [None, 0, 1])
def test_one_cannot_lead_with_fewer_than_two_points(points: int | None) -> None:
    # RS-Q61
    ran = run(morale.morale_check(stand(points), ["A"], "fire"), 10)
    assert [type(each) for each in ran.asked] == [Roll]
    assert ran.outcome.result == "passed"


@pytest.mark.cases("RS", "16.6", "16.6.1")
def test_leading_from_the_front_spares_the_check() -> None:
    ran = run(morale.morale_check(stand(3), ["A"], "assault"), "lead 88", 6)
    assert ran.outcome.result == "ignored"
    assert ran.outcome.situation.points_of("88") == 1
    assert ran.told[0].value == 2


@pytest.mark.cases("RS", "16.6.1")
def test_a_roll_beyond_the_points_takes_them_all_and_the_check_is_made() -> None:
    # 9 asks four points of three
    ran = run(morale.morale_check(stand(3), ["A"], "fire"), "lead 88", 9, 10)
    assert ran.outcome.result == "passed"
    assert ran.outcome.situation.points_of("88") == 0


@pytest.mark.cases("RS", "16.6.1")
def test_a_roll_for_just_the_points_left_spares_the_check() -> None:
    ran = run(morale.morale_check(stand(2), ["A"], "fire"), "lead 88", 7)
    assert ran.outcome.result == "ignored"
    assert ran.outcome.situation.points_of("88") == 0


@pytest.mark.cases("RS", "16.6")
def test_the_owner_may_check_all_the_same_and_is_told_who_cannot_lead() -> None:
    situation = stack(
        unit("A", at=HERE, brigiment="88"),
        unit("B", at=HERE, brigiment="86"),
        unit("C", at=HERE),
        officers={"88": 2, "86": 1},
    )
    ran = run(morale.morale_check(situation, ["A", "B", "C"], "move to assault"), "check", 10)
    asked = ran.asked[0]
    assert isinstance(asked, Choice)
    assert asked.who == "Entente"
    assert [option.key for option in asked.options] == ["check", "lead 88"]
    assert [key for key, _ in asked.barred] == ["lead 86"]
    with pytest.raises(Refused, match="86 has 1 officer points"):
        asked.option("lead 86")
    assert ran.outcome.situation == situation
