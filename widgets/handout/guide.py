"""The teacher's guide: for each lesson the outcome, the timing, what to ask, what goes wrong."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from pathlib import Path

from attrs import frozen

from wargame import __version__
from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, one_of, shown
from widgets.handout.asked import asks, questions_in
from widgets.handout.lesson import Lesson, read_lesson, shipped_lessons, short_name
from widgets.handout.markup import inline
from widgets.handout.page import Choices, document

TITLE = "Teacher's guide"
_NUMBER = re.compile(r"^.*?\blesson \d+ · ", re.IGNORECASE)
"""What the line under a title begins with."""


@frozen
class Entry:
    """What a teacher is told about one lesson.

    Args:
        file: The name of its notebook in the family's folder.
        outcome: What students can do afterwards, in one sentence.
        timing: How to spend the minutes, and what to leave out.
        ask: Questions to put to the class.
        mistakes: What students commonly get wrong.
    """

    file: str
    outcome: str
    timing: str
    ask: tuple[str, ...]
    mistakes: tuple[str, ...]


@frozen
class Guide:
    """The guide to the lessons of one family.

    Args:
        family: What the family is called.
        lesson: Its lessons, in reading order.
    """

    family: str
    lesson: tuple[Entry, ...]


def guides() -> dict[str, Guide]:
    """Return the guide of each family, by the name of its folder.

    Raises:
        DataError: A file cannot be read, or says something that cannot be used.
    """
    folder = Path(str(files("tutorials"))) / "guide"
    return {
        path.stem: structure(read_toml(path), Guide, path.name)
        for path in sorted(folder.glob("*.toml"))
    }


def guide_page(choices: Choices) -> str:
    """Return the whole guide as one page for paper.

    Args:
        choices: The paper.

    Raises:
        DataError: An entry belongs to no lesson.
    """
    lessons = shipped_lessons()
    body = [_opening(lessons)]
    for folder, guide in guides().items():
        for entry in guide.lesson:
            name = f"{folder}/{entry.file}"
            if name not in lessons:
                where, known = f"{folder}.toml, lesson", one_of(lessons, name)
                raise DataError(where, shown(entry.file), known)
            body.append(_entry(guide.family, entry, read_lesson(lessons[name])))
    return document(TITLE, "".join(body), choices, f"{TITLE} · wargame {__version__}")


def _opening(lessons: dict[str, Path]) -> str:
    rows = "".join(
        f"<tr><td class='whole'>{short_name(name)}</td><td>{escape(lesson.title)}</td>"
        f"<td>{escape(_NUMBER.sub('', lesson.place))}</td></tr>"
        for name, lesson in ((name, read_lesson(path)) for name, path in lessons.items())
    )
    return (
        f"<h1>{TITLE}</h1><p>You need not know wargames. Work through a lesson once yourself, with "
        "its guesses; that takes about as long as it says. In class, let everybody write a guess "
        "down before the answer is shown, ask for the reason, and keep the guesses in sight.</p>"
        "<p>Four steps carry every lesson: <b>try</b> it, say <b>what happened</b>, find "
        "<b>the rule</b> behind it, then <b>change one thing</b> and try again. The last part of "
        "each lesson, <i>The model and the day</i>, is the one to discuss: a game is an argument "
        "about what mattered, and students may disagree with it.</p>"
        "<p>Paper: <code>wargame handout LESSON</code> prints a lesson with room to write; its "
        "answers stand on a page of their own. <code class='whole'>--interactive</code> makes "
        "a file that students open in a browser, without installing anything.</p>"
        "<table class='tall'><thead><tr><th></th><th>Lesson</th><th>Length, and what it builds on"
        f"</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def _entry(family: str, entry: Entry, lesson: Lesson) -> str:
    aims = "".join(f"<li>{inline(aim)}</li>" for aim in lesson.aims)
    count = sum(
        len(questions_in(cell.source, lesson.name)) for cell in lesson.cells if asks(cell.source)
    )
    return (
        f'<section class="lesson-guide"><p class="see">{escape(family)} · '
        f"{short_name(lesson.name)}</p><h2>{escape(lesson.title)}</h2>"
        f"<p><i>{inline(lesson.place)}</i></p><dl>"
        f"<dt>Outcome</dt><dd>{escape(entry.outcome)}</dd>"
        f"<dt>In full, afterwards one can</dt><dd><ul>{aims}</ul></dd>"
        f"<dt>Timing</dt><dd>{escape(entry.timing)}</dd>"
        f"<dt>What to ask</dt><dd>{_list(entry.ask)}</dd>"
        f"<dt>Common mistakes</dt><dd>{_list(entry.mistakes)}</dd>"
        f"<dt>Checked questions</dt><dd>{count}, at the end of the lesson.</dd>"
        "<dt>Your notes</dt></dl></section>"
    )


def _list(lines: tuple[str, ...]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
