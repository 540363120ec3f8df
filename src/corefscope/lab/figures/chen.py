"""Chen & Ng 2013, Figure 3: the linguistically aware metrics under five weightings, on five responses.

The responses are those of their Figure 2, a drawing; they follow from the prose of §4.1, and Table 1 confirms them.
"""

from __future__ import annotations

from corefscope.lab.figures.figure import TITLES, Figure, Statement
from corefscope.lab.papers.examples import scored, statements
from corefscope.plots import curves

EXAMPLE = "chen2013 Figure 2"
RESPONSES = "abcde"
WEIGHTS = ("W1", "W2", "W3", "W4", "W5")
PLAIN = "without types"
PANELS = {"lmuc": "muc", "lb3": "b3", "lceafm": "ceafm", "lceafe": "ceafe"}


def measured() -> dict[tuple[str, str], dict[str, float]]:
    """Return F1 in percent of each response, by metric and weighting."""
    return {
        (aware, series): {response: 100 * scored(EXAMPLE, response, name).f1 for response in RESPONSES}
        for aware, plain in PANELS.items()
        for series, name in (*((weights, f"{aware}(weights={weights})") for weights in WEIGHTS), (PLAIN, plain))
    }


def figure_3() -> Figure:
    panels = {aware: f"{TITLES[aware]} and {TITLES[plain]}" for aware, plain in PANELS.items()}
    values = [
        {"panel": panels[aware], "series": series, "x": response, "y": value}
        for (aware, series), curve in measured().items()
        for response, value in curve.items()
    ]
    title = "Chen & Ng 2013, Figure 3: LMetrics under five weightings, and OMetrics"
    drawing = curves.panels(title, values, (*WEIGHTS, PLAIN), list(panels.values()), "response")
    construction = "key and responses of their Figures 1 and 2; the key has 20 mentions (they say 19)"
    said = statements("chen2013", "Figure 3", EXAMPLE)
    decided = tuple(Statement(item.column, item.agrees, detail=item.ours) for item in said)
    return Figure("chen-ng-3", title, construction, drawing, values, decided)
