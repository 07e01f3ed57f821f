"""Strategic bombing (AA-7): bombers over a complex, their escort, the fighters that meet them.

A run is: the guns of the complex, one round between planes, two dice for each bomber that is left.
Bombers and escorts can hit only the defending fighters (AA-7.10), so nothing spills on the ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat import air_round, anti_air, casualties, ground_fire
from wargame.area_combat.forces import Force, described, minus, planes, plus
from wargame.area_combat.moment import Moment
from wargame.area_combat.units import FACES
from wargame.core.errors import RequestError
from wargame.core.procedure import Checkpoint, Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure, finding, refusal, total

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wargame.area_combat.atlas import Atlas
    from wargame.area_combat.battle import Battle
    from wargame.area_combat.ruleset import Ruleset
    from wargame.area_combat.units import UnitTable, UnitType
    from wargame.core.procedure import Step, Steps
    from wargame.core.ruling import Ruling

DICE = 2
"""Dice that each bomber rolls for its bombs (AA-7.3)."""
ESCORT_ZONES = 3
"""Sea zones that an escort enters at most, out and again on the way back (AA-7.7)."""
_BOMBS = bands_of([str(face) for face in range(1, FACES + 1)])
_BOMB_CASES = as_cases(("AA AA-7.3",))


@frozen
class Raid:
    """A bombing run.

    Args:
        battle: Bombers and escorts against the fighters that meet them, and the ground below.
        dice: Bomb dice still to be rolled; nothing before the bombs fall.
        damage: IP lost so far.
    """

    battle: Battle
    dice: int = -1
    damage: int = 0

    @property
    def bombers(self) -> int:
        """How many bombers are left over the target."""
        return sum(
            number for name, number in self.battle.planes_of("attacker") if self._bombs(name)
        )

    def _bombs(self, name: str) -> bool:
        return self.battle.units.unit(name).role == "bomber"


@frozen
class Bombed:
    """How a bombing run ended.

    Args:
        damage: IP that the bombed nation loses, before its balance bounds it (AA-7.5, AA-Q16).
        battle: The planes as they are left.
    """

    damage: int
    battle: Battle


@implements("AA", "AA-7.1", "AA-7.2", "AA-7.8", "AA-7.9", "AA-7.10", "AA-7.11", "AA-3.2", "AA-5.1")
def bombing_run(battle: Battle) -> Steps:
    """Fly a bombing run to its end.

    Args:
        battle: Attacking bombers with their escorts; of the defender, the fighters that meet them;
            ground with a complex.

    Returns:
        A :class:`Bombed`.

    Raises:
        RequestError: There is no complex below, no bomber above, or a unit that does not fly.

    Source: AA-7.1 (bombers, perhaps escorted, over a complex), AA-7.2 and AA-7.9 (its guns),
    AA-7.8 (one round against the fighters, which then go home: AA-3.2), AA-7.10 (only they can be
    hit), AA-7.11 (what is left bombs).
    """
    _check(battle)
    rules = evolve(battle.rules, spill=False)
    return _under_fire(anti_air.begin_guns(Moment(evolve(battle, rules=rules), stage="guns")))


def _check(battle: Battle) -> None:
    if "complex" not in battle.ground.works:
        where = f"bombing run, {battle.ground.name}"
        raise RequestError(where, "no Industrial Complex", "a territory with a complex")
    if not Raid(battle).bombers:
        found = described(battle.engaged("attacker"), battle.units)
        raise RequestError("bombing run, attacker", found, "a bomber at least")
    for who in ("attacker", "defender"):
        force = battle.engaged("attacker" if who == "attacker" else "defender")
        walks = minus(force, planes(force, battle.units))
        if walks:
            found = described(walks, battle.units)
            raise RequestError(f"bombing run, {who}", found, "planes only")


def _under_fire(moment: Moment) -> Steps:
    """Let the guns fire, then begin the round between planes (AA-7.9, AA-7.8)."""
    moment = yield from _done(moment, "the guns of the complex", _under_fire, _gun)
    return (yield from _in_the_air(air_round.begin_air(evolve(moment, stage="air"))))


def _in_the_air(moment: Moment) -> Steps:
    """Fight one round between planes, then begin to bomb."""
    moment = yield from _done(moment, "fighters against bombers", _in_the_air, _air)
    raid = Raid(moment.battle)
    return (yield from _bombs_fall(evolve(raid, dice=DICE * raid.bombers)))


def _done(
    moment: Moment,
    name: str,
    resume: Callable[[Any], Steps],
    act: Callable[[Moment], Generator[Step, Any, Moment]],
) -> Generator[Step, Any, Moment]:
    """Do what is open, die by die, with a checkpoint before each."""
    while moment.asks or moment.shots or moment.hits:
        yield Checkpoint(name, moment, resume)
        moment = yield from act(moment)
    return moment


def _gun(moment: Moment) -> Generator[Step, Any, Moment]:
    return (yield from (anti_air.aim if moment.asks else anti_air.shoot_at_plane)(moment))


def _air(moment: Moment) -> Generator[Step, Any, Moment]:
    return (yield from (ground_fire.shoot if moment.shots else casualties.settle)(moment))


@implements("AA", "AA-7.3", "AA-7.5", "AA-5.5")
def _bombs_fall(raid: Raid) -> Steps:
    """Roll the bombs, a die at a time.

    Source: AA-7.3 (two dice for each bomber, their sum in IP), AA-7.5 (no bound by what the
    complex prints).
    """
    while raid.dice > 0:
        yield Checkpoint("bombs", raid, _bombs_fall)
        about = figure("Bombs", DICE, "Each bomber left rolls two dice.", *_BOMB_CASES, unit="dice")
        roll = Roll("bombs", FACES, _BOMBS, _BOMB_CASES, position=raid.battle, about=about)
        band = yield roll
        raid = evolve(raid, dice=raid.dice - 1, damage=raid.damage + int(band.outcome))
    said = f"The bombs cost {raid.damage} IP, whatever the complex prints."
    yield figure("Damage", raid.damage, said, "AA AA-7.3", "AA AA-7.5", unit="IP")
    return Bombed(raid.damage, raid.battle)


@implements("AA", "AA-7.3", "AA-7.5")
def damage(dice: tuple[int, ...]) -> Ruling:
    """Return the IP that some dice cost, two of them a bomber.

    Raises:
        RequestError: The dice do not come in pairs, or one has no such face.
    """
    if len(dice) % DICE or not all(1 <= die <= FACES for die in dice):
        raise RequestError("bombs", str(dice), "two dice for each bomber, 1 to 6 each")
    pairs = zip(dice[::DICE], dice[1::DICE], strict=True)
    parts = [
        figure(f"Bomber {at}", one + two, f"{one} and {two}.", *_BOMB_CASES, unit="IP")
        for at, (one, two) in enumerate(pairs, start=1)
    ]
    return total("Damage", parts, "The sum of all dice.", "AA AA-7.3", "AA AA-7.5", unit="IP")


@implements("AA", "AA-7.4", "AA-7.5")
def paid(cost: int, balance: int) -> Ruling:
    """Return what a nation's balance loses to bombs costing so much.

    Source: AA-7.4 and AA-Q16: at once, from the balance, which never falls below nothing.
    """
    lost = min(cost, balance)
    parts = (figure("Damage", cost, "What the bombs cost.", "AA AA-7.3", unit="IP"),)
    words = f"{lost} IP are taken from a balance of {balance}."
    return finding("IP lost", lost, words, "AA AA-7.4", parts=parts, unit="IP")


@implements("AA", "AA-7.6", "AA-7.7")
def may_escort(unit: UnitType, atlas: Atlas, start: str, target: str, rules: Ruleset) -> Ruling:
    """Return whether a plane may escort bombers or ships to a target and back.

    Both its range and the limit of three sea zones each way bind it (AA-Q12,
    ``rules.escort_limit``). The way there and back is one way of areas, the same twice.

    Args:
        unit: The escort.
        atlas: The map.
        start: Its territory.
        target: Where the bombers go.
        rules: The readings in force.

    Source: AA-7.6, AA-7.7.
    """
    label = "Air escort"
    if not unit.flies or unit.role == "bomber":
        return refusal(label, f"Any plane but a bomber escorts; no {unit.name}.", "AA AA-7.6")
    here, there = atlas.area(start), atlas.area(target)
    ways = list(_ways(atlas, here.id, there.id, _most_steps(unit, rules)))
    if not ways:
        why = f"{there.name} is out of range: there and back is more than {unit.movement}."
        return refusal(label, why, "AA AA-7.6")
    zones = min(ways)
    counted = figure("Sea zones", zones, f"{zones} on the way out.", "AA AA-7.7", unit="zones")
    if rules.escort_limit != "range" and zones > ESCORT_ZONES:
        why = f"The way leads over {zones} sea zones; {ESCORT_ZONES} each way is the limit."
        return refusal(label, why, "AA AA-7.7", allowed=(counted,))
    words = f"{there.name} lies within range, over {zones} sea {'zone' if zones == 1 else 'zones'}."
    return finding(label, True, words, "AA AA-7.6", "AA AA-7.7", parts=(counted,))


def _most_steps(unit: UnitType, rules: Ruleset) -> int | None:
    """Return how far out a plane flies if it is to come back; nothing when range does not bind."""
    return None if rules.escort_limit == "zones" else unit.movement // 2


def _ways(atlas: Atlas, start: str, end: str, most: int | None) -> Generator[int, None, None]:
    """Yield the fewest sea zones entered on ways of each length up to *most* steps.

    A longer way may lead over less sea, so every length is looked at.
    """
    fewest = {start: 0}
    if start == end:
        yield 0
    for _ in range(len(atlas.areas) if most is None else most):
        arriving: dict[str, int] = {}
        for here, zones in fewest.items():
            for there in atlas.beside(here):
                now = zones + there.sea
                arriving[there.id] = min(now, arriving.get(there.id, now))
        fewest = arriving
        if end in fewest:
            yield fewest[end]


@implements("AA", "AA-7.8")
def interceptors(home: Force, beside: Force, rules: Ruleset, units: UnitTable) -> Force:
    """Return the fighters that may meet a bombing run.

    Args:
        home: Planes in the bombed territory.
        beside: Planes in territories beside it.
        rules: The readings in force.
        units: The unit types.

    Source: AA-7.8: fighters in the territory; those beside it would come a round too late
    (AA-Q13, ``rules.interceptors``).
    """
    near = plus(home, dict(beside), units) if rules.interceptors == "adjacent" else home
    return Force((name, number) for name, number in near if units.unit(name).role == "fighter")
