"""Hits given out type by type, and the fire of marked units in return (AA-1.19 to AA-1.21)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wargame.area_combat.layout import BACK, FOUGHT, count, marked
from wargame.area_combat.stages import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.area_combat.battle import Who
    from wargame.area_combat.rows import Spread
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
    layout, one = scene.layout, scene.layout.one(count(who, unit.id))
    hit, all_hits = layout.one(hits), layout.mask([hits])

    def taken(key: int) -> int:
        there = layout.get(key, count(who, unit.id))
        if marks and unit.arm != "infantry":
            there -= layout.get(key, marked(unit.id))
        return min(there, layout.get(key, hits))

    def after(key: int, number: int) -> int:
        key -= number * hit
        return key & ~all_hits if last else key

    if back is not None:
        fired = partial(_fired_back, taken, after, one, back)
        spread.throw(lambda key: ((taken(key), unit.defense, 0),), fired)
    elif marks:
        mark = layout.one(marked(unit.id))
        spread.change(lambda key: after(key, taken(key)) + taken(key) * mark)
    else:
        spread.change(lambda key: after(key, taken(key)) - taken(key) * one)


def _fired_back(  # noqa: PLR0913 - one volley of marked units
    taken: Callable[[int], int],
    after: Callable[[int, int], int],
    one: int,
    back: Callable[[int, int], int],
    key: int,
    returned: int,
    _: int,
) -> int:
    """Remove units that are marked and have fired back."""
    number = taken(key)
    return back(after(key, number) - number * one, returned)


def _back(scene: Scene, unit: UnitType, *, answers: bool) -> Callable[[int, int], int] | None:
    """Return what the hits of units do that fire back when they are marked, if they do."""
    if unit.arm == "infantry":
        return partial(_infantry_loses, scene)
    return partial(_heavy_loses, scene) if answers and unit.arm == "armor" else None


def _heavy(scene: Scene) -> tuple[UnitType, ...]:
    """Return the attackers that armor hits remove before they come to infantry."""
    return tuple(each for each in scene.victims("attacker", "armor") if each.arm != "infantry")


def _loses(scene: Scene, types: tuple[UnitType, ...], key: int, hits: int) -> tuple[int, int]:
    """Remove attackers; note when they were the last of these types. Return the hits left over."""
    layout = scene.layout
    lost = left_there = 0
    for unit in types:
        name = count("attacker", unit.id)
        there = layout.get(key, name)
        number = min(hits, there)
        key -= number * layout.one(name)
        hits -= number
        lost += number
        left_there += there - number
    if lost and not left_there:
        key += layout.one(FOUGHT[types[0].arm == "infantry"])
    return key, hits


def _infantry_loses(scene: Scene, key: int, hits: int) -> int:
    """Remove attacking infantry for infantry hits."""
    return _loses(scene, scene.victims("attacker", "infantry"), key, hits)[0]


def _heavy_loses(scene: Scene, key: int, hits: int) -> int:
    """Remove attackers for armor hits; what is left over goes to infantry."""
    key, hits = _loses(scene, _heavy(scene), key, hits)
    spills = hits if scene.victims("attacker", "infantry") else 0
    return key + spills * scene.layout.one(BACK)


def spilled_back(scene: Scene) -> tuple[Stage, ...]:
    """Return the stage in which hits of marked armor come to attacking infantry."""
    layout, infantry = scene.layout, scene.victims("attacker", "infantry")
    due = layout.mask([BACK])

    def after(key: int) -> int:
        return _infantry_loses(scene, key & ~due, layout.get(key, BACK))

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
