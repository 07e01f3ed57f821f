"""A run at a notebook: answers, undo, branches and checkpoints, and no change by a refusal."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.core.trees import Tree, procedure, trees
from wargame.core.drivers import Entry, play
from wargame.core.errors import DataError, Refused, RequestError
from wargame.core.procedure import Chance, Checkpoint, Choice, Option, Roll, bands_of
from wargame.core.ruling import figure, refusal
from wargame.core.run import Run

if TYPE_CHECKING:
    from wargame.core.procedure import Steps

starts: list[int] = []
"""Rounds begun since the test started; not part of any state."""


def battle(hits: int = 0, first: int = 1) -> Steps:
    """Fight three rounds: decide, then throw; a wild charge is refused by the procedure itself."""
    for number in range(first, 4):
        yield Checkpoint(f"round {number}", (hits, number), resume)
        starts.append(number)
        yield figure("Round", number, "A round begins.")
        taken = yield Choice(
            "British",
            f"round {number}",
            tuple(Option(key, key) for key in ("fire", "hold", "wild")),
        )
        if taken.key == "wild":
            yield figure("Wild", 1, "Announced before it is refused.")
            raise Refused(refusal("Charge", "A wild charge is not permitted."))
        if taken.key == "fire":
            hits += int((yield Roll("fire", 6, bands_of("000011"))).outcome)
    return hits


def resume(state: tuple[int, int]) -> Steps:
    """Go on from the beginning of a round."""
    return battle(*state)


def started(*answers: int | str) -> Run:
    run = Run(battle)
    for answer in answers:
        run.answer(answer)
    return run


def state(run: Run) -> object:
    request = run.request.purpose if run.request else run.outcome
    return run.journal, run.told, run.marks, run.branches, request


def test_a_run_asks_until_it_ends() -> None:
    run = started()
    assert isinstance(run.request, Choice)
    for answer in ("fire", 6, "hold", "fire", 1):
        assert not run.finished
        run.answer(answer)
    assert run.finished
    assert run.request is None
    assert run.outcome == 1
    assert [entry.answer for entry in run.journal] == ["fire", 6, "hold", "fire", 1]
    assert [each.value for each in run.told] == [1, 2, 3]


def test_there_is_no_outcome_before_the_end_and_no_question_after() -> None:
    run = started()
    with pytest.raises(RequestError, match="a pending 'round 1'; allowed: a finished run"):
        _ = run.outcome
    run = started("hold", "hold", "hold")
    with pytest.raises(RequestError, match="the procedure has ended"):
        run.answer("hold")


@pytest.mark.parametrize("answers", [(), ("fire",), ("hold", "fire")])
@pytest.mark.parametrize("wrong", [0, 7, "charge", None, True])
def test_an_impossible_answer_changes_nothing(answers: tuple[str, ...], wrong: object) -> None:
    run = started(*answers)
    before = state(run)
    with pytest.raises(Refused):
        run.answer(wrong)  # type: ignore[arg-type]
    assert state(run) == before


@pytest.mark.parametrize("answers", [(), ("hold",), ("fire", 6)])
def test_a_refusal_by_the_procedure_changes_nothing(answers: tuple[int | str, ...]) -> None:
    run = started(*answers)
    before = state(run)
    with pytest.raises(Refused, match="wild charge"):
        run.answer("wild")
    assert state(run) == before
    run.answer("hold")
    assert run.journal[-1].answer == "hold"


@given(trees, st.integers(0, 99), st.data())
def test_undo_stands_where_fewer_answers_lead(tree: Tree, seed: int, data: st.DataObject) -> None:
    journal = play(procedure(tree), Chance(Random(seed))).journal
    run = Run(procedure(tree), journal)
    lines = data.draw(st.integers(0, len(journal)))
    run.undo(lines)
    fresh = Run(procedure(tree), journal[: len(journal) - lines])
    assert (run.journal, run.request, run.told) == (fresh.journal, fresh.request, fresh.told)
    assert [mark.at for mark in run.marks] == [mark.at for mark in fresh.marks]
    assert run.branches == ((journal,) if lines else ())


@given(trees, st.integers(0, 99))
def test_a_run_ends_as_play_does(tree: Tree, seed: int) -> None:
    played = play(procedure(tree), Chance(Random(seed)))
    run = Run(procedure(tree), played.journal)
    assert (run.outcome, run.journal, run.told) == (played.outcome, played.journal, played.told)


def test_undo_starts_again_from_a_checkpoint_and_not_from_the_beginning() -> None:
    run = started("hold", "fire", 6)
    starts.clear()
    run.undo()
    assert starts == [2]
    assert run.request is not None
    assert run.request.purpose == "fire"


@pytest.mark.parametrize("lines", [-1, 2])
def test_undo_of_lines_that_are_not_there_is_a_sentence(lines: int) -> None:
    run = started("hold")
    with pytest.raises(RequestError, match="0 to 1"):
        run.undo(lines)
    with pytest.raises(RequestError, match="0 to 1"):
        run.go_to(lines)


def test_undone_lines_stay_as_a_branch_that_one_can_return_to() -> None:
    run = started("fire", 6)
    run.undo(2)
    run.answer("hold")
    assert [[entry.answer for entry in branch] for branch in run.branches] == [["fire", 6]]
    run.switch(0)
    assert [entry.answer for entry in run.journal] == ["fire", 6]
    assert [entry.answer for entry in run.branches[1]] == ["hold"]
    with pytest.raises(RequestError, match="a branch below 2"):
        run.switch(2)


def test_a_checkpoint_is_a_place_to_go_back_to() -> None:
    run = started("hold", "fire", 6)
    assert [mark.name for mark in run.marks] == ["round 1", "round 2", "round 3"]
    run.go_back_to("round 2")
    assert [entry.answer for entry in run.journal] == ["hold"]
    assert [mark.name for mark in run.marks] == ["round 1", "round 2"]
    with pytest.raises(RequestError, match="found 'round 9'; allowed: round 1, round 2"):
        run.go_back_to("round 9")


def test_a_saved_journal_that_does_not_fit_names_the_line() -> None:
    good = started("fire", 6, "hold").journal
    cases = {
        "journal line 1: found 'round 7'": (evolve(good[0], ask="round 7"), *good[1:]),
        "journal line 2: found 9; .* allowed: 1 to 6": (good[0], Entry("fire", 9)),
        "journal line 4: found 'late'; allowed: the end": (
            *(Entry(f"round {n}", "hold") for n in (1, 2, 3)),
            Entry("late", 1),
        ),
    }
    for said, journal in cases.items():
        with pytest.raises(DataError, match=said):
            Run(battle, journal)


def test_a_reason_stays_with_its_decision() -> None:
    run = Run(battle)
    run.answer("fire", "They are near.")
    run.answer(3, "dice have no reasons")
    run.answer("hold")
    assert [each.reason for each in run.journal] == ["They are near.", "", ""]
    assert [Entry.from_json(each.to_json()) for each in run.journal] == list(run.journal)
    run.go_to(1)
    assert run.journal[0].reason == "They are near."
    run.switch(0)
    assert run.journal[0].reason == "They are near."


def test_a_reason_has_an_end() -> None:
    line = {"ask": "round 1", "answer": "hold", "reason": "because " * 300}
    with pytest.raises(DataError, match="2,000"):
        Entry.from_json(line)
