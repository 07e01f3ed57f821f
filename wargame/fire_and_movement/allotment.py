"""The Support Fire Marker Phase (4.1, 7.1, 7.2): which markers each side may use this turn.

At the start of a turn every marker is back in its pool, used or not, and the turn track says how
many each side takes out of it: the lowest values in version 8, a random draw in version 7. Those
are the markers that it commits, blind, during the turn (FM-Q09).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.data import inside, read_toml, scenario_folder, structure
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, case, finding
from wargame.fire_and_movement.support_fire import allotment, allotted, numbers_in

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from wargame.core.procedure import Step
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker

FILE = "allotments"
"""The file with the turn tracks of a game, in its folder."""


@frozen
class Track:
    """The support fire numbers of a turn track.

    Args:
        id: Its name in files.
        title: What a person reads.
        boxes: What each turn's box has, as printed: one number, or ``8/9`` for the first and the
            second player. The last one holds for every later turn.
        provenance: Where the numbers come from.
        cases: Cases of the game that set them.
    """

    id: str
    title: str
    boxes: tuple[str, ...] = field(converter=tuple[str, ...])
    provenance: Provenance
    cases: tuple[str, ...] = field(default=(), converter=tuple[str, ...])

    def box(self, turn: int) -> str:
        """Return the box of a turn, counted from 1.

        Raises:
            RequestError: There is no such turn.
        """
        if turn < 1:
            raise RequestError("turn", str(turn), "1 or more")
        return self.boxes[min(turn, len(self.boxes)) - 1]


@frozen
class TrackFile:
    """A file of turn tracks."""

    track: list[Track]


def track_named(name: str) -> Track:
    """Return a turn track of the project, such as ``lebanon_82/2006``.

    Raises:
        RequestError: There is none; the names are listed.
        DataError: The file does not fit.
    """
    game, _, own = name.partition("/")
    tracks = _tracks(inside(scenario_folder(), f"{game}/{FILE}"))
    if own not in tracks:
        names = [f"{game}/{each}" for each in tracks]
        raise RequestError("turn track", shown(name), one_of(names, name))
    return tracks[own]


@lru_cache(maxsize=8)
def _tracks(path: Path) -> dict[str, Track]:
    """Return the tracks in a file, each of its boxes and cases read once to see that they fit."""
    found: dict[str, Track] = {}
    for track in structure(read_toml(path), TrackFile, path.name).track:
        where = f"{path.name}, track {track.id}"
        if track.id in found:
            raise DataError(where, "the id twice", "an id once")
        if not track.boxes:
            raise DataError(
                f"{where}, boxes", "none", "a box for each turn, the last for all later"
            )
        for each in track.cases:
            case(each)
        for box in track.boxes:
            numbers_in(box)
        found[track.id] = track
    return found


@implements("FM8", "7.0")
@implements("FM7", "7.0", "7.0/1")
def pool_of(situation: Situation, side: str) -> tuple[Marker, ...]:
    """Return a side's whole pool: every marker that is drawn blind, used this turn or not.

    Markers are no units: they stand nowhere and control nothing, so they are counted here alone.
    Those removed for good and those that have not arrived are not in it.
    """
    off = _off(situation)
    markers = situation.roster.markers.values()
    return tuple(each for each in markers if each.side == side and each.pool and each.id not in off)


def _off(situation: Situation) -> frozenset[str]:
    return situation.gone | {each.id for each in situation.waiting}


@implements("FM8", "7.1", "7.1/1", "7.1/3", "7.2/2")
@implements("FM7", "7.1", "7.1/1", "7.1/3", "7.2/2")
@implements("LEB82", "22.0", "26.0")
def due(rules: Ruleset, track: Track, turn: int, pool: int, *, first_player: bool) -> Ruling:
    """Return how many markers a player takes this turn: what the box says, or all that he has.

    Args:
        rules: Gives the edition, and so the way they are taken.
        track: The turn track.
        turn: The game turn, from 1.
        pool: How many markers his pool holds.
        first_player: Whether he is the first player.
    """
    box = allotment(rules, track.box(turn), first_player=first_player)
    box = evolve(box, provenance=track.provenance)
    assert isinstance(box.value, int)  # noqa: S101 - a box holds numbers
    number = min(box.value, pool)
    how = "the lowest values first" if rules.lowest_first else "at random"
    said = f"{number} of {pool} in the pool, {how}."
    if box.value >= pool:
        said = f"All {pool} of the pool; the box gives {box.value}."
    cases = (*map(str, rules.cases("7.1", "7.1/2")), *track.cases)
    return finding("Markers due", number, said, *cases, parts=(box,), unit="markers")


@implements("FM8", "4.1/1", "7.1/2", "7.2/4", "7.2/5", "8.1/6")
@implements("FM7", "4.1/1", "7.1/2", "7.2/3", "7.2/4", "8.1/6")
def begin_turn(
    situation: Situation, track: Track, first: str = ""
) -> Generator[Step, Any, Situation]:
    """Run the Support Fire Marker Phase: everything back to the pools, then this turn's markers.

    For ``Plan.support``: ``partial(begin_turn, track=track_named("lebanon_82/1982"))``.

    Args:
        situation: The position at the start of a turn.
        track: The turn track.
        first: The first player; the sides of the position in their order where nothing is said.

    Returns:
        The position with these markers ready, and no other. Markers that are openly known are not
        of a pool and are ready in every turn.
    """
    first = first or situation.sides[0]
    off = _off(situation)
    known = situation.roster.markers.values()
    ready = {marker.id for marker in known if not marker.pool and marker.id not in off}
    for side in (first, situation.other(first)):
        pool = pool_of(situation, side)
        is_first = side == first
        number = due(situation.ruleset, track, situation.turn, len(pool), first_player=is_first)
        assert isinstance(number.value, int)  # noqa: S101 - a number of markers
        yield evolve(number, label=f"Support fire, {side}")
        taken = yield from allotted(situation, pool, number.value)
        ready |= {marker.id for marker in taken}
    return evolve(situation, ready=frozenset(ready))
