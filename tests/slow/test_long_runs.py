"""Longer fuzzing and larger data than the everyday tests can afford: `make slow`."""

import random
import sys
from pathlib import Path

import pytest

import corefscope as cs
from differential.test_variants import compare
from support.definitions.metrics import SLOW
from support.inputs.damage import outcomes
from support.inputs.random_partitions import random_document

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("seed", range(10, 15))
def test_metrics_equal_their_definitions(name, seed):
    chance = random.Random(seed)
    compare(name, [random_document(chance, 9, 5) for _ in range(10_000)], SLOW[name])
    compare(name, [random_document(chance, 60, 25) for _ in range(500)], SLOW[name])


@pytest.mark.parametrize("example", ["key.conll", "response-b.jsonl"])
def test_damaged_files(example, tmp_path):
    path = tmp_path / example
    content = (ROOT / "examples" / example).read_bytes()

    def read(text):
        path.write_bytes(text)
        return cs.read(path)

    counts = outcomes(content, read, b'()|_-+#\t\n\r "[]{},:0129\0', cases=20_000, seed="long")
    assert min(counts.values()) > 100, counts


def test_ten_times_ontonotes_scores_as_its_parts_do(tmp_path):
    """3,480 documents in one file give the sum of what its tenths give."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    from corpora import pair

    texts = pair(3_480, tokens=250, mentions=60)
    whole, parts = [], [[], []]
    for side, text in enumerate(texts):
        path = tmp_path / f"whole-{side}.conll"
        path.write_text(text, encoding="utf-8")
        whole.append(path)
        documents = ["#begin" + each for each in text.split("#begin")[1:]]
        for tenth in range(10):
            part = tmp_path / f"part-{side}-{tenth}.conll"
            part.write_text("".join(documents[tenth::10]), encoding="utf-8")
            parts[side].append(part)
    names = ["mentions", "muc", "b3", "ceafm", "ceafe", "lea", "pairwise"]
    total = cs.score(*whole, metrics=names).scores
    pieces = [cs.score(key, response, metrics=names).scores for key, response in zip(*parts, strict=True)]
    for name in names:
        for count, value in total[name].counts.items():
            assert value == pytest.approx(sum(piece[name].counts[count] for piece in pieces), rel=1e-12), (name, count)
