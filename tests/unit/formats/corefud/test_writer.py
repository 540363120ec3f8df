"""What is written as CorefUD is read back: words, sentences, entities with types, heads, gaps, zeros and relations."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.formats.load import read_corpus
from corefscope.model import Relation, empty_position, text_order

WORDS = st.one_of(
    st.sampled_from(["_", "#", "1", "|", "Entity=(e1)", "10 000", " ", "\u2028", "\x85"]),
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r\0"), min_size=1, max_size=4),
)
IDS = ["e1", "person-1", "a b", "x[1/2]", "100%", "%2D", "größe", "(", "<:,=|", "\n", "7"]
TYPES = ["", "person", "vice-president", "a(b)", "%28", "a=b|c", "ü"]


@st.composite
def mentions(draw, nodes):
    """Some of a few neighbouring nodes, with a head and a minimum span that need not be known."""
    start = draw(st.integers(0, len(nodes) - 1))
    near = nodes[start : draw(st.integers(start + 1, len(nodes)))]
    holes = draw(st.sets(st.sampled_from(near), max_size=2))
    covered = [node for node in near if node not in holes] or near
    counted = [node for node in covered if node >= 0] or covered
    minimum = sorted(draw(st.sets(st.sampled_from(counted), max_size=2)), key=text_order)
    head = draw(st.one_of(st.none(), st.sampled_from(covered)))
    return Mention.at(covered, head=head, minimum=tuple(minimum))


@st.composite
def documents(draw, name, ids, most_mentions):
    words = draw(st.lists(WORDS, min_size=1, max_size=8))
    breaks = sorted(draw(st.sets(st.integers(1, len(words)), max_size=2)) | {0, len(words)})
    sentences = list(itertools.pairwise(breaks))
    empty = {empty_position(draw(st.integers(1, len(words))), number) for number in range(1, draw(st.integers(1, 4)))}
    empty |= {empty_position(start, 1, True) for start, _ in sentences if draw(st.booleans())}
    nodes = sorted([*range(len(words)), *empty], key=text_order)
    one = st.lists(mentions(nodes), min_size=1, max_size=most_mentions, unique_by=lambda mention: mention.tokens())
    entities = [draw(one) for _ in range(draw(st.integers(0, len(ids))))]
    types = [draw(st.sampled_from(TYPES)) for _ in entities]
    return Document(name, entities, ids[: len(entities)], words, sentences, entity_types=types)


def known(mention):
    return tuple(map(text_order, mention.tokens())), mention.head, mention.minimum


def content(document):
    """What must survive, in no particular order of entities."""
    entities = zip(document.entity_ids, document.entity_types, document.entities, strict=True)
    return (
        document.name,
        document.words,
        document.sentences,
        sorted((name, kind, sorted(map(repr, map(known, entity)))) for name, kind, entity in entities),
    )


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_what_is_written_is_read_back(put, data):
    """Mentions of different entities may cross, share words and stand in each other's gaps."""
    ids = data.draw(st.permutations(IDS))
    written = [data.draw(documents("tale", ids[:4], 1)), data.draw(documents("(bc/song); part 003", ids[4:7], 1))]
    path = put(b"", "written.conllu")
    notices = cs.write(written, path)
    assert not any(notice.kind.startswith("mention") for notice in notices)
    assert [content(document) for document in cs.read(path)] == [content(document) for document in written]


@settings(max_examples=150, deadline=None)
@given(document=documents("tale", ["e1", "e2"], 5))
def test_of_each_entity_all_is_read_back_that_is_not_counted_as_lost(put, document):
    path = put(b"", "written.conllu")
    lost = sum(notice.count for notice in cs.write([document], path, lossy=True) if "lost" in notice.kind)
    before = sorted(
        repr((name, known(each)))
        for name, entity in zip(document.entity_ids, document.entities, strict=True)
        for each in entity
    )
    (found,) = cs.read(path)
    after = [
        repr((name, known(each)))
        for name, entity in zip(found.entity_ids, found.entities, strict=True)
        for each in entity
    ]
    for each in after:
        before.remove(each)
    assert len(before) == lost


def lines_of(path):
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line]


def test_the_file(tmp_path):
    zero = empty_position(2, 1)
    entities = [
        [Mention(0, 2, head=1), Mention.at([zero], head=zero)],
        [Mention.at([1, 3], head=3)],
        [Mention(3, 4, head=3)],
    ]
    document = Document(
        "tale", entities, ["e1", "e2", "e3"], list("abcd"), [(0, 3), (3, 4)], entity_types=["person", "", "place"]
    )
    cs.write([document], tmp_path / "text.conllu")
    assert lines_of(tmp_path / "text.conllu") == [
        "# newdoc id = tale",
        "# global.Entity = eid-etype-head-other",
        "# sent_id = tale-1",
        "1\ta\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-person-2-",
        "2\tb\t_\t_\t_\t_\t_\t_\t_\tEntity=(e2[1/2]--2-)e1)",
        "2.1\t_\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-person-1-)",
        "3\tc\t_\t_\t_\t_\t_\t_\t_\t_",
        "# sent_id = tale-2",
        "1\td\t_\t_\t_\t_\t_\t_\t_\tEntity=(e2[2/2]--2-)(e3-place-1-)",
    ]


def test_closings_come_first_and_outer_mentions_open_first(tmp_path):
    spans = [(0, 2), (1, 4), (1, 3), (1, 2)]
    document = Document("tale", [[Mention(*span)] for span in spans], list("abcd"), list("wxyz"))
    cs.write([document], tmp_path / "text.conllu")
    cells = [line.split("\t")[9] for line in lines_of(tmp_path / "text.conllu") if "\t" in line]
    assert cells == ["Entity=(a--", "Entity=a)(b--(c--(d--)", "Entity=c)", "Entity=b)"]


def test_without_heads_the_file_has_no_field_for_them(tmp_path):
    cs.write([Document("tale", [[Mention(0, 1)]], ["e1"], ["a"])], tmp_path / "text.conllu")
    assert "# global.Entity = eid-etype-other" in lines_of(tmp_path / "text.conllu")
    notices = cs.write(
        [Document("tale", [[Mention(0, 1), Mention(0, 2, head=1)]], ["e1"], ["a", "b"])], tmp_path / "text.conllu"
    )
    assert not list(notices)
    assert [each.head for each in cs.read(tmp_path / "text.conllu")[0].entities[0]] == [None, 1]


@pytest.mark.parametrize(
    "mentions",
    [
        [Mention(0, 3), Mention(1, 4)],
        [Mention.at([0, 2]), Mention.at([1, 3])],
        [Mention.at([0, 3]), Mention.at([1, 4])],
        [Mention.at([0, 4]), Mention.at([1, 3])],
    ],
)
def test_crossing_mentions_of_one_entity_cannot_be_said(tmp_path, mentions):
    document = Document("tale", [mentions], ["mill"], list("abcde"))
    with pytest.raises(cs.CorefscopeError, match=r"lost: it crosses another.*'tale', entity mill"):
        cs.write([document], tmp_path / "text.conllu")
    cs.write([document], tmp_path / "text.conllu", lossy=True)
    assert cs.read(tmp_path / "text.conllu")[0].entities == [mentions[:1]]


def test_empty_nodes_at_a_place_that_conllu_does_not_have(tmp_path):
    mentions = [
        Mention.at([place]) for place in (empty_position(0, 1), empty_position(1, 1, True), empty_position(1, 1))
    ]
    document = Document("tale", [[mention] for mention in mentions], list("abc"), ["x", "y"])
    notices = cs.write([document], tmp_path / "text.conllu", lossy=True)
    assert {notice.kind: notice.count for notice in notices} == {
        "mention changed: an empty node gets another number": 2
    }
    found = cs.read(tmp_path / "text.conllu")[0].entities
    assert found == [
        [Mention.at([place])] for place in (empty_position(0, 1, True), empty_position(1, 1), empty_position(1, 2))
    ]


def test_what_cannot_be_said_is_counted(tmp_path):
    odd = Mention(1, 3, head=7, type="name", minimum=(0,))
    entities = [[odd, Mention(0, 1, head=0)]]
    document = Document("tale", entities, ["e1"], ["a\tb", "", "c"], [(0, 2), (2, 3)])
    document.relations = [Relation("bridging", "e1", "e9"), Relation("contrast", "e1", "e1")]
    notices = cs.write([document], tmp_path / "text.conllu", lossy=True)
    assert {notice.kind: notice.count for notice in notices} == {
        "written across sentences": 1,
        "head not written": 1,
        "minimum not written": 1,
        "type not written": 1,
        "relation not written": 2,
        "word changed": 2,
    }


def test_a_name_of_several_lines_is_written_as_one(tmp_path):
    notices = cs.write([Document("two\nlines", [[Mention(0, 1)]], ["e1"], ["a"])], tmp_path / "text.conllu")
    assert [notice.kind for notice in notices] == ["document name changed"]
    assert cs.read(tmp_path / "text.conllu")[0].name == "two lines"


def test_a_document_without_words(tmp_path):
    path = tmp_path / "text.conllu"
    cs.write([Document("tale", [], words=[]), Document("", [[Mention(0, 2)]], ["e1"])], path)
    found = cs.read(path)
    assert [(each.name, each.words, each.entities) for each in found] == [
        ("tale", [], []),
        ("text", ["_", "_"], [[(0, 2)]]),
    ]
    zeros = Document("tale", [[Mention.at([empty_position(0, 1, True)])]], ["e1"], words=[])
    with pytest.raises(cs.CorefscopeError, match="mention lost: it has no words"):
        cs.write([zeros], path)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (Document("tale", [[Mention(0, 3)]], words=["a"]), "ends at token 3 of 1"),
        (
            Document("tale", [], words=["a", "b"], sentences=[(0, 1)]),
            "document 'tale': sentences should be pairs .* which hold all tokens",
        ),
        (Document("tale", [[Mention(1, 1)]], words=["a", "b"]), "is not a mention"),
        (Document("tale", [], unit="characters", raw_text="ab"), "count characters"),
    ],
)
def test_documents_that_are_refused(tmp_path, document, message):
    with pytest.raises(cs.CorefscopeError, match=message):
        cs.write([document], tmp_path / "text.conllu")


def test_ids_are_unique_in_a_file(tmp_path):
    documents = [Document(name, [[Mention(0, 1)], [Mention(1, 2)]], words=["a", "b"]) for name in ("tale", "song")]
    documents[1].relations = [Relation("bridging", "1", "0", "part-of"), Relation("split_antecedent", "0", "1")]
    assert [notice.kind for notice in cs.write(documents, tmp_path / "text.conllu")] == ["entity ids changed"]
    found = cs.read(tmp_path / "text.conllu")
    assert [each.entity_ids for each in found] == [["d1.0", "d1.1"], ["d2.0", "d2.1"]]
    assert found[1].relations == [
        Relation("bridging", "d2.1", "d2.0", "part-of", Mention(0, 1)),
        Relation("split_antecedent", "d2.0", "d2.1", "", Mention(1, 2)),
    ]


def test_relations_stand_at_their_anaphors(tmp_path):
    entities = [[Mention(0, 1)], [Mention(1, 2), Mention(2, 4), Mention.at([2, 4])]]
    later = [Relation("bridging", "a", "b", "", each) for each in entities[1]]
    sets = [Relation("split_antecedent", "a", "b", "", Mention(1, 2))]
    document = Document("d", entities, ["a", "b"], list("vwxyz"), relations=[later[0], *sets, *later[1:]])
    cs.write([document], tmp_path / "text.conllu")
    found = cs.read(tmp_path / "text.conllu")[0].relations
    # Of two mentions that open at one word, the file says only that they do.
    assert found == [*document.relations[:2], later[1]._replace(anaphor_mention=found[2].anaphor_mention), found[3]]
    assert found[3].anaphor_mention == found[2].anaphor_mention


def test_a_mention_as_the_antecedent_is_not_written(tmp_path):
    relation = Relation("bridging", "a", "b", "", Mention(1, 2), Mention(0, 1))
    document = Document("d", [[Mention(0, 1)], [Mention(1, 2)]], ["a", "b"], ["v", "w"], relations=[relation])
    assert [notice.code for notice in cs.write([document], tmp_path / "text.conllu")] == ["anchor-not-written"]
    assert cs.read(tmp_path / "text.conllu")[0].relations == [relation._replace(antecedent_mention=None)]


def test_bridging_within_an_entity_is_counted_and_not_written(tmp_path):
    """Readers refuse `Bridge=a<a`."""
    relation = Relation("bridging", "a", "a", "", Mention(1, 2), Mention(0, 1))
    document = Document("d", [[Mention(0, 1), Mention(1, 2)]], ["a"], ["v", "w"], relations=[relation])
    assert [notice.code for notice in cs.write([document], tmp_path / "text.conllu")] == ["relation-not-written"]
    assert "Bridge" not in (tmp_path / "text.conllu").read_text()
    assert read_corpus(str(tmp_path / "text.conllu")).notices == ()


SOURCE = """# newdoc id = tale
# global.Entity = eid-etype-head-other
# sent_id = s1
# speaker = Anna
1-2\tim\t_\t_\t_\t_\t_\t_\t_\t_
1\tin\tin\tADP\tIN\t_\t2\tcase\t2:case\tEntity=(e1-place-2-|SpaceAfter=No
2\tdem\tder\tDET\tDT\tCase=Dat\t0\troot\t0:root\tBridge=e1<e2:part|Entity=(e2-place-1-)e1)
2.1\tpro\t_\tPRON\t_\t_\t_\t_\t2:nsubj\tEntity=(e1-place-1-)
2.2\tpro\t_\tPRON\t_\t_\t_\t_\t2.1:x\t_

# sent_id = s2
1\tdas\tdas\tPRON\t_\t_\t0\troot\t0:root\t_

"""


def test_the_columns_of_conllu_are_kept(put, tmp_path):
    (found,) = cs.read(put(SOURCE, "source.conllu"))
    cs.write([found], tmp_path / "text.conllu")
    expected = [line for line in SOURCE.split("\n") if line and not line.startswith("1-2")]
    renamed = [line.replace("= s", "= tale-") for line in expected]
    assert lines_of(tmp_path / "text.conllu") == renamed


def test_the_columns_are_left_out_when_the_sentences_are_others(put, tmp_path):
    (found,) = cs.read(put(SOURCE, "source.conllu"))
    found.sentences = [(0, 3)]
    cs.write([found], tmp_path / "text.conllu")
    (back,) = cs.read(tmp_path / "text.conllu")
    assert (back.entities, back.layer("upos")) == (found.entities, ["_", "_", "_"])
    assert read_corpus(tmp_path / "text.conllu").texts[0][0].empty_nodes(0) == [empty_position(2, 1)]
