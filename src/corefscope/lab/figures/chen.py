"""Chen & Ng 2013, Figure 3: the linguistically aware metrics under five weightings, on five responses."""

from __future__ import annotations

from collections.abc import Mapping

from corefscope.lab.figures.base import Figure, Statement
from corefscope.metrics import METRICS as FAMILIES
from corefscope.model import Document, Mention
from corefscope.plots import curves
from corefscope.scoring.pipeline import score

# Their Figures 1 and 2. The picture of Figure 2 is described in §4.1 and confirmed by all numbers of Table 1.
KEY = ("abc", "defghijklm", "no", "p", "q", "r", "s", "t")
TYPES = {
    **dict.fromkeys("ad", "name"),
    **dict.fromkeys("enpqrst", "nominal"),
    **dict.fromkeys("bcfghijklmo", "pronoun"),
}
YOU = "ghijklm"
RESPONSES = {
    "a": ("bc", YOU, *"adefnopqrst"),
    "b": ("bc", f"f{YOU}", *"adenopqrst"),
    "c": ("bc", f"e{YOU}", *"adfnopqrst"),
    "d": ("bc", f"d{YOU}", *"aefnopqrst"),
    "e": (f"abc{YOU}", "def", "no", *"pqrst"),
}
WEIGHTS = ("W1", "W2", "W3", "W4", "W5")
PLAIN = "without types"
PANELS = {"lmuc": "muc", "lb3": "b3", "lceafm": "ceafm", "lceafe": "ceafe"}

Curve = Mapping[str, float]  # F1 in percent by response


def _document(entities: tuple[str, ...]) -> Document:
    letters = sorted(TYPES)
    return Document(
        "paragraph",
        [
            [Mention(letters.index(m), letters.index(m) + 1, head=letters.index(m), type=TYPES[m]) for m in entity]
            for entity in entities
        ],
    )


def measured() -> dict[tuple[str, str], dict[str, float]]:
    """F1 in percent of each response, by metric and weighting."""
    names = {
        (aware, series): plain if series == PLAIN else f"{aware}(weights={series})"
        for aware, plain in PANELS.items()
        for series in (PLAIN, *WEIGHTS)
    }
    found: dict[tuple[str, str], dict[str, float]] = {place: {} for place in names}
    for response, entities in RESPONSES.items():
        # W4 is the default and is left out of the name, so that scores come in the order asked for.
        result = score([_document(KEY)], [_document(entities)], metrics=list(names.values()), names=["response"])
        for place, value in zip(names, result.f1.values(), strict=True):
            found[place][response] = 100 * value
    return found


def figure_3() -> Figure:
    found = measured()
    panels = [f"{FAMILIES[aware].title} and {FAMILIES[plain].title}" for aware, plain in PANELS.items()]
    series = (*WEIGHTS, PLAIN)
    values = [
        {"panel": panel, "series": name, "x": response, "y": found[aware, name][response]}
        for aware, panel in zip(PANELS, panels, strict=True)
        for name in series
        for response in RESPONSES
    ]
    title = "Chen & Ng 2013, Figure 3: LMetrics under five weightings, and OMetrics"
    drawing = curves.panels(title, values, series, panels, "response")
    construction = "key and responses of their Figures 1 and 2; the key has 20 mentions (they say 19)"
    return Figure("chen-ng-3", title, construction, drawing, values, tuple(_statements(found)))


def _statements(found: Mapping[tuple[str, str], Curve]) -> list[Statement]:
    near = 1e-9
    muc, lmuc = found["lmuc", PLAIN], {name: found["lmuc", name] for name in WEIGHTS}
    gap = found["lb3", PLAIN]["e"] - found["lb3", PLAIN]["a"]

    def same(aware: str, *names: str) -> bool:
        first = found[aware, names[0]]
        return all(abs(found[aware, name][one] - first[one]) <= near for name in names for one in RESPONSES)

    def steps(aware: str, name: str) -> tuple[float, float]:
        curve = found[aware, name]
        return curve["c"] - curve["b"], curve["d"] - curve["c"]

    return [
        Statement(
            "the scores of MUC and LMUC(W1) are almost the same",
            all(abs(muc[one] - lmuc["W1"][one]) < 0.01 for one in RESPONSES),
        ),
        Statement(
            "with W2 and W3 the LMUC scores for responses (a), (b), (c) and (d) decrease",
            all(lmuc["W1"][one] > lmuc["W2"][one] > lmuc["W3"][one] for one in "abcd"),
        ),
        Statement(
            "the LMUC score for response (e) is higher than the MUC score",
            lmuc["W2"]["e"] > muc["e"] and lmuc["W3"]["e"] > muc["e"],
        ),
        Statement("the scores for LB³(W1), LB³(W2) and LB³(W3) are identical", same("lb3", "W1", "W2", "W3")),
        Statement(
            "B³ only gives 0.7% more points to response (e) than response (a)",
            abs(gap - 0.7) < 0.05,
            detail=f"{gap:.2f}",
        ),
        Statement(
            "LCEAFm(W1) gives a higher score to response (a) than response (e), LCEAFm(W3) a lower one",
            found["lceafm", "W1"]["a"] > found["lceafm", "W1"]["e"]
            and found["lceafm", "W3"]["a"] < found["lceafm", "W3"]["e"],
        ),
        Statement("LCEAFe returns the same score with W1, W2 and W3", same("lceafe", "W1", "W2", "W3")),
        Statement(
            "LMetrics(W4) and (W5) assign much lower scores to response (a) than the OMetrics, W5 even lower ones",
            all(found[aware, PLAIN]["a"] > found[aware, "W4"]["a"] > found[aware, "W5"]["a"] for aware in PANELS),
        ),
        Statement(
            "the OMetrics scores for responses (b), (c) and (d) are identical",
            all(max(map(abs, steps(aware, PLAIN))) <= near for aware in PANELS),
        ),
        Statement(
            "under W4 and W5 (d) is higher than (c), and (c) than (b)",
            all(min(steps(aware, name)) > 0 for aware in PANELS for name in ("W4", "W5")),
        ),
        Statement(
            "the gaps between (b) and (c) and between (c) and (d) are larger under W5 than under W4",
            all(
                five > four
                for aware in PANELS
                for five, four in zip(steps(aware, "W5"), steps(aware, "W4"), strict=True)
            ),
        ),
    ]
