"""A battle, or a turn of a campaign, looked back on: what the dice hit, and what such dice hit.

Every die counts for itself: a hit costs the other side a unit, whichever it removes; a die that
destroys its own unit costs its own side one. A hit that finds nobody left costs nothing, so that
fewer units may be lost than hits were thrown.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import define, field

from wargame.area_combat.anti_air import SECOND, GunShot
from wargame.area_combat.battle import WHO, Battle
from wargame.area_combat.campaign import campaign_turn
from wargame.area_combat.fight import Result, fight
from wargame.area_combat.forces import described
from wargame.area_combat.nations import nation_named
from wargame.area_combat.retreats import STAY, Escape
from wargame.area_combat.shots import Shot
from wargame.area_combat.units import FACES
from wargame.core import debrief as core
from wargame.core.drivers import check_line
from wargame.core.errors import DataError, shown
from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import finding
from wargame.core.run import Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.area_combat.battle import Who
    from wargame.area_combat.odds import BattleOdds
    from wargame.area_combat.theatre import Theatre
    from wargame.core.debrief import Debrief, Decision, Throw, TurnRecord
    from wargame.core.drivers import Entry, Journal
    from wargame.core.ruling import Ruling

    Hits = Mapping[Who, int | Fraction]

NOTE = (
    "Dice: hits thrown, and units that dice destroy. Average: what such dice hit in the long run. "
    "A hit that finds nobody left costs nothing, so fewer units may be lost than were hit."
)
DECIDED = "Retreats, and planes called or sent home"
INTERDICTION = "interdiction: "
PLAIN = frozenset({STAY, "none"})
"""Answers that decide for nothing out of the ordinary."""
BIG = frozenset({"retreat", "call planes", "planes home"})
"""The purposes of decisions that are looked back on."""
COSTLY = frozenset({"hit", "lost", "destroyed"})
"""What a die that costs a unit is said to have done."""
MOST = 10
"""How many sentences a round has at most."""
ENDS = {
    "taken": "The attacker takes {}",
    "held": "The defender holds {}",
    "empty": "Nobody is left on the ground in {}",
    "broken off": "The attacker breaks off the battle for {}",
}


def debrief(
    battle: Battle, journal: Iterable[Entry], odds: BattleOdds | None = None
) -> Debrief[TurnRecord]:
    """Return a battle looked back on, round by round.

    Args:
        battle: The battle at its beginning.
        journal: Its answers, to its end or not.
        odds: The odds of the battle under both plans, to be set beside its end.

    Raises:
        DataError: A line of the journal does not fit; the sentence names it.
    """
    names = {who: f"{who.capitalize()} ({battle.army(who).nation.name})" for who in WHO}
    run, story = Run(lambda: fight(battle)), _Story(battle.round, names)
    states = {battle.round: battle}
    for line, entry in enumerate(journal):
        request = _asked(run, entry, line)
        now: Battle = request.position
        states.setdefault(now.round, now)
        story.hear(run.told, now.round)
        story.note(request, entry, line)
        run.answer(entry.answer, entry.reason)
    ended = run.outcome if run.finished else None
    last = ended.battle if isinstance(ended, Result) else getattr(run.request, "position", battle)
    story.hear(run.told, last.round)
    return core.Debrief(
        (names["attacker"], names["defender"]),
        _rounds(story, states, last),
        tuple(story.decisions),
        _verdict(ended) if isinstance(ended, Result) else None,
        title=f"The battle for {battle.ground.name}",
        unit="unit", note=NOTE, period="round", decided=DECIDED,
        words=() if odds is None else tuple(_promised(odds, names)),
    )  # fmt: skip


def campaign(theatre: Theatre, nation: str, journal: Journal) -> Debrief[TurnRecord]:
    """Return a nation's turn of a campaign looked back on, all its battles together.

    Args:
        theatre: The position before it.
        nation: The id or name of the nation.
        journal: The answers of the turn, to its end or not.

    Raises:
        DataError: A line of the journal does not fit; the sentence names it.
    """
    mine = nation_named(nation)
    names: dict[Who, str] = {"attacker": mine.name, "defender": "Its enemies"}
    run = Run(lambda: campaign_turn(theatre, nation))
    story = _Story(0, names)
    for line, entry in enumerate(journal):
        request = _asked(run, entry, line)
        story.note(request, entry, line)
        run.answer(entry.answer, entry.reason)
    story.hear(run.told, 0)
    after: Theatre | None = run.outcome if run.finished else None
    lost = {
        names[who]: 0 if after is None
        else _units(theatre, mine.id, who) - _units(after, mine.id, who)
        for who in WHO
    }  # fmt: skip
    record = core.TurnRecord(0, f"Turn of {mine.name}", lost, story.throws, told=story.said(0))
    end = finding("Turn", "The turn is over", "All its parts are played.", "AA AA-4.1")
    return core.Debrief(
        (names["attacker"], names["defender"]), (record,), tuple(story.decisions),
        None if after is None else end, title=f"The turn of {mine.name}",
        unit="unit", note=NOTE, decided=DECIDED,
    )  # fmt: skip


def _asked(run: Run, entry: Entry, line: int) -> Roll | Choice:
    request = run.request
    if request is None:
        raise DataError(f"journal line {line + 1}", shown(entry.ask), "the end of the journal")
    check_line(entry, request, line + 1)
    return request


@define
class _Story:
    """What has been found so far.

    Args:
        round: The round.
        names: What the sides are called.
        throws: The dice.
        decisions: The decisions that count.
        told: What was announced, by round.
    """

    round: int
    names: Mapping[Who, str]
    throws: list[Throw] = field(factory=list)
    decisions: list[Decision] = field(factory=list)
    told: dict[int, list[str]] = field(factory=dict)
    _read: int = field(init=False, default=0)

    def hear(self, told: tuple[Ruling, ...], now: int) -> None:
        """Book what was announced since to the round that was on; another may have begun."""
        said = (each.sentence for each in told[self._read :])
        self.told.setdefault(self.round, []).extend(said)
        self._read, self.round = len(told), now

    def note(self, request: Roll | Choice, entry: Entry, line: int) -> None:
        """Book a die that can cost units, or a decision that counts."""
        when = line, self.round + 1
        if isinstance(request, Choice):
            if entry.reason or (request.purpose in BIG and entry.answer not in PLAIN):
                said, who = request.option(entry.answer).label, request.who.capitalize()
                found = core.Decision(*when, who, request.purpose, said, entry.reason)
                self.decisions.append(found)
            return
        tolls = {
            band.outcome: {self.names[who]: Fraction(hits[who]) for who in WHO}
            for band in request.bands
            for hits in (_hits(request, band.outcome),)
        }
        again = isinstance(request.about, GunShot) and request.about.again
        throw = core.thrown(request, int(entry.answer), when, tolls, opens=not again)
        if throw is not None:
            self.throws.append(throw)

    def said(self, number: int) -> Iterator[str]:
        """Yield what happened in a round: what the dice hit, and what was announced."""
        throws = [each for each in self.throws if each.turn == number + 1]
        hits = Counter(each.purpose.partition(":")[0] for each in throws if each.outcome in COSTLY)
        dice = Counter(each.purpose.partition(":")[0] for each in throws)
        parts = [f"{kind}, {hits[kind]} of {many}" for kind, many in dice.items()]
        if parts:
            yield f"Hits: {'; '.join(parts)}."
        yield from self.told.get(number, [])[:MOST]


def _hits(roll: Roll, outcome: str) -> Hits:
    """Return how many units an outcome of a die costs each side."""
    about = roll.about
    if isinstance(about, Shot):
        foe = "defender" if about.who == "attacker" else "attacker"
        return {who: about.hits if who == foe and outcome == "hit" else 0 for who in WHO}
    if isinstance(about, GunShot):
        deadly = Fraction(sum(b.width for b in SECOND if b.outcome == "destroyed"), FACES)
        lost = deadly if outcome == "again" else Fraction(outcome == "destroyed")
        return {"attacker": lost, "defender": 0}
    if isinstance(about, Escape):
        return {"attacker": 0, "defender": int(outcome == "lost")}
    under = roll.purpose.startswith(INTERDICTION) and outcome == "destroyed"
    return {"attacker": int(under), "defender": 0}


def _rounds(story: _Story, states: Mapping[int, Battle], last: Battle) -> Iterator[TurnRecord]:
    """Yield a record of each round in which something was asked."""
    numbers = sorted(states)
    for at, number in enumerate(numbers):
        before = states[number]
        after = states[numbers[at + 1]] if at + 1 < len(numbers) else last
        lost = {
            story.names[who]: len(after.army(who).lost) - len(before.army(who).lost) for who in WHO
        }
        throws = tuple(each for each in story.throws if each.turn == number + 1)
        told = tuple(story.said(number))
        yield core.TurnRecord(number + 1, f"Round {number + 1}", lost, throws, told=told)


def _verdict(ended: Result) -> Ruling:
    """Return how a battle ended, and who is left."""
    battle = ended.battle
    left = "; ".join(
        f"{who}: {described(battle.engaged(who), battle.units) if battle.engaged(who) else 'none'}"
        for who in WHO
    )
    said = ENDS[ended.ended].format(battle.ground.name)
    return finding("Battle", said, f"After {ended.rounds} rounds. Left: {left}.", "AA AA-1.42")


def _promised(odds: BattleOdds, names: Mapping[Who, str]) -> Iterator[str]:
    """Yield what the odds were before the first die."""
    yield f"Chance of the attacker before the first die: {float(odds.win):.1%}. {odds.sentence}"
    means = "; ".join(f"{names[who]} {float(sum(odds.lost(who).values())):.1f}" for who in WHO)
    yield f"Units lost on average, under both plans: {means}."


def _units(theatre: Theatre, nation: str, who: Who) -> int:
    """Return how many units a nation has on the map, or its enemies."""
    mine = who == "attacker"
    foes = nation_named(nation)
    return sum(
        len(force)
        for _, whose, force in theatre.placed
        if (whose == nation) == mine and (mine or nation_named(whose).side != foes.side)
    )
