"""LosExplorer: what one hex sees of another, and which of the nine cases says so."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.board import Board
from wargame.core.board_text import board_from_text
from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError, WargameError, one_of, shown
from wargame.core.grid import Hexside
from wargame.core.provenance import Provenance
from wargame.lab import own_charts
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.looks import dressed
from wargame.rifle_and_spade.ruleset import observation_ranges
from wargame.rifle_and_spade.sight import Look, checked_light, sight, verdict
from wargame.rifle_and_spade.view import field_of_view
from widgets.base import TeachingBox
from widgets.errors import WidgetError
from widgets.explorers.frame import shown_on
from widgets.explorers.los_panels import SPOTTER, Panels, Sighted

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.sight import Verdict
    from widgets.plot_sheet import PlotFigure

_KEY = """\
column-row 11.20
g grassland
s scrub
t town
r ravine
w sea
"""
_GROUND = """
ggggsggggggggg
ggsssggggggggg
gggssggggtgggg
gggssggggttggg
ggggggggggtggg
ggsssggggggggr
ggggssgggggggr
gggggssggggggr
gggggggggggggg
wwwwwwwwwwwwww
"""
_LEVELS = """
22211000000011
22211000000111
23211000000112
23311000000112
22211000000011
22211000000000
12211000000000
11111000000000
01110000000000
00000000000000
"""
_SIDES = """\
side crest 13.19-14.19 13.18-14.19 13.18-14.18 13.17-14.18 13.17-14.17
side ridge 18.18-17.18 18.18-17.17 18.17-17.17 18.17-17.16 18.16-17.16 18.16-17.15
side cliff 14.12-14.11 15.12-15.11
16.20 name=Scrub_Vale
20.17 name=Old_Town
12.17 name=Watch_Hill
"""
_MADE_UP = Provenance("reconstructed", "", "made up, to show every case of sight")
BEGIN = ("13.19", "20.17")


@cache
def demonstration() -> Board:
    """Return a small made-up ground on which every verdict and every case occurs."""
    heights = []
    for row, levels in zip(range(20, 10, -1), _LEVELS.split(), strict=True):
        heights += [f"{11 + i}.{row} height={level}" for i, level in enumerate(levels)]
    board = dressed(board_from_text("\n".join([_KEY + _GROUND, *heights, _SIDES])))
    cells = {at: evolve(cell, provenance=_MADE_UP) for at, cell in board.cells.items()}
    return evolve(
        board,
        cells=cells,
        id="demonstration",
        title="A ground to look across",
        credits=("The ground is made up, so that every case of sight occurs on it",),
    )


class LosExplorer(TeachingBox):
    """Map, height profile and the nine cases of one line of sight.

    Drag either end of the line over the map, or click a hex, or type its printed number; change the
    light, and what searchlights light; lay the field of view over the map. Everything a reader can
    do has a method that does the same without a browser, and raises what the widget shows.

    Args:
        ground: A board, or a field with rules of its own; a small made-up ground unless given.
        spotter: The printed number to look from.
        target: The printed number to look at.
        light: ``day``, ``twilight`` or ``night``.
        lit: The printed numbers of hexes that searchlights light.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *ground* is neither a board nor a field, or it has no hex.
        RequestError: There is no such hex or light, or the rules do not know a terrain.
    """

    def __init__(  # noqa: PLR0913 - a question of sight is exactly these facts
        self,
        ground: Board | Field | None = None,
        *,
        spotter: str = "",
        target: str = "",
        light: str = "day",
        lit: Iterable[str] = (),
        height: int = 460,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and look along the first line."""
        if unknown:
            words = "ground, spotter, target, light, lit, height"
            raise WidgetError("LosExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        field = _field_of(ground)
        board, cells = field.board, list(field.spots)
        first, last = map(board.hex, BEGIN) if ground is None else (cells[0], cells[-1])
        self.look = Look(
            field,
            board.hex(spotter) if spotter else first,
            board.hex(target) if target else last,
            observation_ranges(ChartShelf(own_charts())),
            checked_light(light),
            _lit(board, lit),
        )
        self._viewing = self._dragging = False
        self._seen: tuple[object, dict[Hex, Verdict]] | None = None
        self.panels = Panels(field, height)
        super().__init__(list(self.panels.rows()))
        self.panels.begin(self._sighted)
        self.panels.show(self._sighted)
        self.panels.map.on_pick(self._pick)
        self.panels.map.on_handle(self._drag)
        self.panels.listen(self._moved)

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def field(self) -> Field:
        """The ground under its rules."""
        return self.look.field

    @property
    def ruling(self) -> Ruling:
        """The line of sight with all nine cases."""
        return sight(self.look)

    @property
    def verdict(self) -> Verdict | None:
        """Open, Partial or Blocked; None where the line leaves the map on its way."""
        return verdict(self.look)

    @property
    def seen(self) -> dict[str, Verdict]:
        """The field of view: the verdict on every hex by its printed number.

        A hex to which the line leaves the map is left out. Nobody is taken to be crossing a ridge.
        """
        return {self.field.board.label(cell): said for cell, said in self._field_of_view().items()}

    def _field_of_view(self) -> dict[Hex, Verdict]:
        """Return the field of view, the very same while nothing that it depends on changes."""
        look = self.look
        found = field_of_view(self.field, look.spotter, look.ranges, look.light, look.lit)
        if self._seen is None or self._seen[0] is not found:
            kept = {cell: said for cell, said in found.items() if said is not None}
            self._seen = found, kept
        return self._seen[1]

    # ---- what a reader does, also from Python ---------------------------------------------------

    def look_from(self, label: str) -> None:
        """Look from the hex with this printed number.

        Raises:
            RequestError: The map has no such hex.
        """
        with shown_on(self.panels.map):
            self._show(evolve(self.look, spotter=self._hex("spotter", label)))

    def look_at(self, label: str) -> None:
        """Look at the hex with this printed number; it is taken to cross no ridge.

        Raises:
            RequestError: The map has no such hex.
        """
        with shown_on(self.panels.map):
            self._show(evolve(self.look, target=self._hex("target", label), crossing=None))

    def set_light(self, light: str) -> None:
        """Look by ``day``, ``twilight`` or ``night``.

        Raises:
            RequestError: It is none of these.
        """
        with shown_on(self.panels.map):
            self._show(evolve(self.look, light=checked_light(light)))

    def light_up(self, *labels: str) -> None:
        """Let searchlights light exactly these hexes; without any, they are switched off.

        Raises:
            RequestError: The map has no such hex.
        """
        with shown_on(self.panels.map):
            self._show(evolve(self.look, lit=_lit(self.field.board, labels)))

    def profile_figure(self, paper: str = "screen") -> PlotFigure:
        """Return the height profile of the line for print, drawn with matplotlib.

        Args:
            paper: ``screen``, or ``a4`` for a page.

        Raises:
            WidgetError: There is no such paper, or no matplotlib.
        """
        from widgets.plots import height_profile

        return height_profile(self.look, paper=paper)

    def show_view(self, on: bool = True) -> None:  # noqa: FBT001, FBT002 - the lesson's own words
        """Lay the field of view from the spotter's hex over the map, or take it away."""
        self._viewing = bool(on)
        self._show(self.look)

    def cross_from(self, label: str = "") -> None:
        """Let the target have just come over a ridge from this hex; without one, over none.

        Raises:
            RequestError: No ridge lies between it and the target.
        """
        with shown_on(self.panels.map):
            if not label:
                self._show(evolve(self.look, crossing=None))
                return
            board, target = self.field.board, self.look.target
            options = [board.label(cell) for cell in self._crossable()]
            if label not in options:
                where = f"a ridge crossed to {board.label(target)}"
                raise RequestError(where, shown(label), one_of(options, str(label)))
            self._show(evolve(self.look, crossing=Hexside.between(board.hex(label), target)))

    # ---- how it hangs together ------------------------------------------------------------------

    def _hex(self, where: str, label: str) -> Hex:
        if not isinstance(label, str):
            raise RequestError(f"LosExplorer, {where}", shown(label), "a printed number")
        return self.field.board.hex(label.strip())

    def _crossable(self) -> tuple[Hex, ...]:
        """Return the hexes from which the target could come over a ridge."""
        target, field = self.look.target, self.field
        return tuple(
            cell
            for cell in field.board.neighbours(target)
            if field.ridge_level(Hexside.between(cell, target)) is not None
        )

    @property
    def _sighted(self) -> Sighted:
        seen = self._field_of_view() if self._viewing else None
        return Sighted(self.look, self.ruling, self.verdict, seen, self._crossable())

    def _show(self, look: Look) -> None:
        self.look = look
        # the form is out of the reader's sight and hand while an end is in it
        self.panels.show(self._sighted, form=not self._dragging)

    def _pick(self, cell: Hex) -> None:
        label, sets = self.field.board.label(cell), self.panels.end.value
        if sets == "Spotter":
            self.look_from(label)
        elif sets == "Target":
            self.look_at(label)
        else:
            self.light_up(*map(self.field.board.label, self.look.lit ^ {cell}))

    def _drag(self, end: str, cell: Hex) -> None:
        self._dragging = self.panels.map.in_hand
        try:
            (self.look_from if end == SPOTTER else self.look_at)(self.field.board.label(cell))
        finally:
            self._dragging = False

    def _moved(self, name: str, value: Any) -> None:  # noqa: ANN401 - of any control
        """Do what a control asks for; a wrong number is told, and the form put back as it was."""
        acts: dict[str, Callable[[], None]] = {
            "spotter": lambda: self.look_from(value),
            "target": lambda: self.look_at(value),
            "light": lambda: self.set_light(value),
            "lit": lambda: self.light_up(*value.replace(",", " ").split()),
            "view": lambda: self.show_view(value),
            "crosses": lambda: self.cross_from((self.panels.ridge.value or "") if value else ""),
            "ridge": lambda: self.cross_from((value or "") if self.panels.crosses.value else ""),
        }
        try:
            acts[name]()
        except WargameError:  # shown already
            self.panels.set_form(self._sighted)

    def text_twin(self) -> str:
        """Return the verdict, the heights and the nine cases as text."""
        return self.panels.text(self._sighted)

    def static_html(self) -> str:
        """Return map, height profile and explanation without script."""
        return self.panels.html(self._sighted)


def _lit(board: Board, labels: object) -> frozenset[Hex]:
    where = "LosExplorer, lit"
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise RequestError(where, shown(labels), "printed numbers of hexes")
    found = list(labels)
    for label in found:
        if not isinstance(label, str):
            raise RequestError(where, shown(label), "a printed number")
    return frozenset(board.hex(label) for label in found)


def _field_of(ground: object) -> Field:
    if ground is None:
        ground = demonstration()
    if isinstance(ground, Board):
        ground = Field(ground, GALLIPOLI_1915)
    if not isinstance(ground, Field):
        raise WidgetError("LosExplorer, ground", shown(ground), "a Board, or a Field")
    if not ground.spots:
        raise WidgetError("LosExplorer, ground", "a board without hexes", "a board with a hex")
    return ground
