"""Routes of march (11.4.9 to 11.4.12): the shortest, the written, detours, crossings, deviation."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.orders.fields_of_march import BOARD, LINE, case_of, foe, moved, ordered
from tests.rifle_and_spade.positions import brigiment, position, unit, work
from wargame.core.grid import Hex
from wargame.rifle_and_spade.orders import lattice, movement_bar, routes
from wargame.rifle_and_spade.orders.corridor import corridor_of
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.state import Situation

EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = 0, 1, 2, 3, 4, 5


def way(start: Hex, *steps: int) -> tuple[Hex, ...]:
    found = [start]
    for step in steps:
        found.append(found[-1].neighbour(step))
    return tuple(found)


def labels(made: Situation, cells: tuple[Hex, ...]) -> list[str]:
    return list(map(made.board.label, cells))


def alone(*others: Any, order: str = "attack", board: str = BOARD, **more: Any) -> Situation:
    units = [unit("A", brigiment="B", battalion="1", at="12.50"), *others]
    works = more.pop("works", [])
    return position(board, units, works, brigiment=[brigiment("B", order=order, **more)])


def goal(made: Situation, *hexes: str, radius: int = 0) -> Goal:
    return Goal(tuple(map(made.board.hex, hexes)), radius)


# ---- where ways cross, by the reading of RS-Q41


@pytest.mark.cases("RS", "11.4.9")
def test_ways_cross_that_leave_what_they_share_on_the_other_side() -> None:
    middle = Hex(0, 0)
    one = way(middle.neighbour(WEST), EAST, EAST)
    across = way(middle.neighbour(NORTH_WEST), SOUTH_EAST, SOUTH_EAST)
    touching = way(middle.neighbour(NORTH_WEST), SOUTH_EAST, NORTH_EAST)
    assert lattice.crossing(one, across) == middle
    assert lattice.crossing(across, one) == middle
    assert lattice.crossing(one, tuple(reversed(across))) == middle
    assert lattice.crossing(one, touching) is None
    assert lattice.crossing(one, way(Hex(0, 5), EAST)) is None


@pytest.mark.cases("RS", "11.4.9")
@pytest.mark.parametrize("back", [False, True])
def test_ways_may_share_a_stretch_without_crossing(*, back: bool) -> None:
    one = way(Hex(0, 0), EAST, EAST, EAST, EAST)
    start = Hex(1, 0).neighbour(NORTH_WEST)
    stays = way(start, SOUTH_EAST, EAST, EAST, NORTH_EAST)
    through = way(start, SOUTH_EAST, EAST, EAST, SOUTH_EAST)
    ends = way(start, SOUTH_EAST, EAST, EAST)
    if back:
        stays, through, ends = (tuple(reversed(each)) for each in (stays, through, ends))
    assert lattice.crossing(one, stays) is None
    assert lattice.crossing(one, through) is not None
    assert lattice.crossing(through, one) is not None
    assert lattice.crossing(one, ends) is None


@pytest.mark.cases("RS", "11.4.9", "11.4.10")
def test_the_default_routes_of_a_line_do_not_cross() -> None:
    made = ordered(line=LINE)
    assert routes.crossings(made, "175").allowed
    assert routes.routes_ruling(made, "175", made.command("175").order).allowed


@pytest.mark.cases("RS", "11.4.9")
def test_units_that_change_places_cross_and_are_refused() -> None:
    made = ordered(goals={"L1": ["14.57"], "R1": ["13.57"], "L2": ["15.56"], "R2": ["16.56"]})
    ruling = routes.crossings(made, "175")
    assert not ruling.allowed
    assert ruling.parts[0].label == "L1 and R1"
    assert not routes.routes_ruling(made, "175", made.command("175").order).allowed


@pytest.mark.cases("RS", "11.4.9")
def test_routes_of_friends_count_and_those_of_enemies_do_not() -> None:
    other = {"order": "attack", "goals": {"X": ["14.53"]}}
    units = [
        unit("A", brigiment="B", battalion="1", at="12.50"),
        unit("X", "Entente", brigiment="C", battalion="9", at="10.53"),
        foe("19.60"),
    ]
    lines = [brigiment("B", order="attack", goals={"A": ["12.55"]}), brigiment("C", **other)]
    made = position(BOARD, units, brigiment=lines)
    assert "X" in routes.crossings(made, "B").sentence
    units[1] = unit("X", "Ottoman", brigiment="C", battalion="9", at="10.53")
    lines[1] = brigiment("C", "Ottoman", **other)
    assert routes.crossings(position(BOARD, units, brigiment=lines), "B").allowed


@pytest.mark.cases("RS", "11.4.9")
def test_whoever_has_gone_by_is_crossed_no_more() -> None:
    """RS 11.4.9: a route leads from where a unit is to its objective; what lies behind is past."""
    units = [
        unit("A", brigiment="B", battalion="1", at="12.50"),
        unit("X", "Entente", brigiment="C", battalion="9", at="10.53"),
        foe("19.60"),
    ]
    lines = [
        brigiment("B", order="attack", goals={"A": ["12.55"]}),
        brigiment("C", order="attack", goals={"X": ["14.53"]}),
    ]
    made = routes.plotted(position(BOARD, units, brigiment=lines))
    assert "X" in routes.crossings(made, "B").sentence
    for past in ("13.52", "14.53"):
        assert routes.crossings(moved(made, "X", past), "B").allowed


# ---- the shortest, and what is written


@pytest.mark.cases("RS", "11.4.10", "11.4.4")
def test_the_default_is_the_cheapest_in_movement_points_not_the_shortest_in_hexes() -> None:
    hill = BOARD + "\n" + "\n".join(f"{c}.53 height=3" for c in (11, 12, 13)) + "\n"
    made = alone(board=hill)
    straight = routes.default_route(alone(), "A", goal(made, "12.56"), "attack")
    assert labels(made, straight) == [f"12.{row}" for row in range(50, 57)]
    round_it = routes.default_route(made, "A", goal(made, "12.56"), "attack")
    assert len(round_it) > len(straight)
    assert not {"11.53", "12.53", "13.53"} & set(labels(made, round_it))


@pytest.mark.cases("RS", "11.4.10")
def test_wire_makes_a_way_longer() -> None:
    wire = work("W", "barbed wire", "12.52", "Ottoman", wire=["S", "SE", "SW"])
    made = alone(foe("19.60"), works=[wire])
    found = labels(made, routes.default_route(made, "A", goal(made, "12.53"), "attack"))
    assert found in (
        ["12.50", "12.51", "12.52", "12.53"],
        ["12.50", "12.51", "11.51", "11.52", "12.53"],
    )
    to = routes.approach_of(made, "A", goal(made, "12.53"), "attack")
    assert to.togo[made.board.hex("12.51")] == 6, "a hex more, or a point for the wire"
    bare = routes.approach_of(alone(), "A", goal(made, "12.53"), "attack")
    assert bare.togo[made.board.hex("12.51")] == 4


@pytest.mark.cases("RS", "11.4.10", "11.16.2")
def test_march_goes_by_the_road_and_takes_the_shortest_way_onto_it() -> None:
    road = " ".join(f"15.{row}" for row in range(49, 61))
    made = alone(board=f"{BOARD}\nlink road {road}\n")
    found = routes.default_route(made, "A", goal(made, "15.60"), "march")
    assert labels(made, found) == [
        "12.50", "13.50", "14.51", *(f"15.{row}" for row in range(51, 61))
    ]  # fmt: skip
    reserve = routes.default_route(made, "A", goal(made, "15.60"), "general reserve")
    assert len(reserve) <= len(found)
    across = routes.default_route(made, "A", goal(made, "12.60"), "attack")
    assert labels(made, across) == [f"12.{row}" for row in range(50, 61)]


@pytest.mark.cases("RS", "11.4.9", "11.4.4")
def test_a_written_route_joins_where_the_unit_stands_to_its_objective() -> None:
    made = alone()
    to = goal(made, "12.54")
    by = routes.through(made, "A", to, "attack", [made.board.hex("13.52")])
    assert labels(made, by)[0] == "12.50"
    assert "13.52" in labels(made, by)
    assert routes.route_ruling(made, "A", to, "attack", by).value == len(by) - 1
    for wrong in (by[1:], by[:-1], (by[0], by[2]), (*by[:2], *by)):
        ruling = routes.route_ruling(made, "A", to, "attack", wrong)
        assert case_of(ruling) == "RS 11.4.9"
        assert not ruling.allowed


@pytest.mark.cases("RS", "11.4.9", "11.4.2")
def test_nobody_marches_over_the_sea() -> None:
    sea = BOARD.replace("g grassland\n", "g grassland\nw sea\n").replace(
        "gggggggggg\ngggggggggg\ngggggggggg\n", "gggggggggg\nwwwwwwwwww\nwwwwwwwwww\n", 1
    )
    made = alone(board=sea)
    assert routes.default_route(made, "A", goal(made, "12.60"), "attack") == ()
    assert not routes.route_ruling(made, "A", goal(made, "12.60"), "attack").allowed


# ---- what enemies bar (11.4.11)


@pytest.mark.cases("RS", "11.4.11", "11.11.3")
def test_a_defense_route_keeps_from_enemies_except_at_an_objective_of_friends() -> None:
    made = alone(foe("14.53"), order="defense")
    assert case_of(routes.route_ruling(made, "A", goal(made, "13.54"), "defense")) == "RS 11.11.3"
    assert routes.route_ruling(made, "A", goal(made, "13.54"), "attack").allowed
    held = alone(foe("12.55"), unit("friend", at="12.54"), order="defense")
    assert routes.route_ruling(held, "A", goal(held, "12.54"), "defense").allowed
    assert not routes.route_ruling(held, "A", goal(held, "12.55"), "defense").allowed
    assert not routes.route_ruling(held, "A", goal(held, "13.54"), "defense").allowed


@pytest.mark.cases("RS", "11.4.11", "11.15.4")
def test_a_reserve_goes_round_a_threat_or_not_at_all() -> None:
    made = alone(foe("12.56"), order="general reserve")
    to = goal(made, "12.59")
    refused = routes.route_ruling(made, "A", to, "general reserve")
    assert case_of(refused) == "RS 11.15.4"
    near = goal(made, "18.59")
    round_it = routes.detour(made, "A", near, "general reserve")
    assert routes.route_ruling(made, "A", near, "general reserve", round_it).allowed
    assert routes.detour(made, "A", to, "general reserve") == ()


# ---- keeping to the route (11.4.12)


def bars(made: Situation, name: str) -> dict[str, str]:
    here = made.piece(name).at
    return {
        made.board.label(there): case_of(movement_bar.bar(made, (name,), there))
        for there in made.board.neighbours(here)
    }


@pytest.mark.cases("RS", "11.4.12")
def test_a_unit_goes_on_along_its_route_or_a_hex_beside_it() -> None:
    made = routes.plotted(alone(goals={"A": ["12.56"]}))
    found = bars(made, "A")
    assert {label for label, case in found.items() if not case} == {"12.51", "11.50", "13.50"}
    beside = moved(made, "A", "13.50")
    open_ = {label for label, case in bars(beside, "A").items() if not case}
    assert open_ == {"12.51", "13.51"}


@pytest.mark.cases("RS", "11.4.12")
def test_a_unit_driven_off_its_route_takes_the_shortest_way_from_there() -> None:
    made = moved(routes.plotted(alone(goals={"A": ["12.56"]})), "A", "17.50")
    assert routes.route_of(made, made.piece("A"))[0] == made.board.hex("17.50")
    found = bars(made, "A")
    assert not found["16.51"]
    assert found["18.50"] == "RS 11.4.12"


@pytest.mark.cases("RS", "11.4.12")
def test_a_unit_at_its_objective_stays_there_and_moves_within_it() -> None:
    made = routes.plotted(alone(goals={"A": ["12.51"]}, radius={"A": 1}))
    assert not bars(made, "A")["12.51"]
    assert bars(made, "A")["12.49"] == "RS 11.4.12"


@pytest.mark.cases("RS", "11.4.12")
def test_nobody_goes_beyond_the_route_of_another() -> None:
    mine = way(Hex(0, 0), EAST, EAST, EAST, EAST, SOUTH_EAST)
    its = way(Hex(1, -1), SOUTH_EAST, EAST, EAST, EAST, EAST)
    found = corridor_of(mine, [("other", its)])
    shared = [cell for cell in mine if cell in its]
    assert len(shared) > 1
    assert found.beyond
    assert all(cell not in its and cell not in mine for cell in found.beyond)
    south = mine[2].neighbour(SOUTH_WEST)
    assert south not in found.beyond


@pytest.mark.cases("RS", "11.4.12", "11.4.9")
def test_the_refusal_names_whose_route_it_is() -> None:
    made = ordered(line=LINE)
    order = made.command("175").order
    board = made.board
    ways = {
        "L1": ["11.50", "12.51", "12.52", "12.53", "12.54", "12.55", "12.56", "13.56", "13.57"],
        "R1": ["12.50", "12.51", "12.52", "12.53", "13.53", "13.54", "13.55", "14.56", "14.57"],
    }
    new = {**dict(order.routes), **{n: tuple(map(board.hex, w)) for n, w in ways.items()}}
    order = evolve(order, routes=tuple(sorted(new.items())))
    made = moved(made.with_command(evolve(made.command("175"), order=order)), "L1", "12.52")
    assert routes.crossings(made, "175").allowed
    assert not movement_bar.bar(made, ("L1",), board.hex("11.52"))
    bar = movement_bar.bar(made, ("L1",), board.hex("13.52"))
    assert bar is not None
    assert "R1" in bar.sentence
    assert case_of(bar) == "RS 11.4.12"


@pytest.mark.cases("RS", "11.4.10")
def test_routes_set_down_stay_where_they_were_planned() -> None:
    made = routes.plotted(alone(goals={"A": ["12.56"]}))
    assert routes.plotted(made) is made
    before = routes.route_of(made, made.piece("A"))
    assert (
        routes.route_of(moved(made, "A", "13.52"), moved(made, "A", "13.52").piece("A")) == before
    )


@pytest.mark.cases("RS", "11.4.12")
def test_without_a_route_set_down_each_step_must_shorten_the_way() -> None:
    found = bars(alone(goals={"A": ["12.56"]}), "A")
    assert {label for label, case in found.items() if not case} == {"12.51"}


@pytest.mark.cases("RS", "11.4")
def test_what_comes_of_a_battalion_goes_by_its_objective() -> None:
    made = routes.plotted(alone(unit("new", brigiment="B", battalion="1", at="12.51"),
                                goals={"A": ["12.56"]}))  # fmt: skip
    assert routes.route_of(made, made.piece("new")) == routes.route_of(made, made.piece("A"))
    assert not bars(made, "new")["12.52"]
    assert bars(made, "new")["12.50"] == "RS 11.4.12"
