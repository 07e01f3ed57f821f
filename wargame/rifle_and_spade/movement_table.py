"""The charts of movement and stacking: allowances (14.1.1) and terrain effects (14.1.3)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import Factory, frozen

from wargame.core.charts import ChartShelf
from wargame.core.data import read_toml, structure
from wargame.core.errors import RequestError, one_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Iterable

Wheels = Literal["anywhere", "road", "never"]
"""Where wheels may go: anywhere, along roads and tracks only, or nowhere."""

UNLIMITED = 99
"""Stands for no limit of its own."""

_ORDER: tuple[Wheels, ...] = ("anywhere", "road", "never")


@frozen
class _Row:
    """A row of the chart; *origins* names the source of each figure that is not ours."""

    origins: dict[str, str] = Factory(dict)

    def origin(self, figure: str) -> Provenance:
        """Return where one figure of the row comes from."""
        if figure in self.origins:
            return Provenance("printed", self.origins[figure])
        return Provenance("reconstructed", "Terrain Effects Chart", "ours; see the chart's header")


@implements("RS", "14.1.1")
@frozen(kw_only=True)
class Allowance(_Row):
    """Movement points of an arm.

    Args:
        standard: Deployed; for guns unlimbered.
        column: In Column; for guns limbered.
        march: By road under a March order (11.16.4); as in Column where a chart gives none.
    """

    standard: int
    column: int
    march: int | None = None

    @property
    def march_points(self) -> int:
        """The March Order MA."""
        return self.column if self.march is None else self.march


@frozen(kw_only=True)
class GroundRow(_Row):
    """A kind of whole-hex terrain.

    Args:
        foot: Points to enter on foot or hoof.
        wheeled: Points to enter on wheels.
        passable: Whether anyone may enter.
        wheels: Where wheels may go in it.
        rifles: Rifle steps that may stack.
        guns: Artillery units that may stack.
        wheeled_steps: Steps of wheeled artillery that may stand unlimbered.
    """

    foot: Fraction = Fraction(1)
    wheeled: Fraction = Fraction(1)
    passable: bool = True
    wheels: Wheels = "anywhere"
    rifles: int = 16
    guns: int = 3
    wheeled_steps: int = UNLIMITED


@frozen(kw_only=True)
class SideRow(_Row):
    """A kind of hexside terrain: points to cross, and who may."""

    foot: Fraction
    wheeled: Fraction
    passable: bool = True
    wheels: Wheels = "anywhere"


@frozen(kw_only=True)
class LinkRow(_Row):
    """A road or track: points a hex along it, and whether slopes are free there."""

    cost: Fraction
    contours_free: bool


@frozen(kw_only=True)
class Activities(_Row):
    """Points for what is done inside a hex.

    Args:
        column: Entering or leaving Column.
        column_march: The same under a March order.
        limber: Limbering or unlimbering.
        on_top: From a work to On Top of it, or back.
    """

    column: int
    column_march: int
    limber: int
    on_top: int


@frozen(kw_only=True)
class Stacking(_Row):
    """Limits that are the same in all terrain.

    Args:
        column: Rifle steps in Column.
        limbered: Limbered artillery units.
        hiding: Rifle steps that hide outside fieldworks.
        hiding_guns: Artillery units that hide outside fieldworks.
    """

    column: int
    limbered: int
    hiding: int
    hiding_guns: int


@implements("RS", "14.1.3")
@frozen(eq=False)
class MovementTable:
    """The two charts together.

    Args:
        allowances: By arm.
        terrain: By kind of whole-hex terrain.
        sides: By kind of hexside; "contour" and "wire" among them.
        links: By kind of road.
        activities: Points for what is done inside a hex.
        stacking: Limits that do not depend on the terrain.
        works: Rifle steps that each kind of work holds.
        provenance: Where the chart comes from.
    """

    allowances: dict[str, Allowance]
    terrain: dict[str, GroundRow]
    sides: dict[str, SideRow]
    links: dict[str, LinkRow]
    activities: Activities
    stacking: Stacking
    works: dict[str, int]
    provenance: Provenance

    def ground(self, kind: str) -> GroundRow:
        """Return the row of a kind of terrain.

        Raises:
            RequestError: The chart does not have it.
        """
        if kind not in self.terrain:
            raise RequestError(
                "Terrain Effects Chart, terrain", repr(kind), one_of(self.terrain, kind)
            )
        return self.terrain[kind]

    def capacity(self, kind: str) -> int:
        """Return how many rifle steps a kind of work holds; a gun pit holds none."""
        return self.works.get(kind, 0)


@lru_cache(maxsize=8)
def movement_table(shelf: ChartShelf) -> MovementTable:
    """Return the charts of movement from the owner's charts or the project's."""
    path = shelf.path("rifle_and_spade/movement")
    return structure(read_toml(path), MovementTable, path.name)


@frozen
class Limits:
    """How much of one side may stack in a hex (3.7).

    Args:
        rifles: Rifle and cavalry steps overall.
        guns: Artillery units overall.
        wheeled_steps: Steps of wheeled artillery standing unlimbered.
        wheels: Where wheeled artillery may be limbered; "road": only on a road or track.
        column: Rifle steps in Column.
        limbered: Artillery units limbered.
        hiding: Rifle steps that hide outside fieldworks.
        hiding_guns: Artillery units that hide outside fieldworks.
    """

    rifles: int
    guns: int
    wheeled_steps: int
    wheels: Wheels
    column: int
    limbered: int
    hiding: int
    hiding_guns: int


@implements("RS", "3.7.5", "3.7.10/a")
@implements("GB", "101.1.2/5", "101.1.2/6")
@lru_cache(maxsize=512)
def limits(shelf: ChartShelf, terrain: str | tuple[str, ...]) -> Limits:
    """Return the stacking limits of a hex, for each side.

    Where several kinds of terrain share a hex, the tightest limit of each sort holds.

    Args:
        shelf: Where charts are looked for.
        terrain: The kind of terrain, or all the kinds of a hex.

    Raises:
        RequestError: The chart does not have such terrain.
    """
    table = movement_table(shelf)
    kinds = (terrain,) if isinstance(terrain, str) else terrain
    rows = [table.ground(kind) for kind in kinds]
    everywhere = table.stacking
    return Limits(
        min(row.rifles for row in rows),
        min(row.guns for row in rows),
        min(row.wheeled_steps for row in rows),
        strictest(row.wheels for row in rows),
        everywhere.column,
        everywhere.limbered,
        everywhere.hiding,
        everywhere.hiding_guns,
    )


def strictest(rules: Iterable[Wheels]) -> Wheels:
    """Return the strictest of several rules for wheels."""
    return max(rules, key=_ORDER.index, default="anywhere")
