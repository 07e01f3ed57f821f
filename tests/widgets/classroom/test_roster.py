"""Who may be stuck: the rule of the teacher's list, case by case."""

from __future__ import annotations

from tests.widgets.classroom.rooms import QUESTION, Hour, said


def stuck(hour: Hour) -> list[str]:
    """Return why each student may be stuck."""
    return [row.stuck for row in hour.room.roster(hour.teacher)]


def turn(hour: Hour, seconds: float, *there: str) -> None:
    """Let time pass; those who are there say so."""
    hour.clock.now += seconds
    for token in there:
        hour.room.seen(token, 0)


def test_a_list_says_who_answered_what(hour: Hour) -> None:
    kim, lee = hour.join("Kim"), hour.join("Lee")
    hour.room.reply(kim, said("right"))
    hour.room.seen(lee, 2)
    first, second = hour.room.roster(hour.teacher)
    assert (first.member.name, first.answered, first.waiting, first.stuck) == ("Kim", 1, (), "")
    assert (second.member.name, second.answered, second.waiting) == ("Lee", 0, (QUESTION,))
    assert second.seen == hour.clock.now


def test_who_is_away_is_stuck(hour: Hour) -> None:
    kim, lee = hour.join("Kim"), hour.join("Lee")
    turn(hour, 59, kim)
    assert stuck(hour) == ["", ""]
    turn(hour, 1, kim)
    assert stuck(hour) == ["", "not seen for 1 minute"]
    turn(hour, 60, lee)
    assert stuck(hour) == ["not seen for 1 minute", ""]


def test_who_does_not_answer_what_half_the_class_has_is_stuck(hour: Hour) -> None:
    kim, lee, ann = (hour.join(name) for name in ("Kim", "Lee", "Ann"))
    hour.room.reply(kim, said("right"))
    turn(hour, 50, kim, lee, ann)
    turn(hour, 50, kim, lee, ann)
    assert stuck(hour) == ["", "", ""], "one of three is not half"
    hour.room.reply(lee, said("right"))
    turn(hour, 45, kim, lee, ann)
    turn(hour, 44, kim, lee, ann)
    assert stuck(hour) == ["", "", ""]
    turn(hour, 1, kim, lee, ann)
    (row,) = [row for row in hour.room.roster(hour.teacher) if row.stuck]
    assert row.member.name == "Ann"
    assert QUESTION in row.stuck
    hour.room.go_to(hour.teacher, 1)
    assert stuck(hour) == ["", "", ""], "the class has gone on"


def test_a_question_of_the_teachers_own_counts_until_it_is_shown(hour: Hour) -> None:
    hour.room.go_to(hour.teacher, 1)
    kim, lee = hour.join("Kim"), hour.join("Lee")
    own = hour.room.ask(hour.teacher, "Who?", ["a", "b"])
    hour.room.reply(kim, said("a", own))
    turn(hour, 45, kim, lee)
    turn(hour, 45, kim, lee)
    assert stuck(hour) == ["", f"no answer yet to {own}, which half the class has answered"]
    hour.room.show(hour.teacher, own)
    assert stuck(hour) == ["", ""]


def test_three_wrong_tries_are_stuck_until_right_or_shown(hour: Hour) -> None:
    kim = hour.join("Kim")
    for word in ("a", "b"):
        hour.room.reply(kim, said(word))
    assert stuck(hour) == [""]
    hour.room.reply(kim, said("c"))
    assert stuck(hour) == [f"3 wrong tries at {QUESTION}"]
    hour.room.reply(kim, said("right"))
    assert stuck(hour) == [""]
    hour.room.reply(kim, said("d"))
    assert stuck(hour) == [f"4 wrong tries at {QUESTION}"]
    hour.room.show(hour.teacher, QUESTION)
    assert stuck(hour) == [""]


def test_each_has_a_step_of_their_own_where_they_go_freely(hour: Hour) -> None:
    kim, lee = hour.join("Kim"), hour.join("Lee")
    hour.room.set_pace(hour.teacher, "free")
    told: list[str] = []
    hour.room.listen(hour.code, told.append)
    hour.room.seen(kim, 4)
    hour.room.seen(kim, 4)
    assert told == ["members"], "told when somebody moves, not when they are seen again"
    assert [row.step for row in hour.room.roster(hour.teacher)] == [4, 0]
    hour.room.reply(lee, said("right"))
    turn(hour, 90)
    for token, step in ((kim, 4), (lee, 0)):
        hour.room.seen(token, step)
    assert stuck(hour) == ["", ""], "what Kim has passed is not asked of Kim"


def test_nobody_is_stuck_in_a_closed_or_empty_room(hour: Hour) -> None:
    assert hour.room.roster(hour.teacher) == ()
    hour.join("Kim")
    hour.room.close(hour.teacher)
    turn(hour, 1000)
    assert stuck(hour) == [""]
