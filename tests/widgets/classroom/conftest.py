"""A class room in memory, and an hour in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.widgets.classroom.rooms import Clock, Hour, asks, judged, opened
from widgets.classroom.rooms import Classroom

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def classroom(clock: Clock) -> Iterator[Classroom]:
    room = Classroom(":memory:", clock=clock, judge=judged, asks=asks)
    yield room
    room.shut()


@pytest.fixture
def hour(classroom: Classroom, clock: Clock) -> Hour:
    return opened(classroom, clock)
