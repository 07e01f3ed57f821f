"""The widgets as they are on the screen: where a hex is, what is written, what has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.lab import texts
from widgets.svg import centre

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Notebook
    from wargame.core.board import Board


class MapOnScreen:
    """A HexMap.

    Args:
        notebook: Where it is.
        board: What it shows, to know where a hex lies.
    """

    def __init__(self, notebook: Notebook, board: Board) -> None:
        """Wait until it is drawn."""
        self.page = notebook.page
        self.root = notebook.panel.locator(".wg-hexmap").first
        self.stage = self.root.locator(".wg-stage")
        self.board = board
        self.root.locator(".wg-board path").first.wait_for(state="attached")
        self.stage.scroll_into_view_if_needed()

    def place(self, label: str) -> dict[str, float]:
        """Return where the middle of a hex is, in pixels from the stage's corner."""
        x, y = centre(self.board, self.board.hex(label))
        # The browser's own matrix: view box, zoom and transforms are all in it.
        found: dict[str, float] = self.root.locator(".wg-board").evaluate(
            """(board, [x, y]) => {
              const at = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
              const frame = board.closest(".wg-stage").getBoundingClientRect();
              return { x: at.x - frame.left, y: at.y - frame.top };
            }""",
            [x, y],
        )
        return found

    def click(self, label: str) -> None:
        """Click a hex by its printed number."""
        self.stage.click(position=self.place(label))

    def hover(self, label: str) -> None:
        """Move the pointer over a hex."""
        self.stage.hover(position=self.place(label))

    def part(self, name: str) -> Locator:
        """Return one of the lines under the map: readout, message, error or hint."""
        return self.root.locator(f".wg-{name}")


class BoxOnScreen:
    """A column of widgets with a map.

    Args:
        notebook: Where it is.
        board: What its map shows.
    """

    def __init__(self, notebook: Notebook, board: Board) -> None:
        """Wait until its map is drawn."""
        self.page = notebook.page
        self.panel = notebook.panel
        self.map = MapOnScreen(notebook, board)

    def box(self, words: str) -> Locator:
        """Return the check box whose label begins with some words."""
        label = self.panel.locator(".widget-checkbox label").filter(has_text=words)
        return label.locator("input")

    def says(self, words: str) -> None:
        """Wait until the line under the map, which is also spoken, says some words."""
        self.map.part("message").filter(has_text=words).wait_for()


class ExplorerOnScreen(BoxOnScreen):
    """A CombatExplorer.

    Args:
        notebook: Where it is.
        board: What its map shows.
    """

    def __init__(self, notebook: Notebook, board: Board) -> None:
        """Wait until its map is drawn."""
        super().__init__(notebook, board)
        self.ruling = self.panel.locator(".wg-ruling")
        self.odds = self.panel.locator(".wg-odds")
        self.dice = self.panel.locator(".wg-dice")

    def button(self, words: str) -> Locator:
        """Return a button by its words."""
        return self.panel.get_by_role("button", name=words, exact=True)

    def option(self, words: str) -> Locator:
        """Return the button of a decision by words on it."""
        return self.panel.locator(".widget-button", has_text=words)

    def face(self, face: int) -> Locator:
        """Return the button that sets the die."""
        return self.dice.locator(f"[data-face='{face}']")

    def headline(self, words: str) -> None:
        """Wait until the explanation is headed by some words."""
        self.ruling.locator(".wg-headline").first.filter(has_text=words).wait_for()

    def chances(self) -> dict[str, str]:
        """Return the chance of each result as written, in the ruleset in force."""
        rows = self.odds.locator("tbody tr")
        codes = texts(rows.locator(".wg-code").all())
        figures = [row.locator(".wg-figure").first.inner_text() for row in rows.all()]
        return dict(zip(codes, figures, strict=True))


def focused(page: Page) -> str:
    """Return the class, the label and the words of the element that has the focus."""
    words: str = page.evaluate("""() => {
      const held = document.activeElement;
      const named = [...(held.labels ?? [])].map((each) => each.textContent).join(" ");
      const label = held.getAttribute("aria-label") ?? `${named} ${held.textContent}`;
      return `${held.tagName} ${held.className} ${label}`.slice(0, 200);
    }""")
    return words


def tab_to(page: Page, words: str, most: int = 60) -> None:
    """Press Tab until what has the focus bears some words, as a reader without a mouse does."""
    met = []
    for _ in range(most):
        page.keyboard.press("Tab")
        met.append(focused(page))
        if words in met[-1]:
            return
    raise AssertionError("\n".join([f"Tab never reached {words!r}, only:", *met]))
