"""The charts of morale: what is anchored in print, and that they rise as they must."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.rifle_and_spade.charts import shelf_with
from tests.rifle_and_spade.morale_positions import HERE, stack
from tests.rifle_and_spade.positions import gun, mg, unit
from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError
from wargame.rifle_and_spade import morale
from wargame.rifle_and_spade.morale_table import MoraleChart, morale_chart

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.units import Unit


@pytest.fixture
def chart() -> MoraleChart:
    return morale_chart(ChartShelf())


def counter(line: SceneUnit) -> Unit:
    return stack(line).unit(line.id)


@pytest.mark.cases("RS", "16.2.1", "16.3", "17.2.5", "14.4.1")
def test_events_and_effects_are_those_of_the_text(chart: MoraleChart) -> None:
    assert chart.line("fire").effects == ("rout", "step to rout", "confused")
    assert chart.line("assault").effects == ("rout", "step to rout", "retreat")
    assert chart.line("move to assault").effects == ("stays",)
    assert all(line.provenance.kind == "printed" for line in chart.checks)
    assert chart.provenance.ours


def test_a_check_for_nothing_known_is_refused_in_a_sentence(chart: MoraleChart) -> None:
    with pytest.raises(RequestError, match="fire"):
        chart.line("fir")  # type: ignore[arg-type]


@pytest.mark.cases("RS", "16.2.2", "16.1.2", "11.6", "20.2.2")
def test_what_the_text_calls_adverse_makes_the_roll_worse(chart: MoraleChart) -> None:
    for condition in ("confused", "isolated", "out of supply", "night"):
        assert chart.points(condition) > 0


@pytest.mark.cases("RS", "16.2.3")
def test_a_good_half_battalion_routs_on_three_numbers_of_a_hundred(chart: MoraleChart) -> None:
    good = counter(unit("A", at=HERE, size="half-battalion", morale=75))
    assert chart.rout_numbers(good) == 3


@pytest.mark.cases("RS", "16.2.3")
def test_the_smaller_a_unit_the_sooner_it_routs(chart: MoraleChart) -> None:
    for sizes in (
        ("battalion", "half-battalion", "company", "platoon", "picket"),
        ("platoon", "section", "subsection"),
        ("battery", "section", "subsection"),
    ):
        arm = {"battalion": "rifle", "platoon": "machine gun", "battery": "artillery"}[sizes[0]]
        numbers = [chart.rout[arm][size] for size in sizes]  # type: ignore[index]
        assert all(one < other for one, other in pairwise(numbers))


@pytest.mark.cases("RS", "16.2.3")
@pytest.mark.parametrize(
    ("rating", "more"), [(90, 0), (70, 0), (69, 2), (60, 2), (59, 4), (55, 4), (40, 6), (0, 14)]
)
def test_the_worse_a_unit_the_sooner_it_routs(chart: MoraleChart, rating: int, more: int) -> None:
    assert chart.worse.numbers(rating) == more
    poor = counter(unit("A", at=HERE, size="half-battalion", morale=rating))
    assert chart.rout_numbers(poor) == 3 + more


def test_a_size_that_the_chart_does_not_list_routs_like_the_smallest(chart: MoraleChart) -> None:
    odd = counter(unit("A", at=HERE, size="section", morale=75))
    assert chart.rout_numbers(odd) == max(chart.rout["rifle"].values())


def test_every_size_of_the_counters_in_use_is_listed(chart: MoraleChart) -> None:
    assert chart.base(counter(mg("MG", at=HERE))) == chart.rout["machine gun"]["section"]
    assert chart.base(counter(gun("Guns", at=HERE))) == chart.rout["artillery"]["battery"]


def test_the_owners_chart_takes_the_place_of_ours(tmp_path: Path) -> None:
    own = shelf_with(tmp_path, "morale", "half-battalion = 3", "half-battalion = 9")
    situation = stack(unit("A", at=HERE, size="half-battalion", morale=75), shelf=own)
    assert morale.rout_band(situation, ["A"]).value == "91-99"
