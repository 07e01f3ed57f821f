"""Guns on the move: limbering, pits, prolonging, dragging, and guns that stay where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.moves import Enemy, keys, walk, why
from tests.rifle_and_spade.positions import gun, mg, position, unit, work
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.movement import activate_to_move

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

FIELD = "column-row 10.50\ng grassland\ns steep_scrub\nw sea\n\nggw\ngsg\nggg\n"
FOE = unit("foe", "Ottoman", at="12.48")
PITS = evolve(GALLIPOLI_1915, pits_left_by_prolonging=False)


def battery(*more: Any, works: Any = (), rules: Any = None, **fields: Any) -> Situation:
    """Return a battery at 10.50."""
    units = [gun("G", at="10.50", **fields), *more, FOE]
    return position(FIELD, units, works, **({"rules": rules} if rules else {}))


def go(situation: Situation, *answers: str, names: tuple[str, ...] = ("G",)) -> Any:
    """Walk an activation through."""
    return walk(activate_to_move(situation, names), *answers)


PIT = work("P", "gun pit", "10.50", "Entente", front=["S", "SE"])


@pytest.mark.cases("RS", "14.3.1", "17.4.5")
def test_limbering_costs_and_triggers_where_it_is_done(enemy: Enemy) -> None:
    """One moving trigger in the same hex, its points inside (RS-59)."""
    after = go(battery(), "limber", "10.49", "unlimber", "end")
    assert (after.board.label(after.piece("G").at), after.piece("G").order) == ("10.49", "")
    assert enemy.deeds == ["stays within", "enters", "stays within", "ends"]
    assert [t.inside_points for t in enemy.seen] == [3, 0, 3, 0]
    assert after.board.label(enemy.seen[0].at) == "10.50"
    assert enemy.seen[0].left is None


def test_only_limbered_guns_move() -> None:
    """An unlimbered gun has no hex to go to."""
    choice = go(battery(), "?")
    assert "limber" in keys(choice)
    assert why(choice, "10.49") == "14.3"


@pytest.mark.cases("RS", "16.3/3")
def test_a_failed_check_leaves_the_guns_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fire at the teams as they come up, and the guns are not limbered."""
    Enemy(stops=(0,)).watch(monkeypatch)
    after = go(battery(), "limber")
    assert (after.piece("G").order, after.piece("G").confused) == ("", True)


@pytest.mark.cases("RS", "14.3.6")
def test_guns_that_fired_stay(enemy: Enemy) -> None:
    """Neither moving nor limbering after fire in the same turn."""
    assert why(go(battery(fired=True), "?"), "limber") == "14.3.6"
    moving = go(battery(fired=True, order="limbered"), "?")
    assert why(moving, "10.49") == "14.3.6"
    assert not enemy.seen


@pytest.mark.cases("RS", "14.3.4", "3.7.8")
def test_limbered_stacking() -> None:
    """One limbered unit to a hex, and none off the road in scrub."""
    two = battery(gun("H", at="10.50", order="limbered"))
    assert why(go(two, "?"), "limber") == "3.7.8"
    scrub = position(FIELD, [gun("G", at="11.49", steps=1), FOE])
    assert "limber" not in keys(go(scrub, "?"))
    mules = position(FIELD, [gun("G", at="11.49", mountain=True), FOE])
    assert "limber" in keys(go(mules, "?"))


@pytest.mark.cases("RS", "6.3.4", "6.3.5")
def test_limbering_from_a_pit_takes_going_on_top_first() -> None:
    """By prolonging, and so next turn (RS-Q24)."""
    choice = go(battery(works=[PIT], work="P"), "?")
    assert why(choice, "limber") == "6.3.4"
    assert {"prolong"} <= keys(choice)
    assert "on top" not in keys(choice)


@pytest.mark.cases("RS", "14.3.7", "12.1.1")
def test_prolonging(enemy: Enemy) -> None:
    """A long action and one trigger, and the subsegment is over."""
    after = go(battery(works=[PIT], work="P"), "prolong")
    assert after.piece("G").work == ""
    assert after.piece("G").task == ""
    assert after.piece("G").acted
    assert enemy.deeds == ["prolongs", "ends"]
    assert enemy.seen[0].long
    assert enemy.positions[0].piece("G").task == "prolong"
    assert enemy.positions[0].piece("G").work == "P"
    back = go(
        evolve(after, pieces=tuple(evolve(p, acted=False) for p in after.pieces)), "prolong", "stay"
    )
    assert back.piece("G").work == "P"


@pytest.mark.cases("RS", "16.3/3")
def test_prolonging_fails_with_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long action that is broken off is not done."""
    Enemy(stops=(0,)).watch(monkeypatch)
    after = go(battery(works=[PIT], work="P"), "prolong", "stay")
    assert after.piece("G").work == "P"


@pytest.mark.cases("RS", "14.3.7")
def test_prolonging_takes_everything() -> None:
    """Not after anything else, rallying included."""
    pit = work("P", "gun pit", "10.50", "Entente", front=["S", "SE"])
    limbered = battery(works=[pit], order="limbered")
    choice = go(limbered, "unlimber", "?")
    assert why(choice, "prolong") == "14.3.7"


@pytest.mark.cases("RS", "6.3.4")
def test_pits_left_for_points(enemy: Enemy) -> None:
    """With the switch off guns pay to go on top, then limber: two triggers (RS-Q24)."""
    after = go(battery(works=[PIT], work="P", rules=PITS), "on top", "limber", "10.49", "end")
    assert after.piece("G").order == "limbered"
    assert enemy.deeds == ["stays within", "stays within", "enters", "ends"]
    assert [t.inside_points for t in enemy.seen] == [1, 3, 0, 0]


@pytest.mark.cases("RS", "14.3.10", "14.3.9", "6.3.5")
def test_guns_without_transport_and_fixed_guns() -> None:
    """The former by hand only, the latter never (RS-49)."""
    lacking = go(battery(works=[PIT], work="P", teams=False), "?")
    assert keys(lacking) == {"end", "prolong", "hide work"}
    assert why(lacking, "limber") == "14.3.10"
    assert why(lacking, "10.49") == "14.3"
    fixed = go(battery(unit("R", at="10.50"), works=[PIT], work="P", fixed=True), "?")
    assert keys(fixed) == {"end", "hide work"}
    for key, number in (("limber", "14.3.9"), ("prolong", "14.3.9"), ("10.49", "14.3.9")):
        assert why(fixed, key) == number
    with_hands = go(
        battery(unit("R", at="10.50"), works=[PIT], work="P", fixed=True), "?", names=("G", "R")
    )
    assert why(with_hands, "drag") == "14.3.9"


@pytest.mark.cases("RS", "14.3.8", "14.3.10")
def test_dragging(enemy: Enemy) -> None:
    """A step of rifles hauls a battery one hex, into the pit there too."""
    pit = work("Q", "gun pit", "11.49", "Entente", front=["S", "SE"])
    crew = unit("R", at="10.50", steps=1)
    start = battery(crew, works=[pit], teams=False, steps=1)
    after = go(start, "drag 11.49", names=("G", "R"))
    assert {after.board.label(p.at) for p in after.of("Entente")} == {"11.49"}
    assert after.piece("G").work == "Q"
    assert {p.task for p in after.pieces} == {""}
    assert enemy.deeds == ["drags", "ends"]
    drags = enemy.seen[0]
    assert (drags.long, drags.hexside_points, set(drags.units)) == (True, 0, {"G", "R"})
    assert start.board.label(drags.left or drags.at) == "10.50"


@pytest.mark.cases("RS", "14.3.8")
def test_dragging_needs_hands_room_and_a_way() -> None:
    """A rifle step in the stack; stacking limits hold; not into the sea."""
    alone = go(battery(mg("MG", at="10.50")), "?", names=("G", "MG"))
    assert why(alone, "drag") == "14.3.8"
    large = go(battery(unit("R", at="10.50")), "?", names=("G", "R"))
    assert why(large, "drag 11.49") == "3.7.8"  # two wheeled steps in steep scrub
    coast = position(FIELD, [gun("G", at="11.50", steps=1), unit("R", at="11.50"), FOE])
    assert why(go(coast, "?", names=("G", "R")), "drag 12.50") == "14.1.9"
    tired = go(battery(unit("R", at="10.50"), order=""), "limber", "?", names=("G", "R"))
    assert "drag 10.49" not in keys(tired)


@pytest.mark.cases("RS", "14.3.8")
def test_mules_are_not_dragged() -> None:
    """Only non-mountain artillery is."""
    choice = go(battery(unit("R", at="10.50"), mountain=True), "?", names=("G", "R"))
    assert not [key for key in keys(choice) if key.startswith("drag")]


@pytest.mark.cases("RS", "14.3.8", "16.3/3")
def test_a_failed_drag_gets_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped by fire they are back where they began, as they were."""
    Enemy(stops=(0,)).watch(monkeypatch)
    start = battery(unit("R", at="10.50"), works=[PIT], work="P", teams=False)
    after = go(start, "drag 10.49", names=("G", "R"))
    assert {after.board.label(p.at) for p in after.of("Entente")} == {"10.50"}
    assert after.piece("G").work == "P"
    assert after.piece("G").confused


@pytest.mark.cases("RS", "14.3.10")
def test_dragging_out_of_a_pit(enemy: Enemy) -> None:
    """Guns lacking transport leave their pit by dragging as well."""
    start = battery(unit("R", at="10.50"), works=[PIT], work="P", teams=False)
    after = go(start, "drag out", names=("G", "R"))
    assert after.piece("G").work == ""
    assert enemy.deeds == ["drags", "ends"]
