"""The combat phase, step by step (4.1, 8.2; Gaza 18.1): decisions are choices of legal options.

Where fire adds to combat, attacks are declared one by one, each with its support. In Gaza 1917 all
bombardment comes first: charges are declared, the active side places its markers and announces who
attacks the bombarded hexes, the other side places, all markers are turned over and resolved, and
only then are attacks fought (the order of FM-Q26). Retreats and advances follow each combat at once
(:mod:`aftermath`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import finding, refusal
from wargame.fire_and_movement.advance import advance
from wargame.fire_and_movement.aftermath import after_combat
from wargame.fire_and_movement.attack import Attack, declare, eligible_attackers, targets
from wargame.fire_and_movement.bombardment import resolve_bombardment, turn_over
from wargame.fire_and_movement.combat import lapse, successors, throw
from wargame.fire_and_movement.fire_plan import FirePlan, plan_fire
from wargame.fire_and_movement.gaza_1917 import BRITISH, CAVALRY_DIVISIONS, CENTRAL_POWERS
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.sams import reloaded
from wargame.fire_and_movement.support_fire import place_support

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.state import Situation

END, GO, YES, NO = "end", "go", "yes", "no"


@frozen
class CombatPhase:
    """A combat phase under way.

    Args:
        situation: The position.
        charging: Divisions that charge this phase (Gaza 13.1).
        announced: Attacks that were announced with the bombardment and now bind (Gaza 18.1).
        unannounced: Hexes the active side bombarded without announcing an attack on them.
        combats: What was fought so far.
        struck: Units that were attacked, wherever they are now: none is attacked twice (8.0/3).
        emptied: Hexes under announced attack that the bombardment emptied (Gaza 18.4/4).
    """

    situation: Situation
    charging: frozenset[str] = frozenset()
    announced: tuple[tuple[Hex, tuple[str, ...]], ...] = ()
    unannounced: frozenset[Hex] = frozenset()
    combats: tuple[CombatOutcome, ...] = field(default=(), converter=tuple[CombatOutcome, ...])
    struck: frozenset[str] = frozenset()
    emptied: frozenset[Hex] = frozenset()


@implements("FM8", "4.1/6", "8.0/2")
@implements("FM7", "4.1/6", "8.0/2")
@implements("GAZA", "10.3/6", "13.4/4", "18.0", "18.1/2")
def combat_phase(situation: Situation) -> Steps:
    """Run the active side's combat phase.

    Args:
        situation: The position at its start; who fought in the phase before may fight again.

    Returns:
        The :class:`CombatPhase` at its end.
    """
    phase = CombatPhase(situation.at_phase_start())
    if situation.ruleset.bombards_only:
        phase = yield from _bombardment_step(phase)
    return (yield from attacks(phase))


@implements("FM8", "8.0/5", "8.0/6", "8.0/7")
@implements("FM7", "8.0/5", "8.0/6", "8.0/7")
def attacks(phase: CombatPhase) -> Steps:
    """Fight attacks one after the other until the active side ends the phase.

    Announced attacks are fought first. Every attack is resolved before the next is declared.
    """
    while True:
        yield Checkpoint("combat phase", phase, attacks)
        if phase.announced:
            (target, names), *rest = phase.announced
            phase = evolve(phase, announced=tuple(rest))
            phase = yield from _announced_attack(phase, target, names)
            continue
        answer: Option = yield _next_attack(phase)
        if answer.key == END:
            return (yield from _ended(phase))
        target = phase.situation.board.hex(answer.key)
        phase = yield from _one_attack(phase, target)


@implements("GAZA", "13.1")
@implements("LEB82", "13.0/12")
def _ended(phase: CombatPhase) -> Generator[Step, Any, CombatPhase]:
    """End the phase: divisions have used their charge, missile sites reload."""
    situation = reloaded(phase.situation)
    situation = yield from situation.ruleset.after_fight(situation, None)
    after = evolve(situation, charged=situation.charged | phase.charging)
    return evolve(phase, situation=after)


def _next_attack(phase: CombatPhase) -> Choice:
    situation, board = phase.situation, phase.situation.board
    able = targets(situation)
    options = [Option(END, "end the combat phase")]
    options += [
        Option(board.label(cell), f"attack {board.describe(cell)}")
        for cell in able
        if cell not in phase.unannounced
    ]
    barred = [
        (board.label(cell), _not_announced(board.label(cell)))
        for cell in able
        if cell in phase.unannounced
    ]
    purpose = f"{situation.active}: next attack"
    cases = situation.ruleset.cases("8.0/2", "8.2/1")
    return Choice(situation.active, purpose, tuple(options), cases, tuple(barred), position=phase)


@implements("GAZA", "18.1/3")
def _not_announced(label: str) -> Ruling:
    why = f"{label} was bombarded and no attack on it announced; other hexes may be attacked."
    return refusal("Announced attacks", why, "GAZA 18.1/3")


def _one_attack(phase: CombatPhase, target: Hex) -> Generator[Step, Any, CombatPhase]:
    """Choose the attackers of one hex, hex by hex, then fight."""
    situation, chosen = phase.situation, list[str]()
    able = {piece.unit: piece.at for piece in eligible_attackers(situation, target)}
    while True:
        waiting = dict.fromkeys(at for name, at in able.items() if name not in chosen)
        options = [Option(GO, "attack with those chosen")] if chosen else []
        options += [Option(situation.board.label(at), _who(situation, at)) for at in waiting]
        purpose = f"{situation.active}: who attacks {situation.board.label(target)}"
        cases = situation.ruleset.cases("8.2/2", "8.2/4")
        so_far = Attack(situation, target, tuple(chosen))
        answer: Option = yield Choice(
            situation.active, purpose, tuple(options), cases, position=so_far
        )
        if answer.key == GO:
            break
        at = situation.board.hex(answer.key)
        chosen += [piece.unit for piece in situation.at(at, situation.active)]
        if len(chosen) == len(able):
            break
    return (yield from _fight(phase, target, tuple(chosen)))


def _who(situation: Situation, at: Hex) -> str:
    names = " and ".join(situation.describe(piece) for piece in situation.at(at, situation.active))
    return f"from {situation.board.label(at)}: {names}"


def _fight(
    phase: CombatPhase, target: Hex, names: tuple[str, ...]
) -> Generator[Step, Any, CombatPhase]:
    """Fight one attack to its end, and book it: who was attacked, and who has fought."""
    situation = phase.situation
    kress = yield from _kress_leads(situation, target)
    charging = _charging(phase, names)
    attack = Attack(situation, target, names, charging=charging, kress=kress).require_legal()
    if not situation.ruleset.bombards_only:
        attack = yield from place_support(attack)
    outcome = yield from throw(attack, step_later=True)
    rules = situation.ruleset
    outcome = yield from rules.after_throw(outcome, attack)
    outcome = yield from after_combat(outcome, attack)
    after = yield from rules.after_fight(outcome.situation, attack)
    after = evolve(after, kress_used=situation.kress_used or kress)
    return _booked(phase, evolve(outcome, situation=after), attack)


def _charging(phase: CombatPhase, names: tuple[str, ...]) -> frozenset[str]:
    """Return the charging divisions that are in an attack."""
    there = {phase.situation.unit(name).formation for name in names}
    return frozenset(each for each in phase.charging if CAVALRY_DIVISIONS[each] in there)


@implements("FM8", "8.0/3")
@implements("FM7", "8.0/3")
def _booked(phase: CombatPhase, outcome: CombatOutcome, attack: Attack) -> CombatPhase:
    """Return the phase with one combat more, and who has fought or was attacked marked so.

    A defender that fell back is not attacked again this phase, wherever he stands now.
    """
    before, heirs = phase.situation, successors(outcome.losses)
    struck = phase.struck | {piece.unit for piece in attack.defenders}
    struck |= {heirs[name] for name in struck if name in heirs}
    now = {piece.at for piece in outcome.situation.of(before.inactive) if piece.unit in struck}
    after = evolve(
        outcome.situation,
        attacked=before.attacked | {attack.target} | now,
        fought=before.fought | {*attack.attackers, *heirs.values()},
    )
    combats = (*phase.combats, evolve(outcome, situation=after))
    return evolve(phase, situation=after, combats=combats, struck=struck)


@implements("GAZA", "13.4/1")
def _kress_leads(situation: Situation, target: Hex) -> Generator[Step, Any, bool]:
    """Offer Kress for one attack of the Central Powers, once a phase (Gaza 13.4)."""
    central = situation.ruleset.bombards_only and situation.active == CENTRAL_POWERS
    if not central or situation.kress_used:
        return False
    purpose = f"Kress leads the attack on {situation.board.label(target)}"
    options = (Option(NO, "no"), Option(YES, "yes: one column right"))
    cases = ("GAZA 13.4/1", "GAZA 13.4/2")
    answer: Option = yield Choice(CENTRAL_POWERS, purpose, options, cases, position=situation)
    return answer.key == YES


def _bombardment_step(phase: CombatPhase) -> Generator[Step, Any, CombatPhase]:
    """Run everything that precedes the attacks in Gaza 1917: charges, markers, bombardment.

    Announced attacks bind, unless ``Ruleset.announced_bind`` leaves it at their being allowed; into
    a hex that the bombardment emptied one advances instead (FM-Q30).
    """
    situation, rules = phase.situation, phase.situation.ruleset
    charging = yield from _charges(situation)
    own: FirePlan = yield from plan_fire(situation, situation.active)
    announced = yield from _announce(situation, own)
    theirs: FirePlan = yield from plan_fire(situation, situation.inactive)
    situation, fallen = yield from turn_over(situation, (*own.shots(), *theirs.shots()))
    situation = situation.spend((*own.spotters, *theirs.spotters))
    renamed: dict[str, str] = {}
    for each in fallen:
        situation, losses = yield from resolve_bombardment(situation, each)
        renamed |= successors(losses)
    binding = tuple(
        (cell, tuple(renamed.get(n, n) for n in names))
        for cell, names in announced
        if rules.announced_bind or not situation.enemies_at(cell)
    )
    return evolve(
        phase,
        situation=situation,
        charging=charging,
        announced=binding,
        unannounced=frozenset(own.hexes) - {cell for cell, _ in announced},
        emptied=frozenset(cell for cell, _ in binding if not situation.enemies_at(cell)),
    )


@implements("GAZA", "13.1/2")
def _charges(situation: Situation) -> Generator[Step, Any, frozenset[str]]:
    """Ask, at the start of a British phase, whether a cavalry division spends its charge."""
    charging: set[str] = set()
    if situation.active != BRITISH:
        return frozenset()
    on_map = {situation.unit(piece.unit).formation for piece in situation.of(BRITISH)}
    for division in CAVALRY_DIVISIONS:
        if CAVALRY_DIVISIONS[division] in on_map and division not in situation.charged:
            name = CAVALRY_DIVISIONS[division]
            later = Option(NO, f"keep the charge of the {name} for later")
            options = (later, Option(YES, "charge in this phase"))
            purpose = f"{division}: charge"
            cases = ("GAZA 13.1/2",)
            answer: Option = yield Choice(BRITISH, purpose, options, cases, position=situation)
            if answer.key == YES:
                charging.add(division)
    return frozenset(charging)


@implements("GAZA", "18.1/3")
def _announce(
    situation: Situation, plan: FirePlan
) -> Generator[Step, Any, tuple[tuple[Hex, tuple[str, ...]], ...]]:
    """Ask which adjacent units will attack each bombarded hex; the answer binds (FM-Q30)."""
    announced: list[tuple[Hex, tuple[str, ...]]] = []
    pledged: set[str] = set()
    for cell in plan.hexes:
        names: list[str] = []
        able = [each for each in eligible_attackers(situation, cell) if each.unit not in pledged]
        for at in dict.fromkeys(piece.at for piece in able):
            label = situation.board.label(cell)
            purpose = f"{situation.active}: announce {situation.board.label(at)} against {label}"
            options = (Option(NO, "does not attack it"), Option(YES, _who(situation, at)))
            so_far = Attack(situation, cell, tuple(names))
            answer: Option = yield Choice(
                situation.active, purpose, options, ("GAZA 18.1/3",), position=so_far
            )
            if answer.key == YES:
                names += [piece.unit for piece in situation.at(at, situation.active)]
        if names:
            pledged |= set(names)
            announced.append((cell, tuple(names)))
    return tuple(announced)


def _announced_attack(
    phase: CombatPhase, target: Hex, names: tuple[str, ...]
) -> Generator[Step, Any, CombatPhase]:
    """Fight an announced attack with those who still can, or let it lapse."""
    situation = phase.situation
    able = {piece.unit for piece in eligible_attackers(situation, target)}
    left = tuple(name for name in names if name in able)
    attack = Attack(situation, target, left, charging=_charging(phase, left))
    alive = any(piece.unit in names for piece in situation.pieces)
    bombed = target in phase.emptied or not alive
    lapsed = (lapse(attack) if bombed else None) or _overtaken(attack)
    if lapsed is None:
        return (yield from _fight(phase, target, left))
    yield lapsed
    emptied = target in phase.emptied and not attack.defenders
    outcome = CombatOutcome("", situation, emptied=emptied)
    outcome = yield from advance(outcome, attack, left)
    return _booked(phase, outcome, attack)


def _overtaken(attack: Attack) -> Ruling | None:
    """Return why an announced attack can be fought no more, if an earlier combat saw to that."""
    ruling = declare(attack)
    if ruling.allowed:
        return None
    said = f"The attack on {attack.label} was overtaken: {ruling.sentence}"
    return finding("No combat", "overtaken", said, *ruling.cases)
