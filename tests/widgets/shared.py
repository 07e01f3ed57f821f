"""What the tests of the small widgets share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.frame.repository import FRONT_END

if TYPE_CHECKING:
    import ipywidgets

HOSTILE = '<img src="x" onerror="boom()">'
ANYWHERE = {"layout", "tabbable", "tooltip"}


def traits_of(widget: ipywidgets.Widget) -> set[str]:
    """Return the names that a widget shares with its front end, less those every widget has."""
    names = widget.trait_names(sync=True)
    return {name for name in names if not name.startswith("_")} - ANYWHERE


def traits_in_typescript(constant: str) -> set[str]:
    """Return the keys of a table of defaults in ``traits.ts``."""
    text = (FRONT_END / "src" / "lib" / "traits.ts").read_text("utf-8")
    table = re.search(rf"export const {constant}: \w+ = {{\n(.*?)\n}};", text, re.DOTALL)
    assert table is not None
    return set(re.findall(r"^  (\w+):", table[1], re.MULTILINE))


def theme(name: str) -> int:
    """Return the percentage of text in one of the mixed colours of ``theme.css``."""
    text = (FRONT_END / "src" / "lib" / "theme.css").read_text("utf-8")
    mixed = rf"--wg-{name}: color-mix\(in srgb, var\(--wg-text\) (\d+)%, var\(--wg-back\)\)"
    found = re.search(mixed, text)
    assert found is not None
    return int(found[1])
