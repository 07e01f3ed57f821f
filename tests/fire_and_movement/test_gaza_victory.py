"""Victory in Gaza 1917 (12.0): both instant victories, victory hexes, the ladder."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.fire_and_movement import questions_gaza  # noqa: F401 - registers its questions
from wargame.fire_and_movement.gaza_victory import (
    BRITISH_AT_ONCE,
    CENTRAL_POWERS_AT_ONCE,
    DRAW,
    LADDER,
    gaza_occupied,
    level,
    on_points,
    points,
    railroad_reached,
    verdict,
    victory_hexes,
    victory_points,
    winner,
    won_at_once,
    won_at_turn_end,
)
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece

PRINTED = {
    "0107": 3,
    "0702": 2,
    "0712": 1,
    "0913": 3,
    "0914": 3,
    "1210": 1,
    "1310": 1,
    "1607": 1,
    "1706": 1,
    "2101": 2,
    "2103": 2,
}


def standing(**places: str) -> Situation:
    """Return the second battle with these units alone, ``BR_155="0913"``."""
    situation = gaza("second_battle")
    pieces = (Piece(name.replace("_", "-"), situation.board.hex(at)) for name, at in places.items())
    return evolve(situation, pieces=tuple(pieces))


# ---- instant victories


@pytest.mark.cases("GAZA", "12.1", "12.0")
def test_the_british_win_at_once_with_both_hexes_of_gaza() -> None:
    won = won_at_once(standing(BR_155="0913", BR_YEO="0914"))
    assert won is not None
    assert won.value == BRITISH_AT_ONCE
    assert [str(case) for case in won.cases] == ["GAZA 12.1"]
    assert [part.value for part in won.parts[0].parts] == [True, True]


@pytest.mark.cases("GAZA", "12.1")
@pytest.mark.parametrize(
    "places",
    [
        {"BR_155": "0913"},
        {"BR_155": "0914", "CP_79": "0913"},
        {"CP_79": "0914", "CP_81": "0913"},
        {"BR_155": "0912", "BR_156": "0915"},
    ],
)
def test_less_than_both_hexes_wins_nothing(places: dict[str, str]) -> None:
    situation = standing(**places)
    assert won_at_once(situation) is None
    assert gaza_occupied(situation).value is False


@pytest.mark.cases("GAZA", "12.2", "12.0")
@pytest.mark.parametrize("at", ["1821", "1921", "2223", "2925"])
def test_an_ottoman_on_the_railroad_wins_at_the_end_of_a_turn(at: str) -> None:
    situation = standing(CP_31=at, BR_155="0702")
    won = won_at_turn_end(situation)
    assert won is not None
    assert won.value == CENTRAL_POWERS_AT_ONCE
    assert won_at_once(situation) is None, "only at the end of a turn"


@pytest.mark.cases("GAZA", "12.2")
@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("CP_31", "1720"),
        ("CP_31", "1518"),
        ("CP_1AK", "1821"),
        ("BR_155", "1821"),
        ("CP_31", "0508"),
    ],
)
def test_north_of_deir_el_belah_or_a_german_wins_nothing(name: str, at: str) -> None:
    assert won_at_turn_end(standing(**{name: at})) is None


def test_a_german_on_the_railroad_is_named_with_the_reason() -> None:
    ruling = railroad_reached(standing(CP_1AK="1821"))
    assert ruling.value is False
    assert "not Ottoman" in ruling.parts[0].sentence
    # the other reading of FM-Q37
    assert railroad_reached(standing(CP_1AK="1821"), germans=True).value is True
    assert won_at_turn_end(standing(CP_1AK="1821"), germans=True) is not None


# ---- points


@pytest.mark.cases(
    "GAZA",
    "12.4",
    "12.4/1",
    "12.4/2",
    "12.4/3",
    "12.4/4",
    "12.4/5",
    "12.4/6",
    "12.4/7",
    "12.4/8",
    "12.4/9",
    "12.4/10",
    "12.4/11",
)
def test_the_victory_hexes_are_those_printed() -> None:
    board = gaza("second_battle").board
    assert {board.label(cell): worth for cell, worth in victory_hexes(board)} == PRINTED
    every = points(board, {cell for cell, _ in victory_hexes(board)})
    assert every.value == 20
    for label, worth in PRINTED.items():
        one = points(board, {board.hex(label)})
        assert one.value == worth
        part = one.find(label)
        assert part is not None
        assert part.counts
        assert [str(case) for case in part.cases] != ["GAZA 12.4"]


@pytest.mark.cases("GAZA", "12.4")
def test_only_british_units_score() -> None:
    situation = standing(BR_155="0702", BR_156="0703", CP_31="2103", BR_YEO="1310")
    assert victory_points(situation).value == 3
    assert on_points(situation).value == "Central Powers operational victory"


@pytest.mark.cases(
    "GAZA", "12.3", "12.3/1", "12.3/2", "12.3/3", "12.3/4", "12.3/5", "12.3/6", "12.3/7"
)
@pytest.mark.parametrize(
    ("scored", "name"),
    [
        *((n, "British decisive victory") for n in (16, 17, 20)),
        *((n, "British operational victory") for n in (12, 13, 14, 15)),
        *((n, "British tactical victory") for n in (8, 9, 10, 11)),
        *((n, DRAW) for n in (6, 7)),
        *((n, "Central Powers tactical victory") for n in (4, 5)),
        *((n, "Central Powers operational victory") for n in (1, 2, 3)),
        (0, "Central Powers decisive victory"),
    ],
)
def test_the_ladder(scored: int, name: str) -> None:
    ruling = level(scored)
    assert ruling.value == name
    assert len(ruling.parts) == len(LADDER)
    chosen = next(part for part in ruling.parts if part.counts)
    assert str(chosen.cases[0]) == next(case for _, each, case in LADDER if each == name)


def test_nobody_scores_less_than_nothing() -> None:
    with pytest.raises(RequestError, match="none or more"):
        level(-1)


@pytest.mark.cases("GAZA", "12.0", "12.3")
def test_the_verdict_tries_the_instant_victories_before_the_points() -> None:
    both = {"BR_155": "0913", "BR_YEO": "0914"}
    at_once = verdict(standing(**both, CP_31="1821"))
    assert at_once.value == BRITISH_AT_ONCE
    assert [part.status for part in at_once.parts] == ["applied", "skipped", "skipped"]
    cut = verdict(standing(BR_155="0913", CP_31="1821"))
    assert cut.value == CENTRAL_POWERS_AT_ONCE
    counted = verdict(standing(BR_155="0913", BR_YEO="0107"))
    assert counted.value == DRAW
    assert counted.find("Victory points") is not None


def test_a_verdict_names_its_winner() -> None:
    assert winner(verdict(standing(BR_155="0913", BR_YEO="0914"))) == BRITISH
    assert winner(verdict(standing(CP_31="1821"))) == CENTRAL_POWERS
    assert winner(level(7)) == ""
    assert winner(level(0)) == CENTRAL_POWERS
    assert winner(level(16)) == BRITISH


def test_the_questions_answer_alike() -> None:
    situation = standing(BR_155="0913", BR_YEO="0107")
    assert ask("fm.gaza_verdict", {}, situation).value == DRAW
    assert ask("fm.gaza_instant", {"side": BRITISH}, situation).value is False
    assert ask("fm.gaza_instant", {"side": CENTRAL_POWERS}, situation).value is False
    assert ask("fm.gaza_points", {"held": ["0913", "0107"]}).value == 6
    assert ask("fm.gaza_level", {"points": 6}).value == DRAW
