"""The orders of battle of Gaza 1917 (19.0), and what its rules change in the system (10.3)."""

from __future__ import annotations

import pytest
from attrs import fields

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.fire_and_movement import questions_gaza  # noqa: F401 - registers its questions
from wargame.fire_and_movement.gaza_1917 import GAZA_1917
from wargame.fire_and_movement.gaza_forces import FORMATIONS, order_of_battle
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.system import SYSTEM_V8

PRINTED = {
    "3rd Division": ("31st", "32nd", "39th", "Composite", "Machine-gun"),
    "16th Division": ("47th", "48th", "125th"),
    "27th Division": ("79th", "81st"),
    "53rd Division (Ottoman)": ("163rd", "Composite"),
    "Reserve (Central Powers)": ("1st Jandarma", "2nd Jandarma", "Arab", "Engineers"),
    "Asia Corps": ("1st Machine-gun", "2nd Machine-gun"),
    "52nd Division": ("155th", "156th", "157th"),
    "53rd Division (British)": ("158th", "159th", "160th", "Motor Machine-gun"),
    "54th Division": ("161st", "162nd", "163rd", "Motor Machine-gun"),
    "74th (Yeomanry) Division": ("229th", "230th", "231st", "Yeomanry"),
    "Australian and New Zealand Mounted Division": (
        "1st Light Horse",
        "2nd Light Horse",
        "22nd Mounted",
        "New Zealand Mounted",
    ),
    "Imperial Mounted Division": ("3rd Light", "4th Light", "5th Mounted", "6th Mounted"),
    "Reserve (British)": ("Camel", "1st Tank", "2nd Tank", "Light Car", "Machinegun Corps"),
}
CHANGED = {
    "id",
    "title",
    "crt",
    "clear_line",
    "terrain_lines",
    "side_lines",
    "hexside_lines",
    "prohibited",
    "costs",
    "result_cases",
    "stand_cases",
    "loss_cases",
    "reveal_cases",
    "advance_cases",
    "friendly_edges",
    "stand_cost",
    "stands_on",
    # 10.3: mobile phases, stacking, A3 and D3, advance, fire support
    "mobile_phases",
    "stacking",
    "stacks_fight_together",
    "retreat_costs_step",
    "advance_after",
    "advance_hexes",
    "advance_beyond",
    "bombards_only",
    "markers_in_combat",
    "markers_per_hex",
    "lowest_first",
    "sight",
    "marker_reach",
    # 13 to 17: cavalry, train, Kress, trenches, railway, coordination
    "shifts",
    "ignores_zone",
    "leaves_zone",
    "bound",
    "rail",
}


@pytest.mark.cases(
    "GAZA", "19.0", "19.2", "19.2/1", "19.2/2", "19.2/3", "19.2/4", "19.2/5", "19.2/6"
)
@pytest.mark.cases(
    "GAZA", "19.3", "19.3/1", "19.3/2", "19.3/3", "19.3/4", "19.3/5", "19.3/6", "19.3/7"
)
@pytest.mark.parametrize("formation", PRINTED)
def test_the_formations_have_the_units_of_the_order_of_battle(formation: str) -> None:
    situation = gaza("second_battle")
    both = [order_of_battle(situation, side) for side in (BRITISH, CENTRAL_POWERS)]
    part = next(found for each in both if (found := each.find(formation)) is not None)
    named = PRINTED[formation]
    for name in named:
        assert name in part.sentence
    # the Reserve has two more by the set-up: Comp/R, and the fifth counter (FM-Q34)
    more = 2 if formation == "Reserve (Central Powers)" else 0
    assert part.value == len(named) + more
    assert [str(case) for case in part.cases] == [FORMATIONS[formation]]


@pytest.mark.cases("GAZA", "19.2", "19.3")
def test_the_sum_is_the_counters_of_the_set_up() -> None:
    situation = gaza("second_battle")
    assert order_of_battle(situation, CENTRAL_POWERS).value == 19 + 3
    assert order_of_battle(situation, BRITISH).value == 28 + 1
    assert ask("fm.gaza_order_of_battle", {"side": BRITISH}).value == 29
    with pytest.raises(RequestError):
        order_of_battle(situation, "Italian")


@pytest.mark.cases("GAZA", "10.3", "13.0", "18.0")
def test_the_system_holds_but_for_what_the_exclusive_rules_name() -> None:
    changed = {
        each.name
        for each in fields(Ruleset)
        if getattr(GAZA_1917, each.name) != getattr(SYSTEM_V8, each.name)
    }
    assert changed <= CHANGED, sorted(changed - CHANGED)
    assert GAZA_1917.edition == "FM8"
