"""Every example file agrees, names real cases, and would notice if the rules said otherwise."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields

from wargame.area_combat.ruleset import Ruleset
from wargame.cli import main
from wargame.core.data import toml_files
from wargame.core.examples import Claim, Example, check_example, load_example
from wargame.core.rulebook import catalogue, entry
from wargame.core.ruling import Case, Ruling, case
from wargame.coverage import examples_folder
from wargame.families import load_families
from wargame.fire_and_movement.games import RULESETS, ruleset_named

FILES = list(toml_files(examples_folder()))
HOUSE = Path(__file__).parents[2]
DOUBT = re.compile(r"(FM|RS|AA)-Q\d\d")
KNOWN_GAMES = {
    "fire_and_movement": set(RULESETS),
    "rifle_and_spade": {"gallipoli_1915"},
    "area_combat": {"area_combat"},
}
ELSEWHERE = Case("AA", next(iter(catalogue("AA"))))
"""A heading, on which no ruling rests."""

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def example_in(path: Path) -> Example:
    load_families()
    return load_example(path)


def verdict(example: Example, claim: Claim) -> str:
    return check_example(evolve(example, claim=[claim])).claims[0].verdict


def other(value: Any) -> Any:
    """Return another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [other(value[0]), *value[1:]] if value else [0]
    return f"{value}1"


def rulings(path: Path) -> list[Ruling]:
    checked = check_example(example_in(path)).claims
    return [each.ruling for each in checked if each.ruling is not None]


@every_file
def test_every_claim_agrees(path: Path) -> None:
    checked = check_example(example_in(path))
    assert [each.why for each in checked.claims if each.verdict != "agree"] == []
    assert checked.status == "agree"


@every_file
def test_every_claim_can_fail(path: Path) -> None:
    example = example_in(path)
    for claim in example.claim:
        if claim.refused:
            assert verdict(example, evolve(claim, refused=False)) == "disagree"
            continue
        assert verdict(example, evolve(claim, refused=True)) == "disagree"
        values = [True, None] if claim.expect is None else [other(claim.expect), None]
        wrong = [each for each in values if each != claim.expect]
        for value in wrong:
            assert verdict(example, evolve(claim, expect=value)) == "disagree", (claim, value)


@every_file
def test_every_reason_can_fail(path: Path) -> None:
    example = example_in(path)
    for claim in example.claim:
        if claim.because:
            assert verdict(example, evolve(claim, because=str(ELSEWHERE))) == "disagree", claim


@every_file
def test_every_case_stands_in_the_catalogue(path: Path) -> None:
    example = example_in(path)
    assert example.example.cases
    for written in (*example.example.cases, *(each.because for each in example.claim)):
        if written:
            assert entry(case(written)).case == case(written)


@every_file
def test_every_head_is_complete(path: Path) -> None:
    head = example_in(path).example
    assert head.id.lower().replace("-", "_") == path.stem
    assert head.game in KNOWN_GAMES[path.parent.name]
    assert head.kind in {"printed", "derived"}
    assert not head.reading or DOUBT.match(head.reading)


@every_file
def test_every_position_is_of_the_game_it_names(path: Path) -> None:
    example = example_in(path)
    ruleset = example.scene.get("ruleset", example.example.game)
    assert ruleset == example.example.game


def test_no_id_or_title_twice() -> None:
    heads = [example_in(path).example for path in FILES]
    for names in (Counter(each.id for each in heads), Counter(each.title for each in heads)):
        assert [name for name, times in names.items() if times > 1] == []


def test_no_claim_twice() -> None:
    for path in FILES:
        claims = Counter(repr(claim) for claim in example_in(path).claim)
        assert [claim for claim, times in claims.items() if times > 1] == [], path.name


def test_the_printed_examples_about_combat_are_here() -> None:
    numbers = [1, 10, 16, 17, 18, 25, 26, 27, 28, *range(32, 38), 39, 40, 41, *range(54, 76)]
    wanted = {f"FM-{number:02}" for number in numbers}
    assert wanted <= {example_in(path).example.id for path in FILES}


def test_the_tactical_examples_of_rifle_and_spade_are_here() -> None:
    numbers = [2, 3, 4, 5, 7, 8, *range(10, 26), 33, *range(44, 51), *range(52, 71)]
    found = {example_in(path).example.id[:5] for path in FILES}
    assert {f"RS-{number:02}" for number in numbers} <= found


def test_every_example_of_area_combat_is_here() -> None:
    found = {example_in(path).example.id for path in FILES}
    assert {f"AA-{number:02}" for number in range(1, 22)} <= found


def test_every_reading_of_area_combat_that_a_switch_may_turn_is_shown_both_ways() -> None:
    texts = [path.read_text("utf-8") for path in FILES if path.parent.name == "area_combat"]
    switches = [each.name for each in fields(Ruleset)]
    shown = [name for name in switches if any(f"{name}: " in text for text in texts)]
    assert sorted(set(switches) - set(shown)) == []


def test_every_claim_of_two_families_names_its_case() -> None:
    for path in FILES:
        if path.parent.name in {"rifle_and_spade", "area_combat"}:
            bare = [each.ask for each in example_in(path).claim if not each.because]
            assert bare == [], path.name


@pytest.mark.cases("LEB82", "CRT", "CRT/1", "CRT/2", "CRT/3", "CRT/4")
def test_the_75_cells_in_print_are_marked_as_printed() -> None:
    path = examples_folder() / "fire_and_movement" / "fm_40.toml"
    found = rulings(path)
    assert len(found) == 75
    origins = [each.provenance for each in found]
    assert {(each.kind, each.source) for each in origins if each} == {("printed", "LEB82 CRT")}
    assert None not in origins
    places = {tuple(sorted(claim.given.items())) for claim in example_in(path).claim}
    assert len(places) == 75


@pytest.mark.cases("GAZA", "CRT/6")
def test_both_grids_are_claimed_whole_and_alike() -> None:
    example = example_in(examples_folder() / "fire_and_movement" / "fm_41.toml")
    grids = {
        game: [claim.expect for claim in example.claim if claim.given["game"] == game]
        for game in ("gaza_1917", "system_v8")
    }
    assert grids["gaza_1917"] == grids["system_v8"]
    assert [len(column) for column in grids["gaza_1917"]] == [6] * 12


@pytest.mark.parametrize("number", range(54, 76))
def test_each_look_up_is_claimed_in_both_alignments_and_as_the_game_has_it(number: int) -> None:
    example = example_in(examples_folder() / "fire_and_movement" / f"fm_{number}.toml")
    by_alignment = {claim.given.get("alignment", ""): claim.expect for claim in example.claim}
    assert set(by_alignment) == {"left", "right", ""}
    own = ruleset_named(example.example.game).alignment
    assert by_alignment[""] == by_alignment[own]


@pytest.mark.cases("GAZA", "18.4/2", "18.4/3")
def test_a_bombardment_never_fares_better_on_better_ground_from_the_left() -> None:
    example = example_in(examples_folder() / "fire_and_movement" / "fm_bombardment.toml")
    for strength in (1, 2, 4, 6, 8, 10):
        facing = {"strength": strength, "alignment": "left"}
        row = [
            Fraction(claim.expect)
            for claim in example.claim
            if facing.items() <= claim.given.items()
        ]
        assert len(row) == 5
        assert row == sorted(row)


def test_the_example_of_the_readme_is_the_one_that_is_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    mine = HOUSE / "tests" / "data" / "my_example.toml"
    readme = (examples_folder() / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    assert shown == [mine.read_text(encoding="utf-8")]
    assert main(["check", str(mine)]) == 0
    assert capsys.readouterr().out.endswith("MINE-01: agree.\n")
