"""Advance after combat (8.5; Gaza 10.3, 13.1, 18.4): along the path that a retreat left behind."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement.displacement import moved, room
from wargame.fire_and_movement.fallback import passable
from wargame.fire_and_movement.results import DISTANCE, CombatOutcome, Shift

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.state import Situation

STAY = "stay"
Path = tuple["Hex", ...]


@implements("FM8", "8.5", "8.5/1", "8.5/2", "8.4/3")
@implements("FM7", "8.5", "8.5/1", "8.5/2", "8.4/4")
@implements("GAZA", "10.3/5", "18.4/4")
def may_advance(outcome: CombatOutcome, attack: Attack) -> Ruling:
    """Return whether the attackers of a combat may advance.

    They may after a retreat of the defenders, and never when one of those stood, even if he died of
    it. In Gaza 1917 they may after an elimination of the defenders too (FM-Q23), and into a hex
    that bombardment emptied before the attack; else bombardment lets nobody advance.

    Args:
        outcome: The combat, its retreats carried out.
        attack: The attack.
    """
    rules, code = attack.situation.ruleset, outcome.code
    label, lead = "Advance after combat", rules.case("8.5")
    if not code and outcome.emptied:
        said = "The bombardment emptied the hex before the attack."
        return finding(label, True, said, "GAZA 18.4/4")
    if code not in rules.advance_after:
        allowed = " or ".join(sorted(rules.advance_after))
        why = f"The result is {code or 'none'}; there is an advance after {allowed} only."
        return refusal(label, why, lead, *rules.advance_cases)
    side = attack.situation.inactive
    stood = [name for name in outcome.stood if attack.situation.unit(name).side == side]
    if stood:
        names = ", ".join(attack.situation.unit(name).name for name in stood)
        number = "8.4/3" if rules.edition == "FM8" else "8.4/4"
        why = f"{names} stood, which bars the way whether he lives or not."
        return refusal(label, why, f"{rules.edition} {number}", lead)
    if outcome.situation.enemies_at(attack.target):
        why = f"The defenders still hold {attack.label}."
        return refusal(label, why, lead)
    said = f"The result {code} opened {attack.label} to the attackers."
    more = () if code in DISTANCE else rules.advance_cases
    return finding(label, True, said, lead, *more)


@implements("FM8", "8.5/3")
@implements("FM7", "8.5/3")
def paths_of_retreat(outcome: CombatOutcome, attack: Attack) -> tuple[Path, ...]:
    """Return the paths that the retreating defenders left, each from the combat hex on.

    A path holds the hexes vacated, so not the one where the unit now stands; one that died on the
    way leaves the hex where it died as well (FM-Q17). Without a retreat it is the combat hex alone.
    Where an enemy stands in the way, the path ends before him.
    """
    rules, situation = attack.situation.ruleset, outcome.situation
    side = attack.situation.inactive
    found: list[Path] = []
    for each in outcome.retreated:
        if situation.unit(each.unit).side != side:
            continue
        if each.eliminated and not rules.dead_leave_a_path:
            continue
        found.append(_free(situation, each.vacated))
    if not any(situation.unit(each.unit).side == side for each in outcome.retreated):
        found.append(_free(situation, (attack.target,)))
    return tuple(dict.fromkeys(path for path in found if path))


def _free(situation: Situation, way: Path) -> Path:
    taken = [n for n, cell in enumerate(way) if situation.enemies_at(cell)]
    return way[: taken[0]] if taken else way


@frozen(eq=False)
class Advances:
    """Who may advance where after a combat.

    Args:
        attack: The attack, its situation as it is now.
        units: The units that fought and may still advance.
        paths: The paths of retreat.
        ruling: Whether there is an advance at all.
    """

    attack: Attack
    units: tuple[str, ...]
    paths: tuple[Path, ...]
    ruling: Ruling

    @cached_property
    def ends(self) -> Mapping[str, Mapping[Hex, Path]]:
        """For each unit the hexes where it may end, and the way it takes there."""
        if not self.ruling.allowed:
            return {}
        return {name: self._ends(name) for name in self.units}

    def _ends(self, name: str) -> dict[Hex, Path]:
        ways = [(), *(way for path in self.paths for way in self._along(name, path))]
        found = {way[-1]: way for way in reversed(ways) if way}
        if found and self.beyond(name):
            extra = {way[-1]: way for way in self._one_more(name, found)}
            found = {**extra, **found}
        situation = self.attack.situation
        return {
            cell: found[cell]
            for cell in sorted(found, key=situation.board.label)
            if room(situation, name, cell)
        }

    @implements("FM8", "8.5/8")
    @implements("FM7", "8.5/8")
    @implements("GAZA", "10.3/4", "10.3/5")
    def _along(self, name: str, path: Path) -> Iterator[Path]:
        """Yield the beginnings of a path that a unit may take, the shortest first."""
        situation = self.attack.situation
        unit, here = situation.unit(name), situation.piece(name).at
        hexes, _ = situation.ruleset.advance_hexes(unit)
        for length, cell in enumerate(path[:hexes], start=1):
            if not passable(situation, unit, here, cell):
                return
            yield path[:length]
            here = cell

    @implements("GAZA", "13.1/6", "13.1/7")
    def _one_more(self, name: str, found: Mapping[Hex, Path]) -> Iterator[Path]:
        """Yield the ways that lead one hex beyond the path, any way; zones are no matter."""
        situation = self.attack.situation
        unit, start = situation.unit(name), situation.piece(name).at
        for cell, way in found.items():
            for there in situation.board.neighbours(cell):
                known = there in found or there == start or situation.enemies_at(there)
                if not known and passable(situation, unit, cell, there):
                    yield (*way, there)

    def beyond(self, name: str) -> tuple[str, ...]:
        """Return the cases that let a unit go one hex beyond the path, if any."""
        situation = self.attack.situation
        return situation.ruleset.advance_beyond(self.attack, situation.unit(name))

    def explain(self, name: str, cell: Hex) -> Ruling:
        """Return whether a unit may end its advance in a hex, and why or why not."""
        situation, rules = self.attack.situation, self.attack.situation.ruleset
        unit, board = situation.unit(name), situation.board
        label, where = f"Advance of {unit.name}", board.label(cell)
        if not self.ruling.allowed:
            return refusal(label, self.ruling.sentence, *self.ruling.cases)
        if name not in self.units:
            why = f"{unit.name} took no part in the attack, or is gone."
            return refusal(label, why, rules.case("8.5/4"))
        ends = self.ends[name]
        if cell in ends:
            way = " and ".join(map(board.label, ends[cell]))
            off = all(cell not in path for path in self.paths)
            more = self.beyond(name) if off else rules.advance_hexes(unit)[1]
            said = f"{unit.name} may advance by {way}; enemy zones do not matter."
            return finding(label, where, said, *rules.cases("8.5/7", "8.5/8"), *more)
        if any(cell in path for path in self.paths) and not room(situation, name, cell):
            why = f"{where} is on the path, but has no room for {unit.name}."
            return refusal(label, why, rules.case("8.5/9"))
        allowed = ", ".join(map(board.label, ends)) or "none"
        why = f"{where} is out of the advance of {unit.name}; open hexes: {allowed}."
        return refusal(label, why, rules.case("8.5/8"), *rules.advance_hexes(unit)[1])


@implements("FM8", "8.5/4")
@implements("FM7", "8.5/4")
def advances(outcome: CombatOutcome, attack: Attack, units: tuple[str, ...]) -> Advances:
    """Return who may advance where: any unit that fought in this combat and still stands.

    Args:
        outcome: The combat, its retreats carried out.
        attack: The attack as it was declared.
        units: The attackers by the ids they have now.
    """
    now = evolve(attack, situation=outcome.situation)
    ruling = may_advance(outcome, attack)
    paths = paths_of_retreat(outcome, attack) if ruling.allowed else ()
    there = {piece.unit for piece in outcome.situation.of(outcome.situation.active)}
    left = tuple(name for name in units if name in there)
    return Advances(now, left, paths, ruling)


@implements("FM8", "6.2/2", "8.5/5", "8.5/6", "8.5/7", "8.5/9", "8.5/10", "8.5/11", "5.2/10")
@implements("FM7", "6.2/2", "8.5/5", "8.5/6", "8.5/7", "8.5/9", "8.5/10", "8.5/11", "5.2/9")
def advance(
    outcome: CombatOutcome, attack: Attack, units: tuple[str, ...]
) -> Generator[Step, Any, CombatOutcome]:
    """Let the attackers advance, unit by unit, as far as their owner likes; at once or never.

    A hex of the path takes as many of them as may stack there: one, in the system. Who has advanced
    does nothing more in this player turn, and is as open to attack as anybody.
    """
    left = list(units)
    while True:
        found = advances(outcome, attack, tuple(left))
        options = _options(found)
        if not options:
            return outcome
        answer: Option = yield _choice(found, options)
        if answer.key == STAY:
            return outcome
        name, _, label = answer.key.partition("@")
        cell = attack.situation.board.hex(label)
        start = outcome.situation.piece(name).at
        yield _told(found, name, cell)
        after = moved(outcome.situation, name, cell)
        after = after.ruleset.after_move(after, name, found.ends[name][cell])
        after = evolve(after, spent=after.spent | {name})
        shift = Shift(name, start, cell)
        outcome = evolve(outcome, situation=after, advanced=(*outcome.advanced, shift))
        left.remove(name)


def _options(found: Advances) -> tuple[Option, ...]:
    board = found.attack.situation.board
    return tuple(
        Option(
            f"{name}@{board.label(cell)}",
            f"{found.attack.situation.unit(name).name} to {board.describe(cell)}",
        )
        for name, ends in found.ends.items()
        for cell in ends
    )


def _choice(found: Advances, options: tuple[Option, ...]) -> Choice:
    situation = found.attack.situation
    stay = Option(STAY, "nobody advances any further")
    who, purpose = situation.active, f"{situation.active}: advance into {found.attack.label}"
    cases = (*situation.ruleset.cases("8.5/4", "8.5/5", "8.5/6"), *found.ruling.cases)
    return Choice(who, purpose, (stay, *options), cases, position=situation)


def _told(found: Advances, name: str, cell: Hex) -> Ruling:
    situation, rules = found.attack.situation, found.attack.situation.ruleset
    why = found.explain(name, cell)
    start = situation.board.label(situation.piece(name).at)
    way = ", ".join(map(situation.board.label, found.ends[name][cell]))
    unit = situation.unit(name)
    said = f"{unit.name} advances from {start} by {way}; it does nothing more this turn."
    cases = dict.fromkeys((*found.ruling.cases, *why.cases, rules.case("8.5/10")))
    return finding(f"Advance of {unit.name}", situation.board.label(cell), said, *cases)
