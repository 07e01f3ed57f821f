"""Whole games of Gaza 1917 and Lebanon '82 told as text, both sides by the project's plain players.

The goldens beside this file are written by ``python -m tests.playthroughs.battle``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from tests.fire_and_movement.contests import GAZA, LEBANON, Battle
from tests.playthroughs.telling import told
from wargame.fire_and_movement.policy import plays

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.procedure import Choice

FOLDER = Path(__file__).parent
OFTEN = ("Move of ", "Marker ", "Support fire, ", "Retreat due: ")
"""What a long game tells too often to be read."""


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


def headlines(story: Iterable[str]) -> Iterator[str]:
    """Yield what came of each combat, what was lost, and the turns: no questions, no reasons."""
    for line in story:
        said = line.removeprefix("  ")
        if line.startswith("  ") and not said.startswith((" ", "·", *OFTEN)):
            yield line


@frozen(eq=False)
class Told:
    """A game to tell.

    Args:
        name: What its golden is called.
        battle: The game.
        seed: What the dice come from.
        cases: The cases that it comes from.
        short: Whether it is told in headlines alone.
    """

    name: str
    battle: Battle
    seed: int
    cases: str
    short: bool = False

    @property
    def golden(self) -> Path:
        """The file that holds it."""
        return FOLDER / f"{self.name}_{self.seed}.txt"

    def playthrough(self) -> str:
        """Return the game told as text."""
        head = f"{self.battle.title} ({self.cases}), seed {self.seed}\n"
        start = partial(self.battle.played, self.battle.opening())
        story = told(start, Players(Random(self.seed)))
        return "\n".join([head, *(headlines(story) if self.short else story)]) + "\n"


GAMES = (
    Told("second_battle_of_gaza", GAZA, 1917, "GAZA 10.2"),
    Told("peace_for_galilee", LEBANON["1982"], 1982, "LEB82 10.0", short=True),
    Told("invasion_of_lebanon", LEBANON["2006"], 2006, "LEB82 20.0"),
    Told("invasion_of_lebanon", LEBANON["1976"], 1976, "LEB82 25.0"),
)


def main() -> None:
    """Write the goldens anew."""
    for game in GAMES:
        game.golden.write_text(game.playthrough(), encoding="utf-8")


if __name__ == "__main__":
    main()
