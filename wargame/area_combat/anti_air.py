"""Anti-aircraft guns of Victory Cities and Industrial Complexes (AA-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat.battle import Battle
from wargame.area_combat.forces import NOBODY, Force, less, more, types_in
from wargame.area_combat.moment import Moment, departed, destroyed, volley
from wargame.area_combat.units import FACES
from wargame.core.procedure import Band, Choice, Option, Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure, finding

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling

FIRST = bands_of(("again", "home", "home", "miss", "miss", "miss"))
SECOND = bands_of(("destroyed", "miss", "miss", "miss", "miss", "miss"))
_FIRST_CASES = as_cases(("AA AA-2.2", "AA AA-2.3"))
_SECOND_CASES = as_cases(("AA AA-2.4",))


@frozen
class GunShot:
    """A shot of the guns at one plane.

    Args:
        battle: The battle at that moment.
        unit: The type of the plane.
        again: Whether it is the second die, after a 1.
    """

    battle: Battle
    unit: str
    again: bool = False

    def ruling(self) -> Ruling:
        """Return what each face does to the plane, and why the guns fire."""
        plane, parts = self.battle.units.unit(self.unit).name, (has_guns(self.battle),)
        if self.again:
            said = f"1: the {plane} is destroyed; 2 to 6: nothing (AA-Q09)."
            return finding("Guns, second die", 1, said, *_SECOND_CASES, parts=parts)
        said = f"1: roll again; 2 or 3: the {plane} flies home; 4 to 6: nothing."
        return finding("Guns, first die", 3, said, *_FIRST_CASES, parts=parts)


@implements("AA", "AA-1.6", "AA-1.11", "AA-2.1", "AA-2.6")
def has_guns(battle: Battle) -> Ruling:
    """Return whether the territory has anti-aircraft guns.

    Source: AA-1.6, AA-2.1 (a Victory City or Industrial Complex has them; AA-Q03), AA-1.11 and
    AA-2.6 (nothing else on the ground fires at planes).
    """
    works = tuple(each for each in battle.ground.works if each in battle.rules.guns)
    label = f"Anti-aircraft guns of {battle.ground.name}"
    if works:
        said = f"It holds a {' and a '.join(works)}, which has guns (AA-Q03)."
        return figure(label, True, said, "AA AA-1.6", "AA AA-2.1")
    said = "Without a city or complex that has guns, nothing on the ground fires at planes."
    return figure(label, False, said, "AA AA-1.11", "AA AA-2.6")


@implements("AA", "AA-2.5", "AA-1.7", "AA-5.2")
def begin_guns(moment: Moment) -> Moment:
    """Return the moment at which the guns still have to fire, before the first round.

    Source: AA-1.7 and AA-5.2 (before the air battle), AA-2.5 (three shots at most; AA-Q10).
    """
    battle = moment.battle
    planes = battle.planes_of("attacker")
    if not moment.first_round or not planes or battle.rules.shots < 1:
        return moment
    if not has_guns(battle).value:
        return moment
    if len(planes) <= battle.rules.shots:
        return evolve(moment, shots=volley("attacker", planes, "guns"))
    return evolve(moment, asks=True)


def aim(moment: Moment) -> Generator[Step, Any, Moment]:
    """Let the defender choose the planes that are shot at, when there are more than shots.

    Source: AA-2.5; who chooses is not said, and the guns are the defender's (AA-Q10).
    """
    battle = moment.battle
    planes, targets = battle.planes_of("attacker"), NOBODY
    for _ in range(battle.rules.shots):
        name = yield from _target(battle, planes)
        planes, targets = less(planes, name), more(targets, name, battle.units)
    return evolve(moment, asks=False, shots=volley("attacker", targets, "guns"))


def _target(battle: Battle, planes: Force) -> Generator[Step, Any, str]:
    types = types_in(planes, battle.units)
    if len(types) == 1:
        return types[0].id
    options = [Option(each.id, each.name) for each in types]
    cases = as_cases(("AA AA-2.5",))
    option = yield Choice("defender", "target of the guns", options, cases, position=battle)
    key: str = option.key
    return key


@implements("AA", "AA-2.2", "AA-2.3", "AA-2.4")
def shoot_at_plane(moment: Moment) -> Generator[Step, Any, Moment]:
    """Fire at the next plane in line: it may have to fly home, or be destroyed.

    Source: AA-2.2 (2 or 3: home), AA-2.3 (1: again), AA-2.4 (a second 1 destroys; any other face
    does nothing, AA-Q09).
    """
    unit = moment.shots[0].unit
    battle = moment.battle
    band: Band = yield gun_roll(battle, unit)
    moment = moment.rolled()
    if band.outcome == "again":
        band = yield gun_roll(battle, unit, again=True)
    if band.outcome == "home":
        return evolve(moment, battle=departed(battle, "attacker", unit))
    if band.outcome == "destroyed":
        return evolve(moment, battle=destroyed(battle, "attacker", unit))
    return moment


def gun_roll(battle: Battle, unit: str, *, again: bool = False) -> Roll:
    """Return the die of the guns against one plane."""
    bands, cases = (SECOND, _SECOND_CASES) if again else (FIRST, _FIRST_CASES)
    purpose = f"guns again: {unit}" if again else f"guns: {unit}"
    about = GunShot(battle, unit, again)
    return Roll(purpose, FACES, bands, cases, position=battle, about=about)
