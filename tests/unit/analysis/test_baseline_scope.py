"""Baselines across documents: mentions of a topic whose heads have one lemma share an entity."""

from pathlib import Path

import pytest

import corefscope as cs
from corefscope.analysis.baselines import baseline
from corefscope.formats.load import read_corpus
from corefscope.problems import CorefscopeError
from support.command_line import corefscope

FOLDER = Path(__file__).parents[3] / "examples" / "topics"
KEY = str(FOLDER / "key.conllu")


def chains(corpus):
    """Words of mentions by entity id, across documents."""
    mentions = {}
    for row in range(corpus.mention_count):
        document, entity = int(corpus.document[row]), int(corpus.entity[row])
        words = [corpus.words(document)[place] for place in corpus.positions(row)]
        mentions.setdefault(corpus.entity_id[entity], []).append(f"{corpus.names[document]} {' '.join(words)}")
    return sorted(each for each in mentions.values() if len(each) > 1)


def test_head_lemmas_of_a_topic():
    assert chains(baseline(read_corpus(KEY), "head-lemma", "topic")) == [
        ["1_1 A fire", "1_2 The fire"],
        ["1_1 destroyed", "1_2 destroyed"],
        ["1_1 the old mill", "1_2 the mill"],
        ["2_1 it", "2_2 It"],
        ["2_1 the harbour", "2_2 the harbour"],
    ]


def test_head_lemmas_of_the_corpus_join_topics():
    assert ["1_1 A fire", "1_2 The fire", "2_1 Another fire"] in chains(
        baseline(read_corpus(KEY), "head-lemma", "corpus")
    )


def test_lemmas_have_to_be_known():
    document = cs.Document("d", [[cs.Mention(0, 1)]], words=["fire"])
    with pytest.raises(CorefscopeError, match="head-lemma needs lemmas, which document 'd' does not have"):
        baseline(read_corpus([document]), "head-lemma")


def test_a_head_without_a_lemma_counts_by_its_word(tmp_path):
    """In CoNLL-2012 the column has lemmas of predicates only, and a hyphen for most nouns."""
    rows = [("Fires", "-", "(1)"), ("burn", "burn", "-"), ("fires", "-", "(2)"), ("mills", "-", "(3)")]
    path = tmp_path / "key.conll"
    lines = [f"d 0 {place} {word} X (*) {lemma} - - - * {entity}" for place, (word, lemma, entity) in enumerate(rows)]
    path.write_text("#begin document (d); part 000\n" + "\n".join(lines) + "\n\n#end document\n")
    assert chains(baseline(read_corpus(str(path)), "head-lemma")) == [["(d); part 000 Fires", "(d); part 000 fires"]]


def test_the_command(tmp_path):
    out = tmp_path / "lemma.csv"
    done = corefscope("baseline", KEY, str(out), "--kind", "head-lemma", "--scope", "topic")
    assert done.returncode == 0
    assert "13 mentions in 8 entities written" in done.stderr
    assert cs.score(str(FOLDER / "key.csv"), str(out), preset="cross-document", metrics="muc").recall[
        "muc"
    ] == pytest.approx(4 / 6)
