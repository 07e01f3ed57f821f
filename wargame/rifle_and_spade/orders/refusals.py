"""Refusals by an order: asked for at every step of a movement, and mostly in the same words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.ruling import refusal

if TYPE_CHECKING:
    from wargame.core.ruling import Ruling


@lru_cache(maxsize=1 << 13)
def refused(label: str, why: str, *cases: str) -> Ruling:
    """Return a refusal; the same words make the same one."""
    return refusal(label, why, *cases)
