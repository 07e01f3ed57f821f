"""BattleHeatmap: the chance to win a battle of area combat over numbers of two unit types."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from html import escape
from importlib.util import find_spec
from math import sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.area_combat.battle import WHO
from wargame.area_combat.forces import plus
from wargame.area_combat.odds import METHODS, battle_odds
from wargame.core.errors import one_of, shown
from widgets.base import TextTwin
from widgets.errors import WidgetError
from widgets.explorers.battle_plan import exactly, quickly
from widgets.explorers.battle_source import Given, plan_from, side_named
from widgets.given import whole
from widgets.odds import percent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from wargame.area_combat.battle import Battle, Ground
    from wargame.area_combat.forces import Force
    from wargame.area_combat.nations import Nation
    from wargame.area_combat.odds import Method
    from wargame.area_combat.plans import Plan
    from wargame.area_combat.ruleset import Ruleset
    from widgets.plot_sheet import PlotFigure, Sheet

HERE = "BattleHeatmap"
RUNS, MOST_RUNS = 400, 20_000
"""Battles fought for a cell that is simulated."""
MOST, MOST_CELLS = 30, 250
"""Units of one type along an axis; cells that one can read on a page."""
ABOUT = {
    "exact": "worked out exactly",
    "bounded": "worked out with a bound below a millionth",
    "simulated": "simulated",
}


@frozen
class Cell:
    """One battle of the map.

    Args:
        chance: The chance that the attacker takes the territory.
        method: How it was found.
    """

    chance: Fraction
    method: Method

    @property
    def words(self) -> str:
        """The chance in whole per cent; a simulated one has a tilde."""
        sign = "~" if self.method == "simulated" else ""
        rounded = round(100 * self.chance)
        if self.method != "simulated" and rounded in {0, 100} and self.chance not in {0, 1}:
            return ">99" if rounded else "<1"
        return f"{sign}{rounded}"


class BattleHeatmap(TextTwin):
    """How the chance to win grows with two kinds of units, as a picture and as a table.

    Every cell is a battle of its own, with that many units of the two types and all else as given.
    Small ones are worked out, others simulated, which the map says under it. The battle that was
    given is framed.

    Args:
        attacker: The attacking units, typed as one likes; a whole battle, or its text, stands for
            all that follows up to *rules*.
        defender: The defending units.
        rows: The unit type whose number grows upwards.
        columns: The unit type whose number grows to the right.
        most_rows: The greatest number of the one.
        most_columns: The greatest number of the other.
        who: Whose numbers they are.
        nations: Who attacks and who defends.
        reserve: Fighters beside the territory that the defender may call.
        territory: A :class:`~wargame.area_combat.battle.Ground`, or a dict of its facts.
        rules: A :class:`~wargame.area_combat.ruleset.Ruleset`, or a dict of switches.
        attacker_plan: A :class:`~wargame.area_combat.plans.Plan`, or a dict of its facts.
        defender_plan: The same.
        runs: Battles fought for each cell that is simulated.
        seed: Of their dice.
        paper: ``screen``, or ``a4`` for a page.

    Raises:
        WidgetError: An argument is of the wrong kind, or the map would have too many cells.
        RequestError: A word names no unit, nation, fact or switch, or a force cannot be.
    """

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        attacker: Force | Battle | str = "4 infantry, 2 armor",
        defender: Force | str = "4 infantry, 2 armor",
        *,
        rows: str = "armor",
        columns: str = "infantry",
        most_rows: int = 8,
        most_columns: int = 10,
        who: str = "attacker",
        nations: Sequence[str | Nation] = ("germany", "soviet-union"),
        reserve: Force | str = "",
        territory: Ground | Mapping[str, Any] | None = None,
        rules: Ruleset | Mapping[str, Any] | None = None,
        attacker_plan: Plan | Mapping[str, Any] | None = None,
        defender_plan: Plan | Mapping[str, Any] | None = None,
        runs: int = RUNS,
        seed: int = 0,
        paper: str = "screen",
    ) -> None:
        """Check what is given; the chances are worked out when they are first looked at."""
        plans = attacker_plan, defender_plan
        given = Given(attacker, defender, nations, reserve, territory, rules, plans, "quickly")
        self.plan = plan_from(given, HERE)
        self.who = side_named(who, f"{HERE}, who")
        units = self.plan.battle.units
        self.rows, self.columns = (units.named(str(each)) for each in (rows, columns))
        if self.rows.id == self.columns.id:
            raise WidgetError(HERE, f"{self.rows.name} twice", "two types that differ")
        force = self.plan.battle.engaged(self.who)
        self.given = force.of(self.rows.id), force.of(self.columns.id)
        most = (("most_rows", most_rows), ("most_columns", most_columns))
        self.most = tuple(
            max(whole(f"{HERE}, {name}", number, 1, MOST), now)
            for (name, number), now in zip(most, self.given, strict=True)
        )
        cells = (self.most[0] + 1) * (self.most[1] + 1)
        if cells > MOST_CELLS:
            raise WidgetError(HERE, f"{cells} cells", f"at most {MOST_CELLS}")
        self.runs = whole(f"{HERE}, runs", runs, 1, MOST_RUNS)
        self.seed = whole(f"{HERE}, seed", seed, 0, 2**31)
        self.paper = paper
        _check_paper(paper)
        self._battle(*self.most)  # a unit of another nation is refused here

    @cached_property
    def cells(self) -> dict[tuple[int, int], Cell]:
        """The battles by numbers of the two types, rows first."""
        return {
            (row, column): self._cell(row, column)
            for row in range(self.most[0] + 1)
            for column in range(self.most[1] + 1)
        }

    def _battle(self, row: int, column: int) -> Battle:
        battle = self.plan.battle
        changes = {
            self.rows.id: row - self.given[0],
            self.columns.id: column - self.given[1],
        }
        force = plus(battle.engaged(self.who), changes, battle.units)
        return battle.with_army(self.who, engaged=force)

    def _cell(self, row: int, column: int) -> Cell:
        battle = self._battle(row, column)
        if not battle.ground_of("attacker"):  # planes alone take nothing
            return Cell(exactly(0), "exact")
        if not battle.ground_of("defender"):
            return Cell(exactly(1), "exact")
        method, runs = self._method(battle), self.runs
        plans = self.plan.attacker, self.plan.defender
        odds = battle_odds(battle, *plans, method=method, runs=runs, seed=self.seed)
        return Cell(exactly(odds.win), odds.method)

    def _method(self, battle: Battle) -> Method:
        states = 1
        for who in WHO:
            for _, many in battle.engaged(who):
                states *= many + 1
        return quickly(states)

    # ---- what is said

    @property
    def title(self) -> str:
        """What the map shows."""
        return f"Chance in per cent that the attacker takes {self.plan.battle.ground.name}"

    @property
    def about(self) -> str:
        """The battle that was given."""
        return self.plan.sides().rstrip(".")

    def notes(self) -> tuple[str, ...]:
        """Return how the cells were found, and what is framed."""
        counts = Counter(each.method for each in self.cells.values())
        said = ", ".join(f"{counts[how]} {ABOUT[how]}" for how in METHODS if counts[how])
        how = f"Of {len(self.cells)} battles {said}."
        if counts["simulated"]:
            how += f" Simulated (~): {self.runs:,} battles a cell, {self._error()}"
        row, column = self.given
        chance = percent(self.cells[self.given].chance)
        mark = f"Framed: {self.rows.count(row)}, {self.columns.count(column)}: {chance}."
        return how, mark

    def _error(self) -> str:
        most = max(
            sqrt(float(each.chance * (1 - each.chance)) / self.runs)
            for each in self.cells.values()
            if each.method == "simulated"
        )
        return f"a standard error of {100 * most:.1f} points at most."

    def table(self) -> list[list[str]]:
        """Return the map as lines of cells, the heading first, the greatest row on top."""
        head = [f"{self.rows.many} \\ {self.columns.many}"]
        lines = [[*head, *map(str, range(self.most[1] + 1))]]
        for row in range(self.most[0], -1, -1):
            cells = [self.cells[row, column] for column in range(self.most[1] + 1)]
            marks = [self.given == (row, column) for column in range(self.most[1] + 1)]
            words = [f"[{cell.words}]" if mark else cell.words
                     for cell, mark in zip(cells, marks, strict=True)]  # fmt: skip
            lines.append([str(row), *words])
        return lines

    def table_text(self) -> str:
        """Return the table in aligned columns."""
        lines = self.table()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.rjust, line, widths)) for line in lines)

    def text_twin(self) -> str:
        """Return the map as text; the battle that was given stands in brackets."""
        return "\n".join((self.title, self.about, self.table_text(), *self.notes()))

    def static_html(self) -> str:
        """Return the map as a table."""
        head, *lines = self.table()
        heads = "".join(f"<th scope='col'>{escape(each)}</th>" for each in head)
        rows = "".join(
            f"<tr><th scope='row'>{escape(name)}</th>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for name, *cells in lines
        )
        said = "".join(f"<p>{escape(each)}</p>" for each in (self.about, *self.notes()))
        return (
            f"<table><caption>{escape(self.title)}</caption><thead><tr>{heads}</tr></thead>"
            f"<tbody>{rows}</tbody></table>{said}"
        )

    def figure(self, paper: str = "") -> PlotFigure:
        """Return the map drawn with matplotlib.

        Args:
            paper: ``screen``, or ``a4`` for a page; as the map was made for when empty.

        Raises:
            WidgetError: There is no such paper, or no matplotlib.
        """
        sheet = _check_paper(paper or self.paper)
        from widgets.plot_battle import draw

        return draw(self, sheet)

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, str], dict[str, Any]]:  # noqa: ANN401 - as IPython calls it
        """Return picture and text, at the size on the page."""
        return self.figure()._repr_mimebundle_()


def _check_paper(paper: object) -> Sheet:
    """Return the sheet for a paper, once matplotlib is known to be there."""
    if find_spec("matplotlib") is None:
        cure = "Install the project with its extra 'plots'."
        raise WidgetError(HERE, "no matplotlib", "an installation that has it", cure)
    from widgets.plot_sheet import SHEETS

    if not isinstance(paper, str) or paper not in SHEETS:
        raise WidgetError(f"{HERE}, paper", shown(paper), one_of(SHEETS, str(paper)))
    return SHEETS[paper]
