"""AreaMap: what stands on it, what is read out, how far units get, how it refuses."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable

import pytest

import widgets
from wargame.area_combat.atlas import Atlas, load_atlas
from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import load_nations
from wargame.area_combat.rail import rail_reach
from wargame.area_combat.theatre import Theatre, load_theatre
from wargame.core.errors import RequestError
from wargame.core.grid import Hexside
from widgets import area_board
from widgets.area_map import AreaMap
from widgets.errors import WidgetError


@pytest.fixture
def theatre() -> Theatre:
    return load_theatre()


@pytest.fixture
def areas() -> AreaMap:
    return AreaMap()


def picture_of(areas: AreaMap) -> str:
    found = re.search(r"base64,([^\"]+)", areas.static_html())
    assert found is not None
    return b64decode(found[1]).decode()


# ---- the board ----------------------------------------------------------------------------------


def test_a_cell_of_the_sketch_is_a_cell_of_the_board(theatre: Theatre) -> None:
    board = area_board.board_of(theatre)
    assert set(board.cells) == set(theatre.atlas.cells)
    for cell in board.cells:
        assert board.hex(board.label(cell)) == cell
    assert board.hex("1.1") in theatre.atlas.cells
    assert theatre.atlas.cells[board.hex("6.4")] == "fr"  # fourth word of the sixth row


def test_nations_are_told_apart_without_colour() -> None:
    letters = area_board.letters()
    assert len(set(letters.values())) == len(load_nations())
    hatches = {each.side: area_board.looks()[each.id].hatch for each in load_nations()}
    assert hatches["axis"] != hatches["allies"]


def test_borders_lie_between_areas_and_say_where_there_is_no_way(theatre: Theatre) -> None:
    atlas, board = theatre.atlas, area_board.board_of(theatre)
    for side, kinds in board.hexsides.items():
        one, other = (atlas.cells[cell] for cell in side.hexes)
        assert one != other
        assert (kinds == {"no way across"}) == (frozenset({one, other}) not in atlas.borders)
    inner = next(
        Hexside.between(cell, beside)
        for cell, name in atlas.cells.items()
        for beside in cell.neighbours()
        if atlas.cells.get(beside) == name
    )
    assert inner not in board.hexsides


def test_railways_join_neighbours_that_have_one(theatre: Theatre) -> None:
    atlas, board = theatre.atlas, area_board.board_of(theatre)
    for side in board.links["railroad"]:
        for cell in side.hexes:
            assert atlas.areas[atlas.cells[cell]].rail
    middles = area_board.middles(atlas)
    assert all(atlas.cells[at] == name for name, at in middles.items())


def test_inner_cells_have_no_line(areas: AreaMap) -> None:
    """The ground of a map of areas is drawn without a line round each cell."""
    ground = areas.map.board_svg.partition("wg-areas")[2].partition("</g>")[0]
    assert "<path" in ground
    assert "stroke=" not in ground


# ---- choosing -----------------------------------------------------------------------------------


def test_a_cell_chooses_its_area(areas: AreaMap) -> None:
    called: list[str] = []
    areas.on_area(lambda area: called.append(area.name))
    areas.map.choose(areas.map.label_of("ge"))
    assert areas.area == "ge"
    areas.map.choose(areas.map.label_of("ge"))
    areas.form["area"].value = "po"
    assert (areas.area, called) == ("po", ["Germany", "Poland"])


def test_an_area_answers_to_its_names(areas: AreaMap) -> None:
    for word in ("fr", "France", "paris"):
        areas.choose("")
        areas.choose(word)
        assert areas.area == "fr"
    areas.area = "Berlin"
    assert areas.area == "ge"
    assert "Germany" in areas.map.message


def test_facts_are_spoken_and_stand_beside_the_map(areas: AreaMap) -> None:
    areas.choose("Germany")
    for words in (areas.map.message, areas.panel.value, areas.text_twin()):
        for fact in ("Germany (Axis)", "Berlin", "10", "3 armor", "2 fighters", "Poland"):
            assert fact in words
    assert "Sweden" in areas.panel.value  # no way across


def test_every_cell_of_an_area_reads_out_what_it_is(areas: AreaMap) -> None:
    sheet = areas.map
    for cell, name in sheet.theatre.atlas.cells.items():
        if name == "ge":
            label = sheet.board.label(cell)
            assert sheet.names[label] == "Germany"
            assert "2 bombers" in sheet.occupants[label]
            at = sheet.geometry["label"].index(label)
            assert "Victory City Berlin" in sheet.kinds[sheet.geometry["kind"][at]]


def test_neighbours_are_outlined(areas: AreaMap) -> None:
    assert not areas.map.backdrop_svg
    areas.choose("Egypt")
    beside = len(areas.plan.theatre.atlas.beside("eg"))
    assert areas.map.backdrop_svg.count("#00664b") == beside
    assert areas.map.backdrop_svg.count("#005b96") == 1


# ---- how far units get --------------------------------------------------------------------------


def test_rail_reach_is_that_of_the_rules(areas: AreaMap, theatre: Theatre) -> None:
    areas.choose("Germany")
    areas.show_reach("rail", "armor")
    unit = theatre.units.unit("armor")
    assert areas.plan.ways == rail_reach(theatre, "germany", "ge", unit)
    assert f"reaches {len(areas.plan.ways)} territories" in areas.map.message
    assert "1 step: Poland" in areas.panel.value


@pytest.mark.parametrize(
    ("kind", "unit", "words"),
    [
        ("return", "bomber", "3 steps, half of its 6"),
        ("range", "bomber", "6 steps, its whole range"),
        ("rail", "fighter", "ground forces only"),
        ("range", "infantry", "does not fly"),
    ],
)
def test_reaches_are_said(areas: AreaMap, kind: str, unit: str, words: str) -> None:
    areas.choose("Germany")
    areas.show_reach(kind, unit)
    assert words in areas.map.message


def test_a_unit_is_taken_from_what_stands_there(areas: AreaMap) -> None:
    areas.choose("United Kingdom")
    areas.form["unit"].value = "united-states bomber"
    areas.form["reach"].value = "return"
    assert (areas.plan.nation, areas.plan.unit) == ("united-states", "bomber")
    assert "ge" in areas.plan.ways
    areas.choose("Spain")
    assert areas.map.message.endswith("Nothing stands in Spain.")


# ---- another position ---------------------------------------------------------------------------


def test_another_position_keeps_the_choice(areas: AreaMap, theatre: Theatre) -> None:
    areas.choose("Ukraine")
    later = theatre.with_owner("ua", "soviet-union").with_force("ua", "germany", read_force(""))
    later = later.replace(interdictions=(("ua", "germany"),))
    areas.show(later)
    assert areas.area == "ua"
    assert "Soviet Union (Allies)" in areas.panel.value
    assert "bombers of Germany interdict it" in areas.map.message
    assert "stops t" in areas.map.overlay_svg


def test_an_atlas_alone_shows_owners_and_no_force() -> None:
    areas = AreaMap(load_atlas())
    assert "Germany (Axis)" in areas.text_twin()
    assert "infantry" not in areas.text_twin()
    assert AreaMap("europe").text_twin() == areas.text_twin()


# ---- how it refuses -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: AreaMap(7), "a theatre, an atlas"),
        (lambda: AreaMap("europa"), "did you mean europe"),
        (lambda: AreaMap(hight=3), "theatre, area, height"),
        (lambda: AreaMap().show_reach("train"), "rail"),
        (lambda: AreaMap().choose(3), "the name of an area"),
    ],
)
def test_bad_input_gets_a_sentence(call: Callable[[], object], words: str) -> None:
    with pytest.raises(WidgetError, match=words):
        call()


def test_an_unknown_area_is_refused_on_the_screen_too(areas: AreaMap) -> None:
    with pytest.raises(RequestError, match="Germany"):
        areas.choose("Germani")
    assert "Germany" in areas.map.error
    with pytest.raises(RequestError):
        areas.area = "Atlantis"
    assert areas.area == ""


# ---- without a kernel ---------------------------------------------------------------------------


def test_the_picture_needs_no_script(areas: AreaMap) -> None:
    areas.choose("Germany")
    html = areas.static_html()
    assert "<script" not in html
    assert "Owner" in html
    picture = picture_of(areas)
    for drawn in ("Germany", "Berlin", "5i 2a 3t", "2f 2b", "Black Sea"):
        assert drawn in picture


def test_names_of_a_map_are_never_markup(theatre: Theatre) -> None:
    from attrs import evolve

    atlas = theatre.atlas
    bad = evolve(atlas.areas["ge"], name="<b>&", city="'\"<i>")
    hostile = Atlas(
        "x", "<u>", {**atlas.areas, "ge": bad}, atlas.cells, atlas.borders, atlas.provenance
    )
    shown = AreaMap(hostile, "ge")
    for html in (shown.panel.value, shown.map.overlay_svg, picture_of(shown)):
        assert "<b>&" not in html
        assert "<i>" not in html


def test_it_is_one_of_the_widgets() -> None:
    assert widgets.AreaMap is AreaMap
