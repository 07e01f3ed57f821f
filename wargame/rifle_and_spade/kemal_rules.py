"""Kemal's Counterattack (102.2): its own rules: who may not move, and how it is won."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, finding, refusal
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.victory_terms import first_met

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Situation

ENTENTE, OTTOMAN = "Entente", "Ottoman"
DEPOTS = frozenset({"Boghali depot", "Maidos depot"})
CHUNNUK_BAIR = "chunnuk bair"
"""The feature of the three hexes of Chunnuk Bair."""
BATTLESHIP_HILL, BABY_700 = "Battleship Hill", "Baby 700"
NEK, CHESSBOARD = "The Nek", "The Chessboard"
HIGH_GROUND = 3

KEMAL = evolve(
    GALLIPOLI_1915,
    id="gallipoli_1915_kemal",
    title="Gallipoli 1915: Kemal's Counterattack",
    attached={"1 Field/39": "77", "4 Field/39": "77"},
)
"""The rules of Gallipoli 1915 with command; two batteries wait with the 77th (101.7.5, 102.2.8)."""

OPENING_ORDERS: dict[str, tuple[OrderKind, ...]] = {
    "57": ("attack",),
    "27": ("attack", "defense"),
    "72": ("attack", "general reserve"),
}
"""The orders that each regiment may begin with; the 77th begins in General Reserve (102.2.8)."""
ORDERS_ON_ARRIVAL: tuple[OrderKind, ...] = ("attack", "defense", "general reserve")
"""The orders that a brigade of the Entente may land with (102.2.9)."""


@implements("GB", "102.2", "102.0", "102.2.10")
def unused_parts() -> dict[str, Ruling]:
    """Return what the scenario passes over, each with the reason."""
    supply = finding("Supply", None, "The introductory scenarios do not evaluate it.", "GB 102.0")
    said = "There is none: the Entente drew no fire all day."
    return {"2": supply, "naval": finding("Naval gunfire", None, said, "GB 102.2.10")}


@implements("GB", "101.4.1")
def bar(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
    """Return why a stack may not move into a hex by the rules of the scenario, or nothing.

    Nobody leaves the map area, where the board ends (101.5.1).
    """
    depots = sorted(DEPOTS.intersection(names))
    if not depots:
        return None
    why = f"{depots[0]} is a depot: it cannot move to {situation.board.label(there)} or elsewhere."
    return refusal("Depot", why, "GB 101.4.1")


@implements("GB", "101.4.1")
def without_lost_depots(situation: Situation) -> Situation:
    """Return the situation without depots that were forced out of their town: they are gone."""
    lost = [
        piece
        for piece in situation.pieces
        if piece.unit in DEPOTS
        and situation.board.cell(piece.at).name != piece.unit.removesuffix(" depot")
    ]
    for piece in lost:
        situation = situation.without_steps(piece, piece.steps, "surrender")
    return situation


# ---- what is held


@lru_cache(maxsize=8)
def chunnuk_bair(ground: Field) -> tuple[Hex, ...]:
    """Return the three hexes of Chunnuk Bair."""
    cells = ground.board.cells
    return tuple(sorted(at for at, cell in cells.items() if CHUNNUK_BAIR in cell.features))


@lru_cache(maxsize=8)
def high_ground(ground: Field) -> tuple[Hex, ...]:
    """Return the hexes of level 3 and above, literally (GB-Q26)."""
    cells = ground.board.cells
    return tuple(sorted(at for at, cell in cells.items() if cell.height >= HIGH_GROUND))


def holder(situation: Situation, cell: Hex) -> str:
    """Return the side that holds a hex: that stands there alone, or stood there last.

    Empty where nobody has been, and where both sides are in Us/Them.
    """
    there = [side for side in situation.sides if situation.at(cell, side)]
    if len(there) > 1:
        return ""
    return there[0] if there else situation.holders.get(cell, "")


def _entente(situation: Situation, cell: Hex) -> bool:
    """Return whether the Entente stands in a hex, or was the last to hold it."""
    return bool(situation.at(cell, ENTENTE)) or holder(situation, cell) == ENTENTE


def _ottoman(situation: Situation, cell: Hex) -> bool:
    """Return whether a hex is free of the Entente: nobody else has ever been there but Ottomans."""
    return not _entente(situation, cell)


def _feature(situation: Situation, name: str, cell: Hex) -> Ruling:
    """Return whether the Ottoman side holds a hex, with who is there."""
    label, foes = situation.board.label(cell), situation.at(cell, ENTENTE)
    friends = situation.at(cell, OTTOMAN)
    if foes and friends:
        said = f"{label}: Us/Them, so neither side has taken it."
    elif foes:
        said = f"{label}: {', '.join(piece.unit for piece in foes)} there."
    elif holder(situation, cell) == ENTENTE:
        said = f"{label}: last held by the Entente."
    else:
        said = f"{label}: held by the Ottoman side."
    return finding(name, _ottoman(situation, cell), said, "GB 102.2.12")


def bair(situation: Situation) -> tuple[Ruling, ...]:
    """Return for each hex of Chunnuk Bair whether the Ottoman side holds it."""
    return tuple(
        _feature(situation, f"Chunnuk Bair {situation.board.label(cell)}", cell)
        for cell in chunnuk_bair(situation.ground)
    )


def contested(situation: Situation, name: str) -> Ruling:
    """Return whether the Ottoman side has taken a place or is in Us/Them there."""
    cell = situation.board.place(name)
    label = situation.board.label(cell)
    if situation.at(cell, OTTOMAN) and situation.at(cell, ENTENTE):
        return finding(name, True, f"{label}: in Us/Them.", "GB 102.2.12/ottoman-medium")
    return _feature(situation, name, cell)


# ---- victory

ENTENTE_MAJOR, ENTENTE_MINOR = "Entente major victory", "Entente minor victory"
MEDIUM, CRUSHING = "Ottoman medium victory", "Ottoman crushing victory"
MILLENNIAL = "Ottoman millennial victory"
LADDER = (ENTENTE_MAJOR, ENTENTE_MINOR, MEDIUM, CRUSHING, MILLENNIAL)
"""All levels, from the best for the Entente to the worst."""
_CASES = {
    ENTENTE_MAJOR: "GB 102.2.12/entente-major",
    ENTENTE_MINOR: "GB 102.2.12/entente-minor",
    MEDIUM: "GB 102.2.12/ottoman-medium",
    CRUSHING: "GB 102.2.12/ottoman-crushing",
    MILLENNIAL: "GB 102.2.12/ottoman-millennial",
}
_Level = tuple[Ruling, bool]


def _level(name: str, met: object, said: str, parts: Iterable[Ruling] = ()) -> _Level:
    return finding(name, name, said, _CASES[name], parts=tuple(parts)), bool(met)


@implements("GB", "102.2.12/ottoman-millennial")
def millennial(situation: Situation) -> _Level:
    """Return the level without a unit of the Entente on the map, and whether it is met."""
    left = len(situation.of(ENTENTE))
    part = finding("Entente units", not left, f"{left} on the map.", _CASES[MILLENNIAL])
    return _level(MILLENNIAL, not left, "No unit of the Entente is on the map.", [part])


@implements("GB", "102.2.12/ottoman-crushing")
def crushing(situation: Situation) -> _Level:
    """Return the level with all high ground in Ottoman hands, and whether it is met."""
    heights = high_ground(situation.ground)
    lost = [cell for cell in heights if not _ottoman(situation, cell)]
    label = situation.board.label
    said = f"{len(heights) - len(lost)} of {len(heights)} hexes of level {HIGH_GROUND} or more."
    if lost:
        said += f" Not {', '.join(map(label, lost))}."
    part = finding("High ground", not lost, said, _CASES[CRUSHING])
    words = f"The Ottoman side holds every hex of level {HIGH_GROUND} or more."
    return _level(CRUSHING, not lost, words, [part])


@implements("GB", "102.2.12/ottoman-medium")
def medium(situation: Situation) -> _Level:
    """Return the level that history came to, and whether it is met."""
    place = situation.board.place
    firm = [
        *bair(situation),
        *(_feature(situation, name, place(name)) for name in (BATTLESHIP_HILL, BABY_700)),
    ]
    either = [contested(situation, name) for name in (NEK, CHESSBOARD)]
    met = all(part.value for part in firm) and any(part.value for part in either)
    said = (
        "The Ottoman side holds Chunnuk Bair, Battleship Hill and Baby 700, and has the Nek or "
        "the Chessboard, or is in Us/Them there."
    )
    return _level(MEDIUM, met, said, [*firm, *either])


@implements("GB", "102.2.12/entente-major")
def entente_major(situation: Situation) -> _Level:
    """Return the level with all of Chunnuk Bair taken by the Entente, and whether it is met."""
    taken = []
    for cell in chunnuk_bair(situation.ground):
        here = holder(situation, cell) == ENTENTE
        label = situation.board.label(cell)
        said = f"{label}: {'taken' if here else 'not taken'}."
        taken.append(finding(f"Chunnuk Bair {label}", here, said, _CASES[ENTENTE_MAJOR]))
    said = "The Entente has taken all three hexes of Chunnuk Bair."
    return _level(ENTENTE_MAJOR, all(part.value for part in taken), said, taken)


@implements("GB", "102.2.12", "102.2.12/entente-minor")
def historical_victory(situation: Situation) -> Ruling:
    """Return the historical victory of a position, every level with its conditions.

    The levels nest and leave gaps. They are tried from the best for the Ottoman side on; where none
    of them is met, nor the major one of the Entente, the Entente has held on, which is its minor
    victory (the reading of GB-Q07).
    """
    minor = "No other level is met: the Entente holds its positions."
    tried = [
        millennial(situation),
        crushing(situation),
        medium(situation),
        entente_major(situation),
        _level(ENTENTE_MINOR, met=True, said=minor),
    ]
    said = "The first level whose conditions are met."
    return choice("Historical victory", first_met(tried), said, "GB 102.2.12")


@implements("GB", "102.2.13", "101.2")
def player_victory(situation: Situation) -> Ruling:
    """Return the players' victory: the historical level against what history came to.

    The Ottoman medium victory is what happened and is a draw; each level away from it counts one
    for the side that it favours (GB-Q08).
    """
    reached = historical_victory(situation)
    steps = LADDER.index(str(reached.value)) - LADDER.index(MEDIUM)
    value = "draw" if not steps else f"{OTTOMAN if steps > 0 else ENTENTE} by {abs(steps)}"
    said = "Measured against the Ottoman medium victory of history."
    return finding("Player victory", value, said, "GB 102.2.13", parts=(reached,))
