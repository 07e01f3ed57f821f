"""Combat units and their steps (2.3, 8.3; Gaza 13.3): what a counter prints and what losses do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import finding

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling


@frozen
class Face:
    """One side of a counter.

    Args:
        attack: Attack strength, in strength points.
        defense: Defence strength, in strength points.
        movement: Movement allowance, in movement points.
        steps: How many steps the unit has while this side shows.
    """

    attack: int
    defense: int
    movement: int
    steps: int

    def __str__(self) -> str:
        """Return the three figures as printed on a counter: ``5-6-4``."""
        return f"{self.attack}-{self.defense}-{self.movement}"


@frozen
class Unit:
    """A combat unit as its counter describes it; it does not change during play.

    Args:
        id: Its name in files and journals.
        name: What a person reads.
        side: The player it belongs to.
        faces: The sides of its counter, full strength first.
        short: What fits on a counter.
        nationality: Whose troops.
        formation: The division or group it belongs to.
        formation_type: ``infantry division``, ``mounted division``, ``division``, ``reserve`` or
            ``none``.
        kind: The arm: infantry, cavalry, machine gun, tank…
        size: regiment, brigade, battalion…
        mobile: Whether it is a mobile unit; otherwise it is a leg unit.
        stacking: How it counts for stacking: ``regiment``, ``unit`` or ``support``.
        successor: The unit that takes its place when its counter has no steps left, if any.
        zone: Whether it exerts a zone of control; a black hexagon on the counter says it does not.
        provenance: Where its figures come from.
    """

    id: str
    name: str
    side: str
    faces: tuple[Face, ...] = field(converter=tuple[Face, ...])
    short: str = ""
    nationality: str = ""
    formation: str = ""
    formation_type: str = "none"
    kind: str = "infantry"
    size: str = ""
    mobile: bool = False
    stacking: str = "unit"
    successor: str = ""
    zone: bool = True
    provenance: Provenance = Provenance("derived", "an example")


@frozen
class Marker:
    """A support fire marker (7.0): fire from off the map.

    Args:
        id: Its name in files and journals.
        side: The player it belongs to.
        value: Its strength, in strength points.
        kind: ``artillery``, ``air`` or ``naval``.
        pool: Whether it is drawn blind from a pool; otherwise its value is known to both.
        name: What a person reads.
        nationality: Whose guns or aircraft, where a side has those of several.
        provenance: Where its figure comes from.
    """

    id: str
    side: str
    value: int
    kind: str = "artillery"
    pool: bool = True
    name: str = ""
    nationality: str = ""
    provenance: Provenance = Provenance("derived", "an example")


@frozen(cache_hash=True)
class Piece:
    """A unit on the map.

    Args:
        unit: The id of the unit.
        at: Its hex.
        face: Which side of the counter shows, 0 for full strength.
    """

    unit: str
    at: Hex
    face: int = 0


@frozen(eq=False)
class Roster:
    """Every unit and marker that a game can bring.

    Args:
        units: By id.
        markers: By id.
    """

    units: Mapping[str, Unit]
    markers: Mapping[str, Marker]

    def unit(self, name: str) -> Unit:
        """Return the unit with an id.

        Raises:
            RequestError: There is none; near names are given.
        """
        if name not in self.units:
            raise RequestError("units", shown(name), one_of(self.units, str(name)))
        return self.units[name]

    def marker(self, name: str) -> Marker:
        """Return the marker with an id.

        Raises:
            RequestError: There is none.
        """
        if name not in self.markers:
            raise RequestError("support fire markers", shown(name), one_of(self.markers, str(name)))
        return self.markers[name]

    def face(self, piece: Piece) -> Face:
        """Return the side of the counter that shows."""
        return self.unit(piece.unit).faces[piece.face]

    @implements("GAZA", "13.3", "13.3/1")
    def steps(self, piece: Piece) -> int:
        """Return how many steps a unit has left, those of its successor included.

        A regiment of three steps shows three on its front and two on its back; the counter that
        takes its place holds the last one (Gaza 13.3).
        """
        return self.face(piece).steps

    @implements("FM8", "8.3/1", "2.3/3")
    @implements("FM7", "8.2.4/14", "2.3/2")
    @implements("GAZA", "13.3/2", "13.3/3", "CRT/17")
    def after_loss(self, piece: Piece) -> Piece | None:
        """Return the piece after it loses one step, or None when that eliminates it.

        The counter is turned to its next side; past its last side the successor takes its place if
        there is one (Gaza 13.3), else the unit is gone.
        """
        unit = self.unit(piece.unit)
        if piece.face + 1 < len(unit.faces):
            return evolve(piece, face=piece.face + 1)
        if unit.successor:
            return Piece(self.unit(unit.successor).id, piece.at)
        return None


@frozen
class StepLoss:
    """A step that a unit lost.

    Args:
        before: The piece as it was.
        after: The piece as it is now; None when it was eliminated.
        steps: How many steps went.
    """

    before: Piece
    after: Piece | None
    steps: int = 1

    def told(self, roster: Roster, why: str, *cases: str) -> Ruling:
        """Return the loss as a ruling, in one sentence."""
        name = roster.unit(self.before.unit).name
        if self.after is None:
            end = "is eliminated"
        elif self.after.unit != self.before.unit:
            end = f"is replaced by the {roster.unit(self.after.unit).name}"
        else:
            end = f"now shows {roster.face(self.after)}"
        return finding(f"Loss of {name}", self.steps, f"{name} {end}: {why}", *cases, unit="steps")


@implements("FM8", "8.2.4/12", "CRT/21")
def eliminated(pieces: Iterable[Piece], roster: Roster) -> tuple[StepLoss, ...]:
    """Return the loss of every step of *pieces* at once; no successor takes their place."""
    return tuple(StepLoss(piece, None, roster.steps(piece)) for piece in pieces)
