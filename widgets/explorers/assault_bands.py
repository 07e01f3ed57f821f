"""The three bands of a box of the assault table, as a bar; and the inks of all its pictures.

Paper and inks are fixed, and the bands differ in lightness and letter, not in colour alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.rifle_and_spade.assault_table import NUMBERS
from widgets.svg import number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.core.procedure import Band

PAPER, INK, SOFT, WAY = "#fffdf7", "#1d1d1b", "#6b675e", "#0b4a8f"
FILLS = {"defender": "#f1e7cc", "both": "#c99b57", "attacker": "#73382a"}
INKS = {"defender": INK, "both": INK, "attacker": "#fff"}
LETTERS = {"defender": "D", "both": "D A", "attacker": "A"}
SAYS = {
    "defender": "the defender loses a step",
    "both": "each side loses a step",
    "attacker": "the attacker loses a step",
}


def bands_svg(bands: tuple[Band, ...], face: int | None = None) -> str:
    """Return the bands of a box as a bar, with a mark where the roll fell.

    Args:
        bands: The numbers 00 to 99 by who loses a step.
        face: The roll, once it is thrown.
    """
    width, drawn = 560, []
    for band in bands:
        left, across = span(band, width)
        x = 10 + left
        drawn.append(
            f'<rect x="{number(x)}" y="22" width="{number(across)}" height="26" '
            f'fill="{FILLS[band.outcome]}" stroke="{INK}" stroke-width=".8"/>'
        )
        middle, colour = x + across / 2, INKS[band.outcome]
        if across > 44:  # noqa: PLR2004 - room for its numbers
            drawn.append(text(middle, 39, span_text(band), weight="700", colour=colour))
        drawn.append(text(middle, 62, LETTERS[band.outcome], colour=INK, weight="700"))
    if face is not None:
        x = 10 + (face + 0.5) / NUMBERS * width
        drawn.append(
            f'<path d="M{number(x - 7)} 8h14l-7 12z" fill="{WAY}"/>'
            f'<path d="M{number(x)} 18V50" stroke="{WAY}" stroke-width="2.4"/>'
        )
        side = ("start", 10) if x < width / 2 else ("end", -10)
        drawn.append(text(x + side[1], 17, f"{face:02}", anchor=side[0], weight="700", colour=WAY))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 20} 68" '
        f'width="{width + 20}" height="68" role="img" font-family="sans-serif" font-size="12" '
        f'style="max-width:100%;height:auto;background:{PAPER}">'
        f"<title>{word(bands_words(bands))}</title>"
        f'<rect width="{width + 20}" height="68" fill="{PAPER}"/>{"".join(drawn)}</svg>'
    )


def bands_words(bands: tuple[Band, ...]) -> str:
    """Return the bands in words."""
    return "; ".join(f"{span_text(band)} {SAYS[band.outcome]}" for band in bands) + "."


def span_text(band: Band) -> str:
    """Return the numbers of a band: ``57–67``."""
    return f"{band.low:02}" if band.low == band.high else f"{band.low:02}–{band.high:02}"


def span(band: Band, width: float) -> tuple[float, float]:
    """Return where a band begins and how wide it is, on a bar of some width."""
    return band.low / NUMBERS * width, band.width / NUMBERS * width


def text(  # noqa: PLR0913 - a text in a picture is these facts
    x: float,
    y: float,
    said: str,
    *,
    anchor: str = "middle",
    weight: str = "400",
    colour: str = INK,
    cased: bool = False,
    more: str = "",
) -> str:
    """Return words in a picture."""
    case = ' stroke="#fff" stroke-width="3.4" stroke-linejoin="round" paint-order="stroke"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{colour}"{case if cased else ""} {more}>{word(said)}</text>'
    )
