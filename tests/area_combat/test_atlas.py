"""The map of areas: what borders what, and what a map file must not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from wargame.area_combat.atlas import load_atlas
from wargame.core.errors import RequestError

PLAIN = """
id = "small"
title = "Small"
rows = ["aa aa bb", "aa ss bb", ".. ss cc"]
[origin]
kind = "derived"
source = "an example"
[zones]
ss = "Sea"
[[territory]]
id = "aa"
name = "Aland"
owner = "germany"
rail = true
[[territory]]
id = "bb"
name = "Beeland"
city = "Beetown"
complex = 3
[[territory]]
id = "cc"
name = "Ceeland"
"""


def written(folder: Path, text: str) -> Path:
    (folder / "small.toml").write_text(text, encoding="utf-8")
    return folder


def test_areas_border_each_other_where_cells_touch(tmp_path: Path) -> None:
    atlas = load_atlas("small", written(tmp_path, PLAIN))
    assert [each.id for each in atlas.beside("aa")] == ["bb", "ss"]
    assert [each.id for each in atlas.beside("cc")] == ["bb", "ss"]
    assert atlas.area("Beetown").works == ("city", "complex")
    assert atlas.distance("aa", "cc", lambda area: not area.sea) == 2
    assert atlas.distance("aa", "cc", lambda area: area.id == "cc") is None
    assert atlas.reach("aa", 1, lambda area: not area.sea) == {"bb": ("bb",)}


def test_every_area_of_europe_can_be_reached_from_every_other() -> None:
    atlas = load_atlas()
    assert len(atlas.territories) == 29
    assert len(atlas.zones) == 9
    for each in atlas.areas:
        assert len(atlas.reach(each, len(atlas.areas), lambda _: True)) == len(atlas.areas) - 1


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('"aa ss bb"', '"aa xx bb"', r"small.toml, rows\[1\], cell 2: found 'xx'"),
        ('".. ss cc"', '".. ss bb"', "no cell of cc"),
        ('id = "cc"', 'id = "bb"', "area bb: found the id twice"),
        ('name = "Ceeland"', 'name = "Ceeland"\nworth = -1', "less than 0 IP"),
        ('owner = "germany"', 'owner = "germony"', "germany"),
        ("[zones]", '[[apart]]\nareas = ["aa", "cc"]\n[zones]', "aa and cc, which do not touch"),
        ("[zones]", '[[joined]]\nareas = ["aa", "aa"]\n[zones]', "two areas that differ"),
        ("[zones]", '[[joined]]\nareas = ["aa", "q"]\n[zones]', "small.toml, joined: found 'q'"),
        ("rail = true", "rails = true", "unknown key 'rails'"),
    ],
)
def test_a_map_that_does_not_fit_is_refused_with_its_place(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    assert before in PLAIN
    with pytest.raises(RequestError, match=says):
        load_atlas("small", written(tmp_path, PLAIN.replace(before, after)))


def test_a_map_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(RequestError, match="europe"):
        load_atlas("eurpe")
    with pytest.raises(RequestError, match="did you mean Ukraine"):
        load_atlas().area("ukrain")
