"""A lesson as one page: for paper, or to be worked through in a browser that has no network."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import escape, unescape
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame import __version__
from wargame.core.provenance import MEANING
from wargame.core.replies import LONGEST, LONGEST_NAME, written
from widgets.assets import built
from widgets.handout.asked import asks, questions_in
from widgets.handout.conceal import concealed, scrambled
from widgets.handout.markup import GUESS, Appendix, output_html, parts, prose
from widgets.said import WHY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from widgets.handout.lesson import Cell, Lesson
    from widgets.question import CheckedQuestion

Paper = Literal["a4", "letter"]
SIZES: dict[Paper, str] = {"a4": "A4", "letter": "letter"}
_KEY = "key"
"""What the answer key of an interactive page is scrambled with."""


@frozen
class Choices:
    """How a handout is made.

    Args:
        paper: The sheet that it is printed on.
        interactive: Whether its questions are answered in the browser.
        code: Whether the lesson's code is printed, small; otherwise it is folded away.
    """

    paper: Paper = "a4"
    interactive: bool = False
    code: bool = False


def handout(lesson: Lesson, choices: Choices = Choices()) -> str:
    """Return a lesson as one HTML page that needs nothing else.

    Args:
        lesson: It is shown as it was last run.
        choices: For paper or for the browser, and what of it.

    Raises:
        DataError: A question of the lesson is not written out, so that it has no known answer.
    """
    appendix = Appendix()
    questions: list[CheckedQuestion] = []
    body = "".join(_sections(_blocks(lesson, choices, appendix, questions), choices, lesson.name))
    key = _key(questions, appendix)
    said = questions or _GUESSED in body
    saving = _saving(lesson) if choices.interactive and said else ""
    return document(
        lesson.title,
        f"{_NAME}<main>{body}</main>{saving}{_end(appendix)}{_answers(key, choices)}",
        choices,
        f"{lesson.title} · wargame {__version__}",
    )


_NAME = '<p class="name"><span>Name</span><span class="short">Date</span></p>'


def document(title: str, body: str, choices: Choices, foot: str) -> str:
    """Return a whole page around its body.

    The page forbids itself all that is not in it: a stranger's lesson may hold anything.

    Args:
        title: What the page is called.
        body: What it shows.
        choices: The paper, and whether it needs a script.
        foot: What stands under every printed page, beside its number.
    """
    script = built("handout.js").read_text("utf-8") if choices.interactive else ""
    allowed = b64encode(sha256(script.encode()).digest()).decode()
    rules = [
        *("default-src 'none'", "img-src data:", "style-src 'unsafe-inline'"),
        *("base-uri 'none'", "form-action 'none'"),
        f"script-src 'sha256-{allowed}'" if script else "script-src 'none'",
    ]
    style = (files("widgets.handout") / "style.css").read_text("utf-8") + _sheet(choices, foot)
    run = f'<script type="module">{script}</script>' if script else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>"
        f"<body>{body}{run}</body></html>\n"
    )


def _sheet(choices: Choices, foot: str) -> str:
    words = json.dumps(foot, ensure_ascii=False).replace("<", "\\3c ")
    small = "font: 8pt Georgia, serif; color: #555"
    return (
        f"@page {{ size: {SIZES[choices.paper]}; margin: 14mm 15mm 16mm; "
        f"@bottom-left {{ content: {words}; {small} }} "
        f'@bottom-right {{ content: counter(page) " / " counter(pages); {small} }} }}'
    )


# ------------------------------------------------------------------------------------ the lesson


def _blocks(
    lesson: Lesson, choices: Choices, appendix: Appendix, questions: list[CheckedQuestion]
) -> Iterator[str]:
    """Yield the pieces of a lesson; a piece that begins a section begins with its heading."""
    for number, cell in enumerate(lesson.cells, start=1):
        if cell.kind == "markdown":
            html = prose(cell.source)
            yield from parts(html if choices.interactive else appendix.without_found(html))
        elif asks(cell.source):
            for question in questions_in(cell.source, f"{lesson.name}, cell {number}"):
                questions.append(question)
                yield _asked(question, len(questions), choices, lesson.name)
        else:
            yield _shown(cell, choices, appendix)


def _shown(cell: Cell, choices: Choices, appendix: Appendix) -> str:
    """Return a cell's code, as far as it is wanted, and what it showed."""
    source = escape(cell.source)
    code = (
        f'<pre class="code">{source}</pre>'
        if choices.code
        else f'<details class="code"><summary>Code</summary><pre>{source}</pre></details>'
    )
    shown = "".join(output_html(each, appendix) for each in cell.outputs)
    return f"{code}<div class='out'>{shown}</div>" if shown else code


def _sections(blocks: Iterable[str], choices: Choices, lesson: str) -> Iterator[str]:
    """Give each guess its place; on an interactive page what follows it waits for a click."""
    depth, numbers = 0, count(1)
    for block in blocks:
        if depth and re.match(r"<h[1-6]", block):
            yield "</details>" * depth
            depth = 0
        guesses = len(GUESS.findall(block))
        if not guesses:
            yield block
            continue
        yield GUESS.sub(
            lambda found: found[0] + _room(found[0], f"{lesson}#guess-{next(numbers)}", choices),
            block,
        )
        if choices.interactive:
            yield '<details class="reveal"><summary>I have guessed: go on</summary>'
            depth += 1
    yield "</details>" * depth


_GUESSED = '<label class="guess"'


def _room(asked: str, name: str, choices: Choices) -> str:
    if choices.interactive:
        words = unescape(re.sub(r"<[^>]*>", "", asked))
        prompt = written(" ".join(words.split()), LONGEST["prompt"])
        return (
            f'{_GUESSED} data-question="{escape(name, quote=True)}" '
            f'data-prompt="{escape(prompt, quote=True)}">My guess: '
            f'<input type="text" maxlength="{LONGEST["said"]}"></label>'
        )
    return '<span class="guess">My guess:<span class="space"></span></span>'


# ------------------------------------------------------------------------------------ the questions


def _asked(question: CheckedQuestion, number: int, choices: Choices, lesson: str) -> str:
    if choices.interactive:
        return _form(question, number, lesson)
    prompt = f'<p class="prompt">{escape(question.prompt)}</p>'
    if question.kind == "number":
        unit = f" {escape(question.unit)}" if question.unit else ""
        room = f'<p><span class="room short">Answer:</span>{unit}</p>'
    else:
        room = f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in question.options)}</ul>"
    return f'<div class="question">{prompt}{room}<span class="room">Why?</span></div>'


def _form(question: CheckedQuestion, number: int, lesson: str) -> str:
    salt = f"{number}-{question.id}"
    name = written(f"{lesson}#{question.id or number}", LONGEST["question"])
    cases = escape(json.dumps([card["name"] for card in question.cases]), quote=True)
    entries = escape(json.dumps(concealed(question, salt)), quote=True)
    if question.kind == "number":
        fields = f'<label>Your answer <input type="text"> {escape(question.unit)}</label>'
    else:
        fields = "".join(
            f'<label><input type="radio" name="q{number}" value="{escape(each, quote=True)}"> '
            f"{escape(each)}</label>"
            for each in question.options
        )
    return (
        f'<form class="question" data-salt="{escape(salt, quote=True)}" data-entries="{entries}" '
        f'data-question="{escape(name, quote=True)}" data-cases="{cases}">'
        f'<fieldset><legend class="prompt">{escape(question.prompt)}</legend>{fields}</fieldset>'
        f'<button>Check</button><output aria-live="polite"></output>{_WHY}</form>'
    )


_WHY = (
    f'<details class="why"><summary>{WHY}</summary><textarea rows="2" aria-label="{WHY}" '
    f'maxlength="{LONGEST["reason"]}"></textarea></details>'
)


def _saving(lesson: Lesson) -> str:
    """Return the place where an interactive page is handed in."""
    return (
        f'<section class="save" data-lesson="{escape(lesson.name, quote=True)}"><h2>Hand it in</h2>'
        "<p>Your guesses, answers and reasons as one file. It is made in this page; nothing is "
        "sent anywhere.</p>"
        f'<label>Your name <input type="text" maxlength="{LONGEST_NAME}" autocomplete="off">'
        '</label> <button type="button">Save my answers</button><output aria-live="polite">'
        "</output><details><summary>The same as text, to copy</summary>"
        '<textarea rows="8" readonly aria-label="My answers as text"></textarea></details>'
        "</section>"
    )


def _key(questions: Sequence[CheckedQuestion], appendix: Appendix) -> str:
    answers = "".join(map(_answer, questions))
    found = "".join(appendix.found)
    tried = f"<h3>What we found</h3>{found}" if found else ""
    return f"<h2>Answers</h2>{answers}{tried}" if answers or tried else ""


def _answer(question: CheckedQuestion) -> str:
    said = question.feedback_to
    own = question.answer
    unit = f" {question.unit}" if question.unit else ""
    why = said.get(own) or said.get("", "")
    others = "".join(
        f"<li>{escape(reply)}: {escape(words)}</li>"
        for reply, words in said.items()
        if reply not in {own, ""}
    )
    cases = " ".join(f"<cite>{escape(card['name'])}</cite>" for card in question.cases)
    return (
        f'<div class="answer"><p class="asked">{escape(question.prompt)}</p>'
        f"<p><strong>{escape(own + unit)}</strong>. {escape(why)} {cases}</p>"
        f"{f'<ul>{others}</ul>' if others else ''}</div>"
    )


def _answers(key: str, choices: Choices) -> str:
    """Return the key on a page of its own; an interactive page shows it when it is asked to."""
    if not key:
        return ""
    if not choices.interactive:
        return f'<section class="answers">{key}</section>'
    return (
        f'<section class="answers" data-key="{scrambled(key, _KEY)}">'
        '<button type="button">Show all answers</button></section>'
    )


# ------------------------------------------------------------------------------------ the end


def _end(appendix: Appendix) -> str:
    legends = "".join(
        f'<div class="legend"><h3>Legend {letter}</h3>{legend}</div>'
        for legend, letter in appendix.legends.items()
    )
    cases = "".join(f"<li>{each}</li>" for each in sorted(appendix.cases, key=_in_order))
    named = f'<h3>Rule cases named here</h3><ul class="cases">{cases}</ul>' if cases else ""
    meanings = "; ".join(f"<b>{kind}</b>: {MEANING[kind]}" for kind in MEANING)
    return (
        f'<section class="end"><h2>Signs, rules and sources</h2>{legends}'
        "<p>In an explanation + marks a part that counts, · one that was looked at and does not "
        "count, ✗ one that forbids. The labels in italics are rule cases: a rulebook and a number "
        f"in it.</p><p>Where figures come from: {meanings}.</p>{named}"
        f"<p>Made by wargame {__version__}. The rules are told in our own words; keep your own "
        "rulebook beside you.</p></section>"
    )


def _in_order(case: str) -> list[tuple[bool, int, str]]:
    """Return what sorts ``FM8 8.2`` before ``FM8 8.10``."""
    pieces = re.findall(r"\d+|\D+", case.partition(" - ")[0])
    return [(piece.isdigit(), int(piece) if piece.isdigit() else 0, piece) for piece in pieces]
