"""The hiding explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit, work
from tests.widgets.shared import HOSTILE
from wargame.core.errors import Refused, RequestError
from wargame.rifle_and_spade import hiding
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError
from widgets.explorers.hiding import HidingExplorer
from widgets.explorers.hiding_plan import Entry

OPEN = (
    "column-row 29.53\ng grassland\ns scrub\n\n" + "ggggggg\n" * 3 + "ggsgggg\n" + "ggggggg\n" * 3
)
RIDGE = OPEN + "\nside ridge 31.50-31.51 32.50-32.51 30.51-30.52 33.50-33.51\n"
HERE, NORTH, FAR = "31.50", "31.51", "31.53"


def ridge(near: str = "29.53") -> Situation:
    """Return a unit under a ridge with enemies beyond it, behind the unit, and one more *near*."""
    return position(
        RIDGE,
        [
            unit("A", "Ottoman", at=HERE),
            mg("beyond", at="31.52"),
            unit("next", at=near),
            mg("behind", at="31.48"),
            gun("howitzer", at="32.52", angle="high"),
            hq("staff", at=FAR),
        ],
    )


def entries(explorer: HidingExplorer, cover: str) -> dict[str, Entry]:
    """Return what each firer can do to the unit when it hides in a way."""
    return {
        name: each for name, row in explorer.table.items() for each in row if each.cover == cover
    }


@pytest.fixture
def chain() -> HidingExplorer:
    return HidingExplorer()


# ---- from whom one hides


def test_behind_a_ridge_one_hides_from_beyond_it_alone() -> None:
    """RS 7.4.2, 7.5.2: not from next to the ridge, nor from behind; not from high-angle guns."""
    explorer = HidingExplorer(ridge(), unit="A", cover="ridge")
    found = entries(explorer, "ridge")
    assert set(found) == {"beyond", "next", "behind", "howitzer"}  # a headquarters never fires
    assert found["beyond"].says == "immune"
    assert {str(case) for case in found["beyond"].ruling.cases} == {"RS 7.4.2", "RS 7.5.2"}
    assert found["behind"].says == "not hidden"
    assert found["howitzer"].says == "no fire"  # nobody observes for it
    assert found["next"].says == "no fire"  # too far off
    found = entries(HidingExplorer(ridge(NORTH), unit="A", cover="ridge"), "ridge")
    assert found["next"].says == found["behind"].says == "not hidden"
    assert "does not cross the ridge, or it is adjacent" in found["next"].why
    assert found["howitzer"].says == "hidden"
    assert found["beyond"].why.startswith("At range 2")  # over the heads of friends


def test_the_map_is_hatched_where_the_firer_could_not_hurt_it() -> None:
    explorer = HidingExplorer(ridge(), unit="A", cover="ridge", firer="beyond")
    at = explorer.plan.at
    piece = explorer.plan.position.piece("A")
    board = explorer.plan.situation.board
    expected = {
        board.label(cell)
        for cell in board.cells
        if cell != at and hiding.hidden_from(explorer.plan.position, piece, cell)
    }
    assert set(explorer.safe_from) == expected
    assert FAR in expected
    assert NORTH not in expected
    assert "wg-hiding-hatch" in explorer.panels.map.backdrop_svg
    assert "wg-hiding-hatch" not in explorer.panels.map.board_svg
    assert f"{len(expected)} of {len(board.cells) - 1} hexes for beyond" in repr(explorer)
    explorer.seen_by("howitzer")
    assert explorer.safe_from == ()
    explorer.seen_by("beyond")
    explorer.hide("")
    assert explorer.panels.map.backdrop_svg == ""
    assert "nothing is hatched" in repr(explorer)


def test_the_hatch_is_in_the_static_picture_too() -> None:
    explorer = HidingExplorer(ridge(), unit="A", cover="ridge", firer="beyond")
    with_hatch = explorer.panels.map.static_html()
    explorer.hide("")
    assert with_hatch != explorer.panels.map.static_html()


def test_rifle_pits_against_each_firer() -> None:
    """RS-23: immune from level and below; higher infantry and artillery can fire."""
    explorer = HidingExplorer("RS-23")
    said = {name: each.says for name, each in entries(explorer, "work").items()}
    assert said == {"higher": "hidden", "level": "immune", "lower": "immune", "artillery": "hidden"}
    assert entries(explorer, "")["level"].says == "not hidden"
    shown = explorer.panels.table.value
    assert "■ immune (P)" in shown
    assert "▨ hidden, +5" in shown
    assert "RS 7.5.1" in shown
    values = {name: each.value for name, each in entries(explorer, "work").items()}
    assert values == {"higher": 4, "level": None, "lower": None, "artillery": 5}


def test_who_cannot_fire_at_all_is_told_why(chain: HidingExplorer) -> None:
    found = entries(chain, "terrain")["column"]
    assert found.says == "no fire"
    assert found.why == "It is in column."
    assert "– cannot fire" in chain.panels.table.value


def test_ways_that_are_not_open_say_why() -> None:
    situation = position(
        OPEN,
        [
            unit("In", at=HERE, work="P"),
            unit("Open", at=NORTH),
            unit("Marching", at=HERE, order="column"),
            mg("X", "Ottoman", at=FAR),
        ],
        [work("P", "rifle pit", HERE, "Entente")],
    )
    explorer = HidingExplorer(situation, unit="In")
    assert "In is inside a fieldwork, not on top. (RS 6.1.1/4)" in explorer.panels.ways.value
    assert [label for label, _ in explorer.panels.cover.options] == [
        "not hiding",
        "hiding in the fieldwork",
    ]
    with pytest.raises(Refused, match="not on top") as raised:
        explorer.hide("terrain")
    assert explorer.panels.map.error == str(raised.value)
    explorer.look_at("Open")
    assert "open ground" in explorer.panels.ways.value
    explorer.look_at("Marching")
    assert explorer.panels.ways.value.count("✗") == 3
    assert explorer.panels.cover.value == ""
    with pytest.raises(RequestError, match="terrain"):
        explorer.hide("cellar")
    with pytest.raises(Refused):
        HidingExplorer(situation, unit="Open", cover="terrain")


# ---- the chain


def test_the_chain_of_the_example_in_its_order(chain: HidingExplorer) -> None:
    """RS-24: each comes out in turn, nobody fires twice."""
    expected = ("A at 10.12", "X at 10.11", "B at 11.10", "Y at 11.9", "C at 10.9", "Z at 9.9")
    for count in range(1, 7):
        chain.panels.steps.forward.click()
        assert chain.fires == expected[:count]
        assert f"Fire {count}: " in chain.panels.map.message
        svg = chain.panels.map.overlay_svg
        assert svg.count("<circle") >= count
        assert f">{count}</text>" in svg
    chain.panels.steps.forward.click()
    assert "The chain is over after 6 fires." in chain.panels.map.message
    assert chain.panels.steps.forward.disabled
    assert chain.events[0].words == "A comes out of hiding in 10.11 to fire at 10.12."
    with pytest.raises(RequestError, match="no chain that goes on"):
        chain.forward()
    for button, count in (("back", 6), ("back", 5), ("last", 6), ("first", 0)):
        getattr(chain.panels.steps, button).click()
        assert chain.fires == expected[:count]
    chain.panels.steps.back.click()
    assert "no step yet" in chain.panels.map.error


def test_those_in_the_open_fire_first() -> None:
    """RS-24-open."""
    explorer = HidingExplorer("RS-24-open")
    explorer.last()
    assert explorer.fires == ("W at 10.11", "A at 11.10", "Y at 10.11", "B at 10.9")


def test_after_the_chain_the_position_is_the_engines(chain: HidingExplorer) -> None:
    chain.last()
    assert chain.run is not None
    after = chain.run.outcome
    assert chain._moment.situation == after
    assert all(piece.hiding for piece in after.pieces if piece.unit != "column")


def test_answers_of_ones_own(chain: HidingExplorer) -> None:
    chain.forward()
    while chain.run is not None and "hold" not in chain.panels.asked.value:
        buttons = {each.description: each for each in chain.panels.decision.children}
        if "hold fire" in buttons:
            break
        chain.decide("stay")
    with pytest.raises(Refused, match="hold"):
        chain.decide("charge")
    hold = next(e for e in chain.panels.decision.children if e.description == "hold fire")
    hold.click()
    chain.last()
    assert chain.fires == ("A at 10.12",)
    assert any("hold fire" in each.words for each in chain.events)


def test_dice_are_thrown_or_set_by_hand() -> None:
    one, other = HidingExplorer(seed=2), HidingExplorer(seed=2)
    one.throw()
    other.panels.dice.request = {"kind": "throw", "face": 0, "count": 1}
    assert one.run is not None
    assert other.run is not None
    assert one.run.journal == other.run.journal
    third = HidingExplorer()
    third.panels.dice.request = {"kind": "set", "face": 3, "count": 1}
    assert any(": 3, " in each.words for each in third.events)
    with pytest.raises(Refused):
        HidingExplorer().throw(10)
    with pytest.raises(RequestError, match="no decision"):
        HidingExplorer().decide("hold")


def test_another_target_begins_another_chain(chain: HidingExplorer) -> None:
    chain.forward()
    labels = [label for label, _ in chain.panels.target.options]
    assert "10.12" in labels
    assert "11.10" in labels or len(labels) == 1
    other = next((each for each in labels if each != "10.12"), "10.12")
    chain.fire_at(other)
    assert chain.fires == ()
    with pytest.raises(RequestError, match="target"):
        chain.fire_at("9.12")


def test_a_unit_without_a_target_has_no_chain() -> None:
    explorer = HidingExplorer(ridge(), unit="staff")
    assert "nothing at which it can fire" in repr(explorer)
    assert explorer.panels.steps.forward.disabled
    assert explorer.events == ()
    explorer.first()
    with pytest.raises(RequestError, match="no roll"):
        explorer.throw(1)


# ---- by hand


def test_python_and_hand_do_the_same() -> None:
    one, other = HidingExplorer(ridge(), unit="A"), HidingExplorer(ridge(), unit="A")
    other.panels.cover.value = "ridge"
    other.panels.firer.value = "behind"
    one.hide("ridge")
    one.seen_by("behind")
    assert repr(one) == repr(other)
    assert one.static_html() == other.static_html()
    other.panels.unit.value = "beyond"
    one.look_at("beyond")
    assert repr(one) == repr(other)


def test_a_click_looks_at_a_friend_or_through_an_enemy(chain: HidingExplorer) -> None:
    chain.panels.map.choose("9.10")
    assert chain.plan.firer == "Z"
    chain.panels.map.choose("11.9")
    assert chain.plan.unit == "B"
    chain.panels.map.choose("9.12")
    assert "nobody who matters" in chain.panels.map.error
    with pytest.raises(RequestError, match="firer"):
        chain.seen_by("A")


# ---- what it opens on


def alone() -> Situation:
    """Return a position with one side alone."""
    return position(OPEN, [unit("A", at=HERE)])


@pytest.mark.parametrize("given", [3, None, "RS-999", HOSTILE, alone()])
def test_what_is_no_position_is_refused(given: Any) -> None:
    with pytest.raises(WidgetError, match="HidingExplorer, situation"):
        HidingExplorer(given)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(WidgetError, match="unit"):
        HidingExplorer(unti="A")
    for wrong in ({"unit": "Q"}, {"cover": "cellar"}, {"firer": "A"}, {"target": "9.12"}):
        with pytest.raises(RequestError):
            HidingExplorer(**wrong)  # type: ignore[arg-type]


def test_hostile_names_are_only_words() -> None:
    situation = position(OPEN, [unit(HOSTILE, at=HERE), unit("X", "Ottoman", at=FAR)])
    explorer = HidingExplorer(situation, unit=HOSTILE, cover="terrain")
    assert HOSTILE not in explorer.static_html()
    for widget in (explorer.panels.headline, explorer.panels.ways, explorer.panels.table):
        assert HOSTILE not in widget.value


def test_the_text_twin_is_the_same_each_time(chain: HidingExplorer) -> None:
    chain.last()
    again = HidingExplorer()
    again.last()
    assert repr(chain) == repr(again)
    data, _ = chain._repr_mimebundle_()
    assert data["text/plain"] == chain.text_twin()
    assert data["text/html"] == chain.static_html()
    assert "1. A at 10.12" in chain.text_twin()
