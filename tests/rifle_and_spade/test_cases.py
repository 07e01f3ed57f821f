"""The guard: what Rifle and Spade says it implements, some test or example checks by name."""

from __future__ import annotations

from wargame import coverage
from wargame.core.rulebook import entry, implemented
from wargame.families import load_families

FAMILY = "wargame.rifle_and_spade."


def test_every_implemented_case_is_in_the_catalogue_and_named_by_a_test() -> None:
    load_families()
    done = {case for case, where in implemented().items() if where.startswith(FAMILY)}
    assert done
    folder = coverage.tests_folder()
    assert folder is not None
    named = {each.case for each in coverage.marked_in_tests(folder)}
    assert {f"{case}: {entry(case).title}" for case in done - named} == set()
