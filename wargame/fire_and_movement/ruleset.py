"""What an edition or a game may replace: a frozen set of values and small strategies.

The chapters are written once against a :class:`Ruleset`. ``SYSTEM_V8`` and ``SYSTEM_V7`` are the
two editions; a game is one of them with its exclusive rules put in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, field, fields, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.ruling import Case
from wargame.fire_and_movement.editions import edition_case

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.crt import Alignment
    from wargame.fire_and_movement.state import Situation

Edition = Literal["FM8", "FM7"]


@frozen
class Sight:
    """How far a side observes for bombardment (Gaza 18.2), in hexes.

    Args:
        plain: From any hex.
        hill: From a hill hex.
        cases: The cases that give the figures.
    """

    plain: int
    hill: int
    cases: tuple[str, ...]


@frozen(eq=False)
class Ruleset:
    """The rules in force.

    Args:
        id: Its name in files.
        title: What a person reads.
        edition: The system rules underneath, ``FM8`` or ``FM7``.
        crt: The chart of combat results.
        alignment: How short terrain lines lie on the grid (FM-Q01).
        clear_line: The terrain line for ground that helps nobody.
        terrain_lines: From a kind of terrain or feature to its line.
        side_lines: The same for one defending side, which goes before.
        hexside_lines: From a kind of hexside to its line, used only if all attackers cross it.
        prohibited: Kinds of terrain that no unit enters or attacks into.
        result_cases: The case of each result code.
        reveal_cases: The cases for turning markers over.
        loss_cases: The cases that let the owner choose who loses a step.
        stands_on: Results that stiff resistance may refuse.
        stand_cost: Whether standing costs ``one`` unit of the force a step, or ``each`` one.
        stand_cases: The cases for that cost.
        retreat_costs_step: Results that cost the retreating side one step besides (Gaza 10.3/3).
        bombards_only: Whether markers never add to combat totals (Gaza 18.1).
        markers_in_combat: How many markers a side may place on one combat.
        markers_per_hex: How many markers a side may put on one bombarded hex.
        lowest_first: Whether an allotment below the pool takes the lowest values (FM8 7.1/2).
        sight: Observation by side; empty when bombardment needs none.
        stacks_fight_together: Whether units of a stack attack and defend as one.
        stacking: Says whether units may end a phase together in a hex.
        shifts: Column shifts, each a ruling of +1, -1 or skipped.
    """

    id: str
    title: str
    edition: Edition
    crt: str
    alignment: Alignment
    clear_line: str
    terrain_lines: Mapping[str, str]
    result_cases: Mapping[str, tuple[str, ...]]
    stacking: Callable[[Situation, tuple[str, ...], str], Ruling]
    side_lines: Mapping[tuple[str, str], str] = field(factory=dict)
    hexside_lines: Mapping[str, str] = field(factory=dict)
    prohibited: frozenset[str] = frozenset()
    reveal_cases: tuple[str, ...] = ("FM8 8.2.1/7",)
    loss_cases: tuple[str, ...] = ("FM8 8.2.4/4", "FM8 8.2.4/8")
    stands_on: frozenset[str] = frozenset({"D2", "D3", "A1", "A2", "A3"})
    stand_cost: Literal["one", "each"] = "each"
    stand_cases: tuple[str, ...] = ()
    retreat_costs_step: frozenset[str] = frozenset()
    bombards_only: bool = False
    markers_in_combat: int = 2
    markers_per_hex: Mapping[str, int] = field(factory=dict)
    lowest_first: bool = False
    sight: Mapping[str, Sight] = field(factory=dict)
    stacks_fight_together: bool = False
    shifts: tuple[Callable[[Attack], Ruling], ...] = ()

    def replace(self, **changes: Any) -> Ruleset:  # noqa: ANN401 - any field
        """Return these rules with some of them replaced.

        Raises:
            RequestError: There is no such rule to replace.
        """
        known = {each.name for each in fields(Ruleset)}
        for name in changes:
            if name not in known:
                raise RequestError(f"ruleset {self.id}", shown(name), one_of(sorted(known), name))
        return evolve(self, **changes)

    def line_for(self, kind: str, side: str) -> str | None:
        """Return the terrain line of a kind of terrain or feature for a defending side, if any."""
        return self.side_lines.get((side, kind)) or self.terrain_lines.get(kind)

    def case(self, number: str) -> Case:
        """Return a system case in this edition; *number* is version 8's."""
        return edition_case(self.edition, number)

    def cases(self, *numbers: str) -> tuple[Case, ...]:
        """Return several system cases in this edition; the numbers are version 8's."""
        return tuple(self.case(number) for number in numbers)
