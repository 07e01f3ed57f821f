"""Writing routes of march hex by hex, objectives at any distance, and rally points."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from tests.rifle_and_spade.campaigns import SIZE, Script, campaign
from tests.rifle_and_spade.orders.order_positions import GROUND, foe, outposts, under
from wargame.core.drivers import play
from wargame.core.procedure import Chance, Choice
from wargame.rifle_and_spade.orders import composing, drawing, kinds, routes
from wargame.rifle_and_spade.orders.order import Order, OrderKind
from wargame.rifle_and_spade.state import Situation

LEFT, RIGHT = "L9", "R9"


def composed(
    situation: Situation, kind: OrderKind, answers: dict[str, Any], brigiment: str = "3"
) -> tuple[Order | None, Script]:
    """Return the order that is written with these answers, the first fitting word deciding."""
    script = Script({"when": "now", "in support": "done", **answers})
    at_start = kind in {"initial attack", "cordon defense"}
    written = play(lambda: composing.compose(situation, brigiment, kind, at_start=at_start), script)
    return written.outcome, script


def attack(**answers: Any) -> tuple[Order | None, Script]:
    """Return an attack of the 3rd Brigade on a line north of it, with routes drawn as told."""
    table = {"objectives": "line", "one end": "12.55", "goes on": ["13.54", "14.55", "done"]}
    words = {"routes of march": "routes", "from": "steps"}
    return composed(under("defense"), "attack", table | {key: answers[words[key]] for key in words})


def labels(situation: Situation, way: tuple[Any, ...]) -> list[str]:
    return [situation.board.label(cell) for cell in way]


def asked(script: Script, words: str) -> Choice:
    """Return the last question whose purpose contains some words."""
    return next(each for each in reversed(script.asked) if words in each.purpose)


@pytest.mark.cases("RS", "11.4.9", "11.4.11", "11.4.4")
def test_a_route_is_drawn_hex_by_hex_and_the_rest_goes_the_shortest_way() -> None:
    order, script = attack(routes=[LEFT, "done"], steps=["11.50", "11.51", "rest"])
    assert order is not None
    way = labels(under("defense"), order.route(LEFT) or ())
    assert way[:3] == ["12.50", "11.50", "11.51"]
    goal = order.goal(LEFT)
    assert goal is not None
    assert labels(under("defense"), goal.hexes) == way[-1:]
    assert order.route(RIGHT) is None
    assert kinds.may_issue(under("defense"), "3", order).allowed
    assert script.purposes[-1] == "3: routes of march"


@pytest.mark.cases("RS", "11.4.9")
def test_a_hex_that_leads_across_another_route_is_barred_with_the_reason() -> None:
    _, script = attack(routes=[LEFT, "done"], steps=["12.51", "13.51", "back"])
    barred = [pair for each in script.asked if LEFT in each.purpose for pair in each.barred]
    whys = {why.sentence: why for key, why in barred if key != "rest"}
    crossing = next(said for said in whys if "crosses that of R9" in said)
    assert str(whys[crossing].cases[0]) == "RS 11.4.9"
    assert any("none of its hexes comes twice" in said for said in whys)


@pytest.mark.cases("RS", "11.4.9", "11.4.10")
def test_a_route_may_be_left_as_it_was() -> None:
    order, script = attack(routes=[LEFT, "done"], steps=["11.50", "back"])
    assert order is not None
    assert order.routes == ()
    assert [each.purpose.rpartition(" ")[2] for each in script.asked if LEFT in each.purpose] == [
        "12.50",
        "11.50",
    ]


@pytest.mark.cases("RS", "11.4.11", "11.11.3")
def test_where_the_shortest_way_is_barred_the_shortest_round_is_written() -> None:
    """Those who go to a defense do not pass beside enemies; the shortest ways would."""
    situation = under("attack", foe("13.53"))
    answers = {
        "objectives": "line",
        "one end": "12.58",
        "goes on": ["13.57", "14.58", "done"],
        "routes of march": [LEFT, "done"],
        f"the route of {LEFT}": "back",
    }
    order, script = composed(situation, "defense", answers)
    first = next(each for each in script.asked if each.purpose.endswith("routes of march"))
    assert first.barred == ()
    assert order is not None
    assert {name for name, _ in order.routes} == {LEFT, RIGHT, "L10"}
    assert kinds.may_issue(situation, "3", order).allowed
    drawing = next(each for each in script.asked if f"the route of {LEFT}" in each.purpose)
    assert "11.4.9" in str(dict(drawing.barred)["rest"].cases[0]), "it crosses another's way round"


@pytest.mark.cases("RS", "11.4.2")
def test_objectives_may_lie_at_any_distance() -> None:
    situation = campaign(turn=4)
    far = "1.20"
    near = [situation.board.label(c) for c in composing._near(situation, "B")]
    assert far not in near
    answers = {
        "objectives": "point",
        "B: its objective, further off": far,
        "B: its objective": "far",
    }
    order, script = composed(situation, "attack", answers, "B")
    assert order is not None
    assert {labels(situation, goal.hexes)[0] for _, goal in order.goals} == {far}
    offered = {option.key for option in asked(script, "further off").options}
    assert not offered & set(near)
    assert len(offered) + len(near) == SIZE * SIZE + 1


@pytest.mark.cases("RS", "11.12.6/2", "11.12.3", "11.12.4")
def test_a_cordon_is_written_with_a_rally_point_for_each_battalion_on_duty() -> None:
    situation = outposts(rally_points={})
    answers = {"rally point of 2/27": "12.52", "rally point of 3/27": "18.52"}
    answers |= {"objectives": "positions"}
    order, _ = composed(situation, "cordon defense", answers, "27")
    assert order is not None
    assert [(n, situation.board.label(at)) for n, at in order.rally_points] == [
        ("2/27", "12.52"),
        ("3/27", "18.52"),
    ]
    order, _ = composed(situation, "cordon defense", answers | {"point of 3/27": "none"}, "27")
    assert order is not None
    answers["rally point of 3/27"] = "none"
    order, script = composed(situation, "cordon defense", answers, "27")
    assert order is None
    assert len([w for w in script.purposes if "objectives of" in w]) == composing.MOST_TRIES


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_answered_an_order_is_whole_or_none(seed: int) -> None:
    """No dead end, and no route that the rules forbid."""
    situation = under("defense", foe("14.57"), board=GROUND, turn=4)
    dice = Chance(Random(seed))
    kinds_asked: tuple[OrderKind, ...] = (
        "attack",
        "defense",
        "general reserve",
        "regroup",
        "march",
    )
    for kind in kinds_asked:
        order = play(partial(composing.compose, situation, "3", kind), dice).outcome
        if order is not None:
            assert kinds.may_issue(situation, "3", order).allowed
            assert routes.crossings(situation, "3", order).allowed


@pytest.mark.cases("RS", "11.4.9")
def test_a_drawn_way_keeps_out_of_where_it_has_been() -> None:
    situation = under("defense")
    order, _ = attack(routes=[LEFT, "done"], steps=["12.49", "11.49", "11.50", "rest"])
    assert order is not None
    way = order.route(LEFT) or ()
    assert len(set(way)) == len(way)
    twice = drawing.steps(situation, "3", order, LEFT, way[:2])[way[0]]
    assert not twice.allowed
