"""The sentences of the fire explorer, and its chances by name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.rifle_and_spade.fire import NEAR_MISS
from wargame.rifle_and_spade.rounding import points_text
from widgets.explorers.fire_deeds import STILL, WORDS
from widgets.explorers.fire_throw import NO_LOSS, NOT_DUE, losses_words
from widgets.odds import percent
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.rifle_and_spade.fire_chances import FireChances
    from widgets.explorers.fire_panels import Moment
    from widgets.explorers.fire_plan import FirePlan

PROMPT = "Bet first: what is the chance of at least one loss?"
BETS = ("under 10 %", "10 to 25 %", "25 to 50 %", "50 to 75 %", "75 % or more")
_EDGES = (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
MEANINGS = {
    NO_LOSS: "nothing happens",
    NEAR_MISS: "no loss, but a morale check",
    losses_words(1): "and a morale check of those left",
    losses_words(2): "and a morale check of those left",
}


def _counted(units: int) -> str:
    return "one unit" if units == 1 else f"{units} units"


def bet_of(chance: Fraction) -> str:
    """Return the bet that a chance makes right."""
    return BETS[sum(chance >= edge for edge in _EDGES)]


def at_least_one(chances: FireChances) -> Fraction:
    """Return the chance of one step loss or more by the table."""
    return sum((p for hits, p in chances.by_hits().items() if hits), start=Fraction(0))


def loss_chances(chances: FireChances) -> Mapping[str, Fraction]:
    """Return the chance of no loss, of a near miss, and of each number of losses."""
    by_hits, near = chances.by_hits(), chances.near_miss
    found = {NO_LOSS: by_hits.get(0, Fraction(0)) - near}
    if near:
        found[NEAR_MISS] = near
    return found | {losses_words(hits): p for hits, p in by_hits.items() if hits}


def morale_chances(chances: FireChances) -> Mapping[str, Fraction]:
    """Return the chance of each result of the morale check, and of none being called for."""
    found = chances.by_check()
    names = ("", "passed", "failed", "routed", "ignored")
    return {name or NOT_DUE: found[name] for name in names if name in found}  # type: ignore[index]


def morale_words(plan: FirePlan) -> dict[str, str]:
    """Return what each result of the check means; with the roll that passes as things stand."""
    check = plan.ruling.find("Morale check")
    passes = f"on a roll of up to {check.value} as it stands now" if check is not None else ""
    return {
        NOT_DUE: "no loss, no near miss, or nobody left to check",
        "passed": passes,
        "failed": "Confused, and worse for the shaken",
        "routed": "off the map",
        "ignored": "an officer leads from the front",
    }


def chances_words(plan: FirePlan) -> str:
    """Return what a commander asks for, in one sentence."""
    chances = plan.chances
    lost = float(chances.expected_steps)
    shaken = sum(
        (p for check, p in chances.by_check().items() if check in {"failed", "routed"}),
        start=Fraction(0),
    )
    return (
        f"At least one loss: {percent(at_least_one(chances))}. A check failed or a rout: "
        f"{percent(shaken)}. On average {lost:.2f} steps are lost, rout included. "
        "Where the target's side has a choice, the first option is taken."
    )


def headline_html(plan: FirePlan, title: str) -> str:
    """Return the headline beside the map."""
    head = f"<h4>{word(title)}</h4>"
    if plan.target is None:
        return (
            f"{head}<p>{word(plan.side)} fires. Choose the target: a hex of {word(plan.foe)}.</p>"
        )
    label = plan.situation.board.label
    here = plan.aimed
    at = label(plan.target if here is None else here)
    doing = "" if plan.deed == STILL else f" It {WORDS[plan.deed]}."
    if not plan.ready:
        said = "Choose who fires."
    elif plan.weak:
        said = plan.ruling.sentence
    else:
        column = points_text(plan.table.columns[plan.start])
        rows = f"{plan.net} to {plan.net + 9}"
        points = plan.strength.points
        noun = "fire point" if points == 1 else "fire points"
        said = f"{points_text(points)} {noun}, column {column}; net DRM {plan.net:+d}, rows {rows}."
    flag = " ≈ Rests on reconstructed figures." if plan.ready and plan.ruling.reconstructed else ""
    fires = f"<p>{word(plan.side)} fires at {word(at)}.{word(doing)}</p>"
    return f"{head}{fires}<p><b>{word(said)}</b>{flag}</p>"


def sentence(moment: Moment) -> str:
    """Return the one sentence that says where things stand."""
    plan, thrown = moment.plan, moment.thrown
    if not plan.ready:
        return _unready(plan)
    if thrown is not None:
        if thrown.choice is not None:
            return f"{thrown.code.capitalize()}. {thrown.choice.purpose}?"
        return " ".join(f"{each.what}: {each.said}" for each in thrown.lines())
    said = plan.ruling.sentence
    if plan.weak:
        return said
    chance = f"At least one loss: {percent(at_least_one(plan.chances))}."
    return f"{said} {PROMPT if moment.bet_due else chance}"


def _unready(plan: FirePlan) -> str:
    if plan.target is None:
        return f"{plan.side} fires: {len(plan.targets())} hexes hold targets."
    able = sum(each.able for each in plan.candidates)
    at = plan.situation.board.label(plan.target)
    if not able:
        return f"Target {at}: nobody may fire at it; the form says why."
    return f"Target {at}: {_counted(able)} may fire at it. Choose who does."
