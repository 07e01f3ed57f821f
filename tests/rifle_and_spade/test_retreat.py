"""Retreat (RS 19): directions, what is no way out, fire on the way, Us/Them, surrender, guns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.assault_positions import (
    FROM,
    HERE,
    OPEN,
    SCRUB,
    assaulted,
    at,
    attacker,
    defender,
    pieces,
)
from tests.rifle_and_spade.morale_positions import Run, run
from tests.rifle_and_spade.positions import brigiment, gun, hq, mg, picket, position, unit, work
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import assault, retreat
from wargame.rifle_and_spade.retreat_move import trigger_of
from wargame.rifle_and_spade.retreat_us_them import bar
from wargame.rifle_and_spade.retreat_ways import headquarters, ways_out

if TYPE_CHECKING:
    from wargame.rifle_and_spade.retreat_ways import RetreatRole
    from wargame.rifle_and_spade.state import Situation

AROUND = ("11.10", "11.12", "10.11", "10.12", "12.11", "12.12")
"""The six hexes round the middle one."""
WIDE = "column-row 10.20\ng grassland\nw sea\n\n" + "ggggggggg\n" * 9
MIDDLE = "14.16"


def leave(situation: Situation, names: str, role: RetreatRole, *answers: int | str) -> Run:
    return run(retreat.retreat(situation, names.split(), role), *answers)


def go(situation: Situation, names: str, *answers: int | str) -> Run:
    """Retreat attackers that may go to ground."""
    return run(retreat.retreat(situation, names.split(), "attacker", us_them=True), *answers)


def options(situation: Situation, name: str, role: RetreatRole = "defender") -> set[str]:
    found = ways_out(situation, [situation.piece(name)], role, frozenset())
    return {situation.board.label(each) for each in found.options}


# ---- which way


@pytest.mark.cases("RS", "19.0", "19.1", "19.1.1", "19.1.2")
def test_attackers_go_back_where_an_attacker_came_from() -> None:
    units = [attacker("A"), attacker("B", came_from="12.12"), defender("D")]
    found = leave(assaulted(units, board=OPEN), "A B", "attacker", "12.12", "hold")
    choice = found.asked[0]
    assert isinstance(choice, Choice)
    assert {option.key for option in choice.options} == {"11.12", "12.12", "singly"}
    barred = {key: str(why.cases[0]) for key, why in choice.barred}
    assert barred["10.11"] == "RS 19.1.2"
    assert at(found.outcome, "A") == at(found.outcome, "B") == "12.12"


@pytest.mark.cases("RS", "19.1.2", "19.1.3", "19.1.5")
def test_attackers_who_cannot_go_back_go_to_the_rear() -> None:
    units = [attacker("A"), defender("D"), defender("E", at=FROM), hq("HQ", at="10.12")]
    found = leave(assaulted(units, board=OPEN), "A", "attacker", "hold")
    assert at(found.outcome, "A") == "10.12"


@pytest.mark.cases("RS", "19.1.3")
def test_a_defender_goes_towards_its_own_headquarters() -> None:
    units = [
        unit("A", at="14.15"),
        unit("D", "Ottoman", at=MIDDLE, brigiment="26"),
        hq("HQ 26", "Ottoman", at="14.18", brigiment="26"),
        hq("HQ 27", "Ottoman", at="16.16", brigiment="27"),
    ]
    situation = position(WIDE, units)
    assert options(situation, "D") == {"14.17"}
    stranger = position(WIDE, [*units[:1], evolve(units[1], brigiment="99"), *units[2:]])
    assert headquarters(stranger, stranger.piece("D")) in {
        stranger.board.hex("14.18"), stranger.board.hex("16.16")
    }  # fmt: skip


@pytest.mark.cases("RS", "19.1.3")
def test_hexes_out_of_contact_come_first_among_those_to_the_rear() -> None:
    units = [
        unit("D", "Ottoman", at=MIDDLE, brigiment="26"),
        unit("A", at=MIDDLE),
        hq("HQ 26", "Ottoman", at="16.18", brigiment="26"),
    ]
    situation = position(WIDE, units)
    both = options(situation, "D")
    assert len(both) == 2
    touched = min(both)
    beside = {
        situation.board.label(cell) for cell in situation.board.hex(touched).neighbours()
    } - both - {MIDDLE}  # fmt: skip
    free = [
        label
        for label in sorted(beside)
        if not any(
            situation.board.label(cell) in both - {touched}
            for cell in situation.board.hex(label).neighbours()
        )
    ]
    near = position(WIDE, [*units, unit("X", at=free[0])])
    assert options(near, "D") == both - {touched}


@pytest.mark.cases("RS", "19.1.3")
def test_without_headquarters_the_rear_is_away_from_the_enemy() -> None:
    units = [
        unit("D", "Ottoman", at=MIDDLE),
        unit("A", at=MIDDLE, came_from="14.17"),
        unit("X", at="14.14"),
    ]
    found = options(position(WIDE, units), "D")
    assert "14.15" not in found
    assert "14.17" not in found
    assert found


@pytest.mark.cases("RS", "19.1.3")
def test_a_path_to_headquarters_goes_round_the_enemy() -> None:
    text = "column-row 10.20\ng grassland\nw sea\n\nggg\ngwg\nggg\nggg\n"
    units = [unit("D", "Ottoman", at="11.18"), unit("A", at="11.18"),
             hq("HQ", "Ottoman", at="11.20")]  # fmt: skip
    free = position(text, units)
    assert options(free, "D") == {"10.19", "12.19"}
    shut = position(text, [*units, unit("X", at="10.20")])
    assert options(shut, "D") == {"12.19"}


@pytest.mark.cases("RS", "19.1/3", "3.7.12")
def test_what_is_too_much_leaves_as_a_defender_would() -> None:
    units = [unit("A", at=HERE), hq("HQ", at="10.12")]
    found = leave(position(OPEN, units), "A", "overstacked")
    assert at(found.outcome, "A") == "10.12"


# ---- no way


@pytest.mark.cases("RS", "19.1.4", "19.1.11", "11.14.14")
def test_surrounded_units_surrender_and_their_steps_are_told_apart() -> None:
    islet = "column-row 10.12\ng grassland\nw sea\n\nwww\nwgw\nwww\n"
    situation = position(islet, [unit("D", "Ottoman", at=HERE, brigiment="26"), unit("A", at=HERE)])
    found = leave(situation, "D", "defender")
    assert not found.outcome.on_map("D")
    (loss,) = found.outcome.losses
    assert (loss.brigiment, loss.cause, loss.steps) == ("26", "surrender", 2)
    assert "surrendered" in found.told[-1].sentence


@pytest.mark.cases("RS", "19.1.5", "19.2.5")
def test_nobody_retreats_to_enemies_whatever_the_terrain() -> None:
    ring = [unit(f"E{i}", at=label) for i, label in enumerate(AROUND)]
    situation = position(SCRUB, [defender("D"), unit("A", at=HERE), *ring], shared=["11.10"])
    assert not leave(situation, "D", "defender").outcome.on_map("D")
    gap = position(SCRUB, [defender("D"), unit("A", at=HERE), *ring[1:]])
    assert at(leave(gap, "D", "defender", "hold", "stay").outcome, "D") == "11.10"


@pytest.mark.cases("RS", "3.7.12", "19.1.11")
def test_a_full_hex_is_no_way_out() -> None:
    full = [unit(f"F{i}", "Ottoman", at="11.10") for i in range(8)]
    ring = [unit(f"E{i}", at=label) for i, label in enumerate(AROUND[1:])]
    situation = position(SCRUB, [defender("D"), unit("A", at=HERE), *ring, *full])
    assert not retreat.can_retreat(situation, ["D"])
    assert not leave(situation, "D", "defender").outcome.on_map("D")


@pytest.mark.cases("RS", "16.4.2", "19.1.11")
def test_guns_that_cannot_limber_have_no_way_out() -> None:
    units = [gun("G", "Ottoman", at=HERE, fixed=True), gun("H", "Ottoman", at=HERE, teams=False)]
    situation = position(OPEN, [*units, gun("J", "Ottoman", at=HERE), unit("A", at=HERE)])
    assert [retreat.can_retreat(situation, [name]) for name in "GHJ"] == [False, False, True]


@pytest.mark.cases("RS", "19.1")
def test_the_owner_may_send_units_different_ways() -> None:
    units = [attacker("A"), attacker("B", came_from="12.12"), defender("D")]
    answers = ("singly", "12.12", "hold", "11.12", "hold")
    found = leave(assaulted(units, board=OPEN), "A B", "attacker", *answers)
    assert (at(found.outcome, "A"), at(found.outcome, "B")) == ("12.12", "11.12")


# ---- on the way


@pytest.mark.cases("RS", "19.1.7", "19.1.8", "17.4.11")
def test_points_are_worked_out_for_the_fire_but_not_spent() -> None:
    trench = work("T", "fire trench", FROM, front=["N"], ends=["NW", "SE"], wire=["N"])
    units = [attacker("A"), gun("G", at=HERE), defender("D")]
    situation = assaulted(units, [trench], board=OPEN)
    there = situation.board.hex(FROM)
    one = trigger_of(situation, [situation.piece("A")], there)
    assert (one.deed, one.at, one.left) == ("retreats", there, situation.board.hex(HERE))
    assert one.hexside_points == 0
    guns = trigger_of(situation, [situation.piece("G")], there)
    assert guns.left_points > 0
    south = evolve(situation.works[0], wire=frozenset({1, 2, 3, 4, 5, 0}))
    wired = evolve(situation, works=(south,))
    assert trigger_of(wired, [wired.piece("A")], there).hexside_points == 1


@pytest.mark.cases("RS", "19.1.8", "19.1.9", "17.4.5")
def test_either_side_may_fire_at_a_retreat() -> None:
    """The active side fires at defenders that retreat."""
    situation = assaulted([attacker("A"), defender("D")], board=OPEN)
    found = leave(situation, "D", "defender", "12.11", "hold")
    fire = found.asked[-1]
    assert isinstance(fire, Choice)
    assert fire.who == "Entente"
    assert len(fire.options) > 1


@pytest.mark.cases("RS", "19.1.10", "19.1.1", "7.2/2")
def test_those_who_retreat_are_confused_and_may_hide() -> None:
    situation = assaulted([attacker("A"), mg("MG", at=HERE), defender("D")])
    found = leave(situation, "A MG", "attacker", "hold", "terrain")
    for name in ("A", "MG"):
        piece = found.outcome.piece(name)
        assert (piece.confused, piece.hiding, piece.wave) == (True, "terrain", 0)
    assert found.outcome.holders[found.outcome.board.hex(FROM)] == "Entente"


def test_those_who_retreat_take_cover_in_a_work_of_theirs() -> None:
    pits = work("P", "rifle pit", FROM, "Entente")
    found = leave(assaulted([attacker("A"), defender("D")], [pits], board=OPEN), "A", "attacker",
                  "hold", "stay")  # fmt: skip
    assert found.outcome.piece("A").work == "P"


@pytest.mark.cases("RS", "19.1")
def test_guns_limber_for_a_retreat_at_no_cost() -> None:
    situation = position(OPEN, [gun("G", "Ottoman", at=HERE), unit("A", at=HERE, came_from=FROM)])
    found = leave(situation, "G", "defender", "11.10", "hold")
    assert found.outcome.piece("G").order == "limbered"


# ---- into Us/Them


@pytest.mark.cases("RS", "19.2", "19.2.1", "19.2.2", "8.1")
def test_attackers_go_to_ground_in_close_terrain_and_both_sides_hide() -> None:
    situation = assaulted([attacker("A"), defender("D")])
    found = go(situation, "A", "us them", "hold").outcome
    assert found.shared == {found.board.hex(HERE)}
    assert {piece.hiding for piece in found.pieces} == {"terrain"}
    assert found.piece("A").confused
    assert not found.piece("D").confused


@pytest.mark.cases("RS", "19.2.1", "19.2.4")
def test_us_them_needs_close_terrain_and_none_there_yet() -> None:
    plain = assaulted([attacker("A"), defender("D")], board=OPEN)
    why = bar(plain, ["A"])
    assert why is not None
    assert str(why.cases[-1]) == "RS 19.2.1"
    taken = assaulted([attacker("A"), defender("D")], shared=[HERE])
    why = bar(taken, ["A"])
    assert why is not None
    assert str(why.cases[0]) == "RS 19.2.4"
    asked = go(
        assaulted([attacker("A"), attacker("B", came_from="12.12"), defender("D")], board=OPEN),
        "A B", "11.12", "hold",
    ).asked[0]  # fmt: skip
    assert isinstance(asked, Choice)
    assert "us them" in {key for key, _ in asked.barred}


@pytest.mark.cases("RS", "19.2.2", "3.7.10")
def test_attackers_beyond_the_limit_leave_before_anybody_else() -> None:
    units = [*(attacker(name) for name in "ABC"), *(defender(name) for name in "DEF")]
    found = go(assaulted(units), "A B C", "us them", "B", "C", "give way",
               "hold", "stay", "hold", "D", "12.11", "hold", "stay")  # fmt: skip
    after = found.outcome
    assert sorted(pieces(after)) == ["B", "C", "E", "F"]
    assert at(after, "A") == FROM
    assert after.piece("D").confused
    full = found.asked[2]
    assert isinstance(full, Choice)
    assert [option.key for option in full.options] == ["A", "C", "done"]


@pytest.mark.cases("RS", "19.2.3")
def test_a_defender_whom_us_them_would_drive_out_may_fight_on() -> None:
    units = [attacker("A"), *(defender(name) for name in "DEF")]
    situation = assaulted(units)
    found = go(situation, "A", "us them", "fight on").outcome
    assert found == situation
    whole = run(assault.fight_round(situation, situation.assaults[0], 1),
                99, 90, "us them", "fight on", "stay", "stay")  # fmt: skip
    assert whole.outcome.piece("A").wave == 1
    assert not whole.outcome.piece("A").confused


@pytest.mark.cases("RS", "19.2.2", "3.7.10")
def test_defenders_in_their_trench_are_not_too_many() -> None:
    trench = work("T", "fire trench", HERE, front=["N"], ends=["NW", "SE"])
    units = [attacker("A"), *(defender(name, work="T") for name in "DEF")]
    found = go(assaulted(units, [trench]), "A", "us them", "hold").outcome
    assert [found.piece(name).hiding for name in "DEF"] == ["work"] * 3
    assert found.piece("A").work == ""


@pytest.mark.cases("RS", "19.2.2", "19.1.11")
def test_without_a_way_out_they_go_to_ground_and_the_rest_surrender() -> None:
    ring = [defender(f"E{i}", at=label) for i, label in enumerate(AROUND)]
    units = [*(attacker(name) for name in "ABC"), defender("D"), *ring]
    found = go(assaulted(units), "A B C", "A", "B", "hold").outcome
    assert sorted(pieces(found, side="Entente")) == ["A", "B"]
    assert [loss.cause for loss in found.losses] == ["surrender"]


@pytest.mark.cases("RS", "19.1.8", "19.2.2")
def test_going_to_ground_may_be_shot_at_first() -> None:
    situation = assaulted([attacker("A", steps=1), *(defender(n) for n in "DE")], board=SCRUB)
    found = run(retreat.retreat(situation, ["A"], "attacker", us_them=True), "us them",
                "11.11 11.11", 0, 0)  # fmt: skip
    assert pieces(found.outcome, side="Entente") == []
    assert not found.outcome.shared


@pytest.mark.cases("RS", "19.2.2")
def test_attackers_may_reorganize_so_that_more_of_them_go_to_ground() -> None:
    half: dict[str, Any] = {"battalion": "1", "size": "battalion"}
    units = [
        attacker("Bn", steps=4, left=4, **half),
        attacker("X", steps=2),
        unit("L", size="half-battalion", battalion="1"),
        unit("R", size="half-battalion", battalion="1"),
        defender("D"),
    ]
    found = go(assaulted(units), "Bn X", "us them", "Bn = L 2 + R 2", "L", "X", "hold", "stay",
               "hold")  # fmt: skip
    assert sorted(pieces(found.outcome, side="Entente")) == ["L", "X"]
    assert at(found.outcome, "R") == FROM


def test_nobody_to_retreat_changes_nothing() -> None:
    situation = position(OPEN, [picket("P", at=HERE)])
    assert run(retreat.retreat(situation, [], "defender")).outcome == situation


@pytest.mark.cases("RS", "19.1.3", "9.3.2")
def test_the_marker_makes_a_defender_fall_back_on_the_nearest_staff_of_a_brigade() -> None:
    units = [
        unit("A", at="14.15"),
        unit("D", "Ottoman", at=MIDDLE, brigiment="26"),
        hq("HQ 26", "Ottoman", at="14.12", brigiment="26"),
        hq("HQ 27", "Ottoman", at="16.16", brigiment="27"),
        hq("HQ 9", "Ottoman", at="15.16", size="division"),
    ]
    known = [brigiment("26", "Ottoman"), brigiment("27", "Ottoman")]
    situation = position(WIDE, units, brigiment=known)
    label = situation.board.label
    assert label(headquarters(situation, situation.piece("D"))) == "14.12"  # type: ignore[arg-type]
    marked = situation.replace_pieces(evolve(situation.piece("D"), isolated=True))
    assert label(headquarters(marked, marked.piece("D"))) == "16.16"  # type: ignore[arg-type]
