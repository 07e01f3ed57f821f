"""The order composer without a browser: writing orders, what the rules say, the planning map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.rifle_and_spade.orders.order_positions import foe, under
from tests.rifle_and_spade.positions import hq
from tests.widgets.shared import HOSTILE
from wargame.core.errors import Refused, RequestError, WargameError
from wargame.rifle_and_spade.orders import kinds, routes
from wargame.rifle_and_spade.orders.order import GROUPS
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.state import Situation
from widgets import OrderComposer
from widgets.errors import WidgetError

LEFT, RIGHT = "L9", "R9"


@pytest.fixture
def composer() -> OrderComposer:
    """Return a composer for the 3rd Brigade: 9 Battalion, and L10, on open ground."""
    return OrderComposer(under("defense"), brigiment="3")


@pytest.fixture(scope="module")
def kemal() -> Situation:
    return load_scenario("gallipoli_1915/kemals_counterattack").situation


def legal(composer: OrderComposer) -> bool:
    """Return whether the order may be written at this moment."""
    return composer.legal


# ---- how it begins


def test_it_begins_with_the_order_that_the_brigiment_has(kemal: Situation) -> None:
    composer = OrderComposer(kemal, brigiment="57")
    present = kemal.command("57").order
    assert (composer.order.kind, composer.order.line) == (present.kind, present.line)
    assert composer.order.support == present.support
    assert legal(composer)
    assert "Attack order for" in repr(composer)


def test_without_anything_it_writes_for_the_first_brigiment_of_the_scenario() -> None:
    composer = OrderComposer()
    assert composer.draft.brigiment == "27"


@pytest.mark.parametrize("given", [7, None, "no such scenario", HOSTILE])
def test_what_is_no_position_is_refused_in_a_sentence(given: object) -> None:
    with pytest.raises(WidgetError, match="OrderComposer, situation: found"):
        OrderComposer(given)  # type: ignore[arg-type]


def test_a_position_without_command_is_refused() -> None:
    with pytest.raises(WidgetError, match="under orders"):
        OrderComposer("gallipoli_1915/clearing_sedd_el_bahr")


def test_an_unknown_keyword_is_refused() -> None:
    with pytest.raises(WidgetError, match="keyword"):
        OrderComposer(wrong=1)


def test_an_unknown_brigiment_is_told_with_those_there_are() -> None:
    with pytest.raises(RequestError, match="brigiment: found"):
        OrderComposer(under("defense"), brigiment="4")


# ---- what the rules say


def test_the_verdict_is_the_engine_s(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.point("14.55")
    assert composer.ruling == kinds.may_issue(composer.situation, "3", composer.order)
    assert composer.panels.ruling.ruling == composer.ruling


def test_an_order_that_is_forbidden_stays_with_the_case(composer: OrderComposer) -> None:
    composer.write("initial attack")
    composer.point("14.55")
    assert not legal(composer)
    assert "RS 11.9.2" in repr(composer)
    assert "It may not be written" in composer.panels.headline.value
    composer.set_up()
    assert legal(composer)
    assert "nobody rolls" in repr(composer)


def test_an_attack_on_a_hex_of_enemies_is_legal_and_a_regroup_there_not() -> None:
    composer = OrderComposer(under("defense", foe("14.55")), brigiment="3")
    composer.write("attack")
    composer.point("14.55")
    assert legal(composer)
    composer.write("regroup")
    assert not legal(composer)


def test_defenses_with_nothing_said_hold_where_everybody_stands(composer: OrderComposer) -> None:
    composer.write("defense")
    composer.lead("positions")
    assert legal(composer)
    held = {name: goal.hexes for name, goal in composer.order.goals}
    assert held[LEFT] == (composer.situation.piece(LEFT).at,)


@pytest.mark.parametrize("kind", list(GROUPS))
@pytest.mark.parametrize("shape", ["positions", "line", "point", "each"])
def test_any_kind_with_any_shape_has_a_verdict(
    composer: OrderComposer, kind: str, shape: str
) -> None:
    composer.write(kind)
    composer.lead(shape)
    assert composer.ruling.sentence
    assert composer.text_twin()
    assert composer.static_html()


# ---- objectives by clicks


def test_clicks_write_an_objective_line(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.lead("line")
    for label in ("13.53", "14.54"):
        composer.panels.map.choose(label)
    by_name = OrderComposer(composer.situation, brigiment="3")
    by_name.write("attack")
    by_name.line("13.53", "14.54")
    assert composer.order == by_name.order
    assert composer.order.line == tuple(map(composer.situation.board.hex, ("13.53", "14.54")))
    assert repr(composer) == repr(by_name)


def test_a_click_beside_the_line_is_refused_with_the_case(composer: OrderComposer) -> None:
    composer.line("13.53")
    before = composer.draft
    with pytest.raises(Refused, match=r"adjoins"):
        composer.click("17.53")
    assert composer.draft == before
    composer.panels.map.choose("17.53")
    assert "RS 11.4.7" in composer.panels.map.error or "adjoins" in composer.panels.map.error


def test_a_click_on_the_line_cuts_it_back(composer: OrderComposer) -> None:
    composer.line("13.53", "14.54", "15.53")
    composer.click("13.53")
    assert len(composer.draft.cells) == 1
    composer.click("13.53")
    assert not composer.draft.cells


def test_a_line_can_close_on_itself(composer: OrderComposer) -> None:
    board = composer.situation.board
    centre = board.hex("14.54")
    ring = [board.label(cell) for cell in centre.neighbours()]
    composer.lead("line")
    for label in (*ring, ring[0]):
        composer.click(label)
    assert composer.draft.cells[0] == composer.draft.cells[-1]
    with pytest.raises(Refused):
        composer.click("10.60")


def test_a_line_too_long_for_those_in_line_is_told(composer: OrderComposer) -> None:
    composer.write("defense")
    composer.line("11.54", "12.54", "13.53", "14.54", "15.53", "16.54", "17.53", "18.54", "19.53")
    assert not legal(composer)
    assert "RS 11.4.7" in repr(composer)


def test_one_point_for_all(composer: OrderComposer) -> None:
    composer.write("regroup")
    composer.lead("point")
    composer.click("14.50")
    assert {goal.radius for _, goal in composer.order.goals} == {1}
    composer.click("14.50")
    assert not composer.draft.cells


def test_a_click_where_everybody_stays_says_what_to_do(composer: OrderComposer) -> None:
    composer.lead("positions")
    with pytest.raises(RequestError, match="choose that first"):
        composer.click("13.53")


def test_each_unit_can_have_its_own_objective(composer: OrderComposer) -> None:
    composer.set_up()
    composer.write("initial attack")
    composer.lead("each")
    composer.pen("objective", LEFT)
    composer.click("12.54")
    composer.objective_of(RIGHT, "13.53")
    composer.objective_of("L10", "15.53")
    assert len(composer.order.goals) == 3
    assert legal(composer)
    composer.objective_of(RIGHT)
    assert composer.order.goal(RIGHT) is None


# ---- routes


def test_a_route_leads_through_the_hexes_clicked(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.line("12.55", "13.54")
    composer.pen("route", LEFT)
    composer.click("11.52")
    way = composer.order.route(LEFT)
    assert way is not None
    assert composer.situation.board.hex("11.52") in way
    assert composer.draft.routes[LEFT] == way
    composer.click("11.52")
    assert composer.order.route(LEFT) is None


def test_crossing_routes_are_refused_with_the_reason(composer: OrderComposer) -> None:
    composer.set_up()
    composer.write("initial attack")
    composer.objective_of(LEFT, "13.54")
    composer.objective_of(RIGHT, "12.54")
    composer.objective_of("L10", "16.54")
    composer.route(LEFT, "13.52")
    composer.route(RIGHT, "12.52")
    found = routes.crossings(composer.situation, "3", composer.order)
    assert found.allowed == (not composer.draft.crossings)
    assert not legal(composer)
    assert "RS 11.4.9" in repr(composer)
    assert "cross at" in repr(composer)
    assert "crossing" in composer.panels.map.overlay_svg


def test_a_route_needs_an_objective(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.lead("point")
    with pytest.raises(RequestError, match="no objective"):
        composer.route(LEFT, "12.52")


def test_no_route_leads_off_the_map(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.point("14.55")
    with pytest.raises(RequestError):
        composer.route(LEFT, "99.99")
    with pytest.raises(RequestError, match="unit in line"):
        composer.route("nobody", "12.52")


# ---- support, schedule, falling back


def test_battalions_in_support(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.point("14.55")
    composer.support("9")
    assert composer.order.support == {LEFT, RIGHT}
    assert not {LEFT, RIGHT} & {name for name, _ in composer.order.goals}
    assert composer.panels.form.support_boxes["9"].value is True
    composer.panels.form.support_boxes["9"].value = False
    assert composer.order.support == frozenset()
    with pytest.raises(RequestError, match="battalion"):
        composer.support("99")


def test_everybody_in_support_is_forbidden(composer: OrderComposer) -> None:
    composer.write("attack")
    composer.point("14.55")
    composer.support(*(body.name for body in composer.draft.battalions))
    assert not legal(composer)


def test_an_attack_can_be_scheduled(composer: OrderComposer) -> None:
    now = composer.situation.turn
    composer.write("attack")
    composer.point("14.55")
    composer.schedule(now + 2)
    assert composer.order.scheduled == now + 2
    assert legal(composer)
    composer.schedule(now)
    assert "RS 11.8.1" in repr(composer)
    composer.write("defense")
    assert composer.order.scheduled is None


def test_disorganized_defense_is_not_chosen_but_fallen_into(composer: OrderComposer) -> None:
    composer.write("disorganized defense")
    assert "RS 11.13.1" in repr(composer)


def test_those_in_disorder_hold_or_fall_back() -> None:
    composer = OrderComposer(under("disorganized defense"), brigiment="3")
    assert legal(composer)
    composer.fall_back()
    assert composer.order.falls_back
    assert "RS 11.13.4" in repr(composer)
    composer.fall_back(False)
    assert not composer.order.falls_back


def test_a_foremost_headquarters_is_no_place_to_fall_back_to() -> None:
    ahead = hq("3 HQ", at="14.55", brigiment="3")
    near = under("disorganized defense", foe("14.58"), ahead)
    composer = OrderComposer(near, brigiment="3")
    composer.fall_back()
    assert not legal(composer)
    assert "RS 11.13.4/2" in repr(composer)
    assert composer.static_html()


# ---- form, undo


def test_the_form_does_what_the_methods_do(composer: OrderComposer) -> None:
    form = composer.panels.form
    form.kind.value = "attack"
    form.shape.value = "line"
    form.cells.value = "13.54, 14.55"
    form.scheduled.value = composer.situation.turn + 1
    form.unit.value = LEFT
    form.way.value = "12.52"
    other = OrderComposer(composer.situation, brigiment="3")
    other.write("attack")
    other.line("13.54", "14.55")
    other.schedule(composer.situation.turn + 1)
    other.route(LEFT, "12.52")
    assert composer.order == other.order


def test_a_slip_in_the_form_is_shown_and_put_back(composer: OrderComposer) -> None:
    form = composer.panels.form
    form.shape.value = "line"
    form.cells.value = "13.53"
    before = composer.order
    form.cells.value = HOSTILE
    assert composer.order == before
    assert form.cells.value == "13.53"
    assert "found" in composer.panels.map.error
    form.shape.value = "point"
    form.cells.value = "13.53 14.54"
    assert "one hex" in composer.panels.map.error


def test_undo_start_over_and_as_it_is_now(composer: OrderComposer) -> None:
    first = composer.order
    with pytest.raises(RequestError, match="no change yet"):
        composer.undo()
    composer.write("attack")
    composer.point("14.55")
    composer.undo()
    composer.undo()
    assert composer.order == first
    composer.point("14.55")
    composer.clear()
    assert not composer.draft.cells
    composer.panels.form.as_now.click()
    assert composer.order == first


def test_another_brigiment(kemal: Situation) -> None:
    composer = OrderComposer(kemal, brigiment="57")
    composer.panels.form.brigiment.value = "27"
    assert composer.draft.brigiment == "27"
    composer.undo()
    assert composer.draft.brigiment == "57"
    assert composer.panels.form.brigiment.value == "57"


@pytest.mark.parametrize(
    "slip",
    [
        lambda c: c.write("picnic"),
        lambda c: c.lead("astray"),
        lambda c: c.line("99.99"),
        lambda c: c.pen("doodle"),
        lambda c: c.schedule("soon"),
        lambda c: c.schedule(True),
        lambda c: c.pen("route", "nobody"),
        lambda c: c.write_for("nobody"),
        lambda c: c.click(HOSTILE),
    ],
)
def test_what_python_raises_the_widget_shows(
    composer: OrderComposer, slip: Callable[[Any], None]
) -> None:
    before = composer.draft
    with pytest.raises(WargameError) as raised:
        slip(composer)
    assert composer.panels.map.error == str(raised.value)
    assert composer.draft == before
