"""The order composer's form: every click on the map, and what no click can say."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from wargame.rifle_and_spade.orders.order import GROUPS
from widgets.explorers.composer_plan import (
    DISORDER,
    EACH,
    LINE,
    MOST_AHEAD,
    POINT,
    SHAPES,
    choosable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.composer_plan import Cells, Draft

    Acts = dict[str, Callable[..., None]]

OBJECTIVE, ROUTE, RALLY = "objective", "route", "rally point"
_HEXES = "printed numbers, with spaces between"


class Form:
    """The fields of an order; each calls back with what a reader wants.

    Args:
        situation: The position.
        acts: What to call, by the name of the field.
    """

    def __init__(self, situation: Situation, acts: Acts) -> None:
        """Make the form; it says nothing before :meth:`show`."""
        self._acts = acts
        self._quiet = False
        self.support_boxes: dict[str, w.Checkbox] = {}
        self.rally_fields: dict[str, w.Text] = {}
        self.brigiment = _menu("Brigade or regiment", choosable(situation))
        self.kind = _menu("Kind of order", [(kind.capitalize(), kind) for kind in GROUPS])
        self.at_start = _tick("Written for the set-up of a scenario")
        self.shape = _menu("Objectives", [(words, shape) for shape, words in SHAPES.items()])
        self.cells = _text("Line or point, hexes")
        self.scheduled = _menu("The attack begins", [("at once", None)])
        self.falls_back = _tick("Falls back to its headquarters")
        self.support = w.VBox([], layout=w.Layout(overflow="visible"))
        self.rally = w.VBox([], layout=w.Layout(overflow="visible"))
        self.pen = _menu("A click writes", [])
        self.unit = _menu("Unit", [])
        self.own = _text("Its objective, hexes")
        self.way = _text("Its route through")
        self.undo, self.clear = _button("Take back"), _button("Start over")
        self.as_now, self.print = _button("Order as it is now"), _button("Planning map")
        self.box = w.VBox(self._rows(), layout=w.Layout(overflow="visible", width="100%"))
        self._listen()

    def _rows(self) -> list[w.Widget]:
        def head(words: str) -> w.HTML:
            return w.HTML(f"<b>{words}</b>", layout=w.Layout(margin="6px 0 0 0"))

        buttons = w.HBox(
            [self.undo, self.clear, self.as_now, self.print],
            layout=w.Layout(flex_flow="row wrap"),
        )
        return [
            self.brigiment, self.kind, self.at_start, self.scheduled, self.falls_back,
            head("Where it leads"), self.shape, self.cells, self.rally, self.pen,
            head("In support"), self.support,
            head("One unit"), self.unit, self.own, self.way, buttons,
        ]  # fmt: skip

    def _listen(self) -> None:
        for name in ("brigiment", "kind", "at_start", "shape", "cells", "scheduled"):
            self._on(getattr(self, name), name, lambda value: (value,))
        self._on(self.falls_back, "falls_back", lambda value: (value,))
        self._on(self.pen, "pen", lambda value: value or (OBJECTIVE, ""))
        self._on(self.unit, "unit", lambda value: (value,))
        self._on(self.own, "own", lambda value: (self.unit.value, value))
        self._on(self.way, "way", lambda value: (self.unit.value, value))
        for name in ("undo", "clear", "as_now", "print"):
            getattr(self, name).on_click(self._pressed(name))

    def _pressed(self, name: str) -> Callable[[Any], None]:
        return lambda _: self._acts[name]()

    def _on(self, field: Any, name: str, given: Callable[[Any], tuple[Any, ...]]) -> None:  # noqa: ANN401 - a widget
        def moved(event: dict[str, Any]) -> None:
            if not self._quiet:
                self._acts[name](*given(event["new"]))

        field.observe(moved, "value")

    @contextmanager
    def _silence(self) -> Iterator[None]:
        self._quiet = True
        try:
            yield
        finally:
            self._quiet = False

    def show(self, draft: Draft, pen: tuple[str, str], unit: str) -> None:
        """Bring the form in line with a draft, without calling it a reader's wish."""
        with self._silence():
            self.brigiment.value, self.kind.value = draft.brigiment, draft.kind
            self.at_start.value, self.shape.value = draft.at_start, draft.shape
            self.cells.value = written(draft, draft.cells)
            self._show_turns(draft)
            self.falls_back.value = draft.falls_back
            _seen(self.falls_back, on=draft.kind == DISORDER)
            _seen(self.cells, on=draft.shape in {LINE, POINT})
            self._show_support(draft)
            self._show_rally(draft)
            self._show_units(draft, pen, unit)

    def _show_turns(self, draft: Draft) -> None:
        now = draft.situation.turn
        turns = {*range(now + 1, now + 1 + MOST_AHEAD)}
        if draft.scheduled is not None:
            turns.add(draft.scheduled)
        options = [("at once", None), *((f"on game turn {n}", n) for n in sorted(turns))]
        _options(self.scheduled, options, draft.scheduled)
        _seen(self.scheduled, on=GROUPS[draft.kind] == "attack" or draft.scheduled is not None)

    def _show_support(self, draft: Draft) -> None:
        names = [body.name for body in draft.battalions]
        if list(self.support_boxes) != names:
            for box in self.support_boxes.values():
                box.close()
            self.support_boxes = {name: self._support_box(name) for name in names}
            self.support.children = tuple(self.support_boxes.values())
        for name, box in self.support_boxes.items():
            box.value = name in draft.support

    def _support_box(self, name: str) -> w.Checkbox:
        box = _tick(name)
        self._on(box, "support", lambda value: (name, value))
        return box

    def _show_rally(self, draft: Draft) -> None:
        if tuple(self.rally_fields) != draft.on_duty:
            for field in self.rally_fields.values():
                field.close()
            self.rally_fields = {name: self._rally_field(name) for name in draft.on_duty}
            self.rally.children = tuple(self.rally_fields.values())
        points = dict(draft.rally)
        for name, field in self.rally_fields.items():
            field.value = written(draft, (points[name],) if name in points else ())

    def _rally_field(self, name: str) -> w.Text:
        field = _text(f"Rally point of {name}", "a printed number, or nothing")
        self._on(field, "rally", lambda value: (name, value))
        return field

    def _show_units(self, draft: Draft, pen: tuple[str, str], unit: str) -> None:
        units = draft.in_line
        pens: list[tuple[str, tuple[str, str]]] = []
        if draft.shape != EACH:
            pens.append(("the objective", (OBJECTIVE, "")))
        else:
            pens += [(f"the objective of {name}", (OBJECTIVE, name)) for name in units]
        pens += [(f"the route of {name}", (ROUTE, name)) for name in units]
        pens += [(f"the rally point of {name}", (RALLY, name)) for name in draft.on_duty]
        _options(self.pen, pens, pen)
        _options(self.unit, [(name, name) for name in units], unit)
        self.own.value = written(draft, dict(draft.own).get(unit, ()))
        self.way.value = written(draft, dict(draft.ways).get(unit, ()))
        _seen(self.own, on=draft.shape == EACH)


def written(draft: Draft, cells: Cells) -> str:
    """Return hexes as a field shows them."""
    return " ".join(map(draft.situation.board.label, cells))


def _options(menu: w.Dropdown, options: list[tuple[str, Any]], value: Any) -> None:  # noqa: ANN401 - a value
    if list(menu.options) != options:
        menu.options = options
    menu.value = value if value in [each for _, each in options] else None


def _seen(field: Any, *, on: bool) -> None:  # noqa: ANN401 - a widget
    field.layout.display = None if on else "none"


def _menu(label: str, options: Any) -> w.Dropdown:  # noqa: ANN401 - names, or pairs
    return w.Dropdown(
        options=options,
        description=label,
        style={"description_width": "11em"},
        layout=w.Layout(width="100%", max_width="30em"),
    )


def _text(label: str, hint: str = _HEXES) -> w.Text:
    return w.Text(
        description=label,
        placeholder=hint,
        continuous_update=False,
        style={"description_width": "11em"},
        layout=w.Layout(width="100%", max_width="30em"),
    )


def _tick(label: str) -> w.Checkbox:
    return w.Checkbox(description=label, indent=False, layout=w.Layout(width="auto"))


def _button(label: str) -> w.Button:
    return w.Button(description=label, layout=w.Layout(width="auto"))
