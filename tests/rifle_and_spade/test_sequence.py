"""The sequence of play as data, the subsegments that are run, the end of a turn."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import gun, position, unit
from wargame.core.drivers import Played, play
from wargame.core.procedure import Choice, Roll
from wargame.core.rulebook import catalogue, entry
from wargame.core.ruling import Ruling, case, figure, refusal
from wargame.rifle_and_spade.clearing_rules import CLEARING, unused_parts
from wargame.rifle_and_spade.ruleset import Light
from wargame.rifle_and_spade.sequence import (
    SUBSEGMENTS,
    activation,
    end_of_turn,
    hours_of,
    light_of,
    outline,
    part_named,
    sequence_of_play,
    subsegment,
)
from wargame.rifle_and_spade.state import Situation

GROUND = "column-row 6.4\ng grassland\n\ngggg\ngggg\n"


class Script:
    """Answers by taking the first wanted key that is open, the last option otherwise."""

    def __init__(self, *wanted: str) -> None:
        self.wanted, self.asked = list(wanted), list[Choice]()

    def roll(self, roll: Roll) -> int:
        return roll.last

    def choose(self, choice: Choice) -> str:
        self.asked.append(choice)
        keys = [option.key for option in choice.options]
        if self.wanted and self.wanted[0] in keys:
            return self.wanted.pop(0)
        return next(key for key in ("end", "done", "hold", *keys) if key in keys)


@pytest.mark.cases("RS", "2.0")
def test_every_part_of_the_sequence_is_a_case_of_the_book() -> None:
    parts = [part for phase in sequence_of_play() for part in phase.walk()]
    for part in parts:
        assert entry(case(part.case)).title
        for chapter in part.chapters:
            assert entry(case(chapter)).title, chapter
    numbered = [f"RS {number}" for number in catalogue("RS") if number.startswith("2.0/")]
    assert {part.case for part in parts} == {each for each in numbered if "/b" not in each}


def test_the_phases_follow_in_the_printed_order() -> None:
    parts = [part.id for phase in sequence_of_play() for part in phase.walk()]
    assert [part.id for part in sequence_of_play()] == ["1", "2", "3", "4", "5"]
    assert parts.index("4a") < parts.index("4b") < parts.index("4c")
    assert [each for each in parts if each in SUBSEGMENTS] == list(SUBSEGMENTS)
    assert part_named("4c.ii").title == "Commanded Fire Subsegment"


@pytest.mark.cases("GB", "102.0", "102.1.7")
@pytest.mark.cases("RS", "2.3.4")
def test_what_a_scenario_passes_over_is_shown_with_its_reason() -> None:
    shown = outline(unused_parts())
    supply = shown.find("2 Supply Phase")
    assert supply is not None
    assert (supply.status, supply.cases[-1]) == ("skipped", case("GB 102.0"))
    assert supply.parts[0].status == "skipped"
    fire = shown.find("4c.ii Commanded Fire Subsegment")
    assert fire is not None
    assert fire.counts
    digging = shown.find("4c.i Engineering Subsegment")
    assert digging is not None
    assert "no engineering" in digging.sentence
    assert Ruling.from_json(shown.to_json()) == shown


def test_nothing_is_passed_over_without_a_reason() -> None:
    assert all(each.status != "skipped" for each in outline({}).walk())


@pytest.mark.cases("RS", "2.0/4c", "2.0/4c.i", "2.0/4c.ii", "2.0/4c.iii")
def test_an_activation_runs_its_subsegments_in_order() -> None:
    start = position(
        GROUND,
        [unit("a", at="6.4"), unit("b", at="6.3"), unit("x", "Ottoman", at="7.3")],
    )
    script = Script("7.3", "6.4", "go", "6.3")
    played = play(lambda: activation(start, frozenset({"a", "b"})), script)
    purposes = [choice.purpose for choice in script.asked]
    dug, fired, moved = (
        next(n for n, said in enumerate(purposes) if word in said)
        for word in ("Engineering", "commanded fire", "which stack moves")
    )
    assert dug < fired < moved
    assert isinstance(played.outcome, Situation)
    assert played.outcome.piece("a").fired


def test_without_engineering_nobody_is_asked_to_dig() -> None:
    start = position(GROUND, [unit("a", at="6.4"), unit("x", "Ottoman", at="9.3")], rules=CLEARING)
    script = Script()
    play(lambda: activation(start, frozenset({"a"})), script)
    assert [choice.purpose for choice in script.asked] == ["Entente: which stack moves"]


def test_who_digs_neither_fires_nor_moves() -> None:
    start = position(
        GROUND, [unit("a", at="6.4", task="engineering"), unit("x", "Ottoman", at="7.3")]
    )
    script = Script()
    play(lambda: subsegment("4c.ii", start, frozenset({"a"})), script)
    play(lambda: subsegment("4c.iii", start, frozenset({"a"})), script)
    assert script.asked == []


def test_what_a_scenario_forbids_is_barred_in_movement() -> None:
    start = position(GROUND, [unit("a", at="6.4"), unit("x", "Ottoman", at="9.3")])
    why = refusal("Here", "Not this way.", "GB 102.1.7")
    seventh = start.board.hex("7.4")

    def bar(_: Situation, __: tuple[str, ...], there: object) -> Ruling | None:
        return why if there == seventh else None

    script = Script("6.4")
    play(lambda: subsegment("4c.iii", start, frozenset({"a"}), bar), script)
    choice = script.asked[1]
    assert "7.4" not in {option.key for option in choice.options}
    assert dict(choice.barred)["7.4"] == why


@pytest.mark.cases("RS", "2.0/4c.iv")
def test_assaults_are_resolved_last() -> None:
    start = position(GROUND, [unit("a", at="6.4"), unit("x", "Ottoman", at="9.3")])
    played: Played = play(lambda: subsegment("4c.iv", start, frozenset({"a"})), Script())
    assert played.outcome == start


@pytest.mark.cases("RS", "2.0/5", "2.0/5a", "2.0/5b")
def test_the_end_of_a_turn_cleans_up_and_moves_the_marker() -> None:
    start = position(
        GROUND,
        [
            gun("g", at="6.4", shots=2, fired=True),
            unit("a", at="6.3", acted=True, task="one hex", confused=True),
            unit("b", at="6.3", task="engineering"),
        ],
        turn=7,
    )
    start = start.replace_pieces(evolve(start.piece("g"), engaged=frozenset({"x"})))
    after = end_of_turn(start)
    assert (after.turn, after.light) == (8, "twilight")
    g = after.piece("g")
    assert (g.shots, g.fired, g.engaged) == (0, False, frozenset())
    a = after.piece("a")
    assert (a.acted, a.task, a.confused) == (False, "", True)
    assert after.piece("b").task == "engineering"


@pytest.mark.parametrize(
    ("turn", "hours", "light"),
    [
        (1, "4 am to 6 am", "twilight"),
        (5, "noon to 2 pm", "day"),
        (9, "8 pm to midnight", "night"),
        (10, "midnight to 4 am", "night"),
        (12, "6 am to 8 am", "day"),
        (16, "2 pm to 4 pm", "day"),
        (33, "8 am to 10 am", "day"),
        (39, "8 pm to midnight", "night"),
    ],
)
def test_the_clock_agrees_with_the_printed_turns(turn: int, hours: str, light: Light) -> None:
    assert (hours_of(turn), light_of(turn)) == (hours, light)


def test_an_unused_part_keeps_its_parts() -> None:
    why = {"3": figure("no", None, "Not here.", "GB 102.1.7")}
    command = outline(why).find("3 Command Phase")
    assert command is not None
    assert len(command.parts) == 6
