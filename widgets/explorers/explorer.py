"""What the explorers do alike: tell a mistake, throw, decide, and step through what was answered.

An explorer makes its own panels and says what they show. These bases are for those whose panels
have a map, a tray of dice and buttons as :mod:`~widgets.explorers.buttons` makes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.errors import RequestError, WargameError, shown
from wargame.core.procedure import Choice, Roll
from widgets.base import TeachingBox
from widgets.explorers.frame import shown_on
from widgets.said import Listening

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.run import Run


class Explorer(Listening, TeachingBox):
    """An explorer with a map, on which a mistake made by hand is told."""

    panels: Any

    if TYPE_CHECKING:  # every explorer has its own

        @property
        def _moment(self) -> Any:  # noqa: ANN401 - of any explorer
            """What the panels show."""

        def _pick(self, cell: Hex) -> None:
            """Do what choosing a hex of the map means."""

    def _told(self, act: Callable[..., None]) -> Callable[..., None]:
        """Make an event handler: an error is shown in the widget and goes no further."""

        def handler(*args: Any) -> None:  # noqa: ANN401 - an event
            try:
                act(*args)
            except WargameError as error:
                self.panels.map.warn(str(error))

        return handler

    def _listen(self) -> None:
        """Act on what a reader does with the panels."""
        self.panels.map.on_pick(self._told(self._pick))


class RunExplorer(Explorer):
    """An explorer of something that is resolved by rolls and decisions."""

    run: Run | None
    _random: Random
    _waits = "something that waits for a roll"

    def throw(self, face: int | None = None) -> None:
        """Throw the roll that is asked for, or set it.

        Raises:
            RequestError: No roll is asked for, or a bet is due first.
            Refused: The dice have no such face.
        """
        with shown_on(self.panels.map):
            roll = self.run.request if self.run else None
            if not isinstance(roll, Roll):
                raise RequestError("throw", "no roll to make", self._waits)
            self._check_throw()
            self._answer(self._random.randint(roll.first, roll.last) if face is None else face)

    def decide(self, option: str) -> None:
        """Take the decision that is asked for.

        Args:
            option: The key of an option.

        Raises:
            RequestError: No decision is asked for, or a bet is due first.
            Refused: The option is not open; the sentence says which are, or why.
        """
        with shown_on(self.panels.map):
            if self.run is None or not isinstance(self.run.request, Choice):
                raise RequestError("decide", shown(option), "nothing, for no decision is asked for")
            self._answer(option)

    def _check_throw(self) -> None:
        """Refuse a throw before which something else is due; as a rule nothing is."""

    def _answered(self, request: Request, answer: int | str) -> None:
        """Keep what is worth keeping of an answer just given; as a rule the run keeps it all."""

    def _answer(self, answer: int | str) -> None:
        run = self.run
        assert run is not None  # noqa: S101 - it asks
        request = run.request
        assert request is not None  # noqa: S101 - it asks
        run.answer(answer)
        self._answered(request, answer)
        self.panels.show(self._moment)

    def _listen(self) -> None:
        super()._listen()
        self.panels.dice.on_request(self._told(self._dice_request))

    def _dice_request(self, kind: str, face: int) -> None:
        self.throw(None if kind == "throw" else face)


class StepExplorer(RunExplorer):
    """An explorer of a run through which one steps back and forth; answers taken back are kept."""

    _line: tuple[int | str, ...] = ()

    if TYPE_CHECKING:  # every explorer has its own

        def back(self) -> None:
            """Go back a step."""

        def forward(self) -> None:
            """Go on a step."""

        def last(self) -> None:
            """Go on to the end."""

    def first(self) -> None:
        """Go back to before the first answer."""
        if self.run is not None:
            self.run.go_to(0)
        self.panels.show(self._moment)

    def _answered(self, request: Request, answer: int | str) -> None:  # noqa: ARG002 - the run has them
        self._remember()

    def _remember(self) -> None:
        """Keep what lies ahead as long as it still fits."""
        assert self.run is not None  # noqa: S101 - it was answered
        given = tuple(entry.answer for entry in self.run.journal)
        if self._line[: len(given)] != given:
            self._line = given

    def _listen(self) -> None:
        super()._listen()
        acts = (self.first, self.back, self.forward, self.last)
        self.panels.steps.listen(*map(self._told, acts))
