"""What rule questions are told: battles, nations, switches and faces, read from plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.battle import Army, Battle, Ground, other
from wargame.area_combat.battle_text import read_battle
from wargame.area_combat.forces import NOBODY, Force, read_force, types_in
from wargame.area_combat.nations import Nation, load_nations, nation_named
from wargame.area_combat.ruleset import READINGS, Ruleset, read_switch
from wargame.area_combat.units import FACES, load_units
from wargame.core.errors import RequestError, one_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Who

    Words = tuple[str, ...]

NATIONS = ("germany", "soviet-union")
"""Attacker and defender of a question that names none."""
_NO_BATTLE = "attacker germany: none\ndefender germany: none\n"


def rules_of(text: str) -> Ruleset:
    """Return the readings in force where some are switched: ``first: air; jets: double``.

    Raises:
        RequestError: There is no such switch, or it has no such value.
    """
    changes = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        name, colon, value = part.partition(":")
        if not colon:
            raise RequestError("rules", shown(part), "a switch, a colon and a value; ';' between")
        changes[name.strip()] = read_switch(name.strip(), value.strip())
    return READINGS.replace(**changes)


def ground_of(text: str) -> Ground:
    """Return the territory that ``works: complex; refuges: none`` describes.

    Raises:
        DataError: It describes none; the sentence names the word.
    """
    lines = [each.strip() for each in text.split(";")]
    return read_battle(_NO_BATTLE + "\n".join(filter(None, lines))).ground


def battle_of(  # noqa: PLR0913 - a battle is exactly these facts
    attacker: str,
    defender: str,
    nations: Words = NATIONS,
    ground: str = "",
    rules: str = "",
    reserve: str = "",
    fought: int = 0,
) -> Battle:
    """Return the battle that a question is about.

    Args:
        attacker: His force, as typed.
        defender: The same.
        nations: The attacker's and the defender's.
        ground: The territory; see :func:`ground_of`.
        rules: Switches; see :func:`rules_of`.
        reserve: The defender's planes beside the territory.
        fought: Rounds fought before.

    Raises:
        RequestError: A force, a nation or a switch cannot be.
        DataError: The territory cannot be.
    """
    if len(nations) != len(NATIONS):
        raise RequestError(
            "nations", ", ".join(nations) or "none", "the attacker's, the defender's"
        )
    if fought < 0:
        raise RequestError("rounds fought", str(fought), "0 or more")
    one, two = (nation_named(each) for each in nations)
    return Battle(
        Army(one, force_in(attacker, "attacker")),
        Army(two, force_in(defender, "defender"), reserve=force_in(reserve, "reserve")),
        ground_of(ground),
        fought,
        rules_of(rules),
    )


def lone_battle(
    who: Who, force: Force, nation: Nation, ground: str = "", rules: str = ""
) -> Battle:
    """Return a battle with one side only, for a question about its units."""
    army, nobody = Army(nation, force), Army(load_nations()[0], NOBODY)
    one, two = (army, nobody) if other(who) == "defender" else (nobody, army)
    return Battle(one, two, ground_of(ground), rules=rules_of(rules))


def force_in(text: str, where: str) -> Force:
    """Return the force that a person typed; nothing is a force too."""
    return NOBODY if text.strip() in {"", "none", "nothing"} else read_force(text, where=where)


def nation_for(force: Force) -> Nation:
    """Return the nation whose own units a force holds, or the first of all when it may be any's."""
    owners = (each.nation for each in types_in(force, load_units()) if each.nation)
    return nation_named(next(owners, NATIONS[0]))


def one_word(where: str, word: str, allowed: Iterable[str]) -> str:
    """Return a word that must be one of some.

    Raises:
        RequestError: It is not; the nearest is given.
    """
    words = tuple(allowed)
    if word not in words:
        raise RequestError(where, shown(word), one_of(words, word, limit=len(words)))
    return word


def side_of(where: str, word: str) -> Who:
    """Return the side that a word names."""
    return (
        "attacker" if one_word(where, word, ("attacker", "defender")) == "attacker" else "defender"
    )


def face(where: str, die: int) -> int:
    """Return a face that a die has.

    Raises:
        RequestError: It has no such face.
    """
    if not 1 <= die <= FACES:
        raise RequestError(where, str(die), f"1 to {FACES}")
    return die


def faces(where: str, dice: Iterable[int]) -> tuple[int, ...]:
    """Return faces that a die has."""
    return tuple(face(where, each) for each in dice)
