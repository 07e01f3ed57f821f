"""Bombardment in Gaza 1917: what may be laid on which hex (18.1 to 18.6)."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    BRITISH,
    CENTRAL_POWERS,
    SYSTEMS,
    Script,
    gaza,
    played,
    position,
)
from wargame.core.drivers import play
from wargame.core.errors import Refused, RequestError
from wargame.core.procedure import Roll
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.bombardment import (
    DRAW,
    Bombardment,
    check_bombardment,
    turn_over,
)
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece

REDOUBT, SEASIDE = "1310", "1016"


def shot(
    situation: Situation, *markers: str, at: str = REDOUBT, side: str = BRITISH
) -> Bombardment:
    return Bombardment(side, situation.board.hex(at), markers)


def numbers(ruling: Ruling) -> set[str]:
    return {case.number for case in ruling.cases}


def refused(ruling: Ruling, *cases: str) -> str:
    assert (ruling.status, ruling.label) == ("refused", "Bombardment")
    assert numbers(ruling) == set(cases)
    assert all(part.allowed for part in ruling.parts)
    return ruling.sentence


@pytest.mark.cases("GAZA", "18.1", "18.3", "18.3/2")
def test_a_marker_from_the_pool_on_an_observed_enemy_is_permitted() -> None:
    situation = gaza()
    ruling = check_bombardment(situation, shot(situation, DRAW))
    assert (ruling.status, ruling.value) == ("applied", True)
    assert [part.label for part in ruling.parts] == [
        "Target",
        "Markers on the hex",
        "Observation",
        "Pool",
    ]
    assert {"18.1", "18.1/6", "18.2", "18.3", "18.3/2"} <= {
        case.number for each in ruling.walk() for case in each.cases
    }


@pytest.mark.cases("FM8", "8.1/3")
@pytest.mark.cases("FM7", "8.1/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_target_holds_an_enemy(ruleset: str) -> None:
    situation = gaza()
    for at in ("1311", "0505"):
        said = refused(check_bombardment(situation, shot(situation, DRAW, at=at)), "8.1/3")
        assert said == f"No enemy of British stands in {at}."
    small = position(
        "r1 Red 1-1-1 0203", "b1 Blue 1-1-1 0303", ruleset=ruleset, markers=["m Red +2"]
    )
    empty = Bombardment("Red", small.board.hex("0505"), (DRAW,))
    refused(check_bombardment(small, empty), "8.1/3")
    ruling = check_bombardment(small, evolve(empty, target=small.board.hex("0303")))
    assert ruling.allowed
    assert {case.book for each in ruling.walk() for case in each.cases} == {small.ruleset.edition}


@pytest.mark.cases("FM8", "8.1.4", "8.1.4/1")
@pytest.mark.cases("FM7", "8.1.4", "8.1.4/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_in_the_system_neither_distance_nor_what_is_between_matters(ruleset: str) -> None:
    small = position(
        "r1 Red 1-1-1 0105",
        "b1 Blue 1-1-1 0303",
        "b2 Blue 1-1-1 0501",
        ruleset=ruleset,
        centre="mountain",
        markers=["m Red +2"],
    )
    far = Bombardment("Red", small.board.hex("0501"), (DRAW,))
    ruling = check_bombardment(small, far)
    assert ruling.allowed
    assert "8.1.4/1" in {case.number for each in ruling.walk() for case in each.cases}


@pytest.mark.cases("FM8", "8.1/4")
@pytest.mark.cases("FM7", "8.1/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_in_the_system_two_markers_bombard_a_hex_at_most(ruleset: str) -> None:
    pool = [f"m{n} Red +2" for n in range(4)]
    small = position("r1 Red 1-1-1 0203", "b1 Blue 1-1-1 0303", ruleset=ruleset, markers=pool)
    for number in (1, 2):
        fire = Bombardment("Red", small.board.hex("0303"), (DRAW,) * number)
        assert check_bombardment(small, fire).allowed
    three = Bombardment("Red", small.board.hex("0303"), (DRAW,) * 3)
    assert "1 to 2 markers" in refused(check_bombardment(small, three), "8.1/4")


@pytest.mark.cases("GAZA", "18.1/5", "18.1/6", "18.5/1", "18.6/2")
@pytest.mark.parametrize(
    ("side", "at", "markers", "legal"),
    [
        (BRITISH, REDOUBT, (DRAW,), True),
        (BRITISH, REDOUBT, ("BR-AIR-1",), True),
        (BRITISH, REDOUBT, (DRAW, DRAW), False),
        (BRITISH, REDOUBT, (DRAW, "BR-AIR-1"), False),
        (BRITISH, SEASIDE, ("BR-NAVAL-1",), True),
        (BRITISH, SEASIDE, ("BR-NAVAL-1", DRAW), False),
        (BRITISH, REDOUBT, (), False),
        (CENTRAL_POWERS, "1311", (DRAW,), True),
        (CENTRAL_POWERS, "1311", (DRAW, DRAW), True),
        (CENTRAL_POWERS, "1311", ("CP-AIR-1", DRAW), True),
        (CENTRAL_POWERS, "1311", ("CP-AIR-1", "CP-AIR-2"), True),
        (CENTRAL_POWERS, "1311", (DRAW, DRAW, DRAW), False),
        (CENTRAL_POWERS, "1311", ("CP-AIR-1", DRAW, DRAW), False),
    ],
)
def test_how_many_markers_a_side_puts_on_a_hex(
    side: str,
    at: str,
    markers: tuple[str, ...],
    legal: bool,  # noqa: FBT001 - what is expected
) -> None:
    situation = gaza()
    ruling = check_bombardment(situation, shot(situation, *markers, at=at, side=side))
    assert ruling.allowed is legal
    if not legal:
        limit, number = (1, "18.1/6") if side == BRITISH else (2, "18.1/5")
        most = "1 marker" if limit == 1 else f"1 to {limit} markers"
        assert most in refused(ruling, number)


@pytest.mark.cases("GAZA", "18.1/1", "18.5/2")
def test_only_observed_hexes_are_bombarded_even_by_aircraft() -> None:
    situation = gaza()
    near = evolve(
        situation,
        pieces=[each for each in situation.pieces if each.unit in {"CP-SCC", "BR-158"}],
    )
    for marker in (DRAW, "BR-AIR-1"):
        ruling = check_bombardment(near, shot(near, marker, at="2103"))
        assert "British does not observe 2103" in refused(ruling, "18.1/1", "18.2", "18.2/4")


@pytest.mark.cases("GAZA", "18.5", "18.5/1", "18.5/2", "18.5/3")
def test_an_air_unit_goes_anywhere_and_lets_others_fire_where_it_observes() -> None:
    situation = evolve(
        gaza(),
        pieces=[each for each in gaza().pieces if each.unit in {"CP-SCC", "BR-158"}],
    )
    target = situation.board.hex("2103")
    watched = Bombardment(BRITISH, target, (DRAW,), frozenset({target.neighbour(2)}))
    assert check_bombardment(situation, watched).allowed
    both = evolve(watched, markers=("BR-AIR-1",))
    said = refused(check_bombardment(situation, both), "18.5/3")
    assert said == "British has 0 air units free to observe, not 1."
    two = evolve(watched, observes=frozenset(target.ring(1)[:2]))
    assert "1 air unit free" in refused(check_bombardment(situation, two), "18.5/3")
    near = check_bombardment(gaza(), shot(gaza(), "BR-AIR-1"))
    part = near.find("Marker aircraft")
    assert part is not None
    assert (part.value, numbers(part)) == (2, {"18.5/2"})  # its strength is known to both


@pytest.mark.cases("GAZA", "18.6", "18.6/1")
def test_ships_reach_the_coast_and_the_hexes_next_to_it() -> None:
    situation = gaza()
    board = situation.board
    coast = {cell for cell, what in board.cells.items() if "coast" in what.features}
    near = {each for cell in coast for each in (cell, *board.neighbours(cell))}
    for cell, what in board.cells.items():
        if "sea" in what.terrain:
            continue
        pieces = [Piece("CP-SCC", cell), Piece("BR-158", board.neighbours(cell)[0])]
        moved = evolve(situation, pieces=pieces)
        ruling = check_bombardment(moved, Bombardment(BRITISH, cell, ("BR-NAVAL-1",)))
        assert ruling.allowed is (cell in near), board.label(cell)
        if not ruling.allowed:
            assert refused(ruling, "18.6/1").endswith(f"{board.label(cell)} is neither.")


@pytest.mark.cases("GAZA", "18.6/3")
def test_ships_observe_for_nobody() -> None:
    situation = gaza()
    alone = evolve(situation, pieces=[Piece("CP-3C", situation.board.hex(SEASIDE))])
    for marker in ("BR-NAVAL-1", DRAW):
        ruling = check_bombardment(alone, shot(alone, marker, at=SEASIDE))
        assert ruling.sentence == "British has no unit on the map to observe with."


@pytest.mark.cases("GAZA", "18.3")
def test_no_more_are_drawn_than_lie_in_the_pool() -> None:
    situation = gaza()
    left = [marker.id for marker in situation.markers(BRITISH, pool=True)]
    empty = situation.spend(left)
    said = refused(check_bombardment(empty, shot(empty, DRAW)), "18.3")
    assert said == "British has 0 markers left in the pool, not 1."
    assert check_bombardment(situation.spend(left[1:]), shot(situation, DRAW)).allowed


@pytest.mark.cases("GAZA", "18.5/1", "18.6")
@pytest.mark.parametrize(
    "marker", ["CP-AIR-1", "BR-FS-01"], ids=["of the enemy", "of the pool, by name"]
)
def test_only_open_markers_of_ones_own_are_placed_by_name(marker: str) -> None:
    situation = gaza()
    ruling = check_bombardment(situation, shot(situation, marker))
    assert "is not ready for British" in refused(ruling, "18.5/1", "18.6")
    spent = situation.spend(["BR-AIR-1"])
    refused(check_bombardment(spent, shot(spent, "BR-AIR-1")), "18.5/1", "18.6")
    twice = shot(situation, "CP-AIR-1", "CP-AIR-1", at="1311", side=CENTRAL_POWERS)
    refused(check_bombardment(situation, twice), "18.5/1", "18.6")
    with pytest.raises(RequestError, match="BR-AIR-1"):
        check_bombardment(situation, shot(situation, "BR-AIR-9"))


@pytest.mark.cases("GAZA", "18.1", "18.1/6", "18.3", "18.5/1")
def test_bombardments_are_checked_together_before_anything_is_turned_over() -> None:
    situation = gaza()
    left = [marker.id for marker in situation.markers(BRITISH, pool=True)]
    last = situation.spend(left[1:])
    fine, other = shot(situation, DRAW), shot(situation, DRAW, at="1210")
    air = shot(situation, "BR-AIR-1"), shot(situation, "BR-AIR-1", at="1210")
    for position_, shots, sentence in (
        (last, (fine, other), "0 markers left in the pool"),
        (situation, (fine, fine), "in one bombardment, not in two"),
        (situation, air, "is not ready for British"),
        (situation, (fine, shot(situation, DRAW, at="0505")), "No enemy of British"),
    ):
        nobody = Script()
        with pytest.raises(Refused) as caught:
            play(partial(turn_over, position_, shots), nobody)
        assert nobody.asked == []
        assert sentence in str(caught.value)


@pytest.mark.cases("GAZA", "18.3/2", "18.3")
def test_markers_turned_over_are_drawn_then_and_spent() -> None:
    situation = gaza()
    shots = (
        shot(situation, DRAW),
        shot(situation, "CP-AIR-1", DRAW, at="1311", side=CENTRAL_POWERS),
    )
    result, script = played(partial(turn_over, situation, shots), 15, 1)
    after, fallen = result.outcome
    assert [(each.side, each.markers) for each in fallen] == [
        (BRITISH, ("BR-FS-15",)),
        (CENTRAL_POWERS, ("CP-AIR-1", "CP-FS-01")),
    ]
    assert situation.ready - after.ready == {"BR-FS-15", "CP-AIR-1", "CP-FS-01"}
    assert [request.faces for request in script.asked if isinstance(request, Roll)] == [15, 19]
    assert [ruling.value for ruling in result.told] == [6, 2, 1]
