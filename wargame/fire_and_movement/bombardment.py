"""Bombardment: who may fire at what (8.1; Gaza 18.1 to 18.6), and what it costs in Gaza 1917.

There it is the only fire support. Both sides place markers on hexes, unseen; they are turned over
when all are placed, and each unit in a bombarded hex then risks one step. The system's bombardment
is a phase of its own: :mod:`bombardment_phase`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.errors import Refused
from wargame.core.procedure import Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, total
from wargame.core.words import count
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.crt import column_origin
from wargame.fire_and_movement.observation import observed
from wargame.fire_and_movement.ranges import anywhere
from wargame.fire_and_movement.sams import hunts_sites
from wargame.fire_and_movement.support_fire import drawn_marker, revealed
from wargame.fire_and_movement.terrain_line import known_ground, terrain_line
from wargame.fire_and_movement.units import StepLoss

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Band, Step
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker, Piece

DRAW = "draw"
"""Stands for a marker drawn blind from the pool, among the markers of a bombardment."""

LOSS_CODES = frozenset({"D2", "D3", "De"})
STEP, NOTHING = "one step", "nothing"
PRINTED = "Its printed strength."


@frozen
class Bombardment:
    """Fire laid on one hex by one side.

    Args:
        side: Who fires.
        target: The hex.
        markers: Ids of open markers (air, naval) and :data:`DRAW` for each blind one.
        observes: Hexes where this side's air units observe instead of bombarding.
        site: Whether it is laid on the missile site there, not on units (Lebanon 13).
        before: How many markers were laid on the hex earlier in this player turn.
    """

    side: str
    target: Hex
    markers: tuple[str, ...] = field(converter=tuple[str, ...])
    observes: frozenset[Hex] = frozenset()
    site: bool = False
    before: int = 0


@frozen
class Fallen:
    """A bombardment with its markers turned over.

    Args:
        side: Who fires.
        target: The hex.
        markers: The ids of all its markers.
    """

    side: str
    target: Hex
    markers: tuple[str, ...]


@implements(
    "GAZA", "18.0", "18.1", "18.1/1", "18.1/5", "18.1/6", "18.5", "18.5/2", "18.6/2", "18.6/3"
)
@implements("FM8", "8.1/3", "8.1/4", "8.1.4", "8.1.4/1")
@implements("FM7", "8.1/3", "8.1/4", "8.1.4", "8.1.4/1")
def check_bombardment(situation: Situation, shot: Bombardment) -> Ruling:
    """Return whether a bombardment may be placed, every check a part; or the refusal.

    Air and naval markers count towards the limit of the side that owns them (18.5, 18.6, FM-Q29),
    unless ``Ruleset.uncounted`` leaves them out.
    """
    passed: list[Ruling] = []
    for check in _checks(situation, shot):
        if not check.allowed:
            return refusal("Bombardment", check.sentence, *check.cases, allowed=passed)
        passed.append(check)
    label = situation.board.label(shot.target)
    said = f"{shot.side} may bombard {label} with {count(len(shot.markers), 'marker')}."
    cases = _written(situation, "18.1", system="8.1")
    return finding("Bombardment", True, said, *cases, parts=passed)


def _written(situation: Situation, *gaza: str, system: str) -> tuple[str, ...]:
    """Return cases of Gaza 1917 under its rules, else the one of the system rules."""
    if situation.ruleset.bombards_only:
        return tuple(f"GAZA {number}" for number in gaza)
    return (str(situation.ruleset.case(system)),)


def _checks(situation: Situation, shot: Bombardment) -> Iterator[Ruling]:
    rules = situation.ruleset
    if not rules.bombards_only and shot.side != situation.active:
        why = f"It is the turn of {situation.active}; only the active side bombards."
        yield refusal("Target", why, rules.case("8.1"), rules.case("8.0/1"))
    yield _target(situation, shot)
    limit = hex_limit(situation, shot.side) - shot.before
    cases = _limit_cases(situation, shot.side)
    if limit <= 0:
        laid = count(shot.before, "marker was", "markers were")
        why = f"{laid} laid on the hex this player turn, which is the most."
        yield refusal("Markers on the hex", why, *cases)
    counted = sum(not _is_uncounted(situation, name) for name in shot.markers)
    if not shot.markers or counted > limit:
        most = "1 marker" if limit == 1 else f"1 to {limit} markers"
        why = f"{shot.side} may put {most} on a hex, not {len(shot.markers)}."
        yield refusal("Markers on the hex", why, *cases)
    yield figure("Markers on the hex", len(shot.markers), f"The limit is {limit}.", *cases)
    ground = known_ground(situation, shot.target, situation.other(shot.side))
    if not ground.allowed:
        yield ground
    yield from _aircraft(situation, shot)
    yield observed(situation, shot.side, shot.target, shot.observes)
    yield from _supply(situation, shot)


@implements("LEB82", "13.0/5")
def _target(situation: Situation, shot: Bombardment) -> Ruling:
    """Return what a bombardment is laid on: units of the enemy, or a missile site of his.

    In the system a unit suffers one bombardment in a phase; hexes whose units have suffered theirs
    stand in ``Situation.attacked``.
    """
    board, rules, case = situation.board, situation.ruleset, situation.ruleset.case("8.1/3")
    label = board.label(shot.target)
    if shot.site:
        if shot.target not in situation.sites or not hunts_sites(situation, shot.side):
            return refusal(
                "Target", f"No missile site of the enemy stands in {label}.", "LEB82 13.0/5"
            )
        said = "The missile site there, which is bombarded as a unit is."
        return figure("Target", label, said, "LEB82 13.0/5", case)
    enemies = situation.at(shot.target, situation.other(shot.side))
    if not enemies:
        return refusal("Target", f"No enemy of {shot.side} stands in {label}.", case)
    if not rules.bombards_only and shot.target in situation.attacked:
        why = f"{label} was bombarded already; a unit suffers one bombardment in a phase."
        return refusal("Target", why, rules.case("8.0/3"))
    names = ", ".join(situation.unit(piece.unit).name for piece in enemies)
    return figure("Target", label, f"Held by {names}.", case)


def _is_uncounted(situation: Situation, name: str) -> bool:
    """Return whether a marker lies on a hex beyond the limit of its side."""
    left_out = situation.ruleset.uncounted
    if not left_out or is_blind(name):
        return False
    marker = situation.roster.marker(name)
    return f"{marker.side} {marker.kind}" in left_out


def hex_limit(situation: Situation, side: str) -> int:
    """Return how many markers a side may lay on one hex in a player turn."""
    return situation.ruleset.markers_per_hex.get(side, 2)


def _aircraft(situation: Situation, shot: Bombardment) -> Iterator[Ruling]:
    """Yield a refusal where more air units observe than there are: each does one thing (18.5)."""
    ready = situation.markers(shot.side, pool=False)
    free = [each for each in ready if each.kind == "air" and each.id not in shot.markers]
    if len(shot.observes) > len(free):
        able = count(len(free), "air unit")
        why = f"{shot.side} has {able} free to observe, not {len(shot.observes)}."
        yield refusal("Air units", why, "GAZA 18.5/3")


def _limit_cases(situation: Situation, side: str) -> tuple[str, ...]:
    own = "18.1/5" if side == "Central Powers" else "18.1/6"
    return _written(situation, own, system="8.1/4")


@implements("FM8", "8.1.1")
@implements("FM7", "8.1.1")
@implements("GAZA", "18.3", "18.5/1", "18.6", "18.6/1")
def _supply(situation: Situation, shot: Bombardment) -> Iterator[Ruling]:
    """Yield whether each marker is there to be used, and may be used on this hex."""
    pool = in_reach(situation, shot.side, shot.target)
    draws = sum(is_blind(name) for name in shot.markers)
    if draws > len(pool):
        why = f"{shot.side} has {count(len(pool), 'marker')} left in the pool, not {draws}."
        yield refusal("Pool", why, *_written(situation, "18.3", system="7.2/6"))
    if draws:
        said = f"{draws} drawn blind from the {len(pool)} left in the pool."
        cases = _written(situation, "18.3", "18.3/2", system="7.2/6")
        yield figure("Pool", draws, said, *cases)
    opened = {marker.id: marker for marker in situation.markers(shot.side, pool=False)}
    for name in shot.markers:
        if is_blind(name):
            continue
        marker = situation.roster.marker(name)
        if name not in opened or shot.markers.count(name) > 1:
            why = f"{marker.name or name} is not ready for {shot.side}, or is placed already."
            yield refusal(
                f"Marker {name}", why, *_written(situation, "18.5/1", "18.6", system="7.2/7")
            )
        yield situation.ruleset.marker_reach(situation, marker, shot.target)


def is_blind(name: str) -> bool:
    """Return whether a marker of a bombardment is a blind draw, from whichever pool."""
    return name.partition(":")[0] == DRAW


def in_reach(situation: Situation, side: str, target: Hex) -> tuple[Marker, ...]:
    """Return the markers of a side's pool that reach a hex; one that does not is not drawn."""
    pool, reach = situation.markers(side, pool=True), situation.ruleset.marker_reach
    if reach is anywhere or situation.ruleset.bombards_only:
        return pool
    return tuple(marker for marker in pool if reach(situation, marker, target).allowed)


@implements("GAZA", "18.3/2", "18.1/4")
def turn_over(
    situation: Situation, shots: tuple[Bombardment, ...]
) -> Generator[Step, Any, tuple[Situation, tuple[Fallen, ...]]]:
    """Turn over every marker placed, blind ones by drawing them now, and spend them.

    Raises:
        Refused: A bombardment is not permitted; nothing has changed.
    """
    for ruling in _check_all(situation, shots):
        if not ruling.allowed:
            raise Refused(ruling)
    fallen: list[Fallen] = []
    for shot in shots:
        markers: list[str] = []
        for number, name in enumerate(shot.markers, start=1):
            if name == DRAW:
                where = situation.board.label(shot.target)
                purpose = f"{shot.side} at {where}: turn over marker {number}"
                marker = yield from drawn_marker(situation, shot.side, purpose)
            else:
                marker = situation.roster.marker(name)
                yield revealed(marker, situation.ruleset)
            situation = situation.spend((marker.id,))
            markers.append(marker.id)
        fallen.append(Fallen(shot.side, shot.target, tuple(markers)))
    return situation, tuple(fallen)


def _check_all(situation: Situation, shots: tuple[Bombardment, ...]) -> Iterator[Ruling]:
    """Yield for each bombardment whether it may be placed beside those before it."""
    laid: set[tuple[str, Hex]] = set()
    for shot in shots:
        if (shot.side, shot.target) in laid:
            where = situation.board.label(shot.target)
            why = f"{shot.side} lays all its markers on {where} in one bombardment, not in two."
            yield refusal("Bombardment", why, *_limit_cases(situation, shot.side))
        yield check_bombardment(situation, shot)
        laid.add((shot.side, shot.target))
        pool = situation.markers(shot.side, pool=True)
        drawn = [marker.id for marker in pool[: shot.markers.count(DRAW)]]  # no matter which
        situation = situation.spend((*shot.markers, *drawn))


def bombardment_strength(situation: Situation, fallen: Fallen) -> Ruling:
    """Return the strength of the markers on a hex, in points."""
    parts = [
        figure(m.name or f"Marker +{m.value}", m.value, PRINTED, provenance=m.provenance)
        for m in map(situation.roster.marker, fallen.markers)
    ]
    said = "The markers on the hex together; the strength of the target is not considered."
    return total("Bombardment strength", parts, said, "GAZA 18.4/1", unit="points")


@implements("GAZA", "18.4", "18.4/1", "18.4/2")
@implements("FM8", "8.1.4/2", "8.1.2/4")
def bombardment_column(situation: Situation, fallen: Fallen) -> tuple[Ruling, tuple[str, ...]]:
    """Return the column a bombardment is resolved on, and for each die face what it costs.

    Args:
        situation: The position.
        fallen: The markers, turned over.

    Returns:
        The ruling, whose value is the column's heading, and six words, :data:`STEP` or
        :data:`NOTHING`.

    Raises:
        Refused: The rules in force resolve bombardment in a phase of its own.
    """
    require_own_bombardment(situation)
    seen_by_firer = evolve(situation, active=fallen.side)
    strength = bombardment_strength(situation, fallen)
    assert isinstance(strength.value, int)  # noqa: S101 - a sum of whole numbers
    line = terrain_line(Attack(seen_by_firer, fallen.target, ()), strength.value, hexsides=False)
    chart = situation.crt.chart(str(line.value), situation.ruleset.alignment)
    column = chart.columns.locate(strength.value)
    costs = tuple(STEP if code in LOSS_CODES else NOTHING for code in chart.column(column.index))
    heading = chart.columns.headings[column.index].label
    costly = "D2, D3 and De cost one step, all else nothing"
    said = f"Strength {strength.value} on the line {line.value}: {costly}."
    ruling = finding(
        f"Bombardment of {situation.board.label(fallen.target)}",
        heading,
        said,
        "GAZA 18.4/1",
        "GAZA 18.4/2",
        "GAZA 18.4/3",
        parts=(strength, line, column.ruling),
        provenance=column_origin(chart, column.index),
    )
    return ruling, costs


def require_own_bombardment(situation: Situation) -> None:
    """Hold a request to bombardment as Gaza 1917 resolves it, together with the attack.

    Raises:
        Refused: The system rules are in force, whose bombardment is a phase of its own.
    """
    if not situation.ruleset.bombards_only:
        title = situation.ruleset.title
        why = f"In {title} bombardment is a phase of its own, before any attack (fm.bombard)."
        raise Refused(refusal("Bombardment", why, *situation.ruleset.cases("8.1", "4.1/4")))


@implements("GAZA", "18.4/3", "18.4/6")
def resolve_bombardment(
    situation: Situation, fallen: Fallen
) -> Generator[Step, Any, tuple[Situation, tuple[StepLoss, ...]]]:
    """Roll for every unit in a bombarded hex and take the steps off (18.4).

    Stacked units are rolled for one by one; nobody retreats.

    Returns:
        The situation after it, and the losses.
    """
    ruling, costs = bombardment_column(situation, fallen)
    yield ruling
    losses: list[StepLoss] = []
    for piece in situation.at(fallen.target, situation.other(fallen.side)):
        loss = yield from _roll_for(situation, piece, fallen, costs)
        if loss is not None:
            losses.append(loss)
            situation = situation.after_losses((loss,))
    return situation, tuple(losses)


def _roll_for(
    situation: Situation, piece: Piece, fallen: Fallen, costs: tuple[str, ...]
) -> Generator[Step, Any, StepLoss | None]:
    name, where = situation.unit(piece.unit).name, situation.board.label(fallen.target)
    purpose = f"Bombardment of {name} in {where}"
    bands, cases = bands_of(costs), ("GAZA 18.4",)
    roll = Roll(purpose, len(costs), bands, cases, position=situation, about=piece)
    band: Band = yield roll
    if band.outcome != STEP:
        yield figure(f"Bombardment of {name}", 0, f"{name} holds.", "GAZA 18.4/2", unit="steps")
        return None
    loss = StepLoss(piece, situation.roster.after_loss(piece))
    yield loss.told(situation.roster, "the bombardment costs one step.", "GAZA 18.4/3")
    return loss
