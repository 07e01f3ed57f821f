"""The Support Fire Marker Phase: pools, turn tracks, nothing carried over (4.1, 7.1, 7.2)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from tests.fire_and_movement.firing import ARABS, ISRAELIS, armed, lebanon
from tests.fire_and_movement.positions import BLUE, RED, SYSTEMS, played, position
from wargame.core.drivers import odds
from wargame.core.errors import DataError, RequestError
from wargame.core.provenance import Provenance
from wargame.fire_and_movement import allotment
from wargame.fire_and_movement.allotment import Track, begin_turn, due, pool_of, track_named
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.state import Situation, Waiting
from wargame.fire_and_movement.turn import Game, play_on

OURS = Provenance("derived", "a test")
REDS = ("r1 Red +1", "r2 Red +1", "r3 Red +2", "r4 Red +4", "r5 Red +6")
BLUES = ("b1 Blue +3", "b2 Blue +5")


def track(*boxes: str) -> Track:
    return Track("ours", "Ours", boxes, OURS)


def place(ruleset: str = "system_v8") -> Situation:
    small = position("r Red 4-4-4 0203", "b Blue 1-2-4 0303", ruleset=ruleset)
    return armed(small, *REDS, *BLUES)


def begun(situation: Situation, *boxes: str, first: str = "") -> Situation:
    result, _ = played(partial(begin_turn, situation, track(*boxes), first))
    after = result.outcome
    assert isinstance(after, Situation)
    return after


@pytest.mark.cases("FM8", "4.1/1", "7.1/1", "7.1/2", "7.1/3")
def test_each_side_takes_its_lowest_markers_up_to_its_number() -> None:
    after = begun(place(), "3/1")
    assert after.ready == {"r1", "r2", "r3", "b1"}
    assert begun(place(), "1").ready == {"r1", "b1"}
    assert begun(place(), "3/1", first=BLUE).ready == {"r1", "b1", "b2"}


@pytest.mark.cases("FM7", "4.1/1", "7.1/2")
def test_in_version_7_each_set_of_that_number_is_as_likely() -> None:
    found = odds(partial(begin_turn, place("system_v7"), track("2/0")))
    shares = found.distribution(
        lambda end: tuple(sorted(each.value for each in end.markers(RED, pool=True)))
    )
    assert shares[1, 1] == Fraction(1, 10)
    assert shares[4, 6] == Fraction(1, 10)
    assert shares[1, 6] == Fraction(2, 10)
    assert sum(shares.values()) == 1


@pytest.mark.cases("FM8", "7.2/3", "7.2/4", "7.2/5", "7.2/7", "8.1/6")
@pytest.mark.cases("FM7", "7.2/3", "7.2/4", "7.2/6", "8.1/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_what_was_used_comes_back_and_what_was_not_is_not_kept(ruleset: str) -> None:
    full = begun(place(ruleset), "9")
    assert full.ready == {"r1", "r2", "r3", "r4", "r5", "b1", "b2"}
    used = full.spend({"r5", "b1"})
    assert begun(used, "9").ready == full.ready
    # two unused ones and an allotment of one make one, not three
    lean = begun(used, "0/1")
    assert len(lean.ready) == 1
    assert lean.markers(RED, pool=True) == ()


@pytest.mark.cases("FM8", "7.0")
@pytest.mark.cases("FM7", "7.0", "7.0/1")
def test_a_pool_holds_neither_what_is_gone_nor_what_has_not_come() -> None:
    situation = evolve(place(), gone=frozenset({"r1"}), waiting=(Waiting("r2", "reinforcements"),))
    assert [each.id for each in pool_of(situation, RED)] == ["r3", "r4", "r5"]
    assert begun(situation, "1/0").ready == {"r3"}
    assert not {piece.unit for piece in situation.pieces} & set(situation.roster.markers)


def test_open_markers_serve_in_every_turn_and_are_not_counted() -> None:
    small = position("r Red 4-4-4 0203", "b Blue 1-2-4 0303")
    situation = armed(small, "ship Red +6 naval open", *REDS).spend({"ship"})
    assert begun(situation, "1/0").ready == {"ship", "r1"}


def test_the_last_box_holds_for_every_later_turn() -> None:
    ours = track("3/1", "5")
    assert [ours.box(turn) for turn in (1, 2, 3, 30)] == ["3/1", "5", "5", "5"]
    with pytest.raises(RequestError, match="1 or more"):
        ours.box(0)


@pytest.mark.cases("FM8", "7.2/2")
@pytest.mark.cases("FM7", "7.2/2")
@pytest.mark.cases("LEB82", "22.0")
def test_in_2006_israel_draws_seven_of_twelve_for_five_turns_and_then_all() -> None:
    rules, ours = ruleset_named("lebanon_82"), track_named("lebanon_82/2006")
    found = [due(rules, ours, turn, 12, first_player=True) for turn in (1, 5, 6, 30)]
    assert [each.value for each in found] == [7, 7, 12, 12]
    assert all("LEB82 22.0" in map(str, each.cases) for each in found)
    assert "at random" in found[0].sentence
    assert found[0].reconstructed


@pytest.mark.cases("LEB82", "26.0")
def test_in_1976_syria_has_its_one_marker_each_turn() -> None:
    rules, ours = ruleset_named("lebanon_82"), track_named("lebanon_82/1976")
    assert [due(rules, ours, turn, 1, first_player=True).value for turn in (1, 9)] == [1, 1]
    assert due(rules, ours, 1, 4, first_player=False).value == 4


@pytest.mark.cases("FM7", "7.2/9")
@pytest.mark.cases("LEB82", "13.1/1")
def test_a_marker_shot_down_never_comes_back() -> None:
    markers = [f"i{n} Israeli +{n} air" for n in range(1, 5)]
    situation = evolve(lebanon(*markers, "a1 Arab +2"), gone=frozenset({"i4"}))
    result, _ = played(partial(begin_turn, situation, track_named("lebanon_82/1982")))
    assert result.outcome.ready == {"i1", "i2", "i3", "a1"}
    assert [each.label for each in result.told] == [
        f"Support fire, {side}" for side in (ISRAELIS, ARABS)
    ]


@pytest.mark.cases("FM8", "4.1/1")
@pytest.mark.cases("FM7", "4.1/1")
def test_a_game_begins_each_turn_with_the_allotment() -> None:
    support = partial(begin_turn, track=track("1/0", "2/1"))
    game = Game(place().spend(REDS), Plan("ours", 2, support=support))
    result, _ = played(partial(play_on, game))
    labels = [each for each in result.told if each.label.startswith("Support fire")]
    assert [(each.label[-4:].strip(), each.value) for each in labels] == [
        ("Red", 1), ("Blue", 0), ("Red", 2), ("Blue", 1),
    ]  # fmt: skip


def test_tracks_are_named_and_their_files_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RequestError, match="lebanon_82/1982"):
        track_named("lebanon_82/1983")
    with pytest.raises(RequestError):
        track_named("lebanon_28/1982")
    monkeypatch.setattr(allotment, "scenario_folder", lambda: tmp_path)
    (tmp_path / "ours").mkdir()
    file = tmp_path / "ours" / "allotments.toml"
    origin = '{{ kind = "derived", source = "ours" }}'
    one = f'[[track]]\nid = "a"\ntitle = "A"\nboxes = [{{}}]\nprovenance = {origin}\n'
    for text, wrong in (
        (one.format(""), "none"),
        (one.format('"8/9"') * 2, "twice"),
        (one.format('"eight"'), "eight"),
    ):
        file.write_text(text, encoding="utf-8")
        allotment._tracks.cache_clear()
        with pytest.raises(DataError, match=wrong):
            track_named("ours/a")
    allotment._tracks.cache_clear()
