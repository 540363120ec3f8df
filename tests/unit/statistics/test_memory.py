"""Comparing many documents: memory grows with their counts, never with documents times trials."""

import json
import pickle
from dataclasses import replace

import numpy as np
import pytest

import corefscope as cs
from corefscope.metrics import metrics
from corefscope.reporting import report
from corefscope.reporting.views.scores import view
from corefscope.scoring import saved
from corefscope.statistics import samples as sampling
from corefscope.statistics.judgement import run_tests
from corefscope.statistics.plan import Plan
from corefscope.statistics.samples import Samples, fixed_point
from support.memory import peak

MANY = 8_000
COLUMNS = ("recall_num", "recall_den", "precision_num", "precision_den")


def samples_of(groups, systems=2, strata=1):
    """The counts of MUC of some systems, the first one a little better."""
    chance = np.random.default_rng(groups)
    counts = chance.integers(1, 9, (systems, 4, groups)).astype(float)
    counts[:, [0, 2]] = np.minimum(counts[:, [0, 2]], counts[:, [1, 3]])
    return Samples(
        systems=tuple(f"system {number}" for number in range(systems)),
        metrics=tuple(metrics(["muc"])),
        field="f1",
        groups=tuple(map(str, range(groups))),
        strata=np.sort(chance.integers(0, strata, groups)),
        average="micro",
        columns=tuple(("muc", name) for name in COLUMNS),
        counts=fixed_point(counts),
    )


@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_draws_are_made_in_blocks_of_bounded_size(test):
    """All draws at once would be 8 bytes × 8,000 documents × 400 trials, and several times that on the way."""
    plan = Plan(test=test, trials=400)
    few, many = (peak(lambda groups=groups: run_tests(samples_of(groups), plan)) for groups in (MANY // 4, MANY))
    # A block has as many numbers whatever the documents; what is left are counts, and scores without each document.
    assert many < 1.5 * few < 32 << 20


@pytest.mark.parametrize("strata", [1, 3])
@pytest.mark.parametrize("test", ["randomization", "bootstrap"])
def test_no_number_depends_on_the_size_of_a_block(monkeypatch, test, strata):
    given, plan = samples_of(150, 3, strata), Plan(test=test, trials=300, seed=7)
    monkeypatch.setattr(sampling, "CELLS", 1 << 30)  # as many trials at once as there are
    whole = run_tests(given, plan)
    for cells in (1, 40, 5_000, 1 << 19):
        monkeypatch.setattr(sampling, "CELLS", cells)
        assert run_tests(given, plan) == whole


def scored(documents, **options):
    chance = np.random.default_rng(3)
    key, response = {}, {}
    for number in range(documents):
        for side in (key, response):
            entity = chance.integers(0, 3, 7).tolist()
            side[f"d{number}"] = [[place for place in range(7) if entity[place] == one] for one in set(entity)]
    return cs.score(key, response, metrics=["muc", "blanc", "conll"], per_document=True, **options)


@pytest.mark.parametrize("average", ["micro", "macro"])
def test_json_in_pieces_is_the_same_text(average):
    result = scored(1100, average=average)
    whole = json.dumps(saved.as_object(result), ensure_ascii=False, indent=1) + "\n"
    assert result.to_json() == whole
    rows = json.loads(whole)["systems"][0]["per_document"]
    assert [row["document"] for row in rows] == list(result.documents)
    assert [row["scores"]["conll"]["f1"] for row in rows] == [row["conll"].f1 for row in result.system.per_document]
    gate = cs.gate(result, under={"muc": 50})
    more = json.loads(report.render(view(result, gate), "json"))
    assert more == {**json.loads(whole), "gate": gate.as_object()}


def test_scores_of_documents_are_a_sequence_made_when_asked():
    result = scored(1030)
    rows = result.system.per_document
    listed = list(rows)
    assert len(rows) == len(listed) == 1030
    assert (rows[0], rows[1029], rows[-1]) == (listed[0], listed[1029], listed[1029])
    assert rows[1000:1030:7] == listed[1000:1030:7]
    assert rows == scored(1030).system.per_document
    assert replace(result.system, evidence=None) == replace(scored(1030).system, evidence=None)
    assert pickle.loads(pickle.dumps(rows)) == rows
    with pytest.raises(IndexError):
        rows[1030]
