"""What a map of areas shows over its ground: names, signs, forces, outlines and reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.nations import nation_named
from widgets.area_board import cells_of, letters, middles, outline_of
from widgets.svg import centre, number, outline, side_ends
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.area_combat.atlas import Area, Atlas
    from wargame.area_combat.forces import Force
    from wargame.area_combat.theatre import Theatre
    from wargame.core.board import Board
    from widgets.area_plan import AreaPlan

ROW = 12.5
"""From one line of an area to the next, in board units."""
LONGEST = 11
"""Characters of a name on one line."""
_HALO = 'stroke="#fff" stroke-width="2.4" stroke-linejoin="round" paint-order="stroke"'
_PLANE = "M0-5L1.2-1.2L6 1V2.4L1.2 1.2L.8 4L2.4 5.2V6H-2.4V5.2L-.8 4L-1.2 1.2L-6 2.4V1L-1.2-1.2Z"
_FACTORY = "M-6 5V-2L-2-4.500V-2L2-4.500V-2H3V-6H5.500V5Z"
GROUND = {
    "forest": "M0-6L4 1H-4ZM0 1V4",
    "marsh": "M-6 3H6M-3 3V-2M0 3V-4M3 3V-2",
    "mountain": "M-7 4L-2-5L1 0L3-3L7 4",
    "desert": "M-6 3q3-5 6 0t6 0M-3-3h.1M3-3h.1",
}
"""A sign for each kind of ground but the plain."""
_INK = {"axis": "#2b2b2b", "allies": "#123f6b"}
ARMS = {"infantry": "i", "artillery": "a", "armor": "t"}
ROLES = {"fighter": "f", "dive-bomber": "d", "bomber": "b"}
"""The letters on chips, and what they count."""


def labels_svg(board: Board, theatre: Theatre) -> str:
    """Return names, signs, and the sign of the ground in the cells that no label lies on."""
    atlas = theatre.atlas
    at = middles(atlas)
    drawn = [_signs(board, atlas, at)]
    for area in atlas.areas.values():
        x, y = centre(board, at[area.id])
        top = y - ROW * (len(_rows(theatre, area)) - 1) / 2
        drawn.append(_label(theatre, area, x, top))
    return f'<g class="wg-area-labels">{"".join(drawn)}</g>'


def _rows(theatre: Theatre, area: Area) -> tuple[str, ...]:
    """Return what lies below each other in the middle of an area: lines of its name, then chips."""
    chips = len(list(_chips(theatre, area)))
    return (*_lines(area), *("worth",) * (not area.sea), *("chip",) * chips)


def _lines(area: Area) -> tuple[str, ...]:
    name = f"★ {area.name}" if area.city == area.name else area.name
    if area.city and area.city != area.name:
        return (*_broken(name), f"★ {area.city}")
    return _broken(name)


def _broken(name: str) -> tuple[str, ...]:
    if len(name) <= LONGEST or " " not in name.removeprefix("★ "):
        return (name,)
    middle = min((i for i, c in enumerate(name) if c == " "), key=lambda i: abs(i - len(name) / 2))
    return (name[:middle], name[middle + 1 :])


def _label(theatre: Theatre, area: Area, x: float, y: float) -> str:
    ink = "#1d4f80" if area.sea else "#1a1a1a"
    slant = ' font-style="italic"' if area.sea else ""
    lines = _lines(area)
    drawn = [
        f'<text x="{number(x)}" y="{number(y + ROW * i + 3)}">{word(line)}</text>'
        for i, line in enumerate(lines)
    ]
    name = (
        f'<g text-anchor="middle" font-size="10.5" font-weight="700" fill="{ink}"{slant} '
        f"{_HALO}>{''.join(drawn)}</g>"
    )
    return name + ("" if area.sea else _worth(theatre, area, x, y + ROW * len(lines)))


def _worth(theatre: Theatre, area: Area, x: float, y: float) -> str:
    """Draw the owner's letter, what the territory is worth, and its complex."""
    owner = theatre.owner(area.id)
    left = x - (24 if area.complex else 10)
    badge = _badge(nation_named(owner).id, left, y) if owner else ""
    plate = _plate(left - 8, y, 58 if area.complex else 28) if owner else ""
    drawn = f'<text x="{number(left + 9)}" y="{number(y + 3)}">{area.worth}</text>'
    if area.complex:
        drawn += (
            f'<path transform="translate({number(left + 30)} {number(y)})" d="{_FACTORY}" '
            'fill="#5a4632" stroke-width="1.2"/>'
            f'<text x="{number(left + 38)}" y="{number(y + 3)}">{area.complex}</text>'
        )
    return f'{plate}{badge}<g font-size="9" font-weight="600" fill="#1a1a1a" {_HALO}>{drawn}</g>'


def _plate(x: float, y: float, width: float) -> str:
    """Draw light ground for letters and figures, which a railway would run through."""
    return (
        f'<rect x="{number(x)}" y="{number(y - 6.5)}" width="{width}" height="13" rx="6" '
        'fill="#fff" fill-opacity=".8"/>'
    )


def _badge(nation: str, x: float, y: float) -> str:
    """Draw the letter of a nation: on a square for one side, on a disc for the other."""
    side = nation_named(nation).side
    ink = _INK[side]
    shape = (
        f'<rect x="{number(x - 5.5)}" y="{number(y - 5.5)}" width="11" height="11" fill="{ink}"/>'
        if side == "axis"
        else f'<circle cx="{number(x)}" cy="{number(y)}" r="6" fill="{ink}"/>'
    )
    return (
        f'{shape}<text x="{number(x)}" y="{number(y + 3)}" text-anchor="middle" font-size="8.5" '
        f'font-weight="700" fill="#fff">{letters()[nation]}</text>'
    )


def _signs(board: Board, atlas: Atlas, at: Mapping[str, tuple[int, int]]) -> str:
    """Draw what the ground is like in every cell that has no label."""
    paths: list[str] = []
    for name, cells in cells_of(atlas).items():
        sign = GROUND.get(atlas.areas[name].terrain)
        for cell in cells:
            if sign and cell != at[name]:
                x, y = centre(board, cell)
                paths.append(f'<path transform="translate({number(x)} {number(y)})" d="{sign}"/>')
    return (
        '<g fill="none" stroke="#4a4436" stroke-width="1.3" stroke-opacity=".55" '
        f'stroke-linecap="round">{"".join(paths)}</g>'
    )


def _chips(theatre: Theatre, area: Area) -> Iterator[tuple[str, str, str]]:
    """Yield what each chip in an area shows: nation, kind (ground, planes, over) and figures."""
    for nation, force in theatre.in_area(area.id):
        for kind in ("ground", "planes"):
            figures = _figures(theatre, force, kind)
            if figures:
                yield nation, kind, figures
    for at, nation in theatre.interdictions:
        if at == area.id:
            yield nation, "over", "stops t"


def _figures(theatre: Theatre, force: Force, kind: str) -> str:
    signs = ARMS if kind == "ground" else ROLES
    counts = dict.fromkeys(signs, 0)
    for name, many in force:
        unit = theatre.units.unit(name)
        sort = unit.role or unit.arm
        if sort in counts:
            counts[sort] += many
    return " ".join(f"{many}{signs[sort]}" for sort, many in counts.items() if many)


def chips_svg(board: Board, theatre: Theatre) -> str:
    """Return the forces as chips under the name of their area, planes apart."""
    at = middles(theatre.atlas)
    drawn = []
    for area in theatre.atlas.areas.values():
        chips = list(_chips(theatre, area))
        rows = _rows(theatre, area)
        x, y = centre(board, at[area.id])
        top = y + ROW * (len(rows) - len(chips) - (len(rows) - 1) / 2)
        drawn += [_chip(*chip, x, top + ROW * i) for i, chip in enumerate(chips)]
    return f'<g class="wg-area-chips">{"".join(drawn)}</g>'


def _chip(nation: str, kind: str, figures: str, x: float, y: float) -> str:
    side = nation_named(nation).side
    sign = 0 if kind == "ground" else 13
    width = 14 + sign + 4.9 * len(figures)
    left = x - width / 2
    corner = 0 if side == "axis" else 5.8
    dashes = ' stroke-dasharray="3 2"' if kind == "over" else ""
    plane = (
        f'<path transform="translate({number(left + 19)} {number(y)}) scale(.85)" d="{_PLANE}" '
        'fill="#111"/>'
        if sign
        else ""
    )
    return (
        f'<rect x="{number(left)}" y="{number(y - 5.8)}" width="{number(width)}" height="11.6" '
        f'rx="{number(corner)}" fill="#fffdf5" stroke="{_INK[side]}" stroke-width="1.2"{dashes}/>'
        f"{_badge(nation, left + 5.5, y)}{plane}"
        f'<text x="{number(left + 13 + sign)}" y="{number(y + 3)}" font-size="8.8" '
        f'font-weight="600" fill="#111">{word(figures)}</text>'
    )


def chosen_svg(board: Board, plan: AreaPlan) -> str:
    """Return the outlines of the area chosen and its neighbours, or of what a unit reaches."""
    if not plan.area:
        return ""
    atlas = plan.theatre.atlas
    if plan.reach != "none":
        return _reached(board, plan) + _outlined(board, atlas, plan.area, CHOSEN)
    beside = "".join(
        _outlined(board, atlas, each.id, NEIGHBOUR) for each in atlas.beside(plan.area)
    )
    return beside + _outlined(board, atlas, plan.area, CHOSEN)


CHOSEN = 'stroke="#005b96" stroke-width="5"'
NEIGHBOUR = 'stroke="#00664b" stroke-width="2.6" stroke-dasharray="8 5"'
TARGET = 'stroke="#b8320a" stroke-width="5" stroke-dasharray="14 4"'


def _outlined(board: Board, atlas: Atlas, area: str, style: str) -> str:
    way = "".join(side_ends(board, side) for side in outline_of(atlas, area))
    casing = f'<path d="{way}" fill="none" stroke="#fff" stroke-width="7.5" stroke-opacity=".8"/>'
    line = f'<path d="{way}" fill="none" stroke-linecap="round" {style}/>'
    return (casing if style != NEIGHBOUR else "") + line


def outlined_svg(board: Board, atlas: Atlas, marks: Mapping[str, str]) -> str:
    """Return the outlines of some areas, each in the style given for it."""
    return "".join(_outlined(board, atlas, area, style) for area, style in marks.items())


def _reached(board: Board, plan: AreaPlan) -> str:
    """Tint what is reached, and write beside its name how many steps that takes."""
    atlas = plan.theatre.atlas
    cells, at = cells_of(atlas), middles(atlas)
    tint = "".join(outline(board, cell) for name in plan.ways for cell in cells[name])
    steps = []
    for name, way in plan.ways.items():
        x, y = centre(board, at[name])
        top = y - ROW * (len(_rows(plan.theatre, atlas.areas[name])) + 1) / 2 - 2
        steps.append(
            f'<circle cx="{number(x)}" cy="{number(top)}" r="8" fill="#fff6b0" stroke="#111" '
            f'stroke-width="1.2"/><text x="{number(x)}" y="{number(top + 3.6)}" '
            'text-anchor="middle" font-size="10" font-weight="700" '
            f'fill="#111">{len(way)}</text>'
        )
    return f'<path d="{tint}" fill="#8a5a00" fill-opacity=".22"/>{"".join(steps)}'


def legend_items() -> str:
    """Return the entries of the legend for what this module draws."""
    factory = f'<path d="{_FACTORY}" fill="#5a4632"/>'
    plane = f'<path d="{_PLANE}" fill="#111"/>'
    grounds = "".join(
        f"<li>{_swatch(_stroked(sign))} {word(name)}</li>" for name, sign in GROUND.items()
    )
    square = '<rect x="-5.5" y="-5.5" width="11" height="11" fill="#2b2b2b"/>'
    disc = '<circle r="6" fill="#123f6b"/>'
    return (
        f"<li>{_swatch(square)} a nation of the Axis, by its letter</li>"
        f"<li>{_swatch(disc)} a nation of the Allies, by its letter</li>"
        f"<li>{_swatch(factory)} Industrial Complex, with its IP; the figure before it: "
        "IP the territory brings in a turn</li>"
        f"<li>★ Victory City</li>{grounds}"
        "<li>Figures of a force: i infantry of every kind, a artillery, t armor (tanks)</li>"
        f"<li>{_swatch(plane)} planes: f fighters, d dive-bombers, b bombers; with a broken "
        "frame: bombers that interdict</li>"
    )


def _stroked(sign: str) -> str:
    return f'<path d="{sign}" fill="none" stroke="#4a4436" stroke-width="1.3"/>'


def _swatch(drawn: str) -> str:
    return (
        '<svg viewBox="-8 -8 16 16" width="18" height="18" style="vertical-align:middle;'
        f'background:#f6f2e6" aria-hidden="true">{drawn}</svg>'
    )
