"""A Rifle and Spade position as a lesson shows it: counters, markers, works, and words for all."""

from __future__ import annotations

import re
from base64 import b64decode

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import assault, gun, hq, mg, picket, position, unit, work
from wargame.core.errors import RequestError
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.state import Situation
from widgets import rs_view
from widgets.errors import WidgetError
from widgets.svg_counters import Counter, _symbols, counters_svg

HILLS = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\n\n7.5 height=2\n6.6 height=1\n8.5 height=1\n"


@pytest.fixture(scope="module")
def clearing() -> Situation:
    return load_scenario().situation


def busy(**more: object) -> Situation:
    """Return a position with every marker there is."""
    return position(
        HILLS,
        units=[
            unit("R 2/Hants", at="6.6", confused=True, order="column"),
            mg("MG 2/Hants", at="6.6"),
            gun("92 Bty", at="7.6", order="limbered", steps=3, left=2),
            hq("HQ 88", at="7.6"),
            unit("W", at="8.5", wave=2),
            picket("1/1", "Ottoman", at="8.5", work="T"),
            unit("9 3/26", "Ottoman", at="7.5", steps=1, left="3/4", hiding="ridge"),
            unit("10 3/26", "Ottoman", at="7.4", task="engineering"),
        ],
        works=[
            work("T", "fire trench", "8.5", front=["S", "SW"], ends=["SE", "NW"]),
            work("P", "rifle pit", "7.4"),
        ],
        assault=[assault("8.5", waves=2)],
        shared=["6.6"],
        held=more.pop("held", {"7.6": "Entente"}),
        **more,
    )


def test_a_map_has_every_counter_and_begins_where_it_is_told(clearing: Situation) -> None:
    shown = rs_view.situation_map(clearing, "7.2", reach=1, height=300)
    assert len(shown.counters) == len(clearing.pieces)
    assert "Hill 141" in shown.text_twin()
    assert "Hill 138" not in shown.text_twin()
    assert "Hill 138" in rs_view.situation_map(clearing).text_twin()
    assert shown.height == 300


def test_a_map_refuses_what_it_has_not_got(clearing: Situation) -> None:
    with pytest.raises(RequestError, match=r"99\.99"):
        rs_view.situation_map(clearing, "99.99")
    with pytest.raises(WidgetError, match="did you mean height"):
        rs_view.situation_map(clearing, hight=300)


def test_the_first_player_has_a_rectangle(clearing: Situation) -> None:
    assert rs_view.frames(clearing) == {"Entente": "rectangle", "Ottoman": "diamond"}


def test_a_counter_prints_points_and_morale_and_says_everything() -> None:
    situation = busy()
    found = {each.short: each for each in rs_view.counters(situation)}
    assert found["R 2/Hants"].factors.startswith("2-")
    assert found["R 2/Hants"].badges == ("C", "M")
    assert found["92 Bty"].badges == ("L",)
    assert (found["92 Bty"].steps, found["92 Bty"].full) == (2, 3)
    assert found["HQ 88"].factors.startswith("0-")
    assert found["W"].badges == ("T", "W2")
    assert found["1/1"].badges == ()
    assert found["1/1"].factors.startswith("¼-")
    assert found["9 3/26"].badges == ("¾", "H")
    assert found["9 3/26"].factors.startswith("¾-")
    assert found["10 3/26"].badges == ("T", "D")
    for marker in ("Confused", "in Column", "2 of 2 steps", "2 fire points"):
        assert marker in found["R 2/Hants"].says
    assert "0.75 of 1 steps" in found["9 3/26"].says
    assert "hiding behind a ridge" in found["9 3/26"].says
    assert "wave 2 of an assault" in found["W"].says
    assert "in T" in found["1/1"].says


def test_every_letter_on_a_counter_stands_in_the_legend() -> None:
    situation = busy()
    letters = {badge[0] for each in rs_view.counters(situation) for badge in each.badges}
    assert letters - set("¼½¾") <= set(rs_view.BADGES)
    legend = rs_view.situation_map(situation).legend_html
    for letter, says in rs_view.BADGES.items():
        assert f"<b>{letter}</b> {says}" in legend


def test_works_markers_and_holders_are_told_in_words() -> None:
    told = rs_view.situation_map(busy()).text_twin()
    assert "fire trench (T), front SW S, ends SE NW" in told
    assert "under assault by the Entente, waves: 2" in told
    assert "Us/Them" in told
    assert "last held by the Entente" in told


def test_a_changed_position_is_shown_and_works_are_drawn_again_only_when_they_change() -> None:
    situation = busy()
    shown = rs_view.situation_map(situation)
    drawn: list[object] = []
    shown.observe(lambda change: drawn.append(change["name"]), "board_svg")
    moved = situation.replace_pieces(
        evolve(situation.piece("HQ 88"), at=situation.board.hex("6.5"))
    )
    rs_view.show(moved, shown)
    assert "HQ 88" in shown.occupants["6.5"]
    assert drawn == []
    rs_view.show(evolve(moved, works=()), shown)
    assert drawn == ["board_svg"]
    assert "trench" not in shown.text_twin()
    assert "Fire trench" not in shown.legend_html


def test_the_static_picture_shows_what_the_map_shows() -> None:
    html = rs_view.situation_map(busy()).static_html()
    found = re.search(r'base64,([^"]+)"', html)
    assert found is not None
    picture = b64decode(found[1]).decode()
    for part in ("wg-works", "wg-heights", "wg-marker", "92 Bty", "Assault 2"):
        assert part in picture
    assert html.count("<img ") == 1
    assert "Legend and sources" in html
    assert html == rs_view.situation_map(busy()).static_html()


def test_works_lie_under_the_names_of_places(clearing: Situation) -> None:
    drawn = rs_view.situation_map(clearing).board_svg
    assert drawn.index("wg-works") < drawn.index("wg-names")


def test_ground_on_one_level_needs_no_figures(clearing: Situation) -> None:
    assert "wg-heights" not in rs_view.situation_map(clearing).board_svg
    assert "wg-heights" in rs_view.situation_map(busy()).board_svg


def test_every_unit_of_the_scenario_has_a_symbol_of_its_arm_and_size(clearing: Situation) -> None:
    drawn = _symbols()
    everybody = [evolve(clearing.pieces[0], unit=name) for name in clearing.roster.units]
    for counter in rs_view.counters(evolve(clearing, pieces=everybody)):
        size = "" if counter.size == "ship" else counter.size
        for frame in ("rectangle", "diamond"):
            assert f"{frame}/{counter.kind}/{size}" in drawn, counter


def test_guns_on_mules_and_ships_have_signs_of_their_own(clearing: Situation) -> None:
    found = {each.short: each.kind for each in rs_view.counters(busy())}
    assert found["MG 2/Hants"] == "machine-gun team"
    assert found["92 Bty"] == "artillery"
    assert found["HQ 88"] == "headquarters"
    mule = position(HILLS, units=[gun("Mtn", at="6.6", mountain=True)])
    assert [each.kind for each in rs_view.counters(mule)] == ["mountain artillery"]


def test_a_stack_of_small_counters_stays_within_its_hex(clearing: Situation) -> None:
    beach = [c for c in rs_view.counters(clearing) if clearing.board.label(c.at) == "6.2"]
    drawn = counters_svg(clearing.board, beach)
    assert drawn.count("wg-counter") == len(beach) == 6
    scale = re.search(r"scale\((\d\.\d+)\)", drawn)
    assert scale is not None
    across = [float(x) for x in re.findall(r'wg-counter" transform="translate\(([-\d.]+)', drawn)]
    assert float(scale[1]) * (max(across) - min(across) + 37) < 55


def test_a_card_without_badges_is_drawn_as_ever() -> None:
    at = busy().board.hex("6.6")
    plain = Counter(at, "A", "5-6-4", 2, 2, "infantry", "brigade", "rectangle", "A")
    drawn = counters_svg(busy().board, [plain])
    assert "fff6b0" not in drawn
    assert "fff6b0" in counters_svg(busy().board, [evolve(plain, badges=("C",))])
    assert "scale" not in drawn.partition("wg-counter")[0]
