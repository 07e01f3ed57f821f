"""A memory of what was worked out from a few values, which are told by identity.

A position compares by all that it holds, so that looking it up by value costs more than most
answers do. Positions and orders never change: the same object always gives the same answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Recall(Generic[T]):
    """Answers by the identity of what they were made of; the oldest are forgotten."""

    def __init__(self, size: int = 64) -> None:
        """Begin with nothing.

        Args:
            size: How many answers are kept.
        """
        self._size = size
        self._known: dict[tuple[int, ...], tuple[tuple[object, ...], T]] = {}

    def of(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the answer for these objects, made now if it is not known.

        The objects are held as long as the answer is, so that no other can take their identity.
        """
        mark = tuple(map(id, key))
        found = self._known.get(mark)
        if found is not None:
            return found[1]
        made = make()
        if len(self._known) >= self._size:
            del self._known[next(iter(self._known))]
        self._known[mark] = key, made
        return made
