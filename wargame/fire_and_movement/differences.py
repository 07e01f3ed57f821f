"""The differences between the editions and between games, as data, each with its switch.

Version 7 and version 8 of the system differ in 34 places (``differences.toml``). Those that change
results are fields of the :class:`~wargame.fire_and_movement.ruleset.Ruleset`, so that any of them
can be tried in either edition's form: :func:`switched`. Where the letter of an edition and the
reading that the rulesets follow part, the switch has the letter.
"""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

from attrs import evolve, fields, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement.difference_rows import (
    Difference,
    Matter,
    Other,
    Switch,
    Topic,
    Words,
    difference,
    differences,
    matters,
    silent_fields,
)
from wargame.fire_and_movement.games import RULESETS, ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.terrain_costs import Row, TerrainCosts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.fire_and_movement.ruleset import Edition

__all__ = [
    "Alternative",
    "Difference",
    "Divergence",
    "Matter",
    "Topic",
    "alternatives",
    "between",
    "difference",
    "differences",
    "follows",
    "matters",
    "switched",
]

EDITIONS: tuple[Edition, Edition] = ("FM7", "FM8")
EXCLUSIVE = "exclusive"
"""The kind of a difference that a game's exclusive rules make."""
OWN = "own"


@frozen
class Divergence:
    """A difference between two rulesets.

    Args:
        id: ``D-07``, the word of a matter, or the name of a field that no file tells of.
        title: What it is about.
        kind: As for :class:`Difference`, or :data:`EXCLUSIVE`.
        first: What the first ruleset says.
        second: What the second says.
        fields: The fields in which they differ; none where it is a matter of words alone.
        cases: The cases of both.
    """

    id: str
    title: str
    kind: str
    first: str
    second: str
    fields: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()

    @property
    def same_in_play(self) -> bool:
        """Whether both come to the same on the table."""
        return not self.fields


@frozen(eq=False)
class Alternative:
    """Rules with one thing in them otherwise.

    Args:
        field: The field that is otherwise.
        but: What they are, in a phrase after "but".
        rules: They.
    """

    field: str
    but: str
    rules: Ruleset


def switched(rules: Ruleset, name: str, edition: Edition) -> Ruleset:
    """Return a ruleset with one difference as an edition has it by the letter.

    Args:
        rules: The ruleset of a system or of a game; its id stays.
        name: The difference, such as ``D-07``.
        edition: ``FM7`` or ``FM8``.

    Raises:
        RequestError: There is no such difference, it changes no result, or there is no such
            edition.
    """
    wanted = difference(name)
    if edition not in EDITIONS:
        raise RequestError("edition", shown(edition), one_of(EDITIONS, str(edition)))
    if not wanted.switchable:
        able = [each.id for each in differences() if each.switchable]
        found = f"{name} ({wanted.title}), which changes no result"
        raise RequestError("difference", found, one_of(able, name))
    for each in wanted.switch:
        rules = _set(rules, each, edition)
    return rules


def _set(rules: Ruleset, switch: Switch, edition: Edition) -> Ruleset:
    source = ruleset_named(switch.rules_7 if edition == "FM7" else switch.rules_8)
    if switch.field == "costs.links":
        return rules.replace(costs=_roads(rules, source))
    if switch.field == "costs.ground":
        return rules.replace(costs=_examples(rules, source))
    value = switch.version_7 if edition == "FM7" else switch.version_8
    current = getattr(rules, switch.field)
    if value is None:
        value = getattr(source, switch.field)
    elif isinstance(current, frozenset | tuple):
        value = type(current)(value)
    return rules.replace(**{switch.field: value})


def _roads(rules: Ruleset, source: Ruleset) -> TerrainCosts:
    """Return the chart with roads by the letter of an edition (D-26).

    Version 7 knows no game that prices roads itself; version 8 lets each.
    """
    own = RULESETS.get(rules.id, rules).costs.links
    if source.edition == "FM7":
        own = {kind: source.costs.links.get(kind, price) for kind, price in own.items()}
    return evolve(rules.costs, links=own)


def _examples(rules: Ruleset, source: Ruleset) -> TerrainCosts:
    """Return the chart with an edition's example in the other's place (D-27), if it has any."""
    kept = {kind: price for kind, price in rules.costs.ground.items() if not _is_example(price)}
    if len(kept) == len(rules.costs.ground):
        return rules.costs
    more = {kind: price for kind, price in source.costs.ground.items() if _is_example(price)}
    return evolve(rules.costs, ground={**kept, **more})


def _is_example(price: Row) -> bool:
    return any(written.endswith("5.4/x1") for written in price.cases)


def alternatives(rules: Ruleset, topic: Topic) -> tuple[Alternative, ...]:
    """Return what may be switched in a ruleset to look at a topic, each by itself.

    Differences of the editions first, in the form that the ruleset has not; then other forms of
    what games have their own rules for.
    """
    found = [each for row in differences() if row.topic == topic for each in _forms(rules, row)]
    others = (each for matter in matters() for each in matter.other if each.topic == topic)
    return (*found, *(each for other in others for each in _other(rules, other)))


def _forms(rules: Ruleset, row: Difference) -> Iterator[Alternative]:
    name = row.fields[0]
    for edition, but in zip(EDITIONS, (row.but_7, row.but_8), strict=True):
        after = switched(rules, row.id, edition)
        if getattr(after, name) != getattr(rules, name):
            yield Alternative(name, but, after)


def _other(rules: Ruleset, other: Other) -> Iterator[Alternative]:
    system = next(each for each in RULESETS.values() if each.edition == rules.edition)
    value = getattr(system, other.field) if other.value is None else other.value
    if value != getattr(rules, other.field):
        yield Alternative(other.field, other.but, rules.replace(**{other.field: value}))


def differing_fields(first: Ruleset, second: Ruleset) -> tuple[str, ...]:
    """Return the fields in which two rulesets differ, the terrain chart part by part.

    Fields that only name or cite are left out, and prices are compared without their cases.
    """
    found: list[str] = []
    for name in (each.name for each in fields(Ruleset) if each.name not in silent_fields()):
        one, other = getattr(first, name), getattr(second, name)
        if not isinstance(one, TerrainCosts):
            found += [name] * (one != other)
            continue
        for part in (each.name for each in fields(TerrainCosts)):
            differ = prices(getattr(one, part)) != prices(getattr(other, part))
            found += [f"{name}.{part}"] * differ
    return tuple(found)


def prices(rows: Mapping[str, Row]) -> dict[str, tuple[object, bool]]:
    return {kind: (each.points, each.plus) for kind, each in rows.items()}


def follows(rules: Ruleset, wanted: Difference) -> str:
    """Return whose form of a difference a ruleset has: ``FM7``, ``FM8`` or ``own``.

    It is the edition underneath where that makes no difference, or where both forms are the same.
    """
    if not wanted.switchable:
        return rules.edition
    for edition in (rules.edition, *EDITIONS):
        if not differing_fields(rules, switched(rules, wanted.id, edition)):
            return edition
    return OWN


def between(first: Ruleset, second: Ruleset) -> tuple[Divergence, ...]:
    """Return the differences between two rulesets: systems, games, or either with switches thrown.

    Args:
        first: One ruleset.
        second: The other.

    Returns:
        Differences between the editions first, with those of words alone if the editions differ;
        then what the exclusive rules of a game make different.
    """
    left = dict.fromkeys(differing_fields(first, second))
    found: list[Divergence] = []
    for row in differences():
        touched = tuple(name for name in row.fields if name in left)
        if touched and not _explains(row, first, second, touched):
            continue
        if touched or first.edition != second.edition:
            found.append(_of_editions(row, first, second, touched))
            left = {name: None for name in left if name not in touched}
    return (*found, *_of_games(first, second, tuple(left)))


def _explains(row: Difference, first: Ruleset, second: Ruleset, touched: tuple[str, ...]) -> bool:
    """Return whether a difference of the editions is why two rulesets differ in some fields.

    It is not where one of them is of a game that has words of its own about them, and not where
    the switch would leave them apart.
    """
    if first.id != second.id:
        own = (each for each in matters() if set(touched) & set(each.fields))
        if any(_words(each, rules).cases for each in own for rules in (first, second)):
            return False
    form = follows(second, row)
    if OWN in (form, follows(first, row)):
        return False
    edition: Edition = "FM7" if form == "FM7" else "FM8"
    return not set(touched) & set(differing_fields(switched(first, row.id, edition), second))


def _of_editions(
    row: Difference, first: Ruleset, second: Ruleset, touched: tuple[str, ...]
) -> Divergence:
    sides = [follows(rules, row) if touched else rules.edition for rules in (first, second)]
    one, other = (row.version_7 if side == "FM7" else row.version_8 for side in sides)
    return Divergence(row.id, row.title, row.kind, one, other, touched, row.cases)


def _of_games(first: Ruleset, second: Ruleset, left: tuple[str, ...]) -> tuple[Divergence, ...]:
    found: list[Divergence] = []
    told: set[str] = set()
    for each in matters():
        touched = tuple(name for name in left if name in each.fields)
        if not touched:
            continue
        told.update(touched)
        words = [_words(each, rules) for rules in (first, second)]
        cases = tuple(dict.fromkeys(written for word in words for written in word.cases))
        one, other = (word.says for word in words)
        found.append(Divergence(each.id, each.title, EXCLUSIVE, one, other, touched, cases))
    for name in left:
        if name not in told:
            one, other = (f"As {rules.title} has it." for rules in (first, second))
            found.append(Divergence(name, _described(name), EXCLUSIVE, one, other, (name,)))
    return tuple(found)


def _described(name: str) -> str:
    """Return what the ruleset says of a field of its own, in a line; else the field's name."""
    text = inspect.getdoc(Ruleset) or ""
    found = re.search(rf"^    {re.escape(name)}: (.*(?:\n {{8}}.*)*)", text, re.MULTILINE)
    return " ".join(found[1].split()) if found else name


def _words(matter: Matter, rules: Ruleset) -> Words:
    """Return what a ruleset says of a matter: its own words, the system's, or another game's."""
    mine = set(matter.fields)
    system = next(each for each in RULESETS.values() if each.edition == rules.edition)
    for name in dict.fromkeys((rules.id, system.id, *matter.words)):
        known = name == system.id or name in matter.words
        if known and not mine & set(differing_fields(rules, ruleset_named(name))):
            return matter.words.get(name) or Words(matter.system, [])
    return Words(f"{rules.title} goes its own way.", [])
