"""What a caller gives the battle explorer: forces, territory, plans, rules; saved battles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import asdict, evolve, fields, frozen

from wargame.area_combat.battle import WHO, Army, Battle, Ground, Who
from wargame.area_combat.battle_text import read_battle, to_text
from wargame.area_combat.forces import NOBODY, Force, read_force
from wargame.area_combat.nations import Nation, nation_named
from wargame.area_combat.plans import Plan
from wargame.area_combat.ruleset import READINGS, Ruleset
from wargame.core.drivers import Entry
from wargame.core.errors import DataError, RequestError, one_of, shown
from widgets.errors import WidgetError
from widgets.explorers.battle_plan import BattlePlan, check_how

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wargame.core.drivers import Journal

Facts = TypeVar("Facts", Ground, Plan)
HERE = "BattleExplorer"
LONGEST = 2_000_000


@frozen
class Given:
    """What a battle is made of, as a caller gives it.

    Args:
        attacker: A force, typed or as a value; or a whole battle, or its text.
        defender: A force.
        nations: Who attacks and who defends.
        reserve: Planes of the defender that may be called.
        territory: Where, as a :class:`Ground` or its facts.
        rules: The switches, as a :class:`Ruleset` or those that differ.
        plans: What both sides will do, as plans or their facts.
        method: How the odds are found.
    """

    attacker: Force | Battle | str
    defender: Force | str
    nations: Sequence[str | Nation]
    reserve: Force | str
    territory: Ground | Mapping[str, Any] | None
    rules: Ruleset | Mapping[str, Any] | None
    plans: tuple[Plan | Mapping[str, Any] | None, Plan | Mapping[str, Any] | None]
    method: str


def plan_from(given: Given, where: str = HERE) -> BattlePlan:
    """Return the plan that a caller means.

    Raises:
        WidgetError: Something is of the wrong kind.
        RequestError: A word names no unit, nation, fact or switch.
    """
    battle = battle_from(given, where)
    how: Any = given.method
    plan = BattlePlan(battle, how=how)
    for who, facts in zip(WHO, given.plans, strict=True):
        made = _facts(Plan(), facts, f"{where}, plan of the {who}")
        plan = plan.with_plan(who, made)
    return check_how(plan)


def battle_from(given: Given, where: str = HERE) -> Battle:
    """Return the battle that a caller means."""
    if isinstance(given.attacker, Battle):
        return given.attacker
    if isinstance(given.attacker, str) and ":" in given.attacker:
        return read_battle(given.attacker)
    attacker, defender = _nations(given.nations, where)
    sides = (
        Army(attacker, _force(given.attacker, "attacker", where)),
        Army(
            defender,
            _force(given.defender, "defender", where),
            reserve=_force(given.reserve, "reserve", where),
        ),
    )
    ground = _facts(Ground(), given.territory, f"{where}, territory")
    return Battle(*sides, ground, rules=_rules(given.rules, where))


def _force(given: object, who: str, where: str) -> Force:
    if isinstance(given, Force):
        return given
    if not isinstance(given, str):
        raise WidgetError(f"{where}, {who}", shown(given), "units such as '10 infantry, 5 armor'")
    return read_force(given, where=who) if given.strip() else NOBODY


def _nations(given: object, where: str) -> tuple[Nation, Nation]:
    pair = 2
    if isinstance(given, str) or not isinstance(given, list | tuple) or len(given) != pair:
        raise WidgetError(f"{where}, nations", shown(given), "two: who attacks, who defends")
    first, second = (
        each if isinstance(each, Nation) else nation_named(str(each)) for each in given
    )
    return first, second


def _rules(given: object, where: str) -> Ruleset:
    if given is None:
        return READINGS
    if isinstance(given, Ruleset):
        return given
    if not isinstance(given, dict):
        raise WidgetError(f"{where}, rules", shown(given), "a Ruleset, or a dict of its switches")
    changes = {key: tuple(value) if isinstance(value, list) else value
               for key, value in given.items()}  # fmt: skip
    return READINGS.replace(**changes)


def _facts(plain: Facts, given: object, where: str) -> Facts:
    """Return a value with the facts of a dict put in."""
    if given is None:
        return plain
    if isinstance(given, type(plain)):
        return given
    if not isinstance(given, dict):
        raise WidgetError(where, shown(given), f"a {type(plain).__name__}, or a dict of its facts")
    known = [each.name for each in fields(type(plain))]
    for name, value in given.items():
        if name not in known:
            raise RequestError(where, shown(name), one_of(known, str(name), limit=len(known)))
        kind = type(getattr(plain, name))
        names_things = isinstance(value, list | tuple) and all(type(each) is str for each in value)
        fits = names_things if kind is tuple else type(value) is kind
        if not fits:
            names = {"tuple": "a list of names", "str": "text", "bool": "True or False"}
            allowed = names.get(kind.__name__, "a whole number")
            raise WidgetError(f"{where}, {name}", shown(value), allowed)
    read: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items()
    }
    return evolve(plain, **read)


# ---- saved battles


def saved(plan: BattlePlan, journal: Journal) -> dict[str, Any]:
    """Return a battle under way as JSON data."""
    return {
        "battle": to_text(plan.battle),
        **{
            who: {**asdict(plan.plan_of(who)), "losses": [*plan.plan_of(who).losses]} for who in WHO
        },
        "method": plan.how,
        "journal": [entry.to_json() for entry in journal],
    }


def loaded(data: object) -> tuple[BattlePlan, Journal]:
    """Return what :func:`saved` wrote, also from its text.

    Raises:
        DataError: It is no saved battle.
        RequestError: Something in it cannot be.
    """
    where = "saved battle"
    if isinstance(data, str):
        try:
            data = json.loads(data[:LONGEST])
        except (ValueError, RecursionError) as error:
            raise DataError(where, shown(data), "JSON text, as Save writes it") from error
    kinds = {"battle": str, "attacker": dict, "defender": dict, "method": str, "journal": list}
    if not isinstance(data, dict):
        raise DataError(where, shown(data), f"an object with {', '.join(kinds)}")
    for key, kind in kinds.items():
        if not isinstance(data.get(key), kind):
            raise DataError(f"{where}, {key}", shown(data.get(key)), f"a {kind.__name__}")
    given = Given(read_battle(data["battle"]), "", (), "", None, None,
                  (data["attacker"], data["defender"]), data["method"])  # fmt: skip
    journal = tuple(_line(*each) for each in enumerate(data["journal"], start=1))
    return plan_from(given, where), journal


def _line(number: int, data: object) -> Entry:
    try:
        return Entry.from_json(data)
    except DataError as error:
        where = f"saved battle, journal line {number}"
        raise DataError(where, error.found, error.allowed) from error


def side_named(word: object, where: str) -> Who:
    """Return the side of this name.

    Raises:
        RequestError: It is neither.
    """
    for who in WHO:
        if word == who:
            return who
    raise RequestError(where, shown(word), one_of(WHO, str(word)))
