"""The board and the counters of Lebanon '82, against what the book prints and counts."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from tests.fire_and_movement.lebanon import ARAB, IN_1976, ISRAELI, PLO, SYRIAN, lebanon
from wargame.core.board import Board
from wargame.core.board_file import load_board
from wargame.core.board_text import board_from_text
from wargame.core.data import scenario_folder
from wargame.core.grid import Hex, Hexside
from wargame.fire_and_movement.direction import edges_of
from wargame.fire_and_movement.movement import moved
from wargame.fire_and_movement.reach import reach
from wargame.fire_and_movement.sams import standing
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.units import Unit

NAMES = {
    "0708": "Zahle", "0719": "PLO HQ", "0818": "Beirut Airport", "1018": "Khalob",
    "1219": "Damour", "1820": "Sidon", "1921": "Ein Hilweh", "2008": "Rashayyah",
    "2312": "Hasbaita", "2518": "Nabatiya", "2616": "Beaufort Castle", "2923": "Shemli",
    "2925": "Tyre", "3119": "Alras Jouaiya", "3224": "Mansouri", "3418": "Bent Jubail",
}  # fmt: skip
UNNAMED = ("2816", "3116", "3121", "3217", "3220", "3222", "3420", "3519")
BASTIONS = {"0719", "1921", "2616", "2923", "3119"}
ROWS, COLUMNS = 39, 27
SECTORS = ("91", "36", "162", "90", "252")


@cache
def board() -> Board:
    return load_board(scenario_folder() / "lebanon_82" / "board.toml")


def marked(feature: str) -> set[str]:
    """Return the numbers of the hexes with a feature."""
    cells = board().cells.items()
    return {board().label(at) for at, cell in cells if feature in cell.features}


def land() -> set[Hex]:
    return {at for at, cell in board().cells.items() if "sea" not in cell.terrain}


def beyond(start: str) -> set[Hex]:
    """Return the land that one reaches from a hex without crossing the Litani."""
    found = {board().hex(start)}
    todo = list(found)
    while todo:
        here = todo.pop()
        for there in board().neighbours(here):
            if there in land() - found and "litani" not in board().side(here, there):
                found.add(there)
                todo.append(there)
    return found


@pytest.mark.cases("LEB82", "10.4/1", "10.5", "12.0", "20.2", "13.0")
def test_the_printed_hexes_have_their_names_and_are_land_in_lebanon() -> None:
    for label, name in NAMES.items():
        assert board().cell(board().hex(label)).name == name
    for label in (*NAMES, *UNNAMED, "0908"):
        cell = board().cell(board().hex(label))
        assert "sea" not in cell.terrain
        assert "lebanon" in cell.features
    assert not any(board().cell(board().hex(label)).name for label in UNNAMED)
    assert len({*NAMES, *UNNAMED, "0908"}) == 25
    assert len(board().cells) == ROWS * COLUMNS


@pytest.mark.cases("LEB82", "12.0", "10.2/5")
def test_five_bastions_with_a_bastion_hexside_all_round() -> None:
    assert marked("bastion") == BASTIONS
    for label in BASTIONS:
        here = board().hex(label)
        for there in board().neighbours(here):
            if there in land():
                assert "bastion" in board().side(here, there)


@pytest.mark.cases("LEB82", "25.2", "27.0", "13.0", "10.4")
def test_six_hexes_of_beirut_and_six_sites_with_their_envelope() -> None:
    assert len(marked("beirut")) == len(marked("sam_site")) == 6
    assert marked("beirut") == {
        board().label(at) for at, cell in board().cells.items() if "beirut" in cell.terrain
    }
    assert {"0908"} < marked("sam_site")
    sites = [board().hex(label) for label in marked("sam_site")]
    near = {cell for site in sites for cell in site.disc(2) if cell in land()}
    assert marked("sam_envelope") == {board().label(cell) for cell in near}
    assert {board().label(site) for site in standing(lebanon())} == marked("sam_site")


def test_the_coast_is_land_beside_the_sea() -> None:
    sea = set(board().cells) - land()
    found = {board().label(at) for at in land() if sea & set(board().neighbours(at))}
    assert marked("coast") == found
    assert {"0719", "1219", "1820", "1921", "2925", "3224"} <= found


@pytest.mark.cases("LEB82", "20.0")
def test_the_litani_divides_the_map_and_the_hexes_of_2006_lie_beyond_it() -> None:
    south = {board().label(cell) for cell in beyond("3616")}
    assert south == marked("south_of_litani")
    assert {"2925", "2923", "3224", "2816", "3519", *UNNAMED} <= south
    assert not south & {"2616", "2518", "1820", "0708", "0618"}
    assert marked("lake") == set()
    lakes = [side for side, kinds in board().hexsides.items() if "lake" in kinds]
    assert len(lakes) == 2
    assert all("river" not in board().hexsides[side] for side in lakes)


@pytest.mark.cases("LEB82", "10.3", "20.1/1")
def test_every_hex_of_israel_is_in_one_sector_and_the_golan_is_that_of_the_252nd() -> None:
    own = [marked(f"sector:{each}") for each in SECTORS]
    assert sum(map(len, own)) == len(set.union(*own))
    assert set.union(*own[:-1]) == marked("israel")
    assert own[-1] == marked("golan")
    countries = [marked(each) for each in ("lebanon", "israel", "golan", "syria")]
    assert sum(map(len, countries)) == len(land())


@pytest.mark.cases("LEB82", "25.1")
def test_the_edges() -> None:
    assert marked("east_edge") == {f"{row:02}01" for row in range(1, ROWS + 1)}
    numbers = {board().label(cell) for cell in land()}
    assert marked("north_edge") == {label for label in numbers if label.startswith("01")}
    assert marked("south_edge") == {label for label in numbers if label.startswith("39")}


def test_no_road_or_river_runs_in_the_sea() -> None:
    everywhere = [*board().hexsides, *board().links["road"]]
    assert everywhere
    assert all(cell in land() for side in everywhere for cell in side.hexes)
    river: set[Hexside] = {s for s, kinds in board().hexsides.items() if "litani" in kinds}
    assert all(board().hexsides[side] & {"river", "lake"} for side in river)


def test_the_board_reads_back_from_its_text() -> None:
    again = board_from_text(board().to_text())
    assert again.cells.keys() == board().cells.keys()
    assert again.hexsides == board().hexsides


def test_a_brigade_goes_by_the_coast_road_a_hex_a_point() -> None:
    situation = lebanon()
    label = "3825"
    others = tuple(piece for piece in situation.pieces if piece.unit == "IS-91-A1")
    assert others
    alone = moved(situation, "IS-91-A1", others[0].at.neighbours()[2], mobile=False)
    assert alone.moved == {"IS-91-A1"}
    assert reach(situation, "IS-91-A2").ends
    assert label in {board().label(cell) for cell in board().cells}


# ---- counters


def units(nationality: str) -> list[Unit]:
    known = lebanon().roster.units.values()
    return [unit for unit in known if unit.nationality == nationality]


@pytest.mark.cases("LEB82", "10.5", "11.1/2", "11.1/3", "16.0", "10.4/1")
def test_the_counters_make_a_sheet_of_a_hundred() -> None:
    counts = [len(units(each)) for each in (ISRAELI, SYRIAN, PLO)]
    assert counts == [31, 19, 20]
    markers = Counter(each.side for each in lebanon().roster.markers.values())
    assert markers == {ISRAELI: 14, ARAB: 9}
    fired, turn = 6, 1
    assert sum(counts) + markers.total() + fired + turn == 100
    assert sum(unit.kind == "commando" for unit in units(SYRIAN)) > 10
    fronts = {str(unit.faces[0]) for unit in units(ISRAELI) if unit.formation == "96th Division"}
    assert fronts == {"8-7-7", "4-2-5"}
    assert any(unit.faces[0].attack == 0 for unit in units(PLO))
    assert all(unit.faces[0].attack for unit in (*units(ISRAELI), *units(SYRIAN)))


def test_the_units_of_1976_are_those_of_1982() -> None:
    then, now = lebanon(IN_1976).roster, lebanon().roster
    assert {unit.side for unit in then.units.values()} == {SYRIAN, PLO}
    for unit in then.units.values():
        twin = now.unit(unit.id)
        assert (unit.name, unit.faces, unit.kind) == (twin.name, twin.faces, twin.kind)
        assert unit.side == unit.nationality == twin.nationality
    for marker in then.markers.values():
        assert marker.value == now.marker(marker.id).value


def test_beirut_keeps_its_capital_as_ground_and_as_a_goal() -> None:
    assert board().describe(board().hex("0618")) == "0618 Beirut: clear, Beirut"
    rules = load_scenario("lebanon_82/invasion_1976").situation.ruleset
    assert edges_of(rules, "PLO") == "Beirut"
    assert edges_of(rules, "Syrian") == "north or east"
