"""The exact chances of an assault, against the driver that follows every branch."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.rifle_and_spade.assault_positions import (
    HERE,
    OPEN,
    SCRUB,
    assaulted,
    attacker,
    defender,
    long_example,
    steadfast,
)
from tests.rifle_and_spade.positions import gun, mg, work
from wargame.core.drivers import odds
from wargame.core.errors import RequestError
from wargame.rifle_and_spade import assault
from wargame.rifle_and_spade.assault_odds import AssaultOdds, assault_odds
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915

if TYPE_CHECKING:
    from wargame.core.procedure import Choice
    from wargame.rifle_and_spade.state import Situation


def chances(situation: Situation, rounds: int = 12) -> AssaultOdds:
    return assault_odds(situation, situation.board.hex(HERE), rounds)


def holder(situation: Situation) -> str:
    """Return who is in the middle hex in the end."""
    there = situation.at(situation.board.hex(HERE))
    return situation.side(there[0]) if there else "nobody"


def lost(before: Situation, after: Situation, side: str) -> Fraction:
    steps = [sum(each.steps for each in one.of(side)) for one in (before, after)]
    return Fraction(steps[0] - steps[1])


CASES = {
    "one step each": assaulted([attacker("A", steps=1), defender("D", steps=1)], board=OPEN),
    "two steps each": assaulted([attacker("A"), defender("D")], board=OPEN),
    "a confused defender": assaulted([attacker("A"), defender("D", confused=True)], board=OPEN),
    "machine guns": assaulted(
        [attacker("A"), mg("MG", "Ottoman", at=HERE), defender("D", steps=1)], board=OPEN
    ),
    "a trench": assaulted(
        [attacker("A"), attacker("B"), defender("D", steps=1, work="T")],
        [work("T", "fire trench", HERE, front=["N"], ends=["NW", "SE"])],
        board=OPEN,
        wire=True,
    ),
    "a weakling": assaulted(
        [*(attacker(n) for n in "ABCE"), defender("D", steps=1, confused=True)], board=OPEN
    ),
    "limbered guns": assaulted(
        [attacker("A"), gun("G", "Ottoman", at=HERE, order="limbered")], board=OPEN
    ),
    "only the attacker checks": assaulted(
        [attacker("A"), defender("D")],
        board=OPEN,
        rules=evolve(GALLIPOLI_1915, defender_checks_too=False),
    ),
}


@pytest.mark.cases("RS", "18.4")
@pytest.mark.parametrize("situation", CASES.values(), ids=CASES.keys())
def test_the_chain_agrees_with_following_every_branch(situation: Situation) -> None:
    at = situation.board.hex(HERE)
    played = odds(partial(assault.resolve_assault, situation, at), steadfast)
    chain = chances(situation)
    held = played.distribution(holder)
    assert chain.last.contested == 0
    assert chain.last.attacker == held.get("Entente", 0)
    assert chain.last.defender == held.get("Ottoman", 0)
    assert chain.last.nobody == held.get("nobody", 0)
    for side, expected in (
        ("Entente", chain.attacker_losses), ("Ottoman", chain.defender_losses)
    ):  # fmt: skip
        if "limbered guns" not in CASES or situation is not CASES["limbered guns"]:
            assert expected == played.expected(partial(lost, situation, side=side))


def test_the_chances_of_every_round_sum_to_one() -> None:
    found = chances(long_example(), 6)
    assert len(found.standings) == 6
    for each in found.standings:
        assert each.attacker + each.defender + each.nobody + each.contested == 1
    assert sum(chance for _, chance in found.lengths) == 1 - found.last.contested
    longer = chances(long_example(), 8)
    assert longer.standings[:6] == found.standings
    assert longer.lengths[:7] == found.lengths


def test_the_first_round_of_the_long_example_by_hand() -> None:
    """Attackers fail or rout above 75, and lose a step above 56 (RS 18.4.2)."""
    found = chances(long_example(), 1)
    hit, breaks = Fraction(43, 100), Fraction(24, 100)
    # a broken attacker leaves a hex that its defender, hit as well, may yet rout out of
    assert found.last.defender + found.last.nobody == hit * breaks
    assert found.attacker_losses >= hit


def test_a_side_that_breaks_off_at_once_is_out_of_it() -> None:
    def breaks_off(choice: Choice) -> str:
        keys = [option.key for option in choice.options]
        return "retreat" if "retreat" in keys and choice.who == "Entente" else keys[0]

    situation = assaulted([attacker("A"), attacker("B"), defender("D")], board=SCRUB)
    found = assault_odds(situation, situation.board.hex(HERE), 5, breaks_off)
    assert found.lengths[1][1] == 1
    assert found.last.contested == 0


@pytest.mark.parametrize("rounds", [0, 51, True, "3"])
def test_an_odd_number_of_rounds_is_refused(rounds: int) -> None:
    situation = long_example()
    with pytest.raises(RequestError, match="a whole number from 1 to 50"):
        assault_odds(situation, situation.board.hex(HERE), rounds)
