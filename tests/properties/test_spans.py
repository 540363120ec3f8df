"""What the metrics of spans and their order keep to, on mentions with gaps and zeros; the others do as well."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import corefscope
from corefscope.metrics import METRICS
from corefscope.metrics.base import CORPORA, RELATIONS
from corefscope.problems import PairingError
from support.inputs.spans import entities, mention, side
from support.inputs.strategies import THOROUGH

ON_SPANS = ["mor", "zeros", "zeros(only=all)"]
OTHER = {"recall": "precision", "precision": "recall", "f1": "f1"}
DOCUMENTS = st.lists(st.tuples(entities(), entities()), min_size=1, max_size=3)


def test_every_metric_that_looks_at_spans_is_covered():
    needing = {name for name, family in METRICS.items() if CORPORA in family.needs and RELATIONS not in family.needs}
    needing -= {"ace"}  # it has tests of its own
    assert {name.partition("(")[0] for name in ON_SPANS} == needing


def corpus(documents, number):
    return [corefscope.Document(f"text {place}", sides[number]) for place, sides in enumerate(documents)]


def result_of(documents, **options):
    return corefscope.score(corpus(documents, 0), corpus(documents, 1), metrics=ON_SPANS, **options)


@THOROUGH
@given(st.lists(entities(), min_size=1, max_size=3))
def test_a_perfect_response_scores_1_or_there_is_nothing_to_count(sides):
    scores = result_of([(each, each) for each in sides]).scores
    for name, score in scores.items():
        expected = 0.0 if "f1" in score.undefined else 1.0
        assert (score.recall, score.precision, score.f1) == (expected, expected, expected), name
    assert ("f1" in scores["mor"].undefined) == (not any(sides))
    links = any(len(entity) > 1 for each in sides for entity in each)
    assert ("f1" in scores["zeros(only=all)"].undefined) == (not links)


def test_a_perfect_response_with_an_anaphoric_zero_scores_1():
    assert corefscope.score(side("0 2.1"), side("0 2.1"), metrics="zeros").f1["zeros"] == 1


@THOROUGH
@given(DOCUMENTS)
def test_swapping_the_sides_swaps_recall_and_precision(documents):
    there, back = result_of(documents).scores, result_of([sides[::-1] for sides in documents]).scores
    for name, score in there.items():
        # What is a zero is decided by the head, and exact pairs may have different heads: then a link can be a
        # zero's on one side only.
        if name == "zeros" and heads_differ(documents):
            continue
        for field, other in OTHER.items():
            assert getattr(score, field) == getattr(back[name], other), (name, field)


def heads_differ(documents):
    for key, response in documents:
        head = {each.tokens(): each.head for entity in key for each in entity}
        for each in (each for entity in response for each in entity):
            if (head.get(each.tokens(), each.head) < 0) != (each.head < 0):
                return True
    return False


def test_zeros_are_an_exception_where_the_sides_disagree_on_the_head():
    key, response = side("0 2,3.1@3.1"), side("0 2,3.1@2")
    there, back = (
        corefscope.score(*sides, metrics="zeros").scores["zeros"] for sides in ((key, response), (response, key))
    )
    assert (there.recall, there.precision) == (1, 1)
    assert back.undefined == ("recall",)
    assert back.precision == 0


@THOROUGH
@given(DOCUMENTS, st.randoms(use_true_random=False))
def test_the_order_of_anything_does_not_matter(documents, random):
    def shuffled(entities):
        return random.sample([random.sample(entity, len(entity)) for entity in entities], len(entities))

    key, response = corpus([tuple(map(shuffled, sides)) for sides in documents], 0), corpus(documents, 1)
    actual = corefscope.score(random.sample(key, len(key)), random.sample(response, len(response)), metrics=ON_SPANS)
    assert actual.scores == result_of(documents).scores


@THOROUGH
@given(DOCUMENTS)
def test_counts_add_up_over_documents_and_over_a_scope(documents):
    result = result_of(documents, per_document=True)
    alone = [result_of([sides]).scores for sides in documents]
    for name in ON_SPANS:
        rows = [row[name] for row in result.system.per_document]
        assert rows == [row[name] for row in alone]
        totals = {count: sum(row.counts[count] for row in rows) for count in rows[0].counts}
        assert result.scores[name].counts == totals
    # Overlap never crosses documents, so one unit for all of them changes nothing.
    assert result_of(documents, scope="corpus").scores["mor"] == result.scores["mor"]


def test_across_documents_the_order_is_that_of_the_key():
    """In one unit, `e` is mentioned first in the key's first document, whatever the response's order."""

    def documents(*order):
        made = {"one": [[mention("0")]], "two": [[mention("2.1")]]}
        return [corefscope.Document(name, made[name], ["e"]) for name in order]

    for order in (("one", "two"), ("two", "one")):
        score = corefscope.score(documents("one", "two"), documents(*order), metrics="zeros", scope="corpus")
        assert score.scores["zeros"].counts["recall_num"] == 1, order


@pytest.mark.parametrize("only", ["pronoun", "nominal", "name"])
def test_a_kind_that_is_not_known_is_an_error_and_no_guess(only):
    """A response may go without types where the key has them; a mention of its own may not."""
    typed = side([mention("0", type="name"), mention("3", type="pronoun")])
    score = corefscope.score(typed, side("0 3"), metrics=f"zeros(only={only})").scores[f"zeros(only={only})"]
    assert score.counts["recall_den"] == (1 if only == "pronoun" else 0)
    with pytest.raises(PairingError) as caught:
        corefscope.score(typed, side("0 3 5"), metrics=f"zeros(only={only})")
    assert str(caught.value) == (
        f"response: zeros(only={only}) needs mention types: 1 mention has no type, first mention 5–5 of document "
        "'text' (part-of-speech columns give types, and so do types=FILE and, from the words, "
        "guess_types=LANGUAGE)"
    )
    with pytest.raises(PairingError, match="2 mentions have no type"):
        corefscope.score(side("0 3"), typed, metrics=f"zeros(only={only})")
