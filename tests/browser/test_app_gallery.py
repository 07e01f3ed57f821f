"""The gallery of the application in a real browser that reaches no other machine.

Each instrument is drawn and answers what a reader does; nothing is asked for outside, nothing is
written to the console as an error, and nothing has to be scrolled sideways on a phone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.app import App
from tests.browser.lab import PATIENCE, Recorder
from widgets.classroom.gallery import INSTRUMENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

PHONE, TABLET, DESK = 360, 800, 1280
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TEXT = """() => {
  const words = (root) => [...root.childNodes].map((node) => node.nodeType === Node.TEXT_NODE
    ? node.textContent : node.nodeName === "STYLE" || node.nodeName === "SCRIPT" ? ""
    : (node.shadowRoot ? words(node.shadowRoot) : "") + words(node)).join(" ");
  return words(document.body);
}"""
"""All words of a page, those of its shadow trees too."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    started = App(tmp_path_factory.mktemp("gallery"))
    yield started
    assert started.end() == 0
    assert "Traceback" not in "".join(started.lines)


class Window:
    """A window on the application.

    Args:
        browser: The browser.
        app: The application.
    """

    def __init__(self, browser: Browser, app: App) -> None:
        """Open it with nothing in it."""
        self.app = app
        self.context: BrowserContext = browser.new_context(reduced_motion="reduce")
        self.context.set_default_timeout(PATIENCE)
        self.recorder = Recorder(self.context)
        self.errors: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )

    def show(self, path: str, width: int = DESK, scheme: str = "light") -> Page:
        """Open a page at a width."""
        self.page.set_viewport_size({"width": width, "height": 800})
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        self.page.goto(f"{self.app.url}{path}")
        return self.page

    def instrument(self, name: str, width: int = DESK, scheme: str = "light") -> Locator:
        """Open an instrument, and wait until its widgets are there."""
        self.show(f"gallery/{name}", width, scheme)
        found = self.page.locator(".jupyter-widgets, .widget-html, [class*='wg-']").first
        found.wait_for(state="attached")
        return found


@pytest.fixture
def window(browser: Browser, app: App) -> Iterator[Window]:
    opened = Window(browser, app)
    yield opened
    opened.context.close()
    assert opened.recorder.asked
    assert opened.recorder.strangers == []
    assert opened.errors == []


def words_change(page: Page, before: str) -> None:
    """Wait until the page says something else."""
    page.wait_for_function(f"(before) => ({TEXT})() !== before", arg=before)


def settled(page: Page) -> str:
    """Return the words of a page that has stopped changing while it is drawn."""
    page.wait_for_function(
        f"""() => {{
          const now = ({TEXT})();
          const same = now === window.wordsBefore;
          window.wordsBefore = now;
          return same && now.length > 100;
        }}""",
        polling=250,
    )
    words: str = page.evaluate(TEXT)
    return words


def press_map(page: Page) -> None:
    """Click the middle of the map."""
    page.locator(".wg-stage").first.click()


def choose(page: Page) -> None:
    """Choose the last entry of the first list."""
    found = page.locator("select").first
    found.select_option(index=found.locator("option").count() - 1)


def throw(page: Page) -> None:
    """Throw the dice."""
    page.get_by_role("button", name="Throw").first.click()


MAPS = dict.fromkeys(("GuidedGame", "GameTable", "CombatExplorer", "LosExplorer"), press_map)
ACTS: Mapping[str, Callable[[Page], None]] = MAPS | {"FiveDice": throw, "BattleExplorer": throw}
"""What is done to an instrument; where nothing stands, the last entry of a list is chosen."""


@pytest.mark.parametrize("name", INSTRUMENTS)
def test_an_instrument_is_drawn_offline_answers_and_fits_every_screen(
    window: Window, name: str
) -> None:
    window.instrument(name)
    page = window.page
    before = settled(page)
    ACTS.get(INSTRUMENTS[name].widget, choose)(page)
    words_change(page, before)
    for width in (DESK, TABLET, PHONE):
        page.set_viewport_size({"width": width, "height": 800})
        page.wait_for_function(f"{SIDEWAYS} <= 0")


def test_an_attack_is_chosen_on_the_map_and_answered_by_the_server(window: Window) -> None:
    window.instrument("combat", PHONE)
    page = window.page
    before = settled(page)
    stage = page.locator(".wg-hexmap .wg-stage").first
    stage.focus()
    # by keyboard: to a defended hex by its number, then take it
    page.keyboard.type("1012")
    page.keyboard.press("Enter")
    words_change(page, before)


def test_a_game_goes_on_by_keyboard_alone(window: Window) -> None:
    window.instrument("clearing-sedd-el-bahr", PHONE)
    page = window.page
    settled(page)
    option = page.get_by_text("end commanded fire", exact=True).first
    option.focus()
    before = settled(page)
    page.keyboard.press("Enter")
    words_change(page, before)


def test_a_line_of_sight_is_asked_of_the_server(window: Window) -> None:
    window.instrument("line-of-sight")
    page = window.page
    before = settled(page)
    field = page.get_by_label("Target", exact=True).last
    field.fill("14.19")
    field.press("Enter")
    words_change(page, before)
    expect(page.get_by_text("13.19 looks at 14.19").first).to_be_visible()


def test_a_battle_is_typed_and_thrown(window: Window) -> None:
    window.instrument("battle", PHONE)
    page = window.page
    before = settled(page)
    page.get_by_role("button", name="Throw the round").click()
    words_change(page, before)
    expect(page.get_by_text("No die has been thrown yet.")).to_have_count(0)


def test_the_real_coast_is_drawn_from_this_machine(window: Window) -> None:
    window.instrument("gaza-on-the-ground")
    tiles = window.page.locator(".leaflet-overlay-pane path")
    tiles.first.wait_for(state="attached")
    assert tiles.count() > 100


def test_a_dark_page_is_dark_all_through(window: Window) -> None:
    window.instrument("battle", scheme="dark")
    settled(window.page)
    light = window.page.evaluate(
        """() => {
          const found = [];
          const bright = (text) => {
            const parts = text.match(/[\\d.]+/g).map(Number);
            return (parts[3] ?? 1) > 0.5 && Math.min(...parts.slice(0, 3)) > 200;
          };
          const look = (root) => {
            for (const node of root.querySelectorAll("*")) {
              if (bright(getComputedStyle(node).backgroundColor)) found.push(node.className);
              if (node.shadowRoot) look(node.shadowRoot);
            }
          };
          look(document);
          return found;
        }"""
    )
    assert light == []


def test_the_first_pages_fit_a_phone_and_lead_on_by_keyboard(window: Window) -> None:
    for path in ("", "gallery", "class"):
        page = window.show(path, PHONE)
        page.wait_for_function(f"{SIDEWAYS} <= 0")
    page = window.show("gallery", PHONE)
    page.keyboard.press("Tab")
    expect(page.get_by_text("To the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".gallery a").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/gallery/clearing-sedd-el-bahr")


def test_a_page_comes_back_by_itself_after_a_restart(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("restart")
    app = App(folder)
    window = Window(browser, app)
    page = window.show("")
    page.locator("#open-password").fill("a long secret")
    page.get_by_role("button", name="Open the class").click()
    page.wait_for_url("**/teach?room=*")
    code = page.url.rpartition("=")[2]
    shown = f"{code[:3]}-{code[3:]}"
    expect(page.get_by_text(shown)).to_be_visible()
    page.evaluate("window.sameAsBefore = true")
    app.end()
    expect(page.locator("#lost")).to_contain_text("comes back by itself")
    again = App(folder, port=app.port)
    page.wait_for_function("!window.sameAsBefore")
    expect(page.get_by_text(shown)).to_be_visible()
    expect(page.locator("#lost")).to_be_empty()
    assert window.recorder.strangers == []
    window.context.close()
    again.end()
