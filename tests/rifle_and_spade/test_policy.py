"""The two plain players: what they answer, and that whole games between them come to an end."""

from __future__ import annotations

from random import Random

import pytest

from tests.rifle_and_spade.positions import assault, mg, position, unit, work
from wargame.core.procedure import Choice, Option
from wargame.core.ruling import refusal
from wargame.core.run import Run
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr
from wargame.rifle_and_spade.policy import attack, defend, objectives
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.under_way import ended
from wargame.rifle_and_spade.under_way import position as now

BOARD = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\n\n7.4 name=Hill features=objective\n"


def there(**more: object) -> Situation:
    """Return three Entente steps at 6.6, two of them hiding; an Ottoman picket at 6.4."""
    return position(
        BOARD,
        units=[
            unit("A", at="6.6"),
            unit("B", at="7.6", hiding="terrain", steps=4),
            unit("T", "Ottoman", at="6.4", steps=1, work="pit"),
            unit("U", "Ottoman", at="8.5", steps=2, hiding="terrain"),
            mg("V", "Ottoman", at="8.5"),
        ],
        works=[work("pit", "rifle pit", "6.4")],
        **more,
    )


def asked(who: str, purpose: str, *keys: str, barred: tuple[str, ...] = ()) -> Choice:
    no = tuple((key, refusal(key, "Not now.", "RS 14.4")) for key in barred)
    return Choice(who, purpose, [Option(key, key) for key in keys], (), no)


@pytest.mark.parametrize(
    ("purpose", "keys", "answer"),
    [
        # fire at whoever draws it: together before alone, at the one with most in the open
        ("Ottoman: fire at A (enters)", ("hold", "6.6 all", "6.6 6.4"), "6.6 all"),
        ("Ottoman: fire at A (enters)", ("hold", "7.6 8.5", "6.6 6.4"), "6.6 6.4"),
        ("Ottoman: fire at A (enters)", ("hold", "6.6 6.4", "6.6 8.5"), "6.6 8.5"),
        # out of hiding only against an enemy next to it
        ("Ottoman: fire at A (enters)", ("hold", "out 8.5"), "hold"),
        ("Ottoman: fire at A (enters)", ("hold", "out 8.4", "out 6.5"), "out 6.5"),
        ("Ottoman: commanded fire", ("end", "7.6", "6.6"), "6.6"),
        ("Ottoman: commanded fire", ("end", "7.6"), "end"),
        ("Ottoman: who fires at 6.6", ("go", "out 8.5", "6.4"), "6.4"),
        ("Ottoman: who fires at 6.6", ("go", "out 8.5"), "go"),
        ("Ottoman: hide in 6.4", ("stay", "hide ridge", "hide work"), "hide work"),
        ("Ottoman: U hides again in 8.5", ("stay", "hide"), "hide"),
        ("Hiding at 8.5", ("stay", "terrain"), "terrain"),
        ("Ottoman: which stack moves", ("done", "6.4"), "done"),
        ("T at 6.4: 6 points left", ("end", "6.5"), "end"),
        ("Assault at 6.4: the defender fights on, or retreats", ("stay", "retreat"), "stay"),
        ("Which Confused stack rallies this turn", ("6.4", "none"), "6.4"),
        ("End of turn 12", ("on", "end"), "on"),
    ],
)
def test_a_defender(purpose: str, keys: tuple[str, ...], answer: str) -> None:
    assert defend(asked("Ottoman", purpose, *keys), there()) == answer


def test_a_defender_far_outnumbered_breaks_off() -> None:
    situation = position(
        BOARD,
        units=[unit("A", at="6.4", steps=5, wave=1), unit("T", "Ottoman", at="6.4", steps=1)],
        assault=[assault("6.4")],
    )
    choice = asked("Ottoman", "Assault at 6.4: the defender fights on", "stay", "retreat")
    assert defend(choice, situation) == "retreat"
    mine = asked("Entente", "Assault at 6.4: the attacker fights on", "stay", "retreat")
    assert attack(mine, situation) == "stay"
    odd = asked("Ottoman", "Assault: fights on", "stay", "retreat")
    assert defend(odd, situation) == "stay"


def test_nobody_comes_out_of_hiding_for_a_commanded_fire() -> None:
    situation = position(
        BOARD, units=[unit("A", at="6.6"), unit("U", "Ottoman", at="6.4", hiding="terrain")]
    )
    assert defend(asked("Ottoman", "Ottoman: commanded fire", "end", "6.6"), situation) == "end"


@pytest.mark.parametrize(
    ("purpose", "keys", "barred", "answer"),
    [
        ("Entente: which stack moves", ("done", "6.6", "A", "7.5"), (), "7.5"),
        ("Entente: which stack moves", ("done",), (), "done"),
        # nearer to the objective, 7.4
        ("A at 6.6: 6 points left", ("end", "6.5", "7.6", "6.5 on top"), (), "6.5"),
        ("A at 6.5: 2 points left", ("end", "hide work", "6.6"), (), "hide work"),
        ("A at 6.5: 2 points left", ("end", "6.6"), (), "end"),
        # two steps against one; two against two are too few
        ("A at 6.5: 2 points left", ("end", "assault 8.5", "assault 6.4"), (), "assault 6.4"),
        ("A at 6.5: 2 points left", ("end", "assault 8.5"), (), "end"),
        ("Which Confused stack rallies this turn", ("6.6", "none"), (), "6.6"),
    ],
)
def test_an_attacker(
    purpose: str, keys: tuple[str, ...], barred: tuple[str, ...], answer: str
) -> None:
    assert attack(asked("Entente", purpose, *keys, barred=barred), there()) == answer


def test_an_attacker_leaves_behind_what_may_not_assault() -> None:
    situation = position(
        BOARD,
        units=[unit("A", at="6.5"), mg("M", at="6.5"), unit("T", "Ottoman", at="6.4", steps=1)],
    )
    choice = asked(
        "Entente", "A, M at 6.5: 6 points left", "end", "drop A", "drop M", barred=("assault 6.4",)
    )
    assert attack(choice, situation) == "drop M"
    alone = asked("Entente", "M at 6.5: 6 points left", "end", barred=("assault 6.4",))
    assert attack(alone, situation) == "end"


def test_objectives_are_what_is_not_held_yet() -> None:
    situation = there()
    hill = situation.board.hex("7.4")
    assert objectives(situation, "Entente") == (hill,)
    held = situation.hold(hill, "Entente")
    assert set(objectives(held, "Entente")) == {held.board.hex("6.4"), held.board.hex("8.5")}


@pytest.mark.parametrize("seed", range(6))
def test_a_game_between_them_ends_and_the_entente_gets_somewhere(seed: int) -> None:
    random, run = Random(seed), Run(clearing_sedd_el_bahr)
    while (request := run.request) is not None:
        if isinstance(request, Choice):
            policy = attack if request.who == "Entente" else defend
            run.answer(policy(request, now(run)))
        else:
            run.answer(random.randint(request.first, request.last))
    found = ended(run)
    assert found is not None
    assert found.historical.value != "Ottoman massive victory"
    fired = [each for each in run.told if each.label.startswith("Fire at")]
    assert fired
