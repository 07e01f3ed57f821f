"""Planes of both sides against each other: a fight of its own while it lasts.

Until one side has no plane left, planes meet nobody but each other, so how many there are has
nothing to do with what happens below. Such states are kept once for what stands on the ground, with
one distribution of planes for all of them, instead of once for each number of planes: the chances
are the products, and exactly so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.area_combat.battle import WHO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wargame.area_combat.program import Program
    from wargame.area_combat.stages import Stage

    Lines = Callable[[Stage, int], Iterator[tuple[int, float]]]


@frozen
class Aloft:
    """The planes of both sides while they fight each other.

    Args:
        mark: The bits that stand for them in a key, whatever their number is.
        chances: What may be there, with its chance; together 1.
    """

    mark: int
    chances: Mapping[int, float]


@frozen
class Parted:
    """What an air round makes of the planes.

    Args:
        aloft: Those that go on fighting each other.
        share: The chance that both sides have planes left.
        apart: What else may come of it, as bits of the key, with its chance.
    """

    aloft: Aloft
    share: float
    apart: Mapping[int, float]


def aloft(program: Program) -> Aloft | None:
    """Return the planes of a battle, if what becomes of them is independent of the ground.

    It is not when planes are called later, when they support armor or look after ground units, or
    when losses are kept unit value by unit value.
    """
    layout, scene = program.scene.layout, program.scene
    mark = program.start & layout.air
    if scene.track or not all(layout.total(mark, who, layout.planes(who)) for who in WHO):
        return None
    rounds = [program.round(number) for number in range(1, program.settled + 1)]
    if any(each.joins for each in rounds):
        return None
    listed = [each.before + each.attack + each.defence + each.otherwise for each in rounds]
    stages = [stage for each in listed for stage in each]
    looks = [stage.reads for stage in stages if stage.reads & layout.air]
    return None if any(each & ~layout.air for each in looks) else Aloft(mark, {mark: 1.0})


def fought_on(planes: Aloft, program: Program, lines: Lines, stage: Stage) -> Parted:
    """Return what a stage makes of planes.

    Args:
        planes: Those of both sides.
        program: The battle.
        lines: Gives what a stage makes of a key, each with its chance.
        stage: One that looks at planes only.
    """
    layout = program.scene.layout
    found: dict[int, float] = {}
    for key, chance in planes.chances.items():
        for reached, weight in lines(stage, key):
            found[reached] = found.get(reached, 0.0) + chance * weight
    both = {
        key: chance
        for key, chance in found.items()
        if all(layout.total(key, who, layout.planes(who)) for who in WHO)
    }
    share = sum(both.values())
    on = Aloft(planes.mark, {key: chance / share for key, chance in both.items()})
    return Parted(on, share, {key: each for key, each in found.items() if key not in both})
