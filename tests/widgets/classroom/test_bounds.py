"""What a stranger may write into a room, and how much of it."""

from __future__ import annotations

import sys
import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.widgets.classroom.rooms import Hour, said
from wargame.core.errors import RequestError
from widgets.classroom import bounds
from widgets.classroom.errors import Denied, RoomError
from widgets.classroom.rooms import Classroom

PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Kim\t Lee\n", "Kim Lee"),
        ("Kim\u202egnp.exe", "Kimgnp.exe"),  # would turn the writing round
        ("\u2066Kim\u2069\u200b\ufeff", "Kim"),
        ("Kim\0\x1b[31m", "Kim[31m"),
        ("Zoe\u0308", "Zoë"),
        (PERSIAN, PERSIAN),  # a joiner that belongs to the spelling
        ("Kim\u200c", "Kim"),
        ("a" + "\u0300" * 20, "à\u0300\u0300\u0300"),
        ("\ud800Kim", "Kim"),
        ("Kim 🎲", "Kim 🎲"),
        ("<b>Kim</b>", "<b>Kim</b>"),  # text is text: pages show it as such
    ],
)
def test_a_nickname_keeps_what_can_be_seen(typed: str, kept: str) -> None:
    assert bounds.nickname(typed) == kept


@pytest.mark.parametrize("typed", ["", " ", "\u202e\u200b", "...", "K" * 31, "K" * 10**6, None, 7])
def test_what_is_no_nickname_is_refused(typed: Any) -> None:
    with pytest.raises(RoomError, match="nickname"):
        bounds.nickname(typed)


@given(st.text(st.characters(max_codepoint=sys.maxunicode), max_size=60))
def test_no_nickname_holds_a_sign_that_commands(typed: str) -> None:
    try:
        name = bounds.nickname(typed)
    except RoomError:
        return
    assert 1 <= len(name) <= bounds.NAME
    kinds = {unicodedata.category(each) for each in name if each not in bounds.JOINERS}
    assert kinds.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
    assert bounds.nickname(name) == name, "once is enough"
    name.encode("utf-8")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Kim", "KIM"), ("Zoë", "zoe"), ("Kim Lee", "Kimlee"), ("\uff2b\uff49\uff4d", "kim")],
)
def test_names_that_people_take_for_the_same_are_the_same(one: str, other: str) -> None:
    assert bounds.name_key(bounds.nickname(one)) == bounds.name_key(bounds.nickname(other))


def test_near_names_are_names_too() -> None:
    near = bounds.near_names("K" * 30, {bounds.name_key("K" * 28 + " 2")})
    assert near == ["K" * 28 + " 3", "K" * 28 + " 4", "K" * 28 + " 5"]


@pytest.mark.parametrize(
    "settings",
    [
        {"title": "x" * 101},
        {"teams": "Red"},
        {"teams": ["Red", "red"]},
        {"teams": [f"T{n}" for n in range(41)]},
        {"sides": ["x" * 31]},
        {"sides": ["\u200b"]},
        {"board": "x" * 201},
    ],
)
def test_what_does_not_fit_opens_no_room(classroom: Classroom, settings: dict[str, Any]) -> None:
    with pytest.raises(RoomError):
        classroom.open("password", "lesson", **settings)


def test_rooms_members_replies_and_questions_are_counted(
    hour: Hour, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, most in (("ROOMS", 1), ("MEMBERS", 2), ("REPLIES", 2), ("ASKED", 2), ("SHOWN", 3)):
        monkeypatch.setattr(bounds, f"MOST_{name}", most)
    with pytest.raises(RoomError, match="rooms: found 1 in this file"):
        hour.room.open("password", "lesson")
    kim = hour.join("Kim")
    hour.room.remove(hour.teacher, hour.room.who(hour.join("Lee")).id)
    with pytest.raises(Denied, match="full"):
        hour.join("Ann")
    for number in range(2):
        hour.room.reply(kim, said("right", f"lesson#{number}"))
        hour.room.ask(hour.teacher, "Who?")
    with pytest.raises(RoomError, match="2 already"):
        hour.room.reply(kim, said("right", "lesson#2"))
    hour.room.reply(kim, said("right", "lesson#1"))
    with pytest.raises(RoomError, match="2 already"):
        hour.room.ask(hour.teacher, "Who?")
    with pytest.raises(RoomError, match="at most 3"):
        hour.room.show_all(hour.teacher)
    assert hour.room.room(kim).shown == set(), "refused as a whole"


def test_a_teachers_browsers_are_counted(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_TOKENS", 2)
    newer = [hour.room.teach(hour.code, hour.password) for _ in range(2)]
    assert [hour.room.who(each).kind for each in newer] == ["teacher", "teacher"]
    with pytest.raises(Denied):
        hour.room.who(hour.teacher)


@pytest.mark.parametrize("seed", [-1, 10**15, 1.5, True, "7"])
def test_a_seed_is_a_whole_number(hour: Hour, seed: Any) -> None:
    with pytest.raises(RoomError, match="seed"):
        hour.room.freeze(hour.teacher, seed)


@pytest.mark.parametrize(
    "options", [["one"], ["a", "a"], ["a", "\u200b"], [f"{n}" for n in range(13)], ["x" * 201, "a"]]
)
def test_options_differ_and_are_few(hour: Hour, options: list[str]) -> None:
    with pytest.raises(RoomError, match="option"):
        hour.room.ask(hour.teacher, "Who?", options)


@pytest.mark.parametrize("right", ["Nobody", "", "\0"])
def test_a_right_answer_is_an_answer(hour: Hour, right: str) -> None:
    own = hour.room.ask(hour.teacher, "Who?", ["a", "b"])
    number = hour.room.ask(hour.teacher, "How many?")
    for question in (own, number):
        with pytest.raises(RoomError, match="right answer"):
            hour.room.settle(hour.teacher, question, right)
    with pytest.raises(RoomError, match=own):
        hour.room.settle(hour.teacher, "own/99", "a")


@pytest.mark.parametrize("word", ["1e999999999", "9" * 31, "1/0", "", "one", "nan", "inf"])
def test_a_number_is_short_and_finite(hour: Hour, word: str) -> None:
    kim = hour.join("Kim")
    own = hour.room.ask(hour.teacher, "How many?")
    with pytest.raises(RoomError, match="a number"):
        hour.room.reply(kim, said(word, own))


@pytest.mark.parametrize("question", ["", "x" * 201, "a\nb", "a\u202eb", 7, None])
def test_a_question_is_named_by_a_short_line(hour: Hour, question: Any) -> None:
    with pytest.raises(RequestError, match="question"):
        hour.room.show(hour.teacher, question)


def test_what_is_said_is_kept_without_what_cannot_be_seen(hour: Hour) -> None:
    kim = hour.join("Kim")
    kept = hour.room.reply(kim, said("a\u202eb", reason="one\u2066\ntwo\u200b"))
    assert (kept.said, kept.reason) == ("ab", "one\ntwo")


def test_nobody_asks_what_the_teacher_did_not(hour: Hour) -> None:
    with pytest.raises(RoomError, match="asked in this room"):
        hour.room.reply(hour.join("Kim"), said("a", "own/1"))


@pytest.mark.parametrize("data", [None, [], "x", {"a": object()}, {"a": float("nan")}, {1: {2}}])
def test_a_board_is_an_object_of_json(hour: Hour, data: Any) -> None:
    with pytest.raises(RoomError, match="saved board"):
        hour.room.keep_board(hour.teacher, data)


def test_a_board_is_bounded_and_survives_half_a_character(
    hour: Hour, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour.room.keep_board(hour.teacher, {"a": "\ud800"})
    assert hour.room.board_of(hour.teacher) == {"a": "?"}
    monkeypatch.setattr(bounds, "MOST_BOARD", 10)
    with pytest.raises(RoomError, match="at most 10"):
        hour.room.keep_board(hour.teacher, {"a": "x" * 10})
