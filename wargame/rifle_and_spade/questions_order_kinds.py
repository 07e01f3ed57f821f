"""The rule questions about the nine kinds of order (11.8 to 11.16) that may be asked by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.drivers import play
from wargame.core.questions import question
from wargame.core.ruling import Ruling, finding
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade.orders import (
    kinds,
    march,
    objectives,
    pickets,
    recovery,
    regroup,
)
from wargame.rifle_and_spade.scene import FAMILY
from wargame.rifle_and_spade.toll import Loss

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.toll import Cause


@question("rs.may_issue", scene=FAMILY)
def may_issue(situation: Situation, *, brigiment: str, at_start: bool = False) -> Ruling:
    """Whether the order that a brigade or regiment has in the position may be written there.

    Args:
        situation: The position, with the order as it is to be.
        brigiment: Its name.
        at_start: Whether a scenario sets it up.
    """
    order = situation.command(brigiment).order
    return kinds.may_issue(situation, brigiment, order, at_start=at_start)


@question("rs.point_objective", scene=FAMILY)
def point_objective(situation: Situation, *, at: str, radius: int) -> Ruling:
    """How many hexes of the map a point objective has.

    Args:
        situation: The position.
        at: The printed number of its hex.
        radius: How far it reaches.
    """
    return objectives.point_ruling(situation, situation.board.hex(at), radius)


@question("rs.order_effects", scene=FAMILY)
def order_effects(situation: Situation, *, brigiment: str) -> Ruling:
    """What the order of a brigade or regiment permits, forbids, demands and fails to.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return kinds.effects(situation, brigiment)


@question("rs.requirement", scene=FAMILY)
def requirement(situation: Situation, *, brigiment: str) -> Ruling:
    """Whether what the order of a brigade or regiment demands this turn has been met.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return kinds.requirement(situation, brigiment)


@question("rs.order_failure", scene=FAMILY)
def order_failure(situation: Situation, *, brigiment: str) -> Ruling:
    """Whether the order of a brigade or regiment fails for certain, and to what.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return kinds.failure(situation, brigiment)


@question("rs.completed", scene=FAMILY)
def completed(situation: Situation, *, brigiment: str) -> Ruling:
    """Whether the order of a brigade or regiment is completed.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return kinds.completed(situation, brigiment)


@question("rs.picket", scene=FAMILY)
def picket(situation: Situation, *, unit: str, to: str = "", send: str = "") -> Ruling:
    """What lets a picket go into a hex beside its own, or whether it may be sent out.

    Args:
        situation: The position.
        unit: The picket.
        to: The printed number of a hex beside its own.
        send: Instead, the printed number of the objective it is to be sent to.
    """
    board = situation.board
    if to:
        return pickets.activities(situation, unit, board.hex(to))
    return pickets.may_send(situation, unit, board.hex(send) if send else None)


@question("rs.march_rate", scene=FAMILY)
def march_rate(situation: Situation, *, unit: str, brigiment: str = "") -> Ruling:
    """Whether a unit moves at the March Order MA, and how much that is.

    Args:
        situation: The position.
        unit: The unit.
        brigiment: For an independent unit, the brigade or regiment that activates it.
    """
    if brigiment:
        return march.independent_ruling(situation, unit, brigiment)
    return march.march_ruling(situation, unit)


@question("rs.regroup_count", scene=FAMILY)
def regroup_count(  # noqa: PLR0913 - losses by cause
    situation: Situation,
    *,
    brigiment: str,
    fire: int = 0,
    assault: int = 0,
    rout: int = 0,
    surrender: int = 0,
) -> Ruling:
    """How many steps of a brigade or regiment may come back in regroup.

    Args:
        situation: The position.
        brigiment: Its name.
        fire: Steps lost to fire since it last left regroup.
        assault: Steps lost to assault.
        rout: Steps that routed.
        surrender: Steps that surrendered.
    """
    given: dict[Cause, int] = {
        "fire": fire, "assault": assault, "rout": rout, "surrender": surrender,
    }  # fmt: skip
    losses = tuple(Loss(brigiment, cause, steps) for cause, steps in given.items() if steps)
    return regroup.count(evolve(situation, losses=losses), brigiment)


@question("rs.steps_back", scene=FAMILY)
def steps_back(situation: Situation, *, brigiment: str) -> Ruling:
    """How many steps come back to a brigade or regiment in regroup in the coming segment.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return recovery.due(situation, brigiment)


@question("rs.exchange_steps", scene=FAMILY)
def exchange_steps(situation: Situation, *, giver: str, taker: str, steps: int = 1) -> Ruling:
    """Whether one unit may give steps to another in regroup.

    Args:
        situation: The position.
        giver: Who gives.
        taker: Who takes.
        steps: How many.
    """
    return recovery.exchange_ruling(situation, giver, taker, steps)


@question("rs.recover", scene=FAMILY)
def recover(situation: Situation, *, brigiment: str, choices: tuple[str, ...] = ()) -> Ruling:
    """The strength of the units of a brigade or regiment after a turn in regroup.

    Args:
        situation: The position.
        brigiment: Its name.
        choices: Who takes each step and where, then exchanges such as ``A > B``.
    """
    script = Scripted("rs.recover", (), choices)
    played = play(lambda: recovery.segment(situation, brigiment), script)
    script.finish()
    after: Situation = played.outcome
    own = [piece for piece in after.pieces if after.unit(piece).brigiment == brigiment]
    strength = tuple(f"{piece.unit} {piece.steps}" for piece in own if piece.steps)
    said = f"{', '.join(strength) or 'Nobody'}."
    return finding("Strength", strength, said, "RS 11.14.12", parts=played.told)


@question("rs.leave_regroup", scene=FAMILY)
def leave_regroup(situation: Situation, *, brigiment: str) -> Ruling:
    """The maximum of officer points with which a brigade or regiment leaves regroup.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return regroup.leaving(situation, brigiment)
