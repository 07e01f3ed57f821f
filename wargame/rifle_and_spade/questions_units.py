"""The rule questions about dice (1.4), units and stacks (3), threat (5.3) and messages (9.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, get_args

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.exact import fraction_of
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade import (
    dice,
    inspecting,
    messaging,
    reorganizing,
    stacking,
    steps,
    threat,
    victory_terms,
)
from wargame.rifle_and_spade.rounding import plain
from wargame.rifle_and_spade.scene import FAMILY
from wargame.rifle_and_spade.sight import checked_light

if TYPE_CHECKING:
    from wargame.rifle_and_spade.reorganizing import Window
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps

NOT_THROWN = -1


# ---- dice


@question("rs.dice")
def read_dice(*, ones: int, tens: int = NOT_THROWN) -> Ruling:
    """What a die, or a pair of them, is read as.

    Args:
        ones: The die, or the second of the pair.
        tens: The first of the pair; without it one die was thrown.
    """
    if tens == NOT_THROWN:
        said = "A die is read 0 to 9; 0 is nothing, not ten."
        return figure("Roll", dice.face(ones, "ones"), said, "RS 1.4.2")
    said = "A pair is read 00 to 99; 00 is nothing, not a hundred."
    return figure("Roll", dice.pair(tens, ones), said, "RS 1.4.2")


@question("rs.five_dice")
def five_dice(*, green: int, red: int, white: int, black: int, grey: int) -> Ruling:
    """What five dice thrown at once are read as: main result, fraction and morale.

    Args:
        green: The main result.
        red: The tens of the fraction.
        white: The ones of the fraction.
        black: The tens of the morale check.
        grey: The ones of the morale check.
    """
    return dice.five_dice(green, red, white, black, grey).ruling()


@question("rs.round")
def rounded(*, value: Fraction, roll: int = NOT_THROWN) -> Ruling:
    """What becomes of a fraction: dropped, or rounded by a percentile roll.

    Args:
        value: The value with its fraction.
        roll: The roll, for results that are rounded by one (1.4.6); otherwise the fraction goes.
    """
    if roll != NOT_THROWN:
        return dice.decimal_rounding(value, roll)
    whole = dice.round_down(value)
    said = f"{value_text(value)} without its fraction."
    return figure("Rounded", whole, said, "RS 1.4.5")


# ---- units


@question("rs.steps")
def printed_steps(*, body: str, guns: int = 0) -> Ruling:
    """How many steps a body of men or guns has at full strength.

    Args:
        body: half-battalion, company, picket, squadron, artillery, machine gun or headquarters.
        guns: How many guns, for artillery.
    """
    return steps.printed_steps(body, guns)


@question("rs.step_loss")
def step_loss(*, full: Fraction, lost: Fraction, artillery: bool = False) -> Ruling:
    """What stands on the map for a unit that has lost steps.

    Args:
        full: Its steps at full strength.
        lost: The steps it lost.
        artillery: Whether it is artillery.
    """
    return steps.step_loss(plain(full), plain(lost), artillery=artillery)


@question("rs.gun_points", scene=FAMILY)
def gun_points(situation: Situation, *, unit: str, left: Fraction) -> Ruling:
    """The fire value of artillery that is marked with fewer steps than its counter prints.

    Args:
        situation: The position.
        unit: The battery.
        left: The steps it is marked with.
    """
    return stacking.gun_points(situation.unit(unit), plain(left))


@question("rs.reorganize", scene=FAMILY)
def reorganize(
    situation: Situation,
    *,
    units: tuple[str, ...],
    into: tuple[str, ...],
    window: str = "before movement",
    cordon: bool = False,
) -> Ruling:
    """Whether units may be reorganized into others.

    Args:
        situation: The position; counters off the map are the sled.
        units: The units used up.
        into: Those in their place, each with its steps after a colon: ``L 2/27: 2``.
        window: before movement, after assault, or retreat.
        cordon: Whether they are under a Cordon Defense order.
    """
    windows: tuple[Window, ...] = get_args(reorganizing.Window)
    for known in windows:
        if known == window:
            exchange = reorganizing.Exchange(units, map(_made, into))
            return reorganizing.ruling(situation, exchange, known, cordon=cordon)
    raise RequestError("question rs.reorganize, window", shown(window), one_of(windows, window))


def _made(written: str) -> tuple[str, Steps]:
    name, colon, amount = written.rpartition(":")
    found = fraction_of(amount.strip())
    if not colon or found is None:
        allowed = "a unit and its steps, such as 'L 2/27: 2'"
        raise RequestError("question rs.reorganize, into", shown(written), allowed)
    return name.strip(), plain(found)


# ---- stacks


@question("rs.stacking", scene=FAMILY)
def stack(situation: Situation, *, hex: str, side: str = "") -> Ruling:
    """Whether the stack of a side is within the limits of its hex.

    Args:
        situation: The position.
        hex: The printed number.
        side: Whose stack; the active side's where none is said.
    """
    cell, whose = situation.board.hex(hex), side or situation.active
    situation.other(whose)
    return stacking.stack_ruling(situation, situation.at(cell, whose), cell)


@question("rs.visible", scene=FAMILY)
def visible(
    situation: Situation,
    *,
    hex: str,
    by: str,
    assaulted: bool = False,
    before_play: bool = False,
) -> Ruling:
    """What a side may know of the units in a hex.

    Args:
        situation: The position.
        hex: The printed number.
        by: The side that looks.
        assaulted: Whether an assault is being resolved there.
        before_play: Whether play has not begun.
    """
    cell = situation.board.hex(hex)
    return inspecting.visible(situation, cell, by, assaulted=assaulted, before_play=before_play)


@question("rs.fire_shown", scene=FAMILY)
def fire_shown(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """What a side must tell of units that fire: points of each type, hex by hex.

    Args:
        situation: The position.
        units: Those that fire.
    """
    return inspecting.fire_shown(situation, units)


# ---- threat, messages, the terms of victory


@question("rs.threat", scene=FAMILY)
def imminent_threat(situation: Situation, *, hex: str, side: str, light: str = "") -> Ruling:
    """Whether a hex is under imminent threat.

    Args:
        situation: The position.
        hex: The printed number.
        side: Whose hex it is.
        light: day, twilight or night; that of the position where none is said.
    """
    cell = situation.board.hex(hex)
    by = checked_light(light) if light else None
    return threat.imminent_threat(situation, cell, side, by)


@question("rs.link", scene=FAMILY)
def link(situation: Situation, *, one: str, other: str, side: str) -> Ruling:
    """Whether two hexes are within messaging range of each other, without others between.

    Args:
        situation: The position.
        one: A printed number.
        other: Another.
        side: Whose message it is.
    """
    situation.other(side)
    board = situation.board
    return messaging.link(situation, board.hex(one), board.hex(other), side)


@question("rs.message", scene=FAMILY)
def message(situation: Situation, *, unit: str, to: str, brigiment: str = "") -> Ruling:
    """Whether a message goes from one unit to another by a chain of stacks.

    Args:
        situation: The position.
        unit: The unit it comes from.
        to: The unit it goes to.
        brigiment: The brigade or regiment whose units pass it on; without one any friends do.
    """
    start, goal = situation.piece(unit), situation.piece(to)
    side = situation.side(start)
    if situation.side(goal) != side:
        raise RequestError("question rs.message, to", shown(to), f"a unit of {side}")
    return messaging.message(situation, start.at, goal.at, side, brigiment or None)


@question("rs.perimeter", scene=FAMILY)
def perimeter(situation: Situation, *, units: tuple[str, ...], side: str) -> Ruling:
    """Whether units in a row make a perimeter.

    Args:
        situation: The position.
        units: The units, from one end to the other.
        side: Whose they are.
    """
    return victory_terms.perimeter(situation, units, side)


@question("rs.good_order", scene=FAMILY)
def good_order(
    situation: Situation, *, brigiment: str, original: Fraction, maximum: int = NOT_THROWN
) -> Ruling:
    """Whether a brigade or regiment is in good order.

    Args:
        situation: The position.
        brigiment: Its name.
        original: The steps that it began with.
        maximum: Its most officer points; without it steps alone decide.
    """
    most = None if maximum == NOT_THROWN else maximum
    return victory_terms.good_order(situation, brigiment, plain(original), most)
