"""What a game of the series may replace, and the readings where the print is in doubt."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import Factory, frozen

from wargame.core.charts import ChartShelf
from wargame.core.data import read_toml, structure
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wargame.rifle_and_spade.ground import GroundClass

Light = Literal["day", "twilight", "night"]
LIGHTS: tuple[Light, ...] = ("day", "twilight", "night")
TURNS_A_DAY = 10


@frozen(eq=False)
class Ruleset:
    """The rules in force.

    Args:
        id: Its name in files.
        title: What a person reads.
        ground: From a kind of terrain to what it is to the rules.
        slope_hides_its_own_level: How 5.2.13/6 is read (RS-Q13): with True a checked hex undoes the
            case only when it is *higher* than the lower side of the contour. The print says "the
            same or higher", under which the case could never apply.
        crossing_before_range: How 5.2.13/8 is read (RS-Q16): with True a target that crosses a
            ridge is Partial even to an adjacent firer, as the printed example has it.
        command: Whether formations, officer points and orders are used (9-11); 102.1.7 does not.
        engineering: Whether fieldworks may be dug (13).
        rallies: Stacks that a side may rally each turn free of movement cost (102.1.7); None for
            the rule of 16.5.
        fraction_of_nothing: Whether a roll of 00 succeeds against a fraction of .00 (RS-Q03).
        roads_add_room: Whether a column or limbered guns on a road come on top of the limits of
            the hex (RS-Q10).
        lone_headquarters_threaten: Whether a headquarters by itself is a threat (5.3.1, RS-Q21).
        pits_left_by_prolonging: Whether guns leave a gun pit only by prolonging (RS-Q24).
        lost_machine_guns_count: Whether losing machine guns is a loss that calls for a morale
            check (RS-Q65).
        guns_fire_within_us_them: Whether shrapnel may fire at range zero in Us/Them (RS-Q74).
        works_replace_terrain: Whether a fieldwork's modifier replaces that of the terrain for
            those inside, rather than adding to it (RS-Q78).
        only_coastal_guns_observed: Whether, of low-angle artillery, only coastal defence may fire
            by observation (101.9).
        defender_checks_too: Whether the defender checks morale in a round in which the attacker
            failed (RS-Q80).
        halves_by_one_die: Whether half an officer point is rolled for with one die, 0 to 4, as the
            printed example has it, rather than with a pair (RS-Q34).
        half_maximum_lifts_on_entering: Whether the cap at half the officer points is lifted once a
            brigiment has entered regroup, rather than when it leaves (RS-Q35).
        commits_at_midnight: Whether units in support may be committed on the turn from midnight,
            on which orders are not changed (RS-Q39).
        half_strength_counts_whole: Whether a battalion with exactly half its steps counts as a
            whole one when its brigiment leaves regroup, as the example has it (RS-Q51).
        surprise: The brigiments whose Initial Attack begins with tactical surprise (11.7).
        winner_names_the_side: Whether the winner of the initiative says which side pulls the next
            chit, rather than pulling it (RS-Q06).
        starved_at_midnight: Whether lack of supply costs officer points on the turn from midnight
            rather than on that from 8 pm, after the check (RS-Q85).
        attached: For independent units that wait with a brigiment to be released the brigiment
            (101.7.5).
    """

    id: str
    title: str
    ground: Mapping[str, GroundClass]
    slope_hides_its_own_level: bool = True
    crossing_before_range: bool = True
    command: bool = True
    engineering: bool = True
    rallies: int | None = None
    fraction_of_nothing: bool = False
    roads_add_room: bool = True
    lone_headquarters_threaten: bool = True
    pits_left_by_prolonging: bool = True
    lost_machine_guns_count: bool = True
    guns_fire_within_us_them: bool = True
    works_replace_terrain: bool = True
    only_coastal_guns_observed: bool = False
    defender_checks_too: bool = True
    halves_by_one_die: bool = True
    half_maximum_lifts_on_entering: bool = True
    commits_at_midnight: bool = True
    half_strength_counts_whole: bool = False
    surprise: frozenset[str] = frozenset()
    winner_names_the_side: bool = True
    starved_at_midnight: bool = False
    attached: Mapping[str, str] = Factory(dict)

    def belongs_to(self, game: str) -> bool:
        """Return whether these are the rules of a game or of one of its scenarios.

        A scenario's own rules are called after those of its game.
        """
        return self.id == game or self.id.startswith(f"{game}_")


@frozen
class ObservationRanges:
    """How far one observes by each light (5.2.1), in hexes."""

    day: int
    twilight: int
    night: int
    provenance: Provenance

    def within(self, light: Light) -> int:
        """Return the range by a light."""
        return {"day": self.day, "twilight": self.twilight, "night": self.night}[light]


@lru_cache(maxsize=8)
def observation_ranges(shelf: ChartShelf) -> ObservationRanges:
    """Return the observation ranges from the owner's charts or the project's."""
    path: Path = shelf.path("rifle_and_spade/observation")
    return structure(read_toml(path), ObservationRanges, path.name)
