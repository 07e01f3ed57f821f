"""The battle explorer's words and tables: chances, survivors, rounds, losses, what if."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.area_combat.battle import WHO
from widgets.explorers.battle_plan import ENDS, exactly, shares
from widgets.odds import SHORT, long, percent
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.break_off import BreakOff
    from wargame.area_combat.odds import BattleOdds, Chance
    from widgets.explorers.battle_plan import BattlePlan

STYLE = """<style>
.wg-battle-part { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent);
  --wash: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 10%, transparent); }
.wg-battle-part h4 { margin: .6em 0 .35em; font-size: 1.12em; }
.wg-battle-part p { margin: .35em 0; }
.wg-battle-part .wg-battle-wide { overflow-x: auto; }
.wg-battle-part table { border-collapse: collapse; margin: 0 0 .5em; }
.wg-battle-part caption { text-align: left; font-weight: 600; padding: .2em 0; }
.wg-battle-part th, .wg-battle-part td { text-align: left; padding: .18em .8em .18em 0;
  vertical-align: baseline; font-weight: 400; white-space: normal; }
.wg-battle-part thead th { color: var(--soft); border-bottom: 1px solid var(--edge); }
.wg-battle-part .wg-battle-number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.wg-battle-part .wg-battle-soft { color: var(--soft); }
.wg-battle-part .wg-battle-best th, .wg-battle-part .wg-battle-best td { font-weight: 700; }
.wg-battle-part .wg-battle-dice { min-width: 4.2em; }
.wg-battle-part .wg-battle-count { white-space: nowrap; }
.wg-battle-part .wg-battle-die { display: inline-block; min-width: 1.3em; margin: 1px;
  padding: 0 2px; text-align: center; border: 1px solid var(--edge); border-radius: 3px; }
.wg-battle-part .wg-battle-hit { font-weight: 700; background: var(--wash);
  border: 2px solid currentColor; }
.wg-battle-part .wg-battle-retreat, .wg-battle-part .wg-battle-lost { border-style: dashed; }
.wg-battle-part summary { cursor: pointer; }
.wg-battle-part summary:focus-visible { outline: 2px solid var(--jp-brand-color1, Highlight); }
</style>"""
"""The look, in the colours of the page; the names stand for these tables alone."""
_TICK = 10**9
"""Chances whose fractions are not shown are told to this part: the exact ones may be pages long."""
_NO_CHANGE = 0.0005


def part(html: str) -> str:
    """Set a piece of HTML in the look of this explorer."""
    return f"<div class='wg-battle-part'>{html}</div>"


def heading(plan: BattlePlan, differing: Sequence[str]) -> str:
    """Return the headline above the forms."""
    ground = plan.battle.ground
    house = f"<p>House rules: {word('; '.join(differing))}.</p>" if differing else ""
    return f"<h4>Battle for {word(ground.name)}</h4><p>{word(plan.sides())}</p>{house}"


def chance_words(odds: BattleOdds, chance: Chance) -> str:
    """Return ``1/3 (33.3 %)``; without the fraction where it is long, or not exact."""
    share = exactly(chance)
    said = percent(share)
    if odds.method == "exact" and share.denominator > 1 and len(str(share)) <= SHORT:
        return f"{share} ({said})"
    return said


def bars_of(found: Mapping[str, Fraction], *, rounded: bool) -> dict[str, Fraction]:
    """Return chances for bars: where their fractions are not shown, no longer than need be."""
    return {name: _near(share) if rounded else share for name, share in found.items()}


def _near(share: Fraction) -> Fraction:
    """Return a chance to a billionth; what is possible stays so, and is not certain."""
    tick = Fraction(1, _TICK)
    return share if share in {0, 1} else min(max(round(share / tick) * tick, tick), 1 - tick)


def too_long(
    odds: Iterable[BattleOdds], what: Callable[[BattleOdds], Mapping[str, Fraction]]
) -> bool:
    """Return whether fractions of these odds tell a reader nothing: long ones, or not exact."""
    return any(each.method != "exact" or long(what(each).values()) for each in odds)


def bars_label(odds: BattleOdds, what: str) -> str:
    """Return what bars show, and whether it was counted in battles."""
    if odds.method == "simulated":
        return f"{what}, counted in battles fought by chance"
    return what


def mean_words(number: Chance) -> str:
    """Return a mean: ``2.35``."""
    return f"{float(number):.2f}"


def points(change: Fraction) -> str:
    """Return a difference of chances: ``+3.4 points``."""
    if abs(change) < _NO_CHANGE:
        return "±0.0 points"
    return f"{float(change) * 100:+.1f} points".replace("-", "−")


# ---- the chances


def ends_html(plan: BattlePlan) -> str:
    """Return how the battle ends and what it costs, beside the same with the what-ifs."""
    other = plan.changed
    heads = ["", "As planned"]
    if other is not None:
        heads += [f"What if ({plan.change_words()})", "Change"]
    head = "".join(f"<th scope='col'>{word(each)}</th>" for each in heads)
    rows = "".join(
        f"<tr><th scope='row'>{word(name)}</th>"
        + "".join(f"<td class='wg-battle-number'>{word(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, *cells in end_rows(plan)
    )
    said = "".join(f"<p>{word(line)}</p>" for line in method_lines(plan))
    return (
        f"<div class='wg-battle-wide'><table><caption>How it ends</caption><thead><tr>{head}</tr>"
        f"</thead><tbody>{rows}</tbody></table></div>{said}"
    )


def end_rows(plan: BattlePlan) -> Iterator[tuple[str, ...]]:
    """Yield a name and cells: each end with its chance, the rounds, and the IP lost."""
    odds, other = plan.odds, plan.changed.odds if plan.changed is not None else None
    kinds = {**shares(odds), **(shares(other) if other is not None else {})}
    for end, name in ENDS.items():
        if name not in kinds and end in {"broken off", "endless"}:
            continue
        cells = [chance_words(odds, odds.chance(end))]
        if other is not None:
            change = exactly(other.chance(end)) - exactly(odds.chance(end))
            cells += [chance_words(other, other.chance(end)), points(change)]
        yield (name.capitalize(), *cells)
    yield _means("Rounds, on average", odds.mean_rounds, other.mean_rounds if other else None)
    for who in WHO:
        name = f"IP lost by the {who}, on average"
        yield _means(name, odds.value_lost(who), other.value_lost(who) if other else None)


def _means(name: str, mean: Chance, other: Chance | None) -> tuple[str, ...]:
    if other is None:
        return name, mean_words(mean)
    change = f"{float(other) - float(mean):+.2f}".replace("-", "−")
    return name, mean_words(mean), mean_words(other), change


def method_lines(plan: BattlePlan) -> Iterator[str]:
    """Yield how the numbers were come by."""
    yield plan.odds.sentence
    if plan.changed is not None and plan.changed.odds.sentence != plan.odds.sentence:
        yield f"What if: {plan.changed.odds.sentence}"


def survivors_html(plan: BattlePlan) -> str:
    """Return for each type how many are still in the battle at its end."""
    heads = ("", "At first", "At the end", "Went away", "Lost", "None is left")
    head = "".join(f"<th scope='col'>{each}</th>" for each in heads)
    rows = "".join(
        f"<tr><th scope='row'>{word(name)}</th>"
        + "".join(f"<td class='wg-battle-number'>{word(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, *cells in survivor_rows(plan)
    )
    return (
        "<div class='wg-battle-wide'><table><caption>Who is left, on average</caption><thead>"
        f"<tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def survivor_rows(plan: BattlePlan) -> Iterator[tuple[str, ...]]:
    """Yield a type of a side and its cells: at first, at the end, away, lost, chance of none."""
    odds = plan.odds
    for who in WHO:
        remaining, away, lost = odds.remaining(who), odds.away(who), odds.lost(who)
        for name, chances in odds.survivors(who).items():
            yield (
                f"{who.capitalize()}, {plan.battle.units.unit(name).name}",
                str(_at_first(plan.battle, who, name)),
                *(mean_words(each[name]) for each in (remaining, away, lost)),
                percent(exactly(chances.get(0, 0))),
            )


def _at_first(battle: Battle, who: Who, name: str) -> int:
    army = battle.army(who)
    return sum(force.of(name) for force in (army.engaged, army.called, army.reserve))


def round_shares(odds: BattleOdds, most: int = 8) -> dict[str, Fraction]:
    """Return the chance of each number of rounds; those beyond *most* together."""
    found: dict[str, Fraction] = {}
    for number, chance in sorted(odds.rounds.items()):
        name = str(number) if number <= most else f"more than {most}"
        found[name] = found.get(name, Fraction(0)) + exactly(chance)
    whole = sum(found.values()) or Fraction(1)  # what a bound leaves out is shared alike
    return {name: share / whole for name, share in found.items()}


# ---- the best round to break off


def best_html(best: BreakOff) -> str:
    """Return the worth of each round to break off after."""
    rows = "".join(
        f"<tr class='wg-battle-{'best' if number == best.best else 'other'}'><th scope='row'>"
        f"{word(name)}</th><td class='wg-battle-number'>{worth}</td>"
        f"<td>{'best' if number == best.best else ''}</td></tr>"
        for number, name, worth in best_rows(best)
    )
    return (
        f"<table><caption>When to break off</caption><tbody>{rows}</tbody></table>"
        f"<p>{word(best.sentence)}</p>"
    )


def best_rows(best: BreakOff) -> Iterator[tuple[int, str, str]]:
    """Yield the round, its name and its worth."""
    for number, worth in best.worth.items():
        name = "fight on to the end" if number == 0 else f"after round {number}"
        yield number, name, f"{float(worth):.3f}".replace("-", "−")


# ---- text


def odds_lines(plan: BattlePlan) -> Iterator[str]:
    """Yield the chances as lines of text."""
    if plan.changed is not None:
        yield f"As planned, what if ({plan.change_words()}), change:"
    for name, *cells in end_rows(plan):
        yield f"  {name}: {', '.join(cells)}"
    yield from method_lines(plan)
    yield "Who is left (at first, at the end, went away, lost, chance that none is left):"
    for name, *cells in survivor_rows(plan):
        yield f"  {name}: {', '.join(cells)}"
    told = ", ".join(f"{name}: {percent(share)}" for name, share in round_shares(plan.odds).items())
    yield f"Rounds: {told}."
