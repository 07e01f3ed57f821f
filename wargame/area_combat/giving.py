"""Hits given out type by type, and the fire of marked units in return (AA-1.19 to AA-1.21)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wargame.area_combat.layout import BACK, FOUGHT, count, marked
from wargame.area_combat.stages import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.area_combat.battle import Who
    from wargame.area_combat.rows import Group, Spread
    from wargame.area_combat.stages import Scene
    from wargame.area_combat.units import UnitType


def given_out(  # noqa: PLR0913 - one class of hits
    scene: Scene,
    who: Who,
    victims: Iterable[UnitType],
    hits: str,
    *,
    marks: bool,
    answers: bool = False,
) -> Iterable[tuple[str, Callable[[Spread], None], tuple[str, ...]]]:
    """Yield how hits are given out type by type: a title, what is done, and what it reads."""
    listed = tuple(victims)
    for at, unit in enumerate(listed):
        last = at == len(listed) - 1
        back = _back(scene, unit, answers=answers) if marks else None
        give = partial(_give, scene, who, unit, hits, marks=marks, back=back, last=last)
        reads = [count(who, unit.id)]
        if marks and unit.arm == "infantry":
            reads += [count("attacker", each.id) for each in scene.of_arm("attacker", "infantry")]
        elif marks:
            reads.append(marked(unit.id))
        if back is not None and unit.arm == "armor":
            reads += [count("attacker", each.id) for each in _heavy(scene)]
        yield f"{who} loses {unit.id}", give, tuple(reads)


def _give(  # noqa: PLR0913 - one victim of one class of hits
    scene: Scene,
    who: Who,
    unit: UnitType,
    hits: str,
    spread: Spread,
    *,
    marks: bool,
    back: Callable[[int, int], int] | None,
    last: bool,
) -> None:
    layout, name = scene.layout, count(who, unit.id)
    one, hit, all_hits = layout.one(name), layout.one(hits), layout.mask([hits])
    mark = marked(unit.id) if marks and unit.arm != "infantry" else ""

    def taken(key: int) -> tuple[int, int]:
        """Return how many are taken, and the state without the hits that take them."""
        there = layout.get(key, name) - (layout.get(key, mark) if mark else 0)
        number = min(there, layout.get(key, hits))
        return number, key & ~all_hits if last else key - number * hit

    def ready(key: int) -> tuple[tuple[Group, ...], int]:
        number, key = taken(key)
        return ((number, unit.defense, 0),), key - number * one

    def given(key: int) -> int:
        number, key = taken(key)
        return key + number * (layout.one(mark) if mark else -one)

    if back is not None:
        spread.throw(ready, lambda key, returned, _: back(key, returned) if returned else key)
    else:
        spread.change(given)


def _back(scene: Scene, unit: UnitType, *, answers: bool) -> Callable[[int, int], int] | None:
    """Return what the hits of units do that fire back when they are marked, if they do."""
    if unit.arm == "infantry":
        return _infantry_loses(scene)
    return _heavy_loses(scene) if answers and unit.arm == "armor" else None


def _heavy(scene: Scene) -> tuple[UnitType, ...]:
    """Return the attackers that armor hits remove before they come to infantry."""
    return tuple(each for each in scene.victims("attacker", "armor") if each.arm != "infantry")


def _slots(scene: Scene, types: Iterable[UnitType]) -> tuple[tuple[int, int], ...]:
    """Return the places in the key of attackers of some types."""
    return tuple(scene.layout.places[count("attacker", each.id)] for each in types)


def _loses(slots: tuple[tuple[int, int], ...], last: int, key: int, hits: int) -> tuple[int, int]:
    """Remove attackers; note when they were the last of these types. Return the hits left over."""
    lost = remaining = 0
    for place, mask in slots:
        there = (key & mask) >> place
        number = min(hits, there)
        key -= number << place
        hits -= number
        lost += number
        remaining += there - number
    return key + last if lost and not remaining else key, hits


def _infantry_loses(scene: Scene) -> Callable[[int, int], int]:
    """Return what infantry hits do to attacking infantry."""
    slots = _slots(scene, scene.victims("attacker", "infantry"))
    last = scene.layout.one(FOUGHT[True])
    return lambda key, hits: _loses(slots, last, key, hits)[0]


def _heavy_loses(scene: Scene) -> Callable[[int, int], int]:
    """Return what armor hits do to attackers; what is left over goes to infantry."""
    slots, last = _slots(scene, _heavy(scene)), scene.layout.one(FOUGHT[False])
    spill = scene.layout.one(BACK) if scene.victims("attacker", "infantry") else 0

    def loses(key: int, hits: int) -> int:
        key, more = _loses(slots, last, key, hits)
        return key + more * spill

    return loses


def spilled_back(scene: Scene) -> tuple[Stage, ...]:
    """Return the stage in which hits of marked armor come to attacking infantry."""
    layout, infantry = scene.layout, scene.victims("attacker", "infantry")
    due, loses = layout.mask([BACK]), _infantry_loses(scene)

    def after(key: int) -> int:
        return loses(key & ~due, layout.get(key, BACK))

    def build(spread: Spread) -> None:
        spread.change(after)

    reads = due | layout.counts("attacker", infantry)
    return (Stage("marked armor hits infantry", reads, (due,), build, scene),) if infantry else ()


def left_over(
    scene: Scene, hits: str, title: str, give: Callable[[Spread], None], reads: tuple[str, ...]
) -> Stage:
    """Return the stage in which hits that are left over go to the next type."""
    layout = scene.layout
    return Stage(title, layout.mask([hits, *reads]), (layout.mask([hits]),), give, scene)
