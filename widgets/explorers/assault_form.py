"""The lines of the assault explorer's form: which assault, how far to look, and what if."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.rifle_and_spade.rounding import points_text
from widgets.explorers.assault_plan import MOST_ROUNDS
from widgets.explorers.form import Field, Look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from widgets.explorers.assault_plan import AssaultPlan

    Change = Callable[[AssaultPlan], AssaultPlan]

AS_IT_STANDS = "as it stands"
MEANS: dict[str, bool | None] = {AS_IT_STANDS: None, "yes": True, "no": False}
"""What the lines of a switch mean; a menu cannot show a line whose value is None."""
LOOK = Look(label="11em", menu="100%", most="24em")


def fields_of(plan: AssaultPlan) -> Iterator[Field[AssaultPlan]]:
    """Yield the lines of the form for a plan."""
    label, what_if = plan.situation.board.label, plan.what_if
    hexes = tuple((label(each.at), each.at) for each in plan.situation.assaults)
    if len(hexes) > 1:
        yield Field("at", "menu", "Assault at", plan.at, _looking_at, hexes)
    bounds = 1, MOST_ROUNDS
    ahead = "Look ahead, in rounds"
    yield Field("rounds", "number", ahead, plan.rounds, _looking_ahead, bounds=bounds)
    yield Field("what if", "heading", "What if")
    lines = tuple((each, each) for each in MEANS)
    works = (("as they stand", True), ("none", False))
    confused, wire = _line(what_if.confused), _line(what_if.wire)
    yield Field("confused", "menu", "Defenders Confused", confused, _meaning("confused"), lines)
    yield Field("works", "menu", "Defenders' works", what_if.works, _set("works"), works)
    yield Field("wire", "menu", "Wire was crossed", wire, _meaning("wire"), lines)
    yield from _steps(plan)


def _steps(plan: AssaultPlan) -> Iterator[Field[AssaultPlan]]:
    chosen = dict(plan.what_if.steps)
    for piece in plan.attackers():
        name, full = piece.unit, plan.situation.unit(piece.unit).steps
        amounts = sorted({0, piece.steps, *range(1, int(full) + 1)}, reverse=True)
        options = tuple((f"{points_text(n)} of {points_text(full)}", n) for n in amounts)
        now = chosen.get(name, piece.steps)
        yield Field(f"steps {name}", "menu", f"Steps of {name}", now, _stepping(name), options)


def with_steps(plan: AssaultPlan, name: str, steps: Any) -> AssaultPlan:  # noqa: ANN401 - a number
    """Return the plan with an attacker at other steps; its own are no switch."""
    chosen = {**dict(plan.what_if.steps), name: steps}
    if plan.situation.piece(name).steps == steps:
        del chosen[name]
    return _switch(plan, steps=tuple(sorted(chosen.items())))


def _looking_at(cell: Any) -> Change:  # noqa: ANN401 - a hex
    return lambda plan: type(plan)(plan.situation, cell, rounds=plan.rounds)


def _looking_ahead(rounds: int) -> Change:
    return lambda plan: evolve(plan, rounds=rounds)


def _meaning(name: str) -> Callable[[str], Change]:
    return lambda line: lambda plan: _switch(plan, **{name: MEANS[line]})


def _set(name: str) -> Callable[[Any], Change]:
    return lambda value: lambda plan: _switch(plan, **{name: value})


def _stepping(name: str) -> Callable[[Any], Change]:
    return lambda steps: lambda plan: with_steps(plan, name, steps)


def _line(switch: bool | None) -> str:  # noqa: FBT001 - the state of a switch
    """Return the line of a menu that means the state of a switch."""
    return next(line for line, means in MEANS.items() if means is switch)


def _switch(plan: AssaultPlan, **switches: Any) -> AssaultPlan:  # noqa: ANN401 - of any kind
    return evolve(plan, what_if=evolve(plan.what_if, **switches))
