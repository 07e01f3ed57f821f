"""The project's files work on any machine and speak of none."""

from __future__ import annotations

import re

from tests.frame.repository import project_files, short, texts

# Put together here, so that this file does not itself hold what it looks for.
HOSTS = (
    *(f"{name}.org" for name in ("py" + "pi", "registry.np" + "mjs", "deb.deb" + "ian")),
    *("files.python" + "hosted", "np" + "mjs.com", "registry.yarn" + "pkg"),
    *("un" + "pkg.com", "js" + "delivr", "cdn" + "js.", "esm" + ".sh", "sky" + "pack.dev"),
)
PLACES = "|".join(("wo" + "rk", "t" + "mp", "ro" + "ot", "ho" + "me", "o" + "pt", "Us" + "ers"))
MACHINE_PATH = re.compile(rf"(?<![\w./:}}~*-])/(?:{PLACES})/\w*")


def test_no_file_names_a_package_registry_or_delivery_network() -> None:
    found = [f"{name}: {host}" for name, text in texts() for host in HOSTS if host in text]
    assert found == []


def test_no_file_names_a_place_on_somebodys_machine() -> None:
    found = [
        f"{name}: {match.group()}"
        for name, text in texts()
        for match in MACHINE_PATH.finditer(text)
    ]
    assert found == []


def test_nothing_that_is_built_is_committed() -> None:
    built = ("widgets/static/", "widgets/frontend/node_modules/", "dist/", "build/")
    assert [name for name in map(short, project_files()) if name.startswith(built)] == []


def test_nothing_is_left_for_later() -> None:
    """A plan belongs in an issue; a file says what is."""
    later = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|XX" + "X|NotImplemented" + r"Error)\b")
    code = (".py", ".ts", ".mjs", ".css", ".toml", ".ipynb")
    found = [name for name, text in texts() if name.endswith(code) and later.search(text)]
    assert found == []
