"""Attacks that are scheduled, and the demands of orders: progress, withdrawal, posts, marches."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.orders.order_positions import GROUND, OWN, foe, under
from tests.rifle_and_spade.positions import mg, unit
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import digging
from wargame.rifle_and_spade.movement import activate_to_move, movement_subsegment
from wargame.rifle_and_spade.orders import attack, kinds, progress, routes
from wargame.rifle_and_spade.orders.movement_bar import bar
from wargame.rifle_and_spade.orders.order import OrderKind
from wargame.rifle_and_spade.state import Situation

NAMES = ("L9", "R9", "L10")


def toward(label: str, kind: str = "attack", *others: Any, **more: Any) -> Situation:
    """Return the brigade with a point objective and its routes set down."""
    given: dict[str, Any] = {
        "goals": {name: [label] for name in NAMES},
        "radius": dict.fromkeys(NAMES, 1),
    } | more
    return routes.plotted(under(kind, *others, **given))


def met(situation: Situation) -> bool:
    return kinds.requirement(situation, "3").value is True


def move(situation: Situation, name: str, *answers: str | int) -> Situation:
    """Move one unit under its orders."""
    after: Situation = run(activate_to_move(situation, [name], bar=bar), *answers).outcome
    return after


def asked(situation: Situation, name: str, *answers: str) -> Choice:
    """Return the choice that comes after these answers."""
    steps = activate_to_move(situation, [name], bar=bar)
    step = next(steps)
    for answer in answers:
        assert isinstance(step, Choice)
        step = steps.send(next(each for each in step.options if each.key == answer))
    assert isinstance(step, Choice)
    return step


def barred(choice: Choice, key: str) -> str:
    why = dict(choice.barred).get(key)
    return "" if why is None else str(why.cases[0])


# ---- scheduled


@pytest.mark.cases("RS", "11.8.1", "11.9.1", "11.3.5")
def test_a_scheduled_attack_begins_by_itself() -> None:
    """RS 11.8.1: a defense until its turn, then an attack, on the turn from midnight as well."""
    waiting = toward("13.55", turn=5, scheduled=6)
    assert waiting.command("3").order.group == "defense"
    assert attack.begin_scheduled(waiting) is waiting
    began = attack.begin_scheduled(evolve(waiting, turn=6)).command("3").order
    assert (began.kind, began.group, began.since, began.scheduled) == ("attack", "attack", 6, None)


@pytest.mark.cases("RS", "11.9.4", "11.9.4/1")
def test_no_morale_check_on_the_first_turn_of_an_initial_attack() -> None:
    """RS 11.9.4/1."""
    first = toward("13.55", "initial attack", turn=1)
    assert attack.needs_no_check(first, first.piece("L9"))
    later = evolve(first, turn=2)
    assert not attack.needs_no_check(later, later.piece("L9"))
    plain = toward("13.55", turn=1)
    assert not attack.needs_no_check(plain, plain.piece("L9"))
    assert not attack.needs_no_check(plain, plain.piece("far"))


@pytest.mark.cases("RS", "11.9.4/1", "11.8.3/4")
def test_the_assault_goes_in_without_a_check_and_costs_its_point() -> None:
    """RS 11.9.4/1: nothing is rolled, the point is paid (RS-Q45); RS 11.8.3/4: it is progress."""
    before = toward("12.53", "initial attack", foe("12.51"), points=4)
    after = move(before, "L9", "assault 12.51", *_silent(before))
    assert after.piece("L9").wave == 1
    assert after.points_of("3") == 3
    assert after.command("3").progressed


def _silent(situation: Situation) -> tuple[str, ...]:
    return ("hold",) if situation.at(situation.board.hex("12.51"), "Ottoman") else ()


# ---- progress


@pytest.mark.cases("RS", "11.8.3", "11.8.3/1")
def test_moving_as_far_as_one_can_is_progress() -> None:
    """RS 11.8.3/1: six hexes with six points; one less is not enough."""
    start = toward("13.58")
    assert not met(start)
    way = start.command("3").order.route("L9")
    assert way is not None
    label = start.board.label
    after = move(start, "L9", *(label(cell) for cell in way[1:7]), "end")
    assert met(after)
    short = move(start, "L9", *(label(cell) for cell in way[1:6]), "end")
    assert not met(short)


@pytest.mark.cases("RS", "11.8.3/2", "11.14.5/2")
@pytest.mark.parametrize("kind", ["attack", "regroup"])
def test_arriving_is_progress(kind: OrderKind) -> None:
    """RS 11.8.3/2, 11.14.5/2."""
    after = move(toward("12.52", kind), "L9", "12.51", "end")
    assert after.command("3").progressed


@pytest.mark.cases("RS", "11.8.3/3", "11.14.5/3", "11.14.5", "11.14.5/1")
@pytest.mark.parametrize("kind", ["attack", "regroup", "defense"])
def test_drawing_fire_is_progress(kind: OrderKind) -> None:
    """RS 11.8.3/3, 11.14.5/3: somebody fired; that he might have is not enough (our reading)."""
    start = toward("13.58", kind)
    began = _Run(start, shot_at=False)
    assert not progress.noted(began, began).command("3").progressed
    ended = _Run(start, shot_at=True)
    assert progress.noted(began, ended).command("3").progressed is (kind != "defense")


def _Run(situation: Situation, *, shot_at: bool) -> Any:  # noqa: N802 - stands for a class
    from wargame.rifle_and_spade.activation import Activation

    return Activation(situation, ("L9",), shot_at=shot_at)


@pytest.mark.cases("RS", "11.8.3", "11.10.3", "11.12.5")
def test_when_nothing_is_owed() -> None:
    """RS 11.8.3: all are there; RS 11.10.3: a stalled attack owes nothing."""
    there = {"L9": ["12.50"], "R9": ["13.50"], "L10": ["15.50"]}
    assert met(toward("", goals=there, radius={}))
    assert met(toward("13.58", "stalled attack"))
    assert kinds.requirement(toward("13.58", "stalled attack"), "3").status == "skipped"


@pytest.mark.cases("RS", "11.8.3")
def test_every_turn_it_is_owed_anew() -> None:
    """RS 11.8.3: on every turn."""
    start = toward("13.58")
    done = start.with_command(evolve(start.command("3"), progressed=True))
    assert met(done)
    assert not met(progress.renewed(done))


@pytest.mark.cases("RS", "11.14.5")
def test_those_who_cannot_move_need_not_withdraw() -> None:
    """RS 11.14.5: with nobody able to move, nothing is owed; an attack is not excused so."""
    tired = {name: unit(name, battalion=name[1:], at=at, acted=True, **OWN)
             for name, at in (("L9", "12.50"), ("R9", "13.50"), ("L10", "15.50"))}  # fmt: skip
    assert met(toward("13.58", "regroup", *tired.values()))
    assert not met(toward("13.58", "attack", *tired.values()))


@pytest.mark.cases("RS", "11.8.3")
def test_the_subsegment_does_not_end_before_somebody_has_gone() -> None:
    """RS 11.8.3: enforced when it would be breached."""
    start = toward("13.58", points=5)
    first = next(movement_subsegment(start, NAMES, bar=bar))
    assert isinstance(first, Choice)
    assert barred(first, "done") == "RS 11.8.3"
    going = evolve(start.command("3"), progressed=True)
    free = next(movement_subsegment(start.with_command(going), NAMES, bar=bar))
    assert isinstance(free, Choice)
    assert "done" in {option.key for option in free.options}


@pytest.mark.cases("RS", "11.8.3")
def test_the_last_who_can_goes_on() -> None:
    """RS 11.8.3: alone he may not stop; with others still able he may."""
    start = toward("13.58")
    assert barred(asked(start, "L9", "12.51"), "end") == ""
    others = [evolve(start.piece(name), acted=True) for name in ("R9", "L10")]
    alone = start.replace_pieces(*others)
    assert barred(asked(alone, "L9", "12.51"), "end") == "RS 11.8.3"


def _hemmed(kind: str = "attack", **more: Any) -> Situation:
    """Return L9 alone, with enemies in every hex toward its objective."""
    ring = [foe(at, f"foe {at}") for at in ("11.50", "12.51", "13.50")]
    made = toward("12.55", kind, *ring, **{"points": 5, "goals": {"L9": ["12.55"]}} | more)
    return made.without(["R9", "L10"])


@pytest.mark.cases("RS", "11.8.3", "11.8.3/4")
def test_where_only_an_assault_is_left_it_must_be_tried() -> None:
    """RS 11.8.3/4: attacks go on past the point of reason; with no officer points they cannot."""
    start = _hemmed()
    assert not progress.can_go_on(start, start.piece("L9"))
    first = next(movement_subsegment(start, ["L9"], bar=bar))
    assert isinstance(first, Choice)
    assert barred(first, "done") == "RS 11.8.3"
    choice = asked(start, "L9")
    assert barred(choice, "end") == "RS 11.8.3"
    spent = _hemmed(points=0)
    assert barred(asked(spent, "L9"), "end") == ""
    assert progress.done_bar(spent, ["L9"]) is None
    withdrawing = _hemmed("regroup")
    assert progress.done_bar(withdrawing, ["L9"]) is None
    assert barred(asked(withdrawing, "L9"), "end") == ""


@pytest.mark.cases("RS", "11.8.3", "14.4.1")
def test_an_assault_that_morale_forbids_was_an_attempt() -> None:
    """RS 11.8.3: to attempt is what is asked, as 11.5.8 explains the word."""
    after = move(_hemmed(), "L9", "assault 12.51", "check", 99)
    assert not after.piece("L9").wave
    assert after.command("3").progressed


# ---- posts and marches


@pytest.mark.cases("RS", "11.11.5")
def test_each_goes_to_his_post() -> None:
    """RS 11.11.5: who is not there moves, unless he is threatened."""
    posts: dict[str, Any] = {
        "goals": {"L9": ["12.53"], "R9": ["13.50"], "L10": ["15.50"]},
        "radius": {},
    }
    start = toward("", "defense", **posts)
    found = kinds.requirement(start, "3")
    assert (found.value, found.parts[0].value) == (False, ("L9",))
    assert barred(asked(start, "L9"), "end") == "RS 11.11.5"
    moved = move(start, "L9", "12.51", "end")
    assert met(moved)
    assert met(toward("", "defense", foe("11.52"), **posts))


@pytest.mark.cases("RS", "11.15.6")
def test_a_reserve_marches_to_its_place() -> None:
    """RS 11.15.6: toward the objective, until there is a threat."""
    start = toward("13.58", "general reserve")
    assert not met(start)
    first = next(movement_subsegment(start, NAMES, bar=bar))
    assert isinstance(first, Choice)
    assert barred(first, "done") == "RS 11.15.6"
    assert barred(asked(start, "L9"), "end") == "RS 11.15.6"
    threatened = toward("13.58", "general reserve", foe("12.52"), foe("15.52", "two"))
    owing = kinds.requirement(threatened, "3")
    assert owing.value is True or "L9" not in owing.parts[0].value  # type: ignore[operator]


@pytest.mark.cases("RS", "11.8.3", "11.14.5")
@pytest.mark.parametrize("kind", ["attack", "regroup"])
def test_nobody_slips_out_of_it_by_being_activated_for_nothing(kind: OrderKind) -> None:
    """RS 11.8.3, 11.14.5: those who have had their activation no longer count as able."""
    start = toward("13.58", kind)
    steps = movement_subsegment(start, NAMES, bar=bar)
    step = next(steps)
    for answer in ("12.50", "end", "13.50", "end", "15.50"):
        assert isinstance(step, Choice)
        step = steps.send(next(each for each in step.options if each.key == answer))
    assert isinstance(step, Choice)
    assert barred(step, "end") == ("RS 11.8.3" if kind == "attack" else "RS 11.14.5")


SURROUNDED = [f"12.{row}" for row in (51, 49)] + [f"{c}.{r}" for c in (11, 13) for r in (50, 49)]


@pytest.mark.cases("RS", "11.8.3", "11.8.3/4")
def test_who_can_only_assault_must() -> None:
    """RS 11.8.3/4: with enemies on the way and nobody else able, they move to assault."""
    alone = {name: unit(name, battalion=name[1:], at=at, acted=True, **OWN)
             for name, at in (("R9", "15.51"), ("L10", "16.50"))}  # fmt: skip
    foes = [foe(at, f"foe {at}") for at in SURROUNDED]
    start = toward("12.56", "attack", *foes, *alone.values(), points=5)
    found = kinds.requirement(start, "3")
    assert (found.value, found.parts[0].value) == (False, ("L9",))
    first = next(movement_subsegment(start, NAMES, bar=bar))
    assert isinstance(first, Choice)
    assert barred(first, "done") == "RS 11.8.3"
    choice = asked(start, "L9")
    assert "assault 12.51" in {option.key for option in choice.options}
    assert barred(choice, "end") == "RS 11.8.3"
    spent = toward("12.56", "attack", *foes, *alone.values(), points=0)
    assert barred(asked(spent, "L9"), "end") == ""


@pytest.mark.cases("RS", "11.8.3/4")
def test_machine_guns_with_them_are_no_excuse() -> None:
    """RS 11.8.3/4, 14.4.3: they are left behind."""
    alone = {name: unit(name, battalion=name[1:], at=at, acted=True, **OWN)
             for name, at in (("R9", "15.51"), ("L10", "16.50"))}  # fmt: skip
    foes = [foe(at, f"foe {at}") for at in SURROUNDED]
    guns = mg("MG 9", battalion="9", at="12.50", **OWN)
    start = toward("12.56", "attack", *foes, *alone.values(), guns, points=5)
    steps = activate_to_move(start, ["L9", "MG 9"], bar=bar)
    choice = next(steps)
    assert isinstance(choice, Choice)
    assert barred(choice, "end") == "RS 11.8.3"
    assert "drop MG 9" in {option.key for option in choice.options}


@pytest.mark.cases("RS", "11.11.5", "11.11.7")
def test_who_must_go_to_his_post_does_not_dig() -> None:
    """RS 11.11.5, 11.11.7: those at their posts dig, and those whom a threat excuses."""
    posts: dict[str, Any] = {
        "goals": {"L9": ["12.53"], "R9": ["13.50"], "L10": ["15.50"]},
        "radius": {},
    }
    start = toward("", "defense", **posts)
    why = digging.obstacle(start, "L9")
    assert why is not None
    assert str(why.cases[0]) == "RS 11.11.5"
    assert digging.obstacle(start, "R9") is None
    assert {job.units for job in digging.jobs(start, NAMES)} == {("R9",), ("L10",)}
    assert digging.obstacle(toward("", "defense", foe("11.52"), **posts), "L9") is None
    assert digging.obstacle(toward("", "cordon defense", **posts), "L9") is None


SCRUB = GROUND.replace("g grassland", "g scrub")


@pytest.mark.cases("RS", "11.8.3", "11.14.5", "11.11.5")
@pytest.mark.parametrize(
    ("kind", "case"), [("attack", "11.8.3"), ("regroup", "11.14.5"), ("defense", "11.11.5")]
)
def test_nobody_slips_out_of_it_by_hiding(kind: OrderKind, case: str) -> None:
    """RS 11.8.3 and the like: who hides where he is does not go on, and may not if he must."""
    posts: dict[str, Any] = {"goals": {n: ["12.55"] for n in NAMES}, "radius": {}}
    given = posts if kind == "defense" else {}
    start = toward("13.58", kind, board=SCRUB, **given)
    others = [evolve(start.piece(name), acted=True) for name in ("R9", "L10")]
    choice = asked(start.replace_pieces(*others), "L9")
    assert barred(choice, "hide terrain") == barred(choice, "end") == f"RS {case}"
    assert "hide terrain" not in {option.key for option in choice.options}
    if kind == "attack":
        free = asked(start, "L9")
        assert "hide terrain" in {option.key for option in free.options}


@pytest.mark.cases("RS", "11.11.5")
def test_forming_column_is_not_moving_toward_the_post() -> None:
    """RS 11.11.5: points spent within the hex bring nobody nearer."""
    posts: dict[str, Any] = {"goals": {n: ["12.55"] for n in NAMES}, "radius": {}}
    start = toward("", "defense", **posts)
    formed = asked(start, "L9", "column", *_silent(start))
    assert barred(formed, "end") == "RS 11.11.5"
    assert barred(asked(start, "L9", "column", "12.51"), "end") == ""
