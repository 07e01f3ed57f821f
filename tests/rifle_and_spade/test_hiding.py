"""Hiding: in what, from whom, what it bars, moving under cover and coming out to fire."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import assault, gun, hq, mg, picket, position, unit, work
from wargame.rifle_and_spade import hiding
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.state import Cover, Situation
from wargame.rifle_and_spade.works_position import complete

# the middle is scrub, the rest open; a ridge runs along the north side of 31.50 and its neighbours
OPEN = (
    "column-row 29.53\ng grassland\ns scrub\n\n" + "ggggggg\n" * 3 + "ggsgggg\n" + "ggggggg\n" * 3
)
RIDGE = (
    OPEN + "\nside ridge 31.50-31.51 32.50-32.51 30.51-30.52 33.50-33.51\nside cliff 31.50-32.51\n"
)
HERE, NORTH = "31.50", "31.51"


@pytest.mark.cases("RS", "7.1", "7.1.1", "7.1.3", "7.2.7", "7.4.1", "6.1.1/2", "6.1.1/4", "6.3.7")
@pytest.mark.parametrize(
    ("who", "at", "covers"),
    [
        (unit("A"), HERE, ("terrain",)),
        (unit("A"), NORTH, ()),
        (unit("A", work="R"), HERE, ("work",)),
        (gun("A", work="P"), HERE, ("work",)),
        (mg("A"), HERE, ("terrain",)),
        (hq("A"), HERE, ("terrain",)),
        (unit("A", order="column"), HERE, ()),
        (gun("A", order="limbered"), HERE, ()),
        (unit("A", wave=1), HERE, ()),
        (unit("A", task="engineering"), HERE, ("terrain",)),
        (unit("A", confused=True), HERE, ("terrain",)),
    ],
)
def test_where_one_can_hide(who: SceneUnit, at: str, covers: tuple[str, ...]) -> None:
    """RS 7.1, 7.1.1, 7.1.3: close terrain (on top), pits from inside; not wire, not in column."""
    works = [
        work("R", "rifle pit", HERE, "Entente"),
        work("P", "gun pit", HERE, "Entente", front=["N", "NE"]),
        work("W", "barbed wire", NORTH, "Entente", wire=["N"]),
    ]
    markers = [assault(HERE)] if who.wave else []
    situation = position(OPEN, units=[evolve(who, at=at)], works=works, assault=markers)
    assert hiding.ways_to_hide(situation, ["A"]) == covers
    for cover in hiding.COVERS:
        ruling = hiding.may_hide(situation, ["A"], cover)
        assert ruling.allowed is (cover in covers)
        assert ruling.sentence
        assert ruling.cases


@pytest.mark.cases("RS", "7.1.3")
def test_some_long_actions_go_on() -> None:
    """RS 7.1.3: who performs a long action that hiding does not cancel cannot hide."""
    situation = position(OPEN, units=[unit("A", at=HERE)])
    landing = situation.replace_pieces(evolve(situation.piece("A"), task="land"))
    assert not hiding.ways_to_hide(landing, ["A"])


@pytest.mark.cases("RS", "7.1.2", "3.7.10", "3.7.10/a", "3.7.10/b")
def test_how_many_can_hide() -> None:
    """RS 7.1.2, 3.7.10: four rifle steps beside those in works; one battery, or all in works."""
    works = [
        work("R", "rifle pit", HERE, "Entente"),
        *(work(f"P{n}", "gun pit", HERE, "Entente", front=["N", "NE"]) for n in range(2)),
    ]
    units = [
        unit("A", at=HERE, hiding="terrain"),
        unit("B", at=HERE),
        unit("C", at=HERE, steps=1),
        unit("In", at=HERE, work="R"),
        mg("MG", at=HERE),
        hq("HQ", at=HERE),
        gun("G0", at=HERE, work="P0"),
        gun("G1", at=HERE, work="P1"),
        gun("Out", at=HERE),
        unit("Them", "Ottoman", at=HERE, hiding="terrain"),
    ]
    situation = position(OPEN, units=units, works=works)

    def can(*names: str, cover: Cover = "terrain") -> bool:
        return hiding.may_hide(situation, names, cover).allowed

    assert can("B", "MG", "HQ")
    assert not can("B", "C")
    assert can("C")
    assert can("In", cover="work")
    assert can("G0", "G1", cover="work")
    assert can("Out")
    hidden = hiding.hide(situation, ["G0", "G1"], "work")
    assert not hiding.ways_to_hide(hidden, ["Out"])
    assert not hiding.ways_to_hide(situation, [])


@pytest.mark.cases("RS", "7.2", "7.2.5", "7.2.6", "13.1.15/b4")
def test_hiding_ends_digging() -> None:
    """RS 7.2.5, 13.1.15: what one was at is left off; RS 13.1.17: not in Us/Them by night."""
    units = [unit("A", at=HERE, task="engineering"), unit("B", at=HERE, task="drag")]
    situation = position(OPEN, units=units)
    down = hiding.hide(situation, ["A", "B"], "terrain")
    assert [(p.hiding, p.task) for p in down.pieces] == [("terrain", ""), ("terrain", "")]
    for light, task in (("night", "engineering"), ("day", "")):
        both = [*units, unit("T", "Ottoman", at=HERE)]
        shared = position(OPEN, units=both, shared=[HERE], light=light)
        assert hiding.hide(shared, ["A"], "terrain").piece("A").task == task
        assert not hiding.hide(shared, ["B"], "terrain").piece("B").task
    up = hiding.unhide(down, ["A"])
    assert (up.piece("A").hiding, up.piece("B").hiding) == ("", "terrain")


@pytest.mark.cases("RS", "7.2/3", "7.2.1", "7.2/4", "7.2.2", "7.6.5/5", "7.6.7")
def test_going_back_into_hiding() -> None:
    """RS 7.6.5/5, 7.2.1: each to its own place again, unless it is gone or no longer open to it."""
    units = [unit("A", at=HERE), unit("In", at=HERE, work="R"), unit("Open", at=NORTH)]
    situation = position(OPEN, units=units, works=[work("R", "rifle pit", HERE, "Entente")])
    names, covers = ["A", "In", "Open", "A"], ["terrain", "work", "terrain", ""]
    again = hiding.rehide(situation, names, covers)  # type: ignore[arg-type]  # covers are words
    assert {p.unit: p.hiding for p in again.pieces} == {"A": "terrain", "In": "work", "Open": ""}
    gone = hiding.rehide(situation.without(["A"]), ["A"], ["terrain"])
    assert not gone.on_map("A")
    pit = hiding.hidden_work(again, again.piece("In"))
    assert pit is not None
    assert complete(pit)
    assert hiding.hidden_work(again, again.piece("A")) is None
    both = hiding.hide_where_they_are(situation.without(["Open"]), ["In", "A"])
    assert both == again.without(["Open"])


# ---- from whom


@pytest.mark.cases("RS", "7.4", "7.4.2", "7.5.2", "7.6.3", "7.6.4")
def test_behind_a_ridge_one_hides_across_it_only() -> None:
    """RS 7.4.2, 7.5.2: not from the next hex, nor along lines that cross no ridge of the hex.

    RS 7.6.3, 7.6.4: along such lines one may fire, and makes crossfire.
    """
    situation = position(
        RIDGE,
        units=[
            unit("A", at=HERE, hiding="ridge"),
            gun("Mortar", at=HERE, hiding="ridge", angle="high"),
            unit("Plain", at=HERE),
            unit("Low", at=HERE, hiding="terrain"),
        ],
    )
    here = situation.board.hex(HERE)
    expected = {
        "31.51": False,  # adjacent
        "31.52": True,  # across the ridge
        "33.52": True,  # north-east, across the cliff
        "31.48": False,  # from the south
        HERE: False,
    }
    for label, hidden in expected.items():
        firer = situation.board.hex(label)
        piece = situation.piece
        assert hiding.hidden_from(situation, piece("A"), firer) is hidden
        assert hiding.may_fire_hiding(situation, piece("A"), firer) is not hidden
        assert hiding.may_fire_hiding(situation, piece("Mortar"), firer)
        assert hiding.adds_to_crossfire(situation, piece("A"), firer) is not hidden
        assert not hiding.hidden_from(situation, piece("Plain"), firer)
        assert hiding.hidden_from(situation, piece("Low"), firer)
        assert not hiding.may_fire_hiding(situation, piece("Low"), firer)
    assert hiding.ridge_sides(situation.ground, here) == {1, 2}
    assert "ridge" in hiding.ways_to_hide(situation, ["A"])


@pytest.mark.cases("RS", "7.4", "7.4.2", "7.2.4")
def test_moving_along_a_ridge() -> None:
    """RS-22 (RS 7.4.2): hidden all along it, until one crosses it or comes away from it."""
    situation = position(
        RIDGE, units=[unit("A", at=HERE, hiding="ridge"), unit("B", at=HERE, hiding="terrain")]
    )
    label = situation.board.hex
    moved = {each: hiding.moves_hidden(situation, ["A"], label(each)) for each in (
        "32.50", "30.51", "31.51", "32.51", "31.49", "33.50",
    )}  # fmt: skip
    assert moved == {
        "32.50": True, "30.51": True, "31.51": False, "32.51": False, "31.49": False,
        "33.50": False,
    }  # fmt: skip
    assert not hiding.moves_hidden(situation, ["A", "B"], label("32.50"))
    battery = label("31.53")
    for cell in ("31.50", "32.50", "33.50"):
        there = situation.replace_pieces(evolve(situation.piece("A"), at=label(cell)))
        assert hiding.hidden_from(there, there.piece("A"), battery)
        assert not hiding.hidden_from(there, there.piece("A"), label("32.47"))
    assert hiding.cover_after(situation, situation.piece("A"), label("32.50")) == "ridge"


def trenches(here: str = "fire trench", there: str = "fire trench") -> Situation:
    """Return two trenches that join, north and south, with front to the west."""
    lie = {"front": ["NW", "SW"], "ends": ["N", "S"]}
    return position(
        OPEN,
        units=[
            unit("In", at=HERE, work="A", hiding="work"),
            unit("Seen", at=HERE, work="A"),
            unit("On top", at=HERE, hiding="terrain"),
            gun("Gun", at=HERE),
            unit("Behind", at="32.51"),
            picket("Before", "Entente", at="30.52"),
        ],
        works=[work("A", here, HERE, "Entente", **lie), work("B", there, NORTH, "Entente", **lie)],
    )


@pytest.mark.cases("RS", "7.3", "7.3/1", "7.3/2", "7.2.4", "6.4.3", "6.4.4")
def test_moving_hidden_in_fire_trenches() -> None:
    """RS 7.3/1, 7.3/2: along connected fire trenches, and into one from behind; no others."""
    situation = trenches()
    north = situation.board.hex(NORTH)
    names = [piece.unit for piece in situation.pieces]
    found = {name for name in names if hiding.moves_hidden(situation, [name], north)}
    assert found == {"In", "Seen", "Behind"}
    assert hiding.cover_after(situation, situation.piece("In"), north) == "work"
    shallow = trenches(there="shallow trench")
    assert not any(hiding.moves_hidden(shallow, [name], north) for name in names)
    from_shallow = trenches(here="shallow trench")
    assert not hiding.moves_hidden(from_shallow, ["In"], north)
    assert hiding.moves_hidden(from_shallow, ["Seen"], north)


@pytest.mark.cases("RS", "7.3/2")
def test_leaving_a_fire_trench_unseen() -> None:
    """RS 7.3/2: to its rear or along it one is unseen in the hex one leaves; not to the front."""
    situation = trenches()
    cells = {"32.50": True, "32.51": True, NORTH: True, "30.51": False, "31.49": False}
    for label, unseen in cells.items():
        there = situation.board.hex(label)
        assert hiding.leaves_hidden(situation, ["In"], there) is unseen
        assert not hiding.leaves_hidden(situation, ["Seen"], there)
        assert not hiding.leaves_hidden(situation, ["On top"], there)
    shallow = trenches(here="shallow trench")
    assert not hiding.leaves_hidden(shallow, ["In"], situation.board.hex("32.50"))
    assert not hiding.leaves_hidden(situation, ["In"], situation.board.hex("33.50"))


# ---- coming out to fire


@pytest.mark.cases("RS", "7.6.3", "7.6.5", "8.3.1", "8.3.1/3", "8.3.1/4")
@pytest.mark.parametrize(
    ("name", "target", "kind", "allowed"),
    [
        ("A", HERE, "opportunity", True),
        ("A", HERE, "counter", True),
        ("A", HERE, "commanded", False),
        ("A", NORTH, "opportunity", False),
        ("A", NORTH, "counter", False),
        ("Free", HERE, "opportunity", True),
        ("Free", HERE, "commanded", True),
        ("Up", HERE, "opportunity", False),
        ("HQ", HERE, "opportunity", False),
    ],
)
def test_who_comes_out_to_fire(
    name: str, target: str, kind: hiding.FireKind, *, allowed: bool
) -> None:
    """RS 7.6.5: who hides may; RS 8.3.1: from Us/Them only against the enemy in the same hex."""
    situation = position(
        OPEN.replace("gggg", "gsgg"),
        units=[
            unit("A", at=HERE, hiding="terrain"),
            hq("HQ", at=HERE, hiding="terrain"),
            unit("T", "Ottoman", at=HERE, hiding="terrain"),
            unit("Free", at="32.50", hiding="terrain"),
            unit("Up", at=NORTH),
        ],
        shared=[HERE],
    )
    at = situation.board.hex(target)
    ruling = hiding.unhide_to_fire(situation, [name], at, kind)
    assert ruling.allowed is allowed
    assert hiding.comes_out(situation, situation.piece(name), at, kind) is allowed
