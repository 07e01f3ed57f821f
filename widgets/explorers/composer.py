"""OrderComposer: an order written on the map, which says at once whether the rules permit it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import RequestError, WargameError, one_of, shown
from wargame.rifle_and_spade.kemal import SCENARIO
from wargame.rifle_and_spade.orders.order import GROUPS
from widgets.base import TeachingBox
from widgets.errors import WidgetError
from widgets.explorers import composer_deeds as deeds
from widgets.explorers import composer_handout
from widgets.explorers.composer_deeds import first_of, position_of, require_brigiment, shaped
from widgets.explorers.composer_form import OBJECTIVE
from widgets.explorers.composer_panels import Panels
from widgets.explorers.composer_plan import EACH, LINE, POINT, SHAPES, draft_of
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import Order, OrderKind
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.composer_plan import Cells, Draft


class OrderComposer(TeachingBox):
    """Map, form and verdict of one order.

    It begins with the order that the brigiment has. Choose the kind, click an objective line hex by
    hex or a point, draw a unit's route hex by hex, set rally points, put battalions in support; it
    says at once whether the order may be written and which case forbids it. Everything a reader can
    do has a method that does the same without a browser, and raises what the widget shows. An order
    that the rules forbid is no error: it stays on the map, with the reason.

    Args:
        situation: A position with command rules, or the name of a scenario.
        brigiment: Whose order it is; the first that is not in disorder unless given.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is neither a position under command nor such a scenario's name.
        RequestError: There is no such brigiment, or it has nobody on the map.
    """

    def __init__(
        self,
        situation: Situation | str = SCENARIO,
        *,
        brigiment: str = "",
        height: int = 520,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the order of the brigiment."""
        if unknown:
            words = "situation, brigiment, height"
            raise WidgetError("OrderComposer", f"keyword {shown(next(iter(unknown)))}", words)
        position = position_of(situation)
        name = brigiment or first_of(position)
        require_brigiment(position, name)
        self._draft = draft_of(position, name)
        self._past: list[Draft] = []
        self._pen: tuple[str, str] = (OBJECTIVE, "")
        self._unit = ""
        self.panels = Panels(self._draft, height, self._acts())
        super().__init__(list(self.panels.rows()))
        self.panels.map.on_pick(self._told(self._pick))
        self._show()
        self.panels.look(self._draft)

    def _acts(self) -> dict[str, Callable[..., None]]:
        acts: dict[str, Callable[..., None]] = {
            "brigiment": self.write_for,
            "kind": self.write,
            "at_start": self.set_up,
            "shape": self.lead,
            "cells": lambda text: self._set_cells(self._cells(deeds.words_of(text))),
            "scheduled": self.schedule,
            "falls_back": self.fall_back,
            "support": self._put,
            "rally": lambda battalion, text: self.rally_at(battalion, *deeds.words_of(text)),
            "pen": self.pen,
            "unit": self._choose_unit,
            "own": lambda unit, text: self.objective_of(unit, *deeds.words_of(text)),
            "way": lambda unit, text: self.route(unit, *deeds.words_of(text)),
            "undo": self.undo,
            "clear": self.clear,
            "as_now": self.as_now,
            "print": lambda: self.panels.show_paper(self._draft),
        }
        return {name: self._from_form(act) for name, act in acts.items()}

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """The position the order is written for."""
        return self._draft.situation

    @property
    def draft(self) -> Draft:
        """The order being written, with its routes, channel and crossings."""
        return self._draft

    @property
    def order(self) -> Order:
        """The order as it stands, whether it may be written or not."""
        return self._draft.order

    @property
    def ruling(self) -> Ruling:
        """Whether the order may be written, requirement by requirement."""
        return self._draft.ruling

    @property
    def legal(self) -> bool:
        """Whether the order may be written."""
        return self._draft.ruling.allowed

    def handout(self) -> str:
        """Return the planning map: one HTML page with the order, its map and why it may be so."""
        return composer_handout.handout(self._draft)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def write_for(self, brigiment: str) -> None:
        """Write for another brigiment, from the order that it has.

        Raises:
            RequestError: There is none of that name, or it has nobody on the map.
        """
        with shown_on(self.panels.map):
            require_brigiment(self.situation, brigiment)
            self._go(draft_of(self.situation, brigiment))
            self.panels.look(self._draft)

    def write(self, kind: str) -> None:
        """Write an order of a kind; what is already written stays.

        Raises:
            RequestError: There is no such kind.
        """
        with shown_on(self.panels.map):
            found: OrderKind | None = next((each for each in GROUPS if each == kind), None)
            if found is None:
                raise RequestError("kind of order", shown(kind), one_of(list(GROUPS), str(kind)))
            late = GROUPS[found] == "attack"
            turn = self._draft.scheduled if late else None
            self._go(evolve(self._draft, kind=found, scheduled=turn))

    def set_up(self, at_start: bool = True) -> None:  # noqa: FBT001, FBT002 - a switch of the form
        """Write it for the set-up of a scenario, or not; that alone gives some kinds."""
        with shown_on(self.panels.map):
            self._go(evolve(self._draft, at_start=bool(at_start)))

    def lead(self, shape: str) -> None:
        """Say of what sort the objectives are: ``positions``, ``line``, ``point`` or ``each``.

        Raises:
            RequestError: It is none of these.
        """
        with shown_on(self.panels.map):
            if shape not in SHAPES:
                raise RequestError("objectives", shown(shape), one_of(list(SHAPES), str(shape)))
            self._go(shaped(self._draft, shape, ()))

    def line(self, *labels: str) -> None:
        """Lead the order to an objective line of these hexes, in order.

        Raises:
            RequestError: The map has no such hex.
        """
        with shown_on(self.panels.map):
            self._go(shaped(self._draft, LINE, self._cells(labels)))

    def point(self, label: str) -> None:
        """Lead the order to one hex and those around it.

        Raises:
            RequestError: The map has no such hex.
        """
        with shown_on(self.panels.map):
            self._go(shaped(self._draft, POINT, self._cells((label,))))

    def objective_of(self, unit: str, *labels: str) -> None:
        """Give one unit an objective of its own; none without hexes.

        Raises:
            RequestError: There is no such unit in line, or no such hex.
        """
        with shown_on(self.panels.map):
            cells = self._cells(labels)
            self._go(shaped(self._draft, EACH, ()).with_unit("own", unit, cells))

    def route(self, unit: str, *through: str) -> None:
        """Lead the route of a unit through hexes, in order; the shortest without any.

        Raises:
            RequestError: There is no such unit in line or no such hex, the unit has no objective,
                or no ground that it can pass leads so.
        """
        with shown_on(self.panels.map):
            self._go(self._draft.routed(unit, self._cells(through)))

    def rally_at(self, battalion: str, *labels: str) -> None:
        """Set the rally point of a battalion on picket duty; none without a hex.

        Args:
            battalion: The battalion.
            labels: The printed number of one hex, or nothing.

        Raises:
            RequestError: It is not on picket duty in a cordon, or that is no hex of the map.
        """
        with shown_on(self.panels.map):
            cells = self._cells(labels)
            if len(cells) > 1:
                raise RequestError("rally point", f"{len(cells)} hexes", "one hex, or none")
            self._go(self._draft.rallied(battalion, cells[0] if cells else None))

    def support(self, *battalions: str) -> None:
        """Put exactly these battalions in support.

        Raises:
            RequestError: The brigiment has no such battalion on the map.
        """
        with shown_on(self.panels.map):
            known = [body.name for body in self._draft.battalions]
            for name in battalions:
                if name not in known:
                    raise RequestError("battalion", shown(name), one_of(known, str(name)))
            self._go(evolve(self._draft, support=frozenset(battalions)))

    def schedule(self, turn: int | None) -> None:
        """Let an attack begin on a turn to come; at once without one.

        Raises:
            RequestError: *turn* is no whole number.
        """
        with shown_on(self.panels.map):
            if turn is not None and (isinstance(turn, bool) or not isinstance(turn, int)):
                raise RequestError("schedule", shown(turn), "the number of a game turn, or None")
            self._go(evolve(self._draft, scheduled=turn))

    def fall_back(self, falls_back: bool = True) -> None:  # noqa: FBT001, FBT002 - a switch of the form
        """Let a brigiment in Disorganized Defense fall back to its headquarters, or hold."""
        with shown_on(self.panels.map):
            self._go(evolve(self._draft, falls_back=bool(falls_back)))

    def pen(self, what: str, unit: str = "") -> None:
        """Say what a click writes: ``objective``, ``route`` of a unit, or ``rally point``.

        Args:
            what: One of the three.
            unit: Whose; empty for an objective of all, a battalion for a rally point.

        Raises:
            RequestError: It is none of them, or there is no such unit in line or on picket duty.
        """
        with shown_on(self.panels.map):
            deeds.require_pen(self._draft, what, unit)
            self._pen = (what, unit)
            self._unit = unit if unit in self._draft.in_line else self._unit
            self._show()

    def click(self, label: str) -> None:
        """Do what a click on a hex does: go on with the line, set the point, bend the route.

        Raises:
            RequestError: The map has no such hex, or the route cannot lead there.
            Refused: The hex does not adjoin the end of the line.
        """
        with shown_on(self.panels.map):
            self._clicked(self.situation.board.hex(label))

    def undo(self) -> None:
        """Take the last change back.

        Raises:
            RequestError: There is none.
        """
        with shown_on(self.panels.map):
            if not self._past:
                raise RequestError("Take back", "no change yet", "a change to take back")
            before = self._past.pop()
            moved = before.brigiment != self._draft.brigiment
            self._draft = before
            self._show()
            if moved:
                self.panels.look(before)

    def clear(self) -> None:
        """Start over with an empty order of the same kind."""
        with shown_on(self.panels.map):
            bare = evolve(self._draft, own=(), ways=(), support=frozenset(), scheduled=None)
            self._go(evolve(bare, cells=(), rally=(), falls_back=False))

    def as_now(self) -> None:
        """Write what the order that the brigiment has says."""
        with shown_on(self.panels.map):
            self._go(draft_of(self.situation, self._draft.brigiment))

    # ---- how it hangs together ------------------------------------------------------------------

    def _told(self, act: Callable[..., None]) -> Callable[..., None]:
        """Make an event handler: an error is shown in the widget and goes no further."""

        def handler(*args: Any) -> None:  # noqa: ANN401 - an event
            try:
                act(*args)
            except WargameError as error:
                self.panels.map.warn(str(error))

        return handler

    def _from_form(self, act: Callable[..., None]) -> Callable[..., None]:
        """Make a handler of the form, which is put back as it was after an error."""

        def handler(*args: Any) -> None:  # noqa: ANN401 - what a field says
            try:
                act(*args)
            except WargameError as error:
                self.panels.form.show(self._draft, self._pen, self._unit)
                self.panels.map.warn(str(error))

        return handler

    def _pick(self, cell: Hex) -> None:
        self._clicked(cell)

    def _clicked(self, cell: Hex) -> None:
        self._go(deeds.clicked(self._draft, self._pen, cell))

    def _set_cells(self, cells: Cells) -> None:
        if self._draft.shape == POINT and len(cells) > 1:
            raise RequestError("point", f"{len(cells)} hexes", "one hex, or none")
        with shown_on(self.panels.map):
            self._go(evolve(self._draft, cells=cells))

    def _put(self, battalion: str, on: bool) -> None:  # noqa: FBT001 - a box of the form
        self.support(*(self._draft.support | {battalion} if on else
                       self._draft.support - {battalion}))  # fmt: skip

    def _choose_unit(self, unit: str) -> None:
        self._unit = unit
        self._show()

    def _cells(self, labels: tuple[str, ...] | list[str]) -> Cells:
        return deeds.cells_of(self.situation, labels)

    def _go(self, draft: Draft) -> None:
        """Show another draft; the one before can be had back."""
        if draft != self._draft:
            self._past.append(self._draft)
        self._draft = draft
        self._show()

    def _show(self) -> None:
        units = self._draft.in_line
        if self._unit not in units:
            self._unit = units[0] if units else ""
        self._pen = deeds.pen_for(self._draft, self._pen, self._unit)
        self.panels.show(self._draft, self._pen, self._unit)

    def text_twin(self) -> str:
        """Return the order, whether it may be written, and why, as text."""
        return self.panels.text(self._draft)

    def static_html(self) -> str:
        """Return verdict, map, order and explanation without script."""
        return self.panels.html(self._draft)
