"""``wargame ask`` and what holds for every command: exit codes, one sentence an error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from wargame import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("toys")


def test_an_answer_explains_itself(run: Run) -> None:
    code, out, err = run("ask", "toy.sum", "one=2", "other=3")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "Sum: 5 - One and the other. [GAZA 14.0/2]",
        "  + One: +2 - Given.",
        "  + Other: +3 - Given.",
    ]


def test_json_is_the_ruling(run: Run) -> None:
    code, out, _ = run("ask", "toy.sum", "one=2", "--json")
    ruling = json.loads(out)
    assert code == 0
    assert (ruling["value"], ruling["cases"]) == (3, ["GAZA 14.0/2"])


def test_options_may_stand_between_the_words(run: Run) -> None:
    assert run("ask", "--json", "toy.sum", "one=2", "--json", "other=-2")[0] == 0
    assert run("ask", "toy.where", "--scenario", "toy/second")[0] == 0


def test_a_refusal_is_an_answer_that_is_no(run: Run) -> None:
    code, out, err = run("ask", "toy.sum", "one=9")
    assert (code, err) == (1, "")
    assert out.startswith("✗ Sum: refused - 9 is too great; 8 is allowed. [GAZA 14.0/1]")
    code, out, _ = run("ask", "toy.sum", "one=9", "--json")
    assert (code, json.loads(out)["status"]) == (1, "refused")


def test_what_is_not_covered_never_looks_like_yes(run: Run) -> None:
    code, out, _ = run("ask", "toy.unknown")
    assert code == 1
    assert out.startswith("? Unknown: not covered")


def test_a_position_is_the_usual_one_or_the_one_named(run: Run) -> None:
    assert "toy/first" in run("ask", "toy.where")[1]
    assert "toy/second" in run("ask", "toy.where", "--scenario", "toy/second")[1]


def test_the_list_names_facts_and_position(run: Run) -> None:
    code, out, _ = run("ask", "--list", "toy.")
    assert code == 0
    assert out.splitlines() == [
        "toy.elsewhere: Name the position.",
        "    facts: none",
        "    asks about a position of nowhere",
        "toy.sum: Add two numbers below nine.",
        "    facts: one (a whole number), other (a whole number, optional)",
        "toy.unknown: Nobody knows.",
        "    facts: none",
        "toy.where: Name the position.",
        "    facts: none",
        "    asks about a position of toy",
    ]
    listed = {each["name"]: each for each in json.loads(run("ask", "--list", "--json")[1])}
    assert listed["toy.where"]["scene"] == "toy"
    assert listed["toy.sum"]["facts"] == [
        {"name": "one", "kind": "whole number", "required": True},
        {"name": "other", "kind": "whole number", "required": False, "default": 1},
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ask"], "wargame ask: found no question; allowed"),
        (["ask", "toy.sun"], "did you mean toy.sum"),
        (["ask", "toy.sum"], "question toy.sum: found no one"),
        (["ask", "toy.sum", "one=two"], "question toy.sum, one: found 'two'; allowed: a whole"),
        (["ask", "toy.sum", "two=1"], "found fact 'two'"),
        (["ask", "toy.sum", "one"], "found 'one'; allowed: facts written key=value"),
        (["ask", "toy.sum", "one=1", "one=2"], "found the fact 'one' twice"),
        (["ask", "toy.sum", "one=1", "--scenario", "toy/first"], "it asks about no position"),
        (["ask", "toy.where", "--scenario", "toy/third"], "found 'toy/third'"),
        (["ask", "toy.elsewhere"], "found no position; allowed: a scenario of nowhere"),
        (["ask", "--list", "nothing.such"], "found 'nothing.such'"),
        (["ask", "toy.sum", "--jsn"], "unrecognized arguments: --jsn"),
        (["asc"], "invalid choice: 'asc'"),
        (["check"], "required: FILE"),
        (["check", "no/such.toml"], "such.toml: found a file that cannot be read"),
        (["coverage", "GAZA"], "unrecognized arguments: GAZA"),
        (["lab", "--port", "70000"], "found '70000'; allowed: 1 to 65535"),
        (["lab", "--charts", "no/such", "--copy-only"], "found 'no/such'; allowed: a folder"),
    ],
)
def test_an_error_is_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("wargame")
    assert sentence in err
    assert err.count("\n") == 1


def test_help_and_version(run: Run) -> None:
    assert run()[0] == 0
    assert "COMMAND" in run("--help")[1]
    assert run("--version")[1] == f"wargame {__version__}\n"
    for command in ("lab", "ask", "examples", "check", "coverage"):
        assert run(command, "--help")[0] == 0


def _process(*words: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "wargame.cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    )


def test_a_terminal_without_the_signs_still_shows_them() -> None:
    sentence = b"wargame: question: found '\\xbd'"
    process = _process("ask", "½", PYTHONIOENCODING="ascii")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert sentence in err


def test_a_reader_who_leaves_early_is_no_error() -> None:
    process = _process("coverage", "--json")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr:
        assert b"Traceback" not in process.stderr.read()
    assert process.wait(timeout=60) == 1
