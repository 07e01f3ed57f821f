"""The assault explorer's words and tables: strengths, morale, the rounds, the chances."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade import morale
from wargame.rifle_and_spade.rounding import points_text
from widgets.explorers.assault_bands import SAYS, bands_words
from widgets.explorers.assault_plan import ROLES, checkers
from widgets.explorers.assault_svg import box_text, way_words
from widgets.odds import percent
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.assault import Round
    from wargame.rifle_and_spade.assault_odds import Standing
    from wargame.rifle_and_spade.assault_table import Role
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.assault_plan import AssaultPlan, Fought

STYLE = """<style>
.wg-assault-part { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent);
  --wash: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 7%, transparent); }
.wg-assault-part h4 { margin: .6em 0 .35em; font-size: 1.12em; }
.wg-assault-part p { margin: .35em 0; }
.wg-assault-part .wg-assault-wide { overflow-x: auto; }
.wg-assault-part table { border-collapse: collapse; margin: 0; }
.wg-assault-part caption { text-align: left; font-weight: 600; padding: .2em 0; }
.wg-assault-part th, .wg-assault-part td { text-align: left; padding: .18em .8em .18em 0;
  vertical-align: baseline; font-weight: 400; white-space: normal; }
.wg-assault-part thead th { color: var(--soft); border-bottom: 1px solid var(--edge); }
.wg-assault-part tfoot th, .wg-assault-part tfoot td { border-top: 1px solid var(--edge);
  font-weight: 700; }
.wg-assault-part .wg-assault-number { text-align: right; font-variant-numeric: tabular-nums; }
.wg-assault-part .wg-assault-out { color: var(--soft); }
.wg-assault-part .wg-assault-now { background: var(--wash); }
.wg-assault-part .wg-assault-sides { display: grid; gap: 6px 26px;
  grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); }
.wg-assault-part .wg-assault-bar { display: flex; width: 90px; height: 12px;
  border: 1px solid var(--edge); }
.wg-assault-part ol, .wg-assault-part ul { margin: .2em 0; padding-left: 1.5em; }
</style>"""
"""The look, in the colours of the page; the names stand for these tables alone."""

HOLDS = ("attacker holds it", "defender holds it", "nobody is left", "still fought over")
"""How an assault may stand after the last round looked at: what one can bet on."""
MEANINGS = {
    HOLDS[0]: "every defender is destroyed or driven off",
    HOLDS[1]: "every attacker is destroyed, driven off, or gone to ground",
    HOLDS[2]: "neither side has anybody left in the hex",
    HOLDS[3]: "both sides are still in the assault",
}
LEFT_OUT = (
    "Worked out exactly from round to round and shown to a hundredth of a per cent. Nobody breaks "
    "off or leads from the front, the first unit listed loses a step, and fire at those who "
    "retreat is left out."
)
_FILLS = ("#73382a", "#c99b57", "#8a8a8a", "#f1e7cc")
_NAMES = {"attacker": "Attacker", "defender": "Defender"}


def part(html: str) -> str:
    """Set a piece of HTML in the look of this explorer."""
    return f"<div class='wg-assault-part'>{html}</div>"


def side_of(fight: Round, role: Role) -> str:
    """Return the name of the side that attacks or defends."""
    side = fight.marker.attacker
    return side if role == "attacker" else fight.situation.other(side)


def heading(fight: Round, title: str) -> str:
    """Return the headline beside the map."""
    one, other = (word(side_of(fight, role)) for role in ROLES)
    said = f"{one} attacks, {other} defends."
    return f"<h4>Assault at {word(fight.where)}</h4><p>{word(title)}. {said}</p>"


# ---- one round


def strengths_html(fight: Round) -> str:
    """Return the base strengths of both sides, unit by unit, with their morale."""
    tables = "".join(_strength_html(fight, role) for role in ROLES)
    return f"<div class='wg-assault-sides'>{tables}</div>"


def _strength_html(fight: Round, role: Role) -> str:
    from wargame.rifle_and_spade.assault import base_strength

    ruling = base_strength(fight.situation, fight.marker, role)
    rows = "".join(map(_unit_row, ruling.parts[0].parts))
    value = ruling.value if isinstance(ruling.value, int | Fraction) else 0
    foot = f"<tr><th scope='row'>Base strength</th><td></td>{_cell(points_text(value))}</tr>"
    said = "" if ruling.value == ruling.parts[0].value else f"<p>{word(ruling.sentence)}</p>"
    return (
        f"<div><table><caption>{_NAMES[role]}: {word(side_of(fight, role))}</caption>"
        f"<thead><tr><th scope='col'>Unit</th><th scope='col'>Counts as</th>"
        f"<th scope='col' class='wg-assault-number'>Strength</th></tr></thead>"
        f"<tbody>{rows}</tbody><tfoot>{foot}</tfoot></table>{said}"
        f"<p>{word(morale_words(fight, role))}</p></div>"
    )


def _unit_row(unit: Ruling) -> str:
    if not unit.counts:
        out = f"<td class='wg-assault-out' colspan='2'>{word(unit.sentence)}</td>"
        return f"<tr><th scope='row'>{word(unit.label)}</th>{out}</tr>"
    base, *states = unit.parts
    figures = [f"{base.label}: {value_text(base.value)}"]
    figures += [f"× {value_text(each.value)} {each.label}" for each in states]
    value = value_text(unit.value)
    return (
        f"<tr><th scope='row'>{word(unit.label)}</th><td>{word(', '.join(figures))}</td>"
        f"{_cell(value)}</tr>"
    )


def _cell(text: str) -> str:
    return f"<td class='wg-assault-number'>{word(text)}</td>"


def morale_words(fight: Round, role: Role) -> str:
    """Return what a side has to roll if it loses a step, and its chances."""
    names = checkers(fight, role)
    if not names:
        return "Nobody there has morale to check."
    ruling = morale.check_ruling(fight.situation, names, "assault")
    shares = morale.chances(fight.situation, names, "assault")
    told = ", ".join(f"{result} {percent(share)}" for result, share in shares.items() if share)
    return f"Morale, if it loses a step: passes up to {value_text(ruling.value)} ({told})."


def modifiers_words(fight: Round) -> str:
    """Return whether terrain and works count in a round, and why."""
    if fight.base.weakling:
        return "No modifier is asked for."
    if fight.modifiers is None:
        return " ".join(each.sentence for each in fight.modifier_rulings())
    nets = ", ".join(
        f"{role} {value_text(net.value, signed=True)}"
        for role, net in zip(ROLES, fight.modifiers, strict=True)
    )
    why = "it is the first round" if fight.number == 1 else "wire was crossed on the way in"
    return f"Net modifiers: {nets}. Ground and works count, for {why}."


def round_html(fight: Round) -> str:
    """Return what a round is worked out to, in words."""
    final = box_text(fight, fight.final)
    said = f"Box <b>{word(final)}</b> (attacker / defender)."
    if fight.final.weakling:
        said = f"<b>The {word(final)}</b>, without a roll."
    return f"<p>{said}</p><p>{word(modifiers_words(fight))}</p>"


# ---- the rounds


def rounds_html(rounds: Iterable[Fought], told: Sequence[Ruling] = ()) -> str:
    """Return the rounds as a table, one line each.

    Args:
        rounds: The rounds that have begun.
        told: What was announced after the last of them.
    """
    rows = "".join(_round_row(each) for each in rounds)
    heads = ("Round", "Strengths", "Table", "Shifts", "Box", "Roll", "Result", "Morale", "Left")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    end = "".join(f"<p>{word(each.sentence)}</p>" for each in told)
    return (
        "<div class='wg-assault-wide'><table><caption>Round by round, attacker / defender"
        "</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{end}"
    )


def _round_row(fought: Fought) -> str:
    now = " class='wg-assault-now'" if fought.after is None else ""
    first, *cells = round_cells(fought)
    body = "".join(f"<td>{word(each)}</td>" for each in cells)
    return f"<tr{now}><th scope='row'>{word(first)}</th>{body}</tr>"


def round_cells(fought: Fought) -> tuple[str, ...]:
    """Return a round in the cells of its line."""
    fight = fought.round
    attack, defence = map(points_text, fight.strengths)
    shifts = "none"
    if fight.modifiers is not None:
        shifts = " / ".join(value_text(-each, signed=True) for each in fight.drms)
    face = "" if fought.face is None else f"{fought.face:02}"
    return (
        str(fight.number),
        f"{attack} / {defence}",
        box_text(fight, fight.base),
        shifts,
        box_text(fight, fight.final),
        face,
        _result(fought),
        "; ".join(_checks(fought)),
        _left(fought),
    )


def _result(fought: Fought) -> str:
    said = SAYS[fought.outcome] if fought.outcome else ""
    gone = fought.gone()
    return "; ".join(filter(None, (said, f"gone: {', '.join(gone)}" if gone else "")))


def _checks(fought: Fought) -> Iterator[str]:
    """Yield who passed, failed or routed."""
    for each in fought.told:
        if each.label == "Morale check":
            yield f"{each.sentence.partition(',')[0]} {value_text(each.value)}"


def _left(fought: Fought) -> str:
    """Return the steps that both sides have left of those in the hex at first."""
    after, before = fought.after, fought.round.situation
    if after is None:
        return ""
    return " / ".join(
        points_text(_steps(before, after, fought, role)) for role in ROLES
    )  # the steps, wherever they are now


def _steps(before: Situation, after: Situation, fought: Fought, role: Role) -> int | Fraction:
    side = side_of(fought.round, role)
    names = [piece.unit for piece in before.at(fought.round.marker.at, side)]
    return sum((after.piece(name).steps for name in names if after.on_map(name)), 0)


# ---- the chances


def holds(standing: Standing) -> dict[str, Fraction]:
    """Return how an assault stands after a round, by the words of :data:`HOLDS`."""
    shares = standing.attacker, standing.defender, standing.nobody, standing.contested
    return dict(zip(HOLDS, shares, strict=True))


def readable(shares: dict[str, Fraction]) -> dict[str, Fraction]:
    """Return chances to a hundredth of a per cent: the exact ones have thirty digits and more."""
    tick = Fraction(1, 10_000)
    return {
        name: share if share in {0, 1} else min(max(round(share / tick) * tick, tick), 1 - tick)
        for name, share in shares.items()
        if share
    }


def chances_html(plan: AssaultPlan) -> str:
    """Return the chances after each round, and the losses to expect, as a table."""
    rows = "".join(
        _standing_row(number, each) for number, each in enumerate(plan.odds.standings, start=1)
    )
    heads = ("After round", "", *(name.capitalize() for name in HOLDS))
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    return (
        f"<div class='wg-assault-wide'><table><caption>Who holds the hex</caption><thead><tr>{head}"
        f"</tr></thead><tbody>{rows}</tbody></table></div><p>{word(losses_words(plan))}</p>"
        f"<p class='wg-assault-out'>{word(LEFT_OUT)}</p>"
    )


def _standing_row(number: int, standing: Standing) -> str:
    shares = holds(standing)
    bar = "".join(
        f"<span style='width:{float(share) * 100:.2f}%;background:{fill}'></span>"
        for share, fill in zip(
            (shares[HOLDS[0]], shares[HOLDS[3]], shares[HOLDS[2]], shares[HOLDS[1]]),
            _FILLS,
            strict=True,
        )
    )
    cells = "".join(_cell(percent(share)) for share in shares.values())
    picture = f"<td><div class='wg-assault-bar' aria-hidden='true'>{bar}</div></td>"
    return f"<tr><th scope='row'>{number}</th>{picture}{cells}</tr>"


def losses_words(plan: AssaultPlan) -> str:
    """Return the losses to expect."""
    odds = plan.odds
    one, other = (f"{float(each):.2f}" for each in (odds.attacker_losses, odds.defender_losses))
    rounds = "one round" if plan.rounds == 1 else f"{plan.rounds} rounds"
    return f"Expected losses within {rounds}: attacker {one} steps, defender {other} steps."


# ---- text


def round_lines(fought: Fought) -> Iterator[str]:
    """Yield a round as lines of text."""
    fight = fought.round
    yield f"Round {fight.number}. {way_words(fight)}"
    yield f"  {modifiers_words(fight)}"
    if not fight.final.weakling:
        yield f"  {bands_words(fight.bands)}"
    for role in ROLES:
        yield f"  {_NAMES[role]}: {morale_words(fight, role)}"
    if fought.face is not None:
        yield f"  Rolled {fought.face:02}: {SAYS[fought.outcome]}."
    yield from (f"  {sentence}" for sentence in fought.checks())
    if fought.gone():
        yield f"  Gone: {', '.join(fought.gone())}."
    if fought.after is not None:
        yield f"  Steps left, attacker / defender: {_left(fought)}."


def chances_lines(plan: AssaultPlan) -> Iterator[str]:
    """Yield the chances as lines of text."""
    for number, each in enumerate(plan.odds.standings, start=1):
        told = ", ".join(f"{name} {percent(share)}" for name, share in holds(each).items())
        yield f"After round {number}: {told}."
    yield losses_words(plan)
    yield LEFT_OUT
