"""Who is in a fieldwork, the ways into it, what may stand together, and capture."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit, work
from tests.rifle_and_spade.works_ground import BOARD, HERE, NAMES, beside, hexes, near
from wargame.rifle_and_spade import works_position as wp
from wargame.rifle_and_spade.state import Situation


@pytest.mark.cases("RS", "6.1.2", "6.3.8", "6.1.1/1", "6.1.1/3")
def test_units_are_in_what_there_is_for_them() -> None:
    """RS 6.1.2, 6.3.8: guns in pits, infantry in trenches; the column and the limbered on top."""
    situation = position(
        BOARD,
        units=[
            unit("Foot", at=HERE),
            mg("MG", at=HERE),
            hq("HQ", at=HERE),
            gun("Bty", at=HERE),
            gun("Other Bty", at=HERE),
            gun("On wheels", at=HERE, order="limbered"),
            unit("Column", at=HERE, order="column"),
        ],
        works=[
            work("P", "gun pit", HERE, "Entente", front=["N", "NE"]),
            work("R", "rifle pit", HERE, "Entente"),
        ],
    )
    names = [piece.unit for piece in situation.pieces]
    placed = wp.occupy(situation, names)
    found = {name: placed.piece(name).work for name in names}
    assert found == {
        "Foot": "R", "MG": "R", "HQ": "R", "Bty": "P", "Other Bty": "", "On wheels": "",
        "Column": "",
    }  # fmt: skip
    assert wp.occupy(placed, names) == placed
    pits_only = evolve(situation, works=tuple(w for w in situation.works if w.kind == "gun pit"))
    assert not wp.occupy(pits_only, ["Foot"]).piece("Foot").work


@pytest.mark.cases("RS", "6.1.2")
def test_a_work_holds_so_many_steps() -> None:
    """RS 6.1.2: what is more than the work holds stays on top."""
    units = [unit(f"U{n}", at=HERE, steps=2) for n in range(9)]
    situation = position(BOARD, units=units, works=[work("R", "rifle pit", HERE, "Entente")])
    placed = wp.occupy(situation, [piece.unit for piece in situation.pieces])
    inside = sum(piece.steps for piece in placed.pieces if piece.work)
    assert 0 < inside < 18
    pit = situation.work("R")
    assert pit is not None
    outside = next(piece for piece in placed.pieces if not piece.work)
    assert not wp.has_room(placed, outside, pit)


@pytest.mark.cases("RS", "6.1.3")
def test_one_side_to_a_work() -> None:
    """RS 6.1.3: what the enemy is in cannot be used; what he left empty can."""
    there = [unit("Ours", at=HERE), unit("Theirs", "Ottoman", at=HERE, work="R")]
    situation = position(BOARD, units=there, works=[work("R", "rifle pit", HERE)])
    pit = situation.work("R")
    assert pit is not None
    assert not wp.may_use(situation, situation.unit("Ours"), pit)
    left = situation.without(["Theirs"])
    assert wp.may_use(left, left.unit("Ours"), pit)
    begun = evolve(pit, building="new rifle pit")
    assert not wp.complete(begun)
    assert not wp.complete(evolve(pit, building="paused new rifle pit"))
    assert wp.complete(evolve(pit, building="shallow trench; front 0; ends 1 5"))
    assert not wp.may_use(left, left.unit("Ours"), begun)


def two_trenches(kind: str, one: str = "N", other: str = "S") -> Situation:
    """Return a trench with a unit, its northern neighbour with a trench of a kind, and others."""
    return position(
        BOARD,
        units=[
            unit("In", at=HERE, work="A"),
            unit("On top", at=HERE),
            unit("Behind", at=beside(hexes(), "NE", near("N"))),
            unit("Before", at=beside(hexes(), "NW", near("N"))),
            gun("Gun", at=beside(hexes(), "NE", near("N"))),
            unit("Column", at=beside(hexes(), "NE", near("N")), order="column"),
        ],
        works=[
            work("A", "shallow trench", HERE, "Entente", front=["SW", "NW"], ends=[one, "S"]),
            work("B", kind, near("N"), "Entente", front=["SW", "NW"], ends=["N", other]),
        ],
    )


@pytest.mark.cases("RS", "6.4.1", "6.4.3", "6.4.4", "6.4.5", "6.1.4", "6.2.2", "6.3.6")
@pytest.mark.parametrize(
    ("kind", "inside", "on_top", "behind", "before"),
    [
        ("shallow trench", True, False, False, False),
        ("fire trench", True, False, True, False),
        ("rifle pit", False, False, False, False),
        ("gun pit", False, False, False, False),
    ],
)
def test_ways_into_a_trench(
    kind: str, *, inside: bool, on_top: bool, behind: bool, before: bool
) -> None:
    """RS 6.4.3, 6.4.4: along a connection, into fire trenches from behind; RS 6.4.5: no other."""
    situation = two_trenches(kind)
    there = situation.board.hex(near("N"))
    found = {
        name: wp.enter_without_on_top(situation, situation.piece(name), there)
        for name in ("In", "On top", "Behind", "Before", "Gun", "Column")
    }
    assert found == {
        "In": inside, "On top": on_top, "Behind": behind, "Before": before,
        "Gun": False, "Column": False,
    }  # fmt: skip


@pytest.mark.cases("RS", "6.4.1", "6.4.3", "13.1.17")
def test_what_does_not_connect() -> None:
    """RS 6.4.1: ends that do not meet, circular trenches, trenches dug in Us/Them."""
    there = hexes().board.hex(near("N"))
    for situation in (
        two_trenches("fire trench", one="NE"),
        two_trenches("fire trench", other="SE"),
        two_trenches("fort"),
    ):
        assert not wp.along_trenches(situation, situation.piece("In"), there)
    good = two_trenches("fire trench")
    assert wp.along_trenches(good, good.piece("In"), there)
    north = good.work("B")
    assert north is not None
    for other in (evolve(north, circular=True), evolve(north, close_quarters=True)):
        works = (good.works[0], other)
        assert not wp.along_trenches(evolve(good, works=works), good.piece("In"), there)
    theirs = [unit("In", at=HERE, work="A"), unit("X", "Ottoman", at=near("N"), work="B")]
    held = position(
        BOARD,
        units=theirs,
        works=[
            work("A", "fire trench", HERE, "Entente", front=["SW", "NW"], ends=["N", "S"]),
            work("B", "fire trench", near("N"), front=["SW", "NW"], ends=["N", "S"]),
        ],
    )
    assert not wp.along_trenches(held, held.piece("In"), there)
    assert wp.along_trenches(held.without(["X"]), held.piece("In"), there)


@pytest.mark.cases("RS", "6.3.5", "6.3.4")
def test_fixed_guns_never_go_on_top() -> None:
    """RS 6.3.5: others do, by prolonging."""
    situation = position(
        BOARD,
        units=[
            gun("Fixed", at=HERE, work="F", fixed=True),
            gun("Field", at=HERE, work="F"),
            unit("Foot", at=HERE, work="F"),
            unit("Outside", at=HERE),
        ],
        works=[work("F", "fort", HERE, "Entente")],
    )
    rulings = {p.unit: wp.may_go_on_top(situation, p) for p in situation.pieces}
    assert {name: r.allowed for name, r in rulings.items()} == {
        "Fixed": False, "Field": True, "Foot": True, "Outside": False,
    }  # fmt: skip
    assert "prolonging" in rulings["Field"].sentence
    assert "prolonging" not in rulings["Foot"].sentence


@pytest.mark.cases("RS", "6.1.5")
@pytest.mark.parametrize(
    ("there", "kind", "room"),
    [
        (["rifle pit"], "shallow trench", False),
        (["rifle pit"], "gun pit", True),
        (["gun pit", "gun pit"], "gun pit", True),
        (["gun pit"], "rifle pit", True),
        (["fort"], "rifle pit", False),
        (["fort"], "gun pit", False),
        (["fort"], "barbed wire", True),
        (["gun pit"], "fort", False),
        (["barbed wire"], "rifle pit", True),
        ([], "fort", True),
    ],
)
def test_what_may_stand_together(there: list[str], kind: str, *, room: bool) -> None:
    """RS 6.1.5: one work for infantry and any gun pits, for each side; a fort stands alone."""
    works = [work(f"W{n}", each, HERE) for n, each in enumerate(there)]
    situation = position(BOARD, works=works)
    cell = situation.board.hex(HERE)
    ruling = wp.may_coexist(situation, "Ottoman", cell, kind)  # type: ignore[arg-type]  # a row
    assert ruling.allowed is room
    assert wp.may_coexist(situation, "Entente", cell, kind).allowed  # type: ignore[arg-type]


@pytest.mark.cases("RS", "6.4.2", "6.5.3")
def test_fire_trenches_have_wire_in_front() -> None:
    """RS 6.4.2, 6.5.3, RS-17, RS-20: to the front only, and none on other works."""
    front = frozenset({1, 2})
    assert wp.implied_wire("fire trench", front, circular=False) == front
    assert wp.implied_wire("fire trench", frozenset(), circular=True) == frozenset(range(6))
    assert wp.implied_wire("fort", front, circular=False) == frozenset(range(6))
    assert not wp.implied_wire("shallow trench", front, circular=False)
    situation = position(BOARD, works=[work("W", "fire trench", HERE, front=["N"], wire=["N"])])
    here = situation.board.hex(HERE)
    assert situation.wire_between(here, here.neighbour(NAMES["N"])) is not None
    assert situation.wire_between(here.neighbour(NAMES["N"]), here) is not None
    assert situation.wire_between(here, here.neighbour(NAMES["S"])) is None


@pytest.mark.cases("RS", "6.5.4", "6.1.3", "13.1.20")
def test_capture() -> None:
    """RS 6.5.4, 13.1.20: the sole occupant gets the works; wire and what is unfinished is lost."""
    works = [
        work("T", "fire trench", HERE, front=["N"], ends=["NE", "NW"], wire=["N"]),
        work("New", "gun pit", HERE),
        work("Wire", "barbed wire", HERE, wire=["S"]),
        work("Elsewhere", "rifle pit", near("S")),
    ]
    situation = position(BOARD, units=[unit("Ours", at=HERE)], works=works)
    begun = {"T": ("fire trench; front 5; ends 0 4", 2), "New": ("new gun pit; for X", 1)}
    made = tuple(
        evolve(w, building=begun[w.id][0], progress=begun[w.id][1]) if w.id in begun else w
        for w in situation.works
    )
    situation = evolve(situation, works=made)
    taken = wp.capture(situation)
    assert [each.id for each in taken.works] == ["T", "Elsewhere"]
    trench = taken.work("T")
    assert trench is not None
    assert (trench.owner, trench.wire, trench.building, trench.progress) == (
        "Entente", frozenset(), "", 0,
    )  # fmt: skip
    assert trench.front == frozenset({NAMES["N"]})
    assert wp.capture(taken) is taken
    shared = position(
        BOARD, units=[unit("Ours", at=HERE), unit("Theirs", "Ottoman", at=HERE)], works=works
    )
    assert wp.capture(shared) is shared
