"""What goes wrong, said as a sentence: where, what was found, what is allowed, what to do.

Every error that a person can cause is one of these. A rule that forbids an act is not an error of
input but a ruling, so :class:`Refused` carries one.
"""

from __future__ import annotations

from contextlib import contextmanager
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.ruling import Ruling


class WargameError(Exception):
    """Anything this project raises on purpose; ``str(error)`` is a complete sentence."""


class RequestError(WargameError):
    """A caller asked for something that does not exist or does not fit.

    Args:
        where: The place, in the caller's terms ("CombatExplorer", "question fm.crt, die").
        found: What was given there.
        allowed: What could have been given.
        cure: What to do about it; may be empty when *allowed* says it all.
    """

    def __init__(self, where: str, found: str, allowed: str, cure: str = "") -> None:
        """Compose the sentence and keep its parts."""
        self.where, self.found, self.allowed, self.cure = where, found, allowed, cure
        text = f"{where}: found {found}; allowed: {allowed}."
        super().__init__(f"{text} {cure}" if cure else text)


class DataError(RequestError):
    """A scenario, save, chart or example file says something that cannot be used.

    Same parts as :class:`RequestError`; *where* names the file and the key or line.
    """


@contextmanager
def located(where: str) -> Iterator[None]:
    """Say of every RequestError raised inside where it stands: it becomes a DataError.

    Args:
        where: The file, or the entry in it; blocks inside each other name the way down.

    Raises:
        DataError: The same finding, with *where* in front.
    """
    try:
        yield
    except RequestError as error:
        place = f"{where}, {error.where}"
        raise DataError(place, error.found, error.allowed, error.cure) from error


class Refused(WargameError):  # noqa: N818 - the field's word: a refused action is not a program error
    """An act that the rules do not permit; nothing was changed.

    Args:
        ruling: The refusal: reason, rule cases and, as parts, what would be allowed.
    """

    def __init__(self, ruling: Ruling) -> None:
        """Keep the ruling; its sentence is the message."""
        self.ruling = ruling
        super().__init__(ruling.sentence)


def shown(value: object, limit: int = 60) -> str:
    """Return *value* as a short quotation for an error sentence, never longer than *limit*."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits, a list in itself
        text = "something too large to show"
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def one_of(options: Iterable[str], near: str = "", limit: int = 12) -> str:
    """Return a readable list of *options*, led by the ones that look like *near*.

    Args:
        options: The allowed words.
        near: What was typed; close matches come first, under "did you mean".
        limit: The greatest number of words listed.
    """
    words = list(options)
    if not words:
        return "nothing (there is none)"
    close = get_close_matches(near, words, n=3, cutoff=0.6) if near else []
    comma = "; " if any("," in word for word in words) else ", "
    listed = comma.join(words[:limit]) + (
        f" and {len(words) - limit} more" if len(words) > limit else ""
    )
    return f"{listed} (did you mean {' or '.join(close)}?)" if close else listed
