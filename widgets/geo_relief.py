"""Shaded relief of the real ground, as a small PNG made without any library.

Heights are told by bands of colour, slopes by light from the north-west. The sea stays clear. Rows
lie as on a Mercator map, so that the picture fits under every layer of one.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from math import asinh, atan, degrees, log2, radians, sinh, tan
from struct import pack
from typing import TYPE_CHECKING
from zlib import compress, crc32

from wargame.core.georef import Point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wargame.core.georef_ground import Frame, Ground

BANDS = ("#dfe5c3", "#e6dfb4", "#e3cf9c", "#d6b885", "#c7a176", "#b58d6c", "#a98472", "#d9d2cb")
"""Colours of the ground from low to high; seven bands of equal height and what lies above."""
SHADES = 9
"""Steps from the darkest slope to the lightest."""
LONGEST = 220
"""Points along the longer side of the picture."""
DEPTH = 0.34
"""How much of its colour a slope loses at the darkest, or goes towards white at the lightest."""


def mercator(lat: float) -> float:
    """Return how far north a latitude lies on a Mercator map, in degrees of longitude."""
    return degrees(asinh(tan(radians(lat))))


def latitude(north: float) -> float:
    """Return the latitude that lies so far north on a Mercator map: :func:`mercator` undone."""
    return degrees(atan(sinh(radians(north))))


def zoom_for(frame: Frame, width: float, height: float) -> float:
    """Return the zoom of a web map at which a frame fits in so many pixels, in quarters."""
    across = (frame.east - frame.west) / 360
    down = (mercator(frame.north) - mercator(frame.south)) / 360
    return int(4 * log2(min(width / across, height / down) / 256)) / 4


def band_height(ground: Ground) -> float:
    """Return the metres of height that one band of colour stands for."""
    highest = max(map(max, ground.relief.rows))
    steps = (5, 10, 20, 25, 50, 100, 200, 250, 300, 400, 500)
    return next((s for s in steps if s * (len(BANDS) - 1) >= highest * 0.8), steps[-1])


@cache
def relief_url(ground: Ground) -> str:
    """Return the picture as a ``data:`` address, which asks nothing of any machine."""
    return "data:image/png;base64," + b64encode(relief_png(ground)).decode()


def relief_png(ground: Ground) -> bytes:
    """Return the picture of the whole frame."""
    frame = ground.frame
    top, bottom = mercator(frame.north), mercator(frame.south)
    across, down = frame.east - frame.west, top - bottom
    scale = LONGEST / max(across, down)
    width, height = round(across * scale), round(down * scale)
    lats = [latitude(top - (row + 0.5) * down / height) for row in range(height)]
    lons = [frame.west + (column + 0.5) * across / width for column in range(width)]
    heights = [[ground.relief.height(Point(lat, lon)) for lon in lons] for lat in lats]
    slopes = _slopes(heights)
    steep = sorted(abs(slope) for row in slopes for slope in row if slope)
    full = steep[int(len(steep) * 0.95)] if steep else 1.0
    step = band_height(ground)
    rows = []
    for lat, tall, slope in zip(lats, heights, slopes, strict=True):
        looks = [(_band(h, step), _shade(s, full)) for h, s in zip(tall, slope, strict=True)]
        rows.append(_row(ground, lat, lons, looks))
    return _png(width, height, rows)


def _slopes(heights: list[list[float]]) -> list[list[float]]:
    """Return how much the ground rises from north-west to south-east: what faces the light."""
    last, end = len(heights) - 1, len(heights[0]) - 1
    return [
        [
            heights[min(y + 1, last)][min(x + 1, end)] - heights[max(y - 1, 0)][max(x - 1, 0)]
            for x in range(end + 1)
        ]
        for y in range(last + 1)
    ]


def _band(height: float, step: float) -> int:
    return min(max(int(height / step), 0), len(BANDS) - 1)


def _shade(slope: float, full: float) -> int:
    part = min(max(slope / full, -1), 1)
    return round((part + 1) / 2 * (SHADES - 1))


def _row(
    ground: Ground, lat: float, lons: Sequence[float], looks: Sequence[tuple[int, int]]
) -> bytes:
    """Return one row of places in the palette; 0, which is clear, for the sea."""
    shore, crossed, row = ground.shore(lat), 0, bytearray()
    for lon, (band, shade) in zip(lons, looks, strict=True):
        while crossed < len(shore) and shore[crossed] <= lon:
            crossed += 1
        row.append(1 + band * SHADES + shade if crossed % 2 else 0)
    return bytes(row)


def _palette() -> bytes:
    """Return red, green and blue of each place: first the clear one, then band by band."""
    found = bytearray(b"\xff\xff\xff")
    for colour in BANDS:
        parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        for shade in range(SHADES):
            light = (shade / (SHADES - 1) - 0.5) * 2 * DEPTH
            towards = 255 if light > 0 else 0
            found += bytes(round(part + (towards - part) * abs(light)) for part in parts)
    return bytes(found)


def _png(width: int, height: int, rows: Sequence[bytes]) -> bytes:
    """Return the file: 8 bits a point, a palette of which the first place is clear."""
    head = pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    body = compress(b"".join(b"\0" + row for row in rows), 9)
    chunks = ((b"IHDR", head), (b"PLTE", _palette()), (b"tRNS", b"\0"), (b"IDAT", body))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in (*chunks, (b"IEND", b"")))


def _chunk(name: bytes, body: bytes) -> bytes:
    return pack(">I", len(body)) + name + body + pack(">I", crc32(name + body))
