"""Campaign: Python objects in every shape that people hold, whole and damaged, through `score`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import corefscope as cs
from fuzzing.harness import Finding
from fuzzing.judging import METRICS
from fuzzing.layouts import conll, e2e_records
from fuzzing.reading import refused
from fuzzing.texts import Text, random_pair
from support.definitions.metrics import SLOW


class Opaque:
    """An object that is equal to nothing but itself."""


def _tuples(text: Text) -> list[list[tuple[int, int]]]:
    return [[(start, end - 1) for start, end in entity] for entity in text.entities]


def _lists(text: Text) -> list[list[list[int]]]:
    return [[list(span) for span in entity] for entity in _tuples(text)]


def _documents(texts: list[Text]) -> list[cs.Document]:
    return [
        cs.Document(text.name, [[cs.Mention(*span) for span in entity] for entity in text.entities], words=text.words)
        for text in texts
    ]


def _file(texts: list[Text], folder: Path) -> str:
    path = folder / f"{len(list(folder.iterdir()))}.conll"
    path.write_text(conll(texts), encoding="utf-8")
    return str(path)


# Each takes the documents of a side and a folder; the documents have names.
NAMED: dict[str, Callable[[list[Text], Path], Any]] = {
    "tuples by name": lambda texts, _: {text.name: _tuples(text) for text in texts},
    "lists by name": lambda texts, _: {text.name: _lists(text) for text in texts},
    "records": lambda texts, _: e2e_records(texts),
    "generator of records": lambda texts, _: (record for record in e2e_records(texts)),
    "Documents": lambda texts, _: _documents(texts),
    "a file": _file,
}
# Each takes the only document of a side, which has no name.
UNNAMED: dict[str, Callable[[Text], Any]] = {
    "tuples": _tuples,
    "lists": _lists,
    "sets": lambda text: [set(entity) for entity in _tuples(text)],
    "generators": lambda text: ((span for span in entity) for entity in _tuples(text)),
    "arrays": lambda text: [[np.array(span) for span in entity] for entity in _tuples(text)],
    "tuple of tuples": lambda text: tuple(map(tuple, _tuples(text))),
}
IDS: dict[str, Callable[[Text], Any]] = {
    "strings": lambda text: [[f"m{start}_{end}" for start, end in entity] for entity in text.entities],
    "numbers": lambda text: [[start * 1000 + end for start, end in entity] for entity in text.entities],
}
LEAVES = (
    None, True, 3, -1, 2.5, float("nan"), "x", b"x", (), [], {}, {"a": 1}, (1,), (1, 2, 3), [1, "x"], Opaque(), 10**30,
)  # fmt: skip


def case(chance: Random, folder: Path) -> str:
    key, response = random_pair(chance)
    kind = chance.choice(["named", "unnamed", "ids"])
    if kind == "named":
        one, two = NAMED[chance.choice(list(NAMED))](key, folder), NAMED[chance.choice(list(NAMED))](response, folder)
    else:
        key, response = key[:1], response[:1]
        shapes = UNNAMED if kind == "unnamed" else IDS
        name = chance.choice(list(shapes))
        other = name if kind == "ids" else chance.choice(list(shapes))
        one, two = shapes[name](key[0]), shapes[other](response[0])
    damaged = chance.random() < 0.5 and isinstance(two, list | dict)
    if damaged:
        two = deepcopy(two)
        _damage(two, chance)
    try:
        result = cs.score(one, two, metrics=METRICS)
    except cs.CorefscopeError as error:
        if not damaged and any(text.entities for text in key) and any(text.entities for text in response):
            raise Finding(f"refused though nothing is wrong: {error}") from None
        return f"damaged, {refused(error)}" if damaged else refused(error)
    if damaged:
        return "damaged, scored"
    _compare(result, key, response)
    return "scored, judged"


def _compare(result: cs.Result, key: list[Text], response: list[Text]) -> None:
    for metric in METRICS:
        expected: Counter[str] = Counter()
        for one, two in zip(key, response, strict=True):
            for count, value in SLOW[metric](one.entities, two.entities).items():
                expected[count] += value
        for count, value in expected.items():
            found = result.scores[metric].counts[count]
            if abs(found - float(value)) > 1e-9:
                raise Finding(f"{metric}: {count} is {found}, and should be {float(value)}; {result.warnings}")


def _damage(value: Any, chance: Random) -> None:
    """Something within lists and dicts is replaced, removed or put one level deeper or higher."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        place = chance.choice(places)
        inner = value[place]
        if isinstance(inner, list | dict) and inner and chance.random() < 0.7:
            value = inner
            continue
        break
    kind = chance.randrange(4)
    if kind == 0:
        value[place] = chance.choice(LEAVES)
    elif kind == 1:
        del value[place]
    elif kind == 2:
        value[place] = [inner]
    else:
        value[place] = inner[0] if isinstance(inner, list) and inner else chance.choice(LEAVES)
