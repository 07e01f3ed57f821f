"""Scenario, forces, support and chart files of strangers: read, or refused in a sentence."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.twists import torn, twisted
from wargame.core.data import scenario_folder, structure
from wargame.core.errors import DataError, RequestError
from wargame.fire_and_movement.crt import load_crt
from wargame.fire_and_movement.scenario import Forces, ScenarioFile, Support, read_scenario

FOLDER = scenario_folder() / "gaza_1917"
SETUP = """
[setup]
id = "small"
title = "Small"
board = "sector"
forces = "forces"
support = "support"
ruleset = "gaza_1917"
turn = "Morning"
active = "British"
[setup.provenance]
kind = "reconstructed"

[[deploy]]
unit = "BR-161"
hex = "1311"

[[deploy]]
unit = "CP-48"
hex = "1310"
"""
FORCES = """
[[unit]]
id = "BR-161"
name = "161st Brigade"
side = "British"
formation_type = "infantry division"
faces = [
  {attack = 6, defense = 6, movement = 3, steps = 2},
  {attack = 3, defense = 3, movement = 3, steps = 1},
]

[[unit]]
id = "CP-48"
name = "48th Regiment"
side = "Central Powers"
stacking = "regiment"
successor = "CP-48-BN"
faces = [
  {attack = 5, defense = 6, movement = 4, steps = 3},
  {attack = 3, defense = 4, movement = 4, steps = 2},
]

[[unit]]
id = "CP-48-BN"
name = "Battalion"
side = "Central Powers"
faces = [{attack = 2, defense = 2, movement = 4, steps = 1}]
"""
SUPPORT = """
[[marker]]
id = "BR-1"
side = "British"
value = 2
"""
CRT = (scenario_folder() / "charts" / "fire_and_movement" / "lebanon_82.toml").read_text("utf-8")
FILES = {"setup.toml": SETUP, "forces.toml": FORCES, "support.toml": SUPPORT}


def read(name: str, text: str) -> object:
    """Read a scenario of which one file says *text*."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "sector.toml").write_bytes((FOLDER / "sector.toml").read_bytes())
        for each, good in FILES.items():
            (place / each).write_text(text if each == name else good, encoding="utf-8")
        return read_scenario(place / "setup.toml", None)


def test_the_good_files_are_good() -> None:
    assert read("setup.toml", SETUP)


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_torn_files(name: str, data: st.DataObject) -> None:
    text = data.draw(torn(FILES[name]))
    text = text.encode("utf-8", "replace").decode()
    with suppress(DataError, RequestError):
        read(name, text)


@given(twisted(FORCES))
def test_twisted_forces(data: object) -> None:
    with suppress(DataError, RequestError):
        structure(data, Forces, "forces.toml")


@given(twisted(SUPPORT))
def test_twisted_support(data: object) -> None:
    with suppress(DataError, RequestError):
        structure(data, Support, "support.toml")


@given(twisted(SETUP))
def test_twisted_setups(data: object) -> None:
    with suppress(DataError, RequestError):
        structure(data, ScenarioFile, "setup.toml")


@given(torn(CRT))
def test_torn_charts(text: str) -> None:
    with TemporaryDirectory() as folder, suppress(DataError, RequestError):
        path = Path(folder) / "own.toml"
        path.write_text(text.encode("utf-8", "replace").decode(), encoding="utf-8")
        table = load_crt(path)
        for line in table.order:
            table.chart(line, "left").look_up(1, 0)


@pytest.mark.parametrize("name", ["../gaza_1917/sector", "/etc/passwd", "sector\0", "..", ""])
def test_a_setup_cannot_lead_outside_its_folder(name: str) -> None:
    text = SETUP.replace('board = "sector"', f"board = {name!r}".replace("\\x00", "\\u0000"))
    text = text.replace("board = '", 'board = "').replace("'\nforces", '"\nforces')
    with pytest.raises((DataError, RequestError)):
        read("setup.toml", text)
