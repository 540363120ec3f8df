"""spaCy's own Docs, Examples and registry."""

import pytest
import spacy
from spacy.tokens import Doc, Span
from spacy.training import Example

from corefscope.integrations.spacy import coref_scorer
from corefscope.problems import CorefscopeError
from integrations.made import GOLD, PREDICTED, expected

WORDS = [f"w{number}" for number in range(14)]


def doc(vocab, clusters):
    made = Doc(vocab, words=WORDS)
    for number, cluster in enumerate(clusters, 1):
        made.spans[f"coref_clusters_{number}"] = [Span(made, first, last + 1) for first, last in cluster]
    return made


def examples():
    vocab = spacy.blank("en").vocab
    return [Example(doc(vocab, predicted), doc(vocab, gold)) for gold, predicted in zip(GOLD, PREDICTED, strict=True)]


@pytest.mark.parametrize("preset", [None, "e2e"])
def test_scores_of_examples(preset):
    found = coref_scorer(preset=preset)(examples())
    for name, score in expected(**({"preset": preset} if preset else {})).items():
        assert found[f"coref_{name}_f1"] == pytest.approx(score.f1)
    assert found["coref_f"] == found["coref_lea_f1"]


def test_the_registry_has_it():
    make = spacy.registry.scorers.get("corefscope.coref_scorer.v1")
    assert make()(examples()) == coref_scorer()(examples())


def test_a_component_of_a_config_names_it():
    """As a training config does: `[components.coref.scorer]` with `@scorers`."""
    resolved = spacy.registry.resolve({"scorer": {"@scorers": "corefscope.coref_scorer.v1", "preset": "e2e"}})
    assert resolved["scorer"](examples()) == coref_scorer(preset="e2e")(examples())


def test_other_tokens_of_one_text_do_not_matter():
    vocab = spacy.blank("en").vocab
    gold, predicted = Doc(vocab, words=["New York", "grew"]), Doc(vocab, words=["New", "York", "grew"])
    gold.spans["coref_clusters_1"] = [Span(gold, 0, 1), Span(gold, 1, 2)]
    predicted.spans["coref_clusters_1"] = [Span(predicted, 0, 2), Span(predicted, 2, 3)]
    assert coref_scorer()([Example(predicted, gold)])["coref_conll_f1"] == 1


def test_docs_of_two_texts_are_refused():
    vocab = spacy.blank("en").vocab

    class Pair:
        reference, predicted = Doc(vocab, words=["a"]), Doc(vocab, words=["b"])

    with pytest.raises(CorefscopeError, match="different texts: from character "):
        coref_scorer()([Pair])
