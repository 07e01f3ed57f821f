"""Battles for tests: two forces and a territory in one line, and answers told beforehand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.fight import Result, fight, fight_round
from wargame.area_combat.forces import Force, read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.ruleset import READINGS, Ruleset
from wargame.core.drivers import Played, play

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wargame.core.procedure import Choice, Procedure, Roll

GERMANY, USSR = "germany", "soviet-union"


def battle(
    attacker: str,
    defender: str,
    nations: tuple[str, str] = (GERMANY, USSR),
    rules: Ruleset = READINGS,
    reserve: str = "",
    **ground: Any,
) -> Battle:
    """Return a battle before its first round."""
    one, other = (nation_named(each) for each in nations)
    return Battle(
        Army(one, read_force(attacker)),
        Army(other, read_force(defender), reserve=read_force(reserve)),
        Ground(**ground),
        rules=rules,
    )


class Told:
    """Answers told beforehand: faces by purpose, else 6 where it misses; keys by purpose.

    Args:
        faces: The faces of each kind of die, in order; when they are used up the last is kept.
        keys: The keys of each kind of choice, in order; when they are used up the first option.
    """

    def __init__(
        self, faces: Mapping[str, Sequence[int]], keys: Mapping[str, Sequence[str]]
    ) -> None:
        self.faces = {purpose: list(given) for purpose, given in faces.items()}
        self.keys = {purpose: list(given) for purpose, given in keys.items()}
        self.rolls: list[Roll] = []
        self.choices: list[Choice] = []

    def roll(self, roll: Roll) -> int:
        """Return the face told for this purpose; without one, a face that does nothing."""
        self.rolls.append(roll)
        given = self.faces.get(roll.purpose)
        if given:
            return given.pop(0)
        idle = [band.low for band in roll.bands if band.outcome in {"miss", "away"}]
        return idle[0] if idle else roll.bands[-1].low

    def choose(self, choice: Choice) -> str:
        """Return the key told for this purpose, or for it and the player: ``attacker: retreat``."""
        self.choices.append(choice)
        for name in (f"{choice.who}: {choice.purpose}", choice.purpose):
            if self.keys.get(name):
                return self.keys[name].pop(0)
        return choice.options[0].key

    def asked(self, purpose: str) -> list[Choice]:
        """Return the choices of a purpose that were put."""
        return [each for each in self.choices if each.purpose == purpose]

    def thrown(self) -> list[str]:
        """Return the purposes of the dice thrown."""
        return [each.purpose for each in self.rolls]


def played(
    procedure: Procedure,
    faces: Mapping[str, Sequence[int]] | None = None,
    keys: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Played, Told]:
    """Play a procedure with answers told beforehand; return what came of it and what was asked."""
    told = Told(faces or {}, keys or {})
    return play(procedure, told), told


def one_round(
    start: Battle,
    faces: Mapping[str, Sequence[int]] | None = None,
    keys: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Battle, Told]:
    """Fight one round with answers told beforehand."""
    done, told = played(lambda: fight_round(start), faces, keys)
    after = done.outcome
    assert isinstance(after, Battle)
    return after, told


def to_the_end(
    start: Battle,
    faces: Mapping[str, Sequence[int]] | None = None,
    keys: Mapping[str, Sequence[str]] | None = None,
) -> tuple[Result, Told]:
    """Fight a battle to its end with answers told beforehand."""
    done, told = played(lambda: fight(start), faces, keys)
    result = done.outcome
    assert isinstance(result, Result)
    return result, told


def units(text: str) -> Force:
    """Return a force, written short."""
    return read_force(text)
