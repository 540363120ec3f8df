"""Chen & Ng 2013, Figure 3: the linguistically aware metrics under five weightings, on five responses.

The responses are those of their Figure 2, a drawing; they follow from the prose of §4.1, and Table 1 confirms them.
"""

from __future__ import annotations

from collections.abc import Mapping

from corefscope.lab.figures.base import EQUAL, TITLES, Figure, Statement, same
from corefscope.lab.papers.recomputed import scored
from corefscope.plots import curves

RESPONSES = "abcde"
WEIGHTS = ("W1", "W2", "W3", "W4", "W5")
PLAIN = "without types"
PANELS = {"lmuc": "muc", "lb3": "b3", "lceafm": "ceafm", "lceafe": "ceafe"}


def measured() -> dict[tuple[str, str], dict[str, float]]:
    """Return F1 in percent of each response, by metric and weighting."""
    return {
        (aware, series): {response: 100 * scored("chen2013 Figure 2", response, name).f1 for response in RESPONSES}
        for aware, plain in PANELS.items()
        for series, name in ((PLAIN, plain), *((weights, f"{aware}(weights={weights})") for weights in WEIGHTS))
    }


def figure_3() -> Figure:
    found = measured()
    panels = {aware: f"{TITLES[aware]} and {TITLES[plain]}" for aware, plain in PANELS.items()}
    series = (*WEIGHTS, PLAIN)
    values = [
        {"panel": panel, "series": name, "x": response, "y": found[aware, name][response]}
        for aware, panel in panels.items()
        for name in series
        for response in RESPONSES
    ]
    title = "Chen & Ng 2013, Figure 3: LMetrics under five weightings, and OMetrics"
    drawing = curves.panels(title, values, series, list(panels.values()), "response")
    construction = "key and responses of their Figures 1 and 2; the key has 20 mentions (they say 19)"
    return Figure("chen-ng-3", title, construction, drawing, values, _statements(found))


def _statements(found: Mapping[tuple[str, str], Mapping[str, float]]) -> tuple[Statement, ...]:
    muc, (w1, w2, w3) = found["lmuc", PLAIN], (found["lmuc", name] for name in WEIGHTS[:3])
    gap = found["lb3", PLAIN]["e"] - found["lb3", PLAIN]["a"]
    ceafm = {name: found["lceafm", name]["a"] - found["lceafm", name]["e"] for name in ("W1", "W3")}

    def weights_agree(aware: str) -> bool:
        return all(same(*(found[aware, name][one] for name in WEIGHTS[:3])) for one in RESPONSES)

    def steps(aware: str, name: str) -> tuple[float, float]:
        b, c, d = (found[aware, name][one] for one in "bcd")
        return c - b, d - c

    checks = {
        "the scores of MUC and LMUC(W1) are almost the same": all(abs(muc[one] - w1[one]) < 0.01 for one in RESPONSES),
        "with W2 and W3 the LMUC scores for responses (a), (b), (c) and (d) decrease": all(
            w1[one] > w2[one] > w3[one] for one in "abcd"
        ),
        "the LMUC score for response (e) is higher than the MUC score": w2["e"] > muc["e"] and w3["e"] > muc["e"],
        "the scores for LB³(W1), LB³(W2) and LB³(W3) are identical": weights_agree("lb3"),
        "B³ only gives 0.7% more points to response (e) than response (a)": abs(gap - 0.7) < 0.05,
        "LCEAFm(W1) gives a higher score to response (a) than response (e), LCEAFm(W3) a lower one": (
            ceafm["W1"] > 0 > ceafm["W3"]
        ),
        "LCEAFe returns the same score with W1, W2 and W3": weights_agree("lceafe"),
        "LMetrics(W4) and (W5) assign much lower scores to response (a) than the OMetrics, W5 even lower ones": all(
            found[aware, PLAIN]["a"] > found[aware, "W4"]["a"] > found[aware, "W5"]["a"] for aware in PANELS
        ),
        "the OMetrics scores for responses (b), (c) and (d) are identical": all(
            max(map(abs, steps(aware, PLAIN))) <= EQUAL for aware in PANELS
        ),
        "under W4 and W5 (d) is higher than (c), and (c) than (b)": all(
            min(steps(aware, name)) > 0 for aware in PANELS for name in ("W4", "W5")
        ),
        "the gaps between (b) and (c) and between (c) and (d) are larger under W5 than under W4": all(
            five > four for aware in PANELS for five, four in zip(steps(aware, "W5"), steps(aware, "W4"), strict=True)
        ),
    }
    details = {"B³ only gives 0.7% more points to response (e) than response (a)": f"{gap:.2f}"}
    return tuple(Statement(text, holds, detail=details.get(text, "")) for text, holds in checks.items())
