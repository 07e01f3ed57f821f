"""The Fieldworks Construction Table, the limits of Gallipoli, and the shapes of works."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import FOREST, gun, hq, mg, picket, position, unit, work
from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError
from wargame.rifle_and_spade.construction_table import (
    allowance,
    construction_table,
    count,
    limits_of,
    may_build,
    may_dig,
    note_conversion,
)
from wargame.rifle_and_spade.project import (
    Project,
    Shape,
    pit_facings,
    project,
    trench_shapes,
    wire_stretches,
)
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.works import WorkKind

BOARD = "column-row 10.50\ng grassland\n\n" + "g\n" * 8
TABLE = construction_table(ChartShelf())


@pytest.mark.cases("RS", "13.1.1", "12.2", "13.1.2", "13.1.10", "13.1.11", "13.1.13", "13.1.14")
@pytest.mark.parametrize(
    ("kind", "figure", "value", "case"),
    [
        ("rifle pit", "turns", 1, "RS 12.2"),
        ("rifle pit", "pickets", True, "RS 11.12.8"),
        (
            "rifle pit",
            "orders",
            ["Defense", "Cordon Defense", "Disorganized Defense"],
            "RS 11.13.9",
        ),
        ("shallow trench", "made_of", "rifle pit", "RS 13.1.10"),
        ("shallow trench", "pickets", False, "RS 11.12.8"),
        ("shallow trench", "orders", ["Defense", "Cordon Defense"], "RS 11.11.7"),
        ("fire trench", "made_of", "shallow trench", "RS 13.1.11"),
        ("barbed wire", "by_leave", True, "RS 13.1.13"),
    ],
)
def test_anchors(kind: str, figure: str, value: object, case: str) -> None:
    """RS 13.1.1: every figure that the text prints stands in the chart with its case."""
    row = TABLE[kind]
    assert getattr(row, figure) == value
    origin = TABLE.origin(row, figure)
    assert (origin.kind, origin.source) == ("printed", case)
    assert TABLE.origin(row, "personnel").kind == "reconstructed"


@pytest.mark.cases("RS", "13.1.1", "13.1.14")
def test_each_step_up_takes_longer_and_more_men() -> None:
    """RS 13.1.1: the ladder is monotone; RS 13.1.14: forts are not on it."""
    ladder = [TABLE[kind] for kind in ("rifle pit", "shallow trench", "fire trench")]
    turns, men = [row.turns for row in ladder], [row.personnel for row in ladder]
    assert turns == sorted(set(turns))
    assert men == sorted(set(men))
    assert all(row.turns >= 1 for row in TABLE.works.values())
    with pytest.raises(RequestError, match="Construction Table"):
        TABLE["fort"]


@pytest.mark.cases("RS", "13.1.2", "9.2.9", "11.12.8", "13.1.14")
@pytest.mark.parametrize(
    ("who", "kind", "order", "case"),
    [
        (unit("A"), "rifle pit", "", None),
        (unit("A"), "fire trench", "Defense", None),
        (unit("A"), "fire trench", "Disorganized Defense", "RS 13.1.2"),
        (unit("A"), "rifle pit", "Disorganized Defense", None),
        (unit("A"), "rifle pit", "Attack", "RS 13.1.2"),
        (unit("A", arm="cavalry"), "rifle pit", "", "RS 13.1.2"),
        (hq("A"), "rifle pit", "", "RS 9.2.9"),
        (mg("A"), "rifle pit", "", None),
        (mg("A"), "shallow trench", "", "RS 13.1.2"),
        (picket("A"), "rifle pit", "", None),
        (picket("A"), "shallow trench", "", "RS 11.12.8"),
        (gun("A"), "gun pit", "", None),
        (gun("A"), "rifle pit", "", "RS 13.1.2"),
        (unit("A"), "gun pit", "", "RS 13.1.2"),
        (unit("A"), "fort", "", "RS 13.1.14"),
    ],
)
def test_who_digs_what(who: SceneUnit, kind: WorkKind, order: str, case: str | None) -> None:
    """RS 13.1.2: the arm, the size and the order decide; cavalry and headquarters never dig."""
    situation = position(BOARD, units=[evolve(who, at="10.50")])
    ruling = may_dig(situation, situation.unit("A"), kind, order)
    assert ruling.allowed is (case is None)
    assert str(ruling.cases[0]) == (case or "RS 13.1.2")


@pytest.mark.cases("GB", "101.6.1", "101.6.2", "101.6.3", "101.6.4")
@pytest.mark.parametrize(
    ("side", "kind", "case"),
    [
        ("Entente", "rifle pit", None),
        ("Ottoman", "rifle pit", None),
        ("Ottoman", "gun pit", None),
        ("Entente", "fire trench", "GB 101.6.2"),
        ("Ottoman", "fire trench", "GB 101.6.2"),
        ("Entente", "barbed wire", "GB 101.6.2"),
        ("Ottoman", "shallow trench", "GB 101.6.3"),
        ("Entente", "shallow trench", "GB 101.6.4"),
        ("Entente", "fort", "RS 13.1.14"),
    ],
)
def test_limits_of_gallipoli(side: str, kind: WorkKind, case: str | None) -> None:
    """GB 101.6.1 to 101.6.4: pits for all, no fire trenches or wire, trenches by ration only."""
    ruling = may_build(position(BOARD), side, kind)
    assert ruling.allowed is (case is None)
    assert case is None or str(ruling.cases[0]) == case


@pytest.mark.cases("RS", "13.1.13")
def test_elsewhere_wire_needs_leave(tmp_path: Path) -> None:
    """RS 13.1.13: without a word from the scenario there is no wire; with it there is."""
    situation = position(BOARD, rules=FOREST)
    assert may_build(situation, "Ottoman", "fire trench").allowed
    assert may_build(situation, "Ottoman", "shallow trench").allowed
    ruling = may_build(situation, "Ottoman", "barbed wire")
    assert not ruling.allowed
    assert str(ruling.cases[0]) == "RS 13.1.13"
    leave = situation_with_wire(tmp_path)
    assert may_build(leave, "Ottoman", "barbed wire").allowed


def situation_with_wire(folder: Path) -> Situation:
    """Return a situation whose charts give leave to put up wire."""
    own = folder / "rifle_and_spade"
    own.mkdir()
    text = ChartShelf().path("rifle_and_spade/construction").read_text()
    leave = '\n[[limit]]\nruleset = "forest"\nkind = "barbed wire"\ncase = "RS 13.1.13"\n'
    (own / "construction.toml").write_text(f"{text}{leave}allowed = true\n")
    return position(BOARD, rules=FOREST, shelf=ChartShelf(folder))


def pits(number: int, turn: int) -> Situation:
    """Return so many rifle pits of the Entente, one of the enemy's, and one only begun."""
    works = [work(f"R{n}", "rifle pit", f"10.{50 - n}", "Entente") for n in range(number)]
    works += [work("Theirs", "rifle pit", "10.43"), work("T", "fire trench", "10.43", "Entente")]
    situation = position(BOARD, works=works, turn=turn)
    begun = evolve(situation.works[0], id="N", building="new rifle pit")
    return evolve(situation, works=(*situation.works, begun))


def left(situation: Situation) -> object:
    """Return how many conversions the Entente has left."""
    (limit,) = limits_of(situation, "Entente", "shallow trench")
    return allowance(situation, limit).value


def convert(situation: Situation, name: str) -> Situation:
    """Return the situation with a pit being made a trench."""
    works = tuple(
        evolve(w, building="shallow trench; circular") if w.id == name else w
        for w in situation.works
    )
    changed = evolve(situation, works=works)
    found = changed.work(name)
    assert found is not None
    return note_conversion(changed, found)


@pytest.mark.cases("GB", "101.6.4")
@pytest.mark.parametrize(("number", "most"), [(0, 0), (1, 1), (3, 1), (4, 2), (6, 2)])
def test_a_third_of_the_pits_rounded_up(number: int, most: int) -> None:
    """GB 101.6.4: finished pits of the Entente alone count, on the turn from 8 pm."""
    assert left(count(pits(number, 9))) == most
    earlier = pits(number, 8)
    assert count(earlier) == earlier


@pytest.mark.cases("GB", "101.6.4")
def test_the_ration_lasts_ten_turns() -> None:
    """GB 101.6.4: it goes down as conversions begin, is counted once, and anew ten turns later."""
    situation = count(pits(4, 9))
    assert count(situation) == situation
    assert may_build(situation, "Entente", "shallow trench").allowed
    one = convert(evolve(situation, turn=12), "R0")
    assert left(one) == 1
    two = convert(evolve(one, turn=18), "R1")
    assert left(two) == 0
    assert not may_build(two, "Entente", "shallow trench").allowed
    other = two.work("Theirs")
    assert other is not None
    assert note_conversion(two, other) == two
    done = tuple(
        evolve(w, kind="shallow trench", building="") if w.id in {"R0", "R1"} else w
        for w in two.works
    )
    later = count(evolve(two, works=done, turn=19))
    assert left(later) == 1
    assert left(evolve(later, turn=28)) == 1
    assert left(evolve(pits(4, 12))) == 0


# ---- shapes, and what is in hand


@pytest.mark.cases("RS", "6.4", "6.3.1", "6.1.5", "13.1.13")
def test_shapes() -> None:
    """RS 6.4, RS-17: eighteen lies of a trench and the circle; RS 6.3.1: two or three facings."""
    shapes = trench_shapes()
    assert len(set(shapes)) == 19
    for shape in shapes[1:]:
        rear = set(range(6)) - shape.front - shape.ends
        assert len(shape.ends) == 2
        assert shape.front
        assert rear
        one, other = shape.ends
        assert (one - other) % 6 not in {1, 5}
        assert all((d + 1) % 6 in shape.front | shape.ends for d in shape.front)
    assert [len(each.front) for each in pit_facings()] == [2] * 6
    assert [each.front for each in pit_facings({5, 0})] == [{4, 5, 0}, {5, 0, 1}]
    assert len({each.front for each in wire_stretches()}) == 18
    assert len({each.key for each in shapes}) == 19
    board = position(BOARD).board
    assert Shape(circular=True).label(board) == "circular"
    assert Shape(frozenset({2}), frozenset({1, 3})).label(board) == "facing N; ends NE, NW"


@pytest.mark.cases("RS", "13.1.3")
@pytest.mark.parametrize(
    "plan",
    [
        Project("rifle pit", new=True),
        Project("gun pit", Shape(frozenset({0, 1})), new=True, digger="8 Mtn/7"),
        Project("shallow trench", Shape(frozenset({1, 2}), frozenset({0, 3})), paused=True),
        Project("shallow trench", Shape(circular=True), paused=True, new=True),
    ],
)
def test_what_is_in_hand_is_written_on_the_work(plan: Project) -> None:
    """RS 13.1.3, RS-45: the marker tells what the finished side will be."""
    made = position(BOARD, works=[work("W", "rifle pit", "10.50")]).works[0]
    assert project(evolve(made, building=plan.text)) == plan
    assert project(made) is None


@pytest.mark.cases("RS", "13.1.3")
@pytest.mark.parametrize(
    ("text", "found"),
    [("castle", "castle"), ("gun pit; front 7", "7"), ("gun pit; deep", "deep")],
)
def test_what_cannot_be_in_hand(text: str, found: str) -> None:
    """RS 13.1.3: a file that says anything else is told so."""
    made = position(BOARD, works=[work("W", "rifle pit", "10.50")]).works[0]
    with pytest.raises(RequestError, match=found):
        project(evolve(made, building=text))


@pytest.mark.cases("GB", "101.6.2", "101.6.3", "101.6.4", "102.2.11")
@pytest.mark.parametrize("name", ["kemals_counterattack", "first_krithia"])
def test_the_limits_hold_in_every_scenario_of_the_game(name: str) -> None:
    """GB 101.6: rules common to all scenarios, those with rules of their own among them."""
    start = load_scenario(f"gallipoli_1915/{name}").situation
    for side in start.sides:
        assert may_build(start, side, "rifle pit").allowed
        assert not may_build(start, side, "fire trench").allowed
        assert not may_build(start, side, "barbed wire").allowed
        assert not may_build(start, side, "shallow trench").allowed
    evening = evolve(start, turn=start.turn - start.turn % 10 + 9)
    pits = any(w.kind == "rifle pit" and w.owner == "Entente" for w in evening.works)
    assert may_build(count(evening), "Entente", "shallow trench").allowed is pits
