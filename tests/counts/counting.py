"""Counts of what the rules permit in a position, as plain text that a person can check on the map.

The files beside this one are written by ``python -m tests.counts.counting``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.fire_and_movement.attack import Attack, eligible_attackers, targets
from wargame.fire_and_movement.combat import assess
from wargame.fire_and_movement.fire_plan import plan_fire
from wargame.fire_and_movement.observation import observed
from wargame.fire_and_movement.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

FOLDER = Path(__file__).parent
SCENARIOS = ("gaza_1917/eve_of_assault", "gaza_1917/second_battle")


def counts(scenario: str) -> str:
    """Return the counts of a scenario, for both sides."""
    situation = load_scenario(scenario).situation
    lines = [scenario, ""]
    for side in situation.sides:
        lines += [*_of_side(evolve(situation, active=side), side), ""]
    return "\n".join(lines)


def _of_side(situation: Situation, side: str) -> Iterator[str]:
    board = situation.board
    found = targets(situation)
    enemies = tuple(dict.fromkeys(p.at for p in situation.of(situation.inactive)))
    seen = [cell for cell in board.cells if observed(situation, side, cell).allowed]
    seen_enemies = [cell for cell in enemies if cell in seen]
    yield f"{side}: {len(situation.of(side))} units, {situation.steps(side)} steps"
    yield f"  observed hexes: {len(seen)} of {len(board.cells)}"
    yield f"  observed enemy hexes: {len(seen_enemies)} of {len(enemies)}"
    yield f"  placements of a first marker: {_placements(situation, side)}"
    yield f"  targets: {len(found)}"
    for cell in found:
        yield f"    {_target(situation, cell)}"


def _placements(situation: Situation, side: str) -> int:
    """Return how many ways there are to place the first marker, but for placing none."""
    request = next(plan_fire(situation, side))
    return len(getattr(request, "options", ())) - 1


def _target(situation: Situation, cell: Hex) -> str:
    able = tuple(piece.unit for piece in eligible_attackers(situation, cell))
    found = assess(Attack(situation, cell, able))
    where = f"{situation.board.label(cell)} {situation.board.cell(cell).name}".strip()
    odds = f"{found.differential:+d}, {found.line}, column {found.column}"
    return f"{where}: {len(able)} attackers ({', '.join(able)}), together {odds}"


def written(scenario: str) -> Path:
    """Return the file that holds the counts of a scenario."""
    return FOLDER / f"{scenario.replace('/', '_')}.txt"


def main() -> None:
    """Write the counts anew."""
    for scenario in SCENARIOS:
        written(scenario).write_text(counts(scenario), encoding="utf-8")


if __name__ == "__main__":
    main()
