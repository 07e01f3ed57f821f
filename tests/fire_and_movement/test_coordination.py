"""Whose markers serve whom: Syrians and PLO in Lebanon '82 (14, FM-Q58)."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.firing import ARABS, ISRAELIS, lebanon
from tests.fire_and_movement.positions import attack
from wargame.core.procedure import Choice, Roll
from wargame.core.run import Run
from wargame.fire_and_movement.lebanon_82 import PALESTINIAN, SYRIAN
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.support_fire import may_place, place_support


def keys(run: Run) -> list[str]:
    assert isinstance(run.request, Choice), run.request
    return [option.key for option in run.request.options]


def mixed(*who: str, markers: tuple[str, ...] = ()) -> Situation:
    """Return a position where the Israelis in 0303 face the Arabs named."""
    places = iter(("0203", "0204", "0302"))
    nations = {"s": SYRIAN, "p": PALESTINIAN}
    arabs = [f"{name} Arab 2-2-6 {next(places)} nationality={nations[name[0]]}" for name in who]
    given = markers or (
        *(f"S{n} Arab +{n} Syrian" for n in (1, 2)),
        *(f"P{n} Arab +{n} PLO" for n in (1, 2)),
    )
    return lebanon(
        *given, units=("i1 Israeli 5-5-8 0303 nationality=Israeli", *arabs), active=ARABS
    )


@pytest.mark.cases("LEB82", "14.0", "14.0/1", "14.0/2")
@pytest.mark.parametrize(
    ("who", "limited"), [(("p1", "p2"), SYRIAN), (("s1", "s2"), PALESTINIAN), (("p1", "s1"), "")]
)
@pytest.mark.parametrize("attacking", [True, False])
def test_one_marker_of_the_other_nation_at_most(
    who: tuple[str, ...], limited: str, *, attacking: bool
) -> None:
    situation = mixed(*who)
    plan = attack(situation, *who)
    if not attacking:
        situation = mixed(who[0]) if limited else mixed(*who)
        at = situation.board.label(situation.piece(who[0]).at)
        plan = attack(evolve(situation, active=ISRAELIS), "i1", at=at)
        limited = {"p": SYRIAN, "s": PALESTINIAN}[who[0][0]]
    for nation in (SYRIAN, PALESTINIAN):
        other = PALESTINIAN if nation == SYRIAN else SYRIAN
        assert may_place(plan, ARABS, nation, ()).allowed
        assert may_place(plan, ARABS, nation, (other,)).allowed
        assert may_place(plan, ARABS, nation, (nation,)).allowed == (nation != limited)
        assert not may_place(plan, ARABS, nation, (other, nation)).allowed


@pytest.mark.cases("LEB82", "14.0/1")
@pytest.mark.cases("FM7", "8.2.1/6")
def test_the_second_foreign_marker_is_barred_in_the_choice_with_the_reason() -> None:
    situation = mixed("p1")
    run = Run(partial(place_support, attack(situation, "p1")))
    assert keys(run) == ["pass", "place:PLO", "place:Syrian"]
    run.answer("place:Syrian")
    assert run.request is not None
    assert run.request.purpose == f"{ARABS}: marker 2"
    assert keys(run) == ["pass", "place:PLO"]
    ((key, why),) = run.request.barred  # type: ignore[union-attr]
    assert (key, list(map(str, why.cases))) == ("place:Syrian", ["LEB82 14.0/1"])
    run.answer("place:PLO")
    faces = []
    while isinstance(run.request, Roll):
        faces.append(run.request.faces)
        run.answer(run.request.faces)
    assert faces == [2, 2]  # each from its own pool
    assert set(run.outcome.attack_fire) == {"S2", "P2"}


def test_who_may_place_no_more_is_told_why_and_not_asked() -> None:
    situation = mixed("p1", markers=("S1 Arab +1 Syrian", "S2 Arab +2 Syrian"))
    run = Run(partial(place_support, attack(situation, "p1")))
    run.answer("place:Syrian")
    skipped = [each.sentence for each in run.told if each.status == "skipped"]
    assert any("one Syrian marker is the most" in each for each in skipped)
