"""The Fire Mods Table (RS 17.2.1) with density (17.2.2) and artillery (17.7.1): the anchors."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from tests.rifle_and_spade.charts import shelf_with
from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError, RequestError
from wargame.rifle_and_spade.fire_mods import fire_mods

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.rifle_and_spade.fire_mods import FireKind, TargetKind

MODS = fire_mods(ChartShelf())
NAME = "rifle_and_spade/fire_mods"


@pytest.mark.cases("RS", "17.2/2d", "17.2.1")
@pytest.mark.parametrize(
    ("target", "kind", "drm"),
    [("infantry", "infantry", 0), ("artillery", "infantry", 1), ("infantry", "low", 0),
     ("artillery", "low", 3)],
)  # fmt: skip
def test_the_four_pairs_in_the_open_are_as_printed(
    target: TargetKind, kind: FireKind, drm: int
) -> None:
    row = MODS.row("open", target, hiding=False)
    assert row.drm(kind) == drm
    assert row.printed[kind] == "RS 17.2/2d"


@pytest.mark.cases("RS", "17.2.4", "17.4.11", "17.4.12", "17.5", "17.6", "17.4.13")
def test_the_modifiers_of_the_printed_examples() -> None:
    """RS 17.2.4 (V Beach), RS 17.2/2d (plunging) and RS 17.4.12 (waves)."""
    wanted = {
        "crossfire": -3,
        "no mans land": -3,
        "moving": -3,
        "moving point": -3,
        "plunging": -1,
        "wave": 2,
    }
    for name, drm in wanted.items():
        assert MODS.modifiers[name].infantry == drm
        assert MODS.origin(MODS.modifiers[name].printed).kind == "printed"
    assert MODS.row("scrub", "infantry", hiding=False).drm("infantry") == 1


@pytest.mark.cases("RS", "18.4.2", "18.4/3")
def test_what_counts_in_assault_is_marked() -> None:
    """RS 18.4.2: the fire trench counts +4, scrub +1, the gun pit of artillery does not."""
    assert MODS.row("fire trench", "infantry", hiding=False).infantry == 4
    assert MODS.row("fire trench", "infantry", hiding=False).assault
    assert MODS.row("scrub", "infantry", hiding=False).assault
    assert not MODS.row("gun pit", "artillery", hiding=False).assault
    assert all(not row.assault for row in MODS.cover.values() if row.target == "artillery")


@pytest.mark.cases("RS", "7.5.1", "7.5.3", "17.5")
def test_hiding_infantry_is_out_of_reach_of_infantry_but_not_of_guns() -> None:
    pits = MODS.row("rifle pit", "infantry", hiding=True)
    assert pits.drm("infantry") is None
    assert pits.drm("infantry", plunging=True) is not None
    assert pits.drm("low") is not None
    assert MODS.row("scrub", "infantry", hiding=True).drm("infantry", plunging=True) is not None
    for (place, target, hiding), row in MODS.cover.items():
        if hiding:
            plain = MODS.row(place, target, hiding=False)
            for kind in ("infantry", "low", "high"):
                there, before = row.drm(kind), plain.drm(kind)
                assert there is None or (before is not None and there > before)


@pytest.mark.cases("RS", "6.0", "6.6.1/2")
def test_cover_rises_from_scrub_to_the_fire_trench() -> None:
    ladder = ("open", "scrub", "rifle pit", "shallow trench", "fire trench")
    for kind in ("infantry", "low", "high"):
        values = [MODS.row(place, "infantry", hiding=False).drm(kind) for place in ladder]
        known = [value for value in values if value is not None]
        assert known == sorted(known)
        pit, fort = (MODS.row(p, "artillery", hiding=False).drm(kind) for p in ("gun pit", "fort"))
        assert pit is not None
        assert fort is not None
        assert fort > pit


@pytest.mark.cases("RS", "17.2.2", "17.2/2a")
def test_density_rises_and_two_steps_are_nothing() -> None:
    assert MODS.density_row(2).infantry == 0
    assert MODS.density_row(2).printed == "RS 17.2.4"
    for one, other in pairwise(MODS.density):
        assert other.infantry <= one.infantry
        assert other.artillery <= one.artillery
        assert other.artillery <= other.infantry
    assert MODS.density_row(5000) is MODS.density[-1]


@pytest.mark.cases("RS", "17.7.1", "17.7.6", "17.7.8")
def test_artillery_suffers_from_observation_shoots_and_range() -> None:
    assert MODS.artillery.observed > 0
    assert MODS.artillery.earlier_shoot > 0
    drms = [band.drm for band in MODS.artillery.range]
    assert drms == sorted(drms)
    assert MODS.range_band(5000) is MODS.artillery.range[-1]


@pytest.mark.cases("RS", "17.1.3", "17.1.4", "17.1.7", "17.1.8", "17.2.5")
def test_limits_and_multipliers() -> None:
    limits = MODS.limits
    assert (limits.rifle_steps, limits.machine_gun_points) == (2, 5)
    assert (limits.rifle_range, limits.machine_gun_range) == (1, 2)
    assert limits.near_miss * 100 == 40
    halves = [str(MODS.multipliers[name].by) for name in ("range zero", "confused")]
    assert halves == ["2", "1/2"]
    assert str(MODS.multipliers["shrapnel at range zero"].by) == "1/2"


@pytest.mark.cases("RS", "14.2.9", "14.3.5", "12.2", "6.4.6", "5.2.5")
def test_the_signs_that_the_text_gives() -> None:
    for name in ("column", "limbered", "long action", "enfilade"):
        assert (MODS.modifiers[name].infantry or 0) < 0
    assert (MODS.modifiers["partial"].infantry or 0) > 0


def test_a_place_without_a_row_is_named() -> None:
    with pytest.raises(RequestError, match="marsh"):
        MODS.row("marsh", "infantry", hiding=False)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "plunging"', 'id = "plungin"', "plungin"),
        ('id = "confused"', 'id = "range zero"', "range zero"),
        ("steps = 4", "steps = 2", "rows that rise"),
        ("hexes = 10", "hexes = 5", "rows that rise"),
        ('infantry = "P"', 'infantry = "X"', "'P'"),
        ("rifle_steps = 2", 'rifle_steps = "two"', "rifle_steps"),
    ],
)
def test_a_damaged_chart_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    own = shelf_with(tmp_path, "fire_mods", old, new)
    with pytest.raises(DataError, match=said):
        fire_mods(own)
