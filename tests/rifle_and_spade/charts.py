"""An owner's chart for the tests: ours with one place changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.charts import ChartShelf
from wargame.core.data import scenario_folder

if TYPE_CHECKING:
    from pathlib import Path


def shelf_with(folder: Path, name: str, old: str, new: str) -> ChartShelf:
    """Return a shelf in *folder* whose chart *name* differs from ours in one place."""
    text = (scenario_folder() / "charts/rifle_and_spade" / f"{name}.toml").read_text("utf-8")
    assert old in text
    own = folder / "rifle_and_spade" / f"{name}.toml"
    own.parent.mkdir(exist_ok=True)
    own.write_text(text.replace(old, new, 1), "utf-8")
    return ChartShelf(folder)
