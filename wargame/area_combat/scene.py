"""Positions of a campaign for questions about the map: from a ``[scene]`` table to a theatre.

::

    [scene]
    scenario = "eastern_front_1942"
    rules = "escort_limit: zones"
    owner = { Ukraine = "soviet-union" }
    bombers = [{ area = "Poland", nation = "germany" }]
    stand = [{ area = "Moscow", nation = "soviet-union", force = "2 armor" }]

What stands in an area by name takes the place of what that nation has there in the scenario. With
``map`` (``rows``, ``territory``, ``zones`` and so on, as in a map file) the position is on a map of
its own, where nothing stands but what is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import Factory, frozen

from wargame.area_combat.asked import force_in, rules_of
from wargame.area_combat.atlas import atlas_of
from wargame.area_combat.nations import nation_named
from wargame.area_combat.theatre import empty_theatre, load_theatre
from wargame.core.data import structure
from wargame.core.errors import DataError, located
from wargame.core.examples import scene_builder

if TYPE_CHECKING:
    from wargame.area_combat.theatre import Theatre

FAMILY = "area_combat"


@frozen
class _Stand:
    area: str
    nation: str
    force: str


@frozen
class _Over:
    area: str
    nation: str


@frozen
class _Scene:
    scenario: str = ""
    map: dict[str, Any] = Factory(dict)
    rules: str = ""
    owner: dict[str, str] = Factory(dict)
    stand: list[_Stand] = Factory(list)
    bombers: list[_Over] = Factory(list)


@scene_builder(FAMILY)
def build_scene(table: dict[str, Any], where: str) -> Theatre:
    """Return the position that a ``[scene]`` table describes.

    Raises:
        DataError: The table does not fit.
    """
    where = f"{where}, scene"
    scene = structure(table, _Scene, where)
    with located(where):
        theatre = _begun(scene, where).replace(rules=rules_of(scene.rules))
        for area, owner in scene.owner.items():
            theatre = theatre.with_owner(theatre.area(area).id, nation_named(owner).id)
        for each in scene.stand:
            nation, force = nation_named(each.nation), force_in(each.force, each.area)
            theatre = theatre.with_force(theatre.area(each.area).id, nation.id, force)
        over = [(theatre.area(b.area).id, nation_named(b.nation).id) for b in scene.bombers]
        return theatre.replace(interdictions=(*theatre.interdictions, *over))


def _begun(scene: _Scene, where: str) -> Theatre:
    """Return the position before what the scene itself puts into it."""
    if not scene.map:
        return load_theatre(scene.scenario) if scene.scenario else load_theatre()
    if scene.scenario:
        raise DataError(where, "map together with scenario", "one of the two")
    return empty_theatre(atlas_of({**_OWN_MAP, **scene.map}, f"{where}, map"))


_OWN_MAP = {
    "id": "example",
    "title": "of the example",
    "origin": {"kind": "derived", "source": "a map made for an example"},
}
