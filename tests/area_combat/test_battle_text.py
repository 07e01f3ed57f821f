"""A battle as text, written and read back."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.area_combat.any_battle import battles
from tests.area_combat.battles import battle
from wargame.area_combat.battle import Battle
from wargame.area_combat.battle_text import read_battle, to_text
from wargame.area_combat.fight import fight_round
from wargame.area_combat.ruleset import READINGS
from wargame.core.drivers import play
from wargame.core.errors import DataError
from wargame.core.procedure import Chance

PLAIN = "attacker germany: 10 infantry, 5 artillery\ndefender soviet-union: 8 infantry\n"


def test_a_plain_battle_is_two_lines() -> None:
    start = battle("10 inf, 5 art", "8 inf")
    assert to_text(start) == PLAIN
    assert read_battle(PLAIN) == start


def test_a_battle_may_be_typed_forgivingly() -> None:
    text = """
    # the morning
    attacker Germany: 10 inf 5 art
    defender USSR: 8 inf
    """
    assert read_battle(text) == read_battle(PLAIN)


def test_everything_about_a_battle_is_written() -> None:
    rules = READINGS.replace(first="air", spill=False, guns=("city",), unshaken=(), shots=2)
    start = battle(
        "2 inf",
        "3 inf",
        rules=rules,
        reserve="2 fighter",
        name="Kiev",
        works=("city", "complex"),
        island=True,
        refuges=(),
        lift=2,
        origins=("Galicia", "Slovakia"),
        landing="sea",
        aboard=3,
    )
    lines = to_text(start).splitlines()
    assert lines[2:] == [
        "defender reserve: 2 fighters",
        "territory: Kiev",
        "works: city, complex",
        "refuges: none",
        "origins: Galicia, Slovakia",
        "lift: 2",
        "aboard: 3",
        "island: yes",
        "landing: sea",
        "rule guns: city",
        "rule unshaken: none",
        "rule shots: 2",
        "rule first: air",
        "rule spill: no",
    ]
    assert read_battle(to_text(start)) == start


@given(start=battles(), seed=st.integers(0, 1000), rounds=st.integers(0, 3))
def test_every_battle_reads_back(start: Battle, seed: int, rounds: int) -> None:
    now = start
    for _ in range(rounds):
        now = play(partial(fight_round, now), Chance(Random(seed))).outcome
    assert read_battle(to_text(now)) == now


NAMES = st.text(min_size=1, max_size=12).filter(lambda name: name.isprintable())


@given(name=NAMES, places=st.lists(NAMES, max_size=3).map(tuple))
def test_any_name_of_a_territory_reads_back(name: str, places: tuple[str, ...]) -> None:
    start = battle("1 inf", "1 inf", name=name, refuges=places, origins=places)
    assert read_battle(to_text(start)) == start


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", r"battle text, attacker: found no line"),
        ("attacker germany: 1 inf", r"battle text, defender: found no line"),
        (PLAIN + "attacker", r"line 3, line: found 'attacker'; allowed: a word, a colon"),
        (PLAIN + "colour: red", r"line 3, line: found 'colour'; allowed: attacker NATION"),
        (PLAIN + "wroks: city", r"did you mean works"),
        (PLAIN + "works: castle", r"line 3, works: found 'castle'"),
        (PLAIN + "lift: many", r"line 3, lift: found 'many'; allowed: a whole number"),
        (PLAIN + "round: 1001", r"line 3, round: found '1001'"),
        (PLAIN + "island: perhaps", r"line 3, island: found 'perhaps'; allowed: yes, no"),
        (PLAIN + "landing: moon", r"line 3, landing: found 'moon'; allowed: sea, air"),
        (PLAIN + "rule spil: no", r"line 3, rules: found 'spil'.*did you mean spill"),
        (PLAIN + "rule spill: perhaps", r"line 3, rules, spill: found 'perhaps'"),
        (PLAIN + "rule shots: some", r"line 3, rules, shots: found 'some'"),
        (PLAIN.replace("germany", "germny"), r"line 1, nation: found 'germny'.*germany"),
        (PLAIN.replace("10 infantry", "10 infnatry"), r"line 1, attacker: found 'infnatry'"),
        (PLAIN.replace("8 infantry", "1 ss"), r"battle text, defender, Soviet Union: found 'SS"),
        ("x" * 30_000, r"found 30000 characters"),
    ],
)
def test_a_text_that_cannot_be_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        read_battle(text)


@given(st.text(max_size=80))
def test_any_text_is_a_battle_or_a_sentence(text: str) -> None:
    with pytest.raises(DataError):
        read_battle("attacker germany: 1 inf\n" + text.replace("defender", ""))
