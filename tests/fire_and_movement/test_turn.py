"""The sequence of play (4.1): parts in order, both player turns, and going on from anywhere."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.fire_and_movement.moving import on
from tests.fire_and_movement.positions import BLUE, RED, SYSTEMS, Script, gaza, played
from wargame.core.drivers import advance, play, replay
from wargame.core.errors import Refused
from wargame.core.procedure import Band, Chance, Checkpoint, Choice, Option, Roll
from wargame.core.ruling import Ruling, finding
from wargame.core.run import Run
from wargame.fire_and_movement.attack import Attack, declare, eligible_attackers
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.turn import (
    PARTS,
    TITLES,
    Ended,
    Game,
    Within,
    following,
    parts_of,
    play_game,
    play_on,
    player_turn_begun,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.state import Situation

TURNS = 2


def start(ruleset: str = "system_v8") -> Situation:
    """Two a side: r1 on foot and r2 mobile, next to b1 in the middle; b2 far away."""
    units = ("r1 Red 9-9-4 0302", f"r2 {RED} 9-9-6 0203 mobile=yes", "b1 Blue 1-1-2 0303")
    rows = ("ooooo",) * 5 if ruleset == "gaza_1917" else ("ccccc",) * 5
    return on(*units, f"b2 {BLUE} 1-1-2 0505", ruleset=ruleset, rows=rows)


def bombard(situation: Situation) -> Steps:
    """Stand in for a Bombardment Phase."""
    yield Choice(situation.active, "bombard", (Option("none", "nobody"),))
    return situation


def plan(**changes: Any) -> Plan:
    return Plan("A test", TURNS, **{"bombardment": bombard, **changes})


def names(game: Game, answers: Any = None) -> list[str]:
    """Return the checkpoints of a game between its parts, in order, played by a script."""
    passed: list[str] = []
    script = answers or Script()

    def check(point: Checkpoint) -> None:
        if isinstance(point.state, Game):
            passed.append(point.name)

    steps, answer = play_game(game), None
    step: Any = advance(steps, answer, check=check)
    while hasattr(step, "purpose"):
        answer = (
            step.option(script.choose(step))
            if isinstance(step, Choice)
            else step.band(script.roll(step))
        )
        step = advance(steps, answer, check=check)
    return passed


@pytest.mark.cases("FM8", "4.0", "4.1", "4.1/1", "4.1/2", "4.1/4", "4.1/5", "4.1/7", "4.1/8")
@pytest.mark.cases("FM8", "4.1/9", "4.1/10")
@pytest.mark.cases("FM7", "4.0", "4.1", "4.1/1", "4.1/2", "4.1/4", "4.1/5", "4.1/7", "4.1/8")
@pytest.mark.cases("FM7", "4.1/9", "4.1/10")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_every_part_in_its_order_for_both_sides_in_every_turn(ruleset: str) -> None:
    passed = names(Game(start(ruleset), plan()))
    of_a_side = [TITLES[part] for part in PARTS[1:-1]]
    one_turn = [
        TITLES["support"],
        *(f"{RED} {title}" for title in of_a_side),
        *(f"{BLUE} {title}" for title in of_a_side),
        TITLES["end"],
    ]
    assert passed == [f"Turn {n}, {title}" for n in (1, 2) for title in one_turn]


@pytest.mark.cases("FM8", "4.1")
def test_the_plan_says_who_is_first() -> None:
    passed = names(Game(start(), plan(first=BLUE)))
    assert passed[1].startswith(f"Turn 1, {BLUE}")
    assert f"Turn 1, {RED} Movement Phase" in passed[8:]


@pytest.mark.cases("GAZA", "10.3/1")
def test_phases_that_the_rules_leave_out_are_left_out() -> None:
    gaza = Game(start("gaza_1917"), plan(bombardment=None))
    assert parts_of(gaza) == ("support", "start", "movement", "combat", "end")
    system = Game(start(), plan(bombardment=None))
    assert "bombardment" not in parts_of(system)
    assert parts_of(Game(start(), plan())) == PARTS
    # a game may stand in a part that its rules do not have: it goes on with the next
    assert following(evolve(gaza, part="mobile combat"), gaza.situation).part == "start"


def moved(situation: Situation) -> Situation:
    return evolve(situation, moved=frozenset({"r1"}), spent=frozenset({"r2"}), kress_used=True)


def test_a_player_turn_begins_with_everybody_fresh() -> None:
    worn = evolve(
        moved(start()), fought=frozenset({"r1"}), attacked=frozenset({start().of(RED)[0].at})
    )
    fresh = player_turn_begun(evolve(worn, mobile=True), BLUE)
    assert fresh.active == BLUE
    assert not fresh.moved | fresh.spent | fresh.fought | fresh.attacked
    assert not fresh.kress_used


# ---- mobile phases


@pytest.mark.cases("FM8", "4.1/6", "4.1/8")
@pytest.mark.cases("FM7", "4.1/6", "4.1/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_only_mobile_units_that_have_not_fought_attack_in_the_mobile_phase(ruleset: str) -> None:
    before = start(ruleset)
    situation = evolve(before, mobile=True)
    target = situation.board.hex("0303")
    assert [piece.unit for piece in eligible_attackers(situation, target)] == ["r2"]
    edition = before.ruleset.edition
    on_foot = declare(Attack(situation, target, ("r1",)))
    assert not on_foot.allowed
    assert "leg unit" in on_foot.sentence
    assert f"{edition} 4.1/8" in map(str, on_foot.cases)
    tired = evolve(situation, fought=frozenset({"r2"}))
    again = declare(Attack(tired, target, ("r2",)))
    assert not again.allowed
    assert f"{edition} 4.1/6" in map(str, again.cases)
    # in the Combat Phase both may
    assert len(eligible_attackers(before, target)) == 2


@pytest.mark.cases("FM8", "4.1/6")
def test_who_fought_in_the_combat_phase_is_remembered_in_the_mobile_one() -> None:
    game = Game(evolve(start(), fought=frozenset({"r2"})), plan(), "combat")
    then = following(game, game.situation)
    assert (then.part, then.situation.mobile) == ("mobile movement", True)
    later = following(then, then.situation)
    assert later.part == "mobile combat"
    assert later.situation.at_phase_start().fought == {"r2"}
    last = following(later, later.situation)
    assert (last.part, last.situation.active, last.situation.mobile) == ("start", BLUE, False)
    assert not last.situation.fought


@pytest.mark.cases("FM8", "4.1/3", "4.1/7")
@pytest.mark.cases("FM7", "4.1/3", "4.1/7")
def test_a_mobile_unit_that_moved_does_not_move_in_the_mobile_phase() -> None:
    game = Game(start(), plan(), "movement")
    run = Run(partial(play_game, game))
    for answer in ("r2", "0202", "end", "none", "end"):
        run.answer(answer)
    assert run.marks[-1].name == "Turn 1, Red Mobile Movement Phase, under way"
    with pytest.raises(Refused, match="has moved"):
        run.answer("r2")
    assert [option.key for option in run.request.options] == ["end"]  # type: ignore[union-attr]


def test_the_mobile_phase_reads_back_from_text() -> None:
    situation = evolve(gaza(), mobile=True)
    text = situation_to_text(situation, "gaza_1917/eve_of_assault")
    assert "mobile phase" in text
    assert situation_from_text(text) == situation


# ---- the end


@pytest.mark.cases("FM8", "4.1/10")
@pytest.mark.cases("FM7", "4.1/10")
def test_after_the_last_turn_the_verdict_is_asked_for() -> None:
    verdict = finding("Victory", "nobody", "A test.", "FM8 4.1/10")
    game = Game(start(), plan(verdict=lambda _: verdict))
    result = play(partial(play_game, game), Script())
    assert isinstance(result.outcome, Ended)
    assert result.outcome.verdict == verdict
    assert result.outcome.situation.turn == TURNS
    assert result.told[-1] == verdict
    assert [each.value for each in result.told if each.label == "Turn 2"] == [2]


def test_a_game_without_victory_conditions_says_so() -> None:
    outcome = play(partial(play_game, Game(start(), plan())), Script()).outcome
    assert outcome.verdict.status == "skipped"


def test_the_plan_may_move_the_last_turn() -> None:
    game = Game(start(), plan(is_last=lambda situation: situation.turn >= 3))
    assert play(partial(play_game, game), Script()).outcome.situation.turn == 3


def test_a_plan_may_act_at_the_end_of_a_turn_and_win_there() -> None:
    def end(situation: Situation) -> Generator[Step, Any, Situation]:
        yield finding("News", situation.turn, "A test.", "FM8 4.1/10")
        return evolve(situation, moved=frozenset({"b2"}))

    def won(situation: Situation) -> Ruling | None:
        assert situation.moved == {"b2"}
        return finding("Victory", BLUE, "A test.", "FM8 4.1/10")

    game = Game(start(), plan(turn_end=end, won_at_turn_end=won))
    result = play(partial(play_game, game), Script())
    assert result.outcome.situation.turn == 1
    assert [each.label for each in result.told] == ["News", "Victory"]


def test_whoever_wins_at_once_stops_play_in_the_middle_of_a_phase() -> None:
    def won(situation: Situation) -> Ruling | None:
        there = situation.at(situation.board.hex("0202"), RED)
        return finding("Victory", RED, "A test.", "FM8 4.1/10") if there else None

    game = Game(start(), plan(won=won), "movement")
    result, script = played(partial(play_game, game), "r2", "0202")
    assert len(script.asked) == 2, "nobody is asked to end the phase"
    assert result.outcome.verdict.value == RED
    assert result.outcome.situation.active == RED
    assert result.told[-1].value == RED


def test_a_game_may_be_over_at_once_and_be_judged_by_dice() -> None:
    def judge(situation: Situation) -> Generator[Step, Any, Ruling]:
        band = yield Roll("who wins", 6, (Band(1, 3, RED), Band(4, 6, BLUE)))
        return finding("Victory", band.outcome, "A test.", "FM8 4.1/10")

    def over(situation: Situation) -> bool:
        return bool(situation.moved)

    game = Game(start(), plan(over=over, judge=judge), "movement")
    result, script = played(partial(play_game, game), "r2", "0202", 5)
    assert script.purposes[-1] == "who wins"
    assert result.outcome.verdict.value == BLUE
    # and after the last turn it is judged alike
    result, _ = played(partial(play_game, Game(start(), plan(judge=judge, is_last=bool), "end")), 2)
    assert result.outcome.verdict.value == RED


def test_a_game_taken_up_in_a_mobile_phase_is_in_one() -> None:
    run = Run(partial(play_game, Game(start(), plan(), "mobile combat")))
    run.answer("0303")
    assert [option.key for option in run.request.options] == ["0203"]  # type: ignore[union-attr]


def test_a_turn_has_a_name_where_the_plan_gives_one() -> None:
    named = plan(names=("Dawn",))
    assert named.name_of(1) == "Turn 1 (Dawn)"
    assert named.name_of(2) == "Turn 2"
    assert Game(start(), named, "movement").where == f"Turn 1 (Dawn), {RED} Movement Phase"


# ---- going on from anywhere


def checkpoints(game: Game, seed: int) -> tuple[list[tuple[int, Checkpoint]], Any]:
    """Return every checkpoint of a game played by chance, and the game as played."""
    result = play(partial(play_game, game), Chance(Random(seed)))
    run = Run(partial(play_game, game), result.journal)
    return [(mark.at, mark.checkpoint) for mark in run.marks], result


@pytest.mark.parametrize("seed", range(4))
def test_a_journal_is_taken_up_at_every_checkpoint(seed: int) -> None:
    game = Game(start(SYSTEMS[seed % 2]), plan())
    passed, result = checkpoints(game, seed)
    assert any(isinstance(point.state, Within) for _, point in passed)
    assert any(point.resume is play_on for _, point in passed)
    for at, point in passed:
        rest = replay(partial(point.resume, point.state), result.journal[at:])
        assert rest.outcome == result.outcome
        told = [each.to_text() for each in result.told]
        again = [each.to_text() for each in rest.told]
        assert told[len(told) - len(again) :] == again


@pytest.mark.parametrize("seed", range(2))
def test_undone_and_done_again_it_ends_alike(seed: int) -> None:
    game = Game(start(), plan())
    journal = play(partial(play_game, game), Chance(Random(seed))).journal
    run = Run(partial(play_game, game), journal)
    whole = run.outcome
    for line in range(0, len(journal), 3):
        run.go_to(line)
        assert run.journal == journal[:line]
        for entry in journal[line:]:
            run.answer(entry.answer)
        assert run.outcome == whole
