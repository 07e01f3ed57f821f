"""What a page knows of itself where no server has opened it."""

from __future__ import annotations

from typing import Any

import pytest

from wargame.core.errors import RequestError
from widgets.classroom import session


def test_a_page_without_a_server_is_nobodys() -> None:
    assert session.token() == ""
    assert session.code() == ""


def test_the_classroom_held_last_is_the_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "_held", [])
    with pytest.raises(RequestError, match="wargame app"):
        session.classroom()
    first: Any = object()
    second: Any = object()
    session.hold(first)
    session.hold(second)
    assert session.classroom() is second
