"""The whole turn (2.0): its parts in order, activations under orders, reinforcements, the end."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, cast

import pytest
from attrs import evolve

from tests.rifle_and_spade.campaigns import Digger, Quiet, Script, campaign, game
from tests.rifle_and_spade.positions import brigiment, position, unit
from wargame.core.drivers import play, replay
from wargame.core.procedure import Chance, Checkpoint, Choice, Roll
from wargame.core.run import Run
from wargame.rifle_and_spade import independents, release, sequence, turn
from wargame.rifle_and_spade.brigiment_activation import Active, run_part
from wargame.rifle_and_spade.clearing import Ended
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.orders import movement_bar
from wargame.rifle_and_spade.plan import Plan
from wargame.rifle_and_spade.reinforcements import Arrival, Release
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.turn import Game
from wargame.rifle_and_spade.watching import Watch

QUIET = {
    "Change orders of": "end",
    "which stack moves": "done",
    "fires": "end",
    "End of turn": "on",
}


def marks(start: Game, answers: Script, parts: int = 60) -> list[Game]:
    """Return the games at the checkpoints of a game, as many as are wanted."""
    found: list[Game] = []
    steps, value = turn.play_game(start), cast("Any", None)
    try:
        while len(found) < parts:
            step = steps.send(value)
            value = None
            if isinstance(step, Checkpoint):
                found.append(step.state)
            elif isinstance(step, Roll):
                value = step.band(answers.roll(step))
            elif isinstance(step, Choice):
                value = step.option(answers.choose(step))
    except StopIteration:
        pass
    return found


# ---- the sequence


@pytest.mark.cases("RS", "2.0", "2.0/1", "2.0/2", "2.0/3", "2.0/4", "2.0/4c", "2.0/5", "2.2.1")
def test_a_turn_runs_through_its_parts_until_both_cups_are_empty() -> None:
    played = marks(game(campaign(turn=4), last_turn=4), Quiet(QUIET))
    parts = [each.part for each in played]
    one = ["4a", "4c.i", "4c.ii", "4c.iii", "4c.iv"]
    assert parts == ["1", "2", "3", "4", *one, *one, *one, *one, "4a", "5"]
    activated = [each.brigiment for each in played if each.part == "4c.i"]
    assert sorted(activated) == ["A", "B", "Y", "Z"]
    for each in played:
        if each.brigiment:
            side = each.situation.army.brigiment(each.brigiment).side
            assert each.situation.active == side
        assert sequence.part_named(each.part).title in each.where


@pytest.mark.cases("RS", "2.0/5", "2.0/5a", "2.0/5b", "20.2.4", "2.2.2")
def test_at_its_end_markers_go_and_starved_guns_keep_their_shoots() -> None:
    situation = campaign(turn=4)
    fired = evolve(situation.piece("battery"), shots=2, fired=True)
    start = evolve(game(situation.replace_pieces(fired)), part="5")
    after = turn.end_of_turn(start)
    assert (after.part, after.situation.turn) == ("1", 5)
    assert after.situation.piece("battery").shots == 0
    hungry = evolve(start.situation.piece("battery"), unsupplied=True)
    starved = turn.end_of_turn(evolve(start, situation=start.situation.replace_pieces(hungry)))
    assert starved.situation.piece("battery").shots == 2
    assert not starved.situation.piece("battery").fired


@pytest.mark.cases("RS", "2.0/3", "2.0/3f", "2.1")
def test_a_turn_without_a_command_phase_loads_the_cups_all_the_same() -> None:
    situation = campaign({"A": {"order": "attack", "points": 0, "activated": True}}, turn=4)
    start = evolve(game(situation, no_command=frozenset({4})), part="3")
    after = play(lambda: turn.command(start), Quiet(QUIET)).outcome
    assert after.part == "4"
    assert after.situation.command("A").order.kind == "attack"
    assert not after.situation.command("A").activated


@pytest.mark.cases("RS", "2.3.4", "2.0/4a", "2.0/4b")
def test_a_scenario_may_name_the_first_player_of_a_turn() -> None:
    start = evolve(game(campaign(turn=4), first={4: "Ottoman"}), part="4a")
    script = Quiet(QUIET)
    after = play(lambda: turn.next_chit(start), script).outcome
    assert after.situation.active == "Ottoman"
    assert after.brigiment in "YZ"
    assert not any("Initiative" in roll.purpose for roll in script.rolled)


@pytest.mark.cases("RS", "2.0/4")
def test_a_scenario_may_put_something_before_the_activations() -> None:
    def ship(situation: Situation) -> Any:
        yield from ()
        return situation.without(["battery"])

    start = evolve(game(support=ship), part="4")
    assert not play(
        lambda: turn.opening_of_activations(start), Quiet(QUIET)
    ).outcome.situation.on_map("battery")


# ---- reinforcements and release in the turn


@pytest.mark.cases("RS", "2.0/1", "15.1.4", "15.1.5")
@pytest.mark.cases("GB", "101.7.2")
def test_brigades_are_released_by_schedule_with_an_order_of_their_choice() -> None:
    waits = {"Z": {"order": "general reserve", "released": False}}
    due = (Release(4, "Z", ("attack", "general reserve")),)
    start = game(campaign(waits, turn=4), releases=due)
    script = Quiet({"Z: its order on arrival": "general reserve", "Z: its objective": "8.19"})
    script.answers["objectives of the general reserve"] = "point"
    after = play(lambda: turn.reinforcement_phase(start), script).outcome
    assert after.situation.command("Z").released
    order = after.situation.command("Z").order
    assert order.kind == "general reserve"
    assert {goal.radius for _, goal in order.goals} == {1}
    early = evolve(start, situation=evolve(start.situation, turn=3))
    same = play(lambda: turn.reinforcement_phase(early), script).outcome
    assert not same.situation.command("Z").released


@pytest.mark.cases("RS", "2.0/1", "15.1.3", "15.1.4", "15.1.5")
def test_a_brigade_that_appears_is_given_its_order_and_a_chit() -> None:
    situation = campaign({"B": {"released": False}}, turn=4)
    own = [p.unit for p in situation.pieces if situation.unit(p).brigiment == "B"]
    away = situation.without(own)
    at = (situation.board.hex("8.11"),)
    schedule = (Arrival(4, ("L 1/B", "R 1/B", "B HQ"), at, "appears", orders=("defense",)),)
    start = game(away, arrivals=schedule)
    script = Quiet({"its order on arrival": "defense", "objectives of": "positions"})
    after = play(lambda: turn.reinforcement_phase(start), script).outcome
    assert after.situation.command("B").released
    goals = dict(after.situation.command("B").order.goals)
    assert set(goals) == {"L 1/B", "R 1/B"}


@pytest.mark.cases("RS", "15.1.1", "15.1.5", "2.0/4c.iii")
def test_units_at_the_edge_enter_in_the_activation_of_their_brigade() -> None:
    situation = campaign({"B": {"released": False}}, turn=4)
    own = [p.unit for p in situation.pieces if situation.unit(p).brigiment == "B"]
    schedule = (Arrival(4, ("L 1/B",), (situation.board.hex("8.9"),), column=False),)
    start = game(situation.without(own), arrivals=schedule, last_turn=4)
    played = marks(start, Quiet(QUIET | {"at the edge": "8.9"}))
    assert "B" in [each.brigiment for each in played]
    last = played[-1]
    assert last.situation.on_map("L 1/B")
    assert last.waiting == ()


@pytest.mark.cases("RS", "15.1.2", "2.0/4c", "9.7.3")
@pytest.mark.cases("GB", "101.7.1", "101.7.4/1", "101.7.5")
def test_who_waits_does_not_act_with_those_who_have_come_free() -> None:
    rules = evolve(GALLIPOLI_1915, attached={"battery": "B"})
    waits: dict[str, Any] = {
        "A": {"order": "cordon defense", "released": False},
        "B": {"released": False},
    }
    situation = campaign(waits, rules=rules)
    situation = release.set_loose(situation, ["L 1/A"])
    start = evolve(game(situation), brigiment="A", part="4c.i")
    assert turn.able(start) == {"L 1/A"}
    free = situation.with_command(evolve(situation.command("B"), released=True))
    assert turn.able(evolve(start, situation=free)) == {"L 1/A", "battery"}
    everybody = campaign()
    started = evolve(start, situation=everybody)
    assert turn.able(started) == independents.able(everybody, "A")


@pytest.mark.cases("RS", "2.0/2", "20.1", "20.1.2", "20.2")
def test_the_supply_phase_marks_brigades_and_independents() -> None:
    situation = campaign(turn=9, light="night")
    nowhere = {"Entente": ()}
    start = evolve(game(situation, sources=nowhere), part="2")
    after = play(lambda: turn.supply_phase(start), Quiet(QUIET)).outcome
    assert [each.out_of_supply for each in after.situation.commands] == [True, True, False, False]
    assert after.situation.piece("battery").unsupplied
    assert after.situation.points_of("A") == 8


# ---- an activation under orders


def active(situation: Situation, name: str, **more: Any) -> Active:
    """Return a brigade in its activation."""
    side = situation.army.brigiment(name).side
    now = evolve(situation, active=side)
    return Active(now, name, independents.able(now, name), **more)


@pytest.mark.cases("RS", "2.0/4c.iii", "11.11.4", "11.11.6")
def test_orders_bar_hexes_in_the_movement_subsegment() -> None:
    situation = campaign()
    near = evolve(situation.piece("L 1/A"), at=situation.board.hex("2.16"))
    given = active(situation.replace_pieces(near), "A")
    script = Quiet({"which stack moves": "2.16"})
    asked = [
        choice
        for choice in _choices(run_part("4c.iii", given, Plan("none", 1)), script, 3)
        if choice.purpose.startswith("L 1/A")
    ]
    barred = dict(asked[0].barred)
    assert "RS 11" in " ".join(str(case) for ruling in barred.values() for case in ruling.cases)


def _choices(steps: Any, script: Script, most: int) -> list[Choice]:
    found: list[Choice] = []
    value: Any = None
    try:
        while len(found) < most:
            step = steps.send(value)
            value = None
            if isinstance(step, Choice):
                found.append(step)
                value = step.option(script.choose(step))
            elif isinstance(step, Roll):
                value = step.band(script.roll(step))
    except StopIteration:
        pass
    return found


@pytest.mark.cases("RS", "2.0/4c.i", "2.0/4c.i.A", "2.0/4c.i.B", "2.0/4c.i.C")
def test_digging_is_started_and_finished_in_the_engineering_subsegment() -> None:
    situation = campaign({"A": {"goals": {"L 1/A": ["2.11"]}}}, light="night")
    given = active(situation, "A")
    plan = Plan("none", 1)
    started = play(lambda: run_part("4c.i", given, plan), Digger({})).outcome.situation
    assert started.piece("L 1/A").task == "engineering"
    pits = [each for each in started.works if each.kind == "rifle pit"]
    assert pits
    assert all(each.building for each in pits)
    later = active(evolve(sequence.end_of_turn(started), light="night"), "A")
    after = play(lambda: run_part("4c.i", later, plan), Quiet({})).outcome.situation
    done = [each for each in after.works if each.kind == "rifle pit"]
    assert not any(each.building for each in done)
    assert after.piece("L 1/A").task == ""


@pytest.mark.cases("RS", "11.1.9/2b", "11.15.8", "11.14.8", "11.15.9", "11.8.4")
@pytest.mark.parametrize(
    ("kind", "fires", "digs"),
    [("defense", True, True), ("attack", True, False), ("general reserve", False, False),
     ("regroup", False, False), ("march", False, False)],
)  # fmt: skip
def test_independents_are_under_the_order_they_are_activated_with(
    kind: str, *, fires: bool, digs: bool
) -> None:
    own = ["L 2/A", "R 2/A", "L 1/A", "R 1/A", "A MG"]
    situation = campaign({"A": {"order": kind}}).without(own)
    near = evolve(situation.piece("L 1/Y"), at=situation.board.hex("6.13"))
    given = active(situation.replace_pieces(near), "A")
    plan = Plan("none", 1)
    for part, word, may in (("4c.ii", "fire at", fires), ("4c.i", "pit", digs)):
        asked = _choices(run_part(part, given, plan), Quiet({}), 9)
        options = {o.label for each in asked if each.who == "Entente" for o in each.options}
        assert any(word in option for option in options) is may, (part, options)


@pytest.mark.cases("RS", "2.0/4c.ii", "2.0/b1", "2.0/b2", "11.15.8")
def test_commanded_fire_under_orders_may_call_for_a_morale_check() -> None:
    for kind, fires in (("defense", True), ("general reserve", False)):
        situation = campaign({"A": {"order": kind}}).without(["battery"])
        near = evolve(situation.piece("L 1/Y"), at=situation.board.hex("2.12"))
        given = active(situation.replace_pieces(near), "A")
        script = Digger({})
        play(partial(run_part, "4c.ii", given, Plan("none", 1)), script)
        assert bool(script.rolled) is fires


@pytest.mark.cases("RS", "11.2.1")
@pytest.mark.cases("GB", "101.7.4", "101.7.4/2")
def test_an_enemy_who_passes_by_a_reserve_has_set_it_free_and_doomed_its_order() -> None:
    waits: dict[str, Any] = {
        "Y": {"order": "general reserve", "released": False},
        "Z": {"order": "march"},
    }
    situation = evolve(campaign(waits), active="Entente")
    watch = Watch((movement_bar.bar,))
    watch.look(situation)
    assert not watch.freed
    passing = evolve(situation.piece("L 1/A"), at=situation.board.hex("2.16"))
    other = evolve(situation.piece("R 1/B"), at=situation.board.hex("8.16"))
    watch.look(situation.replace_pieces(passing, other))
    after = watch.settled(situation)
    assert after.command("Y").released
    assert after.command("Y").doomed
    assert after.command("Z").doomed
    assert watch.settled(after) == after


@pytest.mark.cases("RS", "14.4.6", "3.3.14")
def test_rifles_near_the_enemy_may_wait_for_another_brigade() -> None:
    goals = {"L 1/A": ["2.18"], "R 1/A": ["2.18"]}
    orders = {"A": {"order": "attack", "goals": goals, "activated": True, "progressed": True}}
    situation = campaign(orders)
    near = [
        evolve(situation.piece(name), at=situation.board.hex("2.17")) for name in ("L 1/A", "R 1/A")
    ]
    given = active(situation.replace_pieces(*near), "A")
    script = Quiet({"who waits": "L 1/A"})
    after = play(lambda: run_part("4c.iii", given, Plan("none", 1)), script).outcome
    assert after.held == {"L 1/A"}
    later = evolve(after.situation.command("B"), activated=True)
    now = active(after.situation.with_command(later), "B", held=after.held)
    choices = _choices(run_part("4c.iii", now, Plan("none", 1)), Quiet({"which stack": "2.17"}), 3)
    (stack,) = [choice for choice in choices if choice.purpose.startswith("L 1/A at")][:1]
    keys = [option.key for option in stack.options]
    assert any(key.startswith("assault") for key in keys)
    assert "end" not in keys
    alone = active(after.situation.with_command(later), "A")
    lone = play(lambda: run_part("4c.iii", alone, Plan("none", 1)), Quiet({})).outcome
    assert lone.held == frozenset()


# ---- whole games


@pytest.mark.cases("RS", "2.0", "2.0/4", "2.2.1")
@pytest.mark.parametrize("seed", range(3))
def test_games_by_chance_come_to_an_end_and_replay(seed: int) -> None:
    orders: dict[str, Any] = {
        "Z": {"order": "general reserve", "released": False},
        "B": {"order": "march"},
    }
    start = game(campaign(orders), last_turn=2)
    played = play(lambda: turn.play_game(start), Chance(Random(seed)))
    assert isinstance(played.outcome, Ended)
    again = replay(lambda: turn.play_game(start), played.journal).outcome.situation
    assert again.pieces == played.outcome.situation.pieces
    assert again.officers == played.outcome.situation.officers
    assert again.commands == played.outcome.situation.commands


def test_a_game_can_be_taken_back_to_any_part() -> None:
    run = Run(lambda: turn.play_game(game(campaign(turn=4))))
    first = run.request
    assert isinstance(first, Choice)
    assert first.purpose == "Change orders of the Entente"
    run.answer("end")
    run.undo()
    assert run.request == first


@pytest.mark.cases("GB", "101.2.1")
def test_both_sides_may_agree_to_end_the_game() -> None:
    start = evolve(game(campaign(turn=1)), part="5")
    agreed = play(lambda: turn.play_game(start), Script({"End of turn": "end"})).outcome
    assert agreed.situation.turn == 1
    one = Script({"would end it": "on", "End of turn": "end"})
    steps = marks(start, one, 2)
    assert steps[-1].situation.turn == 2
    assert agreed.historical.status == "skipped"


def test_a_game_without_enemies_is_over() -> None:
    situation = campaign()
    gone = situation.without([p.unit for p in situation.of("Ottoman")])
    ended = play(lambda: turn.play_game(game(gone)), Quiet(QUIET)).outcome
    assert isinstance(ended, Ended)
    assert ended.situation.turn == 1


def test_a_turn_by_itself_leaves_the_game_at_the_next() -> None:
    after = play(lambda: turn.play_turn(game(campaign(turn=4))), Quiet(QUIET)).outcome
    assert (after.part, after.situation.turn) == ("1", 5)


def test_units_that_left_the_area_are_taken_off_and_the_scenario_bars_hexes() -> None:
    def off(situation: Situation) -> Situation:
        return situation.without(["battery"])

    small = position(
        "column-row 1.2\ng grassland\n\ngg\ngg\n",
        [unit("A 1", at="1.1", brigiment="A"), unit("Z 1", "Ottoman", at="2.2", brigiment="Z")],
        brigiment=[brigiment("A"), brigiment("Z", "Ottoman")],
    )
    given = active(small, "A")
    plan = Plan("none", 1, bar=movement_bar.bar, take_off=off)
    after = play(lambda: run_part("4c.ii", given, plan), Quiet(QUIET)).outcome
    assert after.situation.on_map("A 1")
