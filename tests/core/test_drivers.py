"""One procedure, many drivers: exact odds, play and replay must tell the same story."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import icepool
import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.core.trees import (
    Decide,
    End,
    Mark,
    Say,
    Throw,
    Tree,
    expected,
    procedure,
    trees,
    without_marks,
)
from wargame.core.drivers import Entry, Played, odds, play, replay
from wargame.core.errors import DataError, Refused, RequestError
from wargame.core.procedure import Chance, Checkpoint, Choice, Roll, bands_of, first_option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.procedure import Procedure, Steps

D6 = [str(face) for face in range(1, 7)]
SAMPLE: Tree = Throw((End(1), Say(Decide((End(2), End(3)))), Mark(Throw((End(0), End(1), End(1))))))


class NeedsFace(Exception):  # noqa: N818 - no error: it asks for one more face
    """The script has run out; the roll that needs a face."""

    def __init__(self, roll: Roll) -> None:
        """Keep the roll."""
        self.roll = roll


class Script:
    """Answers with given faces and the first option."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        """Take the faces in order."""
        self.faces = iter(faces)

    def roll(self, roll: Roll) -> int:
        """Return the next face."""
        face = next(self.faces, None)
        if face is None:
            raise NeedsFace(roll)
        return face

    def choose(self, choice: Choice) -> str:
        """Return the first option."""
        return first_option(choice)


def forced(start: Procedure, faces: tuple[int, ...] = ()) -> Iterator[tuple[Fraction, object]]:
    """Play every sequence of faces there is."""
    try:
        yield Fraction(1), play(start, Script(faces)).outcome
    except NeedsFace as need:
        for face in range(1, need.roll.faces + 1):
            for chance, outcome in forced(start, (*faces, face)):
                yield chance / need.roll.faces, outcome


# ------------------------------------------------------------------------------ exact odds


@given(trees)
def test_exact_odds_equal_the_count_over_all_faces(tree: Tree) -> None:
    exact = odds(procedure(tree), first_option).distribution(lambda value: value)
    counted: Counter[object] = Counter()
    for chance, outcome in forced(procedure(tree)):
        counted[outcome] += chance  # type: ignore[assignment]
    assert exact == dict(counted) == expected(tree)


@given(trees)
def test_odds_sum_to_one(tree: Tree) -> None:
    assert sum(chance for chance, _ in odds(procedure(tree), first_option).outcomes) == 1


@given(trees)
def test_merging_at_checkpoints_changes_no_chance(tree: Tree) -> None:
    merged = odds(procedure(tree), first_option).distribution(lambda value: value)
    plain = odds(procedure(without_marks(tree)), first_option).distribution(lambda value: value)
    assert merged == plain


def markers(left: int, total: int) -> Steps:
    """Draw markers one after the other; only their total matters."""
    for still in range(left, 0, -1):
        drawn = yield Roll("marker", 4, bands_of(["0", "1", "1", "2"]), drawn=True)
        total += int(drawn.outcome)
        yield Checkpoint("drawn", (still - 1, total), resume_markers)
    return total


def resume_markers(state: tuple[int, int]) -> Steps:
    """Go on after a draw."""
    return markers(*state)


def test_equal_moments_are_followed_once() -> None:
    merged = odds(lambda: markers(12, 0), limit=1_000)
    assert len(merged.outcomes) == 25
    assert merged.chance(lambda total: total == 24) == Fraction(1, 4**12)
    assert merged.expected(lambda total: total) == 12


def dice(count: int) -> Steps:
    """Throw dice and add them up."""
    faces = []
    for _ in range(count):
        band = yield Roll("die", 6, bands_of(D6))
        faces.append(int(band.outcome))
    return sum(faces)


def test_odds_agree_with_another_library() -> None:
    theirs = 3 @ icepool.d6
    ours = odds(lambda: dice(3)).distribution(lambda total: total)
    assert ours == {total: theirs.probability(total) for total in theirs}


def test_odds_agree_with_many_simulated_plays() -> None:
    trials = 4_000
    random = Random(1917)
    thrown = Counter(play(lambda: dice(2), Chance(random)).outcome for _ in range(trials))
    for total, chance in odds(lambda: dice(2)).distribution(lambda total: total).items():
        error = sqrt(chance * (1 - chance) / trials)
        assert abs(thrown[total] / trials - chance) < 4 * error


def test_chances_of_any_property_are_exact() -> None:
    result = odds(procedure(SAMPLE), first_option)
    assert result.chance(lambda value: value == 1) == Fraction(1, 3) + Fraction(2, 9)
    assert result.distribution(lambda value: value > 1) == {
        False: Fraction(2, 3),
        True: Fraction(1, 3),
    }
    assert result.expected(lambda value: value) == Fraction(11, 9)


def test_odds_take_the_decisions_of_the_policy() -> None:
    last = odds(procedure(SAMPLE), lambda choice: choice.options[-1].key)
    assert last.chance(lambda value: value == 3) == Fraction(1, 3)


def test_odds_without_a_policy_need_no_decision() -> None:
    assert odds(procedure(Decide((End(5),)))).outcomes == ((Fraction(1), 5),)
    with pytest.raises(RequestError, match="a decision of British: decide; allowed: a policy"):
        odds(procedure(SAMPLE))


def test_a_policy_may_only_take_what_is_legal() -> None:
    with pytest.raises(Refused, match="allowed: 0, 1"):
        odds(procedure(SAMPLE), lambda _: "retreat")


def test_a_question_too_large_is_a_sentence() -> None:
    with pytest.raises(RequestError, match="more branches than the limit of 100"):
        odds(lambda: dice(4), limit=100)


# ------------------------------------------------------------------------------ play and replay


@given(trees, st.integers(0, 999))
def test_replay_equals_play(tree: Tree, seed: int) -> None:
    played = play(procedure(tree), Chance(Random(seed)))
    assert replay(procedure(tree), played.journal) == played


@given(trees, st.integers(0, 999))
def test_a_journal_comes_back_from_json(tree: Tree, seed: int) -> None:
    journal = play(procedure(tree), Chance(Random(seed))).journal
    assert tuple(Entry.from_json(entry.to_json()) for entry in journal) == journal


def sample() -> Played:
    played = play(procedure(SAMPLE), Script((2,)))
    assert played.journal == (Entry("throw", 2), Entry("decide", "0", "British"))
    return played


def test_what_is_announced_is_kept_in_order() -> None:
    assert [each.label for each in sample().told] == ["Said"]


@pytest.mark.parametrize("face", [0, 7])
def test_an_impossible_answer_is_refused(face: int) -> None:
    with pytest.raises(Refused, match="allowed: 1 to 3"):
        play(procedure(SAMPLE), Script((face,)))


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        (0, {"ask": "charge"}, "journal line 1: found 'charge'; allowed: an answer to 'throw'"),
        (0, {"answer": 7}, "journal line 1: found 7; .* allowed: 1 to 3"),
        (0, {"answer": "2"}, "journal line 1: found '2'"),
        (1, {"answer": "9"}, "journal line 2: found '9'; .* allowed: 0, 1"),
        (1, {"answer": 0}, "journal line 2: found 0"),
    ],
)
def test_a_journal_that_does_not_fit_names_the_line(
    line: int, change: dict[str, Any], said: str
) -> None:
    journal = list(sample().journal)
    journal[line] = evolve(journal[line], **change)
    with pytest.raises(DataError, match=said):
        replay(procedure(SAMPLE), journal)


def test_a_journal_too_short_or_too_long_names_the_line() -> None:
    journal = sample().journal
    with pytest.raises(
        DataError, match="journal line 2: found no line; allowed: an answer to 'decide'"
    ):
        replay(procedure(SAMPLE), journal[:1])
    with pytest.raises(DataError, match="journal line 3: found 'throw'; allowed: the end"):
        replay(procedure(SAMPLE), (*journal, Entry("throw", 1)))


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"ask": "x"},
        {"ask": 1, "answer": 1},
        {"ask": "x", "answer": True},
        {"ask": "x", "answer": 1.5},
    ],
)
def test_what_is_no_journal_line_is_a_sentence(data: object) -> None:
    with pytest.raises(DataError, match="an object with 'ask' and 'answer'"):
        Entry.from_json(data)


@given(trees)
def test_a_procedure_can_be_started_again(tree: Tree) -> None:
    start = procedure(tree)
    assume(not isinstance(tree, End))
    assert play(start, Chance(Random(1))) == play(start, Chance(Random(1)))
