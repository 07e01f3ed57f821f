"""First Battle of Krithia (102.3): its own rules: how long it lasts, which guns move, who wins."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, figure, finding, refusal, skipped, total
from wargame.rifle_and_spade.victory_terms import first_met

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.works import Work

ENTENTE, OTTOMAN = "Entente", "Ottoman"
FIRST_TURN, LAST_TURN = 33, 39
OBJECTIVE = "objective"
"""The feature of the hexes of the objective line that are on the map."""
OFF_MAP = ("15.24", "19.22")
"""The northern ends of the printed line, beyond row 18."""
PITS_FOR_MINOR = 5
MOBILE = ("B RHA", "Y RHA", "460 H", "Argyllshire", "Ross Crom")
"""The batteries of the Entente that can move; the last is printed "Ross & Crm" (GB-Q09)."""


@implements("GB", "102.3.4")
def duration() -> Ruling:
    """Return how long the scenario lasts, and what the print says of it.

    It says seven turns, 33 to 38, the last of them 10 pm to midnight. These do not agree; two of
    the three make the last turn 39, from 8 pm to midnight, which is how it is read (GB-Q05).
    """
    parts = (
        figure("Seven turns", LAST_TURN, "From turn 33 on, the seventh is turn 39.", "GB 102.3.4"),
        figure("To midnight", LAST_TURN, "The turn that ends at midnight is 39.", "GB 102.3.4"),
        skipped(
            "To turn 38",
            "Turn 38 is 6 pm to 8 pm; so there would be six turns, and no midnight.",
            "GB 102.3.4",
            value=LAST_TURN - 1,
        ),
    )
    said = f"Turns {FIRST_TURN} to {LAST_TURN}, 8 am to midnight."
    return finding("Last turn", LAST_TURN, said, "GB 102.3.4", parts=parts)


@implements("GB", "102.3", "102.0")
def unused_parts() -> dict[str, Ruling]:
    """Return the parts of the sequence of play that the scenario passes over, with the reason."""
    found = (
        ("1", "The scenario has no reinforcements.", "GB 102.3.5", "GB 102.3.6"),
        ("2", "The introductory scenarios do not evaluate supply.", "GB 102.0"),
    )
    return {name: figure(f"Not used: {name}", None, why, *cases) for name, why, *cases in found}


@implements("GB", "102.3.6")
def transport(situation: Situation, name: str) -> Ruling:
    """Return whether a battery of the Entente can move: five can.

    The others lack transport; hands may still drag them or get them in and out of a pit, which is
    all that 14.3.10 leaves to guns without teams.
    """
    unit = situation.unit(name)
    label = f"Transport of {name}"
    if unit.side != ENTENTE or unit.gun is None:
        return figure(label, True, "The scenario does not limit it.", "GB 102.3.6")
    if unit.gun.teams:
        return figure(label, True, "It has landed its horses or mules.", "GB 102.3.6")
    why = f"{name} has landed without horses; only {', '.join(MOBILE)} can move."
    return refusal(label, why, "GB 102.3.6", "RS 14.3.10")


# ---- victory


def taken(situation: Situation, cell: Hex) -> bool:
    """Return whether the Entente has captured a hex: it was last there, and no Ottoman unit is."""
    if situation.at(cell, OTTOMAN):
        return False
    return bool(situation.at(cell, ENTENTE)) or situation.holders.get(cell) == ENTENTE


@lru_cache(maxsize=8)
def line(ground: Field) -> tuple[Hex, ...]:
    """Return the hexes of the objective line that are on the map, from north to south."""
    cells = ground.board.cells
    on = [cell for cell, content in cells.items() if OBJECTIVE in content.features]
    number = ground.board.numbering.to_figures
    return tuple(sorted(on, key=lambda cell: tuple(-part for part in reversed(number(cell)))))


@implements("GB", "102.3.3", "102.3.11")
def line_taken(situation: Situation) -> Ruling:
    """Return how much of the objective line the Entente has captured.

    The line begins at 15.24 and 19.22, but the scenario ends at row 18 (102.3.3). What is on the
    map must be captured, hex by hex; what is not there cannot be asked for (GB-Q04).
    """
    label = situation.board.label
    parts = []
    for cell in line(situation.ground):
        got = taken(situation, cell)
        said = "captured." if got else "not captured."
        parts.append(figure(label(cell), int(got), f"{label(cell)}: {said}", "GB 102.3.11"))
    why = "Off the map of the scenario, so it is not asked for."
    parts += [skipped(each, why, "GB 102.3.3", value=1) for each in OFF_MAP]
    said = f"All {len(line(situation.ground))} are needed."
    return total("Objective line", parts, said, "GB 102.3.11", unit="hexes")


def pits_taken(situation: Situation, pits: Iterable[Work]) -> Ruling:
    """Return how many of the Ottoman rifle pits the Entente has captured.

    Counted are those of the set-up, at the end of the game (101.2.1): one lost again does not
    count, nor does a pit dug during the battle.

    Args:
        situation: The position.
        pits: The pits of the set-up.
    """
    parts = []
    for pit in sorted(pits, key=lambda each: each.at):
        got = taken(situation, pit.at)
        said = "captured." if got else "not captured."
        parts.append(figure(pit.id, int(got), f"{pit.id}: {said}", "GB 102.3.11"))
    said = f"{PITS_FOR_MINOR} are needed for a minor victory."
    return total("Rifle pits", parts, said, "GB 102.3.11/entente-minor", unit="pits")


def ottoman_pits(situation: Situation) -> tuple[Work, ...]:
    """Return the rifle pits of the Ottoman side in a position."""
    return tuple(w for w in situation.works if w.kind == "rifle pit" and w.owner == OTTOMAN)


MAJOR, MINOR = "Entente major victory", "Entente minor victory"
DRAW, OTTOMAN_MAJOR = "Draw", "Ottoman major victory"
LADDER = (OTTOMAN_MAJOR, DRAW, MINOR, MAJOR)
"""All levels, from that of history to the best for the Entente."""
_CASES: Mapping[str, str] = {
    MAJOR: "GB 102.3.11/entente-major",
    MINOR: "GB 102.3.11/entente-minor",
    DRAW: "GB 102.3.11/draw",
    OTTOMAN_MAJOR: "GB 102.3.11/ottoman-major",
}


@implements(
    "GB",
    "102.3.11",
    "102.3.11/entente-major",
    "102.3.11/entente-minor",
    "102.3.11/draw",
    "102.3.11/ottoman-major",
)
def historical_victory(situation: Situation, pits: Iterable[Work]) -> Ruling:
    """Return the historical victory of a position, every level with its conditions.

    No pit at all is "fewer than five" as well; it is read as the Ottoman victory alone, so a draw
    is one to four (GB-Q06).

    Args:
        situation: The position.
        pits: The rifle pits of the set-up.
    """
    hexes, holes = line_taken(situation), pits_taken(situation, pits)
    got, count = len(line(situation.ground)), holes.value
    conditions = (
        (MAJOR, hexes.value == got, "The whole objective line is captured.", hexes),
        (MINOR, _number(count) >= PITS_FOR_MINOR, "At least five rifle pits are captured.", holes),
        (DRAW, _number(count) > 0, "One to four rifle pits are captured.", holes),
        (OTTOMAN_MAJOR, True, "No rifle pit is captured.", holes),
    )
    tried = [
        (finding(name, name, said, _CASES[name], parts=(part,)), met)
        for name, met, said, part in conditions
    ]
    said = "The first level whose conditions are met."
    return choice("Historical victory", first_met(tried), said, "GB 102.3.11")


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


@implements("GB", "102.3.12", "101.2")
def player_victory(situation: Situation, pits: Iterable[Work]) -> Ruling:
    """Return the player's victory: the historical level against what history came to.

    The Ottoman major victory is what happened, so it is par; each level above counts one for the
    Entente (GB-Q08).

    Args:
        situation: The position.
        pits: The rifle pits of the set-up.
    """
    reached = historical_victory(situation, pits)
    above = LADDER.index(str(reached.value))
    value = f"Entente, {above} above history" if above else "as in history: a draw"
    said = "Measured against the Ottoman major victory of history."
    return finding("Player victory", value, said, "GB 102.3.12", parts=(reached,))
