r"""Positions made for the tests, and ground for those of sight: strips, a hexside to run along.

::

    situation = position(
        "column-row 6.4\ng grassland\n\ngg\ngg\n",
        units=[unit("L 1/Hants", at="6.4", morale=75), mg("Hants MG", at="6.4"),
               unit("R 1/3/26", "Ottoman", at="7.3", work="T1")],
        works=[work("T1", "shallow trench", "7.3", front=["N", "NW"], ends=["NE", "SW"])],
        light="twilight", active="Ottoman",
    )
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve, fields

from wargame.core.board import Board, Cell
from wargame.core.board_text import board_from_text
from wargame.core.grid import COLUMN_ROW, Hex, Hexside
from wargame.core.provenance import Provenance
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.formation_lines import BrigimentLine, DivisionLine, OrderLine
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field, GroundClass
from wargame.rifle_and_spade.lines import WorkLine
from wargame.rifle_and_spade.ruleset import ObservationRanges, Ruleset
from wargame.rifle_and_spade.scene import Scene, SceneAssault, SceneUnit, situation_of
from wargame.rifle_and_spade.sight import Look, sight, verdict
from wargame.rifle_and_spade.state import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable

RANGES = ObservationRanges(15, 5, 0, Provenance("derived", "a test"))
KEY = {
    "g": "grassland",
    "s": "scrub",
    "t": "town",
    "r": "ravine",
    "w": "sea",
    "f": "forest",
    "b": "bank",
}
FOREST = Ruleset(
    "forest",
    "A game with tall trees",
    {
        **GALLIPOLI_1915.ground,
        "forest": GroundClass(close=True, elevated=True),
        "bank": GroundClass(elevated=True, down_slope=True),
    },
)
AS_PRINTED = Ruleset(
    "as_printed",
    "The print to the letter",
    FOREST.ground,
    slope_hides_its_own_level=False,
    crossing_before_range=False,
)


def strip(letters: str, heights: str, *marks: str, rules: Ruleset = FOREST) -> Field:
    """Return a column of hexes, 10.50 at its north end and the numbers falling to the south."""
    key = [f"{letter} {kind}" for letter, kind in KEY.items()]
    facts = [f"10.{50 - i} height={height}" for i, height in enumerate(heights)]
    text = "\n".join(["column-row 10.50", *key, "", *letters, "", *facts, *marks])
    return Field(board_from_text(text), rules)


def along(
    letters: str, heights: str, *marks: str, start: str = "10.50", end: str = "12.50"
) -> Field:
    """Return the four hexes of a line along a hexside: its ends, then the two beside it.

    The line from 10.50 to 12.50 runs between 11.50 and 11.49. A letter ``-`` is no hex.
    """
    places = (start, end, "11.50", "11.49")
    cells = {
        COLUMN_ROW.parse(label): Cell((KEY[letter],), height=int(height))
        for label, letter, height in zip(places, letters, heights, strict=True)
        if letter != "-"
    }
    sides: dict[Hexside, frozenset[str]] = {}
    for mark in marks:
        kind, where = mark.split()
        sides[COLUMN_ROW.parse_side(where)] = frozenset({kind})
    return Field(Board("along", "Along a hexside", COLUMN_ROW, cells, hexsides=sides), FOREST)


def look(field: Field, spotter: str, target: str, **more: Any) -> Look:
    """Return a look from one printed number to another."""
    board = field.board
    return Look(field, board.hex(spotter), board.hex(target), more.pop("ranges", RANGES), **more)


def seen(field: Field, spotter: str, target: str, **more: Any) -> tuple[str, str]:
    """Return the verdict and the case that decides, having checked that both agree."""
    asked = look(field, spotter, target, **more)
    ruling = sight(asked)
    assert ruling.value == verdict(asked)
    return str(ruling.value), decider(ruling)


def down(field: Field, **more: Any) -> tuple[str, str]:
    """Return what is seen from the north end of a strip to its south end; both ways agree."""
    labels = sorted(map(field.board.label, field.board.cells), reverse=True)
    found = seen(field, labels[0], labels[-1], **more)
    if not more:
        assert seen(field, labels[-1], labels[0]) == found
    return found


def decider(ruling: Ruling) -> str:
    """Return the last figures of the number of the case that decides."""
    (decides,) = [part for part in ruling.parts if part.counts]
    return decides.cases[0].number.partition("/")[2]


def part(ruling: Ruling, label: str) -> object:
    """Return the value of the part of an explanation that is called so."""
    found = ruling.find(label)
    assert found is not None, [each.label for each in ruling.walk()]
    return found.value


def all_steps(situation: Situation) -> Fraction:
    """Return the steps on the map and those booked as lost."""
    there = sum((Fraction(piece.steps) for piece in situation.pieces), Fraction(0))
    return there + sum(Fraction(loss.steps) for loss in situation.losses)


def random_field(seed: int, columns: int = 12, rows: int = 12) -> Field:
    """Return a board with everything that sight knows, and here and there a hex missing."""
    random = Random(seed)
    kinds = [*random.choices(list(KEY.values()), k=2), "grassland", "scrub", "scrub"]
    most = random.randint(0, 3)
    cells, sides = {}, {}
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            if random.random() > 0.01:
                at = COLUMN_ROW.to_hex(column, row)
                cells[at] = Cell((random.choice(kinds),), height=random.randint(0, most))
    for at in cells:
        for direction in range(3):
            if random.random() < 0.12:
                kind = random.choice(["ridge", "cliff", "crest"])
                sides[Hexside(at, direction)] = frozenset({kind})
    return Field(Board("random", "Random ground", COLUMN_ROW, cells, hexsides=sides), FOREST)


def any_hex(field: Field, random: Random) -> Hex:
    """Return a hex of the board."""
    return random.choice(sorted(field.board.cells))


def unit(id: str, side: str = "Entente", **more: Any) -> SceneUnit:
    """Return a rifle unit: two steps and a point each unless *steps* and *rifles* say otherwise.

    Args:
        id: Its name.
        side: Whose it is.
        more: Any field of :class:`SceneUnit`: at, steps, left, morale, brigiment, battalion,
            work, hiding, order, confused, came_from, wave, task, shots, fired, acted and so on.
    """
    for name in ("steps", "rifles", "machine_guns", "points"):
        if name in more:
            more[name] = Fraction(more[name])
    return SceneUnit(id, side, **more)


def mg(id: str, side: str = "Entente", **more: Any) -> SceneUnit:
    """Return a machine-gun unit: no steps, one point unless *machine_guns* says otherwise."""
    return unit(id, side, arm="machine gun", **more)


def gun(id: str, side: str = "Entente", **more: Any) -> SceneUnit:
    """Return a battery: low-angle shrapnel, two steps, two points, unless said otherwise."""
    usual = {"arm": "artillery", "angle": "low", "ammunition": "shrapnel"}
    return unit(id, side, **usual | more)


def picket(id: str, side: str = "Ottoman", **more: Any) -> SceneUnit:
    """Return a picket: a quarter of a step."""
    return unit(id, side, size="picket", **more)


def hq(id: str, side: str = "Entente", **more: Any) -> SceneUnit:
    """Return a headquarters of a brigade unless *size* says otherwise."""
    return unit(id, side, arm="headquarters", **more)


def work(id: str, kind: str, at: str, owner: str = "Ottoman", **more: Any) -> WorkLine:
    """Return a fieldwork; *front*, *ends* and *wire* are compass words or adjacent hexes."""
    return WorkLine(id, kind, at, owner, **more)  # type: ignore[arg-type]  # checked when used


def assault(at: str, attacker: str = "Entente", **more: Any) -> SceneAssault:
    """Return an assault marker, its waves 1 unless said otherwise."""
    return SceneAssault(at, attacker, **more)


def brigiment(id: str, side: str = "Entente", **more: Any) -> BrigimentLine:
    """Return a brigade or regiment under Defense orders unless said otherwise.

    Args:
        id: Its name; units name it in their *brigiment*, and its headquarters and battalions are
            found among them.
        side: Whose it is.
        more: Any field of :class:`BrigimentLine`: division, quality, maximum, points, order (the
            kind), since, column, released, activated, doomed and so on; and any of
            :class:`OrderLine`: line, goals, radius, routes, support, deaf, scheduled and so on.
    """
    written = {name: more.pop(name) for name in _OF_AN_ORDER & more.keys()}
    return BrigimentLine(id, side, orders=OrderLine(**written), **more)


def division(id: str, side: str = "Entente", **more: Any) -> DivisionLine:
    """Return a division; *headquarters* and *corps* as it has them."""
    return DivisionLine(id, side, **more)


_OF_AN_ORDER = frozenset(each.name for each in fields(OrderLine))
_OF_A_SCENE = frozenset(
    {
        "ruleset", "active", "light", "turn", "lit", "shared", "held", "officers", "assault",
        "brigiment", "division", "independents", "last_chit",
    }
)  # fmt: skip


def position(
    board_text: str,
    units: Iterable[SceneUnit] = (),
    works: Iterable[WorkLine] = (),
    **fields: Any,
) -> Situation:
    """Return a situation.

    Args:
        board_text: The board in the short text form.
        units: Who stands where, made with :func:`unit`, :func:`mg`, :func:`gun`, :func:`picket`.
        works: Fieldworks, made with :func:`work`.
        fields: What else a situation has. *active*, *light*, *turn* and *officers* as they are;
            *lit* and *shared* lists of printed numbers; *held* printed numbers to sides; *assault*
            a list of :func:`assault`; *brigiment* and *division* lists of :func:`brigiment` and
            :func:`division`; *independents* units to divisions or corps; *rules* a ruleset in place
            of Gallipoli 1915; anything else goes into the situation unchanged.
    """
    rules = fields.pop("rules", None)
    known = {name: fields.pop(name) for name in _OF_A_SCENE & fields.keys()}
    scene = Scene(board_text, unit=list(units), work=list(works), **known)
    situation = situation_of(scene, "test")
    if rules is not None:
        situation = evolve(situation, ground=Field(situation.board, rules))
    return evolve(situation, **fields) if fields else situation
