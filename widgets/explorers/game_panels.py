"""The parts of the guided game on the screen: what Rifle and Spade adds to those of every game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w

from wargame.rifle_and_spade.under_way import fire_under_way
from widgets import rs_view
from widgets.explorers import game_screen
from widgets.explorers.game_command import CommandPanels, part_of
from widgets.explorers.game_scenarios import subject_of
from widgets.explorers.game_screen import HINT, Screen, marks_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.run import Run
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.game_play import Play
    from widgets.hexmap import HexMap

NOBODY = "nobody"
"""Whose display is hidden when none is."""
NEAR = 4
"""Enemies within so many hexes are what a game is looked at for first."""


class Moment(game_screen.Moment):
    """What the panels show of a guided game."""

    @property
    def here(self) -> str:
        """The number of the part of the sequence of play."""
        part = super().here
        return part_of(part, self.run.request) if part and self.situation.commands else part

    @property
    def outcome(self) -> str:
        """How it ended."""
        ended = self.play.outcome
        if ended is None:
            return ""
        return f"The game is over. {ended.historical.value}; {ended.player.value}."


class Panels(Screen):
    """The widgets of a guided game.

    Args:
        play: The game under way.
        height: The height of the map in pixels.
    """

    def __init__(self, play: Play, height: int) -> None:
        """Make the widgets, empty."""
        super().__init__(play, height)
        situation = play.situation
        self.hide = w.Dropdown(
            description="Hide the display of:",
            options=(NOBODY, *situation.sides),
            layout=w.Layout(width="17em"),
            style={"description_width": "initial"},
        )
        self.command = CommandPanels(situation) if situation.commands else None

    def make_map(self, play: Play, height: int) -> HexMap:
        """Return the map, looking where enemies are near."""
        situation = play.situation
        made = rs_view.situation_map(situation, height=height, hint=HINT, label=play.game.title)
        made.look_at(*_eventful(situation), reach=1)
        return made

    def settings(self) -> tuple[w.Widget, ...]:
        """Return the control for hiding a display."""
        return (self.hide,)

    def extras(self) -> list[w.Widget]:
        """Return the command instruments."""
        return [] if self.command is None else self.command.rows()

    def listen(self, act: Callable[[str, Any], None]) -> None:
        """Call *act* with the name of a control and its new value, when a reader's hand moves it.

        Args:
            act: What to do.
        """
        super().listen(act)
        self.hear("hide", self.hide, act)

    def set_settings(self, moment: game_screen.Moment) -> None:
        """Set the control for hiding a display."""
        self.hide.value = moment.play.hidden or NOBODY

    def show_extras(self, moment: game_screen.Moment) -> None:
        """Bring the command instruments up to date."""
        if self.command is not None:
            self.command.show(moment.run, moment.situation, moment.veil.side)

    def draw_map(self, moment: game_screen.Moment) -> None:
        """Show everybody who may be seen, and a fire that waits for its dice."""
        rs_view.show(moment.veil.shown, self.map)
        self.map.show_arrows(_fire(moment.run))

    def marks(self, moment: game_screen.Moment) -> dict[Hex, str]:
        """Return the hexes to mark for the question."""
        return marks_of(moment, subject_of(moment.run.request, moment.situation))

    def more_text(self) -> list[str]:
        """Return the command instruments as text."""
        return [] if self.command is None else self.command.text()

    def more_html(self) -> str:
        """Return the command instruments as HTML without script."""
        return "" if self.command is None else self.command.html()


def _eventful(situation: Situation) -> list[str]:
    """Return the hexes to look at first: on a large map where enemies are near, else all."""
    board = situation.board
    cells = _met(situation) if situation.commands else set()
    if not cells:
        cells = {piece.at for piece in situation.pieces} | {work.at for work in situation.works}
    return [board.label(cell) for cell in sorted(cells) if cell in board]


def _met(situation: Situation) -> set[Hex]:
    """Return the hexes of units that have enemies near."""
    return {
        piece.at
        for piece in situation.pieces
        for cell in situation.occupied[situation.other(situation.side(piece))]
        if piece.at.distance(cell) <= NEAR
    }


def _fire(run: Run) -> list[tuple[Hex, Hex]]:
    """Return the arrows of a fire that waits for its dice, from each hex that fires."""
    shot = fire_under_way(run)
    if shot is None:
        return []
    hexes = dict.fromkeys(piece.at for piece in shot.pieces)
    return [(at, shot.target) for at in hexes if at != shot.target]
