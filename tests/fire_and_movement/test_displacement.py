"""Displacement: who makes way for a retreat, where to, and in chains (8.3.1; Gaza 16.1)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.fields import (
    NOWHERE,
    aftermath,
    cases_of,
    combat,
    field,
    followed,
    options,
    where,
)
from tests.fire_and_movement.positions import SYSTEMS, ruled
from wargame.core.errors import Refused
from wargame.fire_and_movement.attack import Attack, declare, eligible_attackers
from wargame.fire_and_movement.displacement import Exit, exits
from wargame.fire_and_movement.retreat import retreats
from wargame.fire_and_movement.retreat_rulings import displacement, explained
from wargame.fire_and_movement.state import Situation

NORTH = ("a1 Red 4-4-4 0406", "a2 Red 4-4-4 0405")
DEFENDER = "d1 Blue 3-3-4 0505"
# D2: of the six hexes two away only 0604 is open, and f1 is in it
ONE_END = {"sea": ["0606", "0704", "0705", "0503"]}
FRIEND = "f1 Blue 1-1-4 0604"


def pressed(*more: str, ruleset: str = "system_v8", **terrain: object) -> Situation:
    """Return a position in which a retreat of two hexes ends on f1 or nowhere."""
    return field(*NORTH, DEFENDER, FRIEND, *more, ruleset=ruleset, **{**ONE_END, **terrain})  # type: ignore[arg-type]


def keys(situation: Situation, hexes: int = 2) -> list[str]:
    found = retreats(situation, "d1", hexes)
    return [way.key(situation.board) for way in found.open]


@pytest.mark.cases("FM8", "8.3.1", "8.3.1/1", "8.3.1/4")
@pytest.mark.cases("FM7", "8.3.1", "8.3.1/1", "8.3.1/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_friend_makes_way_or_the_retreater_loses_a_step(ruleset: str) -> None:
    situation = pressed(ruleset=ruleset)
    assert keys(situation) == ["0605-0604", "0605"]
    plan = combat(situation, "a1", "a2")
    pushed = followed(plan, "D2", "retreat", "0605-0604", "0703")
    assert (where(pushed, "d1"), where(pushed, "f1")) == ("0604", "0703")
    assert pushed.losses == ()
    (shift,) = pushed.retreated[0].displaced
    assert (shift.unit, situation.board.label(shift.end)) == ("f1", "0703")
    spared = followed(plan, "D2", "retreat", "0605")
    assert (where(spared, "d1"), where(spared, "f1")) == ("0605", "0604")
    assert [loss.steps for loss in spared.losses] == [1]


@pytest.mark.cases("FM8", "8.3.1/2")
@pytest.mark.cases("FM7", "8.3.1/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_nobody_makes_way_while_a_vacant_hex_is_open(ruleset: str) -> None:
    situation = pressed(ruleset=ruleset, sea=["0606", "0704"])
    assert keys(situation) == ["0605-0705"]
    assert retreats(situation, "d1", 2).crowded == ()


@pytest.mark.cases("FM8", "8.3.1/3")
@pytest.mark.cases("FM7", "8.3.1/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_displaced_unit_goes_one_hex_as_if_it_retreated(ruleset: str) -> None:
    situation = pressed("a3 Red 1-1-1 0702", ruleset=ruleset)
    taboo = frozenset(map(situation.board.hex, ("0505", "0604")))
    # 0504 lies in the zone of a2, 0703 and 0603 in that of a3, 0704 is sea
    assert exits(situation, "f1", taboo) == (Exit(situation.board.hex("0605")),)
    why = displacement(situation, "f1", "d1")
    assert why.value == ("0605",)
    assert {"Into 0504", "Into 0703", "Into 0704"} <= {part.label for part in why.parts}


@pytest.mark.cases("FM8", "8.3.1", "8.3/3")
@pytest.mark.cases("FM7", "8.3.1", "8.3/2")
def test_a_displaced_unit_goes_nearer_to_a_friendly_edge_if_it_can() -> None:
    situation = pressed(edges={"Blue": ["south"]})
    taboo = frozenset(map(situation.board.hex, ("0505", "0604", "0605")))
    assert [situation.board.label(way.cell) for way in exits(situation, "f1", taboo)] == ["0703"]


CHAIN = ("f2 Blue 1-1-4 0703", "f3 Blue 1-1-4 0603")


@pytest.mark.cases("FM8", "8.3.1/3", "8.3.1/5", "8.3.1/6")
@pytest.mark.cases("FM7", "8.3.1/4", "8.3.1/6", "8.3.1/7")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_displaced_unit_displaces_another_until_all_have_a_hex(ruleset: str) -> None:
    situation = pressed(*CHAIN, "f4 Blue 1-1-4 0605", ruleset=ruleset)
    run = aftermath(combat(situation, "a1", "a2"), "D2")
    run.answer("retreat")
    assert "0605-0604" in options(run)
    run.answer("0605-0604")
    assert options(run) == ["0603:f3", "0703:f2"]
    run.answer("0703:f2")
    end = options(run)[0]
    run.answer(end)
    run.answer("stay")
    outcome = run.outcome
    assert where(outcome, "f1") == "0703"
    assert where(outcome, "f2") == end
    assert where(outcome, "d1") == "0604"
    places = [piece.at for piece in outcome.situation.pieces]
    assert len(set(places)) == len(places)
    assert [shift.unit for shift in outcome.retreated[0].displaced] == ["f2", "f1"]


@pytest.mark.cases("FM8", "8.3.1/3")
@pytest.mark.cases("FM7", "8.3.1/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_chain_that_leaves_somebody_without_a_hex_is_not_there(ruleset: str) -> None:
    wall = ["0606", "0704", "0705", "0503", "0603", "0803", "0804", "0702"]
    situation = field(
        *NORTH, DEFENDER, FRIEND, "f2 Blue 1-1-4 0703", "f4 Blue 1-1-4 0605",
        ruleset=ruleset, sea=wall,
    )  # fmt: skip
    found = retreats(situation, "d1", 2)
    assert found.crowded == ()
    assert explained(found).value == "eliminated"
    assert not displacement(situation, "f1", "d1").allowed


@pytest.mark.cases("FM8", "8.3.1/5")
def test_chains_can_be_switched_off_as_the_letter_of_version_8_has_it() -> None:
    chained = pressed(*CHAIN, "f4 Blue 1-1-4 0605")
    plain = ruled(chained, "system_v8", displacement_chains=False)
    assert retreats(chained, "d1", 2).crowded
    assert retreats(plain, "d1", 2).crowded == ()


@pytest.mark.cases("FM8", "8.3.1/1")
@pytest.mark.cases("FM7", "8.3.1/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_could_only_displace_and_does_not_loses_a_step_where_he_is(ruleset: str) -> None:
    """Our reading where 8.3.1/1 and 8.3/2 meet: the voluntary loss goes before elimination."""
    units = ("d1 Red 4-4-4 0505", "f1 Red 1-1-4 0606", "f2 Red 1-1-4 0605", "b Blue 3-3-4 0405")
    situation = field(*units, "b2 Blue 1-1-1 0407", ruleset=ruleset)
    run = aftermath(combat(situation, "d1", at="0405"), "A1")
    run.answer("retreat")
    assert options(run) == ["0606", "0605", "refuse"]
    run.answer("refuse")
    assert where(run.outcome, "d1") == "0505"
    assert [loss.steps for loss in run.outcome.losses] == [1]


@pytest.mark.cases("FM8", "8.3.1/7", "8.3.1/8")
@pytest.mark.cases("FM7", "8.3.1/8", "8.3.1/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_attackers_displaced_unit_attacks_no_more_this_turn_and_may_be_displaced_again(
    ruleset: str,
) -> None:
    units = ("d1 Red 4-4-4 0505", "f1 Red 1-1-4 0606", "f2 Red 1-1-4 0605", "b Blue 3-3-4 0405")
    situation = field(*units, "b2 Blue 1-1-1 0407", "b3 Blue 1-1-1 0806 zone=0", ruleset=ruleset)
    outcome = followed(combat(situation, "d1", at="0405"), "A1", "retreat", "0606", "0705")
    after = outcome.situation
    assert where(after, "f1") == "0705"
    assert after.spent == {"f1"}
    target = after.board.hex("0806")
    assert eligible_attackers(after, target) == ()
    ruling = declare(Attack(after, target, ("f1",)))
    assert not ruling.allowed
    assert str(after.ruleset.case("8.3.1/8")) in cases_of(ruling)
    assert exits(after, "f1", frozenset())  # a second time is no matter


def test_a_defenders_displaced_unit_is_not_spent() -> None:
    outcome = followed(combat(pressed(), "a1", "a2"), "D2", "retreat", "0605-0604", "0703")
    assert outcome.situation.spent == frozenset()


GAZA = ("a1 British 4-4-4 0406", "a2 British 4-4-4 0405")
REGIMENT = "d1 Central_Powers 3-3-4 0505 stacking=regiment"


def gaza_field(*units: str, **terrain: object) -> Situation:
    more = {**ONE_END, "ruleset": "gaza_1917", "active": "British", **terrain}
    situation = field(*GAZA, *units, **more)  # type: ignore[arg-type]
    rules = situation.ruleset.replace(friendly_edges={})
    return evolve(situation, ruleset=rules)


@pytest.mark.cases("GAZA", "16.1/1", "16.1/4")
def test_in_gaza_a_hex_within_the_stacking_limit_has_room() -> None:
    """FM-Q40: the limits of 16.1 stand for "one unit"."""
    guns = gaza_field(REGIMENT, "f1 Central_Powers 1-1-4 0604")
    assert keys(guns) == ["0605-0604"]
    outcome = followed(combat(guns, "a1", "a2"), "D2", "retreat")
    assert where(outcome, "d1") == where(outcome, "f1") == "0604"
    assert outcome.retreated[0].displaced == ()


@pytest.mark.cases("GAZA", "16.1/1", "16.1/2")
def test_in_gaza_the_owner_displaces_down_to_the_limit() -> None:
    stack = ("f1 Central_Powers 3-3-4 0604 stacking=regiment", "f2 Central_Powers 1-1-4 0604")
    situation = gaza_field(REGIMENT, *stack)
    run = aftermath(combat(situation, "a1", "a2"), "D2")
    run.answer("retreat")
    assert options(run) == ["0605-0604", "0605"]
    run.answer("0605-0604")
    run.answer("0703")  # no choice of whom: only f1 by leaving restores the limit
    run.answer("stay")
    assert where(run.outcome, "f1") == "0703"
    assert where(run.outcome, "f2") == where(run.outcome, "d1") == "0604"
    # two small units: either may go
    small = ("f1 Central_Powers 1-1-4 0604", "f2 Central_Powers 1-1-4 0604")
    run = aftermath(combat(gaza_field(REGIMENT, *small), "a1", "a2"), "D2")
    run.answer("retreat")
    run.answer("0605-0604")
    assert options(run) == ["f1", "f2"]
    run.answer("f2")
    run.answer("0703")
    run.answer("stay")
    assert where(run.outcome, "f2") == "0703"


@pytest.mark.cases("GAZA", "16.1/1", "16.3")
def test_a_stack_may_fall_back_together_or_apart() -> None:
    situation = gaza_field(REGIMENT, "d2 Central_Powers 1-1-4 0505", sea=[])
    plan = combat(situation, "a1", "a2")
    one = followed(plan, "D2", "retreat", "d1", "0605-0704", "0605-0704")
    assert where(one, "d1") == where(one, "d2") == "0704"
    two = followed(plan, "D2", "retreat", "d2", "0605-0704", "0606-0607")
    assert (where(two, "d2"), where(two, "d1")) == ("0704", "0607")


@pytest.mark.cases("GAZA", "16.3", "16.1/1")
def test_a_spent_unit_holds_its_stack_back() -> None:
    units = ("t British 4-4-4 0406", "m British 1-1-4 0406 stacking=support", REGIMENT)
    situation = field(*units, ruleset="gaza_1917", active="British")
    target = situation.board.hex("0505")
    assert len(eligible_attackers(situation, target)) == 2
    spent = evolve(situation, spent=frozenset({"m"}))
    assert eligible_attackers(spent, target) == ()
    with pytest.raises(Refused, match="both or none"):
        Attack(spent, target, ("t",)).require_legal()


@pytest.mark.cases("FM8", "8.3/2", "8.3.1/2")
def test_a_partial_retreat_prefers_a_vacant_hex_to_displacing_on_the_way() -> None:
    situation = field(*NORTH, DEFENDER, "f1 Blue 1-1-4 0605", sea=["0606", "0704", "0705", "0604"])
    # no hex two away; one away f1 could not go anywhere either
    assert explained(retreats(situation, "d1", 2)).value == "eliminated"
    outcome = followed(combat(situation, "a1", "a2"), "D2", "retreat")
    assert where(outcome, "d1") == NOWHERE
