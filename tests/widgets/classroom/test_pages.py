"""The application as a browser without scripts meets it: forms, cookies, files, refusals."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import pytest

from tests.app import App, Visitor
from widgets.classroom.gallery import INSTRUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    started = App(tmp_path_factory.mktemp("app"))
    yield started
    started.end()


@pytest.fixture(scope="module")
def teacher(app: App) -> Visitor:
    return app.visitor()


@pytest.fixture(scope="module")
def code(teacher: Visitor) -> str:
    """The class that most tests are in: a machine may not open one every few seconds."""
    return teacher.open_class()


def test_the_first_page_has_every_form_and_works_without_scripts(app: App) -> None:
    page = app.visitor().get("/").text
    for action in ("/join", "/open", "/return"):
        assert f'action="{action}"' in page
    assert 'name="viewport"' in page
    assert "fire_and_movement/01_combat" in page


def test_no_page_names_another_machine(app: App) -> None:
    for path in ("/", "/gallery", "/gallery/combat", "/class", "/look.css", "/again.js"):
        page = app.visitor().get(path).text
        linked = re.findall(r"""(?:src|href|url\(|from|import)\s*[=(]?\s*["']?(https?:)?//""", page)
        assert linked == [], path


def test_a_class_is_opened_joined_and_gone_on_with(app: App, teacher: Visitor) -> None:
    code = teacher.open_class(title="Monday")
    ada = app.visitor()
    answer = ada.join(code.lower(), "Ada")
    assert answer.status == 303
    assert answer.headers["Location"] == f"/class?room={code}"
    assert f"Go on in {code[:3]}-{code[3:]} as Ada" in re.sub(r"</?b>", "", ada.get("/").text)
    again = app.visitor().send("/return", code=code, password="a long secret")  # noqa: S106 - a test's
    assert again.headers["Location"] == f"/teach?room={code}"


def test_a_cookie_is_read_by_no_script_and_sent_by_no_other_site(app: App, code: str) -> None:
    (line,) = app.visitor().join(code, "Ada").cookies
    marks = {each.strip().split("=")[0].lower() for each in line.split(";")[1:]}
    assert line.startswith(f"wargame-class-{code}=")
    assert {"httponly", "samesite", "path", "expires"} <= marks
    assert "samesite=strict" in line.lower()


def test_two_rooms_in_one_browser_do_not_mix(app: App, teacher: Visitor) -> None:
    first, second = teacher.open_class(), teacher.open_class()
    ada = app.visitor()
    ada.join(first, "Ada")
    ada.join(second, "Bea")
    for code, name in ((first, "Ada"), (second, "Bea")):
        found = ada.get(f"/export.json?as=class&room={code}")
        assert found.data["student"]["name"] == name


def test_a_page_never_holds_the_token(app: App, teacher: Visitor, code: str) -> None:
    token = teacher.cookies[f"wargame-teach-{code}"]
    page = teacher.get(f"/teach?room={code}")
    assert page.status == 200
    assert token not in page.text
    # Bokeh's own token holds headers and cookies unless it is told not to
    (session,) = re.findall(r'"token":"([\w.-]+)"', page.text)
    assert token not in _opened(session)
    assert "wargame-teach" not in _opened(session)


def _opened(session: str) -> str:
    from bokeh.util.token import get_token_payload

    return repr(get_token_payload(session))


def test_exports_are_for_whom_they_are(app: App, teacher: Visitor, code: str) -> None:
    ada, stranger = app.visitor(), app.visitor()
    ada.join(code, "Cid")
    whole = teacher.get(f"/export.json?as=teach&room={code}")
    assert whole.data["format"] == "wargame class"
    assert "attachment" in whole.headers["Content-Disposition"]
    assert ada.get(f"/export.json?as=class&room={code}").data["student"]["name"] == "Cid"
    assert ada.get(f"/export.json?as=teach&room={code}").status == 403
    assert stranger.get(f"/export.json?as=class&room={code}").status == 403
    # a link without an address says whose by the page it stands on
    came = ada.get("/export.json", Referer=f"{app.url}class?room={code}")
    assert came.data["student"]["name"] == "Cid"


def test_a_student_cookie_is_no_teacher_cookie(app: App, code: str) -> None:
    ada = app.visitor()
    ada.join(code, "Dora")
    ada.cookies[f"wargame-teach-{code}"] = ada.cookies[f"wargame-class-{code}"]
    assert ada.get(f"/export.json?as=teach&room={code}").status == 403


def test_a_form_of_another_site_does_nothing(app: App, code: str) -> None:
    ada = app.visitor()
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        answer = ada.send("/join", headers, code=code, nickname="Eli")
        assert answer.status == 403
        assert answer.cookies == []
    assert ada.get("/", Host="evil.example").status == 403


def test_a_websocket_of_another_site_is_refused(app: App) -> None:
    upgrade = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==",
        "Sec-WebSocket-Protocol": "bokeh, none",
    }
    answer = app.visitor().get("/gallery/combat/ws", Origin="http://evil.example", **upgrade)
    assert answer.status == 403


def test_a_page_of_another_visitor_cannot_be_taken_over(app: App) -> None:
    for asked in ("bokeh-session-id=guessed", "bokeh-token=guessed"):
        assert app.visitor().get(f"/gallery/five-dice?{asked}").status in {403, 500}, asked


def test_every_answer_tells_the_browser_to_fetch_from_here_only(app: App) -> None:
    for path in ("/", "/gallery/five-dice", "/alive", "/static/js/bokeh.min.js"):
        headers = app.visitor().get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy, path
        assert "frame-ancestors 'none'" in policy, path
        assert headers["X-Content-Type-Options"] == "nosniff", path


def test_what_a_form_refuses_is_said_and_stands_in_it_again(app: App, code: str) -> None:
    ada = app.visitor()
    ada.join(code, "Fay")
    answer = app.visitor().join(code, "fay")
    assert answer.status == 400
    assert 'role="alert"' in answer.text
    assert "fay 2" in answer.text
    assert f'value="{code}"' in answer.text
    secret = app.visitor().send("/return", code=code, password="not the one")  # noqa: S106 - a test's
    assert secret.status == 400
    assert "not the one" not in secret.text


def test_names_are_text_whatever_they_contain(app: App, teacher: Visitor) -> None:
    code = teacher.open_class(title="<img src=x onerror=alert(1)>")
    ada = app.visitor()
    ada.join(code, "<b>Ada</b>&'\"")
    for page in (ada.get("/").text, ada.join(code, "<script>").text):
        assert "<b>Ada" not in page
        assert "<script>" not in page
        assert "<img" not in page


def test_teams_and_sides_are_asked_for_before_a_student_is_in(app: App, teacher: Visitor) -> None:
    code = teacher.open_class(teams="Red, Blue", sides="Entente, Ottoman")
    ada = app.visitor()
    form = ada.join(code, "Ada")
    assert form.status == 200
    assert form.cookies == []
    assert "<option>Blue</option>" in form.text
    assert "<option>Ottoman</option>" in form.text
    assert ada.join(code, "Ada", team="Blue", side="Ottoman").status == 303
    student = ada.get(f"/export.json?as=class&room={code}").data["student"]
    assert (student["team"], student["side"]) == ("Blue", "Ottoman")


def test_a_lesson_is_one_that_is_offered_never_a_file(app: App) -> None:
    answer = app.visitor().send("/open", lesson="/etc/passwd", password="a long secret")  # noqa: S106 - a test's
    assert answer.status == 400
    assert "lesson" in answer.text


def test_a_browser_forgets_a_room(app: App, code: str) -> None:
    ada = app.visitor()
    ada.join(code, "Gus")
    token = ada.cookies[f"wargame-class-{code}"]
    ada.send("/leave", room=code, **{"as": "class"})
    assert "Go on in" not in ada.get("/").text
    ada.cookies[f"wargame-class-{code}"] = token
    assert ada.get(f"/export.json?as=class&room={code}").status == 403


def test_the_front_ends_are_handed_out_and_nothing_else(app: App) -> None:
    visitor = app.visitor()
    found = visitor.get("/nbext/anywidget@~0.11.*/dist/index.js")
    assert found.status == 200
    assert "javascript" in found.headers["Content-Type"]
    assert visitor.get("/nbext/jupyter-leaflet@^0.20/dist/index.js").status == 200
    for path in ("/nbext/../pyproject.toml", "/nbext/%2e%2e/x@1", "/nbext/other@1/dist/index.js"):
        assert visitor.get(path).status == 404, path


def test_every_instrument_has_a_page_and_a_sentence(app: App) -> None:
    page = app.visitor().get("/gallery").text
    for each in INSTRUMENTS.values():
        assert f'href="/gallery/{each.name}"' in page
        assert escape(each.sentence) in page
    assert app.visitor().get("/gallery/nothing").status == 404


def test_a_page_of_nobody_says_what_to_do(app: App, code: str) -> None:
    for path in ("/class", f"/class?room={code}", f"/teach?room={code}", "/teach?room=%00"):
        assert app.visitor().get(path).status == 200, path


def test_guessing_codes_is_slowed_down(app: App) -> None:
    guesser = app.visitor()
    answers = [guesser.join(f"H4K7P{last}", "Eve") for last in "0123456789CDFHJKMNPRTVWXY" * 2]
    late = answers[-1]
    assert late.status == 429
    assert int(late.headers["Retry-After"]) > 0
    assert "wait" in late.text
