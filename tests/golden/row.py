"""What a golden test states: a metric, two sides, and the numbers that must come out."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

import corefscope


@dataclass(frozen=True)
class Printed:
    """A number as a paper prints it, a percentage by default: rounded, or cut off as the official scorer does.

    One without decimals is a count, or 0 or 100 per cent, and means itself.
    """

    text: str
    truncated: bool = False
    scale: int = 100

    def agrees(self, value):
        exponent = Decimal(self.text).as_tuple().exponent
        unit = Fraction(10) ** exponent if exponent else Fraction(0)
        excess = Fraction(value) * self.scale - Fraction(self.text)
        slack = Fraction(1, 10**12)  # the value is a float
        if self.truncated:
            return -slack <= excess < (unit or slack)
        return abs(excess) <= unit / 2 + slack


UNDEFINED = "undefined"  # 0, and named among the undefined


@dataclass(frozen=True)
class Row:
    """One metric of one example.

    An expectation is a pair (numerator, denominator) that the counts must hold, where (0, 0) also
    means undefined; or a Fraction; or a Printed number; or UNDEFINED; or None, if nothing is said.
    `links` are BLANC's: (both, key, response) of coreference links, then of non-coreference links.
    """

    source: str
    metric: str
    key: list
    response: list
    recall: object = None
    precision: object = None
    f1: object = None
    links: tuple | None = None
    options: Mapping = field(default_factory=dict)

    def __str__(self):
        return f"{self.source}: {self.metric}"


def clusters(text):
    """`abc de` → {a,b,c} and {d,e}: entities are words, mentions their letters."""
    return [list(word) for word in text.split()]


def close(value, expected):
    """Equal but for the last bits of a float; nothing but 0 is close to 0."""
    return math.isclose(value, float(expected), rel_tol=1e-14, abs_tol=0.0)


def check(row):
    score = corefscope.score(row.key, row.response, metrics=[row.metric], **row.options).scores[row.metric]
    stated = 0
    for name in ("recall", "precision", "f1"):
        expected, value = getattr(row, name), getattr(score, name)
        if expected is None:
            continue
        stated += 1
        if isinstance(expected, tuple):
            counts = score.counts[f"{name}_num"], score.counts[f"{name}_den"]
            numerator, denominator = Fraction(expected[0]), expected[1]
            assert close(counts[0], numerator), (name, counts, expected)
            assert counts[1] == denominator, (name, counts, expected)
            expected = numerator / denominator if denominator else UNDEFINED
        assert (name in score.undefined) == (expected == UNDEFINED), (name, score)
        if isinstance(expected, Printed):
            assert expected.agrees(value), (name, value, expected)
        else:
            assert close(value, 0 if expected == UNDEFINED else expected), (name, value, expected)
    if row.links is not None:
        stated += 1
        kinds = ("coreference", "non_coreference")
        places = [f"{kind}_{side}" for kind in kinds for side in ("both", "key", "response")]
        assert [score.counts[place] for place in places] == [count for half in row.links for count in half]
    assert stated, "a row that states nothing cannot fail"
