"""The board of the Anzac area (GB 102.2.5): what is printed, and that it hangs together."""

from __future__ import annotations

import pytest

from wargame.core.board import Board
from wargame.core.board_file import load_board
from wargame.core.charts import ChartShelf
from wargame.core.data import scenario_folder
from wargame.core.grid import Hex
from wargame.rifle_and_spade.costs import NEVER, ways
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field

BOARD: Board = load_board(scenario_folder() / "gallipoli_1915" / "anzac.toml")
FIELD = Field(BOARD, GALLIPOLI_1915)
PRINTED = {
    "Gaba Tepe": "29.47",
    "Z-4": "31.52",
    "Z-5": "31.53",
    "Z-6": "31.54",
    "Z-7": "31.55",
    "Ari Burnu": "31.56",
    "Shrapnel Gully": "32.55",
    "Plugge's Plateau": "32.56",
    "Walker's Ridge": "33.57",
    "Quinn's Post": "34.56",
    "Maidos": "50.42",
    "Kilya Liman": "50.47",
    "Kakma Dagh": "46.44",
}


def height(label: str) -> int:
    return BOARD.cell(BOARD.hex(label)).height


def terrain(label: str) -> tuple[str, ...]:
    return BOARD.cell(BOARD.hex(label)).terrain


def on_land() -> list[Hex]:
    return [at for at, cell in BOARD.cells.items() if cell.terrain != ("sea",)]


@pytest.mark.cases("GB", "102.2.5")
def test_the_area_is_rows_from_40_and_columns_to_51() -> None:
    figures = [BOARD.numbering.to_figures(cell) for cell in BOARD.cells]
    assert min(row for _, row in figures) == 40
    assert max(column for column, _ in figures) == 51
    west = min(column for column, _ in figures)
    edge = [cell for cell in BOARD.cells if BOARD.numbering.to_figures(cell)[0] == west]
    sea = [cell for cell in edge if BOARD.cell(cell).terrain == ("sea",)]
    assert len(sea) >= len(edge) - 2, "the west of the board is sea"


@pytest.mark.parametrize(("name", "label"), PRINTED.items())
def test_printed_places_stand_in_their_printed_hexes(name: str, label: str) -> None:
    cell = BOARD.place(name)
    assert BOARD.label(cell) == label
    assert BOARD.cell(cell).provenance.kind == "printed"
    assert BOARD.cell(cell).provenance.source.startswith(("GB", "RS"))


def test_the_levels_and_ridges_that_the_sight_examples_need() -> None:
    """RS 5.2.13: 31.43 is above level 1; ridges lie between 29.42 and 29.43 and on 33.46."""
    assert height("31.43") > 1
    for one, other in (("29.42", "29.43"), ("33.46", "33.47")):
        side = BOARD.numbering.parse_side(f"{one}-{other}")
        assert FIELD.ridge_level(side) == 2
    assert height("29.42") == height("29.43") == 1


@pytest.mark.cases("GB", "102.2.12")
def test_heights_follow_what_the_victory_conditions_say() -> None:
    bair = [at for at, cell in BOARD.cells.items() if "chunnuk bair" in cell.features]
    plateau = [at for at, cell in BOARD.cells.items() if "400 plateau" in cell.features]
    assert len(bair) == 3
    assert sum(one.distance(other) == 1 for one in bair for other in bair) == 4, "in a row"
    assert all(BOARD.cell(at).height >= 3 for at in plateau)
    for name in ("Russell's Top", "Baby 700", "Battleship Hill", "The Nek", "The Chessboard"):
        assert BOARD.cell(BOARD.place(name)).height >= 3, name
    peaks = [BOARD.place("Hill Q"), BOARD.place("Koja Chemen Tepe")]
    high = [BOARD.cell(at).height for at in (*bair, *peaks)]
    assert min(high) >= 6
    assert max(high) == BOARD.cell(BOARD.place("Koja Chemen Tepe")).height == 7
    lower = {at: cell.height for at, cell in BOARD.cells.items() if cell.height >= 6}
    rest = set(lower) - set(bair) - {BOARD.place("Hill Q"), BOARD.place("Koja Chemen Tepe")}
    tepe = BOARD.place("Koja Chemen Tepe")
    assert all(at.distance(tepe) == 1 for at in rest), "nothing else is of level 6"


def test_the_ridge_from_baby_700_to_koja_chemen_tepe_is_one_row_of_high_hexes() -> None:
    goal, seen = BOARD.place("Koja Chemen Tepe"), set[Hex]()
    ahead = [BOARD.place("Baby 700")]
    while ahead:
        here = ahead.pop()
        if here not in seen and here in BOARD.cells and BOARD.cell(here).height >= 4:
            seen.add(here)
            ahead.extend(here.neighbours())
    assert goal in seen


def test_neighbours_that_history_knows() -> None:
    pairs = (
        ("The Nek", "Baby 700"),
        ("The Nek", "Russell's Top"),
        ("The Chessboard", "Baby 700"),
        ("The Chessboard", "Quinn's Post"),
        ("Baby 700", "Battleship Hill"),
        ("Plugge's Plateau", "Ari Burnu"),
        ("Plugge's Plateau", "Shrapnel Gully"),
        ("Johnston's Jolly", "Lone Pine"),
    )
    for one, other in pairs:
        assert BOARD.place(one).distance(BOARD.place(other)) <= 1 + (one == "Johnston's Jolly")


def test_terrain_is_what_the_game_knows_and_level_says_land_or_sea() -> None:
    for at, cell in BOARD.cells.items():
        assert len(cell.terrain) == 1
        assert cell.terrain[0] in GALLIPOLI_1915.ground
        assert (cell.height == 0) is (cell.terrain == ("sea",)), BOARD.label(at)
    assert terrain("32.56")[0].endswith("scrub"), "close terrain (RS 6.1.7)"
    for name in ("Maidos", "Boghali", "Biyuk Anafarta", "Koja Dere"):
        assert BOARD.cell(BOARD.place(name)).terrain == ("town",)


@pytest.mark.cases("GB", "102.2.3")
def test_reinforcements_land_on_two_beaches() -> None:
    landing = [at for at, cell in BOARD.cells.items() if "landing" in cell.features]
    assert sorted(map(BOARD.label, landing)) == ["31.55", "31.56"]
    assert all("beach" in BOARD.cell(at).features for at in landing)


def test_beaches_lie_between_land_and_sea() -> None:
    found = 0
    for side, kinds in BOARD.hexsides.items():
        if "beach" in kinds:
            found += 1
            here = [BOARD.cells[each] for each in side.hexes if each in BOARD.cells]
            assert sorted(cell.terrain == ("sea",) for cell in here) == [False, True]
    assert found > 30


def test_crests_lie_on_contours() -> None:
    for side, kinds in BOARD.hexsides.items():
        if "crest" in kinds:
            one, other = (BOARD.cell(each).height for each in side.hexes)
            assert one != other


def test_roads_and_tracks_stay_on_land() -> None:
    assert set(BOARD.links) == {"road", "track"}
    for sides in BOARD.links.values():
        for side in sides:
            assert all(BOARD.cell(each).terrain != ("sea",) for each in side.hexes)
            assert not BOARD.hexsides.get(side, frozenset()) & {"cliff"}


def test_infantry_can_go_from_every_land_hex_to_every_other() -> None:
    known = ways(FIELD, ChartShelf())
    start, seen = BOARD.place("Boghali"), set[Hex]()
    ahead = [start]
    while ahead:
        here = ahead.pop()
        if here in seen:
            continue
        seen.add(here)
        near = [each for each in here.neighbours() if each in BOARD.cells]
        ahead.extend(there for there in near if known.edge(here, there).foot < NEVER)
    assert seen == set(on_land())
