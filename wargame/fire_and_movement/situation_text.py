"""A situation in a few lines of text that read back: for tests, questions and saved positions.

::

    gaza_1917/eve_of_assault          the scenario that gives map, rules and units
    active British
    BR-155 1214                       a unit, its hex, and its side of the counter unless full
    CP-31 1014 1
    spent BR-FS-03 CP-FS-01
    ready CP-FS-20                    a marker that the scenario keeps waiting
    attacked 1310
    fought BR-161
    charged ANZMD
    kress used
    mobile phase                      if only mobile units act now
    turn 3                            unless it is the first
    moved BR-4LH
    done BR-5M                        units that may do nothing more this player turn
    waits reinforcements CP-3CAV      units and markers in a box off the map
    fell 2 CP-31 depleted British     a loss: turn, unit, what it was, and who did it
    sites 0908                        missile sites that stand, and those that have fired
    fired 0908
    gone IAF-01                       markers removed for good
    held 0618 Israeli                 who entered a hex last, where that matters
    ruleset system_v7                 rules other than those of the scenario
    switched D-07 "FM8"               a switch thrown in them, with its value as JSON
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Fallen, Situation, Waiting
from wargame.fire_and_movement.switches import RULESET, SWITCHED, rules_data, thrown
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex

GONE, DEPLETED = "eliminated", "depleted"
LAST_TURN = 999
"""More turns than any game has."""


def situation_to_text(situation: Situation, scenario: str) -> str:
    """Return *situation* as text; *scenario* names what it grew from."""
    board = situation.board
    lines = [scenario, f"active {situation.active}"]
    for piece in situation.pieces:
        face = f" {piece.face}" if piece.face else ""
        lines.append(f"{piece.unit} {board.label(piece.at)}{face}")
    start = load_scenario(scenario).situation
    facts = {
        "spent": start.ready - situation.ready,
        "ready": situation.ready - start.ready,
        "attacked": {board.label(cell) for cell in situation.attacked},
        "fought": situation.fought,
        "charged": situation.charged,
        "moved": situation.moved,
        "done": situation.spent,
        "sites": {board.label(cell) for cell in situation.sites},
        "fired": {board.label(cell) for cell in situation.fired},
        "gone": situation.gone,
    }
    lines += [f"{word} {' '.join(sorted(names))}" for word, names in facts.items() if names]
    lines += [f"waits {each.box} {each.id}" for each in situation.waiting]
    lines += [f"turn {situation.turn}"] * (situation.turn > 1)
    lines += [
        f"fell {each.turn} {each.unit} {GONE if each.eliminated else DEPLETED} {each.by}"
        for each in situation.tally
    ]
    lines += [f"held {board.label(cell)} {who}" for cell, who in sorted(situation.held)]
    lines += ["kress used"] * situation.kress_used + ["mobile phase"] * situation.mobile
    if situation.ruleset is not start.ruleset:
        rules = rules_data(situation.ruleset)
        lines += [f"{RULESET} {rules[RULESET]}"] * (rules[RULESET] != start.ruleset.id)
        lines += [f"{SWITCHED} {name} {json.dumps(it)}" for name, it in rules[SWITCHED].items()]
    return "\n".join(lines) + "\n"


def situation_from_text(text: str) -> Situation:
    """Return the situation written as *text*.

    Raises:
        DataError: A line does not fit; the sentence names it.
        RequestError: The scenario does not exist.
    """
    lines = text.strip().splitlines()
    if not lines:
        raise DataError("situation text", "nothing", "the name of a scenario and lines of units")
    start = load_scenario(lines[0].strip()).situation
    situation = evolve(
        start, pieces=(), turn=1, waiting=(), tally=(), sites=frozenset(), gone=frozenset()
    )
    situation = evolve(situation, held=frozenset())
    for number, line in enumerate(lines[1:], start=2):
        try:
            situation = _read_line(situation, line.split())
        except RequestError as error:
            raise DataError(f"situation text, line {number}", error.found, error.allowed) from error
    return situation


def _read_line(situation: Situation, words: list[str]) -> Situation:
    match words:
        case ["active", *name]:
            side = " ".join(name)
            situation.other(side)
            return evolve(situation, active=side)
        case ["spent", *names]:
            return situation.spend(situation.roster.marker(name).id for name in names)
        case ["ready", *names]:
            arrived = {situation.roster.marker(name).id for name in names}
            return evolve(situation, ready=situation.ready | arrived)
        case ["kress", "used"]:
            return evolve(situation, kress_used=True)
        case [word, *rest] if word in _LISTS and rest:
            return _LISTS[word](situation, rest)
        case [name, label, *face]:
            return _with_piece(situation, name, label, face)
        case _:
            allowed = "a unit and its hex, or a keyword line"
            raise RequestError("line", shown(" ".join(words)), allowed)


def _turn(situation: Situation, words: list[str]) -> Situation:
    return evolve(situation, turn=_number(words[0]))


def _number(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or not 1 <= int(word) <= LAST_TURN:
        raise RequestError("turn", shown(word), f"1 to {LAST_TURN}")
    return int(word)


def _mobile(situation: Situation, words: list[str]) -> Situation:
    if words != ["phase"]:
        raise RequestError("mobile", shown(" ".join(words)), "mobile phase")
    return evolve(situation, mobile=True)


def _units(situation: Situation, names: list[str]) -> frozenset[str]:
    return frozenset(situation.unit(name).id for name in names)


def _hexes(situation: Situation, labels: list[str]) -> frozenset[Hex]:
    return frozenset(map(situation.board.hex, labels))


def _waits(situation: Situation, words: list[str]) -> Situation:
    *box, name = words
    known = situation.roster
    found = known.marker(name).id if name in known.markers else known.unit(name).id
    return evolve(situation, waiting=(*situation.waiting, Waiting(found, " ".join(box))))


def _fell(situation: Situation, words: list[str]) -> Situation:
    match words:
        case [turn, name, what, *by] if what in {GONE, DEPLETED}:
            side, unit = " ".join(by), situation.unit(name)
            if side not in _nations(situation):
                situation.other(side)
            loss = Fallen(_number(turn), unit.id, unit.side, side, what == GONE)
            return evolve(situation, tally=(*situation.tally, loss))
        case _:
            allowed = f"a turn, a unit, {GONE} or {DEPLETED}, and a side"
            raise RequestError("fell", shown(" ".join(words)), allowed)


def _ruleset(situation: Situation, words: list[str]) -> Situation:
    return evolve(situation, ruleset=ruleset_named(" ".join(words)))


def _switched(situation: Situation, words: list[str]) -> Situation:
    name, *rest = words
    try:
        value = json.loads(" ".join(rest))
    except (ValueError, RecursionError) as error:
        raise RequestError(f"{SWITCHED} {name}", shown(" ".join(rest)), "JSON text") from error
    return evolve(situation, ruleset=thrown(situation.ruleset, name, value))


def _nations(situation: Situation) -> frozenset[str]:
    return frozenset(each.nationality for each in situation.roster.units.values())


def _held(situation: Situation, words: list[str]) -> Situation:
    label, *nation = words
    who, known = " ".join(nation), _nations(situation)
    if who not in known:
        raise RequestError("held", shown(who), one_of(sorted(known), who))
    return evolve(situation, held=situation.held | {(situation.board.hex(label), who)})


_LISTS: dict[str, Callable[[Situation, list[str]], Situation]] = {
    "attacked": lambda situation, labels: evolve(situation, attacked=_hexes(situation, labels)),
    "fought": lambda situation, names: evolve(situation, fought=_units(situation, names)),
    "charged": lambda situation, names: evolve(situation, charged=frozenset(names)),
    "turn": _turn,
    "mobile": _mobile,
    "moved": lambda situation, names: evolve(situation, moved=_units(situation, names)),
    "done": lambda situation, names: evolve(situation, spent=_units(situation, names)),
    "sites": lambda situation, labels: evolve(situation, sites=_hexes(situation, labels)),
    "fired": lambda situation, labels: evolve(situation, fired=_hexes(situation, labels)),
    "gone": lambda situation, names: evolve(
        situation, gone=frozenset(situation.roster.marker(name).id for name in names)
    ),
    RULESET: _ruleset,
    SWITCHED: _switched,
    "waits": _waits,
    "held": _held,
    "fell": _fell,
}
"""Lines that begin with a word and say what goes with it."""


def _with_piece(situation: Situation, name: str, label: str, face: list[str]) -> Situation:
    unit = situation.unit(name)
    side = int(face[0]) if len(face) == 1 and face[0].isdecimal() else 0
    if len(face) > 1 or side >= len(unit.faces) or (face and not face[0].isdecimal()):
        raise RequestError("face", shown(" ".join(face)), f"0 to {len(unit.faces) - 1}")
    if any(piece.unit == name for piece in situation.pieces):
        raise RequestError("unit", f"{name} twice", "each unit once")
    piece = Piece(unit.id, situation.board.hex(label), side)
    return evolve(situation, pieces=(*situation.pieces, piece))
