"""The catalogue of rule cases: what each is about, which function implements it, how many are done.

The catalogue is data (``scenarios/catalogue``), one file a book, in this project's own words.
"""

from __future__ import annotations

import csv
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from attrs import frozen

from wargame.core.data import scenario_folder
from wargame.core.errors import DataError, RequestError, one_of
from wargame.core.ruling import Case

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

BOOKS: dict[str, str] = {
    "FM8": "Fire & Movement, version 8 (2023)",
    "GAZA": "Gaza 1917, exclusive rules",
    "FM7": "Fire & Movement, version 7 (2019)",
    "LEB82": "Lebanon '82, exclusive rules",
    "RS": "Rifle and Spade series rules",
    "GB": "Gallipoli 1915, game book",
    "AA": "Axis & Allies, the land, air and rail variant",
}
"""The books, by the short name that cases carry."""


@frozen
class Entry:
    """One case of the catalogue.

    Args:
        case: Its book and number.
        title: Its heading, or one of ours where the book prints none.
        kind: ``mechanic``, ``definition``, ``table``, ``scenario``, ``component``, ``commentary``.
        summary: What it says, in one sentence of ours.
        depends: Cases it leans on, as written in the catalogue.
        note: How editions differ, or which table it needs; may be empty.
    """

    case: Case
    title: str
    kind: str
    summary: str
    depends: str = ""
    note: str = ""


@cache
def catalogue(book: str) -> Mapping[str, Entry]:
    """Return the cases of one book by their number.

    Raises:
        RequestError: There is no such book.
        DataError: Its file is damaged.
    """
    if book not in BOOKS:
        raise RequestError("catalogue", book, one_of(BOOKS, book))
    path = scenario_folder() / "catalogue" / f"{book}.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        return {
            row["case"]: Entry(
                Case(book, row["case"]),
                row["title"],
                row["kind"],
                row["summary"],
                row["depends"],
                row["note"],
            )
            for row in rows
        }
    except (OSError, KeyError, csv.Error) as error:
        raise DataError(
            path.name, str(error), "case, title, kind, summary, depends, note"
        ) from error


def entry(case: Case) -> Entry:
    """Return the catalogue's entry for a case.

    Raises:
        RequestError: The book has no such case.
    """
    cases = catalogue(case.book)
    if case.number not in cases:
        raise RequestError(f"catalogue {case.book}", case.number, one_of(cases, case.number))
    return cases[case.number]


def summary(case: Case) -> str:
    """Return "title: summary" for a case, or nothing when the catalogue does not know it."""
    try:
        known = entry(case)
    except RequestError:
        return ""
    return f"{known.title}: {known.summary}"


_implemented: dict[Case, str] = {}

F = TypeVar("F", bound="Callable[..., object] | type")


def implements(book: str, *numbers: str) -> Callable[[F], F]:
    """Say on a function or class which rule cases it implements.

    Args:
        book: One of :data:`BOOKS`.
        numbers: Case numbers of that book.

    A case counts as implemented when breaking the function would break a test that names it.
    """

    def mark(thing: F) -> F:
        for number in numbers:
            _implemented[Case(book, number)] = f"{thing.__module__}.{thing.__qualname__}"
        return thing

    return mark


def implemented() -> Mapping[Case, str]:
    """Return every case marked so far, with the name of what implements it.

    Only modules that have been imported have marked theirs.
    """
    return dict(_implemented)


Counts = dict[str, dict[str, dict[str, int]]]


def coverage(implemented: Iterable[Case], tested: Iterable[Case], taught: Iterable[Case]) -> Counts:
    """Count cases per book and kind: total, implemented, tested, taught.

    Raises:
        RequestError: A case is named that its book does not have.
    """
    marks = {
        "implemented": _by_kind(implemented),
        "tested": _by_kind(tested),
        "taught": _by_kind(taught),
    }
    counts: Counts = {}
    for book in BOOKS:
        totals = Counter(each.kind for each in catalogue(book).values())
        counts[book] = {
            kind: {"total": n, **{name: marks[name][book, kind] for name in marks}}
            for kind, n in sorted(totals.items())
        }
    return counts


def _by_kind(cases: Iterable[Case]) -> Counter[tuple[str, str]]:
    return Counter((case.book, entry(case).kind) for case in set(cases))
