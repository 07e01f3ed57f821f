"""Kemal's Counterattack: the set-up, the Ottoman orders, who comes, and whole games by chance."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.rifle_and_spade.test_sequence import Script
from wargame.core.data import scenario_folder
from wargame.core.drivers import Entry, Played, play, replay
from wargame.core.errors import WargameError
from wargame.core.procedure import Chance
from wargame.core.run import Run
from wargame.rifle_and_spade import command_phase, stacking, turn
from wargame.rifle_and_spade.clearing import Ended
from wargame.rifle_and_spade.kemal import (
    SCENARIO,
    kemals_counterattack,
    opening,
    ottoman_orders,
    plan,
)
from wargame.rifle_and_spade.kemal_rules import (
    ENTENTE,
    LADDER,
    OPENING_ORDERS,
    ORDERS_ON_ARRIVAL,
    OTTOMAN,
)
from wargame.rifle_and_spade.kemal_schedule import FILE, arrivals, releases, schedule
from wargame.rifle_and_spade.officer_points_table import usual_gains, usual_maximum
from wargame.rifle_and_spade.orders import kinds, routes
from wargame.rifle_and_spade.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path
    from typing import Any

    from wargame.core.procedure import Choice, Step
    from wargame.rifle_and_spade.state import Situation

GAMES = 10


def start() -> Situation:
    return load_scenario(SCENARIO).situation


# ---- the set-up


@pytest.mark.cases("GB", "102.2.6", "102.2.5", "102.2.7", "102.2.10", "102.2.11")
def test_six_turns_without_a_command_phase_on_the_first() -> None:
    game = opening()
    assert (game.situation.turn, game.plan.last_turn) == (5, 10)
    assert game.plan.no_command == {5}
    assert game.plan.support is None, "no ship fires"
    assert game.plan.sources == {}, "supply is not evaluated"
    assert game.situation.ruleset.command
    assert game.situation.board.id == "anzac"


@pytest.mark.cases("GB", "102.2.6", "102.2.3", "101.2.1")
def test_it_goes_on_whoever_is_left_for_more_may_come() -> None:
    """GB 101.2.1: it ends with its last turn, or when both agree."""
    game = opening()
    for side in (ENTENTE, OTTOMAN):
        gone = game.situation.without([piece.unit for piece in game.situation.of(side)])
        assert not game.plan.decided(gone)


@pytest.mark.cases("GB", "102.2.1", "102.2.2", "101.3.3")
def test_the_set_up_stands_within_the_limits_of_stacking() -> None:
    situation = start()
    for cell in {piece.at for piece in situation.pieces}:
        for side in situation.sides:
            stack = situation.at(cell, side)
            assert not stack or stacking.stack_ruling(situation, stack, cell).allowed
        assert len({situation.side(piece) for piece in situation.at(cell)}) == 1


def test_every_unit_and_formation_says_where_it_comes_from() -> None:
    situation = start()
    for unit in situation.roster.units.values():
        assert unit.provenance.source, unit.id
        assert unit.provenance.note, unit.id
    for work in situation.works:
        assert work.provenance.source
    assert schedule().provenance.kind == "reconstructed"


@pytest.mark.cases("GB", "102.2.12")
def test_whoever_stands_somewhere_holds_it() -> None:
    situation = start()
    for side in situation.sides:
        for cell in situation.occupied[side]:
            assert situation.holders[cell] == side


def test_the_formations_are_those_of_the_order_of_battle() -> None:
    """RS 11.14.12 prints 14 for the 3rd Australian Brigade, RS 9.5.5 class II for the NZ."""
    army = start().army.brigiments
    sides = {side: {n for n, each in army.items() if each.side == side} for side in start().sides}
    assert sides[ENTENTE] == {"1A", "2A", "3A", "NZ", "4A"}
    assert sides[OTTOMAN] == {"27", "57", "72", "77"}
    assert army["3A"].maximum == 14
    assert army["NZ"].quality == 2
    for each in army.values():
        assert len(each.battalions) in {3, 4}
        assert start().roster[each.headquarters].arm == "headquarters"
        units = [u for u in start().roster.units.values() if u.brigiment == each.id and u.battalion]
        assert {unit.battalion for unit in units} == set(each.battalions)
        halves = [unit for unit in units if unit.size == "half-battalion"]
        assert sum(unit.steps for unit in halves) == 4 * len(each.battalions)
    assert "Brusa" in army["77"].battalions


@pytest.mark.cases("GB", "101.3")
def test_who_is_not_set_up_waits_to_come() -> None:
    game = opening()
    coming = [name for each in game.plan.arrivals for name in each.units]
    assert len(set(coming)) == len(coming) > 0
    assert not any(game.situation.on_map(name) for name in coming)
    first = min(each.turn for each in game.plan.arrivals)
    due = {n for each in game.plan.arrivals if each.turn == first for n in each.units}
    begun = evolve(game, situation=evolve(game.situation, turn=first))
    after = play(lambda: turn.reinforcement_phase(begun), Script()).outcome.situation
    assert {piece.unit for piece in after.pieces} == due | {
        piece.unit for piece in game.situation.pieces
    }


@pytest.mark.cases("GB", "101.4.2")
def test_the_77th_has_gendarmes_for_its_second_battalion_and_is_no_flying_column() -> None:
    situation = start()
    regiment = situation.army.brigiments["77"]
    assert regiment.battalions == ("1/77", "Brusa", "3/77")
    assert not regiment.column
    assert regiment.maximum == usual_maximum(situation.shelf, regiment.quality, 3) - 1
    gendarmes = [u for u in situation.roster.units.values() if u.battalion == "Brusa"]
    assert {unit.brigiment for unit in gendarmes} == {"77"}
    assert not any(unit.battalion == "2/77" for unit in situation.roster.units.values())


@pytest.mark.cases("GB", "101.4.2")
def test_maxima_and_gains_are_those_of_the_chart() -> None:
    """RS 10.1.1, 10.1.2: by class and battalions; GB 101.4.2: the 77th has a little less."""
    situation = start()
    for name, each in situation.army.brigiments.items():
        less = 1 if name == "77" else 0
        usual = usual_maximum(situation.shelf, each.quality, len(each.battalions))
        assert each.maximum == usual - less, name
        assert each.gains == usual_gains(situation.shelf, each.quality), name


@pytest.mark.cases("GB", "102.2.2", "102.2.4", "102.2.8")
def test_the_orders_it_begins_with() -> None:
    situation = start()
    orders = {each.brigiment: each.order.kind for each in situation.commands}
    assert {orders[name] for name in ("1A", "2A", "3A")} == {"disorganized defense"}
    for name, allowed in OPENING_ORDERS.items():
        assert orders[name] in allowed
    assert orders["77"] == "general reserve"
    assert [each.brigiment for each in situation.commands if not each.released] == ["77"]
    for name in ("27", "57", "72", "77", "NZ", "4A"):
        order = situation.command(name).order
        assert kinds.may_issue(situation, name, order, at_start=True).allowed, name


# ---- who comes, and who is released


@pytest.mark.cases("GB", "102.2.3", "102.2.9", "102.2.8")
def test_reinforcements_appear_on_the_two_landing_hexes() -> None:
    situation, coming = start(), arrivals(start())
    labels = {situation.board.label(cell) for each in coming for cell in each.at}
    assert labels == {"31.55", "31.56"}
    assert all(each.way == "appears" for each in coming)
    assert all(5 <= each.turn <= 10 for each in coming)
    units = [name for each in coming for name in each.units]
    assert len(set(units)) == len(units)
    assert all(situation.roster[name].side == ENTENTE for name in units)
    assert not any(situation.on_map(name) for name in units)


@pytest.mark.cases("GB", "102.2.9")
def test_a_brigade_is_given_its_order_when_the_first_of_it_comes() -> None:
    with_orders = {each.turn: each.orders for each in arrivals(start()) if each.orders}
    assert with_orders == {5: ORDERS_ON_ARRIVAL, 8: ORDERS_ON_ARRIVAL}


def test_the_canterbury_battalion_is_due_on_turn_7() -> None:
    """GB 105.3.1 brings it forward to noon, which is by two turns."""
    due = {name: each.turn for each in arrivals(start()) for name in each.units}
    assert {due[name] for name in ("L Cant", "R Cant")} == {7}


@pytest.mark.cases("GB", "102.2.8", "101.7.1", "101.7.5")
def test_the_77th_and_its_batteries_wait_until_turn_6() -> None:
    (freed,) = releases(start())
    assert (freed.brigiment, freed.turn, freed.orders) == ("77", 6, ())
    script = Script()
    game = opening()
    waiting = {p.unit for p in game.situation.of(OTTOMAN)} & {"L 1/77", "1 Field/39"}
    game = evolve(game, part="4c.i", brigiment="77")
    assert not waiting & turn.able(game)
    later = evolve(game.situation, turn=6)
    after = play(lambda: turn.reinforcement_phase(evolve(game, situation=later, part="1")), script)
    assert after.outcome.situation.command("77").released
    assert waiting <= turn.able(evolve(after.outcome, part="4c.i", brigiment="77"))


@pytest.mark.cases("GB", "102.2.3", "102.2.9")
def test_the_new_zealanders_land_and_are_given_an_order() -> None:
    script = Script(*["31.55"] * 5, "general reserve")
    game = play(lambda: turn.reinforcement_phase(opening()), script).outcome
    at = game.situation.board.hex("31.55")
    assert {game.situation.piece(name).at for name in ("NZ HQ", "L Auck", "R Auck")} == {at}
    asked = [choice.purpose for choice in script.asked]
    assert "NZ: its order on arrival" in asked
    (order,) = [choice for choice in script.asked if "order on arrival" in choice.purpose]
    assert {option.key for option in order.options} >= set(ORDERS_ON_ARRIVAL)


# ---- the Ottoman orders


def ordered(*wanted: str) -> tuple[Situation, list[Choice]]:
    script = Script(*wanted)

    def steps() -> Generator[Step, Any, Situation]:
        return (yield from ottoman_orders(start()))

    situation = play(steps, script).outcome
    assert not isinstance(situation, Ended)
    return situation, script.asked


@pytest.mark.cases("GB", "102.2.8", "102.2.7")
def test_every_plan_may_be_issued_and_sets_its_routes_down() -> None:
    for brigiment, allowed in OPENING_ORDERS.items():
        lines = schedule().plans(brigiment)
        assert {line.order for line in lines} == set(allowed)
        for line in lines:
            order = line.written(start())
            assert kinds.may_issue(start(), brigiment, order).allowed, line.title
    situation, asked = ordered("1", "1", "1")
    assert [choice.who for choice in asked] == [OTTOMAN] * 3
    situation = command_phase.closed(situation)  # as the first turn does, without a Command Phase
    for brigiment in OPENING_ORDERS:
        order = situation.command(brigiment).order
        own = [name for name, _ in order.goals]
        assert own
        for name in own:
            way = order.route(name)
            piece = situation.piece(name)
            goal = order.goal(name)
            assert way is None or way[0] == piece.at
            assert goal is not None
            assert goal.reached(piece.at) or way or not routes.route_of(situation, piece)


@pytest.mark.cases("GB", "102.2.8")
def test_other_plans_may_be_chosen() -> None:
    situation, _ = ordered("1", "2", "2")
    found = {name: situation.command(name).order.kind for name in OPENING_ORDERS}
    assert found == {"57": "attack", "27": "defense", "72": "attack"}


@pytest.mark.cases("GB", "102.2.8")
def test_what_a_regiment_may_not_begin_with_is_barred_with_the_reason() -> None:
    _, asked = ordered("1", "1", "1")
    barred = [{key for key, _ in choice.barred} for choice in asked]
    assert barred == [
        {"write defense", "write general reserve"},
        {"write general reserve"},
        {"write defense"},
    ]
    assert "not with defense" in dict(asked[0].barred)["write defense"].sentence


@pytest.mark.cases("GB", "102.2.8")
def test_an_order_may_be_written_or_the_one_of_history_stays() -> None:
    situation, asked = ordered("write attack", "1", "1")
    assert situation.command("57").order.kind == "attack"
    assert any("57" in choice.purpose and choice is not asked[0] for choice in asked)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("turn = 7", "turn = 4", "turn: found 4; allowed: 5 to 10"),
        ('order = "defense"', 'order = "march"', "plan of 27, order"),
    ],
)
def test_a_damaged_schedule_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    text = (scenario_folder() / FILE).read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "kemal_plans.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WargameError, match=sentence):
        schedule(path)


# ---- whole games


class PlaysOn(Chance):
    """Answers by chance, but never ends the game before its time."""

    def choose(self, choice: Choice) -> str:
        return "on" if choice.purpose.startswith("End of turn") else super().choose(choice)


@cache
def game(seed: int) -> Played:
    return play(kemals_counterattack, PlaysOn(Random(seed)))


def steps_of(situation: Situation) -> Fraction:
    there = sum((Fraction(piece.steps) for piece in situation.pieces), Fraction())
    return there + sum(Fraction(loss.steps) for loss in situation.losses)


@pytest.mark.cases("GB", "102.2", "102.2.6", "102.2.11", "101.2")
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_by_chance_ends_with_a_verdict(seed: int) -> None:
    ended = game(seed).outcome
    assert isinstance(ended, Ended)
    assert ended.historical.value in LADDER
    assert ended.situation.turn == 10
    coming = [name for each in arrivals(start()) for name in each.units]
    landed = sum((Fraction(start().roster[name].steps) for name in coming), Fraction())
    assert steps_of(ended.situation) <= steps_of(start()) + landed
    assert steps_of(ended.situation) > steps_of(start())


@pytest.mark.parametrize("seed", range(0, GAMES, 5))
def test_a_journal_replays_to_the_same_end_and_the_same_words(seed: int) -> None:
    played = game(seed)
    lines = [Entry.from_json(entry.to_json()) for entry in played.journal]
    again = replay(kemals_counterattack, lines)
    assert again.outcome == played.outcome
    assert [each.to_text() for each in again.told] == [each.to_text() for each in played.told]


def test_undoing_leads_back_to_the_same_moment() -> None:
    run, asked = Run(kemals_counterattack), []
    journal = game(0).journal[:300]
    for entry in journal:
        asked.append(run.request)
        run.answer(entry.answer)
    for line in range(len(journal) - 1, -1, -37):
        run.go_to(line)
        assert run.request == asked[line]


@pytest.mark.cases("GB", "102.2.14")
def test_a_game_goes_on_from_any_position() -> None:
    night = evolve(start(), turn=10, light="night")
    ended = play(lambda: kemals_counterattack(night), PlaysOn(Random(1))).outcome
    assert isinstance(ended, Ended)
    assert ended.situation.turn == 10
    under_way = turn.Game(night, plan(night), part="5")
    assert play(lambda: kemals_counterattack(under_way), PlaysOn(Random(1))).outcome.player.value
