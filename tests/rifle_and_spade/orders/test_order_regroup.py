"""Regroup: entering it, the count, the cycles of recovery, exchanges, leaving it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.orders.order_positions import OWN, foe, regrouping, under
from tests.rifle_and_spade.positions import gun, mg, unit
from wargame.core.errors import Refused
from wargame.rifle_and_spade.orders import change, continuation, recovery, regroup, reverting
from wargame.rifle_and_spade.orders.order import Goal, Order
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.toll import Loss

if TYPE_CHECKING:
    from wargame.rifle_and_spade.scene import SceneUnit

SHORT = unit("L9", battalion="9", at="14.50", left=1, **OWN)


def losses(situation: Situation, **steps: int | Fraction) -> Situation:
    booked = tuple(Loss("3", cause, n) for cause, n in sorted(steps.items()))  # type: ignore[arg-type]
    return evolve(situation, losses=booked)


def turns(situation: Situation, number: int) -> list[tuple[int, int]]:
    """Return what is routed and missing after each of so many turns, taking what comes first."""
    found = []
    for _ in range(number):
        steps = recovery.segment(situation, "3")
        answer = None
        try:
            step = next(steps)
            while True:
                options: list[Any] = list(getattr(step, "options", ()))
                keys = [each.key for each in options]
                answer = next((o for o in options if o.key == "done"), options[0] if keys else None)
                step = steps.send(answer)
        except StopIteration as end:
            situation = end.value
        command = situation.command("3")
        found.append((command.routed, command.missing))
    return found


# ---- entering


@pytest.mark.cases("RS", "11.14.12", "11.14.18", "11.14.2")
def test_all_must_be_there() -> None:
    """RS 11.14.12: every unit, headquarters and supports too."""
    assert regroup.entered(regrouping(), "3").counts
    guns = mg("3 MG", at="17.55", **OWN)
    assert not regroup.entered(regrouping(guns), "3").counts
    assert not regroup.entered(under("attack"), "3").counts
    assert regroup.enter(regrouping(guns)).command("3").regrouping is None


@pytest.mark.cases("RS", "11.14.12", "11.14.10", "10.1.6")
def test_entering_puts_everybody_in_line() -> None:
    """RS 11.14.10: supports convert; by RS-Q35 the cap on officer points is lifted."""
    entered = regroup.enter(regrouping(support=["L10"])).command("3")
    assert (entered.regrouping, entered.regrouped) == (0, True)
    assert (entered.order.support, entered.order.committed) == (frozenset(), frozenset())
    assert {goal for _, goal in entered.order.goals} == {entered.order.goal("L9")}


# ---- the count


@pytest.mark.cases("RS", "11.14.12/1", "11.14.13", "11.14.14")
def test_the_count() -> None:
    """RS 11.14.12/1 (RS-41): half of nine and all three that ran; prisoners stay away."""
    found = regroup.count(losses(regrouping(), fire=5, assault=4, rout=3, surrender=2), "3")
    assert (found.value, [part.value for part in found.parts[:2]]) == (7, [4, 3])
    quarters = regroup.count(losses(regrouping(), rout=Fraction(5, 4)), "3")
    assert quarters.value == 1
    more = regroup.count(losses(regrouping(missing=2, routed=1), fire=2), "3")
    assert [part.value for part in more.parts[:2]] == [3, 1]


@pytest.mark.cases("RS", "11.14.12/1")
def test_nothing_is_counted_twice() -> None:
    """RS 11.14.12/1: only what was lost since the last time; the record of losses stays."""
    after = regroup.counted(losses(regrouping(), fire=5, assault=4, rout=3, surrender=2), "3")
    assert (after.command("3").missing, after.command("3").routed) == (4, 3)
    assert {each.cause: each.steps for each in after.losses} == {"counted": 12, "surrender": 2}
    assert regroup.counted(after, "3") == after


@pytest.mark.cases("RS", "11.14.15")
def test_guns_and_cavalry_do_not_come_back() -> None:
    """RS 11.14.15: their steps are booked to the side and counted for no brigade."""
    horse = unit("horse", arm="cavalry", at="14.50", **OWN)
    there = regrouping(horse, gun("battery", at="14.50", **OWN))
    for name in ("horse", "battery", "L9"):
        there = there.lose(there.piece(name), 1, "fire")
    assert {each.brigiment: each.steps for each in there.losses} == {"Entente": 2, "3": 1}


# ---- recovery


@pytest.mark.cases("RS", "11.14.12/2", "11.14.12/3", "3.5.5")
def test_the_cycles() -> None:
    """RS 11.14.12/2-3 (RS-Q50): routed on turns 2, 4, 6; missing on 4, 8."""
    start = losses(regrouping(SHORT, _short("R9"), _short("L10"), regrouping=0), fire=4, rout=2)
    kept = evolve(start, pieces=tuple(evolve(p, steps=min(p.steps, 1)) for p in start.pieces))
    assert turns(kept, 4) == [(2, 2), (1, 2), (1, 2), (0, 1)]


def _short(name: str) -> SceneUnit:
    return unit(name, battalion=name[1:], at="14.50", left=1, **OWN)


@pytest.mark.cases("RS", "11.14.12/2", "11.14.12/3")
@pytest.mark.parametrize(("turn", "steps"), [(0, 0), (1, 1), (2, 0), (3, 2), (5, 1), (7, 2)])
def test_what_is_due(turn: int, steps: int) -> None:
    """RS 11.14.12/2-3: the turn to come."""
    there = regrouping(regrouping=turn, routed=5, missing=5)
    assert recovery.due(there, "3").value == steps
    assert not recovery.due(regrouping(), "3").allowed


@pytest.mark.cases("RS", "11.14.16")
def test_steps_rebuild_units_or_bring_them_back() -> None:
    """RS 11.14.16: those short of steps, and one counter of each battalion that has lost any."""
    lost = unit("R10", battalion="10", **OWN)
    there = regrouping(SHORT, lost, regrouping=1, routed=1)
    takers = recovery.receivers(there, "3")
    assert set(takers) == {"L9", "R10"}
    assert len(takers["R10"]) == 7
    back = run(recovery.recover(there, "3", "routed"), "R10", "14.51").outcome
    assert (back.piece("R10").steps, back.board.label(back.piece("R10").at)) == (1, "14.51")
    assert back.command("3").routed == 0
    rebuilt = run(recovery.recover(there, "3", "routed"), "L9").outcome
    assert rebuilt.piece("L9").steps == 2


@pytest.mark.cases("RS", "11.14.16")
def test_a_step_waits_where_nobody_lacks_one() -> None:
    """RS 11.14.16: it stays among those that may come back."""
    full = regrouping(regrouping=1, routed=1)
    assert recovery.receivers(full, "3") == {}
    assert run(recovery.segment(full, "3")).outcome.command("3").routed == 1  # fmt: skip


# ---- exchanges


@pytest.mark.cases("RS", "11.14.12/4", "11.14.15")
def test_exchanges() -> None:
    """RS 11.14.12/4 (RS-42): rifles of the brigade; who has nothing left goes to the box."""
    there = regrouping(SHORT, mg("3 MG", at="14.50", **OWN), regrouping=2)
    assert recovery.exchange_ruling(there, "R9", "L9").allowed
    assert not recovery.exchange_ruling(there, "L9", "R9").allowed  # R9 is full
    assert not recovery.exchange_ruling(there, "L9", "3 MG").allowed
    assert not recovery.exchange_ruling(there, "L9", "L9").allowed
    assert not recovery.exchange_ruling(there, "R9", "L9", 3).allowed
    assert not recovery.exchange_ruling(regrouping(SHORT), "R9", "L9").allowed
    after = recovery.exchanged(there, "R9", "L9")
    assert (after.piece("L9").steps, after.piece("R9").steps, after.losses) == (2, 1, ())
    with pytest.raises(Refused):
        recovery.exchanged(there, "L9", "R9")


@pytest.mark.cases("RS", "11.14.12/4")
def test_exchanges_come_to_an_end() -> None:
    """RS 11.14.12/4: who has taken a step gives none in the same segment."""
    there = regrouping(SHORT, regrouping=2)
    asked = run(recovery.exchange(there, "3"), "R9 > L9")
    assert asked.outcome.piece("R9").steps == 1
    again = run(recovery.exchange(there, "3"), "done")
    assert again.outcome == there


# ---- leaving


def _strengths(*steps: int) -> Situation:
    names = {"L9": "9", "R9": "9", "L10": "10"}
    units = [
        unit(f"B{n}", battalion=f"b{n}", at="14.50" if left else "", size="battalion", steps=4,
             left=left or None, **OWN)
        for n, left in enumerate(steps)
    ]  # fmt: skip
    battalions = [f"b{n}" for n in range(len(steps))]
    there = regrouping(*units, regrouping=5, maximum=14, battalions=battalions)
    return there.without(names)


@pytest.mark.cases("RS", "11.14.17", "11.14.17/1", "11.14.17/2")
@pytest.mark.parametrize(
    ("steps", "maximum"), [((3, 3, 3, 0), 10), ((4, 4, 4, 4), 14), ((2, 2, 2, 0), 5)]
)
def test_leaving(steps: tuple[int, ...], maximum: int) -> None:
    """RS 11.14.17 (RS-43): three of four battalions of 14 make 10, half of it 5."""
    found = regroup.leaving(_strengths(*steps), "3")
    assert found.value == maximum
    half = found.find("Half-maximum")
    assert half is not None
    assert half.value == maximum // 2


@pytest.mark.cases("RS", "11.14.17/1")
def test_exactly_half_counts_whole_by_a_switch() -> None:
    """RS 11.14.17/1 (RS-Q51): as the example has it."""
    there = _strengths(2, 2, 2, 0)
    rules = evolve(there.ruleset, half_strength_counts_whole=True)
    as_example = evolve(there, ground=evolve(there.ground, ruleset=rules))
    assert regroup.leaving(as_example, "3").value == 10


@pytest.mark.cases("RS", "11.14.17", "11.14.12/1")
def test_a_change_of_orders_leaves_regroup() -> None:
    """RS 11.14.17: the maximum falls; what has not come back is remembered, new losses are not."""
    there = losses(_strengths(3, 3, 3, 0), fire=6)
    now = evolve(there.command("3"), missing=2, routed=1)
    after = change.issue(there.with_command(now), "3", Order("defense", 1))
    command = after.command("3")
    assert (command.maximum, command.half, command.regrouping) == (10, 5, None)
    assert (command.missing, command.routed) == (2, 1)
    assert regroup.count(after, "3").value == 3


@pytest.mark.cases("RS", "11.14.20", "11.14.17")
def test_an_order_that_fails_ends_it_too() -> None:
    """RS 11.14.20: but only a successful change reckons the maximum anew."""
    failed = continuation.degrade(_strengths(3, 3, 3, 0), "3").command("3")
    assert (failed.order.kind, failed.regrouping, failed.maximum) == (
        "disorganized defense",
        None,
        14,
    )


@pytest.mark.cases("RS", "11.14.2")
def test_the_regroup_point() -> None:
    """RS 11.14.2: of radius 1; objectives of committed units are none."""
    cell = regrouping().board.hex("14.50")
    goals = (("a", Goal((cell,))), ("b", Goal((cell,), 1)))
    assert regroup.point(Order("regroup", 1, goals=goals)) == Goal((cell,), 1)
    assert regroup.point(Order("regroup", 1, goals=goals, committed=frozenset({"b"}))) is None


@pytest.mark.cases("RS", "11.14.11")
def test_committed_units_turn_to_the_point() -> None:
    """RS 11.14.11: by a roll like that for committing, once for all of a battalion."""
    goals = {"L9": ["14.50"], "R9": ["14.50"], "L10": ["15.55"]}
    radius = {"L9": 1, "R9": 1}
    there = under("regroup", goals=goals, radius=radius, committed=["L10"], points=9, turn=3)
    chance = reverting.revert_ruling(there, "3", "10").value
    assert isinstance(chance, int | Fraction)
    assert 0 < chance <= 1
    turned = run(reverting.try_to_revert(there, "3", "10"), 0).outcome.command("3").order
    assert (turned.committed, turned.goal("L10")) == (frozenset(), turned.goal("L9"))
    if chance < 1:
        kept = run(reverting.try_to_revert(there, "3", "10"), 99).outcome
        assert kept == there
    assert not reverting.revert_ruling(there, "3", "9").allowed
    assert not reverting.revert_ruling(under("attack"), "3", "9").allowed
    with pytest.raises(Refused):
        reverting.revert_roll(there, "3", "9")


@pytest.mark.cases("RS", "11.14.19", "11.14.11")
def test_a_threat_to_a_commit_objective_is_none_to_the_regroup_point() -> None:
    """RS 11.14.19: units committed as a rear guard have objectives of their own."""
    goals = {"L9": ["14.50"], "R9": ["14.50"], "L10": ["15.55"]}
    order = {"goals": goals, "radius": {"L9": 1, "R9": 1}, "committed": ["L10"], "points": 9}
    guarded = under("regroup", foe("15.56"), **order)
    assert continuation.continuation(guarded, "3").value != 0
    assert continuation.flag_failures(guarded) is guarded
    point = under("regroup", foe("14.53"), **order)
    assert continuation.flag_failures(point).command("3").doomed
