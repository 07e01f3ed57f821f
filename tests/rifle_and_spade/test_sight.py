"""The nine cases of 5.2.13, each deciding and each passing."""

from __future__ import annotations

import pytest

from tests.rifle_and_spade.positions import AS_PRINTED, RANGES, along, down, look, seen, strip
from wargame.core.errors import RequestError
from wargame.core.grid import COLUMN_ROW, Hex
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.ruleset import Light
from wargame.rifle_and_spade.sight import sight, verdict

PLAIN = strip("g" * 18, "1" * 18)


@pytest.mark.cases("RS", "5.2", "5.2.2", "5.2.5", "5.2.13", "5.2.13/1", "5.2.13/9")
@pytest.mark.parametrize(("light", "far"), [("day", 15), ("twilight", 5)])
def test_one_observes_as_far_as_the_light_allows(light: Light, far: int) -> None:
    assert seen(PLAIN, "10.50", f"10.{50 - far}", light=light) == ("Open", "9")
    assert seen(PLAIN, "10.50", f"10.{50 - far - 1}", light=light) == ("Blocked", "1")


@pytest.mark.cases("RS", "5.2.13/1", "5.2.13/2")
def test_at_night_not_even_the_next_hex_is_seen_but_ones_own_is() -> None:
    assert seen(PLAIN, "10.50", "10.49", light="night") == ("Blocked", "1")
    assert seen(PLAIN, "10.50", "10.50", light="night") == ("Open", "2")


@pytest.mark.cases("RS", "5.2.3")
def test_a_target_in_a_searchlight_is_seen_as_by_day_and_the_dark_between_is_no_matter() -> None:
    lit = frozenset({COLUMN_ROW.parse("10.40")})
    assert seen(PLAIN, "10.50", "10.40", light="night", lit=lit) == ("Open", "9")
    assert seen(PLAIN, "10.40", "10.50", light="night", lit=lit) == ("Blocked", "1")
    assert "searchlight; by day" in sight(look(PLAIN, "10.50", "10.40", lit=lit)).parts[0].sentence


@pytest.mark.cases("RS", "5.2.13/2", "5.2.13/3", "5.1.3/b5")
def test_a_ravine_is_seen_only_from_contact() -> None:
    assert down(strip("rg", "11")) == ("Open", "2")
    assert down(strip("rgg", "111")) == ("Blocked", "3")
    assert down(strip("rgr", "111")) == ("Blocked", "3")
    assert down(strip("grg", "111")) == ("Open", "9")


@pytest.mark.cases("RS", "5.2.13/4", "5.2.12")
def test_a_hex_higher_than_both_ends_blocks() -> None:
    assert down(strip("ggg", "121")) == ("Blocked", "4")
    assert down(strip("ggg", "122")) == ("Open", "9")
    assert down(strip("ggg", "212")) == ("Open", "9")
    assert down(strip("gg", "13")) == ("Open", "2")


@pytest.mark.cases("RS", "5.2.13/4", "5.1.5/b2", "5.1.5")
def test_elevated_terrain_stands_a_level_higher_for_what_passes_but_not_for_who_is_in_it() -> None:
    assert down(strip("gfg", "111")) == ("Blocked", "4")
    assert down(strip("gfg", "101")) == ("Blocked", "5")
    assert down(strip("gfg", "112")) == ("Open", "9")
    assert down(strip("fgf", "111")) == ("Open", "9")


@pytest.mark.cases("RS", "5.2.13/4", "5.2.12", "5.1.3/b6")
def test_a_ridge_higher_than_both_ends_blocks_unless_it_is_adjacent() -> None:
    assert down(strip("gggg", "1111", "side ridge 10.49-10.48")) == ("Blocked", "4")
    assert down(strip("gggg", "1111", "side cliff 10.49-10.48")) == ("Blocked", "4")
    assert down(strip("gggg", "1111", "side ridge 10.50-10.49")) == ("Open", "9")
    assert down(strip("gggg", "1111", "side ridge 10.48-10.47")) == ("Open", "9")


@pytest.mark.cases("RS", "5.2.13/5", "5.1.5/b1", "5.1.5")
def test_blocking_terrain_at_the_level_of_both_ends_blocks() -> None:
    assert down(strip("gtg", "111")) == ("Blocked", "5")
    assert down(strip("gtg", "112")) == ("Open", "9")
    assert down(strip("gtg", "101")) == ("Open", "9")
    assert down(strip("tgt", "111")) == ("Open", "9")


@pytest.mark.cases("RS", "5.2.13/6", "5.1.3/b3", "5.1.3/b4", "5.1.5/b3")
@pytest.mark.parametrize(("letters", "heights", "hidden"), [
    ("ggs", "221", True),
    ("ggss", "2211", True),
    ("ggsg", "2211", False),
    ("gggs", "2211", False),
    ("ggsss", "32211", True),
    ("ggss", "3221", True),
    # back at the upper level or above it, the line is not below that slope any more
    ("ggsss", "22122", False),
    ("ggsss", "22133", False),
    # nor once it is higher than the foot, though below the upper side
    ("ggsss", "33122", False),
    # but a second slope, lower ground, and a dip and rise no higher than the foot all hide
    ("ggsss", "33132", True),
    ("gssss", "32131", True),
    ("ggsss", "33200", True),
    ("ggsss", "33201", True),
])  # fmt: skip
def test_a_slope_hides_unbroken_down_slope_terrain_below_it(
    letters: str, heights: str, *, hidden: bool
) -> None:
    assert down(strip(letters, heights)) == (("Partial", "6") if hidden else ("Open", "9"))


@pytest.mark.cases("RS", "5.2.13/6", "5.1.3/b4")
def test_a_military_crest_blocks_where_a_contour_dims() -> None:
    assert down(strip("ggss", "2211", "side crest 10.49-10.48")) == ("Blocked", "6")
    assert down(strip("ggsg", "2211", "side crest 10.49-10.48")) == ("Open", "9")
    # two slopes: each by itself, and Blocked before Partial
    assert down(strip("gsss", "3211", "side crest 10.50-10.49")) == ("Blocked", "6")
    assert down(strip("gsss", "3211", "side crest 10.49-10.48")) == ("Blocked", "6")
    # a crest on level ground is crossed, but nothing lies below it
    assert down(strip("gsss", "1111", "side crest 10.49-10.48")) == ("Open", "9")


@pytest.mark.cases("RS", "5.2.13/6")
def test_by_the_print_no_slope_ever_hides_anything() -> None:
    field = strip("ggss", "2211", "side crest 10.49-10.48", rules=AS_PRINTED)
    assert down(field) == ("Open", "9")
    ruling = sight(look(field, "10.50", "10.47"))
    assert "As printed" in next(part for part in ruling.parts if "5.2.13/6" in str(part)).sentence


@pytest.mark.cases("RS", "5.2.13/7")
def test_a_ridge_above_the_lower_end_alone_dims() -> None:
    ridge = "side ridge 10.49-10.48"
    assert down(strip("gggg", "2111", ridge)) == ("Partial", "7")
    assert down(strip("gggg", "3111", ridge)) == ("Partial", "7")
    assert down(strip("gggg", "2112", ridge)) == ("Open", "9")
    assert down(strip("gggg", "3111", "side ridge 10.48-10.47")) == ("Open", "9")


CROSSED = COLUMN_ROW.parse_side("10.48-10.47")


@pytest.mark.cases("RS", "5.2.13/8", "5.2.6")
def test_a_target_that_crosses_a_ridge_is_dimly_seen_at_its_height() -> None:
    field = strip("gggg", "1111", "side ridge 10.48-10.47")
    assert seen(field, "10.50", "10.48", crossing=CROSSED) == ("Partial", "8")
    assert seen(field, "10.49", "10.48", crossing=CROSSED) == ("Partial", "8")
    assert seen(field, "10.50", "10.48", crossing=CROSSED, light="night") == ("Blocked", "1")
    plain = strip("gggg", "1111")
    assert seen(plain, "10.50", "10.48", crossing=CROSSED) == ("Open", "9")


@pytest.mark.cases("RS", "5.2.13/8")
def test_what_stands_higher_than_the_ridge_still_hides_who_crosses_it() -> None:
    low = strip("gggg", "1211", "side ridge 10.48-10.47")
    assert seen(low, "10.50", "10.48", crossing=CROSSED) == ("Partial", "8")
    high = strip("gggg", "1311", "side ridge 10.48-10.47")
    assert seen(high, "10.50", "10.48", crossing=CROSSED) == ("Blocked", "8")


@pytest.mark.cases("RS", "5.2.13/8")
def test_by_the_print_an_adjacent_firer_sees_the_crosser_openly() -> None:
    field = strip("gggg", "1111", "side ridge 10.48-10.47", rules=AS_PRINTED)
    assert seen(field, "10.49", "10.48", crossing=CROSSED) == ("Open", "2")
    assert seen(field, "10.50", "10.48", crossing=CROSSED) == ("Partial", "8")
    hidden = strip("gggg", "1211", "side ridge 10.48-10.47", rules=AS_PRINTED)
    assert seen(hidden, "10.50", "10.48", crossing=CROSSED) == ("Blocked", "4")


def test_a_target_crosses_only_a_side_of_its_own_hex() -> None:
    with pytest.raises(RequestError, match=r"10\.48 / 10\.47|10\.47 / 10\.48.*10\.49"):
        verdict(look(PLAIN, "10.50", "10.49", crossing=CROSSED))


@pytest.mark.cases("RS", "5.2.4", "5.2.13")
def test_all_nine_cases_are_told_in_order_and_only_one_decides() -> None:
    ruling = sight(look(strip("gtg", "111"), "10.50", "10.48"))
    assert [str(part.cases[0]) for part in ruling.parts] == [f"RS 5.2.13/{i}" for i in range(1, 10)]
    assert [part.counts for part in ruling.parts] == [i == 5 for i in range(1, 10)]
    assert ruling.sentence == "Blocked: 10.49 is blocking terrain, level 1 as both ends."
    assert ruling.parts[8].sentence == "Case 5 decides before it."
    assert Ruling.from_json(ruling.to_json()) == ruling


def test_a_figure_that_the_project_made_up_says_so() -> None:
    beyond = sight(look(PLAIN, "10.50", "10.34"))
    assert next(part for part in beyond.parts if part.counts).provenance == RANGES.provenance


def test_a_line_that_leaves_the_map_is_not_covered_but_beyond_range_it_is_blocked() -> None:
    field = along("gg--", "1111")
    ruling = sight(look(field, "10.50", "12.50"))
    assert (ruling.status, ruling.value) == ("not covered", None)
    assert verdict(look(field, "10.50", "12.50")) is None
    assert seen(field, "10.50", "12.50", light="night") == ("Blocked", "1")
    gap = strip("ggg", "111")
    without = {cell: gap.board.cells[cell] for cell in map(gap.board.hex, ("10.50", "10.48"))}
    broken = type(gap)(type(gap.board)("gap", "gap", COLUMN_ROW, without), gap.ruleset)
    assert verdict(look(broken, "10.50", "10.48")) is None


def test_an_end_off_the_map_is_refused() -> None:
    asked = look(PLAIN, "10.50", "10.49")
    with pytest.raises(RequestError):
        verdict(type(asked)(PLAIN, asked.spotter, Hex(99, 99), RANGES))
