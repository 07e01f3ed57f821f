"""Questions that play something out: its dice and decisions told, its course as rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.asked import faces
from wargame.core.drivers import play
from wargame.core.ruling import Ruling, finding
from wargame.core.scripted import Scripted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.drivers import Played
    from wargame.core.procedure import Procedure


def told(
    where: str, steps: Procedure, rolls: Iterable[int], choices: Iterable[str]
) -> tuple[Played, Scripted]:
    """Play something with its dice and decisions told beforehand, none of them left over.

    Raises:
        RequestError: There are too few dice or too many, or a decision that nothing asks for.
        Refused: The rules bar a decision.
    """
    script = Scripted(where, faces(f"question {where}, rolls", rolls), choices)
    done = play(steps, script)
    script.finish()
    return done, script


def course(done: Played, script: Scripted) -> Iterator[Ruling]:
    """Yield every die with what it did and why, then what was announced."""
    given = [entry.answer for entry in done.journal if isinstance(entry.answer, int)]
    for at, (roll, die) in enumerate(zip(script.thrown, given, strict=True), start=1):
        outcome = roll.band(die).outcome
        why = roll.about if isinstance(roll.about, Ruling) else roll.about.ruling()
        said = f"{roll.purpose}: {die}, {outcome}."
        yield finding(f"Die {at}", outcome, said, *roll.cases, parts=(why,))
    yield from done.told
