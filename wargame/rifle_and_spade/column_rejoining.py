"""Units of a flying column that go back to their own brigiment (9.5.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade import battalions, isolation, messaging, officer_points
from wargame.rifle_and_spade.column_founding import UNIT, closed, infantry_steps, members
from wargame.rifle_and_spade.column_roster import moved, organic
from wargame.rifle_and_spade.dice import decimal_roll, hundredths

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from wargame.core.procedure import Roll, Step
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps


@implements("RS", "9.5.6")
def homecomers(situation: Situation, column: str) -> Mapping[str, tuple[str, ...]]:
    """Return, by battalion, the units of a column that a message from their own brigiment reaches.

    Units of the column pass on messages to others of the same origin, as they would once home.
    """
    by_home: dict[str, list[str]] = {}
    for name in members(situation, column):
        home = organic(situation, name)
        if home and home != column and situation.unit(name).arm != "headquarters":
            by_home.setdefault(home, []).append(name)
    found: dict[str, tuple[str, ...]] = {}
    for home, names in by_home.items():
        at = isolation.headquarters_hex(situation, home)
        if at is None or home not in {each.brigiment for each in situation.commands}:
            continue
        side = situation.army.brigiment(column).side
        near = messaging.reached(moved(situation, names, home), at, side, home)
        for name in names:
            if situation.piece(name).at in near:
                body = body_of(situation, name)
                found[body] = (*found.get(body, ()), name)
    return found


def body_of(situation: Situation, unit: str) -> str:
    """Return the body that a unit goes home with: its battalion and whose that is."""
    return f"{situation.unit(unit).battalion or unit} of {organic(situation, unit)}"


@implements("RS", "9.5.6")
def may_rejoin(situation: Situation, unit: str) -> Ruling:
    """Return whether a unit may go back to its own brigiment, and how many points go along."""
    label, column = f"{unit} goes home", situation.unit(unit).brigiment
    formation = situation.army.brigiments.get(column)
    if formation is None or not formation.column:
        return refusal(label, f"{unit} is in no flying column.", "RS 9.5.6")
    home, body = organic(situation, unit), body_of(situation, unit)
    names = homecomers(situation, column).get(body, ())
    if unit not in names:
        why = f"No message reaches {unit} from the headquarters of {home or 'a brigiment of its'}."
        return refusal(label, why, "RS 9.5.6", "RS 9.3")
    going, whole = _steps(situation, column, names)
    exact = share(situation, column, names)
    unit_cents = hundredths(exact)
    points = officer_points.points_of(situation, column)
    said = (
        f"{points} x {value_text(going)} of {value_text(whole)} steps is "
        f"{unit_cents[0]}.{unit_cents[1]:02}."
    )
    parts = (
        figure("Units", names, f"{', '.join(names)} go together.", "RS 9.5.6"),
        figure("To", home, f"{home}, to which they belong.", "RS 9.5.6"),
        figure("Officer points, exact", exact, said, "RS 9.5.6", "RS 1.4.6", unit=UNIT),
    )
    return finding(label, True, f"{body} may go back.", "RS 9.5.6", parts=parts)


def _steps(situation: Situation, column: str, names: tuple[str, ...]) -> tuple[Steps, Steps]:
    return infantry_steps(situation, names), infantry_steps(situation, members(situation, column))


@implements("RS", "9.5.6")
def share(situation: Situation, column: str, names: tuple[str, ...]) -> Steps:
    """Return the officer points that go along, exact: in proportion of infantry steps (RS-Q29).

    The last to leave take all there are.
    """
    points = officer_points.points_of(situation, column)
    left = set(members(situation, column)) - set(names)
    if not [name for name in left if situation.unit(name).arm != "headquarters"]:
        return points
    going, whole = _steps(situation, column, names)
    exact = Fraction(points * going) / whole if whole else Fraction(0)
    return int(exact) if exact.denominator == 1 else exact


def share_roll(situation: Situation, column: str, names: tuple[str, ...]) -> Roll | None:
    """Return the roll that rounds the share; None where it is whole (RS-Q29, RS-Q31)."""
    purpose = f"Officer points that go from {column} with {', '.join(names)}"
    roll = decimal_roll(purpose, share(situation, column, names), "RS 9.5.6")
    return None if roll is None else evolve(roll, position=situation)


@implements("RS", "9.5.6", "10.1.5")
def rejoin(
    situation: Situation, column: str, names: tuple[str, ...]
) -> Generator[Step, Any, Situation]:
    """Take units of a column back to their own brigiment and return the situation after.

    Points above what the brigiment may have are lost; whether the half of its maximum holds it down
    (10.1.6) goes by what it had before. Its maximum grows again for the battalions
    that come back (our reading: it was lowered because they were gone). A column that nobody is
    left in is no more.
    """
    home, roll = organic(situation, names[0]), share_roll(situation, column, names)
    exact = share(situation, column, names)
    points = hundredths(exact)[0] if roll is None else int((yield roll).outcome)
    had, left = (officer_points.points_of(situation, each) for each in (column, home))
    points = min(points, had)
    after = moved(situation, names, home)
    pieces = [evolve(after.piece(name), isolated=False) for name in names]
    after = after.replace_pieces(*pieces)
    command = after.command(home)
    grown = max(command.maximum, battalions.maximum(after, home))
    after = after.with_command(evolve(command, maximum=grown))
    free = officer_points.cap(situation, home) == command.maximum
    limit = max(grown if free else officer_points.cap(after, home), left)
    now = {column: had - points, home: min(left + points, limit)}
    told = {**dict(after.officers), **now}
    after = closed(evolve(after, officers=tuple(sorted(told.items()))), column)
    yield _told(names, column, home, (points, had - points, now[home]))
    return after


def _told(names: tuple[str, ...], column: str, home: str, figures: tuple[int, int, int]) -> Ruling:
    points, left, now = figures
    parts = (
        figure(f"{column} keeps", left, "What is left.", "RS 9.5.6", unit=UNIT),
        figure(f"{home} has", now, f"With the {points} that come.", "RS 9.5.6", unit=UNIT),
    )
    said = f"{', '.join(names)} rejoin {home}; {points} officer points go along."
    return finding("Rejoined", points, said, "RS 9.5.6", parts=parts, unit=UNIT)
