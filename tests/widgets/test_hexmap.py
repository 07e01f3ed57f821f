"""HexMap from Python: what it sends, what it takes, how it refuses."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import widgets
from wargame.core.board import Board
from wargame.core.errors import RequestError
from wargame.core.grid import Hex
from wargame.fire_and_movement.scenario import load_scenario
from widgets import fm_view
from widgets.errors import WidgetError
from widgets.hexmap import Handle, HexMap


@pytest.fixture
def board() -> Board:
    return load_scenario().situation.board


@pytest.fixture
def hexmap(board: Board) -> HexMap:
    return HexMap(board)


def picture_of(hexmap: HexMap) -> str:
    """Return the SVG of the static picture."""
    found = re.search(r"base64,([^\"]+)", hexmap.static_html())
    assert found is not None
    return b64decode(found[1]).decode()


def test_its_traits_are_those_of_the_front_end(hexmap: HexMap) -> None:
    """A name in TypeScript is a name here."""
    source = Path(widgets.__file__).parent / "frontend" / "src" / "lib" / "model.ts"
    interface = re.search(
        r"interface HexMapModel \{(.*?)\n\}", source.read_text("utf-8"), re.DOTALL
    )
    assert interface is not None
    named = set(re.findall(r"^  (\w+)\??:", interface[1], re.MULTILINE))
    sent = {name for name in hexmap.trait_names(sync=True) if not name.startswith("_")}
    own = sent - {"layout", "tabbable", "tooltip", "comm"}
    assert own == named


def test_the_geometry_has_every_hex_once(hexmap: HexMap, board: Board) -> None:
    geometry = hexmap.geometry
    cells = {Hex(q, r) for q, r in zip(geometry["q"], geometry["r"], strict=True)}
    assert cells == set(board.cells)
    assert len(geometry["label"]) == len(geometry["kind"]) == len(geometry["letter"]) == len(cells)
    assert max(geometry["kind"]) < len(hexmap.kinds)


def test_choosing_a_hex_calls_back_each_time(hexmap: HexMap, board: Board) -> None:
    chosen: list[str] = []
    hexmap.on_pick(lambda cell: chosen.append(board.label(cell)))
    hexmap.choose("1310")
    hexmap.choose("1310")
    assert chosen == ["1310", "1310"]


def test_a_front_end_that_sends_nonsense_gets_a_sentence(hexmap: HexMap) -> None:
    hexmap.pick = {"label": "9999", "count": "many"}
    assert "9999" in hexmap.error
    hexmap.choose("1310")
    assert hexmap.pick == {"label": "1310", "count": 1}


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda m: HexMap(m.board, hight=300), "did you mean height"),
        (lambda _: HexMap("a map"), "a Board"),
        (lambda m: m.draw(["terain"]), "terrain"),
        (lambda m: m.mark({next(iter(m.board.cells)): "red"}), "target"),
    ],
)
def test_wrong_words_get_a_sentence(
    hexmap: HexMap, call: Callable[[HexMap], object], words: str
) -> None:
    with pytest.raises(WidgetError, match=words):
        call(hexmap)


def test_choosing_a_hex_off_the_map_is_refused(hexmap: HexMap) -> None:
    with pytest.raises(RequestError, match="0101"):
        hexmap.choose("0101")


def test_layers_can_be_hidden(hexmap: HexMap) -> None:
    assert "Tank" in hexmap.board_svg
    hexmap.draw([layer for layer in hexmap.layers if layer != "names"])
    assert "Tank" not in hexmap.board_svg
    assert ">Redoubt<" not in picture_of(hexmap)
    hexmap.draw()
    assert ">Redoubt<" in picture_of(hexmap)


def test_counters_marks_notes_and_arrows_reach_the_reader(hexmap: HexMap, board: Board) -> None:
    situation = load_scenario().situation
    hexmap.show_counters(fm_view.counters(situation), fm_view.frames(situation))
    redoubt, before = board.hex("1310"), board.hex("1311")
    hexmap.mark({redoubt: "target"})
    hexmap.note({redoubt: "is attacked"})
    without = hexmap.overlay_svg
    hexmap.show_arrows([(before, redoubt)])
    assert len(hexmap.overlay_svg) > len(without)
    assert "48th Regiment" in hexmap.occupants["1310"]
    twin = hexmap.text_twin()
    assert "1310 Tank Redoubt" in twin
    assert "48th Regiment" in twin
    assert "is attacked" in twin
    assert "diamond" in hexmap.legend_html


def test_a_close_up_shows_a_part_and_keeps_the_rest(hexmap: HexMap, board: Board) -> None:
    situation = load_scenario().situation
    hexmap.show_counters(fm_view.counters(situation), fm_view.frames(situation))
    hexmap.mark({board.hex("1310"): "target", board.hex("0914"): "candidate"})
    whole, page = hexmap.text_twin(), hexmap.static_html()
    hexmap.look_at("1310", reach=1)
    assert len(hexmap.static_html()) < len(page) / 3
    assert "48th Regiment" in hexmap.text_twin()
    assert "Gaza (west)" not in hexmap.text_twin()
    assert len(hexmap.geometry["label"]) == len(board.cells)
    hexmap.look_at()
    assert (hexmap.text_twin(), hexmap.static_html()) == (whole, page)
    with pytest.raises(RequestError, match="9999"):
        hexmap.look_at("9999")


def test_its_twins_are_the_same_every_time(board: Board) -> None:
    assert repr(HexMap(board)) == repr(HexMap(board))
    assert HexMap(board).static_html() == HexMap(board).static_html()


def test_a_reader_without_a_kernel_sees_the_map(hexmap: HexMap) -> None:
    data, _ = hexmap._repr_mimebundle_()
    assert data["text/plain"] == repr(hexmap)
    assert "<svg" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data


# ---- ends that can be dragged --------------------------------------------------------------------


@pytest.fixture
def with_ends(hexmap: HexMap, board: Board) -> HexMap:
    ends = [
        Handle("from", board.hex("1310"), "Spotter"),
        Handle("to", board.hex("0914"), "Target"),
    ]
    hexmap.show_handles(ends, link=True)
    return hexmap


def dragged(hexmap: HexMap, key: Any, label: Any, count: Any = 1) -> None:
    """Do what the comm does when a browser tells of a move."""
    move = {"key": key, "label": label, "held": True, "count": count}
    hexmap.set_state({"handle_move": move})


def places(hexmap: HexMap) -> dict[str, str]:
    return {each["key"]: each["label"] for each in hexmap.handles}


def test_a_handle_that_is_dragged_calls_back_and_is_answered(
    with_ends: HexMap, board: Board
) -> None:
    heard: list[tuple[str, str]] = []
    with_ends.on_handle(lambda key, cell: heard.append((key, board.label(cell))))
    dragged(with_ends, "from", "1311", 1)
    dragged(with_ends, "from", "1311", 1)
    dragged(with_ends, "to", "1113", 2)
    with_ends.move_handle("to", "1114")
    assert heard == [("from", "1311"), ("to", "1113"), ("to", "1114")]
    assert places(with_ends) == {"from": "1311", "to": "1114"}
    assert with_ends.handled == 2
    assert "Target, can be moved" in with_ends.text_twin()


def test_a_handle_that_may_not_go_there_is_put_back_and_says_why(with_ends: HexMap) -> None:
    def refuse(_key: str, _cell: Hex) -> None:
        raise RequestError("sight", "a rock", "a field")

    before = places(with_ends)
    with_ends.on_handle(refuse)
    dragged(with_ends, "from", "1311", 7)
    assert "a rock" in with_ends.error
    assert (places(with_ends), with_ends.handled) == (before, 7)
    with pytest.raises(RequestError, match="a rock"):
        with_ends.move_handle("from", "1311")


@pytest.mark.parametrize(
    ("key", "label", "words"),
    [
        ("form", "1310", "did you mean from"),
        (["from"], "1310", "handle"),
        ("from", "9999", "9999"),
        ("from", 1310, "a printed number"),
        (None, None, "handle"),
    ],
)
def test_a_move_that_makes_no_sense_gets_a_sentence_and_an_answer(
    with_ends: HexMap, key: Any, label: Any, words: str
) -> None:
    before = places(with_ends)
    dragged(with_ends, key, label, 3)
    assert words in with_ends.error
    assert (places(with_ends), with_ends.handled) == (before, 3)
    dragged(with_ends, "from", "1311", "many")
    assert (with_ends.error, with_ends.handled) == ("", 3)


def test_handles_are_told_apart(hexmap: HexMap, board: Board) -> None:
    one = Handle("from", board.hex("1310"), "Spotter")
    with pytest.raises(WidgetError, match="'from' twice"):
        hexmap.show_handles([one, one])
    with pytest.raises(WidgetError, match="a Handle"):
        hexmap.show_handles(["from"])  # type: ignore[list-item]
    hexmap.show_handles([one])
    hexmap.show_handles([])
    assert hexmap.handles == []
