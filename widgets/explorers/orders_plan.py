"""Orders as the explorer looks at them: one brigiment, its messages, and one check of its order."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from attrs import frozen

from wargame.rifle_and_spade import communications, intermingling, isolation, messaging
from wargame.rifle_and_spade.officer_points import points_of
from wargame.rifle_and_spade.orders import change, committing, continuation, what_if
from wargame.rifle_and_spade.orders.order import GROUPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure, Roll
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.communications import Way
    from wargame.rifle_and_spade.formations import Brigiment
    from wargame.rifle_and_spade.intermingling import Proof
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Piece, Situation

Sort = Literal["continue", "change", "commit"]
SORTS: tuple[Sort, ...] = ("continue", "change", "commit")
OUTCOMES: dict[Sort, tuple[str, str]] = {
    "continue": (continuation.CONTINUES, continuation.FAILED),
    "change": (change.CHANGED, change.UNCHANGED),
    "commit": (committing.COMMITTED, committing.HELD),
}
"""What each check may lead to, success first: what one can bet on."""


class Check(NamedTuple):
    """What is rolled for.

    Args:
        sort: To continue the order, to change it, or to commit a battalion in support.
        what: The new order, or the battalion; empty for continuing.
    """

    sort: Sort = "continue"
    what: str = ""

    def __str__(self) -> str:
        """Return it as a menu names it."""
        words = {"continue": "continue the order", "change": "change to", "commit": "commit"}
        return f"{words[self.sort]} {self.what}".strip()


CONTINUE = Check()


@frozen
class Link:
    """A step of a message between two stacks.

    Args:
        one: The hex nearer to the unit.
        other: The hex nearer to the headquarters.
        ruling: Whether it holds, and why.
        units: The units whose message goes, or should go, by it.
    """

    one: Hex
    other: Hex
    ruling: Ruling
    units: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the message goes through."""
        return self.ruling.allowed


@frozen
class Remedy:
    """A thing that would change the chance.

    Args:
        label: What would be otherwise.
        chance: The chance there would be.
        gain: How much better or worse that is.
    """

    label: str
    chance: Fraction
    gain: Fraction


@frozen
class OrdersPlan:
    """A brigiment of a position, with the check that is looked at.

    Args:
        situation: The position.
        brigiment: Its name.
        check: What is rolled for.
    """

    situation: Situation
    brigiment: str
    check: Check = CONTINUE

    # ---- the brigiment

    @property
    def command(self) -> Command:
        """Its state of command."""
        return self.situation.command(self.brigiment)

    @property
    def body(self) -> Brigiment:
        """What is printed of it."""
        return self.situation.army.brigiment(self.brigiment)

    @property
    def points(self) -> int:
        """Its officer points."""
        return points_of(self.situation, self.brigiment)

    @property
    def headquarters(self) -> Hex | None:
        """Where its headquarters is."""
        return isolation.headquarters_hex(self.situation, self.brigiment)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Its units on the map."""
        situation = self.situation
        own = situation.of(self.body.side)
        return tuple(each for each in own if situation.unit(each).brigiment == self.brigiment)

    @cached_property
    def messages(self) -> tuple[tuple[Piece, Ruling], ...]:
        """Whether each unit is out of messaging range now, link by link."""
        return tuple((p, isolation.isolated_ruling(self.situation, p)) for p in self.pieces)

    @property
    def isolated(self) -> tuple[str, ...]:
        """The units that bear the marker, which is what a check counts."""
        return isolation.isolated_units(self.situation, self.brigiment)

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The links of all chains from the units to the headquarters, and where one breaks.

        Stacks that no message reaches have their own chain to the one of them that is nearest to a
        stack that it does reach; the link between these two is the one that breaks.
        """
        found: dict[tuple[Hex, Hex], list[str]] = {}
        for piece in self.pieces:
            for pair in self._way(piece):
                found.setdefault(pair, []).append(piece.unit)
        side, situation = self.body.side, self.situation
        return tuple(
            Link(one, other, messaging.link(situation, one, other, side), tuple(units))
            for (one, other), units in found.items()
        )

    def _way(self, piece: Piece) -> Iterator[tuple[Hex, Hex]]:
        goal, side = self.headquarters, self.body.side
        if goal is None:
            return
        way = messaging.chain(self.situation, piece.at, goal, side, self.brigiment)
        if way is not None:
            yield from pairwise(way)
            return
        known = messaging.reached(self.situation, goal, side, self.brigiment)
        group = messaging.reached(self.situation, piece.at, side, self.brigiment)
        pairs = ((one, other) for one in sorted(group) for other in sorted(known))
        one, other = min(pairs, key=lambda pair: pair[0].distance(pair[1]))
        yield from pairwise(
            messaging.chain(self.situation, piece.at, one, side, self.brigiment) or ()
        )
        yield one, other

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """Every friend that stands between its units."""
        return tuple(intermingling.proofs(self.situation, self.brigiment))

    @cached_property
    def intermingled(self) -> Ruling:
        """Whether it is intermingled."""
        return intermingling.intermingled(self.situation, self.brigiment)

    @cached_property
    def division(self) -> Ruling:
        """How long the way to its division is, for the check that is looked at."""
        purpose: communications.Purpose = "continue" if self.check.sort == "continue" else "change"
        return communications.division_path(self.situation, self.brigiment, purpose)

    @cached_property
    def way(self) -> Way | None:
        """That way; None where there is none, or it is not asked for."""
        if not self.division.counts:
            return None
        return communications.shortest(self.situation, self.brigiment)

    # ---- the check

    @cached_property
    def ruling(self) -> Ruling:
        """The check, worked out."""
        return self._ask(self.check)

    def _ask(self, check: Check) -> Ruling:
        situation, name = self.situation, self.brigiment
        if check.sort == "continue":
            return continuation.continuation(situation, name)
        if check.sort == "change":
            return change.change_ruling(situation, name, kind_of(check.what))
        return committing.commit_ruling(situation, name, check.what)

    @property
    def chance(self) -> Fraction | None:
        """The exact chance of success; None where the rules forbid to try."""
        return chance_of(self.ruling)

    @cached_property
    def roll(self) -> Roll | None:
        """The roll; None where none is made."""
        situation, name, what = self.situation, self.brigiment, self.check.what
        if self.check.sort == "continue":
            return continuation.continuation_roll(situation, name)
        if not self.ruling.allowed:
            return None
        if self.check.sort == "change":
            return change.change_roll(situation, name, kind_of(what))
        return committing.commit_roll(situation, name, what)

    def procedure(self) -> Procedure:
        """Return the check as a procedure; it returns whether it succeeds."""
        situation, name, what = self.situation, self.brigiment, self.check.what
        if self.check.sort == "continue":
            return partial(continuation.check, situation, name)
        if self.check.sort == "change":
            return partial(change.try_to_change, situation, name, kind_of(what))
        return partial(committing.try_to_commit, situation, name, what)

    @property
    def outcomes(self) -> tuple[str, str]:
        """What the check may lead to, success first."""
        return OUTCOMES[self.check.sort]

    @property
    def column(self) -> str:
        """The column of 11.1.2 that it is rolled on; empty where none is."""
        if self.check.sort != "continue":
            return "change" if self.ruling.allowed else ""
        return continuation.by_number(self.situation, self.command) or ""

    @property
    def degraded(self) -> OrderKind | None:
        """What the order fails to."""
        return continuation.degraded(self.command.order)

    def after(self, *, succeeds: bool) -> Situation:
        """Return the position after the check.

        A new order, and the objectives of those committed, are written after the roll; that is not
        done here.
        """
        if succeeds or self.check.sort != "continue":
            return self.situation
        return continuation.degrade(self.situation, self.brigiment)

    # ---- what else might be

    @cached_property
    def remedies(self) -> tuple[Remedy, ...]:
        """What each remedy would be worth; those that change nothing too."""
        now, check = self.chance, self.check
        if now is None or check.sort == "commit":
            return ()
        kind = kind_of(check.what) if check.sort == "change" else None
        found = what_if.what_if(self.situation, self.brigiment, kind)
        return tuple(Remedy(each.label, each.chance, each.chance - now) for each in found)

    @cached_property
    def matrix(self) -> tuple[tuple[OrderKind, Ruling], ...]:
        """The chance to change to each kind of order, or the refusal."""
        return change.matrix(self.situation, self.brigiment)

    @cached_property
    def commits(self) -> tuple[tuple[str, Ruling], ...]:
        """The chance to commit each battalion in support, or the refusal."""
        battalions = committing.in_support(self.situation, self.brigiment)
        return tuple((name, self._ask(Check("commit", name))) for name in battalions)

    @property
    def checks(self) -> tuple[Check, ...]:
        """Everything that can be looked at: continuing, each change, each battalion."""
        changes = (Check("change", kind) for kind in GROUPS)
        battalions = committing.in_support(self.situation, self.brigiment)
        return (CONTINUE, *changes, *(Check("commit", name) for name in battalions))


def kind_of(name: str) -> OrderKind:
    """Return a kind of order by its name, which has been checked."""
    return next(kind for kind in GROUPS if kind == name)


def chance_of(ruling: Ruling) -> Fraction | None:
    """Return the chance that a check came to; None for a refusal."""
    if not ruling.allowed or not isinstance(ruling.value, int | Fraction):
        return None
    return Fraction(ruling.value)


def most_at_risk(situation: Situation) -> str:
    """Return the brigiment to open on: the one whose order is likeliest to fail by a roll."""

    def risk(name: str) -> tuple[bool, Fraction]:
        chance = continuation.chance(situation, name)
        return chance in {0, 1}, chance

    return min((each.brigiment for each in situation.commands), key=risk)
