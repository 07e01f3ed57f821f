"""Area combat asked by name: forgiving words, rulings that add up, sentences for what cannot be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.area_combat.battles import battle
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.plans import Plan
from wargame.area_combat.theatre import Theatre
from wargame.cli import main
from wargame.core.errors import DataError, Refused, RequestError, WargameError
from wargame.core.examples import build_scene
from wargame.core.questions import Question, ask, questions
from wargame.core.ruling import Ruling
from wargame.families import load_families

load_families()
OURS = {name: each for name, each in questions().items() if name.startswith("aa.")}


def answer(name: str, scene: dict[str, Any] | None = None, **facts: Any) -> Ruling:
    """Ask a question; those about a map are asked of the usual position or of a scene."""
    where = build_scene("area_combat", scene or {}, "a test") if OURS[name].scene else None
    return ask(name, facts, where)


def value(name: str, scene: dict[str, Any] | None = None, **facts: Any) -> object:
    return answer(name, scene, **facts).value


# ---- words


@pytest.mark.cases("AA", "AA-1.14", "AA-1.34")
@pytest.mark.parametrize("unit", ["tank", "Armour", "tanks", "arm"])
@pytest.mark.parametrize("nation", ["Germany", "GERMANY", "germany"])
def test_units_and_nations_go_by_any_of_their_names(unit: str, nation: str) -> None:
    assert value("aa.die", unit=unit, nation=nation, die=3) == "hit"


@pytest.mark.parametrize(
    ("name", "facts", "said"),
    [
        ("aa.die", {"unit": "infantri", "nation": "italy", "die": 1}, "did you mean infantry"),
        ("aa.die", {"unit": "inf", "nation": "germny", "die": 1}, "did you mean germany"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 7}, "die: found 7; allowed: 1 to 6"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 1, "kind": "air"}, "found 'air'"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 1, "supported": True}, "supported"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 1, "chosen": True}, "chosen"),
        ("aa.die", {"unit": "shock", "nation": "italy", "die": 1}, "Shock troops"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 1, "rules": "first"}, "a colon"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 1, "rules": "frist: air"}, "first"),
        ("aa.die", {"unit": "inf", "nation": "italy", "die": 1, "ground": "work: city"}, "works"),
        ("aa.guns", {"unit": "inf", "first": 1}, "a plane"),
        ("aa.guns", {"unit": "jet", "first": 2, "second": 1}, "second: found 1"),
        ("aa.casualties", {"by": "air raid", "force": "1 inf"}, "by: found 'air raid'"),
        ("aa.casualties", {"by": "raid", "force": "1 inf", "chosen": "2 inf"}, "1 at most"),
        ("aa.losses", {"force": "1 inf", "hits": ["two"]}, "a number and a kind"),
        ("aa.losses", {"force": "1 inf", "hits": ["1 air", "1 armor"]}, "of one part of a round"),
        ("aa.losses", {"force": "1 inf", "hits": ["1 fire"]}, "hits: found 'fire'"),
        ("aa.round", {"attacker": "1 inf", "defender": "1 inf", "rolls": [1]}, "too few"),
        ("aa.round", {"attacker": "1 inf", "defender": "1 inf", "rolls": [1, 2, 3]}, "nothing ask"),
        ("aa.round", {"attacker": "1 inf", "defender": "1 inf", "rolls": [], "round": 0}, "fought"),
        ("aa.battle", {"attacker": "1 inf", "defender": "1 inf", "rolls": [],
                       "nations": ["uk"]}, "nations: found uk"),
        ("aa.envelopment", {"rolls": [1], "unit": "armor"}, "infantry, a die for each"),
        ("aa.envelopment", {"rolls": []}, "infantry, a die for each"),
        ("aa.odds", {"attacker": "1 inf", "defender": "1 inf", "of": "won"}, "of: found 'won'"),
        ("aa.missions", {"unit": "inf"}, "a plane"),
        ("aa.support_ready", {"called": 0}, "1 or more"),
        ("aa.interdiction", {"unit": "armor", "die": 1, "way": "out"}, "way: found 'out'"),
        ("aa.bombs", {"dice": [1]}, "two dice for each bomber"),
        ("aa.bombs_paid", {"damage": 1, "balance": -1}, "balance: found -1"),
        ("aa.bombing_run", {"bombers": "1 fighter", "rolls": []}, "a bomber at least"),
        ("aa.rail", {"unit": "inf", "nation": "germany", "start": "Berlin", "end": "Moscw"},
         "Moscow"),
        ("aa.rail", {"unit": "inf", "nation": "germany", "start": "Berlin", "end": "Paris",
                     "number": 0}, "number: found 0"),
        ("aa.home", {"unit": "inf", "nation": "germany", "home": "Berlin"}, "a plane"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_in_a_sentence(name: str, facts: dict[str, Any], said: str) -> None:
    with pytest.raises((RequestError, DataError), match=said):
        answer(name, **facts)


# ---- dice


@pytest.mark.cases("AA", "AA-6.1")
def test_the_parts_of_a_die_add_up() -> None:
    ruling = answer("aa.die", unit="armor", nation="germany", die=4, supported=True)
    hits_on = ruling.find("Hits on")
    assert hits_on is not None
    assert [part.value for part in hits_on.parts] == [3, 1]
    assert ruling.reconstructed, "the factor of armor is not in the text"


@pytest.mark.cases("AA", "AA-1.14", "AA-1.18", "AA-1.19", "AA-4.3")
@pytest.mark.parametrize("unit", ["infantry", "artillery", "armor", "ss-panzer", "fighter", "jet"])
@pytest.mark.parametrize("attacking", [True, False])
def test_chances_are_the_share_of_the_faces(unit: str, attacking: bool) -> None:  # noqa: FBT001 - a case
    told = {"unit": unit, "nation": "germany", "attacking": attacking}
    found = [value("aa.die", die=face, **told) for face in range(1, 7)]
    for outcome in ("hit", "miss", "retreat"):
        share = Fraction(found.count(outcome), 6)
        assert value("aa.chance", of=outcome, **told) == share


@pytest.mark.cases("AA", "AA-2.2", "AA-2.3", "AA-2.4")
def test_the_three_fates_of_a_plane_are_all() -> None:
    fates = [
        value("aa.guns_chance", unit="bomber", of=of) for of in ("destroyed", "home", "nothing")
    ]
    assert fates == [Fraction(1, 36), Fraction(1, 3), Fraction(23, 36)]


@pytest.mark.cases("AA", "AA-1.12", "AA-1.13", "AA-6.25")
def test_hits_from_the_air_take_what_the_readings_let_them() -> None:
    force = "1 inf, 1 armor, 1 fighter"
    assert value("aa.casualties", by="raid", force=force) == ("infantry", "armor")
    assert value("aa.casualties", by="air", force=force) == ("fighter",)
    assert value("aa.casualties", by="air", force="2 inf", rules="spill: no") == ()
    chosen = value("aa.casualties", by="air", force=force, chosen="1 fighter")
    assert chosen == ("infantry", "armor"), "a plane takes one hit"
    assert value("aa.losses", force="1 inf, 1 fighter", hits=["3 air"]) == "1 infantry, 1 fighter"


# ---- battles


@pytest.mark.cases("AA", "AA-3.4", "AA-3.5", "AA-3.8")
def test_a_barred_retreat_is_refused_with_its_reason() -> None:
    alone = {
        "attacker": "1 inf",
        "defender": "2 inf",
        "rolls": [3, 3, 3],
        "ground": "refuges: none",
    }
    with pytest.raises(Refused, match="they must fight on"):
        answer("aa.round", choices=["stay", "all"], **alone)
    ships = {"attacker": "1 inf", "defender": "2 inf", "ground": "refuges: none; lift: 1"}
    assert value("aa.may_leave", **ships) == 1
    assert value("aa.may_leave", rules="evacuation: fortified", **ships) == 0


@pytest.mark.cases("AA", "AA-1.22", "AA-1.42")
def test_a_round_says_how_the_battle_stands() -> None:
    told = {"attacker": "2 inf", "defender": "1 inf"}
    assert value("aa.round", rolls=[1, 3, 3], **told) == "taken"
    assert value("aa.round", rolls=[3, 3, 3], **told) == "goes on"
    assert value("aa.round", rolls=[3, 3, 3], choices=["all"], **told) == "broken off"
    assert value("aa.round", rolls=[6, 6], **told) == "held"


@pytest.mark.cases("AA", "AA-1.1", "AA-1.18")
def test_every_die_is_told_with_its_cases() -> None:
    ruling = answer("aa.round", attacker="1 inf, 1 art", defender="2 inf", rolls=[2, 6, 3])
    dice = [part for part in ruling.parts if part.label.startswith("Die ")]
    assert [(part.value, part.cases[0].number) for part in dice] == [
        ("hit", "AA-1.1"),
        ("retreat", "AA-1.14"),
        ("miss", "AA-1.19"),
    ]


@pytest.mark.cases("AA", "AA-1", "AA-1.42")
def test_odds_are_those_of_the_engine() -> None:
    start = battle("2 inf, 1 art", "2 inf")
    found = battle_odds(start, Plan(break_off=2), Plan())
    told = {"attacker": "2 inf, 1 art", "defender": "2 inf", "rounds": 2}
    ways = ("taken", "held", "empty", "broken off", "endless")
    chances = {of: value("aa.odds", of=of, **told) for of in ways}
    assert chances == {of: found.chance(of) for of in ways}  # type: ignore[arg-type]  # they are
    assert sum(map(Fraction, map(str, chances.values()))) == 1


# ---- the map


@pytest.mark.cases("AA", "AA-8.1", "AA-8.3")
def test_a_scene_changes_the_usual_position() -> None:
    move = {"unit": "armor", "nation": "germany", "start": "Berlin", "end": "Baltic States"}
    assert value("aa.rail", **move) is True
    assert answer("aa.rail", {"owner": {"Poland": "ussr"}}, **move).status == "refused"
    bombed = {"bombers": [{"area": "Poland", "nation": "uk"}]}
    part = answer("aa.rail", bombed, **move).find("Interdicted")
    assert part is not None
    assert part.value == ("Poland",)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ({"scenario": "nowhere"}, "nowhere"),
        ({"owner": {"Polnd": "uk"}}, "did you mean Poland"),
        ({"stand": [{"area": "Poland", "nation": "uk", "force": "2 infs, 1 tnk"}]}, "tnk"),
        ({"rules": "jets: three"}, "jets"),
        ({"map": {"rows": ["aa"], "territory": []}}, "scene, map"),
        ({"map": {"rows": []}, "scenario": "eastern_front_1942"}, "map together with scenario"),
        ({"maps": {}}, "did you mean map"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(scene: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError, match=said):
        build_scene("area_combat", scene, "a test")


def test_a_scene_may_have_a_map_of_its_own() -> None:
    lands = [{"id": "aa", "name": "One", "owner": "germany"}, {"id": "bb", "name": "Two"}]
    theatre = build_scene("area_combat", {"map": {"rows": ["aa bb"], "territory": lands}}, "a test")
    assert isinstance(theatre, Theatre)
    assert theatre.placed == ()
    assert [each.name for each in theatre.atlas.beside("aa")] == ["Two"]


@pytest.mark.cases("AA", "AA-1.2", "AA-1.3")
def test_a_salvo_reaches_the_neighbours_of_its_guns() -> None:
    told = {"nation": "germany", "start": "Ukraine"}
    assert value("aa.salvo_reach", target="Caucasus", **told) is True
    for target, why in (("Moscow", "out of reach"), ("Poland", "no enemy"), ("Black Sea", "no en")):
        ruling = answer("aa.salvo_reach", target=target, **told)
        assert ruling.status == "refused"
        assert why in ruling.sentence
    assert "no artillery" in answer("aa.salvo_reach", **{**told, "nation": "italy"},
                                    target="Moscow").sentence  # fmt: skip


# ---- all of them


def test_every_question_has_its_summary_and_a_family() -> None:
    assert len(OURS) == 32
    for each in OURS.values():
        assert each.summary.endswith((".", ":"))
        assert each.scene in {"", "area_combat"}


def test_the_command_line_lists_and_asks_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "--list", "aa."]) == 0
    assert capsys.readouterr().out.count("    facts: ") == len(OURS)
    assert main(["ask", "aa.rail", "unit=inf", "nation=germany", "start=Berlin", "end=Paris"]) == 0
    assert main(["ask", "aa.guns", "unit=jet", "first=2", "ground=works: none"]) == 1
    out = capsys.readouterr().out
    assert "1 infantry by rail: yes" in out
    assert "Anti-aircraft fire: refused" in out


WORDS = (
    "", "1 inf", "2 inf, 1 art", "2 armor", "1 fighter", "1 bomber", "infantry", "armor", "bomber",
    "jet", "germany", "uk", "china", "Berlin", "Moscow", "North Sea", "works: complex", "hit",
    "landing: sea; aboard: 1", "jets: double", "enter", "attacker", "escort", "none", "all", "Ω;:",
)  # fmt: skip


def _fact(kind: Any) -> st.SearchStrategy[Any]:
    words, numbers = st.sampled_from(WORDS), st.integers(-2, 7)
    return {
        str: words,
        int: numbers,
        bool: st.booleans(),
        tuple[str, ...]: st.lists(words, max_size=3),
    }.get(kind, st.lists(numbers, max_size=8))


def _facts(question: Question) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({each.name: _fact(each.kind) for each in question.parameters})


@pytest.mark.parametrize("name", sorted(OURS))
def test_whatever_is_asked_gets_a_ruling_or_a_sentence(name: str) -> None:
    question = OURS[name]

    @given(_facts(question))
    def asked(facts: dict[str, Any]) -> None:
        assert _said(name, facts).strip()

    asked()


def _said(name: str, facts: dict[str, Any]) -> str:
    try:
        return answer(name, **facts).to_text()
    except WargameError as error:
        return str(error)
