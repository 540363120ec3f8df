"""CorefUD and GUM: CoNLL-U with brackets in Entity=, gaps, zeros, heads and minimum spans."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest

import corefscope as cs
from corefscope import Mention
from corefscope.errors import FormatError
from corefscope.formats import read_corpus, sniffing
from corefscope.formats.conllu_text import ROOT
from corefscope.model import Relation, empty_position

COREFUD = "# global.Entity = eid-etype-head-other"
GUM = "# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity"


def node(identifier, misc="_", form=None, upos="NOUN", head="_", deps="_"):
    return f"{identifier}\t{form or f'w{identifier}'}\t_\t{upos}\t_\t_\t{head}\t_\t{deps}\t{misc}\n"


def sentence(*nodes, comments=()):
    """A sentence of nodes as pairs of id and brackets, or as whole lines."""
    lines = [
        line if isinstance(line, str) else node(line[0], *[f"Entity={cell}" for cell in line[1:]]) for line in nodes
    ]
    return "".join(f"{comment}\n" for comment in comments) + "".join(lines) + "\n"


def document(*sentences, name="tale", header=COREFUD):
    return f"# newdoc id = {name}\n{header}\n" + "".join(sentences)


def words(count, **cells):
    """A sentence of words, some with brackets: `words(3, w1="(e1", w3="e1)")`."""
    return sentence(
        *[(number, *([cells[f"w{number}"]] if f"w{number}" in cells else [])) for number in range(1, count + 1)]
    )


def spans(entity):
    return [mention.tokens() for mention in entity]


def heads(entity):
    return [mention.head for mention in entity]


# Brackets


def test_openings_closings_and_one_word_mentions(only):
    found = only(document(words(4, w1="(e1-person-1-", w2="e1)(e2-place-1-)", w4="(e1-person-1-)")))
    assert {name: spans(entity) for name, entity in found.items()} == {"e1": [(0, 1), (3,)], "e2": [(1,)]}


def test_mentions_of_different_entities_may_cross_and_close_in_any_order(only):
    found = only(document(words(4, w1="(e1-a-1-(e3-a-1-", w2="(e2-b-1-", w3="e1)e3)", w4="e2)")))
    assert {name: spans(entity) for name, entity in found.items()} == {
        "e1": [(0, 1, 2)],
        "e3": [(0, 1, 2)],
        "e2": [(1, 2, 3)],
    }


def test_a_closing_closes_what_was_opened_last(only):
    (entity,) = only(document(words(3, w1="(e1-a-3-(e1-a-2-", w2="e1)", w3="e1)"))).values()
    assert [(mention.tokens(), mention.head) for mention in entity] == [((0, 1), 1), ((0, 1, 2), 2)]


def test_one_word_may_close_and_open_the_same_entity(only):
    (entity,) = only(document(words(3, w1="(e1-a-1-", w2="e1)(e1-a-1-", w3="e1)"))).values()
    assert spans(entity) == [(0, 1), (1, 2)]


def test_fields_may_be_empty_or_left_out(read_text):
    (found,) = read_text(document(words(3, w1="(e1--1-)", w2="(e2)", w3="(e3-place)")))
    assert found.entity_types == ["", "", "place"]
    assert [heads(entity) for entity in found.entities] == [[0], [None], [None]]


def test_reserved_characters_are_escaped(read_text):
    (found,) = read_text(document(words(1, w1="(e%2D1-vice%2Dpresident%20%28former%29-1-)")))
    assert (found.entity_ids, found.entity_types) == (["e-1"], ["vice-president (former)"])


def test_other_keys_may_stand_around_entity(only):
    text = document(
        sentence(node(1, "SpaceAfter=No|Entity=(e1-a-1-)|Gloss=NotEntity=(e2-a-1-)"), node(2, form="Entity=(e3)"))
    )
    assert list(only(text)) == ["e1"]


@pytest.mark.parametrize(
    ("cells", "line", "message"),
    [
        ({"w1": "(e1-a-1-"}, 3, "entity e1 is opened but never closed"),
        ({"w2": "e1)"}, 4, "entity e1 is closed but was never opened"),
        ({"w1": "e1"}, 3, "'e1', which is no bracket"),
        ({"w1": "(e1-a-1-)e2"}, 3, "'e2', which is no bracket"),
        ({"w1": "()"}, 3, "no bracket"),
        ({"w1": "(-a-1-)"}, 3, "has no entity id"),
        ({"w1": "(e1[1/2]-a-1-)"}, 3, "part 2 of 2 is missing from a mention of entity e1"),
        ({"w1": "(e1[2/2]-a-1-)"}, 3, "part 2 of 2 of entity e1 follows no part 1"),
        ({"w1": "(e1[3/2]-a-1-)"}, 3, "names no part"),
        ({"w1": "(e1[x]-a-1-)"}, 3, "names no part"),
        ({"w1": "(e1[1/2]-a-1-", "w2": "e1)"}, 3, "entity e1[1/2] is opened but never closed"),
        ({"w1": "(e1-a-1-)|Entity=(e2-a-1-)"}, 3, "Entity= occurs twice"),
    ],
)
def test_brackets_that_cannot_be_read(read_text, cells, line, message):
    with pytest.raises(FormatError, match=re.escape(message)) as error:
        read_text(document(words(3, **cells)))
    assert error.value.line == line


def test_more_fields_than_the_header_names(warnings_of):
    assert warnings_of(document(words(1, w1="(e1-a-1-x:y-more)"))) == {"fields without a name": 1}


def test_an_entity_of_two_types_keeps_the_first(read_text, warnings_of):
    text = document(words(2, w1="(e1-a-1-)", w2="(e1-b-1-)"))
    assert read_text(text)[0].entity_types == ["a"]
    assert warnings_of(text) == {"entity of several types": 1}


# Gaps


def test_parts_make_one_mention(only):
    text = document(words(6, w1="(e15[1/3]-a-4-", w2="e15[1/3])", w4="(e15[2/3]-a-4-)", w6="(e15[3/3]-a-4-)"))
    assert only(text) == {"e15": [Mention.at([0, 1, 3, 5])]}
    assert heads(only(text)["e15"]) == [5]


def test_mentions_may_stand_in_a_gap(only):
    text = document(words(4, w1="(e1[1/2]-a-1-)", w2="(e1-a-1-)(e2-a-1-", w3="e2)", w4="(e1[2/2]-a-1-)"))
    assert {name: spans(entity) for name, entity in only(text).items()} == {"e1": [(0, 3), (1,)], "e2": [(1, 2)]}


def test_a_part_continues_the_latest_mention_that_waits_for_it(only):
    text = document(words(4, w1="(e1[1/2]-a-1-)", w2="(e1[1/2]-a-1-)", w3="(e1[2/2]-a-1-)", w4="(e1[2/2]-a-1-)"))
    assert spans(only(text)["e1"]) == [(0, 3), (1, 2)]


# Heads and minimum spans


@pytest.mark.parametrize(("written", "head"), [("1", 0), ("2", 1), ("3", 1), ("0", 0), ("x", 0), ("9" * 30, 1)])
def test_heads(only, warnings_of, written, head):
    text = document(words(2, w1=f"(e1-a-{written}-", w2="e1)"))
    assert heads(only(text)["e1"]) == [head]
    assert warnings_of(text) == ({} if written in "12" else {"head outside its mention": 1})


def test_minimum_spans_of_gum(only, warnings_of):
    text = document(words(3, w1="(1-person-new-nnnnn-cf1-2,3-coref-A%2DB", w3="1)"), header=GUM)
    (mention,) = only(text)["1"]
    assert (mention.minimum, mention.head) == ((1, 2), None)
    beyond = text.replace("2,3", "2,4,x")
    assert only(beyond)["1"][0].minimum == (1,)
    assert warnings_of(beyond) == {"minimum span outside its mention": 1}


def test_minimum_spans_do_not_count_empty_nodes(only):
    text = document(sentence((1, "(1-a-new-n-cf1-2-coref"), (1.1,), (2, "1)")), header=GUM)
    assert only(text)["1"][0].minimum == (1,)


def test_a_minimum_span_may_stand_in_other(only):
    assert only(document(words(2, w1="(e1-a-1-key:x,minspan:1%2C2", w2="e1)")))["e1"][0].minimum == (0, 1)


# Empty nodes


def test_empty_nodes_have_places_of_their_own(only):
    first = sentence(("0.1", "(e1-a-1-)"), (1,), ("1.1", "(e2-a-1-)"), ("1.2", "(e3-a-1-)"), (2,), ("2.1", "(e4-a-1-)"))
    found = only(document(first, sentence(("0.1", "(e5-a-1-)"), (1, "(e6-a-1-)"))))
    places = [
        empty_position(0, 1, True),
        empty_position(1, 1),
        empty_position(1, 2),
        empty_position(2, 1),
        empty_position(2, 1, True),
        2,
    ]
    assert [mention.tokens() for (mention,) in found.values()] == [(place,) for place in places]
    assert [mention.head for (mention,) in found.values()] == places


def test_a_bracket_holds_the_empty_nodes_within_it(only):
    (mention,) = only(document(sentence((1, "(e1-a-2-"), ("1.1",), (2, "e1)"))))["e1"]
    assert mention.tokens() == (0, empty_position(1, 1), 1)
    assert mention.head == empty_position(1, 1)


def test_zeros_are_told_from_other_mentions(put):
    text = document(sentence((1, "(e1-a-3-"), ("1.1", "(e1-a-1-)"), (2, "e1)")))
    assert read_corpus(put(text)).is_zero().tolist() == [False, True]


def test_words_are_real_words(read_text):
    (found,) = read_text(document(sentence(node("1-2", form="im"), (1,), ("1.1",), (2,)), sentence((1,))))
    assert (found.words, found.sentences, found.token_count) == (["w1", "w2", "w1"], [(0, 2), (2, 3)], 3)


def test_enhanced_dependencies(put):
    first = sentence(node("0.1", deps="1:nsubj"), node(1, deps="0:root"), node("1.1", deps="1:obj|0.1:conj:and"))
    second = sentence(node("0.1", deps="2:nsubj|1.1:x"), node(1), node("1.1", deps="_"), node(2, deps="1.1:dep"))
    text, number = read_corpus(put(document(words(3)) + document(first, second, name="song"))).texts[1]
    opening = empty_position(0, 1, True), empty_position(1, 1, True)
    assert text.dependencies(number, opening[0]) == {(0, "nsubj")}
    assert text.dependencies(number, 0) == {(ROOT, "root")}
    assert text.dependencies(number, empty_position(1, 1)) == {(0, "obj"), (opening[0], "conj:and")}
    assert text.dependencies(number, opening[1]) == {(2, "nsubj"), (empty_position(2, 1), "x")}
    assert text.dependencies(number, empty_position(2, 1)) == frozenset()
    assert text.dependencies(number, 2) == {(empty_position(2, 1), "dep")}
    assert text.dependencies(number, empty_position(9, 1)) == frozenset()


@pytest.mark.parametrize("deps", ["x", "1", "1:a|b", "1:a|", "1.x:a"])
def test_dependencies_of_empty_nodes_that_cannot_be_read(warnings_of, deps):
    assert warnings_of(document(sentence((1,), node("1.1", deps=deps)))) == {"unreadable dependencies": 1}


# Lines, sentences and documents


@pytest.mark.parametrize(
    ("identifiers", "line", "message"),
    [
        ([2], 3, "the id 2 cannot stand after word 0"),
        ([1, 3], 4, "expected 2, or an empty node such as 1.1"),
        ([1, 2, 1], 5, "is the blank line between two sentences missing"),
        ([1, "2.1"], 4, "the id 2.1 cannot stand after word 1"),
        ([1, "1.2", "1.1"], 5, "the id 1.1 cannot stand"),
        ([1, "1.1", "1.1"], 5, "the id 1.1 cannot stand"),
        ([1, "1.0"], 4, "the id 1.0 cannot stand"),
        ([1, "1.5000"], 4, "at most 2047 empty nodes"),
        ([1, "2x"], 4, "the id 2x cannot stand"),
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


@pytest.mark.parametrize(
    "closing", ["person-1)", "1)"], ids=["GUM 2.8 closes with the type", "GUM 2.9 closes with the id"]
)
def test_older_gum(read_text, closing):
    header = "# global.Entity = entity-GRP-infstat"
    (found,) = read_text(document(words(2, w1="(person-1-new", w2=f"{closing}(place-2-new)"), header=header))
    assert (found.entity_ids, found.entity_types) == (["1", "2"], ["person", "place"])
    assert found.entities == [[(0, 2)], [(1, 2)]]


def test_a_mention_across_sentences_is_kept(only, warnings_of):
    text = document(words(2, w2="(e1-a-1-"), words(2, w1="e1)"))
    assert only(text) == {"e1": [(1, 3)]}
    assert warnings_of(text) == {"mention across sentences": 1}


def test_a_mention_does_not_go_on_in_the_next_document(read_text):
    with pytest.raises(FormatError, match="opened but never closed"):
        read_text(document(words(1, w1="(e1-a-1-")) + document(words(1, w1="e1)"), name="song"))


def test_ranges_of_words_have_no_brackets(only, warnings_of):
    text = document(sentence(("1-2", "(e2-a-1-)"), (1, "(e1-a-1-"), (2, "e1)")))
    assert only(text) == {"e1": [(0, 2)]}
    assert warnings_of(text) == {"Entity= at a range of words": 1}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (words(1, w1="(e1-a-1-)"), "no # global.Entity before it .*add a line such as # global.Entity = eid"),
        ("# global.Entity = etype-head\n" + words(1), "names no field eid or GRP"),
        (sentence(node(1, "ClusterId=c1|MentionSpan=1")), "CorefUD 0.x.*convert the file to CorefUD 1.x"),
        (sentence(node(1, "ClusterId[1]=c1")), "CorefUD 0.x"),
        ("# global.columns = ID FORM MISC IDENTITY\n" + words(1), "columns are not those of CoNLL-U"),
        ("# newpar\n", "holds no sentence"),
    ],
)
def test_files_that_are_not_of_this_version(read_text, text, message):
    with pytest.raises(FormatError, match=message):
        read_text(text)


def test_a_file_without_annotation_is_noticed(warnings_of):
    assert warnings_of(words(2)) == {"no coreference in the file": 1}
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
    assert read_text(text)[0].relations == [
        Relation("bridging", "e3", "e4", "part-of"),
        Relation("bridging", "e5", "e4"),
        Relation("split_antecedent", "e3", "e5"),
        Relation("split_antecedent", "e4", "e5"),
        Relation("split_antecedent", "e9", "e5"),
    ]
    assert warnings_of(text) == {"relation without mentions": 1}
    assert warnings_of(document(sentence(node(1, f"{brackets}|Bridge=e3<e3,e4,<e4|Split=Yes")))) == {
        "relation ignored": 3
    }


# Recognition


@pytest.mark.parametrize(
    "text",
    [
        document(words(2)),
        words(2),
        "# meta = x\n" + words(2, w2="(e1-a-1-)"),
        "# text = begin\r\n" + words(2),
        sentence(node("1-2"), (1,), (2,)),
        node(1) * 3000,
    ],
)
def test_recognised(text):
    head = text.encode()[: 1 << 16]
    assert (sniffing.corefud(head), sniffing.conll(head)) == (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n2\tb\t_\t_\t_\t_\t_\t_\t_\t(1)\n",
        "1 a b c d e f g h -\n",
        "#begin document x\n" + words(1),
    ],
)
def test_other_columns_are_left_to_conll(text):
    assert (sniffing.corefud(text.encode()), sniffing.conll(text.encode())) == (False, True)


# Hostile files

WHOLE = document(
    sentence(
        node("0.1", "Entity=(e1-person-1-)", deps="2:nsubj"),
        node("1-2", form="im"),
        node(1, "Entity=(e2[1/2]-place-1-(e1--1-)"),
        node(2, "Entity=e2[1/2])", head="0"),
        node("2.1", deps="2:x|1:y"),
        node(3, "Bridge=e1<e2:part|Entity=(e3-x-1-minspan:1", head="2"),
        node(4, "Entity=(e2[2/2]-place-1-)e3)|SpaceAfter=No", head="2"),
        comments=["# sent_id = s1", "# speaker = Anna"],
    ),
    words(3, w1="(e1-person-2-", w2="(e4-a-1-", w3="e1)e4)"),
) + document(words(2, w2="(1-place-new-nnnnn-cf1-1-coref-Athens%2C_Ohio)"), name="song", header=GUM)
TELLING = b"()[]/|=_-#.,<:%\t\n\r 01259e\xc3\xff\0"


def damaged(text, chance):
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text))
        lines = text.splitlines(keepends=True)
        line = chance.randrange(len(lines))
        byte = bytes([chance.choice(TELLING)])
        text = chance.choice(
            [
                text[:place] + byte + text[place + 1 :],
                text[:place] + byte * chance.choice([1, 2, 50]) + text[place:],
                text[:place] + text[place + chance.choice([1, 2, 9]) :],
                b"".join([*lines[:line], lines[line], *lines[line:]]),
                b"".join([*lines[:line], *lines[line + 1 :]]) or b"\n",
            ]
        )
    return text


def test_damaged_files(put, tmp_path):
    """A result or an error of ours, and nothing else, wherever one looks."""
    chance = random.Random(20)
    outcomes = {"read": 0, "refused": 0}
    for number in range(700):
        text = damaged(WHOLE.encode(), chance)
        try:
            corpus = read_corpus(put(text, "damaged.conllu"), format="corefud")
            for each, (lines, place) in zip(corpus.documents(), corpus.texts, strict=True):
                for layer in ("word", "upos", "head", "deprel", "feats", "misc", "speaker"):
                    column = each.layer(layer)
                    assert column is None or len(column) == each.token_count
                assert sum(end - start for start, end in each.sentences) == each.token_count
                for position in [*range(each.token_count), *lines.empty_nodes(place)]:
                    assert isinstance(lines.dependencies(place, position), frozenset)
            cs.write(corpus, tmp_path / "written.conllu", lossy=True)
            outcomes["read"] += 1
        except cs.CorefscopeError as error:
            assert str(error)  # noqa: PT017
            outcomes["refused"] += 1
        except Exception as error:
            raise AssertionError(f"case {number}: {text!r}") from error
    assert min(outcomes.values()) > 50, outcomes


def test_long_mentions_with_gaps_do_not_fill_the_memory(read_text):
    """Each of these mentions lists its positions: together they would be a hundred million."""
    count = 10_000
    opened = [(number, f"(e{number}-a-1-") for number in range(1, count + 1)]
    closed = [(count + number, f"e{number})") for number in range(1, count + 1)]
    with pytest.raises(FormatError, match="too long to be true"):
        read_text(document(sentence(*opened, (f"{count}.1",), *closed)))


def test_long_lines(read_text):
    filler = "x" * 2_000_000
    with pytest.raises(FormatError, match="too long to be true"):
        read_text(document(words(1, w1=f"(e1-{filler}-1-)")))
    (found,) = read_text(
        document(sentence(node(1, f"Entity=(e1-a-1-)|Note={filler}{'|' * 100_000}"), comments=[f"# text = {filler}"]))
    )
    assert found.mention_count == 1


# Published texts


@pytest.fixture
def gum():
    data = os.environ.get("COREFSCOPE_DATA")
    if not data:
        pytest.skip("COREFSCOPE_DATA is not set to a folder with gum")
    return Path(data) / "gum"


def test_gum_is_read_without_loss(gum):
    for path in sorted((gum / "dep").glob("*.conllu")):
        text = path.read_text(encoding="utf-8")
        brackets = "".join(re.findall(r"[\t|]Entity=([^|\n]*)", text))
        (found,) = cs.read(path)
        assert found.token_count == len(found.words) == len(re.findall(r"(?m)^\d+\t", text)), path
        assert found.mention_count == brackets.count("(") == brackets.count(")"), path
        assert set(found.entity_ids) == set(re.findall(r"\((\d+)-", brackets)), path
        assert len(found.sentences) == text.count("# sent_id")
        assert read_corpus(path).notices == (), path


def test_gum_has_the_same_entities_in_both_its_formats(gum):
    columns, brackets = cs.read(gum / "conll"), cs.read(gum / "dep")
    assert (len(brackets), sum(each.mention_count for each in brackets)) == (12, 3188)
    for one, two in zip(columns, brackets, strict=True):
        assert (one.name, one.words) == (two.name, two.words)
        plain = [sorted((mention.start, mention.end) for mention in entity) for entity in two.entities]
        assert sorted(map(sorted, one.entities)) == sorted(plain), one.name


def test_gum_survives_being_written(gum, tmp_path):
    for path in sorted((gum / "dep").glob("*.conllu")):
        (found,) = cs.read(path)
        assert cs.write([found], tmp_path / "text.conllu") == []
        (back,) = cs.read(tmp_path / "text.conllu")
        assert (back.words, back.sentences, back.entities) == (found.words, found.sentences, found.entities)
        assert back.entity_types == found.entity_types
        assert [each.minimum for entity in back.entities for each in entity] == [
            each.minimum for entity in found.entities for each in entity
        ]
        for layer in ("lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "speaker"):
            assert back.layer(layer) == found.layer(layer)
