"""The command line: ``wargame lab | app | handout | debrief | ask | examples | check | coverage``.

Every answer is plain text that reads well aloud, or JSON with ``--json``. The exit code is 0 for
yes, 1 for an answer that is no (a refusal, a claim that does not agree), 2 for an error, which is
one sentence on the error stream.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from wargame import __version__
from wargame.core.errors import Refused, RequestError, WargameError, one_of, shown
from wargame.core.examples import build_scene, check_example, load_example
from wargame.core.questions import Question, ask, find_question, questions
from wargame.core.ruling_views import value_to_json
from wargame.example_runs import claim_lines, example_lines, run_examples, summary
from wargame.families import DEFAULT_SCENARIOS, load_families

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

FAILED = 2
KINDS = {
    int: "whole number",
    str: "text",
    bool: "true or false",
    Fraction: "fraction",
    tuple[str, ...]: "list of words",
    tuple[int, ...]: "list of whole numbers",
}


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """End with a sentence and where to read on."""
        self.exit(FAILED, f"{self.prog}: {message}. See: {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: The words after the program's name; those of the process when not given.

    Returns:
        The exit code.
    """
    _print_anything()
    try:
        parsed = _parsed(arguments)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except WargameError as error:
        return _failed(" ".join(str(error).split()))
    except BrokenPipeError:  # whoever was reading has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _failed(f"{error.filename or 'a file'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        return 130
    return code


def _print_anything() -> None:
    """Let a terminal that lacks a sign (½, −) show its number instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _failed(sentence: str) -> int:
    print(f"wargame: {sentence}", file=sys.stderr)
    return FAILED


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    parsed, rest = parser.parse_known_args(arguments)
    if "words" in parsed and not any(word.startswith("-") for word in rest):
        parsed.words += rest  # words after an option, which argparse leaves over
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return parsed


def _parser() -> Parser:
    parser = Parser(prog="wargame", description="Every rule of a wargame explains itself.")
    parser.add_argument("--version", action="version", version=f"wargame {__version__}")
    parser.set_defaults(run=lambda _: _help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_lab(commands.add_parser("lab", help="copy the lessons to a folder and open them"))
    _add_app(commands.add_parser("app", help="serve the gallery and the class rooms to browsers"))
    _add_handout(commands.add_parser("handout", help="make a lesson, or the guide, for paper"))
    _add_debrief(commands.add_parser("debrief", help="make a page that looks back on a saved game"))
    _add_ask(commands.add_parser("ask", help="ask a rule question"))
    _add_examples(commands.add_parser("examples", help="check the printed examples of play"))
    _add_check(commands.add_parser("check", help="check an example file of your own"))
    _add_coverage(commands.add_parser("coverage", help="count the rule cases that are done"))
    return parser


def _help(parser: Parser) -> int:
    parser.print_help()
    return 0


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=2))


# ------------------------------------------------------------------------------------ lab


def _add_lab(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Copy the lessons into a folder, never over your own work, and open them in JupyterLab. "
        "Your own JupyterLab's settings are neither used nor changed."
    )
    parser.set_defaults(run=_lab)
    parser.add_argument("folder", nargs="?", default="wargame-lessons", help="default: %(default)s")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.add_argument("--port", type=_port, metavar="N", help="listen there instead of at 8888")
    parser.add_argument("--charts", metavar="DIR", help="a folder of your own TOML charts")
    parser.add_argument("--copy-only", action="store_true", help="copy; do not start JupyterLab")


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= 65535:  # noqa: PLR2004 - TCP's range
        return int(text)
    message = f"found {shown(text)}; allowed: 1 to 65535"
    raise argparse.ArgumentTypeError(message)


def _lab(parsed: argparse.Namespace) -> int:
    from wargame import lab
    from wargame.coverage import lessons_folder

    folder = Path(parsed.folder)
    charts = lab.charts_folder(parsed.charts)
    if not parsed.copy_only:
        lab.require_jupyterlab()
    copying = lab.copy_lessons(lessons_folder(), folder)
    print("\n".join(copying.sentences or ["There are no lessons to copy."]), flush=True)
    if parsed.copy_only:
        return 0
    environment = lab.lab_environment(folder, charts)
    lab.trust(copying.pristine, environment)
    print(f"Starting JupyterLab in {folder}; Ctrl-C stops it.", flush=True)
    command = lab.lab_command(folder, browser=not parsed.no_browser, port=parsed.port)
    lab.run_until_stopped(command, environment)
    print(f"JupyterLab has stopped; your work is in {folder}.")
    return 0


def _add_app(parser: argparse.ArgumentParser) -> None:
    from wargame import app

    app.add_arguments(parser)
    parser.set_defaults(run=app.run)


def _add_handout(parser: argparse.ArgumentParser) -> None:
    from wargame import handouts

    handouts.add_arguments(parser)
    parser.set_defaults(run=handouts.run)


def _add_debrief(parser: argparse.ArgumentParser) -> None:
    from wargame import debriefs

    debriefs.add_arguments(parser)
    parser.set_defaults(run=debriefs.run)


# ------------------------------------------------------------------------------------ ask


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.description = "Ask a rule question by name; the answer explains itself."
    parser.epilog = "Exit code: 0 answered, 1 refused or not covered by the engine, 2 error."
    parser.set_defaults(run=_ask)
    parser.add_argument(
        "words", nargs="*", metavar="NAME key=value", help="the question, then its facts"
    )
    parser.add_argument(
        "--list", action="store_true", help="list the questions [that contain NAME]"
    )
    parser.add_argument("--scenario", metavar="NAME", help="the position it asks about")
    _add_json(parser)


def _ask(parsed: argparse.Namespace) -> int:
    load_families()
    if parsed.list:
        return _list_questions(parsed.words, as_json=parsed.json)
    if not parsed.words:
        cure = "To see them all: wargame ask --list"
        raise RequestError("wargame ask", "no question", "the name of one, then key=value", cure)
    asked = find_question(parsed.words[0])
    facts = _facts(parsed.words[1:])
    scene = _scene(asked, parsed.scenario)
    try:
        ruling = ask(asked.name, facts, scene)
    except Refused as refused:
        ruling = refused.ruling
    if parsed.json:
        _print_json(ruling.to_json())
    else:
        print(ruling.to_text())
    return 0 if ruling.allowed else 1


def _facts(words: Iterable[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not key or not equals:
            raise RequestError("wargame ask", shown(word), "facts written key=value")
        if key in facts:
            raise RequestError("wargame ask", f"the fact {shown(key)} twice", "each fact once")
        facts[key] = value
    return facts


def _scene(asked: Question, scenario: str | None) -> object:
    where = f"question {asked.name}, --scenario"
    if not asked.scene:
        if scenario is not None:
            raise RequestError(where, shown(scenario), "none, for it asks about no position")
        return None
    name = scenario if scenario is not None else DEFAULT_SCENARIOS.get(asked.scene)
    if name is None:
        raise RequestError(where, "no position", f"a scenario of {asked.scene}")
    return build_scene(asked.scene, {"scenario": name}, where)


def _list_questions(words: list[str], *, as_json: bool) -> int:
    found = [each for each in questions().values() if all(word in each.name for word in words)]
    if words and not found:
        raise RequestError(
            "wargame ask --list", shown(" ".join(words)), one_of(questions(), words[0])
        )
    if as_json:
        _print_json([_question_json(each) for each in found])
    else:
        print("\n".join(line for each in found for line in _question_lines(each)))
    return 0


def _question_lines(asked: Question) -> Iterable[str]:
    yield f"{asked.name}: {asked.summary}"
    yield f"    facts: {', '.join(map(str, asked.parameters)) or 'none'}"
    if asked.scene:
        yield f"    asks about a position of {asked.scene}"


def _question_json(asked: Question) -> dict[str, Any]:
    facts = [
        {"name": each.name, "kind": KINDS[each.kind], "required": each.required}
        | ({} if each.required else {"default": value_to_json(each.default)})
        for each in asked.parameters
    ]
    return {"name": asked.name, "summary": asked.summary, "scene": asked.scene, "facts": facts}


# ---------------------------------------------------------------------------------- examples, check


def _add_examples(parser: argparse.ArgumentParser) -> None:
    parser.description = "Ask every claim of the project's example files."
    parser.epilog = "Exit code: 0 all agree, 1 some do not, 2 error."
    parser.set_defaults(run=_examples)
    parser.add_argument("words", nargs="*", metavar="ID", help="run only these, such as FM-01")
    _add_json(parser)


def _examples(parsed: argparse.Namespace) -> int:
    from wargame.coverage import examples_folder

    load_families()
    ran = run_examples(examples_folder(), parsed.words)
    if parsed.json:
        _print_json([each.to_json() for each in ran])
    else:
        for each in ran:
            print("\n".join(example_lines(each)))
        print(summary(ran))
    return 0 if all(each.status == "agree" for each in ran) else 1


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.description = "Check the claims of an example file, and say for each why."
    parser.epilog = "Exit code: 0 all agree, 1 some do not, 2 error."
    parser.set_defaults(run=_check)
    parser.add_argument("file", metavar="FILE", help="a TOML file with [example] and [[claim]]")
    _add_json(parser)


def _check(parsed: argparse.Namespace) -> int:
    load_families()
    checked = check_example(load_example(Path(parsed.file)))
    head = checked.example.example
    if parsed.json:
        _print_json(checked.to_json())
    else:
        print(f"{head.id}: {head.title}")
        for label, text in (("Cases", ", ".join(head.cases)), ("Reading", head.reading)):
            if text:
                print(f"  {label}: {text}")
        for number, claim in enumerate(checked.claims, start=1):
            print("\n".join(claim_lines(number, claim)))
        print(f"{head.id}: {checked.status}.")
    return 0 if checked.status == "agree" else 1


# ------------------------------------------------------------------------------------ coverage


def _add_coverage(parser: argparse.ArgumentParser) -> None:
    parser.description = "Count, per rulebook and kind, the cases implemented, tested and taught."
    parser.set_defaults(run=_coverage)
    _add_json(parser)


def _coverage(parsed: argparse.Namespace) -> int:
    from wargame import coverage

    tests = coverage.tests_folder()
    counts = coverage.gather(tests, coverage.examples_folder(), coverage.lessons_folder())
    if tests is None:
        print(
            "wargame: there is no tests folder beside the package, "
            "so only what example files name counts as tested.",
            file=sys.stderr,
        )
    if parsed.json:
        _print_json(counts)
    else:
        print(coverage.table(counts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
