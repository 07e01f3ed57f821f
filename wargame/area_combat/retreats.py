"""Retreats: by a die, or by decision, wholly or partly; infantry that does not get away (AA-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat.battle import Battle, Who
from wargame.area_combat.declaring import ALL, counted, key_of, read_key
from wargame.area_combat.forces import NOBODY, Force, more
from wargame.area_combat.moment import Moment, Shots, departed, destroyed
from wargame.area_combat.places import (
    TRANSPORTS,
    automatic_places,
    gone,
    landing_of,
    room,
    willing_places,
)
from wargame.area_combat.units import FACES
from wargame.core.procedure import Choice, Option, Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, as_cases, figure, finding, refusal

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.procedure import Step
    from wargame.core.ruling import Case

STAY = "stay"
CALL_OFF = "call off"
RETREAT = "retreat"
_ESCAPE = bands_of(("lost", "away", "away", "away", "away", "away"))
_ESCAPE_CASES = as_cases(("AA AA-1.28",))
_CASES = as_cases(("AA AA-1.22", "AA AA-1.24", "AA AA-3.1"))


@implements("AA", "AA-1.18", "AA-1.29", "AA-1.30", "AA-3.6", "AA-3.10")
def automatic(moment: Moment, shots: Shots) -> Generator[Step, Any, Moment]:
    """Let a unit go that its die makes retreat; it is out of the battle before fire is returned.

    Source: AA-1.18, AA-3.6, AA-1.29 (attackers to where they came from), AA-1.30 (defenders to a
    territory beside it; with none they are lost, if the ruleset does not let them fight on,
    AA-Q25), AA-3.10 (landings; AA-Q05); infantry is rolled for only by a house rule (AA-Q24).
    """
    battle, who, unit = moment.battle, shots.who, shots.unit
    places = automatic_places(battle, who, unit)
    name = battle.units.unit(unit).name
    if not places:
        said = f"1 {name} of the {who} must retreat, and has nowhere to go: it is lost (AA-Q25)."
        yield figure("Lost", unit, said, "AA AA-3.6")
        return evolve(moment, battle=destroyed(battle, who, unit))
    place = yield from _where(battle, who, unit, 1, places)
    if battle.rules.envelopment == "all" and _enveloped(battle, who, unit):
        battle = yield from _escape(battle, shots.unit, place)
        return evolve(moment, battle=battle)
    said = f"1 {name} of the {who} retreats by itself: {place}."
    yield figure("Retreats", unit, said, "AA AA-1.18", "AA AA-3.6")
    return evolve(moment, battle=gone(battle, who, unit, 1, place))


@implements("AA", "AA-3.3")
def _where(
    battle: Battle, who: Who, unit: str, number: int, places: tuple[str, ...]
) -> Generator[Step, Any, str]:
    """Ask where units go, when there is more than one place."""
    if len(places) == 1:
        return places[0]
    options = [Option(each, each) for each in places]
    purpose = f"where to: {key_of(unit, number)}"
    cases = as_cases(("AA AA-3.3", "AA AA-1.30"))
    option = yield Choice(who, purpose, options, cases, position=battle)
    key: str = option.key
    return key


# ---- infantry that may be cut off


def _enveloped(battle: Battle, who: Who, unit: str) -> bool:
    return who == "defender" and battle.units.unit(unit).arm == "infantry"


@frozen
class Escape:
    """The die of an infantry unit that tries to get away.

    Args:
        battle: The battle at that moment.
        unit: The type.
    """

    battle: Battle
    unit: str

    def ruling(self) -> Ruling:
        """Return on which face it is lost."""
        name = self.battle.units.unit(self.unit).name
        said = f"1: the {name} is surrounded and lost; 2 to 6: it gets away."
        return finding("Envelopment", 1, said, *_ESCAPE_CASES)


@implements("AA", "AA-1.28")
def escape(moment: Moment) -> Generator[Step, Any, Moment]:
    """Roll for the next infantry in line that retreats by decision.

    Source: AA-1.28 (a 1 is lost); by decision only (AA-Q24).
    """
    shots = moment.shots[0]
    battle = yield from _escape(moment.battle, shots.unit, shots.to)
    moment = evolve(moment.rolled(), battle=battle)
    asks = moment.asks and bool(battle.engaged("defender")) and not battle.over
    return moment if moment.shots else evolve(moment, asks=asks)


def _escape(battle: Battle, unit: str, place: str) -> Generator[Step, Any, Battle]:
    about = Escape(battle, unit)
    purpose = f"envelopment: {unit}"
    band = yield Roll(purpose, FACES, _ESCAPE, _ESCAPE_CASES, position=battle, about=about)
    if band.outcome == "lost":
        return destroyed(battle, "defender", unit)
    return gone(battle, "defender", unit, 1, place)


# ---- retreats by decision


def begin_retreat(moment: Moment) -> Moment:
    """Return the moment at which a side may declare retreats, if the battle goes on."""
    who: Who = "attacker" if moment.stage == "attacker retreat" else "defender"
    over = moment.battle.over
    return evolve(moment, asks=not over and bool(moment.battle.engaged(who)))


@implements("AA", "AA-1.22", "AA-1.23", "AA-1.24", "AA-1.26", "AA-3.1", "AA-3.4", "AA-3.5")
def declare(moment: Moment) -> Generator[Step, Any, Moment]:
    """Let a side retreat wholly or partly, or stay; nobody fires at those who go.

    Source: AA-1.22 (the attacker first), AA-1.24 and AA-3.1 (from the end of the first round on;
    AA-Q18), AA-1.26 (they do not fire), AA-3.3 (where to), AA-3.4, AA-3.5 (who must stay), AA-3.8
    (by sea; AA-Q27), AA-1.28 (infantry that is rolled for).
    """
    who: Who = "attacker" if moment.stage == "attacker retreat" else "defender"
    option = yield _declaration(moment.battle, who)
    if option.key == STAY:
        return evolve(moment, asks=False)
    if option.key == CALL_OFF:
        battle = called_off(moment.battle)
        yield figure("Called off", True, "The planes on their way turn back.", "AA AA-6.21")
        return evolve(moment, battle=battle)
    everybody = moment.battle.engaged(who).counts
    for unit, number in everybody if option.key == ALL else (read_key(option.key),):
        moment = yield from _leaves(moment, who, unit, number)
    left = moment.battle
    asks = bool(left.engaged(who)) and not left.over
    broke = moment.broke or (who == "attacker" and not left.engaged("attacker"))
    return evolve(moment, asks=asks, broke=broke)


def _leaves(moment: Moment, who: Who, unit: str, number: int) -> Generator[Step, Any, Moment]:
    """Let units go: at once, or, defending infantry, after a die each."""
    battle = moment.battle
    words = battle.units.unit(unit).count(number)
    if battle.units.unit(unit).flies:
        yield figure(RETREAT.capitalize(), number, f"The {who} sends {words} home.", *_CASES)
        return evolve(moment, battle=departed(battle, who, unit, number))
    aboard = sum(each.number for each in moment.shots if each.to == TRANSPORTS)
    places = willing_places(battle, who, unit, number + aboard)
    place = yield from _where(battle, who, unit, number, places)
    yield figure(RETREAT.capitalize(), number, f"The {who} retreats {words}: {place}.", *_CASES)
    if _enveloped(battle, who, unit):
        shots = Shots(who, unit, number, "envelopment", to=place)
        return evolve(moment, shots=(*moment.shots, shots))
    return evolve(moment, battle=gone(battle, who, unit, number, place))


def _declaration(battle: Battle, who: Who) -> Choice:
    """Return the choice of what retreats, with what cannot and why."""
    ground = battle.ground_of(who)
    options = [Option(STAY, "all fight on")]
    if _most(battle, who) == len(ground):
        options.append(Option(ALL, "all retreat"))
    for name, number in ground:
        options.extend(counted(Force([(name, number)]), battle.units, room(battle, who, name)))
    options.extend(counted(battle.planes_of(who), battle.units))
    if who == "defender" and battle.defender.called:
        options.append(Option(CALL_OFF, "the planes on their way turn back"))
    barred = tuple(_barred(battle, who, ground))
    return Choice(who, RETREAT, options, _CASES, barred, position=battle)


def _most(battle: Battle, who: Who) -> int:
    """Return how many ground units of one side may retreat by decision."""
    free = afloat = berths = 0
    for name, number in battle.ground_of(who):
        most = room(battle, who, name)
        if most is None:
            free += number
        elif most:
            afloat, berths = afloat + number, most
    return free + min(afloat, berths)


def _barred(battle: Battle, who: Who, ground: Force) -> Iterator[tuple[str, Ruling]]:
    if _most(battle, who) < len(ground):
        yield ALL, refusal("All retreat", *_limit(battle, who))
    for name, number in ground:
        most = room(battle, who, name)
        for count in range(number + 1 if most is None else most + 1, number + 1):
            label = battle.units.unit(name).count(count)
            yield key_of(name, count), refusal(f"{label} retreat", *_limit(battle, who, name))


@implements("AA", "AA-3.4", "AA-3.5", "AA-3.8")
def may_leave(battle: Battle, who: Who) -> Ruling:
    """Return how many ground units of one side may retreat by decision, and where to.

    Source: AA-1.29, AA-1.30, AA-3.3 (where to), AA-3.4 (nowhere), AA-3.5 (no more than the
    transports hold), AA-3.8 (by sea; AA-Q27).
    """
    ground, most = battle.ground_of(who), _most(battle, who)
    label = f"May retreat, {who}"
    if most < len(ground):
        why, *cases = _limit(battle, who)
        return figure(label, most, why, *cases, unit="units")
    places = dict.fromkeys(at for name, _ in ground for at in willing_places(battle, who, name))
    said = f"All may retreat: {', '.join(places)}." if places else "There is nobody to retreat."
    return figure(label, most, said, *_CASES, unit="units")


def _limit(battle: Battle, who: Who, unit: str = "") -> tuple[str, *tuple[Case, ...]]:
    """Return why no more units may go: of one type, or of the first that may not all go."""
    rooms = {name: room(battle, who, name) for name, _ in battle.ground_of(who)}
    name = unit or min(rooms, key=lambda each: (rooms[each] is None, rooms[each]))
    if most := rooms[name]:
        why = f"The transports take off {most} more; the others must stay and fight."
        return why, *as_cases(("AA AA-3.5",))
    if who == "defender":
        why = "There is no friendly territory beside it and no transport: they must fight on."
        return why, *as_cases(("AA AA-3.4", "AA AA-3.5"))
    landing = landing_of(battle, name)
    if landing == "air":
        return "Troops dropped by parachute have no way back.", *as_cases(("AA AA-1.31",))
    if landing == "sea":
        return "There is no room aboard the transports.", *as_cases(("AA AA-3.10", "AA AA-3.5"))
    return "There is no territory that the attack came from.", *as_cases(("AA AA-1.29",))


@implements("AA", "AA-6.22")
def called_off(battle: Battle) -> Battle:
    """Return the battle after planes that were called and have not come yet turn back."""
    left = battle.defender.left
    for name, number in battle.defender.called:
        left = more(left, name, battle.units, number)
    return battle.with_army("defender", called=NOBODY, left=left)
