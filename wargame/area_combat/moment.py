"""A battle within a round: what has been rolled, what is still to roll, which hits are open.

Everything that the rest of the battle depends on is one small value, so that a battle can be
stopped after any die, and branches that come to the same are followed once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.area_combat.battle import Battle, Who
from wargame.area_combat.forces import NOBODY, Force, less, more

if TYPE_CHECKING:
    from collections.abc import Iterable

Stage = Literal[
    "start",
    "call",
    "barrage",
    "guns",
    "air",
    "attacker home",
    "defender home",
    "support",
    "raid",
    "attack",
    "defence",
    "attacker retreat",
    "defender retreat",
    "end",
]
"""The parts of a round; ``start`` and ``end`` are the moments before and after them."""

Kind = Literal["salvo", "barrage", "guns", "air", "raid", "attack", "defence", "envelopment"]
"""What a die is rolled for."""

By = Literal["barrage", "air", "raid", "infantry", "armor", "artillery"]
"""What a hit comes from: it decides which units may take it. The last three are arms."""

_ORDER: tuple[By, ...] = ("barrage", "air", "raid", "infantry", "armor", "artillery")
Hits = tuple[tuple[Who, By, int], ...]


@frozen(cache_hash=True)
class Shots:
    """Units of one type that still roll, one die each.

    Args:
        who: Whose units; under anti-aircraft fire the planes that are shot at.
        unit: The type.
        number: How many still roll.
        kind: What for.
        supported: Whether a plane supports each of them (AA-6.1).
        marked: Whether they are already chosen as casualties (AA-1.19).
        to: Where they go, of infantry that tries to get away (AA-1.28).
    """

    who: Who
    unit: str
    number: int
    kind: Kind
    supported: bool = False
    marked: bool = False
    to: str = ""


@frozen(cache_hash=True)
class Moment:
    """Where a battle stands within a round.

    Args:
        battle: The battle.
        stage: The part of the round.
        asks: Whether the decision of this part is still to be taken.
        shots: The dice still to be rolled in this part, in order.
        hits: The hits scored and not yet taken: on whom, by what, how many; the defender's first.
        marked: Defenders chosen as casualties; they still roll (AA-1.19).
        aiding: Planes that support armor in this round (AA-6.1).
        supported: Armor that a plane supports in this round (AA-6.1).
        sky: Who had planes at the start of this round's air fighting.
        broke: Whether the attacker left by his own decision.
    """

    battle: Battle
    stage: Stage = "start"
    asks: bool = False
    shots: tuple[Shots, ...] = ()
    hits: Hits = ()
    marked: Force = NOBODY
    aiding: Force = NOBODY
    supported: Force = NOBODY
    sky: Literal["", "both", "attacker", "defender"] = ""
    broke: bool = False

    @property
    def first_round(self) -> bool:
        """Whether this is the first round of the battle."""
        return self.battle.round == 0

    def hit(self, who: Who, by: By, number: int = 1) -> Moment:
        """Return the moment with hits scored on one side."""
        counts = {(each, cause): count for each, cause, count in self.hits}
        counts[who, by] = counts.get((who, by), 0) + number
        ordered = sorted(counts, key=lambda key: (key[0] == "attacker", _ORDER.index(key[1])))
        return evolve(self, hits=tuple((*key, counts[key]) for key in ordered))

    def rolled(self) -> Moment:
        """Return the moment after the next unit in line has rolled."""
        first, *rest = self.shots
        kept = () if first.number == 1 else (evolve(first, number=first.number - 1),)
        return evolve(self, shots=(*kept, *rest))


def volley(who: Who, force: Iterable[tuple[str, int]], kind: Kind) -> tuple[Shots, ...]:
    """Return one die for each unit of a force."""
    return tuple(Shots(who, unit, number, kind) for unit, number in force)


def destroyed(battle: Battle, who: Who, unit: str, number: int = 1) -> Battle:
    """Return the battle with engaged units destroyed."""
    army = battle.army(who)
    lost = more(army.lost, unit, battle.units, number)
    return battle.with_army(who, engaged=less(army.engaged, unit, number), lost=lost)


def departed(battle: Battle, who: Who, unit: str, number: int = 1) -> Battle:
    """Return the battle with engaged units gone: home, in the case of planes."""
    army = battle.army(who)
    left = more(army.left, unit, battle.units, number)
    return battle.with_army(who, engaged=less(army.engaged, unit, number), left=left)
