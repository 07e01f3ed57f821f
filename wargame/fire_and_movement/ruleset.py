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
from wargame.fire_and_movement.ranges import anywhere
from wargame.fire_and_movement.sams import SamRule
from wargame.fire_and_movement.terrain_costs import TerrainCosts
from wargame.fire_and_movement.zones import Bound, minds_every_zone, pays_everywhere

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from wargame.core.board import Cell
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.crt import Alignment
    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker, Piece, Unit

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


ALL_OF_IT = 99
"""More hexes than any path of retreat has."""


def whole_path(unit: Unit) -> tuple[int, tuple[str, ...]]:
    """Return that a unit may advance along the whole path of retreat: the system's rule (8.5/8)."""
    del unit
    return ALL_OF_IT, ()


def nothing_beyond(attack: Attack, unit: Unit) -> tuple[str, ...]:
    """Return that no unit advances off the path of retreat: the system's rule (8.5/8)."""
    del attack, unit
    return ()


@frozen
class RailRule:
    """Who may move by rail (Gaza 15.0).

    Args:
        side: The side that may.
        link: The kind of railway.
        shut: The feature of hexes that its trains do not enter.
    """

    side: str
    link: str
    shut: str


def nobody_spared(situation: Situation, piece: Piece, code: str) -> tuple[str, ...]:
    """Return that a result touches every defender: the system's rule."""
    del situation, piece, code
    return ()


def as_thrown(outcome: CombatOutcome, attack: Attack) -> Generator[Step, Any, CombatOutcome]:
    """Leave a combat as its result has it, before anybody retreats: the system's rule."""
    del attack
    yield from ()
    return outcome


def as_fought(situation: Situation, attack: Attack | None) -> Generator[Step, Any, Situation]:
    """Leave a position as a combat has left it: the system's rule."""
    del attack
    yield from ()
    return situation


def nothing_more(situation: Situation, unit: str, path: tuple[Hex, ...]) -> Situation:
    """Leave a position as it is after a move: the system's rule."""
    del unit, path
    return situation


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
        uncounted: Sides with a kind of openly known marker, such as ``British air``, that lies on a
            hex beyond that number (FM-Q29).
        announced_bind: Whether attacks announced with a bombardment have to be made (FM-Q30).
        marker_reach: Says whether a marker may be laid on a hex in a bombardment (8.1.1).
        bombardment_defended: Whether the defender may add markers to what he is bombarded against;
            version 7 forbids it and version 8 is silent (FM-Q11).
        coordination: For the nationality of a side's units that are alone in a combat, and another
            of its markers, the case by which one such marker at most is placed (Lebanon 14).
        sams: How surface-to-air missile sites work; None where there are none.
        drawn_unseen: Whether nobody looks at the markers drawn for a combat before all are placed
            (FM7 8.2.1/3); version 8 has no such sentence, and its players keep to it all the same.
        lowest_first: Whether an allotment below the pool takes the lowest values (FM8 7.1/2).
        sight: Observation by side; empty when bombardment needs none.
        stacks_fight_together: Whether units of a stack attack and defend as one.
        stacking: Says whether units may end a phase together in a hex.
        shifts: Column shifts, each a ruling of +1, -1 or skipped.
        costs: The terrain chart: what hexes, hexsides and roads cost to enter (5.4).
        zone_free: Features and kinds of terrain that no zone of control extends into (6.0/3).
        ignores_zone: The cases by which a moving unit minds an enemy's zone not at all, if any.
        leaves_zone: The cases by which a unit leaves the zone it starts in without paying, if any.
        leg_halts_again: Whether a leg unit that left a zone halts in the next one (FM8 6.1/4).
        mobile_between_zones: Whether a mobile unit may go straight from zone to zone (FM-Q19).
        bound: Kinds of unit that keep to a road or railway.
        rail: Who may move by rail; None where nobody may.
        mobile_phases: Whether there are a mobile movement and a mobile combat phase (4.1).
        after_move: What a move changes besides, given the unit and its path.
        spared: The cases by which a defender is spared a result, if any (Lebanon 12).
        sheltered: The nationalities that a bastion shelters (FM-Q50).
        after_throw: What a combat's result changes besides, before anybody retreats.
        after_fight: What the end of a combat changes besides, given the attack; or the end of the
            phase, without one.
        pressure_twice: Whether a unit depleted and eliminated later counts for both (FM-Q48).
        dice_off_twice: The same for the dice that end the game of 2006 (FM-Q53).
        held_by_presence: Whether the PLO holds those hexes of Beirut alone in which it stands, in a
            game of three (FM-Q59).
        friendly_edges: Where each side falls back to: edges of the map (``north``, ``east``,
            ``south``, ``west``) or features of hexes, such as a source of supply (8.3/3).
        exempt_in_retreat: Whether who does not mind a zone when moving does not when falling back
            either (FM-Q56).
        direction_binds: Whether a retreat that may end nearer to a friendly edge has to.
        displacement_chains: Whether a displaced unit may displace another (FM-Q15).
        dead_leave_a_path: Whether a unit that dies retreating leaves a path behind it (FM-Q17).
        advance_after: Results after which the attacker may advance (8.5; FM-Q23).
        advance_hexes: How many hexes of the path of retreat a unit may advance, and the cases
            besides the system's that say so.
        advance_beyond: The cases that let a unit advance one hex beyond, any way; else none.
        advance_cases: The cases that open an advance after an elimination, if any.
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
    uncounted: frozenset[str] = frozenset()
    announced_bind: bool = True
    marker_reach: Callable[[Situation, Marker, Hex], Ruling] = anywhere
    bombardment_defended: bool = False
    coordination: Mapping[tuple[str, str], str] = field(factory=dict)
    sams: SamRule | None = None
    drawn_unseen: bool = True
    lowest_first: bool = False
    sight: Mapping[str, Sight] = field(factory=dict)
    stacks_fight_together: bool = False
    shifts: tuple[Callable[[Attack], Ruling], ...] = ()
    # movement and zones
    costs: TerrainCosts = field(factory=TerrainCosts)
    zone_free: frozenset[str] = frozenset()
    ignores_zone: Callable[[Unit, Unit], tuple[str, ...]] = minds_every_zone
    leaves_zone: Callable[[Unit, Cell], tuple[str, ...]] = pays_everywhere
    leg_halts_again: bool = True
    mobile_between_zones: bool = True
    bound: Mapping[str, Bound] = field(factory=dict)
    rail: RailRule | None = None
    mobile_phases: bool = True
    after_move: Callable[[Situation, str, tuple[Hex, ...]], Situation] = nothing_more
    spared: Callable[[Situation, Piece, str], tuple[str, ...]] = nobody_spared
    sheltered: frozenset[str] = frozenset({"PLO"})
    after_throw: Callable[[CombatOutcome, Attack], Generator[Step, Any, CombatOutcome]] = as_thrown
    after_fight: Callable[[Situation, Attack | None], Generator[Step, Any, Situation]] = as_fought
    pressure_twice: bool = True
    dice_off_twice: bool = False
    held_by_presence: bool = False
    # retreat and advance
    friendly_edges: Mapping[str, tuple[str, ...]] = field(factory=dict)
    exempt_in_retreat: bool = False
    direction_binds: bool = True
    displacement_chains: bool = True
    dead_leave_a_path: bool = True
    advance_after: frozenset[str] = frozenset({"D2", "D3"})
    advance_hexes: Callable[[Unit], tuple[int, tuple[str, ...]]] = whole_path
    advance_beyond: Callable[[Attack, Unit], tuple[str, ...]] = nothing_beyond
    advance_cases: tuple[str, ...] = ()

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
