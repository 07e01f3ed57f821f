"""Boards: whose they are, what the teacher pushes, what is kept of before."""

from __future__ import annotations

import pytest

from tests.widgets.classroom.rooms import Hour
from widgets.classroom import bounds
from widgets.classroom.errors import Denied
from widgets.classroom.rooms import Classroom


def test_a_board_is_a_students_own(hour: Hour) -> None:
    kim, lee = hour.join("Kim"), hour.join("Lee")
    assert hour.room.board_of(kim) is None
    assert hour.room.board_version(kim) == 0
    hour.room.keep_board(kim, {"turn": 1})
    assert hour.room.board_of(kim) == {"turn": 1}
    assert hour.room.board_of(lee) is None


def test_a_board_is_the_teams_where_there_are_teams(classroom: Classroom) -> None:
    code = classroom.open("password", "l", teams=["Red", "Blue"])
    kim, lee, ann = (
        classroom.join(code, name, team)
        for name, team in (("Kim", "Red"), ("Lee", "Red"), ("Ann", "Blue"))
    )
    classroom.keep_board(kim, {"turn": 1})
    assert classroom.board_of(lee) == {"turn": 1}
    assert classroom.board_of(ann) is None
    rows = classroom.boards(classroom.teach(code, "password"))
    assert [(row.owner, row.name, row.data) for row in rows] == [
        ("team:Red", "Red", {"turn": 1}),
        ("team:Blue", "Blue", None),
    ]


def test_two_of_a_team_do_not_undo_each_other(classroom: Classroom) -> None:
    code = classroom.open("password", "l", teams=["Red"])
    kim, lee = (classroom.join(code, name, "Red") for name in ("Kim", "Lee"))
    one = classroom.keep_board(kim, {"turn": 1}, 0)
    two = classroom.keep_board(lee, {"turn": 2}, one)
    with pytest.raises(Denied, match="gone on"):
        classroom.keep_board(kim, {"turn": 9}, one)
    assert classroom.board_version(kim) == two
    assert classroom.board_of(kim) == {"turn": 2}


def test_the_teachers_position_comes_to_all_and_what_was_before_is_kept(hour: Hour) -> None:
    kim = hour.join("Kim")
    hour.room.keep_board(kim, {"turn": 1})
    hour.room.keep_board(kim, {"turn": 2})
    hour.room.push_board(hour.teacher, {"turn": 5})
    late = hour.join("Late")
    assert [hour.room.board_of(each) for each in (kim, late)] == [{"turn": 5}, {"turn": 5}]
    hour.room.keep_board(kim, {"turn": 6})
    assert hour.room.board_of(kim) == {"turn": 6}
    row, other = hour.room.boards(hour.teacher)
    assert (row.data, row.earlier) == ({"turn": 6}, 1)
    assert (other.data, other.earlier) == ({"turn": 5}, 0)
    assert hour.room.earlier_boards(hour.teacher, row.owner) == ({"turn": 2},)


def test_only_so_many_earlier_boards_are_kept(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_KEPT", 2)
    kim = hour.join("Kim")
    for turn in range(5):
        hour.room.keep_board(kim, {"turn": turn})
        hour.room.push_board(hour.teacher, {})
    (row,) = hour.room.boards(hour.teacher)
    assert hour.room.earlier_boards(hour.teacher, row.owner) == ({"turn": 3}, {"turn": 4})


def test_boards_are_for_the_teacher(hour: Hour) -> None:
    kim = hour.join("Kim")
    for act in (
        lambda: hour.room.boards(kim),
        lambda: hour.room.push_board(kim, {}),
        lambda: hour.room.earlier_boards(kim, "member:2"),
    ):
        with pytest.raises(Denied, match="Only the teacher"):
            act()
