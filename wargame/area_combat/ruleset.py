"""The readings where the print is in doubt (AA-Q01 to AA-Q28), each a switch of house rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from attrs import evolve, fields, frozen

from wargame.core.errors import RequestError, one_of, shown

FORTIFIED: tuple[str, ...] = ("city", "complex")
"""Victory City and Industrial Complex: what a territory may hold."""


@frozen(cache_hash=True)
class Ruleset:
    """The rules in force; the defaults are the readings that the catalogue proposes.

    Args:
        armor_class: Whether the owner may give artillery for a hit that must take armor (AA-Q02).
        guns: What has anti-aircraft guns: a city, a complex, both (AA-Q03).
        unshaken: Where defenders never retreat by themselves (AA-Q04).
        landings: What an automatic retreat does to those who land from the sea: nothing
            (``ignored``), or they go aboard as light infantry (``converted``; AA-Q05).
        salvo_reach: Territories that a salvo reaches (AA-Q06).
        support: Whether a plane supports armor or attacks in a round (``either``), or does both
            (AA-Q08).
        shots: Planes that may be shot at, at most (AA-Q10).
        shots_each: Whether that limit is per territory or for the whole turn (AA-Q10).
        entering: What 2 or 3 does to armor that enters an interdicted territory: it ``stops`` there
            or ``passes`` (AA-Q11).
        escort_limit: Whether an escort is bound by its range, by three sea zones, or by both
            (AA-Q12).
        interceptors: Which fighters meet bombers: those in the ``territory``, or those ``adjacent``
            as well (AA-Q13).
        triggers: Which dice make a unit retreat: those of an attack, a defence, or both (AA-Q19).
        first: What a round begins with: ``artillery`` or ``air`` (AA-Q20).
        jets: Whether "2X 1-4" is two ``dice``, or one die whose hit counts ``double`` (AA-Q21).
        unlisted_retreat: The retreat number of a nation that is not listed (AA-Q22).
        unlisted_rail: The rail capacity of such a nation (AA-Q28).
        envelopment: Which retreats of defending infantry are rolled for: ``voluntary`` or ``all``
            (AA-Q24).
        nowhere: What becomes of an automatic retreater with nowhere to go: it ``fights`` on or is
            ``lost`` (AA-Q25).
        evacuation: Who may evacuate by sea: any ``coastal`` defender, or only those in a
            ``fortified`` territory (AA-Q27).
        spill: Whether hits beyond the last enemy plane fall on ground units (AA-Q26).
    """

    armor_class: bool = True
    guns: tuple[str, ...] = FORTIFIED
    unshaken: tuple[str, ...] = FORTIFIED
    landings: Literal["ignored", "converted"] = "ignored"
    salvo_reach: int = 1
    support: Literal["either", "both"] = "either"
    shots: int = 3
    shots_each: Literal["territory", "turn"] = "territory"
    entering: Literal["stops", "passes"] = "stops"
    escort_limit: Literal["both", "range", "zones"] = "both"
    interceptors: Literal["territory", "adjacent"] = "territory"
    triggers: Literal["both", "attack", "defense"] = "both"
    first: Literal["artillery", "air"] = "artillery"
    jets: Literal["dice", "double"] = "dice"
    unlisted_retreat: int = 6
    unlisted_rail: int = 0
    envelopment: Literal["voluntary", "all"] = "voluntary"
    nowhere: Literal["fights", "lost"] = "fights"
    evacuation: Literal["coastal", "fortified"] = "coastal"
    spill: bool = True

    def __attrs_post_init__(self) -> None:
        """Check that every switch has a value it may have.

        Raises:
            RequestError: One has not; the sentence says which values it may have.
        """
        for name, kind in _kinds().items():
            _check(name, kind, getattr(self, name))

    def replace(self, **changes: Any) -> Ruleset:  # noqa: ANN401 - a value for any switch
        """Return the rules with some switches set otherwise.

        Raises:
            RequestError: There is no such switch (the nearest names are given), or no such value.
        """
        names = [each.name for each in fields(Ruleset)]
        for name in changes:
            if name not in names:
                raise RequestError("rules", shown(name), one_of(names, name, limit=len(names)))
        return evolve(self, **changes)


@lru_cache(maxsize=1)
def _kinds() -> dict[str, Any]:
    return get_type_hints(Ruleset)


def _check(name: str, kind: Any, value: object) -> None:  # noqa: ANN401 - a type annotation
    """Refuse a value that a switch cannot have."""
    where = f"rules, {name}"
    if kind is int:
        most = _MOST[name]
        if type(value) is not int or not 0 <= value <= most:
            raise RequestError(where, shown(value), f"0 to {most}")
    elif kind is bool:
        if not isinstance(value, bool):
            raise RequestError(where, shown(value), "true or false (in a text: yes or no)")
    elif get_origin(kind) is tuple:
        if not isinstance(value, tuple) or not set(value) <= set(FORTIFIED):
            raise RequestError(where, shown(value), f"{one_of(FORTIFIED)}, both or neither")
    elif value not in get_args(kind):
        raise RequestError(where, shown(value), one_of(get_args(kind), str(value)))


def switch_text(value: object) -> str:
    """Return the value of a switch as a word: ``yes``, ``3``, ``city, complex``, ``none``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return str(value)


def read_switch(name: str, text: str) -> Any:  # noqa: ANN401 - a value for any switch
    """Return the value that a word means for a switch, as :func:`switch_text` writes it.

    Raises:
        RequestError: There is no such switch, or it has no such value.
    """
    kinds = _kinds()
    if name not in kinds:
        raise RequestError("rules", shown(name), one_of(kinds, name, limit=len(kinds)))
    value: object = text
    if kinds[name] is bool:
        value = {"yes": True, "no": False}.get(text, text)
    elif kinds[name] is int and text.isascii() and text.isdigit():
        value = int(text[:9])
    elif get_origin(kinds[name]) is tuple:
        value = () if text == "none" else tuple(each.strip() for each in text.split(","))
    _check(name, kinds[name], value)
    return value


_MOST = {"salvo_reach": 20, "shots": 100, "unlisted_retreat": 6, "unlisted_rail": 100}
"""The greatest number that each switch takes; 0 is the least of all."""

READINGS = Ruleset()
"""The readings that the catalogue proposes."""
