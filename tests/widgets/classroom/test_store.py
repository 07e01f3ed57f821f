"""The file: nothing acknowledged is lost, and what goes wrong with it is a sentence."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from typing import IO, TYPE_CHECKING

import pytest

from tests.frame.repository import ROOT
from tests.widgets.classroom.rooms import QUESTION, Clock, opened, said
from widgets.classroom.errors import RoomError, StoreError
from widgets.classroom.rooms import Classroom
from widgets.classroom.schema import APPLICATION, VERSION
from widgets.classroom.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "class.db"


@pytest.fixture
def room(path: Path) -> Iterator[Classroom]:
    room = Classroom(path)
    yield room
    room.shut()


def clerk(path: Path, token: str, name: str, how_many: int) -> subprocess.Popen[str]:
    """Start a process that answers."""
    command = [sys.executable, "-m", "tests.widgets.classroom.clerk"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*command, str(path), token, name, str(how_many)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )


def lines_of(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def test_a_room_survives_a_restart(path: Path) -> None:
    clock = Clock()
    hour = opened(Classroom(path, clock=clock), clock)
    kim = hour.join("Kim")
    hour.room.reply(kim, said("right"))
    hour.room.show(hour.teacher, QUESTION)
    hour.room.go_to(hour.teacher, 3)
    hour.room.freeze(hour.teacher, 7)
    hour.room.ask(hour.teacher, "Who?", ["a", "b"])
    hour.room.keep_board(kim, {"turn": 1})
    before = (hour.room.room(kim), hour.room.mine(kim), hour.room.roster(hour.teacher))
    hour.room.shut()
    again = Classroom(path, clock=clock)
    assert (again.room(kim), again.mine(kim), again.roster(hour.teacher)) == before
    assert again.board_of(kim) == {"turn": 1}
    assert again.who(again.teach(hour.code, hour.password)).kind == "teacher"
    again.shut()


@pytest.mark.parametrize("after", [1, 37, 150])
def test_a_server_that_is_killed_loses_nothing_that_was_acknowledged(
    path: Path, room: Classroom, after: int
) -> None:
    """Killed without warning, in the middle of whatever it does after so many answers."""
    kim = room.join(room.open("password", "lesson"), "Kim")
    with clerk(path, kim, "q", 0) as process:
        told = [lines_of(process).readline() for _ in range(after)]
        process.send_signal(signal.SIGKILL)
        told += lines_of(process).readlines()
    acknowledged = {}
    for line in told:
        question, _, number = line.strip().partition(" ")
        acknowledged[question] = int(number)
    kept = {each.question: int(each.said.split()[1]) for each in room.mine(kim)}
    assert len(acknowledged) >= after
    for question, number in acknowledged.items():
        assert kept[question] >= number
    assert len(kept) <= len(acknowledged) + 1, "at most one was kept and not yet told"
    room.shut()
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_two_processes_write_to_one_file(path: Path, room: Classroom) -> None:
    code = room.open("password", "lesson")
    tokens = [room.join(code, name) for name in ("Kim", "Lee")]
    clerks = [clerk(path, token, str(n), 40) for n, token in enumerate(tokens)]
    for process in clerks:
        with process:
            assert len(lines_of(process).readlines()) == 40
        assert process.returncode == 0
    assert [len(room.mine(token)) for token in tokens] == [40, 40]


def test_threads_share_one_room(path: Path, room: Classroom) -> None:
    code = room.open("password", "lesson")
    teacher = room.teach(code, "password")
    told: list[str] = []
    room.listen(code, told.append)

    def pupil(number: int) -> str:
        token = room.join(code, f"Kim {number}")
        for each in range(10):
            room.reply(token, said(f"{number}", f"q#{each}"))
            room.mine(token)
        return token

    with ThreadPoolExecutor(8) as threads:
        tokens = list(threads.map(pupil, range(16)))
    assert len({room.who(token).id for token in tokens}) == 16
    assert room.tally(teacher, "q#9").answered == 16
    assert told.count("replies") == 160


def test_one_nickname_is_given_once_however_many_ask_at_once(room: Classroom) -> None:
    code = room.open("password", "lesson")

    def join(_number: int) -> bool:
        try:
            room.join(code, "Kim")
        except RoomError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(join, range(16))) == 1


def test_the_file_says_what_it_is(path: Path, room: Classroom) -> None:
    connection = sqlite3.connect(path)
    pragmas = ("application_id", "user_version", "journal_mode")
    found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]
    connection.close()
    assert found == [APPLICATION, VERSION, "wal"]
    own = room._store._connection
    assert own.execute("PRAGMA foreign_keys").fetchone()[0] == 1
    assert own.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_a_full_disk_is_a_sentence_and_changes_nothing(room: Classroom) -> None:
    kim = room.join(room.open("password", "lesson"), "Kim")
    room.reply(kim, said("kept"))
    connection = room._store._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    large = [said("x" * 500, f"q#{number}", reason="y" * 2000) for number in range(100)]
    with pytest.raises(StoreError, match=r"class.db has no room on its disk: nothing was changed"):
        deque(map(room.reply, repeat(kim), large), 0)
    assert room.mine(kim)[0].said == "kept", "the class goes on reading"
    connection.execute("PRAGMA max_page_count = 1000000")
    assert room.reply(kim, said("again")).tries == 2


def test_a_file_held_by_another_program_is_a_sentence(path: Path) -> None:
    room = Classroom(path, patience=0.01)
    kim = room.join(room.open("password", "lesson"), "Kim")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="held by another program"):
        room.reply(kim, said("right"))
    assert room.mine(kim) == (), "reading goes on"
    other.execute("ROLLBACK")
    other.close()
    assert room.reply(kim, said("right")).tries == 1
    room.shut()


@pytest.mark.parametrize("text", [b"not a class at all, but longer than a page" * 200, b"SQLite"])
def test_what_is_no_file_of_a_class_is_left_alone(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    with pytest.raises(StoreError, match=r"class.db is damaged, or no file of a class"):
        Store(path)
    assert path.read_bytes() == text


def test_the_file_of_another_program_is_left_alone(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bookmark (name TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"no file of a class\. Name another"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_of_another_version_is_not_guessed_at(path: Path, room: Classroom) -> None:
    room.shut()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(StoreError, match=f"of version {VERSION + 1}, these are of {VERSION}"):
        Store(path)


def test_a_page_that_is_damaged_is_a_sentence(path: Path, room: Classroom) -> None:
    kim = room.join(room.open("password", "lesson"), "Kim")
    for number in range(30):
        room.reply(kim, said("right", f"q#{number}", reason="y" * 2000))
    room.shut()
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xff" * (len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged"):
        Classroom(path).mine(kim)


def test_a_folder_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere" / "class.db", tmp_path):
        with pytest.raises(StoreError, match=r"cannot be opened\. Name a file in a folder"):
            Store(place)


def test_what_cannot_be_written_to_is_a_sentence(room: Classroom) -> None:
    room._store._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="cannot be written to"):
        room.open("password", "lesson")


def test_a_file_that_was_closed_is_a_sentence(path: Path) -> None:
    room = Classroom(path)
    room.shut()
    with pytest.raises(StoreError, match=r"cannot be used: .*closed"):
        room.who("x")
