"""The assault table as a picture: fourteen by fourteen boxes, and the way from base to final box.

Everything here shows what the rules have decided; nothing decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.rifle_and_spade.rounding import points_text
from widgets.explorers.assault_bands import FILLS, INK, PAPER, SAYS, SOFT, WAY, span, text
from widgets.svg import number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.rifle_and_spade.assault import Round
    from wargame.rifle_and_spade.assault_table import AssaultChart, Reached

WIDE, TALL, LEFT, TOP, EDGE = 40, 25, 62, 46, 14
BELOW = 44
"""The room for the key under the table."""

Point = tuple[float, float]
Place = tuple[int, int]


@frozen
class Way:
    """The way over the table in one round: column and row of each stop, from 0.

    Args:
        base: The base box.
        sideways: After the attacker's columns.
        shifted: After the defender's rows; it may lie beyond the table.
        corner: Back on the table in one direction, before the other side's shift.
        final: The final box; None where a side is destroyed outright.
    """

    base: Place
    sideways: Place
    shifted: Place
    corner: Place
    final: Place | None

    def spilled(self) -> int:
        """Return how many lines passed to the other side: plus over the least, minus the most."""
        return 0 if self.final is None else self.final[0] - self.shifted[0]

    def stops(self) -> tuple[Place, ...]:
        """Return every stop."""
        places = (self.base, self.sideways, self.shifted, self.corner)
        return (*places, self.final) if self.final is not None else places[:3]


def way_of(fight: Round) -> Way | None:
    """Return the way of a round; None where a side is destroyed before it begins."""
    base, final = fight.base, fight.final
    if base.weakling:
        return None
    attacker, defender = fight.drms
    start = base.column, base.row
    sideways = start[0] - attacker, start[1]
    shifted = sideways[0], start[1] - defender
    if final.weakling:
        return Way(start, sideways, shifted, shifted, None)
    last = fight.chart.last
    clamped = min(max(shifted[0], 0), last), min(max(shifted[1], 0), last)
    return Way(start, sideways, shifted, clamped, (final.column, final.row))


def grid_svg(fight: Round) -> str:
    """Return the table with the way of a round over it, as one SVG picture."""
    way = way_of(fight)
    frame = _Frame.around(fight.chart, way)
    drawn = [_boxes(fight.chart, frame), _headings(fight, frame), _printed(fight.chart, frame)]
    drawn.append(_beyond(fight.chart, frame))
    if way is not None:
        drawn.append(_way(way, frame))
    drawn.append(_key(frame))
    width, height = frame.width, frame.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="sans-serif" font-size="11" '
        f'style="max-width:100%;height:auto;background:{PAPER}">'
        f"<title>{word(way_words(fight))}</title>"
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>{"".join(drawn)}</svg>'
    )


def way_words(fight: Round) -> str:
    """Return the way of a round in words: halving, base box, shifts, final box."""
    attack, defence = map(points_text, fight.strengths)
    said = [f"Base strengths {attack} for the attacker and {defence} for the defender."]
    base = fight.base_ruling()
    said += [f"{part.label}: {part.sentence}" for part in base.parts]
    said.append(f"Base box: {base.sentence}")
    if fight.base.weakling:
        return " ".join(said)
    if not fight.modified:
        return " ".join([*said, *(part.sentence for part in fight.modifier_rulings())])
    final = fight.final_ruling()
    said += [part.sentence for part in final.parts]
    return " ".join([*said, f"Final box: {final.sentence}"])


# ---- the table


@frozen
class _Frame:
    """Where boxes are drawn: how far the picture goes beyond the table on each side."""

    lines: int
    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    @classmethod
    def around(cls, chart: AssaultChart, way: Way | None) -> _Frame:
        lines = len(chart.strengths)
        stops = way.stops() if way is not None else ()
        columns, rows = [0, *(c for c, _ in stops)], [0, *(r for _, r in stops)]
        return cls(
            lines,
            -min(columns),
            -min(rows),
            max(max(columns) - chart.last, 0),
            max(max(rows) - chart.last, 0),
        )

    @property
    def width(self) -> int:
        return LEFT + (self.left + self.lines + self.right) * WIDE + EDGE

    @property
    def height(self) -> int:
        return TOP + (self.top + self.lines + self.bottom) * TALL + BELOW

    def corner(self, column: int, row: int) -> Point:
        """Return the upper left corner of a box."""
        return LEFT + (self.left + column) * WIDE, TOP + (self.top + row) * TALL

    def middle(self, place: Place) -> Point:
        """Return the middle of a box."""
        x, y = self.corner(*place)
        return x + WIDE / 2, y + TALL / 2


def _boxes(chart: AssaultChart, frame: _Frame) -> str:
    """Draw each box as a bar of its three bands; one path for each band keeps the picture small."""
    ways: dict[str, list[str]] = {name: [] for name in FILLS}
    for row, boxes in enumerate(chart.boxes):
        for column, box in enumerate(boxes):
            x, y = frame.corner(column, row)
            for band in box.bands:
                left, width = span(band, WIDE - 2)
                ways[band.outcome].append(
                    f"M{number(x + 1 + left)} {number(y + 1)}h{number(width)}"
                    f"v{TALL - 2}h{number(-width)}z"
                )
    return "".join(f'<path d="{"".join(ways[name])}" fill="{FILLS[name]}"/>' for name in FILLS)


def _headings(fight: Round, frame: _Frame) -> str:
    chart, base, final = fight.chart, fight.base, fight.final
    at = "" if final.weakling else "700"
    columns = {base.column: "600", final.column: at or "600"}
    rows = {base.row: "600", final.row: at or "600"}
    texts = []
    for i, strength in enumerate(chart.strengths):
        x, _ = frame.corner(i, 0)
        _, y = frame.corner(0, i)
        said = points_text(strength)
        weights = columns.get(i, "400"), rows.get(i, "400")
        texts.append(text(x + WIDE / 2, TOP - 6, said, weight=weights[0]))
        texts.append(text(LEFT - 6, y + TALL / 2 + 4, said, anchor="end", weight=weights[1]))
    middle = LEFT + frame.left * WIDE + frame.lines * WIDE / 2
    texts.append(text(middle, 16, "Attacker: columns", colour=SOFT))
    x, y = 14, TOP + frame.top * TALL + frame.lines * TALL / 2
    turned = f'transform="rotate(-90 {x} {number(y)})"'
    texts.append(text(x, y, "Defender: rows", colour=SOFT, more=turned))
    return "".join(texts)


def _printed(chart: AssaultChart, frame: _Frame) -> str:
    """Mark the boxes for which the rulebook itself prints something."""
    dots = []
    for row, column in chart.origins:
        x, y = frame.corner(column, row)
        place = f'cx="{x + WIDE - 6}" cy="{y + 6}" r="2.6"'
        dots.append(f'<circle {place} fill="{WAY}" stroke="#fff"/>')
    return "".join(dots)


def _beyond(chart: AssaultChart, frame: _Frame) -> str:
    """Draw the edge of the table where the way leads past it, with its strength."""
    (x1, y1), (x2, y2) = frame.corner(0, 0), frame.corner(frame.lines, frame.lines)
    ends = (
        (frame.left, x1, y1, x1, y2),
        (frame.top, x1, y1, x2, y1),
        (frame.right, x2, y1, x2, y2),
        (frame.bottom, x1, y2, x2, y2),
    )
    drawn = [
        f'<path d="M{a} {b}L{c} {d}" stroke="{INK}" stroke-width="2" stroke-dasharray="5 3"/>'
        for room, a, b, c, d in ends
        if room
    ]
    least, most = points_text(chart.least), points_text(chart.most)
    if frame.left or frame.top:
        across, down = (LEFT + 4, y2 - 6) if frame.left else (x1 + 4, TOP + 12)
        drawn.append(text(across, down, f"< {least}", anchor="start", colour=SOFT))
    if frame.right or frame.bottom:
        across, down = (x2 + 4, y1 + 14) if frame.right else (x1 + 4, y2 + 14)
        drawn.append(text(across, down, f"> {most}", anchor="start", colour=SOFT))
    return "".join(drawn)


# ---- the way


def _way(way: Way, frame: _Frame) -> str:
    legs = [
        (way.base, way.sideways, _shift(way.sideways[0] - way.base[0], "column")),
        (way.sideways, way.shifted, _shift(way.shifted[1] - way.sideways[1], "row")),
    ]
    legs = [each for each in legs if each[0] != each[1]]
    drawn = [_leg(frame, way, start, end) for start, end, _ in legs]
    said = [_beside(frame, way, *leg) for leg in legs]
    if way.final is None:
        x, y = frame.middle(way.shifted)
        cross = f"M{x - 7} {y - 7}L{x + 7} {y + 7}M{x + 7} {y - 7}L{x - 7} {y + 7}"
        drawn.append(f'<path d="{cross}" stroke="#b3200c" stroke-width="4"/>')
    elif way.final != way.shifted:
        drawn.append(_leg(frame, way, way.shifted, way.corner, passed=True))
        drawn.append(_leg(frame, way, way.corner, way.final, passed=True))
        said.append(_passed(frame, way.final, abs(way.spilled())))
    if way.final != way.base:
        drawn.append(_stop(frame, way.base, "base", dashed=True))
    if way.final is not None:
        drawn.append(_stop(frame, way.final, "final", dashed=False))
    return "".join(drawn + said)


def _passed(frame: _Frame, place: Place, by: int) -> str:
    x, y = frame.corner(*place)
    words = f"{by} to the other side"
    return text(x, y + TALL + 13, words, anchor="start", weight="700", colour=WAY, cased=True)


def _shift(by: int, what: str) -> str:
    sign = "−" if by < 0 else "+"
    return f"{sign}{abs(by)} {what}{'' if abs(by) == 1 else 's'}"


def _leg(frame: _Frame, way: Way, start: Place, end: Place, *, passed: bool = False) -> str:
    """Draw one stretch of the way; dashes where it passes to the other side."""
    if start == end:
        return ""
    (x1, y1), (x2, y2) = frame.middle(start), frame.middle(end)
    length = max(abs(x2 - x1), abs(y2 - y1))
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    if end == way.final:  # its name stands in the box
        x2, y2 = x2 - ux * WIDE / 2, y2 - uy * TALL / 2
    base = x2 - 9 * ux, y2 - 9 * uy
    line = f"M{number(x1)} {number(y1)}L{number(base[0])} {number(base[1])}"
    head = (
        f"M{number(x2)} {number(y2)}L{number(base[0] - 5 * uy)} {number(base[1] + 5 * ux)}"
        f"L{number(base[0] + 5 * uy)} {number(base[1] - 5 * ux)}z"
    )
    dashed = ' stroke-dasharray="4 3"' if passed else ""
    return (
        f'<path d="{line}" stroke="#fff" stroke-width="6.5"/>'
        f'<path d="{line}" stroke="{WAY}" stroke-width="3"{dashed}/>'
        f'<path d="{head}" fill="{WAY}" stroke="#fff" stroke-width="1"/>'
    )


def _beside(frame: _Frame, way: Way, start: Place, end: Place, said: str) -> str:
    """Write what a shift is: over it, or beside its start on the side where nothing comes in."""
    (x1, y1), (x2, y2) = frame.middle(start), frame.middle(end)
    if y1 == y2:
        return text((x1 + x2) / 2, y1 - 7, said, weight="700", colour=WAY, cased=True)
    left = way.sideways[0] < way.base[0]
    x, anchor = (x1 - 12, "end") if left else (x1 + 12, "start")
    return text(x, y1 + 4, said, anchor=anchor, weight="700", colour=WAY, cased=True)


def _stop(frame: _Frame, place: Place, said: str, *, dashed: bool) -> str:
    x, y = frame.corner(*place)
    dashes = ' stroke-dasharray="4 2"' if dashed else ""
    width = 2 if dashed else 3.4
    box = f'x="{x - 1}" y="{y - 1}" width="{WIDE + 2}" height="{TALL + 2}" fill="none"'
    label = text(x + WIDE / 2, y + TALL / 2 + 4, said, weight="700", colour=WAY, cased=True)
    return (
        f'<rect {box} stroke="#fff" stroke-width="{width + 2.6}"/>'
        f'<rect {box} stroke="{WAY}" stroke-width="{width}"{dashes}/>{label}'
    )


def _key(frame: _Frame) -> str:
    y, drawn = frame.height - 27, []
    x: float = LEFT
    for name, fill in FILLS.items():
        drawn.append(f'<rect x="{x}" y="{y}" width="16" height="12" fill="{fill}" stroke="{INK}" '
                     f'stroke-width=".6"/>')  # fmt: skip
        drawn.append(text(x + 21, y + 10, SAYS[name], anchor="start"))
        x += 172
    dot = f'<circle cx="{LEFT + 8}" cy="{y + 20}" r="2.6" fill="{WAY}"/>'
    said = "the book itself prints something of this box; all others are reconstructed"
    return "".join(drawn) + dot + text(LEFT + 21, y + 24, said, anchor="start", colour=SOFT)


def box_text(fight: Round, reached: Reached) -> str:
    """Return a box by its headings, attacker first: ``4 / 1``."""
    strengths = fight.chart.strengths
    if reached.weakling:
        return f"{reached.weakling} destroyed"
    return f"{points_text(strengths[reached.column])} / {points_text(strengths[reached.row])}"
