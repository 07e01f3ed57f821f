"""Units, their steps, and what a loss leaves of them (2.3, 8.3; Gaza 13.3)."""

from __future__ import annotations

import pytest

from tests.fire_and_movement.positions import gaza, position
from wargame.core.errors import RequestError
from wargame.fire_and_movement.units import Face, Piece, StepLoss, eliminated

OTTOMAN = (
    "reg Central_Powers 5-6-4 0303 steps=3 successor=bn",
    "bn Central_Powers 2-2-4 steps=1",
    "bde British 6-6-3 0203",
)
THREE_STEPS = ("CP-31", "CP-32", "CP-39", "CP-47", "CP-48", "CP-125")


def test_a_face_reads_as_the_counter_prints_it() -> None:
    assert str(Face(5, 6, 4, 3)) == "5-6-4"


@pytest.mark.cases("FM8", "8.3/1", "2.3/3")
@pytest.mark.cases("FM7", "8.2.4/14", "2.3/2")
@pytest.mark.cases("GAZA", "CRT/17")
def test_a_unit_is_turned_to_its_back_and_then_is_gone() -> None:
    roster = position("two Red 4-4-6 0203 steps=2", "one Blue 2-2-4 0303 steps=1").roster
    full = Piece("two", position("two Red 4-4-6 0203", "b Blue 1-1-1 0303").piece("two").at)
    reduced = roster.after_loss(full)
    assert reduced is not None
    assert (reduced.face, roster.face(reduced)) == (1, Face(2, 2, 6, 1))
    assert roster.after_loss(reduced) is None


@pytest.mark.cases("FM8", "8.3/1", "2.3/3")
@pytest.mark.cases("FM7", "8.2.4/14", "2.3/2")
@pytest.mark.cases("GAZA", "CRT/17")
def test_a_unit_of_one_step_is_eliminated_at_once() -> None:
    situation = position("one Red 2-1-4 0203 steps=1", "b Blue 1-1-1 0303")
    assert situation.roster.after_loss(situation.piece("one")) is None


@pytest.mark.cases("GAZA", "13.3", "13.3/1", "13.3/2", "CRT/17")
def test_a_regiment_of_three_steps_ends_as_a_battalion() -> None:
    situation = position(*OTTOMAN, ruleset="gaza_1917", active="British")
    roster, piece = situation.roster, situation.piece("reg")
    steps, shown = [roster.steps(piece)], [piece.unit]
    while (after := roster.after_loss(piece)) is not None:
        piece = after
        steps.append(roster.steps(piece))
        shown.append(piece.unit)
    assert steps == [3, 2, 1]
    assert shown == ["reg", "reg", "bn"]
    assert piece.at == situation.piece("reg").at


@pytest.mark.cases("GAZA", "13.3/3")
def test_a_battalion_on_the_map_is_an_ordinary_unit() -> None:
    situation = position(*OTTOMAN, ruleset="gaza_1917", active="British")
    for _ in range(2):
        (piece,) = situation.of("Central Powers")
        after = situation.roster.after_loss(piece)
        situation = situation.after_losses([StepLoss(piece, after)])
    (battalion,) = situation.of("Central Powers")
    assert battalion.unit == "bn"
    assert situation.face("bn") == Face(2, 2, 4, 1)
    assert situation.enemies_at(battalion.at) == (battalion,)
    assert situation.roster.after_loss(battalion) is None


@pytest.mark.cases("GAZA", "13.3", "13.3/1")
def test_which_ottoman_regiments_have_three_steps() -> None:
    roster = gaza().roster
    heirs = {name: unit.successor for name, unit in roster.units.items() if unit.successor}
    assert tuple(sorted(heirs, key=lambda name: int(name[3:]))) == THREE_STEPS
    for name, heir in heirs.items():
        assert str(roster.unit(name).faces[0]) == "5-6-4"
        assert [face.steps for face in roster.unit(name).faces] == [3, 2]
        assert [face.steps for face in roster.unit(heir).faces] == [1]


@pytest.mark.cases("FM8", "8.2.4/12", "CRT/21")
@pytest.mark.cases("FM7", "8.2.4/12")
def test_elimination_takes_every_step_and_calls_no_successor() -> None:
    situation = position(*OTTOMAN, ruleset="gaza_1917", active="British")
    losses = eliminated(situation.pieces, situation.roster)
    assert [(loss.before.unit, loss.after, loss.steps) for loss in losses] == [
        ("bde", None, 2),
        ("reg", None, 3),
    ]


def test_a_loss_is_told_in_a_sentence_with_what_is_left() -> None:
    situation = position(*OTTOMAN, ruleset="gaza_1917", active="British")
    roster, piece, said = situation.roster, situation.piece("reg"), []
    while True:
        after = roster.after_loss(piece)
        ruling = StepLoss(piece, after).told(roster, "a test.", "GAZA 13.3/2")
        said.append(ruling.sentence)
        assert (ruling.value, ruling.unit) == (1, "steps")
        if after is None:
            break
        piece = after
    assert said == [
        "reg now shows 3-3-4: a test.",
        "reg is replaced by the bn: a test.",
        "bn is eliminated: a test.",
    ]


def test_names_that_do_not_exist_are_refused_with_near_ones() -> None:
    roster = gaza().roster
    with pytest.raises(RequestError, match="BR-155"):
        roster.unit("BR-1555")
    with pytest.raises(RequestError, match="BR-FS-01"):
        roster.marker("BR-FS-001")
