"""The story of a battle: round by round, the dice of each kind of unit and what came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat.forces import described
from wargame.core.procedure import Roll
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.area_combat.battle import Battle, Who
    from wargame.core.procedure import Choice, Request
    from wargame.core.run import Run

MARKS = {"hit": "✓", "retreat": "↩", "home": "↩", "lost": "✗", "destroyed": "✗", "again": "…"}
"""Behind a face: it hits, it makes the unit retreat, the unit is lost; a miss has none."""
_NO_HITS = ("guns", "envelopment")
"""What dice are rolled for that do not hit as others do."""
KEY = "✓ hits, ↩ leaves the battle, ✗ is lost; a bare number does nothing."


@frozen
class Answered:
    """An answer of a battle.

    Args:
        request: What was asked.
        answer: The face or the option.
        told: How many announcements had been made after it.
    """

    request: Request
    answer: int | str
    told: int


Trail = tuple[Answered, ...]


@frozen
class Line:
    """One thing of a round: dice of one kind, or decisions, and what was announced then.

    Args:
        round: The round, from 1.
        label: What was rolled for, or decided.
        who: Whose dice.
        faces: The faces with their outcomes.
        chosen: The options that were taken.
        told: The announcements.
    """

    round: int
    label: str
    who: str
    faces: tuple[tuple[int, str], ...] = ()
    chosen: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    def dice(self) -> str:
        """Return the faces, each with the mark of its outcome."""
        return " ".join(f"{face}{MARKS.get(outcome, '')}" for face, outcome in self.faces)

    def count(self, outcome: str) -> int:
        """Return how many dice came out so."""
        return sum(each == outcome for _, each in self.faces)

    def words(self) -> str:
        """Return what was rolled or decided, in words."""
        if not self.faces:
            return ", ".join(self.chosen)
        dice = "1 die" if len(self.faces) == 1 else f"{len(self.faces)} dice"
        hits = self.count("hit")
        said = f"{dice}, {hits} {'hit' if hits == 1 else 'hits'}"
        return dice if self.label.startswith(_NO_HITS) else said


def battle_of(request: Request) -> Battle:
    """Return the battle in which something is asked."""
    battle: Battle = request.position
    return battle


def lines_of(run: Run, trail: Trail) -> tuple[Line, ...]:
    """Return the story of a run."""
    found: list[Line] = []
    before = 0
    for each in trail:
        line = _line(each)
        said = tuple(told.sentence for told in run.told[before : each.told])
        before = each.told
        last = found[-1] if found else None
        if last is not None and _same(last, line):
            found[-1] = evolve(last, faces=last.faces + line.faces,
                               chosen=last.chosen + line.chosen, told=last.told + said)  # fmt: skip
        else:
            found.append(evolve(line, told=said))
    return tuple(found)


def _same(last: Line, line: Line) -> bool:
    return (last.round, last.label, last.who) == (line.round, line.label, line.who)


def _line(each: Answered) -> Line:
    request, number = each.request, battle_of(each.request).round + 1
    if isinstance(request, Roll) and isinstance(each.answer, int):
        who = str(getattr(request.about, "who", "defender"))
        face = each.answer, request.band(each.answer).outcome
        return Line(number, request.purpose, who, faces=(face,))
    return Line(number, request.purpose, _decider(request), chosen=(_label(request, each.answer),))


def _decider(request: Any) -> str:  # noqa: ANN401 - a Choice
    return str(request.who)


def _label(request: Any, answer: int | str) -> str:  # noqa: ANN401 - a Choice
    choice: Choice = request
    return next((each.label for each in choice.options if each.key == answer), str(answer))


# ---- on the page


def story_html(lines: Sequence[Line], ending: str) -> str:
    """Return the rounds as tables, the earlier ones folded."""
    if not lines:
        return "<h4>Round by round</h4><p>No die has been thrown yet.</p>"
    last = lines[-1].round
    rounds = "".join(
        _round_html(number, [each for each in lines if each.round == number], folded=number < last)
        for number in range(lines[0].round, last + 1)
    )
    end = f"<p><b>{word(ending)}</b></p>" if ending else ""
    return f"<h4>Round by round</h4><p class='wg-battle-soft'>{KEY}</p>{rounds}{end}"


def _round_html(number: int, lines: Sequence[Line], *, folded: bool) -> str:
    heads = "".join(f"<th scope='col'>{each}</th>" for each in _ROUND_HEADS)
    rows = "".join(map(_row, lines))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return (
        f"<details{'' if folded else ' open'}><summary>Round {number}</summary>"
        f"<div class='wg-battle-wide'>{table}</div></details>"
    )


def _row(line: Line) -> str:
    dice = "".join(
        f"<span class='wg-battle-die wg-battle-{word(outcome)}'>{face}{MARKS.get(outcome, '')}"
        "</span>"
        for face, outcome in line.faces
    )
    return (
        f"<tr><td>{word(line.who)}</td><th scope='row'>{word(line.label)}</th>"
        f"<td class='wg-battle-dice'>{dice}</td>"
        f"<td class='wg-battle-count'>{word(line.words())}</td>"
        f"<td>{word(' '.join(line.told))}</td></tr>"
    )


def story_lines(lines: Sequence[Line], ending: str) -> Iterator[str]:
    """Yield the story as lines of text."""
    number = 0
    for each in lines:
        if each.round != number:
            number = each.round
            yield f"Round {number}"
        dice = f": {each.dice()}" if each.faces else ""
        yield f"  {each.who}, {each.label}{dice} ({each.words()})"
        yield from (f"    {told}" for told in each.told)
    if ending:
        yield ending


def standing_html(battle: Battle) -> str:
    """Return what both sides have now, have lost, and have elsewhere."""
    rows = "".join(
        f"<tr><th scope='row'>{who.capitalize()}, {word(battle.army(who).nation.name)}</th>"
        + "".join(f"<td>{word(cell)}</td>" for cell in _cells(battle, who))
        + "</tr>"
        for who in _WHO
    )
    heads = "".join(f"<th scope='col'>{each}</th>" for each in ("", *_HEADS))
    return (
        f"<div class='wg-battle-wide'><table><caption>{_after(battle.round)}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def standing_lines(battle: Battle) -> Iterator[str]:
    """Yield the same as lines of text."""
    for who in _WHO:
        parts = zip(_HEADS, _cells(battle, who), strict=True)
        told = "; ".join(f"{head.lower()}: {cell}" for head, cell in parts)
        yield f"{who.capitalize()} ({battle.army(who).nation.name}): {told}."


_WHO: tuple[Who, Who] = ("attacker", "defender")
_HEADS = ("In the battle", "Lost", "Gone")
_ROUND_HEADS = ("Side", "What", "Dice", "Result", "What came of it")


def _cells(battle: Battle, who: Who) -> tuple[str, str, str]:
    army = battle.army(who)
    engaged, lost, left = (
        described(force, battle.units) for force in (army.engaged, army.lost, army.left)
    )
    return engaged, lost, left


def _after(number: int) -> str:
    words = {0: "Before the first round", 1: "After one round"}
    return words.get(number, f"After {number} rounds")
