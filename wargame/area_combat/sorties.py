"""Sorties of one's own turn: bombing runs and interdiction, from the choice to the way home."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.bombing import bombing_run, interceptors, may_escort, paid
from wargame.area_combat.declaring import counted, key_of, read_key
from wargame.area_combat.forces import NOBODY, Force, minus, plus, types_in
from wargame.area_combat.nations import nation_named
from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from wargame.area_combat.atlas import Area
    from wargame.area_combat.theatre import Theatre
    from wargame.core.procedure import Step, Steps

NONE = "none"
_INTERDICTION = as_cases(("AA AA-6.3",))
_CASES = {
    "bombing": as_cases(("AA AA-7.1",)),
    "interdiction": _INTERDICTION,
    "salvo": as_cases(("AA AA-1.2",)),
    "attack": as_cases(("AA AA-1.14", "AA AA-1.42", "AA AA-6.11")),
    "move from": as_cases(("AA AA-6.9", "AA AA-8.4")),
}


def inside(steps: Steps) -> Generator[Step, Any, Any]:
    """Run a procedure inside another: its checkpoints are not those of the whole."""
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as stop:
            return stop.value
        answer = None if isinstance(step, Checkpoint) else (yield step)


def targets_of_bombing(theatre: Theatre, nation: str) -> tuple[tuple[str, str], ...]:
    """Return start and target of every bombing run that may be flown, nearest first by map order.

    Bombers have to come back, so a target lies within half their range (AA-7.1).
    """
    return tuple(_flights(theatre, nation, lambda area: bool(area.complex)))


def targets_of_interdiction(theatre: Theatre, nation: str) -> tuple[tuple[str, str], ...]:
    """Return start and target of every interdiction that may be flown.

    A mission needs clear skies (AA-5.8), so territories where enemy planes stand are left out.
    """
    who = nation_named(nation)

    def open_(area: Area) -> bool:
        stands = theatre.enemies_in(area.id, who)
        planes = any(each.flies for _, force in stands for each in types_in(force, theatre.units))
        return not planes and (area.id, nation) not in theatre.interdictions

    return tuple(_flights(theatre, nation, open_))


def _flights(
    theatre: Theatre, nation: str, chosen: Callable[[Area], bool]
) -> Iterator[tuple[str, str]]:
    who = nation_named(nation)
    for at, whose, _ in theatre.placed:
        bombers = _bombers(theatre, at, nation) if whose == nation else NOBODY
        if not bombers:
            continue
        half = max(each.movement for each in types_in(bombers, theatre.units)) // 2
        for there in theatre.atlas.reach(at, half, lambda _: True):
            area = theatre.atlas.areas[there]
            if not area.sea and theatre.hostile(there, who) and chosen(area):
                yield at, there


def _bombers(theatre: Theatre, at: str, nation: str) -> Force:
    fresh = theatre.fresh(at, nation)
    units = theatre.units
    return Force((n, c) for n, c in fresh if units.unit(n).role == "bomber")


def way_key(way: tuple[str, ...]) -> str:
    """Return the key of an option: ``ge from gb`` of a start and a target, ``ge`` of one place."""
    return " from ".join(reversed(way))


def choose_way(
    theatre: Theatre, nation: str, purpose: str, ways: tuple[tuple[str, ...], ...]
) -> Generator[Step, Any, tuple[str, ...] | None]:
    """Ask for the next of a kind: a flight, a salvo, a place; nothing when none is open or wanted.

    Args:
        theatre: The position.
        nation: Who is asked.
        purpose: What for.
        ways: What is open: starts and targets, or single places.
    """
    if not ways:
        return None
    names = theatre.atlas.areas
    options = [Option(NONE, "no more")]
    options += [Option(way_key(w), way_key(tuple(names[at].name for at in w))) for w in ways]
    option = yield Choice(nation, purpose, options, _CASES[purpose], position=theatre)
    return next((each for each in ways if way_key(each) == option.key), None)


def some(
    theatre: Theatre, who: str, purpose: str, force: Force, *, least: int = 0
) -> Generator[Step, Any, Force]:
    """Ask how many of each type take part; of the first type *least* at least.

    Returns:
        The part of *force* that does.
    """
    chosen: dict[str, int] = {}
    for name, number in force:
        unit = theatre.units.unit(name)
        low = least if not chosen else 0
        options = [Option(key_of(name, n), unit.count(n)) for n in range(low, number + 1)]
        if len(options) == 1:
            chosen[name] = number
            continue
        option = yield Choice(who, f"{purpose}: {name}", options, position=theatre)
        chosen[name] = read_key(option.key)[1]
    return plus(NOBODY, chosen, theatre.units)


@implements("AA", "AA-7.1", "AA-7.2", "AA-7.4", "AA-7.6", "AA-7.8")
def bomb(theatre: Theatre, nation: str, start: str, target: str) -> Steps:
    """Fly one bombing run: who goes, who escorts, who meets them; then the run and its damage.

    Returns:
        The position after it.

    Source: AA-7.1, AA-7.6 (escorts), AA-7.8 (interceptors), AA-7.4 (the balance pays).
    """
    bombers = yield from some(theatre, nation, "bombers", _bombers(theatre, start, nation), least=1)
    escorts = yield from some(theatre, nation, "escort", _escorts(theatre, nation, start, target))
    flying = plus(bombers, dict(escorts), theatre.units)
    owner = theatre.owner(target)
    ready = _ready(theatre, owner, target)
    meeting = yield from some(theatre, owner, "interceptors", ready)
    area = theatre.atlas.areas[target]
    left = max(0, theatre.rules.shots - theatre.shots)
    shots = left if theatre.rules.shots_each == "turn" else theatre.rules.shots
    battle = Battle(
        Army(nation_named(nation), flying),
        Army(nation_named(owner), meeting),
        Ground(area.name, area.works),
        rules=theatre.rules.replace(shots=shots),
        units=theatre.units,
    )
    bombed = yield from inside(bombing_run(battle))
    cost = paid(bombed.damage, theatre.balance(owner))
    yield cost
    theatre = theatre.replace(shots=theatre.shots + min(shots, len(flying)))
    lost = bombed.battle.attacker.lost
    theatre = _without(theatre, nation, lost, (start,))
    near = (target, *(each.id for each in theatre.atlas.beside(target)))
    theatre = _without(theatre, owner, bombed.battle.defender.lost, near)
    home = minus(flying, lost)
    return theatre.with_balance(owner, -int(str(cost.value))).tired(start, nation, home)


def _escorts(theatre: Theatre, nation: str, start: str, target: str) -> Force:
    units = theatre.units
    return Force(
        (name, number)
        for name, number in theatre.fresh(start, nation)
        if units.unit(name).flies
        and may_escort(units.unit(name), theatre.atlas, start, target, theatre.rules).allowed
    )


def _ready(theatre: Theatre, owner: str, target: str) -> Force:
    """Return the fighters that may meet a run: those of the territory's owner (AA-7.8)."""
    beside = NOBODY
    for area in theatre.atlas.beside(target):
        beside = plus(beside, dict(theatre.force(area.id, owner)), theatre.units)
    return interceptors(theatre.force(target, owner), beside, theatre.rules, theatre.units)


def _without(theatre: Theatre, nation: str, lost: Force, places: Iterable[str]) -> Theatre:
    """Return the position without lost planes, taken from these places in order."""
    for at in places:
        here = theatre.force(at, nation)
        taken = Force((name, min(number, here.of(name))) for name, number in lost)
        theatre = theatre.with_force(at, nation, minus(here, taken))
        lost = minus(lost, taken)
    return theatre


@implements("AA", "AA-6.3")
def interdict(theatre: Theatre, nation: str, start: str, target: str) -> Steps:
    """Put one bomber over a territory until the next turn.

    Source: AA-6.3.
    """
    bombers = _bombers(theatre, start, nation)
    types = types_in(bombers, theatre.units)
    name = types[0].id
    if len(types) > 1:
        options = list(counted(bombers, theatre.units, 1))
        option = yield Choice(nation, "bomber", options, _INTERDICTION, position=theatre)
        name = read_key(option.key)[0]
    area = theatre.atlas.areas[target]
    said = f"A {theatre.units.unit(name).name} lies over {area.name} until the next turn."
    yield figure("Interdiction", target, said, *_INTERDICTION)
    one = plus(NOBODY, {name: 1}, theatre.units)
    theatre = theatre.tired(start, nation, one)
    return theatre.replace(interdictions=(*theatre.interdictions, (target, nation)))
