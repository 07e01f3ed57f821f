"""Words that depend on a number."""

from __future__ import annotations


def count(number: int, one: str, many: str = "") -> str:
    """Return a number of things: ``1 hex``, ``2 hexes``.

    Args:
        number: How many.
        one: What one of them is called.
        many: What several are called; with an s where nothing is said.
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"
