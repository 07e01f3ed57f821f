"""Example-of-play files: a position, and claims about what the rules say of it, checked.

A file holds a small position and claims: ask this question with these facts, the answer is that,
by this case. The project runs the worked examples of the rulebooks this way; a designer checks
their own with ``wargame check``.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from attrs import Factory, field, frozen, validators

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, Refused, WargameError, located, one_of, shown
from wargame.core.exact import fraction_of
from wargame.core.questions import ask, find_question
from wargame.core.rulebook import BOOKS, entry
from wargame.core.ruling import as_cases
from wargame.core.ruling_views import value_to_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wargame.core.ruling import Ruling, Value

Verdict = Literal["agree", "disagree", "error"]
LONGEST = 80
"""How many characters of a value a sentence shows."""
MOST = 40
"""How many parts of an answer a sentence lists."""


@frozen
class Head:
    """The ``[example]`` table.

    Args:
        id: Its name, such as ``FM-01``.
        title: What a person reads.
        game: The family or game it belongs to.
        cases: The rule cases it shows, each ``BOOK number``.
        kind: ``printed`` when the book states inputs and result; ``derived`` when they follow.
        reading: The reading chosen where the print is in doubt, with its question (``FM-Q01``).
        note: Anything else worth saying.
    """

    id: str
    title: str
    game: str
    cases: list[str]
    kind: Literal["printed", "derived", "own"] = field(
        default="own", validator=validators.in_(("printed", "derived", "own"))
    )
    reading: str = ""
    note: str = ""


@frozen
class Claim:
    """One ``[[claim]]``.

    Args:
        ask: The question's name.
        expect: The answer's value; without it the claim is that there is none, which is also what
            a part says that was skipped.
        given: The facts.
        part: The label of a part whose value is meant instead of the whole.
        refused: Whether the claim is that the rules refuse this.
        because: A case that the answer's tree must name.
    """

    ask: str
    expect: Any = None
    given: dict[str, Any] = Factory(dict)
    part: str = ""
    refused: bool = False
    because: str = ""


@frozen
class Example:
    """A whole example file.

    Args:
        example: Its head.
        claim: What it claims.
        scene: The position, in the form its family reads.
    """

    example: Head
    claim: list[Claim]
    scene: dict[str, Any] = Factory(dict)


@frozen
class CheckedClaim:
    """A claim with what the engine found.

    Args:
        claim: The claim.
        verdict: ``agree``, ``disagree`` or ``error``.
        why: One sentence.
        ruling: The answer, when there was one.
    """

    claim: Claim
    verdict: Verdict
    why: str
    ruling: Ruling | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data, ruling included."""
        return {
            "ask": self.claim.ask,
            "given": self.claim.given,
            "expect": self.claim.expect,
            "status": self.verdict,
            "why": self.why,
            "ruling": self.ruling.to_json() if self.ruling else None,
        }


@frozen
class Checked:
    """An example with the verdict on each claim.

    Args:
        example: The example.
        claims: Its claims, checked.
    """

    example: Example
    claims: tuple[CheckedClaim, ...]

    @property
    def status(self) -> Verdict:
        """``error`` if a claim could not be asked, else ``disagree`` if one does, or ``agree``."""
        verdicts = [each.verdict for each in self.claims]
        if "error" in verdicts or not verdicts:
            return "error"
        return "disagree" if "disagree" in verdicts else "agree"

    def to_json(self) -> dict[str, Any]:
        """Return ``{id, game, cases, status, claims}`` and the reading, as JSON data."""
        head = self.example.example
        return {
            "id": head.id,
            "title": head.title,
            "game": head.game,
            "kind": head.kind,
            "cases": head.cases,
            "reading": head.reading,
            "status": self.status,
            "claims": [each.to_json() for each in self.claims],
        }


_builders: dict[str, Callable[[dict[str, Any], str], object]] = {}


Builder = TypeVar("Builder", bound="Callable[[dict[str, Any], str], object]")


def scene_builder(family: str) -> Callable[[Builder], Builder]:
    """Register the function that turns a ``[scene]`` table into a position of *family*.

    The function takes the table and the file's name, and raises DataError where it does not fit.
    """

    def register(function: Builder) -> Builder:
        _builders[family] = function
        return function

    return register


def build_scene(family: str, table: dict[str, Any], where: str) -> object:
    """Return the position that a ``[scene]`` table describes.

    Raises:
        DataError: The table does not fit, or the family has no positions.
    """
    if family not in _builders:
        raise DataError(f"{where}, scene", f"family {shown(family)}", one_of(_builders, family))
    return _builders[family](table, where)


def load_example(path: Path) -> Example:
    """Return the example in a TOML file.

    Raises:
        DataError: It does not fit; the sentence names the key.
    """
    example = structure(read_toml(path), Example, path.name)
    with located(f"{path.name}, example.cases"):
        _check_cases(example.example.cases)
    if not example.claim:
        raise DataError(f"{path.name}, claim", "an empty list", "at least one claim")
    for number, claim in enumerate(example.claim, start=1):
        where = f"{path.name}, claim {number}"
        if claim.refused and claim.expect is not None:
            raise DataError(where, "refused and expect together", "one of the two")
        with located(f"{where}, because"):
            _check_cases([claim.because] if claim.because else [])
    return example


def _check_cases(written: list[str]) -> None:
    """Refuse what is no case, and a number that its book lacks; other books may be cited freely."""
    for case in as_cases(written):
        if case.book in BOOKS:
            entry(case)


def check_example(example: Example) -> Checked:
    """Ask every claim of an example and say whether the engine agrees, and why."""
    return Checked(example, tuple(_check(claim, example) for claim in example.claim))


def _check(claim: Claim, example: Example) -> CheckedClaim:
    try:
        asked = find_question(claim.ask)
        scene = build_scene(asked.scene, example.scene, example.example.id) if asked.scene else None
        ruling = ask(claim.ask, claim.given, scene)
    except Refused as refused:
        verdict: Verdict = "agree" if claim.refused else "disagree"
        return _because(CheckedClaim(claim, verdict, str(refused), refused.ruling))
    except WargameError as error:
        return CheckedClaim(claim, "error", str(error))
    return _because(_compare(claim, ruling))


def _compare(claim: Claim, ruling: Ruling) -> CheckedClaim:
    part = ruling.find(claim.part) if claim.part else ruling
    if part is None:
        labels = one_of(dict.fromkeys(each.label for each in ruling.walk()), claim.part, MOST)
        why = f"No part is called {shown(claim.part)}; there are: {labels}."
        return CheckedClaim(claim, "error", why, ruling)
    if part.status == "refused" or claim.refused:
        verdict: Verdict = "agree" if claim.refused and part.status == "refused" else "disagree"
        return CheckedClaim(claim, verdict, part.sentence, ruling)
    if part.status == "not covered":
        why = f"The engine has no rule for this, so nothing can be claimed: {part.sentence}"
        return CheckedClaim(claim, "error", why, ruling)
    found = part.value if part.counts else None
    if _agree(claim.expect, found):
        return CheckedClaim(claim, "agree", part.sentence, ruling)
    says = "has no expect" if claim.expect is None else f"says {_said(claim.expect)}"
    why = f"The claim {says}, the rules give {_said(found)}: {part.sentence}"
    return CheckedClaim(claim, "disagree", why, ruling)


def _agree(claimed: object, found: Value) -> bool:
    """Whether an answer is the value claimed; a fraction is written as a number or as text."""
    if isinstance(found, Fraction) and isinstance(claimed, str | int):
        return fraction_of(str(claimed)) == found
    # as text, for Python holds true and 1 for equal, in lists too
    return json.dumps(claimed) == json.dumps(value_to_json(found))


def _said(value: object) -> str:
    """Return a value as a claim would write it."""
    if value is None:
        return "no value"
    plain = str(value) if isinstance(value, Fraction) else value
    text = json.dumps(plain, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _because(checked: CheckedClaim) -> CheckedClaim:
    """Hold a claim to the case it names."""
    wanted, ruling = checked.claim.because, checked.ruling
    if not wanted or ruling is None or checked.verdict != "agree":
        return checked
    named = {case for each in ruling.walk() for case in each.cases}
    if named.issuperset(as_cases(wanted)):
        return checked
    cases = ", ".join(map(str, sorted(named))) or "no case"
    why = f"The answer agrees, but not by {wanted}; it rests on {cases}."
    return CheckedClaim(checked.claim, "disagree", why, ruling)
