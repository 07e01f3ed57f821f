"""The rule questions that may be asked of Fire & Movement by name.

Example files, the command line and lessons ask these. Each answers with a ruling.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from wargame.core.charts import ChartShelf
from wargame.core.drivers import Entry, replay
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.fire_and_movement import attack as declaring
from wargame.fire_and_movement import support_fire
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.bombardment import (
    DRAW,
    LOSS_CODES,
    Bombardment,
    Fallen,
    bombardment_column,
    check_bombardment,
)
from wargame.fire_and_movement.chances import meaning
from wargame.fire_and_movement.combat import assess, fight, fight_odds
from wargame.fire_and_movement.crt import MEANING, column_origin, crt_named
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.observation import observed
from wargame.fire_and_movement.questions_given import given_attack, given_code
from wargame.fire_and_movement.results import CombatOutcome, apply_result
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.strength import differential
from wargame.fire_and_movement.terrain_line import terrain_line
from wargame.fire_and_movement.units import StepLoss

FAMILY = "fire_and_movement"


def _attack(  # noqa: PLR0913 - the facts of an attack
    situation: Situation,
    target: str,
    attackers: tuple[str, ...],
    charging: tuple[str, ...] = (),
    *,
    kress: bool = False,
    attack_fire: tuple[str, ...] = (),
    defense_fire: tuple[str, ...] = (),
) -> Attack:
    attack = given_attack(situation, target, attackers, charging, kress=kress)
    return evolve(attack, attack_fire=attack_fire, defense_fire=defense_fire)


@question("fm.result")
def result(*, game: str, line: str, differential: int, die: int, alignment: str = "") -> Ruling:
    """What a combat table says for a terrain line, a differential and a die.

    Args:
        game: The ruleset: gaza_1917, lebanon_82, system_v8, system_v7.
        line: The terrain line as printed.
        differential: Strength points.
        die: 1 to 6.
        alignment: left or right; the ruleset's own when not given (FM-Q01).
    """
    rules = ruleset_named(game)
    chart = crt_named(rules.crt, ChartShelf()).chart(line, alignment or rules.alignment)
    ruling = chart.look_up(die, differential)
    return evolve(
        ruling, sentence=f"{ruling.sentence} That means {meaning(rules, str(ruling.value))}."
    )


@question("fm.column")
def column(*, game: str, line: str, differential: int, alignment: str = "") -> Ruling:
    """The six results of a column, die 1 to 6."""
    rules = ruleset_named(game)
    chart = crt_named(rules.crt, ChartShelf()).chart(line, alignment or rules.alignment)
    place = chart.columns.locate(differential)
    said = f"{chart.title}, column {chart.columns.headings[place.index].label}, die 1 to 6."
    origin = column_origin(chart, place.index)
    values = tuple(str(code) for code in chart.column(place.index))
    return finding("Column", values, said, *chart.cases, parts=(place.ruling,), provenance=origin)


@question("fm.may_attack", scene=FAMILY)
def may_attack(
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    charging: tuple[str, ...] = (),
    kress: bool = False,
) -> Ruling:
    """Whether an attack may be declared, check by check."""
    return declaring.declare(_attack(situation, target, attackers, charging, kress=kress))


@question("fm.differential", scene=FAMILY)
def combat_differential(
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    attack_fire: tuple[str, ...] = (),
    defense_fire: tuple[str, ...] = (),
) -> Ruling:
    """Attack strength minus defence strength, point by point."""
    attack = _attack(
        situation, target, attackers, attack_fire=attack_fire, defense_fire=defense_fire
    )
    return differential(attack)


@question("fm.terrain_line", scene=FAMILY)
def combat_terrain_line(
    situation: Situation, *, target: str, attackers: tuple[str, ...], differential: int = 0
) -> Ruling:
    """Which terrain line of the table an attack uses, and which lines were passed over."""
    return terrain_line(_attack(situation, target, attackers), differential)


@question("fm.attack", scene=FAMILY)
def whole_attack(  # noqa: PLR0913 - the facts of an attack
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    charging: tuple[str, ...] = (),
    kress: bool = False,
    attack_fire: tuple[str, ...] = (),
    defense_fire: tuple[str, ...] = (),
) -> Ruling:
    """An attack worked out up to the die: the value is the column it is resolved in."""
    fire = {"attack_fire": attack_fire, "defense_fire": defense_fire}
    return assess(_attack(situation, target, attackers, charging, kress=kress, **fire)).ruling


@question("fm.chance", scene=FAMILY)
def chance(  # noqa: PLR0913 - the facts of an attack
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    of: str,
    charging: tuple[str, ...] = (),
    kress: bool = False,
) -> Ruling:
    """The exact chance that an attack ends with a result, with the first choice taken everywhere.

    Args:
        situation: The position.
        target: The printed number of the hex.
        attackers: The attacking units.
        of: A result code, ``retreat`` (the defender must) or ``loss`` (the defender loses a step).
        charging: Divisions that charge.
        kress: Whether Kress leads.
    """
    attack = _attack(situation, target, attackers, charging, kress=kress)
    side = situation.inactive

    def holds(outcome: CombatOutcome) -> bool:
        if of == "retreat":
            return outcome.must_retreat(side) > 0
        return outcome.steps_lost(side) > 0 if of == "loss" else outcome.code == of

    if of not in {*MEANING, "retreat", "loss"}:
        allowed = one_of((*MEANING, "retreat", "loss"), of)
        raise RequestError("question fm.chance, of", shown(of), allowed)
    return finding(
        "Chance", fight_odds(attack).chance(holds), "Counted over every face of the die.",
        parts=(assess(attack).ruling,),
    )  # fmt: skip


@question("fm.resolve", scene=FAMILY)
def resolve(  # noqa: PLR0913 - the facts of an attack and how it went
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    code: str,
    answers: tuple[str, ...] = (),
    side: str = "",
) -> Ruling:
    """The steps lost when a result is applied, with the owners' choices given in order.

    Args:
        situation: The position.
        target: The printed number of the hex.
        attackers: The attacking units.
        code: The result.
        answers: Option keys in the order asked: a unit's id, ``retreat``, ``stand``, ``stand:ID``.
        side: Count only this side's steps.
    """
    attack = given_attack(situation, target, attackers)
    given_code(code, "fm.resolve")
    played = replay(lambda: apply_result(attack, code), _entries(attack, code, answers))
    outcome = played.outcome
    result, *told = played.told
    due = [each for each in told if each.label == "Retreat due"]
    spared = [each for each in told if each.status == "skipped"]
    lost = zip([e for e in told if e not in (*due, *spared)], outcome.losses, strict=True)
    losses = [
        said for said, loss in lost if not side or situation.unit(loss.before.unit).side == side
    ]
    steps = total("Steps lost", losses, f"{code}: {MEANING[code]}.", unit="steps")
    parts = (result, steps, *spared, *(due if outcome.retreats else ()))
    return finding("Outcome", steps.value, steps.sentence, parts=parts, unit="steps")


def _entries(attack: Attack, code: str, answers: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return journal lines for bare keys, by asking the procedure what it asks."""
    from wargame.core.run import Run

    run = Run(lambda: apply_result(attack, code))
    for answer in answers:
        run.answer(answer)
    if not run.finished and run.request is not None:
        keys = ", ".join(option.key for option in getattr(run.request, "options", ()))
        found = f"nothing for {run.request.purpose!r}"
        raise RequestError("question fm.resolve, answers", found, keys)
    return run.journal


@question("fm.step_losses", scene=FAMILY)
def step_losses(situation: Situation, *, unit: str, losses: int) -> Ruling:
    """How many steps a unit has left after some losses, one after the other."""
    piece = situation.piece(unit)
    parts: list[Ruling] = []
    for number in range(1, losses + 1):
        after = situation.roster.after_loss(piece)
        loss = StepLoss(piece, after)
        parts.append(loss.told(situation.roster, f"step loss {number}.", *_loss_cases(situation)))
        if after is None:
            return finding("Steps left", 0, "The unit is eliminated.", parts=parts, unit="steps")
        piece = after
    left = situation.roster.steps(piece)
    name = situation.unit(piece.unit).name
    cases = _loss_cases(situation)
    return finding("Steps left", left, f"{name} stands.", *cases, parts=parts, unit="steps")


def _loss_cases(situation: Situation) -> tuple[str, ...]:
    own = ("GAZA 13.3/2", "GAZA CRT/17") if situation.ruleset.bombards_only else ()
    return (str(situation.ruleset.case("8.3/1")), *own)


@question("fm.stack", scene=FAMILY)
def stack(situation: Situation, *, units: tuple[str, ...], terrain: str = "") -> Ruling:
    """Whether units may end a phase together in a hex of some terrain."""
    for name in units:
        situation.unit(name)
    return situation.ruleset.stacking(situation, units, terrain)


@question("fm.observes", scene=FAMILY)
def observes(
    situation: Situation, *, side: str, target: str, aircraft: tuple[str, ...] = ()
) -> Ruling:
    """Whether a side observes a hex for bombardment, and who does."""
    situation.other(side)
    board = situation.board
    watched = frozenset(board.hex(each) for each in aircraft)
    return observed(situation, side, board.hex(target), watched)


@question("fm.may_bombard", scene=FAMILY)
def may_bombard(
    situation: Situation, *, side: str, target: str, markers: tuple[str, ...]
) -> Ruling:
    """Whether markers may be laid on a hex; ``draw`` stands for a blind one."""
    situation.other(side)
    return check_bombardment(situation, Bombardment(side, situation.board.hex(target), markers))


@question("fm.bombardment", scene=FAMILY)
def bombardment(
    situation: Situation, *, side: str, target: str, markers: tuple[str, ...]
) -> Ruling:
    """The column on which revealed markers are resolved against a hex in Gaza 1917."""
    if DRAW in markers:
        raise RequestError("question fm.bombardment", DRAW, "markers turned over, by id")
    fallen = Fallen(side, situation.board.hex(target), markers)
    return bombardment_column(situation, fallen)[0]


@question("fm.bombardment_chance")
def bombardment_chance(*, game: str, line: str, strength: int, alignment: str = "") -> Ruling:
    """The chance that a Gaza bombardment of some strength costs its target a step."""
    rules = ruleset_named(game)
    chart = crt_named(rules.crt, ChartShelf()).chart(line, alignment or rules.alignment)
    place = chart.columns.locate(strength)
    faces = sum(code in LOSS_CODES for code in chart.column(place.index))
    said = f"{faces} of six faces give D2, D3 or De, which cost one step; all else is ignored."
    cases = ("GAZA 18.4/2", "GAZA 18.4/3")
    return finding("Chance of a step", Fraction(faces, 6), said, *cases, parts=(place.ruling,))


@question("fm.allotment")
def allotment(*, game: str, box: str, player: str) -> Ruling:
    """How many support markers a box of the turn track gives to the first or second player."""
    if player not in {"first", "second"}:
        raise RequestError("question fm.allotment, player", shown(player), "first or second")
    return support_fire.allotment(ruleset_named(game), box, first_player=player == "first")


@question("fm.taken", scene=FAMILY)
def taken(situation: Situation, *, side: str, number: int) -> Ruling:
    """Which markers an allotment takes where no draw is needed, by value."""
    rules = situation.ruleset
    steps = support_fire.allotted(situation, situation.markers(side, pool=True), number)
    try:
        next(steps)
    except StopIteration as stop:
        values = tuple(marker.value for marker in stop.value)
        cases = rules.cases("7.1/2")
        return finding("Markers taken", values, "Lowest values first.", *cases)
    said = "Each is drawn blind from the pool."
    return finding("Markers taken", "at random", said, rules.case("7.1/2"))


@question("fm.placing", scene=FAMILY)
def placing(
    situation: Situation, *, target: str, attackers: tuple[str, ...], answers: tuple[str, ...]
) -> Ruling:
    """Who is asked to place support fire, in order, when the answers are place or pass."""
    from wargame.core.procedure import Choice
    from wargame.core.run import Run

    attack = _attack(situation, target, attackers)
    if situation.ruleset.bombards_only:
        title = situation.ruleset.title
        raise DataError("question fm.placing", title, "rules where fire adds to combat")
    run, asked = Run(lambda: fight(attack)), list[Ruling]()
    for answer in answers:
        if not isinstance(run.request, Choice):
            break
        who = run.request.who
        asked.append(figure(f"Step {len(asked) + 1}", who, f"{who}: {answer}.", *run.request.cases))
        run.answer(answer)
    over = not isinstance(run.request, Choice)
    said = "Both sides turn their markers over." if over else "Steps of placing remain."
    reveal = figure("Reveal", over, said, situation.ruleset.case("8.2.1/7"))
    said = "Attacker and defender are asked in turn, whatever was placed or passed before."
    case, order = situation.ruleset.case("8.2.1/2"), tuple(each.value for each in asked)
    return finding("Order of placing", order, said, case, parts=(*asked, reveal))
