"""Where a figure comes from. Every chart, unit value and hex carries one of these."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen, validators

Kind = Literal["printed", "erratum", "derived", "reconstructed"]

KINDS: tuple[Kind, ...] = ("printed", "erratum", "derived", "reconstructed")

MEANING: dict[Kind, str] = {
    "printed": "stands in the rulebook",
    "erratum": "printed, but mended; the note says why",
    "derived": "follows from printed figures",
    "reconstructed": "ours: nothing at hand prints it",
}


@frozen
class Provenance:
    """The origin of a figure.

    Args:
        kind: ``printed``, ``erratum``, ``derived`` or ``reconstructed``.
        source: The rule case, or the material a reconstruction rests on.
        note: The reason for an erratum, the method of a reconstruction; free text.
    """

    kind: Kind = field(validator=validators.in_(KINDS))
    source: str = ""
    note: str = ""

    @property
    def ours(self) -> bool:
        """Whether the figure is this project's reconstruction rather than the book's."""
        return self.kind == "reconstructed"

    def __str__(self) -> str:
        """Return ``kind (source): note`` without the empty parts."""
        head = f"{self.kind} ({self.source})" if self.source else self.kind
        return f"{head}: {self.note}" if self.note else head


def weakest(*origins: Provenance | None) -> Provenance | None:
    """Return the origin furthest from print: a result is only as sure as its weakest figure."""
    known = [origin for origin in origins if origin is not None]
    return max(known, key=lambda origin: KINDS.index(origin.kind), default=None)
