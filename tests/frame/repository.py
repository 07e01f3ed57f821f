"""Where things are, and what belongs to the project, for the tests that guard the frame."""

from __future__ import annotations

import ast
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRONT_END = ROOT / "widgets" / "frontend"
STATIC = ROOT / "widgets" / "static"


@cache
def project_files() -> tuple[Path, ...]:
    """Return what is committed or would be: the files that git knows or does not ignore."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: what belongs to it is unknown", allow_module_level=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    names = listed.stdout.decode().split("\0")
    return tuple(path for name in sorted(filter(None, names)) if (path := ROOT / name).is_file())


def short(path: Path) -> str:
    """Return a path as a person would name it here."""
    return path.relative_to(ROOT).as_posix()


def texts() -> list[tuple[str, str]]:
    """Return (short name, text) of each project file that is text."""
    found = []
    for path in project_files():
        try:
            found.append((short(path), path.read_text("utf-8")))
        except UnicodeDecodeError:
            continue  # a picture
    return found


def notebooks() -> list[Path]:
    """Return the lessons."""
    return [path for path in project_files() if path.suffix == ".ipynb"]


def modules(package: str) -> list[Path]:
    """Return the Python files of a package that ship with it."""
    files = (ROOT / package).rglob("*.py")
    return sorted(p for p in files if FRONT_END not in p.parents and p.name != "hatch_build.py")


def dotted(path: Path) -> str:
    """Return the import name of a module's file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> set[str]:
    """Return the absolute names of the modules that a file imports, wherever in it.

    ``from a import b`` gives both ``a`` and ``a.b``, since b may be a module.
    """
    here = dotted(path).split(".")
    package = here if path.name == "__init__.py" else here[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *(node.module or "").split(".")]).strip(".")
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found
