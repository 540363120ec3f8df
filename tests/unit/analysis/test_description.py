"""Statistics of a corpus, against hand-made counts."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from corefscope.analysis.description import _overlaps, describe
from corefscope.formats.load import read_corpus
from corefscope.formats.objects.reader import from_documents, from_shape
from corefscope.formats.objects.shapes import shape
from corefscope.model import CHARACTERS, Document, Mention, Relation, empty_position
from support.inputs.strategies import THOROUGH


def described(*documents):
    return describe(from_documents(documents, "given"))


# Mentions in the order of the text, with their entities: a 0–2, b 1, a 5, d a zero before 7, a 10–11, c 11–13,
# c 15 and 17, d a zero before 16.
ONE = Document(
    "one",
    [
        [Mention(0, 3), Mention(5, 6), Mention(10, 12)],
        [Mention(1, 2)],
        [Mention(11, 14), Mention.at([15, 17])],
        [Mention.at([empty_position(7, 1)]), Mention.at([empty_position(16, 1)])],
    ],
    ["a", "b", "c", "d"],
    token_count=20,
)
TWO = Document("two", [[Mention(0, 1)]], ["a"], token_count=5)


def test_counts_by_hand():
    description = described(ONE, TWO)
    assert (description.documents, description.tokens, description.characters) == (2, 25, None)
    assert (description.mentions, description.entities, description.singletons) == (9, 5, 2)
    assert description.sizes == {"1": 2, "2": 2, "3": 1, "4": 0, "5": 0, "6–10": 0, "11 and more": 0}
    assert description.nested == 2  # b in a's first, the second zero in the gap of c's second
    assert description.crossing == 1  # c's first begins in a's last
    assert description.discontinuous == 1
    assert description.zeros == 2
    assert description.distance_mentions == 2  # a 2 2, c 1, d 4
    assert description.distance_tokens == 3  # a 2 4, c 1, d 9
    assert description.distance_characters is None
    assert description.warnings == {}


def test_a_mention_that_is_in_two_entities_is_not_nested_in_itself():
    assert described(Document("one", [[Mention(0, 2)], [Mention(0, 2)]])).nested == 0


def test_a_zero_is_nested_where_words_stand_on_both_sides_of_it():
    zero = Mention.at([empty_position(3, 1)])
    for span, nested in (((2, 5), 1), ((3, 5), 0), ((1, 3), 0)):
        assert described(Document("one", [[zero], [Mention(*span)]])).nested == nested


def overlaps_by_trying_all(spans):
    nested = crossing = 0
    spans = sorted(spans, key=lambda span: (span[0], -span[1]))
    for place, (start, end) in enumerate(spans):
        around = [(low, high) for low, high in spans[:place] if high > start]
        nested += any(low < start or start < end < high for low, high in around if high >= end)
        crossing += any(high < end for _, high in around)
    return nested, crossing


@THOROUGH
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)).map(lambda pair: (pair[0], sum(pair))), max_size=12))
def test_nested_and_crossing_against_all_pairs(spans):
    start, end = np.array(spans, np.int64).reshape(-1, 2).T
    assert _overlaps(start, end) == overlaps_by_trying_all(spans)


def test_what_is_unknown():
    empty = described(Document("one", [], token_count=7))
    assert (empty.tokens, empty.mentions, empty.nested, empty.distance_mentions) == (7, 0, 0, None)
    assert described(TWO, Document("three", [[Mention(0, 1)]])).tokens is None
    text = described(Document("one", [[Mention(0, 3), Mention(8, 10)]], unit=CHARACTERS, raw_text="Ann saw it."))
    assert (text.tokens, text.characters, text.distance_tokens, text.distance_characters) == (None, 11, None, 5)
    ids = describe(from_shape(shape([["m1", "m2"], ["m3"]], "given"), "given", None, {}))
    assert (ids.mentions, ids.entities, ids.singletons) == (3, 2, 1)
    assert ids.nested is ids.crossing is ids.discontinuous is ids.zeros is ids.minimum_spans is None
    assert ids.head_rules == ids.type_rules == {}


COLUMNS = """#begin document (pos); part 000
pos 0 0 Ann NNP * - - - - (PERSON) (1)
pos 0 1 said VBD * - - - - * -
pos 0 2 she PRP * - - - - * (1)
pos 0 3 dogs NNS * - - - - * (2)
pos 0 4 New NNP * - - - - * (3
pos 0 5 York NNP * - - - - * 3)
#end document
"""


def test_types_and_the_rules_that_gave_them(tmp_path):
    path = tmp_path / "pos.conll"
    path.write_text(COLUMNS, encoding="utf-8")
    description = describe(read_corpus(path))
    assert description.types == {"unknown": 1, "name": 1, "nominal": 1, "pronoun": 1}
    assert sum(description.type_rules.values()) == 4
    assert description.head_rules == {"one token": 3, "unknown": 1}
    table = tmp_path / "types.csv"
    table.write_text("document,start,end,type\n(pos); part 000,4,6,name\n", encoding="utf-8")
    description = describe(read_corpus(path), str(table))
    assert (description.types, description.type_rules["types file"]) == ({"name": 2, "nominal": 1, "pronoun": 1}, 1)
    typed = [[Mention(0, 1, type="name"), Mention(2, 3, type="pronoun")], [Mention(4, 5)]]
    assert described(Document("one", typed)).type_rules == {"format": 2, "unknown": 1}


def test_what_stands_beside_the_entities_is_counted():
    relations = [Relation("split_antecedent", "0", "2"), Relation("split_antecedent", "1", "2")]
    annotations = {
        "deixis": Document("d", [[Mention(0, 2), Mention(4, 5)]]),
        "nonreferring": Document("d", [[Mention(3, 4)]]),
    }
    entities = [[Mention(0, 1, minimum=(0,))], [Mention(1, 2)], [Mention(2, 3)]]
    relations.append(Relation("bridging", "0", "1"))
    description = described(Document("d", entities, words=list("abcde"), relations=relations, annotations=annotations))
    assert (description.split_antecedents, description.bridging, description.nonreferring) == (1, 1, 1)
    assert (description.deixis_mentions, description.deixis_entities, description.mentions) == (2, 1, 3)
