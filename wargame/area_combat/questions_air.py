"""Rule questions about planes by name: missions, timing, support, interdiction, bombing runs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wargame.area_combat import air_support, bombing, coastal, interdiction, missions
from wargame.area_combat.asked import (
    NATIONS,
    battle_of,
    face,
    force_in,
    one_word,
    rules_of,
)
from wargame.area_combat.forces import described, minus, plus
from wargame.area_combat.missions import MISSIONS, mission_named
from wargame.area_combat.moment import Moment
from wargame.area_combat.told import course, told
from wargame.area_combat.units import load_units
from wargame.core.errors import RequestError
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding

if TYPE_CHECKING:
    from wargame.area_combat.bombing import Bombed
    from wargame.area_combat.interdiction import Direction
    from wargame.core.procedure import Steps


# ---- missions


@question("aa.missions")
def all_missions(*, unit: str = "") -> Ruling:
    """How many air missions there are, or are open to a plane, tactical and strategic.

    Args:
        unit: A plane, or nothing for all missions.
    """
    plane = load_units().named(unit) if unit else None
    if plane is not None and not plane.flies:
        raise RequestError("question aa.missions, unit", plane.name, "a plane")
    found = [each for each in MISSIONS if plane is None or plane.role in each.roles]
    groups = []
    for command in ("tactical", "strategic"):
        named = tuple(each.id for each in found if each.command == command)
        groups.append(figure(command.capitalize(), len(named), f"{', '.join(named)}."))
    parts = [figure(each.name, each.id, f"In {each.when}.", *each.cases) for each in found]
    said = f"{len(found)} missions."
    return finding("Air missions", len(found), said, "AA AA-4.1", parts=(*groups, *parts))


@question("aa.mission")
def mission(*, unit: str, mission: str, flown: tuple[str, ...] = ()) -> Ruling:
    """Whether a plane may fly a mission, after those it has flown since its own turn began.

    Args:
        unit: The plane.
        mission: Its name.
        flown: Missions flown before.
    """
    return missions.may_fly(load_units().named(unit), mission_named(mission), flown)


@question("aa.support_ready")
def support_ready(*, called: int) -> Ruling:
    """The round in which planes fight that were called in some round, on land or at sea.

    Args:
        called: The round in which they were called.
    """
    if called < 1:
        raise RequestError("question aa.support_ready, called", str(called), "1 or more")
    return coastal.ready_in(called)


# ---- support and interdiction


@question("aa.support")
def support(
    *, armor: str, planes: str, choices: tuple[str, ...] = ("all",), rules: str = ""
) -> Ruling:
    """How many armor get +1 from planes that support them, and which planes attack the ground.

    Args:
        armor: The attacking ground units.
        planes: The planes, with no enemy plane in the sky.
        choices: Decisions in their order; all support unless told otherwise.
        rules: Switches, such as ``support: both``.
    """
    start = battle_of(f"{armor}, {planes}", "1 infantry", rules=rules)
    begun = air_support.begin_support(Moment(start, "support", sky="attacker"))
    wanted = choices if begun.asks or choices != ("all",) else ()
    after: Moment = told("aa.support", partial(_supports, begun), (), wanted)[0].outcome
    units, raiders = start.units, air_support.begin_raid(after).shots
    attacking = ", ".join(units.unit(each.unit).count(each.number) for each in raiders)
    idle = minus(start.planes_of("attacker"), after.aiding)
    parts = (
        figure("Supported", described(after.supported, units), "Each +1.", "AA AA-6.1"),
        figure("Planes in support", described(after.aiding, units), "One to one.", "AA AA-6.1"),
        figure("Supporting none", described(idle, units), "No armor is left for them."),
        figure("Attack the ground", attacking or "nothing", "With their factor (AA-Q08).",
               "AA AA-1.10"),
    )  # fmt: skip
    number = len(after.supported)
    said = f"{number} armor attack with +1."
    return finding("Armor supported", number, said, "AA AA-6.1", parts=parts, unit="units")


def _supports(moment: Moment) -> Steps:
    """Ask for support until no more is wanted or possible."""
    while moment.asks:
        moment = yield from air_support.support(moment)
    return moment


@question("aa.interdiction")
def under_bombers(*, unit: str, die: int, way: str = "leave", rules: str = "") -> Ruling:
    """What bombers over a territory do to a unit that enters or leaves: destroyed, held or passes.

    Args:
        unit: What moves.
        die: The die; anything but armor needs none.
        way: enter or leave.
        rules: Switches, such as ``entering: passes``.
    """
    word = one_word("question aa.interdiction, way", way, ("enter", "leave"))
    direction: Direction = "enter" if word == "enter" else "leave"
    found = face("question aa.interdiction, die", die)
    named, switched = load_units().named(unit), rules_of(rules)
    steps = partial(interdiction.interdicted, named, direction, switched, over="the territory")
    dice = (found,) if named.arm == "armor" else ()
    return told("aa.interdiction", steps, dice, ())[0].told[-1]


# ---- strategic bombing


@question("aa.bombs")
def bombs(*, dice: tuple[int, ...]) -> Ruling:
    """The IP that bombs cost, two dice for each bomber that is left.

    Args:
        dice: The dice, pair by pair.
    """
    return bombing.damage(dice)


@question("aa.bombs_paid")
def bombs_paid(*, damage: int, balance: int) -> Ruling:
    """The IP that leave a nation's balance for bombs of some damage.

    Args:
        damage: What the bombs cost.
        balance: What the nation has.
    """
    for name, number in (("damage", damage), ("balance", balance)):
        if number < 0:
            raise RequestError(f"question aa.bombs_paid, {name}", str(number), "0 or more")
    return bombing.paid(damage, balance)


@question("aa.interceptors")
def interceptors(*, home: str, beside: str = "", rules: str = "") -> Ruling:
    """Which planes may meet a bombing run.

    Args:
        home: Planes in the bombed territory.
        beside: Planes in territories beside it.
        rules: Switches, such as ``interceptors: adjacent``.
    """
    units, switched = load_units(), rules_of(rules)
    here, near = force_in(home, "home"), force_in(beside, "beside")
    ready = bombing.interceptors(here, near, switched, units)
    others = minus(plus(here, dict(near), units), ready)
    parts = (
        figure("Not these", described(others, units), "No fighters, or too far away (AA-Q13)."),
    )
    words = described(ready, units)
    return finding("Interceptors", words, f"{words} may.", "AA AA-7.8", parts=parts)


@question("aa.bombing_run")
def bombing_run(  # noqa: PLR0913 - a run is exactly these facts
    *,
    bombers: str,
    rolls: tuple[int, ...],
    fighters: str = "",
    choices: tuple[str, ...] = (),
    nations: tuple[str, ...] = NATIONS,
    rules: str = "",
) -> Ruling:
    """The IP that a bombing run costs with these dice: guns, one air round, bombs.

    Args:
        bombers: Bombers with their escorts.
        rolls: The dice in the order they are asked for.
        fighters: The defending fighters that meet them.
        choices: The planes that a side gives up, where there are several.
        nations: The attacker's and the defender's.
        rules: Switches.
    """
    start = battle_of(bombers, fighters, nations, "works: complex", rules)
    done, script = told("aa.bombing_run", partial(bombing.bombing_run, start), rolls, choices)
    after: Bombed = done.outcome
    parts = [*course(done, script)]
    for label, kind in (("Shots of the guns", "guns: "), ("Dice in the air", "air "),
                        ("Bomb dice", "bombs")):  # fmt: skip
        number = sum(purpose.startswith(kind) for purpose, _ in script.rolled)
        parts.append(figure(label, number, f"{number} were thrown.", unit="dice"))
    for who in ("attacker", "defender"):
        army = after.battle.attacker if who == "attacker" else after.battle.defender
        left = described(army.engaged, after.battle.units)
        parts.append(figure(f"{who.capitalize()} left", left, f"The {who} has {left} left."))
    said = f"The bombs cost {after.damage} IP."
    cases = ("AA AA-7.3", "AA AA-7.8", "AA AA-7.11")
    return finding("Damage of the run", after.damage, said, *cases, parts=parts, unit="IP")
