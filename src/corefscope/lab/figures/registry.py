"""The papers' figures from the experiments themselves, and whether the statements of their authors hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corefscope.lab.figures import chen, link_figures, moosavi, recasens
from corefscope.lab.figures.figure import Figure
from corefscope.problems import UnknownName

FIGURES: dict[str, Callable[[], Figure]] = {
    "moosavi-strube-2": link_figures.figure_2,
    "moosavi-strube-3": link_figures.figure_3,
    "moosavi-strube-4": moosavi.figure_4,
    "moosavi-strube-5": moosavi.figure_5,
    "moosavi-strube-6": moosavi.figure_6,
    "moosavi-strube-7": moosavi.figure_7,
    "moosavi-strube-8": link_figures.figure_8,
    "recasens-hovy-6": recasens.figure_6,
    "recasens-hovy-7": recasens.figure_7,
    "chen-ng-3": chen.figure_3,
}


def figures(only: Sequence[str] = ()) -> list[Figure]:
    """Return the figures of these names, all by default."""
    for name in only:
        if name not in FIGURES:
            raise UnknownName("figure", name, FIGURES)
    return [FIGURES[name]() for name in only or FIGURES]
