"""The guard: what Rifle and Spade says it implements, some test or example checks by name."""

from __future__ import annotations

from wargame import coverage
from wargame.core.rulebook import catalogue, entry, implemented
from wargame.families import load_families

FAMILY = "wargame.rifle_and_spade."
DONE = {
    "RS": ("2", "3", "5", "6", *map(str, range(8, 21))),
    "GB": ("101", "102"),
}
"""Chapters of which every mechanic is implemented."""


def test_every_implemented_case_is_in_the_catalogue_and_named_by_a_test() -> None:
    load_families()
    done = {case for case, where in implemented().items() if where.startswith(FAMILY)}
    assert done
    folder = coverage.tests_folder()
    assert folder is not None
    named = {each.case for each in coverage.marked_in_tests(folder)}
    assert {f"{case}: {entry(case).title}" for case in done - named} == set()


def test_every_mechanic_of_the_chapters_that_are_done_is_implemented() -> None:
    load_families()
    missing = {
        f"{case}: {each.title}"
        for book, chapters in DONE.items()
        for each in catalogue(book).values()
        if each.kind == "mechanic"
        and (case := each.case).number.split(".")[0] in chapters
        and case not in implemented()
    }
    assert missing == set()
