"""The whole board of Gaza 1917 and its counters, against what the book prints and counts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS
from wargame.core.board_file import load_board
from wargame.core.board_text import board_from_text
from wargame.core.data import scenario_folder
from wargame.fire_and_movement.scenario import Scenario, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.units import Unit

VICTORY = {
    "0107": 3, "0702": 2, "0712": 1, "0913": 3, "0914": 3, "1210": 1,
    "1310": 1, "1607": 1, "1706": 1, "2101": 2, "2103": 2,
}  # fmt: skip
NAMES = {
    "0107": "To Ramle", "0702": "Huj", "0712": "ANZAC Ridge", "0913": "Gaza (east)",
    "0914": "Gaza (west)", "1210": "Beer Trenches", "1310": "Tank Redoubt",
    "1607": "Atawineh Redoubt", "1706": "Hairpin Redoubt", "1821": "Deir el Belah",
    "2101": "To Beersheva", "2103": "Hareira Redoubt",
}  # fmt: skip
DEIR_EL_BELAH = "1821"
ROWS, COLUMNS = 29, 30
LEG = frozenset({"infantry", "machine gun", "engineer", "tank"})
MOVES = {
    "cavalry": {8}, "camel": {6}, "motor machine gun": {8}, "train": {8},
    "infantry": {3}, "engineer": {3}, "tank": {3}, "machine gun": {3},
}  # fmt: skip


@cache
def board(name: str = "board") -> Board:
    return load_board(scenario_folder() / "gaza_1917" / f"{name}.toml")


@cache
def battle() -> Scenario:
    return load_scenario("gaza_1917/second_battle")


def marked(feature: str, on: Board | None = None) -> set[Hex]:
    """Return the hexes of the board with a feature."""
    return {at for at, cell in (on or board()).cells.items() if feature in cell.features}


def land() -> set[Hex]:
    return {at for at, cell in board().cells.items() if "sea" not in cell.terrain}


def figures(cells: Iterable[Hex]) -> set[tuple[int, int]]:
    """Return rows and columns."""
    return {board().numbering.to_figures(cell) for cell in cells}


def spread(start: Hex, may: Callable[[Hex, Hex], bool]) -> set[Hex]:
    """Return the hexes that can be reached from one by allowed steps."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        new = {each for each in board().neighbours(here) if each not in found and may(here, each)}
        found |= new
        waiting += new
    return found


# ---- The board ----------------------------------------------------------------------------------


@pytest.mark.cases("GAZA", "12.4", "12.4/1", "12.4/2", "12.4/3", "12.4/4", "12.4/5", "12.4/6")
@pytest.mark.cases("GAZA", "12.4/7", "12.4/8", "12.4/9", "12.4/10", "12.4/11")
def test_every_victory_hex_is_where_the_book_prints_it_with_its_points() -> None:
    worth = {
        board().label(at): int(mark.partition(":")[2])
        for at, cell in board().cells.items()
        for mark in cell.features
        if mark.startswith("objective:")
    }
    assert worth == VICTORY
    assert sum(worth.values()) == 20
    assert {label: board().cell(board().hex(label)).name for label in NAMES} == NAMES


@pytest.mark.cases("GAZA", "12.1")
def test_gaza_is_its_two_printed_hexes() -> None:
    assert marked("gaza") == {board().hex("0913"), board().hex("0914")}
    assert all("town" in board().cell(at).terrain for at in marked("gaza"))


def test_the_board_is_a_sheet_of_whole_rows_and_columns() -> None:
    assert figures(board().cells) == {
        (row, column) for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)
    }
    assert min(column for _, column in figures(land())) == 1
    assert max(column for _, column in figures(land())) == COLUMNS - 1


@pytest.mark.cases("GAZA", "11.3/2", "11.3/3")
def test_troops_arrive_at_the_true_north_and_east_edges() -> None:
    assert figures(marked("north_edge")) == {each for each in figures(land()) if each[0] == 1}
    assert figures(marked("east_edge")) == {(row, 1) for row in range(1, ROWS + 1)}
    assert figures(marked("south_edge")) == {each for each in figures(land()) if each[0] == ROWS}
    assert board().hex("0107") in marked("north_edge")
    assert board().hex("2101") in marked("east_edge")


def test_the_sector_of_the_lessons_means_the_same_on_the_board() -> None:
    whole, part = board(), board("sector")
    cuts = {"coast"}  # land beside sea that the sector does not show
    for at, cell in part.cells.items():
        same = whole.cells[at]
        assert (same.terrain, same.height, same.name) == (cell.terrain, cell.height, cell.name)
        assert same.provenance == cell.provenance or not cell.name
        assert cell.features <= same.features
        assert same.features - cell.features <= cuts, whole.label(at)
    for kind, sides in part.links.items():
        assert sides <= whole.links[kind]


@pytest.mark.cases("GAZA", "18.6/1")
def test_coast_is_land_beside_the_sea() -> None:
    ashore = land()
    beside = {at for at in ashore if any(each not in ashore for each in board().neighbours(at))}
    assert marked("coast") == beside


@pytest.mark.cases("GAZA", "11.2", "11.4")
def test_the_ghuzze_parts_the_land_from_the_sea_to_the_south_edge() -> None:
    wadi = marked("wadi_el_ghuzze")
    assert all("wadi" in board().cell(at).terrain for at in wadi)
    assert wadi & marked("coast")
    assert wadi & marked("south_edge")
    dry = land() - wadi
    south = spread(board().hex(DEIR_EL_BELAH), lambda _, there: there in dry)
    north = spread(board().hex("0914"), lambda _, there: there in dry)
    assert south | wadi == marked("british_setup")
    assert not south & north
    assert south | north | wadi == land()


@pytest.mark.cases("GAZA", "11.4/1", "12.2", "13.2", "15.0/3")
def test_the_railroads_run_to_the_edges_on_each_side_of_the_wadi() -> None:
    rails = {each for side in board().links["railroad"] for each in side.hexes}
    british = spread(board().hex(DEIR_EL_BELAH), lambda a, b: board().linked("railroad", a, b))
    ottoman = spread(board().hex("0508"), lambda a, b: board().linked("railroad", a, b))
    assert british | ottoman == rails
    assert british <= marked("british_setup")
    assert not ottoman & marked("british_setup")
    assert british & marked("south_edge")
    assert ottoman & marked("north_edge")
    goal, start = marked("ottoman_goal"), marked("train_start")
    assert goal - start == {board().hex(DEIR_EL_BELAH)}
    rows = [row for row, _ in figures(start)]
    assert min(rows) > 18
    beyond = british - goal
    assert max(row for row, _ in figures(beyond)) < 18


def test_every_land_hex_can_be_walked_to() -> None:
    ashore = land()
    assert spread(board().hex("0107"), lambda _, there: there in ashore) == ashore


def test_the_board_says_what_is_ours() -> None:
    assert board().provenance.kind == "reconstructed"
    printed = {board().label(at) for at in board().cells if _kind(at) == "printed"}
    assert printed == {"0913", "0914"}
    for label in NAMES:
        source = board().cell(board().hex(label)).provenance.source
        assert "printed" in source or "GAZA 12.4" in source
    assert not {"marsh"} & {kind for cell in board().cells.values() for kind in cell.terrain}


def _kind(at: Hex) -> str:
    return board().cell(at).provenance.kind


def test_the_board_reads_back_from_its_text() -> None:
    again = board_from_text(board().to_text())
    assert {at: cell.terrain for at, cell in again.cells.items()} == {
        at: cell.terrain for at, cell in board().cells.items()
    }
    assert again.links == board().links


# ---- The set-up ---------------------------------------------------------------------------------


@pytest.mark.cases("GAZA", "11.2", "11.4", "11.4/1")
def test_the_second_battle_is_set_up_on_the_whole_board_in_the_printed_areas() -> None:
    situation = battle().situation
    assert situation.board.id == "gaza_board"
    for piece in situation.pieces:
        unit = situation.unit(piece.unit)
        area = "train_start" if unit.kind == "train" else "british_setup"
        inside = area in situation.board.cell(piece.at).features
        assert inside == (unit.side == BRITISH), unit.id
    assert load_scenario("gaza_1917/eve_of_assault").situation.board.id == "gaza_sector"


@pytest.mark.cases("GAZA", "11.2/9", "11.2/10", "11.3/6", "11.4/4")
def test_who_is_not_on_the_map_waits_or_is_set_aside() -> None:
    situation = battle().situation
    off = situation.roster.units.keys() - {piece.unit for piece in situation.pieces}
    waiting = {"CP-RC", "CP-3CAV-1", "CP-3CAV-2"}
    assert off - waiting == {f"CP-{name}-BN" for name in (31, 32, 39, 47, 48, 125)}
    assert battle().setup.waiting == ["CP-FS-20"]
    counters = Counter((each.side, each.kind) for each in battle().counters)
    assert counters == {(CENTRAL_POWERS, "command"): 1, (BRITISH, "charge"): 2}


# ---- The counters -------------------------------------------------------------------------------


def units(side: str = "") -> list[Unit]:
    every = battle().situation.roster.units.values()
    return [unit for unit in every if side in ("", unit.side)]


def test_the_counters_fill_a_sheet_of_a_hundred() -> None:
    roster, turn_marker = battle().situation.roster, 1
    count = len(roster.units) + len(roster.markers) + len(battle().counters) + turn_marker
    assert count == 100
    markers = Counter(marker.side for marker in roster.markers.values())
    others = Counter(counter.side for counter in battle().counters)
    sheets = {
        side: len(units(side)) + markers[side] + others[side] for side in (CENTRAL_POWERS, BRITISH)
    }
    assert sheets == {CENTRAL_POWERS: 51, BRITISH: 48}


@pytest.mark.cases("GAZA", "11.2/1", "11.2/2", "11.2/3", "11.2/4", "11.2/5", "11.2/6", "19.2")
def test_the_central_powers_have_the_printed_formations() -> None:
    placed = {piece.unit for piece in battle().situation.pieces}
    formations = Counter(unit.formation for unit in units(CENTRAL_POWERS) if unit.id in placed)
    assert formations == {
        "3rd Division": 5, "16th Division": 3, "27th Division": 2, "53rd Division (Ottoman)": 2,
        "Reserve (Central Powers)": 5, "Asia Corps": 2,
    }  # fmt: skip


@pytest.mark.cases("GAZA", "19.3", "19.3/1", "19.3/2", "19.3/3", "19.3/4")
@pytest.mark.cases("GAZA", "19.3/5", "19.3/6", "19.3/7")
def test_the_british_have_the_printed_formations() -> None:
    formations = {(unit.formation, unit.formation_type): "" for unit in units(BRITISH)}
    found = {
        formation: (kind, " ".join(u.short for u in units(BRITISH) if u.formation == formation))
        for formation, kind in formations
    }
    infantry, mounted = "infantry division", "mounted division"
    assert found == {
        "52nd Division": (infantry, "155 156 157"),
        "53rd Division (British)": (infantry, "158 159 160 MMG/53"),
        "54th Division": (infantry, "161 162 163 MMG/54"),
        "74th (Yeomanry) Division": (infantry, "229 230 231 Yeo"),
        "Australian and New Zealand Mounted Division": (mounted, "1LH 2LH 22M NZMR"),
        "Imperial Mounted Division": (mounted, "3LH 4LH 5M 6M"),
        "Reserve (British)": ("reserve", "ICB 1/E 2/E LC MC"),
        "Railway": ("none", "Train"),
    }


@pytest.mark.cases("GAZA", "11.2/7", "11.2/8", "11.4/2", "11.4/3")
def test_the_markers_are_as_many_as_printed() -> None:
    markers = battle().situation.roster.markers.values()
    counts = Counter((marker.side, marker.kind, marker.pool) for marker in markers)
    assert counts == {
        (CENTRAL_POWERS, "artillery", True): 20,
        (CENTRAL_POWERS, "air", False): 2,
        (BRITISH, "artillery", True): 15,
        (BRITISH, "air", False): 1,
        (BRITISH, "naval", False): 1,
    }
    reinforcement = battle().situation.roster.marker("CP-FS-20")
    assert (reinforcement.value, reinforcement.provenance.kind) == (2, "printed")


@pytest.mark.cases("GAZA", "13.3", "13.3/1", "13.3/2")
def test_six_regiments_have_three_steps_and_a_battalion_of_their_name() -> None:
    roster = battle().situation.roster
    three = [unit for unit in units() if unit.successor]
    assert [unit.short for unit in three] == ["31", "32", "39", "47", "48", "125"]
    for unit in three:
        heir = roster.unit(unit.successor)
        assert str(unit.faces[0]) == "5-6-4"
        steps = [face.steps for face in (*unit.faces, *heir.faces)]
        assert steps == [3, 2, 1]
        assert (heir.formation, heir.size) == (unit.formation, "battalion")
        assert unit.short in heir.short.split("/")
    others = (unit for unit in units() if not unit.successor)
    assert not [unit.id for unit in others if str(unit.faces[0]) == "5-6-4"]
    assert max(unit.faces[0].steps for unit in units() if not unit.successor) == 2


@pytest.mark.cases("GAZA", "10.3/4", "21.1")
def test_every_unit_says_how_it_moves() -> None:
    for unit in units():
        assert unit.mobile == (unit.kind not in LEG), unit.id
        allowances = {face.movement for face in unit.faces}
        expected = MOVES[unit.kind]
        if unit.side == CENTRAL_POWERS and unit.kind == "cavalry":
            expected = {6}  # fallen off (21.1)
        if unit.successor or unit.id.endswith("-BN") or unit.nationality == "German":
            expected = {4}  # the hard marchers have one point more (21.1)
        assert allowances == expected, unit.id


@pytest.mark.cases("GAZA", "16.1/3", "16.1/4")
def test_every_unit_says_how_it_stacks() -> None:
    support = {unit.id for unit in units() if unit.stacking == "support"}
    assert support == {"BR-53MMG", "BR-54MMG", "BR-1E", "BR-2E", "BR-LC", "BR-MC"}
    assert {unit.kind for unit in units() if unit.id in support} == {"tank", "motor machine gun"}
    for unit in units(CENTRAL_POWERS):
        assert (unit.stacking == "regiment") == (unit.size == "regiment"), unit.id


@pytest.mark.cases("GAZA", "14.0")
def test_the_trench_lines_hold_where_the_book_names_them() -> None:
    trenches = {at for at, cell in board().cells.items() if "trench" in cell.terrain}
    named = ("1210", "1310", "1607", "1706", "2103")
    assert {board().hex(label) for label in named} <= trenches
    assert not trenches & marked("british_setup")


def test_tracks_lead_on_without_a_gap() -> None:
    way = ["0508", "0408", "0307", "0207", "0107"]
    for here, there in pairwise(map(board().hex, way)):
        assert board().linked("track", here, there)
