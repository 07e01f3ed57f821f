"""Behind a unit of a reserve or a march that had to stop on the road (11.15.6)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.orders.order_positions import GROUND, OWN, ROAD, TRACK, foe, under
from tests.rifle_and_spade.positions import unit
from wargame.core.procedure import Choice
from wargame.rifle_and_spade.movement import movement_subsegment
from wargame.rifle_and_spade.orders import following, kinds, routes
from wargame.rifle_and_spade.orders.movement_bar import bar
from wargame.rifle_and_spade.state import Situation

NAMES = ("L9", "R9", "L10")
GOALS = {name: ["18.50"] for name in NAMES}
ENEMY = foe("17.51")
"""Within three hexes of 14.50, where L10 has stopped, and of nobody behind it."""


def column(board: str = ROAD, order: str = "general reserve", **more: Any) -> Situation:
    """Return L10 stopped at 14.50, R9 two hexes behind it by road and L9 two behind that."""
    mode = more.pop("mode", "column")
    others = more.pop("others", (ENEMY,))
    places = {"L10": "14.50", "R9": "12.50", "L9": "10.50"}
    own = [unit(n, battalion=n[1:], at=at, order=mode, **OWN) for n, at in places.items()]
    given: dict[str, Any] = {"goals": GOALS, "radius": dict.fromkeys(NAMES, 1)} | more
    return routes.plotted(under(order, *own, *others, board=board, **given))


def case_of(situation: Situation, name: str, label: str) -> str:
    why = bar(situation, (name,), situation.board.hex(label))
    return "" if why is None else str(why.cases[0])


def at(situation: Situation, name: str, label: str, **more: Any) -> Situation:
    piece = evolve(situation.piece(name), at=situation.board.hex(label), **more)
    return situation.replace_pieces(piece)


@pytest.mark.cases("RS", "11.15.6")
def test_who_is_behind_by_road_or_track_follows_the_one_that_stopped() -> None:
    for board in (ROAD, TRACK):
        made = column(board)
        for name in ("R9", "L9"):
            first = following.first_stopped(made, made.piece(name))
            assert first is not None
            assert first.unit == "L10"
        assert following.first_stopped(made, made.piece("L10")) is None
    country = column(GROUND)
    assert following.first_stopped(country, country.piece("R9")) is None
    calm = column(others=())
    assert following.first_stopped(calm, calm.piece("R9")) is None
    attack = column(order="attack")
    assert following.first_stopped(attack, attack.piece("R9")) is None


@pytest.mark.cases("RS", "11.15.6")
def test_the_followers_keep_their_places_and_owe_no_march() -> None:
    made = column()
    assert kinds.requirement(made, "3").value is True
    choice = next(movement_subsegment(made, NAMES, bar=bar))
    assert isinstance(choice, Choice)
    assert "done" in [option.key for option in choice.options]
    country = column(GROUND)
    owing = kinds.requirement(country, "3")
    assert (owing.value, owing.parts[0].value) == (False, ("L9", "R9"))
    loose = column(mode="")
    assert kinds.requirement(loose, "3").value is False
    marched = at(made, "L10", "14.50", acted=True)
    assert kinds.requirement(marched, "3").parts[0].value == ("L9", "R9")


@pytest.mark.cases("RS", "11.15.6")
def test_a_follower_may_end_where_it_is_when_activated() -> None:
    for board, free in ((ROAD, True), (GROUND, False)):
        keys = [option.key for option in _inside(column(board), "R9").options]
        assert ("end" in keys) is free
    stopped = [option.key for option in _inside(column(), "L10").options]
    assert stopped == ["end", "leave column"]


def _inside(situation: Situation, name: str) -> Choice:
    """Return what a stack that is activated is asked first."""
    steps = movement_subsegment(situation, NAMES, bar=bar)
    first = next(steps)
    assert isinstance(first, Choice)
    key = next(o for o in first.options if name in o.label)
    second = steps.send(key)
    assert isinstance(second, Choice)
    return second


@pytest.mark.cases("RS", "11.15.6")
def test_a_follower_closes_up_and_goes_no_further() -> None:
    made = column()
    assert case_of(made, "R9", "13.49") == ""
    beside = at(made, "R9", "13.49")
    assert case_of(beside, "R9", "14.50") == ""
    bent = ["12.50", "13.49", "14.50", "14.49", "15.49", "16.50", "17.49"]
    shortcut = at(column(routes={"R9": bent}), "R9", "13.49")
    assert case_of(shortcut, "R9", "14.49") == "RS 11.15.6"
    assert case_of(at(shortcut, "L10", "18.59"), "R9", "14.49") == ""


@pytest.mark.cases("RS", "11.15.6", "11.16.4")
def test_on_the_march_a_follower_may_come_out_of_column_and_close_up() -> None:
    out = column(order="march", mode="")
    assert case_of(out, "R9", "13.49") == ""
    assert case_of(column(order="march", mode="", others=()), "R9", "13.49") == "RS 11.16.4"
