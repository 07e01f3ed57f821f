"""Landings of the 96th Division (Lebanon 11) and bastions (12)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.lebanon import ARAB, IN_2006, ISRAELI, lebanon, standing
from tests.fire_and_movement.positions import Script, played, position
from wargame.core.drivers import Played
from wargame.core.questions import ask
from wargame.fire_and_movement import (  # noqa: F401 - they register their questions
    questions_lebanon,
    questions_movement,
)
from wargame.fire_and_movement.attack import Attack, declare
from wargame.fire_and_movement.bastions import bastion_immunity
from wargame.fire_and_movement.landing import (
    AT_SEA,
    BOX,
    afloat,
    face_of,
    landed,
    landings,
    may_land,
)
from wargame.fire_and_movement.lebanon_game import begun, opening
from wargame.fire_and_movement.movement import may_move
from wargame.fire_and_movement.phase import CombatPhase, combat_phase
from wargame.fire_and_movement.results import apply_result
from wargame.fire_and_movement.state import Situation, Waiting
from wargame.fire_and_movement.terrain_line import terrain_line

BRIGADE, BATTALION = "IS-96-1", "IS-96-2"
SIDON = "1820"


def at_sea(*places: str, mobile: bool = False) -> Situation:
    """Return a position with the 96th Division at sea and no marker left."""
    situation = begun(standing(*places)).situation
    return evolve(situation, ready=frozenset(), mobile=mobile)


def ashore(*places: str, at: str = SIDON) -> Situation:
    """Return the same with the brigade landed in a hex."""
    situation = at_sea(*places)
    return landed(situation, BRIGADE, situation.board.hex(at))


def fought(situation: Situation, *answers: Any) -> tuple[Situation, Played, Script]:
    """Run a combat phase in which the brigade attacks where it has landed."""
    result, script = played(partial(combat_phase, situation), *answers)
    assert isinstance(result.outcome, CombatPhase)
    return result.outcome.situation, result, script


def boxes(situation: Situation) -> dict[str, str]:
    return {each.id: each.box for each in situation.waiting}


@pytest.mark.cases("LEB82", "10.3/1", "11.1", "11.1/2", "11.1/3")
def test_the_96th_division_begins_in_its_box() -> None:
    assert boxes(opening().situation) == {BRIGADE: BOX, BATTALION: BOX}
    assert len(opening().situation.sites) == 6


@pytest.mark.cases("LEB82", "11.1/2", "11.1/3", "11.0/2", "11.3/4")
def test_they_land_on_the_coast_but_not_in_beirut_nor_beside_a_friend() -> None:
    situation = at_sea("IS-91-A1 3224")
    for label, allowed in {"1319": True, "0719": False, "2518": False, "3224": False}.items():
        assert may_land(situation, BRIGADE, situation.board.hex(label)).allowed is allowed
    gone = evolve(situation, waiting=())
    assert "11.3/4" in may_land(gone, BRIGADE, situation.board.hex("1319")).to_text()


@pytest.mark.cases("LEB82", "11.2", "11.2/1", "11.2/3", "11.0", "11.0/1")
def test_each_lands_or_stays_as_a_movement_phase_begins_and_moves_no_more() -> None:
    result, script = played(partial(landings, at_sea("PLO-01 0719")), "1319", AT_SEA)
    situation = result.outcome
    assert situation.board.label(situation.piece(BRIGADE).at) == "1319"
    assert boxes(situation) == {BATTALION: BOX}
    assert len(script.asked) == 2
    assert not may_move(situation, BRIGADE).allowed


@pytest.mark.cases("LEB82", "11.2/2")
def test_in_a_later_turn_it_moves_as_any_unit() -> None:
    later = evolve(ashore("PLO-01 0719"), moved=frozenset())
    assert may_move(later, BRIGADE).allowed


@pytest.mark.cases("LEB82", "11.2")
def test_only_the_mobile_unit_lands_in_the_mobile_phase() -> None:
    result, script = played(partial(landings, at_sea("PLO-01 0719", mobile=True)), AT_SEA)
    assert len(script.asked) == 1
    assert boxes(result.outcome) == {BRIGADE: BOX, BATTALION: BOX}


@pytest.mark.cases("LEB82", "11.4")
def test_who_lands_next_to_an_enemy_may_attack_him() -> None:
    situation = ashore("PLO-01 1821", at="1921")
    assert declare(Attack(situation, situation.board.hex("1821"), (BRIGADE,))).allowed


@pytest.mark.cases("LEB82", "11.3", "11.3/1")
def test_a_landing_on_an_enemy_is_an_attack_from_his_own_hex() -> None:
    situation = ashore("PLO-01 1820", "IS-91-A1 1920")
    target = situation.board.hex(SIDON)
    assert [piece.unit for piece in afloat(situation, [BRIGADE])] == [BRIGADE]
    both = Attack(situation, target, (BRIGADE, "IS-91-A1"))
    assert declare(both).allowed
    # no hexside counts, the ground of the hex does
    assert terrain_line(both, 0).value == "Town"


@pytest.mark.cases("LEB82", "11.3", "11.3/4")
def test_a_landing_succeeds_when_the_enemy_is_gone() -> None:
    situation, _, _ = fought(ashore("PLO-01 1820"), SIDON, SIDON, 1, "retreat")
    assert situation.piece(BRIGADE).at == situation.board.hex(SIDON)
    assert boxes(situation) == {BATTALION: BOX}


@pytest.mark.cases("LEB82", "11.3/2", "11.3/3")
@pytest.mark.parametrize(("face", "box"), [(0, BOX), (1, f"{BOX} 1")])
def test_a_failed_landing_goes_back_to_sea_as_it_is(face: int, box: str) -> None:
    situation = at_sea("SY-85 1820")
    situation = evolve(situation, waiting=(Waiting(BRIGADE, f"{BOX} {face}" if face else BOX),))
    situation = landed(situation, BRIGADE, situation.board.hex(SIDON))
    assert situation.piece(BRIGADE).face == face
    # nobody attacks: it goes back at the end of the phase
    after, _, _ = fought(situation, "end")
    assert boxes(after) == {BRIGADE: box}
    assert face_of(after, BRIGADE) == face
    assert may_land(after, BRIGADE, situation.board.hex(SIDON)).allowed


@pytest.mark.cases("LEB82", "11.3/2")
def test_a_retreat_of_the_landers_leads_back_to_sea() -> None:
    situation = ashore("SY-47 1820")
    after, result, script = fought(situation, SIDON, SIDON, 6, "retreat", "end")
    assert boxes(after) == {BATTALION: BOX, BRIGADE: BOX}
    assert any("goes back to sea" in each.sentence for each in result.told)
    assert not any("retreats" in purpose for purpose in script.purposes)


@pytest.mark.cases("LEB82", "11.3/2")
def test_a_step_lost_in_a_failed_landing_stays_lost() -> None:
    situation = ashore("SY-47 1820")
    after, _, _ = fought(situation, SIDON, SIDON, 6, f"stand:{BRIGADE}", "end")
    assert boxes(after)[BRIGADE] == f"{BOX} 1"


# ---- bastions


def bastion(nationality: str, terrain: str = "bastion") -> Situation:
    situation = position(
        "i Israeli 8-7-7 0203",
        f"d Arab 1-3-4 0303 nationality={nationality}",
        ruleset="lebanon_82",
        marks=(f"0303 features={terrain}",),
    )
    return evolve(situation, ready=frozenset())


@pytest.mark.cases("LEB82", "12.0", "12.0/1", "12.0/2", "12.0/3")
@pytest.mark.parametrize(("code", "ours", "theirs"), [("Ex", 1, 0), ("D2", 0, 0), ("De", 0, 2)])
def test_only_de_touches_a_palestinian_in_a_bastion(code: str, ours: int, theirs: int) -> None:
    situation = bastion("PLO")
    attack = Attack(situation, situation.board.hex("0303"), ("i",))
    result, _ = played(partial(apply_result, attack, code))
    assert result.outcome.steps_lost("Israeli") == ours
    assert result.outcome.steps_lost("Arab") == theirs
    assert not result.outcome.retreats


@pytest.mark.cases("LEB82", "12.0/4")
@pytest.mark.parametrize(("who", "mark", "code"), [
    ("Syrian", "bastion", "Ex"), ("PLO", "beirut", "Ex"), ("PLO", "bastion", "De"),
])  # fmt: skip
def test_nobody_else_is_spared_and_nothing_else(who: str, mark: str, code: str) -> None:
    situation = bastion(who, mark)
    assert bastion_immunity(situation, situation.piece("d"), code) == ()


@pytest.mark.cases("LEB82", "20.2/13", "25.2/1")
@pytest.mark.parametrize("rules", ["lebanon_2006", "lebanon_1976"])
def test_bastions_are_void_in_2006_and_1976(rules: str) -> None:
    situation = position(
        "i Israeli 8-7-7 0203", "d Arab 1-3-4 0303 nationality=PLO", ruleset=rules,
        marks=("0303 features=bastion", "side bastion 0203-0303"),
    )  # fmt: skip
    assert situation.ruleset.spared(situation, situation.piece("d"), "Ex") == ()
    cost = ask("fm.entry_cost", {"unit": "i", "there": "0203", "here": "0302"}, scene=situation)
    assert cost.value is not None
    assert "bastion" not in situation.ruleset.costs.sides


@pytest.mark.cases("LEB82", "20.0")
def test_nobody_crosses_the_litani_in_2006() -> None:
    situation = lebanon(IN_2006)
    board = situation.board
    here, there = board.hex("2716"), board.hex("2616")
    assert "litani" in board.side(here, there)
    situation = standing("IS-36-A1 2716", scenario=IN_2006)
    ruling = ask("fm.may_end", {"unit": "IS-36-A1", "to": "2616"}, scene=situation)
    assert not ruling.allowed
    assert situation.sides == (ISRAELI, ARAB)


@pytest.mark.cases("LEB82", "16.0", "16.0/1")
def test_a_unit_without_attack_strength_adds_nothing_but_may_take_the_loss() -> None:
    situation = position(
        "z Arab 0-2-4 0203 nationality=PLO", "s Arab 6-6-7 0204 nationality=Syrian",
        "i Israeli 8-7-7 0303", ruleset="lebanon_82",
    )  # fmt: skip
    attack = Attack(situation, situation.board.hex("0303"), ("z", "s"))
    assert declare(attack).allowed
    alone = Attack(situation, situation.board.hex("0303"), ("z",))
    assert declare(alone).allowed
    result, script = played(partial(apply_result, attack, "(A)"), "z")
    assert result.outcome.steps_lost("Arab") == 1
    assert [loss.before.unit for loss in result.outcome.losses] == ["z"]
    assert "which unit loses a step" in script.purposes[0]


@pytest.mark.cases("LEB82", "15.0")
@pytest.mark.parametrize(("river", "line"), [(True, "Rough, River, Beirut"), (False, "Clear")])
def test_an_attack_across_bridged_rivers_has_the_river_line(*, river: bool, line: str) -> None:
    marks = ("side river 0203-0303",) if river else ()
    situation = position(
        "i Israeli 8-7-7 0203", "d Arab 1-3-4 0303 nationality=PLO", ruleset="lebanon_82",
        marks=(*marks, "link road 0203 0303"),
    )  # fmt: skip
    attack = Attack(situation, situation.board.hex("0303"), ("i",))
    assert terrain_line(attack, 0).value == line
