"""Procedures drawn at random, as trees of plain values, and what they must come to.

A tree is walked by the engine as a generator; :func:`expected` works the same tree out face by
face without the engine.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen
from hypothesis import strategies as st

from wargame.core.procedure import Band, Checkpoint, Choice, Option, Roll, bands_of
from wargame.core.ruling import figure

if TYPE_CHECKING:
    from wargame.core.procedure import Procedure, Steps


@frozen
class End:
    """The outcome."""

    value: int


@frozen
class Throw:
    """A roll with one branch a face; faces that lead alike are one band."""

    branches: tuple[Tree, ...]


@frozen
class Decide:
    """A decision with one branch an option."""

    branches: tuple[Tree, ...]


@frozen
class Say:
    """An announcement."""

    then: Tree


@frozen
class Mark:
    """A checkpoint."""

    then: Tree


Tree = End | Throw | Decide | Say | Mark


def walk(tree: Tree) -> Steps:
    """Walk a tree as a procedure does."""
    while not isinstance(tree, End):
        if isinstance(tree, Throw):
            kinds = list(dict.fromkeys(tree.branches))
            outcomes = [str(kinds.index(branch)) for branch in tree.branches]
            band = yield Roll("throw", len(outcomes), bands_of(outcomes), ["FM8 8.2"])
            assert isinstance(band, Band)
            tree = kinds[int(band.outcome)]
        elif isinstance(tree, Decide):
            options = [Option(str(i), f"branch {i}") for i in range(len(tree.branches))]
            taken = yield Choice("British", "decide", options)
            tree = tree.branches[int(taken.key)]
        elif isinstance(tree, Say):
            yield figure("Said", 1, "It was said.")
            tree = tree.then
        else:
            yield Checkpoint("mark", tree.then, walk)
            tree = tree.then
    return tree.value


def procedure(tree: Tree) -> Procedure:
    """Return the procedure that walks *tree*."""
    return lambda: walk(tree)


def without_marks(tree: Tree) -> Tree:
    """Return the same tree without its checkpoints."""
    if isinstance(tree, Mark):
        return without_marks(tree.then)
    if isinstance(tree, Say):
        return Say(without_marks(tree.then))
    if isinstance(tree, Throw):
        return Throw(tuple(map(without_marks, tree.branches)))
    if isinstance(tree, Decide):
        return Decide(tuple(map(without_marks, tree.branches)))
    return tree


def expected(tree: Tree) -> dict[int, Fraction]:
    """Return the chance of each outcome when the first option is always taken."""
    chances: Counter[int] = Counter()
    if isinstance(tree, End):
        return {tree.value: Fraction(1)}
    if isinstance(tree, Throw):
        for branch in tree.branches:
            for value, chance in expected(branch).items():
                chances[value] += chance / len(tree.branches)  # type: ignore[assignment]
        return dict(chances)  # type: ignore[arg-type]
    return expected(tree.branches[0] if isinstance(tree, Decide) else tree.then)


def _grown(smaller: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    branches = st.lists(smaller, min_size=1, max_size=4).map(tuple)
    return st.one_of(branches.map(Throw), branches.map(Decide), smaller.map(Say), smaller.map(Mark))


trees: st.SearchStrategy[Tree] = st.recursive(st.integers(0, 3).map(End), _grown, max_leaves=12)
