"""The look of the tables of the Fire & Movement explorers, and words that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.core.ruling import Ruling

STYLE = """<style>
.wg-fm-part { line-height: 1.45; font-size: var(--jp-ui-font-size1, 13px);
  --edge: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 28%, transparent);
  --soft: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 76%, transparent);
  --wash: color-mix(in srgb, var(--jp-ui-font-color1, currentColor) 7%, transparent); }
.wg-fm-part h4 { margin: .5em 0 .3em; font-size: 1.12em; }
.wg-fm-part p { margin: .35em 0; }
.wg-fm-part .wg-fm-wide { overflow-x: auto; }
.wg-fm-part table { border-collapse: collapse; margin: .3em 0; }
.wg-fm-part caption { text-align: left; font-weight: 600; padding: .2em 0; }
.wg-fm-part th, .wg-fm-part td { text-align: left; padding: .18em .9em .18em 0;
  vertical-align: baseline; font-weight: 400; white-space: normal; }
.wg-fm-part thead th { color: var(--soft); border-bottom: 1px solid var(--edge); }
.wg-fm-part tbody tr:last-child > * { padding-bottom: .4em; }
.wg-fm-part .wg-fm-number { text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
.wg-fm-part .wg-fm-key { font-weight: 600; }
.wg-fm-part .wg-fm-whole { white-space: nowrap; }
.wg-fm-part .wg-fm-cases { color: var(--soft); }
.wg-fm-part .wg-fm-now { background: var(--wash); }
.wg-fm-part ul { margin: .2em 0; padding-left: 1.4em; }
.wg-fm-part .wg-fm-legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap;
  gap: 2px 18px; }
.wg-fm-part .wg-fm-legend img { vertical-align: middle; }
.wg-fm-decision .widget-button { white-space: normal; height: auto; min-height: 28px;
  line-height: 1.4; padding: 4px 10px; text-align: left; overflow: visible; flex: none; }
</style>"""
"""The look, in the colours of the page; the names stand for these explorers alone."""


def part(html: str) -> str:
    """Set a piece of HTML in the look of these explorers; nothing for nothing."""
    return f"<div class='wg-fm-part'>{html}</div>" if html else ""


def paragraphs(*sentences: str) -> str:
    """Return a paragraph for each sentence that is not empty."""
    return "".join(f"<p>{word(each)}</p>" for each in sentences if each)


def cases_text(ruling: Ruling) -> str:
    """Return the cases of a ruling in a line."""
    return ", ".join(map(str, ruling.cases))


def table(
    caption: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Sequence[int] = (),
    lit: Sequence[int] = (),
) -> str:
    """Return an HTML table whose first column heads its rows; nothing without rows.

    Args:
        caption: What it is called.
        heads: The heads of its columns.
        rows: The words of each cell.
        numbers: Which columns are figures.
        lit: Which rows are set off.
    """
    lines = [_line(row, numbers, lit=at in lit) for at, row in enumerate(rows)]
    if not lines:
        return ""
    marked = dict.fromkeys(numbers, " class='wg-fm-number'")
    top = "".join(
        f"<th scope='col'{marked.get(at, '')}>{word(h)}</th>" for at, h in enumerate(heads)
    )
    return (
        f"<div class='wg-fm-wide'><table><caption>{word(caption)}</caption>"
        f"<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _line(row: Sequence[str], numbers: Sequence[int], *, lit: bool) -> str:
    head, *rest = row
    cells = "".join(
        f"<td{_kind(at, len(row), numbers)}>{word(each)}</td>"
        for at, each in enumerate(rest, start=1)
    )
    now = " class='wg-fm-now'" if lit else ""
    whole = "" if " " in head else " wg-fm-whole"  # a way is not broken at its hyphens
    return f"<tr{now}><th scope='row' class='wg-fm-key{whole}'>{word(head)}</th>{cells}</tr>"


def _kind(at: int, columns: int, numbers: Sequence[int]) -> str:
    if at in numbers:
        return " class='wg-fm-number'"
    return " class='wg-fm-cases'" if at == columns - 1 else ""


def listed(names: Sequence[str], most: int = 12) -> str:
    """Return some names in a line: all of them, or the first and how many more there are."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {len(names) - most} more"


def hexes(number: int) -> str:
    """Return a number of hexes in words."""
    return f"{number} hex{'' if number == 1 else 'es'}"
