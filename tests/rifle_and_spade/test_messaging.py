"""Messaging range: one hex, two where a runner is safe between, telephones, and chains."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import hq, mg, picket, position, unit, work
from wargame.core.grid import Hex
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.messaging import (
    chain,
    in_range,
    link,
    linked,
    message,
    passage,
    reached,
)
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.telephones import networks, station

LINE = "column-row 10.50\ng grassland\ns scrub\nw sea\n\n"
FOE = "Ottoman"


def line(letters: str, *units: Any, marks: str = "", **more: Any) -> Situation:
    """Return a column of hexes, 10.50 at its north end, with units."""
    return position(LINE + "\n".join(letters) + "\n\n" + marks, units, **more)


def far(situation: Situation, one: str, other: str) -> Ruling:
    """Return the ruling on a link of the Entente's; both ways of asking, and both ways, agree."""
    here, there = situation.board.hex(one), situation.board.hex(other)
    ruling = link(situation, here, there, "Entente")
    assert ruling.allowed is in_range(situation, here, there, "Entente")
    assert link(situation, there, here, "Entente").allowed is ruling.allowed
    return ruling


def hexes(situation: Situation, *labels: str) -> tuple[Hex, ...]:
    """Return hexes by their printed numbers."""
    return tuple(map(situation.board.hex, labels))


@pytest.mark.cases("RS", "9.3.1", "9.3.1/2")
def test_one_hex_is_always_in_messaging_range() -> None:
    situation = line("gg", unit("T", FOE, at="10.49", hiding="ridge"))
    assert far(situation, "10.50", "10.50").value is True
    assert far(situation, "10.50", "10.49").value is True


@pytest.mark.cases("RS", "9.3.1/1")
def test_two_hexes_are_in_range_over_close_terrain_even_under_the_enemys_eyes() -> None:
    situation = line("gsgg", mg("foe", FOE, at="10.47"))
    ruling = far(situation, "10.50", "10.48")
    assert ruling.value is True
    assert "Close" in ruling.sentence


@pytest.mark.cases("RS", "9.3.1/1", "9.3.1/2")
def test_two_hexes_over_open_ground_are_in_range_unless_enemy_infantry_could_fire() -> None:
    """RS-Q27."""
    assert far(line("ggg", unit("A", at="10.50")), "10.50", "10.48").value is True
    under_fire = line("gggg", mg("foe", FOE, at="10.47"))
    ruling = far(under_fire, "10.50", "10.48")
    assert ruling.status == "refused"
    assert "foe in 10.47" in ruling.to_text()
    rifles_too_far = line("gggg", unit("foe", FOE, at="10.47"))
    assert far(rifles_too_far, "10.50", "10.48").value is True
    in_column = line("gggg", mg("foe", FOE, at="10.47", order="column"))
    assert far(in_column, "10.50", "10.48").value is True
    in_hiding = line("ggsg", mg("foe", FOE, at="10.48", hiding="terrain"))
    assert far(in_hiding, "10.50", "10.48").status == "refused"
    at_night = line("gggg", mg("foe", FOE, at="10.47"), light="night")
    assert far(at_night, "10.50", "10.48").value is True
    guns = line("gggg", hq("27 HQ", FOE, at="10.48"))
    assert far(guns, "10.50", "10.48").value is True


@pytest.mark.cases("RS", "9.3.1/1")
def test_one_safe_hex_of_two_is_enough() -> None:
    board = "column-row 10.50\ng grassland\ns scrub\n\ngsg\nggg\nggg\n"
    situation = position(board, [mg("foe", FOE, at="11.48")])
    ends = hexes(situation, "10.50", "12.50")
    assert far(situation, "10.50", "12.50").value is True
    kinds = {passage(situation, ends[0], c, ends[1], "Entente") for c in hexes(situation, "11.50")}
    assert kinds == {"close"}


@pytest.mark.cases("RS", "9.3.1/1")
def test_nobody_runs_over_the_sea_and_three_hexes_are_too_far() -> None:
    assert far(line("gwg", unit("A", at="10.50")), "10.50", "10.48").status == "refused"
    assert far(line("ssss", unit("A", at="10.50")), "10.50", "10.47").status == "refused"


@pytest.mark.cases("RS", "9.3.1/1")
def test_a_trench_of_ones_own_that_runs_through_is_safe() -> None:
    def trenches(owner: str, kind: str = "shallow trench", **more: Any) -> list[Any]:
        rows = ("10.50", "10.49", "10.48")
        return [
            work(f"T{n}", kind, row, owner, front=["NE", "SE"], ends=["N", "S"], **more)
            for n, row in enumerate(rows)
        ]

    foe = mg("foe", FOE, at="10.47")
    ruling = far(line("gggg", foe, works=trenches("Entente")), "10.50", "10.48")
    assert ruling.value is True
    assert "trench" in ruling.sentence
    assert not far(line("gggg", foe, works=trenches(FOE)), "10.50", "10.48").allowed
    assert not far(line("gggg", foe, works=trenches("Entente")[:2]), "10.50", "10.48").allowed
    taken = picket("in", FOE, at="10.49", work="T1")
    assert not far(line("gggg", taken, works=trenches("Entente")), "10.50", "10.48").allowed
    apart = trenches("Entente", close_quarters=True)
    assert not far(line("gggg", foe, works=apart), "10.50", "10.48").allowed


TELEPHONES = "10.50 features=telephone\n10.45 features=telegraph\n"
ENDS = (unit("A", at="10.50"), unit("B", at="10.45"))


@pytest.mark.cases("RS", "9.3.1/2", "9.3.1/T1")
def test_telephones_join_units_at_any_range_while_no_enemy_cuts_the_way() -> None:
    joined = line("gggggg", *ENDS, marks=TELEPHONES)
    assert far(joined, "10.50", "10.45").value is True
    cut = line("gggggg", *ENDS, unit("T", FOE, at="10.47"), marks=TELEPHONES)
    assert far(cut, "10.50", "10.45").status == "refused"
    by_sea = line("gggwgg", *ENDS, marks=TELEPHONES)
    assert far(by_sea, "10.50", "10.45").status == "refused"
    nobody_there = line("gggggg", ENDS[0], marks=TELEPHONES)
    assert far(nobody_there, "10.50", "10.45").status == "refused"


@pytest.mark.cases("RS", "9.3.1/T2")
def test_wireless_bridges_what_telephones_cannot() -> None:
    foe = unit("T", FOE, at="10.47")
    wireless = TELEPHONES.replace("telephone", "wireless").replace("telegraph", "wireless")
    assert far(line("gggggg", *ENDS, foe, marks=wireless), "10.50", "10.45").value is True
    bridge = "10.50 features=telephone\n10.49 features=wireless\n10.45 features=wireless\n"
    manned = line("gggggg", *ENDS, foe, unit("C", at="10.49"), marks=bridge)
    assert far(manned, "10.50", "10.45").value is True
    unmanned = line("gggggg", *ENDS, foe, marks=bridge)
    assert far(unmanned, "10.50", "10.45").status == "refused"
    ship = unit("HMS", at="10.50", size="ship")
    afloat = line("gggwgg", ship, unit("B", at="10.45"), marks="10.45 features=wireless\n")
    assert far(afloat, "10.50", "10.45").value is True


@pytest.mark.cases("RS", "6.4.11")
def test_a_fire_trench_has_a_telephone_for_those_inside() -> None:
    trench = work("F", "fire trench", "10.50", "Entente", front=["N", "NE"], ends=["NW", "SE"])
    inside = line("gg", unit("A", at="10.50", work="F"), unit("B", at="10.49"), works=[trench])
    here, there = hexes(inside, "10.50", "10.49")
    assert station(inside, here, "Entente") == "telephone"
    assert station(inside, there, "Entente") == ""
    on_top = line("g", unit("A", at="10.50"), works=[trench])
    assert station(on_top, here, "Entente") == ""


def test_networks_part_where_enemies_stand() -> None:
    situation = line("gggg", unit("T", FOE, at="10.48"))
    nets = networks(situation.ground, situation.occupied[FOE])
    north, beside, south = hexes(situation, "10.50", "10.49", "10.47")
    assert nets[north] == nets[beside] != nets[south]


AUSTRALIANS = """column-row 10.50
g grassland
s scrub

ggg
ggg
ggg
sgg
ggg
ggg
ggg
"""
"""South from 10.50: L 3 Bn in 10.49 beside the headquarters, R 1 Bn beyond scrub, and so on."""


def brigade(**more: Any) -> Situation:
    """Return the 1 Australian Brigade of the example, its hexes made up."""
    own = {"brigiment": "1 Aus"}
    units = [
        hq("1 Aus HQ", at="10.50", **own),
        unit("L 3", at="10.49", **own),
        mg("MG 1", at="10.48", **own),
        unit("R 1", at="10.46", **own),
        unit("L 2", at="10.44", **own),
        unit("stranger", at="10.45", brigiment="2 Aus"),
        mg("foe", FOE, at="12.45"),
    ]
    return position(AUSTRALIANS, units, **more)


@pytest.mark.cases("RS", "9.3", "9.3.1")
@pytest.mark.parametrize(
    ("name", "chained"), [("L 3", True), ("MG 1", True), ("R 1", True), ("L 2", False)]
)
def test_the_chains_of_the_australian_brigade(name: str, *, chained: bool) -> None:
    """RS-25 a to d: with no enemy about, the open hex would not break the last of them."""
    situation = brigade()
    start, goal = situation.piece(name).at, situation.piece("1 Aus HQ").at
    ruling = message(situation, start, goal, "Entente", "1 Aus")
    assert ruling.allowed is chained
    found = chain(situation, start, goal, "Entente", "1 Aus")
    assert (found is not None) is chained
    if not chained:
        assert "10.45" in ruling.to_text()


@pytest.mark.cases("RS", "9.3", "9.3.5")
def test_independents_trace_through_any_friends() -> None:
    situation = brigade()
    start, goal = situation.piece("L 2").at, situation.piece("1 Aus HQ").at
    way = chain(situation, start, goal, "Entente")
    assert way is not None
    labels = [situation.board.label(cell) for cell in way]
    assert labels == ["10.44", "10.45", "10.46", "10.48", "10.50"]
    assert linked(situation, start, goal, "Entente")
    assert reached(situation, start, "Entente") == situation.occupied["Entente"]
    assert reached(situation, goal, "Entente") == situation.occupied["Entente"]
    (empty,) = hexes(situation, "11.50")
    assert empty in reached(situation, empty, "Entente", "1 Aus")
    assert empty not in reached(situation, goal, "Entente", "1 Aus")


@pytest.mark.cases("RS", "9.3")
def test_the_ottoman_regiment_of_the_example() -> None:
    """RS-25 e and f."""
    board = "column-row 10.50\ng grassland\n\ngg\ngg\ngg\ngg\n"
    own = {"brigiment": "39"}
    units = [
        hq("39 HQ", FOE, at="10.50", **own),
        unit("L 1/39", FOE, at="10.49", **own),
        unit("R 1/39", FOE, at="11.50", **own),
        unit("L 2/39", FOE, at="10.47", **own),
        mg("Aus", at="11.47"),
    ]
    situation = position(board, units)
    home = situation.piece("39 HQ").at
    near = [situation.piece(name).at for name in ("L 1/39", "R 1/39")]
    assert all(message(situation, cell, home, FOE, "39").value is True for cell in near)
    away = situation.piece("L 2/39").at
    assert message(situation, away, home, FOE, "39").status == "refused"


@pytest.mark.cases("RS", "17.3.4", "17.7.6")
def test_a_chain_will_do_for_combined_and_observed_fire() -> None:
    """RS-Q67."""
    situation = line("ggggg", *(unit(f"A{row}", at=f"10.{row}") for row in (50, 49, 48, 46)))
    near, far_off = hexes(situation, "10.50", "10.46")
    assert linked(situation, near, far_off, "Entente")
    alone = line("ggggg", unit("A", at="10.50"), unit("B", at="10.46"))
    assert not linked(alone, near, far_off, "Entente")
    assert chain(alone, near, near, "Entente") == (near,)
