"""The parts of the fire explorer on the screen, and how they follow a plan and a throw."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w
from attrs import evolve, frozen

from widgets import rs_view
from widgets.explorers.buttons import Decision
from widgets.explorers.fire_form import LOOK, fields_of
from widgets.explorers.fire_html import (
    STYLE,
    dice_html,
    families_html,
    part,
    points_html,
    story_html,
    table_html,
)
from widgets.explorers.fire_svg import WORDS, sight_lines
from widgets.explorers.fire_words import (
    BETS,
    MEANINGS,
    PROMPT,
    chances_words,
    headline_html,
    loss_chances,
    morale_chances,
    morale_words,
    sentence,
)
from widgets.explorers.form import Form
from widgets.explorers.frame import column, row, wide_html
from widgets.five_dice import FiveDice
from widgets.odds import OddsView
from widgets.rs_view import SituationMap
from widgets.ruling import RulingView
from widgets.svg_marks import word
from widgets.svg_works import works_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.fire_plan import FirePlan
    from widgets.explorers.fire_throw import Thrown

HINT = (
    "Click an enemy hex: the target. Then click hexes of your own: each stack fires, or leaves "
    "off. Lines of fire: whole is Open, dashed is Partial, dotted is observed by another."
)
BET_FIRST = "Bet first; then the table and the dice are yours."
DECIDE_FIRST = "The target's side decides first."
AGAIN = "Throw again, or set other faces: it is the same fire."


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The plan.
        thrown: Its throw, once the dice have landed.
        bet_due: Whether the odds wait for a bet.
        title: What the explorer was opened on.
    """

    plan: FirePlan
    thrown: Thrown | None
    bet_due: bool
    title: str

    @property
    def situation(self) -> Situation:
        """The position to show: after the fire, once it is resolved."""
        outcome = self.thrown.outcome if self.thrown is not None else None
        return self.plan.position if outcome is None else outcome.situation


class Panels:
    """The widgets of the explorer.

    Args:
        situation: The position to begin with.
        height: The height of the map in pixels.
        change: What the form calls with a change of the plan.
        decide: What a decision button calls with its key.
    """

    def __init__(
        self,
        situation: Situation,
        height: int,
        change: Callable[[Callable[[FirePlan], FirePlan]], None],
        decide: Callable[[str], None],
    ) -> None:
        """Make the widgets, empty."""
        self._drawn: Situation | None = None
        self.map = SituationMap(situation.board, height=height, hint=HINT)
        self.form = Form(fields_of, change, LOOK)
        self.form.box.add_class("wg-fire-form")
        self.headline = wide_html()
        self.points = wide_html()
        self.families = wide_html()
        self.table = wide_html()
        self.faces = wide_html()
        self.odds = OddsView(label="Step losses", prompt=PROMPT)
        self.morale = OddsView(label="Morale check")
        self.chances = wide_html()
        self.dice = FiveDice("this fire")
        self.story = wide_html()
        self.decision = Decision(decide, align_items="flex-start")
        self.back = w.Button(
            description="Take back", tooltip="Take the last decision, or the throw, back"
        )
        self.keep = w.Button(
            description="Keep this result", tooltip="Go on from the position after it"
        )
        self.ruling = RulingView(label="The whole fire, case by case", open_depth=1)
        self._style = w.HTML(STYLE, layout=w.Layout(height="0", margin="0"))

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout, in the order of the rules; narrow pages stack the columns."""
        ground = w.Box([self.map], layout=column("420px", "58%"))
        form = w.VBox([self.headline, self.form.box], layout=column("300px", "38%"))
        drawn = w.VBox([self.table], layout=column("420px", "52%"))
        faces = w.VBox([self.faces], layout=column("330px", "42%"))
        losses = w.VBox([self.odds, self.chances], layout=column("340px", "48%"))
        checks = w.VBox([self.morale], layout=column("340px", "48%"))
        buttons = w.HBox([self.back, self.keep])
        throwing = w.VBox([self.dice, buttons], layout=column("340px", "46%"))
        told = w.VBox([self.decision, self.story], layout=column("320px", "50%"))
        self.worked = (
            w.HBox([losses, checks], layout=row()),
            w.HBox([drawn, faces], layout=row()),
            w.HBox([throwing, told], layout=row()),
        )
        return (
            self._style,
            w.HBox([ground, form], layout=row()),
            self.points,
            self.families,
            *self.worked,
            self.ruling,
        )

    def begin(self, plan: FirePlan) -> None:
        """Show where things happen on a large map: the target and its firers, or every target."""
        label = plan.situation.board.label
        if plan.target is not None:
            firing = (plan.situation.piece(name).at for name in plan.firers)
            self.map.look_at(*map(label, (plan.target, *firing)), reach=2)
        else:
            self.map.look_at(*map(label, plan.targets()), reach=3)

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        plan = moment.plan
        self.form.show(plan)
        self.headline.value = part(headline_html(plan, moment.title))
        ready, fights = plan.ready, plan.ready and not plan.weak
        _display(self.points, on=ready)
        _display(self.families, on=fights)
        for each in self.worked:
            _display(each, on=fights)
        if ready:
            self._show_figures(moment)
        if fights:
            self._show_odds(moment)
            self._show_throw(moment)
        self.ruling.show(_explanation(moment) if ready else None)
        # The map comes last: it takes a browser longest to paint, and the words would wait for it.
        self._show_map(moment)
        self.map.say(sentence(moment))

    def _show_figures(self, moment: Moment) -> None:
        plan = moment.plan
        strength, drm = plan.ruling.find("Fire points"), plan.ruling.find("Net fire DRM")
        self.points.value = points_html(plan, strength) if strength is not None else ""
        self.families.value = families_html(drm) if drm is not None else ""
        open_table = not plan.weak and not moment.bet_due
        _display(self.worked[1], on=open_table)
        thrown = moment.thrown.read.main if moment.thrown is not None else None
        self.table.value = table_html(plan, thrown) if open_table else ""
        self.faces.value = dice_html(plan, thrown) if open_table else ""

    def _show_odds(self, moment: Moment) -> None:
        plan, thrown, due = moment.plan, moment.thrown, moment.bet_due
        losses = {} if due else loss_chances(plan.chances)
        self.odds.show(
            [{"name": "exact chance", "chances": losses}],
            order=BETS if due else tuple(losses),
            meanings=MEANINGS,
            lit="" if thrown is None else thrown.code,
            hidden=due,
            betting=due,
        )
        if due:
            self.odds.clear_bet()
        _display(self.morale, on=not due)
        if not due:
            checks = morale_chances(plan.chances)
            lit = "" if thrown is None else thrown.check
            self.morale.show(
                [{"name": "exact chance", "chances": checks}],
                order=tuple(checks),
                meanings=morale_words(plan),
                lit=lit,
            )
        self.chances.value = "" if due else part(f"<p>{word(chances_words(plan))}</p>")

    def _show_throw(self, moment: Moment) -> None:
        thrown, choice = moment.thrown, moment.thrown.choice if moment.thrown else None
        with self.dice.hold_sync():
            self.dice.purpose = (
                f"Fire at {moment.plan.situation.board.label(moment.plan.shot.target)}"
            )
            self.dice.enabled = not moment.bet_due and choice is None
            self.dice.hint = BET_FIRST if moment.bet_due else _dice_hint(moment)
            if thrown is None:
                self.dice.clear()
            elif tuple(self.dice.faces) != thrown.faces:
                self.dice.land(thrown.faces, thrown.outcomes())
            else:
                self.dice.outcomes = thrown.outcomes()
        self.story.value = story_html(thrown.lines()) if thrown is not None else ""
        self.decision.ask(choice, f"{choice.who}: {choice.purpose}" if choice else "")
        self.back.disabled = thrown is None
        self.keep.disabled = thrown is None or thrown.outcome is None or moment.plan.what_if.any

    def _show_map(self, moment: Moment) -> None:
        plan, situation = moment.plan, moment.situation
        marks, notes = _marks(plan)
        with self.map.hold_sync():
            if self._drawn is not situation:
                rs_view.show(situation, self.map)
                self._drawn = situation
            said = works_words(situation)
            for cell, words in notes.items():
                said[cell] = "; ".join(filter(None, (words, said.get(cell, ""))))
            self.map.note(said)
            self.map.mark(marks)
            here = plan.aimed
            board = situation.board
            lines = sight_lines(board, plan.lines(), here) if here is not None else ""
            self.map.show_drawing(lines)

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        lines = [moment.title, sentence(moment)]
        if moment.plan.ready:
            if not moment.bet_due and not moment.plan.weak:
                lines += [
                    self.odds.text_twin(),
                    self.morale.text_twin(),
                    chances_words(moment.plan),
                ]
            if moment.thrown is not None:
                lines += [self.dice.text_twin()]
                lines += [f"  {each.what}: {each.said}" for each in moment.thrown.lines()]
            lines.append(self.ruling.text_twin())
        return "\n".join(lines)

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        parts = [STYLE, self.headline.value, self.map.static_html()]
        if moment.plan.ready:
            parts += [self.points.value, self.families.value]
            if not moment.bet_due and not moment.plan.weak:
                parts += [self.odds.static_html(), self.morale.static_html(), self.chances.value]
            parts += [self.table.value, self.faces.value]
            if moment.thrown is not None:
                parts += [self.dice.static_html(), self.story.value]
            parts.append(self.ruling.static_html())
        return "".join(parts)


def _display(widget: w.Widget, *, on: bool) -> None:
    wanted = None if on else "none"
    if widget.layout.display != wanted:
        widget.layout.display = wanted


def _dice_hint(moment: Moment) -> str:
    if moment.thrown is None:
        return "Green: the main die. Red and white: the fraction. Black and gray: morale."
    return AGAIN if moment.thrown.choice is None else DECIDE_FIRST


def _marks(plan: FirePlan) -> tuple[dict[Hex, str], dict[Hex, str]]:
    """Return the highlights of the map, and the words for them."""
    if plan.target is None:
        cells = plan.targets()
        return dict.fromkeys(cells, "candidate"), dict.fromkeys(cells, "may be fired at")
    marks: dict[Hex, str] = {}
    notes: dict[Hex, str] = {}
    for each in plan.candidates:
        cell = each.piece.at
        if each.able:
            marks[cell], notes[cell] = "candidate", "may fire"
        elif cell not in marks:
            marks[cell], notes[cell] = "barred", f"may not fire: {each.ruling.sentence}"
    sights = plan.lines()
    for name in plan.firers:
        at = plan.position.piece(name).at
        sight = WORDS.get(sights.get(at) or "", "")
        marks[at], notes[at] = "chosen", "fires" if at not in sights else f"fires, sight {sight}"
    here = plan.aimed
    if here is not None:
        notes[here] = "; ".join(filter(None, ("the target", notes.get(here, ""))))
        marks[here] = "target"
    return marks, notes


def _explanation(moment: Moment) -> Ruling:
    """Return how the fire is worked out, and what happened once the dice have landed."""
    plan, thrown = moment.plan, moment.thrown
    if thrown is None:
        return plan.ruling
    story = tuple(thrown.run.told[1:])
    said = f"{plan.ruling.sentence} {thrown.code.capitalize()}."
    return evolve(plan.ruling.with_parts(thrown.result, *story), sentence=said)
