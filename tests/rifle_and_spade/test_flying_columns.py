"""Flying columns (9.5): founded in an emergency, gone home, deliberate; battalions as counted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, hq, mg, position, unit
from wargame.core.drivers import Played, odds, play, replay
from wargame.core.errors import RequestError
from wargame.core.procedure import Choice
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import battalions, reorganizing
from wargame.rifle_and_spade.column_founding import NAMES, Share, class_of, free_name
from wargame.rifle_and_spade.column_rejoining import homecomers, may_rejoin, share, share_roll
from wargame.rifle_and_spade.column_roster import organic
from wargame.rifle_and_spade.flying_columns import (
    column_ruling,
    columns,
    formation_adjustment,
    joining,
    may_found,
    volunteers,
)
from wargame.rifle_and_spade.isolation import isolated_units, mark_isolated
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\nggg\nggg\nggg\nggg\nggg\nggg\n"
NZ = ("Auckland", "Canterbury", "Otago", "Wellington")


def halves(battalion: str, at: str, whose: str = "NZ", *, right: int = 2) -> list[Any]:
    """Return both halves of a battalion in a hex, the right one with so many steps."""
    more = {"brigiment": whose, "battalion": battalion, "at": at}
    return [unit(f"L {battalion}", **more), unit(f"R {battalion}", left=right, **more)]


def cut(*more: Any, points: int = 9, **fields: Any) -> Situation:
    """Return the New Zealand Brigade cut in two, with a battalion of marines beyond the gap."""
    units = [
        hq("NZ HQ", at="10.50", brigiment="NZ"),
        *halves("Auckland", "10.50", right=1),
        unit("L Canterbury", at="11.50", brigiment="NZ", battalion="Canterbury"),
        unit("R Canterbury", brigiment="NZ", battalion="Canterbury"),
        *halves("Otago", "10.46", right=1),
        *halves("Wellington", "10.45", right=1),
        unit("5 Otago", size="company", steps=1, brigiment="NZ", battalion="Otago"),
        unit("6 Otago", size="company", steps=1, brigiment="NZ", battalion="Otago"),
        hq("RN HQ", at="12.50", brigiment="RN"),
        *halves("Chatham", "11.45", "RN"),
        *halves("Deal", "12.50", "RN"),
        mg("foe", "Ottoman", at="11.47"),
        *more,
    ]
    known = [
        brigiment("NZ", quality=2, maximum=14, points=points, order="attack",
                  goals={"L Otago": ["10.46"]}, support=["L Wellington"]),
        brigiment("RN", quality=3, maximum=9, points=6),
    ]  # fmt: skip
    return mark_isolated(position(BOARD, units, brigiment=known, **fields))


def adjust(
    situation: Situation, *choices: str, rolls: tuple[int, ...] = (), side: str = "Entente"
) -> Played:
    """Return a Formation Adjustment Segment."""
    script = Scripted("test", rolls, choices)
    played = play(lambda: formation_adjustment(situation, side), script)
    script.finish()
    return played


def alpha(**fields: Any) -> Situation:
    """Return the position with FC Alpha founded as in the printed example."""
    found: Situation = adjust(cut(**fields), "found L Otago", rolls=(8,)).outcome
    return found


@pytest.mark.cases("RS", "9.5.2")
def test_who_must_join_and_who_may() -> None:
    situation = cut()
    assert joining(situation, "L Otago") == ("L Otago", "L Wellington", "R Otago", "R Wellington")
    assert volunteers(situation, "L Otago") == ("L Chatham", "R Chatham")
    assert joining(situation, "L Chatham") == ("L Chatham", "R Chatham")


@pytest.mark.cases("RS", "9.5.2")
def test_only_isolated_infantry_of_a_brigade_under_orders_founds_one() -> None:
    situation = cut(unit("free", at="10.46"), unit("other", at="10.46", brigiment="87"))
    for name in ("L Auckland", "NZ HQ", "free", "other"):
        assert not may_found(situation, name).allowed
    ruling = may_found(situation, "L Otago")
    assert ruling.allowed
    row = ruling.find("Row")
    assert row is not None
    assert row.value == "Class III, 2 bns"


@pytest.mark.cases("RS", "9.5.5", "9.5.2")
def test_the_printed_example_of_fc_alpha() -> None:
    played = adjust(cut(), "found L Otago", rolls=(8,))
    after: Situation = played.outcome
    assert dict(after.officers) == {"FC Alpha": 3, "NZ": 4, "RN": 6}
    told = played.told[-1]
    for label, value in (("Row", "Class III, 2 bns"), ("Leaders lost", -2), ("Share", 3)):
        part = told.find(label)
        assert part is not None
        assert part.value == value
    column = after.army.brigiment("FC Alpha")
    assert (column.quality, column.column, column.battalions) == (3, True, ("Otago", "Wellington"))
    assert after.piece("FC Alpha HQ").at == after.piece("L Otago").at
    assert isolated_units(mark_isolated(after), "FC Alpha") == ()


@pytest.mark.cases("RS", "9.5.4", "9.5", "2.0/3b")
def test_it_is_a_brigade_under_disorganized_defense() -> None:
    after = alpha(turn=4)
    command = after.command("FC Alpha")
    assert (command.order.kind, command.order.since, command.released) == (
        "disorganized defense", 4, True,
    )  # fmt: skip
    commanded = after.commanded(after.piece("R Wellington"))
    assert commanded is command
    left_behind = after.command("NZ").order
    assert left_behind.goals == ()
    assert left_behind.support == frozenset()
    assert columns(after, "Entente") == ("FC Alpha",)
    assert columns(after, "Ottoman") == ()


@pytest.mark.cases("RS", "9.5.2", "11.14.17", "11.14.17/1", "9.1.6")
def test_the_parent_has_its_maximum_reckoned_anew() -> None:
    before = cut()
    assert battalions.count(before, battalions.left(before, "NZ")) == Fraction(7, 2)
    after = alpha()
    assert after.command("NZ").maximum == 5, "14 x (1 + 1/2) / 4, fractions dropped"
    ruling = battalions.maximum_ruling(after, "NZ")
    assert ruling.value == 5
    assert after.command("RN").maximum == 9


@pytest.mark.cases("RS", "9.5.2", "10.2.3")
def test_the_share_is_rounded_down_and_limited() -> None:
    assert Share("NZ", 9, 2, 6, 5, 9).given == 3
    assert Share("NZ", 9, 2, 6, 5, 2).given == 2
    assert Share("NZ", 1, 2, 6, 5, 9).kept == 0
    assert Share("NZ", 9, 0, 0, 0, 9).given == 0
    assert Share("NZ", 9, 0, 6, 0, 9).kept == 0


@pytest.mark.cases("RS", "9.5.3")
def test_its_class_is_one_worse_than_the_worst_and_never_below_v() -> None:
    situation = cut()
    assert class_of(situation, ["NZ"]) == 3
    assert class_of(situation, ["NZ", "RN"]) == 4
    worst = position(BOARD, [unit("a", brigiment="A"), unit("foe", "Ottoman")],
                     brigiment=[brigiment("A", quality=5)])  # fmt: skip
    assert class_of(worst, ["A"]) == 5


@pytest.mark.cases("RS", "9.5.2")
def test_units_of_others_may_join_and_their_brigade_pays_as_well() -> None:
    played = adjust(cut(), "found L Otago", "L Chatham", "R Chatham", rolls=(8, 4))
    after: Situation = played.outcome
    assert organic(after, "L Chatham") == "RN"
    assert after.army.brigiment("FC Alpha").quality == 4
    assert dict(after.officers) == {"FC Alpha": 6, "NZ": 4, "RN": 3}
    some = adjust(cut(), "found L Otago", "L Chatham", "end", rolls=(8, 4)).outcome
    assert some.unit("R Chatham").brigiment == "RN"


@pytest.mark.cases("RS", "9.5.2", "3.2.1")
def test_the_counters_for_breaking_down_go_along() -> None:
    after = evolve(alpha(), active="Entente")
    assert after.unit("5 Otago").brigiment == "FC Alpha"
    where = after.piece("L Otago").at
    made = {name for each in reorganizing.options(after, where) for name, _ in each.into}
    assert {"5 Otago", "6 Otago"} <= made
    assert cut().unit("5 Otago").brigiment == "NZ"


def test_equal_acts_make_equal_positions() -> None:
    situation = cut()
    played = adjust(situation, "found L Otago", rolls=(8,))
    again = replay(lambda: formation_adjustment(situation, "Entente"), played.journal)
    assert again.outcome == played.outcome


def test_a_side_that_can_do_neither_is_not_asked() -> None:
    situation = cut().without(["foe"])
    assert adjust(mark_isolated(situation), side="Ottoman").journal == ()
    near = situation.replace_pieces(
        *(evolve(situation.piece(name), isolated=False) for name in joining(situation, "L Otago")),
        *(evolve(situation.piece(n), isolated=False) for n in joining(situation, "L Chatham")),
    )
    assert adjust(near).journal == ()


@pytest.mark.cases("RS", "9.5.5")
def test_markers_run_out() -> None:
    situation = cut()
    model = situation.command("NZ")
    used = situation.with_command(*(evolve(model, brigiment=f"FC {each}") for each in NAMES))
    assert free_name(used) == ""
    assert not may_found(used, "L Otago").allowed
    beta = adjust(alpha(), "found L Chatham", rolls=(0,)).outcome
    assert columns(beta, "Entente") == ("FC Alpha", "FC Beta")


# ---- going home


def landed(points: int = 8, **more: Any) -> Situation:
    """Return the X Beach column with the Royal Fusiliers beside their own headquarters."""
    units = [
        hq("86 HQ", at="10.50", brigiment="86"),
        hq("X HQ", at="11.50", brigiment="X"),
        *halves("RF", "10.49", "X"),
        *halves("Innis", "11.50", "X"),
        *halves("Border", "12.50", "X"),
        unit("foe", "Ottoman"),
    ]
    known = [
        brigiment("86", maximum=14, points=9, battalions=["RF", "LF", "RMF", "RDF"]),
        brigiment("X", column=True, maximum=9, points=points),
    ]
    return position(BOARD, units, brigiment=known, **more)


@pytest.mark.cases("RS", "9.5.6", "1.4.6")
@pytest.mark.parametrize(("roll", "moved", "left"), [(67, 3, 5), (68, 2, 6)])
def test_points_go_along_by_steps_rounded_by_a_roll(roll: int, moved: int, left: int) -> None:
    situation = landed()
    assert homecomers(situation, "X") == {"RF of 86": ("L RF", "R RF")}
    assert share(situation, "X", ("L RF", "R RF")) == Fraction(8, 3)
    after = adjust(situation, "rejoin X: RF of 86", rolls=(roll,)).outcome
    assert dict(after.officers) == {"86": 9 + moved, "X": left}
    assert after.unit("L RF").brigiment == "86"
    found = odds(
        lambda: formation_adjustment(situation, "Entente"), lambda asked: asked.options[-1].key
    )
    three = found.chance(lambda each: each.points_of("X") == 5)
    assert three == Fraction(68, 100), "RS-Q02: 00 to 67"


@pytest.mark.cases("RS", "9.5.6")
def test_a_whole_share_is_not_rolled_for() -> None:
    assert share_roll(landed(6), "X", ("L RF", "R RF")) is None
    assert dict(adjust(landed(6), "rejoin X: RF of 86").outcome.officers) == {"86": 11, "X": 4}


@pytest.mark.cases("RS", "9.5.6", "9.3")
def test_only_within_messaging_range_of_their_own() -> None:
    situation = landed()
    assert may_rejoin(situation, "L RF").allowed
    for name in ("L Innis", "86 HQ"):
        assert not may_rejoin(situation, name).allowed
    far = [evolve(situation.piece(n), at=situation.board.hex("10.46")) for n in ("L RF", "R RF")]
    away = situation.replace_pieces(*far)
    assert not may_rejoin(away, "L RF").allowed
    one = situation.replace_pieces(far[0])
    assert homecomers(one, "X") == {"RF of 86": ("R RF",)}
    assert not homecomers(situation.without(["86 HQ"]), "X")


@pytest.mark.cases("RS", "10.1.5", "10.1.6", "9.5.6")
def test_nobody_gains_beyond_what_he_may_have() -> None:
    full = landed(officers={"86": 13, "X": 9})
    assert dict(adjust(full, "rejoin X: RF of 86").outcome.officers) == {"86": 14, "X": 6}
    low = landed(officers={"86": 6, "X": 9})
    assert low.command("86").half == 7
    assert dict(adjust(low, "rejoin X: RF of 86").outcome.officers) == {"86": 7, "X": 6}


@pytest.mark.cases("RS", "9.5.6")
def test_fc_alpha_goes_home_and_is_no_more() -> None:
    after = alpha().without(["foe"])
    bridge = [evolve(after.piece(n), at=after.board.hex("10.49")) for n in
              ("L Otago", "R Otago", "L Wellington", "R Wellington")]  # fmt: skip
    met = after.replace_pieces(*bridge)
    script = ("rejoin FC Alpha: Otago of NZ", "rejoin FC Alpha: Wellington of NZ", "end")
    home = adjust(met, *script, rolls=(99,)).outcome
    assert columns(home, "Entente") == ()
    assert not home.on_map("FC Alpha HQ")
    assert dict(home.officers) == {"NZ": 7, "RN": 6}
    assert home.command("NZ").maximum == 12, "14 x (1/2 + 3) / 4"
    assert home.unit("5 Otago").brigiment == "NZ"
    assert free_name(home) == "FC Alpha"


def test_one_may_decline() -> None:
    situation = landed()
    assert adjust(situation, "end").outcome is situation


# ---- deliberate columns


@pytest.mark.cases("RS", "9.5.1", "9.1.5")
def test_a_deliberate_column_mixes_battalions_of_several_brigades() -> None:
    situation = landed()
    ruling = column_ruling(situation, "X")
    assert ruling.value == 3
    part = ruling.find("RF")
    assert part is not None
    assert part.value == "86"
    assert not column_ruling(situation, "86").allowed
    with pytest.raises(RequestError):
        column_ruling(situation, "Y")


def test_every_choice_is_open_to_the_owner_alone() -> None:
    seen: list[Choice] = []

    class Watch(Scripted):
        """Keeps what was asked."""

        def choose(self, choice: Choice) -> str:
            """Return the next decision."""
            seen.append(choice)
            return super().choose(choice)

    script = Watch("test", (8,), ("found L Otago", "end"))
    play(lambda: formation_adjustment(cut(), "Entente"), script)
    assert {each.who for each in seen} == {"Entente"}


@pytest.mark.cases("RS", "9.5.2", "15.1.2")
def test_nobody_who_waits_to_be_released_founds_or_joins_a_column() -> None:
    situation = mark_isolated(cut())
    assert may_found(situation, "L Otago").allowed
    joins = volunteers(situation, "L Otago")
    assert "L Chatham" in joins
    waits = situation.with_command(evolve(situation.command("RN"), released=False))
    assert volunteers(waits, "L Otago") == ()
    barred = may_found(waits, "L Chatham")
    assert not barred.allowed
    assert "RS 15.1.2" in map(str, barred.cases)
