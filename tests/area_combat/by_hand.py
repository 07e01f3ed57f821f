"""A battle worked out by hand: every face of every die, without the engine's rules or units.

Only what small battles need: infantry, artillery, armor and fighters of the usual factors. Owners
give up the cheapest type, nobody leaves by decision before the attacker breaks off.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Die = Callable[[], int]

TYPES = ("infantry", "artillery", "armor", "fighter")
GROUND = TYPES[:3]
ATTACK = {"infantry": 1, "artillery": 2, "armor": 3}
DEFENSE = {"infantry": 2, "artillery": 2, "armor": 3}
Side = tuple[str, ...]
Fate = tuple[Side, Side, Side, Side]
"""Attackers and defenders still engaged, attackers and defenders lost."""


class Short(Exception):  # noqa: N818 - no error: more dice are needed
    """The dice given so far are used up."""


@frozen
class Terms:
    """What a battle by hand is fought under.

    Args:
        attacker: The lowest face on which attackers retreat.
        defender: The same of defenders; 7 for never.
        guns: Whether there are anti-aircraft guns.
        support: Whether fighters support armor rather than attack the ground.
        rounds: The attacker breaks off at the end of this round.
    """

    attacker: int = 6
    defender: int = 5
    guns: bool = False
    support: bool = False
    rounds: int = 2


class Field:
    """The units of a battle as lists, for one round."""

    def __init__(self, fate: Fate, terms: Terms, die: Die) -> None:
        self.mine, self.theirs, self.gone, self.dead = map(list, fate)
        self.terms, self.die = terms, die

    def fate(self) -> Fate:
        """Return where everybody is."""
        one, other, gone, dead = (
            tuple(sorted(units, key=TYPES.index))
            for units in (self.mine, self.theirs, self.gone, self.dead)
        )
        return one, other, gone, dead

    def strike(self, mine: bool, hits: int, types: tuple[str, ...]) -> None:  # noqa: FBT001 - a test
        """Remove the first units of the types named, as many as there are hits."""
        units, lost = (self.mine, self.gone) if mine else (self.theirs, self.dead)
        for _ in range(hits):
            found = next((each for each in types if each in units), None)
            if found:
                units.remove(found)
                lost.append(found)

    def before(self, number: int) -> None:
        """Fire the artillery and the guns, in the first round."""
        if number > 1:
            return
        shells = sum(self.die() <= 2 for _ in range(self.mine.count("artillery")))
        self.strike(False, shells, GROUND)
        for _ in range(self.mine.count("fighter") if self.terms.guns else 0):
            face = self.die()
            if face in (2, 3):
                self.mine.remove("fighter")
            elif face == 1 and self.die() == 1:
                self.strike(True, 1, ("fighter",))

    def above(self) -> int:
        """Fight in the air; return how much armor is supported."""
        mine, theirs = self.mine.count("fighter"), self.theirs.count("fighter")
        if mine and theirs:
            hits = sum(self.die() <= 2 for _ in range(mine))
            back = sum(self.die() <= 3 for _ in range(theirs))
            self.strike(False, hits, ("fighter", *GROUND))
            self.strike(True, back, ("fighter", *GROUND))
            return 0
        if theirs:
            self.strike(True, sum(self.die() <= 4 for _ in range(theirs)), GROUND)
            return 0
        helped = min(mine, self.mine.count("armor")) if self.terms.support else 0
        self.strike(False, sum(self.die() <= 3 for _ in range(mine - helped)), GROUND)
        return helped

    def below(self, number: int, helped: int) -> None:
        """Fight on the ground."""
        if not any(each in GROUND for each in self.theirs):
            return
        hits, back = Counter[str](), Counter[str]()
        for each in [each for each in self.mine if each in GROUND]:
            if each == "artillery" and number == 1:
                continue
            need = ATTACK[each]
            if each == "armor" and helped:
                need, helped = need + 1, helped - 1
            face = self.die()
            if face <= need:
                hits[each] += 1
            elif face >= self.terms.attacker and each != "artillery":
                self.mine.remove(each)
        marked = self.marked(hits)
        self.return_fire(marked, back)
        for each in marked:
            self.theirs.remove(each)
            self.dead.append(each)
        self.strike(True, back["infantry"], ("infantry",))
        for _ in range(back["armor"]):
            armored = [each for each in ("artillery", "armor") if each in self.mine]
            self.strike(True, 1, tuple(armored) or ("infantry",))
        self.strike(True, back["artillery"], GROUND)

    def marked(self, hits: Counter[str]) -> list[str]:
        """Return the defenders that are chosen as casualties."""
        left, marked = list(self.theirs), list[str]()
        orders: list[tuple[str, ...]] = [("infantry",)] * hits["infantry"]
        orders += [("artillery", "armor", "infantry")] * hits["armor"]
        orders += [GROUND] * hits["artillery"]
        for types in orders:
            found = next((each for each in types if each in left), None)
            if found:
                left.remove(found)
                marked.append(found)
        return marked

    def return_fire(self, marked: list[str], back: Counter[str]) -> None:
        """Let every defender roll, those chosen as casualties too."""
        if not any(each in GROUND for each in self.mine):
            return
        free = list(self.theirs)
        for each in marked:
            free.remove(each)
        for each in [each for each in free if each in GROUND]:
            face = self.die()
            if face <= DEFENSE[each]:
                back[each] += 1
            elif face >= self.terms.defender and each != "artillery":
                self.theirs.remove(each)
        for each in marked:
            back[each] += self.die() <= DEFENSE[each]


@lru_cache(maxsize=100_000)
def one_round(number: int, fate: Fate, terms: Terms) -> dict[Fate, Fraction]:
    """Return the chance of every way that a round may go, die by die and face by face."""
    chances: dict[Fate, Fraction] = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        faces = pending.pop()
        field = Field(fate, terms, _supply(faces))
        try:
            field.before(number)
            field.below(number, field.above())
        except Short:
            pending.extend((*faces, face) for face in range(1, 7))
            continue
        after = field.fate()
        chances[after] = chances.get(after, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return chances


def _supply(faces: tuple[int, ...]) -> Die:
    given: Iterator[int] = iter(faces)

    def die() -> int:
        face = next(given, None)
        if face is None:
            raise Short
        return face

    return die


def ends(one: Side, other: Side, terms: Terms) -> dict[tuple[str, Fate], Fraction]:
    """Return the chance of every end of a battle: how it ended, and what became of everybody."""
    found: dict[tuple[str, Fate], Fraction] = {}
    going: dict[Fate, Fraction] = {(one, other, (), ()): Fraction(1)}
    for number in range(1, terms.rounds + 1):
        arriving: dict[Fate, Fraction] = {}
        for fate, chance in going.items():
            for after, share in one_round(number, fate, terms).items():
                end = _end(after)
                if end is None:
                    arriving[after] = arriving.get(after, Fraction(0)) + chance * share
                else:
                    found[end] = found.get(end, Fraction(0)) + chance * share
        going = arriving
    for fate, chance in going.items():
        key = ("broken off", ((), *fate[1:]))
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def _end(fate: Fate) -> tuple[str, Fate] | None:
    """Return how a battle has ended, or nothing."""
    mine, theirs, gone, dead = fate
    if not any(each in GROUND for each in theirs):
        if not any(each in GROUND for each in mine):
            return "empty", fate
        return "taken", (mine, (), gone, dead)  # the planes of a lost territory fly on
    return None if mine else ("held", fate)
