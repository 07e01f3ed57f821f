"""What the lessons' server reads: a widget without its kernel gives way to its picture."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from widgets.lab_server import WIDGET, drop_dead_widgets


def notebook(*outputs: dict[str, Any]) -> dict[str, Any]:
    words = {"cell_type": "markdown", "source": "Words."}
    return {"cells": [words, {"cell_type": "code", "outputs": list(outputs)}]}


def test_only_a_widget_with_something_to_show_instead_goes() -> None:
    picture = {"text/html": "<img>", "text/plain": "a map"}
    alone = {"output_type": "display_data", "data": {WIDGET: {}, "text/plain": "HBox()"}}
    printed = {"output_type": "stream", "name": "stdout", "text": "1"}
    both = {"output_type": "execute_result", "data": {WIDGET: {"model_id": "a"}, **picture}}
    found = notebook(alone, printed, both)
    kept = deepcopy(found)
    del kept["cells"][1]["outputs"][2]["data"][WIDGET]
    drop_dead_widgets(found)
    assert found == kept
