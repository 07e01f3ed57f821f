"""The claims of the threat model that no other test holds, against a running application."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.app import App, Visitor
from tests.pupil import Pupil
from widgets.classroom.codes import ALPHABET, LENGTH
from widgets.classroom.course import course
from widgets.classroom.rooms import Classroom

if TYPE_CHECKING:
    from collections.abc import Iterator

LESSON = "fire_and_movement/01_combat"
TESTS = Path(__file__).parents[2]
CLAIMS = (files("widgets.classroom") / "THREATS.md").read_text(encoding="utf-8")
SCHOOL_DAY = 8 * 3600
SECRET = "blackbird 4711"  # noqa: S105 - what one student says, and no other may read
LOCKED = 'class="notice"'
"""What stands on the page of somebody who is in no room."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    started = App(tmp_path_factory.mktemp("threats"))
    yield started
    started.end()


@pytest.fixture
def teacher(app: App) -> Visitor:
    return app.visitor()


@pytest.fixture
def code(teacher: Visitor) -> str:
    """A class of each test's own."""
    return teacher.open_class(LESSON)


def student(app: App, code: str, name: str) -> Visitor:
    found = app.visitor()
    assert found.join(code, name).status == 303
    return found


def test_every_claim_has_its_tests_and_every_test_here_its_claim() -> None:
    claims = re.findall(r"^\d+\. .*$", CLAIMS, re.MULTILINE)
    assert len(claims) == len(set(re.findall(r"^(\d+)\. ", CLAIMS, re.MULTILINE)))
    assert len(claims) >= 12
    there = {
        name
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    for claim in claims:
        named = set(re.findall(r"`(test_\w+)`", claim))
        assert named, claim
        assert named <= there, named - there
    own = set(re.findall(r"^def (test_\w+)", Path(__file__).read_text("utf-8"), re.MULTILINE))
    assert {each for each in own if f"`{each}`" not in CLAIMS} == {
        "test_every_claim_has_its_tests_and_every_test_here_its_claim"
    }


async def locked_out(visitor: Visitor, code: str) -> str:
    """Open a page that is nobody's; return everything that it was sent."""
    pupil = await Pupil.open(visitor, code, until=LOCKED)
    await pupil.close()
    return "".join(pupil.heard)


def test_a_room_is_closed_to_those_of_another(app: App, code: str) -> None:
    other = app.visitor().open_class(LESSON, title="The other room")
    ada = student(app, code, "Ada")
    assert ada.get(f"/export.json?as=class&room={other}").status == 403
    assert "The other room" not in asyncio.run(locked_out(ada, other))
    # under the other's name a cookie still says whose it is
    ada.cookies[f"wargame-class-{other}"] = ada.cookies[f"wargame-class-{code}"]
    own = ada.get(f"/export.json?as=class&room={other}").data["student"]
    assert own == ada.get(f"/export.json?as=class&room={code}").data["student"]


def test_nothing_that_another_said_is_sent_to_a_page(app: App, teacher: Visitor, code: str) -> None:
    question = next(iter(course(LESSON).questions))

    async def lesson() -> list[str]:
        desk = await Pupil.open(teacher, code, "teach")
        bea, cid = [await Pupil.open(student(app, code, name), code) for name in ("Bea", "Cid")]
        await desk.act("go", {"value": str(course(LESSON).step_of(question))})
        for pupil in (bea, cid):
            await pupil.hears(question)
        await bea.reply(question, SECRET)
        await cid.reply(question, "no idea")
        await cid.act("shout", {})  # anything that makes the page say something once more
        await cid.hears("shout")
        for pupil in (desk, bea, cid):
            await pupil.close()
        return cid.heard

    assert not any(SECRET in each for each in asyncio.run(lesson()))


def test_no_hidden_answer_is_sent_to_a_page(app: App, teacher: Visitor, code: str) -> None:
    taken = course(LESSON)
    checked = [each for each in taken.questions.values() if each.kind != "bet"]
    steps = sorted({taken.step_of(each.id) for each in checked})

    async def lesson() -> str:
        desk = await Pupil.open(teacher, code, "teach")
        dora = await Pupil.open(student(app, code, "Dora"), code)
        for step in steps:
            await desk.act("go", {"value": str(step)})
            await dora.hears(f"Step {step + 1} of")
        for pupil in (desk, dora):
            await pupil.close()
        return unescape("".join(dora.heard))

    heard = asyncio.run(lesson())
    words = [taken.answer(each.id)[1] for each in checked]
    assert any(words)
    assert not [each for each in words if each and each in heard]


def test_a_students_page_takes_no_act_of_the_teacher(app: App, teacher: Visitor, code: str) -> None:
    question = next(iter(course(LESSON).questions))
    acts = {"show": {"question": question}, "freeze": {}, "on": {}, "close": {}, "remove": {}}

    async def lesson() -> None:
        eve = await Pupil.open(student(app, code, "Eve"), code)
        for act, data in acts.items():
            await eve.act(act, data)
            await eve.hears("what its buttons do")
            await eve.act("ready", {})
            await eve.hears('class="where"')
        await eve.close()

    asyncio.run(lesson())
    room = teacher.get(f"/export.json?as=teach&room={code}").data["room"]
    assert room["closed"] is None or room["closed"] == ""


def test_a_reply_is_the_senders_whatever_it_says(app: App, teacher: Visitor, code: str) -> None:
    question = next(iter(course(LESSON).questions))

    async def lesson() -> None:
        desk = await Pupil.open(teacher, code, "teach")
        await desk.act("go", {"value": str(course(LESSON).step_of(question))})
        await desk.close()
        fay = await Pupil.open(student(app, code, "Fay"), code, until=question)
        data = {"question": question, "said": "mine", "reason": "", "member": "1", "name": "Ada"}
        await fay.act("reply", data)
        await fay.hears("Sent: <b>mine</b>")
        await fay.close()

    asyncio.run(lesson())
    students = teacher.get(f"/export.json?as=teach&room={code}").data["students"]
    saying = [
        each["student"]["name"]
        for each in students
        if any(reply["said"] == "mine" for reply in each["replies"])
    ]
    assert saying == ["Fay"]


def test_a_made_up_cookie_is_nobody(app: App, code: str) -> None:
    stranger = app.visitor()
    for token in ("", "1", "A" * 43, "' OR 1=1 --"):
        stranger.cookies[f"wargame-class-{code}"] = token
        assert stranger.get(f"/export.json?as=class&room={code}").status == 403
        assert 'class="me"' not in asyncio.run(locked_out(stranger, code))


def test_a_debrief_is_of_ones_own_board(app: App, code: str) -> None:
    gil = student(app, code, "Gil")
    for owner in ("member:1", "team:Red", "class", "../etc"):
        assert gil.get(f"/debrief?room={code}&board={owner}").status in {403, 404}
    assert app.visitor().get(f"/debrief?room={code}").status == 403


def test_codes_are_not_guessed_in_a_school_day(classroom: Classroom) -> None:
    codes = len(ALPHABET) ** LENGTH
    assert codes > 244_000_000
    assert classroom.guesses.most_within(SCHOOL_DAY) <= 1_940
    assert classroom.guesses_of_all.most_within(SCHOOL_DAY) <= 29_000
    assert 10 * classroom.guesses.most_within(SCHOOL_DAY) / codes < 1 / 12_000
    assert 10 * classroom.guesses_of_all.most_within(SCHOOL_DAY) / codes < 1 / 830


def test_passwords_are_not_guessed_in_a_school_day(classroom: Classroom) -> None:
    assert classroom.passwords.most_within(SCHOOL_DAY) <= 5 + SCHOOL_DAY / 60
    assert classroom.passwords_of_room.most_within(SCHOOL_DAY) <= 30 + SCHOOL_DAY / 10


def test_the_file_holds_no_secret_in_the_clear(tmp_path: Path) -> None:
    file = tmp_path / "class.sqlite"
    room = Classroom(file)
    code = room.open("a long secret", LESSON)
    tokens = [room.teach(code, "a long secret", "here"), room.join(code, "Hal", remote="here")]
    room.shut()
    with sqlite3.connect(file) as base:
        assert base.execute("SELECT count(*) FROM token").fetchone()[0] >= len(tokens)
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert not [each for each in ("a long secret", *tokens) if each.encode() in kept]
