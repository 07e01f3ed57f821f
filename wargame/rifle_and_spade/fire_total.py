"""The net fire modifier as a number, and as a ruling with every candidate of its four families."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, figure, refusal, skipped, total
from wargame.rifle_and_spade.fire_drm import (
    Drm,
    Pair,
    cover_drm,
    covers,
    enfiladed,
    modifier_drm,
    pairs,
)
from wargame.rifle_and_spade.fire_families import (
    Activity,
    GunDrm,
    activities,
    density,
    gun_drms,
)
from wargame.rifle_and_spade.fire_mods import fire_mods

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wargame.rifle_and_spade.fire_points import Strength
    from wargame.rifle_and_spade.shot import Shot
    from wargame.rifle_and_spade.state import Piece, Situation


class _Candidate(Protocol):
    """A unit, or a pair of units, with the modifiers that it would give."""

    @property
    def drms(self) -> tuple[Drm, ...]:
        """The modifiers."""

    @property
    def value(self) -> int:
        """Their sum."""


@frozen
class Net:
    """The net modifier of a fire: its four families with every candidate (17.2/2).

    Args:
        density: By the target's steps.
        guns: What each firing gun would give; the worst counts.
        deeds: What each active target would give; the best counts.
        pairs: What each pair of firer and target would give; the best counts.
    """

    density: Drm
    guns: tuple[GunDrm, ...]
    deeds: tuple[Activity, ...]
    pairs: tuple[Pair, ...]

    @property
    def value(self) -> int:
        """The sum."""
        best = min((each.value for each in self.deeds), default=0)
        best += min((each.value for each in self.pairs), default=0)
        return self.density.value + max((each.value for each in self.guns), default=0) + best


@implements("RS", "17.2/2", "17.2/2d")
def net_of(shot: Shot, found: Strength) -> Net:
    """Return the net modifier of a shot: density, worst gun, best activity, best pair."""
    if not found.parts:
        return Net(density(shot), (), (), ())
    fires = contributing(shot, found)
    guns = gun_drms(fires, dict(found.spotters))
    return Net(density(fires), guns, activities(fires), pairs(fires))


def contributing(shot: Shot, found: Strength) -> Shot:
    """Return the shot with those alone who add fire points: only they make pairs and crossfire."""
    names = {part.piece.unit for part in found.parts}
    firers = tuple(name for name in shot.firers if name in names)
    return shot if firers == shot.firers else evolve(shot, firers=firers)


def net_drm(shot: Shot, found: Strength) -> int:
    """Return the net modifier of a shot as a number."""
    return net_of(shot, found).value


def net_drm_ruling(shot: Shot, found: Strength, net: Net | None = None) -> Ruling:
    """Return the net modifier with its four families and every candidate in each."""
    net = net_of(shot, found) if net is None else net
    guns = [(each.firer, each) for each in net.guns]
    deeds = [(each.target, each) for each in net.deeds]
    families = (
        _drm_ruling(net.density),
        _family("Artillery DRM", guns, max, "No artillery fires.", "RS 17.2/2b"),
        _family(
            "Target Activity DRM",
            deeds,
            min,
            "No target unit moves or performs a long action.",
            "RS 17.2/2c",
        ),
        _base_family(net.pairs),
    )
    return total("Net fire DRM", families, "The four families added up.", "RS 17.2/2")


def _drm_ruling(drm: Drm) -> Ruling:
    return figure(drm.label, drm.value, drm.why, drm.case, provenance=drm.origin)


def _family(
    label: str,
    named: Sequence[tuple[str, _Candidate]],
    best: Callable[[Iterable[int]], int],
    none: str,
    case: str,
) -> Ruling:
    """Return the family of a label: the candidate with the greatest or least sum counts."""
    if not named:
        return figure(label, 0, none, case)
    wanted = best(candidate.value for _, candidate in named)
    word = "greatest" if best is max else "least"
    chosen = next(name for name, candidate in named if candidate.value == wanted)
    parts, taken = [], False
    for name, candidate in named:
        inner = map(_drm_ruling, candidate.drms)
        if candidate.value == wanted and not taken:
            taken = True
            parts.append(total(name, inner, f"The {word} sum: it counts.", case))
        else:
            why = f"Passed over: {chosen} has the {word} sum."
            parts.append(skipped(name, why, case, value=candidate.value, parts=inner))
    return choice(label, parts, f"{chosen} has the {word} sum.", case)


def _base_family(candidates: Sequence[Pair]) -> Ruling:
    """Return the base family; pairs that are alike in every modifier stand on one line."""
    groups: dict[tuple[Drm, ...], list[Pair]] = {}
    for pair in candidates:
        key = tuple(evolve(drm, why="") for drm in pair.drms)
        groups.setdefault(key, []).append(pair)
    named = [(_names(members), members[0]) for members in groups.values()]
    return _family("Base Fire DRM", named, min, "Nobody fires at anybody.", "RS 17.2/2d")


def base_drm(shot: Shot, mark: str) -> Ruling:
    """Return the base family of a shot for one of the target units alone.

    Args:
        shot: The fire.
        mark: The target unit.
    """
    between = [pair for pair in pairs(shot) if pair.target == mark]
    if not between:
        why = f"{mark} is no target there, or immune."
        return refusal("Base Fire DRM", why, "RS 7.5.1", "RS 17.2/1")
    return _base_family(between)


def _names(members: Sequence[Pair]) -> str:
    firers = dict.fromkeys(pair.firer for pair in members)
    targets = dict.fromkeys(pair.target for pair in members)
    return f"{', '.join(firers)} at {', '.join(targets)}"


@implements("RS", "18.4/3")
def assault_drm(situation: Situation, firing: Iterable[str], targets: Iterable[str]) -> Ruling:
    """Return one side's net DRM in assault: the Fire Mods that count there, as in a fire.

    The targets no longer hide. What concerns artillery as a target never counts (18.4.2, RS-Q82),
    so only others make pairs; of all pairs the least sum counts, as in 17.2/2d.

    Args:
        situation: The position.
        firing: The units that would fire.
        targets: The units they would fire at, in the same hex.
    """
    firers = [situation.piece(name) for name in firing]
    aimed = [situation.piece(name) for name in targets]
    candidates = [
        Pair(firer.unit, target.unit, _assault_drms(situation, firer, target))
        for target in aimed
        if not situation.unit(target).artillery
        for firer in firers
    ]
    if not candidates:
        return figure("Assault DRM", 0, "Only artillery is there as a target.", "RS 18.4/3")
    return _base_family(candidates)


def _assault_drms(situation: Situation, firer: Piece, target: Piece) -> tuple[Drm, ...]:
    mods = fire_mods(situation.shelf)
    rows = covers(situation, evolve(target, hiding=""), on_top=False)
    found = [cover_drm(mods, row, "infantry") for row in rows if row.assault]
    raked = mods.modifiers["enfilade"]
    if raked.assault and raked.infantry is not None and enfiladed(situation, firer, target):
        found.append(modifier_drm(mods, "enfilade", raked.infantry, "Along the trench."))
    return tuple(drm for drm in found if drm is not None)
