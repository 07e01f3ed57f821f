"""What a notebook shows: maps, rulings, odds, dice and the explorers built from them.

The widgets hold no rule: they send what a reader wants and show what the engine answers. Each can
be driven from Python without a browser.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from widgets.area_map import AreaMap
    from widgets.battle_heatmap import BattleHeatmap
    from widgets.cup import CommandCup
    from widgets.debrief import DebriefView
    from widgets.dice import DiceTray
    from widgets.explorers.air import AirMissionExplorer
    from widgets.explorers.assault import AssaultExplorer
    from widgets.explorers.battle import BattleExplorer
    from widgets.explorers.combat import CombatExplorer
    from widgets.explorers.composer import OrderComposer
    from widgets.explorers.fire import FireExplorer
    from widgets.explorers.game import GuidedGame
    from widgets.explorers.hiding import HidingExplorer
    from widgets.explorers.los import LosExplorer
    from widgets.explorers.movement import MovementExplorer
    from widgets.explorers.orders import OrdersExplorer
    from widgets.explorers.retreat import RetreatExplorer
    from widgets.explorers.table import GameTable
    from widgets.five_dice import FiveDice
    from widgets.geo import GeoMap
    from widgets.hexmap import HexMap
    from widgets.odds import OddsView
    from widgets.officer_track import OfficerPointsTrack
    from widgets.question import CheckedQuestion
    from widgets.reply_sheet import ReplySheet
    from widgets.ruling import RulingView
    from widgets.sequence import SequenceView

__all__ = [
    "AirMissionExplorer",
    "AreaMap",
    "AssaultExplorer",
    "BattleExplorer",
    "BattleHeatmap",
    "CheckedQuestion",
    "CombatExplorer",
    "CommandCup",
    "DebriefView",
    "DiceTray",
    "FireExplorer",
    "FiveDice",
    "GameTable",
    "GeoMap",
    "GuidedGame",
    "HexMap",
    "HidingExplorer",
    "LosExplorer",
    "MovementExplorer",
    "OddsView",
    "OfficerPointsTrack",
    "OrderComposer",
    "OrdersExplorer",
    "ReplySheet",
    "RetreatExplorer",
    "RulingView",
    "SequenceView",
]

_HOMES = {
    "AirMissionExplorer": "widgets.explorers.air",
    "AreaMap": "widgets.area_map",
    "AssaultExplorer": "widgets.explorers.assault",
    "BattleExplorer": "widgets.explorers.battle",
    "BattleHeatmap": "widgets.battle_heatmap",
    "CheckedQuestion": "widgets.question",
    "CombatExplorer": "widgets.explorers.combat",
    "CommandCup": "widgets.cup",
    "DebriefView": "widgets.debrief",
    "DiceTray": "widgets.dice",
    "FireExplorer": "widgets.explorers.fire",
    "FiveDice": "widgets.five_dice",
    "GameTable": "widgets.explorers.table",
    "GeoMap": "widgets.geo",
    "GuidedGame": "widgets.explorers.game",
    "HexMap": "widgets.hexmap",
    "HidingExplorer": "widgets.explorers.hiding",
    "LosExplorer": "widgets.explorers.los",
    "MovementExplorer": "widgets.explorers.movement",
    "OddsView": "widgets.odds",
    "OfficerPointsTrack": "widgets.officer_track",
    "OrderComposer": "widgets.explorers.composer",
    "OrdersExplorer": "widgets.explorers.orders",
    "ReplySheet": "widgets.reply_sheet",
    "RetreatExplorer": "widgets.explorers.retreat",
    "RulingView": "widgets.ruling",
    "SequenceView": "widgets.sequence",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the widgets
    """Import a widget when it is first asked for, so that ``import widgets`` stays quick."""
    if name not in _HOMES:
        message = f"module 'widgets' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)
