"""The assault explorer's form: which assault, how far to look, and what if."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import evolve

from wargame.rifle_and_spade.rounding import points_text
from widgets.explorers.assault_plan import MOST_ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from widgets.explorers.assault_plan import AssaultPlan

    Change = Callable[[AssaultPlan], AssaultPlan]

AS_IT_STANDS = "as it stands"
MEANS: dict[str, bool | None] = {AS_IT_STANDS: None, "yes": True, "no": False}
"""What the lines of a switch mean; a menu cannot show a line whose value is None."""


class Form:
    """The switches of a plan; every change calls back with what to do to the plan.

    Args:
        change: Called with a function from the old plan to the new one.
    """

    def __init__(self, change: Callable[[Change], None]) -> None:
        """Make the form; it says nothing before :meth:`show`."""
        self._change = change
        self._quiet = False
        self._steps: dict[str, w.Dropdown] = {}
        self.at = _menu("Assault at", [])
        self.rounds = w.BoundedIntText(
            value=10,
            min=1,
            max=MOST_ROUNDS,
            description="Look ahead, in rounds",
            style={"description_width": "initial"},
            layout=w.Layout(width="16em"),
        )
        both = [(each, each) for each in MEANS]
        self.confused = _menu("Defenders Confused", both)
        self.wire = _menu("Wire was crossed", both)
        self.works = _menu("Defenders' works", [("as they stand", True), ("none", False)])
        self.steps = w.VBox([], layout=w.Layout(overflow="visible"))
        title = w.HTML("<b>What if</b>", layout=w.Layout(margin="6px 0 0 0"))
        fields = [self.at, self.rounds, title, self.confused, self.works, self.wire, self.steps]
        self.box = w.VBox(fields, layout=w.Layout(overflow="visible", width="100%"))
        self._listen()

    def _listen(self) -> None:
        acts: dict[Any, Callable[[Any], Change]] = {
            self.at: lambda cell: lambda plan: type(plan)(plan.situation, cell, rounds=plan.rounds),
            self.rounds: lambda n: lambda plan: evolve(plan, rounds=n),
            self.confused: lambda on: lambda plan: _switch(plan, confused=MEANS[on]),
            self.wire: lambda on: lambda plan: _switch(plan, wire=MEANS[on]),
            self.works: lambda on: lambda plan: _switch(plan, works=on),
        }
        for field, act in acts.items():

            def moved(event: dict[str, Any], act: Callable[[Any], Change] = act) -> None:
                if not self._quiet:
                    self._change(act(event["new"]))

            field.observe(moved, "value")

    def show(self, plan: AssaultPlan) -> None:
        """Bring the form in line with a plan, without calling it a reader's wish."""
        self._quiet = True
        try:
            label = plan.situation.board.label
            options = [(label(each.at), each.at) for each in plan.situation.assaults]
            if list(self.at.options) != options:
                self.at.options = options
            self.at.value, self.rounds.value = plan.at, plan.rounds
            self.at.layout.display = None if len(options) > 1 else "none"
            what_if = plan.what_if
            self.confused.value, self.wire.value = _line(what_if.confused), _line(what_if.wire)
            self.works.value = what_if.works
            self._show_steps(plan)
        finally:
            self._quiet = False

    def _show_steps(self, plan: AssaultPlan) -> None:
        chosen = dict(plan.what_if.steps)
        pieces = {piece.unit: piece for piece in plan.attackers()}
        if list(self._steps) != list(pieces):
            for field in self._steps.values():
                field.close()
            self._steps = {name: self._field(name) for name in pieces}
            self.steps.children = tuple(self._steps.values())
        for name, field in self._steps.items():
            full = plan.situation.unit(name).steps
            amounts = sorted({0, pieces[name].steps, *range(1, int(full) + 1)}, reverse=True)
            options = [(f"{points_text(n)} of {points_text(full)}", n) for n in amounts]
            if list(field.options) != options:
                field.options = options
            field.value = chosen.get(name, pieces[name].steps)

    def _field(self, name: str) -> w.Dropdown:
        field = _menu(f"Steps of {name}", [])

        def moved(event: dict[str, Any]) -> None:
            if not self._quiet:
                self._change(lambda plan: with_steps(plan, name, event["new"]))

        field.observe(moved, "value")
        return field


def with_steps(plan: AssaultPlan, name: str, steps: Any) -> AssaultPlan:  # noqa: ANN401 - a number
    """Return the plan with an attacker at other steps; its own are no switch."""
    chosen = {**dict(plan.what_if.steps), name: steps}
    if plan.situation.piece(name).steps == steps:
        del chosen[name]
    return _switch(plan, steps=tuple(sorted(chosen.items())))


def _line(switch: bool | None) -> str:  # noqa: FBT001 - the state of a switch
    """Return the line of a menu that means the state of a switch."""
    return next(line for line, means in MEANS.items() if means is switch)


def _switch(plan: AssaultPlan, **switches: Any) -> AssaultPlan:  # noqa: ANN401 - of any kind
    return evolve(plan, what_if=evolve(plan.what_if, **switches))


def _menu(label: str, options: list[tuple[str, Any]]) -> w.Dropdown:
    return w.Dropdown(
        options=options,
        description=label,
        style={"description_width": "11em"},
        layout=w.Layout(width="100%", max_width="24em"),
    )
