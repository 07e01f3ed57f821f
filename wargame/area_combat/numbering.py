"""Keys numbered, and chances added up by number: what the chain in arrays does all the time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[np.int64]
    Places = NDArray[np.intp]
    Chances = NDArray[np.float64]

_SPARSE = 32
"""Places for each key up to which keys are numbered by a table rather than by sorting."""


def summed(places: Places, chances: Chances, length: int) -> Chances:
    """Return the sum of the chances of each place."""
    return np.bincount(places, chances, length).astype(np.float64, copy=False)


def numbered(keys: Keys) -> tuple[Keys, Places]:
    """Return the different keys in order, and for each key its place among them."""
    if not len(keys):
        return keys, np.zeros(0, dtype=np.intp)
    common = int(np.bitwise_and.reduce(keys))
    varying = int(np.bitwise_or.reduce(keys)) & ~common
    if 1 << varying.bit_count() > _SPARSE * len(keys):
        found, place = np.unique(keys, return_inverse=True)
        return found, place
    short, width = _shortened(keys, varying)
    there = np.zeros(1 << width, dtype=bool)
    there[short] = True
    found = np.flatnonzero(there)
    rank = np.empty(1 << width, dtype=np.intp)
    rank[found] = np.arange(len(found))
    return _lengthened(found, varying) | common, rank[short]


def _shortened(keys: Keys, varying: int) -> tuple[Keys, int]:
    """Return the varying bits of keys, moved together, and how many they are."""
    short, width = np.zeros_like(keys), 0
    for low, run in _runs(varying):
        short |= (keys & run) >> (low - width)
        width += run.bit_count()
    return short, width


def _lengthened(short: Keys, varying: int) -> Keys:
    """Return bits that were moved together, each in its place again."""
    keys, width = np.zeros_like(short), 0
    for low, run in _runs(varying):
        keys |= (short << (low - width)) & run
        width += run.bit_count()
    return keys


def _runs(mask: int) -> list[tuple[int, int]]:
    """Return each run of bits of a mask with its lowest bit."""
    runs, low = [], 0
    while mask >> low:
        if not mask >> low & 1:
            low += 1
            continue
        high = low
        while mask >> high & 1:
            high += 1
        runs.append((low, (1 << high) - (1 << low)))
        low = high
    return runs
