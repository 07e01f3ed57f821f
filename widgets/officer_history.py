"""How officer points went in a game: what its checkpoints say of every brigiment, in order."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.errors import one_of, shown
from wargame.core.run import Run
from wargame.rifle_and_spade.sequence import light_of
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from wargame.rifle_and_spade.ruleset import Light

History = Run | Iterable[Situation]
"""A game, or the positions of one in the order in which they came."""


@frozen
class Sample:
    """What a brigiment had at one moment.

    Args:
        turn: The game turn.
        at: The moment: the turn, and how far in it, by its checkpoints (5.0 its start).
        points: Officer points.
        maximum: Its maximum then.
        half: Half of that, fractions dropped (10.1.6).
    """

    turn: int
    at: float
    points: int
    maximum: int
    half: int


@frozen
class Track:
    """The officer points of one brigiment through a game.

    Args:
        brigiment: Its id.
        name: What a person reads.
        side: Whose it is.
        samples: What it had, in order.
    """

    brigiment: str
    name: str
    side: str
    samples: tuple[Sample, ...]

    @property
    def turns(self) -> tuple[tuple[int, Sample, Sample], ...]:
        """Each turn it was there, with what it had first and last in it."""
        grouped = groupby(self.samples, key=lambda sample: sample.turn)
        pairs = ((turn, [*found]) for turn, found in grouped)
        return tuple((turn, found[0], found[-1]) for turn, found in pairs)

    @property
    def steps(self) -> tuple[Sample, ...]:
        """The samples at which something changed, the first and the last too."""
        kept: list[Sample] = []
        for sample in self.samples:
            same = kept and _levels(kept[-1]) == _levels(sample)
            if not same or sample is self.samples[-1]:
                kept.append(sample)
        return tuple(kept)


def _levels(sample: Sample) -> tuple[int, int]:
    return sample.points, sample.maximum


def positions(history: object) -> tuple[Situation, ...]:
    """Return the positions of a game in order.

    Args:
        history: A game under way, whose checkpoints are taken, or positions.

    Raises:
        WidgetError: It is neither.
    """
    where, allowed = "OfficerPointsTrack, history", "a Run of a game, or positions in order"
    if isinstance(history, Run):
        states = (mark.checkpoint.state for mark in history.marks)
        found = [getattr(state, "situation", state) for state in states]
        found = [each for each in found if isinstance(each, Situation)]
    elif isinstance(history, Iterable) and not isinstance(history, str | bytes | dict):
        found = list(history)
    else:
        raise WidgetError(where, shown(history), allowed)
    for each in found:
        if not isinstance(each, Situation):
            raise WidgetError(where, shown(each), allowed)
    if not any(each.officers for each in found):
        raise WidgetError(where, "no officer points", "a game with command rules")
    return tuple(found)


def tracks(history: object, hide: str = "") -> tuple[Track, ...]:
    """Return the track of every brigiment, in order of sides and ids.

    Args:
        history: As for :func:`positions`.
        hide: A side whose officer points are not to be known (4.4); empty for none.

    Raises:
        WidgetError: It is no history, or there is no such side.
    """
    found = positions(history)
    sides = found[-1].sides
    if hide and hide not in sides:
        raise WidgetError("OfficerPointsTrack, hide", shown(hide), one_of(sides, str(hide)))
    samples: dict[str, list[Sample]] = {}
    for at, situation in _moments(found):
        for name, points in situation.officers:
            command = situation.command(name)
            sample = Sample(situation.turn, at, points, command.maximum, command.half)
            samples.setdefault(name, []).append(sample)
    army = found[-1].army  # flying columns that are gone are still in it, or named by their id
    made = [_track(name, kept, army.brigiments.get(name)) for name, kept in samples.items()]
    shown_ones = [each for each in made if not hide or each.side != hide]
    order = {side: place for place, side in enumerate(sides)}
    return tuple(sorted(shown_ones, key=lambda e: (order.get(e.side, len(order)), e.brigiment)))


def _track(name: str, samples: list[Sample], printed: object) -> Track:
    title, side = getattr(printed, "name", name), getattr(printed, "side", "")
    return Track(name, title, side, tuple(samples))


def _moments(found: tuple[Situation, ...]) -> Iterable[tuple[float, Situation]]:
    """Yield each position with its moment; those of one turn lie evenly within it."""
    for turn, group in groupby(found, key=lambda situation: situation.turn):
        there = list(group)
        for place, situation in enumerate(there):
            yield turn + place / len(there), situation


def lights(made: Iterable[Track]) -> dict[int, Light]:
    """Return every turn that the tracks span, with its light."""
    turns = [sample.turn for track in made for sample in track.samples]
    return {turn: light_of(turn) for turn in range(min(turns), max(turns) + 1)} if turns else {}


def lines(made: Iterable[Track], hidden: str = "") -> list[str]:
    """Return the tracks as text: for each turn what a brigiment had first and last in it."""
    told = []
    for track in made:
        last = track.samples[-1]
        told.append(
            f"{track.brigiment} ({track.side}): {last.points} officer points of {last.maximum}, "
            f"half-maximum {last.half}"
        )
        told += [f"  turn {turn}: {_told(first, end)}" for turn, first, end in track.turns]
    return [*told, f"The officer points of the {hidden} are hidden."] if hidden else told


def _told(first: Sample, end: Sample) -> str:
    points = str(first.points)
    if end.points != first.points:
        points = f"{first.points} to {end.points} ({end.points - first.points:+d})"
    fallen = f", maximum {end.maximum}" if end.maximum != first.maximum else ""
    under = ", at or under the half-maximum" if end.points <= end.half else ""
    return f"{points}{fallen}{under}"
