"""Rail movement of the Central Powers (Gaza 15.0) and the armoured train (13.2)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.moving import at, ends, on
from tests.fire_and_movement.positions import CENTRAL_POWERS, labels, played
from wargame.fire_and_movement.movement import MovementPhase, moves
from wargame.fire_and_movement.rail import may_rail, rail_ends, rail_path, rail_ruling
from wargame.fire_and_movement.reach import reach
from wargame.fire_and_movement.state import Situation

LINE = (
    "link railroad 0205 0204 0203 0202 0201",
    "link railroad 0203 0303 0403",
    "0205 features=british%5Fsetup",
)


def line(*more: str) -> Situation:
    """Return a railway of eight hexes, the westernmost on the British side of the wadi."""
    units = ("r Central_Powers 3-4-1 0204", "g Central_Powers 1-2-3 0105", *more)
    return on(*units, "b British 4-4-3 0503", marks=LINE, ruleset="gaza_1917")


@pytest.mark.cases("GAZA", "15.0", "15.0/3", "15.0/4")
def test_a_unit_rides_any_distance_on_its_own_side_and_into_no_zone() -> None:
    situation = line()
    assert labels(situation, rail_ends(situation, "r")) == ["0201", "0202", "0203", "0303"]
    assert not rail_ruling(situation, "r", at(situation, "0403")).allowed
    assert not rail_ruling(situation, "r", at(situation, "0205")).allowed
    assert rail_ruling(situation, "r", at(situation, "0201")).value is True
    way = rail_path(situation, "r", at(situation, "0303"))
    assert [situation.board.label(cell) for cell in way] == ["0204", "0203", "0303"]
    assert rail_path(situation, "r", at(situation, "0403")) == ()


@pytest.mark.cases("GAZA", "15.0", "15.0/2", "15.0/3")
def test_it_begins_on_rails_on_that_side_outside_zones() -> None:
    situation = line()
    assert may_rail(situation, "r").allowed
    cases = {
        "15.0/2 rails": (may_rail(situation, "g"), "GAZA 15.0/2"),
        "15.0 side": (may_rail(situation, "b"), "GAZA 15.0"),
        "15.0 one": (may_rail(situation, "r", "g"), "GAZA 15.0"),
    }
    beyond = line("w Central_Powers 1-2-3 0205")
    cases["15.0/3 wadi"] = (may_rail(beyond, "w"), "GAZA 15.0/3")
    zone = line("z Central_Powers 1-2-3 0403")
    cases["15.0/2 zone"] = (may_rail(zone, "z"), "GAZA 15.0/2")
    for name, (ruling, number) in cases.items():
        assert not ruling.allowed, name
        assert [str(case) for case in ruling.cases] == [number], name
    assert rail_ends(situation, "r", "g") == rail_ends(situation, "g") == ()
    assert not may_rail(on("r Red 4-4-4 0105", "b Blue 1-1-1 0501"), "r").allowed


@pytest.mark.cases("GAZA", "15.0/4")
def test_an_enemy_on_the_line_or_beside_it_stops_the_ride() -> None:
    situation = line("x Central_Powers 1-1-1 0501", "e British 4-4-3 0101")
    assert labels(situation, rail_ends(situation, "r")) == ["0203", "0303"]


def test_where_a_ride_ends_the_stacking_limits_hold() -> None:
    units = ("s Central_Powers 3-4-3 0202 stacking=regiment", "t Central_Powers 1-1-3 0202")
    situation = line(*units)
    assert "0202" not in labels(situation, rail_ends(situation, "r"))
    assert not rail_ruling(situation, "r", at(situation, "0202")).allowed
    assert not rail_ruling(situation, "r", at(situation, "0204")).allowed


@pytest.mark.cases("GAZA", "15.0", "15.0/1")
def test_in_the_phase_one_unit_rides_and_does_nothing_else() -> None:
    situation = evolve(line("s Central_Powers 3-4-1 0303"), active=CENTRAL_POWERS)
    done, script = played(
        lambda: moves(MovementPhase(situation)), "r", "rail 0201", "s", "stay", "end"
    )
    _, ride = played(lambda: moves(MovementPhase(situation)), "s", "stay", "end")
    after = done.outcome
    assert after.board.label(after.piece("r").at) == "0201"
    assert after.moved == {"r"}
    offered = [{option.key for option in choice.options} for choice in script.asked]  # type: ignore[union-attr]
    assert "rail 0201" in offered[1]
    assert "rail 0201" in {option.key for option in ride.asked[1].options}  # type: ignore[union-attr]
    assert not any(key.startswith("rail") for key in offered[3])
    assert "r" not in offered[2]


@pytest.mark.cases("GAZA", "13.2")
def test_the_train_keeps_to_the_rails() -> None:
    marks = ("link railroad 0305 0304 0303 0302", "link track 0305 0205")
    units = ("t British 2-3-8 0305 kind=train mobile=yes", "c Central_Powers 3-4-3 0203")
    situation = on(*units, marks=marks, ruleset="gaza_1917")
    found = reach(situation, "t")
    assert ends(found) == ["0302", "0303", "0304"]
    ruling = found.why_not(at(situation, "0205"))
    assert [str(case) for case in ruling.cases] == ["GAZA 13.2"]
