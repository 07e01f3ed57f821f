"""The hiding explorer's words and tables: the ways to hide, firer by firer, the chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.rifle_and_spade import hiding
from widgets.explorers.hiding_plan import NAMES, POSTURES
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.ruling import Ruling
    from widgets.explorers.hiding_chain import Event
    from widgets.explorers.hiding_plan import Entry, HidingPlan

STYLE = """<style>
.wg-hiding-part { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent);
  --wash: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 7%, transparent); }
.wg-hiding-part h4 { margin: .6em 0 .35em; font-size: 1.12em; }
.wg-hiding-part p { margin: .35em 0; }
.wg-hiding-part ul, .wg-hiding-part ol { margin: .2em 0; padding-left: 1.4em; }
.wg-hiding-part ul.wg-hiding-ways { list-style: none; padding-left: 0; }
.wg-hiding-part small { color: var(--soft); font-size: .9em; }
.wg-hiding-wide { overflow-x: auto; }
.wg-hiding-part table { border-collapse: collapse; margin: 0; }
.wg-hiding-part caption { text-align: left; font-weight: 600; padding: .2em 0; }
.wg-hiding-part th, .wg-hiding-part td { text-align: left; padding: .3em 1em .3em .3em;
  vertical-align: top; font-weight: 400; white-space: normal; max-width: 21em; }
.wg-hiding-part thead th { border-bottom: 1px solid var(--edge); }
.wg-hiding-part tbody tr + tr > * { border-top: 1px solid var(--edge); }
.wg-hiding-part .wg-hiding-now { background: var(--wash); }
.wg-hiding-part li.wg-hiding-fire { font-weight: 700; }
.wg-hiding-part ol.wg-hiding-chain { max-height: 24em; overflow-y: auto; list-style: none;
  padding-left: .2em; }
.wg-hiding-part ol.wg-hiding-chain b { display: inline-block; min-width: 2em; }
</style>"""
"""The look, in the colours of the page; the names stand for these tables alone."""

SIGNS = {"immune": "■", "hidden": "▨", "not hidden": "□", "no fire": "–"}
"""What an entry of the table begins with, beside its words."""
KEY = (
    "■ immune: such fire is prohibited, P in the table of modifiers. ▨ hidden, and fired at with "
    "this base modifier. □ not hidden from that firer. – it cannot fire there at all. A firer that "
    "hides is taken to have come out for it."
)
HATCHED = "Hatched: from there the chosen firer could not hurt the unit as it hides."


def part(html: str) -> str:
    """Set a piece of HTML in the look of this explorer."""
    return f"<div class='wg-hiding-part'>{html}</div>"


def headline(plan: HidingPlan, title: str) -> str:
    """Return who is looked at."""
    label = plan.situation.board.describe(plan.at)
    return f"<h4>{word(plan.unit)} in {word(label)}</h4><p>{word(title)}. {word(plan.side)}.</p>"


def ways_lines(plan: HidingPlan) -> Iterator[tuple[bool, str]]:
    """Yield each way to hide: whether it is open, and in words why."""
    for cover in hiding.COVERS:
        ruling = plan.may_hide(cover)
        yield ruling.allowed, f"{NAMES[cover]}: {ruling.sentence} ({cases(ruling)})"


def ways_html(plan: HidingPlan) -> str:
    """Return the ways to hide as a list."""
    lines = "".join(
        f"<li>{'✓' if allowed else '✗'} <span>{word(said[0].upper() + said[1:])}</span></li>"
        for allowed, said in ways_lines(plan)
    )
    return f"<p><b>Ways to hide here</b></p><ul class='wg-hiding-ways'>{lines}</ul>"


def cases(ruling: Ruling) -> str:
    """Return the cases of a ruling, parted by commas."""
    return ", ".join(map(str, ruling.cases))


def entry_text(entry: Entry) -> str:
    """Return an entry of the table in a word or two."""
    if entry.says == "immune":
        return f"{SIGNS['immune']} immune (P)"
    if entry.says == "no fire":
        return f"{SIGNS['no fire']} cannot fire"
    return f"{SIGNS[entry.says]} {entry.says}, {entry.value:+d}"


def entry_cases(entry: Entry) -> str:
    """Return the cases that an entry rests on."""
    beyond = ", RS 7.4.2" if entry.cover == "ridge" and entry.value is not None else ""
    return cases(entry.ruling) + beyond


def table_html(plan: HidingPlan) -> str:
    """Return the table of firers and postures."""
    open_to = [cover for cover in POSTURES if plan.may_hide(cover).allowed]
    heads = "".join(
        f"<th scope='col'{_now(cover == plan.cover)}><b>{word(NAMES[cover].capitalize())}</b></th>"
        for cover in open_to
    )
    rows = "".join(_row(plan, name, entries) for name, entries in plan.table().items())
    if not rows:
        return "<p>No enemy on the map has anything to fire with.</p>"
    return (
        "<div class='wg-hiding-wide'><table><caption>What each enemy can do to it</caption>"
        f"<thead><tr><th scope='col'>Firer</th>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        f"</div><p><small>{word(KEY)}</small></p>"
    )


def _row(plan: HidingPlan, name: str, entries: Iterable[Entry]) -> str:
    board, piece = plan.situation.board, plan.situation.piece(name)
    distance = piece.at.distance(plan.at)
    head = f"{word(name)}<br><small>{word(board.label(piece.at))}, range {distance}</small>"
    cells = "".join(
        f"<td{_now(each.cover == plan.cover)}><b>{word(entry_text(each))}</b><br>"
        f"<small>{word(each.why)} {word(entry_cases(each))}</small></td>"
        for each in entries
    )
    return f"<tr{_now(name == plan.firer)}><th scope='row'>{head}</th>{cells}</tr>"


def _now(lit: bool) -> str:  # noqa: FBT001 - whether it is the one chosen
    return " class='wg-hiding-now'" if lit else ""


def chain_html(events: Iterable[Event]) -> str:
    """Return the steps of the chain as a list; fires are numbered as their arrows are."""
    lines = "".join(
        f"<li{_fire(each)}><b>{each.fire or '·'}</b> {word(each.words)} "
        f"<small>{word(', '.join(each.cases))}</small></li>"
        for each in events
    )
    return (
        f"<ol class='wg-hiding-chain'>{lines}</ol>" if lines else "<p>Nothing has happened yet.</p>"
    )


def _fire(event: Event) -> str:
    return " class='wg-hiding-fire'" if event.fire else ""


def text_lines(plan: HidingPlan) -> Iterator[str]:
    """Yield the ways to hide and the table as lines of text."""
    for allowed, said in ways_lines(plan):
        yield f"{'May' if allowed else 'May not'}: {said}"
    for name, entries in plan.table().items():
        piece = plan.situation.piece(name)
        yield f"{name} in {plan.situation.board.label(piece.at)}:"
        for each in entries:
            yield f"  {NAMES[each.cover]}: {entry_text(each)}. {each.why} [{entry_cases(each)}]"
    yield KEY


def field_words(plan: HidingPlan) -> str:
    """Return from where the chosen firer could not hurt the unit, counted."""
    if not plan.firer or not plan.cover:
        return "It does not hide: nothing is hatched."
    safe, cells = len(plan.safe_from()), len(plan.situation.board.cells) - 1
    return f"{HATCHED} {safe} of {cells} hexes for {plan.firer}."
