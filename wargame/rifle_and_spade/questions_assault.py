"""The rule questions about assault (18) and retreat (19) that may be asked by name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from wargame.core.charts import ChartShelf
from wargame.core.drivers import play
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, automatic, figure, finding, refusal
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import assault, retreat
from wargame.rifle_and_spade.assault_round import Round, shifts
from wargame.rifle_and_spade.assault_strength import base_strength, bystanders
from wargame.rifle_and_spade.assault_table import Role, assault_chart
from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.scene import FAMILY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.retreat_ways import RetreatRole
    from wargame.rifle_and_spade.state import Assault, Situation

ROLES: tuple[Role, ...] = get_args(Role)
RETREATING: tuple[RetreatRole, ...] = ("attacker", "defender", "overstacked")


def _role(name: str, where: str) -> Role:
    found = next((each for each in ROLES if each == name), None)
    if found is None:
        raise RequestError(where, shown(name), one_of(ROLES, name))
    return found


def _marker(situation: Situation, at: str) -> Assault:
    return assault.marker_at(situation, situation.board.hex(at))


def _fight(situation: Situation, at: str, number: int, where: str) -> Round:
    """Return a round of the assault in a hex, as if the position were that of its start."""
    marker = _marker(situation, at)
    if number < 1:
        raise RequestError(f"question {where}, round", str(number), "1 or more")
    if not assault.contested(situation, marker):
        raise RequestError(
            f"question {where}, at", at, "a hex where both sides have units to fight"
        )
    return Round(situation, marker, number)


# ---- strengths


@question("rs.assault_strength", scene=FAMILY)
def assault_strength(situation: Situation, *, at: str, role: str) -> Ruling:
    """The base assault strength of a side, unit by unit.

    Args:
        situation: The position.
        at: The printed number of the hex with the assault marker.
        role: attacker or defender.
    """
    whose = _role(role, "question rs.assault_strength, role")
    return base_strength(situation, _marker(situation, at), whose)


@question("rs.assault_value", scene=FAMILY)
def assault_value(situation: Situation, *, unit: str) -> Ruling:
    """What one unit counts in the assault in its hex, on whichever side.

    Args:
        situation: The position.
        unit: The unit.
    """
    piece, name = situation.piece(unit), situation.unit(unit).name
    marker = assault.marker_at(situation, piece.at)
    role: Role = "attacker" if situation.side(piece) == marker.attacker else "defender"
    added = base_strength(situation, marker, role).parts[0]
    found = next((part for part in added.parts if part.label == name), None)
    if found is None:
        why = f"{name} is limbered: it is destroyed before the first round."
        return refusal(name, why, "RS 18.1.1", "RS 18.2.4")
    if piece in bystanders(situation, marker):
        return automatic(name, 0, found.sentence, *found.cases)
    return found


@question("rs.assault_drm", scene=FAMILY)
def assault_drm(situation: Situation, *, at: str, role: str, round: int = 1) -> Ruling:  # noqa: A002 - the field's word
    """The net modifier of a side in a round of assault, as if it fired at the other.

    Args:
        situation: The position.
        at: The printed number of the hex with the assault marker.
        role: attacker or defender.
        round: Which round it is.
    """
    whose = _role(role, "question rs.assault_drm, role")
    fight = _fight(situation, at, round, "rs.assault_drm")
    found = fight.modifier_rulings()
    if fight.base.weakling:
        return fight.base_ruling()
    if not fight.modified:
        return automatic(f"Net modifier of the {whose}", 0, found[0].sentence, *found[0].cases)
    return found[ROLES.index(whose)]


@question("rs.assault_box", scene=FAMILY)
def assault_box(situation: Situation, *, at: str, round: int = 1) -> Ruling:  # noqa: A002 - the field's word
    """The final box of a round of assault: strengths, base box, modifiers and shifts.

    Args:
        situation: The position.
        at: The printed number of the hex with the assault marker.
        round: Which round it is.
    """
    return _fight(situation, at, round, "rs.assault_box").ruling()


@question("rs.assault_shift")
def assault_shift(
    *, attacker: Fraction, defender: Fraction, attacker_drm: int = 0, defender_drm: int = 0
) -> Ruling:
    """The final box of two base strengths and two net modifiers.

    Args:
        attacker: The base strength of the attacker.
        defender: The base strength of the defender.
        attacker_drm: The attacker's net modifier, which lowers his column.
        defender_drm: The defender's, which lowers his row.
    """
    for name, strength in (("attacker", attacker), ("defender", defender)):
        if strength <= 0:
            where = f"question rs.assault_shift, {name}"
            raise RequestError(where, str(strength), "a strength above 0")
    chart = assault_chart(ChartShelf())
    base = chart.base(attacker, defender)
    if base.weakling:
        said = f"The {base.weakling} is destroyed before anything is shifted."
        return automatic("Final box", base.weakling, said, "RS 18.4/2b")
    parts = shifts(chart, base, attacker_drm, defender_drm)
    reached = chart.shifted(base, attacker_drm, defender_drm)
    if reached.weakling:
        said = f"The {reached.weakling} is shifted off the table and destroyed."
        return finding("Final box", reached.weakling, said, "RS 18.4/4c", parts=parts)
    column, row = (points_text(chart.strengths[n]) for n in (reached.column, reached.row))
    said = f"Column {column} for the attacker, row {row} for the defender."
    return finding("Final box", f"{column} / {row}", said, "RS 18.4/4", "RS 18.4.1", parts=parts)


# ---- rounds


def _afterwards(before: Situation, after: Situation, at: Hex) -> Iterable[Ruling]:
    """Yield what became of everybody who was in the hex."""
    for piece in before.at(at):
        name = piece.unit
        if not after.on_map(name):
            yield figure(f"{name} afterwards", "off the map", f"{name} is lost.", "RS 18.4.2")
            continue
        now = after.piece(name)
        words = [f"in {after.board.label(now.at)}"]
        if before.unit(name).steps:
            words.append(f"{points_text(now.steps)} of {points_text(before.unit(name).steps)}")
        words += [word for word, holds in (("Confused", now.confused), ("Hiding", now.hiding))
                  if holds]  # fmt: skip
        said = f"{name}: {', '.join(words)}."
        yield figure(f"{name} afterwards", ", ".join(words), said, "RS 18.4/6")


@question("rs.assault_round", scene=FAMILY)
def assault_round(
    situation: Situation,
    *,
    at: str,
    rolls: tuple[int, ...],
    choices: tuple[str, ...] = (),
    round: int = 1,  # noqa: A002 - the field's word
) -> Ruling:
    """Who loses a step in one round of assault, and what becomes of everybody.

    Args:
        situation: The position at the start of the round.
        at: The printed number of the hex with the assault marker.
        rolls: The dice in the order they are asked for: the round, then checks of morale.
        choices: Decisions in their order, each the key of an option; nobody else breaks off.
        round: Which round it is.
    """
    fight = _fight(situation, at, round, "rs.assault_round")
    script = Scripted("rs.assault_round", rolls, choices)
    played = play(lambda: assault.fight_round(situation, fight.marker, round), script)
    script.finish()
    parts = (*played.told, *_afterwards(situation, played.outcome, fight.marker.at))
    if fight.final.weakling:
        said = f"The {fight.final.weakling} is destroyed without a roll."
        return finding("Loses", fight.final.weakling, said, "RS 18.4", parts=parts)
    lost = script.rolled[0][1]
    said = "Both lose a step." if lost == "both" else f"The {lost} loses a step."
    return finding("Loses", lost, said, "RS 18.4/5", "RS 18.4.1", parts=parts)


@question("rs.assault", scene=FAMILY)
def whole_assault(
    situation: Situation, *, at: str, rolls: tuple[int, ...], choices: tuple[str, ...] = ()
) -> Ruling:
    """Who holds the hex after an assault fought to its end with these dice, round by round.

    Args:
        situation: The position.
        at: The printed number of the hex with the assault marker.
        rolls: The dice in the order they are asked for.
        choices: Decisions in their order, each the key of an option; nobody else breaks off.
    """
    here = situation.board.hex(at)
    script = Scripted("rs.assault", rolls, choices)
    played = play(lambda: assault.resolve_assault(situation, here), script)
    script.finish()
    after: Situation = played.outcome
    sides = {after.side(piece) for piece in after.at(here)}
    held = "Us/Them" if len(sides) > 1 else next(iter(sides), "nobody")
    parts = (*_rounds(played.told, script, at), *_afterwards(situation, after, here))
    said = "Both sides go to ground there." if len(sides) > 1 else f"{at} is held by {held}."
    return finding("Holds the hex", held, said, "RS 18.4/8", parts=parts)


def _rounds(told: tuple[Ruling, ...], script: Scripted, at: str) -> Iterable[Ruling]:
    """Yield the rounds, each with its strengths, box, losses and checks under names of its own."""
    rolled, number = list(script.rolled), 0
    for each in told:
        if not each.label.startswith(f"Assault at {at}, round"):
            continue
        number += 1
        bases = [each.parts[0].value, each.parts[1].value]
        one, other = (points_text(value) for value in bases if isinstance(value, int | Fraction))
        title = f"Round {number}"
        said = f"{one} for the attacker, {other} for the defender."
        yield figure(f"{title}, strengths", f"{one} / {other}", said, "RS 18.4/1")
        yield finding(f"{title}, box", each.value, each.sentence, "RS 18.4/4", parts=(each,))
        own = [(what, came) for what, came in rolled if what == each.label]
        if own:
            place = rolled.index(own[0])
            yield figure(f"{title}, loses", own[0][1], f"Who loses a step: {own[0][1]}.",
                         "RS 18.4/5")  # fmt: skip
            yield from _checks(rolled[place + 1 :], title)


def _checks(rolled: list[tuple[str, str]], title: str) -> Iterable[Ruling]:
    """Yield the checks of morale up to the next round."""
    found = []
    for what, came in rolled:
        if what.startswith("Assault at "):
            break
        if what.startswith("Morale of "):
            found.append(came)
    if found:
        said = f"Checks of morale, the attacker's first: {', '.join(found)}."
        yield figure(f"{title}, morale", tuple(found), said, "RS 18.4/6")


# ---- retreat


@question("rs.retreat", scene=FAMILY)
def retreats(  # noqa: PLR0913 - the facts of a retreat
    situation: Situation,
    *,
    units: tuple[str, ...],
    role: str,
    us_them: bool = False,
    choices: tuple[str, ...] = (),
    rolls: tuple[int, ...] = (),
) -> Ruling:
    """Where units end up that retreat, or that they surrender.

    Args:
        situation: The position.
        units: Those who retreat, all in one hex.
        role: attacker, defender or overstacked.
        us_them: Whether they may go to ground in the same hex instead.
        choices: Decisions in their order, each the key of an option, such as a hex.
        rolls: The dice in the order they are asked for.
    """
    whose = next((each for each in RETREATING if each == role), None)
    if whose is None:
        raise RequestError("question rs.retreat, role", shown(role), one_of(RETREATING, role))
    if not units or len({situation.piece(name).at for name in units}) > 1:
        raise RequestError("question rs.retreat, units", ", ".join(units) or "none", "one stack")
    at = situation.piece(units[0]).at
    script = Scripted("rs.retreat", rolls, choices)
    played = play(lambda: retreat.retreat(situation, units, whose, us_them=us_them), script)
    script.finish()
    after: Situation = played.outcome
    ends = tuple(after.board.label(after.piece(n).at) if after.on_map(n) else "lost" for n in units)
    parts = (*played.told, *_afterwards(situation, after, at))
    pairs = zip(units, ends, strict=True)
    said = "; ".join(f"{n} to {end}" if end != "lost" else f"{n} lost" for n, end in pairs)
    return finding("Retreat", ends, f"{said}.", "RS 19.1", parts=parts)
