"""CommandCup: who may be activated next, and in what order the rest of the turn may go."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from wargame.core.errors import RequestError, WargameError, one_of, shown
from wargame.rifle_and_spade import cup as cups
from wargame.rifle_and_spade.cup_odds import MOST_CHITS, Wish, cup_of, next_ruling
from wargame.rifle_and_spade.state import Situation
from widgets.base import TeachingBox, refuse_unknown
from widgets.cup_words import (
    contents,
    listed,
    order_lines,
    orders_html,
    table_html,
    table_lines,
    table_of,
    too_many,
    wished,
)
from widgets.errors import WidgetError
from widgets.explorers.frame import paragraph
from widgets.given import flag, whole
from widgets.odds import OddsView
from widgets.ruling import RulingView

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.cup_odds import Cup
    from widgets.cup_words import Places

ANY = "no favourite"
MOST_LISTED = 6
"""As a rule the orders of so many chits are listed; 720 are counted in no time."""


class CommandCup(TeachingBox):
    """The command cups: the exact chances of the next chit, and of the rest of the turn.

    What players would choose goes in as wishes; *what if* pulls a chit here only, to see what would
    be left. Nothing here changes a game.

    Args:
        situation: The position, of a game with command rules.
        loose: Units that bring a chit into the cup by themselves (101.7.4).
        first: The side that a scenario names for the first chit of the turn.
        most: The orders are listed when at most so many chits are left.

    Raises:
        WidgetError: An argument is of the wrong kind.
    """

    def __init__(
        self,
        situation: Situation,
        *,
        loose: Iterable[str] = (),
        first: str = "",
        most: int = MOST_LISTED,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the cups."""
        refuse_unknown(self, unknown, ("situation", "loose", "first", "most"))
        self._most = whole("CommandCup, most", most, 0, MOST_CHITS)
        self.situation = _commanded(situation)
        self.loose, self.first = frozenset(loose), _side(situation, first)
        self.wishes: dict[str, Wish] = {}
        self.pulled: tuple[str, ...] = ()
        self.records: list[dict[str, Any]] = []
        self._explained, self._telling = True, False
        self._state: tuple[Cup, Ruling | None] | None = None
        self.headline = w.HTML(layout=w.Layout(width="100%"))
        self.error = w.HTML(layout=w.Layout(display="none"))
        self.next = OddsView(label="Who comes next")
        self.places = w.HTML(layout=w.Layout(width="100%", overflow="auto"))
        self.rest = w.HTML(layout=w.Layout(width="100%"))
        self.why = RulingView(label="Why", open_depth=1)
        self.favourites = {side: _favourite(side) for side in situation.sides}
        self.giving = {side: _giving(side) for side in situation.sides}
        self.what_if = w.Dropdown(description="If next:", options=("",))
        self.back = w.Button(description="As it is", tooltip="Put the chits of what if back")
        super().__init__(self._rows())
        self._listen()
        self.show(situation, loose=self.loose, first=first)

    def _rows(self) -> list[w.Widget]:
        wrap = w.Layout(flex_flow="row wrap", width="100%")
        controls = [*self.favourites.values(), *self.giving.values(), self.what_if, self.back]
        form = w.HBox(controls, layout=wrap)
        return [self.headline, self.error, self.next, form, self.places, self.rest, self.why]

    def _listen(self) -> None:
        for side in self.situation.sides:
            self.favourites[side].observe(lambda _, side=side: self._wished(side), "value")
            self.giving[side].observe(lambda _, side=side: self._wished(side), "value")
        self.what_if.observe(lambda change: self._if(change["new"]), "value")
        self.back.on_click(lambda _: self.put_back())

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def cup(self) -> Cup:
        """What decides the rest of the turn, after the chits that *what if* has pulled."""
        state = cup_of(self.situation, self.wishes, self.loose, self.first)
        for name in self.pulled:
            state = state.without(name)
        return state

    @property
    def table(self) -> Places:
        """For each brigiment the exact chance to come first, second and so on from now."""
        return dict(self._places)

    @property
    def orders(self) -> dict[str, Fraction]:
        """The chance of each order of the rest of the turn that is listed, the likeliest first."""
        return dict(self._orders)

    def show(
        self,
        situation: Situation,
        *,
        loose: Iterable[str] = (),
        first: str = "",
        explained: bool = True,
    ) -> None:
        """Show the cups of another position; wishes for chits that are gone count for nothing.

        Args:
            situation: The position.
            loose: As for the widget.
            first: As for the widget.
            explained: Whether to show what the chances are made of; not where it would tell a
                player the orders of the other side.

        Raises:
            WidgetError: It is no position of a game with command rules.
        """
        self.situation = _commanded(situation)
        self.loose, self.first = frozenset(loose), _side(situation, first)
        self._explained = flag("CommandCup, explained", explained)
        self.pulled = ()
        self._show()

    def wish(self, side: str, *order: str, yields: bool = False) -> None:
        """Say what a side would do where it may choose.

        Args:
            side: Which side.
            order: Its brigiments, those it would call up first in front; none: all alike.
            yields: Whether, having the initiative, it lets the other side pull.

        Raises:
            RequestError: It has no such brigiment, or there is no such side.
        """
        self._do(self._wish, side, order, flag("CommandCup, yields", yields))

    def pull(self, brigiment: str) -> None:
        """See what would be left if this brigiment came next.

        Raises:
            RequestError: Its chit is in neither cup, or it cannot come next.
        """
        self._do(self._pull, brigiment)

    def put_back(self) -> None:
        """Put the chits of what if back."""
        self.pulled = ()
        self.records.append({"kind": "put back"})
        self._show()

    # ---- how it hangs together ------------------------------------------------------------------

    def _do(self, act: Any, *given: Any) -> None:  # noqa: ANN401 - one of the methods here
        """Do what is asked and show it, or show and raise why not."""
        self.error.layout.display = "none"
        try:
            act(*given)
        except WargameError as error:
            self.error.value = f"<p role='alert'>{escape(str(error))}</p>"
            self.error.layout.display = None
            raise
        self._show()

    def _wish(self, side: str, order: tuple[str, ...], yields: bool) -> None:  # noqa: FBT001 - as given
        self.situation.other(side)  # refused where there is no such side
        own = _own(self.situation, side)
        for name in order:
            if name not in own:
                raise RequestError(f"wish of the {side}", shown(name), one_of(own, name))
        self.wishes = self.wishes | {side: Wish(tuple(order), yields)}
        self.records.append({"kind": "wish", "side": side, "order": [*order], "yields": yields})

    def _pull(self, brigiment: str) -> None:
        chances = self.cup.next()
        possible = [name for name, chance in chances.items() if chance]
        if brigiment not in possible:
            allowed = one_of(possible, str(brigiment)) if possible else "nothing: none is left"
            raise RequestError("pull", shown(brigiment), allowed)
        chance = chances[brigiment]
        self.pulled = (*self.pulled, brigiment)
        self.records.append({"kind": "pull", "brigiment": brigiment, "chance": str(chance)})

    def _wished(self, side: str) -> None:
        if not self._telling:
            order = (self.favourites[side].value,)
            names = () if order == (ANY,) else order
            self._quietly(self.wish, side, *names, yields=self.giving[side].value)

    def _if(self, name: str | None) -> None:
        if name and not self._telling:
            self._quietly(self.pull, name)

    def _quietly(self, act: Any, *given: Any, **more: Any) -> None:  # noqa: ANN401 - a method here
        """Do what a control asks for; an error is shown already, and goes no further."""
        try:
            act(*given, **more)
        except WargameError:
            return

    def _show(self) -> None:
        state, why = self.cup, self._why() if self._explained else None
        if self._state == (state, why):
            return  # nothing has moved that matters here
        self._state = (state, why)
        supposed = f"If {', '.join(self.pulled)} had come: " if self.pulled else ""
        self._said = [f"{supposed}{contents(state)}", wished(state)]
        self.headline.value = paragraph("<br>".join(map(escape, self._said)))
        side_of = {
            name: side
            for side, inside in zip(state.sides, state.chits, strict=True)
            for name in inside
        }
        self.next.show([{"name": "", "chances": _texts(state.next())}], meanings=side_of)
        self._places: Places = table_of(state)
        self.places.value = table_html(self._places, side_of)
        self._orders = listed(state, self._most)
        self._many = too_many(state, self._most)
        self.rest.value = orders_html(self._orders, state.left)
        if self._many:
            self.places.value += paragraph(escape(self._many))
        self.why.show(why)
        self.why.layout.display = None if self._explained else "none"
        self._set_form(state)

    def _why(self) -> Ruling:
        situation = self.situation
        for name in self.pulled:
            situation = cups.pulled(situation, name)
        return next_ruling(situation, self.wishes, self.loose, self.first)

    def _set_form(self, state: Cup) -> None:
        self._telling = True
        try:
            for side, wish, inside in zip(state.sides, state.wishes, state.chits, strict=True):
                favourite = next((name for name in wish.order if name in inside), ANY)
                self.favourites[side].options = (ANY, *inside)
                self.favourites[side].value = favourite
                self.giving[side].value = wish.yields
            self.what_if.options = ("", *(n for n, chance in state.next().items() if chance))
            self.what_if.value = ""
            self.back.disabled = not self.pulled
        finally:
            self._telling = False

    # ---- in words -------------------------------------------------------------------------------

    def text_twin(self) -> str:
        """Return the cups, the chances of the next chit, of places and of orders as text."""
        lines = list(self._said)
        if self._places:
            lines += [self.next.text_twin(), "Place in the order of activation, from now on"]
            lines += table_lines(self._places)
        if self._orders:
            lines += ["Order of the rest of the turn", *order_lines(self._orders)]
        if self._explained:
            lines.append(self.why.text_twin())
        return "\n".join([*lines, *filter(None, [self._many])])

    def static_html(self) -> str:
        """Return the same as tables without script."""
        shown_parts = [self.headline.value, self.next.static_html()]
        shown_parts += [self.places.value, self.rest.value]
        if self._explained:
            shown_parts.append(self.why.static_html())
        return "".join(shown_parts)


def _texts(chances: dict[str, Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in chances.items()}


def _commanded(situation: object) -> Situation:
    if not isinstance(situation, Situation) or not situation.commands:
        found = "a position without command rules"
        found = found if isinstance(situation, Situation) else shown(situation)
        raise WidgetError("CommandCup, situation", found, "a position of a game with command rules")
    return situation


def _side(situation: Situation, side: object) -> str:
    if side and side not in situation.sides:
        raise WidgetError("CommandCup, first", shown(side), one_of(situation.sides, str(side)))
    return str(side)


def _own(situation: Situation, side: str) -> list[str]:
    army = situation.army
    return [c.brigiment for c in situation.commands if army.brigiment(c.brigiment).side == side]


def _favourite(side: str) -> w.Dropdown:
    return w.Dropdown(
        description=f"{side} would call:",
        options=(ANY,),
        style={"description_width": "initial"},
        layout=w.Layout(width="18em"),
    )


def _giving(side: str) -> w.Checkbox:
    return w.Checkbox(
        value=False,
        description=f"{side} lets the other pull",
        indent=False,
        layout=w.Layout(width="15em"),
    )
