"""The gallery: every explorer and every scenario that can be played, each on a page of its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

import panel as pn
from attrs import field, frozen

import widgets
from wargame.core.errors import RequestError, one_of, shown
from widgets.classroom.local import LocalIPyWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ipywidgets import Widget

Kind = Literal["game", "explorer", "map", "dice"]
KEMAL = "gallipoli_1915/kemals_counterattack"


@frozen
class Instrument:
    """An instrument of the gallery.

    Args:
        name: What it is called in an address.
        widget: The name of its class.
        kind: What it is: a scenario to play, an explorer of one rule, a map, or dice.
        family: Whose rules it explains; empty for none.
        title: What it is called on a page.
        sentence: What one can do with it.
        given: What the class is called with.
        options: What it is called with by keyword.
        ready: What makes the position that the class is called with, where a name is not enough.
    """

    name: str
    widget: str
    kind: Kind
    family: str
    title: str
    sentence: str
    given: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(factory=dict)
    ready: Callable[[], Any] | None = None

    def build(self, **options: Any) -> Widget:  # noqa: ANN401 - of any instrument
        """Make the instrument; on a page, in the function that makes the page.

        Args:
            options: What it is called with besides, such as ``seed``.
        """
        first = (self.ready(),) if self.ready else ()
        made: Widget = getattr(widgets, self.widget)(
            *first, *self.given, **{**self.options, **options}
        )
        return made


def _kemal() -> Any:  # noqa: ANN401 - a position of that family
    scenario = import_module("wargame.rifle_and_spade.scenario")
    return scenario.load_scenario(KEMAL).situation


def _cups() -> Any:  # noqa: ANN401 - a position of that family
    return import_module("wargame.rifle_and_spade.cup").load(_kemal())


FM, RS, AA, GEO = "Fire & Movement", "Rifle and Spade", "Area combat", "Geography"
_ALL = (
    # ---- scenarios, from the shortest
    Instrument(
        "clearing-sedd-el-bahr",
        "GuidedGame",
        "game",
        RS,
        "Clearing Sedd el Bahr, 26 April 1915",
        "Play two hours above V Beach: eight companies, a village and an old fort. "
        "The Ottoman side plays by itself.",
        options={"players": {"Ottoman": "defends"}},
    ),
    Instrument(
        "kemals-counterattack",
        "GuidedGame",
        "game",
        RS,
        "Kemal's Counterattack, 25 April 1915",
        "Command regiments through written orders, chits from a cup and officers who run out.",
        (KEMAL,),
    ),
    Instrument(
        "first-krithia",
        "GuidedGame",
        "game",
        RS,
        "First Battle of Krithia, 28 April 1915",
        "Lead a tired landing force towards a hill that it has not seen.",
        ("gallipoli_1915/first_krithia",),
    ),
    Instrument(
        "second-battle-of-gaza",
        "GameTable",
        "game",
        FM,
        "The Second Battle of Gaza, April 1917",
        "Attack a prepared line with infantry, tanks and gas. The defence plays by itself.",
        options={"players": {"Central Powers": "policy"}},
    ),
    Instrument(
        "peace-for-galilee",
        "GameTable",
        "game",
        FM,
        "Peace for Galilee, June 1982",
        "Move armour through valleys under aircraft and missiles.",
        ("lebanon_82/peace_for_galilee",),
    ),
    Instrument(
        "invasion-1976",
        "GameTable",
        "game",
        FM,
        "Syria in Lebanon, 1976",
        "The same map six years before, with other sides and other aims.",
        ("lebanon_82/invasion_1976",),
    ),
    Instrument(
        "invasion-2006",
        "GameTable",
        "game",
        FM,
        "Israel in Lebanon, July 2006",
        "The same map 24 years later, with bastions and international pressure.",
        ("lebanon_82/invasion_2006",),
    ),
    # ---- one rule at a time
    Instrument(
        "combat",
        "CombatExplorer",
        "explorer",
        FM,
        "An attack",
        "Choose a defended hex and who attacks it: odds, every modifier, and the chance of each "
        "result before any die is thrown.",
    ),
    Instrument(
        "movement",
        "MovementExplorer",
        "explorer",
        FM,
        "Movement and zones of control",
        "See how far a unit gets, what each hex costs, and what the enemy's neighbourhood forbids.",
    ),
    Instrument(
        "retreat",
        "RetreatExplorer",
        "explorer",
        FM,
        "A retreat",
        "Find the way out that the rules leave to a beaten unit, and what it costs.",
    ),
    Instrument(
        "line-of-sight",
        "LosExplorer",
        "explorer",
        RS,
        "A line of sight",
        "Move two ends of a line over heights and ridges, and read which of nine cases decides.",
    ),
    Instrument(
        "fire",
        "FireExplorer",
        "explorer",
        RS,
        "A fire",
        "Choose who fires at what: five dice, their modifiers, and what each result does.",
    ),
    Instrument(
        "assault",
        "AssaultExplorer",
        "explorer",
        RS,
        "An assault",
        "Go through the rounds of a fight at close quarters, step by step.",
    ),
    Instrument(
        "hiding",
        "HidingExplorer",
        "explorer",
        RS,
        "Hiding, and firing back",
        "See who is hidden from whom, and who may answer a fire.",
    ),
    Instrument(
        "orders",
        "OrdersExplorer",
        "explorer",
        RS,
        "Orders and their failure",
        "Work out the chance that an order holds, and what happens when it does not.",
    ),
    Instrument(
        "order-composer",
        "OrderComposer",
        "explorer",
        RS,
        "Writing an order",
        "Draw a line of advance and a fallback line, as the written order of a regiment.",
    ),
    Instrument(
        "command-cup",
        "CommandCup",
        "explorer",
        RS,
        "Who comes next",
        "Look into the cup of chits: the exact chance of every order of play.",
        options={"most": 4},
        ready=_cups,
    ),
    Instrument(
        "officer-points",
        "OfficerPointsTrack",
        "explorer",
        RS,
        "Officer points",
        "Compare what each regiment has left of the officers that keep it going.",
        ready=lambda: [_kemal()],
    ),
    Instrument(
        "battle",
        "BattleExplorer",
        "explorer",
        AA,
        "A battle for a territory",
        "Type two forces: who wins, how long it takes and what it costs, worked out exactly.",
    ),
    Instrument(
        "air-mission",
        "AirMissionExplorer",
        "explorer",
        AA,
        "An air mission",
        "Send aircraft through fighters and guns, and see what gets through.",
    ),
    # ---- maps
    Instrument(
        "area-map",
        "AreaMap",
        "map",
        AA,
        "Europe in 1942",
        "Read who holds what, what borders what, and how far units get.",
    ),
    Instrument(
        "gaza-on-the-ground",
        "GeoMap",
        "map",
        GEO,
        "Gaza: the game's map on the real coast",
        "Point at a hex on one map and find it on the other; see in metres how far it is off.",
        ("gaza",),
    ),
    Instrument(
        "lebanon-on-the-ground",
        "GeoMap",
        "map",
        GEO,
        "Lebanon: the game's map on the real coast",
        "The same for the coast and the valleys behind it.",
        ("lebanon",),
    ),
    Instrument(
        "anzac-on-the-ground",
        "GeoMap",
        "map",
        GEO,
        "Anzac Cove: the game's map on the real coast",
        "The same for the beach and the ridges above it.",
        ("anzac",),
    ),
    # ---- dice
    Instrument(
        "five-dice",
        "FiveDice",
        "dice",
        RS,
        "Five dice at once",
        "Throw the five dice of one fire and read them: result, fraction and morale.",
    ),
)
INSTRUMENTS: Mapping[str, Instrument] = {each.name: each for each in _ALL}
"""What there is, by the name in an address, in the order of the list."""
HEADINGS: Mapping[Kind, str] = {
    "game": "Scenarios to play",
    "explorer": "One rule at a time",
    "map": "Maps",
    "dice": "Dice",
}
"""What stands above the instruments of each kind."""


def instrument(name: str) -> Instrument:
    """Return an instrument.

    Args:
        name: As in its address.

    Raises:
        RequestError: There is no such instrument.
    """
    if name not in INSTRUMENTS:
        raise RequestError("gallery", shown(name), one_of(INSTRUMENTS, name))
    return INSTRUMENTS[name]


def instruments_of(widget: str) -> tuple[Instrument, ...]:
    """Return the instruments of a class of widgets, such as those that a lesson's cells make.

    Args:
        widget: The name of the class; one that is not in the gallery has none.
    """
    return tuple(each for each in _ALL if each.widget == widget)


def live(name: str, **options: Any) -> pn.viewable.Viewable:  # noqa: ANN401 - of any instrument
    """Return an instrument in a pane, made for the page that asks.

    Args:
        name: As in its address.
        options: What it is called with besides.

    Raises:
        RequestError: There is no such instrument.
    """
    return LocalIPyWidget(instrument(name).build(**options), sizing_mode="stretch_width")
