"""Retreat: how far, where not, and the duties that rank the ways (8.3, 6.2, 8.1.5)."""

from __future__ import annotations

import pytest

from tests.fire_and_movement.fields import (
    MIDDLE,
    NOWHERE,
    aftermath,
    cases_of,
    combat,
    field,
    followed,
    options,
    where,
)
from tests.fire_and_movement.positions import BLUE, CENTRAL_POWERS, RED, SYSTEMS, ruled
from wargame.core.errors import DataError, Refused
from wargame.core.procedure import Choice
from wargame.fire_and_movement.direction import away_from_enemy
from wargame.fire_and_movement.fallback import cannot_enter
from wargame.fire_and_movement.retreat import Retreats, retreats
from wargame.fire_and_movement.retreat_rulings import explained, may_retreat
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.zones import controlled

NORTH = ("a1 Red 4-4-4 0406", "a2 Red 4-4-4 0405")
DEFENDER = "d1 Blue 3-3-4 0505"
WEST = {BLUE: ["west"]}
# the ways out of 0505 are 0606 and 0605; of two hexes: to 0607, 0706, 0705, 0704 and 0604


def ways(found: Retreats) -> list[str]:
    return [way.key(found.situation.board) for way in found.open]


def back(situation: Situation, hexes: int = 2, name: str = "d1") -> Retreats:
    return retreats(situation, name, hexes)


@pytest.mark.cases("FM8", "8.3", "8.3/9")
@pytest.mark.cases("FM7", "8.3", "8.3/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("hexes", [1, 2, 3])
def test_a_retreat_ends_as_far_away_as_the_result_says(ruleset: str, hexes: int) -> None:
    situation = field(*NORTH, DEFENDER, ruleset=ruleset)
    found = back(situation, hexes)
    start = situation.board.hex(MIDDLE)
    assert found.open
    for way in found.open:
        assert [cell.distance(start) for cell in way.path] == list(range(1, hexes + 1))
        assert len(way.path) == hexes
    assert found.short == ()


@pytest.mark.cases("FM8", "8.3", "8.2.4/13", "5.2/10")
@pytest.mark.cases("FM7", "8.3", "8.2.4/13", "5.2/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_owner_retreats_his_unit_at_once_whatever_its_movement(ruleset: str) -> None:
    slow = "d1 Blue 3-3-0 0505"
    run = aftermath(combat(field(*NORTH, slow, ruleset=ruleset), "a1", "a2"), "D2")
    run.answer("retreat")
    assert run.request is not None
    assert run.request.purpose == "Blue: d1 retreats 2"
    assert getattr(run.request, "who", "") == BLUE
    run.answer("0605-0704")
    assert isinstance(run.request, Choice)
    assert where(run.request.position, "d1") == "0704"  # it is there when the advance is asked


@pytest.mark.cases("FM8", "8.3/5", "6.2", "6.2/1", "8.3/6")
@pytest.mark.cases("FM7", "8.3/4", "6.2", "6.2/1", "8.3/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_way_enters_an_enemy_or_his_zone_and_friends_there_change_nothing(ruleset: str) -> None:
    friend = "f1 Blue 9-9-4 0504"
    situation = field(*NORTH, DEFENDER, friend, ruleset=ruleset)
    bad = controlled(situation, RED) | {piece.at for piece in situation.of(RED)}
    found = back(situation, 3)
    assert not any(cell in bad for way in (*found.ways, *found.short) for cell in way.path)
    start = situation.board.hex(MIDDLE)
    for label, reason, said in (
        ("0405", "Enemy hex", "a2 in 0405"),
        ("0504", "Enemy zone", "change nothing"),
    ):
        why = cannot_enter(situation, "d1", start, situation.board.hex(label))
        assert why is not None
        assert why.label == reason
        assert said in why.sentence


@pytest.mark.cases("FM8", "8.3/5")
@pytest.mark.cases("FM7", "8.3/4")
def test_an_enemy_without_a_zone_bars_his_own_hex_only() -> None:
    situation = field("a1 Red 4-4-4 0406 zone=0", DEFENDER)
    assert {key[:4] for key in ways(back(situation, 1))} == {"0405", "0504", "0506", "0605", "0606"}


@pytest.mark.cases("FM8", "8.3/7", "8.3/10")
@pytest.mark.cases("FM7", "8.3/6", "8.3/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_way_leads_through_the_sea_over_a_prohibited_hexside_or_off_the_map(
    ruleset: str,
) -> None:
    wet = field(*NORTH, DEFENDER, ruleset=ruleset, sea=["0606"])
    assert {key[:4] for key in ways(back(wet))} == {"0605"}
    marks = ["side prohibited 0505-0605"]
    shut = field(*NORTH, DEFENDER, ruleset=ruleset, marks=marks)
    assert {key[:4] for key in ways(back(shut))} == {"0606"}
    situation = field(*NORTH, DEFENDER, ruleset=ruleset, sea=["0606"], marks=marks)
    assert back(situation).doomed
    start = situation.board.hex(MIDDLE)
    for label in ("0606", "0605"):
        why = cannot_enter(situation, "d1", start, situation.board.hex(label))
        assert why is not None
        assert str(situation.ruleset.case("8.3/7")) in cases_of(why)
    corner = field("a1 Red 4-4-4 0908", "d1 Blue 3-3-4 0909", ruleset=ruleset)
    assert retreats(corner, "d1", 1).doomed
    off = corner.board.numbering.parse("1009")
    why = cannot_enter(corner, "d1", corner.board.hex("0909"), off)
    assert why is not None
    assert str(corner.ruleset.case("8.3/10")) in cases_of(why)


@pytest.mark.cases("FM8", "8.3/2")
@pytest.mark.cases("FM7", "8.3/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_who_cannot_go_one_hex_is_eliminated_and_the_retreat_counts(
    ruleset: str, steps: int
) -> None:
    units = (*NORTH, "a3 Red 1-1-1 0705", f"{DEFENDER} steps={steps}")
    trap = field(*units, ruleset=ruleset)
    assert back(trap).doomed
    outcome = followed(combat(trap, "a1", "a2"), "D2", "retreat", "a1@0505")
    assert where(outcome, "d1") == NOWHERE
    assert [loss.steps for loss in outcome.losses] == [steps]
    assert where(outcome, "a1") == MIDDLE
    assert explained(back(trap)).value == "eliminated"


@pytest.mark.cases("FM8", "8.3/9")
@pytest.mark.cases("FM7", "8.3/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(("steps", "end"), [(2, "0605"), (1, NOWHERE)])
def test_who_falls_short_loses_a_step_in_the_last_hex(ruleset: str, steps: int, end: str) -> None:
    """A way of one hex is open, none of two."""
    units = (*NORTH, "a4 Red 1-1-1 0805", f"{DEFENDER} steps={steps}")
    situation = field(*units, ruleset=ruleset, sea=["0604", "0606"])
    found = back(situation)
    assert ways(found) == ["0605"]
    assert found.ways == ()
    outcome = followed(combat(situation, "a1", "a2"), "D2", "retreat")
    assert where(outcome, "d1") == end
    assert [(each.short, each.eliminated) for each in outcome.retreated] == [(1, steps == 1)]
    assert len(outcome.losses) == 1
    assert outcome.losses[0].before.at == situation.board.hex("0605")


@pytest.mark.cases("FM8", "8.3/3")
@pytest.mark.cases("FM7", "8.3/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(("edge", "some"), [("west", "0606-0607"), ("east", "0605-0604")])
def test_a_retreat_ends_nearer_to_a_friendly_edge_if_it_can(
    ruleset: str, edge: str, some: str
) -> None:
    situation = field(*NORTH, DEFENDER, ruleset=ruleset, edges={BLUE: [edge]})
    found = back(situation)
    assert some in ways(found)
    assert found.outranked
    for way in found.outranked:
        assert cases_of(found.reason(way)) == {str(situation.ruleset.case("8.3/3"))}
    run = aftermath(combat(situation, "a1", "a2"), "D2")
    run.answer("retreat")
    with pytest.raises(Refused, match="nearer to a friendly map edge"):
        run.answer(found.outranked[0].key(situation.board))


@pytest.mark.cases("FM8", "8.3/3")
@pytest.mark.cases("FM7", "8.3/2")
def test_without_a_way_nearer_the_duty_is_void_and_it_can_be_switched_off() -> None:
    away = field(*NORTH, DEFENDER, edges={BLUE: ["north"]})
    assert back(away).open
    assert back(away).outranked == ()
    free = ruled(field(*NORTH, DEFENDER), "system_v8", friendly_edges=WEST, direction_binds=False)
    assert back(free).outranked == ()


@pytest.mark.cases("FM8", "8.3/3")
def test_a_source_of_supply_is_a_goal_like_an_edge() -> None:
    depot = ["0609 features=depot"]
    situation = field(*NORTH, DEFENDER, marks=depot, edges={BLUE: ["depot"]})
    assert ways(back(situation)) == ["0606-0607", "0606-0706"]


def test_edges_and_sides_that_are_none_are_refused() -> None:
    for edges in ({BLUE: ["sout"]}, {"Green": ["south"]}):
        with pytest.raises(DataError, match="edges"):
            field(*NORTH, DEFENDER, edges=edges)


@pytest.mark.cases("FM8", "8.3/4", "8.3.1/9")
@pytest.mark.cases("FM7", "8.3/3", "8.3.1/10")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_vacant_ways_go_first_and_friends_on_the_way_stay(ruleset: str) -> None:
    friend = "f1 Blue 1-1-4 0605"
    situation = field(*NORTH, DEFENDER, friend, ruleset=ruleset)
    found = back(situation)
    assert not any(key.startswith("0605") for key in ways(found))
    (outranked, *_) = [way for way in found.outranked if way.through]
    assert str(situation.ruleset.case("8.3/4")) in cases_of(found.reason(outranked))
    # with the other two ways shut, it goes through its friend, who does not move
    tight = field(*NORTH, DEFENDER, friend, ruleset=ruleset, sea=["0606"])
    assert set(ways(back(tight))) == {"0605-0604", "0605-0704", "0605-0705"}
    outcome = followed(combat(tight, "a1", "a2"), "D2", "retreat", "0605-0704")
    assert (where(outcome, "f1"), where(outcome, "d1")) == ("0605", "0704")
    assert outcome.retreated[0].displaced == ()
    assert outcome.losses == ()


@pytest.mark.cases("FM8", "8.3/4", "8.3/3")
def test_must_goes_before_should_a_vacant_way_before_a_nearer_edge() -> None:
    """Our reading of two duties that meet: "must" is stronger than "should (if possible)"."""
    situation = field(*NORTH, DEFENDER, "f1 Blue 1-1-4 0605", edges={BLUE: ["east"]})
    assert all(key.startswith("0606") for key in ways(back(situation)))


@pytest.mark.cases("FM8", "8.3/8")
@pytest.mark.cases("FM7", "8.3/7")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(("steps", "end"), [(2, "0406"), (1, NOWHERE)])
def test_a_unit_at_sea_loses_a_step_instead_of_retreating(
    ruleset: str, steps: int, end: str
) -> None:
    landing = f"a1 Red 4-4-4 0406 steps={steps}"
    situation = field(landing, DEFENDER, ruleset=ruleset, sea=["0406", "0407", "0306", "0305"])
    found = retreats(situation, "a1", 2)
    assert found.afloat
    assert not found.doomed
    assert explained(found).value == "at sea"
    outcome = followed(combat(situation, "a1"), "A2", "retreat")
    assert where(outcome, "a1") == end
    assert [loss.steps for loss in outcome.losses] == [1]


@pytest.mark.cases("FM8", "8.2.4/13")
@pytest.mark.cases("FM7", "8.2.4/13")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_attackers_retreat_one_by_one_in_the_order_of_their_owner(ruleset: str) -> None:
    run = aftermath(combat(field(*NORTH, DEFENDER, ruleset=ruleset), "a1", "a2"), "A2")
    while "retreat" in options(run):
        run.answer("retreat")
    assert options(run) == ["a1", "a2"]
    run.answer("a2")
    assert run.request is not None
    assert run.request.purpose == "Red: a2 retreats 2"
    run.answer(options(run)[0])
    run.answer(options(run)[0])
    assert run.finished
    assert [each.unit for each in run.outcome.retreated] == ["a2", "a1"]
    zone = controlled(run.outcome.situation, BLUE)
    assert all(piece.at not in zone for piece in run.outcome.situation.of(RED))
    assert run.outcome.advanced == ()  # defenders never advance


@pytest.mark.cases("FM8", "8.1.5", "8.1.5/1", "8.1.5/2")
@pytest.mark.cases("FM7", "8.1.5", "8.1.5/1", "8.1.5/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_from_a_bombardment_one_retreats_away_from_the_nearest_enemy(ruleset: str) -> None:
    situation = field("a1 Red 4-4-4 0507", DEFENDER, ruleset=ruleset, edges={BLUE: ["west"]})
    found = retreats(situation, "d1", 2, duty=away_from_enemy)
    enemy = situation.board.hex("0507")
    assert {way.end.distance(enemy) for way in found.open} == {3, 4}
    assert {way.end.distance(enemy) for way in found.outranked} == {2}
    assert str(situation.ruleset.case("8.1.5/1")) in cases_of(explained(found))
    alone = field(DEFENDER, "f1 Blue 1-1-1 0508", "r1 Red 1-1-1", active=BLUE, ruleset=ruleset)
    home = retreats(alone, "d1", 2, duty=away_from_enemy)
    friend = alone.board.hex("0508")
    assert {way.end.distance(friend) for way in home.open} <= {1, 2}


@pytest.mark.cases("FM8", "8.3", "8.3/4", "8.3/9")
def test_why_a_way_is_no_retreat() -> None:
    situation = field(*NORTH, DEFENDER, "f1 Blue 1-1-4 0605", edges={BLUE: ["west"]})
    tries = {
        ("0606", "0707"): "does not touch",
        ("0405", "0305"): "a2 in 0405",
        ("0606",): "must end 2 away",
        ("0606", "0705"): "ends no nearer",
        ("0605", "0704"): "through friends",
    }
    for labels, reason in tries.items():
        path = tuple(map(situation.board.hex, labels))
        ruling = may_retreat(situation, "d1", path, 2)
        assert not ruling.allowed, labels
        assert reason in ruling.sentence
    good = tuple(map(situation.board.hex, ("0606", "0706")))
    assert may_retreat(situation, "d1", good, 2).value == "0606-0706"


@pytest.mark.cases("GAZA", "13.2")
def test_the_train_falls_back_along_its_railway_only() -> None:
    situation = field(
        "a1 Central_Powers 4-4-4 0406", "t British 2-2-8 0505 kind=train",
        ruleset="gaza_1917", active=CENTRAL_POWERS, marks=["link railroad 0505 0606 0706 0806"],
    )  # fmt: skip
    assert ways(retreats(situation, "t", 2)) == ["0606-0706"]
    why = cannot_enter(situation, "t", situation.board.hex("0505"), situation.board.hex("0605"))
    assert why is not None
    assert why.label == "Bound"
