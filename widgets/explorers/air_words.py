"""What the air mission explorer says: the answer, what is open instead, and the what-ifs."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.area_combat.missions import MISSIONS
from widgets.explorers.air_odds import counted, timing, what_if
from widgets.explorers.air_plan import RAIDS
from widgets.explorers.fm_words import STYLE, listed, paragraphs, part, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from widgets.explorers.air_plan import AirPlan

POLICY = (
    "Exact (AA-7.3, AA-7.8). The guns aim at bombers; owners give the cheapest planes first, so "
    "escorts before bombers."
)


def sentence(plan: AirPlan) -> str:
    """Return the answer in a sentence."""
    ruling = plan.ruling
    cases = ", ".join(map(str, ruling.cases[:2]))
    if ruling.allowed:
        when = "its own turn" if plan.asked.when == "own turn" else "the opponent's turn"
        later = " ".join(each.sentence for each in timing(plan))
        said = (
            f"{plan.asked.name}: {plan.type.count(plan.planes)} may fly it from {plan.here.name} "
            f"to {plan.there.name}, in {when} ({cases})."
        )
        return f"{said} {later}".strip()
    return f"{plan.asked.name} may not be flown: {ruling.sentence} ({cases})"


def headline_html(plan: AirPlan) -> str:
    """Return the answer, and what is open instead."""
    return STYLE + part(paragraphs(*headline_lines(plan)))


def headline_lines(plan: AirPlan) -> Iterator[str]:
    """Yield the answer, what else the plane may fly, and where it may go."""
    yield sentence(plan)
    yield instead(plan)
    names = [plan.theatre.atlas.areas[at].name for at in plan.targets]
    where = listed(names) if names else "nowhere"
    yield f"From {plan.here.name} this mission may be flown to: {where}."


def instead(plan: AirPlan) -> str:
    """Say which missions the plane may fly, from here to there and at all."""
    type_ = plan.type
    there = [each.name.lower() for each in plan.open if each.id != plan.mission]
    able = [each.name.lower() for each in MISSIONS if type_.role in each.roles]
    here = f"From here to there it may also fly: {', '.join(there)}. " if there else ""
    return f"{here}Missions of a {type_.name}: {', '.join(able)}."


def what_if_rows(plan: AirPlan) -> list[tuple[str, str, str, str]]:
    """Return a row for each other number of escorts or interceptors."""
    if plan.mission not in RAIDS or not plan.ruling.allowed or not plan.compare:
        return []
    bombers = plan.planes if plan.mission == "strategic-bombing" else plan.bombers
    rows = []
    for what, number, found in what_if(plan) if plan.there.complex else ():
        every, none = (found.through.get(count, Fraction(0)) for count in (bombers, 0))
        now = " (as planned)" if number == counted(plan, what)[1] else ""
        name = what.removesuffix("s") if number == 1 else what
        figures = (f"{float(found.mean):.2f}", _percent(every), _percent(none))
        rows.append((f"{number} {name}{now}", *figures))
    return rows


def what_if_html(plan: AirPlan) -> str:
    """Return the what-ifs as a table, with the policy that the odds follow."""
    rows = what_if_rows(plan)
    if not rows:
        return ""
    lit = [at for at, each in enumerate(rows) if "as planned" in each[0]]
    heads = ("What if", "IP lost, on average", "All bombers bomb", "None bombs")
    drawn = table("More or fewer planes", heads, rows, numbers=(1, 2, 3), lit=lit)
    return part(drawn + paragraphs(POLICY))


def _percent(chance: Fraction) -> str:
    return f"{100 * float(chance):.1f} %"
