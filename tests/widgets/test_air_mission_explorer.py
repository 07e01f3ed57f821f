"""AirMissionExplorer: what may be flown, the steps, the odds, the dice, and how it refuses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

import widgets
from wargame.area_combat.bombing import Bombed
from wargame.area_combat.missions import MISSIONS
from wargame.core.errors import Refused, RequestError
from widgets.errors import WidgetError
from widgets.explorers.air import AirMissionExplorer
from widgets.explorers.air_odds import tables
from widgets.explorers.air_steps import STEP_CASES, Crossing, Shot


@pytest.fixture
def explorer() -> AirMissionExplorer:
    return AirMissionExplorer(seed=1)


def series(explorer: AirMissionExplorer, label: str) -> list[dict[str, Fraction]]:
    """Return the chances of each column of a table of odds."""
    found = next(each for each in tables(explorer.plan) if each.label == label)
    return [each["chances"] for each in found.series]


# ---- may it be flown ----------------------------------------------------------------------------


def test_a_bombing_run_may_be_flown(explorer: AirMissionExplorer) -> None:
    assert explorer.allowed
    assert "2 bombers may fly it from United Kingdom to Germany" in explorer.panels.map.message
    assert explorer.plan.targets == ("ge", "it")


def test_what_may_not_be_flown_says_why_and_what_is_open_instead(
    explorer: AirMissionExplorer,
) -> None:
    explorer.fly("strategic-bombing", "fighter")
    assert not explorer.allowed
    assert explorer.run is None
    said = explorer.panels.headline.value
    assert "flown by bombers" in said
    assert "air escort" in said
    explorer.fly("escort")
    assert explorer.allowed


def test_a_plane_that_has_flown_does_not_fly_again(explorer: AirMissionExplorer) -> None:
    explorer.panels.form["flown"].value = "interdiction"
    assert not explorer.allowed
    assert "It has flown interdiction" in explorer.panels.map.message


@pytest.mark.parametrize("mission", [each.id for each in MISSIONS])
def test_every_mission_shows_its_steps_with_a_case_each(
    explorer: AirMissionExplorer, mission: str
) -> None:
    explorer.fly(mission)
    steps = explorer.panels.sequence.steps
    asked = explorer.plan.asked
    assert [each["title"] for each in steps] == list(asked.sequence)
    assert len(STEP_CASES[mission]) == len(asked.sequence)
    assert all("AA-" in each["who"] for each in steps if each["used"])
    assert all("no city or complex" in each["why"] for each in steps if not each["used"])
    assert explorer.text_twin()
    assert explorer.static_html()


# ---- timing and the way home --------------------------------------------------------------------


def test_called_planes_fight_a_round_later_and_fly_home(explorer: AirMissionExplorer) -> None:
    explorer.fly("defensive-air-support", "fighter", "germany")
    explorer.from_to("Belorussia", "Ukraine")
    assert "only 1 fighter of Germany" in explorer.panels.map.message
    explorer.count("planes", 1)
    explorer.count("called", 2)
    labels = {each.label: each.value for each in explorer.ruling.parts}
    assert labels["First round of fighting"] == 3
    assert labels["The way home"] == "be"
    explorer.panels.form["lost"].value = True
    labels = {each.label: each.value for each in explorer.ruling.parts}
    assert labels["The way home"] != "be"


def test_planes_already_there_join_at_once(explorer: AirMissionExplorer) -> None:
    explorer.fly("defensive-air-support", "fighter", "germany")
    explorer.from_to("Ukraine", "Ukraine")
    assert explorer.allowed
    assert "First round of fighting" not in [each.label for each in explorer.ruling.parts]


# ---- odds ---------------------------------------------------------------------------------------


def test_the_guns_destroy_one_plane_of_36_and_send_a_third_home(
    explorer: AirMissionExplorer,
) -> None:
    chances = series(explorer, "The guns, at one plane")[0]
    assert chances == {
        "destroyed": Fraction(1, 36),
        "flies home": Fraction(1, 3),
        "flies on": Fraction(23, 36),
    }


def test_losses_in_bands_are_the_exact_losses(explorer: AirMissionExplorer) -> None:
    chances = series(explorer, "What the bombs cost")[0]
    assert sum(chances.values()) == 1
    damage = explorer.raid.damage
    assert chances["0 IP"] == damage[0]
    assert chances["3 to 4 IP"] == damage[3] + damage[4]


def test_what_is_read_are_names_and_short_figures(explorer: AirMissionExplorer) -> None:
    """No name of a file's own, no number told twice, no fraction of eight figures."""
    twin = explorer.text_twin()
    assert "Target: Germany - " in twin
    left, cost = explorer.panels.odds[1], explorer.panels.odds[2]
    assert left.order[:2] == ["0 planes", "1 plane"]
    assert not left.meanings
    assert left.rounded
    assert cost.rounded
    assert "1/36" in explorer.panels.odds[0].text_twin(), "a short one stays"


def test_escorts_help_and_interceptors_hurt(explorer: AirMissionExplorer) -> None:
    means = []
    for escorts, meeting in ((0, 1), (1, 1), (1, 2)):
        explorer.count("escorts", escorts)
        explorer.count("interceptors", meeting)
        means.append(explorer.raid.mean)
    assert means[0] < means[1]
    assert means[2] < means[1]
    assert "2 interceptors (as planned)" in explorer.panels.what_if.value


def test_interdiction_has_the_odds_of_its_die(explorer: AirMissionExplorer) -> None:
    explorer.fly("interdiction")
    leaves, enters = series(explorer, "Armor under the bombers, one unit")
    assert leaves == enters
    assert leaves == {
        "destroyed": Fraction(1, 6),
        "held": Fraction(1, 3),
        "passes": Fraction(1, 2),
    }


def test_a_plane_adds_one_to_armor(explorer: AirMissionExplorer) -> None:
    explorer.fly("close-air-support", "fighter", "germany")
    explorer.from_to("Ukraine", "Stalingrad")
    alone, aided = series(explorer, "The attack of one armor")
    assert (alone["hit"], aided["hit"]) == (Fraction(1, 2), Fraction(2, 3))


# ---- dice ---------------------------------------------------------------------------------------


def test_a_run_is_thrown_die_by_die(explorer: AirMissionExplorer) -> None:
    assert explorer.panels.sequence.here == "2"
    while explorer.run is not None and not explorer.run.finished:
        request = explorer.run.request
        if hasattr(request, "options"):
            explorer.decide(request.options[0].key)  # type: ignore[union-attr]
        else:
            explorer.throw()
    assert isinstance(explorer.outcome, Bombed)
    assert f"The bombs cost {explorer.outcome.damage} IP" in explorer.panels.map.message


def test_one_steps_back_and_forth_through_the_dice(explorer: AirMissionExplorer) -> None:
    explorer.fly("interdiction")
    explorer.count("armor", 2)
    explorer.throw(1)
    explorer.panels.sequence.throw()
    assert isinstance(explorer.outcome, Crossing)
    assert explorer.outcome.fates[0] == "destroyed"
    said = explorer.panels.map.message
    explorer.panels.sequence.ask("first")
    assert explorer.outcome is None
    explorer.panels.sequence.ask("last")
    assert explorer.panels.map.message == said
    explorer.go_to(1)
    explorer.throw(6)
    assert explorer.outcome == Crossing(("destroyed", "passes"))
    with pytest.raises(RequestError):
        explorer.go_to(9)


def test_the_guns_of_a_city_fire_at_close_support(explorer: AirMissionExplorer) -> None:
    explorer.fly("close-air-support", "fighter", "germany")
    explorer.from_to("Ukraine", "Stalingrad")
    explorer.throw(2)
    explorer.throw(5)
    assert isinstance(explorer.outcome, Shot)
    assert "1 fighter flown home; 1 fighter fly on" in explorer.panels.map.message


def test_a_change_of_the_plan_begins_the_dice_anew(explorer: AirMissionExplorer) -> None:
    explorer.fly("interdiction")
    explorer.throw(1)
    explorer.panels.form["armor"].value = 2
    assert explorer.run is not None
    assert not explorer.run.journal
    explorer.throw(1)
    explorer.panels.form["picks"].value = "home"
    assert len(explorer.run.journal) == 1


# ---- the map ------------------------------------------------------------------------------------


def test_target_and_home_are_picked_on_the_map(explorer: AirMissionExplorer) -> None:
    sheet = explorer.panels.map
    sheet.choose(sheet.label_of("it"))
    assert explorer.plan.target == "it"
    explorer.panels.form["picks"].value = "home"
    sheet.choose(sheet.label_of("fr"))
    assert explorer.plan.home == "fr"
    assert "no bomber of United Kingdom" in sheet.message


# ---- how it refuses -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda _: AirMissionExplorer(5), "a theatre, an atlas"),
        (lambda _: AirMissionExplorer(missions="escort"), "theatre, mission, unit"),
        (lambda e: e.fly("bombing"), "strategic-bombing"),
        (lambda e: e.fly(3), "its name"),
        (lambda e: e.fly("escort", "armor"), "fighter"),
        (lambda e: e.from_to("Atlantis"), "did you mean|one of"),
        (lambda e: e.count("escorts", 9), "0 to 3"),
        (lambda e: e.count("excorts", 1), "did you mean escorts"),
        (lambda e: e.go_to("x"), "an answer that was given"),
    ],
)
def test_bad_input_gets_a_sentence(
    explorer: AirMissionExplorer, call: Callable[[AirMissionExplorer], object], words: str
) -> None:
    with pytest.raises(RequestError, match=words):
        call(explorer)


def test_a_die_without_a_roll_is_refused(explorer: AirMissionExplorer) -> None:
    with pytest.raises(Refused):
        explorer.throw(7)
    explorer.fly("air-transport", "bomber", "germany")
    with pytest.raises(RequestError, match="no roll to make"):
        explorer.throw()
    with pytest.raises(WidgetError):
        explorer.panels.sequence.ask("jump")


def test_it_is_one_of_the_widgets() -> None:
    assert widgets.AirMissionExplorer is AirMissionExplorer
