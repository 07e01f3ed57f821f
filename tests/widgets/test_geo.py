"""GeoMap: two maps that follow each other, words beside both, and no address anywhere."""

from __future__ import annotations

import importlib.util
import json
import re
import struct
import zlib
from base64 import b64decode
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from ipywidgets import Widget

from wargame.core.errors import RequestError
from wargame.core.georef_file import load_georef
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario
from widgets import GeoMap
from widgets.errors import WidgetError
from widgets.geo_relief import BANDS, SHADES, latitude, mercator, relief_png

SHEETS = ("gaza", "lebanon", "anzac", "krithia", "sedd_el_bahr")


@pytest.fixture
def gaza() -> GeoMap:
    return GeoMap("gaza")


def hover(view: GeoMap, label: Any) -> None:
    """Do as the browser does when the pointer comes over a hex of the real map."""
    view.hexes._handle_mouse_events(
        view.hexes, {"event": "mouseover", "properties": {"label": label}}, []
    )


def click(view: GeoMap, properties: Any) -> None:
    """Do as the browser does when a hex of the real map is clicked."""
    view.hexes._handle_mouse_events(view.hexes, {"event": "click", "properties": properties}, [])


def state_of(view: GeoMap) -> str:
    """Return all that a browser is sent for the widget and everything in it."""
    found: dict[str, Any] = {}

    def collect(widget: Widget) -> None:
        if widget.model_id not in found:
            found[widget.model_id] = widget.get_state()
            for name in widget.keys:
                value = getattr(widget, name)
                for each in value if isinstance(value, list | tuple) else [value]:
                    if isinstance(each, Widget):
                        collect(each)

    collect(view)
    return json.dumps(found, default=str)


def test_a_click_on_the_real_map_chooses_the_hex_on_the_game_map(gaza: GeoMap) -> None:
    click(gaza, {"label": "1310"})
    assert gaza.map.pick["label"] == "1310"
    assert gaza.map.focus_hex == "1310"
    assert gaza.map.marks == {"1310": "chosen"}
    assert gaza.chosen == gaza.board.hex("1310")
    assert "Tank Redoubt" in gaza.map.message
    assert len(gaza.chosen_mark.locations) == 6


def test_a_choice_on_the_game_map_marks_the_real_one(gaza: GeoMap) -> None:
    gaza.map.pick = {"label": "0702", "count": 1}
    lats = [lat for lat, _ in gaza.chosen_mark.locations]
    middle = gaza.fit.point(gaza.board.hex("0702"))
    assert min(lats) < middle.lat < max(lats)
    assert "Huj" in gaza.map.message


def test_a_pointer_over_the_real_map_is_followed_on_the_game_map(gaza: GeoMap) -> None:
    hover(gaza, "0914")
    assert gaza.map.pointed == "0914"
    assert "Gaza (west)" in gaza.under.value
    assert len(gaza.pointed_mark.locations) == 6


def test_a_pointer_or_cursor_on_the_game_map_is_followed_on_the_real_one(gaza: GeoMap) -> None:
    assert gaza.map.follow_pointer
    gaza.map.focus_hex = "1821"
    assert gaza.pointed == gaza.board.hex("1821")
    assert len(gaza.pointed_mark.locations) == 6
    gaza.map.pointed = "0702"
    assert gaza.pointed == gaza.board.hex("0702")
    gaza.map.pointed = ""
    assert gaza.pointed_mark.locations == []
    assert "Point at a hex" in gaza.under.value


@pytest.mark.parametrize("sent", [None, "9999", 7, ["1310"]])
def test_what_a_browser_makes_up_is_told_and_changes_nothing(gaza: GeoMap, sent: Any) -> None:
    click(gaza, {"label": sent})
    assert gaza.chosen is None
    assert gaza.map.error
    click(gaza, sent)
    assert gaza.chosen is None
    gaza.map.pointed = "no hex"
    assert gaza.pointed is None


def test_another_fit_moves_hexes_residuals_and_words(gaza: GeoMap) -> None:
    gaza.choose("2103")
    before = gaza.hexes.data, gaza.misses.locations, gaza.table.value, gaza.chosen_mark.locations
    starts = [dot.location for dot in gaza.middles]
    gaza.refit("affine")
    after = gaza.hexes.data, gaza.misses.locations, gaza.table.value, gaza.chosen_mark.locations
    assert all(one != other for one, other in zip(before, after, strict=True))
    assert [dot.location for dot in gaza.middles] == [start for start, _ in gaza.misses.locations]
    assert [dot.location for dot in gaza.middles] != starts
    assert "470 m" in gaza.table.value
    assert gaza.fit.kind == "affine"


@pytest.mark.parametrize("name", SHEETS)
def test_each_board_has_every_hex_and_its_residuals_on_the_real_map(name: str) -> None:
    view = GeoMap(name)
    labels = [each["properties"]["label"] for each in view.hexes.data["features"]]
    assert labels == [view.board.label(cell) for cell in view.board.cells]
    on_board = [a for a in view.fit.anchors if any(cell in view.board for cell in a.cells)]
    assert len(view.misses.locations) == len(on_board) > 0
    for miss, (start, end) in zip(map(view.fit.miss, on_board), view.misses.locations, strict=True):
        (e1, n1), (e2, n2) = (
            view.fit.plane.metres(type(miss.anchor.point)(*p)) for p in (start, end)
        )
        assert (e2 - e1, n2 - n1) == pytest.approx((miss.east, miss.north), abs=2)


@pytest.mark.parametrize("name", SHEETS)
def test_offline_it_holds_no_address(name: str) -> None:
    """The first layer of ipyleaflet's choice asks a server for tiles."""
    view = GeoMap(name)
    kinds = {type(each).__name__ for each in view.real.layers}
    assert kinds <= {"Rectangle", "Polygon", "Polyline", "ImageOverlay", "CircleMarker", "GeoJSON",
                     "LayerGroup"}  # fmt: skip
    # names of SVG's parts, where nobody asks, and what the widget brings itself
    harmless = re.compile(r"http://www\.w3\.org/[\w/]+|data:image/[^\"]+")
    assert re.findall(r"(?:https?:)?//\w[^\s\"']*", harmless.sub("", state_of(view))) == []


def test_online_it_has_tiles_and_says_whose() -> None:
    view = GeoMap("anzac", online=True)
    assert type(view.real.layers[0]).__name__ == "TileLayer"
    assert "openstreetmap" in state_of(view)
    assert view.real.attribution_control
    assert "Tiles: OpenStreetMap" in view.text_twin()
    assert "ImageOverlay" not in {type(each).__name__ for each in view.real.layers}


def test_its_words_are_the_same_each_time(gaza: GeoMap) -> None:
    gaza.choose("1310")
    other = GeoMap(load_georef("gaza").board())
    other.choose("1310")
    assert repr(gaza) == repr(other)
    told = gaza.text_twin()
    assert (
        "Gaza (the middle of two hexes) 0913, 0914 [GAZA 12.4]: 540 m south-east "
        "(left out of the fit: 830 m)"
    ) in told
    assert "The rules say 1,250 m." in told
    for credit in load_georef("gaza").credits.values():
        assert credit in told
        assert credit in gaza.credits.value


def test_its_picture_needs_no_kernel(gaza: GeoMap) -> None:
    gaza.choose("1310")
    html = gaza.static_html()
    found = re.search(r"base64,([^\"]+)", html)
    assert found is not None
    root = ET.fromstring(b64decode(found[1]))  # noqa: S314 - made here
    texts = [each.text for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Gaza", "Huj", "Khan Yunis", "10 km"} <= set(texts)
    assert "Tank Redoubt" in html
    assert "How far the fitted grid is off" in html
    data, _ = gaza._repr_mimebundle_()
    assert data["text/html"] == html
    assert data["text/plain"] == repr(gaza)
    assert len(html) < 250_000


def test_the_relief_is_a_picture_with_the_sea_clear() -> None:
    ground = load_georef("gallipoli").ground()
    png = relief_png(ground)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert (depth, colour) == (8, 3)
    body = png[png.index(b"IDAT") + 4 : -16]
    rows = zlib.decompress(body)
    assert len(rows) == height * (width + 1)
    used = set(rows)
    assert 0 in used, "the sea"
    assert max(used) <= len(BANDS) * SHADES
    assert len(png) < 40_000


def test_a_latitude_comes_back_from_a_mercator_map() -> None:
    for lat in (0, 31.5, -40.2, 79):
        assert latitude(mercator(lat)) == pytest.approx(lat)
    assert mercator(45) == pytest.approx(50.4987, abs=1e-3)


def test_a_board_of_a_scenario_is_known() -> None:
    board = load_scenario(DEFAULT).situation.board
    assert GeoMap(board).georef.id == "gaza"


def test_what_does_not_fit_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WidgetError, match="did you mean lebanon"):
        GeoMap("lebannon")
    with pytest.raises(WidgetError, match="GeoMap, where: found 7"):
        GeoMap(7)  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="GeoMap, fit"):
        GeoMap("gaza", fit="perspective")
    with pytest.raises(WidgetError, match="GeoMap, online"):
        GeoMap("gaza", online="no")  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="GeoMap, height"):
        GeoMap("gaza", height=20)
    with pytest.raises(WidgetError, match="tiles"):
        GeoMap("gaza", tiles=True)
    view = GeoMap("sedd_el_bahr")
    with pytest.raises(RequestError, match=r"hex 30\.40"):
        view.choose("30.40")
    with pytest.raises(RequestError):
        view.point_at("30.40")
    with pytest.raises(WidgetError, match="GeoMap, fit"):
        view.refit("none")
    assert view.chosen is None
    find = importlib.util.find_spec
    monkeypatch.setattr(
        "widgets.geo.find_spec", lambda name: None if name == "ipyleaflet" else find(name)
    )
    with pytest.raises(WidgetError, match=r"Install it with: pip install wargame\[geo\]"):
        GeoMap("gaza")
