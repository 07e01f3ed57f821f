"""How much of everything a room takes, and what a name may hold."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any

from wargame.core.errors import one_of, shown
from widgets.classroom.errors import RoomError

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_ROOMS = 500
"""Rooms in one file, closed ones among them."""
MOST_MEMBERS = 200
"""Students in one room, those taken out among them."""
MOST_REPLIES = 500
"""Questions that one student answers in one room."""
MOST_ASKED = 100
"""Questions of the teacher's own in one room."""
MOST_TOKENS = 20
"""Browsers in which one teacher goes on; the oldest is forgotten."""
MOST_KEPT = 20
"""Earlier positions kept of one board; the oldest is forgotten."""
MOST_GROUPS = 40
LEAST_OPTIONS, MOST_OPTIONS = 2, 12
MOST_STEPS = 1_000
MOST_SEED = 10**15 - 1
MOST_QUESTION = 200
MOST_SHOWN = 2_000
"""Questions of one room whose answers are shown."""
MOST_BOARD = 2_000_000
"""Characters of one saved board."""
NAME, TITLE, LESSON, PROMPT, OPTION = 30, 100, 200, 500, 200

JOINERS = "\u200c\u200d"
"""Between letters these two belong to the spelling of some languages."""
MOST_MARKS = 3
"""Accents one above the other on one letter."""


def plain_line(text: object, where: str, most: int, least: int = 1) -> str:
    """Return a text as one line: gaps made single, and nothing in it that cannot be seen.

    Control characters, marks that turn the direction of writing, characters without a meaning and
    accents piled on each other are taken out, not refused: people paste names.

    Args:
        text: What was given.
        where: What it is, for the sentence.
        most: The most characters allowed.
        least: The fewest.

    Raises:
        RoomError: It is no text, or too long, or nothing of it can be seen.
    """
    if not isinstance(text, str):
        raise RoomError(where, shown(text), "a text")
    if len(text) > 10 * most:
        raise RoomError(where, f"{len(text):,} characters", f"at most {most}")
    line = " ".join(_seen(unicodedata.normalize("NFC", text)).split())
    if not least <= len(line) <= most:
        found = f"{len(line):,} characters that can be seen"
        raise RoomError(where, found, f"{least} to {most}" if least else f"at most {most}")
    return line


def _seen(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for index, each in enumerate(text):
        kind = unicodedata.category(each)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if each.isspace() or kind in {"Zl", "Zp"}:
            kept.append(" ")
        elif marks > MOST_MARKS or (kind[0] == "C" and not _joins(text, index)):
            continue
        else:
            kept.append(each)
    return "".join(kept)


def _joins(text: str, index: int) -> bool:
    """Return whether the character here is a joiner that stands between two letters."""
    sides = text[index - 1 : index] + text[index + 1 : index + 2]
    inside = 0 < index < len(text) - 1
    return text[index] in JOINERS and inside and all(_letter(each) for each in sides)


def _letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LM"


def nickname(text: object) -> str:
    """Return a nickname as it is shown.

    Raises:
        RoomError: It is too long, or holds no letter and no digit.
    """
    name = plain_line(text, "nickname", NAME)
    if not any(each.isalnum() for each in name):
        raise RoomError("nickname", shown(name), "a name with at least one letter or digit")
    return name


def name_key(name: str) -> str:
    """Return what two names have in common that people take for the same.

    Case, gaps, accents and the forms of one letter make no difference; the look-alikes of other
    alphabets do.
    """
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(each for each in spread if each.isalnum()) or name.casefold()


def near_names(name: str, taken: Iterable[str], how_many: int = 3) -> list[str]:
    """Return free names near one that is taken: ``Kim 2``."""
    keys = set(taken)
    found: list[str] = []
    number = 2
    while len(found) < how_many:
        tail = f" {number}"
        near = f"{name[: NAME - len(tail)].rstrip()}{tail}"
        if name_key(near) not in keys:
            found.append(near)
        number += 1
    return found


def groups(names: Iterable[str], where: str) -> tuple[str, ...]:
    """Return the teams or the sides of a room.

    Raises:
        RoomError: There are too many, or two are called the same.
    """
    if isinstance(names, str):
        raise RoomError(where, shown(names), "a list of names")
    found = tuple(plain_line(each, where, NAME) for each in names)
    if len(found) > MOST_GROUPS:
        raise RoomError(where, f"{len(found)} of them", f"at most {MOST_GROUPS}")
    if len({name_key(each) for each in found}) < len(found):
        raise RoomError(where, ", ".join(found), "names that differ")
    return found


def group(name: str, among: tuple[str, ...], where: str) -> str:
    """Return the team or side that somebody chose; none where the room has none.

    Raises:
        RoomError: The room has others.
    """
    if name in among or (not among and not name):
        return name
    if not among:
        raise RoomError(where, shown(name), "none: this room has none", "Leave it out.")
    raise RoomError(where, shown(name), one_of(among, str(name)))


def whole(number: object, where: str, most: int) -> int:
    """Return a whole number from nought to *most*.

    Raises:
        RoomError: It is another, or none.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise RoomError(where, shown(number), f"a whole number from 0 to {most:,}")
    return number


def question_id(text: object) -> str:
    """Return the name of a question, as it was given.

    Raises:
        RoomError: It is no text, or empty, too long, or holds what cannot be seen.
    """
    if not isinstance(text, str) or not 0 < len(text) <= MOST_QUESTION or not text.isprintable():
        allowed = f"the name of a question: 1 to {MOST_QUESTION} characters that can be seen"
        raise RoomError("question", shown(text), allowed)
    return text


def board_text(data: object) -> str:
    """Return a saved board as the text that is kept.

    Raises:
        RoomError: It is no JSON object, or too large.
    """
    if not isinstance(data, dict):
        raise RoomError("saved board", shown(data), "an object of JSON, as a game saves itself")
    try:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise RoomError("saved board", str(error), "what JSON can hold") from error
    if len(text) > MOST_BOARD:
        found = f"{len(text):,} characters"
        raise RoomError("saved board", found, f"at most {MOST_BOARD:,}")
    return text.encode("utf-8", "replace").decode("utf-8")


def board_data(text: str) -> dict[str, Any]:
    """Return the saved board that :func:`board_text` kept."""
    data: dict[str, Any] = json.loads(text)
    return data
