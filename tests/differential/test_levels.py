"""Topic and corpus level beside coval on files in the layout of ariecattan/coref; COREFSCOPE_COVAL names its folder.

That repository's run_scorer.py calls coval on CoNLL files in which a document is a topic, or the corpus; its own copy
of coval lacks the evaluator, so the original is run.
"""

import re
import subprocess
import sys
from random import Random

import pytest

import corefscope as cs
from differential.peers import peer

DOCUMENTS = [(f"{topic}_{number}ecb", topic) for topic in (1, 2, 3) for number in range(4)]


def random_side(random, singletons):
    """Single-token mentions of each document, of entities that a topic, and rarely the corpus, shares."""
    side = {}
    for name, topic in DOCUMENTS:
        row = []
        for _ in range(12):
            if random.random() < 0.4:
                row.append(None)
            elif random.random() < singletons:
                row.append(f"9{random.randrange(10**6)}")
            else:
                row.append(f"{random.choice((topic, topic, 7))}{random.randrange(5)}")
        side[name] = row
    return side


def lines(side, unit):
    """The layout of ariecattan/coref: topic, subtopic, document, sentence, token, word, flag, coreference."""
    units = {}
    for name, topic in DOCUMENTS:
        units.setdefault(unit(topic), []).append((name, topic))
    for each, names in units.items():
        yield f"#begin document {each}"
        for name, topic in names:
            for place, entity in enumerate(side[name]):
                coreference = "-" if entity is None else f"({entity})"
                yield "\t".join(map(str, (topic, f"{topic}_0", name, 0, place, "word", "True", coreference)))
        yield "#end document"


def table(side):
    yield "document,topic,start,end,entity"
    for name, topic in DOCUMENTS:
        for place, entity in enumerate(side[name]):
            if entity is not None:
                yield f"{name},{topic},{place},{place + 1},{entity}"


def coval(folder, key, response):
    done = subprocess.run(
        [sys.executable, "scorer.py", str(key), str(response), "remove_singletons"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    scores = re.findall(r"(\w+)\s+Recall: ([\d.]+)\s+Precision: ([\d.]+)\s+F1: ([\d.]+)", done.stdout)
    names = {"bcub": "b3"}
    return {names.get(name, name): tuple(map(float, values)) for name, *values in scores}


@pytest.mark.parametrize("seed", range(4))
def test_coval(tmp_path, seed):
    folder = peer("COREFSCOPE_COVAL")
    random = Random(seed)
    sides = {name: random_side(random, 0.2) for name in ("key", "response")}
    for name, side in sides.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(table(side)) + "\n")
        for level, unit in (("topic", lambda topic: topic), ("corpus", lambda topic: "all")):
            (tmp_path / f"{name}.{level}").write_text("\n".join(lines(side, unit)) + "\n")
    metrics = ("muc", "b3", "ceafe", "lea")
    scores = cs.cross_document(tmp_path / "key.csv", tmp_path / "response.csv", metrics=metrics)
    for level in ("topic", "corpus"):
        expected = coval(folder, tmp_path / f"key.{level}", tmp_path / f"response.{level}")
        for metric in metrics:
            score = scores[level].system[metric]
            ours = tuple(round(100 * value, 2) for value in (score.recall, score.precision, score.f1))
            assert ours == pytest.approx(expected[metric], abs=0.0101), (level, metric)
