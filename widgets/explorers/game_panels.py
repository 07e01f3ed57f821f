"""The parts of the guided game on the screen, and how they follow it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import frozen

from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import Ruling, finding
from wargame.rifle_and_spade.under_way import fire_under_way
from widgets import rs_view
from widgets.dice import DiceTray
from widgets.explorers.frame import column, paragraph, row
from widgets.explorers.game_command import CommandPanels, part_of
from widgets.explorers.game_plan import (
    READER,
    WORDS,
    barred_at,
    options_at,
    subject_of,
)
from widgets.explorers.game_veil import COVERED, Veil
from widgets.ruling import RulingView
from widgets.sequence import SequenceView
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.run import Run
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.game_plan import Game
    from widgets.explorers.game_play import Play

HINT = "A click on a marked hex takes the option of that hex; on a struck one it says why not."
HAPPENED = "What happened, and what is thrown for"
NOBODY = "nobody"
"""Whose display is hidden when none is."""
NEAR = 4
"""Enemies within so many hexes are what a game is looked at for first."""
HAND_OVER = "hand the screen over, and hide the other display"
KEYS = (
    "Up and down go through the options, left and right through the journal, "
    "Home and End to its ends."
)


@frozen
class Moment:
    """What the panels show.

    Args:
        play: The game under way.
    """

    play: Play

    @property
    def run(self) -> Run:
        """The game under way."""
        return self.play.run

    @cached_property
    def situation(self) -> Situation:
        """Where everybody stands now."""
        return self.play.situation

    @cached_property
    def veil(self) -> Veil:
        """What hides a side's display."""
        request = self.run.request
        return Veil(self.play.hidden, self.situation, request, before_play=self.before_play)

    @property
    def before_play(self) -> bool:
        """Whether play has not begun."""
        return self.where.startswith("Before play")

    @property
    def where(self) -> str:
        """Where the game is, in words."""
        if self.run.finished:
            return f"Turn {self.situation.turn}, the end"
        return self.run.marks[-1].name if self.run.marks else ""

    @property
    def here(self) -> str:
        """The number of the part of the sequence of play."""
        if self.run.finished or self.before_play or not self.run.marks:
            return ""
        part = str(self.run.marks[-1].checkpoint.state.part)
        return part_of(part, self.run.request) if self.situation.commands else part

    @property
    def player(self) -> str:
        """Whoever is asked and plays by itself."""
        request = self.run.request
        asked = request.who if isinstance(request, Choice) else ""
        return asked if asked in self.play.players else ""

    @property
    def outcome(self) -> str:
        """How it ended."""
        ended = self.play.outcome
        if ended is None:
            return ""
        return f"The game is over. {ended.historical.value}; {ended.player.value}."

    def sentence(self) -> str:
        """Return where things stand in one sentence."""
        request = self.run.request
        if request is None:
            return self.outcome
        asked = f"{self.veil.side}: {COVERED}" if self.veil.asks_behind else request.purpose
        asked = self.veil.words(asked)
        return f"{self.since()} {self.where}. {asked}.".strip()

    def since(self) -> str:
        """Return what was answered since the reader last did something, by dice and other sides."""
        entries = [each for each in self.play.answered if not self.veil.covers_entry(each)]
        told = [f"{each.who or 'Dice'}, {each.ask}: {each.answer}" for each in entries]
        return f"Then {'; '.join(told)}." if told else ""


class Panels:
    """The widgets of the game.

    Args:
        game: The scenario.
        situation: Where it begins.
        height: The height of the map in pixels.
    """

    def __init__(self, game: Game, situation: Situation, height: int) -> None:
        """Make the widgets, empty."""
        self._telling = False
        self._sides = situation.sides
        self.map = rs_view.situation_map(situation, height=height, hint=HINT, label=game.title)
        self.map.look_at(*_eventful(situation), reach=1)
        self.sequence = SequenceView(game.outline(), hint=KEYS)
        self.headline = w.HTML(layout=w.Layout(width="100%"))
        self.dice = DiceTray()
        self.told = RulingView(label=HAPPENED, open_depth=1)
        self.victory = RulingView(label="Victory as things stand", open_depth=1)
        self.players = {side: _choice(side) for side in situation.sides}
        self.auto = w.Checkbox(False, description="throw the dice for me", indent=False)
        self.hide = w.Dropdown(
            description="Hide the display of:",
            options=(NOBODY, *situation.sides),
            layout=w.Layout(width="17em"),
            style={"description_width": "initial"},
        )
        self.command = CommandPanels(situation) if situation.commands else None
        self.kept = w.Textarea(
            placeholder="A saved game", layout=w.Layout(width="98%", height="6em")
        )
        self.save = w.Button(description="Save", tooltip="Write the game below as text")
        self.load = w.Button(description="Load", tooltip="Go on with the game written below")

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout: map and question, dice and explanation; narrow pages stack them."""
        setting = w.HBox([*self.players.values(), self.auto, self.hide], layout=row())
        keeping = w.VBox([w.HBox([self.save, self.load]), self.kept])
        keeping.layout.display = "none"
        folded = w.ToggleButton(False, description="Save and load", tooltip="Show or hide it")
        folded.observe(lambda change: _unfold(keeping, on=change["new"]), "value")
        told = [_titled(HAPPENED), self.told]
        end = [_titled("Victory as things stand"), self.victory]
        command = [] if self.command is None else self.command.rows()
        seen = [self.headline, self.map, self.dice, *told, *command]
        left = w.VBox(seen, layout=column("420px", "56%"))
        right = w.VBox(
            [self.sequence, setting, *end, folded, keeping], layout=column("300px", "38%")
        )
        return (w.HBox([left, right], layout=row()),)

    def listen(self, act: Callable[[str, Any], None]) -> None:
        """Call *act* with the name of a control and its new value, when a reader's hand moves it.

        Args:
            act: What to do.
        """

        def moved(name: str) -> Callable[[dict[str, Any]], None]:
            def heard(change: dict[str, Any]) -> None:
                if not self._telling:
                    act(name, change["new"])

            return heard

        for side, control in self.players.items():
            control.observe(moved(side), "value")
        self.auto.observe(moved("auto"), "value")
        self.hide.observe(moved("hide"), "value")
        self.save.on_click(lambda _: act("save", None))
        self.load.on_click(lambda _: act("load", self.kept.value))

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date; the question first, for the map takes longest to paint."""
        self.headline.value = paragraph(
            f"<h4>{word(moment.play.game.title)}: {word(moment.where)}</h4>"
        )
        with self.sequence.hold_sync():  # so that what is covered is never sent
            self.sequence.show(
                moment.run,
                line=moment.play.line,
                here=moment.here,
                where=moment.where,
                player=moment.player,
                outcome=moment.outcome,
            )
            if moment.veil.side:
                _cover(self.sequence, moment)
        self._show_dice(moment)
        self.told.show(happened(moment.veil.told(moment.play.told)))
        self.victory.show(moment.veil.standing(moment.play.game.victory(moment.situation)))
        self._set_form(moment)
        if self.command is not None:
            self.command.show(moment.run, moment.situation, moment.veil.side)
        self._show_map(moment)

    def _show_dice(self, moment: Moment) -> None:
        request, landed = moment.run.request, moment.play.landed
        request = None if moment.veil.covers_request(request) else request
        landed = None if landed and moment.veil.covers_request(landed[0]) else landed
        self.dice.layout.display = None if isinstance(request, Roll) or landed else "none"
        with self.dice.hold_sync():
            self.dice.enabled = isinstance(request, Roll)
            if isinstance(request, Roll):
                self.dice.show(request)
            elif landed is None:
                self.dice.show(None)
            elif (self.dice.purpose, self.dice.face) != (landed[0].purpose, landed[1]):
                self.dice.show(landed[0])
                self.dice.land(landed[1])

    def _set_form(self, moment: Moment) -> None:
        self._telling = True
        try:
            self.auto.value = moment.play.auto_dice
            self.hide.value = moment.play.hidden or NOBODY
            for side, control in self.players.items():
                named = moment.play.named.get(side, READER)
                if named not in control.options:
                    control.options = (*WORDS, named)
                control.value = named
        finally:
            self._telling = False

    def _show_map(self, moment: Moment) -> None:
        situation, request = moment.situation, moment.run.request
        with self.map.hold_sync():
            rs_view.show(moment.veil.shown, self.map)
            self.map.show_arrows(_fire(moment.run))
            self.map.mark({} if moment.veil.asks_behind else _marks(situation, request))
            self.map.say(moment.sentence())

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        parts = [self.sequence.text_twin(), self.map.text_twin()]
        if self.told.ruling is not None:
            parts.append(self.told.text_twin())
        if self.command is not None:
            parts += self.command.text()
        return "\n".join([moment.play.game.title, *parts, self.victory.text_twin()])

    def html(self) -> str:
        """Return everything as HTML without script."""
        shown = (self.map, self.sequence, self.told, self.victory)
        command = "" if self.command is None else self.command.html()
        return f"{self.headline.value}{''.join(each.static_html() for each in shown)}{command}"


def _cover(sequence: SequenceView, moment: Moment) -> None:
    """Take out of the sequence what belongs to the display that is hidden."""
    veil, line = moment.veil, moment.play.line or moment.run.journal
    sequence.journal = [
        veil.line(shown) if veil.covers_entry(entry) else shown | {"ask": veil.words(shown["ask"])}
        for shown, entry in zip(sequence.journal, line, strict=True)
    ]
    sequence.branches = [
        each | {"title": f"{len(moment.run.branches[int(each['key'])])} answers"}
        for each in sequence.branches
    ]
    sequence.purpose = veil.words(sequence.purpose)
    if veil.asks_behind:
        sequence.purpose = f"{veil.side}: {COVERED}; {HAND_OVER}"
        sequence.options, sequence.barred, sequence.cases = [], [], []


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


def happened(told: tuple[Ruling, ...]) -> Ruling | None:
    """Return what was announced as one explanation; nothing where nothing was."""
    if len(told) <= 1:
        return told[0] if told else None
    return finding("In order", None, "What was announced, the last one last.", parts=told)


def _marks(situation: Situation, request: Request | None) -> dict[Hex, str]:
    board = situation.board
    marks: dict[Hex, str] = dict.fromkeys(barred_at(board, request), "barred")
    marks |= dict.fromkeys(subject_of(request, situation), "target")
    return marks | dict.fromkeys(options_at(board, request), "candidate")


def _fire(run: Run) -> list[tuple[Hex, Hex]]:
    """Return the arrows of a fire that waits for its dice, from each hex that fires."""
    shot = fire_under_way(run)
    if shot is None:
        return []
    hexes = dict.fromkeys(piece.at for piece in shot.pieces)
    return [(at, shot.target) for at in hexes if at != shot.target]


def _choice(side: str) -> w.Dropdown:
    return w.Dropdown(
        description=f"{side}:",
        options=WORDS,
        layout=w.Layout(width="13em"),
        style={"description_width": "initial"},
    )


def _unfold(part: w.VBox, *, on: bool) -> None:
    part.layout.display = None if on else "none"


def _titled(text: str) -> w.HTML:
    return w.HTML(paragraph(f"<b>{word(text)}</b>"))
