"""Codes, tokens, passwords, and how often somebody may guess at them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import TYPE_CHECKING

from attrs import define, frozen

from wargame.core.errors import shown
from widgets.classroom.errors import RoomError, TooSoon

if TYPE_CHECKING:
    from collections.abc import Callable

ALPHABET = "0123456789CDFHJKMNPRTVWXY"
"""One of each pair of look-alikes, and no vowels, so that no code spells a word."""
LOOK_ALIKES = str.maketrans("OQILZSBUG", "0011258V6")
LENGTH = 6
SHOWN_HALF = 3
BETWEEN = " -–_.·\t\n"
"""What may stand between the letters of a code as it is typed."""

LEAST_PASSWORD, MOST_PASSWORD = 6, 200
SCRYPT = {"n": 2**14, "r": 8, "p": 1}
"""What one guess at a password costs: 16 MB and some fifty milliseconds."""
TOKEN_BYTES = 32
MOST_KEYS = 5_000


def new_code() -> str:
    """Return a code nobody can guess at: see THREATS.md for the arithmetic."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def shown_code(code: str) -> str:
    """Return a code as it is written on the board: ``ABC-DEF``."""
    return f"{code[:SHOWN_HALF]}-{code[SHOWN_HALF:]}"


def read_code(text: str) -> str:
    """Return the code that somebody typed, whatever its case, gaps and look-alikes.

    Raises:
        RoomError: It can be no code.
    """
    plain = "".join(each for each in str(text)[:100].upper() if each not in BETWEEN)
    code = plain.translate(LOOK_ALIKES)
    if len(code) != LENGTH or any(each not in ALPHABET for each in code):
        allowed = "six letters and digits as the teacher shows them, such as H4K-7PT"
        raise RoomError("code of the room", shown(text, 30), allowed)
    return code


def new_token() -> str:
    """Return a token that lets its holder in; only :func:`token_mark` of it is kept."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_mark(token: str) -> bytes:
    """Return what is kept of a token: who reads the file cannot come in with it."""
    return hashlib.sha256(str(token)[:200].encode("utf-8", "replace")).digest()


@frozen
class Password:
    """What is kept of a password.

    Args:
        salt: Drawn anew for every password.
        mark: What scrypt makes of both.
    """

    salt: bytes
    mark: bytes = b""

    @classmethod
    def of(cls, text: str) -> Password:
        """Return what is kept of a new password.

        Raises:
            RoomError: It is too short or too long.
        """
        if not LEAST_PASSWORD <= len(text) <= MOST_PASSWORD:
            found = f"{len(text)} characters"
            allowed = f"{LEAST_PASSWORD} to {MOST_PASSWORD} characters"
            raise RoomError("password of the room", found, allowed)
        salt = secrets.token_bytes(16)
        return cls(salt, _scrypt(text, salt))

    def fits(self, text: str) -> bool:
        """Return whether this is the password; takes the same time whatever differs."""
        return hmac.compare_digest(self.mark, _scrypt(str(text)[: MOST_PASSWORD + 1], self.salt))


NOBODY = Password(b"nobody's room", b"")
"""A room that does not exist costs a guess as much as one that does, and is never entered."""


def _scrypt(text: str, salt: bytes) -> bytes:
    return hashlib.scrypt(text.encode("utf-8", "replace"), salt=salt, **SCRYPT)


def origin(remote: str) -> str:
    """Return where an attempt comes from; a whole /64 network is one place in IPv6."""
    try:
        address = ip_address(remote.partition("%")[0])
    except ValueError:
        return remote[:100]
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


@define
class _Bucket:
    tokens: float
    at: float


class Throttle:
    """So many attempts at once, then one every so many seconds.

    Args:
        what: What is tried, for the sentence.
        burst: How many may be tried at once.
        seconds: How long until one more may be tried.
        clock: Where the time comes from.
    """

    def __init__(self, what: str, burst: int, seconds: float, clock: Callable[[], float]) -> None:
        """Start with nobody waiting."""
        self.what, self.burst, self.seconds, self._clock = what, burst, seconds, clock
        self._buckets: dict[str, _Bucket] = {}
        self._lock = Lock()

    def check(self, key: str) -> None:
        """Let an attempt pass, without counting it.

        Raises:
            TooSoon: Too many were counted; says how long to wait.
        """
        with self._lock:
            self._pass(self._filled(key))

    def count(self, key: str) -> None:
        """Count an attempt, and let it pass.

        Raises:
            TooSoon: As :meth:`check`; it is not counted then.
        """
        with self._lock:
            bucket = self._filled(key)
            self._pass(bucket)
            bucket.tokens -= 1

    def give_back(self, key: str) -> None:
        """Take an attempt back that turned out to be right."""
        with self._lock:
            bucket = self._filled(key)
            bucket.tokens = min(self.burst, bucket.tokens + 1)

    def most_within(self, seconds: float) -> int:
        """Return how many attempts can be made in so long: the bound that THREATS.md reckons by."""
        return self.burst + int(seconds / self.seconds)

    def _pass(self, bucket: _Bucket) -> None:
        if bucket.tokens < 1:
            raise TooSoon(self.what, (1 - bucket.tokens) * self.seconds)

    def _filled(self, key: str) -> _Bucket:
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= MOST_KEYS:
                self._forget_full(now)
            bucket = self._buckets[key] = _Bucket(self.burst, now)
        gained = max(0.0, now - bucket.at) / self.seconds
        bucket.tokens, bucket.at = min(self.burst, bucket.tokens + gained), now
        return bucket

    def _forget_full(self, now: float) -> None:
        """Keep memory bounded: first who may try as often as a stranger, then the longest away."""
        full = [
            key
            for key, each in self._buckets.items()
            if each.tokens + (now - each.at) / self.seconds >= self.burst
        ]
        for key in full or sorted(self._buckets, key=lambda key: self._buckets[key].at)[:1]:
            del self._buckets[key]
