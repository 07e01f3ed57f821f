"""What movement costs: the reach of a unit against another library's shortest paths, and play.

Run it with ``python -m tests.benchmarks.movement``. Both searches run over the same priced map,
unit by unit in turn, so that a busy machine slows both. Ours also finds who the enemies are,
where their zones lie and what those cost; the other is handed a plain graph without enemies.

Every unit is measured: the kinds are leg and mobile, in an enemy zone and out of any. A unit hemmed
in by dear ground is the hardest case, for what little there is to search both find at once. Zones
are remembered for a position and while the enemy stands still; the last lines are without that.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import networkx as nx
from attrs import evolve

from tests.benchmarks.report import Line, printed
from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.fire_and_movement import lebanon_game
from wargame.fire_and_movement.movement import END, STAY, movement_phase
from wargame.fire_and_movement.reach import reach
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.terrain_costs import ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.procedure import Choice
    from wargame.fire_and_movement.state import Situation

ROUNDS = 40
PHASES = 12
SCENARIO = "gaza_1917/second_battle"


def lines() -> Iterator[Line]:
    """Yield every figure with its bound."""
    situation = load_scenario(SCENARIO).situation
    start = perf_counter()
    priced = ways(situation.board, situation.ruleset).out
    yield Line(f"a map of {len(priced)} hexes priced, once", 1000 * (perf_counter() - start), "ms")
    for name in ("BR-1LH", "BR-161"):
        kind = "mobile" if situation.unit(name).mobile else "leg"
        yield from _against(situation, (name,), f"one {kind} unit")
    names = tuple(piece.unit for piece in situation.of("British"))
    yield from _against(situation, names, f"all {len(names)} British units")
    for where, each in _positions():
        yield from _kinds(each, where)
    yield _unprepared(situation)
    yield _phases(situation)


def _positions() -> Iterator[tuple[str, Situation]]:
    yield "Gaza", load_scenario(SCENARIO).situation
    yield "Gaza, the eve", load_scenario("gaza_1917/eve_of_assault").situation
    yield "Lebanon", lebanon_game.opening().situation


def _kinds(situation: Situation, where: str) -> Iterator[Line]:
    """Yield for each kind of unit how the worst of them compares."""
    graph, worst = _graph(situation), dict[str, list[float]]()
    for piece in situation.pieces:
        kind = "mobile" if situation.unit(piece.unit).mobile else "leg"
        zone = "in a zone" if reach(situation, piece.unit).mover.begins_in_zone else "free"
        mine, other = _pair(situation, graph, piece.unit)
        worst.setdefault(f"{kind}, {zone}", []).append(other / mine)
    for kind, ratios in sorted(worst.items()):
        yield Line(f"{where}: worst of {len(ratios)} {kind}", min(ratios), "times", least=1)


def _unprepared(situation: Situation) -> Line:
    """Return how the worst unit compares in a position just made, nothing of which is known."""
    graph, ratios = _graph(situation), list[float]()
    for piece in situation.pieces:
        start, limit = piece.at, 2 * situation.face(piece.unit).movement
        ways_of = partial(nx.single_source_dijkstra, graph, start, cutoff=limit)
        copies = [evolve(situation) for _ in range(ROUNDS)]
        for each in copies:
            each.piece(piece.unit), each.of(each.active)  # a phase has asked who is where
        mine, other = _least(lambda: reach(copies.pop(), piece.unit), ways_of)  # noqa: B023
        ratios.append(other / mine)
    return Line(f"worst of {len(ratios)} in positions just made", min(ratios), "times")


def _graph(situation: Situation) -> Any:
    graph: Any = nx.DiGraph()
    graph.add_nodes_from(situation.board.cells)
    for here, out in ways(situation.board, situation.ruleset).out.items():
        graph.add_weighted_edges_from((here, there, cost) for there, cost in out)
    return graph


def _against(situation: Situation, names: tuple[str, ...], who: str) -> Iterator[Line]:
    graph, ours, theirs = _graph(situation), 0.0, 0.0
    for name in names:
        mine, other = _pair(situation, graph, name)
        ours, theirs = ours + mine, theirs + other
    yield Line(f"reach of {who}", 1e6 * ours / len(names), "µs a unit")
    yield Line(f"networkx / ours, {who}", theirs / ours, "times", least=1)


def _pair(situation: Situation, graph: Any, name: str) -> list[float]:
    """Return the seconds that a unit takes us, and the other library."""
    start, limit = situation.piece(name).at, 2 * situation.face(name).movement
    ways_of = partial(nx.single_source_dijkstra, graph, start, cutoff=limit)
    return _least(partial(reach, situation, name), ways_of)


def _least(*actions: Callable[[], object]) -> list[float]:
    """Return the least time of each action, taken in turn."""
    times: list[list[float]] = [[] for _ in actions]
    for _ in range(ROUNDS):
        for action, taken in zip(actions, times, strict=True):
            start = perf_counter()
            action()
            taken.append(perf_counter() - start)
    return list(map(min, times))


def _phases(situation: Situation) -> Line:
    """Return how fast whole movement phases go in which every unit moves at random."""
    random = Random(1)

    def everybody(choice: Choice) -> str:
        able = [each.key for each in choice.options if each.key not in {END, STAY}]
        return random.choice(able) if able else choice.options[0].key

    answers, start = 0, perf_counter()
    for seed in range(PHASES):
        now = evolve(situation, active=situation.sides[seed % 2])
        played = play(partial(movement_phase, now), Chance(random, everybody))
        answers += len(played.journal)
    return Line(
        "answers in random movement phases", answers / (perf_counter() - start), "a second", 1500
    )


def main() -> None:
    """Print the figures."""
    printed("Movement", lines())


if __name__ == "__main__":
    main()
