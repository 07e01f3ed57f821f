"""OddsView: the exact chance of every result, before and after the throw, and a place to bet."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import traitlets

from wargame.core.errors import shown
from wargame.core.replies import LONGEST, Reply, written
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import among, chance, flag, mapping, text, texts, whole
from widgets.said import Listening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

PROMPT = "Bet first: which result do you expect?"
HIDDEN = "The odds are hidden for now."
NOTHING = "No odds to show yet."
NO_BET: dict[str, Any] = {"code": "", "count": 0}
MOST = 2**53
"""The greatest count that a browser can tell from the next one."""
SHORT = 9
"""Digits of a fraction, the stroke included, that a reader can still take in."""


def _visible(series: list[dict[str, Any]], widget: OddsView) -> list[dict[str, Any]]:
    """Return what the browser is told: while the odds are hidden, no more than their names."""
    return [{"name": each["name"]} for each in series] if widget.hidden else series


class OddsView(Listening, TeachingWidget):
    """A bar, the exact fraction and the percentage for each result; one or several series.

    The first series is the primary one. Chances travel as text, "1/3", and stay exact.

    Args:
        series: Dicts of a ``name`` and ``chances`` (code to Fraction); a series may name the
            result thrown in it as ``lit``.
        meanings: A sentence for each code.
        order: The codes in the order to show them; codes it leaves out follow.
        lit: The result thrown, in the primary series; empty before the throw.
        hidden: Whether the odds wait for a bet. They are not in the page before.
        betting: Whether a bet may be placed now.
        bets: The codes that may be bet on; empty for all of them.
        prompt: What is asked of the one who bets.
        label: What the table is called.
        id: The name of the question in replies; "OddsView" and the label unless given.
        rounded: Whether the fractions, too long to read, are left out.

    Raises:
        WidgetError: An argument is of the wrong kind, or a chance is not exact or not from 0 to 1.
    """

    _esm, _css = front_end("odds")

    series = traitlets.List(traitlets.Dict()).tag(sync=True, to_json=_visible)
    order = traitlets.List(traitlets.Unicode()).tag(sync=True)
    meanings = traitlets.Dict().tag(sync=True)
    lit = traitlets.Unicode().tag(sync=True)
    hidden = traitlets.Bool(False).tag(sync=True)
    betting = traitlets.Bool(False).tag(sync=True)
    bets = traitlets.List(traitlets.Unicode()).tag(sync=True)
    bet = traitlets.Dict(NO_BET).tag(sync=True)
    reason = traitlets.Unicode().tag(sync=True)
    prompt = traitlets.Unicode(PROMPT).tag(sync=True)
    label = traitlets.Unicode("Odds").tag(sync=True)
    rounded = traitlets.Bool(False).tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(  # noqa: PLR0913 - an odds table is exactly these facts
        self,
        series: Iterable[Mapping[str, Any]] = (),
        *,
        meanings: Mapping[str, str] | None = None,
        order: Sequence[str] = (),
        lit: str = "",
        hidden: bool = False,
        betting: bool = False,
        bets: Sequence[str] = (),
        prompt: str = PROMPT,
        label: str = "Odds",
        id: str = "",
        rounded: bool = False,
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """Check what is given, then show it."""
        read = read_series(series)
        self.id = text("OddsView, id", id)
        self._standing = NO_BET
        self._callbacks: list[Callable[[str], object]] = []
        self._keeper: Listening = self
        super().__init__(
            series=read,
            order=_codes(read, texts("OddsView, order", order)),
            meanings=_meanings(meanings),
            lit=text("OddsView, lit", lit),
            hidden=flag("OddsView, hidden", hidden),
            betting=flag("OddsView, betting", betting),
            bets=texts("OddsView, bets", bets),
            prompt=text("OddsView, prompt", prompt),
            label=text("OddsView, label", label),
            rounded=flag("OddsView, rounded", rounded),
            **traits,
        )

    def show(  # noqa: PLR0913 - the same facts
        self,
        series: Iterable[Mapping[str, Any]],
        *,
        meanings: Mapping[str, str] | None = None,
        order: Sequence[str] = (),
        lit: str = "",
        label: str | None = None,
        hidden: bool | None = None,
        betting: bool | None = None,
        rounded: bool | None = None,
    ) -> None:
        """Show other odds, in one message; what was bet stays.

        Args:
            series: As for the widget.
            meanings: As for the widget; None keeps the present ones.
            order: As for the widget.
            lit: The result thrown, in the primary series.
            label: What the table is called; None keeps the name.
            hidden: Whether they wait for a bet; None keeps them as they are. Said here, the browser
                never learns odds that are to be hidden.
            betting: Whether a bet may be placed; None keeps it.
            rounded: Whether the fractions are left out; None keeps it.

        Raises:
            WidgetError: As for the widget; nothing has changed.
        """
        read = read_series(series)
        codes = _codes(read, texts("OddsView, order", order))
        sentences = self.meanings if meanings is None else _meanings(meanings)
        text("OddsView, lit", lit)
        label = self.label if label is None else text("OddsView, label", label)
        if hidden is not None:
            flag("OddsView, hidden", hidden)
        if betting is not None:
            flag("OddsView, betting", betting)
        if rounded is not None:
            flag("OddsView, rounded", rounded)
        with self.hold_sync():
            self.hidden = self.hidden if hidden is None else hidden
            self.betting = self.betting if betting is None else betting
            self.series, self.order, self.meanings = read, codes, sentences
            self.lit, self.label = lit, label
            self.rounded = self.rounded if rounded is None else rounded

    def place_bet(self, code: str, reason: str | None = None) -> None:
        """Bet on a result, as a reader does.

        Args:
            code: The result.
            reason: Why; what stands in the field for it unless given.

        Raises:
            WidgetError: No bet is open, or not on this result; the widget shows the same words.
        """
        try:
            self._check_bet(code)
        except WidgetError as error:
            self.error = str(error)
            raise
        if reason is not None:
            self.reason = reason
        self.bet = {"code": code, "count": self.bet["count"] + 1}

    def reveal(self) -> None:
        """Show the odds; no more bets are taken."""
        self.hidden = self.betting = False

    def clear_bet(self) -> None:
        """Forget the bet and its reason, for the next one; the reply stays."""
        self.bet = NO_BET
        self.reason = ""

    def on_bet(self, callback: Callable[[str], object]) -> None:
        """Call *callback* with the code of every bet, whoever places it."""
        self._callbacks.append(callback)

    def leave_replies_to(self, keeper: Listening) -> None:
        """Let an instrument keep the replies to what it asks here, and be told of reasons."""
        self._keeper = keeper

    def _check_bet(self, code: object) -> None:
        if not self.betting:
            raise WidgetError("OddsView, bet", shown(code), "nothing: no bet is open")
        among("OddsView, bet", code, self.bets or _codes(self.series, self.order))

    @traitlets.validate("series")
    def _series_read(self, proposal: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as traitlets has it
        return read_series(proposal["value"])

    @traitlets.validate("bet")
    def _bet_read(self, proposal: Any) -> dict[str, Any]:  # noqa: ANN401 - as traitlets has it
        """Take a bet only if it is open; otherwise the last one stands, and the browser is told."""
        try:
            self._standing = self._read_bet(proposal["value"])
        except WidgetError as error:
            self.error = str(error)
        else:
            self.error = ""
        return self._standing

    def _read_bet(self, bet: dict[str, Any]) -> dict[str, Any]:
        if bet == NO_BET:
            return NO_BET
        count = whole("OddsView, count of bets", bet.get("count"), 1, MOST)
        self._check_bet(bet.get("code"))
        return {"code": bet["code"], "count": count}

    @traitlets.observe("bet")
    def _tell(self, change: Any) -> None:  # noqa: ANN401 - as traitlets has it
        # A bet that was refused comes by as a change to what stood before.
        if change["new"]["count"] > change["old"]["count"]:
            if self._keeper is self:
                self._keep(change["new"]["code"])
            for callback in self._callbacks:
                callback(change["new"]["code"])

    def _keep(self, code: str) -> None:
        question = written(self.id or f"OddsView: {self.label}", LONGEST["question"])
        said = (each.tries for each in self.replies if each.question == question)
        first = self.series[0]["chances"] if self.series else {}
        facts = {"chance": first[code]} if code in first else {}
        shown_as = written(code, LONGEST["said"])
        prompt = written(self.prompt, LONGEST["prompt"])
        self.said.put(
            Reply("bet", question, prompt, shown_as, None, next(said, 0) + 1, self.reason,
                  facts=facts)
        )  # fmt: skip

    @traitlets.validate("reason")
    def _reason_read(self, proposal: Any) -> str:  # noqa: ANN401 - as traitlets has it
        return written(proposal["value"], LONGEST["reason"])

    @traitlets.observe("reason")
    def _reasoned(self, _change: object) -> None:
        """Add a reason to the bet that stands; one for a bet still to come waits for it."""
        if self.bet["count"] and (self._keeper is self or not self.betting):
            self._keeper.because(self.reason)

    @traitlets.observe("hidden")
    def _reveal(self, _change: object) -> None:
        # The series has not changed, but what may be told of it has. Told at once, even within a
        # `hold_sync`, so never more than the present state allows.
        self.send_state("series")

    def text_twin(self) -> str:
        """Return the odds as an aligned table, or, while they are hidden, the results alone."""
        codes = _codes(self.series, self.order)
        if not codes:
            return f"{self.label}: {NOTHING}"
        if self.hidden:
            asked = self.prompt if self.betting else HIDDEN
            return f"{self.label}: {asked}\nResults: {', '.join(codes)}"
        rows = [["Result", *(each["name"] or "Chance" for each in self.series), ""]]
        rows += [[code, *self._cells(code), self.meanings.get(code, "")] for code in codes]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        return "\n".join([self.label, *lines])

    def _cells(self, code: str) -> list[str]:
        cells = []
        for index, each in enumerate(self.series):
            thrown = each.get("lit") or (self.lit if index == 0 else "")
            sign = " ◄ thrown" if thrown == code else ""
            share = Fraction(each["chances"].get(code, "0"))
            cells.append((percent(share) if self.rounded else chance_text(share)) + sign)
        return cells

    def static_html(self) -> str:
        """Return the odds as a table."""
        codes = _codes(self.series, self.order)
        if not codes or self.hidden:
            return f"<pre>{escape(self.text_twin())}</pre>"
        heads = "".join(
            f"<th scope='col'>{escape(name)}</th>"
            for name in ("Result", *(each["name"] or "Chance" for each in self.series), "Meaning")
        )
        rows = "".join(
            f"<tr><th scope='row'>{escape(code)}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in self._cells(code))
            + f"<td>{escape(self.meanings.get(code, ''))}</td></tr>"
            for code in codes
        )
        return (
            f"<table><caption>{escape(self.label)}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def percent(share: Fraction) -> str:
    """Return a chance in per cent, half up to one decimal.

    What is possible never reads as never, nor as certain.
    """
    if share in {0, 1}:
        return "0 %" if share == 0 else "100 %"
    tenths = (share * 2000 + 1) // 2
    if tenths in {0, 1000}:
        return "< 0.1 %" if tenths == 0 else "> 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"


def chance_text(share: Fraction) -> str:
    """Return ``1/3 · 33.3 %``."""
    return f"{share} · {percent(share)}"


def long(shares: Iterable[Fraction]) -> bool:
    """Return whether fractions are too long to read, so that a table does better without."""
    return any(len(str(share)) > SHORT for share in shares)


def read_series(series: object) -> list[dict[str, Any]]:
    """Return series with their chances as exact text.

    Raises:
        WidgetError: They are not shaped so, or a chance is not exact or not from 0 to 1.
    """
    if isinstance(series, str | dict) or not hasattr(series, "__iter__"):
        raise WidgetError("OddsView, series", shown(series), "a list of dicts (name, chances)")
    return [_one_series(index, each) for index, each in enumerate(series, start=1)]


def _one_series(index: int, given: object) -> dict[str, Any]:
    where = f"OddsView, series {index}"
    data = mapping(where, given)
    for key in data:
        among(f"{where}, key", key, ("name", "chances", "lit"))
    chances = mapping(f"{where}, chances", data.get("chances"))
    read: dict[str, Any] = {
        "name": text(f"{where}, name", data.get("name", "")),
        "chances": {
            text(f"{where}, code", code): str(chance(f"{where}, chance of {code}", share))
            for code, share in chances.items()
        },
    }
    return read | ({"lit": text(f"{where}, lit", data["lit"])} if "lit" in data else {})


def _codes(series: Iterable[Mapping[str, Any]], order: Iterable[str]) -> list[str]:
    """Return the codes in the given order, and those it leaves out as they come."""
    return list(dict.fromkeys([*order, *(code for each in series for code in each["chances"])]))


def _meanings(given: object) -> dict[str, str]:
    where = "OddsView, meanings"
    data = {} if given is None else mapping(where, given)
    return {text(f"{where}, code", code): text(where, words) for code, words in data.items()}
