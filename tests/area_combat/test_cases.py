"""The guard: every mechanic and table row of area combat is implemented, and named by a test."""

from __future__ import annotations

from functools import cache

import pytest

from wargame import coverage
from wargame.core.rulebook import catalogue, implemented
from wargame.core.ruling import Case
from wargame.families import load_families

RULES = [each for each in catalogue("AA").values() if each.kind != "commentary"]


@cache
def named() -> frozenset[Case]:
    """Return every case that a test names; example files come on top."""
    folder = coverage.tests_folder()
    assert folder is not None
    return frozenset(each.case for each in coverage.marked_in_tests(folder / "area_combat"))


def test_the_book_is_as_large_as_it_was_counted() -> None:
    assert len(RULES) == 131
    assert {each.kind for each in RULES} == {"mechanic", "table"}


@pytest.mark.parametrize("row", RULES, ids=lambda row: str(row.case.number))
def test_every_row_is_implemented_and_tested(row: object) -> None:
    load_families()
    case = getattr(row, "case", None)
    assert case in implemented()
    assert case in named()


def test_examples_name_the_printed_examples() -> None:
    mentions = coverage.named_by_examples(coverage.examples_folder() / "area_combat")
    found = {each.case for each in mentions}
    assert {Case("AA", f"AA-6.x{number}") for number in (1, 2, 3)} <= found
