"""The fire explorer's tables as HTML: points, families, table, dice, what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.provenance import MEANING
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.rounding import decimals, points_text
from widgets.explorers.fire_svg import shift_words, table_svg, table_words, ways
from widgets.svg import image
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.ruling import Ruling
    from widgets.explorers.fire_plan import FirePlan
    from widgets.explorers.fire_throw import Line

STYLE = """<style>
.wg-fire-part { line-height: 1.4; padding-right: 6px; font-size: var(--jp-ui-font-size1, 13px);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 74%, transparent);
  --wash: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 6%, transparent);
  --hot: color-mix(in srgb, #d4421e 62%, var(--jp-ui-font-color1, #222)); }
.wg-fire-part h4 { margin: .6em 0 .35em; font-size: 1.12em; }
.wg-fire-part h4 small, .wg-fire-case, .wg-fire-why { font-weight: 400; color: var(--soft);
  font-size: .9em; }
.wg-fire-part table { border-collapse: collapse; margin: 0; }
.wg-fire-part th, .wg-fire-part td { text-align: left; padding: .16em .7em .16em 0;
  vertical-align: baseline; font-weight: 400; white-space: normal; }
.wg-fire-part thead th { color: var(--soft); border-bottom: 1px solid var(--edge); }
.wg-fire-part .wg-fire-number { text-align: right; font-variant-numeric: tabular-nums;
  font-weight: 600; }
.wg-fire-part tfoot td, .wg-fire-part tfoot th { border-top: 1px solid var(--edge);
  font-weight: 700; }
.wg-fire-out { color: var(--soft); }
.wg-fire-lit td, .wg-fire-lit th { background: var(--wash); font-weight: 700; }
.wg-fire-families { display: grid; gap: 10px;
  grid-template-columns: repeat(auto-fit, minmax(205px, 1fr)); }
.wg-fire-family { border: 1px solid var(--edge); border-radius: 8px; padding: .55em .7em .6em;
  min-width: 0; }
.wg-fire-family header { display: flex; justify-content: space-between; gap: .5em;
  align-items: baseline; border-bottom: 1px solid var(--edge); padding-bottom: .3em; }
.wg-fire-family header b { font-size: 1.02em; }
.wg-fire-family output { font-size: 1.55em; font-weight: 700; font-variant-numeric: tabular-nums; }
.wg-fire-list { max-height: 23em; overflow-y: auto; margin: 0; padding: 0; list-style: none; }
.wg-fire-list > li { margin: .5em 0 0; padding: .3em .5em .35em; border: 1px dashed var(--edge);
  border-radius: 5px; }
.wg-fire-list > li.wg-fire-chosen { border: 1px solid var(--hot); border-left-width: 4px;
  background: var(--wash); }
.wg-fire-list .wg-fire-name { display: flex; justify-content: space-between; gap: .6em; }
.wg-fire-list ul { list-style: none; margin: .15em 0 0; padding: 0; }
.wg-fire-list ul li { padding-left: 2.5em; text-indent: -2.5em; }
.wg-fire-list ul b { display: inline-block; width: 2.2em; text-indent: 0; text-align: right;
  padding-right: .3em; font-variant-numeric: tabular-nums; }
.wg-fire-sum { margin: .55em 0 0; font-size: 1.12em; font-variant-numeric: tabular-nums; }
.wg-fire-story { margin: .2em 0 0; padding-left: 1.5em; }
.wg-fire-story li { margin: .22em 0; }
.wg-fire-form .widget-checkbox, .wg-fire-form .widget-checkbox label { height: auto;
  min-height: 22px; }
.wg-fire-form .widget-checkbox label, .wg-fire-form .widget-label-basic span {
  white-space: normal; line-height: 1.35; overflow: visible; }
</style>"""
"""The look, with the colours of the page; the names stand for these tables alone."""

OURS = "≈"
LEGEND = (
    f"{OURS} a figure that is reconstructed: the booklet's chart is not at hand, and the project "
    "has built one from what the text prints. Figures without the sign are printed, or follow."
)


def part(html: str) -> str:
    """Set a piece of HTML in the look of this explorer."""
    return f"<div class='wg-fire-part'>{html}</div>"


def cases(ruling: Ruling) -> str:
    """Return the cases of a ruling, small."""
    told = ", ".join(map(str, ruling.cases))
    return f" <span class='wg-fire-case'>{word(told)}</span>" if told else ""


def origin(ruling: Ruling) -> str:
    """Return the sign of a reconstructed figure, with where it comes from."""
    found = ruling.provenance
    if found is None or not found.ours:
        return ""
    said = word(f"{found.kind}: {MEANING[found.kind]}")
    return f" <span title='{said}' aria-label='{said}' role='img'>{OURS}</span>"


def signed(ruling: Ruling) -> str:
    """Return a modifier with its sign."""
    return word(value_text(ruling.value, signed=True))


# ---- fire points


def points_html(plan: FirePlan, ruling: Ruling) -> str:
    """Return the fire points of every firer with each limit, multiplier and exclusion."""
    rows = "".join(_points_row(each) for each in ruling.parts)
    column = "too few for the table"
    if not plan.weak:
        column = f"read in column {points_text(plan.table.columns[plan.start])}"
    return part(
        "<h4>Fire points <small>every multiplier, limit and exclusion</small></h4><table><thead>"
        "<tr><th scope='col'>Firer</th><th scope='col'>How</th><th scope='col' "
        f"class='wg-fire-number'>Points</th></tr></thead><tbody>{rows}</tbody><tfoot><tr>"
        f"<th scope='row'>Together</th><td>{word(column)}{cases(ruling)}</td>"
        f"<td class='wg-fire-number'>{word(value_text(ruling.value))}</td></tr></tfoot></table>"
    )


def _points_row(ruling: Ruling) -> str:
    if not ruling.counts:
        return (
            f"<tr class='wg-fire-out'><th scope='row'>✗ {word(ruling.label)}</th>"
            f"<td>{word(ruling.sentence)}{cases(ruling)}</td><td class='wg-fire-number'>0</td></tr>"
        )
    steps = " ".join(
        f"{'' if i == 0 else '→ '}{word(each.label.lower())} <b>{word(value_text(each.value))}</b>"
        f"{origin(each)}{cases(each)}"
        for i, each in enumerate(ruling.parts)
    )
    return (
        f"<tr><th scope='row'>{word(ruling.label)}</th><td>{steps} "
        f"<span class='wg-fire-why'>{word(ruling.sentence)}</span></td>"
        f"<td class='wg-fire-number'>{word(value_text(ruling.value))}</td></tr>"
    )


# ---- the four families


def families_html(ruling: Ruling) -> str:
    """Return the four families of the net modifier as columns, with every candidate."""
    columns = "".join(map(_family, ruling.parts))
    terms = "".join(f" {_term(each)}" for each in ruling.parts).removeprefix(" ")
    return part(
        f"<h4>Fire DRM <small>the four families of 17.2/2; the marked candidate counts</small>"
        f"</h4><div class='wg-fire-families'>{columns}</div>"
        f"<p class='wg-fire-sum'>{terms} = <b>{signed(ruling)}</b> net{cases(ruling)}</p>"
        f"<p class='wg-fire-why'>{word(LEGEND)}</p>"
    )


def _term(ruling: Ruling) -> str:
    name = ruling.label.removesuffix(" DRM").removesuffix(" Fire").lower()
    return f"{signed(ruling)} <span class='wg-fire-why'>{word(name)}</span>"


def _family(ruling: Ruling) -> str:
    parts = ruling.parts or (ruling,)
    named = bool(ruling.parts)
    lines = "".join(_candidate(each, named=named) for each in parts)
    scrolls = " tabindex='0'" if len(parts) > 3 else ""  # noqa: PLR2004 - more than fit
    return (
        f"<section class='wg-fire-family'><header><span><b>{word(ruling.label)}</b>"
        f"{cases(ruling)}</span><output>{signed(ruling)}</output></header>"
        f"<ol class='wg-fire-list' aria-label='Candidates of {word(ruling.label)}'{scrolls}>"
        f"{lines}</ol></section>"
    )


def _candidate(ruling: Ruling, *, named: bool) -> str:
    """Return one candidate: the chosen one with a mark and a word, the others with the reason."""
    chosen = ruling.counts
    sign = "▶ " if chosen and named else ""
    name = f"{sign}{ruling.label}" if named else "counts as it stands"
    drms = "".join(
        f"<li><b>{signed(each)}</b> {word(each.label)}{origin(each)}"
        f" <span class='wg-fire-why'>{word(each.sentence)}</span>{cases(each)}</li>"
        for each in ruling.parts
    )
    why = f"<span class='wg-fire-why'>{word(ruling.sentence)}</span>"
    return (
        f"<li class='{'wg-fire-chosen' if chosen else 'wg-fire-out'}'>"
        f"<span class='wg-fire-name'><span>{word(name)}</span><b>{signed(ruling)}{origin(ruling)}"
        f"</b></span><ul>{drms}</ul>{why}</li>"
    )


# ---- the table


def table_html(plan: FirePlan, thrown: int | None) -> str:
    """Return the picture of the Fire Results Table and where each of the ten faces leads."""
    picture = table_svg(plan.table, plan.start, plan.net, thrown)
    drawn = image(picture, table_words(plan.table, plan.start, plan.net))
    origin_of = plan.table.provenance
    said = word(f"{origin_of.kind.capitalize()}: {origin_of.source}.")
    return part(
        "<h4>Fire Results Table <small>the ten faces of the main die; beyond the edge a column for "
        f"each pip <span class='wg-fire-case'>RS 17.2.3, RS 17.2.4</span></small></h4>{drawn}"
        f"<p class='wg-fire-why'>{OURS} {said} Printed cells: {word(_printed(plan))}.</p>"
    )


def _printed(plan: FirePlan) -> str:
    cells = sorted(plan.table.printed)
    told = (f"row {row}, column {points_text(points)}" for points, row in cells)
    return "; ".join(told) or "none"


def dice_html(plan: FirePlan, thrown: int | None) -> str:
    """Return where each face of the main die leads, as a table."""
    rows = []
    for way in ways(plan.table, plan.start, plan.net):
        column = "off the table"
        if way.cell.column >= 0:
            column = points_text(plan.table.columns[way.cell.column])
        lit = " class='wg-fire-lit'" if way.die == thrown else ""
        sign = " ◄ thrown" if way.die == thrown else ""
        rows.append(
            f"<tr{lit}><th scope='row'>{way.die}{sign}</th>"
            f"<td class='wg-fire-number'>{way.modified}</td>"
            f"<td class='wg-fire-number'>{way.cell.row}</td>"
            f"<td>{word(shift_words(way.shift) or '–')}</td>"
            f"<td class='wg-fire-number'>{word(column)}</td>"
            f"<td class='wg-fire-number'>{decimals(way.cell.result)}</td></tr>"
        )
    heads = "".join(
        f"<th scope='col'>{head}</th>"
        for head in ("Die", "Modified", "Row", "Shift", "Column", "Step losses")
    )
    return part(f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>")


# ---- what happened


def story_html(lines: Iterable[Line]) -> str:
    """Return what happened, in order."""
    told = "".join(
        f"<li><b>{word(each.what)}</b> {word(each.said)}{_small(each.cases)}</li>" for each in lines
    )
    return part(f"<h4>What happened</h4><ol class='wg-fire-story'>{told}</ol>") if told else ""


def _small(told: str) -> str:
    return f" <span class='wg-fire-case'>{word(told)}</span>" if told else ""
