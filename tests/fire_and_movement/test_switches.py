"""A ruleset as data: no switch is forgotten, and what is not known is refused in a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import gaza
from wargame.core.errors import DataError
from wargame.fire_and_movement.difference_rows import differences
from wargame.fire_and_movement.differences import EDITIONS, differing_fields, switched
from wargame.fire_and_movement.games import RULESETS, ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.switches import rules_data, rules_from_data
from wargame.fire_and_movement.zones import pays_everywhere

GAZA, LEBANON = ruleset_named("gaza_1917"), ruleset_named("lebanon_82")
SCENARIO = "gaza_1917/eve_of_assault"
assert LEBANON.sams is not None
OTHERS: dict[str, Ruleset] = {
    "a word": GAZA.replace(alignment="right"),
    "a number": LEBANON.replace(markers_in_combat=3),
    "a list": GAZA.replace(stands_on=frozenset({"D2"})),
    "a table": GAZA.replace(markers_per_hex={"British": 2}),
    "an empty table": LEBANON.replace(hexside_lines={}),
    "a part": LEBANON.replace(sams=evolve(LEBANON.sams, own_hex=False)),
    "none at all": LEBANON.replace(sams=None),
    "another game's": GAZA.replace(leaves_zone=pays_everywhere),
    "another game's map": ruleset_named("system_v7").replace(
        costs=GAZA.costs, bound=GAZA.bound, friendly_edges=GAZA.friendly_edges
    ),
}


def there_and_back(rules: Ruleset) -> Ruleset:
    return rules_from_data(json.loads(json.dumps(rules_data(rules))))


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_as_it_stands_has_no_switch(name: str) -> None:
    rules = ruleset_named(name)
    assert rules_data(rules) == {"ruleset": name, "switched": {}}
    assert there_and_back(rules) is rules


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", RULESETS)
def test_every_difference_of_the_editions_is_kept_by_its_id(name: str, edition: str) -> None:
    own, every = ruleset_named(name), ruleset_named(name)
    for row in (each for each in differences() if each.switchable):
        rules = switched(own, row.id, "FM7" if edition == "FM7" else "FM8")
        every = switched(every, row.id, "FM7" if edition == "FM7" else "FM8")
        changed = bool(differing_fields(own, rules))
        assert rules_data(rules)["switched"] == ({row.id: edition} if changed else {})
        assert not differing_fields(rules, there_and_back(rules))
    assert not differing_fields(every, there_and_back(every))


@pytest.mark.parametrize("what", OTHERS)
def test_every_other_field_is_kept_by_its_name(what: str) -> None:
    rules = OTHERS[what]
    assert rules_data(rules)["switched"]
    assert not differing_fields(rules, there_and_back(rules))


def test_a_rule_of_ones_own_is_named_and_not_read_back() -> None:
    def nothing(*_: object) -> tuple[str, ...]:
        return ()

    rules = GAZA.replace(spared=nothing)
    own = rules_data(rules)["switched"]["spared"]["own"]
    assert own.endswith("nothing")
    with pytest.raises(DataError, match="made by hand"):
        there_and_back(rules)
    assert rules_data(GAZA.replace(id="ours", sams=LEBANON.sams))["ruleset"] == "ours"


@pytest.mark.parametrize(
    ("ruleset", "thrown", "said"),
    [
        ("gaza", {}, "rules, ruleset: found 'gaza'; allowed: "),
        (["gaza_1917"], {}, "rules, ruleset: found"),
        ("gaza_1917", [], "rules, switched: found"),
        ("gaza_1917", {"D-99": "FM8"}, "rules, switch: found 'D-99'; allowed: "),
        ("gaza_1917", {"D-04": "FM8"}, "rules, switch: found 'D-04'"),
        ("gaza_1917", {"D-07": "FM9"}, "rules, edition: found 'FM9'"),
        ("gaza_1917", {"stackking": True}, "did you mean stacking"),
        ("gaza_1917", {"id": "lebanon_82"}, "rules, switch: found 'id'"),
        ("gaza_1917", {"sams.radius": 3}, "rules, switch: found 'sams.radius'"),
        ("gaza_1917", {"pressure_twice": 1}, "found 1; allowed: true or false"),
        ("gaza_1917", {"markers_in_combat": True}, "a whole number from 0 to 99"),
        ("gaza_1917", {"markers_in_combat": 10**9}, "a whole number from 0 to 99"),
        ("gaza_1917", {"alignment": "middle"}, "found 'middle'; allowed: left, right"),
        ("gaza_1917", {"alignment": ["left"]}, "allowed: left, right"),
        ("gaza_1917", {"stands_on": "D2"}, "a list of words"),
        ("gaza_1917", {"stands_on": ["D2", 3]}, "a list of words"),
        ("gaza_1917", {"markers_per_hex": {"British": "2"}}, "a whole number"),
        ("gaza_1917", {"markers_per_hex": 3}, "an object"),
        ("gaza_1917", {"terrain_lines": {"trench": 3}}, "a word"),
        ("gaza_1917", {"leaves_zone": 3}, "the ruleset that has it"),
        ("gaza_1917", {"leaves_zone": {"as": "gaza"}}, "rules, leaves_zone, ruleset"),
        ("lebanon_82", {"sams.hits": {"as": "gaza_1917"}}, "a ruleset that has one"),
    ],
)
def test_what_is_not_known_is_refused_in_a_sentence(ruleset: Any, thrown: Any, said: str) -> None:
    with pytest.raises(DataError) as error:
        rules_from_data({"ruleset": ruleset, "switched": thrown})
    assert said in str(error.value)


@pytest.mark.parametrize("data", [None, [], {}, {"ruleset": "gaza_1917"}, {"switched": {}}])
def test_data_of_another_shape_is_refused(data: object) -> None:
    with pytest.raises(DataError, match="an object with ruleset and switched"):
        rules_from_data(data)


@pytest.mark.parametrize(
    "rules",
    [switched(GAZA, "D-07", "FM8"), OTHERS["a table"], OTHERS["another game's map"]],
)
def test_a_position_as_text_keeps_the_switches_too(rules: Ruleset) -> None:
    situation = evolve(gaza(), ruleset=rules)
    text = situation_to_text(situation, SCENARIO)
    again = situation_from_text(text)
    assert not differing_fields(again.ruleset, rules)
    assert again.ruleset.id == rules.id
    assert situation_to_text(again, SCENARIO) == text
    for torn in ("switched D-99 1", "switched D-07 FM8", "ruleset gaza", "switched D-07"):
        with pytest.raises(DataError, match=f"line {len(text.splitlines()) + 1}"):
            situation_from_text(text + torn)
