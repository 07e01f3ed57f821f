"""Which terrain line of the table an attack is read on (8.2.2; Gaza 14)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import AROUND, CENTRE, SYSTEMS, attack, gaza, position
from wargame.core.errors import Refused
from wargame.fire_and_movement.attack import Attack, declare
from wargame.fire_and_movement.combat import assess
from wargame.fire_and_movement.scenario import build_scene
from wargame.fire_and_movement.terrain_line import candidates, terrain_line

MOUNTAIN, ROUGH = "Mountain", "City, Rough, River"
TOWN, WOODS = "Marsh/swamp, Town, Broken", "Woods, Bridge, Canal, Ditch"
CLEAR = "Mixed, Clear, Desert, Stream"
ONE = ("r1 Red 4-4-4 0203", "b1 Blue 4-4-4 0303")
TWO = ("r1 Red 4-4-4 0203", "r2 Red 4-4-4 0204", "b1 Blue 4-4-4 0303")
N, NW = "0303-0203", "0303-0204"


def line(*units: str, differential: int = 0, **more: Any) -> str:
    ruling = terrain_line(attack(position(*units, **more)), differential)
    assert sum(part.counts for part in ruling.parts) == 1
    return str(ruling.value)


@pytest.mark.cases("FM8", "8.2.2", "8.2.2/3")
@pytest.mark.cases("FM7", "8.2.2", "8.2.2/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(
    ("ground", "wanted"),
    [
        ("mountain", MOUNTAIN),
        ("city", ROUGH),
        ("rough", ROUGH),
        ("marsh", TOWN),
        ("town", TOWN),
        ("broken", TOWN),
        ("woods", WOODS),
        ("mixed", CLEAR),
        ("clear", CLEAR),
        ("desert", CLEAR),
    ],
)
def test_the_defenders_ground_has_a_line(ruleset: str, ground: str, wanted: str) -> None:
    assert line(*ONE, ruleset=ruleset, centre=ground) == wanted


@pytest.mark.cases("FM8", "8.2.2", "8.2/8")
@pytest.mark.cases("FM7", "8.2.2", "8.2/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_attackers_ground_is_no_matter(ruleset: str) -> None:
    assert line(*ONE, ruleset=ruleset, ground="mountain", centre="clear") == CLEAR


@pytest.mark.cases("FM8", "8.2.2/4")
@pytest.mark.cases("FM7", "8.2.2/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("ground", ["clear mountain", "mountain clear", "woods mountain town"])
def test_of_several_kinds_the_best_for_the_defender_counts(ruleset: str, ground: str) -> None:
    assert line(*ONE, ruleset=ruleset, centre=ground) == MOUNTAIN


@pytest.mark.cases("FM8", "8.2.2/4")
def test_the_best_line_is_measured_by_the_column_it_gives() -> None:
    """Aligned to the right all lines give one column; then the first printed is taken."""
    situation = position(*ONE, centre="clear mountain")
    right = evolve(situation, ruleset=situation.ruleset.replace(alignment="right"))
    for differential in range(-8, 14):
        left_ruling = terrain_line(attack(situation), differential)
        assert left_ruling.value == MOUNTAIN
        crt = right.crt
        columns = {name: crt.column(name, "right", differential) for name in (CLEAR, MOUNTAIN)}
        best = min(columns, key=lambda name: (columns[name], crt.order.index(name)))
        assert terrain_line(attack(right), differential).value == best
    assert terrain_line(attack(right), -3).value == CLEAR  # below 0 Mountain clamps upwards
    assert terrain_line(attack(right), 4).value == MOUNTAIN


@pytest.mark.cases("FM8", "8.2.2/4")
def test_lines_passed_over_stay_in_the_explanation_with_the_reason() -> None:
    ruling = terrain_line(attack(position(*ONE, centre="woods mountain")), 3)
    assert ruling.rule == "choice"
    woods, mountain = ruling.parts
    assert (woods.status, woods.value) == ("skipped", WOODS)
    assert woods.sentence.endswith(f"It helps the defender less than {MOUNTAIN}.")
    assert mountain.counts
    low = terrain_line(attack(position(*ONE, centre="woods mountain")), -9)
    assert low.parts[0].sentence.endswith(f"It gives the same column as {MOUNTAIN}.")


@pytest.mark.cases("FM8", "8.2.2/1")
@pytest.mark.cases("FM7", "8.2.2/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(
    ("kind", "wanted"), [("river", ROUGH), ("ditch", WOODS), ("canal", WOODS), ("stream", CLEAR)]
)
def test_a_hexside_counts_if_every_attacker_crosses_one(
    ruleset: str, kind: str, wanted: str
) -> None:
    both = [f"side {kind} {N} {NW}"]
    assert line(*TWO, ruleset=ruleset, marks=both) == wanted
    ruling = terrain_line(attack(position(*TWO, ruleset=ruleset, marks=[f"side {kind} {N}"])), 0)
    assert ruling.value == CLEAR
    barred = ruling.parts[-1]
    assert barred.status == "skipped"
    assert barred.sentence == f"The attack from 0204 crosses no {kind}, so it does not count."
    assert str(barred.cases[0]).endswith(" 8.2.2/1")


@pytest.mark.cases("FM8", "8.2.2/1")
@pytest.mark.cases("FM7", "8.2.2/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_all_six_sides_at_once_and_all_but_one(ruleset: str) -> None:
    units = [f"r{n} Red 1-1-1 {at}" for n, at in enumerate(AROUND)]
    rivers = [f"side river {CENTRE}-{at}" for at in AROUND]
    every = position(*units, "b1 Blue 1-1-1 0303", ruleset=ruleset, marks=rivers)
    assert terrain_line(attack(every), 0).value == ROUGH
    missing = position(*units, "b1 Blue 1-1-1 0303", ruleset=ruleset, marks=rivers[:-1])
    assert terrain_line(attack(missing), 0).value == CLEAR
    wet = [f"r{n}" for n in range(5)]
    assert terrain_line(attack(missing, *wet), 0).value == ROUGH


@pytest.mark.cases("FM8", "8.2.2/1")
@pytest.mark.cases("FM7", "8.2.2/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_river_here_and_a_ditch_there_still_stop_everybody(ruleset: str) -> None:
    """The rule asks for a river *or* ditch on every side; the best of the two lines counts."""
    marks = [f"side river {N}", f"side ditch {NW}"]
    assert line(*TWO, ruleset=ruleset, marks=marks) == ROUGH
    marks = [f"side river {N}", f"side stream {NW}"]  # a stream stops nobody
    assert line(*TWO, ruleset=ruleset, marks=marks) == CLEAR


@pytest.mark.cases("FM8", "8.2.2/2", "8.2.2/5")
@pytest.mark.cases("FM7", "8.2.2/2", "8.2.2/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_one_bridge_makes_it_an_attack_over_a_bridge(ruleset: str) -> None:
    rivers = f"side river {N} {NW}"
    assert line(*TWO, ruleset=ruleset, marks=[rivers]) == ROUGH
    bridged = position(*TWO, ruleset=ruleset, marks=[rivers, "link road 0303 0203"])
    ruling = terrain_line(attack(bridged), 0)
    assert ruling.value == WOODS
    river, bridge = ruling.parts[-2:]
    assert (river.status, river.value, bridge.label) == ("skipped", ROUGH, "Bridge")
    assert {str(case).split()[1] for case in bridge.cases} == {"8.2.2/2", "8.2.2/5"}
    assert terrain_line(attack(bridged, "r2"), 0).value == ROUGH


@pytest.mark.cases("FM8", "8.2.2/2")
@pytest.mark.cases("FM7", "8.2.2/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_bridge_is_no_help_when_somebody_comes_over_dry_land(ruleset: str) -> None:
    marks = [f"side river {N}", "link road 0303 0203"]
    assert line(*TWO, ruleset=ruleset, marks=marks) == CLEAR


@pytest.mark.cases("FM8", "8.2.2/5")
@pytest.mark.cases("FM7", "8.2.2/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_road_over_no_river_or_over_a_stream_is_no_bridge(ruleset: str) -> None:
    assert line(*ONE, ruleset=ruleset, marks=["link road 0303 0203"]) == CLEAR
    marks = [f"side stream {N}", "link road 0303 0203"]
    assert line(*ONE, ruleset=ruleset, marks=marks) == CLEAR
    marks = [f"side river {N}", "link track 0303 0203"]
    assert line(*ONE, ruleset=ruleset, marks=marks) == ROUGH


def test_lebanon_reads_its_bridged_rivers_on_the_river_line() -> None:
    """Every river there is bridged, and the table has no line for bridges (FM-Q44)."""
    marks = [f"side river {N}", "link road 0303 0203"]
    situation = position(*ONE, ruleset="lebanon_82", marks=marks)
    left = evolve(situation, ruleset=situation.ruleset.replace(alignment="left"))
    assert terrain_line(attack(left), 0).value == "Rough, River, Beirut"


@pytest.mark.cases("FM8", "8.1.2/4", "8.1.4/2")
def test_bombardment_counts_the_ground_but_no_hexsides() -> None:
    wet = attack(position(*ONE, marks=[f"side river {N}"]))
    assert terrain_line(wet, 0).value == ROUGH
    assert terrain_line(wet, 0, hexsides=False).value == CLEAR
    wooded = attack(position(*ONE, centre="woods", marks=[f"side river {N}"]))
    assert terrain_line(wooded, 0, hexsides=False).value == WOODS


def test_a_line_set_aside_is_skipped_and_the_next_best_counts() -> None:
    situation = position(*ONE, centre="woods mountain", marks=[f"side river {N}"])
    first = attack(situation)
    assert terrain_line(first, 0).value == MOUNTAIN
    assert terrain_line(first.waive("terrain:mountain"), 0).value == ROUGH
    bare = first.waive("terrain:mountain", "terrain:woods", "hexside:river")
    ruling = terrain_line(bare, 0)
    assert (ruling.value, ruling.parts[-1].sentence) == (CLEAR, "Nothing there helps the defender.")
    assert [part.status for part in ruling.parts] == ["skipped"] * 3 + ["applied"]


TRENCH, GAZA_TOWN = "CP in Trench or Gaza", "Town"
BROKEN, OPEN, SAND = "Hill, Village, Oasis, Wadi", "Clear, British in Trench", "Sand"


def gaza_line(defender: str, centre: str, *marks: str) -> str:
    attacker = "Central_Powers" if defender == "British" else "British"
    units = (f"a {attacker} 4-4-4 0203", f"d {defender} 4-4-4 0303")
    situation = position(*units, ruleset="gaza_1917", centre=centre, marks=marks)
    return str(terrain_line(attack(situation), 4).value)


@pytest.mark.cases("GAZA", "14.0", "14.0/2", "14.0/3", "CRT/1", "CRT/2", "CRT/3", "CRT/4", "CRT/5")
@pytest.mark.parametrize(
    ("centre", "marks", "ottoman", "british"),
    [
        ("open trench", (), TRENCH, OPEN),
        ("sand trench", (), TRENCH, OPEN),
        ("hill trench", (), TRENCH, BROKEN),
        ("open town", ("0303 features=gaza",), TRENCH, GAZA_TOWN),
        ("open town", (), GAZA_TOWN, GAZA_TOWN),
        ("hill", (), BROKEN, BROKEN),
        ("open village", (), BROKEN, BROKEN),
        ("oasis", (), BROKEN, BROKEN),
        ("wadi", (), BROKEN, BROKEN),
        ("open", (), OPEN, OPEN),
        ("sand", (), SAND, SAND),
    ],
)
def test_trenches_and_gaza_serve_one_side(
    centre: str, marks: tuple[str, ...], ottoman: str, british: str
) -> None:
    assert gaza_line("Central_Powers", centre, *marks) == ottoman
    assert gaza_line("British", centre, *marks) == british


@pytest.mark.cases("GAZA", "14.0/2", "14.0/3")
def test_the_trench_names_the_case_that_serves_or_denies_it() -> None:
    situation = gaza()
    target = situation.board.hex("1310")
    ruling = terrain_line(attack(situation, "BR-161", "BR-1E", at="1310"), 4)
    trench = ruling.find("Trench")
    assert trench is not None
    assert "GAZA 14.0/2" in map(str, trench.cases)
    assert ruling.value == TRENCH
    captured = terrain_line(attack(gaza(active="Central Powers"), "CP-31", at="1015"), 3)
    assert captured.value == OPEN
    trench = captured.find("Trench")
    assert trench is not None
    assert "GAZA 14.0/3" in map(str, trench.cases)
    assert "trench" in situation.board.cell(target).terrain


def test_every_candidate_has_a_key_of_its_own_kind() -> None:
    marks = [f"side river {N} {NW}", f"side canal {N}", "link road 0303 0203"]
    found = candidates(attack(position(*TWO, centre="woods town", marks=marks)))
    keys = [each.key for each in found]
    assert sorted(keys) == [
        "hexside:bridge",
        "hexside:canal",
        "hexside:river",
        "terrain:town",
        "terrain:woods",
    ]


@pytest.mark.cases("FM8", "8.2.2/3")
def test_ground_without_a_line_is_not_covered_and_never_clear() -> None:
    """A word that the table does not know must not be read as open ground."""
    board = "row-column 1012\n. clear\n~ swamp\n\n.~\n"
    units = [
        {"id": "A", "side": "North", "attack": 4, "defense": 4, "at": "1012"},
        {"id": "D", "side": "South", "attack": 2, "defense": 3, "at": "1011"},
    ]
    scene = {"ruleset": "system_v8", "board": board, "active": "North", "unit": units}
    situation = build_scene(scene, "test")
    attack = Attack(situation, situation.board.hex("1011"), ("A",))
    ruling = declare(attack)
    assert ruling.status == "not covered"
    assert "swamp" in ruling.sentence
    with pytest.raises(Refused, match="no line for swamp"):
        assess(attack)
