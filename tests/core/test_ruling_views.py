"""Text, HTML and JSON are views of the same tree, and none of them can be written into."""

from __future__ import annotations

import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.errors import DataError
from wargame.core.provenance import KINDS, Provenance
from wargame.core.ruling import (
    DEEPEST,
    Case,
    Ruling,
    automatic,
    choice,
    figure,
    finding,
    not_covered,
    refusal,
    skipped,
    total,
)
from wargame.core.ruling_views import to_html, value_text

texts = st.text(max_size=12)
plain_values = st.one_of(
    st.none(), st.booleans(), st.integers(), st.fractions(max_denominator=10**6), texts
)
values = st.recursive(
    plain_values, lambda each: st.lists(each, max_size=3).map(tuple), max_leaves=4
)
words = st.text("ABZ0189./x", min_size=1, max_size=6)
cases = st.lists(st.builds(Case, words, words), max_size=2)
origins = st.none() | st.builds(Provenance, st.sampled_from(KINDS), texts, texts)


@st.composite
def figures(draw: st.DrawFn) -> Ruling:
    maker = draw(st.sampled_from(["figure", "automatic", "not covered"]))
    label, sentence, named = draw(texts), draw(texts), draw(cases)
    if maker == "figure":
        unit = draw(texts)
        return figure(label, draw(values), sentence, *named, unit=unit, provenance=draw(origins))
    if maker == "automatic":
        return automatic(label, draw(values), sentence, *named)
    return not_covered(label, sentence, *named)


@st.composite
def wholes(draw: st.DrawFn, parts: st.SearchStrategy[Ruling]) -> Ruling:
    maker = draw(st.sampled_from(["total", "choice", "finding", "skipped", "refusal"]))
    label, sentence, named = draw(texts), draw(texts), draw(cases)
    inner = draw(st.lists(parts, max_size=3))
    if maker == "total":
        return total(label, inner, sentence, *named, unit=draw(texts))
    if maker == "choice":
        passed = [skipped(each.label, "Worth less.", parts=[each]) for each in inner[1:]]
        return choice(label, inner[:1] + passed, sentence, *named)
    if maker == "finding":
        origin = draw(origins)
        return finding(label, draw(values), sentence, *named, parts=inner, provenance=origin)
    if maker == "skipped":
        return skipped(label, sentence, *named, value=draw(values), parts=inner)
    return refusal(label, sentence, *named, allowed=inner)


rulings = st.recursive(figures(), wholes, max_leaves=8)

SAMPLE = finding(
    "Result",
    "D2",
    "Gaza CRT: die 2, column +1.",
    "GAZA CRT",
    parts=[
        total(
            "Differential",
            [
                figure("Attack", 7, "Two regiments.", "FM8 8.2", unit="strength points"),
                figure("Defence", Fraction(-5, 2), "Half a battalion."),
                skipped("Trench", "The defender is not British.", "GAZA 14.0/2", value=-1),
            ],
            "Attack less defence.",
        ),
        automatic("Kress", 1, "Kress is there.", "GAZA 13.4"),
        not_covered("Weather", "No rule is known."),
        refusal("Charge", "The camels are too far away."),
    ],
    provenance=Provenance("reconstructed", "model"),
)

TEXT = """\
Result: D2 - Gaza CRT: die 2, column +1. [GAZA CRT] (reconstructed)
  + Differential: 4½ - Attack less defence.
    + Attack: +7 strength points - Two regiments. [FM8 8.2]
    + Defence: −2½ - Half a battalion.
    · Trench: −1 - The defender is not British. [GAZA 14.0/2]
  ! Kress: 1 - Kress is there. [GAZA 13.4]
  ? Weather: not covered - No rule is known.
  ✗ Charge: refused - The camels are too far away."""

# ------------------------------------------------------------------------------ text


def test_the_text_of_a_tree() -> None:
    assert SAMPLE.to_text() == TEXT
    assert str(SAMPLE) == TEXT


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "—"),
        (True, "yes"),
        (0, "0"),
        (3, "+3"),
        (-3, "−3"),
        (Fraction(1, 2), "+½"),
        (Fraction(-7, 4), "−1¾"),
        (Fraction(2, 3), "+2/3"),
        (Fraction(221, 100), "+2.21"),
        (Fraction(-9, 10), "−0.90"),
        (("D2", "Ex"), "D2, Ex"),
        ((), "none"),
    ],
)
def test_values_read_as_a_person_writes_them(value: object, text: str) -> None:
    assert value_text(value, signed=True) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1, "columns", "1 column"),
        (-1, "hexes", "−1 hex"),
        (1, "territories", "1 territory"),
        (2, "steps", "2 steps"),
        ("x", "", "x"),
    ],
)
def test_one_thing_is_counted_in_the_singular(value: int, unit: str, text: str) -> None:
    assert f": {text} - " in figure("Shift", value, "So.", unit=unit).to_text()


# ------------------------------------------------------------------------------ HTML


class Reader(HTMLParser):
    """Reads what a browser would: tags and text."""

    def __init__(self) -> None:
        """Start with nothing read."""
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the tag; no attribute may carry code."""
        assert all(name in {"class", "title", "aria-hidden", "open"} for name, _ in attrs)
        self.tags.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep the words."""
        self.text += data


def read(ruling: Ruling) -> Reader:
    reader = Reader()
    reader.feed(to_html(ruling))
    reader.close()
    assert not reader.open
    return reader


@given(rulings)
def test_html_has_only_its_own_tags_and_one_item_a_ruling(ruling: Ruling) -> None:
    reader = read(ruling)
    own = {"div", "ul", "li", "details", "summary", "span", "b", "cite", "small"}
    assert set(reader.tags) <= own
    assert reader.tags.count("li") == len(list(ruling.walk()))


def test_markup_in_any_field_is_shown_as_text() -> None:
    bad = """<script>alert("1")</script>' onload='x'"""
    tree = finding(
        bad, bad, bad, Case(bad, bad), parts=[figure(bad, (bad,), bad, unit=bad)],
        unit=bad, provenance=Provenance("printed", bad, bad),
    )  # fmt: skip
    reader = read(tree)
    assert "script" not in reader.tags
    assert reader.text.count(bad) >= 8


def test_html_says_what_the_text_says() -> None:
    words = read(SAMPLE).text
    for each in SAMPLE.walk():
        assert each.sentence in words
    assert "not covered" in words
    assert "(reconstructed)" in words


# ------------------------------------------------------------------------------ JSON


@given(rulings)
def test_json_comes_back_unchanged(ruling: Ruling) -> None:
    back = Ruling.from_json(json.loads(json.dumps(ruling.to_json())))
    assert back == ruling
    assert back.to_text() == ruling.to_text()


def changed(**change: object) -> dict[str, object]:
    return {**SAMPLE.to_json(), **change}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "an object with label"),
        ([], "an object with label"),
        ({}, "label: found None; allowed: text"),
        (changed(label=3), "label: found 3; allowed: text"),
        (changed(status="fine"), "a status of applied, skipped"),
        (changed(rule=["sum"]), "a rule of figure, sum"),
        (changed(rule="sum"), "by its parts"),
        (changed(parts=3), "parts or cases that are not lists"),
        (changed(parts=[3]), "an object with label"),
        (changed(cases="GAZA 1"), "parts or cases that are not lists"),
        (changed(cases=["GAZA"]), "a book and a number"),
        (changed(value=1.5), "ruling value: found 1.5"),
        (changed(value={"fraction": "1/0"}), "ruling value"),
        (changed(value={"fraction": "1e999999999"}), "ruling value"),
        (changed(provenance="printed"), "provenance: found 'printed'"),
        (changed(provenance={"kind": []}), "a kind of printed"),
    ],
)
def test_what_is_no_ruling_is_a_sentence(data: object, said: str) -> None:
    with pytest.raises(DataError, match=said):
        Ruling.from_json(data)


def test_bottomless_data_is_refused() -> None:
    tree: dict[str, object] = {"label": "", "sentence": "", "value": None}
    value: list[object] = []
    for _ in range(DEEPEST + 2):
        tree = {**tree, "parts": [tree]}
        value = [value]
    with pytest.raises(DataError, match="deeper than"):
        Ruling.from_json(tree)
    with pytest.raises(DataError, match="ruling value"):
        Ruling.from_json(changed(value=value))
