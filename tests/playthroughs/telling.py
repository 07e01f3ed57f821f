"""Telling a combat phase as text: who was asked what, what was thrown, and what came of it.

The goldens beside this file are written by ``python -m tests.playthroughs.telling``.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random
from textwrap import indent
from typing import TYPE_CHECKING, Protocol

from attrs import evolve, field, frozen

from wargame.core.drivers import Done, advance
from wargame.core.procedure import Choice, Roll
from wargame.fire_and_movement.advance import STAY
from wargame.fire_and_movement.phase import CombatPhase, combat_phase
from wargame.fire_and_movement.results import RETREAT
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.situation_text import situation_to_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.procedure import Procedure
    from wargame.core.ruling import Ruling

FOLDER = Path(__file__).parent
SCENARIO = "gaza_1917/eve_of_assault"
SIDES = ("British", "Central Powers")
SEED = 1917
MARKERS = 6
"""How many markers a side places: enough to show every kind, few enough to be read."""


@frozen
class General:
    """A seeded policy that fights: it bombards, announces, attacks everywhere, and stands at times.

    Args:
        random: Decides what it does not care about.
        placed: How many markers each side has placed.
    """

    random: Random
    placed: dict[str, int] = field(factory=dict)

    def __call__(self, choice: Choice) -> str:
        keys = [option.key for option in choice.options]
        if choice.purpose.endswith("place a marker"):
            count = self.placed[choice.who] = self.placed.get(choice.who, 0) + 1
            return keys[0] if count > MARKERS else self.random.choice(keys[1:])
        if choice.purpose.endswith("next attack"):
            return self.random.choice(keys[1:] or keys)
        if "who attacks" in choice.purpose:
            return self.random.choice(keys)
        if RETREAT in keys:
            return self.random.choice([RETREAT, *keys[1:]])
        if STAY in keys or " retreats " in choice.purpose:
            return self.random.choice(keys)
        return keys[-1]


class Leader(Protocol):
    """Whoever decides, with the random generator that throws the dice too."""

    @property
    def random(self) -> Random:
        """The generator."""

    def __call__(self, choice: Choice) -> str:
        """Return the key of an option."""


def told(procedure: Procedure, general: Leader) -> Iterator[str]:
    """Yield a procedure line by line, and what it came to; the leader's generator throws dice."""
    steps, news = procedure(), list[str]()
    step = advance(steps, None, tell=lambda ruling: news.extend(lines(ruling)))
    while not isinstance(step, Done):
        yield from news
        news.clear()
        if isinstance(step, Choice):
            option = step.option(general(step))
            yield f"{step.purpose} [{', '.join(map(str, step.cases))}]: {option.label}"
            step = advance(steps, option, tell=lambda ruling: news.extend(lines(ruling)))
            continue
        band = step.band(general.random.randint(step.first, step.last))
        yield f"{step.purpose} ({ranges(step)}): {band.outcome}"
        step = advance(steps, band, tell=lambda ruling: news.extend(lines(ruling)))
    yield from news
    yield from (ending(step.outcome) if isinstance(step.outcome, CombatPhase) else ())


def ranges(roll: Roll) -> str:
    """Return the bands of a roll: ``1-2 Ex, 3 •, 4-6 A2``."""
    spans = (
        f"{band.low} {band.outcome}"
        if band.width == 1
        else f"{band.low}-{band.high} {band.outcome}"
        for band in roll.bands
    )
    return ", ".join(spans)


def lines(ruling: Ruling) -> list[str]:
    """Return a ruling as it is told: attacks with the whole explanation, all else in a line."""
    text = ruling.to_text().splitlines()
    return [
        indent(line, "  ") for line in (text if ruling.label.startswith("Attack on") else text[:1])
    ]


def ending(phase: CombatPhase) -> Iterator[str]:
    """Yield what the phase came to, and the position as text."""
    yield ""
    yield "Combats:"
    for number, combat in enumerate(phase.combats, start=1):
        label = phase.situation.board.label
        due = [
            f"{each.unit} falls back {'-'.join(map(label, (each.start, *each.path)))}"
            f"{' and is eliminated' if each.eliminated else ''}"
            for each in combat.retreated
        ]
        due += [
            f"{shift.unit} makes way {label(shift.start)}-{label(shift.end)}"
            for each in combat.retreated
            for shift in each.displaced
        ]
        due += [
            f"{shift.unit} advances {label(shift.start)}-{label(shift.end)}"
            for shift in combat.advanced
        ]
        lost = [f"{each.before.unit} loses {each.steps}" for each in combat.losses]
        stood = [f"{name} stands" for name in combat.stood]
        code = combat.code or ("emptied" if combat.emptied else "no attackers")
        yield f"  {number}. {'; '.join([code, *lost, *stood, *due])}"
    yield ""
    yield "Position after it:"
    text = situation_to_text(phase.situation, SCENARIO)
    yield from (f"  {line}" for line in text.splitlines())


def playthrough(side: str) -> str:
    """Return one combat phase of the eve of the assault, told as text."""
    situation = evolve(load_scenario(SCENARIO).situation, active=side)
    head = f"The combat phase of the {side}, {SCENARIO}, seed {SEED}\n"
    start = "; ".join(f"{each} {situation.steps(each)} steps" for each in SIDES)
    story = told(partial(combat_phase, situation), General(Random(SEED)))
    return "\n".join([head, f"Before it: {start}", "", *story]) + "\n"


def golden(side: str) -> Path:
    """Return the file that holds the playthrough of a side."""
    return FOLDER / f"gaza_eve_of_assault_{side.lower().replace(' ', '_')}.txt"


def main() -> None:
    """Write the goldens anew."""
    for side in SIDES:
        golden(side).write_text(playthrough(side), encoding="utf-8")


if __name__ == "__main__":
    main()
