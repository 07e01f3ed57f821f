"""GuidedGame with command rules: both scenarios, the cups, and one screen for two players."""

from __future__ import annotations

import re
from random import Random

import pytest

from wargame.core.errors import RequestError
from wargame.core.procedure import Band, Choice, Roll
from wargame.core.ruling import figure, finding
from wargame.rifle_and_spade import kemal, krithia
from wargame.rifle_and_spade.inspecting import seen
from widgets import GuidedGame
from widgets.errors import WidgetError
from widgets.explorers.game_command import part_of
from widgets.explorers.game_veil import COVERED, Veil

NAMES = (kemal.SCENARIO, krithia.SCENARIO)


def some(game: GuidedGame, count: int, seed: int = 1) -> set[str]:
    """Answer at random so often, whoever is hidden; return the parts of the sequence passed."""
    random, parts = Random(seed), set()
    for _ in range(count):
        request = game.run.request
        if request is None:
            break
        if isinstance(request, Roll):
            game.throw()
        else:
            if game.play.hidden == request.who:
                game.pass_to(request.who)
            keys = [option.key for option in request.options]
            quick = {"on", "done"} if request.purpose.endswith("routes of march") else {"on"}
            game.answer(next((key for key in keys if key in quick), random.choice(keys)))
        parts.add(game.panels.sequence.here)
    return parts


@pytest.mark.parametrize("name", NAMES)
def test_both_command_scenarios_are_played(name: str) -> None:
    game = GuidedGame(name)
    assert isinstance(game.run.request, Choice)
    assert game.panels.sequence.where.startswith("Before play")
    assert game.panels.sequence.here == ""
    parts = some(game, 250)
    assert {"4a", "4b", "4c.iii"} <= parts
    steps = {step["id"]: step for step in game.panels.sequence.steps}
    assert parts - {""} <= set(steps)
    assert all(steps[part]["used"] for part in parts - {""})
    assert steps["3d"]["used"]
    assert not steps["2"]["used"]
    assert "introductory" in steps["2"]["why"]


@pytest.mark.parametrize("name", NAMES)
def test_a_saved_game_goes_on_where_it_was(name: str) -> None:
    game = GuidedGame(name)
    some(game, 40)
    again = GuidedGame(name)
    again.load(game.save())
    assert again.run.journal == game.run.journal
    assert again.situation == game.situation
    again.go_to(20)
    again.last()
    assert again.situation == game.situation


def test_the_command_segments_are_told_apart_by_the_cases_of_the_question() -> None:
    assert part_of("3", _roll("RS 11.2.3")) == "3d"
    assert part_of("3", _roll("RS 10.1")) == "3c"
    assert part_of("3", _roll("RS 11.3.2")) == "3e"
    assert part_of("3", _roll("RS 9.5.2")) == "3b"
    assert part_of("4a", _roll("RS 2.4")) == "4b"
    assert part_of("4a", _roll("RS 2.3")) == "4a"
    assert part_of("4c.iii", _roll("RS 17.2/3")) == "4c.iii"
    assert part_of("1", None) == "1"


def _roll(case: str, purpose: str = "x") -> Roll:
    return Roll(purpose, 1, [Band(0, 0, "x")], (case,), first=0)


def test_the_cup_and_the_officer_points_follow_the_game() -> None:
    game = GuidedGame(kemal.SCENARIO)
    command = game.panels.command
    assert command is not None
    assert "Who comes next" not in game.text_twin()
    command.cup_open.value = command.track_open.value = True
    assert command.cup.layout.display is None
    some(game, 60)
    activated = {each.brigiment for each in game.situation.commands if each.activated}
    assert activated
    assert activated.isdisjoint(command.cup.table)
    last = {each.brigiment: each.samples[-1].points for each in command.track.tracks}
    assert last == dict(game.situation.officers)
    assert "Who comes next" in game.text_twin()
    assert "In figures" in game.static_html()
    command.cup_open.value = False
    assert "Who comes next" not in game.text_twin()


def test_a_game_without_command_rules_has_neither() -> None:
    assert GuidedGame().panels.command is None


# ---- one screen for two players


def test_a_hidden_display_shows_no_order_that_is_chosen() -> None:
    game = GuidedGame(kemal.SCENARIO, hide="Ottoman")
    sequence = game.panels.sequence
    assert sequence.options == sequence.barred == []
    assert COVERED in sequence.purpose
    assert "write an order" not in game.text_twin() + game.static_html()
    assert game.panels.map.marks == {}
    with pytest.raises(RequestError, match="Hand the screen over"):
        game.answer("1")
    assert "Hand the screen over" in game.panels.map.error
    assert game.run.journal == ()
    game.pass_to("Ottoman")
    assert game.panels.hide.value == "Entente"
    assert sequence.options
    for _ in range(3):
        game.answer("1")
    assert isinstance(game.run.request, Choice)
    assert game.run.request.who == "Entente"
    game.pass_to("Entente")
    assert {line["answer"] for line in sequence.journal} == {"…"}
    assert "order that 57" not in game.text_twin() + game.static_html()
    assert sequence.options
    game.hide()
    assert "order that 57" in game.text_twin()


def test_of_a_hidden_side_only_what_may_be_looked_at_lies_on_the_map() -> None:
    game = GuidedGame(krithia.SCENARIO)
    some(game, 200)
    game.hide("Ottoman")
    situation = game.situation
    shown = {counter.short for counter in game.panels.map.counters}
    for side, cells in situation.occupied.items():
        for cell in cells:
            there = {piece.unit for piece in situation.at(cell, side)}
            known = set(seen(situation, cell, "Entente"))
            assert there & shown == there & known
    assert len(shown) < len(situation.pieces)
    game.hide("")
    assert len(list(game.panels.map.counters)) == len(situation.pieces)


def test_before_play_spies_have_seen_everything() -> None:
    game = GuidedGame(kemal.SCENARIO, hide="Ottoman")
    assert len(list(game.panels.map.counters)) == len(game.situation.pieces)
    game.hide("Entente")
    assert len(list(game.panels.map.counters)) < len(game.situation.pieces)


@pytest.mark.parametrize("side", ["Ottoman", "Entente"])
def test_nothing_told_names_the_orders_or_points_of_a_hidden_side(side: str) -> None:
    game = GuidedGame(kemal.SCENARIO, hide=side)
    veil = Veil(side, game.situation)
    own, foe = ("57", "1A") if side == "Ottoman" else ("1A", "57")
    secret = (
        figure(f"Orders continuation of {own}", "fails", "It fails.", "RS 11.2.1"),
        figure("Leading", 0, f"{own} loses 0 of 8 officer points.", "RS 16.6.1"),
    )
    public = figure(f"Orders continuation of {foe}", "fails", "It fails.", "RS 11.2.1")
    dice = finding("Initiative", 1, "The lower result.", "RS 2.3", parts=secret[:1])
    told = veil.told((*secret, public, dice))
    assert [ruling.label for ruling in told] == [public.label, "Initiative"]
    assert told[1].parts == ()
    assert Veil("", game.situation).told(secret) == secret


def test_rolls_for_orders_of_a_hidden_side_are_covered_and_others_are_not() -> None:
    game = GuidedGame(kemal.SCENARIO)
    veil = Veil("Ottoman", game.situation)

    def roll(purpose: str) -> Roll:
        return _roll("RS 1.4", purpose)

    assert veil.covers_request(roll("57: attack continues"))
    assert veil.covers_request(roll("Leader casualties of 27"))
    assert not veil.covers_request(roll("1A: change to regroup"))
    assert not veil.covers_request(roll("Initiative: die of the Ottoman"))
    assert not veil.covers_request(roll("Fire at 34.57"))
    assert not veil.covers_request(None)


def test_a_question_names_nobody_who_lies_underneath() -> None:
    game = GuidedGame(kemal.SCENARIO)
    veil = Veil("Ottoman", game.situation)
    under = next(p.unit for p in game.situation.pieces if p.unit not in _lying_open(veil))
    assert veil.words(f"Entente: fire at {under} (enters)").startswith("Entente: fire at a unit")
    assert Veil("", game.situation).words(under) == under


def _lying_open(veil: Veil) -> set[str]:
    return {piece.unit for piece in veil.shown.pieces}


def test_a_reader_plays_one_side_against_a_hidden_player() -> None:
    game = GuidedGame(
        kemal.SCENARIO, hide="Ottoman", players={"Ottoman": "defends"}, auto_dice=True
    )
    some(game, 25)
    assert isinstance(game.run.request, Choice)
    assert game.run.request.who == "Entente"
    command = game.panels.command
    assert command is not None
    command.cup_open.value = command.track_open.value = True
    assert {each.side for each in command.track.tracks} == {"Entente"}
    assert "Disorder" not in command.cup.text_twin()
    lines = zip(game.panels.sequence.journal, game.play.line, strict=True)
    assert all(shown["answer"] == "…" for shown, entry in lines if entry.who == "Ottoman")


def test_the_control_hides_too_and_no_other_side_can_be_hidden() -> None:
    game = GuidedGame(kemal.SCENARIO)
    game.panels.hide.value = "Entente"
    assert game.play.hidden == "Entente"
    game.panels.hide.value = "nobody"
    assert game.play.hidden == ""
    with pytest.raises(WidgetError, match="hide"):
        game.hide("German")
    with pytest.raises(WidgetError, match="side"):
        game.pass_to("German")
    with pytest.raises(WidgetError, match="hide"):
        GuidedGame(kemal.SCENARIO, hide="German")


def test_the_victory_as_things_stand_names_nobody_underneath() -> None:
    """The hex of an objective says who holds it; not who lies there unseen."""
    game = GuidedGame(kemal.SCENARIO, hide="Entente")
    shown = {card.short for card in game.panels.map.counters}
    under = [p.unit for p in game.situation.of("Entente") if p.unit not in shown]
    assert "L 1 Bn" in under
    for told in (game.static_html(), game.text_twin()):
        assert "a unit underneath" in told
        assert [
            name for name in under if re.search(rf"(?<![\w/]){re.escape(name)}(?!\w)", told)
        ] == []
    game.hide()
    assert "L 1 Bn" in game.text_twin()
