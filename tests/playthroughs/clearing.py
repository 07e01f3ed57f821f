"""Clearing Sedd el Bahr told as text from its first question to its verdict, by two plain players.

The goldens beside this file are written by ``python -m tests.playthroughs.clearing``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from tests.playthroughs.telling import told
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr, opening
from wargame.rifle_and_spade.clearing_rules import ENTENTE
from wargame.rifle_and_spade.policy import attack, defend

if TYPE_CHECKING:
    from wargame.core.procedure import Choice

FOLDER = Path(__file__).parent
SEEDS = (3, 6)
"""Two games that end differently: the Entente wins one, and fails at the other."""


@frozen
class Commander:
    """The Entente attacks, the Ottoman side holds, both by the project's plain policies."""

    random: Random

    def __call__(self, choice: Choice) -> str:
        """Return the key of an option."""
        player = attack if choice.who == ENTENTE else defend
        return player(choice, choice.position)


def playthrough(seed: int) -> str:
    """Return one game told as text."""
    head = f"Clearing Sedd el Bahr (GB 102.1), seed {seed}\n"
    story = told(partial(clearing_sedd_el_bahr, opening()), Commander(Random(seed)))
    return "\n".join([head, *story]) + "\n"


def golden(seed: int) -> Path:
    """Return the file that holds the playthrough of a seed."""
    return FOLDER / f"clearing_sedd_el_bahr_{seed}.txt"


def main() -> None:
    """Write the goldens anew."""
    for seed in SEEDS:
        golden(seed).write_text(playthrough(seed), encoding="utf-8")


if __name__ == "__main__":
    main()
