"""What entering a hex does: works, ways to stay hidden, Us/Them; and what is done within one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.moves import FIELD, FOE, Enemy, field, go, keys, where, why
from tests.rifle_and_spade.positions import position, unit, work
from wargame.core.grid import Hexside

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation


# ---- works


TRENCH = work("T", "fire trench", "10.49", "Entente", front=["11.49", "11.48"])


@pytest.mark.cases("RS", "6.1.4", "6.1.2")
def test_into_a_work_without_cost_and_on_top_for_the_moment(enemy: Enemy) -> None:
    """Free on entering the hex, on top for the fire, unless it stays on top."""
    pit = [work("P", "rifle pit", "10.49", "Entente")]
    after = go(field(works=pit), "10.49", "end")
    assert after.piece("L").work == "P"
    assert enemy.positions[0].piece("L").work == ""
    assert not enemy.seen[0].covered
    above = go(field(works=pit), "10.49 on top", "end")
    assert above.piece("L").work == ""
    choice = go(field(works=pit), "?")
    assert {"10.49", "10.49 on top"} <= keys(choice)


@pytest.mark.cases("RS", "6.1.4", "6.1.1/3", "17.4.5", "17.4.11")
def test_between_work_and_top_within_the_hex(enemy: Enemy) -> None:
    """A point, one trigger, counted inside (RS-59)."""
    pit = [work("P", "rifle pit", "10.50", "Entente")]
    after = go(field(works=pit, work="P"), "on top", "inside", "end")
    assert after.piece("L").work == "P"
    assert enemy.deeds == ["stays within", "stays within", "ends"]
    assert [trigger.inside_points for trigger in enemy.seen] == [1, 1, 0]
    assert [p.piece("L").work for p in enemy.positions] == ["", "", "P"]


@pytest.mark.cases("RS", "6.4.4", "6.4.3", "6.4.5")
def test_from_behind_into_a_fire_trench(enemy: Enemy) -> None:
    """By communication trenches one is never on top."""
    after = go(field(works=[TRENCH]), "10.49", "end")
    assert enemy.seen[0].covered
    assert enemy.positions[0].piece("L").work == "T"
    assert after.piece("L").work == "T"
    front = position(FIELD, [unit("L", at="11.49"), FOE], [TRENCH])
    go(front, "10.49", "end")
    assert not enemy.seen[2].covered


@pytest.mark.cases("RS", "7.3/2", "17.4.7", "7.3/1")
def test_hidden_into_a_fire_trench_triggers_nothing(enemy: Enemy) -> None:
    """From its rear; and along a connection (RS 7.3/1)."""
    after = go(field(works=[TRENCH]), "10.49 hidden", "end")
    assert (after.piece("L").hiding, after.piece("L").work) == ("work", "T")
    assert enemy.deeds == []


@pytest.mark.cases("RS", "6.1.2")
def test_no_room_in_the_work(enemy: Enemy) -> None:
    """What does not fit stays on top."""
    pit = [work("P", "rifle pit", "10.49", "Entente")]
    full = [unit("A", at="10.49", steps=3, work="P")]
    after = go(field(*full, works=pit), "10.49", "end")
    assert after.piece("L").work == ""
    assert enemy.deeds == ["enters", "ends"]


@pytest.mark.cases("RS", "6.1.2", "6.4.4")
def test_no_room_in_the_trench_is_no_cover(enemy: Enemy) -> None:
    """Who does not fit in comes over the top, and not hidden."""
    full = [unit("A", at="10.49", steps=4, work="T"), unit("B", at="10.49", steps=3, work="T")]
    start = field(*full, works=[TRENCH])
    assert "10.49 hidden" not in keys(go(start, "?"))
    after = go(start, "10.49", "end")
    assert after.piece("L").work == ""
    assert not enemy.seen[0].covered


@pytest.mark.cases("RS", "6.1.3", "6.5.4")
def test_taking_an_empty_trench(enemy: Enemy) -> None:
    """It changes hands, its wire is cut, and one is inside."""
    works = [evolve(TRENCH, owner="Ottoman", wire=["11.49"])]
    after = go(field(works=works), "10.49", "end")
    taken = after.work("T")
    assert taken is not None
    assert (taken.owner, taken.wire) == ("Entente", frozenset())
    assert after.piece("L").work == "T"
    assert enemy.seen


# ---- hiding


RIDGE = "\nside ridge 10.50-11.50\nside ridge 10.49-11.49\nside ridge 10.48-11.48\n"


@pytest.mark.cases("RS", "17.4.7", "7.4")
def test_behind_a_ridge_it_stays_hidden(enemy: Enemy) -> None:
    """All along; those who see past it still have a trigger (RS-22)."""
    start = field(text=FIELD + RIDGE)
    after = go(start, "hide ridge", "10.49 hidden", "10.48 hidden", "end")
    assert (where(after), after.piece("L").hiding) == ("10.48", "ridge")
    assert [p.piece("L").hiding for p in enemy.positions] == ["ridge"] * 3
    assert enemy.deeds == ["enters", "enters", "ends"]
    assert all(trigger.crossing is None for trigger in enemy.seen)


@pytest.mark.cases("RS", "7.2.4", "5.2.13/8")
def test_over_the_ridge_it_does_not(enemy: Enemy) -> None:
    """Once hidden it may not cross; otherwise crossing is told."""
    start = field(text=FIELD + RIDGE)
    hidden = go(start, "hide ridge", "?")
    assert why(hidden, "11.50") == "7.2.4"
    after = go(field(text=FIELD + RIDGE, hiding="ridge"), "11.50", "end")
    assert after.piece("L").hiding == ""
    board = after.board
    crossing = Hexside.between(board.hex("10.50"), board.hex("11.50"))
    assert enemy.seen[0].crossing == crossing
    assert enemy.seen[0].hexside_points == 1


@pytest.mark.cases("RS", "7.2/1", "7.2.4", "7.2.6", "17.4.10", "7.2")
def test_hiding_ends_the_movement_after_the_fire(enemy: Enemy) -> None:
    """Triggers first, and hiding is none."""
    after = go(field(), "11.50", "hide terrain")
    assert after.piece("L").hiding == "terrain"
    assert enemy.deeds == ["enters", "ends"]
    assert [p.piece("L").hiding for p in enemy.positions] == ["", ""]


@pytest.mark.cases("RS", "7.6.2", "7.6.2/1", "17.4.9")
def test_coming_out_of_hiding(enemy: Enemy) -> None:
    """Alone it triggers; in a move no more."""
    start = position(FIELD, [unit("L", at="11.50", hiding="terrain"), FOE])
    out = go(start, "unhide", "stay")
    assert out.piece("L").hiding == ""
    assert enemy.deeds == ["unhides"]
    go(start, "10.50", "end")
    assert enemy.deeds == ["unhides", "enters", "ends"]
    assert enemy.positions[1].piece("L").hiding == ""


# ---- Us/Them


def close_by(*more: Any, held: dict[str, str] | None = None) -> Situation:
    """Return both sides in Us/Them in the scrub of 11.50."""
    units = [
        unit("L", at="11.50", hiding="terrain", came_from="10.50"),
        unit("foe", "Ottoman", at="11.50", hiding="terrain"),
        *more,
    ]
    return position(FIELD, units, shared=["11.50"], held=held or {"10.50": "Entente"})


@pytest.mark.cases("RS", "8.3.1/1", "8.3.3")
def test_out_of_us_them_into_known_ground(enemy: Enemy) -> None:
    """Only where one's own went last; the marker goes when all have left."""
    choice = go(close_by(), "?")
    assert {"end", "10.50"} <= keys(choice)
    assert why(choice, "11.49") == "8.3.1/1"
    assert not [key for key in keys(choice) if key.startswith(("hide", "column", "unhide"))]
    after = go(close_by(), "10.50", "10.49", "end")
    assert where(after) == "10.49"
    assert after.shared == frozenset()
    assert after.piece("foe").hiding == "terrain"
    assert enemy.deeds == ["enters", "enters", "ends"]


@pytest.mark.cases("RS", "8.3.1/1")
def test_thrown_back_into_us_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """It must survive the fire and its check to get away."""
    Enemy(stops=(0,)).watch(monkeypatch)
    after = go(close_by(), "10.50")
    piece = after.piece("L")
    assert (where(after), piece.hiding, piece.confused) == ("11.50", "terrain", True)
    assert after.shared


@pytest.mark.cases("RS", "8.3.5", "14.1.10")
def test_reinforcing_us_them(enemy: Enemy) -> None:
    """Plain movement, fire before they hide, within what can hide there."""
    start = close_by(unit("R", at="10.50"))
    after = go(start, "11.50", names=("R",))
    assert (where(after, "R"), after.piece("R").hiding) == ("11.50", "terrain")
    assert after.assaults == ()
    assert enemy.deeds == ["enters", "ends"]
    assert enemy.positions[0].piece("R").hiding == ""
    marching = close_by(unit("R", at="10.50", order="column"))
    assert why(go(marching, "?", names=("R",)), "11.50") == "7.1.3"
    large = close_by(unit("R", at="10.50", steps=3))
    assert why(go(large, "?", names=("R",)), "11.50") == "8.3.5"
