"""Reading a stranger's TOML: bounded, typed, refused in sentences, never outside its folder."""

from __future__ import annotations

import os
import time
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from attrs import Factory, frozen

from wargame.core.data import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_KEY,
    MAX_NUMBER,
    MAX_TEXT,
    MAX_VALUES,
    inside,
    parse_toml,
    read_toml,
    scenario_folder,
    structure,
    toml_files,
)
from wargame.core.errors import DataError, RequestError
from wargame.core.ruling import Case

# ------------------------------------------------------------------------------ files


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('name = "Küçük"\n[a]\nb = [1, 0.5, true]\n', encoding="utf-8")
    assert read_toml(path) == {"name": "Küçük", "a": {"b": [1, 0.5, True]}}


def test_a_file_that_is_missing_or_no_text_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml: found a file that cannot be read"):
        read_toml(tmp_path / "none.toml")
    with pytest.raises(DataError, match="no ordinary file"):
        read_toml(tmp_path)
    (tmp_path / "b.toml").write_bytes(b"a = '\xff'")
    with pytest.raises(DataError, match=r"b\.toml: found bytes that are not UTF-8"):
        read_toml(tmp_path / "b.toml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
def test_a_pipe_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(DataError, match="no ordinary file"):
        read_toml(tmp_path / "pipe.toml")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(
        DataError, match=f"found {MAX_BYTES + 1} bytes; allowed: at most {MAX_BYTES}"
    ):
        read_toml(path)


# ------------------------------------------------------------------------------ bounds


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = ", "a mistake in the TOML (Invalid value (at end of document))"),
        ("a = 1\na = 2", "a mistake in the TOML (Cannot overwrite a value (at "),
        ("#" * (MAX_BYTES + 1), f"{MAX_BYTES + 1} characters"),
        ("a = " + "[" * 5000, "deeply nested"),
        ("a = " + "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "deeply nested"),
        (".".join("a" * (MAX_DEPTH + 1)) + " = 1", "a key of many parts"),
        ("[" + ".".join("a" * (MAX_DEPTH + 2)) + "]", "a key of many parts"),
        ("x = {" + " . ".join(["'a.b'", '"c"'] * MAX_DEPTH) + " = 1}", "a key of many parts"),
        ("a" * (MAX_KEY + 1) + " = 1", f"a key of {MAX_KEY + 1} characters"),
        (f"a = '{'b' * (MAX_TEXT + 1)}'", f"{MAX_TEXT + 1} characters"),
        (f"a = {MAX_NUMBER + 1}", str(MAX_NUMBER + 1)),
        (f"a = -{MAX_NUMBER + 1}", str(-MAX_NUMBER - 1)),
        ("a = inf", "inf"),
        ("a = nan", "nan"),
        ("a = " + "9" * 5000, "a number of very many digits"),
        ("a = 0x" + "f" * 9000, "something too large to show"),
        (f"a = [{'1,' * MAX_VALUES}]", f"{MAX_VALUES + 2} values"),
        ("a = 2020-01-01", "a date or time, 2020-01-01"),
        ("a = 12:00:00", "a date or time, 12:00:00"),
    ],
)  # fmt: skip
def test_what_goes_out_of_bounds_is_a_sentence(text: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_toml(text, "f.toml")
    assert str(caught.value).startswith("f.toml")
    assert f"found {said}" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_the_way_to_a_value_out_of_bounds_is_named() -> None:
    with pytest.raises(DataError, match=r"^f\.toml, board, terrain, hill: found 9999999999;"):
        parse_toml("[board.terrain]\nhill = 9999999999", "f.toml")


def test_the_greatest_that_is_allowed_is_allowed() -> None:
    key = ".".join("a" * MAX_DEPTH)
    assert parse_toml(f"{key} = {MAX_NUMBER}", "f.toml")
    assert parse_toml(f"a = '{'b' * MAX_TEXT}'", "f.toml")
    assert parse_toml(f"rows = ['{'t.' * 40}', '{'.' * 99}']", "f.toml")


@pytest.mark.parametrize(
    "key", ["a." * 240_000 + "a = 1", "[" + "a." * 240_000 + "a]", "a." * 480_000]
)
def test_a_file_made_to_be_slow_is_refused_fast(key: str) -> None:
    began = time.perf_counter()
    with pytest.raises(DataError):
        parse_toml(key, "f.toml")
    assert time.perf_counter() - began < 5


# ------------------------------------------------------------------------------ names


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inner = tmp_path / "charts"
    (inner / "gaza").mkdir(parents=True)
    (inner / "gaza" / "crt.toml").write_text("")
    (tmp_path / "secret.toml").write_text("")
    (tmp_path / "secret.txt").write_text("")
    (inner / "link.toml").symlink_to(tmp_path / "secret.toml")
    (inner / "loop.toml").symlink_to(inner / "loop.toml")
    return inner


@pytest.mark.parametrize("name", ["gaza/crt", "gaza/crt.toml", "gaza/../gaza/crt"])
def test_a_name_inside_the_folder_is_found(folder: Path, name: str) -> None:
    assert inside(folder, name) == (folder / "gaza" / "crt.toml").resolve()


@pytest.mark.parametrize(
    "name",
    [
        "../secret",
        "../secret.toml",
        "gaza/../../secret",
        "link",
        "loop",
        "gaza",
        "",
        ".",
        "/etc/passwd",
        "~/x",
        "nul\0l",
        "x" * 10_000,
        "\udc80",
        "..\\secret",
    ],
)
def test_a_name_that_leads_outside_or_nowhere_is_refused(folder: Path, name: str) -> None:
    with pytest.raises(RequestError, match=r"folder charts: found .*; allowed: .*gaza/crt"):
        inside(folder, name)


def test_an_absolute_name_outside_is_refused(folder: Path) -> None:
    with pytest.raises(RequestError, match="folder charts"):
        inside(folder, str(folder.parent / "secret.toml"))


def test_files_come_in_order_of_path(folder: Path) -> None:
    assert [each.name for each in toml_files(folder)] == ["crt.toml", "link.toml", "loop.toml"]


def test_the_project_brings_its_scenarios() -> None:
    assert (scenario_folder() / "catalogue" / "GAZA.csv").is_file()


# ------------------------------------------------------------------------------ types


CASE = Case("FM8", "8.2")


@frozen
class Inner:
    """A table in a table."""

    n: int
    half: Fraction = Fraction(0)


@frozen
class Outer:
    """One field of every kind that files use."""

    text: str
    inner: Inner
    many: list[Inner] = Factory(list)
    words: tuple[str, ...] = ()
    table: dict[str, list[int]] = Factory(dict)
    yes: bool = False
    kind: Literal["printed", "own"] = "own"
    free: Any = None
    by: Case = CASE
    perhaps: Inner | None = None


GOOD: dict[str, object] = {
    "text": "t",
    "inner": {"n": 1, "half": "1/2"},
    "many": [{"n": 2, "half": 3}],
    "words": ["a", "b"],
    "table": {"x": [1]},
    "yes": True,
    "kind": "printed",
    "free": {"any": ["thing", 1]},
    "by": {"book": "FM8", "number": "8.2"},
    "perhaps": {"n": 3},
}


def test_plain_data_becomes_the_class() -> None:
    assert structure(GOOD, Outer, "f.toml") == Outer(
        "t",
        Inner(1, Fraction(1, 2)),
        [Inner(2, Fraction(3))],
        ("a", "b"),
        {"x": [1]},
        True,
        "printed",
        {"any": ["thing", 1]},
        CASE,
        Inner(3),
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"text": 1}, "f.toml, text: found 1; allowed: text."),
        ({"text": None}, "f.toml, text: found None; allowed: text."),
        ({"yes": 1}, "f.toml, yes: found 1; allowed: true or false."),
        ({"yes": "true"}, "f.toml, yes: found 'true'; allowed: true or false."),
        ({"inner": {"n": True}}, "f.toml, inner.n: found True; allowed: a whole number."),
        ({"inner": {"n": 1.0}}, "f.toml, inner.n: found 1.0; allowed: a whole number."),
        ({"inner": {"n": "1"}}, "f.toml, inner.n: found '1'; allowed: a whole number."),
        ({"inner": {}}, "f.toml, inner.n: found nothing there; allowed: a value, for this key"),
        ({"inner": []}, "f.toml, inner: found []; allowed: a table."),
        ({"inner": {"n": 1, "m": 2}}, "f.toml, inner: found an unknown key 'm'; allowed: n, half"),
        ({"inner": {"n": 1, "half": 0.5}}, "f.toml, inner.half: found 0.5; allowed: a number or"),
        ({"inner": {"n": 1, "half": "1/0"}}, "f.toml, inner.half: found '1/0'"),
        ({"inner": {"n": 1, "half": "1e999999999"}}, "f.toml, inner.half: found '1e9"),
        ({"many": {"n": 1}}, "f.toml, many: found {'n': 1}; allowed: a list."),
        ({"many": [1]}, "f.toml, many[0]: found 1; allowed: a table."),
        ({"words": "ab"}, "f.toml, words: found 'ab'; allowed: a list."),
        ({"words": ["a", 1]}, "f.toml, words[1]: found 1; allowed: text."),
        ({"table": []}, "f.toml, table: found []; allowed: a table."),
        ({"table": {"x": "12"}}, "f.toml, table['x']: found '12'; allowed: a list."),
        ({"table": {"x": ["1"]}}, "f.toml, table['x'][0]: found '1'; allowed: a whole number."),
        ({"kind": "print"}, "f.toml, kind: found 'print'; allowed: printed, own (did you mean"),
        ({"kind": []}, "f.toml, kind: found []; allowed: printed, own."),
        ({"perhaps": 3}, "f.toml, perhaps: found 3; allowed: a table."),
    ],
)
def test_what_does_not_fit_is_told_with_its_key(change: dict[str, object], said: str) -> None:
    with pytest.raises(DataError) as caught:
        structure({**GOOD, **change}, Outer, "f.toml")
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("data", [None, 3, "text", [], True])
def test_what_is_no_table_at_all_is_told(data: object) -> None:
    with pytest.raises(DataError, match=r"^f\.toml: found .*; allowed: a table\.$"):
        structure(data, Outer, "f.toml")


def test_several_mistakes_are_told_at_once_but_not_all_of_many() -> None:
    data = {**GOOD, "text": 1, "many": [0] * 50, "extra": 1}
    with pytest.raises(
        DataError, match=r"text: found 1; .* Also many\[0\]: 0; many\[1\]: 0; "
    ) as caught:
        structure(data, Outer, "f.toml")
    assert len(str(caught.value)) < 300
