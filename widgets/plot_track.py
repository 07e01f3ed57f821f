"""Officer points over turns on a sheet: a panel for each brigiment, all on one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from widgets.officer_history import lights
from widgets.plot_sheet import INK, MARGIN, PALE_INK, PLAIN, Page, Room, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from widgets.officer_history import Sample, Track

ROWS = 2.6
"""How high a panel is, in rows of cells."""
GAP = 0.9
"""Room for the name of the next panel and the numbers of the turns, in rows."""
NIGHT = "#e3e6ef"
LOOKS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("maximum", "maximum", {"color": PALE_INK, "linestyle": "--", "linewidth": 1}),
    ("half", "half-maximum", {"color": PALE_INK, "linestyle": ":", "linewidth": 1.3}),
    ("points", "officer points", {"color": INK, "linestyle": "-", "linewidth": 2}),
)
"""How each line is drawn: its dashes tell it apart without colour."""


def track_room(sheet: Sheet, made: Sequence[Track]) -> Room:
    """Return the room that the panels take."""
    rows = -(-len(made) // sheet.abreast)
    return Room(rows * (ROWS + GAP) * sheet.row + 2 * sheet.line())


def draw_tracks(page: Page, made: Sequence[Track]) -> None:
    """Draw a panel for each track, beside and below each other."""
    sheet = page.sheet
    wide = (sheet.width - 2 * MARGIN) / sheet.abreast
    span = list(lights(made))
    top = max(max(s.points, s.maximum) for track in made for s in track.samples)
    for i, track in enumerate(made):
        row, place = divmod(i, sheet.abreast)
        down = (row * (ROWS + GAP) + GAP * 0.75) * sheet.row + sheet.line()
        left = MARGIN + place * wide + 0.35
        axes = page.axes(left, down, wide - 0.6, ROWS * sheet.row)
        _panel(axes, track, span, max(top, 1), sheet)
        if i == 0:
            axes.legend(loc="upper right", ncols=3, frameon=False, fontsize=sheet.font * 0.8,
                        borderpad=0, bbox_to_anchor=(1, 1.32))  # fmt: skip


def _panel(axes: Axes, track: Track, span: Sequence[int], top: int, sheet: Sheet) -> None:
    small = sheet.font * 0.9
    for turn, light in lights([track]).items():
        if light == "night":
            axes.axvspan(turn, turn + 1, color=NIGHT, linewidth=0)
    for what, label, look in LOOKS:
        at, values = _line(track.steps, what)
        axes.step(at, values, where="post", label=label, **look)
    axes.set_xlim(span[0], span[-1] + 1)
    axes.set_ylim(0, top * 1.08)
    axes.set_xticks([turn + 0.5 for turn in span], list(map(str, span)), fontsize=small)
    axes.set_yticks([0, top], ["0", str(top)], fontsize=small)
    axes.tick_params(length=0, colors=PALE_INK)
    axes.spines[["left", "bottom"]].set_visible(True)
    heading = f"{track.name} ({track.side})" if track.side else track.name
    axes.set_title(heading, loc="left", fontsize=sheet.font, color=INK, **PLAIN)


def _line(samples: Sequence[Sample], what: str) -> tuple[list[float], list[int]]:
    """Return a line's places and values; its last value is held to the end of the turn."""
    at = [sample.at for sample in samples]
    values: list[int] = [getattr(sample, what) for sample in samples]
    return [*at, samples[-1].turn + 1], [*values, values[-1]]
