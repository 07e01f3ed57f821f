"""Declaring an attack (8.0, 8.2, 8.2.1 a): who may attack whom, checked before anything changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from wargame.core.errors import Refused
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.fire_and_movement.terrain_line import known_ground

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker, Piece, Unit


IMMUNITY = "immunity"
"""What is set aside to see what a result would do to those whom it spares, as in a bastion."""


def _each_once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


@frozen
class Attack:
    """An attack as declared.

    Args:
        situation: The position.
        target: The defended hex.
        attackers: The ids of the attacking units.
        charging: Divisions that charge (Gaza 13.1).
        kress: Whether Kress leads it (Gaza 13.4).
        attack_fire: Markers revealed on the attacker's side, where fire adds to combat.
        defense_fire: Markers revealed on the defender's side.
        waived: Modifiers set aside to see what they are worth ("terrain:trench",
            "shift:coordination"); the rules know no such thing, a reader does.
    """

    situation: Situation
    target: Hex
    attackers: tuple[str, ...] = field(converter=_each_once)
    charging: frozenset[str] = frozenset()
    kress: bool = False
    attack_fire: tuple[str, ...] = ()
    defense_fire: tuple[str, ...] = ()
    waived: frozenset[str] = frozenset()

    @property
    def units(self) -> tuple[Unit, ...]:
        """The attacking units."""
        return tuple(self.situation.unit(name) for name in self.attackers)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The attacking pieces that are still on the map."""
        alive = {piece.unit for piece in self.situation.pieces}
        return tuple(self.situation.piece(name) for name in self.attackers if name in alive)

    @property
    def defenders(self) -> tuple[Piece, ...]:
        """The defending pieces that are still in the hex."""
        return self.situation.enemies_at(self.target)

    @property
    def label(self) -> str:
        """The printed number of the target, with its name."""
        board = self.situation.board
        name = board.cell(self.target).name if self.target in board else ""
        return f"{board.label(self.target)} {name}".strip()

    def fire(self, names: Iterable[str]) -> tuple[Marker, ...]:
        """Return markers by their ids."""
        return tuple(self.situation.roster.marker(name) for name in names)

    def spares(self, piece: Piece, code: str) -> tuple[str, ...]:
        """Return the cases that spare a defender a result; none where that is set aside."""
        if IMMUNITY in self.waived:
            return ()
        return self.situation.ruleset.spared(self.situation, piece, code)

    def waive(self, *modifiers: str) -> Attack:
        """Return the same attack with these modifiers set aside."""
        return evolve(self, waived=frozenset(modifiers))

    def require_legal(self) -> Attack:
        """Return this attack if the rules permit it.

        Raises:
            Refused: They do not; nothing has changed.
        """
        ruling = declare(self)
        if not ruling.allowed:
            raise Refused(ruling)
        return self


@implements("FM8", "8.0/1", "8.0/3", "8.0/4", "8.2", "8.2/2", "8.2/7", "8.2/8", "8.2/9", "8.2.1/1")
@implements("FM7", "8.0/1", "8.0/3", "8.0/4", "8.2", "8.2/2", "8.2/7", "8.2/8", "8.2/9", "8.2.1/1")
def declare(attack: Attack) -> Ruling:
    """Return whether an attack may be declared.

    Args:
        attack: The attack.

    Returns:
        A finding with every check as a part, or a refusal whose last part is the check that failed
        and whose sentence says what would be allowed. Where the table has no line for the ground,
        the answer is "not covered".

    Raises:
        RequestError: A unit or the hex does not exist (that is no matter of rules).
    """
    attack.situation.board.cell(attack.target)
    passed: list[Ruling] = []
    for check in _checks(attack):
        if check.status == "not covered":
            return evolve(check, label="Declaration")
        if not check.allowed:
            return refusal("Declaration", check.sentence, *check.cases, allowed=(*passed, check))
        passed.append(check)
    names = ", ".join(unit.name for unit in attack.units)
    said = f"{names} may attack {attack.label}."
    case = attack.situation.ruleset.case("8.2.1/1")
    return finding("Declaration", True, said, case, parts=passed)


def _checks(attack: Attack) -> Iterator[Ruling]:
    yield _target_is_defended(attack)
    yield _target_is_fresh(attack)
    yield _someone_attacks(attack)
    for name in attack.attackers:
        yield _may_attack(attack, name)
    if attack.situation.ruleset.stacks_fight_together:
        yield _whole_stacks(attack)
    ground = known_ground(attack.situation, attack.target, attack.situation.inactive)
    if not ground.allowed:
        yield ground
    for shift in attack.situation.ruleset.shifts:
        ruling = shift(attack)
        if not ruling.allowed:
            yield ruling


@implements("LEB82", "13.0/3")
def _target_is_defended(attack: Attack) -> Ruling:
    rules = attack.situation.ruleset
    defenders = attack.defenders
    if defenders:
        who = ", ".join(attack.situation.unit(piece.unit).name for piece in defenders)
        return figure("Target", attack.label, f"Defended by {who}.", *rules.cases("8.0/1", "8.0/4"))
    if attack.target in attack.situation.sites:
        site = f"The missile site in {attack.label}"
        why = f"{site} is no unit: it is bombarded or overrun, never attacked."
        return refusal("Target", why, "LEB82 13.0/3", "LEB82 13.0/4")
    held = (attack.situation.board.label(cell) for cell in defended_hexes(attack.situation))
    who = f"No enemy of {attack.situation.active} stands in {attack.label}"
    why = f"{who}; defended hexes: {', '.join(held) or 'none'}."
    return refusal("Target", why, *rules.cases("8.2", "8.0/4"))


def _target_is_fresh(attack: Attack) -> Ruling:
    case = attack.situation.ruleset.case("8.0/3")
    if attack.target in attack.situation.attacked:
        why = f"{attack.label} was attacked already; a unit suffers one attack in a phase."
        return refusal("First attack this phase", why, case)
    return figure("First attack this phase", True, f"{attack.label} was not attacked yet.", case)


def _someone_attacks(attack: Attack) -> Ruling:
    case = attack.situation.ruleset.case("8.2.1/1")
    if attack.attackers:
        number, said = len(attack.attackers), "At least one unit attacks."
        return figure("Attackers", number, said, case, unit="units")
    able = eligible_attackers(attack.situation, attack.target)
    words = ", ".join(attack.situation.unit(each.unit).name for each in able) or "none"
    why = f"An attack needs at least one unit; able to attack {attack.label}: {words}."
    return refusal("Attackers", why, case)


@implements("FM8", "8.2/4", "8.2/6")
@implements("FM7", "8.2/3", "8.2/4", "8.2/5", "8.2/6")
def _may_attack(attack: Attack, name: str) -> Ruling:
    """Return whether one unit may join: friendly, adjacent, unspent, and nothing in the way.

    That a unit attacks once in its player turn is printed in version 7 alone; in version 8 it comes
    to the same, since who has fought is not free for a later attack (FM-Q14).
    """
    situation, rules = attack.situation, attack.situation.ruleset
    unit = situation.unit(name)
    label = f"Attacker {unit.short or name}"
    if unit.side != situation.active:
        why = f"{unit.name} belongs to {unit.side}, but it is the turn of {situation.active}."
        return refusal(label, why, rules.case("8.0/1"))
    piece = situation.piece(name)
    # who has landed on the defender attacks him from his own hex (Lebanon 11.3)
    if piece.at.distance(attack.target) > 1:
        where = situation.board.label(piece.at)
        gap = piece.at.distance(attack.target)
        why = f"{unit.name} in {where} is {gap} hexes from {attack.label}; an attacker is adjacent."
        return refusal(label, why, *rules.cases("8.2", "8.2/6"))
    tired = _tired(situation, unit, label)
    if tired is not None:
        return tired
    adjacent = piece.at != attack.target
    barred = adjacent and situation.board.side(piece.at, attack.target) & {"prohibited"}
    closed = set(situation.board.cell(attack.target).terrain) & rules.prohibited
    if barred or closed:
        what = "the hexside" if barred else ", ".join(sorted(closed))
        why = f"{unit.name} cannot attack {attack.label}: {what} is prohibited."
        return refusal(label, why, rules.case("8.2/7"))
    where = situation.board.label(piece.at)
    said = f"{unit.name} stands adjacent in {where}; its own ground is no matter."
    if not adjacent:
        said = f"{unit.name} has landed in {where} and attacks there."
        return figure(label, unit.name, said, rules.case("8.2/6"), "LEB82 11.3")
    return figure(label, unit.name, said, *rules.cases("8.2/6", "8.2/8"))


@implements("FM8", "4.1/6", "4.1/8", "8.2/3", "8.2/5", "8.3.1/8", "8.5/10")
@implements("FM7", "4.1/6", "4.1/8", "8.3.1/9", "8.5/10")
def _tired(situation: Situation, unit: Unit, label: str) -> Ruling | None:
    """Return why a unit attacks no more in this phase, if so."""
    rules = situation.ruleset
    if situation.mobile and not unit.mobile:
        why = f"{unit.name} is a leg unit: only mobile units attack in the Mobile Combat Phase."
        return refusal(label, why, rules.case("4.1/8"))
    if unit.id in situation.fought:
        when = "in this player turn" if situation.mobile else "this phase"
        number = "4.1/6" if situation.mobile else "8.2/5"
        why = f"{unit.name} attacked already {when}."
        return refusal(label, why, *rules.cases(number, "8.2/3"))
    if unit.id in situation.spent:
        why = f"{unit.name} advanced or was displaced; it attacks no more this turn."
        return refusal(label, why, *rules.cases("8.5/10", "8.3.1/8"))
    return None


@implements("GAZA", "16.3")
def _whole_stacks(attack: Attack) -> Ruling:
    """Return whether every stack that attacks does so with all its units (Gaza 16.3).

    A companion that has already attacked, or whose stack-mate has, cannot be called on again.
    """
    situation = attack.situation
    for piece in attack.pieces:
        for mate in situation.at(piece.at, situation.active):
            if mate.unit not in attack.attackers:
                left, joined = situation.unit(mate.unit).name, situation.unit(piece.unit).name
                where = situation.board.label(piece.at)
                why = f"{left} shares {where} with {joined}; stacks attack together: both or none."
                return refusal("Stacks", why, "GAZA 16.3")
    return figure("Stacks", True, "Every stack attacks with all its units.", "GAZA 16.3")


def defended_hexes(situation: Situation) -> tuple[Hex, ...]:
    """Return the hexes that the inactive side holds next to a unit of the active side."""
    held = {piece.at for piece in situation.of(situation.inactive)}
    ours = {piece.at for piece in situation.of(situation.active)}
    near = {cell for at in ours for cell in at.neighbours()} | ours
    return tuple(sorted(held & near, key=situation.board.label))


@implements("FM8", "8.2/1")
@implements("FM7", "8.2/1")
def eligible_attackers(situation: Situation, target: Hex) -> tuple[Piece, ...]:
    """Return the units that may join an attack on *target*.

    Each is judged by itself; where stacks fight as one, one that may not holds its whole stack back
    (Gaza 16.3).
    """
    if target not in situation.board:
        return ()
    attack = Attack(situation, target, ())
    whole = situation.ruleset.stacks_fight_together
    found: list[Piece] = []
    for cell in (*target.neighbours(), target):
        here = situation.at(cell, situation.active)
        able = [piece for piece in here if _may_attack(attack, piece.unit).allowed]
        if not whole or len(able) == len(here):
            found += able
    return tuple(found)


def targets(situation: Situation) -> tuple[Hex, ...]:
    """Return the hexes that may still be attacked this phase by at least one unit."""
    return tuple(
        cell
        for cell in defended_hexes(situation)
        if cell not in situation.attacked and eligible_attackers(situation, cell)
    )
