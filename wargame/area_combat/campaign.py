"""A turn of a campaign, part by part: bombing, salvos and attacks, non-combat movement, income.

The variant gives the missions and the railways their places in the turn (AA-4.2, AA-6.9, AA-8.4);
the frame around them, and the income, are the parent game's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.area_combat import offensives, regrouping, salvos, sorties
from wargame.area_combat.nations import nation_named
from wargame.core.procedure import Checkpoint
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, total

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wargame.area_combat.theatre import Theatre
    from wargame.core.procedure import Step, Steps
    from wargame.core.ruling import Ruling

Part = Literal["bombing", "interdiction", "salvo", "attack", "regrouping", "income"]
PARTS: tuple[Part, ...] = ("bombing", "interdiction", "salvo", "attack", "regrouping", "income")


@frozen
class Turn:
    """A turn under way.

    Args:
        theatre: The position.
        nation: Whose turn.
        part: The part of the turn.
    """

    theatre: Theatre
    nation: str
    part: Part = "bombing"


@implements("AA", "AA-4.1", "AA-6.26", "AA-8.4")
def campaign_turn(theatre: Theatre, nation: str) -> Steps:
    """Play one nation's turn.

    Args:
        theatre: The position before it.
        nation: The id or name of the nation.

    Returns:
        The position after it.

    Raises:
        RequestError: There is no such nation.

    Source: AA-4 (missions by turn), AA-6.3 (interdiction until the next turn), AA-8.4 (rail in
    non-combat movement).
    """
    who = nation_named(nation).id
    over = tuple(each for each in theatre.interdictions if each[1] != who)
    fresh = theatre.replace(interdictions=over, spent=(), railed=(), shots=0)
    return _go_on(Turn(fresh, who))


def _go_on(turn: Turn) -> Steps:
    """Go on with a turn from any of its moments."""
    while turn.part != "income":
        yield Checkpoint(turn.part, turn, _go_on)
        turn = yield from _played(turn)
    earned = income(turn.theatre, turn.nation)
    yield earned
    theatre = turn.theatre.with_balance(turn.nation, int(str(earned.value)))
    return theatre.replace(turn=theatre.turn + 1, spent=())


@frozen
class _Played:
    """How a part of a turn is played: again and again, as long as another is open and wanted.

    Args:
        purpose: What its choice is called.
        open: What may be chosen: starts and targets, or single places.
        done: What is done then.
    """

    purpose: str
    open: Callable[[Theatre, str], tuple[tuple[str, ...], ...]]
    done: Callable[..., Steps]


_PLAYED: dict[Part, _Played] = {
    "bombing": _Played("bombing", sorties.targets_of_bombing, sorties.bomb),
    "interdiction": _Played("interdiction", sorties.targets_of_interdiction, sorties.interdict),
    "salvo": _Played("salvo", salvos.targets_of_salvo, salvos.fire_salvo),
    "attack": _Played("attack", offensives.targets, offensives.attack),
    "regrouping": _Played("move from", regrouping.starts, regrouping.move),
}


def _played(turn: Turn) -> Generator[Step, Any, Turn]:
    """Play the next of a part, or go on to the next part."""
    theatre, nation, part = turn.theatre, turn.nation, _PLAYED[turn.part]
    open_ = part.open(theatre, nation)
    chosen = yield from sorties.choose_way(theatre, nation, part.purpose, open_)
    if chosen is None:
        return evolve(turn, part=PARTS[PARTS.index(turn.part) + 1])
    return evolve(turn, theatre=(yield from part.done(theatre, nation, *chosen)))


def income(theatre: Theatre, nation: str) -> Ruling:
    """Return what a nation earns: the worth of the territories it owns.

    The variant prints no incomes; this is the parent game's, with the map's own figures.
    """
    origin = Provenance("reconstructed", "AA-Q15", "the map's own figures")
    parts = [
        figure(area.name, area.worth, f"{area.name} brings {area.worth} IP.", provenance=origin)
        for area in theatre.atlas.territories
        if area.worth and theatre.owner(area.id) == nation
    ]
    name = nation_named(nation).name
    return total("Income", parts, f"{name} earns what its territories bring.", unit="IP")
