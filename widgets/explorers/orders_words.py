"""The orders explorer's words and tables: the check, what each remedy is worth, every message."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from wargame.core.ruling import Ruling
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.formations import NUMERALS
from wargame.rifle_and_spade.orders.standing import in_line
from widgets.explorers.orders_plan import Check, chance_of
from widgets.odds import chance_text
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from widgets.explorers.orders_plan import Link, OrdersPlan

STYLE = """<style>
.wg-orders-part { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent);
  --wash: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 7%, transparent); }
.wg-orders-part h4 { margin: .6em 0 .35em; font-size: 1.12em; }
.wg-orders-part p { margin: .35em 0; }
.wg-orders-part .wg-orders-wide { overflow-x: auto; }
.wg-orders-part table { border-collapse: collapse; margin: .3em 0; }
.wg-orders-part caption { text-align: left; font-weight: 600; padding: .2em 0; }
.wg-orders-part th, .wg-orders-part td { text-align: left; padding: .18em .8em .18em 0;
  vertical-align: baseline; font-weight: 400; white-space: normal; }
.wg-orders-part thead th { color: var(--soft); border-bottom: 1px solid var(--edge); }
.wg-orders-part tfoot th, .wg-orders-part tfoot td { border-top: 1px solid var(--edge);
  font-weight: 700; }
.wg-orders-part .wg-orders-number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.wg-orders-part .wg-orders-out { color: var(--soft); }
.wg-orders-part .wg-orders-now { background: var(--wash); font-weight: 600; }
.wg-orders-part ul { margin: .2em 0; padding-left: 1.5em; }
.wg-orders-part .wg-orders-legend { list-style: none; padding: 0; display: flex;
  flex-wrap: wrap; gap: 2px 18px; }
</style>"""
"""The look, in the colours of the page; the names stand for these tables alone."""

HUNDRED = 100
Told = frozenset[Check] | None
Row = tuple[str, str, str, str]
"""What a line is called, its figure, why, and the cases."""


class Try(NamedTuple):
    """A line of the matrix: a check, its chance in words, why, and the cases."""

    check: Check
    figure: str
    why: str
    cases: str


def part(html: str) -> str:
    """Set a piece of HTML in the look of this explorer."""
    return f"<div class='wg-orders-part'>{html}</div>"


def cases_text(ruling: Ruling) -> str:
    """Return the cases of a ruling in a line."""
    return ", ".join(map(str, ruling.cases))


# ---- the brigiment


def facts(plan: OrdersPlan) -> list[str]:
    """Return who it is and how it stands, in sentences."""
    body, command = plan.body, plan.command
    order = command.order
    said = [
        f"{body.name} ({body.side}), staff of class {NUMERALS[body.quality]}.",
        f"Officer points: {plan.points} of at most {command.maximum}.",
        f"Order: {order.kind}, since turn {order.since}.",
    ]
    if order.scheduled is not None:
        said.append(f"It is scheduled for turn {order.scheduled}; a defense until then.")
    line = len(in_line(plan.situation, plan.brigiment))
    if order.support:
        said.append(f"In line {line} units; in support {', '.join(sorted(order.support))}.")
    if not command.released:
        said.append("It has not been released.")
    at, label = plan.headquarters, plan.situation.board.label
    said.append(f"Headquarters in {label(at)}." if at else "Its headquarters is off the map.")
    return said


def facts_html(plan: OrdersPlan, title: str) -> str:
    """Return the headline beside the map."""
    said = "<br>".join(map(word, facts(plan)))
    head = f"{word(plan.brigiment)}: {word(plan.command.order.kind)}"
    return f"<h4>{head}</h4><p>{word(title)}.</p><p>{said}</p>"


# ---- the check


def check_rows(plan: OrdersPlan, *, hidden: bool) -> Iterator[Row]:
    """Yield the lines of the check: number, every modifier, sum, target, chance.

    Args:
        plan: The check.
        hidden: Whether its figures wait for a bet: the facts are told all the same.
    """
    ruling = plan.ruling
    target = ruling.find("Target")
    if target is None:
        yield from _decided(ruling)
        return
    number, net = target.parts
    yield _row(number, "?" if hidden else value_text(number.value))
    for each in _modifiers(net):
        yield _row(each, ("?" if hidden else signed(each)) if each.counts else "–")
    if not hidden:
        yield "All modifiers", signed(net), net.sentence, cases_text(net)
        yield _row(target, value_text(target.value))


def signed(ruling: Ruling) -> str:
    """Return the value of a modifier with its sign."""
    value = ruling.value
    return f"{value:+}".replace("-", "−") if isinstance(value, int) else value_text(value)


def _decided(ruling: Ruling) -> Iterator[Row]:
    why = ruling.parts[0] if ruling.parts else ruling
    yield _row(why, "no roll" if ruling.allowed else "not allowed")


def _modifiers(net: Ruling) -> Iterator[Ruling]:
    """Yield the modifiers one by one; the sum of those common to all checks is opened."""
    for each in net.parts:
        if each.label == "Modifiers":
            yield from each.parts
        else:
            yield each


def _row(ruling: Ruling, figure: str) -> Row:
    return ruling.label, figure, ruling.sentence, cases_text(ruling)


def check_title(plan: OrdersPlan) -> str:
    """Return what is checked."""
    column = f", column {plan.column}" if plan.column else ""
    points = "1 officer point" if plan.points == 1 else f"{plan.points} officer points"
    return f"{plan.brigiment}, {plan.check}: {points}{column}"


def failing(plan: OrdersPlan) -> str:
    """Return what comes of a failure."""
    if plan.check.sort == "change":
        return "If it fails, the present order stays."
    if plan.check.sort == "commit":
        return "If it fails, the battalion stays in support."
    if plan.degraded is None:
        return "Its order never fails."
    return f"If it fails, {plan.degraded} is in effect at once (RS 11.2.4)."


def chance_words(plan: OrdersPlan) -> str:
    """Return the chance in a sentence."""
    chance, (good, bad) = plan.chance, plan.outcomes
    if chance is None:
        return f"Not allowed: {plan.ruling.sentence}"
    if plan.roll is None:
        return f"No roll: {good if chance else bad}."
    succeeds = good if plan.check.sort == "continue" else "succeeds"
    return f"Chance that it {succeeds}: {chance_text(chance)}."


def check_html(plan: OrdersPlan, *, hidden: bool) -> str:
    """Return the check as a table."""
    rows = "".join(map(_tr, check_rows(plan, hidden=hidden)))
    said = "Bet first; then the figures are shown." if hidden else chance_words(plan)
    return (
        f"<div class='wg-orders-wide'><table><caption>{word(check_title(plan))}</caption>"
        f"{_head('', 'Figure', 'Why', 'Cases', number=1)}<tbody>{rows}</tbody></table></div>"
        f"<p><b>{word(said)}</b> {word(failing(plan))}</p>"
    )


def _tr(row: Row) -> str:
    name, figure, why, cases = map(word, row)
    out = " class='wg-orders-out'" if figure == "–" else ""
    return (
        f"<tr{out}><th scope='row'>{name}</th><td class='wg-orders-number'>{figure}</td>"
        f"<td>{why}</td><td class='wg-orders-out'>{cases}</td></tr>"
    )


def _head(*names: str, number: int = -1) -> str:
    cells = "".join(
        f"<th scope='col'{_NUMBER if i == number else ''}>{word(name)}</th>"
        for i, name in enumerate(names)
    )
    return f"<thead><tr>{cells}</tr></thead>"


_NUMBER = " class='wg-orders-number'"


# ---- what if


def gain_words(gain: Fraction) -> str:
    """Return a change of a chance: ``+12 points of chance``."""
    if not gain:
        return "no change"
    amount = str(abs(gain) * HUNDRED)  # chances are read off percentile dice, so this is whole
    sign = "+" if gain > 0 else "−"
    return f"{sign}{amount} point{'' if amount == '1' else 's'} of chance"


def no_remedies(plan: OrdersPlan) -> str:
    """Return why there are no what-ifs."""
    if plan.check.sort == "commit":
        return "What-ifs are reckoned for continuing and for changing an order."
    return "Nothing that could be mended changes this check."


def remedies_html(plan: OrdersPlan) -> str:
    """Return what each remedy would be worth."""
    if not plan.remedies:
        return f"<h4>What if</h4><p>{word(no_remedies(plan))}</p>"
    rows = "".join(
        f"<tr><th scope='row'>{word(each.label)}</th>"
        f"<td{_NUMBER}>{word(gain_words(each.gain))}</td>"
        f"<td{_NUMBER}>{word(chance_text(each.chance))}</td></tr>"
        for each in plan.remedies
    )
    head = _head("If", "Worth", "Chance then")
    title = f"What if ({word(str(plan.check))})"
    return f"<table><caption>{title}</caption>{head}<tbody>{rows}</tbody></table>"


# ---- changes and commits


def tries(plan: OrdersPlan, told: Told) -> Iterator[Try]:
    """Yield every change and every commitment, as far as its chance may be told.

    Args:
        plan: The brigiment.
        told: The checks whose chances may be told; None for all. What is barred is told always.
    """
    for check in plan.checks:
        if check.sort == "continue":
            continue
        rows: Iterable[tuple[str, Ruling]] = plan.matrix if check.sort == "change" else plan.commits
        ruling = next(each for name, each in rows if name == check.what)
        chance = chance_of(ruling)
        if chance is None:
            yield Try(check, "not allowed", ruling.sentence, cases_text(ruling))
        elif told is None or check in told:
            yield Try(check, chance_text(chance), change_why(ruling), cases_text(ruling))
        else:
            yield Try(check, "bet first", "Look at this check to bet on it.", cases_text(ruling))


def matrix_html(plan: OrdersPlan, told: Told = None) -> str:
    """Return the chance of every change, and of committing, with the reason where one is barred."""
    found = list(tries(plan, told))
    rows = [_change_row(each, plan) for each in found if each.check.sort == "change"]
    table = _table("Change of orders", "Change to", rows)
    if not plan.commits:
        return f"{table}<p>Nobody is in support who could be committed.</p>"
    committing = [_change_row(each, plan) for each in found if each.check.sort == "commit"]
    return table + _table("Commit a battalion in support", "Battalion", committing)


def _table(title: str, first: str, rows: Iterable[str]) -> str:
    head = _head(first, "Chance", "Why", "Cases", number=1)
    return (
        f"<div class='wg-orders-wide'><table><caption>{title}</caption>{head}"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _change_row(tried: Try, plan: OrdersPlan) -> str:
    classes = [
        "wg-orders-now" if plan.check == tried.check else "",
        "wg-orders-out" if tried.figure == "not allowed" else "",
    ]
    return (
        f"<tr class='{' '.join(filter(None, classes))}'>"
        f"<th scope='row'>{word(tried.check.what)}</th>"
        f"<td{_NUMBER}>{word(tried.figure)}</td><td>{word(tried.why)}</td>"
        f"<td class='wg-orders-out'>{word(tried.cases)}</td></tr>"
    )


def change_why(ruling: Ruling) -> str:
    """Return the sum of a check, or why it is not allowed, in one sentence."""
    target = ruling.find("Target")
    return ruling.sentence if target is None else target.sentence


# ---- on the map


def link_words(plan: OrdersPlan, link: Link) -> str:
    """Return a link with why it holds or breaks."""
    label = plan.situation.board.label
    held = "holds" if link.holds else "breaks"
    whys = [link.ruling.sentence]
    if not link.holds:
        whys += [each.sentence for each in link.ruling.parts]
    return f"{label(link.one)} to {label(link.other)} {held}: {' '.join(whys)}"


def message_lines(plan: OrdersPlan) -> Iterator[str]:
    """Yield for each unit that is cut off, or marked so, what is the matter."""
    for piece, ruling in plan.messages:
        cut = bool(ruling.value)
        if cut or piece.isolated:
            now = "marked isolated" if piece.isolated else "not marked isolated yet"
            yield f"{piece.unit}, {now}: {ruling.sentence} ({cases_text(ruling)})"


def messages_html(plan: OrdersPlan) -> str:
    """Return the messages: who is cut off, and each link with its reason."""
    cut = list(message_lines(plan)) or ["Messages reach every unit, or its order needs none."]
    lines = "".join(f"<li>{word(line)}</li>" for line in cut)
    rows = "".join(
        f"<tr><th scope='row'>{word(', '.join(link.units))}</th>"
        f"<td>{word(link_words(plan, link))}</td>"
        f"<td class='wg-orders-out'>{word(cases_text(link.ruling))}</td></tr>"
        for link in plan.links
    )
    head = _head("Message of", "Link", "Cases")
    table = (
        f"<div class='wg-orders-wide'><table><caption>Messages, link by link</caption>{head}"
        f"<tbody>{rows}</tbody></table></div>"
        if rows
        else ""
    )
    return f"<h4>Messages</h4><ul>{lines}</ul>{table}"


def formation_lines(plan: OrdersPlan) -> list[str]:
    """Return who stands between its units, and the way to the division."""
    told = plan.intermingled
    lines = [f"{each.sentence} ({cases_text(each)})" for each in told.parts]
    lines = lines or [f"{told.sentence} ({cases_text(told)})"]
    way = plan.division
    lines.append(f"Way to the division: {way.sentence} ({cases_text(way)})")
    path = way.find("Path")
    if path is not None:
        lines.append(f"By {path.sentence}")
    return lines


def formation_html(plan: OrdersPlan) -> str:
    """Return the same as a list."""
    lines = "".join(f"<li>{word(line)}</li>" for line in formation_lines(plan))
    return f"<h4>Intermingling and the division</h4><ul>{lines}</ul>"


# ---- as text


def text_lines(plan: OrdersPlan, told: Told, *, hidden: bool) -> Iterator[str]:
    """Yield everything as lines of text."""
    yield from facts(plan)
    yield from message_lines(plan)
    yield from (link_words(plan, link) for link in plan.links)
    yield from formation_lines(plan)
    yield f"{check_title(plan)}."
    for name, figure, why, cases in check_rows(plan, hidden=hidden):
        yield f"  {name}: {figure}. {why}" + (f" ({cases})" if cases else "")
    yield failing(plan)
    if hidden:
        return
    yield chance_words(plan)
    for each in plan.remedies:
        yield f"  If {each.label}: {gain_words(each.gain)} ({chance_text(each.chance)})"
    for tried in tries(plan, told):
        name = str(tried.check)  # a battalion's name keeps its capitals
        yield f"  {name[:1].upper()}{name[1:]}: {tried.figure}. {tried.why} ({tried.cases})"
