"""Morale checks: the rating, the modifiers, the roll, and what failing does."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import BOARD, HERE, Run, run, stack
from tests.rifle_and_spade.positions import (
    FOREST,
    assault,
    brigiment,
    gun,
    hq,
    mg,
    picket,
    position,
    unit,
)
from wargame.core.errors import RequestError
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import morale, retreat

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.morale_table import Cause
    from wargame.rifle_and_spade.state import Situation

PASSES, FAILS, ROUTS = 10, 90, 99


def half(name: str, **more: Any) -> Any:
    usual: dict[str, Any] = {"at": HERE, "size": "half-battalion", "morale": 75, "brigiment": "88"}
    return unit(name, **usual | more)


def check(situation: Situation, cause: Cause, *answers: int | str) -> Run:
    names = [piece.unit for piece in situation.at(situation.board.hex(HERE), "Entente")]
    return run(morale.morale_check(situation, names, cause), *answers)


@pytest.mark.cases("RS", "16.2/1", "3.1.8")
def test_the_best_unit_lends_the_stack_its_rating() -> None:
    situation = stack(half("A", morale=65), half("B"), mg("MG", at=HERE, morale=70))
    rating = morale.rating(situation, ["A", "B", "MG"])
    assert rating.value == 75
    assert [part.status for part in rating.parts] == ["skipped", "applied", "skipped"]


@pytest.mark.cases("RS", "16.2/1", "3.1.7")
def test_artillery_has_eighty_though_no_counter_prints_it() -> None:
    rating = morale.rating(stack(half("A"), gun("Guns", at=HERE)), ["A", "Guns"])
    assert rating.value == 80
    assert rating.origin is not None
    assert rating.origin.kind == "printed"


@pytest.mark.cases("RS", "16.2/1")
def test_a_headquarters_lends_no_rating() -> None:
    situation = stack(half("A"), hq("HQ", at=HERE, morale=90))
    assert morale.rating(situation, ["A", "HQ"]).value == 75


@pytest.mark.cases("RS", "16.2/2", "16.2.2", "16.1.2")
def test_the_modifiers_are_those_of_the_unit_rolled_for() -> None:
    situation = stack(half("A", morale=65, confused=True), half("B"))
    assert morale.drm(situation, ["A", "B"], "fire").value == 0
    assert morale.drm(situation, ["A"], "fire").value == 20


@pytest.mark.cases("RS", "16.2/1", "16.2/2")
def test_among_equals_the_steady_one_is_rolled_for() -> None:
    situation = stack(half("A", confused=True), half("B"))
    assert morale.drm(situation, ["A", "B"], "fire").value == 0


@pytest.mark.cases("RS", "16.2.2")
def test_night_is_added_to_confusion() -> None:
    situation = stack(half("A", confused=True), light="night")
    drm = morale.drm(situation, ["A"], "fire")
    assert drm.value == 30
    assert [(part.label, part.status) for part in drm.parts] == [
        ("Confused", "applied"), ("Night", "applied"),
        ("Isolated", "skipped"), ("Out of supply", "skipped"),
    ]  # fmt: skip


@pytest.mark.cases("RS", "16.2.2")
def test_without_command_rules_nobody_is_isolated_or_out_of_supply() -> None:
    situation = stack(half("A"), rules=evolve(FOREST, command=False))
    parts = morale.drm(situation, ["A"], "fire").parts
    assert {part.status for part in parts} == {"skipped"}


@pytest.mark.cases("RS", "11.6", "20.2.2", "16.2.2")
def test_isolation_and_want_of_supply_count_by_their_markers() -> None:
    situation = stack(half("A", isolated=True, brigiment="86"), brigiment=[brigiment("86")])
    part = morale.drm(situation, ["A"], "fire").find("Isolated")
    assert part is not None
    assert part.status == "applied"
    known = morale.drm(situation, ["A"], "fire").value
    starved = situation.with_command(evolve(situation.command("86"), out_of_supply=True))
    worse = morale.drm(starved, ["A"], "fire")
    assert isinstance(known, int)
    assert isinstance(worse.value, int)
    assert worse.value > known > 0
    target = morale.check_roll(situation, ["A"], "fire").bands[0].high
    assert target - morale.check_roll(starved, ["A"], "fire").bands[0].high == worse.value - known


@pytest.mark.cases("RS", "16.2", "16.2/3", "16.2/4", "1.4.3")
@pytest.mark.parametrize(
    ("roll", "result"), [(0, "passed"), (75, "passed"), (76, "failed"), (96, "failed")]
)
def test_a_natural_roll_up_to_the_rating_passes(roll: int, result: str) -> None:
    assert check(stack(half("A")), "fire", roll).outcome.result == result


@pytest.mark.cases("RS", "16.2/4")
def test_the_modifier_moves_what_passes() -> None:
    situation = stack(half("A", confused=True), half("B", morale=60))
    roll = morale.check_roll(situation, ["A", "B"], "fire")
    assert [(band.low, band.high, band.outcome) for band in roll.bands] == [
        (0, 55, "passed"), (56, 96, "failed"), (97, 99, "routed"),
    ]  # fmt: skip
    assert morale.check_ruling(situation, ["A", "B"], "fire").value == 55


@pytest.mark.cases("RS", "16.3/2", "16.2.3")
def test_what_passes_never_routs_and_the_rout_is_read_from_the_natural_roll() -> None:
    brave = morale.check_roll(stack(half("A", morale=98)), ["A"], "fire")
    assert [band.outcome for band in brave.bands] == ["passed", "routed"]
    assert brave.bands[1].low == 99
    shaken = morale.check_roll(stack(half("A", confused=True)), ["A"], "fire")
    assert shaken.bands[-1].low == 97


@pytest.mark.cases("RS", "16.2/4")
def test_none_passes_where_the_modifiers_outweigh_the_rating() -> None:
    hopeless = morale.check_roll(stack(half("A", morale=10, confused=True)), ["A"], "fire")
    assert [band.outcome for band in hopeless.bands] == ["failed", "routed"]


@pytest.mark.cases("RS", "16.2", "16.2.3")
@pytest.mark.parametrize("cause", ["fire", "assault", "move to assault"])
def test_the_chances_add_up_to_one_and_agree_with_the_rulings(cause: Cause) -> None:
    situation = stack(half("A", confused=True), picket("P", "Entente", at=HERE), light="night")
    found = morale.chances(situation, ["A", "P"], cause)
    ruling = morale.check_ruling(situation, ["A", "P"], cause)
    assert sum(found.values()) == 1
    rating, drm = ruling.parts[0].value, ruling.parts[1].value
    assert isinstance(rating, int)
    assert isinstance(drm, int)
    assert ruling.value == rating - drm
    assert found["passed"] == Fraction(rating - drm + 1, 100)
    assert bool(found["routed"]) is (cause != "move to assault") is (len(ruling.parts) == 3)
    assert ruling.reconstructed


def test_a_check_of_nobody_is_refused_in_a_sentence() -> None:
    with pytest.raises(RequestError, match="nobody"):
        morale.check_roll(stack(hq("HQ", at=HERE)), ["HQ"], "fire")


@pytest.mark.cases("RS", "16.3", "16.3/3", "16.1.2", "14.2.10")
def test_failing_under_fire_confuses_the_stack_and_ends_what_it_did() -> None:
    situation = stack(half("A", order="column"), half("B", task="engineering"), hq("HQ", at=HERE))
    after = check(situation, "fire", FAILS).outcome.situation
    assert after.piece("A").confused
    assert after.piece("A").order == ""
    assert after.piece("B").confused
    assert after.piece("B").task == ""
    assert not after.piece("HQ").confused
    assert not after.losses


@pytest.mark.cases("RS", "16.3/3")
def test_limbered_guns_and_hidden_men_stay_so() -> None:
    situation = stack(gun("G", at=HERE, order="limbered"), half("A", hiding="terrain"))
    after = check(situation, "fire", FAILS).outcome.situation
    assert after.piece("G").order == "limbered"
    assert after.piece("A").hiding == "terrain"


@pytest.mark.cases("RS", "16.3/3")
def test_those_already_in_an_assault_go_on_with_it_confused() -> None:
    checked = check(stack(half("A", wave=1), assault=[assault(HERE)]), "fire", FAILS).outcome
    assert checked.result == "failed"
    assert checked.situation.piece("A").confused
    assert checked.situation.piece("A").wave == 1


@pytest.mark.cases("RS", "16.3/1")
def test_failing_to_move_to_assault_has_no_other_effect() -> None:
    situation = stack(half("A", confused=True))
    checked = check(situation, "move to assault", ROUTS).outcome
    assert checked.result == "failed"
    assert checked.situation == situation


@pytest.mark.cases("RS", "16.3/4")
def test_failing_in_an_assault_leaves_the_retreat_to_confuse() -> None:
    checked = check(stack(half("A", task="engineering")), "assault", FAILS).outcome
    assert checked.result == "failed"
    assert not checked.situation.piece("A").confused
    assert checked.situation.piece("A").task == ""


@pytest.mark.cases("RS", "16.3.1", "16.4.1")
@pytest.mark.parametrize("cause", ["fire", "assault"])
def test_a_stack_already_shaken_loses_a_step_besides(cause: Cause) -> None:
    # RS-Q59: in addition to becoming Confused or retreating
    situation = stack(half("A"), mg("MG", at=HERE, confused=True))
    checked = check(situation, cause, FAILS).outcome
    assert checked.result == "failed"
    assert checked.situation.piece("A").steps == 1
    assert [(each.brigiment, each.cause, each.steps) for each in checked.situation.losses] == [
        ("88", "rout", 1)
    ]


@pytest.mark.cases("RS", "16.3.1")
def test_the_largest_unit_gives_the_step_and_may_be_the_last() -> None:
    situation = stack(half("A", confused=True), half("B", left=1))
    assert check(situation, "fire", FAILS).outcome.situation.piece("B").steps == 1
    gone = check(stack(half("A", left=1, confused=True)), "fire", FAILS).outcome
    assert not gone.situation.on_map("A")
    assert gone.result == "failed"


@pytest.mark.cases("RS", "16.2/3", "16.3/2", "16.3.1")
def test_what_came_of_it_is_told() -> None:
    situation = stack(half("A", confused=True))
    failed, step = check(situation, "fire", FAILS).told
    assert failed.value == "failed"
    assert "56-96" in failed.sentence
    assert step.value == ("A",)
    routed, gone = check(situation, "fire", ROUTS).told
    assert (routed.value, gone.value) == ("routed", ("A",))
    assert len(check(situation, "fire", PASSES).told) == 1


@pytest.mark.cases("RS", "16.3.1")
def test_the_owner_chooses_among_equals_that_differ() -> None:
    situation = stack(half("A", confused=True), half("B", morale=70))
    ran = check(situation, "fire", FAILS, "B")
    assert isinstance(ran.asked[1], Choice)
    assert ran.asked[1].who == "Entente"
    assert ran.outcome.situation.piece("B").steps == 1
    alike = check(stack(half("A", confused=True), half("B", confused=True)), "fire", FAILS)
    assert len(alike.asked) == 1
    assert alike.outcome.situation.piece("A").steps == 1


@pytest.mark.cases("RS", "16.3.1")
def test_pickets_make_up_the_step_together() -> None:
    pickets = [picket(f"P{i}", "Entente", at=HERE, confused=True) for i in range(5)]
    after = check(stack(*pickets), "fire", 90).outcome.situation
    assert len(after.pieces) == 1
    assert after.losses[0].steps == 1


@pytest.mark.cases("RS", "16.3.1")
def test_guns_and_machine_guns_have_no_infantry_step_to_lose() -> None:
    situation = stack(gun("G", at=HERE, confused=True), mg("MG", at=HERE, confused=True))
    after = check(situation, "fire", FAILS).outcome.situation
    assert len(after.pieces) == 2
    assert not after.losses


@pytest.mark.cases("RS", "16.3/2", "16.4", "16.4.1")
@pytest.mark.parametrize("cause", ["fire", "assault"])
def test_infantry_that_routs_leaves_the_map_with_its_steps_counted(cause: Cause) -> None:
    situation = stack(half("A", confused=True), mg("MG", at=HERE), hq("HQ", at=HERE))
    checked = check(situation, cause, ROUTS).outcome
    assert checked.result == "routed"
    left = [piece.unit for piece in checked.situation.pieces]
    # 17.2.8: fire never touches a headquarters; 18.1.4: out of an assault it goes along
    assert left == (["HQ"] if cause == "fire" else [])
    assert checked.situation.losses[0].steps == 2


@pytest.mark.cases("RS", "16.4", "16.4.2")
def test_artillery_that_routs_falls_back_and_is_confused(monkeypatch: pytest.MonkeyPatch) -> None:
    # RS-Q60: any artillery, limbered or not
    there = "8.6"

    def rout_guns(situation: Situation, name: str) -> Generator[Step, Any, Situation]:
        yield from ()
        moved = evolve(situation.piece(name), at=situation.board.hex(there), order="limbered")
        return situation.replace_pieces(moved)

    monkeypatch.setattr(retreat, "rout_guns", rout_guns)
    situation = stack(half("A"), gun("G", at=HERE))
    after = check(situation, "fire", ROUTS).outcome.situation
    assert not after.on_map("A")
    assert after.piece("G").confused
    assert after.piece("G").steps == situation.piece("G").steps
    assert after.board.label(after.piece("G").at) == there


@pytest.mark.cases("RS", "16.2", "17.2.7")
def test_the_dead_and_headquarters_check_nothing() -> None:
    situation = stack(hq("HQ", at=HERE))
    for names in ([], ["HQ"]):
        checked = run(morale.morale_check(situation, names, "fire")).outcome
        assert checked == morale.Checked(situation, "ignored")


@pytest.mark.cases("RS", "17.2.7")
def test_losing_machine_guns_calls_for_a_check_by_the_reading_in_force() -> None:
    # RS-Q65
    situation = stack(half("A"))
    assert morale.owes_check(situation, ["A"], 1)
    assert not morale.owes_check(situation, ["A"], 0)
    assert morale.owes_check(situation, ["A"], 0, ["MG"])
    other = position(BOARD, [half("A")], rules=evolve(FOREST, lost_machine_guns_count=False))
    assert not morale.owes_check(other, ["A"], 0, ["MG"])
    assert not morale.owes_check(situation.without(["A"]), [], 2)
