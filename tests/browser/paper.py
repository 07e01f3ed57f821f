"""Pages on paper, for the tests: opened as files, printed to PDF, and read back from it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pypdfium2 as pdfium

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from widgets.handout.page import Paper

SHEETS: dict[Paper, tuple[int, int]] = {"a4": (595, 842), "letter": (612, 792)}
"""In points, as a PDF has them."""
MARGIN = 15 / 25.4 * 72
SLACK = 2.5
"""Points by which ink may overlap: the stroke of a frame, the overhang of a letter."""

TOO_WIDE = """() => [...document.body.querySelectorAll("*")]
  .filter((each) => !each.closest("svg") || each.matches("svg"))
  .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map((each) => `${each.tagName}.${each.className}`)"""

CUT = """() => [...document.body.querySelectorAll("*")]
  .filter((each) => each.checkVisibility() && !each.closest("svg"))
  .filter((each) => !["visible", "clip"].includes(getComputedStyle(each).overflowX))
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => `${each.tagName}.${each.className}`)"""


def alone(browser: Browser) -> Iterator[Page]:
    """Yield a page that fails the test when it asks for anything but itself, or complains."""
    context = browser.new_context(viewport={"width": 680, "height": 960})
    opened = context.new_page()
    strange: list[str] = []
    opened.on("request", lambda asked: strange.append(asked.url))
    opened.on("console", lambda said: strange.append(said.text))
    opened.on("pageerror", lambda error: strange.append(str(error)))
    yield opened
    context.close()
    assert [each for each in strange if not each.startswith(("file:", "data:image/"))] == []


def show(page: Page, folder: Path, text: str) -> None:
    """Open a page as a reader does: as a file."""
    path = folder / "handout.html"
    path.write_text(text, "utf-8")
    page.goto(path.as_uri())


def printed(page: Page) -> pdfium.PdfDocument:
    """Print to a PDF without background colours, as browsers do unless they are told to.

    What is drawn in pictures is left blank, their room is kept: a map may be cut at its own frame.
    """
    page.emulate_media(media="print")
    assert page.evaluate(TOO_WIDE) == []
    assert page.evaluate(CUT) == []
    page.add_style_tag(content="img, svg { visibility: hidden }")
    return pdfium.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=False))


def outside(sheet: Any) -> list[str]:
    """Return the words of a printed page that reach beyond its margins at the sides."""
    width, _ = sheet.get_size()
    text = sheet.get_textpage()
    beyond = (
        (left, bottom, right, top)
        for left, bottom, right, top in map(text.get_rect, range(text.count_rects()))
        if left < MARGIN - SLACK or right > width - MARGIN + SLACK
    )
    found = (text.get_text_bounded(*each).strip() for each in beyond)
    return [each for each in found if each]  # spaces may hang


FOOT = re.compile(r"^.*? · wargame \S+ \d+ / \d+ ")
"""What stands under every page; a PDF may tell it first."""


def words(sheet: Any) -> str:
    return FOOT.sub("", " ".join(sheet.get_textpage().get_text_bounded().split()))


def squeezed(text: str) -> str:
    """Return text without what breaking lines puts in and takes out."""
    return "".join(each for each in text if each.isalnum())
