"""What Gaza 1917 changes: charge, Kress, coordination, fire support (10.3, 13, 17)."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, attack, gaza, played, ruled
from wargame.core.errors import Refused
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.attack import Attack, declare
from wargame.fire_and_movement.bombardment import DRAW, Bombardment
from wargame.fire_and_movement.combat import assess, fight
from wargame.fire_and_movement.gaza_1917 import GAZA_1917, charge, coordination, kress
from wargame.fire_and_movement.results import CombatOutcome

BOTH = frozenset({"ANZMD", "IMD"})
IMD, ANZMD = frozenset({"IMD"}), frozenset({"ANZMD"})
HORSE = ("BR-1LH", "BR-2LH")


def arab_horse(*names: str, charging: frozenset[str] = frozenset()) -> Attack:
    """Return an attack on the Arab horse in 1806, which mounted units of two divisions touch."""
    return attack(gaza(), *names, at="1806", charging=charging)


def shifts(plan: Attack) -> tuple[int, list[object]]:
    """Return how far the column moves, and each shift's value where it counts."""
    rulings = [shift(plan) for shift in GAZA_1917.shifts]
    values = [ruling.value if ruling.counts else None for ruling in rulings]
    return sum(value for value in values if isinstance(value, int)), list(values)


@pytest.mark.cases("GAZA", "13.1/3")
def test_a_charging_division_alone_moves_one_column_right() -> None:
    plan = arab_horse(*HORSE, charging=ANZMD)
    assert shifts(plan) == (1, [1, None, None])
    ruling = charge(plan)
    assert (ruling.value, ruling.unit) == (1, "columns")
    assert ruling.sentence == "Only ANZMD in the attack, charging: one column right."
    assert {case.number for case in ruling.cases} == {"13.1", "13.1/3"}
    columns = [assess(each).column for each in (arab_horse(*HORSE), plan)]
    assert columns == ["+4,+5", "+6,+7"]


@pytest.mark.cases("GAZA", "13.1/3")
def test_only_the_divisions_that_are_there_are_named() -> None:
    assert "IMD" not in charge(arab_horse(*HORSE, charging=BOTH)).sentence
    assert charge(arab_horse(*HORSE, charging=BOTH)).value == 1


@pytest.mark.cases("GAZA", "13.1/5", "17.0")
def test_two_divisions_need_both_charges_and_pay_for_coordination() -> None:
    mixed = (*HORSE, "BR-6M")
    assert shifts(arab_horse(*mixed)) == (-1, [None, None, -1])
    one = arab_horse(*mixed, charging=ANZMD)
    assert shifts(one) == (-1, [None, None, -1])
    assert "6th Mounted Brigade" in charge(one).sentence
    assert "GAZA 13.1/5" in map(str, charge(one).cases)
    assert shifts(arab_horse(*mixed, charging=BOTH)) == (0, [1, None, -1])
    unshifted = ruled(gaza(), "gaza_1917", shifts=())
    plain = assess(attack(unshifted, *mixed, at="1806"))
    assert assess(arab_horse(*mixed, charging=BOTH)).column == plain.column


@pytest.mark.cases("GAZA", "13.1/3", "17.0/1")
def test_the_reserve_voids_a_charge_but_joins_without_penalty() -> None:
    names = ("BR-5M", "BR-LC", "BR-6M")
    plan = attack(gaza(), *names, at="1706", charging=IMD)
    assert shifts(plan) == (0, [None, None, None])
    assert "LC" in charge(plan).sentence or "Light Car" in charge(plan).sentence
    alone = attack(gaza(), "BR-6M", at="1706", charging=IMD)
    assert shifts(alone) == (1, [1, None, None])


@pytest.mark.cases("GAZA", "13.1")
def test_a_division_charges_once_a_game() -> None:
    spent = evolve(gaza(), charged=ANZMD)
    ruling = declare(attack(spent, *HORSE, at="1806", charging=ANZMD))
    assert ruling.status == "refused"
    assert ruling.sentence == "ANZMD has charged already, once a game."
    assert "13.1" in {case.number for case in ruling.cases}
    assert declare(attack(spent, "BR-6M", at="1706", charging=IMD)).allowed


@pytest.mark.cases("GAZA", "13.1", "13.1/2")
@pytest.mark.parametrize(
    ("side", "names", "at", "charging"),
    [
        (BRITISH, ("BR-ICB",), "1310", frozenset({"ICB"})),
        (CENTRAL_POWERS, ("CP-ARAB",), "1905", IMD),
    ],
)
def test_nobody_else_charges_and_only_in_a_british_phase(
    side: str, names: tuple[str, ...], at: str, charging: frozenset[str]
) -> None:
    ruling = charge(attack(gaza(active=side), *names, at=at, charging=charging))
    assert ruling.status == "refused"
    assert "only ANZMD and IMD may, in a British phase" in ruling.sentence
    assert {case.number for case in ruling.cases} == {"13.1", "13.1/2"}


@pytest.mark.cases("GAZA", "13.1/4")
def test_a_charge_may_have_fire_support() -> None:
    plan = arab_horse(*HORSE, charging=ANZMD)
    shot = Bombardment(BRITISH, plan.target, (DRAW,))
    result, _ = played(partial(fight, plan, (shot,)), 15, 6, 1)
    outcome: CombatOutcome = result.outcome
    assert outcome.code == "D3"
    (ruling,) = [each for each in result.told if each.label.startswith("Attack on")]
    shift = ruling.find("Charge")
    assert shift is not None
    assert shift.counts


def counter_attack(*, used: bool = False, with_kress: bool = True) -> Attack:
    """Return the counter-attack on the captured trench before Gaza."""
    situation = evolve(gaza(active=CENTRAL_POWERS), kress_used=used)
    return attack(situation, "CP-79", "CP-31", at="1015", kress=with_kress)


@pytest.mark.cases("GAZA", "13.4/1", "13.4/2")
def test_kress_moves_one_attack_one_column_right() -> None:
    assert shifts(counter_attack()) == (1, [None, 1, None])
    assert shifts(counter_attack(with_kress=False)) == (0, [None, None, None])
    columns = [assess(counter_attack(with_kress=each)).column for each in (False, True)]
    assert columns == ["+2,+3", "+4,+5"]


@pytest.mark.cases("GAZA", "13.4/1")
def test_kress_leads_one_attack_a_phase() -> None:
    ruling = declare(counter_attack(used=True))
    assert ruling.status == "refused"
    assert ruling.sentence == "Kress has led an attack this phase already."
    assert [str(case) for case in ruling.cases] == ["GAZA 13.4/1"]
    assert declare(counter_attack(used=True, with_kress=False)).allowed


@pytest.mark.cases("GAZA", "13.4/3")
def test_kress_never_defends() -> None:
    plan = attack(gaza(), "BR-ICB", at="1310", kress=True)
    ruling = kress(plan)
    assert ruling.status == "refused"
    assert [str(case) for case in ruling.cases] == ["GAZA 13.4/3"]
    with pytest.raises(Refused, match="never a defence"):
        assess(plan)


@pytest.mark.cases("GAZA", "17.0")
@pytest.mark.parametrize(
    ("names", "at", "shift"),
    [
        (("BR-158", "BR-159"), "1016", 0),
        (("BR-160", "BR-53MMG", "BR-157"), "1014", -1),
        (("BR-155", "BR-2E", "BR-156", "BR-157"), "1113", 0),
        (("BR-161", "BR-1E", "BR-163"), "1310", 0),
        (("BR-161", "BR-1E", "BR-ICB"), "1310", 0),
        (("BR-ICB", "BR-4LH"), "1410", 0),
    ],
)
def test_british_divisions_lose_a_column_together(
    names: tuple[str, ...], at: str, shift: int
) -> None:
    ruling = coordination(attack(gaza(), *names, at=at))
    assert (ruling.value if ruling.counts else 0) == shift
    assert "GAZA 17.0" in map(str, ruling.cases)


@pytest.mark.cases("GAZA", "17.0/1")
def test_the_reserve_joins_without_penalty() -> None:
    ruling = coordination(attack(gaza(), "BR-161", "BR-1E", "BR-ICB", at="1310"))
    assert ruling.status == "skipped"
    assert "GAZA 17.0/1" in map(str, ruling.cases)
    units = gaza().roster.units
    assert {units[name].formation_type for name in ("BR-1E", "BR-ICB", "BR-LC", "BR-MC")} == {
        "reserve"
    }


@pytest.mark.cases("GAZA", "17.0")
def test_the_central_powers_lose_nothing_by_mixing() -> None:
    assert not coordination(counter_attack(with_kress=False)).counts


@pytest.mark.parametrize(
    ("key", "plan"),
    [
        ("shift:charge", arab_horse(*HORSE, charging=ANZMD)),
        ("shift:kress", counter_attack()),
        ("shift:coordination", attack(gaza(), "BR-160", "BR-53MMG", "BR-157", at="1014")),
    ],
)
def test_a_shift_set_aside_is_skipped_with_its_worth(key: str, plan: Attack) -> None:
    by_label: dict[str, Ruling] = {}
    for shift in GAZA_1917.shifts:
        ruling = shift(plan.waive(key))
        by_label[f"shift:{ruling.label.lower()}"] = ruling
    assert by_label[key].status == "skipped"
    assert by_label[key].value in {1, -1}
    assert shifts(plan)[0] != shifts(plan.waive(key))[0]


@pytest.mark.cases("GAZA", "10.3/6", "18.1")
def test_bombardment_is_the_only_fire_support() -> None:
    assert GAZA_1917.bombards_only
    assert GAZA_1917.markers_in_combat == 0
    assert dict(GAZA_1917.markers_per_hex) == {BRITISH: 1, CENTRAL_POWERS: 2}
