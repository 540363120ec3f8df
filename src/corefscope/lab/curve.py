"""Curves: scores over the size of windows, or over the distance, range or size of what is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from corefscope.metrics import AnyMetrics, Score
from corefscope.model import Corpus
from corefscope.problems import UnknownName
from corefscope.scoring.bins import BINNED, PREFIX
from corefscope.scoring.inputs import Input, names_of, path_of, read_sides
from corefscope.scoring.pipeline import score
from corefscope.scoring.result import Result
from corefscope.settings import Settings, window_size

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from corefscope.basics.keywords import SettingsKeywords

WINDOW, WHOLE = "window", "whole"
SIZES = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 50_000, 100_000)
USUAL = ("muc", "b3", "ceafe", "lea")


@dataclass(frozen=True)
class Point:
    """The scores of every system at one place of the curve; `size` are its documents, windows or key mentions."""

    label: str
    size: int
    scores: Mapping[str, Mapping[str, Score]]  # by system, by metric


@dataclass(frozen=True)
class Curve:
    """Scores over a number."""

    result: Result
    over: str
    meaning: str
    counted: str  # what the sizes of points are numbers of
    points: tuple[Point, ...]

    def as_object(self) -> dict[str, Any]:
        return {
            "signature": self.result.signature,
            "over": self.over,
            "points": [
                {
                    "label": point.label,
                    self.counted: point.size,
                    "scores": {
                        system: {name: one.numbers | {"undefined": list(one.undefined)} for name, one in scores.items()}
                        for system, scores in point.scores.items()
                    },
                }
                for point in self.points
            ],
        }


def curve(
    key: Input,
    *responses: Input,
    over: str = WINDOW,
    metrics: AnyMetrics = USUAL,
    names: Sequence[str] | None = None,
    settings: Settings | None = None,
    **options: Unpack[SettingsKeywords],
) -> Curve:
    """Score over `window` sizes, or over a number that `--by bins:` knows, such as `distance`; `=` states the places.

    >>> key = [{"doc_key": "a", "sentences": [["w"] * 8], "clusters": [[[0, 0], [2, 2], [6, 6]]]}]
    >>> response = [{"doc_key": "a", "sentences": [["w"] * 8], "clusters": [[[0, 0], [2, 2]], [[6, 6]]]}]
    >>> found = curve(key, response, over="window=4,8", metrics="b3")
    >>> [(point.label, round(point.scores["response"]["b3"].recall, 2)) for point in found.points]
    [('4', 1.0), ('8', 0.56), ('whole', 0.56)]
    """
    what, _, stated = over.partition("=")
    if what != WINDOW and what not in BINNED:
        raise UnknownName("curve", what, (WINDOW, *BINNED))
    chosen = Settings.of(settings, None, options)
    called = names_of(responses, names)
    if what != WINDOW:
        result = score(key, *responses, metrics=metrics, names=called, settings=chosen, by=PREFIX + over)
        groups = {} if result.by is None else result.by.groups
        counted = "mentions" if result.by is None else f"{result.by.of}s"
        points = [
            Point(name, size, {system.name: system.by_group[name] for system in result.systems})
            for name, size in groups.items()
        ]
        return Curve(result, what, BINNED[what].meaning, counted, tuple(points))
    sides = read_sides(key, responses, called, chosen, lambda step: None)
    points = []
    for size in [each.strip() for each in stated.split(",")] if stated else _sizes(sides[0]):
        window_size(size)
        cut = Settings.of(chosen, None, {"window": size})
        points.append(_point(size, score(sides[0], *sides[1:], metrics=metrics, names=called, settings=cut)))
    result = score(sides[0], *sides[1:], metrics=metrics, names=called, settings=chosen)
    result = replace(result, key=replace(result.key, path=path_of(key)))
    points.append(_point(WHOLE, result))
    return Curve(result, what, "tokens of a window; 20s is 20 sentences", "windows", tuple(points))


def _sizes(key: Corpus) -> list[str]:
    """Sizes below the length of the longest document."""
    longest = max(int(key.tokens.max(initial=0)), int(np.max(key.end, initial=0)))
    return [str(size) for size in SIZES if size < longest]


def _point(label: str, result: Result) -> Point:
    return Point(label, len(result.documents), {system.name: system.scores for system in result.systems})
