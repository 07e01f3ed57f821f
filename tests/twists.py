"""Files as a stranger might hand them in: values swapped for anything, text cut and peppered."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import strategies as st

SCRIPT = "<script>alert('\"&]]>--></script>"

odd_text = st.sampled_from(
    [
        "",
        " ",
        SCRIPT,
        "0914",
        "9999",
        "../../secret",
        "\0",
        "\u202e",
        "t" * 500,
        "é",
        "1/0",
        "=",
        "%",
        "_",
    ]
)
scalars = st.one_of(st.booleans(), st.integers(), st.floats(), odd_text, st.text(max_size=5))
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(odd_text, inner, max_size=3),
    max_leaves=6,
)


def places(data: object) -> list[tuple[Any, Any]]:
    """Return every place in *data* where a value stands, as container and key."""
    if isinstance(data, dict):
        keys: list[Any] = list(data)
    elif isinstance(data, list):
        keys = list(range(len(data)))
    else:
        return []
    inner = [place for key in keys for place in places(data[key])]
    return [(data, key) for key in keys] + inner


@st.composite
def twisted(draw: st.DrawFn, text: str) -> object:
    """Draw the data of *text* with a few values replaced, removed, doubled or added."""
    data = tomllib.loads(text)
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(places(data) or [(data, "x")]))
        match draw(st.sampled_from(["replace", "replace", "remove", "wrap", "add"])):
            case "replace":
                container[key] = draw(anything)
            case "remove":
                container.pop(key, None) if isinstance(container, dict) else container.pop(key)
            case "wrap":
                container[key] = [container[key]] if key in container else draw(anything)
            case "add" if isinstance(container, dict):
                container[draw(odd_text)] = draw(anything)
    return data


@st.composite
def torn(draw: st.DrawFn, text: str) -> str:
    """Draw *text* cut off, with a stretch doubled or lost, or with odd characters put in."""
    start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    patch = draw(
        st.one_of(st.just(""), st.just(text[start:end] * 2), odd_text, st.text(max_size=3))
    )
    return draw(st.sampled_from([text[:start], text[:start] + patch + text[end:]]))
