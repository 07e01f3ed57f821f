"""AreaMap: territories and sea zones, who owns them, what stands there and how far it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import ipywidgets as w
import traitlets as t

from wargame.area_combat.atlas import Atlas
from wargame.area_combat.nations import nation_named
from wargame.area_combat.theatre import Theatre
from wargame.core.errors import WargameError, shown
from widgets import area_words as words
from widgets.area_board import board_of, cells_of, middles
from widgets.area_plan import DEFAULT, REACHES, AreaPlan, theatre_of
from widgets.area_svg import chips_svg, chosen_svg, labels_svg, legend_items
from widgets.base import TeachingBox
from widgets.errors import WidgetError
from widgets.explorers.form import Field, Form, Look
from widgets.explorers.frame import column, row, shown_on, wide_html
from widgets.hexmap import HexMap
from widgets.keys import KeyGuard
from widgets.legend import ROW, legend_html
from widgets.svg import AREAS, image, static_map
from widgets.svg_styles import HEXSIDE_STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.area_combat.atlas import Area
    from wargame.core.grid import Hex

LAYERS = (AREAS, "hexsides", "links")
HINT = (
    "Choose an area with the mouse, with the arrow keys and Enter, or in the menu; its neighbours "
    "are outlined."
)
_SIDES = ("border", "coast", "edge of a sea zone", "no way across")


class AreaSheet(HexMap):
    """The map itself: a hex map whose cells belong to areas.

    Args:
        theatre: The position.
        traits: Any trait of :class:`HexMap`.
    """

    def __init__(self, theatre: Theatre, **traits: Any) -> None:  # noqa: ANN401 - trait values
        """Draw the map."""
        self.theatre = theatre
        super().__init__(board_of(theatre), layers=LAYERS, **({"show_numbers": "never"} | traits))
        self._tell()

    def draw(self, layers: Iterable[str] = LAYERS) -> None:
        """Draw the ground, the names and the signs; read out of every cell what its area is."""
        with self.hold_sync():
            super().draw(layers)
            atlas = self.theatre.atlas
            self._labels = labels_svg(self.board, self.theatre)
            areas = list(atlas.areas)
            self.kinds = [words.ground_words(self.theatre, each) for each in atlas.areas.values()]
            kinds = [areas.index(atlas.cells[cell]) for cell in self.board.cells]
            self.geometry = {**self.geometry, "kind": kinds}
            self.legend_html = _legend(self)

    def show_theatre(self, theatre: Theatre, drawing: str = "") -> None:
        """Show another position, and a drawing under its chips."""
        before, self.theatre = self.theatre, theatre
        with self.hold_sync():
            if before != theatre or before.atlas is not theatre.atlas:
                self.board = board_of(theatre)
                self.draw(self.layers)
                self._tell()
            self.backdrop_svg = drawing

    def _tell(self) -> None:
        """Say of every cell what stands in its area."""
        said = {
            name: words.standing_words(self.theatre, area)
            for name, area in self.theatre.atlas.areas.items()
        }
        label = self.board.label
        self.occupants = {
            label(cell): said[name] for cell, name in self.theatre.atlas.cells.items() if said[name]
        }
        self._overlay()

    def _overlay(self) -> None:
        # names lie over the outlines of areas, so that both can be read
        self.overlay_svg = self._labels + chips_svg(self.board, self.theatre) + self._arrows

    @property
    def middles(self) -> Mapping[str, Hex]:
        """The middle cell of each area."""
        return middles(self.theatre.atlas)

    def area_at(self, cell: Hex) -> str:
        """Return the id of the area that a cell belongs to."""
        return self.theatre.atlas.cells[cell]

    def label_of(self, area: str) -> str:
        """Return the row and column of the first cell of an area."""
        return self.board.label(cells_of(self.theatre.atlas)[area][0])

    def static_html(self) -> str:
        """Return the map as a picture with its legend."""
        over, under = self.overlay_svg, self.backdrop_svg
        picture = static_map(self.board, over, {}, self.label, None, self.layers, under)
        before, _, rest = super().static_html().partition("<img ")  # what stands around it
        return before + image(picture, self.label) + rest.partition(">")[2]

    def text_twin(self) -> str:
        """Return the map in words, area by area."""
        return words.text(AreaPlan(self.theatre))


def _legend(sheet: AreaSheet) -> str:
    kinds = {kind for found in sheet.board.hexsides.values() for kind in found}
    sides = "".join(
        '<li><svg viewBox="0 0 34 12" width="34" height="12" style="vertical-align:middle" '
        'aria-hidden="true"><path d="M3 6H31" fill="none" stroke-linecap="round" '
        f"{HEXSIDE_STYLES[kind]}/></svg> {kind}</li>"
        for kind in _SIDES
        if kind in kinds
    )
    signs = f'<ul style="{ROW}">{sides}{legend_items()}</ul>'
    return signs + legend_html(sheet.board, {}, "cells")


class AreaMap(TeachingBox):
    """A map of areas: who owns them, what stands there, what borders what, and how far units get.

    An area is chosen with the mouse, by key or in a menu; what there is to know of it is spoken
    and stands beside the map. Everything a reader can do has a method that does the same without a
    browser, and raises what the widget shows.

    Args:
        theatre: A position, an atlas, or the name of a file of either kind.
        area: The area to begin with, by id, name or city.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *theatre* is none of these, or a keyword is unknown.
        RequestError: The map has no such area.
    """

    area = t.Unicode(help="The id of the area chosen, or nothing.")

    def __init__(
        self,
        theatre: Theatre | Atlas | str = DEFAULT,
        area: str = "",
        *,
        height: int = 640,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the map and choose the first area."""
        if unknown:
            found = f"keyword {shown(next(iter(unknown)))}"
            raise WidgetError("AreaMap", found, "theatre, area, height")
        self.plan: AreaPlan = AreaPlan(theatre_of(theatre, "AreaMap")).choose(area)
        self._callbacks: list[Callable[[Area], None]] = []
        self.map = AreaSheet(self.plan.theatre, height=height, hint=HINT)
        self.panel = wide_html()
        self.form = Form(_fields, self.change, Look(label="4em", menu="98%", most="98%"))
        side = w.VBox([self.form.box, self.panel], layout=column("260px", "28%"))
        field = w.VBox([self.map], layout=column("420px", "70%"))
        super().__init__([w.HBox([field, side], layout=row()), KeyGuard()])
        self.map.on_pick(self._picked)
        self._show()

    # ---- what a reader does, also from Python ---------------------------------------------------

    def change(self, act: Callable[[AreaPlan], AreaPlan]) -> None:
        """Change what is looked at: ``areas.change(lambda plan: plan.reaching("rail"))``.

        Raises:
            RequestError: Something named does not exist.
        """
        with shown_on(self.map):
            before, self.plan = self.plan.area, act(self.plan)
            self._show()
            if self.plan.area and self.plan.area != before:
                for callback in self._callbacks:
                    callback(self.plan.here)

    def choose(self, word: str) -> None:
        """Choose an area by id, name or city; nothing chooses none.

        Raises:
            RequestError: The map has no such area; the nearest names are given.
        """
        self.change(lambda plan: plan.choose(word))

    def show_reach(self, kind: str, unit: str = "", nation: str = "") -> None:
        """Show how far a unit gets from the area chosen.

        Args:
            kind: ``rail``, ``return`` (by air, out and back), ``range`` (one way) or ``none``.
            unit: Its type, whether one stands there or not; the one looked at unless given.
            nation: Whose it is.

        Raises:
            WidgetError: There is no such kind.
            RequestError: There is no such unit or nation.
        """
        self.change(lambda plan: (plan.take(unit, nation) if unit else plan).reaching(kind))

    def show(self, theatre: Theatre | Atlas | str) -> None:
        """Show another position; what is chosen stays.

        Raises:
            WidgetError: *theatre* is no position.
        """
        self.change(lambda plan: plan.on(theatre_of(theatre, "AreaMap")))

    def on_area(self, callback: Callable[[Area], None]) -> None:
        """Call *callback* with the area whenever another is chosen."""
        self._callbacks.append(callback)

    # ---- inside ---------------------------------------------------------------------------------

    @t.validate("area")
    def _named(self, proposal: dict[str, Any]) -> str:
        """Take any word that names an area."""
        return self.plan.choose(proposal["value"]).area

    @t.observe("area")
    def _set(self, change: dict[str, Any]) -> None:
        if change["new"] != self.plan.area:
            self.choose(change["new"])

    def _picked(self, cell: Hex) -> None:
        try:
            self.choose(self.map.area_at(cell))
        except WargameError as error:  # of one who listens
            self.map.warn(str(error))

    def _show(self) -> None:
        plan = self.plan
        self.area = plan.area
        self.form.show(plan)
        self.panel.value = words.panel_html(plan)
        self.map.show_theatre(plan.theatre, chosen_svg(self.map.board, plan))
        self.map.say(words.sentence(plan))

    def text_twin(self) -> str:
        """Return the map in words, and what is chosen on it."""
        return words.text(self.plan)

    def static_html(self) -> str:
        """Return the map as a picture, and the panel beside it."""
        return f"{self.map.static_html()}{self.panel.value}"


def _fields(plan: AreaPlan) -> Iterator[Field[AreaPlan]]:
    """Yield the menus beside the map."""
    areas = sorted(plan.theatre.atlas.areas.values(), key=lambda each: (each.sea, each.name))
    names = (("choose one", ""), *((each.name, each.id) for each in areas))
    yield Field("area", "menu", "Area", plan.area, lambda at: lambda plan: plan.choose(at), names)
    # the menus stay where they are, so that the keyboard's way through them does
    key = f"{plan.nation} {plan.unit}".strip()
    yield Field("unit", "menu", "Unit", key, _taking, _units(plan), barred=not plan.unit)
    kinds = tuple((said, kind) for kind, said in REACHES.items())
    yield Field(
        "reach", "menu", "Reach", plan.reach, lambda kind: lambda plan: plan.reaching(kind), kinds
    )


def _units(plan: AreaPlan) -> tuple[tuple[str, Any], ...]:
    units = plan.theatre.units
    found = {
        f"{nation} {name}": f"{nation_named(nation).name}: {units.unit(name).count(many)}"
        for nation, name, many in plan.units
    }
    if not plan.unit:
        return (("none", ""),)
    asked = f"{plan.nation} {plan.unit}"
    if asked not in found:
        found[asked] = f"{nation_named(plan.nation).name}: {units.unit(plan.unit).name}, none here"
    return tuple((said, key) for key, said in found.items())


def _taking(key: str) -> Callable[[AreaPlan], AreaPlan]:
    nation, _, unit = key.partition(" ")
    return lambda plan: plan.take(unit, nation)
