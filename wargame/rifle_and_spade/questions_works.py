"""The rule questions about fieldworks (6), hiding (7), Us/Them (8) and digging (12, 13) by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from wargame.core.charts import ChartShelf
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade import actions, digging, hiding, us_them, works_position
from wargame.rifle_and_spade.construction_table import construction_table, may_build
from wargame.rifle_and_spade.construction_table import may_dig as may_dig_kind
from wargame.rifle_and_spade.scene import FAMILY
from wargame.rifle_and_spade.state import Cover
from wargame.rifle_and_spade.works import WORK_KINDS, Work, WorkKind, connected

if TYPE_CHECKING:
    from wargame.rifle_and_spade.construction_table import Construction
    from wargame.rifle_and_spade.state import Situation

COVERS: tuple[Cover, ...] = tuple(each for each in get_args(Cover) if each)
NO_FACING = "none"


def _work(situation: Situation, name: str, where: str) -> Work:
    found = situation.work(name)
    if found is None:
        known = [work.id for work in situation.works]
        raise RequestError(f"question {where}", shown(name), one_of(known, name))
    return found


def _kind(name: str, where: str) -> WorkKind:
    found = next((each for each in WORK_KINDS if each == name), None)
    if found is None:
        raise RequestError(f"question {where}", shown(name), one_of(WORK_KINDS, name))
    return found


# ---- fieldworks


@question("rs.bearing", scene=FAMILY)
def bearing(situation: Situation, *, work: str, unit: str = "", of: str = "") -> Ruling:
    """Whether a unit or a hex lies to the front, side or rear of a fieldwork.

    Args:
        situation: The position.
        work: The fieldwork.
        unit: The unit; in the hex of the work, the hex it came from decides.
        of: In place of a unit the printed number of a hex.
    """
    dug = _work(situation, work, "rs.bearing, work")
    if bool(unit) == bool(of):
        raise RequestError("question rs.bearing", "not one of them", "either unit or of")
    piece = situation.piece(unit) if unit else None
    at = piece.at if piece is not None else situation.board.hex(of)
    who = unit or of
    found = works_position.relative_position(situation, at, dug, piece)
    rakes = works_position.enfilades(dug, at, piece)
    words = "rakes it" if rakes else "does not rake it"
    part = figure("Enfilade", rakes, f"Fire from there {words}.", "RS 6.4.6", "RS 6.4.8")
    if found is None:
        said = f"{dug.id} has no facings, or nothing tells where {who} came in."
    else:
        said = f"{who} is to the {found} of {dug.id}."
    cases = ("RS 6.1.6", "RS 6.1.7")
    return finding("Bearing", found or NO_FACING, said, *cases, parts=(part,))


@question("rs.wire", scene=FAMILY)
def wire(situation: Situation, *, one: str, other: str) -> Ruling:
    """Whether barbed wire lies between two adjacent hexes.

    Args:
        situation: The position.
        one: A printed number.
        other: Another.
    """
    board = situation.board
    here, there = board.hex(one), board.hex(other)
    if here.distance(there) != 1:
        raise RequestError("question rs.wire, other", shown(other), f"a hex adjacent to {one}")
    found = situation.wire_between(here, there)
    said = "No wire lies there." if found is None else f"The wire of {found.id} lies there."
    return figure("Wire", found is not None, said, "RS 6.5", "RS 6.5.3")


@question("rs.facing", scene=FAMILY)
def facing(situation: Situation, *, unit: str, target: str) -> Ruling:
    """Whether artillery can fire at a hex from the pit or fort that it is in.

    Args:
        situation: The position.
        unit: The artillery.
        target: The printed number of the hex.
    """
    piece = situation.piece(unit)
    return works_position.fire_facing(situation, piece, situation.board.hex(target))


@question("rs.connected", scene=FAMILY)
def joined(situation: Situation, *, one: str, other: str) -> Ruling:
    """Whether two trenches join by their ends, so that one goes from one to the other in cover.

    Args:
        situation: The position.
        one: A trench.
        other: Another.
    """
    where = "rs.connected"
    first, second = _work(situation, one, where), _work(situation, other, where)
    found = connected(first, second)
    said = "End lies to end across the hexside between them."
    if not found:
        said = "They do not lie end to end in adjacent hexes, or one of them connects to nothing."
    return figure("Connected", found, said, "RS 6.4.1", "RS 6.4.8", "RS 13.1.17")


@question("rs.may_go_on_top", scene=FAMILY)
def may_go_on_top(situation: Situation, *, unit: str) -> Ruling:
    """Whether a unit in a fieldwork may go on top of it.

    Args:
        situation: The position.
        unit: The unit.
    """
    return works_position.may_go_on_top(situation, situation.piece(unit))


# ---- hiding


@question("rs.may_hide", scene=FAMILY)
def may_hide(situation: Situation, *, units: tuple[str, ...], cover: str = "terrain") -> Ruling:
    """Whether units of one hex may hide together.

    Args:
        situation: The position.
        units: The units.
        cover: terrain, work or ridge.
    """
    how = next((each for each in COVERS if each == cover), None)
    if how is None:
        raise RequestError("question rs.may_hide, cover", shown(cover), one_of(COVERS, cover))
    return hiding.may_hide(situation, units, how)


@question("rs.hidden_from", scene=FAMILY)
def hidden_from(situation: Situation, *, unit: str, enemy: str) -> Ruling:
    """Whether a unit hides from whoever stands in a hex.

    Args:
        situation: The position.
        unit: The unit.
        enemy: The printed number of the hex.
    """
    piece = situation.piece(unit)
    found = hiding.hidden_from(situation, piece, situation.board.hex(enemy))
    how = hiding.WORDS[piece.hiding]
    said = f"{unit} hides {how} from {enemy}." if found else f"{unit} does not hide from {enemy}."
    return figure("Hidden", found, said, "RS 7.4.2", "RS 7.5.2", "RS 7.1")


@question("rs.moves_hidden", scene=FAMILY)
def moves_hidden(situation: Situation, *, units: tuple[str, ...], to: str) -> Ruling:
    """Whether units can go on into a hex and stay in hiding all the while.

    Args:
        situation: The position.
        units: The units.
        to: The printed number of the hex.
    """
    found = hiding.moves_hidden(situation, units, situation.board.hex(to))
    said = f"They stay hidden on the way to {to}." if found else "They must come out or stop."
    return figure("Moves hidden", found, said, "RS 7.2.4", "RS 7.3", "RS 7.4")


# ---- Us/Them


@question("rs.may_leave", scene=FAMILY)
def may_leave(situation: Situation, *, units: tuple[str, ...], to: str) -> Ruling:
    """Whether units in Us/Them may move out into an adjacent hex.

    Args:
        situation: The position.
        units: The units.
        to: The printed number of the hex.
    """
    return us_them.may_leave(situation, units, situation.board.hex(to))


@question("rs.may_reinforce", scene=FAMILY)
def may_reinforce(situation: Situation, *, units: tuple[str, ...], at: str) -> Ruling:
    """Whether units may move into a hex in Us/Them to join their own side there.

    Args:
        situation: The position.
        units: The units.
        at: The printed number of the hex.
    """
    return us_them.may_reinforce(situation, units, situation.board.hex(at))


@question("rs.may_assault_inside", scene=FAMILY)
def may_assault_inside(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """Whether units in Us/Them may assault the enemy in their own hex.

    Args:
        situation: The position.
        units: The units.
    """
    return us_them.may_assault_inside(situation, units)


@question("rs.original_occupier", scene=FAMILY)
def original_occupier(situation: Situation, *, at: str) -> Ruling:
    """Whose a hex was before the other side came in, so that its fieldworks stay theirs.

    Args:
        situation: The position.
        at: The printed number of the hex.
    """
    side = us_them.original_occupier(situation, situation.board.hex(at))
    said = f"{side} had {at} first." if side else f"Nothing tells who had {at} first."
    return figure("Original occupier", side or "nobody", said, "RS 6.1.1/5")


@question("rs.spotting_range", scene=FAMILY)
def spotting_range(situation: Situation, *, unit: str) -> Ruling:
    """How far a unit observes for artillery.

    Args:
        situation: The position.
        unit: The unit.
    """
    piece = situation.piece(unit)
    shared = piece.at in situation.shared
    said = "Out of Us/Them one hardly sees beyond the next hex." if shared else "By the light."
    found = us_them.spotting_range(situation, piece)
    return figure("Observation range", found, said, "RS 8.3.6", "RS 5.2.1", unit="hexes")


# ---- actions and digging


@question("rs.action", scene=FAMILY)
def action(situation: Situation, *, task: str) -> Ruling:
    """Which kind of action a long action is, and whether hiding puts an end to it.

    Args:
        situation: The position, which matters only for the charts.
        task: engineering, one hex, prolong, drag, land or embark.
    """
    return actions.long_action(situation, task)


@question("rs.construction_turns")
def construction_turns(*, kind: str) -> Ruling:
    """How many turns a fieldwork takes to build, by how many rifle steps, and of what it is made.

    Args:
        kind: rifle pit, shallow trench, fire trench, gun pit or barbed wire.
    """
    _kind(kind, "rs.construction_turns, kind")
    row = construction_table(ChartShelf())[kind]
    said = f"A {kind} takes {row.turns} turn{'' if row.turns == 1 else 's'}."
    parts = _construction(row)
    return finding("Turns", row.turns, said, "RS 13.1.1", "RS 12.2", parts=parts, unit="turns",
                   provenance=construction_table(ChartShelf()).origin(row, "turns"))  # fmt: skip


def _construction(row: Construction) -> tuple[Ruling, ...]:
    origin: Provenance = construction_table(ChartShelf()).origin(row, "personnel")
    hands = "Rifle steps that must work at it; 0: any one unit of the arms."
    made = f"Made of a {row.made_of}." if row.made_of else "Made of nothing."
    whole = row.personnel.denominator == 1
    people = row.personnel.numerator if whole else row.personnel
    return (
        figure("Personnel", people, hands, "RS 13.1.1", unit="steps", provenance=origin),
        figure("Made of", row.made_of, made, "RS 13.1.10", "RS 13.1.11"),
    )


@question("rs.may_dig", scene=FAMILY)
def may_dig(situation: Situation, *, unit: str, kind: str, order: str = "") -> Ruling:
    """Whether a unit may dig now, and this kind of fieldwork.

    Args:
        situation: The position.
        unit: The unit.
        kind: The fieldwork.
        order: The order of its brigade or regiment, where orders are used.
    """
    what = _kind(kind, "rs.may_dig, kind")
    bar = digging.obstacle(situation, unit)
    if bar is not None:
        return bar
    own = situation.unit(unit)
    found = may_dig_kind(situation, own, what, order)
    if not found.allowed:
        return found
    leave = may_build(situation, own.side, what)
    if not leave.allowed:
        return leave
    said = f"{unit} may work at a {kind}."
    return finding(f"{unit} may dig", True, said, "RS 13.1.2", parts=(found, leave))


@question("rs.jobs", scene=FAMILY)
def jobs(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """Every piece of digging open to units of the active side, with the turns that it takes.

    Args:
        situation: The position.
        units: The units that may act.
    """
    found = digging.jobs(situation, units)
    table = construction_table(situation.shelf)
    parts = []
    for job in found:
        row = table[job.project.kind]
        who, shapes = ", ".join(job.units), len(job.shapes)
        ways = f"; it may lie {shapes} ways" if shapes > 1 else ""
        said = f"{job.label}: by {who}{ways}."
        parts.append(finding(job.key, row.turns, said, "RS 13.1.1", "RS 13.1.12",
                             parts=_construction(row), unit="turns"))  # fmt: skip
    keys = tuple(job.key for job in found)
    if not keys:
        return refusal("Jobs", "Nothing can be dug by these units now.", "RS 13.1.2", "RS 13.1.5")
    return finding("Jobs", keys, f"{'; '.join(keys)}.", "RS 13.1", parts=parts)
