"""What questions about attacks are given: the attack itself, and a result of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.crt import MEANING

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation


def given_attack(
    situation: Situation,
    target: str,
    attackers: tuple[str, ...],
    charging: tuple[str, ...] = (),
    *,
    kress: bool = False,
) -> Attack:
    """Return the attack that a question is about; it need not be permitted.

    Raises:
        RequestError: The map has no such hex, or there is no such unit.
    """
    for name in attackers:
        situation.unit(name)
    return Attack(situation, situation.board.hex(target), attackers, frozenset(charging), kress)


def given_code(code: str, name: str) -> str:
    """Return a result of the table that a question is about.

    Args:
        code: The result.
        name: The question.

    Raises:
        RequestError: There is no such result.
    """
    if code not in MEANING:
        raise RequestError(f"question {name}, code", shown(code), one_of(MEANING, code))
    return code
