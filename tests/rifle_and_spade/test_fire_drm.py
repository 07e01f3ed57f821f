"""The net fire modifier (RS 17.2/2): its four families, and who is immune."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.fire_positions import (
    HERE,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    field,
    fire_at,
    ground,
    trigger,
)
from tests.rifle_and_spade.positions import assault, gun, hq, mg, position, unit, work
from wargame.core.grid import Hexside
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.fire_drm import prohibited
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.fire_total import base_drm, net_drm, net_drm_ruling
from wargame.rifle_and_spade.shot import Shot

FRONT: dict[str, Any] = {"front": ["S", "SE", "SW"], "ends": ["NE", "NW"]}


def drms(shot: Shot) -> dict[str, Any]:
    """Return the four families by the first word of their labels, checked against the number."""
    found = strength(shot)
    ruling = net_drm_ruling(shot, found)
    assert ruling.value == net_drm(shot, found)
    assert Ruling.from_json(ruling.to_json()) == ruling
    return {part.label.partition(" ")[0]: part.value for part in ruling.parts}


def base(shot: Shot) -> Any:
    return drms(shot)["Base"]


@pytest.mark.cases("RS", "17.2/2", "17.2/2a", "17.2.2", "3.7.11")
def test_density_counts_every_target_step_and_those_in_boats_twice() -> None:
    situation = field(
        unit("a", "Ottoman", at=HERE, steps=2),
        unit("b", "Ottoman", at=HERE, steps=1),
        hq("hq", "Ottoman", at=HERE),
        unit("c", at=NORTH),
        gun("d", at=NORTH),
    )
    assert drms(fire_at(situation, "c"))["Target"] == 0  # the last of the two: no activity
    density = net_drm_ruling(fire_at(situation, "c"), strength(fire_at(situation, "c"))).parts[0]
    assert (density.label, density.value) == ("Target density", -1)
    landing = field(unit("boats", "Ottoman", at=HERE, steps=3), unit("c", at=NORTH))
    lands = trigger(landing, "lands", "boats", left=SOUTH)
    shot = fire_at(landing, "c", trigger=lands)
    assert net_drm_ruling(shot, strength(shot)).parts[0].value == -2


@pytest.mark.cases("RS", "17.2/2b", "17.7.1", "17.7.6", "17.7.8")
def test_the_worst_gun_counts() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE),
        gun("near", at=NORTH, shots=1),
        gun("tired", at=NORTH_EAST, shots=2),
        gun("blind", at="10.13", angle="high", reach=9),
        unit("eyes", at="10.12"),
        board=ground("g", "10.12 height=3"),
    )
    assert drms(fire_at(situation, "near"))["Artillery"] == 2
    assert drms(fire_at(situation, "near", "tired"))["Artillery"] == 4
    assert drms(fire_at(situation, "blind"))["Artillery"] == 2
    text = net_drm_ruling(fire_at(situation, "blind"), strength(fire_at(situation, "blind")))
    assert "observes for it" in text.to_text()


@pytest.mark.cases("RS", "17.2/2b", "17.7.8")
def test_range_tells_on_guns() -> None:
    far = gun("a", at="10.6", reach=9)
    board = "column-row 10.16\ng grassland\n\n" + "g\n" * 12
    situation = position(board, [unit("foe", "Ottoman", at="10.16"), gun("a", at="10.6", reach=20)])
    assert drms(fire_at(situation, "a", at="10.16"))["Artillery"] == 1
    assert drms(fire_at(field(unit("foe", "Ottoman", at=HERE), far), "a"))["Artillery"] == 0


@pytest.mark.cases("RS", "17.2/2c", "17.4.11", "12.2")
@pytest.mark.parametrize(
    ("deed", "more", "wanted"),
    [
        ("enters", {}, -3),
        ("enters", {"hexside_points": 2}, -9),
        ("enters", {"hexside_points": 1, "inside_points": 1}, -9),
        ("stays within", {"inside_points": 1}, -6),
        ("ends", {}, -3),
        ("unhides", {}, 0),
        ("fires", {}, 0),
        ("engineering", {"long": True}, -2),
        ("prolongs", {"long": True}, -2),
    ],
)
def test_what_the_target_does(deed: str, more: dict[str, Any], wanted: int) -> None:
    situation = field(unit("foe", "Ottoman", at=HERE), unit("a", at=NORTH), gun("g", at=NORTH_EAST))
    left = SOUTH_EAST if deed == "enters" else ""
    done = trigger(situation, deed, "foe", left=left, **more)
    ruling = net_drm_ruling(
        fire_at(situation, "a", trigger=done), strength(fire_at(situation, "a", trigger=done))
    )
    assert ruling.parts[2].value == wanted
    guns = fire_at(situation, "g", trigger=done)
    alone = net_drm_ruling(guns, strength(guns)).parts[2].value
    assert alone == (wanted if more.get("long") else 0)
    mixed = fire_at(situation, "a", "g", trigger=done)  # RS-Q64: any infantry will do
    assert net_drm_ruling(mixed, strength(mixed)).parts[2].value == wanted


@pytest.mark.cases("RS", "17.4.11", "17.4.5", "19.1.8")
def test_points_count_for_the_hex_in_which_they_were_spent() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE), unit("a", at="11.9"))
    done = trigger(
        situation, "retreats", "foe", left=SOUTH, hexside_points=1, inside_points=2, left_points=1
    )
    for at, wanted in ((HERE, -12), (SOUTH, -9)):
        shot = fire_at(situation, "a", at=at, trigger=done)
        assert net_drm_ruling(shot, strength(shot)).parts[2].value == wanted


@pytest.mark.cases("RS", "17.2/2c", "12.2")
def test_a_long_action_counts_for_commanded_fire_too() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE, task="engineering"), unit("a", at=NORTH))
    shot = fire_at(situation, "a")
    assert net_drm_ruling(shot, strength(shot)).parts[2].value == -2


@pytest.mark.cases("RS", "17.2/2d", "14.2.9", "14.3.5", "17.2.1")
def test_the_best_pair_counts() -> None:
    situation = field(
        unit("open", "Ottoman", at=HERE),
        unit("column", "Ottoman", at=HERE, order="column"),
        gun("limbered", "Ottoman", at=HERE, order="limbered"),
        unit("a", at=NORTH),
    )
    assert base(fire_at(situation, "a")) == -3
    assert base(fire_at(situation.without(["column"]), "a")) == -2  # +1 for guns, -3 limbered
    assert base_drm(fire_at(situation, "a"), "open").value == 0
    assert not base_drm(fire_at(situation, "a"), "nobody").allowed


@pytest.mark.cases("RS", "17.2/2d", "17.2/1")
def test_only_those_who_add_fire_points_make_pairs() -> None:
    works = [work("t", "shallow trench", HERE, front=["N", "S"], ends=["SE", "NW"])]
    situation = field(
        unit("foe", "Ottoman", at=HERE, work="t"),
        unit("a", at=NORTH),
        unit("raker", at="8.11"),
        works=works,
    )
    assert base(fire_at(situation, "a", "raker")) == base(fire_at(situation, "a")) == 3


@pytest.mark.cases("RS", "17.2/1")
def test_a_fire_of_nobody_has_a_modifier_without_pairs() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE), hq("a", at=NORTH))
    shot = fire_at(situation, "a")
    assert net_drm(shot, strength(shot)) == 0
    assert "Nobody fires" in net_drm_ruling(shot, strength(shot)).to_text()


@pytest.mark.cases("RS", "6.4.6", "6.4.7", "6.4.8", "6.1.6")
def test_enfilade_along_a_shallow_trench() -> None:
    def value(kind: str, at: str, **more: Any) -> Any:
        trench = work("t", kind, HERE, **({"front": ["SW", "SE"], "ends": ["N", "S"]} | more))
        situation = field(
            unit("foe", "Ottoman", at=HERE, work="t"), unit("a", at=at), works=[trench]
        )
        return base(fire_at(situation, "a"))

    assert value("shallow trench", NORTH) == 3 - 3
    assert value("shallow trench", SOUTH_EAST) == 3
    assert value("fire trench", NORTH) == 4
    assert value("shallow trench", NORTH, circular=True, front=[], ends=[]) == 3


@pytest.mark.cases("RS", "17.4.13", "6.4.10")
def test_no_mans_land_is_before_the_trench_at_range_zero() -> None:
    trench = work("t", "fire trench", HERE, **FRONT)

    def value(came: str, at: str = HERE, deed: str = "enters", **more: Any) -> Any:
        situation = field(
            unit("in", "Ottoman", at=at, **({"work": "t"} if at == HERE else {})),
            unit("mover", at=HERE, came_from=came),
            works=[trench],
        )
        done = trigger(situation, deed, "mover", left=came if deed == "enters" else "", **more)
        return base(fire_at(situation, "in", trigger=done))

    assert value(SOUTH, wave=1) == -3
    assert value(SOUTH, deed="stays within", wave=1) == -3
    assert value(SOUTH, deed="unhides") == 0
    assert value(NORTH, wave=1) == 0
    assert value(SOUTH, at=NORTH_WEST, wave=1) == 0


@pytest.mark.cases("RS", "17.4.12")
@pytest.mark.parametrize(("wave", "wanted"), [(1, 0), (2, 2), (3, 4)])
def test_later_waves_are_harder_to_hit_at_range_zero(wave: int, wanted: int) -> None:
    situation = field(
        unit("in", "Ottoman", at=HERE),
        unit("beside", "Ottoman", at=NORTH_WEST),
        unit("mover", at=HERE, came_from=SOUTH, wave=wave),
        unit("before", at=HERE, wave=1),
        assault=[assault(HERE, waves=1)],
    )
    done = trigger(situation, "enters", "mover", left=SOUTH, wave=wave)
    assert base(fire_at(situation, "in", trigger=done)) == wanted
    shot = fire_at(situation, "beside", trigger=done)
    assert base(shot) == 0
    assert [piece.unit for piece in shot.targets] == ["mover"]


@pytest.mark.cases("RS", "6.1.4", "6.4.3", "6.4.4", "6.1.1/3", "17.4.5")
def test_works_protect_those_who_are_inside_at_the_moment() -> None:
    """RS 6.1.4: a mover is on top; not one who moves along trenches, comes out, or has arrived."""
    trench = work("t", "fire trench", HERE, **FRONT)
    inside = field(unit("foe", "Ottoman", at=HERE, work="t"), unit("a", at=NORTH), works=[trench])

    def value(deed: str, **more: Any) -> Any:
        return base(fire_at(inside, "a", trigger=trigger(inside, deed, "foe", **more)))

    assert base(fire_at(inside, "a")) == 4
    assert value("enters", left=SOUTH_EAST) == 0
    assert value("stays within", inside_points=1) == 0
    assert value("enters", left="9.9", covered=True) == 4
    for deed in ("ends", "unhides", "fires"):
        assert value(deed) == 4
    on_top = field(unit("foe", "Ottoman", at=HERE), unit("a", at=NORTH), works=[trench])
    assert base(fire_at(on_top, "a")) == 0


@pytest.mark.cases("RS", "6.4.3", "17.4.5")
def test_along_trenches_the_one_that_was_left_protects_too() -> None:
    works = [
        work("t", "fire trench", HERE, front=["S", "SE", "SW"], ends=["NE", "NW"]),
        work("u", "fire trench", NORTH_EAST, front=["S", "SE"], ends=["SW", "NE"]),
    ]
    situation = field(
        unit("foe", "Ottoman", at=HERE, work="t", came_from=NORTH_EAST),
        unit("a", at="11.11"),
        works=works,
    )
    along = trigger(situation, "enters", "foe", left=NORTH_EAST, covered=True)
    over = trigger(situation, "enters", "foe", left=NORTH_EAST)
    assert base(fire_at(situation, "a", at=NORTH_EAST, trigger=along)) == 4
    assert base(fire_at(situation, "a", at=NORTH_EAST, trigger=over)) == 0


@pytest.mark.cases("RS", "7.5.1", "7.5.2", "7.4.2", "17.5")
def test_who_is_immune() -> None:
    board = ground("s", "side ridge 10.10-10.11", "9.9 height=1")
    situation = field(
        unit("scrub", "Ottoman", at=HERE, hiding="terrain"),
        unit("ridge", "Ottoman", at=HERE, hiding="ridge"),
        mg("next", at=NORTH),
        mg("north", at="10.12"),
        mg("south", at="10.8"),
        unit("above", at="9.9"),
        gun("low", at="10.12"),
        gun("high", at="10.12", angle="high"),
        board=board,
    )

    def immune(mark: str, firer: str) -> bool:
        shot = fire_at(situation, firer)
        return prohibited(shot, situation.piece(firer), situation.piece(mark))

    assert immune("scrub", "next")
    assert not immune("scrub", "above")
    assert not immune("scrub", "low")
    assert immune("ridge", "north")
    assert immune("ridge", "low")
    assert not immune("ridge", "next")
    assert not immune("ridge", "south")
    assert not immune("ridge", "high")


@pytest.mark.cases("RS", "17.5")
@pytest.mark.parametrize(
    ("at", "height", "wanted"), [(NORTH, 1, -1), (NORTH, 0, 0), ("10.12", 1, 0), ("10.12", 2, -1)]
)
def test_plunging_fire_needs_a_level_for_each_hex(at: str, height: int, wanted: int) -> None:
    """RS-Q71."""
    board = ground("g", f"{at} height={height}")
    situation = field(unit("foe", "Ottoman", at=HERE), mg("a", at=at), board=board)
    assert base(fire_at(situation, "a")) == wanted


@pytest.mark.cases("RS", "17.2/2d", "5.2.5")
def test_a_partial_line_is_harder() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE),
        mg("a", at="10.12"),
        mg("b", at=NORTH_EAST),
        board=ground("g", "side ridge 10.10-10.9"),
    )
    board = situation.board
    side = Hexside.between(board.hex(SOUTH), board.hex(HERE))
    done = trigger(situation, "enters", "foe", left=SOUTH, crossing=side)
    assert base(fire_at(situation, "a", trigger=done)) == 2
    assert base(fire_at(situation, "b", trigger=done)) == 2  # RS-Q16: an adjacent firer too
    assert base(fire_at(situation, "a")) == 0


@pytest.mark.cases("RS", "17.2.8", "17.2/2d")
def test_headquarters_are_no_targets() -> None:
    trench = work("t", "fire trench", HERE, **FRONT)
    situation = field(
        unit("foe", "Ottoman", at=HERE, work="t"),
        hq("hq", "Ottoman", at=HERE),
        unit("a", at=NORTH),
        works=[trench],
    )
    shot = fire_at(situation, "a")
    assert [piece.unit for piece in shot.targets] == ["foe"]
    assert base(shot) == 4
