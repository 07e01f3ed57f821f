"""Five dice thrown at a fire (1.4.4), and what came of them in order."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.procedure import Choice, Roll
from wargame.core.ruling_views import value_text
from wargame.core.run import Run
from wargame.rifle_and_spade.dice import five_dice
from wargame.rifle_and_spade.fire import NEAR_MISS
from wargame.rifle_and_spade.fire_table import DIE
from wargame.rifle_and_spade.rounding import HUNDRED, decimals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from wargame.core.procedure import Band
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.dice import Throw
    from wargame.rifle_and_spade.fire import Fired
    from widgets.explorers.fire_plan import FirePlan

NO_LOSS, NOT_DUE = "no loss", "not called for"


@frozen
class Line:
    """One line of what happened.

    Args:
        what: The step.
        said: What it came to.
        cases: The cases that say so.
    """

    what: str
    said: str
    cases: str = ""


def losses_words(hits: int) -> str:
    """Return ``2 losses``, as the odds name a result."""
    return NO_LOSS if hits == 0 else "1 loss" if hits == 1 else f"{hits} losses"


class Thrown:
    """A fire with its five dice lying, resolved as far as it goes without a decision.

    Args:
        plan: The fire.
        faces: Green, red, white, black and gray.
        random: Throws whatever the rules ask beyond the five dice.

    Raises:
        RequestError: One of the faces is none of a ten-sided die.
    """

    def __init__(self, plan: FirePlan, faces: Sequence[int], random: Random) -> None:
        """Read the dice, and resolve the fire up to a decision or its end."""
        self.plan = plan
        self.faces = tuple(faces)
        self.read: Throw = five_dice(*self.faces)
        self._random = random
        self._bands: dict[str, Band] = {}
        self.run = Run(plan.procedure())
        self._advance()

    @property
    def choice(self) -> Choice | None:
        """The decision that is waited for."""
        request = self.run.request
        return request if isinstance(request, Choice) else None

    @property
    def outcome(self) -> Fired | None:
        """What the fire did, once it is resolved."""
        return self.run.outcome if self.run.finished else None

    def decide(self, option: str) -> None:
        """Take the decision that is waited for, and go on.

        Raises:
            Refused: The option is not open.
        """
        self.run.answer(option)
        self._advance()

    def undo(self) -> bool:
        """Take the last decision back; return whether there was one."""
        made = [i for i, entry in enumerate(self.run.journal) if entry.who]
        if not made:
            return False
        self.run.go_to(made[-1])
        return True

    def _advance(self) -> None:
        while isinstance(request := self.run.request, Roll):
            kind = _kind(request.purpose, request.faces)
            spent = {_kind(entry.ask) for entry in self.run.journal if not entry.who}
            face = self._face(kind, request, fresh=kind not in spent)
            self._bands.setdefault(kind, request.band(face))
            self.run.answer(face)

    def _face(self, kind: str, roll: Roll, *, fresh: bool) -> int:
        lying = {"main": self.read.main, "fraction": self.read.fraction, "morale": self.read.morale}
        if fresh and roll.faces == (DIE if kind == "main" else HUNDRED):
            return lying[kind]
        return self._random.randint(roll.first, roll.last)

    # ---- what it came to ------------------------------------------------------------------------

    @property
    def result(self) -> Ruling:
        """What the main die leads to on the Fire Results Table."""
        plan = self.plan
        return plan.table.look_up(plan.strength.points, self.read.main + plan.net)

    @property
    def near(self) -> bool:
        """Whether it was a near miss."""
        band = self._bands.get("fraction")
        return band is not None and band.outcome == NEAR_MISS

    @property
    def hits(self) -> int:
        """The step losses by the table."""
        if self.near:
            return 0
        band = self._bands.get("fraction")
        if band is not None:
            return int(band.outcome)
        found = self.result.value
        return int(found) if isinstance(found, int | Fraction) else 0

    @property
    def code(self) -> str:
        """The result as the odds name it."""
        return NEAR_MISS if self.near else losses_words(self.hits)

    @property
    def check(self) -> str:
        """The result of the morale check as the odds name it; empty while it is not known."""
        outcome = self.outcome
        return "" if outcome is None else outcome.check or NOT_DUE

    def outcomes(self) -> list[str]:
        """Return what main die, fraction and morale led to, for the dice."""
        return [f"{_value(self.result)} step losses", self.code, self.check or "a decision first"]

    def lines(self) -> Iterator[Line]:
        """Yield what happened, in order."""
        told = self.run.told
        yield self._main()
        yield self._fraction()
        for entry in self.run.journal:
            if entry.who:
                yield Line("Decision", f"{entry.ask}: {entry.answer}.")
        outcome = self.outcome
        if outcome is not None:
            lost = ", then ".join(outcome.lost)
            yield Line("Losses", f"{lost}." if lost else "Nobody is hit.", "RS 17.2.6")
        for each in told[1:]:
            yield Line(each.label, f"{self._dice(each)}{each.sentence}", _cases(each))
        if self.choice is not None:
            yield Line("Now", f"{self.choice.purpose}.", ", ".join(map(str, self.choice.cases)))
        elif outcome is not None and not outcome.check:
            yield Line("Morale", "No check is called for.", "RS 17.2.7")

    def _main(self) -> Line:
        found, die = self.result, self.read.main
        row = found.find("Row")
        beyond = f" {row.sentence}" if row is not None and "beyond" in row.sentence else ""
        said = f"green {die}, modified {die + self.plan.net:+d}.{beyond} {found.sentence}"
        return Line("Main die", said, _cases(found))

    def _fraction(self) -> Line:
        value = _value(self.result)
        if "fraction" not in self._bands:
            return Line("Fraction", f"{value} leaves nothing to roll for: {self.code}.", "RS 1.4.6")
        said = f"red-white {self.read.fraction:02d} against {value}: {self.code}."
        return Line("Fraction", said, "RS 1.4.6, RS 17.2.5")

    def _dice(self, ruling: Ruling) -> str:
        checked = ruling.label == "Morale check" and "morale" in self._bands
        return f"black-gray {self.read.morale:02d}. " if checked else ""


def _kind(purpose: str, faces: int = 0) -> str:
    """Return which of the five dice a roll is read from."""
    if purpose.startswith("Fire at "):
        return "main"
    if purpose.startswith("Fraction of "):
        return "fraction"
    return "morale" if not faces or faces == HUNDRED else "other"


def _value(ruling: Ruling) -> str:
    found = ruling.value
    return decimals(Fraction(found)) if isinstance(found, int | Fraction) else value_text(found)


def _cases(ruling: Ruling) -> str:
    return ", ".join(map(str, ruling.cases))
