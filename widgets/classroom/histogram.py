"""What a class said, as bars with their numbers: read without colour, and without seeing."""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import TYPE_CHECKING

from attrs import frozen

from widgets.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from widgets.classroom.views import Tally

MOST_BARS = 12
"""Bars of what was written freely; what fewer said is one bar together."""
LONGEST_WORDS = 120


@frozen
class Bar:
    """One bar.

    Args:
        said: What was said; of several spellings the one that most used.
        count: How many said so.
        right: Whether it is right.
    """

    said: str
    count: int
    right: bool = False


def bars(tally: Tally, options: Sequence[str] = ()) -> list[Bar]:
    """Return the bars of a question.

    Options keep their order, also those that nobody chose. Of what was typed, numbers of the same
    value and words that differ in capitals and spaces count together; the longest bar comes first.

    Args:
        tally: What was said.
        options: What could be chosen.
    """
    if options:
        return [Bar(each, tally.counts.get(each, 0), each in tally.right) for each in options]
    spelt: dict[object, Counter[str]] = {}
    for said, count in tally.counts.items():
        spelt.setdefault(_meaning(said, right=said in tally.right), Counter())[said] += count
    found = [
        Bar(each.most_common(1)[0][0], each.total(), any(said in tally.right for said in each))
        for each in spelt.values()
    ]
    found.sort(key=lambda bar: -bar.count)
    if len(found) <= MOST_BARS:
        return found
    rest = sum(bar.count for bar in found[MOST_BARS - 1 :])
    return [*found[: MOST_BARS - 1], Bar("(other words)", rest)]


def _meaning(said: str, *, right: bool) -> object:
    if right:
        return True  # 1/3 and 33.3 % are the same answer where both are right
    number = read_number(said)
    return number.value if number else " ".join(said.casefold().split())


def histogram(tally: Tally, options: Sequence[str] = (), *, marked: bool = True) -> str:
    """Return the class's answers as a table whose rows are bars.

    Args:
        tally: What was said.
        options: What could be chosen.
        marked: Whether the right answer is marked.
    """
    found = bars(tally, options)
    rows = "".join(_row(bar, tally.answered, marked=marked) for bar in found)
    missing = "<tr><td colspan='3'>Nobody has answered yet.</td></tr>"
    caption = f"{tally.answered} of {tally.of} have answered"
    return (
        f'<table class="bars"><caption>{caption}</caption><tbody>{rows or missing}</tbody></table>'
        f"{_teams(tally.by_team, [bar.said for bar in found])}"
    )


def _row(bar: Bar, answered: int, *, marked: bool) -> str:
    share = round(100 * bar.count / answered) if answered else 0
    right = ' <span class="mark">✓ right</span>' if marked and bar.right else ""
    look = ' class="right"' if right else ""
    return (
        f'<tr{look}><th scope="row">{escape(_short(bar.said))}{right}</th>'
        f'<td class="count">{bar.count} <small>({share} %)</small></td>'
        f'<td class="bar" aria-hidden="true"><span style="inline-size:{share}%"></span></td></tr>'
    )


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_WORDS else f"{words[: LONGEST_WORDS - 1]}…"


def _teams(by_team: Mapping[str, Mapping[str, int]], said: Sequence[str]) -> str:
    """Return who said what by team, folded away; nothing where there are no teams."""
    if not by_team:
        return ""
    teams = "".join(
        f'<tr><th scope="row">{escape(team)}</th><td>{escape(_list(counts, said))}</td></tr>'
        for team, counts in by_team.items()
    )
    return f'<details class="teams"><summary>By team</summary><table>{teams}</table></details>'


def _list(counts: Mapping[str, int], said: Sequence[str]) -> str:
    known = [each for each in said if each in counts]
    rest = [each for each in counts if each not in known]
    return "; ".join(f"{_short(each)}: {counts[each]}" for each in (*known, *rest)) or "nothing yet"
