"""The explanation tree: every rule question answers with a :class:`Ruling`.

A ruling is a value together with the parts it was made of, each a ruling too. Where a value follows
from its parts (a sum, a choice among candidates) it is *derived* here and never given separately,
so that an explanation and its number cannot disagree. A part that did not apply stays in the tree
as ``skipped``, with the reason. What the engine does not know is ``not covered``: that never looks
like "clear" or "legal".
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, field, frozen

from wargame.core.errors import DataError, shown
from wargame.core.provenance import Provenance, weakest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Value = int | Fraction | str | bool | None | tuple[Any, ...]
Status = Literal["applied", "skipped", "automatic", "refused", "not covered"]
Rule = Literal["figure", "sum", "choice", "finding"]

STATUSES: tuple[Status, ...] = ("applied", "skipped", "automatic", "refused", "not covered")
RULES: tuple[Rule, ...] = ("figure", "sum", "choice", "finding")
DEEPEST = 40
"""How deep a tree read from JSON may be; no rule of any family comes near."""


@frozen(order=True)
class Case:
    """A numbered case of a rulebook, such as ``GAZA 14.0/2``.

    Args:
        book: ``FM8``, ``GAZA``, ``FM7``, ``LEB82``, ``RS``, ``GB`` or ``AA``.
        number: The number within the book, as in the catalogue.
    """

    book: str
    number: str

    def __str__(self) -> str:
        """Return ``book number``."""
        return f"{self.book} {self.number}"


def case(text: str | Case) -> Case:
    """Return the :class:`Case` written as ``BOOK number`` (or ``BOOK:number``).

    Raises:
        DataError: There are not two parts.
    """
    return text if isinstance(text, Case) else _read(text)


@lru_cache(maxsize=4096)
def _read(text: str) -> Case:
    book, _, number = text.replace(":", " ", 1).partition(" ")
    if not book or not number.strip():
        raise DataError("rule case", shown(text), "a book and a number, such as 'GAZA 14.0/2'")
    return Case(book, number.strip())


def as_cases(cases: Iterable[str | Case]) -> tuple[Case, ...]:
    """Return a tuple of cases from their written forms."""
    if isinstance(cases, str):
        cases = (cases,)
    return tuple(case(each) for each in cases)


def _as_parts(parts: Iterable[Ruling]) -> tuple[Ruling, ...]:
    return tuple(parts)


@frozen
class Ruling:
    """An answer that explains itself.

    Use :func:`figure`, :func:`total`, :func:`choice`, :func:`finding`, :func:`skipped`,
    :func:`automatic`, :func:`refusal` and :func:`not_covered` to make one.

    Args:
        label: What was asked, in a few words ("Differential").
        value: The answer; units in *unit*.
        sentence: One plain sentence: why this value.
        cases: The rule cases that say so.
        parts: What the value was made of, in rulebook order.
        status: Whether it applied, was skipped, decided by itself, was refused or is not covered.
        rule: How *value* follows from *parts*.
        unit: What the value counts ("columns", "steps", "hexes"), for display.
        provenance: Where a figure comes from, for figures that stand on a chart, map or counter.
    """

    label: str
    value: Value
    sentence: str
    cases: tuple[Case, ...] = field(default=(), converter=as_cases)
    parts: tuple[Ruling, ...] = field(default=(), converter=_as_parts)
    status: Status = "applied"
    rule: Rule = "figure"
    unit: str = ""
    provenance: Provenance | None = None

    def __attrs_post_init__(self) -> None:
        """Hold the promise that a derived value agrees with its parts.

        Raises:
            DataError: It does not, or two candidates of a choice count.
        """
        if self.rule == "sum":
            derived: Value = _sum(self.parts)
        elif self.rule == "choice":
            derived = _chosen(self.label, self.parts)
        else:
            return
        if derived != self.value:
            raise DataError(
                f"ruling {self.label!r}", shown(self.value), f"{shown(derived)}, by its parts"
            )

    @property
    def counts(self) -> bool:
        """Whether the value enters the whole it is a part of."""
        return self.status in {"applied", "automatic"}

    @property
    def allowed(self) -> bool:
        """Whether this permits what was asked (neither refused nor unknown)."""
        return self.status not in {"refused", "not covered"}

    def walk(self) -> Iterator[Ruling]:
        """Yield this ruling and all its parts, depth first."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def find(self, label: str) -> Ruling | None:
        """Return the first ruling in the tree with this *label*, or nothing."""
        return next((each for each in self.walk() if each.label == label), None)

    @property
    def origin(self) -> Provenance | None:
        """The weakest provenance among all figures that counted."""
        if not self.counts and self.status != "refused":
            return None
        return weakest(self.provenance, *(part.origin for part in self.parts if part.counts))

    @property
    def reconstructed(self) -> bool:
        """Whether any figure that counted is this project's reconstruction."""
        return self.origin is not None and self.origin.ours

    def with_parts(self, *parts: Ruling) -> Ruling:
        """Return the same ruling with more parts, for a finding or a refusal."""
        return evolve(self, parts=(*self.parts, *parts))

    def to_text(self) -> str:
        """Return the tree as indented plain text."""
        from wargame.core.ruling_views import to_text

        return to_text(self)

    def to_html(self) -> str:
        """Return the tree as self-contained HTML; every word of it is escaped."""
        from wargame.core.ruling_views import to_html

        return to_html(self)

    def to_json(self) -> dict[str, Any]:
        """Return the tree as plain JSON data; :meth:`from_json` reads it back unchanged."""
        from wargame.core.ruling_views import to_json

        return to_json(self)

    @classmethod
    def from_json(cls, data: object) -> Ruling:
        """Return the ruling that :meth:`to_json` wrote.

        Raises:
            DataError: *data* is not a ruling, or a value disagrees with its parts.
        """
        from wargame.core.ruling_views import from_json

        return from_json(data)

    def __str__(self) -> str:
        """Return the tree as text."""
        return self.to_text()


def _sum(parts: Iterable[Ruling]) -> int | Fraction:
    amount: int | Fraction = 0
    for part in parts:
        if part.counts and isinstance(part.value, int | Fraction):
            amount += 0 if isinstance(part.value, bool) else part.value
    return amount


def _chosen(label: str, candidates: Iterable[Ruling]) -> Value:
    """Return the value of the one candidate that counts, or None when none does."""
    chosen = [each for each in candidates if each.counts]
    if len(chosen) > 1:
        found = " and ".join(shown(each.label) for each in chosen)
        raise DataError(
            f"ruling {label!r}", f"{found} chosen together", "one candidate that counts"
        )
    return chosen[0].value if chosen else None


def figure(
    label: str,
    value: Value,
    sentence: str,
    *cases: str | Case,
    unit: str = "",
    provenance: Provenance | None = None,
) -> Ruling:
    """Return a leaf: a figure read from a counter, chart or map, or a plain fact."""
    return Ruling(label, value, sentence, cases, unit=unit, provenance=provenance)


def total(
    label: str, parts: Iterable[Ruling], sentence: str, *cases: str | Case, unit: str = ""
) -> Ruling:
    """Return the sum of the parts that count and are numbers."""
    parts = tuple(parts)
    return Ruling(label, _sum(parts), sentence, cases, parts, rule="sum", unit=unit)


def choice(
    label: str, candidates: Iterable[Ruling], sentence: str, *cases: str | Case, unit: str = ""
) -> Ruling:
    """Return the one candidate that counts; the others must be skipped, each with its reason."""
    candidates = tuple(candidates)
    value = _chosen(label, candidates)
    return Ruling(label, value, sentence, cases, candidates, rule="choice", unit=unit)


def finding(  # noqa: PLR0913 - a finding is exactly these facts
    label: str,
    value: Value,
    sentence: str,
    *cases: str | Case,
    parts: Iterable[Ruling] = (),
    unit: str = "",
    provenance: Provenance | None = None,
) -> Ruling:
    """Return an answer reached from parts in a way that is neither a sum nor a choice."""
    return Ruling(
        label,
        value,
        sentence,
        cases,
        parts,
        rule="finding",
        unit=unit,
        provenance=provenance,
    )


def skipped(
    label: str,
    why: str,
    *cases: str | Case,
    value: Value = None,
    unit: str = "",
    parts: Iterable[Ruling] = (),
) -> Ruling:
    """Return a part that did not apply; *value* is what it would have been worth."""
    return Ruling(label, value, why, cases, parts, status="skipped", rule="finding", unit=unit)


def automatic(label: str, value: Value, sentence: str, *cases: str | Case) -> Ruling:
    """Return a result that a rule decides outright, without adding anything up."""
    return Ruling(label, value, sentence, cases, status="automatic")


def refusal(label: str, why: str, *cases: str | Case, allowed: Iterable[Ruling] = ()) -> Ruling:
    """Return a refusal: why the act is not permitted and, as parts, what would be."""
    return Ruling(label, False, why, cases, allowed, status="refused", rule="finding")


def not_covered(label: str, why: str, *cases: str | Case) -> Ruling:
    """Return the answer to a question that the engine has no rule for."""
    return Ruling(label, None, why, cases, status="not covered")
