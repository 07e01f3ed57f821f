"""The lines of the fire explorer's form: who fires at whom, what the target does, what if."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.ruleset import LIGHTS
from widgets.explorers.fire_asked import for_side
from widgets.explorers.fire_deeds import COMING, IDLE, STILL, WAVES, WORDS
from widgets.explorers.form import Field, Look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.grid import Hex
    from widgets.explorers.fire_plan import FirePlan, Firer

    Change = Callable[[FirePlan], FirePlan]

MOST_POINTS, MOST_WAVES = 8, 4
"""What the menus of points and waves offer; Python may say more."""
LOOK = Look(check="100%", label="8.5em", menu="98%", most="420px")


def fields_of(plan: FirePlan) -> Iterator[Field[FirePlan]]:
    """Yield the lines of the form for a plan."""
    sides = tuple((side, side) for side in plan.situation.sides)
    yield Field("side", "menu", "Who fires", plan.side, _siding, sides)
    hexes = tuple((_hex_words(plan, cell), cell) for cell in plan.targets())
    options = (("choose a hex", ""), *hexes)
    yield Field("target", "menu", "Target", plan.target or "", _aiming, options)
    if plan.target is None:
        return
    yield Field("firers", "heading", "Firers")
    yield from _firers(plan)
    yield Field("doing", "heading", "What the target does")
    yield from _deeds(plan)
    yield Field("what if", "heading", "What if?")
    yield from _switches(plan)


def _hex_words(plan: FirePlan, cell: Hex) -> str:
    names = [piece.unit for piece in plan.situation.at(cell, plan.foe)]
    more = f" and {len(names) - 2} more" if len(names) > 2 else ""  # noqa: PLR2004 - two are named
    return f"{plan.situation.board.label(cell)}: {', '.join(names[:2])}{more}"


def _firers(plan: FirePlan) -> Iterator[Field[FirePlan]]:
    for each in plan.candidates:
        name = each.piece.unit
        chosen = name in plan.firers
        label = f"{plan.situation.board.label(each.piece.at)} {name}: {_reason(each)}"
        barred = not each.able and not chosen
        yield Field(f"firer {name}", "check", label, chosen, _firing(name), barred=barred)
    if not plan.candidates:
        yield Field("nobody", "heading", "Nobody is in reach of it.")


def _reason(each: Firer) -> str:
    if each.able:
        return each.ruling.sentence.removesuffix(".").rpartition(": ")[2]
    cases = ", ".join(map(str, each.ruling.cases))
    return f"may not fire. {each.ruling.sentence} ({cases})"


def _deeds(plan: FirePlan) -> Iterator[Field[FirePlan]]:
    label = plan.situation.board.label
    deeds = tuple((words, deed) for deed, words in WORDS.items())
    yield Field("deed", "menu", "It", plan.deed, lambda deed: lambda p: p.with_deed(deed), deeds)
    if plan.deed == STILL or plan.target is None:
        return
    if len(plan.standing) > 1:
        for name in plan.standing:
            yield Field(f"mover {name}", "check", f"{name} does", name in plan.doing, _doing(name))
    if plan.deed in COMING:
        cells = plan.situation.board.neighbours(plan.target)
        hexes = (("not said", ""), *((label(cell), cell) for cell in cells))
        yield Field("left", "menu", "From hex", plan.left or "", _coming, hexes)
    if plan.deed not in IDLE:
        yield Field("points", "menu", "Hexside points", plan.points, _set("points"),
                    _figures(plan.points, MOST_POINTS))  # fmt: skip
        yield Field("inside", "menu", "Points inside", plan.inside, _set("inside"),
                    _figures(plan.inside, MOST_POINTS))  # fmt: skip
    if plan.deed in WAVES:
        waves = (("no assault", 0), *_figures(plan.wave, MOST_WAVES)[1:])
        yield Field("wave", "menu", "Wave", plan.wave, _set("wave"), waves)
        yield Field(
            "covered", "check", "stays within trenches all along", plan.covered, _set("covered")
        )
    if plan.left is not None:
        if plan.ridge_from():
            yield Field("ridge", "check", "just over the ridge", plan.ridge, _set("ridge"))
        words = f"fire at {label(plan.left)}, the hex it left"
        yield Field("at_left", "check", words, plan.at_left, _set("at_left"))


def _figures(now: Any, most: int) -> tuple[tuple[str, Any], ...]:  # noqa: ANN401 - whole or quarters
    figures = sorted({*range(most + 1), now})
    return tuple((points_text(each), each) for each in figures)


def _switches(plan: FirePlan) -> Iterator[Field[FirePlan]]:
    situation = plan.position
    marks = [situation.piece(name) for name in plan.standing]
    what_if = plan.what_if
    if plan.may_hide():
        yield Field(
            "hide", "check", "the target hides", any(p.hiding for p in marks), _what("hide")
        )
    if plan.may_use_work():
        inside = any(piece.work for piece in marks)
        yield Field("work", "check", "its fieldwork protects it", inside, _what("work"))
    ordered = any(piece.order for piece in marks)
    yield Field("column", "check", "the target is in column or limbered", ordered, _what("column"))
    firers = [situation.piece(name) for name in plan.firers]
    confused = any(piece.confused for piece in firers) if firers else bool(what_if.confused)
    yield Field("confused", "check", "the firers are Confused", confused, _what("confused"))
    if what_if.out or any(piece.hiding for piece in situation.of(plan.side)):
        label = "firers that hide come out for it"
        yield Field("out", "check", label, what_if.out, _what("out"))
    lights = tuple((light, light) for light in LIGHTS)
    yield Field("light", "menu", "Light", situation.light, _what("light"), lights)
    if what_if.any:
        yield Field("as is", "check", "all as it stands again", value=False, act=_as_is)


def _siding(side: str) -> Change:
    return lambda plan: plan if side == plan.side else for_side(plan, side)


def _aiming(cell: Any) -> Change:  # noqa: ANN401 - a hex, or nothing
    return lambda plan: plan.aim(cell or None)


def _firing(name: str) -> Callable[[Any], Change]:
    def act(on: Any) -> Change:  # noqa: ANN401 - the state of a check box
        return lambda plan: plan.with_firers(
            {*plan.firers, name} if on else {*plan.firers} - {name}
        )

    return act


def _doing(name: str) -> Callable[[Any], Change]:
    def act(on: Any) -> Change:  # noqa: ANN401 - the state of a check box
        def change(plan: FirePlan) -> FirePlan:
            doing = {*plan.doing, name} if on else {*plan.doing} - {name}
            whole = doing == set(plan.standing)
            return evolve(plan, movers=() if whole or not doing else tuple(sorted(doing)))

        return change

    return act


def _coming(cell: Any) -> Change:  # noqa: ANN401 - a hex, or nothing
    return lambda plan: evolve(plan, left=cell or None, ridge=False, at_left=False)


def _set(name: str) -> Callable[[Any], Change]:
    return lambda value: lambda plan: evolve(plan, **{name: value})


def _what(name: str) -> Callable[[Any], Change]:
    return lambda value: lambda plan: plan.with_what_if(**{name: value})


def _as_is(_: object) -> Change:
    return lambda plan: evolve(plan, what_if=type(plan.what_if)())
