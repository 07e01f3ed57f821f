"""An explanation and its number cannot disagree; what is unknown never looks like permission."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.errors import DataError
from wargame.core.provenance import Provenance
from wargame.core.ruling import (
    Case,
    Ruling,
    automatic,
    case,
    choice,
    figure,
    finding,
    not_covered,
    refusal,
    skipped,
    total,
)

amounts = st.one_of(st.integers(-9, 9), st.fractions(-9, 9, max_denominator=8))


def part(value: object, label: str = "Part") -> Ruling:
    return figure(label, value, "So it is.")  # type: ignore[arg-type]


# ------------------------------------------------------------------------------ cases


@pytest.mark.parametrize("written", ["GAZA 14.0/2", "GAZA:14.0/2", "GAZA  14.0/2 "])
def test_a_case_is_a_book_and_a_number(written: str) -> None:
    assert case(written) == Case("GAZA", "14.0/2")
    assert str(case(written)) == "GAZA 14.0/2"
    assert case(case(written)) is not None


@pytest.mark.parametrize("written", ["", "GAZA", "GAZA ", ":14.0"])
def test_half_a_case_is_a_sentence(written: str) -> None:
    with pytest.raises(DataError, match=r"a book and a number, such as 'GAZA 14\.0/2'"):
        case(written)


def test_cases_of_a_ruling_are_read_from_their_written_form() -> None:
    ruling = figure("Die", 3, "Thrown.", "FM8 8.2", Case("GAZA", "14.0"))
    assert ruling.cases == (Case("FM8", "8.2"), Case("GAZA", "14.0"))


# ------------------------------------------------------------------------------ derived values


@given(st.lists(amounts, max_size=6), st.lists(amounts, max_size=3))
def test_a_total_is_the_sum_of_what_counts(
    counted: list[int | Fraction], left_out: list[int | Fraction]
) -> None:
    parts = [
        *(part(value) for value in counted),
        *(skipped("Not so", "It does not apply.", value=value) for value in left_out),
        automatic("Decided", 1, "By rule."),
        part("D2"),
        part(value=True),
    ]
    assert total("Total", parts, "Added up.").value == sum(counted) + 1


@given(st.lists(amounts, min_size=1, max_size=6), amounts)
def test_a_sum_that_its_parts_do_not_make_is_refused(
    values: list[int | Fraction], claimed: int | Fraction
) -> None:
    parts = tuple(map(part, values))
    if claimed == sum(values):
        assert Ruling("Total", claimed, "", parts=parts, rule="sum").value == claimed
    else:
        with pytest.raises(DataError, match="by its parts"):
            Ruling("Total", claimed, "", parts=parts, rule="sum")


def test_a_choice_takes_its_one_candidate_that_counts() -> None:
    town, hill = part("Town", "Town line"), skipped("Hill line", "It helps less.", value="Hill")
    assert choice("Line", [hill, town], "The best.").value == "Town"
    with pytest.raises(DataError, match="found 'Hill'; allowed: 'Town', by its parts"):
        Ruling("Line", "Hill", "", parts=(hill, town), rule="choice")


def test_a_choice_among_nothing_has_no_value() -> None:
    hill = skipped("Hill line", "It helps less.", value="Hill")
    assert choice("Line", [hill], "None helps.").value is None
    with pytest.raises(DataError, match="by its parts"):
        Ruling("Line", "Hill", "", parts=(hill,), rule="choice")


def test_a_choice_with_two_candidates_that_count_is_a_mistake_by_name() -> None:
    with pytest.raises(
        DataError, match="found 'A' and 'B' chosen together; allowed: one candidate"
    ):
        choice("Line", [part(1, "A"), part(1, "B")], "Both?")


# ------------------------------------------------------------------------------ what counts


def test_only_what_applies_counts_and_only_what_is_known_permits() -> None:
    rulings = {
        "applied": part(1),
        "automatic": automatic("A", 1, "By rule."),
        "skipped": skipped("S", "Not here."),
        "refused": refusal("R", "Not permitted."),
        "not covered": not_covered("N", "No rule."),
    }
    assert [name for name, each in rulings.items() if each.counts] == ["applied", "automatic"]
    assert [name for name, each in rulings.items() if not each.allowed] == [
        "refused",
        "not covered",
    ]
    assert all(each.status == name for name, each in rulings.items())


def test_what_is_not_covered_has_no_value_and_a_refusal_says_no() -> None:
    assert not_covered("N", "No rule.").value is None
    refused = refusal("R", "Not permitted.", allowed=[part("retreat")])
    assert refused.value is False
    assert refused.parts[0].value == "retreat"


def test_parts_are_found_by_label_depth_first() -> None:
    tree = finding("Top", 1, "", parts=[finding("A", 2, "", parts=[part(3, "B")]), part(4, "B")])
    assert [each.label for each in tree.walk()] == ["Top", "A", "B", "B"]
    found = tree.find("B")
    assert found is not None
    assert found.value == 3
    assert tree.find("C") is None


def test_more_parts_can_be_added_to_a_finding_but_not_behind_the_back_of_a_sum() -> None:
    assert finding("F", 1, "").with_parts(part(2)).parts == (part(2),)
    with pytest.raises(DataError, match="by its parts"):
        total("T", [part(1)], "").with_parts(part(2))


# ------------------------------------------------------------------------------ provenance

OURS = Provenance("reconstructed", "model")
PRINT = Provenance("printed", "GAZA 19.2")


def test_a_result_is_reconstructed_when_a_figure_that_counted_is() -> None:
    strength = figure("Strength", 3, "On the counter.", provenance=OURS)
    assert total("Total", [strength, figure("Die", 1, "", provenance=PRINT)], "").reconstructed


def test_a_figure_that_did_not_count_does_not_cast_doubt() -> None:
    unused = skipped(
        "Unused", "Not here.", parts=[figure("Strength", 3, "On the counter.", provenance=OURS)]
    )
    whole = total("Total", [unused, figure("Die", 1, "", provenance=PRINT)], "")
    assert not whole.reconstructed
    assert whole.origin == PRINT
    assert unused.origin is None


def test_a_refused_alternative_does_not_cast_doubt_on_the_whole() -> None:
    ours = figure("Strength", 3, "On the counter.", provenance=OURS)
    refused = refusal("Charge", "Too far away.", allowed=[ours])
    assert refused.reconstructed
    assert not finding("Attack", 1, "So.", parts=[refused]).reconstructed
