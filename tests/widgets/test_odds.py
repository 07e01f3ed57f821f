"""OddsView shows exact chances, keeps hidden ones out of the page, and takes bets."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.widgets.shared import HOSTILE, traits_in_typescript, traits_of
from widgets.errors import WidgetError
from widgets.odds import HIDDEN, NOTHING, OddsView, chance_text, long, percent

LEFT = {"name": "left aligned", "chances": {"D1": Fraction(1, 2), "D2": Fraction(1, 2)}}
RIGHT = {"name": "right aligned", "chances": {"D1": "1/3", "Ex": "2/3"}}
MEANINGS = {"D1": "The defender retreats one hex."}


def view(**more: Any) -> OddsView:
    return OddsView([LEFT, RIGHT], meanings=MEANINGS, order=["Ex", "D2"], **more)


def from_browser(widget: OddsView, bet: Any) -> None:
    """Do what the comm does when a message comes."""
    widget.set_state({"bet": bet})


def test_chances_travel_as_exact_text() -> None:
    state = json.loads(json.dumps(view().get_state("series")))["series"]
    assert state[0]["chances"] == {"D1": "1/2", "D2": "1/2"}
    assert state[1]["chances"] == {"D1": "1/3", "Ex": "2/3"}


def test_codes_left_out_of_the_order_follow_it() -> None:
    assert view().order == ["Ex", "D2", "D1"]


def test_the_text_is_an_aligned_table() -> None:
    assert repr(view(lit="D2", label="Attack on 0913")) == (
        "Attack on 0913\n"
        "Result  left aligned           right aligned\n"
        "Ex      0 · 0 %                2/3 · 66.7 %\n"
        "D2      1/2 · 50.0 % ◄ thrown  0 · 0 %\n"
        "D1      1/2 · 50.0 %           1/3 · 33.3 %   The defender retreats one hex."
    )


def test_fractions_too_long_to_read_are_left_out_where_asked() -> None:
    widget = view(rounded=True)
    assert "1/2" not in widget.text_twin() + widget.static_html()
    assert "50.0 %" in widget.text_twin()
    widget.show([LEFT], rounded=False)
    assert "1/2 · 50.0 %" in widget.text_twin()
    assert long([Fraction(1, 3), Fraction(16055, 93312)])
    assert not long([Fraction(23, 36)])


def test_a_series_may_have_a_result_of_its_own() -> None:
    lines = repr(OddsView([LEFT, RIGHT | {"lit": "Ex"}], lit="D2")).splitlines()
    assert [line.count("◄") for line in lines] == [0, 0, 0, 1, 1]


def test_the_table_has_headers() -> None:
    html = view(label="Attack").static_html()
    assert "<caption>Attack</caption>" in html
    assert html.count("scope='col'") == 4
    assert html.count("scope='row'") == 3
    assert "2/3 · 66.7 %" in html


def test_hidden_odds_are_not_in_the_page_at_all() -> None:
    hidden = view(hidden=True, lit="D2")
    for text in (json.dumps(hidden.get_state("series")), repr(hidden), hidden.static_html()):
        assert "/" not in text.replace("</pre>", "")
        assert "50" not in text
    assert HIDDEN in repr(hidden)
    assert "Ex, D2, D1" in repr(hidden)


def test_revealing_sends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    hidden = view(hidden=True)

    def send(key: str) -> None:
        sent.append(key)

    monkeypatch.setattr(hidden, "send_state", send)
    hidden.hidden = False
    assert "series" in sent
    assert hidden.get_state("series")["series"][0]["chances"]["D1"] == "1/2"


def test_odds_shown_hidden_never_reach_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    odds, sent = view(), []
    monkeypatch.setattr(odds, "_send", lambda message, **_: sent.append(message))
    odds.show([{"name": "", "chances": {"A3": "1/7", "D2": "6/7"}}], hidden=True, betting=True)
    assert odds.betting
    assert "A3" in json.dumps(sent)
    assert "/7" not in json.dumps(sent)
    odds.hidden = False
    assert "/7" in json.dumps(sent)


def test_other_odds_keep_the_bet_and_the_meanings() -> None:
    odds = view(betting=True)
    odds.place_bet("D2")
    odds.show([RIGHT], lit="Ex", label="Again")
    assert odds.bet == {"code": "D2", "count": 1}
    assert odds.meanings == MEANINGS
    assert (odds.lit, odds.label, odds.order) == ("Ex", "Again", ["D1", "Ex"])


def test_a_bad_show_changes_nothing() -> None:
    odds = view()
    before = odds.get_state()
    with pytest.raises(WidgetError):
        odds.show([RIGHT], lit=3)  # type: ignore[arg-type] - that is the test
    assert odds.get_state() == before


def test_a_bet_is_the_same_from_python_and_from_the_browser() -> None:
    odds, told = view(betting=True, hidden=True), []
    odds.on_bet(told.append)
    odds.place_bet("D2")
    from_browser(odds, {"code": "Ex", "count": 2})
    assert odds.bet == {"code": "Ex", "count": 2}
    assert told == ["D2", "Ex"]
    odds.clear_bet()
    assert odds.bet == {"code": "", "count": 0}
    assert told == ["D2", "Ex"]
    (reply,) = odds.replies
    assert (reply.question, reply.said, reply.tries) == ("OddsView: Odds", "Ex", 2)


def test_a_bet_is_kept_with_its_reason_and_its_chance() -> None:
    odds = view(betting=True, id="gaza-1")
    odds.place_bet("D2", "It is the likeliest.")
    odds.reveal()
    (reply,) = odds.replies
    assert (reply.kind, reply.question, reply.right) == ("bet", "gaza-1", None)
    assert (reply.reason, reply.facts) == ("It is the likeliest.", {"chance": "1/2"})
    odds.set_state({"reason": "Half of all."})
    assert odds.replies[0].reason == "Half of all."
    odds.clear_bet()
    assert (odds.reason, odds.replies[0].reason) == ("", "Half of all.")


@pytest.mark.parametrize(
    "bet",
    [
        {"code": "A9", "count": 5},
        {"code": ["D2"], "count": 5},
        {"code": "D2", "count": "many"},
        {"code": "D2", "count": True},
        {"code": "D2", "count": -1},
        {},
        {"code": HOSTILE},
    ],
)
def test_a_bad_bet_from_the_browser_is_answered_with_a_sentence(bet: Any) -> None:
    odds, told = view(betting=True, bets=["D1", "D2"]), []
    odds.place_bet("D1")
    odds.on_bet(told.append)
    from_browser(odds, bet)
    assert odds.bet == {"code": "D1", "count": 1}
    assert told == []
    assert odds.error.startswith("OddsView, ")
    from_browser(odds, {"code": "D2", "count": 2})
    assert odds.error == ""


def test_python_and_the_widget_use_the_same_words() -> None:
    odds = view(betting=True)
    with pytest.raises(WidgetError, match="did you mean D2") as caught:
        odds.place_bet("D22")
    assert odds.error == str(caught.value)


def test_a_bet_may_reveal_the_odds_and_is_then_the_last() -> None:
    shown = view(hidden=True, betting=True)
    shown.on_bet(lambda _: shown.reveal())
    shown.place_bet("D2")
    assert "1/2" in repr(shown)
    assert shown.bet["code"] == "D2"
    with pytest.raises(WidgetError, match="no bet is open"):
        shown.place_bet("D1")


def test_no_bet_is_taken_when_none_is_open() -> None:
    with pytest.raises(WidgetError, match="no bet is open"):
        view().place_bet("D2")


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ({"series": "D1"}, "a list of dicts"),
        ({"series": 3}, "a list of dicts"),
        ({"series": [3]}, "series 1: found 3; allowed: a dict"),
        ({"series": [{"name": "x"}]}, "chances: found None"),
        ({"series": [{"name": "x", "odds": {}}]}, "key: found 'odds'"),
        ({"series": [{"chances": {"D1": 0.5}}]}, "chance of D1: found 0.5"),
        ({"series": [{"chances": {"D1": Fraction(3, 2)}}]}, "a chance from 0 to 1"),
        ({"series": [{"chances": {"D1": "1e9999999"}}]}, "text such as '1/3'"),
        ({"series": [{"chances": {1: "1"}}]}, "code: found 1; allowed: text"),
        ({"order": "D1"}, "a list of texts"),
        ({"order": ["D1", "D1"]}, "'D1' twice"),
        ({"meanings": {"D1": 3}}, "allowed: text"),
        ({"hidden": 1}, "True or False"),
        ({"bettable": True}, "keyword 'bettable'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(given_: dict[str, Any], words: str) -> None:
    with pytest.raises(WidgetError) as caught:
        OddsView(**given_)
    assert words in str(caught.value)
    assert str(caught.value).startswith("OddsView")


def test_assigned_series_are_read_too() -> None:
    odds = OddsView()
    assert repr(odds) == f"Odds: {NOTHING}"
    odds.series = [{"name": "", "chances": {"A": Fraction(1)}}]
    assert odds.series[0]["chances"] == {"A": "1"}
    with pytest.raises(WidgetError):
        odds.series = [{"name": "", "chances": {"A": 0.5}}]
    assert odds.series[0]["chances"] == {"A": "1"}


def test_markup_is_shown_as_text() -> None:
    chances = {"name": HOSTILE, "chances": {HOSTILE: Fraction(1)}}
    odds = OddsView([chances], meanings={HOSTILE: HOSTILE}, label=HOSTILE)
    assert "<img" not in odds.static_html()
    odds.hidden = True
    assert "<img" not in odds.static_html()


# The same table stands in the test of the front end.
@pytest.mark.parametrize(
    ("share", "text"),
    [
        ("0", "0 · 0 %"),
        ("1", "1 · 100 %"),
        ("1/3", "1/3 · 33.3 %"),
        ("1/6", "1/6 · 16.7 %"),
        ("1/2", "1/2 · 50.0 %"),
        ("1/2000", "1/2000 · 0.1 %"),
        ("1/2001", "1/2001 · < 0.1 %"),
        ("1999/2000", "1999/2000 · > 99.9 %"),
        ("1/16", "1/16 · 6.3 %"),
    ],
)
def test_a_chance_reads(share: str, text: str) -> None:
    assert chance_text(Fraction(share)) == text


@given(st.fractions(0, 1))
def test_a_percentage_is_within_half_a_tenth(share: Fraction) -> None:
    text = percent(share)
    if text[0] in "<>":
        assert 0 < share < 1
    else:
        shown = Fraction(text.removesuffix(" %")) / 100
        assert abs(shown - share) <= Fraction(1, 2000)
        assert (shown in {0, 1}) == (share in {0, 1})


def test_both_sides_share_the_same_names() -> None:
    assert traits_of(OddsView()) == traits_in_typescript("ODDS")
