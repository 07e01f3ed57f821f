"""A question is asked by name with facts by keyword; what does not fit is told in a sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame.core import questions as registry
from wargame.core.errors import RequestError
from wargame.core.questions import ask, find_question, question, questions
from wargame.core.ruling import Ruling, figure


@pytest.fixture(autouse=True)
def _only_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_questions", {})

    @question("test.facts")
    def facts(  # noqa: PLR0913 - a fact of every kind
        *,
        die: int,
        line: str = "Town",
        trench: bool = False,
        points: Fraction = Fraction(0),
        units: tuple[str, ...] = (),
        shifts: tuple[int, ...] = (),
    ) -> Ruling:
        """Return every fact.

        More about it.
        """
        return figure("Facts", (die, line, trench, points, units, shifts), "As given.")

    @question("test.scene", scene="test")
    def scene(position: object, *, depth: int = 1) -> Ruling:
        """Return the position."""
        return figure("Scene", f"{position} {depth}", "As given.")


def answer(**facts: object) -> object:
    return ask("test.facts", facts).value


def test_facts_of_the_right_kind_are_taken_as_they_are() -> None:
    given = {"trench": True, "points": Fraction(3, 2), "units": ("a", "b"), "shifts": [1, -1]}
    assert answer(die=3, line="Hill", **given) == (
        3, "Hill", True, Fraction(3, 2), ("a", "b"), (1, -1)
    )  # fmt: skip


def test_text_from_a_command_line_is_read_as_the_kind_of_the_fact() -> None:
    given = {"trench": "yes", "points": "3/2", "units": "a, b,", "shifts": "1,-1"}
    assert answer(die="3", line="Hill", **given) == (
        3, "Hill", True, Fraction(3, 2), ("a", "b"), (1, -1)
    )  # fmt: skip


def test_facts_that_are_not_given_have_their_defaults() -> None:
    assert answer(die=1) == (1, "Town", False, Fraction(0), (), ())


@pytest.mark.parametrize("word", ["true", "Yes", "1", True])
def test_words_for_true(word: object) -> None:
    assert answer(die=1, trench=word) == (1, "Town", True, Fraction(0), (), ())


@pytest.mark.parametrize(
    ("fact", "value", "allowed"),
    [
        ("die", "three", "a whole number"),
        ("die", "1/2", "a whole number"),
        ("die", 1.0, "a whole number"),
        ("die", True, "a whole number"),
        ("die", None, "a whole number"),
        ("die", "9" * 5000, "a whole number"),
        ("line", 3, "text"),
        ("trench", "perhaps", "true or false"),
        ("trench", 1, "true or false"),
        ("points", "1/0", "a number such as 3 or 1/2"),
        ("points", 0.5, "a number such as 3 or 1/2"),
        ("points", "1e999999999", "a number such as 3 or 1/2"),
        ("units", [1], "a list of words"),
        ("units", 3, "a list of words"),
        ("shifts", ["x"], "a list of whole numbers"),
        ("shifts", {"a": 1}, "a list of whole numbers"),
    ],
)
def test_a_fact_of_the_wrong_kind_says_what_belongs_there(
    fact: str, value: object, allowed: str
) -> None:
    with pytest.raises(
        RequestError, match=rf"question test\.facts, {fact}: found .*; allowed: {allowed}"
    ):
        answer(**{"die": 1, fact: value})


def test_an_unknown_fact_is_told_with_all_facts_there_are() -> None:
    with pytest.raises(
        RequestError, match=r"fact 'dye'; allowed: die \(a whole number\), line \(text, opt"
    ):
        answer(dye=1)


def test_a_missing_fact_is_named() -> None:
    with pytest.raises(RequestError, match=r"question test\.facts: found no die"):
        answer(line="Hill")


def test_an_unknown_question_suggests_near_names() -> None:
    with pytest.raises(
        RequestError, match=r"question: found 'test\.fact'; .*did you mean test\.facts"
    ):
        ask("test.fact", {})


def test_a_question_about_a_position_needs_one() -> None:
    assert ask("test.scene", {"depth": "2"}, "here").value == "here 2"
    with pytest.raises(RequestError, match="found no position; allowed: a position of test"):
        ask("test.scene", {})


def test_a_question_shows_its_summary_and_facts() -> None:
    assert list(questions()) == ["test.facts", "test.scene"]
    found = find_question("test.facts")
    assert found.summary == "Return every fact."
    assert [each.name for each in found.parameters if each.required] == ["die"]
    assert str(found.parameters[1]) == "line (text, optional)"


def test_a_fact_of_a_kind_that_cannot_be_written_down_is_refused_at_once() -> None:
    with pytest.raises(RequestError, match=r"question test\.bad, odds: found float; allowed: int"):

        @question("test.bad")
        def bad(*, odds: float) -> Ruling:
            return figure("Bad", str(odds), "Never asked.")


def test_two_functions_may_not_share_a_name_but_one_may_be_read_again() -> None:
    def again(*, die: int) -> Ruling:
        return figure("Again", die, "So.")

    question("test.again")(again)
    question("test.again")(again)
    with pytest.raises(RequestError, match=r"question test\.facts: found a second function"):
        question("test.facts")(again)
