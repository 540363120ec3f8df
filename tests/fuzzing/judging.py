"""Whether a score is what the files say, by plain readers and literal definitions."""

from __future__ import annotations

from collections import Counter

import corefscope as cs
from fuzzing.harness import Finding
from fuzzing.plain import Documents, NotPlain
from support.definitions.metrics import SLOW

METRICS = ("mentions", "b3")


def judged(result: cs.Result, key: Documents, response: Documents) -> None:
    """Raises Finding if a result whose warnings change no count differs from what both files plainly say."""
    names = {_short(name): entities for name, entities in response.items()}
    if {_short(name) for name in key} != set(names) or len(names) != len(response):
        raise NotPlain("other names of documents")
    for metric in METRICS:
        expected: Counter[str] = Counter()
        for name, entities in key.items():
            for count, value in SLOW[metric](entities, names[_short(name)]).items():
                expected[count] += value
        found = result.scores[metric].counts
        for count, value in expected.items():
            if abs(float(value) - found[count]) > 1e-9:
                raise Finding(f"{metric}: {count} is {found[count]}, and should be {float(value)}, without a warning")


def _short(name: str) -> str:
    """`(tale0); part 000` and `tale0` are one name."""
    return name.removeprefix("(").removesuffix("); part 000")
