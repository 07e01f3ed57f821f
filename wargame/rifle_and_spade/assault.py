"""Assault (18): hex after hex, round after round, until one side is gone or goes to ground."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import RequestError
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import hiding, morale, retreat, us_them, works_position
from wargame.rifle_and_spade.assault_losses import Hit, destroy, take_hit
from wargame.rifle_and_spade.assault_round import Round, shifts
from wargame.rifle_and_spade.assault_strength import (
    attackers,
    base_strength,
    base_strengths,
    defenders,
)
from wargame.rifle_and_spade.retreat_move import offer_hiding
from wargame.rifle_and_spade.retreat_us_them import can_go_to_ground

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.rifle_and_spade.assault_table import Role
    from wargame.rifle_and_spade.state import Assault, Piece, Situation

__all__ = [
    "Round",
    "assault_subsegment",
    "base_strength",
    "base_strengths",
    "fight_round",
    "prepare",
    "resolve_assault",
    "shifts",
]

STAY = "stay"
RETREAT = "retreat"
ROLES: tuple[Role, Role] = ("attacker", "defender")


def _names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(piece.unit for piece in pieces)


@implements("RS", "18.0", "18.1")
def assault_subsegment(situation: Situation) -> Steps:
    """Resolve every assault of the active side, in the order it likes; return the position."""
    while markers := [each for each in situation.assaults if each.attacker == situation.active]:
        at = markers[0].at
        if len(markers) > 1:
            label = situation.board.label
            options = [Option(label(each.at), f"the assault in {label(each.at)}")
                       for each in sorted(markers, key=lambda each: each.at)]  # fmt: skip
            option: Option = yield Choice(
                situation.active,
                "Which assault is resolved next",
                options,
                ("RS 18.1",),
                position=situation,
            )
            at = situation.board.hex(option.key)
        situation = yield from resolve_assault(situation, at)
    return situation


@implements("RS", "18.1.3", "18.4", "18.4/8")
def resolve_assault(situation: Situation, at: Hex) -> Generator[Step, Any, Situation]:
    """Fight the assault in a hex to its end and return the position.

    Raises:
        RequestError: There is no assault marker in the hex.
    """
    marker = marker_at(situation, at)
    situation = yield from prepare(situation, marker)
    number = 0
    while contested(situation, marker):
        number += 1
        situation = yield from fight_round(situation, marker, number)
    if not number:
        situation = yield from _none_left(situation, marker)
    return (yield from _conclude(situation, marker))


def marker_at(situation: Situation, at: Hex) -> Assault:
    """Return the assault marker in a hex.

    Raises:
        RequestError: There is none.
    """
    marker = situation.assault_at(at)
    if marker is None:
        allowed = ", ".join(situation.board.label(each.at) for each in situation.assaults)
        where = f"{situation.board.label(at)}, without an assault"
        raise RequestError("assault", where, allowed or "a hex with an assault marker")
    return marker


def contested(situation: Situation, marker: Assault) -> bool:
    """Return whether both sides still have units in the assault."""
    return bool(attackers(situation, marker) and defenders(situation, marker))


@implements("RS", "18.1.1", "7.6.7")
def prepare(situation: Situation, marker: Assault) -> Generator[Step, Any, Situation]:
    """Make a hex ready for the first round: limbered artillery is lost, nobody who fights hides."""
    if not attackers(situation, marker):
        return situation
    limbered = [piece.unit for piece in situation.at(marker.at) if piece.order == "limbered"]
    if limbered:
        lost = yield from destroy(situation, limbered, "assault")
        situation = lost.situation
    fighting = (*attackers(situation, marker), *defenders(situation, marker))
    return hiding.unhide(situation, _names(piece for piece in fighting if piece.hiding))


@implements("RS", "18.4", "18.4/2b", "18.4/4c", "18.1.2")
def fight_round(
    situation: Situation, marker: Assault, number: int
) -> Generator[Step, Any, Situation]:
    """Fight one round of assault combat and return the position.

    Args:
        situation: The position; both sides have units in the assault.
        marker: The assault.
        number: Which round it is, from 1.
    """
    fight = Round(situation, marker, number)
    yield fight.ruling()
    weakling = fight.final.weakling
    if weakling:
        names = _names(fight.attackers if weakling == "attacker" else fight.defenders)
        lost = yield from destroy(situation, names, "assault")
        return (yield from _none_left(lost.situation, marker))
    band = yield fight.roll()
    hits = yield from losses(fight, band.outcome)
    after = out_of_column(hits["defender"].situation, marker)
    after = yield from _checks(after, fight, hits)
    after = yield from _none_left(after, marker)
    return (yield from _voluntary(after, marker))


@implements("RS", "18.4/5", "18.4/6")
def losses(fight: Round, outcome: str) -> Generator[Step, Any, Mapping[Role, Hit]]:
    """Apply what the roll says; the hit of the defender holds the position after both."""
    situation, none = fight.situation, Hit(fight.situation)
    one = two = none
    if outcome in {"attacker", "both"}:
        one = yield from take_hit(situation, _names(fight.attackers), "attacker")
    two = Hit(one.situation)
    if outcome in {"defender", "both"}:
        two = yield from take_hit(one.situation, _names(fight.defenders), "defender")
    return {"attacker": one, "defender": two}


@implements("RS", "17.4.8", "14.2.10")
def out_of_column(situation: Situation, marker: Assault) -> Situation:
    """Return the situation with whoever fought in column out of it, which triggers nothing."""
    columns = [piece for piece in situation.at(marker.at) if piece.order == "column"]
    if not columns:
        return situation
    return situation.replace_pieces(*(evolve(piece, order="") for piece in columns))


def stack(situation: Situation, marker: Assault, role: Role) -> tuple[str, ...]:
    """Return the units of a side in the hex, bystanders included: they share its fate (18.1.4)."""
    side = marker.attacker if role == "attacker" else situation.other(marker.attacker)
    return _names(situation.at(marker.at, side))


@implements("RS", "18.4/6")
def check(
    situation: Situation, fight: Round, role: Role, hit: Hit
) -> Generator[Step, Any, tuple[Situation, bool]]:
    """Let a side check its morale if it lost a step; return the position and whether it failed.

    A side that is gone has no morale to check. Losing machine guns counts by the reading of
    RS-Q65.
    """
    names = stack(situation, fight.marker, role)
    fought = fight.attackers if role == "attacker" else fight.defenders
    left = tuple(piece.unit for piece in fought if piece.unit in names)
    if not left or not morale.owes_check(situation, left, hit.steps, hit.removed):
        return situation, False
    checked = yield from morale.morale_check(situation, names, "assault")
    return checked.situation, checked.result == "failed"


@implements("RS", "18.4/6", "18.1.4", "19.1/1")
def _checks(
    situation: Situation, fight: Round, hits: Mapping[Role, Hit]
) -> Generator[Step, Any, Situation]:
    """Let those who lost a step check, the attacker first, and retreat those who fail.

    The defender checks as well where the attacker has just failed (RS-Q80, a switch), but nobody
    has to retreat from enemies who are gone or have gone to ground.
    """
    marker = fight.marker
    situation, shaken = yield from check(situation, fight, "attacker", hits["attacker"])
    if shaken and defenders(situation, marker):
        names = stack(situation, marker, "attacker")
        situation = yield from retreat.retreat(situation, names, "attacker", us_them=True)
    if shaken and not situation.ruleset.defender_checks_too:
        return situation
    situation, broken = yield from check(situation, fight, "defender", hits["defender"])
    if broken and attackers(situation, marker):
        names = stack(situation, marker, "defender")
        situation = yield from retreat.retreat(situation, names, "defender")
    return situation


@implements("RS", "18.4/6", "18.1.4")
def _none_left(situation: Situation, marker: Assault) -> Generator[Step, Any, Situation]:
    """Make what is left of the attacking side retreat when nobody is left to attack.

    Units that have gone to ground are out of it.
    """
    if attackers(situation, marker) or not defenders(situation, marker):
        return situation
    down = marker.at in situation.shared and _all_down(situation, marker)
    names = stack(situation, marker, "attacker")
    if down or not names:
        return situation
    return (yield from retreat.retreat(situation, names, "attacker", us_them=True))


def _all_down(situation: Situation, marker: Assault) -> bool:
    """Return whether everybody in the hex hides: the defenders do only when no round is on."""
    return all(piece.hiding for piece in situation.at(marker.at))


@implements("RS", "18.4/7", "19.1/2")
def _voluntary(situation: Situation, marker: Assault) -> Generator[Step, Any, Situation]:
    """Ask both sides, the attacker first, whether they break off."""
    for role in ROLES:
        if not contested(situation, marker):
            return situation
        names = stack(situation, marker, role)
        option: Option = yield stay_or_retreat(situation, marker, role)
        if option.key == RETREAT:
            down = role == "attacker"
            situation = yield from retreat.retreat(situation, names, role, us_them=down)
    return situation


def stay_or_retreat(situation: Situation, marker: Assault, role: Role) -> Choice:
    """Return the question whether a side breaks off; it is barred when some could not get away."""
    names = stack(situation, marker, role)
    side = situation.unit(names[0]).side
    label = situation.board.label(marker.at)
    options, barred = [Option(STAY, "fight on")], list[tuple[str, Ruling]]()
    ground = role == "attacker" and can_go_to_ground(situation, names)
    if ground or retreat.can_retreat(situation, names):
        options.append(Option(RETREAT, "break off"))
    else:
        why = "Some of the units have no way out: they would surrender."
        barred.append((RETREAT, refusal("Voluntary retreat", why, "RS 19.1.11")))
    purpose = f"Assault at {label}: the {role} fights on, or retreats"
    return Choice(side, purpose, options, ("RS 18.4/7",), tuple(barred), position=situation)


@implements("RS", "18.4/8", "8.3.4", "7.6.7", "6.1.2")
def _conclude(situation: Situation, marker: Assault) -> Generator[Step, Any, Situation]:
    """Remove the marker; who is alone in the hex holds it, takes its works, and may hide again."""
    at = marker.at
    left = tuple(each for each in situation.assaults if each.at != at)
    pieces = [evolve(piece, wave=0) for piece in situation.at(at) if piece.wave]
    situation = evolve(situation.replace_pieces(*pieces), assaults=left)
    sides = sorted({situation.side(piece) for piece in situation.at(at)})
    label = situation.board.label(at)
    if len(sides) != 1:
        words = "Both sides are in Us/Them" if sides else "Nobody is left"
        yield figure(f"Assault at {label}", "nobody", f"{words} in {label}.", "RS 18.4/8")
        return us_them.settle(situation, [at])
    side = sides[0]
    situation = us_them.settle(situation.hold(at, side), [at])
    situation = yield from us_them.retain(situation)
    yield figure(f"Assault at {label}", side, f"{side} holds {label}.", "RS 18.4/8")
    if side == marker.attacker:
        situation = works_position.occupy(situation, _names(situation.at(at, side)))
    return (yield from offer_hiding(situation, _names(situation.at(at, side))))
