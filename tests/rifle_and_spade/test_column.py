"""Column: in and out of it, on the road, under fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.rifle_and_spade.moves import Enemy, keys, walk, why
from tests.rifle_and_spade.positions import gun, mg, position, unit, work
from wargame.rifle_and_spade.column import leave_under_fire
from wargame.rifle_and_spade.movement import activate_to_move

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

ROAD = """column-row 10.60
g grassland

g
g
g
g
g
g
g
g
g
g

link road 10.60 10.59 10.58 10.57 10.56 10.55 10.54 10.53 10.52 10.51
"""
FOE = unit("foe", "Ottoman", at="10.51")


def road(*more: Any, **fields: Any) -> Situation:
    """Return a half-battalion at the north end of a road."""
    units = [unit("L", at="10.60", **fields), FOE, *more]
    return position(ROAD, units)


def go(situation: Situation, *answers: str, names: tuple[str, ...] = ("L",)) -> Any:
    """Walk an activation through."""
    return walk(activate_to_move(situation, names), *answers)


@pytest.mark.cases("RS", "14.2.4", "14.2.3", "17.4.10", "14.2")
def test_in_and_out_of_column(enemy: Enemy) -> None:
    """3 in, four hexes of road 2, 3 out; 8 of 6 spent, so it stops (RS-48).

    The triggers on the way: into Column, each hex, out of Column, and the announced end.
    """
    steps = ["column", "10.59", "10.58", "10.57", "10.56", "leave column"]
    after = go(road(), *steps)
    assert after.board.label(after.piece("L").at) == "10.56"
    assert after.piece("L").order == ""
    assert enemy.deeds == ["column", *["enters"] * 4, "column", "ends"]
    assert [trigger.inside_points for trigger in enemy.seen] == [3, 0, 0, 0, 0, 3, 0]
    assert all(not trigger.hexside_points for trigger in enemy.seen)


@pytest.mark.cases("RS", "14.2.4", "14.1.2")
def test_in_column_the_higher_allowance_counts(enemy: Enemy) -> None:
    """After 5 points in Column there are 4 left; deployed there is 1."""
    choice = go(road(), "column", "10.59", "10.58", "10.57", "10.56", "?")
    assert "4 points left" in choice.purpose
    assert len(enemy.seen) == 5


@pytest.mark.cases("RS", "14.2.4")
def test_no_switch_beyond_what_is_left() -> None:
    """It is measured by the allowance of the mode one is in (RS-Q55)."""
    tired = go(road(), "10.59", "10.58", "10.57", "10.56", "?")
    assert "column" not in keys(tired)
    assert why(tired, "column") == "14.2.4"


@pytest.mark.cases("RS", "14.2.10", "16.1.2")
def test_confused_units_do_not_form_column() -> None:
    """Nor does a stack with one such unit in it."""
    choice = go(road(confused=True), "?")
    assert "column" not in keys(choice)
    assert why(choice, "column") == "14.2.10"


@pytest.mark.cases("RS", "14.2.2", "3.7.8")
def test_two_steps_in_column_fill_a_hex() -> None:
    """A whole battalion cannot march as one stack; machine guns are free."""
    pair = road(unit("R", at="10.60"))
    choice = go(pair, "?", names=("L", "R"))
    assert why(choice, "column") == "14.2.2"
    with_gun = road(mg("MG", at="10.60"))
    assert "column" in keys(go(with_gun, "?", names=("L", "MG")))


@pytest.mark.cases("RS", "3.7.7", "3.7.8")
def test_column_meets_no_room_on_the_road() -> None:
    """Two columns of a side do not pass each other on a road."""
    situation = road(unit("R", at="10.59", order="column"), order="column")
    choice = go(situation, "?")
    assert "10.59" not in keys(choice)
    assert why(choice, "10.59") == "3.7.8"


@pytest.mark.cases("RS", "14.2.5")
def test_column_in_any_terrain(enemy: Enemy) -> None:
    """Scrub and no road in sight; it pays for the hex like anybody."""
    text = "column-row 10.50\ns steep_scrub\n\nss\nss\n"
    situation = position(text, [unit("L", at="10.50"), unit("foe", "Ottoman", at="11.49")])
    after = go(situation, "column", "10.49", "end")
    assert after.piece("L").order == "column"
    assert enemy.seen[1].deed == "enters"


@pytest.mark.cases("RS", "14.2.7", "7.1.3", "14.4.2")
def test_column_neither_hides_nor_assaults() -> None:
    """Both are barred, the assault with its reason."""
    text = "column-row 10.50\ns scrub\n\nss\nss\n"
    units = [unit("L", at="10.50", order="column"), unit("foe", "Ottoman", at="10.49")]
    choice = go(position(text, units), "?")
    assert not [key for key in keys(choice) if key.startswith("hide")]
    assert why(choice, "assault 10.49") == "14.4.2"


@pytest.mark.cases("RS", "14.2.8", "17.4.8")
def test_fired_at_on_the_road_it_may_leave_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paying for it, or stopping; neither is a trigger."""
    enemy = Enemy(fires=(0,)).watch(monkeypatch)
    start = road(order="column")
    paid = go(start, "10.59", "leave column", "?")
    assert "2½ points left" in paid.purpose
    assert enemy.deeds == ["enters"]
    enemy = Enemy(fires=(0,)).watch(monkeypatch)
    stopped = go(start, "10.59", "leave and stop")
    assert stopped.piece("L").order == ""
    assert enemy.deeds == ["enters"]
    enemy = Enemy(fires=(0,)).watch(monkeypatch)
    marched_on = go(start, "10.59", "stay", "10.58", "end")
    assert marched_on.piece("L").order == "column"


@pytest.mark.cases("RS", "14.2.8")
def test_too_tired_to_pay_it_can_only_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must have the points to pay; then the standard allowance is what it has."""
    Enemy(fires=(1, 2, 3, 4, 5, 6, 7)).watch(monkeypatch)
    text = ROAD.replace("link road", "link rail")
    start = position(text, [unit("L", at="10.60", order="column"), FOE])
    hexes = ["10.59"]
    for cell in ("10.58", "10.57", "10.56", "10.55", "10.54"):
        hexes += [cell, "stay"]
    choice = go(start, *hexes, "10.53", "?")
    assert keys(choice) == {"stay", "leave and stop"}


@pytest.mark.cases("RS", "14.2.10")
def test_confused_on_the_road(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who fails the check drops out and stops, which draws no fire again."""
    enemy = Enemy(stops=(1,)).watch(monkeypatch)
    after = go(road(order="column"), "10.59", "10.58")
    piece = after.piece("L")
    assert (after.board.label(piece.at), piece.order, piece.confused) == ("10.58", "", True)
    assert enemy.deeds == ["enters", "enters"]


@pytest.mark.cases("RS", "14.2.8")
def test_a_column_that_stands_still_may_leave_under_fire() -> None:
    """Its owner is asked, and it costs nothing."""
    situation = road(order="column")
    assert walk(leave_under_fire(situation, ("L",)), "leave column").piece("L").order == ""
    assert walk(leave_under_fire(situation, ("L",)), "stay").piece("L").order == "column"
    assert walk(leave_under_fire(situation, ("foe",))) is situation


@pytest.mark.cases("RS", "14.3.3")
def test_guns_may_unlimber_under_fire() -> None:
    """As a column may leave it; where there is no room for them they may not."""
    text = "column-row 10.50\ns steep_scrub\n\nss\nss\n\nlink road 10.50 10.49\n"
    foe = unit("foe", "Ottoman", at="11.49")
    small = position(text, [gun("G", at="10.50", order="limbered", steps=1), foe])
    assert walk(leave_under_fire(small, ("G",)), "leave column").piece("G").order == ""
    large = position(text, [gun("G", at="10.50", order="limbered", steps=2), foe])
    assert walk(leave_under_fire(large, ("G",))) is large


@pytest.mark.cases("RS", "6.1.2")
def test_column_comes_out_of_its_trench(enemy: Enemy) -> None:
    """In Column one is on top, and in the open for the fire it draws."""
    dug = [work("T", "shallow trench", "10.60", "Entente", front=["S"])]
    situation = position(ROAD, [unit("L", at="10.60", work="T"), FOE], dug)
    after = go(situation, "column", "end")
    assert after.piece("L").work == ""
    assert enemy.positions[0].piece("L").work == ""
    back = go(after, "leave column", "inside", "end")
    assert back.piece("L").work == "T"
