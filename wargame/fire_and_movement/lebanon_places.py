"""Where the units of Lebanon '82 may begin (10.3-10.5, 20.1-20.2, 25.1-25.2), slot by slot.

The map is not at hand. Sectors, cities and all missile sites but one stand in hexes of our own map,
which says of each that it is modelled (FM-Q60).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.core.errors import RequestError, shown
from wargame.core.rulebook import implements
from wargame.fire_and_movement.lebanon_control import having

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

ISRAELI, ARAB, SYRIAN, PLO = "Israeli", "Arab", "Syrian", "PLO"
COMMANDO = "commando"
PALESTINIANS, COMMANDOS = "PLO units", "commando battalions"
"""What is drawn at random."""
CHOSEN = "chosen sector"
"""The area of the 880 Division: a sector that is chosen first."""
SECTORS = ("36", "162", "90", "252")
"""The sectors that the 880 Division may choose: all but the 91st."""
ZAHLE = "0908"
AT_ZAHLE = 10
"""The site near Zahle, and how many commando battalions begin in its envelope at least."""
COHESION = "cohesion"
SEA_DIVISION = "96th Division"


@frozen
class Slot:
    """A place for one unit.

    Args:
        side: Whose.
        words: The place, as a person reads it.
        area: Its hexes, as :func:`area_of` reads them.
        cases: The cases that give it.
        unit: The unit; empty where it is drawn at random.
        draw: What is drawn from: :data:`PALESTINIANS` or :data:`COMMANDOS`.
        rule: :data:`COHESION` where a unit begins next to another of its division, or
            :data:`ZAHLE` for a commando battalion, of which some may begin elsewhere.
    """

    side: str
    words: str
    area: str
    cases: tuple[str, ...] = field(converter=tuple[str, ...])
    unit: str = ""
    draw: str = ""
    rule: str = ""


@lru_cache(maxsize=256)
def area_of(board: Board, area: str) -> tuple[Hex, ...]:
    """Return the land hexes of an area, by number.

    Args:
        board: The map.
        area: ``hex 3119``; ``near 2925 3``, within three hexes; ``coast 1921 2925``, coastal hexes
            in these rows; ``all lebanon south_of_litani``, with all these features; ``edges``, the
            north and east edge without the Golan.

    Raises:
        RequestError: It reads otherwise.
    """
    match area.split():
        case ["hex", label]:
            found = {board.hex(label)}
        case ["near", label, hexes] if hexes.isdecimal():
            found = {cell for cell in board.hex(label).disc(int(hexes)) if cell in board}
        case ["coast", first, last]:
            found = set(_coast(board, first, last))
        case ["all", *features] if features:
            found = set.intersection(*(set(having(board, each)) for each in features))
        case ["edges"]:
            found = {*having(board, "north_edge"), *having(board, "east_edge")}
            found -= {*having(board, "golan")}
        case _:
            allowed = "hex, near, coast, all or edges, with what belongs to it"
            raise RequestError("area", shown(area), allowed)
    land = (cell for cell in found if "sea" not in board.cell(cell).terrain)
    return tuple(sorted(land, key=board.label))


def _coast(board: Board, first: str, last: str) -> tuple[Hex, ...]:
    rows = [board.numbering.to_figures(board.hex(label))[0] for label in (first, last)]
    return tuple(
        cell
        for cell in having(board, "coast")
        if rows[0] <= board.numbering.to_figures(cell)[0] <= rows[1]
    )


# ---- 1982


@implements("LEB82", "10.3", "10.3/2")
def israeli_slots(situation: Situation) -> tuple[Slot, ...]:
    """Return the slots of the Israelis: each division in its sector, 880 in one it chooses.

    The 96th Division has none; it waits in the Amphibious box (10.3/1).
    """
    slots = []
    for unit in situation.roster.units.values():
        if unit.side != ISRAELI or unit.formation == SEA_DIVISION:
            continue
        number = unit.formation.partition(" ")[0].rstrip("ndsth")
        if number == "880":
            words, cases, area = "one sector but the 91st", ("LEB82 10.3/2",), CHOSEN
        else:
            words, cases = f"the sector of the {unit.formation}", ("LEB82 10.3",)
            area = f"all sector:{number}"
        slots.append(Slot(ISRAELI, words, area, cases, unit.id))
    return tuple(slots)


@implements("LEB82", "10.4", "10.4/1")
def syrian_slots(situation: Situation) -> tuple[Slot, ...]:
    """Return the slots of the Syrians: round the missile sites, some round that near Zahle."""
    zahle = f"near {ZAHLE} 2"
    units = [each for each in situation.roster.units.values() if each.nationality == SYRIAN]
    named = [
        Slot(ARAB, f"the envelope of the site in {ZAHLE}", zahle, ("LEB82 10.4/1",), unit.id)
        for unit in units
        if unit.id in {"SY-47", "SY-82"}
    ]
    there = {slot.unit for slot in named}
    anywhere = "the envelope of any site"
    commandos = [
        Slot(
            ARAB, anywhere, "all sam_envelope", ("LEB82 10.4", "LEB82 10.4/1"), unit.id, rule=ZAHLE
        )
        for unit in units
        if unit.kind == COMMANDO
    ]
    others = [
        Slot(ARAB, anywhere, "all sam_envelope", ("LEB82 10.4",), unit.id)
        for unit in units
        if unit.kind != COMMANDO and unit.id not in there
    ]
    return (*named, *commandos, *others)


PLACES_1982 = (
    ("Alras Jouaiya", "hex 3119", 1, "2"),
    ("Damour", "hex 1219", 1, "6"),
    ("Khalob", "hex 1018", 1, "7"),
    ("Beirut Airport", "hex 0818", 1, "8"),
    ("Rashayyah", "hex 2008", 1, "10"),
    ("Hasbaita", "hex 2312", 1, "11"),
    ("any three hexes of Beirut", "all beirut", 3, "9"),
    ("within three hexes of Tyre", "near 2925 3", 3, "1"),
    ("within three hexes of Sidon", "near 1820 3", 3, "4"),
    ("within three hexes of Nabatiya", "near 2518 3", 3, "5"),
    ("any coastal hexes from 1921 to 2925", "coast 1921 2925", 2, "3"),
)
"""Places, hexes, how many units, and the case after 10.5; single hexes first, none is lost so."""


@implements("LEB82", "10.5", *(f"10.5/{number}" for number in range(1, 12)))
def plo_slots_1982() -> tuple[Slot, ...]:
    """Return the slots of the PLO in 1982: twenty units, drawn at random."""
    return tuple(
        Slot(ARAB, words, area, ("LEB82 10.5", f"LEB82 10.5/{number}"), draw=PALESTINIANS)
        for words, area, count, number in PLACES_1982
        for _ in range(count)
    )


def slots_1982(situation: Situation) -> dict[str, tuple[Slot, ...]]:
    """Return the slots of 1982 by side, in the order in which they deploy (ours: Arabs first)."""
    arabs = (*plo_slots_1982(), *syrian_slots(situation))
    return {ARAB: arabs, ISRAELI: israeli_slots(situation)}


# ---- 2006


PLACES_2006 = (
    "2925", "3224", "3222", "3220", "3420", "3116",
    "3418", "3217", "2816", "3119", "3121", "3519",
)  # fmt: skip
LEFT_OUT = 2
"""Two of the fourteen units have no hex in the printed list, which breaks off (FM-Q51)."""


@implements("LEB82", "20.2", *(f"20.2/{number}" for number in range(1, 13)))
def plo_slots_2006() -> tuple[Slot, ...]:
    """Return the slots of the PLO in 2006: twelve listed hexes, and two where it likes."""
    listed = tuple(
        Slot(ARAB, f"hex {label}", f"hex {label}", (f"LEB82 20.2/{number}",), draw=PALESTINIANS)
        for number, label in enumerate(PLACES_2006, start=1)
    )
    words = "any hex of Lebanon south and east of the Litani"
    more = Slot(ARAB, words, "all lebanon south_of_litani", ("LEB82 20.2",), draw=PALESTINIANS)
    return (*listed, *(more,) * LEFT_OUT)


@implements("LEB82", "20.1", "20.1/1", "20.1/2")
def slots_2006(situation: Situation) -> dict[str, tuple[Slot, ...]]:
    """Return the slots of 2006 by side: three Israeli divisions in Israel, not on the Golan."""
    divisions = {"36th Division", "162nd Division", "252nd Division"}
    cases = ("LEB82 20.1", "LEB82 20.1/2")
    israelis = tuple(
        Slot(ISRAELI, "Israel without the Golan", "all israel", cases, unit.id, rule=COHESION)
        for unit in situation.roster.units.values()
        if unit.formation in divisions
    )
    return {ARAB: plo_slots_2006(), ISRAELI: israelis}


# ---- 1976


@implements("LEB82", "25.1", "25.2")
def slots_1976(situation: Situation) -> dict[str, tuple[Slot, ...]]:
    """Return the slots of 1976 by side: seven PLO units, two brigades, two commando battalions."""
    board, case = situation.board, ("LEB82 25.2",)
    city = [
        Slot(PLO, "Beirut, one in each hex", f"hex {board.label(cell)}", case, draw=PALESTINIANS)
        for cell in having(board, "beirut")
    ]
    sidon = [
        Slot(PLO, "Sidon (FM-Q54)", f"hex {board.label(cell)}", case, draw=PALESTINIANS)
        for cell in having(board, "sidon")
    ]
    words = "the north or east edge without the Golan"
    named = tuple(
        Slot(SYRIAN, words, "edges", ("LEB82 25.1",), name) for name in ("SY-82", "SY-47")
    )
    drawn = (Slot(SYRIAN, words, "edges", ("LEB82 25.1",), draw=COMMANDOS),) * 2
    return {PLO: (*city, *sidon), SYRIAN: (*named, *drawn)}
