"""Actions (12): one for each unit in a turn, and those that take the whole of it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import RequestError, one_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.rifle_and_spade.state import Situation

ActionKind = Literal["Engineering", "Movement"]


@implements("RS", "12.1", "12.1.1", "12.2")
@frozen
class LongAction:
    """A row of the Long Action Table.

    Args:
        id: What pieces that perform it have as their task.
        name: What a person reads.
        kind: Which of the two basic actions it is a sort of.
        cancelled_by_hiding: Whether going into hiding puts an end to it.
        case: The case that makes it a long action.
        printed: The case that prints the column for hiding, if one does.
    """

    id: str
    name: str
    kind: ActionKind
    cancelled_by_hiding: bool
    case: str
    printed: str = ""


@frozen
class _File:
    provenance: Provenance
    action: list[LongAction]


@frozen(eq=False)
class LongActions:
    """The Long Action Table (12.2.1).

    Args:
        actions: The rows by task.
        provenance: Where it comes from.
    """

    actions: Mapping[str, LongAction]
    provenance: Provenance

    def __getitem__(self, task: str) -> LongAction:
        """Return the row of a task.

        Raises:
            RequestError: The table has no such row.
        """
        try:
            return self.actions[task]
        except KeyError:
            where = "Long Action Table"
            raise RequestError(where, repr(task), one_of(self.actions, task)) from None


@lru_cache(maxsize=8)
@implements("RS", "12.2.1")
def long_actions(shelf: ChartShelf) -> LongActions:
    """Return the table from the owner's charts or the project's."""
    path: Path = shelf.path("rifle_and_spade/long_actions")
    file = structure(read_toml(path), _File, path.name)
    return LongActions({row.id: row for row in file.action}, file.provenance)


@implements("RS", "7.2.5", "7.6.1")
def cancelled_by_hiding(shelf: ChartShelf, task: str) -> bool:
    """Return whether hiding puts an end to a task; without a task there is nothing to end."""
    return bool(task) and long_actions(shelf)[task].cancelled_by_hiding


def long_action(situation: Situation, task: str) -> Ruling:
    """Return what sort of long action a task is, and what hiding does to it."""
    table = long_actions(situation.shelf)
    row = table[task]
    source = Provenance("printed", row.printed) if row.printed else table.provenance
    ends = "puts an end to it" if row.cancelled_by_hiding else "is not open meanwhile"
    hiding = figure(
        "Hiding", row.cancelled_by_hiding, f"Hiding {ends}.", "RS 7.2.5", provenance=source
    )
    said = f"{row.name} takes the whole of a unit's {row.kind} action: fire at it is the deadlier."
    return finding(row.name, row.kind, said, row.case, "RS 12.2", parts=(hiding,))


@implements("RS", "12.0", "13.1.8")
def may_act(situation: Situation, name: str) -> Ruling:
    """Return whether a unit may still take an action this turn: it has one (RS-Q53: no exception).

    A unit that dug has had it, even when it was interrupted.
    """
    piece = situation.piece(name)
    if piece.acted:
        return refusal("Action", f"{name} has had its action this turn.", "RS 12.0")
    if piece.task == "engineering":
        return refusal("Action", f"{name} is digging.", "RS 13.1.8")
    return finding("Action", True, f"{name} has not acted yet this turn.", "RS 12.0")


@implements("RS", "12.1.2")
def activates_with(situation: Situation, name: str, brigiment: str) -> Ruling:
    """Return whether a unit acts when a brigiment does: its own, or none (9.7).

    Movement to Assault by several brigiments is apart (14.4.6).
    """
    own = situation.roster[name].brigiment
    if own and own != brigiment:
        why = f"{name} belongs to {own} and waits for it."
        return refusal("Activation", why, "RS 12.1.2")
    how = f"belongs to {own}" if own else "is independent"
    return finding("Activation", True, f"{name} {how}.", "RS 12.1.2")


def begin(situation: Situation, names: Iterable[str], task: str) -> Situation:
    """Return the situation with units at a long action, which is their action of the turn."""
    long_actions(situation.shelf)[task]
    changed = (evolve(situation.piece(name), task=task, acted=True) for name in names)
    return situation.replace_pieces(*changed)


@implements("RS", "13.1.15", "13.1.15/b1", "13.1.15/b2", "13.1.15/b3", "13.1.16")
def interrupt(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units torn from their long action, wherever they had one.

    A failed morale check, an assault marker, their own opportunity fire, and hiding do it. What
    they did earlier stays; this turn's work is not counted, since only those still at it when
    their next Engineering Subsegment begins have it noted. They are free to fight meanwhile.
    """
    torn = [piece for piece in map(situation.piece, names) if piece.task]
    if not torn:
        return situation
    return situation.replace_pieces(*(evolve(piece, task="") for piece in torn))
