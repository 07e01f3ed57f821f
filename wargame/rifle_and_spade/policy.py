"""Two plain players, so that a reader can play one side alone.

Neither knows more than the position and the question. :func:`defend` holds its ground: it fires
when it can, stays hidden until the enemy is in the next hex, takes cover when shot at, rallies, and
fights on in an assault unless it is far outnumbered. :func:`attack` does the same and besides moves
towards the nearest objective, and assaults where it has twice the defenders' steps. They are there
to be played against, not to be good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Choice
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps

    Rule = Callable[["_Asked"], str | None]

ATTACK_AT = 2
"""An assault is tried with so many times the steps of the defenders."""
BREAK_AT = 4
"""A defender leaves an assault when attackers have so many times its steps."""
COVERS = ("hide work", "hide terrain", "hide ridge", "work", "terrain", "ridge", "hide")
OBJECTIVE = "objective"


@frozen
class _Asked:
    """A question with the position it is asked in.

    Args:
        choice: The question.
        situation: The position.
    """

    choice: Choice
    situation: Situation

    @property
    def keys(self) -> list[str]:
        """What may be answered."""
        return [option.key for option in self.choice.options]

    def hex(self, label: str) -> Hex | None:
        """Return the hex that a word names, if it names one on the map."""
        numbering = self.situation.board.numbering
        if not numbering.pattern.fullmatch(label):
            return None
        cell = numbering.parse(label)
        return cell if cell in self.situation.board else None

    def enemies(self, cell: Hex) -> tuple[Piece, ...]:
        """Return the enemies of whoever is asked in a hex."""
        return self.situation.at(cell, self.situation.other(self.choice.who))

    def worth(self, cell: Hex) -> tuple[Steps, int]:
        """Return how good a target a hex is: steps in the open first, then units."""
        seen = [piece for piece in self.enemies(cell) if not piece.hiding]
        return sum((piece.steps for piece in seen), start=0), len(seen)


def defend(choice: Choice, situation: Situation) -> str:
    """Return the answer of a side that holds its ground.

    Args:
        choice: What it is asked.
        situation: The position.

    Returns:
        The key of an option.
    """
    return _first(_Asked(choice, situation), (_stay_put, *_BOTH))


def attack(choice: Choice, situation: Situation) -> str:
    """Return the answer of a side that goes for the objectives.

    Args:
        choice: What it is asked.
        situation: The position.

    Returns:
        The key of an option.
    """
    return _first(_Asked(choice, situation), (_which_moves, _advance, *_BOTH))


def _first(asked: _Asked, rules: Iterable[Rule]) -> str:
    for rule in rules:
        found = rule(asked)
        if found is not None:
            return found
    return asked.keys[0]


# ---- what both do


def _answer_fire(asked: _Asked) -> str | None:
    """Fire at whoever draws fire: all together, or the stack with most behind it."""
    if "hold" not in asked.keys:
        return None
    bearings = [key.split(" ", 1) for key in asked.keys]
    aimed = [pair for pair in bearings if len(pair) > 1 and asked.hex(pair[0]) is not None]
    if aimed:
        return " ".join(max(aimed, key=lambda pair: _bearing(asked, *pair)))
    out = [key for key in asked.keys if key.startswith("out ")]
    near = (key for key in out if _next_to(asked, key.removeprefix("out ")))
    return next(near, "hold")


def _bearing(asked: _Asked, target: str, firers: str) -> tuple[int, tuple[Steps, int], Steps]:
    at, start = asked.hex(target), asked.hex(firers)
    own = asked.situation.at(start, asked.choice.who) if start is not None else ()
    worth = asked.worth(at) if at is not None else (0, 0)
    return int(firers == "all"), worth, sum((piece.steps for piece in own), start=0)


def _next_to(asked: _Asked, label: str) -> bool:
    """Return whether enemies in the open stand within a hex of one."""
    cell = asked.hex(label)
    return cell is not None and any(asked.worth(each)[1] for each in cell.disc(1))


def _fire_on_command(asked: _Asked) -> str | None:
    """Fire at the most steps in the open; let everybody join who need not come out of hiding."""
    said = asked.choice.purpose
    if said.endswith("commanded fire"):
        targets = [cell for cell in map(asked.hex, asked.keys) if cell is not None]
        best = max(targets, key=asked.worth, default=None)
        if best is None or not asked.worth(best)[1] or not _ready(asked):
            return "end"
        return asked.situation.board.label(best)
    if "who fires at" in said:
        open_ones = [key for key in asked.keys if asked.hex(key) is not None]
        return open_ones[0] if open_ones else asked.keys[0]
    return None


def _ready(asked: _Asked) -> bool:
    """Return whether anybody in the open has not fired yet: nobody comes out for this fire."""
    own = asked.situation.of(asked.choice.who)
    return any(not piece.hiding and not piece.fired for piece in own)


def _take_cover(asked: _Asked) -> str | None:
    """Hide where that is asked: best in a fieldwork, then in the terrain, then behind a ridge."""
    if "stay" not in asked.keys or "retreat" in asked.keys:
        return None
    return next((key for key in COVERS if key in asked.keys), None)


def _stand_or_break(asked: _Asked) -> str | None:
    """Fight on in an assault, unless far outnumbered."""
    if "retreat" not in asked.keys:
        return None
    at = asked.hex(asked.choice.purpose.removeprefix("Assault at ").partition(":")[0])
    if at is None:
        return "stay"
    own = asked.situation.at(at, asked.choice.who)
    mine = sum((piece.steps for piece in own), start=0)
    theirs = sum((piece.steps for piece in asked.enemies(at)), start=0)
    return "retreat" if theirs > BREAK_AT * mine else "stay"


_BOTH: tuple[Rule, ...] = (_answer_fire, _fire_on_command, _stand_or_break, _take_cover)


# ---- standing and moving


def _stay_put(asked: _Asked) -> str | None:
    """Move nobody."""
    return next((key for key in ("done", "end") if _moves(asked) and key in asked.keys), None)


def _moves(asked: _Asked) -> bool:
    said = asked.choice.purpose
    return said.endswith(("which stack moves", "left"))


def _which_moves(asked: _Asked) -> str | None:
    """Take one whole stack after the other, the nearest to an objective first."""
    if "done" not in asked.keys:
        return None
    stacks = [cell for cell in map(asked.hex, asked.keys) if cell is not None]
    aims = objectives(asked.situation, asked.choice.who)
    near = min(stacks, key=lambda cell: (_distance(cell, aims), cell), default=None)
    return "done" if near is None else asked.situation.board.label(near)


def _advance(asked: _Asked) -> str | None:
    """Assault what is next to it if strong enough, or go a hex nearer to an objective."""
    if not _moves(asked) or "done" in asked.keys:
        return None
    names, _, place = asked.choice.purpose.partition(":")[0].rpartition(" at ")
    cell, stack = asked.hex(place), names.split(", ")
    if cell is None:
        return None
    return _assault(asked, stack) or _step(asked, cell) or _rest(asked)


def _assault(asked: _Asked, stack: list[str]) -> str | None:
    pieces = [asked.situation.piece(name) for name in stack if asked.situation.on_map(name)]
    mine = sum((piece.steps for piece in pieces), start=0)
    barred = [key for key, _ in asked.choice.barred]
    for key in (*asked.keys, *barred):
        cell = asked.hex(key.removeprefix("assault ")) if key.startswith("assault ") else None
        if cell is None:
            continue
        theirs = sum((piece.steps for piece in asked.enemies(cell)), start=0)
        if mine < ATTACK_AT * theirs:
            continue
        if key in asked.keys:
            return key
        rear = (f"drop {piece.unit}" for piece in pieces if not piece.steps)
        left = next((each for each in rear if each in asked.keys), None)
        if left is not None:
            return left
    return None


def _step(asked: _Asked, cell: Hex) -> str | None:
    aims = objectives(asked.situation, asked.choice.who)
    ways = [way for way in map(asked.hex, asked.keys) if way is not None]
    best = min(ways, key=lambda way: (_distance(way, aims), way), default=None)
    if best is None or _distance(best, aims) >= _distance(cell, aims):
        return None
    return asked.situation.board.label(best)


def _rest(asked: _Asked) -> str | None:
    """End the movement, under cover where there is some."""
    return next((key for key in (*COVERS, "end") if key in asked.keys), None)


def objectives(situation: Situation, side: str) -> tuple[Hex, ...]:
    """Return the objectives that a side does not hold; where there are none, where enemies stand.

    Args:
        situation: The position.
        side: Whose objectives.
    """
    cells, foes = situation.board.cells, situation.occupied[situation.other(side)]
    found = tuple(
        cell
        for cell, content in cells.items()
        if OBJECTIVE in content.features and (cell in foes or situation.holders.get(cell) != side)
    )
    return found or tuple(sorted(foes))


def _distance(cell: Hex, aims: Iterable[Hex]) -> int:
    return min((cell.distance(aim) for aim in aims), default=0)
