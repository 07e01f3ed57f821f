"""The goldens: combat phases and whole games, played again and compared word by word."""

from __future__ import annotations

import pytest

from tests.playthroughs import battle, clearing, command
from tests.playthroughs.telling import SIDES, golden, playthrough


@pytest.mark.cases("GAZA", "18.1/2", "18.1/3", "18.1/4", "13.4/1", "17.0")
@pytest.mark.parametrize("side", SIDES)
def test_a_combat_phase_is_told_as_it_was_told_before(side: str) -> None:
    """If the change is meant: ``python -m tests.playthroughs.telling`` writes the goldens anew."""
    assert playthrough(side) == golden(side).read_text(encoding="utf-8")


@pytest.mark.cases("GB", "102.1", "102.1.5", "102.1.6", "102.1.7", "102.1.8", "102.1.9")
@pytest.mark.cases("RS", "2.0", "17.2", "17.4", "18.4")
@pytest.mark.parametrize("seed", clearing.SEEDS)
def test_a_game_of_sedd_el_bahr_is_told_as_it_was_told_before(seed: int) -> None:
    """If the change is meant: ``python -m tests.playthroughs.clearing`` writes the goldens anew."""
    assert clearing.playthrough(seed) == clearing.golden(seed).read_text(encoding="utf-8")


@pytest.mark.cases("GB", "102.2", "102.3")
@pytest.mark.cases("RS", "2.0", "2.3", "2.4", "10.1", "11.2", "11.3")
@pytest.mark.parametrize("game", command.GAMES, ids=lambda game: game.name)
def test_a_game_of_command_is_told_as_it_was_told_before(game: command.Told) -> None:
    """If the change is meant: ``python -m tests.playthroughs.command`` writes the goldens anew."""
    assert game.playthrough() == game.golden.read_text(encoding="utf-8")


@pytest.mark.cases("GAZA", "10.2", "12.0", "13.0", "15.0", "16.0", "18.0")
@pytest.mark.cases("FM8", "4.1", "5.0", "8.3", "8.5")
@pytest.mark.cases("FM7", "4.1", "5.0", "8.1", "8.3", "8.5")
@pytest.mark.cases("LEB82", "10.0", "13.0", "18.0", "19.0", "20.0", "24.0", "25.0", "27.0")
@pytest.mark.parametrize("game", battle.GAMES, ids=lambda game: game.golden.stem)
def test_a_battle_is_told_as_it_was_told_before(game: battle.Told) -> None:
    """If the change is meant: ``python -m tests.playthroughs.battle`` writes the goldens anew."""
    assert game.playthrough() == game.golden.read_text(encoding="utf-8")
