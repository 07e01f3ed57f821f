"""A battle in a few lines of text that read back: for tests, examples and saved battles.

::

    attacker germany: 10 infantry, 5 artillery
    attacker lost: 2 infantry
    attacker went Galicia: 1 infantry       where units that left are
    defender soviet-union: 8 infantry
    defender reserve: 2 fighters
    round: 1                                rounds fought
    territory: Kiev
    works: city, complex
    island: yes
    refuges: none
    lift: 2
    origins: Galicia, Slovakia
    landing: sea
    aboard: 3
    rule first: air                         a switch of the ruleset

Only what differs from a plain battle is written; forces are read as forgivingly as anywhere. A line
that begins with ``#`` is a remark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import unquote

from attrs import evolve, field, fields, frozen

from wargame.area_combat.battle import WHO, Army, Battle, Ground, Who
from wargame.area_combat.forces import NOBODY, Force, described, read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.ruleset import FORTIFIED, READINGS, Ruleset, read_switch, switch_text
from wargame.area_combat.units import Landing, UnitTable, load_units
from wargame.core.errors import DataError, RequestError, located, one_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.area_combat.nations import Nation

LONGEST = 20_000
MOST = 1000
_PARTS = ("lost", "left", "called", "reserve")
_PLACES = ("works", "refuges", "origins")
_NUMBERS = ("lift", "aboard")
_KEYS = ("attacker NATION", "defender NATION", "attacker lost", "attacker left",
         "attacker went PLACE", "defender called", "defender reserve", "round", "territory",
         *_PLACES, *_NUMBERS, "island", "landing", "rule NAME")  # fmt: skip
_SPECIAL = "%,:#\n\r\t"


def to_text(battle: Battle) -> str:
    """Return a battle as text; :func:`read_battle` reads it back unchanged."""
    lines = [line for who in WHO for line in _army_lines(battle, who)]
    if battle.round:
        lines.append(f"round: {battle.round}")
    lines.extend(_ground_lines(battle.ground))
    for each in fields(Ruleset):
        value = getattr(battle.rules, each.name)
        if value != getattr(READINGS, each.name):
            lines.append(f"rule {each.name}: {switch_text(value)}")
    return "\n".join(lines) + "\n"


def _army_lines(battle: Battle, who: Who) -> Iterator[str]:
    army, units = battle.army(who), battle.units
    yield f"{who} {army.nation.id}: {described(army.engaged, units)}"
    for part in _PARTS:
        force: Force = getattr(army, part)
        if force:
            yield f"{who} {part}: {described(force, units)}"
    for place, force in army.went:
        yield f"{who} went {_word(place)}: {described(force, units)}"


def _ground_lines(ground: Ground) -> Iterator[str]:
    plain = Ground()
    if ground.name != plain.name:
        yield f"territory: {_word(ground.name)}"
    for key in _PLACES:
        names: tuple[str, ...] = getattr(ground, key)
        if names != getattr(plain, key):
            yield f"{key}: {', '.join(map(_word, names)) or 'none'}"
    for key in _NUMBERS:
        if getattr(ground, key):
            yield f"{key}: {getattr(ground, key)}"
    if ground.island:
        yield "island: yes"
    if ground.landing:
        yield f"landing: {ground.landing}"


def _word(text: str) -> str:
    """Return a name so that it stands in a line: separators and outer spaces are quoted."""
    quoted = "".join(f"%{ord(each):02X}" if each in _SPECIAL else each for each in text)
    inner = quoted.strip()
    if not inner or inner == "none" or len(inner) < len(quoted):
        return "".join(f"%{byte:02X}" for byte in text.encode()) or "%20"
    return inner


@frozen
class _Read:
    """What the lines so far have said.

    Args:
        units: The unit types.
        nations: Nations by side.
        armies: Facts of each side.
        went: Where units of each side are.
        ground: Facts of the territory.
        rules: The switches.
        rounds: Rounds fought.
    """

    units: UnitTable
    nations: dict[Who, Nation] = field(factory=dict)
    armies: dict[Who, dict[str, Force]] = field(factory=lambda: {who: {} for who in WHO})
    went: dict[Who, dict[str, Force]] = field(factory=lambda: {who: {} for who in WHO})
    ground: dict[str, Any] = field(factory=dict)
    rules: dict[str, Any] = field(factory=dict)
    rounds: list[int] = field(factory=list)


def read_battle(text: str, units: UnitTable | None = None) -> Battle:
    """Return the battle that a text describes.

    Args:
        text: Lines as :func:`to_text` writes them, or typed by hand.
        units: The unit types; without them the usual published set.

    Raises:
        DataError: A line says something that cannot be; the sentence names it.
    """
    if len(text) > LONGEST:
        raise DataError("battle text", f"{len(text)} characters", f"at most {LONGEST}")
    read = _Read(units or load_units())
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            with located(f"battle text, line {number}"):
                _line(read, line)
    with located("battle text"):
        return _battle(read)


def between(attacker: str, defender: str, *more: str) -> Battle:
    """Return the battle of two forces, each with its nation before it: ``germany: 3 infantry``.

    Args:
        attacker: Nation and force of the attacker.
        defender: The same of the defender.
        more: Further lines of a battle text, such as ``works: city``.

    Raises:
        DataError: A line says something that cannot be; the sentence names it.
    """
    return read_battle("\n".join((f"attacker {attacker}", f"defender {defender}", *more)))


def _battle(read: _Read) -> Battle:
    for who in WHO:
        if who not in read.nations:
            raise RequestError(who, "no line", f"a line such as {who} germany: 10 infantry")
    attacker, defender = (
        Army(read.nations[who], **{"engaged": NOBODY, **read.armies[who]},
             went=tuple(sorted(read.went[who].items())))
        for who in WHO
    )  # fmt: skip
    ground = evolve(Ground(), **read.ground)
    rounds = read.rounds[-1] if read.rounds else 0
    rules = READINGS.replace(**read.rules)
    return Battle(attacker, defender, ground, rounds, rules, read.units)


def _line(read: _Read, line: str) -> None:
    """Take in one line."""
    key, colon, value = (part.strip() for part in line.partition(":"))
    if not colon:
        raise RequestError("line", shown(line), "a word, a colon and a value")
    first, _, rest = key.partition(" ")
    if first in WHO:
        who: Who = "attacker" if first == "attacker" else "defender"
        _army_line(read, who, rest.strip(), value)
    elif first == "rule":
        read.rules[rest.strip()] = read_switch(rest.strip(), value)
    elif key == "round":
        read.rounds.append(_number(key, value))
    else:
        _ground_line(read, key, value)


def _army_line(read: _Read, who: Who, what: str, value: str) -> None:
    force = NOBODY if value in {"nothing", "none"} else read_force(value, read.units, who)
    if what.startswith("went "):
        read.went[who][unquote(what.removeprefix("went ").strip())] = force
    elif what in _PARTS:
        read.armies[who][what] = force
    else:
        read.nations[who] = nation_named(what)
        read.armies[who]["engaged"] = force


def _ground_line(read: _Read, key: str, value: str) -> None:
    if key == "territory":
        read.ground["name"] = unquote(value)
    elif key in _PLACES:
        listed = [] if value in {"", "none"} else value.split(",")
        names = tuple(unquote(each.strip()) for each in listed)
        if key == "works" and not set(names) <= set(FORTIFIED):
            raise RequestError(key, shown(value), f"{one_of(FORTIFIED)}, both or none")
        read.ground[key] = names
    elif key in _NUMBERS:
        read.ground[key] = _number(key, value)
    elif key == "island":
        read.ground[key] = _one_of(key, value, ("yes", "no")) == "yes"
    elif key == "landing":
        read.ground[key] = _one_of(key, value, [each for each in get_args(Landing) if each])
    else:
        raise RequestError("line", shown(key), one_of(_KEYS, key, limit=len(_KEYS)))


def _one_of(key: str, value: str, allowed: Iterable[str]) -> str:
    if value not in allowed:
        raise RequestError(key, shown(value), one_of(allowed, value))
    return value


def _number(key: str, value: str) -> int:
    digits = value.isascii() and value.isdigit() and len(value) <= len(str(MOST))
    if not digits or int(value) > MOST:
        raise RequestError(key, shown(value), f"a whole number, 0 to {MOST}")
    return int(value)
