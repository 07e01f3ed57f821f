"""A situation as a few lines of text, and back."""

from __future__ import annotations

from contextlib import suppress

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza
from wargame.core.errors import DataError, RequestError
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.state import Fallen, Waiting

EVE = "gaza_1917/eve_of_assault"


@pytest.mark.parametrize("scenario", ["eve_of_assault", "second_battle"])
@pytest.mark.parametrize("side", [BRITISH, CENTRAL_POWERS])
def test_a_set_up_reads_back(scenario: str, side: str) -> None:
    situation, name = gaza(scenario, active=side), f"gaza_1917/{scenario}"
    text = situation_to_text(situation, name)
    assert text.splitlines()[:2] == [name, f"active {side}"]
    assert situation_from_text(text) == situation


def test_every_kind_of_line_reads_back() -> None:
    situation = evolve(
        gaza().spend(["BR-FS-03", "CP-FS-01"]),
        attacked=frozenset({gaza().board.hex("1310")}),
        fought=frozenset({"BR-161", "BR-1E"}),
        charged=frozenset({"ANZMD"}),
        kress_used=True,
        mobile=True,
        turn=3,
        moved=frozenset({"BR-4LH"}),
        spent=frozenset({"BR-5M"}),
        waiting=(Waiting("CP-31-BN", "set aside"), Waiting("CP-FS-20", "box")),
        tally=(
            Fallen(1, "BR-161", BRITISH, CENTRAL_POWERS, eliminated=False),
            Fallen(2, "CP-48", CENTRAL_POWERS, BRITISH, eliminated=True),
        ),
        sites=frozenset({gaza().board.hex("0913")}),
        fired=frozenset({gaza().board.hex("0913")}),
        gone=frozenset({"BR-FS-04"}),
    )
    situation = evolve(situation, ready=situation.ready | {"CP-FS-20"})
    text = situation_to_text(situation, EVE)
    for line in (
        "spent BR-FS-03 CP-FS-01",
        "ready CP-FS-20",
        "attacked 1310",
        "fought BR-161 BR-1E",
        "charged ANZMD",
        "kress used",
        "mobile phase",
        "turn 3",
        "moved BR-4LH",
        "done BR-5M",
        "waits set aside CP-31-BN",
        "waits box CP-FS-20",
        "fell 1 BR-161 depleted Central Powers",
        "fell 2 CP-48 eliminated British",
        "sites 0913",
        "fired 0913",
        "gone BR-FS-04",
    ):
        assert line in text.splitlines()
    assert situation_from_text(text) == situation


def test_a_few_lines_by_hand_are_a_position() -> None:
    situation = situation_from_text(f"{EVE}\nactive Central Powers\nCP-31 1014 1\nBR-160 1015\n")
    assert [piece.unit for piece in situation.pieces] == ["BR-160", "CP-31"]
    assert situation.roster.steps(situation.piece("CP-31")) == 2
    assert situation.active == CENTRAL_POWERS


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("active Nobody", "British, Central Powers"),
        ("BR-1555 1214", "BR-155"),
        ("BR-155 9999", "9999"),
        ("BR-155 12-14", "0914"),
        ("BR-155 1214 7", "0 to 1"),
        ("BR-155 1214 x", "0 to 1"),
        ("BR-155 1214 0 0", "0 to 1"),
        ("BR-155 1214\nBR-155 1213", "twice"),
        ("spent BR-FS-99", "BR-FS-"),
        ("ready nothing", "nothing"),
        ("attacked 1", "0914"),
        ("fought nobody", "nobody"),
        ("turn 0", "1 to 999"),
        ("moved nobody", "nobody"),
        ("fell 1 CP-31 wounded British", "depleted"),
        ("fell 1 CP-31 depleted Nobody", "British"),
        ("waits box nobody", "nobody"),
        ("gone nobody", "nobody"),
        ("BR-155", "a unit and its hex"),
    ],
)
def test_a_line_that_does_not_fit_is_named(line: str, sentence: str) -> None:
    with pytest.raises(DataError, match=r"situation text, line \d") as caught:
        situation_from_text(f"{EVE}\n{line}\n")
    assert sentence in str(caught.value)


@pytest.mark.parametrize("text", ["", "  \n", "gaza_1917/nowhere\n", "../../etc/passwd\n"])
def test_without_a_scenario_there_is_nothing(text: str) -> None:
    with pytest.raises(RequestError):
        situation_from_text(text)


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_an_error_in_a_sentence(text: str) -> None:
    with suppress(RequestError):
        situation_from_text(f"{EVE}\n{text}")
