"""BattleHeatmap in JupyterLab: the picture is there, whole, and has words in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

CELL = """
from widgets import BattleHeatmap
BattleHeatmap("2 inf", "1 inf", most_rows=1, most_columns=3)
"""


def test_the_map_shows_as_a_picture_that_fits_the_page(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(CELL)
    picture = opened.output().locator("img")
    picture.wait_for()
    opened.page.wait_for_function("img => img.complete && img.naturalWidth > 0",
                                  arg=picture.element_handle())  # fmt: skip
    shown, room = picture.bounding_box(), opened.output().bounding_box()
    assert shown is not None
    assert room is not None
    assert shown["width"] > room["width"] / 2, "figures in its cells are to be read"
    assert shown["width"] <= room["width"] + 1
