"""Assaults made for tests: the long example of 18.4.2, and small ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rifle_and_spade.morale_positions import Run, run
from tests.rifle_and_spade.positions import assault, gun, mg, position, unit, work
from wargame.rifle_and_spade.assault import Round, base_strengths, resolve_assault

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from wargame.core.procedure import Choice
    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.state import Piece, Situation

SCRUB = "column-row 10.12\ns scrub\n\nsss\nsss\nsss\n"
OPEN = "column-row 10.12\ng grassland\n\nggg\nggg\nggg\n"
HERE, FROM = "11.11", "11.12"
PASSES, FAILS, ROUTS = 10, 90, 99


def attacker(name: str, **more: Any) -> SceneUnit:
    """Return a half-battalion that moved to assault."""
    usual: dict[str, Any] = {"at": HERE, "came_from": FROM, "wave": 1, "morale": 75}
    return unit(name, "Entente", **usual | more)


def defender(name: str, **more: Any) -> SceneUnit:
    """Return a unit of the side that is assaulted."""
    return unit(name, "Ottoman", **{"at": HERE} | more)


def assaulted(
    units: Iterable[SceneUnit], works: Iterable[Any] = (), board: str = SCRUB, **more: Any
) -> Situation:
    """Return a position with an assault marker in the middle hex."""
    marker = assault(HERE, wire=more.pop("wire", False))
    return position(board, units, works, assault=[marker], **more)


def long_example() -> Situation:
    """Return the position of the long example: four half-battalions against a wired trench."""
    front = ["N", "NE"]
    return assaulted(
        [
            *(attacker(name, brigiment="1") for name in "ABCD"),
            defender("Coy", steps=1, confused=True, work="T"),
            mg("MG", "Ottoman", at=HERE, confused=True, work="T"),
            gun("Mtn", "Ottoman", at=HERE, points=4, mountain=True, confused=True, work="P"),
        ],
        [
            work("T", "fire trench", HERE, front=front, ends=["NW", "SE"], wire=front),
            work("P", "gun pit", HERE, front=front),
        ],
        wire=True,
    )


def pieces(situation: Situation, label: str = HERE, side: str | None = None) -> list[str]:
    """Return the units in a hex."""
    return [piece.unit for piece in situation.at(situation.board.hex(label), side)]


def at(situation: Situation, name: str) -> str:
    """Return the printed number of a unit's hex."""
    piece: Piece = situation.piece(name)
    return situation.board.label(piece.at)


def steadfast(choice: Choice) -> str:
    """Decide to fight on, to hold fire, to leave the hex rather than go to ground."""
    keys = [option.key for option in choice.options]
    return next((key for key in ("stay", "hold", "leave", "check") if key in keys), keys[0])


def first(situation: Situation, number: int = 1) -> Round:
    """Return a round of the only assault."""
    return Round(situation, situation.assaults[0], number)


def fight(situation: Situation, *answers: int | str) -> Run:
    """Resolve the assault in the middle hex with these answers."""
    return run(resolve_assault(situation, situation.board.hex(HERE)), *answers)


def strengths(*units: Any, **more: Any) -> tuple[Fraction, Fraction]:
    """Return the strengths before the first round of an assault by and on these units."""
    situation = assaulted(units, **more)
    one, other = base_strengths(situation, situation.assaults[0])
    assert (one.value, other.value) == first(situation).strengths
    return first(situation).strengths
