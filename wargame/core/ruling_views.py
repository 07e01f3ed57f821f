"""The views of a ruling: text, HTML and JSON. All show the same tree."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

from wargame.core.errors import DataError, shown
from wargame.core.exact import fraction_of
from wargame.core.provenance import KINDS, Provenance
from wargame.core.ruling import DEEPEST, RULES, STATUSES, Ruling, Value

MARKS = {
    "applied": "+",
    "skipped": "·",
    "automatic": "!",
    "refused": "✗",
    "not covered": "?",
}
"""The sign in front of a line, so that no status is told by colour alone."""


def value_text(value: Value, *, signed: bool = False) -> str:
    """Return a value for reading: ``+3``, ``1½``, ``2.21``, ``yes``, ``D2``, ``—`` for none.

    Args:
        value: Any ruling value.
        signed: Whether a positive number shows its sign (parts of a sum do).
    """
    if value is None:
        return "—"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value_text(each) for each in value) or "none"
    if isinstance(value, int | Fraction):
        return _number_text(value, signed=signed)
    return str(value)


_CENTS = 100


def _number_text(value: int | Fraction, *, signed: bool) -> str:
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    whole, rest = divmod(abs(Fraction(value)), 1)
    if rest == 0:
        return f"{sign}{whole}"
    part = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(rest)
    if part is not None:
        return f"{sign}{whole or ''}{part}"
    if _CENTS % rest.denominator == 0:  # charts print such figures with two decimals
        return f"{sign}{whole}.{int(rest * _CENTS):02d}"
    return f"{sign}{abs(Fraction(value))}"


def headline(ruling: Ruling, *, signed: bool = False) -> str:
    """Return ``label: value unit`` for one line, without a value where there is none to show."""
    if ruling.status == "refused":
        return f"{ruling.label}: refused"
    if ruling.status == "not covered":
        return f"{ruling.label}: not covered"
    if ruling.value is None:
        return ruling.label
    unit = f" {unit_text(ruling.value, ruling.unit)}" if ruling.unit else ""
    return f"{ruling.label}: {value_text(ruling.value, signed=signed)}{unit}"


def unit_text(value: Value, unit: str) -> str:
    """Return the unit of a value, in the singular where the value is one."""
    if isinstance(value, int | Fraction) and abs(value) == 1:
        return {"hexes": "hex", "territories": "territory"}.get(unit, unit.removesuffix("s"))
    return unit


def to_text(ruling: Ruling) -> str:
    """Return the tree as indented plain text, one ruling a line."""
    lines: list[str] = []
    _text_lines(ruling, 0, lines, signed=False)
    return "\n".join(lines)


def _text_lines(ruling: Ruling, depth: int, lines: list[str], *, signed: bool) -> None:
    mark = "" if depth == 0 and ruling.counts else f"{MARKS[ruling.status]} "
    cases = f" [{', '.join(map(str, ruling.cases))}]" if ruling.cases else ""
    origin = f" ({ruling.provenance.kind})" if ruling.provenance else ""
    lines.append(
        f"{'  ' * depth}{mark}{headline(ruling, signed=signed)} - {ruling.sentence}{cases}{origin}"
    )
    for part in ruling.parts:
        _text_lines(part, depth + 1, lines, signed=ruling.rule == "sum")


def to_html(ruling: Ruling) -> str:
    """Return the tree as nested lists; branches fold by the browser's own ``details``."""
    return f'<div class="wg-ruling-static"><ul>{_html_item(ruling, signed=False)}</ul></div>'


def _html_item(ruling: Ruling, *, signed: bool) -> str:
    cases = "".join(f" <cite>{escape(str(each))}</cite>" for each in ruling.cases)
    origin = (
        f" <small title='{escape(str(ruling.provenance), quote=True)}'>"
        f"({escape(ruling.provenance.kind)})</small>"
        if ruling.provenance
        else ""
    )
    line = (
        f"<span aria-hidden='true'>{MARKS[ruling.status]}</span> "
        f"<b>{escape(headline(ruling, signed=signed))}</b>"
        f" {escape(ruling.sentence)}{cases}{origin}"
    )
    status = ruling.status.replace(" ", "-")
    if not ruling.parts:
        return f"<li class='wg-{status}'>{line}</li>"
    inner = "".join(_html_item(part, signed=ruling.rule == "sum") for part in ruling.parts)
    return (
        f"<li class='wg-{status}'><details open><summary>{line}</summary>"
        f"<ul>{inner}</ul></details></li>"
    )


def value_to_json(value: Value) -> Any:  # noqa: ANN401 - JSON data
    """Return a ruling value as JSON data; a fraction becomes ``{"fraction": "3/2"}``."""
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, tuple):
        return [value_to_json(each) for each in value]
    return value


def value_from_json(data: object, depth: int = 0) -> Value:
    """Return the value that :func:`value_to_json` wrote.

    Raises:
        DataError: The data is not a ruling value.
    """
    if data is None or isinstance(data, bool | int | str):
        return data
    if isinstance(data, list) and depth < DEEPEST:
        return tuple(value_from_json(each, depth + 1) for each in data)
    if isinstance(data, dict) and set(data) == {"fraction"}:
        fraction = fraction_of(str(data["fraction"]))
        if fraction is not None:
            return fraction
    allowed = "a number, text, true, false, null, a list, or a fraction"
    raise DataError("ruling value", shown(data), allowed)


def to_json(ruling: Ruling) -> dict[str, Any]:
    """Return the tree as JSON data."""
    data: dict[str, Any] = {
        "label": ruling.label,
        "value": value_to_json(ruling.value),
        "sentence": ruling.sentence,
        "cases": [str(each) for each in ruling.cases],
        "status": ruling.status,
        "rule": ruling.rule,
        "unit": ruling.unit,
        "parts": [to_json(part) for part in ruling.parts],
    }
    if ruling.provenance is not None:
        origin = ruling.provenance
        data["provenance"] = {"kind": origin.kind, "source": origin.source, "note": origin.note}
    return data


def from_json(data: object, depth: int = 0) -> Ruling:
    """Return the ruling that :func:`to_json` wrote, checked as if it came from a stranger."""
    if depth > DEEPEST:
        raise DataError("ruling", f"a tree deeper than {DEEPEST}", "a shallower one")
    if not isinstance(data, dict):
        raise DataError("ruling", shown(data), "an object with label, value, sentence and parts")
    status, rule = data.get("status", "applied"), data.get("rule", "figure")
    if status not in STATUSES or rule not in RULES:
        words = f"a status of {', '.join(STATUSES)} and a rule of {', '.join(RULES)}"
        raise DataError("ruling", shown((status, rule)), words)
    parts, cases = data.get("parts", []), data.get("cases", [])
    if not isinstance(parts, list) or not isinstance(cases, list):
        raise DataError("ruling", "parts or cases that are not lists", "lists")
    return Ruling(
        label=_text(data, "label"),
        value=value_from_json(data.get("value")),
        sentence=_text(data, "sentence"),
        cases=tuple(str(each) for each in cases),
        parts=tuple(from_json(part, depth + 1) for part in parts),
        status=status,
        rule=rule,
        unit=str(data.get("unit", "")),
        provenance=_provenance(data.get("provenance")),
    )


def _text(data: dict[str, object], key: str) -> str:
    text = data.get(key)
    if not isinstance(text, str):
        raise DataError(f"ruling, {key}", shown(text), "text")
    return text


def _provenance(data: object) -> Provenance | None:
    if data is None:
        return None
    if not isinstance(data, dict) or data.get("kind") not in KINDS:
        raise DataError("ruling, provenance", shown(data), f"a kind of {', '.join(KINDS)}")
    return Provenance(data["kind"], str(data.get("source", "")), str(data.get("note", "")))
