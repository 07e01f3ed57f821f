"""What would follow a retreat: who is displaced, what standing costs, where attackers advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.procedure import Choice
from wargame.core.ruling import Ruling, finding, refusal
from wargame.core.run import Run
from wargame.fire_and_movement.advance import STAY, Advances, advances, may_advance
from wargame.fire_and_movement.combat import successors
from wargame.fire_and_movement.displacement import exits, makes_way
from wargame.fire_and_movement.results import RETREAT, STAND, CombatOutcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.drivers import Journal
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.retreat import Retreats, Way
    from wargame.fire_and_movement.state import Situation
    from widgets.explorers.retreat_plan import RetreatPlan


@frozen
class Ahead:
    """A line of play followed to its end.

    Args:
        outcome: What it comes to, before anybody advances.
        losses: The steps lost, each in a ruling.
        advances: Who may advance where; None where there was no attack.
    """

    outcome: CombatOutcome
    losses: tuple[Ruling, ...]
    advances: Advances | None


@frozen
class Link:
    """A friend that may make way.

    Args:
        unit: The friend.
        start: Where it stands.
        end: Where it would go.
        then: Who must make way there in turn, one of these ways; empty where there is room.
    """

    unit: str
    start: Hex
    end: Hex
    then: tuple[Link, ...] = ()


def ahead(plan: RetreatPlan, unit: str, way: Way | None, decided: Journal = ()) -> Ahead:
    """Follow the retreat of a unit by a way, other decisions taken as they come first.

    Args:
        plan: The retreat from its beginning.
        unit: The unit.
        way: The way; None where the unit has none.
        decided: What has been decided already.
    """
    wanted = way.key(plan.situation.board) if way is not None else ""

    def policy(choice: Choice) -> str:
        keys = [option.key for option in choice.options]
        return next((key for key in (RETREAT, unit, wanted, STAY) if key in keys), keys[0])

    return _followed(plan, policy, decided)


def _followed(plan: RetreatPlan, policy: Callable[[Choice], str], decided: Journal = ()) -> Ahead:
    run = Run(plan.procedure(), decided)
    while isinstance(run.request, Choice):
        run.answer(policy(run.request))
    outcome = run.outcome
    assert isinstance(outcome, CombatOutcome)  # noqa: S101 - what the procedure returns
    losses = tuple(each for each in run.told if each.label.startswith("Loss of"))
    attack = plan.attack
    if attack is None:
        return Ahead(outcome, losses, None)
    heirs = successors(outcome.losses)
    fought = tuple(heirs.get(name, name) for name in attack.attackers)
    return Ahead(outcome, losses, advances(outcome, attack, fought))


def standing(plan: RetreatPlan) -> Ruling | None:
    """Return what stiff resistance would cost; None where nobody fights for the hex.

    The first that is asked stands, and everybody else who may; the procedure says who pays.
    """
    if plan.attack is None:
        return None
    rules, offered = plan.situation.ruleset, False

    def policy(choice: Choice) -> str:
        nonlocal offered
        keys = [option.key for option in choice.options]
        stands = [key for key in keys if key.partition(":")[0] == STAND]
        offered = offered or bool(stands)
        own = f"{STAND}:{plan.unit}"
        return own if own in stands else stands[0] if stands else STAY if STAY in keys else keys[0]

    found = _followed(plan, policy)
    label = "Stiff resistance"
    cases = dict.fromkeys((*rules.stand_cases, *rules.result_cases[plan.code]))
    if not offered:
        why = f"These rules let nobody stand on a {plan.code}: the force must retreat."
        return refusal(label, why, *cases)
    steps = sum(loss.steps for loss in found.outcome.losses)
    may = may_advance(found.outcome, plan.attack)
    said = f"Whoever stands pays: {steps} step{'' if steps == 1 else 's'} in all."
    parts = (*found.losses, may) if plan.cause == "defender" else found.losses
    return finding(label, steps, said, *cases, parts=parts, unit="steps")


def chains(found: Retreats, way: Way) -> tuple[Link, ...]:
    """Return who may make way where a retreat ends, with every chain that leads to."""
    if not way.crowded:
        return ()
    situation, taboo = found.situation, frozenset({found.start, way.end})
    return tuple(
        link
        for name in makes_way(situation, found.unit, way.end)
        for link in _links(situation, name, taboo)
    )


def _links(situation: Situation, name: str, taboo: frozenset[Hex]) -> Iterator[Link]:
    here = situation.piece(name).at
    for way in exits(situation, name, taboo):
        used = taboo | {here, way.cell}
        then = tuple(_links(situation, way.pushes, used)) if way.pushes else ()
        if then or not way.pushes:
            yield Link(name, here, way.cell, then)


def walked(links: tuple[Link, ...]) -> Iterator[tuple[str, Hex, Hex]]:
    """Yield every move in some chains, each once."""
    met = set()
    for link in links:
        if (step := (link.unit, link.start, link.end)) not in met:
            met.add(step)
            yield step
        for step in walked(link.then):
            if step not in met:
                met.add(step)
                yield step
