"""A small campaign for the tests of the turn: two sides with two brigades each on a plain."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.rifle_and_spade.positions import brigiment, division, gun, hq, mg, position, unit
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade.plan import Plan
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.turn import Game

if TYPE_CHECKING:
    from collections.abc import Iterable

SIZE = 12
BOARD = "column-row 1.20\ng grassland\ns scrub\n\n" + "\n".join(
    "".join("s" if (row * 5 + column * 3) % 7 == 0 else "g" for column in range(SIZE))
    for row in range(SIZE)
)


def campaign(
    orders: dict[str, dict[str, Any]] | None = None, more_units: Iterable[Any] = (), **more: Any
) -> Situation:
    """Return two brigades a side, each with two battalions, a headquarters and machine guns."""
    given = orders or {}
    units, known = list(more_units), []
    where = {"A": ("2", "11"), "B": ("8", "11"), "Y": ("2", "18"), "Z": ("8", "18")}
    for name, (column, row) in where.items():
        side = "Entente" if name in "AB" else "Ottoman"
        for n in (1, 2):
            at = f"{int(column) + 2 * n - 2}.{row}"
            own = {"brigiment": name, "battalion": f"{name}{n}", "at": at, "morale": 70}
            units += [unit(f"L {n}/{name}", side, **own), unit(f"R {n}/{name}", side, **own)]
        back = str(int(row) + (-1 if side == "Entente" else 1))
        units.append(hq(f"{name} HQ", side, brigiment=name, at=f"{int(column) + 1}.{back}"))
        units.append(mg(f"{name} MG", side, brigiment=name, at=f"{int(column) + 1}.{back}"))
        table = {"division": f"{side} division", "maximum": 10, "day": [-1, 2, 3]}
        known.append(brigiment(name, side, **table | given.get(name, {})))
    units.append(gun("battery", at="6.10"))
    divisions = [division("Entente division"), division("Ottoman division", "Ottoman")]
    belongs = {"battery": "Entente division"}
    return position(BOARD, units, brigiment=known, division=divisions, independents=belongs, **more)


def game(situation: Situation | None = None, **plan: Any) -> Game:
    """Return a game at the start of a turn, three turns long unless *last_turn* says otherwise."""
    given = {"last_turn": 3} | plan
    return Game(situation or campaign(), Plan("A small campaign", **given))


class Script:
    """Answers by purpose: the first word that a purpose contains decides, else the first option."""

    def __init__(self, answers: dict[str, Any], face: int = 0) -> None:
        """Answer so; every die shows *face*, as far as it has it."""
        self.answers, self.face = answers, face
        self.asked: list[Choice] = []
        self.rolled: list[Roll] = []

    def roll(self, roll: Roll) -> int:
        """Return the face."""
        self.rolled.append(roll)
        return min(max(self.face, roll.first), roll.last)

    def choose(self, choice: Choice) -> str:
        """Return the answer whose words the purpose contains; a list is used up in order."""
        self.asked.append(choice)
        keys = [option.key for option in choice.options]
        for words, answer in self.answers.items():
            if words in choice.purpose:
                if isinstance(answer, list):
                    return str(answer.pop(0)) if answer else keys[0]
                return str(answer)
        return keys[0]

    @property
    def purposes(self) -> list[str]:
        """What was asked, in order."""
        return [choice.purpose for choice in self.asked]


class Quiet(Script):
    """Does as little as is allowed; its dice fall by chance, always the same."""

    def roll(self, roll: Roll) -> int:
        """Return a face."""
        self.rolled.append(roll)
        return Random(len(self.rolled)).randint(roll.first, roll.last)

    def choose(self, choice: Choice) -> str:
        """Return the most peaceful of the options."""
        self.asked.append(choice)
        keys = [option.key for option in choice.options]
        for words, answer in self.answers.items():
            if words in choice.purpose and answer in keys:
                return str(answer)
        return next((k for k in ("done", "end", "hold", "none", "on") if k in keys), keys[0])


class Digger(Quiet):
    """Takes the last of the options that does anything."""

    def choose(self, choice: Choice) -> str:
        """Return it."""
        self.asked.append(choice)
        keys = [option.key for option in choice.options if option.key != "end"]
        return keys[-1] if keys else "end"
