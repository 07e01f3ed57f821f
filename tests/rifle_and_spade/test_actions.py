"""Actions: one for each unit in a turn, and the long ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import gun, position, unit
from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError
from wargame.rifle_and_spade import actions

BOARD = "column-row 10.50\ng grassland\n\ng\n"
SHELF = ChartShelf()


@pytest.mark.cases("RS", "12.1", "12.1.1", "12.2", "12.2.1", "13.1.7")
@pytest.mark.parametrize(
    ("task", "kind", "case"),
    [
        ("engineering", "Engineering", "RS 13.1.7"),
        ("one hex", "Movement", "RS 14.1.11"),
        ("prolong", "Movement", "RS 14.3.7"),
        ("drag", "Movement", "RS 14.3.8"),
        ("land", "Movement", "GB 103.3.3"),
        ("embark", "Movement", "GB 103.9"),
    ],
)
def test_the_long_actions(task: str, kind: str, case: str) -> None:
    """RS-44 (RS 12.1.1, 12.2, 12.2.1): what is long, of which sort, and the case that says so."""
    ruling = actions.long_action(position(BOARD), task)
    assert ruling.value == kind
    assert str(ruling.cases[0]) == case


@pytest.mark.cases("RS", "12.2.1", "13.1.15/b4", "7.2.5", "7.6.1")
def test_anchors_and_the_column_for_hiding() -> None:
    """RS 13.1.15, 7.2.5, 7.6.1: hiding ends digging (printed) and most of the others (ours)."""
    table = actions.long_actions(SHELF)
    assert len(table.actions) == 6
    assert actions.cancelled_by_hiding(SHELF, "engineering")
    assert not actions.cancelled_by_hiding(SHELF, "land")
    assert not actions.cancelled_by_hiding(SHELF, "")
    situation = position(BOARD)
    dig = actions.long_action(situation, "engineering").find("Hiding")
    drag = actions.long_action(situation, "drag").find("Hiding")
    assert dig is not None
    assert drag is not None
    assert (dig.reconstructed, drag.reconstructed) == (False, True)
    with pytest.raises(RequestError, match="Long Action Table"):
        actions.long_action(situation, "sleep")


@pytest.mark.cases("RS", "12.2.1")
def test_an_owner_may_replace_the_table(tmp_path: Path) -> None:
    """RS 12.2.1: charts= puts the printed table in place of ours."""
    own = tmp_path / "rifle_and_spade"
    own.mkdir()
    text = SHELF.path("rifle_and_spade/long_actions").read_text()
    changed = text.replace("cancelled_by_hiding = true", "cancelled_by_hiding = false")
    (own / "long_actions.toml").write_text(changed)
    assert not actions.cancelled_by_hiding(ChartShelf(tmp_path), "drag")


@pytest.mark.cases("RS", "12.0", "13.1.8")
def test_one_action_a_turn() -> None:
    """RS 12.0 (RS-Q53): a unit acts once. RS 13.1.8: digging is that once, interrupted or not."""
    situation = position(BOARD, units=[unit("A", at="10.50"), unit("B", at="10.50")])
    assert actions.may_act(situation, "A").allowed
    digging = actions.begin(situation, ["A"], "engineering")
    assert (digging.piece("A").task, digging.piece("A").acted) == ("engineering", True)
    assert not actions.may_act(digging, "A").allowed
    assert actions.may_act(digging, "B").allowed
    torn = actions.interrupt(digging, ["A", "B"])
    assert not torn.piece("A").task
    assert not actions.may_act(torn, "A").allowed
    morning = torn.replace_pieces(evolve(digging.piece("A"), acted=False))
    assert not actions.may_act(morning, "A").allowed
    assert actions.interrupt(situation, ["A", "B"]) is situation
    with pytest.raises(RequestError):
        actions.begin(situation, ["A"], "sleep")


@pytest.mark.cases("RS", "12.1.2")
def test_who_acts_when() -> None:
    """RS 12.1.2: a unit acts with its own brigiment; independents with any."""
    units = [unit("A", at="10.50", brigiment="86"), gun("Bty", at="10.50")]
    situation = position(BOARD, units=units)
    assert actions.activates_with(situation, "A", "86").allowed
    assert not actions.activates_with(situation, "A", "87").allowed
    assert actions.activates_with(situation, "Bty", "87").allowed
