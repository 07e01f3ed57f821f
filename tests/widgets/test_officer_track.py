"""OfficerPointsTrack: officer points through a game, as a chart, as figures, and for print."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from functools import lru_cache
from random import Random

import pytest
from attrs import evolve

from wargame.core.procedure import Roll
from wargame.core.run import Run
from wargame.rifle_and_spade import kemal
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr
from wargame.rifle_and_spade.state import Situation
from widgets import OfficerPointsTrack
from widgets.errors import WidgetError
from widgets.officer_history import tracks
from widgets.plots import officer_points


@lru_cache(maxsize=1)
def game() -> Run:
    """Return a game that has been played at random for a while."""
    random, run = Random(3), Run(kemal.kemals_counterattack)
    while run.request is not None and len(run.journal) < 700:
        request = run.request
        if isinstance(request, Roll):
            run.answer(random.randint(request.first, request.last))
        else:
            keys = [option.key for option in request.options]
            run.answer("on" if "on" in keys else random.choice(keys))
    return run


def position(points: int, turn: int, maximum: int = 10) -> Situation:
    """Return the beginning with other points for the 57th."""
    start = kemal.opening().situation
    officers = tuple((n, points if n == "57" else p) for n, p in start.officers)
    changed = evolve(start.command("57"), maximum=maximum)
    return evolve(start.with_command(changed), officers=officers, turn=turn)


def test_every_brigiment_has_a_track_from_the_checkpoints() -> None:
    found = tracks(game())
    assert {each.brigiment for each in found} >= {"1A", "2A", "3A", "27", "57", "72", "77"}
    assert [each.side for each in found] == sorted(each.side for each in found)
    last = game().marks[-1].checkpoint.state.situation
    for track in found:
        if track.brigiment in dict(last.officers):
            assert track.samples[-1].points == last.points_of(track.brigiment)
            assert track.samples[-1].half == last.command(track.brigiment).half
        moments = [sample.at for sample in track.samples]
        assert moments == sorted(moments)
        assert all(sample.turn <= sample.at < sample.turn + 1 for sample in track.samples)


def test_positions_in_order_do_as_well() -> None:
    view = OfficerPointsTrack([position(10, 5), position(6, 5), position(4, 6, maximum=8)])
    track = next(each for each in view.tracks if each.brigiment == "57")
    assert [(turn, a.points, b.points) for turn, a, b in track.turns] == [(5, 10, 6), (6, 4, 4)]
    told = view.text_twin()
    assert "57 (Ottoman): 4 officer points of 8, half-maximum 4" in told
    assert "turn 5: 10 to 6 (-4)" in told
    assert "turn 6: 4, at or under the half-maximum" in told


def test_the_chart_is_sound_and_shows_maximum_and_half() -> None:
    view = OfficerPointsTrack(game())
    root = ET.fromstring(view.picture.value)  # noqa: S314 - our own picture
    assert root.get("role") == "img"
    assert "57" in str(root.get("aria-label"))
    paths = root.findall(".//{http://www.w3.org/2000/svg}path")
    dashed = [path for path in paths if path.get("stroke-dasharray") == "6 3"]
    dotted = [path for path in paths if path.get("stroke-dasharray") == "1.5 3"]
    assert len(dashed) == len(dotted) == len(view.tracks)
    assert "half 7" in view.picture.value


def test_one_brigiment_can_be_looked_at() -> None:
    view = OfficerPointsTrack(game())
    view.only.value = "57"
    assert [each.brigiment for each in view.shown] == ["57"]
    view.look_at()
    assert view.shown == view.tracks
    with pytest.raises(WidgetError, match="brigiment"):
        view.look_at("99")


def test_a_side_can_be_hidden_and_nothing_of_it_is_left() -> None:
    view = OfficerPointsTrack(game(), hide="Ottoman")
    assert {each.side for each in view.tracks} == {"Entente"}
    shown = view.text_twin() + view.static_html() + " ".join(view.only.options)
    assert "Regiment" not in shown
    assert "57" not in view.only.options
    assert "The officer points of the Ottoman are hidden." in shown
    view.show(game())
    assert view.hidden == "Ottoman"
    view.show(game(), hide="")
    assert "57" in view.only.options
    with pytest.raises(WidgetError, match="hide"):
        view.show(game(), hide="German")


def test_the_figure_for_print_says_the_same() -> None:
    pytest.importorskip("matplotlib")
    view = OfficerPointsTrack(game(), hide="Entente")
    figure = view.figure()
    assert "57 (Ottoman)" in repr(figure)
    assert "1A" not in repr(figure)
    assert len(figure.axes) == len(view.tracks)
    assert figure.png().startswith(b"\x89PNG")
    assert officer_points(game(), paper="a4").get_size_inches()[0] < 7
    with pytest.raises(WidgetError, match="paper"):
        view.figure(paper="a5")


def test_what_is_no_history_is_refused() -> None:
    for wrong in (3, "57", [3], Run(clearing_sedd_el_bahr)):
        with pytest.raises(WidgetError, match="history"):
            OfficerPointsTrack(wrong)
    with pytest.raises(WidgetError, match="keyword"):
        OfficerPointsTrack(game(), turns=3)
