"""What the tests of every family's debrief do alike: try all faces of a die, walk all branches."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.core.drivers import Entry, entry_for
from wargame.core.procedure import Roll, first_option
from wargame.core.run import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from wargame.core.debrief import Debrief
    from wargame.core.drivers import Journal
    from wargame.core.procedure import Procedure

    Looked = Callable[[Journal], Debrief[Any]]


def luck_of_a_die(
    looked: Looked, procedure: Procedure, journal: Journal, line: int
) -> set[Fraction]:
    """Return the luck of each side over all faces of a die together; the die is a game's last."""
    roll = Run(procedure, journal[:line]).request
    assert isinstance(roll, Roll)
    found: dict[str, Fraction] = {}
    for band in roll.bands:
        told = looked((*journal[:line], Entry(journal[line].ask, band.low)))
        for side in told.sides:
            luck = told.throws[-1].luck(side)
            found[side] = found.get(side, Fraction(0)) + luck * band.width
    return set(found.values())


def every_way(procedure: Procedure) -> Iterator[tuple[Fraction, Journal]]:
    """Yield every way that the dice of a procedure can take, with its chance; the first option."""
    pending: list[tuple[Fraction, Journal]] = [(Fraction(1), ())]
    while pending:
        chance, journal = pending.pop()
        run = Run(procedure, journal)
        while (request := run.request) is not None and not isinstance(request, Roll):
            run.answer(first_option(request))
        if request is None:
            yield chance, run.journal
            continue
        for band in request.bands:
            share = Fraction(band.width, request.faces)
            pending.append((chance * share, (*run.journal, entry_for(request, band.low))))


def mean_luck(looked: Looked, procedure: Procedure) -> dict[str, Fraction]:
    """Return the luck of each side on average over all that its dice can do."""
    found: dict[str, Fraction] = {}
    for chance, journal in every_way(procedure):
        told = looked(journal)
        for side in told.sides:
            found[side] = found.get(side, Fraction(0)) + chance * told.luck(side)
    return found
