"""Reorganizing units (3.2): combining, breaking down, detaching guns, gathering pickets.

Every reorganization is one exchange of counters: those used up for those that take their place,
steps and all. Counters off the map are the sled from which they come (4.3).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, field, frozen

from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade import isolation
from wargame.rifle_and_spade.reorganizing_options import enumerate_options
from wargame.rifle_and_spade.rounding import plain
from wargame.rifle_and_spade.stacking import fits

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps, Unit

Window = Literal["before movement", "after assault", "retreat"]
"""When units reorganize (the reading of RS-Q09): before they move, after their assault is resolved,
or in the middle of a retreat into Us/Them (19.2.2)."""
LABEL = "Reorganizing"
PICKETS_A_STEP = 4
Why = tuple[str, str]
"""A sentence that forbids, and its case."""


def _as_made(into: Iterable[tuple[str, Steps]]) -> tuple[tuple[str, Steps], ...]:
    return tuple(into)


@frozen
class Exchange:
    """Counters for counters.

    Args:
        units: The units used up; those among *into* as well stay, with other steps.
        into: The units in their place, each with its steps.
    """

    units: tuple[str, ...] = field(converter=tuple[str, ...])
    into: tuple[tuple[str, Steps], ...] = field(converter=_as_made)

    @property
    def key(self) -> str:
        """A short word for journals: ``A + B = L 2``."""
        after = " + ".join(f"{name} {value_text(steps)}" for name, steps in self.into)
        return f"{' + '.join(self.units)} = {after}"


@frozen
class _Facts:
    """An exchange with what is known of its units."""

    situation: Situation
    exchange: Exchange
    pieces: tuple[Piece, ...]
    used: tuple[Unit, ...]
    made: tuple[Unit, ...]

    @property
    def all(self) -> tuple[Unit, ...]:
        """Every unit concerned, once each."""
        return tuple({unit.id: unit for unit in (*self.used, *self.made)}.values())

    @property
    def new(self) -> tuple[Unit, ...]:
        """The units that come from the counter sled."""
        return tuple(unit for unit in self.made if unit not in self.used)

    @property
    def gone(self) -> tuple[Unit, ...]:
        """The units that go back there."""
        return tuple(unit for unit in self.used if unit not in self.made)


@implements("RS", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.2.5")
def ruling(
    situation: Situation,
    exchange: Exchange,
    window: Window = "before movement",
    *,
    cordon: bool = False,
) -> Ruling:
    """Return whether units may be reorganized so.

    Args:
        situation: The position.
        exchange: What for what.
        window: When.
        cordon: Whether their brigade or regiment is under a Cordon Defense order (11.12).
    """
    facts = _Facts(
        situation,
        exchange,
        tuple(map(situation.piece, exchange.units)),
        tuple(situation.unit(name) for name in exchange.units),
        tuple(situation.unit(name) for name, _ in exchange.into),
    )
    why = (
        _counters(facts)
        or _moment(facts, window)
        or _steps(facts)
        or _kinship(facts, cordon=cordon)
    )
    if why is not None:
        return refusal(LABEL, why[0], f"RS {why[1]}")
    steps = value_text(sum(piece.steps for piece in facts.pieces))
    parts = [
        figure(name, amount, f"Made of {' and '.join(exchange.units)}.", "RS 3.2.1", unit="steps")
        for name, amount in exchange.into
    ]
    case = _case(facts)
    said = f"{exchange.key}: the steps stay the same, {steps} in all."
    return finding(LABEL, True, said, f"RS {case}", parts=parts)


def _case(facts: _Facts) -> str:
    if any(unit.artillery for unit in facts.used):
        return "3.2.2"
    if any(unit.size == "picket" for unit in facts.gone):
        return "3.2.4"
    return "3.2.3" if any(unit.size == "picket" for unit in facts.new) else "3.2.1"


@implements("RS", "3.2", "3.2.1")
def _counters(facts: _Facts) -> Why | None:
    """Bar what is not in one hex and one state, and counters that are in use.

    That units must be alike in posture (in the same work, hiding alike, all or none in Column, at
    the same task) is our reading: reorganizing is free, and must not save what changing costs.
    """
    situation, names = facts.situation, [name for name, _ in facts.exchange.into]
    if not facts.pieces or not names or len(set(names)) < len(names):
        return "There must be units to reorganize, each named once.", "3.2"
    if len({piece.at for piece in facts.pieces}) > 1:
        return "They are not all in one hex.", "3.2.1"
    if len({unit.side for unit in facts.all}) > 1:
        return "They are of two sides.", "3.2.1"
    taken = [unit.id for unit in facts.new if situation.on_map(unit.id)]
    if taken:
        return f"{taken[0]} is on the map already.", "3.2"
    postures = {(p.work, p.hiding, p.order, p.task, p.wave > 0) for p in facts.pieces}
    if len(postures) > 1:
        return "They are not in one posture: inside a work, hiding, column, task.", "3.2"
    return None


@implements("RS", "3.2.1", "3.2.5")
def _moment(facts: _Facts, window: Window) -> Why | None:
    """Bar the wrong moment; 19.2.2 lifts the bar on units under an assault marker (RS-Q09)."""
    if window == "retreat":
        return None
    if any(piece.wave for piece in facts.pieces):
        return "Units under an assault marker do not reorganize.", "3.2.5"
    if facts.used[0].side != facts.situation.active:
        return "Units reorganize in their own movement subsegment.", "3.2.1"
    moved = [piece.unit for piece in facts.pieces if piece.acted]
    if window == "before movement" and moved:
        return f"{moved[0]} has moved already.", "3.2.1"
    return None


@implements("RS", "3.2.1", "3.2.2")
def _steps(facts: _Facts) -> Why | None:
    """Bar what makes or loses steps or machine guns, or goes beyond a counter's full strength."""
    before: Steps = sum((piece.steps for piece in facts.pieces), start=Fraction(0))
    after: Steps = sum((steps for _, steps in facts.exchange.into), start=Fraction(0))
    if before != after:
        return f"{value_text(before)} steps cannot become {value_text(after)}.", "3.2.1"
    for unit, (name, steps) in zip(facts.made, facts.exchange.into, strict=True):
        if steps > unit.steps or (unit.steps and steps <= 0):
            return f"{name} has up to {value_text(unit.steps)} steps.", "3.2.1"
    guns = [sum(unit.machine_guns for unit in units) for units in (facts.used, facts.made)]
    if guns[0] != guns[1]:
        found, made = map(value_text, guns)
        return f"{found} machine-gun points cannot become {made}.", "3.2.1"
    return None


def _kinship(facts: _Facts, *, cordon: bool) -> Why | None:
    """Bar units that do not belong together."""
    arms = {unit.arm for unit in facts.all}
    if "headquarters" in arms or len(arms) > 1:
        return "Only units of one arm reorganize, and headquarters never.", "3.2.1"
    if arms == {"artillery"}:
        return _guns(facts)
    if any(unit.size == "picket" for unit in facts.gone):
        return _pickets(facts)
    if any(unit.size == "picket" for unit in facts.new) and not cordon:
        return "Only a Cordon Defense order allows pickets.", "3.2.3"
    battalions = {(unit.brigiment, unit.battalion) for unit in facts.all}
    if len(battalions) > 1 or not facts.all[0].battalion:
        return "They do not all belong to one battalion.", "3.2.1"
    return None


@implements("RS", "3.2.2", "3.7.6")
def _guns(facts: _Facts) -> Why | None:
    """Let wheeled artillery detach single steps, and any take back steps it lacks."""
    if len({unit.gun.weapon for unit in facts.all if unit.gun}) > 1:
        return "They have different weapons.", "3.2.2"
    if not facts.new:
        return None
    if not all(unit.wheeled for unit in facts.all):
        return "Only wheeled artillery detaches sections.", "3.2.2"
    steps = dict(facts.exchange.into)
    if facts.gone or any(steps[unit.id] != 1 for unit in facts.new):
        return "A section detached has one step; its battery stays with the rest.", "3.2.2"
    return None


@implements("RS", "3.2.4")
def _pickets(facts: _Facts) -> Why | None:
    """Let every four pickets of one brigade or regiment become a step, of whatever battalion.

    They must stand with another unit of theirs. The step joins a rifle unit short of one, or makes
    a new company.
    """
    if len({unit.brigiment for unit in facts.all}) > 1 or not facts.all[0].brigiment:
        return "They do not all belong to one brigade or regiment.", "3.2.4"
    pickets = [unit for unit in facts.gone if unit.size == "picket"]
    if len(pickets) < len(facts.gone) or len(pickets) % PICKETS_A_STEP:
        return f"Pickets join by {PICKETS_A_STEP}; there are {len(pickets)}.", "3.2.4"
    names = {unit.id for unit in pickets}
    own = facts.all[0].brigiment
    beside = [
        each.unit
        for each in facts.situation.at(facts.pieces[0].at, facts.used[0].side)
        if each.unit not in names and facts.situation.unit(each).brigiment == own
    ]
    if not beside:
        return "No other unit of theirs stands with them.", "3.2.4"
    if any(unit.size != "company" for unit in facts.new):
        return "A new unit made of pickets is a company.", "3.2.4"
    steps = dict(facts.exchange.into)
    shrunk = [p.unit for p in facts.pieces if p.unit in steps and steps[p.unit] < p.steps]
    if shrunk or any(steps[unit.id] != 1 for unit in facts.new):
        return "Each new company has one step, and nobody loses any.", "3.2.4"
    return None


@implements("RS", "3.2")
def reorganize(
    situation: Situation,
    exchange: Exchange,
    window: Window = "before movement",
    *,
    cordon: bool = False,
) -> Situation:
    """Return the situation with counters exchanged.

    What is made of a Confused unit is Confused; shoots and acts of any count for all, and so
    do messages and supply that any lacks.

    Raises:
        Refused: The rules do not allow it.
    """
    found = ruling(situation, exchange, window, cordon=cordon)
    if not found.allowed:
        raise Refused(found)
    return _exchanged(situation, exchange)


def _exchanged(situation: Situation, exchange: Exchange) -> Situation:
    pieces = tuple(map(situation.piece, exchange.units))
    model = evolve(
        pieces[0],
        confused=any(piece.confused for piece in pieces),
        shots=max(piece.shots for piece in pieces),
        fired=any(piece.fired for piece in pieces),
        acted=any(piece.acted for piece in pieces),
        engaged=frozenset().union(*(piece.engaged for piece in pieces)),
        isolated=any(piece.isolated for piece in pieces),
        loose=any(piece.loose for piece in pieces),
        unsupplied=any(piece.unsupplied for piece in pieces),
    )
    made = tuple(evolve(model, unit=name, steps=steps) for name, steps in exchange.into)
    rest = situation.without(exchange.units)
    after = evolve(rest, pieces=(*rest.pieces, *made))
    return isolation.handed_on(after, exchange.units, [piece.unit for piece in made])


@implements("RS", "3.2.1")
def combine(
    situation: Situation,
    names: Iterable[str],
    into: str,
    window: Window = "before movement",
) -> Situation:
    """Return the situation with several units made into one.

    Raises:
        Refused: The rules do not allow it.
    """
    units = tuple(names)
    steps: Steps = sum((situation.piece(name).steps for name in units), start=Fraction(0))
    return reorganize(situation, Exchange(units, ((into, plain(steps)),)), window)


@implements("RS", "3.2.1", "3.2.2")
def break_down(
    situation: Situation,
    name: str,
    into: Mapping[str, Steps],
    window: Window = "before movement",
    *,
    cordon: bool = False,
) -> Situation:
    """Return the situation with one unit made into several, each with its steps.

    Raises:
        Refused: The rules do not allow it.
    """
    return reorganize(situation, Exchange((name,), into.items()), window, cordon=cordon)


@implements("RS", "3.2", "3.2.5")
def options(  # noqa: PLR0913 - who, where, when and under which orders
    situation: Situation,
    cell: Hex,
    window: Window = "before movement",
    *,
    cordon: bool = False,
    side: str | None = None,
    only: Collection[str] | None = None,
) -> tuple[Exchange, ...]:
    """Return the reorganizations worth offering in a hex.

    Of counters that are alike the first free one is taken, and nothing is offered that only changes
    the name of a counter or breaks a stacking limit that was kept.

    Args:
        situation: The position.
        cell: The hex.
        window: When.
        cordon: Whether they are under a Cordon Defense order.
        side: Whose units; the active side's where none is said.
        only: The units that may be reorganized; all of the side where none are said.
    """
    whose = side or situation.active
    found = []
    for units, into in enumerate_options(situation, cell, whose, cordon=cordon):
        exchange = Exchange(units, into)
        if only is not None and not set(units) <= set(only):
            continue
        if not ruling(situation, exchange, window, cordon=cordon).allowed:
            continue
        after = _exchanged(situation, exchange).at(cell, whose)
        if fits(situation, after, cell) or not fits(situation, situation.at(cell, whose), cell):
            found.append(exchange)
    return tuple(found)


@implements("RS", "3.2")
def offer(  # noqa: PLR0913 - who, where, when and under which orders
    situation: Situation,
    cell: Hex,
    window: Window = "before movement",
    *,
    cordon: bool = False,
    side: str | None = None,
    only: Collection[str] | None = None,
) -> Generator[Step, Any, Situation]:
    """Let a side reorganize in a hex until it has done; return the situation after.

    What has been made in this way is not taken apart again in the same breath.
    """
    whose, made = side or situation.active, frozenset[str]()
    while True:
        found = {
            each.key: each
            for each in options(situation, cell, window, cordon=cordon, side=whose, only=only)
            if not made.intersection(each.units)
        }
        if not found:
            return situation
        listed = [Option("end", "As they are"), *(Option(key, key) for key in found)]
        purpose = f"Reorganizing in {situation.board.label(cell)}"
        taken = (yield Choice(whose, purpose, listed, ("RS 3.2",), position=situation)).key
        if taken == "end":
            return situation
        situation = _exchanged(situation, found[taken])
        made |= {name for name, _ in found[taken].into}
