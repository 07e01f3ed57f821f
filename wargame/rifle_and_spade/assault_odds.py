"""The exact chances of an assault (18.4): who holds the hex after so many rounds, and at what cost.

An assault is a chain of rounds: what comes next depends only on who is left in the hex, in what
state, and on whether modifiers count. Each round is followed once from each such state, with the
very functions that play it, and the chances are carried on from round to round in whole numbers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any, Literal

from attrs import define, field, frozen

from wargame.core.drivers import odds
from wargame.core.errors import RequestError, shown
from wargame.core.procedure import first_option
from wargame.rifle_and_spade import assault
from wargame.rifle_and_spade.assault_round import Round
from wargame.rifle_and_spade.assault_strength import attackers, defenders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Policy, Steps
    from wargame.rifle_and_spade.assault_losses import Hit
    from wargame.rifle_and_spade.state import Assault, Situation
    from wargame.rifle_and_spade.units import Steps as Amount

Holder = Literal["attacker", "defender", "nobody"]
HUNDRED = 100
MOST_ROUNDS = 50


@frozen
class Standing:
    """How an assault stands after so many rounds; the four chances sum to one.

    Args:
        attacker: The chance that the attacker holds the hex by then.
        defender: The chance that the defender does.
        nobody: The chance that neither is left.
        contested: The chance that it goes on.
    """

    attacker: Fraction
    defender: Fraction
    nobody: Fraction
    contested: Fraction


@frozen
class AssaultOdds:
    """The exact chances of an assault.

    Fire at those who retreat, and where they go, is left out; an attacker that goes to ground in
    Us/Them counts as driven off. Losses are steps lost to hits and to rout.

    Args:
        standings: How it stands after each round, the first one first.
        lengths: The chance that the assault is over after exactly so many rounds.
        attacker_losses: Steps the attacker loses on average in these rounds.
        defender_losses: Steps the defender loses on average.
    """

    standings: tuple[Standing, ...]
    lengths: tuple[tuple[int, Fraction], ...]
    attacker_losses: Fraction
    defender_losses: Fraction

    @property
    def last(self) -> Standing:
        """How it stands after the last round asked for."""
        return self.standings[-1]


@frozen
class _End:
    """The end of an assault: who holds the hex, and the steps left on each side."""

    holder: Holder
    left: tuple[Amount, Amount]


_Next = tuple[tuple[Fraction, "Situation | _End"], ...]
_Key = tuple[Any, ...]


def assault_odds(
    situation: Situation, at: Hex, rounds: int = 10, policy: Policy | None = None
) -> AssaultOdds:
    """Return the exact chances of the assault in a hex.

    Args:
        situation: The position, with the assault marker in the hex.
        at: The hex.
        rounds: How many rounds to follow.
        policy: Takes the decisions: whose step is lost, leading from the front, whether to break
            off. Without one nobody breaks off or leads, and the first unit listed loses a step.

    Raises:
        RequestError: There is no assault there, or a number of rounds that is no such number.
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        allowed = f"a whole number from 1 to {MOST_ROUNDS}"
        raise RequestError("assault odds, rounds", shown(rounds), allowed)
    marker = assault.marker_at(situation, at)
    chain = _Chain(marker, _sides(situation, marker), policy)
    tally = _Tally()
    weights, scale = chain.start(situation, tally)
    for number in range(1, rounds + 1):
        weights, scale = chain.step(weights, scale, number, tally)
    return tally.odds(chain, weights, scale)


def _sides(situation: Situation, marker: Assault) -> tuple[tuple[str, ...], tuple[str, ...]]:
    one, other = (
        attackers(situation, marker),
        situation.at(marker.at, situation.other(marker.attacker)),
    )
    return tuple(piece.unit for piece in one), tuple(piece.unit for piece in other)


_Weights = dict[_Key, tuple[int, "Situation"]]
"""The positions in which the assault goes on, with how often each comes about of all cases."""


@define
class _Tally:
    """The ends met so far, round by round."""

    ended: list[dict[_End, Fraction]] = field(factory=list)

    def add(self, ends: dict[_End, int], scale: int) -> None:
        """Book the ends of one round."""
        self.ended.append({end: Fraction(weight, scale) for end, weight in ends.items()})

    def odds(self, chain: _Chain, going: _Weights, scale: int) -> AssaultOdds:
        """Return the chances; *going* are the positions after the last round."""
        held: dict[Holder, Fraction] = {
            "attacker": Fraction(0), "defender": Fraction(0), "nobody": Fraction(0)
        }  # fmt: skip
        standings, lengths = [], []
        for number, ends in enumerate(self.ended):
            over = sum(ends.values(), Fraction(0))
            for end, chance in ends.items():
                held[end.holder] += chance
            lengths.append((number, over))
            contested = 1 - sum(held.values(), Fraction(0))
            standings.append(
                Standing(held["attacker"], held["defender"], held["nobody"], contested)
            )
        left = [(end.left, chance) for ends in self.ended for end, chance in ends.items()]
        left += [(chain.steps(each), Fraction(n, scale)) for n, each in going.values()]
        one, other = (
            chain.at_first[side]
            - sum((steps[side] * chance for steps, chance in left), Fraction(0))
            for side in (0, 1)
        )
        return AssaultOdds(tuple(standings[1:]), tuple(lengths), one, other)


@define
class _Chain:
    """The states of an assault and what a round makes of each.

    Args:
        marker: The assault.
        sides: The units of the attacker and of the defender at the start.
        policy: Takes the decisions.
        known: What a round makes of a state, by state and by whether modifiers count.
        at_first: The steps of both sides at the start.
    """

    marker: Assault
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    policy: Policy | None
    known: dict[tuple[_Key, bool], _Next] = field(factory=dict)
    at_first: tuple[Amount, Amount] = (0, 0)

    def start(self, situation: Situation, tally: _Tally) -> tuple[_Weights, int]:
        """Return the position before the first round; an assault may be over by then."""
        self.at_first = self.steps(situation)
        following = [
            (chance, self._state(each, self.steps(each)))
            for chance, each in self._follow(partial(assault.prepare, situation, self.marker))
        ]
        return self._spread([(1, tuple(following))], 1, tally)

    def step(
        self, weights: _Weights, scale: int, number: int, tally: _Tally
    ) -> tuple[_Weights, int]:
        """Fight one round from every position."""
        following = [(n, self._round(key, each, number)) for key, (n, each) in weights.items()]
        return self._spread(following, scale, tally)

    def _spread(
        self, following: Iterable[tuple[int, _Next]], scale: int, tally: _Tally
    ) -> tuple[_Weights, int]:
        following = list(following)
        common = lcm(*(chance.denominator for _, each in following for chance, _ in each))
        going: _Weights = {}
        ends: dict[_End, int] = {}
        for weight, outcomes in following:
            for chance, state in outcomes:
                share = weight * chance.numerator * (common // chance.denominator)
                if isinstance(state, _End):
                    ends[state] = ends.get(state, 0) + share
                else:
                    key = self._key(state)
                    before, kept = going.get(key, (0, state))
                    going[key] = (before + share, kept)
        tally.add(ends, scale * common)
        return going, scale * common

    def _key(self, situation: Situation) -> _Key:
        return (situation.at(self.marker.at), situation.officers)

    def steps(self, situation: Situation) -> tuple[Amount, Amount]:
        """Return the steps that both sides have left, in the hex or out of it."""
        one, other = (
            sum((situation.piece(name).steps for name in names if situation.on_map(name)), 0)
            for names in self.sides
        )
        return one, other

    def _follow(self, procedure: Callable[[], Steps]) -> tuple[tuple[Fraction, Any], ...]:
        return odds(procedure, self._decides).outcomes

    @property
    def _decides(self) -> Policy:
        return self.policy or first_option

    def _round(self, key: _Key, situation: Situation, number: int) -> _Next:
        fight = Round(situation, self.marker, number)
        found = self.known.get((key, fight.modified))
        if found is None:
            found = tuple(_merged(self._outcomes(fight), self._key))
            self.known[key, fight.modified] = found
        return found

    def _outcomes(self, fight: Round) -> Iterator[tuple[Fraction, Situation | _End]]:
        weakling = fight.final.weakling
        if weakling:
            lost = fight.attackers if weakling == "attacker" else fight.defenders
            after = fight.situation.without(piece.unit for piece in lost)
            yield Fraction(1), self._state(after, self.steps(after))
            return
        for band in fight.bands:
            chance = Fraction(band.width, HUNDRED)
            for share, hits in self._follow(partial(assault.losses, fight, band.outcome)):
                for last, state in self._after_losses(fight, hits):
                    yield chance * share * last, state

    def _after_losses(
        self, fight: Round, hits: dict[str, Hit]
    ) -> Iterator[tuple[Fraction, Situation | _End]]:
        situation = assault.out_of_column(hits["defender"].situation, self.marker)
        checks = partial(assault.check, situation, fight, "attacker", hits["attacker"])
        for chance, (checked, shaken) in self._follow(checks):
            left, after = self.steps(checked), checked
            if shaken and defenders(checked, self.marker):
                after = checked.without(assault.stack(checked, self.marker, "attacker"))
            if shaken and not after.ruleset.defender_checks_too:
                yield chance, self._state(after, left)
                continue
            for share, state in self._defender(fight, after, left[0], hits["defender"]):
                yield chance * share, state

    def _defender(
        self, fight: Round, situation: Situation, attacking: Amount, hit: Hit
    ) -> Iterator[tuple[Fraction, Situation | _End]]:
        """Follow the defender's check; *attacking* are the steps of an attacker who may be gone."""
        checks = partial(assault.check, situation, fight, "defender", hit)
        for chance, (checked, broken) in self._follow(checks):
            left, after = (attacking, self.steps(checked)[1]), checked
            if broken and attackers(checked, self.marker):
                after = checked.without(assault.stack(checked, self.marker, "defender"))
            yield chance, self._state(self._break_off(after), left)

    def _break_off(self, situation: Situation) -> Situation:
        """Take away a side that the policy withdraws (18.4/7)."""
        if self.policy is None:
            return situation
        for role in assault.ROLES:
            if assault.contested(situation, self.marker):
                asked = assault.stay_or_retreat(situation, self.marker, role)
                if self.policy(asked) == assault.RETREAT:
                    situation = situation.without(assault.stack(situation, self.marker, role))
        return situation

    def _state(self, situation: Situation, left: tuple[Amount, Amount]) -> Situation | _End:
        attacking = bool(attackers(situation, self.marker))
        defending = bool(defenders(situation, self.marker))
        if attacking and defending:
            return situation
        return _End("attacker" if attacking else "defender" if defending else "nobody", left)


def _merged(
    outcomes: Iterable[tuple[Fraction, Situation | _End]], key_of: Callable[[Situation], _Key]
) -> Iterator[tuple[Fraction, Situation | _End]]:
    """Add up the chances of outcomes that are alike."""
    found: dict[object, tuple[Fraction, Situation | _End]] = {}
    for chance, state in outcomes:
        key = state if isinstance(state, _End) else key_of(state)
        before, kept = found.get(key, (Fraction(0), state))
        found[key] = (before + chance, kept)
    yield from found.values()
