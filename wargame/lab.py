"""The lessons on a person's own machine: copied beside their work, and opened in JupyterLab.

A lesson that its reader has changed is never overwritten. A list of what was copied (one hash a
file) tells an untouched lesson, which may be brought up to date, from a changed one, which is kept.
JupyterLab runs as a program of its own: nothing of Jupyter is imported here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from hashlib import sha256
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, define, frozen

from wargame.core.errors import RequestError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FIRST_LESSON = "fire_and_movement/00_the_map.ipynb"
PRIVATE = ".wargame"
"""The folder inside the lessons' folder for the list of copies and for JupyterLab's settings."""

CHARTS = "WARGAME_CHARTS"
"""The environment variable that tells the lessons where the owner's own charts are."""

MAX_LIST = 1_000_000
PATIENCE = 5
"""How many seconds a server that had its own Ctrl-C may take to stop."""


def own_charts() -> Path | None:
    """Return the folder of the reader's own charts, as given to ``wargame lab --charts``.

    Returns:
        The folder, or nothing when none was given.
    """
    named = os.environ.get(CHARTS)
    return Path(named) if named else None


# ------------------------------------------------------------------------------------ copying


@frozen
class Seen:
    """What is known of one lesson in the reader's folder.

    Args:
        copied: The hash of what was written there.
        offered: The hash of the newest version that the reader was given, there or beside it.
    """

    copied: str
    offered: str


@define
class Copying:
    """The lessons being copied into one folder.

    Args:
        folder: The reader's folder.
        seen: What is known of each lesson, by its path within the folder.
        sentences: What was done, one sentence each.
        pristine: Files that are exactly what is shipped.
        same: How many lessons were up to date already.
    """

    folder: Path
    seen: dict[str, Seen] = Factory(dict)
    sentences: list[str] = Factory(list)
    pristine: list[Path] = Factory(list)
    same: int = 0


def copy_lessons(source: Path, folder: Path) -> Copying:
    """Copy the lessons into a folder, or bring those already there up to date.

    Args:
        source: The folder of the shipped lessons.
        folder: Where they go; made if need be.

    Returns:
        What was done.

    Raises:
        RequestError: The folder, or a file in it, cannot be read or written.
    """
    work = Copying(folder)
    try:
        (folder / PRIVATE).mkdir(parents=True, exist_ok=True)
        _read_list(work)
        for name in _shipped(source):
            _bring(work, name, (source / name).read_bytes())
        _write_list(work)
    except OSError as error:
        place = str(error.filename or folder)
        cure = "Name another folder, or move what is in the way."
        raise RequestError(
            place, str(error.strerror), "a folder to write lessons in", cure
        ) from error
    if work.same:
        files = "1 file was" if work.same == 1 else f"{work.same} files were"
        work.sentences.append(f"{files} up to date already.")
    return work


def _shipped(source: Path) -> Iterator[str]:
    """Yield the path of each file that belongs to the lessons: notebooks, and what they show."""
    for path in sorted(source.rglob("*")):
        inner = path.relative_to(source)
        hidden = any(part.startswith((".", "__")) for part in inner.parts)
        # not code, nor the teacher's guide: it says what is guessed wrong, and why
        if path.is_file() and not hidden and path.suffix not in {".py", ".toml"}:
            yield inner.as_posix()


def _bring(work: Copying, name: str, content: bytes) -> None:
    """Bring one lesson into the folder, by what is there already."""
    path, new = work.folder / name, _hash(content)
    found = _hash(path.read_bytes()) if path.exists() else ""
    known = work.seen.get(name)
    if found == new:
        work.same += 1
        work.seen[name] = Seen(new, new)
        work.pristine.append(path)
    elif not found:
        _put(work, name, content, f"Copied {name}.")
    elif known and found == known.copied:
        _put(work, name, content, f"Brought {name} up to date; you had not changed it.")
    elif known and known.offered == new:
        work.sentences.append(f"Kept {name} as you changed it.")
    else:
        _put_beside(work, name, content)
        work.seen[name] = Seen(known.copied if known else "", new)


def _put(work: Copying, name: str, content: bytes, sentence: str) -> None:
    path = work.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, content)
    work.seen[name] = Seen(_hash(content), _hash(content))
    work.pristine.append(path)
    work.sentences.append(sentence)


def _put_beside(work: Copying, name: str, content: bytes) -> None:
    """Put the shipped version beside a changed one, at the first name that holds no work."""
    stem, dot, suffix = name.rpartition(".")
    for number in count(1):
        other = f"{stem} (new{'' if number == 1 else f' {number}'}){dot}{suffix}"
        path = work.folder / other
        found = _hash(path.read_bytes()) if path.exists() else ""
        known = work.seen.get(other)
        if found in {"", _hash(content)} or (known and found == known.copied):
            said = f"Kept your {name}, and put the new version beside it: {other}."
            _put(work, other, content, said)
            return


def _hash(content: bytes) -> str:
    return sha256(content).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


def _list_path(folder: Path) -> Path:
    return folder / PRIVATE / "lessons.json"


def _read_list(work: Copying) -> None:
    """Read what was copied before; a damaged list counts as none, so that everything is kept."""
    path = _list_path(work.folder)
    if not path.exists():
        return
    try:
        if path.stat().st_size > MAX_LIST:
            raise ValueError  # noqa: TRY301 - the same answer as for any other damage
        data = json.loads(path.read_text(encoding="utf-8"))
        work.seen = {
            str(name): Seen(str(each["copied"]), str(each["offered"]))
            for name, each in data["lessons"].items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        work.sentences.append(
            f"The list of copied lessons ({PRIVATE}/{path.name}) could not be read, "
            "so every lesson that differs from the shipped one is taken to be your work."
        )


def _write_list(work: Copying) -> None:
    lessons = {
        name: {"copied": seen.copied, "offered": seen.offered}
        for name, seen in sorted(work.seen.items())
    }
    text = json.dumps({"lessons": lessons}, indent=1)
    _write(_list_path(work.folder), f"{text}\n".encode())


# ------------------------------------------------------------------------------------ JupyterLab


def require_jupyterlab() -> None:
    """Make sure that JupyterLab can be started.

    Raises:
        RequestError: It is not installed.
    """
    if find_spec("jupyterlab") is None:
        raise RequestError(
            "wargame lab",
            "no JupyterLab beside this Python",
            "an installation with the notebook extra",
            "Run: python -m pip install '.[notebook]' in the project's folder, "
            "or use --copy-only and open the lessons elsewhere.",
        )


def lab_settings(folder: Path) -> Path:
    """Write the settings that keep JupyterLab off the network; return their folder.

    They stand inside the lessons' folder: the reader's own JupyterLab keeps its settings, and what
    is set while reading (a theme, say) is still there the next time.
    """
    settings = folder.resolve() / PRIVATE / "jupyter"
    pages = settings / "labconfig"
    pages.mkdir(parents=True, exist_ok=True)
    quiet = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    _write(pages / "page_config.json", f"{json.dumps(quiet, indent=1)}\n".encode())
    return settings


def lab_environment(folder: Path, charts: Path | None) -> dict[str, str]:
    """Return the environment that JupyterLab and its kernels run in.

    Args:
        folder: The lessons' folder.
        charts: The folder of the reader's own charts, if any.
    """
    environment = {name: text for name, text in os.environ.items() if name != "JUPYTER_NO_CONFIG"}
    environment["JUPYTER_CONFIG_DIR"] = str(lab_settings(folder))
    # the kernel must be this Python's, whatever kernels the reader has registered
    environment["JUPYTER_PREFER_ENV_PATH"] = "1"
    environment.pop(CHARTS, None)
    if charts is not None:
        environment[CHARTS] = str(charts.resolve())
    return environment


def lab_command(folder: Path, *, browser: bool = True, port: int | None = None) -> list[str]:
    """Return the command that starts JupyterLab on the first lesson.

    Args:
        folder: The lessons' folder.
        browser: Whether it opens a browser.
        port: The port to listen on; without one, the first free from 8888 up.
    """
    settings = folder.resolve() / PRIVATE / "jupyter" / "lab"
    page = f"/lab/tree/{FIRST_LESSON}" if (folder / FIRST_LESSON).is_file() else "/lab"
    command = [
        sys.executable,
        "-P",  # a file of the reader's called widgets.py must not be taken for ours
        *("-m", "jupyterlab"),
        f"--ServerApp.root_dir={folder.resolve()}",
        f"--LabApp.default_url={page}",
        f"--LabApp.user_settings_dir={settings / 'user-settings'}",
        f"--LabApp.workspaces_dir={settings / 'workspaces'}",
        "--LabApp.extension_manager=readonly",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
        "--ServerApp.kernel_websocket_connection_class=widgets.lab_server.PromptKernelConnection",
        "--ServerApp.contents_manager_class=widgets.lab_server.PictureContents",
        "--ServerApp.log_level=WARN",  # leaves the address, which is what a person needs
        "--LabApp.log_level=WARN",
    ]
    if not browser:
        command.append("--no-browser")
    if port is not None:
        command.append(f"--ServerApp.port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")  # in a container there is often nobody else
    return command


def trust(files: list[Path], environment: Mapping[str, str]) -> None:
    """Sign shipped notebooks as trusted, so that their pictures show before anything is run.

    Only for files that are exactly what is shipped. Where it fails, the pictures wait for a run.
    """
    notebooks = [str(path) for path in files if path.suffix == ".ipynb"]
    if notebooks:
        command = [sys.executable, "-P", "-m", "nbformat.sign", *notebooks]
        nothing = subprocess.DEVNULL
        subprocess.run(command, env=environment, check=False, stdout=nothing, stderr=nothing)  # noqa: S603 - our own words


def run_until_stopped(command: list[str], environment: Mapping[str, str]) -> None:
    """Run a server until it ends by itself, by Ctrl-C or by a request to terminate.

    Raises:
        RequestError: It ended by itself with an error.
    """
    # In a group of its own, Ctrl-C reaches this program alone, which then asks for an orderly end;
    # without a terminal JupyterLab would leave at once and let go of its kernels.
    group = 0 if os.name == "posix" else None
    server = subprocess.Popen(  # noqa: S603 - our own words
        command, env=environment, stdin=subprocess.DEVNULL, process_group=group
    )
    with _passing_on(server):
        try:
            code = server.wait()
        except KeyboardInterrupt:
            code = _stop(server)
    if code > 0:
        cure = "Its own words stand above."
        raise RequestError("JupyterLab", f"an end with code {code}", "an end with code 0", cure)


@contextmanager
def _passing_on(server: subprocess.Popen[bytes]) -> Iterator[None]:
    """Hand a request to terminate, or the loss of the terminal, on to the server."""
    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in map(signal.Signals.__getitem__, names)}
    heeded = [number for number, handler in before.items() if handler != signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, lambda *_: server.terminate())
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def _stop(server: subprocess.Popen[bytes]) -> int:
    """Ask a server to end after Ctrl-C, and end it at a second one."""
    try:
        if os.name != "posix":  # there Ctrl-C reached the server too, and asking means killing
            with suppress(subprocess.TimeoutExpired):
                server.wait(PATIENCE)
        server.terminate()
        server.wait()
    except KeyboardInterrupt:
        server.kill()
        server.wait()
    return 0


def charts_folder(named: str | None) -> Path | None:
    """Return the folder of the reader's own charts, made sure of.

    Args:
        named: What was given on the command line, if anything.

    Raises:
        RequestError: There is no such folder.
    """
    if named is None:
        return None
    folder = Path(named)
    if not folder.is_dir():
        raise RequestError("--charts", shown(named), "a folder of TOML charts")
    return folder
