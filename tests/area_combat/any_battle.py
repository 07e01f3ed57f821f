"""Battles of every kind, drawn at random."""

from __future__ import annotations

from hypothesis import strategies as st

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.forces import Force, force_of
from wargame.area_combat.nations import load_nations
from wargame.area_combat.ruleset import READINGS
from wargame.area_combat.units import load_units

UNITS, NATIONS = load_units(), load_nations()


def forces(
    most: int, *, nation: str, ground: bool = True, landed: bool = False
) -> st.SearchStrategy[Force]:
    """Return forces of a nation: of each type at most so many."""
    types = [each.id for each in UNITS if each.nation in {"", nation} and (ground or each.flies)]
    if landed:
        types += [name for each in types for name in (f"{each}-by-sea", f"{each}-by-air")]
        types = [each for each in types if each in UNITS]
    return st.dictionaries(st.sampled_from(types), st.integers(0, most), max_size=5).map(
        lambda counts: force_of(counts, UNITS)
    )


RULES = st.builds(
    READINGS.replace,
    armor_class=st.booleans(),
    guns=st.sampled_from([(), ("city",), ("city", "complex")]),
    unshaken=st.sampled_from([(), ("complex",), ("city", "complex")]),
    landings=st.sampled_from(["ignored", "converted"]),
    support=st.sampled_from(["either", "both"]),
    shots=st.integers(0, 4),
    triggers=st.sampled_from(["both", "attack", "defense"]),
    first=st.sampled_from(["artillery", "air"]),
    jets=st.sampled_from(["dice", "double"]),
    unlisted_retreat=st.integers(4, 6),
    envelopment=st.sampled_from(["voluntary", "all"]),
    nowhere=st.sampled_from(["fights", "lost"]),
    evacuation=st.sampled_from(["coastal", "fortified"]),
    spill=st.booleans(),
)
GROUNDS = st.builds(
    Ground,
    works=st.sampled_from([(), ("city",), ("complex",), ("city", "complex")]),
    island=st.booleans(),
    refuges=st.sampled_from([(), ("Kiev",), ("Kiev", "Minsk")]),
    lift=st.integers(0, 3),
    origins=st.sampled_from([("Galicia",), ("Galicia", "Slovakia")]),
    landing=st.sampled_from(["", "sea", "air"]),
    aboard=st.integers(0, 3),
)


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    """Return a battle of any kind."""
    one, other = draw(st.sampled_from(NATIONS)), draw(st.sampled_from(NATIONS))
    reserve = draw(forces(2, nation=other.id, ground=False))
    return Battle(
        Army(one, draw(forces(4, nation=one.id, landed=True))),
        Army(other, draw(forces(4, nation=other.id)), reserve=reserve),
        draw(GROUNDS),
        rules=draw(RULES),
    )
