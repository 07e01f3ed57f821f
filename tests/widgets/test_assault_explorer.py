"""The assault explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.assault_positions import HERE, assaulted, attacker, defender
from tests.rifle_and_spade.positions import gun, picket, work
from tests.widgets.shared import HOSTILE
from wargame.core.errors import Refused, RequestError, WargameError
from wargame.core.procedure import Choice
from wargame.core.run import Run
from wargame.rifle_and_spade import assault
from wargame.rifle_and_spade.assault_odds import assault_odds
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError
from widgets.explorers.assault import AssaultExplorer
from widgets.explorers.assault_example import LONG, source_of
from widgets.explorers.assault_plan import AssaultPlan
from widgets.explorers.assault_svg import way_of
from widgets.explorers.assault_words import HOLDS, round_cells

HB = ("1st HB", "2nd HB", "3rd HB", "4th HB")
PRINTED = [
    ("8 / 2", "4 / 1", "−4 / −1", "2 / 0.75", "61"),
    ("7 / 1.5", "3.5 / 0.75", "−4 / −1", "1.5 / 0.5", "77"),
    ("6 / 1.5", "6 / 1.5", "none", "6 / 1.5", "57"),
]
"""The table of RS-69: strengths, on the table, shifts, box, roll."""


@pytest.fixture
def explorer() -> AssaultExplorer:
    return AssaultExplorer()


def face(explorer: AssaultExplorer) -> int | None:
    """Return the roll of the round looked at."""
    return explorer.rounds[-1].face


def ahead(explorer: AssaultExplorer) -> int:
    """Return how many rounds the chances look ahead."""
    return len(explorer.odds.standings)


def hand(widget: Any, value: Any) -> None:
    """Move a control as a reader's hand would."""
    widget.value = value


def test_the_long_example_is_told_round_by_round(explorer: AssaultExplorer) -> None:
    """RS-69."""
    explorer.last()
    assert [round_cells(each)[1:6] for each in explorer.rounds] == PRINTED
    left = [round_cells(each)[8].split(" / ")[0] for each in explorer.rounds]
    assert left == ["7", "6", "5"]
    assert [each.gone() for each in explorer.rounds] == [("Coy",), (), ("MG section",)]
    assert [each.outcome for each in explorer.rounds] == ["both", "attacker", "both"]
    assert explorer.run is not None
    assert explorer.run.finished
    assert explorer.situation.shared == {explorer.plan.at}
    assert "Both sides are in Us/Them in 11.11." in explorer.panels.map.message
    assert explorer.panels.odds.lit == HOLDS[1]
    (lost,) = {frozenset((each.lost() or {}).items()) for each in explorer.rounds[1:2]}
    assert lost == {("attacker", 1), ("defender", 0)}
    assert explorer.panels.steps.forward.disabled


def test_stopping_before_each_round_changes_nothing() -> None:
    """The rounds of the explorer end where the engine's own resolution ends."""
    source = source_of(LONG)
    plan = AssaultPlan(source.situation, source.situation.assaults[0].at)
    ours = Run(plan.procedure())
    whole = Run(partial(assault.resolve_assault, source.situation, plan.at))
    for answer in source.story:
        ours.answer(answer)
        whole.answer(answer)
    assert ours.outcome == whole.outcome
    assert ours.told == whole.told
    assert ours.journal == whole.journal


def test_the_shape_of_the_way_over_the_table(explorer: AssaultExplorer) -> None:
    way = way_of(explorer.round)
    assert way is not None
    assert (way.base, way.sideways, way.shifted, way.final) == ((9, 3), (5, 3), (5, 2), (5, 2))
    assert way.spilled() == 0
    grid = explorer.panels.grid.value
    assert ">−4 columns</text>" in grid
    assert ">−1 row</text>" in grid
    assert ">base</text>" in grid
    assert ">final</text>" in grid
    assert "both are halved" in grid
    for span in ("00–56", "57–67", "68–99"):
        assert span in explorer.panels.round.value


def test_what_passes_to_the_other_side_is_drawn(explorer: AssaultExplorer) -> None:
    explorer.what_if(steps={HB[0]: 1, HB[1]: 0, HB[2]: 0, HB[3]: 0})
    way = way_of(explorer.round)
    assert way is not None
    assert way.shifted[0] < 0
    assert way.corner[0] == 0
    assert way.spilled() == -way.shifted[0]
    assert "to the other side</text>" in explorer.panels.grid.value
    assert "&lt; 0.25" in explorer.panels.grid.value
    high = AssaultExplorer(
        assaulted(
            [*(attacker(n) for n in "ABC"), *(defender(n, work="T") for n in "XY")],
            [work("T", "shallow trench", HERE, front=["S"], ends=["SE"])],
        )
    )
    above = way_of(high.round)
    assert above is not None
    assert above.final is not None
    assert "Final box" in high.panels.grid.value


def test_a_side_too_weak_for_the_table_is_told_without_a_roll() -> None:
    situation = assaulted([*(attacker(n) for n in "ABCE"), picket("P", at=HERE)])
    explorer = AssaultExplorer(situation)
    assert way_of(explorer.round) is None
    assert "destroyed" in explorer.panels.round.value
    assert explorer.run is not None
    assert explorer.run.finished
    assert explorer.panels.odds.lit == HOLDS[0]
    assert "Gone: P." in repr(explorer)
    assert "defender destroyed" in explorer.static_html()


def test_a_side_destroyed_by_the_shifts_has_a_cross() -> None:
    units = [attacker("A", steps=2, left=1, confused=True), *(defender(n, work="T") for n in "DEF")]
    trench = [work("T", "fire trench", HERE, front=["N"], ends=["NW", "SE"])]
    explorer = AssaultExplorer(assaulted(units, trench))
    way = way_of(explorer.round)
    assert way is not None
    assert way.final is None
    assert 'stroke="#b3200c"' in explorer.panels.grid.value


def test_nobody_to_fight_is_said() -> None:
    explorer = AssaultExplorer(assaulted([attacker("A")]))
    assert "One side has nobody" in repr(explorer)
    assert not explorer.rounds
    assert explorer.panels.chances.value == ""
    with pytest.raises(RequestError, match="no roll to make"):
        explorer.throw(3)
    explorer.first()


def test_strength_and_morale_are_told_unit_by_unit(explorer: AssaultExplorer) -> None:
    shown = explorer.panels.strengths.value
    assert "Shrapnel, 4 fire points, with infantry: 2, × ½ Confused" in shown
    assert "passes up to 75 (passed 76.0 %, failed 21.0 %, routed 3.0 %)" in shown
    assert "passes up to 60" in shown
    situation = assaulted([attacker("A"), gun("G", "Entente", at=HERE), defender("D")])
    assert (
        "takes no part" in repr(AssaultExplorer(situation))
        or "only rifles" in AssaultExplorer(situation).panels.strengths.value
    )


# ---- stepping


def test_one_goes_back_and_forth_by_the_buttons(explorer: AssaultExplorer) -> None:
    panels = explorer.panels
    assert panels.steps.back.disabled
    panels.steps.forward.click()
    assert face(explorer) == 61
    assert "Rolled 61: each side loses a step." in panels.map.message
    at = repr(explorer)
    panels.steps.last.click()
    assert len(explorer.rounds) == 3
    panels.steps.first.click()
    assert face(explorer) is None
    panels.steps.forward.click()
    assert repr(explorer) == at
    panels.steps.back.click()
    assert panels.steps.first.disabled
    panels.steps.back.click()
    assert "no answer yet" in panels.map.error


def test_an_answer_of_ones_own_leaves_the_story(explorer: AssaultExplorer) -> None:
    explorer.throw(99)
    assert explorer.panels.steps.forward.disabled
    with pytest.raises(RequestError, match="no answer that is known"):
        explorer.forward()
    explorer.back()
    explorer.forward()
    assert face(explorer) == 99
    with pytest.raises(RequestError, match="no answer that is known"):
        explorer.last()


def test_decisions_are_buttons_and_what_is_barred_says_why() -> None:
    situation = assaulted(
        [attacker("A"), attacker("B"), defender("D"), defender("E")],
        board="column-row 11.11\ng grassland\n\ng\n",
    )
    explorer = AssaultExplorer(situation)
    explorer.play(99, 10)
    buttons = {each.description: each for each in explorer.panels.decision.children[1:]}
    assert buttons["fight on"].disabled is False
    assert buttons["retreat"].disabled
    assert "no way out" in explorer.panels.barred.value
    with pytest.raises(Refused, match="no way out"):
        explorer.decide("retreat")
    buttons["fight on"].click()
    assert explorer.run is not None
    assert explorer.run.journal[-1].answer == "stay"
    with pytest.raises(RequestError, match="no roll to make"):
        explorer.throw()


def test_a_hex_of_a_retreat_is_picked_on_the_map() -> None:
    explorer = AssaultExplorer(assaulted([attacker("A"), attacker("B"), defender("D")]))
    explorer.play(0, 10, "stay", "retreat")
    run = explorer.run
    assert run is not None
    asked = run.request
    assert isinstance(asked, Choice)
    keys = [option.key for option in asked.options]
    explorer.panels.map.choose(keys[0])
    assert keys[0] in [entry.answer for entry in run.journal]


def test_dice_throw_and_are_set_by_hand() -> None:
    one, other = AssaultExplorer(seed=4), AssaultExplorer(seed=4)
    one.throw()
    other.panels.dice.request = {"kind": "throw", "face": 0, "count": 1}
    assert one.run is not None
    assert other.run is not None
    assert one.run.journal == other.run.journal
    third = AssaultExplorer()
    third.panels.dice.request = {"kind": "set", "face": 77, "count": 1}
    assert third.rounds[-1].face == 77
    with pytest.raises(Refused):
        AssaultExplorer().throw(100)


# ---- what if, chances, bets


def test_the_chances_are_the_engines(explorer: AssaultExplorer) -> None:
    expected = assault_odds(explorer.plan.situation, explorer.plan.at, 10)
    assert explorer.odds == expected
    assert f"attacker {float(expected.attacker_losses):.2f} steps" in explorer.panels.chances.value
    explorer.look_ahead(2)
    assert ahead(explorer) == 2
    hand(explorer.panels.form["rounds"], 3)
    assert ahead(explorer) == 3
    share = explorer.panels.odds.series[0]["chances"][HOLDS[0]]
    assert abs(Fraction(share) - explorer.odds.last.attacker) <= Fraction(1, 10_000)
    wrong: Any
    for wrong in (0, 21, True, 2.5, "2"):
        with pytest.raises(RequestError, match="whole number"):
            explorer.look_ahead(wrong)


def test_looking_further_ahead_keeps_what_was_played(explorer: AssaultExplorer) -> None:
    explorer.forward()
    explorer.look_ahead(4)
    assert face(explorer) == 61


def test_switches_by_python_and_by_hand_do_the_same(explorer: AssaultExplorer) -> None:
    by_hand = AssaultExplorer()
    form = by_hand.panels.form
    hand(form["confused"], "no")
    hand(form["works"], False)
    hand(form["wire"], "no")
    hand(form[f"steps {HB[0]}"], 1)
    explorer.what_if(confused=False, works=False, wire=False, steps={HB[0]: 1})
    assert repr(explorer) == repr(by_hand)
    assert explorer.static_html() == by_hand.static_html()
    assert explorer.round.strengths == (Fraction(7), Fraction(4))
    assert explorer.round.drms == (1, 1)
    assert [each["name"] for each in explorer.panels.odds.series] == [
        "with the switches",
        "as it stands",
    ]
    assert form["confused"].index == 2
    assert explorer.panels.steps.forward.disabled  # the story is of another position
    explorer.as_it_stands()
    for key in ("confused", "wire"):
        assert explorer.panels.form[key].index == 0  # the line is shown, not nothing
    assert repr(explorer) == repr(AssaultExplorer())
    assert not explorer.panels.steps.forward.disabled


def test_without_attackers_there_is_no_assault(explorer: AssaultExplorer) -> None:
    for key in explorer.panels.form.keys:
        if key.startswith("steps "):
            hand(explorer.panels.form[key], 0)
    assert "One side has nobody in this assault." in explorer.panels.map.message
    assert [each["name"] for each in explorer.panels.odds.series] == ["as it stands"]
    explorer.as_it_stands()
    assert explorer.rounds


def test_without_wire_ground_counts_in_one_round_only(explorer: AssaultExplorer) -> None:
    """RS 6.5.2 on the screen."""
    explorer.play(61, 10, 10, "stay", "stay")
    assert "wire was crossed" in explorer.panels.round.value
    explorer.what_if(wire=False)
    explorer.play(61, 10, 10, "stay", "stay")
    assert "Modifiers count in the first round only" in explorer.panels.round.value


@pytest.mark.parametrize(
    ("switches", "words"),
    [
        ({"rain": True}, "confused"),
        ({"wire": "yes"}, "True, False, None"),
        ({"works": None}, "True, False"),
        ({"steps": 1}, "a dict"),
        ({"steps": {"Z": 1}}, "1st HB"),
        ({"steps": {HB[0]: 3}}, "up to 2"),
        ({"steps": {HB[0]: True}}, "up to 2"),
    ],
)
def test_a_wrong_switch_is_told(
    explorer: AssaultExplorer, switches: dict[str, Any], words: str
) -> None:
    before = repr(explorer)
    with pytest.raises(RequestError, match=words) as raised:
        explorer.what_if(**switches)
    assert explorer.panels.map.error == str(raised.value)
    assert repr(explorer) == before


def test_the_bet_comes_before_chances_and_dice() -> None:
    explorer = AssaultExplorer(bet=True)
    assert "79.7" not in explorer.static_html() + repr(explorer)
    assert not explorer.panels.dice.enabled
    assert "Bet on who holds" in explorer.panels.map.message
    for act in (explorer.throw, explorer.forward, explorer.last):
        with pytest.raises(RequestError, match="Bet on who holds"):
            act()
    with pytest.raises(RequestError, match="attacker holds it"):
        explorer.bet("victory")
    explorer.panels.odds.place_bet(HOLDS[0])
    assert "79.7 %" in repr(explorer)
    (reply,) = explorer.replies
    assert reply.said == HOLDS[0]
    assert Fraction(reply.facts["chance"]) == explorer.odds.last.attacker
    explorer.last()
    explorer.back()
    explorer.throw(70)
    assert explorer.records[-1]["kind"] == "resolved"
    assert explorer.records[-1]["result"] == HOLDS[1]
    assert explorer.replies[0].facts["result"] == explorer.records[0]["result"]
    assert explorer.records[-1]["journal"][0]["answer"] == 61


def test_a_figure_for_print(explorer: AssaultExplorer) -> None:
    pytest.importorskip("matplotlib")
    explorer.look_ahead(2)
    figure = explorer.figure()
    assert "After round 2" in repr(figure)
    assert "after round 2" in [each.get_text() for each in figure.axes[0].get_yticklabels()]
    explorer.figure("a4")
    with pytest.raises(WidgetError, match="a4"):
        explorer.figure("letter")


# ---- what it opens on


def test_another_assault_of_the_position_can_be_chosen() -> None:
    from tests.rifle_and_spade.positions import assault as marker
    from tests.rifle_and_spade.positions import position

    far = {"at": "10.12", "came_from": "10.11"}
    situation = position(
        "column-row 10.12\ns scrub\n\nsss\nsss\nsss\n",
        [attacker("A"), defender("D"), attacker("B", **far), defender("E", at="10.12")],
        assault=[marker(HERE), marker("10.12")],
    )
    explorer = AssaultExplorer(situation, at="10.12")
    assert explorer.plan.label == "10.12"
    explorer.panels.map.choose(HERE)
    assert explorer.plan.label == HERE
    hand(explorer.panels.form["at"], situation.board.hex("10.12"))
    assert explorer.plan.label == "10.12"
    explorer.panels.map.choose("12.12")
    assert "without an assault" in explorer.panels.map.error
    with pytest.raises(RequestError, match="without an assault"):
        explorer.look_at("12.12")


@pytest.mark.parametrize("given", [3, None, "RS-999", HOSTILE, evolve(assaulted([]), assaults=())])
def test_what_is_no_position_is_refused(given: Any) -> None:
    with pytest.raises(WidgetError, match="AssaultExplorer, situation"):
        AssaultExplorer(given)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(WidgetError, match="seed"):
        AssaultExplorer(sede=3)
    with pytest.raises(RequestError):
        AssaultExplorer(at="12.12")
    with pytest.raises(RequestError):
        AssaultExplorer(at="99.99")
    with pytest.raises(RequestError, match="rounds"):
        AssaultExplorer(rounds=0)


def test_hostile_names_are_only_words() -> None:
    situation: Situation = assaulted([attacker(HOSTILE), defender("D")])
    explorer = AssaultExplorer(situation)
    assert HOSTILE not in explorer.static_html()
    for widget in (explorer.panels.strengths, explorer.panels.story, explorer.panels.grid):
        assert HOSTILE not in widget.value


def test_the_text_twin_is_the_same_each_time(explorer: AssaultExplorer) -> None:
    assert repr(explorer) == repr(AssaultExplorer())
    data, _ = explorer._repr_mimebundle_()
    assert data["text/plain"] == explorer.text_twin()
    assert data["text/html"] == explorer.static_html()
    assert isinstance(explorer.ruling.value, str)
    assert issubclass(RequestError, WargameError)
