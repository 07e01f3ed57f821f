"""Pictures of sight: what is drawn is what lies on the line, and it is written as well."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from tests.widgets.shared import HOSTILE
from wargame.core.board_text import board_from_text
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.sight import VERDICTS, Verdict
from widgets.explorers.los import demonstration
from widgets.sight_profile import Profile, profile_of
from widgets.sight_section import profile_svg
from widgets.sight_svg import heights_svg, key_svg, line_svg, view_shapes, view_svg

FIELD = Field(demonstration(), GALLIPOLI_1915)
ROAD = """
column-row 29.46
g grassland
s scrub
t town

g
g
s
t
g

29.46 height=2
29.45 height=2
29.44 height=1
side crest 29.45-29.44
side ridge 29.44-29.43
"""


def section(start: str, end: str, field: Field = FIELD) -> Profile:
    return profile_of(field, field.board.hex(start), field.board.hex(end))


def drawn(start: str, end: str, verdict: Verdict | None = "Open") -> str:
    return line_svg(FIELD, FIELD.board.hex(start), FIELD.board.hex(end), verdict)


def parsed(elements: str) -> ET.Element:
    """Return SVG elements as a tree: whatever is not well formed is refused."""
    return ET.fromstring(f"<svg>{elements}</svg>")  # noqa: S314 - our own text


@pytest.fixture
def road() -> Field:
    return Field(board_from_text(ROAD), GALLIPOLI_1915)


def test_heights_are_figures_tints_and_contours(road: Field) -> None:
    tree = parsed(heights_svg(road.board))
    assert sorted(text.text or "" for text in tree.iter("text")) == ["1", "2", "2"]
    opacities = [path.get("fill-opacity") for path in tree.iter("path")]
    assert opacities[:2] == ["0.13", "0.26"]
    contours = [path for path in tree.iter("path") if path.get("stroke") == "#6b3f12"]
    assert (contours[0].get("d") or "").count("M") == 2
    teeth = [path for path in tree.iter("path") if path.get("stroke") == "#333"]
    assert (teeth[0].get("d") or "").count("M") == 3


def test_flat_ground_has_no_heights() -> None:
    flat = board_from_text("column-row 29.46\ng grassland\n\ngg\ngg\n")
    assert list(parsed(heights_svg(flat)).iter("path")) == []


@pytest.mark.parametrize("verdict", VERDICTS)
def test_a_verdict_is_told_by_word_and_stroke(verdict: Verdict) -> None:
    others = {each: drawn("12.17", "21.16", each) for each in VERDICTS if each != verdict}
    own = drawn("12.17", "21.16", verdict)
    assert f">{verdict}</text>" in own
    assert own not in others.values()
    dashes = own.count("stroke-dasharray")
    assert dashes == (0 if verdict == "Open" else 1)


def test_a_line_off_the_map_is_not_covered() -> None:
    assert "Not covered" in drawn("12.17", "21.16", None)


def test_the_line_shows_hexsides_run_along_and_ridges() -> None:
    tree = parsed(drawn("15.20", "19.14", "Partial"))
    along = [path for path in tree.iter("path") if path.get("stroke") == "#f2c200"]
    assert (along[0].get("d") or "").count("M") == 4
    titles = [title.text for title in tree.iter("title")]
    assert "ridge 17.16 / 18.17, level 1" in titles
    assert {"Spotter", "Target"} <= set(titles)


def test_a_ridge_beside_an_end_is_hollow() -> None:
    assert section("17.16", "18.16").spikes[0].adjacent
    assert 'fill="#fff" stroke="#2b1a10"' in drawn("17.16", "18.16")
    assert 'fill="#fff" stroke="#2b1a10"' not in drawn("12.17", "21.16")


def test_the_field_of_view_has_a_hatch_for_each_verdict() -> None:
    cells = list(FIELD.spots)[:3]
    tree = parsed(view_svg(view_shapes(FIELD.board), dict(zip(cells, VERDICTS, strict=True))))
    assert [each.get("id") for each in tree.iter("pattern")] == [f"sight-{v}" for v in VERDICTS]
    drawings = {ET.tostring(each[0]) for each in tree.iter("pattern")}
    assert len(drawings) == 3
    only = parsed(view_svg(view_shapes(FIELD.board), {cells[0]: "Partial"}))
    assert [each.get("id") for each in only.iter("pattern")] == ["sight-Partial"]


def test_the_section_covers_every_line_without_gaps() -> None:
    start = FIELD.board.hex("15.16")
    for end in FIELD.spots:
        bands = profile_of(FIELD, start, end).bands
        assert bands[0].start == 0
        assert bands[-1].end == 1
        assert bands[0].spots[0].hex == start
        assert bands[-1].spots[0].hex == end
        for one, other in pairwise(bands):
            assert one.end == other.start
            assert one.start < one.end


def test_the_section_reads_as_a_sentence(road: Field) -> None:
    assert section("29.46", "29.42", road).words(road.board) == (
        "29.46 (g) level 2; 29.45 (g) level 2; military crest; 29.44 (s) level 1; "
        "ridge 29.43 / 29.44, level 1; 29.43 (t) level 0; 29.42 (g) level 0"
    )


def test_a_hex_off_the_map_is_left_out_of_the_section() -> None:
    gap = Field(board_from_text("column-row 29.46\ng grassland\n\ng\n \ng\n"), GALLIPOLI_1915)
    assert [band.label(gap.board) for band in section("29.46", "29.44", gap).bands] == [
        "29.46",
        "29.44",
    ]


def test_the_profile_is_a_picture_with_levels_crest_ridge_and_verdict(road: Field) -> None:
    ends = road.board.hex("29.46"), road.board.hex("29.42")
    picture = profile_svg(road, *ends, "Blocked")
    words = [text.text for text in ET.fromstring(picture).iter() if text.tag.endswith("text")]  # noqa: S314 - our own text
    assert {"level 0", "level 1", "level 2", "crest", "29.44 s"} <= set(words)
    assert "Heights from 29.46 to 29.42: Blocked" in words
    assert "url(#profile-blocking)" in picture
    assert "url(#profile-slope)" in picture
    assert picture == profile_svg(road, *ends, "Blocked")


def test_a_target_on_a_ridge_is_drawn_at_its_level(road: Field) -> None:
    ends = road.board.hex("29.42"), road.board.hex("29.43")
    assert profile_svg(road, *ends, "Partial", 1) != profile_svg(road, *ends, "Partial")


def test_a_profile_of_one_hex_and_of_a_ravine_can_be_drawn() -> None:
    here = FIELD.board.hex("24.14")
    assert "24.14 r" in profile_svg(FIELD, here, here, "Open")


def test_names_and_letters_cannot_become_markup() -> None:
    board = FIELD.board
    looks = {kind: evolve(look, letter="<", name=HOSTILE) for kind, look in board.terrain.items()}
    field = Field(evolve(board, terrain=looks, title=HOSTILE), GALLIPOLI_1915)
    ends = board.hex("12.17"), board.hex("21.16")
    for picture in (profile_svg(field, *ends, "Open"), line_svg(field, *ends, "Open")):
        assert HOSTILE not in picture
        parsed(picture)


def test_the_key_names_everything() -> None:
    words = {text.text for text in parsed(key_svg()).iter() if text.tag.endswith("text")}
    assert {*VERDICTS, "ridge", "cliff", "contour", "run along", "military crest"} <= words
