"""Replies: what is written is read back, and nothing else is read."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from wargame.core.errors import DataError, RequestError
from wargame.core.replies import (
    DEEPEST,
    LONGEST,
    MOST_REPLIES,
    Export,
    Reply,
    Student,
    class_export,
    export_text,
    read_export,
    read_export_text,
    student_export,
    written,
)

REPLY = Reply(
    "answer",
    "fire_and_movement/01_combat#d3",
    "How likely is a loss?",
    "1/3",
    right=True,
    tries=2,
    reason="Two faces of six.\nI counted.",
    cases=("GAZA 14.0/2",),
    facts={"chance": "1/3", "in_force": {"ruleset": "gaza_1917", "switched": []}},
    at="2026-11-30T22:37:00Z",
)
BARE = {"kind": "bet", "question": "CombatExplorer: result", "prompt": "Bet", "said": "Ex"}


def through_json(data: object) -> Any:
    return json.loads(json.dumps(data))


def test_a_reply_comes_back_unchanged() -> None:
    assert Reply.from_json(through_json(REPLY.to_json())) == REPLY
    assert list(REPLY.to_json()) == [
        *("kind", "question", "prompt", "said", "right", "tries", "reason", "cases", "facts", "at")
    ]


def test_what_has_a_default_may_be_missing() -> None:
    read = Reply.from_json(BARE)
    assert (read.right, read.tries, read.reason, read.cases, read.facts) == (None, 1, "", (), {})
    assert hash(read) == hash(Reply.from_json(BARE | {"facts": {}}))
    assert read.because("It is near.").reason == "It is near."


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "guess"}, "file.json, reply, kind: found 'guess'; allowed: bet, answer"),
        ({"question": ""}, "reply, question: found no name"),
        ({"said": "x" * (LONGEST["said"] + 1)}, "reply, said: found 501 characters; allowed: at"),
        ({"reason": "x" * 2_001}, "reply, reason: found 2001 characters"),
        ({"prompt": 3}, "reply, prompt: found 3; allowed: text"),
        ({"said": "\x00"}, "reply, said: found the sign"),
        ({"said": "\ud800"}, "reply, said: found the sign"),
        ({"right": 1}, "reply, right: found 1; allowed: true, false or null"),
        ({"tries": 0}, "reply, tries: found 0"),
        ({"tries": True}, "reply, tries: found True"),
        ({"cases": "GAZA 14.0"}, "reply, cases: found 'GAZA 14.0'; allowed: a list"),
        ({"cases": ["GAZA"]}, "rule case: found 'GAZA'"),
        ({"cases": [3]}, "reply, cases: found 3; allowed: text"),
        ({"cases": ["GAZA 14.0/2"] * 31}, "allowed: up to 30 rule cases"),
        ({"facts": []}, "reply, facts: found []; allowed: a dict"),
        ({"facts": {"chance": 0.3333}}, 'Write a fraction as text: "1/3".'),
        ({"facts": {"chance": float("nan")}}, "reply, facts: found nan"),
        ({"facts": {str(each): 1 for each in range(21)}}, "found 21 keys; allowed: at most 20"),
        ({"facts": {"long": "x" * 5_999}}, "reply, facts: found facts of"),
        ({"facts": {"in": [[[[[[[]]]]]]]}}, f"at most {DEEPEST} levels"),
        ({"at": "yesterday"}, "reply, at: found 'yesterday'; allowed: a time in UTC"),
        ({"at": "2026-11-30T22:37:00"}, "reply, at: found"),
        ({"at": "2026-11-30T22:37:00+02:00"}, "reply, at: found"),
        ({"correct": True}, "the key 'correct'; allowed: kind, question"),
    ],
)
def test_what_is_no_reply_is_refused_in_a_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=re.escape(words)):
        Reply.from_json(BARE | change, "file.json")


def test_a_reply_needs_its_four_words() -> None:
    with pytest.raises(DataError, match="file, reply: found no 'said'"):
        Reply.from_json({key: BARE[key] for key in ("kind", "question", "prompt")}, "file")
    with pytest.raises(DataError, match="file: found 3; allowed: an object with kind"):
        Reply.from_json(3, "file")


def test_a_reply_made_in_python_has_the_same_bounds() -> None:
    with pytest.raises(RequestError, match="reply, said: found 501 characters"):
        Reply("bet", "a", "b", "x" * 501)
    with pytest.raises(RequestError, match="found 2001 characters"):
        REPLY.because("x" * 2_001)


def test_what_is_typed_is_kept_as_far_as_it_can_be() -> None:
    assert written("a\x00b\ud800c\nd", 4) == "abc\n"
    assert Reply("bet", "a", "b", written("\x7f", 5)).said == ""


def test_a_student_hands_in_what_was_said() -> None:
    data = student_export("Ada", [REPLY], lesson="fire_and_movement/01_combat", side="British")
    assert data["format"] == "wargame replies"
    assert data["version"] == 1
    assert data["student"]["name"] == "Ada"
    expected = Student("Ada", "fire_and_movement/01_combat", side="British", replies=(REPLY,))
    assert read_export(through_json(data)) == Export((expected,))


def test_a_class_is_one_file() -> None:
    ada, bob = Student("Ada", team="A", replies=(REPLY,)), Student("<b>Bob", room="Gaza")
    data = class_export({"title": "Gaza", "steps": 7}, [ada, bob])
    assert read_export_text(export_text(data)) == Export((ada, bob), {"title": "Gaza", "steps": 7})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "nbgrader"}, "hand-in, format: found 'nbgrader'; allowed: wargame replies"),
        ({"version": 2}, "hand-in, version: found 2; allowed: 1. A newer version"),
        ({"version": True}, "hand-in, version: found True"),
        ({"mark": "A"}, "hand-in: found the key 'mark'; allowed: student, replies"),
        ({"student": {"nick": "Ada"}}, "hand-in, student: found the key 'nick'; allowed: name"),
        ({"student": {"name": "x" * 201}}, "student, name: found 201 characters"),
        ({"student": None}, "hand-in, student: found None"),
        ({"replies": {}}, "hand-in, replies: found {}; allowed: a list"),
        ({"replies": [BARE, 3]}, "hand-in, reply 2: found 3"),
        ({"replies": [BARE] * (MOST_REPLIES + 1)}, f"allowed: at most {MOST_REPLIES}"),
    ],
)
def test_what_is_no_export_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(DataError, match=re.escape(words)):
        read_export(student_export("Ada", [REPLY]) | change, "hand-in")


def test_a_class_with_a_bad_student_says_which() -> None:
    data = class_export({}, [Student("Ada"), Student("Bob", replies=(REPLY,))])
    data["students"][1]["replies"][0]["right"] = "yes"
    with pytest.raises(DataError, match=r"class.json, student 2, reply 1, reply, right"):
        read_export(data, "class.json")
    with pytest.raises(DataError, match=r"class.json, room: found \[\]"):
        read_export(data | {"room": []}, "class.json")


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "1" * 5_000])
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"class.json: found text that is no JSON"):
        read_export_text(text, "class.json")


def test_an_export_is_an_object() -> None:
    with pytest.raises(DataError, match=r"class.json: found \[\]; allowed: an export"):
        read_export_text("[]", "class.json")
    with pytest.raises(RequestError, match="up to 500"):
        class_export({}, [Student("Ada")] * 501)
    with pytest.raises(RequestError, match="student, replies: found 5001"):
        student_export("Ada", [REPLY] * 5_001)
