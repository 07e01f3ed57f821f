"""The catalogue is whole, its references lead somewhere, and coverage counts what was marked."""

from __future__ import annotations

import re

import pytest

from wargame.core import rulebook
from wargame.core.data import scenario_folder
from wargame.core.errors import RequestError
from wargame.core.rulebook import (
    BOOKS,
    catalogue,
    coverage,
    entry,
    implemented,
    implements,
    summary,
)
from wargame.core.ruling import Case, case

KINDS = {"mechanic", "definition", "table", "scenario", "component", "commentary"}
BESIDE = {"GAZA": "FM8", "LEB82": "FM7", "GB": "RS"}
"""The book whose cases a book of one game may name without saying so."""
QUESTION_OR_EXAMPLE = re.compile(r"(FM|RS|GB|AA)-(Q\d+|\d\d)")

every_book = pytest.mark.parametrize("book", BOOKS)


@every_book
def test_every_entry_has_a_title_a_kind_and_a_summary(book: str) -> None:
    cases = catalogue(book)
    assert cases
    for number, each in cases.items():
        assert each.case == Case(book, number)
        assert each.title
        assert each.summary
        assert each.kind in KINDS


@every_book
def test_no_case_stands_twice(book: str) -> None:
    path = scenario_folder() / "catalogue" / f"{book}.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(catalogue(book)) == len([line for line in lines if line.strip()]) - 1


def leads_somewhere(book: str, written: str) -> bool:
    """Whether a reference is a case, a chapter by its bare number, a question or an example."""
    named, _, number = written.rpartition(":")
    books = [named] if named else [book, BESIDE.get(book, book)]
    return QUESTION_OR_EXAMPLE.fullmatch(written) is not None or any(
        number in catalogue(each) or f"{number}.0" in catalogue(each) for each in books
    )


@every_book
def test_every_reference_leads_somewhere(book: str) -> None:
    lost = [
        f"{number} -> {written}"
        for number, each in catalogue(book).items()
        for written in re.split(r"[;\s]+", each.depends.strip())
        if written and not leads_somewhere(book, written)
    ]
    assert lost == []


def test_an_entry_is_found_by_its_case() -> None:
    found = entry(case("GAZA 10.2/1"))
    assert (found.title, found.kind) == ("First player", "scenario")
    assert summary(case("GAZA 10.2/1")).startswith("First player: ")


def test_an_unknown_book_or_case_is_a_sentence() -> None:
    with pytest.raises(RequestError, match=r"catalogue: found FM9; .*did you mean FM8 or FM7"):
        catalogue("FM9")
    with pytest.raises(RequestError, match=r"catalogue GAZA: found 99\.9"):
        entry(Case("GAZA", "99.9"))
    assert not summary(Case("GAZA", "99.9"))


def test_a_function_says_which_cases_it_implements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulebook, "_implemented", {})

    @implements("GAZA", "10.2", "10.2/1")
    @implements("FM8", "4.1")
    def first_player() -> str:
        return "British"

    assert first_player() == "British"
    assert set(implemented()) == {Case("GAZA", "10.2"), Case("GAZA", "10.2/1"), Case("FM8", "4.1")}
    assert set(implemented().values()) == {f"{__name__}.{first_player.__qualname__}"}


def test_coverage_counts_each_case_once_under_its_book_and_kind() -> None:
    one, other = Case("GAZA", "10.2"), Case("GAZA", "10.2/1")
    counts = coverage([one, other, one], [other], [])
    scenarios = counts["GAZA"]["scenario"]
    assert (scenarios["implemented"], scenarios["tested"], scenarios["taught"]) == (2, 1, 0)
    assert set(counts) == set(BOOKS)
    for book, kinds in counts.items():
        assert sum(kind["total"] for kind in kinds.values()) == len(catalogue(book))


def test_coverage_of_a_case_that_no_book_has_is_a_sentence() -> None:
    with pytest.raises(RequestError, match=r"catalogue GAZA: found 10\.9"):
        coverage([Case("GAZA", "10.9")], [], [])
