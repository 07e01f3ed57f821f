"""A result is only as sure as its weakest figure."""

from __future__ import annotations

from itertools import combinations

import pytest

from wargame.core.provenance import KINDS, MEANING, Provenance, weakest


def test_every_kind_has_a_meaning() -> None:
    assert set(MEANING) == set(KINDS)


def test_weakest_is_the_furthest_from_print() -> None:
    for near, far in combinations(KINDS, 2):
        assert weakest(Provenance(far), None, Provenance(near)) == Provenance(far)


def test_weakest_of_nothing_known_is_nothing() -> None:
    assert weakest(None, None) is None


def test_only_a_reconstruction_is_ours() -> None:
    assert [kind for kind in KINDS if Provenance(kind).ours] == ["reconstructed"]


@pytest.mark.parametrize(
    ("origin", "text"),
    [
        (Provenance("printed"), "printed"),
        (Provenance("printed", "GAZA 19.2"), "printed (GAZA 19.2)"),
        (Provenance("erratum", "GAZA 19.2", "a digit"), "erratum (GAZA 19.2): a digit"),
    ],
)
def test_text_leaves_out_what_is_empty(origin: Provenance, text: str) -> None:
    assert str(origin) == text
