"""The form of an explorer: plain fields, so that the keyboard does all that the mouse does.

A form is described anew for every plan, and the fields on the screen are brought in line with the
description; a field that stays keeps its place and the keyboard's focus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import ipywidgets as w
from attrs import frozen

from wargame.core.errors import WargameError
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Plan = TypeVar("Plan")


@frozen
class Field(Generic[Plan]):
    """One line of a form.

    Args:
        key: Its name within the form.
        kind: A ``heading``, a ``check`` box, a ``menu``, a whole ``number``, or a ``text``, which
            counts when the reader leaves it.
        label: What a person reads.
        value: Its state: yes or no, the number, the text, or the chosen option's value; never None,
            which a menu cannot show.
        act: From a new state to the change of the plan it means.
        options: The lines of a menu: words and value.
        barred: Whether it may not be changed.
        bounds: The least and the greatest number.
    """

    key: str
    kind: Literal["heading", "check", "menu", "number", "text"]
    label: str
    value: Any = None
    act: Callable[[Any], Callable[[Plan], Plan]] | None = None
    options: tuple[tuple[str, Any], ...] = ()
    barred: bool = False
    bounds: tuple[int, int] = (0, 0)


@frozen
class Look:
    """How wide the lines of a form are, as CSS says it.

    Args:
        check: A check box.
        label: The words before a menu.
        menu: A menu, with its words.
        most: The most that a menu may be.
        number: A number, with its words; where it is set, they are as wide as those of a menu.
    """

    check: str = "auto"
    label: str = "initial"
    menu: str = "auto"
    most: str = "380px"
    number: str = ""


class Form(Generic[Plan]):
    """The form of a plan; every change calls back with what to do to the plan.

    Args:
        fields_of: Describes the form of a plan; fields that cannot matter are left out.
        change: Called with a function from the old plan to the new one. What it refuses it tells
            itself; the form is then put back as it was, but for what was typed.
        look: How wide its lines are.
    """

    def __init__(
        self,
        fields_of: Callable[[Plan], Iterable[Field[Plan]]],
        change: Callable[[Callable[[Plan], Plan]], None],
        look: Look,
    ) -> None:
        """Make the empty form."""
        self._fields_of, self._change, self._look = fields_of, change, look
        self._widgets: dict[str, Any] = {}
        self._fields: dict[str, Field[Plan]] = {}
        self._plan: Plan | None = None
        self._quiet = False
        self.box = w.VBox([], layout=w.Layout(overflow="visible", width="100%"))

    def show(self, plan: Plan) -> None:
        """Bring the form in line with *plan*, without calling it a reader's wish."""
        self._fields = {field.key: field for field in self._fields_of(plan)}
        self._plan = plan
        self._quiet = True  # what Python sets must not come back as a reader's wish
        try:
            kept = {key: self._shown(field) for key, field in self._fields.items()}
        finally:
            self._quiet = False
        if list(kept) != list(self._widgets):
            self.box.children = tuple(kept.values())
        for key, widget in self._widgets.items():
            if key not in kept:
                widget.close()
        self._widgets = kept

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - a widget
        """Return the field called *key*, as a reader's hand finds it."""
        return self._widgets[key]

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the names of the fields shown."""
        return tuple(self._widgets)

    def _shown(self, field: Field[Plan]) -> Any:  # noqa: ANN401 - a widget
        """Return the widget of a field, an old one brought up to date where there is one."""
        widget = self._widgets.get(field.key)
        if widget is None:
            widget = _MAKERS[field.kind](field, self._look)
            if field.act is not None:
                widget.observe(lambda event: self._heard(field.key, event["new"]), "value")
            return widget
        if field.kind == "heading":
            widget.value = _heading_html(field)
            return widget
        with widget.hold_sync():
            if field.kind == "menu" and widget.options != field.options:
                widget.options = field.options
            widget.description, widget.value = field.label, field.value
            widget.disabled = field.barred
        return widget

    def _heard(self, key: str, value: object) -> None:
        field = self._fields.get(key)
        if self._quiet or field is None or field.act is None or value is None:
            return
        try:
            self._change(field.act(value))
        except WargameError:
            if self._plan is not None and field.kind != "text":  # a slip is mended, not retyped
                self.show(self._plan)


def _heading_html(field: Field[Any]) -> str:
    return f"<b>{word(field.label)}</b>"


def _heading(field: Field[Any], _: Look) -> w.Widget:
    return w.HTML(_heading_html(field), layout=w.Layout(margin="6px 0 0 0"))


def _check(field: Field[Any], look: Look) -> w.Widget:
    return w.Checkbox(
        value=field.value,
        description=field.label,
        indent=False,
        disabled=field.barred,
        layout=w.Layout(width=look.check, margin="0"),
    )


def _menu(field: Field[Any], look: Look) -> w.Widget:
    return w.Dropdown(
        options=field.options,
        value=field.value,
        description=field.label,
        disabled=field.barred,
        style={"description_width": look.label},
        layout=w.Layout(width=look.menu, max_width=look.most),
    )


def _number(field: Field[Any], look: Look) -> w.Widget:
    least, most = field.bounds
    return w.BoundedIntText(
        value=field.value,
        min=least,
        max=most,
        description=field.label,
        disabled=field.barred,
        style={"description_width": look.label if look.number else "initial"},
        layout=w.Layout(width=look.number or "16em"),
    )


def _text(field: Field[Any], look: Look) -> w.Widget:
    return w.Text(
        value=field.value,
        description=field.label,
        continuous_update=False,
        disabled=field.barred,
        style={"description_width": look.label},
        layout=w.Layout(width=look.menu, max_width=look.most),
    )


_MAKERS = {
    "heading": _heading,
    "check": _check,
    "menu": _menu,
    "number": _number,
    "text": _text,
}
