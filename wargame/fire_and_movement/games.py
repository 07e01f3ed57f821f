"""The rulesets by name: both editions of the system and the games built on them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement.gaza_1917 import GAZA_1917
from wargame.fire_and_movement.lebanon_82 import LEBANON_82, LEBANON_1976, LEBANON_2006
from wargame.fire_and_movement.system import SYSTEM_V7, SYSTEM_V8

if TYPE_CHECKING:
    from wargame.fire_and_movement.ruleset import Ruleset

RULESETS: dict[str, Ruleset] = {
    rules.id: rules
    for rules in (SYSTEM_V8, SYSTEM_V7, GAZA_1917, LEBANON_82, LEBANON_2006, LEBANON_1976)
}


def ruleset_named(name: str) -> Ruleset:
    """Return a ruleset by its id.

    Raises:
        RequestError: There is none; the ids are listed.
    """
    if name not in RULESETS:
        raise RequestError("ruleset", shown(name), one_of(RULESETS, str(name)))
    return RULESETS[name]
