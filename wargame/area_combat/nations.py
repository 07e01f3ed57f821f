"""Nations (AA-1.34, AA-8.5): who retreats on which number, and what the railways carry."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import Factory, field, frozen

from wargame.area_combat.units import FACES
from wargame.core.data import read_toml, scenario_folder, structure
from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import figure

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.area_combat.ruleset import Ruleset
    from wargame.core.ruling import Ruling


@frozen(cache_hash=True)
class Nation:
    """A nation.

    Args:
        id: Its name in files and journals.
        name: What a person reads.
        side: axis or allies.
        short: Other words that name it.
        retreats_from: The lowest die on which its units retreat by themselves; 0 where the text
            does not list it (AA-Q22).
        retreat_case: The case that prints it.
        rail: Land units its railways carry in a turn; -1 where the text does not list it (AA-Q28).
        rail_case: The case that prints it.
    """

    id: str
    name: str
    side: Literal["axis", "allies"]
    short: tuple[str, ...] = field(default=(), converter=tuple[str, ...])
    retreats_from: int = 0
    retreat_case: str = ""
    rail: int = -1
    rail_case: str = ""

    def __attrs_post_init__(self) -> None:
        """Check that a die can show the retreat number, and that railways carry something."""
        for what, least, most in (("retreats_from", 0, FACES), ("rail", -1, 100)):
            found = getattr(self, what)
            if not least <= found <= most:
                where = f"nation {self.id}, {what}"
                raise RequestError(where, shown(found), f"{least} to {most}")


@frozen
class _Row:
    id: str
    name: str
    side: Literal["axis", "allies"]
    short: list[str] = Factory(list)
    retreats_from: int = 0
    retreat_case: str = ""
    rail: int = -1
    rail_case: str = ""


@frozen
class _File:
    nation: list[_Row]


@lru_cache(maxsize=8)
def load_nations(folder: Path | None = None) -> tuple[Nation, ...]:
    """Return the nations of a folder's ``nations.toml``; without one, the project's.

    Raises:
        DataError: The file does not fit; the sentence names the key.
    """
    path = (folder or scenario_folder() / "area_combat") / "nations.toml"
    rows = structure(read_toml(path), _File, path.name).nation
    names = Nation.__annotations__
    twice = {row.id for row in rows if [each.id for each in rows].count(row.id) > 1}
    if twice:
        raise DataError(f"{path.name}, nation {min(twice)}", "the id twice", "ids that differ")
    with located(path.name):
        return tuple(Nation(**{name: getattr(row, name) for name in names}) for row in rows)


def nation_named(word: str, nations: tuple[Nation, ...] | None = None) -> Nation:
    """Return the nation that a word names.

    Raises:
        RequestError: None is named so; the nearest words are given.
    """
    known = load_nations() if nations is None else nations
    plain = word.strip().lower().replace(" ", "-").replace(".", "")
    for each in known:
        if plain in {each.id, each.name.lower().replace(" ", "-"), *each.short}:
            return each
    raise RequestError("nation", shown(word), one_of([each.id for each in known], plain))


@implements(
    "AA", "AA-1.34", "AA-1.35", "AA-1.36", "AA-1.37", "AA-1.38", "AA-1.39", "AA-1.40", "AA-1.41"
)
def retreat_number(nation: Nation, rules: Ruleset) -> Ruling:
    """Return the lowest die on which a nation's units retreat by themselves.

    Source: AA-1.34 to AA-1.41; a nation that the text does not list takes the ruleset's default
    (AA-Q22).
    """
    if nation.retreats_from:
        low, words = nation.retreats_from, f"{nation.name}: its units retreat on {_span(nation)}."
        origin = Provenance("printed", nation.retreat_case)
        cases = (f"AA {nation.retreat_case}",)
        return figure("Retreat number", low, words, *cases, provenance=origin)
    low = rules.unlisted_retreat
    words = f"The text does not list {nation.name}; {low} is taken (AA-Q22)."
    origin = Provenance("reconstructed", "AA-Q22", "a nation the text does not list")
    return figure("Retreat number", low, words, "AA AA-1.34", provenance=origin)


def _span(nation: Nation) -> str:
    return "6" if nation.retreats_from == 6 else f"{nation.retreats_from} and 6"  # noqa: PLR2004 - the die's highest face


@implements("AA", "AA-8.5", "AA-8.6", "AA-8.7", "AA-8.8", "AA-8.9", "AA-8.10", "AA-8.11")
def rail_capacity(nation: Nation, rules: Ruleset) -> Ruling:
    """Return how many land units a nation's railways carry in a turn.

    Source: AA-8.5 to AA-8.11; counted in land units, and what is not listed is the ruleset's
    default (AA-Q28).
    """
    if nation.rail >= 0:
        words = f"The railways of {nation.name} carry {nation.rail} land units in a turn."
        origin = Provenance("printed", nation.rail_case)
        case = f"AA {nation.rail_case}"
        return figure("Rail capacity", nation.rail, words, case, unit="units", provenance=origin)
    most = rules.unlisted_rail
    words = f"The text lists no railways of {nation.name}; {most} is taken (AA-Q28)."
    origin = Provenance("reconstructed", "AA-Q28", "a nation the text does not list")
    return figure("Rail capacity", most, words, "AA AA-8.5", unit="units", provenance=origin)
