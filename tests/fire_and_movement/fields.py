"""Wide fields for retreats: nine columns by nine rows, the fight in the middle, at 0505.

Columns count from the east, rows from the north; even rows stand half a hex to the east. Round 0505
lie 0406 and 0405 in the north, 0506 west, 0504 east, 0606 and 0605 in the south.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tests.fire_and_movement.positions import BLUE, PLAIN, RED, unit
from wargame.core.run import Run
from wargame.fire_and_movement.aftermath import after_combat
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.results import CombatOutcome, apply_result
from wargame.fire_and_movement.scenario import build_scene
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling

MIDDLE = "0505"
SIZE = 9
NOWHERE = "none"


def field(
    *units: str,
    ruleset: str = "system_v8",
    sea: Iterable[str] = (),
    marks: Iterable[str] = (),
    edges: dict[str, list[str]] | None = None,
    active: str = RED,
) -> Situation:
    """Return a position on a field, its units written as ``id side 4-5-6 0505 steps=1``.

    Args:
        units: The units.
        ruleset: The rules.
        sea: Hexes that are all sea.
        marks: Lines of the text form of a board: features, hexsides, railways.
        edges: The friendly edges of the sides; nobody has any unless given.
        active: The side that attacks.
    """
    ground = PLAIN.get(ruleset, "clear")
    wet = set(sea)
    rows = [
        "".join("~" if f"{row:02}{column:02}" in wet else "." for column in range(SIZE, 0, -1))
        for row in range(1, SIZE + 1)
    ]
    text = "\n".join(["row-column 0109", f". {ground}", "~ sea", "", *rows, "", *marks]) + "\n"
    table: dict[str, Any] = {
        "ruleset": ruleset,
        "board": text,
        "active": active,
        "unit": [_with_marks(unit(each)) for each in units],
        "edges": edges or {},
    }
    situation = build_scene(table, "a test")
    assert isinstance(situation, Situation)
    return situation


def _with_marks(facts: dict[str, Any]) -> dict[str, Any]:
    """Return a unit's facts with ``mobile=1`` and ``zone=0`` as true and false."""
    return {key: bool(v) if key in {"mobile", "zone"} else v for key, v in facts.items()}


def combat(situation: Situation, *attackers: str, at: str = MIDDLE, **more: Any) -> Attack:
    """Return an attack on a hex by these units."""
    return Attack(situation, situation.board.hex(at), attackers, **more)


def aftermath(plan: Attack, code: str) -> Run:
    """Return a result of a combat under way, with all that follows it."""
    return Run(partial(result_of, plan, code))


def result_of(plan: Attack, code: str) -> Generator[Step, Any, CombatOutcome]:
    """Apply a result of a combat, and carry out what follows from it."""
    outcome = yield from apply_result(plan, code, step_later=True)
    return (yield from after_combat(outcome, plan))


def followed(plan: Attack, code: str, *answers: str) -> CombatOutcome:
    """Return what a result came to, these answers given; what is left open is left undone."""
    run = aftermath(plan, code)
    for answer in answers:
        run.answer(answer)
    if run.request is not None:
        run.answer("stay")
    outcome = run.outcome
    assert isinstance(outcome, CombatOutcome)
    return outcome


def options(run: Run) -> list[str]:
    """Return the keys that a choice under way offers."""
    return [option.key for option in getattr(run.request, "options", ())]


def where(outcome: CombatOutcome | Situation, name: str) -> str:
    """Return the hex in which a unit is, or that it is nowhere."""
    situation = outcome if isinstance(outcome, Situation) else outcome.situation
    found = [piece.at for piece in situation.pieces if piece.unit == name]
    return situation.board.label(found[0]) if found else NOWHERE


def cases_of(ruling: Ruling) -> set[str]:
    """Return every case in an explanation."""
    return {str(case) for each in ruling.walk() for case in each.cases}


__all__ = ["BLUE", "MIDDLE", "RED", "aftermath", "cases_of", "combat", "field", "followed"]
