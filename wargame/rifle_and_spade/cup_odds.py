"""What the command cups hold in store: the exact chances of who comes next, and in what order.

Nothing is simulated. The chances hold while modifiers stay as they are now; what players would
choose goes in as wishes, and without a wish every chit of a cup is taken to be as welcome as the
others.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.errors import RequestError
from wargame.core.rulebook import implements
from wargame.core.ruling import finding
from wargame.rifle_and_spade import cup, initiative_table
from wargame.rifle_and_spade.dice import TEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation

MOST_CHITS = 8
"""With more chits than this the orders are too many to list; the places can still be told."""
ONE = Fraction(1)


@frozen
class Wish:
    """What a side would do where it may choose.

    Args:
        order: Its brigiments, those it would choose first in front; of others, and without any,
            each is as likely as the next.
        yields: Whether, having the initiative, it lets the other side pull.
    """

    order: tuple[str, ...] = ()
    yields: bool = False


NO_WISH = Wish()


@frozen
class Cup:
    """What decides the rest of a turn's activations.

    Args:
        sides: Both sides.
        chits: What each side has in its cup.
        wins: The chances that the dice give the initiative to either side; a tie takes the rest.
        chooses: The chance that a side chooses, once it is active.
        last: Which side pulled last: 0 or 1; None before the first chit.
        first: Which side a scenario lets pull first, if any.
        wishes: What each side would do where it may choose.
        named: Whether the winner of the initiative names the side that pulls (RS-Q06).
    """

    sides: tuple[str, str]
    chits: tuple[tuple[str, ...], tuple[str, ...]]
    wins: tuple[Fraction, Fraction]
    chooses: tuple[Fraction, Fraction]
    last: int | None = None
    first: int | None = None
    wishes: tuple[Wish, Wish] = (NO_WISH, NO_WISH)
    named: bool = True

    @property
    def left(self) -> int:
        """How many chits are left."""
        return len(self.chits[0]) + len(self.chits[1])

    @implements("RS", "2.3", "2.3.2", "2.3.3", "2.3.4")
    def active(self) -> tuple[Fraction, Fraction]:
        """Return the chances that either side pulls the next chit."""
        for index in (0, 1):
            if not self.chits[index]:
                return _certain(1 - index)
        if self.last is None and self.first is not None:
            return _certain(self.first)
        tie = ONE - sum(self.wins)
        wins = self.wins if self.last is not None else _shared(self.wins, ONE - tie)
        chances = [Fraction(0), Fraction(0)]
        for index in (0, 1):
            yields = self.named and self.wishes[index].yields
            chances[1 - index if yields else index] += wins[index]
        if self.last is not None:
            chances[1 - self.last] += tie
        return chances[0], chances[1]

    @implements("RS", "2.4", "2.4.2")
    def called(self, index: int) -> dict[str, Fraction]:
        """Return the chance of each brigiment of a side, once that side is active."""
        inside = self.chits[index]
        wish = self.wishes[index]
        chosen = next((name for name in wish.order if name in inside), None)
        even = Fraction(1, len(inside)) if inside else Fraction(0)
        if chosen is None:
            return dict.fromkeys(inside, even)
        chance = self.chooses[index]
        blind = (ONE - chance) * even
        return {name: blind + (chance if name == chosen else 0) for name in inside}

    def next(self) -> dict[str, Fraction]:
        """Return the chance of each brigiment to be activated next."""
        found = {}
        for index, chance in enumerate(self.active()):
            if self.chits[index]:
                named = self.called(index).items()
                found.update({name: chance * share for name, share in named})
        return found

    def without(self, name: str) -> Cup:
        """Return what is left after a chit was pulled."""
        index = 0 if name in self.chits[0] else 1
        left = tuple(each for each in self.chits[index] if each != name)
        both = (left, self.chits[1]) if index == 0 else (self.chits[0], left)
        return evolve(self, chits=both, last=index)


def _certain(index: int) -> tuple[Fraction, Fraction]:
    return (ONE, Fraction(0)) if index == 0 else (Fraction(0), ONE)


def _shared(wins: tuple[Fraction, Fraction], whole: Fraction) -> tuple[Fraction, Fraction]:
    """Return the chances when ties are rolled again until there is none (2.3.2)."""
    return wins[0] / whole, wins[1] / whole


def cup_of(
    situation: Situation,
    wishes: Mapping[str, Wish] | None = None,
    loose: frozenset[str] = cup.NOBODY,
    first: str = "",
) -> Cup:
    """Return what decides the rest of this turn's activations.

    Args:
        situation: The position.
        wishes: What sides would do where they may choose.
        loose: Units released by themselves (101.7.4).
        first: The side that a scenario names for the first pull of the turn.
    """
    sides, given = situation.sides, wishes or {}
    one, other = (_whole(initiative_table.initiative_drm(situation, side)) for side in sides)
    return Cup(
        sides,
        cup.cups(situation, loose),
        (_lower(one, other), _lower(other, one)),
        (_chance(situation, sides[0]), _chance(situation, sides[1])),
        sides.index(situation.last_chit) if situation.last_chit else None,
        sides.index(first) if first else None,
        (given.get(sides[0], NO_WISH), given.get(sides[1], NO_WISH)),
        situation.ruleset.winner_names_the_side,
    )


def _whole(ruling: Ruling) -> int:
    assert isinstance(ruling.value, int)  # noqa: S101 - modifiers and thresholds are whole
    return ruling.value


def _lower(mine: int, theirs: int) -> Fraction:
    """Return the chance that a die with its modifier comes lower than another with its own."""
    won = sum(a + mine < b + theirs for a in range(TEN) for b in range(TEN))
    return Fraction(won, TEN * TEN)


def _chance(situation: Situation, side: str) -> Fraction:
    return Fraction(_whole(initiative_table.discretion(situation, side)) + 1, TEN)


# ---- the rest of the turn


def orders(start: Cup) -> dict[tuple[str, ...], Fraction]:
    """Return the chance of every order in which the rest of the chits may come out.

    Raises:
        RequestError: There are too many chits to list all orders.
    """
    if start.left > MOST_CHITS:
        found = f"{start.left} chits"
        raise RequestError("order of activations", found, f"{MOST_CHITS} at most", "ask for places")
    ahead: dict[tuple[str, ...], tuple[Cup, Fraction]] = {(): (start, ONE)}
    for _ in range(start.left):
        ahead = {
            (*names, name): (state.without(name), chance * share)
            for names, (state, chance) in ahead.items()
            for name, share in state.next().items()
            if share
        }
    return {names: chance for names, (_, chance) in ahead.items()}


def places(start: Cup) -> dict[str, tuple[Fraction, ...]]:
    """Return for each brigiment the chance to be activated first, second and so on from now."""
    found = {name: [Fraction(0)] * start.left for name in (*start.chits[0], *start.chits[1])}
    ahead: dict[Cup, Fraction] = {start: ONE}
    for place in range(start.left):
        then: dict[Cup, Fraction] = {}
        for state, chance in ahead.items():
            for name, share in state.next().items():
                if not share:
                    continue
                found[name][place] += chance * share
                after = state.without(name)
                then[after] = then.get(after, Fraction(0)) + chance * share
        ahead = then
    return {name: tuple(chances) for name, chances in found.items()}


# ---- in words


@implements("RS", "2.2.1", "2.3.1", "2.4.1")
def next_ruling(
    situation: Situation,
    wishes: Mapping[str, Wish] | None = None,
    loose: frozenset[str] = cup.NOBODY,
    first: str = "",
) -> Ruling:
    """Return who may be activated next: each brigiment's exact chance, and what it is made of."""
    state = cup_of(situation, wishes, loose, first)
    parts = [part for i in (0, 1) for part in _side_parts(situation, state, i)]
    chances = state.next()
    words = (f"{name} {_percent(chance)}" for name, chance in chances.items())
    said = f"{', '.join(words) or 'Nobody is left'}."
    listed = tuple(sorted(chances, key=lambda name: (-chances[name], name)))
    return finding("Next command chit", listed, said, "RS 2.2.1", parts=parts)


def _side_parts(situation: Situation, state: Cup, index: int) -> Iterable[Ruling]:
    if not state.chits[index]:
        return
    side, pulls = state.sides[index], state.active()[index]
    drm = initiative_table.initiative_drm(situation, side)
    said = f"{_percent(pulls)} that the {side} pulls the next chit."
    active = finding(f"{side} active", _plain(pulls), said, "RS 2.3", parts=(drm,))
    needed = initiative_table.discretion(situation, side)
    for name, share in state.called(index).items():
        said = f"{_percent(share)} of that, {_percent(pulls * share)} in all."
        value = _plain(pulls * share)
        yield finding(name, value, said, "RS 2.4", parts=(active, needed))


def _plain(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _percent(chance: Fraction) -> str:
    return f"{float(chance * 100):.4g}%"
