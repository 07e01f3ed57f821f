"""Casualties: which units may take which hits, and who decides (AA-1.12 to AA-1.21)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.area_combat.forces import NOBODY, Force, described, minus, more, of_arms, types_in
from wargame.area_combat.moment import Moment, destroyed
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure, finding, refusal, skipped

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.moment import By
    from wargame.area_combat.units import UnitType
    from wargame.core.procedure import Step
    from wargame.core.ruling import Case, Ruling

_WORDS: dict[By, str] = {
    "barrage": "barrage",
    "air": "air hit",
    "raid": "raid",
    "infantry": "infantry hit",
    "armor": "armor hit",
    "artillery": "artillery hit",
}
_HITS: dict[By, tuple[str, str]] = {
    "barrage": ("barrage hit", "barrage hits"),
    "raid": ("hit from the air", "hits from the air"),
}
_CASES: dict[By, tuple[Case, ...]] = {
    "barrage": as_cases(("AA AA-1.5",)),
    "air": as_cases(("AA AA-1.9", "AA AA-1.13", "AA AA-6.23")),
    "raid": as_cases(("AA AA-1.12",)),
    "infantry": as_cases(("AA AA-1.15",)),
    "armor": as_cases(("AA AA-1.16", "AA AA-1.17")),
    "artillery": as_cases(("AA AA-1.14",)),
}
_WHY_NOT: dict[By, str] = {
    "air": "a hit between planes takes a plane while there is one",
    "infantry": "a hit by infantry takes infantry only",
    "armor": "a hit by armor takes the armor class first",
}


@implements("AA", "AA-1.12", "AA-1.13", "AA-1.15", "AA-1.16", "AA-1.17", "AA-6.23", "AA-6.25")
def candidates(battle: Battle, who: Who, by: By, marked: Force) -> Force:
    """Return the units of one side that may take a hit.

    Source: AA-1.15 (infantry takes infantry), AA-1.16 (armor takes armor first), AA-1.17 (or
    artillery, as its owner likes; AA-Q02), AA-1.12 (from the air: any ground unit), AA-6.23
    (between planes: planes), AA-1.13 and AA-6.25 (what is left over spills on the ground; AA-Q26).

    Args:
        battle: The battle.
        who: Whose units.
        by: What the hit comes from.
        marked: Units that have taken a hit already.
    """
    units = battle.units
    planes = minus(battle.planes_of(who), marked)
    if by == "air" and planes:
        return planes
    ground = minus(battle.ground_of(who), marked)
    if by == "air":
        return ground if battle.rules.spill else Force()
    if by == "infantry":
        return of_arms(ground, units, "infantry")
    if by == "armor":
        armored = of_arms(ground, units, "armor")
        if battle.rules.armor_class:
            armored = of_arms(ground, units, "armor", "artillery")
        return armored or ground
    return ground


def may_take(battle: Battle, who: Who, by: By, marked: Force = NOBODY) -> Ruling:
    """Return which types of one side may take a hit, and why each of the others may not.

    Source and arguments: as for :func:`candidates`.
    """
    open_to = candidates(battle, who, by, marked)
    kinds = types_in(open_to, battle.units)
    parts: list[Ruling] = []
    for each in types_in(minus(battle.engaged(who), marked), battle.units):
        if each in kinds:
            parts.append(figure(each.name, each.id, f"{each.name}: may take it.", *_CASES[by]))
        else:
            parts.append(skipped(each.name, _why_not(by, each), *_CASES[by], value=each.id))
    label = f"May take {_counted(by, 1)}, {who}"
    names = ", ".join(each.name for each in kinds)
    said = f"The owner chooses among: {names}." if names else "Nothing can take it: it is wasted."
    return finding(label, tuple(each.id for each in kinds), said, *_CASES[by], parts=parts)


def _why_not(by: By, unit: UnitType) -> str:
    return f"Not {unit.name}: {_WHY_NOT.get(by, 'only a ground unit can take it')}."


@implements("AA", "AA-1.20", "AA-1.21", "AA-1.5")
def settle(moment: Moment) -> Generator[Step, Any, Moment]:
    """Let the owners take every open hit; return the moment after it.

    In the attack the defender only marks units, for they still fire (AA-1.19); before the
    attacker takes the hits of the defence, the marked units are removed.

    Source: AA-1.20, AA-1.21, AA-1.5 and AA-1.12 (at once, without return fire).
    """
    if moment.stage == "defence" and moment.marked:
        moment = yield from _removed(moment)
    hits = moment.hits
    moment = evolve(moment, hits=())
    for who, by, number in hits:
        moment = yield from _taken(moment, who, by, number)
    return moment


def _removed(moment: Moment) -> Generator[Step, Any, Moment]:
    battle = moment.battle
    for name, number in moment.marked:
        battle = destroyed(battle, "defender", name, number)
    words = described(moment.marked, battle.units)
    yield figure("Defender removes", words, f"The defender removes {words}.", "AA AA-1.20")
    return evolve(moment, battle=battle, marked=Force())


def _taken(moment: Moment, who: Who, by: By, number: int) -> Generator[Step, Any, Moment]:
    """Take hits of one kind, one after the other."""
    marks = moment.stage == "attack"
    taken = Force()
    for left in range(number, 0, -1):
        open_to = candidates(moment.battle, who, by, moment.marked)
        if not open_to:
            yield _wasted(who, by, left)
            break
        unit = yield from _chosen(moment, who, by, open_to)
        taken = more(taken, unit, moment.battle.units)
        if marks:
            moment = evolve(moment, marked=more(moment.marked, unit, moment.battle.units))
        else:
            moment = evolve(moment, battle=destroyed(moment.battle, who, unit))
    if taken:
        yield _told(moment.battle, who, by, taken, marks=marks)
    return moment


def _chosen(moment: Moment, who: Who, by: By, open_to: Force) -> Generator[Step, Any, str]:
    """Ask the owner which type takes a hit, when there are several."""
    battle = moment.battle
    types = types_in(open_to, battle.units)
    if len(types) == 1:
        return types[0].id
    purpose = f"loss to {_WORDS[by]}"
    options = [Option(each.id, each.name) for each in types]
    others = types_in(minus(battle.engaged(who), moment.marked), battle.units)
    barred = tuple(_barred(by, each) for each in others if each not in types)
    option = yield Choice(who, purpose, options, _CASES[by], barred, position=battle)
    key: str = option.key
    return key


def _barred(by: By, unit: UnitType) -> tuple[str, Ruling]:
    return unit.id, refusal(f"Loss: {unit.name}", _why_not(by, unit), *_CASES[by])


def _wasted(who: Who, by: By, number: int) -> Ruling:
    words = f"The {who} has no unit left that can take {_counted(by, number)}."
    return skipped("Wasted", words, *_CASES[by], value=number, unit="hits")


def _told(battle: Battle, who: Who, by: By, taken: Force, *, marks: bool) -> Ruling:
    words = described(taken, battle.units)
    cases: Iterable[Case] = _CASES[by]
    if marks:
        said = f"The {who} marks {words} for {_counted(by, len(taken))}; marked units still fire."
        return figure("Marked", words, said, *cases, "AA AA-1.19")
    return figure("Lost", words, f"The {who} loses {words} to {_counted(by, len(taken))}.", *cases)


def _counted(by: By, number: int) -> str:
    one, many = _HITS.get(by, (_WORDS[by], f"{_WORDS[by]}s"))
    return f"{number} {one if number == 1 else many}"
