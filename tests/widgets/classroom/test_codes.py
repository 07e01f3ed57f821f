"""Codes that are read and not guessed, passwords that are not kept, attempts that are counted."""

from __future__ import annotations

from unittest import mock

import pytest

from tests.widgets.classroom.rooms import Clock, Hour
from widgets.classroom import codes
from widgets.classroom.codes import Password, Throttle, origin, read_code
from widgets.classroom.errors import Denied, RoomError, TooSoon


def test_no_code_has_a_vowel_or_one_of_two_look_alikes_beside_the_other() -> None:
    assert set("AEIOU").isdisjoint(codes.ALPHABET)
    for other, kept in zip("OQILZSBUG", "0011258V6", strict=True):
        assert kept in codes.ALPHABET
        assert other not in codes.ALPHABET
        assert read_code(other * 6) == kept * 6


def test_every_code_is_read_back() -> None:
    for _ in range(200):
        code = codes.new_code()
        assert read_code(codes.shown_code(code)) == code


@pytest.mark.parametrize(
    "typed", ["", "ABC", "H4K-7PTX", "H4K 7P!", "AAAAAA", "\uff17" * 6, "H4K7P\0"]
)
def test_what_is_no_code_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(RoomError, match="H4K-7PT"):
        read_code(typed)


def test_a_password_is_salted_and_only_its_mark_is_kept() -> None:
    one, other = Password.of("Beersheba"), Password.of("Beersheba")
    assert one != other
    assert one.fits("Beersheba")
    assert not one.fits("beersheba")
    assert not one.fits("Beersheba" * 100)
    assert b"Beersheba" not in one.mark + one.salt


@pytest.mark.parametrize("text", ["", "short", "x" * 201])
def test_a_password_has_a_fitting_length(text: str) -> None:
    with pytest.raises(RoomError, match="6 to 200 characters"):
        Password.of(text)


def test_a_room_that_is_not_there_costs_a_guess_as_much(hour: Hour) -> None:
    """Else the time it takes would tell which codes there are."""
    with mock.patch.object(codes, "_scrypt", wraps=codes._scrypt) as work:
        for code in (hour.code, "H4K-7PT"):
            with pytest.raises(Denied):
                hour.room.teach(code, "a wrong one")
    assert work.call_count == 2


def test_marks_are_compared_in_constant_time() -> None:
    with mock.patch.object(codes.hmac, "compare_digest", return_value=True) as compare:
        assert Password(b"salt", b"mark").fits("anything")
    compare.assert_called_once()


def test_attempts_are_counted_and_come_back_with_time() -> None:
    clock = Clock()
    throttle = Throttle("codes", 3, 10, clock)
    for _ in range(3):
        throttle.count("a")
    with pytest.raises(TooSoon, match=r"Too many codes .* wait 10 seconds") as refused:
        throttle.count("a")
    assert refused.value.seconds == 10
    throttle.count("b")
    clock.now += 10
    throttle.count("a")
    with pytest.raises(TooSoon):
        throttle.check("a")
    throttle.give_back("a")
    throttle.check("a")
    assert throttle.most_within(100) == 13


def test_a_clock_set_back_locks_nobody_out_for_longer() -> None:
    clock = Clock()
    throttle = Throttle("codes", 1, 10, clock)
    throttle.count("a")
    clock.now -= 3600
    with pytest.raises(TooSoon, match="10 seconds"):
        throttle.check("a")
    clock.now += 10
    throttle.check("a")


def test_a_long_wait_is_told_in_minutes() -> None:
    assert "wait 4 minutes" in str(TooSoon("rooms", 181))


def test_the_memory_of_attempts_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codes, "MOST_KEYS", 10)
    clock = Clock()
    throttle = Throttle("codes", 1, 10, clock)
    for number in range(100):
        clock.now += 0.1
        throttle.count(str(number))
    assert len(throttle._buckets) == 10
    with pytest.raises(TooSoon):
        throttle.check("99")


def test_one_network_is_one_place_however_many_addresses_it_has() -> None:
    assert origin("2001:db8::1") == origin("2001:db8::ffff") == "2001:db8::/64"
    assert origin("2001:db8:0:1::1") != origin("2001:db8::1")
    assert origin("::ffff:192.168.1.7") == origin("192.168.1.7") == "192.168.1.7"
    assert origin("fe80::1%eth0") == "fe80::/64"
    assert origin("x" * 1000) == "x" * 100


def test_guesses_at_codes_wait_and_right_ones_do_not(hour: Hour) -> None:
    for number in range(60):
        hour.room.join(hour.code, f"Kim {number}", remote="192.168.1.1")
    for _ in range(20):
        with pytest.raises(Denied, match="no open room"):
            hour.room.join("H4K-7PT", "Lee", remote="192.168.1.1")
    with pytest.raises(TooSoon):
        hour.room.join(hour.code, "Lee", remote="192.168.1.1")
    hour.room.join(hour.code, "Lee", remote="192.168.1.2")
    with pytest.raises(TooSoon):
        hour.room.groups_of("H4K-7PT", remote="192.168.1.1")
    hour.clock.now += 15
    hour.room.join(hour.code, "Ann", remote="192.168.1.1")


def test_guesses_from_everywhere_wait_too(hour: Hour) -> None:
    for number in range(200):
        with pytest.raises(Denied, match="no open room"):
            hour.room.join("H4K-7PT", "Lee", remote=f"10.0.{number}.1")
    with pytest.raises(TooSoon):
        hour.room.join("H4K-7PT", "Lee", remote="10.1.0.1")


def test_one_guesser_at_a_password_does_not_lock_the_teacher_out(hour: Hour) -> None:
    with mock.patch.object(codes, "_scrypt", lambda text, _salt: text.encode()):
        for _ in range(5):
            with pytest.raises(Denied, match="do not belong together"):
                hour.room.teach(hour.code, "a wrong one", "192.168.1.9")
        with pytest.raises(TooSoon, match="passwords"):
            hour.room.teach(hour.code, "a wrong one", "192.168.1.9")
    assert hour.room.teach(hour.code, hour.password, "192.168.1.1")


def test_guesses_at_one_room_from_many_places_wait(hour: Hour) -> None:
    with mock.patch.object(codes, "_scrypt", lambda text, _salt: text.encode()):
        for number in range(30):
            with pytest.raises(Denied, match="do not belong together"):
                hour.room.teach(hour.code, "a wrong one", f"10.0.{number}.1")
        with pytest.raises(TooSoon):
            hour.room.teach(hour.code, "a wrong one", "10.1.0.1")
    assert hour.room.who(hour.teacher), "who is in stays in"


def test_a_teacher_may_come_in_as_often_as_need_be(hour: Hour) -> None:
    for _ in range(10):
        hour.room.teach(hour.code, hour.password, "192.168.1.1")


def test_rooms_and_names_from_one_place_are_bounded(hour: Hour) -> None:
    with mock.patch.object(codes, "_scrypt", lambda text, _salt: text.encode()):
        for _ in range(10):
            hour.room.open("password", "lesson", remote="192.168.1.9")
        with pytest.raises(TooSoon, match="rooms"):
            hour.room.open("password", "lesson", remote="192.168.1.9")
    for number in range(100):
        hour.room.join(hour.code, f"Kim {number}", remote="192.168.1.9")
    with pytest.raises(TooSoon, match="names"):
        hour.room.join(hour.code, "One more", remote="192.168.1.9")
