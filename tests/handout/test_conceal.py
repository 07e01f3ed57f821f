"""Answers in a page: checked there, and not to be read at a glance."""

from __future__ import annotations

from base64 import b64decode, b64encode
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.handout.conceal import concealed, named, scrambled
from widgets.question import CheckedQuestion

# The same pair stands in widgets/frontend/src/lib/conceal.test.ts.
KEY, WORDS = "combat-1\n=1/3", "+Right. Two faces of six: ½ of four."


def opened(question: CheckedQuestion, token: str) -> str | None:
    """Return what a page would say to a reply, or nothing when it does not know it."""
    key = f"s\n{token}"
    entries = dict(concealed(question, "s"))
    if named(key) not in entries:
        return None
    hidden = b64decode(entries[named(key)])
    noughts = b64decode(scrambled("\0" * len(hidden), key))
    return bytes(a ^ b for a, b in zip(hidden, noughts, strict=True)).decode()


def number(answer: str, **why: str) -> CheckedQuestion:
    return CheckedQuestion("How many?", answer=answer, why=why, kind="number")


def test_it_reckons_as_the_page_does() -> None:
    assert named(KEY) == "69fad3be4ff1723c"
    assert scrambled(WORDS, KEY) == "6rkwrHkv6ASoT2qIPvrPR4TXbnPtz8uRTUXJnjjSbhsEvjpY0Q=="


@given(st.text(max_size=40), st.text(max_size=20))
def test_scrambling_keeps_every_byte(words: str, key: str) -> None:
    data, noughts = words.encode(), "\0" * len(words.encode())
    stream = b64decode(scrambled(noughts, key))
    back = bytes(a ^ b for a, b in zip(b64decode(scrambled(words, key)), stream, strict=True))
    assert back == data
    assert not data or b64encode(data).decode() != scrambled(words, key) or not any(stream)


def test_an_option_brings_its_own_words() -> None:
    why = {"You": "Not you.", "I": "It was I."}
    asked = CheckedQuestion("Who?", ["You", "I", "They"], "I", why)
    assert opened(asked, "I") == "+Right. It was I."
    assert opened(asked, "You") == "-Not that one. Not you."
    assert opened(asked, "They") == "-Not that one. Try another."


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("=1/3", "+Right."),
        ("~2:33", "+Right. Exactly: 1/3."),
        ("~6:333333", "+Right. Exactly: 1/3."),
        (
            "~1:3",
            "-Not that number. It is near: give two decimals at least, or the exact fraction.",
        ),
        ("=1/6", "-Not that number. One face."),
        ("~3:167", "-Not that number. One face."),
        ("=1/2", None),
        ("~2:35", None),
    ],
)
def test_a_number_is_known_by_every_good_spelling(token: str, said: str | None) -> None:
    assert opened(number("1/3", **{"1/6": "One face."}), token) == said


@given(st.fractions(-3, 3, max_denominator=60), st.integers(1, 6))
def test_the_page_says_what_the_notebook_says_to_a_rounded_answer(
    answer: Fraction, places: int
) -> None:
    units = round(answer * 10**places)
    typed = (
        f"{'-' if units < 0 else ''}{abs(units) // 10**places}.{abs(units) % 10**places:0{places}d}"
    )
    asked = number(str(answer))
    told = asked.choose(typed)
    right = asked.verdict == "right"
    value = Fraction(units, 10**places)
    exact = f"={value.numerator}/{value.denominator}"
    said = opened(asked, exact) or opened(asked, f"~{places}:{units}")
    assert said is not None
    assert said[1:] == told
    assert (said[0] == "+") == right
