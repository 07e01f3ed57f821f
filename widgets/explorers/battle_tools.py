"""The buttons of the battle explorer: what if, when to break off, whole rounds, save and load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w

if TYPE_CHECKING:
    from collections.abc import Callable

    from widgets.explorers.battle_panels import Moment

PRESETS: tuple[tuple[str, str, str], ...] = (
    ("Two more artillery", "attacker", "2 artillery"),
    ("Two more armor", "attacker", "2 armor"),
    ("Two more defending infantry", "defender", "2 infantry"),
)
"""What-ifs at the press of a button: words, whose, what."""
SWING, WITHIN = "IP gained on average", "chance to take it within a loss"


class Tools:
    """Groups of buttons; :meth:`listen` gives them something to do."""

    def __init__(self) -> None:
        """Make the buttons."""
        self.who = w.Dropdown(options=["attacker", "defender"], description="What if the",
                              layout=w.Layout(width="16em"))  # fmt: skip
        self.typed = w.Text(placeholder="2 art, or -1 inf", description="had",
                            style={"description_width": "initial"},
                            layout=w.Layout(width="16em"))  # fmt: skip
        self.compare = _button("Compare", "Show the odds with that many more, beside the others")
        self.presets = [_button(words, "Show the odds with them beside the others")
                        for words, _, _ in PRESETS]  # fmt: skip
        self.clear = _button("As planned", "Forget the what-ifs")
        self.what_if = _group([self.who, self.typed, self.compare], [*self.presets, self.clear])
        self.after = w.Dropdown(options=[SWING, WITHIN], description="After",
                                style={"description_width": "initial"},
                                layout=w.Layout(width="19em"))  # fmt: skip
        self.worth = w.BoundedIntText(0, min=0, max=1000, description="IP",
                                      style={"description_width": "initial"},
                                      layout=w.Layout(width="8em"),
                                      tooltip="Worth of the territory, or the loss")  # fmt: skip
        self.search = _button("Best round to break off", "Compare breaking off after each round")
        self.breaking = _group([self.after, self.worth, self.search])
        self.round = _button("Throw the round", "Throw the rest of the round; both plans decide")
        self.battle = _button("Throw the battle", "Throw to the end; both plans decide")
        self.undo = _button("Take the round back", "Back to the beginning of the round")
        self.throwing = _group([self.round, self.battle, self.undo])
        self.save = _button("Save", "Write the battle below as text")
        self.load = _button("Load", "Go on with the battle written below")
        self.kept = w.Textarea(placeholder="A saved battle",
                               layout=w.Layout(width="98%", height="6em"))  # fmt: skip
        inside = w.VBox([w.HBox([self.save, self.load]), self.kept])
        self.keeping = folding("Save and load", "Show or hide it", inside)

    def allow(self, moment: Moment) -> None:
        """Say what there is to do."""
        due, run = moment.bet_due, moment.run
        self.round.disabled = self.battle.disabled = due or run.finished
        self.undo.disabled = not run.journal
        self.clear.disabled = not moment.plan.changes
        for button in (self.compare, self.search, *self.presets):
            button.disabled = due

    def listen(self, acts: dict[str, Callable[..., None]]) -> None:
        """Let the buttons do these: what if, clear, search, round, battle, undo, save, load."""
        self.compare.on_click(lambda _: acts["what if"](self.who.value, self.typed.value))
        for button, (_, who, typed) in zip(self.presets, PRESETS, strict=True):
            button.on_click(_pressing(acts["what if"], who, typed))
        self.search.on_click(lambda _: acts["search"](self.worth.value, self.after.value == WITHIN))
        plain = ("clear", "round", "battle", "undo", "save")
        for name in plain:
            getattr(self, name).on_click(_pressing(acts[name]))
        self.load.on_click(lambda _: acts["load"](self.kept.value))


def folding(words: str, tooltip: str, inside: w.Widget) -> w.VBox:
    """Return a box that a button folds and unfolds; it begins folded."""
    button = w.ToggleButton(False, description=words, tooltip=tooltip)
    inside.layout.display = "none"

    def unfold(change: Any) -> None:  # noqa: ANN401 - an event
        inside.layout.display = None if change["new"] else "none"

    button.observe(unfold, "value")
    return w.VBox([button, inside], layout=w.Layout(overflow="visible"))


def _pressing(act: Callable[..., None], *given: str) -> Callable[[Any], None]:
    return lambda _: act(*given)


def _group(*rows: list[w.Widget]) -> w.VBox:
    layout = {"flex_flow": "row wrap"}
    return w.VBox([w.HBox(each, layout=w.Layout(**layout)) for each in rows])


def _button(words: str, tooltip: str) -> w.Button:
    return w.Button(description=words, tooltip=tooltip, layout=w.Layout(width="auto"))
