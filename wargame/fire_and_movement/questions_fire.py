"""Questions about support fire, the Bombardment Phase and missile sites (7.1, 8.1; Lebanon 13)."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from wargame.core.drivers import odds
from wargame.core.errors import RequestError, shown
from wargame.core.procedure import Choice, Roll
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, refusal, total
from wargame.core.run import Run
from wargame.core.words import count
from wargame.fire_and_movement import sams
from wargame.fire_and_movement.allotment import due, track_named
from wargame.fire_and_movement.bombarded import (
    Laid,
    apply_bombardment,
    assess_bombardment,
    effect_of,
)
from wargame.fire_and_movement.bombardment_phase import bombardment_phase
from wargame.fire_and_movement.crt import MEANING
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.questions_given import given_attack, given_code
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.support_fire import may_place

FAMILY = "fire_and_movement"
ELIMINATED = "eliminated"
MAX_POOL = 99
"""More markers than any pool has."""


@question("fm.markers_due")
def markers_due(*, game: str, track: str, turn: int, player: str, pool: int) -> Ruling:
    """How many support markers a player takes from his pool in a turn of a game's turn track.

    Args:
        game: The ruleset.
        track: The turn track, such as lebanon_82/2006.
        turn: The game turn.
        player: first or second.
        pool: How many markers his pool holds.
    """
    if player not in {"first", "second"}:
        raise RequestError("question fm.markers_due, player", shown(player), "first or second")
    if not 0 <= pool <= MAX_POOL:
        raise RequestError("question fm.markers_due, pool", str(pool), f"0 to {MAX_POOL}")
    rules, first = ruleset_named(game), player == "first"
    return due(rules, track_named(track), turn, pool, first_player=first)


@question("fm.may_place", scene=FAMILY)
def may_place_marker(  # noqa: PLR0913 - the facts of a combat
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    side: str,
    nationality: str = "",
    placed: tuple[str, ...] = (),
) -> Ruling:
    """Whether a side may place one support marker more on a combat.

    Args:
        situation: The position.
        target: The printed number of the hex.
        attackers: The attacking units.
        side: Who wants to place.
        nationality: Whose marker it is, where a side has those of several.
        placed: The nationalities of the markers that the side has placed on this combat.
    """
    situation.other(side)
    attack = given_attack(situation, target, attackers)
    return may_place(attack, side, nationality, placed)


@question("fm.bombard", scene=FAMILY)
def bombard(
    situation: Situation,
    *,
    target: str,
    markers: tuple[str, ...],
    site: bool = False,
    sites: tuple[str, ...] = (),
) -> Ruling:
    """A bombardment by the system rules worked out up to the die: its column, and the results.

    Args:
        situation: The position; its active side bombards.
        target: The printed number of the hex.
        markers: The ids of its markers, turned over.
        site: Whether it is laid on the missile site there.
        sites: The missile sites that stand.
    """
    laid = _laid(situation, target, markers, sites, site=site)
    return assess_bombardment(laid).ruling


@question("fm.bombarded", scene=FAMILY)
def bombarded(  # noqa: PLR0913 - the facts of a bombardment and how it went
    situation: Situation,
    *,
    target: str,
    code: str,
    answers: tuple[str, ...] = (),
    side: str = "",
    site: bool = False,
    sites: tuple[str, ...] = (),
) -> Ruling:
    """What a result of the table does in a bombardment by the system rules: the steps lost.

    Args:
        situation: The position; its active side bombards.
        target: The printed number of the hex.
        code: The result.
        answers: Option keys in the order asked: ``retreat`` or ``stand``, ways, units.
        side: Count only this side's steps.
        site: Whether it is laid on the missile site there.
        sites: The missile sites that stand.

    Returns:
        The steps lost; with parts for what the result does, and for where each unit ends.
    """
    given_code(code, "fm.bombarded")
    laid = _laid(situation, target, (), sites, site=site)
    effect = effect_of(laid, code)
    run = _answered(Run(partial(apply_bombardment, laid, effect)), answers, "fm.bombarded")
    outcome = run.outcome
    assert isinstance(outcome, CombatOutcome)  # noqa: S101 - what the procedure returns
    told = [each for each in run.told if each.label.startswith("Loss of")]
    if side:
        situation.other(side)
        owners = [situation.unit(loss.before.unit).side for loss in outcome.losses]
        told = [each for each, owner in zip(told, owners, strict=True) if owner == side]
    steps = total("Steps lost", told, f"{code}: {MEANING[code]}.", unit="steps")
    rules = situation.ruleset
    does = figure("Effect", effect, "What it does here.", *rules.cases("8.1.3", "8.1.3/1"))
    moves = [each for each in run.told if each.label.startswith("Retreat of")]
    cases = [*map(str, rules.cases("8.1.3"))] + ["LEB82 13.0/7"] * site
    parts = (does, steps, *moves, *_ends(situation, outcome.situation))
    return finding("Bombarded", steps.value, steps.sentence, *cases, parts=parts, unit="steps")


@question("fm.bombardment_order", scene=FAMILY)
def bombardment_order(situation: Situation, *, answers: tuple[str, ...]) -> Ruling:
    """What may be answered next in a Bombardment Phase, after some answers.

    Args:
        situation: The position.
        answers: Option keys in the order asked: a hex such as ``0303``, ``draw``, ``go``; a die or
            a draw is written as its number.
    """
    run = Run(partial(bombardment_phase, situation))
    for answer in answers:
        run.answer(int(answer) if answer.isdecimal() and isinstance(run.request, Roll) else answer)
    request, case = run.request, situation.ruleset.case("8.1")
    if request is None:
        return finding("Bombardment Phase", (), "The phase is over.", case)
    keys: tuple[str, ...] = ()
    if isinstance(request, Choice):
        keys = tuple(option.key for option in request.options)
    return finding("Bombardment Phase", keys, f"{request.purpose}.", case, *request.cases)


@question("fm.sam_envelope", scene=FAMILY)
def sam_envelope(situation: Situation, *, site: str) -> Ruling:
    """How many hexes of the map a missile site covers."""
    situation = _with_sites(situation, (site,))
    cells = sams.envelope(situation, situation.board.hex(site))
    said = f"Hexes within two of {site}, its own among them (FM-Q57)."
    return finding("Range envelope", len(cells), said, "LEB82 13.0/9", unit="hexes")


@question("fm.sam_covers", scene=FAMILY)
def sam_covers(situation: Situation, *, site: str, target: str) -> Ruling:
    """Whether a missile site covers a hex; the value is the range."""
    situation = _with_sites(situation, (site,))
    return sams.covers(situation, situation.board.hex(site), situation.board.hex(target))


@question("fm.sam_fire", scene=FAMILY)
def sam_fire(  # noqa: PLR0913 - the facts of a shot
    situation: Situation,
    *,
    site: str,
    target: str,
    marker: str,
    sites: tuple[str, ...] = (),
    fired: tuple[str, ...] = (),
) -> Ruling:
    """Whether a missile site may fire at a marker that is applied to a hex.

    Args:
        situation: The position.
        site: The site.
        target: Where the marker is applied.
        marker: The id of the marker.
        sites: The sites that stand; this one alone when none is named.
        fired: Sites that have fired in this combat phase.
    """
    board = situation.board
    situation = _with_sites(situation, sites or (site,))
    situation = evolve(situation, fired=frozenset(map(board.hex, fired)))
    thing = situation.roster.marker(marker)
    return sams.may_fire(situation, board.hex(site), thing, board.hex(target))


@question("fm.sam_survival", scene=FAMILY)
def sam_survival(
    situation: Situation, *, target: str, marker: str, sites: tuple[str, ...]
) -> Ruling:
    """The chance that a marker applied to a hex comes through when every site in range fires."""
    situation = _with_sites(situation, sites)
    thing, cell = situation.roster.marker(marker), situation.board.hex(target)
    shots = partial(sams.engage, situation, thing, cell)
    chance = odds(shots, _fires).chance(lambda end: bool(end[1]))
    able = [sams.may_fire(situation, site, thing, cell) for site in sams.standing(situation)]
    number = sum(each.allowed for each in able)
    firing = count(number, "site fires", "sites fire")
    said = f"{firing}; each removes it on a 1 or 2."
    cases = ("LEB82 13.1/1", "LEB82 13.1/2", "LEB82 13.0/14")
    return finding("Comes through", chance, said, *cases, parts=able)


@question("fm.sam_shots")
def sam_shots(*, game: str) -> Ruling:
    """How many markers a missile site can engage in a game turn at the most."""
    rules = ruleset_named(game)
    if rules.sams is None:
        return refusal("Engagements a turn", f"{rules.title} has no missile sites.", "LEB82 13.0")
    return sams.shots_a_turn(rules)


def _fires(choice: Choice) -> str:
    """Fire whenever asked."""
    return sams.FIRE if any(each.key == sams.FIRE for each in choice.options) else sams.HOLD


def _with_sites(situation: Situation, labels: tuple[str, ...]) -> Situation:
    sites = frozenset(map(situation.board.hex, labels))
    return evolve(situation, sites=situation.sites | sites)


def _laid(
    situation: Situation,
    target: str,
    markers: tuple[str, ...],
    sites: tuple[str, ...],
    *,
    site: bool,
) -> Laid:
    situation = _with_sites(situation, sites)
    cell = situation.board.hex(target)
    for name in markers:
        situation.roster.marker(name)
    if site and cell not in situation.sites:
        found = f"no missile site in {target}"
        raise RequestError("question, site", found, ", ".join(sites) or "a hex named in sites")
    return Laid(situation, cell, markers, site)


def _answered(run: Run, answers: tuple[str, ...], name: str) -> Run:
    for answer in answers:
        run.answer(answer)
    if run.request is not None:
        keys = ", ".join(option.key for option in getattr(run.request, "options", ()))
        raise RequestError(
            f"question {name}, answers", f"nothing for {run.request.purpose!r}", keys
        )
    return run


def _ends(before: Situation, after: Situation) -> list[Ruling]:
    """Return for each unit where it ends, under its id."""
    there = {piece.unit: before.board.label(piece.at) for piece in after.pieces}
    return [
        figure(
            piece.unit, there.get(piece.unit, ELIMINATED), f"Was in {before.board.label(piece.at)}."
        )
        for piece in before.pieces
    ]
