"""What is written can be read back: the same entities, words and sentences; and what cannot be said is refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corefscope as cs
from corefscope import Document, Mention
from corefscope.alignment.documents import canonical

# No blanks, control characters or lone surrogates, which no column can hold; but all that columns could trip over.
WORDS = st.one_of(
    st.sampled_from(["-", "_", "#", "#end", "(1)", "1)", "|", "*", '"', "\\", "0"]),
    st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=5),
)


def crosses(one, two):
    first, second = sorted([one, two])
    return first.start < second.start < first.end < second.end


@st.composite
def documents(draw, name="tale"):
    """Nested, singleton and repeated mentions; crossing ones only of different entities."""
    words = draw(st.lists(WORDS, min_size=1, max_size=10))
    breaks = sorted(draw(st.sets(st.integers(1, len(words)), max_size=3)) | {0, len(words)})
    entities = []
    for _ in range(draw(st.integers(0, 4))):
        entity = []
        for _ in range(draw(st.integers(1, 4))):
            start = draw(st.integers(0, len(words) - 1))
            mention = Mention(start, draw(st.integers(start + 1, len(words))))
            if not any(crosses(mention, other) for other in entity):
                entity.append(mention)
        entities.append(entity)
    ids = draw(st.permutations(["7", "12", "012", "person-1", "a_b"]))[: len(entities)]
    return Document(name, entities, ids, words, list(pairwise(breaks)))


def content(document):
    """What must survive: mentions by entity, words, sentences, and the name as pairing sees it."""
    entities = sorted(sorted(entity) for entity in document.entities)
    return canonical(document.name), entities, document.words, document.sentences


@settings(max_examples=150, deadline=None)
@given(written=st.tuples(documents("tale"), documents("(bc/song); part 003"), documents("bc/play")))
@pytest.mark.parametrize("name", ["written.conll", "written.conllua", "written.jsonl"])
def test_what_is_written_is_read_back(put, name, written):
    path = put(b"", name)
    cs.write(list(written), path)
    assert [content(document) for document in cs.read(path)] == [content(document) for document in written]


@pytest.mark.parametrize(
    "name",
    ["bc/x", "bc/x_0", "bc/x_1", "(bc/x); part 003", "x; part 1", "(x)", "x_01", "#1", "a name", "x (y)", "größe"],
)
@pytest.mark.parametrize("ending", ["conll", "conllua", "jsonl"])
def test_a_converted_file_pairs_with_its_original(put, name, ending):
    document = Document(name, [[Mention(0, 2), Mention(2, 3)]], words=["a", "b", "c"])
    path = put(b"", f"converted.{ending}")
    cs.write([document], path)
    result = cs.score([document], path, metrics=["muc", "b3"])
    assert (set(result.f1.values()), result.warnings) == ({1}, ())


@pytest.mark.parametrize("name", ["two\nlines", "one\r", "a\n#end document\n#begin document (b)"])
@pytest.mark.parametrize("ending", ["conll", "jsonl"])
def test_a_name_of_several_lines_is_kept_or_refused(put, name, ending):
    document = Document(name, [[Mention(0, 1)]], words=["a"])
    path = put(b"", f"lines.{ending}")
    try:
        cs.write([document], path)
    except cs.CorefscopeError:
        return
    (found,) = cs.read(path)
    assert content(found)[1:3] == content(document)[1:3]


@pytest.mark.parametrize(
    "mentions",
    [[Mention(0, 2), Mention(1, 3)], [Mention(0, 3), Mention(2, 5)], [Mention(0, 5), Mention(0, 2), Mention(1, 4)]],
    ids=["by one token", "closing where another opens", "inside a third"],
)
def test_crossing_mentions_of_one_entity_cannot_be_said_in_conll(tmp_path, mentions):
    document = Document("tale", [[Mention(3, 4)], mentions], ["1", "mill"], words=list("abcde"))
    with pytest.raises(
        cs.CorefscopeError, match=r"conll cannot express everything: mention lost: it crosses.*'tale', entity mill"
    ):
        cs.write([document], tmp_path / "text.conll")
    assert not (tmp_path / "text.conll").exists()
    cs.write([document], tmp_path / "text.jsonl")
    assert content(cs.read(tmp_path / "text.jsonl")[0])[1] == content(document)[1]


def test_blanks_in_words_do_not_make_columns(put):
    path = put(b"", "text.conll")
    cs.write([Document("tale", [[Mention(1, 2)]], words=["New York", "", "a\tb", "c\nd"])], path)
    (document,) = cs.read(path)
    assert (document.token_count, document.entities) == (4, [[(1, 2)]])


def test_a_document_without_words_keeps_its_mentions(put):
    document = Document("tale", [[Mention(1, 2), Mention(3, 6)]], token_count=9)
    for name in ("text.conll", "text.jsonl"):
        path = put(b"", name)
        cs.write([document], path)
        assert cs.read(path)[0].entities == document.entities


def test_a_document_without_tokens(put):
    for name in ("text.conll", "text.jsonl"):
        path = put(b"", name)
        cs.write([Document("tale", [], words=[], sentences=[])], path)
        (document,) = cs.read(path)
        assert (document.words, document.entities) == ([], [])


def test_a_mention_beyond_the_last_word_is_refused(tmp_path):
    document = Document("tale", [[Mention(1, 4)]], words=["a", "b"])
    with pytest.raises(cs.CorefscopeError, match="'tale' has a mention that ends at token 4 of 2"):
        cs.write([document], tmp_path / "text.conll")


def test_words_that_no_file_can_hold(tmp_path):
    """JSON may escape half a surrogate pair; UTF-8 cannot hold it."""
    source = tmp_path / "source.jsonl"
    source.write_text('{"doc_key": "tale", "tokens": ["\\ud800"], "clusters": [[[0, 0]]]}\n')
    for name in ("text.conll", "text.jsonl"):
        try:
            cs.write(cs.read(source), tmp_path / name)
        except cs.CorefscopeError:
            continue
        assert cs.read(tmp_path / name)[0].entities == [[(0, 1)]]


def test_the_ending_or_a_name_chooses_the_format(tmp_path):
    document = Document("tale", [[Mention(0, 1)]], words=["a"])
    cs.write([document], tmp_path / "text.anything", format="json")
    assert (tmp_path / "text.anything").read_text().startswith('{"doc_key": "tale"')
    cs.write([document], tmp_path / "text.v4_gold_conll")
    assert (tmp_path / "text.v4_gold_conll").read_text().startswith("#begin document (tale); part 000\n")
    with pytest.raises(
        cs.CorefscopeError, match=r"the ending does not say which format .*\.conll, \.conllu, \.conllua, \.jsonl"
    ):
        cs.write([document], tmp_path / "text.anything")
    with pytest.raises(cs.CorefscopeError, match="there is no format 'xml'"):
        cs.write([document], tmp_path / "text.conll", format="xml")


def test_standard_output(capsys):
    cs.write([Document("tale", [[Mention(0, 1)]], words=["a"])], "-", format="json")
    assert capsys.readouterr().out == '{"doc_key": "tale", "sentences": [["a"]], "clusters": [[[0, 0]]]}\n'
