"""The ground (5.1): levels, classes of terrain, ridges and crests."""

from __future__ import annotations

import pytest

from tests.rifle_and_spade.positions import AS_PRINTED, FOREST, along, random_field, strip
from wargame.core.board import Board, Cell
from wargame.core.errors import RequestError
from wargame.core.grid import COLUMN_ROW, Hex, Hexside
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import NOTHING, OFF_MAP, Field, barrier, level_of


def side(written: str) -> Hexside:
    return COLUMN_ROW.parse_side(written)


@pytest.mark.cases("RS", "5.1.1")
def test_a_whole_hex_has_the_level_of_its_colour() -> None:
    field = strip("gs", "30")
    levels = [field.spots[COLUMN_ROW.parse(label)].level for label in ("10.50", "10.49")]
    assert levels == [3, 0]


@pytest.mark.cases("RS", "5.1.2", "5.1.2/b1", "5.1.2/b2")
def test_terrain_is_close_or_open() -> None:
    close = {kind for kind, each in GALLIPOLI_1915.ground.items() if each.close}
    assert close == {"scrub", "folded scrub", "steep scrub", "town"}


@pytest.mark.cases("RS", "5.1.5", "5.1.5/b1", "5.1.5/b2", "5.1.5/b3")
def test_what_terrain_does_to_a_line_that_passes() -> None:
    field = strip("gstrwf", "111111")
    spots = [field.spots[COLUMN_ROW.parse(f"10.{50 - i}")] for i in range(6)]
    assert [spot.blocking for spot in spots] == [False, False, True, False, False, True]
    assert [spot.down_slope for spot in spots] == [False, True, False, False, False, False]
    assert [spot.top for spot in spots] == [1, 1, 1, 1, 1, 2]
    assert [spot.ravine for spot in spots] == [False, False, False, True, False, False]
    assert [spot.sea for spot in spots] == [False, False, False, False, True, False]


def test_a_ravine_may_be_a_feature_of_other_terrain() -> None:
    field = strip("s", "1", "10.50 features=ravine")
    assert field.spots[COLUMN_ROW.parse("10.50")].ravine


def test_terrain_that_the_rules_do_not_know_is_a_sentence() -> None:
    board = Board("x", "x", COLUMN_ROW, {Hex(1, 1): Cell(("gras",))})
    with pytest.raises(RequestError, match=r"Gallipoli 1915.*'gras'.*grassland"):
        _ = Field(board, GALLIPOLI_1915).spots


@pytest.mark.cases("RS", "5.2.11", "5.1.3/b6")
@pytest.mark.parametrize(("letters", "heights", "level"), [
    ("gg", "11", 2),
    ("gg", "13", 2),
    ("gg", "31", 2),
    ("ff", "11", 2),
    ("fg", "12", 2),
    ("wg", "02", 3),
    ("gw", "20", 3),
    ("ww", "00", 1),
])  # fmt: skip
def test_a_ridge_stands_above_its_lower_land_hex(letters: str, heights: str, level: int) -> None:
    field = strip(letters, heights, "side ridge 10.50-10.49")
    assert field.ridge_level(side("10.50-10.49")) == level


@pytest.mark.cases("RS", "5.2.10", "5.1.3/b2")
def test_a_cliff_is_a_ridge_and_a_river_is_none() -> None:
    field = strip("ggg", "111", "side cliff 10.50-10.49", "side river 10.49-10.48")
    assert field.ridge_level(side("10.50-10.49")) == 2
    assert field.ridge_level(side("10.49-10.48")) is None
    assert field.ridge_level(side("10.48-10.47")) is None


def test_a_ridge_at_the_edge_of_the_map_stands_above_the_hex_that_is_on_it() -> None:
    field = along("gg-g", "1102", "ridge 11.50-11.49", "ridge 15.20-15.19")
    assert field.ridge_level(side("11.50-11.49")) == 3
    assert field.ridge_level(side("15.20-15.19")) is None
    assert set(field.relief.ridge) == {NOTHING, 3}


@pytest.mark.cases("RS", "5.1.3/b4")
def test_a_crest_is_no_ridge() -> None:
    field = strip("gg", "21", "side crest 10.50-10.49")
    assert field.crest(side("10.50-10.49"))
    assert field.ridge_level(side("10.50-10.49")) is None


def test_the_lists_of_the_relief_say_what_the_spots_say() -> None:
    field = random_field(7)
    relief = field.relief
    for cell, spot in field.spots.items():
        place = relief.place(cell)
        assert relief.hex(place) == cell
        assert relief.barrier[place] == barrier(spot.top, blocking=spot.blocking)
        assert level_of(relief.barrier[place]) == spot.top
        assert relief.spots[place] is spot
        for direction in range(3):
            here = Hexside(cell, direction)
            assert (here in relief.crests) == field.crest(here)
            level = field.ridge_level(here)
            assert relief.ridge[3 * place + direction] == (NOTHING if level is None else level)
    assert sum(each != OFF_MAP for each in relief.barrier) == len(field.spots)


def test_an_empty_board_has_an_empty_relief() -> None:
    relief = Field(Board("none", "none", COLUMN_ROW, {}), AS_PRINTED).relief
    assert set(relief.barrier) == {OFF_MAP}
    assert FOREST.ground == AS_PRINTED.ground
