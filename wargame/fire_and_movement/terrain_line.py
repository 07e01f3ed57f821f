"""Which terrain line of the table is used (8.2.2): the one most useful to the defender.

Only the defender's hex counts, and its hexsides only if every attacker crosses one. "Most useful"
is measured, not remembered: the line whose column for this differential stands furthest to the
left. Where lines tie (they all do under the right alignment, FM-Q01), the one printed first is
taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Case, Ruling, choice, figure, not_covered, skipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.state import Situation

BRIDGE = "bridge"
ROADS = ("road",)
OBSTACLES = frozenset({"river", "ditch", "canal"})
"""Hexsides that a road bridges and that count together: each attacker crosses one of them."""


@frozen
class Candidate:
    """A terrain line that could serve.

    Args:
        key: What gives it ("terrain:hill"), for setting it aside.
        line: The line's name.
        why: How the hex comes by it, a full sentence.
        cases: The cases that say so.
        barred: Why it does not apply after all; empty when it does.
    """

    key: str
    line: str
    why: str
    cases: tuple[Case | str, ...]
    barred: str = ""


@implements("FM8", "8.2.2", "8.2.2/3", "8.2.2/4", "8.1.4/2", "8.1.2/4")
@implements("FM7", "8.2.2", "8.2.2/3", "8.2.2/4")
def terrain_line(attack: Attack, differential: int, *, hexsides: bool = True) -> Ruling:
    """Return the terrain line for an attack; the value is the line's name.

    Args:
        attack: The attack.
        differential: The differential before column shifts, in strength points.
        hexsides: Whether hexside terrain may count; in bombardment it never does.

    Returns:
        A choice: every line the hex or its hexsides could give, the chosen one counting.
    """
    found = list(candidates(attack, hexsides=hexsides))
    rules = attack.situation.ruleset
    cases = rules.cases("8.2.2", "8.2.2/4")
    open_ones = [each for each in found if not each.barred and each.key not in attack.waived]
    if not open_ones:
        why = "Nothing there helps the defender."
        found.append(Candidate("terrain:none", rules.clear_line, why, cases))
        open_ones = found[-1:]
    crt = attack.situation.crt
    columns = {each.line: crt.column(each.line, rules.alignment, differential) for each in found}
    best = min(open_ones, key=lambda each: (columns[each.line], crt.order.index(each.line)))
    rulings = [_judged(attack, each, best, columns) for each in found]
    said = f"{best.line} is the line best for the defender."
    return choice("Terrain line", rulings, said, *cases)


def known_ground(situation: Situation, target: Hex, side: str) -> Ruling:
    """Return whether the table has a line for all the ground in a hex.

    Ground that no line names is not taken for clear: the answer is then "not covered".

    Args:
        situation: The position.
        target: The hex.
        side: The side that defends there.
    """
    rules, label = situation.ruleset, situation.board.label(target)
    ground = situation.board.cell(target).terrain
    unknown = [kind for kind in ground if rules.line_for(kind, side) is None]
    if unknown:
        lines = "; ".join(situation.crt.order)
        why = f"The table has no line for {', '.join(unknown)} in {label}; its lines: {lines}."
        return not_covered("Ground", why, rules.case("8.2.2/3"))
    said = f"The table has lines for the ground in {label}."
    return figure("Ground", ", ".join(ground), said, rules.case("8.2.2/3"))


def candidates(attack: Attack, *, hexsides: bool = True) -> tuple[Candidate, ...]:
    """Return every terrain line that the defender's hex and hexsides could give."""
    return (*_ground(attack), *(_sides(attack) if hexsides else ()))


def _judged(attack: Attack, each: Candidate, best: Candidate, columns: dict[str, int]) -> Ruling:
    """Return a candidate's part in the choice; *columns* has the grid column of each line."""
    label = each.key.partition(":")[2].capitalize()
    if each.barred:
        return skipped(label, each.barred, *each.cases, value=each.line)
    if each.key in attack.waived:
        return skipped(label, "Set aside, to see what it is worth.", *each.cases, value=each.line)
    if each is best:
        return figure(label, each.line, each.why, *each.cases)
    if columns[each.line] == columns[best.line]:
        why = f"{each.why} It gives the same column as {best.line}."
    else:
        why = f"{each.why} It helps the defender less than {best.line}."
    return skipped(label, why, *each.cases, value=each.line)


@implements("GAZA", "14.0", "14.0/2", "14.0/3")
def _ground(attack: Attack) -> Iterator[Candidate]:
    """Yield a candidate for each kind of terrain and feature of the defender's hex that has a line.

    Trenches in Gaza 1917 serve the Central Powers only; a British unit in one counts as in the
    open (14.0), and in Gaza town it has the Town line (FM-Q37).
    """
    situation, rules = attack.situation, attack.situation.ruleset
    cell, side = situation.board.cell(attack.target), situation.inactive
    crt = situation.crt
    for kind in dict.fromkeys((*cell.terrain, *sorted(cell.features))):
        line = rules.line_for(kind, side)
        if line is None:
            continue
        whose = f"A {side} unit" if (side, kind) in rules.side_lines else "A defender"
        why = f"{whose} in {kind} terrain has the line {line}."
        cases: tuple[Case | str, ...] = (rules.case("8.2.2/3"), crt.line(line).case)
        if (side, kind) in rules.side_lines and kind == "trench":
            cases = (*cases, "GAZA 14.0/2" if line != rules.clear_line else "GAZA 14.0/3")
        yield Candidate(f"terrain:{kind}", line, why, cases)


@implements("FM8", "8.2.2/1", "8.2.2/2", "8.2.2/5")
@implements("FM7", "8.2.2/1", "8.2.2/2", "8.2.2/5")
@implements("LEB82", "15.0")
def _sides(attack: Attack) -> Iterator[Candidate]:
    """Yield candidates for hexside terrain: it counts only if every attacker crosses such a side.

    River, ditch and canal count together: who crosses one of them comes over no open ground. A
    bridge on one of these sides makes the whole attack one over a bridge.
    """
    board, rules = attack.situation.board, attack.situation.ruleset
    # who has landed in the hex itself crosses no hexside (Lebanon 11.3, FM-Q49)
    crossed = {
        piece.at: board.side(piece.at, attack.target)
        if piece.at != attack.target
        else frozenset[str]()
        for piece in attack.pieces
    }
    bridge = rules.hexside_lines.get(BRIDGE, "")
    over = [at for at in crossed if bridge and _bridged(attack, at)]
    bridged = ""
    for kind in dict.fromkeys(kind for kinds in crossed.values() for kind in sorted(kinds)):
        line = rules.hexside_lines.get(kind)
        if line is None:
            continue
        alike = OBSTACLES if kind in OBSTACLES else {kind}
        dry = [board.label(at) for at, kinds in crossed.items() if not kinds & alike]
        barred = ""
        if dry:
            barred = f"The attack from {', '.join(dry)} crosses no {kind}, so it does not count."
        elif over and kind in OBSTACLES:
            names = ", ".join(map(board.label, over))
            barred = bridged = f"The hexside from {names} is bridged, so the bridge line is used."
        why = f"Every attacker crosses such a hexside, and a {kind} has the line {line}."
        yield Candidate(f"hexside:{kind}", line, why, (rules.case("8.2.2/1"),), barred)
    if bridged:
        cases = rules.cases("8.2.2/2", "8.2.2/5")
        yield Candidate(f"hexside:{BRIDGE}", bridge, bridged, cases)


def _bridged(attack: Attack, at: Hex) -> bool:
    """Return whether a road crosses a river, ditch or canal between *at* and the target."""
    board = attack.situation.board
    wet = at != attack.target and bool(board.side(at, attack.target) & OBSTACLES)
    return wet and any(board.linked(road, at, attack.target) for road in ROADS)
