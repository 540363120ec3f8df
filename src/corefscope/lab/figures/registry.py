"""The papers' figures from the experiments themselves, and whether the statements of their authors hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from corefscope.lab.figures import links, moosavi, recasens
from corefscope.lab.figures.figure import TITLES, Figure, Statement
from corefscope.lab.papers.examples import percent, statements
from corefscope.plots import curves
from corefscope.problems import UnknownName

# Chen & Ng 2013, Figure 3: the linguistically aware metrics under five weightings, on five responses. These
# are those of their Figure 2, a drawing; they follow from the prose of §4.1, and Table 1 confirms them.
EXAMPLE = "chen2013 Figure 2"
RESPONSES = "abcde"
WEIGHTS = ("W1", "W2", "W3", "W4", "W5")
PLAIN = "without types"
PANELS = {"lmuc": "muc", "lb3": "b3", "lceafm": "ceafm", "lceafe": "ceafe"}


def aware_metrics() -> dict[tuple[str, str], dict[str, float]]:
    """Return F1 in percent of each response, by metric and weighting."""
    return {
        (aware, series): {response: percent(EXAMPLE, name, response) for response in RESPONSES}
        for aware, plain in PANELS.items()
        for series, name in (*((weights, f"{aware}(weights={weights})") for weights in WEIGHTS), (PLAIN, plain))
    }


def chen_ng_3() -> Figure:
    panels = {aware: f"{TITLES[aware]} and {TITLES[plain]}" for aware, plain in PANELS.items()}
    values = [
        {"panel": panels[aware], "series": series, "x": response, "y": value}
        for (aware, series), curve in aware_metrics().items()
        for response, value in curve.items()
    ]
    title = "Chen & Ng 2013, Figure 3: LMetrics under five weightings, and OMetrics"
    drawing = curves.panels(title, values, (*WEIGHTS, PLAIN), list(panels.values()), "response")
    construction = "key and responses of their Figures 1 and 2; the key has 20 mentions (they say 19)"
    said = statements("chen2013", "Figure 3", partial(percent, EXAMPLE))
    decided = tuple(map(Statement.of, said))
    return Figure("chen-ng-3", title, construction, drawing, values, decided)


FIGURES: dict[str, Callable[[], Figure]] = {
    "moosavi-strube-2": links.figure_2,
    "moosavi-strube-3": links.figure_3,
    "moosavi-strube-4": moosavi.figure_4,
    "moosavi-strube-5": moosavi.figure_5,
    "moosavi-strube-6": moosavi.figure_6,
    "moosavi-strube-7": moosavi.figure_7,
    "moosavi-strube-8": links.figure_8,
    "recasens-hovy-6": recasens.figure_6,
    "recasens-hovy-7": recasens.figure_7,
    "chen-ng-3": chen_ng_3,
}


def figures(only: Sequence[str] = ()) -> list[Figure]:
    """Return the figures of these names, all by default."""
    for name in only:
        if name not in FIGURES:
            raise UnknownName("figure", name, FIGURES)
    return [FIGURES[name]() for name in only or FIGURES]
