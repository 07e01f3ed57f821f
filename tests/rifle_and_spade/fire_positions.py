"""Ground and shots for the tests of fire: grassland nine hexes across, 10.10 in its middle.

The six hexes around 10.10 are 10.11 (north), 11.10, 11.9, 10.9 (south), 9.9 and 9.10.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.rifle_and_spade.positions import gun, mg, picket, position, unit, work
from wargame.rifle_and_spade.eligibility import Aim, aim, explained
from wargame.rifle_and_spade.shot import Shot
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.lines import WorkLine
    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.shot import FireOccasion
    from wargame.rifle_and_spade.state import Situation

HERE, NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = (
    "10.10", "10.11", "11.10", "11.9", "10.9", "9.9", "9.10"
)  # fmt: skip
FAR_NORTH, FAR_SOUTH = "10.12", "10.8"


def ground(letter: str = "g", *facts: str) -> str:
    """Return a board of one kind of ground, with facts such as ``10.11 height=1``."""
    rows = "\n".join([letter * 9] * 9)
    more = "\n".join(facts)
    return f"column-row 6.14\ng grassland\ns scrub\nt town\n\n{rows}\n\n{more}\n"


def field(
    *units: SceneUnit,
    works: Iterable[WorkLine] = (),
    board: str = "",
    **fields: Any,
) -> Situation:
    """Return a position on that ground, grassland unless a board is given."""
    return position(board or ground(), units, works, **fields)


def fire_at(
    situation: Situation,
    *firers: str,
    at: str = HERE,
    occasion: FireOccasion = "commanded",
    trigger: Trigger | None = None,
) -> Shot:
    """Return a shot at a hex; one that a trigger invited is opportunity fire."""
    if trigger is not None and occasion == "commanded":
        occasion = "opportunity"
    return Shot(situation, firers, situation.board.hex(at), occasion, trigger)


def trigger(situation: Situation, deed: Any, *units: str, left: str = "", **more: Any) -> Trigger:
    """Return what units in one hex do; *left* is the hex that they come from."""
    board = situation.board
    at = situation.piece(units[0]).at
    return Trigger(deed, units, at, board.hex(left) if left else None, **more)


def may(situation: Situation, name: str, at: str = HERE, **more: Any) -> str:
    """Return "yes", or the case that forbids a unit to fire at a hex."""
    target = situation.board.hex(at)
    found = aim(situation, situation.piece(name), target, **more)
    ruling = explained(found, situation, target)
    if isinstance(found, Aim):
        assert ruling.value is True
        return "yes"
    assert ruling is found
    assert not ruling.allowed
    return str(ruling.cases[0])


def any_shot(seed: int) -> Shot:
    """Return a fire of some at some, on some ground."""
    random = Random(seed)
    letter = random.choice("gst")
    works = [work("w", random.choice(["rifle pit", "shallow trench", "fire trench"]), HERE,
                  front=["N", "NE"], ends=["SE", "NW"])]  # fmt: skip
    foes = []
    for number in range(random.randint(1, 4)):
        make = random.choice([unit, unit, mg, picket, gun])
        inside = make is not gun and random.random() < 0.5
        more = {"work": "w", "hiding": random.choice(["", "work"])} if inside else {}
        if not inside and letter != "g" and random.random() < 0.3:
            more = {"hiding": "terrain"}
        foes.append(make(f"f{number}", "Ottoman", at=HERE, morale=random.choice([30, 70]), **more))
    own = []
    for number in range(random.randint(1, 5)):
        make = random.choice([unit, mg, gun])
        at = random.choice([NORTH, NORTH_EAST, SOUTH, "9.9", "10.12"])
        own.append(make(f"a{number}", at=at, confused=random.random() < 0.2))
    heights = [f"{at} height={random.randint(0, 2)}" for at in (NORTH, SOUTH, HERE)]
    situation = field(*foes, *own, works=works, board=ground(letter, *heights))
    done = None
    if random.random() < 0.5:
        done = trigger(situation, "enters", "f0", left="11.9", hexside_points=random.randint(0, 2))
    return fire_at(situation, *(each.id for each in own), trigger=done)
