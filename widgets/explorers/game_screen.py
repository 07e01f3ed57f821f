"""A game on the screen: its parts, whatever the game, and how they follow it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import frozen

from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import Ruling, finding
from widgets.dice import DiceTray
from widgets.explorers.deciding import reason_field
from widgets.explorers.frame import column, paragraph, row
from widgets.explorers.game_plan import READER, barred_at, options_at, words_for
from widgets.explorers.game_veil import COVERED, Veil
from widgets.ruling import RulingView
from widgets.sequence import OVER, SequenceView
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.core.grid import Hex
    from wargame.core.run import Run
    from widgets.explorers.game_play import Play
    from widgets.hexmap import HexMap

HINT = "A click on a marked hex takes the option of that hex; on a struck one it says why not."
STANDS = "Victory as things stand"
HAPPENED = "What happened, and what is thrown for"
FEW = 3
"""Of more answers than these that were given without the reader, only the last are told."""
LOOK_BACK = (
    "Now look back on it: DebriefView(game) in a notebook, or save the game and run "
    "wargame debrief on its file."
)
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
    def situation(self) -> Any:  # noqa: ANN401 - of any kind of game
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
        return str(self.run.marks[-1].checkpoint.state.part)

    @property
    def player(self) -> str:
        """Whoever is asked and plays by itself."""
        request = self.run.request
        asked = request.who if isinstance(request, Choice) else ""
        return asked if asked in self.play.players else ""

    @property
    def outcome(self) -> str:
        """How it ended; nothing while it goes on."""
        return OVER if self.run.finished else ""

    @property
    def standing(self) -> Ruling | None:
        """How the game would end if it did now."""
        return self.play.game.victory(self.situation)

    @property
    def seat(self) -> str:
        """Whose the screen is, where that is said above the map."""
        return ""

    def answer(self, given: int | str) -> str:
        """Return an answer as a reader is told of it."""
        return str(given)

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
        told = [
            f"{_asked(each.who or 'Dice', each.ask)}: {self.answer(each.answer)}"
            for each in entries[-FEW:]
        ]
        more = [f"{len(entries)} answers, the last of them"] * (len(entries) > FEW)
        return f"Then {': '.join([*more, '; '.join(told)])}." if told else ""


class Screen:
    """The widgets of a game; each kind of game brings its map.

    Args:
        play: The game under way.
        height: The height of the map in pixels.
    """

    map: HexMap

    def __init__(self, play: Play, height: int) -> None:
        """Make the widgets, empty."""
        self._telling = False
        sides = play.situation.sides
        self.map = self.make_map(play, height)
        self.sequence = SequenceView(play.game.outline(), hint=KEYS)
        self.headline = w.HTML(layout=w.Layout(width="100%"))
        self.reason = reason_field()
        self.dice = DiceTray()
        self.told = RulingView(label=HAPPENED, open_depth=1)
        self.victory = RulingView(label=STANDS, open_depth=1)
        self.players = {side: _choice(play, side) for side in sides}
        self.auto = w.Checkbox(False, description="throw the dice for me", indent=False)
        self.kept = w.Textarea(
            placeholder="A saved game", layout=w.Layout(width="98%", height="6em")
        )
        self.save = w.Button(description="Save", tooltip="Write the game below as text")
        self.load = w.Button(description="Load", tooltip="Go on with the game written below")

    if TYPE_CHECKING:  # every kind of game has its own

        def make_map(self, play: Play, height: int) -> HexMap:
            """Return the map, as wide as the game begins."""

        def draw_map(self, moment: Moment) -> None:
            """Show everybody on the map, and what the question is about."""

        def marks(self, moment: Moment) -> dict[Hex, str]:
            """Return the hexes to mark for the question."""

    def called(self, player: str) -> str:
        """Return what a reader is told of a player; a kind of game has its own words."""
        return player

    def settings(self) -> tuple[w.Widget, ...]:
        """Return the controls that a kind of game adds to the form."""
        return ()

    def extras(self) -> list[w.Widget]:
        """Return what a kind of game shows below its explanations."""
        return []

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout: map and question, dice and explanation.

        A narrow page stacks them, the question next to the map (``sequence.css``): by their order,
        which in a column of a wide page is the one they have there.
        """
        setting = w.HBox([*self.players.values(), self.auto, *self.settings()], layout=row())
        keeping = w.VBox([w.HBox([self.save, self.load]), self.kept])
        keeping.layout.display = "none"
        folded = w.ToggleButton(False, description="Save and load", tooltip="Show or hide it")
        folded.observe(lambda change: _unfold(keeping, on=change["new"]), "value")
        told = [_titled(HAPPENED), self.told, *self.extras()]
        end = [setting, _titled(STANDS), self.victory, folded, keeping]
        for place, later in enumerate((told, end), 1):
            for each in later:
                each.layout.order = str(place)
        left = w.VBox(
            [self.headline, self.map, self.reason, self.dice, *told], layout=column("420px", "56%")
        )
        right = w.VBox([self.sequence, *end], layout=column("300px", "38%"))
        return (w.HBox([left, right], layout=row()),)

    def listen(self, act: Callable[[str, Any], None]) -> None:
        """Call *act* with the name of a control and its new value, when a reader's hand moves it.

        Args:
            act: What to do.
        """
        for side, control in self.players.items():
            self.hear(side, control, act)
        self.hear("auto", self.auto, act)
        self.save.on_click(lambda _: act("save", None))
        self.load.on_click(lambda _: act("load", self.kept.value))

    def hear(self, name: str, control: w.Widget, act: Callable[[str, Any], None]) -> None:
        """Call *act* when a reader's hand moves a control, and not when the game sets it."""

        def heard(change: dict[str, Any]) -> None:
            if not self._telling:
                act(name, change["new"])

        control.observe(heard, "value")

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date; the question first, for the map takes longest to paint."""
        seat = f"<div style='margin:-6px 0 4px'>{word(moment.seat)}</div>" if moment.seat else ""
        title = f"{word(moment.play.game.title)}: {word(moment.where)}"
        over = f"<div>{word(LOOK_BACK)}</div>" if moment.run.finished else ""
        self.headline.value = paragraph(f"<h4>{title}</h4>{seat}{over}")
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
            self.sequence.journal = self.lines(self.sequence.journal, moment)
        asks = isinstance(moment.run.request, Choice) and not moment.veil.asks_behind
        self.reason.layout.display = None if asks else "none"
        self._show_dice(moment)
        self.told.show(happened(moment.veil.told(moment.play.told)))
        standing = moment.standing
        self.victory.show(None if standing is None else moment.veil.standing(standing))
        self._set_form(moment)
        self.show_extras(moment)
        self._show_map(moment)

    def lines(self, journal: list[dict[str, Any]], _moment: Moment) -> list[dict[str, Any]]:
        """Return the lines of the journal as a kind of game shows them."""
        return journal

    def show_extras(self, moment: Moment) -> None:
        """Bring up to date what a kind of game shows besides."""

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
            self.set_settings(moment)
            for side, control in self.players.items():
                named = moment.play.named.get(side, READER)
                words = dict.fromkeys((*words_for(moment.play.family, side), named))
                control.options = tuple((self.called(word), word) for word in words)
                control.value = named
        finally:
            self._telling = False

    def set_settings(self, moment: Moment) -> None:
        """Set the controls that a kind of game adds to the form."""

    def _show_map(self, moment: Moment) -> None:
        with self.map.hold_sync():
            self.draw_map(moment)
            self.map.mark({} if moment.veil.asks_behind else self.marks(moment))
            self.map.say(moment.sentence())

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        parts = [self.sequence.text_twin(), self.map.text_twin()]
        if self.told.ruling is not None:
            parts.append(self.told.text_twin())
        parts += self.more_text()
        parts += [] if self.victory.ruling is None else [self.victory.text_twin()]
        return "\n".join([moment.play.game.title, *parts])

    def more_text(self) -> list[str]:
        """Return what a kind of game shows besides, as text."""
        return []

    def more_html(self) -> str:
        """Return what a kind of game shows besides, as HTML without script."""
        return ""

    def html(self) -> str:
        """Return everything as HTML without script."""
        shown = (self.map, self.sequence, self.told, self.victory)
        pictures = "".join(each.static_html() for each in shown)
        return f"{self.headline.value}{pictures}{self.more_html()}"


def _asked(who: str, purpose: str) -> str:
    """Return what was asked, headed by whoever answered; a purpose may begin with the name."""
    return purpose if purpose.startswith(f"{who}:") else f"{who}, {purpose}"


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


def happened(told: tuple[Ruling, ...]) -> Ruling | None:
    """Return what was announced as one explanation; nothing where nothing was."""
    if len(told) <= 1:
        return told[0] if told else None
    return finding("In order", None, "What was announced, the last one last.", parts=told)


def marks_of(moment: Moment, subject: Iterable[Hex]) -> dict[Hex, str]:
    """Return the hexes of a question's options, of what it bars, and what it is about."""
    play, request, board = moment.play, moment.run.request, moment.situation.board
    marks: dict[Hex, str] = dict.fromkeys(barred_at(board, request, play.place), "barred")
    marks |= dict.fromkeys(subject, "target")
    return marks | dict.fromkeys(options_at(board, request, play.place), "candidate")


def _choice(play: Play, side: str) -> w.Dropdown:
    return w.Dropdown(
        description=f"{side}:",
        options=words_for(play.family, side),
        tooltip=play.family.about(play.situation, side) or None,
        layout=w.Layout(width="13em"),
        style={"description_width": "initial"},
    )


def _unfold(part: w.VBox, *, on: bool) -> None:
    part.layout.display = None if on else "none"


def _titled(text: str) -> w.HTML:
    return w.HTML(paragraph(f"<b>{word(text)}</b>"))
