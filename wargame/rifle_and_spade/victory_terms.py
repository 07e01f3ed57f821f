"""What victory conditions of Gallipoli 1915 share (GB 101.2.1): good order, perimeters, levels."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, shown
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, skipped
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade import messaging

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps

SHARE = Fraction(3, 4)
"""How much of its steps and of its officer points a brigade in good order has (101.2.1/1)."""


def steps_of(situation: Situation, brigiment: str) -> Steps:
    """Return the steps that a brigade or regiment has on the map."""
    steps: Steps = 0
    for piece in situation.pieces:
        if situation.unit(piece).brigiment == brigiment:
            steps += piece.steps
    return steps


@implements("GB", "101.2.1/1")
def good_order(
    situation: Situation, brigiment: str, original: Steps, maximum: int | None = None
) -> Ruling:
    """Return whether a brigade or regiment is in good order.

    Args:
        situation: The position.
        brigiment: Its name.
        original: The steps that it began with.
        maximum: Its greatest number of officer points; None where command rules are not used, and
            steps alone decide.

    Raises:
        RequestError: It began with nothing, or its officer points are not known.
    """
    if original <= 0:
        raise RequestError("good order, original", shown(original), "the steps it began with")
    steps = steps_of(situation, brigiment)
    parts = [_share("Steps", steps, original)]
    if maximum is not None:
        points = situation.points_of(brigiment)
        if points is None:
            found = f"no officer points of {brigiment}"
            raise RequestError("good order, maximum", found, "a position with command rules")
        parts.append(_share("Officer points", points, maximum))
    good = all(part.value for part in parts)
    word = "is" if good else "is not"
    said = f"{brigiment} {word} in good order: " + " ".join(part.sentence for part in parts)
    return finding("Good order", good, said, "GB 101.2.1/1", parts=parts)


def _share(label: str, left: Steps, whole: Steps) -> Ruling:
    enough = left >= SHARE * whole
    said = f"{value_text(left)} of {value_text(whole)} {label.lower()}, "
    said += f"{'at least' if enough else 'under'} three quarters."
    return figure(label, enough, said, "GB 101.2.1/1")


@implements("GB", "101.2.1/2")
def perimeter(situation: Situation, names: Iterable[str], side: str) -> Ruling:
    """Return whether units in a row make a perimeter: each in messaging range of the next.

    Args:
        situation: The position.
        names: The units, from one end to the other.
        side: Whose they must be.

    Raises:
        RequestError: One of them is the enemy's, or there are none.
    """
    pieces = [situation.piece(name) for name in names]
    if not pieces:
        raise RequestError("perimeter", "no units", "at least one unit")
    for piece in pieces:
        if situation.side(piece) != side:
            raise RequestError("perimeter, units", piece.unit, f"units of {side}")
    parts = tuple(messaging.link(situation, a.at, b.at, side) for a, b in pairwise(pieces))
    gaps = [pair for pair, part in zip(pairwise(pieces), parts, strict=True) if not part.allowed]
    if gaps:
        one, other = gaps[0]
        said = f"{one.unit} and {other.unit} are out of messaging range of each other."
    else:
        said = f"From {pieces[0].unit} to {pieces[-1].unit} each is in range of the next."
    return finding("Perimeter", not gaps, said, "GB 101.2.1/2", "RS 9.3", parts=parts)


def first_met(tried: Iterable[tuple[Ruling, bool]]) -> Iterator[Ruling]:
    """Yield the levels, all but the first that is met as skipped, with the reason."""
    over = False
    for level, met in tried:
        if met and not over:
            over = True
            yield level
        else:
            why = "A level above is met already." if met else f"Not so: {level.sentence}"
            yield skipped(level.label, why, *level.cases, value=level.value, parts=level.parts)
