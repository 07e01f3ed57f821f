"""The activation of a stack: hex by hex, triggers, stacks, and random play."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import TYPE_CHECKING

import pytest

from tests.rifle_and_spade.moves import FIELD, Enemy, field, go, keys, walk, where, why
from tests.rifle_and_spade.positions import assault, gun, hq, mg, position, unit, work
from wargame.core.procedure import Chance, Choice, Roll, settle
from wargame.core.ruling import refusal
from wargame.rifle_and_spade import stacking
from wargame.rifle_and_spade.movement import activate_to_move, movement_subsegment

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation


# ---- from hex to hex


@pytest.mark.cases("RS", "17.4.5", "14.1.5")
def test_each_hex_is_one_trigger_with_the_hex_left(enemy: Enemy) -> None:
    """The firer may choose; contours count for both hexes (RS-59)."""
    after = go(field(), "11.49", "12.49", "end")
    assert where(after) == "12.49"
    first, second, end = enemy.seen
    board = after.board
    assert (board.label(first.at), board.label(first.left or first.at)) == ("11.49", "10.50")
    assert (first.hexside_points, second.hexside_points) == (0, 2)
    assert second.inside_points == second.left_points == 0
    assert (end.deed, end.left) == ("ends", None)
    assert after.piece("L").came_from == board.hex("11.49")
    assert after.piece("L").acted
    assert {board.label(cell) for cell, side in after.holders.items() if side == "Entente"} >= {
        "11.49",
        "12.49",
    }


@pytest.mark.cases("RS", "17.4.10")
def test_who_has_been_fired_at_is_not_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a movement is announced only if nobody has fired at it yet."""
    enemy = Enemy(fires=(0,)).watch(monkeypatch)
    go(field(), "10.49", "10.48", "end")
    assert enemy.deeds == ["enters", "enters"]
    quiet = Enemy().watch(monkeypatch)
    go(field(), "end")
    assert quiet.deeds == []


@pytest.mark.cases("RS", "14.1.13", "14.1")
def test_points_run_out(enemy: Enemy) -> None:
    """Six points and no more; what is too dear says so."""
    text = FIELD.replace("12.49", "10.49")
    choice = go(field(text=text), "10.49", "10.50", "?")
    assert "2 points left" in choice.purpose
    assert why(choice, "10.49") == "14.1.5"
    assert enemy.deeds == ["enters", "enters"]


@pytest.mark.cases("RS", "16.3/3", "7.2.1", "7.2/3")
def test_a_failed_check_stops_the_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops where it is and may hide there."""
    Enemy(stops=(0,)).watch(monkeypatch)
    after = go(field(), "11.50", "hide terrain")
    piece = after.piece("L")
    assert (where(after), piece.confused, piece.hiding) == ("11.50", True, "terrain")


@pytest.mark.cases("RS", "14.1.10", "3.7.5", "14.1.9")
def test_enemies_and_limits_bar_a_hex() -> None:
    """Each with its reason."""
    crowd = [unit(f"c{n}", at="10.49", steps=4) for n in range(4)]
    near = unit("near", "Ottoman", at="11.50")
    choice = go(field(*crowd, near, text=FIELD + "side cliff 10.50-11.49\n"), "?")
    assert why(choice, "11.50") == "14.1.10"
    assert why(choice, "10.49") == "3.7.5"
    assert why(choice, "11.49") == "14.1.9"


@pytest.mark.cases("RS", "14.1.11")
def test_one_hex_at_least(enemy: Enemy) -> None:
    """A Confused unit on a steep hill; a long action, after which it rests."""
    text = FIELD.replace("12.49 height=2", "10.49 height=5")
    start = field(text=text, confused=True)
    choice = go(start, "?")
    assert why(choice, "10.49") == "14.1.5"
    after = go(start, "one hex 10.49")
    assert where(after) == "10.49"
    assert enemy.deeds == ["enters", "ends"]
    assert (enemy.seen[0].long, enemy.seen[0].hexside_points) == (True, 0)
    assert enemy.positions[0].piece("L").task == "one hex"
    assert after.piece("L").task == ""
    assert "one hex 10.49" not in keys(go(start, "rally", "?"))
    assert "one hex 10.49" not in keys(go(start, "11.50", "10.50", "?"))


@pytest.mark.cases("RS", "14.1.11", "16.3/3")
def test_one_hex_is_not_reached_under_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long action that is broken off is not completed."""
    Enemy(stops=(0,)).watch(monkeypatch)
    text = FIELD.replace("12.49 height=2", "10.49 height=7")
    assert where(go(field(text=text), "one hex 10.49")) == "10.50"


@pytest.mark.cases("RS", "17.4.5", "16.5")
def test_rally_comes_first_and_costs_a_third(enemy: Enemy) -> None:
    """Two of six points, no trigger; not after moving."""
    start = field(confused=True)
    choice = go(start, "rally", "?")
    assert "4 points left" in choice.purpose
    assert enemy.deeds == []
    assert why(go(start, "10.49", "?"), "rally") == "16.5"
    night = go(field(confused=True, scene={"light": "night"}), "rally")
    assert not night.piece("L").confused


@pytest.mark.cases("RS", "17.4.6", "9.2.6")
def test_a_staff_alone_triggers_nothing(enemy: Enemy) -> None:
    """In a stack it moves along unnamed (RS-Q57)."""
    start = field(hq("HQ", at="10.50"))
    go(start, "10.49", "end", names=("HQ",))
    assert enemy.deeds == []
    go(start, "10.49", "end", names=("L", "HQ"))
    assert [trigger.units for trigger in enemy.seen] == [("L",), ("L",)]


# ---- stacks


@pytest.mark.cases("RS", "14.1.7", "17.4.10")
def test_a_stack_drops_units_off(enemy: Enemy) -> None:
    """On the way, and each that stays has its end announced."""
    start = field(unit("R", at="10.50"), mg("MG", at="10.50"))
    after = go(start, "10.49", "drop MG", "10.48", "end", names=("L", "R", "MG"))
    assert (where(after, "MG"), where(after, "L"), where(after, "R")) == ("10.49", "10.48", "10.48")
    assert enemy.deeds == ["enters", "ends", "enters", "ends"]
    assert [set(trigger.units) for trigger in enemy.seen] == [
        {"L", "R", "MG"},
        {"MG"},
        {"L", "R"},
        {"L", "R"},
    ]


@pytest.mark.cases("RS", "14.1.7", "14.1.8")
def test_left_behind_is_not_activated(enemy: Enemy) -> None:
    """Who stays in the first hex can move later in the subsegment."""
    start = field(unit("R", at="10.50"))
    steps = ("10.50", "drop R", "10.49", "end", "10.50", "11.50", "end", "done")
    asked: list[set[str]] = []

    def note(step: Choice | Roll) -> None:
        if isinstance(step, Choice) and "which stack" in step.purpose:
            asked.append(keys(step))

    run = movement_subsegment(start, ("L", "R", "foe"))
    after = walk(run, *steps[:-1], asked=note)
    assert (where(after, "L"), where(after, "R")) == ("10.49", "11.50")
    assert asked == [{"done", "10.50", "L", "R"}, {"done", "10.50"}]
    assert enemy.deeds[:1] == ["enters"]


@pytest.mark.cases("RS", "2.0/4c.iii")
def test_the_subsegment_passes_over_those_who_may_not(enemy: Enemy) -> None:
    """The other side, who has acted, who digs, who is in an assault."""
    start = field(
        unit("A", at="10.49", acted=True),
        unit("B", at="10.48", task="engineering"),
        unit("C", at="11.48", wave=1),
        unit("near", "Ottoman", at="11.48"),
        scene={"assault": [assault("11.48")]},
    )
    choice = walk(movement_subsegment(start, ("L", "A", "B", "C", "foe")), "?")
    assert keys(choice) == {"done", "10.50"}
    assert walk(movement_subsegment(start, ("A", "foe"))) is start
    assert not enemy.seen


@pytest.mark.cases("GB", "102.1.7")
def test_a_scenario_may_bar_hexes() -> None:
    """What it forbids is barred with its own reason, for moves and assaults."""

    def bar(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
        east = situation.board.label(there).startswith("11")
        why_not = refusal("Limits", "not so far east", "GB 102.1.7")
        return why_not if east and "L" in names else None

    start = field(unit("near", "Ottoman", at="11.49"))
    choice = walk(activate_to_move(start, ("L",), bar=bar), "?")
    assert why(choice, "11.50") == why(choice, "assault 11.49") == "102.1.7"
    assert "10.49" in keys(choice)


# ---- random play against real fire


def crowded(seed: int) -> Situation:
    """Return a small battle: both sides, guns, staffs, works and wire, on broken ground."""
    random = Random(seed)
    rows = ["".join(random.choice("ggss") for _ in range(8)) for _ in range(6)]
    head = "column-row 10.50\ng grassland\ns scrub\n\n"
    hills = "".join(f"\n{c}.{r} height=1" for c in (13, 14) for r in (47, 48, 49))
    marks = "\nlink road 10.50 10.49 10.48 10.47\nside ridge 12.48-13.47\nside ridge 12.47-13.46\n"
    own = [unit(f"e{n}", at=f"1{n % 3}.4{6 + n % 4}", steps=2) for n in range(9)]
    foes = [unit(f"o{n}", "Ottoman", at=f"1{4 + n % 3}.4{6 + n % 4}", steps=1) for n in range(7)]
    rest = [
        mg("eMG", at="11.47"), hq("eHQ", at="10.48"), gun("eG", at="10.47", order="limbered"),
        gun("oG", "Ottoman", at="17.48", reach=8), mg("oMG", "Ottoman", at="14.47"),
        hq("oHQ", "Ottoman", at="17.47"),
    ]  # fmt: skip
    works = [
        work("T", "fire trench", "14.47", front=["13.47", "13.46"], wire=["13.47"]),
        work("P", "rifle pit", "15.47"),
        work("E", "shallow trench", "11.47", "Entente", front=["12.48", "12.47"]),
    ]
    return position(head + "\n".join(rows) + "\n" + hills + marks, [*own, *foes, *rest], works)


def check(situation: Situation) -> None:
    """Hold what must be true after every movement."""
    for piece in situation.pieces:
        assert piece.at in situation.board
        assert situation.board.cells[piece.at].terrain[0] != "sea"
        assert not (piece.order and piece.hiding)
        assert not (piece.order == "column" and piece.confused)
        if piece.work:
            assert situation.work_of(piece) is not None
        assert not piece.task
    for cell in {piece.at for piece in situation.pieces}:
        sides = {situation.side(piece) for piece in situation.at(cell)}
        if len(sides) > 1:
            assert situation.assault_at(cell) or cell in situation.shared
        for side in sides:
            assert stacking.fits(situation, situation.at(cell, side), cell)


def play_at_random(situation: Situation, seed: int) -> tuple[Situation, int]:
    """Return the position after a subsegment played at random, and how many requests it took."""
    chance, requests = Chance(Random(seed)), 0
    names = [piece.unit for piece in situation.of(situation.active)]
    procedure = movement_subsegment(situation, names)
    try:
        step = next(procedure)
        while True:
            if isinstance(step, Choice | Roll):
                requests += 1
                answer = chance.choose(step) if isinstance(step, Choice) else chance.roll(step)
                step = procedure.send(settle(step, answer))
            else:
                step = procedure.send(None)
    except StopIteration as stop:
        after: Situation = stop.value
        return after, requests


@pytest.mark.cases("RS", "14.1")
@pytest.mark.parametrize("seed", range(25))
def test_random_play(seed: int) -> None:
    """Whatever is chosen, the position stays lawful."""
    after, requests = play_at_random(crowded(seed), seed)
    check(after)
    assert requests


def test_movement_is_cheap_to_ask(enemy: Enemy) -> None:
    """Random movement answers far more requests a second than play asks for."""
    start, total = crowded(1), 0
    began = process_time()
    for seed in range(6):
        total += play_at_random(start, seed)[1]
    assert total / (process_time() - began) > 400
    assert enemy.seen
