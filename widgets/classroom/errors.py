"""What a class room says no to; each is a sentence that can be shown to whoever asked."""

from __future__ import annotations

from math import ceil

from wargame.core.errors import RequestError, WargameError
from wargame.core.words import count

MINUTE = 60


class RoomError(RequestError):
    """Something given to a room does not fit: where, what was found, what is allowed."""


class Denied(WargameError):  # noqa: N818 - the door's word: somebody is not let in, or not to this
    """Whoever asked is not let in, or may not do this; the sentence says what to do."""


class TooSoon(Denied):
    """Too many attempts; the sentence says how long to wait.

    Args:
        what: What was tried: "codes", "passwords".
        seconds: How long to wait.
    """

    def __init__(self, what: str, seconds: float) -> None:
        """Compose the sentence and keep the seconds."""
        self.seconds = max(1, ceil(seconds))
        wait = count(self.seconds, "second")
        if self.seconds > 2 * MINUTE:
            wait = count(ceil(self.seconds / MINUTE), "minute")
        super().__init__(f"Too many {what} were tried from here: wait {wait}, then try again.")


class StoreError(WargameError):
    """The file of the class cannot be used just now; nothing that was acknowledged is lost."""
