"""Rifle and Spade in a notebook: counters with their markers, the map of a position."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

from wargame.rifle_and_spade.inspecting import markers
from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.stacking import prorated
from widgets.hexmap import HexMap
from widgets.legend import legend_html
from widgets.sight_svg import heights_svg
from widgets.svg import LAYERS, board_svg, image, part_of, static_map
from widgets.svg_counters import Counter, Frame, counters_svg
from widgets.svg_marks import above
from widgets.svg_works import (
    beyond_svg,
    hexsides_html,
    markers_svg,
    works_html,
    works_svg,
    works_words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Unit

BADGES = {
    "C": "Confused",
    "H": "hiding",
    "M": "in column (on the march)",
    "L": "limbered",
    "T": "on top of a fieldwork, not in it",
    "D": "digging, prolonging or dragging",
    "W": "in an assault, with the number of its wave",
}
"""The letters on counters, and what they mean."""

_QUARTERS = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


class SituationMap(HexMap):
    """A map with heights, fieldworks and markers; works lie under the counters.

    Made by :func:`situation_map`; :func:`show` brings it to another position.
    """

    _heights = ""
    _beyond = ""
    _works = ""
    _tags = ""
    _shown: Situation | None = None

    def draw(self, layers: Iterable[str] = LAYERS) -> None:
        """Draw the board, and its heights where not all land is on one level."""
        super().draw(layers)
        board = self.board
        levels = {cell.height for cell in board.cells.values() if cell.height > 0}
        self._heights = heights_svg(board) if len(levels) > 1 else ""
        self._beyond = beyond_svg(board)
        self._draw_ground()

    def _draw_ground(self) -> None:
        self.board_svg = board_svg(self.board, self.layers, self._built)

    @property
    def _built(self) -> str:
        return self._heights + self._beyond + self._works

    def show_drawing(self, drawing: str) -> None:
        """Show this drawing over the counters, SVG elements, instead of the one before."""
        self._arrows = drawing
        self._overlay()

    def show_situation(self, situation: Situation) -> None:
        """Show the units, works and markers of a position on this map.

        Args:
            situation: The position, on the same board.
        """
        before, self._shown = self._shown, situation
        with self.hold_sync():
            if before is None or before.works is not situation.works:
                self._works = works_svg(situation.board, situation.works)
                self._draw_ground()
                self.legend_html = _legend(situation)
            self._tags = markers_svg(situation)
            self.show_counters(counters(situation))
            self.note(works_words(situation))

    def _overlay(self) -> None:
        cards = counters_svg(self.board, self.counters)
        self.overlay_svg = cards + self._tags + above(self._arrows)

    def static_html(self) -> str:
        """Return the map, or the part of it seen at first, as a picture with its legend."""
        part = part_of(self.board, self._window)
        cards = counters_svg(part, [each for each in self.counters if each.at in part])
        over, box, layers = cards + self._tags + above(self._arrows), self._window, self.layers
        picture = static_map(part, over, self.marks, self.label, box, layers, self._built)
        plain = super().static_html()  # for what stands around the picture
        before, _, rest = plain.partition("<img ")
        return before + image(picture, self.label) + rest.partition(">")[2]


def situation_map(
    situation: Situation,
    *labels: str,
    reach: int = 2,
    **traits: Any,  # noqa: ANN401 - trait values
) -> SituationMap:
    """Return a map of a position with its counters, fieldworks and markers.

    Args:
        situation: The position.
        labels: The printed numbers of hexes to look at closely; without any, all of the map.
        reach: How many hexes around each of them are seen too.
        traits: Any trait of :class:`HexMap`.

    Raises:
        WidgetError: A keyword is no trait.
        RequestError: The map has no such hex.
    """
    shown = SituationMap(situation.board, **traits)
    show(situation, shown)
    shown.look_at(*labels, reach=reach)
    return shown


def show(situation: Situation, shown: SituationMap) -> None:
    """Bring a map made by :func:`situation_map` to another position on the same board.

    Args:
        situation: The position.
        shown: The map.
    """
    shown.show_situation(situation)


def frames(situation: Situation) -> dict[str, Frame]:
    """Return the counter frame of each side: the first player's is a rectangle."""
    first, second = situation.sides
    return {first: "rectangle", second: "diamond"}


def counters(situation: Situation) -> Iterator[Counter]:
    """Yield a counter for every unit on the map; in a shared hex each side's lie together."""
    frame_of, order = frames(situation), {side: i for i, side in enumerate(situation.sides)}
    for piece in sorted(situation.pieces, key=lambda each: order[situation.side(each)]):
        unit = situation.unit(piece)
        yield Counter(
            at=piece.at,
            short=unit.id,
            factors=factors(situation, piece),
            steps=ceil(piece.steps),
            full=ceil(unit.steps),
            kind=_kind(unit),
            size=unit.size,
            frame=frame_of[unit.side],
            says=describe(situation, piece),
            badges=badges(situation, piece),
            small=True,
        )


def factors(situation: Situation, piece: Piece) -> str:
    """Return the figures on a counter: fire points for the steps it has left, then morale."""
    unit = situation.unit(piece)
    points = Fraction(_points(unit, piece))
    quarters = _QUARTERS.get(points % 1)
    if quarters is None:
        return f"{points_text(points)}-{unit.morale}"
    return f"{int(points) or ''}{quarters}-{unit.morale}"


def _points(unit: Unit, piece: Piece) -> Fraction | int:
    if unit.gun is not None:
        return prorated(unit.gun.points, unit.steps, piece.steps)
    rifles = prorated(unit.rifles, unit.steps, piece.steps) if unit.steps else unit.rifles
    return rifles + unit.machine_guns


def badges(situation: Situation, piece: Piece) -> tuple[str, ...]:
    """Return the letters of a piece's markers (:data:`BADGES`); a fraction is its last step's."""
    left = Fraction(piece.steps)
    part = _QUARTERS.get(left % 1, "") if left != situation.unit(piece).steps else ""
    on_top = "on top" in markers(situation, piece)
    found = (
        part,
        "C" if piece.confused else "",
        "H" if piece.hiding else "",
        {"column": "M", "limbered": "L"}.get(piece.order, ""),
        "T" if on_top else "",
        "D" if piece.task in _DIGGING else "",
        f"W{piece.wave}" if piece.wave else "",
    )
    return tuple(filter(None, found))


_DIGGING = frozenset({"engineering", "prolong", "drag"})


def describe(situation: Situation, piece: Piece) -> str:
    """Return a piece in words: name, side, steps, fire points, morale and every marker."""
    unit = situation.unit(piece)
    steps = f"{points_text(piece.steps)} of {points_text(unit.steps)} steps" if unit.steps else ""
    points = f"{points_text(_points(unit, piece))} fire points"
    facts = (steps, points, f"morale {unit.morale}", *markers(situation, piece))
    return f"{unit.name or unit.id} ({unit.side}), {', '.join(filter(None, facts))}"


def _kind(unit: Unit) -> str:
    if unit.size == "ship":
        return "ship"
    if unit.gun is not None:
        return "mountain artillery" if unit.gun.mountain else "artillery"
    return {"rifle": "infantry", "machine gun": "machine-gun team"}.get(unit.arm, unit.arm)


def _legend(situation: Situation) -> str:
    letters = "; ".join(f"<b>{letter}</b> {says}" for letter, says in BADGES.items())
    figures = "On a counter: fire points and morale; a dot for each step, filled while it is there"
    return (
        legend_html(situation.board, frames(situation))
        + hexsides_html(situation.board)
        + works_html(situation.works)
        + f"<ul><li>{figures}</li><li>Letters on counters: {letters}</li></ul>"
    )
