"""The rule questions about movement (14) and what it triggers (17.4) that may be asked by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from wargame.core.drivers import play
from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.core.ruling_views import value_text
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import activation, costs, movement
from wargame.rifle_and_spade.activation import Activation
from wargame.rifle_and_spade.opportunity import HOLD, OUT
from wargame.rifle_and_spade.scene import FAMILY

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Choice, Step
    from wargame.rifle_and_spade.state import Situation

OVER = "The movement has ended before that."


def _stack(situation: Situation, units: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Return the units of one hex that a question is about."""
    found = {situation.piece(name).at for name in units}
    if len(found) != 1:
        raise RequestError(f"question {where}, units", ", ".join(units) or "none", "one stack")
    return units


# ---- allowances and costs


@question("rs.allowance", scene=FAMILY)
def allowance(situation: Situation, *, unit: str) -> Ruling:
    """The Movement Allowance of a unit, as it stands now.

    Args:
        situation: The position.
        unit: The unit.
    """
    return costs.allowance(situation, situation.piece(unit))


@question("rs.entry_cost", scene=FAMILY)
def entry_cost(situation: Situation, *, units: tuple[str, ...], to: str) -> Ruling:
    """What a stack pays to enter an adjacent hex: hex, contours, hexside, wire or road.

    Args:
        situation: The position.
        units: The units of the stack.
        to: The printed number of the hex.
    """
    there = situation.board.numbering.parse(to)
    here = situation.piece(_stack(situation, units, "rs.entry_cost")[0]).at
    if here.distance(there) != 1:
        allowed = f"a hex adjacent to {situation.board.label(here)}"
        raise RequestError("question rs.entry_cost, to", shown(to), allowed)
    return costs.entry_cost(situation, units, there)


@question("rs.reach", scene=FAMILY)
def reach(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """How many hexes a stack could reach with its whole allowance, each with what it costs.

    Args:
        situation: The position.
        units: The units of the stack, which goes round enemies and draws no fire.
    """
    found = costs.reach(situation, _stack(situation, units, "rs.reach"))
    label = situation.board.label
    others = {cell: cost for cell, cost in found.cost.items() if cell != found.start}
    hexes = tuple(sorted(map(label, others)))
    parts = [figure("Hexes", hexes, f"{', '.join(hexes) or 'none'}.", "RS 14.1.5")]
    for cell, cost in sorted(others.items()):
        way = " - ".join(map(label, found.to(cell)))
        parts.append(figure(label(cell), cost, f"By {way}.", "RS 14.1.5", unit="points"))
    said = f"{len(hexes)} hexes besides its own lie within its allowance."
    return finding("Reach", len(hexes), said, "RS 14.1", "RS 14.1.5", parts=parts, unit="hexes")


# ---- moving


@define
class _Walk:
    """A stack on its way through the actions that a question names.

    Args:
        run: Where it is.
        labels: What it did, in words.
        refused: Why it could not go on.
    """

    run: Activation
    labels: list[str] = field(factory=list)
    refused: Ruling | None = None

    def go(self, keys: Iterable[str], where: str) -> Generator[Step, Any, _Walk]:
        """Take the actions one after the other, as far as they are open."""
        for key in keys:
            if self.run.over or not self.run.names:
                self.refused = refusal(key, OVER, *self._ended_by())
                return self
            offers, bars = movement.openings(self.run)
            offer = next((each for each in offers if each.key == key), None)
            if offer is None:
                self.refused = dict(bars).get(key)
                if self.refused is None:
                    keys = [each.key for each in offers] + [name for name, _ in bars]
                    raise RequestError(f"question {where}", shown(key), one_of(keys, key))
                return self
            self.labels.append(offer.label)
            self.run = yield from offer.act(self.run, *offer.args)
        return self

    def _ended_by(self) -> tuple[str, ...]:
        left = self.run.names and self.run.left <= 0
        return ("RS 14.2.4", "RS 14.1.5") if left else ("RS 14.1.7", "RS 17.4")

    def end(self) -> Generator[Step, Any, _Walk]:
        """Announce the end of the movement, which may draw fire (17.4.10)."""
        if self.run.names:
            self.run = yield from activation.announced(self.run)
        return self


def _walk(
    situation: Situation,
    units: tuple[str, ...],
    do: tuple[str, ...],
    script: Scripted,
    *,
    end: bool = False,
) -> _Walk:
    """Return a stack after these actions."""
    names = _stack(situation, units, script.where)
    side = situation.side(situation.piece(names[0]))
    walk = _Walk(Activation(evolve(situation, active=side), names))

    def steps() -> Generator[Step, Any, _Walk]:
        yield from walk.go(do, f"{script.where}, do")
        return (yield from walk.end()) if end and walk.refused is None else walk

    play(steps, script)
    script.finish()
    return walk


@question("rs.may_move", scene=FAMILY)
def may_move(
    situation: Situation, *, units: tuple[str, ...], do: str, after: tuple[str, ...] = ()
) -> Ruling:
    """Whether a stack may do something in its movement, and why not.

    Args:
        situation: The position.
        units: The units of the stack.
        do: What it would do, as its movement lists it: the printed number of a hex, ``column``,
            ``limber``, ``prolong``, ``on top``, ``assault 6.4`` and so on.
        after: What it has done before; nobody fires at it, and it passes its checks.
    """
    script = Scripted("rs.may_move", (), (), lucky=True)
    try:
        walk = _walk(situation, units, (*after, do), script)
    except Refused as refused:
        return refused.ruling
    who = ", ".join(units)
    if walk.refused is not None:
        ruling = walk.refused
        return refusal(f"{who}: {do}", ruling.sentence, *ruling.cases, allowed=ruling.parts)
    said = f"{who} may: {walk.labels[-1]}."
    return finding(f"{who}: {do}", True, said, "RS 14.1", "RS 14.1.5")


@question("rs.move", scene=FAMILY)
def move(
    situation: Situation,
    *,
    units: tuple[str, ...],
    do: tuple[str, ...],
    choices: tuple[str, ...] = (),
    rolls: tuple[int, ...] = (),
) -> Ruling:
    """Where a stack is after these actions: points spent and left, and whether it must stop.

    Args:
        situation: The position.
        units: The units of the stack.
        do: What it does, in order, as its movement lists it.
        choices: Decisions that come up on the way, those of the enemy included.
        rolls: The dice that come up on the way.

    Raises:
        Refused: One of the actions is barred; the ruling says why.
    """
    script = Scripted("rs.move", rolls, choices)
    walk = _walk(situation, units, do, script)
    if walk.refused is not None:
        raise Refused(walk.refused)
    run = walk.run
    at = run.label(run.cell) if run.names else "off the map"
    steps = [figure(f"Step {n}", said, f"{said}.", "RS 14.1") for n, said in
             enumerate(walk.labels, start=1)]  # fmt: skip
    parts = [*steps, *_tally(run)]
    return finding("Ends in", at, f"{', '.join(units)}: {at}.", "RS 14.1", parts=parts)


def _tally(run: Activation) -> Iterable[Ruling]:
    if not run.names:
        return
    spent, unit = costs.in_points(run.spent), "points"
    allowed = costs.in_points(run.left + run.spent)
    yield figure("Points spent", spent, "By all that it did.", "RS 14.1.5", unit=unit)
    said = f"{value_text(allowed)} in the mode it is in now."
    yield figure("Allowance", allowed, said, "RS 14.2.4", unit=unit)
    stop = run.over or run.left <= 0
    words = "It must stop." if stop else f"{activation.points_of(run.left)} left."
    yield figure("Must stop", stop, words, "RS 14.2.4", "RS 14.1.5")
    orders = tuple(piece.order or "deployed" for piece in run.pieces)
    yield figure("Order", orders, f"{', '.join(orders)}.", "RS 14.2.1", "RS 14.3.2")


# ---- what is triggered


def _invitations(script: Scripted, side: str) -> list[Choice]:
    return [
        each
        for each in script.asked
        if each.who != side and any(option.key == HOLD for option in each.options)
    ]


def _targets(asked: Choice) -> tuple[str, ...]:
    """Return the hexes that may be fired at for one trigger."""
    keys = (option.key.partition(" ")[0] for option in asked.options)
    return tuple(dict.fromkeys(key for key in keys if key not in {HOLD, OUT}))


@question("rs.trigger", scene=FAMILY)
def trigger(
    situation: Situation, *, units: tuple[str, ...], do: tuple[str, ...], end: bool = False
) -> Ruling:
    """How often what a stack does invites the fire of enemies able to fire, and at which hexes.

    Args:
        situation: The position; only enemies who could fire are invited.
        units: The units of the stack.
        do: What it does, in order, as its movement lists it; nobody fires, and it passes its
            checks.
        end: Whether its movement ends there.
    """
    script = Scripted("rs.trigger", (), (), lucky=True)
    walk = _walk(situation, units, do, script, end=end)
    if walk.refused is not None:
        return walk.refused
    side = situation.side(situation.piece(units[0]))
    parts = []
    for number, asked in enumerate(_invitations(script, side), start=1):
        hexes = _targets(asked)
        said = f"{asked.purpose}: at {' or '.join(hexes) or 'those who come out'}."
        parts.append(figure(f"Trigger {number}", hexes, said, *asked.cases))
    count = len(parts)
    said = f"It is fired at up to {count} time{'' if count == 1 else 's'}, once for each trigger."
    return finding("Triggers", count, said, "RS 17.4", "RS 17.4.5", parts=parts)
