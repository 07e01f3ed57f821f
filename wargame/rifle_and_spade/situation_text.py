"""A situation in a few lines of text that read back: for tests, questions and saved positions.

::

    gallipoli_1915/clearing_sedd_el_bahr   the scenario that gives map, rules, units and works
    turn 13
    active Ottoman
    R_2/Hants 6.2 left=1 confused          a unit, its hex, and what its markers say
    11/1_3/26 7.2 work=Hill_141_trench
    held 7.1 Entente
    assault 7.2 Entente waves=2 wire
    loss 88 fire 1
    ration shallow_trench Entente 19 6 1    counted on turn 19: six pits, one conversion begun

A space inside a name is ``_``. What the scenario begins with and the text does not name is not
there: a unit without a line is off the map. Works are written only where they are not those of the
scenario.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import unquote

from attrs import evolve

from wargame.core.data import structure
from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.exact import fraction_of
from wargame.core.provenance import Provenance
from wargame.rifle_and_spade.lines import PieceLine, WorkLine
from wargame.rifle_and_spade.rounding import plain
from wargame.rifle_and_spade.ruleset import LIGHTS
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.scene import check_situation
from wargame.rifle_and_spade.state import Assault
from wargame.rifle_and_spade.toll import Cause, Loss, Ration

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps
    from wargame.rifle_and_spade.works import Work

MOST = 999
_FLAGS = ("confused", "fired", "acted", "isolated", "loose", "unsupplied")
_WORDS = ("work", "hiding", "order", "task")
_WHERE = "situation text"
_ADDED = Provenance("derived", "dug in play, or added in a text")


def situation_to_text(situation: Situation, scenario: str) -> str:
    """Return *situation* as text; *scenario* names what it grew from."""
    start, board = load_scenario(scenario).situation, situation.board
    lines = [scenario, f"turn {situation.turn}", f"active {_word(situation.active)}"]
    lines += [f"light {situation.light}"]
    lines += [_piece_line(situation, piece) for piece in situation.pieces]
    lines += _hex_lines(board, "lit", situation.lit)
    lines += _hex_lines(board, "shared", situation.shared)
    lines += [f"held {board.label(cell)} {_word(side)}" for cell, side in situation.held]
    lines += [_assault_line(board, each) for each in situation.assaults]
    lines += [f"officers {_word(name)} {points}" for name, points in situation.officers]
    lines += [f"loss {_word(e.brigiment)} {e.cause} {e.steps}" for e in situation.losses]
    lines += [
        f"ration {_word(r.kind)} {_word(r.side)} {r.turn} {r.counted} {r.begun}"
        for r in situation.rations
    ]
    if situation.works != start.works:
        lines += ["works none", *(_work_line(board, work) for work in situation.works)]
    return "\n".join(lines) + "\n"


def _word(text: str) -> str:
    """Return a name as one word."""
    for letter in "%_=,":
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text.replace(" ", "_") or "%"


def _read(word: str) -> str:
    return "" if word == "%" else unquote(word.replace("_", " "))


def _piece_line(situation: Situation, piece: Piece) -> str:
    board = situation.board
    words = [_word(piece.unit), board.label(piece.at)]
    if piece.steps != situation.unit(piece).steps:
        words.append(f"left={piece.steps}")
    words += [f"{name}={_word(getattr(piece, name))}" for name in _WORDS if getattr(piece, name)]
    if piece.came_from is not None:
        words.append(f"came_from={board.label(piece.came_from)}")
    words += [f"{name}={n}" for name in ("wave", "shots") if (n := getattr(piece, name))]
    if piece.engaged:
        words.append(f"engaged={','.join(map(_word, sorted(piece.engaged)))}")
    return " ".join([*words, *(name for name in _FLAGS if getattr(piece, name))])


def _hex_lines(board: Board, word: str, cells: frozenset[Hex]) -> list[str]:
    return [f"{word} {' '.join(map(board.label, sorted(cells)))}"] if cells else []


def _assault_line(board: Board, each: Assault) -> str:
    wire = " wire" if each.wire else ""
    return f"assault {board.label(each.at)} {_word(each.attacker)} waves={each.waves}{wire}"


def _work_line(board: Board, work: Work) -> str:
    names = board.numbering.orientation.direction_names
    words = ["work", _word(work.id), _word(work.kind), board.label(work.at), _word(work.owner)]
    words += [
        f"{name}={','.join(names[side] for side in sides)}"
        for name in ("front", "ends", "wire")
        if (sides := sorted(getattr(work, name)))
    ]
    words += [f"progress={work.progress}"] if work.progress else []
    words += [f"building={_word(work.building)}"] if work.building else []
    return " ".join([*words, *(n for n in ("circular", "close_quarters") if getattr(work, n))])


def situation_from_text(text: str) -> Situation:
    """Return the situation written as *text*.

    Raises:
        DataError: A line does not fit; the sentence names it.
        RequestError: The scenario does not exist.
    """
    lines = text.strip().splitlines()
    if not lines:
        raise DataError(_WHERE, "nothing", "the name of a scenario and lines of units")
    start = load_scenario(lines[0].strip()).situation
    situation = evolve(start, pieces=(), held=(), lit=frozenset(), shared=frozenset(), officers=())
    for number, line in enumerate(lines[1:], start=2):
        with located(f"{_WHERE}, line {number}"):
            situation = _read_line(situation, start, line.split())
    check_situation(situation, _WHERE)
    return situation


def _read_line(situation: Situation, start: Situation, words: list[str]) -> Situation:  # noqa: PLR0911 - one return a word
    match words:
        case ["turn" | "active" | "light" | "lit" | "shared", *rest]:
            return _read_time(situation, words[0], rest)
        case ["held", label, side]:
            cell = situation.board.hex(label)
            return evolve(situation, held=(*situation.held, (cell, _side(situation, side))))
        case ["assault", label, side, *facts]:
            return _read_assault(situation, label, side, facts)
        case ["officers", name, points]:
            each = (_read(name), _number(points))
            return evolve(situation, officers=(*situation.officers, each))
        case ["loss", name, cause, steps]:
            loss = _read_loss(name, cause, steps)
            return evolve(situation, losses=(*situation.losses, loss))
        case ["ration", kind, side, turn, counted, begun]:
            figures = map(_number, (turn, counted, begun))
            ration = Ration(_read(kind), _read(side), *figures)
            return evolve(situation, rations=(*situation.rations, ration))
        case ["works", "none"]:
            return evolve(situation, works=())
        case ["work", name, kind, label, owner, *facts]:
            return _read_work(situation, start, [name, kind, label, owner], facts)
        case [name, label, *facts]:
            return _read_piece(situation, name, label, facts)
        case _:
            found = shown(" ".join(words))
            raise RequestError("line", found, "a unit and its hex, or a keyword line")


def _read_time(situation: Situation, word: str, rest: list[str]) -> Situation:
    board = situation.board
    if word in {"lit", "shared"}:
        cells = frozenset(map(board.hex, rest))
        return evolve(situation, **{word: cells})  # type: ignore[arg-type]  # two fields of hexes
    value = rest[0] if len(rest) == 1 else ""
    if word == "turn":
        return evolve(situation, turn=_number(value))
    if word == "active":
        return evolve(situation, active=_side(situation, value))
    if value not in LIGHTS:
        raise RequestError("light", shown(value), one_of(LIGHTS, value))
    return evolve(situation, light=value)


def _side(situation: Situation, word: str) -> str:
    side = _read(word)
    situation.other(side)
    return side


def _number(word: str) -> int:
    if not (word.isascii() and word.isdigit()) or int(word[:9]) > MOST:
        raise RequestError("number", shown(word), f"a whole number up to {MOST}")
    return int(word)


def _steps(word: str) -> Steps:
    number = fraction_of(word)
    if number is None or not 0 <= number <= MOST:
        raise RequestError("steps", shown(word), "a number such as 2 or 1/4")
    return plain(number)


def _facts(facts: list[str], allowed: tuple[str, ...]) -> dict[str, str]:
    """Return the facts of a line, each ``name=value`` or a name alone."""
    found: dict[str, str] = {}
    for fact in facts:
        name, _, value = fact.partition("=")
        if name not in allowed or name in found:
            raise RequestError("fact", shown(fact), one_of(allowed, name))
        found[name] = value
    return found


def _read_assault(situation: Situation, label: str, side: str, facts: list[str]) -> Situation:
    found = _facts(facts, ("waves", "wire"))
    waves = _number(found.get("waves", "1"))
    at, attacker = situation.board.hex(label), _side(situation, side)
    each = Assault(at, attacker, waves, "wire" in found)
    return evolve(situation, assaults=(*situation.assaults, each))


def _read_loss(name: str, cause: str, steps: str) -> Loss:
    causes: tuple[Cause, ...] = get_args(Cause)
    for known in causes:
        if cause == known:
            return Loss(_read(name), known, _steps(steps))
    raise RequestError("cause", shown(cause), one_of(causes, cause))


def _read_piece(situation: Situation, name: str, label: str, facts: list[str]) -> Situation:
    allowed = (*_FLAGS, *_WORDS, "left", "came_from", "wave", "shots", "engaged")
    found, unit = _facts(facts, allowed), situation.roster[_read(name)]
    if any(piece.unit == unit.id for piece in situation.pieces):
        raise RequestError("unit", f"{unit.id} twice", "each unit once")
    table: dict[str, Any] = {"unit": unit.id, "at": label}
    table |= {each: _read(found[each]) for each in _WORDS if each in found}
    table |= {each: found[each] for each in ("came_from",) if each in found}
    table |= {each: _number(found[each]) for each in ("wave", "shots") if each in found}
    table |= {each: True for each in _FLAGS if each in found}
    if "left" in found:
        table["left"] = str(Fraction(_steps(found["left"])))
    line = structure(table, PieceLine, unit.id)
    piece = line.piece(situation.board, unit, "unit")
    if "engaged" in found:
        units = (situation.roster[_read(each)].id for each in found["engaged"].split(","))
        piece = evolve(piece, engaged=frozenset(units))
    return evolve(situation, pieces=(*situation.pieces, piece))


def _read_work(
    situation: Situation, start: Situation, words: list[str], facts: list[str]
) -> Situation:
    names = ("front", "ends", "wire", "progress", "building", "circular", "close_quarters")
    found, (name, kind, label, owner) = _facts(facts, names), words
    table: dict[str, Any] = {"id": _read(name), "kind": _read(kind), "at": label}
    table["owner"] = _read(owner)
    table |= {each: found[each].split(",") for each in ("front", "ends", "wire") if each in found}
    table |= {each: True for each in ("circular", "close_quarters") if each in found}
    if "progress" in found:
        table["progress"] = _number(found["progress"])
    if "building" in found:
        table["building"] = _read(found["building"])
    line = structure(table, WorkLine, f"work {table['id']}")
    known = start.work(line.id)
    origin = known.provenance if known is not None else _ADDED
    return evolve(situation, works=(*situation.works, line.work(situation.board, "work", origin)))
