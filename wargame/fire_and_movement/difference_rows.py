"""The differences between the editions, and the matters of the games, as their files have them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from attrs import Factory, field, frozen, validators

from wargame.core.data import inside, read_toml, scenario_folder, structure
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import entry
from wargame.core.ruling import case

if TYPE_CHECKING:
    from wargame.fire_and_movement.ruleset import Edition

Kind = Literal[
    "rule",
    "wording",
    "placement",
    "clarification",
    "misprint",
    "ambiguity",
    "example",
    "components",
    "commentary",
    "terminology",
    "table",
]
Topic = Literal["", "movement", "retreat"]
FOLDER = "fire_and_movement"


@frozen
class Switch:
    """A field of the ruleset that carries a difference out.

    Args:
        field: Its name; ``costs.links`` is a part of the terrain chart.
        version_7: Its value by the letter of version 7; nothing where a ruleset gives it.
        version_8: The same for version 8.
        rules_7: The ruleset that gives it otherwise.
        rules_8: The same for version 8.
    """

    field: str
    version_7: Any = None
    version_8: Any = None
    rules_7: str = "system_v7"
    rules_8: str = "system_v8"


@frozen
class Difference:
    """A place where the two editions of the system differ.

    Args:
        id: ``D-01`` to ``D-34``.
        title: What it is about.
        kind: Whether it is a rule, or merely a matter of words, of place, of a missing word.
        cases_7: Where version 7 says it.
        cases_8: Where version 8 does.
        version_7: What version 7 says.
        version_8: What version 8 says.
        effect: What it does to play.
        reading: The reading chosen where the letter is in doubt.
        switch: The fields of the ruleset that carry it out; none where it changes no result.
        topic: What it is looked at with: ``movement``, ``retreat``, or nothing.
        but_7: What rules with version 7's form in them are, in a phrase after "but".
        but_8: The same for version 8's.
    """

    id: str
    title: str
    kind: Kind = field(validator=validators.in_(get_args(Kind)))
    cases_7: list[str]
    cases_8: list[str]
    version_7: str
    version_8: str
    effect: str
    reading: str = ""
    switch: list[Switch] = Factory(list)
    topic: Topic = ""
    but_7: str = ""
    but_8: str = ""

    @property
    def cases(self) -> tuple[str, ...]:
        """The cases of both editions, version 7's first."""
        return (*self.cases_7, *self.cases_8)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that carry it out."""
        return tuple(each.field for each in self.switch)

    @property
    def switchable(self) -> bool:
        """Whether it changes results, and so can be switched."""
        return bool(self.switch)

    def says(self, edition: Edition) -> str:
        """Return what an edition says."""
        return self.version_7 if edition == "FM7" else self.version_8


@frozen
class Words:
    """What a game says of a matter.

    Args:
        says: It, in a sentence.
        cases: By which cases.
    """

    says: str
    cases: list[str]


@frozen
class Other:
    """Another form of a field, to look at what it does.

    Args:
        field: The field.
        topic: As for :class:`Difference`.
        but: What rules with it in them are, in a phrase after "but".
        value: Its value; that of the system where nothing is said.
    """

    field: str
    topic: Topic
    but: str
    value: Any = None


@frozen
class Matter:
    """A matter in which games may go their own way.

    Args:
        id: A word.
        title: What it is about.
        fields: The fields of the ruleset that carry it out.
        system: What the system says.
        words: What a game says instead, by the id of its ruleset.
        other: Other forms of its fields, to look at what they do.
    """

    id: str
    title: str
    fields: list[str]
    system: str
    words: dict[str, Words]
    other: list[Other] = Factory(list)


@frozen
class DifferencesFile:
    """``differences.toml``.

    Args:
        citations: Fields that differ because the editions number their cases differently.
        names: Fields that only name a ruleset.
        difference: The differences.
    """

    citations: list[str]
    names: list[str]
    difference: list[Difference]


@frozen
class MattersFile:
    """``exclusive_rules.toml``."""

    matter: list[Matter]


def differences() -> tuple[Difference, ...]:
    """Return the 34 differences between version 7 and version 8, in their order.

    Raises:
        DataError: The file does not fit.
    """
    return tuple(_table().difference)


def difference(name: str) -> Difference:
    """Return a difference by its id.

    Raises:
        RequestError: There is none.
    """
    known = {each.id: each for each in differences()}
    if name not in known:
        raise RequestError("difference", shown(name), one_of(known, name))
    return known[name]


def matters() -> tuple[Matter, ...]:
    """Return the matters in which the games go their own way.

    Raises:
        DataError: The file does not fit.
    """
    return _matters()


@cache
def _matters() -> tuple[Matter, ...]:
    path = inside(scenario_folder() / FOLDER, "exclusive_rules")
    return tuple(structure(read_toml(path), MattersFile, path.name).matter)


@cache
def _table() -> DifferencesFile:
    path = inside(scenario_folder() / FOLDER, "differences")
    found = structure(read_toml(path), DifferencesFile, path.name)
    for each in found.difference:
        for written in each.cases:
            entry(case(written))
    return found


def silent_fields() -> frozenset[str]:
    """Return the fields that only name a ruleset or cite its edition, and decide nothing."""
    return frozenset({*_table().names, *_table().citations})
