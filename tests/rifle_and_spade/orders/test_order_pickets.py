"""Cordons and their pickets: how a cordon is set up, and the little that pickets do."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.campaigns import Quiet
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.orders.order_positions import outposts
from tests.rifle_and_spade.positions import picket, unit
from wargame.core.drivers import play
from wargame.core.errors import Refused
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import independents
from wargame.rifle_and_spade.brigiment_activation import Active, run_part
from wargame.rifle_and_spade.movement import activate_to_move, movement_subsegment
from wargame.rifle_and_spade.orders import (
    change,
    continuation,
    cordon,
    kinds,
    movement_bar,
    pickets,
    support,
)
from wargame.rifle_and_spade.orders import picket_rout as routs
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.plan import Plan
from wargame.rifle_and_spade.state import Situation


def why(situation: Situation, name: str, to: str) -> str:
    """Return the activity that lets a picket go into a hex, or nothing; the bar agrees."""
    there = situation.board.hex(to)
    found = pickets.activities(situation, name, there)
    bar = movement_bar.bar(situation, (name,), there)
    assert (bar is None) == found.allowed
    return str(found.value) if found.allowed else ""


def setup(situation: Situation) -> str:
    """Return what is wrong with a cordon as it is set up, or nothing."""
    found = kinds.may_issue(situation, "27", situation.command("27").order, at_start=True)
    return "" if found.allowed else str(found.cases[0])


def without(**more: Any) -> Situation:
    return outposts(**more)


# ---- the cordon


@pytest.mark.cases("RS", "11.12", "11.12.3", "11.12.4", "11.12.6", "11.12.6/1", "11.12.6/2")
def test_a_cordon_as_it_should_be() -> None:
    """RS 11.12.6: battalions on picket duty, each with a rally point."""
    assert setup(outposts()) == ""
    assert cordon.on_picket_duty(outposts(), "27") == ("2/27", "3/27")
    assert setup(outposts(rally_points={"2/27": "12.52"})) == "RS 11.12.6/2"


@pytest.mark.cases("RS", "11.12.6", "11.12.6/1")
def test_what_a_battalion_on_picket_duty_is_made_of() -> None:
    """RS 11.12.6/1: companies and pickets, of which three companies may be whole."""
    own: dict[str, Any] = {"brigiment": "27", "battalion": "2/27"}
    company: dict[str, Any] = {"size": "company", "steps": 1}
    more = [unit(f"c{n}", "Ottoman", at=f"{n}.51", **company, **own) for n in (11, 12, 13)]
    posts = {each.id: [each.at] for each in more}
    base = {"p1": ["11.58"], "p2": ["14.58"], "q1": ["17.58"], "c1": ["14.52"], "c3": ["17.52"]}
    assert setup(outposts(*more[:2], goals=base | {k: posts[k] for k in ("c11", "c12")})) == ""
    assert setup(outposts(*more, goals=base | posts)) == "RS 11.12.6/1"
    large = unit("L", "Ottoman", at="11.51", **own)
    assert setup(outposts(large, goals=base | {"L": ["11.51"]})) == "RS 11.12.6"
    nobody = outposts().without(["p1", "p2", "q1"])
    assert setup(nobody) == "RS 11.12.6"


@pytest.mark.cases("RS", "11.12.4")
def test_everybody_is_at_his_post() -> None:
    """RS 11.12.4: the objectives are where units stand; rally points are not beside enemies."""
    away = {"p1": ["11.57"], "p2": ["14.58"], "q1": ["17.58"], "c1": ["14.52"], "c3": ["17.52"]}
    assert setup(outposts(goals=away)) == "RS 11.12.4"
    assert setup(outposts(unit("foe", at="12.53"))) == "RS 11.12.4"
    here = outposts()
    posts = dict(cordon.at_posts(here, "27"))
    assert posts["p1"].hexes == (here.piece("p1").at,)


@pytest.mark.cases("RS", "11.12.6/2", "11.12.9")
def test_a_rally_point_is_lost_when_the_enemy_enters() -> None:
    """RS 11.12.6/2."""
    held = outposts()
    assert cordon.without_lost_points(held) is held
    lost = cordon.without_lost_points(outposts(unit("foe", at="12.52")))
    assert [name for name, _ in lost.command("27").order.rally_points] == ["3/27"]


@pytest.mark.cases("RS", "3.2.3", "11.12.7")
def test_pickets_are_made_in_a_cordon_alone() -> None:
    """RS 11.12.7, 3.2.3."""
    assert cordon.in_force(outposts(), "27")
    assert not cordon.in_force(outposts(order="disorganized defense"), "27")


# ---- what pickets do


@pytest.mark.cases("RS", "11.12.7", "11.12.7/1", "11.12.7/3", "11.13.7")
@pytest.mark.parametrize("order", ["cordon defense", "disorganized defense"])
def test_pickets_go_to_rally_points(order: str) -> None:
    """RS 11.12.7/3, 11.13.7: toward a rally point of theirs, and nowhere else."""
    here = outposts(order=order)
    assert why(here, "p1", "11.57") == "Rally point"
    assert why(here, "p1", "11.59") == ""
    assert why(outposts(order=order, rally_points={}), "p1", "11.57") == ""


@pytest.mark.cases("RS", "11.12.7/2")
def test_pickets_join_a_company_within_three_hexes() -> None:
    """RS 11.12.7/2."""
    own: dict[str, Any] = {"brigiment": "27", "battalion": "2/27"}

    def at(label: str) -> Situation:
        goals = {"p9": [label], "c1": ["14.52"]}
        return outposts(picket("p9", at=label, **own), rally_points={}, goals=goals)

    assert why(at("14.55"), "p9", "14.54") == "Join"
    assert why(at("14.55"), "p9", "14.56") == ""
    assert why(at("14.56"), "p9", "14.55") == ""


@pytest.mark.cases("RS", "11.12.7/5")
def test_one_picket_of_a_battalion_is_free_each_turn() -> None:
    """RS 11.12.7/5: to an objective; a second one of the battalion is refused."""
    here = outposts(rally_points={})
    post = here.board.hex("17.58")
    assert not pickets.may_send(here, "p1", here.board.hex("10.60")).allowed
    gone = pickets.send(here, "p1", post)
    assert why(gone, "p1", "12.58") == "Free picket"
    assert why(here, "p1", "12.58") == ""
    assert why(gone, "p1", "11.57") == ""
    with pytest.raises(Refused, match="One picket of a battalion"):
        pickets.send(gone, "p2", post)
    assert pickets.may_send(gone, "q1", gone.board.hex("14.58")).allowed
    assert not pickets.may_send(gone, "c1").allowed


@pytest.mark.cases("RS", "11.12.7/5")
def test_the_next_turn_another_may_be_free() -> None:
    """RS 11.12.7/5: not the same from turn to turn; his post is where he has come to."""
    here = outposts()
    gone = pickets.send(here, "p1", here.board.hex("17.58"))
    moved = run(activate_to_move(gone, ["p1"], bar=movement_bar.bar), "12.58", "end").outcome
    after = pickets.renew(moved)
    assert pickets.sent(after, "27") == {}
    goal = after.command("27").order.goal("p1")
    assert goal is not None
    assert after.board.label(goal.hexes[0]) == "12.58"
    assert pickets.may_send(after, "p2", here.board.hex("17.58")).allowed
    assert len(after.command("27").order.rally_points) == 2


@pytest.mark.cases("RS", "11.12.7/5")
def test_the_owner_is_asked_who_is_free() -> None:
    """RS 11.12.7/5: battalion by battalion."""
    asked = run(pickets.offer_to_send(outposts(), "27"), "p2", "17.58", "none")
    sent = pickets.sent(asked.outcome, "27")
    assert list(sent) == ["p2"]
    assert run(pickets.offer_to_send(asked.outcome, "27"), "none", "none").outcome


# ---- routing and other orders


@pytest.mark.cases("RS", "11.12.7/4", "11.12.9", "11.14.13")
def test_pickets_rout_of_their_own_will() -> None:
    """RS 11.12.7/4: off the map, with their steps to come back in a regroup."""
    after = run(activate_to_move(outposts(points=9), ["p1"]), "rout").outcome
    assert not after.on_map("p1")
    assert [(each.brigiment, each.cause) for each in after.losses] == [("27", "rout")]
    assert not routs.may_rout(outposts(), ["c1"]).allowed
    with pytest.raises(Refused):
        run(routs.voluntary_rout(outposts(), ["c1"]))


@pytest.mark.cases("RS", "11.12.9", "11.12.7/2", "3.2.4", "3.2.1")
def test_pickets_that_stand_together_are_recombined_before_they_move() -> None:
    """RS 11.12.9: four of them, beside a company of theirs; then orders may change."""
    own: dict[str, Any] = {"brigiment": "27", "battalion": "2/27"}
    four = [picket(f"p{n}", at="14.52", **own) for n in range(1, 5)]
    spare = unit("spare", "Ottoman", size="company", steps=1, **own)
    here = outposts(*four, spare).without(["q1"])
    assert not change.may_change(here, "27").allowed
    able = independents.able(here, "27")
    answers = {"Reorganizing in 14.52": "p1 + p2 + p3 + p4 = spare 1"}
    script = Quiet({**answers, "which stack": "reorganize 14.52", "stack moves": "14.52"})
    steps = partial(run_part, "4c.iii", Active(here, "27", able), Plan("none", 1))
    after = play(steps, script).outcome.situation
    assert after.piece("spare").steps == 1
    assert not any(after.on_map(each.id) for each in four)
    assert change.may_change(after, "27").allowed
    assert any("spare" in each.purpose for each in script.asked), "it may move on"


@pytest.mark.cases("RS", "11.12.9", "11.13.7", "11.3.6")
def test_pickets_under_other_orders() -> None:
    """RS 11.12.9: they stay pickets when the order degrades, and bar a change until gone."""
    failed = continuation.degrade(outposts(), "27")
    order = failed.command("27").order
    assert (order.kind, len(order.rally_points)) == ("disorganized defense", 2)
    assert pickets.bound(failed, failed.piece("p1"))
    assert not change.may_change(outposts(), "27").allowed
    assert change.may_change(outposts().without(["p1", "p2", "q1"]), "27").allowed


def driven(label: str, **more: Any) -> Situation:
    """Return the cordon with p1 driven from its post to a hex."""
    here = outposts(**more)
    return here.replace_pieces(evolve(here.piece("p1"), at=here.board.hex(label)))


@pytest.mark.cases("RS", "11.12.7/1", "11.12.7/2", "11.12.7/3")
@pytest.mark.parametrize("order", ["cordon defense", "disorganized defense"])
def test_a_picket_that_was_driven_out_must_rally_or_join(order: str) -> None:
    """RS 11.12.7/1: after a retreat it goes to a company or a rally point, threat or no."""
    case = "RS 11.12.7/1"
    away = driven("11.56", order=order)
    found = kinds.requirement(away, "27")
    assert (found.value, found.parts[0].value) == (False, ("p1",))
    first = next(movement_subsegment(away, ["p1", "p2"], bar=movement_bar.bar))
    assert isinstance(first, Choice)
    assert str(dict(first.barred)["done"].cases[0]) == case
    choice = next(activate_to_move(away, ["p1"], bar=movement_bar.bar))
    assert isinstance(choice, Choice)
    assert str(dict(choice.barred)["end"].cases[0]) == case
    assert kinds.requirement(outposts(order=order), "27").value is True
    for label in ("12.52", "14.52"):
        assert kinds.requirement(driven(label, order=order), "27").value is True
    assert kinds.requirement(driven("11.56", order=order, rally_points={}), "27").value is True
    sent = pickets.send(away, "p1", away.board.hex("17.58"))
    assert not pickets.adrift(sent, sent.piece("p1"))


@pytest.mark.cases("RS", "11.12.5")
def test_companies_of_a_cordon_owe_nothing() -> None:
    """RS 11.12.5: those driven from their posts need not come back."""
    here = outposts()
    gone = here.replace_pieces(evolve(here.piece("c1"), at=here.board.hex("14.51")))
    assert kinds.requirement(gone, "27").value is True


@pytest.mark.cases("RS", "11.12.6/2", "11.12.9")
def test_a_rally_point_is_lost_to_those_who_have_gone_on_and_with_the_last_picket() -> None:
    """RS 11.12.6/2: entering is enough; RS 11.12.9: in disorder they last as long as pickets do."""
    here = outposts()
    passed = here.hold(here.board.hex("12.52"), "Entente")
    left = cordon.without_lost_points(passed).command("27").order.rally_points
    assert [name for name, _ in left] == ["3/27"]
    failed = continuation.degrade(here, "27")
    assert cordon.without_lost_points(failed) is failed
    last = cordon.without_lost_points(failed.without(["p1", "p2", "q1"]))
    assert not last.command("27").order.rally_points


@pytest.mark.cases("RS", "11.12.6/2", "11.5.6")
def test_supports_may_use_a_rally_point() -> None:
    """RS 11.12.6/2: it serves units in support as well as pickets."""
    goals = {"p1": ["11.58"], "p2": ["14.58"], "q1": ["17.58"], "c1": ["14.52"]}
    here = outposts(goals=goals, support=["c3"])
    assert movement_bar.bar(here, ("c3",), here.board.hex("18.52")) is None
    assert Goal((here.board.hex("18.52"),)) in support.commit_options(here, "c3")
    none = outposts(goals=goals, support=["c3"], rally_points={})
    assert movement_bar.bar(none, ("c3",), here.board.hex("18.52")) is not None
