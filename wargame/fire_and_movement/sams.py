"""Surface-to-air missile sites (Lebanon 13): what they cover, when they fire, how they end.

A site is a hex and no unit. It fires at aircraft when their markers are turned over, for that is
when anybody knows them for aircraft; when both sides have turned theirs over, the owner of the
sites decides marker by marker and site by site, and sees what each shot did before the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Band, Choice, Option, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.core.words import count

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker, Unit

SITE = "sam_site"
"""The feature of a hex with a missile site."""
AIRCRAFT = "air"
HOLD, FIRE = "hold", "fire"
DOWN, THROUGH = "removed for good", "no effect"
DIE = 6


@frozen
class SamRule:
    """How missile sites work.

    Args:
        against: Whose aircraft they engage and whose units overrun them, a nationality or a side.
        radius: How far they reach, in hexes from their own.
        own_hex: Whether they cover their own hex too (FM-Q57).
        strength: What a site counts in a bombardment, in strength points.
        hits: The highest face of the die that removes a marker.
        fatal: Results of a bombardment that eliminate a site.
        shares_shot: Whether the Bombardment Phase and the Combat Phase after it share one shot of
            each site, which leaves it four a turn (FM-Q46).
    """

    against: str
    radius: int = 2
    own_hex: bool = True
    strength: int = 3
    hits: int = 2
    fatal: frozenset[str] = frozenset({"Ex", "De"})
    shares_shot: bool = True

    def concerns(self, thing: Marker | Unit) -> bool:
        """Return whether a marker or unit is one of those whom the sites are there for."""
        return self.against in {thing.nationality, thing.side}


def built(board: Board) -> frozenset[Hex]:
    """Return the hexes of a map in which a missile site stands as the game begins."""
    return frozenset(at for at, content in board.cells.items() if SITE in content.features)


@implements("LEB82", "13.0", "13.0/1", "13.0/2")
def standing(situation: Situation) -> tuple[Hex, ...]:
    """Return the sites that stand, by their numbers.

    They are no units: nothing that counts, moves, attacks or controls hexes looks at them.
    """
    if situation.ruleset.sams is None:
        return ()
    return tuple(sorted(situation.sites, key=situation.board.label))


def hunts_sites(situation: Situation, side: str) -> bool:
    """Return whether the sites are an enemy of a side: it has troops of those they are against."""
    rule, roster = situation.ruleset.sams, situation.roster
    if rule is None:
        return False
    units = (unit for unit in roster.units.values() if unit.side == side)
    markers = (marker for marker in roster.markers.values() if marker.side == side)
    return any(map(rule.concerns, units)) or any(map(rule.concerns, markers))


@implements("LEB82", "13.0/9")
def envelope(situation: Situation, site: Hex) -> frozenset[Hex]:
    """Return the hexes of the map that a site covers: two hexes outward, and its own (FM-Q57)."""
    rule = situation.ruleset.sams
    if rule is None:
        return frozenset()
    cells = (cell for cell in site.disc(rule.radius) if cell in situation.board)
    return frozenset(cell for cell in cells if rule.own_hex or cell != site)


@implements("LEB82", "13.0/9", "13.0/10")
def covers(situation: Situation, site: Hex, cell: Hex) -> Ruling:
    """Return whether a site covers a hex, with the range."""
    board, distance = situation.board, site.distance(cell)
    label, where = "Range envelope", board.label(cell)
    hexes = count(distance, "hex", "hexes")
    said = f"{where} is {hexes} from the site in {board.label(site)}"
    rule = situation.ruleset.sams
    reach = 0 if rule is None else rule.radius
    if cell not in envelope(situation, site):
        far = count(reach, "hex", "hexes")
        why = f"{said}, which reaches {far} and no farther, whatever the map's shading."
        return refusal(label, why, "LEB82 13.0/9", "LEB82 13.0/10")
    own = ("LEB82 13.1",) if distance == 0 else ()
    return finding(label, distance, f"{said} and covered.", "LEB82 13.0/9", *own, unit="hexes")


@implements("LEB82", "13.0/12", "13.1/3", "13.1/4")
def may_fire(situation: Situation, site: Hex, marker: Marker, cell: Hex) -> Ruling:
    """Return whether a site may fire at a marker that is applied to a hex.

    Args:
        situation: The position.
        site: The hex of the site.
        marker: The marker, turned over.
        cell: Where it is applied.
    """
    where, name = situation.board.label(site), marker.name or marker.id
    label, rule = f"Site {where}", situation.ruleset.sams
    if rule is None or site not in situation.sites:
        left = ", ".join(map(situation.board.label, standing(situation))) or "none"
        return refusal(label, f"No site stands in {where}; sites that do: {left}.", "LEB82 13.0/4")
    if marker.kind != AIRCRAFT or not rule.concerns(marker):
        why = f"{name} is no {rule.against} aircraft, and sites engage nothing else."
        return refusal(label, why, "LEB82 13.1/3")
    ranged = covers(situation, site, cell)
    if not ranged.allowed:
        return ranged
    if site in situation.fired:
        why = f"The site in {where} has fired and is not ready until this combat phase is over."
        return refusal(label, why, "LEB82 13.0/12", "LEB82 13.1/4")
    said = f"The site in {where} may fire at {name}."
    return finding(label, True, said, "LEB82 13.1", parts=(ranged,))


@implements("LEB82", "13.0/13")
def shots_a_turn(rules: Ruleset) -> Ruling:
    """Return how many markers a site can engage in a game turn at the most (13.0)."""
    phases = 2 * (1 + rules.mobile_phases)
    more = 2 if rules.sams is not None and not rules.sams.shares_shot else 0
    said = f"One in each of {phases + more} phases; a bombardment uses the shot of the next combat."
    if more:
        said = f"One in each of {phases + more} phases, bombardment counted as one of its own."
    return figure("Engagements a turn", phases + more, said, "LEB82 13.0/13", unit="markers")


@implements("LEB82", "13.0/14", "13.1")
def engage(
    situation: Situation, marker: Marker, cell: Hex
) -> Generator[Step, Any, tuple[Situation, bool]]:
    """Let the sites that cover a hex fire at a marker applied there, as far as their owner likes.

    Args:
        situation: The position, the marker turned over.
        marker: The marker.
        cell: The hex it is applied to.

    Returns:
        The position after it, and whether the marker is still there to be applied.
    """
    for site in standing(situation):
        if not may_fire(situation, site, marker, cell).allowed:
            continue
        owner = situation.other(marker.side)
        where, name = situation.board.label(site), marker.name or f"+{marker.value}"
        purpose = f"{owner}: the site in {where} against {name}"
        options = (Option(HOLD, "hold its fire"), Option(FIRE, f"fire at {name}"))
        cases = ("LEB82 13.1", "LEB82 13.0/12")
        answer: Option = yield Choice(owner, purpose, options, cases, position=situation)
        if answer.key != FIRE:
            continue
        situation, through = yield from _shot(situation, site, marker)
        if not through:
            return situation, False
    return situation, True


@implements("LEB82", "13.1/1", "13.1/2", "13.1/4")
def _shot(
    situation: Situation, site: Hex, marker: Marker
) -> Generator[Step, Any, tuple[Situation, bool]]:
    """Fire one site at one marker; it has fired, whatever comes of it."""
    rule = situation.ruleset.sams
    assert rule is not None  # noqa: S101 - only standing sites fire
    where, name = situation.board.label(site), marker.name or f"+{marker.value}"
    bands = (Band(1, rule.hits, DOWN), Band(rule.hits + 1, DIE, THROUGH))
    cases = ("LEB82 13.1/1", "LEB82 13.1/2")
    purpose = f"Missiles from {where} at {name}"
    band: Band = yield Roll(purpose, DIE, bands, cases, position=situation)
    situation = evolve(situation, fired=situation.fired | {site})
    if band.outcome != DOWN:
        yield finding("Missiles", THROUGH, f"{name} comes through.", "LEB82 13.1/2")
        return situation, True
    said = f"{name} is shot down: the marker is removed for good and adds nothing here."
    yield finding("Missiles", DOWN, said, "LEB82 13.1/1")
    gone, ready = situation.gone | {marker.id}, situation.ready - {marker.id}
    return evolve(situation, gone=gone, ready=ready), False


@implements("LEB82", "13.1/4")
def reloaded(situation: Situation) -> Situation:
    """Return the position at the end of a combat phase: sites that fired may fire again."""
    return evolve(situation, fired=frozenset()) if situation.fired else situation


def after_bombardment(situation: Situation) -> Situation:
    """Return the position at the end of a Bombardment Phase.

    What fired there has used the shot of the combat phase that follows (FM-Q46), unless the rules
    count the bombardment as a phase of its own.
    """
    rule = situation.ruleset.sams
    return situation if rule is None or rule.shares_shot else reloaded(situation)


@implements("LEB82", "13.0/5", "13.0/6", "13.0/8")
def site_strength(situation: Situation) -> Ruling:
    """Return what a site counts when it is bombarded; nothing else asks for it."""
    rule = situation.ruleset.sams
    points = 0 if rule is None else rule.strength
    said = f"A site counts {points} in a bombardment, and nothing anywhere else."
    return figure("Missile site", points, said, "LEB82 13.0/6", unit="points")


def removed(situation: Situation, site: Hex) -> Situation:
    """Return the position without a site; no site is ever rebuilt."""
    return evolve(situation, sites=situation.sites - {site}, fired=situation.fired - {site})


@implements("LEB82", "13.0/4")
def overrun(situation: Situation, unit: str, path: Iterable[Hex]) -> Situation:
    """Return the position after a unit entered some hexes: sites there are gone for good.

    For ``Ruleset.after_move``; it matters not whether the unit ends its move there.

    Args:
        situation: The position after the move or the advance.
        unit: Who moved.
        path: The hexes entered.
    """
    rule = situation.ruleset.sams
    if rule is None or not rule.concerns(situation.unit(unit)):
        return situation
    for cell in situation.sites.intersection(path):
        situation = removed(situation, cell)
    return situation
