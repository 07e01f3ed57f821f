"""Waiting for a server on conditions, never on time."""

from __future__ import annotations

import socket
import subprocess
import time
from contextlib import suppress
from urllib.parse import urlsplit


def until_it_listens(url: str, process: subprocess.Popen[str]) -> None:
    """Wait until the port of *url* is bound: Jupyter says its address a moment before.

    Args:
        url: The address that the server has said.
        process: The server; its end ends the waiting.
    """
    where = urlsplit(url)
    while True:
        assert process.poll() is None, f"the server ended with {process.returncode}"
        with suppress(ConnectionRefusedError):
            socket.create_connection((str(where.hostname), int(where.port or 0))).close()
            return
        time.sleep(0.05)
