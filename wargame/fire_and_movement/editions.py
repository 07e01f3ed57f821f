"""Version 7 and version 8 of the system: where a case of one stands in the other.

The chapters cite version 8. Most cases have the same number in version 7; those here have moved,
because one edition prints a sentence that the other does not.

Some readings are about words alone and change nothing: the games cite an older edition by numbers
that no longer hold (FM-Q08), slips of the pen in version 8 are read as what is meant (FM-Q16), and
two sentences of version 7 on mobile movement belong to 5.5 though they stand in 5.4 (FM-Q20).
"""

from __future__ import annotations

from wargame.core.errors import RequestError
from wargame.core.ruling import Case

MOVED: dict[str, str] = {
    "2.3/3": "2.3/2",
    "2.3/4": "2.3/1",
    "2.3.2/8": "2.3/3",
    "5.2/2": "5.2/1",
    "5.2/3": "5.2/2",
    "5.2/4": "5.2/8",
    "5.2/5": "5.2/3",
    "5.2/6": "5.2/4",
    "5.2/7": "5.2/5",
    "5.2/8": "5.2/6",
    "5.2/9": "5.2/7",
    "5.2/10": "5.2/9",
    "5.4/5": "5.4/6",
    "5.4/6": "5.4/7",
    "5.5/2": "5.4/4",
    "5.5/3": "5.5/2",
    "6.0/3": "6.0/4",
    "6.0/4": "6.0/5",
    "6.0/5": "6.0/6",
    "6.0/6": "6.0/7",
    "6.1/x3": "6.1/x2",
    "7.2/4": "7.2/3",
    "7.2/5": "7.2/4",
    "7.2/6": "7.2/5",
    "7.2/7": "7.2/6",
    "7.2/8": "7.2/7",
    "7.2/9": "7.2/8",
    "7.2/10": "7.2/9",
    "8.1.2/3": "8.1.2/4",
    "8.1.2/4": "8.1.2/5",
    "8.1.2/5": "8.1.2/6",
    "8.2/3": "8.2/4",
    "8.2/4": "8.2/5",
    "8.2/5": "8.2/6",
    "8.2/6": "8.2/3",
    "8.2.1/3": "8.2.1/4",
    "8.2.1/4": "8.2.1/5",
    "8.2.1/5": "8.2.1/6",
    "8.2.1/6": "8.2.1/7",
    "8.2.1/7": "8.2.1/8",
    "8.2.1/8": "8.2.1/9",
    "8.2.1/9": "8.2.1/10",
    "8.2.1/10": "8.2.1/11",
    "8.3/1": "8.2.4/14",
    "8.3/2": "8.3/1",
    "8.3/3": "8.3/2",
    "8.3/4": "8.3/3",
    "8.3/5": "8.3/4",
    "8.3/6": "8.3/5",
    "8.3/7": "8.3/6",
    "8.3/8": "8.3/7",
    "8.3/9": "8.3/8",
    "8.3/10": "8.3/9",
    "8.3.1/4": "8.3.1/5",
    "8.3.1/5": "8.3.1/6",
    "8.3.1/6": "8.3.1/7",
    "8.3.1/7": "8.3.1/8",
    "8.3.1/8": "8.3.1/9",
    "8.3.1/9": "8.3.1/10",
}
"""From version 8's number to version 7's."""

ADDED = frozenset(
    {"2.3/2", "5.4/4", "5.4/x1", "6.1/4", "6.1/x2", *(f"CRT/{n}" for n in range(1, 22))}
)
"""What only version 8 prints, its table too; version 7 may use the number for another case."""


def edition_case(edition: str, number: str) -> Case:
    """Return the case that version 8 numbers *number*, in *edition* (``FM8`` or ``FM7``).

    Raises:
        RequestError: Version 7 does not have it.
    """
    if edition != "FM7":
        return Case(edition, number)
    if number in ADDED:
        raise RequestError("edition FM7", f"case {number} of version 8", "a case that both print")
    return Case(edition, MOVED.get(number, number))
