"""CheckedQuestion keeps its answer to itself, and records what the reader said."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.widgets.shared import HOSTILE, traits_in_typescript, traits_of
from widgets.errors import WidgetError
from widgets.numbers import read_number
from widgets.question import CheckedQuestion

REASON = "It lies next to the trench."
WHY = {"0305": REASON, "0306": "That hex is two away."}


def ask(**more: Any) -> CheckedQuestion:
    facts = {
        "prompt": "Which hex may be attacked?",
        "options": ["0304", "0305", "0306"],
        "answer": "0305",
        "why": WHY,
        "cases": ["FM8 8.2.1"],
        "id": "combat-1",
    }
    return CheckedQuestion(**(facts | more))


def number(answer: Any, **more: Any) -> CheckedQuestion:
    return CheckedQuestion("How likely is it?", answer=answer, kind="number", **more)


def from_browser(widget: CheckedQuestion, reply: Any) -> None:
    """Do what the comm does when a message comes."""
    widget.set_state({"reply": reply})


@pytest.mark.parametrize("option", [1, "0305"])
def test_the_right_option_is_right_by_index_and_by_text(option: int | str) -> None:
    question = ask()
    assert question.choose(option) == f"Right. {REASON}"
    assert question.verdict == "right"
    (reply,) = question.replies
    assert (reply.said, reply.right, reply.tries) == ("0305", True, 1)


def test_every_option_has_feedback() -> None:
    question = ask()
    assert question.choose(2) == "Not that one. That hex is two away."
    assert question.choose(0) == "Not that one. Try another."
    assert (question.tries, question.replies[0].right) == (2, False)


def test_the_reply_is_plain_and_ends_with_the_right_answer() -> None:
    question = ask()
    assert not question.replies
    for option in (0, 1, 2):
        question.choose(option)
    (reply,) = question.replies
    assert json.loads(json.dumps(reply.to_json())) == {
        "kind": "answer",
        "question": "combat-1",
        "prompt": "Which hex may be attacked?",
        "said": "0305",
        "right": True,
        "tries": 2,
        "reason": "",
        "cases": ["FM8 8.2.1"],
        "facts": {},
        "at": "",
    }
    assert question.feedback == "Not that one. That hex is two away."
    assert question.checks == 3


def test_one_reason_for_all_is_said_to_the_right_answer_only() -> None:
    question = ask(why=REASON)
    assert REASON not in question.choose(0)
    assert question.choose(1) == f"Right. {REASON}"


def test_nothing_tells_the_answer_before_it_is_given() -> None:
    one, other = ask(), ask(answer="0304")
    assert repr(one) == repr(other)
    assert one.static_html() == other.static_html()
    assert page(one) == page(other)
    assert REASON not in page(one)
    assert "1/3" not in page(number(Fraction(1, 3), why=REASON)) + repr(number(Fraction(1, 3)))
    one.choose(0)
    assert REASON not in page(one) + repr(one) + one.static_html()


def page(question: CheckedQuestion) -> str:
    """Return all that the browser knows."""
    state = {n: v for n, v in question.get_state().items() if n not in {"layout", "_esm", "_css"}}
    return json.dumps(state, sort_keys=True)


def test_the_twins_show_the_question() -> None:
    assert repr(ask()) == "Which hex may be attacked?\n  ( ) 0304\n  ( ) 0305\n  ( ) 0306"
    assert repr(number(3, unit="steps")) == "How likely is it?\n  ______ steps"
    assert "<li>0304</li><li>0305</li>" in ask().static_html()
    assert "______ steps" in number(3, unit="steps").static_html()


def test_the_browser_asks_by_a_growing_count() -> None:
    question = ask()
    from_browser(question, {"chosen": 2, "text": "", "count": 1})
    assert (question.verdict, question.tries) == ("wrong", 1)
    from_browser(question, {"chosen": 1, "text": "", "count": 1})
    assert question.tries == 1
    from_browser(question, {"chosen": 1, "text": "", "count": 2})
    assert (question.verdict, question.tries) == ("right", 2)
    from_browser(question, {"chosen": -1, "text": "", "count": 3})
    assert question.tries == 2


@pytest.mark.parametrize(
    "reply",
    [
        {"chosen": 9, "text": "", "count": 5},
        {"chosen": "0305", "text": "", "count": 5},
        {"chosen": True, "text": "", "count": 5},
        {"chosen": 1, "text": None, "count": 5},
        {"chosen": 1, "text": "", "count": -5},
        {},
    ],
)
def test_a_bad_reply_from_the_browser_is_answered_with_a_sentence(reply: Any) -> None:
    question = ask()
    from_browser(question, reply)
    assert (question.tries, question.reply["count"]) == (0, 0)
    assert question.error.startswith("CheckedQuestion 'combat-1', reply")
    from_browser(question, {"chosen": 1, "text": "", "count": 1})
    assert (question.verdict, question.error) == ("right", "")


def test_python_and_the_widget_use_the_same_words() -> None:
    question = ask()
    for option in (7, -1, "0307", True):
        with pytest.raises(WidgetError) as caught:
            question.choose(option)
        assert question.error == str(caught.value)
    assert question.tries == 0


@pytest.mark.parametrize(
    "typed",
    [
        *("1/3", " 1 / 3 ", "2/6", "+1/3", "0.333", "0.33", ".333", "0,333"),
        *("33 %", "33.3%", "33,33 %", "⅓", "0.3333333"),
    ],
)
def test_a_third_may_be_written_in_many_ways(typed: str) -> None:
    question = number(Fraction(1, 3))
    words = question.choose(typed)
    assert question.verdict == "right", words
    assert ("Exactly: 1/3." in words) == ("/" not in typed and typed != "⅓")


@pytest.mark.parametrize("typed", ["0.34", "0.334", "34 %", "33.4 %", "1/2", "-1/3", "3", "0"])
def test_what_is_not_a_third_is_not(typed: str) -> None:
    question = number("1/3")
    question.choose(typed)
    assert question.verdict == "wrong"


def test_a_rounding_too_coarse_is_told_so() -> None:
    assert "near" in number(Fraction(1, 3)).choose("0.3")
    assert "near" in number(Fraction(997, 1000)).choose("100 %")


@pytest.mark.parametrize("typed", ["3", "3.0", "6/2", "+3", "300 %"])
def test_a_whole_number_is_exact(typed: str) -> None:
    question = number(3)
    question.choose(typed)
    assert question.verdict == "right"


@pytest.mark.parametrize(
    ("typed", "value"),
    [("1½", "3/2"), ("1 1/2", "3/2"), ("−2", "-2"), ("-1 1/2", "-3/2"), ("- 0.5", "-1/2")],
)
def test_numbers_are_read_as_people_write_them(typed: str, value: str) -> None:
    written = read_number(typed)
    assert written is not None
    assert written.value == Fraction(value)


@pytest.mark.parametrize(
    "typed", ["", " ", "one", "1/0", "1e5", "--1", "+-1", "1/2/3", "%", "0x1", "nan", "9" * 5000]
)
def test_what_cannot_be_read_is_no_try(typed: str) -> None:
    question = number(3)
    assert "is no number to read" in question.choose(typed)
    assert (question.verdict, question.tries, question.replies) == ("unread", 0, ())


@given(st.text(max_size=80))
def test_any_text_is_a_number_or_is_none(typed: str) -> None:
    read_number(typed)


@given(st.fractions(0, 1, max_denominator=5000), st.integers(2, 9))
def test_a_chance_rounded_to_two_places_or_more_is_accepted(share: Fraction, places: int) -> None:
    rounded = round(share, places)
    text = f"{rounded.numerator * 10**places // rounded.denominator:0{places + 1}d}"
    written = read_number(f"{text[:-places]}.{text[-places:]}")
    assert written is not None
    assert written.means(share) or rounded in {0, 1}


def test_typical_mistakes_have_feedback_of_their_own() -> None:
    question = number(Fraction(1, 3), why={"1/6": "That counts one face.", "1/3": "Two of six."})
    assert question.choose("0.167") == "Not that number. That counts one face."
    assert question.choose("1/3") == "Right. Two of six."
    assert (question.replies[0].said, question.replies[0].tries) == ("1/3", 2)


def test_a_reason_goes_with_the_reply_before_and_after_it() -> None:
    question, heard = ask(), []
    question.said.on_change(lambda: heard.append(question.replies[0].reason))
    question.set_state({"reason": "It is near."})
    assert not question.replies
    from_browser(question, {"chosen": 1, "text": "", "count": 1})
    assert question.replies[0].reason == "It is near."
    question.set_state({"reason": "It lies beside the trench.\x00" + "x" * 3_000})
    assert question.replies[0].reason.startswith("It lies beside the trench.xxx")
    assert len(question.replies[0].reason) == 2_000
    question.because("No.")
    assert (question.reason, heard[0], heard[-1]) == ("No.", "It is near.", "No.")


def test_a_question_without_a_name_is_known_by_its_prompt() -> None:
    question = CheckedQuestion("P" * 300, ["a", "b"])
    question.choose("a")
    assert question.replies[0].question == "P" * 200


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"prompt": 3}, "prompt: found 3"),
        ({"options": "0305"}, "a list of texts"),
        ({"options": ["0305"]}, "two or more"),
        ({"options": ["a", "a"], "why": ""}, "'a' twice"),
        ({"answer": "0307"}, "found '0307'; allowed: 0304, 0305, 0306"),
        ({"answer": 3}, "from 0 to 2"),
        ({"answer": True}, "found True"),
        ({"why": {"0307": "x"}}, "why: found '0307'"),
        ({"why": {"0305": 3}}, "allowed: text"),
        ({"why": 3}, "allowed: a dict"),
        ({"cases": ["FM8 99.99"]}, "catalogue FM8"),
        ({"cases": ["nonsense"]}, "rule case"),
        ({"cases": 3}, "rule cases"),
        ({"kind": "essay"}, "allowed: choice, number"),
        ({"kind": "number"}, "options for a number"),
        ({"kind": "number", "options": (), "answer": 0.3, "why": ""}, "found 0.3"),
        ({"kind": "number", "options": (), "answer": "1/3", "why": {"x": "y"}}, "such as '1/6'"),
        ({"choices": []}, "keyword 'choices'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(facts: dict[str, Any], words: str) -> None:
    with pytest.raises(WidgetError) as caught:
        ask(**facts)
    assert words in str(caught.value)
    assert str(caught.value).startswith("CheckedQuestion")


def test_markup_is_shown_as_text() -> None:
    question = CheckedQuestion(HOSTILE, [HOSTILE, "b"], 0)
    assert "<img" not in question.static_html()
    assert "<img" not in number(3, unit=HOSTILE).static_html()


def test_both_sides_share_the_same_names() -> None:
    assert traits_of(ask()) == traits_in_typescript("QUESTION")
