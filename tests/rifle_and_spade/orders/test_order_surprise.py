"""Tactical surprise (11.7): no opportunity fire in the first hex left and the first entered."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.moves import Enemy, walk
from tests.rifle_and_spade.orders.fields_of_march import LINE, foe, ordered
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.movement import activate_to_move
from wargame.rifle_and_spade.orders.surprise import silenced, surprise, surprises
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.triggers import Trigger

STEPS = ("12.51", "12.52", "12.53", "end")


def given(*, order: str = "initial attack", turn: int = 1, who: str = "175") -> Situation:
    """Return the 175th in an attack that the scenario says comes as a surprise."""
    made = ordered(foe("19.60"), order=order, line=LINE, turn=turn)
    rules = evolve(GALLIPOLI_1915, surprise=frozenset({who}))
    return evolve(made, ground=Field(made.board, rules))


def heard(made: Situation, monkeypatch: pytest.MonkeyPatch, *steps: str) -> list[tuple[str, str]]:
    """Return what invites the enemy's fire: where, and out of where."""
    enemy = Enemy().watch(monkeypatch)
    walk(activate_to_move(made, ["R1"]), *steps)
    label = made.board.label
    return [(label(t.at), label(t.left) if t.left else "") for t in enemy.seen]


@pytest.mark.cases("RS", "11.7", "11.9.4/2")
def test_it_holds_on_the_first_turn_of_an_initial_attack_that_the_scenario_names() -> None:
    made = given()
    assert surprise(made, "R1").value is True
    assert not surprise(given(turn=2), "R1").value
    assert not surprise(given(order="attack"), "R1").value
    assert not surprise(given(who="127"), "R1").value
    assert not surprises(ordered(line=LINE), made.piece("R1"))
    assert not surprise(made, "foe").value


@pytest.mark.cases("RS", "11.7.1")
def test_the_first_hex_left_and_the_first_entered_are_free_of_fire(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = heard(given(), monkeypatch, *STEPS)
    assert seen[:2] == [("12.52", ""), ("12.53", "12.52")]
    assert ("12.51", "12.50") not in seen


@pytest.mark.cases("RS", "11.7.1")
def test_without_it_every_hex_invites_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = heard(given(turn=2), monkeypatch, *STEPS)
    assert seen[:2] == [("12.51", "12.50"), ("12.52", "12.51")]


@pytest.mark.cases("RS", "11.7.1")
def test_ending_in_the_first_hex_invites_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heard(given(), monkeypatch, "12.51", "end") == []
    assert heard(given(), monkeypatch, "column", "end") == []


@pytest.mark.cases("RS", "11.7.1")
def test_waves_after_the_first_may_be_fired_at() -> None:
    made = given()
    cell = made.board.hex("12.51")
    first = Trigger("enters", ("R1",), cell, made.board.hex("12.50"), wave=1)
    free = {cell, made.board.hex("12.50")}
    assert silenced(made, first, free) is None
    second = evolve(first, wave=2)
    heard_of = silenced(made, second, free)
    assert heard_of is not None
    assert (heard_of.at, heard_of.left) == (cell, None), "the first hex left stays free of fire"
    assert silenced(made, second, {cell}) is second
    others = evolve(first, units=("foe",))
    assert silenced(made, others, free) is others
