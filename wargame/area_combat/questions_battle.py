"""Rule questions about battles by name: rounds with their dice told, losses, salvo, small odds."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, get_args

from wargame.area_combat import artillery, casualties, retreats
from wargame.area_combat.asked import (
    NATIONS,
    battle_of,
    force_in,
    lone_battle,
    nation_for,
    one_word,
    rules_of,
    side_of,
)
from wargame.area_combat.battle import WHO
from wargame.area_combat.fight import ending, fight, fight_round, order
from wargame.area_combat.forces import Force, described, minus
from wargame.area_combat.moment import By, Moment, Shots
from wargame.area_combat.retreats import STAY
from wargame.area_combat.told import course, told
from wargame.core.errors import RequestError, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.fight import Result
    from wargame.area_combat.moment import Stage
    from wargame.core.drivers import Played
    from wargame.core.procedure import Steps

_PARTING = ("retreat", "planes home")
_HIT = re.compile(r"(\d{1,3})\s+(\w+)")
_BY: tuple[By, ...] = get_args(By)


def _state(battle: Battle) -> Iterator[Ruling]:
    """Yield what each side has left, has lost, and has sent away."""
    for who in WHO:
        army, name = battle.army(who), who.capitalize()
        forces = (
            (name, army.engaged, "has left in the fight"),
            (f"{name} lost", army.lost, "has lost"),
            (f"{name} away", army.left, "has out of the battle"),
        )
        for label, force, words in forces:
            units = described(force, battle.units)
            yield figure(label, units, f"The {who} {words}: {units}.")


# ---- rounds and battles


@question("aa.round")
def one_round(  # noqa: PLR0913 - a battle is exactly these facts
    *,
    attacker: str,
    defender: str,
    rolls: tuple[int, ...],
    choices: tuple[str, ...] = (),
    nations: tuple[str, ...] = NATIONS,
    ground: str = "",
    reserve: str = "",
    round: int = 1,  # noqa: A002 - the field's word
    rules: str = "",
) -> Ruling:
    """How a battle stands after one round with these dice: ``goes on``, or how it ended.

    Args:
        attacker: What attacks, such as ``10 inf, 5 art``.
        defender: What defends.
        rolls: The dice in the order they are asked for.
        choices: Decisions in their order, each the key of an option; of whom nothing is said stays
            and gives up the first type.
        nations: The attacker's and the defender's.
        ground: The territory, such as ``works: complex; refuges: none``.
        reserve: Planes beside the territory that the defender may call.
        round: The number of the round.
        rules: Switches, such as ``first: air``.
    """
    start = battle_of(attacker, defender, nations, ground, rules, reserve, round - 1)
    done, script = told("aa.round", partial(fight_round, start), rolls, choices)
    after: Battle = done.outcome
    value = ending(after, broke=_broke(done)) if after.over else "goes on"
    parts = (*course(done, script), *_state(after))
    return finding(f"Round {round}", value, f"After round {round}: {value}.", parts=parts)


def _broke(done: Played) -> bool:
    """Return whether the last thing the attacker decided was to go."""
    asked = [each for each in done.journal if each.who == "attacker" and each.ask in _PARTING]
    return bool(asked) and asked[-1].answer != STAY


@question("aa.battle")
def whole_battle(  # noqa: PLR0913 - a battle is exactly these facts
    *,
    attacker: str,
    defender: str,
    rolls: tuple[int, ...],
    choices: tuple[str, ...] = (),
    nations: tuple[str, ...] = NATIONS,
    ground: str = "",
    reserve: str = "",
    rules: str = "",
) -> Ruling:
    """How a battle ends with these dice: taken, held, broken off, or empty.

    Args:
        attacker: What attacks.
        defender: What defends.
        rolls: The dice in the order they are asked for.
        choices: Decisions in their order, each the key of an option.
        nations: The attacker's and the defender's.
        ground: The territory.
        reserve: Planes beside the territory that the defender may call.
        rules: Switches.
    """
    start = battle_of(attacker, defender, nations, ground, rules, reserve)
    done, script = told("aa.battle", partial(fight, start), rolls, choices)
    result: Result = done.outcome
    fought = figure("Rounds", result.rounds, f"{result.rounds} rounds.", unit="rounds")
    parts = (fought, *course(done, script), *_state(result.battle))
    said = done.told[-1].sentence
    return finding("The battle", result.ended, said, "AA AA-1.42", parts=parts)


@question("aa.salvo")
def salvo(
    *,
    guns: str,
    defender: str,
    rolls: tuple[int, ...],
    choices: tuple[str, ...] = (),
    nations: tuple[str, ...] = NATIONS,
) -> Ruling:
    """What the defender loses to one salvo of artillery from its own territory.

    Args:
        guns: The artillery.
        defender: What stands in the territory fired at.
        rolls: One die for each gun.
        choices: The types that the defender gives up, where there are several.
        nations: The attacker's and the defender's.
    """
    start = battle_of(guns, defender, nations)
    done, script = told("aa.salvo", partial(artillery.salvo, start), rolls, choices)
    after: Battle = done.outcome
    value = described(after.defender.lost, after.units)
    parts = (*course(done, script), *_state(after))
    said = "The defender does not roll."
    return finding("Lost to the salvo", value, said, "AA AA-1.2", "AA AA-1.3", parts=parts)


_STAGES: Mapping[Stage, tuple[str, tuple[str, ...]]] = {
    "call": ("planes called before arrive; the defender may call more",
             ("AA AA-6.17", "AA AA-6.18")),
    "barrage": ("in the first round: artillery, and its hits are removed at once",
                ("AA AA-1.1", "AA AA-1.5")),
    "guns": ("in the first round: the guns of a city or complex",
             ("AA AA-1.6", "AA AA-1.7", "AA AA-5.2")),
    "air": ("planes against planes", ("AA AA-1.8", "AA AA-5.4")),
    "attacker home": ("the attacker may send planes home", ("AA AA-1.9", "AA AA-6.24")),
    "defender home": ("the defender may send planes home", ("AA AA-1.9", "AA AA-6.24")),
    "support": ("planes support armor", ("AA AA-6.1",)),
    "raid": ("the only planes in the sky attack the ground", ("AA AA-1.10", "AA AA-1.12")),
    "attack": ("the attacker's ground units roll; the defender marks casualties", ("AA AA-1.14",)),
    "defence": ("the defender's roll, marked ones too; then casualties go, the defender's first",
                ("AA AA-1.19", "AA AA-1.20")),
    "attacker retreat": ("the attacker may retreat", ("AA AA-1.22", "AA AA-1.24")),
    "defender retreat": ("the defender may retreat", ("AA AA-1.22", "AA AA-1.24")),
}  # fmt: skip


@question("aa.sequence")
def sequence(*, rules: str = "") -> Ruling:
    """The parts of a round of battle, in order.

    Args:
        rules: Switches, such as ``first: air``.
    """
    stages = [each for each in order(rules_of(rules)) if each in _STAGES]
    parts = [
        figure(each.capitalize(), at, f"{_STAGES[each][0].capitalize()}.", *_STAGES[each][1])
        for at, each in enumerate(stages, start=1)
    ]
    said = "A round goes through these parts; what is not due is passed over (AA-Q20)."
    return finding("A round", tuple(stages), said, parts=parts)


# ---- losses and infantry that is cut off


@question("aa.losses")
def losses(
    *,
    force: str,
    hits: tuple[str, ...],
    side: str = "defender",
    choices: tuple[str, ...] = (),
    rules: str = "",
) -> Ruling:
    """What a force gives up for some hits of one round, and which hits are wasted.

    Args:
        force: What the side has.
        hits: Number and kind, such as ``2 infantry``; kinds as in ``aa.casualties``.
        side: attacker or defender; the defender marks units, which still fire.
        choices: The types it gives up, where there are several; else the first.
        rules: Switches, such as ``armor_class: no``.
    """
    has, who = force_in(force, "force"), side_of("question aa.losses, side", side)
    battle = lone_battle(who, has, nation_for(has), rules=rules)
    scored = [_hit(each) for each in hits]
    moment = Moment(battle, _stage(who, {by for _, by in scored}))
    for number, by in scored:
        moment = moment.hit(who, by, number)
    done, script = told("aa.losses", partial(casualties.settle, moment), (), choices)
    after: Moment = done.outcome
    gone = after.marked or after.battle.army(who).lost
    wasted = sum(int(str(each.value)) for each in done.told if each.label == "Wasted")
    words = described(gone, battle.units)
    parts = (
        *course(done, script),
        figure("Hits wasted", wasted, f"{wasted} find nobody who may take them.", unit="hits"),
        figure("Left", described(minus(has, gone), battle.units), "What remains."),
    )
    cases = ("AA AA-1.20",) if who == "defender" else ("AA AA-1.21",)
    return finding("Given up", words, f"The {who} gives up {words}.", *cases, parts=parts)


def _stage(who: Who, kinds: set[By]) -> Stage:
    """Return the part of a round in which hits of these kinds are taken."""
    parts: set[Stage] = set()
    for by in kinds:
        ground: Stage = "attack" if who == "defender" else "defence"
        parts.add(_EARLY.get(by, ground))
    if len(parts) > 1:
        raise RequestError("question aa.losses, hits", " and ".join(sorted(kinds)), _TOGETHER)
    return parts.pop() if parts else "attack"


_EARLY: Mapping[By, Stage] = {"barrage": "barrage", "air": "air", "raid": "raid"}
_TOGETHER = "hits of one part of a round: infantry, armor and artillery together, others alone"


def _hit(text: str) -> tuple[int, By]:
    found = _HIT.fullmatch(text.strip())
    if found is None:
        raise RequestError("question aa.losses, hits", shown(text), "a number and a kind")
    word = one_word("question aa.losses, hits", found[2], _BY)
    return int(found[1]), next(each for each in _BY if each == word)


@question("aa.envelopment")
def envelopment(*, rolls: tuple[int, ...], unit: str = "infantry") -> Ruling:
    """How many defending infantry are lost that retreat by decision, one die each.

    Args:
        rolls: The dice.
        unit: Their type.
    """
    number = len(rolls)
    force = force_in(f"{number} {unit}", "unit") if number else Force()
    battle = lone_battle("defender", force, nation_for(force))
    name = next((each for each, _ in force), "")
    if not name or battle.units.unit(name).arm != "infantry":
        raise RequestError("question aa.envelopment, unit", unit, "infantry, a die for each")
    shots = Shots("defender", name, number, "envelopment", to=battle.ground.refuges[0])
    moment = Moment(battle, "defender retreat", shots=(shots,))
    done, script = told("aa.envelopment", partial(_escapes, moment), rolls, ())
    after: Moment = done.outcome
    lost = len(after.battle.defender.lost)
    said = f"{lost} of {number} are surrounded; the others get away."
    parts = tuple(course(done, script))
    return finding("Infantry lost", lost, said, "AA AA-1.28", parts=parts, unit="units")


def _escapes(moment: Moment) -> Steps:
    """Roll for all infantry in line that retreats."""
    while moment.shots:
        moment = yield from retreats.escape(moment)
    return moment


@question("aa.may_leave")
def may_leave(  # noqa: PLR0913 - a battle is exactly these facts
    *,
    attacker: str,
    defender: str,
    side: str = "defender",
    nations: tuple[str, ...] = NATIONS,
    ground: str = "",
    rules: str = "",
) -> Ruling:
    """How many ground units of a side may leave a battle by decision, and where to.

    Args:
        attacker: What attacks.
        defender: What defends.
        side: attacker or defender.
        nations: The attacker's and the defender's.
        ground: The territory, such as ``refuges: none; lift: 2``.
        rules: Switches, such as ``evacuation: fortified``.
    """
    battle = battle_of(attacker, defender, nations, ground, rules)
    return retreats.may_leave(battle, side_of("question aa.may_leave, side", side))
