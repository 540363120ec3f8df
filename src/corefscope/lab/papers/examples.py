"""The numbers and statements of the papers' examples, recomputed with the metrics."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from typing import Any

from corefscope.lab.links import links
from corefscope.lab.papers import CUT, DASH, Item, Row, claim, example, f_measure, number, of_section
from corefscope.lab.papers.tables import ENTITIES, MENTIONS, PARTS
from corefscope.lab.partitions import scores, sized
from corefscope.metrics import Score

EXAMPLE_SAME = 0.05  # per cent: “almost the same”, or identical but for the last bits of floats
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "~": lambda one, two: abs(one - two) < EXAMPLE_SAME,
}
Value = Callable[[str, str], float]  # F1 in percent of a metric and a response


def numbers(section: Row) -> Iterator[Item]:
    """Recompute the printed numbers of a section that scores an example."""
    for row in of_section("numbers", section["paper"], section["section"]):
        place, response, printed = section["example"], row["response"], row["printed"]
        if printed == DASH:  # it agrees where our value, too, is a quotient by 0 or made of one
            metric, field = row["quantity"].split()
            result = scored(place, response, metric)
            fields = (field, "recall", "precision") if field == "f1" else (field,)
            undefined = [name for name in fields if name in result.undefined]
            ours = f"{100 * getattr(result, field):.2f}"
            if undefined:
                ours = "0/0" if undefined[0] == field else f"{undefined[0][0].upper()} = 0/0"
            yield Item(row["row"], row["column"], DASH, ours, bool(undefined))
        elif row["quantity"]:
            value = int(section["scale"]) * quantity(place, response, row["quantity"])
            yield number(row["row"], row["column"], printed, value, section["digits"])


def percent(place: str, metric: str, response: str) -> float:
    """Return the F1 of a response of an example."""
    return 100 * scored(place, response, metric).f1


@cache
def scored(place: str, response: str, metric: str) -> Score:
    """Score a response of an example."""
    key, responses, types = example(place)
    return next(iter(scores([(key, responses[response])], [metric], types)[0].values()))


def quantity(place: str, response: str, name: str) -> float:
    """Compute a quantity of a response.

    It is named `muc recall`, `blanc coreference f1` (a part), `blanc coreference_key` (a count), `rc+wn` (links),
    `entities`, `singletons` or `mentions`; or it is a term of a statement.
    """
    if "@" in name:
        return f1(name, partial(percent, place))[0]
    metric, *path = name.split()
    if not path:
        counted: dict[str, float] = counts(place, response)
        return sum(counted[part] for part in metric.split("+"))
    result = scored(place, response, metric)
    for part in path[:-1]:
        result = result.parts[part]
    return {**result.counts, **result.numbers}[path[-1]]


def counts(place: str, response: str) -> dict[str, Any]:
    """Count mentions, entities, and right and wrong links by the names of Recasens & Hovy (2011)."""
    key, responses, _ = example(place)
    entities = {"key": key, **responses}[response]
    return links(key, entities).systems[0]._asdict() | {"mentions": sum(map(len, entities))}


def f1(term: str, value: Value) -> list[float]:
    """Return the F1 of a term, in per cent and rounded so that equal scores are equal.

    A term is `muc@A`, of several responses `muc@A,B`, a difference `muc@A - muc@B`, or a number.
    """
    if "@" not in term:
        return [float(term)]
    sides = [
        [round(value(metric, response), 8) for response in responses.split(",")]
        for metric, _, responses in (part.partition("@") for part in term.split(" - "))
    ]
    return sides[0] if len(sides) == 1 else [one - two for one, two in zip(*sides, strict=True)]


def statements(paper: str, section: str, value: Value) -> list[Item]:
    """Decide the statements of a section; `value` returns F1 by metric and response."""
    rows = of_section("statements", paper, section)
    return [_decided(row["statement"], row["check"], row["evidence"], value) for row in rows]


def _decided(statement: str, check: str, evidence: str, value: Value) -> Item:
    """Decide a statement: chains of terms and operators, some after `not`, joined by `and`.

    The evidence is its text with the value of each term in braces; empty, it is the check with its values.
    """
    holds, spread = True, 0.0
    for chain in check.split(" and "):
        first, *rest = re.split(r" (>=|>|=|~) ", chain.removeprefix("not "))
        values = [f1(term, value) for term in (first, *rest[1::2])]
        values = [each * (max(map(len, values)) // len(each)) for each in values]  # one beside several
        compared = (
            OPERATORS[sign](one, two)
            for sign, sides in zip(rest[::2], pairwise(values), strict=True)
            for one, two in zip(*sides, strict=True)
        )
        holds = holds and all(compared) is not chain.startswith("not ")
        spread = max(abs(one - two) for right in values[1:] for one, two in zip(values[0], right, strict=True))
    if evidence == "none":
        return claim(statement, holds)
    text = evidence or re.sub(r"[^ ]+@[^ ]+", r"{\g<0>}", check)
    text = text.replace("{spread}", f"{spread:.2f}")
    text = re.sub(r"\{(.*?)\}", lambda term: f"{f1(term[1], value)[0]:.2f}", text)
    return claim(statement, holds, text)


# What needs more than scores of an example.


def added_singleton() -> Iterator[Item]:
    """An example of Cai & Strube (2010): {c} is “added as a spurious singleton”, though c is a mention of the key."""
    first, second = (quantity("pradhan2014 §2", side, "b3 precision") for side in ("{a,b,d}", "{a,b,d} {c}"))
    yield claim("B³ precision “drops” with the addition of {c}", second < first, f"{first:.3f} → {second:.3f}")


def gold_1() -> Iterator[Item]:
    place = "recasens2011 Table 8"
    alone, entities = (counts(place, "key")[name] for name in ("singletons", "entities"))
    share = 100 * alone / entities
    yield claim("Gold_1 has 95% singleton entities", round(share) == 95, f"{alone}/{entities} = {share:.1f}%")
    added = [mention for entity in example(place).responses["B"] if 1 in entity for mention in entity if mention != 1]
    joined = "in B, mention 1 is joined with mentions 61, 62, 63 and 64 (§5.1)"
    yield claim(joined, added == [61, 62, 63, 64], f"Table 8 joins it with {', '.join(map(str, added))}")


def one_entity_per_part(parts: int = PARTS) -> list[Item]:
    """MUC of a response with all key mentions of each part of the test set in one entity."""
    precision = Fraction(MENTIONS - ENTITIES, MENTIONS - parts)
    values = (Fraction(100), 100 * precision, 100 * f_measure(Fraction(1), precision))
    rows = of_section("numbers", "moosavi2016", "§3.1")
    return [number(row["row"], row["column"], row["printed"], at, CUT) for row, at in zip(rows, values, strict=True)]


def parts_note() -> str:
    parts = range(1, MENTIONS - ENTITIES)
    fitting = [str(each) for each in parts if all(item.agrees for item in one_entity_per_part(each))]
    return (
        f"MUC precision is ({MENTIONS:,} − {ENTITIES:,}) / ({MENTIONS:,} − parts), the parts with mentions counted; "
        f"the printed values follow with {' or '.join(fitting)} parts."
    )


def extra_mention() -> Iterator[Item]:
    """An extra mention in an entity of n: what it takes from the numerator of LEA's precision."""
    sizes = (2, 3, 10, 50)
    rows = scores([(sized(size), sized(size + 1)) for size in sizes], ["lea"])
    lost = [size + 1 - row["lea"].counts["precision_num"] for size, row in zip(sizes, rows, strict=True)]
    evidence = f"sizes {', '.join(map(str, sizes))}: {', '.join(f'{loss:.2f}' for loss in lost)}"
    yield claim("one extra mention costs an entity of any size 2", max(abs(loss - 2) for loss in lost) < 1e-9, evidence)
