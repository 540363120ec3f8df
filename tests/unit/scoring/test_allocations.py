"""How much memory work takes, counted as it is asked for: no clock, and no other program, changes that."""

from functools import partial

import numpy as np
import pytest

import corefscope as cs
from corefscope.formats import load
from corefscope.formats.files import blocks
from support.memory import peak

BLOCK = 1 << 16
WORD = {"conll": "x\t0\t{number}\tword\t-\t{cell}\n", "conllu": "{number}\tword\t_\tX\t_\t_\t0\troot\t_\t{cell}\n"}
BEGIN = {"conll": "#begin document (x{document})\n", "conllu": "# newdoc id = x{document}\n# global.Entity = eid\n"}
END = {"conll": "#end document\n", "conllu": "\n"}
MENTION, NOTHING = {"conll": "(1)", "conllu": "Entity=(e{document})"}, {"conll": "-", "conllu": "_"}


def text(kind, documents):
    """Documents of a thousand words and one mention."""
    parts = []
    for document in range(documents):
        words = [WORD[kind].format(number=number, cell=NOTHING[kind]) for number in range(1, 1000)]
        cell = MENTION[kind].format(document=document)
        parts += [BEGIN[kind].format(document=document), *words, WORD[kind].format(number=1000, cell=cell), END[kind]]
    return "".join(parts)


@pytest.mark.parametrize("kind", WORD)
def test_reading_needs_a_block_at_a_time(tmp_path, monkeypatch, kind):
    """Of four times the file, at most a third more: the lines of words are remembered, the words are not."""
    monkeypatch.setattr(blocks, "BLOCK", BLOCK)
    monkeypatch.setattr(load, "BLOCK", BLOCK)
    peaks = []
    for documents in (15, 60):
        path = tmp_path / f"{documents}.{kind}"
        path.write_text(text(kind, documents), encoding="utf-8")
        peaks.append(peak(partial(load.read_corpus, str(path))))
    remembered = 8 * 45 * 1000 if kind == "conllu" else 0
    assert peaks[1] < 4 / 3 * peaks[0] + remembered


def test_scoring_needs_memory_linear_in_mentions():
    chance = np.random.default_rng(1)
    peaks = []
    for mentions in (3_000, 12_000):
        sides = []
        for _ in range(2):
            entity = chance.integers(0, mentions // 4, mentions)
            clusters = np.split(np.argsort(entity, kind="stable"), np.cumsum(np.bincount(entity))[:-1])
            sides.append([cluster.tolist() for cluster in clusters if len(cluster)])
        peaks.append(peak(partial(cs.score, *sides)))
    assert peaks[1] < 5 * peaks[0]
