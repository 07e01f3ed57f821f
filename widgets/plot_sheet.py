"""What charts are drawn on: a figure that shows itself in a notebook, with its words around it.

This module imports matplotlib, so :mod:`widgets.plots` imports it only when a chart is asked for.
It never touches pyplot: a figure belongs to whoever asked for it, and nothing has to be closed.
Everything is placed in inches from the top left, so a chart looks the same wherever it is made.
"""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from attrs import field, frozen
from matplotlib.figure import Figure
from PIL import Image  # matplotlib draws with it

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

CSS_DPI = 96
"""Pixels of a web page to the inch."""
SHARPNESS = 2
"""Pixels of the picture to one of the page, each way, for screens that show more."""
POINTS = 72
"""Points to the inch."""
MARGIN = 0.12
"""Around the chart, in inches."""
TITLE, ABOUT, NOTE = 1.4, 0.95, 0.9
"""The sizes of the words around a chart, in plain text's."""
INK, PALE_INK, PAPER = "#1a1a1a", "#565656", "#ffffff"
PLAIN: dict[str, Any] = {"parse_math": False, "usetex": False}
"""For every text: names come from files, and a ``$`` in one of them is a ``$``."""


class PlotFigure(Figure):
    """A figure with a text twin.

    Args:
        twin: Its content as plain text: what ``repr`` and ``print`` show, and what a notebook
            keeps beside the picture.
        alt: What the picture shows, in a sentence or two, for exported pages.
        options: What matplotlib's ``Figure`` takes.
    """

    def __init__(self, twin: str, alt: str, **options: Any) -> None:  # noqa: ANN401 - Figure's own
        """Start an empty figure."""
        self._twin, self.alt = twin, alt
        super().__init__(**options)

    def text_twin(self) -> str:
        """Return the content as plain text; the same for the same content, on every machine."""
        return self._twin

    def __repr__(self) -> str:
        """Return the text twin: no address in memory, so that saved outputs compare."""
        return self._twin

    def __str__(self) -> str:
        """Return the text twin."""
        return self._twin

    def png(self, dpi: int = CSS_DPI * SHARPNESS) -> bytes:
        """Return the picture as a PNG file of 256 colours: a third of the size, and nobody sees it.

        Args:
            dpi: Pixels to the inch; 300 suits a printer.
        """
        drawn, small = BytesIO(), BytesIO()
        self.savefig(drawn, format="png", dpi=dpi)
        with Image.open(drawn) as picture:
            # of Pillow's ways this one keeps closest to every colour, in a legend's shades too
            closest, plain = Image.Quantize.MAXCOVERAGE, Image.Dither.NONE
            few = picture.convert("RGB").quantize(256, method=closest, dither=plain)
        few.save(small, "PNG", optimize=True)
        return small.getvalue()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:  # noqa: ANN401 - as IPython calls it
        """Return picture and text, at the size on the page; no backend need be set up for it."""
        width, height = (round(inches * CSS_DPI) for inches in self.get_size_inches())
        data = {"image/png": b64encode(self.png()).decode("ascii"), "text/plain": self._twin}
        return data, {"image/png": {"width": width, "height": height, "alt": self.alt}}


@frozen
class Words:
    """What is written around a chart.

    Args:
        title: What the chart shows.
        about: Whose figures they are and where they come from.
        notes: How to read it.
    """

    title: str
    about: str
    notes: tuple[str, ...] = field(converter=tuple[str, ...])


@frozen
class Sheet:
    """What a chart is drawn for.

    Args:
        width: Of the chart, in inches.
        font: The size of plain text, in points.
        row: The height of one row of cells or bars, in inches.
        label: The room for the names of rows, in inches.
        abreast: How many heat maps stand beside each other.
    """

    width: float
    font: float
    row: float
    label: float
    abreast: int

    def line(self, size: float = 1) -> float:
        """Return the height of a line of text in inches; *size* is in plain text's."""
        return self.font * size * 1.35 / POINTS

    def wrapped(self, text: str, width: float, size: float = 1) -> list[str]:
        """Return *text* in lines that fit a *width* in inches; a letter is half as wide as high."""
        room = int(width * POINTS / (self.font * size * 0.56))
        return wrap(text, max(room, 12)) or [""]


SHEETS: dict[str, Sheet] = {
    "screen": Sheet(width=10.5, font=10, row=0.5, label=2.2, abreast=2),
    # the width of an A4 page between margins of 20 mm
    "a4": Sheet(width=170 / 25.4, font=7.5, row=0.38, label=1.6, abreast=1),
}
"""What a chart can be drawn for, by name."""


@frozen
class Room:
    """The room that a chart takes between the words above and below it.

    Args:
        height: In inches.
        hole: Where the chart leaves room for the notes: inches from the left of the page, from
            the top of the chart, and the width; without it they stand below.
    """

    height: float
    hole: tuple[float, float, float] | None = None


class Page:
    """A figure being drawn, with its words already on it.

    Args:
        sheet: What it is drawn for.
        words: What is written around the chart.
        room: What the chart takes.
        twin: The chart as plain text.
    """

    def __init__(self, sheet: Sheet, words: Words, room: Room, twin: str) -> None:
        """Make the figure just high enough, and write on it."""
        self.sheet = sheet
        full = sheet.width - 2 * MARGIN
        left, down, width = room.hole or (MARGIN, room.height + sheet.line(NOTE), full)
        title = sheet.wrapped(words.title, full, TITLE)
        about = sheet.wrapped(words.about, full, ABOUT)
        gap = [""] if room.hole else []
        notes = [line for note in words.notes for line in sheet.wrapped(note, width, NOTE) + gap]
        below = MARGIN + len(title) * sheet.line(TITLE)
        self._top = below + len(about) * sheet.line(ABOUT)
        end = max(room.height, down + len(notes) * sheet.line(NOTE))
        self._height = self._top + end + MARGIN
        self.figure = PlotFigure(
            "\n".join((words.title, words.about, twin, *words.notes)),
            f"{words.title}. {words.about}.",
            figsize=(sheet.width, self._height),
            facecolor=PAPER,
        )
        self._write(title, (MARGIN, MARGIN), TITLE, weight="bold", color=INK)
        self._write(about, (MARGIN, below), ABOUT, color=PALE_INK)
        self._write(notes, (left, self._top + down), NOTE, color=PALE_INK)

    def _write(
        self,
        lines: Sequence[str],
        at: tuple[float, float],
        size: float,
        **look: Any,  # noqa: ANN401 - a text's own
    ) -> None:
        left, top = at
        for number, line in enumerate(lines):
            down = top + number * self.sheet.line(size)
            across, up = left / self.sheet.width, 1 - down / self._height
            font = self.sheet.font * size
            self.figure.text(across, up, line, va="top", fontsize=font, **look, **PLAIN)

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Return axes without a frame, in inches; *top* is counted from where the chart begins."""
        across, down = self.sheet.width, self._height
        bottom = down - self._top - top - height
        place = (left / across, bottom / down, width / across, height / down)
        axes = self.figure.add_axes(place, facecolor=PAPER)
        axes.spines[:].set_visible(False)
        return axes


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the contrast of two colours, 1 to 21, as the web's accessibility guidelines count it.

    Args:
        one: Red, green and blue, 0 to 1.
        other: The same.
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]]  # noqa: PLR2004 - sRGB
    return sum(part * share for part, share in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def ink_on(colour: Sequence[float]) -> str:
    """Return the ink, dark or white, that stands out more on a colour."""
    dark, white = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    return "#000000" if contrast(colour, dark) >= contrast(colour, white) else "#ffffff"
