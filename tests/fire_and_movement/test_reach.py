"""Where a unit can go (5.1, 5.2, 6.1): against another's shortest paths and against plain rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest
from attrs import evolve

from tests.fire_and_movement.moving import at, ends, on, spent
from tests.fire_and_movement.positions import SYSTEMS, gaza
from wargame.fire_and_movement.reach import along, arriving, reach, room
from wargame.fire_and_movement.terrain_costs import NEVER, ways
from wargame.fire_and_movement.units import Piece
from wargame.fire_and_movement.zones import controlled

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation


def edges(situation: Situation) -> Any:
    """Return the priced map as a graph of the other library."""
    graph: Any = nx.DiGraph()
    graph.add_nodes_from(situation.board.cells)
    for here, out in ways(situation.board, situation.ruleset).out.items():
        graph.add_weighted_edges_from((here, there, cost) for there, cost in out)
    return graph


@pytest.mark.cases("FM8", "5.1", "5.1/1", "5.1/2", "5.1/3", "5.2/1", "5.2/3")
@pytest.mark.cases("FM7", "5.1", "5.1/1", "5.1/2", "5.1/3", "5.2/1", "5.2/2")
@pytest.mark.parametrize("name", ["BR-161", "BR-1LH", "BR-155", "BR-ICB", "BR-LC"])
def test_without_enemies_a_unit_goes_where_shortest_paths_say(name: str) -> None:
    situation = gaza("second_battle")
    alone = evolve(situation, pieces=[situation.piece(name)])
    found = reach(alone, name)
    limit = 2 * situation.face(name).movement
    start = situation.piece(name).at
    known = nx.single_source_dijkstra_path_length(edges(alone), start, cutoff=limit)
    assert dict(found.spent) == known
    assert set(found.ends) == set(known) - {start}
    assert all(found.left[cell] == limit - cost for cell, cost in known.items())


def brute(situation: Situation, name: str) -> dict[Hex, int]:
    """Return the least cost of every hex by trying every path, with the rules said anew."""
    unit, start = situation.unit(name), situation.piece(name).at
    other = situation.other(unit.side)
    zone = controlled(situation, other)
    enemies = {piece.at for piece in situation.of(other)}
    priced, most = ways(situation.board, situation.ruleset), 2 * situation.face(name).movement
    best, stack = {start: 0}, [(start, 0, True)]
    while stack:
        here, cost, first = stack.pop()
        for there, ground in priced.out[here]:
            if there in enemies:
                continue
            step, halt = ground, False
            if there in zone and unit.mobile:
                step += most // 4 * 2
            elif there in zone:
                halt = True
                if here in zone:
                    step = most if first and ground <= most else NEVER
            if cost + step <= most and cost + step < best.get(there, NEVER):
                best[there] = cost + step
                stack += [] if halt else [(there, cost + step, False)]
    return best


@pytest.mark.cases("FM8", "6.1", "6.1/1", "6.1/2", "6.1/3", "6.1/4", "6.1/5", "5.2/8", "5.2/5")
@pytest.mark.cases("FM7", "6.1/1", "6.1/2", "6.1/3", "6.1/4", "6.1/5", "5.2/6", "5.2/3")
@pytest.mark.parametrize("seed", range(60))
def test_with_enemies_a_unit_goes_where_trying_every_path_says(seed: int) -> None:
    random = Random(seed)
    kind = random.choice(("", " mobile=yes"))
    figures = f"4-4-{random.randint(1, 9)}"
    foes = [f"b{n} Blue 1-1-1 0{n + 1}01" for n in range(4)]
    situation = on(f"r Red {figures} 0105{kind}", *foes, rows=ROWS8, ruleset=random.choice(SYSTEMS))
    places = random.sample(sorted(situation.board.cells), 5)
    names = ["r", "b0", "b1", "b2", "b3"]
    placed = [Piece(name, place) for name, place in zip(names, places, strict=True)]
    situation = evolve(situation, pieces=placed)
    found = reach(situation, "r")
    assert dict(found.spent) == brute(situation, "r")
    for cell in situation.board.cells:
        ruling = found.why_not(cell)
        assert ruling.allowed is (cell in found.ends)
        assert ruling.sentence.endswith(".")
    for cell in found.ends:
        assert found.cost_ruling(cell).value == Fraction(found.spent[cell], 2)
        assert along(situation, "r", found.path(cell)[1:]).value == found.cost_ruling(cell).value


ROWS8 = ("ccvcc", "cvccc", "ccccv", "ccccc", "cvccc")


@pytest.mark.cases("FM8", "6.1/1", "6.1/4")
@pytest.mark.cases("FM7", "6.1/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_leg_unit_halts_in_the_first_zone_and_after_leaving_one_in_the_next(ruleset: str) -> None:
    free = on("r Red 4-4-9 0305", "b Blue 1-1-1 0303", ruleset=ruleset)
    path = [at(free, label) for label in ("0304", "0204", "0104")]
    assert along(free, "r", tuple(path[:1])).allowed
    assert not along(free, "r", tuple(path[:2])).allowed
    units = ("r Red 4-4-9 0304", "b Blue 1-1-1 0303")
    left = on(*units, ruleset=ruleset)
    way = tuple(at(left, label) for label in ("0205", "0204", "0104"))
    assert along(left, "r", way[:2]).value == 2
    halted = along(left, "r", way)
    number = "6.1/4" if ruleset == "system_v8" else "6.1/1"
    assert halted.cases == (left.ruleset.case(number),)
    silent = evolve(left, ruleset=left.ruleset.replace(leg_halts_again=False))
    assert along(silent, "r", way).value == 3


@pytest.mark.cases("FM8", "5.2/4", "5.2/3")
@pytest.mark.cases("FM7", "5.2/8", "5.2/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_there_is_no_guaranteed_hex(ruleset: str) -> None:
    dear = {"system_v8": "j", "system_v7": "r"}[ruleset]
    rows = (f"{dear * 5}",) * 5
    situation = on("r Red 4-4-1 0303", "b Blue 1-1-1 0501", rows=rows, ruleset=ruleset)
    found = reach(situation, "r")
    assert found.ends == ()
    ruling = found.why_not(at(situation, "0302"))
    assert not ruling.allowed
    assert "too far" in ruling.sentence


@pytest.mark.cases("FM8", "5.3/2", "5.3/3")
@pytest.mark.cases("FM7", "5.3/2", "5.3/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_unit_passes_friends_for_nothing_and_does_not_end_on_them(ruleset: str) -> None:
    units = ("r Red 4-4-2 0303", "s Red 4-4-2 0302", "b Blue 1-1-1 0501 zone=no")
    situation = on(*units, ruleset=ruleset)
    found = reach(situation, "r")
    assert spent(found)["0301"] == 4
    assert spent(found)["0302"] == 2
    assert "0302" not in ends(found)
    ruling = found.why_not(at(situation, "0302"))
    assert "may be passed through" in ruling.sentence
    assert ruling.cases[0] == situation.ruleset.case("5.3/2")


@pytest.mark.cases("GAZA", "16.2")
def test_in_gaza_each_unit_of_a_stack_moves_by_itself_within_the_limits() -> None:
    units = (
        "r British 4-4-3 0303", "t British 3-2-2 0303 stacking=support",
        "s British 4-4-3 0302", "c Central_Powers 1-1-1 0501 zone=no",
    )  # fmt: skip
    situation = on(*units, ruleset="gaza_1917")
    assert "0302" not in ends(reach(situation, "r"))
    assert "0302" in ends(reach(situation, "t"))
    assert room(situation, "t", at(situation, "0302")).allowed


def test_why_not_says_what_closes_a_hex() -> None:
    rows = ("ccccc", "c~ccc", "cwccc", "ccccc", "ccccc")
    units = ("r Red 4-4-3 0305", "b Blue 1-1-1 0303", "c Blue 1-1-1 0301", "d Blue 1-1-1 0502")
    situation = on(*units, rows=rows)
    found = reach(situation, "r")
    words = {
        "0305": "stands there",
        "0303": "no unit enters",
        "0204": "prohibited",
        "0304": "no cost for woods",
        "0502": "no unit enters",
        "0501": "zones stop",
    }
    for label, word in words.items():
        assert word in found.why_not(at(situation, label)).sentence, label
    assert found.why_not(at(situation, "0304")).status == "not covered"
    assert found.path(at(situation, "0304")) == ()
    assert not found.cost_ruling(at(situation, "0303")).allowed


def test_a_hex_shut_in_is_reached_by_nobody() -> None:
    rows = ("~~~~~", "~~~~~", "c~c~~", "~~~~~", "~~~~~")
    situation = on("r Red 4-4-3 0305", "b Blue 1-1-1 0303 zone=no", rows=rows)
    situation = evolve(situation, pieces=[situation.piece("r")])
    assert "No way leads" in reach(situation, "r").why_not(at(situation, "0303")).sentence


@pytest.mark.cases("GAZA", "11.3/4", "11.3/5")
def test_a_unit_that_comes_onto_the_map_pays_the_first_hex() -> None:
    rows = ("hcccc", "ccccc", "ccccc", "ccccc", "ccccc")
    units = (
        "c Central_Powers 3-4-3", "k Central_Powers 2-2-6 mobile=yes",
        "p Central_Powers 1-1-3 0501", "b British 4-4-3 0103",
    )  # fmt: skip
    situation = on(*units, rows=rows, ruleset="gaza_1917")
    edge = [at(situation, f"010{n}") for n in range(1, 6)]
    found = arriving(situation, "c", edge)
    costs = spent(found)
    assert costs["0105"] == 4
    assert costs["0102"] == costs["0104"] == 2
    assert "0103" not in costs
    assert not found.why_not(at(situation, "0103")).allowed
    assert found.path(at(situation, "0105")) == (at(situation, "0105"),)
    assert found.cost_ruling(at(situation, "0105")).value == 2
    # a leg unit stops in the zone it enters; a mobile one pays and goes on
    assert costs["0203"] == 6  # by 0101 and 0202, both free, not through 0102
    assert found.why_not(at(situation, "0102")).allowed
    mobile = spent(arriving(situation, "k", edge))
    assert mobile["0104"] == 2 + 6
    assert mobile["0101"] == 2
