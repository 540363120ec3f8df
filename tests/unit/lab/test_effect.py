"""`corefscope lab effect`: right links never change, and what moves all the same is marked."""

import itertools
import json
import random

import pytest

from corefscope import score
from corefscope.analysis.repair import regroup
from corefscope.lab import effect as lab
from corefscope.lab.effect import alignment_of
from corefscope.problems import SettingsError
from corefscope.settings import Settings
from golden.row import clusters
from support.command_line import KEY, A, failed
from support.inputs.random_partitions import random_document

VERSIONS = ("more precise", "less precise a", "less precise b")


def entities(alignment, side):
    """The entities of one side as sets of mentions."""
    sets = {}
    rows = zip(alignment.key_row.tolist(), alignment.response_row.tolist(), strict=True)
    for (mine, theirs), entity in zip(rows, getattr(alignment, f"{side}_entity").tolist(), strict=True):
        if entity >= 0:
            sets.setdefault(entity, set()).add(("key", mine) if mine >= 0 else ("response", theirs))
    return list(sets.values())


def links(sets):
    return {pair for entity in sets for pair in itertools.combinations(sorted(entity), 2)}


def documents(seed, count):
    source = random.Random(seed)
    while count:
        key, response = random_document(source, 40, 10)
        if key and response:
            count -= 1
            yield key, response


def changed(key, response, name):
    before = alignment_of(score(key, response, metrics=["muc"]))
    label, _ = lab.EFFECT_VARIANTS[name][0](before)
    return before, regroup(before, label)


def test_more_precise_removes_what_the_paper_says():
    """m is in both sides, has links on both, and shares none: checked on the sets themselves."""
    removed = 0
    for key, response in documents(1, 200):
        right = {m: next(set(e) for e in key if m in e) - {m} for e in key for m in e}
        linked = {m: set(e) - {m} for e in response for m in e}
        wrong = {m for m in right if right[m] and linked.get(m) and not right[m] & linked[m]}
        left = [set(e) - wrong for e in response]
        # A singleton of the key must not become a right entity by this.
        unearned = {
            m
            for e, old in zip(left, response, strict=True)
            for m in e
            if len(e) == 1 < len(old) and right.get(m) == set()
        }
        _, after = changed(key, response, "more precise")
        expected = [e - unearned for e in left if e - unearned]
        assert sorted(map(len, entities(after, "response"))) == sorted(map(len, expected))
        removed += len(wrong)
    assert removed > 100


@pytest.mark.parametrize("name", VERSIONS)
def test_right_links_never_change(name):
    moved = 0
    for key, response in documents(2, 200):
        before, after = changed(key, response, name)
        counts = [len(links(entities(side, "key")) & links(entities(side, "response"))) for side in (before, after)]
        assert counts[0] == counts[1]
        moved += entities(before, "response") != entities(after, "response")
    assert moved > 50


def test_less_precise_a_pairs_as_many_as_possible():
    for key, response in documents(3, 200):
        before, after = changed(key, response, "less precise a")
        missing = {}
        for mine, theirs in zip(before.key_entity.tolist(), before.response_entity.tolist(), strict=True):
            if mine >= 0 > theirs:
                missing[mine] = missing.get(mine, 0) + 1
        total, largest = sum(missing.values()), max(missing.values(), default=0)
        added = len(entities(after, "response")) - len(entities(before, "response"))
        assert added == min(total // 2, total - largest)


def test_muc_and_lea_are_never_marked_and_the_others_are():
    marked = set()
    for key, response in documents(5, 150):
        for row in lab.effect(key, response, ["mentions", "muc", "b3", "ceafm", "ceafe", "blanc", "lea"]).rows:
            if row.name in VERSIONS:
                marked |= {metric for metric, _ in row.wrong}
    assert marked == {"b3", "ceafm", "ceafe", "blanc"}


def test_rows_of_the_example_by_hand():
    """Key {a b} {c d}, response {a b c}: c has wrong links only; d is missed, and nobody is left to pair it with."""
    base, precise, a, b, alone, one = lab.effect(clusters("ab cd"), clusters("abc"), ["b3", "mentions"]).rows
    assert (base.scores["b3"].recall, base.scores["b3"].precision) == ((2 + 0.5) / 4, (4 / 3 + 1 / 3) / 3)
    assert (precise.scores["b3"].recall, precise.scores["b3"].precision) == (2 / 4, 1)
    assert precise.wrong == {("b3", "recall")}
    assert a.scores == b.scores == base.scores
    assert (alone.mentions, alone.entities, one.mentions, one.entities) == (3, 3, 3, 1)
    assert alone.scores["b3"].precision == 1


def test_boundaries_are_the_baselines():
    from corefscope.analysis.baselines import baseline
    from corefscope.formats.load import read_corpus
    from corefscope.scoring.score import score as score_corpora

    rows = {row.name: row for row in lab.effect(KEY, A).rows}
    for name, kind in (("singletons", "singletons"), ("one entity", "one-entity")):
        direct = score_corpora(read_corpus(KEY), baseline(read_corpus(A), kind))
        assert {metric: one.f1 for metric, one in rows[name].scores.items()} == pytest.approx(direct.f1)


def test_what_cannot_be_tried_is_refused():
    said = failed("lab", "effect", KEY, A, "-m", "mor")
    assert "mor looks at the words themselves" in said
    assert "leave it out" in said
    assert "did you mean" in failed("lab", "effect", KEY, A, "-m", "mucc")
    assert "there is no output" in failed("lab", "effect", KEY, A, "-o", "xml")


def test_only_counts_that_add():
    with pytest.raises(SettingsError, match="add counts over documents"):
        lab.effect(KEY, A, settings=Settings(average="macro"))


def test_repeated_mentions_in_the_official_way_are_refused(tmp_path):
    path = tmp_path / "twice.json"
    path.write_text(json.dumps({"doc_key": "d", "clusters": [[[0, 0], [1, 1]], [[1, 1], [2, 2]]]}), encoding="utf-8")
    said = failed("lab", "effect", str(path), str(path), "--repeated", "official")
    assert "use --repeated first" in said
