"""What a learner said: bets, answers and decisions with their reasons, in one plain form.

Notebook, printed page and class room keep the same record, so whoever reads one of them (a teacher,
a grader, a spreadsheet) reads them all. A record is plain JSON data, every text in it is bounded,
and what is read from a file is checked like any other thing a stranger wrote.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Literal, get_args

from attrs import Factory, asdict, evolve, field, fields, frozen

from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.ruling import case

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

JSON = Any
"""Text, a whole number, true, false, null, or lists and dicts of these. Chances are text, "1/3"."""

Kind = Literal["bet", "answer", "decision"]
KINDS: tuple[str, ...] = get_args(Kind)

LONGEST = {"question": 200, "prompt": 2_000, "said": 500, "reason": 2_000, "at": 40}
"""The greatest number of characters of each text of a reply."""
MOST_CASES, LONGEST_CASE = 30, 60
MOST_FACTS, LONGEST_KEY, LONGEST_FACTS, DEEPEST = 20, 100, 6_000, 6
MOST_TRIES = 10_000
MOST_REPLIES, MOST_STUDENTS = 5_000, 500
LONGEST_NAME = 200
MOST_CHARACTERS = 50_000_000

STUDENT, CLASS, VERSION = "wargame replies", "wargame class", 1
"""The formats of an export and their version."""

_WHITE = "\n\r\t"
_NAMES = ("name", "lesson", "team", "side", "room")


@frozen
class Reply:
    """What one learner said to one question.

    Args:
        kind: ``bet`` (said before the dice or the odds were seen), ``answer`` (to a question that
            has a right one) or ``decision`` (in a game).
        question: The stable name of the question, "fire_and_movement/01_combat#d3".
        prompt: What was asked, as the learner read it.
        said: What was said: the option, the number as typed, the result bet on.
        right: Whether that is right; None where nothing is right or it is not yet known.
        tries: How often something was said to this question so far.
        reason: Why the learner thinks so, in the learner's own words; may be empty.
        cases: The rule cases that the question is about, "GAZA 14.0/2".
        facts: What else a reader of the record may want, as plain JSON ({"chance": "1/3"}).
        at: When it was said, ISO 8601 in UTC; empty where no clock was at hand.

    Raises:
        RequestError: A text is too long or cannot be written down, or a value is none of these.
    """

    kind: Kind
    question: str
    prompt: str
    said: str
    right: bool | None = None
    tries: int = 1
    reason: str = ""
    cases: tuple[str, ...] = ()
    facts: Mapping[str, JSON] = field(factory=dict, hash=False)
    at: str = ""

    def __attrs_post_init__(self) -> None:
        """Check every part."""
        if self.kind not in KINDS:
            raise RequestError("reply, kind", shown(self.kind), one_of(KINDS, str(self.kind)))
        for name, longest in LONGEST.items():
            bounded_text(f"reply, {name}", getattr(self, name), longest)
        if not self.question:
            raise RequestError("reply, question", "no name", "the stable name of a question")
        if self.right is not None and not isinstance(self.right, bool):
            raise RequestError("reply, right", shown(self.right), "true, false or null")
        if type(self.tries) is not int or not 1 <= self.tries <= MOST_TRIES:
            allowed = f"a whole number from 1 to {MOST_TRIES}"
            raise RequestError("reply, tries", shown(self.tries), allowed)
        _check_cases(self.cases)
        checked_facts("reply, facts", self.facts)
        _check_time(self.at)

    def to_json(self) -> dict[str, JSON]:
        """Return the reply as plain JSON data; :meth:`from_json` reads it back unchanged."""
        return asdict(self) | {"cases": list(self.cases), "facts": dict(self.facts)}

    @classmethod
    def from_json(cls, data: object, where: str = "reply") -> Reply:
        """Return the reply that :meth:`to_json` wrote; what has a default may be missing.

        Args:
            data: What was read from JSON.
            where: The file or page it comes from, for errors.

        Raises:
            DataError: It is no reply, has unknown keys, or breaks a bound.
        """
        given = _keys(where, data, [each.name for each in fields(cls)])
        missing = [key for key in ("kind", "question", "prompt", "said") if key not in given]
        if missing:
            raise DataError(f"{where}, reply", f"no {missing[0]!r}", "kind, question, prompt, said")
        cases = given.get("cases", [])
        if not isinstance(cases, list | tuple):
            raise DataError(f"{where}, reply, cases", shown(cases), "a list of rule cases")
        with located(where):
            return cls(**given | {"cases": tuple(cases)})

    def because(self, reason: str) -> Reply:
        """Return the same reply with this reason.

        Raises:
            RequestError: The reason is too long.
        """
        return evolve(self, reason=reason)


@frozen
class Student:
    """One learner, and what was said.

    Args:
        name: The name or nickname given; may be empty where nobody asked for one.
        lesson: The lesson, "fire_and_movement/01_combat".
        team: The team in the class room, if any.
        side: The side played, if any.
        room: The class room, if any.
        replies: What was said, in the order in which the questions were first answered.

    Raises:
        RequestError: A name is too long, or there are too many replies.
    """

    name: str
    lesson: str = ""
    team: str = ""
    side: str = ""
    room: str = ""
    replies: tuple[Reply, ...] = ()

    def __attrs_post_init__(self) -> None:
        """Check the names and the number of replies."""
        for name, value in self._names().items():
            bounded_text(f"student, {name}", value, LONGEST_NAME)
        if len(self.replies) > MOST_REPLIES:
            raise RequestError("student, replies", str(len(self.replies)), f"up to {MOST_REPLIES}")

    def _names(self) -> dict[str, str]:
        return {key: getattr(self, key) for key in _NAMES}

    def to_json(self) -> dict[str, JSON]:
        """Return ``{"student": {...}, "replies": [...]}``."""
        return {"student": self._names(), "replies": [each.to_json() for each in self.replies]}

    @classmethod
    def from_json(cls, data: object, where: str = "student") -> Student:
        """Return what :meth:`to_json` wrote.

        Raises:
            DataError: It is not shaped so, has unknown keys, or breaks a bound.
        """
        given = _keys(where, data, ("student", "replies"))
        names = _keys(f"{where}, student", given.get("student"), _NAMES)
        replies = _list(f"{where}, replies", given.get("replies"), MOST_REPLIES)
        read = [
            Reply.from_json(each, f"{where}, reply {number}")
            for number, each in enumerate(replies, start=1)
        ]
        with located(where):
            return cls(**{"name": "", **names}, replies=tuple(read))


@frozen
class Export:
    """An export that was read: of one learner, or of a class.

    Args:
        students: The learners; exactly one where a learner saved the own replies.
        room: What is known of the class room; empty where a learner saved the own replies.
    """

    students: tuple[Student, ...]
    room: Mapping[str, JSON] = Factory(dict)


def student_export(  # noqa: PLR0913 - the names of a learner
    name: str,
    replies: Iterable[Reply],
    *,
    lesson: str = "",
    team: str = "",
    side: str = "",
    room: str = "",
) -> dict[str, JSON]:
    """Return what one learner said, as plain JSON data to hand in.

    Raises:
        RequestError: A name is too long, or there are too many replies.
    """
    student = Student(name, lesson, team, side, room, tuple(replies))
    return {"format": STUDENT, "version": VERSION, **student.to_json()}


def class_export(room: Mapping[str, JSON], students: Iterable[Student]) -> dict[str, JSON]:
    """Return what a class said, as plain JSON data.

    Args:
        room: What is known of the class room: its title, its lesson. Never a password or a token.
        students: The learners.

    Raises:
        RequestError: The facts of the room or the number of learners break a bound.
    """
    checked_facts("room", room)
    told = [each.to_json() for each in students]
    if len(told) > MOST_STUDENTS:
        raise RequestError("class, students", str(len(told)), f"up to {MOST_STUDENTS}")
    return {"format": CLASS, "version": VERSION, "room": dict(room), "students": told}


def read_export(data: object, where: str = "export") -> Export:
    """Return what :func:`student_export` or :func:`class_export` wrote.

    Args:
        data: What was read from JSON.
        where: The file it comes from, for errors.

    Raises:
        DataError: It is neither, has unknown keys, or breaks a bound.
    """
    if not isinstance(data, dict):
        raise DataError(where, shown(data), "an export of replies: an object with a 'format'")
    form = data.get("format")
    if form not in (STUDENT, CLASS):
        raise DataError(f"{where}, format", shown(form), one_of((STUDENT, CLASS)))
    if data.get("version") != VERSION or isinstance(data["version"], bool):
        cure = "A newer version of this program may read it."
        raise DataError(f"{where}, version", shown(data.get("version")), str(VERSION), cure)
    rest = {key: value for key, value in data.items() if key not in ("format", "version")}
    if form == STUDENT:
        return Export((Student.from_json(rest, where),))
    given = _keys(where, rest, ("room", "students"))
    with located(where):
        room = checked_facts("room", given.get("room"))
    students = _list(f"{where}, students", given.get("students"), MOST_STUDENTS)
    read = [
        Student.from_json(each, f"{where}, student {number}")
        for number, each in enumerate(students, start=1)
    ]
    return Export(tuple(read), room)


def export_text(data: Mapping[str, JSON]) -> str:
    """Return an export as the text of its file."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def read_export_text(text: str, where: str = "export") -> Export:
    """Return the export in the text of a file.

    Raises:
        DataError: It is too long, no JSON, or no export.
    """
    if len(text) > MOST_CHARACTERS:
        raise DataError(where, f"{len(text)} characters", f"at most {MOST_CHARACTERS}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError(where, "text that is no JSON", "the JSON of an export") from error
    return read_export(data, where)


def bounded_text(where: str, value: object, longest: int) -> str:
    """Return *value* if it is text that can be written down and is no longer than *longest*.

    Raises:
        RequestError: It is no text, too long, or holds control characters or half a character.
    """
    if not isinstance(value, str):
        raise RequestError(where, shown(value), "text")
    if len(value) > longest:
        raise RequestError(where, f"{len(value)} characters", f"at most {longest}")
    strange = next(filter(_unwritable, value), None)
    if strange is not None:
        raise RequestError(where, f"the sign {shown(strange)}", "signs that can be written down")
    return value


def written(text: str, longest: int) -> str:
    """Return what somebody typed as it can be kept: other signs are left out, the rest is cut."""
    return "".join(sign for sign in text if not _unwritable(sign))[:longest]


def _unwritable(sign: str) -> bool:
    control = (sign < " " and sign not in _WHITE) or sign == "\x7f"
    return control or "\ud800" <= sign <= "\udfff"


def checked_facts(where: str, facts: object) -> dict[str, JSON]:
    """Return *facts* as a dict of its own if they are plain and bounded.

    Raises:
        RequestError: They are no dict, too many, too long, too deep, or no plain JSON.
    """
    if not isinstance(facts, dict):
        raise RequestError(where, shown(facts), "a dict of facts")
    if len(facts) > MOST_FACTS:
        raise RequestError(where, f"{len(facts)} keys", f"at most {MOST_FACTS}")
    size = _size(where, facts, 0)
    if size > LONGEST_FACTS:
        raise RequestError(where, f"facts of {size} characters", f"at most {LONGEST_FACTS}")
    return dict(facts)


def _size(where: str, value: object, depth: int) -> int:
    """Return about how many characters a value takes; refuse what is no plain JSON."""
    if depth > DEEPEST:
        raise RequestError(where, "deeply nested facts", f"at most {DEEPEST} levels")
    if isinstance(value, dict):
        names = (len(bounded_text(f"{where}, key", key, LONGEST_KEY)) for key in value)
        return 2 + sum(names) + sum(_size(where, each, depth + 1) for each in value.values())
    if isinstance(value, list | tuple):
        return 2 + sum(_size(where, each, depth + 1) for each in value)
    if isinstance(value, str):
        return 2 + len(bounded_text(where, value, LONGEST_FACTS))
    if value is None or isinstance(value, bool):
        return 5
    if isinstance(value, int) and abs(value) < 10**15:
        return len(str(value))
    allowed = "text, whole numbers, true, false, null, and lists and dicts of these"
    raise RequestError(where, shown(value), allowed, 'Write a fraction as text: "1/3".')


def _check_cases(cases: object) -> None:
    if not isinstance(cases, tuple) or len(cases) > MOST_CASES:
        raise RequestError("reply, cases", shown(cases), f"up to {MOST_CASES} rule cases")
    for each in cases:
        case(bounded_text("reply, cases", each, LONGEST_CASE))


def _check_time(at: str) -> None:
    if not at:
        return
    try:
        utc = datetime.fromisoformat(at).utcoffset() == timedelta(0)
    except ValueError:
        utc = False
    if not utc:
        raise RequestError("reply, at", shown(at), 'a time in UTC, "2026-11-30T22:37:00Z"')


def _keys(where: str, data: object, allowed: Iterable[str]) -> dict[str, JSON]:
    """Return *data* as a dict of its own if it has no other keys than these.

    Raises:
        DataError: It is no dict, or has another key.
    """
    known = list(allowed)
    if not isinstance(data, dict):
        raise DataError(where, shown(data), f"an object with {one_of(known)}")
    for key in data:
        if key not in known:
            raise DataError(where, f"the key {shown(key)}", one_of(known, str(key)[:LONGEST_KEY]))
    return dict(data)


def _list(where: str, data: object, most: int) -> list[JSON]:
    if not isinstance(data, list):
        raise DataError(where, shown(data), "a list")
    if len(data) > most:
        raise DataError(where, f"{len(data)} of them", f"at most {most}")
    return data
