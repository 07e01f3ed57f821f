"""Independent units (9.7): who is activated with whom."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.campaigns import Quiet, campaign, game
from tests.rifle_and_spade.positions import brigiment, division, gun, hq, position, unit
from wargame.core.drivers import play
from wargame.rifle_and_spade import turn
from wargame.rifle_and_spade.independents import able, independent, may_activate, with_brigiment
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\ng\ng\n"


def stand() -> Situation:
    """Return two divisions of a corps with independents of each level."""
    units = [
        unit("A", at="10.50", brigiment="86"),
        unit("B", at="10.50", brigiment="1"),
        gun("divisional", at="10.50"),
        gun("corps gun", at="10.50"),
        gun("army gun", at="10.50"),
        gun("other corps", at="10.50"),
        gun("reserve"),
        unit("T", "Ottoman", at="10.49"),
        unit("horse", arm="cavalry", steps=1, at="10.50"),
    ]
    divisions = [division("29", corps="VIII"), division("RND", corps="VIII")]
    divisions += [division("1 Aus", corps="Anzac")]
    known = [brigiment("86", division="29"), brigiment("1", division="RND")]
    belongs = {
        "divisional": "29",
        "corps gun": "VIII",
        "other corps": "Anzac",
        "horse": "29",
    }
    return position(BOARD, units, brigiment=known, division=divisions, independents=belongs)


def may(situation: Situation, name: str, whose: str) -> tuple[bool, str]:
    """Return whether a unit may be activated with a brigiment, and by which case."""
    ruling = may_activate(situation, name, whose)
    if not situation.unit(name).brigiment and situation.on_map(name):
        same = situation.unit(name).side == situation.army.brigiment(whose).side
        assert ruling.allowed is (same and name in with_brigiment(situation, whose))
    return ruling.allowed, ruling.cases[0].number


@pytest.mark.cases("RS", "9.4.4", "9.7", "9.7.1", "9.7.2", "9.1.1", "9.1.2")
def test_independents_act_with_brigades_of_their_formation() -> None:
    situation = stand()
    assert may(situation, "divisional", "86") == (True, "9.7.2")
    assert may(situation, "divisional", "1") == (False, "9.7.2")
    assert may(situation, "horse", "86") == (True, "9.7.2")
    for whose in ("86", "1"):
        assert may(situation, "corps gun", whose) == (True, "9.7.1")
        assert may(situation, "army gun", whose) == (True, "9.7.1")
        assert may(situation, "other corps", whose) == (False, "9.7.1")
    assert independent(situation, "horse")
    assert not independent(situation, "A")


@pytest.mark.cases("RS", "9.4.5")
def test_assigned_units_act_with_their_own_alone() -> None:
    situation = stand()
    assert may(situation, "A", "86") == (True, "9.4.5")
    assert may(situation, "A", "1") == (False, "9.4.5")
    assert may(situation, "T", "86") == (False, "9.7")


@pytest.mark.cases("RS", "9.7.3")
@pytest.mark.parametrize("acted", [True, False])
def test_once_a_turn(acted: bool) -> None:  # noqa: FBT001 - a mark of a piece
    situation = stand()
    used = situation.replace_pieces(
        *(
            evolve(situation.piece(name), acted=acted, fired=not acted, engaged=frozenset({name}))
            for name in ("divisional", "corps gun")
        )
    )
    assert may(used, "corps gun", "1") == (False, "9.7.3")
    assert able(used, "86") == {"A", "army gun", "horse"}


@pytest.mark.cases("RS", "9.7.3", "17.7.8")
def test_opportunity_fire_is_no_activation() -> None:
    situation = stand()
    gun_fired = evolve(situation.piece("corps gun"), fired=True, shots=1, engaged=frozenset({"T"}))
    after = situation.replace_pieces(gun_fired)
    assert may(after, "corps gun", "1") == (True, "9.7.1")
    assert "corps gun" in able(after, "86")


@pytest.mark.cases("RS", "9.7", "2.0/4c")
def test_who_may_act_while_a_brigade_is_active() -> None:
    assert able(stand(), "86") == {"A", "divisional", "corps gun", "army gun", "horse"}
    assert able(stand(), "1") == {"B", "corps gun", "army gun"}


@pytest.mark.cases("RS", "9.7.4", "10.2.4")
def test_they_cost_nobody_officer_points() -> None:
    from wargame.rifle_and_spade.officers import afford, pay_for_losses

    situation = stand()
    hit = situation.without_steps(situation.piece("divisional"), 1, "fire")
    assert pay_for_losses(situation, hit).officers == situation.officers
    assert afford(situation, "", "move to assault").value == 0


@pytest.mark.cases("RS", "9.1.2", "9.7.2")
def test_a_division_headquarters_acts_with_brigades_of_its_division() -> None:
    units = [hq("29 HQ", size="division", at="10.50"), hq("86 HQ", brigiment="86", at="10.50")]
    divisions = [division("29", corps="VIII", headquarters="29 HQ"), division("RND", corps="VIII")]
    known = [brigiment("86", division="29"), brigiment("1", division="RND")]
    situation = position(BOARD, units, brigiment=known, division=divisions)
    assert may(situation, "29 HQ", "86") == (True, "9.7.2")
    assert may(situation, "29 HQ", "1") == (False, "9.7.2")
    assert able(situation, "1") == frozenset()


@pytest.mark.cases("RS", "9.7.3", "2.0/4c.ii", "2.0/4c.iii")
def test_an_independent_that_fired_with_a_brigade_goes_on_with_it_and_with_no_other() -> None:
    horse = unit("horse", at="6.11", arm="cavalry", steps=1, rifles=1)
    situation = evolve(campaign(more_units=[horse]).without(["battery"]), active="Entente")
    near = evolve(situation.piece("L 1/Y"), at=situation.board.hex("6.12"))
    start = evolve(game(situation.replace_pieces(near)), brigiment="A", part="4c.ii")
    assert "horse" in turn.able(start)
    script = Quiet({"commanded fire": "6.12"})
    after = play(lambda: turn.subsegment(start), script).outcome
    assert after.part == "4c.iii"
    assert after.situation.piece("horse").fired
    assert "horse" in turn.able(after)
    assert "horse" not in able(after.situation, "B")
    ended = play(
        lambda: turn.subsegment(evolve(after, part="4c.iv")), Quiet({"which stack moves": "done"})
    ).outcome
    assert ended.joined == frozenset()
    assert "horse" not in turn.able(evolve(ended, brigiment="B"))
