"""A process that lets students answer and tells each answer once it is acknowledged.

``python -m tests.widgets.classroom.clerk FILE TOKEN NAME HOW_MANY``; 0 is without end.
"""

from __future__ import annotations

import sys
from itertools import count

from tests.widgets.classroom.rooms import said
from widgets.classroom.rooms import Classroom


def main(path: str, token: str, name: str, how_many: int) -> None:
    """Answer one question after the other."""
    room = Classroom(path, patience=60)
    for number in range(how_many) if how_many else count():
        question = f"{name}#{number % 400}"
        room.reply(token, said(f"answer {number}", question))
        print(question, number, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:4], int(sys.argv[4]))
