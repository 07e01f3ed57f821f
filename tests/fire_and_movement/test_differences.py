"""The 34 differences between the editions: all there, and every switch switches something."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import permutations

import pytest
from attrs import fields

from tests.fire_and_movement.positions import attack, position
from tests.fire_and_movement.switchings import MARKERS, OUTCOMES, PAIR, under
from wargame.core.drivers import odds
from wargame.core.errors import RequestError
from wargame.core.procedure import Choice
from wargame.core.rulebook import entry
from wargame.core.ruling import case
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.difference_rows import silent_fields
from wargame.fire_and_movement.differences import (
    EDITIONS,
    EXCLUSIVE,
    Topic,
    alternatives,
    between,
    difference,
    differences,
    differing_fields,
    follows,
    matters,
    switched,
)
from wargame.fire_and_movement.games import RULESETS, ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.support_fire import place_support
from wargame.fire_and_movement.system import SYSTEM_V7, SYSTEM_V8
from wargame.fire_and_movement.terrain_costs import TerrainCosts

SWITCHES = [each.id for each in differences() if each.switchable]
BY_THE_LETTER = {
    "D-01": (2, 0),
    "D-02": (False, True),
    "D-03": (False, True),
    "D-07": (1, 3),
    "D-08": (True, False),
    "D-11": (True, False),
    "D-14": (True, False),
    "D-20": (True, False),
    "D-21": (True, False),
    "D-26": (Fraction(1, 2), 1),
    "D-27": (False, True),
    "D-34": (("A3", "(A)", "(A)", "(A)", "(A)", "Ae"), ("(A)", "(A)", "(A)", "(A)", "Ae", "Ae")),
}
"""What each situation shows by the letter of version 7 and of version 8."""


def start(name: str) -> Ruleset:
    """Return the rules to throw a switch in: those of a game that has its own roads for D-26."""
    return ruleset_named("lebanon_82") if name == "D-26" else SYSTEM_V8


def test_every_id_of_the_list_is_there_once_and_in_order() -> None:
    assert [each.id for each in differences()] == [f"D-{n:02}" for n in range(1, 35)]


def test_every_case_named_exists_in_its_edition() -> None:
    for each in differences():
        assert each.cases_7, each.id
        assert each.cases_8, each.id
        for written in each.cases:
            assert entry(case(written)).title
        assert {case(written).book for written in each.cases_7} <= {"FM7", "LEB82"}
        assert {case(written).book for written in each.cases_8} == {"FM8"}
    for matter in matters():
        for words in matter.words.values():
            assert words.cases
            assert all(entry(case(written)).title for written in words.cases)


def test_the_kinds_are_those_of_the_list() -> None:
    assert Counter(each.kind for each in differences()) == {
        "wording": 12,
        "rule": 7,
        "clarification": 4,
        "placement": 2,
        "misprint": 2,
        "example": 2,
        "ambiguity": 1,
        "components": 1,
        "commentary": 1,
        "terminology": 1,
        "table": 1,
    }


def test_what_changes_nothing_says_so_and_what_changes_something_can_be_switched() -> None:
    for each in differences():
        assert each.switchable != each.effect.startswith("None") or each.id == "D-27", each.id
        assert each.switchable or each.kind != "rule", each.id


def test_every_field_that_differs_between_the_editions_has_exactly_one_difference() -> None:
    told = Counter(name for each in differences() for name in each.fields)
    assert max(told.values()) == 1
    changed = {
        each.name
        for each in fields(Ruleset)
        if getattr(SYSTEM_V8, each.name) != getattr(SYSTEM_V7, each.name)
    }
    explained = {name.partition(".")[0] for name in told} | silent_fields()
    assert changed <= explained
    assert set(differing_fields(SYSTEM_V8, SYSTEM_V7)) <= set(told)


def test_fields_that_only_cite_differ_in_nothing_but_the_edition_of_their_cases() -> None:
    assert SYSTEM_V8.result_cases.keys() == SYSTEM_V7.result_cases.keys()
    for name in ("reveal_cases", "loss_cases"):
        assert len(getattr(SYSTEM_V8, name)) == len(getattr(SYSTEM_V7, name))
    for rules, book in ((SYSTEM_V8, "FM8"), (SYSTEM_V7, "FM7")):
        listed = [each for cases in rules.result_cases.values() for each in cases]
        cited = (*listed, *rules.reveal_cases, *rules.loss_cases)
        assert {case(each).book for each in cited} == {book}


def test_every_field_named_exists() -> None:
    known = {each.name for each in fields(Ruleset)}
    known |= {f"costs.{each.name}" for each in fields(TerrainCosts)}
    named = {name for each in differences() for name in each.fields}
    named |= {name for each in matters() for name in each.fields}
    assert named | silent_fields() <= known
    counted = Counter(name for each in matters() for name in each.fields)
    assert max(counted.values()) == 1


@pytest.mark.cases("FM8", "7.1/2", "8.4/2", "8.3.1/3", "6.1/4", "5.4.1", "8.2.1/8")
@pytest.mark.cases("FM7", "7.1/2", "8.4/2", "8.3.1/4", "5.4.1", "8.1.2/3", "8.2.1/3")
@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_changes_what_is_seen_on_the_table(name: str) -> None:
    seen = tuple(OUTCOMES[name](switched(start(name), name, each)) for each in ("FM7", "FM8"))
    assert seen == BY_THE_LETTER[name]


def test_every_switch_has_its_situation() -> None:
    assert set(OUTCOMES) == set(SWITCHES) == set(BY_THE_LETTER)


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("edition", ["FM7", "FM8"])
def test_a_switch_touches_its_own_fields_and_can_be_thrown_back(name: str, edition: str) -> None:
    first = start(name)
    there = switched(first, name, edition)  # type: ignore[arg-type]
    assert set(differing_fields(first, there)) <= set(difference(name).fields)
    assert follows(there, difference(name)) == edition
    assert (there.id, there.title) == (first.id, first.title)
    before = follows(first, difference(name))
    back = switched(there, name, before)  # type: ignore[arg-type]
    assert differing_fields(first, back) == ()
    told = [each.id for each in between(first, there)]
    assert told == ([name] if differing_fields(first, there) else [])


READ_ALIKE = {"D-02", "D-03", "D-08", "D-11", "D-14", "D-20", "D-21", "D-26", "D-34"}


def test_where_the_letter_parts_from_the_reading_the_systems_follow_the_reading() -> None:
    """Between the bare systems only three differences are seen; the others are read alike."""
    apart = [each.id for each in between(SYSTEM_V7, SYSTEM_V8) if not each.same_in_play]
    assert apart == ["D-01", "D-07", "D-27"]
    assert set(SWITCHES) - set(apart) == READ_ALIKE
    assert [each.id for each in between(SYSTEM_V8, SYSTEM_V7)] == [e.id for e in differences()]
    one, other = between(SYSTEM_V8, SYSTEM_V7)[0].first, difference("D-01").version_8
    assert one == other


@pytest.mark.parametrize("name", RULESETS)
def test_a_ruleset_does_not_differ_from_itself(name: str) -> None:
    assert between(RULESETS[name], RULESETS[name]) == ()


@pytest.mark.parametrize(("one", "other"), list(permutations(RULESETS, 2)))
def test_every_difference_between_two_rulesets_is_told_once_and_in_words(
    one: str, other: str
) -> None:
    first, second = RULESETS[one], RULESETS[other]
    found = between(first, second)
    touched = [name for each in found for name in each.fields]
    assert sorted(touched) == sorted(differing_fields(first, second))
    known = {each.id for each in differences()} | {each.id for each in matters()}
    for each in found:
        assert each.id in known, f"exclusive_rules.toml says nothing of {each.id}"
        assert each.title
        assert each.first
        assert each.second
        if each.kind == EXCLUSIVE:
            assert each.first != each.second, each.id
            assert "its own way" not in each.first + each.second


def test_the_same_is_told_from_either_end() -> None:
    there = between(RULESETS["gaza_1917"], RULESETS["lebanon_82"])
    back = between(RULESETS["lebanon_82"], RULESETS["gaza_1917"])
    assert {(e.id, e.first, e.second) for e in there} == {(e.id, e.second, e.first) for e in back}


def test_what_neither_edition_has_is_no_difference_of_the_editions() -> None:
    own = SYSTEM_V8.replace(stands_on=frozenset({"A1"}))
    for first, second in ((own, SYSTEM_V8), (SYSTEM_V8, own)):
        (found,) = between(first, second)
        assert (found.id, found.fields) == ("standing", ("stands_on",))
    assert follows(own, difference("D-08")) == "own"
    assert "own way" in between(own, SYSTEM_V8)[0].first


def test_a_field_that_no_file_tells_of_is_told_by_the_ruleset_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("wargame.fire_and_movement.differences.matters", tuple)
    (found,) = between(SYSTEM_V8, SYSTEM_V8.replace(mobile_phases=False))
    assert (found.id, found.fields) == ("mobile_phases", ("mobile_phases",))
    assert "mobile movement" in found.title
    assert SYSTEM_V8.title in found.first


@pytest.mark.parametrize("name", ["D-35", "d-1", ""])
def test_an_unknown_difference_is_refused(name: str) -> None:
    with pytest.raises(RequestError, match="D-01"):
        switched(SYSTEM_V8, name, "FM7")


def test_what_changes_no_result_cannot_be_switched() -> None:
    with pytest.raises(RequestError, match="changes no result"):
        switched(SYSTEM_V8, "D-04", "FM7")


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(RequestError, match="FM7"):
        switched(SYSTEM_V8, "D-01", "FM9")  # type: ignore[arg-type]


def test_a_switch_in_a_game_leaves_its_other_rules_alone() -> None:
    gaza = RULESETS["gaza_1917"]
    each = switched(gaza, "D-07", "FM8")
    assert (each.stand_cost, gaza.stand_cost) == ("each", "one")
    assert each.stands_on == gaza.stands_on
    assert switched(gaza, "D-26", "FM7").costs.links == gaza.costs.links
    assert switched(gaza, "D-27", "FM7").costs.ground == gaza.costs.ground


def everybody(choice: Choice) -> str:
    """Place both markers of both sides."""
    keys = [option.key for option in choice.options]
    return "place" if "place" in keys else keys[0]


def test_looking_at_a_marker_first_changes_nothing_but_what_is_known() -> None:
    situation = position(*PAIR, markers=(*MARKERS, "b1m Blue +1"))
    found = []
    for unseen in (True, False):
        rules = SYSTEM_V8.replace(drawn_unseen=unseen)
        plan = attack(under(situation, rules), "a")
        chances = odds(partial(place_support, plan), everybody)
        found.append(chances.distribution(_fire))
    assert found[0] == found[1]
    assert sum(found[0].values()) == 1
    # two of +1, +2, +6 and both of the other side's
    assert set(found[0]) == {(each, (1, 4)) for each in ((1, 2), (1, 6), (2, 6))}


def _fire(plan: Attack) -> tuple[tuple[int, ...], ...]:
    markers = plan.situation.roster.markers
    assert not plan.situation.ready & {*plan.attack_fire, *plan.defense_fire}
    return tuple(
        tuple(sorted(markers[name].value for name in fire))
        for fire in (plan.attack_fire, plan.defense_fire)
    )


@pytest.mark.parametrize("topic", ["movement", "retreat"])
@pytest.mark.parametrize("name", RULESETS)
def test_what_an_explorer_offers_is_one_switch_of_the_files(name: str, topic: Topic) -> None:
    own = ruleset_named(name)
    rows = {row.fields[0]: row for row in differences() if row.topic == topic}
    others = {each.field: each for row in matters() for each in row.other if each.topic == topic}
    found = alternatives(own, topic)
    assert [each.field for each in found if each.field in rows] == list(rows)
    for each in found:
        assert getattr(each.rules, each.field) != getattr(own, each.field)
        if each.field in rows:
            forms = (switched(own, rows[each.field].id, edition) for edition in EDITIONS)
            assert any(not differing_fields(each.rules, form) for form in forms)
            assert each.but in {rows[each.field].but_7, rows[each.field].but_8} - {""}
        else:
            assert each.but == others[each.field].but
    assert all(hasattr(own, field) for field in others)


def test_an_alternative_that_is_thrown_leads_back() -> None:
    """Under rules with a switch thrown the explorers offer the other form of the same switch."""
    other = switched(SYSTEM_V8, "D-21", "FM7")
    (back,) = [each for each in alternatives(other, "movement") if each.field == "leg_halts_again"]
    assert back.but == "a leg unit that left a zone stops in the next"
    assert not differing_fields(back.rules, SYSTEM_V8)
