"""Founding an emergency flying column (9.5.2): its class, its row, its share of officer points."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure, finding
from wargame.rifle_and_spade import battalions, officers
from wargame.rifle_and_spade.column_roster import moved
from wargame.rifle_and_spade.command import Command
from wargame.rifle_and_spade.dice import hundredths
from wargame.rifle_and_spade.formations import NUMERALS, Brigiment, Quality
from wargame.rifle_and_spade.officer_points_table import usual_gains, usual_maximum
from wargame.rifle_and_spade.orders.order import Order
from wargame.rifle_and_spade.state import Piece
from wargame.rifle_and_spade.units import Unit

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Band, Step
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps

OCCASION = "emergency flying column"
"""The occasion of the leader casualties whose modifier is taken (RS-Q30)."""
NAMES = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta")
WORST: Quality = 5
UNIT = "officer points"


@frozen
class Share:
    """What one brigiment gives a new column.

    Args:
        brigiment: The brigiment.
        had: Its officer points before.
        leaders: What the leader casualties asked for.
        going: Infantry steps that go.
        staying: Infantry steps that stay.
        room: Points that the row of the column still has room for.
    """

    brigiment: str
    had: int
    leaders: int
    going: Steps
    staying: Steps
    room: int

    @property
    def after_loss(self) -> int:
        """The points left after the leader casualties; never below none (10.2.3)."""
        return max(self.had - self.leaders, 0)

    @property
    def exact(self) -> Fraction:
        """The share in proportion of steps, exact."""
        steps = self.going + self.staying
        return Fraction(self.after_loss * self.going) / steps if steps else Fraction(0)

    @property
    def given(self) -> int:
        """The share, fractions dropped, as far as the column has room for it."""
        return min(floor(self.exact), self.room)

    @property
    def kept(self) -> int:
        """What the brigiment keeps."""
        return self.after_loss - self.given

    @implements("RS", "9.5.2")
    def ruling(self) -> Ruling:
        """Return the arithmetic."""
        whole, cents = hundredths(self.exact)
        parts = (
            figure("Before", self.had, f"What {self.brigiment} had.", "RS 10.1", unit=UNIT),
            figure("Leaders lost", -min(self.leaders, self.had), "By the leader casualties.",
                   "RS 9.5.2", "RS 10.3.1", unit=UNIT),
            figure("Share", self.given, f"{self.after_loss} x {self.going} of "
                   f"{self.going + self.staying} steps is {whole}.{cents:02}, rounded down.",
                   "RS 9.5.2", "RS 10.1.5", unit=UNIT),
        )  # fmt: skip
        said = f"{self.brigiment} loses {self.had - self.kept} of {self.had} in all."
        label = f"{self.brigiment} keeps"
        return finding(label, self.kept, said, "RS 9.5.2", parts=parts, unit=UNIT)


def free_name(situation: Situation) -> str:
    """Return the name of the next column; empty when every marker is in use."""
    used = {each.brigiment for each in situation.commands}
    named = (f"FC {each}" for each in NAMES)
    return next((name for name in named if name not in used), "")


def known_brigiments(situation: Situation, names: Iterable[str]) -> tuple[str, ...]:
    """Return the brigiments that units belong to, in order of the units."""
    return tuple(dict.fromkeys(situation.unit(name).brigiment for name in names))


@implements("RS", "9.5.3")
def class_of(situation: Situation, brigiments: Iterable[str]) -> Quality:
    """Return the class of a column: one worse than the worst it comes from, V at the worst."""
    worst = max(situation.army.brigiment(each).quality for each in brigiments)
    qualities: tuple[Quality, ...] = (1, 2, 3, 4, 5)
    return qualities[min(worst, WORST - 1)]


def battalions_of(situation: Situation, names: Iterable[str]) -> int:
    """Return how many battalions units make, counted as in 11.14.17 and rounded up, at least one.

    A battalion above half its steps is one, up to half of them a half.
    """
    steps = battalions.steps_of(situation, map(situation.piece, names))
    return max(ceil(battalions.count(situation, steps)), 1)


@implements("RS", "9.5.5")
def row_text(situation: Situation, names: Iterable[str], quality: Quality) -> str:
    """Return the row of the display of emergency columns that a column uses."""
    count = battalions_of(situation, names)
    return f"Class {NUMERALS[quality]}, {count} bn{'' if count == 1 else 's'}"


def infantry_steps(situation: Situation, names: Iterable[str]) -> Steps:
    """Return the infantry steps of units."""
    found = (situation.piece(name) for name in names)
    return sum((piece.steps for piece in found if situation.unit(piece).infantry), 0)


def members(situation: Situation, brigiment: str) -> tuple[str, ...]:
    """Return the units on the map of a brigiment."""
    side = situation.army.brigiment(brigiment).side
    own = (piece for piece in situation.of(side) if situation.unit(piece).brigiment == brigiment)
    return tuple(piece.unit for piece in own)


@implements("RS", "9.5.2", "9.5.4", "9.5.5", "10.3")
def found(
    situation: Situation, unit: str, names: tuple[str, ...]
) -> Generator[Step, Any, Situation]:
    """Found an emergency flying column and return the situation after.

    Every brigiment that gives units rolls for its leaders, gives its share, and has its maximum
    reckoned anew for the battalions it keeps (RS-Q29). What the column's row has no room for stays
    with the brigiment.

    Args:
        situation: The position.
        unit: The unit on which the marker of the headquarters is placed.
        names: All that join, that unit included.
    """
    from_whom = known_brigiments(situation, (unit, *names))
    quality = class_of(situation, from_whom)
    maximum = usual_maximum(situation.shelf, quality, battalions_of(situation, names))
    drm = officers.officer_chart(situation.shelf).drms.get(OCCASION, 0)
    shares, room = [], maximum
    for brigiment in from_whom:
        had, leaders = situation.points_of(brigiment), 0
        if had is not None:
            roll = officers.casualty_roll(situation.shelf, brigiment, drm)
            band: Band = yield evolve(roll, position=situation)
            leaders = int(band.outcome)
        share = _share(situation, brigiment, names, leaders, room)
        shares.append(share)
        room -= share.given
    after = _founded(situation, unit, names, shares, (quality, maximum))
    yield _told(situation, after, names, shares)
    for brigiment in from_whom:
        after = closed(after, brigiment)
    return after


def closed(situation: Situation, column: str) -> Situation:
    """Return the situation without a column that only its headquarters is left of.

    Any other brigiment, and a column with units, stays as it is.
    """
    staff = members(situation, column)
    if not situation.army.brigiment(column).column or any(
        situation.unit(name).arm != "headquarters" for name in staff
    ):
        return situation
    after = situation.without(staff)
    return evolve(
        after,
        commands=tuple(each for each in after.commands if each.brigiment != column),
        officers=tuple(each for each in after.officers if each[0] != column),
    )


def _share(
    situation: Situation, brigiment: str, names: tuple[str, ...], leaders: int, room: int
) -> Share:
    own = members(situation, brigiment)
    going = infantry_steps(situation, (name for name in own if name in names))
    staying = infantry_steps(situation, (name for name in own if name not in names))
    had = situation.points_of(brigiment) or 0
    return Share(brigiment, had, leaders, going, staying, room)


def _founded(
    situation: Situation,
    unit: str,
    names: tuple[str, ...],
    shares: Iterable[Share],
    figures: tuple[Quality, int],
) -> Situation:
    column = _formation(situation, unit, names, figures)
    staff = _staff(situation, column)
    after = moved(situation, names, column.id, column=column, staff=staff)
    host = after.piece(unit)
    pieces = [evolve(after.piece(name), isolated=False) for name in names]
    marker = Piece(staff.id, host.at, 0, work=host.work, hiding=host.hiding)
    after = after.replace_pieces(*pieces)
    points = {each.brigiment: each.kept for each in shares}
    officers_now = {name: points.get(name, left) for name, left in after.officers}
    officers_now[column.id] = sum(each.given for each in shares)
    after = evolve(
        after,
        pieces=(*after.pieces, marker),
        officers=tuple(sorted(officers_now.items())),
    )
    order = Order("disorganized defense", after.turn)
    commands = [Command(column.id, order, column.maximum), *_reckoned(after, points)]
    return after.with_command(*commands)


@implements("RS", "9.5.2", "11.14.17")
def _reckoned(situation: Situation, brigiments: Iterable[str]) -> list[Command]:
    """Return the commands of those who gave units, their maxima reckoned as on leaving regroup."""
    found = []
    for name in brigiments:
        command = situation.command(name)
        now = min(command.maximum, battalions.maximum(situation, name))
        found.append(evolve(command, maximum=now))
    return found


def _formation(
    situation: Situation, unit: str, names: tuple[str, ...], figures: tuple[Quality, int]
) -> Brigiment:
    parent = situation.army.brigiment(situation.unit(unit).brigiment)
    name, (quality, maximum) = free_name(situation), figures
    bodies = {situation.unit(each).battalion for each in names}
    return Brigiment(
        name,
        f"Flying column {name.removeprefix('FC ')}",
        parent.side,
        parent.division,
        quality,
        maximum,
        tuple(sorted(bodies - {""})),
        f"{name} HQ",
        usual_gains(situation.shelf, quality),
        column=True,
        provenance=Provenance("derived", "RS 9.5.2", "founded in play"),
    )


def _staff(situation: Situation, column: Brigiment) -> Unit:
    """Return the counter of the column's headquarters, from the set where that has one."""
    known = situation.roster.units.get(column.headquarters)
    if known is not None:
        return evolve(known, brigiment=column.id)
    return Unit(
        column.headquarters,
        f"{column.id} headquarters",
        column.side,
        "headquarters",
        "brigade",
        column.id,
        provenance=column.provenance,
    )


def _told(
    before: Situation, after: Situation, names: tuple[str, ...], shares: Iterable[Share]
) -> Ruling:
    column = after.army.brigiment(after.unit(names[0]).brigiment)
    shares = tuple(shares)
    row = row_text(before, names, column.quality)
    given = sum(each.given for each in shares)
    maxima = [
        figure(f"New maximum of {each.brigiment}", after.command(each.brigiment).maximum,
               "Reckoned for the battalions it keeps.", "RS 9.5.2", "RS 11.14.17", unit=UNIT)
        for each in shares
    ]  # fmt: skip
    parts = (
        figure("Units", names, f"{', '.join(names)}.", "RS 9.5.2"),
        figure("Class", NUMERALS[column.quality], "One worse than the worst it comes from, V at "
               "the worst.", "RS 9.5.3"),
        figure("Row", row, "Of the display of emergency columns.", "RS 9.5.5"),
        automatic("Order", "disorganized defense", "As every new column has.", "RS 9.5.4"),
        *(each.ruling() for each in shares),
        *maxima,
    )  # fmt: skip
    said = f"{column.name} is founded with {given} officer points."
    return finding(column.id, given, said, "RS 9.5.2", parts=parts, unit=UNIT)
