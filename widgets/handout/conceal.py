"""Answers in a page that can be checked there, yet not read at a glance.

Every reply that has feedback of its own is kept as a pair: a name, which is a hash of the reply,
and the feedback, scrambled with the reply as its key. Whoever gives the reply can read what is said
to it. This keeps honest eyes off the answer; it is no lock, for the page can be made to try
everything. ``widgets/frontend/src/lib/conceal.ts`` is the other half and must reckon the same.
"""

from __future__ import annotations

from base64 import b64encode
from fractions import Fraction
from typing import TYPE_CHECKING

from widgets.numbers import read_number
from widgets.question import CheckedQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator

_MASK = 0xFFFFFFFF
_FIRST, _PRIME, _STEP = 2166136261, 16777619, 0x9E3779B9
PLACES = 6
"""Decimals that a reply may be checked to."""

Entry = tuple[str, str]
"""The name of a reply, and the scrambled feedback to it."""


def _stirred(figure: int) -> int:
    """Return 32 bits of which each depends on all of those given (the end of MurmurHash3)."""
    figure = (figure ^ (figure >> 16)) * 0x85EBCA6B & _MASK
    figure = (figure ^ (figure >> 13)) * 0xC2B2AE35 & _MASK
    return figure ^ (figure >> 16)


def _hashed(data: bytes, seed: int) -> int:
    """Return the FNV-1a hash of bytes, stirred."""
    figure = _FIRST ^ seed
    for byte in data:
        figure = (figure ^ byte) * _PRIME & _MASK
    return _stirred(figure)


def named(key: str) -> str:
    """Return the name that a page knows a reply by."""
    data = key.encode()
    return f"{_hashed(data, 1):08x}{_hashed(data, 2):08x}"


def scrambled(words: str, key: str) -> str:
    """Return words that only *key* makes readable again, in base 64."""
    seed = _hashed(key.encode(), 3)
    stream = (_stirred((seed + place * _STEP) & _MASK) & 0xFF for place in range(1 << 20))
    return b64encode(bytes(a ^ b for a, b in zip(words.encode(), stream, strict=False))).decode()


def concealed(question: CheckedQuestion, salt: str) -> list[Entry]:
    """Return what a page needs to check the replies to a question.

    Args:
        question: It is asked every reply, so the page says what the notebook says.
        salt: What makes equal replies to different questions look different.
    """
    said: dict[str, str] = {}
    for reply in _replies(question):
        words = question.choose(reply)
        mark = {"right": "+", "wrong": "-"}[question.verdict]
        said.setdefault(_token(question, reply), f"{mark}{words}")
    keys = ((f"{salt}\n{token}", words) for token, words in said.items())
    return [(named(key), scrambled(words, key)) for key, words in keys]


def _replies(question: CheckedQuestion) -> Iterator[str]:
    """Yield every option; or the numbers that have feedback of their own, as one may type them."""
    if question.kind == "choice":
        yield from question.options
        return
    for written in (question.answer, *question.feedback_to):
        number = read_number(written)
        if number is None:
            continue
        yield str(number.value)
        for places in range(1, PLACES + 1):
            below = number.value * 10**places // 1
            yield from (_decimal(each, places) for each in (below, below + 1))


def _decimal(units: int, places: int) -> str:
    digits = f"{abs(units):0{places + 1}d}"
    return f"{'-' if units < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def _token(question: CheckedQuestion, reply: str) -> str:
    """Return the one spelling of a reply: an option, ``=p/q``, or ``~places:units``."""
    if question.kind == "choice":
        return reply
    value = Fraction(reply)
    places = len(reply.partition(".")[2])
    if not places:
        return f"={value.numerator}/{value.denominator}"
    return f"~{places}:{value * 10**places}"
