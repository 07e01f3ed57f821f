"""What is printed beside a unit's symbol (2.3.1): its identifier and its size."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.fire_and_movement.ruleset import Ruleset

CORPS = 3 * "X"
"""The symbol of a corps, which only version 8 explains."""
SIZES: Mapping[str, str] = {
    "•••": "Platoon",
    "I": "Company",
    "II": "Battalion",
    "III": "Regiment",
    "X": "Brigade",
    "XX": "Division",
    CORPS: "Corps",
}
"""The size symbols, the smallest unit first."""
LONGEST = 4
"""Digits that a number in an identifier has at most."""
_IDENTIFIER = re.compile(rf"(\d{{1,{LONGEST}}})(?:/(\d{{1,{LONGEST}}}))?", re.ASCII)
_TEENS = {11, 12, 13}
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return a number as it ranks: ``1st``, ``12th``, ``47th``."""
    ending = "th" if number % 100 in _TEENS else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


@implements("FM8", "2.3.1/2")
@implements("FM7", "2.3.1/2")
def sizes(rules: Ruleset) -> Mapping[str, str]:
    """Return the size symbols that an edition explains; version 7 has no corps."""
    barred = CORPS if rules.edition == "FM7" else ""
    return {symbol: name for symbol, name in SIZES.items() if symbol != barred}


@implements("FM8", "2.3.1", "2.3.1/1")
@implements("FM7", "2.3.1", "2.3.1/1")
def identifier(rules: Ruleset, written: str, size: str = "") -> Ruling:
    """Return what an identifier says: a battalion of a regiment, or one formation of its size.

    It has no bearing on play but for set-up and reinforcement.

    Args:
        rules: Gives the edition.
        written: As on the counter: ``4/47`` or ``9``.
        size: The size symbol beside it, such as ``XX``, where one number stands alone.

    Raises:
        RequestError: The counter cannot be read so.
    """
    found = _IDENTIFIER.fullmatch(written)
    if found is None:
        allowed = "a number, or two with a slash: 4/47"
        raise RequestError("identifier", shown(written), allowed)
    number = ordinal(int(found[1]))
    if found[2]:
        value = f"{number} Battalion of the {ordinal(int(found[2]))} Regiment"
        said = "The battalion comes first, then its regiment, which need not be in the game."
        return finding("Identifier", value, said, *rules.cases("2.3.1/1", "2.3.1/x1"))
    known = sizes(rules)
    if size and size not in known:
        raise RequestError("size symbol", shown(size), one_of(known, size))
    value = f"{number} {known[size]}" if size else f"{number} formation of its kind"
    cases = ("2.3.1/x1", "2.3.1/2") if size else ("2.3.1/x1",)
    return finding("Identifier", value, "One number names one formation.", *rules.cases(*cases))
