"""A game of Rifle and Spade looked back on: turn by turn, with the luck of its dice.

A fire is thrown for by several dice: the main die, one for the fraction, one for morale. Each is
weighed by what it leaves open: the main die by the average of all that may follow, the last by what
has come of it. So the luck of a fire is the sum of its dice, and nought on average. Machine guns
and headquarters have no steps, so that losing them does not show in these figures.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from attrs import define, field

from wargame.core import debrief as core
from wargame.core.drivers import check_line, odds
from wargame.core.errors import DataError, shown
from wargame.core.procedure import Choice, first_option
from wargame.core.run import Run
from wargame.rifle_and_spade import assault, fire, morale, officers
from wargame.rifle_and_spade.assault_round import Round
from wargame.rifle_and_spade.command_phase import END as DONE
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.fire_table import DIE
from wargame.rifle_and_spade.morale import Asked
from wargame.rifle_and_spade.rounding import HUNDRED
from wargame.rifle_and_spade.sequence import hours_of
from wargame.rifle_and_spade.shot import Shot
from wargame.rifle_and_spade.turn import END
from wargame.rifle_and_spade.under_way import ended, position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.core.debrief import Decision, Throw, Toll, TurnRecord
    from wargame.core.drivers import Entry
    from wargame.core.procedure import Procedure, Roll, Steps
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.morale import Result
    from wargame.rifle_and_spade.state import Situation

NOTE = (
    "Dice: steps taken by fire, assault rounds and morale checks, as far as dice alone decide it. "
    "Average: what such dice take in the long run, morale and rout with them. Lost besides: by "
    "retreats that found no way, by surrender, by a choice such as who leads from the front."
)
SETTLED: frozenset[str] = frozenset({"fire", "assault"})
"""What a morale check is made for where the die before it has counted its average."""
ALIVE = "left"
"""The steps booked so have gone off the map area alive."""
SAID = frozenset({"Routed", "Destroyed", "Surrendered"})
ASSAULT = "Assault at "
MOST = 12
"""How many sentences a turn has at most."""


def debrief(procedure: Procedure, journal: Iterable[Entry], *, scenario: str = "", title: str = ""
            ) -> core.Debrief[TurnRecord]:  # fmt: skip
    """Return a game looked back on.

    Args:
        procedure: Starts the game.
        journal: Its answers, to its end or not.
        scenario: Its name, for the history that belongs to it.
        title: What was played.

    Raises:
        DataError: A line of the journal does not fit; the sentence names it.
    """
    run = Run(procedure)
    start = _position(run)
    book = _Book(start)
    for line, entry in enumerate(journal):
        request = run.request
        if request is None:
            raise DataError(f"journal line {line + 1}", shown(entry.ask), "the end of the journal")
        check_line(entry, request, line + 1)
        book.asked(_position(run), len(run.told), run.told)
        when = line, book.here.turn
        if isinstance(request, Choice):
            if _counts(request, entry):
                said = request.option(entry.answer).label
                asked = request.who, request.purpose, said, entry.reason
                book.decisions.append(core.Decision(*when, *asked))
        else:
            book.throws += _thrown(request, int(entry.answer), when, start.sides)
        run.answer(entry.answer, entry.reason)
    book.asked(_position(run), len(run.told), run.told)
    over = ended(run)
    verdict = None if over is None else over.historical
    return core.Debrief(
        start.sides, book.records(), tuple(book.decisions), verdict, title=title,
        scenario=scenario, note=NOTE,
        words=() if over is None else (f"Between the players: {over.player.value}.",),
        decided="Orders, retreats, and leading from the front",
    )  # fmt: skip


def _position(run: Run) -> Situation:
    """Return where everybody stands; where a question does not say, as at the last checkpoint."""
    if run.request is not None and run.request.position is None and run.marks:
        there: Situation = run.marks[-1].checkpoint.state.situation
        return there
    return position(run)


@define
class _Book:
    """What has been found so far.

    Args:
        here: The last position.
        states: The last position of each turn, and the first of all.
        throws: The dice.
        decisions: The decisions that count.
        news: What was announced, by turn.
    """

    here: Situation
    states: dict[int, Situation] = field(factory=dict)
    throws: list[Throw] = field(factory=list)
    decisions: list[Decision] = field(factory=list)
    news: dict[int, list[Ruling]] = field(factory=dict)
    _start: Situation = field(init=False)
    _read: int = field(init=False, default=0)

    def __attrs_post_init__(self) -> None:
        """Remember where it began."""
        self._start = self.here

    def asked(self, there: Situation, told: int, news: tuple[Ruling, ...]) -> None:
        """Book what has happened up to a question."""
        self.states[there.turn] = there
        self.news.setdefault(self.here.turn, []).extend(news[self._read : told])
        self.here, self._read = there, told

    def records(self) -> Iterator[TurnRecord]:
        """Yield a record of each turn."""
        before = self._start
        for turn, after in self.states.items():
            throws = [each for each in self.throws if each.turn == turn]
            lost = {side: _gone(after, side) - _gone(before, side) for side in self._start.sides}
            told = _told(before, after, throws, self.news.get(turn, []))
            name = f"Turn {turn} ({hours_of(turn)})"
            yield core.TurnRecord(turn, name, lost, tuple(throws), told=tuple(told)[:MOST])
            before = after


def _gone(situation: Situation, side: str) -> Fraction:
    """Return the steps that a side has lost so far."""
    owner = {unit.brigiment: unit.side for unit in situation.roster.units.values()}
    return core.total(
        Fraction(loss.steps)
        for loss in situation.losses
        if loss.cause != ALIVE and owner.get(loss.brigiment, loss.brigiment) == side
    )


# ---- what happened


def _told(
    before: Situation, after: Situation, throws: list[Throw], news: list[Ruling]
) -> Iterator[str]:
    """Yield what happened in a turn."""
    yield from _fires(throws, after.sides)
    yield from (each.sentence for each in news if each.label in SAID)
    ends = (each for each in news if each.label.startswith(ASSAULT) and not each.parts)
    yield from (f"After an assault: {each.sentence}" for each in ends)
    board = after.board
    for cell, side in after.holders.items():
        was = before.holders.get(cell)
        if board.cell(cell).name and side != was:
            since = f"taken from the {was}" if was else "taken"
            yield f"{board.cell(cell).name} ({board.label(cell)}): {since} by the {side}."


def _fires(throws: list[Throw], sides: tuple[str, str]) -> Iterator[str]:
    """Yield how many fires, assault rounds and checks there were."""
    kinds = Counter(each.purpose.split(" ", 1)[0] for each in throws)
    words = (("Fire", "fires"), ("Assault", "assault rounds"), ("Morale", "morale checks"))
    parts = [f"{kinds[kind]} {name if kinds[kind] > 1 else name[:-1]}"
             for kind, name in words if kinds[kind]]  # fmt: skip
    if parts:
        hit = core.total(each.expected[side] for each in throws for side in sides if each.opens)
        yield f"{', '.join(parts)} that could cost steps; {float(hit):.1f} steps on average."


def _counts(choice: Choice, entry: Entry) -> bool:
    """Return whether a decision is looked back on."""
    asked, key = choice.purpose, str(entry.answer)
    orders = asked.startswith(("The order that", "Orders of ")) or asked.endswith("on arrival")
    return bool(
        entry.reason
        or (orders and key not in {DONE, "none"})
        or (asked.endswith("lead from the front") and key != officers.CHECK)
        or (asked.startswith(ASSAULT) and key == assault.RETREAT)
        or (asked.startswith("End of turn") and key == END)
    )


# ---- dice


def _thrown(
    roll: Roll, face: int, when: tuple[int, int], sides: tuple[str, str]
) -> Iterator[Throw]:
    """Yield a die that can cost steps; no other."""
    about, opens = roll.about, True
    if isinstance(about, Shot):
        opens = roll.faces == DIE
        tolls = _main(about, roll) if opens else _fraction(about, roll)
    elif isinstance(about, Round):
        tolls = {band.outcome: _after_round(about, band.outcome) for band in roll.bands}
    elif isinstance(about, Asked):
        opens = about.cause not in SETTLED
        tolls = {band.outcome: _after_check(about, band.outcome) for band in roll.bands}
    else:
        return
    found = core.thrown(roll, face, when, {key: _both(toll, sides) for key, toll in tolls.items()},
                        opens=opens)  # fmt: skip
    if found is not None:
        yield found


def _both(toll: Toll, sides: tuple[str, str]) -> Toll:
    return {side: toll.get(side, Fraction(0)) for side in sides}


def _main(shot: Shot, roll: Roll) -> Mapping[str, Toll]:
    """Return what each result of the main die takes on average: fraction, morale and rout."""
    limits, nothing = fire_mods(shot.situation.shelf).limits, shot.situation.ruleset
    known: dict[str, Toll] = {}
    tolls: dict[str, Toll] = {}
    for main in roll.bands:
        bands = fire.fraction_bands(
            Fraction(main.outcome), limits.near_miss, nothing=nothing.fraction_of_nothing
        )
        toll: dict[str, Fraction] = {}
        for band in bands:
            if band.outcome not in known:
                known[band.outcome] = _after_hits(shot, band.outcome)
            for side, steps in known[band.outcome].items():
                share = Fraction(band.width, HUNDRED)
                toll[side] = toll.get(side, Fraction(0)) + share * steps
        tolls[main.outcome] = toll
    return tolls


def _fraction(shot: Shot, roll: Roll) -> Mapping[str, Toll]:
    return {band.outcome: _after_hits(shot, band.outcome) for band in roll.bands}


def _after_hits(shot: Shot, outcome: str) -> Toll:
    """Return what so many hits, or a near miss, take from those fired at."""
    near = outcome == fire.NEAR_MISS
    booked = fire.book(shot, strength(shot))
    names = tuple(piece.unit for piece in shot.targets)
    after = partial(fire.after_hits, shot, booked, 0 if near else int(outcome), near=near)
    return {booked.other(shot.side): _expected(after, booked, names)}


def _after_check(asked: Asked, outcome: str) -> Toll:
    """Return what a result of a morale check takes from the stack that checks."""
    situation = asked.situation
    after = partial(morale.consequences, asked, cast("Result", outcome))
    return {situation.unit(asked.names[0]).side: _expected(after, situation, asked.names)}


def _after_round(fight: Round, outcome: str) -> Toll:
    """Return what a result of an assault round takes from both sides, their checks with it."""
    situation, attacker = fight.situation, fight.marker.attacker
    after = odds(partial(_round, fight, outcome), first_option)
    pairs = ((attacker, fight.attackers), (situation.other(attacker), fight.defenders))
    return {
        side: after.expected(partial(_lost, situation, tuple(each.unit for each in pieces)))
        for side, pieces in pairs
    }


def _round(fight: Round, outcome: str) -> Steps:
    """Carry out a result of an assault round up to the retreats; return the position."""
    hits = yield from assault.losses(fight, outcome)
    after = assault.out_of_column(hits["defender"].situation, fight.marker)
    after, shaken = yield from assault.check(after, fight, "attacker", hits["attacker"])
    if shaken and not after.ruleset.defender_checks_too:
        return after
    after, _ = yield from assault.check(after, fight, "defender", hits["defender"])
    return after


def _expected(after: Procedure, before: Situation, names: tuple[str, ...]) -> Fraction:
    return odds(after, first_option).expected(partial(_lost, before, names))


def _lost(before: Situation, names: tuple[str, ...], outcome: Any) -> Fraction:  # noqa: ANN401 - a position, or what holds one
    """Return the steps that some units have lost since."""
    after: Situation = getattr(outcome, "situation", outcome)
    there = (Fraction(before.piece(name).steps) for name in names if before.on_map(name))
    left = (Fraction(after.piece(name).steps) for name in names if after.on_map(name))
    return core.total(there) - core.total(left)
