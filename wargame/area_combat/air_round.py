"""Planes against planes, one air round each round, and planes that fly home (AA-1.8, AA-4.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.area_combat.battle import WHO
from wargame.area_combat.declaring import ALL, counted, read_key
from wargame.area_combat.moment import Moment, Shots, departed
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.area_combat.battle import Battle, Who
    from wargame.core.procedure import Step

STAY = "stay"
HOME = "planes home"


@implements("AA", "AA-1.8", "AA-5.4", "AA-6.20", "AA-4.7")
def begin_air(moment: Moment) -> Moment:
    """Return the moment at which every plane still has to roll, when both sides have planes.

    Source: AA-1.8, AA-5.4 and AA-6.20 (one air round beside each round on the ground), AA-4.7
    (jets roll two dice; AA-Q21).
    """
    battle = moment.battle
    mine, theirs = (bool(battle.planes_of(who)) for who in WHO)
    if mine and theirs:
        shots = tuple(each for who in WHO for each in _dice(battle, who))
        return evolve(moment, sky="both", shots=shots)
    return evolve(moment, sky="attacker" if mine else "defender" if theirs else "")


def _dice(battle: Battle, who: Who) -> Iterator[Shots]:
    for name, number in battle.planes_of(who):
        each = battle.units.unit(name).air_dice if battle.rules.jets == "dice" else 1
        yield Shots(who, name, number * each, "air")


def begin_home(moment: Moment) -> Moment:
    """Return the moment at which a side may send planes home, after an air round (AA-Q07)."""
    who: Who = "attacker" if moment.stage == "attacker home" else "defender"
    return evolve(moment, asks=moment.sky == "both" and bool(moment.battle.planes_of(who)))


@implements("AA", "AA-1.9", "AA-6.21", "AA-6.24")
def send_home(moment: Moment) -> Generator[Step, Any, Moment]:
    """Let a side send planes home; nobody shoots at them, and they take no further part.

    Source: AA-1.9 (that may end the air battle), AA-6.21 (no least number of air rounds), AA-6.24
    (no parting shot); at the end of an air round, the attacker first (AA-Q07).
    """
    who: Who = "attacker" if moment.stage == "attacker home" else "defender"
    battle = moment.battle
    planes = battle.planes_of(who)
    options = (
        Option(STAY, "they stay"),
        Option(ALL, "all fly home"),
        *counted(planes, battle.units),
    )
    cases = as_cases(("AA AA-1.9", "AA AA-6.24"))
    option = yield Choice(who, HOME, options, cases, position=battle)
    if option.key == STAY:
        return evolve(moment, asks=False)
    going = planes.counts if option.key == ALL else (read_key(option.key),)
    for name, number in going:
        battle = departed(battle, who, name, number)
        said = f"The {who} sends {battle.units.unit(name).count(number)} home."
        yield figure("Home", number, said, *cases, unit="planes")
    broke = moment.broke or not battle.engaged("attacker")
    return evolve(moment, battle=battle, asks=bool(battle.planes_of(who)), broke=broke)
