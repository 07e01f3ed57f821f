"""Requests are well formed, and an answer that is none of those possible changes nothing."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.errors import Refused, RequestError
from wargame.core.procedure import (
    Band,
    Chance,
    Choice,
    Option,
    Roll,
    bands_of,
    first_option,
    settle,
)
from wargame.core.ruling import refusal

DIE = Roll("combat", 6, (Band(1, 2, "D2"), Band(3, 6, "•")), ["FM8 8.2"])
DECISION = Choice(
    "British",
    "advance",
    (Option("yes", "Advance"), Option("no", "Stay")),
    barred=(("far", refusal("Advance", "That hex is not the one vacated.", "FM8 8.5")),),
)


@pytest.mark.parametrize(("face", "outcome"), [(1, "D2"), (2, "D2"), (3, "•"), (6, "•")])
def test_a_face_means_its_band(face: int, outcome: str) -> None:
    band = settle(DIE, face)
    assert isinstance(band, Band)
    assert band.outcome == outcome


@pytest.mark.parametrize("face", [0, 7, -1, "3", True, 2.0])
def test_what_is_no_face_is_refused_with_the_case(face: object) -> None:
    with pytest.raises(Refused, match="allowed: 1 to 6") as caught:
        settle(DIE, face)  # type: ignore[arg-type]
    assert caught.value.ruling.status == "refused"
    assert [str(case) for case in caught.value.ruling.cases] == ["FM8 8.2"]


def test_a_key_means_its_option() -> None:
    assert settle(DECISION, "no") == Option("no", "Stay")


@pytest.mark.parametrize("key", ["maybe", 1, ""])
def test_what_is_no_option_is_refused_with_what_is_legal(key: object) -> None:
    with pytest.raises(Refused, match="is not open to British; allowed: yes, no") as caught:
        settle(DECISION, key)  # type: ignore[arg-type]
    assert [part.value for part in caught.value.ruling.parts] == ["yes", "no"]


def test_a_barred_option_says_its_own_reason() -> None:
    with pytest.raises(Refused, match=r"^That hex is not the one vacated\.$"):
        settle(DECISION, "far")


@pytest.mark.parametrize(
    "bands",
    [
        (),
        (Band(1, 5, "a"),),
        (Band(2, 6, "a"),),
        (Band(1, 7, "a"),),
        (Band(1, 3, "a"), Band(3, 6, "b")),
        (Band(1, 3, "a"), Band(5, 6, "b")),
        (Band(4, 6, "b"), Band(1, 3, "a")),
        (Band(1, 6, "a"), Band(2, 3, "b")),
        (Band(1, 6, "a"), Band(7, 6, "b")),
    ],
)
def test_bands_must_cover_every_face_once(bands: tuple[Band, ...]) -> None:
    with pytest.raises(RequestError, match="allowed: bands that follow each other from 1 to 6"):
        Roll("combat", 6, bands)


def test_a_die_has_a_face() -> None:
    with pytest.raises(RequestError, match="no bands"):
        Roll("combat", 0, ())


def test_a_choice_offers_something_and_every_key_once() -> None:
    with pytest.raises(RequestError, match="no options"):
        Choice("British", "advance", ())
    with pytest.raises(RequestError, match="'a' twice"):
        Choice("British", "advance", (Option("a", "A"), Option("a", "B")))


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=20))
def test_bands_of_joins_neighbours_alike_and_loses_no_face(outcomes: list[str]) -> None:
    bands = bands_of(outcomes)
    roll = Roll("any", len(outcomes), bands)
    assert [roll.band(face).outcome for face in range(1, len(outcomes) + 1)] == outcomes
    assert sum(band.width for band in bands) == len(outcomes)
    assert all(one.outcome != other.outcome for one, other in pairwise(bands))


def test_chance_answers_with_what_is_possible_and_repeats_by_its_seed() -> None:
    def thrown() -> list[int | str]:
        chance = Chance(Random(7))
        return [chance.roll(DIE) for _ in range(20)] + [chance.choose(DECISION) for _ in range(20)]

    assert thrown() == thrown()
    assert set(thrown()) <= {1, 2, 3, 4, 5, 6, "yes", "no"}


def test_chance_leaves_decisions_to_its_policy() -> None:
    assert Chance(Random(7), first_option).choose(DECISION) == "yes"
