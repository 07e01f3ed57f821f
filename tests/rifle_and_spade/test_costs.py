"""What movement costs, on foot, on wheels and by road, and what there is to spend."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit, work
from wargame.rifle_and_spade.costs import allowance, entry_cost, points, reach

if TYPE_CHECKING:
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation

FIELD = """column-row 10.50
g grassland
s folded_scrub
w sea
t town

gggg
gsgw
gggg

10.49 height=1
11.49 height=3
"""


def at(text: str = FIELD, **more: Any) -> Situation:
    """Return a half-battalion at 10.50 and its enemy far away, with whatever else is said."""
    units = [unit("L", at="10.50"), unit("foe", "Ottoman", at="13.48"), *more.pop("more", [])]
    return position(text, units, more.pop("works", ()), **more)


def cost(situation: Situation, there: str, *names: str) -> Ruling:
    """Return the ruling on entering a hex."""
    return entry_cost(situation, names or ("L",), situation.board.hex(there))


def parts(ruling: Ruling) -> dict[str, Any]:
    """Return the parts of a cost by their labels."""
    return {part.label: part.value for part in ruling.parts}


@pytest.mark.cases("RS", "14.1.5", "14.1.3", "5.1.3")
def test_hex_contour_and_ridge_add_up() -> None:
    """Each level climbed counts, going down does not."""
    situation = at(FIELD + "side ridge 10.50-10.49\n")
    assert parts(cost(situation, "10.49")) == {"hex": 1, "contour": 1, "ridge": 1}
    assert cost(situation, "10.49").value == 3
    down = position(FIELD, [unit("L", at="10.49"), unit("foe", "Ottoman", at="13.48")])
    assert cost(down, "10.50").value == 1
    assert cost(down, "11.49").value == 3


@pytest.mark.cases("RS", "14.1.9", "5.1.3/b1")
@pytest.mark.cases("GB", "101.1.2/2", "101.1.2/3")
def test_nobody_walks_on_water_or_over_cliffs() -> None:
    """The refusal names what is in the way."""
    situation = at(FIELD + "side cliff 10.50-10.49\n")
    refused = cost(situation, "10.49")
    assert refused.status == "refused"
    assert "cliff" in refused.sentence
    sea = position(FIELD, [unit("L", at="12.50"), unit("foe", "Ottoman", at="10.48")])
    assert "sea" in cost(sea, "13.49").sentence


@pytest.mark.cases("RS", "14.1.6")
@pytest.mark.cases("GB", "101.1.2/5")
def test_wheels_keep_to_roads_in_scrub() -> None:
    """Mules climb where wheels must have a road."""
    guns = [
        gun("field", at="10.50", order="limbered"),
        gun("mules", at="10.50", order="limbered", mountain=True),
    ]
    flat = FIELD.replace("11.49 height=3", "11.49 height=0")
    bare = at(flat, more=guns)
    assert cost(bare, "11.49", "field").status == "refused"
    assert "road" in cost(bare, "11.49", "field").sentence
    assert cost(bare, "11.49", "mules").value == 1
    road = at(flat + "link track 10.50 11.49\n", more=guns)
    assert cost(road, "11.49", "field").value == Fraction(1, 2)
    assert cost(bare, "10.49", "field").value == 3  # double on the slope


@pytest.mark.cases("RS", "14.2.6", "14.3.3", "5.1.3/b7")
def test_roads_help_columns_and_limbers_only() -> None:
    """Half a point with the slope free; others pay the other terrain."""
    text = FIELD + "link road 10.50 10.49 10.48\n"
    marching = position(
        text, [unit("L", at="10.50", order="column"), unit("foe", "Ottoman", at="13.48")]
    )
    assert cost(marching, "10.49").value == Fraction(1, 2)
    assert parts(cost(marching, "10.49")) == {"road": Fraction(1, 2)}
    assert cost(at(text), "10.49").value == 2
    staff = at(text, more=[hq("HQ", at="10.50")])
    assert cost(staff, "10.49", "HQ").value == Fraction(1, 2)  # RS 9.2.4


@pytest.mark.cases("GB", "101.1.3/1")
def test_a_beach_goes_on_as_a_track() -> None:
    """Along one beach it is as good as a track, from beach to beach it is not."""
    text = FIELD + "side beach 12.49-13.49\nside beach 12.50-13.49\n"
    units = [unit("L", at="12.49", order="column"), unit("foe", "Ottoman", at="10.48")]
    assert cost(position(text, units), "12.50").value == Fraction(1, 2)
    apart = FIELD + "side beach 12.49-13.49\n"
    assert cost(position(apart, units), "12.50").value == 1


@pytest.mark.cases("RS", "6.5.1", "6.5.3", "14.1.12")
def test_wire_costs_a_point_on_its_own_side() -> None:
    """On its side, either way; not on others."""
    wire = [work("W", "barbed wire", "11.50", wire=["11.49"])]
    flat = FIELD.replace("11.49 height=3", "11.49 height=0")
    inside = position(flat, [unit("L", at="11.49"), unit("foe", "Ottoman", at="13.48")], wire)
    assert parts(cost(inside, "11.50")) == {"hex": 1, "wire": 1}
    assert cost(at(works=wire), "11.50").value == 1


@pytest.mark.cases("RS", "14.1.6")
def test_a_stack_pays_what_its_slowest_pays() -> None:
    """With a field battery the hill costs wheels' points."""
    situation = at(more=[gun("field", at="10.50", order="limbered")])
    assert cost(situation, "10.49", "L", "field").value == 3


@pytest.mark.cases("RS", "14.1.2", "9.2.4", "16.1.2", "14.1")
def test_allowances() -> None:
    """By arm and mode, halved when Confused."""
    situation = position(
        FIELD,
        [
            unit("L", at="10.50"),
            unit("column", at="10.49", order="column"),
            unit("shaken", at="10.48", confused=True),
            mg("gun", at="10.50"),
            hq("HQ", at="10.50"),
            unit("horse", at="11.50", arm="cavalry"),
            gun("battery", at="12.50", order="limbered", confused=True),
            unit("foe", "Ottoman", at="13.48"),
        ],
    )
    got = {piece.unit: allowance(situation, piece).value for piece in situation.of("Entente")}
    assert got == {
        "L": 6, "column": 9, "shaken": 3, "gun": 6, "HQ": 9, "horse": 12, "battery": 4
    }  # fmt: skip
    for piece in situation.pieces:
        assert 2 * int(str(allowance(situation, piece).value)) == points(situation, piece)
    assert "half" in allowance(situation, situation.piece("shaken")).sentence


@pytest.mark.cases("RS", "14.3.9", "14.3.10")
def test_guns_that_cannot_move_have_no_points() -> None:
    """Fixed guns, and guns without teams."""
    situation = at(
        more=[gun("Yildiz", at="10.50", fixed=True), gun("Palamutluk", at="10.49", teams=False)]
    )
    for name, number in (("Yildiz", "14.3.9"), ("Palamutluk", "14.3.10")):
        ruling = allowance(situation, situation.piece(name))
        assert ruling.value == 0
        assert ruling.cases[0].number == number


@pytest.mark.cases("RS", "14.1.13")
def test_reach_is_what_the_points_allow() -> None:
    """No hex beyond the allowance, and enemies are walked round."""
    situation = at()
    found = reach(situation, ("L",)).cost
    board = situation.board
    assert found[board.hex("10.48")] == 3
    assert found[board.hex("12.50")] == 2
    assert board.hex("13.48") not in found
    assert board.hex("13.49") not in found
    slow = position(
        FIELD, [unit("L", at="10.50", confused=True), unit("foe", "Ottoman", at="13.48")]
    )
    assert max(reach(slow, ("L",)).cost.values()) <= 3
