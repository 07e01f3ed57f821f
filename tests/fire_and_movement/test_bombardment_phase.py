"""The Bombardment Phase of the system: targets, markers, results, friendly fire, retreat (8.1)."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.firing import armed
from tests.fire_and_movement.positions import BLUE, RED, SYSTEMS, position, ruled
from wargame.core.drivers import odds, play, replay
from wargame.core.errors import Refused
from wargame.core.grid import Hex
from wargame.core.procedure import Chance, Choice, Roll, first_option
from wargame.core.ruling import Ruling, refusal
from wargame.core.run import Run
from wargame.fire_and_movement.attack import eligible_attackers
from wargame.fire_and_movement.bombarded import (
    NOTHING,
    Laid,
    apply_bombardment,
    assess_bombardment,
    effect_of,
    throw_bombardment,
)
from wargame.fire_and_movement.bombardment import DRAW, Bombardment, check_bombardment
from wargame.fire_and_movement.bombardment_phase import BombardmentPhase, bombardment_phase
from wargame.fire_and_movement.crt import MEANING
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Marker, Roster

# r2 stands next to b1 in 0303, r1 far away; b2 stands alone
FIELD = ("r1 Red 4-4-4 0105", "r2 Red 4-4-4 0204", "b1 Blue 1-2-4 0303", "b2 Blue 1-3-4 0501")
MARKERS = ("m1 Red +4", "m2 Red +4", "m3 Red +4", "n1 Blue +5")


def field(ruleset: str = "system_v8", *markers: str, **terrain: Any) -> Situation:
    return armed(position(*FIELD, ruleset=ruleset, **terrain), *(markers or MARKERS))


def started(situation: Situation, *answers: int | str) -> Run:
    run = Run(partial(bombardment_phase, situation))
    for answer in answers:
        run.answer(answer)
    return run


def keys(run: Run) -> list[str]:
    assert isinstance(run.request, Choice), run.request
    return [option.key for option in run.request.options]


def laid(situation: Situation, *markers: str, at: str = "0303") -> Laid:
    return Laid(situation, situation.board.hex(at), markers)


def numbers(ruling: Ruling) -> set[str]:
    return {case.number for each in ruling.walk() for case in each.cases}


# ---- targets and markers


@pytest.mark.cases("FM8", "4.1/4", "8.0", "8.0/2", "8.1", "8.1/1", "8.1.1", "8.1.2", "8.1.2/1")
@pytest.mark.cases("FM7", "4.1/4", "8.0", "8.0/2", "8.1", "8.1/1", "8.1.1", "8.1.2", "8.1.2/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_any_enemy_on_the_map_may_be_bombarded_and_none_need_be(ruleset: str) -> None:
    situation = field(ruleset)
    run = started(situation)
    assert run.request is not None
    assert run.request.purpose == "Red: next bombardment"
    assert keys(run) == ["end", "0303", "0501"]
    run.answer("end")
    assert run.finished
    assert run.outcome.outcomes == ()
    assert run.outcome.situation == situation


def test_nobody_is_asked_who_has_no_marker() -> None:
    run = started(field("system_v8", "n1 Blue +5"))
    assert run.finished
    assert isinstance(run.outcome, BombardmentPhase)


@pytest.mark.cases("FM8", "8.1/3", "8.1/4", "8.1/5", "8.1.2/2", "7.2/3", "7.2/7")
@pytest.mark.cases("FM7", "8.1/3", "8.1/4", "8.1/5", "8.1.2/2", "8.1.2/3", "7.2/3", "7.2/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_one_or_two_markers_are_drawn_blind_shown_and_spent(ruleset: str) -> None:
    run = started(field(ruleset), "0303")
    assert keys(run) == ["go", DRAW]
    assert run.request is not None
    assert run.request.purpose == "Red: marker 2 on 0303"
    run.answer(DRAW)
    seen = []
    while isinstance(run.request, Roll) and run.request.drawn:
        seen.append(run.request.faces)
        run.answer(1)
    assert seen == [3, 2]  # no third, and the defender is not asked for any
    assert [each.value for each in run.told if each.label.startswith("Marker m")] == [4, 4]
    assert isinstance(run.request, Roll)
    assert run.request.purpose == "Bombardment of 0303"
    run.answer(6)
    assert keys(run) == ["end", "0501"]
    run.answer("end")
    assert len(run.outcome.situation.ready) == 2


@pytest.mark.cases("FM8", "8.0/3", "8.0/5", "8.0/6", "8.0/7", "8.1/4")
@pytest.mark.cases("FM7", "8.0/3", "8.0/5", "8.0/6", "8.0/7", "8.1/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("first", ["0303", "0501"])
def test_targets_are_named_one_by_one_and_each_unit_suffers_once(ruleset: str, first: str) -> None:
    second = "0501" if first == "0303" else "0303"
    weak = [f"m{n} Red +0" for n in range(4)]
    run = started(field(ruleset, *weak), first, "go", 1, 6)
    while keys(run)[0] != "end":  # friendly fire, which die 6 may be
        run.answer(keys(run)[0])
    assert keys(run) == ["end", second]
    run.answer(second)
    for answer in ("go", 1, 6):
        run.answer(answer)
    assert run.finished or keys(run)[0] != "end"


@pytest.mark.cases("FM8", "8.0/3")
@pytest.mark.cases("FM7", "8.0/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_unit_driven_off_is_not_bombarded_again_where_it_stands_now(ruleset: str) -> None:
    strong = [f"m{n} Red +6" for n in range(4)]
    run = started(field(ruleset, *strong), "0303", DRAW, 1, 1)
    assert isinstance(run.request, Roll)
    faces = {band.outcome: band.low for band in run.request.bands}
    run.answer(faces["D3"])
    run.answer("retreat")
    while keys(run)[0] != "end":
        run.answer(keys(run)[0])
    assert [each.label for each in run.told if each.label.startswith("Retreat of")]
    assert keys(run) == ["end", "0501"]


@pytest.mark.cases("FM8", "8.1/2", "8.2/3", "4.1/6")
@pytest.mark.cases("FM7", "8.1/2", "8.2/4", "4.1/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_bombardment_tires_nobody_and_an_attack_tires_for_the_mobile_phase(ruleset: str) -> None:
    units = ("r1 Red 4-4-4 0204", "r2 Red 4-4-4 0404", "b1 Blue 1-2-4 0303")
    situation = armed(position(*units, ruleset=ruleset), "m1 Red +0")
    roster = situation.roster
    riding = {name: evolve(unit, mobile=True) for name, unit in roster.units.items()}
    situation = evolve(situation, roster=Roster(riding, roster.markers))
    run = started(situation, "0303", 1, 6)
    while run.request is not None:
        run.answer(keys(run)[0])
    after = run.outcome.situation
    target = after.board.hex("0303")
    assert [each.unit for each in eligible_attackers(after, target)] == ["r1", "r2"]
    fought = evolve(after, fought=frozenset({"r1"}), mobile=True).at_phase_start()
    assert [each.unit for each in eligible_attackers(fought, target)] == ["r2"]


def test_a_hex_that_took_its_markers_takes_no_more_for_another_unit() -> None:
    situation = field()
    shot = Bombardment(RED, situation.board.hex("0303"), (DRAW,), before=2)
    ruling = check_bombardment(situation, shot)
    assert not ruling.allowed
    assert "8.1/4" in numbers(ruling)
    assert check_bombardment(situation, evolve(shot, before=1)).allowed
    two = evolve(shot, before=1, markers=(DRAW, DRAW))
    assert "1 marker on a hex, not 2" in check_bombardment(situation, two).sentence


@pytest.mark.cases("FM8", "8.0/1", "8.1")
@pytest.mark.cases("FM7", "8.0/1", "8.1", "8.1.2/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_only_the_active_side_bombards(ruleset: str) -> None:
    situation = field(ruleset)
    ruling = check_bombardment(situation, Bombardment(BLUE, situation.board.hex("0105"), (DRAW,)))
    assert not ruling.allowed
    assert {"8.0/1", "8.1"} <= numbers(ruling)


def test_a_hex_bombarded_in_this_phase_is_refused() -> None:
    situation = field()
    cell = situation.board.hex("0303")
    after = evolve(situation, attacked=frozenset({cell}))
    ruling = check_bombardment(after, Bombardment(RED, cell, (DRAW,)))
    assert not ruling.allowed
    assert "8.0/3" in numbers(ruling)


@pytest.mark.cases("FM8", "7.2/1", "8.1.1")
@pytest.mark.cases("FM7", "7.2/1", "8.1.1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_game_may_give_kinds_of_markers_a_range(ruleset: str) -> None:
    """Guns reach two hexes from a friendly unit here, ships everywhere."""

    def guns_two(situation: Situation, marker: Marker, target: Hex) -> Ruling:
        near = min(piece.at.distance(target) for piece in situation.of(marker.side))
        if marker.kind == "naval" or near <= 2:
            return Ruling("Range", near, "In range.")
        return refusal("Range", "Out of range.", situation.ruleset.case("8.1.1"))

    def ranged(*markers: str) -> Situation:
        return ruled(field(ruleset, *markers), ruleset, marker_reach=guns_two)

    guns = ranged("m1 Red +4", "m2 Red +2")
    assert keys(started(guns)) == ["end", "0303"]
    both = ranged("m1 Red +4", "s1 Red +6 naval", "s2 Red +1 naval open")
    assert keys(started(both)) == ["end", "0303", "0501"]
    # far away, only ships can come out of the pool
    run = started(both, "0501")
    assert keys(run) == [DRAW, "s2"]
    run.answer(DRAW)
    run.answer("go")
    assert isinstance(run.request, Roll)
    assert [band.outcome for band in run.request.bands] == ["+6"]
    far = Bombardment(RED, guns.board.hex("0501"), (DRAW,))
    assert not check_bombardment(guns, far).allowed


# ---- the table


@pytest.mark.cases("FM8", "8.1.2/3", "8.1.2/4", "8.1.4", "8.1.4/2")
@pytest.mark.cases("FM7", "8.1.2/4", "8.1.2/5", "8.1.4", "8.1.4/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_markers_count_against_the_defence_on_the_line_of_the_hex(ruleset: str) -> None:
    plain = assess_bombardment(laid(field(ruleset), "m1", "m2"))
    assert plain.differential == 4 + 4 - 2
    assert plain.column == "+6,+7"
    hills = assess_bombardment(laid(field(ruleset, centre="mountain"), "m1", "m2"))
    assert hills.ruling.find("Terrain line").value == "Mountain"  # type: ignore[union-attr]
    sides = {f"side river 0303-{at}" for at in ("0203", "0204", "0302", "0304", "0403", "0404")}
    moat = assess_bombardment(laid(field(ruleset, marks=sorted(sides)), "m1", "m2"))
    assert moat.results == plain.results
    assert plain.ruling.find("Defence strength").value == 2  # type: ignore[union-attr]


@pytest.mark.cases("FM8", "8.2.3/1", "8.2.3/2")
@pytest.mark.cases("FM7", "8.2.3/1", "8.2.3/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_fortification_halves_each_marker_and_doubles_the_defence(ruleset: str) -> None:
    fort = field(ruleset, "m1 Red +5", "m2 Red +3", marks=["0303 features=fortification"])
    assert assess_bombardment(laid(fort, "m1", "m2")).differential == 2 + 1 - 4


@pytest.mark.cases("FM8", "8.1.2/5")
@pytest.mark.cases("FM7", "8.1.2/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_one_die_decides_and_what_does_nothing_is_one_band(ruleset: str) -> None:
    shot = laid(field(ruleset), "m1", "m2")
    assessment = assess_bombardment(shot)
    assert len(assessment.results) == len(assessment.effects) == 6
    chances = odds(partial(throw_bombardment, shot), first_option).distribution(
        lambda end: end.code or NOTHING
    )
    assert sum(chances.values()) == 1
    assert set(chances) == set(assessment.effects)
    for code, share in chances.items():
        assert share * 6 == assessment.effects.count(code)


@pytest.mark.cases("FM8", "8.1.3", "8.1.3/1")
@pytest.mark.cases("FM7", "8.1.3", "8.1.3/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_only_d_results_and_friendly_fire_do_anything(ruleset: str) -> None:
    shot = laid(field(ruleset), "m1")
    effects = {code: effect_of(shot, code) for code in MEANING}
    assert {code for code, effect in effects.items() if effect == code} == {"De", "D3", "D2", "(A)"}
    for code in ("Ae", "A1", "A2", "A3", "Ex", "•"):
        result = play(partial(apply_bombardment, shot, effects[code]), Chance(Random(1)))
        assert result.outcome.situation == shot.situation


@pytest.mark.cases("FM8", "8.1/2", "8.1.3/2", "8.2.4/8")
@pytest.mark.cases("FM7", "8.1/2", "8.1.3/2", "8.2.4/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_friendly_fire_hits_one_neighbour_of_the_attackers_choice_or_nobody(ruleset: str) -> None:
    situation = field(ruleset)
    assert effect_of(laid(situation, "m1", at="0501"), "(A)") == NOTHING
    result = play(partial(apply_bombardment, laid(situation, "m1"), "(A)"), Chance(Random(1)))
    assert [loss.before.unit for loss in result.outcome.losses] == ["r2"]
    (loss,) = result.outcome.situation.tally
    assert (loss.unit, loss.side, loss.by, loss.eliminated) == ("r2", RED, RED, False)
    third = position(*FIELD, "r3 Red 4-4-4 0404", ruleset=ruleset)
    run = Run(partial(apply_bombardment, laid(armed(third, *MARKERS), "m1"), "(A)"))
    assert isinstance(run.request, Choice)
    assert (run.request.who, keys(run)) == (RED, ["r2", "r3"])
    # they suffer nothing else, and they do not advance into a hex that is emptied
    result = play(partial(apply_bombardment, laid(situation, "m1"), "De"), Chance(Random(1)))
    assert [loss.before.unit for loss in result.outcome.losses] == ["b1"]
    assert result.outcome.situation.of(RED) == situation.of(RED)
    assert result.outcome.advanced == ()


@pytest.mark.cases("FM8", "8.1.5", "8.1.5/1", "8.4")
@pytest.mark.cases("FM7", "8.1.5", "8.1.5/1", "8.1.5/3", "8.4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_is_bombarded_retreats_from_the_enemy_or_stands(ruleset: str) -> None:
    shot = laid(field(ruleset), "m1")
    run = Run(partial(apply_bombardment, shot, "D2"))
    stand = "stand" if ruleset == "system_v8" else "stand:b1"
    assert keys(run) == ["retreat", stand]
    run.answer("retreat")
    assert isinstance(run.request, Choice)
    assert run.request.who == BLUE
    situation, board = shot.situation, shot.situation.board
    enemies = [piece.at for piece in situation.of(RED)]
    for key in keys(run):
        end = board.hex(key.rpartition("-")[2])
        assert min(map(end.distance, enemies)) > 1
    run.answer(keys(run)[0])
    assert run.outcome.retreated[0].unit == "b1"
    run = Run(partial(apply_bombardment, shot, "D2"))
    run.answer(stand)
    assert run.outcome.stood == ("b1",)
    assert run.outcome.situation.steps(BLUE) == situation.steps(BLUE) - 1


@pytest.mark.cases("FM8", "8.1.5/2")
@pytest.mark.cases("FM7", "8.1.5/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_with_no_enemy_on_the_map_it_falls_back_on_its_friends(ruleset: str) -> None:
    alone = position("r1 Red 4-4-4", "b1 Blue 1-2-4 0303", "b2 Blue 1-2-4 0101", ruleset=ruleset)
    shot = laid(armed(alone, *MARKERS), "m1")
    run = Run(partial(apply_bombardment, shot, "D2"))
    run.answer("retreat")
    friend, board = alone.board.hex("0101"), alone.board
    start = board.hex("0303")
    ends = [board.hex(key.rpartition("-")[2]) for key in keys(run)]
    assert all(end.distance(friend) < start.distance(friend) for end in ends)


def test_the_defender_adds_markers_only_under_rules_that_are_read_so() -> None:
    """FM-Q11: forbidden in version 7, and by our reading in version 8 too."""
    situation = ruled(field(), "system_v8", bombardment_defended=True)
    run = started(situation, "0303", "go", 1)
    assert isinstance(run.request, Choice)
    assert (run.request.who, keys(run)) == (BLUE, ["pass", "place"])
    assert run.request.position.ready < situation.ready, "the marker laid is spent"
    run.answer("place")
    run.answer(1)
    ruling = next(each for each in run.told if each.label == "Bombardment of 0303")
    assert ruling.find("Differential").value == 4 - 2 - 5  # type: ignore[union-attr]
    run = started(field(), "0303", "go", 1)
    assert isinstance(run.request, Roll)
    assert run.request.purpose == "Bombardment of 0303"


@pytest.mark.parametrize("ruleset", [*SYSTEMS, "lebanon_82"])
def test_random_phases_end_and_replay_to_the_same_position(ruleset: str) -> None:
    pool = [f"m{n} Red +{n}" for n in range(1, 8)]
    situation = field(ruleset, *pool)
    for seed in range(60):
        chance = Chance(Random(seed))
        result = play(partial(bombardment_phase, situation), chance)
        phase = result.outcome
        assert phase.situation.attacked == frozenset()
        assert len(situation.ready) - len(phase.situation.ready) == sum(n for _, n in phase.laid)
        assert all(n <= 2 for _, n in phase.laid)
        again = replay(partial(bombardment_phase, situation), result.journal)
        assert again.outcome.situation == phase.situation


def test_a_target_out_of_reach_is_refused_by_the_choice_itself() -> None:
    run = started(field())
    with pytest.raises(Refused, match="0105"):
        run.answer("0105")
