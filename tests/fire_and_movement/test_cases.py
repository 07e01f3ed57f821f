"""The guard: what the engine says it implements, some test or example of play checks by name."""

from __future__ import annotations

from functools import cache

import pytest

from wargame import coverage
from wargame.core.rulebook import entry, implemented
from wargame.core.ruling import Case
from wargame.families import load_families

BOOKS = ("FM8", "GAZA", "FM7", "LEB82")


@cache
def named() -> frozenset[Case]:
    """Return every case that a test or an example file names."""
    folder = coverage.tests_folder()
    assert folder is not None
    mentions = [
        *coverage.marked_in_tests(folder),
        *coverage.named_by_examples(coverage.examples_folder()),
    ]
    return frozenset(each.case for each in mentions)


@pytest.mark.parametrize("book", BOOKS)
def test_every_implemented_case_is_named_by_a_test_or_an_example(book: str) -> None:
    load_families()
    done = {case for case in implemented() if case.book == book}
    assert done
    assert {f"{case}: {entry(case).title}" for case in done - named()} == set()


@pytest.mark.parametrize("book", BOOKS)
def test_every_implemented_case_is_in_the_catalogue(book: str) -> None:
    load_families()
    for case in implemented():
        if case.book == book:
            assert entry(case).case == case
