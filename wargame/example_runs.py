"""Running example files: which are run, what comes of each, and the words for it.

The example itself and its verdicts are :mod:`wargame.core.examples`; this is what the commands
``wargame examples`` and ``wargame check`` say about them.
"""

from __future__ import annotations

import json
from textwrap import indent
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.core.data import toml_files
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.examples import Checked, CheckedClaim, check_example, load_example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


@frozen
class Ran:
    """One example file after it was run.

    Args:
        id: The example's name; the file's when it cannot be read.
        game: The family or game; the folder's name when the file cannot be read.
        checked: The verdicts, unless the file cannot be read.
        why: Why it cannot be read.
    """

    id: str
    game: str
    checked: Checked | None = None
    why: str = ""

    @property
    def status(self) -> str:
        """``agree``, ``disagree`` or ``error``."""
        return self.checked.status if self.checked else "error"

    def to_json(self) -> dict[str, Any]:
        """Return ``{id, game, cases, status, claims}`` and more, as JSON data."""
        if self.checked:
            return self.checked.to_json()
        head = {"id": self.id, "title": "", "game": self.game, "kind": "", "cases": []}
        return {**head, "reading": "", "status": "error", "claims": [], "why": self.why}


def run_examples(folder: Path, words: Iterable[str] = ()) -> list[Ran]:
    """Check every example file of a folder, or only those with the given names.

    Args:
        folder: Where the files are; sub-folders count.
        words: Names of examples, such as ``FM-01``; none means all.

    Raises:
        DataError: There are no example files.
        RequestError: No example has one of the names.
    """
    ran = [_run(path) for path in toml_files(folder)]
    known = [each.id for each in ran]
    if not known:
        raise DataError(f"folder {folder.name}", "no example files", "at least one")
    wanted = set(words)
    for word in sorted(wanted):
        if word not in known:
            raise RequestError("wargame examples", shown(word), one_of(known, word))
    return [each for each in ran if not wanted or each.id in wanted]


def _run(path: Path) -> Ran:
    try:
        example = load_example(path)
    except DataError as error:
        return Ran(path.stem, path.parent.name, why=str(error))
    return Ran(example.example.id, example.example.game, check_example(example))


def summary(ran: Iterable[Ran]) -> str:
    """Return how many examples there are, and how many of each status."""
    statuses = [each.status for each in ran]
    parts = (f"{statuses.count(status)} {status}" for status in ("agree", "disagree", "error"))
    return f"Examples: {len(statuses)}; {', '.join(parts)}."


def example_lines(ran: Ran) -> Iterator[str]:
    """Yield one line for an example, and for each claim that does not agree, why."""
    if ran.checked is None:
        yield f"{ran.id}: error. {ran.why}"
        return
    claims = ran.checked.claims
    yield f"{ran.id}: {ran.status}. {ran.checked.example.example.title} (claims: {len(claims)})"
    for number, claim in enumerate(claims, start=1):
        if claim.verdict != "agree":
            yield from claim_lines(number, claim)


def claim_lines(number: int, checked: CheckedClaim) -> Iterator[str]:
    """Yield what a claim asked and said, the verdict, and the ruling, indented."""
    claim = checked.claim
    facts = "".join(f" {key}={_fact_text(value)}" for key, value in claim.given.items())
    said = "refused" if claim.refused else json.dumps(claim.expect, ensure_ascii=False)
    part = f" for the part {claim.part!r}" if claim.part else ""
    because = f", because of {claim.because}" if claim.because else ""
    yield f"  Claim {number}: {checked.verdict}."
    yield f"    Asked: {claim.ask}{facts}"
    yield f"    Claimed{part}: {said}{because}"
    yield f"    Why: {checked.why}"
    if checked.ruling:
        yield "    Ruling:"
        yield indent(checked.ruling.to_text(), " " * 6)


def _fact_text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(_fact_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
