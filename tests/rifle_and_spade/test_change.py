"""Changing orders and committing: what bars it, the exact chance, what a new order brings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import brigiment, division, gun, hq, mg, picket, position, unit
from wargame.core.errors import Refused, RequestError
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.orders import change, committing, modifiers, standing
from wargame.rifle_and_spade.orders.order import GROUPS, Goal, Order
from wargame.rifle_and_spade.orders.what_if import what_if
from wargame.rifle_and_spade.orders_table import SELECTABLE, orders_chart
from wargame.rifle_and_spade.state import Situation

COLUMN = "column-row 1.30\ng grassland\n\n" + "\n".join(["g" * 8] * 22) + "\n"
NEVER = [kind for kind in GROUPS if kind not in SELECTABLE]


def regiment(order: str = "defense", points: int = 8, **more: Any) -> Situation:
    """Return the 57th Regiment of class III, two halves in line and a battalion in support.

    Args:
        order: Its order.
        points: Its officer points.
        more: What else its line says; *units* more units, *isolated* those so marked, *turn* and
            *rules* those of the position.
    """
    isolated = more.pop("isolated", ())
    turn, rules = more.pop("turn", 4), more.pop("rules", GALLIPOLI_1915)
    units = [
        unit("L 1/57", "Ottoman", at="2.20", brigiment="57", battalion="1/57"),
        unit("R 1/57", "Ottoman", at="3.20", brigiment="57", battalion="1/57"),
        unit("L 2/57", "Ottoman", at="2.22", brigiment="57", battalion="2/57"),
        unit("R 2/57", "Ottoman", at="3.22", brigiment="57", battalion="2/57"),
        unit("L 3/57", "Ottoman", at="4.20", brigiment="57", battalion="3/57"),
        *more.pop("units", ()),
    ]
    usual = {"quality": 3, "division": "19", "maximum": 12, "since": 3} | more
    situation = position(
        COLUMN,
        units=[
            hq("57 HQ", "Ottoman", at="3.25", brigiment="57"),
            hq("19 HQ", "Ottoman", at="3.27", size="division"),
            mg("57 MG", "Ottoman", at="3.25", brigiment="57"),
            *units,
            unit("Aus", at="2.10"),
        ],
        brigiment=[brigiment("57", "Ottoman", order=order, points=points, **usual)],
        division=[division("19", "Ottoman", headquarters="19 HQ")],
        active="Ottoman",
        turn=turn,
        rules=rules,
    )
    marked = [evolve(situation.piece(name), isolated=True) for name in isolated]
    return situation.replace_pieces(*marked)


def chance(kind: str, **more: Any) -> object:
    return change.change_ruling(regiment(**more), "57", kind).value  # type: ignore[arg-type]


# ------------------------------------------------------------------ what bars a change


@pytest.mark.cases("RS", "11.9.2", "11.10.1", "11.12.2", "11.13.1")
@pytest.mark.parametrize("kind", NEVER)
def test_some_orders_are_never_chosen(kind: Any) -> None:
    ruling = change.change_ruling(regiment(), "57", kind)
    assert not ruling.allowed
    assert "never chosen" in ruling.sentence


@pytest.mark.cases("RS", "11.3.5")
def test_from_midnight_nobody_changes_orders() -> None:
    for turn in (10, 20):
        refused = change.change_ruling(regiment(turn=turn), "57", "attack")
        assert [str(case) for case in refused.cases] == ["RS 11.3.5"]
    assert change.change_ruling(regiment(turn=9), "57", "attack").allowed
    with pytest.raises(Refused, match="midnight"):
        change.change_roll(regiment(turn=10), "57", "attack")


@pytest.mark.cases("RS", "11.3.6", "11.12.9")
def test_pickets_must_come_in_first() -> None:
    out = [picket("p 1/57", at="5.20", brigiment="57", battalion="1/57")]
    for order in ("cordon defense", "disorganized defense"):
        refused = change.change_ruling(regiment(order, units=out), "57", "defense")
        assert not refused.allowed
        assert "p 1/57" in refused.sentence
        assert change.change_ruling(regiment(order), "57", "defense").allowed


@pytest.mark.cases("RS", "11.3", "11.13.1", "11.10.5")
def test_who_failed_this_turn_does_not_change_and_next_turn_only_to_two_orders() -> None:
    fresh = regiment("disorganized defense", since=4)
    assert not change.may_change(fresh, "57").allowed
    assert not change.may_change(regiment("stalled attack", since=4), "57").allowed
    assert not change.may_change(regiment("stalled attack", since=3), "57").allowed
    later = dict(change.matrix(regiment("disorganized defense"), "57"))
    assert {kind for kind, ruling in later.items() if ruling.allowed} == {"defense", "regroup"}


@pytest.mark.cases("RS", "15.1.2", "2.0/3e.ii")
@pytest.mark.cases("GB", "101.7.1")
def test_who_is_not_released_does_not_change() -> None:
    assert not change.may_change(regiment("general reserve", released=False), "57").allowed
    assert change.may_change(regiment("general reserve"), "57").allowed


# ------------------------------------------------------------------ the chance


@pytest.mark.cases("RS", "11.3.2", "11.3.1", "11.1.2")
def test_the_chance_is_the_number_less_the_matrix_and_the_modifiers() -> None:
    chart = orders_chart(regiment().shelf)
    number = chart.target("change", 8)
    assert number == 52
    for kind in SELECTABLE:
        step = chart.step("defense", kind)
        assert isinstance(step, int)
        assert chance(kind) == Fraction(number - step + 1, 100)
        assert chance(kind, isolated=("L 1/57",)) == Fraction(number - step - 5 + 1, 100)
        assert chance(kind, quality=1) == Fraction(number - step + 10 + 1, 100)


@pytest.mark.cases("RS", "11.3.2", "11.1")
def test_the_roll_agrees_with_the_chance() -> None:
    situation = regiment()
    roll = change.change_roll(situation, "57", "attack")
    good = sum(band.width for band in roll.bands if band.outcome == change.CHANGED)
    assert Fraction(good, 100) == chance("attack") == Fraction(43, 100)
    assert run(change.try_to_change(situation, "57", "attack"), 42).outcome is True
    assert run(change.try_to_change(situation, "57", "attack"), 43).outcome is False


@pytest.mark.cases("RS", "4.1.4", "11.14.1", "11.15.1", "11.1.10")
def test_regroup_is_easier_and_so_is_leaving_the_reserve_or_a_completed_order() -> None:
    assert chance("regroup") > chance("attack")  # type: ignore[operator]
    assert chance("attack", order="general reserve") > chance("attack")  # type: ignore[operator]
    there = {"L 1/57": ["2.20"], "R 1/57": ["3.20"]}
    assert chance("attack", goals=there) == Fraction(53, 100)


@pytest.mark.cases("RS", "11.8.1", "11.3.1")
def test_a_scheduled_attack_changes_as_the_defense_it_still_is() -> None:
    assert chance("defense", order="attack", scheduled=9) == chance("defense", order="defense")


@pytest.mark.cases("RS", "11.3.1", "11.3.2")
def test_the_matrix_answers_for_every_kind_as_asking_for_it_alone_does() -> None:
    situation = regiment("regroup", isolated=("L 1/57",))
    table = change.matrix(situation, "57")
    assert [kind for kind, _ in table] == list(GROUPS)
    for kind, ruling in table:
        assert ruling == change.change_ruling(situation, "57", kind)


@pytest.mark.cases("RS", "11.3.2", "11.1.3")
def test_what_ifs_of_a_change() -> None:
    situation = regiment(isolated=("L 1/57",))
    now = change.change_ruling(situation, "57", "attack").value
    gained = {
        label: int((new - now) * 100)  # type: ignore[operator]
        for label, new in what_if(situation, "57", "attack")
    }
    assert gained["L 1/57 no longer isolated"] == 5
    assert gained["one officer point more"] == 3
    assert what_if(situation, "57", "initial attack") == []


# ------------------------------------------------------------------ a new order


@pytest.mark.cases("RS", "11.3.3", "11.6.3", "9.3.4")
def test_a_new_order_is_in_effect_at_once_but_the_isolated_do_not_hear_it() -> None:
    situation = regiment(isolated=("L 1/57",))
    goals = (("R 1/57", Goal((situation.board.hex("3.15"),))),)
    after = change.issue(situation, "57", Order("attack", 0, goals=goals))
    order = after.command("57").order
    assert (order.kind, order.since, order.goals) == ("attack", 4, goals)
    assert order.deaf == {"L 1/57"}


@pytest.mark.cases("RS", "11.1.4")
def test_only_brigades_and_regiments_have_orders() -> None:
    situation = regiment(units=[gun("Guns", "Ottoman", at="5.22")])
    with pytest.raises(RequestError, match="57"):
        change.issue(situation, "19", Order("attack", 4))
    assert situation.commanded(situation.piece("Guns")) is None
    assert situation.commanded(situation.piece("19 HQ")) is None


# ------------------------------------------------------------------ in support


@pytest.mark.cases("RS", "11.5.1", "11.5.2", "11.5.3")
def test_so_many_battalions_may_be_in_support() -> None:
    situation = regiment()
    most = {kind: committing.support_limit(situation, "57", kind).value for kind in GROUPS}
    assert most["attack"] == 1
    assert most["defense"] == 2
    assert most["march"] == most["stalled attack"] == most["disorganized defense"] == 0
    alone = situation.without(["L 2/57", "R 2/57", "L 3/57"])
    assert committing.support_limit(alone, "57", "defense").value == 0


def supported(**more: Any) -> Situation:
    """Return the regiment with its 2nd battalion in support."""
    goals = {"L 1/57": ["2.20"], "R 1/57": ["3.20"], "L 3/57": ["4.20"]}
    usual: dict[str, Any] = {"support": ["L 2/57", "R 2/57"], "goals": goals}
    return regiment(**(usual | more))


@pytest.mark.cases("RS", "11.5.10", "11.3.1", "11.3.2", "11.13.10")
def test_committing_is_rolled_for_once_a_battalion_and_is_easier_than_a_change() -> None:
    situation = supported()
    ruling = committing.commit_ruling(situation, "57", "2/57")
    assert ruling.value == Fraction(52 + 15 + 10 + 1, 100)  # the order is completed: 10
    assert run(committing.try_to_commit(situation, "57", "2/57"), 77).outcome is True
    assert run(committing.try_to_commit(situation, "57", "2/57"), 78).outcome is False
    assert committing.in_support(situation, "57") == {"2/57": ("L 2/57", "R 2/57")}
    disorganized = supported(order="disorganized defense")
    assert committing.commit_ruling(disorganized, "57", "2/57").allowed
    assert not committing.commit_ruling(situation, "57", "1/57").allowed


@pytest.mark.cases("RS", "11.5.9/2", "11.6.1", "11.6.2")
def test_the_isolated_are_not_committed() -> None:
    one = supported(isolated=("L 2/57",))
    assert committing.commit_ruling(one, "57", "2/57").allowed
    assert not committing.requirement(one, "L 2/57").allowed
    assert committing.requirement(one, "R 2/57").allowed
    both = supported(isolated=("L 2/57", "R 2/57"))
    with pytest.raises(Refused, match="No unit of 2/57"):
        committing.commit_roll(both, "57", "2/57")
    with pytest.raises(Refused, match="isolated"):
        committing.committed(one, "57", {"L 2/57": Goal((one.board.hex("2.18"),))})
    assert "not in support" in committing.requirement(one, "L 1/57").sentence


@pytest.mark.cases("RS", "11.5.9", "11.5.9/1", "11.4.15")
def test_while_the_line_marches_support_is_committed_from_within_or_behind_the_channel() -> None:
    ahead = {"L 1/57": ["2.15"], "R 1/57": ["3.15"], "L 3/57": ["4.15"]}
    marching = supported(order="attack", goals=ahead)
    assert committing.requirement(marching, "L 2/57").allowed
    aside = evolve(marching.piece("L 2/57"), at=marching.board.hex("8.17"))
    apart = marching.replace_pieces(aside)
    refused = committing.requirement(apart, "L 2/57")
    assert [str(case) for case in refused.cases] == ["RS 11.5.9/1"]
    assert committing.commit_ruling(apart, "57", "2/57").allowed  # the other half may
    arrived = supported().replace_pieces(aside)
    assert committing.requirement(arrived, "L 2/57").allowed


@pytest.mark.cases("RS", "11.5.9", "11.1.10", "11.5.6")
def test_where_nobody_in_line_has_an_objective_both_checks_say_so() -> None:
    reserve = supported().without(["L 1/57", "R 1/57", "L 3/57"])
    committed = committing.requirement(reserve, "L 2/57")
    completed = modifiers.completed(reserve, "57")
    assert committed.allowed
    assert completed.value is False
    for each in (committed, completed):
        assert each.sentence.startswith("Nobody has an objective to be at")
    assert not standing.all_there(reserve, "57")
    assert standing.all_there(supported(), "57")
    sentence = committing.requirement(supported(), "L 2/57").sentence
    assert sentence.startswith("Everybody in line is at his objective")
    assert modifiers.completed(supported(), "57").value is True


@pytest.mark.cases("RS", "11.3.5", "11.5.10")
def test_committing_is_no_change_of_orders_and_allowed_at_midnight_unless_switched_off() -> None:
    assert committing.commit_ruling(supported(turn=10), "57", "2/57").allowed
    rules = evolve(GALLIPOLI_1915, id="strict", commits_at_midnight=False)
    refused = committing.commit_ruling(supported(turn=10, rules=rules), "57", "2/57")
    assert [str(case) for case in refused.cases] == ["RS 11.3.5"]
    assert committing.commit_ruling(supported(turn=9, rules=rules), "57", "2/57").allowed


@pytest.mark.cases("RS", "11.5.10", "11.1.6")
def test_the_committed_leave_support_for_an_objective_of_their_own() -> None:
    situation = supported()
    hexes = [situation.board.hex(label) for label in ("2.22", "2.21", "2.20", "2.19")]
    goal = Goal((hexes[-1],))
    after = committing.committed(situation, "57", {"L 2/57": goal}, {"L 2/57": hexes})
    order = after.command("57").order
    assert order.support == {"R 2/57"}
    assert order.committed == {"L 2/57"}
    assert order.goal("L 2/57") == goal
    assert order.route("L 2/57") == tuple(hexes)
    assert order.since == situation.command("57").order.since
