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
"""

from __future__ import annotations

from attrs import evolve

from wargame.core.errors import DataError, RequestError, shown
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece


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
    }
    lines += [f"{word} {' '.join(sorted(names))}" for word, names in facts.items() if names]
    return "\n".join(lines + ["kress used"] * situation.kress_used) + "\n"


def situation_from_text(text: str) -> Situation:
    """Return the situation written as *text*.

    Raises:
        DataError: A line does not fit; the sentence names it.
        RequestError: The scenario does not exist.
    """
    lines = text.strip().splitlines()
    if not lines:
        raise DataError("situation text", "nothing", "the name of a scenario and lines of units")
    situation = evolve(load_scenario(lines[0].strip()).situation, pieces=())
    for number, line in enumerate(lines[1:], start=2):
        try:
            situation = _read_line(situation, line.split())
        except RequestError as error:
            raise DataError(f"situation text, line {number}", error.found, error.allowed) from error
    return situation


def _read_line(situation: Situation, words: list[str]) -> Situation:  # noqa: PLR0911 - one return a word
    board = situation.board
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
        case ["attacked", *labels]:
            return evolve(situation, attacked=frozenset(board.hex(label) for label in labels))
        case ["fought", *names]:
            return evolve(situation, fought=frozenset(situation.unit(name).id for name in names))
        case ["charged", *names]:
            return evolve(situation, charged=frozenset(names))
        case ["kress", "used"]:
            return evolve(situation, kress_used=True)
        case [name, label, *face]:
            return _with_piece(situation, name, label, face)
        case _:
            allowed = "a unit and its hex, or a keyword line"
            raise RequestError("line", shown(" ".join(words)), allowed)


def _with_piece(situation: Situation, name: str, label: str, face: list[str]) -> Situation:
    unit = situation.unit(name)
    side = int(face[0]) if len(face) == 1 and face[0].isdecimal() else 0
    if len(face) > 1 or side >= len(unit.faces) or (face and not face[0].isdecimal()):
        raise RequestError("face", shown(" ".join(face)), f"0 to {len(unit.faces) - 1}")
    if any(piece.unit == name for piece in situation.pieces):
        raise RequestError("unit", f"{name} twice", "each unit once")
    piece = Piece(unit.id, situation.board.hex(label), side)
    return evolve(situation, pieces=(*situation.pieces, piece))
