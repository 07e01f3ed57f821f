"""The combat phase: order, choices, what binds and what is forgotten (4.1, 8.0, 18.1)."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    BLUE,
    BRITISH,
    CENTRAL_POWERS,
    RED,
    SYSTEMS,
    gaza,
    position,
)
from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Roll
from wargame.core.run import Run
from wargame.fire_and_movement.phase import CombatPhase, attacks, combat_phase
from wargame.fire_and_movement.state import Situation

FIELD = (
    "r1 Red 4-4-4 0203",
    "r2 Red 4-4-4 0204",
    "r3 Red 4-4-4 0402",
    "b1 Blue 1-2-4 0303",
    "b2 Blue 1-2-4 0302",
)
POOL = ("r1m Red +2", "r2m Red +2", "b1m Blue +3")


def run_of(situation: Situation, *answers: int | str) -> Run:
    run = Run(partial(combat_phase, situation))
    for answer in answers:
        run.answer(answer)
    return run


def options(run: Run) -> list[str]:
    assert isinstance(run.request, Choice), run.request
    return [option.key for option in run.request.options]


def finished(run: Run) -> CombatPhase:
    """Return the phase at its end, taking the first option and the lowest face until then."""
    while run.request is not None:
        run.answer(1 if isinstance(run.request, Roll) else run.request.options[0].key)
    outcome = run.outcome
    assert isinstance(outcome, CombatPhase)
    return outcome


@pytest.mark.cases("FM8", "4.1/6", "8.0/2")
@pytest.mark.cases("FM7", "4.1/6", "8.0/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_active_side_may_attack_and_need_not(ruleset: str) -> None:
    run = run_of(position(*FIELD, ruleset=ruleset))
    assert run.request is not None
    assert run.request.purpose == "Red: next attack"
    assert options(run) == ["end", "0302", "0303"]
    run.answer("end")
    assert run.finished
    assert run.outcome.combats == ()


@pytest.mark.cases("FM8", "8.0/5", "8.0/6", "8.0/7", "8.2/1", "8.2/4", "8.2/5")
@pytest.mark.cases("FM7", "8.0/5", "8.0/6", "8.0/7", "8.2/1", "8.2/5", "8.2/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("order", [("0302", "0303"), ("0303", "0302")])
def test_attacks_are_declared_and_resolved_one_by_one_in_any_order(
    ruleset: str, order: tuple[str, str]
) -> None:
    attackers = {"0302": "0402", "0303": "0204"}
    run = run_of(position(*FIELD, ruleset=ruleset))
    for number, target in enumerate(order):
        assert options(run) == ["end", *sorted(order[number:])]
        run.answer(target)
        run.answer(attackers[target])
        if "go" in options(run):
            run.answer("go")  # r1 could join and need not
        assert isinstance(run.request, Roll)
        assert run.request.purpose == f"Combat at {target}"
        run.answer(4)  # Ex: resolved before anything else is asked
    outcome = finished(run)
    assert [combat.code for combat in outcome.combats] == ["Ex", "Ex"]
    assert outcome.situation.fought == {"r2", "r3"}
    assert len(outcome.situation.attacked) == 2


@pytest.mark.cases("FM8", "8.0/3")
@pytest.mark.cases("FM7", "8.0/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_hex_attacked_is_no_target_again_and_a_unit_fights_once(ruleset: str) -> None:
    run = run_of(position(*FIELD, ruleset=ruleset), "0303", "0203", "go", 4)
    assert options(run) == ["end", "0302"]
    run.answer("0302")
    assert "0203" not in options(run)  # r1 is adjacent too, but has fought
    with pytest.raises(Refused, match="0303"):
        run_of(position(*FIELD, ruleset=ruleset), "0303", "0203", "go", 4, "0303")


@pytest.mark.cases("FM8", "8.2.1/2")
@pytest.mark.cases("FM7", "8.2.1/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_in_the_system_each_attack_has_its_own_support(ruleset: str) -> None:
    situation = position(*FIELD, ruleset=ruleset, markers=POOL)
    run = run_of(situation, "0303", "0204", "go", "place", "place", "pass")
    assert run.request is not None
    assert run.request.purpose == "Red: turn over marker 1"
    outcome = finished(run)
    assert outcome.situation.ready == {"r2m"}
    assert len(outcome.combats) == 1


def test_who_can_join_is_asked_for_hex_by_hex_until_all_have() -> None:
    run = run_of(position(*FIELD), "0303")
    assert options(run) == ["0203", "0204"]
    run.answer("0204")
    assert options(run) == ["go", "0203"]
    run.answer("0203")
    assert isinstance(run.request, Roll)


def test_the_phase_can_be_resumed_from_each_attack() -> None:
    run = run_of(position(*FIELD), "0303", "0204", "go", 4)
    marks = [mark.name for mark in run.marks]
    assert marks == ["combat phase", "combat phase"]
    again = Run(partial(attacks, run.marks[-1].checkpoint.state))
    assert again.request == run.request


@pytest.mark.cases("GAZA", "18.1/2", "18.1/3", "18.1/4", "10.3/6", "13.1/2", "18.3/2")
def test_the_order_of_a_gaza_phase() -> None:
    """Charges, own markers, announcements, the enemy's markers, turn over, resolve, fight."""
    run = run_of(
        gaza(),
        "no",
        "yes",  # IMD charges
        "fire@draw@1310",
        "done",
        "no",
        "yes",  # 1311 attacks the redoubt
        "no",
        "fire@CP-AIR-1@1311",
        "done",
        3,
        6,
        6,
        6,
        6,
    )
    assert run.request is not None
    assert run.request.purpose == "Combat at 1310 Tank Redoubt"
    run.answer(5)
    asked = [entry.ask for entry in run.journal]
    assert asked == [
        "ANZMD: charge",
        "IMD: charge",
        "British: place a marker",
        "British: place a marker",
        "British: announce 1211 against 1310",
        "British: announce 1311 against 1310",
        "British: announce 1411 against 1310",
        "Central Powers: place a marker",
        "Central Powers: place a marker",
        "British at 1310: turn over marker 1",
        "Bombardment of 2nd Machine-gun Group, Asia Corps in 1310",
        "Bombardment of 48th Regiment in 1310",
        "Bombardment of 161st Brigade in 1311",
        "Bombardment of 1st Tank Detachment, E Company in 1311",
        "Combat at 1310 Tank Redoubt",
    ]
    assert "CP-AIR-1" not in finished(run).situation.ready


BARE = ("no", "no")  # neither division charges


@pytest.mark.cases("GAZA", "18.1/3")
def test_announced_attacks_bind_and_come_first() -> None:
    run = run_of(gaza(), *BARE, "fire@draw@1706", "done")
    for label in ("1707", "1807"):
        assert run.request is not None
        assert run.request.purpose == f"British: announce {label} against 1706"
        run.answer("yes")
    run.answer("done")
    run.answer(1)  # +2
    run.answer(6)
    assert run.request is not None
    assert run.request.purpose == "Combat at 1706 Hairpin Redoubt"
    outcome = finished(run)
    assert {"BR-5M", "BR-LC", "BR-6M"} <= outcome.situation.fought


@pytest.mark.cases("GAZA", "18.1/3")
def test_a_bombarded_hex_without_announcement_is_not_attacked() -> None:
    run = run_of(gaza(), *BARE, "fire@draw@1706", "done", "no", "no", "done", 1, 6)
    assert run.request is not None
    assert run.request.purpose == "British: next attack"
    assert "1706" not in options(run)
    assert "1806" in options(run)  # hexes that were not bombarded are free
    with pytest.raises(Refused, match="no attack on it announced") as caught:
        run.answer("1706")
    assert [str(case) for case in caught.value.ruling.cases] == ["GAZA 18.1/3"]


@pytest.mark.cases("GAZA", "18.4/4")
def test_attackers_of_an_emptied_hex_fight_nobody_else() -> None:
    run = run_of(gaza(), *BARE, "fire@draw@1111", "done")
    while run.request is not None and "announce" in run.request.purpose:
        run.answer("yes" if "1212" in run.request.purpose else "no")
    run.answer("done")
    run.answer(15)  # +6
    run.answer(1)  # a step, and 2/J has but one
    assert run.told[-1].value == "emptied"
    # 18.4: foot and motors may go in; a tank detachment or motor battalion beside a brigade
    assert options(run) == ["stay", "BR-162@1111", "BR-54MMG@1111"]
    run.answer("BR-162@1111")
    run.answer("stay")
    phase = run.marks[-1].checkpoint.state
    assert phase.combats[0].emptied
    assert [each.unit for each in phase.combats[0].advanced] == ["BR-162"]
    assert phase.situation.spent == {"BR-162"}
    assert {"BR-162", "BR-54MMG"} <= phase.situation.fought
    assert "1111" not in options(run)


@pytest.mark.cases("GAZA", "13.1", "13.1/2", "13.1/3")
def test_a_charge_lasts_the_phase_and_is_then_used() -> None:
    run = run_of(gaza(), "yes", "no", "done", "done", "1806", "1905", "1906", "go")
    (ruling,) = [each for each in run.told if each.label.startswith("Attack on")]
    charge = ruling.find("Charge")
    assert charge is not None
    assert charge.counts
    outcome = finished(run)
    assert outcome.situation.charged == {"ANZMD"}
    later = run_of(outcome.situation)
    assert later.request is not None
    assert later.request.purpose == "IMD: charge"


@pytest.mark.cases("GAZA", "13.1/2")
def test_only_the_british_are_asked_about_a_charge() -> None:
    run = run_of(gaza(active=CENTRAL_POWERS))
    assert run.request is not None
    assert run.request.purpose == "Central Powers: place a marker"
    both = evolve(gaza(), charged=frozenset({"ANZMD", "IMD"}))
    assert run_of(both).request == run_of(gaza(), *BARE).request


def kress_phase() -> Run:
    """Return a phase in which the 31st Regiment counter-attacks, before Kress is offered."""
    return run_of(gaza(active=CENTRAL_POWERS), "done", "done", "1015", "1014", "go")


@pytest.mark.cases("GAZA", "13.4/1", "13.4/4")
def test_kress_is_offered_once_a_phase_and_again_in_the_next() -> None:
    run = kress_phase()
    assert run.request is not None
    assert run.request.purpose == "Kress leads the attack on 1015"
    run.answer("yes")
    run.answer(6)
    assert run.marks[-1].checkpoint.state.situation.kress_used
    for answer in ("1213", "1113"):
        run.answer(answer)
    assert isinstance(run.request, Roll)  # Kress is not offered a second time
    after = finished(run).situation
    again = run_of(after, "done", "done")
    assert again.marks[0].checkpoint.state.situation.kress_used is False


def test_a_refused_kress_stays_free() -> None:
    run = kress_phase()
    run.answer("no")
    run.answer(6)
    assert not run.marks[-1].checkpoint.state.situation.kress_used


@pytest.mark.cases("GAZA", "13.3/2", "13.3/3")
def test_a_battalion_has_fought_if_its_regiment_did() -> None:
    start = gaza(active=CENTRAL_POWERS)
    pieces = [evolve(each, face=1) if each.unit == "CP-31" else each for each in start.pieces]
    run = run_of(evolve(start, pieces=pieces), "done", "done", "1015", "1014", "go", "no")
    while run.request is not None and run.request.purpose != "Central Powers: next attack":
        run.answer(5 if isinstance(run.request, Roll) else run.request.options[-1].key)
    situation = run.marks[-1].checkpoint.state.situation
    assert any(piece.unit == "CP-31-BN" for piece in situation.pieces)
    assert {"CP-31", "CP-31-BN"} <= situation.fought


def test_a_phase_begins_with_everybody_fresh() -> None:
    tired = evolve(
        position(*FIELD),
        fought=frozenset({"r1", "r2", "r3"}),
        attacked=frozenset({position(*FIELD).board.hex("0303")}),
    )
    assert options(run_of(tired)) == ["end", "0302", "0303"]
    resumed = Run(partial(attacks, CombatPhase(tired)))
    assert options(resumed) == ["end"]


def test_both_sides_have_their_phase() -> None:
    situation = evolve(position(*FIELD), active=BLUE)
    run = run_of(situation)
    assert run.request is not None
    assert run.request.purpose == "Blue: next attack"
    assert RED not in run.request.purpose
    assert BRITISH not in run.request.purpose
