"""The rules as values: what a game replaces, and what each code and case stands for."""

from __future__ import annotations

import pytest
from attrs import fields

from tests.fire_and_movement.positions import RULESETS
from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError
from wargame.core.rulebook import entry
from wargame.core.ruling import case
from wargame.fire_and_movement.crt import CODES, crt_named
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.results import DISTANCE
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.system import SYSTEM_V7, SYSTEM_V8


def test_a_ruleset_is_found_by_its_name() -> None:
    assert [ruleset_named(name).id for name in RULESETS] == list(RULESETS)
    with pytest.raises(RequestError, match="gaza_1917"):
        ruleset_named("gaza_1918")


def test_a_rule_that_does_not_exist_cannot_be_replaced() -> None:
    assert SYSTEM_V8.replace(alignment="right").alignment == "right"
    with pytest.raises(RequestError, match="alignment"):
        SYSTEM_V8.replace(alignement="right")


def test_the_alignments_are_those_decided() -> None:
    """FM-Q01: version 8 and Gaza from the left, Lebanon from the right as it prints."""
    aligned = {name: ruleset_named(name).alignment for name in RULESETS}
    assert aligned == {
        "system_v8": "left",
        "system_v7": "left",
        "gaza_1917": "left",
        "lebanon_82": "right",
    }


@pytest.mark.parametrize("name", RULESETS)
def test_every_case_and_line_named_exists(name: str) -> None:
    rules = ruleset_named(name)
    assert set(rules.result_cases) == set(CODES)
    written = [
        *(each for cases in rules.result_cases.values() for each in cases),
        *rules.stand_cases,
        *rules.loss_cases,
        *rules.reveal_cases,
        *(each for sight in rules.sight.values() for each in sight.cases),
    ]
    for each in written:
        assert entry(case(each)).title
    lines = crt_named(rules.crt, ChartShelf()).lines
    used = {
        rules.clear_line,
        *rules.terrain_lines.values(),
        *rules.side_lines.values(),
        *rules.hexside_lines.values(),
    }
    assert used <= set(lines)
    assert {case(line.case).book for line in lines.values()} <= {"FM8", "GAZA", "LEB82"}


@pytest.mark.parametrize("name", RULESETS)
def test_the_cases_of_a_result_are_about_that_result(name: str) -> None:
    rules = ruleset_named(name)
    words = {"•": ("dot", "bullet"), **{code: (code,) for code in CODES if code != "•"}}
    for code, cases in rules.result_cases.items():
        for each in cases:
            title = entry(case(each)).title
            shown = any(word in title for word in words[code])
            assert shown or each == "GAZA 10.3/3", (code, each, title)


@pytest.mark.parametrize("name", RULESETS)
def test_who_may_stand_and_what_costs_a_step_besides(name: str) -> None:
    rules = ruleset_named(name)
    assert rules.stands_on | rules.retreat_costs_step == set(DISTANCE)
    assert not rules.stands_on & rules.retreat_costs_step
    cost = {"system_v8": "each"}.get(name, "one")
    assert rules.stand_cost == cost


def test_version_7_differs_from_version_8_only_where_it_says_so() -> None:
    changed = {
        each.name
        for each in fields(Ruleset)
        if getattr(SYSTEM_V8, each.name) != getattr(SYSTEM_V7, each.name)
    }
    assert changed == {
        "id",
        "title",
        "edition",
        "result_cases",
        "loss_cases",
        "reveal_cases",
        "stand_cost",
        "stand_cases",
        "lowest_first",
        "costs",
    }
