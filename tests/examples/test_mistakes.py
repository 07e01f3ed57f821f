"""What a designer who writes an example file is told about a mistake in it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from wargame.core.errors import DataError, RequestError
from wargame.core.examples import Claim, Example, Head, check_example, load_example
from wargame.core.questions import ask
from wargame.families import load_families

MINE = Path(__file__).parents[1] / "data" / "my_example.toml"
MARKER = 'marker = [{ id = "x", side = "British", value = -1 }]'
TANKS = 'steps = 1, stacking = "support"'

WHOLE = [
    ("title =", "titel =", "example.title: found nothing there"),
    ('game = "gaza', 'kind = "printd"\ngame = "gaza', "did you mean printed?"),
    ('"GAZA 14.0/2", ', '"14.0/2", ', "example.cases, rule case: found '14.0/2'"),
    ('"GAZA 14.0/2", ', '"GAZA 14.9", ', "example.cases, catalogue GAZA: found 14.9"),
    ('because = "GAZA 16.3"', 'because = "GAZA 16.33"', "claim 3, because, catalogue GAZA"),
    ("because =", "becuase =", "did you mean because?"),
    ("refused = true", "refused = true\nexpect = 3", "claim 3: found refused and expect together"),
    ("[scene]", "[scenes]", "did you mean scene?"),
    ('title = "A', "title = A", "a mistake in the TOML"),
]
"""Mistakes that make the whole file unreadable: before, after, and what is said."""

SINGLE = [
    ("fm.attack", "fm.atack", "did you mean fm.attack"),
    ('["brigade", "tanks"] }\nexpect', '["brigde", "tanks"] }\nexpect', "did you mean brigade?"),
    ('part = "Diff', 'part = "Dif', "did you mean Differential?"),
    ("given = { target", "given = { tarket", "fact 'tarket'; allowed: target (text)"),
    ('given = { target = "0302", ', "given = { ", "found no target"),
    ('attack = 6, defense = 6 },\n  { id = "t', 'attack = 6 },\n  { id = "t', "unit[0].defense"),
    ("attack = 6", 'attack = "6"', "unit[0].attack: found '6'; allowed: a whole number"),
    ("attack = 6", "attack = -6", "scene, unit brigade, attack: found -6; allowed: 0 to 99"),
    (TANKS, "steps = 0", "scene, unit tanks, steps: found 0; allowed: 1 to 9"),
    (TANKS, "steps = 999999999", "scene, unit tanks, steps: found 999999999"),
    (TANKS, f'{TANKS}, successor = "guns"', "steps: found 1; allowed: 2 to 9"),
    (TANKS, 'successor = "guns"', "unit tanks: found successor guns"),
    (TANKS, f"{TANKS}, face = 1", "scene, unit tanks: found face 1; allowed: 0 to 0"),
    (TANKS, "steps = 1", "scene, hex 0202: found brigade, tanks; allowed: a stack within"),
    ('"support"', '"suport"', "did you mean support?"),
    ('id = "tanks"', 'id = "brigade"', "scene, unit: found brigade twice"),
    ('at = "0302"', 'at = "0309"', "scene, unit regiment: found hex 0309"),
    ('at = "0302"', 'at = "there"', "scene, unit regiment: found 'there'"),
    ('at = "0302"', 'at = "0202"', "are of two sides; only friends stack"),
    ('= "gaza_1917"\nactive', '= "gaza"\nactive', "did you mean gaza_1917?"),
    ('active = "British"\n', "", "scene, active: found ''; allowed: British, Central Powers"),
    ('active = "British"', 'active = "Britsh"', "did you mean British?"),
    ('side = "Central Powers"', 'side = "British"', "sides: found 1 side, British; allowed: two"),
    ('tanks", side = "British"', 'tanks", side = "Britsh"', "sides: found 3 sides"),
    ("active =", 'alignment = "lefd"\nactive =', "scene, alignment: found 'lefd'"),
    ("active =", 'attacked = ["0999"]\nactive =', "scene, attacked"),
    ("active =", 'scenario = "x"\nactive =', "scenario together with ruleset; allowed: only"),
    ("active =", f"{MARKER}\nactive =", "scene, marker x, value: found -1; allowed: 0 to 99"),
    (".t.\n", ".x.\n", "scene, board text, rows, row 2, letter 2: found 'x'; allowed: ., t"),
    ("row-column", "column-rows", "did you mean column-row?"),
]
"""Mistakes that make a claim unanswerable."""


def changed(folder: Path, before: str, after: str) -> Path:
    text = MINE.read_text(encoding="utf-8")
    assert before in text
    path = folder / "mine.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    return path


@pytest.mark.parametrize(("before", "after", "said"), WHOLE)
def test_a_file_that_cannot_be_read(tmp_path: Path, before: str, after: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        load_example(changed(tmp_path, before, after))
    assert str(caught.value).startswith("mine.toml")
    assert said in str(caught.value)


@pytest.mark.parametrize(("before", "after", "said"), SINGLE)
def test_a_claim_that_cannot_be_asked(tmp_path: Path, before: str, after: str, said: str) -> None:
    load_families()
    checked = check_example(load_example(changed(tmp_path, before, after)))
    assert checked.status == "error"
    whys = [each.why for each in checked.claims if each.verdict == "error"]
    assert said in whys[0]


def test_a_file_without_claims(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = MINE.read_text(encoding="utf-8").partition("[scene]")[0]
    path.write_text(f"claim = []\n{head}", encoding="utf-8")
    with pytest.raises(DataError, match="at least one claim"):
        load_example(path)


def test_a_book_of_ones_own_may_be_cited(tmp_path: Path) -> None:
    example = load_example(changed(tmp_path, '"GAZA 16.3"]', '"MYGAME 4.1"]'))
    assert example.example.cases[-1] == "MYGAME 4.1"


def test_a_scenario_serves_as_position(tmp_path: Path) -> None:
    load_families()
    path = tmp_path / "mine.toml"
    claim = '[[claim]]\nask = "fm.attack"\ngiven = { target = "1410", attackers = "BR-4LH" }'
    head = MINE.read_text(encoding="utf-8").partition("[scene]")[0]
    scene = '[scene]\nscenario = "gaza_1917/eve_of_assault"\n'
    path.write_text(f'{head}{scene}{claim}\nexpect = "+1"\n', encoding="utf-8")
    assert check_example(load_example(path)).status == "agree"
    path.write_text(f"{head}{scene}{claim}\n".replace("eve_of", "eve_on"), encoding="utf-8")
    (checked,) = check_example(load_example(path)).claims
    assert "did you mean gaza_1917/eve_of_assault" in checked.why


@pytest.mark.parametrize("claimed", ["1/6", "2/12"])
def test_a_fraction_is_written_as_text(claimed: str) -> None:
    assert _chance(claimed) == "agree"


@pytest.mark.parametrize("claimed", ["1/7", 0, 1, 0.17, True, "a sixth", ["1/6"], None, "+1"])
def test_what_is_not_that_fraction(claimed: object) -> None:
    assert _chance(claimed) == "disagree"


def test_true_is_not_one_not_even_in_a_list() -> None:
    load_families()
    head = Head("X", "X", "system_v8", [])
    scene = {
        "active": "A",
        "board": "row-column 0101\nc clear\n\nc\n",
        "unit": [{"id": "a", "side": "A", "attack": 1, "defense": 1}],
        "marker": [
            {"id": "m", "side": "A", "value": 1},
            {"id": "n", "side": "B", "value": 1},
        ],
    }
    for expect, verdict in ([1], "agree"), ([True], "disagree"), ([1.0], "disagree"):
        claim = Claim("fm.taken", expect, {"side": "A", "number": 1})
        assert check_example(Example(head, [claim], scene)).status == verdict


def test_a_claim_without_a_value_is_told_the_value() -> None:
    load_families()
    facts = {"game": "system_v8", "box": "8/9", "player": "first"}
    example = Example(Head("X", "X", "system_v8", []), [Claim("fm.allotment", given=facts)])
    (checked,) = check_example(example).claims
    assert checked.why.startswith("The claim has no expect, the rules give 8:")


def _chance(claimed: object) -> str:
    load_families()
    line = "CP in Trench or Gaza"
    facts = {"game": "gaza_1917", "line": line, "strength": 6, "alignment": "left"}
    assert ask("fm.bombardment_chance", facts).value == Fraction(1, 6)
    claim = Claim("fm.bombardment_chance", claimed, facts)
    return check_example(Example(Head("X", "X", "gaza_1917", []), [claim])).status


@pytest.mark.parametrize(
    ("name", "facts", "said"),
    [
        ("fm.ready_again", {"kind": "artilery", "turn": "Zero Hour"}, "did you mean artillery?"),
        ("fm.ready_again", {"kind": "air", "turn": "Noon, 18 April"}, "Afternoon, 18 April"),
        ("fm.counters", {"scenario": "gaza_1917/second", "side": "British"}, "second_battle"),
        ("fm.counters", {"scenario": "gaza_1917/second_battle", "side": "French"}, "British"),
        (
            "fm.counters",
            {"scenario": "gaza_1917/second_battle", "side": "British", "without": "trains"},
            "did you mean train",
        ),
    ],
)
def test_questions_about_the_set_up_refuse_what_is_not_there(
    name: str, facts: dict[str, object], said: str
) -> None:
    load_families()
    with pytest.raises(RequestError) as caught:
        ask(name, facts)
    assert said in str(caught.value)
