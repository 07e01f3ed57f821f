"""Guns that wait to see where a stack goes before they choose the hex to fire at (17.7.7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.campaigns import Script
from tests.rifle_and_spade.moves import walk
from tests.rifle_and_spade.positions import gun, hq, position, unit
from wargame.core.drivers import play
from wargame.core.procedure import Choice
from wargame.rifle_and_spade.movement import activate_to_move
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.triggers import Trigger

BOARD = "column-row 10.60\ng grassland\ns scrub\n\n" + "\n".join(["g" * 6] * 24) + "\n"
"""Columns 10 to 15, rows 60 in the north to 37."""
FAR = unit("T", "Ottoman", at="12.60")
BATTERY = gun("G", "Ottoman", at="12.50", reach=12)


def field(*more: Any, start: str = "12.38") -> Situation:
    """Return an Entente unit that marches north toward a battery, enemies far behind it."""
    others = more or (BATTERY, FAR)
    return position(BOARD, [unit("L", at=start), *others])


def open_to(situation: Situation, *answers: str) -> set[str]:
    """Return the hexes that may be fired at when L has done so much."""
    asked = walk(activate_to_move(situation, ("L",)), *answers, "?")
    assert isinstance(asked, Choice)
    assert asked.who == "Ottoman"
    return {option.key.split()[0] for option in asked.options} - {"hold"}


NORTH = ("12.39", "hold", "12.40")


@pytest.mark.cases("RS", "17.7.7", "17.4.5", "17.4.10")
def test_a_gun_may_wait_and_choose_a_hex_that_the_stack_has_passed() -> None:
    assert open_to(field(), "12.39") == {"12.39", "12.38"}
    assert open_to(field(), *NORTH) == {"12.40", "12.39", "12.38"}
    assert open_to(field(), *NORTH, "hold", "end") == {"12.40", "12.39", "12.38"}


@pytest.mark.cases("RS", "17.7.7")
def test_the_fire_is_worked_out_in_the_hex_chosen_and_is_the_only_one_at_that_stack() -> None:
    for target in ("12.38", "12.40"):
        script = Script(
            {"Ottoman: fire": ["hold", f"{target} 12.50"], "L at": ["12.39", "12.40", "end"]}, 99
        )
        played = play(lambda: activate_to_move(field(start="12.38"), ("L",)), script)
        told = [each.label for each in played.told if each.label.startswith("Fire at")]
        assert told == [f"Fire at {target}"]
        after = played.outcome.piece("G")
        assert (after.engaged, after.shots) == ({"L"}, 1)
        assert played.outcome.board.label(played.outcome.piece("L").at) == "12.40"
        fires = [words for words in script.purposes if "Ottoman: fire" in words]
        assert len(fires) == 2  # at its end nobody has a fire left


@pytest.mark.cases("RS", "17.7.7")
def test_within_range_of_small_arms_it_decides_at_every_trigger() -> None:
    near = field(BATTERY, unit("N", "Ottoman", at="13.40"))
    assert open_to(near, *NORTH) == {"12.40", "12.39"}
    assert open_to(near, *NORTH, "hold", "11.40") == {"12.40", "11.40"}
    staff = field(BATTERY, FAR, hq("H", "Ottoman", at="13.40"))
    assert open_to(staff, *NORTH) == {"12.40", "12.39", "12.38"}


@pytest.mark.cases("RS", "17.7.7")
def test_a_trigger_knows_where_a_stack_was() -> None:
    board = field().board
    one, two, three = map(board.hex, ("12.38", "12.39", "12.40"))
    trigger = Trigger("enters", ("L",), three, two, passed=(one,))
    assert [trigger.left_behind(cell) for cell in (one, two, three)] == [True, True, False]


@pytest.mark.cases("RS", "17.7.7", "14.2.4")
def test_what_a_stack_was_before_it_left_column_is_no_target_any_more() -> None:
    column = position(BOARD, [unit("L", at="12.38", order="column"), BATTERY, FAR])
    assert open_to(column, "12.39", "hold", "12.40") == {"12.40", "12.39", "12.38"}
    out = ("12.39", "hold", "leave column", "hold", "12.40")
    assert open_to(column, *out) == {"12.40", "12.39"}
