"""The two scenarios of command told as text from the first question to the verdict.

One side goes for the objectives and the other holds, both by the project's plain policies. The
goldens beside this file are written by ``python -m tests.playthroughs.command``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from tests.playthroughs.telling import told
from wargame.rifle_and_spade import kemal, krithia
from wargame.rifle_and_spade.kemal_rules import ENTENTE, OTTOMAN
from wargame.rifle_and_spade.policy import attack, defend

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.procedure import Choice, Procedure
    from wargame.rifle_and_spade.turn import Game

FOLDER = Path(__file__).parent


@frozen
class Commanders:
    """Both sides, of which one attacks.

    Args:
        random: Throws the dice.
        attacker: The side that goes for the objectives.
    """

    random: Random
    attacker: str

    def __call__(self, choice: Choice) -> str:
        """Return the key of an option."""
        player = attack if choice.who == self.attacker else defend
        return player(choice, choice.position)


@frozen
class Told:
    """A game to tell.

    Args:
        name: What its golden is called.
        title: What it is.
        opening: Makes the game.
        played: Plays it.
        attacker: The side that attacks.
        seed: What the dice come from.
    """

    name: str
    title: str
    opening: Callable[[], Game]
    played: Callable[[Game], Procedure]
    attacker: str
    seed: int

    @property
    def golden(self) -> Path:
        """The file that holds it."""
        return FOLDER / f"{self.name}_{self.seed}.txt"

    def playthrough(self) -> str:
        """Return the game told as text."""
        head = f"{self.title}, seed {self.seed}; {self.attacker} attacks\n"
        general = Commanders(Random(self.seed), self.attacker)
        return "\n".join([head, *told(partial(self.played, self.opening()), general)]) + "\n"


GAMES = (
    Told(
        "kemals_counterattack",
        "Kemal's Counterattack (GB 102.2)",
        kemal.opening,
        kemal.kemals_counterattack,
        OTTOMAN,
        1,
    ),
    Told(
        "first_krithia",
        "First Krithia (GB 102.3)",
        krithia.opening,
        krithia.first_krithia,
        ENTENTE,
        0,
    ),
)


def main() -> None:
    """Write the goldens anew."""
    for game in GAMES:
        game.golden.write_text(game.playthrough(), encoding="utf-8")


if __name__ == "__main__":
    main()
