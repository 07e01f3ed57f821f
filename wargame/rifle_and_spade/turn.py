"""The whole turn (2.0) of a scenario with command rules, phase by phase, to the end of the game.

Everything that still matters is one :class:`Game`, so that a journal can be taken up again, and
undone, between any two parts of the sequence of play.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure
from wargame.rifle_and_spade import (
    command_phase,
    cup,
    independents,
    reinforcements,
    release,
    sequence,
    supply,
)
from wargame.rifle_and_spade.brigiment_activation import Active, run_part
from wargame.rifle_and_spade.clearing import Ended
from wargame.rifle_and_spade.orders import pickets, progress

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wargame.core.procedure import Step, Steps
    from wargame.rifle_and_spade.plan import Plan
    from wargame.rifle_and_spade.state import Situation

Part = Literal["1", "2", "3", "4", "4a", "4c.i", "4c.ii", "4c.iii", "4c.iv", "5"]
_AFTER: dict[Part, Part] = {
    "1": "2",
    "2": "3",
    "3": "4",
    "4": "4a",
    "4c.i": "4c.ii",
    "4c.ii": "4c.iii",
    "4c.iii": "4c.iv",
    "4c.iv": "4a",
}
"""What follows each part; after the initiative (4a) either an activation or the end of the turn."""
GO_ON, END = "on", "end"
NOBODY: frozenset[str] = frozenset()


@frozen
class Game:
    """A game under way.

    Args:
        situation: The position.
        plan: What its scenario adds.
        part: The part of the sequence of play that comes next.
        brigiment: The active brigiment, in its activation.
        waiting: Units that have come but are not on the map yet.
        held: Units that wait to assault with a brigiment activated later (14.4.6).
        joined: Independent units that have acted with the active brigiment, and act on with it.
    """

    situation: Situation
    plan: Plan
    part: Part = "1"
    brigiment: str = ""
    waiting: reinforcements.File = ()
    held: frozenset[str] = NOBODY
    joined: frozenset[str] = NOBODY

    @property
    def where(self) -> str:
        """Where the game is: the turn, who acts, and the part of the sequence of play."""
        turn = f"Turn {self.situation.turn}"
        title = sequence.part_named(self.part).title
        return f"{turn}, {self.brigiment}, {title}" if self.brigiment else f"{turn}, {title}"

    @property
    def chit_bringers(self) -> frozenset[str]:
        """The units that bring a chit into the cup by themselves: loose, or due at the edge."""
        edge = (each.unit for each in self.waiting if each.way == "edge")
        loose = (piece.unit for piece in self.situation.pieces if piece.loose)
        return frozenset((*edge, *loose))

    @property
    def first(self) -> str:
        """The side that the scenario names for the first chit of this turn."""
        return self.plan.first.get(self.situation.turn, "")


# ---- the turn


@implements("RS", "2.0")
def play_game(game: Game) -> Steps:
    """Play a scenario to its end.

    Returns:
        :class:`~wargame.rifle_and_spade.clearing.Ended`, with both victories.
    """
    return play_on(game)


def play_on(game: Game) -> Steps:
    """Go on with a game from any of its checkpoints."""
    while True:
        yield Checkpoint(game.where, game, play_on)
        if game.part == "5":
            if game.situation.turn >= game.plan.last_turn or (yield from _agreed(game.situation)):
                break
            game = end_of_turn(game)
            yield _new_turn(game)
            continue
        game = yield from _PARTS[game.part](game)
        if game.plan.decided(game.situation):
            break
    ended = Ended(
        game.situation, game.plan.historical(game.situation), game.plan.player(game.situation)
    )
    yield ended.historical
    yield ended.player
    return ended


def play_turn(game: Game) -> Generator[Step, Any, Game]:
    """Play on to the end of the turn, without checkpoints; return the game at the next one."""
    while game.part != "5":
        game = yield from _PARTS[game.part](game)
    return end_of_turn(game)


def _next(game: Game, situation: Situation, **changes: Any) -> Game:  # noqa: ANN401 - as evolve has it
    return evolve(game, situation=situation, part=_AFTER[game.part], **changes)


# ---- 1 to 3


@implements("RS", "2.0/1", "15.0", "15.1.4", "15.1.5")
def reinforcement_phase(game: Game) -> Generator[Step, Any, Game]:
    """Release and place who is due, and let new brigiments be given their orders."""
    situation, plan = game.situation, game.plan
    news: dict[str, tuple[str, ...]] = {}
    for due in plan.releases:
        if due.turn == situation.turn and not situation.command(due.brigiment).released:
            yield release.released_by_schedule(due.brigiment, due.turn)
            situation = release.release(situation, due.brigiment)
            news[due.brigiment] = due.orders
    before = _there(reinforcements.at_the_edge(situation, game.waiting))
    situation, waiting = yield from reinforcements.arrive(situation, game.waiting, plan.arrivals)
    for name in sorted(_there(reinforcements.at_the_edge(situation, waiting)) - before):
        kinds = (a.orders for a in plan.arrivals if a.orders and _brings(situation, a.units, name))
        news[name] = next(kinds, ())
    for name, kinds_open in news.items():
        arrived = reinforcements.at_the_edge(situation, waiting)
        arrived = yield from command_phase.orders_on_arrival(arrived, name, kinds_open)
        situation = situation.with_command(arrived.command(name))
    situation, told = release.by_threat(situation)
    yield from told
    return _next(game, situation, waiting=waiting)


def _there(situation: Situation) -> set[str]:
    units = situation.roster.units
    found = {units[piece.unit].brigiment for piece in situation.pieces}
    return {command.brigiment for command in situation.commands} & found


def _brings(situation: Situation, names: tuple[str, ...], brigiment: str) -> bool:
    units = situation.roster.units
    return any(units[name].brigiment == brigiment for name in names)


@implements("RS", "2.0/2", "20.1", "20.1.2", "20.1.3")
def supply_phase(game: Game) -> Generator[Step, Any, Game]:
    """See who is in supply."""
    situation, told = supply.supply_phase(game.situation, game.plan.sources)
    yield from told
    return _next(game, supply.mark_independents(situation, game.plan.sources))


@implements("RS", "2.0/3", "2.0/3f", "2.1")
def command(game: Game) -> Generator[Step, Any, Game]:
    """Run the Command Phase; without one the cups are loaded all the same."""
    situation = game.situation
    if situation.turn in game.plan.no_command:
        return _next(game, command_phase.closed(situation))
    situation = yield from command_phase.command_phase(situation, game.plan.dawn)
    return _next(game, situation)


# ---- 4


@implements("RS", "2.0/4")
def opening_of_activations(game: Game) -> Generator[Step, Any, Game]:
    """Do what a scenario puts before the activations, such as naval gunfire."""
    situation = game.situation
    if game.plan.support is not None:
        situation = yield from game.plan.support(situation)
    return _next(game, situation)


@implements("RS", "2.0/4a", "2.0/4b", "2.2.1")
def next_chit(game: Game) -> Generator[Step, Any, Game]:
    """Pull the next chit; with both cups empty the turn comes to its end."""
    pulled = yield from cup.pull(game.situation, game.chit_bringers, game.first)
    situation, name = pulled
    part: Part = "4c.i" if name else "5"
    return evolve(game, situation=situation, brigiment=name, part=part)


@implements("RS", "2.0/4c", "9.7.3", "15.1.2")
@implements("GB", "101.7.1", "101.7.5")
def able(game: Game) -> frozenset[str]:
    """Return the units that may act in the activation under way: none that wait to be released.

    An independent unit that has acted with the brigiment in one subsegment may go on in the next.
    """
    situation = game.situation
    names = independents.able(situation, game.brigiment)
    names |= frozenset(name for name in game.joined if situation.on_map(name))
    if all(each.released for each in situation.commands):
        return names
    return frozenset(name for name in names if not release.waits(situation, situation.piece(name)))


def subsegment(game: Game) -> Generator[Step, Any, Game]:
    """Run a subsegment of the activation under way."""
    given = Active(game.situation, game.brigiment, able(game), game.waiting, game.held)
    after = yield from run_part(game.part, given, game.plan)
    then = _next(game, after.situation, waiting=after.waiting, held=after.held)
    if game.part == "4c.iv":
        return evolve(then, brigiment="", joined=NOBODY)
    return evolve(then, joined=_joined(after.situation, given.able))


@implements("RS", "9.7.3")
def _joined(situation: Situation, able: frozenset[str]) -> frozenset[str]:
    """Return the independent units that have been activated with the active brigiment."""
    return frozenset(
        name
        for name in able
        if independents.independent(situation, name)
        and situation.on_map(name)
        and independents.spent(situation, name)
    )


_PARTS: dict[Part, Callable[[Game], Generator[Step, Any, Game]]] = {
    "1": reinforcement_phase,
    "2": supply_phase,
    "3": command,
    "4": opening_of_activations,
    "4a": next_chit,
    "4c.i": subsegment,
    "4c.ii": subsegment,
    "4c.iii": subsegment,
    "4c.iv": subsegment,
}


# ---- 5


@implements("RS", "2.0/5", "2.0/5a", "2.0/5b", "20.2.4")
def end_of_turn(game: Game) -> Game:
    """Return the game at the start of the next turn; guns out of supply keep their shoots."""
    kept = supply.keeping_shots(game.situation)
    situation = pickets.renew(sequence.end_of_turn(game.situation))
    if kept:
        situation = situation.replace_pieces(
            *(evolve(situation.piece(name), shots=shots) for name, shots in kept.items())
        )
    situation = progress.renewed(situation)
    return evolve(game, situation=situation, part="1", brigiment="", held=NOBODY)


def _new_turn(game: Game) -> Ruling:
    situation = game.situation
    hours = sequence.hours_of(situation.turn)
    said = f"Game turn {situation.turn} of {game.plan.last_turn}, {hours}."
    return figure(f"Turn {situation.turn}", situation.turn, said, "RS 2.0/5b")


@implements("GB", "101.2.1")
def _agreed(situation: Situation) -> Generator[Step, Any, bool]:
    """Ask at the end of a turn whether both sides agree to end the game."""
    one, other = situation.sides
    purpose = f"End of turn {situation.turn}"
    options = (Option(GO_ON, "play on"), Option(END, "offer to end the game here"))
    offer: Option = yield Choice(one, purpose, options, ("GB 101.2.1",), position=situation)
    if offer.key != END:
        return False
    purpose = f"{purpose}: the {one} would end it"
    options = (Option(GO_ON, "play on"), Option(END, "agree to end the game"))
    answer: Option = yield Choice(other, purpose, options, ("GB 101.2.1",), position=situation)
    return answer.key == END
