"""The tables of the file of a class."""

from __future__ import annotations

APPLICATION = 0x57474352
"""Marks a file as one of ours: "WGCR"."""
VERSION = 1

SCHEMA = (
    """
    CREATE TABLE room (
        id INTEGER PRIMARY KEY,
        code TEXT NOT NULL UNIQUE,
        salt BLOB NOT NULL,
        password BLOB NOT NULL,
        title TEXT NOT NULL,
        lesson TEXT NOT NULL,
        board TEXT NOT NULL,
        teams TEXT NOT NULL,           -- JSON lists
        sides TEXT NOT NULL,
        step INTEGER NOT NULL DEFAULT 0,
        pace TEXT NOT NULL DEFAULT 'together' CHECK (pace IN ('together', 'free')),
        seed INTEGER,
        boards INTEGER NOT NULL DEFAULT 0, -- how many times a board was changed
        opened REAL NOT NULL,
        closed REAL
    ) STRICT
    """,
    """
    CREATE TABLE member (
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number is never given twice
        room INTEGER NOT NULL REFERENCES room ON DELETE CASCADE,
        kind TEXT NOT NULL CHECK (kind IN ('teacher', 'student')),
        name TEXT NOT NULL,
        key TEXT NOT NULL,
        team TEXT NOT NULL,
        side TEXT NOT NULL,
        joined REAL NOT NULL,
        seen REAL NOT NULL,
        step INTEGER NOT NULL DEFAULT 0,
        removed REAL
    ) STRICT
    """,
    "CREATE UNIQUE INDEX member_name ON member (room, key) WHERE removed IS NULL",
    """
    CREATE TABLE token (
        mark BLOB PRIMARY KEY,
        member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
        made REAL NOT NULL
    ) STRICT
    """,
    "CREATE INDEX token_member ON token (member)",
    """
    CREATE TABLE reply (
        member INTEGER NOT NULL REFERENCES member ON DELETE CASCADE,
        question TEXT NOT NULL,
        said TEXT NOT NULL,
        judged INTEGER,                -- 1 right, 0 wrong, none where nobody can tell
        wrong INTEGER NOT NULL,        -- how many tries were wrong
        first REAL NOT NULL,
        last REAL NOT NULL,
        data TEXT NOT NULL,            -- the Reply, as JSON
        PRIMARY KEY (member, question)
    ) STRICT
    """,
    """
    CREATE TABLE shown (
        room INTEGER NOT NULL REFERENCES room ON DELETE CASCADE,
        question TEXT NOT NULL,
        PRIMARY KEY (room, question)
    ) STRICT
    """,
    """
    CREATE TABLE asked (
        id INTEGER PRIMARY KEY,
        room INTEGER NOT NULL REFERENCES room ON DELETE CASCADE,
        question TEXT NOT NULL,
        prompt TEXT NOT NULL,
        options TEXT NOT NULL,         -- a JSON list; empty where a number is asked for
        settled TEXT,
        made REAL NOT NULL,
        UNIQUE (room, question)
    ) STRICT
    """,
    """
    CREATE TABLE board (
        room INTEGER NOT NULL REFERENCES room ON DELETE CASCADE,
        owner TEXT NOT NULL,           -- "team:Red", "member:12", "class" (pushed)
        version INTEGER NOT NULL,
        data TEXT NOT NULL,
        made REAL NOT NULL,
        PRIMARY KEY (room, owner, version)
    ) STRICT
    """,
)
