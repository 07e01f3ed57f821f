"""Rules as plain data: which ruleset it is, and every switch that was thrown in it.

::

    {"ruleset": "gaza_1917", "switched": {"D-07": "FM8", "pressure_twice": false}}

A switch keeps the id of its ruleset (:func:`~wargame.fire_and_movement.differences.switched`,
``Ruleset.replace``), so the id alone does not tell the rules in force. A difference of the editions
is named with the edition whose form it has; any other field by its name, with a plain value, or
with the ruleset that has the same value, or as one's own, which cannot be read back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, fields, has

from wargame.core.errors import RequestError, located, one_of, shown
from wargame.fire_and_movement.difference_rows import differences, silent_fields
from wargame.fire_and_movement.differences import (
    OWN,
    differing_fields,
    follows,
    prices,
    switched,
)
from wargame.fire_and_movement.games import RULESETS, ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.terrain_costs import Row

if TYPE_CHECKING:
    from collections.abc import Iterable

RULESET, SWITCHED = "ruleset", "switched"
AS = "as"
"""Says of which ruleset a field has the value."""
MOST = 99
"""The greatest number that a switch may have: more hexes, markers or points than any game has."""


# ---- written


def rules_data(rules: Ruleset) -> dict[str, Any]:
    """Return a ruleset as JSON data: its id and what is switched in it.

    Args:
        rules: The rules; under an id that no ruleset has, they are compared with their edition.
    """
    now, found = _base(rules), dict[str, Any]()
    for row in differences() if differing_fields(now, rules) else ():
        form = follows(rules, row)
        if not row.switchable or form in (OWN, follows(now, row)):
            continue
        after = switched(now, row.id, "FM7" if form == "FM7" else "FM8")
        if len(differing_fields(after, rules)) < len(differing_fields(now, rules)):
            now, found[row.id] = after, form
    found |= {path: _written(rules, path) for path in _paths(now, rules)}
    return {RULESET: rules.id, SWITCHED: found}


def _base(rules: Ruleset) -> Ruleset:
    system = next(each for each in RULESETS.values() if each.edition == rules.edition)
    return RULESETS.get(rules.id, system)


def _paths(first: Ruleset, second: Ruleset) -> list[str]:
    """Return where two rulesets differ; of a field that is a value in parts, which parts."""
    found: list[str] = []
    for name in differing_fields(first, second):
        one, other = _value(first, name), _value(second, name)
        if has(type(one)) and type(one) is type(other):
            names = (each.name for each in fields(type(one)))
            found += [f"{name}.{n}" for n in names if getattr(one, n) != getattr(other, n)]
        else:
            found.append(name)
    return found


def _value(rules: Ruleset, path: str) -> Any:  # noqa: ANN401 - of any field
    name, _, part = path.partition(".")
    whole = getattr(rules, name)
    return getattr(whole, part, None) if part else whole


def _written(rules: Ruleset, path: str) -> Any:  # noqa: ANN401 - JSON data
    value = _value(rules, path)
    plain = _plain(value)
    if plain is not None:
        return plain
    for name, known in RULESETS.items():
        if _same(_value(known, path), value):
            return {AS: name}
    return {OWN: getattr(value, "__qualname__", shown(value))}


def _plain(value: object) -> Any:  # noqa: ANN401 - JSON data
    """Return a value as JSON data; nothing where it has no such form."""
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, frozenset | tuple) and _are_words(value):
        return sorted(value) if isinstance(value, frozenset) else list(value)
    if isinstance(value, dict) and _are_words(value):
        made = {key: _plain(each) for key, each in value.items()}
        return None if None in made.values() else made
    return None


def _are_words(value: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in value)


def _same(one: Any, other: Any) -> bool:  # noqa: ANN401 - of any field
    """Return whether two values are the same; lines of a terrain chart by their prices."""
    if _is_chart(one) and _is_chart(other):
        return prices(one) == prices(other)
    return bool(one == other)


def _is_chart(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(each, Row) for each in value.values())


# ---- read back


def rules_from_data(data: object) -> Ruleset:
    """Return the ruleset that :func:`rules_data` wrote.

    Raises:
        DataError: It is no such data, or names what is not known or cannot be read back.
    """
    with located("rules"):
        table = _table(data, "ruleset", {RULESET, SWITCHED})
        switches = _table(table.get(SWITCHED), SWITCHED)
        rules = _named(table[RULESET])
        for path, value in switches.items():
            rules = thrown(rules, path, value)
    return rules


def _table(data: object, where: str, keys: frozenset[str] | set[str] = frozenset()) -> Any:  # noqa: ANN401 - JSON data
    if not isinstance(data, dict) or (keys and set(data) != keys):
        words = f" with {' and '.join(sorted(keys))}" if keys else ""
        raise RequestError(where, shown(data), f"an object{words}")
    return data


def thrown(rules: Ruleset, path: str, value: Any) -> Ruleset:  # noqa: ANN401 - JSON data
    """Return a ruleset with one switch thrown, as :func:`rules_data` writes it.

    Raises:
        RequestError: There is no such switch, or it has no such value.
    """
    able = {each.id for each in differences() if each.switchable}
    if path in able:
        return switched(rules, path, value)
    name, _, part = path.partition(".")
    known = {each.name for each in fields(Ruleset)} - silent_fields()
    whole: Any = getattr(rules, name) if name in known else None
    parts = {each.name for each in fields(type(whole))} if has(type(whole)) else set[str]()
    if name not in known or (part and part not in parts):
        options = [*sorted(able), *sorted(known | {f"{name}.{each}" for each in parts})]
        raise RequestError("switch", shown(path), one_of(options, path))
    with located(path):
        read = _read(rules, path, value)
    return rules.replace(**{name: evolve(whole, **{part: read}) if part else read})


def _read(rules: Ruleset, path: str, value: Any) -> Any:  # noqa: ANN401 - of any field
    """Return the value of a field that was written plainly, or by the ruleset that has it."""
    current = _value(rules, path)
    if isinstance(value, dict) and set(value) == {OWN}:
        raise RequestError("value", f"{shown(value[OWN])}, made by hand", "what data can hold")
    if isinstance(value, dict) and set(value) == {AS}:
        read = _value(_named(value[AS]), path)
        if read is None and "." in path:
            raise RequestError("value", shown(value), "a ruleset that has one")
        return read
    if isinstance(current, str):
        names = {_value(known, path) for known in RULESETS.values()} - {None, ""}
        if value not in sorted(names):
            raise RequestError("value", shown(value), one_of(sorted(names), str(value)))
        return value
    if current == {}:  # which does not say what it would hold
        current = next(filter(None, (_value(known, path) for known in RULESETS.values())), current)
    return _like(current, value)


def _named(name: object) -> Ruleset:
    return ruleset_named(name if isinstance(name, str) else shown(name))


def _like(current: object, value: Any) -> Any:  # noqa: ANN401 - of any field
    """Return a plain value of the same kind as the one in force.

    Raises:
        RequestError: It is of another kind.
    """
    match current:
        case bool() if isinstance(value, bool):
            return value
        case int() if type(value) is int and type(current) is int and 0 <= value <= MOST:
            return value
        case str() if isinstance(value, str):
            return value
        case frozenset() | tuple() if isinstance(value, list) and _are_words(value):
            return type(current)(value)
        case dict() if isinstance(value, dict):
            like = next(iter(current.values()), "")
            return {key: _like(like, each) for key, each in value.items()}
        case _:
            raise RequestError("value", shown(value), _allowed(current))


def _allowed(current: object) -> str:
    """Return what may be written for a field, by the value in force."""
    match current:
        case bool():
            return "true or false"
        case int():
            return f"a whole number from 0 to {MOST}"
        case str():
            return "a word"
        case frozenset() | tuple():
            return "a list of words"
        case dict():
            return "an object"
        case _:
            return f"the ruleset that has it: {{{AS!r}: {next(iter(RULESETS))!r}}}"
