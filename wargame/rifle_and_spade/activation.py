"""One stack on the move: what it has spent, what it has done, and the fire that it draws."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import Factory, evolve, field, frozen

from wargame.core.procedure import Option
from wargame.core.rulebook import implements
from wargame.core.ruling import refusal
from wargame.rifle_and_spade import column, opportunity, works_position
from wargame.rifle_and_spade.costs import in_points, price, stack_points, ways
from wargame.rifle_and_spade.movement_table import movement_table
from wargame.rifle_and_spade.orders import march, surprise
from wargame.rifle_and_spade.shot import small_arms_reach
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.movement_table import Activities
    from wargame.rifle_and_spade.state import Piece, Situation

Barred = tuple[str, "Ruling"]
"""An action one might expect but may not take, and why."""


class Offer(NamedTuple):
    """An action open to a stack, and what carries it out.

    Args:
        key: The word that names it.
        label: What a person reads.
        act: Takes the activation, then *args*, and returns the activation after.
        args: What else it needs.
    """

    key: str
    label: str
    act: Callable[..., Generator[Step, Any, Activation]]
    args: tuple[Any, ...] = ()

    @property
    def option(self) -> Option:
        """The option of a choice."""
        return Option(self.key, self.label)


@lru_cache(maxsize=1 << 13)
def barred(key: str, why: str, *cases: str) -> Barred:
    """Return a barred action; the same words make the same ruling."""
    return key, refusal(key, why, *cases)


_NOBODY: tuple[tuple[Piece, ...], tuple[Piece, ...]] = ((), ())


@frozen
class Activation:
    """A stack in the midst of its movement. Points are half points.

    Args:
        situation: The position.
        names: The units that move together, all in one hex.
        spent: What they have spent.
        moved: Whether they did anything that invites fire.
        shot_at: Whether anybody fired at them for it.
        tried: Whether they tried to move to assault, even if their check kept them back.
        over: Whether their movement has ended.
        rallied: Whether they rallied, after which one hex may not be forced (14.1.11).
        long: Whether a long action is still open to them.
        hid: Whether they hid on the way, so that only hidden movement is left (7.2.4).
        behind: Units left where they stood before anything was done; they are not activated.
        waiting: Units of other brigiments that wait to assault with these (14.4.6).
        bar: What the scenario forbids.
        marching: Whether they began at the March Order MA (11.16.4).
        path: Where they could be fired at so far, as long as no small arms reach them (17.7.7);
            None once these did.
        free: Under tactical surprise the first hex left and the first entered (11.7.1).
        entered: Whether they have entered a hex.
        later: Who may still be activated to move after them; None where nobody keeps count.
    """

    situation: Situation
    names: tuple[str, ...]
    spent: int = 0
    moved: bool = False
    shot_at: bool = False
    tried: bool = False
    over: bool = False
    rallied: bool = False
    long: bool = True
    hid: bool = False
    behind: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    bar: Callable[[Situation, tuple[str, ...], Hex], Ruling | None] | None = None
    path: tuple[Hex, ...] | None = ()
    free: tuple[Hex, ...] = ()
    entered: bool = False
    later: frozenset[str] | None = None
    marching: march.Rate = field(default=Factory(march.rate, takes_self=True))

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces of the stack."""
        return tuple(map(self.situation.piece, self.names))

    @property
    def cell(self) -> Hex:
        """Where the stack is."""
        return self.pieces[0].at

    @property
    def side(self) -> str:
        """Whose it is."""
        return self.situation.side(self.pieces[0])

    @cached_property
    def left(self) -> int:
        """The half points it has left, by the allowance of its mode at this moment (14.2.4)."""
        if self.marching and march.keeps_to_road(self):
            return march.points(self.situation, self.pieces) - self.spent
        return stack_points(self.situation, self.pieces) - self.spent

    @property
    def fresh(self) -> bool:
        """Whether it has done nothing yet, so that a long action is open (12.2)."""
        return not (self.spent or self.moved or self.hid or self.rallied)

    @property
    def activities(self) -> Activities:
        """What activities cost."""
        return movement_table(self.situation.shelf).activities

    @property
    def shared(self) -> bool:
        """Whether it is in Us/Them."""
        return self.cell in self.situation.shared

    def label(self, cell: Hex) -> str:
        """Return the printed number of a hex."""
        return ways(self.situation.ground, self.situation.shelf).label(cell)

    @cached_property
    def around(self) -> dict[Hex, tuple[tuple[Piece, ...], tuple[Piece, ...]]]:
        """Who else stands in its hex and in those beside it: friends, then enemies."""
        situation, side, names = self.situation, self.side, self.names
        found: dict[Hex, tuple[tuple[Piece, ...], tuple[Piece, ...]]] = {}
        for cell in (self.cell, *self.cell.neighbours()):
            there = situation.at(cell)
            if not there:
                found[cell] = _NOBODY
                continue
            friends = tuple(p for p in there if p.unit not in names and situation.side(p) == side)
            enemies = tuple(p for p in there if situation.side(p) != side)
            found[cell] = friends, enemies
        return found

    @cached_property
    def prices(self) -> dict[Hex, tuple[int, int]]:
        """What it pays to enter each adjacent hex of the map, as :func:`costs.price` has it."""
        cells = self.situation.board.cells
        return {
            there: price(self.situation, self.pieces, there)
            for there in self.cell.neighbours()
            if there in cells
        }

    def friends(self, there: Hex) -> tuple[Piece, ...]:
        """Return the pieces of its side in its hex or one beside it that are not of the stack."""
        return self.around[there][0]

    def enemies(self, there: Hex) -> bool:
        """Return whether enemies stand in its hex or one beside it."""
        return bool(self.around[there][1])

    def changed(self, *pieces: Piece, spent: int = 0) -> Activation:
        """Return the activation with these pieces in place of its own, and points spent."""
        after, cell = self.situation.replace_pieces(*pieces), self.cell
        entered = self.entered or any(piece.at != cell for piece in pieces)
        return evolve(self, situation=after, spent=self.spent + spent, entered=entered)

    @implements("RS", "14.2.4", "14.1.13")
    def stopped_by_mode(self) -> Activation:
        """Return the activation, over if it has spent as much as its present mode allows."""
        return evolve(self, over=True) if self.left <= 0 else self


@implements("RS", "17.4.5", "17.4.6", "9.2.6", "17.4.11")
def draw_fire(run: Activation, trigger: Trigger) -> Generator[Step, Any, Activation]:
    """Let the enemy fire for one trigger; those who are gone leave the stack.

    A headquarters by itself triggers nothing; in a stack it is not what triggers (RS-Q57). Points
    go into the trigger as half points and come out of here as points.
    """
    units = run.situation.roster.units
    who = tuple(name for name in run.names if units[name].arm != "headquarters")
    if not who:
        return run
    heard: Trigger | None = trigger
    if run.situation.ruleset.surprise:
        run = evolve(run, free=_first_hexes(run, trigger))
        heard = surprise.silenced(run.situation, evolve(trigger, units=who), run.free)
    if heard is None:
        return evolve(run, moved=True)
    run = evolve(run, path=_path(run, heard))
    asked = evolve(
        heard,
        units=who,
        passed=tuple(cell for cell in run.path or () if cell not in {heard.at, heard.left}),
        hexside_points=in_points(int(trigger.hexside_points)),
        inside_points=in_points(int(trigger.inside_points)),
    )
    reaction = yield from opportunity.opportunity_fire(run.situation, asked)
    after = reaction.situation
    left = tuple(
        name for name in run.names if after.on_map(name) and after.piece(name).at == trigger.at
    )
    alive = any(units[name].arm != "headquarters" for name in left)
    run = evolve(
        run,
        situation=after,
        names=left,
        moved=True,
        shot_at=run.shot_at or reaction.shot_at,
        over=run.over or reaction.stopped or not alive,
    )
    if reaction.shot_at and left and not run.over:
        run = yield from column.offer_to_leave(run)
    return run


@implements("RS", "17.7.7")
def _path(run: Activation, trigger: Trigger) -> tuple[Hex, ...] | None:
    """Return where a stack could be fired at in this movement, the present hex included.

    Guns may wait to see where it goes and then choose among these hexes, until it comes within
    range of small arms. Leaving column or limbering begins it anew, since in the hexes before it
    was another target (our reading). The outcome finds it where it is by now, as it does when it is
    fired at in the hex just left.
    """
    situation, foe = run.situation, run.situation.other(run.side)
    if run.path is None or small_arms_reach(situation, trigger.at, foe):
        return None
    if trigger.deed not in {"enters", "ends"}:
        return (trigger.at,)
    left = () if trigger.left is None else (trigger.left,)
    return tuple(dict.fromkeys((*run.path, *left, trigger.at)))


def _first_hexes(run: Activation, trigger: Trigger) -> tuple[Hex, ...]:
    """Return the hex in which a stack began and the first that it entered, as far as it has."""
    before = trigger.left or (run.pieces[0].came_from if trigger.deed == "enters" else None)
    if not run.free:
        return (trigger.at,) if before is None else (before, trigger.at)
    return (*run.free, trigger.at) if run.free == (before,) else run.free


@implements("RS", "17.4.10")
def announced(run: Activation) -> Generator[Step, Any, Activation]:
    """Announce the end of a movement that nobody has fired at, which may then be fired at.

    A wave under an assault marker has just been offered that very fire on entering.
    """
    quiet = not run.moved or run.shot_at
    if quiet or not run.names or any(piece.wave for piece in run.pieces):
        return run
    run = yield from draw_fire(run, Trigger("ends", (), run.cell))
    return evolve(run, moved=False)


@implements("RS", "6.1.2", "6.1.4")
def occupy(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units inside works of their hex, as far as the works hold them.

    Those in Column or limbered, and those for whom there is no room, are on top.
    """
    table = movement_table(situation.shelf)
    for name in names:
        piece = situation.piece(name)
        if piece.order or piece.work:
            continue
        unit = situation.unit(piece)
        work = works_position.work_for(situation, unit, piece.at)
        if work is None:
            continue
        if unit.rifle:
            held = sum(p.steps for p in situation.at(piece.at) if p.work == work.id)
            if held + piece.steps > table.capacity(work.kind):
                continue
        situation = situation.replace_pieces(evolve(piece, work=work.id))
    return situation


def points_of(half_points: int) -> str:
    """Return half points in words."""
    text = f"{half_points // 2 or ''}½" if half_points % 2 else str(half_points // 2)
    return f"{text} point{'' if half_points in {1, 2} else 's'}"
