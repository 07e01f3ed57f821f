"""The lines of the combat explorer's form: attackers, support fire, options, what if."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.fire_and_movement.bombardment import DRAW
from widgets.explorers.form import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.units import Marker
    from widgets.explorers.combat_plan import CombatPlan

    Change = Callable[[CombatPlan], CombatPlan]


def fields_of(plan: CombatPlan) -> Iterator[Field[CombatPlan]]:
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


def _attackers(plan: CombatPlan) -> Iterator[Field[CombatPlan]]:
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


def _fire(plan: CombatPlan) -> Iterator[Field[CombatPlan]]:
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


def _options(plan: CombatPlan) -> Iterator[Field[CombatPlan]]:
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
