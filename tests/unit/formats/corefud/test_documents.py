"""CorefUD: lines, sentences, documents, their columns and relations, and what is taken for CorefUD."""

from __future__ import annotations

import re

import pytest

from corefscope.formats.load import read_corpus
from corefscope.model import Mention, Relation, empty_position
from corefscope.problems import FormatError
from support.inputs.corefud_texts import COREFUD, document, node, sentence, words

# Lines, sentences and documents


@pytest.mark.parametrize(
    ("identifiers", "line", "message"),
    [
        ([2], 3, "unexpected id 2 after word 0"),
        ([1, 3], 4, "expected 2, an empty node such as 1.1"),
        ([1, 2, 1], 5, "or a blank line before the next sentence"),
        ([1, "2.1"], 4, "unexpected id 2.1 after word 1"),
        ([1, "1.2", "1.1"], 5, "unexpected id 1.1"),
        ([1, "1.1", "1.1"], 5, "unexpected id 1.1"),
        ([1, "1.0"], 4, "unexpected id 1.0"),
        ([1, "1.5000"], 4, "unexpected id 1.5000"),
        ([1, "2x"], 4, "unexpected id 2x"),
        (["0.1"], 4, "has no word"),
    ],
)
def test_ids_that_do_not_count(read_text, identifiers, line, message):
    with pytest.raises(FormatError, match=re.escape(message)) as error:
        read_text(document(sentence(*[(identifier,) for identifier in identifiers])))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("line", "message"),
    [("1\tw\t_\n", "3 columns, not the ten"), ("1 w _\n", "separated by tabs"), ("w\t_\n", "neither # nor a number")],
)
def test_lines_that_are_not_of_conllu(read_text, line, message):
    with pytest.raises(FormatError, match=message) as error:
        read_text(document(line))
    assert error.value.line == 3


def test_several_documents_and_windows_line_ends(read_text):
    text = document(words(2, w1="(e1-a-1-)")) + document(words(1, w1="(e2-a-1-)"), name="song two")
    found = read_text(text.replace("\n", "\r\n").rstrip("\n"))
    assert [(each.name, each.entities, each.token_count) for each in found] == [
        ("tale", [[(0, 1)]], 2),
        ("song two", [[(0, 1)]], 1),
    ]


def test_a_file_without_newdoc_is_one_document_called_after_the_file(put):
    corpus = read_corpus(put(f"{COREFUD}\n" + words(2, w2="(e1-a-1-)") + words(1), "story.conllu"))
    assert (corpus.names, corpus.named.tolist(), corpus.tokens.tolist()) == (["story"], [False], [3])


def test_documents_may_have_no_name_and_no_words(put):
    text = f"# newdoc\n{COREFUD}\n\n# newdoc id = song\n# newpar\n" + words(2)
    corpus = read_corpus(put(text, "story.conllu"))
    assert (corpus.names, corpus.tokens.tolist()) == (["story", "song"], [0, 2])
    assert [(each.words, each.sentences) for each in corpus.documents()] == [([], []), (["w1", "w2"], [(0, 2)])]


def test_an_eid_in_two_documents_is_two_entities(put, warnings_of):
    text = document(words(1, w1="(e1-a-1-)")) + document(words(1, w1="(e1-a-1-)"), name="song")
    assert read_corpus(put(text)).entity_count == 2
    assert warnings_of(text) == {"entity in several documents": 1}
    grouped = text.replace("eid", "GRP")
    assert read_corpus(put(grouped)).entity_count == 2
    assert warnings_of(grouped) == {}


def test_older_gum(read_text):
    header = "# global.Entity = entity-GRP-infstat"
    (found,) = read_text(document(words(2, w1="(person-1-new", w2="1)(place-2-new)"), header=header))
    assert (found.entity_ids, found.entity_types) == (["1", "2"], ["person", "place"])
    assert found.entities == [[(0, 2)], [(1, 2)]]


def test_a_mention_across_sentences_is_kept(only, warnings_of):
    text = document(words(2, w2="(e1-a-1-"), words(2, w1="e1)"))
    assert only(text) == {"e1": [(1, 3)]}
    assert warnings_of(text) == {"mention across sentences": 1}


def test_a_mention_does_not_go_on_in_the_next_document(read_text):
    with pytest.raises(FormatError, match="opened but never closed"):
        read_text(document(words(1, w1="(e1-a-1-")) + document(words(1, w1="e1)"), name="song"))


def test_ranges_of_words_have_no_brackets(read_text):
    with pytest.raises(FormatError, match="3: Entity= is at the range 1-2") as caught:
        read_text(document(sentence(("1-2", "(e2-a-1-)"), (1, "(e1-a-1-"), (2, "e1)"))))
    long = document(words(3).rstrip() + "\n" + node("3.1"))
    with pytest.raises(FormatError, match="9: Entity= is at the range 1-2") as behind_empty_node:
        read_text(long + document(sentence(("1-2", "(e2)"), (1,)), name="song"))
    assert caught.value.others == behind_empty_node.value.others == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (words(1, w1="(e1-a-1-)"), "no # global.Entity before it .*add a line such as # global.Entity = eid"),
        ("# global.Entity = etype-head\n" + words(1), "names no field eid or GRP"),
        (sentence(node(1, "ClusterId=c1|MentionSpan=1")), "CorefUD 0.x.*convert the file to CorefUD 1.x"),
        (sentence(node(1, "ClusterId[1]=c1")), "CorefUD 0.x"),
        ("# newpar\n", "holds no sentence"),
    ],
)
def test_files_that_are_not_of_this_version(read_text, text, message):
    with pytest.raises(FormatError, match=message):
        read_text(text)


def test_a_file_without_annotation_is_noticed(warnings_of):
    assert warnings_of(words(2)) == {"no coreference": 1}
    assert warnings_of(document(words(2))) == {}


def test_text_has_to_be_utf8(read_text):
    with pytest.raises(FormatError, match=":3: the file is not UTF-8"):
        read_text(document(words(1)).encode().replace(b"w1", b"w\xff"))


# Layers and relations


def test_layers(read_text):
    text = document(
        sentence(
            "1\tThey\tthey\tPRON\tPRP\tCase=Nom\t2\tnsubj\t_\tSpaceAfter=No\n",
            "2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n",
            comments=["# sent_id = 1", "# speaker = Anna B"],
        ),
        sentence("1\tx\t_\t_\t_\t_\t7\t_\t_\t_\n", "2\ty\t_\t_\t_\t_\t1\t_\t_\t_\n"),
    )
    (found,) = read_text(document(words(2), name="song") + text)[1:]
    assert found.layer("word") == found.words == ["They", "left", "x", "y"]
    assert found.layer("lemma") == ["they", "leave", "_", "_"]
    assert found.layer("upos") == ["PRON", "VERB", "_", "_"]
    assert found.layer("xpos") == ["PRP", "VBD", "_", "_"]
    assert found.layer("feats") == ["Case=Nom", "_", "_", "_"]
    assert found.layer("deprel") == ["nsubj", "root", "_", "_"]
    assert found.layer("misc") == ["SpaceAfter=No", "_", "_", "_"]
    assert found.layer("head") == ["1", "", "", "2"]
    assert found.layer("speaker") == ["Anna B", "Anna B", "", ""]
    assert found.layer("parse") is None
    assert read_text(document(words(2)))[0].layer("speaker") is None


def test_lines_of_words_and_empty_nodes(put):
    text, number = read_corpus(put(document(words(1)) + document(sentence((1,), ("1.1",), (2,)), name="song"))).texts[1]
    assert [text.token_line(number, place) for place in (0, 1, 2, empty_position(1, 1), empty_position(2, 1))] == [
        7,
        9,
        None,
        8,
        None,
    ]


def test_split_antecedents_and_bridging(read_text, warnings_of):
    brackets = "Entity=(e3-a-1-)(e4-a-1-)(e5-a-1-)"
    text = document(
        sentence(
            node(1, brackets), node(2, "Bridge=e3<e4:part%2Dof,e5<e4|SplitAnte=e3<e5,e4<e5"), node(3, "Split=e9<e5")
        )
    )
    first = Mention(0, 1)
    assert read_text(text)[0].relations == [
        Relation("bridging", "e3", "e4", "part-of", first),
        Relation("bridging", "e5", "e4", "", first),
        Relation("split_antecedent", "e3", "e5", "", first),
        Relation("split_antecedent", "e4", "e5", "", first),
        Relation("split_antecedent", "e9", "e5", "", first),
    ]
    assert warnings_of(text) == {"relation without mentions": 1}
    assert warnings_of(document(sentence(node(1, f"{brackets}|Bridge=e3<e3,e4,<e4|Split=Yes")))) == {
        "relation ignored": 3
    }


def test_bridging_belongs_to_the_mention_of_the_anaphor_that_opened_last(read_text):
    text = document(
        sentence(
            node(1, "Bridge=e1<e2|Entity=(e1-a-1-)"),  # before any mention of its anaphor
            node(2, "Entity=(e2-a-1-(e2-a-1-)"),
            node(3, "Bridge=e1<e2"),
            node(4, "Entity=e2)"),
            node(5, "Bridge=e1<e2|Entity=(e2[1/2]-a-1-)"),
            node(6, "_"),
            node(7, "Entity=(e2[2/2]-a-1-)"),
        )
    )
    mentions = [relation.anaphor_mention for relation in read_text(text)[0].relations]
    assert mentions == [None, Mention(1, 2), Mention.at([4, 6])]


# Recognition
