"""CONLL-UA: brackets with attributes, sets, bridging, deixis, zeros, and what is said of files that are wrong."""

from __future__ import annotations

import pytest

import corefscope as cs
from corefscope import Mention
from corefscope.formats.load import read_corpus
from corefscope.formats.ua.reader import COLUMNS
from corefscope.model import BRIDGING, DEIXIS, NONREFERRING, SPLIT_ANTECEDENT, Relation, empty_position

HEADER = f"# global.columns = {' '.join(COLUMNS)}\n"
VISIT = HEADER + (
    """# newdoc id = visit
# speaker = Cy
# sent_id = visit-1
1 Ada _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1|Min=1|SemType=dn|ElementOf=3) _ (EntityID=1-DD|MarkableID=d1|Min=1,4 _ _
2 met _ _ _ _ _ _ _ _ _ _ _ _ _
3 Bo _ _ _ _ _ _ _ _ (EntityID=2|MarkableID=m2|Min=3|SemType=dn|ElementOf=3) _ _ _ (MarkableID=m2|Entity_Type=person)
4 . _ _ _ _ _ _ _ _ _ _ ) _ _

5 It _ _ _ _ _ _ _ _ (EntityID=4-Pseudo|MarkableID=m3|Min=5|SemType=expletive) _ _ _ _
6 rained _ _ _ _ _ _ _ _ _ _ _ _
# turn_id = 2
7 when _ _ _ _ _ _ _ _ _ _ _ _ _
8 they _ _ _ _ _ _ _ _ (EntityID=3|MarkableID=m4|Min=8|SemType=do) _ _ _ _
9 reached _ _ _ _ _ _ _ _ _ _ _ _ _
10 the _ _ _ _ _ _ _ _ (EntityID=5|MarkableID=m5|Min=11|SemType=dn _ _ _ _
11 door _ _ _ _ _ _ _ _ _ _ _ _ _
12 of _ _ _ _ _ _ _ _ _ _ _ _ _
13 hers _ _ _ _ _ _ _ _ )(EntityID=1|MarkableID=m6|Min=13|SemType=do) _ _ _ _
14 ; _ _ _ _ _ _ _ _ _ _ _ _ _
15 that _ _ _ _ _ _ _ _ (EntityID=6|MarkableID=m7|Min=15|SemType=dn) _ (EntityID=1-DD|MarkableID=m7|Min=15,15) _ _
16 the _ _ _ _ _ _ _ _ (EntityID=7|MarkableID=m8|Min=17 (MarkableID=m8|Rel=poss|MentionAnchor=m5|EntityAnchor=5 _ _ _
17 knob _ _ _ _ _ _ _ _ ) ) _ _ _
"""
)


def rows(*cells: str, columns: str = HEADER, separator: str = "\t") -> str:
    """A document; each argument has the cells of a word from IDENTITY on, or a row's id, a colon and the cells."""
    lines = []
    for number, text in enumerate(cells, 1):
        own, colon, rest = text.partition(": ")
        found = (rest if colon else text).split()
        lines.append(separator.join([own if colon else str(number), "w", *"_" * 8, *found, *"_" * (5 - len(found))]))
    return columns + "# newdoc id = d\n" + "\n".join(lines) + "\n"


@pytest.fixture
def document(read_text):
    return lambda text: read_text(text, "text.conllua")[0]


@pytest.fixture
def entities(only):
    return lambda *cells, **options: only(rows(*cells, **options), "text.conllua")


@pytest.fixture
def error(put):
    def read(text):
        path = put(text, "text.conllua")
        with pytest.raises(cs.CorefscopeError) as caught:
            cs.read(path)
        return f"{caught.value.code}: {str(caught.value).removeprefix(path)}"

    return read


@pytest.fixture
def codes(put):
    return lambda *cells: {each.code: each.count for each in read_corpus(put(rows(*cells), "text.conllua")).notices}


def test_a_small_file(document):
    found = document(VISIT)
    assert dict(zip(found.entity_ids, found.entities, strict=True)) == {
        "1": [Mention(0, 1), Mention(12, 13)],
        "2": [Mention(2, 3)],
        "3": [Mention(7, 8)],
        "5": [Mention(9, 13)],
        "6": [Mention(14, 15)],
        "7": [Mention(15, 17)],
    }
    assert found.entities[3][0].minimum == (10,)
    assert found.entity_types == ["", "person", "", "", "", ""]
    assert found.relations == [
        Relation(SPLIT_ANTECEDENT, "1", "3"),
        Relation(SPLIT_ANTECEDENT, "2", "3"),
        Relation(BRIDGING, "5", "7", "poss", Mention(15, 17), Mention(9, 13)),
    ]
    nothing, said = found.annotations[NONREFERRING], found.annotations[DEIXIS]
    assert (nothing.entities, nothing.entity_ids, nothing.entity_types) == (
        [[Mention(4, 5)]],
        ["4-Pseudo"],
        ["expletive"],
    )
    assert (said.entities, said.entity_ids) == ([[Mention(0, 4), Mention(14, 15)]], ["1-DD"])
    assert found.sentences == [(0, 4), (4, 17)]
    assert found.words[:3] == ["Ada", "met", "Bo"]
    assert found.layer("speaker") == ["Cy"] * 6 + [""] * 11  # a turn goes on over sentences


@pytest.mark.parametrize("change", [("\t", " "), ("\n", "\r\n"), (HEADER, "")])
def test_tabs_blanks_line_ends_and_no_line_of_columns(document, change):
    text = rows("(EntityID=1|MarkableID=m1", "_", ")(EntityID=2|MarkableID=m2)")
    assert document(text.replace(*change)).entities == document(text).entities == [[Mention(0, 3)], [Mention(2, 3)]]


def test_columns_are_found_by_name(document):
    """The first version of the format had a column SPLIT, which moves all columns behind it."""
    old = "# global.columns = ID FORM IDENTITY SPLIT BRIDGING DISCOURSE_DEIXIS\n# newdoc id = d\n"
    text = old + (
        "1 a (EntityID=1|MarkableID=m1) EntityID=1|ElementOf=3 _ (EntityID=1-DD|MarkableID=d1\n"
        "2 b (EntityID=2|MarkableID=m2) (EntityID=2|ElementOf=3) _ )\n"
        "3 c (EntityID=3|MarkableID=m3) _ MarkableID=m3|Rel=x|MentionAnchor=m1 _\n"
    )
    found = document(text)
    assert found.annotations[DEIXIS].entities == [[Mention(0, 2)]]
    assert found.relations == [
        Relation(SPLIT_ANTECEDENT, "1", "3"),
        Relation(SPLIT_ANTECEDENT, "2", "3"),
        Relation(BRIDGING, "1", "3", "x", Mention(2, 3), Mention(0, 1)),
    ]


def test_without_a_column_there_is_no_annotation(document):
    found = document("# global.columns = ID FORM IDENTITY\n1 a (EntityID=1|MarkableID=m1)\n")
    assert DEIXIS not in found.annotations
    assert DEIXIS in document(rows("_")).annotations  # but nothing in it


def test_keys_in_any_order_and_spelling(entities):
    found = entities("(Min=1|Markable_ID=m1|EntityId=1)", "(MENTIONID=m2|entity_id=1@(EntityID=2)", ")")
    assert found == {"1": [Mention(0, 1), Mention(1, 3)], "2": [Mention(1, 2)]}


@pytest.mark.parametrize("last", ["(EntityID=2|MarkableID=m2))", ")(EntityID=2|MarkableID=m2)"])
def test_an_outer_markable_closes_before_or_after_one_word(entities, last):
    assert entities("(EntityID=1|MarkableID=m1", last) == {"1": [Mention(0, 2)], "2": [Mention(1, 2)]}


def test_gaps(entities):
    again = "(EntityID=1|MarkableID=m1|Min=1"
    found = entities(again, ")(EntityID=2|MarkableID=m2)", "_", f"{again})")
    assert found == {"1": [Mention(0, 4, (0, 1, 3))], "2": [Mention(1, 2)]}
    assert found["1"][0].minimum == (0,)


def test_crossing_markables_name_what_they_close(entities):
    found = entities("(EntityID=1|MarkableID=m1", "(EntityID=2|MarkableID=m2", "m1)(EntityID=3|MarkableID=m3)", "m2)")
    assert found == {"1": [Mention(0, 3)], "2": [Mention(1, 4)], "3": [Mention(2, 3)]}


def test_zeros_stand_between_words_in_their_order(document):
    zero = "(EntityID=1|MarkableID={})"
    text = rows("(EntityID=2|MarkableID=m1", f"1.1: {zero.format('z1')}", f"1.7: {zero.format('z2')}", ")", "_")
    found = document(text)
    assert found.entities == [[Mention(0, 2)], [Mention.at([empty_position(1, n)]) for n in (1, 2)]]
    assert len(found.words) == 3
    opens = document(text.replace("1.1\t", "\n1.1\t"))
    assert opens.entities[1][0] == Mention.at([empty_position(1, 1, opens_sentence=True)])


def test_minimum_spans_of_what_refers_to_nothing_are_minimum_spans(put):
    nothing, one = "(EntityID=1-Pseudo|MarkableID=m1|Min=1|SemType=expletive)", "(EntityID=2|MarkableID=m2)"
    key = put(rows(nothing, one, "(EntityID=3|MarkableID=m3", ")"), "key.conllua")
    response = put(rows("_", one, "(EntityID=3|MarkableID=m3)", "_"), "response.conllua")
    assert cs.score(key, response, metrics="mentions", match="min").recall["mentions"] == 0.5


def test_min_outside_its_markable_is_counted_and_not_used(document, codes):
    cells = ["(EntityID=1|MarkableID=m1|Min=7)", "(EntityID=1|MarkableID=m2|Min=2-3", ")"]
    assert codes(*cells) == {"minimum-outside-mention": 1}
    assert [mention.minimum for mention in document(rows(*cells)).entities[0]] == [(), (1, 2)]


def test_sets_of_several_and_nested_sets(document):
    cells = ["(EntityID=1|ElementOf=3,4)", "(EntityID=1|ElementOf=3)", "(EntityID=2-Pseudo|ElementOf=3)"]
    cells += ["(EntityID=3|ElementOf=4)", "(EntityID=4)"]
    assert [relation[:3] for relation in document(rows(*cells)).relations] == [
        (SPLIT_ANTECEDENT, "1", "3"),
        (SPLIT_ANTECEDENT, "2-Pseudo", "3"),
        (SPLIT_ANTECEDENT, "1", "4"),
        (SPLIT_ANTECEDENT, "3", "4"),
    ]


def test_bridging_to_an_entity_to_nothing_known_and_from_an_unlisted_span(document, codes):
    one = "(EntityID=1|MarkableID=m1)"
    assert document(rows(one, "_ (MarkableID=m9|EntityAnchor=1", "_ )")).relations == [
        Relation(BRIDGING, "1", "", "", Mention(1, 3), None)
    ]
    cells = [one, "(EntityID=2|MarkableID=m2) (MarkableID=m2|MentionAnchor=m7)"]
    assert document(rows(*cells)).relations == [Relation(BRIDGING, "", "2", "", Mention(1, 2), None)]
    assert codes(*cells) == {"relation-without-mentions": 1}
    assert codes(one, "(EntityID=2|MarkableID=m2) (MarkableID=m2|Rel=x)") == {"relation-without-mentions": 1}


def test_bridging_warnings(codes):
    one, two = "(EntityID=1|MarkableID=m1)", "(EntityID=2|MarkableID=m2)"
    several = f"{two} (MarkableID=m2|MentionAnchor=m1)(MarkableID=m2|EntityAnchor=1)"
    assert codes(one, several) == {"several-anchors": 1}
    assert codes(one, f"{two} (MarkableID=m2|MentionAnchor=m1)") == {}


def test_warnings_about_sets_and_reference(codes):
    assert codes("(EntityID=1|ElementOf=3)", "(EntityID=2|ElementOf=3)") == {"relation-without-mentions": 1}
    assert codes("_ _ (EntityID=2-Pseudo|MarkableID=x)") == {"contradicting-reference": 1}
    assert codes("0: (EntityID=1)", "1: (EntityID=1)") == {"row-without-word": 1}


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["_", ")"], "unpaired-bracket: :4: a markable of column IDENTITY is closed but was not opened"),
        (["m1)"], "unpaired-bracket: :3: markable 'm1' of column IDENTITY is closed but was not opened"),
        (["(EntityID=1|MarkableID=m1"], "unpaired-bracket: :3: markable 'm1' of column IDENTITY is never closed"),
        (["_ _ (EntityID=1"], "unpaired-bracket: :3: markable without an id of column DISCOURSE_DEIXIS is never"),
        (["(EntityID=1|Min)"], "bad-attribute: :3: 'Min' in column IDENTITY has no ="),
        (["(EntityID=1|EntityID=2)"], "bad-attribute: :3: 'EntityID=2' in column IDENTITY occurs twice"),
        (["(MarkableID=m1)"], "bad-attribute: :3: a markable in column IDENTITY has no EntityID"),
        (["(EntityID=1|Min=two)"], "bad-attribute: :3: Min='two' is not a number"),
        (["EntityID=1|MarkableID=m1"], "bad-notation: :3: column IDENTITY reads 'EntityID=1|MarkableID=m1', which has"),
        (["(EntityID=1|MarkableID=m1)", "(EntityID=2|MarkableID=m1)"], "bad-attribute: :4: markable 'm1' is in"),
        (["(EntityID=1", "1.1: )"], "bad-notation: :4: a markable of column IDENTITY begins or ends at a zero"),
        (["1.1: (EntityID=1", "1: )"], "bad-notation: :3: a markable of column IDENTITY begins or ends at a zero"),
        (["x: _"], "bad-row: :3: the ID 'x' is not a number"),
        (["_ _ _ _ _ _"], "bad-row: :3: the row has 16 columns of 15"),
    ],
)  # fmt: skip
def test_errors(error, cells, message):
    assert error(rows(*cells)).startswith(message)


def test_errors_of_rows_and_columns(error):
    assert error(HEADER + "1 a _ _ _\n").startswith("bad-row: :2: the row has 5 columns of 15")
    columns = "# global.columns = ID FORM IDENTITY MISC"
    assert error(f"{columns}\n1 a _ _\n{columns}\n").startswith("bad-column: :3: columns are named in the middle")
    assert error(HEADER).startswith("empty-file")
    assert error(HEADER + "# newdoc id = a\n1\n").startswith("bad-row: :3: the row has 1 columns of 15")


def test_a_blank_cell_before_identity_is_an_error(error):
    """Blanks between columns: only the last cell may be blank, or markables would move into a column beside."""
    shifted = rows("(EntityID=1|MarkableID=m1)", "_", separator=" ").replace("w _", "w", 1)
    assert error(shifted).startswith("bad-row: :3: a cell before IDENTITY is blank: '(EntityID=1|MarkableID=m1)' is in")


def test_no_column_of_identity(put):
    path = put("# global.columns = ID FORM MISC\n1\ta\t_\n", "text.conllua")
    with pytest.raises(cs.CorefscopeError, match="the line of columns lacks IDENTITY") as caught:
        cs.read(path, format="ua")
    assert caught.value.code == "no-coreference-column"


def test_the_same_document_twice_and_different_numbers_of_words(put, error):
    text = rows("(EntityID=1)")
    assert "the document 'd' occurs twice" in error(text + text.removeprefix(HEADER))
    with pytest.raises(cs.CorefscopeError, match="document 'd' has 2 tokens, the key 1") as caught:
        cs.score(put(text, "one.conllua"), put(rows("(EntityID=1)", "1.1: (EntityID=1)", "_"), "two.conllua"))
    assert caught.value.code == "different-words"
