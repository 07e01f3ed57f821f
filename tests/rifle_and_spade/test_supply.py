"""Supply (20): lines, the phase, what lacking supply costs."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, gun, hq, position, unit
from wargame.core.errors import RequestError
from wargame.core.grid import Hex
from wargame.rifle_and_spade import morale, supply
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.orders import activity_bar
from wargame.rifle_and_spade.questions_turn import in_supply
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.supply import (
    independent_supply,
    mark_independents,
    supply_line,
    supply_phase,
)

BOARD = "column-row 10.50\ng grassland\ns scrub\nw sea\n\n{}\n"
PLAIN = "\n".join("ggggg" for _ in range(7))
NIGHT = 9


def place(
    ground: str = PLAIN, *more: Any, foes: tuple[str, ...] = (), turn: int = NIGHT, **fields: Any
) -> Situation:
    """Return a brigade with its headquarters in the north, and enemies where they are wanted."""
    units = [
        hq("A HQ", at="12.50", brigiment="A"),
        unit("A 1", at="12.50", brigiment="A", battalion="1"),
        unit("A 2", at="12.50", brigiment="A", battalion="2"),
        gun("battery", at="11.50"),
        *(unit(f"foe {n}", "Ottoman", brigiment="Z", at=at) for n, at in enumerate(foes)),
        unit("foe far", "Ottoman", brigiment="Z", at="14.50"),
        *more,
    ]
    known = [brigiment("A", **fields.pop("known", {})), brigiment("Z", "Ottoman")]
    text = BOARD.format(ground)
    return position(text, units, brigiment=known, turn=turn, light="night", **fields)


def sources(situation: Situation, *labels: str) -> dict[str, tuple[Hex, ...]]:
    """Return the Entente's sources."""
    return {"Entente": tuple(map(situation.board.hex, labels))}


@pytest.mark.cases("RS", "20.1", "20.1.1")
def test_a_line_leads_from_the_headquarters_to_a_source() -> None:
    situation = place()
    ruling = supply_line(situation, "A", sources(situation, "12.44"))
    assert ruling.value is True
    assert ruling.parts[0].value[0] == "12.50"  # type: ignore[index]  # printed numbers
    assert ruling.parts[0].value[-1] == "12.44"  # type: ignore[index]  # printed numbers
    assert supply_line(situation, "Z", sources(situation, "12.44")).status == "automatic"


@pytest.mark.cases("RS", "20.1")
def test_enemies_and_open_hexes_beside_them_cut_a_line_whoever_else_is_there() -> None:
    wall = place(foes=("11.47", "13.47"))
    refused = supply_line(wall, "A", sources(wall, "12.44"))
    assert not refused.allowed
    friends = place(PLAIN, unit("A 3", at="12.48", brigiment="A"), foes=("11.47", "13.47"))
    assert not supply_line(friends, "A", sources(friends, "12.44")).allowed
    scrub = "\n".join(["ggggg"] * 2 + ["sssss"] * 3 + ["ggggg"] * 2)
    close = place(scrub, foes=("11.47",))
    assert supply_line(close, "A", sources(close, "12.44")).allowed
    at_enemy = place(scrub, foes=("12.44",))
    assert not supply_line(at_enemy, "A", sources(at_enemy, "12.44")).allowed


@pytest.mark.cases("RS", "20.1")
def test_ground_that_nobody_crosses_cuts_a_line_and_an_enemy_beside_the_staff_too() -> None:
    sea = "\n".join(["ggggg"] * 3 + ["wwwww"] + ["ggggg"] * 3)
    situation = place(sea)
    assert not supply_line(situation, "A", sources(situation, "12.44")).allowed
    beside = place(foes=("12.49",))
    assert not supply_line(beside, "A", sources(beside, "12.50")).allowed


@pytest.mark.cases("RS", "20.1.2")
def test_independents_reach_a_supplied_staff_and_may_stand_beside_enemies() -> None:
    situation = place(foes=("10.50",))
    known = sources(situation, "12.44")
    assert situation.piece("battery").at in supply.barred_hexes(situation, "Entente")
    assert independent_supply(situation, "battery", known).allowed
    starving = situation.with_command(evolve(situation.command("A"), out_of_supply=True))
    assert not independent_supply(starving, "battery", known).allowed
    assert independent_supply(starving, "battery", {}).status == "automatic"


@pytest.mark.cases("RS", "2.0/2", "2.0/2a", "2.0/2b", "20.1", "20.1.3", "20.2")
def test_all_are_checked_at_night_and_only_those_out_on_other_turns() -> None:
    cut = place(foes=("11.47", "13.47"))
    known = sources(cut, "12.44")
    after, told = supply_phase(cut, known)
    assert after.command("A").out_of_supply
    assert not told[0].allowed
    assert supply.out_of_supply(after, after.piece("A 1"))
    assert supply_phase(evolve(cut, turn=4), known)[0] == evolve(cut, turn=4)
    freed = evolve(after.without(["foe 0", "foe 1"]), turn=4)
    recovered, told = supply_phase(freed, known)
    assert not recovered.command("A").out_of_supply
    assert told[0].allowed


@pytest.mark.cases("RS", "20.2.1")
def test_out_of_supply_a_point_a_battalion_is_lost_at_night() -> None:
    cut = place(foes=("11.47", "13.47"))
    known = sources(cut, "12.44")
    after, told = supply_phase(cut, known)
    assert after.points_of("A") == 12 - 2
    assert told[-1].value == 10
    late = evolve(GALLIPOLI_1915, starved_at_midnight=True)
    other = place(foes=("11.47", "13.47"), rules=late)
    first = supply_phase(other, known)[0]
    assert first.points_of("A") == 12
    assert supply_phase(evolve(first, turn=10), known)[0].points_of("A") == 10
    poor = place(foes=("11.47", "13.47"), known={"points": 1})
    assert supply_phase(poor, known)[0].points_of("A") == 0


@pytest.mark.cases("RS", "20.1.2", "20.1.3")
def test_independents_out_of_supply_are_remembered() -> None:
    cut = place(foes=("11.47", "13.47"))
    known = sources(cut, "12.44")
    after = supply_phase(cut, known)[0]
    marked = mark_independents(after, known)
    assert {piece.unit for piece in marked.pieces if piece.unsupplied} == {"battery"}
    assert supply.out_of_supply(marked, marked.piece("battery"))
    assert mark_independents(evolve(after, turn=12), known) == evolve(after, turn=12)
    day = evolve(marked, turn=12)
    assert mark_independents(day, known) == day
    relieved = day.without(["foe 0", "foe 1"])
    fed = supply_phase(relieved, known)[0]
    assert not mark_independents(fed, known).piece("battery").unsupplied


@pytest.mark.cases("RS", "20.2.2", "20.2.3", "20.2.5")
def test_want_of_supply_counts_for_independents_and_for_whoever_stands_with_them() -> None:
    situation = place(PLAIN, unit("riders", at="12.50"), unit("A 9", at="12.50", brigiment="A"))
    hungry = evolve(situation.piece("riders"), unsupplied=True)
    starving = situation.replace_pieces(hungry)
    for name in ("riders", "A 9"):
        fed, poor = (morale.drm(each, [name], "fire").value for each in (situation, starving))
        assert isinstance(fed, int)
        assert isinstance(poor, int)
        assert poor > fed
        lost = starving.lose(starving.piece(name), 1, "fire")
        assert [each.cause for each in lost.losses] == ["surrender"]
    assert activity_bar.fire_bar(situation, "riders") is None
    refused = activity_bar.fire_bar(starving, "riders")
    assert refused is not None
    assert [str(case) for case in refused.cases] == ["RS 20.2.3"]
    guns = evolve(situation.piece("battery"), unsupplied=True)
    assert activity_bar.fire_bar(situation.replace_pieces(guns), "battery") is None


@pytest.mark.cases("RS", "20.2.4")
def test_starved_guns_keep_their_shoots() -> None:
    more = gun("regimental", at="11.50", brigiment="A", shots=2)
    situation = place(PLAIN, more, known={"out_of_supply": True})
    battery = evolve(situation.piece("battery"), shots=1)
    situation = situation.replace_pieces(battery)
    assert supply.keeping_shots(situation) == {"regimental": 2}
    everyone = {"regimental": 2, "battery": 1}
    hungry = situation.replace_pieces(evolve(battery, unsupplied=True))
    assert supply.keeping_shots(hungry) == everyone


@pytest.mark.cases("RS", "20.2.5")
def test_losses_of_a_stack_with_starved_units_have_surrendered() -> None:
    other = unit("B 1", at="12.50", brigiment="B", battalion="1")
    apart = unit("B 2", at="12.46", brigiment="B", battalion="1")
    for starved, cause in ((True, "surrender"), (False, "fire")):
        situation = place(PLAIN, other, apart, known={"out_of_supply": starved})
        lost = situation.lose(situation.piece("B 1"), 1, "fire").losses
        assert [(each.brigiment, each.cause) for each in lost] == [("B", cause)]
        elsewhere = situation.lose(situation.piece("B 2"), 1, "fire").losses
        assert [each.cause for each in elsewhere] == ["fire"]


@pytest.mark.cases("RS", "20.2.2")
def test_a_stack_with_a_starved_unit_checks_morale_worse() -> None:
    fed, starved = place(), place(known={"out_of_supply": True})
    values = [morale.drm(each, ["A 1"], "fire").value for each in (fed, starved)]
    assert values[1] > values[0]  # type: ignore[operator]  # modifiers are whole


@pytest.mark.cases("RS", "20.1", "20.1.2")
def test_the_question_of_supply_is_about_a_brigade_or_a_unit() -> None:
    situation, known = place(), ("12.44",)
    assert in_supply(situation, sources=known, brigiment="A").value is True
    assert in_supply(situation, sources=known, unit="battery").value is True
    with pytest.raises(RequestError, match="neither"):
        in_supply(situation, sources=known)
    with pytest.raises(RequestError, match="both"):
        in_supply(situation, sources=known, brigiment="A", unit="battery")


def test_a_brigade_without_a_staff_on_the_map_is_not_checked() -> None:
    situation = place().without(["A HQ"])
    ruling = supply_line(situation, "A", sources(situation, "12.44"))
    assert ruling.status == "skipped"
    assert supply.supplied_headquarters(situation, "Entente") == frozenset()


@pytest.mark.cases("RS", "20.2.2")
def test_whoever_is_rolled_for_a_starved_unit_beside_him_counts() -> None:
    better = unit("B 1", at="12.50", brigiment="B", battalion="1", morale=99)
    fed, starved = place(PLAIN, better), place(PLAIN, better, known={"out_of_supply": True})
    names = ["A 1", "B 1"]
    values = [morale.drm(each, names, "fire").value for each in (fed, starved)]
    assert morale.rating(starved, names).value == 99
    assert values[1] > values[0]  # type: ignore[operator]  # modifiers are whole


@pytest.mark.cases("RS", "20.2.1", "10.1.4")
def test_who_waits_to_be_released_has_no_points_to_lose() -> None:
    cut = place(foes=("11.47", "13.47"), known={"released": False})
    after, told = supply_phase(cut, sources(cut, "12.44"))
    assert after.command("A").out_of_supply
    assert after.points_of("A") == 12
    assert len(told) == 1
