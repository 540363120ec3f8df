"""Sets, bridging and non-referring markables in all that builds on counts: groups, intervals, comparison, workers."""

import pickle
from dataclasses import replace
from random import Random

import pytest

import corefscope
from corefscope.model import NONREFERRING, SPLIT_ANTECEDENT, Relation
from support.inputs.anaphora import letter, side
from support.inputs.dialogue import damaged, dialogue

METRICS = ["muc", "b3", "ceafe", "lea", "blanc", "split", "bridging", "nonreferring", "conll"]


def corpora():
    random = Random(9)
    key = []
    for number in range(12):
        text = dialogue(random, f"text {number}")
        key.append(replace(text, groups={"genre": "talk" if number % 2 else "letter"}))
    return key, [damaged(random, each) for each in key], [damaged(random, each, 0.25) for each in key]


KEY, GOOD, BAD = corpora()


def scored(key, *responses, **options):
    return corefscope.score(key, *responses, metrics=METRICS, split="keep", **options)


def test_comparison_is_that_of_texts_exchanged_and_scored_anew():
    """The exact test exchanges the documents of both systems in every way; here the texts themselves are."""
    count = 5
    actual = corefscope.compare(KEY[:count], GOOD[:count], BAD[:count], metrics=METRICS, split="keep", test="exact")
    differences = []
    for number in range(2**count):
        sides = [], []
        for place in range(count):
            swapped = number >> place & 1
            sides[swapped].append(GOOD[place])
            sides[1 - swapped].append(BAD[place])
        one, two = (scored(KEY[:count], each).f1 for each in sides)
        differences.append({name: abs(one[name] - two[name]) for name in METRICS})
    assert {name: pair.p for name, (pair,) in actual.pairs.items()} == pytest.approx(
        {
            name: sum(each[name] > differences[0][name] - 1e-9 for each in differences) / len(differences)
            for name in METRICS
        }
    )


def test_files_read_by_workers_and_pickled_have_everything(tmp_path):
    paths = []
    for name, documents in (("key", KEY), ("good", GOOD), ("bad", BAD)):
        plain = [replace(each, groups={}) for each in documents]
        paths.append(str(tmp_path / f"{name}.conllua"))
        corefscope.write(plain, paths[-1])
    alone = [scored(paths[0], each) for each in paths[1:]]
    both = scored(*paths, jobs=2)
    for one, system in zip(alone, both.systems, strict=True):
        assert one.system.tallies == system.tallies
        assert min(one.f1.values()) > 0
    again = pickle.loads(pickle.dumps(corefscope.read(paths[0])))
    assert scored(again, paths[1]).system.tallies == alone[0].system.tallies
    assert scored(paths[0], GOOD).f1 == pytest.approx(alone[0].f1)


@pytest.mark.parametrize("zeros", ["linear", "drop"])
def test_a_bridging_anaphor_that_is_a_zero_leaves_with_the_zeros(zeros):
    zero = corefscope.Mention.at([corefscope.model.empty_position(3, 1)])
    link = Relation("bridging", "x", "y", "", zero, letter("a"))
    text = corefscope.Document("text", [[letter("a"), letter("b")], [zero]], ["x", "y"], relations=[link])
    for split in ("keep", "drop"):
        score = corefscope.score([text], [text], metrics="bridging", zeros=zeros, split=split).scores["bridging"]
        assert score.counts["recall_den"] == score.counts["precision_den"] == (zeros == "linear")


def sets(document):
    """Entities with their sets as they are scored: sizes by B³, and what the sets consist of by CEAFm."""
    result = corefscope.score([document], [document], metrics=["b3", "ceafe", "split(metric=ceafm)"], split="keep")
    return tuple(result.scores[name].counts["recall_den"] for name in result.scores)


def test_sets_are_prepared_in_order():
    """Repeated mentions, atoms, zeros, what refers to nothing, equal sets, singletons: each after the one before."""
    # b is a mention of the first entity only, and so the second atom is {c}: 2 + 1 mentions in the set, not 4.
    repeated = side("ab cd [ac]fg")
    repeated = replace(repeated, entities=[repeated.entities[0], [letter("b"), letter("c")], repeated.entities[2]])
    assert sets(repeated) == (2 + 1 + 3, 3, 3)
    # A plural entity that refers to nothing leaves before equal sets are merged: f g keep their set, p does not count.
    silent = side("ab cd [ac]fg", "p")
    members = [Relation(SPLIT_ANTECEDENT, each, "silent p") for each in ("e0", "e1")]
    silent = replace(silent, relations=[*members, *silent.relations])
    assert sets(silent) == (2 + 2 + 3, 3, 4)
    assert silent.annotations[NONREFERRING].entities == [[letter("p")]]
    # Equal sets are merged before singletons leave: {f} and {g} are one entity of 2 mentions and one set.
    merged = side("a c [ac]f [ac]g")
    score = corefscope.score([merged], [merged], metrics="b3", split="keep", singletons="drop").scores["b3"]
    assert score.counts["recall_den"] == 3
