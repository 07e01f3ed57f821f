"""The way of a move (5.1): every legal path can be answered, and every answer is a legal path."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fire_and_movement.lebanon import standing
from tests.fire_and_movement.moving import at, on
from tests.fire_and_movement.positions import SYSTEMS, gaza, played
from wargame.core.drivers import play, replay
from wargame.core.errors import Refused
from wargame.core.procedure import Chance, Choice
from wargame.fire_and_movement.movement import (
    BY_WAY,
    END,
    STAY,
    Move,
    MovementPhase,
    movement_phase,
)
from wargame.fire_and_movement.rail import rail_lines
from wargame.fire_and_movement.reach import Reach, along, arriving, reach, room
from wargame.fire_and_movement.state import Waiting
from wargame.fire_and_movement.terrain_costs import in_points, points_text, points_words, ways
from wargame.fire_and_movement.units import Piece
from wargame.fire_and_movement.waypoints import STRAIGHT, Leg, any_leg, key_of, legs, why_no_leg
from wargame.fire_and_movement.zones import controlled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

ROWS = ("ccvcc", "cvccc", "ccjcv", "ccccc", "cvccc")
ROAD = ("link road 0105 0205 0304 0303",)
Path = tuple["Hex", ...]


def small(seed: int) -> Situation:
    """Return a small position: a unit of two or three points, friends and enemies, a road."""
    random = Random(seed)
    kind = random.choice(("", " mobile=yes"))
    units = (
        f"r Red 4-4-{random.randint(2, 3)} 0105{kind}", "f Red 1-1-1 0101", "g Red 1-1-1 0201",
        "b Blue 1-1-1 0301", "c Blue 1-1-1 0401 zone=no",
    )  # fmt: skip
    rows = ROWS if random.random() < 0.5 else ("ccccc",) * 5
    situation = on(*units, rows=rows, marks=ROAD, ruleset=SYSTEMS[seed % 2])
    if seed % 5 == 0:
        silent = situation.ruleset.replace(leg_halts_again=False)
        situation = evolve(situation, ruleset=silent)
    start = at(situation, "0303")
    near = random.sample(sorted(cell for cell in start.disc(2) if cell != start), 4)
    places = zip("rfgbc", (start, *near), strict=True)
    return evolve(situation, pieces=[Piece(*each) for each in places])


def legal(situation: Situation, name: str = "r") -> Iterator[Path]:
    """Yield every path that the rules allow, said anew: hexes may be passed twice."""
    unit, start = situation.unit(name), situation.piece(name).at
    other = situation.other(unit.side)
    zone = controlled(situation, other)
    enemies = {piece.at for piece in situation.of(other)}
    priced, most = ways(situation.board, situation.ruleset), 2 * situation.face(name).movement
    again = situation.ruleset.leg_halts_again or start not in zone
    stack: list[tuple[Path, int]] = [((start,), 0)]
    while stack:
        path, cost = stack.pop()
        here, first = path[-1], len(path) == 1
        if not first and room(situation, name, here).allowed:
            yield path
        if here in zone and not first and not unit.mobile and again:
            continue
        for there, ground in priced.out[here]:
            if there in enemies:
                continue
            step = ground
            if there in zone and unit.mobile:
                step += most // 4 * 2
            elif there in zone and here in zone:
                if not first or ground > most:
                    continue
                step = most
            if cost + step <= most:
                stack.append(((*path, there), cost + step))


def answers_for(found: Reach, path: Path) -> list[str]:
    """Return the answers that make a path, one step at a time; each is held to be listed."""
    label, answers = found.mover.situation.board.label, list[str]()
    for last, there in enumerate(path[1:], start=2):
        direct = found.came_from.get(there) == found.here
        if last == len(path) and direct:
            break
        leg = Leg(there, straight=not direct)
        assert leg in legs(found)
        answers += [BY_WAY, key_of(found, leg)]
        found = found.by(there, straight=leg.straight)
    assert path[-1] in found.ends
    assert found.path(path[-1]) == path
    return [*answers, label(path[-1])]


def noted(situation: Situation, seen: list[tuple[str, Path]]) -> Situation:
    """Return a position that notes the unit and the path of every move."""

    def note(after: Situation, unit: str, path: Path) -> Situation:
        seen.append((unit, path))
        return after

    return evolve(situation, ruleset=situation.ruleset.replace(after_move=note))


@pytest.mark.cases("FM8", "5.1", "5.1/1", "5.1/2", "5.2/3", "5.2/4", "6.1", "6.1/1")
@pytest.mark.cases("FM7", "5.1", "5.1/1", "5.1/2", "5.2/2", "6.1", "6.1/1")
@pytest.mark.parametrize("seed", range(20))
def test_every_legal_path_can_be_answered(seed: int) -> None:
    situation, seen = small(seed), list[tuple[str, Path]]()
    paths = sorted(legal(situation))
    assert paths
    whole = {path: answers_for(reach(situation, "r"), path) for path in paths}
    steps = partial(movement_phase, noted(situation, seen))
    for path in Random(seed).sample(paths, min(12, len(paths))):
        done, _ = played(steps, "r", *whole[path], END)
        assert seen.pop() == ("r", path)
        assert done.outcome.piece("r").at == path[-1]
        cost = along(situation, "r", path[1:])
        assert cost.allowed
        assert isinstance(cost.value, int | Fraction)
        assert f", for {points_text(int(2 * cost.value))} of " in done.told[0].sentence


@pytest.mark.parametrize("seed", range(20))
def test_every_answer_makes_a_legal_path(seed: int) -> None:
    situation, random = small(seed), Random(seed)
    known = set(legal(situation))
    assert set(reach(situation, "r").ends) <= {path[-1] for path in known}

    def wander(found: Reach) -> None:
        for end in found.ends:
            assert found.path(end) in known
            cost = found.cost_ruling(end)
            assert cost.value == in_points(found.spent[end])
            assert along(situation, "r", found.path(end)[1:]).value == cost.value
            assert len(cost.parts) == len(found.path(end)) - 1
        open_to = legs(found)
        assert any_leg(found) is bool(open_to)
        for leg in random.sample(open_to, min(3, len(open_to))):
            wander(found.by(leg.cell, straight=leg.straight))
        for cell in situation.board.cells:
            ruling = why_no_leg(found, cell)
            assert ruling.allowed is (Leg(cell) in open_to)
            assert ruling.sentence.endswith(".")

    wander(reach(situation, "r"))


def wanderer(random: Random, choice: Choice) -> str:
    """Name hexes to pass more often than not."""
    keys = [option.key for option in choice.options if option.key not in {END, STAY}]
    if BY_WAY in keys and random.random() < 0.7:
        return BY_WAY
    ends = [key for key in keys if key != BY_WAY]
    return random.choice(ends) if ends else choice.options[0].key


@pytest.mark.parametrize("side", ["British", "Central Powers"])
@pytest.mark.parametrize("scenario", ["second_battle", "eve_of_assault"])
def test_whole_phases_by_way_of_anything(scenario: str, side: str) -> None:
    situation, seen = evolve(gaza(scenario), active=side), list[tuple[str, Path]]()
    steps = partial(movement_phase, noted(situation, seen))
    done = play(steps, Chance(Random(7), partial(wanderer, Random(7))))
    assert sum(entry.answer == BY_WAY for entry in done.journal) > 10
    now = situation
    for (name, path), told in zip(seen, done.told, strict=True):
        assert "by rail" in told.sentence or along(now, name, path[1:]).allowed
        pieces = [evolve(p, at=path[-1]) if p.unit == name else p for p in now.pieces]
        now = evolve(now, pieces=pieces)
    assert now.pieces == done.outcome.pieces
    assert replay(steps, done.journal).outcome.pieces == done.outcome.pieces


# ------------------------------------------------------------------ what is asked


UNITS = ("r Red 4-4-3 0105", "b Blue 1-1-1 0501")


def test_a_move_by_way_of_hexes_is_asked_hex_by_hex_and_told_whole() -> None:
    situation = on(*UNITS)
    steps = partial(movement_phase, situation)
    done, script = played(steps, "r", BY_WAY, "0104", BY_WAY, "0204", "0205", END)
    assert [ask.purpose for ask in script.asked[1:6]] == [
        "r: where its move ends",
        "r: a hex that its move passes",
        "r: where its move ends, by way of 0104",
        "r: a hex that its move passes, by way of 0104",
        "r: where its move ends, by way of 0104, 0204",
    ]
    assert done.told[0].sentence == "r moves 0105, 0104, 0204, 0205, for 3 of 3 points."
    way = script.asked[2]
    assert isinstance(way, Choice)
    assert isinstance(way.position, Move)
    assert way.position.asks_way
    words = {option.key: option.label for option in way.options}
    assert words["0104"] == "by way of 0104: clear; 2 of 3 points left"
    with pytest.raises(Refused, match="0 points left in 0102"):
        way.option("0102")


def test_a_move_may_come_back_to_where_it_began() -> None:
    situation, seen = on(*UNITS), list[tuple[str, Path]]()
    steps = partial(movement_phase, noted(situation, seen))
    done, _ = played(steps, "r", BY_WAY, "0104", "0105", END)
    assert done.outcome.moved == {"r"}
    assert [situation.board.label(cell) for cell in seen[0][1]] == ["0105", "0104", "0105"]


def test_who_cannot_pass_anything_is_told_why() -> None:
    units = ("r Red 4-4-1 0303", "b Blue 1-1-1 0301", "c Blue 1-1-1 0305")
    _, script = played(partial(movement_phase, on(*units)), "r", STAY, END)
    asked = script.asked[1]
    assert isinstance(asked, Choice)
    assert BY_WAY not in {option.key for option in asked.options}
    with pytest.raises(Refused, match="passes no hex from which its move could go on"):
        asked.option(BY_WAY)


@pytest.mark.cases("FM8", "6.1/1")
def test_a_leg_unit_passes_no_zone_and_comes_back_into_none_for_nothing() -> None:
    situation = on("r Red 4-4-9 0304", "b Blue 1-1-1 0303")
    found = reach(situation, "r")
    assert "stops in 0204" not in why_no_leg(found, at(situation, "0205")).sentence
    stopped = why_no_leg(found.by(at(situation, "0205")), at(situation, "0304"))
    assert "stops in 0304" in stopped.sentence  # where it began is a zone like any other now
    gone = found.by(at(situation, "0205")).by(at(situation, "0204"))
    assert at(situation, "0304") not in gone.ends
    way = tuple(at(situation, label) for label in ("0205", "0304", "0205"))
    assert along(situation, "r", way[:2]).allowed
    assert not along(situation, "r", way).allowed


def test_a_dearer_step_is_offered_beside_the_cheaper_way() -> None:
    rows = ("ccccc", "cjccc", "ccccc", "ccccc", "ccccc")
    roads = ("link road 0104 0205 0204",)
    situation = on("r Red 4-4-9 0104", "b Blue 1-1-1 0501", rows=rows, marks=roads)
    found, cell = reach(situation, "r"), at(situation, "0204")
    assert found.path(cell) == tuple(at(situation, each) for each in ("0104", "0205", "0204"))
    keys = {key_of(found, leg) for leg in legs(found)}
    assert {"0204", f"{STRAIGHT}0204"} <= keys
    ahead = found.by(cell, straight=True)
    assert ahead.path(cell) == (at(situation, "0104"), cell)
    assert ahead.spent[cell] > found.spent[cell]


def test_what_is_too_far_by_way_of_a_hex_says_so_and_names_its_steps() -> None:
    situation = on(*UNITS)
    found, far = reach(situation, "r"), at(situation, "0201")
    ruling = found.why_not(far)
    assert "0201 is too far:" in ruling.sentence
    assert [part.label for part in ruling.parts][-1] == "Into 0201"
    assert all(part.label.startswith("Into ") for part in ruling.parts)
    ahead = found.by(at(situation, "0205"))
    assert "too far by way of 0205" in ahead.why_not(at(situation, "0102")).sentence


# ------------------------------------------------------------------ who comes onto the map


@pytest.mark.cases("GAZA", "11.3/4", "11.3/5")
def test_a_unit_that_comes_onto_the_map_may_name_its_way_too() -> None:
    units = ("c Central_Powers 3-4-3", "d Central_Powers 3-4-3 0501", "b British 4-4-3 0103")
    situation = on(*units, ruleset="gaza_1917")
    situation = evolve(situation, waiting=(Waiting("c", "reinforcements"),))
    edge = tuple(at(situation, label) for label in ("0105", "0101"))
    seen = list[tuple[str, Path]]()
    steps = partial(movement_phase, noted(situation, seen), entries={"c": edge})
    done, script = played(steps, "c", BY_WAY, "0105", BY_WAY, "0205", "0305", END)
    assert seen == [("c", tuple(at(situation, label) for label in ("0105", "0205", "0305")))]
    assert script.asked[3].purpose.endswith("by way of 0105")
    assert done.outcome.waiting == ()
    found = arriving(situation, "c", edge)
    assert "too far: 4 points" in found.why_not(at(situation, "0402")).sentence


def test_an_entry_dearer_than_the_way_from_another_one_can_be_chosen() -> None:
    rows = ("chccc", "ccccc", "ccccc", "ccccc", "ccccc")
    roads = ("link track 0105 0104",)
    units = ("c Central_Powers 3-4-4", "b British 4-4-3 0501")
    situation = on(*units, rows=rows, marks=roads, ruleset="gaza_1917")
    edge = tuple(at(situation, label) for label in ("0105", "0104"))
    found = arriving(situation, "c", edge)
    assert found.path(edge[1]) == edge
    assert Leg(edge[1], straight=True) in legs(found)
    straight = found.by(edge[1], straight=True)
    assert straight.path(edge[1]) == (edge[1],)
    assert straight.cost_ruling(edge[1]).value == 2


# ------------------------------------------------------------------ what the way brings about


@pytest.mark.cases("LEB82", "13.0/4", "27.0")
def test_sites_are_overrun_and_places_taken_along_the_way_that_was_chosen() -> None:
    base = standing("IS-91-A2 1820", "SY-47 0908", active="Israeli")
    mover, start = "IS-91-A2", base.piece("IS-91-A2").at
    found = reach(base, mover)
    passed = next(
        cell
        for cell in found.spent
        if cell != start and Leg(cell) in legs(found) and start.distance(cell) == 2
    )
    end = next(c for c in found.by(passed).ends if passed not in found.path(c))
    situation = evolve(base, sites=frozenset({passed}))
    label = situation.board.label
    steps = partial(movement_phase, situation)
    plain, _ = played(steps, mover, label(end), END)
    assert plain.outcome.sites == {passed}
    by_way, _ = played(steps, mover, BY_WAY, label(passed), label(end), END)
    assert by_way.outcome.sites == frozenset()
    assert by_way.outcome.piece(mover).at == plain.outcome.piece(mover).at == end


@pytest.mark.cases("GAZA", "15.0")
def test_by_rail_there_is_no_second_way_to_choose() -> None:
    """The railway on the Turkish side has no ring, so that the way by rail needs no question."""
    base = evolve(gaza("second_battle"), active="Central Powers")
    rule = base.ruleset.rail
    assert rule is not None
    lines = ways(base.board, base.ruleset).along(rule.link)
    cells = {cell for cell in lines if rule.shut not in base.board.cells[cell].features}
    name = "CP-48"
    ours = base.piece(name)
    for start in sorted(cells):
        alone = evolve(base, pieces=[evolve(ours, at=start)])
        reached = {start, *rail_lines(alone, name)}
        edges = sum(there in reached for here in reached for there, _ in lines[here]) // 2
        assert edges == len(reached) - 1
        move = Move(MovementPhase(alone), name)
        if move.rails:
            assert move.by(legs(move.reach)[0]).rails == ()


# ------------------------------------------------------------------ what one of a thing is called


def test_one_hex_and_one_point_are_said_as_one() -> None:
    units = ("r Red 4-4-1 0303", "b Blue 1-1-1 0301", "c Blue 1-1-1 0305", "d Blue 1-1-1 0202")
    found = reach(on(*units), "r")
    assert found.ends_ruling().sentence.endswith(f"{len(found.ends)} hexes.")
    shut = on("r Red 4-4-1 0105", "b Blue 1-1-1 0205")
    assert reach(shut, "r").ends_ruling().sentence == "r may end its move in 1 hex."
    cost = found.cost_ruling(found.ends[0])
    assert "0 of 1 point left" in cost.sentence
    assert [points_words(halves) for halves in (0, 1, 2, 3, 4)] == [
        "0 points", "½ point", "1 point", "1½ points", "2 points",
    ]  # fmt: skip


def test_open_markers_of_gaza_have_names() -> None:
    markers = gaza().roster.markers.values()
    assert all(marker.name for marker in markers if not marker.pool)
