"""Rule questions of area combat by name: one die, the guns, who may take a hit, who retreats."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from wargame.area_combat import anti_air, casualties, nations
from wargame.area_combat.asked import (
    face,
    force_in,
    lone_battle,
    nation_for,
    one_word,
    rules_of,
    side_of,
)
from wargame.area_combat.forces import Force
from wargame.area_combat.moment import By, Shots
from wargame.area_combat.nations import nation_named
from wargame.area_combat.shots import Shot
from wargame.area_combat.units import FACES, load_units
from wargame.core.errors import RequestError, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.moment import Kind
    from wargame.area_combat.units import UnitType
    from wargame.core.procedure import Band

_DOES = {"hit": "hits", "miss": "misses", "retreat": "makes the unit retreat"}
_ATTACKS: dict[str, tuple[Kind, ...]] = {
    "infantry": ("attack",),
    "armor": ("attack",),
    "artillery": ("attack", "barrage", "salvo"),
    "air": ("raid", "air"),
}


# ---- one die


@question("aa.die")
def die(  # noqa: PLR0913 - a die is exactly these facts
    *,
    unit: str,
    nation: str,
    die: int,
    attacking: bool = True,
    kind: str = "",
    supported: bool = False,
    chosen: bool = False,
    ground: str = "",
    rules: str = "",
) -> Ruling:
    """What a die of a unit does: hit, miss or retreat.

    Args:
        unit: The type, by any of its names.
        nation: Whose.
        die: The face thrown.
        attacking: Whether the unit attacks.
        kind: What it rolls for, where there is more than one: attack, barrage or salvo of
            artillery; raid (on the ground) or air (on planes) of a plane.
        supported: Whether a plane supports it; armor that attacks only.
        chosen: Whether it is already chosen as a casualty; defenders only.
        ground: The territory, such as ``works: complex; refuges: none``.
        rules: Switches, such as ``triggers: attack``.
    """
    found = face("question aa.die, die", die)
    shot = _shot("aa.die", unit, nation, attacking=attacking, kind=kind, supported=supported,
                 chosen=chosen, ground=ground, rules=rules)  # fmt: skip
    band = shot.roll().band(found)
    said = f"{found} {_DOES[band.outcome]}."
    return finding(f"Die of {shot.unit.name}", band.outcome, said, parts=(shot.ruling(),))


@question("aa.chance")
def chance(  # noqa: PLR0913 - a die is exactly these facts
    *,
    unit: str,
    nation: str,
    of: str = "hit",
    attacking: bool = True,
    kind: str = "",
    supported: bool = False,
    ground: str = "",
    rules: str = "",
) -> Ruling:
    """The chance that a die of a unit hits, misses or makes it retreat, and how many dice it rolls.

    Args:
        unit: The type.
        nation: Whose.
        of: hit, miss or retreat.
        attacking: Whether the unit attacks.
        kind: What it rolls for; see ``aa.die``.
        supported: Whether a plane supports it.
        ground: The territory.
        rules: Switches.
    """
    wanted = one_word("question aa.chance, of", of, _DOES)
    shot = _shot("aa.chance", unit, nation, attacking=attacking, kind=kind, supported=supported,
                 ground=ground, rules=rules)  # fmt: skip
    value = _share(shot.roll().bands, wanted)
    many = shot.unit.air_dice if shot.at_planes and shot.battle.rules.jets == "dice" else 1
    parts = [shot.ruling(), figure("Dice", many, f"It rolls {many}.", unit="dice")]
    if shot.hits > 1:
        words = f"A hit counts {shot.hits} (AA-Q21)."
        parts.append(figure("Hits for one", shot.hits, words, "AA AA-4.7"))
    return finding(f"Chance of a {wanted}", value, f"{value} for each die.", parts=parts)


def _share(bands: Iterable[Band], outcome: str) -> Fraction:
    return Fraction(sum(each.width for each in bands if each.outcome == outcome), FACES)


def _shot(  # noqa: PLR0913 - a die is exactly these facts
    where: str,
    unit: str,
    nation: str,
    *,
    attacking: bool,
    kind: str,
    supported: bool,
    chosen: bool = False,
    ground: str,
    rules: str,
) -> Shot:
    """Return the die that a question is about.

    Raises:
        RequestError: There is no such die.
    """
    named = load_units().named(unit)
    open_to = _kinds(named, attacking=attacking)
    what = one_word(f"question {where}, kind", kind or open_to[0], open_to)
    use: Kind = next(each for each in open_to if each == what)
    if supported and (named.arm != "armor" or use != "attack"):
        raise RequestError(f"question {where}, supported", named.name, "armor that attacks")
    if chosen and use != "defence":
        raise RequestError(f"question {where}, chosen", use, "a defending ground unit")
    who: Who = "attacker" if attacking else "defender"
    battle = lone_battle(who, Force([(named.id, 1)]), nation_named(nation), ground, rules)
    return Shot(battle, Shots(who, named.id, 1, use, supported=supported, marked=chosen))


def _kinds(unit: UnitType, *, attacking: bool) -> tuple[Kind, ...]:
    return _ATTACKS[unit.arm] if attacking or unit.flies else ("defence",)


@question("aa.retreat_number")
def retreat_number(*, nation: str, rules: str = "") -> Ruling:
    """The lowest die on which a nation's units retreat by themselves.

    Args:
        nation: The nation.
        rules: Switches, such as ``unlisted_retreat: 5``.
    """
    return nations.retreat_number(nation_named(nation), rules_of(rules))


# ---- who may take a hit

_BY: tuple[By, ...] = get_args(By)


@question("aa.casualties")
def may_take(
    *, by: str, force: str, chosen: str = "", side: str = "defender", rules: str = ""
) -> Ruling:
    """Which types of a force may take a hit; their owner chooses among them.

    Args:
        by: What hits: infantry, armor, artillery, barrage, raid (planes on the ground) or air
            (planes on planes).
        force: What the side has, such as ``1 inf, 1 armor, 1 art``.
        chosen: Units of it that have taken a hit already.
        side: attacker or defender.
        rules: Switches, such as ``armor_class: no``.
    """
    where = "question aa.casualties"
    word = one_word(f"{where}, by", by, _BY)
    cause: By = next(each for each in _BY if each == word)
    has, marked = force_in(force, "force"), force_in(chosen, "chosen")
    _within(f"{where}, chosen", marked, has)
    who = side_of(f"{where}, side", side)
    battle = lone_battle(who, has, nation_for(has), rules=rules)
    return casualties.may_take(battle, who, cause, marked)


def _within(where: str, part: Force, whole: Force) -> None:
    for name, number in part:
        if number > whole.of(name):
            raise RequestError(where, shown(f"{number} {name}"), f"{whole.of(name)} at most")


# ---- the guns of a city or complex

_FATES = ("destroyed", "home", "nothing")


@question("aa.guns")
def guns(
    *, unit: str, first: int, second: int = 0, ground: str = "works: complex", rules: str = ""
) -> Ruling:
    """What anti-aircraft fire does to a plane: destroyed, home, nothing, or again for a second die.

    Args:
        unit: The plane.
        first: The first die.
        second: The second, which is rolled after a 1.
        ground: The territory, such as ``works: city``.
        rules: Switches, such as ``guns: complex``.
    """
    battle = _under_guns(unit, ground, rules)
    has = anti_air.has_guns(battle)
    if not has.value:
        return refusal("Anti-aircraft fire", has.sentence, *has.cases)
    plane = load_units().named(unit).id
    dice = [face("question aa.guns, first", first)]
    if second:
        if first != 1:
            raise RequestError("question aa.guns, second", str(second), "none, but after a 1")
        dice.append(face("question aa.guns, second", second))
    parts = [anti_air.GunShot(battle, plane, bool(at)).ruling() for at in range(len(dice))]
    last = len(dice) - 1
    outcome = anti_air.gun_roll(battle, plane, again=bool(last)).band(dice[last]).outcome
    value = "nothing" if outcome == "miss" else outcome
    said = f"{' and '.join(map(str, dice))}: {value}."
    return finding("Anti-aircraft fire", value, said, parts=parts)


@question("aa.guns_chance")
def guns_chance(
    *, unit: str, of: str = "destroyed", ground: str = "works: complex", rules: str = ""
) -> Ruling:
    """The chance that one shot of the guns destroys a plane, sends it home, or does nothing.

    Args:
        unit: The plane.
        of: destroyed, home or nothing.
        ground: The territory.
        rules: Switches.
    """
    wanted = one_word("question aa.guns_chance, of", of, _FATES)
    battle = _under_guns(unit, ground, rules)
    has = anti_air.has_guns(battle)
    if not has.value:
        return refusal("Anti-aircraft fire", has.sentence, *has.cases)
    plane = load_units().named(unit).id
    one, two = (anti_air.gun_roll(battle, plane, again=again) for again in (False, True))
    destroyed = _share(one.bands, "again") * _share(two.bands, "destroyed")
    home = _share(one.bands, "home")
    value = {"destroyed": destroyed, "home": home, "nothing": 1 - destroyed - home}[wanted]
    parts = [anti_air.GunShot(battle, plane, again).ruling() for again in (False, True)]
    return finding(f"Chance: {wanted}", value, f"{value} for each shot.", parts=parts)


@question("aa.gun_shots")
def gun_shots(
    *, planes: str, ground: str = "works: complex", fired: int = 0, rules: str = ""
) -> Ruling:
    """How many planes the guns of a territory may shoot at.

    Args:
        planes: The attacking planes.
        ground: The territory.
        fired: Shots of guns elsewhere in this turn, which count where the limit is for the turn.
        rules: Switches, such as ``shots_each: turn``.
    """
    force = force_in(planes, "planes")
    battle = lone_battle("attacker", force, nation_for(force), ground, rules)
    has = anti_air.has_guns(battle)
    most = max(0, battle.rules.shots - (fired if battle.rules.shots_each == "turn" else 0))
    over = battle.planes_of("attacker")
    limit = figure("Limit", most, f"{most} in this {battle.rules.shots_each}.", "AA AA-2.5")
    value = min(len(over), most) if has.value else 0
    said = f"{value} of {len(over)} planes are shot at."
    return finding("Shots of the guns", value, said, "AA AA-2.5", parts=(has, limit))


def _under_guns(unit: str, ground: str, rules: str) -> Battle:
    """Return a battle with one plane over a territory."""
    named = load_units().named(unit)
    if not named.flies:
        raise RequestError("guns, unit", named.name, "a plane")
    force = Force([(named.id, 1)])
    return lone_battle("attacker", force, nation_for(force), ground, rules)
