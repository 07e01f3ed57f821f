"""A lesson's text and outputs as HTML that stands alone; what belongs at the end is collected."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

import mistune
from attrs import Factory, define

if TYPE_CHECKING:
    from collections.abc import Mapping

_LEGEND = re.compile(
    r"<details(?: open)?><summary>Legend and sources</summary>(.*?)</details>", re.DOTALL
)
_CASES = re.compile(r"<details><summary>Rule cases</summary><ul>(.*?)</ul></details>", re.DOTALL)
_FOUND = re.compile(r"<details><summary>What we found</summary>(.*?)</details>", re.DOTALL)
_ITEM = re.compile(r"<li>(.*?)</li>", re.DOTALL)
_HEADING = re.compile(r"(?=<h[1-6]\b)")
GUESS = re.compile(
    r"<strong>(?:[^<]*\b(?:[Gg]uess|[Bb]et)\b[^<]*:|(?:Guess|Bet)\b[^<]*)</strong>.*?(?=</p>|</li>)",
    re.DOTALL,
)
"""Where a lesson asks for a guess: the bold words it does so with, to the end of the paragraph."""


class _Plain(mistune.HTMLRenderer):
    """Links and pictures of other files become their words: the page is alone."""

    def link(self, text: str, url: str, title: str | None = None) -> str:
        """Keep what leads somewhere from anywhere."""
        return super().link(text, url, title) if "://" in url else text

    def image(self, text: str, url: str, title: str | None = None) -> str:
        """Keep the words and a picture that is in the page."""
        return super().image(text, url, title) if url.startswith("data:image/") else f"[{text}]"


_render = mistune.create_markdown(renderer=_Plain(escape=False), plugins=["table"])


def prose(text: str) -> str:
    """Return Markdown as HTML."""
    return str(_render(text))


def inline(text: str) -> str:
    """Return a line of Markdown as HTML without a paragraph around it."""
    return prose(text).strip().removeprefix("<p>").removesuffix("</p>")


def parts(html: str) -> list[str]:
    """Return HTML cut before each heading, so that a section can be told from the next."""
    return [part for part in _HEADING.split(html) if part.strip()]


@define
class Appendix:
    """What stands once at the end of a page instead of under each figure.

    Args:
        legends: Legends of maps, in the order met, each with its letter.
        cases: Rule cases with what they are about, in the order met.
        found: What the lesson itself found where it asked the reader to try; for the key.
    """

    legends: dict[str, str] = Factory(dict)
    cases: dict[str, None] = Factory(dict)
    found: list[str] = Factory(list)

    def without_found(self, html: str) -> str:
        """Take the answers to things to try out of a text."""
        self.found += _FOUND.findall(html)
        return _FOUND.sub("<p class='see'>What we found stands with the answers.</p>", html)

    def lighter(self, html: str) -> str:
        """Take legends and the words of rule cases out of an output."""
        for cases in _CASES.findall(html):
            self.cases.update(dict.fromkeys(_ITEM.findall(cases)))
        return _LEGEND.sub(self._refer, _CASES.sub("", html))

    def _refer(self, legend: re.Match[str]) -> str:
        letter = self.legends.setdefault(legend[1], chr(ord("A") + len(self.legends) % 26))
        return f"<p class='see'>Signs and sources: legend {letter}, at the end.</p>"


def output_html(output: Mapping[str, Any], appendix: Appendix) -> str:
    """Return what a cell showed, in the richest form that needs no script."""
    if output["output_type"] == "stream":
        return _text(output["text"]) if output.get("name") != "stderr" else ""
    data = output["data"]
    if "text/html" in data:
        return appendix.lighter(data["text/html"])
    if "image/svg+xml" in data:
        return f"<figure>{data['image/svg+xml']}</figure>"
    twin = data.get("text/plain", "")
    if "image/png" in data:
        alt = escape(twin.partition("\n")[0], quote=True)
        source = "".join(data["image/png"].split())
        return f'<figure><img alt="{alt}" src="data:image/png;base64,{source}"></figure>'
    return prose(data["text/markdown"]) if "text/markdown" in data else _text(twin)


LONG = 84
"""Columns of fixed-width text that a page is wide."""


def _text(text: str) -> str:
    """Return plain text as it was printed, or as paragraphs where it is long sentences."""
    if not text.strip():
        return ""
    if max(map(len, text.splitlines())) <= LONG:
        return f"<pre>{escape(text.rstrip())}</pre>"
    return f"<pre class='long'>{escape(text.rstrip())}</pre>"
