"""Setting up Lebanon '82 (10.3-10.5, 20.1-20.2, 25.1-25.2): as drawn up, or unit by unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Band, Checkpoint, Choice, Option, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.core.words import count
from wargame.fire_and_movement.lebanon_places import (
    AT_ZAHLE,
    CHOSEN,
    COHESION,
    COMMANDO,
    PALESTINIANS,
    PLO,
    SECTORS,
    ZAHLE,
    Slot,
    area_of,
)
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

READY, FREE = "ready", "free"


@frozen
class SettingUp:
    """A set-up under way.

    Args:
        situation: The position so far.
        ready: The set-up as drawn up.
        left: The sides that are still to deploy, each with its slots, the next one first.
        asked: Whether the next side has said how it deploys.
        sector: The sector that the 880 Division has chosen.
    """

    situation: Situation
    ready: Situation
    left: tuple[tuple[str, tuple[Slot, ...]], ...]
    asked: bool = False
    sector: str = ""

    @property
    def over(self) -> bool:
        """Whether both sides stand."""
        return not self.left

    @property
    def side(self) -> str:
        """The side that deploys."""
        return self.left[0][0]


def empty(ready: Situation, slots: Mapping[str, tuple[Slot, ...]]) -> SettingUp:
    """Return the set-up before anybody is placed, from a set-up as drawn up and the slots."""
    return SettingUp(evolve(ready, pieces=()), ready, tuple(slots.items()))


def set_up(state: SettingUp) -> Steps:
    """Set up both sides; return the position."""
    while not state.over:
        yield Checkpoint(where(state), state, set_up)
        state = yield from next_placed(state)
    return state.situation


def where(state: SettingUp) -> str:
    """Return what moment of the set-up it is."""
    return f"Set-up, {state.side}"


def next_placed(state: SettingUp) -> Generator[Step, Any, SettingUp]:
    """Ask for one thing: how a side deploys, the sector of 880, or where a unit goes."""
    side, slots = state.left[0]
    if not state.asked:
        return (yield from _how(state))
    if not slots:
        return evolve(state, left=state.left[1:], asked=False)
    slot = slots[0]
    if slot.area == CHOSEN and not state.sector:
        return (yield from _sector(state))
    name = slot.unit or (yield from _drawn(state.situation, slot))
    cells = open_cells(state, slot, name)
    cell = cells[0]
    if len(cells) > 1:
        answer: Option = yield _where(state, slot, name, cells)
        cell = state.situation.board.hex(answer.key)
    situation = _placed(state.situation, Piece(name, cell))
    return evolve(state, situation=situation, left=((side, slots[1:]), *state.left[1:]))


def _placed(situation: Situation, *pieces: Piece) -> Situation:
    return evolve(situation, pieces=(*situation.pieces, *pieces))


def _how(state: SettingUp) -> Generator[Step, Any, SettingUp]:
    side, slots = state.left[0]
    options = (
        Option(READY, "as the scenario has it drawn up"),
        Option(FREE, "unit by unit, drawing at random what is so drawn"),
    )
    cases = tuple(dict.fromkeys(slot.cases[0] for slot in slots))
    purpose = f"{side}: how it deploys"
    answer: Option = yield Choice(side, purpose, options, cases, position=state.situation)
    if answer.key == FREE:
        return evolve(state, asked=True)
    situation = _placed(state.situation, *state.ready.of(side))
    return evolve(state, situation=situation, left=state.left[1:])


@implements("LEB82", "10.3/2")
def _sector(state: SettingUp) -> Generator[Step, Any, SettingUp]:
    situation, (side, slots) = state.situation, state.left[0]
    due = sum(slot.area == CHOSEN for slot in slots)
    free = {
        each: sum(not situation.at(cell) for cell in area_of(situation.board, f"all sector:{each}"))
        for each in SECTORS
    }
    options = [
        Option(each, f"the sector of the {each} Division")
        for each, count in free.items()
        if count >= due
    ]
    purpose = "880 Division: in which sector it begins"
    why = "880 may not begin in the sector of the 91st Division."
    barred = (("91", refusal("880 Division", why, "LEB82 10.3/2")),)
    answer: Option = yield Choice(
        side, purpose, tuple(options), ("LEB82 10.3/2",), barred, position=situation
    )
    return evolve(state, sector=answer.key)


@implements("LEB82", "10.5", "20.2", "25.1", "25.2")
def _drawn(situation: Situation, slot: Slot) -> Generator[Step, Any, str]:
    """Draw a unit at random from those not placed yet; units that are alike are one band."""
    names = sorted(undrawn(situation, slot), key=lambda name: (_look(situation, name), name))
    looks = [_look(situation, name) for name in names]
    if len(set(looks)) == 1:
        return names[0]
    bands: list[Band] = []
    for face, look in enumerate(looks, start=1):
        if bands and bands[-1].outcome == look:
            bands[-1] = evolve(bands[-1], high=face)
        else:
            bands.append(Band(face, face, look))
    purpose = f"{slot.side}: a unit for {slot.words}"
    band: Band = yield Roll(purpose, len(names), bands, slot.cases, drawn=True, position=situation)
    return names[band.low - 1]


def _look(situation: Situation, name: str) -> str:
    return str(situation.unit(name).faces[0])


def undrawn(situation: Situation, slot: Slot) -> tuple[str, ...]:
    """Return the units that may be drawn for a slot: all of the kind that are not placed."""
    there = {piece.unit for piece in situation.pieces}
    return tuple(
        unit.id
        for unit in situation.roster.units.values()
        if unit.id not in there and _is_drawn(unit, slot)
    )


def _is_drawn(unit: Unit, slot: Slot) -> bool:
    if slot.draw == PALESTINIANS:
        return unit.nationality == PLO
    return unit.kind == COMMANDO


def _where(state: SettingUp, slot: Slot, name: str, cells: Iterable[Hex]) -> Choice:
    situation, unit = state.situation, state.situation.unit(name)
    board = situation.board
    options = [Option(board.label(cell), f"in {board.describe(cell)}") for cell in cells]
    purpose = f"{unit.name}, {unit.faces[0]}: where it begins, {slot.words}"
    return Choice(slot.side, purpose, tuple(options), slot.cases, position=situation)


# ---- where a unit may begin


def open_cells(state: SettingUp, slot: Slot, name: str) -> tuple[Hex, ...]:
    """Return the hexes in which a unit may begin now, by number."""
    area = f"all sector:{state.sector}" if slot.area == CHOSEN else slot.area
    cells = area_of(state.situation.board, area)
    return tuple(cell for cell in cells if may_begin(state, slot, name, cell).allowed)


def may_begin(state: SettingUp, slot: Slot, name: str, cell: Hex) -> Ruling:
    """Return whether a unit may begin in a hex, in its slot and beside what stands already.

    Args:
        state: The set-up so far.
        slot: The slot.
        name: The unit, which is not placed yet.
        cell: The hex.

    Raises:
        RequestError: There is no such unit, or the hex is off the map.
    """
    situation = state.situation
    unit, board = situation.unit(name), situation.board
    label = board.label(cell)
    board.cell(cell)
    area = f"all sector:{state.sector}" if slot.area == CHOSEN else slot.area
    if cell not in area_of(board, area):
        why = f"{unit.name} begins in {slot.words}; {label} is no such hex."
        return refusal("Set-up", why, *slot.cases)
    if situation.at(cell):
        return refusal("Set-up", f"{label} is taken.", situation.ruleset.case("5.3"), *slot.cases)
    if slot.rule == ZAHLE and (why := _too_many_away(situation, name, cell)):
        return refusal("Set-up", why, "LEB82 10.4/1")
    if slot.rule == COHESION and (why := _too_lonely(state, unit, cell)):
        return refusal("Set-up", why, "LEB82 20.1/2")
    return finding("Set-up", True, f"{unit.name} may begin in {label}.", *slot.cases)


@implements("LEB82", "10.4/1")
def _too_many_away(situation: Situation, name: str, cell: Hex) -> str:
    """Return why a commando battalion may not begin away from Zahle, if ten would not be left."""
    near = area_of(situation.board, f"near {ZAHLE} 2")
    if cell in near:
        return ""
    all_of_them = [u.id for u in situation.roster.units.values() if u.kind == COMMANDO]
    away = [p for p in situation.pieces if p.unit in all_of_them and p.at not in near]
    spare = len(all_of_them) - AT_ZAHLE
    if len(away) < spare:
        return ""
    unit = situation.unit(name).name
    return f"{unit}: {AT_ZAHLE} commando battalions begin round {ZAHLE}, and {spare} are away."


@implements("LEB82", "20.1/2")
def _too_lonely(state: SettingUp, unit: Unit, cell: Hex) -> str:
    """Return why a unit may not begin in a hex, if one of its division would be left alone.

    At most one unit stands alone while the division deploys, one more is still to come, and there
    is room beside it.
    """
    situation = _placed(state.situation, Piece(unit.id, cell))
    coming = [
        slot.unit
        for slot in state.left[0][1]
        if slot.unit != unit.id and situation.unit(slot.unit).formation == unit.formation
    ]
    alone = lonely(situation, unit.formation)
    if not alone:
        return ""
    room = [
        each
        for each in alone
        for there in area_of(situation.board, "all israel")
        if there.distance(each.at) == 1 and not situation.at(there)
    ]
    if len(alone) == 1 and coming and room:
        return ""
    names = ", ".join(situation.unit(piece.unit).name for piece in alone)
    return f"{names} would be left without a neighbour of the {unit.formation}."


@implements("LEB82", "20.1/2")
def lonely(situation: Situation, formation: str) -> tuple[Piece, ...]:
    """Return the units of a division that have no other of it next to them."""
    group = [p for p in situation.pieces if situation.unit(p.unit).formation == formation]
    return tuple(
        piece for piece in group if all(piece.at.distance(other.at) != 1 for other in group)
    )


# ---- a whole set-up


def check_set_up(situation: Situation, slots: Mapping[str, tuple[Slot, ...]]) -> Ruling:
    """Return whether a finished set-up keeps the rules.

    Args:
        situation: The position.
        slots: The slots of the scenario, by side.
    """
    parts = [each for own in slots.values() for each in _checked(situation, own)]
    wrong = [part for part in parts if not part.allowed]
    cases = tuple(dict.fromkeys(case for part in parts for case in part.cases))
    if wrong:
        return refusal("Set-up", wrong[0].sentence, *wrong[0].cases, allowed=parts)
    units = len(situation.pieces)
    return finding("Set-up", True, f"All {units} units begin where they may.", *cases, parts=parts)


def _checked(situation: Situation, slots: tuple[Slot, ...]) -> tuple[Ruling, ...]:
    """Return a ruling for each place: whether as many units stand there as it says."""
    filled = _matched(situation, slots)
    side = slots[0].side
    spare = [p.unit for p in situation.of(side) if p.unit not in filled.values()]
    found = []
    for words in dict.fromkeys(slot.words for slot in slots):
        here = [n for n, slot in enumerate(slots) if slot.words == words]
        there = [filled[n] for n in here if n in filled]
        said = f"{words}: {len(there)} of {count(len(here), 'unit')}."
        cases = slots[here[0]].cases
        if len(there) < len(here):
            found.append(refusal(f"{side} set-up", said, *cases))
        else:
            found.append(finding(f"{side} set-up", True, said, *cases))
    if spare:
        names = ", ".join(situation.unit(name).name for name in spare)
        found.append(refusal(f"{side} set-up", f"No place is left for {names}.", *slots[0].cases))
    return (*found, *_rules(situation, slots))


def _rules(situation: Situation, slots: tuple[Slot, ...]) -> tuple[Ruling, ...]:
    """Return the rulings on what binds several units together."""
    found = []
    rules = {slot.rule for slot in slots}
    if ZAHLE in rules:
        near = area_of(situation.board, f"near {ZAHLE} 2")
        units = situation.roster.units
        here = sum(units[p.unit].kind == COMMANDO and p.at in near for p in situation.pieces)
        said = f"{here} commando battalions round {ZAHLE}; {AT_ZAHLE} at least."
        right = here >= AT_ZAHLE
        case = "LEB82 10.4/1"
        found.append(finding("Zahle", True, said, case) if right else refusal("Zahle", said, case))
    if COHESION in rules:
        groups = dict.fromkeys(situation.unit(slot.unit).formation for slot in slots)
        alone = [piece.unit for group in groups for piece in lonely(situation, group)]
        case = "LEB82 20.1/2"
        said = "Every unit has one of its division next to it."
        if alone:
            names = ", ".join(situation.unit(name).name for name in alone)
            found.append(refusal("Divisions", f"No neighbour of its division: {names}.", case))
        else:
            found.append(finding("Divisions", True, said, case))
    return tuple(found)


def _matched(situation: Situation, slots: tuple[Slot, ...]) -> dict[int, str]:
    """Return for each slot that can be filled the unit that fills it, as many as possible."""
    pieces = situation.of(slots[0].side)
    sector = _sector_of_880(situation, slots)
    able: list[list[str]] = []
    for slot in slots:
        area = f"all sector:{sector}" if slot.area == CHOSEN else slot.area
        cells = frozenset(area_of(situation.board, area))
        able.append(
            [p.unit for p in pieces if p.at in cells and _takes(situation.unit(p.unit), slot)]
        )
    slot_of: dict[str, int] = {}
    for number in range(len(slots)):
        _seat(number, able, slot_of, set())
    return {number: name for name, number in slot_of.items()}


def _takes(unit: Unit, slot: Slot) -> bool:
    return unit.id == slot.unit if slot.unit else _is_drawn(unit, slot)


def _seat(number: int, able: list[list[str]], slot_of: dict[str, int], tried: set[str]) -> bool:
    """Fill a slot, moving units of other slots where that helps."""
    for name in able[number]:
        if name in tried:
            continue
        tried.add(name)
        if name not in slot_of or _seat(slot_of[name], able, slot_of, tried):
            slot_of[name] = number
            return True
    return False


def _sector_of_880(situation: Situation, slots: tuple[Slot, ...]) -> str:
    """Return the sector in which most of the 880 Division stands."""
    names = {slot.unit for slot in slots if slot.area == CHOSEN}
    at = [piece.at for piece in situation.pieces if piece.unit in names]
    counts = {
        each: sum(cell in area_of(situation.board, f"all sector:{each}") for cell in at)
        for each in SECTORS
    }
    return max(counts, key=counts.__getitem__)
