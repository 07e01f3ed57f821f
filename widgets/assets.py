"""What the front end's build has made: scripts, styles and the drawn unit symbols."""

from __future__ import annotations

from pathlib import Path

from widgets.errors import WidgetError

STATIC = Path(__file__).parent / "static"


def built(name: str) -> Path:
    """Return a file that the front end's build has made.

    Raises:
        WidgetError: It was not built.
    """
    path = STATIC / name
    if not path.is_file():
        cure = "Install the project with pip, or run `make setup` in a checkout."
        raise WidgetError("widgets", "no built front end", f"{name} in static", cure)
    return path


def front_end(name: str) -> tuple[Path, Path]:
    """Return the built script and style of a widget, as anywidget wants them.

    Args:
        name: The name of its entry in ``widgets/frontend/src``.

    Raises:
        WidgetError: The front end was not built.
    """
    return built(f"{name}.js"), STATIC / f"{name}.css"
