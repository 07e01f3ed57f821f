"""The arrows of the house run one way: tutorials -> widgets -> wargame <- scenarios (data only)."""

from __future__ import annotations

import ast
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.frame.repository import FRONT_END, ROOT, dotted, imports, modules, short

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GAMES = {"fire_and_movement", "rifle_and_spade", "area_combat"}
PURE = {"attr", "attrs", "cattrs"}
LONGEST = 400
OPTIONAL = {f"wargame/area_combat/{name}.py": "numpy" for name in ("arrays", "numbering")}
"""Modules that are quicker ways, loaded only where what they need is installed."""


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def breaches(files: list[Path], wrong: Callable[[str], bool]) -> list[str]:
    """Return "file imports module" for each import that is wrong."""
    return [
        f"{short(path)} imports {name}"
        for path in files
        for name in sorted(imports(path))
        if wrong(name)
    ]


def test_the_engine_needs_only_the_standard_library_and_two_pure_packages() -> None:
    allowed = sys.stdlib_module_names | PURE | {"wargame"}
    wrong = breaches(modules("wargame"), lambda name: name.split(".")[0] not in allowed)
    agreed = tuple(f"{path} imports {name}" for path, name in OPTIONAL.items())
    assert [each for each in wrong if not each.startswith(agreed)] == []


def test_the_core_knows_no_game_and_nothing_that_stands_upon_it() -> None:
    def wrong(name: str) -> bool:
        return within(name, "wargame") and name != "wargame" and not within(name, "wargame.core")

    assert breaches(modules("wargame/core"), wrong) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_game_knows_only_itself_and_the_core(game: str) -> None:
    own = f"wargame.{game}"

    def wrong(name: str) -> bool:
        home = within(name, own) or within(name, "wargame.core") or name == "wargame"
        return within(name, "wargame") and not home

    assert breaches(modules(f"wargame/{game}"), wrong) == []


def test_widgets_stand_on_the_engine_alone() -> None:
    others = ("scenarios", "tutorials", "tests")
    assert breaches(modules("widgets"), lambda name: name.split(".")[0] in others) == []


@pytest.mark.parametrize("package", ["scenarios", "tutorials"])
def test_data_packages_hold_no_code(package: str) -> None:
    (init,) = modules(package)
    assert init.name == "__init__.py"
    statements = ast.parse(init.read_text("utf-8")).body
    assert [type(each).__name__ for each in statements] == ["Expr"], "a docstring and no more"


def test_nothing_the_engine_does_at_start_up_leaves_it() -> None:
    """By running it: what a module imports may itself import more."""
    loaded = loaded_by("wargame", "wargame.cli")
    allowed = sys.stdlib_module_names | PURE | {"wargame", "scenarios", "typing_extensions"}
    assert {name for name in loaded if name.split(".")[0] not in allowed} == set()


def test_widgets_start_without_the_heavy_extras() -> None:
    heavy = {"bokeh", "ipyleaflet", "jupyterlab", "matplotlib", "numpy", "pandas", "panel"}
    assert heavy & {name.split(".")[0] for name in loaded_by("widgets")} == set()


def loaded_by(*names: str) -> set[str]:
    """Return the modules that a fresh interpreter adds by importing these.

    What site-packages' own start-up files load is there before, and not counted.
    """
    program = (
        "import importlib, sys; before = set(sys.modules);"
        f"[importlib.import_module(name) for name in {names!r}];"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("package", ["wargame", "widgets"])
def test_no_module_is_longer_than_a_person_reads_at_once(package: str) -> None:
    files = [*modules(package)]
    if package == "widgets":
        files += sorted((FRONT_END / "src").rglob("*.ts"))
    lengths = {short(path): len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_import_names_are_read_as_python_reads_them() -> None:
    """The measuring tool measured, on the one import every test file here has."""
    path = ROOT / "tests" / "frame" / "test_architecture.py"
    assert dotted(path) == "tests.frame.test_architecture"
    assert {"tests.frame.repository", "tests.frame.repository.imports", "ast"} <= imports(path)
