"""The Second Battle of Gaza: its turns, markers by day, who comes, whole games by chance."""

from __future__ import annotations

from functools import cache, partial
from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, Script, gaza, played
from wargame.core.drivers import Entry, Played, odds, play, replay
from wargame.core.errors import DataError, RequestError
from wargame.core.procedure import Chance, Roll
from wargame.core.questions import ask
from wargame.core.run import Run
from wargame.fire_and_movement import questions_gaza  # noqa: F401 - registers its questions
from wargame.fire_and_movement.fire_day import NINE_TURNS, TURNS, markers_back, turn_name
from wargame.fire_and_movement.gaza_game import (
    EDGES,
    PLAN,
    PLAN_OF_NINE,
    RECEIVED,
    REINFORCEMENTS,
    SCENARIO,
    arrival,
    entries,
    opening,
    received,
    reinforcements,
    second_battle,
)
from wargame.fire_and_movement.gaza_setup import READY
from wargame.fire_and_movement.gaza_victory import BRITISH_AT_ONCE, LADDER, verdict
from wargame.fire_and_movement.movement import movement_phase
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.state import Situation, Waiting
from wargame.fire_and_movement.turn import Ended, Game
from wargame.fire_and_movement.units import Piece

GAMES = 10


def start() -> Situation:
    return opening().situation


def central(situation: Situation | None = None) -> Situation:
    return evolve(situation or start(), active=CENTRAL_POWERS)


# ---- how it begins


@pytest.mark.cases("GAZA", "10.2", "10.2/1", "10.2/2", "11.0", "11.1")
def test_it_begins_with_the_british_movement_phase_of_zero_hour() -> None:
    game = opening()
    assert (game.part, game.situation.active, game.situation.turn) == ("movement", BRITISH, 1)
    assert game.first == BRITISH
    assert game.where == "Turn 1 (Zero Hour), British Movement Phase"
    assert set(game.situation.sides) == {BRITISH, CENTRAL_POWERS}
    units = game.situation.roster.units.values()
    assert {unit.side for unit in units if unit.nationality == "German"} == {CENTRAL_POWERS}
    run = Run(partial(second_battle, game))
    assert run.marks[0].name == game.where
    assert run.request is not None
    assert run.request.purpose == "British: next unit to move"


@pytest.mark.cases("GAZA", "11.2/7", "11.2/8", "11.2/9", "11.2/10", "11.4/2", "11.4/3", "11.4/4")
def test_what_lies_beside_the_map() -> None:
    situation = start()
    waiting = {each.id: each.box for each in situation.waiting}
    assert set(waiting) == {"CP-RC", "CP-3CAV-1", "CP-3CAV-2", "CP-FS-20"}
    assert set(waiting.values()) == {REINFORCEMENTS}
    assert situation.roster.marker("CP-FS-20").value == 2
    for side, pool, opened in ((CENTRAL_POWERS, 19, 2), (BRITISH, 15, 2)):
        assert len(situation.markers(side, pool=True)) == pool
        assert len(situation.markers(side, pool=False)) == opened
    kinds = sorted(marker.kind for marker in situation.markers(BRITISH, pool=False))
    assert kinds == ["air", "naval"]
    on_map = {piece.unit for piece in situation.pieces}
    aside = [n for n in situation.roster.units if n not in on_map and n not in waiting]
    assert len(aside) == 6, "the battalions"
    assert not situation.charged
    assert not situation.kress_used


@pytest.mark.cases("GAZA", "10.3/1", "12.3", "10.4/1")
def test_ten_turns_without_mobile_phases() -> None:
    assert PLAN.last_turn == len(TURNS) == 10
    assert turn_name(10) == "Evening, 19 April"
    parts = ask("fm.gaza_parts", {}).value
    assert isinstance(parts, tuple)
    assert parts == (
        "Support Fire Marker Phase",
        "start of the player turn",
        "Movement Phase",
        "Combat Phase",
        "Game Turn End Phase",
    )
    assert ask("fm.gaza_turn", {"turn": 4}).value == "Evening, 17 April"
    for turn in (0, 11):
        with pytest.raises(RequestError, match="1 to 10"):
            turn_name(turn)


# ---- markers by day


@pytest.mark.cases("GAZA", "18.3/1", "18.5/1", "18.6", "10.4/1")
@pytest.mark.parametrize("turn", range(1, 11))
def test_the_pool_comes_back_in_the_morning_and_the_rest_every_turn(turn: int) -> None:
    spent = evolve(start(), ready=frozenset(), turn=turn, gone=frozenset({"BR-FS-01"}))
    after, told = markers_back(spent)
    back = {after.roster.marker(name).kind for name in after.ready}
    morning = turn in {2, 5, 8}
    assert back == ({"air", "naval", "artillery"} if morning else {"air", "naval"})
    assert "CP-FS-20" not in after.ready, "it has not come yet"
    assert "BR-FS-01" not in after.ready, "it is gone for good"
    assert {each.value for each in told} == ({16, 21} if morning else {2})
    assert all(each.cases for each in told)


@pytest.mark.cases("GAZA", "10.4/1", "18.3/1")
def test_by_the_other_reading_there_are_nine_turns() -> None:
    assert len(NINE_TURNS) == PLAN_OF_NINE.last_turn == 9
    late = evolve(start(), turn=9, ready=frozenset())
    result = play(partial(second_battle, Game(late, PLAN_OF_NINE, "support")), Script())
    assert result.outcome.situation.turn == 9
    pool = {name for name in start().ready if start().roster.marker(name).pool}
    for turn in range(2, 10):
        spent = evolve(start(), turn=turn, ready=frozenset())
        after = play(partial(PLAN_OF_NINE.support, spent), Script()).outcome
        assert (pool <= after.ready) == (turn in {4, 7}), turn


def test_nothing_comes_back_that_is_not_away() -> None:
    after, told = markers_back(evolve(start(), turn=2))
    assert after == evolve(start(), turn=2)
    assert told == ()


# ---- reinforcements


@pytest.mark.cases("GAZA", "11.3/1")
def test_the_reinforcement_die() -> None:
    assert [arrival(die).value for die in range(1, 7)] == ["arrives"] * 2 + ["waits"] * 4
    assert ask("fm.gaza_arrival", {"die": 3}).value == "waits"
    with pytest.raises(RequestError, match="1 to 6"):
        arrival(7)


@pytest.mark.cases("GAZA", "11.3", "11.3/1", "11.3/6")
def test_each_waiting_unit_and_marker_throws_for_itself() -> None:
    result, script = played(partial(reinforcements, central()), 3, 2, 1, 6)
    assert all(isinstance(each, Roll) and each.faces == 6 for each in script.asked)
    assert len(script.asked) == 4
    boxes = {each.id: each.box for each in result.outcome.waiting}
    assert boxes == {
        "CP-3CAV-1": REINFORCEMENTS,
        "CP-3CAV-2": RECEIVED,
        "CP-RC": REINFORCEMENTS,
    }
    assert "CP-FS-20" in result.outcome.ready, "the marker joins the pool at once"
    # who is received throws no more, who waits does
    _, again = played(partial(reinforcements, result.outcome), 6, 6)
    assert len(again.asked) == 2


@pytest.mark.cases("GAZA", "11.3")
def test_nobody_throws_in_the_british_player_turn() -> None:
    _, script = played(partial(reinforcements, start()))
    assert script.asked == []


@pytest.mark.cases("GAZA", "11.3/1")
def test_the_chance_of_all_four_is_one_in_eighty_one() -> None:
    chances = odds(partial(reinforcements, central()))
    all_here = chances.chance(lambda after: all(w.box == RECEIVED for w in after.waiting))
    assert all_here * 81 == 1
    assert chances.chance(lambda after: "CP-FS-20" in after.ready) * 3 == 1


@pytest.mark.cases("GAZA", "11.3/2", "11.3/3")
def test_where_they_come_on() -> None:
    situation = central()
    for name in EDGES:
        situation = received(situation, name)
    label = situation.board.label
    found = {name: [label(cell) for cell in cells] for name, cells in entries(situation).items()}
    assert found["CP-RC"] == [f"01{n:02}" for n in range(1, 13)]
    assert found["CP-3CAV-1"] == found["CP-3CAV-2"] == [f"{n:02}01" for n in range(1, 30)]
    assert entries(evolve(situation, active=BRITISH)) == {}
    assert entries(central()) == {}, "nobody has been received yet"


@pytest.mark.cases("GAZA", "11.3/4", "11.3/5", "11.3/2")
def test_a_received_regiment_pays_for_the_edge_and_avoids_the_british() -> None:
    situation = received(central(), "CP-RC")
    board = situation.board
    british = Piece("BR-1LH", board.hex("0107"))
    others = [piece for piece in situation.pieces if piece.unit != "BR-1LH"]
    situation = evolve(situation, pieces=(*others, british))
    run = Run(partial(movement_phase, situation, entries=entries(situation)))
    run.answer("CP-RC")
    assert run.request is not None
    keys = {option.key for option in run.request.options}  # type: ignore[union-attr]
    assert {"0101", "0102", "0106", "0108"} <= keys, "a British zone does not shut the edge"
    assert "0107" not in keys
    run.answer("0102")
    run.answer("end")
    after = run.outcome
    assert after.piece("CP-RC").at == board.hex("0102")
    assert "CP-RC" not in {each.id for each in after.waiting}
    assert "CP-RC" in after.moved


def test_who_is_held_back_may_come_in_a_later_turn() -> None:
    situation = received(central(), "CP-RC")
    after = play(partial(movement_phase, situation, entries=entries(situation)), Script()).outcome
    assert Waiting("CP-RC", RECEIVED) in after.waiting
    assert list(entries(after)) == ["CP-RC"]


# ---- victory in the course of play


def alone(**places: str) -> Situation:
    situation = start()
    pieces = [Piece(n.replace("_", "-"), situation.board.hex(at)) for n, at in places.items()]
    return evolve(situation, pieces=tuple(pieces), waiting=())


@pytest.mark.cases("GAZA", "12.1")
def test_play_stops_the_moment_the_british_have_gaza() -> None:
    situation = alone(BR_155="0913", BR_4LH="1012", CP_31="2103")
    game = Game(situation, PLAN, "movement")
    result, script = played(partial(second_battle, game), "BR-4LH", "0914")
    assert len(script.asked) == 2
    assert result.outcome.verdict.value == BRITISH_AT_ONCE
    assert result.outcome.situation.turn == 1


@pytest.mark.cases("GAZA", "12.1")
def test_a_unit_that_passes_through_gaza_does_not_occupy_it() -> None:
    """The hex where a move ends counts; 4LH goes on from the first hex of Gaza to the second."""
    situation = alone(BR_4LH="0914", CP_31="2103")
    game = Game(situation, PLAN, "movement")
    run = Run(partial(second_battle, game))
    run.answer("BR-4LH")
    run.answer("0913")
    assert not run.finished


@pytest.mark.cases("GAZA", "12.1")
def test_an_advance_into_gaza_wins_in_the_combat_phase() -> None:
    situation = alone(BR_155="0913", BR_156="0915", BR_157="1014", CP_2J="0914")
    game = Game(evolve(situation, ready=frozenset()), PLAN, "combat")
    # 156 and 157 attack with +10: the defender falls back, and one of them goes in
    answers = ("0914", "0915", "1014", "go", 1, "retreat", "BR-157@0914")
    result, script = played(partial(second_battle, game), *answers)
    assert len(script.asked) == len(answers)
    assert result.outcome.verdict.value == BRITISH_AT_ONCE
    assert result.outcome.situation.active == BRITISH


@pytest.mark.cases("GAZA", "12.2")
def test_an_ottoman_raid_wins_at_the_end_of_the_turn_and_not_before() -> None:
    situation = alone(CP_ARAB="1719", BR_155="0702")
    game = Game(evolve(situation, active=CENTRAL_POWERS), PLAN, "movement")
    result, script = played(partial(second_battle, game), "CP-ARAB", "1821")
    assert result.outcome.verdict.value == "Central Powers instant victory"
    assert script.purposes[2:] != [], "the phase goes on to its end"
    assert result.outcome.situation.turn == 1


@pytest.mark.cases("GAZA", "12.3", "12.4")
def test_points_are_counted_after_the_last_turn() -> None:
    situation = evolve(alone(BR_155="0702", CP_31="2103"), turn=10)
    result = play(partial(second_battle, Game(situation, PLAN, "end")), Script())
    assert result.outcome.verdict.value == "Central Powers operational victory"
    assert result.told[-1] == result.outcome.verdict


# ---- whole games by chance


@cache
def game(seed: int) -> Played:
    return play(partial(second_battle, opening()), Chance(Random(seed)))


def told_steps(result: Played) -> int:
    losses = [each for each in result.told if each.label.startswith("Loss of")]
    return sum(each.value for each in losses if isinstance(each.value, int))


def steps_in_all(situation: Situation) -> int:
    waiting = {each.id for each in situation.waiting}
    coming = sum(u.faces[0].steps for n, u in situation.roster.units.items() if n in waiting)
    return coming + sum(situation.steps(side) for side in situation.sides)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_by_chance_ends_with_a_verdict(seed: int) -> None:
    result = game(seed)
    outcome = result.outcome
    assert isinstance(outcome, Ended)
    names = {name for _, name, _ in LADDER} | {BRITISH_AT_ONCE, "Central Powers instant victory"}
    assert outcome.verdict.value in names
    assert outcome.situation.turn == 10 or "instant" in str(outcome.verdict.value)
    assert verdict(outcome.situation).value == outcome.verdict.value
    assert steps_in_all(start()) == steps_in_all(outcome.situation) + told_steps(result)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_saved_game_replays_to_the_same_end_and_words(seed: int) -> None:
    result = game(seed)
    lines = [Entry.from_json(entry.to_json()) for entry in result.journal]
    again = replay(partial(second_battle, opening()), lines)
    assert again.outcome == result.outcome
    assert [each.to_text() for each in again.told] == [each.to_text() for each in result.told]


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_last_position_reads_back(seed: int) -> None:
    situation = game(seed).outcome.situation
    text = situation_to_text(situation, SCENARIO)
    assert situation_from_text(text) == situation


@pytest.mark.parametrize("seed", range(2))
def test_a_journal_is_taken_up_undone_and_replayed_anywhere(seed: int) -> None:
    result = game(seed)
    run = Run(partial(second_battle, opening()), result.journal)
    assert run.outcome == result.outcome
    marks = run.marks
    for mark in marks[seed :: max(1, len(marks) // 5)]:
        point = mark.checkpoint
        rest = replay(partial(point.resume, point.state), result.journal[mark.at :])
        assert rest.outcome == result.outcome
    random = Random(seed)
    for line in sorted(random.sample(range(len(result.journal)), 2), reverse=True):
        run.go_to(line)
        assert run.journal == result.journal[:line]
        for entry in result.journal[line:]:
            run.answer(entry.answer)
        assert run.outcome == result.outcome
        assert [each.to_text() for each in run.told] == [each.to_text() for each in result.told]


def test_every_position_between_two_parts_reads_back() -> None:
    run = Run(partial(second_battle, opening()), game(1).journal)
    states = [mark.checkpoint.state for mark in run.marks]
    games = [state for state in states if isinstance(state, Game)]
    assert len(games) > 60
    for each in games:
        text = situation_to_text(each.situation, SCENARIO)
        assert situation_from_text(text) == each.situation


def test_a_hand_edited_journal_is_refused_with_its_line() -> None:
    lines = list(game(2).journal)
    lines[40] = evolve(lines[40], ask="Nonsense")
    with pytest.raises(DataError, match="line 41"):
        replay(partial(second_battle, opening()), lines)


def test_a_game_may_begin_with_the_set_up() -> None:
    ready = [
        Entry("Central Powers: how it deploys", READY),
        Entry("British: how it deploys", READY),
    ]
    run = Run(second_battle, ready)
    assert run.marks[-2].name == opening().where
    assert run.marks[-2].checkpoint.state == opening()
    assert run.marks[-1].name == f"{opening().where}, under way"
    free = play(second_battle, Chance(Random(3)))
    assert isinstance(free.outcome, Ended)
    assert replay(second_battle, free.journal).outcome == free.outcome


def test_a_position_is_played_from_the_start_of_a_player_turn() -> None:
    situation = evolve(gaza("second_battle"), turn=10)
    result = play(partial(second_battle, situation), Chance(Random(1)))
    assert result.outcome.situation.turn == 10
