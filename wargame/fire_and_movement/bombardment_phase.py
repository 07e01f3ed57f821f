"""The Bombardment Phase (4.1, 8.1): one bombardment after the other, each to its end.

The active side names a target, then the markers for it; these are turned over at once and their
total is announced, for in a bombardment there is nobody to hide it from (FM-Q10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.errors import Refused
from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding
from wargame.fire_and_movement.bombarded import Laid, throw_bombardment
from wargame.fire_and_movement.bombardment import (
    DRAW,
    Bombardment,
    check_bombardment,
    hex_limit,
    in_reach,
    is_blind,
)
from wargame.fire_and_movement.combat import successors
from wargame.fire_and_movement.observation import observed
from wargame.fire_and_movement.ranges import anywhere
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.sams import after_bombardment, hunts_sites, standing
from wargame.fire_and_movement.support_fire import (
    PASS,
    PLACE,
    drawn_marker,
    past_missiles,
    pool_key,
    pools,
    revealed,
)

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.state import Situation

END, GO = "end", "go"
SITE = "site"
"""What the key of a target ends with when it is the missile site there: ``0908:site``."""


@frozen
class BombardmentPhase:
    """A Bombardment Phase under way.

    Args:
        situation: The position; hexes whose units were bombarded stand in ``attacked``.
        laid: Hexes with how many markers were laid on each.
        struck: Units that were bombarded, wherever they are now: none is bombarded twice (8.0/3).
        sites: Missile sites that were bombarded.
        outcomes: What came of each bombardment.
    """

    situation: Situation
    laid: tuple[tuple[Hex, int], ...] = ()
    struck: frozenset[str] = frozenset()
    sites: frozenset[Hex] = frozenset()
    outcomes: tuple[CombatOutcome, ...] = field(default=(), converter=tuple[CombatOutcome, ...])

    def before(self, cell: Hex) -> int:
        """Return how many markers were laid on a hex so far."""
        return dict(self.laid).get(cell, 0)


@implements("FM8", "4.1/4", "8.0", "8.1")
@implements("FM7", "4.1/4", "8.0", "8.1")
def bombardment_phase(situation: Situation) -> Steps:
    """Run the active side's Bombardment Phase.

    Args:
        situation: The position at its start.

    Returns:
        The :class:`BombardmentPhase` at its end.
    """
    return (yield from bombardments(BombardmentPhase(situation.at_phase_start())))


@implements("FM8", "8.0/2", "8.0/5", "8.0/6", "8.0/7")
@implements("FM7", "8.0/2", "8.0/5", "8.0/6", "8.0/7")
def bombardments(phase: BombardmentPhase) -> Steps:
    """Lay bombardments one after the other until the active side ends the phase.

    It is not asked where it has no marker left, or nothing to lay it on.
    """
    while True:
        yield Checkpoint("bombardment phase", phase, bombardments)
        options = _targets(phase)
        if not options:
            return _ended(phase)
        situation = phase.situation
        end = Option(END, "end the bombardment phase")
        purpose = f"{situation.active}: next bombardment"
        cases = situation.ruleset.cases("8.0/2", "8.1", "8.1.2/1")
        answer: Option = yield Choice(
            situation.active, purpose, (end, *options), cases, position=situation
        )
        if answer.key == END:
            return _ended(phase)
        where, _, what = answer.key.partition(":")
        phase = yield from _bombard(phase, situation.board.hex(where), site=what == SITE)


def _ended(phase: BombardmentPhase) -> BombardmentPhase:
    """Return the phase at its end, what was bombarded forgotten."""
    situation = after_bombardment(phase.situation)
    return evolve(phase, situation=evolve(situation, attacked=frozenset()))


@implements("FM8", "8.1.2/1")
@implements("FM7", "8.1.2/1")
def _targets(phase: BombardmentPhase) -> tuple[Option, ...]:
    """Return what may still be bombarded: hexes of the enemy, and his missile sites.

    What :func:`check_bombardment` would refuse is left out, without a ruling for each.
    """
    situation, board = phase.situation, phase.situation.board
    if not any(situation.markers(situation.active, pool=pool) for pool in (True, False)):
        return ()
    held = dict.fromkeys(piece.at for piece in situation.of(situation.inactive))
    options = [
        Option(board.label(cell), f"bombard {board.describe(cell)}")
        for cell in sorted(held, key=board.label)
        if cell not in situation.attacked and _is_open(phase, cell)
    ]
    if hunts_sites(situation, situation.active):
        options += [
            Option(f"{board.label(cell)}:{SITE}", f"bombard the site in {board.describe(cell)}")
            for cell in standing(situation)
            if cell not in phase.sites and _is_open(phase, cell)
        ]
    return tuple(options)


def _is_open(phase: BombardmentPhase, cell: Hex) -> bool:
    """Return whether a hex may take one more marker, and some marker reaches it."""
    situation, rules = phase.situation, phase.situation.ruleset
    if phase.before(cell) >= hex_limit(situation, situation.active):
        return False
    ground = situation.board.cell(cell).terrain
    if any(rules.line_for(kind, situation.inactive) is None for kind in ground):
        return False
    side = situation.active
    if side in rules.sight and not observed(situation, side, cell).allowed:
        return False
    return rules.marker_reach is anywhere or bool(_stock(situation, cell))


@implements("FM8", "8.1/5", "8.1.2/2")
@implements("FM7", "8.1/5", "8.1.2/2", "8.1.2/3")
def _bombard(
    phase: BombardmentPhase, cell: Hex, *, site: bool
) -> Generator[Step, Any, BombardmentPhase]:
    """Choose the markers for one target, turn them over, and resolve what comes through."""
    situation = phase.situation
    shot = yield from _markers(phase, Bombardment(
        situation.active, cell, (), site=site, before=phase.before(cell)
    ))  # fmt: skip
    ruling = check_bombardment(situation, shot)
    if not ruling.allowed:
        raise Refused(ruling)
    yield ruling
    struck = () if site else tuple(piece.unit for piece in situation.enemies_at(cell))
    situation, names = yield from _turned_over(situation, shot)
    laid = Laid(situation, cell, names, site)
    if not names:
        said = "No marker is left to fall on the hex."
        case = situation.ruleset.case("8.1.2/5")
        yield finding("No bombardment", 0, said, "LEB82 13.1/1", case)
        return _booked(phase, shot, struck, CombatOutcome("", situation))
    if situation.ruleset.bombardment_defended:
        laid = yield from _defended(laid)
    outcome = yield from throw_bombardment(laid)
    return _booked(phase, shot, struck, outcome)


def _stock(situation: Situation, cell: Hex, placed: tuple[str, ...] = ()) -> dict[str, str]:
    """Return what may be laid on a hex beside what is placed already: keys with their labels."""
    side, reach = situation.active, situation.ruleset.marker_reach
    able = {marker.id for marker in in_reach(situation, side, cell)}
    found: dict[str, str] = {}
    for nationality, markers in sorted(pools(situation, side).items()):
        key = pool_key(DRAW, nationality)
        left = sum(marker.id in able for marker in markers) - placed.count(key)
        if left > 0:
            which = f"{nationality} marker" if nationality else "marker"
            found[key] = f"a {which} drawn blind ({left} left)"
    for marker in situation.markers(side, pool=False):
        if marker.id not in placed and reach(situation, marker, cell).allowed:
            found[marker.id] = f"{marker.name or marker.id}, +{marker.value}"
    return found


def _markers(phase: BombardmentPhase, shot: Bombardment) -> Generator[Step, Any, Bombardment]:
    """Let the active side say how many markers it lays on a hex, and which."""
    situation, rules = phase.situation, phase.situation.ruleset
    limit = hex_limit(situation, shot.side) - shot.before
    while len(shot.markers) < limit:
        stock = _stock(situation, shot.target, shot.markers)
        options = [Option(GO, "no more markers")] if shot.markers else []
        options += [Option(key, label) for key, label in stock.items()]
        if len(options) == 1:
            if options[0].key == GO:
                break
            shot = evolve(shot, markers=(*shot.markers, options[0].key))
            continue
        where = situation.board.label(shot.target)
        purpose = f"{shot.side}: marker {len(shot.markers) + 1} on {where}"
        cases = rules.cases("8.1.2/2", "8.1/4", "8.1/5")
        answer: Option = yield Choice(shot.side, purpose, tuple(options), cases, position=situation)
        if answer.key == GO:
            break
        shot = evolve(shot, markers=(*shot.markers, answer.key))
    return shot


def _turned_over(
    situation: Situation, shot: Bombardment
) -> Generator[Step, Any, tuple[Situation, tuple[str, ...]]]:
    """Turn the markers over, spend them, and let missile sites fire at the aircraft among them."""
    shown = []
    for number, name in enumerate(shot.markers, start=1):
        if is_blind(name):
            where = situation.board.label(shot.target)
            purpose = f"{shot.side} at {where}: turn over marker {number}"
            pool = name.partition(":")[2]
            able = in_reach(situation, shot.side, shot.target)
            marker = yield from drawn_marker(situation, shot.side, purpose, pool, able)
        else:
            marker = situation.roster.marker(name)
            yield revealed(marker, situation.ruleset)
        situation = situation.spend((marker.id,))
        shown.append(marker)
    return (yield from past_missiles(situation, shown, shot.target))


def _defended(laid: Laid) -> Generator[Step, Any, Laid]:
    """Let the defender add markers, where the rules are read so; both editions forbid it (FM-Q11).

    He is asked when the bombarding side has announced its total.
    """
    rules, names = laid.situation.ruleset, list[str]()
    side = laid.situation.inactive
    for number in range(1, rules.markers_in_combat + 1):
        situation = laid.situation
        stock = pools(situation, side)
        options = [Option(PASS, "add no marker")]
        options += [
            Option(pool_key(PLACE, name), f"add a marker ({len(markers)} left)")
            for name, markers in sorted(stock.items())
            if markers
        ]
        if len(options) == 1:
            break
        purpose = f"{side}: marker {number} against the bombardment"
        cases = rules.cases("8.1.2/2", "7.2/8")
        answer: Option = yield Choice(side, purpose, tuple(options), cases, position=situation)
        if answer.key == PASS:
            break
        pool = answer.key.partition(":")[2]
        marker = yield from drawn_marker(situation, side, f"{side}: turn over marker", pool)
        situation = situation.spend((marker.id,))
        situation, left = yield from past_missiles(situation, (marker,), laid.target)
        names += left
        laid = evolve(laid, situation=situation, defense_fire=tuple(names))
    yield figure(
        "Markers against it", len(names), f"{side} adds {len(names)}.", rules.case("7.2/8")
    )
    return laid


@implements("FM8", "8.0/3", "8.1/4", "8.1/6")
@implements("FM7", "8.0/3", "8.1/4", "8.1/6")
def _booked(
    phase: BombardmentPhase, shot: Bombardment, struck: tuple[str, ...], outcome: CombatOutcome
) -> BombardmentPhase:
    """Return the phase with one bombardment more, and what was bombarded marked so.

    Markers are spent as in any combat: they come back with the next turn's allotment (7.2).
    """
    now, heirs = outcome.situation, successors(outcome.losses)
    all_struck = phase.struck | {*struck} | {heirs[name] for name in struck if name in heirs}
    hexes = {piece.at for piece in now.of(now.inactive) if piece.unit in all_struck}
    laid = dict(phase.laid)
    laid[shot.target] = laid.get(shot.target, 0) + len(shot.markers)
    situation = evolve(now, attacked=frozenset(hexes))
    return evolve(
        phase,
        situation=situation,
        laid=tuple(laid.items()),
        struck=all_struck,
        sites=phase.sites | {shot.target} if shot.site else phase.sites,
        outcomes=(*phase.outcomes, evolve(outcome, situation=situation)),
    )
