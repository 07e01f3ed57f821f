"""Movement to assault: points, checks, waves, wire, several brigiments, and out of Us/Them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.rifle_and_spade.moves import Enemy, go, keys, walk, where, why
from tests.rifle_and_spade.positions import assault, gun, hq, mg, position, unit, work
from wargame.rifle_and_spade import opportunity
from wargame.rifle_and_spade.movement import activate_to_move, movement_subsegment
from wargame.rifle_and_spade.opportunity import Reaction

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.triggers import Trigger

FIELD = "column-row 10.50\ns scrub\n\nsss\nsss\nsss\n"
FOE = unit("foe", "Ottoman", at="11.49")
PASS, FAIL = 0, 90


def near(*more: Any, works: Any = (), **fields: Any) -> Situation:
    """Return a half-battalion of the 86th at 10.50, its enemy in 11.49."""
    scene = {
        name: fields.pop(name)
        for name in ("officers", "shared", "assault", "held")
        if name in fields
    }
    units = [unit("L", at="10.50", **{"brigiment": "86", **fields}), *more, FOE]
    return position(FIELD, units, works, **scene)


@pytest.mark.cases("RS", "14.4.1", "18.2.2", "14.4")
def test_into_the_enemys_hex(enemy: Enemy) -> None:
    """Check, then fire, then the marker."""
    after = go(near(), "assault 11.49", PASS)
    assert where(after) == "11.49"
    assert after.piece("L").wave == 1
    marker = after.assault_at(after.board.hex("11.49"))
    assert marker is not None
    assert (marker.attacker, marker.waves, marker.wire) == ("Entente", 1, False)
    (trigger,) = enemy.seen
    assert (trigger.deed, trigger.wave) == ("enters", 1)
    assert enemy.positions[0].assaults == ()
    assert after.holders.get(after.board.hex("11.49")) != "Entente"


@pytest.mark.cases("RS", "14.4.1", "16.3/1")
def test_a_failed_check_ends_the_movement_where_it_is(enemy: Enemy) -> None:
    """No worse for it, and it may hide."""
    after = go(near(), "assault 11.49", FAIL, "hide terrain")
    piece = after.piece("L")
    assert (where(after), piece.confused, piece.wave, piece.hiding) == (
        "10.50",
        False,
        0,
        "terrain",
    )
    assert after.assaults == ()
    assert not enemy.seen


@pytest.mark.cases("RS", "14.4.1", "10.2.2")
def test_an_officer_point_for_each_stack(enemy: Enemy) -> None:
    """With one point it may, and has none left; without it may not."""
    after = go(near(officers={"86": 1}), "assault 11.49", PASS)
    assert after.points_of("86") == 0
    assert enemy.deeds == ["enters"]
    poor = go(near(officers={"86": 0}), "?")
    assert why(poor, "assault 11.49") == "10.2.2"


@pytest.mark.cases("RS", "14.4.2", "14.4.3", "16.1.2")
def test_who_may_not(enemy: Enemy) -> None:
    """Columns, the Confused, guns of any kind, staffs."""
    assert why(go(near(order="column"), "?"), "assault 11.49") == "14.4.2"
    assert why(go(near(confused=True), "?"), "assault 11.49") == "14.4.2"
    for extra in (mg("X", at="10.50"), hq("X", at="10.50"), gun("X", at="10.50", mountain=True)):
        choice = go(near(extra), "?", names=("L", "X"))
        assert why(choice, "assault 11.49") == "14.4.3"
    after = go(near(mg("X", at="10.50")), "drop X", "assault 11.49", PASS, names=("L", "X"))
    assert where(after, "X") == "10.50"
    assert enemy.deeds == ["enters"]


@pytest.mark.cases("RS", "14.4.4")
def test_cavalry_assaults_as_rifles(enemy: Enemy) -> None:
    """On foot like anybody."""
    assert go(near(arm="cavalry"), "assault 11.49", PASS).piece("L").wave == 1
    assert enemy.seen[0].wave == 1


@pytest.mark.cases("RS", "14.4.2")
def test_rally_then_assault(enemy: Enemy) -> None:
    """Having rallied it may, if the points are there."""
    after = go(near(confused=True), "rally", "assault 11.49", PASS)
    assert after.piece("L").wave == 1
    assert enemy.deeds == ["enters"]


@pytest.mark.cases("RS", "14.4.5", "17.4.12")
def test_three_waves(enemy: Enemy) -> None:
    """Each stack that enters is a wave of its own (RS-60)."""
    start = near(unit("R", at="10.49"), unit("K", at="10.48"))
    subsegment = movement_subsegment(start, ("L", "R", "K"))
    after = walk(
        subsegment,
        *("10.50", "assault 11.49", PASS),
        *("10.49", "assault 11.49", PASS),
        *("10.48", "11.48", "assault 11.49", PASS),
    )
    waves = [trigger.wave for trigger in enemy.seen if trigger.wave]
    assert waves == [1, 2, 3]
    (marker,) = after.assaults
    assert marker.waves == 3
    assert {after.piece(name).wave for name in ("L", "R", "K")} == {1, 2, 3}


@pytest.mark.cases("RS", "14.4")
def test_a_wave_that_dies_leaves_no_marker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The marker is placed after surviving the fire."""

    def kill(situation: Situation, trigger: Trigger) -> Generator[Any, Any, Reaction]:
        yield from ()
        return Reaction(situation.without(trigger.units), stopped=True, shot_at=True)

    monkeypatch.setattr(opportunity, "opportunity_fire", kill)
    after = go(near(), "assault 11.49", PASS)
    assert not after.on_map("L")
    assert after.assaults == ()
    second = go(near(unit("R", at="10.49"), assault=[assault("11.49")]), "assault 11.49", PASS)
    assert second.assaults[0].waves == 2


@pytest.mark.cases("RS", "16.3/3", "14.4")
def test_confused_in_the_assault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who fails under fire in the hex is under the marker all the same."""
    Enemy(stops=(0,)).watch(monkeypatch)
    after = go(near(), "assault 11.49", PASS)
    assert (where(after), after.piece("L").wave, after.piece("L").confused) == ("11.49", 1, True)
    assert after.assaults


@pytest.mark.cases("RS", "6.5.1", "6.5.2", "17.4.11")
def test_wire_slows_and_is_remembered(enemy: Enemy) -> None:
    """A point on the hexside; the marker knows of it."""
    wire = [work("T", "fire trench", "11.49", front=["10.50"], wire=["10.50"])]
    after = go(near(works=wire), "assault 11.49", PASS)
    assert enemy.seen[0].hexside_points == 1
    assert after.assaults[0].wire
    free = go(position(FIELD, [unit("L", at="11.48"), FOE], wire), "assault 11.49", PASS)
    assert not free.assaults[0].wire
    assert enemy.seen[1].hexside_points == 0


@pytest.mark.cases("RS", "14.1.5", "14.4.6")
def test_points_must_suffice(enemy: Enemy) -> None:
    """No assault on the last half point, nor by one hex minimum."""
    tired = go(near(), "10.49", "10.50", "10.49", "10.50", "10.49", "10.50", "?")
    assert why(tired, "assault 11.49") == "14.1.5"
    assert enemy.deeds == ["enters"] * 6


@pytest.mark.cases("RS", "3.7.7", "3.7.5")
def test_no_room_in_the_assault(enemy: Enemy) -> None:
    """The side's own limit holds there too."""
    crowd = [unit(f"w{n}", at="11.49", wave=1, steps=4) for n in range(4)]
    choice = go(near(*crowd, assault=[assault("11.49")]), "?")
    assert why(choice, "assault 11.49") == "3.7.5"
    assert not enemy.seen


# ---- several brigiments


@pytest.mark.cases("RS", "14.4.6")
def test_waiting_for_the_last_brigiment(enemy: Enemy) -> None:
    """Both pay, both check, both go in together; the marker counts one wave."""
    start = near(unit("R", at="10.50", brigiment="88"), officers={"86": 2, "88": 2})
    step = activate_to_move(start, ("L", "R"), waiting=("R",))
    after = walk(step, "assault 11.49", PASS, PASS)
    assert (after.points_of("86"), after.points_of("88")) == (1, 1)
    assert {where(after, "L"), where(after, "R")} == {"11.49"}
    assert [trigger.wave for trigger in enemy.seen] == [1]


@pytest.mark.cases("RS", "14.4.6", "14.4.1")
def test_one_of_them_fails(enemy: Enemy) -> None:
    """Who fails stays, and the others go in without it."""
    start = near(unit("R", at="10.50", brigiment="88"))
    step = activate_to_move(start, ("L", "R"), waiting=("R",))
    after = walk(step, "assault 11.49", PASS, FAIL)
    assert (where(after, "L"), where(after, "R")) == ("11.49", "10.50")
    assert enemy.seen[0].units == ("L",)


@pytest.mark.cases("RS", "14.4.6", "14.1.8")
def test_those_who_waited_must_go(enemy: Enemy) -> None:
    """Once the way is open their movement cannot just end."""
    start = near(unit("R", at="10.48", brigiment="88"))
    subsegment = movement_subsegment(start, ("L",), waiting=("R",))
    choice = walk(subsegment, "10.48", "11.48", "?")
    assert "end" not in keys(choice)
    assert why(choice, "end") == "14.4.6"
    assert "assault 11.49" in keys(choice)


# ---- Us/Them


def shared(**more: Any) -> Situation:
    """Return both sides in Us/Them in 11.49, the Entente's half-battalion from 10.50."""
    units = [
        unit("L", at="11.49", hiding="terrain", came_from="10.50", brigiment="86"),
        unit("foe", "Ottoman", at="11.49", hiding="terrain"),
    ]
    return position(FIELD, units, more.pop("works", ()), shared=["11.49"], **more)


@pytest.mark.cases("RS", "8.3.1/2", "17.4.5")
def test_assault_within_us_them(enemy: Enemy) -> None:
    """Out of hiding in the same hex is one moving trigger (RS-59)."""
    after = go(shared(), "assault 11.49", PASS)
    piece = after.piece("L")
    assert (piece.hiding, piece.wave) == ("", 1)
    assert after.assaults
    (trigger,) = enemy.seen
    assert (trigger.deed, trigger.left, trigger.wave) == ("stays within", None, 1)


@pytest.mark.cases("RS", "8.3.1/2")
def test_a_failed_check_in_us_them(enemy: Enemy) -> None:
    """It does not come out, and is under no marker."""
    after = go(shared(), "assault 11.49", FAIL)
    assert after.piece("L").hiding == "terrain"
    assert not after.assaults
    assert not enemy.seen


@pytest.mark.cases("RS", "8.3.1/2")
def test_wire_counts_again_in_us_them(enemy: Enemy) -> None:
    """The wire that was crossed on the way in is paid for."""
    wire = [work("W", "barbed wire", "11.49", wire=["10.50"])]
    after = go(shared(works=wire), "assault 11.49", PASS)
    assert enemy.seen[0].hexside_points == 1
    assert after.assaults[0].wire


@pytest.mark.cases("RS", "8.3.1")
def test_from_us_them_only_the_enemy_at_hand(enemy: Enemy) -> None:
    """No assault out of it into another hex."""
    both = position(
        FIELD,
        [
            unit("L", at="11.49", hiding="terrain"),
            unit("foe", "Ottoman", at="11.49", hiding="terrain"),
            unit("far", "Ottoman", at="11.48"),
        ],
        shared=["11.49"],
    )
    choice = go(both, "?")
    assert why(choice, "assault 11.48") == "8.3.1"
    assert not enemy.seen
