"""The house rules that bear on a battle, each with its readings in words (AA-Q02 to AA-Q27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat.ruleset import READINGS
from widgets.explorers.battle_plan import in_battle
from widgets.explorers.form import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from widgets.explorers.battle_plan import BattlePlan

BOTH = ("city", "complex")
_PLACES = (
    ("city and complex", BOTH),
    ("complex only", ("complex",)),
    ("city only", ("city",)),
    ("neither", ()),
)


@frozen
class Switch:
    """A switch of the ruleset.

    Args:
        name: The field of the ruleset.
        doubt: The question of the catalogue that it answers.
        label: What is in doubt.
        readings: What each value means, and the value; the first is the proposed one.
    """

    name: str
    doubt: str
    label: str
    readings: tuple[tuple[str, Any], ...]


SWITCHES = (
    Switch("armor_class", "AA-Q02", "An armor hit takes",
           (("armor or artillery, as the owner likes", True), ("armor first", False))),
    Switch("guns", "AA-Q03", "Guns against planes stand in", _PLACES),
    Switch("unshaken", "AA-Q04", "Defenders never run from", _PLACES),
    Switch("landings", "AA-Q05", "A retreat number in a landing",
           (("means nothing", "ignored"), ("sends the unit back aboard", "converted"))),
    Switch("support", "AA-Q08", "A plane beside armor",
           (("supports it or attacks", "either"), ("does both", "both"))),
    Switch("shots", "AA-Q10", "Planes shot at, at most",
           (("3", 3), ("1", 1), ("2", 2), ("6", 6), ("all of them", 100))),
    Switch("triggers", "AA-Q19", "Units run on a die of",
           (("attack or defence", "both"), ("attack only", "attack"), ("defence only", "defense"))),
    Switch("first", "AA-Q20", "A round begins with",
           (("artillery", "artillery"), ("the air", "air"))),
    Switch("jets", "AA-Q21", "A jet's 2X is",
           (("two dice", "dice"), ("one die that counts double", "double"))),
    Switch("unlisted_retreat", "AA-Q22", "Nations not listed run from",
           (("6 on", 6), ("5 on", 5), ("4 on", 4), ("never", 0))),
    Switch("envelopment", "AA-Q24", "Infantry, lost on a 1, left",
           (("by decision", "voluntary"), ("in whatever way", "all"))),
    Switch("nowhere", "AA-Q25", "With nowhere to run it",
           (("fights on", "fights"), ("is lost", "lost"))),
    Switch("spill", "AA-Q26", "Air hits beyond the last plane",
           (("fall on ground units", True), ("are wasted", False))),
    Switch("evacuation", "AA-Q27", "By sea may leave",
           (("any coastal defender", "coastal"), ("those in a city or complex", "fortified"))),
)  # fmt: skip
ELSEWHERE = "Switches of salvos, interdiction, bombing and rail do not bear on a battle."


def rule_fields(plan: BattlePlan) -> Iterator[Field[BattlePlan]]:
    """Yield a menu for each house rule; a value of the caller's own is a line of its own."""
    for each in SWITCHES:
        value = getattr(plan.battle.rules, each.name)
        options = each.readings
        if value not in [known for _, known in options]:
            options = (*options, (f"as given: {value}", value))
        label = f"{each.label} ({each.doubt})"
        yield Field(each.name, "menu", label, value, _switching(each.name), options)


def differing(plan: BattlePlan) -> tuple[str, ...]:
    """Return the house rules that differ from the proposed readings, in words."""
    rules = plan.battle.rules
    return tuple(
        _said(each, plan)
        for each in SWITCHES
        if getattr(rules, each.name) != getattr(READINGS, each.name)
    )


def _said(switch: Switch, plan: BattlePlan) -> str:
    value = getattr(plan.battle.rules, switch.name)
    words = next((words for words, known in switch.readings if known == value), str(value))
    return f"{switch.label}: {words} ({switch.doubt})"


def _switching(name: str) -> Callable[[Any], Callable[[BattlePlan], BattlePlan]]:
    def act(value: Any) -> Callable[[BattlePlan], BattlePlan]:  # noqa: ANN401 - of any switch
        return lambda plan: in_battle(
            plan, evolve(plan.battle, rules=plan.battle.rules.replace(**{name: value}))
        )

    return act
