"""Artillery fires first in the first round, or a salvo from beside the territory (AA-1.1)."""

from __future__ import annotations

from functools import partial

import icepool
import pytest

from tests.area_combat.battles import battle, one_round, played, to_the_end, units
from wargame.area_combat.artillery import salvo
from wargame.area_combat.ruleset import READINGS
from wargame.core.drivers import odds
from wargame.core.errors import RequestError


@pytest.mark.cases("AA", "AA-1.1", "AA-1.5")
def test_attacking_artillery_fires_first_and_its_hits_never_fire_back() -> None:
    start = battle("1 inf, 2 art", "2 inf")
    after, told = one_round(start, {"barrage: artillery": [1, 2]})
    assert told.thrown() == ["barrage: artillery"] * 2
    assert after.defender.lost == units("2 inf")
    assert after.attacker.lost == units("")


@pytest.mark.cases("AA", "AA-1.1", "AA-1.4")
def test_artillery_fires_with_the_others_from_the_second_round_on() -> None:
    start = battle("1 inf, 1 art", "3 inf")
    first, told = one_round(start)
    assert told.thrown() == ["barrage: artillery", "attack: infantry", *["defence: infantry"] * 3]
    _, told = one_round(first)
    assert told.thrown()[:2] == ["attack: infantry", "attack: artillery"]
    assert "barrage: artillery" not in told.thrown()


@pytest.mark.cases("AA", "AA-1.1")
def test_defending_artillery_does_not_fire_before_the_others() -> None:
    _, told = one_round(battle("1 inf", "1 art"))
    assert told.thrown() == ["attack: infantry", "defence: artillery"]


@pytest.mark.cases("AA", "AA-1.1", "AA-1.5")
def test_the_owner_chooses_what_a_barrage_removes() -> None:
    start = battle("1 inf, 1 art", "1 inf, 1 armor")
    after, told = one_round(start, {"barrage: artillery": [2]}, {"loss to barrage": ["armor"]})
    (choice,) = told.asked("loss to barrage")
    assert choice.who == "defender"
    assert [each.key for each in choice.options] == ["infantry", "armor"]
    assert after.defender.lost == units("1 armor")
    assert "defence: armor" not in told.thrown()


@pytest.mark.parametrize(
    ("first", "order"),
    [
        ("artillery", ["barrage: artillery", "guns: fighter", "raid: fighter"]),
        ("air", ["guns: fighter", "raid: fighter", "barrage: artillery"]),
    ],
)
@pytest.mark.cases("AA", "AA-1.1", "AA-5.2")
def test_artillery_or_the_air_begins_as_the_ruleset_has_it(first: str, order: list[str]) -> None:
    rules = READINGS.replace(first=first)
    _, told = one_round(battle("1 art, 1 fighter", "3 inf", rules=rules, works=("city",)))
    assert told.thrown()[:3] == order


@pytest.mark.cases("AA", "AA-1.2", "AA-1.3")
def test_a_salvo_is_not_answered() -> None:
    start = battle("2 art", "2 inf, 1 armor")
    done, told = played(partial(salvo, start), {"salvo: artillery": [2, 3]})
    assert told.thrown() == ["salvo: artillery"] * 2
    assert done.outcome.defender.lost == units("1 inf")
    assert done.outcome.attacker == start.attacker
    assert done.outcome.round == 0


@pytest.mark.cases("AA", "AA-1.2")
def test_the_odds_of_a_salvo_are_those_of_its_dice() -> None:
    lost = odds(partial(salvo, battle("2 art", "3 inf"))).distribution(
        lambda after: len(after.defender.lost)
    )
    assert {hits: str(chance) for hits, chance in lost.items()} == {2: "1/9", 1: "4/9", 0: "4/9"}


@pytest.mark.cases("AA", "AA-1.2")
@pytest.mark.parametrize(("force", "found"), [("1 inf, 1 art", "infantry"), ("", "no artillery")])
def test_a_salvo_is_fired_by_artillery_alone(force: str, found: str) -> None:
    with pytest.raises(RequestError, match=found):
        salvo(battle(force, "1 inf"))


@pytest.mark.cases("AA", "AA-1.2")
def test_a_salvo_at_nobody_does_nothing() -> None:
    start = battle("1 art", "")
    assert played(partial(salvo, start))[0].outcome == start


def test_an_artillery_alone_takes_a_territory_that_it_emptied() -> None:
    result, _ = to_the_end(battle("1 art", "1 inf"), {"barrage: artillery": [1]})
    assert (result.ended, result.rounds) == ("taken", 1)


@pytest.mark.cases("AA", "AA-1.2", "AA-1.15", "AA-1.16")
@pytest.mark.parametrize(("guns", "defenders"), [(1, 4), (3, 4), (6, 4)])
def test_the_hits_of_a_salvo_agree_with_anothers_dice(guns: int, defenders: int) -> None:
    start = battle(f"{guns} art", f"{defenders} inf")
    lost = odds(partial(salvo, start)).distribution(lambda after: len(after.defender.lost))
    pool = (guns @ (icepool.d6 <= 2)).map(lambda hits: min(int(hits), defenders))
    assert lost == {hits: pool.probability(hits) for hits in pool}
