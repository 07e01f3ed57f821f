"""The file of the class: SQLite, and every change on the disk before it is acknowledged.

One connection, used by one thread at a time. A second process may have the same file open: each
change is one transaction that takes the file for writing at its start, so neither sees half of one.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from widgets.classroom.errors import StoreError
from widgets.classroom.schema import APPLICATION, SCHEMA, VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 5.0
"""Seconds to wait for another process that has the file."""

CURES = (
    (
        ("disk is full", "disk i/o error"),
        "has no room on its disk: nothing was changed. Free some space, then try again.",
    ),
    (
        ("locked", "busy"),
        "is held by another program: nothing was changed. Close that program, then try again.",
    ),
    (
        ("readonly", "read-only"),
        "cannot be written to: nothing was changed. Allow writing to it and to its folder.",
    ),
    (
        ("unable to open",),
        "cannot be opened. Name a file in a folder that exists and can be written to.",
    ),
    (
        ("malformed", "not a database", "encrypted"),
        "is damaged, or no file of a class. Put it and its -wal and -shm aside; name another file.",
    ),
)


class Store:
    """The file, opened.

    Args:
        path: Where it is; made if it is not there. ``:memory:`` keeps nothing.
        patience: Seconds to wait for another process that has it.

    Raises:
        StoreError: It cannot be opened, or is not what this program wrote.
    """

    def __init__(self, path: str | Path, patience: float = PATIENCE) -> None:
        """Open the file and bring its tables about."""
        self.name = Path(path).name
        self._lock = RLock()
        with self._told():
            self._connection = sqlite3.connect(
                path, timeout=patience, isolation_level=None, check_same_thread=False
            )
        try:
            with self._told():
                self._prepare()
        except StoreError:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        run = self._connection.execute
        self._connection.row_factory = sqlite3.Row
        if not self._is_new():  # before anything is changed in a file that may be another's
            self._check()
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")  # on the disk, not only with the system
        run("PRAGMA foreign_keys = ON")
        run("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
        with self.changing():
            if self._is_new():
                for statement in SCHEMA:
                    run(statement)
                run(f"PRAGMA application_id = {APPLICATION}")
                run(f"PRAGMA user_version = {VERSION}")
        self._check()

    def _is_new(self) -> bool:
        tables = self._connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        return tables is None and not self._pragma("application_id")

    def _check(self) -> None:
        if self._pragma("application_id") != APPLICATION:
            raise StoreError(f"{self.name} is no file of a class. Name another file.")
        version = self._pragma("user_version")
        if version != VERSION:
            raise StoreError(
                f"{self.name} was written by another version of this program (its tables are of "
                f"version {version}, these are of {VERSION}). Use that version, or another file."
            )

    def _pragma(self, name: str) -> int:
        value: int = self._connection.execute(f"PRAGMA {name}").fetchone()[0]
        return value

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for one change; on the disk when this ends, or not done at all.

        Raises:
            StoreError: The file cannot be written to; nothing was changed.
        """
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Give the connection for reading: what is read inside belongs together.

        Raises:
            StoreError: The file cannot be read.
        """
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with self._lock, self._told():
            self._connection.execute(begin)
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Say what SQLite says as a sentence."""
        try:
            yield
        except sqlite3.Error as error:
            said = str(error).lower()
            for words, cure in CURES:
                if any(word in said for word in words):
                    raise StoreError(f"{self.name} {cure}") from error
            raise StoreError(f"{self.name} cannot be used: {error}.") from error

    def tidy(self) -> None:
        """Write everything into the one file, so that nothing forgotten stays beside it."""
        with self._lock, self._told():
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file; nothing can be read or changed after."""
        with self._lock:
            self._connection.close()
