"""The order composer without a browser: routes drawn hex by hex, and rally points."""

from __future__ import annotations

import pytest

from tests.rifle_and_spade.orders.order_positions import outposts, under
from wargame.core.errors import Refused, RequestError
from widgets import OrderComposer

LEFT = "L9"


@pytest.fixture
def composer() -> OrderComposer:
    """Return a composer for the 3rd Brigade: 9 Battalion, and L10, on open ground."""
    return OrderComposer(under("defense"), brigiment="3")


def legal(composer: OrderComposer) -> bool:
    """Return whether the order may be written at this moment."""
    return composer.legal


def test_a_route_is_drawn_hex_by_hex(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.line("12.55", "13.54", "14.55")
    composer.pen("route", LEFT)
    label = composer.situation.board.label
    for cell in ("11.50", "11.51", "11.52"):
        composer.click(cell)
    assert composer.panels.form.way.value == "11.50 11.51 11.52"
    way = composer.order.route(LEFT) or ()
    assert [label(cell) for cell in way[:4]] == ["12.50", "11.50", "11.51", "11.52"]
    assert composer.panels.map.marks["11.53"] == "candidate"
    composer.click("11.52")
    assert composer.panels.form.way.value == "11.50 11.51"
    composer.click("11.50")
    assert composer.panels.form.way.value == "11.50"
    assert "(as written)" in composer.handout()


def test_a_route_that_would_cross_is_refused_where_it_would(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.line("12.55", "13.54", "14.55")
    composer.pen("route", LEFT)
    composer.click("12.51")
    composer.click("13.51")
    before = composer.draft
    assert composer.panels.map.marks["14.52"] == "barred"
    with pytest.raises(Refused, match=r"The route of L9 crosses that of R9 at 13\.51"):
        composer.click("14.52")
    composer.panels.map.choose("14.52")
    assert "crosses that of R9" in composer.panels.map.error
    assert composer.draft == before


def cordon() -> OrderComposer:
    """Return a composer for the 27th with pickets of two battalions, without rally points."""
    composer = OrderComposer(outposts(rally_points={}), brigiment="27")
    composer.set_up()
    return composer


def test_rally_points_of_battalions_on_picket_duty() -> None:
    composer = cordon()
    assert not legal(composer)
    assert "2/27 is on picket duty and has no rally point" in repr(composer)
    composer.panels.form.pen.value = ("rally point", "2/27")
    composer.panels.map.choose("12.52")
    composer.panels.form.rally_fields["3/27"].value = "18.52"
    assert legal(composer)
    at = composer.situation.board.hex
    assert composer.order.rally_points == (("2/27", at("12.52")), ("3/27", at("18.52")))
    assert composer.panels.form.rally_fields["2/27"].value == "12.52"
    assert "Rally point of 2/27: 12.52." in repr(composer)
    page = composer.handout()
    assert "Rally point of 3/27: 18.52." in page
    assert "<title>Rally point of 3/27</title>" in page
    composer.click("12.52")
    assert dict(composer.order.rally_points).keys() == {"3/27"}
    composer.undo()
    assert legal(composer)


def test_the_rally_points_that_there_are_are_shown() -> None:
    composer = OrderComposer(outposts(), brigiment="27")
    assert composer.order.rally_points == composer.draft.present.rally_points
    assert "rally point of 2/27" in composer.panels.map.text_twin()


def test_only_battalions_on_picket_duty_have_rally_points(composer: OrderComposer) -> None:
    with pytest.raises(RequestError, match="only a cordon"):
        composer.rally_at("9", "12.52")
    with pytest.raises(RequestError, match="only a cordon"):
        composer.pen("rally point", "9")
    watch = cordon()
    with pytest.raises(RequestError, match="rally point"):
        watch.rally_at("1/27", "12.52")
    with pytest.raises(RequestError, match="2 hexes"):
        watch.rally_at("2/27", "12.52", "12.53")
    watch.pen("rally point", "2/27")
    watch.write("defense")
    assert watch.panels.form.pen.value == ("objective", "c1")
    assert watch.panels.form.rally_fields == {}
