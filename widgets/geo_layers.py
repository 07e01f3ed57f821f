"""The layers of the real map for ipyleaflet; none of them asks anything of any machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipyleaflet as leaflet

from widgets.geo_relief import relief_url, zoom_for
from widgets.geo_svg import (
    CHOSEN,
    COAST,
    HEXES,
    LAND,
    MISSED,
    POINTED,
    RIVER,
    SEA,
    anchors_on,
    frame_of,
    hex_middle,
)
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.georef import GridFit, Point
    from wargame.core.georef_file import Georef
    from wargame.core.georef_ground import Frame, Ground
    from wargame.core.grid import Hex

PANES = {
    "wg-ground": {"zIndex": 310},
    "wg-relief": {"zIndex": 320},
    "wg-lines": {"zIndex": 330},
    "wg-marks": {"zIndex": 340},
}
"""From the ground up; the hexes lie above all of these, so that a pointer meets nothing else."""

NOMINAL = (520, 440)
"""Pixels that a map is expected to have; its first zoom shows all of the board in them."""

HEX_STYLE = {"color": HEXES, "weight": 1, "opacity": 0.5, "fillOpacity": 0.02}
HEX_HOVER = {"color": POINTED, "weight": 3, "opacity": 1, "fillOpacity": 0.1}


def pair(point: Point) -> list[float]:
    """Return a point as the map wants it: latitude and longitude, to a metre."""
    return [round(point.lat, 5), round(point.lon, 5)]


def _pairs(points: Iterable[Point]) -> list[list[float]]:
    return [pair(each) for each in points]


def _bounds(frame: Frame) -> list[list[float]]:
    return [[frame.south, frame.west], [frame.north, frame.east]]


def ground_layers(ground: Ground) -> list[leaflet.Layer]:
    """Return sea, land and relief: what stands in for tiles."""
    plain = {"stroke": False, "fill_opacity": 1.0, "pane": "wg-ground"}
    bounds = _bounds(ground.frame)
    # rings in one polygon are land by turns, and no land here has a lake in it
    land = [[_pairs(ring)] for ring in ground.land]
    return [
        leaflet.Rectangle(name="Sea", bounds=bounds, fill_color=SEA, **plain),
        leaflet.Polygon(name="Land", locations=land, fill_color=LAND, **plain),
        leaflet.ImageOverlay(
            name="Relief", url=relief_url(ground), bounds=bounds, pane="wg-relief"
        ),
    ]


def line_layers(ground: Ground) -> list[leaflet.Layer]:
    """Return coast and rivers."""
    lines = (("Coast", ground.coast, COAST, 2), ("Rivers", ground.rivers, RIVER, 2))
    return [
        leaflet.Polyline(
            name=name, locations=list(map(_pairs, found)), color=colour, weight=weight,
            fill=False, pane="wg-lines",
        )
        for name, found, colour, weight in lines
        if found
    ]  # fmt: skip


def hexes_data(board: Board, fit: GridFit) -> dict[str, Any]:
    """Return all hexes of a board as GeoJSON; each carries its printed number."""
    return {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"label": board.label(cell)},
                "geometry": {"type": "Polygon", "coordinates": [_ring(fit, cell)]},
            }
            for cell in board.cells
        ],
    }


def _ring(fit: GridFit, cell: Hex) -> list[list[float]]:
    ring = [[lon, lat] for lat, lon in _pairs(fit.corners(cell))]
    return [*ring, ring[0]]


def hexes_layer(board: Board, fit: GridFit) -> leaflet.GeoJSON:
    """Return the hexes, which say when they are pointed at and clicked."""
    # the style goes beside the data: given as `style` it would be copied into every hex
    layer = leaflet.GeoJSON(name="Hexes", data=hexes_data(board, fit), hover_style=HEX_HOVER)
    layer.style = HEX_STYLE
    return layer


def mark_layer(name: str, colour: str, *, dashed: bool) -> leaflet.Polygon:
    """Return the outline of one hex, of none so far."""
    dash = {"dash_array": "6 4"} if dashed else {}
    return leaflet.Polygon(
        name=name, locations=[], color=colour, weight=4, fill_color=colour, fill_opacity=0.2,
        pane="wg-marks", **dash,
    )  # fmt: skip


def chosen_layer() -> leaflet.Polygon:
    """Return the mark of the hex that was chosen."""
    return mark_layer("Chosen hex", CHOSEN, dashed=False)


def pointed_layer() -> leaflet.Polygon:
    """Return the mark of the hex that is pointed at on the game map."""
    return mark_layer("Hex pointed at", POINTED, dashed=True)


def miss_lines(board: Board, fit: GridFit) -> list[list[list[float]]]:
    """Return, for each anchor on a board, the ends of its residual."""
    return [
        [pair(hex_middle(fit, anchor.cells)), pair(anchor.point)]
        for anchor in anchors_on(board, fit)
    ]


def miss_layer(board: Board, fit: GridFit) -> leaflet.Polyline:
    """Return the residuals, each a line from the middle of the hex to the real place."""
    return leaflet.Polyline(
        name="Residuals", locations=miss_lines(board, fit), color=MISSED, weight=4, fill=False,
        pane="wg-marks",
    )  # fmt: skip


def middle_dots(board: Board, fit: GridFit) -> list[leaflet.CircleMarker]:
    """Return a white mark at the start of each residual."""
    return [
        leaflet.CircleMarker(
            location=start, radius=4, color=MISSED, weight=2, fill_color="#ffffff",
            fill_opacity=1.0, pane="wg-marks",
        )
        for start, _ in miss_lines(board, fit)
    ]  # fmt: skip


def names_layer(georef: Georef, board: Board, fit: GridFit) -> leaflet.LayerGroup:
    """Return names of places and anchors, with a dot for each."""
    dots, names = [], []
    for anchor in anchors_on(board, fit):
        dots.append(_dot(anchor.point, MISSED, 5))
        left = fit.miss(anchor).east < 0
        names.append(_name(anchor.name, anchor.point, "wg-geo-anchor", left=left))
    for place in georef.places:
        if place.point in georef.ground().frame:
            dots.append(_dot(place.point, "#1a1a1a", 3))
            names.append(_name(place.name, place.point, "", left=False))
    return leaflet.LayerGroup(name="Places", layers=(*dots, *names))


def _dot(point: Point, colour: str, radius: int) -> leaflet.CircleMarker:
    return leaflet.CircleMarker(
        location=pair(point), radius=radius, color="#ffffff", weight=1, fill_color=colour,
        fill_opacity=1.0, pane="wg-marks",
    )  # fmt: skip


def _name(name: str, point: Point, look: str, *, left: bool) -> leaflet.Marker:
    """Return a name beside a point; it is no tab stop and lets the pointer through."""
    looks = " ".join(filter(None, ("wg-geo-name", look, "wg-geo-left" if left else "")))
    icon = leaflet.DivIcon(html=f'<span class="{looks}">{word(name)}</span>', icon_size=[0, 0])
    return leaflet.Marker(location=pair(point), icon=icon, draggable=False, keyboard=False)


def base_map(board: Board, fit: GridFit, georef: Georef, height: int, *, online: bool) -> Any:  # noqa: ANN401 - ipyleaflet brings no types
    """Return a map of the board's ground, with tiles from the internet only when *online*."""
    frame = frame_of(board, fit, georef.ground())
    tiles = (leaflet.basemap_to_tiles(leaflet.basemaps.OpenStreetMap.Mapnik),) if online else ()
    return leaflet.Map(
        layers=tiles,
        center=[(frame.south + frame.north) / 2, (frame.west + frame.east) / 2],
        zoom=zoom_for(frame, *NOMINAL),
        zoom_snap=0.25,
        max_zoom=17,
        panes=PANES,
        attribution_control=online,
        scroll_wheel_zoom=False,
        layout={"height": f"{height}px", "width": "100%"},
    )
