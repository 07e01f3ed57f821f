"""The sequence of play (4.1), part by part, from the first turn to the verdict.

Everything that still matters is one :class:`Game`, so that a journal can be taken up again, and
undone, between any two parts. Within a part the checkpoints of its phase are passed on with the
game around them, so that going back to a move or a combat costs no more than that move or combat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.procedure import Checkpoint
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure
from wargame.fire_and_movement.movement import movement_phase
from wargame.fire_and_movement.phase import combat_phase
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.plan import Plan

Part = Literal[
    "support",
    "start",
    "movement",
    "bombardment",
    "combat",
    "mobile movement",
    "mobile combat",
    "end",
]
PARTS: tuple[Part, ...] = (
    "support",
    "start",
    "movement",
    "bombardment",
    "combat",
    "mobile movement",
    "mobile combat",
    "end",
)
"""The parts in their order; those between the first and the last are gone through by each side."""
TITLES: dict[Part, str] = {
    "support": "Support Fire Marker Phase",
    "start": "start of the player turn",
    "movement": "Movement Phase",
    "bombardment": "Bombardment Phase",
    "combat": "Combat Phase",
    "mobile movement": "Mobile Movement Phase",
    "mobile combat": "Mobile Combat Phase",
    "end": "Game Turn End Phase",
}
BY_BOTH: frozenset[Part] = frozenset({"support", "end"})
MOBILE: frozenset[Part] = frozenset({"mobile movement", "mobile combat"})
PHASES: dict[Part, str] = {
    "support": "4.1/1",
    "start": "4.1",
    "movement": "4.1/2",
    "bombardment": "4.1/4",
    "combat": "4.1/5",
    "mobile movement": "4.1/7",
    "mobile combat": "4.1/8",
    "end": "4.1/10",
}
"""The case of each part, as version 8 numbers it; version 7 numbers them alike."""


@frozen
class Game:
    """A game under way.

    Args:
        situation: The position; its active side is the one whose player turn it is.
        plan: What the game adds to the sequence of play.
        part: The part of the sequence of play that comes next.
    """

    situation: Situation
    plan: Plan
    part: Part = "support"

    @property
    def first(self) -> str:
        """The first player."""
        return self.plan.first or self.situation.sides[0]

    @property
    def where(self) -> str:
        """Where the game is: the turn, whose player turn, and the part."""
        turn = self.plan.name_of(self.situation.turn)
        if self.part in BY_BOTH:
            return f"{turn}, {TITLES[self.part]}"
        return f"{turn}, {self.situation.active} {TITLES[self.part]}"


@frozen
class Ended:
    """A game that is over.

    Args:
        situation: The last position.
        verdict: Who won, and why.
    """

    situation: Situation
    verdict: Ruling


@frozen
class Within:
    """A moment inside a part.

    Args:
        game: The game at the start of the part.
        state: Everything that still matters of the part.
        resume: Goes on with the part.
    """

    game: Game
    state: Any
    resume: Callable[[Any], Steps]


@implements("FM8", "4.0", "4.1")
@implements("FM7", "4.0", "4.1")
def play_game(game: Game) -> Steps:
    """Play a game to its end.

    Args:
        game: Where it stands.

    Returns:
        :class:`Ended`, with the verdict.
    """
    return play_on(game)


def play_on(game: Game) -> Steps:
    """Go on with a game from any of its checkpoints."""
    while True:
        yield Checkpoint(game.where, game, play_on)
        if game.part == "end":
            after: Game | Ended = yield from _turn_end(game)
        else:
            after = yield from _after(game, _steps_of(game))
        if isinstance(after, Ended):
            return after
        game = after


def _play_on_within(moment: Within) -> Steps:
    """Go on with a game from a moment inside one of its parts."""
    after: Game | Ended = yield from _after(moment.game, moment.resume(moment.state))
    return after if isinstance(after, Ended) else (yield from play_on(after))


def _after(game: Game, steps: Steps) -> Generator[Step, Any, Game | Ended]:
    """Run a part to its end; return the game after it, or its end if somebody wins at once."""
    situation: Situation = yield from _watched(game, steps)
    won = game.plan.won(situation)
    if won is None and game.plan.over(situation):
        won = yield from game.plan.judged(situation)
    if won is None:
        return following(game, situation)
    yield won
    return Ended(situation, won)


def _watched(game: Game, steps: Steps) -> Generator[Step, Any, Situation]:
    """Run a part; its checkpoints become the game's, and where play stops at once it stops."""
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as stop:
            return _position(stop.value)
        if not isinstance(step, Checkpoint):
            answer = yield step
            continue
        situation = _position(step.state)
        if game.plan.stops(situation):
            steps.close()
            return situation
        moment = Within(game, step.state, step.resume)
        answer = yield Checkpoint(f"{game.where}, under way", moment, _play_on_within)


def _position(state: Any) -> Situation:  # noqa: ANN401 - a position, or what holds one
    """Return the position in what a phase returns or stops at."""
    found = state if isinstance(state, Situation) else state.situation
    assert isinstance(found, Situation)  # noqa: S101 - every phase holds one
    return found


@frozen
class FromSetUp:
    """A game that begins with its set-up: both sides are asked, then it is played.

    Called with where a set-up stands, it goes on from there; so it is what resumes its checkpoints.

    Args:
        where: What moment of the set-up it is.
        placed: Has the next unit placed.
        begun: The game from the position that is set up.
    """

    where: Callable[[Any], str]
    placed: Callable[[Any], Steps]
    begun: Callable[[Situation], Game]

    def __call__(self, state: Any) -> Steps:  # noqa: ANN401 - the set-up of any game
        """Set up both sides, then play."""
        while not state.over:
            yield Checkpoint(self.where(state), state, self)
            state = yield from self.placed(state)
        return (yield from play_on(self.begun(state.situation)))


# ---- the parts


def _steps_of(game: Game) -> Steps:
    """Return the generator of the part that comes next."""
    mobile, plan = game.part in MOBILE, game.plan
    situation = game.situation
    situation = situation if situation.mobile == mobile else evolve(situation, mobile=mobile)
    match game.part:
        case "support":
            return plan.support(situation)
        case "start":
            return plan.player_turn(situation)
        case "movement" | "mobile movement":
            return _movement(situation, plan, mobile=mobile)
        case "bombardment" if plan.bombardment is not None:
            return plan.bombardment(situation)
        case "combat" | "mobile combat":
            return combat_phase(situation)
        case _:
            return _pass(situation)


@implements("LEB82", "11.0")
def _movement(situation: Situation, plan: Plan, *, mobile: bool) -> Steps:
    """Let arrivals come in, then run the movement phase."""
    situation = yield from plan.arrivals(situation)
    entries = plan.entries(situation)
    return (yield from movement_phase(situation, mobile=mobile, entries=entries))


def _pass(situation: Situation) -> Steps:
    yield from ()
    return situation


@implements("FM8", "4.1/1", "4.1/4", "4.1/5", "4.1/8", "4.1/9")
@implements("FM7", "4.1/1", "4.1/4", "4.1/5", "4.1/8", "4.1/9")
@implements("GAZA", "10.3", "10.3/1")
def parts_of(game: Game) -> tuple[Part, ...]:
    """Return the parts of a turn of this game in their order: no phase that its rules leave out."""
    rules = game.situation.ruleset
    return tuple(
        part
        for part in PARTS
        if (rules.mobile_phases or part not in MOBILE)
        and (part != "bombardment" or game.plan.bombardment is not None)
    )


def following(game: Game, situation: Situation) -> Game:
    """Return the game at the start of the part after the one it is in.

    Args:
        game: The game in a part.
        situation: The position at the end of that part.
    """
    parts = parts_of(game)
    part = parts[parts.index(game.part) + 1] if game.part in parts else _next_of(parts, game.part)
    first = game.first
    if game.part == "support":
        situation = player_turn_begun(situation, first)
    elif part == "end" and situation.active == first:
        part, situation = "start", player_turn_begun(situation, situation.other(first))
    return evolve(game, situation=evolve(situation, mobile=part in MOBILE), part=part)


def _next_of(parts: tuple[Part, ...], part: Part) -> Part:
    """Return the part after one that this game leaves out."""
    return next(each for each in PARTS[PARTS.index(part) :] if each in parts)


def player_turn_begun(situation: Situation, side: str) -> Situation:
    """Return the position at the start of a side's player turn: its units may all act again."""
    nobody: frozenset[str] = frozenset()
    return evolve(
        situation.at_phase_start(), active=side, moved=nobody, spent=nobody, fought=nobody
    )


# ---- the end of a turn


@implements("FM8", "4.1/10")
@implements("FM7", "4.1/10")
def _turn_end(game: Game) -> Generator[Step, Any, Game | Ended]:
    """Judge the game after its last turn, or go on to the next one."""
    plan = game.plan
    situation = yield from plan.turn_end(game.situation)
    verdict = plan.won_at_turn_end(situation)
    if verdict is None and plan.ends_with(situation):
        verdict = yield from plan.judged(situation)
    if verdict is not None:
        yield verdict
        return Ended(situation, verdict)
    situation = player_turn_begun(evolve(situation, turn=situation.turn + 1), game.first)
    game = evolve(game, situation=situation, part="support")
    yield _new_turn(game)
    return game


def _new_turn(game: Game) -> Ruling:
    situation, plan = game.situation, game.plan
    last = f" of {plan.last_turn}" if plan.is_last is None else ""
    said = f"{plan.name_of(situation.turn)}{last}."
    label = f"Turn {situation.turn}"
    return figure(label, situation.turn, said, situation.ruleset.case("4.1/10"))
