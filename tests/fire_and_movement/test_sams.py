"""Missile sites of Lebanon '82: envelopes, shots, ends; and whose markers serve whom (13, 14)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.firing import ARABS, ISRAELIS, OTHER, SITE, fire, lebanon
from tests.fire_and_movement.positions import attack, played, position, ruled
from wargame.core.drivers import odds, play, replay
from wargame.core.procedure import Chance, Choice, Roll, Steps
from wargame.core.run import Run
from wargame.fire_and_movement.advance import advance
from wargame.fire_and_movement.attack import Attack, declare, targets
from wargame.fire_and_movement.bombarded import (
    DESTROYED,
    NOTHING,
    Laid,
    apply_bombardment,
    assess_bombardment,
    effect_of,
)
from wargame.fire_and_movement.bombardment_phase import bombardment_phase
from wargame.fire_and_movement.crt import MEANING
from wargame.fire_and_movement.movement import moved
from wargame.fire_and_movement.phase import combat_phase
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.sams import (
    FIRE,
    HOLD,
    SamRule,
    covers,
    engage,
    envelope,
    may_fire,
    overrun,
    reloaded,
    shots_a_turn,
    standing,
)
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.strength import defense_strength
from wargame.fire_and_movement.support_fire import place_support
from wargame.fire_and_movement.zones import controlled

JET = "jet Israeli +4 air Israeli"
GUN = "gun Israeli +4 Israeli"
SOLO = ("i1 Israeli 5-5-8 0202 nationality=Israeli", "s1 Arab 3-3-6 0302 nationality=Syrian")


def shooting(situation: Situation, *markers: str, at: str = SITE) -> Run:
    jets = tuple(map(fire, markers or (JET,)))
    return Run(partial(engage, situation, jets[0], situation.board.hex(at)))


def keys(run: Run) -> list[str]:
    assert isinstance(run.request, Choice), run.request
    return [option.key for option in run.request.options]


# ---- what a site is and covers


@pytest.mark.cases("LEB82", "13.0", "13.0/1", "13.0/2", "13.0/3", "13.0/8")
def test_a_site_is_no_unit_and_no_target_on_the_ground() -> None:
    without, situation = lebanon(JET, units=SOLO), lebanon(JET, sites=["0203"], units=SOLO)
    assert situation.pieces == without.pieces
    for side in (ISRAELIS, ARABS):
        assert set(controlled(situation, side)) == set(controlled(without, side))
    cell = situation.board.hex("0203")
    assert cell in situation.board.hex("0202").neighbours()
    assert cell not in targets(situation)
    ruling = declare(Attack(situation, cell, ("i1",)))
    assert not ruling.allowed
    assert "no unit" in ruling.sentence
    assert "LEB82 13.0/3" in map(str, ruling.cases)
    # a unit in the hex of a site defends with its own strength alone
    held = lebanon(JET, sites=["0302"], units=SOLO)
    assert defense_strength(attack(held, "i1", at="0302")).value == 3


@pytest.mark.cases("LEB82", "13.0/9", "13.0/10", "13.0/11")
def test_a_site_covers_the_nineteen_hexes_within_two_of_it() -> None:
    situation = lebanon(JET, sites=[SITE])
    site, board = situation.board.hex(SITE), situation.board
    cells = envelope(situation, site)
    assert len(cells) == 19
    assert {site.distance(cell) for cell in cells} == {0, 1, 2}
    for cell in board.cells:
        ruling = covers(situation, site, cell)
        assert ruling.allowed == (site.distance(cell) <= 2)
        assert ruling.allowed == (ruling.value == site.distance(cell) and ruling.value is not False)
        jet = may_fire(situation, site, fire(JET), cell)
        assert jet.allowed == ruling.allowed


def test_whether_a_site_covers_its_own_hex_can_be_switched() -> None:
    """FM-Q57: it does, since it may fire over itself."""
    situation = lebanon(JET, sites=[SITE])
    rule = SamRule(against="Israeli", own_hex=False)
    blind = ruled(situation, "lebanon_82", sams=rule)
    assert len(envelope(blind, situation.board.hex(SITE))) == 18
    assert shooting(blind).finished
    assert not shooting(situation).finished


# ---- firing


@pytest.mark.cases("LEB82", "13.1", "13.1/1", "13.1/2")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_one_or_two_removes_the_aircraft_for_good(face: int) -> None:
    situation = lebanon(JET, sites=[SITE])
    run = shooting(situation)
    assert run.request is not None
    assert (run.request.who, keys(run)) == (ARABS, [HOLD, FIRE])  # type: ignore[union-attr]
    run.answer(FIRE)
    assert isinstance(run.request, Roll)
    assert [(band.low, band.high) for band in run.request.bands] == [(1, 2), (3, 6)]
    run.answer(face)
    after, through = run.outcome
    assert through == (face > 2)
    assert after.gone == (frozenset() if through else {"jet"})
    assert after.fired == {situation.board.hex(SITE)}


@pytest.mark.cases("LEB82", "13.0/14", "13.1/1")
def test_overlapping_sites_fire_at_the_same_marker_one_after_the_other() -> None:
    situation = lebanon(JET, sites=[SITE, OTHER])
    always = odds(partial(engage, situation, fire(JET), situation.board.hex(SITE)), lambda _: FIRE)
    assert always.chance(lambda end: end[1]) == Fraction(4, 9)
    run = shooting(situation)
    run.answer(FIRE)
    run.answer(1)
    assert run.finished  # the second need not fire at what is gone
    assert run.outcome[0].fired == {situation.board.hex(SITE)}


@pytest.mark.cases("LEB82", "13.0/12", "13.1/4")
def test_a_site_that_fired_is_not_asked_again_and_one_that_held_is() -> None:
    situation = lebanon(JET, sites=[SITE])
    run = shooting(situation)
    run.answer(FIRE)
    run.answer(6)
    after, _ = run.outcome
    assert shooting(after).finished
    why = may_fire(after, situation.board.hex(SITE), fire(JET), situation.board.hex(SITE))
    assert "has fired" in why.sentence
    run = shooting(situation)
    run.answer(HOLD)
    assert not shooting(run.outcome[0]).finished
    assert not shooting(reloaded(after)).finished


@pytest.mark.cases("LEB82", "13.1/3")
@pytest.mark.parametrize("marker", [GUN, "g Israeli +4 naval Israeli", "mig Arab +4 air Syrian"])
def test_nothing_but_israeli_aircraft_is_engaged(marker: str) -> None:
    assert shooting(lebanon(sites=[SITE]), marker).finished


def test_without_sites_or_their_rules_nothing_is_asked() -> None:
    assert shooting(lebanon(JET)).finished
    plain = position("r1 Red 4-4-4 0203", "b1 Blue 1-2-4 0303")
    plain = evolve(plain, sites=frozenset({plain.board.hex(SITE)}))
    assert standing(plain) == ()
    assert Run(partial(engage, plain, fire("jet Red +4 air"), plain.board.hex(SITE))).finished


# ---- in combat and bombardment


@pytest.mark.cases("LEB82", "13.1", "13.0/12")
@pytest.mark.cases("FM7", "8.2.1/3", "8.2.1/8")
def test_in_combat_the_sites_fire_when_all_markers_are_turned_over() -> None:
    situation = lebanon(
        JET, "jet2 Israeli +2 air Israeli", "a1 Arab +1", sites=["0302"], units=SOLO
    )
    plan = attack(situation, "i1", at="0302")
    run = Run(partial(place_support, plan))
    for _ in range(3):
        run.answer("place")
    turned = []
    while isinstance(run.request, Roll):
        turned.append(run.request.purpose)
        run.answer(1)
    assert len(turned) == 3
    assert isinstance(run.request, Choice)
    assert "+2" in run.request.purpose
    run.answer(HOLD)  # it knows what else there is
    assert "+4" in run.request.purpose
    run.answer(FIRE)
    run.answer(2)
    fired = run.outcome
    assert fired.attack_fire == ("jet2",)
    assert fired.situation.gone == {"jet"}
    assert not {"jet", "jet2", "a1"} & fired.situation.ready


def test_draws_tell_aircraft_from_guns_of_the_same_value() -> None:
    situation = lebanon(JET, GUN, "gun2 Israeli +4 Israeli", sites=["0302"], units=SOLO)
    run = Run(partial(place_support, attack(situation, "i1", at="0302")))
    run.answer("place")
    run.answer("pass")
    assert isinstance(run.request, Roll)
    found = [(band.outcome, band.width) for band in run.request.bands]
    assert found == [("+4 air", 1), ("+4", 2)]


def one_phase(situation: Situation, procedure: Callable[[Situation], Steps]) -> Situation:
    """Play a phase in which every attack is made with all markers, and every site fires."""

    class Eager:
        def roll(self, roll: Roll) -> int:
            return roll.last

        def choose(self, choice: Choice) -> str:
            keys = [option.key for option in choice.options]
            return next((k for k in keys if k == FIRE), keys[1] if len(keys) > 1 else keys[0])

    after = play(partial(procedure, situation), Eager()).outcome.situation
    assert isinstance(after, Situation)
    return after


@pytest.mark.cases("LEB82", "13.0/12", "13.0/13", "13.1/4")
def test_a_site_reloads_when_a_combat_phase_is_over_so_it_fires_four_times_a_turn() -> None:
    """FM-Q46: a Bombardment Phase and the combat after it share a shot."""
    situation = lebanon(JET, "j2 Israeli +0 air Israeli", sites=["0302"], units=SOLO)
    bombarded = one_phase(situation, bombardment_phase)
    assert bombarded.fired == {situation.board.hex("0302")}
    fought = one_phase(bombarded, combat_phase)
    assert fought.fired == frozenset()
    assert shots_a_turn(situation.ruleset).value == 4
    rule = SamRule(against="Israeli", shares_shot=False)
    apart = ruled(situation, "lebanon_82", sams=rule)
    assert one_phase(apart, bombardment_phase).fired == frozenset()
    assert shots_a_turn(apart.ruleset).value == 6


@pytest.mark.cases("LEB82", "13.0/5", "13.0/6")
def test_a_site_is_bombarded_at_strength_three_whoever_stands_there() -> None:
    markers = ("m4 Israeli +4", "m2 Israeli +2")
    situation = lebanon(*markers, sites=["0302"], units=SOLO)
    cell = situation.board.hex("0302")
    shot = Laid(situation, cell, ("m4", "m2"), site=True)
    assert assess_bombardment(shot).differential == 3
    # the unit there, with its own strength, is another target
    strong = lebanon(
        *markers, sites=["0302"], units=("i1 Israeli 1-1-1 0501", "s1 Arab 7-7-6 0302")
    )
    both = Laid(strong, cell, ("m4", "m2"))
    assert assess_bombardment(both).differential == -1
    assert assess_bombardment(evolve(both, site=True)).differential == 3


@pytest.mark.cases("LEB82", "13.0/7")
@pytest.mark.cases("FM7", "8.1.3/1")
def test_only_ex_and_de_eliminate_a_site() -> None:
    situation = lebanon("m4 Israeli +4", sites=["0504"], units=SOLO)
    shot = Laid(situation, situation.board.hex("0504"), ("m4",), site=True)
    effects = {code: effect_of(shot, code) for code in MEANING}
    assert {code for code, effect in effects.items() if effect == DESTROYED} == {"Ex", "De"}
    assert {effect for code, effect in effects.items() if code not in {"Ex", "De"}} == {NOTHING}
    result, _ = played(partial(apply_bombardment, shot, DESTROYED))
    assert result.outcome.situation.sites == frozenset()
    # a neighbour suffers friendly fire, as beside any target
    near = lebanon("m4 Israeli +4", sites=["0203"], units=SOLO)
    beside = Laid(near, near.board.hex("0203"), ("m4",), site=True)
    assert effect_of(beside, "(A)") == "(A)"


@pytest.mark.cases("LEB82", "13.0/5", "13.1")
def test_a_phase_offers_sites_and_units_and_sites_fire_over_themselves() -> None:
    situation = lebanon(JET, sites=["0302", "0504"], units=SOLO)
    run = Run(partial(bombardment_phase, situation))
    assert keys(run) == ["end", "0302", "0302:site", "0504:site"]
    run.answer("0504:site")
    run.answer(1)
    assert keys(run) == [HOLD, FIRE]
    run.answer(FIRE)
    run.answer(1)
    assert run.finished  # no marker is left
    assert run.outcome.situation.sites == situation.sites
    assert run.outcome.situation.gone == {"jet"}
    arabs = lebanon("a Arab +2", sites=["0302"], units=SOLO, active=ARABS)
    assert keys(Run(partial(bombardment_phase, arabs))) == ["end", "0202"]


# ---- how sites end


@pytest.mark.cases("LEB82", "13.0/4")
def test_an_israeli_unit_that_enters_the_hex_ends_a_site() -> None:
    units = (SOLO[0], "s1 Arab 3-3-6 0505 nationality=Syrian")
    situation = lebanon(JET, sites=["0203", "0204"], units=units)
    board = situation.board
    cells = (board.hex("0203"), board.hex("0204"))
    assert overrun(situation, "i1", cells).sites == frozenset()
    assert overrun(situation, "s1", cells).sites == situation.sites
    assert moved(situation, "i1", board.hex("0203")).sites == {board.hex("0204")}


@pytest.mark.cases("LEB82", "13.0/4")
def test_an_advance_ends_a_site_too() -> None:
    situation = lebanon(JET, sites=["0302"], units=SOLO)
    plan = attack(situation, "i1", at="0302")
    fled = evolve(situation, pieces=[situation.piece("i1")])
    outcome = CombatOutcome("D2", fled, emptied=True)
    run = Run(lambda: _advanced(outcome, plan))
    run.answer("i1@0302")
    assert run.outcome.situation.sites == frozenset()


def _advanced(outcome: CombatOutcome, plan: Attack) -> Steps:
    return (yield from advance(outcome, plan, ("i1",)))


def test_random_phases_with_sites_replay_to_the_same_position() -> None:
    jets = [f"j{n} Israeli +{n} air Israeli" for n in range(1, 5)]
    situation = lebanon(*jets, GUN, "a1 Arab +1 Syrian", "a2 Arab +2 PLO", sites=["0302", "0504"])
    for seed in range(60):
        for procedure in (bombardment_phase, combat_phase):
            result = play(partial(procedure, situation), Chance(Random(seed)))
            after = result.outcome.situation
            assert not after.gone & after.ready
            assert after.fired <= after.sites
            again = replay(partial(procedure, situation), result.journal).outcome.situation
            assert again == after
