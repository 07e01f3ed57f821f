"""CommandCup: the exact chances of the next chit and of the rest of the turn, without a browser."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import pytest
from attrs import evolve

from wargame.core.errors import RequestError
from wargame.rifle_and_spade import cup, kemal, krithia
from wargame.rifle_and_spade.cup_odds import Wish, cup_of, next_ruling, orders, places
from wargame.rifle_and_spade.formations import NO_ARMY
from wargame.rifle_and_spade.state import Situation
from widgets import CommandCup
from widgets.cup_words import OTHERS, THEN
from widgets.errors import WidgetError


@lru_cache(maxsize=1)
def start() -> Situation:
    return kemal.opening().situation


def shown(view: CommandCup) -> dict[str, Fraction]:
    return {name: Fraction(text) for name, text in view.next.series[0]["chances"].items()}


def test_the_chances_of_the_next_chit_are_the_engines() -> None:
    view = CommandCup(start())
    assert shown(view) == cup_of(start()).next()
    assert sum(shown(view).values()) == 1
    assert view.next.meanings["57"] == "Ottoman"
    assert view.why.ruling == next_ruling(start())


def test_the_places_are_exact_and_each_place_is_taken() -> None:
    view = CommandCup(start())
    assert view.table == places(cup_of(start()))
    assert all(sum(chances) == 1 for chances in view.table.values())
    assert all(sum(column) == 1 for column in zip(*view.table.values(), strict=True))
    assert view.places.value.count("<tr>") == 1 + len(view.table)


def test_the_orders_are_listed_likeliest_first_and_sum_to_one() -> None:
    view = CommandCup(start())
    listed = view.orders
    assert sum(listed.values()) == 1
    *named, last = listed
    assert last == OTHERS
    every = orders(cup_of(start()))
    assert listed[named[0]] == max(every.values()) == every[tuple(named[0].split(THEN))]


def test_with_many_chits_the_orders_are_not_listed_and_it_says_why() -> None:
    view = CommandCup(krithia.opening().situation)
    assert not view.orders
    assert view.rest.value == ""
    assert "10 chits can come out in 3628800 orders" in view.text_twin()
    assert "3628800" in view.static_html()
    assert len(view.table) == 10


def test_a_wish_moves_the_chances() -> None:
    view = CommandCup(start())
    view.wish("Ottoman", "57")
    wishes = {"Ottoman": Wish(("57",))}
    assert shown(view) == cup_of(start(), wishes).next()
    assert shown(view)["57"] > shown(view)["27"]
    assert view.favourites["Ottoman"].value == "57"
    view.wish("Ottoman", "57", yields=True)
    assert shown(view) == cup_of(start(), {"Ottoman": Wish(("57",), yields=True)}).next()
    assert view.records[-1] == {"kind": "wish", "side": "Ottoman", "order": ["57"], "yields": True}


def test_the_controls_do_what_the_methods_do() -> None:
    one, other = CommandCup(start()), CommandCup(start())
    one.favourites["Entente"].value = "2A"
    one.giving["Entente"].value = True
    other.wish("Entente", "2A", yields=True)
    assert shown(one) == shown(other)
    one.what_if.value = "57"
    other.pull("57")
    assert shown(one) == shown(other)
    one.back.click()
    assert one.pulled == ()


def test_what_if_pulls_a_chit_here_only() -> None:
    view = CommandCup(start())
    view.pull("57")
    assert shown(view) == cup_of(cup.pulled(start(), "57")).next()
    assert "If 57 had come" in view.text_twin()
    assert not view.situation.command("57").activated
    view.put_back()
    assert shown(view) == cup_of(start()).next()


def test_what_cannot_be_pulled_or_wished_is_refused_and_shown() -> None:
    view = CommandCup(start())
    with pytest.raises(RequestError, match="27, 57"):
        view.pull("77")
    assert "role='alert'" in view.error.value
    assert view.error.layout.display is None
    with pytest.raises(RequestError, match="wish of the Ottoman"):
        view.wish("Ottoman", "1A")
    with pytest.raises(RequestError, match="side"):
        view.wish("German")
    view.pull("57")
    assert view.error.layout.display == "none"


def test_an_empty_cup_says_so() -> None:
    done = [evolve(each, activated=True) for each in start().commands]
    view = CommandCup(start().with_command(*done))
    assert "Both cups are empty" in view.text_twin()
    assert view.table == {}
    assert "Both cups are empty" in view.static_html()


def test_the_explanation_can_be_left_out() -> None:
    view = CommandCup(start())
    assert "Disorder" in view.text_twin()
    view.show(start(), explained=False)
    assert "Disorder" not in view.text_twin() + view.static_html()
    view.show(start())
    assert "Disorder" in view.text_twin()


def test_a_position_without_command_rules_is_refused() -> None:
    bare = evolve(start(), commands=(), officers=(), army=NO_ARMY)
    with pytest.raises(WidgetError, match="command rules"):
        CommandCup(bare)
    with pytest.raises(WidgetError, match="command rules"):
        CommandCup(3)  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="first"):
        CommandCup(start(), first="German")
    with pytest.raises(WidgetError, match="keyword"):
        CommandCup(start(), second="")
