"""The questions of sight by name."""

from __future__ import annotations

import pytest

from wargame.core.errors import DataError, RequestError
from wargame.rifle_and_spade.questions import line_of_sight, ridge_level
from wargame.rifle_and_spade.scene import build_scene

BOARD = "column-row 10.50\ng grassland\n\ng\ng\ng\n\nside ridge 10.50-10.49\n"


def test_the_line_of_sight_may_be_asked_by_printed_numbers() -> None:
    ground = build_scene({"board": BOARD, "lit": ["10.48"]}, "here")
    assert line_of_sight(ground, spotter="10.50", target="10.48").value == "Open"
    lit = line_of_sight(ground, spotter="10.50", target="10.48", light="night")
    assert lit.value == "Open"
    dark = line_of_sight(ground, spotter="10.48", target="10.50", light="night")
    assert dark.value == "Blocked"
    crossed = line_of_sight(ground, spotter="10.48", target="10.49", crossing="10.50")
    assert crossed.value == "Partial"


@pytest.mark.cases("RS", "5.2.10", "5.2.11")
def test_the_level_of_a_ridge_may_be_asked() -> None:
    ground = build_scene({"board": BOARD}, "here")
    assert ridge_level(ground, one="10.50", other="10.49").value == 1
    assert ridge_level(ground, one="10.49", other="10.48").value is None


def test_a_scene_with_unknown_rules_or_terrain_is_refused_in_a_sentence() -> None:
    with pytest.raises(DataError, match=r"here, scene, ruleset.*gallipoli_1915"):
        build_scene({"board": BOARD, "ruleset": "gallipoli"}, "here")
    with pytest.raises(DataError, match=r"terrain gras.*grassland"):
        build_scene({"board": BOARD.replace("grassland", "gras")}, "here")


def test_a_light_that_is_none_is_refused() -> None:
    ground = build_scene({"board": BOARD}, "here")
    with pytest.raises(RequestError, match=r"'dusk'.*twilight"):
        line_of_sight(ground, spotter="10.50", target="10.48", light="dusk")
