"""Where one stands to a fieldwork: facings, ways in, who holds it, and its capture."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import gun, picket, position, unit, work
from tests.rifle_and_spade.works_ground import BOARD, HERE, NAMES, near
from wargame.core.grid import Hex
from wargame.rifle_and_spade import works_position as wp

TRENCH = work("T", "shallow trench", HERE, front=["SW", "NW"], ends=["N", "S"])


@pytest.mark.cases("RS", "6.1.6")
@pytest.mark.parametrize(
    ("direction", "bearing"),
    [
        ("SW", "front"),
        ("NW", "front"),
        ("N", "side"),
        ("S", "side"),
        ("NE", "rear"),
        ("SE", "rear"),
    ],
)
def test_the_hexside_that_the_line_passes_is_the_bearing(direction: str, bearing: str) -> None:
    """RS 6.1.6: near and far along the same hexside alike."""
    situation = position(BOARD, works=[TRENCH])
    trench = situation.work("T")
    assert trench is not None
    at = trench.at.neighbour(NAMES[direction])
    far = at.neighbour(NAMES[direction])
    for firer in (at, far):
        assert wp.relative_position(situation, firer, trench) == bearing
        assert wp.bearings(trench, firer) == {bearing}


@pytest.mark.cases("RS", "6.1.6")
def test_at_a_corner_both_hexsides_count() -> None:
    """RS 6.1.6: a line in by the corner of N and NW is to the side as well as to the front."""
    situation = position(BOARD, works=[TRENCH])
    trench = situation.work("T")
    assert trench is not None
    corner = trench.at.neighbour(NAMES["N"]).neighbour(NAMES["NW"])
    assert wp.entry_sides(corner, trench.at) == (NAMES["N"], NAMES["NW"])
    assert wp.bearings(trench, corner) == {"side", "front"}
    assert wp.relative_position(situation, corner, trench) == "side"
    assert wp.entry_sides(trench.at, trench.at) == ()


def test_a_line_comes_in_where_it_goes_out_the_other_way() -> None:
    """RS 6.1.6: for every line the side it comes in by faces the firer's half of the map."""
    target = Hex(0, 0)
    for firer in target.disc(7)[1:]:
        sides = wp.entry_sides(firer, target)
        assert len(sides) in {1, 2}
        nearest = min(target.neighbour(d).distance(firer) for d in range(6))
        assert all(target.neighbour(d).distance(firer) == nearest for d in sides)


@pytest.mark.cases("RS", "6.1.7", "6.4.6")
def test_plugges_plateau() -> None:
    """RS-18 (RS 6.1.7): the picket has the trench; one company is before it, the other rakes it."""
    situation = position(
        BOARD.replace("grassland", "scrub"),
        units=[
            picket("Picket", at=HERE, work="T", hiding="work"),
            unit("B 9", at=HERE, hiding="terrain", came_from=near("SW")),
            unit("R 14", at=HERE, hiding="terrain", came_from=near("N")),
            unit("Nobody", at=HERE, hiding="terrain"),
        ],
        works=[TRENCH],
        shared=[HERE],
    )
    trench = situation.work("T")
    assert trench is not None
    for name, bearing in (("B 9", "front"), ("R 14", "side"), ("Nobody", None)):
        piece = situation.piece(name)
        assert wp.relative_position(situation, piece.at, trench, piece) == bearing
        assert wp.enfilades(trench, piece.at, piece) is (bearing == "side")
        assert piece.hiding == "terrain"
        assert not wp.may_use(situation, situation.unit(name), trench)
    assert wp.may_use(situation, situation.unit("Picket"), trench)


@pytest.mark.cases("RS", "6.4.6", "6.4.7", "6.4.8")
def test_only_open_shallow_trenches_are_raked() -> None:
    """RS 6.4.6 to 6.4.8: not from the front, not fire trenches, not circular ones, not pits."""
    situation = position(BOARD, works=[TRENCH])
    trench = situation.work("T")
    assert trench is not None
    north, west = (trench.at.neighbour(NAMES[each]) for each in ("N", "NW"))
    assert wp.enfilades(trench, north)
    assert not wp.enfilades(trench, west)
    assert not wp.enfilades(evolve(trench, kind="fire trench"), north)
    assert not wp.enfilades(evolve(trench, circular=True), north)
    assert not wp.enfilades(evolve(trench, kind="rifle pit"), north)


@pytest.mark.cases("RS", "6.2.1", "6.6.2", "6.5")
def test_what_has_no_facing_has_no_bearing() -> None:
    """RS 6.2.1, RS 6.5: pits and wire; RS 6.6.2, RS-17: circular trenches are front all round."""
    for kind, found in (("rifle pit", None), ("barbed wire", None), ("fort", "front")):
        situation = position(BOARD, works=[work("W", kind, HERE)])
        made = situation.work("W")
        assert made is not None
        for cell in made.at.neighbours():
            assert wp.relative_position(situation, cell, made) == found


@pytest.mark.cases("RS", "6.4.10")
def test_no_mans_land() -> None:
    """RS 6.4.10: from inside a fire trench, at range zero, at what came from the front."""
    situation = position(
        BOARD,
        units=[
            unit("In", "Ottoman", at=HERE, work="F"),
            unit("On top", "Ottoman", at=HERE),
            unit("Front", at=HERE, came_from=near("NW")),
            unit("Rear", at=HERE, came_from=near("SE")),
            unit("Far", at=near("NW"), came_from=HERE),
        ],
        works=[work("F", "fire trench", HERE, front=["SW", "NW"], ends=["N", "S"])],
    )
    piece = situation.piece
    assert wp.no_mans_land(situation, piece("In"), piece("Front"))
    assert not wp.no_mans_land(situation, piece("In"), piece("Rear"))
    assert not wp.no_mans_land(situation, piece("In"), piece("Far"))
    assert not wp.no_mans_land(situation, piece("On top"), piece("Front"))
    shallow = evolve(
        situation, works=tuple(evolve(w, kind="shallow trench") for w in situation.works)
    )
    assert not wp.no_mans_land(shallow, piece("In"), piece("Front"))


@pytest.mark.cases("RS", "6.2.3", "6.4.9", "6.4.11")
def test_crossfire_and_telephones() -> None:
    """RS 6.2.3, 6.4.9: pits suffer crossfire, not trenches. RS 6.4.11: telephones."""
    kinds = {
        "rifle pit": (True, False), "gun pit": (True, False), "shallow trench": (False, False),
        "fire trench": (False, True), "fort": (False, True),
    }  # fmt: skip
    for kind, (crossfire, phone) in kinds.items():
        situation = position(BOARD, works=[work("W", kind, HERE)])
        made = situation.work("W")
        assert made is not None
        assert wp.open_to_crossfire(made) is crossfire
        assert wp.telephone(situation, made.at, "Ottoman") is phone
        assert not wp.telephone(situation, made.at, "Entente")
        assert not wp.telephone(situation, made.at.neighbour(0), "Ottoman")
    assert wp.open_to_crossfire(None)


@pytest.mark.cases("RS", "6.3.2", "6.3.3", "6.3.1")
def test_three_gun_pits() -> None:
    """RS-19 (RS 6.3.2, 6.3.3): each battery fires through the facings of its own pit only."""
    pits = [("A", ["N", "NE"]), ("B", ["SE", "S"]), ("C", ["SW", "NW", "N"])]
    situation = position(
        BOARD,
        units=[
            *(gun(f"{name} Bty", at=HERE, work=name) for name, _ in pits),
            gun("Fourth", at=HERE),
            unit("Foot", at=HERE),
        ],
        works=[work(name, "gun pit", HERE, "Entente", front=front) for name, front in pits],
    )
    for name, front in pits:
        pit = situation.work(name)
        assert pit is not None
        for direction, side in NAMES.items():
            target = pit.at.neighbour(side).neighbour(side)
            piece = situation.piece(f"{name} Bty")
            assert wp.may_fire_from(pit, target) is (direction in front)
            assert wp.fire_facing(situation, piece, target).allowed is (direction in front)
            for free in ("Fourth", "Foot"):
                assert wp.fire_facing(situation, situation.piece(free), target).allowed
    assert wp.work_for(situation, situation.unit("Fourth"), situation.piece("Fourth").at) is None


@pytest.mark.cases("RS", "6.3.2")
def test_within_the_hex_the_way_in_tells_the_facing() -> None:
    """RS 6.3.2 with 6.1.6: a target in the hex of the pit counts for the hexside it came by."""
    situation = position(
        BOARD,
        units=[
            gun("Bty", "Ottoman", at=HERE, work="P"),
            unit("Before", at=HERE, came_from=near("N")),
            unit("Behind", at=HERE, came_from=near("S")),
            unit("Somehow", at=HERE),
        ],
        works=[work("P", "gun pit", HERE, front=["N", "NE"])],
    )
    pit = situation.work("P")
    assert pit is not None
    for name, can in (("Before", True), ("Behind", False), ("Somehow", True)):
        assert wp.may_fire_from(pit, pit.at, situation.piece(name)) is can
    assert wp.may_fire_from(pit, pit.at)


@pytest.mark.cases("RS", "6.6.1", "6.6.1/1")
def test_a_fort_lends_its_facings_to_every_gun() -> None:
    """RS 6.6.1/1, RS-21: any of the arrows of the fort, and all round where none is drawn."""
    situation = position(
        BOARD,
        units=[gun("A", "Ottoman", at=HERE, work="F"), gun("B", "Ottoman", at=HERE, work="F")],
        works=[work("F", "fort", HERE, front=["SW", "NW"])],
    )
    fort = situation.work("F")
    assert fort is not None
    west, east = fort.at.neighbour(NAMES["SW"]), fort.at.neighbour(NAMES["NE"])
    for name in ("A", "B"):
        assert wp.fire_facing(situation, situation.piece(name), west).allowed
        ruling = wp.fire_facing(situation, situation.piece(name), east)
        assert not ruling.allowed
        assert "on top" in ruling.sentence
    assert wp.may_fire_from(evolve(fort, front=frozenset()), east)
