"""The renderer: deterministic, escaped, honest about where a map comes from."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from wargame.core.board import HATCHES, Board
from wargame.core.provenance import Provenance
from wargame.fire_and_movement.scenario import load_scenario
from widgets import fm_view
from widgets.legend import legend_html
from widgets.svg import (
    COLUMN,
    Box,
    board_svg,
    defs,
    image,
    part_of,
    static_map,
    view_box,
)
from widgets.svg_counters import Counter, _symbols, counters_svg, symbol
from widgets.svg_marks import above, fill_id, mixed, word

EVIL = '<script>alert("x")</script>&\x07'


@pytest.fixture(scope="module")
def board() -> Board:
    return load_scenario().situation.board


def parsed(inner: str) -> ET.Element:
    """Read SVG elements; a mistake in the markup raises."""
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>')  # noqa: S314 - our own markup


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def renamed(board: Board, name: str) -> Board:
    """Return the board with a name on its first hex, and titles and credits to match."""
    first, *_ = board.cells
    cells = {**board.cells, first: evolve(board.cells[first], name=name)}
    return evolve(board, cells=cells, title=name, credits=(name,))


def test_the_same_board_gives_the_same_text(board: Board) -> None:
    assert board_svg(board) == board_svg(board)
    assert defs(board) == defs(board)


def test_every_layer_is_well_formed_and_can_be_left_out(board: Board) -> None:
    whole = parsed(defs(board) + board_svg(board))
    groups = [g.get("class") for g in whole if (g.get("class") or "").startswith("wg-")]
    assert groups == ["wg-terrain", "wg-features", "wg-hexsides", "wg-links", "wg-names"]
    assert "wg-names" not in board_svg(board, ["terrain"])


def test_terrain_is_few_paths_and_covers_every_hex_once(board: Board) -> None:
    terrain = parsed(board_svg(board, ["terrain"]))[0]
    outlines = sum(path.get("d", "").count("M") for path in terrain)
    assert outlines == len(board.cells)
    assert len(terrain) < len(board.cells) / 4


def test_every_pattern_that_is_used_is_defined(board: Board) -> None:
    used = set(re.findall(r"url\(#([^)]+)\)", board_svg(board)))
    used |= set(re.findall(r'href="#([^"]+)"', board_svg(board)))
    defined = set(re.findall(r'id="([^"]+)"', defs(board)))
    assert used <= defined


def test_a_name_is_text_whatever_it_contains(board: Board) -> None:
    evil = renamed(board, EVIL)
    picture = static_map(evil, "", {}, evil.title)
    legend = legend_html(evil, {EVIL: "rectangle"})
    for markup in (picture, legend):
        assert "<script" not in markup
        assert "\x07" not in markup
    assert "alert" in "".join(ET.fromstring(picture).itertext())  # noqa: S314 - our own markup


def test_a_counter_is_text_whatever_it_contains(board: Board) -> None:
    at = next(iter(board.cells))
    evil = Counter(at, EVIL, EVIL, 1, 2, "infantry", "brigade", "diamond", EVIL)
    markup = counters_svg(board, [evil])
    assert "<script" not in markup
    parsed(markup)


def test_a_strange_terrain_id_cannot_break_out_of_an_attribute() -> None:
    assert re.fullmatch(r"[a-zA-Z0-9-]+", fill_id('x" onload="y'))
    assert word('"') == "&quot;"


def test_every_hatch_has_a_drawing(board: Board) -> None:
    look = next(iter(board.terrain.values()))
    for hatch in HATCHES:
        changed = evolve(board, terrain=dict.fromkeys(board.terrain, evolve(look, hatch=hatch)))
        assert ("<pattern" in defs(changed)) == (hatch != "none")


def test_labels_can_be_read_on_every_terrain(board: Board) -> None:
    for kind, look in board.terrain.items():
        assert contrast("#1a1a1a", look.colour) >= 4.5, kind
        assert contrast("#1a1a1a", mixed(look.colour, "#1a1a1a", 0.15)) >= 4.5, kind


def test_terrain_is_not_told_by_colour_alone(board: Board) -> None:
    signs = {(look.hatch, look.glyph) for look in board.terrain.values()}
    letters = {look.letter for look in board.terrain.values()}
    assert len(letters) == len(board.terrain)
    assert len(signs) >= len(board.terrain) - 1


def test_sides_differ_by_the_shape_of_the_frame() -> None:
    assert symbol("infantry", "brigade", "rectangle") != symbol("infantry", "brigade", "diamond")


def test_counters_show_factors_steps_and_words(board: Board) -> None:
    situation = load_scenario().situation
    counters = {counter.says: counter for counter in fm_view.counters(situation)}
    regiment = next(each for says, each in counters.items() if says.startswith("31st Regiment"))
    assert (regiment.factors, regiment.steps, regiment.full) == ("5-6-4", 3, 3)
    markup = counters_svg(board, [regiment])
    assert "5-6-4" in markup
    assert markup.count("a1.9") == 6  # three dots of two half circles each
    assert fm_view.frames(situation) == {"British": "rectangle", "Central Powers": "diamond"}


def test_the_legend_says_where_the_map_comes_from(board: Board) -> None:
    legend = legend_html(board, {})
    assert "hexes reconstructed" in legend
    assert "hexes printed" in legend
    assert "★ before a name" in legend
    assert "APP-6" not in legend
    assert "APP-6" in legend_html(board, {"British": "rectangle"})
    for look in board.terrain.values():
        assert look.name in legend


def test_a_board_without_descriptions_is_still_drawn() -> None:
    bare = Board.from_text("row-column 0103\n. open\n\n...\n")
    unknown = evolve(bare, terrain={}, provenance=Provenance("derived"))
    assert "url(#fill-open)" in board_svg(unknown)
    assert view_box(evolve(bare, cells={})) == (0, 0, 64, 64)


def test_every_unit_of_the_scenarios_has_a_symbol_of_its_arm_and_size() -> None:
    """Falling back to plain infantry is for units that nobody has described."""
    roster = load_scenario().situation.roster
    drawn = _symbols()
    for unit in roster.units.values():
        assert f"rectangle/{unit.kind}/{unit.size}" in drawn, unit.id


def test_an_unknown_arm_is_drawn_as_infantry() -> None:
    assert symbol("rocketeers", "brigade", "diamond") == symbol("infantry", "brigade", "diamond")
    assert symbol("rocketeers", "horde", "diamond") == symbol("infantry", "", "diamond")


def test_names_lie_over_counters_and_under_what_is_drawn_over_them() -> None:
    situation = load_scenario().situation
    cards = counters_svg(situation.board, fm_view.counters(situation))
    picture = static_map(situation.board, cards + above("<path/>"), {}, "Gaza")
    places = [picture.index(f'class="{name}"') for name in ("wg-counter", "wg-names", "wg-above")]
    assert places == sorted(places)
    assert picture.count("wg-names") == 1
    assert "wg-names" not in static_map(situation.board, cards, {}, "Gaza", layers=["terrain"])


def test_of_a_quarter_the_map_has_the_quarter_alone() -> None:
    """Six names that began with Beirut lay over each other on a map seen from afar."""
    board = load_scenario("lebanon_82/peace_for_galilee").situation.board
    picture = static_map(board, "", {}, "Lebanon")
    assert ">Mazraa</text>" in picture
    assert "(" not in "".join(re.findall(r">([^<>]*)</text>", picture))
    assert board.describe(board.hex("0718")).startswith("0718 Beirut (Mazraa)")


def test_names_stay_readable_on_a_picture_that_shrinks_to_the_page() -> None:
    whole = load_scenario("gaza_1917/second_battle").situation.board
    near = view_box(part_of(whole, (0, 0, 300, 300)))

    def size(box: Box) -> float:
        found = re.search(r'wg-names"><g text-anchor="middle" font-size="([0-9.]+)"', drawn(box))
        assert found is not None
        return float(found[1])

    def drawn(box: Box) -> str:
        return static_map(whole, "", {}, "Gaza", box)

    assert size(near) == 8
    assert size(view_box(whole)) * COLUMN / view_box(whole)[2] > 7


def test_a_picture_is_never_wider_than_its_page(board: Board) -> None:
    assert "max-width:100%" in image(static_map(board, "", {}, "Gaza"), "Gaza").partition("src=")[0]
