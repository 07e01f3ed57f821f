"""The Second Battle of Gaza told as text, both sides by the project's plain player.

The golden beside this file is written by ``python -m tests.playthroughs.battle``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from tests.playthroughs.telling import told
from wargame.fire_and_movement.gaza_game import TITLE, opening, second_battle
from wargame.fire_and_movement.policy import plays

if TYPE_CHECKING:
    from wargame.core.procedure import Choice

FOLDER = Path(__file__).parent
SEED = 1917


@frozen
class Players:
    """Both sides.

    Args:
        random: Throws the dice.
    """

    random: Random

    def __call__(self, choice: Choice) -> str:
        """Return the key of an option."""
        return plays(choice)


def playthrough(seed: int = SEED) -> str:
    """Return the game told as text."""
    head = f"{TITLE} (GAZA 10.2), seed {seed}\n"
    story = told(partial(second_battle, opening()), Players(Random(seed)))
    return "\n".join([head, *story]) + "\n"


def golden(seed: int = SEED) -> Path:
    """Return the file that holds it."""
    return FOLDER / f"second_battle_of_gaza_{seed}.txt"


def main() -> None:
    """Write the golden anew."""
    golden().write_text(playthrough(), encoding="utf-8")


if __name__ == "__main__":
    main()
