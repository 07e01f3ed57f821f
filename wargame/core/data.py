"""Reading TOML that a stranger may have written: bounded, typed, and refused in sentences.

Nothing read here is evaluated. A file has a greatest size and depth, numbers and strings have
bounds, unknown keys are refused, and a name can never lead outside the folder it is looked up in.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin

from attrs import fields, has
from cattrs import (
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
)
from cattrs.cols import (
    homogenous_tuple_structure_factory,
    list_structure_factory,
    mapping_structure_factory,
)
from cattrs.gen import make_dict_structure_fn

from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.exact import fraction_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Hook = Callable[[Any, Any], Any]
    Factory = Callable[[Any, Converter], Hook]

MAX_BYTES = 1_000_000
MAX_DEPTH = 12
MAX_KEY = 200
MAX_TEXT = 20_000
MAX_NUMBER = 1_000_000_000
MAX_VALUES = 30_000
MAX_CHAIN = 2_000
"""Words joined by dots that may stand in a text; more can only be a key made to be slow."""
SHOWN_DEPTH = 4
"""How many keys on the way to a value an error sentence names; longer ways help nobody."""
MAX_FINDINGS = 3
"""How many further mistakes an error sentence lists after the first."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+"""
_DEEP_KEY = re.compile(
    rf"(?<![\w-])(?:{_PART}\.[ \t]*+){{{MAX_DEPTH},}}+(?P<end>{_PART}[=\]])?", re.ASCII
)
"""A dotted key of more parts than levels are allowed, which tomllib takes minutes to read."""

T = TypeVar("T")


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file.

    Args:
        path: The file.

    Raises:
        DataError: It is missing, too large, not UTF-8, not TOML, or nested too deeply.
    """
    try:
        if path.exists() and not path.is_file():
            raise DataError(path.name, "no ordinary file", "a TOML file")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise DataError(path.name, f"{size} bytes", f"at most {MAX_BYTES} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(
            path.name, f"a file that cannot be read ({error.strerror})", "a TOML file"
        ) from error
    except UnicodeDecodeError as error:
        raise DataError(path.name, "bytes that are not UTF-8", "a TOML file in UTF-8") from error
    return parse_toml(text, path.name)


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Return the content of TOML *text*; *where* names it in errors.

    Raises:
        DataError: It is too long, not TOML, or nested too deeply.
    """
    if len(text) > MAX_BYTES:
        raise DataError(where, f"{len(text)} characters", f"at most {MAX_BYTES}")
    if any(key["end"] or len(key[0]) > MAX_CHAIN for key in _DEEP_KEY.finditer(text)):
        raise DataError(where, "a key of many parts", f"at most {MAX_DEPTH} parts")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(where, f"a mistake in the TOML ({error})", "valid TOML") from error
    except RecursionError as error:
        raise DataError(where, "deeply nested values", f"at most {MAX_DEPTH} levels") from error
    except ValueError as error:  # Python reads no number of thousands of digits
        allowed = f"numbers up to {MAX_NUMBER}"
        raise DataError(where, "a number of very many digits", allowed) from error
    count = _bounded(data, where)
    if count > MAX_VALUES:
        raise DataError(where, f"{count} values", f"at most {MAX_VALUES}")
    return data


def _bounded(value: object, where: str, depth: int = 0) -> int:
    """Refuse what is too deep, too long or no plain value, and return how many values there are."""
    if depth > MAX_DEPTH:
        raise DataError(where, "deeply nested values", f"at most {MAX_DEPTH} levels")
    if isinstance(value, dict):
        longest = max(map(len, value), default=0)
        if longest > MAX_KEY:
            raise DataError(where, f"a key of {longest} characters", f"at most {MAX_KEY}")
        inner = [(f"{where}, {key}" if depth < SHOWN_DEPTH else where, value[key]) for key in value]
    elif isinstance(value, list):
        inner = [(where, each) for each in value]
    else:
        _small(value, where)
        return 1
    return 1 + sum(_bounded(each, place, depth + 1) for place, each in inner)


def _small(value: object, where: str) -> None:
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            raise DataError(where, f"{len(value)} characters", f"at most {MAX_TEXT}")
    elif not isinstance(value, int | float):
        raise DataError(where, f"a date or time, {value}", "text, numbers, true and false")
    elif not abs(value) <= MAX_NUMBER:  # put so that it holds for no NaN
        raise DataError(where, shown(value), f"a number up to {MAX_NUMBER}")


def inside(folder: Path, name: str, suffix: str = ".toml") -> Path:
    """Return the file *name* in *folder*, which must really lie there.

    Args:
        folder: Where to look; its sub-folders count.
        name: A name with or without *suffix*; slashes lead into sub-folders.
        suffix: The ending of such files.

    Raises:
        RequestError: The name leads outside, or there is no such file; names that exist are listed.
    """
    root = folder.resolve()
    try:
        path = (root / (name if name.endswith(suffix) else name + suffix)).resolve()
        if path.is_relative_to(root) and path.is_file():
            return path
    except (OSError, ValueError, RuntimeError):  # a name no file system accepts, a circle of links
        pass
    files = (each.relative_to(root) for each in root.rglob(f"*{suffix}"))
    known = sorted(each.with_suffix("").as_posix() for each in files)
    raise RequestError(f"folder {folder.name}", shown(name), one_of(known, name))


def structure(data: object, cls: type[T], where: str) -> T:
    """Return *data* as an instance of an attrs class.

    Args:
        data: Plain data, as read from TOML or JSON.
        cls: The class; its annotations say what is allowed.
        where: The name of the file, for errors.

    Raises:
        DataError: Something is missing, unknown or of the wrong type; the sentence names the key.
    """
    try:
        return _converter().structure(data, cls)
    except (ClassValidationError, IterableValidationError, RequestError) as error:
        (place, first), *more = ((path, _finding(leaf)) for path, leaf in _leaves(error, ""))
        others = "; ".join(
            f"{path or 'at the top'}: {found}" for path, (found, _) in more[:MAX_FINDINGS]
        )
        cure = f"Also {others}." if others else ""
        raise DataError(f"{where}, {place}" if place else where, *first, cure) from error


def _leaves(error: Exception, path: str) -> Iterator[tuple[str, Exception]]:
    """Yield every single mistake with the way to it: ``board.rows[0]``."""
    if isinstance(error, ClassValidationError):
        named, unnamed = error.group_exceptions()
        for each, note in named:
            yield from _leaves(each, f"{path}.{note.name}".lstrip("."))
    elif isinstance(error, IterableValidationError):
        counted, unnamed = error.group_exceptions()
        for each, spot in counted:
            yield from _leaves(each, f"{path}[{spot.index!r}]")
    else:
        yield path, error
        return
    for each in unnamed:
        yield from _leaves(each, path)


def _finding(error: Exception) -> tuple[str, str]:
    """Return what was found and what is allowed instead."""
    if isinstance(error, RequestError):
        return error.found, error.allowed
    if isinstance(error, KeyError):
        return "nothing there", "a value, for this key must be given"
    if isinstance(error, ForbiddenExtraKeysError):
        extra = sorted(map(str, error.extra_fields))
        return f"an unknown key {shown(extra[0])}", one_of(_keys(error.cl), extra[0])
    return shown(str(error)), "a value that fits"


def _keys(cls: type) -> list[str]:
    return [each.name for each in fields(cls) if each.init]


@cache
def _converter() -> Converter:
    """Return a converter that coerces nothing silently: text is text and numbers are numbers."""
    converter = Converter(detailed_validation=True)
    for kind, words in ((str, "text"), (int, "a whole number"), (bool, "true or false")):
        converter.register_structure_hook(kind, _strict(kind, words))
    converter.register_structure_hook(Fraction, _fraction)
    converter.register_structure_hook(Any, lambda value, _: value)
    converter.register_structure_hook_factory(_made_of(Literal), _literal)
    for applies, factory, shape, name in _SHAPES:
        converter.register_structure_hook_factory(applies, _shaped(factory, shape, name))
    return converter


def _class(cls: type, converter: Converter) -> Hook:
    return make_dict_structure_fn(cls, converter, _cattrs_forbid_extra_keys=True)


def _made_of(kind: object) -> Callable[[Any], bool]:
    return lambda annotation: get_origin(annotation) is kind


_SHAPES: tuple[tuple[Callable[[Any], bool], Callable[[Any, Converter], Any], type, str], ...] = (
    (has, _class, dict, "a table"),
    (_made_of(dict), mapping_structure_factory, dict, "a table"),
    (_made_of(list), list_structure_factory, list, "a list"),
    (_made_of(tuple), homogenous_tuple_structure_factory, list, "a list"),
)
"""How tables and lists are read, and what they must be in the file: never text or a number."""


def _shaped(factory: Callable[[Any, Converter], Any], kind: type, words: str) -> Factory:
    """Return *factory* for hooks that refuse anything but *kind*, text and numbers included."""

    def make(cls: Any, converter: Converter) -> Hook:  # noqa: ANN401 - any annotation
        inner = factory(cls, converter)

        def hook(value: object, target: Any) -> object:  # noqa: ANN401 - a cattrs hook
            if not isinstance(value, kind):
                raise RequestError(words, shown(value), words)
            return inner(value, target)

        return hook

    return make


def _strict(kind: type, words: str) -> Hook:
    def hook(value: object, _: object) -> object:
        if type(value) is not kind:
            raise RequestError(words, shown(value), words)
        return value

    return hook


def _literal(annotation: object, _: Converter) -> Hook:
    words = get_args(annotation)

    def hook(value: object, _: object) -> object:
        if value not in words:
            raise RequestError("word", shown(value), one_of(words, str(value)))
        return value

    return hook


def _fraction(value: object, _: object) -> Fraction:
    """Read a whole number or a fraction written as text ("1/2"); never a float."""
    if type(value) is int:
        return Fraction(value)
    if isinstance(value, str) and (fraction := fraction_of(value)) is not None:
        return fraction
    raise RequestError("fraction", shown(value), "a number or a fraction such as '1/2'")


def toml_files(folder: Path) -> Iterator[Path]:
    """Yield every TOML file below *folder*, in order of path."""
    yield from sorted(folder.rglob("*.toml"))


def scenario_folder() -> Path:
    """Return the folder of the ``scenarios`` data package."""
    from importlib.resources import files

    return Path(str(files("scenarios")))
