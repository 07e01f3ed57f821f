"""Steps: how many a body has, and how its counter shows losses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame.core.errors import RequestError
from wargame.rifle_and_spade.steps import printed_steps, shows, step_loss


@pytest.mark.cases(
    "RS", "1.2.3", "3.1.4", "3.1.4/b1", "3.1.4/b2", "3.1.4/b3", "3.1.4/b4", "3.1.4/b5"
)
@pytest.mark.parametrize(
    ("body", "guns", "steps"),
    [
        ("artillery", 6, 3),
        ("artillery", 4, 2),
        ("artillery", 2, 1),
        ("half-battalion", 0, 2),
        ("company", 0, 1),
        ("picket", 0, Fraction(1, 4)),
        ("squadron", 0, 1),
        ("machine gun", 4, 0),
        ("headquarters", 0, 0),
    ],
)
def test_men_and_guns_in_steps(body: str, guns: int, steps: int | Fraction) -> None:
    """RS-07."""
    assert printed_steps(body, guns).value == steps


def test_a_body_that_there_is_not_and_an_odd_gun_are_refused() -> None:
    with pytest.raises(RequestError, match="squadron"):
        printed_steps("squadrn")
    with pytest.raises(RequestError, match="even number"):
        printed_steps("artillery", 1)


@pytest.mark.cases("RS", "3.1.3")
def test_how_a_counter_shows_its_losses() -> None:
    """RS-08, RS-Q07."""
    assert [shows(1, lost) for lost in range(2)] == ["full side", "destroyed"]
    assert [shows(2, lost) for lost in range(3)] == ["full side", "reduced side", "destroyed"]
    battery = [shows(3, lost, artillery=True) for lost in range(4)]
    assert battery == ["full side", "reduced side", "remnant", "destroyed"]
    assert shows(3, 2) == "reduced side"
    assert step_loss(2, 1).value == "reduced side"
