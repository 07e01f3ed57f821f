"""Support fire markers: allotment, blind draws, the five steps of placing (7.1, 7.2, 8.2.1)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product
from random import Random

import pytest

from tests.fire_and_movement.positions import (
    BLUE,
    RED,
    SYSTEMS,
    attack,
    played,
    position,
)
from wargame.core.drivers import odds, play
from wargame.core.errors import DataError
from wargame.core.procedure import Chance, Choice, Roll
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.support_fire import (
    allotment,
    allotted,
    draw,
    drawn_marker,
    place_support,
)
from wargame.fire_and_movement.units import Marker

POOL = tuple(Marker(f"m{n}", RED, value) for n, value in enumerate((1, 1, 2, 4, 6)))
MARKERS = ("r1m Red +1", "r2m Red +2", "r3m Red +2", "b4m Blue +4", "b6m Blue +6")


def rules(name: str) -> Ruleset:
    return ruleset_named(name)


def plan(ruleset: str, markers: tuple[str, ...] = MARKERS) -> Attack:
    units = ("r1 Red 4-4-10 0203", "b1 Blue 2-3-8 0303")
    return attack(position(*units, ruleset=ruleset, markers=markers), "r1")


@pytest.mark.cases("FM8", "7.1", "7.1/1", "7.1/3")
@pytest.mark.cases("FM7", "7.1", "7.1/1", "7.1/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(("box", "first", "second"), [("8/9", 8, 9), ("7", 7, 7), ("0/2", 0, 2)])
def test_the_turn_box_gives_each_player_his_number(
    ruleset: str, box: str, first: int, second: int
) -> None:
    for number, is_first in ((first, True), (second, False)):
        ruling = allotment(rules(ruleset), box, first_player=is_first)
        assert (ruling.value, ruling.unit) == (number, "markers")
        assert [case.number for case in ruling.cases] == ["7.1", "7.1/1", "7.1/3"]


@pytest.mark.parametrize("box", ["", "8/9/10", "eight", "-1", "8/"])
def test_a_box_that_holds_no_number_is_refused(box: str) -> None:
    with pytest.raises(DataError, match="turn track box"):
        allotment(rules("system_v8"), box, first_player=True)


@pytest.mark.cases("FM8", "7.1/2")
def test_version_8_takes_the_lowest_values_first() -> None:
    """The illustration FM-26: three of +1, +1, +2, +4, +6."""
    result, script = played(partial(allotted, plan("system_v8").situation, POOL, 3))
    assert [marker.value for marker in result.outcome] == [1, 1, 2]
    assert script.asked == []


@pytest.mark.cases("FM7", "7.1/2")
def test_version_7_draws_the_allotment_at_random() -> None:
    found = odds(partial(allotted, plan("system_v7").situation, POOL, 3))
    chances = found.distribution(lambda taken: tuple(marker.value for marker in taken))
    assert chances[1, 1, 2] == Fraction(1, 10)  # one of the ten ways to take three of five
    assert chances[1, 4, 6] == Fraction(2, 10)
    assert sum(chances.values()) == 1


@pytest.mark.cases("FM8", "7.1/2")
@pytest.mark.cases("FM7", "7.1/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("number", [5, 9])
def test_an_allotment_of_the_whole_pool_needs_no_choice(ruleset: str, number: int) -> None:
    result, script = played(partial(allotted, plan(ruleset).situation, POOL, number))
    assert [marker.value for marker in result.outcome] == [1, 1, 2, 4, 6]
    assert script.asked == []


@pytest.mark.cases("FM8", "7.2", "7.2/6")
@pytest.mark.cases("FM7", "7.2", "7.2/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_draw_is_blind_and_every_marker_as_likely(ruleset: str) -> None:
    mixed = [Marker("a", RED, 1, "air"), Marker("n", RED, 6, "naval"), *POOL[:3]]
    _, script = played(partial(draw, mixed, "a draw", plan(ruleset).situation), 4)
    (roll,) = script.asked
    assert isinstance(roll, Roll)
    assert (roll.drawn, roll.faces) == (True, 5)
    assert [(band.outcome, band.width) for band in roll.bands] == [("+1", 3), ("+2", 1), ("+6", 1)]
    number = "7.2/6" if ruleset == "system_v8" else "7.2/5"
    assert [case.number for case in roll.cases] == [number]
    chances = odds(partial(draw, mixed, "a draw", plan(ruleset).situation)).distribution(
        lambda m: m.value
    )
    assert chances == {1: Fraction(3, 5), 2: Fraction(1, 5), 6: Fraction(1, 5)}


@pytest.mark.cases("FM8", "7.2/3", "7.2/7")
@pytest.mark.cases("FM7", "7.2/6")
def test_a_marker_that_was_used_is_not_drawn_again() -> None:
    situation = plan("system_v8").situation
    seen: list[str] = []
    for face in (3, 2, 1):
        result, _ = played(partial(drawn_marker, situation, RED, "a draw"), face)
        seen.append(result.outcome.id)
        situation = situation.spend([result.outcome.id])
    assert sorted(seen) == ["r1m", "r2m", "r3m"]
    assert situation.markers(RED, pool=True) == ()


STEPS = [f"{RED}: marker 1", f"{BLUE}: marker 1", f"{RED}: marker 2", f"{BLUE}: marker 2"]
ORDER_8 = ["8.2.1/3", "8.2.1/4", "8.2.1/5", "8.2.1/6"]
ORDER_7 = ["8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/7"]


@pytest.mark.cases("FM8", "8.2.1/2", "8.2.1/3", "8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/8")
@pytest.mark.cases("FM7", "8.2.1/2", "8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/7", "8.2.1/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("answers", list(product(("place", "pass"), repeat=4)))
def test_attacker_and_defender_place_in_turn_whatever_was_done_before(
    ruleset: str, answers: tuple[str, ...]
) -> None:
    result, script = played(partial(place_support, plan(ruleset)), *answers)
    choices = [request for request in script.asked if isinstance(request, Choice)]
    assert [choice.purpose for choice in choices] == STEPS
    assert all([o.key for o in choice.options] == ["pass", "place"] for choice in choices)
    order = ORDER_8 if ruleset == "system_v8" else ORDER_7
    assert [choice.cases[0].number for choice in choices] == order
    fired = result.outcome
    placed = [answers[n::2].count("place") for n in (0, 1)]
    assert [len(fired.attack_fire), len(fired.defense_fire)] == placed
    assert len(fired.situation.ready) == len(MARKERS) - sum(placed)


@pytest.mark.cases("FM8", "8.2.1/7", "7.2/6")
@pytest.mark.cases("FM7", "8.2.1/3", "8.2.1/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_nothing_is_drawn_or_shown_before_both_have_placed(ruleset: str) -> None:
    for seed in range(20):
        fight = partial(place_support, plan(ruleset))
        kinds: list[str] = []
        chance = Chance(Random(seed))

        class Watching:
            """Notes what is asked, and whether a value could be read from it."""

            def roll(self, roll: Roll, chance: Chance = chance, kinds: list[str] = kinds) -> int:
                kinds.append("draw")
                return chance.roll(roll)

            def choose(
                self, choice: Choice, chance: Chance = chance, kinds: list[str] = kinds
            ) -> str:
                kinds.append("choice")
                assert not any("+" in option.label for option in choice.options)
                return chance.choose(choice)

        result = play(fight, Watching())
        assert kinds == sorted(kinds)  # every choice, then every draw
        revealed = [each for each in result.told if each.label.startswith("Marker ")]
        assert len(revealed) == kinds.count("draw")
        sides = [each.sentence.partition(" turns")[0] for each in revealed]
        assert sides == sorted(sides, key=[RED, BLUE].index)  # the attacker's first


@pytest.mark.cases("FM8", "8.2.1/8")
@pytest.mark.cases("FM7", "8.2.1/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_nobody_is_asked_twice_about_a_step(ruleset: str) -> None:
    _, script = played(partial(place_support, plan(ruleset)), "pass", "place", "pass", "pass")
    purposes = script.purposes
    assert len(set(purposes)) == len(purposes)


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_has_no_marker_left_is_passed_over_with_a_word(ruleset: str) -> None:
    one = plan(ruleset, ("r1m Red +1", "b4m Blue +4"))
    result, script = played(partial(place_support, one), "place", "pass", "place")
    choices = [request.purpose for request in script.asked if isinstance(request, Choice)]
    assert choices == [f"{RED}: marker 1", f"{BLUE}: marker 1", f"{BLUE}: marker 2"]
    passed = [ruling for ruling in result.told if ruling.status == "skipped"]
    assert [ruling.sentence for ruling in passed] == ["Red has no marker left to place."]
    assert result.outcome.attack_fire == ("r1m",)


@pytest.mark.cases("FM8", "7.2/6", "7.2/7")
@pytest.mark.cases("FM7", "7.2/5", "7.2/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_two_markers_of_a_side_come_from_the_pool_without_return(ruleset: str) -> None:
    def fire_twice(choice: Choice) -> str:
        return "place" if choice.who == RED else "pass"

    found = odds(partial(place_support, plan(ruleset)), fire_twice)
    totals = found.distribution(
        lambda fired: sum(marker.value for marker in fired.fire(fired.attack_fire))
    )
    assert totals == {3: Fraction(2, 3), 4: Fraction(1, 3)}  # +1 +2, or +2 +2
