"""Advance after combat: when, who, where to (8.4, 8.5; Gaza 10.3, 13.1, 18.4)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.fields import (
    MIDDLE,
    NOWHERE,
    aftermath,
    cases_of,
    combat,
    field,
    followed,
    options,
    where,
)
from tests.fire_and_movement.positions import BLUE, BRITISH, CENTRAL_POWERS, RED, SYSTEMS, ruled
from wargame.core.errors import Refused
from wargame.fire_and_movement.advance import advances, may_advance, paths_of_retreat
from wargame.fire_and_movement.attack import Attack, declare
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.zones import controlled

NORTH = ("a1 Red 4-4-4 0406", "a2 Red 4-4-4 0405")
DEFENDER = "d1 Blue 3-3-4 0505"
STAND = {"system_v8": "stand", "system_v7": "stand:d1"}


def plan(ruleset: str = "system_v8", *more: str, steps: int = 2) -> Attack:
    units = (*NORTH, f"{DEFENDER} steps={steps}", *more)
    return combat(field(*units, ruleset=ruleset), "a1", "a2")


@pytest.mark.cases("FM8", "8.5", "8.5/1", "8.5/5", "8.5/6")
@pytest.mark.cases("FM7", "8.5", "8.5/1", "8.5/5", "8.5/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("code", ["De", "D3", "D2", "Ex", "•", "A1", "A2", "A3", "(A)", "Ae"])
def test_only_d2_and_d3_open_an_advance(ruleset: str, code: str) -> None:
    run = aftermath(plan(ruleset, steps=1), code)
    while run.request is not None and "advance" not in run.request.purpose:
        run.answer(options(run)[0])
    asked = run.request is not None
    assert asked == (code in {"D2", "D3"})
    if asked:
        assert getattr(run.request, "who", "") == RED
        assert options(run)[0] == "stay"
        run.answer("stay")
        assert run.outcome.advanced == ()
        assert run.outcome.situation.spent == frozenset()
    assert not any(shift.unit == "d1" for shift in run.outcome.advanced)


@pytest.mark.cases("FM8", "8.4/3", "8.5")
@pytest.mark.cases("FM7", "8.4/3", "8.4/4", "8.5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("steps", [1, 2])
def test_a_defender_who_stands_bars_the_advance_even_if_he_dies_of_it(
    ruleset: str, steps: int
) -> None:
    attack = plan(ruleset, steps=steps)
    run = aftermath(attack, "D2")
    run.answer(STAND[ruleset])
    assert run.finished
    assert where(run.outcome, "d1") == (NOWHERE if steps == 1 else MIDDLE)
    ruling = may_advance(run.outcome, attack)
    assert not ruling.allowed
    assert ("FM8 8.4/3" if ruleset == "system_v8" else "FM7 8.4/4") in cases_of(ruling)


@pytest.mark.cases("FM8", "8.5/3", "8.5/8")
@pytest.mark.cases("FM7", "8.5/3", "8.5/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(
    ("code", "way", "path"),
    [
        ("D2", "0605-0704", ["0505", "0605"]),
        ("D3", "0605-0704-0804", ["0505", "0605", "0704"]),
    ],
)
def test_the_path_is_the_combat_hex_and_the_hexes_vacated(
    ruleset: str, code: str, way: str, path: list[str]
) -> None:
    attack = plan(ruleset)
    run = aftermath(attack, code)
    run.answer("retreat")
    run.answer(way)
    assert options(run) == [
        "stay", *(f"{name}@{label}" for name in ("a1", "a2") for label in path),
    ]  # fmt: skip
    with pytest.raises(Refused):
        run.answer("a1@0606")  # no straying


@pytest.mark.cases("FM8", "8.5/9", "8.5/4")
@pytest.mark.cases("FM7", "8.5/9", "8.5/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_any_who_fought_may_advance_one_to_a_hex(ruleset: str) -> None:
    attack = plan(ruleset, "a3 Red 4-4-4 0305")  # a3 took no part
    run = aftermath(attack, "D2")
    run.answer("retreat")
    run.answer("0605-0704")
    run.answer("a2@0605")
    assert options(run) == ["stay", "a1@0505"]
    run.answer("a1@0505")
    assert run.finished
    assert (where(run.outcome, "a1"), where(run.outcome, "a2")) == ("0505", "0605")
    found = advances(run.outcome, attack, ("a1",))
    why = found.explain("a3", attack.target)
    assert str(attack.situation.ruleset.case("8.5/4")) in cases_of(why)
    full = found.explain("a1", attack.situation.board.hex("0605"))
    assert str(attack.situation.ruleset.case("8.5/9")) in cases_of(full)


@pytest.mark.cases("FM8", "8.5/7", "6.2", "6.2/2")
@pytest.mark.cases("FM7", "8.5/7", "6.2", "6.2/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_an_advance_ignores_enemy_zones(ruleset: str) -> None:
    attack = plan(ruleset, "b2 Blue 1-1-1 0604")
    outcome = followed(attack, "D2", "retreat", "0606-0706", "a1@0606", "a2@0505")
    zone = controlled(outcome.situation, BLUE)
    assert {piece.at for piece in outcome.situation.of(RED)} & zone
    assert where(outcome, "a1") == "0606"


@pytest.mark.cases("FM8", "8.5/10", "5.2/10")
@pytest.mark.cases("FM7", "8.5/10", "5.2/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_advanced_does_nothing_more_this_turn(ruleset: str) -> None:
    attack = plan(ruleset, "b2 Blue 1-1-1 0604")
    outcome = followed(attack, "D2", "retreat", "0606-0706", "a1@0505")
    after = evolve(outcome.situation, fought=frozenset())
    assert after.spent == {"a1"}
    ruling = declare(Attack(after, after.board.hex("0606"), ("a1",)))
    assert not ruling.allowed
    target = field("a1 Red 4-4-4 0505", "b2 Blue 1-1-1 0604", "b3 Blue 1-1-1 0605")
    tired = evolve(target, spent=frozenset({"a1"}))
    ruling = declare(Attack(tired, tired.board.hex("0605"), ("a1",)))
    assert "FM8 8.5/10" in cases_of(ruling)


@pytest.mark.cases("FM8", "8.5/11")
@pytest.mark.cases("FM7", "8.5/11")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_advanced_may_be_attacked_in_the_next_enemy_phase(ruleset: str) -> None:
    outcome = followed(plan(ruleset), "D2", "retreat", "0606-0706", "a1@0606")
    enemy = evolve(outcome.situation, active=BLUE).at_phase_start()
    target = enemy.board.hex("0606")
    assert declare(Attack(enemy, target, ("d1",))).allowed


@pytest.mark.cases("FM8", "8.3/2", "8.5/3")
@pytest.mark.cases("FM7", "8.3/1", "8.5/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_dies_retreating_leaves_a_path(ruleset: str) -> None:
    """FM-Q17, with its switch."""
    trapped = plan(ruleset, "a3 Red 1-1-1 0705")
    run = aftermath(trapped, "D2")
    run.answer("retreat")
    assert options(run) == ["stay", "a1@0505", "a2@0505"]
    mute = evolve(trapped, situation=ruled(trapped.situation, ruleset, dead_leave_a_path=False))
    run = aftermath(mute, "D2")
    run.answer("retreat")
    assert run.finished
    assert where(run.outcome, "d1") == NOWHERE


@pytest.mark.cases("FM8", "8.5/3", "8.3/9")
@pytest.mark.cases("FM7", "8.5/3", "8.3/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(("steps", "path"), [(2, ["0505"]), (1, ["0505", "0605"])])
def test_a_retreat_cut_short_leaves_its_path_up_to_the_last_hex(
    ruleset: str, steps: int, path: list[str]
) -> None:
    """The last hex is on the path if the unit died there; else it still holds it."""
    units = (*NORTH, "a4 Red 1-1-1 0805", f"{DEFENDER} steps={steps}")
    attack = combat(field(*units, ruleset=ruleset, sea=["0604", "0606"]), "a1", "a2")
    run = aftermath(attack, "D2")
    run.answer("retreat")
    assert options(run)[1:] == [f"{name}@{label}" for name in ("a1", "a2") for label in path]


@pytest.mark.cases("FM8", "8.5/3", "8.3/4")
@pytest.mark.cases("FM7", "8.5/3", "8.3/3")
def test_a_path_through_friends_of_the_retreater_ends_before_them() -> None:
    units = (*NORTH, DEFENDER, "f1 Blue 1-1-4 0605")
    attack = combat(field(*units, sea=["0606"]), "a1", "a2")
    run = aftermath(attack, "D2")
    run.answer("retreat")
    run.answer("0605-0704")
    assert options(run) == ["stay", "a1@0505", "a2@0505"]


@pytest.mark.cases("FM8", "8.5/2")
@pytest.mark.cases("FM7", "8.5/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_bombardment_alone_lets_nobody_advance(ruleset: str) -> None:
    """A hex emptied by bombardment, in the system, is no path."""
    attack = plan(ruleset)
    outcome = CombatOutcome("", attack.situation, emptied=False)
    assert not may_advance(outcome, attack).allowed


# --- Gaza 1917 -----------------------------------------------------------------------------------

FOOT = "a1 British 4-4-3 0406"
HORSE = "a2 British 3-2-8 0405 mobile=1 formation=Imperial_Mounted_Division"
TURK = "d1 Central_Powers 3-3-4 0505 stacking=regiment"


def gaza(*units: str, charging: tuple[str, ...] = (), **terrain: object) -> Attack:
    more = {"ruleset": "gaza_1917", "active": BRITISH, **terrain}
    situation = field(*units, **more)  # type: ignore[arg-type]
    names = [piece.unit for piece in situation.of(BRITISH)]
    return combat(situation, *names, charging=frozenset(charging))


def ends(attack: Attack, code: str, *answers: str) -> dict[str, list[str]]:
    run = aftermath(attack, code)
    for answer in answers:
        run.answer(answer)
    found: dict[str, list[str]] = {}
    for key in options(run)[1:]:
        name, _, label = key.partition("@")
        found.setdefault(name, []).append(label)
    return found


@pytest.mark.cases("GAZA", "10.3/4", "10.3/5")
def test_foot_advances_one_hex_and_mobile_units_the_whole_path() -> None:
    way = ("retreat", "0605-0604")
    assert ends(gaza(FOOT, HORSE, TURK), "D2", *way) == {"a1": ["0505"], "a2": ["0505", "0605"]}


@pytest.mark.cases("GAZA", "10.3/5")
def test_in_gaza_an_elimination_opens_the_combat_hex_too() -> None:
    """FM-Q23, with its switch."""
    attack = gaza(FOOT, HORSE, TURK)
    assert ends(attack, "De") == {"a1": ["0505"], "a2": ["0505"]}
    rules = ruled(attack.situation, "gaza_1917", advance_after=frozenset({"D2", "D3"}))
    run = aftermath(evolve(attack, situation=rules), "De")
    assert run.finished
    assert "Ex" not in attack.situation.ruleset.advance_after


@pytest.mark.cases("GAZA", "13.1/6", "13.1/7")
def test_charging_cavalry_advances_one_hex_farther_in_any_direction() -> None:
    charge = gaza(FOOT, HORSE, TURK, "d2 Central_Powers 1-1-4 0704", charging=("IMD",))
    found = ends(charge, "De")
    assert found["a1"] == ["0505"]
    # the six round 0505, save where friends leave no room; zones are no matter
    assert found["a2"] == ["0504", "0505", "0506", "0605", "0606"]
    longer = ends(charge, "D2", "retreat", "0605-0604")
    assert {"0505", "0605", "0504", "0606", "0705"} <= set(longer["a2"])
    assert "0604" not in longer["a2"]  # the enemy is there
    assert "0704" not in longer["a2"]
    attack = gaza(FOOT, HORSE, TURK)
    assert "0606" not in ends(attack, "De")["a2"]  # without a charge


@pytest.mark.cases("GAZA", "13.1/6", "13.1/7")
def test_the_extra_hex_is_explained_by_its_cases() -> None:
    charge = gaza(FOOT, HORSE, TURK, charging=("IMD",))
    run = aftermath(charge, "De")
    run.answer("a2@0606")
    run.answer("stay")
    (told,) = [each for each in run.told if each.label == "Advance of a2"]
    assert {"GAZA 13.1/6", "GAZA 13.1/7"} <= cases_of(told)
    assert where(run.outcome, "a2") == "0606"
    assert run.outcome.situation.spent == {"a2"}


@pytest.mark.cases("GAZA", "16.1/3", "10.3/5")
def test_in_gaza_as_many_advance_into_a_hex_as_may_stack_there() -> None:
    """FM-Q40."""
    attack = gaza(FOOT, "a2 British 4-4-3 0405", "m British 2-1-8 0405 stacking=support", TURK)
    run = aftermath(attack, "De")
    run.answer("a1@0505")
    assert options(run) == ["stay", "m@0505"]
    run.answer("m@0505")
    assert run.finished


@pytest.mark.cases("GAZA", "10.3/3", "CRT/8", "CRT/13")
def test_the_step_that_d3_costs_is_taken_where_the_retreat_ends() -> None:
    attack = gaza(FOOT, HORSE, f"{TURK} steps=1")
    outcome = followed(attack, "D3", "0605-0604-0603")
    assert where(outcome, "d1") == NOWHERE
    assert attack.situation.board.label(outcome.losses[0].before.at) == "0603"
    assert paths_of_retreat(outcome, attack)
    labels = [attack.situation.board.label(cell) for cell in outcome.retreated[0].vacated]
    assert labels == ["0505", "0605", "0604"]


@pytest.mark.cases("GAZA", "10.3/3", "CRT/8")
@pytest.mark.parametrize(("steps", "left"), [(2, 0), (3, 1)])
def test_a_short_retreat_costs_its_own_step_besides(steps: int, left: int) -> None:
    """FM-Q24: the step of D3 is not spared by the one that falling short costs."""
    sea = ["0606", "0604", "0704", "0705"]
    attack = gaza(FOOT, HORSE, f"{TURK} steps={steps}", sea=sea)
    outcome = followed(attack, "D3")
    assert outcome.retreated[0].short == 2
    assert len(outcome.losses) == 2
    assert outcome.situation.steps(CENTRAL_POWERS) == left
    assert where(outcome, "d1") == ("0605" if left else NOWHERE)
