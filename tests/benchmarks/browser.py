"""What the widgets cost in a browser: a large board, a click and a drag answered in JupyterLab.

Run it with ``python -m tests.benchmarks.browser``, or a part of it with its name (``board``,
``explorer``, ``drag``) behind; it needs a Chromium. The large board is shown on
a plain page, by the built front end, from what Python would send. A time "to the screen" is the
browser's own (Event Timing, in steps of 8 ms): from the press of a button until the picture that
shows its effect is up.
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING, Any

import psutil

from tests.benchmarks import big_board
from tests.benchmarks.report import Line, printed
from tests.browser.lab import HOST, Lab, Server, find_chromium, open_browser
from tests.browser.screen import ExplorerOnScreen, MapOnScreen
from wargame.fire_and_movement.scenario import load_scenario
from widgets.explorers.los import demonstration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

WIDGETS = Path(__file__).parent.parent.parent / "widgets"
PAINTS = 7
TURNS = 15
STROKES = 60
CLICKS = 30
STROKE_ENDS = [f"{column}.{row}" for row in range(20, 10, -1) for column in (11, 24)]
HEXES_ACROSS = 13
WARM_UP = 4
MIB = 2**20
LESSON = "fire_and_movement/01_combat.ipynb"

EXPLORER = (
    "from widgets import CombatExplorer\n"
    'explorer = CombatExplorer(target="1310", attackers=("BR-161", "BR-1E"))\n'
    "explorer"
)
SIGHT = """
from widgets import LosExplorer
explorer = LosExplorer()
explorer.show_view({view})
explorer
"""
ROUND_TRIP = (
    "from ipywidgets import Button, Label\n"
    'answer, ask = Label("0"), Button(description="Ask")\n'
    'ask.on_click(lambda _: setattr(answer, "value", str(int(answer.value) + 1)))\n'
    "display(ask, answer)"
)
"""What any click in a notebook costs: a button that Python answers with a digit."""

ANSWERS = """selector => {
  window.answers = [];
  let pressed = 0;
  document.addEventListener("click", event => { pressed = event.timeStamp; }, { capture: true });
  new MutationObserver(() => {
    if (!pressed) return;
    const from = pressed;
    pressed = 0;
    requestAnimationFrame(() => window.answers.push(performance.now() - from));
  }).observe(document.querySelector(selector), { childList: true, subtree: true });
}"""
"""Times each click until the frame that shows something else in an element."""

UPDATES = """() => {
  window.updates = [];
  const heard = { ruling: 0, profile: 0, map: 0 };
  const changes = { childList: true, characterData: true, subtree: true };
  const watch = (name, selector) => {
    new MutationObserver(() => {
      heard[name] += 1;
      if (name !== "map") return;
      // the map comes last: by then everything else has been told of the same hex
      const whole = heard.ruling > 0 && heard.profile > 0;
      heard.ruling = heard.profile = heard.map = 0;
      if (whole) requestAnimationFrame(() => window.updates.push(performance.now()));
    }).observe(document.querySelector(selector), changes);
  };
  watch("ruling", ".wg-ruling .wg-tree");
  watch("profile", ".wg-ruling .wg-beside");
  watch("map", ".wg-hexmap .wg-message");
}"""
"""Notes the frame of each full update: the cases, the height profile, and last of all the map."""

IDLE = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"

TIMED = """work => {
  // an effect that takes less than two frames is too short for the browser to report
  const quick = new Promise(resolve => setTimeout(() => resolve({ shown: 16 }), 2000));
  window.timed = Promise.race([harness.measure.timeNextClick(new Function(work)), quick]);
}"""
CORNER = (4, 4)


def main(*asked: str) -> None:
    """Print every figure, or those of the parts asked for."""
    parts: dict[str, tuple[str, Callable[[Browser], Iterator[Line]]]] = {
        "board": ("A board of 4,000 hexes in the browser (medians)", _board),
        "explorer": ("The combat explorer in JupyterLab (medians)", _explorer),
        "drag": ("An end of a line of sight dragged in JupyterLab (medians)", _dragging),
    }
    if strange := sorted(set(asked) - set(parts)):
        print(f"There is no part {strange[0]!r}, only: {', '.join(parts)}.")
        return
    found = find_chromium()
    if found is None:
        print("No Chromium, so nothing is measured in a browser. Install it: make chromium.")
        return
    with open_browser(found) as browser:
        for name in asked or parts:
            title, measured = parts[name]
            printed(title, measured(browser))


# ------------------------------------------------------------------------------------ the board


class _Quiet(SimpleHTTPRequestHandler):
    """Serves the front end, and the state of the large board from memory."""

    state = b""

    def do_GET(self) -> None:
        """Answer with the state or with a file."""
        if self.path != "/state.json":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(self.state)))
        self.end_headers()
        self.wfile.write(self.state)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def _pages(state: dict[str, Any]) -> Iterator[str]:
    """Serve the front end's harness; yield the address of a page that waits to show *state*."""
    handler = type("Pages", (_Quiet,), {"state": json.dumps(state).encode()})
    with ThreadingHTTPServer((HOST, 0), partial(handler, directory=str(WIDGETS))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        yield f"http://{HOST}:{port}/frontend/harness/index.html?state=/state.json&wait=1"
        server.shutdown()


def _board(browser: Browser) -> Iterator[Line]:
    told = big_board.state(TURNS)
    with _pages(told["state"]) as address:
        paints = [_first_paint(browser, address) for _ in range(PAINTS)]
        yield Line("first paint from its data, hatches included", median(paints), "ms", most=500)
        page = _open(browser, address)
        page.evaluate("harness.show()")
        page.wait_for_selector(".wg-board path", state="attached")
        turns = [_new_counters(page, layer) for layer in told["overlays"][1:]]
        yield Line("another counter layer to the screen", median(turns), "ms", most=35)
        for name, frames in (("pan", _pan(page)), ("zoom", _zoom(page))):
            yield Line(f"frame while the reader {name}s", median(frames), "ms", most=20)
            yield Line(f"  the slowest in twenty ({len(frames)} frames)", _late(frames), "ms")
        page.context.close()


def _late(frames: list[float]) -> float:
    return sorted(frames)[int(len(frames) * 0.95)]


def _open(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1200, "height": 800}).new_page()
    page.goto(address)
    page.evaluate("harness.prepared.then(() => null)")
    return page


def _timed(page: Page, work: str) -> float:
    """Run *work* in a click beside the widget; return the ms until it is on the screen."""
    page.evaluate(TIMED, work)
    page.mouse.click(*CORNER)
    shown: float = page.evaluate("window.timed.then(found => found.shown)")
    return shown


def _first_paint(browser: Browser, address: str) -> float:
    page = _open(browser, address)
    count = 'window.drawn = document.querySelectorAll(".wg-board path").length'
    frame = f"requestAnimationFrame(() => requestAnimationFrame(() => {{ {count}; }}))"
    shown = _timed(page, f"harness.show(); {frame};")
    # what was timed was the board, not an empty frame
    page.wait_for_function("window.drawn > 100")
    page.context.close()
    return shown


def _new_counters(page: Page, layer: str) -> float:
    page.evaluate("layer => { window.layer = layer; }", layer)
    return _timed(page, "harness.model.receive({ overlay_svg: window.layer });")


def _frames(page: Page, strokes: Iterator[None]) -> list[float]:
    """Return the times between frames while something is done, once a frame."""
    page.evaluate("() => { window.frames_ = harness.measure.recordFrames(); }")
    for _ in strokes:
        page.evaluate("new Promise(requestAnimationFrame)")
    times: list[float] = page.evaluate("window.frames_.stop()")
    return times


def _pan(page: Page) -> list[float]:
    stage = page.locator(".wg-stage").bounding_box()
    assert stage is not None
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2
    for _ in range(3):  # so near that there is somewhere to go
        page.get_by_role("button", name="Zoom in").click()
    page.mouse.move(x, y)
    page.mouse.down()

    def strokes() -> Iterator[None]:
        for stroke in range(STROKES):
            page.mouse.move(x + 4 * stroke, y + 2 * stroke)
            yield

    times = _frames(page, strokes())
    page.mouse.up()
    return times


def _zoom(page: Page) -> list[float]:
    page.get_by_role("button", name="Show the whole board").click()
    page.locator(".wg-stage").click()  # the wheel is the page's until then

    def strokes() -> Iterator[None]:
        for stroke in range(STROKES):
            page.mouse.wheel(0, -40 if stroke < STROKES / 2 else 40)
            yield

    return _frames(page, strokes())


# ------------------------------------------------------------------------------------ the explorer


def _explorer(browser: Browser) -> Iterator[Line]:
    for stock, name in ((False, "wargame lab"), (True, "a stock server")):
        with TemporaryDirectory() as folder:
            server = Server(Path(folder), stock=stock)
            try:
                lab = Lab(server, browser)
                least = median(_round_trips(lab))
                lab.close_all()
                answers = _explanations(lab)
                memory = 0 if stock else _lesson(lab)
                lab.close()
            finally:
                server.stop()
        bound = None if stock else 150
        yield Line(f"click to another explanation, {name}", median(answers), "ms", most=bound)
        yield Line(f"  the slowest in twenty ({len(answers)} clicks)", _late(answers), "ms")
        yield Line("  of which any answer of a kernel takes", least, "ms")
        if not stock:
            yield Line("memory of a kernel that ran the lesson", memory, "MiB", most=200)


def _round_trips(lab: Lab) -> list[float]:
    """Return the ms from a click to the simplest answer of a kernel."""
    notebook = lab.open(lab.server.write("button", ROUND_TRIP)).run()
    ask = notebook.panel.get_by_role("button", name="Ask")
    return _answers(lab, ".widget-label", lambda _: ask.click())


def _explanations(lab: Lab) -> list[float]:
    """Return the ms from a click to another explanation."""
    notebook = lab.open(lab.server.write("explorer", EXPLORER)).run()
    explorer = ExplorerOnScreen(notebook, load_scenario().situation.board)
    explorer.headline("Attack on")

    def click(number: int) -> None:
        # two hexes join and leave by turns, so that every click gives another attack
        explorer.map.click(("1211", "1411")[number % 2])

    return _answers(lab, ".wg-ruling .wg-tree", click)


def _dragging(browser: Browser) -> Iterator[Line]:
    """Drag an end to and fro over the map, a hex at a time, and count what is shown of it."""
    with TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            lab = Lab(server, browser)
            for end, start, view in (
                ("target", "20.17", False),
                ("spotter", "13.19", False),
                ("spotter, with its field of view,", "13.19", True),
            ):
                gaps = _updates(lab, start, view=view)
                rate = 1000 / median(gaps)
                name = f"full updates while the {end} is dragged"
                yield Line(name, rate, "updates/s", least=15)
                yield Line(f"  the slowest in twenty ({len(gaps)})", _late(gaps), "ms")
            lab.close()
        finally:
            server.stop()


def _updates(lab: Lab, start: str, *, view: bool) -> list[float]:
    """Return the ms between full updates during one drag."""
    name = f"sight-{start}-{view}"
    notebook = lab.open(lab.server.write(name, SIGHT.format(view=view))).run()
    board = demonstration()
    shown = MapOnScreen(notebook, board)
    shown.root.locator(".wg-grip").nth(1).wait_for(state="attached")
    box = shown.stage.bounding_box()
    assert box is not None
    # the browser's end of the driver makes the steps of a stroke: a call for each would be slower
    way = [shown.place(label) for label in STROKE_ENDS]
    mouse, at = lab.page.mouse, shown.place(start)
    mouse.move(box["x"] + at["x"], box["y"] + at["y"])
    mouse.down()
    lab.page.evaluate(UPDATES)
    for place in way:
        mouse.move(box["x"] + place["x"], box["y"] + place["y"], steps=HEXES_ACROSS)
    mouse.up()
    times: list[float] = lab.page.evaluate("window.updates")
    lab.close_all()
    return [later - earlier for earlier, later in pairwise(times)][WARM_UP:]


def _lesson(lab: Lab) -> float:
    """Return the MiB of a kernel that has run the whole lesson on combat."""
    lab.close_all()
    lab.open(LESSON).run()
    family = psutil.Process(lab.server.process.pid).children(recursive=True)
    kernels = [each for each in family if "ipykernel_launcher" in each.cmdline()]
    return max(each.memory_info().rss for each in kernels) / MIB


def _answers(lab: Lab, selector: str, click: Callable[[int], None]) -> list[float]:
    lab.page.evaluate(ANSWERS, selector)
    for number in range(WARM_UP + CLICKS):
        click(number)
        lab.page.wait_for_function("count => window.answers.length > count", arg=number)
        # and the last of the answer has come before the next click
        lab.page.wait_for_function(IDLE)
    times: list[float] = lab.page.evaluate("window.answers")
    return times[WARM_UP:]


if __name__ == "__main__":
    main(*sys.argv[1:])
