"""Formations (9): what is printed of brigiments and divisions, and which units are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import Factory, frozen

from wargame.core.errors import RequestError, one_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Mapping

Quality = Literal[1, 2, 3, 4, 5]
"""The class of a brigiment's staff, I (best) to V (9.1.7)."""

NUMERALS = {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V"}


@implements("RS", "10.1.2", "3.5.3")
@frozen
class GainLoss:
    """Officer points gained (or lost, negative) each turn, as on the back of the marker (10.1.2).

    Args:
        day: For attack-type, defense-type and regroup orders, by day and at twilight.
        night: The same at night.
    """

    day: tuple[int, int, int]
    night: tuple[int, int, int]


@implements("RS", "9.1.3", "9.1.5", "9.1.7", "9.4.1")
@frozen
class Brigiment:
    """What is printed of a brigade or regiment.

    Args:
        id: Its short name ("86"); units name it in their *brigiment*.
        name: What a person reads.
        side: Whose it is.
        division: The division it belongs to; empty for none.
        quality: The class of its staff, 1 to 5.
        maximum: Its maximum of officer points.
        battalions: Its battalions, as units name them.
        headquarters: The unit that is its headquarters.
        gains: Officer points gained or lost each turn.
        column: Whether it is a flying column (9.5).
        provenance: Where its figures come from.
    """

    id: str
    name: str
    side: str
    division: str
    quality: Quality
    maximum: int
    battalions: tuple[str, ...]
    headquarters: str
    gains: GainLoss
    column: bool = False
    provenance: Provenance = Provenance("reconstructed")


@implements("RS", "9.1.1", "9.1.2", "9.1.4")
@frozen
class Division:
    """What is printed of a division, or of a square brigade, which is treated as one.

    Args:
        id: Its short name.
        name: What a person reads.
        side: Whose it is.
        headquarters: The unit that is its headquarters; empty where it is not on the map.
        corps: The corps above it; empty for none.
    """

    id: str
    name: str
    side: str
    headquarters: str = ""
    corps: str = ""


@frozen(eq=False)
class Army:
    """All formations of a game.

    Args:
        brigiments: By id.
        divisions: By id.
        independents: For each independent unit the division or corps that it belongs to (9.7).
        organic: For units that joined an emergency flying column the brigiment they came from; for
            those of other columns it is the one that lists their battalion (9.5.6).
    """

    brigiments: Mapping[str, Brigiment]
    divisions: Mapping[str, Division]
    independents: Mapping[str, str]
    organic: Mapping[str, str] = Factory(dict)

    def brigiment(self, name: str) -> Brigiment:
        """Return the brigiment called *name*.

        Raises:
            RequestError: There is none; near names are given.
        """
        try:
            return self.brigiments[name]
        except KeyError:
            raise RequestError("brigiment", repr(name), one_of(self.brigiments, name)) from None


NO_ARMY = Army({}, {}, {})
"""Stands for an army where no command rules are used."""
