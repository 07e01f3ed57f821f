"""Widgets of a notebook in a page: nothing from elsewhere, nobody else's, nothing left behind.

These guard what is not public in Panel, ipywidgets and ipywidgets_bokeh.
"""

from __future__ import annotations

import gc
from weakref import ref

import ipywidgets
import pytest
from bokeh.document import Document
from ipywidgets.widgets import widget as registry
from ipywidgets_bokeh.widget import IPyWidget
from panel.io.state import set_curdoc, state

from wargame.core.errors import RequestError
from widgets.classroom import local
from widgets.classroom.gallery import INSTRUMENTS, instrument, instruments_of
from widgets.errors import WidgetError


def test_the_front_ends_are_installed_and_no_other_file_is_found() -> None:
    for package in local.KNOWN:
        found = local.front_end_of(package)
        assert found is not None
        assert found.is_file()
    assert local.front_end_of("..") is None
    assert local.front_end_of("jupyter-js-widgets") is None


def test_a_model_is_told_to_fetch_from_this_server() -> None:
    local.stay_local()
    assert IPyWidget.__css__ == []
    document = Document()
    with set_curdoc(document):
        pane = local.LocalIPyWidget(ipywidgets.Button(description="Here"))
        (model,) = pane.get_root(document).select({"type": IPyWidget})
    assert isinstance(model, IPyWidget)
    assert model.cdn == local.FRONT_ENDS
    local.forget(document)


def test_a_widget_of_no_page_is_shown_to_nobody() -> None:
    local.stay_local()
    stray = ipywidgets.Button(description="Somebody's")
    document = Document()
    with set_curdoc(document):
        mine = local.LocalIPyWidget(ipywidgets.Button(description="Mine"))
        mine.get_root(document)  # Panel's own pane would adopt the stray one here
        pane = local.LocalIPyWidget(stray)
        with pytest.raises(WidgetError, match="made outside of this page"):
            pane.get_root(document)
    assert getattr(stray, "_document", None) is not document
    local.forget(document)


def test_a_widget_of_no_page_can_be_closed() -> None:
    button = ipywidgets.Button()
    name = button.model_id
    button.close()
    assert name not in registry._instances


def test_a_widget_of_another_page_is_not_shown() -> None:
    first, second = Document(), Document()
    with set_curdoc(first):
        button = ipywidgets.Button()
    with set_curdoc(second):
        pane = local.LocalIPyWidget(button)
        with pytest.raises(WidgetError, match="made outside of this page"):
            pane.get_root(second)
    local.forget(first)


def test_a_page_that_is_gone_leaves_no_widget_and_no_kernel() -> None:
    before = set(registry._instances)
    document, other = Document(), Document()
    with set_curdoc(other):
        kept = ipywidgets.Button()
    with set_curdoc(document):
        instrument("combat").build()
    assert len(registry._instances) > len(before) + 10
    local.forget(document)
    assert set(registry._instances) - before == {kept.model_id, *_parts(kept)}
    assert document not in state._ipykernels
    local.forget(other)
    assert set(registry._instances) == before


def test_a_page_that_is_gone_is_not_kept_in_memory() -> None:
    document = Document()
    with set_curdoc(document):
        game = ref(instrument("clearing-sedd-el-bahr").build())
    local.forget(document)
    page = ref(document)
    del document
    later = Document()  # Panel keeps the kernel of the page that came last, and no other
    with set_curdoc(later):
        ipywidgets.Button()
    local.forget(later)
    gc.collect()
    assert game() is None
    assert page() is None


def _parts(button: ipywidgets.Button) -> set[str]:
    return {button.layout.model_id, button.style.model_id}


def test_a_missing_front_end_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "KNOWN", ("anywidget", "no-such-front-end"))
    with pytest.raises(RequestError, match="no front end of no-such-front-end"):
        local.stay_local()


# ---- the gallery


def test_every_explorer_and_guided_scenario_is_in_the_gallery() -> None:
    import widgets
    from widgets.explorers.game_scenarios import GAMES
    from widgets.explorers.table_plan import GAMES as TABLES
    from widgets.explorers.table_plan import SET_UP

    shown = {each.widget for each in INSTRUMENTS.values()}
    explorers = {name for name in widgets.__all__ if name.endswith(("Explorer", "Composer"))}
    assert explorers <= shown
    games = [each for each in INSTRUMENTS.values() if each.kind == "game"]
    whole = [name for name in TABLES if not name.endswith(SET_UP)]
    assert len(games) == len(GAMES) + len(whole)


@pytest.mark.parametrize("name", INSTRUMENTS)
def test_every_instrument_can_be_made(name: str) -> None:
    document = Document()
    with set_curdoc(document):
        made = instrument(name).build()
        assert made.text_twin()
    assert made._document is document
    local.forget(document)


def test_a_lesson_finds_its_instruments_by_class() -> None:
    assert [each.name for each in instruments_of("CombatExplorer")] == ["combat"]
    assert instruments_of("CheckedQuestion") == ()
    with pytest.raises(RequestError, match="combat"):
        instrument("combatt")
