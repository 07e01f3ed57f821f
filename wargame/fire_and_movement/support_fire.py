"""Support fire markers (7.0, 8.2.1 b): allotment, the alternating placement, the blind draw.

A marker lies face down until both sides have placed, and it was drawn blind; so who drew what makes
no difference until the reveal. The draw is therefore asked for at the reveal, which keeps the value
hidden from everybody by construction.

Where the rules limit a side's markers by nationality (Lebanon 14), their backs tell whose they are:
each nationality is a pool of its own, and who places says from which he draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import DataError, shown
from wargame.core.procedure import Band, Choice, Option, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, skipped
from wargame.core.words import count
from wargame.fire_and_movement.sams import AIRCRAFT, engage

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker

PLACE, PASS = "place", "pass"
PLAYERS = 2


@implements("FM8", "7.1", "7.1/1", "7.1/3")
@implements("FM7", "7.1", "7.1/1", "7.1/3")
def allotment(rules: Ruleset, box: str, *, first_player: bool) -> Ruling:
    """Return how many markers a player receives this turn, from the turn track's box.

    Args:
        rules: Gives the edition.
        box: As printed: one number for both players, or ``8/9`` for the first and the second.
        first_player: Whether the first player asks.

    Raises:
        DataError: The box holds no such thing.
    """
    figures = numbers_in(box)
    number = figures[0] if first_player else figures[-1]
    who = "first" if first_player else "second"
    said = f"The box {box} gives the {who} player {count(number, 'marker')}."
    return figure("Allotment", number, said, *rules.cases("7.1", "7.1/1", "7.1/3"), unit="markers")


def numbers_in(box: str) -> tuple[int, ...]:
    """Return the one or two numbers of a turn track's box.

    Raises:
        DataError: The box holds no such thing.
    """
    figures = [each.strip() for each in box.split("/")]
    if len(figures) > PLAYERS or not all(each.isascii() and each.isdecimal() for each in figures):
        raise DataError("turn track box", shown(box), "a number, or two with a slash: '8/9'")
    return tuple(map(int, figures))


@implements("FM8", "7.1/2")
@implements("FM7", "7.1/2")
def allotted(
    situation: Situation, pool: Sequence[Marker], number: int
) -> Generator[Step, Any, tuple[Marker, ...]]:
    """Take this turn's markers from the pool.

    Version 8 takes the lowest values first; version 7 draws every one at random (FM-Q09).

    Args:
        situation: The position; its rules say which.
        pool: The side's whole pool.
        number: The allotment.

    Returns:
        The markers taken, all of the pool when it holds no more than *number*.
    """
    left = sorted(pool, key=_by_value)
    if number >= len(left):
        return tuple(left)
    if situation.ruleset.lowest_first:
        return tuple(left[:number])
    taken: list[Marker] = []
    for _ in range(number):
        marker = yield from draw(tuple(left), "Draw a marker for this turn", situation)
        left.remove(marker)
        taken.append(marker)
    return tuple(sorted(taken, key=_by_value))


def _by_value(marker: Marker) -> tuple[int, str]:
    return marker.value, marker.id


@implements("FM8", "7.2", "7.2/6")
@implements("FM7", "7.2", "7.2/5", "8.2.1/3")
def draw(
    markers: Sequence[Marker], purpose: str, situation: Situation
) -> Generator[Step, Any, Marker]:
    """Draw one marker blind; markers that are alike are one band.

    Args:
        markers: What lies in the pool; at least one.
        purpose: What the draw is for.
        situation: The position it is drawn in; its rules give the case, and say whether aircraft
            are told apart.
    """
    rules = situation.ruleset
    sites = rules.sams is not None
    ordered = sorted(markers, key=lambda each: (each.value, sites and each.kind, each.id))
    bands: list[Band] = []
    for face, marker in enumerate(ordered, start=1):
        look = f"+{marker.value}"
        if sites and marker.kind == AIRCRAFT:
            look = f"{look} {AIRCRAFT}"
        if bands and bands[-1].outcome == look:
            bands[-1] = evolve(bands[-1], high=face)
        else:
            bands.append(Band(face, face, look))
    cases = rules.cases("7.2/6")
    band: Band = yield Roll(purpose, len(ordered), bands, cases, drawn=True, position=situation)
    return ordered[band.low - 1]


def pools(situation: Situation, side: str) -> dict[str, tuple[Marker, ...]]:
    """Return the markers that a side may still draw, by nationality where that matters.

    Where it does not, all are in one pool, whose name is empty.
    """
    ready = situation.markers(side, pool=True)
    limited = {name for pair in situation.ruleset.coordination for name in pair}
    found: dict[str, tuple[Marker, ...]] = {}
    for marker in ready if limited else ():
        name = marker.nationality if marker.nationality in limited else ""
        found[name] = (*found.get(name, ()), marker)
    return found or {"": ready}


@implements("LEB82", "14.0", "14.0/1", "14.0/2")
def may_place(attack: Attack, side: str, nationality: str, placed: Sequence[str]) -> Ruling:
    """Return whether a side may place one marker more on a combat.

    In a combat of only Syrians or only PLO one marker of the other is the most (Lebanon 14); a
    force of both has no such limit (FM-Q58).

    Args:
        attack: The attack.
        side: Who wants to place.
        nationality: Whose marker; empty where that does not matter.
        placed: The nationalities of the markers that the side has placed on this combat.
    """
    situation, rules = attack.situation, attack.situation.ruleset
    label = f"Marker {len(placed) + 1}"
    if len(placed) >= rules.markers_in_combat:
        why = f"{side} has placed {count(len(placed), 'marker')}, and no more may be."
        return refusal(label, why, rules.case("8.2.1/2"))
    stock = len(pools(situation, side).get(nationality, ())) - list(placed).count(nationality)
    if stock <= 0:
        why = f"{side} has no {f'{nationality} ' if nationality else ''}marker left to place."
        return refusal(label, why, rules.case("7.2/6"))
    pieces = attack.pieces if side == situation.active else attack.defenders
    alone = {situation.unit(piece.unit).nationality for piece in pieces}
    for whose in alone if len(alone) == 1 else ():
        case = rules.coordination.get((whose, nationality))
        if case is not None and nationality in placed:
            why = f"Only {whose} units fight here: one {nationality} marker is the most."
            return refusal(label, why, case)
    said = f"{side} may place a marker ({stock} left)."
    return finding(label, True, said, rules.case("8.2.1/2"))


@implements("FM8", "8.2.1/2", "8.2.1/3", "8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/7", "8.2.1/8")
@implements("FM7", "8.2.1/2", "8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/7", "8.2.1/8", "8.2.1/9")
def place_support(attack: Attack) -> Generator[Step, Any, Attack]:
    """Run the five steps of placing support fire on one combat, then reveal (8.2.1 b).

    Attacker, defender, attacker, defender: each may place one marker or pass, whatever was done
    before, and nobody may take a step back.

    Returns:
        The attack with the revealed markers on it and its situation with them spent.
    """
    situation, rules = attack.situation, attack.situation.ruleset
    placed: dict[str, list[str]] = {situation.active: [], situation.inactive: []}
    looked: list[Marker] = []
    step_cases = iter(("8.2.1/3", "8.2.1/4", "8.2.1/5", "8.2.1/6"))
    for number in range(1, rules.markers_in_combat + 1):
        for side in (situation.active, situation.inactive):
            case = rules.case(next(step_cases, "8.2.1/6"))
            what = f"{side}: marker {number}"
            options, barred = _place_options(attack, side, placed[side])
            if len(options) == 1:
                yield skipped(what, barred[0][1].sentence, case)
                continue
            cases = (case, rules.case("8.2.1/8"))
            answer: Option = yield Choice(side, what, options, cases, barred, position=attack)
            if answer.key == PASS:
                continue
            nationality = answer.key.partition(":")[2]
            placed[side].append(nationality)
            if not rules.drawn_unseen:
                looked.append((yield from _looked_at(situation, side, what, nationality, looked)))
    return (yield from _reveal(attack, placed, looked))


def _looked_at(
    situation: Situation, side: str, what: str, nationality: str, looked: Sequence[Marker]
) -> Generator[Step, Any, Marker]:
    """Draw a marker as it is placed, where its owner may look at it."""
    able = [each for each in situation.markers(side, pool=True) if each not in looked]
    return (yield from drawn_marker(situation, side, f"{what}, looked at", nationality, able))


def _place_options(
    attack: Attack, side: str, placed: Sequence[str]
) -> tuple[tuple[Option, ...], tuple[tuple[str, Ruling], ...]]:
    """Return what a side may do in its step of placing, and what it may not and why."""
    stocks = pools(attack.situation, side)
    options, barred = [Option(PASS, "place no marker")], list[tuple[str, Ruling]]()
    for nationality, markers in sorted(stocks.items()):
        key = pool_key(PLACE, nationality)
        ruling = may_place(attack, side, nationality, placed)
        if ruling.allowed:
            left = len(markers) - list(placed).count(nationality)
            which = f" {nationality}" if nationality else ""
            options.append(Option(key, f"place a{which} marker, unseen ({left} left)"))
        else:
            barred.append((key, ruling))
    return tuple(options), tuple(barred)


def pool_key(action: str, nationality: str) -> str:
    """Return the key of an option that draws from one pool of a side."""
    return f"{action}:{nationality}" if nationality else action


@implements("LEB82", "13.1")
def _reveal(
    attack: Attack, placed: dict[str, list[str]], looked: Sequence[Marker]
) -> Generator[Step, Any, Attack]:
    """Turn the placed markers over, attacker's first, and spend them (7.2/3, 7.2/7).

    When all are known, missile sites may fire at the aircraft among them (Lebanon 13.1).
    """
    situation = attack.situation
    drawn: dict[str, list[Marker]] = {}
    for side, pool in placed.items():
        drawn[side] = []
        for number, nationality in enumerate(pool, start=1):
            purpose = f"{side}: turn over marker {number}"
            seen = [each for each in looked if each.side == side]
            if seen:
                marker = seen[number - 1]
            else:
                marker = yield from drawn_marker(situation, side, purpose, nationality)
            situation = situation.spend((marker.id,))
            drawn[side].append(marker)
    fire: dict[str, tuple[str, ...]] = {}
    for side, markers in drawn.items():
        situation, fire[side] = yield from past_missiles(situation, markers, attack.target)
    return evolve(
        attack,
        situation=situation,
        attack_fire=(*attack.attack_fire, *fire[situation.active]),
        defense_fire=(*attack.defense_fire, *fire[situation.inactive]),
    )


def past_missiles(
    situation: Situation, markers: Sequence[Marker], cell: Hex
) -> Generator[Step, Any, tuple[Situation, tuple[str, ...]]]:
    """Let missile sites fire at markers applied to a hex; return the position and who is left."""
    left: list[str] = []
    for marker in markers:
        situation, through = yield from engage(situation, marker, cell)
        if through:
            left.append(marker.id)
    return situation, tuple(left)


@implements("FM8", "7.2/3", "7.2/7")
@implements("FM7", "7.2/3", "7.2/6")
def drawn_marker(
    situation: Situation,
    side: str,
    purpose: str,
    nationality: str = "",
    able: Sequence[Marker] | None = None,
) -> Generator[Step, Any, Marker]:
    """Draw one of a side's ready pool markers; the caller spends it, so it serves only once.

    Args:
        situation: The position.
        side: Whose marker.
        purpose: What the draw is for.
        nationality: Which of its pools, where it has several.
        able: The markers that can serve there, where not all can.
    """
    pool = pools(situation, side)[nationality]
    if able is not None:
        pool = tuple(marker for marker in pool if marker in able)
    marker = yield from draw(pool, purpose, situation)
    yield revealed(marker, situation.ruleset)
    return marker


def revealed(marker: Marker, rules: Ruleset) -> Ruling:
    """Return the announcement of a marker turned over."""
    name = marker.name or marker.id
    kind = f", {marker.kind}" if rules.sams is not None and marker.kind == AIRCRAFT else ""
    said = f"{marker.side} turns over +{marker.value}{kind}."
    cases = rules.reveal_cases
    return finding(f"Marker {name}", marker.value, said, *cases, provenance=marker.provenance)
