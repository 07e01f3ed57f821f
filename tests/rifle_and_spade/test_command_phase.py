"""The Command Phase (2.0, step 3), and writing orders in it."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.campaigns import Quiet, Script, campaign, game
from wargame.core.drivers import play
from wargame.core.procedure import Chance, Roll
from wargame.rifle_and_spade import command_phase, cup, turn
from wargame.rifle_and_spade.command_phase import (
    adjust_officer_points,
    begin_orders,
    change_orders,
    orders_on_arrival,
)
from wargame.rifle_and_spade.command_phase import (
    command_phase as whole,
)
from wargame.rifle_and_spade.orders import composing, kinds, reverting
from wargame.rifle_and_spade.orders.change import may_change
from wargame.rifle_and_spade.state import Situation


def changed(kind: str, *where: str, face: int = 0, **answers: Any) -> tuple[Situation, Script]:
    """Return the position after A tried to change its order, with these answers about the map."""
    situation = campaign(turn=4)
    script = Script(
        {
            "Change orders of": ["A", "end"],
            "Orders of A": [kind, "end"],
            "objectives of": list(where[:1]),
            "one end": list(where[1:2]),
            "its objective": list(where[1:2]) * composing.MOST_TRIES,
            "the line goes on": [*where[2:], "done"],
            **answers,
        },
        face,
    )
    return play(lambda: change_orders(situation, "Entente"), script).outcome, script


@pytest.mark.cases("RS", "2.0/3e", "2.0/3e.ii", "11.3.2", "11.3.3", "11.4.7", "11.1")
def test_a_change_is_rolled_for_then_written_and_in_effect_at_once() -> None:
    after, script = changed("attack", "line", "2.15", "3.15", "4.15")
    order = after.command("A").order
    assert order.kind == "attack"
    assert [after.board.label(cell) for cell in order.line] == ["2.15", "3.15", "4.15"]
    assert {name for name, _ in order.goals} == {"L 1/A", "R 1/A", "L 2/A", "R 2/A"}
    assert order.since == 4
    first = next(n for n, words in enumerate(script.purposes) if "objectives" in words)
    assert "Orders of A" in script.purposes[first - 3]
    assert len(script.rolled) == 1


@pytest.mark.cases("RS", "11.3.3", "11.3.4")
def test_a_failed_roll_leaves_the_order_and_is_tried_once_a_turn() -> None:
    after, script = changed("attack", face=99)
    assert after.command("A").order.kind == "defense"
    assert not any("objectives" in words for words in script.purposes)
    keys = [option.key for option in script.asked[-1].options]
    assert "A" not in keys


@pytest.mark.cases("RS", "11.4.11", "11.1.8")
def test_an_order_that_cannot_be_written_lapses() -> None:
    after, script = changed("attack", "none")
    assert after.command("A").order.kind == "defense"
    assert "A: objectives of the attack" in script.purposes
    after, script = changed("general reserve", "point", "2.17")
    assert after.command("A").order.kind == "defense"
    places = [words for words in script.purposes if "its objective" in words]
    assert len(places) == composing.MOST_TRIES


@pytest.mark.cases("RS", "11.8.1", "11.5.3", "11.5.1")
def test_an_attack_may_be_scheduled_with_a_battalion_in_support() -> None:
    answers: dict[str, Any] = {"when the attack begins": "6", "in support": ["A2", "done"]}
    after, _ = changed("attack", "point", "2.15", **answers)
    order = after.command("A").order
    assert (order.kind, order.scheduled, order.group) == ("attack", 6, "defense")
    assert order.support == {"L 2/A", "R 2/A"}
    assert [goal.radius for _, goal in order.goals] == [1, 1]
    _, script = changed("attack", "point", "2.15", **{"when the attack begins": "10"})
    asked = next(c for c in script.asked if "when the attack begins" in c.purpose)
    assert "14" in {option.key for option in asked.options}, "a day ahead and more than midnight"
    due = begin_orders(evolve(after, turn=6))
    assert due.command("A").order.scheduled is None


@pytest.mark.cases("RS", "11.5.10", "11.5.11")
def test_a_battalion_in_support_is_committed_by_a_roll() -> None:
    goals = {"L 1/A": ["2.14"], "R 1/A": ["5.14"]}
    support = ["L 2/A", "R 2/A"]
    table = {"order": "attack", "goals": goals, "support": support}
    situation = campaign({"A": table}, turn=4)
    answers: dict[str, Any] = {
        "Change orders of": ["A", "end"],
        "Orders of A": ["commit: A2", "end"],
        "where L 2/A": "2.14",
        "where R 2/A": "none",
    }
    for face in (0, 99):
        script = Script({words: _copy(answer) for words, answer in answers.items()}, face)
        after = play(lambda: change_orders(situation, "Entente"), script).outcome
        order = after.command("A").order
        assert order.committed == (frozenset() if face else {"L 2/A"})
        assert ("R 2/A" in order.support) is True


class Deciding(Quiet):
    """Quiet, but the dice of one purpose show what is wanted."""

    def roll(self, roll: Roll) -> int:
        """Return the face."""
        by_chance = super().roll(roll)
        return self.face if "regroup point" in roll.purpose else by_chance


def rear_guard(**more: Any) -> Situation:
    """Return A regrouping about 2.10, its second battalion committed as a rear guard."""
    point = {name: ["2.10"] for name in ("L 1/A", "R 1/A")}
    table: dict[str, Any] = {
        "order": "regroup",
        "goals": point | {"L 2/A": ["4.14"], "R 2/A": ["4.14"]},
        "radius": dict.fromkeys(point, 1),
        "committed": ["L 2/A", "R 2/A"],
    }
    return campaign({"A": table | more}, turn=4)


@pytest.mark.cases("RS", "11.14.11", "2.0/3e")
def test_a_rear_guard_may_turn_to_the_regroup_point_in_a_played_turn() -> None:
    for face in (0, 99):
        script = Deciding({"Change orders of the Entente": "A", "Orders of A": "revert: A2"}, face)
        result = play(lambda: turn.play_turn(game(rear_guard())), script)
        told = [each.sentence for each in result.told if "reverts" in each.label]
        order = result.outcome.situation.command("A").order
        assert order.kind == "regroup"
        if face:
            assert order.committed == {"L 2/A", "R 2/A"}
            assert told == ["A2 keeps its objective."]
        else:
            assert not order.committed
            assert order.goal("L 2/A") == order.goal("L 1/A")
            assert told == ["A2 turns to the regroup point."]
        tries = [c for c in script.asked if c.purpose.startswith("Orders of A")]
        assert [any("revert" in o.key for o in c.options) for c in tries] == [True, False]


@pytest.mark.cases("RS", "11.14.11", "11.5.10")
def test_a_battalion_has_one_roll_a_turn_to_be_committed_or_to_turn_back() -> None:
    half = rear_guard(committed=["L 2/A"], support=["R 2/A"])
    script = Script({"Change orders of": ["A", "end"], "Orders of A": ["revert: A2", "end"]}, 99)
    play(lambda: change_orders(half, "Entente"), script)
    first, second = ([o.key for o in c.options] for c in script.asked if "Orders of A" in c.purpose)
    assert {"revert: A2", "commit: A2"} <= {*first}
    assert not {"revert: A2", "commit: A2"} & {*second}


@pytest.mark.cases("RS", "11.14.11", "11.6.1")
def test_who_is_out_of_reach_or_under_another_order_does_not_turn_back() -> None:
    assert reverting.open_to(rear_guard(), "A") == ("A2",)
    cut_off = rear_guard().replace_pieces(
        *(evolve(rear_guard().piece(name), isolated=True) for name in ("L 2/A", "R 2/A"))
    )
    assert reverting.open_to(cut_off, "A") == ()
    refused = reverting.revert_ruling(cut_off, "A", "A2")
    assert [str(case) for case in refused.cases] == ["RS 11.14.11", "RS 11.6.1"]
    assert reverting.open_to(rear_guard(order="attack"), "A") == ()


@pytest.mark.cases("RS", "11.14.11", "3.2.1")
def test_units_that_were_combined_turn_back_with_what_they_were_made_of() -> None:
    made = rear_guard()
    one = evolve(made.piece("R 2/A"), unit="R 2/A", steps=made.piece("R 2/A").steps)
    merged = made.without(["L 2/A"]).replace_pieces(one)
    order = evolve(merged.command("A").order, committed=frozenset({"L 2/A"}))
    merged = merged.with_command(evolve(merged.command("A"), order=order))
    goals = tuple(pair for pair in order.goals if pair[0] != "R 2/A")
    named = merged.with_command(evolve(merged.command("A"), order=evolve(order, goals=goals)))
    script = Script({}, 0)
    after = play(lambda: reverting.try_to_revert(named, "A", "A2"), script).outcome
    new = after.command("A").order
    assert not new.committed
    assert new.goal("L 2/A") == new.goal("R 2/A") == new.goal("L 1/A")


@pytest.mark.cases("RS", "11.4.10", "2.0/3e")
def test_routes_of_new_orders_are_set_down_when_the_segment_ends() -> None:
    goals = {"L 1/A": ["2.14"], "R 1/A": ["2.14"], "L 2/A": ["4.14"], "R 2/A": ["4.14"]}
    start = campaign({"A": {"order": "attack", "goals": goals}}, turn=4)
    assert not start.command("A").order.routes
    for no_command in (frozenset[int](), frozenset({4})):
        begun = evolve(game(start, no_command=no_command), part="3")
        quiet = Quiet({"Change orders of": "end"})
        after = play(lambda begun=begun: turn.command(begun), quiet).outcome  # type: ignore[misc]
        assert {name for name, _ in after.situation.command("A").order.routes} == goals.keys()


def _copy(answer: Any) -> Any:
    return list(answer) if isinstance(answer, list) else answer


@pytest.mark.cases("RS", "11.13.2", "11.13.4", "2.0/3e")
def test_a_disorganized_defense_may_fall_back_without_a_roll() -> None:
    situation = campaign({"A": {"order": "disorganized defense"}}, turn=4)
    answers = {
        "Change orders of": ["A", "end"],
        "Orders of A": ["hold or fall back", "end"],
        "A": "fall back",
    }
    script = Script(answers)
    failed = ("A",)
    after = play(lambda: change_orders(situation, "Entente", failed), script).outcome
    assert after.command("A").order.falls_back
    assert not script.rolled


@pytest.mark.cases("RS", "2.0/3d", "2.0/3e.i", "2.0/3", "11.2.4", "11.3.2")
def test_a_failed_order_degrades_and_its_brigade_changes_to_nothing_else() -> None:
    situation = campaign({"A": {"order": "attack", "points": 0}}, turn=4)
    script = Script({"Change orders of the Entente": "end"}, 0)
    after = play(lambda: whole(situation), script).outcome
    assert after.command("A").order.kind == "stalled attack"
    offered = next(c for c in script.asked if c.purpose == "Change orders of the Entente")
    assert "A" not in [option.key for option in offered.options]


@pytest.mark.cases("RS", "11.3.5", "2.0/3e.ii")
def test_at_midnight_nobody_changes_orders() -> None:
    situation = campaign(turn=10, light="night")
    script = Script({})
    play(lambda: whole(situation), script)
    assert not any("Change orders" in words for words in script.purposes)


@pytest.mark.cases("RS", "2.0/3c", "10.1", "10.1.7")
def test_officer_points_go_by_orders_and_at_dawn_by_battalion() -> None:
    orders: dict[str, Any] = {name: {"points": 7} for name in "ABYZ"}
    orders["B"] |= {"order": "attack"}
    situation = campaign(orders, turn=11)
    bonus = {"A": Fraction(1, 2)}
    after = play(lambda: adjust_officer_points(situation, bonus), Script({}, 9)).outcome
    assert [after.points_of(name) for name in "ABYZ"] == [10, 6, 9, 9]
    later = evolve(situation, turn=12)
    after = play(lambda: adjust_officer_points(later, bonus), Script({}, 9)).outcome
    assert after.points_of("A") == 9


@pytest.mark.cases("RS", "2.0/3a", "2.0/3b", "2.0/3f", "9.3.2")
def test_isolated_units_are_marked_first_and_the_cups_loaded_last() -> None:
    situation = cup.pulled(campaign(turn=10, light="night"), "A")
    staff = situation.piece("A HQ")
    away = situation.replace_pieces(evolve(staff, at=situation.board.hex("12.20")))
    script = Script({})
    after = play(lambda: whole(away), script).outcome
    assert after.piece("L 1/A").isolated
    assert cup.cups(after)[0] == ("A", "B")
    assert after.last_chit == ""
    assert any("Formation adjustment" in words for words in script.purposes)


@pytest.mark.cases("RS", "11.14.12", "2.0/3c")
def test_a_brigade_in_regroup_recovers_in_the_segment_of_officer_points() -> None:
    table = {"order": "regroup", "regrouping": 0, "regrouped": True, "points": 5}
    goals = {name: ["4.11"] for name in ("L 1/A", "R 1/A", "L 2/A", "R 2/A")}
    radius = dict.fromkeys(goals, 1)
    situation = campaign({"A": table | {"goals": goals, "radius": radius}}, turn=4)
    after = play(lambda: adjust_officer_points(situation), Script({})).outcome
    assert after.command("A").regrouping == 1
    assert after.points_of("A") == 8


@pytest.mark.cases("RS", "15.1.4", "11.1")
def test_those_who_come_are_given_one_of_the_orders_of_their_arrival() -> None:
    situation = campaign(turn=4)
    script = Script({"its order on arrival": "general reserve", "its objective": "2.9"})
    given = ("attack", "general reserve")
    after = play(lambda: orders_on_arrival(situation, "A", given), script).outcome
    assert after.command("A").order.kind == "general reserve"
    assert not script.rolled
    same = play(lambda: orders_on_arrival(situation, "A", ()), script).outcome
    assert same == situation
    kept = Script({"its order on arrival": "none"})
    assert play(lambda: orders_on_arrival(situation, "A", given), kept).outcome == situation


@pytest.mark.cases("RS", "2.0/3", "11.1", "11.1.8")
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_written_by_chance_is_legal(seed: int) -> None:
    situation = campaign({"B": {"order": "disorganized defense", "since": 1}}, turn=4)
    random = Chance(Random(seed))
    after = play(lambda: command_phase.command_phase(situation), random).outcome
    for command in after.commands:
        order = command.order
        if order.since == 4 and not order.falls_back and not (order.previous or order.committed):
            assert kinds.may_issue(after, command.brigiment, order).allowed


@pytest.mark.cases("RS", "15.1.4", "2.0/3c", "2.0/3d", "2.0/3e", "10.1.4")
def test_nothing_is_decided_of_a_brigade_that_has_not_come() -> None:
    situation = campaign({"A": {"order": "attack", "points": 6}}, turn=4)
    own = [p.unit for p in situation.pieces if situation.unit(p).brigiment == "A"]
    away = situation.without(own)
    assert may_change(situation, "A").allowed
    barred = may_change(away, "A")
    assert not barred.allowed
    assert "RS 15.1.4" in map(str, barred.cases)
    script = Script({"Change orders of": "end", "End of": "on"}, 99)
    after = play(lambda: whole(away), script).outcome
    assert after.command("A").order.kind == "attack"
    assert after.points_of("A") == 6
    assert not [roll.purpose for roll in script.rolled if roll.purpose.startswith("A")]
    listed = [o.key for c in script.asked if "Change orders" in c.purpose for o in c.options]
    assert "B" in listed
    assert "A" not in listed
