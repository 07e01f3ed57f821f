"""The LOS explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from ipywidgets import Widget

from tests.widgets.shared import HOSTILE, traits_of
from wargame.core.board_text import board_from_text
from wargame.core.errors import RequestError
from wargame.core.grid import Hexside
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.sight import VERDICTS, Look, sight, verdict
from widgets import HexMap, LosExplorer
from widgets.errors import WidgetError
from widgets.explorers.los import demonstration

LINES = [
    ("Observation range", "11.20", "24.11", "day", "Blocked"),
    ("Range 0 or 1", "13.19", "14.19", "day", "Open"),
    ("Ravine", "11.20", "24.15", "day", "Blocked"),
    ("Higher than both ends", "16.17", "19.17", "day", "Blocked"),
    ("Blocking at the same level", "16.20", "21.17", "day", "Blocked"),
    ("Down-slope terrain", "13.19", "15.18", "day", "Blocked"),
    ("Down-slope terrain", "13.20", "16.13", "day", "Partial"),
    ("Ridge between", "13.19", "20.17", "day", "Partial"),
    ("Otherwise", "11.20", "16.20", "day", "Open"),
    ("Observation range", "11.20", "17.20", "twilight", "Blocked"),
    ("Observation range", "11.20", "12.20", "night", "Blocked"),
]


@pytest.fixture
def explorer() -> LosExplorer:
    return LosExplorer()


def hand(explorer: LosExplorer, control: str, value: Any) -> None:
    """Move a control as a reader's hand would."""
    getattr(explorer.panels, control).value = value


@pytest.mark.parametrize(("case", "spotter", "target", "light", "said"), LINES)
def test_every_case_occurs_on_the_demonstration_ground(
    case: str, spotter: str, target: str, light: str, said: str
) -> None:
    explorer = LosExplorer(spotter=spotter, target=target, light=light)
    deciding = next(part for part in explorer.ruling.parts if part.counts)
    assert (deciding.label, explorer.verdict) == (case, said)
    assert explorer.panels.ruling.ruling == explorer.ruling
    assert len(explorer.ruling.parts) == 9
    assert said in explorer.panels.map.message
    assert f">{said}</text>" in explorer.panels.map.overlay_svg
    assert f": {said}</h4>" in explorer.panels.ruling.beside_html


def test_python_and_hand_do_the_same(explorer: LosExplorer) -> None:
    by_hand = LosExplorer()
    hand(by_hand, "end", "Spotter")
    by_hand.panels.map.choose("16.20")
    hand(by_hand, "end", "Target")
    by_hand.panels.map.choose("21.17")
    explorer.look_from("16.20")
    explorer.look_at("21.17")
    assert repr(explorer) == repr(by_hand)
    hand(by_hand, "spotter", " 13.19 ")
    hand(by_hand, "target", "15.18")
    hand(by_hand, "light", "twilight")
    hand(by_hand, "view", True)
    explorer.look_from("13.19")
    explorer.look_at("15.18")
    explorer.set_light("twilight")
    explorer.show_view(True)
    assert repr(explorer) == repr(by_hand)
    assert explorer.static_html() == by_hand.static_html()


def test_the_form_follows_python(explorer: LosExplorer) -> None:
    explorer.look_from("16.17")
    explorer.look_at("18.17")
    explorer.set_light("twilight")
    explorer.show_view(True)
    panels = explorer.panels
    shown = panels.spotter.value, panels.target.value, panels.light.value, panels.view.value
    assert shown == ("16.17", "18.17", "twilight", True)
    assert panels.map.marks == {"18.17": "target", "16.17": "chosen"}


def test_the_field_of_view_is_what_single_lines_say(explorer: LosExplorer) -> None:
    board = explorer.field.board
    for label, said in explorer.seen.items():
        assert said == verdict(evolve(explorer.look, target=board.hex(label)))
    assert set(explorer.seen.values()) == set(VERDICTS)


def test_the_field_of_view_comes_and_goes(explorer: LosExplorer) -> None:
    assert "wg-view" not in explorer.panels.map.backdrop_svg
    explorer.show_view()
    backdrop = explorer.panels.map.backdrop_svg
    assert all(f"url(#sight-{each})" in backdrop for each in VERDICTS)
    explorer.look_at("21.16")
    assert explorer.panels.map.backdrop_svg == backdrop
    explorer.look_at("20.17")
    assert "Field of view from 13.19: " in repr(explorer)
    assert explorer.panels.map.notes["11.20"] == "seen: Open"
    explorer.show_view(False)
    assert "wg-view" not in explorer.panels.map.backdrop_svg
    assert "Field of view" not in repr(explorer)


def test_a_ridge_may_have_been_crossed(explorer: LosExplorer) -> None:
    assert explorer.panels.crosses.disabled
    explorer.look_from("16.17")
    explorer.look_at("18.17")
    assert not explorer.panels.crosses.disabled
    assert [label for label, _ in explorer.panels.ridge.options] == ["17.17", "17.16"]
    hand(explorer, "crosses", True)
    board = explorer.field.board
    crossed = explorer.look.crossing
    assert crossed == Hexside.between(board.hex("17.17"), board.hex("18.17"))
    assert explorer.verdict == "Partial"
    assert "just over the ridge from 17.17" in repr(explorer)
    hand(explorer, "ridge", "17.16")
    assert "just over the ridge from 17.16" in repr(explorer)
    hand(explorer, "crosses", False)
    assert explorer.look.crossing is None
    explorer.cross_from("17.16")
    assert explorer.panels.crosses.value is True
    explorer.look_at("19.17")
    assert explorer.look.crossing is None
    assert explorer.panels.crosses.value is False


def test_a_ridge_chosen_before_the_box_is_ticked_changes_nothing(explorer: LosExplorer) -> None:
    explorer.look_at("18.17")
    hand(explorer, "ridge", "17.16")
    assert explorer.look.crossing is None


@pytest.mark.parametrize(
    "act",
    [
        lambda e: e.look_from("99.99"),
        lambda e: e.look_at("1310"),
        lambda e: e.look_at(""),
        lambda e: e.look_at(7),
        lambda e: e.set_light("dusk"),
        lambda e: e.cross_from("11.20"),
        lambda e: e.cross_from(7),
    ],
)
def test_a_mistake_is_a_sentence_here_and_there_and_changes_nothing(
    explorer: LosExplorer, act: Callable[[LosExplorer], None]
) -> None:
    look = explorer.look
    with pytest.raises(RequestError) as caught:
        act(explorer)
    assert explorer.panels.map.error == str(caught.value)
    assert "allowed" in str(caught.value)
    assert explorer.look == look


def test_a_wrong_number_in_the_form_is_told_and_put_back(explorer: LosExplorer) -> None:
    hand(explorer, "target", "77.77")
    assert "77.77" in explorer.panels.map.error
    assert explorer.panels.target.value == "20.17"
    hand(explorer, "target", "21.16")
    assert explorer.panels.map.error == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"spoter": "13.19"}, "spotter"),
        ({"ground": 7}, "a Board, or a Field"),
        ({"ground": evolve(demonstration(), cells={})}, "a board with a hex"),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(WidgetError, match=words):
        LosExplorer(**arguments)


def test_ground_that_the_rules_do_not_know_is_named() -> None:
    with pytest.raises(RequestError, match="swamp"):
        LosExplorer(board_from_text("column-row 29.46\ns swamp\n\nss\n"))


def test_it_takes_a_board_or_a_field() -> None:
    board = board_from_text("column-row 29.46\ng grassland\n\ngg\ngg\n")
    by_board = LosExplorer(board)
    by_field = LosExplorer(Field(board, GALLIPOLI_1915))
    assert repr(by_board) == repr(by_field)
    assert by_board.look.spotter == board.hex("29.46")
    assert by_board.look.target == board.hex("30.45")


def test_a_line_off_the_map_is_not_covered() -> None:
    explorer = LosExplorer(board_from_text("column-row 29.46\ng grassland\n\ng\n \ng\n"))
    assert explorer.verdict is None
    assert "not covered" in repr(explorer)
    assert "Not covered" in explorer.static_html()
    explorer.show_view()
    assert explorer.seen == {"29.46": "Open"}


def test_a_large_board_begins_where_the_line_lies() -> None:
    rows = "\n".join(["g" * 40] * 40)
    board = board_from_text(f"column-row 10.60\ng grassland\n\n{rows}\n")
    explorer = LosExplorer(board, spotter="30.40", target="34.40")
    assert explorer.panels.map.close_up
    assert not LosExplorer().panels.map.close_up


def test_the_heights_belong_to_the_board_and_the_line_does_not(explorer: LosExplorer) -> None:
    before = explorer.panels.map.board_svg
    assert "wg-heights" in before
    explorer.look_at("21.16")
    assert explorer.panels.map.board_svg == before
    assert "wg-heights" not in explorer.panels.map.overlay_svg
    assert traits_of(explorer.panels.map) == traits_of(HexMap(demonstration()))


def test_the_static_page_is_the_same_each_time_and_needs_no_script(explorer: LosExplorer) -> None:
    page = explorer.static_html()
    assert page == LosExplorer().static_html()
    assert "<script" not in page
    assert page.count("<img") == 3
    assert "Heights along the line: 13.19" in page
    bundle = explorer._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"] == page
    assert data["text/plain"] == repr(explorer)


def test_names_cannot_become_markup() -> None:
    board = demonstration()
    cells = {at: evolve(cell, name=HOSTILE) for at, cell in board.cells.items()}
    looks = {kind: evolve(look, name=HOSTILE) for kind, look in board.terrain.items()}
    explorer = LosExplorer(evolve(board, title=HOSTILE, cells=cells, terrain=looks))
    explorer.show_view()
    assert HOSTILE not in explorer.static_html()
    assert HOSTILE not in explorer.panels.map.board_svg + explorer.panels.map.overlay_svg


def test_what_it_shows_is_what_the_engine_says(explorer: LosExplorer) -> None:
    look = explorer.look
    assert explorer.ruling == sight(Look(look.field, look.spotter, look.target, look.ranges))
    assert explorer.ruling.value == explorer.verdict


# ---- ends dragged, searchlights, hexsides run along ----------------------------------------------


def drag(explorer: LosExplorer, end: str, label: str, count: int, *, held: bool = True) -> None:
    """Do what the comm does when a browser tells of a move."""
    move = {"key": end, "label": label, "held": held, "count": count}
    explorer.panels.map.set_state({"handle_move": move})


def test_a_dragged_end_changes_everything_that_a_form_does(explorer: LosExplorer) -> None:
    drag(explorer, "spotter", "16.20", 1)
    drag(explorer, "target", "21.17", 2)
    by_form = LosExplorer(spotter="16.20", target="21.17")
    assert repr(explorer) == repr(by_form)
    assert explorer.static_html() == by_form.static_html()
    places = [each["label"] for each in explorer.panels.map.handles]
    assert (places, explorer.panels.map.handled) == (["16.20", "21.17"], 2)
    assert "Spotter, can be moved" in explorer.panels.map.text_twin()


def test_the_map_is_told_once_and_last(explorer: LosExplorer) -> None:
    sent: list[set[str]] = []
    keep = explorer.panels.map.send_state

    def note(key: Any = None) -> None:
        sent.append(set(key or ()))
        keep(key)

    explorer.panels.map.send_state = note
    drag(explorer, "target", "21.16", 1)
    told = [each for each in sent if each - {"handle_move"}]
    assert len(told) == 1
    assert {"handles", "handled", "overlay_svg", "message", "notes"} <= told[0]


def test_a_dragged_move_is_answered_in_two_messages(explorer: LosExplorer) -> None:
    panels = explorer.panels
    sent: list[tuple[str, set[str]]] = []
    for name, widget in vars(panels).items():
        if isinstance(widget, Widget):
            widget.send_state = lambda key=None, name=name: sent.append((name, set(key or ())))
    drag(explorer, "target", "18.17", 1)
    told = [(name, keys) for name, keys in sent if keys - {"handle_move"}]
    assert [name for name, _ in told] == ["ruling", "map"]
    assert told[0][1] == {"tree", "note", "beside_html"}


def test_the_form_follows_when_the_hand_lets_go(explorer: LosExplorer) -> None:
    drag(explorer, "target", "18.17", 1)
    panels = explorer.panels
    assert (panels.target.value, panels.ridge.options, panels.map.in_hand) == ("20.17", (), True)
    drag(explorer, "target", "18.17", 2, held=False)
    assert (panels.target.value, panels.crosses.disabled) == ("18.17", False)
    assert not panels.map.in_hand
    drag(explorer, "spotter", "16.20", 3)
    explorer.look_at("21.17")  # Python has no hand to wait for
    assert (panels.spotter.value, panels.target.value) == ("16.20", "21.17")


def test_an_end_dragged_off_the_map_stays_and_says_why(explorer: LosExplorer) -> None:
    drag(explorer, "target", "99.99", 1)
    assert "99.99" in explorer.panels.map.error
    assert explorer.look.target == explorer.field.board.hex("20.17")
    assert explorer.panels.map.handled == 1


def test_a_searchlight_shows_by_night_what_it_lights() -> None:
    explorer = LosExplorer(spotter="13.17", target="16.17", light="night")
    assert explorer.verdict == "Blocked"
    hand(explorer, "end", "Searchlight")
    explorer.panels.map.choose("16.17")
    assert explorer.verdict != "Blocked"
    assert "lit by a searchlight" in repr(explorer.panels.map) or "Lit by" in repr(explorer)
    assert explorer.panels.lit.value == "16.17"
    assert "wg-lit" in explorer.panels.map.backdrop_svg
    explorer.show_view()
    assert explorer.seen["16.17"] == explorer.verdict
    assert explorer.seen["16.18"] == "Blocked"
    hand(explorer, "lit", "16.18, 17.17")
    assert (explorer.seen["16.17"], explorer.seen["17.17"]) == ("Blocked", "Open")
    explorer.light_up("16.17")
    by_keyword = LosExplorer(spotter="13.17", target="16.17", light="night", lit=["16.17"])
    by_keyword.show_view()
    assert repr(explorer) == repr(by_keyword)
    explorer.set_light("day")
    assert "by day that changes nothing" in repr(explorer)
    explorer.panels.map.choose("16.17")
    assert explorer.look.lit == frozenset()
    assert "wg-lit" not in explorer.panels.map.backdrop_svg


@pytest.mark.parametrize("lit", ["16.17", 7, [7], ["99.99"]])
def test_what_cannot_be_lit_is_a_sentence(lit: Any) -> None:
    with pytest.raises(RequestError, match="allowed"):
        LosExplorer(lit=lit)


def test_the_heights_that_the_cases_compare_stand_below_them(explorer: LosExplorer) -> None:
    note = explorer.panels.ruling.note
    assert "the spotter's hex is at level 2, the target's at 0" in note
    assert "the highest ridge that counts is 17.17 / 18.18 at 1" in note
    explorer.look_from("16.17")
    explorer.look_at("18.17")
    explorer.cross_from("17.17")
    assert "the target is seen at level 1 on its ridge" in explorer.panels.ruling.note


def test_the_profile_can_be_printed(explorer: LosExplorer) -> None:
    figure = explorer.profile_figure()
    assert "Line of sight 13.19 to 20.17 by day" in repr(figure)
    with pytest.raises(WidgetError, match="a4"):
        explorer.profile_figure("a5")


def test_live_profiles_on_one_page_have_names_of_their_own() -> None:
    pages = [LosExplorer().panels.ruling.beside_html for _ in range(2)]
    ids = [page.partition('pattern id="')[2][:12] for page in pages]
    assert ids[0] != ids[1]
