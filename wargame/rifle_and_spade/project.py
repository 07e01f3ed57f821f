"""What is being built at a fieldwork, in the words that its *building* holds, and trench shapes.

``new gun pit; front 0 1; for 8 Mtn/7`` is a pit that is not there yet, being dug by a battery;
``paused shallow trench; front 1 2; ends 0 3`` makes a trench of what is there, if anybody goes on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.works import WORK_KINDS, WorkKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.rifle_and_spade.works import Work

SIDES = 6
_PAUSED, _NEW = "paused ", "new "


@frozen
class Shape:
    """How a work lies.

    Args:
        front: Directions of its front or facing hexsides.
        ends: Directions of a trench's ends.
        circular: Whether a trench has front all round.
    """

    front: frozenset[int] = frozenset()
    ends: frozenset[int] = frozenset()
    circular: bool = False

    @property
    def key(self) -> str:
        """A short name: "circular", "front 0 1", "front 1 2 ends 0 3", or empty."""
        words = ["circular"] if self.circular else []
        for name, sides in (("front", self.front), ("ends", self.ends)):
            if sides:
                words.append(f"{name} {_figures(sides)}")
        return " ".join(words)

    def label(self, board: Board) -> str:
        """Return what a person reads."""
        if self.circular:
            return "circular"
        names = board.numbering.orientation.direction_names
        parts = [
            f"{word} {', '.join(names[each] for each in sorted(sides))}"
            for word, sides in (("facing", self.front), ("ends", self.ends))
            if sides
        ]
        return "; ".join(parts)


@implements("RS", "6.4")
@lru_cache(maxsize=1)
def trench_shapes() -> tuple[Shape, ...]:
    """Return every way a trench may lie: two ends with front on one side and rear on the other.

    The ends are not adjacent, since front and rear are at least a hexside each; or it is circular.
    """
    found = [Shape(circular=True)]
    for one in range(SIDES):
        for length in range(1, SIDES - 2):
            other = one + length + 1
            front = frozenset((one + 1 + step) % SIDES for step in range(length))
            found.append(Shape(front, frozenset({one, other % SIDES})))
    return tuple(found)


@implements("RS", "6.3.1")
def pit_facings(now: Iterable[int] = ()) -> tuple[Shape, ...]:
    """Return the facings a gun pit may have: two adjacent hexsides, or three to widen *now* to."""
    old = frozenset(now)
    if not old:
        return tuple(Shape(frozenset({d, (d + 1) % SIDES})) for d in range(SIDES))
    arcs = (frozenset((d + i) % SIDES for i in range(3)) for d in range(SIDES))
    return tuple(Shape(arc) for arc in arcs if old < arc)


@implements("RS", "13.1.13")
@lru_cache(maxsize=1)
def wire_stretches() -> tuple[Shape, ...]:
    """Return the stretches of wire one may put up at once: one to three hexsides side by side."""
    return tuple(
        Shape(frozenset((first + step) % SIDES for step in range(length)))
        for length in range(1, 4)
        for first in range(SIDES)
    )


@frozen
class Project:
    """Work in hand.

    Args:
        kind: What comes of it.
        shape: How that will lie.
        new: Whether there is nothing yet.
        paused: Whether nobody works at it.
        digger: The battery that digs a gun pit; empty for what infantry digs.
    """

    kind: WorkKind
    shape: Shape = Shape()
    new: bool = False
    paused: bool = False
    digger: str = ""

    @property
    def text(self) -> str:
        """The words for *building*."""
        head = f"{_PAUSED if self.paused else ''}{_NEW if self.new else ''}{self.kind}"
        parts = [head]
        if self.shape.circular:
            parts.append("circular")
        for name, sides in (("front", self.shape.front), ("ends", self.shape.ends)):
            if sides:
                parts.append(f"{name} {_figures(sides)}")
        if self.digger:
            parts.append(f"for {self.digger}")
        return "; ".join(parts)


@implements("RS", "13.1.3")
def project(work: Work) -> Project | None:
    """Return the work in hand at a fieldwork, if any.

    Raises:
        RequestError: *building* says something else.
    """
    return _parse(work.building, work.id) if work.building else None


@lru_cache(maxsize=1024)
def _parse(text: str, where: str) -> Project:
    head, *rest = text.split("; ")
    paused, head = head.startswith(_PAUSED), head.removeprefix(_PAUSED)
    new, head = head.startswith(_NEW), head.removeprefix(_NEW)
    kind = next((each for each in WORK_KINDS if each == head), None)
    if kind is None:
        raise RequestError(f"work {where}, building", shown(text), one_of(WORK_KINDS, head))
    shape, digger = Shape(), ""
    for part in rest:
        name, _, value = part.partition(" ")
        if name == "circular":
            shape = evolve(shape, circular=True)
        elif name == "front":
            shape = evolve(shape, front=_directions(value, where))
        elif name == "ends":
            shape = evolve(shape, ends=_directions(value, where))
        elif name == "for":
            digger = value
        else:
            allowed = "'circular', 'front', 'ends' or 'for'"
            raise RequestError(f"work {where}, building", shown(part), allowed)
    return Project(kind, shape, new, paused, digger)


def _directions(text: str, where: str) -> frozenset[int]:
    known = {str(each) for each in range(SIDES)}
    if not set(text.split()) <= known:
        raise RequestError(f"work {where}, building", shown(text), "directions 0 to 5")
    return frozenset(map(int, text.split()))


def _figures(sides: Iterable[int]) -> str:
    return " ".join(map(str, sorted(sides)))
