"""ReplySheet lists what was said, takes reasons, and writes a file that can be read back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.widgets.shared import HOSTILE, traits_in_typescript, traits_of
from wargame.core.replies import read_export, read_export_text
from widgets import CheckedQuestion, CombatExplorer, OddsView, ReplySheet
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from pathlib import Path

LESSON = "fire_and_movement/01_combat"


def ask(name: str = "combat-1") -> CheckedQuestion:
    return CheckedQuestion("Who is first?", ["British", "Ottoman"], "British", id=name)


def test_it_lists_what_is_said_as_it_is_said() -> None:
    question, explorer = ask(), CombatExplorer(target="1310", attackers=("BR-161", "BR-1E"))
    sheet = ReplySheet(question, explorer, lesson=LESSON)
    assert sheet.rows == []
    assert "Nothing yet." in repr(sheet)
    explorer.bet("Ex", "Two faces of six.")
    question.choose("Ottoman")
    question.choose("British")
    assert [row["question"] for row in sheet.rows] == [
        f"{LESSON}#combat-1",
        "CombatExplorer: attack on 1310",
    ]
    assert [row["tries"] for row in sheet.rows] == [2, 1]
    assert repr(sheet) == (
        "What you said\n"
        "- Who is first? British (✓ right)\n"
        "- Bet first: which result do you expect? Ex\n"
        "  Why: Two faces of six."
    )


def test_a_reason_comes_from_python_and_from_the_browser() -> None:
    question = ask()
    sheet = ReplySheet(question)
    question.choose("British")
    sheet.set_state({"because": {"row": 0, "reason": "Rule 10.2.", "count": 1}})
    assert (question.reason, question.replies[0].reason) == ("Rule 10.2.", "Rule 10.2.")
    assert sheet.rows[0]["reason"] == "Rule 10.2."
    sheet.set_state({"because": {"row": 0, "reason": "Late.", "count": 1}})
    assert sheet.rows[0]["reason"] == "Rule 10.2."
    sheet.explain(1, "x" * 3_000)
    assert len(sheet.replies[0].reason) == 2_000
    with pytest.raises(WidgetError, match="row: found 2"):
        sheet.explain(2, "No such row.")


@pytest.mark.parametrize(
    "because",
    [
        {"row": 7, "reason": "a", "count": 1},
        {"row": True, "reason": "a", "count": 1},
        {"row": 0, "reason": ["a"], "count": 1},
        {"row": 0, "reason": "a", "count": "many"},
        {},
    ],
)
def test_a_bad_reason_from_the_browser_is_answered_with_a_sentence(because: Any) -> None:
    question = ask()
    sheet = ReplySheet(question)
    question.choose("British")
    sheet.set_state({"because": because})
    assert "ReplySheet, because" in sheet.error
    assert sheet.rows[0]["reason"] == ""
    sheet.set_state({"because": {"row": 0, "reason": "Now.", "count": 2}})
    assert (sheet.error, sheet.rows[0]["reason"]) == ("", "Now.")


def test_without_widgets_it_lists_the_whole_notebook() -> None:
    worked, early = ask("worked"), ask("early")
    worked.choose("British")
    sheet = ReplySheet(without=(worked,))
    before = {row["question"] for row in sheet.rows}
    assert "worked" not in before
    late = OddsView([{"name": "", "chances": {"D2": 1}}], betting=True, id="late")
    late.place_bet("D2", "It is certain.")
    early.choose("Ottoman")
    assert {row["question"] for row in sheet.rows} - before == {"early", "late"}
    places = [row["question"] for row in sheet.rows if row["question"] in {"early", "late"}]
    assert places == ["early", "late"]


def test_a_question_asked_anew_is_answered_by_the_latest() -> None:
    first, again = ask(), ask()
    first.choose("Ottoman")
    again.choose("British")
    (reply,) = ReplySheet(first, again).replies
    assert (reply.said, reply.right) == ("British", True)


def test_the_file_is_read_back(tmp_path: Path) -> None:
    question = ask()
    question.choose("British")
    sheet = ReplySheet(question, name="Ada", lesson=LESSON)
    file = sheet.save(tmp_path / "ada.json")
    (student,) = read_export_text(file.read_text("utf-8"), file.name).students
    assert (student.name, student.lesson, student.replies) == ("Ada", LESSON, sheet.replies)
    assert read_export(json.loads(json.dumps(sheet.export()))).students == (student,)
    with pytest.raises(WidgetError, match=r"a name that ends in \.json"):
        sheet.save(tmp_path / "lesson.ipynb")
    with pytest.raises(WidgetError, match=r"ada\.json, which cannot be written"):
        sheet.save(tmp_path / "nowhere" / "ada.json")


def test_a_name_is_bounded() -> None:
    sheet = ReplySheet(ask())
    sheet.set_state({"name": "A\x00da" + "x" * 500})
    assert sheet.name.startswith("Adax")
    assert len(sheet.name) == 200
    with pytest.raises(WidgetError, match="ReplySheet, name: found 201 characters"):
        ReplySheet(ask(), name="x" * 201)
    wrong: Any = 3
    with pytest.raises(WidgetError, match="ReplySheet, lesson: found 3; allowed: text"):
        ReplySheet(ask(), lesson=wrong)


def test_it_lists_only_what_can_be_spoken_to() -> None:
    sheet: Any = ReplySheet(ask())
    with pytest.raises(WidgetError, match="ReplySheet, widget: found 'ReplySheet'"):
        ReplySheet(sheet)
    with pytest.raises(WidgetError, match="ReplySheet, without: found 'ReplySheet'"):
        ReplySheet(without=(sheet,))
    with pytest.raises(WidgetError, match=r"keyword 'nmae'; allowed: .*did you mean name"):
        ReplySheet(ask(), nmae="Ada")


def test_no_text_becomes_markup() -> None:
    question = CheckedQuestion(HOSTILE, [HOSTILE, "b"], 0)
    question.because(HOSTILE)
    question.choose(0)
    html = ReplySheet(question, label=HOSTILE).static_html()
    assert HOSTILE not in html
    assert "<th scope='col'>Question</th>" in html


def test_the_page_knows_the_same_traits() -> None:
    assert traits_of(ReplySheet(ask())) == traits_in_typescript("SHEET")
