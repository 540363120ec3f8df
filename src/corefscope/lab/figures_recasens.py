"""Recasens & Hovy 2011, Figures 6 and 7: how BLANC grows with right links of either kind; Chen & Ng 2013, Figure 3."""

from __future__ import annotations

import itertools
from functools import partial

from corefscope.lab.figures import TITLES, Figure, points
from corefscope.lab.papers import claim, example
from corefscope.lab.papers.examples import percent, statements
from corefscope.lab.papers.tables import link_counts
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1, links, mentions, singletons
from corefscope.metrics import METRICS as FAMILIES
from corefscope.plots import curves

MEASURES = ("muc", "b3", "ceafm", "blanc")
GOLD_1 = example("recasens2011 Table 8").key  # 61 singletons and entities of four, three and two mentions
GRID = 60  # steps of the surface either way


def growing() -> list[Clusters]:
    """Return responses from all singletons to the key: mentions join their entities one by one, without wrong links."""
    entities = [entity for entity in GOLD_1 if len(entity) > 1]
    responses = [singletons(mentions(GOLD_1))]
    for place, entity in enumerate(entities):
        for size in range(2, len(entity) + 1):
            together = (*entities[:place], entity[:size])
            rest = singletons(set(mentions(GOLD_1)).difference(*together))
            responses.append(clusters([*together, *rest]))
    return responses


def figure_6() -> Figure:
    responses = growing()
    rows, shares = f1(GOLD_1, responses, MEASURES), _shares(responses)
    points_of_curve = itertools.pairwise(zip(rows, shares, strict=True))
    slopes = [(two["blanc"] - one["blanc"]) / (b - a) for (one, a), (two, b) in points_of_curve]
    claims = statements("recasens2011", "Figure 6", lambda metric, number: rows[int(number)][metric])
    slope = claim(
        "the curve slope for BLANC gradually increases",
        slopes == sorted(slopes),
        why=f"the score rises throughout, but its slope falls from {slopes[0]:.1f} to {slopes[-1]:.1f} points per "
        "share of links: the F of x right links of n, without wrong ones, is 2x/(n+x), which flattens under every "
        "construction; what increases gradually is the score",
    )
    claims.insert(2, slope)
    title = "Recasens & Hovy 2011, Figure 6: scores as right coreference links increase"
    values = points(rows, shares, MEASURES)
    construction = "Gold₁ of Table 8; mentions join their entities one by one, the others are singletons (ours)"
    names = [TITLES[name] for name in MEASURES]
    drawing = curves.lines(title, values, names, "right coreference links")
    return Figure(title, construction, claims, values, drawing)


def _shares(responses: list[Clusters]) -> list[float]:
    """Return the share of Gold₁'s links that each response has."""
    return [len(links(response)) / len(links(GOLD_1)) for response in responses]


def blanc(share: float, non_coreference_share: float) -> float:
    """Compute BLANC in percent from shares of right coreference and right non-coreference links of Gold₁."""
    coreference, count = len(links(GOLD_1)), len(mentions(GOLD_1))
    non_coreference = count * (count - 1) // 2 - coreference
    rc, rn = share * coreference, non_coreference_share * non_coreference
    # A link that is not right is wrong, and counts for the other kind in the response (their Table 4).
    return 100 * FAMILIES["blanc"].finish(link_counts(rc, rn, wc=non_coreference - rn, wn=coreference - rc)).f1


def figure_7() -> Figure:
    from scipy.optimize import brentq

    steps = [step / GRID for step in range(GRID + 1)]
    half = 0.55 / GRID  # cells overlap a little, so that no seams show
    ends = [(step, max(step - half, 0.0), min(step + half, 1.0)) for step in steps]
    values = [
        {"x": left, "x2": right, "y": low, "y2": high, "value": blanc(rc, rn)}
        for rc, low, high in ends
        for rn, left, right in ends
    ]
    rear = "coreference from 0 to 1, all non-coreference right"
    front = "non-coreference from 0 to 1, all coreference right"
    fine = [step / 400 for step in range(401)]
    edges = [{"series": rear, "x": share, "y": blanc(share, 1.0)} for share in fine]
    edges += [{"series": front, "x": share, "y": blanc(1.0, share)} for share in fine]
    responses = growing()
    curve = zip(_shares(responses), f1(GOLD_1, responses, ["blanc"]), strict=True)
    same = all(abs(row["blanc"] - blanc(share, 1.0)) <= EQUAL for share, row in curve)
    # The share of non-coreference links that must be right for a score, if all coreference links are.
    half_way, needed = (brentq(lambda share, score=score: blanc(1.0, share) - score, 0, 1) for score in (50, 90))
    claims = (
        claim("the left rear face, where right non-coreference is 1, displays the BLANC curve from Figure 6", same),
        claim(
            "for a constant right coreference of 1, BLANC ranges from near zero to 0.5 as right non-coreference ranges "
            "from zero to 1",
            blanc(1.0, 0.0) < 1 and abs(blanc(1.0, 1.0) - 50) <= 1,
            why=f"it ranges from {blanc(1.0, 0.0) / 100:.3f} to {blanc(1.0, 1.0) / 100:.1f}, since all links "
            f"are right there; 0.5 is passed where {half_way:.1%} of the non-coreference links are right",
        ),
        claim(
            "systems must achieve correctness of almost all coreference and non-coreference links to approach the "
            "steep curve",
            needed > 0.99,
            f"read as: with all coreference links right, a score of 0.9 needs {needed:.2%} of the others",
        ),
    )
    title = "Recasens & Hovy 2011, Figure 7: BLANC by right links of both kinds"
    drawing = curves.surface(title, values, "right non-coreference links", "right coreference links", "BLANC", edges)
    construction = (
        "counts of Gold₁ of Table 8: 10 coreference and 2,405 non-coreference links; the surface seen from above"
    )
    return Figure(title, construction, claims, [*values, *edges], drawing)


# Chen & Ng 2013, Figure 3: the linguistically aware metrics under five weightings, on five responses. These
# are those of their Figure 2, a drawing; they follow from the prose of §4.1, and Table 1 confirms them.
EXAMPLE = "chen2013 Figure 2"
WEIGHTS = ("W1", "W2", "W3", "W4", "W5")
RECASENS_PLAIN = "without types"
PANELS = {"lmuc": "muc", "lb3": "b3", "lceafm": "ceafm", "lceafe": "ceafe"}


def aware_metrics() -> dict[tuple[str, str], dict[str, float]]:
    """Return F1 in percent of each response, by metric and weighting."""
    return {
        (aware, series): {response: percent(EXAMPLE, name, response) for response in "abcde"}
        for aware, plain in PANELS.items()
        for series, name in (
            *((weights, f"{aware}(weights={weights})") for weights in WEIGHTS),
            (RECASENS_PLAIN, plain),
        )
    }


def chen_ng_3() -> Figure:
    panels = {aware: f"{TITLES[aware]} and {TITLES[plain]}" for aware, plain in PANELS.items()}
    values = [
        {"panel": panels[aware], "series": series, "x": response, "y": value}
        for (aware, series), curve in aware_metrics().items()
        for response, value in curve.items()
    ]
    title = "Chen & Ng 2013, Figure 3: LMetrics under five weightings, and OMetrics"
    construction = "key and responses of their Figures 1 and 2; the key has 20 mentions (they say 19)"
    claims = statements("chen2013", "Figure 3", partial(percent, EXAMPLE))
    series, names = (*WEIGHTS, RECASENS_PLAIN), list(panels.values())
    return Figure(title, construction, claims, values, curves.panels(title, values, series, names, "response"))
