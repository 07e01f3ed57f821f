"""The controls of the combat explorer: plain form fields, so that the keyboard works them.

The form is described anew for every plan and the fields on the screen are brought in line with the
description; a field that stays keeps its place and the keyboard's focus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import ipywidgets as w
from attrs import evolve, frozen

from wargame.fire_and_movement.bombardment import DRAW
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.units import Marker
    from widgets.explorers.combat_plan import CombatPlan

    Change = Callable[[CombatPlan], CombatPlan]


@frozen
class Field:
    """One line of the form.

    Args:
        key: Its name within the form.
        kind: A ``heading``, a ``check`` box or a ``menu``.
        label: What a person reads.
        value: Its state: yes or no, or the chosen option's value.
        act: From a new state to the change of the plan it means.
        options: The lines of a menu: words and value.
    """

    key: str
    kind: Literal["heading", "check", "menu"]
    label: str
    value: Any = None
    act: Callable[[Any], Change] | None = None
    options: tuple[tuple[str, Any], ...] = ()


class Controls:
    """The form of a plan; every change calls back with what to do to the plan.

    Args:
        change: Called with a function from the old plan to the new one.
    """

    def __init__(self, change: Callable[[Change], None]) -> None:
        """Make the empty form."""
        self._change = change
        self._widgets: dict[str, w.Widget] = {}
        self._fields: dict[str, Field] = {}
        self._quiet = False
        self.box = w.VBox([], layout=w.Layout(overflow="visible", width="100%"))

    def show(self, plan: CombatPlan) -> None:
        """Bring the form in line with *plan*; fields that cannot matter are left out."""
        self._fields = {field.key: field for field in fields_of(plan)}
        self._quiet = True  # what Python sets must not come back as a reader's wish
        try:
            kept = {key: self._widget(field) for key, field in self._fields.items()}
        finally:
            self._quiet = False
        if list(kept) != list(self._widgets):
            self.box.children = tuple(kept.values())
        for key, widget in self._widgets.items():
            if key not in kept:
                widget.close()
        self._widgets = kept

    def _widget(self, field: Field) -> w.Widget:
        """Return the widget of a field, an old one brought up to date where there is one."""
        widget = self._widgets.get(field.key)
        if widget is None:
            widget = _MAKERS[field.kind](field)
            if field.act is not None:
                widget.observe(lambda event: self._heard(field.key, event["new"]), "value")
            return widget
        if field.kind == "menu" and widget.options != field.options:
            widget.options = field.options
        if field.kind != "heading":
            widget.description = field.label
            widget.value = field.value
        return widget

    def _heard(self, key: str, value: object) -> None:
        field = self._fields.get(key)
        if self._quiet or field is None or field.act is None:
            return
        self._change(field.act(value))


def _heading(field: Field) -> w.Widget:
    return w.HTML(f"<b>{word(field.label)}</b>", layout=w.Layout(margin="6px 0 0 0"))


def _check(field: Field) -> w.Widget:
    layout = w.Layout(width="auto", margin="0")
    return w.Checkbox(value=field.value, description=field.label, indent=False, layout=layout)


def _menu(field: Field) -> w.Widget:
    return w.Dropdown(
        options=field.options,
        value=field.value,
        description=field.label,
        style={"description_width": "initial"},
        layout=w.Layout(width="auto", max_width="380px"),
    )


_MAKERS = {"heading": _heading, "check": _check, "menu": _menu}


def fields_of(plan: CombatPlan) -> Iterator[Field]:
    """Yield the lines of the form for a plan."""
    if plan.target is None:
        return
    yield Field("attackers", "heading", "Attackers")
    yield from _attackers(plan)
    if plan.attackers and plan.situation.ruleset.bombards_only:
        yield Field("fire", "heading", "Support fire")
        yield from _fire(plan)
    if plan.attackers:
        yield Field("options", "heading", "Options")
        yield from _options(plan)
    switches = plan.modifiers()
    if switches:
        yield Field("what if", "heading", "What if this did not count?")
    for key, name in switches:
        yield Field(f"waive {key}", "check", name, key in plan.waived, _waiving(key))


def _attackers(plan: CombatPlan) -> Iterator[Field]:
    candidates = plan.candidates()
    for cell, names in candidates.items():
        label = plan.situation.board.label(cell)
        units = " + ".join(
            f"{plan.situation.unit(name).name} {plan.situation.face(name)}" for name in names
        )
        chosen = set(names) <= set(plan.attackers)
        yield Field(f"from {label}", "check", f"{label}: {units}", chosen, _toggling(cell))
    if not candidates:
        yield Field("nobody", "heading", "Nobody is able to attack it.")


def _fire(plan: CombatPlan) -> Iterator[Field]:
    situation, board = plan.situation, plan.situation.board
    active, inactive = situation.active, situation.inactive
    own = f"{active} on {board.label(plan.attack.target)}:"
    options = _marker_options(plan, active, plan.fire)
    yield Field("own fire", "menu", own, plan.fire, _laying, options)
    hexes = hexes_of(plan)
    names = tuple(name for _, name in plan.reply)
    options = _marker_options(plan, inactive, names)
    aimed = plan.reply[0][0] if plan.reply else hexes[0]
    yield Field(
        "reply", "menu", f"{inactive}:", names, lambda value: _replying(aimed, value), options
    )
    if len(hexes) > 1 and plan.reply:
        places = tuple((board.label(cell), cell) for cell in hexes)
        yield Field(
            "reply on", "menu", "on hex", aimed, lambda value: _replying(value, names), places
        )


def _marker_options(
    plan: CombatPlan, side: str, chosen: tuple[str, ...]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return what a side may lay on one hex, in words, within its limit."""
    limit = plan.situation.ruleset.markers_per_hex.get(side, 2)
    blind = plan.blind(side)
    options: list[tuple[str, tuple[str, ...]]] = [("no marker", ())]
    for number in range(1, min(limit, blind) + 1):
        words = "one drawn unseen" if number == 1 else f"{number} drawn unseen"
        options.append((words, (DRAW,) * number))
    for marker in plan.markers(side):
        options.append((_named(marker), (marker.id,)))
        if limit > 1 and blind:
            options.append((f"{_named(marker)} and one unseen", (marker.id, DRAW)))
    if chosen not in {value for _, value in options}:
        options.append((" and ".join(chosen), chosen))
    return tuple(options)


def _options(plan: CombatPlan) -> Iterator[Field]:
    for division in plan.divisions():
        charges = division in plan.charging
        yield Field(
            f"charge {division}", "check", f"{division} charges", charges, _charging(division)
        )
    situation = plan.situation
    if situation.ruleset.bombards_only and situation.active == "Central Powers":
        yield Field("kress", "check", "Kress leads", plan.kress, _kress)
    yield Field("stand", "check", "Stand where that is allowed", plan.stand, _standing)


def _toggling(cell: Hex) -> Callable[[Any], Change]:
    return lambda _: lambda plan: plan.toggled(cell)


def _laying(markers: tuple[str, ...]) -> Change:
    return lambda plan: plan.with_fire(*markers)


def _replying(cell: Hex, markers: tuple[str, ...]) -> Change:
    return lambda plan: plan.with_reply(cell, *markers)


def _kress(leads: bool) -> Change:  # noqa: FBT001 - the state of a check box
    return lambda plan: evolve(plan, kress=leads)


def _standing(stand: bool) -> Change:  # noqa: FBT001 - the state of a check box
    return lambda plan: evolve(plan, stand=stand)


def _charging(division: str) -> Callable[[Any], Change]:
    return lambda on: lambda plan: evolve(plan, charging=_member(plan.charging, division, on=on))


def _waiving(key: str) -> Callable[[Any], Change]:
    return lambda on: lambda plan: evolve(plan, waived=_member(plan.waived, key, on=on))


def _member(known: frozenset[str], name: str, *, on: bool) -> frozenset[str]:
    return known | {name} if on else known - {name}


def _named(marker: Marker) -> str:
    return f"{marker.name or marker.kind.capitalize()} +{marker.value}"


def hexes_of(plan: CombatPlan) -> tuple[Hex, ...]:
    """Return the hexes the attackers stand in."""
    return tuple(dict.fromkeys(plan.situation.piece(name).at for name in plan.attackers))
