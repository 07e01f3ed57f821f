"""Clearing Sedd el Bahr: limits, the ship, victory, and whole games by chance."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from tests.rifle_and_spade.test_sequence import Script
from wargame.core.drivers import advance, play
from wargame.core.procedure import Chance, Checkpoint, Choice, Roll, settle
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.clearing import (
    PLAN,
    SHIP,
    Clearing,
    Ended,
    able_units,
    clearing_sedd_el_bahr,
    naval_gunfire,
    opening,
    play_on,
    sea_hexes,
    sightings,
)
from wargame.rifle_and_spade.clearing_rules import (
    ENTENTE,
    FEATURES,
    OTTOMAN,
    WORCESTERS,
    bar,
    east_of_the_fort,
    historical_victory,
    outside,
    player_victory,
    take_off,
)
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.state import Situation


def start() -> Situation:
    return load_scenario().situation


def taken(*features: str, without: tuple[str, ...] = ()) -> Situation:
    """Return a position in which the Entente holds these features and some units are gone."""
    situation = start()
    for name in features:
        at = situation.board.place(name)
        situation = situation.without([piece.unit for piece in situation.at(at, OTTOMAN)])
        situation = situation.hold(at, ENTENTE)
    return situation.without(without)


@pytest.mark.parametrize(
    ("features", "level", "below"),
    [
        ((), "Ottoman massive victory", 4),
        (("Fort Nr. 1",), "Ottoman medium victory", 3),
        (("The Old Fort",), "Ottoman medium victory", 3),
        (("The Old Fort", "Hill 141"), "Ottoman minor victory", 2),
        (("Sedd el Bahr", "Hill 141", "The Old Fort"), "Ottoman minor victory", 2),
        (("Fort Nr. 1", "Hill 141"), "Draw", 1),
        (("Fort Nr. 1", "The Old Fort", "Sedd el Bahr"), "Draw", 1),
        (FEATURES, "Entente victory", 0),
    ],
)
@pytest.mark.cases("GB", "102.1.8", "102.1.8/ottoman-minor", "102.1.8/ottoman-medium")
@pytest.mark.cases("GB", "102.1.8/ottoman-massive", "102.1.8/else", "102.1.9")
def test_the_levels_of_victory(features: tuple[str, ...], level: str, below: int) -> None:
    situation = taken(*features)
    ruling = historical_victory(situation)
    assert ruling.value == level
    assert len(ruling.parts) == 5
    words = "as in history" if not below else f"{below} below"
    assert str(player_victory(situation).value).startswith(words)


@pytest.mark.cases("GB", "102.1.8/entente", "102.1.8/draw")
def test_the_entente_wins_only_with_two_steps_of_the_hampshires() -> None:
    worn = taken(*FEATURES, without=("R 2/Hants",))
    ruling = historical_victory(worn)
    assert ruling.value == "Draw"
    draw = ruling.find("Draw")
    assert draw is not None
    assert [each.number for each in draw.cases] == ["102.1.8/draw"]
    left = ruling.find("Hampshires")
    assert left is not None
    assert left.value == 1
    assert historical_victory(taken(*FEATURES, without=("X 2/Hants",))).value == "Entente victory"


def test_a_feature_with_ottomans_in_it_is_not_taken() -> None:
    situation = start()
    shared = situation.hold(situation.board.place("Sedd el Bahr"), ENTENTE)
    part = historical_victory(shared).find("Sedd el Bahr")
    assert part is not None
    assert (part.value, "10 3/26 still there" in part.sentence) == (False, True)


@pytest.mark.cases("GB", "102.1.7")
def test_the_worcesters_stay_west_of_fort_nr_1() -> None:
    situation, board = start(), start().board
    why = bar(situation, ("R 4/Worc",), board.hex("6.2"))
    assert why is not None
    assert "east of Fort Nr. 1" in why.sentence
    assert bar(situation, ("R 2/Hants", "R 4/Worc"), board.hex("7.1")) is not None
    assert bar(situation, ("R 4/Worc",), board.hex("5.1")) is None
    assert bar(situation, ("R 2/Hants",), board.hex("7.1")) is None


@pytest.mark.cases("GB", "101.5.1", "102.1.3")
def test_who_leaves_the_map_area_does_not_return() -> None:
    situation, board = start(), start().board
    gone = situation.replace_pieces(evolve(situation.piece("R 1/RDF"), at=board.hex("6.4")))
    why = bar(gone, ("R 1/RDF",), board.hex("6.3"))
    assert why is not None
    assert why.cases[0].number == "101.5.1"
    assert bar(gone, ("R 1/RDF",), board.hex("7.4")) is None
    off = take_off(gone)
    assert not off.on_map("R 1/RDF")
    assert [(loss.cause, loss.steps) for loss in off.losses] == [("left", 2)]
    assert off.pieces == gone.without(["R 1/RDF"]).pieces
    assert take_off(situation) is situation


def test_every_unit_of_a_side_acts() -> None:
    assert able_units(start(), OTTOMAN) == {p.unit for p in start().of(OTTOMAN)}


@pytest.mark.cases("GB", "102.1.6")
def test_the_ship_fires_once_from_the_sea_and_is_gone_again() -> None:
    situation = start()
    script = Script("8.1", "7.1", "8.1")
    played = play(lambda: naval_gunfire(situation), script)
    assert script.asked[0].who == ENTENTE
    assert "8.1" in {option.key for option in script.asked[0].options}
    assert not played.outcome.on_map(SHIP)
    shot = next(each for each in played.told if each.label.startswith("Fire at 7.1"))
    assert "8" in shot.to_text()


def test_the_ship_may_hold_its_fire() -> None:
    situation = start()
    assert play(lambda: naval_gunfire(situation), Script("hold")).outcome is situation


@pytest.mark.cases("GB", "101.1.4")
def test_the_ship_fires_from_the_open_sea_at_what_it_sees() -> None:
    situation = start()
    cells = sea_hexes(situation)
    assert all(situation.ground.spots[each].sea for each in cells)
    assert not outside(situation.ground) & set(cells)
    assert situation.board.hex("3.3") not in cells
    seen = {situation.board.label(each) for each in sightings(situation, cells[0])}
    assert seen <= {situation.board.label(each) for each in situation.occupied[OTTOMAN]}


def test_without_anything_in_sight_there_is_no_gunfire() -> None:
    situation = start().without([piece.unit for piece in start().of(OTTOMAN)])
    played = play(lambda: naval_gunfire(situation), Script())
    assert (played.outcome, len(played.told)) == (situation, 1)


@pytest.mark.cases("GB", "101.2", "101.2.1")
def test_both_sides_may_agree_to_end_early() -> None:
    quiet = evolve(opening(), step=len(PLAN))
    ended = play(lambda: play_on(quiet), Agree()).outcome
    assert isinstance(ended, Ended)
    assert ended.situation.turn == 12
    alone = play(lambda: play_on(quiet), Alone()).outcome
    assert alone.situation.turn == 16


class Agree(Script):
    """Ends the game at every opportunity."""

    def choose(self, choice: Choice) -> str:
        return "end" if "End of turn" in choice.purpose else super().choose(choice)


@pytest.mark.cases("GB", "102.1", "102.1.4")
@pytest.mark.cases("RS", "2.3.4")
def test_a_game_without_acts_lasts_five_turns() -> None:
    script = Script()
    steps: list[Checkpoint] = []
    generator = clearing_sedd_el_bahr()
    step = advance(generator, None, check=steps.append)
    while isinstance(step, Choice | Roll):
        answer = script.choose(step) if isinstance(step, Choice) else script.roll(step)
        if "End of turn" in step.purpose:
            answer = "on"
        step = advance(generator, settle(step, answer), check=steps.append)
    assert len(steps) == 5 * (len(PLAN) + 1)
    assert steps[0].name == "Turn 12, Entente, rally of one stack"
    assert steps[-1].name == "Turn 16, end of turn"
    assert {each.state.part for each in steps} == {"4c.ii", "4c.iii", "4c.iv", "5"}


def test_a_side_without_units_ends_the_game() -> None:
    bare = start().without([piece.unit for piece in start().of(OTTOMAN)])
    ended = play(lambda: clearing_sedd_el_bahr(bare), Script()).outcome
    assert ended.situation.turn == 12


class Alone(Agree):
    """Offers to end the game every turn, and is never agreed with."""

    def choose(self, choice: Choice) -> str:
        return "on" if "would end it" in choice.purpose else super().choose(choice)


EAST = {start().board.label(at) for at in east_of_the_fort(start().ground)}


class Watch(Chance):
    """Chance that looks at what is asked."""

    def choose(self, choice: Choice) -> str:
        assert choice.options
        if "which stack moves" in choice.purpose:
            assert choice.who == ENTENTE
        if WORCESTERS in choice.purpose and choice.purpose.endswith(" left"):
            open_to_them = {word for option in choice.options for word in option.key.split()}
            assert not EAST & open_to_them
        return super().choose(choice)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_by_chance_runs_to_its_end_and_from_any_checkpoint(seed: int) -> None:
    """102.1.7: Worcesters stay west; each side rallies one stack a turn; Ottomans do not move."""
    passed: list[tuple[Checkpoint, int]] = []
    answers: list[int | str] = []
    chance = Watch(Random(seed))
    generator = clearing_sedd_el_bahr()

    def note(point: Checkpoint) -> None:
        passed.append((point, len(answers)))

    step = advance(generator, None, check=note)
    while isinstance(step, Choice | Roll):
        given = chance.choose(step) if isinstance(step, Choice) else chance.roll(step)
        answers.append(given)
        step = advance(generator, settle(step, given), check=note)
    ended = step.outcome
    assert isinstance(ended.historical, Ruling)
    for point, _ in passed:
        _check(point.state)
        assert hash(point.state) == hash(point.state)
    for point, done in (passed[0], passed[len(passed) // 2], passed[-1]):
        assert point.resume is play_on
        assert _again(point, answers[done:]) == ended.situation


def _check(game: Clearing) -> None:
    situation = game.situation
    for piece in situation.pieces:
        assert piece.unit != SHIP
        assert piece.at not in outside(situation.ground)
        assert not situation.ground.spots[piece.at].sea
    rallies = sum(side == OTTOMAN and stage == "rally" for side, stage in PLAN)
    assert rallies == situation.ruleset.rallies == 1


def _again(point: Checkpoint, answers: list[int | str]) -> Situation:
    """Return where a game ends that goes on from a checkpoint with the same answers."""
    generator, rest = point.resume(point.state), iter(answers)
    step = advance(generator, None)
    while isinstance(step, Choice | Roll):
        step = advance(generator, settle(step, next(rest)))
    situation: Situation = step.outcome.situation
    return situation
