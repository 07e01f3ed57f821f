"""What a reader gets from ``pip install``: the four packages, the built front end, nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from email.parser import Parser
from typing import TYPE_CHECKING
from zipfile import ZipFile

import pytest

from tests.frame.repository import ROOT, STATIC, notebooks, project_files, short

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build one, around the front end that is there."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        env=os.environ | {"WARGAME_FRONT": "reuse"},
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    return set(ZipFile(wheel).namelist())


def test_it_runs_on_every_system(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_it_holds_the_four_packages_only(contents: set[str]) -> None:
    tops = {name.split("/")[0] for name in contents}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        *("wargame", "widgets", "scenarios", "tutorials")
    }


def test_sources_of_the_front_end_stay_behind(contents: set[str]) -> None:
    behind = ("widgets/frontend/", "widgets/hatch_build", "widgets/static/.")
    assert [name for name in contents if name.startswith(behind)] == []


def test_the_built_front_end_types_and_licence_are_in_it(contents: set[str]) -> None:
    built = {short(path) for path in STATIC.iterdir() if not path.name.startswith(".")}
    assert built <= contents
    assert {"wargame/py.typed", "widgets/py.typed"} <= contents
    assert any(name.endswith("/licenses/LICENSE") for name in contents)


def test_every_scenario_file_and_lesson_is_in_it(contents: set[str]) -> None:
    data = {short(path) for path in project_files() if path.is_relative_to(ROOT / "scenarios")}
    assert data | {short(path) for path in notebooks()} <= contents


def test_what_handouts_are_made_of_is_in_it(contents: set[str]) -> None:
    guide = {short(path) for path in (ROOT / "tutorials" / "guide").glob("*.toml")}
    assert guide | {"widgets/handout/style.css", "widgets/static/handout.js"} <= contents


def test_the_engine_alone_asks_for_two_packages(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        metadata = Parser().parsestr(archive.read(name).decode())
    always = [each for each in metadata.get_all("Requires-Dist", []) if "extra ==" not in each]
    assert sorted(each.split(">")[0] for each in always) == ["attrs", "cattrs"]
