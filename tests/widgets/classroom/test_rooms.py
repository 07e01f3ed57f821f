"""A room from its opening to its end: what each of its people can do and see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.widgets.classroom.rooms import QUESTION, Hour, judged, said
from wargame.core.replies import read_export
from widgets.classroom.errors import Denied, RoomError
from widgets.classroom.rooms import Classroom

if TYPE_CHECKING:
    from pathlib import Path


def test_a_code_is_read_however_it_is_typed(hour: Hour) -> None:
    plain = hour.code.replace("-", "")
    typed = (hour.code, plain.lower(), f" {plain[:2]} {plain[2:]} ", plain.replace("0", "O"))
    for number, code in enumerate(typed):
        assert hour.room.who(hour.room.join(code, f"Kim {number}")).room == plain
    assert re.fullmatch(r"[0-9A-Z]{3}-[0-9A-Z]{3}", hour.code)


def test_a_token_says_who_somebody_is(hour: Hour) -> None:
    kim = hour.room.who(hour.join("Kim"))
    assert (kim.kind, kim.name, kim.team) == ("student", "Kim", "")
    assert hour.room.who(hour.teacher).kind == "teacher"
    with pytest.raises(Denied, match="join one with the code"):
        hour.room.who("guessed")


def test_a_teacher_comes_in_again_by_code_and_password_only(hour: Hour) -> None:
    again = hour.room.teach(hour.code.lower(), hour.password)
    assert hour.room.who(again) == hour.room.who(hour.teacher)
    sentences = set()
    for code, password in ((hour.code, "another"), ("H4K-7PT", hour.password)):
        with pytest.raises(Denied) as refused:
            hour.room.teach(code, password)
        sentences.add(str(refused.value))
    assert len(sentences) == 1, "nobody learns which of the two was wrong"


def test_a_nickname_is_taken_once_and_free_ones_are_offered(hour: Hour) -> None:
    hour.join("Kim")
    with pytest.raises(RoomError, match="kIM 2, kIM 3, kIM 4"):
        hour.join("  kIM ")


def test_teams_and_sides_are_chosen_from_those_there_are(classroom: Classroom) -> None:
    code = classroom.open("password", "l", teams=["Red", "Blue"], sides=["British", "Turkish"])
    assert classroom.groups_of(code) == (("Red", "Blue"), ("British", "Turkish"))
    kim = classroom.who(classroom.join(code, "Kim", "Red", "Turkish"))
    assert (kim.team, kim.side) == ("Red", "Turkish")
    with pytest.raises(RoomError, match="team: found 'Green'; allowed: Red, Blue"):
        classroom.join(code, "Lee", "Green", "Turkish")
    with pytest.raises(RoomError, match="side"):
        classroom.join(code, "Lee", "Red")


def test_the_class_follows_the_teacher(hour: Hour) -> None:
    kim = hour.join("Kim")
    assert (hour.room.room(kim).step, hour.room.room(kim).pace) == (0, "together")
    hour.room.go_to(hour.teacher, 3)
    hour.room.set_pace(hour.teacher, "free")
    hour.room.freeze(hour.teacher, 1917)
    seen = hour.room.room(kim)
    assert (seen.step, seen.pace, seen.seed) == (3, "free", 1917)
    hour.room.freeze(hour.teacher, None)
    assert hour.room.room(kim).seed is None
    with pytest.raises(RoomError, match="together, free"):
        hour.room.set_pace(hour.teacher, "slow")
    with pytest.raises(RoomError, match="step"):
        hour.room.go_to(hour.teacher, -1)


def test_a_reply_replaces_the_one_before_and_counts_a_try(hour: Hour) -> None:
    kim = hour.join("Kim")
    first = hour.room.reply(kim, said("wrong", reason="a guess"))
    second = hour.room.reply(kim, said("right"))
    assert (first.tries, second.tries) == (1, 2)
    (kept,) = hour.room.mine(kim)
    assert (kept.said, kept.tries, kept.right) == ("right", 2, None)
    assert kept.at == "2026-11-30T09:00:00+00:00"


def test_what_is_right_is_told_once_it_is_shown(hour: Hour) -> None:
    kim, lee = hour.join("Kim"), hour.join("Lee")
    hour.room.reply(kim, said("right"))
    hour.room.reply(lee, said("wrong"))
    for ask in (hour.room.tally, hour.room.feedback):
        with pytest.raises(Denied, match="not shown yet"):
            ask(kim, QUESTION)
    assert hour.room.tally(hour.teacher, QUESTION).answered == 2
    hour.room.show(hour.teacher, QUESTION)
    assert hour.room.room(kim).shown == {QUESTION}
    assert [each.right for each in hour.room.mine(kim)] == [True]
    assert hour.room.feedback(lee, QUESTION) == judged(QUESTION, "wrong")[1]
    tally = hour.room.tally(kim, QUESTION)
    assert tally.counts == {"right": 1, "wrong": 1}
    assert tally.right == {"right"}
    assert tally.right_count == 1
    with pytest.raises(Denied, match="shown already"):
        hour.room.reply(lee, said("right"))
    hour.room.show(hour.teacher, QUESTION, on=False)
    assert hour.room.reply(lee, said("right")).tries == 2


def test_all_answers_are_shown_and_hidden_at_once(hour: Hour) -> None:
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right"))
    own = hour.room.ask(hour.teacher, "How many?")
    hour.room.show_all(hour.teacher, ["lesson#other"])
    assert hour.room.room(kim).shown == {QUESTION, own, "lesson#other"}
    hour.room.show_all(hour.teacher, on=False)
    assert hour.room.room(kim).shown == set()


def test_the_tally_counts_by_team(classroom: Classroom) -> None:
    code = classroom.open("password", "l", teams=["Red", "Blue"])
    teacher = classroom.teach(code, "password")
    for name, word in (("Kim", "a"), ("Lee", "b"), ("Ann", "b")):
        classroom.reply(classroom.join(code, name, "Red"), said(word))
    tally = classroom.tally(teacher, QUESTION)
    assert list(tally.counts.items()) == [("b", 2), ("a", 1)]
    assert tally.by_team == {"Red": {"b": 2, "a": 1}, "Blue": {}}
    assert (tally.answered, tally.of) == (3, 3)


def test_a_question_of_the_teachers_own_is_settled_later(hour: Hour) -> None:
    kim, lee = hour.join("Kim"), hour.join("Lee")
    own = hour.room.ask(hour.teacher, "Who wins?", ["British", "Turks"])
    (prompt,) = hour.room.room(kim).prompts
    assert (prompt.question, prompt.options, prompt.right) == (own, ("British", "Turks"), None)
    with pytest.raises(RoomError, match="British, Turks"):
        hour.room.reply(kim, said("Nobody", own))
    hour.room.reply(kim, said("Turks", own))
    hour.room.reply(lee, said("British", own))
    hour.room.settle(hour.teacher, own, "Turks")
    assert hour.room.room(kim).prompts[0].right is None, "settled, but not yet shown"
    assert hour.room.room(hour.teacher).prompts[0].right == "Turks"
    hour.room.show(hour.teacher, own)
    assert hour.room.room(kim).prompts[0].right == "Turks"
    assert [hour.room.mine(each)[0].right for each in (kim, lee)] == [True, False]
    assert hour.room.mine(kim)[0].prompt == "Who wins?"


def test_a_number_is_asked_for_and_read_in_every_way_it_is_written(hour: Hour) -> None:
    own = hour.room.ask(hour.teacher, "What chance?")
    words = ["1/2", "0.5", "0,5", "50 %", "1/3"]
    tokens = [hour.join(f"Kim {number}") for number, _ in enumerate(words)]
    for token, word in zip(tokens, words, strict=True):
        hour.room.reply(token, said(word, own))
    with pytest.raises(RoomError, match="a number"):
        hour.room.reply(tokens[0], said("many", own))
    hour.room.settle(hour.teacher, own, "1/2")
    assert hour.room.tally(hour.teacher, own).right == set(words[:4])


def test_who_is_taken_out_is_out_and_the_name_is_free(hour: Hour) -> None:
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right"))
    hour.room.remove(hour.teacher, hour.room.who(kim).id)
    with pytest.raises(Denied, match="took you out"):
        hour.room.mine(kim)
    assert hour.room.tally(hour.teacher, QUESTION).answered == 0
    assert hour.room.mine(hour.join("Kim")) == ()
    with pytest.raises(RoomError, match=r"allowed: \d+ \(Kim\)"):
        hour.room.remove(hour.teacher, 999)


def test_a_machine_is_left_to_the_next_student(hour: Hour) -> None:
    kim = hour.join("Kim")
    hour.room.leave(kim)
    with pytest.raises(Denied, match="no room"):
        hour.room.who(kim)


def test_a_closed_room_is_read_but_not_changed(hour: Hour) -> None:
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right"))
    hour.room.close(hour.teacher)
    assert hour.room.room(kim).closed
    for act in (
        lambda: hour.room.reply(kim, said("wrong")),
        lambda: hour.join("Lee"),
        lambda: hour.room.go_to(hour.teacher, 1),
        lambda: hour.room.ask(hour.teacher, "Who?"),
        lambda: hour.room.keep_board(kim, {}),
    ):
        with pytest.raises(Denied, match="The room is closed"):
            act()
    hour.room.show(hour.teacher, QUESTION)
    assert hour.room.own_export(kim)["replies"][0]["right"] is True
    assert hour.room.teach(hour.code, hour.password), "the teacher can still export"


def test_a_room_is_deleted_for_good_only_when_closed(tmp_path: Path) -> None:
    path = tmp_path / "class.db"
    room = Classroom(path)
    code = room.open("password", "lesson")
    teacher, kim = room.teach(code, "password"), room.join(code, "Kimberley")
    room.reply(kim, said("nobody else should read this"))
    with pytest.raises(Denied, match="Close the room"):
        room.delete(teacher)
    room.close(teacher)
    room.delete(teacher)
    with pytest.raises(Denied):
        room.who(kim)
    left = b"".join(each.read_bytes() for each in sorted(tmp_path.iterdir()))
    assert b"Kimberley" not in left
    assert b"nobody else" not in left
    room.shut()


def test_exports_are_read_as_they_were_written(hour: Hour) -> None:
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right", reason="because\nof two things"))
    own = read_export(hour.room.own_export(kim))
    assert (own.students[0].name, own.students[0].room) == ("Kim", "A lesson")
    assert own.students[0].replies[0].right is None, "not shown yet"
    assert own.students[0].replies[0].reason == "because\nof two things"
    everybody = read_export(hour.room.class_export(hour.teacher))
    assert everybody.room["code"] == hour.code
    assert everybody.students[0].replies[0].right is True
    with pytest.raises(Denied, match="Only the teacher"):
        hour.room.class_export(kim)


def test_pages_are_told_what_changed(hour: Hour) -> None:
    told: list[str] = []
    stop = hour.room.listen(hour.code, told.append)
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right"))
    hour.room.show(hour.teacher, QUESTION)
    hour.room.go_to(hour.teacher, 1)
    hour.room.ask(hour.teacher, "Who?")
    hour.room.freeze(hour.teacher, 1)
    hour.room.keep_board(kim, {"a": 1})
    hour.room.close(hour.teacher)
    assert told == ["members", "replies", "shown", "step", "asked", "frozen", "board", "closed"]
    stop()
    stop()
    hour.room.show(hour.teacher, QUESTION, on=False)
    assert len(told) == 8


def test_a_page_that_is_gone_undoes_nothing(hour: Hour, caplog: pytest.LogCaptureFixture) -> None:
    def gone(_kind: str) -> None:
        raise RuntimeError("the page is gone")

    told: list[str] = []
    hour.room.listen(hour.code, gone)
    hour.room.listen(hour.code, told.append)
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right"))
    assert told == ["members", "replies"]
    assert len(hour.room.mine(kim)) == 1
    assert "could not be told" in caplog.text
