"""DiceTray: a roll that is asked for, to be thrown or tried by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from random import Random
from typing import TYPE_CHECKING, Any

import traitlets

from wargame.core.errors import WargameError, shown
from wargame.core.procedure import Band, Roll
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import among, cards, case_lines, flag, known_cases, mapping, text, whole

if TYPE_CHECKING:
    from wargame.core.ruling import Case

IDLE = "No roll is asked for."
MOST_FACES = 100
MOST_DICE = 10
PAIR = 100
"""Faces from 0 on that are read off two ten-sided dice, tens and units."""
NOTHING = -1
"""The face of a tray on which nothing lies: 0 is a face of some dice."""
MOST = 2**53
"""The greatest count that a browser can tell from the next one."""
ASKED = ("throw", "set")
NO_REQUEST: dict[str, Any] = {"kind": "", "face": 0, "count": 0}
Asked = Callable[[str, int], object]


class DiceTray(TeachingWidget):
    """Shows what a roll is for and where each face leads; asks Python to throw or to set it.

    The front end only asks. Whoever called :meth:`on_request` answers, with :meth:`land`; a tray
    that nobody listens to answers itself, with dice of its own.

    Args:
        faces: How many faces each die has; 0 while no roll is asked for.
        purpose: What the roll is for.
        bands: Faces grouped by what they lead to: :class:`Band` or dicts of low, high, outcome.
            Without any, each face speaks for itself.
        count: How many dice are thrown together and added up.
        cases: The rule cases that call for the roll.
        drawn: Whether it is a blind draw rather than a die.
        first: The number on the lowest face: 1, or 0 for a die read 0-9. A hundred faces from 0 on
            are a pair of ten-sided dice, read 00-99.
        enabled: Whether the reader may throw now.
        hint: A sentence under the tray.
        random: The dice of a tray that nobody listens to.

    Raises:
        WidgetError: An argument is of the wrong kind, or the bands do not cover the faces.
    """

    _esm, _css = front_end("dice")

    faces = traitlets.Int(6, min=0, max=MOST_FACES).tag(sync=True)
    first = traitlets.Int(1, min=0, max=1).tag(sync=True)
    count = traitlets.Int(1, min=1, max=MOST_DICE).tag(sync=True)
    purpose = traitlets.Unicode().tag(sync=True)
    bands = traitlets.List(traitlets.Dict()).tag(sync=True)
    cases = traitlets.List(traitlets.Dict()).tag(sync=True)
    drawn = traitlets.Bool(False).tag(sync=True)
    face = traitlets.Int(NOTHING, min=NOTHING).tag(sync=True)
    outcome = traitlets.Unicode().tag(sync=True)
    landed = traitlets.Int(0).tag(sync=True)
    enabled = traitlets.Bool(True).tag(sync=True)
    request = traitlets.Dict(NO_REQUEST).tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(  # noqa: PLR0913 - a roll is exactly these facts
        self,
        faces: int = 6,
        purpose: str = "",
        bands: Sequence[Band | Mapping[str, Any]] = (),
        count: int = 1,
        *,
        cases: Sequence[str | Case] = (),
        drawn: bool = False,
        first: int = 1,
        enabled: bool = True,
        hint: str = "",
        random: Random | None = None,
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """Check what is given, then show it."""
        if random is not None and not isinstance(random, Random):
            raise WidgetError("DiceTray, random", shown(random), "a random.Random, or None")
        faces = whole("DiceTray, faces", faces, 0, MOST_FACES)
        count = whole("DiceTray, count", count, 1, MOST_DICE)
        first = whole("DiceTray, first", first, 0, 1)
        low, high = _reach(faces, first, count)
        self.random = Random() if random is None else random
        self._callbacks: list[Asked] = []
        self._standing: dict[str, Any] = NO_REQUEST
        super().__init__(
            faces=faces,
            first=first,
            count=count,
            purpose=text("DiceTray, purpose", purpose),
            bands=read_bands(bands, low, high),
            cases=cards(known_cases("DiceTray, cases", cases)),
            drawn=flag("DiceTray, drawn", drawn),
            enabled=flag("DiceTray, enabled", enabled),
            hint=text("DiceTray, hint", hint),
            **traits,
        )

    def show(self, roll: Roll | None, face: int | None = None) -> None:
        """Show another roll; None when no roll is asked for.

        Args:
            roll: The roll.
            face: What lies there already, without landing anew; None when it is not thrown yet.

        Raises:
            WidgetError: *roll* is no Roll, has no such face, or more than the tray can show.
        """
        if roll is not None and not isinstance(roll, Roll):
            raise WidgetError("DiceTray, roll", shown(roll), "a Roll, or None")
        faces = 0 if roll is None else whole("DiceTray, faces", roll.faces, 1, MOST_FACES)
        first = 1 if roll is None else whole("DiceTray, first", roll.first, 0, 1)
        low, high = _reach(faces, first)
        if face is not None:
            whole("DiceTray, face", face, low, high)
        with self.hold_sync():
            self.clear()
            self.count, self.faces, self.first = 1, faces, first
            self.purpose = "" if roll is None else roll.purpose
            self.bands = [] if roll is None else read_bands(roll.bands, low, high)
            self.cases = [] if roll is None else cards(roll.cases)
            self.drawn = roll is not None and roll.drawn
            if face is not None:
                self.face, self.outcome = face, self.outcome_of(face)

    def clear(self) -> None:
        """Take up the dice; the roll stays."""
        with self.hold_sync():
            self.face, self.outcome, self.error = NOTHING, "", ""

    def land(self, face: int, outcome: str | None = None) -> None:
        """Show that a face (or, of several dice, a total) has landed.

        Args:
            face: What lies on the tray.
            outcome: What it leads to; None takes the words of its band.

        Raises:
            WidgetError: It cannot land there; the tray shows the same words, and has not changed.
        """
        try:
            self._check_face(face)
            words = self.outcome_of(face) if outcome is None else text("DiceTray, outcome", outcome)
        except WidgetError as error:
            self.error = str(error)
            raise
        with self.hold_sync():
            self.face, self.outcome, self.error = face, words, ""
            self.landed += 1

    def outcome_of(self, face: int) -> str:
        """Return what a face leads to, or nothing."""
        found = (each["outcome"] for each in self.bands if each["low"] <= face <= each["high"])
        return next(found, "")

    def on_request(self, callback: Asked) -> None:
        """Let *callback* answer what the reader asks for.

        Args:
            callback: Called with ``"throw"`` and 0, or with ``"set"`` and the face. What it
                raises of this project's errors is shown in the tray.
        """
        self._callbacks.append(callback)

    def throw(self) -> int:
        """Ask for a throw, as the reader's button does, and return what lies on the tray."""
        return self.ask("throw")

    def ask(self, kind: str, face: int = 0) -> int:
        """Ask as a reader does.

        Args:
            kind: ``throw`` or ``set``.
            face: The face to set.

        Returns:
            What lies on the tray afterwards; -1 for nothing.

        Raises:
            WidgetError: It may not be asked now; the tray shows the same words.
            WargameError: What the one who answers has raised; shown likewise.
        """
        try:
            self._check_request(kind, face)
            self._answer(kind, face)
        except WargameError as error:
            self.error = str(error)
            raise
        return int(self.face)

    def _answer(self, kind: str, face: int) -> None:
        self.error = ""
        for callback in self._callbacks:
            callback(kind, face)
        if self._callbacks:
            return
        if kind == "throw":
            low, high = _reach(self.faces, self.first)
            face = sum(self.random.randint(low, high) for _ in range(self.count))
        self.land(face)

    def _check_face(self, face: object) -> None:
        if not self.faces:
            raise WidgetError("DiceTray, face", shown(face), "nothing: no roll is asked for")
        whole("DiceTray, face", face, *_reach(self.faces, self.first, self.count))

    def _check_request(self, kind: object, face: object) -> None:
        kind = among("DiceTray, request", kind, ASKED)
        if not self.faces or not self.enabled:
            why = "no roll is asked for" if not self.faces else "the tray is closed for now"
            raise WidgetError("DiceTray, request", shown(kind), f"nothing: {why}")
        if kind == "set":
            self._check_face(face)

    @traitlets.validate("request")
    def _request_read(self, proposal: Any) -> dict[str, Any]:  # noqa: ANN401 - as traitlets has it
        """Take what the browser asks for if it may; otherwise the last request stands."""
        asked = proposal["value"]
        try:
            kind, face = asked.get("kind"), asked.get("face")
            count = whole("DiceTray, count of requests", asked.get("count"), 1, MOST)
            self._check_request(kind, face)
        except WidgetError as error:
            self.error = str(error)
        else:
            self._standing = {"kind": kind, "face": face, "count": count}
        return self._standing

    @traitlets.observe("request")
    def _hear(self, change: Any) -> None:  # noqa: ANN401 - as traitlets has it
        # A request that was refused comes by as a change to what stood before.
        if change["new"]["count"] <= change["old"]["count"]:
            return
        try:
            self._answer(change["new"]["kind"], change["new"]["face"])
        except WargameError as error:
            self.error = str(error)

    def text_twin(self) -> str:
        """Return the roll, its bands and what lies on the tray."""
        if not self.faces:
            return f"Dice tray: {IDLE}"
        lines = [f"Dice tray: {self.purpose or 'a roll'} ({self._thing()})"]
        names = [self._band(each) for each in self.bands]
        width = max(map(len, names), default=0)
        for name, each in zip(names, self.bands, strict=True):
            lit = " ◄" if each["low"] <= self.face <= each["high"] else ""
            lines.append(f"  {name:>{width}}  {each['outcome']}{lit}")
        return "\n".join([*lines, *filter(None, [self._landed(), self.hint])])

    @property
    def is_pair(self) -> bool:
        """Whether a pair of ten-sided dice is thrown, tens and units, and read 00 to 99."""
        return (self.faces, self.first, self.count, self.drawn) == (PAIR, 0, 1, False)

    def written(self, face: int) -> str:
        """Return a face as it is read: ``7``, or ``07`` of a pair of ten-sided dice."""
        return f"{face:02}" if self.is_pair else str(face)

    def _band(self, band: Mapping[str, Any]) -> str:
        return faces_text(band["low"], band["high"], self.written)

    def _landed(self) -> str:
        if self.face == NOTHING:
            return ""
        return f"Landed: {self.written(self.face)}{f', {self.outcome}' if self.outcome else ''}"

    def _thing(self) -> str:
        if self.drawn:
            return f"a blind draw, one of {self.faces}"
        if self.is_pair:
            return "a pair of ten-sided dice, read 00 to 99"
        from_0 = "" if self.first else f", 0 to {self.faces - 1}"
        if self.count == 1:
            return f"one die, {self.faces} faces{from_0}"
        return f"{self.count} dice of {self.faces} faces{from_0}, added up"

    def static_html(self) -> str:
        """Return the roll as a table of its bands."""
        if not self.faces:
            return f"<p>{escape(self.text_twin())}</p>"
        rows = "".join(
            f"<tr><th scope='row'>{self._band(each)}</th><td>{escape(each['outcome'])}</td></tr>"
            for each in self.bands
        )
        below = [self._landed(), self.hint, *case_lines(self.cases)]
        caption = f"{self.purpose or 'Dice tray'} ({self._thing()})"
        return (
            f"<table><caption>{escape(caption)}</caption><thead><tr><th scope='col'>Faces</th>"
            f"<th scope='col'>Outcome</th></tr></thead><tbody>{rows}</tbody></table>"
            + "".join(f"<p>{escape(line)}</p>" for line in below if line)
        )


def _reach(faces: int, first: int = 1, count: int = 1) -> tuple[int, int]:
    """Return the lowest and the highest that can be thrown; without faces, nothing can."""
    return (count * first, count * (first + faces - 1)) if faces else (0, NOTHING)


def faces_text(low: int, high: int, written: Callable[[int], str] = str) -> str:
    """Return ``4``, or ``1–2`` for several."""
    return written(low) if low == high else f"{written(low)}–{written(high)}"


def read_bands(bands: object, low: int, high: int) -> list[dict[str, Any]]:
    """Return bands as JSON data.

    Args:
        bands: :class:`Band` or dicts of low, high and outcome, from low to high; none is allowed.
        low: The lowest face.
        high: The highest.

    Raises:
        WidgetError: They are not shaped so, or leave out a face, or name one twice.
    """
    if isinstance(bands, str | dict) or not isinstance(bands, Iterable):
        raise WidgetError("DiceTray, bands", shown(bands), "a list of Band or dict")
    read = [_one_band(each) for each in bands]
    if not read:
        return []
    expected = low
    for each in read:
        if each["low"] != expected or each["high"] < each["low"]:
            break
        expected = each["high"] + 1
    if expected != high + 1:
        found = ", ".join(faces_text(each["low"], each["high"]) for each in read)
        allowed = f"bands that follow each other from {low} to {high}"
        raise WidgetError("DiceTray, bands", found, allowed)
    return read


def _one_band(band: object) -> dict[str, Any]:
    if isinstance(band, Band):
        return {"low": band.low, "high": band.high, "outcome": band.outcome}
    data = mapping("DiceTray, band", band)
    for key in data:
        among("DiceTray, key of a band", key, ("low", "high", "outcome"))
    return {
        "low": whole("DiceTray, low of a band", data.get("low"), 0, MOST),
        "high": whole("DiceTray, high of a band", data.get("high"), 0, MOST),
        "outcome": text("DiceTray, outcome of a band", data.get("outcome", "")),
    }
