"""DiceTray asks; who listens to it answers."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from tests.widgets.shared import HOSTILE, traits_in_typescript, traits_of
from wargame.core.errors import Refused
from wargame.core.procedure import Band, Roll, bands_of
from wargame.core.ruling import refusal
from widgets.dice import DiceTray
from widgets.errors import WidgetError
from widgets.five_dice import FiveDice

CRT = bands_of(["D2", "D2", "Ex", "A1", "A1", "A1"])


def tray(**more: Any) -> DiceTray:
    return DiceTray(6, "Combat at 0913", CRT, random=Random(1), **more)


def from_browser(widget: DiceTray, request: Any) -> None:
    """Do what the comm does when a message comes."""
    widget.set_state({"request": request})


def test_landing_says_what_the_face_leads_to() -> None:
    dice = tray()
    dice.land(3)
    assert (dice.face, dice.outcome, dice.landed) == (3, "Ex", 1)
    dice.land(3)
    assert dice.landed == 2
    dice.land(6, "A1, but the defender stands")
    assert dice.outcome == "A1, but the defender stands"
    dice.clear()
    assert (dice.face, dice.outcome) == (-1, "")


def test_a_tray_nobody_listens_to_throws_its_own_dice() -> None:
    faces = {tray().throw() for _ in range(3)}
    assert faces == {Random(1).randint(1, 6)}
    dice = tray()
    assert {dice.throw() for _ in range(100)} == {1, 2, 3, 4, 5, 6}
    assert dice.ask("set", 4) == 4


def test_a_listener_answers_instead() -> None:
    dice, asked = tray(), []
    dice.on_request(lambda kind, face: asked.append((kind, face)))
    assert dice.throw() == -1
    from_browser(dice, {"kind": "set", "face": 5, "count": 1})
    from_browser(dice, {"kind": "set", "face": 5, "count": 2})
    assert asked == [("throw", 0), ("set", 5), ("set", 5)]
    assert dice.face == -1


def test_the_browser_is_heard_once_per_request() -> None:
    dice = tray()
    from_browser(dice, {"kind": "set", "face": 5, "count": 1})
    assert (dice.face, dice.landed) == (5, 1)
    from_browser(dice, {"kind": "set", "face": 5, "count": 1})
    assert dice.landed == 1


@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "set", "face": 7, "count": 9},
        {"kind": "set", "face": "7", "count": 9},
        {"kind": "set", "face": 0, "count": 9},
        {"kind": "cheat", "face": 6, "count": 9},
        {"kind": ["set"], "face": 6, "count": 9},
        {"kind": "throw", "face": 0, "count": 1.5},
        {"face": HOSTILE},
        {},
    ],
)
def test_a_bad_request_from_the_browser_is_answered_with_a_sentence(request_: Any) -> None:
    dice, asked = tray(), []
    dice.on_request(lambda kind, face: asked.append((kind, face)))
    from_browser(dice, request_)
    assert asked == []
    assert dice.request["count"] == 0
    assert dice.error.startswith("DiceTray, ")
    from_browser(dice, {"kind": "throw", "face": 0, "count": 1})
    assert asked == [("throw", 0)]
    assert dice.error == ""


def test_what_the_listener_refuses_is_shown_in_its_words() -> None:
    why = "The defender still has a choice to make."

    def refuse(_kind: str, _face: int) -> None:
        raise Refused(refusal("Throw", why))

    dice = tray()
    dice.on_request(refuse)
    from_browser(dice, {"kind": "throw", "face": 0, "count": 1})
    assert dice.error == why
    with pytest.raises(Refused, match=why):
        dice.throw()


def test_python_and_the_widget_use_the_same_words() -> None:
    dice = tray()
    for act in (lambda: dice.land(7), lambda: dice.ask("set", 7), lambda: dice.ask("cheat")):
        with pytest.raises(WidgetError) as caught:
            act()
        assert dice.error == str(caught.value)
    assert dice.face == -1


def test_a_closed_tray_takes_no_throw_but_may_be_told_what_landed() -> None:
    dice = tray(enabled=False)
    with pytest.raises(WidgetError, match="closed for now"):
        dice.throw()
    dice.land(2)
    assert dice.outcome == "D2"


def test_a_roll_of_the_engine_is_shown_and_taken_away() -> None:
    dice = tray()
    dice.land(2)
    bands = [Band(1, 35, "miss"), Band(36, 100, "hit")]
    dice.show(Roll("Fire", 100, bands, ("FM8 8.2.1",), drawn=True))
    assert (dice.faces, dice.face, dice.outcome, dice.drawn) == (100, -1, "", True)
    assert dice.outcome_of(36) == "hit"
    assert dice.cases[0]["name"] == "FM8 8.2.1"
    dice.show(Roll("Fire", 100, bands), 36)
    assert (dice.face, dice.outcome, dice.landed) == (36, "hit", 1)
    with pytest.raises(WidgetError, match="from 1 to 100"):
        dice.show(Roll("Fire", 100, bands), 101)
    dice.show(None)
    assert repr(dice) == "Dice tray: No roll is asked for."
    with pytest.raises(WidgetError, match="no roll is asked for"):
        dice.throw()
    with pytest.raises(WidgetError, match="no roll is asked for"):
        dice.land(1)


def test_several_dice_are_added_up() -> None:
    dice = DiceTray(6, count=2, random=Random(2))
    totals = {dice.throw() for _ in range(300)}
    assert totals == set(range(2, 13))
    with pytest.raises(WidgetError, match="from 2 to 12"):
        dice.land(1)


def test_a_die_may_begin_at_0() -> None:
    bands = bands_of(["miss"] * 5 + ["hit"] * 5, first=0)
    dice = DiceTray(10, "Fire", bands, first=0, random=Random(3))
    assert {dice.throw() for _ in range(200)} == set(range(10))
    from_browser(dice, {"kind": "set", "face": 0, "count": 1})
    assert (dice.face, dice.outcome) == (0, "miss")
    assert "Landed: 0, miss" in repr(dice)
    assert "<p>Landed: 0, miss</p>" in dice.static_html()
    assert "(one die, 10 faces, 0 to 9)" in repr(dice)
    with pytest.raises(WidgetError, match="from 0 to 9"):
        dice.land(10)


def test_a_hundred_faces_from_0_are_a_pair() -> None:
    bands = [Band(0, 35, "stands"), Band(36, 75, "falls back"), Band(76, 99, "routs")]
    dice = DiceTray()
    dice.show(Roll("Morale", 100, bands, first=0), 7)
    assert repr(dice) == (
        "Dice tray: Morale (a pair of ten-sided dice, read 00 to 99)\n"
        "  00–35  stands ◄\n"
        "  36–75  falls back\n"
        "  76–99  routs\n"
        "Landed: 07, stands"
    )
    assert "00–35" in dice.static_html()
    dice.show(Roll("Combat", 6, CRT))
    assert (dice.face, dice.first, dice.is_pair) == (-1, 1, False)


def test_the_text_lists_the_bands() -> None:
    dice = tray(hint="Try a 3.")
    dice.land(2)
    assert repr(dice) == (
        "Dice tray: Combat at 0913 (one die, 6 faces)\n"
        "  1–2  D2 ◄\n"
        "    3  Ex\n"
        "  4–6  A1\n"
        "Landed: 2, D2\n"
        "Try a 3."
    )


def test_the_picture_is_a_table() -> None:
    html = tray(cases=["FM8 8.2.1"]).static_html()
    assert "<caption>Combat at 0913 (one die, 6 faces)</caption>" in html
    assert html.count("scope='row'") == 3
    assert "FM8 8.2.1 - " in html


def test_markup_is_shown_as_text() -> None:
    dice = DiceTray(6, HOSTILE, [Band(1, 6, HOSTILE)], hint=HOSTILE)
    dice.land(1)
    assert "<img" not in dice.static_html()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"faces": 0.5}, "faces: found 0.5"),
        ({"faces": 101}, "from 0 to 100"),
        ({"count": 0}, "from 1 to 10"),
        ({"first": 2}, "first: found 2"),
        ({"first": 0, "bands": [Band(1, 6, "x")]}, "from 0 to 5"),
        ({"purpose": 3}, "purpose: found 3"),
        ({"bands": "D2"}, "a list of Band"),
        ({"bands": 3}, "a list of Band"),
        ({"bands": [3]}, "band: found 3"),
        ({"bands": [{"low": 1, "high": 6, "result": "x"}]}, "key of a band: found 'result'"),
        ({"bands": [{"low": 1, "high": "6"}]}, "high of a band: found '6'"),
        ({"bands": [Band(1, 5, "x")]}, "found 1–5; allowed: bands that follow each other from 1"),
        ({"bands": [Band(1, 3, "x"), Band(3, 6, "y")]}, "found 1–3, 3–6"),
        ({"bands": [Band(1, 3, "x")], "faces": 3, "count": 2}, "from 2 to 6"),
        ({"cases": ["FM8 99.99"]}, "catalogue FM8"),
        ({"cases": [3]}, "rule cases"),
        ({"drawn": "yes"}, "True or False"),
        ({"random": 3}, "a random.Random"),
        ({"face_count": 6}, "keyword 'face_count'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(WidgetError) as caught:
        DiceTray(**given)
    assert words in str(caught.value)
    assert str(caught.value).startswith("DiceTray")


def test_no_roll_but_a_roll_is_shown() -> None:
    with pytest.raises(WidgetError, match="a Roll, or None"):
        tray().show("d6")  # type: ignore[arg-type] - that is the test


def test_both_sides_share_the_same_names_and_speak_json() -> None:
    assert traits_of(tray()) == traits_in_typescript("DICE")
    names = traits_of(tray())
    json.dumps({name: value for name, value in tray().get_state().items() if name in names})


# ---- five dice at once ---------------------------------------------------------------------------

FIRE = (4, 3, 6, 8, 0)


def test_five_dice_are_read_as_three_numbers() -> None:
    five = FiveDice("Fire at 31.56", faces=FIRE, outcomes=["2.21", "no more", "stands"])
    assert (five.main, five.fraction, five.morale) == (4, 36, 80)
    assert repr(five) == (
        "Five dice: Fire at 31.56\n"
        "main 4, fraction 36, morale 80\n"
        "  main: 2.21\n  fraction: no more\n  morale: stands"
    )
    assert "<td>red-white</td><td>36</td><td>no more</td>" in five.static_html()
    five.clear()
    assert (five.main, five.fraction, five.morale) == (None, None, None)
    assert "not thrown yet" in repr(five)
    five.land((0, 0, 7, 0, 0))
    assert five.sentence() == "main 0, fraction 07, morale 00"


def test_five_dice_nobody_listens_to_throw_themselves() -> None:
    five = FiveDice(random=Random(1))
    thrown = [five.throw() for _ in range(100)]
    assert {face for faces in thrown for face in faces} == set(range(10))
    assert five.landed == 100
    assert five.ask("set", FIRE) == FIRE


def test_a_listener_answers_for_five_dice() -> None:
    five, asked = FiveDice(), []
    five.on_request(lambda kind, faces: asked.append((kind, faces)))
    assert five.throw() == ()
    five.set_state({"request": {"kind": "set", "faces": list(FIRE), "count": 1}})
    five.set_state({"request": {"kind": "set", "faces": list(FIRE), "count": 1}})
    assert asked == [("throw", ()), ("set", FIRE)]


@pytest.mark.parametrize(
    "request_",
    [
        {"kind": "set", "faces": [1, 2, 3], "count": 9},
        {"kind": "set", "faces": [1, 2, 3, 4, 10], "count": 9},
        {"kind": "set", "faces": "12345", "count": 9},
        {"kind": "cheat", "faces": [], "count": 9},
        {},
    ],
)
def test_a_bad_request_for_five_dice_is_answered_with_a_sentence(request_: Any) -> None:
    five = FiveDice()
    five.set_state({"request": request_})
    assert five.error.startswith("FiveDice, ")
    assert five.faces == []


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"faces": [1]}, "green, red, white, black, gray"),
        ({"faces": [1, 2, 3, 4, "5"]}, "gray die: found '5'"),
        ({"outcomes": "hit"}, "up to three texts"),
        ({"outcomes": ["a"] * 4}, "at most 3"),
        ({"random": 3}, "a random.Random"),
        ({"colour": 6}, "keyword 'colour'"),
    ],
)
def test_what_does_not_fit_five_dice_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(WidgetError, match=words):
        FiveDice(**given)


def test_five_dice_say_what_they_refuse() -> None:
    five = FiveDice(purpose=HOSTILE, hint=HOSTILE, outcomes=[HOSTILE])
    assert "<img" not in five.static_html()
    with pytest.raises(WidgetError) as caught:
        five.land((1, 2))
    assert five.error == str(caught.value)
    five.enabled = False
    with pytest.raises(WidgetError, match="may not be thrown"):
        five.throw()
    assert traits_of(five) == traits_in_typescript("FIVE")
