"""The Fieldworks Construction Table (13.1.1) and the limits that a game sets to digging (101.6)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from attrs import Factory, evolve, frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import RequestError, one_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade.toll import Ration
from wargame.rifle_and_spade.units import Arm
from wargame.rifle_and_spade.works import WORK_KINDS, WorkKind

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Unit
    from wargame.rifle_and_spade.works import Work


@implements("RS", "13.1.2", "13.1.10", "13.1.11")
@frozen
class Construction:
    """What it takes to build a kind of fieldwork.

    Args:
        kind: The fieldwork.
        turns: Whole turns of work.
        personnel: Rifle steps that must work at it; 0 for any one unit of the arms.
        arms: Who may build it.
        orders: The orders under which it may be built.
        made_of: The work it is made of; empty for what is built from nothing.
        pickets: Whether pickets may build it.
        by_leave: Whether only a scenario that says so allows it.
        printed: The cases that print figures, by their names.
    """

    kind: WorkKind
    turns: int
    personnel: Fraction
    arms: list[Arm]
    orders: list[str]
    made_of: str = ""
    pickets: bool = False
    by_leave: bool = False
    printed: dict[str, str] = Factory(dict)


@frozen
class DiggingLimit:
    """A limit that a game sets.

    Args:
        ruleset: The ruleset it belongs to.
        kind: The work that it bars or rations.
        case: Where it is printed.
        side: The side it binds; both where empty.
        share: How much of the works it is made of may become such; None where none may at all.
        first: A turn on which those works are counted.
        every: After how many turns they are counted again.
        allowed: Whether it gives leave rather than bars (13.1.13).
    """

    ruleset: str
    kind: WorkKind
    case: str
    side: str = ""
    share: Fraction | None = None
    first: int = 1
    every: int = 10
    allowed: bool = False

    def counted_on(self, turn: int) -> int:
        """Return the turn of the count that holds on a turn."""
        return turn - (turn - self.first) % self.every


@frozen
class _File:
    provenance: Provenance
    work: list[Construction]
    limit: list[DiggingLimit]


@frozen(eq=False)
class ConstructionTable:
    """The table.

    Args:
        works: Rows by kind.
        limits: What games limit.
        provenance: Where it comes from.
    """

    works: Mapping[str, Construction]
    limits: tuple[DiggingLimit, ...]
    provenance: Provenance

    @implements("RS", "13.1.14")
    def __getitem__(self, kind: str) -> Construction:
        """Return the row of a kind of work.

        Raises:
            RequestError: It cannot be built, as forts cannot.
        """
        try:
            return self.works[kind]
        except KeyError:
            where = "Fieldworks Construction Table"
            raise RequestError(where, repr(kind), one_of(self.works, kind)) from None

    def origin(self, row: Construction, figure: str) -> Provenance:
        """Return where a figure of a row comes from."""
        return (
            Provenance("printed", row.printed[figure]) if figure in row.printed else self.provenance
        )


_NEVER: dict[Arm, str] = {"cavalry": "RS 13.1.2", "headquarters": "RS 9.2.9"}
"""Who never digs, whatever the table says, and the case."""


@lru_cache(maxsize=8)
@implements("RS", "13.1.1")
def construction_table(shelf: ChartShelf) -> ConstructionTable:
    """Return the table from the owner's charts or the project's."""
    path: Path = shelf.path("rifle_and_spade/construction")
    file = structure(read_toml(path), _File, path.name)
    rows: dict[str, Construction] = {row.kind: row for row in file.work}
    return ConstructionTable(rows, tuple(file.limit), file.provenance)


@implements("RS", "13.1.2", "9.2.9", "11.12.8")
def may_dig(situation: Situation, unit: Unit, kind: WorkKind, order: str = "") -> Ruling:
    """Return whether a kind of unit may build a kind of work, and why: its arm, size and order.

    Args:
        situation: The position.
        unit: The unit.
        kind: The work.
        order: The order of its brigiment; empty where command is not used.
    """
    table = construction_table(situation.shelf)
    label = f"{unit.id} may dig"
    if unit.arm in _NEVER:
        return refusal(label, f"No {unit.arm} digs.", _NEVER[unit.arm])
    if kind not in table.works:
        return refusal(label, f"A {kind} cannot be built.", "RS 13.1.14")
    row = table[kind]
    if unit.arm not in row.arms:
        who = " and ".join(row.arms)
        return refusal(label, f"A {kind} is the work of {who} units.", "RS 13.1.2")
    if unit.size == "picket" and not row.pickets:
        return refusal(label, "Pickets dig rifle pits only.", "RS 11.12.8")
    if order and order not in row.orders:
        return refusal(label, f"No {kind} is dug under {order}.", "RS 13.1.2")
    return finding(label, True, f"It may work at a {kind}.", "RS 13.1.2")


def limits_of(situation: Situation, side: str, kind: WorkKind) -> list[DiggingLimit]:
    """Return what the game says about a side's building a kind of work."""
    rules = situation.ruleset
    return [
        each
        for each in construction_table(situation.shelf).limits
        if rules.belongs_to(each.ruleset) and each.kind == kind and each.side in {"", side}
    ]


@implements("RS", "13.1.13")
@implements("GB", "101.6.1", "101.6.2", "101.6.3")
def may_build(situation: Situation, side: str, kind: WorkKind) -> Ruling:
    """Return whether a side may begin one more work of a kind in this game, and why."""
    label = f"{kind.capitalize()} for {side}"
    known = limits_of(situation, side, kind)
    bar = next((each for each in known if each.share is None and not each.allowed), None)
    if bar is not None:
        return refusal(label, f"{side} builds no {kind} in this game.", bar.case)
    table = construction_table(situation.shelf)
    if kind not in table.works:
        return refusal(label, f"A {kind} cannot be built.", "RS 13.1.14")
    if table[kind].by_leave and not known:
        return refusal(label, f"Nothing gives leave to build {kind}.", "RS 13.1.13")
    ration = next((each for each in known if each.share is not None), None)
    if ration is not None:
        left = allowance(situation, ration)
        if not left.value:
            why = f"The share of {kind} for these turns is used up."
            return refusal(label, why, ration.case, allowed=(left,))
    return finding(label, True, f"{side} may build a {kind}.", "RS 13.1.2")


# ---- the ration of 101.6.4


def ration(situation: Situation, limit: DiggingLimit) -> Ration | None:
    """Return the ration that holds now under a limit, if its works have been counted."""
    turn = limit.counted_on(situation.turn)
    wanted = (limit.kind, limit.side, turn)
    return next((r for r in situation.rations if (r.kind, r.side, r.turn) == wanted), None)


@implements("GB", "101.6.4")
def count(situation: Situation) -> Situation:
    """Return the situation with the works counted that a ration goes by, if the turn is come.

    It is done once, when the first Engineering Subsegment of that turn begins.
    """
    for limit in construction_table(situation.shelf).limits:
        due = limit.share is not None and situation.ruleset.belongs_to(limit.ruleset)
        if not due or limit.counted_on(situation.turn) != situation.turn:
            continue
        if ration(situation, limit) is None:
            made_of = construction_table(situation.shelf)[limit.kind].made_of
            counted = sum(
                work.kind == made_of and _whose(work, limit) and not _begun(work)
                for work in situation.works
            )
            new = Ration(limit.kind, limit.side, situation.turn, counted)
            situation = _with_ration(situation, new)
    return situation


def _with_ration(situation: Situation, new: Ration) -> Situation:
    """Return the situation with a ration in place of the one for the same works."""
    kept = (r for r in situation.rations if (r.kind, r.side) != (new.kind, new.side))
    return evolve(situation, rations=(*kept, new))


def _whose(work: Work, limit: DiggingLimit) -> bool:
    return limit.side in {"", work.owner}


def _begun(work: Work) -> bool:
    return work.building.removeprefix("paused ").startswith("new ")


@implements("GB", "101.6.4")
def allowance(situation: Situation, limit: DiggingLimit) -> Ruling:
    """Return how many works a ration still allows: the share of the count, rounded up, less those.

    Conversions count as soon as they are begun; before the first count there is no leave.
    """
    found = ration(situation, limit)
    counted, begun = (found.counted, found.begun) if found else (0, 0)
    most, turn = ceil(counted * (limit.share or 0)), limit.counted_on(situation.turn)
    parts = (
        figure("Counted", counted, f"Counted at the beginning of turn {turn}.", limit.case),
        figure("Share", most, f"{limit.share} of them, rounded up.", limit.case),
        figure("Begun", begun, "Conversions begun since.", limit.case),
    )
    left = max(most - begun, 0)
    return finding("Conversions left", left, f"{left} of {most} are left.", limit.case, parts=parts)


def note_conversion(situation: Situation, work: Work) -> Situation:
    """Return the situation with the conversion of a work booked on its side's ration, if any."""
    kind = work.building.removeprefix("paused ").partition(";")[0].strip()
    if kind not in WORK_KINDS:
        return situation
    for limit in limits_of(situation, work.owner, kind):
        found = ration(situation, limit) if limit.share is not None else None
        if found is not None:
            situation = _with_ration(situation, evolve(found, begun=found.begun + 1))
    return situation
