"""The nine air missions (AA-4, AA-6, AA-7): which plane flies which, when, and how many a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.units import UnitType
    from wargame.core.ruling import Ruling

When = Literal["own turn", "opponent's turn"]
Command = Literal["tactical", "strategic"]


@frozen
class Mission:
    """One of the nine missions.

    Args:
        id: Its name in files and journals.
        name: What a person reads.
        command: tactical or strategic.
        when: Whose turn it is flown in.
        roles: The planes that fly it.
        roles_said: The same in words.
        sequence: Its steps, in order.
        cases: The cases that give it.
    """

    id: str
    name: str
    command: Command
    when: When
    roles: tuple[str, ...]
    roles_said: str
    sequence: tuple[str, ...]
    cases: tuple[str, ...]


_ALL = ("fighter", "dive-bomber", "bomber")
_CLEAR = "fight the enemy's planes until one side has none or flies home"
_GUNS = "anti-aircraft fire of a city or a complex, at three planes at most"

MISSIONS: tuple[Mission, ...] = (
    Mission(
        "close-air-support",
        "Close air support",
        "tactical",
        "own turn",
        ("fighter", "dive-bomber"),
        "fighters and dive-bombers",
        ("fly in with the attack", _GUNS, _CLEAR, "+1 to the attack of one armor for each plane"),
        ("AA AA-6.1", "AA AA-6.2"),
    ),
    Mission(
        "interdiction",
        "Interdiction",
        "tactical",
        "own turn",
        ("bomber",),
        "bombers",
        (
            "fly in",
            _GUNS,
            _CLEAR,
            "stay until the next turn",
            "a die for each armor unit that enters or leaves: 1 destroys it, 2 or 3 holds it",
        ),
        ("AA AA-6.3", "AA AA-6.4", "AA AA-6.5", "AA AA-6.6"),
    ),
    Mission(
        "air-transport",
        "Air transport",
        "tactical",
        "own turn",
        ("bomber",),
        "bombers",
        ("in non-combat movement", "load up to two infantry", "fly over land or sea", "unload"),
        ("AA AA-6.7", "AA AA-6.8", "AA AA-6.9"),
    ),
    Mission(
        "airborne-assault",
        "Airborne assault",
        "tactical",
        "own turn",
        ("bomber",),
        "bombers",
        (
            "load up to two airborne infantry where they and the bomber stand",
            "fly to within two territories of a friendly unit",
            _GUNS,
            _CLEAR,
            "drop: they attack, and never retreat by themselves",
        ),
        ("AA AA-6.10", "AA AA-6.11", "AA AA-6.12", "AA AA-6.13", "AA AA-6.14", "AA AA-6.15"),
    ),
    Mission(
        "defensive-air-support",
        "Defensive air support",
        "tactical",
        "opponent's turn",
        ("fighter",),
        "fighters",
        (
            "call them in a round of the ground battle",
            "they arrive a full round later; planes already there join at once",
            "air rounds beside the ground rounds",
            "fly home at the end, or earlier if called off",
        ),
        ("AA AA-6.17", "AA AA-6.18", "AA AA-6.19", "AA AA-6.20", "AA AA-6.21", "AA AA-6.22"),
    ),
    Mission(
        "coastal-defense",
        "Maritime coastal defense",
        "tactical",
        "opponent's turn",
        _ALL,
        "any planes",
        (
            "call them in a round of the naval battle in a sea zone beside their territory",
            "they arrive a full round later",
            "fight for the friendly ships",
            "fly home, or to the nearest friendly territory if home is lost",
        ),
        ("AA AA-6.28", "AA AA-6.29", "AA AA-6.30", "AA AA-6.31", "AA AA-6.32"),
    ),
    Mission(
        "strategic-bombing",
        "Strategic bombing run",
        "strategic",
        "own turn",
        ("bomber",),
        "bombers",
        (
            "fly over an Industrial Complex, with escorts or without",
            _GUNS,
            "one round against the defending fighters",
            "each bomber left rolls two dice: their sum is lost in IP",
        ),
        ("AA AA-7.1", "AA AA-7.2", "AA AA-7.3"),
    ),
    Mission(
        "escort",
        "Air escort",
        "strategic",
        "own turn",
        ("fighter", "dive-bomber"),
        "any planes but bombers",
        (
            "fly with bombers or ships, through three sea zones at most each way",
            "fight the defending planes",
            "fly home",
        ),
        ("AA AA-7.6", "AA AA-7.7"),
    ),
    Mission(
        "strategic-air-defense",
        "Strategic air defense",
        "strategic",
        "opponent's turn",
        ("fighter",),
        "fighters",
        ("meet the bombers and their escorts for one round, before they bomb", "fly home"),
        ("AA AA-7.8", "AA AA-7.10"),
    ),
)
"""The nine, in the order of the text (AA-4.1)."""


def mission_named(word: str) -> Mission:
    """Return a mission by its id or name.

    Raises:
        RequestError: There is none; the nearest names are given.
    """
    plain = word.strip().lower().replace(" ", "-")
    for each in MISSIONS:
        if plain in {each.id, each.name.lower().replace(" ", "-")}:
            return each
    ids = [each.id for each in MISSIONS]
    raise RequestError("mission", shown(word), one_of(ids, plain, limit=len(ids)))


@implements("AA", "AA-4.1", "AA-4.2", "AA-5.8", "AA-6.16", "AA-6.26", "AA-6.27", "AA-6.33")
def may_fly(unit: UnitType, mission: Mission, flown: Iterable[str] = ()) -> Ruling:
    """Return whether a plane may fly a mission, after those it has flown since its own turn began.

    Args:
        unit: The plane.
        mission: What it is asked to fly.
        flown: The ids of the missions it has flown.

    Source: one mission in one's own turn (AA-4.1, AA-5.8) and one defensive action in an
    opponent's (AA-4.2, AA-6.16, AA-6.27, AA-6.33); on its own turn it may fly anew (AA-6.26).
    """
    label = f"{unit.name}: {mission.name.lower()}"
    if not unit.flies:
        return refusal(label, f"A unit of {unit.name} does not fly.", *mission.cases)
    if unit.role not in mission.roles:
        why = f"{mission.name} is flown by {mission.roles_said}; this is a {unit.name}."
        return refusal(label, why, *mission.cases, allowed=_open_to(unit))
    before = [mission_named(each) for each in flown]
    same = next((each for each in before if each.when == mission.when), None)
    if same is not None:
        once = "mission in its own turn" if mission.when == "own turn" else "defensive action"
        why = f"It has flown {same.name.lower()}: one {once} is all a plane has."
        cases = ("AA AA-4.1",) if mission.when == "own turn" else ("AA AA-6.27", "AA AA-6.33")
        return refusal(label, why, *cases)
    words = f"A {unit.name} may fly it, in {_turn(mission)}."
    return finding(label, True, words, "AA AA-4.1", *mission.cases)


def _turn(mission: Mission) -> str:
    return "its own turn" if mission.when == "own turn" else "the opponent's turn"


def _open_to(unit: UnitType) -> Iterable[Ruling]:
    for each in MISSIONS:
        if unit.role in each.roles:
            yield figure(each.name, each.id, f"{each.name} is open to a {unit.name}.", *each.cases)
