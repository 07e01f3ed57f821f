"""The questions of a lesson, read from its cells without running them."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from wargame.core.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from widgets.question import CheckedQuestion

CALL = "CheckedQuestion"


def asks(source: str) -> bool:
    """Return whether a cell holds a question, and so its answer."""
    return f"{CALL}(" in source


def questions_in(source: str, where: str) -> list[CheckedQuestion]:
    """Return the questions that a cell asks.

    They are built from what is written out in the cell: text, numbers, lists, fractions.

    Args:
        source: The cell.
        where: Where it stands, for errors.

    Raises:
        DataError: A question is not written out, or does not fit together.
    """
    from widgets.question import CheckedQuestion

    found = []
    for call in _calls(source, where):
        given = [_value(each, where) for each in call.args]
        named = {each.arg: _value(each.value, where) for each in call.keywords if each.arg}
        try:
            found.append(CheckedQuestion(*given, **named))
        except TypeError as error:
            raise DataError(where, str(error), "a question that fits together") from error
    return found


def _calls(source: str, where: str) -> Iterator[ast.Call]:
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise DataError(where, "a question among what is no Python", "Python") from error
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == CALL:
            yield node


def _value(node: ast.expr, where: str) -> Any:  # noqa: ANN401 - whatever is written there
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Fraction"
    ):
        return Fraction(*(_value(each, where) for each in node.args))
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, ZeroDivisionError) as error:
        found = f"{ast.unparse(node)[:60]}, which only running the cell would tell"
        cure = "Write the value out; a cell before it can show where it comes from."
        raise DataError(where, found, "text, numbers, lists and fractions", cure) from error
