"""Moosavi & Strube 2016, Figures 2, 3 and 8, from a stated construction, with a search over all of them.

What the authors see in these figures depends on how the responses are made, which the paper does not say. Each
statement is therefore reported for one construction, with the number of constructions under which it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeVar

from corefscope.lab.figures.figure import METRICS, Figure, Rows, Statement, points
from corefscope.lab.figures.links import KEY, STEPS, Construction, constructions, wrong_entities
from corefscope.lab.figures.moosavi import NAMES
from corefscope.lab.partitions import EQUAL, Clusters, clusters, f1
from corefscope.plots import curves

Tried = TypeVar("Tried")
Claim = tuple[str, Callable[[Rows], bool]]

FIGURE_2: tuple[Claim, ...] = (
    (
        "the BLANC F1 values are less than or equal to those of B³ and LEA",
        lambda rows: all(row["blanc"] <= min(row["b3"], row["lea"]) + EQUAL for row in rows),
    ),
)
FIGURE_3: tuple[Claim, ...] = (
    (
        "MUC and LEA are the only measures which give a zero score to the response that contains no correct relations",
        lambda rows: {name for name in METRICS if rows[0][name] <= EQUAL} == {"muc", "lea"},
    ),
    (
        "CEAFe shows an unreasonable drop when the correct link ratio changes from 0% to 20%",
        lambda rows: rows[1]["ceafe"] < rows[0]["ceafe"] - EQUAL,
    ),
    (
        "BLANC F1 is at least 20% higher than that of other metrics",
        lambda rows: all(
            row["blanc"] >= max(row[name] for name in METRICS if name != "blanc") + 20 for row in rows[:-1]
        ),
    ),
)


@cache
def searched(with_wrong_links: bool) -> dict[Construction, Rows]:
    """Return F1 at every step of every construction whose responses are what the paper describes.

    No mention is alone: each is resolved correctly, absent, or linked to one that it does not corefer with.
    """
    responses = {one: [one.response(step) for step in STEPS] for one in constructions(with_wrong_links)}
    return _scores(
        {
            one: made
            for one, made in responses.items()
            if all(len(entity) > 1 for response in made for entity in response)
        }
    )


def _scores(responses: Mapping[Tried, Sequence[Clusters]]) -> dict[Tried, Rows]:
    rows = iter(f1(KEY, [response for made in responses.values() for response in made], METRICS))
    return {one: [next(rows) for _ in made] for one, made in responses.items()}


@cache
def best() -> Construction:
    """Return the construction under which most of what is said of both figures holds, the first of those."""
    without = searched(False)

    def holding(one: Construction) -> int:
        rows = without.get(Construction(one.right, one.count))
        of_2 = sum(check(rows) for _, check in FIGURE_2) if rows is not None else -1
        return of_2 + sum(check(searched(True)[one]) for _, check in FIGURE_3)

    return max(searched(True), key=holding)


def _figure(number: int, caption: str, chosen: Construction, claims: Sequence[Claim]) -> Figure:
    found = searched(chosen.wrong is not None)
    statements = []
    for text, check in claims:
        holding = [one for one, rows in found.items() if check(rows)]
        first = f"; for instance {holding[0]}" if holding and chosen not in holding else ""
        detail = f"holds under {len(holding)} of {len(found)} constructions{first}"
        statements.append(Statement(text, chosen in holding, fixed=False, detail=detail))
    title = f"Moosavi & Strube 2016, Figure {number}: {caption}"
    values = points(found[chosen], STEPS)
    drawing = curves.lines(title, values, NAMES, "share of links resolved")
    construction = (
        f"{chosen} (ours: the paper does not say; of {len(found)} tried, the first under which most of what is said of "
        "Figures 2 and 3 holds)"
    )
    return Figure(f"moosavi-strube-{number}", title, construction, drawing, values, tuple(statements))


def figure_2() -> Figure:
    chosen = Construction(best().right, best().count)
    return _figure(2, "resolved links without incorrect links", chosen, FIGURE_2)


def figure_3() -> Figure:
    return _figure(3, "resolved links with incorrect links", best(), FIGURE_3)


# Figure 8

GROUPS = {"alone": 1, "in entities of two": 2, "in entities of three": 3, "in entities as large as can be": len(KEY)}
CHOICES = ("of each entity", "large entities first", "small entities first")


def misidentified(share: float, choice: str, size: int) -> Clusters:
    """Return a share of the key's mentions without a right link; those that have only right links are alone."""
    if choice == "of each entity":
        found = [entity[: round(share * len(entity) + 1e-9)] for entity in KEY]
    else:
        order = KEY if choice == "large entities first" else KEY[::-1]
        left = round(share * sum(map(len, KEY)))
        found = []
        for entity in order:
            found.append(entity[: max(left, 0)])
            left -= len(entity)
    return clusters(wrong_entities([entity for entity in found if entity], size))


def _rewards(rows: Rows) -> bool:
    zero = all(row[name] <= EQUAL for row in rows for name in ("muc", "lea"))
    return zero and all(row[name] > EQUAL for row in rows[1:] for name in ("b3", "ceafm", "ceafe", "blanc"))


def figure_8() -> Figure:
    found = _scores(
        {
            (choice, group): [misidentified(step, choice, size) for step in STEPS]
            for choice in CHOICES
            for group, size in GROUPS.items()
        }
    )
    chosen = ("of each entity", "in entities of two")
    holding = [one for one, rows in found.items() if _rewards(rows)]
    others = [" ".join(one) for one in found if one not in holding]
    statement = Statement(
        "with no correct link, the F1 of B³, CEAF and BLANC is not zero (that of MUC and LEA is)",
        chosen in holding,
        fixed=False,
        detail=f"holds under {len(holding)} of {len(found)} constructions"
        + (f"; not: {', '.join(others)}, where all links of the response are of one kind" if others else ""),
    )
    title = "Moosavi & Strube 2016, Figure 8: effect of mention identification"
    values = points(found[chosen], STEPS)
    drawing = curves.lines(title, values, NAMES, "share of mentions found", domain=(0, 60))
    construction = f"mentions {chosen[0]}, {chosen[1]}, no two of which corefer (ours: the paper does not say)"
    return Figure("moosavi-strube-8", title, construction, drawing, values, (statement,))
