"""Public rule questions: looked up by name, never evaluated as code.

Example files, the command line and lessons all ask through here, so a question means the same
everywhere. A question is a function that takes facts by keyword and answers with a ruling.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, get_type_hints

from attrs import frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.exact import fraction_of
from wargame.core.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_WORDS = {
    int: "a whole number",
    str: "text",
    bool: "true or false",
    Fraction: "a number such as 3 or 1/2",
    tuple[str, ...]: "a list of words",
    tuple[int, ...]: "a list of whole numbers",
}


@frozen
class Parameter:
    """A fact that a question needs.

    Args:
        name: Its keyword.
        kind: int, str, bool, Fraction, or a tuple of str or int.
        default: What is taken when it is not given; ``inspect.Parameter.empty`` when it must be.
    """

    name: str
    kind: Any
    default: Any

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is inspect.Parameter.empty

    def __str__(self) -> str:
        """Return the name with what belongs there."""
        return f"{self.name} ({_WORDS[self.kind]}{'' if self.required else ', optional'})"


@frozen
class Question:
    """A rule question that may be asked by name.

    Args:
        name: Such as ``fm.result``.
        summary: One line: what it answers.
        answer: The function.
        parameters: The facts it takes.
        scene: The family whose positions it asks about, or nothing when it needs no position.
    """

    name: str
    summary: str
    answer: Callable[..., Ruling]
    parameters: tuple[Parameter, ...]
    scene: str = ""


_questions: dict[str, Question] = {}


def question(
    name: str, *, scene: str = ""
) -> Callable[[Callable[..., Ruling]], Callable[..., Ruling]]:
    """Register a function as the rule question *name*.

    Args:
        name: Unique; family, a dot, the matter.
        scene: The family whose position is handed over as the first argument, if any.

    The function's keyword-only parameters are the facts; its docstring's first line is the summary.
    """

    def register(function: Callable[..., Ruling]) -> Callable[..., Ruling]:
        known = _questions.get(name)
        if known is not None and _home(known.answer) != _home(function):
            raise RequestError(
                f"question {name}", "a second function", f"only {_home(known.answer)}"
            )
        summary = (inspect.getdoc(function) or "").partition("\n")[0]
        _questions[name] = Question(name, summary, function, _parameters(name, function), scene)
        return function

    return register


def _home(function: Callable[..., Ruling]) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _parameters(name: str, function: Callable[..., Ruling]) -> tuple[Parameter, ...]:
    """Return the facts; other annotations are not resolved and may be there for types only."""
    facts = [
        each
        for each in inspect.signature(function).parameters.values()
        if each.kind is inspect.Parameter.KEYWORD_ONLY
    ]
    written = SimpleNamespace(__annotations__={each.name: each.annotation for each in facts})
    kinds = get_type_hints(written, vars(inspect.getmodule(function)))
    for fact in facts:
        if kinds[fact.name] not in _WORDS:
            allowed = "int, str, bool, Fraction, tuple[str, ...] or tuple[int, ...]"
            raise RequestError(f"question {name}, {fact.name}", str(fact.annotation), allowed)
    return tuple(Parameter(each.name, kinds[each.name], each.default) for each in facts)


def questions() -> Mapping[str, Question]:
    """Return the registered questions by name; only imported families have registered theirs."""
    return dict(sorted(_questions.items()))


def find_question(name: str) -> Question:
    """Return the question called *name*.

    Raises:
        RequestError: There is none; near names are given.
    """
    if name not in _questions:
        raise RequestError("question", shown(name), one_of(sorted(_questions), name))
    return _questions[name]


def ask(name: str, facts: Mapping[str, object], scene: object = None) -> Ruling:
    """Return the answer to a question.

    Args:
        name: The question.
        facts: Its facts by name; text is read as the type that the fact has.
        scene: The position, for a question that asks about one.

    Raises:
        RequestError: The question or a fact is unknown, missing, or of the wrong kind.
        Refused: The rules do not permit what the facts describe.
    """
    asked = find_question(name)
    known = {each.name: each for each in asked.parameters}
    words = ", ".join(map(str, asked.parameters)) or "no facts"
    for given in facts:
        if given not in known:
            raise RequestError(f"question {name}", f"fact {shown(given)}", words)
    arguments = {
        each.name: _coerced(name, each, facts[each.name])
        for each in asked.parameters
        if each.name in facts
    }
    missing = [each.name for each in asked.parameters if each.required and each.name not in facts]
    if missing:
        raise RequestError(f"question {name}", f"no {' and no '.join(missing)}", words)
    if asked.scene:
        if scene is None:
            raise RequestError(f"question {name}", "no position", f"a position of {asked.scene}")
        return asked.answer(scene, **arguments)
    return asked.answer(**arguments)


def _coerced(name: str, parameter: Parameter, value: object) -> object:
    """Return *value* as the parameter's type; text is read, anything else must fit already."""
    kind = parameter.kind
    try:
        if kind is bool:
            return _truth(value)
        if kind in {tuple[str, ...], tuple[int, ...]}:
            inner = str if kind == tuple[str, ...] else int
            items = _words_of(value) if isinstance(value, str) else value
            if isinstance(items, list | tuple):
                return tuple(_one(inner, each) for each in items)
        else:
            return _one(kind, value)
    except ValueError:
        pass
    raise RequestError(f"question {name}, {parameter.name}", shown(value), _WORDS[kind])


def _words_of(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _one(kind: type, value: object) -> object:
    if type(value) is kind:
        return value
    if kind is Fraction and type(value) is int:
        return Fraction(value)
    if isinstance(value, str):
        number = fraction_of(value.strip())
        if number is not None and kind is Fraction:
            return number
        if number is not None and kind is int and number.denominator == 1:
            return int(number)
    raise ValueError


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if isinstance(value, str) and value.lower() in words:
        return words[value.lower()]
    raise ValueError
