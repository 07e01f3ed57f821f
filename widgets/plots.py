"""Charts for print: a combat table, one combat as bars, a line's heights, officer points.

The chances are counted by the engine (:mod:`wargame.fire_and_movement.chances`); here they are only
shown. Every chart can be read in grey and without telling colours apart: light is a small chance
and dark a great one, each cell holds its figure, and bars differ by their hatch.

Needs the extra ``plots``. Nothing of matplotlib is imported before a chart is asked for, and its
pyplot never is.
"""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from wargame.core.charts import ChartShelf
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.ruling_views import value_text
from wargame.fire_and_movement.chances import (
    FIRST_CHOICE,
    ChanceTable,
    chance_table,
    meaning,
    sufferer,
)
from wargame.fire_and_movement.combat import Assessment
from wargame.fire_and_movement.crt import ALIGNMENTS, CODES
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.provenance import Provenance
    from wargame.rifle_and_spade.sight import Look
    from widgets.plot_bars import Bar
    from widgets.plot_maps import Grid
    from widgets.plot_sheet import PlotFigure, Sheet

CHANCE_COLOURS = "Blues"
"""One hue from white to dark: it reads in grey and for every eye, and 0 costs no ink."""
DIFFERENCE_COLOURS = "PuOr"
"""White for no difference; every eye parts orange from purple, and each cell has its sign."""
DIFFERENTIAL = "Differential: attack less defence, in strength points"
SECTION = (
    "The line is drawn straight, as the eye would have it; the rules compare levels. Bricks can "
    "stop it, dots are down-slope terrain; a full peak is a ridge that counts, a hollow one a "
    "ridge beside an end."
)
MOST_CELLS = 1500
"""Nobody can read a table of more cells on one page."""


def crt_heat_map(
    ruleset: str | Ruleset = "gaza_1917",
    chance: str = "step",
    alignment: str | None = None,
    charts: Path | str | None = None,
    *,
    paper: str = "screen",
) -> PlotFigure:
    """Return a whole combat table as a heat map: a row for each terrain line, chances in the cells.

    Args:
        ruleset: The rules, or their id: gaza_1917, lebanon_82, system_v8, system_v7.
        chance: Of what: ``step`` (the defender loses one), ``retreat`` (the defender must),
            ``attacker step``, or ``eliminated`` (the defender is).
        alignment: ``left`` or ``right``; the ruleset's own when not given (FM-Q01).
        charts: A folder of the owner's own charts, used before the project's.
        paper: ``screen``, or ``a4`` for a page.

    Raises:
        WidgetError: An argument is none of those possible.
        DataError: A chart of the owner does not fit.
    """
    where = "crt_heat_map"
    sheet = _sheet(where, paper)
    table = _table(where, ruleset, chance, alignment, charts)
    from widgets.plot_maps import draw_maps, maps_room
    from widgets.plot_sheet import Page, Words

    grid = _chances(table)
    about = f"{_rules_and_origin(table)}; {_reading(table)}"
    words = Words(f"Chance that {table.event.sentence}", about, _notes(table))
    page = Page(sheet, words, maps_room(sheet, {"": grid}), grid.to_text())
    draw_maps(page, {"": grid}, DIFFERENTIAL)
    return page.figure


def crt_alignments(
    ruleset: str | Ruleset = "gaza_1917",
    chance: str = "step",
    charts: Path | str | None = None,
    *,
    paper: str = "screen",
) -> PlotFigure:
    """Return a combat table under both alignments, and where they differ (FM-Q01).

    Args:
        ruleset: As for :func:`crt_heat_map`.
        chance: The same.
        charts: The same.
        paper: ``screen``, or ``a4`` for a page, with the maps below each other.

    Raises:
        WidgetError: An argument is none of those possible.
        DataError: A chart of the owner does not fit.
    """
    where = "crt_alignments"
    sheet = _sheet(where, paper)
    left, right = (_table(where, ruleset, chance, side, charts) for side in ALIGNMENTS)
    from widgets.plot_maps import draw_maps, maps_room
    from widgets.plot_sheet import Page, Words

    grids = {
        f"Aligned {table.alignment}{_own(table)}": _chances(table, "") for table in (left, right)
    }
    grids["Right minus left"] = _differences(left, right)
    title = f"Chance that {left.event.sentence}, in percent: both alignments"
    notes = (_compared(left, right), *_notes(right))
    words = Words(title, _rules_and_origin(right), notes)
    twin = "\n".join(f"{heading}\n{grid.to_text()}" for heading, grid in grids.items())
    page = Page(sheet, words, maps_room(sheet, grids), twin)
    draw_maps(page, grids, DIFFERENTIAL)
    return page.figure


def result_bars(assessment: Assessment, *, paper: str = "screen") -> PlotFigure:
    """Return the results of one combat as bars, each with its exact chance and what it does.

    Args:
        assessment: A combat worked out up to the die, by
            :func:`wargame.fire_and_movement.combat.assess`.
        paper: ``screen``, or ``a4`` for a page.

    Raises:
        WidgetError: *assessment* is none, or there is no such paper.
    """
    sheet = _sheet("result_bars", paper)
    if not isinstance(assessment, Assessment):
        raise WidgetError("result_bars", shown(assessment), "what assess(attack) returns")
    from widgets.plot_bars import bars_room, draw_bars
    from widgets.plot_sheet import Page, Words

    bars = tuple(_bars(assessment))
    rules = assessment.attack.situation.ruleset
    about = (
        f"Column {assessment.column} of the line {assessment.line}, aligned {rules.alignment}; "
        f"differential {value_text(assessment.differential, signed=True)}; rules of {rules.title}"
    )
    note = f"The least certain figure it rests on: {assessment.ruling.origin or 'unknown'}."
    words = Words(f"Attack on {assessment.attack.label}", about, (note,))
    twin = "\n".join(f"{bar.words}  {bar.label}" for bar in bars)
    page = Page(sheet, words, bars_room(sheet, len(bars)), twin)
    draw_bars(page, bars)
    return page.figure


def height_profile(look: Look, *, paper: str = "screen") -> PlotFigure:
    """Return the ground under a line of sight in section, with its ridges and the line above it.

    Args:
        look: The question of sight (:class:`wargame.rifle_and_spade.sight.Look`), such as the
            ``look`` of a :class:`~widgets.LosExplorer`.
        paper: ``screen``, or ``a4`` for a page.

    Raises:
        WidgetError: *look* is none, or there is no such paper.
    """
    from wargame.rifle_and_spade.sight import Look, sight

    sheet = _sheet("height_profile", paper)
    if not isinstance(look, Look):
        raise WidgetError("height_profile", shown(look), "a Look, such as LosExplorer().look")
    from widgets.plot_profile import draw_profile, profile_room
    from widgets.plot_sheet import Page, Words
    from widgets.sight_profile import profile_of
    from widgets.sight_words import along_words, heights_words

    board, ruling = look.field.board, sight(look)
    ends = f"{board.label(look.spotter)} to {board.label(look.target)}"
    notes = (heights_words(look), *along_words(look.field, look.spotter, look.target), SECTION)
    words = Words(f"Line of sight {ends} by {look.light}", ruling.sentence.rstrip("."), notes)
    twin = profile_of(look.field, look.spotter, look.target).words(board)
    page = Page(sheet, words, profile_room(sheet, look), twin)
    draw_profile(page, look)
    return page.figure


def officer_points(history: object, *, hide: str = "", paper: str = "screen") -> PlotFigure:
    """Return the officer points of a game over its turns, a panel for each brigiment.

    Args:
        history: A game under way, whose checkpoints are read, or its positions in order.
        hide: A side whose officer points are not to be known; empty for none.
        paper: ``screen``, or ``a4`` for a page.

    Raises:
        WidgetError: *history* is none, or there is no such side or paper.
    """
    from widgets.officer_history import lines, tracks

    sheet = _sheet("officer_points", paper)
    made = tracks(history, hide)
    if not made:
        raise WidgetError("officer_points", "no brigiment to show", "a game that has some")
    from widgets.plot_sheet import Page, Words
    from widgets.plot_track import draw_tracks, track_room

    about = f"{len(made)} brigiments; one scale of points for all"
    words = Words("Officer points over the turns", about, ("Shaded turns lie in the night.",))
    page = Page(sheet, words, track_room(sheet, made), "\n".join(lines(made, hide)))
    draw_tracks(page, made)
    return page.figure


def _sheet(where: str, paper: str) -> Sheet:
    """Return the sheet for a paper, once matplotlib is known to be there."""
    if find_spec("matplotlib") is None:
        cure = "Install the project with its extra 'plots'."
        raise WidgetError(where, "no matplotlib", "an installation that has it", cure)
    from widgets.plot_sheet import SHEETS

    if str(paper) not in SHEETS:
        raise WidgetError(f"{where}, paper", shown(paper), one_of(SHEETS, str(paper)))
    return SHEETS[str(paper)]


def _table(
    where: str,
    ruleset: str | Ruleset,
    chance: str,
    alignment: str | None,
    charts: Path | str | None,
) -> ChanceTable:
    """Return the table asked for; what is none of the words possible is a WidgetError."""
    try:
        rules = ruleset if isinstance(ruleset, Ruleset) else ruleset_named(str(ruleset))
        shelf = ChartShelf(None if charts is None else Path(str(charts)))
        table = chance_table(rules, chance, alignment or "", shelf)
    except DataError:  # a file's fault, and its sentence names the file
        raise
    except RequestError as error:
        place = f"{where}, {error.where}"
        raise WidgetError(place, error.found, error.allowed, error.cure) from error
    cells = len(table.lines) * len(table.columns.headings)
    if cells > MOST_CELLS:
        raise WidgetError(f"{where}, charts", f"a table of {cells} cells", f"at most {MOST_CELLS}")
    return table


def _chances(table: ChanceTable, unit: str = "%") -> Grid:
    values = tuple(tuple(cell.chance for cell in line.cells) for line in table.lines)
    return _grid(table, values, (Fraction(0), Fraction(1)), unit)


def _differences(left: ChanceTable, right: ChanceTable) -> Grid:
    values = tuple(
        tuple(b.chance - a.chance for a, b in zip(one.cells, other.cells, strict=True))
        for one, other in zip(left.lines, right.lines, strict=True)
    )
    most = max(abs(value) for row in values for value in row) or Fraction(1, 6)
    return _grid(left, values, (-most, most))


def _grid(
    table: ChanceTable,
    values: tuple[tuple[Fraction, ...], ...],
    bounds: tuple[Fraction, Fraction],
    unit: str = "",
) -> Grid:
    from widgets.plot_maps import Grid

    signed = bounds[0] < 0
    return Grid(
        columns=tuple(heading.label for heading in table.columns.headings),
        names=tuple(line.name for line in table.lines),
        cases=tuple(str(line.case) for line in table.lines),
        values=values,
        words=tuple(
            tuple(_signed(value) if signed else _percent(value, unit) for value in row)
            for row in values
        ),
        printed=tuple(tuple(cell.printed for cell in line.cells) for line in table.lines),
        bounds=bounds,
        colours=DIFFERENCE_COLOURS if signed else CHANCE_COLOURS,
    )


def _percent(chance: Fraction, unit: str = "%") -> str:
    """Return a chance in percent: ``33%``."""
    return f"{round(100 * chance)}{unit}"


def _signed(difference: Fraction) -> str:
    """Return a difference in percentage points: ``+33``; nothing where there is none."""
    return value_text(round(100 * difference), signed=True) if difference else ""


def _rules_and_origin(table: ChanceTable) -> str:
    origin = table.provenance
    return f"{table.title}, {_kind(origin)}; rules of {table.ruleset.title}"


def _kind(origin: Provenance | None) -> str:
    """Return the kind of a provenance and its source, without its note."""
    if origin is None:
        return "of unknown origin"
    return f"{origin.kind} ({origin.source})" if origin.source else origin.kind


def _about(origin: Provenance | None) -> str:
    return f"Where the figures come from: {origin or 'unknown'}."


def _reading(table: ChanceTable) -> str:
    """Return how the lines lie on the grid, and whether the rules read them so."""
    return f"aligned {table.alignment}{_own(table)} (FM-Q01)"


def _own(table: ChanceTable) -> str:
    return ", as these rules read it" if table.alignment == table.ruleset.alignment else ""


def _notes(table: ChanceTable) -> tuple[str, ...]:
    framed = "Framed: what a line prints; outside the frame its end column is used."
    origin = table.provenance
    note = () if origin is None or not origin.note else (_about(origin),)
    return (f"{framed} {FIRST_CHOICE}", *note)


def _compared(left: ChanceTable, right: ChanceTable) -> str:
    """Return in a sentence or two how much the alignment matters."""
    differences = _differences(left, right).values
    cells = [value for row in differences for value in row]
    differing = [value for value in cells if value]
    if not differing:
        return "FM-Q01: the two readings agree in every cell."
    most = max(differing, key=abs)
    row = next(i for i, values in enumerate(differences) if most in values)
    heading = left.columns.headings[differences[row].index(most)].label
    return (
        f"FM-Q01: the two readings differ in {len(differing)} of {len(cells)} cells, by up to "
        f"{_signed(most)} percentage points ({left.lines[row].name}, differential {heading})."
    )


def _bars(assessment: Assessment) -> Iterable[Bar]:
    """Yield a bar for each result that can come up, from the defender's ruin to the attacker's."""
    from widgets.plot_bars import Bar

    rules, chances = assessment.attack.situation.ruleset, assessment.chances
    for code in CODES:
        if code in chances:
            chance = chances[code]
            words = f"{chance} ({_percent(chance)})"
            yield Bar(f"{code}: {meaning(rules, code)}", chance, words, sufferer(rules, code))
