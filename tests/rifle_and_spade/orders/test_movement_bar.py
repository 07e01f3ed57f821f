"""What orders forbid, kind by kind: steps, assaults, fire, digging, and half allowances."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.moves import walk
from tests.rifle_and_spade.orders.fields_of_march import BOARD, LINE, case_of, foe, moved, ordered
from tests.rifle_and_spade.positions import picket, position, unit
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import digging, movement
from wargame.rifle_and_spade.costs import allowance, points
from wargame.rifle_and_spade.eligibility import aim
from wargame.rifle_and_spade.orders import movement_bar, pace
from wargame.rifle_and_spade.state import Situation

POINT: dict[str, Any] = {"goals": {"L1": ["13.56"]}, "radius": {"L1": 1}}


def barred(made: Situation, names: str | tuple[str, ...], to: str) -> str:
    stack = (names,) if isinstance(names, str) else names
    return case_of(movement_bar.bar(made, stack, made.board.hex(to)))


def assault(made: Situation, name: str, to: str) -> str:
    return case_of(movement_bar.assault_bar(made, (name,), made.board.hex(to)))


# ---- nobody's orders


def test_without_command_nothing_is_barred() -> None:
    made = position(BOARD, [unit("A", at="12.50"), foe("12.51")])
    assert barred(made, "A", "12.49") == ""
    assert assault(made, "A", "12.51") == ""
    assert movement_bar.fire_bar(made, "A") is None
    assert movement_bar.dig_bar(made, "A") is None


@pytest.mark.cases("RS", "11.4.13")
def test_headquarters_and_independent_units_go_where_they_like() -> None:
    made = ordered(unit("alone", at="17.50"), foe("12.51"), order="defense", line=LINE)
    assert barred(made, "175 HQ", "14.49") == ""
    assert barred(made, "alone", "18.50") == ""


# ---- attack, stalled attack


@pytest.mark.cases("RS", "11.4.12", "11.1.9")
def test_an_attack_goes_forward_into_contact_and_assaults_on_its_route() -> None:
    made = ordered(foe("11.52"), line=LINE)
    assert barred(made, "L1", "11.51") == ""
    near = moved(made, "L1", "11.51")
    assert barred(near, "L1", "11.52") == ""
    assert assault(near, "L1", "11.52") == ""
    aside = ordered(foe("10.51"), line=LINE)
    assert assault(moved(aside, "L1", "11.52"), "L1", "10.51") == "RS 11.4.12"


@pytest.mark.cases("RS", "11.10.4", "14.1.4")
def test_a_stalled_attack_goes_back_as_well_at_half_rate() -> None:
    made = moved(ordered(order="stalled attack", line=LINE), "L1", "11.52")
    assert barred(made, "L1", "11.51") == ""
    assert barred(made, "L1", "12.53") == ""
    assert points(made, made.piece("L1")) == 6
    assert points(made, made.piece("L3")) == 12
    assert points(made, made.piece("175 HQ")) == 18
    ruling = allowance(made, made.piece("L1"))
    assert ruling.value == 3
    assert str(ruling.parts[1].cases[0]) == "RS 11.10.4"
    shaken = made.replace_pieces(evolve(made.piece("L1"), confused=True))
    assert points(shaken, shaken.piece("L1")) == 2
    assert allowance(shaken, shaken.piece("L1")).value == 1


# ---- defense


@pytest.mark.cases("RS", "11.11.4")
def test_those_who_defend_go_beside_enemies_only_where_friends_are() -> None:
    made = ordered(foe("11.53"), order="defense", line=LINE)
    near = moved(made, "L1", "11.51")
    assert barred(near, "L1", "11.52") == "RS 11.11.4"
    friend = ordered(foe("11.53"), unit("friend", at="11.52"), order="defense", line=LINE)
    assert barred(moved(friend, "L1", "11.51"), "L1", "11.52") == ""
    shared = ordered(foe("11.53"), unit("friend", at="11.53"), order="defense", line=LINE,
                     shared=["11.53"])  # fmt: skip
    assert barred(moved(shared, "L1", "11.51"), "L1", "11.52") == ""


@pytest.mark.cases("RS", "11.11.4")
def test_a_stack_that_leaves_enemies_leaves_one_unit_behind() -> None:
    made = ordered(foe("11.51"), order="defense", line=LINE)
    made = moved(moved(made, "L1", "12.51"), "R1", "12.51")
    assert barred(made, ("L1", "R1"), "12.52") == "RS 11.11.4"
    assert barred(made, "R1", "13.52") == ""
    assert barred(made.without(["L1"]), "R1", "13.52") == "RS 11.11.4"


@pytest.mark.cases("RS", "11.11.5", "11.11.6")
def test_those_who_defend_go_to_their_objectives_or_away_from_a_threat() -> None:
    made = ordered(foe("11.53"), order="defense")
    assert barred(made, "L1", "11.49") == "", "away from a threat"
    assert barred(made, "L1", "11.51") == "RS 11.4.12"
    quiet = ordered(foe("11.59"), order="defense")
    assert barred(quiet, "L1", "11.49") == "RS 11.4.12"
    assert assault(moved(made, "L1", "11.52"), "L1", "11.53") == "RS 11.11.6"


@pytest.mark.cases("RS", "11.11.5", "5.3.1/2")
def test_at_night_only_contact_threatens() -> None:
    made = ordered(foe("11.53"), order="defense", light="night")
    assert barred(made, "L1", "11.49") == "RS 11.4.12"


@pytest.mark.cases("RS", "11.12.5")
def test_a_cordon_stays_where_it_is() -> None:
    made = ordered(foe("11.53"), order="cordon defense")
    assert barred(made, "L1", "11.49") == "RS 11.4.12"


@pytest.mark.cases("RS", "11.8.1", "11.11.2")
def test_an_attack_to_come_holds_where_it_stands() -> None:
    made = ordered(line=LINE, scheduled=3)
    assert barred(made, "L1", "11.51") == "RS 11.8.1"
    assert movement_bar.dig_bar(made, "L1", "fire trench") is None
    assert assault(ordered(foe("11.51"), line=LINE, scheduled=3), "L1", "11.51") == "RS 11.11.6"
    bare = ordered(order="defense", plot=False)
    assert barred(bare, "L1", "11.51") == "RS 11.11.2"
    assert barred(ordered(order="attack"), "L1", "11.51") == "RS 11.4.12"


# ---- disorganized defense


@pytest.mark.cases("RS", "11.13.3", "11.13.5")
def test_those_who_hold_the_line_do_not_move() -> None:
    made = ordered(order="disorganized defense")
    assert barred(made, "L1", "11.49") == "RS 11.13.5"
    assert barred(made, "L3", "12.50") == ""


@pytest.mark.cases("RS", "11.13.4", "11.13.4/1", "11.13.5", "11.13.8")
def test_those_who_fall_back_go_to_headquarters_at_half_rate_and_it_stays() -> None:
    back: dict[str, Any] = {"goals": {"L1": ["13.49"]}, "radius": {"L1": 1}, "falls_back": True}
    made = ordered(foe("11.59"), order="disorganized defense", **back)
    assert barred(made, "L1", "12.49") == ""
    assert barred(made, "L1", "11.51") == "RS 11.4.12"
    assert barred(made, "175 HQ", "13.50") == "RS 11.13.4/1"
    assert pace.halved(made, made.piece("L1"))
    assert "Disorganized" in allowance(made, made.piece("L1")).to_text()
    near = ordered(foe("11.51"), order="disorganized defense", **back)
    assert barred(near, "L1", "12.49") == "RS 11.13.8"
    assert barred(evolve(near, light="night"), "L1", "12.49") == ""


# ---- regroup, general reserve, march


@pytest.mark.cases("RS", "11.14.6", "11.14.7", "11.14.8")
def test_those_who_regroup_go_beside_enemies_only_when_they_must() -> None:
    made = ordered(foe("10.52"), order="regroup", **POINT)
    assert barred(made, "L1", "11.51") == "RS 11.14.6"
    assert barred(made, "L1", "12.51") == ""
    hemmed = ordered(foe("10.52"), foe("12.52", "other"), order="regroup", **POINT)
    assert barred(hemmed, "L1", "11.51") == ""
    assert assault(moved(made, "L1", "11.51"), "L1", "10.52") == "RS 11.14.7"
    assert case_of(movement_bar.fire_bar(made, "L1")) == "RS 11.14.8"


@pytest.mark.cases("RS", "11.15.6", "11.15.7", "11.15.8")
def test_a_reserve_stops_under_a_threat() -> None:
    made = ordered(foe("11.53"), order="general reserve", support=[], **POINT)
    assert barred(made, "L1", "11.51") == "RS 11.15.6"
    calm = ordered(foe("11.59"), order="general reserve", support=[], **POINT)
    assert barred(calm, "L1", "11.51") == ""
    assert assault(moved(made, "L1", "11.52"), "L1", "11.53") == "RS 11.15.7"
    assert case_of(movement_bar.fire_bar(calm, "L1")) == "RS 11.15.8"


@pytest.mark.cases("RS", "11.16.4")
def test_a_march_begins_in_column() -> None:
    road = " ".join(f"13.{row}" for row in range(49, 61))
    board = f"{BOARD}\nlink road {road}\n"
    more: dict[str, Any] = {"goals": {"L2": ["13.58"]}, "radius": {"L2": 1}, "support": []}
    made = ordered(order="march", board=board, **more)
    assert barred(made, "L2", "13.51") == "RS 11.16.4"
    column = made.replace_pieces(evolve(made.piece("L2"), order="column"))
    assert barred(column, "L2", "13.51") == ""


# ---- digging


@pytest.mark.cases(
    "RS", "11.8.4", "11.11.7", "11.13.9", "11.14.9", "11.15.9", "11.5.12/b4", "13.1.2"
)
def test_who_digs_what_under_which_order() -> None:
    def asked(kind: str, work: Any = None, name: str = "L1", **more: Any) -> str:
        made = ordered(order=kind, **more)
        return case_of(movement_bar.dig_bar(made, name, work))

    assert asked("attack", line=LINE) == "RS 11.8.4"
    assert asked("stalled attack", line=LINE) == "RS 11.8.4"
    assert asked("regroup", **POINT) == "RS 11.14.9"
    assert asked("march", **POINT) == "RS 11.15.9"
    assert asked("defense", "rifle pit") == ""
    assert asked("defense", "shallow trench") == ""
    assert asked("defense", name="L3") == "RS 11.11.7"
    assert asked("defense", "rifle pit", "L3", committed=["L3"], support=["R3"]) == ""
    assert (
        asked("attack", "rifle pit", "L3", line=LINE, committed=["L3"], support=[]) == "RS 11.8.4"
    )
    assert asked("disorganized defense", "rifle pit") == ""
    assert asked("disorganized defense", "shallow trench") == "RS 11.13.9"
    assert asked("attack", "rifle pit", line=LINE, deaf=["L1"]) == ""


@pytest.mark.cases("RS", "11.8.4", "11.13.9")
def test_the_engineers_heed_the_order() -> None:
    attack = ordered(line=LINE)
    assert digging.jobs(attack, ["L1", "R1"]) == ()
    assert case_of(digging.obstacle(attack, "L1")) == "RS 11.8.4"
    defense = ordered(order="defense")
    assert {job.units for job in digging.jobs(defense, ["L1", "L3"])} == {("L1",)}


@pytest.mark.cases("RS", "11.5.4", "11.14.8")
def test_the_gunners_heed_the_order() -> None:
    made = ordered(foe("11.51"), order="regroup", **POINT)
    found = aim(made, made.piece("L1"), made.board.hex("11.51"))
    assert case_of(found) == "RS 11.14.8"  # type: ignore[arg-type]
    attack = ordered(foe("11.51"), line=LINE)
    assert not hasattr(aim(attack, attack.piece("L1"), attack.board.hex("11.51")), "cases")


# ---- in a movement


@pytest.mark.cases("RS", "11.4.12")
def test_a_movement_offers_what_the_order_allows_and_says_why_not_the_rest() -> None:
    made = ordered(line=LINE)
    procedure = movement.activate_to_move(made, ["L1"], bar=movement_bar.bar)
    asked = walk(procedure, "?")
    assert isinstance(asked, Choice)
    keys = {option.key for option in asked.options}
    assert {"11.51", "12.51"} & keys
    assert "11.49" not in keys
    reasons = {key: case_of(why) for key, why in asked.barred}
    assert reasons["11.49"] == "RS 11.4.12"


@pytest.mark.cases("RS", "11.11.6")
def test_an_assault_that_the_order_forbids_is_not_offered_even_without_the_bar() -> None:
    made = ordered(foe("11.51"), order="defense")
    asked = walk(movement.activate_to_move(made, ["L1"]), "?")
    reasons = {key: case_of(why) for key, why in asked.barred}
    assert reasons["assault 11.51"] == "RS 11.11.6"


@pytest.mark.cases("RS", "11.12.7")
def test_pickets_do_what_pickets_do() -> None:
    post = picket("P", "Entente", brigiment="175", battalion="1", at="17.50")
    made = ordered(post, order="cordon defense", goals={"P": ["17.50"]})
    assert barred(made, "P", "18.50") == "RS 11.12.7"
    near = moved(made, "P", "15.49")
    assert barred(near, "P", "14.50") == "", "to join a half-battalion near by"
