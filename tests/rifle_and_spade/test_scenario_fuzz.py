"""Scenario files, scenes and position texts of strangers: read, or refused in a sentence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.twists import torn, twisted
from wargame.core.data import scenario_folder, structure
from wargame.core.errors import DataError, RequestError, WargameError
from wargame.rifle_and_spade.scenario import Forces, ScenarioFile, Works, read_scenario
from wargame.rifle_and_spade.scene import build_scene
from wargame.rifle_and_spade.situation_text import situation_from_text

FOLDER = scenario_folder() / "gallipoli_1915"
OPENING = """
[opening]
id = "small"
title = "Small"
board = "sedd_el_bahr"
forces = "forces"
works = "works"
ruleset = "gallipoli_1915"
turn = 12
last_turn = 16
active = "Entente"
held = {"6.2" = "Entente"}
[opening.provenance]
kind = "reconstructed"

[[deploy]]
unit = "L 1/RMF"
at = "6.2"
left = "3/4"
came_from = "6.1"

[[deploy]]
unit = "gun"
at = "7.1"
order = "limbered"
"""
FORCES = """
[[unit]]
id = "L 1/RMF"
side = "Entente"
steps = 2
morale = 70

[[unit]]
id = "gun"
side = "Ottoman"
arm = "artillery"
angle = "high"
ammunition = "HE"
reach = 9
"""
WORKS = """
[[work]]
id = "T"
kind = "fire trench"
at = "7.1"
owner = "Ottoman"
front = ["S", "6.1"]
wire = ["S"]
"""
FILES = {"opening.toml": OPENING, "forces.toml": FORCES, "works.toml": WORKS}
SCENE = """
board = "column-row 6.4\\ng grassland\\n\\ngg\\ngg\\n"
light = "night"
lit = ["6.4"]
unit = [{id = "a", side = "Entente", at = "6.4", left = 1, wave = 1}]
work = [{id = "w", kind = "rifle pit", at = "7.3", owner = "Ottoman"}]
assault = [{at = "6.4", attacker = "Entente"}]
officers = {"86" = 3}
"""
TEXT = """gallipoli_1915/clearing_sedd_el_bahr
turn 13
active Ottoman
R_2/Hants 6.2 left=3/2 confused came_from=6.3 shots=1 engaged=X_2/Hants
held 7.1 Entente
assault 6.2 Entente waves=2 wire
loss 88 fire 1
works none
work T fire_trench 7.1 Ottoman front=N,S progress=1
"""


def read(name: str, text: str) -> object:
    """Read a scenario of which one file says *text*."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "sedd_el_bahr.toml").write_bytes((FOLDER / "sedd_el_bahr.toml").read_bytes())
        for each, good in FILES.items():
            (place / each).write_text(text if each == name else good, encoding="utf-8")
        return read_scenario(place / "opening.toml", None)


def test_the_good_ones_are_good() -> None:
    assert read("opening.toml", OPENING)
    assert build_scene(structure_of(SCENE), "here")
    assert situation_from_text(TEXT).turn == 13


def structure_of(text: str) -> dict[str, object]:
    """Return the table that a text of TOML holds."""
    import tomllib

    return tomllib.loads(text)


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_torn_files_are_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    with suppress(DataError, RequestError):
        read(name, data.draw(torn(FILES[name])))


@pytest.mark.parametrize(
    ("text", "cls"), [(OPENING, ScenarioFile), (FORCES, Forces), (WORKS, Works)]
)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_twisted_files_are_refused_in_a_sentence(text: str, cls: type, data: st.DataObject) -> None:
    with suppress(DataError):
        structure(data.draw(twisted(text)), cls, "here")


@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_twisted_scenes_are_refused_in_a_sentence(data: st.DataObject) -> None:
    table = data.draw(twisted(SCENE))
    with suppress(DataError):
        build_scene(table, "here")  # type: ignore[arg-type]  # anything at all


@given(text=torn(TEXT))
@settings(max_examples=150, deadline=None)
def test_torn_texts_are_refused_in_a_sentence(text: str) -> None:
    with suppress(WargameError):
        situation_from_text(text)
