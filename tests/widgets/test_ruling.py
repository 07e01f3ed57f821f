"""RulingView shows the tree that the engine made, whole, and no other."""

from __future__ import annotations

import json

import pytest

from tests.widgets.shared import HOSTILE, theme, traits_in_typescript, traits_of
from wargame.core.provenance import Provenance
from wargame.core.ruling import Ruling, figure, finding, not_covered, refusal, skipped, total
from widgets.errors import WidgetError
from widgets.ruling import NOTHING, OURS, RulingView, enriched, origin_sentence

GUESS = Provenance("reconstructed", "GAZA 19.2", "From the strength of its sister units")
PRINTED = Provenance("printed", "GAZA CRT")


def attack(*more: Ruling) -> Ruling:
    parts = (
        figure("31st Regiment", 4, "Four points.", "FM8 8.2.1", provenance=GUESS),
        figure("Guns", 2, "Two points.", provenance=PRINTED),
        skipped("Trench", "There is none.", "GAZA 14.0/2", value=-1, unit="columns"),
        *more,
    )
    return total("Strength", parts, "All of it counts.", "FM8 8.2.1", unit="points")


def test_the_tree_is_the_ruling_with_what_is_shown_beside_it() -> None:
    view = RulingView(attack())
    assert view.tree["headline"] == "Strength: 6 points"
    assert view.tree["path"] == ""
    first, guns, trench = view.tree["parts"]
    assert (first["headline"], first["mark"], first["path"]) == (
        "31st Regiment: +4",
        "+",
        "/31st Regiment",
    )
    assert first["cases"][0]["name"] == "FM8 8.2.1"
    assert first["cases"][0]["summary"]
    assert first["provenance"]["sentence"].startswith("Reconstructed: ours")
    assert (first["reconstructed"], guns["reconstructed"]) == (True, False)
    assert (trench["mark"], trench["status"]) == ("·", "skipped")


def test_the_tree_is_plain_json_that_still_holds_the_ruling() -> None:
    """The front end's additions take nothing away but the short form of the cases."""
    tree = json.loads(json.dumps(enriched(attack())))

    def bare(node: dict[str, object]) -> dict[str, object]:
        parts, cases = node["parts"], node["cases"]
        assert isinstance(parts, list)
        assert isinstance(cases, list)
        names = [case["name"] for case in cases]
        return node | {"cases": names, "parts": [bare(part) for part in parts]}

    assert Ruling.from_json(bare(tree)) == attack()


def test_paths_are_labels_that_differ_even_where_labels_do_not() -> None:
    twins = [figure("Gun", n, "A gun.") for n in (1, 2)]
    odd = [figure("Gun#2", 3, "Named so."), figure("a/b", 4, "A slash."), figure("a", 5, "Short.")]
    below = finding("a", 1, "Nested.", parts=[figure("b", 1, "Below.")])
    tree = enriched(total("All", [*twins, *odd, below], "Everything."))
    paths: list[str] = []

    def walk(node: dict[str, object]) -> None:
        paths.append(str(node["path"]))
        parts = node["parts"]
        assert isinstance(parts, list)
        for part in parts:
            walk(part)

    walk(tree)
    assert len(set(paths)) == len(paths)
    assert {"/Gun", "/Gun#2", "/a~1b"} <= set(paths)


def test_a_part_keeps_its_path_when_others_come_before_it() -> None:
    new = finding("Attack", 1, "So.", parts=[figure("New", 1, "New."), attack()])
    old = finding("Attack", 1, "So.", parts=[attack()])
    assert enriched(new)["parts"][1]["path"] == enriched(old)["parts"][0]["path"]


def test_the_note_says_what_rests_on_reconstructed_figures() -> None:
    view = RulingView(attack())
    assert view.note == OURS
    view.show(figure("Guns", 2, "Two points."))
    assert view.note == ""
    view.show(attack(), note="Look at the trench.")
    assert view.note == "Look at the trench."


def test_what_stands_beside_the_tree_goes_with_its_ruling() -> None:
    view = RulingView()
    view.show(attack(), beside_html="<svg></svg>")
    assert view.beside_html == "<svg></svg>"
    assert "<svg>" not in view.static_html()
    view.show(attack())
    assert view.beside_html == ""
    with pytest.raises(WidgetError, match="beside_html"):
        view.show(attack(), beside_html=7)  # type: ignore[arg-type]


def test_another_ruling_may_be_shown_or_assigned_and_none_at_all() -> None:
    view = RulingView()
    assert view.tree == {}
    assert repr(view) == NOTHING
    view.ruling = attack()
    assert view.tree["headline"] == "Strength: 6 points"
    view.show(None)
    assert (view.tree, view.note, view.static_html()) == ({}, "", f"<p>{NOTHING}</p>")


def test_the_twins_say_the_same() -> None:
    ruling = attack(not_covered("Mines", "The engine has no rule for mines."))
    view = RulingView(ruling)
    assert view.text_twin() == f"{ruling.to_text()}\n{OURS}"
    html = view.static_html()
    for each in ruling.walk():
        assert each.sentence in html
    assert OURS in html
    assert html.count("<li>GAZA 14.0/2 - ") == 1
    assert "<script" not in html


def test_a_refusal_says_so() -> None:
    view = RulingView(refusal("Attack on 0913", "No unit stands next to it.", "FM8 8.2.1"))
    assert view.tree["headline"] == "Attack on 0913: refused"
    assert view.tree["mark"] == "✗"


def test_markup_is_shown_as_text() -> None:
    case = f"GAZA {HOSTILE}"
    source = Provenance("reconstructed", HOSTILE, HOSTILE)
    ruling = figure(HOSTILE, HOSTILE, HOSTILE, case, unit=HOSTILE, provenance=source)
    view = RulingView(ruling, note=HOSTILE)
    assert "<img" not in view.static_html()
    assert view.tree["cases"] == [{"name": case, "summary": ""}]


def test_an_origin_is_a_sentence() -> None:
    assert origin_sentence(PRINTED) == "Printed: stands in the rulebook (GAZA CRT)."
    assert origin_sentence(GUESS).endswith("(GAZA 19.2). From the strength of its sister units.")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"ruling": "Attack"}, "found 'Attack'; allowed: a Ruling"),
        ({"open_depth": -1}, "found -1; allowed: a whole number from 0 to 40"),
        ({"open_depth": True}, "found True"),
        ({"note": 3}, "found 3; allowed: text"),
        ({"label": None}, "found None; allowed: text"),
        ({"depth": 3}, "keyword 'depth'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(given: dict[str, object], words: str) -> None:
    with pytest.raises(WidgetError, match="RulingView") as caught:
        RulingView(**given)  # type: ignore[arg-type] - that is the test
    assert words in str(caught.value)


def test_a_refused_ruling_leaves_the_last_one_standing() -> None:
    view = RulingView(attack())
    with pytest.raises(WidgetError):
        view.show(7)  # type: ignore[arg-type] - that is the test
    assert view.ruling == attack()


def test_both_sides_share_the_same_names() -> None:
    assert traits_of(RulingView()) == traits_in_typescript("RULING")


def contrast(one: float, other: float) -> float:
    """Return the contrast of two greys (0 to 1) as WCAG computes it."""

    def luminance(grey: float) -> float:
        return grey / 12.92 if grey <= 0.04045 else ((grey + 0.055) / 1.055) ** 2.4

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("name", "least"), [("dim", 4.5), ("line", 3.0)])
@pytest.mark.parametrize(
    ("ink", "opacity", "back", "raised"),
    [(0.0, 0.87, 1.0, 0xEE / 255), (1.0, 0.87, 0x11 / 255, 0x42 / 255)],
    ids=["light", "dark"],
)
def test_dimmed_text_and_edges_can_still_be_seen(  # noqa: PLR0913 - a theme is these
    name: str, least: float, ink: float, opacity: float, back: float, raised: float
) -> None:
    """JupyterLab's two themes, and both grounds that the widgets draw on."""
    share = theme(name) / 100
    alpha = share * opacity + (1 - share)
    mixed = (share * opacity * ink + (1 - share) * back) / alpha
    for ground in (back, raised):
        seen = alpha * mixed + (1 - alpha) * ground
        assert contrast(seen, ground) >= least
