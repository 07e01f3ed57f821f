"""The rule questions about formations (9) that may be asked by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import play
from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, finding
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import (
    column_founding,
    column_rejoining,
    communications,
    flying_columns,
    headquarters,
    independents,
    intermingling,
    isolation,
)
from wargame.rifle_and_spade.scene import FAMILY

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.communications import Purpose
    from wargame.rifle_and_spade.state import Situation

PURPOSES: dict[str, Purpose] = {"continue": "continue", "change": "change"}


# ---- messages


@question("rs.isolated", scene=FAMILY)
def isolated(situation: Situation, *, unit: str) -> Ruling:
    """Whether a unit is isolated from its headquarters, with the chain of messages.

    Args:
        situation: The position; markers in it do not matter.
        unit: The unit.
    """
    return isolation.isolated_ruling(situation, situation.piece(unit))


@question("rs.division_path", scene=FAMILY)
def division_path(situation: Situation, *, brigiment: str, check: str = "continue") -> Ruling:
    """How far the headquarters of a brigade or regiment is from that of its division.

    Args:
        situation: The position.
        brigiment: The brigade, regiment or flying column.
        check: What the distance is wanted for: to continue its order, or to change it.
    """
    if check not in PURPOSES:
        raise RequestError(
            "question rs.division_path, check", shown(check), one_of(PURPOSES, check)
        )
    situation.command(brigiment)
    return communications.division_path(situation, brigiment, PURPOSES[check])


@question("rs.intermingled", scene=FAMILY)
def intermingled(situation: Situation, *, brigiment: str) -> Ruling:
    """Whether a brigade or regiment is intermingled with others, with each path that proves it.

    Args:
        situation: The position.
        brigiment: The brigade, regiment or flying column.
    """
    return intermingling.intermingled(situation, brigiment)


# ---- independent units and headquarters


@question("rs.activates_with", scene=FAMILY)
def activates_with(situation: Situation, *, unit: str, brigiment: str) -> Ruling:
    """Whether a unit may be activated with a brigade or regiment this turn.

    Args:
        situation: The position.
        unit: The unit.
        brigiment: The brigade, regiment or flying column.
    """
    return independents.may_activate(situation, unit, brigiment)


@question("rs.headquarters_lost", scene=FAMILY)
def headquarters_lost(
    situation: Situation, *, unit: str, rolls: tuple[int, ...] = (), choices: tuple[str, ...] = ()
) -> Ruling:
    """Where a headquarters comes back when it is destroyed, and what leaders that costs.

    Args:
        situation: The position before it.
        unit: The headquarters.
        rolls: The rolls on the leader casualties, in order.
        choices: The hex, where there is a choice.
    """
    piece, script = situation.piece(unit), Scripted("rs.headquarters_lost", rolls, choices)
    if situation.unit(piece).arm != "headquarters":
        where = "question rs.headquarters_lost, unit"
        raise RequestError(where, shown(unit), "a headquarters")
    gone = situation.without([unit])
    played = play(lambda: headquarters.lost(gone, piece), script)
    script.finish()
    after: Situation = played.outcome
    at = after.board.label(after.piece(unit).at) if after.on_map(unit) else "off the map"
    parts = [*played.told, *_points(situation, after)]
    said = f"{unit} comes back: {at}."
    return finding("Comes back in", at, said, "RS 9.2.12", parts=parts)


def _points(before: Situation, after: Situation) -> list[Ruling]:
    had = dict(before.officers)
    return [
        finding(
            f"{name} keeps", left, f"Of {had[name]}.", "RS 10.3", unit="officer points"
        )
        for name, left in after.officers
        if name in had
    ]  # fmt: skip


# ---- flying columns


@question("rs.column", scene=FAMILY)
def column(situation: Situation, *, brigiment: str) -> Ruling:
    """How many battalions a flying column has, and to whom each belongs by origin.

    Args:
        situation: The position.
        brigiment: The column.
    """
    return flying_columns.column_ruling(situation, brigiment)


@question("rs.may_found_column", scene=FAMILY)
def may_found_column(situation: Situation, *, unit: str) -> Ruling:
    """Whether a unit may found an emergency flying column, and who must or may join it.

    Args:
        situation: The position, with markers as the Isolated Units Segment leaves them.
        unit: The unit that would serve as its headquarters.
    """
    return flying_columns.may_found(isolation.mark_isolated(situation), unit)


@question("rs.flying_column", scene=FAMILY)
def flying_column(
    situation: Situation, *, unit: str, rolls: tuple[int, ...], choices: tuple[str, ...] = ()
) -> Ruling:
    """What an emergency flying column has when it is founded, and what its parent keeps.

    Args:
        situation: The position; who is isolated is found first.
        unit: The unit that serves as its headquarters.
        rolls: The roll on the leader casualties of each brigade or regiment that gives units.
        choices: Isolated units of others that join.

    Raises:
        Refused: The unit may not found one; the ruling says why.
    """
    marked = isolation.mark_isolated(situation)
    allowed = flying_columns.may_found(marked, unit)
    if not allowed.allowed:
        raise Refused(allowed)
    script = Scripted("rs.flying_column", rolls, choices)

    def steps() -> Generator[Step, Any, Situation]:
        names = yield from flying_columns.gathered(marked, unit)
        return (yield from column_founding.found(marked, unit, names))

    played = play(steps, script)
    script.finish()
    return played.told[-1]


@question("rs.may_rejoin", scene=FAMILY)
def may_rejoin(situation: Situation, *, unit: str) -> Ruling:
    """Whether a unit of a flying column may go back to its own, and how many points go along.

    Args:
        situation: The position.
        unit: The unit.
    """
    return column_rejoining.may_rejoin(situation, unit)


@question("rs.rejoin", scene=FAMILY)
def rejoin(situation: Situation, *, unit: str, rolls: tuple[int, ...] = ()) -> Ruling:
    """How many officer points go along when a unit of a flying column goes back to its own.

    Args:
        situation: The position.
        unit: A unit of the battalion that goes back.
        rolls: The roll that rounds the share, where it is not whole.

    Raises:
        Refused: It may not go back; the ruling says why.
    """
    allowed = column_rejoining.may_rejoin(situation, unit)
    if not allowed.allowed:
        raise Refused(allowed)
    whose, script = situation.unit(unit).brigiment, Scripted("rs.rejoin", rolls, ())
    names = column_rejoining.homecomers(situation, whose)[column_rejoining.body_of(situation, unit)]
    played = play(lambda: column_rejoining.rejoin(situation, whose, names), script)
    script.finish()
    told = played.told[-1]
    return evolve(told, parts=(*told.parts, allowed))
