"""Questions as forms, and what was said to them; whatever people write is shown as text."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from wargame.core.replies import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.replies import Reply
    from widgets.classroom.course import Question

KEEPS = {"bet": "Your bet", "number": "Your answer"}


def key(name: str) -> str:
    """Return a name as it may stand in an id of the page."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def asked(question: Question, reply: Reply | None, hint: str = "") -> str:
    """Return a question as a form that can be sent, and sent again.

    Args:
        question: What is asked.
        reply: What was said so far.
        hint: A line below the form; else it says that the answer can still be changed.
    """
    own = key(question.id)
    fields = "".join(_fields(question, reply, own))
    reason = escape(reply.reason if reply else "")
    sent = _sent(reply, hint) if reply else (f'<p class="hint">{escape(hint)}</p>' if hint else "")
    again = "Send again" if reply else "Send"
    return (
        f'<form class="question" data-act="reply" data-question="{escape(question.id)}">'
        f"<fieldset><legend>{escape(question.prompt)}</legend>{fields}</fieldset>"
        f'<label class="why" for="why-{own}">Why do you think so? (if you like)</label>'
        f'<textarea id="why-{own}" name="reason" rows="2" maxlength="{LONGEST["reason"]}">'
        f'{reason}</textarea><div class="row"><button id="send-{own}">{again}</button>{sent}</div>'
        "</form>"
    )


def _fields(question: Question, reply: Reply | None, own: str) -> Iterable[str]:
    said = reply.said if reply else ""
    if question.options:
        for number, option in enumerate(question.options):
            checked = " checked" if option == said else ""
            yield (
                f'<label class="option"><input type="radio" name="said" id="{own}-{number}" '
                f'value="{escape(option)}" required{checked}><span>{escape(option)}</span></label>'
            )
        return
    words = KEEPS.get(question.kind, KEEPS["number"])
    unit = f" <span>{escape(question.unit)}</span>" if question.unit else ""
    how = " (1/3, 0.333 or 33.3 % will do)" if question.kind == "number" else ""
    yield (
        f'<label class="field" for="{own}-said">{words}{how}</label>'
        f'<span class="row"><input type="text" name="said" id="{own}-said" autocomplete="off" '
        f'value="{escape(said)}" maxlength="{LONGEST["said"]}" required>{unit}</span>'
    )


def _sent(reply: Reply, hint: str) -> str:
    more = hint or "You can change it until the answer is shown."
    return f'<p class="sent">Sent: <b>{escape(reply.said)}</b>. {escape(more)}</p>'


def shown(
    question: Question, reply: Reply | None, feedback: str = "", answer: str = "", more: str = ""
) -> str:
    """Return a question that takes no answer any more.

    Args:
        question: What was asked.
        reply: What the reader said, if anything.
        feedback: What is said to that.
        answer: The right answer; empty where there is none.
        more: What else stands there, as HTML.
    """
    return (
        f'<div class="question"><p class="prompt">{escape(question.prompt)}</p>{_said(reply)}'
        f"{_verdict(reply, feedback)}{_right(answer)}{more}</div>"
    )


def _said(reply: Reply | None) -> str:
    if not reply:
        return '<p class="said">You have not answered.</p>'
    why = f' <span class="because">because {escape(reply.reason)}</span>' if reply.reason else ""
    return f'<p class="said">You said: <b>{escape(reply.said)}</b>.{why}</p>'


def _verdict(reply: Reply | None, feedback: str) -> str:
    if not reply or not feedback:
        return ""
    look = {True: "right", False: "wrong", None: ""}[reply.right]
    return f'<p class="feedback {look}">{escape(feedback)}</p>'


def _right(answer: str) -> str:
    return f'<p class="answer">The answer: <b>{escape(answer)}</b></p>' if answer else ""


def button(act: str, words: str, **data: str) -> str:
    """Return a button that does something.

    Args:
        act: What it does.
        words: What it says.
        data: What the act needs; ``id`` keeps the focus on the button when its region changes, and
            ``look`` is a class of the style sheet.
    """
    ident = data.pop("id", key("-".join([act, *data.values()])))
    look = data.pop("look", "")
    facts = "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())
    return (
        f'<button type="button" id="{ident}" class="{look}" data-act="{act}"{facts}>'
        f"{escape(words)}</button>"
    )
