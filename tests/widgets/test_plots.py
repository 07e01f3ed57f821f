"""Charts for print: what they show is what the engine counts, and everybody can read it."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode
from fractions import Fraction
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from PIL import Image, ImageChops

from wargame.core.errors import DataError, RequestError
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.chances import EVENTS, chance_table
from wargame.fire_and_movement.combat import Assessment, assess
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.gaza_1917 import GAZA_1917
from wargame.fire_and_movement.scenario import build_scene
from wargame.fire_and_movement.state import Situation
from widgets import LosExplorer
from widgets.errors import WidgetError
from widgets.plot_bars import LOOKS
from widgets.plot_sheet import SHEETS, PlotFigure, contrast, ink_on
from widgets.plots import crt_alignments, crt_heat_map, height_profile, result_bars

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from matplotlib.axes import Axes

    from wargame.rifle_and_spade.sight import Look

RULES = ("gaza_1917", "lebanon_82", "system_v8", "system_v7")
CHARTS: dict[str, Callable[..., PlotFigure]] = {
    "map": crt_heat_map,
    "alignments": crt_alignments,
    "bars": lambda **options: result_bars(assessment(), **options),
    "profile": lambda **options: height_profile(look(), **options),
}
every_chart = pytest.mark.parametrize("chart", CHARTS)
every_paper = pytest.mark.parametrize("paper", SHEETS)


def assessment(name: str = "d") -> Assessment:
    """Return an attack at +6 on plain ground: De, D3, D2 and Ex among its results."""
    unit = {"movement": 4, "steps": 2, "defense": 2}
    scene = {
        "ruleset": "gaza_1917",
        "active": "British",
        "board": "row-column 0203\no open\n\noo\n\n0202 name=Ali_Muntar\n",
        "unit": [
            {"id": "a", "side": "British", "at": "0203", "attack": 10, **unit},
            {"id": "d", "side": "Central Powers", "at": "0202", "attack": 1, "name": name, **unit},
        ],
    }
    situation = build_scene(scene, "test")
    assert isinstance(situation, Situation)
    return assess(Attack(situation, situation.board.hex("0202"), ("a",)))


def look(**more: str) -> Look:
    """Return a line of sight over made-up ground with a ridge, a crest and a town on it."""
    return LosExplorer(**more).look


def maps(figure: PlotFigure) -> list[Axes]:
    return [axes for axes in figure.axes if len(axes.texts) > 10]


def cells(axes: Axes) -> list[list[Any]]:
    """Return the texts in the cells of a map, row by row."""
    inside = [text for text in axes.texts if text.get_position()[0] % 1 == 0.5]
    rows = sorted({text.get_position()[1] for text in inside})
    return [[text for text in inside if text.get_position()[1] == row] for row in rows]


def mesh_of(axes: Axes) -> Any:
    (mesh,) = axes.collections
    return mesh


def rectangles(axes: Axes) -> list[Rectangle]:
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def percents(axes: Axes) -> list[list[int]]:
    return [[int(text.get_text().strip("%")) for text in row] for row in cells(axes)]


def words(figure: PlotFigure) -> str:
    return " ".join(text.get_text() for text in figure.texts)


@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("rules", RULES)
def test_every_cell_of_the_map_is_the_engines_chance(rules: str, event: str) -> None:
    table = chance_table(ruleset_named(rules), event)
    (axes,) = maps(crt_heat_map(rules, event))
    expected = [[round(100 * cell.chance) for cell in line.cells] for line in table.lines]
    assert percents(axes) == expected
    headings = [label.get_text().replace("\n", " ") for label in axes.get_xticklabels()]
    assert headings == [heading.label.replace(",", "") for heading in table.columns.headings]


def test_the_map_says_which_chance_rules_alignment_and_origin() -> None:
    figure = crt_heat_map("lebanon_82", "retreat")
    said = words(figure)
    for part in (
        "Chance that the defender must retreat",
        "Lebanon '82 CRT, reconstructed (FM-Q02)",
        "rules of Lebanon '82",
        "aligned right, as these rules read it (FM-Q01)",
        "the first option is taken",
    ):
        assert part in said
        assert part in figure.text_twin()
    assert "as these rules read it" not in words(crt_heat_map("lebanon_82", alignment="left"))


def test_a_cell_that_a_line_does_not_print_stands_outside_the_frame_and_in_italics() -> None:
    table = chance_table(GAZA_1917, "step")
    (axes,) = maps(crt_heat_map(GAZA_1917))
    for line, row in zip(table.lines, cells(axes), strict=True):
        styles = [text.get_style() for text in row]
        assert styles == ["normal" if cell.printed else "italic" for cell in line.cells]
    frames = {(patch.get_y(), patch.get_x(), patch.get_width()) for patch in rectangles(axes)}
    assert (0, 4, 9) in frames  # CP in Trench or Gaza prints −2 to +10
    assert (4, 0, 12) in frames  # Sand prints −6 to +8
    assert len(frames) == len(table.lines)


def test_both_alignments_and_their_difference_are_shown() -> None:
    figure = crt_alignments("gaza_1917", "step")
    left, right, difference = maps(figure)
    one, other = percents(left), percents(right)
    assert one == percents(maps(crt_heat_map(alignment="left"))[0])
    assert other == percents(maps(crt_heat_map(alignment="right"))[0])
    changed = [
        [text.get_text().replace("−", "-") != "" for text in row] for row in cells(difference)
    ]
    assert changed == [
        [a != b for a, b in zip(*rows, strict=True)] for rows in zip(one, other, strict=True)
    ]
    looks = [
        (mesh.get_cmap().name, mesh.get_clim()) for mesh in map(mesh_of, (left, right, difference))
    ]
    assert looks == [("Blues", (0, 1)), ("Blues", (0, 1)), ("PuOr", (-1 / 3, 1 / 3))]
    assert "differ in 19 of 65 cells, by up to +33 percentage points" in figure.text_twin()


def test_a_table_whose_lines_are_all_full_reads_alike_both_ways(tmp_path: Path) -> None:
    own_chart(tmp_path, name="Full")
    figure = crt_alignments("system_v8", charts=tmp_path)
    assert "the two readings agree in every cell" in figure.text_twin()


def test_bars_show_each_result_with_its_exact_chance() -> None:
    attack = assessment()
    figure = result_bars(attack)
    (axes,) = figure.axes
    lengths = [Fraction(bar.get_width()).limit_denominator(6) for bar in rectangles(axes)]
    assert sum(lengths) == 1
    assert sorted(lengths) == sorted(attack.chances.values())
    said = [text.get_text().replace("\n", " ") for text in axes.texts]
    assert "D3: the defender retreats three hexes, and one step is lost" in said
    assert "1/3 (33%)" in said
    assert "Attack on 0202 Ali Muntar" in words(figure)
    assert "1/3 (33%)  Ex: each side loses a step" in figure.text_twin()


def test_a_certain_result_keeps_its_figure_inside_the_picture() -> None:
    from widgets.plot_bars import Bar, bars_room, draw_bars
    from widgets.plot_sheet import Page, Words

    sheet = SHEETS["a4"]
    page = Page(sheet, Words("t", "a", ()), bars_room(sheet, 1), "")
    draw_bars(page, [Bar("Ae", Fraction(1), "1 (100%)", "attacker")])
    assert spilling(page.figure) == []


def test_a_profile_shows_the_ground_the_ridges_and_the_verdict() -> None:
    figure = height_profile(look())
    assert "Line of sight 13.19 to 20.17 by day" in words(figure)
    assert "Partial: The ridge 17.17 / 18.18 at level 1" in words(figure)
    assert "the target's at 0" in words(figure)
    assert "military crest" in figure.text_twin()
    (axes,) = figure.axes
    said = [text.get_text() for text in axes.texts]
    assert "14.19 s" in said
    assert [line.get_linestyle() for line in axes.lines].count("--") == 1
    with pytest.raises(WidgetError, match="a Look"):
        height_profile("13.19")  # type: ignore[arg-type]


def test_a_profile_says_what_counts_along_a_hexside() -> None:
    assert "runs along the hexside" in words(height_profile(look(spotter="14.13", target="16.13")))


@every_paper
@pytest.mark.parametrize("target", ["20.17", "24.11", "14.19", "13.19"])
def test_no_text_of_a_profile_leaves_the_picture(target: str, paper: str) -> None:
    assert spilling(height_profile(look(target=target), paper=paper)) == []


@every_paper
def test_no_text_of_the_bars_leaves_the_picture(paper: str) -> None:
    assert spilling(result_bars(assessment(), paper=paper)) == []


@every_paper
@pytest.mark.parametrize("rules", ["gaza_1917", "lebanon_82", "system_v8"])
def test_no_text_of_any_table_leaves_the_picture_or_meets_another(rules: str, paper: str) -> None:
    for figure in (crt_heat_map(rules, paper=paper), crt_alignments(rules, paper=paper)):
        assert spilling(figure) == []
        assert overlapping(figure) == []


def drawn_texts(figure: PlotFigure) -> list[tuple[str, Any]]:
    """Return every text of a figure with the box it fills, in pixels."""
    figure.canvas.draw()
    texts = [*figure.texts]
    for axes in figure.axes:
        texts += [*axes.texts, *axes.get_xticklabels(), *axes.get_yticklabels()]
    filled = [text for text in texts if text.get_text()]
    return [(text.get_text(), text.get_window_extent()) for text in filled]


def spilling(figure: PlotFigure) -> list[str]:
    width, height = figure.get_size_inches() * figure.dpi
    return [
        text
        for text, box in drawn_texts(figure)
        if box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height
    ]


def overlapping(figure: PlotFigure) -> list[tuple[str, str]]:
    """Return pairs of texts whose boxes share more than the blank above and below letters."""
    boxes = drawn_texts(figure)
    return [
        (one, other)
        for number, (one, box) in enumerate(boxes)
        for other, there in boxes[number + 1 :]
        if min(box.x1, there.x1) - max(box.x0, there.x0) > 1
        and min(box.y1, there.y1) - max(box.y0, there.y0) > 3
    ]


def test_ink_stands_out_on_every_colour_of_the_maps() -> None:
    for name in ("Blues", "PuOr"):
        shades = [mpl.colormaps[name](n / 255) for n in range(256)]
        assert min(contrast(shade, to_rgb(ink_on(shade))) for shade in shades) >= 4.5
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)


@pytest.mark.parametrize("rules", RULES)
def test_the_text_in_each_cell_stands_out_on_what_is_drawn_under_it(rules: str) -> None:
    for axes in maps(crt_alignments(rules, "attacker step")):
        mesh = mesh_of(axes)
        mesh.update_scalarmappable()
        shades = [tuple(face) for face in mesh.get_facecolor()]
        inks = [text.get_color() for row in cells(axes) for text in row]
        for shade, ink in zip(shades, inks, strict=True):
            assert contrast(shade, to_rgb(ink)) >= 4.5


def test_a_greater_chance_is_darker_in_grey_too() -> None:
    sixths = [mpl.colormaps["Blues"](n / 6) for n in range(7)]
    against_white = [contrast(shade, (1, 1, 1)) for shade in sixths]
    steps = [b / a for a, b in pairwise(against_white)]
    assert min(steps) > 1.15


def test_bars_differ_without_colour() -> None:
    hatches = [(hatch, contrast(to_rgb(colour), (1, 1, 1)) > 2) for colour, hatch in LOOKS.values()]
    assert len(set(hatches)) == len(LOOKS)


@every_paper
@every_chart
def test_a_chart_is_as_wide_as_its_paper(chart: str, paper: str) -> None:
    figure = CHARTS[chart](paper=paper)
    assert figure.get_size_inches()[0] == pytest.approx(SHEETS[paper].width)
    assert SHEETS["a4"].width * 25.4 == pytest.approx(170)


@every_chart
def test_a_notebook_shows_picture_and_words_without_a_backend(chart: str) -> None:
    figure = CHARTS[chart]()
    formatter: Any = DisplayFormatter()
    data, metadata = formatter.format(figure)
    assert set(data) == {"image/png", "text/plain"}
    assert b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert data["text/plain"] == figure.text_twin() == repr(figure) == str(figure)
    assert metadata["image/png"]["alt"] in figure.text_twin().replace("\n", ". ")
    assert metadata["image/png"]["width"] == round(SHEETS["screen"].width * 96)


@every_chart
def test_the_same_chart_is_the_same_every_time(chart: str) -> None:
    one, other = CHARTS[chart](), CHARTS[chart]()
    assert repr(one) == repr(other)
    assert "0x" not in repr(one)
    assert one.png(96) == other.png(96)
    assert isinstance(one, Figure)


def test_a_picture_of_few_colours_looks_like_the_one_of_all() -> None:
    figure = crt_alignments("lebanon_82", "attacker step")
    full = BytesIO()
    figure.savefig(full, format="png", dpi=96)
    small = figure.png(96)
    with Image.open(full) as wanted, Image.open(BytesIO(small)) as found:
        apart = ImageChops.difference(wanted.convert("RGB"), found.convert("RGB"))
    extremes: Any = apart.getextrema()
    assert max(most for _, most in extremes) <= 16
    assert len(small) < len(full.getvalue()) / 2


def test_nothing_of_matplotlib_is_loaded_before_a_chart_and_pyplot_never_is() -> None:
    program = (
        "import sys; import widgets.plots as plots;"
        "assert not any(name.startswith('matplotlib') for name in sys.modules);"
        "plots.crt_heat_map().png(30);"
        "assert 'matplotlib.pyplot' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_chart_changes_no_setting() -> None:
    before = dict(mpl.rcParams)
    crt_alignments().png(30)
    assert dict(mpl.rcParams) == before


def test_a_readers_own_dark_style_does_not_make_it_unreadable() -> None:
    with mpl.rc_context(
        {"text.color": "white", "axes.labelcolor": "white", "xtick.color": "white"}
    ):
        figure = crt_heat_map()
    assert to_rgb(figure.get_facecolor()) == (1, 1, 1)
    outside = [*figure.texts, *(label for axes in figure.axes for label in axes.get_xticklabels())]
    assert min(contrast(to_rgb(text.get_color()), (1, 1, 1)) for text in outside) >= 4.5


def own_chart(folder: Path, *, name: str, columns: str = "", lines: int = 1) -> None:
    """Write a table of the owner's in *folder*, in place of the system's."""
    labels = columns or ", ".join(f'"{n}"' for n in range(12))
    row = "(A) A3 A2 • Ex Ex D2 D2 D2 D3 De De"
    text = [
        'id = "system_v8"\ntitle = "My table"\ncases = []\nclamp_cases = []',
        f"grid = {[row] * 6!r}",
        '[provenance]\nkind = "printed"\nsource = "my box"',
    ]
    for number in range(lines):
        line = f"{name} {number}"
        text.append(
            f"[[line]]\nname = '{line}'\nterrains = []\ncase = 'FM8 CRT/1'\ncolumns = [{labels}]"
        )
    home = folder / "fire_and_movement"
    home.mkdir(parents=True)
    (home / "system_v8.toml").write_text("\n".join(text), "utf-8")


def test_a_table_of_the_owners_is_drawn_and_named(tmp_path: Path) -> None:
    own_chart(tmp_path, name="Bog")
    figure = crt_heat_map("system_v8", charts=tmp_path)
    assert "My table, printed (my box)" in words(figure)
    assert percents(maps(figure)[0])[0][:5] == [0, 0, 0, 0, 100]
    assert "FM8 CRT" in words(crt_heat_map("system_v8", charts=None))


def test_names_that_look_like_formulas_or_never_end_are_plain_text(tmp_path: Path) -> None:
    own_chart(tmp_path, name=r"$\frac{1$ <b>" + "bog " * 100)
    figure = crt_heat_map("system_v8", charts=tmp_path)
    assert figure.png(50).startswith(b"\x89PNG")
    assert any("$\\frac{1$" in text.get_text() for text in maps(figure)[0].texts)
    assert overlapping(figure) == []


def test_a_table_too_large_to_read_is_refused(tmp_path: Path) -> None:
    own_chart(tmp_path, name="Bog", lines=200)
    with pytest.raises(WidgetError, match="a table of 2400 cells; allowed: at most 1500"):
        crt_heat_map("system_v8", charts=tmp_path)


def test_headings_far_apart_cost_nothing(tmp_path: Path) -> None:
    own_chart(tmp_path, name="Bog", columns='"-900000000,0", "1,900000000"')
    (axes,) = maps_of_two(crt_heat_map("system_v8", charts=tmp_path))
    assert [label.get_text() for label in axes.get_xticklabels()] == ["≤\n0", "≥\n+1"]


def maps_of_two(figure: PlotFigure) -> list[Axes]:
    return figure.axes[:1]


def test_a_damaged_table_is_its_files_fault(tmp_path: Path) -> None:
    own_chart(tmp_path, name="Bog", columns='"0", "5"')
    with pytest.raises(DataError, match=r"system_v8\.toml, line Bog 0: found a gap"):
        crt_heat_map("system_v8", charts=tmp_path)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ruleset": "gaza"}, "crt_heat_map, ruleset: found 'gaza'.*did you mean gaza_1917"),
        ({"ruleset": ["gaza_1917"]}, "crt_heat_map, ruleset: found"),
        ({"chance": "steps"}, "crt_heat_map, chance: found 'steps'.*did you mean step"),
        ({"alignment": "top"}, "crt_heat_map, alignment: found 'top'; allowed: left, right"),
        ({"paper": "a3"}, "crt_heat_map, paper: found 'a3'; allowed: screen, a4"),
        ({"paper": None}, "crt_heat_map, paper: found None"),
        ({"charts": "no such folder"}, "crt_heat_map, charts: found 'no such folder'"),
        ({"charts": 5}, "crt_heat_map, charts: found '5'"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(WidgetError, match=sentence) as caught:
        crt_heat_map(**options)
    assert isinstance(caught.value, RequestError)
    assert isinstance(caught.value, TypeError)


def test_the_other_charts_say_who_they_are_in_their_sentences() -> None:
    with pytest.raises(WidgetError, match="crt_alignments, chance: found 'luck'"):
        crt_alignments(chance="luck")
    with pytest.raises(WidgetError, match="result_bars: found 'an attack'"):
        result_bars("an attack")  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="result_bars, paper: found 'papyrus'"):
        result_bars(assessment(), paper="papyrus")


def test_without_matplotlib_the_sentence_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.plots.find_spec", lambda _: None)
    with pytest.raises(WidgetError, match=r"no matplotlib.*extra 'plots'"):
        crt_heat_map()
