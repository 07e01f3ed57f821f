"""Whole combat tables: the chances agree with attacks fought by the rules, cell by cell."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from wargame.core.charts import ChartShelf, interval
from wargame.core.errors import RequestError
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.chances import (
    ATTACKER,
    DEFENDER,
    EVENTS,
    _parted,
    chance_table,
    meaning,
    outcomes_of,
    sufferer,
)
from wargame.fire_and_movement.combat import assess, fight_odds
from wargame.fire_and_movement.crt import ALIGNMENTS, CODES, crt_named
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.scenario import build_scene
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from pathlib import Path

RULES = ("gaza_1917", "lebanon_82", "system_v8", "system_v7")
GROUND = {
    "gaza_1917": ("trench", "town", "hill", "open", "sand"),
    "lebanon_82": ("mountain", "rough", "town", "clear"),
    "system_v8": ("mountain", "city", "town", "woods", "clear"),
    "system_v7": ("mountain", "city", "town", "woods", "clear"),
}
SIDES = {"gaza_1917": ("British", "Central Powers")}


def attack_on(rules: str, ground: str, differential: int, alignment: str) -> Attack:
    """Return an attack of one unit on another whose strengths differ by *differential*."""
    attacker, defender = SIDES.get(rules, (ATTACKER, DEFENDER))
    strengths = {"movement": 4, "steps": 2}
    scene = {
        "ruleset": rules,
        "alignment": alignment,
        "active": attacker,
        "board": f"row-column 0203\no plain\nx {ground}\n\nox\n",
        "unit": [
            {"id": "a", "side": attacker, "at": "0203", "attack": 20, "defense": 1, **strengths},
            {
                "id": "d",
                "side": defender,
                "at": "0202",
                "attack": 1,
                "defense": 20 - differential,
                **strengths,
            },
        ],
    }
    situation = build_scene(scene, "test")
    assert isinstance(situation, Situation)
    return Attack(situation, situation.board.hex("0202"), ("a",))


def happened(event: str, attack: Attack, outcome: CombatOutcome) -> bool:
    """Say in this test's own words whether an event came of an attack."""
    attacker, defender = attack.situation.active, attack.situation.inactive
    return {
        "step": outcome.steps_lost(defender) > 0,
        "retreat": outcome.must_retreat(defender) > 0,
        "attacker step": outcome.steps_lost(attacker) > 0,
        "eliminated": outcome.situation.of(defender) == (),
    }[event]


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("rules", RULES)
def test_a_cell_is_what_fighting_that_attack_comes_to(rules: str, alignment: str) -> None:
    tables = {event: chance_table(ruleset_named(rules), event, alignment) for event in EVENTS}
    for line, ground in zip(tables["step"].lines, GROUND[rules], strict=True):
        for differential in range(-8, 13):
            attack = attack_on(rules, ground, differential, alignment)
            assert (assess(attack).line, assess(attack).differential) == (line.name, differential)
            fought = fight_odds(attack)
            for event, table in tables.items():
                counted = fought.chance(lambda out: happened(event, attack, out))  # noqa: B023 - called here
                assert table.chance(line.name, differential) == counted, (line.name, differential)


@pytest.mark.cases("GAZA", "10.3/3", "CRT/8", "CRT/13")
def test_the_harshest_retreats_cost_a_step_in_gaza_alone() -> None:
    """So the same grid of results has other chances under Gaza's rules."""
    for rules in map(ruleset_named, RULES):
        costs = outcomes_of(rules, "D3").chance(EVENTS["step"].happened)
        assert costs == (rules.id == "gaza_1917")
        assert ("one step is lost" in meaning(rules, "D3")) is (rules.id == "gaza_1917")
    gaza, system = (
        chance_table(ruleset_named(rules), "step") for rules in ("gaza_1917", "system_v8")
    )
    assert gaza.chance("Clear, British in Trench", 10) == Fraction(2, 3)
    assert system.chance("Mixed, Clear, Desert, Stream", 10) == Fraction(1, 2)


@pytest.mark.parametrize("name", RULES)
def test_every_result_is_against_the_side_it_names(name: str) -> None:
    rules = ruleset_named(name)
    expected = dict.fromkeys(CODES, "attacker") | {"Ex": "both", "•": "nobody"}
    expected |= dict.fromkeys(("De", "D3", "D2"), "defender")
    assert {code: sufferer(rules, code) for code in CODES} == expected


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@pytest.mark.parametrize("name", RULES)
def test_a_cell_is_printed_where_its_line_has_a_heading(name: str, alignment: str) -> None:
    rules = ruleset_named(name)
    table = chance_table(rules, "step", alignment)
    crt = crt_named(rules.crt, ChartShelf())
    for line in table.lines:
        spans = [interval(label) for label in crt.line(line.name).columns]
        for heading, cell in zip(table.columns.headings, line.cells, strict=True):
            values = range(heading.low, heading.high + 1)
            assert cell.printed == any(value in span for span in spans for value in values)


@pytest.mark.parametrize("name", RULES)
def test_no_line_changes_its_column_within_a_heading(name: str) -> None:
    rules = ruleset_named(name)
    columns = chance_table(rules, "step").columns
    crt = crt_named(rules.crt, ChartShelf())
    axes = [crt.chart(line, "left").columns for line in crt.lines]
    spots = [
        (columns.locate(value).index, tuple(axis.locate(value).index for axis in axes))
        for value in range(-12, 16)
    ]
    assert len(set(spots)) == len({index for index, _ in spots}) == len(columns.headings)


def test_headings_say_where_the_table_ends() -> None:
    labels = [
        heading.label for heading in _parted([[interval("-1"), interval("0"), interval("+1,+9")]])
    ]
    assert labels == ["≤ −1", "0", "≥ +1"]
    apart = [[interval("0"), interval("1")], [interval("0"), interval("4")]]
    assert [heading.label for heading in _parted(apart)] == ["≤ 0", "+1 to +3", "≥ +4"]
    assert [heading.label for heading in _parted([[interval("3")]])] == ["any"]


def test_lebanons_chances_say_that_they_are_reconstructed() -> None:
    origins = {name: chance_table(ruleset_named(name), "step").provenance for name in RULES}
    kinds = {name: origin.kind for name, origin in origins.items() if origin is not None}
    assert kinds == dict.fromkeys(RULES, "printed") | {"lebanon_82": "reconstructed"}


def test_what_cannot_be_asked_is_a_sentence() -> None:
    rules = ruleset_named("gaza_1917")
    with pytest.raises(RequestError, match=r"chance: found 'steps'.*did you mean step"):
        chance_table(rules, "steps")
    with pytest.raises(RequestError, match="alignment: found 'middle'; allowed: left, right"):
        chance_table(rules, "step", "middle")
    with pytest.raises(RequestError, match="line 'Swamp'"):
        chance_table(rules, "step").chance("Swamp", 0)


def test_a_heading_is_printed_if_a_line_prints_any_of_it(tmp_path: Path) -> None:
    """Two lines that begin out of step: of −1, 0 the first prints only the 0."""
    lines = {"Bog": ["0", "+1"], "Fen": ["-5,-2", "-1,0", "+1"]}
    text = ['id = "system_v8"\ntitle = "Mine"\ncases = []\nclamp_cases = []']
    text += [f"grid = {['Ae • De'] * 6!r}", "provenance = { kind = 'printed' }"]
    for name, columns in lines.items():
        text.append(f"[[line]]\nname = '{name}'\nterrains = []\ncase = 'FM8 CRT'\n{columns = !r}")
    (tmp_path / "fire_and_movement").mkdir()
    (tmp_path / "fire_and_movement" / "system_v8.toml").write_text("\n".join(text), "utf-8")
    shelf = ChartShelf(tmp_path)
    table = chance_table(ruleset_named("system_v8"), "eliminated", shelf=shelf)
    assert [heading.label for heading in table.columns.headings] == ["≤ −2", "−1, 0", "≥ +1"]
    bog, fen = table.lines
    assert [cell.printed for cell in bog.cells] == [False, True, True]
    assert [cell.printed for cell in fen.cells] == [True, True, True]
    assert [table.chance("Bog", each) for each in (-9, 0, 1)] == [0, 0, 0]
    assert [table.chance("Fen", each) for each in (-1, 0, 1, 99)] == [0, 0, 1, 1]
