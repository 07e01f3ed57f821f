"""A turn of a campaign: nothing is made or lost by moving, and every part does what it says."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from wargame.area_combat.battle import Battle
from wargame.area_combat.campaign import campaign_turn, income
from wargame.area_combat.forces import read_force
from wargame.area_combat.offensives import battle_of, targets
from wargame.area_combat.theatre import Theatre, load_theatre
from wargame.core.drivers import Played, play, replay
from wargame.core.errors import Refused
from wargame.core.procedure import Chance, Choice, Roll


class Told:
    """Answers by purpose: a list each, the last one again and again; dice from a list or 6."""

    def __init__(
        self, choices: dict[str, list[str]], dice: dict[str, list[int]] | None = None
    ) -> None:
        self.choices, self.dice = choices, dice or {}
        self.asked: list[str] = []

    def roll(self, roll: Roll) -> int:
        faces = self.dice.get(roll.purpose, [4])
        return faces.pop(0) if len(faces) > 1 else faces[0]

    def choose(self, choice: Choice) -> str:
        self.asked.append(choice.purpose)
        keys = self.choices.get(choice.purpose, ["none"])
        key = keys.pop(0) if len(keys) > 1 else keys[0]
        known = [option.key for option in choice.options]
        return key if key in known or choice.purpose in self.choices else known[0]


def units_in(theatre: Theatre) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for _, nation, force in theatre.placed:
        for name, number in force:
            counts[nation, name] += number
    return counts


def turn(theatre: Theatre, nation: str, answers: Any) -> Played:
    return play(lambda: campaign_turn(theatre, nation), answers)


@pytest.mark.parametrize("seed", range(6))
def test_random_turns_end_lose_no_unit_silently_and_replay(seed: int) -> None:
    theatre = load_theatre()
    for nation in ("germany", "soviet-union", "united-kingdom", "italy"):
        start = theatre
        before = units_in(start)
        played = turn(start, nation, Chance(Random(seed)))
        theatre = played.outcome
        assert not units_in(theatre) - before
        assert all(force for *_, force in theatre.placed)
        for area in theatre.atlas.territories:
            sides = {theatre.owner(area.id) and nation for nation, _ in theatre.in_area(area.id)}
            assert len({_side(each) for each in sides}) <= 1
        again = replay(
            lambda start=start, nation=nation: campaign_turn(start, nation), played.journal
        )  # type: ignore[misc]
        assert again.outcome == theatre


def _side(nation: str) -> str:
    from wargame.area_combat.nations import nation_named

    return nation_named(nation).side if nation else ""


@pytest.mark.cases("AA", "AA-7.1", "AA-7.3", "AA-7.4", "AA-7.6", "AA-7.8")
def test_a_bombing_run_costs_the_bombed_nation_ip() -> None:
    answers = Told(
        {
            "bombing": ["ge from gb", "none"],
            "bombers: bomber": ["bomber 2"],
            "escort: fighter": ["fighter 1"],
            "interceptors: fighter": ["fighter 0"],
        },
        {"bombs": [3, 4, 6, 6]},
    )
    theatre = turn(load_theatre(), "united-kingdom", answers).outcome
    assert theatre.balance("germany") == 30 - 19
    assert theatre.balance("united-kingdom") == 28 + 8 + 1 + 2
    assert theatre.force("gb", "united-kingdom").of("bomber") == 3


@pytest.mark.cases("AA", "AA-4.1", "AA-6.3", "AA-6.26", "AA-8.3")
def test_interdiction_lies_until_the_next_turn_and_strikes_rail_moves() -> None:
    theatre = load_theatre().with_force("ge", "germany", read_force("1 infantry"))
    theatre = theatre.with_owner("it", "")  # no way round through Italy
    answers = Told({"interdiction": ["ge from gb", "none"]})
    bombed = turn(theatre.with_force("fr", "germany", read_force("3 armor")), "uk", answers).outcome
    assert bombed.interdictions == (("ge", "united-kingdom"),)
    moving = Told(
        {"move from": ["fr", "none"], "move": ["armor 3"], "move to": ["be rail"]},
        {"interdiction: armor enters": [1, 2, 4]},
    )
    after = turn(bombed, "germany", moving).outcome
    assert after.force("fr", "germany") == read_force("")
    assert after.force("ge", "germany") == read_force("1 infantry, 1 armor")
    assert after.force("be", "germany").of("armor") == 2 + 1
    assert turn(after, "united-kingdom", Told({})).outcome.interdictions == ()


@pytest.mark.cases("AA", "AA-1.42", "AA-6.34")
def test_a_taken_territory_changes_hands_and_its_planes_fly_off() -> None:
    theatre = load_theatre().with_force("st", "soviet-union", read_force("1 infantry, 1 fighter"))
    answers = Told(
        {
            "attack": ["st", "none"],
            "from ua: infantry": ["infantry 6"],
            "from ua: artillery": ["artillery 3"],
            "from ua: armor": ["armor 0"],
            "from ua: ss-panzer": ["ss-panzer 0"],
            "from ua: fighter": ["fighter 0"],
            "from ua: dive-bomber": ["dive-bomber 0"],
            "from be: infantry": ["infantry 0"],
            "from be: artillery": ["artillery 0"],
            "from be: armor": ["armor 0"],
            "from be: fighter": ["fighter 0"],
        },
        {"barrage: artillery": [1], "raid: fighter": [6]},
    )
    after = turn(theatre, "germany", answers).outcome
    assert after.owner("st") == "germany"
    assert after.force("st", "germany") == read_force("6 infantry, 3 artillery")
    assert after.force("st", "soviet-union") == read_force("")
    fighters = [
        force.of("fighter") for _, nation, force in after.placed if nation == "soviet-union"
    ]
    assert sum(fighters) == 3


@pytest.mark.cases("AA", "AA-1.2", "AA-1.3")
def test_a_salvo_is_fired_from_beside_and_not_answered() -> None:
    answers = Told(
        {"salvo": ["st from ua", "none"], "salvo: artillery": ["artillery 2"]},
        {"salvo: artillery": [1, 6]},
    )
    before = load_theatre()
    after = turn(before, "germany", answers).outcome
    lost = units_in(before) - units_in(after)
    assert sum(lost.values()) == 1
    assert {nation for nation, _ in lost} == {"soviet-union"}
    assert after.owner("st") == "soviet-union"
    assert after.force("ua", "germany") == before.force("ua", "germany")


def test_the_battle_of_a_campaign_knows_its_ground() -> None:
    seen: list[Battle] = []

    class Looking(Told):
        def roll(self, roll: Roll) -> int:
            if isinstance(roll.position, Battle):
                seen.append(roll.position)
            return super().roll(roll)

    answers = Looking({"attack": ["mo", "none"], "from be: infantry": ["infantry 5"]})
    turn(load_theatre(), "germany", answers)
    ground = seen[0].ground
    assert (ground.name, ground.works) == ("Moscow", ("city", "complex"))
    assert set(ground.refuges) == {"Archangel", "Urals", "Stalingrad"}
    assert ground.origins == ("Belorussia",)
    assert seen[0].defender.reserve == read_force("1 fighter")


@pytest.mark.cases("AA", "AA-6.10", "AA-6.13", "AA-6.14", "AA-6.15")
def test_a_bomber_that_drops_troops_does_nothing_else_this_turn() -> None:
    theatre = load_theatre().with_force("be", "germany", read_force("1 infantry"))
    theatre = theatre.with_force("mo", "soviet-union", read_force("1 infantry"))
    theatre = theatre.with_force("st", "soviet-union", read_force(""))
    answers = Told(
        {
            "attack": ["mo", "none"],
            "from be: infantry": ["infantry 0"],
            "from ge: fighter": ["fighter 0"],
            "from ge: bomber": ["bomber 0"],
            "drop from ge: airborne": ["airborne 2"],
            "move from": ["ge", "none"],
            "move": ["bomber 2"],
        },
        {"attack: airborne": [1], "defence: infantry": [6]},
    )
    with pytest.raises(Refused, match=r"allowed: .*bomber 1"):
        turn(theatre, "germany", answers)
    answers.choices.update({"attack": ["mo", "none"], "move from": ["none"]})
    after = turn(theatre, "germany", answers).outcome
    assert after.owner("mo") == "germany"
    assert after.force("mo", "germany") == read_force("2 airborne")


def in_reach_of_a_drop() -> Theatre:
    """Return a position in which Germany has nobody beside Moscow, and a friend stands near it."""
    placed = (
        ("ge", "germany", read_force("1 bomber, 2 airborne")),
        ("po", "german-minors", read_force("1 infantry")),
        ("mo", "soviet-union", read_force("1 infantry")),
    )
    return load_theatre().replace(placed=placed)


@pytest.mark.cases("AA", "AA-6.11", "AA-1.31")
def test_a_drop_reaches_where_nobody_stands_beside() -> None:
    theatre = in_reach_of_a_drop()
    assert ("mo",) in targets(theatre, "germany")
    assert ("ur",) not in targets(theatre, "germany")
    answers = Told(
        {"attack": ["mo", "none"], "drop from ge: airborne": ["airborne 2"]},
        {"attack: airborne": [1, 6], "defence: infantry": [6]},
    )
    after = turn(theatre, "germany", answers).outcome
    assert (after.owner("mo"), after.force("mo", "germany")) == ("germany", read_force("2 paras"))


@pytest.mark.cases("AA", "AA-6.11", "AA-6.15")
def test_a_drop_needs_planes_that_come_back_and_troops_beside_them() -> None:
    theatre = in_reach_of_a_drop()
    apart = theatre.with_force("ge", "germany", read_force("1 bomber"))
    apart = apart.with_force("fr", "germany", read_force("2 airborne"))
    assert ("mo",) not in targets(apart, "germany")
    far = theatre.with_force("ge", "germany", read_force(""))
    far = far.with_force("fr", "germany", read_force("1 bomber, 2 airborne"))
    assert ("mo",) not in targets(far, "germany")


@pytest.mark.cases("AA", "AA-1.31")
def test_who_drops_beside_others_does_not_retreat_by_itself() -> None:
    theatre = in_reach_of_a_drop().with_force("be", "germany", read_force("2 infantry, 1 para"))
    answers = Told(
        {"attack": ["mo", "none"], "from be: infantry": ["infantry 2"],
         "from be: airborne": ["airborne 1"], "drop from ge: airborne": ["airborne 2"]},
        {"attack: infantry": [6], "attack: airborne": [6], "attack: airborne-by-air": [1, 6],
         "defence: infantry": [6]},
    )  # fmt: skip
    after = turn(theatre, "germany", answers).outcome
    assert after.owner("mo") == "germany"
    assert after.force("mo", "germany") == read_force("2 airborne")
    assert after.force("be", "germany") == read_force("2 infantry, 1 airborne")
    assert after.force("ge", "germany") == read_force("1 bomber")


@pytest.mark.cases("AA", "AA-1.29", "AA-3.3")
def test_attackers_go_back_where_they_choose_but_not_to_the_base_of_planes() -> None:
    seen: list[Choice] = []

    class Looking(Told):
        def choose(self, choice: Choice) -> str:
            if choice.purpose.startswith("where to"):
                seen.append(choice)
                return "Ukraine"
            return super().choose(choice)

    placed = (
        ("be", "germany", read_force("2 infantry")),
        ("st", "soviet-union", read_force("3 infantry")),
        ("ua", "germany", read_force("1 armor")),
        ("po", "germany", read_force("1 fighter")),
    )
    answers = Looking(
        {"attack": ["st", "none"], "from be: infantry": ["infantry 2"],
         "from ua: armor": ["armor 1"], "from po: fighter": ["fighter 1"], "retreat": ["all"]}
    )  # fmt: skip
    after = turn(load_theatre().replace(placed=placed), "germany", answers).outcome
    assert {option.key for option in seen[0].options} == {"Belorussia", "Ukraine"}
    assert after.force("ua", "germany") == read_force("2 infantry, 1 armor")
    assert after.force("po", "germany") == read_force("1 fighter")
    assert after.owner("st") == "soviet-union"


def test_allies_defend_together_under_the_one_whose_own_units_are_there() -> None:
    theatre = load_theatre().with_force("ua", "german-minors", read_force("9 infantry"))
    theatre = theatre.with_force("ua", "germany", read_force("1 ss-panzer"))
    battle = battle_of(theatre, "soviet-union", "ua", read_force("1 infantry"), ("st",))
    assert battle.defender.nation.name == "Germany"
    assert len(battle.defender.engaged) == 10


def test_moves_on_foot_by_rail_and_by_air() -> None:
    answers = Told(
        {
            "move from": ["ge", "ge", "ge", "none"],
            "move": ["infantry 2", "armor 3", "airborne 2"],
            "move to": ["be rail", "ua walk", "no lift"],
        }
    )
    after = turn(load_theatre(), "germany", answers).outcome
    assert after.force("be", "germany").of("infantry") == 7
    assert after.force("ua", "germany").of("armor") == 7
    assert after.force("no", "germany") == read_force("2 infantry, 2 airborne, 1 bomber")
    assert dict(after.railed) == {"germany": 2}


def test_a_nation_earns_what_its_territories_bring() -> None:
    theatre = load_theatre()
    assert income(theatre, "soviet-union").value == 2 + 1 + 2 + 8 + 2 + 4
    assert income(theatre, "japan").value == 0
