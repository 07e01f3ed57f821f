"""Brigades under each kind of order, for the tests of kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.rifle_and_spade.positions import brigiment, hq, mg, picket, position, unit

if TYPE_CHECKING:
    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.state import Situation

GROUND = "column-row 10.60\ng grassland\n\n" + "\n".join(["g" * 10] * 12) + "\n"
"""Columns 10 to 19, rows 60 in the north to 49."""
ROAD = GROUND + "\nlink road 10.50 11.49 12.50 13.49 14.50 15.49 16.50 17.49 18.50\n"
TRACK = GROUND + "\nlink track 10.50 11.49 12.50 13.49 14.50 15.49 16.50 17.49 18.50\n"
OWN = {"brigiment": "3"}
REGROUP = {"order": "regroup", "radius": {"L9": 1, "R9": 1, "L10": 1}}


def brigade() -> list[SceneUnit]:
    """Return the 3rd Brigade, two battalions and a headquarters, along the south."""
    return [
        unit("L9", battalion="9", at="12.50", **OWN),
        unit("R9", battalion="9", at="13.50", **OWN),
        unit("L10", battalion="10", at="15.50", **OWN),
        hq("3 HQ", at="14.49", **OWN),
    ]


def under(order: str, *others: SceneUnit, board: str = GROUND, **more: Any) -> Situation:
    """Return the brigade under an order.

    Args:
        order: The kind.
        others: Units in place of those of the same names, or besides.
        board: The ground.
        more: What else its line or its order says; *light*, *turn* and *active* of the position.
    """
    scene = {name: more.pop(name) for name in ("light", "turn", "active") if name in more}
    given = {each.id for each in others}
    units = [each for each in brigade() if each.id not in given]
    if not any(each.side == "Ottoman" for each in others):
        units.append(unit("far", "Ottoman", at="10.60"))
    return position(
        board, [*units, *others], brigiment=[brigiment("3", order=order, **more)], **scene
    )


def foe(at: str, id: str = "foe") -> SceneUnit:
    """Return an Ottoman unit."""
    return unit(id, "Ottoman", at=at)


def regrouping(*others: SceneUnit, **more: Any) -> Situation:
    """Return the brigade under Regroup orders to 14.50, all of it already there."""
    here = {"L9": "14.50", "R9": "14.50", "L10": "14.51"}
    given = {each.id for each in others}
    gathered = [
        unit(name, battalion=name[1:], at=at, **OWN) for name, at in here.items()
        if name not in given
    ]  # fmt: skip
    goals = {name: ["14.50"] for name in here}
    return under("regroup", *gathered, *others, goals=goals, radius=dict.fromkeys(here, 1), **more)


def outposts(*others: SceneUnit, order: str = "cordon defense", **more: Any) -> Situation:
    """Return the 27th: two pickets of 2/27, one of 3/27, two companies and rally points.

    Args:
        others: Units besides.
        order: Its order.
        more: What else its line or its order says.
    """
    own = {"brigiment": "27"}
    company: dict[str, Any] = {"size": "company", "steps": 1}
    posts = {"p1": "11.58", "p2": "14.58", "q1": "17.58", "c1": "14.52", "c3": "17.52"}
    battalions = {"p1": "2/27", "p2": "2/27", "q1": "3/27", "c1": "2/27", "c3": "3/27"}
    units = [
        picket(name, battalion=battalions[name], at=at, **own)
        if name[0] in "pq"
        else unit(name, "Ottoman", battalion=battalions[name], at=at, **company, **own)
        for name, at in posts.items()
        if name not in {each.id for each in others}
    ]
    scene = {name: more.pop(name) for name in ("light", "turn") if name in more}
    more.setdefault("goals", {name: [at] for name, at in posts.items()})
    more.setdefault("rally_points", {"2/27": "12.52", "3/27": "18.52"})
    if not any(each.side == "Entente" for each in others):
        others = (*others, unit("far", at="10.49"))
    return position(
        GROUND,
        [*units, hq("27 HQ", "Ottoman", at="15.51", **own), *others],
        brigiment=[brigiment("27", "Ottoman", order=order, **more)],
        active="Ottoman",
        **scene,
    )


def guns_of_the_brigade(at: str) -> SceneUnit:
    """Return the machine guns of the brigade itself."""
    return mg("3 MG", at=at, **OWN)
