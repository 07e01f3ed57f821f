"""CombatExplorer in JupyterLab: what a reader does reaches the rules; what they say is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.browser.screen import ExplorerOnScreen
from wargame.core.errors import Refused
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario
from widgets import CombatExplorer
from widgets.explorers.combat_plan import CombatPlan
from widgets.odds import chance_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

    Opener = Callable[..., Notebook]

SITUATION = load_scenario(DEFAULT).situation
BOARD = SITUATION.board
ATTACKERS = ("BR-161", "BR-1E", "BR-163")
PLANNED = f'target="1310", attackers={ATTACKERS}'
REDOUBT = CombatPlan(SITUATION, BOARD.hex("1310"))
PLAN = REDOUBT.with_attackers(ATTACKERS)


def opened(notebook: Opener, arguments: str = "") -> ExplorerOnScreen:
    cell = f"from widgets import CombatExplorer\nexplorer = CombatExplorer({arguments})\nexplorer"
    return ExplorerOnScreen(notebook(cell), BOARD)


def written(plan: CombatPlan) -> dict[str, str]:
    """Return the chances of a plan as the table writes them."""
    return {code: chance_text(share) for code, share in plan.chances().items()}


def shown(explorer: ExplorerOnScreen) -> dict[str, str]:
    """Return the chances on the screen, without results that the ruleset in force cannot have."""
    return {code: words for code, words in explorer.chances().items() if words != "0 · 0 %"}


def test_clicks_on_the_map_choose_target_and_attackers(notebook: Opener) -> None:
    explorer = opened(notebook)
    explorer.says("hexes may be attacked")
    explorer.map.click("1310")
    explorer.panel.get_by_text("Attack on 1310 Tank Redoubt").first.wait_for()
    columns = []
    for label, attackers in (("1311", ATTACKERS[:2]), ("1211", ATTACKERS)):
        explorer.map.click(label)
        plan = REDOUBT.with_attackers(attackers)
        columns.append(plan.assessment.column)
        explorer.headline(f"Attack on 1310 Tank Redoubt: {plan.assessment.column}")
        explorer.says(f"column {plan.assessment.column}")
        assert shown(explorer) == written(plan)
    assert columns[0] != columns[1]
    # a second click takes the hex out again
    explorer.map.click("1211")
    explorer.headline(f": {columns[0]}")


def test_what_if_the_trench_were_not_there(notebook: Opener) -> None:
    explorer = opened(notebook, PLANNED)
    explorer.says(PLAN.assessment.line)
    assert shown(explorer) == written(PLAN)
    explorer.box("trench").check()
    without = evolve(PLAN, waived=frozenset({"terrain:trench"}))
    explorer.says(without.assessment.line)
    assert without.assessment.line != PLAN.assessment.line
    assert shown(explorer) == written(without) != written(PLAN)
    explorer.box("trench").uncheck()
    explorer.says(PLAN.assessment.line)
    assert shown(explorer) == written(PLAN)


def test_a_die_set_by_hand_is_resolved_and_taken_back(notebook: Opener) -> None:
    explorer = opened(notebook, PLANNED)
    explorer.headline("Attack on 1310 Tank Redoubt: ")
    explorer.face(2).click()
    explorer.dice.locator(".wg-landed", has_text="2: Ex").wait_for()
    for unit in ("161st Brigade", "48th Regiment"):
        explorer.option(unit).click()
    explorer.says("161st Brigade lost a step. 48th Regiment lost a step.")
    assert "◄ thrown" in explorer.odds.locator("tr.wg-lit").inner_text()
    assert "Ex" in explorer.odds.locator("tr.wg-lit .wg-code").inner_text()
    told = explorer.ruling.locator(".wg-headline").filter(has_text="Result Ex")
    told.wait_for()
    for _ in range(3):
        explorer.button("Take back").click()
    explorer.says("Most likely")
    told.wait_for(state="detached")
    assert explorer.odds.locator("tr.wg-lit").count() == 0
    assert explorer.button("Take back").is_disabled()
    explorer.face(4).click()
    explorer.says("nothing happens")


def test_a_throw_lands_on_a_result(notebook: Opener) -> None:
    explorer = opened(notebook, f"{PLANNED}, seed=1917")
    explorer.button("Throw").click()
    landed = explorer.dice.locator(".wg-landed")
    landed.wait_for()
    face, _, outcome = landed.inner_text().partition(": ")
    assert outcome == PLAN.assessment.results[int(face) - 1]
    band = explorer.dice.locator(".wg-band.wg-lit")
    assert outcome in band.inner_text()


def test_the_odds_wait_for_a_bet(notebook: Opener) -> None:
    explorer = opened(notebook, f"{PLANNED}, bet=True")
    explorer.says("Bet on a result")
    assert "%" not in explorer.odds.inner_text()
    assert explorer.odds.locator(".wg-figure").count() == 0
    assert explorer.button("Throw").is_disabled()
    explorer.button("Bet on Ex").click()
    explorer.odds.locator(".wg-figure").first.wait_for()
    assert shown(explorer) == written(PLAN)
    assert "your bet" in explorer.odds.locator("tr", has_text="each side loses a step").inner_text()
    assert explorer.button("Throw").is_enabled()


def test_what_is_not_allowed_is_said_in_the_words_of_python(notebook: Opener) -> None:
    explorer = opened(notebook)
    with pytest.raises(Refused) as refused:
        CombatExplorer().aim("1411")
    explorer.map.click("1411")
    alert = explorer.map.part("error")
    alert.filter(has_text=str(refused.value)).wait_for()
    assert alert.inner_text() == str(refused.value)
    assert alert.get_attribute("role") == "alert"
    # and it goes when the reader does something else
    explorer.map.click("1310")
    explorer.panel.get_by_text("Attack on 1310 Tank Redoubt").first.wait_for()
    alert.wait_for(state="hidden")
