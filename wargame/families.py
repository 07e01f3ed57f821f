"""Loading the families: importing a family's modules registers its questions and its rule cases.

Nothing here runs at ``import wargame``; whoever needs every family asks for them.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DEFAULT_SCENARIOS: dict[str, str] = {
    "area_combat": "eastern_front_1942",
    "fire_and_movement": "gaza_1917/eve_of_assault",
    "rifle_and_spade": "gallipoli_1915/clearing_sedd_el_bahr",
}
"""The position a question asks about when none is named, by family."""


@cache
def load_families() -> tuple[str, ...]:
    """Import every module of every family.

    Returns:
        The names of the modules imported, in order.
    """
    import wargame

    names: list[str] = []
    for each in pkgutil.iter_modules(wargame.__path__, "wargame."):
        if each.ispkg and each.name != "wargame.core":
            names.extend(_import_all(each.name))
    return tuple(names)


def _import_all(package: str) -> Iterator[str]:
    """Import a package and everything below it, yielding each name."""
    module = import_module(package)
    yield package
    for each in pkgutil.iter_modules(module.__path__, f"{package}."):
        if each.ispkg:
            yield from _import_all(each.name)
        else:
            import_module(each.name)
            yield each.name
