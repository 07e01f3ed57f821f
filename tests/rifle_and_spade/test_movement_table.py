"""The charts of movement: anchors in print, readers, and what a stranger's chart may say."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from tests.rifle_and_spade.charts import shelf_with
from wargame.core.charts import ChartShelf
from wargame.core.data import read_toml
from wargame.core.errors import DataError, RequestError
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.movement_table import limits, movement_table, strictest

if TYPE_CHECKING:
    from pathlib import Path

SHELF = ChartShelf()
TABLE = movement_table(SHELF)
LAND = [kind for kind, row in TABLE.terrain.items() if row.passable]


@pytest.mark.cases("RS", "14.1.1", "14.2.4")
def test_allowances_are_those_told_by_rule_and_designer() -> None:
    """Infantry 6 (RS 14.2.4, RS-48) and in Column 9, guns 9, cavalry 12."""
    got = {arm: (row.standard, row.column) for arm, row in TABLE.allowances.items()}
    assert got["rifle"] == got["machine gun"] == (6, 9)
    assert got["artillery"][1] == 9
    assert got["cavalry"][0] == 12
    assert got["headquarters"] == (9, 9)  # RS 9.2.4: always as in Column


def test_column_is_never_slower() -> None:
    """The allowance in Column is the higher one; our figures keep to it."""
    assert all(row.column >= row.standard for row in TABLE.allowances.values())


@pytest.mark.cases("RS", "14.1.3", "14.2.4", "6.5.1")
@pytest.mark.cases("GB", "103.3.3")
def test_costs_that_are_anchored() -> None:
    """Each with where it stands."""
    assert {TABLE.terrain[kind].foot for kind in LAND} == {1}
    assert TABLE.sides["contour"].foot == TABLE.sides["ridge"].foot == 1
    assert TABLE.sides["wire"].foot == TABLE.sides["wire"].wheeled == 1
    assert TABLE.sides["beach"].foot == 1
    assert {row.cost for row in TABLE.links.values()} == {Fraction(1, 2)}
    assert all(row.contours_free for row in TABLE.links.values())
    assert (TABLE.activities.column, TABLE.activities.column_march) == (3, 6)
    assert not TABLE.sides["cliff"].passable  # RS 5.1.3/b1
    assert TABLE.sides["wire"].origin("foot").source == "RS 6.5.1"
    assert TABLE.activities.origin("column").kind == "printed"


@pytest.mark.cases("RS", "14.1.3")
def test_figures_of_ours_say_so() -> None:
    """What nothing prints is marked as reconstructed."""
    assert TABLE.activities.origin("limber").kind == "reconstructed"
    assert TABLE.allowances["cavalry"].origin("column").kind == "reconstructed"
    assert TABLE.provenance.kind == "reconstructed"


@pytest.mark.cases("RS", "14.1.6")
def test_wheels_pay_no_less_than_feet() -> None:
    """On every line of ours wheels cost as much or more."""
    assert all(row.wheeled >= row.foot for row in TABLE.terrain.values())
    assert all(row.wheeled >= row.foot for row in TABLE.sides.values())


@pytest.mark.cases("RS", "3.7.8")
@pytest.mark.cases("GB", "101.1.2/5", "101.1.2/6")
def test_limits_of_scrub() -> None:
    """One battery folded, one wheeled step steep (RS-14)."""
    steep, folded = limits(SHELF, "steep scrub"), limits(SHELF, "folded scrub")
    assert (steep.rifles, steep.wheeled_steps, steep.wheels) == (16, 1, "road")
    assert (folded.rifles, folded.guns) == (16, 1)
    assert folded.wheeled_steps > 3  # any one battery
    assert limits(SHELF, "grassland").guns == 3  # RS 6.3.3: three gun pits in a hex


@pytest.mark.cases("RS", "3.7.8", "3.7.10", "3.7.10/a")
def test_limits_everywhere() -> None:
    """Column, limbers, and what hides."""
    for kind in LAND:
        most = limits(SHELF, kind)
        assert (most.column, most.limbered, most.hiding, most.hiding_guns) == (2, 1, 4, 1)


@pytest.mark.cases("RS", "3.7.5")
def test_the_tightest_limit_of_a_hex_holds() -> None:
    """Kinds of terrain that share a hex each limit it."""
    both = limits(SHELF, ("steep scrub", "town"))
    assert (both.guns, both.wheeled_steps, both.wheels) == (1, 1, "road")
    assert limits(SHELF, ("grassland", "trees")) == limits(SHELF, "grassland")


@pytest.mark.cases("GB", "101.1.2/2", "101.1.2/3")
def test_every_kind_of_the_game_is_on_the_chart() -> None:
    """Sea and shoals too, where nobody may walk or stack."""
    assert set(GALLIPOLI_1915.ground) <= set(TABLE.terrain)
    for kind in ("sea", "shoals"):
        assert not TABLE.ground(kind).passable
        assert limits(SHELF, kind).rifles == limits(SHELF, kind).guns == 0


@pytest.mark.cases("RS", "14.1.3")
def test_unknown_terrain_is_refused_with_what_there_is() -> None:
    """A kind that the chart lacks is an error, not open ground."""
    with pytest.raises(RequestError, match=r"grasland.*did you mean grassland"):
        limits(SHELF, "grasland")


@pytest.mark.cases("RS", "6.1.2")
def test_works_hold_more_the_deeper_they_are() -> None:
    """Capacity is on the chart; a gun pit holds no rifles."""
    depth = [TABLE.capacity(k) for k in ("gun pit", "rifle pit", "shallow trench", "fire trench")]
    assert depth == sorted(depth)
    assert depth[0] == 0


@pytest.mark.cases("RS", "14.1.9")
def test_strictest() -> None:
    """Nowhere beats by road, by road beats anywhere."""
    assert strictest(["road", "never", "anywhere"]) == "never"
    assert strictest(["road", "anywhere"]) == "road"
    assert strictest([]) == "anywhere"


@pytest.mark.cases("RS", "14.1.3")
def test_an_owners_chart_replaces_ours(tmp_path: Path) -> None:
    """With the booklet's figures at hand one plays by them."""
    ours, theirs = "[terrain.town]\nwheeled = 2\nguns = 1", "[terrain.town]\nrifles = 9"
    own = shelf_with(tmp_path, "movement", ours, theirs)
    assert limits(own, "town").rifles == 9
    own = shelf_with(tmp_path, "movement", "limber = 3", 'limber = "3"')
    movement_table.cache_clear()
    with pytest.raises(DataError, match=r"movement\.toml, activities\.limber"):
        movement_table(own)


@pytest.mark.cases("RS", "14.1.3")
def test_every_origin_names_a_figure_of_its_row() -> None:
    """No source stands for a figure that is not there."""
    data = read_toml(SHELF.path("rifle_and_spade/movement"))
    rows = [
        row for part in ("allowances", "terrain", "sides", "links") for row in data[part].values()
    ]
    rows += [data["activities"], data["stacking"]]
    usual = {"foot", "wheeled", "passable", "wheels", "rifles", "guns", "wheeled_steps"}
    for row in rows:
        assert set(row.get("origins", {})) <= set(row) | usual
