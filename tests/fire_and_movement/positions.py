"""Small positions for the tests: a board of five by five hexes and units written in a line each.

The target of most tests is 0303. Its neighbours are 0203, 0204, 0302, 0304, 0403 and 0404.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import Played, play
from wargame.core.procedure import Choice, Roll
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.scenario import build_scene, load_scenario
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure

CENTRE = "0303"
AROUND = ("0203", "0204", "0302", "0304", "0403", "0404")
RED, BLUE = "Red", "Blue"
BRITISH, CENTRAL_POWERS = "British", "Central Powers"
SYSTEMS = ("system_v8", "system_v7")
RULESETS = (*SYSTEMS, "gaza_1917", "lebanon_82")
PLAIN = {"gaza_1917": "open"}
"""The ground that helps nobody, where it is not called clear."""


def board(*, ground: str = "clear", centre: str = "", marks: Iterable[str] = ()) -> str:
    """Return five rows of *ground* with *centre* (kinds of terrain) in 0303, and more marks."""
    rows = [".....", ".....", "..X..", ".....", "....."]
    key = [f". {ground}", f"X {centre or ground}"]
    return "\n".join(["row-column 0105", *key, "", *rows, "", *marks]) + "\n"


def unit(written: str) -> dict[str, Any]:
    """Return a unit written as ``id side 4-5-6 0303 steps=3 formation=IMD``."""
    name, side, figures, *rest = written.split()
    attack, defense, movement = map(int, figures.split("-"))
    facts: dict[str, Any] = {"attack": attack, "defense": defense, "movement": movement}
    for word in rest:
        key, _, value = word.partition("=")
        if not value:
            facts["at"] = key
        else:
            facts[key] = int(value) if value.isdecimal() else value.replace("_", " ")
    return {"id": name, "side": side.replace("_", " "), **facts}


def marker(written: str) -> dict[str, Any]:
    """Return a marker written as ``id side +2`` or ``id side +2 air``, the latter openly known."""
    name, side, value, *kind = written.split()
    facts: dict[str, Any] = {"id": name, "side": side.replace("_", " "), "value": int(value)}
    return facts | ({"kind": kind[0], "pool": False} if kind else {})


def position(
    *units: str,
    ruleset: str = "system_v8",
    active: str = "",
    markers: Iterable[str] = (),
    **terrain: Any,
) -> Situation:
    """Return a position on :func:`board`; the first unit's side is the active one."""
    written = [unit(each) for each in units]
    terrain.setdefault("ground", PLAIN.get(ruleset, "clear"))
    table = {
        "ruleset": ruleset,
        "board": board(**terrain),
        "active": active or written[0]["side"],
        "unit": written,
        "marker": [marker(each) for each in markers],
    }
    situation = build_scene(table, "a test")
    assert isinstance(situation, Situation)
    return situation


def sides(ruleset: str) -> tuple[str, str]:
    """Return the two sides of small positions under a ruleset, the attacker first."""
    return (BRITISH, CENTRAL_POWERS) if ruleset == "gaza_1917" else (RED, BLUE)


def attack(situation: Situation, *names: str, at: str = CENTRE, **more: Any) -> Attack:
    """Return an attack on a hex by these units; by all of the active side if none is named."""
    target = situation.board.hex(at)
    chosen = names or tuple(piece.unit for piece in situation.of(situation.active))
    return Attack(situation, target, chosen, **more)


def gaza(scenario: str = "eve_of_assault", *, active: str = BRITISH) -> Situation:
    """Return the position of a Gaza scenario."""
    return evolve(load_scenario(f"gaza_1917/{scenario}").situation, active=active)


def ruled(situation: Situation, ruleset: str, **changes: Any) -> Situation:
    """Return a position under other rules."""
    return evolve(situation, ruleset=ruleset_named(ruleset).replace(**changes))


def labels(situation: Situation, cells: Iterable[Hex]) -> list[str]:
    """Return the printed numbers of hexes, sorted."""
    return sorted(map(situation.board.label, cells))


class Script:
    """Answers from a list: faces for rolls and keys for choices, in the order asked.

    What is left unanswered is answered by the lowest face and the first option.
    """

    def __init__(self, *answers: int | str) -> None:
        self.answers = list(answers)
        self.asked: list[Roll | Choice] = []

    def _next(self, request: Roll | Choice, default: int | str) -> Any:
        self.asked.append(request)
        return self.answers.pop(0) if self.answers else default

    def roll(self, roll: Roll) -> int:
        return int(self._next(roll, 1))

    def choose(self, choice: Choice) -> str:
        return str(self._next(choice, choice.options[0].key))

    @property
    def purposes(self) -> list[str]:
        """What was asked, in order."""
        return [request.purpose for request in self.asked]


def played(procedure: Procedure, *answers: int | str) -> tuple[Played, Script]:
    """Play a procedure by a script; all of the script must be used."""
    script = Script(*answers)
    result = play(procedure, script)
    assert not script.answers, f"not asked for: {script.answers}"
    return result, script
