"""Missile sites drawn: three states told by shape, their reach, and the same in words."""

from __future__ import annotations

import re

import pytest
from attrs import evolve

from wargame.fire_and_movement import lebanon_1976, lebanon_2006
from wargame.fire_and_movement.sams import removed
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.turn import Game
from widgets import MovementExplorer, fm_view
from widgets.explorers.combat import CombatExplorer
from widgets.svg_sites import FIRED, GONE, READY, SAYS, envelopes_svg, sites_svg, states

AT_ZAHLE = "0908"


@pytest.fixture
def lebanon() -> Situation:
    return load_scenario("lebanon_82/peace_for_galilee").situation


def three_states(situation: Situation) -> Situation:
    """Return a position in which one site has fired, and another is destroyed."""
    hex_of = situation.board.hex
    return evolve(removed(situation, hex_of("0605")), fired=frozenset({hex_of(AT_ZAHLE)}))


def signs(situation: Situation) -> dict[str, str]:
    """Return the drawing of each site without its place and without any colour, by its state."""
    drawn = re.findall(r'<g transform="[^"]*">(.*?</g>)</g>', f"{sites_svg(situation)}</g>")
    found = [state for _, state in sorted(states(situation).items())]
    return dict(zip(found, drawn, strict=True))


def test_the_three_states_differ_without_colour(lebanon: Situation) -> None:
    drawn = signs(three_states(lebanon))
    assert set(drawn) == {READY, FIRED, GONE}
    ready, fired, gone = drawn[READY], drawn[FIRED], drawn[GONE]
    assert "stroke-dasharray" in fired
    assert "stroke-dasharray" not in ready + gone
    assert gone.count("<path") == ready.count("<path") + 1
    assert ready.count('fill="#fff"') < fired.count('fill="#fff"')


def test_a_site_beside_a_counter_stands_at_the_edge_and_is_not_hidden(lebanon: Situation) -> None:
    hex_of = lebanon.board.hex
    alone = evolve(lebanon, sites=frozenset({hex_of("0605")}))
    assert not lebanon.at(hex_of("0605"))
    assert lebanon.at(hex_of(AT_ZAHLE))
    assert 'scale(1.15)"' in sites_svg(alone)
    shown = fm_view.situation_map(lebanon, AT_ZAHLE)
    assert shown.overlay_svg.index("wg-counter") < shown.overlay_svg.index("wg-sites")
    assert 'scale(0.8)"' in shown.overlay_svg


def test_words_and_legend_tell_what_the_signs_tell(lebanon: Situation) -> None:
    shown = fm_view.situation_map(three_states(lebanon), AT_ZAHLE, "0605", reach=1)
    twin = shown.text_twin()
    assert "47th Brigade" in twin
    assert f"missile site, {FIRED}" in twin
    assert f"0605 Rayak: clear, town; missile site, {GONE}" in twin
    for says in SAYS.values():
        assert says in shown.legend_html
        assert says in shown.static_html()
    assert "How far" not in shown.legend_html
    for side in ("River", "Lake", "Bastion"):
        assert f"</svg> {side}</li>" in shown.legend_html


def test_the_reach_is_shown_where_it_is_asked_for(lebanon: Situation) -> None:
    plain = fm_view.situation_map(lebanon)
    asked = fm_view.situation_map(lebanon, envelopes=True)
    assert plain.backdrop_svg == ""
    assert "wg-envelopes" in asked.backdrop_svg
    assert "How far" in asked.legend_html
    assert ">2</text>" in asked.backdrop_svg


def test_only_sites_that_stand_reach_anywhere(lebanon: Situation) -> None:
    one = evolve(lebanon, sites=frozenset({lebanon.board.hex(AT_ZAHLE)}))
    drawn = envelopes_svg(one)
    assert drawn.count("Z") == 19, "itself, six hexes round it, twelve round those"
    assert "</text>" not in drawn
    assert envelopes_svg(evolve(lebanon, sites=frozenset())) == ""


@pytest.mark.parametrize("game", [lebanon_2006.opening(), lebanon_1976.opening()])
def test_years_without_missiles_show_none(game: Game) -> None:
    shown = fm_view.situation_map(game.situation, envelopes=True)
    assert "wg-sites" not in shown.overlay_svg
    assert "issile" not in shown.legend_html + shown.text_twin()


def test_explorers_show_them_too(lebanon: Situation) -> None:
    assert "wg-sites" in MovementExplorer(lebanon).panels.map.overlay_svg
    israelis = evolve(lebanon, active="Israeli")
    assert "wg-sites" in CombatExplorer(israelis).panels.map.overlay_svg
