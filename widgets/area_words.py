"""A map of areas in words: what there is to know of an area, and the whole map as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.forces import described, ground, planes
from wargame.area_combat.nations import nation_named
from widgets.explorers.fm_words import STYLE, part
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.area_combat.atlas import Area
    from wargame.area_combat.theatre import Theatre
    from widgets.area_plan import AreaPlan


def owner_words(theatre: Theatre, area: Area) -> str:
    """Return who owns an area: ``Germany (Axis)``."""
    if area.sea:
        return "sea zone"
    owner = theatre.owner(area.id)
    if not owner:
        return "nobody"
    nation = nation_named(owner)
    return f"{nation.name} ({nation.side.capitalize()})"


def ground_words(theatre: Theatre, area: Area) -> str:
    """Return what an area is, in a phrase: owner, worth, complex, city, railway, ground."""
    if area.sea:
        return "sea zone"
    owner = owner_words(theatre, area)
    facts = (
        "owned by nobody" if owner == "nobody" else owner,
        f"worth {area.worth} IP" if area.worth else "",
        f"Industrial Complex {area.complex}" if area.complex else "",
        f"Victory City {area.city}" if area.city else "",
        "railway" if area.rail else "no railway",
        area.terrain if area.terrain != "plain" else "",
        "island" if area.island else "",
    )
    return ", ".join(filter(None, facts))


def standing_words(theatre: Theatre, area: Area) -> str:
    """Return what stands in an area and whose bombers lie over it; nothing for nothing."""
    forces = [
        f"{nation_named(nation).name}: {described(force, theatre.units)}"
        for nation, force in theatre.in_area(area.id)
    ]
    over = [
        f"bombers of {nation_named(nation).name} interdict it"
        for at, nation in theatre.interdictions
        if at == area.id
    ]
    return "; ".join([*forces, *over])


def barred_beside(theatre: Theatre, area: Area) -> tuple[str, ...]:
    """Return the names of areas that an area touches without bordering them."""
    cells = theatre.atlas.cells
    touched = {
        cells[beside]
        for at, name in cells.items()
        if name == area.id
        for beside in at.neighbours()
        if beside in cells
    }
    beside = {each.id for each in theatre.atlas.beside(area.id)} | {area.id}
    areas = theatre.atlas.areas.values()
    return tuple(each.name for each in areas if each.id in touched - beside)


def facts(theatre: Theatre, area: Area) -> Iterator[tuple[str, str]]:
    """Yield what there is to know of an area: what, and the answer."""
    if not area.sea:
        yield "Owner", owner_words(theatre, area)
        yield "Worth", f"{area.worth} IP a turn"
        yield "Industrial Complex", f"{area.complex} IP" if area.complex else "none"
        yield "Victory City", area.city or "none"
        yield "Railway", "yes" if area.rail else "no"
        yield "Ground", area.terrain
    stands = theatre.in_area(area.id)
    for nation, force in stands:
        name = nation_named(nation).name
        if on_foot := ground(force, theatre.units):
            yield f"{name}, on the ground", described(on_foot, theatre.units)
        if flying := planes(force, theatre.units):
            yield f"{name}, planes", described(flying, theatre.units)
    if not stands:
        yield "Stands here", "nothing"
    for at, nation in theatre.interdictions:
        if at == area.id:
            yield "Interdicted by", f"bombers of {nation_named(nation).name} (AA-6.3)"
    yield "Borders", ", ".join(each.name for each in theatre.atlas.beside(area.id))
    if barred := barred_beside(theatre, area):
        yield "No way across to", ", ".join(barred)


def sentence(plan: AreaPlan) -> str:
    """Return what is spoken: the area chosen and how far a unit gets."""
    if not plan.area:
        return "Choose an area."
    here, theatre = plan.here, plan.theatre
    standing = standing_words(theatre, here) or "nothing stands there"
    beside = ", ".join(each.name for each in theatre.atlas.beside(here.id))
    said = f"{here.name}: {ground_words(theatre, here)}; {standing}; borders {beside}."
    return f"{said} {plan.reach_words()}".strip()


def panel_html(plan: AreaPlan) -> str:
    """Return the panel beside the map: the facts of the area chosen, and what is reached."""
    if not plan.area:
        return STYLE + part("<p>No area is chosen.</p>")
    here = plan.here
    rows = "".join(
        f"<tr><th scope='row' class='wg-fm-key'>{word(name)}</th><td>{word(text)}</td></tr>"
        for name, text in facts(plan.theatre, here)
    )
    table = (
        f"<div class='wg-fm-wide'><table><caption>{word(here.name)}</caption>"
        f"<tbody>{rows}</tbody></table></div>"
    )
    return STYLE + part(table + _reached_html(plan))


def _reached_html(plan: AreaPlan) -> str:
    said = plan.reach_words()
    items = "".join(f"<li>{word(line)}</li>" for line in reached_lines(plan))
    return f"<p>{word(said)}</p><ul>{items}</ul>" if said else ""


def reached_lines(plan: AreaPlan) -> Iterator[str]:
    """Yield the areas reached, a line for each number of steps."""
    names = plan.theatre.atlas.areas
    steps: dict[int, list[str]] = {}
    for at, way in plan.ways.items():
        steps.setdefault(len(way), []).append(names[at].name)
    for count, reached in sorted(steps.items()):
        yield f"{count} step{'' if count == 1 else 's'}: {', '.join(reached)}"


def text(plan: AreaPlan) -> str:
    """Return the map and what is chosen on it as text."""
    theatre = plan.theatre
    atlas = theatre.atlas
    lines = [f"{atlas.title}: {len(atlas.territories)} territories, {len(atlas.zones)} sea zones"]
    for area in atlas.areas.values():
        standing = standing_words(theatre, area)
        lines.append(
            f"  {area.name}: {ground_words(theatre, area)}{f'; {standing}' if standing else ''}"
        )
    if plan.area:
        lines.append(f"Chosen: {plan.here.name}")
        lines += [f"  {name}: {said}" for name, said in facts(theatre, plan.here)]
        lines += [f"  {line}" for line in (plan.reach_words(), *reached_lines(plan)) if line]
    return "\n".join(lines)
