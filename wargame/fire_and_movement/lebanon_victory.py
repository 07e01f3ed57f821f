"""How long Lebanon '82 lasts (18) and who wins it, with two players (19.0) and three (19.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, figure, finding, skipped, total
from wargame.core.words import count
from wargame.fire_and_movement.lebanon_control import BEIRUT, having, holder
from wargame.fire_and_movement.lebanon_places import ARAB, ISRAELI, PLO, SYRIAN
from wargame.fire_and_movement.sams import standing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Fallen, Situation

LENGTH = 30
"""The turns of the game, and the most that it can last (18.0)."""
ARABS = "Arabs"
DEPLETED, ELIMINATED = 1, 2
"""Turns for a depletion and for an elimination."""


@frozen
class Losses:
    """What a nationality has lost.

    Args:
        depleted: Depletions.
        eliminated: Eliminations.
    """

    depleted: int = 0
    eliminated: int = 0

    @property
    def turns(self) -> int:
        """How many turns that makes."""
        return DEPLETED * self.depleted + ELIMINATED * self.eliminated


def losses_of(situation: Situation, nationality: str) -> Losses:
    """Return the depletions and eliminations of a nationality so far, by the rules in force.

    A unit that was depleted and eliminated later counts for both, unless the ruleset reads it
    otherwise (FM-Q48).
    """
    units = situation.roster.units
    own = [each for each in situation.tally if units[each.unit].nationality == nationality]
    gone = {each.unit for each in own if each.eliminated}
    twice = situation.ruleset.pressure_twice
    depleted = sum(not each.eliminated and (twice or each.unit not in gone) for each in own)
    return Losses(depleted, sum(each.eliminated for each in own))


@implements("LEB82", "18.0", "18.0/1", "18.0/2", "18.0/3", "18.0/4", "18.0/x1", "18.0/x2")
def pressure(israeli: Losses, syrian: Losses) -> Ruling:
    """Return the last turn of the game under international pressure.

    PLO units, markers and missile sites never count.

    Args:
        israeli: What Israel has lost: it shortens the game.
        syrian: What Syria has lost: it lengthens the game again, to turn 30 at the most.
    """
    parts = (
        figure("Length", LENGTH, "The scenario as it begins.", "LEB82 18.0/3", unit="turns"),
        _turns("Israeli losses", -israeli.turns, israeli, "LEB82 18.0/1"),
        _turns("Syrian losses", syrian.turns, syrian, "LEB82 18.0/2"),
    )
    added = total("Turns", parts, "Length, less Israeli losses, and Syrian losses.", "LEB82 18.0")
    last = last_turn_after(israeli, syrian)
    said = f"The game ends with turn {last}."
    if isinstance(added.value, int) and added.value > LENGTH:
        said = f"{added.value} would be too many: the game never goes beyond turn {LENGTH}."
    return finding(
        "Last turn", last, said, "LEB82 18.0", "LEB82 18.0/3", parts=(added,), unit="turns"
    )


def _turns(label: str, value: int, lost: Losses, case: str) -> Ruling:
    said = f"{lost.depleted} depleted at {DEPLETED}, {lost.eliminated} eliminated at {ELIMINATED}."
    return figure(label, value, said, case, unit="turns")


def last_turn_after(israeli: Losses, syrian: Losses) -> int:
    """Return the number alone: what :func:`pressure` explains."""
    return min(LENGTH, LENGTH - israeli.turns + syrian.turns)


def last_turn(situation: Situation) -> Ruling:
    """Return the last turn of a game as it stands."""
    return pressure(losses_of(situation, ISRAELI), losses_of(situation, SYRIAN))


@implements("LEB82", "18.0/5", "19.1/8")
def is_over(situation: Situation) -> bool:
    """Return whether the last turn has passed already: play then stops at once and is judged."""
    return situation.turn > _last(situation)


def is_last(situation: Situation) -> bool:
    """Return whether the game ends with this turn."""
    return situation.turn >= _last(situation)


def _last(situation: Situation) -> int:
    return last_turn_after(losses_of(situation, ISRAELI), losses_of(situation, SYRIAN))


# ---- two players


@implements("LEB82", "19.0", "11.1/1")
def won_at_once(situation: Situation) -> Ruling | None:
    """Return Israel's victory once no Arab unit is left, PLO or Syrian; depleted ones are left."""
    if situation.of(ARAB):
        return None
    said = f"Every PLO and Syrian unit is eliminated in turn {situation.turn}."
    return finding("Victory", ISRAELI, said, "LEB82 19.0")


@implements("LEB82", "19.0", "19.0/1")
def verdict(situation: Situation) -> Ruling:
    """Return who has won when the last turn is over, or when play has stopped.

    Israel wins if nobody survives it; "before the last turn" and "beyond the last turn" leave only
    this reading open (FM-Q47).
    """
    israel = won_at_once(situation)
    if israel is not None:
        return israel
    left = len(situation.of(ARAB))
    said = f"{left} Arab units have outlasted the game."
    return finding(
        "Victory", ARABS, said, "LEB82 19.0/1", "LEB82 18.0", parts=(last_turn(situation),)
    )


# ---- three players


@frozen
class Standings:
    """What decides between the PLO and Syria.

    Args:
        plo_hexes: Hexes of Beirut that the PLO holds.
        free_hexes: Hexes of Beirut without an Israeli unit.
        sites: Missile sites that stand.
        by_plo: Israeli units that the PLO eliminated.
        by_syria: Israeli units that Syria eliminated.
    """

    plo_hexes: int
    free_hexes: int
    sites: int
    by_plo: int = 0
    by_syria: int = 0


@implements("LEB82", "19.1/1", "19.1/2", "19.1/3", "19.1/4", "19.1/5")
def between_arabs(now: Standings) -> Ruling:
    """Return who wins of the PLO and Syria, once Israel has not.

    The two tests count different hexes, so neither may be met: the PLO is tested first, then Syria,
    then the ties as they are printed (FM-Q59). In a position both are never met, since no hex that
    the PLO holds has an Israeli in it, so their order decides nothing. There is no second place.

    Args:
        now: What decides.
    """
    sites = count(now.sites, "site stands", "sites stand")
    free = count(now.free_hexes, "hex of Beirut is", "hexes of Beirut are")
    plo = f"It holds {count(now.plo_hexes, 'hex', 'hexes')} of Beirut, and {sites}."
    syria = f"{sites}, and {free} free of Israelis."
    kills = f"Israeli units eliminated: {now.by_plo} by the PLO, {now.by_syria} by Syria."
    tests = (
        ("More hexes than sites", PLO, now.plo_hexes > now.sites, plo, "LEB82 19.1/1"),
        ("More sites than hexes", SYRIAN, now.sites > now.free_hexes, syria, "LEB82 19.1/2"),
        ("More eliminations, PLO", PLO, now.by_plo > now.by_syria, kills, "LEB82 19.1/3"),
        ("More eliminations, Syria", SYRIAN, now.by_syria > now.by_plo, kills, "LEB82 19.1/3"),
        ("Still equal", SYRIAN, True, "Then Syria wins.", "LEB82 19.1/4"),
    )
    parts, winner = [], ""
    for label, who, met, said, case in tests:
        if met and not winner:
            winner = who
            parts.append(figure(label, who, said, case))
        else:
            why = "Decided before." if winner else f"Not so: {said}"
            parts.append(skipped(label, why, case, value=who))
    said = f"{winner} wins; there is no second place."
    return choice("Victory", parts, said, "LEB82 19.1", "LEB82 19.1/5")


@implements("LEB82", "19.1", "19.1/6", "19.1/7")
def standings(situation: Situation) -> Standings:
    """Return what decides between the PLO and Syria in a position.

    The PLO holds the hexes that it entered last; by ``Ruleset.held_by_presence`` those alone in
    which it stands (FM-Q59).
    """
    beirut = having(situation.board, BEIRUT)
    israelis = {piece.at for piece in situation.of(ISRAELI)}
    dead = [each for each in situation.tally if each.eliminated and each.side == ISRAELI]
    return Standings(
        sum(_is_plo(situation, cell) for cell in beirut),
        sum(cell not in israelis for cell in beirut),
        len(standing(situation)),
        _credit(dead, PLO),
        _credit(dead, SYRIAN),
    )


def _is_plo(situation: Situation, cell: Hex) -> bool:
    if not situation.ruleset.held_by_presence:
        return holder(situation, cell) == PLO
    return any(situation.unit(piece.unit).nationality == PLO for piece in situation.at(cell))


def _credit(dead: Iterable[Fallen], who: str) -> int:
    return sum(each.by == who for each in dead)


@implements("LEB82", "19.1", "19.1/5", "19.1/8")
def three_player_verdict(situation: Situation) -> Ruling:
    """Return who has won of Israel, the PLO and Syria; the same after an early end."""
    israel = won_at_once(situation)
    return israel if israel is not None else between_arabs(standings(situation))
