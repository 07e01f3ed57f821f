"""Clearing Sedd el Bahr (102.1): its own rules: who may go where, and when it is won."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, figure, finding, refusal, total
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.victory_terms import first_met

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Piece, Situation

ENTENTE, OTTOMAN = "Entente", "Ottoman"
WORCESTERS, HAMPSHIRES = "4/Worc", "2/Hants"
FORT = "Fort Nr. 1"
FEATURES = (FORT, "The Old Fort", "Sedd el Bahr", "Hill 141")
HAMPSHIRE_STEPS = 2
OUTSIDE = "outside"

CLEARING = evolve(
    GALLIPOLI_1915,
    id="gallipoli_1915_clearing",
    title="Gallipoli 1915: Clearing Sedd el Bahr",
    command=False,
    engineering=False,
    rallies=1,
)
"""The rules of Gallipoli 1915 without formations, officers, orders, digging and rally (102.1.7)."""


@implements("GB", "102.0", "102.1.7")
@implements("RS", "2.3.4")
def unused_parts() -> dict[str, Ruling]:
    """Return the parts of the sequence of play that the scenario passes over, each with the reason.

    By 2.3.4 a scenario may name the first player. The text of 102.1 names none; it is read as a
    solitaire game of the Entente, who comes first every turn, for the Ottoman side only fires.
    """
    none = "The scenario has no reinforcements."
    supply = "The introductory scenarios do not evaluate supply."
    command = "The scenario uses no formations, officer points and orders."
    first = "The Entente comes first, then the Ottoman side: there is no command to roll for."
    whole = "Without command rules a side is activated as a whole."
    digging = "The scenario uses no engineering."
    found = (
        ("1", none, "GB 102.1.5"),
        ("2", supply, "GB 102.0"),
        ("3", command, "GB 102.1.7"),
        ("4a", first, "RS 2.3.4"),
        ("4b", whole, "GB 102.1.7"),
        ("4c.i", digging, "GB 102.1.7"),
    )
    return {name: figure(f"Not used: {name}", None, why, case) for name, why, case in found}


@lru_cache(maxsize=8)
def outside(ground: Field) -> frozenset[Hex]:
    """Return the hexes beyond the map area."""
    cells = ground.board.cells
    return frozenset(cell for cell, content in cells.items() if OUTSIDE in content.features)


@lru_cache(maxsize=8)
def east_of_the_fort(ground: Field) -> frozenset[Hex]:
    """Return the hexes in columns east of Fort Nr. 1."""
    board = ground.board
    column, _ = board.numbering.to_figures(board.place(FORT))
    return frozenset(cell for cell in board.cells if board.numbering.to_figures(cell)[0] > column)


@implements("GB", "101.5.1", "102.1.3", "102.1.7")
def bar(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
    """Return why a stack may not move into a hex by the rules of the scenario, or nothing.

    The Worcesters do not go east of Fort Nr. 1, and who has left the map area does not return. A
    retreat (19) is no movement, so it may lead the Worcesters east.
    """
    units = situation.roster.units
    if there in east_of_the_fort(situation.ground) and any(
        units[name].battalion == WORCESTERS for name in names
    ):
        label = situation.board.label(there)
        why = f"{label} lies east of Fort Nr. 1, where the Worcesters may not go."
        return refusal("Worcesters", why, "GB 102.1.7")
    beyond = outside(situation.ground)
    if there not in beyond and situation.piece(names[0]).at in beyond:
        why = "Who has left the area of the scenario by land cannot return."
        return refusal("Map area", why, "GB 101.5.1")
    return None


@implements("GB", "101.5.1", "102.1.3")
def take_off(situation: Situation) -> Situation:
    """Return the situation without those who have left the map area by land; they are booked."""
    beyond = outside(situation.ground)
    gone = [piece for piece in situation.pieces if piece.at in beyond]
    for piece in gone:
        situation = situation.lose(piece, piece.steps, "left")
    return situation.without([piece.unit for piece in gone]) if gone else situation


def captured(situation: Situation, feature: str) -> Ruling:
    """Return whether the Entente has captured a feature.

    It has when it was the last to hold the hex and no Ottoman unit stands there, in Us/Them or
    otherwise; until then the Ottoman side holds it.
    """
    cell = situation.board.place(feature)
    label = situation.board.label(cell)
    foes = situation.at(cell, OTTOMAN)
    friends = situation.at(cell, ENTENTE)
    if foes:
        units = ", ".join(piece.unit for piece in foes)
        return finding(feature, False, f"{label}: {units} still there.", "GB 102.1.8")
    if friends or situation.holders.get(cell) == ENTENTE:
        how = "held by the Entente" if friends else "last held by the Entente"
        return finding(feature, True, f"{label}: {how}.", "GB 102.1.8")
    return finding(feature, False, f"{label}: the Entente has not entered it.", "GB 102.1.8")


def hampshires(situation: Situation) -> Ruling:
    """Return the steps that the Hampshires have left on the map."""
    parts = [
        figure(piece.unit, piece.steps, f"{piece.steps} left.", "GB 102.1.8")
        for piece in _hampshires(situation)
    ]
    said = f"At least {HAMPSHIRE_STEPS} are needed."
    return total("Hampshires", parts, said, "GB 102.1.8/entente", unit="steps")


def _hampshires(situation: Situation) -> list[Piece]:
    mine = situation.of(ENTENTE)
    return [p for p in mine if p.steps and situation.unit(p).battalion == HAMPSHIRES]


LEVELS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Ottoman massive victory", "GB 102.1.8/ottoman-massive", FEATURES),
    ("Ottoman medium victory", "GB 102.1.8/ottoman-medium", ("Hill 141", "Sedd el Bahr")),
    ("Ottoman minor victory", "GB 102.1.8/ottoman-minor", (FORT,)),
)
"""The Ottoman levels, the best first, with the features that must be held for each."""
ENTENTE_VICTORY, DRAW = "Entente victory", "Draw"
LADDER = (ENTENTE_VICTORY, DRAW, *(level for level, _, _ in reversed(LEVELS)))
"""All levels, from the best for the Entente to the worst."""


@implements(
    "GB",
    "102.1.8",
    "102.1.8/entente",
    "102.1.8/draw",
    "102.1.8/ottoman-minor",
    "102.1.8/ottoman-medium",
    "102.1.8/ottoman-massive",
    "102.1.8/else",
)
def historical_victory(situation: Situation) -> Ruling:
    """Return the historical victory of a position, every level with its conditions.

    The levels overlap, so they are tried from the Ottoman massive victory on; the Entente's comes
    after them, and what meets none is a draw (the reading of GB-Q02).
    """
    features = {name: captured(situation, name) for name in FEATURES}
    tried: list[tuple[Ruling, bool]] = []
    for name, case, wanted in LEVELS:
        parts = [features[each] for each in wanted]
        listed = " and ".join(filter(None, [", ".join(wanted[:-1]), wanted[-1]]))
        said = f"The Ottoman side holds {listed}."
        level = finding(name, name, said, case, parts=parts)
        tried.append((level, not any(part.value for part in parts)))
    taken = all(part.value for part in features.values())
    steps = hampshires(situation)
    strong = sum(piece.steps for piece in _hampshires(situation)) >= HAMPSHIRE_STEPS
    said = "All four features are taken, and the Hampshires have 2 steps or more."
    parts = [*features.values(), steps]
    won = finding(ENTENTE_VICTORY, ENTENTE_VICTORY, said, "GB 102.1.8/entente", parts=parts)
    tried.append((won, taken and strong))
    case = "GB 102.1.8/draw" if taken else "GB 102.1.8/else"
    said = "All four features are taken." if taken else "Anything else is a draw."
    tried.append((finding(DRAW, DRAW, said, case), True))
    said = "The first level whose conditions are met."
    return choice("Historical victory", first_met(tried), said, "GB 102.1.8")


@implements("GB", "102.1.9", "101.2")
def player_victory(situation: Situation) -> Ruling:
    """Return the player's victory: the historical level against what history came to.

    An Entente victory is what happened, so it is par; each level below counts one (GB-Q08).
    """
    reached = historical_victory(situation)
    below = LADDER.index(str(reached.value))
    value = "as in history: a draw between the players" if not below else f"{below} below history"
    said = "Measured against the Entente victory of history."
    return finding("Player victory", value, said, "GB 102.1.9", parts=(reached,))
