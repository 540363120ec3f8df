"""What every metric keeps to with every parameter, on mentions with types and heads; and the exceptions."""

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope
from corefscope import Document, Mention
from corefscope.metrics import METRICS
from corefscope.metrics import metric as parse
from corefscope.problems import CorefscopeError
from support.inputs.random_partitions import random_document
from support.inputs.strategies import clusters, corpora
from support.score_numbers import fields_of
from support.variants import (
    ALL,
    BELOW_0,
    BESIDE,
    BOUNDARIES,
    F1_ELSEWHERE,
    LINGUISTIC,
    NEED_ATTRIBUTES,
    ONE_NUMBER,
    PLAIN,
    ROLES_DIFFER,
    WITHOUT_BETA,
    family,
    typed,
    typed_mention,
)

# Each example scores a hundred variants.
QUICK = settings(deadline=None, max_examples=25)
FIELDS = ("recall", "precision", "f1")
OTHER = {"recall": "precision", "precision": "recall", "f1": "f1"}


def result_of(corpus, **options):
    return corefscope.score(typed(corpus, 0), typed(corpus, 1), metrics=ALL, **options)


def close(one, two):
    return abs(one - two) <= 1e-9


def test_every_metric_and_every_parameter_that_counts_is_here():
    here = [name for name in METRICS if name not in BESIDE]
    assert {family(name) for name in ALL} == set(here)
    assert set(PLAIN) | NEED_ATTRIBUTES == set(here)
    given = {(family(name), parameter) for name in ALL for parameter, _ in parse(name).values}
    assert {(name, each) for name in here for each in METRICS[name].parameters} - given == {
        *(("ace", each) for each in METRICS["ace"].parameters if ("ace", each) not in given),
        ("mentions", "match"),  # of spans: see the tests of lenient identification
    }


@pytest.mark.parametrize("name", ALL)
def test_a_name_parses_back(name):
    assert parse(name).name == name


@QUICK
@given(st.lists(clusters(), min_size=1, max_size=3))
def test_a_perfect_response_scores_1_or_there_is_nothing_to_count(sides):
    for name, score in result_of([(side, side) for side in sides]).scores.items():
        for field in ("f1",) if family(name) == "conll" else FIELDS:
            value = getattr(score, field)
            if family(name) == "conll":  # MUC may have nothing to count
                assert any(close(value, share) for share in (0, 2 / 3, 1)), name
            else:
                assert close(value, 0 if field in score.undefined else 1), (name, field, score)
        mentions = sum(map(len, (cluster for side in sides for cluster in side)))
        if family(name) in ("lmuc", "lb3", "lceafm", "lceafe", "ace", "h", "ari", "b3", "lea"):
            assert (score.undefined == ()) == (mentions > 0), name


@QUICK
@given(corpora())
def test_scores_lie_between_0_and_1(corpus):
    for name, score in result_of(corpus).scores.items():
        for field in fields_of(score):
            assert getattr(score, field) >= 0 or name in BELOW_0, (name, field)
            assert getattr(score, field) <= (1 if name in PLAIN else 1 + 1e-12), (name, field)
            assert math.isfinite(getattr(score, field)), (name, field)


@QUICK
@given(corpora())
def test_f1_lies_between_recall_and_precision(corpus):
    for name, score in result_of(corpus).scores.items():
        if name not in F1_ELSEWHERE:
            assert min(score.recall, score.precision) <= score.f1 + 1e-12, name
            assert score.f1 <= max(score.recall, score.precision) + 1e-12, name


@QUICK
@given(corpora())
def test_swapping_the_sides_swaps_recall_and_precision(corpus):
    there = result_of(corpus).scores
    back = result_of([document[::-1] for document in corpus]).scores
    for name in set(ALL) - set(ROLES_DIFFER) - BOUNDARIES:
        for field in fields_of(there[name]):
            other = OTHER[field]
            if field == "f1" and "beta" in name:
                continue  # it favours recall, and recall is now precision
            assert close(getattr(there[name], field), getattr(back[name], other)), (name, field)


@QUICK
@given(corpora())
def test_counts_add_up_and_a_document_scores_in_a_corpus_as_it_does_alone(corpus):
    result = result_of(corpus, per_document=True)
    alone = [result_of([document]).scores for document in corpus]
    for name, score in result.scores.items():
        rows = [row[name] for row in result.system.per_document]
        assert [row.counts for row in rows] == [row[name].counts for row in alone], name
        for count, value in score.counts.items():
            assert close(math.fsum(row.counts[count] for row in rows), value), (name, count)


@QUICK
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_anything_does_not_matter(corpus, random):
    def shuffled(side):
        return [
            Document(document.name, [random.sample(document.entities[n], len(document.entities[n])) for n in order],
                     entity_types=[document.entity_types[n] for n in order])
            for document in random.sample(typed(corpus, side), len(corpus))
            for order in [random.sample(range(len(document.entities)), len(document.entities))]
        ]  # fmt: skip

    actual = corefscope.score(shuffled(0), shuffled(1), metrics=ALL).scores
    for name, score in result_of(corpus).scores.items():
        assert score.undefined == actual[name].undefined, name
        assert all(close(getattr(score, field), getattr(actual[name], field)) for field in fields_of(score)), name


@pytest.mark.parametrize("name", [name for name in ROLES_DIFFER if "beta" not in name])
def test_roles_that_differ_do(name):
    """There are documents whose recall and precision do not change places."""
    documents = [random_document(Random(seed), 9, 4) for seed in range(60)]
    there, back = (
        corefscope.score(typed(documents, side), typed(documents, 1 - side), metrics=name, per_document=True)
        for side in (0, 1)
    )
    rows = zip(there.system.per_document, back.system.per_document, strict=True)
    assert any(
        not close(one[name].recall, two[name].precision) or not close(one[name].precision, two[name].recall)
        for one, two in rows
    )


def test_right_links_that_are_not_the_best_cost_recall_alone():
    """Chen & Ng 2013, §3.4: precision is 1 unless symmetric, because all links are right."""
    key, response = typed([([[0, 1, 2, 3, 4]],)], 0), typed([([[1, 3], [0, 2, 4]],)], 0)
    for name in ("lmuc", "lmuc(weights=W5)"):
        score = corefscope.score(key, response, metrics=name).scores[name]
        assert score.recall < 1 == score.precision
    assert corefscope.score(key, response, metrics="lmuc(symmetric=true)").precision["lmuc(symmetric=true)"] == 1
    swapped = corefscope.score(response, key, metrics=["lmuc", "lmuc(symmetric=true)"])
    assert swapped.recall["lmuc"] == 1 > swapped.precision["lmuc"]


def test_chance_can_be_missed_and_false_alarms_can_cost_more_than_everything():
    key, response = [[0, 1], [2, 3]], [[0, 2], [1, 3]]
    assert corefscope.score(key, response, metrics="ari").f1["ari"] == pytest.approx(-0.5)
    sides = [typed([(each,)], 0) for each in ([[0, 1]], [[0, 1], [10, 11], [20, 21], [30]])]
    assert corefscope.score(*sides, metrics="ace").f1["ace"] < 0


@pytest.mark.parametrize("name", ["ari", "h", "ari(mentions=all)", "h(mentions=all)"])
def test_without_entropy_or_chance_identical_partitions_score_1(name):
    for side in ([[0]], [[0, 1, 2]], [[0], [1], [2]]):
        assert corefscope.score(side, side, metrics=name).f1[name] == 1


@pytest.mark.parametrize("name", ["rand", "ari", "h"])
def test_without_a_shared_mention_there_is_no_score(name):
    """It would be 1, for two empty partitions are the same, and an empty response would be perfect."""
    for response in ([], [[7, 8]]):
        score = corefscope.score([[0, 1]], response, metrics=name).scores[name]
        assert (score.f1, score.undefined) == (0, FIELDS)


def test_h_at_its_boundaries():
    """A side without entropy is predicted by anything; the other side then is by nothing."""
    score = corefscope.score([[0, 1, 2, 3]], [[0, 1], [2, 3]], metrics="h").scores["h"]
    assert (score.recall, score.precision, score.f1) == (1, 0, 0)


# A mean has no recall and precision of its own; its beta has a test beside the names.
@pytest.mark.parametrize("name", [name for name, each in METRICS.items() if not (each.mean_of or name in BESIDE)])
def test_beta_moves_f1_towards_recall_or_precision(name):
    if name in WITHOUT_BETA:
        assert "beta" not in METRICS[name].parameters
        with pytest.raises(CorefscopeError, match="beta"):
            parse(f"{name}(beta=2)")
        return
    key, response = typed([([[0, 1, 2, 3, 4], [5, 6]],)], 0), typed([([[0, 1], [2, 3], [5, 6, 7, 8, 9], [10]],)], 0)
    if name == "zeros":
        name = "zeros(only=all"
    given = {
        beta: f"{name},beta={beta})" if "(" in name else f"{name}(beta={beta})" for beta in ("1e-90", "1", "3", "1e90")
    }
    scores = corefscope.score(key, response, metrics=list(given.values())).scores
    low, one, three, high = (scores[parse(given[beta]).name] for beta in given)
    assert one.recall == low.recall == high.recall != one.precision
    if name == "blanc":
        half = one.parts["coreference"]
        f3 = three.parts["coreference"].f1
        assert f3 == pytest.approx(10 * half.recall * half.precision / (9 * half.precision + half.recall))
        return
    assert (low.f1, high.f1) == (pytest.approx(one.precision), pytest.approx(one.recall))
    assert three.f1 == pytest.approx(10 * one.recall * one.precision / (9 * one.precision + one.recall))
    assert three.counts == one.counts


def test_one_number_stands_for_recall_precision_and_f1():
    for name, score in result_of([([[0, 1, 2], [3, 4]], [[0, 1], [2, 3, 4, 5]])]).scores.items():
        assert (score.recall == score.precision == score.f1) or family(name) not in ONE_NUMBER, name


@pytest.mark.parametrize("name", [*LINGUISTIC, "lea(importance=type)", "ace"])
def test_unknown_types_are_an_error_that_names_document_mention_and_remedy(name):
    document = Document("story", [[typed_mention(0), typed_mention(1).replaced(type=None)]], entity_types=["PER::SPC"])
    with pytest.raises(CorefscopeError) as caught:
        corefscope.score([document], [document], metrics=name)
    for part in ("1 mention has no type", "mention 1–1", "'story'", "types=FILE", "part-of-speech"):
        assert part in str(caught.value)


@pytest.mark.parametrize("name", LINGUISTIC)
def test_a_response_needs_types_only_where_the_key_has_not_the_mention(name):
    key = [Document("story", [[typed_mention(0), typed_mention(1)]])]
    bare = [Document("story", [[typed_mention(0).replaced(type=None), typed_mention(1).replaced(type=None)]])]
    assert corefscope.score(key, bare, metrics=name).f1[name] == 1
    more = [Document("story", [[typed_mention(0), typed_mention(4).replaced(type=None)]])]
    with pytest.raises(CorefscopeError, match=r"1 mention has no type, first mention 4–4 of document 'story'"):
        corefscope.score(key, more, metrics=name)


@pytest.mark.parametrize("name", LINGUISTIC)
def test_clusters_of_python_objects_may_have_types(name):
    key = [[Mention(0, 1, type="name"), Mention(4, 5, type="pronoun")], [Mention(7, 9, type="nominal")]]
    response = [[(0, 1), (4, 5)], [(7, 9)]]
    document = [Document("story", key)]
    assert corefscope.score(key, response, metrics=name).f1[name] == 1
    split = [[Mention(0, 1)], [Mention(4, 5), Mention(7, 9)]]
    as_document = corefscope.score(document, [Document("story", split)], metrics=name).scores[name]
    assert corefscope.score(key, split, metrics=name).scores[name] == as_document
    scorer = corefscope.Scorer([name])
    scorer.update(key, split)
    assert scorer.result().scores[name] == as_document


@pytest.mark.parametrize(("mention", "displayed"), [("Anna", "'Anna'"), ((3, 5), "(3, 5)"), (7, "7")])
def test_a_mention_without_a_type_is_shown_as_it_was_written(mention, displayed):
    key = [[Mention(0, 1, type="name"), mention]]
    with pytest.raises(CorefscopeError) as caught:
        corefscope.score(key, key, metrics="lmuc")
    assert str(caught.value) == (
        f"key: lmuc needs mention types: 1 mention has no type, first mention {displayed} of document 'document' (in "
        "Python Mention(start, end, type='name') has a type; files with part-of-speech columns give types)"
    )


def test_premodifiers_have_no_weight_in_metrics_of_three_types():
    key = [Document("story", [[typed_mention(0), typed_mention(1).replaced(type="premodifier")]])]
    for name in (*LINGUISTIC, "lea(importance=type)"):
        with pytest.raises(CorefscopeError, match="1 mention has the type premodifier, not one of name, nom"):
            corefscope.score(key, key, metrics=name)


BY_ENTITY_TYPE = "lea(importance=entity-type,weights=PER:2)"


@pytest.mark.parametrize(
    ("side", "types", "fact"),
    [
        ("key", ["PER", ""], "1 entity has none, first entity '1' with mention 3–3 of document 'story'"),
        ("response", ["", ""], "2 entities have none, first entity '0' with mention 0–0 of document 'story'"),
        ("response", ["::SPC", "PER"], "1 entity has none, first entity '0' with mention 0–0 of document 'story'"),
    ],
)
def test_unknown_entity_types_are_an_error_that_names_entity_and_remedy(side, types, fact):
    entities = [[typed_mention(0), typed_mention(1)], [typed_mention(3)]]
    known, partly = (Document("story", entities, entity_types=each) for each in (["PER", "ORG"], types))
    sides = [[partly], [known]] if side == "key" else [[known], [partly]]
    with pytest.raises(CorefscopeError) as caught:
        corefscope.score(*sides, metrics=BY_ENTITY_TYPE)
    assert str(caught.value) == (
        f"{side}: {BY_ENTITY_TYPE} needs entity types: {fact} (CorefUD and ACE's APF give them, tables have a column "
        "entity_type, and in Python Document(…, entity_types=[…]))"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lea(importance=entity-type)", "needs weights, such as weights=PER:2+ORG:0.5 (the types here are ORG, PER; a"),
        ("lea(importance=entity-type,weights=PRE:2)", "no entity has a type of PRE:2 (the types here are ORG"),
        ("lea(weights=PER:2)", "weights and other need importance=entity-type, not size"),
        ("lea(importance=equal,other=2)", "weights and other need importance=entity-type, not equal"),
    ],
)
def test_weights_of_entity_types_that_say_nothing(name, message):
    sides = [typed([([[0, 1], [2]],)], 0)] * 2
    with pytest.raises(CorefscopeError) as caught:
        corefscope.score(*sides, metrics=name)
    assert message in str(caught.value)


def test_types_of_entities_that_lose_all_their_mentions_are_left_out():
    """Only shared mentions are scored: the first entity of either side has none."""
    key, response = ([Document("story", [[typed_mention(own)], [typed_mention(1), typed_mention(2)]],
                               entity_types=["ORG", "PER"])] for own in (5, 6))  # fmt: skip
    score = corefscope.score(key, response, metrics=BY_ENTITY_TYPE, mentions="shared").scores[BY_ENTITY_TYPE]
    assert (score.counts["recall_den"], score.counts["precision_den"], score.f1) == (2, 2, 1)
