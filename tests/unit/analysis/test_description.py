"""Statistics of a corpus, against hand-made counts."""

import random
from dataclasses import replace

import pytest

from corefscope.analysis.description import SIZES, describe
from corefscope.formats.load import read_corpus
from corefscope.formats.objects.reader import from_documents, from_shape
from corefscope.formats.objects.shapes import shape
from corefscope.model import CHARACTERS, Document, Mention, empty_position
from corefscope.problems import Notice
from support.command_line import KEY


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
    found = described(ONE, TWO)
    assert (found.documents, found.tokens, found.characters) == (2, 25, None)
    assert (found.mentions, found.entities, found.singletons) == (9, 5, 2)
    assert found.sizes == {"1": 2, "2": 2, "3": 1, "4": 0, "5": 0, "6–10": 0, "11 and more": 0}
    assert found.nested == 2  # b in a's first, the second zero in the gap of c's second
    assert found.crossing == 1  # c's first begins in a's last
    assert found.discontinuous == 1
    assert found.zeros == 2
    assert found.distance_mentions == 2  # a 2 2, c 1, d 4
    assert found.distance_tokens == 3  # a 2 4, c 1, d 9
    assert found.distance_characters is None
    assert found.warnings == {}


def test_the_example():
    found = describe(read_corpus(KEY))
    assert (found.documents, found.tokens, found.mentions, found.entities) == (2, 115, 36, 19)
    assert sum(found.sizes.values()) == 19
    assert found.sizes["1"] == found.singletons == 11


@pytest.mark.parametrize(
    ("spans", "nested", "crossing"),
    [
        ([(0, 2), (2, 4)], 0, 0),
        ([(0, 4), (1, 2)], 1, 0),
        ([(0, 4), (0, 2)], 1, 0),
        ([(0, 4), (2, 4)], 1, 0),
        ([(0, 5), (1, 4), (2, 3)], 2, 0),
        ([(0, 3), (1, 2), (2, 5)], 1, 1),
        ([(0, 3), (2, 5), (4, 7)], 0, 2),
        ([(0, 3), (1, 4), (2, 5)], 0, 2),
        ([(0, 6), (1, 3), (2, 4)], 2, 1),
    ],
)
def test_mentions_in_and_across_each_other(spans, nested, crossing):
    for order in (spans, spans[::-1]):
        found = described(Document("one", [[Mention(*span)] for span in order]))
        assert (found.nested, found.crossing) == (nested, crossing)


def test_a_mention_that_is_in_two_entities_is_not_nested_in_itself():
    assert described(Document("one", [[Mention(0, 2)], [Mention(0, 2)]])).nested == 0


def test_a_zero_is_nested_where_words_stand_on_both_sides_of_it():
    zero = Mention.at([empty_position(3, 1)])
    for span, nested in (((2, 5), 1), ((3, 5), 0), ((1, 3), 0)):
        assert described(Document("one", [[zero], [Mention(*span)]])).nested == nested


def test_nested_and_crossing_against_all_pairs():
    chance = random.Random(2)
    for _ in range(100):
        spans = {(start, start + chance.randint(1, 5)) for start in chance.choices(range(12), k=chance.randint(0, 9))}
        nested = sum(any(a <= s and e <= b and (a, b) != (s, e) for a, b in spans) for s, e in spans)
        crossing = sum(any(a < s < b < e for a, b in spans) for s, e in spans)
        found = described(Document("one", [[Mention(*span)] for span in spans]))
        assert (found.nested, found.crossing) == (nested, crossing)


def test_every_size_falls_into_one_row():
    entities = [[Mention(100 * size + token, 100 * size + token + 1) for token in range(size)] for size in range(1, 14)]
    found = described(Document("one", entities))
    assert found.sizes == {"1": 1, "2": 1, "3": 1, "4": 1, "5": 1, "6–10": 5, "11 and more": 3}
    assert [name for name, _, _ in SIZES] == list(found.sizes)


def test_without_mentions():
    found = described(Document("one", [], token_count=7))
    assert (found.tokens, found.mentions, found.entities, found.nested) == (7, 0, 0, 0)
    assert found.distance_mentions is None
    assert set(found.sizes.values()) == {0}


def test_a_length_that_is_not_known_everywhere_is_not_known():
    assert described(TWO, Document("three", [[Mention(0, 1)]])).tokens is None


def test_characters_are_not_called_tokens():
    text = Document("one", [[Mention(0, 3), Mention(8, 10)]], unit=CHARACTERS, raw_text="Ann saw it.")
    found = described(text)
    assert (found.tokens, found.characters) == (None, 11)
    assert (found.distance_tokens, found.distance_characters) == (None, 5)


def test_mentions_that_are_ids_lie_nowhere():
    found = describe(from_shape(shape([["m1", "m2"], ["m3"]], "given"), "given", None, {}))
    assert (found.mentions, found.entities, found.singletons) == (3, 2, 1)
    assert found.nested is found.crossing is found.discontinuous is found.zeros is found.distance_mentions is None
    assert found.head_rules == found.type_rules == {}


COLUMNS = """#begin document (pos); part 000
pos 0 0 Ann NNP * - - - - (PERSON) (1)
pos 0 1 said VBD * - - - - * -
pos 0 2 she PRP * - - - - * (1)
pos 0 3 saw VBD * - - - - * -
pos 0 4 dogs NNS * - - - - * (2)
pos 0 5 in IN * - - - - * -
pos 0 6 New NNP * - - - - * (3
pos 0 7 York NNP * - - - - * 3)
#end document
"""


def test_types_and_the_rules_that_gave_them(tmp_path):
    path = tmp_path / "pos.conll"
    path.write_text(COLUMNS, encoding="utf-8")
    found = describe(read_corpus(path))
    assert found.types == {"unknown": 1, "name": 1, "nominal": 1, "pronoun": 1}
    assert sum(found.type_rules.values()) == sum(found.head_rules.values()) == 4
    assert found.type_rules["unknown"] == 1
    assert found.head_rules == {"one token": 3, "unknown": 1}
    given = tmp_path / "types.csv"
    given.write_text("document,start,end,type\n(pos); part 000,6,8,name\n", encoding="utf-8")
    found = describe(read_corpus(path), str(given))
    assert found.types == {"name": 2, "nominal": 1, "pronoun": 1}
    assert found.type_rules["types file"] == 1


def test_types_that_the_format_gives():
    typed = [[Mention(0, 1, type="name"), Mention(2, 3, type="pronoun")], [Mention(4, 5)]]
    found = described(Document("one", typed))
    assert found.types == {"unknown": 1, "name": 1, "pronoun": 1}
    assert found.type_rules == {"format": 2, "unknown": 1}


def test_warnings_of_reading_are_counted():
    corpus = replace(read_corpus(KEY), notices=(Notice("comment-ignored", 3, ("here",)),))
    assert describe(corpus).warnings == {"comment ignored": 3}


def test_minimum_spans_are_counted():
    head = Mention(0, 3, minimum=(1, 2))
    assert described(Document("a", [[head, Mention(4, 5)]])).minimum_spans == 1
    assert described(ONE).minimum_spans == 0
    assert describe(from_shape(shape([["x", "y"]], "given"), "given", None, {})).minimum_spans is None
