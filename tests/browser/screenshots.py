"""Makes the picture in the README from the product itself: ``python -m tests.browser.screenshots``.

The combat explorer in JupyterLab with an attack planned, light, as wide as a README can show it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from tests.browser.lab import Lab, Server, find_chromium, open_browser
from tests.browser.screen import ExplorerOnScreen
from wargame.fire_and_movement.scenario import load_scenario

PICTURE = Path(__file__).parents[2] / "tutorials" / "fire_and_movement" / "combat_explorer.png"
WIDTH = 1280
TALL = 2400
"""The height of the page: more than the widget needs, so that nothing is scrolled out of sight."""

CELL = """
from widgets import CombatExplorer

explorer = CombatExplorer(target="1310", attackers=("BR-161", "BR-1E", "BR-163"))
explorer
"""


def take(lab: Lab, path: Path) -> None:
    """Open the explorer and save a picture of it alone."""
    lab.theme("JupyterLab Light")
    notebook = lab.open(lab.server.write("picture", CELL)).run()
    explorer = ExplorerOnScreen(notebook, load_scenario().situation.board)
    explorer.headline("Attack on 1310 Tank Redoubt")
    box = notebook.panel.locator(".jp-OutputArea-output > .widget-vbox")
    found = box.bounding_box()
    assert found is not None
    beside = lab.page.viewport_size["width"] - found["width"] if lab.page.viewport_size else 0
    lab.page.set_viewport_size({"width": round(WIDTH + beside), "height": TALL})
    explorer.page.wait_for_function(
        "width => Math.abs(document.querySelector('.wg-ruling').clientWidth - width) < 20",
        arg=WIDTH,
    )
    explorer.page.mouse.move(0, 0)
    explorer.page.evaluate("document.activeElement.blur()")
    box.screenshot(path=path, animations="disabled")
    # a screen of plain colours needs no more than a palette, at a third of the size
    with Image.open(path) as picture:
        small = picture.convert("RGB").quantize(dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def main() -> None:
    """Make the picture anew."""
    found = find_chromium()
    if found is None:
        sys.exit("No Chromium to take the picture with. Install it: make chromium.")
    with TemporaryDirectory() as folder, open_browser(found) as browser:
        server = Server(Path(folder))
        try:
            lab = Lab(server, browser, width=WIDTH, height=TALL)
            take(lab, PICTURE)
            lab.close()
        finally:
            server.stop()
    print(f"{PICTURE.name}: {PICTURE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
