"""What is said beside the real map: the fit and its residuals, a hex's ground, whose data it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.georef import root_mean_square
from widgets.geo_relief import BANDS, band_height
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.georef import GridFit
    from wargame.core.georef_file import Georef
    from wargame.core.georef_ground import HexGround

STYLE = """<style>
.wg-geo-part { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px);
  color: var(--jp-ui-font-color1, CanvasText);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent); }
.wg-geo-part .wg-geo-wide { overflow-x: auto; }
.wg-geo-part table { border-collapse: collapse; margin: .3em 0; }
.wg-geo-part caption { text-align: left; font-weight: 600; padding: .2em 0; }
.wg-geo-part th, .wg-geo-part td { text-align: left; padding: .18em 1.1em .18em 0;
  font-weight: 400; vertical-align: baseline; }
.wg-geo-part thead th { color: var(--soft); border-bottom: 1px solid var(--edge); }
.wg-geo-part .wg-geo-number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.wg-geo-part tfoot > tr > * { font-weight: 600; border-top: 1px solid var(--edge); }
.wg-geo-part ul { margin: .2em 0; padding-left: 1.4em; }
.wg-geo-part .wg-geo-band { display: inline-block; width: 1.4em; height: .8em;
  border: 1px solid var(--edge); }
.wg-geo .leaflet-container { background: var(--jp-layout-color2, #ddd); }
.wg-geo .leaflet-div-icon { background: none; border: none; }
.wg-geo .wg-geo-name { position: absolute; top: -9px; left: 7px; white-space: nowrap;
  pointer-events: none; font: 12px/18px sans-serif; color: #1a1a1a;
  text-shadow: 0 0 3px #fff, 0 0 3px #fff, 1px 1px 0 #fff, -1px -1px 0 #fff; }
.wg-geo .wg-geo-left { left: auto; right: 7px; }
.wg-geo .wg-geo-anchor { font-weight: 700; }
</style>"""

FIT_WORDS = {
    "similarity": "regular hexes, one scale and one turn",
    "affine": "hexes that may be stretched and slanted",
}


def metres(value: float) -> str:
    """Return a length as a person says it: whole tens of metres from a hundred on."""
    return f"{round(value, -1) if value >= 100 else round(value):,.0f} m"  # noqa: PLR2004 - a hundred


def summary(georef: Georef, fit: GridFit) -> str:
    """Return the fit in two sentences: the hex it gives, and how far it is off."""
    across = metres(fit.width)
    if fit.kind == "affine":
        across = f"{across} ({' by '.join(map(metres, fit.widths))})"
    printed = f" The rules say {metres(georef.width)}." if georef.width else ""
    side = "counter-clockwise" if fit.turn > 0 else "clockwise"
    return (
        f"Fit by {FIT_WORDS[fit.kind]}: a hex is {across} from side to side and the map is turned "
        f"{abs(fit.turn):.1f} degrees {side}.{printed} The {len(fit.anchors)} anchors lie "
        f"{metres(fit.rms)} off on the whole (root mean square), {fit.worst.anchor.name} the most: "
        f"{metres(fit.worst.metres)}, or {fit.worst.metres / fit.width:.1f} hexes."
    )


def residual_rows(fit: GridFit) -> list[tuple[str, str, str, str, str]]:
    """Return a row for each anchor and one for all: place, hexes, residual, where, left out."""
    unseen = fit.left_out()
    rows = []
    for i, miss in enumerate(fit.misses):
        anchor = miss.anchor
        name = f"{anchor.name} ({anchor.note})" if anchor.note else anchor.name
        hexes = ", ".join(map(fit.numbering.label, anchor.cells))
        hexes = f"{hexes} [{anchor.printed}]" if anchor.printed else hexes
        blind = metres(unseen[i].metres) if unseen else "-"
        rows.append((name, hexes, metres(miss.metres), miss.bearing, blind))
    blind = metres(root_mean_square(unseen)) if unseen else "-"
    rows.append(("All, root mean square", "", metres(fit.rms), "", blind))
    return rows


HEADS = ("Anchor", "Hex", "Residual", "The place lies", "Residual when left out of the fit")


def residuals_text(fit: GridFit) -> list[str]:
    """Return the residuals as lines of text."""
    return [
        f"  {name}{f' {hexes}' if hexes else ''}: {off}{f' {where}' if where else ''} "
        f"(left out of the fit: {blind})"
        for name, hexes, off, where, blind in residual_rows(fit)
    ]


def residuals_html(georef: Georef, fit: GridFit) -> str:
    """Return the residuals as a table, in metres."""
    *rows, total = residual_rows(fit)
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        '<div class="wg-geo-part"><div class="wg-geo-wide"><table>'
        f"<caption>How far the fitted grid is off</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody><tfoot><tr>{_cells(total)}</tr></tfoot></table></div>"
        f"<p>{word(summary(georef, fit))}</p></div>"
    )


def _cells(row: tuple[str, ...]) -> str:
    name, hexes, off, where, blind = map(word, row)
    number = 'class="wg-geo-number"'
    return (
        f'<th scope="row">{name}</th><td>{hexes}</td><td {number}>{off}</td><td>{where}</td>'
        f"<td {number}>{blind}</td>"
    )


def hex_words(board: Board, found: HexGround) -> str:
    """Return a hex on both maps in two sentences: what the game says, what the ground is."""
    lat, lon = found.point
    game = board.describe(found.cell) if found.cell in board else board.label(found.cell)
    where = f"{game}. Its middle lies at {lat:.4f} N {lon:.4f} E."
    if found.land == 0:
        return f"{where} The real ground there: sea."
    wet = "all land" if found.land == 1 else f"{found.land:.0%} land"
    coast = f", {metres(found.coast)} of coast line" if found.coast else ""
    return (
        f"{where} The real ground there: {wet}{coast}, {found.low:.0f} to {found.high:.0f} m high, "
        f"{found.mean:.0f} m on the whole."
    )


def credit_lines(georef: Georef, *, online: bool) -> list[str]:
    """Return whose material each layer is."""
    used = {each.credit for each in georef.anchors} | {each.credit for each in georef.places}
    whose = "; ".join(text for key, text in georef.credits.items() if key in used)
    lines = [
        f"Coast: {georef.credits['coast']}",
        f"Rivers: {georef.credits['rivers']}",
        f"Relief: {georef.credits['relief']}",
        f"Places and anchors: {whose}",
        f"Hexes: {georef.provenance}",
    ]
    if online:
        lines.append("Tiles: OpenStreetMap contributors, ODbL")
    return lines


def credits_html(georef: Georef, *, online: bool = False) -> str:
    """Return the signs of the map and the credits of its layers, folded."""
    step = band_height(georef.ground())
    bands = " ".join(
        f'<span class="wg-geo-band" style="background:{colour}"></span> from {i * step:g} m'
        for i, colour in enumerate(BANDS)
    )
    lines = "".join(f"<li>{word(line)}</li>" for line in credit_lines(georef, online=online))
    return (
        '<div class="wg-geo-part"><details><summary>Signs, and whose data each layer is</summary>'
        "<ul><li>A red line leads from the middle of an anchor's hex (white) to the real "
        f"place (red): its residual</li><li>Height: {bands}</li>{lines}</ul></details></div>"
    )
