"""The command cups (2.1 to 2.4): loading them, who pulls, what comes out, and the exact chances."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, position, unit
from wargame.core.drivers import odds, play
from wargame.core.errors import RequestError
from wargame.core.procedure import Chance, Checkpoint, Choice, Roll
from wargame.rifle_and_spade import cup, cup_odds
from wargame.rifle_and_spade.cup_odds import Wish, cup_of, next_ruling, orders, places
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.questions_turn import chits, next_chit
from wargame.rifle_and_spade.state import Situation

if TYPE_CHECKING:
    from wargame.core.procedure import Steps

BOARD = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\n"
SIMPLE = evolve(GALLIPOLI_1915, winner_names_the_side=False)


def armies(
    ours: str = "AB", theirs: str = "YZ", orders: dict[str, Any] | None = None, **more: Any
) -> Situation:
    """Return brigades of one letter each, with a unit each on the map."""
    kinds = orders or {}
    named = [(name, "Entente") for name in ours] + [(name, "Ottoman") for name in theirs]
    places = {"Entente": "6.6", "Ottoman": "8.4"}
    units = [unit(f"{n} 1", side, brigiment=n, at=places[side]) for n, side in named]
    known = [brigiment(n, side, **kinds.get(n, {})) for n, side in named]
    return position(BOARD, units, brigiment=known, **more)


def rest(situation: Situation, first: str = "") -> Steps:
    """Pull chits until none is left; the outcome is the order they came in."""
    return _on((situation, (), first))


def _on(state: tuple[Situation, tuple[str, ...], str]) -> Steps:
    situation, names, first = state
    while any(cup.cups(situation)):
        situation, name = yield from cup.pull(situation, first=first)
        names = (*names, name)
        yield Checkpoint("pulled", (situation, names, first), _on)
    return names


def by_wishes(wishes: dict[str, Wish]) -> Any:
    """Return the policy of players with these wishes."""

    def policy(choice: Choice) -> str:
        keys = [option.key for option in choice.options]
        wish = wishes[choice.who]
        if "has the initiative" in choice.purpose:
            return keys[1] if wish.yields else keys[0]
        return next(name for name in wish.order if name in keys)

    return policy


# ---- loading


@pytest.mark.cases("RS", "2.1", "2.1.1", "2.0/3f", "15.1.5", "3.5.1")
def test_the_cup_holds_the_chits_of_released_brigades_on_the_map() -> None:
    situation = armies("ABC", orders={"B": {"released": False}}).without(["C 1"])
    assert cup.cups(situation) == (("A",), ("Y", "Z"))
    ruling = cup.cup_ruling(situation, "Entente")
    assert ruling.value == ("A",)
    assert [str(part.cases[0]) for part in ruling.parts] == ["RS 2.1", "RS 2.1.1", "RS 15.1.5"]
    assert cup.chits(situation, "Entente", frozenset({"B 1"})) == ("A", "B")


@pytest.mark.cases("RS", "2.2.2", "2.1", "2.2")
def test_a_pulled_chit_stays_out_until_the_cup_is_loaded() -> None:
    situation = cup.pulled(armies(), "Y")
    assert (situation.active, situation.last_chit) == ("Ottoman", "Ottoman")
    assert cup.cups(situation) == (("A", "B"), ("Z",))
    fresh = cup.load(situation)
    assert cup.cups(fresh) == (("A", "B"), ("Y", "Z"))
    assert fresh.last_chit == ""


# ---- initiative


def asked(situation: Situation, *answers: Any, first: str = "") -> tuple[str, list[str]]:
    """Return the side that pulls with these answers, and what was asked."""
    steps, given, purposes = cup.initiative_segment(situation, first=first), list(answers), []
    value: Any = None
    try:
        while True:
            step = steps.send(value)
            value = None
            if isinstance(step, Roll):
                purposes.append(step.purpose)
                value = step.band(given.pop(0))
                # the second die is told apart by what it decides only
            elif isinstance(step, Choice):
                purposes.append(step.purpose)
                value = step.option(given.pop(0))
    except StopIteration as stop:
        assert not given
        return str(stop.value), purposes


@pytest.mark.cases("RS", "2.3", "2.0/4a", "2.2/1")
def test_the_lower_die_wins_and_the_winner_names_the_side() -> None:
    situation = armies()
    assert asked(situation, 2, 6, "Entente")[0] == "Entente"
    side, purposes = asked(situation, 2, 6, "Ottoman")
    assert side == "Ottoman"
    assert len(purposes) == 3
    assert asked(armies(rules=SIMPLE), 7, 6) == ("Ottoman", purposes[:2])


@pytest.mark.cases("RS", "2.3.2")
def test_a_tie_goes_to_who_did_not_pull_last_and_is_rolled_again_at_first() -> None:
    assert asked(armies(last_chit="Entente"), 4, 4)[0] == "Ottoman"
    assert asked(armies(last_chit="Ottoman"), 4, 4)[0] == "Entente"
    assert asked(armies(), 4, 4, 9, 9, 0, 1, "Entente")[0] == "Entente"


@pytest.mark.cases("RS", "2.3.3", "2.3.4")
def test_no_die_is_thrown_for_an_empty_cup_or_a_first_player_of_the_scenario() -> None:
    assert asked(armies(theirs="")) == ("Entente", [])
    assert asked(armies(), first="Ottoman") == ("Ottoman", [])
    assert asked(armies(last_chit="Ottoman"), 1, 2, "Entente", first="Ottoman")[0] == "Entente"


# ---- sequencing


@pytest.mark.cases("RS", "2.4", "2.4.2", "2.0/4b", "2.2/2")
def test_at_or_under_the_threshold_one_chooses_otherwise_it_is_drawn() -> None:
    steps: Any = cup.sequencing_segment(armies(), "Entente")
    needed = next(steps)
    assert needed.value == 5
    roll = next(steps)
    assert isinstance(roll, Roll)
    assert [(band.low, band.high) for band in roll.bands] == [(0, 5), (6, 9)]
    draw = steps.send(roll.band(6))
    assert isinstance(draw, Roll)
    assert draw.drawn
    assert [band.outcome for band in draw.bands] == ["A", "B"]
    steps = cup.sequencing_segment(armies(), "Entente")
    next(steps)
    roll = next(steps)
    choice = steps.send(roll.band(5))
    assert isinstance(choice, Choice)
    assert [option.key for option in choice.options] == ["A", "B"]


@pytest.mark.cases("RS", "2.2.1", "2.2.2", "2.0/4", "2.2")
def test_chits_are_pulled_until_both_cups_are_empty_and_one_side_may_go_twice() -> None:
    twice = False
    for seed in range(30):
        played = play(lambda: rest(armies()), Chance(Random(seed)))
        assert sorted(played.outcome) == ["A", "B", "Y", "Z"]
        twice = twice or set(played.outcome[:2]) in ({"A", "B"}, {"Y", "Z"})
    assert twice
    empty = armies("", "")
    assert next(iter(play(lambda: cup.pull(empty), Chance(Random(1))).outcome)) == empty


# ---- exact chances


@pytest.mark.cases("RS", "2.2.1", "2.3", "2.3.1", "2.4.1", "2.4.2")
@pytest.mark.parametrize("yields", [False, True])
@pytest.mark.parametrize("rules", [GALLIPOLI_1915, SIMPLE])
def test_the_chances_are_those_of_the_odds_driver(yields: bool, rules: Any) -> None:  # noqa: FBT001
    orders_now = {"B": {"order": "stalled attack"}, "Z": {"order": "initial attack"}}
    situation = armies("AB", "XYZ", orders_now, last_chit="Ottoman", light="night", rules=rules)
    wishes = {"Entente": Wish(("B", "A")), "Ottoman": Wish(("Y", "Z", "X"), yields)}
    found = odds(lambda: rest(situation), by_wishes(wishes)).distribution(lambda each: each)
    state = cup_of(situation, wishes)
    assert orders(state) == found
    assert sum(found.values()) == 1
    for name, chances in places(state).items():
        for place, chance in enumerate(chances):
            assert chance == sum(c for names, c in found.items() if names[place] == name)
    assert state.next() == {
        name: sum(c for names, c in found.items() if names[0] == name)
        for name in "ABXYZ"
    }  # fmt: skip


@pytest.mark.cases("RS", "2.3.4", "2.3.3", "2.4.2")
def test_the_first_player_of_a_scenario_counts_for_the_first_chit_alone() -> None:
    situation = armies(rules=SIMPLE)
    wishes = {"Entente": Wish(("A", "B")), "Ottoman": Wish(("Y", "Z"))}
    found = odds(lambda: rest(situation, "Ottoman"), by_wishes(wishes))
    state = cup_of(situation, wishes, first="Ottoman")
    assert orders(state) == found.distribution(lambda each: each)
    assert sum(state.next().get(name, 0) for name in "AB") == 0


@pytest.mark.cases("RS", "2.3.2")
def test_before_the_first_chit_ties_are_rolled_again() -> None:
    orders_now = {"A": {"order": "initial attack"}}
    state = cup_of(armies(orders=orders_now))
    won = sum(a - 1 < b for a in range(10) for b in range(10))
    lost = sum(a - 1 > b for a in range(10) for b in range(10))
    assert state.active() == (Fraction(won, won + lost), Fraction(lost, won + lost))
    after = evolve(state, last=0)
    assert after.active() == (Fraction(won, 100), Fraction(100 - won, 100))


def test_without_wishes_every_chit_of_a_cup_is_as_likely() -> None:
    state = cup_of(armies("ABCD", "YZ"))
    assert state.called(0) == dict.fromkeys("ABCD", Fraction(1, 4))
    assert len({places(state)[name] for name in "ABCD"}) == 1
    assert all(sum(chances) == 1 for chances in places(state).values())


def test_many_chits_have_places_but_no_list_of_orders() -> None:
    state = cup_of(armies("ABCDE", "VWXYZ"))
    with pytest.raises(RequestError, match="8 at most"):
        orders(state)
    assert all(sum(chances) == 1 for chances in places(state).values())
    assert len(orders(cup_of(armies("ABC", "XY")))) == 120


@pytest.mark.cases("RS", "2.2.1")
def test_the_ruling_gives_each_chance_with_its_reasons() -> None:
    situation = armies(last_chit="Entente", orders={"B": {"activated": True}})
    wishes = {"Ottoman": Wish(("Z",))}
    ruling = next_ruling(situation, wishes)
    chances = {part.label: part.value for part in ruling.parts}
    assert chances == cup_of(situation, wishes).next()
    assert ruling.value == ("A", "Z", "Y")
    assert "%" in ruling.sentence
    assert Wish() == cup_odds.NO_WISH
    with pytest.raises(RequestError, match="Entente"):
        next_chit(situation, brigiment="A", first="Nobody")
    assert next_chit(situation, brigiment="Z", prefer=("Z",)).value == chances["Z"]
    assert chits(situation, side="Entente").value == ("A",)
    nobody = next_ruling(armies("", ""))
    assert nobody.value == ()
