"""Officer points as SVG: a panel for each brigiment, all on one scale of turns and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.officer_history import lights
from widgets.svg import number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from widgets.officer_history import Sample, Track

WIDE, TALL, LEFT, RIGHT, TOP, BELOW = 300, 120, 30, 44, 22, 20
LEAST = 310
"""No panel is narrower than this many pixels, so that its figures can be read, but on a phone."""
MOST_BIG = 1.3
"""How much a panel may grow beyond its drawing."""
INK, SOFT, NIGHT, LINE, PAPER = "#1d1d1b", "#5f5b52", "#dfe3ee", "#17406d", "#fffdf7"
MOST_NUMBERS = 12
"""So many turns are numbered; of more only every second, third and so on."""


def track_svg(made: Sequence[Track], label: str) -> str:
    """Return the tracks as a picture: panels side by side, as many as there is room for.

    The points are a stepped line with its last value beside it; the maximum is a dashed line and
    the half-maximum a dotted one, both named; turns of the night are shaded.

    Args:
        made: The tracks.
        label: What the picture is called.
    """
    if not made:
        return ""
    top = max(max(s.maximum, s.points) for track in made for s in track.samples)
    span = list(lights(made))
    wide, tall = LEFT + WIDE + RIGHT, TOP + TALL + BELOW
    drawn = "".join(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" aria-hidden="true" '
        f'style="width:100%;max-width:{wide * MOST_BIG:.0f}px" '
        f'font-family="system-ui, sans-serif">{_panel(track, made, span, max(top, 1))}</svg>'
        for track in made
    )
    return (
        f'<div role="img" aria-label="{word(label)}" style="display:grid;gap:6px;padding:4px;'
        f"grid-template-columns:repeat(auto-fit,minmax(min({LEAST}px,100%),1fr));"
        f'background:{PAPER}">{drawn}</div>'
    )


def _panel(track: Track, made: Sequence[Track], span: Sequence[int], top: int) -> str:
    wide = WIDE / len(span)

    def across(at: float) -> float:
        return LEFT + (at - span[0]) * wide

    def up(points: float) -> float:
        return TOP + TALL * (1 - max(points, 0) / top)

    last = track.samples[-1]
    end = across(last.turn + 1)
    heading = f"{track.name} ({track.side})" if track.side else track.name
    look = 'font-size="12" font-weight="700"'
    parts = [
        f'<text x="{LEFT}" y="14" {look} fill="{INK}">{word(heading)}</text>',
        *_ground(made, across, wide),
        _axis(span, across, wide, top, up),
        _stepped(track.steps, "maximum", across, up, end, SOFT, ' stroke-dasharray="6 3"'),
        _stepped(track.steps, "half", across, up, end, SOFT, ' stroke-dasharray="1.5 3"'),
        _stepped(track.steps, "points", across, up, end, LINE, ' stroke-width="2.6"'),
        _end(end, up(last.points), str(last.points), LINE, weight=700),
        *_levels(end, last, up),
    ]
    return "".join(parts)


def _ground(made: Sequence[Track], across: Callable[[float], float], wide: float) -> Iterable[str]:
    """Shade the turns of the night."""
    for turn, light in lights(made).items():
        if light == "night":
            yield (
                f'<rect x="{number(across(turn))}" y="{TOP}" width="{number(wide)}" '
                f'height="{TALL}" fill="{NIGHT}"/>'
            )


def _axis(
    span: Sequence[int],
    across: Callable[[float], float],
    wide: float,
    top: int,
    up: Callable[[float], float],
) -> str:
    every = -(-len(span) // MOST_NUMBERS)
    numbers = "".join(
        f'<text x="{number(across(turn) + wide / 2)}" y="{TOP + TALL + 13}" font-size="10" '
        f'text-anchor="middle" fill="{SOFT}">{turn}</text>'
        for turn in span[::every]
    )
    levels = "".join(
        f'<text x="{LEFT - 5}" y="{number(up(points) + 3.5)}" font-size="10" text-anchor="end" '
        f'fill="{SOFT}">{points}</text>'
        for points in (0, top)
    )
    frame = f"M{LEFT} {TOP}V{TOP + TALL}H{LEFT + WIDE}"
    return f'<path d="{frame}" fill="none" stroke="{SOFT}"/>{numbers}{levels}'


def _stepped(  # noqa: PLR0913 - a line is these facts
    samples: Sequence[Sample],
    what: str,
    across: Callable[[float], float],
    up: Callable[[float], float],
    end: float,
    colour: str,
    look: str,
) -> str:
    first, *rest = samples
    way = f"M{number(across(first.at))} {number(up(getattr(first, what)))}"
    for sample in rest:
        way += f"H{number(across(sample.at))}V{number(up(getattr(sample, what)))}"
    return f'<path d="{way}H{number(end)}" fill="none" stroke="{colour}"{look}/>'


def _levels(end: float, last: Sample, up: Callable[[float], float]) -> Iterable[str]:
    """Name the lines of the maximum and of its half where the points leave room."""
    for value, said in ((last.maximum, "max"), (last.half, "half")):
        if abs(up(value) - up(last.points)) >= 10:  # noqa: PLR2004 - the height of a word
            yield _end(end, up(value), f"{said} {value}", SOFT)


def _end(x: float, y: float, said: str, colour: str, weight: int = 400) -> str:
    return (
        f'<text x="{number(x + 4)}" y="{number(y + 3.5)}" font-size="10" font-weight="{weight}" '
        f'fill="{colour}">{word(said)}</text>'
    )
