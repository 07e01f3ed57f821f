"""Fire & Movement in a notebook: counters and frames, the map of a position, attacks compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.fire_and_movement.chances import meaning
from wargame.fire_and_movement.crt import CODES
from widgets.hexmap import HexMap
from widgets.odds import OddsView
from widgets.svg_counters import Counter, Frame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.fire_and_movement.combat import Assessment
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Roster, Unit


def situation_map(situation: Situation, *labels: str, reach: int = 2, **traits: Any) -> HexMap:  # noqa: ANN401 - trait values
    """Return a map of a position with all its counters.

    Args:
        situation: The position.
        labels: The printed numbers of hexes to look at closely; without any, all of the map.
        reach: How many hexes around each of them are seen too.
        traits: Any trait of :class:`HexMap`.

    Raises:
        WidgetError: A keyword is no trait.
        RequestError: The map has no such hex.
    """
    shown = HexMap(situation.board, **traits)
    shown.show_counters(counters(situation), frames(situation))
    shown.look_at(*labels, reach=reach)
    return shown


def odds_view(attacks: Mapping[str, Assessment], label: str = "Chance of each result") -> OddsView:
    """Return the chances of attacks side by side, one throw of the die each.

    Args:
        attacks: What each column is called, and the attack worked out.
        label: What the table is called.
    """
    known = {
        code: meaning(worked.attack.situation.ruleset, code)
        for worked in attacks.values()
        for code in worked.chances
    }
    return OddsView(
        [{"name": name, "chances": worked.chances} for name, worked in attacks.items()],
        order=[code for code in CODES if code in known],
        meanings=known,
        label=label,
    )


def frames(situation: Situation) -> dict[str, Frame]:
    """Return the counter frame of each side: the first player's is a rectangle."""
    first, second = situation.sides
    return {first: "rectangle", second: "diamond"}


def counters(situation: Situation) -> Iterator[Counter]:
    """Yield a counter for every unit on the map; those that have fought are dimmed."""
    frame_of = frames(situation)
    for piece in situation.pieces:
        unit, face = situation.unit(piece.unit), situation.roster.face(piece)
        yield Counter(
            at=piece.at,
            short=unit.short or unit.id,
            factors=str(face),
            steps=face.steps,
            full=full_steps(situation.roster, unit),
            kind=unit.kind,
            size=unit.size,
            frame=frame_of[unit.side],
            says=situation.describe(piece),
            dimmed=piece.unit in situation.fought,
        )


def full_steps(roster: Roster, unit: Unit) -> int:
    """Return the steps a unit has at full strength; a battalion counts those of its regiment."""
    whole = next((each for each in roster.units.values() if each.successor == unit.id), unit)
    return whole.faces[0].steps
