"""The sentences and tables of the retreat explorer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.fire_and_movement.direction import away_from_enemy, edges_of
from widgets.explorers import retreat_svg as svg
from widgets.explorers.fm_variants import OWN
from widgets.explorers.fm_words import cases_text, hexes, listed, paragraphs, table
from widgets.explorers.retreat_ahead import chains
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.retreat import Retreats
    from wargame.fire_and_movement.state import Situation
    from widgets.explorers.retreat_ahead import Ahead, Link
    from widgets.explorers.retreat_plan import RetreatPlan

CHOOSE = "Choose the unit that must retreat, on the map or in the menu."
CAUSES = {
    "defender": "it was attacked",
    "attacker": "it attacked",
    "bombardment": "it was bombarded",
}


# ---- the unit


def facts(plan: RetreatPlan) -> list[str]:
    """Return who must retreat how far and why, in sentences."""
    situation, board = plan.situation, plan.situation.board
    said = [f"{situation.describe(situation.piece(plan.unit))}."]
    others = [situation.unit(name).name for name in plan.force if name != plan.unit]
    mates = f", with {', '.join(others)}" if others else ""
    result = f" ({plan.code})" if plan.code else ""
    said.append(
        f"It must go {hexes(plan.hexes)}{result} from {board.describe(plan.start)}{mates}, for "
        f"{CAUSES[plan.cause]}."
    )
    if plan.duty is away_from_enemy:
        said.append(f"Direction: {plan.found.aim}.")
    else:
        edges = edges_of(situation.ruleset, plan.goer.side)
        said.append(f"Friendly edges: {edges}.")
    return said + _attacked(plan)


def _attacked(plan: RetreatPlan) -> list[str]:
    if plan.cause == "bombardment":
        return []
    if not plan.code:
        return [f"No result of the table makes a {plan.cause} retreat {hexes(plan.hexes)}."]
    if plan.attack is None:
        return ["No enemy took part in an attack here, so nobody can stand or advance."]
    names = ", ".join(unit.name for unit in plan.attack.units)
    return [f"Attack on {plan.attack.label} by {names}."]


def facts_html(plan: RetreatPlan, title: str) -> str:
    """Return the position and the retreat, as HTML."""
    head = f"<h4>{word(title)}</h4>"
    return head + (paragraphs(*facts(plan)) if plan.unit else paragraphs(CHOOSE))


def sum_words(plan: RetreatPlan) -> str:
    """Return what is open, in a sentence."""
    if not plan.unit:
        return CHOOSE
    if plan.hidden:
        name, far = plan.goer.name, hexes(plan.hexes)
        return f"Bet first: choose a hex, {far} away, in which {name} may end; or say nowhere."
    if plan.why is not None:
        return plan.why.sentence
    said = plan.explained(plan.found).sentence
    if plan.way is None:
        return said
    return f"{said} Looked at: {plan.way.key(plan.situation.board)}."


# ---- the ways


def rows(plan: RetreatPlan, found: Retreats) -> Iterator[tuple[str, str, str, str]]:
    """Yield a line for each way and each hex that is shut: its name, its rank, why, the cases."""
    parts = plan.explained(found).parts
    best, below = len(found.open), len(found.outranked)
    for at, each in enumerate(parts):
        rank = "open" if at < best else "gives way" if at < best + below else "shut"
        yield each.label, rank, each.sentence, cases_text(each)


def ways_html(plan: RetreatPlan, found: Retreats) -> str:
    """Return every way with what ranks it, as an HTML table."""
    lines = list(rows(plan, found))
    key = plan.way.key(plan.situation.board) if plan.way is not None else ""
    lit = [at for at, line in enumerate(lines) if line[0] == key]
    caption = f"Every way of {plan.goer.name}"
    head = "" if lines and found.open else paragraphs(plan.explained(found).sentence)
    return head + table(caption, ("Way", "Rank", "Why", "Cases"), lines, lit=lit)


# ---- who makes way


def chain_lines(plan: RetreatPlan, found: Retreats) -> list[str]:
    """Return who may make way for the way looked at, chain by chain; nothing where none has to."""
    if plan.way is None or not plan.way.crowded:
        return []
    return list(_chains(plan.situation, chains(found, plan.way)))


def _chains(situation: Situation, links: Iterable[Link], before: str = "") -> Iterator[str]:
    for link in links:
        name, board = situation.unit(link.unit).name, situation.board
        said = f"{before}{name} goes from {board.label(link.start)} to {board.label(link.end)}"
        if link.then:
            yield from _chains(situation, link.then, f"{said}, where ")
        else:
            yield f"{said}."


def chain_html(plan: RetreatPlan, found: Retreats) -> str:
    """Return the same as HTML."""
    lines = chain_lines(plan, found)
    if not lines:
        return ""
    items = "".join(f"<li>{word(line)}</li>" for line in lines)
    return f"<h4>Who may make way</h4><ul>{items}</ul>"


# ---- what it costs


def cost_lines(found: Ahead | None, stand: Ruling | None) -> list[str]:
    """Return what the retreat costs, and what standing would, in sentences."""
    said = []
    if found is not None:
        lost = [each.sentence for each in found.losses]
        said.append(f"To retreat costs: {' '.join(lost) if lost else 'no step.'}")
    if stand is not None:
        more = " ".join(each.sentence for each in stand.parts)
        said.append(f"To stand: {stand.sentence} {more}".strip())
    return said


def cost_html(found: Ahead | None, stand: Ruling | None) -> str:
    """Return the same as HTML; nothing where nothing can be said."""
    lines = cost_lines(found, stand)
    return f"<h4>What it costs</h4>{paragraphs(*lines)}" if lines else ""


# ---- the advance


def advance_rows(found: Ahead) -> Iterator[tuple[str, str, str]]:
    """Yield for each attacker that may advance: who, where, the cases."""
    if found.advances is None:
        return
    situation = found.advances.attack.situation
    for name, ends in found.advances.ends.items():
        where = [situation.board.label(cell) for cell in ends]
        told = [found.advances.explain(name, cell) for cell in ends]
        cases = dict.fromkeys(str(case) for each in told for case in each.cases)
        yield situation.unit(name).name, listed(where) or "no hex", ", ".join(cases)


def advance_lines(found: Ahead) -> list[str]:
    """Return where the attackers could advance, as text."""
    if found.advances is None:
        return []
    ruling = found.advances.ruling
    if not ruling.allowed:
        return [f"No advance: {ruling.sentence} [{cases_text(ruling)}]"]
    return [f"{who}: {where} [{cases}]" for who, where, cases in advance_rows(found)]


def advance_html(found: Ahead | None) -> str:
    """Return the same as HTML."""
    if found is None or found.advances is None:
        return ""
    ruling, board = found.advances.ruling, found.advances.attack.situation.board
    head = "<h4>Where the attackers could advance</h4>"
    if not ruling.allowed:
        return head + paragraphs(f"{ruling.sentence} ({cases_text(ruling)})")
    paths = " and ".join("-".join(map(board.label, path)) for path in found.advances.paths)
    lead = f"{ruling.sentence} Path of retreat: {paths or 'none'}."
    heads = ("Unit", "May end in", "Cases")
    return head + paragraphs(lead) + table("By unit", heads, list(advance_rows(found)))


# ---- other rules


def difference_words(plan: RetreatPlan, stand: Ruling | None, own: Ruling | None) -> list[str]:
    """Return what the rules chosen change, in sentences; nothing for those in force.

    Args:
        plan: The plan.
        stand: What standing costs by them.
        own: What standing costs by the rules in force.
    """
    if plan.rules == OWN or not plan.unit:
        return []
    then = _as_own(plan)
    board = plan.situation.board
    ways = [way.key(board) for way in plan.found.open]
    before = [way.key(board) for way in then.found.open]
    said = [f"By other rules: {plan.variant.title}."]
    told = (
        ("Open only by them", [key for key in ways if key not in before]),
        ("Open only by the rules in force", [key for key in before if key not in ways]),
    )
    lines = [f"{name}: {listed(keys)}." for name, keys in told if keys]
    if (stand and stand.value) != (own and own.value):
        lines.append("Standing costs other than by the rules in force.")
    if plan.way is not None and _chained(plan) != _chained(then):
        lines.append("Other friends may make way.")
    return said + (lines or ["That changes nothing for this retreat."])


def _as_own(plan: RetreatPlan) -> RetreatPlan:
    return plan.by_rules(OWN)


def _chained(plan: RetreatPlan) -> tuple[Link, ...]:
    return chains(plan.found, plan.way) if plan.way is not None else ()


# ---- the map


def notes(plan: RetreatPlan, found: Retreats | None, advancing: Iterable[Hex]) -> dict[Hex, str]:
    """Return what is read out for each hex besides the ground and who stands there."""
    said: dict[Hex, list[str]] = {}
    if plan.unit:
        said[plan.start] = [f"{plan.goer.name} must retreat from here"]
        if plan.zone:
            enemy = plan.situation.other(plan.goer.side)
            for cell in svg.zone(plan):
                said.setdefault(cell, []).append(f"zone of control of {enemy}")
    if found is not None and not plan.hidden:
        for cell, (text, _) in svg.ends(found).items():
            said.setdefault(cell, []).append(f"a way ends here: {text}")
    for cell in advancing:
        said.setdefault(cell, []).append("an attacker may advance here")
    return {cell: ", ".join(each) for cell, each in said.items()}
