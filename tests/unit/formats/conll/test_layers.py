"""Words, sentences and the other columns of a document."""

from __future__ import annotations

import pytest

# doc, part, number, word, pos, parse, lemma, frameset, sense, speaker, named entity, argument, coreference
CONLL_2012 = """\
#begin document (bc/quay); part 000
bc/quay   0   0   Nobody   NN   (TOP(S(NP*)   -      -   -   Speaker#1   *       (ARG0*)   -
bc/quay   0   1   saw      VBD        (VP*   see    01   1   Speaker#1   *         (V*)    -
bc/quay   0   2   Porto    NNP   (NP*))))    -      -   -   Speaker#1   (GPE)   (ARG1*)   (0)

bc/quay   0   0   It       PRP   (TOP(S(NP*)   -    -   -   Speaker#2   *       (0)
#end document
"""

# id, token, lemma, plemma, pos, ppos, feat, pfeat, head, phead, deprel, pdeprel, ne, pne, pred, ppred, coreference
SEMEVAL_2010 = """\
#begin document 13_10
1\tElla\tell\tell\tp\tp\tgen=f|num=s\tgen=f\t2\t2\tsuj\tsuj\t(person)\t_\t_\t_\t(1)
2\tve\tvenir\tvenir\tv\tv\tnum=s|per=3\t_\t0\t0\tsentence\tsentence\t_\t_\tvenir\tvenir\t_

1\tAnna\tAnna\tAnna\tn\tn\t_\t_\t0\t0\tsentence\tsentence\t(person)\t_\t_\t_\t(1|(2)
2\tBosc\tBosc\tBosc\tn\tn\t_\t_\t1\t1\t_\t_\t_\t_\t_\t_\t1)
#end document 13_10
"""


def test_all_columns_of_conll_2012(read_text):
    (document,) = read_text(CONLL_2012)
    assert document.words == ["Nobody", "saw", "Porto", "It"]
    assert document.sentences == [(0, 3), (3, 4)]
    assert document.layer("pos") == ["NN", "VBD", "NNP", "PRP"]
    assert document.layer("parse") == ["(TOP(S(NP*)", "(VP*", "(NP*))))", "(TOP(S(NP*)"]
    assert document.layer("lemma") == ["-", "see", "-", "-"]
    assert document.layer("speaker") == ["Speaker#1"] * 3 + ["Speaker#2"]
    assert document.layer("named_entity") == ["*", "*", "(GPE)", "*"]
    assert document.entities == [[(2, 3), (3, 4)]]


def test_semeval_2010(read_text):
    (document,) = read_text(SEMEVAL_2010)
    assert document.name == "13_10"
    assert document.words == ["Ella", "ve", "Anna", "Bosc"]
    assert document.sentences == [(0, 2), (2, 4)]
    assert document.layer("pos") == ["p", "v", "n", "n"]
    assert document.layer("lemma") == ["ell", "venir", "Anna", "Bosc"]
    # Parents are counted in the document from 0; a root has none.
    assert document.layer("head") == ["1", "", "", "2"]
    assert dict(zip(document.entity_ids, document.entities, strict=True)) == {"1": [(0, 1), (2, 4)], "2": [(2, 3)]}
    (document,) = read_text(SEMEVAL_2010.replace("gen=f\t2\t2", "gen=f\t²\t²"))
    assert document.layer("head") == ["", "", "", "2"]  # what is not a number is no parent


def test_semeval_2010_with_a_number_as_first_word(read_text):
    """`1  1999  1999` looks like the first columns of CoNLL-2012."""
    text = SEMEVAL_2010.replace("1\tElla\tell\tell", "1\t1999\t1999\t1999")
    (document,) = read_text(text)
    assert document.words == ["1999", "ve", "Anna", "Bosc"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna\t(1)\nsings\t-\n", ["Anna", "sings"]),
        ("0\tAnna\t(person-1)\n1\tsings\t_\n", ["Anna", "sings"]),
        ("test1 0 0 a1 (0)\ntest1 0 1 a2 -\n", ["a1", "a2"]),
        (
            "ann\t0\t0\tAnna\t_\t_\t_\t_\t_\t_\t_\t_\t(1)\nann\t0\t1\tsings\t_\t_\t_\t_\t_\t_\t_\t_\t\n",
            ["Anna", "sings"],
        ),
    ],
    ids=["2 columns", "3 as in GUM", "5 as in the scorer's tests", "13 as in LitBank"],
)
def test_words_of_other_layouts(read_text, text, words):
    (document,) = read_text(text)
    assert document.words == words
    assert document.text_of(document.entities[0][0]) == words[0]


def test_a_layer_that_the_file_does_not_have_is_none(read_text):
    (document,) = read_text("Anna\t(1)\n")
    assert document.layer("pos") is None
    assert document.layer("speaker") is None


def test_layers_of_each_document_are_its_own(read_text):
    other = CONLL_2012.replace("bc/quay", "bc/pier").replace("Porto", "Ostend").replace("Speaker#1", "Speaker#3")
    first, second = read_text(CONLL_2012 + other)
    assert (first.text_of(first.entities[0][0]), second.text_of(second.entities[0][0])) == ("Porto", "Ostend")
    assert second.layer("speaker") == ["Speaker#3"] * 3 + ["Speaker#2"]
