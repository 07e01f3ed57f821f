"""Headquarters destroyed (9.2.12): where they come back, and the leaders it costs (10.3)."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import (
    assault,
    brigiment,
    division,
    gun,
    hq,
    mg,
    position,
    unit,
    work,
)
from wargame.core.drivers import Played, play
from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import Ruling
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import assault as fights
from wargame.rifle_and_spade import (
    assault_strength,
    eligibility,
    fire_drm,
    headquarters,
    hiding,
    losses,
    rout,
    stacking,
    to_assault,
)
from wargame.rifle_and_spade.activation import Activation
from wargame.rifle_and_spade.assault_losses import destroy
from wargame.rifle_and_spade.retreat import surrender
from wargame.rifle_and_spade.shot import Shot
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\nw sea\n\nggg\nggg\nggg\nggg\nggg\n"


def stand(*more: Any, board: str = BOARD, **fields: Any) -> Situation:
    """Return a headquarters in 10.49 with a battery, and enemies who assault them."""
    units = [
        hq("86 HQ", at="10.49", brigiment="86"),
        gun("battery", at="10.49"),
        *more,
        unit("T", "Ottoman", at="10.49", wave=1),
    ]
    if not any(each.id == "29 HQ" for each in more):
        units.append(hq("29 HQ", size="division"))
    known = [brigiment("86", division="29", points=9), brigiment("87", division="29", points=5)]
    fields.setdefault("division", [division("29", headquarters="29 HQ")])
    marker = [assault("10.49", "Ottoman")]
    return position(board, units, assault=marker, brigiment=known, active="Ottoman", **fields)


def lose(situation: Situation, name: str, *rolls: int, choices: tuple[str, ...] = ()) -> Played:
    """Return what comes of the loss of a headquarters."""
    script = Scripted("test", rolls, choices)
    piece = situation.piece(name)
    played = play(lambda: headquarters.lost(situation.without([name]), piece), script)
    script.finish()
    return played


def at(played: Played, name: str) -> str:
    """Return where a unit is."""
    situation: Situation = played.outcome
    return situation.board.label(situation.piece(name).at)


def own(name: str, where: str, whose: str = "86", **more: Any) -> Any:
    """Return a unit of a brigade."""
    return unit(name, at=where, brigiment=whose, battalion="1", **more)


@pytest.mark.cases("RS", "9.2.12", "10.3")
def test_it_comes_back_with_the_nearest_of_its_own_and_costs_leaders() -> None:
    situation = stand(own("far", "10.46"), own("near", "10.47"), own("stranger", "10.50", "87"))
    played = lose(situation, "86 HQ", 8)
    assert at(played, "86 HQ") == "10.47"
    assert played.outcome.points_of("86") == 6
    assert played.outcome.points_of("87") == 5
    assert lose(situation, "86 HQ", 0).outcome.points_of("86") == 9


@pytest.mark.cases("RS", "9.2.12")
def test_the_nearest_is_counted_by_ways_free_of_enemies() -> None:
    row = [unit(f"T{column}", "Ottoman", at=f"{column}.48") for column in (10, 11)]
    situation = stand(own("cut off", "10.47"), own("open", "12.47"), *row)
    assert at(lose(situation, "86 HQ", 0), "86 HQ") == "12.47"
    wall = [*row, unit("T12", "Ottoman", at="12.48")]
    shut = stand(own("cut off", "10.47"), own("open", "12.47"), *wall)
    assert at(lose(shut, "86 HQ", 0), "86 HQ") == "10.47", "no way: as the crow flies"


@pytest.mark.cases("RS", "9.2.12")
def test_its_owner_chooses_between_equals() -> None:
    situation = stand(own("one", "10.50"), own("two", "11.49"))
    assert at(lose(situation, "86 HQ", 0, choices=("11.49",)), "86 HQ") == "11.49"
    assert at(lose(situation, "86 HQ", 0, choices=("10.50",)), "86 HQ") == "10.50"


@pytest.mark.cases("RS", "9.2.12")
def test_without_units_it_comes_in_with_supplies_or_stays_away() -> None:
    away = lose(stand(), "86 HQ", 0).outcome
    assert not away.on_map("86 HQ")
    beach = BOARD + "\n12.46 features=supply_Entente\n"
    situation = stand(board=beach)
    assert at(lose(situation, "86 HQ", 0), "86 HQ") == "12.46"
    same = stand(own("beside", "10.49"))
    assert not lose(same, "86 HQ", 0).outcome.on_map("86 HQ"), "not to the hex it was lost in"


@pytest.mark.cases("RS", "9.2.12")
def test_it_takes_the_posture_of_those_it_joins() -> None:
    dug = work("pit", "shallow trench", "10.47", "Entente", front=["S"])
    situation = stand(own("near", "10.47", work="pit", hiding="work"), works=[dug])
    piece = lose(situation, "86 HQ", 0).outcome.piece("86 HQ")
    assert (piece.work, piece.hiding) == ("pit", "work")
    mixed = stand(
        own("near", "10.47", work="pit", hiding="work"), mg("open", at="10.47"), works=[dug]
    )
    assert lose(mixed, "86 HQ", 0).outcome.piece("86 HQ").hiding == ""


@pytest.mark.cases("RS", "9.2.12", "10.2.3")
def test_a_divisions_loss_is_borne_by_its_brigades() -> None:
    units = [hq("29 HQ", at="10.49", size="division"), own("near", "10.47", "87")]
    situation = stand(*units)
    assert headquarters.shares(situation, "29", 3) == (("86", 2), ("87", 1))
    assert headquarters.shares(situation, "29", 4) == (("86", 2), ("87", 2))
    assert headquarters.shares(situation, "28", 4) == ()
    waits = situation.with_command(evolve(situation.command("86"), released=False))
    assert headquarters.shares(waits, "29", 3) == (("87", 3),)
    played = lose(situation, "29 HQ", 8)
    assert at(played, "29 HQ") == "10.47"
    assert dict(played.outcome.officers) == {"86": 7, "87": 4}
    poor = evolve(situation, officers=(("86", 1), ("87", 0)))
    assert dict(lose(poor, "29 HQ", 9).outcome.officers) == {"86": 0, "87": 0}


@pytest.mark.cases("RS", "9.2.12")
def test_a_divisions_formation_is_its_brigades_and_its_independents() -> None:
    units = [hq("29 HQ", at="10.49", size="division"), own("far", "10.46", "87"),
             gun("own", at="10.48"), gun("strange", at="10.47")]  # fmt: skip
    situation = stand(*units, independents={"own": "29"})
    found = {piece.unit for piece in headquarters.formation(situation, "29 HQ")}
    assert found == {"far", "own", "86 HQ"}
    assert at(lose(situation, "29 HQ", 0), "29 HQ") == "10.48"


@pytest.mark.cases("RS", "9.2.12", "18.4.2", "19.1.11")
@pytest.mark.parametrize("way", ["assault", "surrender"])
def test_assault_and_surrender_bring_it_about(way: str) -> None:
    situation = stand(own("near", "10.47"))
    script = Scripted("test", [8], ())

    def steps() -> Any:
        if way == "surrender":
            return (yield from surrender(situation, ["86 HQ", "battery"]))
        return (yield from destroy(situation, ["86 HQ", "battery"], "assault")).situation

    after = play(steps, script).outcome
    assert after.board.label(after.piece("86 HQ").at) == "10.47"
    assert not after.on_map("battery")
    assert after.points_of("86") == 6


@pytest.mark.cases("RS", "9.2.12", "18.4")
def test_a_whole_assault_that_destroys_one_comes_to_its_end() -> None:
    class Script:
        """Everybody fights on; every die shows its highest face."""

        def roll(self, roll: Roll) -> int:
            """Return a face that costs the defender a step where there is one."""
            hits = [band.low for band in roll.bands if band.outcome == "defender"]
            return hits[0] if hits else roll.first

        def choose(self, choice: Choice) -> str:
            """Return the first option."""
            return choice.options[0].key

    situation = stand(own("near", "10.47"), unit("T2", "Ottoman", at="10.49", wave=1))
    where = situation.board.hex("10.49")
    after = play(lambda: fights.resolve_assault(situation, where), Script()).outcome
    assert after.board.label(after.piece("86 HQ").at) == "10.47"
    assert {after.side(piece) for piece in after.at(where)} == {"Ottoman"}


# ---- what headquarters may do and suffer (9.2)


def camp(**more: Any) -> Situation:
    """Return a headquarters with a half-battalion, and an enemy two hexes away."""
    units = [
        hq("HQ", at="10.50", brigiment="86", **more),
        own("A", "10.50"),
        unit("T", "Ottoman", at="10.48"),
    ]
    return position(BOARD, units, active="Entente", officers={"86": 9})


@pytest.mark.cases("RS", "9.2.3")
def test_headquarters_use_no_room() -> None:
    situation = camp()
    here = situation.board.hex("10.50")
    alone = [situation.piece("A")]
    with_staff = [*alone, situation.piece("HQ")]
    assert stacking.tally(situation, with_staff, here) == stacking.tally(situation, alone, here)


@pytest.mark.cases("RS", "9.2.5")
def test_fire_never_takes_a_headquarters() -> None:
    situation = camp()
    script = Scripted("test", (), (), lucky=True)
    hits = play(lambda: losses.take_losses(situation, ("HQ", "A"), 9, ()), script).outcome
    assert hits.situation.on_map("HQ")
    assert not hits.situation.on_map("A")


@pytest.mark.cases("RS", "9.2.7", "9.2.4")
def test_a_headquarters_makes_no_stack_a_column() -> None:
    def labels(situation: Situation) -> set[str]:
        shot = Shot(situation, ("T",), situation.board.hex("10.50"), "opportunity", None)
        return {drm.label for pair in fire_drm.pairs(shot) for drm in pair.drms}

    situation = camp()
    marching = situation.replace_pieces(evolve(situation.piece("A"), order="column"))
    assert labels(marching) - labels(situation) == {"Target in column"}


@pytest.mark.cases("RS", "9.2.8")
def test_a_headquarters_may_hide() -> None:
    scrub = BOARD.replace("g grassland", "g scrub")
    situation = position(scrub, [hq("HQ", at="10.50"), unit("T", "Ottoman", at="10.46")])
    assert hiding.may_hide(situation, ["HQ"], "terrain").allowed


@pytest.mark.cases("RS", "9.2.10")
def test_a_headquarters_never_fires() -> None:
    situation = camp()
    target = situation.board.hex("10.48")
    found = eligibility.aim(situation, situation.piece("HQ"), target, occasion="commanded")
    assert isinstance(found, Ruling)
    assert not found.allowed


@pytest.mark.cases("RS", "9.2.11")
def test_a_headquarters_defends_but_never_moves_to_assault() -> None:
    situation = stand()
    marker = situation.assault_at(situation.board.hex("10.49"))
    assert marker is not None
    ruling = assault_strength.base_strength(situation, marker, "defender")
    assert ruling.find("86 HQ") is not None
    near = camp().replace_pieces(evolve(camp().piece("T"), at=camp().board.hex("10.49")))
    run = Activation(near, ("HQ", "A"))
    barred = to_assault.obstacle(run, near.board.hex("10.49"))
    assert barred is not None
    assert "HQ" in barred[1].sentence


@pytest.mark.cases("RS", "10.3")
def test_without_formations_it_only_costs_leaders() -> None:
    units = [hq("86 HQ", at="10.49", brigiment="86"), hq("HQ", at="10.49"),
             own("near", "10.47"), unit("T", "Ottoman", at="10.48")]  # fmt: skip
    bare = position(BOARD, units, officers={"86": 9})
    played = lose(bare, "86 HQ", 8)
    assert not played.outcome.on_map("86 HQ")
    assert played.outcome.points_of("86") == 6
    assert lose(bare, "HQ").outcome.points_of("86") == 9


@pytest.mark.cases("RS", "9.1.4", "9.2.12")
def test_a_division_above_a_square_brigade_has_its_regiments_too() -> None:
    units = [hq("1 HQ", size="division"), hq("1 Bde HQ", size="division"),
             own("A", "10.47", "101"), own("B", "11.47", "102")]  # fmt: skip
    known = [brigiment("101", division="1 Bde", points=5), brigiment("102", division="1", points=4)]
    divisions = [division("1", headquarters="1 HQ"),
                 division("1 Bde", headquarters="1 Bde HQ", corps="1")]  # fmt: skip
    situation = position(BOARD, units, brigiment=known, division=divisions)
    assert headquarters.shares(situation, "1", 3) == (("101", 2), ("102", 1))
    assert headquarters.shares(situation, "1 Bde", 3) == (("101", 3),)
    found = {piece.unit for piece in headquarters.formation(situation, "1 HQ")}
    assert found == {"A", "B"}


@pytest.mark.cases("RS", "9.2.12", "18.1.4", "16.4.1")
def test_a_headquarters_that_runs_with_its_stack_is_set_up_again() -> None:
    situation = stand(own("A", "10.49"), own("B", "10.47"))
    played = play(
        lambda: rout.rout(situation, ["A", "86 HQ"], with_headquarters=True),
        Scripted("test", (), ()),
    )
    assert not played.outcome.on_map("A")
    assert at(played, "86 HQ") == "10.47"
    assert played.outcome.points_of("86") == 9
