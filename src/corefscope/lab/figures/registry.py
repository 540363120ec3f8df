"""The papers' figures, drawn from the experiments themselves, with what the authors say about each, checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corefscope.lab.figures import chen as figures_chen
from corefscope.lab.figures import links_drawn as figures_links_drawn
from corefscope.lab.figures import moosavi as figures_moosavi
from corefscope.lab.figures import recasens as figures_recasens
from corefscope.lab.figures.base import Figure, Statement
from corefscope.problems import UnknownName

FIGURES: dict[str, Callable[[], Figure]] = {
    "moosavi-strube-2": figures_links_drawn.figure_2,
    "moosavi-strube-3": figures_links_drawn.figure_3,
    "moosavi-strube-4": figures_moosavi.figure_4,
    "moosavi-strube-5": figures_moosavi.figure_5,
    "moosavi-strube-6": figures_moosavi.figure_6,
    "moosavi-strube-7": figures_moosavi.figure_7,
    "moosavi-strube-8": figures_links_drawn.figure_8,
    "recasens-hovy-6": figures_recasens.figure_6,
    "recasens-hovy-7": figures_recasens.figure_7,
    "chen-ng-3": figures_chen.figure_3,
}


def figures(only: Sequence[str] = ()) -> list[Figure]:
    """The figures asked for, all by default."""
    for name in only:
        if name not in FIGURES:
            raise UnknownName("figure", name, FIGURES)
    return [FIGURES[name]() for name in only or FIGURES]


__all__ = ["FIGURES", "Figure", "Statement", "figures"]
