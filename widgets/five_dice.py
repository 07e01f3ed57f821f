"""FiveDice: the five ten-sided dice that Rifle and Spade throws together for one fire."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from random import Random
from typing import Any

import traitlets

from wargame.core.errors import WargameError, shown
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import among, flag, text, whole

DICE = ("green", "red", "white", "black", "gray")
"""The dice in the order in which their faces are given."""
READINGS = {"main": (0,), "fraction": (1, 2), "morale": (3, 4)}
"""What is read off which dice: one die 0-9, and two pairs 00-99, tens and units."""
ASKED = ("throw", "set")
MOST = 2**53
"""The greatest count that a browser can tell from the next one."""
NO_REQUEST: dict[str, Any] = {"kind": "", "faces": [], "count": 0}
IDLE = "not thrown yet"
Faces = tuple[int, ...]
Asked = Callable[[str, Faces], object]


class FiveDice(TeachingWidget):
    """Five dice thrown at once (RS 1.4.4): a main result, a fraction and a morale check.

    The front end only asks. Whoever called :meth:`on_request` answers, with :meth:`land`; dice that
    nobody listens to answer themselves.

    Args:
        purpose: What the throw is for.
        faces: What lies there already: the green die, red and white (tens and units of the
            fraction), black and gray (tens and units of the morale check); nothing when empty.
        outcomes: What main result, fraction and morale have led to, in words; may be empty.
        enabled: Whether the reader may throw now.
        hint: A sentence under the dice.
        random: The dice when nobody listens.

    Raises:
        WidgetError: An argument is of the wrong kind.
    """

    _esm, _css = front_end("fivedice")

    purpose = traitlets.Unicode().tag(sync=True)
    faces = traitlets.List(traitlets.Int()).tag(sync=True)
    outcomes = traitlets.List(traitlets.Unicode()).tag(sync=True)
    landed = traitlets.Int(0).tag(sync=True)
    enabled = traitlets.Bool(True).tag(sync=True)
    request = traitlets.Dict(NO_REQUEST).tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(  # noqa: PLR0913 - a throw is exactly these facts
        self,
        purpose: str = "",
        *,
        faces: Sequence[int] = (),
        outcomes: Sequence[str] = (),
        enabled: bool = True,
        hint: str = "",
        random: Random | None = None,
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """Check what is given, then show it."""
        if random is not None and not isinstance(random, Random):
            raise WidgetError("FiveDice, random", shown(random), "a random.Random, or None")
        self.random = Random() if random is None else random
        self._callbacks: list[Asked] = []
        self._standing: dict[str, Any] = NO_REQUEST
        super().__init__(
            purpose=text("FiveDice, purpose", purpose),
            faces=_checked(faces) if faces else [],
            outcomes=_words(outcomes),
            enabled=flag("FiveDice, enabled", enabled),
            hint=text("FiveDice, hint", hint),
            **traits,
        )

    @property
    def main(self) -> int | None:
        """The green die, 0 to 9; None before the throw."""
        return self._reading("main")

    @property
    def fraction(self) -> int | None:
        """The red-white pair, 0 to 99; None before the throw."""
        return self._reading("fraction")

    @property
    def morale(self) -> int | None:
        """The black-gray pair, 0 to 99; None before the throw."""
        return self._reading("morale")

    def _reading(self, name: str) -> int | None:
        digits = [self.faces[die] for die in READINGS[name]] if self.faces else []
        return int("".join(map(str, digits))) if digits else None

    def land(self, faces: Sequence[int], outcomes: Sequence[str] = ()) -> None:
        """Show that the five dice have landed.

        Args:
            faces: As for the widget.
            outcomes: As for the widget.

        Raises:
            WidgetError: They cannot land so; the widget shows the same words, and is unchanged.
        """
        try:
            read, words = _checked(faces), _words(outcomes)
        except WidgetError as error:
            self.error = str(error)
            raise
        with self.hold_sync():
            self.faces, self.outcomes, self.error = read, words, ""
            self.landed += 1

    def clear(self) -> None:
        """Take up the dice."""
        with self.hold_sync():
            self.faces, self.outcomes, self.error = [], [], ""

    def on_request(self, callback: Asked) -> None:
        """Let *callback* answer what the reader asks for.

        Args:
            callback: Called with ``"throw"`` and nothing, or with ``"set"`` and the five faces.
                What it raises of this project's errors is shown under the dice.
        """
        self._callbacks.append(callback)

    def throw(self) -> Faces:
        """Ask for a throw, as the reader's button does, and return what lies there then."""
        return self.ask("throw")

    def ask(self, kind: str, faces: Sequence[int] = ()) -> Faces:
        """Ask as a reader does.

        Args:
            kind: ``throw`` or ``set``.
            faces: The five faces to set.

        Returns:
            What lies there afterwards.

        Raises:
            WidgetError: It may not be asked now; the widget shows the same words.
            WargameError: What the one who answers has raised; shown likewise.
        """
        try:
            self._answer(*self._allowed(kind, faces))
        except WargameError as error:
            self.error = str(error)
            raise
        return tuple(self.faces)

    def _allowed(self, kind: object, faces: object) -> tuple[str, Faces]:
        said = among("FiveDice, request", kind, ASKED)
        if not self.enabled:
            raise WidgetError("FiveDice, request", shown(said), "nothing: they may not be thrown")
        return said, tuple(_checked(faces)) if said == "set" else ()

    def _answer(self, kind: str, faces: Faces) -> None:
        self.error = ""
        for callback in self._callbacks:
            callback(kind, faces)
        if not self._callbacks:
            self.land(faces or [self.random.randint(0, 9) for _ in DICE])

    @traitlets.validate("request")
    def _request_read(self, proposal: Any) -> dict[str, Any]:  # noqa: ANN401 - as traitlets has it
        """Take what the browser asks for if it may; otherwise the last request stands."""
        asked = proposal["value"]
        try:
            count = whole("FiveDice, count of requests", asked.get("count"), 1, MOST)
            kind, faces = self._allowed(asked.get("kind"), asked.get("faces"))
        except WidgetError as error:
            self.error = str(error)
        else:
            self._standing = {"kind": kind, "faces": list(faces), "count": count}
        return self._standing

    @traitlets.observe("request")
    def _hear(self, change: Any) -> None:  # noqa: ANN401 - as traitlets has it
        # A request that was refused comes by as a change to what stood before.
        if change["new"]["count"] <= change["old"]["count"]:
            return
        try:
            self._answer(change["new"]["kind"], tuple(change["new"]["faces"]))
        except WargameError as error:
            self.error = str(error)

    def text_twin(self) -> str:
        """Return ``main 4, fraction 36, morale 80`` with what each has led to."""
        lines = [
            f"Five dice: {self.purpose or 'a throw'}",
            self.sentence(),
            *self._led(),
            self.hint,
        ]
        return "\n".join(filter(None, lines))

    def sentence(self) -> str:
        """Return ``main 4, fraction 36, morale 80``, or that they are not thrown."""
        if not self.faces:
            return IDLE
        return f"main {self.main}, fraction {self.fraction:02}, morale {self.morale:02}"

    def _led(self) -> list[str]:
        pairs = zip(READINGS, self.outcomes, strict=False)
        return [f"  {name}: {words}" for name, words in pairs if words]

    def static_html(self) -> str:
        """Return the dice as a table."""
        cells: list[str] = []
        for name, dice in READINGS.items():
            digits = "".join(str(self.faces[die]) if self.faces else "–" for die in dice)
            words = self.outcomes[len(cells)] if len(cells) < len(self.outcomes) else ""
            cells.append(
                f"<tr><th scope='row'>{name}</th><td>{'-'.join(DICE[die] for die in dice)}</td>"
                f"<td>{digits}</td><td>{escape(words)}</td></tr>"
            )
        hint = f"<p>{escape(self.hint)}</p>" if self.hint else ""
        heads = "".join(f"<th scope='col'>{head}</th>" for head in ("Read as", "Dice", "", ""))
        return (
            f"<table><caption>{escape(self.purpose or 'Five dice')}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{''.join(cells)}</tbody></table>{hint}"
        )


def _checked(faces: object) -> list[int]:
    where = "FiveDice, faces"
    if not isinstance(faces, list | tuple) or len(faces) != len(DICE):
        raise WidgetError(where, shown(faces), f"five of them: {', '.join(DICE)}")
    return [
        whole(f"FiveDice, {name} die", face, 0, 9) for name, face in zip(DICE, faces, strict=True)
    ]


def _words(outcomes: object) -> list[str]:
    where = "FiveDice, outcomes"
    if isinstance(outcomes, str) or not isinstance(outcomes, list | tuple):
        raise WidgetError(where, shown(outcomes), "a list of up to three texts")
    if len(outcomes) > len(READINGS):
        raise WidgetError(where, f"{len(outcomes)} texts", f"at most {len(READINGS)}")
    return [text(where, each) for each in outcomes]
