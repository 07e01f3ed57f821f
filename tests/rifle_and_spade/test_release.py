"""Release (15.1.2, 101.7): by schedule, by an imminent threat, one by one or as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, gun, mg, position, unit
from wargame.core.drivers import play
from wargame.core.ruling import Ruling
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import cup, release
from wargame.rifle_and_spade.eligibility import Aim, aim
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.officers import lead_from_the_front, pay_for_losses
from wargame.rifle_and_spade.orders import change, continuation
from wargame.rifle_and_spade.release import by_threat, released_ruling, waits
from wargame.rifle_and_spade.situation_text import situation_from_text, situation_to_text
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\n" + "\n".join("gggg" for _ in range(12)) + "\n"
ATTACHED = evolve(GALLIPOLI_1915, attached={"battery": "57"})


def stand(order: str, foe: str = "10.43", **more: Any) -> Situation:
    """Return a waiting regiment with an attached battery, and an enemy at some distance."""
    units = [
        unit("57 1", "Ottoman", at="10.50", brigiment="57"),
        unit("57 2", "Ottoman", at="12.50", brigiment="57"),
        mg("57 MG", "Ottoman", at="13.50", brigiment="57"),
        gun("battery", "Ottoman", at="13.50"),
        gun("fort", "Ottoman", at="10.50", coastal=True),
        unit("A 1", at=foe, brigiment="A"),
    ]
    known = [brigiment("57", "Ottoman", order=order, released=False), brigiment("A")]
    return position(BOARD, units, brigiment=known, rules=more.pop("rules", ATTACHED), **more)


@pytest.mark.cases("RS", "15.1.2", "2.1.1", "1.3/b12")
@pytest.mark.cases("GB", "101.7", "101.7.1", "101.7.5")
def test_who_waits_neither_acts_nor_fires_nor_changes_orders() -> None:
    situation = stand("general reserve", foe="11.47")
    far = stand("general reserve")
    for name in ("57 1", "57 MG", "battery"):
        assert waits(far, far.piece(name))
    assert not waits(far, far.piece("fort"))
    assert not waits(far, far.piece("A 1"))
    assert cup.chits(far, "Ottoman") == ()
    assert not change.may_change(far, "57").allowed
    ruling = released_ruling(far, "57 1")
    assert not ruling.allowed
    at = situation.piece("A 1").at
    trigger: Any = None
    barred = aim(situation, situation.piece("battery"), at, trigger, "opportunity")
    assert isinstance(barred, Ruling)
    assert str(barred.cases[0]) == "RS 15.1.2"
    free = release.release(situation, "57")
    assert isinstance(aim(free, free.piece("battery"), at, trigger, "opportunity"), Aim)


@pytest.mark.cases("GB", "101.7.4", "101.7.4/1")
def test_a_unit_of_a_cordon_comes_free_by_itself() -> None:
    situation = stand("cordon defense", foe="10.47")
    after, told = by_threat(situation)
    assert loose(after) == {"57 1"}
    assert not after.command("57").released
    assert after.command("57").doomed == ""
    assert not waits(after, after.piece("57 1"))
    assert cup.chits(after, "Ottoman", loose(after)) == ("57",)
    assert "GB 101.7.4/1" in [str(case) for ruling in told for case in ruling.cases]
    assert by_threat(after) == (after, ())
    assert released_ruling(after, "57 1").value is True


@pytest.mark.cases("GB", "101.7.4/1")
@pytest.mark.cases("RS", "15.1.2")
def test_who_has_come_free_fires_when_the_threat_is_gone() -> None:
    after, _ = by_threat(stand("cordon defense", foe="10.47"))
    gone = evolve(after.piece("A 1"), at=after.board.hex("10.45"))
    later = after.replace_pieces(gone)
    assert release.fire_bar(later, later.piece("57 1")) is None
    held = stand("cordon defense", foe="10.45")
    assert release.fire_bar(held, held.piece("57 1")) is not None


@pytest.mark.cases("GB", "101.7.4/1")
def test_a_text_keeps_who_has_come_free_or_lacks_supply() -> None:
    situation = situation_from_text(
        "gallipoli_1915/clearing_sedd_el_bahr\nL_4/Worc 5.2 loose unsupplied\n"
    )
    piece = situation.piece("L 4/Worc")
    assert (piece.loose, piece.unsupplied) == (True, True)
    text = situation_to_text(situation, "gallipoli_1915/clearing_sedd_el_bahr")
    assert situation_from_text(text) == situation


def loose(situation: Situation) -> frozenset[str]:
    """Return the units released by themselves."""
    return frozenset(piece.unit for piece in situation.pieces if piece.loose)


@pytest.mark.cases("GB", "101.7.4", "101.7.4/2", "101.7.5")
def test_a_threat_to_one_of_a_reserve_frees_it_all_and_dooms_its_order() -> None:
    situation = stand("general reserve", foe="10.47")
    after, told = by_threat(situation)
    command = after.command("57")
    assert command.released
    assert command.doomed
    assert not loose(after)
    assert len(told) == 1
    assert not waits(after, after.piece("battery"))
    assert cup.chits(after, "Ottoman") == ("57",)
    assert continuation.continuation(after, "57").value == 0
    assert continuation.degraded(command.order) == "disorganized defense"


@pytest.mark.cases("GB", "101.7.4")
def test_nobody_is_released_by_an_enemy_too_far_or_by_night_not_in_contact() -> None:
    for order in ("general reserve", "cordon defense"):
        far = stand(order)
        assert by_threat(far) == (far, ())
        dark = stand(order, foe="10.48", light="night")
        assert by_threat(dark) == (dark, ())


@pytest.mark.cases("GB", "101.7.4/3")
def test_coastal_guns_are_not_released_by_these_cases() -> None:
    rules = evolve(GALLIPOLI_1915, attached={"fort": "57"})
    situation = stand("cordon defense", foe="10.47", rules=rules)
    after, _ = by_threat(situation)
    assert "fort" not in loose(after)
    assert waits(after, after.piece("fort"))
    assert str(released_ruling(situation, "fort").cases[0]) == "GB 101.7.4/3"


@pytest.mark.cases("GB", "101.7.2", "101.7.3")
@pytest.mark.cases("RS", "15.1.2", "10.1.4")
def test_the_schedule_releases_a_regiment_with_all_its_points() -> None:
    situation = stand("general reserve")
    bare = evolve(situation, officers=())
    after = release.release(bare, "57")
    assert after.command("57").released
    assert after.points_of("57") == after.command("57").maximum
    assert release.release(after, "57") is after
    assert release.released_by_schedule("57", 6).value is True


@pytest.mark.cases("RS", "15.1.2")
def test_who_waits_fires_at_those_who_threaten_him() -> None:
    situation = stand("general reserve", foe="10.49")
    at, trigger = situation.piece("A 1").at, None
    assert isinstance(aim(situation, situation.piece("57 1"), at, trigger, "opportunity"), Aim)


def test_units_of_nobody_are_free() -> None:
    situation = stand("general reserve")
    loose = evolve(GALLIPOLI_1915)
    assert release.guardian(stand("march", rules=loose), situation.piece("battery")) is None
    assert released_ruling(situation, "fort").status == "automatic"
    assert released_ruling(situation, "A 1").value is True


@pytest.mark.cases("RS", "15.1.2")
@pytest.mark.cases("GB", "101.7.4", "101.7.4/1")
def test_one_released_by_itself_fires_on_when_the_threat_is_gone() -> None:
    near = stand("cordon defense", foe="10.47")
    after = by_threat(near)[0]
    away = evolve(after.piece("A 1"), at=after.board.hex("10.46"))
    later = evolve(after.replace_pieces(away), light="twilight")
    assert by_threat(later)[0] == later
    assert release.fire_bar(later, later.piece("57 1")) is None
    assert release.fire_bar(later, later.piece("57 2")) is not None


@pytest.mark.cases("RS", "15.1.2", "10.1.4", "10.2")
@pytest.mark.cases("GB", "101.7.4/1")
def test_who_waits_loses_no_officer_points_before_it_is_released() -> None:
    for order, left in (("general reserve", 12), ("cordon defense", 11)):
        situation = by_threat(stand(order, foe="10.43" if left == 12 else "10.47"))[0]
        hit = situation.without_steps(situation.piece("57 1"), 1, "fire")
        paid = pay_for_losses(situation, hit)
        assert not paid.command("57").released
        assert release.release(paid, "57").points_of("57") == left


@pytest.mark.cases("RS", "16.6", "10.1.4", "15.1.2")
def test_nobody_of_a_brigade_that_waits_leads_from_the_front() -> None:
    situation = stand("general reserve")
    script = Scripted("test", (), ())
    led = play(lambda: lead_from_the_front(situation, ["57 1"]), script).outcome
    assert not led.spared
    script = Scripted("test", (0,), ("lead 57",))
    free = release.release(situation, "57")
    assert play(lambda: lead_from_the_front(free, ["57 1"]), script).outcome.spared
