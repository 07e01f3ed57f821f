"""Numbers written as text are exact, and no short text makes an endless number."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.exact import fraction_of


@given(st.fractions())
def test_what_a_fraction_prints_reads_back(value: Fraction) -> None:
    assert fraction_of(str(value)) == value


def test_decimals_are_exact() -> None:
    assert fraction_of("0.5") == Fraction(1, 2)


@pytest.mark.parametrize(
    "text", ["", "half", "1/0", "1e999999999", "nan", "inf", "1/2/3", "٣", "1 /2"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert fraction_of(text) is None
