"""The words and rows of a debrief, the same on the page and in the notebook."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.core.debrief import Debrief, Decision, Throw, TurnRecord

    Found = Debrief[TurnRecord]
    Rows = Sequence[Sequence[str]]

MINUS = "\N{MINUS SIGN}"
SHORT = 1_000_000
"""A denominator above this is no help to a reader."""


def decimal(number: Fraction | int) -> str:
    """Return a number with one decimal, where it has any."""
    text = f"{float(number):.1f}".removesuffix(".0").replace("-", MINUS)
    return "0" if text == f"{MINUS}0" else text


def exact(number: Fraction | int) -> str:
    """Return a number as a fraction, the minus as it is printed."""
    return str(number).replace("-", MINUS)


def signed(number: Fraction | int) -> str:
    """Return a number with its sign."""
    text = decimal(number)
    return f"+{text}" if number > 0 and text != "0" else text


def verdict(found: Found) -> list[str]:
    """Return how it ended; that it has not, of a game under way."""
    if found.verdict is None:
        return ["The game is not over."]
    said = str(found.verdict.value)
    return [f"{said[:1].upper()}{said[1:]}."]


def luck(found: Found) -> list[str]:
    """Return for each side what its dice came to."""
    said = []
    for side in found.sides:
        off = found.luck(side)
        word = "more" if off > 0 else "fewer"
        than = f"{decimal(abs(off))} {word} than on average" if off else "just the average"
        if off and off.denominator <= SHORT and decimal(abs(off)) != str(abs(off)):
            than += f" (exactly {exact(abs(off))})"
        rest = found.lost(side) - found.by_dice(side)
        besides = f"; {decimal(rest)} besides" if rest > 0 else ""
        besides = f"; in the end {decimal(-rest)} fewer were lost" if rest < 0 else besides
        taken = found.by_dice(side)
        lost = f"{decimal(taken)} {found.unit}{'' if taken == 1 else 's'}"
        said.append(f"{side}: the dice took {lost}, {than}{besides}.")
    return said


def quiet(each: TurnRecord) -> bool:
    """Return whether a turn has nothing to tell: no loss, and no die that could have cost one."""
    return not (any(each.lost.values()) or each.throws or each.told or any(each.facts().values()))


def stretches(found: Found) -> list[tuple[str, TurnRecord]]:
    """Return the turns with their names; quiet ones that follow each other are one."""
    parts: list[list[TurnRecord]] = []
    for each in found.turns:
        if parts and quiet(each) and quiet(parts[-1][-1]):
            parts[-1].append(each)
        else:
            parts.append([each])
    word = found.period.capitalize()
    return [
        (f"{word}s {part[0].turn} to {part[-1].turn}" if len(part) > 1 else part[0].name, part[0])
        for part in parts
    ]


# ---- rows


def heads(found: Found) -> list[str]:
    """Return the heads of the figures of both sides."""
    return [f"{side}: {what}" for side in found.sides for what in ("lost", "dice", "average")]


def fact_names(found: Found) -> list[str]:
    """Return what else is counted by turn."""
    return list(dict.fromkeys(name for each in found.turns for name in each.facts()))


def figures(found: Found, each: TurnRecord | Found) -> list[Fraction]:
    """Return what each side lost, what its dice took, and what they take on average."""
    lost = each.lost if callable(each.lost) else each.lost.__getitem__
    return [
        Fraction(number)
        for side in found.sides
        for number in (lost(side), each.by_dice(side), each.expected(side))
    ]


def row(found: Found, each: TurnRecord) -> list[str]:
    """Return the line of a turn."""
    facts = each.facts()
    return [
        each.name,
        *map(decimal, figures(found, each)),
        *(facts.get(name, "") for name in fact_names(found)),
    ]


def last_row(found: Found) -> list[str]:
    """Return the line that adds up; of the other facts, numbers as they stand in the end."""
    last = found.turns[-1].facts() if found.turns else {}
    ends = (last.get(name, "") for name in fact_names(found))
    more = (end if end.isdigit() and name == "points" else ""
            for name, end in zip(fact_names(found), ends, strict=True))  # fmt: skip
    return ["Together", *map(decimal, figures(found, found)), *more]


def throws(found: Found, count: int) -> tuple[list[str], Rows]:
    """Return the throws that favoured a side most: heads and rows."""
    names = ["Journal line", found.period.capitalize(), "What for", "Die", "Result", "Better by",
             "For"]  # fmt: skip
    return names, [_throw(found, throw) for throw in found.greatest(count)]


def _throw(found: Found, throw: Throw) -> list[str]:
    side = max(found.sides, key=throw.favour)
    said = [throw.purpose, str(throw.face), throw.outcome, decimal(throw.favour(side)), side]
    return [str(throw.line), str(throw.turn), *said]


def decisions(found: Found, listed: Iterable[Decision]) -> tuple[list[str], Rows]:
    """Return decisions: heads and rows; the reasons where there are any."""
    chosen = list(listed)
    reasons = any(each.reason for each in chosen)
    names = ["Journal line", found.period.capitalize(), "Who", "Asked", "Answered"]
    rows = [
        [str(each.line), str(each.turn), each.who, each.ask, each.answer]
        + ([each.reason] if reasons else [])
        for each in chosen
    ]
    return names + (["Reason"] if reasons else []), rows
