"""Scenario files: both Gaza set-ups, and files that do not fit (11.2, 11.4, 19.2, 19.3)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza, position
from wargame.core.data import scenario_folder
from wargame.core.errors import DataError, RequestError
from wargame.fire_and_movement import scenario
from wargame.fire_and_movement.allotment import pool_of
from wargame.fire_and_movement.scenario import build_scene, load_scenario
from wargame.fire_and_movement.state import Waiting

NAMES = ["gaza_1917/eve_of_assault", "gaza_1917/second_battle"]


@pytest.mark.parametrize("name", NAMES)
def test_a_set_up_holds_what_the_book_counts(name: str) -> None:
    """FM-27 and FM-28: 19 units and 28 with the train; 19 and 15 markers in the pools."""
    situation = load_scenario(name).situation
    assert situation.ruleset.id == "gaza_1917"
    assert [len(situation.of(side)) for side in (CENTRAL_POWERS, BRITISH)] == [19, 29]
    pools = [len(situation.markers(side, pool=True)) for side in (CENTRAL_POWERS, BRITISH)]
    assert pools == [19, 15]
    opened = [len(situation.markers(side, pool=False)) for side in (CENTRAL_POWERS, BRITISH)]
    assert opened == [2, 2]
    assert "CP-FS-20" not in situation.ready
    assert Waiting("CP-FS-20", "reinforcements") in situation.waiting
    whole = [len(pool_of(situation, side)) for side in (CENTRAL_POWERS, BRITISH)]
    assert whole == [19, 15], "the marker that has not come is in no pool (GAZA 11.2, 11.3)"
    assert {counter.id for counter in load_scenario(name).counters}


@pytest.mark.parametrize("name", NAMES)
def test_nobody_stands_in_the_sea_or_beside_an_enemy_in_one_hex(name: str) -> None:
    situation = load_scenario(name).situation
    for piece in situation.pieces:
        assert "sea" not in situation.board.cell(piece.at).terrain
        sides = {situation.unit(each.unit).side for each in situation.at(piece.at)}
        assert len(sides) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_strength_says_that_it_is_ours(name: str) -> None:
    roster = load_scenario(name).situation.roster
    for unit in roster.units.values():
        assert unit.provenance.kind == "reconstructed"
        assert unit.provenance.note
    printed = [m.id for m in roster.markers.values() if m.provenance.kind == "printed"]
    assert printed == ["CP-FS-20"]


def test_a_scenario_is_read_once_and_shared() -> None:
    assert load_scenario(NAMES[0]) is load_scenario(NAMES[0])


def test_a_scenario_that_does_not_exist_is_named_with_those_that_do() -> None:
    with pytest.raises(RequestError, match="eve_of_assault"):
        load_scenario("gaza_1917/eve_of_asault")
    with pytest.raises(RequestError, match="eve_of_assault"):
        load_scenario("../tests/data/my_example")


def test_the_owners_charts_are_used_in_a_scenario(tmp_path: Path) -> None:
    folder = tmp_path / "fire_and_movement"
    folder.mkdir()
    own = scenario_folder() / "charts" / "fire_and_movement" / "gaza_1917.toml"
    text = own.read_text(encoding="utf-8").replace("Gaza 1917 CRT", "My own CRT")
    (folder / "gaza_1917.toml").write_text(text, encoding="utf-8")
    assert load_scenario(NAMES[0], tmp_path).situation.crt.title == "My own CRT"
    assert load_scenario(NAMES[0]).situation.crt.title == "Gaza 1917 CRT"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy the scenario files to a folder where they may be spoilt."""
    shutil.copytree(scenario_folder() / "gaza_1917", tmp_path / "gaza_1917")
    monkeypatch.setattr(scenario, "scenario_folder", lambda: tmp_path)
    return tmp_path / "gaza_1917"


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("eve_of_assault", 'unit = "CP-79"', 'unit = "CP-97"', "CP-79"),
        ("eve_of_assault", 'hex = "0914"', 'hex = "9914"', "9914"),
        ("eve_of_assault", 'hex = "0914"', 'hex = "0914"\nface = 5', "0 to 1"),
        ("eve_of_assault", 'unit = "CP-79"', 'unit = "CP-81"', "twice"),
        ("eve_of_assault", 'hex = "1015"', 'hex = "1013"', "1013"),
        ("eve_of_assault", 'active = "British"', 'active = "Brits"', "British"),
        ("eve_of_assault", 'ruleset = "gaza_1917"', 'ruleset = "gaza"', "gaza_1917"),
        ("eve_of_assault", 'board = "sector"', 'board = "../../secret"', "secret"),
        ("eve_of_assault", 'turn = "Morning', 'trun = "Morning', "trun"),
        ("eve_of_assault", '"CP-FS-20"', '"CP-FS-99"', "CP-FS-"),
        ("forces", 'id = "CP-31"\n', 'id = "CP-32"\n', "twice"),
        ("forces", 'successor = "CP-31-BN"', 'successor = "CP-31-XX"', "CP-31-BN"),
        ("forces", 'successor = "CP-31-BN"', 'successor = "CP-32-BN"', "follows another unit"),
        ("forces", 'successor = "CP-31-BN"', "", "lose a step each"),
        ("forces", "steps=3}", "steps=4}", "lose a step each"),
        ("forces", "movement=4, steps=2}]", "movement=4, steps=3}]", "lose a step each"),
        ("support", 'id = "CP-FS-01"', 'id = "CP-FS-02"', "twice"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_a_sentence(
    copy: Path, file: str, old: str, new: str, sentence: str
) -> None:
    path = copy / f"{file}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RequestError) as caught:
        load_scenario(NAMES[0])
    assert sentence in str(caught.value)


def test_small_positions_are_read_like_scenarios() -> None:
    situation = position("r1 Red 5-6-4 0203 steps=3", "b1 Blue 1-1-1 0303 face=1")
    assert [str(face) for face in situation.unit("r1").faces] == ["5-6-4", "3-3-4", "3-3-4"]
    assert [face.steps for face in situation.unit("r1").faces] == [3, 2, 1]
    assert situation.roster.steps(situation.piece("b1")) == 1
    same = build_scene({"scenario": NAMES[0], "charged": ["IMD"]}, "a test")
    assert getattr(same, "pieces", None) == gaza().pieces
    assert getattr(same, "charged", None) == {"IMD"}


@pytest.mark.parametrize(
    ("units", "sentence"),
    [
        (("r1 Red 1-1-1 0203", "r1 Red 1-1-1 0204", "b Blue 1-1-1 0303"), "r1"),
        (("r1 Red 1-1-1 0909", "b Blue 1-1-1 0303"), "0909"),
        (("r1 Red 1-1-1 0203", "b Blue 1-1-1 0303", "g Green 1-1-1 0304"), "sides"),
        (("r1 Red 1-1-1 0203",), "sides"),
        (("r1 Red 1-1-1 0203 steps=0", "b Blue 1-1-1 0303"), "steps"),
        (("r1 Red 100-1-1 0203", "b Blue 1-1-1 0303"), "attack"),
        (("r1 Red 1-1-1 0203 successor=x", "b Blue 1-1-1 0303"), "x"),
        (("r1 Red 1-1-1 0203 typo=3", "b Blue 1-1-1 0303"), "typo"),
    ],
)
def test_a_small_position_that_does_not_fit_is_refused(
    units: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(DataError) as caught:
        position(*units)
    assert sentence in str(caught.value)
