"""Orders continuation: what decides without a roll, the exact chance, degrading, what-ifs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import brigiment, division, hq, mg, position, unit
from wargame.rifle_and_spade.orders import continuation, modifiers
from wargame.rifle_and_spade.orders.order import DEGRADES, Goal, Order
from wargame.rifle_and_spade.orders.what_if import what_if
from wargame.rifle_and_spade.orders_table import orders_chart
from wargame.rifle_and_spade.state import Situation

COLUMN = "column-row 1.30\ng grassland\n\n" + "\n".join(["g" * 8] * 22) + "\n"
"""Columns 1 to 8, rows 30 at the north to 9."""


def regiment(
    order: str = "attack",
    points: int = 6,
    *,
    isolated: tuple[str, ...] = (),
    intermingled: bool = False,
    division_at: str = "3.27",
    **more: Any,
) -> Situation:
    """Return the 57th Regiment of class III: its halves in a row, its division 2 hexes behind.

    Args:
        order: Its order.
        points: Its officer points.
        isolated: Units of it that are isolated.
        intermingled: Whether R 1/57 stands between the halves of 2/57, all in contact.
        division_at: Where the headquarters of its division stands.
        more: What else its line says; *foe* is where an enemy stands besides.
    """
    foe = more.pop("foe", "")
    places = {"L 1/57": "1.20", "R 1/57": "5.20", "L 2/57": "4.20", "R 2/57": "6.20"}
    if not intermingled:
        places |= {"R 1/57": "2.20"}
    halves = [
        unit(
            name,
            "Ottoman",
            at=at,
            brigiment="57",
            battalion=name.split(" ")[1],
            isolated=name in isolated,
        )
        for name, at in places.items()
    ]
    foes = [unit("Aus 1", at="5.19"), unit("Aus 2", at="7.19"), unit("Aus 3", at="4.18")]
    others = [unit("Aus", at=foe)] if foe else []
    usual = {"quality": 3, "division": "19", "maximum": 12} | more
    return position(
        COLUMN,
        units=[
            hq("57 HQ", "Ottoman", at="3.25", brigiment="57"),
            hq("19 HQ", "Ottoman", at=division_at, size="division"),
            mg("57 MG", "Ottoman", at="3.25", brigiment="57", isolated="57 MG" in isolated),
            *halves,
            *(foes if intermingled else []),
            *others,
        ],
        brigiment=[brigiment("57", "Ottoman", order=order, points=points, since=3, **usual)],
        division=[division("19", "Ottoman", headquarters="19 HQ")],
        active="Ottoman",
        turn=4,
    )


def chance(**more: Any) -> Fraction:
    return continuation.chance(regiment(**more), "57")


# ------------------------------------------------------------------ without a roll


@pytest.mark.cases("RS", "11.2.1", "11.8.6", "11.11.10", "11.11.10/1", "11.14.19/1", "11.2.3")
@pytest.mark.parametrize(
    "order", ["attack", "initial attack", "defense", "cordon defense", "regroup"]
)
def test_without_officer_points_an_order_fails_without_a_roll(order: str) -> None:
    situation = regiment(order, 0)
    assert continuation.chance(situation, "57") == 0
    assert continuation.continuation_roll(situation, "57") is None
    assert continuation.continuation(situation, "57").find("Mandatory failure") is not None


@pytest.mark.cases("RS", "11.2.1", "11.2")
def test_a_condition_met_earlier_fails_the_order_at_the_next_check() -> None:
    situation = regiment("defense", 12, doomed="A regroup point was threatened.")
    ruling = continuation.continuation(situation, "57")
    assert ruling.value == 0
    assert ruling.sentence == "A regroup point was threatened."
    assert what_if(situation, "57") == []


@pytest.mark.cases("RS", "11.2.1", "11.8.6", "11.15.10")
def test_what_must_fail_an_order_is_remembered_until_the_check() -> None:
    emptied = continuation.flag_failures(regiment("defense", 0))
    gained = evolve(emptied, officers=(("57", 1),))
    assert continuation.chance(gained, "57") == 0
    near = continuation.flag_failures(regiment("general reserve", foe="2.18"))
    assert continuation.chance(near.without(["Aus"]), "57") == 0
    for quiet in (
        regiment("defense", 1), regiment("stalled attack", 0), regiment("general reserve", 0),
        regiment("disorganized defense", 0), regiment("attack", 0, released=False),
    ):  # fmt: skip
        assert continuation.flag_failures(quiet) == quiet


@pytest.mark.cases("RS", "11.2.2", "11.10.5")
def test_a_stalled_attack_fails_after_one_turn_however_many_officers_there_are() -> None:
    ruling = continuation.continuation(regiment("stalled attack", 12), "57")
    assert ruling.value == 0
    assert ruling.find("Automatic failure") is not None


@pytest.mark.cases("RS", "11.2.3", "11.13.11", "11.15.10", "11.16")
@pytest.mark.parametrize("order", ["disorganized defense", "general reserve", "march"])
def test_orders_that_are_not_checked_go_on(order: str) -> None:
    situation = regiment(order, 0)
    assert continuation.chance(situation, "57") == 1
    assert continuation.continuation_roll(situation, "57") is None
    assert what_if(situation, "57") == []


@pytest.mark.cases("RS", "11.15.10", "11.2.1")
def test_a_reserve_under_threat_fails() -> None:
    for order in ("general reserve", "march"):
        ruling = continuation.continuation(regiment(order, 12, foe="2.18"), "57")
        assert ruling.value == 0
        assert "imminent threat" in ruling.sentence
    assert chance(order="attack", points=12, foe="2.18") > Fraction(9, 10)


@pytest.mark.cases("RS", "11.14.19", "11.14.18")
def test_a_regrouping_fails_when_its_point_is_threatened_even_after_entering() -> None:
    goals = {"L 1/57": ["2.21"]}
    for entered in (None, 3):
        near = regiment("regroup", 12, foe="2.19", goals=goals, regrouping=entered)
        assert continuation.chance(near, "57") == 0
    afar = regiment("regroup", 0, foe="2.14", goals=goals, regrouping=3)
    assert continuation.chance(afar, "57") == 1


@pytest.mark.cases("RS", "11.2.3")
def test_where_there_is_no_number_the_order_goes_on_without_a_roll() -> None:
    situation = regiment("attack", 13, isolated=("L 1/57",), maximum=14)
    assert continuation.chance(situation, "57") == 1
    assert continuation.continuation_roll(situation, "57") is None


@pytest.mark.cases("RS", "2.0/3d", "15.1.2")
def test_who_is_not_released_does_not_check() -> None:
    assert chance(order="defense", points=0, released=False) == 1


@pytest.mark.cases("RS", "11.8.1", "11.2.3")
def test_a_scheduled_attack_is_checked_as_a_defense() -> None:
    waiting = regiment("attack", 6, scheduled=9)
    assert continuation.chance(waiting, "57") == chance(order="defense", points=6)
    assert continuation.degrade(waiting, "57").command("57").order.kind == "disorganized defense"


# ------------------------------------------------------------------ the roll


@pytest.mark.cases("RS", "11.2.3", "11.1.2", "4.1.2")
def test_the_chance_is_that_of_the_number_with_every_roll_counted() -> None:
    situation = regiment("attack", 6)
    ruling = continuation.continuation(situation, "57")
    assert ruling.value == Fraction(81, 100)
    assert ruling.parts[0].value == 80
    roll = continuation.continuation_roll(situation, "57")
    assert roll is not None
    assert [(band.low, band.high, band.outcome) for band in roll.bands] == [
        (0, 80, "continues"), (81, 99, "fails"),
    ]  # fmt: skip


@pytest.mark.cases("RS", "4.1.4", "11.1.3", "11.6", "9.8.4", "9.1.7", "9.6", "9.2.2")
@pytest.mark.parametrize(
    ("more", "drm"),
    [
        ({}, 0),
        ({"isolated": ("L 1/57",)}, 5),
        ({"isolated": ("L 1/57", "R 2/57", "57 MG")}, 15),
        ({"intermingled": True}, 12),
        ({"division_at": "3.30"}, 4),
        ({"quality": 1}, -10),
        ({"quality": 5}, 10),
        ({"division": ""}, 0),
        ({"intermingled": True, "isolated": ("L 1/57",), "quality": 4, "division_at": "3.30"}, 26),
    ],
)
def test_each_modifier_has_its_worth(more: dict[str, Any], drm: int) -> None:
    situation = regiment(**more)
    assert modifiers.modifiers(situation, "57", "continue").value == drm
    assert continuation.chance(situation, "57") == Fraction(81 - drm, 100)


@pytest.mark.cases("RS", "9.6.2", "11.9.4/3", "11.12.6/3", "11.16.3", "9.2.2")
def test_prepared_orders_do_not_ask_for_the_division() -> None:
    for order in ("initial attack", "cordon defense"):
        far = regiment(order, division_at="3.30")
        assert modifiers.modifiers(far, "57", "continue").value == 0
    for order in ("general reserve", "defense"):
        assert modifiers.modifiers(regiment(order, division_at="3.30"), "57", "change").value == 4


@pytest.mark.cases("RS", "9.6.1", "11.1.3")
def test_without_any_way_to_the_division_the_check_is_at_its_worst() -> None:
    board = "column-row 1.30\ng grassland\nw sea\n\nggg\nwww\nwww\nggg\nggg\n"
    cut = position(
        board,
        units=[
            hq("57 HQ", "Ottoman", at="2.27", brigiment="57"),
            hq("19 HQ", "Ottoman", at="2.30", size="division"),
            unit("Aus", at="1.26"),
        ],
        brigiment=[brigiment("57", "Ottoman", order="attack", quality=3, points=6, division="19")],
        division=[division("19", "Ottoman", headquarters="19 HQ")],
    )
    assert modifiers.modifiers(cut, "57", "continue").value == orders_chart(cut.shelf).drms.no_way


@pytest.mark.cases("RS", "11.1.10", "11.14.18")
def test_a_completed_order_is_easier_to_continue() -> None:
    there = {"L 1/57": ["1.20"], "R 1/57": ["2.20"], "L 2/57": ["4.20"], "R 2/57": ["6.20"]}
    assert chance(goals=there) == Fraction(91, 100)
    assert chance(goals=there | {"R 2/57": ["6.18"]}) == Fraction(81, 100)
    assert chance(goals=there | {"R 2/57": ["6.19"]}, radius={"R 2/57": 1}) == Fraction(91, 100)

    def completed(**more: Any) -> object:
        return modifiers.completed(regiment(**more), "57").value

    assert completed(order="cordon defense", goals=there) is False
    assert completed(order="disorganized defense", goals=there) is False
    assert completed(order="regroup", goals=there) is False
    assert completed(order="regroup", goals=there, regrouping=0) is True
    assert completed(order="attack") is False


@pytest.mark.cases("RS", "11.2.3")
def test_a_chance_never_leaves_its_bounds() -> None:
    assert continuation.exact_chance(5, 30) == 0
    assert continuation.exact_chance(95, -30) == 1
    assert continuation.check_bands(5, 30, "a", "b")[0].outcome == "b"
    assert continuation.check_bands(95, -30, "a", "b")[-1].outcome == "a"
    assert len(continuation.check_bands(95, -30, "a", "b")) == 1


@pytest.mark.cases("RS", "2.0/3d", "2.0/3e.i", "11.2", "11.2.4")
def test_the_segment_rolls_for_those_who_must_and_degrades_those_who_fail() -> None:
    situation = regiment("attack", 6)
    passed = run(continuation.check_all(situation), 80)
    assert passed.outcome == ()
    failed = run(continuation.check_all(situation), 81)
    assert failed.outcome == ("57",)
    after = continuation.degrade_all(situation, failed.outcome)
    assert after.command("57").order.kind == "stalled attack"
    doomed = run(continuation.check_all(regiment("stalled attack")))
    assert doomed.outcome == ("57",)
    assert not doomed.asked
    assert doomed.told[0].value == "fails"


# ------------------------------------------------------------------ degrading


@pytest.mark.cases("RS", "11.2.4", "11.2.5", "11.8.7", "11.10", "11.10.2")
def test_a_failed_attack_stalls_and_keeps_everything_else() -> None:
    line: dict[str, Any] = {
        "goals": {"L 1/57": ["1.18"]}, "routes": {"L 1/57": ["1.20", "1.19", "1.18"]},
        "support": ["L 2/57"], "committed": ["L 1/57"], "line": ["1.18", "2.18"],
    }  # fmt: skip
    situation = regiment("attack", doomed="why", **line)
    before, after = (s.command("57") for s in (situation, continuation.degrade(situation, "57")))
    assert after.order == evolve(before.order, kind="stalled attack", since=4, previous="attack")
    assert after.doomed == ""


@pytest.mark.cases("RS", "11.10.6", "11.2.2", "11.10.5")
def test_an_attack_that_fails_on_turn_3_is_stalled_then_and_disorganized_on_turn_4() -> None:
    third = evolve(regiment("attack", 0), turn=3)
    failed = run(continuation.check_all(third)).outcome
    stalled = continuation.degrade_all(third, failed)
    order = stalled.command("57").order
    assert (order.kind, order.since) == ("stalled attack", 3)
    fourth = evolve(stalled, turn=4)
    checked = run(continuation.check_all(fourth))
    assert not checked.asked
    order = continuation.degrade_all(fourth, checked.outcome).command("57").order
    assert (order.kind, order.since) == ("disorganized defense", 4)


@pytest.mark.cases("RS", "11.2.5", "11.11.11", "11.13.3", "11.13.6", "11.6.2")
def test_in_disorganized_defense_everybody_in_line_holds_where_he_stands() -> None:
    line: dict[str, Any] = {
        "goals": {"L 1/57": ["1.18"]}, "support": ["L 2/57"], "deaf": ["R 2/57"],
        "line": ["1.18", "2.18"], "routes": {"L 1/57": ["1.20", "1.19", "1.18"]},
    }  # fmt: skip
    situation = regiment("defense", **line)
    order = continuation.degrade(situation, "57").command("57").order
    at = {name: situation.piece(name).at for name in ("L 1/57", "R 1/57")}
    assert order.goals == tuple((name, Goal((cell,))) for name, cell in at.items())
    assert order.support == {"L 2/57"}
    assert order.deaf == {"R 2/57"}
    assert (order.line, order.routes, order.previous) == ((), (), "defense")


@pytest.mark.cases("RS", "11.2.4", "11.12.9", "11.1.1")
def test_every_order_degrades_to_disorganized_defense_at_last() -> None:
    for kind in DEGRADES:
        order = Order(kind, 1)
        for _ in range(3):
            new = continuation.degraded(order)
            order = evolve(order, kind=new) if new else order
        assert order.kind == "disorganized defense"
    held = regiment("disorganized defense")
    assert continuation.degrade(held, "57") is held
    cordon = regiment("cordon defense", rally_points={"1/57": "2.21"})
    order = continuation.degrade(cordon, "57").command("57").order
    assert order.previous == "cordon defense"
    assert order.rally_points == (("1/57", cordon.board.hex("2.21")),)


# ------------------------------------------------------------------ what-ifs


@pytest.mark.cases("RS", "11.1.3", "9.8.4")
def test_each_remedy_is_worth_its_modifier() -> None:
    situation = regiment(
        intermingled=True, isolated=("L 1/57", "57 MG"), division_at="3.30",
        goals={"R 2/57": ["6.18"]},
    )  # fmt: skip
    now = continuation.chance(situation, "57")
    gained = {label: int((new - now) * 100) for label, new in what_if(situation, "57")}
    assert gained == {
        "L 1/57 no longer isolated": 5,
        "57 MG no longer isolated": 5,
        "nobody isolated": 10,
        "R 1/57 out of the way": 12,
        "headquarters within 4 hexes of the division's": 4,
        "all units at their objectives": 10,
        "one officer point more": 4,
        "one officer point less": -5,
    }


@pytest.mark.cases("RS", "9.8.1")
def test_one_of_two_in_between_is_no_remedy_both_are() -> None:
    situation = regiment(intermingled=True)
    second = evolve(situation.piece("L 1/57"), at=situation.board.hex("5.20"))
    both = situation.replace_pieces(second)
    now = continuation.chance(both, "57")
    gained = {label: int((new - now) * 100) for label, new in what_if(both, "57")}
    assert not [label for label in gained if "out of the way" in label]
    assert gained["nobody in between"] == 12


@pytest.mark.cases("RS", "11.2.3")
def test_a_remedy_says_what_asking_again_would() -> None:
    situation = regiment(isolated=("L 1/57",), division_at="3.30")
    told = dict(what_if(situation, "57"))
    rejoined = situation.replace_pieces(evolve(situation.piece("L 1/57"), isolated=False))
    assert told["L 1/57 no longer isolated"] == continuation.chance(rejoined, "57")
    richer = evolve(situation, officers=(("57", 7),))
    assert told["one officer point more"] == continuation.chance(richer, "57")
    none = regiment(points=0)
    assert dict(what_if(none, "57")) == {
        "one officer point more": continuation.chance(regiment(points=1), "57")
    }
    assert dict(what_if(regiment(points=1), "57"))["one officer point less"] == 0
