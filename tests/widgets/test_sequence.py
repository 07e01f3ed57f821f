"""SequenceView: the sequence of play, the question and the journal, and what a reader asks for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.widgets.shared import HOSTILE, traits_in_typescript, traits_of
from wargame.core.errors import Refused, RequestError
from wargame.core.run import Run
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr
from wargame.rifle_and_spade.clearing_rules import unused_parts
from wargame.rifle_and_spade.sequence import outline
from widgets.errors import WidgetError
from widgets.sequence import SequenceView


def game(*answers: int | str) -> Run:
    run = Run(clearing_sedd_el_bahr)
    for answer in answers:
        run.answer(answer)
    return run


def view(run: Run | None = None, **more: Any) -> SequenceView:
    shown = SequenceView(outline(unused_parts()))
    shown.show(game() if run is None else run, **more)
    return shown


def from_browser(widget: SequenceView, intent: Any) -> None:
    """Do what the comm does when a message comes."""
    widget.set_state({"intent": intent})


def test_the_front_end_knows_exactly_these_traits() -> None:
    assert traits_in_typescript("SEQUENCE") == traits_of(SequenceView())


def test_the_sequence_is_listed_and_what_is_passed_over_says_why() -> None:
    steps = {each["id"]: each for each in view().steps}
    assert steps["4c.ii"]["title"] == "Commanded Fire Subsegment"
    assert (steps["4"]["level"], steps["4c"]["level"], steps["4c.ii"]["level"]) == (0, 1, 2)
    assert steps["4c.ii"]["used"]
    assert steps["4c.ii"]["who"] == "the active player"
    assert not steps["3"]["used"]
    assert "officer points" in steps["3"]["why"]
    assert "3a" not in steps, "what it is divided into goes with it"


def test_a_choice_is_shown_with_its_options_and_what_is_barred() -> None:
    run = game("end", "5.2")
    shown = view(run, here="4c.iii", where="Turn 12, movement")
    assert (shown.kind, shown.who, shown.here) == ("choice", "Entente", "4c.iii")
    assert "6 points left" in shown.purpose
    assert {"key": "end", "label": "end this movement"} in shown.options
    barred = {each["key"]: each for each in shown.barred}
    assert "where the Worcesters may not go" in barred["6.2"]["why"]
    assert barred["6.2"]["cases"][0]["name"] == "GB 102.1.7"
    told = shown.text_twin()
    assert told.startswith("Turn 12, movement\n")
    assert "[end] end this movement" in told
    assert "not open: 6.2 - 6.2 lies east of Fort Nr. 1" in told
    assert "1. Turn 12, Entente, commanded fire: Entente: commanded fire → end" in told


def test_a_roll_and_the_end_are_told_too() -> None:
    run, dice = Run(clearing_sedd_el_bahr), random.Random(4)
    kinds = set()
    while run.request is not None:
        shown = view(run)
        kinds.add(shown.kind)
        if shown.kind == "roll":
            assert shown.text_twin().splitlines()[0].startswith("Dice: ")
            assert (shown.options, shown.barred) == ([], [])
            run.answer(dice.randint(run.request.first, run.request.last))  # type: ignore[union-attr]
        else:
            run.answer(dice.choice(run.request.options).key)  # type: ignore[union-attr]
    shown = view(run, outcome="The game is over. Draw.")
    assert kinds == {"choice", "roll"}
    assert (shown.kind, shown.outcome) == ("end", "The game is over. Draw.")
    assert "The game is over. Draw." in shown.text_twin()


def test_the_journal_goes_on_with_what_lies_ahead() -> None:
    run = game("end", "5.2", "end")
    line = run.journal
    run.go_to(1)
    shown = view(run, line=line)
    assert (shown.at, len(shown.journal)) == (1, 3)
    assert "and 2 more ahead" in shown.text_twin()
    assert shown.branches == [], "the line itself is no branch of its own"
    run.answer("4.3")
    shown = view(run)
    assert [each["key"] for each in shown.branches] == ["0"]
    assert "from answer 2 on another way" in shown.branches[0]["title"]
    assert shown.branches[0]["title"].endswith("→ 5.2")


def test_only_branches_that_go_another_way_are_listed() -> None:
    run = game("end", "5.2", "end")
    run.go_to(2)
    run.go_to(1)  # keeps the first two answers, which the first branch has too
    run.answer("4.3")
    assert len(run.branches) == 2
    assert len(view(run).branches) == 1


def test_a_line_that_goes_another_way_is_refused() -> None:
    with pytest.raises(WidgetError, match="begins with the journal"):
        view(game("end"), line=game("5.1").journal)
    with pytest.raises(WidgetError, match="a Run"):
        SequenceView().show("game")  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="a Ruling, or None"):
        SequenceView("outline")  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="did you mean hint"):
        SequenceView(hnt="x")


def test_what_a_reader_asks_for_is_handed_on() -> None:
    shown, asked = view(game("end")), []
    shown.on_intent(lambda *what: asked.append(what))
    shown.answer("5.2")
    shown.throw()
    shown.go_to(1)
    shown.ask("previous")
    assert asked == [("answer", "5.2", 0), ("throw", "", 0), ("go", "", 1), ("previous", "", 0)]


@pytest.mark.parametrize(
    ("intent", "said"),
    [
        ({"kind": "jump"}, "answer, throw"),
        ({"kind": "go", "line": 7}, "from 0 to 1"),
        ({"kind": "go", "line": True}, "from 0 to 1"),
        ({"kind": "switch", "line": 0}, "branch"),
        ({"kind": "answer", "key": 3}, "text"),
        ({"kind": ["go"]}, "answer, throw"),
    ],
)
def test_what_cannot_be_asked_is_told(intent: dict[str, Any], said: str) -> None:
    shown = view(game("end"))
    shown.on_intent(lambda *_: pytest.fail("nothing is to be done"))
    from_browser(shown, {"key": "", "line": 0, "count": 1} | intent)
    assert said in shown.error


def test_each_wish_is_heard_once_and_the_error_of_whoever_acts_is_shown() -> None:
    shown, heard = view(), []

    def act(kind: str, key: str, line: int) -> None:
        heard.append((kind, key, line))
        raise RequestError("game", "a wish", "nothing")

    shown.on_intent(act)
    for count in (1, 1, 2, True, "3", 2**60):
        from_browser(shown, {"kind": "answer", "key": "end", "line": 0, "count": count})
    assert heard == [("answer", "end", 0)] * 2
    assert shown.error.startswith("game: found a wish")
    with pytest.raises(RequestError):
        shown.answer("end")


def test_a_view_that_nobody_listens_to_says_so() -> None:
    shown = view()
    with pytest.raises(WidgetError, match="on_intent"):
        shown.answer("end")
    assert "on_intent" in shown.error


def test_a_refusal_is_shown_as_it_is_raised() -> None:
    run = game()
    shown = view(run)
    shown.on_intent(lambda _kind, key, _line: run.answer(key))
    with pytest.raises(Refused) as refused:
        shown.answer("9.9")
    assert shown.error == str(refused.value)


def test_the_static_page_has_no_markup_but_ours() -> None:
    shown = view(where=HOSTILE)
    html = shown.static_html()
    assert "<img" not in html
    assert "<s>3 Command Phase</s>" in html
    assert "end commanded fire" in html
    assert view(here="4c.ii").static_html().count("▶") == 1
    assert "<details>" not in SequenceView().static_html()
