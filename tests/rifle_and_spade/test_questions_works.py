"""The questions about fieldworks, hiding, Us/Them and digging by name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import gun, part, position, unit, work
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_works
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 9.13\ns scrub\n\nsss\nsss\nsss\nsss\n\nside ridge 10.10-10.11\n"


def scene(light: str = "day") -> Situation:
    """Return a small position that every question can be asked about."""
    units = [
        unit("A", at="10.12", work="line"),
        unit("B", at="10.11"),
        unit("C", at="9.11", hiding="terrain", came_from="9.10"),
        gun("G", at="11.12", work="pit"),
        unit("R", at="10.10", hiding="ridge"),
        unit("T", "Ottoman", at="9.11", hiding="terrain"),
        unit("U", "Ottoman", at="10.13", came_from="10.12"),
    ]
    works = [
        work("line", "shallow trench", "10.12", "Entente", front=["NE", "SE"], ends=["N", "S"]),
        work("next", "shallow trench", "10.11", "Entente", front=["NE", "SE"], ends=["N", "S"]),
        work("pit", "gun pit", "11.12", "Entente", front=["N", "NE"]),
        work("wire", "barbed wire", "10.13", wire=["S"]),
    ]
    return position(BOARD, units, works, shared=["9.11"], held={"9.10": "Entente"}, light=light)


def asked(name: str, **facts: object) -> Ruling:
    """Return the answer to a question about the small position."""
    return ask(name, facts, scene())


def test_the_module_knows_three_covers() -> None:
    assert questions_works.COVERS == ("terrain", "work", "ridge")


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.bearing", {"work": "line", "of": "11.12"}, "front"),
        ("rs.bearing", {"work": "line", "of": "10.13"}, "side"),
        ("rs.bearing", {"work": "line", "unit": "C"}, "rear"),
        ("rs.bearing", {"work": "wire", "of": "10.12"}, "none"),
        ("rs.bearing", {"work": "line", "unit": "A"}, "none"),
        ("rs.wire", {"one": "10.12", "other": "10.13"}, True),
        ("rs.wire", {"one": "10.12", "other": "10.11"}, False),
        ("rs.facing", {"unit": "G", "target": "11.13"}, True),
        ("rs.connected", {"one": "line", "other": "next"}, True),
        ("rs.connected", {"one": "line", "other": "pit"}, False),
        ("rs.may_go_on_top", {"unit": "A"}, True),
        ("rs.may_hide", {"units": ["B"]}, True),
        ("rs.may_hide", {"units": ["A"], "cover": "work"}, True),
        ("rs.hidden_from", {"unit": "R", "enemy": "10.13"}, True),
        ("rs.hidden_from", {"unit": "R", "enemy": "10.11"}, False),
        ("rs.moves_hidden", {"units": ["R"], "to": "10.11"}, False),
        ("rs.may_leave", {"units": ["C"], "to": "9.10"}, True),
        ("rs.may_reinforce", {"units": ["R"], "at": "9.11"}, True),
        ("rs.may_assault_inside", {"units": ["C"]}, True),
        ("rs.original_occupier", {"at": "10.12"}, "Entente"),
        ("rs.original_occupier", {"at": "9.11"}, "nobody"),
        ("rs.spotting_range", {"unit": "C"}, 1),
        ("rs.action", {"task": "prolong"}, "Movement"),
        ("rs.may_dig", {"unit": "B", "kind": "rifle pit"}, True),
        ("rs.may_dig", {"unit": "B", "kind": "rifle pit", "order": "Defense"}, True),
    ],
)
def test_questions_about_a_position(name: str, facts: dict[str, Any], value: object) -> None:
    assert asked(name, **facts).value == value


@pytest.mark.cases("RS", "6.4.6")
def test_fire_through_the_end_of_a_shallow_trench_rakes_it() -> None:
    assert part(asked("rs.bearing", work="line", of="10.13"), "Enfilade") is True
    assert part(asked("rs.bearing", work="line", of="11.12"), "Enfilade") is False


@pytest.mark.parametrize(
    ("name", "facts", "case"),
    [
        ("rs.facing", {"unit": "G", "target": "11.10"}, "RS 6.3.2"),
        ("rs.may_go_on_top", {"unit": "B"}, "RS 6.1.1/3"),
        ("rs.may_leave", {"units": ["C"], "to": "9.12"}, "RS 8.3.1/1"),
        ("rs.may_assault_inside", {"units": ["B"]}, "RS 8.3.1/2"),
        ("rs.may_dig", {"unit": "C", "kind": "rifle pit"}, "RS 13.1.17"),
        ("rs.may_dig", {"unit": "G", "kind": "rifle pit"}, "RS 13.1.2"),
        ("rs.may_dig", {"unit": "B", "kind": "barbed wire"}, "GB 101.6.2"),
        ("rs.may_dig", {"unit": "B", "kind": "fort"}, "RS 13.1.14"),
        ("rs.may_dig", {"unit": "B", "kind": "rifle pit", "order": "Attack"}, "RS 13.1.2"),
        ("rs.jobs", {"units": ["C"]}, "RS 13.1.2"),
    ],
)
def test_what_is_barred_is_refused_by_its_case(name: str, facts: dict[str, Any], case: str) -> None:
    found = asked(name, **facts)
    assert not found.allowed
    assert case in map(str, found.cases)


@pytest.mark.cases("RS", "13.1.17", "8.3.6")
def test_at_night_those_in_us_them_dig_and_do_not_observe() -> None:
    dark = scene("night")
    assert ask("rs.may_dig", {"unit": "C", "kind": "rifle pit"}, dark).value is True
    assert ask("rs.spotting_range", {"unit": "C"}, dark).value == 0


@pytest.mark.cases("RS", "13.1.9", "13.1.12")
def test_jobs_take_the_turns_of_what_comes_of_them() -> None:
    found = asked("rs.jobs", units=["A", "G"])
    assert part(found, "10.12 turn line") == 2
    assert part(found, "11.12 turn pit") == 2
    assert part(found, "Jobs") == found.value
    pits = asked("rs.jobs", units=["R"])
    assert part(pits, "10.10 rifle pit") == 1


@pytest.mark.cases("RS", "13.1.10", "12.2")
@pytest.mark.parametrize(
    ("kind", "turns", "hands"), [("rifle pit", 1, 0), ("shallow trench", 2, 1), ("gun pit", 2, 0)]
)
def test_construction_without_a_position(kind: str, turns: int, hands: int) -> None:
    found = ask("rs.construction_turns", {"kind": kind})
    assert (found.value, part(found, "Personnel")) == (turns, hands)
    made = "rifle pit" if kind == "shallow trench" else ""
    assert part(found, "Made of") == made


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [
        ("rs.bearing", {"work": "lime", "of": "10.12"}, "line"),
        ("rs.bearing", {"work": "line"}, "either unit or of"),
        ("rs.bearing", {"work": "line", "unit": "A", "of": "10.12"}, "either unit or of"),
        ("rs.wire", {"one": "10.12", "other": "10.10"}, "a hex adjacent to 10.12"),
        ("rs.connected", {"one": "line", "other": "nowhere"}, "question rs.connected"),
        ("rs.may_hide", {"units": ["B"], "cover": "smoke"}, "terrain, work, ridge"),
        ("rs.action", {"task": "swim"}, "Long Action Table"),
        ("rs.may_dig", {"unit": "B", "kind": "moat"}, "rifle pit, gun pit"),
    ],
)
def test_mistakes_are_told_in_a_sentence(name: str, facts: dict[str, Any], words: str) -> None:
    with pytest.raises(RequestError) as told:
        asked(name, **facts)
    assert words in str(told.value)


@pytest.mark.parametrize("kind", ["fort", "castle"])
def test_what_cannot_be_built_takes_no_turns(kind: str) -> None:
    with pytest.raises(RequestError, match=kind):
        ask("rs.construction_turns", {"kind": kind})


@pytest.mark.cases("RS", "6.1.1", "6.1.1/1", "6.1.1/2", "6.1.1/3", "6.1.1/4", "6.1.1/5")
def test_where_one_is_to_a_fieldwork_decides_how_one_may_hide() -> None:
    inside, on_top = {"units": ["A"]}, {"units": ["B"]}
    assert asked("rs.may_hide", **inside, cover="work").allowed
    assert not asked("rs.may_hide", **inside, cover="terrain").allowed
    assert asked("rs.may_hide", **on_top, cover="terrain").allowed
    assert not asked("rs.may_hide", **on_top, cover="work").allowed
    assert asked("rs.hidden_from", unit="C", enemy="9.11").value is True  # in Us/Them


@pytest.mark.cases("RS", "3.3", "7.2.3")
def test_the_marker_of_hiding_is_what_hides() -> None:
    marked, plain = scene().piece("C"), scene().piece("B")
    assert (marked.hiding, plain.hiding) == ("terrain", "")
    assert asked("rs.hidden_from", unit="B", enemy="10.13").value is False
