"""What a game table can play: the games of Fire & Movement, who plays them, and how they stand."""

from __future__ import annotations

import re
from functools import cache, partial
from importlib import import_module
from inspect import getmembers, isfunction, signature
from random import Random
from typing import TYPE_CHECKING, Any
from zlib import crc32

from attrs import asdict, evolve

from wargame.core.errors import RequestError, located, one_of, shown
from wargame.core.procedure import Choice
from wargame.core.ruling import Ruling, figure, finding, skipped
from wargame.fire_and_movement import gaza_game, lebanon_1976, lebanon_2006, lebanon_game, turn
from wargame.fire_and_movement.attack import Attack, declare
from wargame.fire_and_movement.bombardment import DRAW
from wargame.fire_and_movement.combat import assess
from wargame.fire_and_movement.movement import Move, MovementPhase, may_move
from wargame.fire_and_movement.policy import about
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.switches import rules_data, rules_from_data
from wargame.fire_and_movement.waypoints import why_no_leg
from wargame.lab import own_charts
from widgets.errors import WidgetError
from widgets.explorers.game_plan import Family, Game, hexes_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.run import Run
    from wargame.fire_and_movement.plan import Plan
    from wargame.fire_and_movement.units import Roster
    from widgets.explorers.game_plan import Player

WHO = "GameTable"
DEFAULT = gaza_game.SCENARIO
SET_UP = ", from the set-up"
"""What the name of a game ends with in which both sides are asked for their set-up first."""
POLICY, AT_RANDOM = "policy", "at random"
BY_A_SIDE = turn.PARTS[1:-1]
DOING: Mapping[turn.Part, str] = {
    "support": "Both players get their support fire markers ready.",
    "start": "What comes before the first move, such as throwing for reinforcements.",
    "movement": "Units move, one after the other.",
    "bombardment": "Markers fall on enemy hexes without an attack.",
    "combat": "Attacks, each to its end with retreat and advance.",
    "mobile movement": "Mobile units that have not moved yet may move.",
    "mobile combat": "Mobile units that have not fought yet may attack.",
    "end": "The turn is over; here a game may end.",
}


_JOINTS = {"@": " to ", ":": ", "}
"""What stands between the parts of a key, and is said instead."""


def answer_words(roster: Roster, key: str) -> str:
    """Return the key of an option in words, for the journal: "fire@draw@1516" names a marker."""

    def called(part: str) -> str:
        if part in roster.units:
            return roster.units[part].name
        if part in roster.markers:
            return roster.markers[part].name or part
        return "a marker, unseen" if part == DRAW else _JOINTS.get(part, part)

    deed, *rest = key.split("@")
    if deed in {"fire", "watch"} and len(rest) == len(("marker", "hex")):
        on = "on" if deed == "fire" else "observes over"
        return f"{called(rest[0])} {on} {rest[1]}"
    return "".join(called(part) for part in re.split("([@:])", key))


# ---- where everybody stands


def position(run: Run) -> Situation:
    """Return where everybody stands; where a question does not say, as at the last checkpoint."""
    there = run.outcome if run.finished else getattr(run.request, "position", None)
    if there is None:
        there = run.marks[-1].checkpoint.state
    while not isinstance(there, Situation):
        there = _inner(there)
    return there


def _inner(there: Any) -> Any:  # noqa: ANN401 - a phase, a move, an attack, a moment of a game
    """Return what holds the position inside what holds it."""
    if isinstance(there, turn.Within):
        return there.state
    return there.phase if isinstance(there, Move) else there.situation


def ended(run: Run) -> turn.Ended | None:
    """Return how a game has ended, with its verdict; nothing while it goes on."""
    outcome = run.outcome if run.finished else None
    return outcome if isinstance(outcome, turn.Ended) else None


def explained(run: Run) -> Ruling | None:
    """Return what an attack comes to with those chosen so far, before it is decided."""
    attack = run.request.position if run.request is not None else None
    if not isinstance(attack, Attack) or not declare(attack).allowed:
        return None
    return assess(attack).ruling


def place(situation: Situation, key: str) -> Hex | None:
    """Return the hex that the key of an option is about: the last it names, or that of its unit."""
    cells = hexes_in(situation.board, key)
    if cells:
        return cells[-1]
    name = key.rpartition(":")[2]
    return next((piece.at for piece in situation.pieces if piece.unit == name), None)


def closed(request: Request, cell: Hex) -> Ruling | None:
    """Return why nobody moves to a hex, past it or from it, where a movement is asked for."""
    there = request.position
    if isinstance(there, Move):
        return why_no_leg(there.reach, cell) if there.asks_way else there.reach.why_not(cell)
    if not isinstance(there, MovementPhase):
        return None
    names = [piece.unit for piece in there.situation.at(cell)]
    rulings = (may_move(there.situation, name, mobile=there.mobile) for name in names)
    return next((ruling for ruling in rulings if not ruling.allowed), None)


# ---- who plays by itself


def players(side: str) -> dict[str, Player]:
    """Return who can play a side by itself.

    The policies are those that their module has when they are asked for: each by its name, or as
    ``policy`` where it has but one. They know what each game is about from its position.

    Args:
        side: The side; all have the same players.
    """
    del side
    module = import_module("wargame.fire_and_movement.policy")
    found: dict[str, Player] = {
        name: each
        for name, each in getmembers(module, isfunction)
        if each.__module__ == module.__name__ and _answers(name, each)
    }
    if len(found) == 1:
        found = dict.fromkeys((POLICY,), *found.values())
    return found | {AT_RANDOM: at_random}


def _answers(name: str, function: Callable[..., Any]) -> bool:
    """Return whether a function is for others to use, and is asked a choice."""
    return not name.startswith("_") and next(iter(signature(function).parameters), "") == "choice"


def at_random(choice: Choice, situation: Situation) -> str:
    """Return any option; the same in the same position."""
    seen = (choice.purpose, situation.turn, situation.pieces, sorted(situation.moved))
    return Random(repr((seen, len(choice.options)))).choice(choice.options).key


# ---- the sequence of play


def outline(game: turn.Game) -> Ruling:
    """Return the sequence of play of a game, part within part, with what it passes over."""
    first = game.first
    sides = (first, game.situation.other(first))
    parts = [_part(game, "support", "1", "both")]
    for number, side in enumerate(sides, start=2):
        own = [_part(game, part, step(part, number), side) for part in BY_A_SIDE]
        said, case = "One side acts.", game.situation.ruleset.case("4.1")
        parts.append(finding(f"{number} {side} player turn", side, said, case, parts=tuple(own)))
    parts.append(_part(game, "end", "4", "both"))
    said = "A turn, from part to part."
    return finding("Sequence of play", None, said, game.situation.ruleset.case("4.1"), parts=parts)


def step(part: turn.Part, number: int) -> str:
    """Return the number of a part in the outline.

    Args:
        part: The part.
        number: 2 in the player turn of the first player, 3 in that of the second.
    """
    if part in turn.BY_BOTH:
        return "1" if part == "support" else "4"
    return f"{number}{'abcdef'[BY_A_SIDE.index(part)]}"


def _part(game: turn.Game, part: turn.Part, number: str, who: str) -> Ruling:
    rules = game.situation.ruleset
    label, case = f"{number} {turn.TITLES[part]}", rules.case(turn.PHASES[part])
    if part in turn.parts_of(game):
        return figure(label, who, DOING[part], case)
    return skipped(label, f"{rules.title} has no such phase.", case, value=who)


# ---- how it would end


def standing(plan: Plan, situation: Situation) -> Ruling | None:
    """Return who would win if a game ended now; nothing before both sides are on the map."""
    if not situation.tally and not all(situation.of(side) for side in situation.sides):
        return None
    if plan.judge is None:
        return plan.verdict(situation)
    parts = (*lebanon_2006.modifiers(situation), lebanon_2006.last_turn(situation))
    said = "Both dice are thrown when the game is over; these are added to them."
    return finding("Victory", "on the dice", said, "LEB82 24.0", parts=parts)


# ---- the games


def _games() -> Iterator[Game]:
    """Yield every game, as drawn up and from its set-up."""
    for module, play in (
        (gaza_game, gaza_game.second_battle),
        (lebanon_game, lebanon_game.peace_for_galilee),
        (lebanon_2006, lebanon_2006.invasion_2006),
        (lebanon_1976, lebanon_1976.invasion_1976),
    ):
        start: Callable[[], turn.Game] = cache(partial(_opened, module.opening))
        title, name = module.PLAN.title, module.SCENARIO
        yield _game(name, title, start, start, play)
        yield _game(name + SET_UP, title, start, lambda: None, play)


def rules_in(situation: Situation) -> dict[str, Any]:
    """Return the rules in force in a position, with every switch that was thrown."""
    return rules_data(situation.ruleset)


def by_rules(game: Game, rules: dict[str, Any] | None) -> Game:
    """Return a game under rules that were saved.

    Args:
        game: The game.
        rules: What :func:`rules_in` returned.

    Raises:
        DataError: They are not known, or not those of a game that is set up first.
    """
    with located("saved game"):
        read, start = rules_from_data(rules), game.start()
        own = None if start is None else start.situation.ruleset.id
        if read.id != own:
            allowed = own or f"{game.name} without a switch"
            raise RequestError("rules", shown(rules), allowed)
    begun = evolve(start, situation=evolve(start.situation, ruleset=read))
    return evolve(game, start=lambda: begun, outline=lambda: outline(begun))


def _opened(opening: Callable[..., turn.Game]) -> turn.Game:
    return opening(own_charts())


def _game(
    name: str,
    title: str,
    drawn_up: Callable[[], turn.Game],
    start: Callable[[], Any],
    play: Callable[[Any], Any],
) -> Game:
    return Game(
        name,
        title,
        lambda: outline(drawn_up()),
        start,
        play,
        lambda situation: standing(drawn_up().plan, situation),
    )


def _mark(situation: Situation) -> str:
    """Return a word for a position, the same for the same: a saved game fits its beginning only."""
    about = {"board", "ruleset", "roster", "shelf"}
    facts = asdict(situation, recurse=False, filter=lambda each, _: each.name not in about)
    values = (sorted(each) if isinstance(each, frozenset) else each for each in facts.values())
    return f"{crc32(repr(tuple(values)).encode()):08x}"


GAMES: Mapping[str, Game] = {game.name: game for game in _games()}
"""The games there are, by name."""
FAMILY = Family(
    WHO, GAMES, players, position, ended, explained, place, closed, rules_in, by_rules, about
)
"""The games of Fire & Movement."""


def family_for(given: object, *, set_up: bool) -> tuple[Family, Game]:
    """Return what to play, by the name of its scenario, or a game under way.

    Args:
        given: A name, or a :class:`~wargame.fire_and_movement.turn.Game`.
        set_up: Whether both sides are asked for their set-up first.

    Raises:
        WidgetError: There is no such game, or one under way is to be set up.
    """
    if isinstance(given, turn.Game):
        if set_up:
            raise WidgetError(f"{WHO}, set_up", "True for a game under way", "False")
        title = given.plan.title
        name = f"{title}, from {given.where}, position {_mark(given.situation)}"
        own = _game(name, title, lambda: given, lambda: given, turn.play_game)
        return evolve(FAMILY, games={**GAMES, name: own}), own
    names = [name for name in GAMES if not name.endswith(SET_UP)]
    if not isinstance(given, str) or given not in names:
        allowed = f"{one_of(names, str(given))}, or a Game"
        raise WidgetError(f"{WHO}, game", shown(given), allowed)
    return FAMILY, GAMES[given + SET_UP if set_up else given]
