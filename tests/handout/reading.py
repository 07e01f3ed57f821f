"""A handout as a strict reader meets it: all that opens is closed, all that would load is told."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
LOOSE = {"p", "li", "td", "th", "tr", "dt", "dd", "tbody", "thead", "option"}
"""Elements that HTML lets one leave open."""
LOADING = {"src", "srcset", "poster", "data", "action", "background", "xlink:href"}
HANDED = {"link", "image", "use", "base"}
"""Elements whose href is fetched; that of a link to click is not."""


class Reader(HTMLParser):
    """Reads a page.

    Attributes:
        faults: Elements that were closed wrongly or never.
        loads: Addresses that a browser would fetch.
        title: What the page is called.
        headings: Its headings of the first and second order.
        words: All that is to be read outside of scripts and styles.
    """

    def __init__(self, page: str) -> None:
        """Read *page* from end to end."""
        super().__init__()
        self.faults: list[str] = []
        self.loads: list[str] = []
        self.headings: list[str] = []
        self.title = self.words = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        self.faults += [f"{tag} never closed" for tag in self._open if tag not in LOOSE]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._address(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)
        if tag in {"h1", "h2"}:
            self.headings.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._address(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open[-1] != tag and self._open[-1] in LOOSE:
            self._open.pop()
        if self._open and self._open[-1] == tag:
            self._open.pop()
        elif tag not in VOID:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if "title" in self._open:
            self.title += data
        elif "style" in self._open:
            self.loads += re.findall(r"@import[^;]*|url\([^)]*\)", data)
        elif "script" not in self._open:
            self.words += data
            if {"h1", "h2"} & set(self._open):
                self.headings[-1] += data

    def _address(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "style":
                self.loads += re.findall(r"url\([^)]*\)", value or "")
            elif name in LOADING or (name == "href" and tag in HANDED):
                self._found(value or "")

    def _found(self, address: str) -> None:
        drawn = re.match(r"data:image/svg\+xml;base64,", address)
        if drawn:
            self.loads += Reader(base64.b64decode(address[drawn.end() :]).decode()).loads
        elif not address.startswith(("data:image/png;base64,", "#")):
            self.loads.append(address)


def inner_loads(reader: Reader) -> list[str]:
    """Return what would be fetched from elsewhere; a pattern of the same picture is not."""
    return [each for each in reader.loads if not re.match(r"url\([\"']?#", each)]
