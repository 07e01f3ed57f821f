"""A battle told in lines, and odds beside each other as a table."""

from __future__ import annotations

from random import Random

import pytest

from tests.area_combat.battles import battle
from wargame.area_combat.account import account
from wargame.area_combat.compared import compared
from wargame.area_combat.fight import fight, fight_round
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.plans import Plan
from wargame.core.errors import RequestError


def test_dice_of_one_purpose_share_a_line_and_the_marked_are_named() -> None:
    start = battle("2 infantry", "2 infantry")
    told = account(lambda: fight_round(start), [1, 4, 5, 6])
    assert told.lines == (
        "attack: infantry: 1 hit, 4 miss",
        "  The defender marks 1 infantry for 1 infantry hit; marked units still fire.",
        "defence: infantry: 5 retreat",
        "  1 infantry of the defender retreats by itself: the rear.",
        "defence: infantry (marked): 6 miss",
        "  The defender removes 1 infantry.",
    )


def test_a_decision_is_told_when_it_was_given_and_only_then() -> None:
    start = battle("2 infantry", "2 infantry")
    silent = account(lambda: fight_round(start), [4, 4, 4, 4])
    told = account(lambda: fight_round(start), [4, 4, 4, 4, "infantry 1"])
    assert not any("retreat" in line for line in silent.lines)
    assert "attacker, retreat: 1 infantry" in told.lines


def test_rounds_after_the_first_have_a_heading() -> None:
    told = account(lambda: fight(battle("1 infantry", "1 infantry")), [4, 4, 6])
    assert told.lines[2:4] == ("round 2", "attack: infantry: 6 retreat")
    assert told.outcome.ended == "held"


def test_dice_that_are_not_given_may_be_thrown() -> None:
    start = battle("3 infantry, 1 armor", "3 infantry")
    one, other = (account(lambda: fight(start), [], random=Random(5)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("answers", "words"),
    [([], "found none"), (["stay"], "found 'stay'"), ([4, 4, 4], "4 left over")],
)
def test_answers_that_do_not_fit_are_refused(answers: list[int | str], words: str) -> None:
    with pytest.raises(RequestError, match=words):
        account(lambda: fight_round(battle("1 infantry", "1 infantry")), answers)


def test_odds_stand_beside_each_other() -> None:
    duel = battle("1 infantry", "1 infantry")
    table = compared({
        "to the end": battle_odds(duel),
        "one round": battle_odds(duel, attacker=Plan(break_off=1)),
    })  # fmt: skip
    above, below, first, second = table.splitlines()
    assert above.split() == ["nobody", "broken", "attacker", "defender"]
    assert below.split() == ["taken", "held", "left", "off", "rounds", "loses", "loses"]
    assert first.split() == ["to", "the", "end", "42.9", "%", "50.0", "%", "7.1", "%", "0", "%",
                             "1.3", "1.1", "IP", "0.6", "IP"]  # fmt: skip
    assert second.split()[2:10] == ["33.3", "%", "38.9", "%", "5.6", "%", "22.2", "%"]


def test_what_is_possible_never_reads_as_never_or_certain() -> None:
    table = compared({"": battle_odds(battle("9 armor", "1 infantry"))})
    assert "> 99.9 %" in table or "100 %" not in table
