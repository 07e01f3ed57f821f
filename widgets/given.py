"""What a caller gives a widget, checked before anything changes; each finding is a sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.exact import fraction_of
from wargame.core.rulebook import entry, summary
from wargame.core.ruling import as_cases
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wargame.core.ruling import Case

Card = dict[str, str]
"""A rule case as the front end shows it: its name and the catalogue's summary."""


def text(where: str, value: object) -> str:
    """Return *value* if it is text.

    Raises:
        WidgetError: It is not.
    """
    if not isinstance(value, str):
        raise WidgetError(where, shown(value), "text")
    return value


def flag(where: str, value: object) -> bool:
    """Return *value* if it is True or False.

    Raises:
        WidgetError: It is neither.
    """
    if not isinstance(value, bool):
        raise WidgetError(where, shown(value), "True or False")
    return value


def whole(where: str, value: object, low: int, high: int) -> int:
    """Return *value* if it is a whole number from *low* to *high*.

    Raises:
        WidgetError: It is not.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise WidgetError(where, shown(value), f"a whole number from {low} to {high}")
    return value


def texts(where: str, values: object) -> list[str]:
    """Return a list of texts that differ from each other.

    Raises:
        WidgetError: It is no list, or something in it is no text or stands there twice.
    """
    if isinstance(values, str) or not isinstance(values, list | tuple):
        raise WidgetError(where, shown(values), "a list of texts")
    found = [text(where, value) for value in values]
    for value in found:
        if found.count(value) > 1:
            raise WidgetError(where, f"{shown(value)} twice", "texts that differ")
    return found


def mapping(where: str, value: object) -> dict[Any, Any]:
    """Return *value* as a dict of its own if it is one.

    Raises:
        WidgetError: It is not.
    """
    if not isinstance(value, dict):
        raise WidgetError(where, shown(value), "a dict")
    return dict(value)


def among(where: str, value: object, options: Sequence[str]) -> str:
    """Return *value* if it is one of *options*.

    Raises:
        WidgetError: It is not; near words are given.
    """
    if not isinstance(value, str) or value not in options:
        near = value if isinstance(value, str) else ""
        raise WidgetError(where, shown(value), one_of(options, near))
    return value


def exact(where: str, value: object) -> Fraction:
    """Return a whole number, a fraction, or the text of one, as a fraction.

    Raises:
        WidgetError: It is none of these. A float is refused: it has been rounded already.
    """
    found = None
    if isinstance(value, str):
        found = fraction_of(value)
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        found = Fraction(value)
    if found is None:
        raise WidgetError(where, shown(value), "a whole number, a Fraction, or text such as '1/3'")
    return found


def chance(where: str, value: object) -> Fraction:
    """Return an exact chance.

    Raises:
        WidgetError: It is no exact number from 0 to 1.
    """
    found = exact(where, value)
    if not 0 <= found <= 1:
        raise WidgetError(where, shown(str(found)), "a chance from 0 to 1")
    return found


def cards(cases: Iterable[Case]) -> list[Card]:
    """Return rule cases with the catalogue's summaries; an unknown one has none."""
    return [{"name": str(case), "summary": summary(case)} for case in cases]


def known_cases(where: str, values: object) -> tuple[Case, ...]:
    """Return the rule cases that an author names.

    Raises:
        WidgetError: One is not written as a case, or the catalogue has no such case.
    """
    if not isinstance(values, str | list | tuple):
        raise WidgetError(where, shown(values), "rule cases, such as ['GAZA 14.0/2']")
    try:
        cases = as_cases(values)
        for case in cases:
            entry(case)
    except RequestError as error:
        place = f"{where}, {error.where}"
        raise WidgetError(place, error.found, error.allowed, error.cure) from error
    except AttributeError as error:  # a case that is not even text
        raise WidgetError(where, shown(values), "rule cases, such as ['GAZA 14.0/2']") from error
    return cases


def case_lines(given: Iterable[Mapping[str, str]]) -> list[str]:
    """Return a readable line for each card."""
    return [
        f"{card['name']} - {card['summary'] or 'the catalogue has no summary of this case.'}"
        for card in given
    ]
