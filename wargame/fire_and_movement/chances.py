"""The chances of a whole combat table: what each result does, counted over the faces of the die.

What a result does is not written down a second time here: it is applied, by the procedure that a
game applies it with, to one attacking and one defending unit of two steps each.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.core.board import Board, Cell
from wargame.core.charts import Axis, ChartShelf, Interval
from wargame.core.drivers import Odds, odds
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.grid import ROW_COLUMN, Hex
from wargame.core.procedure import first_option
from wargame.core.provenance import Provenance, weakest
from wargame.core.ruling import Case, case
from wargame.core.ruling_views import value_text
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.crt import ALIGNMENTS, MEANING, crt_named
from wargame.fire_and_movement.results import apply_result
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Face, Piece, Roster, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wargame.core.charts import Chart
    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.ruleset import Ruleset

ATTACKER, DEFENDER = "Attacker", "Defender"
Sufferer = Literal["defender", "both", "attacker", "nobody"]


@frozen
class Event:
    """Something that may come of a combat.

    Args:
        name: The word it is asked for by.
        sentence: What happens, in words that go on from "the chance that".
        happened: Whether it did, by the outcome of the combat.
    """

    name: str
    sentence: str
    happened: Callable[[CombatOutcome], bool]


EVENTS: Mapping[str, Event] = {
    each.name: each
    for each in (
        Event(
            "step",
            "the defender loses a step or more",
            lambda outcome: outcome.steps_lost(DEFENDER) > 0,
        ),
        Event(
            "retreat",
            "the defender must retreat",
            lambda outcome: outcome.must_retreat(DEFENDER) > 0,
        ),
        Event(
            "attacker step",
            "the attacker loses a step or more",
            lambda outcome: outcome.steps_lost(ATTACKER) > 0,
        ),
        Event(
            "eliminated",
            "a defender of two steps is eliminated",
            lambda outcome: not outcome.situation.of(DEFENDER),
        ),
    )
}
"""What may be asked of a table, by name."""

FIRST_CHOICE = (
    "Each side is one unit of two steps. Where a rule gives a choice, the first option is taken: "
    "a unit that may stand retreats instead."
)
"""What the chances take for granted, for those who read them."""


def event_named(name: str) -> Event:
    """Return one of :data:`EVENTS`.

    Raises:
        RequestError: There is none of that name.
    """
    if str(name) not in EVENTS:
        raise RequestError("chance", shown(name), one_of(EVENTS, str(name)))
    return EVENTS[str(name)]


@lru_cache(maxsize=256)
def outcomes_of(rules: Ruleset, code: str) -> Odds:
    """Return what a result comes to between two units of two steps, the first choice always taken.

    Args:
        rules: The rules it is applied under.
        code: The result: De, D3, D2, Ex, A1, A2, A3, (A), Ae or the dot.
    """
    return odds(partial(apply_result, _duel(rules), code), first_option)


def _duel(rules: Ruleset) -> Attack:
    """Return an attack of one unit on another, on two hexes of plain ground."""
    here, there = Hex(0, 0), Hex(1, 0)
    ground = Cell(("open",))
    board = Board("duel", "two hexes", ROW_COLUMN, {here: ground, there: ground})
    faces = (Face(4, 4, 4, steps=2), Face(2, 2, 4, steps=1))
    units = {side: Unit(side, side, side, faces) for side in (ATTACKER, DEFENDER)}
    pieces = (Piece(ATTACKER, here), Piece(DEFENDER, there))
    sides = (ATTACKER, DEFENDER)
    situation = Situation(board, rules, Roster(units, {}), pieces, ATTACKER, sides)
    return Attack(situation, there, (ATTACKER,))


def sufferer(rules: Ruleset, code: str) -> Sufferer:
    """Return whom a result costs a step or a retreat."""
    found = outcomes_of(rules, code)
    hit = [found.chance(partial(_suffers, side)) > 0 for side in (DEFENDER, ATTACKER)]
    words: dict[tuple[bool, ...], Sufferer] = {
        (True, False): "defender",
        (True, True): "both",
        (False, True): "attacker",
    }
    return words.get(tuple(hit), "nobody")


def _suffers(side: str, outcome: CombatOutcome) -> bool:
    return outcome.steps_lost(side) + outcome.must_retreat(side) > 0


def meaning(rules: Ruleset, code: str) -> str:
    """Return in a few words what a result does, with the step that a retreat may cost."""
    both = outcomes_of(rules, code).chance(lambda out: bool(out.retreats and out.losses))
    return f"{MEANING[code]}, and one step is lost" if both else MEANING[code]


@frozen
class ChanceCell:
    """The chance in one column of one terrain line.

    Args:
        chance: Exact.
        printed: Whether the line prints this column; otherwise its end column is used.
        provenance: Where the results of the column come from, by the weakest of them.
    """

    chance: Fraction
    printed: bool
    provenance: Provenance


@frozen
class ChanceLine:
    """One terrain line of a table.

    Args:
        name: As printed.
        case: The rule case of the line.
        cells: One for each column of the whole table.
    """

    name: str
    case: Case
    cells: tuple[ChanceCell, ...] = field(converter=tuple[ChanceCell, ...])


@frozen(eq=False)
class ChanceTable:
    """The chance of one event for every terrain line and differential.

    Args:
        title: The combat results table it was counted on.
        event: What the chance is of.
        ruleset: The rules that results were applied under.
        alignment: How the lines lie on the grid, ``left`` or ``right`` (FM-Q01).
        columns: The differentials, so parted that each line has one result column for each.
        lines: From the best ground to the worst.
    """

    title: str
    event: Event
    ruleset: Ruleset
    alignment: str
    columns: Axis
    lines: tuple[ChanceLine, ...] = field(converter=tuple[ChanceLine, ...])

    def chance(self, line: str, differential: int) -> Fraction:
        """Return the chance on a terrain line at a differential in strength points.

        Raises:
            RequestError: The table has no such line.
        """
        known = {each.name: each for each in self.lines}
        if line not in known:
            raise RequestError(self.title, f"line {shown(line)}", one_of(known, str(line)))
        return known[line].cells[self.columns.locate(differential).index].chance

    @property
    def provenance(self) -> Provenance | None:
        """The weakest provenance of all its cells."""
        return weakest(*(cell.provenance for line in self.lines for cell in line.cells))


def chance_table(
    rules: Ruleset, event: str, alignment: str = "", shelf: ChartShelf = ChartShelf()
) -> ChanceTable:
    """Return the chance of an event for every terrain line and differential of a ruleset's table.

    Args:
        rules: The rules in force.
        event: One of :data:`EVENTS`.
        alignment: ``left`` or ``right``; the ruleset's own when not given (FM-Q01).
        shelf: Where charts are looked for.

    Raises:
        RequestError: There is no such event or alignment.
        DataError: The owner's chart does not fit.
    """
    wanted, aligned = event_named(event), alignment or rules.alignment
    if aligned not in ALIGNMENTS:
        raise RequestError("alignment", shown(aligned), one_of(ALIGNMENTS, str(aligned)))
    crt = crt_named(rules.crt, shelf)
    charts = {name: crt.chart(name, aligned) for name in crt.lines}
    columns = _parted([chart.columns.headings for chart in charts.values()])
    lines = (
        ChanceLine(name, case(crt.lines[name].case), _cells(rules, wanted, chart, columns))
        for name, chart in charts.items()
    )
    axis = Axis("Differential", columns, "clamp", "clamp")
    return ChanceTable(crt.title, wanted, rules, aligned, axis, lines)


def _cells(
    rules: Ruleset, event: Event, chart: Chart, columns: Sequence[Interval]
) -> tuple[ChanceCell, ...]:
    first, last = chart.columns.headings[0].low, chart.columns.headings[-1].high
    cells = []
    for column in columns:
        index = chart.columns.locate(column.low).index
        codes = [str(code) for code in chart.column(index)]
        chances = [outcomes_of(rules, code).chance(event.happened) for code in codes]
        origins = (chart.origin(row, index) for row in range(len(codes)))
        printed = first <= column.high and column.low <= last
        origin = weakest(*origins) or chart.provenance
        cells.append(ChanceCell(sum(chances, Fraction(0)) / len(codes), printed, origin))
    return tuple(cells)


def _parted(lines: Sequence[Sequence[Interval]]) -> tuple[Interval, ...]:
    """Return the coarsest headings across which no line changes its column.

    A line changes where one of its headings begins; before its first and past its last it stays.
    """
    starts = sorted({heading.low for line in lines for heading in line[1:]})
    least = min(line[0].low for line in lines)
    most = max(line[-1].high for line in lines)
    lows, highs = [least, *starts], [*(start - 1 for start in starts), most]
    return tuple(
        Interval(low, high, _heading(low, high, low == least, high == most))
        for low, high in zip(lows, highs, strict=True)
    )


def _heading(low: int, high: int, first: bool, last: bool) -> str:  # noqa: FBT001 - the two ends
    one, other = value_text(low, signed=True), value_text(high, signed=True)
    if first and last:
        return "any"
    if first:
        return f"≤ {other}"
    if last:
        return f"≥ {one}"
    return one if low == high else f"{one}, {other}" if low + 1 == high else f"{one} to {other}"
