"""How a benchmark prints a figure with its bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable


@frozen
class Line:
    """One figure.

    Args:
        name: What was measured.
        value: How much.
        unit: Of what.
        least: The bound that it should reach, if any.
        most: The bound that it should stay under, if any.
    """

    name: str
    value: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def kept(self) -> bool:
        """Whether the figure keeps to its bounds."""
        low = self.least is None or self.value >= self.least
        return low and (self.most is None or self.value < self.most)

    def __str__(self) -> str:
        """Return the figure in a line, with its bound and whether it keeps to it."""
        bound = ""
        if self.least is not None:
            bound = f"at least {self.least:g}"
        if self.most is not None:
            bound = f"under {self.most:g}"
        verdict = f"  ({bound}: {'yes' if self.kept else 'NO'})" if bound else ""
        return f"  {self.name:<52} {self.value:>10,.1f} {self.unit}{verdict}"


def printed(title: str, lines: Iterable[Line]) -> None:
    """Print a heading and each figure as soon as it is there."""
    print(title)
    for line in lines:
        print(line, flush=True)
