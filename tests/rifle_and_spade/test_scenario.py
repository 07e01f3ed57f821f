"""Scenario files and scenes: what they hold, what reads back, and what is refused in a sentence."""

from __future__ import annotations

import shutil
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import assault, gun, hq, mg, picket, position, unit, work
from wargame.core.data import scenario_folder
from wargame.core.errors import DataError, RequestError, WargameError
from wargame.rifle_and_spade import stacking
from wargame.rifle_and_spade.scenario import DEFAULT, load_scenario, read_scenario, scenario_names
from wargame.rifle_and_spade.scene import build_scene
from wargame.rifle_and_spade.situation_text import situation_from_text, situation_to_text
from wargame.rifle_and_spade.state import Assault, Piece, Situation
from wargame.rifle_and_spade.toll import Loss, Ration

if TYPE_CHECKING:
    from pathlib import Path

GROUND = "column-row 6.4\ng grassland\n\ngg\ngg\n"


def test_a_position_is_written_compactly() -> None:
    situation = position(
        GROUND,
        [
            unit("L 1/Hants", at="6.4", morale=75),
            mg("Hants MG", at="6.4"),
            picket("P1", at="7.4", order="column"),
            gun("18 pdr", at="6.3", order="limbered"),
            unit("R 3/26", "Ottoman", at="7.3", work="T1", left="3/2", came_from="7.4"),
            hq("88"),
        ],
        [work("T1", "shallow trench", "7.3", front=["N", "7.2"], ends=["NE", "SW"])],
        light="twilight",
        active="Ottoman",
        lit=["6.4"],
        assault=[assault("7.3", waves=2)],
    )
    assert situation.piece("R 3/26").steps == Fraction(3, 2)
    assert situation.unit("P1").rifles == Fraction(1, 4)
    assert situation.unit("L 1/Hants").rifles == 2
    assert (situation.unit("Hants MG").machine_guns, situation.piece("Hants MG").steps) == (1, 0)
    assert situation.work("T1") == situation.work_of(situation.piece("R 3/26"))
    assert situation.works[0].front == {2, 5}
    assert not situation.on_map("88")
    assert (situation.active, situation.light) == ("Ottoman", "twilight")
    assert situation.sides == ("Entente", "Ottoman")


@pytest.mark.cases("RS", "3.1.7/3")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"steps": "1/3"}, "steps: found 1/3; allowed: 0 to 8, in quarters"),
        ({"left": 3}, "left: found 3; allowed: up to the 2 printed"),
        ({"at": "9.9"}, "hex 9.9"),
        ({"arm": "artillery"}, "angle: found nothing"),
        ({"arm": "machine gun", "steps": 1}, "steps: found 1; allowed: none for machine gun"),
        ({"order": "march"}, "'march'"),
        ({"order": "limbered"}, "only for artillery"),
        ({"came_from": "9.9"}, "adjacent to 6.4"),
        ({"steps": 1.5}, "a number or a fraction"),
        ({"work": "x"}, "work: found 'x'"),
        ({"weapon": "y"}, "only for arm = 'artillery'"),
        ({"morale": 120}, "morale: found 120; allowed: 0 to 99"),
        ({"wave": 1}, "wave 1 without an assault"),
        ({"side": "Greek"}, "2 sides|Greek"),
    ],
)
def test_what_no_counter_is_gets_refused(change: dict[str, Any], sentence: str) -> None:
    other = {"id": "b", "side": "Ottoman"}
    table = {"board": GROUND, "unit": [{"id": "a", "side": "Entente", "at": "6.4"} | change, other]}
    if change.get("side") == "Greek":
        table["active"] = "Entente"
    with pytest.raises(DataError, match=sentence):
        build_scene(table, "here")


def test_a_scene_may_be_the_beginning_of_a_scenario() -> None:
    assert build_scene({"scenario": DEFAULT}, "here") == load_scenario().situation
    with pytest.raises(DataError, match="scenario together with light"):
        build_scene({"scenario": DEFAULT, "light": "day"}, "here")
    with pytest.raises(DataError, match="did you mean"):
        build_scene({"scenario": DEFAULT[:-1]}, "here")
    with pytest.raises(DataError, match="board text"):
        build_scene({}, "here")


def test_what_does_not_fit_together_is_refused() -> None:
    two = [{"id": "a", "side": "Entente", "at": "6.4"}] * 2
    with pytest.raises(DataError, match="a twice"):
        build_scene({"board": GROUND, "unit": two}, "here")
    pit = {"id": "p", "kind": "rifle pit", "at": "6.4", "owner": "Ottoman"}
    with pytest.raises(DataError, match="two works of one name"):
        build_scene({"board": GROUND, "work": [pit, pit]}, "here")
    with pytest.raises(DataError, match=r"owner.*'Greek'"):
        build_scene({"board": GROUND, "work": [pit | {"owner": "Greek"}]}, "here")
    with pytest.raises(DataError, match=r"'up'.*NW"):
        build_scene({"board": GROUND, "work": [pit | {"wire": ["up"]}]}, "here")
    with pytest.raises(DataError, match=r"adjacent to 6\.4"):
        build_scene({"board": GROUND, "work": [pit | {"wire": ["9.9"]}]}, "here")


@pytest.mark.cases("GB", "102.1.3", "102.1.4")
def test_the_scenario_is_the_printed_one() -> None:
    assert DEFAULT in scenario_names()
    scenario = load_scenario()
    situation = scenario.situation
    assert (scenario.opening.turn, scenario.opening.last_turn) == (12, 16)
    printed = {"Hill 138": "4.3", "V Beach": "6.2", "Hill 141": "7.2", "Sedd el Bahr": "8.2"}
    board = situation.board
    assert {name: board.label(board.place(name)) for name in printed} == printed
    assert board.cell(board.hex("6.2")).terrain == ("folded scrub",)
    for cell, content in board.cells.items():
        column, row = board.numbering.to_figures(cell)
        inside = column >= 4 and row <= 3
        assert inside is ("outside" not in content.features) or content.terrain == ("sea",)


@pytest.mark.cases("GB", "102.1.1", "102.1.2", "102.1.5")
def test_the_set_up_is_as_its_comments_tell() -> None:
    situation = load_scenario().situation
    steps = {side: sum(p.steps for p in situation.of(side)) for side in situation.sides}
    assert steps == {"Entente": 11, "Ottoman": Fraction(5, 2)}
    hampshires = [p for p in situation.pieces if situation.unit(p).battalion == "2/Hants"]
    assert sum(p.steps for p in hampshires) == 3


def test_every_figure_of_the_scenario_says_where_it_comes_from() -> None:
    situation = load_scenario().situation
    for each in situation.roster.units.values():
        assert each.provenance.source, each.id
        assert each.provenance.note, each.id
    assert all(each.provenance.source for each in situation.works)


def test_the_set_up_stands_within_the_limits_of_stacking() -> None:
    situation = load_scenario().situation
    for cell in {piece.at for piece in situation.pieces}:
        for side in situation.sides:
            stack = situation.at(cell, side)
            assert not stack or stacking.stack_ruling(situation, stack, cell).allowed


def test_companies_and_pickets_are_there_for_reorganizing() -> None:
    units = load_scenario().situation.roster.units.values()
    for battalion in ("2/Hants", "4/Worc", "1/RMF", "1/RDF", "3/26"):
        of = [each for each in units if each.battalion == battalion]
        halves = sum(each.steps for each in of if each.size == "half-battalion")
        companies = sum(each.steps for each in of if each.size == "company")
        assert halves == companies == 4
    pickets = [each for each in units if each.size == "picket"]
    assert sum(each.steps for each in pickets) == 4


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('at = "4.3"', 'at = "4.9"', "hex 4.9"),
        ('unit = "L 4/Worc"', 'unit = "L 5/Worc"', r"L 5/Worc.*did you mean"),
        ('unit = "L 4/Worc"', 'unit = "R 4/Worc"', "placed twice"),
        ("last_turn = 16", "last_turn = 11", "last_turn: found 11; allowed: 12 to 99"),
        ("naval_turn = 16", "naval_turn = 5", "naval_turn: found 5; allowed: 12 to 16"),
        ('active = "Entente"', 'active = "French"', "'French'"),
        ('ruleset = "gallipoli_1915_clearing"', 'ruleset = "x"', "ruleset: found 'x'"),
        ('works = "fieldworks"', 'works = "../forces"', "found"),
        ('board = "sedd_el_bahr"', 'board = "sedd"', "'sedd'"),
        ('"6.2" = "Entente"', '"6.2" = "Greek"', "held 6.2"),
        ('hiding = "terrain"', 'hiding = "fog"', "'fog'"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    folder = tmp_path / "gallipoli"
    shutil.copytree(scenario_folder() / "gallipoli_1915", folder)
    path = folder / "clearing_sedd_el_bahr.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(WargameError, match=sentence):
        read_scenario(path, None)


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(RequestError, match="did you mean gallipoli_1915/clearing_sedd_el_bahr"):
        load_scenario("gallipoli_1915/clearing_sedd_el_bar")
    with pytest.raises(RequestError, match="allowed"):
        load_scenario("gaza_1917/second_battle")


def shaken(seed: int) -> Situation:
    """Return a position with everything in it that a text must keep."""
    random = Random(seed)
    start = load_scenario().situation
    land = [cell for cell, spot in start.ground.spots.items() if not spot.sea]
    pieces = []
    for piece in start.pieces:
        if random.random() < 0.2:
            continue
        unit_ = start.unit(piece)
        stays = random.random() < 0.5
        at = piece.at if stays else random.choice(land)
        left = (
            piece.steps if not piece.steps else Fraction(random.randint(1, int(4 * unit_.steps)), 4)
        )
        pieces.append(
            Piece(
                piece.unit,
                at,
                int(left) if left == int(left) else left,
                piece.work if stays else "",
                random.choice(["", "terrain", "ridge"]),
                random.choice(["", "column"]),
                random.random() < 0.5,
                random.choice([None, *at.neighbours()]),
                0,
                random.choice(["", "prolong", "one hex"]),
                random.randint(0, 2),
                random.random() < 0.5,
                random.random() < 0.5,
                frozenset(random.sample(sorted(start.roster.units), random.randint(0, 2))),
            )
        )
    works = tuple(
        evolve(each, progress=random.randint(0, 2), owner=random.choice(start.sides))
        for each in start.works
    )
    return evolve(
        start,
        pieces=pieces,
        turn=random.randint(12, 16),
        active=random.choice(start.sides),
        light=random.choice(["day", "twilight", "night"]),
        works=random.choice([start.works, works]),
        held=tuple((cell, random.choice(start.sides)) for cell in sorted(land[:4])),
        shared=frozenset(random.sample(land, 1)),
        lit=frozenset(random.sample(land, 2)),
        assaults=(Assault(land[0], "Entente", 2, True),),
        officers=(("88", 3),),
        losses=(Loss("88", "fire", 1), Loss("Ottoman", "rout", Fraction(1, 4))),
    )


@pytest.mark.parametrize("seed", range(60))
def test_a_position_reads_back_from_its_text(seed: int) -> None:
    situation = shaken(seed)
    text = situation_to_text(situation, DEFAULT)
    assert situation_from_text(text) == situation


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("X_2/Hants 9.9", "line 2, .*hex 9.9"),
        ("X_2/Hans 6.2", "did you mean X 2/Hants"),
        ("X_2/Hants 6.2 left=2", "left: found 2"),
        ("X_2/Hants 6.2 tired", "'tired'"),
        ("X_2/Hants 6.2 wave=1000", "'1000'"),
        ("light dusk", "'dusk'"),
        ("turn soon", "'soon'"),
        ("active French", "'French'"),
        ("loss 88 hunger 1", "'hunger'"),
        ("loss 88 fire many", "'many'"),
        ("held 6.2 French", "'French'"),
        ("work a pit 6.2 Ottoman", "'pit'"),
        ("huh", "'huh'"),
        ("X_2/Hants 6.2 hiding=fog", "'fog'"),
    ],
)
def test_a_text_that_does_not_fit_is_refused(line: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        situation_from_text(f"{DEFAULT}\n{line}\n")


def test_no_text_is_no_position() -> None:
    with pytest.raises(DataError, match="nothing"):
        situation_from_text(" ")


@pytest.mark.cases("GB", "101.6.4")
def test_a_ration_of_digging_reads_back_from_its_text() -> None:
    situation = evolve(
        load_scenario(DEFAULT).situation, rations=(Ration("shallow trench", "Entente", 19, 6, 1),)
    )
    text = situation_to_text(situation, DEFAULT)
    assert "ration shallow_trench Entente 19 6 1" in text.splitlines()
    assert situation_from_text(text) == situation
